//! OSR entries: frames that an exit of one code left are taken over by other code.

// Calling compiled code is unsafe: only these tests can guarantee what it does.
#![allow(unsafe_code)]

use barebones::base::{ExitId, OsrSlot};
use barebones::ir::{LiveValues, Point, ResumeError, parse_module};
use barebones::jit::Continuation;
use barebones::prelude::*;
use barebones::targets;
use barebones_testing::exits::with_checks;
use std::sync::{Arc, Mutex};

/// The sum of `i * i` for `i` from `n` down to 1, and the product of the odd ones.
const LOOP: &str = "barebones 1
    proc sums(Int64, Double) -> Double {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Double @1 = ArgumentReg(%fa0)
        Int64 @2 = Const64(0)
        Int64 @3 = Const64(1)
        Void @4 = Upsilon(@3, ^@10)
        Void @5 = Upsilon(@0, ^@8)
        Void @6 = Upsilon(@2, ^@9)
        Void @7 = Jump(#1)
    #1:
        Int64 @8 = Phi()
        Int64 @9 = Phi()
        Int64 @10 = Phi()
        Int64 @11 = Mul(@8, @8)
        Int64 @12 = Add(@9, @11)
        Int64 @13 = BitAnd(@8, @3)
        Void @14 = Upsilon(@10, ^@19)
        Void @15 = Branch(@13, #2, #3)
    #2:
        Int64 @16 = Mul(@10, @8)
        Void @17 = Upsilon(@16, ^@19)
        Void @18 = Jump(#3)
    #3:
        Int64 @19 = Phi()
        Int64 @20 = Sub(@8, @3)
        Void @21 = Upsilon(@20, ^@8)
        Void @22 = Upsilon(@12, ^@9)
        Void @23 = Upsilon(@19, ^@10)
        Void @24 = Branch(@20, #1, #4)
    #4:
        Int64 @25 = Add(@19, @12)
        Double @26 = IToD(@25)
        Double @27 = Add(@26, @1)
        Void @28 = Return(@27)
    }";

fn expected(n: i64, bias: f64) -> f64 {
    let squares: i64 = (1..=n).map(|i| i * i).sum();
    let odd: i64 = (1..=n).filter(|i| i % 2 == 1).product();
    (squares + odd) as f64 + bias
}

fn parsed(text: &str) -> Procedure {
    let module = parse_module(text, &targets(host_target().expect("a supported host"))).expect("it parses");
    module.procedures.into_iter().next().expect("it has one")
}

/// Points after Phis, between a branch and its Phi, between Upsilons, and after the loop.
fn points() -> Vec<Point> {
    [11, 16, 18, 20, 22, 26].map(|number| Point::Before(ValueId::new(number))).to_vec()
}

#[test]
fn each_exit_is_entered_at_another_level() {
    let plain = parsed(LOOP);
    let resumed: Result<Vec<_>, _> = LiveValues::compute(&plain).all(&points()).into_iter().collect();
    let checked = with_checks(&plain, 5, &resumed.expect("execution can resume there"));
    for (first, second) in
        [(OptLevel::O2, OptLevel::O0), (OptLevel::O0, OptLevel::O1), (OptLevel::O1, OptLevel::O2)]
    {
        let mut compiler = Compiler::with_options(Options::at(second)).expect("a supported host");
        let live = LiveValues::compute(&plain);
        let mut codes = Vec::new();
        for point in points() {
            let found = live.at(point).expect("execution can resume there");
            let rest = checked.continuation(5, &found).expect("all values can be in variables");
            let code = compiler.compile(rest).expect("it is valid");
            let layout = code.osr_layout(0).expect("it is an OSR entry");
            assert_eq!((layout.frames[0].function, layout.frames[0].pc), (5, point.to_pc()));
            assert!(layout.frames[0].slots.iter().all(|slot| matches!(slot, OsrSlot::Word { .. })));
            codes.push(code);
        }
        let mut compiler = Compiler::with_options(Options::at(first)).expect("a supported host");
        let code = compiler.compile(checked.clone()).expect("it is valid");
        let exits = Arc::new(Mutex::new(Vec::new()));
        let buffers = Arc::new(Mutex::new(Vec::new()));
        for handled in codes.iter().chain([&code]) {
            let (codes, exits, buffers) =
                (codes.iter().map(Code::downgrade).collect::<Vec<_>>(), exits.clone(), buffers.clone());
            // SAFETY: the continuation takes the frame that the exit left, and the buffer is alive until the test ends.
            unsafe {
                handled.set_exit_handler(move |exit| {
                    let values = exit.values().expect("the compiler wrote them");
                    let pc = values.frames[0].pc;
                    let index = points().iter().position(|point| point.to_pc() == pc).expect("a known exit");
                    let code = codes[index].upgrade().expect("the test holds it");
                    let layout = code.osr_layout(0).expect("it is an OSR entry");
                    let buffer = layout.buffer(&values.frames).expect("the frame fits").into_boxed_slice();
                    let address = buffer.as_ptr().addr() as u64;
                    buffers.lock().expect("nothing panics with it").push(buffer);
                    exits.lock().expect("nothing panics with it").push(index);
                    ExitReply::Continue(
                        Continuation::new(code, 0, vec![address]).expect("it has one argument"),
                    )
                });
            }
        }
        // SAFETY: the code computes with its arguments and reads a static; its handlers are those above.
        let sums = unsafe { code.typed::<extern "C" fn(i64, f64) -> f64>().expect("it has this type") };
        for n in 1..12 {
            exits.lock().expect("nothing panics with it").clear();
            assert_eq!(sums.call(n, 0.5), expected(n, 0.5), "{n} {first:?} {second:?}");
            let taken = exits.lock().expect("nothing panics with it");
            // Every check fails at every execution: three per iteration, two more per odd one, one after the loop.
            assert_eq!(taken.len() as i64, 3 * n + 2 * ((n + 1) / 2) + 1, "{taken:?}");
        }
    }
}

/// As above, but the exits are linked to the entries, and the handler is never called.
#[test]
fn each_linked_exit_is_entered_at_another_level() {
    let plain = parsed(LOOP);
    let live = LiveValues::compute(&plain);
    let resumed: Result<Vec<_>, _> = live.all(&points()).into_iter().collect();
    let checked = with_checks(&plain, 5, &resumed.expect("execution can resume there"));
    for (first, second) in
        [(OptLevel::O2, OptLevel::O0), (OptLevel::O0, OptLevel::O1), (OptLevel::O1, OptLevel::O2)]
    {
        let compiler_at = |level| {
            let mut compiler = Compiler::with_options(Options::at(level)).expect("a supported host");
            compiler.set_exit_handler(|exit| panic!("{exit:?} is not linked"));
            compiler
        };
        let mut compiler = compiler_at(second);
        let mut codes: Vec<Code> = Vec::new();
        for point in points() {
            let found = live.at(point).expect("execution can resume there");
            let rest = checked.continuation(5, &found).expect("all values can be in variables");
            codes.push(compiler.compile(rest).expect("it is valid"));
        }
        codes.push(compiler_at(first).compile(checked.clone()).expect("it is valid"));
        let exits_of = |code: &Code| (0..code.exits().len().expect("well-formed")).map(ExitId::new);
        for code in &codes {
            for exit in exits_of(code) {
                let pc = code.exits().describe(exit).expect("well-formed").frames[0].pc;
                let index = points().iter().position(|point| point.to_pc() == pc).expect("a known exit");
                let memory = compiler.memory().expect("it has one");
                // SAFETY: the continuation takes the frame that the exit leaves.
                unsafe { code.link_exit(memory, exit, &codes[index], 0) }.expect("the frame fits");
            }
        }
        // SAFETY: the code computes with its arguments.
        let sums = unsafe { codes[6].typed::<extern "C" fn(i64, f64) -> f64>().expect("it has this type") };
        for n in 1..12 {
            codes.iter().for_each(Code::reset_exit_counts);
            assert_eq!(sums.call(n, 0.5), expected(n, 0.5), "{n} {first:?} {second:?}");
            let counts = codes.iter().flat_map(|code| exits_of(code).map(|exit| code.exit_count(exit)));
            assert_eq!(counts.sum::<u64>() as i64, 3 * n + 2 * ((n + 1) / 2) + 1);
        }
    }
}

#[test]
fn a_continuation_is_text_and_is_saved_with_its_layout() {
    let plain = parsed(LOOP);
    let point = LiveValues::compute(&plain).at(Point::Before(ValueId::new(16))).expect("it can resume");
    let rest = plain.continuation(9, &point).expect("all values can be in variables");
    let again = parsed(&format!("barebones 1\n{rest}"));
    assert_eq!(again.to_string(), rest.to_string());
    assert!(rest.to_string().contains("osr_entry 0 state"));
    let mut compiler = Compiler::host().expect("a supported host");
    let layout = rest.osr_layout(0).expect("it is an OSR entry");
    let saved = compiler.save(&rest).expect("it compiles");
    assert_eq!(saved.code.osr_entries, [layout]);
}

#[test]
fn what_cannot_continue_is_named() {
    let mut plain = parsed(LOOP);
    let point = LiveValues::compute(&plain).at(Point::Before(ValueId::new(16))).expect("it can resume");
    let call = barebones::ir::ResumePoint { point: Point::During(ValueId::new(16)), ..point.clone() };
    assert_eq!(
        plain.continuation(0, &call).expect_err("it is no call"),
        ResumeError::NoPoint { point: call.point }
    );
    let mut pinned = plain.clone();
    pinned.pinned = RegSet::of(&[pinned.target().desc.pinnable.first().expect("there is one")]);
    assert_eq!(pinned.continuation(0, &point).expect_err("it is pinned"), ResumeError::PinnedRegisters);
    plain.set_derived(ValueId::new(12), ValueId::new(9));
    let failure = plain.continuation(0, &point).expect_err("a live value is derived");
    assert!(matches!(failure, ResumeError::NoVariable { .. }), "{failure}");
}
