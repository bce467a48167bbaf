//! Atomic accesses of random programs, and uses of their results that selection fuses.

use super::body::Body;
use super::memory::{Region, common_regions};
use super::recipe::Step;
use barebones::base::{MemoryOrder, Type, Width};
use barebones::ir::{AtomicAccess, Opcode, ValueId};

/// Types and widths of accesses.
const SHAPES: [(Type, Width); 4] = [
    (Type::Int64, Width::W64),
    (Type::Int32, Width::W32),
    (Type::Int32, Width::W16),
    (Type::Int32, Width::W8),
];

/// An aligned offset in the first half of a region.
fn aligned_offset(region: &Region, word: u16, width: Width) -> i32 {
    let offset = i32::from(word >> 4) % (region.size as i32 / 2);
    region.start + (offset & !(width.bytes() as i32 - 1))
}

impl Body<'_> {
    /// Whether a compare-and-swap of the buffer succeeds or fails, for a branch.
    pub(super) fn swap_predicate(&mut self, [a, b, c]: [u16; 3], detail: u16) -> ValueId {
        let (ty, width) = SHAPES[detail as usize % 4];
        let order = MemoryOrder::ALL.into_iter().filter(|order| Opcode::AtomicStrongCAS.allows_order(*order));
        let orders: Vec<MemoryOrder> = order.collect();
        let [region, ..] = common_regions();
        let offset = aligned_offset(&region, c, width);
        let access = AtomicAccess { offset, width, order: orders[detail as usize / 4 % orders.len()] };
        let new = self.operand(ty, b);
        let other = self.operand(ty, a);
        let buffer = self.buffer;
        let mut cursor = self.proc.at(self.block);
        let expected = match b & 1 {
            0 => cursor.atomic_load(ty, buffer, access.with_order(MemoryOrder::Relaxed)),
            _ => other,
        };
        let (opcode, result) = match c & 1 {
            0 => (Opcode::AtomicWeakCAS, Type::Int32),
            _ => (Opcode::AtomicStrongCAS, ty),
        };
        let swap = cursor.atomic(opcode, result, &[expected, new, buffer], access);
        let predicate = match (opcode, c & 2) {
            (Opcode::AtomicWeakCAS, 0) => swap,
            (Opcode::AtomicWeakCAS, _) => {
                let zero = cursor.const32(0);
                cursor.equal(swap, zero)
            }
            (_, 0) => cursor.equal(swap, expected),
            _ => cursor.not_equal(swap, expected),
        };
        self.proc.set_range(swap, region.range);
        predicate
    }

    /// An aligned access to the buffer.
    pub(super) fn atomic_step(&mut self, opcode: Opcode, step: &Step) {
        let [a, _, c] = step.operands;
        let (ty, width) = SHAPES[step.ty as usize % 4];
        let orders: Vec<MemoryOrder> =
            MemoryOrder::ALL.into_iter().filter(|order| opcode.allows_order(*order)).collect();
        let order = orders[step.detail as usize % orders.len()];
        let [region, ..] = common_regions();
        let aligned = !(width.bytes() as i32 - 1);
        let offset = aligned_offset(&region, c, width);
        let access = AtomicAccess { offset, width, order };
        let address = self.atomic_address(c, aligned);
        let block = self.block;
        let id = match opcode.arity() {
            Some(1) => self.proc.at(block).atomic(opcode, ty, &[address], access),
            Some(2) => {
                let value = self.operand(ty, a);
                let result = if opcode == Opcode::AtomicStore { Type::Void } else { ty };
                self.proc.at(block).atomic(opcode, result, &[value, address], access)
            }
            _ => return self.compare_and_swap_step(opcode, step, (ty, address, access)),
        };
        self.proc.set_range(id, region.range);
        // An unused result selects another instruction.
        if step.detail >> 8 & 1 == 0 || opcode == Opcode::AtomicLoad {
            self.push(id, true);
        }
    }

    /// The buffer, sometimes plus an aligned index.
    fn atomic_address(&mut self, word: u16, aligned: i32) -> ValueId {
        let buffer = self.buffer;
        if word & 3 != 0 {
            return buffer;
        }
        let index = self.operand(Type::Int64, word);
        let mut b = self.proc.at(self.block);
        let mask = b.const64(i64::from(63 & aligned));
        let index = b.bit_and(index, mask);
        b.add(buffer, index)
    }

    /// A compare-and-swap that often succeeds, because the expected value was just loaded; its success is often used.
    fn compare_and_swap_step(
        &mut self,
        opcode: Opcode,
        step: &Step,
        (ty, address, access): (Type, ValueId, AtomicAccess),
    ) {
        let [a, b, _] = step.operands;
        let block = self.block;
        let new = self.operand(ty, b);
        let expected = if a & 1 == 0 {
            let relaxed = access.with_order(MemoryOrder::Relaxed);
            self.proc.at(block).atomic_load(ty, address, relaxed)
        } else {
            self.operand(ty, a)
        };
        let weak = opcode == Opcode::AtomicWeakCAS;
        let result = if weak { Type::Int32 } else { ty };
        let id = self.proc.at(block).atomic(opcode, result, &[expected, new, address], access);
        if !weak && a & 2 == 0 {
            let same = self.proc.at(block).equal(id, expected);
            return self.push(same, true);
        }
        self.push(id, true);
    }
}
