//! Cross compilation: code for a target has the same bytes on every host.
//!
//! `BAREBONES_CODE_DIGESTS=FILE cargo test --test cross` writes digests of this host's code to a file. If the file
//! exists, it compares them, so that a second host can check the first one's.

use barebones::base::{IntCondition, Target, TrapCode, Type};
use barebones::ir::{Procedure, parse_module};
use barebones::isa::{CompiledCode, target_by_name};
use barebones::patchpoint::Constraint;
use barebones::{Compiler, OptLevel, Options, targets};
use barebones_testing::filetest::collect;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

const TARGETS: [&str; 2] = ["x86_64-linux", "aarch64-linux"];

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/programs", "tests/files/run", "tests/files/random"];
    collect(&folders.map(|folder| root.join(folder))).expect("part of the repository")
}

/// A digest of everything that is linked: FNV-1a, 64 bits.
fn digest(code: &CompiledCode) -> u64 {
    let facts = format!("{:?} {:?} {:?}", code.entries, code.relocations, code.trap_sites);
    code.bytes.iter().chain(facts.as_bytes()).fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// One line for each target, level and procedure of each file.
fn digests(paths: &[PathBuf]) -> Vec<String> {
    let mut lines = Vec::new();
    for name in TARGETS {
        let target = Target::baseline(target_by_name(name).expect("a target"));
        for level in OptLevel::ALL {
            let mut compiler = Compiler::for_target(target, Options::at(level));
            for path in paths {
                let text = fs::read_to_string(path).expect("readable");
                let file =
                    path.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("in the repository").display();
                let module = parse_module(&text, &targets(target)).unwrap_or_else(|e| panic!("{file}: {e}"));
                for proc in module.procedures.iter().filter(|proc| proc.target().name() == target.name()) {
                    let code = compiler.emit(proc);
                    let code =
                        code.unwrap_or_else(|e| panic!("{file}, {}, {name} {level:?}: {e}", proc.name));
                    let mut line = format!("{name} {level:?} {file} {}", proc.name);
                    _ = write!(line, " {} bytes {:016x}", code.bytes.len(), digest(&code));
                    lines.push(line);
                }
            }
        }
    }
    lines
}

/// Everything that compiles for one target compiles for the other, and code does not depend on what was compiled
/// before.
#[test]
fn every_target_is_compiled_on_every_host() {
    let mut paths = files();
    let mut there = digests(&paths);
    for name in TARGETS {
        // Some procedures name their target.
        assert!(there.iter().filter(|line| line.starts_with(name)).count() > 500, "{name}");
    }
    paths.reverse();
    let mut again = digests(&paths);
    there.sort();
    again.sort();
    assert!(there.len() > 1000);
    for (line, other) in there.iter().zip(&again) {
        assert_eq!(line, other);
    }
}

#[test]
fn another_host_generates_the_same_code() {
    let Some(path) = env::var_os("BAREBONES_CODE_DIGESTS") else { return };
    let found = digests(&files()).join("\n");
    match fs::read_to_string(&path) {
        Err(_) => fs::write(&path, found).expect("writable"),
        Ok(known) => {
            for (known, found) in known.lines().zip(found.lines()) {
                assert_eq!(known, found, "another machine makes other code");
            }
            assert_eq!(known.lines().count(), found.lines().count());
        }
    }
}

/// More late paths than a conditional branch of AArch64 can reach over, with a trap after them.
#[test]
fn any_number_of_late_paths_is_reachable() {
    const CALLS: usize = 1_500;
    const LENGTH: usize = 200;
    for name in TARGETS {
        let target = Target::baseline(target_by_name(name).expect("a target"));
        let mut proc = Procedure::new(&target);
        let root = proc.add_block();
        let mut b = proc.at(root);
        let mut x = b.argument(Type::Int64);
        b.trap_if(x, TrapCode::User(1));
        for _ in 0..CALLS {
            x = b
                .patchpoint(Type::Int64)
                .input(x, Constraint::SomeRegister)
                .generator("miss", |masm, params| {
                    let (miss, done) = (masm.new_label(), masm.new_label());
                    masm.branch64(IntCondition::Equal, params.gpr(1)?, 0, miss);
                    masm.add64(params.gpr(0)?, params.gpr(1)?, 1);
                    masm.bind(done);
                    params.add_late_path(move |masm, params| {
                        masm.bind(miss);
                        let result = params.gpr(0)?;
                        (0..LENGTH).for_each(|_| masm.mov(result, 90));
                        masm.jump(done);
                        Ok(())
                    });
                    Ok(())
                })
                .append();
        }
        b.ret([x]);
        for level in OptLevel::ALL {
            let code = Compiler::for_target(target, Options::at(level)).emit(&proc);
            assert!(code.expect("everything is in reach").bytes.len() > CALLS * LENGTH, "{name} {level:?}");
        }
    }
}
