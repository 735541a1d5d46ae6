//! `kernels [FILTER]`: gjkscope's kernels beside other libraries, speed and wrong answers in one run. See README.md.
//!
//! `kernels --instructions KERNEL PASSES` runs that many passes over a fixed pool and nothing else, for an instruction counter.

mod bare;
mod clock;
mod instructions;
mod ours;
mod peers;
mod poses;
mod report;
mod rows;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--instructions", kernel, passes] => {
            instructions::run(kernel, passes.parse().expect("a number of passes"));
        }
        [] => rows::run(""),
        // What `cargo bench` passes on.
        ["--bench"] => rows::run(""),
        [filter, ..] => rows::run(filter),
    }
}
