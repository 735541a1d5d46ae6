//! The words that say what stands behind them: names of fields, and of calls that make points, shapes and poses.

/// Things that stand beside shapes and are none.
pub(super) const NO_SHAPE: [&str; 33] = [
    "normals",
    "mnormals",
    "normal",
    "centroid",
    "mcentroid",
    "velocity",
    "linearvelocity",
    "angularvelocity",
    "color",
    "colour",
    "id",
    "friction",
    "restitution",
    "density",
    "mass",
    "userdata",
    "iterations",
    "gravity",
    "distance",
    "depth",
    "separation",
    "tolerance",
    "penetration",
    "witness",
    "closest",
    "direction",
    "dir",
    "simplex",
    "pointa",
    "pointb",
    "dtype",
    "expected",
    "shape_id",
];
pub(super) const RADIUS: [&str; 6] = ["radius", "r", "mradius", "rad", "skin", "rounding"];
pub(super) const COUNT: [&str; 9] =
    ["count", "mcount", "n", "vertexcount", "mvertexcount", "numvertices", "numpoints", "pointcount", "size"];
pub(super) const ANGLE: [&str; 8] = ["angle", "rotation", "rot", "theta", "rotationdeg", "angledeg", "heading", "yaw"];
pub(super) const PLACE: [&str; 11] =
    ["translation", "position", "pos", "p", "origin", "offset", "location", "o", "t", "transform", "at"];
pub(super) const LOWER: [&str; 7] = ["min", "mins", "lowerbound", "lower", "lowercorner", "mincorner", "bottomleft"];
pub(super) const UPPER: [&str; 7] = ["max", "maxs", "upperbound", "upper", "uppercorner", "maxcorner", "topright"];
/// The sides of an upright box, as left, low, right, top.
pub(super) const BOUNDS: [[&str; 4]; 3] =
    [["minx", "miny", "maxx", "maxy"], ["xmin", "ymin", "xmax", "ymax"], ["left", "bottom", "right", "top"]];
/// Fields of two words, as sentences have them.
pub(super) const TWO_WORDS: [&str; 9] = [
    "halfextents",
    "halfsize",
    "halfextent",
    "semiaxes",
    "lowerbound",
    "upperbound",
    "lowercorner",
    "uppercorner",
    "mincorner",
];
pub(super) const TURN: [&str; 4] = ["q", "rotation", "rot", "mq"];
pub(super) const CENTER: [&str; 6] = ["center", "centre", "c", "mid", "mp", "point"];
pub(super) const HALF: [&str; 6] = ["halfextents", "halfsize", "halfextent", "he", "half", "hsize"];
/// Two numbers by which alone something is a box.
pub(super) const SIZES: [&str; 9] =
    ["halfextents", "halfsize", "halfextent", "he", "half", "hsize", "size", "dimensions", "extents"];
pub(super) const SEMI: [&str; 3] = ["semiaxes", "radii", "axes"];
pub(super) const ENDS: [[&str; 2]; 9] = [
    ["a", "b"],
    ["p1", "p2"],
    ["p0", "p1"],
    ["point1", "point2"],
    ["center1", "center2"],
    ["v1", "v2"],
    ["start", "end"],
    ["from", "to"],
    ["vertex1", "vertex2"],
];
/// Words that name what follows them even without a sign between.
pub(super) const FIELDS: [&str; 36] = [
    "radius",
    "r",
    "angle",
    "rotation",
    "position",
    "pos",
    "translation",
    "center",
    "centre",
    "count",
    "x",
    "y",
    "z",
    "width",
    "height",
    "halfextents",
    "w",
    "h",
    "at",
    "half",
    "he",
    "halfsize",
    "size",
    "extents",
    "min",
    "max",
    "mins",
    "maxs",
    "lower",
    "upper",
    "mp",
    "mradius",
    "from",
    "to",
    "start",
    "end",
];

/// A name of a whole pose: `xfB`, `transformA`.
pub(super) fn names_pose(name: &str) -> bool {
    let name = normal(name);
    name.contains("transform") || name.contains("pose") || name.starts_with("xf") || name.starts_with("iso")
}

/// A name that says that nothing is turned or moved.
pub(super) fn says_identity(word: &str) -> bool {
    let word = word.to_lowercase();
    word.contains("identity") || word.contains("zero")
}

/// A function that makes radians of degrees.
pub(super) fn takes_degrees(word: &str) -> bool {
    matches!(normal(word).as_str(), "toradians" | "radians" | "deg2rad" | "degtorad" | "degreestoradians")
}

/// Whether a call of this name makes a point.
pub(super) fn makes_point(word: &str) -> bool {
    const PARTS: [&str; 16] = [
        "vec", "point", "pnt", "coord", "pos", "vert", "float2", "float3", "double2", "double3", "real2", "complex",
        "tuple", "pair", "array", "cpv",
    ];
    let lower = word.to_lowercase();
    let mut segs = lower.rsplit("::");
    let last = segs.next().unwrap_or("");
    PARTS.iter().any(|part| lower.contains(part))
        || last.len() < 4
        || matches!(last, "size2" | "list" | "print" | "log" | "println")
}

pub(super) fn normal(name: &str) -> String {
    let last = name.rsplit("::").next().unwrap_or(name);
    last.chars().filter(|c| c.is_alphanumeric()).take(60).flat_map(char::to_lowercase).collect()
}

/// The family of a known call, and its own word: `SharedShape::cuboid` is (cuboid, cuboid).
pub(super) fn known_call(word: &str) -> Option<(&'static str, &'static str)> {
    let lower = word.to_lowercase();
    let mut segs = lower.rsplit("::");
    let last = segs.next().unwrap_or("");
    let owner = segs.next().unwrap_or("");
    let call = match last {
        "new" | "from" | "default" | "fromhalfextents" | "from_half_extents" => owner,
        "new_y" | "new_x" if owner == "capsule" => return Some(("capsule", if last == "new_y" { "y" } else { "x" })),
        other => other,
    };
    Some(match call {
        "box" if matches!(owner, "planck" | "pl") => ("cuboid", ""),
        "ray" | "raycast" => ("ray", ""),
        "rotate" | "rotated" | "rotateabout" => ("turned", ""),
        "b2makeproxy" => ("points", "proxy"),
        "b2makepolygon" => ("points", "polygon"),
        "b2computehull" => ("points", "hull"),
        "cppolyshapenew" | "cppolyshapenewraw" => ("points", "proxy"),
        "ball" | "circle" | "b2circle" | "b2circleshape" | "circleshape" | "createcircle" | "makecircle"
        | "circleshape2d" => ("circle", ""),
        "cuboid" | "b2makebox" | "setasbox" | "b2makeoffsetbox" => ("cuboid", ""),
        "b2makesquare" => ("cuboid", "square"),
        "b2makeroundedbox" | "round_cuboid" => ("cuboid", "round"),
        "box" | "boxshape" | "makebox" | "createbox" => ("box", ""),
        "rectangle" if owner == "bodies" => ("rectangle", "centered"),
        "rectangle" | "createrectangle" | "rectangleshape" | "rect" | "rect2" | "rectf" => ("rectangle", ""),
        "aabb" | "b2aabb" => ("aabb", ""),
        "capsule" | "b2capsule" => ("capsule", ""),
        "capsule_y" => ("capsule", "y"),
        "capsule_x" => ("capsule", "x"),
        "segment" | "b2segment" | "edge" | "segmentshape" | "createsegment" => ("segment", ""),
        "ellipse" | "createellipse" => ("ellipse", ""),
        "triangle"
        | "polygon"
        | "convexpolygon"
        | "from_convex_hull"
        | "from_convex_polyline"
        | "convex_hull"
        | "createpolygon"
        | "hull"
        | "createtriangle" => ("points", ""),
        "isometry2" | "isometry" | "transform" | "transform2" | "transform2d" | "b2transform" | "pose" | "pose2"
        | "pose2d" | "from_parts" | "identity" | "translation" | "translate" | "translation2" | "position" => {
            ("pose", "")
        }
        "rotation" if owner.is_empty() || owner.contains("isometry") || owner.contains("builder") => {
            ("pose", "rotation")
        }
        "b2makerot" | "b2rot" | "rot2" | "rotation2" | "unitcomplex" | "rotation" => ("pose", "rot"),
        // Any other word that speaks of a shape: `newCircleShape`.
        other
            if other.starts_with("new")
                || other.starts_with("create")
                || other.starts_with("make")
                || other.ends_with("shape")
                || other.ends_with("shapenew")
                || ["circle", "capsule", "segment", "ellipse"].iter().any(|end| other.ends_with(end)) =>
        {
            let family = [
                ("circle", "circle"),
                ("ball", "circle"),
                ("ellipse", "ellipse"),
                ("capsule", "capsule"),
                ("segment", "segment"),
                ("edge", "segment"),
                ("rectangle", "rectangle"),
                ("box", "box"),
                ("polygon", "points"),
                ("triangle", "points"),
                ("hull", "points"),
            ];
            (family.iter().find(|(part, _)| other.contains(part))?.1, "")
        }
        _ => return None,
    })
}
