//! The portable macro assembler: every operation executed, on x86-64 by this machine, on AArch64 by a model of it.

mod a64;
mod cases;
mod machine;
mod operations;

use barebones::base::Features;

#[test]
fn operations_do_what_they_say_on_x86_64() {
    let cases = operations::all().all;
    machine::run_x64(&cases, Features::all());
    // Without the optional instructions, but for those that round.
    machine::run_x64(&cases, Features::SSE41);
}
