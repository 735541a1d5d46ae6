//! The house rules: a module uses only modules above its own line in `src/lib.rs`, and a few things have one home each.

use std::path::Path;

/// What the exact truth may take from the kernels: the words of a trace, never an algorithm.
const VOCABULARY: &[&str] = &[
    "Claim",
    "EdgeId",
    "EdgeRecord",
    "Event",
    "EventKind",
    "Exit",
    "Formula",
    "Op",
    "PointId",
    "PointRecord",
    "PointSet",
    "Relation",
    "TestRecord",
];

/// The source without comments; with `strings` off also without what stands in string literals.
fn code(source: &str, strings: bool) -> String {
    let mut out = String::new();
    let mut chars = source.chars().peekable();
    let (mut inside, mut depth) = (false, 0);
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        match c {
            '*' if depth > 0 && next == Some('/') => {
                depth -= 1;
                chars.next();
            }
            '/' if !inside && next == Some('*') => {
                depth += 1;
                chars.next();
            }
            _ if depth > 0 => {}
            '/' if !inside && next == Some('/') => {
                for _ in chars.by_ref().take_while(|&c| c != '\n') {}
                out.push('\n');
            }
            '\\' if inside => {
                let escaped = chars.next();
                if strings {
                    out.push(c);
                    out.extend(escaped);
                }
            }
            // '"' as a character opens no string.
            '\'' if !inside && next == Some('"') => {
                chars.next();
                chars.next();
            }
            '"' => {
                inside = !inside;
                out.push(c);
            }
            c if !inside || strings => out.push(c),
            _ => {}
        }
    }
    out
}

/// Every path below `root::` that the code names, use trees unfolded: `root::{a::b, c}` gives `a::b` and `c`.
fn paths(code: &str, root: &str) -> Vec<String> {
    let mut found = Vec::new();
    let start = format!("{root}::");
    for (at, _) in code.match_indices(&start) {
        let before = code[..at].chars().next_back();
        if !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            unfold(&code[at + start.len()..], String::new(), &mut found);
        }
    }
    found
}

/// Reads one use tree and returns what follows it.
fn unfold<'a>(text: &'a str, prefix: String, found: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            match rest.chars().next() {
                None => return rest,
                Some('}') => return &rest[1..],
                Some(_) => {
                    let after = unfold(rest, prefix.clone(), found);
                    // What is no use tree (`as name`) is skipped.
                    let skip = after.find([',', '}']).unwrap_or(after.len());
                    rest = &after[skip..];
                }
            }
        }
    }
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*')).unwrap_or(text.len());
    let path = if prefix.is_empty() { text[..end].to_owned() } else { format!("{prefix}::{}", &text[..end]) };
    match text[end..].trim_start().strip_prefix("::") {
        Some(rest) if end > 0 && !rest.starts_with('<') => unfold(rest, path, found),
        _ => {
            found.push(path);
            &text[end..]
        }
    }
}

/// True if `word` stands in the code as a whole identifier.
fn names(code: &str, word: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    code.match_indices(word)
        .any(|(at, _)| !part(code[..at].chars().next_back()) && !part(code[at + word.len()..].chars().next()))
}

/// A colour as text: `#` and six hexadecimal digits.
fn hex_colour(code: &str) -> bool {
    code.match_indices('#').any(|(at, _)| {
        let digits = code[at + 1..].bytes().take_while(u8::is_ascii_hexdigit).count();
        digits == 6 || digits == 8
    })
}

/// The modules of `lib.rs` in the order of their lines.
fn layers(lib: &str) -> Vec<String> {
    let lib = code(lib, false);
    lib.lines().filter_map(|l| l.trim().strip_prefix("pub mod ")?.strip_suffix(';').map(str::to_owned)).collect()
}

/// What a file does that it may not; `path` is relative to `src`, with `/`.
fn faults(layers: &[String], path: &str, source: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let module = path.split('/').next().unwrap_or("").trim_end_matches(".rs");
    let text = code(source, false);
    let own = layers.iter().position(|l| l == module);
    let mut used: Vec<String> = paths(&text, "crate");
    // `super` leads to the root from the first file of a module, `super::super` from the files beside it.
    let to_root = if path.ends_with("/mod.rs") || !path.contains('/') { "super" } else { "super::super" };
    used.extend(paths(&text, to_root).into_iter().filter(|p| layers.iter().any(|l| *l == first(p))));
    for path in &used {
        let other = first(path);
        match (own, layers.iter().position(|l| *l == other)) {
            (Some(own), Some(at)) if at > own => faults.push(format!("uses {path}, a layer below its own")),
            (Some(_), None) => faults.push(format!("uses {path} past the list of modules in lib.rs")),
            _ => {}
        }
        match (module, other) {
            ("exact", "kernel") if !path.split("::").nth(1).is_some_and(|name| VOCABULARY.contains(&name)) => {
                faults.push(format!("uses {path}: of kernel only the vocabulary of events"));
            }
            ("cli", "ui") | ("ui", "cli") => faults.push(format!("uses {path}: commands and window are apart")),
            _ => {}
        }
    }
    let files = module == "cli" || path == "scene/file.rs" || path.starts_with("ui/shell/");
    if !files && paths(&text, "std").iter().any(|p| first(p) == "fs") {
        faults.push("touches files: only scene/file.rs, cli and ui/shell do".to_owned());
    }
    let with_strings = code(source, true);
    if module != "ui" {
        for name in ["egui", "eframe", "egui_plot", "Color32"] {
            if names(&text, name) {
                faults.push(format!("names {name}: only ui does"));
            }
        }
        let makes = text.contains("Rgba(") || text.contains("Rgba::hex");
        if path != "draw/theme.rs" && (makes || hex_colour(&with_strings)) {
            faults.push("makes a colour: only draw/theme.rs does".to_owned());
        }
    }
    if module != "run" && module != "num" {
        let spaces = |arm: &str| ["Vec2", "DVec2", "Vec3", "DVec3"].iter().any(|v| names(arm, v));
        for precision in ["Precision::F32 =>", "Precision::F64 =>"] {
            let arms = text.match_indices(precision).filter_map(|(at, _)| text[at..].lines().next());
            if arms.into_iter().any(spaces) {
                faults.push("chooses a space by precision: only run does".to_owned());
            }
        }
    }
    faults
}

fn first(path: &str) -> &str {
    path.split("::").next().unwrap_or("")
}

fn files(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn modules_use_only_what_stands_above_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = layers(&std::fs::read_to_string(src.join("lib.rs")).unwrap());
    assert!(layers.len() >= 10, "{layers:?}");
    let mut found = Vec::new();
    files(&src, &mut found);
    found.sort();
    let mut all = Vec::new();
    for file in found {
        let path = file.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
        let source = std::fs::read_to_string(&file).unwrap();
        all.extend(faults(&layers, &path, &source).into_iter().map(|fault| format!("src/{path}: {fault}")));
    }
    assert!(all.is_empty(), "\n{}", all.join("\n"));
}

#[test]
fn the_order_of_the_layers_is_the_planned_one() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers = layers(&std::fs::read_to_string(src.join("lib.rs")).unwrap());
    let planned = [
        "num", "shape", "kernel", "exact", "scene", "run", "check", "search", "draw", "export", "import", "model",
        "cli", "ui",
    ];
    let there: Vec<&str> = planned.into_iter().filter(|l| layers.iter().any(|k| k == l)).collect();
    assert_eq!(layers, there);
}

#[test]
fn use_trees_are_unfolded() {
    let code = "use crate::{num::{Real, Space as S}, shape::*};\nfn f(x: crate::run::Trace) { crate::kernel::find::<V>(1) }\nuse xcrate::no;";
    assert_eq!(paths(code, "crate"), ["num::Real", "num::Space", "shape::*", "run::Trace", "kernel::find"]);
}

#[test]
fn comments_and_strings_are_no_code() {
    let source = "//! [`crate::ui`]\nlet a = \"crate::ui \\\" //\"; /* crate::ui /* */ */ let q = '\"'; // egui\nx";
    assert_eq!(code(source, false).split_whitespace().collect::<String>(), "leta=\"\";letq=;x");
    assert!(code("\"#a0b1c2\"", true).contains("#a0b1c2"));
}

#[test]
fn each_rule_can_be_broken() {
    let layers: Vec<String> =
        ["num", "kernel", "exact", "scene", "run", "draw", "cli", "ui"].map(str::to_owned).to_vec();
    for (path, source, fault) in [
        ("num.rs", "use crate::kernel::Exit;", "a layer below"),
        ("kernel/mod.rs", "use crate::{num::Real, run};", "a layer below"),
        ("kernel/mod.rs", "use super::run::Trace;", "a layer below"),
        ("kernel/epa.rs", "fn f() -> super::super::run::Trace {}", "a layer below"),
        ("kernel/epa.rs", "use crate::Exit;", "past the list"),
        ("exact/audit.rs", "use crate::kernel::{Exit, gjk_distance};", "only the vocabulary"),
        ("exact/audit.rs", "use crate::kernel;", "only the vocabulary"),
        ("ui/shell/mod.rs", "crate::cli::run(command)", "apart"),
        ("cli/mod.rs", "use crate::ui;", "apart"),
        ("run/mod.rs", "let x = std::fs::read(p);", "touches files"),
        ("run/mod.rs", "use std::{io, fs::File};", "touches files"),
        ("ui/plot.rs", "use std::fs;", "touches files"),
        ("draw/world.rs", "use egui_plot::Plot;", "names egui_plot"),
        ("draw/world.rs", "Color32::RED", "names Color32"),
        ("draw/world.rs", "Rgba::hex(0xffffff)", "makes a colour"),
        ("draw/svg.rs", "let red = \"#C00020\";", "makes a colour"),
        ("kernel/mod.rs", "match p { Precision::F32 => go::<Vec2>(), }", "chooses a space"),
    ] {
        let found = faults(&layers, path, source);
        assert!(found.iter().any(|f| f.contains(fault)), "{path}: {source}: {found:?}");
    }
    for (path, source) in [
        ("run/mod.rs", "match p { Precision::F32 => go::<Vec2>(), }"),
        ("exact/audit.rs", "use crate::kernel::{Event, Exit as E}; use super::number; use crate::num::Real;"),
        ("scene/file.rs", "use std::fs;"),
        ("cli/import.rs", "std::fs::read(p)"),
        ("ui/shell/mod.rs", "use std::fs;"),
        ("draw/theme.rs", "Rgba::hex(0xffffff)"),
        ("draw/layout.rs", "fn f(c: Rgba) {} // #C00020"),
        ("ui/style.rs", "Color32::RED"),
        ("kernel/epa.rs", "mod tests { use super::*; use super::super::simplex; }"),
    ] {
        assert_eq!(faults(&layers, path, source), [""; 0], "{path}: {source}");
    }
}
