//! Exit states of compiled procedures: values that a stack walk finds at calls and a handler at checks.

use barebones::base::{StateId, Type};
use barebones::interp::{ExitEntry, Interpreter, Limits, Outcome, ResumedFrame, SandboxHost};
use barebones::ir::{LiveValues, Module, Opcode, Point, Procedure, Stackmap, ValueId, parse_module};
use barebones::jit::{Bits, Code, ExitReply, walk_frames};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;
use std::cell::RefCell;

/// `conv={}` is the host's C convention.
fn module(text: &str) -> Module {
    let host = host_target().expect("a host");
    let text = text.replace("conv={}", &format!("conv={}", host.desc.conventions[0].name));
    parse_module(&text, &targets(host)).expect("parses")
}

fn compile(module: &Module, level: OptLevel, externs: &dyn Fn(&str) -> Option<*const u8>) -> Vec<Code> {
    let mut options = options_at(level);
    options.check_allocation = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    compiler
        .compile_module(module.clone(), externs)
        .unwrap_or_else(|failure| panic!("{level:?}: {}", failure.error))
}

fn call(code: &Code, args: &[u64]) -> Vec<u64> {
    let args: Vec<Bits> = args.iter().map(|bits| Bits { ty: Type::Int64, bits: *bits }).collect();
    // SAFETY: the tests call the code with its own signature.
    unsafe { code.call_raw(&args) }.expect("these are its arguments")
}

/// A frame found by the walk: name, function, pc, entries.
type Seen = (String, u32, u32, Vec<ExitEntry>);

thread_local! {
    static SEEN: RefCell<Vec<Seen>> = const { RefCell::new(Vec::new()) };
}

extern "C" fn look(frame: *const u8) -> u64 {
    // SAFETY: the compiled code passes its own frame.
    for frame in unsafe { walk_frames(frame, std::ptr::null()) } {
        // SAFETY: the frame is active.
        let values = unsafe { frame.values() }.expect("all values are known").expect("each call has a state");
        for inner in values.frames {
            SEEN.with_borrow_mut(|seen| {
                seen.push((frame.code().name().to_string(), inner.function, inner.pc, inner.entries));
            });
        }
    }
    5
}

const WALKED: &str = "barebones 1
    extern look(Int64) -> Int64
    proc leaf(Int64) -> Int64 conv=internal {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = FramePointer()
        Int64 @2 = CCall(\"look\", @1, conv={})
        Int64 @3 = Add(@0, @2)
        Void @4 = Return(@3)
    }
    proc middle(Int64, Int64) -> Int64 conv=internal {
        state0 = frame function=1 pc=10 [@3, @4]
        state1 = frame function=2 pc=20 parent=state0 [@2, dead, @0, Int32 7]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = Mul(@0, @1)
        Int64 @3 = Add(@0, @1)
        Int64 @4 = Const64(-3)
        Int64 @5 = CCall(\"leaf\", @2, state=state1)
        Int64 @6 = Add(@5, @3)
        Void @7 = Return(@6)
    }
    proc outer(Int64) -> Int64 conv=internal {
        state0 = frame function=3 pc=30 [@2]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Const64(100)
        Int64 @2 = Add(@0, @1)
        Int64 @3 = CCall(\"middle\", @0, @2, state=state0)
        Int64 @4 = Add(@3, @2)
        Void @5 = Return(@4)
    }";

/// The internal convention has no callee-saved registers, so values live across a call are in the frame: a walk from a
/// host function finds all of them.
#[test]
fn calls_have_states_that_a_walk_finds() {
    let module = module(WALKED);
    assert_eq!(
        parse_module(&module.to_string(), &targets(host_target().unwrap())).map(|m| m.to_string()),
        Ok(module.to_string())
    );
    let externs = |name: &str| (name == "look").then_some(look as *const u8);
    for level in OptLevel::ALL {
        let codes = compile(&module, level, &externs);
        SEEN.take();
        let (a, b) = (7, 107);
        assert_eq!(call(&codes[2], &[a]), [(a * b + 5) + (a + b) + b], "{level:?}");
        let scalar = |bits| ExitEntry::Scalar(Type::Int64, bits);
        let inlined = vec![scalar(a * b), ExitEntry::Dead, scalar(a), ExitEntry::Scalar(Type::Int32, 7)];
        let expected = vec![
            (String::from("middle"), 2, 20, inlined),
            (String::from("middle"), 1, 10, vec![scalar(a + b), scalar(-3i64 as u64)]),
            (String::from("outer"), 3, 30, vec![scalar(b)]),
        ];
        assert_eq!(SEEN.take(), expected, "{level:?}");
    }
}

#[test]
fn broken_states_of_calls_are_found() {
    let broken = |from: &str, to: &str| {
        let text = WALKED.replacen(from, to, 1);
        assert_ne!(text, WALKED);
        let module = module(&text);
        let violations = barebones::ir::validate_module(&module).expect_err("is broken");
        violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert!(broken("state=state1)", "state=state7)").contains("state7 does not exist"));
    assert!(
        broken("[@2, dead, @0, Int32 7]", "[@5]").contains("@5"),
        "the call's own result is not there yet"
    );
    let tail = "proc tail(Int64) -> Int64 conv=internal {
            state0 = frame function=3 pc=30 []
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Void @1 = TailCall(\"tail\", @0, state=state0)
        }";
    let module = module(&format!("barebones 1\n{tail}"));
    let violations = barebones::ir::validate_module(&module).expect_err("is broken");
    assert!(
        violations[0].to_string().contains("a TailCall is never active in a frame of its own"),
        "{violations:?}"
    );
}

/// A loop with a checked addition. For each value, it exits once, continues in the interpreter, and must return what
/// the interpreter alone returns.
#[test]
fn checks_exit_to_the_interpreter() {
    let module = module(
        "barebones 1
        proc sum(Int64, Int64) -> Int64 {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int64 @1 = ArgumentReg(%a1)
            Int64 @2 = Const64(0)
            Void @3 = Upsilon(@2, ^@6)
            Void @4 = Upsilon(@0, ^@7)
            Void @5 = Jump(#1)
        #1:
            Int64 @6 = Phi()
            Int64 @7 = Phi()
            Int64 @8 = Mul(@7, @7)
            Int64 @9 = Add(@6, @8)
            Int64 @10 = Const64(-1)
            Int64 @11 = Add(@7, @10)
            Int32 @12 = Equal(@7, @1)
            Void @13 = Upsilon(@9, ^@6)
            Void @14 = Upsilon(@11, ^@7)
            Void @15 = Branch(@11, #1, #2)
        #2:
            Int64 @16 = Add(@9, @1)
            Void @17 = Return(@16)
        }",
    );
    let plain = &module.procedures[0];
    let live = LiveValues::compute(plain);
    let expected = |n: u64| (1..=n).map(|i| i * i).sum::<u64>();
    for level in OptLevel::ALL {
        for at in [9, 10, 11, 13, 14, 15] {
            let point = live.at(Point::Before(ValueId::new(at))).expect("is a point");
            let mut proc = plain.clone();
            // Inserts a check before that value; it fails when the counter equals the second argument.
            let condition = proc.add_equal_in_nothing(ValueId::new(7), ValueId::new(1));
            let state = proc.add_resume_state(StateId::INVALID, 0, &point);
            let map = Stackmap { state, ..Stackmap::default() };
            let block = barebones::ir::BlockId::INVALID;
            let check = proc.at(block).stackmap_value(Opcode::Check, Type::Void, &[condition], map);
            let body = barebones::ir::BlockId::new(1);
            let index = proc.block_values(body).iter().position(|id| id.number() == at).expect("exists");
            let mut insertions = barebones::ir::InsertionSet::new();
            insertions.insert(index, condition);
            insertions.insert(index, check);
            insertions.execute(&mut proc, body);
            let mut changed = module.clone();
            changed.procedures[0] = proc;
            let codes = compile(&changed, level, &|_| None);
            let (interpreted, resumed) = (module.clone(), point.clone());
            super::handle(&codes[0], move |exit| {
                let interpreter = Interpreter::new(&interpreted).expect("is valid");
                let values = exit.values().expect("is well formed");
                assert_eq!(Point::from_pc(values.frames[0].pc), resumed.point);
                let bits = values.frames[0].bits().expect("all are values");
                let frame = ResumedFrame { procedure: 0, point: &resumed, bits };
                let mut host = SandboxHost::new();
                let rest = interpreter.resume(&[frame], &mut host, Limits::default()).expect("resumes");
                match rest.outcome {
                    Outcome::Returned(results) => ExitReply::Return(vec![results[0].1]),
                    other => panic!("{other:?}"),
                }
            });
            for stop in 0..12 {
                assert_eq!(call(&codes[0], &[9, stop]), [expected(9) + stop], "{level:?} at {at}, {stop}");
            }
        }
    }
}

/// Creates an `Equal` that is in no block yet.
trait InNothing {
    fn add_equal_in_nothing(&mut self, a: ValueId, b: ValueId) -> ValueId;
}

impl InNothing for Procedure {
    fn add_equal_in_nothing(&mut self, a: ValueId, b: ValueId) -> ValueId {
        self.at(barebones::ir::BlockId::INVALID).apply_typed(Opcode::Equal, Type::Int32, &[a, b])
    }
}

/// A procedure that pops its arguments also pops them at an exit: its caller, which reads results from the stack, finds
/// the stack pointer restored.
#[test]
fn arguments_are_removed_by_exits() {
    let module = module(
        "barebones 1
        proc callee(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> (Int64, Int64, Int64, Int64) conv=internal {
            state0 = frame function=1 pc=2 [@0]
        #0:
            Int64 @0 = ArgumentReg(%a0)
            Int32 @1 = Trunc(@0)
            Void @2 = Check(@1, state=state0)
            Void @3 = Return(@0, @0, @0, @0)
        }
        proc caller(Int64) -> Int64 conv=internal {
        #0:
            Int64 @0 = ArgumentReg(%a0)
            (Int64, Int64, Int64, Int64) @1 = CCall(callee, @0, @0, @0, @0, @0, @0, @0, @0, @0)
            (Int64, Int64, Int64, Int64) @2 = CCall(callee, @0, @0, @0, @0, @0, @0, @0, @0, @0)
            Int64 @3 = Extract(@1, 2)
            Int64 @4 = Extract(@2, 3)
            Int64 @5 = Sub(@3, @4)
            Void @6 = Return(@5)
        }",
    );
    for level in OptLevel::ALL {
        let codes = compile(&module, level, &|_| None);
        let taken = std::sync::atomic::AtomicU64::new(0);
        super::handle(&codes[0], move |exit| {
            let entry = exit.values().expect("is well formed").frames[0].entries[0];
            assert_eq!(entry, ExitEntry::Scalar(Type::Int64, 5));
            let n = 100 * taken.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            ExitReply::Return(vec![n + 1, n + 2, n + 3, n + 4])
        });
        assert_eq!(call(&codes[1], &[5]), [3u64.wrapping_sub(104)], "{level:?}");
        assert_eq!(call(&codes[1], &[0]), [0], "{level:?}");
    }
}
