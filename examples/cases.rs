fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let out = std::env::args().nth(2).unwrap();
    for case in gjkscope::import::cases(&text).unwrap() {
        if let Ok(scene) = case.scene {
            std::fs::write(format!("{out}/{}.ron", case.id), gjkscope::scene::write(&scene)).unwrap();
        }
    }
}
