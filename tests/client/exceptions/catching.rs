//! Handlers: values live into them, calls that reach them, and their successors.

use super::support::*;
use barebones::base::{ConvId, Type, ValueRep};
use barebones::ir::{BlockId, Outcome, Procedure, Successor, ValueId};

/// Even arguments return, odd ones throw.
const INPUTS: &[&[u64]] = &[&[4, 9], &[5, 9], &[u64::MAX, 1], &[1 << 63, 1 << 32]];

/// Values of all kinds that code after a call may need: `gp` and `fp` computed ones, and constants.
fn live_values(proc: &mut Procedure, block: BlockId, args: &[ValueId], gp: usize, fp: usize) -> Vec<ValueId> {
    let mut values = args.to_vec();
    for n in 0..gp {
        let mut b = proc.at(block);
        let factor = b.const64(2 * n as i64 + 3);
        let value = b.mul(args[n % args.len()], factor);
        values.push(if n % 3 == 1 { b.trunc(value) } else { value });
    }
    for n in 0..fp {
        let (ty, op) = if n % 3 == 1 { (F32, 0) } else { (F64, 1) };
        let value = if op == 0 {
            proc.at(block).itof(args[n % args.len()])
        } else {
            proc.at(block).itod(args[n % args.len()])
        };
        let half = proc.at(block).constant(ty, if op == 0 { 0x3f00_0000 } else { 0x3fe0_0000_0000_0000 });
        values.push(proc.at(block).add(value, half));
    }
    values.push(proc.at(block).const64(77));
    values.push(proc.at(block).constant(F64, 0x3ff8_0000_0000_0000));
    values
}

/// Integers and floats, from none to more than there are registers, live on one or both edges of a call.
#[test]
fn values_live_on_either_edge() {
    for (gp, fp) in [(0, 0), (3, 2), (7, 0), (0, 9), (18, 18)] {
        for live_edges in 1..4 {
            let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
            let (normal, handler) = (proc.add_block(), proc.add_block());
            let values = live_values(&mut proc, root, &args, gp, fp);
            let result = invoke(&mut proc, root, &host_callee("maybe", I64), &args[..1], [normal, handler]);
            let mut there = if live_edges & 1 != 0 { values.clone() } else { vec![] };
            there.push(result);
            return_mix(&mut proc, normal, 1, &there);
            let mut there = if live_edges & 2 != 0 { values } else { vec![] };
            there.extend(caught(&mut proc, handler));
            return_mix(&mut proc, handler, 2, &there);
            check(&module(vec![proc]), INPUTS);
        }
    }
}

/// Results of all types and numbers, in registers and on the stack. The callees have both conventions, arguments in
/// registers and on the stack, and use many registers themselves.
#[test]
fn every_convention_and_number_of_results() {
    let all = [I64, F64, I32, F32, I64, I64, I32, F64, I64];
    let mut number = 0;
    for (conv, most) in [(CONVENTIONS[0], 2), (CONVENTIONS[1], all.len())] {
        for own in CONVENTIONS {
            for results in [0, 1, 2, 5, 9].into_iter().filter(|n| *n <= most) {
                for extra in [0, 11] {
                    number += 1;
                    let module = with_callee(conv, own, &all[..results], extra, number % 2 == 0);
                    let ended = check(&module, INPUTS);
                    assert!(ended.iter().all(|ended| matches!(ended, Ended::Returned(_))));
                }
            }
        }
    }
}

fn with_callee(
    conv: ConvId,
    own: ConvId,
    results: &[Type],
    extra: usize,
    by_address: bool,
) -> barebones::ir::Module {
    let mut params = vec![I64, F64];
    params.extend(std::iter::repeat_n(I64, extra));
    let (mut callee, root, args) = procedure("callee", conv, &params);
    let ints: Vec<ValueId> = [0].into_iter().chain(2..args.len()).map(|n| args[n]).collect();
    let values = live_values(&mut callee, root, &ints, 6, 3);
    let got = call(&mut callee, root, &host_callee("maybe", I64), &args[..1]);
    let word = mix(&mut callee, root, &[&values[..], &[got, args[1]]].concat());
    let returned: Vec<ValueId> = (0..)
        .zip(results)
        .map(|(n, ty)| {
            let mut b = callee.at(root);
            let factor = b.const64(2 * n + 1);
            let value = b.mul(word, factor);
            match *ty {
                Type::Int32 => b.trunc(value),
                Type::Float => b.itof(value),
                Type::Double => b.itod(value),
                _ => value,
            }
        })
        .collect();
    callee.at(root).ret(returned.iter().copied());

    let (mut proc, root, args) = procedure("tested", own, &[I64, I64]);
    let (normal, handler) = (proc.add_block(), proc.add_block());
    let ty = match *results {
        [] => Type::Void,
        [ty] => ty,
        _ => proc.tuple_type(results),
    };
    let values = live_values(&mut proc, root, &args, 9, 5);
    let double = proc.at(root).itod(args[1]);
    let mut passed = vec![args[0], double];
    passed.extend((0..extra).map(|n| values[n % 2]));
    let result = match by_address {
        false => invoke(&mut proc, root, &Callee { name: "callee", conv, ty }, &passed, [normal, handler]),
        true => {
            let symbol = proc.symbol("callee");
            let address = proc.at(root).symbol_address(symbol);
            let data = call_data(conv);
            let successors = [normal.into(), handler.into()];

            proc.at(root).throwing_ccall_with(ty, address, &passed, data, successors)
        }
    };
    let mut there = values.clone();
    if ty != Type::Void {
        there.push(result);
    }
    return_mix(&mut proc, normal, 1, &there);
    let mut there = values;
    there.extend(caught(&mut proc, handler));
    return_mix(&mut proc, handler, 2, &there);
    module(vec![callee, proc])
}

/// A handler shared by four calls in a chain of blocks, each with another value for its Phi.
#[test]
fn a_shared_handler_with_a_phi() {
    for void in [false, true] {
        let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
        let handler = proc.add_block();
        let (phi, other) = (proc.at(handler).phi(I64), proc.at(handler).phi(F64));
        let mut block = root;
        let mut values = live_values(&mut proc, root, &args, 4, 2);
        for n in 0..4 {
            let mut b = proc.at(block);
            let shift = b.const32(16 * n);
            let word = b.zshr(args[0], shift);
            let word32 = b.trunc(word);
            let double = b.itod(word);
            b.upsilon(word, phi);
            b.upsilon(double, other);
            let next = proc.add_block();
            let got = match void {
                true => invoke(
                    &mut proc,
                    block,
                    &host_callee("maybe_void", Type::Void),
                    &[word32],
                    [next, handler],
                ),
                false => {
                    let callee = host_callee("maybe_double", F64);
                    invoke(&mut proc, block, &callee, &[double, word32], [next, handler])
                }
            };
            if !void {
                values.push(got);
            }
            block = next;
        }
        return_mix(&mut proc, block, 1, &values);
        let mut there = vec![phi, other, args[1]];
        there.extend(caught(&mut proc, handler));
        return_mix(&mut proc, handler, 2, &there);
        let inputs: &[&[u64]] = &[&[0, 5], &[1, 5], &[1 << 16, 5], &[1 << 32, 6], &[1 << 48, 7]];
        check(&module(vec![proc]), inputs);
    }
}

/// A loop that calls until something is thrown; the handler continues with the next number.
#[test]
fn a_handler_in_a_loop() {
    for back_from_handler in [false, true] {
        let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
        let (header, normal, handler, done) =
            (proc.add_block(), proc.add_block(), proc.add_block(), proc.add_block());
        let [sum, count] = [0, 1].map(|_| proc.at(header).phi(I64));
        let mut b = proc.at(root);
        let twelve = b.const64(12);
        b.upsilon(args[1], sum);
        b.upsilon(twelve, count);
        b.jump(header);
        let argument = proc.at(header).add(sum, count);
        let got = invoke(&mut proc, header, &host_callee("maybe", I64), &[argument], [normal, handler]);
        let mut b = proc.at(normal);
        let one = b.const64(1);
        let next = b.add(sum, got);
        let next = b.add(next, args[0]);
        let less = b.sub(count, one);
        b.upsilon(next, sum);
        b.upsilon(less, count);
        b.branch(less, header, done);
        let [first, _] = caught(&mut proc, handler);
        if back_from_handler {
            let mut b = proc.at(handler);
            let one = b.const64(1);
            let less = b.sub(count, one);
            let next = b.bit_xor(first, sum);
            b.upsilon(next, sum);
            b.upsilon(less, count);
            b.branch(less, header, done);
            return_mix(&mut proc, done, 1, &[args[0], args[1]]);
        } else {
            return_mix(&mut proc, handler, 2, &[sum, count, args[0], first]);
            return_mix(&mut proc, done, 1, &[args[0]]);
        }
        check(&module(vec![proc]), INPUTS);
    }
}

/// A loop header is the handler of a call in the loop, and both edges of a call lead to one block.
#[test]
fn handlers_with_other_predecessors() {
    let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
    let (header, again, done) = (proc.add_block(), proc.add_block(), proc.add_block());
    let (count, other) = (proc.at(header).phi(I64), proc.at(header).phi(F64));
    let mut b = proc.at(root);
    let nine = b.const64(9);
    let start = b.itod(args[1]);
    b.upsilon(nine, count);
    b.upsilon(start, other);
    b.jump(header);
    let mut b = proc.at(header);
    let one = b.const64(1);
    let less = b.sub(count, one);
    b.branch(count, again, done);
    let mut b = proc.at(again);
    let twice = b.add(other, start);
    b.upsilon(less, count);
    b.upsilon(twice, other);
    let argument = b.add(less, args[0]);
    let meet = proc.add_block();
    invoke(&mut proc, again, &host_callee("maybe", I64), &[argument], [meet, header]);
    let word = proc.at(meet).trunc(less);
    invoke(&mut proc, meet, &host_callee("maybe_void", Type::Void), &[word], [header, header]);
    return_mix(&mut proc, done, 1, &[other, args[0], args[1]]);
    check(&module(vec![proc]), INPUTS);
}

/// A handler throws again: to another handler of its procedure, to its caller's, or to none.
#[test]
fn handlers_throw_again() {
    for (inside, outside) in [(true, true), (false, true), (false, false)] {
        let (mut inner, root, args) = procedure("inner", CONVENTIONS[1], &[I64, I64]);
        let (normal, handler, second, never) =
            (inner.add_block(), inner.add_block(), inner.add_block(), inner.add_block());
        let values = live_values(&mut inner, root, &args, 5, 2);
        let got = invoke(&mut inner, root, &host_callee("maybe", I64), &args[..1], [normal, handler]);
        return_mix(&mut inner, normal, 1, &[got, values[1]]);
        let [a, b] = caught(&mut inner, handler);
        let sum = inner.at(handler).add(a, args[1]);
        let callee = host_callee("throw", Type::Void);
        match inside {
            true => _ = invoke(&mut inner, handler, &callee, &[sum, b], [never, second]),
            false => {
                call(&mut inner, handler, &callee, &[sum, b]);
                inner.at(handler).jump(never);
                inner.at(second).jump(second);
            }
        }
        inner.at(never).add_oops();
        if inside {
            let mut there = values;
            there.extend(caught(&mut inner, second));
            return_mix(&mut inner, second, 2, &there);
        }
        let (mut outer, root, args) = procedure("outer", CONVENTIONS[0], &[I64, I64]);
        let values = live_values(&mut outer, root, &args, 5, 2);
        let callee = Callee { name: "inner", conv: CONVENTIONS[1], ty: I64 };
        if outside {
            let (normal, handler) = (outer.add_block(), outer.add_block());
            let got = invoke(&mut outer, root, &callee, &args, [normal, handler]);
            return_mix(&mut outer, normal, 3, &[got, values[2], values[5]]);
            let mut there = values;
            there.extend(caught(&mut outer, handler));
            return_mix(&mut outer, handler, 4, &there);
        } else {
            let got = call(&mut outer, root, &callee, &args);
            return_mix(&mut outer, root, 3, &[got, values[2]]);
        }
        let ended = check(&module(vec![inner, outer]), INPUTS);
        assert_eq!(ended.contains(&Ended::Thrown), !outside && !inside);
    }
}

/// A terminal patchpoint whose generator emits a call and names the successor that handles exceptions.
#[test]
fn the_calls_of_a_generator_are_caught() {
    let address = host_functions().iter().find(|f| f.name == "maybe").expect("it is there").address as i64;
    let target = barebones::host_target().expect("a machine with code generation");
    let convention = target.convention(CONVENTIONS[0]);
    let [argument, result] = [convention.args_gp[0], convention.results_gp[0]];
    for late in [false, true] {
        for (gp, fp) in [(0, 0), (8, 4), (18, 17)] {
            let (mut proc, root, args) = procedure("tested", CONVENTIONS[0], &[I64, I64]);
            let (normal, handler) = (proc.add_block(), proc.add_block());
            let values = live_values(&mut proc, root, &args, gp, fp);
            let mut clobbered = convention.clobbered;
            clobbered.remove(result);
            let got = proc
                .at(root)
                .patchpoint(I64)
                .input(args[0], ValueRep::Register(argument))
                .result(ValueRep::Register(result))
                .clobber_late(clobbered.iter())
                .successors([normal.into(), Successor::rare(handler)])
                .meaning(|args| match args[0] & 1 {
                    0 => Outcome::Successor(0, vec![args[0] ^ 0x5555]),
                    _ => Outcome::Successor(1, vec![0]),
                })
                .generator("calls", move |masm, params| {
                    if !late {
                        masm.call(address, convention.clobbered);
                        params.catch(masm, 1)?;
                        masm.jump(params.successor(0)?);
                        return Ok(());
                    }
                    let path = masm.new_label();
                    masm.jump(path);
                    params.add_late_path(move |masm, params| {
                        masm.bind(path);
                        masm.call(address, convention.clobbered);
                        params.catch(masm, 1)?;
                        assert!(params.catch(masm, 2).is_err(), "there are two successors");
                        masm.jump(params.successor(0)?);
                        Ok(())
                    });
                    Ok(())
                })
                .append();
            let mut there = values.clone();
            there.push(got);
            return_mix(&mut proc, normal, 1, &there);
            // The interpreter's meaning throws nothing, so the caught words are not read.
            return_mix(&mut proc, handler, 2, &values);
            check(&module(vec![proc]), INPUTS);
        }
    }
}
