//! Any text as a paste: no panic, and every scene that comes out reads back as itself.
#![no_main]

use gjkscope::{import, scene};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(paste) = import::paste(text) {
        assert!(!paste.readings.is_empty());
        for reading in paste.readings {
            let text = scene::write(&reading.scene);
            assert_eq!(scene::parse(&text, "fuzz").expect("a scene").scene, reading.scene);
        }
    }
});
