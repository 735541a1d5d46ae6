//! Names of files where one call makes several.

use std::path::{Path, PathBuf};

/// What a file shows, and whether that differs between the files of the call.
pub struct Differs {
    /// The scene.
    pub scene: (String, bool),
    /// The step, with leading zeros.
    pub step: (String, bool),
    /// The theme.
    pub theme: (String, bool),
}

/// What a name may leave to the call.
const WORDS: [&str; 3] = ["{scene}", "{step}", "{theme}"];

/// The name of one file: `{scene}`, `{step}` and `{theme}` are replaced; what differs and is not named is put before the ending.
pub fn named(output: &Path, differs: &Differs) -> PathBuf {
    let mut name = output.to_string_lossy().into_owned();
    let mut added = String::new();
    for (word, (value, differs)) in WORDS.into_iter().zip([&differs.scene, &differs.step, &differs.theme]) {
        if name.contains(word) {
            name = name.replace(word, value);
        } else if *differs {
            added.push('-');
            added.push_str(value);
        }
    }
    let dot = name.rfind('.').unwrap_or(name.len());
    name.insert_str(dot, &added);
    PathBuf::from(name)
}

/// The first `{word}` in the name of a file that stands for nothing, as one line; a brace that closes no word is a letter.
pub fn unknown_word(output: &Path) -> Option<String> {
    let name = output.to_string_lossy();
    let words = name.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(word, _)| word));
    let unknown = words.filter(|word| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_'));
    let unknown = unknown.into_iter().find(|word| !WORDS.contains(&format!("{{{word}}}").as_str()))?;
    Some(format!("{{{unknown}}} stands for nothing; there are {} ({name})", WORDS.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_stands_for_nothing_is_named() {
        let said = unknown_word(Path::new("out/{scene}-{kernel}.svg")).unwrap();
        assert_eq!(said, "{kernel} stands for nothing; there are {scene}, {step}, {theme} (out/{scene}-{kernel}.svg)");
        for fine in ["x.svg", "{scene}/{step}-{theme}.svg", "a{b.svg", "{}.svg", "}{.svg"] {
            assert_eq!(unknown_word(Path::new(fine)), None, "{fine}");
        }
    }

    #[test]
    fn what_differs_is_in_the_name_once() {
        let differs = |scene: bool, step: bool, theme: bool| Differs {
            scene: ("two".into(), scene),
            step: ("03".into(), step),
            theme: ("dark".into(), theme),
        };
        for (output, which, name) in [
            ("out/x.svg", differs(false, false, false), "out/x.svg"),
            ("out/x.svg", differs(true, true, true), "out/x-two-03-dark.svg"),
            ("out/{scene}.{theme}.svg", differs(true, true, true), "out/two.dark-03.svg"),
            ("{theme}/{scene}-{step}.pdf", differs(false, true, true), "dark/two-03.pdf"),
        ] {
            assert_eq!(named(Path::new(output), &which), Path::new(name), "{output}");
        }
    }
}
