//! Finds dead spill stores: the slot is written again before it is read, or never read.
//!
//! The forward walk records, for each block, the spill slots that it reads before writing, those that it writes, and
//! the stores that are unread at its end. Such a store is dead unless its slot is live-out there. Liveness takes a few
//! backward sweeps over the blocks, with one bit for each of the first 64 spill slots. Further slots are ignored. If
//! [`MAX_SWEEPS`] do not suffice for deeply nested loops, the stores unread at block ends are kept.

use crate::air::{BlockId, Code, SlotId, SlotKind};
use crate::support::Entity;

/// Maximum number of liveness sweeps over the blocks.
const MAX_SWEEPS: usize = 6;

/// A slot that is not tracked.
const UNTRACKED: u8 = u8::MAX;
const NONE: u32 = u32::MAX;

/// A bitset of spill slots.
type Homes = u64;

#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    read: Homes,
    written: Homes,
    live_in: Homes,
}

#[derive(Debug, Default)]
pub(super) struct Stores {
    /// By slot, its bit number.
    numbers: Vec<u8>,
    flows: Vec<Flow>,
    current: Flow,
    /// By bit number, the unread store of this block.
    unread: Vec<u32>,
    /// Stores unread at block ends: block, bit number, instruction.
    left: Vec<(BlockId, u8, u32)>,
    dead: Vec<u32>,
    /// Spill slots whose address is taken.
    escaped: Homes,
}

impl Stores {
    pub(super) fn begin(&mut self, code: &Code, first_home: usize) {
        let mut next = 0;
        self.numbers.clear();
        self.numbers.extend(code.slots.values().enumerate().map(|(number, slot)| match slot.kind {
            SlotKind::Spill if number >= first_home && next < Homes::BITS as u8 => {
                next += 1;
                next - 1
            }
            _ => UNTRACKED,
        }));
        self.unread.clear();
        self.unread.resize(usize::from(next), NONE);
        self.flows.clear();
        self.flows.resize(code.blocks.len(), Flow::default());
        self.left.clear();
        self.dead.clear();
        self.escaped = 0;
    }

    pub(super) fn enter_block(&mut self) {
        self.current = Flow::default();
    }

    pub(super) fn leave_block(&mut self, block: BlockId) {
        let mut written = self.current.written;
        while written != 0 {
            let home = written.trailing_zeros() as usize;
            let store = std::mem::replace(&mut self.unread[home], NONE);
            if store != NONE {
                self.left.push((block, home as u8, store));
            }
            written &= written - 1;
        }
        self.flows[block.index()] = Flow { live_in: self.current.read, ..self.current };
    }

    #[inline]
    fn home(&self, slot: SlotId) -> Option<u8> {
        self.numbers.get(slot.index()).copied().filter(|home| *home != UNTRACKED)
    }

    /// Records a read of a slot or of part of it.
    pub(super) fn read(&mut self, slot: SlotId) {
        if let Some(home) = self.home(slot) {
            self.unread[usize::from(home)] = NONE;
            self.current.read |= 1 << home & !self.current.written;
        }
    }

    /// Records that instruction `inst`, a move, writes a complete slot.
    pub(super) fn write(&mut self, slot: SlotId, inst: u32) {
        if let Some(home) = self.home(slot) {
            let overwritten = std::mem::replace(&mut self.unread[usize::from(home)], inst);
            if overwritten != NONE && self.escaped & 1 << home == 0 {
                self.dead.push(overwritten);
            }
            self.current.written |= 1 << home;
        }
    }

    /// Records that the address of a slot is taken.
    pub(super) fn escape(&mut self, slot: SlotId) {
        if let Some(home) = self.home(slot) {
            self.escaped |= 1 << home;
            self.unread[usize::from(home)] = NONE;
        }
    }

    /// Calls `dead` with each dead store. Finds none if the address of a tracked slot is taken.
    pub(super) fn find_dead(&mut self, code: &Code, mut dead: impl FnMut(u32)) {
        if self.escaped != 0 {
            return;
        }
        self.dead.iter().for_each(|inst| dead(*inst));
        if self.left.is_empty() {
            return;
        }
        let live_out = |flows: &[Flow], block: BlockId| {
            let successors = code.blocks[block].successors.iter();
            successors
                .fold(0, |live, to| live | flows.get(to.index()).map_or(Homes::MAX, |flow| flow.live_in))
        };
        let mut sweeps = 0;
        let mut changed = true;
        while changed {
            if sweeps == MAX_SWEEPS {
                return;
            }
            sweeps += 1;
            changed = false;
            for index in (0..self.flows.len()).rev() {
                let live = live_out(&self.flows, BlockId::from_index(index));
                let flow = &mut self.flows[index];
                let live_in = flow.read | live & !flow.written;
                changed |= live_in != flow.live_in;
                flow.live_in = live_in;
            }
        }
        for &(block, home, inst) in &self.left {
            if live_out(&self.flows, block) & 1 << home == 0 {
                dead(inst);
            }
        }
    }
}
