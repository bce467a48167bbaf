//! Exits that are linked to OSR entries of other code, counters of exits, and values that are read without allocating.

use super::replies::THROWING;
use barebones::base::{ExitId, OsrSlot, Type};
use barebones::interp::OsrEntryError;
use barebones::ir::{Module, Procedure, parse_module};
use barebones::jit::{
    self, Code, CodeMemory, ExitLinkError, ExitReply, ExitValues, Quiescence, TypedCode, with_context,
};
use barebones::{Compiler, OptLevel, exit_state, host_target, targets};
use barebones_testing::native::options_at;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};

fn module(text: &str) -> Module {
    let host = host_target().expect("a host");
    let convention = &host.desc.conventions[0];
    let text = text.replace("conv={}", &format!("conv={}", convention.name));
    // The registers of two floating-point arguments after two others.
    let floats = if convention.positional { ["%fa2", "%fa3"] } else { ["%fa0", "%fa1"] };
    let text = text.replace("%third", floats[0]).replace("%fourth", floats[1]);
    parse_module(&text, &targets(host)).expect("parses")
}

extern "C" fn identity(x: i64) -> i64 {
    x
}

fn compile(level: OptLevel, text: &str) -> (Vec<Code>, Arc<CodeMemory>) {
    let mut options = options_at(level);
    options.check_allocation = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    compiler.set_exit_handler(|_| ExitReply::ReturnOne(1));
    let externs = |name: &str| match name {
        "thrown" => Some(jit::thrown_function()),
        "throw" => jit::throw_function(),
        "identity" => Some(identity as *const u8),
        _ => None,
    };
    let codes = compiler.compile_module(module(text), &externs);
    let codes = codes.unwrap_or_else(|failure| panic!("{}", failure.error));
    (codes, compiler.memory().expect("it has one").clone())
}

/// A product that must fit 32 bits, with values of all types in its state, and a constant.
const LEAVER: &str = "barebones 1
    proc leaver(Int64, Int64, Double, Double) -> Double {
        state0 = frame function=1 pc=2 [@8, @1, @9 | @3, @4, dead]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Double @2 = ArgumentReg(%third)
        Double @3 = ArgumentReg(%fourth)
        Int32 @8 = Trunc(@0)
        Float @9 = DoubleToFloat(@2)
        Int32 @4 = Const32(-7)
        Int32 @5 = CheckMul(@8, @4, state=state0)
        Double @6 = IToD(@5)
        Void @7 = Return(@6)
    }
";

/// The sum of the values of the state.
const LOWER: &str = "barebones 1
    proc lower(Int64) -> Double {
        state0 = frame function=1 pc=2 [@1, @2, @3 | @4, @5, dead]
        osr_entry 0 state0
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int32 @1 = Load(@0)
        Int64 @2 = Load(@0, offset=8)
        Float @3 = Load(@0, offset=16)
        Double @4 = Load(@0, offset=24)
        Int32 @5 = Load(@0, offset=32)
        Int64 @6 = Load(@0, offset=0)
        Int64 @7 = Load(@0, offset=32)
        Int64 @8 = Add(@6, @7)
        Int64 @9 = Add(@8, @2)
        Double @10 = IToD(@9)
        Double @11 = FloatToDouble(@3)
        Double @12 = Add(@10, @11)
        Double @13 = Add(@12, @4)
        Void @14 = Return(@13)
    }
";

type Leaver = extern "C" fn(i64, i64, f64, f64) -> f64;

#[test]
fn a_linked_exit_passes_its_state_to_the_entry() {
    for (from, to) in OptLevel::ALL.into_iter().zip(OptLevel::ALL.into_iter().rev()) {
        let ((mut codes, memory), (lower, _)) = (compile(from, LEAVER), compile(to, LOWER));
        let code = codes.swap_remove(0);
        // SAFETY: the code computes with its arguments, and its exits return a number.
        let leaver: TypedCode<Leaver> = unsafe { code.typed() }.expect("of this type");
        let exit = ExitId::new(0);
        assert_eq!(leaver.call(3, 4, 1.5, 0.25), -21.0);
        assert_eq!((code.exit_count(exit), code.is_exit_linked(exit)), (0, false));
        super::handle(&code, |_| ExitReply::ReturnOne(9.0f64.to_bits()));
        // The upper half is no part of the value.
        let large = 0x1234_5678_8001_0000;
        assert_eq!(leaver.call(large, 4, 1.5, 0.25), 9.0);
        // SAFETY: the entry takes this state and returns a number.
        let before = unsafe { code.link_exit(&memory, exit, &lower[0], 0) }.expect("they fit");
        assert!(before.is_none() && code.is_exit_linked(exit));
        // The upper halves of the words are zero.
        let expected = f64::from(large as u32) + f64::from(-7i32 as u32) + 4.0 + 1.5 + 0.25;
        drop(lower); // the exit keeps it alive
        for count in 2..5 {
            assert_eq!(leaver.call(large, 4, 1.5, 0.25), expected, "{from:?} to {to:?}");
            assert_eq!(code.exit_count(exit), count);
        }
        code.reset_exit_counts();
        assert_eq!(code.exit_count(exit), 0);
        // SAFETY: no thread runs the stub.
        assert!(unsafe { code.unlink_exit(exit) }.is_some());
        assert_eq!(leaver.call(large, 4, 1.5, 0.25), 9.0);
        assert_eq!((code.exit_count(exit), code.is_exit_linked(exit)), (1, false));
        // SAFETY: as above.
        assert!(unsafe { code.unlink_exit(exit) }.is_none());
    }
}

/// `saver` keeps values in registers that its caller, `keeper`, uses too.
const SAVING: &str = "barebones 1
    extern identity(Int64) -> Int64
    proc saver(Int64, Int64) -> Int64 conv={} {
        state0 = frame function=1 pc=2 [@0, @1 | @2]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = CCall(identity, @0)
        Int64 @3 = CheckMul(@2, @1, state=state0)
        Int64 @4 = Sub(@3, @0)
        Void @5 = Return(@4)
    }
    proc keeper(Int64, Int64) -> Int64 conv={} {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = BitXor(@0, @1)
        Int64 @3 = Mul(@0, @2)
        Int64 @4 = CCall(saver, @0, @1)
        Int64 @5 = Add(@4, @2)
        Int64 @6 = Add(@5, @3)
        Void @7 = Return(@6)
    }
";

/// Also calls, so that it saves registers of its own.
const AFTER_SAVER: &str = "barebones 1
    extern identity(Int64) -> Int64
    proc after(Int64) -> Int64 conv={} {
        state0 = frame function=1 pc=2 [@1, @2 | @3]
        osr_entry 0 state0
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Load(@0)
        Int64 @2 = Load(@0, offset=8)
        Int64 @3 = Load(@0, offset=16)
        Int64 @4 = CCall(identity, @1)
        Int64 @5 = Add(@4, @2)
        Int64 @6 = Add(@5, @3)
        Void @7 = Return(@6)
    }
";

#[test]
fn a_linked_exit_returns_with_the_registers_of_the_caller() {
    for level in OptLevel::ALL {
        let ((codes, memory), (after, _)) = (compile(level, SAVING), compile(level, AFTER_SAVER));
        let saver = codes.iter().find(|code| code.name() == "saver").expect("it is compiled");
        let keeper = codes.iter().find(|code| code.name() == "keeper").expect("it is compiled");
        // SAFETY: the entry takes this state.
        unsafe { saver.link_exit(&memory, ExitId::new(0), &after[0], 0) }.expect("they fit");
        // SAFETY: the code computes with its arguments.
        let keeper: TypedCode<extern "C" fn(i64, i64) -> i64> =
            unsafe { keeper.typed() }.expect("of this type");
        let expected = |x: i64, y: i64, result: i64| result + (x ^ y) + x.wrapping_mul(x ^ y);
        assert_eq!(keeper.call(6, 7), expected(6, 7, 42 - 6), "{level:?}");
        let (x, y) = (1 << 40, (1 << 40) + 3);
        assert_eq!(keeper.call(x, y), expected(x, y, x + y + x), "{level:?}");
    }
}

const THROWER: &str = "barebones 1
    extern throw(Int64, Int64) -> Void
    proc thrower(Int64) -> Int64 conv=internal {
        state0 = frame function=1 pc=2 [@1 | @2]
        osr_entry 0 state0
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Load(@0)
        Int64 @2 = Load(@0, offset=8)
        Void @3 = CCall(throw, @1, @2, conv={})
        Void @4 = Return(@1)
    }
";

#[test]
fn code_that_a_linked_exit_entered_throws_through_its_frame() {
    if jit::throw_function().is_none() {
        return;
    }
    for level in OptLevel::ALL {
        let ((codes, memory), (thrower, _)) = (compile(level, THROWING), compile(level, THROWER));
        let inner = codes.iter().find(|code| code.name() == "inner").expect("it is compiled");
        let outer = codes.iter().find(|code| code.name() == "outer").expect("it is compiled");
        // If it was inlined, the exit has other frames.
        // SAFETY: the entry takes this state and throws.
        unsafe { inner.link_exit(&memory, ExitId::new(0), &thrower[0], 0) }.expect("they fit");
        // SAFETY: the code computes with its arguments.
        let outer: TypedCode<extern "C" fn(i64, i64) -> i64> =
            unsafe { outer.typed() }.expect("of this type");
        assert_eq!(outer.call(6, 7), 42 + (6 ^ 7), "{level:?}");
        let large = 1 << 40;
        for _ in 0..3 {
            assert_eq!(outer.call(large, large + 9), 2 * (large + large + 9), "{level:?}");
        }
        assert_eq!(inner.exit_count(ExitId::new(0)), 3);
    }
}

#[test]
fn exits_that_cannot_be_linked_name_the_reason() {
    let level = OptLevel::O1;
    let ((codes, memory), (lower, _), (thrower, _)) =
        (compile(level, LEAVER), compile(level, LOWER), compile(level, THROWER));
    let exit = ExitId::new(0);
    let error = |exit: ExitId, target: &Code, entry: usize| {
        // SAFETY: it is not linked.
        unsafe { codes[0].link_exit(&memory, exit, target, entry) }.expect_err("it does not fit")
    };
    let wrong = error(ExitId::new(1), &lower[0], 0);
    assert_eq!(wrong.to_string(), "`leaver` has no exit1 that its code takes");
    assert!(matches!(error(exit, &lower[0], 1), ExitLinkError::NoOsrEntry { entry: 1, .. }));
    assert!(matches!(error(exit, &codes[0], 0), ExitLinkError::NoOsrEntry { .. }));
    assert!(matches!(error(exit, &thrower[0], 0), ExitLinkError::Signature { .. }));
    type Expected = fn(&OsrEntryError) -> bool;
    let variants: [(&str, &str, Expected); 4] = [
        ("pc=2", "pc=3", |error| matches!(error, OsrEntryError::Position { .. })),
        ("@3 | @4, @5, dead", "@3, @4 | @5, dead", |error| matches!(error, OsrEntryError::EntryCount { .. })),
        ("@4, @5, dead", "@4, @2, dead", |error| matches!(error, OsrEntryError::Entry { .. })),
        ("@1, @2, @3 |", "@1, Int64 9, @3 |", |error| matches!(error, OsrEntryError::Constant { .. })),
    ];
    for (from, to, expected) in variants {
        if !LOWER.contains(from) {
            panic!("{from} is not in the text");
        }
        let text = LOWER.replace(from, to);
        let Ok(_) = parse_module(&text, &targets(host_target().expect("a host"))) else {
            panic!("{to} does not parse");
        };
        let (other, _) = compile(level, &text);
        match error(exit, &other[0], 0) {
            ExitLinkError::Frames(found) => assert!(expected(&found), "{found}"),
            other => panic!("{to}: {other}"),
        }
    }
    assert!(!codes[0].is_exit_linked(exit));
}

#[test]
fn constants_that_code_was_compiled_for_must_be_those_of_the_exit() {
    let (codes, memory) = compile(OptLevel::O1, LEAVER);
    let link = |bits: i32| {
        let text = LOWER.replace("@4, @5, dead", &format!("@4, Int32 {bits}, dead"));
        let (lower, _) = compile(OptLevel::O1, &text);
        let slots = &lower[0].osr_layout(0).expect("it is one").frames[0].slots;
        assert_eq!(slots[4], OsrSlot::Constant(Type::Int32, bits as u32 as u64));
        // SAFETY: the code is not called.
        unsafe { codes[0].link_exit(&memory, ExitId::new(0), &lower[0], 0) }.is_ok()
    };
    assert_eq!([7, -7, 0].map(link), [false, true, false]);
}

/// Two threads take an exit, while a third links it to each of two entries, and unlinks it.
#[test]
fn exits_are_linked_while_threads_take_them() {
    const CHANGES: u64 = 3_000;
    let text = LEAVER;
    let (codes, memory) = compile(OptLevel::O2, text);
    let lower = [OptLevel::O0, OptLevel::O2].map(|level| compile(level, LOWER).0.swap_remove(0));
    super::handle(&codes[0], |_| ExitReply::ReturnOne(9.0f64.to_bits()));
    let (quiescence, stop, calls) = (Quiescence::new(), AtomicBool::new(false), AtomicU64::new(0));
    let exit = ExitId::new(0);
    std::thread::scope(|scope| {
        let start = || {
            scope.spawn(|| {
                // SAFETY: the code computes with its arguments.
                let leaver: TypedCode<Leaver> = unsafe { codes[0].typed() }.expect("of this type");
                let mut thread = quiescence.register_thread();
                let sum = f64::from(1 << 30) + f64::from(-7i32 as u32) + 4.0 + 1.5 + 0.25;
                while !stop.load(SeqCst) {
                    let result = leaver.call(1 << 30, 4, 1.5, 0.25);
                    assert!(result == 9.0 || result == sum, "{result}");
                    calls.fetch_add(1, SeqCst);
                    thread.quiescent();
                }
            })
        };
        let threads = [start(), start()];
        let is_failed = || threads.iter().any(|thread| thread.is_finished());
        for round in 0..CHANGES {
            // SAFETY: the entries take this state; old stubs are retired.
            let before = unsafe {
                match round % 3 {
                    2 => codes[0].unlink_exit(exit),
                    n => {
                        let linked = codes[0].link_exit(&memory, exit, &lower[n as usize], 0);
                        linked.expect("they fit")
                    }
                }
            };
            quiescence.retire(before);
            let seen = calls.load(SeqCst);
            while round % 64 == 0 && calls.load(SeqCst) < seen + 2 && !is_failed() {
                std::thread::yield_now();
            }
        }
        stop.store(true, SeqCst);
    });
    assert!(codes[0].exit_count(exit) > CHANGES / 64);
}

/// Code at the address of code that was freed has its own handler and exits.
#[test]
fn exits_find_the_code_that_took_the_place_of_other_code() {
    for round in 0..50u32 {
        let (mut codes, _) = compile(OptLevel::O1, if round % 2 == 0 { LEAVER } else { THROWING });
        let code = codes.swap_remove(0);
        drop(codes);
        let name = code.name().to_string();
        super::handle(&code, move |exit| {
            assert_eq!(exit.code().name(), name);
            ExitReply::ReturnOne(f64::from(round).to_bits())
        });
        if round % 2 == 0 {
            // SAFETY: the code computes with its arguments.
            let leaver: TypedCode<Leaver> = unsafe { code.typed() }.expect("of this type");
            assert_eq!(leaver.call(1 << 31, 0, 0.0, 0.0), f64::from(round));
        }
    }
}

/// The state of a virtual machine: memory for the values of exits.
struct Vm {
    values: ExitValues,
    moved: u32,
}

#[test]
fn values_are_read_into_memory_of_the_client() {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root);
    let (x, y) = (b.argument(Type::Int64), b.argument(Type::Int64));
    let state = exit_state![b.proc, frame { function: 3, pc: 4, locals: [x, y], stack: [x] }];
    let product = b.check_mul(x, y).exit_state(state).append();
    b.ret([product]);
    let mut compiler = Compiler::host().expect("a host");
    compiler.set_exit_handler(|exit| {
        let count = exit.count();
        let mut values = std::mem::take(&mut exit.context::<Vm>().expect("all calls have one").values);
        let before = values.frames.first().map(|frame| frame.entries.as_ptr());
        exit.read_values(&mut values).expect("the compiler wrote them");
        assert_eq!(values, exit.values().expect("as above"));
        let after = values.frames[0].entries.as_ptr();
        let sum = values.frames[0].locals().iter().map(|entry| entry.bits().expect("a scalar"));
        let sum = sum.sum::<u64>() + count;
        let vm = exit.context::<Vm>().expect("as above");
        vm.moved += u32::from(before != Some(after));
        vm.values = values;
        ExitReply::ReturnOne(sum)
    });
    let code = compiler.compile(proc).expect("it compiles");
    // SAFETY: the code computes with its arguments.
    let multiply: TypedCode<extern "C" fn(i64, i64) -> u64> = unsafe { code.typed() }.expect("of this type");
    let mut vm = Vm { values: ExitValues::default(), moved: 0 };
    for round in 1..=100 {
        let result = with_context(&mut vm, |_| multiply.call(1 << 40, (1 << 40) + 5));
        assert_eq!(result, (1 << 41) + 5 + round);
    }
    assert_eq!((vm.moved, code.exit_count(ExitId::new(0))), (1, 100));
}

/// A handler that replaces itself stays alive until it has returned.
#[test]
fn a_replaced_handler_is_dropped_when_no_exit_uses_it() {
    struct Dropped(Arc<AtomicU64>);

    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.fetch_add(1, SeqCst);
        }
    }

    let (codes, _) = compile(OptLevel::O1, LEAVER);
    let drops = Arc::new(AtomicU64::new(0));
    let (owned, weak) = (Dropped(drops.clone()), codes[0].downgrade());
    super::handle(&codes[0], move |_| {
        let code = weak.upgrade().expect("it is running");
        super::handle(&code, |_| ExitReply::ReturnOne(2.0f64.to_bits()));
        assert_eq!(owned.0.load(SeqCst), 0);
        ExitReply::ReturnOne(1.0f64.to_bits())
    });
    // SAFETY: the code computes with its arguments.
    let leaver: TypedCode<Leaver> = unsafe { codes[0].typed() }.expect("of this type");
    let results = [0; 2].map(|_| leaver.call(1 << 31, 0, 0.0, 0.0));
    assert_eq!((results, drops.load(SeqCst)), ([1.0, 2.0], 1));
}
