//! The system's unwinder passes frames of Cranelift's code, and finds the registers that it saved.

use super::options;
use barebones::ir::parse_module;
use barebones::isa::unwind::CallerPlace;
use barebones::jit::Code;
use barebones::{Compiler, OptLevel, host_target, targets};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Two procedures, of which the inner one calls the host with many values alive.
const TEXT: &str = "barebones 1
    extern host(Int64) -> Int64
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Mul(@0, @0)
        Int64 @2 = CCall(inner, @0)
        Int64 @3 = Add(@1, @2)
        Void @4 = Return(@3)
    }
    proc inner(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Mul(@0, @0)
        Int64 @2 = Mul(@1, @0)
        Int64 @3 = Mul(@2, @0)
        Int64 @4 = Mul(@3, @0)
        Int64 @5 = CCall(\"host\", @0)
        Int64 @6 = Add(@1, @5)
        Int64 @7 = Add(@2, @6)
        Int64 @8 = Add(@3, @7)
        Int64 @9 = Add(@4, @8)
        Void @10 = Return(@9)
    }";

extern "C-unwind" fn host(x: i64) -> i64 {
    assert!(x != 7, "seven");
    x
}

fn compile(level: OptLevel) -> Vec<Code> {
    let module = parse_module(TEXT, &targets(host_target().expect("a host"))).expect("parses");
    let mut compiler = Compiler::with_options(options(level)).expect("a host");
    let externs = |name: &str| (name == "host").then_some(host as *const u8);
    compiler.compile_module(module, &externs).unwrap_or_else(|failure| panic!("{}", failure.error))
}

#[test]
fn panics_pass_through_and_registers_survive() {
    for level in OptLevel::ALL {
        let codes = compile(level);
        // SAFETY: the code computes with its argument, and calls a function that may unwind.
        let outer = unsafe { codes[0].typed::<extern "C-unwind" fn(i64) -> i64>() }.expect("its type");
        let call = |x: i64| {
            let [a, b, c, d, e] = std::hint::black_box([x * 3, x * 5, x * 7, x * 11, x * 13]);
            let result = catch_unwind(AssertUnwindSafe(|| outer.call(x)));
            assert_eq!([a, b, c, d, e], [x * 3, x * 5, x * 7, x * 11, x * 13], "{level:?}");
            result
        };
        assert_eq!(call(2).expect("returns"), 4 + 2 + 4 + 8 + 16 + 32, "{level:?}");
        for _ in 0..3 {
            let panic = call(7).expect_err("panics");
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"seven"));
        }
    }
}

/// `inner` saves registers: the state of its call has them, at the places that walks of frames use.
#[test]
fn saved_registers_are_described() {
    let module = parse_module(TEXT, &targets(host_target().expect("a host"))).expect("parses");
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(options(level)).expect("a host");
        let code = compiler.emit(&module.procedures[1]).expect("compiles");
        let saves = &code.frame.callee_saves;
        let state = code.frame_states.at(code.code_size / 2).expect("known");
        let expected: Vec<_> =
            saves.iter().map(|(reg, offset)| (*reg, CallerPlace::Frame(offset - 16))).collect();
        assert_eq!(code.frame_states.saves_of(state), expected, "{level:?}");
        assert!(!saves.is_empty() || level == OptLevel::O0, "{level:?}: values live across the call");
        assert!(code.frame_states.rows.is_sorted_by_key(|row| row.offset));
    }
}
