//! What it costs to have a bundle in memory from some point of its life on, and what its uses ask for.

use super::intervals::UseKind;
use super::point::{Point, gap, inst_of, late};
use super::scan::Pass;
use super::shape::NONE;

/// How much cheaper a use that can read the slot is, compared with one that needs a load.
const USE_IN_SLOT: f32 = 0.6;

/// What it costs to make a value again, compared with loading it.
const REMAT: f32 = 0.5;

impl Pass<'_> {
    /// The first instruction that wants the piece in a register, and whether there is one.
    pub(super) fn first_need(&self, piece: u32) -> (u32, bool) {
        let data = &self.pieces.all[piece as usize];
        let end = self.bundles.all[data.bundle as usize].uses.1;
        for item in &self.bundles.uses[data.use_ as usize..end as usize] {
            if item.point >= data.end {
                break;
            }
            if matches!(item.kind, UseKind::Reg | UseKind::Def) {
                return (inst_of(item.point), true);
            }
        }
        (0, false)
    }

    /// The last point of the instruction here at which the piece must be in its register.
    pub(super) fn end_of_need(&self, piece: u32) -> Point {
        let data = &self.pieces.all[piece as usize];
        let end = self.bundles.all[data.bundle as usize].uses.1;
        let inst = inst_of(self.point);
        let mut need = self.point;
        for item in &self.bundles.uses[data.use_ as usize..end as usize] {
            if inst_of(item.point) != inst || item.point >= data.end {
                break;
            }
            // Early results and scratches are kept to the end.
            need = need.max(if item.kind == UseKind::Def { late(inst) } else { item.point });
        }
        need
    }

    /// What it costs to have a bundle in memory from a point of its life on: the load at its next use, and
    /// the store. `used`: when it was used last.
    pub(super) fn price(
        &self,
        bundle: u32,
        mut use_: u32,
        from: Point,
        end: Point,
        used: Option<Point>,
    ) -> f32 {
        let data = &self.bundles.all[bundle as usize];
        while use_ < data.uses.1 && self.bundles.uses[use_ as usize].point < from {
            use_ += 1;
        }
        let uses = &self.bundles.uses[use_ as usize..data.uses.1 as usize];
        let next =
            uses.iter().take(8).find(|item| matches!(item.kind, UseKind::Reg | UseKind::Slot | UseKind::Def));
        let next = next.filter(|item| item.point < end);
        let here = self.shape.end(self.block);
        let mut cost = 0.0;
        let mut distance = 1000.0;
        let mut next_point = end;
        if let Some(item) = next {
            next_point = item.point;
            cost = item.weight;
            if item.point >= here && self.loops {
                let region = self.shape.outermost_without(self.shape.block_of(item.point), from);
                if region != NONE {
                    cost = cost.min(self.shape.loops[region as usize].entry_weight);
                }
            }
            if item.kind == UseKind::Slot {
                cost *= USE_IN_SLOT;
            }
            distance = (item.point - from.min(item.point)) as f32;
        }
        // What was used in a loop is used there again, next time round.
        let mut region = self.shape.innermost[self.block as usize];
        while let (true, Some(data), Some(used)) = (self.loops, self.shape.loops.get(region as usize), used) {
            if data.start <= used && data.end <= end && next_point >= data.end {
                cost = cost.max(self.shape.weights[data.first_block as usize]);
                distance = distance.min((data.end - from.min(data.end)) as f32);
                break;
            }
            region = data.parent;
        }
        if data.remat.is_some() {
            return cost * REMAT;
        }
        if cost > 0.0 && !data.spilled && !data.homed {
            cost += data.def_weight.min(self.shape.weights[self.block as usize]);
        }
        // Of two that cost the same, the one that is needed later.
        cost * (1.0 + 0.5 * (64.0 / (64.0 + distance)))
    }

    pub(super) fn price_at(&self, bundle: u32, use_: u32, at: Point, end: Point) -> f32 {
        let data = &self.bundles.all[bundle as usize];
        let mut next = use_;
        let mut used = None;
        while next < data.uses.1 && next < use_ + 16 && self.bundles.uses[next as usize].point < at {
            used = Some(self.bundles.uses[next as usize].point);
            next += 1;
        }
        self.price(bundle, next, at, end, used)
    }

    /// What it costs to take the register from its occupant; `None` if that cannot be, or is of no use.
    pub(super) fn price_of_eviction(&mut self, number: u8, piece: u32, must: bool) -> Option<f32> {
        let state = &self.scan.states[number as usize];
        let occupant = *self.pieces.all.get(state.occupant as usize)?;
        let need = if must { self.end_of_need(piece) } else { late(self.first_need(piece).0) };
        if state.fixed <= need || state.waiting.iter().any(|waiting| waiting.0 <= need) {
            return None;
        }
        let bundle = &self.bundles.all[occupant.bundle as usize];
        let uses = bundle.uses;
        let (next, used) = self.uses_around(occupant.use_, uses, occupant.start);
        let here = inst_of(self.point);
        if let Some(last) = self.bundles.uses[uses.0 as usize..next as usize].last()
            && last.kind.is_def()
            && inst_of(last.point) == here
        {
            return None; // early results and scratches are kept to the end
        }
        for item in &self.bundles.uses[next as usize..uses.1 as usize] {
            if inst_of(item.point) > here || item.point >= occupant.end {
                break;
            }
            // What the instruction here works with stays where it is.
            let read_in_gap = item.point == self.point && self.arrives_in_gap(state.occupant, here);
            if !matches!(item.kind, UseKind::Fixed(_) | UseKind::Any) || read_in_gap {
                return None;
            }
        }
        self.pieces.all[self.scan.states[number as usize].occupant as usize].use_ = next;
        let data = &self.pieces.all[piece as usize];
        let mut cost = self.price(occupant.bundle, next, self.point, occupant.end, used);
        let conflict = self.conflict(number, piece);
        if conflict < data.end {
            cost += self.price_at(data.bundle, data.use_, conflict, data.end);
        }
        Some(cost)
    }

    /// The first use at the scan's point or behind it, and the last one before.
    pub(super) fn uses_around(&self, mut next: u32, uses: (u32, u32), start: Point) -> (u32, Option<Point>) {
        while next < uses.1 && self.bundles.uses[next as usize].point < self.point {
            next += 1;
        }
        let used = if next > uses.0 { Some(self.bundles.uses[next as usize - 1].point) } else { None };
        (next, used.filter(|used| *used >= start))
    }

    /// True if the piece's value comes to its register in the gap in front of the instruction.
    pub(super) fn arrives_in_gap(&self, piece: u32, inst: u32) -> bool {
        let data = self.pieces.all[piece as usize];
        let (first, end) = self.bundles.all[data.bundle as usize].uses;
        let uses = &self.bundles.uses[first as usize..end as usize];
        let there = &uses[uses.partition_point(|item| item.point < gap(inst))..];
        let mut there = there.iter().take_while(|item| item.point == gap(inst));
        data.start >= gap(inst) || there.any(|item| item.kind.is_def())
    }
}
