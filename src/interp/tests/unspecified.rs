//! Unspecified bits.

use super::*;
use crate::base::HeapRange;
use crate::ir::{RangePair, StackSlotKind, ValueId};

/// Executes a procedure that `build` completes with an unspecified Int64.
fn with_unspecified(build: impl FnOnce(&mut Procedure, BlockId, ValueId)) -> (Procedure, Execution) {
    let (mut proc, root) = procedure("unspecified");
    let phi = proc.at(root).phi(I64);
    build(&mut proc, root, phi);
    let execution = run(std::slice::from_ref(&proc), &[]);
    (proc, execution)
}

#[track_caller]
fn observable_at_opcode(found: (Procedure, Execution), name: &str) {
    let place = found.1.unspecified.expect("unspecified");
    assert_eq!(found.0.value(place.value).opcode().name(), name);
}

#[test]
fn a_phi_before_any_upsilon_is_zero_and_unspecified() {
    let found = with_unspecified(|proc, root, phi| {
        let mut b = proc.at(root);
        let one = b.const64(1);
        let sum = b.add(phi, one);
        b.ret([sum]);
    });
    assert_eq!(returned(found.1.clone()), [1]);
    observable_at_opcode(found, "Return");
}

#[test]
fn independent_results_are_specified() {
    let found = with_unspecified(|proc, root, phi| {
        let mut b = proc.at(root);
        let (yes, seven) = (b.const32(1), b.const64(7));
        let chosen = b.select(yes, seven, phi);
        let slot = proc.add_stack_slot(8, StackSlotKind::Anonymous);
        let mut b = proc.at(root);
        let base = b.slot_base(slot);
        b.store(phi, base, 0);
        b.store(chosen, base, 0);
        let loaded = b.load(I64, base, 0);
        b.ret([loaded]);
    });
    assert_eq!((found.1.unspecified, returned(found.1)), (None, vec![7]));
}

#[test]
fn every_observable_use_is_reported() {
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            let next = proc.add_block();
            proc.at(root).branch(phi, next, next);
            proc.at(next).ret([]);
        }),
        "Branch",
    );
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            let symbol = proc.symbol("labs");
            proc.at(root).ccall(I64, symbol, &[phi]);
            proc.at(root).ret([]);
        }),
        "CCall",
    );
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            proc.at(root).trap_if(phi, TrapCode::Unreachable);
            proc.at(root).ret([]);
        }),
        "TrapIf",
    );
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            let no = proc.at(root).const32(0);
            let map = crate::ir::Stackmap::default();
            let mut b = proc.at(root);
            let one = b.const64(1);
            b.stackmap_value(crate::ir::Opcode::Check, Type::Void, &[no, phi], map.clone());
            b.stackmap_value(crate::ir::Opcode::CheckAdd, I64, &[phi, one, phi], map);
            b.ret([]);
        }),
        "CheckAdd",
    );
}

#[test]
fn only_stores_outside_the_stack_are_observable() {
    let (mut proc, root) = procedure("store");
    let address = proc.at(root).argument(I64);
    let slot = proc.add_stack_slot(16, StackSlotKind::Locked);
    let base = proc.at(root).slot_base(slot);
    let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
    let mut b = proc.at(root);
    let eight = b.const64(8);
    let low = b.trunc(eight);
    b.store8(low, base, 0);
    b.store8(low, base, 2);
    b.memory_copy(address, base, eight, ranges);
    let bytes: Vec<ValueId> = (0..3).map(|i| b.load8z(address, i)).collect();
    b.ret(bytes.iter().copied());
    proc.set_signature(crate::base::Signature { params: vec![I64], results: vec![I32; 3] });
    let procs = [proc];
    let mut host = SandboxHost::new();
    let heap = host.memory.allocate(8);
    let execution = run_with(&procs, &[(I64, heap)], &mut host, Limits::default());
    let place = execution.unspecified.unwrap();
    assert_eq!(procs[0].value(place.value).opcode().name(), "MemoryCopy");
    assert_eq!(returned(execution), [8, 0, 8]);
}

#[test]
fn a_partial_store_leaves_the_rest_of_an_anonymous_slot_unspecified() {
    for (kind, unspecified) in [(StackSlotKind::Anonymous, true), (StackSlotKind::Locked, false)] {
        for upper in [false, true] {
            let (mut proc, root) = procedure("partial");
            // Neighbors on both sides, which must not be affected.
            let slots = [8, 8, 8].map(|size| proc.add_stack_slot(size, kind));
            let mut b = proc.at(root);
            let bases = slots.map(|slot| b.slot_base(slot));
            let all = b.const64(-1);
            for base in bases {
                b.store(all, base, 0);
            }
            let half = b.trunc(all);
            let offset = if upper { 4 } else { 0 };
            let mut b = proc.at(root);
            b.store(half, bases[1], offset);
            let mut out: Vec<ValueId> = [0, 2].map(|i| b.load(I64, bases[i], 0)).to_vec();
            out.push(b.load(I32, bases[1], offset));
            let specified = proc.clone();
            out.push(proc.at(root).load(I32, bases[1], 4 - offset));
            for (mut proc, len) in [(specified, 3), (proc, 4)] {
                proc.at(root).ret(out[..len].iter().copied());
                let execution = run(&[proc], &[]);
                assert_eq!(execution.unspecified.is_some(), unspecified && len == 4);
                assert_eq!(returned(execution)[..3], [u64::MAX, u64::MAX, 0xffff_ffff]);
            }
        }
    }
}

#[test]
fn fresh_slots_over_old_frames_are_unspecified() {
    // The callee stores to its slot in the first call and loads from it in the second.
    let (mut callee, root) = procedure("callee");
    let (write, read) = (callee.add_block(), callee.add_block());
    let a = callee.at(root).argument(I64);
    let slot = callee.add_stack_slot(8, StackSlotKind::Locked);
    let base = callee.at(root).slot_base(slot);
    callee.at(root).branch(a, write, read);
    let mut b = callee.at(write);
    b.store(a, base, 0);
    let loaded = b.load(I64, base, 0);
    b.ret([loaded]);
    let loaded = callee.at(read).load(I64, base, 0);
    callee.at(read).ret([loaded]);
    let (mut proc, root) = procedure("caller");
    let (zero, five) = (proc.at(root).const64(0), proc.at(root).const64(5));
    let symbol = proc.symbol("callee");
    let first = proc.at(root).ccall(I64, symbol, &[five]);
    let second = proc.at(root).ccall(I64, symbol, &[zero]);
    let mut specified = proc.clone();
    specified.at(root).ret([first]);
    proc.at(root).ret([second]);
    let found = run(&[specified, callee.clone()], &[]);
    assert_eq!((found.unspecified, returned(found)), (None, vec![5]));
    let found = run(&[proc, callee], &[]);
    assert_eq!((found.unspecified.is_some(), returned(found)), (true, vec![0]));
}

#[test]
fn unspecified_divisors_and_addresses_are_undefined() {
    let (_, execution) = with_unspecified(|proc, root, phi| {
        let mut b = proc.at(root);
        let one = b.const64(1);
        let q = b.udiv(one, phi);
        b.ret([q]);
    });
    undefined(execution, "unspecified");
    // Divided by a constant other than -1 it is defined; by -1, it could be the minimum integer.
    for (divisor, defined) in [(3, true), (-1, false)] {
        let (_, execution) = with_unspecified(|proc, root, phi| {
            let mut b = proc.at(root);
            let divisor = b.const64(divisor);
            let q = b.div(phi, divisor);
            b.ret([q]);
        });
        assert_eq!(matches!(execution.outcome, Outcome::Returned(_)), defined);
    }
    let (_, execution) = with_unspecified(|proc, root, phi| {
        let loaded = proc.at(root).load(I64, phi, 0);
        proc.at(root).ret([loaded]);
    });
    undefined(execution, "unspecified");
    let (_, execution) = with_unspecified(|proc, root, phi| {
        proc.at(root).ccall(Type::Void, phi, &[]);
        proc.at(root).ret([]);
    });
    undefined(execution, "unspecified");
}

#[test]
fn variables_and_registers_start_unspecified() {
    let (mut proc, root) = procedure("variable");
    let variable = proc.add_variable(F64);
    let got = proc.at(root).get(variable);
    proc.at(root).ret([got]);
    assert!(run(&[proc], &[]).unspecified.is_some());

    let (mut proc, root) = procedure("register");
    let got = proc.at(root).argument_reg(Reg::gp(12));
    proc.at(root).ret([got]);
    let procs = [proc];
    assert!(run(&procs, &[]).unspecified.is_some());
    let mut host = SandboxHost::new();
    host.set_register(Reg::gp(12), 77);
    let found = run_with(&procs, &[], &mut host, Limits::default());
    assert_eq!((found.unspecified, returned(found)), (None, vec![77]));
}

#[test]
fn unspecified_bits_propagate_through_calls() {
    let (mut callee, root) = procedure("callee");
    let args: Vec<ValueId> = (0..8).map(|_| callee.at(root).argument(I64)).collect();
    callee.at(root).ret([args[0], args[6], args[7]]);
    for visible in [false, true] {
        let found = with_unspecified(|proc, root, phi| {
            let one = proc.at(root).const64(1);
            let symbol = proc.symbol("callee");
            let ty = proc.tuple_type(&[I64; 3]);
            let mut b = proc.at(root);
            let got = b.ccall(ty, symbol, &[one, one, one, one, one, one, phi, one]);
            let got = b.extract(got, if visible { 1 } else { 2 });
            b.ret([got]);
        });
        let execution = run(&[found.0, callee.clone()], &[]);
        assert_eq!(
            (execution.unspecified.is_some(), returned(execution)),
            (visible, vec![u64::from(!visible)])
        );
    }
}

#[test]
fn unspecified_bits_propagate_through_stack_copies() {
    for (visible_byte, visible) in [(0, false), (1, true), (2, false), (8, true)] {
        let (_, execution) = with_unspecified(|proc, root, phi| {
            let slots = [8, 16].map(|size| proc.add_stack_slot(size, StackSlotKind::Locked));
            let mut b = proc.at(root);
            let [from, to] = slots.map(|slot| b.slot_base(slot));
            let (three, eight) = (b.const64(3), b.const64(8));
            let byte = b.trunc(three);
            let half = b.trunc(phi);
            b.store8(byte, from, 0);
            b.store8(byte, from, 2);
            let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
            let mut b = proc.at(root);
            b.memory_copy(to, from, three, ranges);
            let upper = b.add(to, eight);
            b.memory_fill(upper, half, eight, HeapRange::TOP);
            let loaded = b.load8z(to, visible_byte);
            b.ret([loaded]);
        });
        assert_eq!(execution.unspecified.is_some(), visible, "{visible_byte}");
        assert_eq!(returned(execution), [if visible { 0 } else { 3 }]);
    }
}
