//! Emulators that keep translations of code that was changed through another mapping: code memory does not use two
//! mappings there.

use crate::{child_arguments, compile, run};
use barebones::Compiler;
use barebones::jit::MappingMode;
use std::process::Command;

extern "C" fn stop(x: i64) -> i64 {
    x
}

/// Runs procedures whose code is at addresses where other procedures ran before.
#[test]
#[ignore = "the program that an emulator runs"]
fn program() {
    let mut compiler = Compiler::host().expect("a supported host");
    for constant in 1..20 {
        let text = format!(
            "barebones 1\nproc f() -> Int64 {{\n#0:\n    Int64 @0 = Const64({constant})\n    Void @1 = Return(@0)\n}}\n"
        );
        let target = barebones::host_target().expect("a supported host");
        let module = barebones::ir::parse_module(&text, &barebones::targets(target)).expect("valid");
        let codes = compiler.compile_module(module, &|_| None).expect("compiles");
        // SAFETY: the procedure returns a constant.
        let f = unsafe { codes[0].typed::<extern "C" fn() -> i64>().expect("its type") };
        assert_eq!(f.call(), constant);
    }
    compile(&mut compiler, stop as *const u8).expect("compiles");
    println!("mode {:?}", compiler.memory().expect("memory").mode());
}

fn runs_under(what: &str, command: &mut Command) {
    command.arg(std::env::current_exe().expect("this program")).args(child_arguments("stale_code::program"));
    let Some((success, text)) = run(what, command) else { return };
    assert!(success && text.contains(&format!("mode {:?}", MappingMode::Toggling)), "{text}");
}

#[test]
fn valgrind_runs_current_code() {
    runs_under("valgrind", Command::new("valgrind").arg("-q"));
}

/// QEMU keeps old translations before version 8.1.
#[test]
fn qemu_runs_current_code() {
    let Some((_, version)) = run("qemu", Command::new("qemu-x86_64-static").arg("--version")) else { return };
    let number =
        version.split("version ").nth(1).and_then(|rest| rest.split('.').next()?.parse::<u32>().ok());
    if number.is_none_or(|number| number >= 8) {
        println!(
            "qemu: SKIPPED: this version runs current code: {}",
            version.lines().next().unwrap_or_default()
        );
        return;
    }
    runs_under("qemu", &mut Command::new("qemu-x86_64-static"));
}
