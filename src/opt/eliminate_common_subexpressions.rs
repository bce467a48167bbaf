//! Replaces values by equal ones that dominate them, checks included, and loads by what is known to be in memory.
//!
//! Blocks are visited in reverse post-order, in which dominators come first. A pure value with the opcode, type,
//! payload and operands of one before it whose block dominates is that one; operands are compared by what they are
//! equal to, and in one order if they may change places. Values that are made where they are used (constants, addresses
//! of slots) are equal to others but not replaced: that would only make others live longer. So are, across blocks,
//! comparisons and what one instruction computes of one value: with these replaced too, code of WebAssembly modules was
//! 2 % larger than without the pass, and had 8 % to 20 % more spills.
//!
//! A check that is dominated by one of the same condition can never fail, whatever its exit state: that is how
//! checks of all kinds take part. `Check` and `TrapIf` of one operand know the same of it: that it is zero. What a
//! checked addition computes, a plain one does too.
//!
//! A load is what a load or store before it has read or written at the same address, if nothing in between may write
//! there: a part of it, if the load is narrower, or the same bits as another type. A store of what is there already is
//! removed, unless it might trap. What may be written is told apart by heap ranges and by offsets from one base. It is
//! known inside a block, from the only predecessor of a block, and at merges from the dominator on, if all ways from
//! there have few writes; at the heads of loops all memory is unknown. What a merge loads that has been loaded or stored
//! on each way to it, and on none of them has been written since, is a Phi of that.
//!
//! If there are safepoints, nothing is said of what is computed from references: they may move.
//!
//! - Requires: valid IR.
//! - Ensures: no pure value in code that can be reached has an equal one that dominates it, but for what is beyond
//!   [`MAX_CANDIDATES`].
//! - Keeps: ids, edges, dominators.
//! - Cost: one visit of each value and edge, and of at most [`MAX_CANDIDATES`] values with the same hash and
//!   [`MAX_WRITES`] writes for each, on [`MAX_WAYS`] ways; of at most [`MAX_MERGED`] writes for each merge.
//! - Source: dominator-based value numbering, Briggs, Cooper and Simpson, "Value Numbering" (SP&E 1997); B3's pureCSE
//!   and its rule for checks; for memory, B3's eliminateCommonSubexpressions.

use super::context::{Context, KIND, resolve};
use super::footprint::{Footprint, width};
use crate::analysis::{ControlFlow, Dominators};
use crate::base::{EffectFlags, HeapRange, Type};
use crate::ir::opcode::{Payload, Properties};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, Successor, Value, ValueFlags, ValueId};
use crate::support::Entity;

/// How many values with one hash are compared.
const MAX_CANDIDATES: u32 = 8;
/// How many writes to memory between two accesses are looked at.
const MAX_WRITES: u32 = 16;
/// How many writes on the ways to a merge are told apart.
const MAX_MERGED: u32 = 8;

/// How many ways to a merge may each know what is in memory.
const MAX_WAYS: usize = 4;

/// What a value is the same as another by.
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

/// A value that others can be the same as.
#[derive(Clone, Copy, Debug)]
struct Known {
    key: Key,
    /// What they are then.
    value: ValueId,
    /// The load that read it from memory, or the store that wrote it there.
    access: Opcode,
    block: BlockId,
    /// The writes before it; for what does not depend on memory, nothing.
    write: u32,
    /// The next one with its hash.
    next: u32,
}

/// A write to memory, and one before it: on the only way here, or on one of those from the dominator.
#[derive(Clone, Copy, Debug)]
struct Write {
    memory: Footprint,
    before: u32,
}

/// What a load reads where a known value is in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// The value.
    All,
    /// What this operation makes of the value.
    Of(Opcode),
    /// These bits of the value.
    Masked(i32),
}

const NONE: u32 = u32::MAX;

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct CseWork {
    /// By hash: the number of a known value.
    buckets: Vec<u32>,
    known: Vec<Known>,
    /// By value: what it is equal to.
    leaders: Vec<ValueId>,
    writes: Vec<Write>,
    /// By block: the last write before its end.
    ends: Vec<u32>,
    /// The last write before here.
    write: u32,
    /// The last write before the block.
    start: u32,
    block: BlockId,
    /// Where in the block.
    at: usize,
    insertions: InsertionSet,
    /// Upsilons of new Phis, and where they go.
    upsilons: Vec<(BlockId, ValueId)>,
    /// There are safepoints.
    moves: bool,
}

/// Runs the pass.
pub(super) fn eliminate_common_subexpressions(proc: &mut Procedure, cx: &mut Context) {
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
        work.ends[block.index()] = work.write;
        cx.work += (proc.block_values(block).len() + flow.predecessors.of(block.index()).len()) as u64;
        work.insertions.execute(proc, block);
        for (from, upsilon) in work.upsilons.drain(..) {
            work.insertions.insert(proc.block_values(from).len() - 1, upsilon);
            work.insertions.execute(proc, from);
            cx.contents |= Contents::PHIS;
        }
    }
    cx.flow = flow;
    cx.scratch.put(work);
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
        self.ends.clear();
        self.ends.resize(proc.block_count(), NONE);
        self.moves = cx.contents.contains(Contents::REFERENCES.union(Contents::SAFEPOINTS));
    }

    /// What is known of memory where a block begins.
    fn enter(&mut self, flow: &ControlFlow, block: BlockId) {
        self.block = block;
        let dominator = flow.dominators.immediate_dominator(block.index());
        self.write = match flow.predecessors.of(block.index()) {
            [only] if block != Procedure::ROOT => self.ends[*only as usize],
            ways => dominator.map_or(NONE, |dominator| self.merge(ways, self.ends[dominator])),
        };
        if self.write == NONE {
            self.add_write(Footprint::anywhere(HeapRange::TOP), NONE);
        }
        self.start = self.write;
    }

    /// A chain of what was written on all ways from the end of the dominator; [`NONE`] if that is not known. It is not
    /// where an edge leads back, to here or on the way: of that, no end is known yet.
    fn merge(&mut self, ways: &[u32], dominator: u32) -> u32 {
        let (mut merged, mut count) = (dominator, 0);
        for way in ways {
            let mut at = self.ends[*way as usize];
            while at != dominator {
                count += 1;
                let Some(write) = self.writes.get(at as usize).copied().filter(|_| count <= MAX_MERGED)
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
        if self.moves && self.is_address(proc, id, &value) {
            if row.payload == Payload::Memory {
                self.pass_access(proc, &value, &Footprint::of_access(proc, &value));
            }
            return;
        }
        if row.payload == Payload::Memory {
            return self.access(proc, flow, id, &value);
        }
        let key = self.key(proc, &value);
        if let Some(same) = self.find(&flow.dominators, self.block, &key, |_| true) {
            self.replace(proc, id, &same);
            return;
        }
        self.add(key, key.opcode, id, NONE);
        // What a check computes when it does not fail, a plain operation does too.
        if !is_pure && let Some(opcode) = unchecked(value.opcode()) {
            self.add(Key { opcode, ..key }, opcode, id, NONE);
        }
    }

    /// True if a value is to the garbage collector more than bits, or is computed from one that is.
    fn is_address(&self, proc: &Procedure, id: ValueId, value: &Value) -> bool {
        let is_one = |id: &ValueId| proc.value(*id).flags.intersects(KIND);
        value.flags.intersects(KIND) || proc.children(id).iter().any(is_one)
    }

    /// By what a pure value or a check is the same as another.
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
            } else if let Some(mirrored) = mirrored(opcode) {
                operands.swap(0, 1);
                opcode = mirrored;
            }
        }
        let (aux, payload) = match row.payload {
            // Whose code it is, and what leaves with it, makes no difference.
            Payload::Stackmap | Payload::Trap => (0, 0),
            _ => value.payload_words(),
        };
        if value.ty == Type::Void && matches!(row.payload, Payload::Stackmap | Payload::Trap) {
            opcode = Opcode::Check;
        }
        Key { opcode, ty: value.ty, aux, payload, operands }
    }

    /// A known value that dominates a block and is accepted.
    fn find(
        &self,
        dominators: &Dominators,
        block: BlockId,
        key: &Key,
        accept: impl Fn(&Known) -> bool,
    ) -> Option<Known> {
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

    /// True if nothing after this write, on any way here, may write to this memory.
    fn is_unwritten(&self, memory: &Footprint, since: u32) -> bool {
        self.is_unwritten_before(self.write, memory, since)
    }

    /// The same up to another write.
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
        self.known.push(Known { key, value, access, block: self.block, write, next });
    }

    fn replace(&mut self, proc: &mut Procedure, id: ValueId, same: &Known) {
        self.leaders[id.index()] = self.leaders[same.value.index()];
        let value = proc.value(id);
        let is_made_on_demand =
            value.opcode().row().properties.contains(Properties::PURE) && proc.children(id).is_empty();
        if !is_made_on_demand && (same.block == self.block || !is_cheap(proc, id, value)) {
            proc.replace_with_identity(id, same.value);
        }
    }

    /// A load or store of which nothing is known.
    fn pass_access(&mut self, proc: &Procedure, value: &Value, memory: &Footprint) {
        if !proc.effects_of(value).writes.is_empty() {
            self.add_write(*memory, self.write);
        }
    }

    /// A load or store.
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
        let part = |known: &Known| part(proc, value, known);
        let is_there = |known: &Known| part(known).is_some() && self.is_unwritten(&memory, known.write);
        let found = self.find(&flow.dominators, self.block, &key, is_there);
        match found.and_then(|same| Some((same, part(&same)?))) {
            Some((same, Part::All)) => return self.replace(proc, id, &same),
            Some((same, Part::Of(opcode))) => proc.replace(id, opcode, &[same.value]),
            Some((same, Part::Masked(bits))) => {
                let mask = proc.add_const32(BlockId::INVALID, bits);
                self.insertions.insert(self.at, mask);
                self.leaders.push(mask);
                self.visit(proc, flow, mask);
                proc.replace(id, Opcode::BitAnd, &[same.value, mask]);
            }
            None if self.merge_loaded(proc, flow, id, value, &key, &memory) => return,
            None => return self.add(key, value.opcode(), id, self.write),
        }
        // The next load of this is a part of what is there, too, and not of this one.
        self.visit(proc, flow, id);
    }

    /// Turn this: `#1: Store(x, p); Jump(#3)` and `#2: y = Load(p); Jump(#3)` and `#3: Load(p)`
    /// Into this: `#1: Store(x, p); Upsilon(x, ^z); Jump(#3)` and `#2: y = Load(p); Upsilon(y, ^z); Jump(#3)` and
    /// `#3: z = Phi()`
    ///
    /// False, and nothing changed, if some way to here does not know what is loaded, or something here may write to it.
    fn merge_loaded(
        &mut self,
        proc: &mut Procedure,
        flow: &ControlFlow,
        id: ValueId,
        load: &Value,
        key: &Key,
        memory: &Footprint,
    ) -> bool {
        let ways = flow.predecessors.of(self.block.index());
        if !(2..=MAX_WAYS).contains(&ways.len())
            || load.flags.intersects(KIND)
            || !self.is_unwritten(memory, self.start)
        {
            return false;
        }
        let mut there = [ValueId::INVALID; MAX_WAYS];
        for (value, &way) in there.iter_mut().zip(ways) {
            if !self.is_likely(proc, BlockId::new(way)) {
                return false;
            }
            let end = self.ends[way as usize];
            let is_there = |known: &Known| {
                part(proc, load, known) == Some(Part::All)
                    && self.is_unwritten_before(end, memory, known.write)
            };
            // Where an edge leads back, the end of the way is not known yet.
            let found = (end != NONE)
                .then(|| self.find(&flow.dominators, BlockId::new(way), key, is_there))
                .flatten();
            match found {
                Some(known) if !proc.value(known.value).flags.intersects(KIND) => *value = known.value,
                _ => return false,
            }
        }
        let first = self.leaders[there[0].index()];
        if there[..ways.len()].iter().all(|value| self.leaders[value.index()] == first) {
            self.leaders[id.index()] = first;
            proc.replace_with_identity(id, first);
            self.add(*key, load.opcode(), first, self.start);
            return true;
        }
        let phi = proc.phi(BlockId::INVALID, load.ty);
        self.leaders.push(phi);
        self.insertions.insert(0, phi);
        for (value, &way) in there.iter().zip(ways) {
            let upsilon = proc.upsilon(BlockId::INVALID, *value, phi);
            self.leaders.push(upsilon);
            self.upsilons.push((BlockId::new(way), upsilon));
        }
        self.leaders[id.index()] = phi;
        proc.replace_with_identity(id, phi);
        self.add(*key, load.opcode(), phi, self.start);
        true
    }

    /// True if a block mostly goes on here: what it writes to a Phi, it writes wherever it goes.
    fn is_likely(&self, proc: &Procedure, way: BlockId) -> bool {
        let leads_here = |edge: &Successor| edge.block() == self.block && !edge.is_rare();
        proc.successors(way).iter().any(leads_here) && 2.0 * proc.frequency(self.block) >= proc.frequency(way)
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
        let is_there = |known: &Known| {
            self.leaders[known.value.index()] == self.leaders[stored.index()]
                && width(known.access, proc.type_of(known.value)) >= bytes
                && self.is_unwritten(memory, known.write)
        };
        if !may_trap && self.find(dominators, self.block, key, is_there).is_some() {
            return proc.replace_with_nop(id);
        }
        self.add_write(*memory, self.write);
        if !proc.value(stored).flags.intersects(KIND) {
            self.add(*key, opcode, stored, self.write);
        }
    }
}

/// What a load reads where a known value is, or was, in memory; `None` if that cannot be said in one operation.
fn part(proc: &Procedure, load: &Value, known: &Known) -> Option<Part> {
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

/// True for what leaves the procedure or does nothing but compute, depending on nothing but its own operands.
pub(super) fn is_check(value: &Value, flags: EffectFlags) -> bool {
    let row = value.opcode().row();
    flags == EffectFlags::EXITS_SIDEWAYS
        && !row.operands.is_empty()
        && matches!(row.payload, Payload::None | Payload::Stackmap | Payload::Trap)
}

/// What a checked operation computes when it does not fail.
fn unchecked(opcode: Opcode) -> Option<Opcode> {
    match opcode {
        Opcode::CheckAdd => Some(Opcode::Add),
        Opcode::CheckSub => Some(Opcode::Sub),
        Opcode::CheckMul => Some(Opcode::Mul),
        _ => None,
    }
}

/// The comparison that says the same of the operands in the other order.
fn mirrored(opcode: Opcode) -> Option<Opcode> {
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

/// True for what one instruction computes of one value, or compares for who asks: where that value lives anyway, it is
/// better computed again than kept.
pub(super) fn is_cheap(proc: &Procedure, id: ValueId, value: &Value) -> bool {
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
