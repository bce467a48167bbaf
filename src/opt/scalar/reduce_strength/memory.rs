//! Rules for loads, stores, copies and fills.

use super::reducer::Reducer;
use super::rules::Rule;
use crate::base::{HeapRange, Type};
use crate::ir::{Opcode, Value, ValueId};

/// Maximum size in bytes of a copy or fill that becomes loads and stores.
const MAX_INLINE: u64 = 32;

/// Folds a constant address operand of a load or store into the offset.
///
/// Turn this: `load(p + constant, offset)`
/// Into this: `load(p, offset + constant)`. An access to a stack slot is changed only if it stays within the slot.
pub(super) fn access(r: &mut Reducer, id: ValueId, value: &Value, place: usize) -> bool {
    let pointer = r.child(id, place);
    let Some((base, added)) = r.is_with_constant(pointer, Opcode::Add) else { return false };
    let offset = i64::from(value.offset()).checked_add(added as i64);
    let Some(Ok(offset)) = offset.map(i32::try_from) else { return false };
    if r.proc.access_outside_slot(value, base, added as i64).is_some() {
        return false;
    }
    r.proc.set_offset(id, offset);
    r.set_child(Rule::AccessOffset, id, place, base)
}

/// Simplifies the value operand of a store.
pub(super) fn stored(r: &mut Reducer, id: ValueId) -> bool {
    let a = r.child(id, 0);
    let bits = match r.opcode(id) {
        Opcode::Store8 => r.arithmetic.byte(),
        Opcode::Store16 => r.arithmetic.half(),
        _ => return stored_full_width(r, id, a),
    };
    match r.simplify_demanded(a, (1 << bits) - 1) {
        Some(less) => r.set_child(Rule::StoreUnderMask, id, 0, less),
        None => false,
    }
}

/// Turn this: `store(bitwiseCast(x))`, `store(1.0)`
/// Into this: `store(x)`, `store(0x3ff0000000000000)`, which needs no register of the other bank.
fn stored_full_width(r: &mut Reducer, id: ValueId, a: ValueId) -> bool {
    let value = *r.proc.value(a);
    match value.opcode() {
        Opcode::BitwiseCast => {
            let x = r.child(a, 0);
            r.set_child(Rule::StoreCast, id, 0, x)
        }
        Opcode::ConstFloat | Opcode::ConstDouble => {
            let ty = if value.opcode() == Opcode::ConstFloat { Type::Int32 } else { Type::Int64 };
            let bits = r.constant(ty, value.bits());
            r.set_child(Rule::StoreFloatConstant, id, 0, bits)
        }
        _ => false,
    }
}

/// Splits this many bytes into accesses, largest first: offset and size.
fn pieces(count: u64) -> impl Iterator<Item = (i32, u64)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let left = count - offset;
        let size = [8, 4, 2, 1].into_iter().find(|size| *size <= left)?;
        offset += size;
        Some(((offset - size) as i32, size))
    })
}

/// Turn this: a copy of a few bytes
/// Into this: all loads, then all stores, because the bytes may overlap.
pub(super) fn copy(r: &mut Reducer, id: ValueId, value: &Value) -> bool {
    let [to, from] = r.pair(id);
    let Some(count) = r.int(r.child(id, 2)) else { return false };
    if count == 0 {
        return r.become_nop(Rule::CopyNothing, id);
    }
    let Some(ranges) = r.proc.range_pairs().get(value.ranges()).copied() else { return false };
    if count > MAX_INLINE || !may_split(r, &[to, from], count) {
        return false;
    }
    let loads: Vec<_> = pieces(count)
        .map(|(offset, size)| (offset, size, load(r, from, offset, size, ranges.reads)))
        .collect();
    for (offset, size, loaded) in loads {
        store(r, loaded, to, offset, size, ranges.writes);
    }
    r.become_nop(Rule::CopyFew, id)
}

/// Turn this: a fill of a few bytes with a constant
/// Into this: stores.
pub(super) fn fill(r: &mut Reducer, id: ValueId, value: &Value) -> bool {
    let [to, byte] = r.pair(id);
    let Some(count) = r.int(r.child(id, 2)) else { return false };
    if count == 0 {
        return r.become_nop(Rule::FillNothing, id);
    }
    let Some(ranges) = r.proc.range_pairs().get(value.ranges()).copied() else { return false };
    let Some(byte) = r.int(byte) else { return false };
    if count > MAX_INLINE || !may_split(r, &[to], count) {
        return false;
    }
    for (offset, size) in pieces(count) {
        let ty = if size == 8 { Type::Int64 } else { Type::Int32 };
        let bits = r.constant(ty, (byte & 0xff) * 0x0101_0101_0101_0101);
        store(r, bits, to, offset, size, ranges.writes);
    }
    r.become_nop(Rule::FillFew, id)
}

/// False if the bytes exceed a stack slot: that is undefined, and the accesses would be invalid IR.
fn may_split(r: &Reducer, addresses: &[ValueId], count: u64) -> bool {
    addresses.iter().all(|address| {
        let value = r.proc.value(*address);
        let slot = (value.opcode() == Opcode::SlotBase).then(|| r.proc.stack_slots().get(value.slot()));
        slot.flatten().is_none_or(|slot| count <= u64::from(slot.size))
    })
}

fn load(r: &mut Reducer, from: ValueId, offset: i32, size: u64, range: HeapRange) -> ValueId {
    let id = match size {
        8 => r.proc.detached().load(Type::Int64, from, offset),
        4 => r.proc.detached().load(Type::Int32, from, offset),
        2 => r.proc.detached().load16z(from, offset),
        _ => r.proc.detached().load8z(from, offset),
    };
    r.proc.set_range(id, range);
    r.insert_created(id);
    id
}

fn store(r: &mut Reducer, value: ValueId, to: ValueId, offset: i32, size: u64, range: HeapRange) {
    let id = match size {
        8 | 4 => r.proc.detached().store(value, to, offset),
        2 => r.proc.detached().store16(value, to, offset),
        _ => r.proc.detached().store8(value, to, offset),
    };
    r.proc.set_range(id, range);
    r.insert_created(id);
}
