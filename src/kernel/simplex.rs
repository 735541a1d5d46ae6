//! The simplex of GJK and its reduction to the feature nearest to the origin, by Voronoi regions.
//!
//! Ericson, Real-Time Collision Detection, 5.1.2, 5.1.5 and 5.1.6; Catto, "Computing Distance", GDC 2010. The origin O takes the
//! part of the query point. Weights are left unnormalised until somebody needs the nearest point itself.

use super::record::{Claim, Formula, Line, Op, Recorder, Relation, Test};
use crate::num::{Real, Space};
use crate::shape::SupportPoint;

macro_rules! area_along {
    ($i:literal, $j:literal, $k:literal) => {
        &[
            Op::W($j),
            Op::W($i),
            Op::Sub,
            Op::W($k),
            Op::W($i),
            Op::Sub,
            Op::Wedge,
            Op::W(0),
            Op::W(1),
            Op::Wedge,
            Op::Along,
        ]
    };
}

/// The area of slots 0, 1 and O along the area of the triangle of all three slots, whose first corner is slot k. The area of
/// the same triangle from another corner on can differ by a rounding.
pub const AREA: [Formula; 3] = [area_along!(0, 1, 2), area_along!(1, 2, 0), area_along!(2, 0, 1)];

/// A support point with the name its recorder gave it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vertex<V: Space, I> {
    /// a, b and w = a - b.
    pub point: SupportPoint<V>,
    /// The recorder's name for it.
    pub id: I,
}

/// Up to four vertices, oldest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simplex<V: Space, I> {
    vertex: [Vertex<V, I>; 4],
    len: usize,
}

/// The point of a simplex nearest to the origin, as a combination of its vertices.
#[derive(Clone, Copy, Debug)]
pub struct Closest<V: Space> {
    /// Bit i: vertex i takes part. All of a full simplex: it contains the origin.
    pub kept: u8,
    /// Weight of each vertex, not normalised; 0 where not kept.
    pub weights: [V::R; 4],
}

impl<V: Space> Closest<V> {
    /// A single vertex is its own nearest point.
    pub const FIRST: Self = Closest { kept: 1, weights: [V::R::ONE, V::R::ZERO, V::R::ZERO, V::R::ZERO] };

    /// The vertices in the mask with these weights.
    #[inline(always)]
    pub fn new(kept: u8, weights: [V::R; 4]) -> Self {
        Closest { kept, weights }
    }

    /// The same for a simplex that has been reduced to the vertices kept.
    #[inline(always)]
    pub fn packed(&self) -> Self {
        if self.kept & (self.kept + 1) == 0 {
            return *self;
        }
        let mut weights = [V::R::ZERO; 4];
        let mut n = 0;
        for i in 0..4 {
            if self.kept & (1 << i) != 0 {
                weights[n] = self.weights[i];
                n += 1;
            }
        }
        Closest { kept: (1 << n) - 1, weights }
    }

    /// The inverse of [`Closest::packed`]: the same for the simplex from which only the vertices in the mask were kept.
    pub fn spread(&self, kept: u8) -> Self {
        let mut weights = [V::R::ZERO; 4];
        let mut n = 0;
        for (i, weight) in weights.iter_mut().enumerate() {
            if kept & (1 << i) != 0 {
                *weight = self.weights[n];
                n += 1;
            }
        }
        Closest { kept, weights }
    }

    /// The weights, summing to 1.
    #[inline(always)]
    pub fn normalised(&self) -> [V::R; 4] {
        let [a, b, c, d] = self.weights;
        let sum = a + b + c + d;
        self.weights.map(|x| x / sum)
    }
}

impl<V: Space, I: Copy + Default> Simplex<V, I> {
    /// Its vertices, oldest first.
    #[inline(always)]
    pub fn vertices(&self) -> &[Vertex<V, I>] {
        &self.vertex[..self.len]
    }

    /// Of each vertex its indices in A's and in B's list: what a later query may start from.
    #[inline(always)]
    pub fn indices(&self) -> impl Iterator<Item = (u32, u32)> {
        [0, 1, 2, 3].map(|i| (self.vertex[i].point.ia, self.vertex[i].point.ib)).into_iter().take(self.len)
    }

    /// Number of vertices, 0 to 4; the rank is one less.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The mask of all its vertices.
    #[inline(always)]
    pub fn all(&self) -> u8 {
        [0, 0b1, 0b11, 0b111, 0b1111][self.len.min(4)]
    }

    /// No vertex yet.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a vertex where there are at most as many as the space has dimensions; one more is refused. What grows by this never
    /// has a fourth vertex in the plane, which the compiler then leaves out.
    #[inline(always)]
    pub fn grow(&mut self, v: Vertex<V, I>) {
        if self.len <= V::DIM {
            self.push(v);
        }
    }

    /// Appends a vertex; a fifth one is refused, which no kernel tries.
    #[inline(always)]
    pub fn push(&mut self, v: Vertex<V, I>) {
        match self.len {
            0 => self.place(0, v),
            1 => self.place(1, v),
            2 => self.place(2, v),
            3 => self.place(3, v),
            _ => return,
        }
        self.len += 1;
    }

    /// Field by field: a copy of the whole would read in wide words what was just written in narrow ones, and wait for it.
    #[inline(always)]
    fn place(&mut self, i: usize, v: Vertex<V, I>) {
        let SupportPoint { a, b, w, ia, ib } = v.point;
        let slot = &mut self.vertex[i];
        slot.point.w = w;
        slot.point.a = a;
        slot.point.b = b;
        slot.point.ia = ia;
        slot.point.ib = ib;
        slot.id = v.id;
    }

    /// Keeps the vertices in the mask, in order; in the plane of the first three.
    #[inline(always)]
    pub fn keep(&mut self, kept: u8) {
        let [_, p, q, r] = self.vertex;
        match kept {
            0b0010 => self.place(0, p),
            0b0100 => self.place(0, q),
            0b1000 if V::DIM == 3 => self.place(0, r),
            0b0101 => self.place(1, q),
            0b1001 if V::DIM == 3 => self.place(1, r),
            0b1011 if V::DIM == 3 => self.place(2, r),
            0b0110 => self.place_two(0, p, q),
            0b1010 if V::DIM == 3 => self.place_two(0, p, r),
            0b1100 if V::DIM == 3 => self.place_two(0, q, r),
            0b1101 if V::DIM == 3 => self.place_two(1, q, r),
            0b1110 if V::DIM == 3 => {
                self.place_two(0, p, q);
                self.place(2, r);
            }
            // The first so many.
            _ => {}
        }
        self.len = kept.count_ones() as usize;
    }

    #[inline(always)]
    fn place_two(&mut self, i: usize, v: Vertex<V, I>, w: Vertex<V, I>) {
        self.place(i, v);
        self.place(i + 1, w);
    }

    /// w of vertex `i`.
    #[inline(always)]
    pub fn w(&self, i: usize) -> V {
        self.vertex[i].point.w
    }

    /// Recorder's name of vertex `i`.
    #[inline(always)]
    pub fn id(&self, i: usize) -> I {
        self.vertex[i].id
    }

    /// True if a vertex comes from the same two vertices as `p`.
    #[inline(always)]
    pub fn has(&self, p: &SupportPoint<V>) -> bool {
        let same = |i: usize| i < self.len && self.vertex[i].point.same_vertices(p);
        same(0) || same(1) || same(2) || (V::DIM == 3 && same(3))
    }

    /// The largest absolute coordinate of its vertices.
    #[inline(always)]
    pub fn max_abs(&self) -> V::R {
        let m = |i: usize| if i < self.len { self.w(i).max_abs() } else { V::R::ZERO };
        m(0).max(m(1)).max(m(2).max(m(3)))
    }

    /// The combination of a, of b and of w with weights that sum to 1; in the plane of the first three vertices.
    #[inline(always)]
    pub fn combine(&self, weights: &[V::R; 4]) -> (V, V, V) {
        let mut sum = (V::ZERO, V::ZERO, V::ZERO);
        let mut add = |i: usize| {
            if i < self.len {
                let (p, x) = (&self.vertex[i].point, weights[i]);
                sum = (sum.0 + p.a * x, sum.1 + p.b * x, sum.2 + p.w * x);
            }
        };
        add(0);
        add(1);
        add(2);
        if V::DIM == 3 {
            add(3);
        }
        sum
    }

    /// The feature nearest to the origin. Each region test is recorded on the line for its rank: `lines` = vertex, edge, face or volume.
    #[inline(always)]
    pub fn closest<R: Recorder<V, Point = I>>(&self, lines: [Line; 3], rec: &mut R) -> Closest<V> {
        match self.len {
            0 | 1 => Closest::FIRST,
            2 => self.closest_on_segment(lines, rec),
            3 => self.closest_on_triangle([0, 1, 2], lines, rec),
            _ if V::DIM == 3 => self.closest_on_tetrahedron(lines, rec),
            _ => Closest::new(0b1111, [V::R::ONE; 4]),
        }
    }

    /// [`Simplex::closest`] where the newest vertex is known to take part: it was found beyond the nearest feature of the older
    /// ones, seen from which it is nearer to the origin. That leaves half of the features. (Van den Bergen 1999, section 3.)
    #[inline(always)]
    pub fn closest_with_newest<R: Recorder<V, Point = I>>(&self, lines: [Line; 3], rec: &mut R) -> u8 {
        match self.len {
            0 | 1 => 0b1,
            2 => {
                let u = self.toward(1, 0);
                if rec.test(lines[0], u <= V::R::ZERO, || self.foot_test([1, 0, 0], u, 1)) { 0b10 } else { 0b11 }
            }
            3 => self.triangle_with_newest(lines, rec),
            _ if V::DIM == 3 => self.closest_on_tetrahedron(lines, rec).kept,
            _ => 0b1111,
        }
    }

    /// Edges 1-2 and 2-0, vertex 2 or the whole; the origin is on the inner side of edge 0-1.
    #[inline(always)]
    fn triangle_with_newest<R: Recorder<V, Point = I>>(&self, lines: [Line; 3], rec: &mut R) -> u8 {
        let zero = V::R::ZERO;
        let w = [self.w(0), self.w(1), self.w(2)];
        let n = (w[1] - w[0]).wedge(w[2] - w[0]);
        let mut inside = 0b111;
        for [p, q, other, r] in [[1, 2, 1, 0], [2, 0, 0, 1]] {
            let share = V::along(n, w[p].wedge(w[q]));
            if rec.test(lines[1], share <= zero, || self.area_test([0, 1, 2], p, q, r, share)) {
                let u = -w[2].dot(w[other] - w[2]);
                if !rec.test(lines[0], u <= zero, || self.edge_or_newest_test([2, other, r], u)) {
                    return 1 << 2 | 1 << other;
                }
                inside = 1 << 2;
            }
        }
        inside
    }

    /// "The foot of the origin on the edge ij, outside of which it lies, lies before i": else that edge is nearest.
    #[inline(always)]
    fn edge_or_newest_test(&self, [i, j, k]: [usize; 3], value: V::R) -> Test<V, I> {
        Test { if_not: Claim::Region(2), ..self.foot_test([i, j, k], value, 0) }
    }

    /// The point nearest to the origin on the whole simplex, where that is its nearest feature.
    #[inline(always)]
    pub fn whole(&self) -> Closest<V> {
        let zero = V::R::ZERO;
        match self.len {
            0 | 1 => Closest::FIRST,
            2 => Closest::new(0b11, [self.toward(1, 0).max(zero), self.toward(0, 1).max(zero), zero, zero]),
            3 => Closest::new(0b111, areas(self.w(0), self.w(1), self.w(2))),
            _ => Closest::new(0b1111, volumes(self.w(0), self.w(1), self.w(2), self.w(3))),
        }
    }

    /// The simplex of the vertices in the mask.
    pub fn reduced(&self, kept: u8) -> Self {
        let mut reduced = *self;
        reduced.keep(kept);
        reduced
    }

    /// -w_i . (w_j - w_i): how far the origin's foot on the edge lies beyond vertex i toward j, not normalised.
    #[inline(always)]
    fn toward(&self, i: usize, j: usize) -> V::R {
        -self.w(i).dot(self.w(j) - self.w(i))
    }

    #[inline(always)]
    fn closest_on_segment<R: Recorder<V, Point = I>>(&self, lines: [Line; 3], rec: &mut R) -> Closest<V> {
        let zero = V::R::ZERO;
        let one = V::R::ONE;
        let (u, v) = (self.toward(1, 0), self.toward(0, 1));
        if rec.test(lines[0], v <= zero, || self.foot_test([0, 1, 0], v, 1)) {
            return Closest::new(0b01, [one, zero, zero, zero]);
        }
        if rec.test(lines[0], u <= zero, || self.foot_test([1, 0, 0], u, 1)) {
            return Closest::new(0b10, [zero, one, zero, zero]);
        }
        Closest::new(0b11, [u, v, zero, zero])
    }

    /// "The foot of the origin on edge ij lies before i": -w_i . (w_j - w_i) <= 0.
    #[inline(always)]
    fn foot_test(&self, [i, j, k]: [usize; 3], value: V::R, decides: u8) -> Test<V, I> {
        const TOWARD: &[Op] = &[Op::W(0), Op::W(1), Op::W(0), Op::Sub, Op::Dot, Op::Neg];
        let if_held = if decides > 0 { Claim::Region(decides) } else { Claim::Open };
        Test::sign(
            TOWARD,
            Relation::LessEqual,
            [self.id(i), self.id(j), self.id(k)],
            value,
            if_held,
            if decides > 0 { Claim::NotRegion(decides) } else { Claim::Open },
        )
    }

    /// Closest feature of the triangle of vertices `t`; weights are placed at their positions in the simplex.
    #[inline(always)]
    fn closest_on_triangle<R: Recorder<V, Point = I>>(
        &self,
        t: [usize; 3],
        lines: [Line; 3],
        rec: &mut R,
    ) -> Closest<V> {
        let zero = V::R::ZERO;
        let edges = [[t[1], t[2], t[0]], [t[0], t[1], t[2]], [t[2], t[0], t[1]]];
        let w = [self.w(0), self.w(1), self.w(2), self.w(3)];
        let toward = |i: usize, j: usize| -w[i].dot(w[j] - w[i]);
        // Inside all three edges? Of a flat triangle every area is 0.
        let n = (w[t[1]] - w[t[0]]).wedge(w[t[2]] - w[t[0]]);
        let mut share = [zero; 4];
        let mut inside = true;
        for [p, q, r] in edges {
            share[r] = V::along(n, w[p].wedge(w[q]));
            inside &= !rec.test(lines[1], share[r] <= zero, || self.area_test(t, p, q, r, share[r]));
        }
        if inside {
            return Closest::new(1 << t[0] | 1 << t[1] | 1 << t[2], share);
        }
        // Vertex regions: the foot on both edges lies before the vertex. The newest first. They come before the edge regions, since
        // the areas of a nearly flat triangle are noise.
        for [p, q, r] in [[t[2], t[0], t[1]], [t[1], t[2], t[0]], [t[0], t[1], t[2]]] {
            let (pq, pr) = (toward(p, q), toward(p, r));
            if rec.test(lines[0], pq <= zero, || self.foot_test([p, q, r], pq, 0))
                && rec.test(lines[0], pr <= zero, || self.foot_test([p, r, q], pr, 1))
            {
                let mut weights = [zero; 4];
                weights[p] = V::R::ONE;
                return Closest::new(1 << p, weights);
            }
        }
        // Edge regions: outside the edge, and the foot lies on it.
        for [p, q, r] in edges {
            if share[r] <= zero {
                let (u, v) = (toward(q, p), toward(p, q));
                if rec.test(lines[1], u > zero && v > zero, || self.edge_test(p, q, r, u, v)) {
                    let mut weights = [zero; 4];
                    (weights[p], weights[q]) = (u, v);
                    return Closest::new(1 << p | 1 << q, weights);
                }
            }
        }
        // By rounding in no region.
        let kept = t.into_iter().filter(|&i| share[i] > zero).fold(0, |kept, i| kept | 1 << i);
        Closest::new(kept, share.map(|x| x.max(zero)))
    }

    /// "The origin is not on the inner side of edge pq": the area of p, q, O along that of triangle `t` is <= 0; p, q, r is `t`
    /// from another corner on.
    #[inline(always)]
    pub fn area_test(&self, t: [usize; 3], p: usize, q: usize, r: usize, value: V::R) -> Test<V, I> {
        let first = if t[0] == p {
            0
        } else if t[0] == q {
            1
        } else {
            2
        };
        Test::sign(
            AREA[first],
            Relation::LessEqual,
            [self.id(p), self.id(q), self.id(r)],
            value,
            Claim::OutsideEdge,
            Claim::InsideEdge,
        )
    }

    /// "The foot of the origin lies inside edge pq": both weights > 0.
    #[inline(always)]
    fn edge_test(&self, p: usize, q: usize, r: usize, u: V::R, v: V::R) -> Test<V, I> {
        const U: &[Op] = &[Op::W(1), Op::W(0), Op::W(1), Op::Sub, Op::Dot, Op::Neg];
        const V_: &[Op] = &[Op::W(0), Op::W(1), Op::W(0), Op::Sub, Op::Dot, Op::Neg];
        let (left, value) = if u <= v { (U, u) } else { (V_, v) };
        Test::sign(
            left,
            Relation::Greater,
            [self.id(p), self.id(q), self.id(r)],
            value,
            Claim::Region(2),
            Claim::NotRegion(2),
        )
    }

    /// The nearest of the faces that the origin is outside of; inside all of them: the whole.
    fn closest_on_tetrahedron<R: Recorder<V, Point = I>>(&self, lines: [Line; 3], rec: &mut R) -> Closest<V> {
        let w = |i: usize| self.w(i);
        let volume = V::volume(w(1) - w(0), w(2) - w(0), w(3) - w(0));
        let mut best: Option<(V::R, Closest<V>)> = None;
        let mut inside = [V::R::ZERO; 4];
        // The vertices of each face in their order in the simplex, which is that of the triangle if it is kept.
        for (opposite, face) in [(0, [1, 2, 3]), (1, [0, 2, 3]), (2, [0, 1, 3]), (3, [0, 1, 2])] {
            // Signed volume of the face and the origin, positive if the origin is on the side of the opposite vertex.
            let mut share = V::volume(w(face[0]), w(face[1]), w(face[2]));
            if (volume < V::R::ZERO) != (opposite % 2 == 1) {
                share = -share;
            }
            inside[opposite] = share;
            if share > V::R::ZERO && volume != V::R::ZERO {
                continue;
            }
            let closest = self.closest_on_triangle(face, lines, rec);
            let (_, _, v) = self.combine(&closest.normalised());
            let square = v.length_squared();
            if best.is_none_or(|(least, _)| square < least) {
                best = Some((square, closest));
            }
        }
        best.map_or(Closest::new(0b1111, inside), |(_, closest)| closest)
    }
}

/// Weights of the origin's foot in the triangle, none below 0.
#[inline(never)]
fn areas<V: Space>(p: V, q: V, r: V) -> [V::R; 4] {
    let n = (q - p).wedge(r - p);
    let share = |p: V, q: V| V::along(n, p.wedge(q)).max(V::R::ZERO);
    [share(q, r), share(r, p), share(p, q), V::R::ZERO]
}

/// Weights of the origin in the tetrahedron that holds it.
#[inline(never)]
fn volumes<V: Space>(p: V, q: V, r: V, s: V) -> [V::R; 4] {
    [V::volume(q, r, s), V::volume(p, r, s), V::volume(p, q, s), V::volume(p, q, r)].map(Real::abs)
}
