//! Memory: faults, frames and stack slots.

use super::*;
use crate::base::HeapRange;
use crate::ir::{RangePair, StackSlotKind};

#[test]
fn faults_are_undefined_unless_they_trap() {
    for traps_flag in [false, true] {
        let (mut proc, root) = procedure("load");
        let mut b = proc.at(root);
        let a = b.argument(I64);
        let loaded = b.load(I32, a, -4);
        let stored = b.store8(loaded, a, 3);
        if traps_flag {
            proc.set_traps(loaded);
            proc.set_traps(stored);
        }
        proc.at(root).ret([loaded]);
        let procs = [proc];
        let mut host = SandboxHost::new();
        let address = host.memory.allocate(8);
        host.memory.store(address, 8, 0x0102_0304_0506_0708).unwrap();
        let mut call = |a| run_with(&procs, &[(I64, a)], &mut host, Limits::default());
        assert_eq!(returned(call(address + 4)), [0x0506_0708]);
        for (wrong, value) in [(address, loaded), (address + 8, stored), (0, loaded)] {
            match call(wrong).outcome {
                Outcome::Trap { code: TrapCode::HeapOutOfBounds, place } if traps_flag => {
                    assert_eq!(place.value, value);
                }
                Outcome::Undefined { place, .. } if !traps_flag => assert_eq!(place.value, value),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(host.memory.load(address + 4, 4), Ok(0x0802_0304));
    }
}

#[test]
fn copies_and_fills_fault_atomically_and_allow_count_zero() {
    let (mut proc, root) = procedure("copy");
    let [to, from, count] = [I64; 3].map(|ty| proc.at(root).argument(ty));
    let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
    let mut b = proc.at(root);
    let copy = b.memory_copy(to, from, count, ranges);
    let byte = b.const32(0x1ee);
    let one = b.const64(1);
    let less = b.sub(count, one);
    b.memory_fill(to, byte, less, HeapRange::TOP);
    proc.set_traps(copy);
    let mut b = proc.at(root);
    let null = b.const64(0);
    b.memory_fill(null, byte, null, HeapRange::TOP);
    b.ret([]);
    let mut host = SandboxHost::new();
    let address = host.memory.allocate(8);
    host.memory.store(address, 8, 0x0706_0504_0302_0100).unwrap();
    let procs = [proc];
    let mut call = |to, from, count| {
        run_with(&procs, &[(I64, to), (I64, from), (I64, count)], &mut host, Limits::default())
    };
    assert_eq!(returned(call(address + 2, address, 3)), [0u64; 0]);
    traps(call(address + 2, address, 7), TrapCode::HeapOutOfBounds);
    undefined(call(0, 1, 0), "unmapped memory"); // nothing is copied, and the fill is far too long
    assert_eq!(host.memory.load(address, 8), Ok(0x0706_0502_eeee_0100));
}

#[test]
fn frames_do_not_overlap() {
    // Each level stores its number in its slot, calls the next level, and loads it again.
    let (mut proc, root) = procedure("levels");
    let (more, done) = (proc.add_block(), proc.add_block());
    let n = proc.at(root).argument(I64);
    let slots = [8, 1, 24].map(|size| proc.add_stack_slot(size, StackSlotKind::Locked));
    let mut b = proc.at(root);
    let bases = slots.map(|slot| b.slot_base(slot));
    b.store(n, bases[0], 0);
    b.store8(n, bases[1], 0);
    b.store(n, bases[2], 16);
    proc.set_signature(crate::base::Signature { params: vec![I64], results: vec![I64] });
    proc.at(root).branch(n, more, done);
    let one = proc.at(more).const64(1);
    let less = proc.at(more).sub(n, one);
    let symbol = proc.symbol("levels");
    let mut b = proc.at(more);
    let mut sum = b.ccall(I64, symbol, &[less]);
    for (base, offset) in [(bases[0], 0), (bases[2], 16)] {
        let loaded = b.load(I64, base, offset);
        sum = b.add(sum, loaded);
    }
    let byte = b.load8z(bases[1], 0);
    let byte = b.zext32(byte);
    let sum = b.add(sum, byte);
    b.ret([sum]);
    proc.at(done).ret([n]);
    // Store8 takes an Int32.
    let wrong = Interpreter::of(std::slice::from_ref(&proc)).unwrap_err();
    assert!(wrong.to_string().contains("Int32"), "{wrong}");
    let low = proc.at(root).trunc(n);
    let values: Vec<_> = proc.block_values(root).to_vec();
    let at = values.iter().position(|id| proc.value(*id).opcode() == crate::ir::Opcode::Store8).unwrap();
    proc.children_mut(values[at])[0] = low;
    let mut order: Vec<_> = values.into_iter().filter(|id| *id != low).collect();
    order.insert(at, low);
    proc.set_block_values(root, &order);
    assert_eq!(result(&[proc], &[(I64, 20)]), 3 * 210);
}

#[test]
fn slots_are_aligned_and_forced_offsets_are_kept() {
    let (mut proc, root) = procedure("slots");
    let forced = proc.add_stack_slot(8, StackSlotKind::Locked);
    proc.stack_slot_mut(forced).unwrap().forced_offset = Some(-40);
    let slots = [3, 16, 5].map(|size| proc.add_stack_slot(size, StackSlotKind::Locked));
    let mut b = proc.at(root);
    let frame = b.frame_pointer();
    let base = b.slot_base(forced);
    let distance = b.sub(frame, base);
    let fifteen = b.const64(15);
    let mut all = vec![distance];
    for slot in slots {
        let base = proc.at(root).slot_base(slot);
        all.push(proc.at(root).bit_and(base, fifteen));
    }
    proc.at(root).ret(all.iter().copied());
    let found = results(&[proc], &[]);
    assert_eq!((found[0], found[1] % 4, found[2], found[3] % 8), (40, 0, 0, 0));
}

#[test]
fn the_stack_limit_is_compared_with_the_stack_pointer() {
    let (mut proc, root) = procedure("limit");
    let limit = proc.at(root).argument(I64);
    let slot = proc.add_stack_slot(64, StackSlotKind::Locked);
    let mut b = proc.at(root);
    b.slot_base(slot);
    b.stack_limit_check(limit);
    b.ret([]);
    let procs = [proc];
    let end = SandboxHost::new().stack().end;
    assert_eq!(results(&procs, &[(I64, end - 80)]).len(), 0);
    traps(run(&procs, &[(I64, end - 79)]), TrapCode::StackOverflow);
}
