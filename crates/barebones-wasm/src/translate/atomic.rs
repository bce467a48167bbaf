//! Atomic accesses of linear memories, fences, `memory.atomic.wait` and `memory.atomic.notify`.
//!
//! An access whose address is not a multiple of its width traps, also if it is out of bounds. The interpreter's own atomic
//! accesses are atomic only for its own thread, so interpreted code calls the runtime for them.

use super::Function;
use super::memory::memory_of;
use crate::error::user;
use crate::layout::{Builtin, Change};
use barebones::base::{HeapRange, MemoryOrder, Type, Width};
use barebones::ir::{AtomicAccess, Opcode, RangePair, ValueId};
use wasmparser::{MemArg, Operator};

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn atomic(&mut self, operator: &Operator<'_>) -> bool {
        use Change::*;
        use Operator::*;
        use Width::*;
        match operator {
            I32AtomicLoad { memarg } => self.atomic_load(memarg, Type::Int32, W32),
            I32AtomicLoad16U { memarg } => self.atomic_load(memarg, Type::Int32, W16),
            I32AtomicLoad8U { memarg } => self.atomic_load(memarg, Type::Int32, W8),
            I32AtomicStore { memarg } => self.atomic_store(memarg, W32),
            I32AtomicStore16 { memarg } => self.atomic_store(memarg, W16),
            I32AtomicStore8 { memarg } => self.atomic_store(memarg, W8),
            I64AtomicLoad { memarg } => self.atomic_load(memarg, Type::Int64, W64),
            I64AtomicLoad32U { memarg } => self.atomic_load(memarg, Type::Int64, W32),
            I64AtomicLoad16U { memarg } => self.atomic_load(memarg, Type::Int64, W16),
            I64AtomicLoad8U { memarg } => self.atomic_load(memarg, Type::Int64, W8),
            I64AtomicStore { memarg } => self.atomic_store(memarg, W64),
            I64AtomicStore32 { memarg } => self.atomic_store(memarg, W32),
            I64AtomicStore16 { memarg } => self.atomic_store(memarg, W16),
            I64AtomicStore8 { memarg } => self.atomic_store(memarg, W8),
            I32AtomicRmwAdd { memarg } => self.atomic_update(memarg, Add, W32),
            I32AtomicRmw16AddU { memarg } => self.atomic_update(memarg, Add, W16),
            I32AtomicRmw8AddU { memarg } => self.atomic_update(memarg, Add, W8),
            I64AtomicRmwAdd { memarg } => self.atomic_update(memarg, Add, W64),
            I64AtomicRmw32AddU { memarg } => self.atomic_update(memarg, Add, W32),
            I64AtomicRmw16AddU { memarg } => self.atomic_update(memarg, Add, W16),
            I64AtomicRmw8AddU { memarg } => self.atomic_update(memarg, Add, W8),
            I32AtomicRmwSub { memarg } => self.atomic_update(memarg, Sub, W32),
            I32AtomicRmw16SubU { memarg } => self.atomic_update(memarg, Sub, W16),
            I32AtomicRmw8SubU { memarg } => self.atomic_update(memarg, Sub, W8),
            I64AtomicRmwSub { memarg } => self.atomic_update(memarg, Sub, W64),
            I64AtomicRmw32SubU { memarg } => self.atomic_update(memarg, Sub, W32),
            I64AtomicRmw16SubU { memarg } => self.atomic_update(memarg, Sub, W16),
            I64AtomicRmw8SubU { memarg } => self.atomic_update(memarg, Sub, W8),
            I32AtomicRmwAnd { memarg } => self.atomic_update(memarg, And, W32),
            I32AtomicRmw16AndU { memarg } => self.atomic_update(memarg, And, W16),
            I32AtomicRmw8AndU { memarg } => self.atomic_update(memarg, And, W8),
            I64AtomicRmwAnd { memarg } => self.atomic_update(memarg, And, W64),
            I64AtomicRmw32AndU { memarg } => self.atomic_update(memarg, And, W32),
            I64AtomicRmw16AndU { memarg } => self.atomic_update(memarg, And, W16),
            I64AtomicRmw8AndU { memarg } => self.atomic_update(memarg, And, W8),
            I32AtomicRmwOr { memarg } => self.atomic_update(memarg, Or, W32),
            I32AtomicRmw16OrU { memarg } => self.atomic_update(memarg, Or, W16),
            I32AtomicRmw8OrU { memarg } => self.atomic_update(memarg, Or, W8),
            I64AtomicRmwOr { memarg } => self.atomic_update(memarg, Or, W64),
            I64AtomicRmw32OrU { memarg } => self.atomic_update(memarg, Or, W32),
            I64AtomicRmw16OrU { memarg } => self.atomic_update(memarg, Or, W16),
            I64AtomicRmw8OrU { memarg } => self.atomic_update(memarg, Or, W8),
            I32AtomicRmwXor { memarg } => self.atomic_update(memarg, Xor, W32),
            I32AtomicRmw16XorU { memarg } => self.atomic_update(memarg, Xor, W16),
            I32AtomicRmw8XorU { memarg } => self.atomic_update(memarg, Xor, W8),
            I64AtomicRmwXor { memarg } => self.atomic_update(memarg, Xor, W64),
            I64AtomicRmw32XorU { memarg } => self.atomic_update(memarg, Xor, W32),
            I64AtomicRmw16XorU { memarg } => self.atomic_update(memarg, Xor, W16),
            I64AtomicRmw8XorU { memarg } => self.atomic_update(memarg, Xor, W8),
            I32AtomicRmwXchg { memarg } => self.atomic_update(memarg, Xchg, W32),
            I32AtomicRmw16XchgU { memarg } => self.atomic_update(memarg, Xchg, W16),
            I32AtomicRmw8XchgU { memarg } => self.atomic_update(memarg, Xchg, W8),
            I64AtomicRmwXchg { memarg } => self.atomic_update(memarg, Xchg, W64),
            I64AtomicRmw32XchgU { memarg } => self.atomic_update(memarg, Xchg, W32),
            I64AtomicRmw16XchgU { memarg } => self.atomic_update(memarg, Xchg, W16),
            I64AtomicRmw8XchgU { memarg } => self.atomic_update(memarg, Xchg, W8),
            I32AtomicRmwCmpxchg { memarg } => self.atomic_exchange_if_equal(memarg, W32),
            I32AtomicRmw16CmpxchgU { memarg } => self.atomic_exchange_if_equal(memarg, W16),
            I32AtomicRmw8CmpxchgU { memarg } => self.atomic_exchange_if_equal(memarg, W8),
            I64AtomicRmwCmpxchg { memarg } => self.atomic_exchange_if_equal(memarg, W64),
            I64AtomicRmw32CmpxchgU { memarg } => self.atomic_exchange_if_equal(memarg, W32),
            I64AtomicRmw16CmpxchgU { memarg } => self.atomic_exchange_if_equal(memarg, W16),
            I64AtomicRmw8CmpxchgU { memarg } => self.atomic_exchange_if_equal(memarg, W8),
            MemoryAtomicWait32 { memarg } => self.wait(memarg, W32),
            MemoryAtomicWait64 { memarg } => self.wait(memarg, W64),
            MemoryAtomicNotify { memarg } => self.notify(memarg),
            AtomicFence { .. } => {
                self.cursor().fence(RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP });
            }
            _ => return false,
        }
        true
    }

    /// Traps unless `index` + the offset is a multiple of the width. Returns the 64-bit index.
    fn aligned(&mut self, arg: &MemArg, index: ValueId, width: Width) -> ValueId {
        let wide = self.index(index);
        if width != Width::W8 {
            let low = i64::from(width.bytes()) - 1;
            let mut place = wide;
            // An offset that is a multiple of the width does not matter.
            if arg.offset as i64 & low != 0 {
                let offset = self.const64(arg.offset as i64);
                place = self.cursor().add(wide, offset);
            }
            let mask = self.const64(low);
            let rest = self.cursor().bit_and(place, mask);
            let zero = self.const64(0);
            let is_unaligned = self.cursor().not_equal(rest, zero);
            self.trap_if(is_unaligned, user::UNALIGNED);
        }
        wide
    }

    /// Accesses the memory, and returns the old value of type `ty`; Void for a store. `operands` have 32 bits, or 64 for
    /// a width of 64.
    fn atomic_access(
        &mut self,
        (arg, width): (&MemArg, Width),
        index: ValueId,
        change: Change,
        operands: &[ValueId],
    ) -> ValueId {
        self.aligned(arg, index, width);
        let is_compared = self.is_compared(memory_of(arg));
        let (address, offset) = self.address(arg, index, width.bytes().into(), is_compared);
        let ty = if width == Width::W64 { Type::Int64 } else { Type::Int32 };
        if self.interpreted {
            return self.atomic_in_runtime((address, offset), (ty, width), change, operands);
        }
        let access = AtomicAccess { offset, width, order: MemoryOrder::SeqCst };
        let mut children = operands.to_vec();
        children.push(address);
        let (opcode, ty) = match change {
            Change::Load => (Opcode::AtomicLoad, ty),
            Change::Store => (Opcode::AtomicStore, Type::Void),
            Change::Add => (Opcode::AtomicXchgAdd, ty),
            Change::Sub => (Opcode::AtomicXchgSub, ty),
            Change::And => (Opcode::AtomicXchgAnd, ty),
            Change::Or => (Opcode::AtomicXchgOr, ty),
            Change::Xor => (Opcode::AtomicXchgXor, ty),
            Change::Xchg => (Opcode::AtomicXchg, ty),
            Change::Cmpxchg => (Opcode::AtomicStrongCAS, ty),
        };
        let value = self.cursor().atomic(opcode, ty, &children, access);
        self.access(value, is_compared);
        value
    }

    fn atomic_in_runtime(
        &mut self,
        (address, offset): (ValueId, i32),
        (ty, width): (Type, Width),
        change: Change,
        operands: &[ValueId],
    ) -> ValueId {
        let offset = self.const64(offset.into());
        let address = self.cursor().add(address, offset);
        let kind = self.const32(change as i32 * 16 + width.bytes() as i32);
        let zero = self.const64(0);
        let mut all = [kind, address, zero, zero];
        for (place, operand) in all[2..].iter_mut().zip(operands) {
            *place = self.index(*operand);
        }
        let old = self.call_builtin(Builtin::Atomic, Type::Int64, &all);
        match (change, ty) {
            (Change::Store, _) => old,
            (_, Type::Int64) => old,
            _ => self.cursor().trunc(old),
        }
    }

    /// An operand of an access: the low bits if it is narrower.
    fn low_bits(&mut self, value: ValueId, width: Width) -> ValueId {
        match width {
            Width::W64 => value,
            _ if self.proc.type_of(value) == Type::Int64 => self.cursor().trunc(value),
            _ => value,
        }
    }

    /// Pushes the old value, zero-extended to `ty`.
    fn push_old(&mut self, old: ValueId, ty: Type) {
        let old = if ty == Type::Int64 { self.index(old) } else { old };
        self.push(old);
    }

    fn atomic_load(&mut self, arg: &MemArg, ty: Type, width: Width) {
        let index = self.pop();
        let value = self.atomic_access((arg, width), index, Change::Load, &[]);
        self.push_old(value, ty);
    }

    fn atomic_store(&mut self, arg: &MemArg, width: Width) {
        let [index, value] = self.pop2();
        let value = self.low_bits(value, width);
        self.atomic_access((arg, width), index, Change::Store, &[value]);
    }

    fn atomic_update(&mut self, arg: &MemArg, change: Change, width: Width) {
        let [index, value] = self.pop2();
        let ty = self.proc.type_of(value);
        let value = self.low_bits(value, width);
        let old = self.atomic_access((arg, width), index, change, &[value]);
        self.push_old(old, ty);
    }

    fn atomic_exchange_if_equal(&mut self, arg: &MemArg, width: Width) {
        let [index, expected, new] = self.pop3();
        let ty = self.proc.type_of(expected);
        let [expected, new] = [expected, new].map(|value| self.low_bits(value, width));
        let old = self.atomic_access((arg, width), index, Change::Cmpxchg, &[expected, new]);
        self.push_old(old, ty);
    }

    /// Traps unless the access is aligned and in bounds. Returns its index plus the offset.
    fn checked_place(&mut self, arg: &MemArg, index: ValueId, width: Width) -> ValueId {
        let wide = self.aligned(arg, index, width);
        let length = self.const64(arg.offset.saturating_add(width.bytes().into()) as i64);
        self.check_bounds(memory_of(arg), wide, length);
        let offset = self.const64(arg.offset as i64);
        self.cursor().add(wide, offset)
    }

    fn wait(&mut self, arg: &MemArg, width: Width) {
        let [index, expected, timeout] = self.pop3();
        let place = self.checked_place(arg, index, width);
        let memory = memory_of(arg);
        if !self.info.memories[memory as usize].shared {
            self.cursor().trap(user::NOT_SHARED);
            return self.finish_block();
        }
        let memory = self.const32(memory as i32);
        let bytes = self.const32(width.bytes() as i32);
        let expected = self.index(expected);
        let arguments = [memory, bytes, place, expected, timeout];
        let result = self.call_builtin(Builtin::Wait, Type::Int32, &arguments);
        let most = self.const32(Builtin::WAIT_TIMED_OUT as i32);
        let is_interrupted = self.cursor().above(result, most);
        self.trap_if(is_interrupted, user::INTERRUPTED);
        self.push(result);
    }

    fn notify(&mut self, arg: &MemArg) {
        let [index, count] = self.pop2();
        let place = self.checked_place(arg, index, Width::W32);
        let memory = memory_of(arg);
        let woken = if self.info.memories[memory as usize].shared {
            let memory = self.const32(memory as i32);
            self.call_builtin(Builtin::Notify, Type::Int32, &[memory, count, place])
        } else {
            self.const32(0)
        };
        self.push(woken);
    }
}
