//! Accesses outside stack slots of random programs, which are undefined if executed, in blocks that are not executed.
//!
//! The slot's address is hidden from validation, and passes find it.

use super::body::Body;
use super::flow::Ending;
use super::memory::Base;
use super::outside_counts::{HIDINGS, Hiding};
use super::recipe::Step;
use super::{BUFFER_START, FUEL};
use barebones::base::{MemoryOrder, StackSlotId, Type, Width};
use barebones::ir::{AtomicAccess, Opcode, Procedure, Successor, ValueId};

impl Body<'_> {
    /// An access outside a slot, in a new block that is never executed; continues in another.
    pub(super) fn outside_slot_step(&mut self, step: &Step) {
        let slots = self.proc.stack_slots().len();
        let root_must_stay = self.block == Procedure::ROOT && self.flow.nodes[0].ending == Ending::Entries;
        if slots == 0 || root_must_stay {
            return;
        }
        let [a, b, c] = step.operands;
        let slot = StackSlotId::new(u32::from(c) % slots as u32);
        let number = usize::from(step.ty >> 8) % HIDINGS.len();
        let predicate = if a & 3 == 0 { self.never_true(a >> 2, b) } else { self.too_much_fuel() };
        let home = self.block;
        let [outside, rest] = [0; 2].map(|_| self.another_block(home));
        let to = if a & 4 == 0 { Successor::rare(outside) } else { Successor::new(outside) };
        self.proc.at(home).branch(predicate, to, Successor::new(rest));
        let (mark, last) = (self.pools.mark(), self.last);
        self.block = outside;
        let base = self.base(Base::Slot(slot));
        let address = self.hidden(HIDINGS[number].0, base, step);
        self.loops.outside.hidings[number] += 1;
        self.access_outside(slot, address, step);
        self.proc.at(self.block).jump(rest);
        self.block = rest;
        self.pools.truncate(mark);
        self.last = last;
    }

    /// False, but passes do not find out.
    fn too_much_fuel(&mut self) -> ValueId {
        let fuel = self.proc.at(self.block).load(Type::Int32, self.buffer, FUEL);
        let much = self.proc.at(self.block).const32(1 << 30);
        self.proc.at(self.block).greater_than(fuel, much)
    }

    /// A value equal to `base`.
    fn hidden(&mut self, hiding: Hiding, base: ValueId, step: &Step) -> ValueId {
        let (block, buffer) = (self.block, self.buffer);
        let mut b = self.proc.at(block);
        match hiding {
            Hiding::AddZero => {
                let zero = b.const64(0);
                b.add(base, zero)
            }
            Hiding::AddTwice => {
                let [there, back] = [16, -16].map(|distance| b.const64(distance));
                let sum = b.add(base, there);
                b.add(sum, back)
            }
            Hiding::Mask => {
                let mask = b.const64(-1);
                b.bit_and(base, mask)
            }
            Hiding::SelectConstant => {
                let one = b.const32(1);
                b.select(one, base, buffer)
            }
            Hiding::SelectEqual | Hiding::SelectUnknown => {
                let other = if hiding == Hiding::SelectEqual { base } else { buffer };
                let predicate = self.operand(Type::Int32, step.operands[0]);
                self.proc.at(block).select(predicate, base, other)
            }
            Hiding::Phi => {
                let next = self.another_block(block);
                let phi = self.proc.at(next).phi(Type::Int64);
                self.proc.at(block).upsilon(base, phi);
                self.proc.at(block).jump(next);
                self.block = next;
                phi
            }
            Hiding::Variable => {
                let variable = self.proc.add_variable(Type::Int64);
                self.proc.at(block).set(base, variable);
                self.proc.at(block).get(variable)
            }
            Hiding::Memory => {
                b.store(base, buffer, BUFFER_START as i32);
                b.load(Type::Int64, buffer, BUFFER_START as i32)
            }
            Hiding::Identity => b.identity(base),
        }
    }

    /// Accesses bytes of which some or all are outside the slot.
    fn access_outside(&mut self, slot: StackSlotId, address: ValueId, step: &Step) {
        let size = self.proc.stack_slots().get(slot).map_or(0, |slot| slot.size as i32);
        let offset = |bytes: u32| match step.detail >> 8 & 7 {
            0 => size,
            1 => -1,
            2 => -(bytes as i32),
            3 => 1 << 20,
            4 => -(1 << 20),
            5 => i32::MAX,
            _ => size - bytes as i32 + 1,
        };
        let (block, word) = (self.block, usize::from(step.detail >> 11));
        let kind = [0, 0, 1, 1, 2][word % 5];
        self.loops.outside.accesses[kind] += 1;
        match kind {
            0 => {
                let loads = self.loads();
                let access = loads[step.ty as usize % loads.len()];
                let id = self.load_at(access, address, offset(access.1));
                if step.detail & 8 != 0 {
                    self.proc.set_traps(id);
                }
                self.mix(&[id]);
            }
            1 => {
                let stores = self.stores();
                let access = stores[step.ty as usize % stores.len()];
                let value = self.operand(access.2, step.operands[1]);
                let id = self.store_at(access, value, address, offset(access.1));
                if step.detail & 8 != 0 {
                    self.proc.set_traps(id);
                }
            }
            _ => {
                let value = self.operand(Type::Int32, step.operands[1]);
                let order = MemoryOrder::SeqCst;
                let access = AtomicAccess { offset: offset(4), width: Width::W32, order };
                let mut b = self.proc.at(block);
                let id = match step.ty % 4 {
                    0 => b.atomic_load(Type::Int32, address, access),
                    1 => b.atomic(Opcode::AtomicWeakCAS, Type::Int32, &[value, value, address], access),
                    2 => b.atomic_xchg_add(value, address, access),
                    _ => {
                        b.atomic_store(value, address, access);
                        return;
                    }
                };
                self.mix(&[id]);
            }
        }
    }
}
