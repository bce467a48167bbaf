//! Exceptions unwind frames, which restore their callee-saved registers whatever their layout.

use super::support::*;
use barebones::ir::{Module, Procedure, ValueId};
use barebones_testing::native::options_at;

/// Throws through `depth` frames without handlers and with alternating conventions. Each frame has values in
/// callee-saved registers; the outermost continues with its own.
#[test]
fn through_frames_without_handlers() {
    for depth in [1, 2, 3, 6] {
        for first in 0..2 {
            let mut procedures: Vec<Procedure> = Vec::new();
            let mut inner = host_callee("maybe", I64);
            let names: Vec<String> = (0..depth).map(|n| format!("frame{n}")).collect();
            for (n, name) in names.iter().enumerate() {
                let conv = CONVENTIONS[(n + first) % 2];
                let (mut proc, root, args) = procedure(name, conv, &[I64, I64]);
                let words: Vec<ValueId> = (0..7)
                    .map(|n| {
                        let factor = proc.at(root).const64(3 * n + 2);
                        proc.at(root).mul(args[1], factor)
                    })
                    .collect();
                let double = proc.at(root).itod(words[3]);
                let passed = if n == 0 { &args[..1] } else { &args[..] };
                let got = call(&mut proc, root, &inner, passed);
                let mut all = words;
                all.extend([got, double]);
                return_mix(&mut proc, root, n as i64, &all);
                procedures.push(proc);
                inner = Callee { name, conv, ty: I64 };
            }
            let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
            let (normal, handler) = (proc.add_block(), proc.add_block());
            let words: Vec<ValueId> = (0..9)
                .map(|n| {
                    let factor = proc.at(root).const64(5 * n + 2);
                    proc.at(root).mul(args[n as usize % 2], factor)
                })
                .collect();
            let got = invoke(&mut proc, root, &inner, &args, [normal, handler]);
            let mut there = words.clone();
            there.push(got);
            return_mix(&mut proc, normal, 1, &there);
            let mut there = words;
            there.extend(caught(&mut proc, handler));
            return_mix(&mut proc, handler, 2, &there);
            procedures.push(proc);
            check(&module(procedures), &[&[4, 9], &[5, 1 << 40]]);
        }
    }
}

/// The callee of the call tail-calls a procedure with more or fewer stack arguments, which throws.
#[test]
fn from_a_tail_call() {
    for (few, many) in [(1, 20), (20, 1)] {
        let conv = CONVENTIONS[1];
        let (mut thrower, root, args) = procedure("thrower", conv, &vec![I64; many]);
        let got = call(&mut thrower, root, &host_callee("maybe", I64), &args[..1]);
        return_mix(&mut thrower, root, 1, &[&args[..], &[got]].concat());
        let (mut between, root, args) = procedure("between", conv, &vec![I64; few]);
        let passed: Vec<ValueId> = (0..many).map(|n| args[n % few]).collect();
        between.set_signature(barebones::base::Signature { params: vec![I64; few], results: vec![I64] });
        let symbol = between.symbol("thrower");
        between.at(root).tail_call(symbol, &passed, call_data(conv));
        let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
        let (normal, handler) = (proc.add_block(), proc.add_block());
        let sum = proc.at(root).add(args[0], args[1]);
        let passed: Vec<ValueId> = (0..few).map(|n| if n % 2 == 0 { args[0] } else { sum }).collect();
        let callee = Callee { name: "between", conv, ty: I64 };
        let got = invoke(&mut proc, root, &callee, &passed, [normal, handler]);
        return_mix(&mut proc, normal, 1, &[got, args[1], sum]);
        let mut there = vec![args[1], sum];
        there.extend(caught(&mut proc, handler));
        // The stack pointer is restored: another call with stack arguments works.
        let again = vec![I64; 9].len();
        let zero = proc.at(handler).const64(0);
        let mut words: Vec<ValueId> = (0..again).map(|_| sum).collect();
        words[0] = zero;
        let callee = Callee { name: "sums", conv, ty: I64 };
        there.push(call(&mut proc, handler, &callee, &words));
        return_mix(&mut proc, handler, 2, &there);
        let (mut sums, root, args) = procedure("sums", conv, &[I64; 9]);
        return_mix(&mut sums, root, 3, &args);
        check(&module(vec![sums, thrower, between, proc]), &[&[4, 9], &[5, 9], &[u64::MAX, 77]]);
    }
}

/// Pinned registers: a procedure of the convention that shares them sets one and throws; a procedure of the C
/// convention saves and restores it.
#[test]
fn pinned_registers() {
    let pinned = barebones_testing::registers::host_register("r14");
    for saves in [false, true] {
        let conv = CONVENTIONS[usize::from(!saves)];
        let (mut inner, root, args) = procedure("inner", conv, &[I64, I64]);
        inner.pin_register(pinned);
        let sum = inner.at(root).add(args[0], args[1]);
        inner.at(root).set_pinned(sum, pinned);
        let got = call(&mut inner, root, &host_callee("maybe", I64), &args[..1]);
        inner.at(root).ret([got]);
        let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
        proc.pin_register(pinned);
        proc.at(root).set_pinned(args[1], pinned);
        let (normal, handler) = (proc.add_block(), proc.add_block());
        let callee = Callee { name: "inner", conv, ty: I64 };
        let got = invoke(&mut proc, root, &callee, &args, [normal, handler]);
        let after = proc.at(normal).get_pinned(pinned);
        return_mix(&mut proc, normal, 1, &[got, after, args[0]]);
        let after = proc.at(handler).get_pinned(pinned);
        let [word, _] = caught(&mut proc, handler);
        return_mix(&mut proc, handler, 2, &[after, word, args[0]]);
        check(&module(vec![inner, proc]), &[&[4, 9], &[5, 1 << 40]]);
    }
}

/// A call with an exit state and a handler: a stack walk finds the values, and the unwinder finds the handler.
#[test]
fn calls_with_exit_states() {
    use barebones::{OptLevel, exit_state};
    let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
    let (normal, handler) = (proc.add_block(), proc.add_block());
    let sum = proc.at(root).add(args[0], args[1]);
    let seven = proc.at(root).const32(7);
    let state = exit_state![&mut proc, frame { function: 3, pc: 4, locals: [args[0], sum], stack: [seven] }];
    let symbol = proc.symbol("maybe");
    let data = barebones::ir::CallData { state, ..call_data(CONVENTIONS[0]) };
    let successors = [normal.into(), handler.into()];
    let got = proc.at(root).throwing_ccall_with(I64, symbol, &args[..1], data, successors);
    return_mix(&mut proc, normal, 1, &[got, args[1]]);
    let mut there = vec![args[1], sum];
    there.extend(caught(&mut proc, handler));
    return_mix(&mut proc, handler, 2, &there);
    let module: Module = module(vec![proc]);
    check(&module, &[&[4, 9], &[5, 9]]);
    for level in OptLevel::ALL {
        let codes = compile(&module, &options_at(level));
        let [found] = codes[0].handlers() else { panic!("one call has a handler") };
        let exit = codes[0].exit_of_call(found.call).expect("well-formed").expect("the call has a state");
        let frame = &codes[0].exits().describe(exit).expect("well-formed").frames[0];
        assert_eq!((frame.function, frame.pc, frame.entries.len()), (3, 4, 3));
    }
}
