//! Replaces values, checks and loads that are redundant because a dominating computation or a known memory content
//! gives the same result.
//!
//! Blocks are visited in reverse post-order, so dominators come first. A pure value is redundant if a dominating one
//! has the same opcode, type, payload and operands. Operands are compared by their leaders; those of commutative
//! operations are put in a canonical order. Values that selection rematerializes at each use (constants, slot
//! addresses) can be leaders of operands but are not replaced: that would only lengthen live ranges. For the same
//! reason comparisons and one-instruction operations on a single value are not replaced across blocks. Replacing these
//! too made the code of WebAssembly modules 2 % larger than without the pass, with 8 % to 20 % more spills.
//!
//! A check dominated by one with the same condition can never fail, whatever its exit state is. `Check` and `TrapIf` of
//! one operand both establish that it is zero. A checked addition also provides the result of the plain one.
//!
//! A load is replaced by the value that an earlier load or store read or wrote at the same address, if no write in
//! between may alias (load forwarding, store-to-load forwarding). A narrower load, or one of another type, takes the
//! same bits by a conversion. A store of the value already in memory is removed unless it may trap. Aliasing is decided
//! by heap ranges and by offsets from a common base. Memory contents are known within a block, from a block's only
//! predecessor, and at a merge from its dominator if few writes are on the paths in between; at loop headers nothing is
//! known. A load at a merge becomes a Phi if each predecessor has the value and no path writes the memory afterwards.
//!
//! An integer comparison, difference or exclusive or whose operands are equal becomes a constant, and a Branch on it a
//! Jump: no later pass would do so for operands that became equal here.
//!
//! If there are safepoints, values computed from references are left alone: references may move.
//!
//! - Requires: valid IR.
//! - Ensures: no pure value in reachable code has an equal one that dominates it, except past [`MAX_CANDIDATES`].
//! - Keeps: ids; edges and dominators, unless a Branch is decided.
//! - Cost: one visit of each value and edge; per value at most [`MAX_CANDIDATES`] values with the same hash, and for
//!   each at most [`MAX_WRITES`] writes on each of [`MAX_PREDECESSORS`] paths; per merge at most [`MAX_MERGE_WRITES`] writes.
//! - Source: dominator-based value numbering, Briggs, Cooper and Simpson, "Value Numbering" (SP&E 1997); B3's pureCSE
//!   and its rule for checks; for memory, B3's eliminateCommonSubexpressions.

use crate::analysis::{ControlFlow, Dominators};
use crate::base::{EffectFlags, HeapRange, Type};
use crate::ir::opcode::{Payload, Properties};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, Successor, Value, ValueFlags, ValueId};
use crate::opt::context::{Context, Fuel, KIND, resolve};
use crate::opt::memory::footprint::{Footprint, width};
use crate::support::Entity;

/// Maximum number of values compared per hash.
const MAX_CANDIDATES: u32 = 8;
/// Maximum number of writes examined between two accesses.
const MAX_WRITES: u32 = 16;
/// Maximum number of writes tracked on the paths from a dominator to a merge.
const MAX_MERGE_WRITES: u32 = 8;

/// Maximum number of predecessors of a merge at which a load can become a Phi.
const MAX_PREDECESSORS: usize = 4;

/// Value number key: values with equal keys are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Key {
    opcode: Opcode,
    ty: Type,
    aux: u32,
    payload: u64,
    operands: [ValueId; 3],
}

impl Key {
    fn hash(&self) -> u64 {
        const K: u64 = 0x9E37_79B9_7F4A_7C15;
        let head = u64::from(self.ty.bits()) | (self.opcode as u64) << 16 | u64::from(self.aux) << 32;
        let [a, b, c] = self.operands.map(|id| u64::from(id.number()));
        let mixed = (head ^ (a | b << 32).wrapping_mul(K)).wrapping_add(c ^ self.payload.rotate_left(17));
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(K);
        mixed >> 24
    }
}

/// An available value: one that later values may be equal to.
#[derive(Clone, Copy, Debug)]
struct Available {
    key: Key,
    /// The value that replaces them.
    value: ValueId,
    /// Opcode of the load or store that put the value into this record.
    access: Opcode,
    block: BlockId,
    /// Last write to memory by then, a store itself included; [`NONE`] if the value does not depend on memory.
    write: u32,
    /// Next entry with the same hash.
    next: u32,
}

/// A write to memory, linked to the write before it: on the only path to here, or on a path from the dominator.
#[derive(Clone, Copy, Debug)]
struct Write {
    memory: Footprint,
    before: u32,
}

/// How a load gets its bits from a value known to be in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    All,
    /// The result of this operation on the value.
    Of(Opcode),
    /// The value, masked with these bits.
    Masked(i32),
}

const NONE: u32 = u32::MAX;

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct CseWork {
    /// Hash table: index into `known`.
    buckets: Vec<u32>,
    known: Vec<Available>,
    /// By value: its leader, the representative of the values equal to it.
    leaders: Vec<ValueId>,
    writes: Vec<Write>,
    /// By block: the last write at its end.
    writes_at_end: Vec<u32>,
    /// The last write before the current position.
    write: u32,
    /// The last write before the block.
    start: u32,
    block: BlockId,
    at: usize,
    insertions: InsertionSet,
    /// Upsilons of new Phis, and the blocks they are appended to.
    upsilons: Vec<(BlockId, ValueId)>,
    /// True if there are references and safepoints, so that references may move.
    references_move: bool,
    /// True if a value became a constant, which may decide branches.
    has_new_constants: bool,
    fuel: Fuel,
}

pub(in crate::opt) fn eliminate_common_subexpressions(proc: &mut Procedure, cx: &mut Context) {
    cx.find_dominators(proc);
    let mut work = cx.scratch.take::<CseWork>();
    work.begin(proc, cx);
    cx.flow.find_order(proc);
    let flow = std::mem::take(&mut cx.flow);
    for block in flow.order.nodes().map(BlockId::from_index) {
        work.enter(&flow, block);
        for at in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[at];
            work.at = at;
            work.visit(proc, &flow, id);
        }
        work.writes_at_end[block.index()] = work.write;
        cx.work += (proc.block_values(block).len() + flow.predecessors.of(block.index()).len()) as u64;
        work.insertions.execute(proc, block);
        for (from, upsilon) in work.upsilons.drain(..) {
            work.insertions.insert(proc.block_values(from).len() - 1, upsilon);
            work.insertions.execute(proc, from);
            cx.contents |= Contents::PHIS;
        }
    }
    cx.flow = flow;
    if work.has_new_constants && decide_branches(proc, &mut work.fuel) {
        cx.edges_changed();
    }
    cx.fuel = work.fuel;
    cx.scratch.put(work);
}

/// Turn this: `Branch(1, #1, #2)`
/// Into this: `Jump(#1)`
///
/// Returns true if there was one. Blocks that become unreachable remain as dead code.
fn decide_branches(proc: &mut Procedure, fuel: &mut Fuel) -> bool {
    let mut changed = false;
    for block in proc.block_ids() {
        let Some(id) = proc.terminal(block).filter(|id| proc.value(*id).opcode() == Opcode::Branch) else {
            continue;
        };
        let predicate = proc.value(resolve(proc, proc.children(id)[0]));
        let (Some(bits), [then, otherwise]) = (predicate.int(), proc.successors(block)) else { continue };
        let to = if bits != 0 { *then } else { *otherwise };
        if !fuel.take() {
            break;
        }
        proc.set_successors(block, &[Successor::new(to.block())]);
        proc.replace(id, Opcode::Jump, &[]);
        changed = true;
    }
    changed
}

/// The result of an integer operation whose two operands are equal, if that decides it.
fn of_equal_operands(opcode: Opcode) -> Option<u64> {
    use Opcode::*;
    match opcode {
        Equal | LessEqual | GreaterEqual | AboveEqual | BelowEqual => Some(1),
        NotEqual | LessThan | GreaterThan | Above | Below | Sub | BitXor => Some(0),
        _ => None,
    }
}

impl CseWork {
    fn begin(&mut self, proc: &Procedure, cx: &Context) {
        let values = proc.value_count();
        self.buckets.clear();
        self.buckets.resize(values.next_power_of_two().max(16), NONE);
        self.known.clear();
        self.leaders.clear();
        self.leaders.extend(proc.value_ids());
        self.writes.clear();
        self.writes_at_end.clear();
        self.writes_at_end.resize(proc.block_count(), NONE);
        self.fuel = cx.fuel;
        self.has_new_constants = false;
        self.references_move = cx.contents.contains(Contents::REFERENCES.union(Contents::SAFEPOINTS));
    }

    /// Sets the memory state at the beginning of a block.
    fn enter(&mut self, flow: &ControlFlow, block: BlockId) {
        self.block = block;
        let dominator = flow.dominators.immediate_dominator(block.index());
        self.write = match flow.predecessors.of(block.index()) {
            [only] if block != Procedure::ROOT => self.writes_at_end[*only as usize],
            preds => dominator.map_or(NONE, |dominator| self.merge(preds, self.writes_at_end[dominator])),
        };
        if self.write == NONE {
            self.add_write(Footprint::anywhere(HeapRange::TOP), NONE);
        }
        self.start = self.write;
    }

    /// Links the writes on all paths from the end of the dominator into one chain. Returns [`NONE`] if they are not
    /// known: there are too many, or a path includes a back edge, whose source has no end state yet.
    fn merge(&mut self, preds: &[u32], dominator: u32) -> u32 {
        let (mut merged, mut count) = (dominator, 0);
        for pred in preds {
            let mut at = self.writes_at_end[*pred as usize];
            while at != dominator {
                count += 1;
                let Some(write) = self.writes.get(at as usize).copied().filter(|_| count <= MAX_MERGE_WRITES)
                else {
                    return NONE;
                };
                self.add_write(write.memory, merged);
                (merged, at) = (self.write, write.before);
            }
        }
        merged
    }

    fn add_write(&mut self, memory: Footprint, before: u32) {
        self.write = self.writes.len() as u32;
        self.writes.push(Write { memory, before });
    }

    fn visit(&mut self, proc: &mut Procedure, flow: &ControlFlow, id: ValueId) {
        let value = *proc.value(id);
        if value.opcode() == Opcode::Identity {
            let end = resolve(proc, id);
            self.leaders[id.index()] = self.leaders[end.index()];
            return;
        }
        let row = value.opcode().row();
        let is_pure = row.properties.contains(Properties::PURE);
        if !is_pure && row.payload != Payload::Memory {
            let effects = proc.effects_of(&value);
            if effects.flags.contains(EffectFlags::FENCE) {
                self.add_write(Footprint::anywhere(HeapRange::TOP), self.write);
            } else if !effects.writes.is_empty() {
                self.add_write(Footprint::anywhere(effects.writes), self.write);
            }
            if !is_check(&value, effects.flags) || !effects.writes.is_empty() {
                return;
            }
        }
        if value.flags.contains(ValueFlags::VOLATILE) {
            self.add_write(Footprint::anywhere(HeapRange::TOP), self.write);
            return;
        }
        if self.references_move && self.is_address(proc, id, &value) {
            if row.payload == Payload::Memory {
                self.record_write(proc, &value, &Footprint::of_access(proc, &value));
            }
            return;
        }
        if row.payload == Payload::Memory {
            return self.access(proc, flow, id, &value);
        }
        // Equal loads make the operands of their users equal.
        if let Some(bits) = of_equal_operands(value.opcode())
            && let &[a, b] = proc.children(id)
            && self.leaders[a.index()] == self.leaders[b.index()]
            && proc.type_of(a).is_int()
            && self.fuel.take()
        {
            proc.replace_with_constant(id, bits);
            self.has_new_constants = true;
            return self.visit(proc, flow, id);
        }
        let key = self.key(proc, &value);
        if let Some(same) = self.find(&flow.dominators, self.block, &key, |_| true) {
            self.replace(proc, id, &same);
            return;
        }
        self.add(key, key.opcode, id, NONE);
        // A checked operation that does not fail also provides the result of the plain one.
        if !is_pure && let Some(opcode) = unchecked(value.opcode()) {
            self.add(Key { opcode, ..key }, opcode, id, NONE);
        }
    }

    /// True if a value is a reference or derived from one, or uses one.
    fn is_address(&self, proc: &Procedure, id: ValueId, value: &Value) -> bool {
        let is_one = |id: &ValueId| proc.value(*id).flags.intersects(KIND);
        value.flags.intersects(KIND) || proc.children(id).iter().any(is_one)
    }

    /// The key of a pure value or a check.
    fn key(&self, proc: &Procedure, value: &Value) -> Key {
        let row = value.opcode().row();
        let mut operands = [ValueId::INVALID; 3];
        let mut children = proc.children_of(value);
        if row.properties.contains(Properties::VARIADIC) {
            children = &children[..row.operands.len().min(children.len())];
        }
        for (operand, child) in operands.iter_mut().zip(children) {
            *operand = self.leaders[child.index()];
        }
        let mut opcode = value.opcode();
        if operands[0] > operands[1] {
            if unchecked(opcode).unwrap_or(opcode).has(Properties::COMMUTATIVE) {
                operands.swap(0, 1);
            } else if let Some(swapped_comparison) = swapped_comparison(opcode) {
                operands.swap(0, 1);
                opcode = swapped_comparison;
            }
        }
        let (aux, payload) = match row.payload {
            // The generator, the exit state and the trap code make no difference.
            Payload::Stackmap | Payload::Trap => (0, 0),
            _ => value.payload_words(),
        };
        if value.ty == Type::Void && matches!(row.payload, Payload::Stackmap | Payload::Trap) {
            opcode = Opcode::Check;
        }
        Key { opcode, ty: value.ty, aux, payload, operands }
    }

    /// Finds an accepted available value whose block dominates this one.
    fn find(
        &self,
        dominators: &Dominators,
        block: BlockId,
        key: &Key,
        accept: impl Fn(&Available) -> bool,
    ) -> Option<Available> {
        let mut at = self.buckets[key.hash() as usize & (self.buckets.len() - 1)];
        for _ in 0..MAX_CANDIDATES {
            let known = self.known.get(at as usize)?;
            if known.key == *key && dominators.dominates(known.block.index(), block.index()) && accept(known)
            {
                return Some(*known);
            }
            at = known.next;
        }
        None
    }

    /// True if no write on any path from `since` to the current position may alias `memory`.
    fn is_unwritten(&self, memory: &Footprint, since: u32) -> bool {
        self.is_unwritten_before(self.write, memory, since)
    }

    /// The same for the paths that end at the write `last`.
    fn is_unwritten_before(&self, last: u32, memory: &Footprint, since: u32) -> bool {
        if memory.range.is_empty() {
            return true;
        }
        let mut at = last;
        for _ in 0..MAX_WRITES {
            if at == since {
                return true;
            }
            match self.writes.get(at as usize) {
                Some(write) if !write.memory.overlaps(memory) => at = write.before,
                _ => return false,
            }
        }
        false
    }

    fn add(&mut self, key: Key, access: Opcode, value: ValueId, write: u32) {
        let bucket = key.hash() as usize & (self.buckets.len() - 1);
        let next = std::mem::replace(&mut self.buckets[bucket], self.known.len() as u32);
        self.known.push(Available { key, value, access, block: self.block, write, next });
    }

    fn replace(&mut self, proc: &mut Procedure, id: ValueId, same: &Available) {
        self.leaders[id.index()] = self.leaders[same.value.index()];
        let value = proc.value(id);
        let is_rematerialized =
            value.opcode().row().properties.contains(Properties::PURE) && proc.children(id).is_empty();
        let pays = !is_rematerialized && (same.block == self.block || !is_cheap(proc, id, value));
        if pays && self.fuel.take() {
            proc.replace_with_identity(id, same.value);
        }
    }

    /// Records the write of an access that takes no part otherwise.
    fn record_write(&mut self, proc: &Procedure, value: &Value, memory: &Footprint) {
        if !proc.effects_of(value).writes.is_empty() {
            self.add_write(*memory, self.write);
        }
    }

    /// Forwards a load, or removes or records a store.
    fn access(&mut self, proc: &mut Procedure, flow: &ControlFlow, id: ValueId, value: &Value) {
        let children = proc.children(id);
        let Some(address) = children.last().map(|id| self.leaders[id.index()]) else { return };
        let mut memory = Footprint::at(proc, value, address);
        let key = Key {
            opcode: Opcode::Load,
            ty: Type::Void,
            aux: value.payload_words().0,
            payload: 0,
            operands: [address, ValueId::INVALID, ValueId::INVALID],
        };
        if value.ty == Type::Void {
            return self.store(proc, &flow.dominators, id, &key, &memory);
        }
        if value.flags.contains(ValueFlags::IMMUTABLE) {
            memory.range = HeapRange::EMPTY;
        }
        let part = |known: &Available| part(proc, value, known);
        let is_available =
            |known: &Available| part(known).is_some() && self.is_unwritten(&memory, known.write);
        let found = self.find(&flow.dominators, self.block, &key, is_available);
        let found = found.filter(|_| self.fuel.is_left());
        match found.and_then(|same| Some((same, part(&same)?))) {
            Some((same, Part::All)) => return self.replace(proc, id, &same),
            Some((same, Part::Of(opcode))) => {
                self.fuel.take();
                proc.replace(id, opcode, &[same.value]);
            }
            Some((same, Part::Masked(bits))) => {
                self.fuel.take();
                let mask = proc.detached_for(id).const32(bits);
                self.insertions.insert(self.at, mask);
                self.leaders.push(mask);
                self.visit(proc, flow, mask);
                proc.replace(id, Opcode::BitAnd, &[same.value, mask]);
            }
            None if self.fuel.is_left() && self.load_as_phi(proc, flow, id, value, &key, &memory) => {
                self.fuel.take();
                return;
            }
            None => return self.add(key, value.opcode(), id, self.write),
        }
        // Visits the replacement, so that it becomes the leader that later loads of this part find.
        self.visit(proc, flow, id);
    }

    /// Turn this: `#1: Store(x, p); Jump(#3)` and `#2: y = Load(p); Jump(#3)` and `#3: Load(p)`
    /// Into this: `#1: Store(x, p); Upsilon(x, ^z); Jump(#3)` and `#2: y = Load(p); Upsilon(y, ^z); Jump(#3)` and
    /// `#3: z = Phi()`
    ///
    /// Returns false, with nothing changed, if some predecessor does not have the loaded value, or if this block may
    /// write the memory before the load.
    fn load_as_phi(
        &mut self,
        proc: &mut Procedure,
        flow: &ControlFlow,
        id: ValueId,
        load: &Value,
        key: &Key,
        memory: &Footprint,
    ) -> bool {
        let preds = flow.predecessors.of(self.block.index());
        if !(2..=MAX_PREDECESSORS).contains(&preds.len())
            || load.flags.intersects(KIND)
            || !self.is_unwritten(memory, self.start)
        {
            return false;
        }
        let mut there = [ValueId::INVALID; MAX_PREDECESSORS];
        for (value, &pred) in there.iter_mut().zip(preds) {
            if !self.is_likely(proc, BlockId::new(pred)) {
                return false;
            }
            let end = self.writes_at_end[pred as usize];
            let is_available = |known: &Available| {
                part(proc, load, known) == Some(Part::All)
                    && self.is_unwritten_before(end, memory, known.write)
            };
            // A back edge's source has no end state yet.
            let found = (end != NONE)
                .then(|| self.find(&flow.dominators, BlockId::new(pred), key, is_available))
                .flatten();
            match found {
                Some(known) if !proc.value(known.value).flags.intersects(KIND) => *value = known.value,
                _ => return false,
            }
        }
        let first = self.leaders[there[0].index()];
        if there[..preds.len()].iter().all(|value| self.leaders[value.index()] == first) {
            self.leaders[id.index()] = first;
            proc.replace_with_identity(id, first);
            self.add(*key, load.opcode(), first, self.start);
            return true;
        }
        let phi = proc.detached_for(id).phi(load.ty);
        self.leaders.push(phi);
        self.insertions.insert(0, phi);
        for (value, &pred) in there.iter().zip(preds) {
            let upsilon = proc.detached().upsilon(*value, phi);
            self.leaders.push(upsilon);
            self.upsilons.push((BlockId::new(pred), upsilon));
        }
        self.leaders[id.index()] = phi;
        proc.replace_with_identity(id, phi);
        self.add(*key, load.opcode(), phi, self.start);
        true
    }

    /// True if a predecessor mostly branches here: a new Upsilon in it costs on its other edges too.
    fn is_likely(&self, proc: &Procedure, pred: BlockId) -> bool {
        let leads_here = |edge: &Successor| edge.block() == self.block && !edge.is_rare();
        proc.successors(pred).iter().any(leads_here)
            && 2.0 * proc.frequency(self.block) >= proc.frequency(pred)
    }

    fn store(
        &mut self,
        proc: &mut Procedure,
        dominators: &Dominators,
        id: ValueId,
        key: &Key,
        memory: &Footprint,
    ) {
        let (opcode, may_trap) = (proc.value(id).opcode(), proc.value(id).flags.contains(ValueFlags::TRAPS));
        let stored = resolve(proc, proc.children(id)[0]);
        let bytes = width(opcode, proc.type_of(stored));
        let is_available = |known: &Available| {
            self.leaders[known.value.index()] == self.leaders[stored.index()]
                && width(known.access, proc.type_of(known.value)) >= bytes
                && self.is_unwritten(memory, known.write)
        };
        if !may_trap && self.find(dominators, self.block, key, is_available).is_some() && self.fuel.take() {
            return proc.replace_with_nop(id);
        }
        self.add_write(*memory, self.write);
        if !proc.value(stored).flags.intersects(KIND) {
            self.add(*key, opcode, stored, self.write);
        }
    }
}

/// How a load gets its bits from a value that is in memory; `None` if that takes more than one operation.
fn part(proc: &Procedure, load: &Value, known: &Available) -> Option<Part> {
    use Opcode::*;
    let there = proc.value(known.value);
    if there.ty == load.ty
        && (known.access == load.opcode() || (known.access, load.opcode()) == (Store, Load))
    {
        return Some(Part::All);
    }
    let bytes = width(load.opcode(), load.ty);
    if width(known.access, there.ty) < bytes || (there.flags | load.flags).intersects(KIND) {
        return None;
    }
    match (load.opcode(), there.ty, load.ty) {
        (Load, Type::Int64, Type::Int32) => Some(Part::Of(Trunc)),
        (Load, Type::Int32, Type::Float) | (Load, Type::Float, Type::Int32) => Some(Part::Of(BitwiseCast)),
        (Load, Type::Int64, Type::Double) | (Load, Type::Double, Type::Int64) => Some(Part::Of(BitwiseCast)),
        (Load8S, Type::Int32, _) => Some(Part::Of(SExt8)),
        (Load16S, Type::Int32, _) => Some(Part::Of(SExt16)),
        (Load8Z, Type::Int32, _) => Some(Part::Masked(0xff)),
        (Load16Z, Type::Int32, _) => Some(Part::Masked(0xffff)),
        _ => None,
    }
}

/// True for a check: its only effect is a sideways exit, and that depends on nothing but its operands.
pub(in crate::opt) fn is_check(value: &Value, flags: EffectFlags) -> bool {
    let row = value.opcode().row();
    flags == EffectFlags::EXITS_SIDEWAYS
        && !row.operands.is_empty()
        && matches!(row.payload, Payload::None | Payload::Stackmap | Payload::Trap)
}

/// The plain form of a checked operation.
fn unchecked(opcode: Opcode) -> Option<Opcode> {
    match opcode {
        Opcode::CheckAdd => Some(Opcode::Add),
        Opcode::CheckSub => Some(Opcode::Sub),
        Opcode::CheckMul => Some(Opcode::Mul),
        _ => None,
    }
}

/// The equivalent comparison with swapped operands.
fn swapped_comparison(opcode: Opcode) -> Option<Opcode> {
    Some(match opcode {
        Opcode::LessThan => Opcode::GreaterThan,
        Opcode::GreaterThan => Opcode::LessThan,
        Opcode::LessEqual => Opcode::GreaterEqual,
        Opcode::GreaterEqual => Opcode::LessEqual,
        Opcode::Above => Opcode::Below,
        Opcode::Below => Opcode::Above,
        Opcode::AboveEqual => Opcode::BelowEqual,
        Opcode::BelowEqual => Opcode::AboveEqual,
        _ => return None,
    })
}

/// True for one-instruction operations on a single value, and for comparisons: recomputing them is cheaper than a
/// longer live range, since their operand is likely live anyway.
pub(in crate::opt) fn is_cheap(proc: &Procedure, id: ValueId, value: &Value) -> bool {
    use Opcode::*;
    match value.opcode() {
        ZExt32 | SExt32 | Trunc | SExt8 | SExt16 | SExt8To64 | SExt16To64 | BitwiseCast => true,
        Equal | NotEqual | LessThan | GreaterThan | LessEqual | GreaterEqual | Above | Below | AboveEqual
        | BelowEqual | EqualOrUnordered => true,
        Add | Sub | BitAnd | BitOr | BitXor | Shl | SShr | ZShr | RotR | RotL if value.ty.is_int() => {
            proc.children(id).iter().any(|child| proc.value(*child).opcode().is_constant())
        }
        _ => false,
    }
}
