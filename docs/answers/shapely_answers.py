#!/usr/bin/env python3
"""Answers scenes by shapely (GEOS), for `gjkscope check --answers`.

    python3 shapely_answers.py scenes/regression/*.ron > answers.json
    gjkscope check scenes/regression --answers answers.json

Replace `ask` by a call of your engine. The numbers of a scene come from `gjkscope export SCENE --to json`: for each of the two
shapes `world_points`, the points its core is the hull of (null for an ellipse), and `radius`, by which it is rounded.
Set GJKSCOPE to the program if it is not on the path.
"""
import json
import math
import os
import subprocess
import sys

import shapely
from shapely import MultiPoint
from shapely.ops import nearest_points

ENGINE = f"shapely {shapely.__version__}"
PROGRAM = os.environ.get("GJKSCOPE", "gjkscope")


def ask(a, b):
    """The fields of an answer. shapely knows distances, not depths: an overlap of cores has no signed distance."""
    core_a, core_b = (MultiPoint(shape["world_points"]).convex_hull for shape in (a, b))
    radius = a["radius"] + b["radius"]
    distance = core_a.distance(core_b)
    if distance == 0:
        if radius == 0 and (core_a.touches(core_b) or flat(core_a, core_b)):
            return {"answer": "touching", "signed_distance": 0.0}
        return {"answer": "overlapping"}
    signed = distance - radius
    points_a, points_b = nearest_points(core_a, core_b)
    between = (points_b.x - points_a.x, points_b.y - points_a.y)
    normal = [between[0] / math.hypot(*between), between[1] / math.hypot(*between)]
    return {
        "answer": "separated" if signed > 0 else "overlapping" if signed < 0 else "touching",
        "signed_distance": signed,
        "normal": normal,
        "witness_a": [points_a.x + normal[0] * a["radius"], points_a.y + normal[1] * a["radius"]],
        "witness_b": [points_b.x - normal[0] * b["radius"], points_b.y - normal[1] * b["radius"]],
    }


def flat(core_a, core_b):
    """Whether the difference of the two has no inner point: both are points or pieces of one line, so all they can do is touch."""
    return MultiPoint([(p[0] - q[0], p[1] - q[1]) for p in points(core_a) for q in points(core_b)]).convex_hull.area == 0


def points(core):
    return list(core.exterior.coords if core.geom_type == "Polygon" else core.coords)


def main():
    answers = []
    for path in sys.argv[1:]:
        told = subprocess.run([PROGRAM, "export", path, "--to", "json"], check=True, capture_output=True)
        scene = json.loads(told.stdout)
        about = {"scene": path, "engine": ENGINE, "precision": "f64"}
        if scene["a"]["world_points"] is None or scene["b"]["world_points"] is None:
            answers.append(about | {"answer": "skipped", "reason": "shapely has no ellipse"})
        else:
            answers.append(about | ask(scene["a"], scene["b"]))
    json.dump(answers, sys.stdout, indent=1)


main()
