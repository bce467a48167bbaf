//! Memory of random programs, and the addresses they compute.

use super::body::Body;
use super::recipe::Step;
use super::{BUFFER_START, DATA, FROZEN};
use barebones::base::{HeapRange, Reg, StackSlotId, Type};
use barebones::ir::{Opcode, RangePair, ValueFlags, ValueId};

/// The base of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    /// The buffer that is the first parameter.
    Buffer,
    /// A locked stack slot.
    Slot(StackSlotId),
    /// Data of the module.
    Data(&'static str),
    /// The address in a pinned register.
    Pinned(Reg),
}

/// Memory that may be accessed at any offset below its size, which is a power of two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) base: Base,
    /// Distance from the base.
    pub(super) start: i32,
    pub(super) size: u32,
    pub(super) range: HeapRange,
    /// False if it is never written.
    pub(super) writable: bool,
}

/// The regions that are not stack slots.
pub(super) fn common_regions() -> [Region; 3] {
    let range = |n| HeapRange::new(n, n + 1);
    let buffer =
        Region { base: Base::Buffer, start: BUFFER_START as i32, size: 256, range: range(1), writable: true };
    let data = Region { base: Base::Data(DATA.0), start: 0, size: DATA.1, range: range(2), writable: true };
    let frozen =
        Region { base: Base::Data(FROZEN.0), size: FROZEN.1, range: range(3), writable: false, ..data };
    [buffer, data, frozen]
}

/// A load or store: opcode, size in bytes, and type of the value.
pub(super) type Access = (Opcode, u32, Type);

pub(super) const LOADS: [Access; 9] = [
    (Opcode::Load, 8, Type::Int64),
    (Opcode::Load, 4, Type::Int32),
    (Opcode::Load, 4, Type::Float),
    (Opcode::Load, 8, Type::Double),
    (Opcode::Load8Z, 1, Type::Int32),
    (Opcode::Load8S, 1, Type::Int32),
    (Opcode::Load16Z, 2, Type::Int32),
    (Opcode::Load16S, 2, Type::Int32),
    (Opcode::Load, 16, Type::V128),
];

pub(super) const STORES: [Access; 7] = [
    (Opcode::Store, 8, Type::Int64),
    (Opcode::Store, 4, Type::Int32),
    (Opcode::Store, 4, Type::Float),
    (Opcode::Store, 8, Type::Double),
    (Opcode::Store8, 1, Type::Int32),
    (Opcode::Store16, 2, Type::Int32),
    (Opcode::Store, 16, Type::V128),
];

/// Constants that are added to the base and subtracted from the offset.
const DETOURS: [i32; 8] = [8, -8, 128, -129, 1 << 20, -(1 << 20), 0x7fff_0000, -0x7fff_0000];

/// Distances between neighbouring accesses.
const NEAR: [i32; 8] = [0, 0, 0, 0, 1, -1, 4, 8];

impl Body<'_> {
    pub(super) fn base(&mut self, base: Base) -> ValueId {
        match base {
            Base::Buffer => self.buffer,
            Base::Slot(slot) => self.proc.at(self.block).slot_base(slot),
            Base::Pinned(reg) => self.proc.at(self.block).get_pinned(reg),
            Base::Data(name) => {
                let symbol = self.proc.symbol(name);
                self.proc.at(self.block).symbol_address(symbol)
            }
        }
    }

    /// The loads of the program's types.
    pub(super) fn loads(&self) -> &'static [Access] {
        if self.vectors { &LOADS } else { &LOADS[..LOADS.len() - 1] }
    }

    /// The stores of the program's types.
    pub(super) fn stores(&self) -> &'static [Access] {
        if self.vectors { &STORES } else { &STORES[..STORES.len() - 1] }
    }

    fn region(&self, word: u16, write: bool) -> Region {
        let region = self.regions[word as usize % self.regions.len()];
        if write && !region.writable { self.regions[0] } else { region }
    }

    /// An address and an offset for an access of `bytes` bytes to the region. Constants reach at most half of its
    /// size, indices the other half.
    fn address(&mut self, region: Region, bytes: u32, shape: u16, index: u16) -> (ValueId, i32) {
        // A vector has no room in half of the smallest regions.
        let region = if region.size / 2 < bytes { self.regions[0] } else { region };
        let half = region.size / 2;
        let base = self.base(region.base);
        let mut offset = region.start + (u32::from(shape >> 5) % (half - bytes + 1)) as i32;
        if shape & 15 < 4 {
            // Often near a previous access: the same bytes, some of them, or adjacent ones.
            let before = self.accesses.iter().rev().take(4).filter(|(base, _)| *base == region.base);
            if shape & 16 != 0
                && let Some((_, near)) = before.clone().nth(usize::from(index >> 8) % before.count().max(1))
            {
                let last = region.start + (half - bytes) as i32;
                offset = (near + NEAR[index as usize % NEAR.len()]).clamp(region.start, last);
            }
            self.accesses.push((region.base, offset));
        }
        let mask = i64::from(half - 1);
        let block = self.block;
        match shape & 15 {
            0..=3 => (base, offset),
            4 | 5 => {
                let detour = DETOURS[index as usize % DETOURS.len()];
                let mut b = self.proc.at(block);
                let constant = b.const64(i64::from(detour));
                let sum = if shape & 1 == 0 { b.add(base, constant) } else { b.add(constant, base) };
                (sum, offset - detour)
            }
            kind @ (6 | 7 | 12) => {
                let index = self.operand(Type::Int64, index);
                let mut b = self.proc.at(block);
                let mask = b.const64(mask);
                let index = b.bit_and(index, mask);
                if kind == 7 {
                    return (b.add(index, base), offset);
                }
                (self.proc.at(block).add(base, index), offset)
            }
            kind @ (8..=10 | 13) => {
                let shift = index % 4;
                let index = self.operand(Type::Int64, index >> 2);
                let mut b = self.proc.at(block);
                let mask = b.const64(mask >> shift);
                let index = b.bit_and(index, mask);
                let scaled = if kind == 10 {
                    let factor = b.const64(1 << shift);
                    b.mul(index, factor)
                } else {
                    let shift = b.const32(i32::from(shift));
                    b.shl(index, shift)
                };
                match kind {
                    9 => (b.add(scaled, base), offset),
                    13 => {
                        let detour = b.const64(16);
                        let base = b.add(base, detour);
                        (b.add(base, scaled), offset - 16)
                    }
                    _ => (b.add(base, scaled), offset),
                }
            }
            kind => {
                let index = self.operand(Type::Int32, index);
                let mut b = self.proc.at(block);
                let mask = b.const32(mask as i32);
                let index = b.bit_and(index, mask);
                let index = if kind == 11 { b.zext32(index) } else { b.sext32(index) };
                (self.proc.at(block).add(base, index), offset)
            }
        }
    }

    fn flag_access(&mut self, id: ValueId, region: Region, detail: u16, load: bool) {
        if detail & 3 != 0 {
            self.proc.set_range(id, region.range);
        }
        if detail >> 2 & 3 == 3 {
            self.proc.set_traps(id);
        }
        if self.volatile && detail >> 8 & 15 == 1 {
            self.proc.set_volatile(id);
        }
        if let (true, Some(value)) = (load, self.proc.get_value_mut(id)) {
            if detail >> 4 & 3 == 3 {
                value.flags |= ValueFlags::NOT_CONTROL_DEPENDENT;
            }
            if !region.writable && detail >> 6 & 1 == 1 {
                value.flags |= ValueFlags::IMMUTABLE;
            }
        }
    }

    pub(super) fn load_at(&mut self, access: Access, address: ValueId, offset: i32) -> ValueId {
        let (opcode, _, ty) = access;
        let block = self.block;
        match opcode {
            Opcode::Load8Z => self.proc.at(block).load8z(address, offset),
            Opcode::Load8S => self.proc.at(block).load8s(address, offset),
            Opcode::Load16Z => self.proc.at(block).load16z(address, offset),
            Opcode::Load16S => self.proc.at(block).load16s(address, offset),
            _ => self.proc.at(block).load(ty, address, offset),
        }
    }

    pub(super) fn store_at(
        &mut self,
        access: Access,
        value: ValueId,
        address: ValueId,
        offset: i32,
    ) -> ValueId {
        let block = self.block;
        match access.0 {
            Opcode::Store8 => self.proc.at(block).store8(value, address, offset),
            Opcode::Store16 => self.proc.at(block).store16(value, address, offset),
            _ => self.proc.at(block).store(value, address, offset),
        }
    }

    pub(super) fn load_step(&mut self, step: &Step) {
        let loads = self.loads();
        let access = loads[step.ty as usize % loads.len()];
        let region = self.region(step.detail >> 8, false);
        let (address, offset) = self.address(region, access.1, step.operands[0], step.operands[1]);
        let id = self.load_at(access, address, offset);
        self.flag_access(id, region, step.detail, true);
        self.push(id, true);
        self.load_again(step, region, access, address, offset);
    }

    /// Often loads the accessed bytes again, or a part of them.
    fn load_again(&mut self, step: &Step, region: Region, accessed: Access, address: ValueId, offset: i32) {
        let access = LOADS[usize::from(step.operands[1] >> 5) % LOADS.len()];
        if step.detail & 0x4000 == 0 || access.1 > accessed.1 {
            return;
        }
        let offset = if step.detail & 0x2000 == 0 { offset } else { offset + (accessed.1 - access.1) as i32 };
        let id = self.load_at(access, address, offset);
        self.flag_access(id, region, step.detail, true);
        self.push(id, true);
    }

    pub(super) fn store_step(&mut self, step: &Step) {
        let stores = self.stores();
        let access = stores[step.ty as usize % stores.len()];
        let region = self.region(step.detail >> 8, true);
        let value = self.exact_operand(access.2, step.operands[2]);
        let (address, offset) = self.address(region, access.1, step.operands[0], step.operands[1]);
        let id = self.store_at(access, value, address, offset);
        self.flag_access(id, region, step.detail, false);
        self.load_again(step, region, access, address, offset);
    }

    /// Updates memory in place; selection may fuse it into one instruction.
    pub(super) fn update_step(&mut self, step: &Step) {
        const UPDATES: [Opcode; 6] =
            [Opcode::Add, Opcode::Sub, Opcode::BitAnd, Opcode::BitOr, Opcode::BitXor, Opcode::Neg];
        let ty = if step.ty & 1 == 0 { Type::Int64 } else { Type::Int32 };
        let access = (Opcode::Load, ty.size(), ty);
        let region = self.region(step.detail >> 8, true);
        let opcode = UPDATES[(step.ty >> 1) as usize % UPDATES.len()];
        let other = self.operand(ty, step.operands[2]);
        let (address, offset) = self.address(region, access.1, step.operands[0], step.operands[1]);
        let old = self.load_at(access, address, offset);
        let new = match opcode {
            Opcode::Neg => self.proc.at(self.block).neg(old),
            _ if step.detail & 0x40 != 0 => self.proc.at(self.block).apply_typed(opcode, ty, &[other, old]),
            _ => self.proc.at(self.block).apply_typed(opcode, ty, &[old, other]),
        };
        let store = self.store_at((Opcode::Store, ty.size(), ty), new, address, offset);
        self.flag_access(store, region, step.detail & 3, false);
        if step.detail & 0x80 != 0 {
            self.push(new, true);
        }
    }

    /// An address for a bulk operation, without an offset, in the lower half of the region.
    fn bulk_address(&mut self, region: Region, word: u16) -> ValueId {
        let base = self.base(region.base);
        let offset = region.start + (u32::from(word) % (region.size / 2)) as i32;
        let offset = self.proc.at(self.block).const64(i64::from(offset));
        self.proc.at(self.block).add(base, offset)
    }

    /// A number of bytes up to half of a region.
    fn bulk_count(&mut self, size: u32, word: u16) -> ValueId {
        if word & 1 == 0 {
            return self.proc.at(self.block).const64(i64::from(word >> 1) % i64::from(size / 2 + 1));
        }
        let count = self.operand(Type::Int64, word >> 1);
        let mask = self.proc.at(self.block).const64(i64::from(size / 2 - 1));
        self.proc.at(self.block).bit_and(count, mask)
    }

    pub(super) fn copy_step(&mut self, step: &Step) {
        let to = self.region(step.detail, true);
        let from = if step.ty & 1 == 0 { to } else { self.region(step.detail >> 4, false) };
        let destination = self.bulk_address(to, step.operands[0]);
        let source = self.bulk_address(from, step.operands[1]);
        let count = self.bulk_count(to.size.min(from.size), step.operands[2]);
        let ranges = RangePair { reads: from.range, writes: to.range };
        self.proc.at(self.block).memory_copy(destination, source, count, ranges);
    }

    pub(super) fn fill_step(&mut self, step: &Step) {
        let region = self.region(step.detail, true);
        let destination = self.bulk_address(region, step.operands[0]);
        let byte = self.operand(Type::Int32, step.operands[1]);
        let count = self.bulk_count(region.size, step.operands[2]);
        self.proc.at(self.block).memory_fill(destination, byte, count, region.range);
    }

    /// A store to all of an anonymous slot.
    pub(super) fn slot_store_step(&mut self, step: &Step) {
        if let Some(&(slot, ty)) = pick(&self.anonymous, step.detail) {
            let value = self.exact_operand(ty, step.operands[0]);
            let base = self.proc.at(self.block).slot_base(slot);
            self.proc.at(self.block).store(value, base, 0);
        }
    }

    /// A load of all or part of an anonymous slot.
    pub(super) fn slot_load_step(&mut self, step: &Step) {
        if let Some(&(slot, ty)) = pick(&self.anonymous, step.detail) {
            let loads = self.loads();
            let access = loads[step.ty as usize % loads.len()];
            let access = if access.1 > ty.size() { (Opcode::Load, ty.size(), ty) } else { access };
            let offset = u32::from(step.operands[0]) % (ty.size() - access.1 + 1);
            let base = self.proc.at(self.block).slot_base(slot);
            let id = self.load_at(access, base, offset as i32);
            self.push(id, true);
        }
    }

    /// An access to an unmapped address, whose fault is a trap.
    pub(super) fn fault_step(&mut self, step: &Step) {
        let condition = self.operand(Type::Int32, step.operands[0]);
        let mut b = self.proc.at(self.block);
        let mask = b.const32(3);
        let condition = b.bit_and(condition, mask);
        let nothing = b.const64(64);
        let somewhere = self.buffer;
        let address = self.proc.at(self.block).select(condition, somewhere, nothing);
        if step.detail & 1 == 0 {
            let loads = self.loads();
            let access = loads[step.ty as usize % loads.len()];
            let id = self.load_at(access, address, BUFFER_START as i32);
            self.proc.set_traps(id);
            self.push(id, true);
        } else {
            let stores = self.stores();
            let access = stores[step.ty as usize % stores.len()];
            let value = self.exact_operand(access.2, step.operands[1]);
            let id = self.store_at(access, value, address, BUFFER_START as i32);
            self.proc.set_traps(id);
        }
    }
}

pub(super) fn pick<T>(items: &[T], word: u16) -> Option<&T> {
    items.get(word as usize % items.len().max(1))
}
