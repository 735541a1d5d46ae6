//! Any text as a scene file: no panic, an error has one line and a place in the text, and what is read is written back as itself.
#![no_main]

use gjkscope::scene;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match scene::parse(text, "fuzz.ron") {
        Err(error) => {
            assert_eq!(error.to_string().lines().count(), 1);
            let (line, column) = error.place.expect("an error of a text has a place");
            assert!(line >= 1 && column >= 1 && line <= text.split('\n').count(), "{error}");
        }
        Ok(document) => {
            assert_eq!(document.render(&document.scene), text);
            let again = scene::parse(&scene::write(&document.scene), "fuzz.ron").expect("what is written reads");
            assert_eq!(again.scene, document.scene);
        }
    }
});
