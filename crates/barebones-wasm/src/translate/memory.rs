//! Loads, stores, and operators on linear memories.

use super::known::Address;
use super::{Function, heap};
use crate::config::BoundsChecks;
use crate::layout::{Builtin, memory};
use barebones::base::{TrapCode, Type};
use barebones::ir::{AtomicAccess, Cursor, Opcode, RangePair, ValueId};
use wasmparser::{MemArg, MemArgTarget, Operator};

/// Binary logarithm of the page size in bytes.
const PAGE_SHIFT: i32 = 16;

type Load = fn(&mut Cursor<'_>, ValueId, i32) -> ValueId;
type Store = fn(&mut Cursor<'_>, ValueId, ValueId, i32) -> ValueId;

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn memory_access(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        match operator {
            I32Load { memarg } => self.load_whole(memarg, Type::Int32),
            I64Load { memarg } => self.load_whole(memarg, Type::Int64),
            F32Load { memarg } => self.load_whole(memarg, Type::Float),
            F64Load { memarg } => self.load_whole(memarg, Type::Double),
            I32Load8S { memarg } => self.load_part(memarg, 1, |b, a, o| b.load8s(a, o), None),
            I32Load8U { memarg } => self.load_part(memarg, 1, |b, a, o| b.load8z(a, o), None),
            I32Load16S { memarg } => self.load_part(memarg, 2, |b, a, o| b.load16s(a, o), None),
            I32Load16U { memarg } => self.load_part(memarg, 2, |b, a, o| b.load16z(a, o), None),
            I64Load8S { memarg } => self.load_part(memarg, 1, |b, a, o| b.load8s(a, o), Some(Opcode::SExt32)),
            I64Load8U { memarg } => self.load_part(memarg, 1, |b, a, o| b.load8z(a, o), Some(Opcode::ZExt32)),
            I64Load16S { memarg } => {
                self.load_part(memarg, 2, |b, a, o| b.load16s(a, o), Some(Opcode::SExt32))
            }
            I64Load16U { memarg } => {
                self.load_part(memarg, 2, |b, a, o| b.load16z(a, o), Some(Opcode::ZExt32))
            }
            I64Load32S { memarg } => self.load_part(memarg, 4, load32, Some(Opcode::SExt32)),
            I64Load32U { memarg } => self.load_part(memarg, 4, load32, Some(Opcode::ZExt32)),
            I32Store { memarg } | F32Store { memarg } => {
                self.store_value(memarg, 4, |b, v, a, o| b.store(v, a, o), false)
            }
            I64Store { memarg } | F64Store { memarg } => {
                self.store_value(memarg, 8, |b, v, a, o| b.store(v, a, o), false)
            }
            I32Store8 { memarg } => self.store_value(memarg, 1, |b, v, a, o| b.store8(v, a, o), false),
            I32Store16 { memarg } => self.store_value(memarg, 2, |b, v, a, o| b.store16(v, a, o), false),
            I64Store8 { memarg } => self.store_value(memarg, 1, |b, v, a, o| b.store8(v, a, o), true),
            I64Store16 { memarg } => self.store_value(memarg, 2, |b, v, a, o| b.store16(v, a, o), true),
            I64Store32 { memarg } => self.store_value(memarg, 4, |b, v, a, o| b.store(v, a, o), true),
            MemorySize { mem } => {
                let size = if self.info.memories[*mem as usize].shared {
                    self.shared_memory_size(*mem)
                } else {
                    self.memory_size(*mem)
                };
                let shift = self.const32(PAGE_SHIFT);
                let pages = self.cursor().zshr(size, shift);
                self.push_size(*mem, pages);
            }
            MemoryGrow { mem } => {
                let delta = self.pop();
                let delta = self.index(delta);
                let memory = self.const32(*mem as i32);
                let before = self.call_builtin(Builtin::MemoryGrow, Type::Int64, &[memory, delta]);
                self.push_size(*mem, before);
            }
            MemoryCopy { dst_mem, src_mem } => self.memory_copy(*dst_mem, *src_mem),
            MemoryFill { mem } => self.memory_fill(*mem),
            MemoryInit { data_index, mem } => {
                let [to, from, count] = self.pop3();
                let to = self.index(to);
                let [memory, data] = [self.const32(*mem as i32), self.const32(*data_index as i32)];
                let arguments = [memory, data, to, from, count];
                self.call_checked_builtin(Builtin::MemoryInit, &arguments, TrapCode::HeapOutOfBounds);
            }
            DataDrop { data_index } => {
                let data = self.const32(*data_index as i32);
                self.call_builtin(Builtin::DataDrop, Type::Void, &[data]);
            }
            _ => return false,
        }
        true
    }

    // ---- Addresses --------------------------------------------------------------------------------------

    /// The size of a linear memory in bytes.
    fn memory_size(&mut self, memory: u32) -> ValueId {
        let offset = self.info.layout.memory(memory) + memory::SIZE;
        let context = self.context();
        let address = self.constant_load(Type::Int64, context, offset);
        self.load(Type::Int64, address, 0, heap::SIZES)
    }

    /// The size of a shared memory, which other threads may change at any time.
    fn shared_memory_size(&mut self, memory: u32) -> ValueId {
        let offset = self.info.layout.memory(memory) + memory::SIZE;
        let context = self.context();
        let address = self.constant_load(Type::Int64, context, offset);
        self.cursor().atomic_load(Type::Int64, address, AtomicAccess::of(Type::Int64, 0))
    }

    /// Loads the base addresses of all memories, which never change, at the start of the function.
    pub(super) fn load_bases(&mut self) {
        for memory in 0..self.info.memories.len() as u32 {
            let offset = self.info.layout.memory(memory) + memory::BASE;
            let context = self.context();
            let base = self.constant_load(Type::Int64, context, offset);
            self.bases.push((base, false));
        }
    }

    /// Removes the loads of unused base addresses.
    pub(super) fn drop_unused_bases(&mut self) {
        for &(base, used) in &self.bases {
            if !used {
                self.proc.replace_with_nop(base);
            }
        }
    }

    fn memory_base(&mut self, memory: u32) -> ValueId {
        if memory == 0
            && let Some(base) = self.pinned_memory()
        {
            return base;
        }
        let (base, used) = &mut self.bases[memory as usize];
        *used = true;
        *base
    }

    /// Extends an index or a count to 64 bits. It has 32 unsigned bits, unless its memory or table has 64-bit
    /// addresses.
    pub(super) fn index(&mut self, value: ValueId) -> ValueId {
        if self.proc.type_of(value) == Type::Int64 { value } else { self.widen(value) }
    }

    fn is_memory64(&self, memory: u32) -> bool {
        self.info.memories[memory as usize].memory64
    }

    /// Pushes a number of pages, in the address width of the memory.
    fn push_size(&mut self, memory: u32, pages: ValueId) {
        let pages = if self.is_memory64(memory) { pages } else { self.cursor().trunc(pages) };
        self.push(pages);
    }

    /// Traps unless `index + length` is at most the size of a linear memory.
    pub(super) fn check_bounds(&mut self, memory: u32, index: ValueId, length: ValueId) {
        let end = self.cursor().add(index, length);
        let limit = self.memory_size(memory);
        let mut outside = self.cursor().above(end, limit);
        if self.is_memory64(memory) {
            // The sum may overflow 64 bits.
            let wrapped = self.cursor().below(end, length);
            outside = self.cursor().bit_or(outside, wrapped);
        }
        self.trap_if(outside, TrapCode::HeapOutOfBounds);
    }

    /// True if accesses to a memory are compared with its size; otherwise they fault.
    pub(super) fn is_compared(&self, memory: u32) -> bool {
        self.checks == BoundsChecks::Explicit || self.is_memory64(memory)
    }

    /// Returns the address of `index`, and an offset to add. If `is_compared`, traps unless `index + offset .. +
    /// size` is inside the memory; otherwise the access itself traps.
    pub(super) fn address(
        &mut self,
        arg: &MemArg,
        index: ValueId,
        size: u64,
        is_compared: bool,
    ) -> (ValueId, i32) {
        let memory = memory_of(arg);
        let known = self.s.known.address(self.at, memory, index);
        let wide = known.map_or_else(|| self.index(index), |known| known.wide);
        if is_compared {
            // The saturated sum exceeds the size of every memory.
            let length = self.const64(arg.offset.saturating_add(size) as i64);
            self.check_bounds(memory, wide, length);
        }
        let address = match known {
            Some(known) => known.address,
            None => {
                let base = self.memory_base(memory);
                let address = self.cursor().add(base, wide);
                self.s.known.insert_address(Address { block: self.at, memory, index, wide, address });
                address
            }
        };
        match i32::try_from(arg.offset) {
            Ok(offset) => (address, offset),
            Err(_) => {
                let offset = self.const64(arg.offset as i64);
                (self.cursor().add(address, offset), 0)
            }
        }
    }

    /// Sets the heap range of an access to linear memory; marks it as trapping unless it has been compared.
    pub(super) fn access(&mut self, access: ValueId, is_compared: bool) {
        self.proc.set_range(access, heap::MEMORY);
        if !is_compared {
            self.proc.set_traps(access);
        }
    }

    // ---- Loads and stores -------------------------------------------------------------------------------

    fn load_whole(&mut self, arg: &MemArg, ty: Type) {
        let index = self.pop();
        let is_compared = self.is_compared(memory_of(arg));
        let (address, offset) = self.address(arg, index, ty.size().into(), is_compared);
        let value = self.cursor().load(ty, address, offset);
        self.access(value, is_compared);
        self.push(value);
    }

    fn load_part(&mut self, arg: &MemArg, size: u64, load: Load, extend: Option<Opcode>) {
        let index = self.pop();
        let is_compared = self.is_compared(memory_of(arg));
        let (address, offset) = self.address(arg, index, size, is_compared);
        let mut value = load(&mut self.cursor(), address, offset);
        self.access(value, is_compared);
        if let Some(extend) = extend {
            value = self.cursor().apply(extend, &[value]);
        }
        self.push(value);
    }

    fn store_value(&mut self, arg: &MemArg, size: u64, store: Store, truncate: bool) {
        let [index, mut value] = self.pop2();
        if truncate {
            value = self.cursor().trunc(value);
        }
        let is_compared = self.is_compared(memory_of(arg));
        let (address, offset) = self.address(arg, index, size, is_compared);
        let access = store(&mut self.cursor(), value, address, offset);
        self.access(access, is_compared);
    }

    // ---- Bulk operations -------------------------------------------------------------------------------

    /// Traps unless `index .. + count` is inside a linear memory. Returns the address of `index`.
    fn checked_range(&mut self, memory: u32, index: ValueId, count: ValueId) -> ValueId {
        self.check_bounds(memory, index, count);
        let base = self.memory_base(memory);
        self.cursor().add(base, index)
    }

    fn memory_copy(&mut self, to_memory: u32, from_memory: u32) {
        let [to, from, count] = self.pop3().map(|operand| self.index(operand));
        let to = self.checked_range(to_memory, to, count);
        let from = self.checked_range(from_memory, from, count);
        let ranges = RangePair { reads: heap::MEMORY, writes: heap::MEMORY };
        self.cursor().memory_copy(to, from, count, ranges);
    }

    fn memory_fill(&mut self, memory: u32) {
        let [to, byte, count] = self.pop3();
        let [to, count] = [to, count].map(|operand| self.index(operand));
        let to = self.checked_range(memory, to, count);
        self.cursor().memory_fill(to, byte, count, heap::MEMORY);
    }
}

pub(super) fn memory_of(arg: &MemArg) -> u32 {
    match arg.target {
        MemArgTarget::Memory(memory) => memory,
        _ => 0,
    }
}

fn load32(cursor: &mut Cursor<'_>, address: ValueId, offset: i32) -> ValueId {
    cursor.load(Type::Int32, address, offset)
}
