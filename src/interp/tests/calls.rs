//! Calls between procedures and of host functions, tail calls, recursion, exceptions.

use super::*;
use crate::base::{Effects, Signature, SymbolId};
use crate::ir::{CallData, Successor, ValueId};

fn call_data(conv: ConvId) -> CallData {
    CallData {
        conv,
        callee: SymbolId::INVALID,
        variadic_start: None,
        effects: Effects::for_call(),
        exceptional: false,
        state: crate::base::StateId::INVALID,
    }
}

/// Parameters of all types, more than there are argument registers.
const MANY: [Type; 20] =
    [I32, I64, F32, F64, I64, I32, F64, F32, I32, I64, I64, F32, F64, I32, F64, F32, I64, I32, F32, F64];

/// Combines its parameters so that each position has a different weight.
fn mixer(conv: ConvId) -> Procedure {
    let mut proc = Procedure::with_convention(&Target::baseline(&MACHINE), conv);
    proc.name = "mixer".to_string();
    let root = proc.add_block();
    let mut b = proc.at(root);
    let args: Vec<ValueId> = MANY.map(|ty| b.argument(ty)).to_vec();
    let mut mixed = b.const64(1);
    let factor = b.const64(1_000_003);
    for (arg, ty) in args.into_iter().zip(MANY) {
        let int = if ty.is_float() { b.bitwise_cast(arg) } else { arg };
        let wide = if ty.size() == 4 { b.zext32(int) } else { int };
        mixed = b.mul(mixed, factor);
        mixed = b.bit_xor(mixed, wide);
    }
    b.ret([mixed]);
    proc
}

fn mix(args: &[(Type, u64)]) -> u64 {
    args.iter().fold(1u64, |mixed, (_, bits)| mixed.wrapping_mul(1_000_003) ^ bits)
}

fn many_args() -> Vec<(Type, u64)> {
    let bits = |i: usize| 0x1234_5678_9abc_def0u64.rotate_left(7 * i as u32);
    let truncate_bits = |ty: Type, bits: u64| if ty.size() == 4 { bits & 0xffff_ffff } else { bits };
    MANY.iter().enumerate().map(|(i, ty)| (*ty, truncate_bits(*ty, bits(i)))).collect()
}

#[test]
fn many_arguments_arrive() {
    for conv in [ConvId::new(0), OTHER_CONV] {
        assert_eq!(result(&[mixer(conv)], &many_args()), mix(&many_args()));
    }
}

#[test]
fn many_arguments_are_passed_on_by_name_and_by_address() {
    for conv in [ConvId::new(0), OTHER_CONV] {
        for by_address in [false, true] {
            let (mut proc, root) = procedure("caller");
            let args: Vec<ValueId> = MANY.map(|ty| proc.at(root).argument(ty)).to_vec();
            let symbol = proc.symbol("mixer");
            let data = call_data(conv);
            let mixed = if by_address {
                let address = proc.at(root).symbol_address(symbol);
                proc.at(root).ccall_with(I64, address, &args, data)
            } else {
                proc.at(root).ccall_with(I64, symbol, &args, data)
            };
            // The caller's own arguments must be preserved.
            let last = proc.at(root).bitwise_cast(args[19]);
            proc.at(root).ret([mixed, last]);
            proc.set_signature(Signature { params: MANY.to_vec(), results: vec![I64, I64] });
            let expected = [mix(&many_args()), many_args()[19].1];
            assert_eq!(results(&[proc, mixer(conv)], &many_args()), expected);
        }
    }
}

#[test]
fn calls_by_address_with_wrong_types_are_undefined() {
    let (mut proc, root) = procedure("caller");
    let symbol = proc.symbol("sum");
    let mut b = proc.at(root);
    let address = b.symbol_address(symbol);
    let wrong = b.const32(1);
    let sum = b.ccall(I64, address, &[wrong]);
    b.ret([sum]);
    undefined(run(&[proc, super::control::sum()], &[]), "different types");

    let (mut proc, root) = procedure("caller");
    let mut b = proc.at(root);
    let nowhere = b.const64(12);
    b.ccall(Type::Void, nowhere, &[]);
    b.ret([]);
    undefined(run(&[proc], &[]), "no function");
}

#[test]
fn several_results_are_returned() {
    let (mut callee, root) = procedure("callee");
    let (a, b) = (callee.at(root).argument(I64), callee.at(root).argument(F64));
    callee.at(root).ret([b, a]);
    let (mut proc, root) = procedure("caller");
    let (a, b) = (proc.at(root).argument(I64), proc.at(root).argument(F64));
    let ty = proc.tuple_type(&[F64, I64]);
    let symbol = proc.symbol("callee");
    let both = proc.at(root).ccall(ty, symbol, &[a, b]);
    let parts = [1, 0].map(|i| proc.at(root).extract(both, i));
    proc.at(root).ret(parts.iter().copied());
    assert_eq!(results(&[proc, callee], &[(I64, 5), (F64, 6)]), [5, 6]);
}

/// depth(n) = n == 0 ? 0 : depth(n - 1) + 1, with an anonymous slot in each frame.
fn depth(slot_bytes: u32) -> Procedure {
    let (mut proc, root) = procedure("depth");
    let (more, done) = (proc.add_block(), proc.add_block());
    let n = proc.at(root).argument(I64);
    if slot_bytes != 0 {
        let slot = proc.add_stack_slot(slot_bytes, crate::ir::StackSlotKind::Locked);
        let base = proc.at(root).slot_base(slot);
        proc.at(root).store(n, base, 0);
    }
    proc.set_signature(Signature { params: vec![I64], results: vec![I64] });
    proc.at(root).branch(n, more, done);
    let one = proc.at(more).const64(1);
    let less = proc.at(more).sub(n, one);
    let symbol = proc.symbol("depth");
    let mut b = proc.at(more);
    let rest = b.ccall(I64, symbol, &[less]);
    let sum = b.add(rest, one);
    b.ret([sum]);
    proc.at(done).ret([n]);
    proc
}

#[test]
fn deep_recursion_uses_no_native_stack() {
    let mut host = SandboxHost::with_stack(64 << 20);
    let limits = Limits { steps: 100_000_000, depth: 2_000_000 };
    let execution = run_with(&[depth(0)], &[(I64, 1_000_000)], &mut host, limits);
    assert_eq!(returned(execution), [1_000_000]);
}

#[test]
fn recursion_overflows_depth_and_stack_limits() {
    let procs = [depth(64)];
    let limits = |depth| Limits { steps: 1_000_000, depth };
    let mut host = SandboxHost::with_stack(8192);
    assert_eq!(returned(run_with(&procs, &[(I64, 50)], &mut host, limits(50))), [50]);
    traps(run_with(&procs, &[(I64, 51)], &mut host, limits(50)), TrapCode::StackOverflow);
    // A frame has 64 bytes of slot and 16 of links.
    assert_eq!(returned(run_with(&procs, &[(I64, 8192 / 80 - 1)], &mut host, limits(1000))), [101]);
    traps(run_with(&procs, &[(I64, 8192 / 80)], &mut host, limits(1000)), TrapCode::StackOverflow);
    let place = match run_with(&procs, &[(I64, 9999)], &mut host, limits(1000)).outcome {
        Outcome::Trap { place, .. } => place,
        other => panic!("{other:?}"),
    };
    assert_eq!(procs[0].value(place.value).opcode(), crate::ir::Opcode::CCall);
    let mut none = SandboxHost::with_stack(0);
    traps(run_with(&procs, &[(I64, 0)], &mut none, limits(10)), TrapCode::StackOverflow);
}

/// down(n, acc) = n == 0 ? acc : down(n - 1, acc + n), by tail calls.
#[test]
fn tail_calls_do_not_grow() {
    let (mut proc, root) = procedure("down");
    let (more, done) = (proc.add_block(), proc.add_block());
    let (n, acc) = (proc.at(root).argument(I64), proc.at(root).argument(I64));
    proc.set_signature(Signature { params: vec![I64, I64], results: vec![I64] });
    proc.at(root).branch(n, more, done);
    let mut b = proc.at(more);
    let one = b.const64(1);
    let less = b.sub(n, one);
    let sum = b.add(acc, n);
    let symbol = proc.symbol("down");
    proc.at(more).tail_call(symbol, &[less, sum], call_data(OTHER_CONV));
    proc.at(done).ret([acc]);
    let mut host = SandboxHost::with_stack(256);
    let limits = Limits { steps: 1_000_000, depth: 0 };
    let execution = run_with(&[proc], &[(I64, 10_000), (I64, 0)], &mut host, limits);
    assert_eq!(returned(execution), [50_005_000]);
}

#[test]
fn tail_calls_of_host_functions_return_their_results() {
    let (mut proc, root) = procedure("tail");
    let a = proc.at(root).argument(I32);
    proc.set_signature(Signature { params: vec![I32], results: vec![I32] });
    let symbol = proc.symbol("abs");
    proc.at(root).tail_call(symbol, &[a], call_data(ConvId::new(0)));
    assert_eq!(result(&[proc], &[(I32, 0xffff_fffb)]), 5);
}

#[test]
fn c_functions_work_in_the_sandbox() {
    let module = Module {
        data: vec![crate::ir::Data { name: "text".to_string(), bytes: b"hello\0help\0".to_vec() }],
        ..Module::default()
    };
    let (mut proc, root) = procedure("c");
    let text = proc.symbol("text");
    let text = proc.at(root).symbol_address(text);
    let symbol = |proc: &mut Procedure, name: &str| proc.symbol(name);
    let strlen = symbol(&mut proc, "strlen");
    let five = proc.at(root).ccall(I64, strlen, &[text]);
    let slot = proc.add_stack_slot(16, crate::ir::StackSlotKind::Locked);
    let base = proc.at(root).slot_base(slot);
    let six = proc.at(root).const64(6);
    let help = proc.at(root).add(text, six);
    let memcpy = symbol(&mut proc, "memcpy");
    let memset = symbol(&mut proc, "memset");
    let byte = proc.at(root).const32(0x161);
    proc.at(root).ccall(I64, memset, &[base, byte, six]);
    proc.at(root).ccall(I64, memcpy, &[base, help, five]);
    let sixth = proc.at(root).load8z(base, 5);
    let memcmp = symbol(&mut proc, "memcmp");
    let order = proc.at(root).ccall(I32, memcmp, &[base, text, five]);
    let by_address = symbol(&mut proc, "labs");
    let by_address = proc.at(root).symbol_address(by_address);
    let minus = proc.at(root).neg(six);
    let absolute = proc.at(root).ccall(I64, by_address, &[minus]);
    proc.at(root).ret([five, order, sixth, absolute]);
    let execution = run_with(&[proc], &[], &mut SandboxHost::for_module(&module), Limits::default());
    assert_eq!(execution.unspecified, None);
    assert_eq!(returned(execution), [5, 1, 0x61, 6]);
}

#[test]
fn faults_in_functions_are_undefined_and_missing_functions_are_errors() {
    let (mut proc, root) = procedure("fault");
    let null = proc.at(root).const64(0);
    let strlen = proc.symbol("strlen");
    let length = proc.at(root).ccall(I64, strlen, &[null]);
    proc.at(root).ret([length]);
    undefined(run(&[proc], &[]), "unmapped memory");

    let (mut proc, root) = procedure("missing");
    let missing = proc.symbol("nowhere");
    proc.at(root).ccall(Type::Void, missing, &[]);
    proc.at(root).ret([]);
    assert!(matches!(run(&[proc], &[]).outcome, Outcome::HostError { .. }));

    let (mut proc, root) = procedure("results");
    let strlen = proc.symbol("strlen");
    let mut b = proc.at(root);
    let text = b.frame_pointer();
    b.ccall(Type::Void, strlen, &[text]);
    b.ret([]);
    assert!(matches!(run(&[proc], &[]).outcome, Outcome::Undefined { .. }));
}

/// Calls `thrower` with an exceptional successor that returns 1; returns 0 normally.
fn catcher(callee: &str) -> Procedure {
    let (mut proc, root) = procedure("catcher");
    let (normal, caught) = (proc.add_block(), proc.add_block());
    let symbol = proc.symbol(callee);
    let data = call_data(ConvId::new(0));
    let successors = [Successor::new(normal), Successor::rare(caught)];
    let got = proc.at(root).throwing_ccall_with(I32, symbol, &[], data, successors);
    proc.at(normal).ret([got]);
    let one = proc.at(caught).const32(1);
    proc.at(caught).ret([one]);
    proc
}

#[test]
fn exceptions_unwind_to_the_nearest_catcher() {
    let (mut middle, root) = procedure("middle");
    let symbol = middle.symbol("thrower");
    let got = middle.at(root).ccall(I32, symbol, &[]);
    middle.at(root).ret([got]);
    for (replies, expected) in [(Reply::Exception, 1), (Reply::result(7), 7)] {
        for callee in ["thrower", "middle"] {
            let mut host = SandboxHost::new();
            let reply = replies.clone();
            host.add_function("thrower", Box::new(move |_, _| Ok(reply.clone())));
            let procs = [catcher(callee), middle.clone()];
            assert_eq!(returned(run_with(&procs, &[], &mut host, Limits::default())), [expected]);
            if expected == 1 {
                let outcome = run_with(&procs[1..], &[], &mut host, Limits::default()).outcome;
                assert_eq!(outcome, Outcome::Exception(Place { procedure: 0, value: got }));
            }
        }
    }
}

#[test]
fn normal_returns_continue_after_exceptional_calls() {
    let (mut callee, root) = procedure("callee");
    let nine = callee.at(root).const32(9);
    callee.at(root).ret([nine]);
    assert_eq!(result(&[catcher("callee"), callee], &[]), 9);
}

#[test]
fn wrong_external_calls_are_errors() {
    let procs = [super::control::sum()];
    let interpreter = Interpreter::of(&procs).unwrap();
    let call = |name, args: &[(Type, u64)]| {
        interpreter.call(name, args, &mut SandboxHost::new(), Limits::default()).unwrap_err()
    };
    assert_eq!(call("none", &[]), InterpError::NoProcedure("none".to_string()));
    let error = call("sum", &[(I32, 1)]);
    assert_eq!(error.to_string(), "sum has type (Int64) -> Int64; called with [Int32]");
    assert!(matches!(call("sum", &[]), InterpError::WrongArguments { .. }));
}
