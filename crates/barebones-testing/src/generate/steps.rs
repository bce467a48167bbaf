//! Actions of the steps of random programs.

use super::body::{Body, Entry, index, scalar};
use super::memory::{LOADS, common_regions, pick};
use super::pinned::may_call_library;
use super::recipe::Step;
use crate::awkward::awkward;
use barebones::base::{HeapRange, MemoryOrder, Type};
use barebones::ir::opcode::{Class, Payload, Properties, ROWS, ResultRule, Rule};
use barebones::ir::{Opcode, RangePair, ValueId};
use std::sync::LazyLock;

/// An action of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// A value of an opcode without payload.
    Row(Opcode),
    Constant,
    Load,
    Store,
    Update,
    Copy,
    Fill,
    Fence,
    Atomic(Opcode),
    Vector(Opcode),
    Slot,
    Call,
    CallExtern,
    Patchpoint,
    TrapIf,
    Convert(Opcode),
    Upsilon,
    Swap,
    Phi,
    Get,
    Set,
    Bottom,
    Extract,
    Select,
    Compare,
    Pressure,
    Combine,
    Idiom,
    /// May actually trap.
    Fault,
}

/// All actions, repeated according to their frequency; the first is Nop.
static ACTIONS: LazyLock<Vec<Action>> = LazyLock::new(|| {
    use Action::*;
    let own = [Opcode::Select, Opcode::FramePointer, Opcode::StackPointer, Opcode::StackLimitCheck];
    let rows = ROWS.iter().filter(|row| {
        row.payload == Payload::None
            && !row.opcode.is_vector()
            && !row.properties.intersects(Properties::TERMINAL.union(Properties::VARIADIC))
            && !matches!(row.result, ResultRule::Own)
            && !own.contains(&row.opcode)
    });
    let mut actions: Vec<Action> = rows.map(|row| Row(row.opcode)).collect();
    actions.extend(own[1..].iter().map(|opcode| Row(*opcode)));
    actions.extend(ROWS.iter().filter(|row| row.opcode.is_atomic()).map(|row| Atomic(row.opcode)));
    actions.extend(ROWS.iter().filter(|row| row.opcode.is_vector()).map(|row| Vector(row.opcode)));
    let repeated: [(Action, usize); 29] = [
        (Row(Opcode::Add), 3),
        (Row(Opcode::Sub), 2),
        (Row(Opcode::Mul), 2),
        (Constant, 3),
        (Load, 10),
        (Store, 10),
        (Update, 5),
        (Copy, 1),
        (Fill, 1),
        (Fence, 1),
        (Slot, 3),
        (Call, 4),
        (CallExtern, 3),
        (Patchpoint, 4),
        (TrapIf, 3),
        (Convert(Opcode::FToISat), 2),
        (Convert(Opcode::FToUSat), 2),
        (Convert(Opcode::FToIMin), 2),
        (Convert(Opcode::FToITrap), 2),
        (Convert(Opcode::FToUTrap), 2),
        (Upsilon, 4),
        (Swap, 2),
        (Phi, 2),
        (Get, 3),
        (Set, 3),
        (Extract, 3),
        (Select, 5),
        (Compare, 4),
        (Pressure, 1),
    ];
    for (action, times) in repeated.into_iter().chain([(Combine, 2), (Idiom, 12), (Bottom, 1), (Fault, 3)]) {
        actions.extend(std::iter::repeat_n(action, times));
    }
    actions
});

/// The number of actions without vectors.
static SCALAR_ACTIONS: LazyLock<usize> =
    LazyLock::new(|| ACTIONS.iter().filter(|action| !matches!(action, Action::Vector(_))).count());

impl Body<'_> {
    pub(super) fn step(&mut self, step: &Step) {
        let [a, b, c] = step.operands;
        let block = self.block;
        if self.checks && step.action % 5 == 4 {
            return self.check_step(step);
        }
        // Without vectors, their steps are others.
        let actions = ACTIONS.iter().filter(|action| self.vectors || !matches!(action, Action::Vector(_)));
        let count = if self.vectors { ACTIONS.len() } else { *SCALAR_ACTIONS };
        let Some(action) = actions.copied().nth(step.action as usize % count) else { return };
        match action {
            Action::Row(opcode) => self.row_step(opcode, step),
            Action::Constant => {
                let entry = self.constant(self.single(step.ty), a);
                self.push(entry.id, true);
            }
            Action::Load => self.load_step(step),
            Action::Store => self.store_step(step),
            Action::Update => self.update_step(step),
            Action::Copy | Action::Fill if self.pins.only_shared => {}
            Action::Copy => self.copy_step(step),
            Action::Fill => self.fill_step(step),
            Action::Fence => {
                let [region, ..] = common_regions();
                let ranges = RangePair { reads: HeapRange::TOP, writes: region.range };
                let orders = MemoryOrder::ALL
                    .map(|order| if order == MemoryOrder::Relaxed { MemoryOrder::SeqCst } else { order });
                self.proc.at(block).fence_with(orders[step.detail as usize % orders.len()], ranges);
            }
            Action::Atomic(opcode) => self.atomic_step(opcode, step),
            Action::Vector(opcode) => self.vector_step(opcode, step),
            Action::Slot if step.detail & 6 == 6 => self.outside_slot_step(step),
            Action::Slot if step.detail & 1 == 0 => self.slot_store_step(step),
            Action::Slot => self.slot_load_step(step),
            Action::Call => self.call_step(step),
            Action::CallExtern => self.call_extern_step(step),
            Action::Patchpoint => self.patchpoint_step(step),
            Action::TrapIf => self.trap_if_step(step),
            Action::Convert(opcode) => self.convert_step(opcode, step),
            Action::Upsilon => {
                if let Some(&(phi, ty)) = pick(&self.phis, step.detail) {
                    let value = self.stored_operand(ty, a);
                    self.proc.at(block).upsilon(value, phi);
                }
            }
            Action::Swap => self.swap_step(step),
            Action::Phi => self.place_next(),
            Action::Get if self.pinned_step(step, false) => {}
            Action::Set if self.pinned_step(step, true) => {}
            Action::Get => {
                if let Some(&(variable, _)) = pick(&self.variables, step.detail) {
                    let id = self.proc.at(block).get(variable);
                    self.push(id, true);
                    self.push_elements(id);
                }
            }
            Action::Set => {
                if let Some(&(variable, ty)) = pick(&self.variables, step.detail) {
                    let value = self.stored_operand(ty, a);
                    self.proc.at(block).set(value, variable);
                }
            }
            Action::Bottom => {
                const TUPLES: [&[Type]; 3] = [
                    &[Type::Int64, Type::Int32],
                    &[Type::Double, Type::Int32, Type::Float],
                    &[Type::Int32, Type::Int32],
                ];
                let ty = self.proc.tuple_type(TUPLES[step.ty as usize % 3]);
                let id = self.proc.at(block).bottom_tuple(ty);
                self.push(id, true);
            }
            Action::Extract => {
                if let Some(&(tuple, ty)) = pick(&self.pools.tuples, a) {
                    let element = step.detail as usize % self.proc.tuple_elements(ty).len().max(1);
                    let id = self.proc.at(block).extract(tuple, element as u32);
                    self.push(id, true);
                }
            }
            Action::Select => {
                let ty = self.single(step.ty);
                let predicate = self.predicate(step.detail, c, b);
                let (then, otherwise) = (self.entry(ty, a), self.entry(ty, b));
                let id = self.proc.at(block).select(predicate, then.id, otherwise.id);
                self.push(id, then.exact && otherwise.exact);
            }
            Action::Compare => {
                let id = self.predicate(step.detail, a, b);
                self.push(id, true);
            }
            Action::Pressure => self.pressure_step(step),
            Action::Combine => self.combine_step(step),
            Action::Idiom => self.idiom_step(step),
            Action::Fault => {
                if self.traps {
                    self.fault_step(step);
                }
            }
        }
    }

    fn swap_step(&mut self, step: &Step) {
        let phis = &self.pools.phis;
        let Some(&first) = pick(phis, step.operands[0]) else { return };
        let ty = self.proc.type_of(first);
        let same: Vec<ValueId> = phis.iter().copied().filter(|phi| self.proc.type_of(*phi) == ty).collect();
        let second = *pick(&same, step.operands[1]).expect("the first is one");
        self.proc.at(self.block).upsilon(first, second);
        self.proc.at(self.block).upsilon(second, first);
    }

    fn trap_if_step(&mut self, step: &Step) {
        let [a, b, c] = step.operands;
        let predicate =
            if self.traps && step.detail & 1 == 0 { self.predicate(a, b, c) } else { self.never_true(a, b) };
        self.proc.at(self.block).trap_if(predicate, super::trap_code(step.ty));
    }

    /// A conversion of a float to an integer. Trapping ones have operands in range, unless traps are permitted.
    fn convert_step(&mut self, opcode: Opcode, step: &Step) {
        let block = self.block;
        let [from, to] = [scalar(2 + step.ty % 2), scalar(step.ty / 2 % 2)];
        let traps = matches!(opcode, Opcode::FToITrap | Opcode::FToUTrap);
        let operand = if traps && !(self.traps && step.detail & 1 == 0) {
            let small = self.operand(Type::Int32, step.operands[0]);
            let mut b = self.proc.at(block);
            let mask = b.const32(0xffff);
            let small = b.bit_and(small, mask);
            if from == Type::Float { b.itof(small) } else { b.itod(small) }
        } else {
            self.operand(from, step.operands[0])
        };
        let id = self.proc.at(block).apply_typed(opcode, to, &[operand]);
        self.push(id, true);
    }

    /// Creates many values at once, to raise register pressure.
    fn pressure_step(&mut self, step: &Step) {
        let ty = self.single(step.ty);
        let (opcode, bytes) = (Opcode::Load, ty.size());
        let access = LOADS.iter().find(|load| load.0 == opcode && load.2 == ty);
        if access.is_none() {
            return;
        }
        for i in 0..4 + step.detail % 20 {
            let offset = super::BUFFER_START + u32::from(i) * bytes % 256;
            let id = self.proc.at(self.block).load(ty, self.buffer, offset as i32);
            self.push(id, true);
        }
    }

    /// Adds up many values.
    fn combine_step(&mut self, step: &Step) {
        let ty = scalar(step.ty);
        let recent: Vec<Entry> =
            self.pools.scalars[index(ty)].iter().rev().take(2 + step.detail as usize % 24).copied().collect();
        let Some(first) = recent.first() else { return };
        let sum = recent[1..].iter().fold(first.id, |sum, entry| self.proc.at(self.block).add(sum, entry.id));
        let exact = ty.is_int() || recent.len() == 1 && first.exact;
        self.push(sum, exact);
    }

    /// Builds a value of an opcode without payload according to its row.
    fn row_step(&mut self, opcode: Opcode, step: &Step) {
        let row = opcode.row();
        let block = self.block;
        match opcode {
            Opcode::FramePointer | Opcode::StackPointer => {
                let pointer = self.proc.at(block).apply_typed(opcode, Type::Int64, &[]);
                let zero = self.proc.at(block).bit_xor(pointer, pointer);
                return self.push(zero, true);
            }
            Opcode::StackLimitCheck => {
                // No stack is below 64 KiB.
                if let (Some(small), true) = (self.small, step.detail & 1 == 0) {
                    self.proc.at(block).stack_limit_check(small[1]);
                    return;
                }
                let limit = self.operand(Type::Int64, step.operands[0]);
                let mut b = self.proc.at(block);
                let mask = b.const64(0xffff);
                let limit = b.bit_and(limit, mask);
                b.stack_limit_check(limit);
                return;
            }
            Opcode::Identity | Opcode::Opaque if step.ty % 5 == 4 => {
                if let Some(&(tuple, ty)) = pick(&self.pools.tuples, step.operands[0]) {
                    let id = self.proc.at(block).apply_typed(opcode, ty, &[tuple]);
                    self.push(id, true);
                }
                return;
            }
            _ => {}
        }
        let t = match row.class {
            Class::Any | Class::Single => self.single(step.ty),
            Class::Scalar | Class::Tuple => scalar(step.ty),
            Class::Whole => Type::Double,
            Class::Vector => return,
            Class::Int => scalar(step.ty % 2),
            Class::Fp => scalar(2 + step.ty % 2),
            Class::Wide => [Type::Int64, Type::Double][step.ty as usize % 2],
        };
        if self.pins.only_shared && may_call_library(opcode, t) {
            return;
        }
        let bits_matter = matches!(
            opcode,
            Opcode::BitAnd
                | Opcode::BitOr
                | Opcode::BitXor
                | Opcode::BitwiseCast
                | Opcode::CopySign
                | Opcode::Trunc
        );
        let mut exact = true;
        let mut children = Vec::with_capacity(3);
        for (rule, word) in row.operands.iter().zip(step.operands) {
            let ty = match rule {
                Rule::T | Rule::AnyTuple => t,
                Rule::Int32 => Type::Int32,
                Rule::Int64 => Type::Int64,
                Rule::Float => Type::Float,
                Rule::Double => Type::Double,
                Rule::AnyInt => scalar(step.ty % 2),
                Rule::AnyFloat => scalar(2 + step.ty % 2),
                Rule::V128 => Type::V128,
            };
            let entry = self.entry(ty, word);
            if bits_matter {
                children.push(self.exact(entry));
            } else {
                exact &= entry.exact;
                children.push(entry.id);
            }
        }
        if t.is_int() && matches!(opcode, Opcode::Div | Opcode::Mod | Opcode::UDiv | Opcode::UMod) {
            self.guard_division(opcode, t, &mut children, step.detail);
        }
        let result = match row.result {
            ResultRule::Void | ResultRule::Own | ResultRule::OwnOrVoid => Type::Void,
            ResultRule::T => t,
            ResultRule::Int32 => Type::Int32,
            ResultRule::Int64 => Type::Int64,
            ResultRule::Float => Type::Float,
            ResultRule::Double => Type::Double,
            ResultRule::V128 => Type::V128,
            ResultRule::Opposite => [Type::Float, Type::Double, Type::Int32, Type::Int64][index(t)],
            ResultRule::Half => [Type::Int32, Type::Float][usize::from(t == Type::Double)],
            ResultRule::WithCarry => self.proc.tuple_type(&[t, Type::Int32]),
        };
        let keeps_bits =
            bits_matter || matches!(opcode, Opcode::Neg | Opcode::Abs | Opcode::Identity | Opcode::Opaque);
        let never_nan =
            matches!(opcode, Opcode::PurifyNaN | Opcode::IToD | Opcode::IToF | Opcode::UToD | Opcode::UToF);
        let exact = !result.is_float() || never_nan || keeps_bits && exact;
        let id = self.proc.at(block).apply_typed(opcode, result, &children);
        self.push(id, exact);
    }

    /// Makes a division defined: the divisor is not 0, and not -1 if the dividend may be the minimum integer.
    fn guard_division(&mut self, opcode: Opcode, ty: Type, children: &mut [ValueId], detail: u16) {
        let block = self.block;
        let masked = |this: &mut Self, value, mask: u64| {
            let mask = this.proc.at(block).constant(ty, mask);
            this.proc.at(block).bit_and(value, mask)
        };
        let signed = matches!(opcode, Opcode::Div | Opcode::Mod);
        let most = u64::MAX >> 1 >> (64 - ty.size() * 8);
        if detail & 3 == 0 {
            let table = awkward(ty);
            let bits = table[(detail >> 2) as usize % table.len()];
            let minus_one = u64::MAX >> (64 - ty.size() * 8);
            let bits = if bits == 0 || signed && bits == minus_one { 7 } else { bits };
            children[1] = self.proc.at(block).constant(ty, bits);
            return;
        }
        if signed && detail & 4 == 0 {
            children[0] = masked(self, children[0], most);
        } else if signed {
            children[1] = masked(self, children[1], most);
        }
        let one = self.proc.at(block).constant(ty, 1);
        children[1] = self.proc.at(block).bit_or(children[1], one);
    }
}
