//! What names say: which of two shapes something belongs to, and whether a type is 3D.

/// Which shape a name speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    A,
    B,
    /// A number at the end of a word: `shape1`. Which it is depends on the others.
    Number(u32),
}

/// The parts of a name: `proxyA_2` is proxy, A, 2.
pub(super) fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut last = ' ';
    for c in name.chars().take(200) {
        let fresh = !c.is_alphanumeric()
            || !last.is_alphanumeric()
            || c.is_numeric() != last.is_numeric()
            || c.is_uppercase() && !last.is_uppercase();
        last = c;
        if !c.is_alphanumeric() {
            continue;
        }
        match parts.last_mut() {
            Some(part) if !fresh => part.push(c),
            _ => parts.push(c.to_string()),
        }
    }
    parts
}

/// Whether a word is a type of numbers, points or poses, so that its digits and letters name no shape.
fn is_type(name: &str) -> bool {
    let last = name.rsplit("::").nth(if name.ends_with("::new") { 1 } else { 0 }).unwrap_or(name);
    let word = last.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, 'f' | 'd' | 'i' | 'F' | 'D'));
    let bare = word.to_lowercase();
    last.starts_with("b2") && last[2..].starts_with(|c: char| c.is_uppercase())
        || last.len() > word.len()
            && (matches!(
                bare.as_str(),
                "vector"
                    | "vec"
                    | "dvec"
                    | "isometry"
                    | "float"
                    | "double"
                    | "int"
                    | "real"
                    | "matrix"
                    | "mat"
                    | "translation"
                    | "rotation"
                    | "transform"
                    | "btvector"
                    | "simd"
                    | "uint"
                    | "np"
                    | "rot"
                    | "pose"
                    | "similarity"
                    | "rect"
            ) || matches!(bare.as_str(), "point" | "f" | "i" | "u") && last.starts_with(|c: char| c.is_uppercase()))
}

/// Which shape a name of one or more words speaks of.
pub(super) fn side(name: &str) -> Option<Side> {
    let mut number = None;
    for word in name.split_whitespace().take(20) {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
        for word in word.split("::") {
            if is_type(word) {
                continue;
            }
            let parts = parts(word);
            let alone = name.split_whitespace().count() > 3;
            // The pose of the second in the frame of the first.
            match &parts[..] {
                [word, number] if matches!(word.to_lowercase().as_str(), "pos" | "iso" | "pose" | "m" | "tf") => {
                    match number.as_str() {
                        "12" => return Some(Side::B),
                        "21" => return Some(Side::A),
                        _ => {}
                    }
                }
                _ => {}
            }
            for part in &parts {
                match part.to_lowercase().as_str() {
                    // In a sentence, "a" is an article.
                    "a" if !(alone && part == "a") => return Some(Side::A),
                    "b" => return Some(Side::B),
                    "first" | "one" => return Some(Side::A),
                    "second" | "two" => return Some(Side::B),
                    _ => {}
                }
            }
            if parts.len() > 1 || name.split_whitespace().count() == 2 {
                number = number.or(parts.last().and_then(|part| part.parse().ok()).filter(|n| *n < 1000));
            }
        }
    }
    number.map(Side::Number)
}

/// A type that only exists in 3D: `Isometry3`, `Quaternion`, `btSphereShape`.
pub(super) fn is_solid(head: &[String]) -> bool {
    const SOLID: [&str; 19] = [
        "fcl",
        "coal",
        "isometry3",
        "pose3",
        "transform3d",
        "quat",
        "quaternion",
        "unitquaternion",
        "sphere",
        "spherecollider",
        "tetrahedron",
        "cylinder",
        "cone",
        "ellipsoid",
        "btboxshape",
        "btsphereshape",
        "btcapsuleshape",
        "btcylindershape",
        "btconvexhullshape",
    ];
    head.iter().any(|word| word.to_lowercase().split("::").any(|word| SOLID.contains(&word)))
}

/// The names of pi, its multiples and parts in C, C++, Rust, Python and Julia: numbers that stand as words.
pub(super) fn is_constant(name: &str) -> bool {
    let name = name.strip_prefix("M_").unwrap_or(name);
    let part = |rest: &str| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit() || c == '_');
    let whole = matches!(name, "PI" | "TAU" | "pi" | "tau" | "π" | "b2_pi" | "kPi" | "TWO_PI" | "HALF_PI" | "SQRT_2");
    whole || name.strip_prefix("FRAC_PI_").is_some_and(part) || name.strip_prefix("PI_").is_some_and(part)
}
