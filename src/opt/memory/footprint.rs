//! The memory that an operation accesses, precise enough for alias analysis between loads and stores.

use crate::base::{HeapRange, StackSlotId, Type};
use crate::ir::opcode::Payload;
use crate::ir::{Opcode, Procedure, Value, ValueId};
use crate::opt::context::resolve;

/// Base from which an access counts its offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Base {
    /// Unknown: the access may be anywhere in its range.
    Anywhere,
    Value(ValueId),
    Slot(StackSlotId),
}

/// A set of memory bytes: a heap range and, for a load or store, an interval of offsets from a base.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Footprint {
    pub(in crate::opt) range: HeapRange,
    base: Base,
    /// The first byte.
    begin: i64,
    /// One past the last.
    end: i64,
}

impl Footprint {
    pub(in crate::opt) fn anywhere(range: HeapRange) -> Footprint {
        Footprint { range, base: Base::Anywhere, begin: 0, end: 0 }
    }

    /// The bytes of a load or store.
    pub(in crate::opt) fn of_access(proc: &Procedure, value: &Value) -> Footprint {
        debug_assert!(value.opcode().row().payload == Payload::Memory);
        let children = proc.children_of(value);
        match children.last() {
            Some(address) => Footprint::at(proc, value, resolve(proc, *address)),
            None => Footprint::anywhere(value.range()),
        }
    }

    /// The bytes of a load or store whose address operand equals this value.
    pub(in crate::opt) fn at(proc: &Procedure, value: &Value, address: ValueId) -> Footprint {
        let children = proc.children_of(value);
        let ty = if value.ty == Type::Void { proc.type_of(children[0]) } else { value.ty };
        let begin = i64::from(value.offset());
        let base = match proc.value(address) {
            slot if slot.opcode() == Opcode::SlotBase => Base::Slot(slot.slot()),
            _ => Base::Value(address),
        };
        Footprint { range: value.range(), base, begin, end: begin + width(value.opcode(), ty) }
    }

    /// True unless the two are known to be disjoint. A value used as base must denote the same address in both.
    pub(in crate::opt) fn overlaps(&self, other: &Footprint) -> bool {
        self.range.overlaps(other.range)
            && match (self.base, other.base) {
                (Base::Anywhere, _) | (_, Base::Anywhere) => true,
                // An access at a constant offset from a slot is inside the slot.
                (Base::Slot(a), Base::Slot(b)) if a != b => false,
                (a, b) if a == b => self.begin < other.end && other.begin < self.end,
                _ => true,
            }
    }

    /// True if both are known to have the same bytes. A value used as base must denote the same address in both.
    pub(in crate::opt) fn is_same(&self, other: &Footprint) -> bool {
        self.base == other.base
            && self.base != Base::Anywhere
            && (self.begin, self.end) == (other.begin, other.end)
    }

    /// The smallest footprint that includes both.
    pub(in crate::opt) fn cover(&self, other: &Footprint) -> Footprint {
        let range = self.range.cover(other.range);
        if self.base != other.base {
            return Footprint::anywhere(range);
        }
        Footprint { range, base: self.base, begin: self.begin.min(other.begin), end: self.end.max(other.end) }
    }
}

/// Size of an access in bytes.
pub(in crate::opt) fn width(opcode: Opcode, ty: Type) -> i64 {
    match opcode {
        Opcode::Load8Z | Opcode::Load8S | Opcode::Store8 => 1,
        Opcode::Load16Z | Opcode::Load16S | Opcode::Store16 => 2,
        _ => i64::from(ty.size()),
    }
}
