//! Atomic accesses and fences: their payload, effects and builders.
//!
//! An atomic access reads and writes its heap range, also if it only loads, so that two accesses of the same memory
//! keep their order. With an order other than `Relaxed` it reads and writes all memory and is a fence: no other access
//! moves across it, in either direction. This is more than acquire and release require.

use super::opcode::Payload;
use super::{Cursor, Opcode, Procedure, RangePair, Value, ValueId};
use crate::base::{HeapRange, MemoryOrder, Type, Width};

/// Where and how an atomic operation accesses memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AtomicAccess {
    /// Added to the address, in bytes.
    pub offset: i32,
    /// The number of bits that are accessed: 64 for an Int64, 8, 16 or 32 for an Int32.
    pub width: Width,
    /// How it orders other accesses.
    pub order: MemoryOrder,
}

impl AtomicAccess {
    /// An access to all bits of a value of this type, sequentially consistent.
    pub const fn of(ty: Type, offset: i32) -> AtomicAccess {
        AtomicAccess { offset, width: whole(ty), order: MemoryOrder::SeqCst }
    }

    /// The same access with this order.
    #[must_use]
    pub const fn with_order(self, order: MemoryOrder) -> AtomicAccess {
        AtomicAccess { order, ..self }
    }

    /// The same access with this width.
    #[must_use]
    pub const fn with_width(self, width: Width) -> AtomicAccess {
        AtomicAccess { width, ..self }
    }

    pub(super) fn to_bits(self) -> u64 {
        u64::from(self.offset as u32) | (self.width as u64) << 32 | (self.order as u64) << 40
    }
}

/// The width of all bits of an integer type.
pub(super) const fn whole(ty: Type) -> Width {
    match ty {
        Type::Int64 => Width::W64,
        _ => Width::W32,
    }
}

impl Opcode {
    /// True for atomic accesses.
    pub fn is_atomic(self) -> bool {
        self.row().payload == Payload::Atomic
    }

    /// True if an atomic access or a fence can have this order.
    pub fn allows_order(self, order: MemoryOrder) -> bool {
        use MemoryOrder::{AcqRel, Acquire, Compiler, Relaxed, Release};
        match self {
            Opcode::Fence => order != Relaxed,
            Opcode::AtomicLoad => !matches!(order, Compiler | Release | AcqRel),
            Opcode::AtomicStore => !matches!(order, Compiler | Acquire | AcqRel),
            opcode => opcode.is_atomic() && order != Compiler,
        }
    }
}

impl Value {
    /// Offset, width and order of an atomic access; `None` if the payload has no valid ones.
    pub fn atomic(&self) -> Option<AtomicAccess> {
        let width = Width::ALL.get((self.payload >> 32 & 0xff) as usize).copied()?;
        let order = self.memory_order()?;
        Some(AtomicAccess { offset: self.payload as i32, width, order })
    }

    /// The order of a Fence; `None` if the payload has no valid one.
    pub fn fence_order(&self) -> Option<MemoryOrder> {
        MemoryOrder::from_number(self.payload)
    }
}

impl Procedure {
    /// Sets offset, width and order of an atomic access; does nothing for other values.
    pub fn set_atomic(&mut self, id: ValueId, access: AtomicAccess) {
        if let Some(value) = self.values.get_mut(id)
            && value.opcode.is_atomic()
        {
            value.payload = access.to_bits();
        }
    }

    /// The type that an atomic access reads or writes.
    pub fn atomic_type(&self, value: &Value) -> Type {
        match value.opcode {
            Opcode::AtomicLoad => value.ty,
            _ => self.children_of(value).first().map_or(Type::Void, |child| self.type_of(*child)),
        }
    }
}

/// Atomic accesses. `address` + the offset of `access` must be aligned to its width. [`AtomicAccess::of`] is a
/// sequentially consistent access; [`Procedure::set_range`] limits the heap range, [`Procedure::set_traps`] makes a
/// fault a trap.
impl Cursor<'_> {
    /// Appends an atomic access of an opcode chosen at run time, of type `ty`.
    #[track_caller]
    pub fn atomic(
        &mut self,
        opcode: Opcode,
        ty: Type,
        children: &[ValueId],
        access: AtomicAccess,
    ) -> ValueId {
        let ranges = RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP };
        let ranges = self.proc.ranges.push(ranges);
        let mut value = self.proc.make_value(opcode, ty, children);
        (value.aux, value.payload) = (ranges.number(), access.to_bits());
        self.append(value)
    }

    /// Loads a value of type `ty` atomically, zero-extended.
    #[track_caller]
    pub fn atomic_load(&mut self, ty: Type, address: ValueId, access: AtomicAccess) -> ValueId {
        self.atomic(Opcode::AtomicLoad, ty, &[address], access)
    }

    /// Stores the low bits of `value` atomically.
    #[track_caller]
    pub fn atomic_store(&mut self, value: ValueId, address: ValueId, access: AtomicAccess) -> ValueId {
        self.atomic(Opcode::AtomicStore, Type::Void, &[value, address], access)
    }

    #[track_caller]
    fn exchange(
        &mut self,
        opcode: Opcode,
        value: ValueId,
        address: ValueId,
        access: AtomicAccess,
    ) -> ValueId {
        let ty = self.proc.type_of(value);
        self.atomic(opcode, ty, &[value, address], access)
    }

    /// Replaces memory by `value` atomically; the old value, zero-extended.
    #[track_caller]
    pub fn atomic_xchg(&mut self, value: ValueId, address: ValueId, access: AtomicAccess) -> ValueId {
        self.exchange(Opcode::AtomicXchg, value, address, access)
    }

    /// Adds `value` to memory atomically; the old value, zero-extended.
    #[track_caller]
    pub fn atomic_xchg_add(&mut self, value: ValueId, address: ValueId, access: AtomicAccess) -> ValueId {
        self.exchange(Opcode::AtomicXchgAdd, value, address, access)
    }

    /// Subtracts `value` from memory atomically; the old value, zero-extended.
    #[track_caller]
    pub fn atomic_xchg_sub(&mut self, value: ValueId, address: ValueId, access: AtomicAccess) -> ValueId {
        self.exchange(Opcode::AtomicXchgSub, value, address, access)
    }

    /// Ands `value` into memory atomically; the old value, zero-extended.
    #[track_caller]
    pub fn atomic_xchg_and(&mut self, value: ValueId, address: ValueId, access: AtomicAccess) -> ValueId {
        self.exchange(Opcode::AtomicXchgAnd, value, address, access)
    }

    /// Ors `value` into memory atomically; the old value, zero-extended.
    #[track_caller]
    pub fn atomic_xchg_or(&mut self, value: ValueId, address: ValueId, access: AtomicAccess) -> ValueId {
        self.exchange(Opcode::AtomicXchgOr, value, address, access)
    }

    /// Exclusive-ors `value` into memory atomically; the old value, zero-extended.
    #[track_caller]
    pub fn atomic_xchg_xor(&mut self, value: ValueId, address: ValueId, access: AtomicAccess) -> ValueId {
        self.exchange(Opcode::AtomicXchgXor, value, address, access)
    }

    /// Replaces memory that equals the low bits of `expected` by `new`; 1 if it did, else 0. May fail although they are
    /// equal.
    #[track_caller]
    pub fn atomic_weak_cas(
        &mut self,
        expected: ValueId,
        new: ValueId,
        address: ValueId,
        access: AtomicAccess,
    ) -> ValueId {
        self.atomic(Opcode::AtomicWeakCAS, Type::Int32, &[expected, new, address], access)
    }

    /// Replaces memory that equals the low bits of `expected` by `new`; the old value, zero-extended.
    #[track_caller]
    pub fn atomic_strong_cas(
        &mut self,
        expected: ValueId,
        new: ValueId,
        address: ValueId,
        access: AtomicAccess,
    ) -> ValueId {
        let ty = self.proc.type_of(expected);
        self.atomic(Opcode::AtomicStrongCAS, ty, &[expected, new, address], access)
    }

    /// Like [`Cursor::fence`], with this order, which is not `Relaxed`.
    #[track_caller]
    pub fn fence_with(&mut self, order: MemoryOrder, ranges: RangePair) -> ValueId {
        let ranges = self.proc.ranges.push(ranges);
        let mut value = Value::new(Opcode::Fence, Type::Void);
        (value.aux, value.payload) = (ranges.number(), order as u64);
        self.append(value)
    }
}
