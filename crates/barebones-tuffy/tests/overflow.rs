//! Overflow of machine words that only a branch tests stays in the flags of the machine.

use barebones::base::Target;
use barebones::isa::target_by_name;
use barebones::{Compiler, Observer, OptLevel, Progress, Stage};
use barebones_tuffy::translate::{Options, translate};
use barebones_tuffy::{parse, validate};

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

#[test]
fn tested_overflow_stays_in_the_flags() {
    for op in
        ["sadd_overflow", "uadd_overflow", "ssub_overflow", "usub_overflow", "smul_overflow", "umul_overflow"]
    {
        for bits in [32, 64] {
            let ty = format!("{}{bits}", &op[..1]);
            let text = format!(
                "func @f(int:{ty}, int:{ty}) -> int:{ty} {{
                    bb0: v0 = param 0 v1 = param 1 v2, v3 = {op}.{bits} v0, v1 brif v3, bb2, bb1
                    bb1: ret v2 bb2: trap }}"
            );
            let module = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_eq!(validate(&module), [], "{text}");
            for target in ["x86_64-linux", "aarch64-linux"] {
                let target = Target::baseline(target_by_name(target).expect("a target"));
                let core = translate(&module, &Options::new(target))
                    .unwrap_or_else(|(_, refusal)| panic!("{text}\n{refusal}"));
                for level in [OptLevel::O1, OptLevel::O2] {
                    let mut counter = Counter::default();
                    let mut compiler = Compiler::for_target(target, barebones::Options::at(level));
                    compiler.emit_observed(&core.procedures[0], &mut counter).expect("it compiles");
                    assert_eq!((counter.in_flags, counter.as_numbers), (1, 0), "{level:?}: {text}");
                }
            }
        }
    }
}
