//! Exits of checks of one bit on AArch64, whose branches reach 32 KiB only.

use barebones::base::Target;
use barebones::ir::parse_module;
use barebones::isa::target_by_name;
use barebones::patchpoint::GeneratorRegistry;
use barebones::{Compiler, OptLevel, Options, targets};
use barebones_testing::instructions::a64_words;
use std::fmt::Write;

/// Compiles checks of one bit of consecutive words. The generators of those whose number is a multiple of `every` have
/// code of this many bytes. Returns the number of branches on bits that lead to another branch.
///
/// # Panics
///
/// If a branch does not reach the exit of its own check.
fn compile(checks: u32, every: u32, bytes: u32, level: OptLevel) -> usize {
    let target = Target::baseline(target_by_name("aarch64-linux").expect("a target"));
    let mut text = String::from("barebones 1\nproc tags(Int64) -> Int64 {\n");
    for check in 0..checks {
        writeln!(text, "    generator{check} = \"leave{check}\"").expect("a string");
    }
    text += "#0:\n    Int64 @0 = ArgumentReg(%a0)\n    Int64 @1 = Const64(4)\n";
    for check in 0..checks {
        let value = 2 + 3 * check;
        writeln!(
            text,
            "    Int64 @{value} = Load(@0, offset={})\n    Int64 @{} = BitAnd(@{value}, @1)\n    \
             Void @{} = Check(@{1}, generator=generator{check})",
            8 * check,
            value + 1,
            value + 2
        )
        .expect("a string");
    }
    writeln!(text, "    Void @{} = Return(@1)\n}}", 2 + 3 * checks).expect("a string");
    let mut module = parse_module(&text, &targets(target)).expect("valid");
    let mut registry = GeneratorRegistry::new();
    for check in (0..checks).filter(|check| every != 0 && check.is_multiple_of(every)) {
        registry.add(&format!("leave{check}"), move |masm, _| {
            (0..bytes / 4).for_each(|_| masm.nop());
            masm.trap();
            Ok(())
        });
    }
    registry.resolve(&mut module.procedures[0]);
    let mut compiler = Compiler::for_target(target, Options::at(level));
    let code = compiler.emit(&module.procedures[0]).expect("everything is in reach");
    let words = a64_words(&code);
    let distance = |word: u32, bits: u32, shift: u32| (word >> shift << (32 - bits)) as i32 >> (32 - bits);
    let (mut exits, mut veneers) = (Vec::new(), 0);
    for (place, word) in words.iter().enumerate().filter(|(_, word)| *word >> 25 & 0x3f == 0x1b) {
        let mut at = place.wrapping_add_signed(distance(*word, 14, 5) as isize);
        veneers += usize::from(words[at] >> 26 == 5);
        while words[at] >> 26 == 5 {
            at = at.wrapping_add_signed(distance(words[at], 26, 0) as isize);
        }
        // The code of a generator ends in a trap.
        while words[at] != 0 {
            at += 1;
        }
        exits.push(at);
    }
    assert_eq!(exits.len(), checks as usize);
    let traps: Vec<usize> = (0..words.len()).filter(|place| words[*place] == 0).collect();
    assert_eq!(exits, traps, "each check has its own exit");
    veneers
}

#[test]
fn exits_in_reach_are_branched_to() {
    for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2] {
        assert_eq!(compile(10, 0, 0, level), 0);
        assert_eq!(compile(1000, 0, 0, level), 0);
    }
}

#[test]
fn exits_out_of_reach_have_veneers() {
    assert_eq!(compile(6000, 0, 0, OptLevel::O2), 6000);
    let veneers = compile(2700, 0, 0, OptLevel::O2);
    assert!((1000..2700).contains(&veneers), "{veneers} veneers");
}

/// Generators may emit any amount of code, so later exits may be out of reach.
#[test]
fn generators_of_any_length_are_preceded_by_veneers() {
    assert_eq!(compile(10, 20, 64 << 10, OptLevel::O2), 10);
    assert_eq!(compile(10, 1, 4, OptLevel::O2), 10);
    for every in [1, 3, 7] {
        assert_eq!(compile(100, every, 20 << 10, OptLevel::O2), 100);
    }
}

#[test]
fn late_paths_of_any_length_are_preceded_by_veneers() {
    let target = Target::baseline(target_by_name("aarch64-linux").expect("a target"));
    let text = "barebones 1
        proc late(Int64) -> Int64 {
            generator0 = \"late\"
        #0: Int64 @0 = ArgumentReg(%a0) Int64 @1 = Const64(4) Int64 @2 = BitAnd(@0, @1)
            Void @3 = Patchpoint(generator=generator0) Void @4 = TrapIf(@2, HeapOutOfBounds)
            Void @5 = Return(@1) }";
    let mut registry = GeneratorRegistry::new();
    registry.add("late", |_, params| {
        params.add_late_path(|masm, _| {
            (0..1 << 14).for_each(|_| masm.nop());
            masm.trap();
            Ok(())
        });
        Ok(())
    });
    for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2] {
        let mut module = parse_module(text, &targets(target)).expect("valid");
        registry.resolve(&mut module.procedures[0]);
        let code = Compiler::for_target(target, Options::at(level)).emit(&module.procedures[0]);
        assert!(code.expect("everything is in reach").code_size > 1 << 16);
    }
}
