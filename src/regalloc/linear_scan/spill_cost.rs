//! Spill costs: the cost of having a bundle in memory from a point of its lifetime on, and what its uses need.

use super::control_flow::{LoopRegion, NONE};
use super::intervals::UseKind;
use super::point::{Point, inst_of, late};
use super::scan::Pass;
use crate::base::{Reg, RegSet};

/// The cost of a use that can read the slot, relative to one that needs a reload.
const USE_IN_SLOT: f32 = 0.6;

/// The cost of rematerialization, relative to a reload.
const REMAT: f32 = 0.5;

/// What the uses of an interval need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Need {
    /// Some use needs a register.
    pub(super) any: bool,
    /// The first instruction with such a use.
    pub(super) inst: u32,
    /// That instruction is the current one.
    pub(super) now: bool,
    /// The last point of the current instruction at which the interval must be in its register.
    pub(super) needed_until: Point,
    /// Registers clobbered up to [`Need::useful_until`].
    pub(super) clobbered: RegSet,
}

impl Need {
    /// The last point up to which a register must be free to be useful.
    fn useful_until(&self) -> Point {
        if self.now { self.needed_until } else { late(self.inst) }
    }
}

/// The cached eviction cost of a register's occupant.
#[derive(Clone, Copy, Debug)]
pub(super) struct EvictionCost {
    /// The occupant, and its first use at or after the scan's point. The cost is valid up to `until`, the point of that
    /// use, in `zone`.
    interval: u32,
    next: u32,
    until: Point,
    zone: u32,
    /// The cost without distance and store.
    cost: f32,
    /// The weight of the definitions, if it must be stored. It is stored there, or here if that is cheaper.
    store: f32,
    /// The point of the next need of a register, and the distance at which it is capped.
    needed_at: Point,
    furthest: Point,
    /// True if the cost grows as `needed_at` comes nearer.
    grows_with_proximity: bool,
}

impl EvictionCost {
    /// No need of a register.
    pub(super) const NONE: EvictionCost = EvictionCost {
        interval: NONE,
        next: NONE,
        until: 0,
        zone: NONE,
        cost: 0.0,
        store: 0.0,
        needed_at: Point::MAX,
        furthest: 1000,
        grows_with_proximity: true,
    };

    /// Invalidates the cost: the register has another occupant.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.interval = NONE;
    }

    /// The cost at a point of a block with this frequency.
    #[inline]
    fn cost_at(&self, from: Point, weight: f32) -> f32 {
        if !self.grows_with_proximity {
            return self.cost;
        }
        let distance = self.needed_at.saturating_sub(from).min(self.furthest) as f32;
        // Scales the cost by up to 1.5 as the next need comes nearer: of two with equal cost, evict the one needed
        // later.
        (self.cost + self.store.min(weight)) * (1.0 + 0.5 * (64.0 / (64.0 + distance)))
    }
}

impl Pass<'_> {
    /// Determines what the uses of an interval need at the scan's point.
    pub(super) fn need(&self, interval: u32) -> Need {
        let data = &self.split_intervals.all[interval as usize];
        let end = self.bundles.all[data.bundle as usize].uses.1;
        let here = inst_of(self.point);
        let mut need =
            Need { any: false, inst: 0, now: false, needed_until: self.point, clobbered: RegSet::EMPTY };
        for item in &self.bundles.uses[data.use_ as usize..end as usize] {
            self.worked(1);
            let inst = inst_of(item.point);
            if item.point >= data.end || need.any && inst != here {
                break;
            }
            if inst == here {
                // Early results and scratches stay in their register to the end of the instruction.
                need.needed_until =
                    need.needed_until.max(if item.kind == UseKind::Def { late(inst) } else { item.point });
            }
            if matches!(item.kind, UseKind::Reg | UseKind::Def) && !need.any {
                (need.any, need.inst) = (true, inst);
            }
        }
        need.now = need.any && need.inst == here;
        if need.any {
            need.clobbered = self.clobbered_up_to(need.useful_until());
        }
        need
    }

    /// The cost of memory from a point on: the reload at the next use, and the store. `used`: the last use before.
    pub(super) fn memory_cost(
        &self,
        bundle: u32,
        use_: u32,
        from: Point,
        end: Point,
        used: Option<Point>,
    ) -> f32 {
        self.eviction_cost(bundle, use_, from, end, used).cost_at(from, self.weight)
    }

    /// As [`Pass::memory_cost`], in a form that is valid until the next use or zone.
    #[inline]
    fn eviction_cost(
        &self,
        bundle: u32,
        mut use_: u32,
        from: Point,
        end: Point,
        used: Option<Point>,
    ) -> EvictionCost {
        let data = &self.bundles.all[bundle as usize];
        while use_ < data.uses.1 && self.bundles.uses[use_ as usize].point < from {
            self.worked(1);
            use_ += 1;
        }
        let uses = &self.bundles.uses[use_ as usize..data.uses.1 as usize];
        let counts = |kind| matches!(kind, UseKind::Reg | UseKind::Slot | UseKind::Warm | UseKind::Def);
        let next = uses.iter().take(8).find(|item| counts(item.kind));
        let next = next.filter(|item| item.point < end);
        let mut eviction_cost = EvictionCost { zone: self.zone, ..EvictionCost::NONE };
        let mut next_point = end;
        if let Some(item) = next {
            next_point = item.point;
            eviction_cost.cost = item.weight;
            if item.point >= self.block_end && self.loops {
                let region =
                    self.control_flow.outermost_without(self.control_flow.block_of(item.point), from);
                if region != NONE {
                    eviction_cost.cost =
                        eviction_cost.cost.min(self.control_flow.loops[region as usize].entry_weight);
                }
            }
            if matches!(item.kind, UseKind::Slot | UseKind::Warm) {
                eviction_cost.cost *= USE_IN_SLOT;
            }
            eviction_cost.needed_at = item.point;
            eviction_cost.furthest = Point::MAX;
        }
        // A value used in the current loop is used again in the next iteration, unless the loop is left before.
        if let (true, Some(used)) = (self.loops, used) {
            let mut around = self.control_flow.loops_around(self.block);
            let repeats = |data: &LoopRegion| {
                from < data.end && data.start <= used && data.end <= end && next_point >= data.end
            };
            if let Some((_, data)) = around.find(|(_, data)| repeats(data)) {
                eviction_cost.cost =
                    eviction_cost.cost.max(self.control_flow.weights[data.first_block as usize]);
                eviction_cost.needed_at = eviction_cost.needed_at.min(data.end);
            }
        }
        if data.remat.is_some() {
            eviction_cost.cost *= REMAT;
            eviction_cost.grows_with_proximity = false;
        } else if eviction_cost.cost > 0.0 && !data.spilled && !data.homed {
            eviction_cost.store = data.def_weight;
        }
        eviction_cost
    }

    fn spill_cost_at(&self, bundle: u32, use_: u32, at: Point, end: Point) -> f32 {
        let data = &self.bundles.all[bundle as usize];
        let mut next = use_;
        let mut used = None;
        while next < data.uses.1 && next < use_ + 16 && self.bundles.uses[next as usize].point < at {
            used = Some(self.bundles.uses[next as usize].point);
            next += 1;
        }
        self.memory_cost(bundle, next, at, end, used)
    }

    /// True if the cached cost of the occupant is valid.
    #[inline]
    fn is_known(&self, reg: Reg, occupant: u32) -> bool {
        let eviction_cost = &self.scan.eviction_costs[reg.index()];
        eviction_cost.interval == occupant
            && eviction_cost.zone == self.zone
            && self.point <= eviction_cost.until
    }

    /// The cached eviction cost of a register: a lower bound that needs no search.
    #[inline]
    pub(super) fn cached_eviction_cost(&self, reg: Reg) -> Option<f32> {
        let known = self.is_known(reg, self.scan.occupancy.occupant(reg));
        known.then(|| self.scan.eviction_costs[reg.index()].cost_at(self.point, self.weight))
    }

    /// The cost of evicting the occupant of a register. `None` if it cannot be evicted, the register would be useless,
    /// or the cost is at least `limit`. `known`: see [`Pass::cached_eviction_cost`].
    pub(super) fn cost_of_eviction(
        &mut self,
        reg: Reg,
        interval: u32,
        need: &Need,
        maybe_conflicting: RegSet,
        limit: f32,
        known: Option<f32>,
    ) -> Option<f32> {
        if known.unwrap_or(0.0) >= limit {
            return None;
        }
        let number = self.scan.occupancy.occupant(reg);
        let occupant = *self.split_intervals.all.get(number as usize)?;
        if need.clobbered.contains(reg) || self.is_claimed_by(reg, need.useful_until()) {
            return None;
        }
        let uses = self.bundles.all[occupant.bundle as usize].uses;
        let (next, used) = match known {
            Some(_) => (self.scan.eviction_costs[reg.index()].next, None),
            None => self.uses_around(occupant.use_, uses, occupant.start),
        };
        self.split_intervals.all[number as usize].use_ = next;
        let here = inst_of(self.point);
        if let Some(last) = self.bundles.uses[uses.0 as usize..next as usize].last()
            && matches!(last.kind, UseKind::Def | UseKind::MoveDef)
            && inst_of(last.point) == here
        {
            return None; // early results and scratches stay in their register
        }
        for item in &self.bundles.uses[next as usize..uses.1 as usize] {
            if inst_of(item.point) > here || item.point >= occupant.end {
                break;
            }
            // Operands of the current instruction stay in place, except those that accept any location, and a fixed
            // result of the previous instruction, which can go directly to its slot.
            let given = matches!(item.kind, UseKind::FixedDef(_)) && item.point == self.point;
            if !matches!(item.kind, UseKind::Fixed(_) | UseKind::Warm | UseKind::Any) && !given {
                return None;
            }
        }
        let mut cost = match known {
            Some(cost) => cost,
            None => self.cache_eviction_cost(reg, number, next, used),
        };
        if cost >= limit {
            return None;
        }
        let data = &self.split_intervals.all[interval as usize];
        let conflict =
            if maybe_conflicting.contains(reg) { self.conflict(reg, interval) } else { Point::MAX };
        if conflict < data.end {
            cost += self.spill_cost_from(interval, conflict);
        }
        (cost < limit).then_some(cost)
    }

    /// Computes and caches the eviction cost of an occupant with this next and last use.
    fn cache_eviction_cost(&mut self, reg: Reg, number: u32, next: u32, used: Option<Point>) -> f32 {
        let occupant = self.split_intervals.all[number as usize];
        let until = match self.bundles.uses.get(next as usize) {
            Some(item) if next < self.bundles.all[occupant.bundle as usize].uses.1 => item.point,
            _ => Point::MAX,
        };
        let eviction_cost = self.eviction_cost(occupant.bundle, next, self.point, occupant.end, used);
        self.scan.eviction_costs[reg.index()] =
            EvictionCost { interval: number, next, until, ..eviction_cost };
        eviction_cost.cost_at(self.point, self.weight)
    }

    /// The cost of having the current interval in memory from a point on.
    pub(super) fn spill_cost_from(&self, interval: u32, at: Point) -> f32 {
        let (known, mut cost) = self.scan.spill_cost_from.get();
        if known != at {
            let data = &self.split_intervals.all[interval as usize];
            cost = self.spill_cost_at(data.bundle, data.use_, at, data.end);
            self.scan.spill_cost_from.set((at, cost));
        }
        cost
    }

    /// The first use at or after the scan's point, and the last one before it.
    pub(super) fn uses_around(&self, mut next: u32, uses: (u32, u32), start: Point) -> (u32, Option<Point>) {
        while next < uses.1 && self.bundles.uses[next as usize].point < self.point {
            self.worked(1);
            next += 1;
        }
        let used = if next > uses.0 { Some(self.bundles.uses[next as usize - 1].point) } else { None };
        (next, used.filter(|used| *used >= start))
    }
}
