// Answers scenes from C, for `gjkscope check --answers`. Build and run:
//     cc -O2 -ffp-contract=off answers.c -lm -o answers
//     for s in scenes/regression/*.ron; do gjkscope export $s --to json; done | ./answers > answers.json
//     gjkscope check scenes/regression --answers answers.json
// Reads the layout that `gjkscope export --to json` writes. Replace `ask` by a call of your engine; the one here tries every
// axis (edges in order, so not hulls) and every pair of vertex and edge.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 65536 };
typedef struct { double x, y; } Vec;
typedef struct { Vec at[MOST]; int count; double radius; } Shape; // what is at most `radius` away from the hull of the points

static Vec minus(Vec a, Vec b) { return (Vec){a.x - b.x, a.y - b.y}; }

static double to_edge(Vec p, Vec a, Vec b) {
	Vec e = minus(b, a), d = minus(p, a);
	double square = e.x * e.x + e.y * e.y, t = square > 0 ? (d.x * e.x + d.y * e.y) / square : 0;
	t = fmin(1, fmax(0, t));
	return hypot(d.x - t * e.x, d.y - t * e.y);
}

// The least distance of a vertex of `a` to an edge of `b`.
static double least(const Shape *a, const Shape *b) {
	double best = INFINITY;
	for (int i = 0; i < a->count; i++)
		for (int j = 0; j < b->count; j++) best = fmin(best, to_edge(a->at[i], b->at[j], b->at[(j + 1) % b->count]));
	return best;
}

// How far `b` is beyond `a` along the unit vector d; less than 0: that deep.
static double beyond(const Shape *a, const Shape *b, Vec d) {
	double far = -INFINITY, near = INFINITY;
	for (int i = 0; i < a->count; i++) far = fmax(far, a->at[i].x * d.x + a->at[i].y * d.y);
	for (int i = 0; i < b->count; i++) near = fmin(near, b->at[i].x * d.x + b->at[i].y * d.y);
	return near - far;
}

// The most that the two are apart along an edge of `of` or across it; -INFINITY where there is no edge.
static double apart(const Shape *a, const Shape *b, const Shape *of) {
	double best = -INFINITY;
	for (int i = 0; i < of->count; i++) {
		Vec e = minus(of->at[(i + 1) % of->count], of->at[i]);
		double length = hypot(e.x, e.y);
		Vec along = {e.x / length, e.y / length}, ways[] = {along, {-along.x, -along.y}, {along.y, -along.x}, {-along.y, along.x}};
		for (int k = 0; length > 0 && k < 4; k++) best = fmax(best, beyond(a, b, ways[k]));
	}
	return best;
}

static void ask(const Shape *a, const Shape *b, const char **answer, double *signed_distance) {
	double core = fmax(apart(a, b, a), apart(a, b, b));
	if (core > 0 || isinf(core)) core = fmin(least(a, b), least(b, a));
	*signed_distance = core - a->radius - b->radius;
	*answer = *signed_distance > 0 ? "separated" : *signed_distance < 0 ? "overlapping" : "touching";
}

// Reads the shape that stands under `name`; 0 for an ellipse, which has no points.
static int shape(const char *json, const char *name, Shape *out) {
	const char *at = strstr(json, name);
	out->radius = strtod(strstr(at, "\n    \"radius\": ") + 15, NULL);
	at = strstr(at, "\n    \"world_points\": ") + 21;
	for (out->count = 0; *at && *at != '}' && strncmp(at, "null", 4) && out->count < MOST; out->count++) {
		double xy[2];
		for (int i = 0; i < 2; i++) {
			char *end;
			at += strspn(at, "[], \n");
			if (*at == '}') return out->count > 0;
			xy[i] = strtod(at, &end), at = end;
		}
		out->at[out->count] = (Vec){xy[0], xy[1]};
	}
	return out->count > 0;
}

int main(void) {
	static char line[1 << 16], json[1 << 24];
	static Shape a, b;
	size_t size = 0;
	const char *comma = "[";
	while (fgets(line, sizeof line, stdin) && size + strlen(line) < sizeof json) {
		size += strlen(strcpy(json + size, line));
		if (strcmp(line, "}\n")) continue; // the end of a scene
		const char *path = strstr(json, "\n  \"scene\": ") + 12, *answer = "skipped";
		double distance = NAN;
		if (shape(json, "\n  \"a\": ", &a) && shape(json, "\n  \"b\": ", &b)) ask(&a, &b, &answer, &distance);
		printf("%s{\"scene\": %.*s \"engine\": \"answers.c\", \"precision\": \"f64\", \"answer\": \"%s\"", comma, (int)strcspn(path, "\n"), path, answer);
		if (!isnan(distance)) printf(", \"signed_distance\": %.17g", distance);
		else printf(", \"reason\": \"no ellipse\"");
		printf("}"), comma = ",\n", size = 0;
	}
	puts(size || *comma == ',' ? "]" : "[]");
	return 0;
}
