//! Any text as a paste: no panic, every number it took stands where it says, and every scene that comes out reads back as itself.
#![no_main]

use gjkscope::{import, scene};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match import::paste(text) {
    Err(error) => assert_eq!(error.to_string().lines().count(), 1),
    Ok(paste) => {
        assert!(!paste.readings.is_empty());
        for reading in paste.readings {
            assert!(reading.assigned.iter().all(|a| text.get(a.span.clone()).is_some()));
            assert!(reading.ignored.iter().all(|i| text.get(i.span.clone()) == Some(i.text.as_str())));
            let written = scene::write(&reading.scene);
            assert_eq!(scene::parse(&written, "fuzz.ron").expect("a scene").scene, reading.scene);
        }
    }
});
