//! Loads and stores, and the size of linear memories.

use super::{Function, heap};
use crate::engine::BoundsChecks;
use crate::layout::{Builtin, memory};
use barebones::base::{TrapCode, Type};
use barebones::ir::{BlockId, Procedure, RangePair, ValueId};
use wasmparser::{MemArg, MemArgTarget, Operator};

/// A page is 2 to the power of this bytes.
const PAGE_SHIFT: i32 = 16;

type Load = fn(&mut Procedure, BlockId, ValueId, i32) -> ValueId;
type Store = fn(&mut Procedure, BlockId, ValueId, ValueId, i32) -> ValueId;
type Extend = fn(&mut Procedure, BlockId, ValueId) -> ValueId;

impl Function<'_> {
    /// Translates an operator of this family; false if it is of another.
    pub(super) fn memory_access(&mut self, operator: &Operator<'_>) -> bool {
        use Operator::*;
        match operator {
            I32Load { memarg } => self.load_whole(memarg, Type::Int32),
            I64Load { memarg } => self.load_whole(memarg, Type::Int64),
            F32Load { memarg } => self.load_whole(memarg, Type::Float),
            F64Load { memarg } => self.load_whole(memarg, Type::Double),
            I32Load8S { memarg } => self.load_part(memarg, 1, Procedure::load8s, None),
            I32Load8U { memarg } => self.load_part(memarg, 1, Procedure::load8z, None),
            I32Load16S { memarg } => self.load_part(memarg, 2, Procedure::load16s, None),
            I32Load16U { memarg } => self.load_part(memarg, 2, Procedure::load16z, None),
            I64Load8S { memarg } => self.load_part(memarg, 1, Procedure::load8s, Some(Procedure::sext32)),
            I64Load8U { memarg } => self.load_part(memarg, 1, Procedure::load8z, Some(Procedure::zext32)),
            I64Load16S { memarg } => self.load_part(memarg, 2, Procedure::load16s, Some(Procedure::sext32)),
            I64Load16U { memarg } => self.load_part(memarg, 2, Procedure::load16z, Some(Procedure::zext32)),
            I64Load32S { memarg } => self.load_part(memarg, 4, load32, Some(Procedure::sext32)),
            I64Load32U { memarg } => self.load_part(memarg, 4, load32, Some(Procedure::zext32)),
            I32Store { memarg } | F32Store { memarg } => self.store_value(memarg, 4, Procedure::store, false),
            I64Store { memarg } | F64Store { memarg } => self.store_value(memarg, 8, Procedure::store, false),
            I32Store8 { memarg } => self.store_value(memarg, 1, Procedure::store8, false),
            I32Store16 { memarg } => self.store_value(memarg, 2, Procedure::store16, false),
            I64Store8 { memarg } => self.store_value(memarg, 1, Procedure::store8, true),
            I64Store16 { memarg } => self.store_value(memarg, 2, Procedure::store16, true),
            I64Store32 { memarg } => self.store_value(memarg, 4, Procedure::store, true),
            MemorySize { mem } => {
                let size = self.memory_size(*mem);
                let shift = self.const32(PAGE_SHIFT);
                let pages = self.proc.zshr(self.at, size, shift);
                let pages = self.proc.trunc(self.at, pages);
                self.push(pages);
            }
            MemoryGrow { mem } => {
                let delta = self.pop();
                let memory = self.const32(*mem as i32);
                let before = self.call_builtin(Builtin::MemoryGrow, Type::Int32, &[memory, delta]);
                self.push(before);
            }
            MemoryCopy { dst_mem, src_mem } => self.memory_copy(*dst_mem, *src_mem),
            MemoryFill { mem } => self.memory_fill(*mem),
            MemoryInit { data_index, mem } => {
                let [to, from, count] = self.pop3();
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
        let address = self.constant_load(Type::Int64, self.context, offset);
        self.load(Type::Int64, address, 0, heap::SIZES)
    }

    /// The addresses of the first bytes of all memories, which never change, at the beginning of the function.
    pub(super) fn load_bases(&mut self) {
        for memory in 0..self.info.memories.len() as u32 {
            let offset = self.info.layout.memory(memory) + memory::BASE;
            let base = self.constant_load(Type::Int64, self.context, offset);
            self.bases.push((base, false));
        }
    }

    /// Takes away the addresses that nobody needed.
    pub(super) fn drop_unused_bases(&mut self) {
        for &(base, used) in &self.bases {
            if !used {
                self.proc.replace_with_nop(base);
            }
        }
    }

    /// The address of the first byte of a linear memory.
    fn memory_base(&mut self, memory: u32) -> ValueId {
        let (base, used) = &mut self.bases[memory as usize];
        *used = true;
        *base
    }

    /// Traps unless `index + offset .. + size` is inside a linear memory; the address of `index`, and an offset
    /// from there.
    fn address(&mut self, arg: &MemArg, index: ValueId, size: u64) -> (ValueId, i32) {
        let memory = match arg.target {
            MemArgTarget::Memory(memory) => memory,
            _ => 0,
        };
        let known = *self.s.known.address(self.at, memory, index);
        let wide = if known.wide.is_valid() { known.wide } else { self.widen(index) };
        if self.checks == BoundsChecks::Explicit {
            let end = self.const64((arg.offset + size) as i64);
            let end = self.proc.add(self.at, wide, end);
            let limit = self.memory_size(memory);
            let outside = self.proc.above(self.at, end, limit);
            self.trap_if(outside, TrapCode::HeapOutOfBounds);
        }
        let address = if known.address.is_valid() {
            known.address
        } else {
            let base = self.memory_base(memory);
            self.proc.add(self.at, base, wide)
        };
        let known = self.s.known.address(self.at, memory, index);
        (known.wide, known.address) = (wide, address);
        match i32::try_from(arg.offset) {
            Ok(offset) => (address, offset),
            Err(_) => {
                let offset = self.const64(arg.offset as i64);
                (self.proc.add(self.at, address, offset), 0)
            }
        }
    }

    /// Marks an access to a linear memory.
    fn access(&mut self, access: ValueId) {
        self.proc.set_range(access, heap::MEMORY);
        if self.checks == BoundsChecks::GuardPages {
            self.proc.set_traps(access);
        }
    }

    // ---- Loads and stores -------------------------------------------------------------------------------

    fn load_whole(&mut self, arg: &MemArg, ty: Type) {
        let index = self.pop();
        let (address, offset) = self.address(arg, index, ty.size().into());
        let value = self.proc.load(self.at, ty, address, offset);
        self.access(value);
        self.push(value);
    }

    fn load_part(&mut self, arg: &MemArg, size: u64, load: Load, extend: Option<Extend>) {
        let index = self.pop();
        let (address, offset) = self.address(arg, index, size);
        let mut value = load(&mut self.proc, self.at, address, offset);
        self.access(value);
        if let Some(extend) = extend {
            value = extend(&mut self.proc, self.at, value);
        }
        self.push(value);
    }

    fn store_value(&mut self, arg: &MemArg, size: u64, store: Store, truncate: bool) {
        let [index, mut value] = self.pop2();
        if truncate {
            value = self.proc.trunc(self.at, value);
        }
        let (address, offset) = self.address(arg, index, size);
        let access = store(&mut self.proc, self.at, value, address, offset);
        self.access(access);
    }

    // ---- Many bytes at once -----------------------------------------------------------------------------

    /// Traps unless `index .. + count` is inside a linear memory; the address of `index`.
    fn checked_range(&mut self, memory: u32, index: ValueId, count: ValueId) -> ValueId {
        let end = self.proc.add(self.at, index, count);
        let limit = self.memory_size(memory);
        let outside = self.proc.above(self.at, end, limit);
        self.trap_if(outside, TrapCode::HeapOutOfBounds);
        let base = self.memory_base(memory);
        self.proc.add(self.at, base, index)
    }

    fn memory_copy(&mut self, to_memory: u32, from_memory: u32) {
        let [to, from, count] = self.pop3().map(|operand| self.widen(operand));
        let to = self.checked_range(to_memory, to, count);
        let from = self.checked_range(from_memory, from, count);
        let ranges = RangePair { reads: heap::MEMORY, writes: heap::MEMORY };
        self.proc.memory_copy(self.at, to, from, count, ranges);
    }

    fn memory_fill(&mut self, memory: u32) {
        let [to, byte, count] = self.pop3();
        let [to, count] = [to, count].map(|operand| self.widen(operand));
        let to = self.checked_range(memory, to, count);
        self.proc.memory_fill(self.at, to, byte, count, heap::MEMORY);
    }
}

fn load32(proc: &mut Procedure, block: BlockId, address: ValueId, offset: i32) -> ValueId {
    proc.load(block, Type::Int32, address, offset)
}
