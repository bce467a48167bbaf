//! The values of a random procedure: operands, and the steps of a block.
//!
//! Two kinds of bits never become observable, because nothing specifies them: those of a NaN that arithmetic
//! made, and those that a Phi, variable or slot holds before it is written. So every float knows whether its
//! bits are exact, and what would show the bits of one that is not takes it through PurifyNaN; and everything
//! that is read is written in the root. Pointers are never operands.

use super::flow::Flow;
use super::memory::{Base, Region, common_regions, pick};
use super::recipe::{ProcedureRecipe, Step};
use super::{DIGEST, FUEL};
use crate::awkward::awkward;
use barebones::base::{HeapRange, StackSlotId, Target, Type};
use barebones::ir::opcode::{Class, Payload, Properties, ROWS, ResultRule, Rule};
use barebones::ir::{BlockId, Module, Opcode, Procedure, StackSlotKind, ValueId, VariableId};
use std::sync::LazyLock;

/// What a step may do.
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
    Slot,
    Call,
    CallExtern,
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
    /// May trap indeed.
    Fault,
}

/// All actions, as often as they are to be chosen; the first is Nop.
static ACTIONS: LazyLock<Vec<Action>> = LazyLock::new(|| {
    use Action::*;
    let own = [Opcode::Select, Opcode::FramePointer, Opcode::StackLimitCheck];
    let rows = ROWS.iter().filter(|row| {
        row.payload == Payload::None
            && !row.properties.intersects(Properties::TERMINAL.union(Properties::VARIADIC))
            && !matches!(row.result, ResultRule::Own)
            && !own.contains(&row.opcode)
    });
    let mut actions: Vec<Action> = rows.map(|row| Row(row.opcode)).collect();
    actions.extend(own[1..].iter().map(|opcode| Row(*opcode)));
    let repeated: [(Action, usize); 27] = [
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
        (TrapIf, 3),
        (Convert(Opcode::FToISat), 2),
        (Convert(Opcode::FToUSat), 2),
        (Convert(Opcode::FToITrap), 1),
        (Convert(Opcode::FToUTrap), 1),
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
    for (action, times) in repeated.into_iter().chain([(Combine, 2), (Bottom, 1), (Fault, 1)]) {
        actions.extend(std::iter::repeat_n(action, times));
    }
    actions
});

/// A value that later steps may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: ValueId,
    /// False if its bits, should it be a NaN, are not specified.
    pub(super) exact: bool,
}

/// What is visible at a point: values by type, tuples.
#[derive(Clone, Debug, Default)]
struct Pools {
    scalars: [Vec<Entry>; 4],
    tuples: Vec<(ValueId, Type)>,
    /// Phis of the procedure's own that have been placed.
    phis: Vec<ValueId>,
}

/// Lengths of the pools.
type Mark = [usize; 6];

impl Pools {
    fn mark(&self) -> Mark {
        let [a, b, c, d] = &self.scalars;
        [a.len(), b.len(), c.len(), d.len(), self.tuples.len(), self.phis.len()]
    }

    fn truncate(&mut self, mark: Mark) {
        for (pool, len) in self.scalars.iter_mut().zip(mark) {
            pool.truncate(len);
        }
        self.tuples.truncate(mark[4]);
        self.phis.truncate(mark[5]);
    }
}

/// A procedure in the making.
pub(super) struct Body<'a> {
    pub(super) proc: Procedure,
    pub(super) block: BlockId,
    pub(super) recipe: &'a ProcedureRecipe,
    pub(super) flow: Flow,
    pub(super) traps: bool,
    /// Procedures that may be called.
    pub(super) module: &'a Module,
    pub(super) buffer: ValueId,
    pub(super) regions: Vec<Region>,
    /// Anonymous slots and the type that each is for.
    pub(super) anonymous: Vec<(StackSlotId, Type)>,
    variables: Vec<(VariableId, Type)>,
    /// Phis that the root writes: any Upsilon may write them, and they stand anywhere.
    phis: Vec<(ValueId, Type)>,
    /// Phis of this block that have no place yet.
    unplaced: Vec<ValueId>,
    /// By node: Phis at its head, with the choice of what its predecessors write.
    merges: Vec<Vec<(ValueId, Type, u16)>>,
    pools: Pools,
    /// By node: the pools at its end.
    marks: Vec<Mark>,
    last: [Option<Entry>; 4],
}

fn scalar(word: u16) -> Type {
    Type::SCALARS[word as usize % 4]
}

fn index(ty: Type) -> usize {
    Type::SCALARS.iter().position(|scalar| *scalar == ty).expect("a scalar")
}

impl<'a> Body<'a> {
    pub(super) fn new(
        recipe: &'a ProcedureRecipe,
        traps: bool,
        target: &Target,
        module: &'a Module,
    ) -> Body<'a> {
        let flow = Flow::new(recipe, traps);
        let conv = super::convention(recipe, target);
        let mut proc = Procedure::with_convention(target, conv);
        for (i, node) in flow.nodes.iter().enumerate() {
            let block = proc.add_block();
            if i > 0 && node.recipe % 3 == 1 {
                proc.set_frequency(block, 8.0);
            }
        }
        let nodes = flow.nodes.len();
        Body {
            proc,
            block: Procedure::ROOT,
            recipe,
            flow,
            traps,
            module,
            buffer: ValueId::INVALID,
            regions: common_regions().to_vec(),
            anonymous: Vec::new(),
            variables: Vec::new(),
            phis: Vec::new(),
            unplaced: Vec::new(),
            merges: vec![Vec::new(); nodes],
            pools: Pools::default(),
            marks: vec![Mark::default(); nodes],
            last: [None; 4],
        }
    }

    pub(super) fn build(mut self, name: &str) -> Procedure {
        self.proc.name = name.to_string();
        self.add_phis();
        for at in self.flow.order.clone() {
            self.build_node(at);
        }
        self.proc
    }

    /// The type of a Phi or variable: now and then a tuple.
    fn stored_type(&mut self, word: u16) -> Type {
        match word % 9 {
            8 => self.proc.tuple_type(&[Type::Int64, Type::Int32]),
            _ => scalar(word),
        }
    }

    /// Makes all Phis, so that Upsilons can name them.
    fn add_phis(&mut self) {
        for &word in &self.recipe.phis {
            let ty = self.stored_type(word);
            let home = BlockId::new((word >> 4) as u32 % self.recipe.blocks.len().max(1) as u32);
            let id = self.proc.phi(home, ty);
            self.phis.push((id, ty));
        }
        for (at, block) in self.recipe.blocks.iter().enumerate().skip(1) {
            for &word in &block.phis {
                let ty = self.stored_type(word);
                let id = self.proc.phi(BlockId::new(at as u32), ty);
                self.merges[at].push((id, ty, word));
            }
        }
    }

    fn build_node(&mut self, at: usize) {
        self.block = BlockId::new(at as u32);
        let recipe = self.recipe;
        let phis = self.proc.block_values(self.block).to_vec();
        self.proc.set_block_values(self.block, &[]);
        self.last = [None; 4];
        if at == 0 {
            self.build_entry();
        } else {
            self.pools.truncate(self.marks[self.flow.nodes[at].dominator]);
        }
        let (heads, own): (Vec<ValueId>, Vec<ValueId>) =
            phis.into_iter().partition(|phi| self.merges[at].iter().any(|(id, ..)| id == phi));
        for phi in heads {
            self.place(phi);
        }
        self.unplaced = own;
        let steps = match recipe.blocks.get(self.flow.nodes[at].recipe) {
            Some(block) if self.flow.nodes[at].has_steps => &block.steps[..],
            _ => &[],
        };
        for step in steps {
            self.step(step);
        }
        while !self.unplaced.is_empty() {
            self.place_next();
        }
        self.write_merges(at);
        self.end(at);
        self.marks[at] = self.pools.mark();
    }

    fn place_next(&mut self) {
        if let Some(phi) = self.unplaced.pop() {
            self.place(phi);
            self.pools.phis.push(phi);
        }
    }

    /// Puts a Phi at the end of the block as it is now.
    fn place(&mut self, phi: ValueId) {
        let mut values = self.proc.block_values(self.block).to_vec();
        values.push(phi);
        self.proc.set_block_values(self.block, &values);
        self.push(phi, true);
    }

    /// Parameters, and the first writes of everything.
    fn build_entry(&mut self) {
        self.buffer = self.proc.add_argument(self.block, Type::Int64);
        for &word in &self.recipe.params {
            let id = self.proc.add_argument(self.block, scalar(word));
            self.push(id, true);
        }
        let results = super::results(self.recipe, self.proc.target(), self.proc.convention());
        let mut signature = self.proc.signature().clone();
        signature.results = results;
        self.proc.set_signature(signature);
        for &word in &self.recipe.slots {
            self.add_slot(word);
        }
        for (i, &word) in self.recipe.variables.iter().enumerate() {
            let ty = self.stored_type(word);
            let variable = self.proc.add_variable(ty);
            self.variables.push((variable, ty));
            let value = self.stored_operand(ty, (word >> 4).wrapping_add(i as u16));
            self.proc.set(self.block, value, variable);
        }
        for (i, (phi, ty)) in self.phis.clone().into_iter().enumerate() {
            let value = self.stored_operand(ty, self.recipe.phis[i] >> 5);
            self.proc.upsilon(self.block, value, phi);
        }
    }

    fn add_slot(&mut self, word: u16) {
        let block = self.block;
        if word & 1 == 0 {
            let ty = scalar(word >> 1);
            let slot = self.proc.add_stack_slot(ty.size(), StackSlotKind::Anonymous);
            self.anonymous.push((slot, ty));
            let value = self.exact_operand(ty, word >> 3);
            let base = self.proc.slot_base(block, slot);
            self.proc.store(block, value, base, 0);
            return;
        }
        let size = 16 << (word >> 1 & 3);
        let slot = self.proc.add_stack_slot(size, StackSlotKind::Locked);
        let number = 16 + self.regions.len() as u32;
        let range = HeapRange::new(number, number + 1);
        self.regions.push(Region { base: Base::Slot(slot), start: 0, size, range, writable: true });
        if word & 8 == 0 {
            let base = self.proc.slot_base(block, slot);
            let byte = self.operand(Type::Int32, word >> 4);
            let count = self.proc.add_const64(block, i64::from(size));
            self.proc.memory_fill(block, base, byte, count, range);
        } else {
            for offset in (0..size as i32).step_by(8) {
                let base = self.proc.slot_base(block, slot);
                let value = self.operand(Type::Int64, (word >> 4).wrapping_add(offset as u16));
                self.proc.store(block, value, base, offset);
            }
        }
    }

    /// What the Phis at the heads of successors are to be.
    fn write_merges(&mut self, at: usize) {
        let mut done: Vec<usize> = Vec::new();
        for (target, _) in self.flow.nodes[at].successors.clone() {
            if done.contains(&target) {
                continue;
            }
            done.push(target);
            for (phi, ty, word) in self.merges[target].clone() {
                let value = self.stored_operand(ty, (word >> 4).wrapping_add(at as u16 * 5 + 3));
                self.proc.upsilon(self.block, value, phi);
            }
        }
    }

    // ---- Operands -------------------------------------------------------------------------------------

    /// Lets later steps use a value.
    pub(super) fn push(&mut self, id: ValueId, exact: bool) {
        let ty = self.proc.type_of(id);
        if ty.is_tuple() {
            self.pools.tuples.push((id, ty));
        } else if ty.is_scalar() {
            self.pools.scalars[index(ty)].push(Entry { id, exact });
        }
    }

    fn constant(&mut self, ty: Type, word: u16) -> Entry {
        let table = awkward(ty);
        let bits = table[word as usize % table.len()];
        Entry { id: self.proc.add_constant(self.block, ty, bits), exact: true }
    }

    /// An operand of a scalar type: a constant, or a visible value, recent ones more often.
    pub(super) fn entry(&mut self, ty: Type, word: u16) -> Entry {
        let (kind, choice) = (word & 15, word >> 4);
        let pool = &self.pools.scalars[index(ty)];
        let len = pool.len();
        let entry = match (kind, self.last[index(ty)]) {
            _ if word == 0 || len == 0 => self.constant(ty, choice),
            (0..=2, _) => self.constant(ty, choice),
            (3, Some(last)) => last,
            (4..=7, _) => pool[len - 1 - choice as usize % len.min(3)],
            (8..=11, _) => pool[len - 1 - choice as usize % len.min(12)],
            _ => pool[choice as usize % len],
        };
        self.last[index(ty)] = Some(entry);
        entry
    }

    pub(super) fn operand(&mut self, ty: Type, word: u16) -> ValueId {
        self.entry(ty, word).id
    }

    /// An operand whose bits may be seen.
    pub(super) fn exact_operand(&mut self, ty: Type, word: u16) -> ValueId {
        let entry = self.entry(ty, word);
        self.exact(entry)
    }

    fn exact(&mut self, entry: Entry) -> ValueId {
        if entry.exact { entry.id } else { self.proc.purify_nan(self.block, entry.id) }
    }

    /// An operand that is stored somewhere: of a scalar or tuple type.
    fn stored_operand(&mut self, ty: Type, word: u16) -> ValueId {
        if ty.is_scalar() {
            return self.exact_operand(ty, word);
        }
        let same: Vec<ValueId> =
            self.pools.tuples.iter().filter(|(_, other)| *other == ty).map(|(id, _)| *id).collect();
        match pick(&same, word) {
            Some(id) if word != 0 => *id,
            _ => self.proc.bottom_tuple(self.block, ty),
        }
    }

    // ---- Predicates -----------------------------------------------------------------------------------

    /// A comparison of two operands of some type.
    fn comparison(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        const COMPARISONS: [Opcode; 11] = [
            Opcode::Equal,
            Opcode::NotEqual,
            Opcode::LessThan,
            Opcode::GreaterThan,
            Opcode::LessEqual,
            Opcode::GreaterEqual,
            Opcode::Above,
            Opcode::Below,
            Opcode::AboveEqual,
            Opcode::BelowEqual,
            Opcode::EqualOrUnordered,
        ];
        let opcode = COMPARISONS[word as usize % 11];
        let ty = match opcode.row().class {
            Class::Int => scalar(word / 11 % 2),
            Class::Fp => scalar(2 + word / 11 % 2),
            _ => scalar(word / 11),
        };
        let (a, b) = (self.operand(ty, a), self.operand(ty, b));
        self.proc.append_typed(self.block, opcode, Type::Int32, &[a, b])
    }

    /// What a branch, select or trap asks: a number, a comparison, a test of bits, and inversions of these.
    pub(super) fn predicate(&mut self, word: u16, a: u16, b: u16) -> ValueId {
        let (kind, choice) = (word % 12, word / 12);
        let block = self.block;
        match kind {
            0 => self.operand(Type::Int32, a),
            1 => self.operand(Type::Int64, a),
            2 | 3 => {
                let ty = if kind == 2 { Type::Int32 } else { Type::Int64 };
                let (a, b) = (self.operand(ty, a), self.operand(ty, b));
                self.proc.bit_and(block, a, b)
            }
            4..=6 => self.comparison(choice, a, b),
            _ => {
                let comparison = self.comparison(choice, a, b);
                let constant = self.proc.add_const32(block, i32::from(kind >= 10));
                match kind {
                    7 => self.proc.equal(block, comparison, constant),
                    8 => self.proc.not_equal(block, comparison, constant),
                    9 => {
                        let inverted = self.proc.equal(block, comparison, constant);
                        self.proc.equal(block, inverted, constant)
                    }
                    _ => self.proc.bit_xor(block, comparison, constant),
                }
            }
        }
    }

    /// A predicate that is always 0, though nothing says so.
    pub(super) fn never(&mut self, word: u16, a: u16) -> ValueId {
        let (kind, choice) = (word % 15, word / 15);
        let block = self.block;
        let ty = scalar(choice % 2);
        let x = self.operand(ty, a);
        let small = self.proc.add_constant(block, ty, 15);
        let small = self.proc.bit_and(block, x, small);
        let constant = |this: &mut Self, value: i64| this.proc.add_constant(block, ty, value as u64);
        let (opcode, left, right) = match kind {
            0 => (Opcode::Above, small, constant(self, 15)),
            1 => (Opcode::AboveEqual, small, constant(self, 16)),
            2 => (Opcode::GreaterThan, small, constant(self, 99)),
            3 => (Opcode::GreaterEqual, small, constant(self, 16)),
            4 => (Opcode::LessThan, small, constant(self, -3)),
            5 => (Opcode::LessEqual, small, constant(self, -1)),
            6 => (Opcode::Equal, small, constant(self, 1 << 20)),
            7 => (Opcode::NotEqual, x, x),
            8 => {
                let limit = constant(self, 16);
                let above = self.proc.bit_or(block, small, limit);
                (Opcode::Below, above, limit)
            }
            9 => {
                let limit = constant(self, 0);
                let one = constant(self, 1);
                let above = self.proc.bit_or(block, small, one);
                (Opcode::BelowEqual, above, limit)
            }
            10 | 11 => {
                let limit = constant(self, 16);
                let always = self.proc.below(block, small, limit);
                let constant = self.proc.add_const32(block, i32::from(kind == 10));
                let opcode = if kind == 10 { Opcode::BitXor } else { Opcode::Equal };
                (opcode, always, constant)
            }
            12 => {
                let float = self.proc.itod(block, small);
                (Opcode::EqualOrUnordered, float, self.proc.add_const_double(block, 0.5))
            }
            13 => {
                let float = self.operand(Type::Float, a);
                (Opcode::LessThan, float, float)
            }
            _ => {
                let float = self.operand(Type::Double, a);
                (Opcode::Equal, float, self.proc.add_const_double(block, f64::NAN))
            }
        };
        self.proc.append_typed(block, opcode, Type::Int32, &[left, right])
    }

    // ---- Steps ----------------------------------------------------------------------------------------

    fn step(&mut self, step: &Step) {
        let [a, b, c] = step.operands;
        let block = self.block;
        match ACTIONS[step.action as usize % ACTIONS.len()] {
            Action::Row(opcode) => self.row_step(opcode, step),
            Action::Constant => {
                let entry = self.constant(scalar(step.ty), a);
                self.push(entry.id, true);
            }
            Action::Load => self.load_step(step),
            Action::Store => self.store_step(step),
            Action::Update => self.update_step(step),
            Action::Copy => self.copy_step(step),
            Action::Fill => self.fill_step(step),
            Action::Fence => {
                let [region, ..] = common_regions();
                let ranges = barebones::ir::RangePair { reads: HeapRange::TOP, writes: region.range };
                self.proc.fence(block, ranges);
            }
            Action::Slot if step.detail & 1 == 0 => self.slot_store_step(step),
            Action::Slot => self.slot_load_step(step),
            Action::Call => self.call_step(step),
            Action::CallExtern => self.call_extern_step(step),
            Action::TrapIf => self.trap_if_step(step),
            Action::Convert(opcode) => self.convert_step(opcode, step),
            Action::Upsilon => {
                if let Some(&(phi, ty)) = pick(&self.phis, step.detail) {
                    let value = self.stored_operand(ty, a);
                    self.proc.upsilon(block, value, phi);
                }
            }
            Action::Swap => self.swap_step(step),
            Action::Phi => self.place_next(),
            Action::Get => {
                if let Some(&(variable, _)) = pick(&self.variables, step.detail) {
                    let id = self.proc.get(block, variable);
                    self.push(id, true);
                }
            }
            Action::Set => {
                if let Some(&(variable, ty)) = pick(&self.variables, step.detail) {
                    let value = self.stored_operand(ty, a);
                    self.proc.set(block, value, variable);
                }
            }
            Action::Bottom => {
                const TUPLES: [&[Type]; 3] = [
                    &[Type::Int64, Type::Int32],
                    &[Type::Double, Type::Int32, Type::Float],
                    &[Type::Int32, Type::Int32],
                ];
                let ty = self.proc.tuple_type(TUPLES[step.ty as usize % 3]);
                let id = self.proc.bottom_tuple(block, ty);
                self.push(id, true);
            }
            Action::Extract => {
                if let Some(&(tuple, ty)) = pick(&self.pools.tuples, a) {
                    let element = step.detail as usize % self.proc.tuple_elements(ty).len().max(1);
                    let id = self.proc.extract(block, tuple, element as u32);
                    self.push(id, true);
                }
            }
            Action::Select => {
                let ty = scalar(step.ty);
                let predicate = self.predicate(step.detail, c, b);
                let (then, otherwise) = (self.entry(ty, a), self.entry(ty, b));
                let id = self.proc.select(block, predicate, then.id, otherwise.id);
                self.push(id, then.exact && otherwise.exact);
            }
            Action::Compare => {
                let id = self.predicate(step.detail, a, b);
                self.push(id, true);
            }
            Action::Pressure => self.pressure_step(step),
            Action::Combine => self.combine_step(step),
            Action::Fault => {
                if self.traps && step.detail >> 8 & 3 == 0 {
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
        self.proc.upsilon(self.block, first, second);
        self.proc.upsilon(self.block, second, first);
    }

    fn trap_if_step(&mut self, step: &Step) {
        let [a, b, c] = step.operands;
        let predicate =
            if self.traps && step.detail & 3 == 0 { self.predicate(a, b, c) } else { self.never(a, b) };
        self.proc.trap_if(self.block, predicate, super::trap_code(step.ty));
    }

    /// FToISat and its kin. Trapping ones get operands in range, unless traps are wanted.
    fn convert_step(&mut self, opcode: Opcode, step: &Step) {
        let block = self.block;
        let [from, to] = [scalar(2 + step.ty % 2), scalar(step.ty / 2 % 2)];
        let traps = matches!(opcode, Opcode::FToITrap | Opcode::FToUTrap);
        let operand = if traps && !(self.traps && step.detail & 3 == 0) {
            let small = self.operand(Type::Int32, step.operands[0]);
            let mask = self.proc.add_const32(block, 0xffff);
            let small = self.proc.bit_and(block, small, mask);
            if from == Type::Float { self.proc.itof(block, small) } else { self.proc.itod(block, small) }
        } else {
            self.operand(from, step.operands[0])
        };
        let id = self.proc.append_typed(block, opcode, to, &[operand]);
        self.push(id, true);
    }

    /// Many values at once, for later steps to use.
    fn pressure_step(&mut self, step: &Step) {
        let ty = scalar(step.ty);
        let (opcode, bytes) = (Opcode::Load, ty.size());
        let access = super::memory::LOADS.iter().find(|load| load.0 == opcode && load.2 == ty);
        if access.is_none() {
            return;
        }
        for i in 0..4 + step.detail % 20 {
            let offset = super::BUFFER_START + u32::from(i) * bytes;
            let id = self.proc.load(self.block, ty, self.buffer, offset as i32);
            self.push(id, true);
        }
    }

    /// Adds up many values.
    fn combine_step(&mut self, step: &Step) {
        let ty = scalar(step.ty);
        let recent: Vec<Entry> =
            self.pools.scalars[index(ty)].iter().rev().take(2 + step.detail as usize % 24).copied().collect();
        let Some(first) = recent.first() else { return };
        let sum = recent[1..].iter().fold(first.id, |sum, entry| self.proc.add(self.block, sum, entry.id));
        let exact = ty.is_int() || recent.len() == 1 && first.exact;
        self.push(sum, exact);
    }

    /// A value of an opcode without payload, as its row says.
    fn row_step(&mut self, opcode: Opcode, step: &Step) {
        let row = opcode.row();
        let block = self.block;
        match opcode {
            Opcode::FramePointer => {
                let pointer = self.proc.frame_pointer(block);
                let zero = self.proc.bit_xor(block, pointer, pointer);
                return self.push(zero, true);
            }
            Opcode::StackLimitCheck => {
                let lowest = self.proc.add_const64(block, i64::from(step.detail));
                self.proc.stack_limit_check(block, lowest);
                return;
            }
            Opcode::Identity | Opcode::Opaque if step.ty % 5 == 4 => {
                if let Some(&(tuple, ty)) = pick(&self.pools.tuples, step.operands[0]) {
                    let id = self.proc.append_typed(block, opcode, ty, &[tuple]);
                    self.push(id, true);
                }
                return;
            }
            _ => {}
        }
        let t = match row.class {
            Class::Any | Class::Scalar | Class::Tuple => scalar(step.ty),
            Class::Int => scalar(step.ty % 2),
            Class::Fp => scalar(2 + step.ty % 2),
            Class::Wide => [Type::Int64, Type::Double][step.ty as usize % 2],
        };
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
            ResultRule::Opposite => [Type::Float, Type::Double, Type::Int32, Type::Int64][index(t)],
            ResultRule::Half => [Type::Int32, Type::Float][usize::from(t == Type::Double)],
            ResultRule::WithCarry => self.proc.tuple_type(&[t, Type::Int32]),
        };
        let keeps_bits =
            bits_matter || matches!(opcode, Opcode::Neg | Opcode::Abs | Opcode::Identity | Opcode::Opaque);
        let never_nan =
            matches!(opcode, Opcode::PurifyNaN | Opcode::IToD | Opcode::IToF | Opcode::UToD | Opcode::UToF);
        let exact = !result.is_float() || never_nan || keeps_bits && exact;
        let id = self.proc.append_typed(block, opcode, result, &children);
        self.push(id, exact);
    }

    /// Makes a division defined: the divisor is not 0, and not -1 where the dividend may be the least integer.
    fn guard_division(&mut self, opcode: Opcode, ty: Type, children: &mut [ValueId], detail: u16) {
        let block = self.block;
        let masked = |this: &mut Self, value, mask: u64| {
            let mask = this.proc.add_constant(block, ty, mask);
            this.proc.bit_and(block, value, mask)
        };
        let signed = matches!(opcode, Opcode::Div | Opcode::Mod);
        let most = u64::MAX >> 1 >> (64 - ty.size() * 8);
        if detail & 3 == 0 {
            let table = awkward(ty);
            let bits = table[(detail >> 2) as usize % table.len()];
            let minus_one = u64::MAX >> (64 - ty.size() * 8);
            let bits = if bits == 0 || signed && bits == minus_one { 7 } else { bits };
            children[1] = self.proc.add_constant(block, ty, bits);
            return;
        }
        if signed && detail & 4 == 0 {
            children[0] = masked(self, children[0], most);
        } else if signed {
            children[1] = masked(self, children[1], most);
        }
        let one = self.proc.add_constant(block, ty, 1);
        children[1] = self.proc.bit_or(block, children[1], one);
    }

    // ---- Returning ------------------------------------------------------------------------------------

    /// Counts a turn of a loop; the value is above 0 while there may be more.
    pub(super) fn burn_fuel(&mut self) -> ValueId {
        let block = self.block;
        let [region, ..] = common_regions();
        let old = self.proc.load(block, Type::Int32, self.buffer, FUEL);
        self.proc.set_range(old, region.range);
        let minus_one = self.proc.add_const32(block, -1);
        let new = self.proc.add(block, old, minus_one);
        let store = self.proc.store(block, new, self.buffer, FUEL);
        self.proc.set_range(store, region.range);
        let zero = self.proc.add_const32(block, 0);
        self.proc.greater_than(block, new, zero)
    }

    /// Mixes some visible values into the digest, so that a wrong one is seen.
    pub(super) fn digest(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let block = self.block;
        let mut digest = self.proc.load(block, Type::Int64, self.buffer, DIGEST);
        let factor = self.proc.add_const64(block, 0x0100_0000_01b3);
        for ty in Type::SCALARS {
            let len = self.pools.scalars[index(ty)].len();
            for i in len.saturating_sub(count)..len {
                let entry = self.pools.scalars[index(ty)][i];
                let exact = self.exact(entry);
                let int = if ty.is_float() { self.proc.bitwise_cast(block, exact) } else { exact };
                let wide = match (ty.size(), i % 2) {
                    (8, _) => int,
                    (_, 0) => self.proc.sext32(block, int),
                    _ => self.proc.zext32(block, int),
                };
                let product = self.proc.mul(block, digest, factor);
                digest = self.proc.bit_xor(block, product, wide);
            }
        }
        self.proc.store(block, digest, self.buffer, DIGEST);
    }
}
