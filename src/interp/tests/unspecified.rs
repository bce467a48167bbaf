//! Unspecified bits.

use super::*;
use crate::base::HeapRange;
use crate::ir::{RangePair, StackSlotKind, ValueId};

/// Executes a procedure that `build` completes with an unspecified Int64.
fn with_unspecified(build: impl FnOnce(&mut Procedure, BlockId, ValueId)) -> (Procedure, Execution) {
    let (mut proc, root) = procedure("unspecified");
    let phi = proc.phi(root, I64);
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
        let one = proc.add_const64(root, 1);
        let sum = proc.add(root, phi, one);
        proc.add_return(root, Some(sum));
    });
    assert_eq!(returned(found.1.clone()), [1]);
    observable_at_opcode(found, "Return");
}

#[test]
fn independent_results_are_specified() {
    let found = with_unspecified(|proc, root, phi| {
        let (yes, seven) = (proc.add_const32(root, 1), proc.add_const64(root, 7));
        let chosen = proc.select(root, yes, seven, phi);
        let slot = proc.add_stack_slot(8, StackSlotKind::Anonymous);
        let base = proc.slot_base(root, slot);
        proc.store(root, phi, base, 0);
        proc.store(root, chosen, base, 0);
        let loaded = proc.load(root, I64, base, 0);
        proc.add_return(root, Some(loaded));
    });
    assert_eq!((found.1.unspecified, returned(found.1)), (None, vec![7]));
}

#[test]
fn every_observable_use_is_reported() {
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            let next = proc.add_block();
            proc.add_branch(root, phi, next, next);
            proc.add_return(next, None);
        }),
        "Branch",
    );
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            let symbol = proc.symbol("labs");
            proc.add_ccall(root, I64, symbol, &[phi]);
            proc.add_return(root, None);
        }),
        "CCall",
    );
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            proc.trap_if(root, phi, TrapCode::Unreachable);
            proc.add_return(root, None);
        }),
        "TrapIf",
    );
    observable_at_opcode(
        with_unspecified(|proc, root, phi| {
            let no = proc.add_const32(root, 0);
            let map = crate::ir::Stackmap::default();
            let one = proc.add_const64(root, 1);
            proc.add_stackmap_value(root, crate::ir::Opcode::Check, Type::Void, &[no, phi], map.clone());
            proc.add_stackmap_value(root, crate::ir::Opcode::CheckAdd, I64, &[phi, one, phi], map);
            proc.add_return(root, None);
        }),
        "CheckAdd",
    );
}

#[test]
fn only_stores_outside_the_stack_are_observable() {
    let (mut proc, root) = procedure("store");
    let address = proc.add_argument(root, I64);
    let slot = proc.add_stack_slot(16, StackSlotKind::Locked);
    let base = proc.slot_base(root, slot);
    let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
    let eight = proc.add_const64(root, 8);
    let low = proc.trunc(root, eight);
    proc.store8(root, low, base, 0);
    proc.store8(root, low, base, 2);
    proc.memory_copy(root, address, base, eight, ranges);
    let bytes: Vec<ValueId> = (0..3).map(|i| proc.load8z(root, address, i)).collect();
    proc.add_returns(root, &bytes);
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
            let bases = slots.map(|slot| proc.slot_base(root, slot));
            let all = proc.add_const64(root, -1);
            for base in bases {
                proc.store(root, all, base, 0);
            }
            let half = proc.trunc(root, all);
            let offset = if upper { 4 } else { 0 };
            proc.store(root, half, bases[1], offset);
            let mut out: Vec<ValueId> = [0, 2].map(|i| proc.load(root, I64, bases[i], 0)).to_vec();
            out.push(proc.load(root, I32, bases[1], offset));
            let specified = proc.clone();
            out.push(proc.load(root, I32, bases[1], 4 - offset));
            for (mut proc, len) in [(specified, 3), (proc, 4)] {
                proc.add_returns(root, &out[..len]);
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
    let a = callee.add_argument(root, I64);
    let slot = callee.add_stack_slot(8, StackSlotKind::Locked);
    let base = callee.slot_base(root, slot);
    callee.add_branch(root, a, write, read);
    callee.store(write, a, base, 0);
    let loaded = callee.load(write, I64, base, 0);
    callee.add_return(write, Some(loaded));
    let loaded = callee.load(read, I64, base, 0);
    callee.add_return(read, Some(loaded));
    let (mut proc, root) = procedure("caller");
    let (zero, five) = (proc.add_const64(root, 0), proc.add_const64(root, 5));
    let symbol = proc.symbol("callee");
    let first = proc.add_ccall(root, I64, symbol, &[five]);
    let second = proc.add_ccall(root, I64, symbol, &[zero]);
    let mut specified = proc.clone();
    specified.add_return(root, Some(first));
    proc.add_return(root, Some(second));
    let found = run(&[specified, callee.clone()], &[]);
    assert_eq!((found.unspecified, returned(found)), (None, vec![5]));
    let found = run(&[proc, callee], &[]);
    assert_eq!((found.unspecified.is_some(), returned(found)), (true, vec![0]));
}

#[test]
fn unspecified_divisors_and_addresses_are_undefined() {
    let (_, execution) = with_unspecified(|proc, root, phi| {
        let one = proc.add_const64(root, 1);
        let q = proc.udiv(root, one, phi);
        proc.add_return(root, Some(q));
    });
    undefined(execution, "unspecified");
    // Divided by a constant other than -1 it is defined; by -1, it could be the minimum integer.
    for (divisor, defined) in [(3, true), (-1, false)] {
        let (_, execution) = with_unspecified(|proc, root, phi| {
            let divisor = proc.add_const64(root, divisor);
            let q = proc.div(root, phi, divisor);
            proc.add_return(root, Some(q));
        });
        assert_eq!(matches!(execution.outcome, Outcome::Returned(_)), defined);
    }
    let (_, execution) = with_unspecified(|proc, root, phi| {
        let loaded = proc.load(root, I64, phi, 0);
        proc.add_return(root, Some(loaded));
    });
    undefined(execution, "unspecified");
    let (_, execution) = with_unspecified(|proc, root, phi| {
        proc.add_ccall(root, Type::Void, phi, &[]);
        proc.add_return(root, None);
    });
    undefined(execution, "unspecified");
}

#[test]
fn variables_and_registers_start_unspecified() {
    let (mut proc, root) = procedure("variable");
    let variable = proc.add_variable(F64);
    let got = proc.get(root, variable);
    proc.add_return(root, Some(got));
    assert!(run(&[proc], &[]).unspecified.is_some());

    let (mut proc, root) = procedure("register");
    let got = proc.argument_reg(root, Reg::gp(12));
    proc.add_return(root, Some(got));
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
    let args: Vec<ValueId> = (0..8).map(|_| callee.add_argument(root, I64)).collect();
    callee.add_returns(root, &[args[0], args[6], args[7]]);
    for visible in [false, true] {
        let found = with_unspecified(|proc, root, phi| {
            let one = proc.add_const64(root, 1);
            let symbol = proc.symbol("callee");
            let ty = proc.tuple_type(&[I64; 3]);
            let got = proc.add_ccall(root, ty, symbol, &[one, one, one, one, one, one, phi, one]);
            let got = proc.extract(root, got, if visible { 1 } else { 2 });
            proc.add_return(root, Some(got));
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
            let [from, to] = slots.map(|slot| proc.slot_base(root, slot));
            let (three, eight) = (proc.add_const64(root, 3), proc.add_const64(root, 8));
            let byte = proc.trunc(root, three);
            let half = proc.trunc(root, phi);
            proc.store8(root, byte, from, 0);
            proc.store8(root, byte, from, 2);
            let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
            proc.memory_copy(root, to, from, three, ranges);
            let upper = proc.add(root, to, eight);
            proc.memory_fill(root, upper, half, eight, HeapRange::TOP);
            let loaded = proc.load8z(root, to, visible_byte);
            proc.add_return(root, Some(loaded));
        });
        assert_eq!(execution.unspecified.is_some(), visible, "{visible_byte}");
        assert_eq!(returned(execution), [if visible { 0 } else { 3 }]);
    }
}
