//! Loads, stores, stack slots, global values, heaps.

use super::{Leaves, Missing, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::Type;
use barebones::base::{self, HeapRange, TrapCode};
use barebones::ir::{RangePair, StackSlotKind, ValueId};
use smallvec::{SmallVec, smallvec};

/// Maximum alignment of a stack slot in a frame, in bytes. A slot with more is larger, and its address is rounded up.
const MAX_ALIGN: u32 = 16;

impl Translator<'_> {
    pub(super) fn declare_slots(&mut self) -> Result<()> {
        let function = self.function;
        for (slot, data) in &function.slots {
            let align = data.align.unwrap_or(1);
            let padding = align.saturating_sub(MAX_ALIGN);
            let Some(size) = data.size.max(1).checked_add(padding) else {
                return self.invalid(format!("{slot} is too large"));
            };
            let id = self.proc.add_stack_slot(size, StackSlotKind::Locked);
            if let Some(own) = self.proc.stack_slot_mut(id) {
                own.align = own.align.max(align.min(MAX_ALIGN));
            }
            self.slots.insert(*slot, id);
            if padding > 0 {
                let mut b = self.b();
                let base = b.slot_base(id);
                let last = b.const64(i64::from(align) - 1);
                let end = b.add(base, last);
                let mask = b.const64(-i64::from(align));
                let address = b.bit_and(end, mask);
                self.aligned.insert(*slot, address);
            }
        }
        Ok(())
    }

    /// Translates an access or an address; false if the instruction is another.
    pub(super) fn memory(&mut self, inst: &Inst) -> Result<bool> {
        let offset = if let Immediate::Offset(offset) = inst.imm { offset } else { 0 };
        match inst.opcode {
            Opcode::Load => {
                let address = self.address(inst, 0)?;
                let ty = self.controlling(inst)?;
                let leaves = self.load_leaves(ty, address, offset, inst.flags)?;
                self.set_leaves(inst, 0, leaves);
            }
            Opcode::Store => {
                let address = self.address(inst, 1)?;
                let ty = self.arg_type(inst, 0)?;
                if !ty.is_vector() && self.leaf_count(ty) == 1 {
                    let value = self.arg(inst, 0)?;
                    self.store(ty, value, address, offset, inst.flags)?;
                } else {
                    let leaves = self.arg_leaves(inst, 0)?;
                    self.store_leaves(ty, &leaves, address, offset, inst.flags)?;
                }
            }
            Opcode::Uload8 | Opcode::Uload16 | Opcode::Uload32 => self.narrow_load(inst, offset, false)?,
            Opcode::Sload8 | Opcode::Sload16 | Opcode::Sload32 => self.narrow_load(inst, offset, true)?,
            Opcode::Istore8 | Opcode::Istore16 | Opcode::Istore32 => {
                let address = self.address(inst, 1)?;
                let Some(value) = inst.args.first() else { return self.invalid("an operand is missing") };
                let low = self.low(*value)?;
                let ty = match inst.opcode {
                    Opcode::Istore8 => Type::I8,
                    Opcode::Istore16 => Type::I16,
                    _ => Type::I32,
                };
                self.store(ty, low, address, offset, inst.flags)?;
            }
            Opcode::StackAddr | Opcode::StackLoad | Opcode::StackStore => self.slot(inst)?,
            Opcode::SymbolValue
            | Opcode::TlsValue
            | Opcode::GlobalValue
            | Opcode::GlobalAddr
            | Opcode::GlobalsymAddr => {
                let Immediate::Global(global) = inst.imm else {
                    return self.invalid("a global value is missing");
                };
                let value = self.global(global)?;
                let value = self.address_as(inst, value);
                self.set(inst, 0, value);
            }
            Opcode::StackCheck => {
                let Immediate::Global(global) = inst.imm else {
                    return self.invalid("a global value is missing");
                };
                let address = self.global(global)?;
                let mut b = self.b();
                let limit = b.load(base::Type::Int64, address, 0);
                b.stack_limit_check(limit);
            }
            Opcode::HeapAddr => self.heap_addr(inst)?,
            Opcode::Fence => {
                self.b().fence(RangePair { reads: HeapRange::TOP, writes: HeapRange::TOP });
            }
            Opcode::GetPinnedReg => {
                let Some(reg) = self.settings.pinned else {
                    return self.invalid("no register can be pinned");
                };
                let value = self.b().get_pinned(reg);
                let value = self.address_as(inst, value);
                self.set(inst, 0, value);
            }
            Opcode::SetPinnedReg => {
                let Some(reg) = self.settings.pinned else {
                    return self.invalid("no register can be pinned");
                };
                let value = self.address(inst, 0)?;
                self.b().set_pinned(value, reg);
            }
            Opcode::GetFramePointer => {
                let value = self.b().frame_pointer();
                let value = self.address_as(inst, value);
                self.set(inst, 0, value);
            }
            Opcode::GetStackPointer => {
                let value = self.b().stack_pointer();
                let value = self.address_as(inst, value);
                self.set(inst, 0, value);
            }
            Opcode::GetReturnAddress => {
                // The return address follows the saved frame pointer on both machines.
                let mut b = self.b();
                let frame = b.frame_pointer();
                let value = b.load(base::Type::Int64, frame, 8);
                let value = self.address_as(inst, value);
                self.set(inst, 0, value);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn controlling(&self, inst: &Inst) -> Result<Type> {
        match inst.ty {
            Some(ty) => Ok(ty),
            None => self.invalid("a type is missing"),
        }
    }

    /// An address operand; one of 32 bits is zero-extended.
    pub(super) fn address(&mut self, inst: &Inst, index: usize) -> Result<ValueId> {
        match inst.args.get(index) {
            Some(value) => self.wide(*value),
            None => self.invalid("an operand is missing"),
        }
    }

    pub(super) fn swapped(&mut self, value: ValueId, bits: u16) -> ValueId {
        let mut b = self.b();
        let swapped = b.byte_swap(value);
        if bits != 16 {
            return swapped;
        }
        let shift = b.const32(16);
        let low = b.zshr(swapped, shift);
        self.limit_bits(low, 16);
        low
    }

    pub(super) fn is_swapped(ty: Type, flags: MemFlags) -> bool {
        flags.endian == Some(Endian::Big) && ty.bits > 8
    }

    /// The accesses of a value: the type of each leaf in memory, and its place in the list and in memory.
    ///
    /// The lanes of a vector have the byte order of the access one by one, and lane 0 is at the lowest address.
    fn pieces(ty: Type, flags: MemFlags) -> impl Iterator<Item = (Type, i32, usize)> {
        let lane = ty.lane();
        let per_lane = if lane.bits == 128 { 2 } else { 1 };
        let piece = if per_lane == 2 { Type::I64 } else { lane };
        let is_swapped = per_lane == 2 && Self::is_swapped(lane, flags);
        (0..usize::from(ty.lanes) * per_lane).map(move |index| {
            let leaf = if is_swapped { index ^ 1 } else { index };
            (piece, index as i32 * piece.bytes() as i32, leaf)
        })
    }

    /// The offset of a leaf, and the address, which is another if the offset does not fit.
    fn piece_address(&mut self, address: ValueId, offset: i32, within: i32) -> (ValueId, i32) {
        match offset.checked_add(within) {
            Some(offset) => (address, offset),
            None => (self.plus(address, i64::from(offset) + i64::from(within)), 0),
        }
    }

    /// Loads the leaves of a value.
    pub(super) fn load_leaves(
        &mut self,
        ty: Type,
        address: ValueId,
        offset: i32,
        flags: MemFlags,
    ) -> Result<Leaves> {
        if ty.dynamic {
            return self.unsupported(Missing::DynamicVectors);
        }
        if self.is_whole(ty) && !Self::is_swapped(ty, flags) {
            let mut b = self.b();
            let value = b.load(base::Type::V128, address, offset);
            if !flags.notrap {
                b.proc.set_traps(value);
            }
            return Ok(smallvec![value]);
        }
        if !ty.is_vector() && self.leaf_count(ty) == 1 {
            return Ok(smallvec![self.load(ty, address, offset, flags)?]);
        }
        let pieces: SmallVec<[_; 4]> = Self::pieces(ty, flags).collect();
        let mut leaves: Leaves = smallvec![ValueId::INVALID; pieces.len()];
        for (piece, within, leaf) in pieces {
            let (address, offset) = self.piece_address(address, offset, within);
            leaves[leaf] = self.load(piece, address, offset, flags)?;
        }
        Ok(if self.is_whole(ty) { smallvec![self.pack(ty, &leaves)] } else { leaves })
    }

    /// Stores the leaves of a value.
    pub(super) fn store_leaves(
        &mut self,
        ty: Type,
        leaves: &[ValueId],
        address: ValueId,
        offset: i32,
        flags: MemFlags,
    ) -> Result<()> {
        if let ([vector], true) = (leaves, self.is_whole(ty)) {
            if Self::is_swapped(ty, flags) {
                let lanes = self.unpack(ty, *vector);
                return self.store_pieces(ty, &lanes, address, offset, flags);
            }
            let mut b = self.b();
            let store = b.store(*vector, address, offset);
            if !flags.notrap {
                b.proc.set_traps(store);
            }
            return Ok(());
        }
        self.store_pieces(ty, leaves, address, offset, flags)
    }

    /// Stores the lanes of a vector, or the words of a scalar.
    fn store_pieces(
        &mut self,
        ty: Type,
        leaves: &[ValueId],
        address: ValueId,
        offset: i32,
        flags: MemFlags,
    ) -> Result<()> {
        for (piece, within, leaf) in Self::pieces(ty, flags) {
            let (address, offset) = self.piece_address(address, offset, within);
            match leaves.get(leaf) {
                Some(value) => self.store(piece, *value, address, offset, flags)?,
                None => return self.invalid("an operand of another type is required"),
            }
        }
        Ok(())
    }

    /// Loads a value that has one leaf.
    pub(super) fn load(
        &mut self,
        ty: Type,
        address: ValueId,
        offset: i32,
        flags: MemFlags,
    ) -> Result<ValueId> {
        let core = self.core(ty)?;
        if Self::is_swapped(ty, flags) && ty.is_float() && ty.bits > 16 {
            let bits = self.load(ty.as_int(), address, offset, flags)?;
            return Ok(self.b().bitwise_cast(bits));
        }
        let mut b = self.b();
        let value = match ty.bits {
            1 => return self.invalid("b1 has no representation in memory"),
            8 => b.load8z(address, offset),
            16 => b.load16z(address, offset),
            _ => b.load(core, address, offset),
        };
        if !flags.notrap {
            b.proc.set_traps(value);
        }
        if ty.bits < 32 {
            self.limit_bits(value, ty.bits);
        }
        Ok(if Self::is_swapped(ty, flags) { self.swapped(value, ty.bits) } else { value })
    }

    /// Stores a value that has one leaf.
    pub(super) fn store(
        &mut self,
        ty: Type,
        mut value: ValueId,
        address: ValueId,
        offset: i32,
        flags: MemFlags,
    ) -> Result<()> {
        if Self::is_swapped(ty, flags) {
            if ty.is_float() && ty.bits > 16 {
                value = self.b().bitwise_cast(value);
            }
            value = self.swapped(value, ty.bits);
        }
        let mut b = self.b();
        let store = match ty.bits {
            1 => return self.invalid("b1 has no representation in memory"),
            8 => b.store8(value, address, offset),
            16 => b.store16(value, address, offset),
            _ => b.store(value, address, offset),
        };
        if !flags.notrap {
            b.proc.set_traps(store);
        }
        Ok(())
    }

    /// A load that extends.
    fn narrow_load(&mut self, inst: &Inst, offset: i32, signed: bool) -> Result<()> {
        let address = self.address(inst, 0)?;
        let from = match inst.opcode {
            Opcode::Uload8 | Opcode::Sload8 => Type::I8,
            Opcode::Uload16 | Opcode::Sload16 => Type::I16,
            _ => Type::I32,
        };
        let narrow = self.load(from, address, offset, inst.flags)?;
        let to = inst.ty.unwrap_or(Type::I64);
        let value = self.extend(narrow, from.bits, to.bits, signed);
        self.set(inst, 0, value);
        Ok(())
    }

    fn slot(&mut self, inst: &Inst) -> Result<()> {
        let Immediate::Slot(slot, offset) = inst.imm else { return self.invalid("a stack slot is missing") };
        let Some(id) = self.slots.get(slot).copied() else {
            return self.invalid(format!("{slot} is not declared"));
        };
        let base = match self.aligned.get(slot) {
            Some(address) => *address,
            None => self.b().slot_base(id),
        };
        let flags = MemFlags { notrap: true, ..MemFlags::default() };
        match inst.opcode {
            Opcode::StackLoad => {
                let ty = self.controlling(inst)?;
                let leaves = self.load_leaves(ty, base, offset, flags)?;
                self.set_leaves(inst, 0, leaves);
            }
            Opcode::StackStore => {
                let (leaves, ty) = (self.arg_leaves(inst, 0)?, self.arg_type(inst, 0)?);
                self.store_leaves(ty, &leaves, base, offset, flags)?;
            }
            _ => {
                let address = self.plus(base, i64::from(offset));
                let address = self.address_as(inst, address);
                self.set(inst, 0, address);
            }
        }
        Ok(())
    }

    /// A 64-bit value plus a constant.
    fn plus(&mut self, value: ValueId, offset: i64) -> ValueId {
        if offset == 0 {
            return value;
        }
        let mut b = self.b();
        let offset = b.const64(offset);
        b.add(value, offset)
    }

    /// A global value as an Int64.
    pub(super) fn global(&mut self, global: Global) -> Result<ValueId> {
        self.global_within(global, self.function.globals.len())
    }

    /// A global value that refers to at most this many others.
    fn global_within(&mut self, global: Global, depth: usize) -> Result<ValueId> {
        let function = self.function;
        let Some(data) = function.globals.get(&global) else {
            return self.invalid(format!("{global} is not declared"));
        };
        if depth == 0 {
            return self.invalid(format!("{global} is defined by itself"));
        }
        match data {
            GlobalData::VmContext(offset) => match self.vmctx {
                Some(context) => Ok(self.plus(context, *offset)),
                None => self.invalid("the function has no parameter `vmctx`"),
            },
            GlobalData::Load { base, offset, ty, flags } => {
                let address = self.global_within(*base, depth - 1)?;
                let value = self.load(*ty, address, *offset, *flags)?;
                Ok(if ty.bits == 64 { value } else { self.extend(value, ty.bits, 64, false) })
            }
            GlobalData::Add { base, offset, .. } => {
                let value = self.global_within(*base, depth - 1)?;
                Ok(self.plus(value, *offset))
            }
            GlobalData::Symbol { name, offset, tls: true, .. } => {
                let address = self.thread_local(name.symbol());
                Ok(self.plus(address, *offset))
            }
            GlobalData::Symbol { name, offset, .. } => {
                let name = name.symbol();
                let symbol = self.proc.symbol(&name);
                if !self.symbols.contains(&name) {
                    self.symbols.push(name);
                }
                let address = self.b().symbol_address(symbol);
                Ok(self.plus(address, *offset))
            }
            GlobalData::Deref { base, offset } => {
                let address = self.global_within(*base, depth - 1)?;
                let pointer = self.b().load(base::Type::Int64, address, 0);
                Ok(self.plus(pointer, *offset))
            }
            GlobalData::DynamicScale(_) => self.unsupported(Missing::DynamicVectors),
        }
    }

    /// The content of a heap's base or bound: the document's global values are addresses of it.
    fn stored(&mut self, global: Global) -> Result<ValueId> {
        let value = self.global(global)?;
        if self.function.document {
            return Ok(self.b().load(base::Type::Int64, value, 0));
        }
        Ok(value)
    }

    /// The address of an offset in a heap, which is tested against the bound.
    ///
    /// A test is dropped if every offset is below the bound or in the guard: accesses there trap.
    fn heap_addr(&mut self, inst: &Inst) -> Result<()> {
        let Immediate::Heap(heap, size) = inst.imm else { return self.invalid("a heap is missing") };
        let Some(data) = self.function.heaps.get(&heap).cloned() else {
            return self.invalid(format!("{heap} is not declared"));
        };
        let is_narrow = self.arg_type(inst, 0)?.bits <= 32;
        let offset = self.address(inst, 0)?;
        let size = u64::from(size);
        let outside = match data.bound {
            HeapBound::Static(bound) if bound < size => Some(self.b().const32(1)),
            HeapBound::Static(bound) => {
                let covered = bound.saturating_add(data.guard);
                let dropped = is_narrow && u64::from(u32::MAX) + size <= covered;
                let limit = (bound - size) as i64;
                (!dropped).then(|| {
                    let mut b = self.b();
                    let limit = b.const64(limit);
                    b.above(offset, limit)
                })
            }
            HeapBound::Dynamic(bound) => {
                let bound = self.stored(bound)?;
                let mut b = self.b();
                let size = b.const64(size as i64);
                let end = b.add(offset, size);
                let outside = b.above(end, bound);
                // A 64-bit offset may be so large that the sum wraps around.
                Some(if is_narrow {
                    outside
                } else {
                    let wraps = b.below(end, offset);
                    b.bit_or(outside, wraps)
                })
            }
        };
        if let Some(outside) = outside {
            self.b().trap_if(outside, TrapCode::HeapOutOfBounds);
        }
        let base = match data.base {
            HeapBase::Global(global) => self.stored(global)?,
            HeapBase::Reserved => match self.settings.pinned {
                Some(reg) => self.b().get_pinned(reg),
                None => return self.invalid("no register can be pinned"),
            },
        };
        let address = self.b().add(base, offset);
        let address = self.address_as(inst, address);
        self.set(inst, 0, address);
        Ok(())
    }
}
