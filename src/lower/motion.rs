//! Decides whether a value may be sunk within its block, mostly in constant time.
//!
//! Every place of a block has an *epoch*: the numbers of earlier values that write memory, read memory, exit, and so
//! on. If the epochs of two places are equal in all respects that conflict with the value, the value may move between
//! them. Otherwise it depends on which memory is accessed: then at most [`MAX_SCANNED`] values are examined. With more,
//! the answer is no.

use crate::base::{EffectFlags as E, Effects, HeapRange};
use crate::ir::{BlockId, Procedure, ValueId};
use crate::support::Entity;

/// Maximum number of values whose memory accesses are examined.
const MAX_SCANNED: usize = 16;

/// Maximum number of values searched for a pinned register write before the epochs of the whole block are computed.
const MAX_NEAR: usize = 32;

/// Numbers of effects in a block before one of its values.
#[derive(Clone, Copy, Default)]
struct Epoch {
    writes: u32,
    reads: u32,
    exits: u32,
    control: u32,
    local: u32,
    pinned: u32,
    pinned_writes: u32,
    fence: u32,
}

impl Epoch {
    fn after(self, effects: &Effects) -> Epoch {
        let one = |flags: E| u32::from(effects.flags.intersects(flags));
        Epoch {
            writes: self.writes + u32::from(!effects.writes.is_empty()),
            reads: self.reads + u32::from(!effects.reads.is_empty()),
            exits: self.exits + one(E::EXITS_SIDEWAYS.union(E::TERMINAL)),
            control: self.control + one(E::CONTROL_DEPENDENT),
            local: self.local + one(E::READS_LOCAL.union(E::WRITES_LOCAL)),
            pinned: self.pinned + one(E::READS_PINNED.union(E::WRITES_PINNED)),
            pinned_writes: self.pinned_writes + one(E::WRITES_PINNED),
            fence: self.fence + one(E::FENCE),
        }
    }
}

/// The epochs of one block, computed on the first query. Reused across blocks to keep its memory.
#[derive(Default)]
pub(super) struct Motion {
    block: BlockId,
    epochs: Vec<Epoch>,
    /// The index of each value in the block; unspecified for values of other blocks.
    positions: Vec<u32>,
    /// The last read of a pinned register that was found to be movable to its use.
    settled: ValueId,
}

impl Motion {
    pub(super) fn clear(&mut self) {
        (self.block, self.settled) = (BlockId::INVALID, ValueId::INVALID);
    }

    /// Like [`Motion::may_sink`], for a read of a pinned register and the value at a place of the block. Successive
    /// queries for the same read have decreasing places, so a positive answer stays valid. Most reads are so near that
    /// a short search finds them before epochs are computed.
    pub(super) fn may_read_at(
        &mut self,
        proc: &Procedure,
        block: BlockId,
        read: ValueId,
        place: usize,
    ) -> bool {
        if self.settled == read {
            return true;
        }
        let values = proc.block_values(block);
        for &other in values[..place].iter().rev().take(MAX_NEAR) {
            if other == read {
                self.settled = read;
                return true;
            }
            if proc.sets_pinned(proc.value(other)) {
                return false;
            }
        }
        let may = self.may_sink(proc, block, read, values[place]);
        if may {
            self.settled = read;
        }
        may
    }

    /// True if a value of the block may be computed directly before another, later one.
    pub(super) fn may_sink(&mut self, proc: &Procedure, block: BlockId, from: ValueId, to: ValueId) -> bool {
        self.count(proc, block);
        let [from, to] = [from, to].map(|id| self.positions[id.index()] as usize);
        let values = proc.block_values(block);
        let Some(between) = values.get(from + 1..to) else { return false };
        let mut effects = proc.effects(values[from]);
        if !effects.flags.contains(E::EXITS_SIDEWAYS) {
            // A control-dependent value without exits may sink: control reaches the new place only through the old one.
            effects.flags -= E::CONTROL_DEPENDENT;
        }
        if self.is_undisturbed(&effects, from + 1, to) {
            return true;
        }
        between.len() <= MAX_SCANNED
            && !between.iter().any(|other| prevents_motion(&effects, proc.effects(*other)))
    }

    fn count(&mut self, proc: &Procedure, block: BlockId) {
        if self.block == block {
            return;
        }
        self.block = block;
        self.epochs.clear();
        let mut epoch = Epoch::default();
        self.positions.resize(proc.value_count(), 0);
        for (position, value) in proc.block_values(block).iter().enumerate() {
            self.positions[value.index()] = position as u32;
            self.epochs.push(epoch);
            epoch = epoch.after(&proc.effects(*value));
        }
        self.epochs.push(epoch);
    }

    /// True if nothing from `from` to before `to` conflicts with the effects. False means unknown.
    fn is_undisturbed(&self, effects: &Effects, from: usize, to: usize) -> bool {
        let (a, b) = (self.epochs[from], self.epochs[to]);
        let writes = !effects.writes.is_empty();
        let exits = effects.flags.contains(E::EXITS_SIDEWAYS);
        let local = effects.flags.intersects(E::READS_LOCAL.union(E::WRITES_LOCAL));
        let reads_pinned = effects.flags.contains(E::READS_PINNED);
        let writes_pinned = effects.flags.contains(E::WRITES_PINNED);
        let fence = effects.flags.contains(E::FENCE);
        let reads = effects.reads != HeapRange::EMPTY;
        (a.writes == b.writes || !(reads || writes || exits))
            && (a.reads == b.reads || !writes)
            && (a.exits == b.exits || !(writes || exits || writes_pinned))
            && (a.control == b.control || !exits)
            && (a.local == b.local || !local)
            && (a.pinned == b.pinned || !writes_pinned)
            && (a.pinned_writes == b.pinned_writes || !(reads_pinned || exits))
            && (a.fence == b.fence || !fence)
    }
}

/// True if a value with these effects may not be moved past the other. Two values that may exit keep their order.
fn prevents_motion(effects: &Effects, other: Effects) -> bool {
    let both_exit = effects.flags.intersection(other.flags).contains(E::EXITS_SIDEWAYS);
    both_exit || effects.interferes(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Target, TrapCode, Type};

    /// Returns whether a load from heap 1 may sink past the values that `between` adds, to its use.
    fn sinks(between: impl Fn(&mut Procedure, BlockId, ValueId)) -> bool {
        let mut proc = Procedure::new(&Target::baseline(crate::isa::TARGETS[0]));
        let block = proc.add_block();
        let pointer = proc.at(block).argument(Type::Int64);
        let load = proc.at(block).load(Type::Int64, pointer, 0);
        proc.set_range(load, HeapRange::new(1, 2));
        between(&mut proc, block, pointer);
        let user = proc.at(block).add(load, load);
        Motion::default().may_sink(&proc, block, load, user)
    }

    fn store(proc: &mut Procedure, block: BlockId, pointer: ValueId, heap: u32) {
        let store = proc.at(block).store(pointer, pointer, 0);
        proc.set_range(store, HeapRange::new(heap, heap + 1));
    }

    #[test]
    fn loads_sink_past_unrelated_writes() {
        assert!(sinks(|_, _, _| {}));
        assert!(sinks(|proc, block, p| {
            proc.at(block).add(p, p);
        }));
        assert!(sinks(|proc, block, p| store(proc, block, p, 2)));
        assert!(!sinks(|proc, block, p| store(proc, block, p, 1)));
        // A load may sink past an exit.
        assert!(sinks(|proc, block, p| {
            proc.at(block).trap_if(p, TrapCode::Unreachable);
        }));
    }

    #[test]
    fn pinned_reads_sink_until_a_write() {
        let reg = crate::base::Reg::gp(14);
        let sinks = |between: &dyn Fn(&mut Procedure, BlockId, ValueId)| {
            let mut proc = Procedure::new(&Target::baseline(crate::isa::TARGETS[0]));
            proc.pin_register(reg);
            let block = proc.add_block();
            let read = proc.at(block).get_pinned(reg);
            between(&mut proc, block, read);
            let user = proc.at(block).add(read, read);
            let place = proc.block_values(block).len() - 1;
            let near = Motion::default().may_read_at(&proc, block, read, place);
            assert_eq!(near, Motion::default().may_sink(&proc, block, read, user));
            near
        };
        let trap = |proc: &mut Procedure, block, x| {
            proc.at(block).trap_if(x, TrapCode::Unreachable);
        };
        assert!(sinks(&|_, _, _| {}));
        assert!(sinks(&trap) && sinks(&|proc, block, x| store(proc, block, x, 1)));
        // Any number of values that only read.
        assert!(sinks(&|proc, block, _| {
            for _ in 0..100 {
                proc.at(block).get_pinned(reg);
            }
        }));
        assert!(!sinks(&|proc, block, x| {
            proc.at(block).set_pinned(x, reg);
        }));
        assert!(!sinks(&|proc, block, x| {
            proc.at(block).ccall(Type::Void, x, &[]);
        }));
    }

    #[test]
    fn pinned_reads_may_sink_less_far() {
        let reg = crate::base::Reg::gp(14);
        let mut proc = Procedure::new(&Target::baseline(crate::isa::TARGETS[0]));
        proc.pin_register(reg);
        let block = proc.add_block();
        let mut b = proc.at(block);
        let old = b.get_pinned(reg);
        b.add(old, old);
        b.set_pinned(old, reg);
        let read = b.get_pinned(reg);
        let users: Vec<ValueId> = (0..2 * MAX_NEAR).map(|_| b.add(read, old)).collect();
        let mut motion = Motion::default();
        motion.clear();
        for place in (4..4 + users.len()).rev() {
            assert!(motion.may_read_at(&proc, block, read, place));
            assert!(!motion.may_read_at(&proc, block, old, place));
        }
        assert!(motion.may_read_at(&proc, block, old, 2) && motion.may_read_at(&proc, block, old, 1));
    }

    #[test]
    fn write_scan_is_bounded() {
        for (count, expected) in [(MAX_SCANNED, true), (MAX_SCANNED + 1, false)] {
            assert_eq!(sinks(|proc, block, p| (0..count).for_each(|_| store(proc, block, p, 2))), expected);
        }
        // Without writes, any number of values is passed.
        assert!(sinks(|proc, block, p| {
            for _ in 0..100 {
                proc.at(block).add(p, p);
            }
        }));
    }
}
