//! Overflow that only a branch or a trap tests stays in the flags of the machine.

use barebones::base::Target;
use barebones::isa::target_by_name;
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage};
use barebones_clif::{read_file, translate_file};

/// Counts instructions whose overflow stays in the flags, and those that compute it as a number.
#[derive(Default)]
struct Counter {
    in_flags: usize,
    as_numbers: usize,
}

impl Observer for Counter {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select, Progress::Code(code)) = (stage, progress) {
            for inst in code.buffer.insts.iter().filter(|inst| inst.opcode.computes_overflow()) {
                match inst.is_overflow_in_flags() {
                    true => self.in_flags += 1,
                    false => self.as_numbers += 1,
                }
            }
        }
    }
}

/// The number of overflows in flags and as numbers, on a target at a level.
fn counts(text: &str, target: &str, level: OptLevel) -> (usize, usize) {
    let target = Target::baseline(target_by_name(target).expect("a target"));
    let file = read_file(text).expect("a file that is right");
    let module = translate_file(&file, &target).expect("it is translated");
    let mut options = Options::default();
    options.opt_level = level;
    let mut counter = Counter::default();
    for proc in &module.procedures {
        Compiler::for_target(target, options.clone()).emit_observed(proc, &mut counter).expect("it compiles");
    }
    (counter.in_flags, counter.as_numbers)
}

const OPERATIONS: [&str; 6] =
    ["sadd_overflow", "uadd_overflow", "ssub_overflow", "usub_overflow", "smul_overflow", "umul_overflow"];

#[test]
fn tested_overflow_stays_in_the_flags() {
    let branch = |op, bits| {
        format!(
            "function %f(i{bits}, i{bits}) -> i{bits} {{\nblock0(v0: i{bits}, v1: i{bits}):\n    v2, v3 = {op} v0, v1\n    \
             brif v3, block1, block2(v2)\nblock1:\n    trap user1\nblock2(v4: i{bits}):\n    return v4\n}}\n"
        )
    };
    let trap = |op, bits| {
        format!(
            "function %f(i{bits}, i{bits}) -> i{bits} {{\nblock0(v0: i{bits}, v1: i{bits}):\n    v2, v3 = {op} v0, v1\n    \
             trapnz v3, user1\n    return v2\n}}\n"
        )
    };
    for op in OPERATIONS {
        for bits in [32, 64] {
            for target in ["x86_64-linux", "aarch64-linux"] {
                for level in [OptLevel::O1, OptLevel::O2] {
                    for text in [branch(op, bits), trap(op, bits)] {
                        assert_eq!(counts(&text, target, level), (1, 0), "{target} {level:?}: {text}");
                    }
                }
            }
        }
    }
}

#[test]
fn overflow_that_is_a_result_is_a_number() {
    for op in OPERATIONS {
        let text = format!(
            "function %f(i64, i64) -> i64, i8 {{\nblock0(v0: i64, v1: i64):\n    v2, v3 = {op} v0, v1\n    return v2, v3\n}}\n"
        );
        assert_eq!(counts(&text, "x86_64-linux", OptLevel::O2), (0, 1), "{text}");
    }
}
