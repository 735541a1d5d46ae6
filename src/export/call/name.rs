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

/// The name of one file: `{scene}`, `{step}` and `{theme}` are replaced; what differs and is not named is put before the ending.
pub fn named(output: &Path, differs: &Differs) -> PathBuf {
    let mut name = output.to_string_lossy().into_owned();
    let mut added = String::new();
    for (word, (value, differs)) in
        [("{scene}", &differs.scene), ("{step}", &differs.step), ("{theme}", &differs.theme)]
    {
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

#[cfg(test)]
mod tests {
    use super::*;

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
