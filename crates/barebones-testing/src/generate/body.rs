//! State of a random procedure under construction: blocks in order, visible values, and initial writes.
//!
//! Two kinds of bits must not become observable, because they are unspecified: those of a NaN that arithmetic
//! produced, and those of a Phi, variable or slot before it is written. So each float records whether its bits are
//! exact, and an inexact one passes through PurifyNaN before its bits are observed. The root writes everything that
//! may be read. Pointers are never operands.

use super::control::gives_weights;
use super::counted_loop::LoopCounts;
use super::counters::Counter;
use super::flow::{Allowed, Flow};
use super::memory::{Base, Region, common_regions};
use super::pinned::Pins;
use super::recipe::{ProcedureRecipe, Recipe};
use super::{DIGEST, FUEL, VECTOR};
use barebones::base::{HeapRange, StackSlotId, Target, Type};
use barebones::ir::{BlockId, Module, Procedure, StackSlotKind, ValueId, VariableId};

/// A value that later steps may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: ValueId,
    /// False if its bits are unspecified in case it is a NaN.
    pub(super) exact: bool,
    /// True if an operand was chosen because it had no use yet.
    pub(super) used: bool,
}

/// Values that are visible at a point, by type, and tuples.
#[derive(Clone, Debug, Default)]
pub(super) struct Pools {
    /// The four scalars, then vectors.
    pub(super) scalars: [Vec<Entry>; 5],
    pub(super) tuples: Vec<(ValueId, Type)>,
    /// Placed Phis of the procedure.
    pub(super) phis: Vec<ValueId>,
}

/// Lengths of the pools.
pub(super) type Mark = [usize; 7];

impl Pools {
    pub(super) fn mark(&self) -> Mark {
        let [a, b, c, d, e] = &self.scalars;
        [a.len(), b.len(), c.len(), d.len(), e.len(), self.tuples.len(), self.phis.len()]
    }

    pub(super) fn truncate(&mut self, mark: Mark) {
        for (pool, len) in self.scalars.iter_mut().zip(mark) {
            pool.truncate(len);
        }
        self.tuples.truncate(mark[5]);
        self.phis.truncate(mark[6]);
    }
}

/// Procedure flag: the root creates [`Body::small`].
const SMALL: u16 = 1 << 8;

/// Mask of the procedure flags: keeps its own results, which prevents most tail calls.
const OWN_RESULTS: u16 = 3 << 9;

/// A procedure under construction.
pub(super) struct Body<'a> {
    pub(super) proc: Procedure,
    pub(super) block: BlockId,
    pub(super) recipe: &'a ProcedureRecipe,
    pub(super) flow: Flow,
    pub(super) traps: bool,
    pub(super) variadic: bool,
    pub(super) checks: bool,
    pub(super) patchpoints: bool,
    pub(super) exceptions: bool,
    pub(super) volatile: bool,
    pub(super) vectors: bool,
    /// For each procedure of the module, whether an exception may propagate out of it.
    pub(super) throws: Vec<bool>,
    /// No caller catches exceptions of the main procedure.
    pub(super) is_main: bool,
    /// For each node, the call that ends it and may throw.
    pub(super) calls: Vec<ValueId>,
    /// The procedures that may be called.
    pub(super) module: &'a Module,
    pub(super) pins: &'a Pins,
    pub(super) buffer: ValueId,
    /// An Int32 and an Int64 below 65,536, created in the root.
    pub(super) small: Option<[ValueId; 2]>,
    pub(super) regions: Vec<Region>,
    /// Accesses to memory at constant offsets, in the order of their creation.
    pub(super) accesses: Vec<(Base, i32)>,
    /// Anonymous slots and their types.
    pub(super) anonymous: Vec<(StackSlotId, Type)>,
    pub(super) variables: Vec<(VariableId, Type)>,
    /// Phis that the root writes. Any Upsilon may write them, and they may be anywhere in a block.
    pub(super) phis: Vec<(ValueId, Type)>,
    /// Phis of the current block that are not placed yet.
    unplaced: Vec<ValueId>,
    /// For each node, the Phis at its head, with a choice of the values that predecessors write.
    merges: Vec<Vec<(ValueId, Type, u16)>>,
    /// For each node, the induction variables of the loop whose header it is.
    pub(super) counters: Vec<Vec<Counter>>,
    /// The last value written to an induction variable.
    pub(super) written: ValueId,
    /// Statistics of small loops, and of accesses outside stack slots.
    pub(super) loops: LoopCounts,
    pub(super) pools: Pools,
    /// For each node, the pools at its end.
    marks: Vec<Mark>,
    pub(super) last: [Option<Entry>; 5],
}

pub(super) fn scalar(word: u16) -> Type {
    Type::SCALARS[word as usize % 4]
}

/// A scalar, or sometimes a vector. Words are mostly small numbers; mixing spreads them.
pub(super) fn single(word: u16) -> Type {
    let mixed = u32::from(word).wrapping_mul(0x9E37_79B1) >> 16;
    if mixed % 8 == 5 { Type::V128 } else { scalar(word) }
}

pub(super) fn index(ty: Type) -> usize {
    let found = Type::SCALARS.iter().chain([&Type::V128]).position(|single| *single == ty);
    found.expect("a scalar or a vector")
}

impl<'a> Body<'a> {
    pub(super) fn new(
        recipe: &'a ProcedureRecipe,
        module_recipe: &Recipe,
        target: &Target,
        module: &'a Module,
        pins: &'a Pins,
    ) -> Body<'a> {
        let allowed = Allowed {
            traps: module_recipe.traps,
            patchpoints: module_recipe.patchpoints,
            exceptions: module_recipe.exceptions && !pins.only_shared,
            entries: module_recipe.entries,
        };
        let flow = Flow::new(recipe, allowed);
        let is_main = module_recipe.procedures.last().is_none_or(|last| std::ptr::eq(last, recipe));
        let conv =
            pins.convention(super::convention(recipe, target, module_recipe.internal), is_main, target);
        let mut proc = Procedure::with_convention(target, conv);
        for (i, node) in flow.nodes.iter().enumerate() {
            let block = proc.add_block();
            if i > 0 && node.recipe % 3 == 1 && !gives_weights(recipe) {
                proc.set_frequency(block, 8.0);
            }
        }
        let nodes = flow.nodes.len();
        Body {
            proc,
            block: Procedure::ROOT,
            recipe,
            flow,
            traps: module_recipe.traps,
            variadic: module_recipe.variadic,
            checks: module_recipe.checks,
            patchpoints: module_recipe.patchpoints,
            exceptions: module_recipe.exceptions,
            volatile: module_recipe.volatile,
            vectors: module_recipe.vectors,
            throws: module.procedures.iter().map(|proc| super::control::may_throw(proc, module)).collect(),
            is_main,
            calls: vec![ValueId::INVALID; nodes],
            module,
            pins,
            buffer: ValueId::INVALID,
            small: None,
            regions: common_regions()[..if module_recipe.objects { 3 } else { 1 }].to_vec(),
            accesses: Vec::new(),
            anonymous: Vec::new(),
            variables: Vec::new(),
            phis: Vec::new(),
            unplaced: Vec::new(),
            merges: vec![Vec::new(); nodes],
            counters: vec![Vec::new(); nodes],
            written: ValueId::INVALID,
            loops: LoopCounts::default(),
            pools: Pools::default(),
            marks: vec![Mark::default(); nodes],
            last: [None; 5],
        }
    }

    pub(super) fn build(mut self, name: &str, loops: &mut LoopCounts) -> Procedure {
        self.proc.name = name.to_string();
        self.add_phis();
        for at in self.flow.order.clone() {
            self.build_node(at);
        }
        loops.merge(&self.loops);
        self.proc
    }

    /// A scalar, or sometimes a vector if the program has them.
    pub(super) fn single(&self, word: u16) -> Type {
        if self.vectors { single(word) } else { scalar(word) }
    }

    /// The type of a Phi or variable; sometimes a tuple.
    fn stored_type(&mut self, word: u16) -> Type {
        match word % 6 {
            5 => self.proc.tuple_type(&[Type::Int64, Type::Int32]),
            _ => self.single(word),
        }
    }

    /// Creates all Phis first, so that Upsilons can refer to them.
    fn add_phis(&mut self) {
        for &word in &self.recipe.phis {
            let ty = self.stored_type(word);
            let home = BlockId::new((word >> 4) as u32 % self.recipe.blocks.len().max(1) as u32);
            let id = self.proc.at(home).phi(ty);
            self.phis.push((id, ty));
        }
        for (at, block) in self.recipe.blocks.iter().enumerate().skip(1) {
            for &word in &block.phis {
                if self.add_counter(at, word) {
                    continue;
                }
                let ty = self.stored_type(word);
                let id = self.proc.at(BlockId::new(at as u32)).phi(ty);
                self.merges[at].push((id, ty, word));
            }
            let [a, _, c] = block.end.operands;
            self.add_counter(at, a.rotate_left(5) ^ c);
        }
    }

    fn build_node(&mut self, at: usize) {
        self.block = BlockId::new(at as u32);
        let recipe = self.recipe;
        let phis = self.proc.block_values(self.block).to_vec();
        self.proc.set_block_values(self.block, &[]);
        self.last = [None; 5];
        if at == 0 {
            self.build_entry();
        } else {
            self.pools.truncate(self.marks[self.flow.nodes[at].dominator]);
        }
        let (heads, own): (Vec<ValueId>, Vec<ValueId>) = phis.into_iter().partition(|phi| {
            self.merges[at].iter().any(|(id, ..)| id == phi)
                || self.counters[at].iter().any(|counter| counter.phi == *phi)
        });
        for phi in heads {
            self.place(phi);
        }
        self.extend_counters(at);
        self.unplaced = own;
        if let Some(&call) = self.flow.nodes[at].returned_from.and_then(|from| self.calls.get(from)) {
            self.push(call, true);
            if self.proc.type_of(call).is_tuple() {
                self.push_elements(call);
            }
        }
        if self.flow.nodes[at].caught {
            self.read_thrown();
        }
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

    pub(super) fn place_next(&mut self) {
        if let Some(phi) = self.unplaced.pop() {
            self.place(phi);
            self.pools.phis.push(phi);
        }
    }

    /// Places a Phi at the current end of the block.
    fn place(&mut self, phi: ValueId) {
        let mut values = self.proc.block_values(self.block).to_vec();
        values.push(phi);
        self.proc.set_block_values(self.block, &values);
        self.push(phi, true);
        self.push_elements(phi);
    }

    /// Creates parameters, and initializes everything that may be read.
    fn build_entry(&mut self) {
        self.buffer = self.proc.at(self.block).argument(Type::Int64);
        for &word in &self.recipe.params {
            let passes = self.proc.target().convention(self.proc.convention()).passes_vectors;
            let ty = if passes { self.single(word) } else { scalar(word) };
            let id = self.proc.at(self.block).argument(ty);
            self.push(id, true);
        }
        let results = self.results();
        let mut signature = self.proc.signature().clone();
        signature.results = results;
        self.proc.set_signature(signature);
        self.enter_pinned();
        self.return_early();
        if self.recipe.flags & SMALL != 0 {
            let value = self.proc.at(self.block).load16z(self.buffer, super::BUFFER_START as i32);
            self.small = Some([value, self.proc.at(self.block).zext32(value)]);
        }
        for &word in &self.recipe.slots {
            self.add_slot(word);
        }
        for (i, &word) in self.recipe.variables.iter().enumerate() {
            let ty = self.stored_type(word);
            let variable = self.proc.add_variable(ty);
            self.variables.push((variable, ty));
            let value = self.stored_operand(ty, (word >> 4).wrapping_add(i as u16));
            self.proc.at(self.block).set(value, variable);
        }
        for (i, (phi, ty)) in self.phis.clone().into_iter().enumerate() {
            let value = self.stored_operand(ty, self.recipe.phis[i] >> 5);
            self.proc.at(self.block).upsilon(value, phi);
        }
    }

    /// The result types: mostly those of another procedure with the same convention, which permits tail calls.
    fn results(&self) -> Vec<Type> {
        let (target, conv) = (self.proc.target(), self.proc.convention());
        let pops = target.convention(conv).callee_pops;
        let other = self.module.procedures.iter().rev().find(|other| pops && other.convention() == conv);
        match other {
            Some(other) if self.recipe.flags & OWN_RESULTS != OWN_RESULTS => {
                other.signature().results.clone()
            }
            _ => super::results(self.recipe, target, conv, self.vectors),
        }
    }

    fn add_slot(&mut self, word: u16) {
        let block = self.block;
        if word & 1 == 0 {
            let ty = self.single(word >> 1);
            let slot = self.proc.add_stack_slot(ty.size(), StackSlotKind::Anonymous);
            self.anonymous.push((slot, ty));
            let value = self.exact_operand(ty, word >> 3);
            let base = self.proc.at(block).slot_base(slot);
            self.proc.at(block).store(value, base, 0);
            return;
        }
        let size = 16 << (word >> 1 & 3);
        let slot = self.proc.add_stack_slot(size, StackSlotKind::Locked);
        let number = 16 + self.regions.len() as u32;
        let range = HeapRange::new(number, number + 1);
        self.regions.push(Region { base: Base::Slot(slot), start: 0, size, range, writable: true });
        if word & 8 == 0 && !self.pins.only_shared {
            let base = self.proc.at(block).slot_base(slot);
            let byte = self.operand(Type::Int32, word >> 4);
            let count = self.proc.at(block).const64(i64::from(size));
            self.proc.at(block).memory_fill(base, byte, count, range);
        } else {
            for offset in (0..size as i32).step_by(8) {
                let base = self.proc.at(block).slot_base(slot);
                let value = self.operand(Type::Int64, (word >> 4).wrapping_add(offset as u16));
                self.proc.at(block).store(value, base, offset);
            }
        }
    }

    /// Writes the Phis at the heads of successors.
    fn write_merges(&mut self, at: usize) {
        let mut done: Vec<usize> = Vec::new();
        for (target, _) in self.flow.nodes[at].successors.clone() {
            if done.contains(&target) {
                continue;
            }
            done.push(target);
            for (phi, ty, word) in self.merges[target].clone() {
                let value = self.stored_operand(ty, (word >> 4).wrapping_add(at as u16 * 5 + 3));
                self.proc.at(self.block).upsilon(value, phi);
            }
            self.write_counters(at, target);
        }
    }

    /// Decrements the fuel for an iteration; returns a nonzero value while fuel is left.
    pub(super) fn burn_fuel(&mut self) -> ValueId {
        let block = self.block;
        let [region, ..] = common_regions();
        let old = self.proc.at(block).load(Type::Int32, self.buffer, FUEL);
        self.proc.set_range(old, region.range);
        let minus_one = self.proc.at(block).const32(-1);
        let new = self.proc.at(block).add(old, minus_one);
        let store = self.proc.at(block).store(new, self.buffer, FUEL);
        self.proc.set_range(store, region.range);
        let zero = self.proc.at(block).const32(0);
        self.proc.at(block).greater_than(new, zero)
    }

    /// Mixes some visible values into the digest, so that wrong values are observed.
    pub(super) fn digest(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let mut shown = Vec::new();
        for ty in Type::SCALARS.into_iter().chain([Type::V128]) {
            let len = self.pools.scalars[index(ty)].len();
            // The most recent ones, and the same number of older ones, whose live ranges extend to here.
            let recent = len.saturating_sub(count);
            let old = (0..recent).step_by(recent.div_ceil(count).max(1));
            for i in old.chain(recent..len) {
                let entry = self.pools.scalars[index(ty)][i];
                shown.push(self.exact(entry));
            }
        }
        self.mix(&shown);
    }

    /// The digest with both halves of a vector.
    fn mix_vector(&mut self, digest: ValueId, factor: ValueId, vector: ValueId) -> ValueId {
        let buffer = self.buffer;
        let mut b = self.proc.at(self.block);
        b.store(vector, buffer, VECTOR);
        let mut digest = digest;
        for offset in [VECTOR, VECTOR + 8] {
            let half = b.load(Type::Int64, buffer, offset);
            let product = b.mul(digest, factor);
            digest = b.bit_xor(product, half);
        }
        digest
    }

    /// Mixes values into the digest.
    pub(super) fn mix(&mut self, values: &[ValueId]) {
        let block = self.block;
        let mut digest = self.proc.at(block).load(Type::Int64, self.buffer, DIGEST);
        let factor = self.proc.at(block).const64(0x0100_0000_01b3);
        for (i, &value) in values.iter().enumerate() {
            if self.proc.type_of(value).is_vector() {
                digest = self.mix_vector(digest, factor, value);
                continue;
            }
            let is_float = self.proc.type_of(value).is_float();
            let int = if is_float { self.proc.at(block).bitwise_cast(value) } else { value };
            let wide = match (self.proc.type_of(int), i % 2) {
                (Type::Int64, _) => int,
                (_, 0) => self.proc.at(block).sext32(int),
                _ => self.proc.at(block).zext32(int),
            };
            let product = self.proc.at(block).mul(digest, factor);
            digest = self.proc.at(block).bit_xor(product, wide);
        }
        self.proc.at(block).store(digest, self.buffer, DIGEST);
    }
}
