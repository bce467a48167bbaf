//! Taken exits: hand-assembled code exits, a handler sees every value, and the caller gets the reply.

use barebones::base::{
    CallConv, ExitId, ObjectId, Reg, Signature, StateId, Target, TrapCode, Type, ValueRep, Width,
};
use barebones::host_target;
use barebones::interp::{ExitEntry, ExitFrame, ExitObject};
use barebones::ir::{Procedure, StateEntry};
use barebones::isa::x64::registers::*;
use barebones::isa::x64::{Assembler, Mem};
use barebones::isa::{CodeBuffer, CompiledCode, ExitKind, ExitTable, FrameInfo, RelocTarget};
use barebones::jit::{
    Bits, Code, CodeMemory, Continuation, ExitError, ExitReply, ExitValues, Linkable, Resolved, TakenExit,
    TrapRecovery, link, walk_frames,
};
use barebones::lower::ExitEncoder;
use std::sync::{Arc, Mutex};

const I32: Type = Type::Int32;
const I64: Type = Type::Int64;
const F32: Type = Type::Float;
const F64: Type = Type::Double;

/// A procedure of a group: its code, signature and convention.
struct Made {
    name: &'static str,
    code: CompiledCode,
    signature: Signature,
    convention: &'static CallConv,
}

fn target() -> Target {
    host_target().expect("runs here")
}

/// Conventions of this code, also on Windows: 0 is the C convention of other systems, 1 the internal one.
fn convention(number: u32) -> &'static CallConv {
    let id = target().convention_by_name(["system_v", "internal"][number as usize]);
    target().convention(id.expect("every target has both"))
}

/// Builds a procedure with the frame `frame`: `body` emits the code between prologue and epilogue, with the pool of
/// `proc`.
fn make(
    name: &'static str,
    conv: u32,
    params: &[Type],
    results: &[Type],
    frame: FrameInfo,
    proc: &Procedure,
    body: impl FnOnce(&mut Assembler<'_>),
) -> Made {
    let target = target();
    let mut buffer = CodeBuffer::new(target.desc.arch);
    let entry = buffer.bind_new_label();
    buffer.add_entry(entry);
    let mut asm = Assembler::new(&mut buffer);
    asm.push_r(RBP);
    asm.mov_rr(Width::W64, RBP, RSP);
    asm.alu_ri(barebones::isa::x64::Alu::Sub, Width::W64, RSP, frame.size as i32);
    for &(reg, offset) in &frame.callee_saves {
        asm.mov_mr(Width::W64, Mem::base(RBP, offset), reg);
    }
    body(&mut asm);
    for &(reg, offset) in &frame.callee_saves {
        asm.mov_rm(Width::W64, reg, Mem::base(RBP, offset));
    }
    asm.leave();
    asm.ret();
    let mut code = buffer.finish(frame).expect("nothing is wrong with it");
    code.exits = ExitEncoder::new().encode(proc, &buffer).expect("nothing is wrong with it");
    let signature = Signature { params: params.to_vec(), results: results.to_vec() };
    Made { name, code, signature, convention: convention(conv) }
}

fn linked(made: &[Made], externs: &[*const u8]) -> Vec<Code> {
    let memory = CodeMemory::new().expect("memory");
    let linkables: Vec<Linkable<'_>> = made
        .iter()
        .map(|made| Linkable {
            name: made.name,
            code: &made.code,
            signature: &made.signature,
            convention: made.convention,
        })
        .collect();
    // Symbols below 100 are procedures, the others host functions.
    let resolve = |_, symbol: barebones::base::SymbolId| {
        let number = symbol.number() as usize;
        match number.checked_sub(100) {
            Some(index) => externs.get(index).copied().map(Resolved::Address),
            None => Some(Resolved::Procedure(number)),
        }
    };
    link(&memory, &linkables, &[], &resolve).expect("links")
}

fn symbol(number: u32) -> RelocTarget {
    RelocTarget::Symbol(barebones::base::SymbolId::new(number))
}

fn bits(args: &[(Type, u64)]) -> Vec<Bits> {
    args.iter().map(|&(ty, bits)| Bits { ty, bits }).collect()
}

fn call(code: &Code, args: &[(Type, u64)]) -> Vec<u64> {
    // SAFETY: the tests call the code with its own signature.
    unsafe { code.call_raw(&bits(args)) }.expect("these are its arguments")
}

fn frame(size: u32, callee_saves: &[(Reg, i32)]) -> FrameInfo {
    FrameInfo { size, slots: vec![Some(-8)], callee_saves: callee_saves.to_vec(), ..FrameInfo::default() }
}

/// Loads a known number into each callee-saved register.
fn fill_callee_saved(asm: &mut Assembler<'_>, first: u64) {
    for (i, reg) in [RBX, R12, R13, R14, R15].into_iter().enumerate() {
        asm.mov_ri(reg, first + i as u64);
    }
}

const SAVED: [(Reg, i32); 5] = [(RBX, -16), (R12, -24), (R13, -32), (R14, -40), (R15, -48)];

/// A procedure that calls another with its own argument. Returns the result plus the callee-saved registers, which must
/// be unchanged: 5 * 1000 + 10.
fn caller_of(callee: u32) -> Made {
    let proc = Procedure::new(&target());
    make("caller", 0, &[I64], &[I64], frame(64, &SAVED), &proc, |asm| {
        fill_callee_saved(asm, 1000);
        asm.call_address(symbol(callee), 0);
        for reg in [RBX, R12, R13, R14, R15] {
            asm.alu_rr(barebones::isa::x64::Alu::Add, Width::W64, RAX, reg);
        }
    })
}

const KEPT: u64 = 5 * 1000 + 10;

/// Two frames with values in all kinds of location, and two objects that refer to each other.
fn everything() -> (Procedure, StateId, Vec<ValueRep>) {
    let mut proc = Procedure::new(&target());
    let root = proc.add_block();
    let types = [I64, I32, F64, F32, I64, I32, F64, I64, I32, I64];
    let v = types.map(|ty| proc.at(root).argument(ty));
    let seven = proc.at(root).const32(7);
    let [first, second] = [0, 1].map(ObjectId::new);
    proc.add_object(70, &[StateEntry::Object(second), StateEntry::Value(v[9])]);
    proc.add_object(71, &[StateEntry::Object(first), StateEntry::Constant(F32, 0x3f80_0000)]);
    let outer = proc.add_state(
        StateId::INVALID,
        1,
        10,
        &[StateEntry::Value(v[0]), StateEntry::Object(second), StateEntry::Dead],
    );
    let entries: Vec<StateEntry> = v[1..9].iter().map(|v| StateEntry::Value(*v)).collect();
    let more = [StateEntry::Value(seven), StateEntry::Reference(v[0]), StateEntry::Constant(I64, u64::MAX)];
    let inner = proc.add_state(outer, 2, 20, &[&entries[..], &more].concat());
    // In the order of `state_values`: the inner frame, the outer one, the objects.
    let constant = |bits, width| ValueRep::Constant { bits, width };
    let reps = vec![
        ValueRep::Register(RCX),
        ValueRep::Register(XMM7),
        ValueRep::Register(XMM15),
        ValueRep::Stack(-56),
        ValueRep::Stack(-60),
        constant(0x4000_0000_0000_0000, Width::W64),
        ValueRep::StackArgument(8),
        constant(0xffff_fffe, Width::W32),
        ValueRep::Register(R11),
        ValueRep::Stack(16),
    ];
    (proc, inner, reps)
}

fn everything_values() -> ExitValues {
    let scalar = ExitEntry::Scalar;
    let inner = vec![
        scalar(I32, 0x8000_0001),
        scalar(F64, 2.5f64.to_bits()),
        scalar(F32, u64::from(1.5f32.to_bits())),
        scalar(I64, 0x0123_4567_89ab_cdef),
        scalar(I32, 0x7654_3210),
        scalar(F64, 2.0f64.to_bits()),
        scalar(I64, 77),
        scalar(I32, 0xffff_fffe),
        scalar(I32, 7),
        ExitEntry::Reference(0xabcd_0000_1111),
        scalar(I64, u64::MAX),
    ];
    let [first, second] = [0, 1].map(ObjectId::new);
    let outer = vec![scalar(I64, 0xabcd_0000_1111), ExitEntry::Object(second), ExitEntry::Dead];
    ExitValues {
        frames: vec![
            ExitFrame { function: 2, pc: 20, local_count: None, entries: inner },
            ExitFrame { function: 1, pc: 10, local_count: None, entries: outer },
        ],
        objects: vec![
            ExitObject {
                id: second,
                shape: 71,
                fields: vec![ExitEntry::Object(first), scalar(F32, 0x3f80_0000)],
            },
            ExitObject { id: first, shape: 70, fields: vec![ExitEntry::Object(second), scalar(I64, 4242)] },
        ],
    }
}

/// A procedure that exits with `everything`. It takes seven arguments, the last one on the stack.
fn leaver(exits_before: u32) -> Made {
    let (proc, state, reps) = everything();
    make("leaver", 0, &[I64; 7], &[I64], frame(96, &SAVED), &proc, |asm| {
        fill_callee_saved(asm, 0xbad0);
        let word = |asm: &mut Assembler<'_>, mem: Mem, bits: u64| {
            asm.mov_ri(RAX, bits);
            asm.mov_mr(Width::W64, mem, RAX);
        };
        word(asm, Mem::base(RBP, -56), 0x0123_4567_89ab_cdef);
        word(asm, Mem::base(RSP, 8), 77);
        asm.mov_mi(Width::W32, Mem::base(RBP, -60), 0x7654_3210);
        word(asm, Mem::base(RSP, 16), 2.5f64.to_bits());
        asm.float_load(Width::W64, XMM7, Mem::base(RSP, 16));
        asm.mov_mi(Width::W32, Mem::base(RSP, 16), 1.5f32.to_bits() as i32);
        asm.float_load(Width::W32, XMM15, Mem::base(RSP, 16));
        asm.mov_ri(RCX, 0x5555_5555_8000_0001);
        asm.mov_ri(R11, 0xabcd_0000_1111);
        for _ in 0..exits_before {
            asm.buffer().add_exit_site(ExitKind::Check, state, &reps);
        }
        let exit = asm.buffer().add_exit_site(ExitKind::Check, state, &reps);
        let start = asm.buffer().offset();
        asm.exit(exit);
        let bytes = asm.buffer().offset() - start;
        assert_eq!(bytes, if exits_before < 128 { 7 } else { 10 });
    })
}

const ARGS: [(Type, u64); 7] = [(I64, 1), (I64, 2), (I64, 3), (I64, 4), (I64, 5), (I64, 6), (I64, 4242)];

#[test]
fn every_value_arrives_and_the_result_is_returned() {
    for exits_before in [0, 127, 128, 300] {
        let codes = linked(&[leaver(exits_before)], &[]);
        let expected = ExitId::new(exits_before);
        super::handle(&codes[0], move |exit: &mut TakenExit<'_>| {
            assert_eq!((exit.exit(), exit.code().name()), (expected, "leaver"));
            assert_eq!(exit.values(), Ok(everything_values()));
            assert_eq!((exit.register(RBX), exit.register(XMM7)), (Some(0xbad0), Some(2.5f64.to_bits())));
            assert_eq!(
                exit.stack_slot(barebones::base::StackSlotId::new(0)).map(|p| p as usize),
                Some(exit.frame_pointer() as usize - 8)
            );
            ExitReply::Return(vec![99])
        });
        assert_eq!(call(&codes[0], &ARGS), [99], "after {exits_before}");
    }
}

/// A leaf that exits at once; the only value is its argument in `rdi`.
fn leaving_with_argument(conv: u32, params: &[Type], results: &[Type], saves: &[(Reg, i32)]) -> Made {
    let mut proc = Procedure::new(&target());
    let root = proc.add_block();
    let value = proc.at(root).argument(I64);
    let state = proc.add_state(StateId::INVALID, 5, 6, &[StateEntry::Value(value)]);
    make("callee", conv, params, results, frame(64, saves), &proc, |asm| {
        if !saves.is_empty() {
            fill_callee_saved(asm, 0xbad0);
        }
        let exit = asm.buffer().add_exit_site(ExitKind::Check, state, &[ValueRep::Register(RDI)]);
        asm.exit(exit);
    })
}

fn argument(exit: &TakenExit<'_>) -> u64 {
    match exit.values().expect("is well formed").frames[0].entries[0] {
        ExitEntry::Scalar(Type::Int64, bits) => bits,
        other => panic!("{other:?}"),
    }
}

#[test]
fn registers_that_callees_keep_are_restored() {
    let codes = linked(&[caller_of(1), leaving_with_argument(0, &[I64], &[I64], &SAVED)], &[]);
    super::handle(&codes[0], |exit| ExitReply::Return(vec![argument(exit) * 2]));
    assert_eq!(call(&codes[0], &[(I64, 21)]), [42 + KEPT]);
}

#[test]
fn results_go_where_the_convention_has_them() {
    // More integers and floats than registers, in the internal convention, in which the callee pops arguments.
    let results = [I64, F64, I32, F32, I64, I64, I64, I64, I64, I64, F64];
    let params = [I64; 14];
    let made = leaving_with_argument(1, &params, &results, &[]);
    let codes = linked(&[made], &[]);
    let given: Vec<u64> = (0..results.len() as u64).map(|i| 100 + i).collect();
    let reply = given.clone();
    super::handle(&codes[0], move |_| ExitReply::Return(reply.clone()));
    let args: Vec<(Type, u64)> = (0..14).map(|i| (I64, i)).collect();
    assert_eq!(call(&codes[0], &args), given);
}

#[test]
fn other_code_returns_for_the_procedure() {
    let proc = Procedure::new(&target());
    // Returns its third argument, which is on the stack or in a register, minus its first one.
    let last = |conv: u32, params: usize, place: Mem| {
        let params = vec![I64; params];
        let popped = convention(conv).assign(&params, &[I64], params.len());
        let popped = popped.filter(|_| conv == 1).map_or(0, |assignment| assignment.param_bytes);
        let mut made = make("other", conv, &params, &[I64], frame(32, &[]), &proc, |asm| {
            asm.mov_rm(Width::W64, RAX, place);
            asm.leave();
            asm.ret_pop(popped as u16);
        });
        made.name = "other";
        made
    };
    for (conv, own, other, place) in [
        (0, 1, 3, None),
        (0, 8, 8, Some(Mem::base(RBP, 24))),
        (0, 8, 7, Some(Mem::base(RBP, 16))),
        (1, 14, 14, None),
        (1, 14, 9, None),
        (1, 9, 14, None),
    ] {
        // The last stack argument; without one, a slot of the frame with garbage, which is not read.
        let params = vec![I64; other];
        let assignment = convention(conv).assign(&params, &[I64], other).expect("assigns");
        let location = assignment.params[other - 1];
        let (place, reg) = match (place, location) {
            (Some(place), _) => (place, None),
            (None, barebones::base::ArgLocation::Stack(offset)) => (Mem::base(RBP, 16 + offset as i32), None),
            (None, barebones::base::ArgLocation::Reg(reg)) => (Mem::base(RBP, -8), Some(reg)),
        };
        let mut made = vec![leaving_with_argument(conv, &vec![I64; own], &[I64], &[])];
        made.push(match reg {
            None => last(conv, other, place),
            Some(reg) => make("other", conv, &params, &[I64], frame(32, &[]), &proc, |asm| {
                asm.mov_rr(Width::W64, RAX, reg);
            }),
        });
        let codes = linked(&made, &[]);
        let next = codes[1].clone();
        super::handle(&codes[0], move |_| {
            let args = (0..other as u64).map(|i| 500 + i).collect();
            // SAFETY: the group is alive during the test, and its code only computes.
            match unsafe { Continuation::new(next.clone(), 0, args) } {
                Ok(next) => ExitReply::Continue(next),
                Err(error) => panic!("{error}"),
            }
        });
        let args: Vec<(Type, u64)> = (0..own as u64).map(|i| (I64, i)).collect();
        assert_eq!(call(&codes[0], &args), [500 + other as u64 - 1], "{conv}: {own} and {other}");
    }
}

#[test]
fn continuations_are_compared_with_the_code() {
    let codes = linked(&[leaving_with_argument(0, &[I64], &[I64], &[])], &[]);
    // SAFETY: they are not used.
    let [count, entry] = unsafe {
        [Continuation::new(codes[0].clone(), 0, vec![]), Continuation::new(codes[0].clone(), 1, vec![0])]
    };
    assert!(count.is_err());
    assert_eq!(entry.expect_err("there is one").to_string(), "no entry 1 of `callee`, which has 1");
}

fn catching(code: &Code, args: &[(Type, u64)]) -> barebones::jit::Trap {
    let recovery = TrapRecovery::install().expect("works where tests run");
    // SAFETY: the tests call the code with its own signature.
    unsafe { code.call_raw_catching(recovery, &bits(args)) }.expect("its arguments").expect_err("it traps")
}

fn message(trap: barebones::jit::Trap) -> String {
    assert_eq!(trap.code, TrapCode::Unreachable);
    let payload = trap.payload.expect("what the panic carried");
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => String::from(*other.downcast::<&str>().expect("a text")),
    }
}

#[test]
fn handlers_can_trap_and_panic() {
    let dropped = Arc::new(());
    let held = dropped.clone();
    let codes = linked(&[caller_of(1), leaving_with_argument(0, &[I64], &[I64], &SAVED)], &[]);
    super::handle(&codes[0], move |exit| {
        let _guard = held.clone();
        match argument(exit) {
            0 => panic!("zero"),
            1 => ExitReply::Return(vec![]),
            number => ExitReply::Trap(TrapCode::User(number as u16), Some(Box::new(number))),
        }
    });
    let trap = catching(&codes[0], &[(I64, 5)]);
    let barebones::jit::Trap { code, callers, payload, .. } = trap;
    assert_eq!((code, callers.len()), (TrapCode::User(5), 1));
    assert_eq!(payload.and_then(|payload| payload.downcast::<u64>().ok()), Some(Box::new(5)));
    assert_eq!(message(catching(&codes[0], &[(I64, 0)])), "zero");
    assert_eq!(message(catching(&codes[0], &[(I64, 1)])), "callee: expected 1 results of an exit, found 0");
    drop((codes, callers));
    assert_eq!(Arc::strong_count(&dropped), 1, "the handler is dropped completely");
}

#[test]
fn without_a_handler() {
    let codes = linked(&[leaving_with_argument(0, &[I64], &[I64], &[])], &[]);
    let text = message(catching(&codes[0], &[(I64, 5)]));
    assert_eq!(text, "exit0 of callee was taken, but no exit handler is set: see Code::set_exit_handler");
}

/// A malformed state is an error for the handler, which may still return.
#[test]
fn malformed_states_change_nothing() {
    let mut made = leaver(0);
    let bytes = made.code.exits.bytes().to_vec();
    let expected = everything_values();
    let mut refused = 0;
    for index in 0..bytes.len() {
        for flip in [1, 0x40, 0xff] {
            let mut bytes = bytes.clone();
            bytes[index] ^= flip;
            made.code.exits = ExitTable::from_bytes(bytes);
            let codes = linked(std::slice::from_ref(&made), &[]);
            let found = Arc::new(Mutex::new(None));
            let seen = found.clone();
            super::handle(&codes[0], move |exit| {
                *seen.lock().unwrap() = Some(exit.values());
                ExitReply::Return(vec![3])
            });
            assert_eq!(call(&codes[0], &ARGS), [3]);
            match found.lock().unwrap().take().expect("the handler was called") {
                Ok(values) => assert!(values.frames.len() <= 2 || values != expected),
                Err(ExitError::Malformed(error)) => {
                    assert!(error.offset <= made.code.exits.bytes().len());
                    refused += 1;
                }
                Err(_) => refused += 1,
            };
        }
    }
    assert!(refused > 40, "{refused}");
}

// ---- Walking ------------------------------------------------------------------------------------------------

/// A frame found by the walk: name, offset, values.
type Seen = (String, u32, Option<Result<ExitValues, ExitError>>);

static SEEN: Mutex<Vec<Seen>> = Mutex::new(Vec::new());

extern "sysv64" fn look(frame: *const u8, return_address: *const u8) -> u64 {
    let mut seen = SEEN.lock().unwrap();
    seen.clear();
    // SAFETY: the compiled code passes its own frame.
    for frame in unsafe { walk_frames(frame, return_address) } {
        // SAFETY: the frame is active.
        let values = unsafe { frame.values() };
        seen.push((frame.code().name().to_string(), frame.offset(), values.transpose()));
    }
    7
}

/// Two procedures: the outer one keeps a value in `rbx` and one in a slot across its call; the inner one saves `rbx`.
#[test]
fn frames_are_walked_and_their_values_found() {
    let mut proc = Procedure::new(&target());
    let root = proc.add_block();
    let [a, b] = [0; 2].map(|_| proc.at(root).argument(I64));
    let state = proc.add_state(StateId::INVALID, 1, 2, &[StateEntry::Value(a), StateEntry::Value(b)]);
    let mut offsets = [0; 2];
    let [outer_offset, inner_offset] = &mut offsets;
    let outer = make("outer", 0, &[I64], &[I64], frame(64, &SAVED), &proc, |asm| {
        asm.mov_ri(RBX, 1111);
        asm.mov_mi(Width::W64, Mem::base(RBP, -56), 2222);
        asm.call_address(symbol(1), 0);
        let reps = [ValueRep::Register(RBX), ValueRep::Stack(-56)];
        asm.buffer().add_exit_site(ExitKind::Call, state, &reps);
        *outer_offset = asm.buffer().offset();
    });
    let inner = make("inner", 0, &[I64], &[I64], frame(64, &SAVED), &proc, |asm| {
        fill_callee_saved(asm, 0xbad0);
        let exit = asm.buffer().add_exit_site(
            ExitKind::Patchpoint,
            state,
            &[ValueRep::Register(R12), ValueRep::Stack(-8)],
        );
        let after = asm.buffer().new_label();
        asm.mov_rr(Width::W64, RDI, RBP);
        asm.lea(Width::W64, RSI, Mem::label(after));
        asm.call_address(symbol(100), 0);
        asm.buffer().bind(after);
        *inner_offset = asm.buffer().offset();
        asm.buffer().end_exit_site(exit);
    });
    let [outer_at, inner_at] = offsets;
    let codes = linked(&[outer, inner], &[look as *const u8]);
    assert_eq!(call(&codes[0], &[(I64, 0)]), [7]);
    let seen = std::mem::take(&mut *SEEN.lock().unwrap());
    let scalar = |bits| ExitEntry::Scalar(I64, bits);
    let frames =
        vec![ExitFrame { function: 1, pc: 2, local_count: None, entries: vec![scalar(1111), scalar(2222)] }];
    let expected = vec![
        // The host function may have saved `r12`, so its value is unknown.
        (String::from("inner"), inner_at, Some(Err(ExitError::RegisterLost(R12)))),
        (String::from("outer"), outer_at, Some(Ok(ExitValues { frames, objects: vec![] }))),
    ];
    assert_eq!(seen, expected);
    // The sites themselves.
    let exit = Some(ExitId::new(0));
    assert_eq!(codes[0].exit_of_call(outer_at), Ok(exit));
    assert_eq!((codes[0].exit_of_call(outer_at + 1), codes[0].exit_of_call(0)), (Ok(None), Ok(None)));
    assert_eq!((codes[1].exit_of_call(inner_at), codes[1].exit_of_call(inner_at + 1)), (Ok(exit), Ok(None)));
    assert_eq!((codes[1].exit_of_trap(inner_at), codes[0].exits().len()), (Ok(None), Ok(1)));
}

/// At an exit, all registers of the callers are known.
#[test]
fn callers_of_an_exit() {
    let mut proc = Procedure::new(&target());
    let root = proc.add_block();
    let values = [0; 3].map(|_| proc.at(root).argument(I64));
    let state = proc.add_state(StateId::INVALID, 3, 4, &values.map(StateEntry::Value));
    let outer = make("outer", 0, &[I64], &[I64], frame(64, &SAVED), &proc, |asm| {
        fill_callee_saved(asm, 300);
        asm.call_address(symbol(1), 0);
        let reps = [ValueRep::Register(RBX), ValueRep::Register(R15), ValueRep::Register(R12)];
        asm.buffer().add_exit_site(ExitKind::Call, state, &reps);
    });
    // The callee saves only some of them.
    let callee = leaving_with_argument(0, &[I64], &[I64], &[]);
    let codes = linked(&[outer, callee], &[]);
    super::handle(&codes[0], |exit| {
        let frames: Vec<_> = exit.callers().collect();
        assert_eq!((frames.len(), frames[0].code().name()), (1, "outer"));
        // SAFETY: the frame is active.
        let values = unsafe { frames[0].values() }.expect("all are known").expect("it has a state");
        let entries = [300, 304, 301].map(|bits| ExitEntry::Scalar(I64, bits)).to_vec();
        assert_eq!(values.frames, [ExitFrame { function: 3, pc: 4, local_count: None, entries }]);
        ExitReply::Return(vec![1])
    });
    assert_eq!(call(&codes[0], &[(I64, 0)]), [1]);
}
