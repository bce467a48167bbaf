//! Inlines calls of small callees.
//!
//! The client provides the callees by name ([`Callees`]); without them the pass does nothing. A call by name whose
//! callee is small and can be copied becomes a jump to a copy of its blocks. Parameters become the operands of the
//! call. Each Return becomes a jump to the code after the call, where the results are Phis if there are several
//! Returns. If the call has an exceptional successor, calls in the copy that may throw get it too. Frequencies are
//! scaled by that of the call's block, rare edges stay rare, and the client maps origins. The frames of the callee's
//! exit states are nested in those of the call, so a stack walk at an exit finds the callee's frame and then the
//! caller's, as if it had been called.
//!
//! Calls in inner loops come first; calls inside copies come after all others that are as hot. Calls that are rare or
//! do not return stay calls. A budget ([`InlineBudget`]) limits the callee size, the growth of the procedure, the
//! nesting depth, and how often a procedure is inlined into itself (which unrolls the recursion). Each declined call
//! has a reason ([`Declined`]), and reasons are counted.
//!
//! - Requires: valid IR. Frequencies, or else loops, determine which calls are hot.
//! - Ensures: valid IR that means the same, except that fewer frames are visible. Calls that were inlined are
//!   Identities, Phis or Nops.
//! - Keeps: ids; the values before a call in its block.
//! - Changes: edges; appends blocks.
//! - Cost: without callees, nothing. One visit of each value; one visit of the procedure per name; for each of at most
//!   [`InlineBudget::calls`] inlined calls, one copy of its block's list of values and one of the callee.
//! - Source: B3 has none: its clients inline before. Budgets as in Go's inliner; nested copies as in HotSpot's.

mod replace;
mod shape;

use crate::base::{Origin, SymbolId};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Validator, ValueId};
use crate::opt::callees::{Callees, Declined, InlineBudget, InlineStats};
use crate::opt::cfg::estimate_frequencies::estimate_frequencies;
use crate::opt::context::Context;
use crate::support::{BitSet, Entity};
use replace::{CallPosition, TupleUses, call_data, fits, replace};
use shape::{CalleeInfo, find_rare};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Reusable working memory of the pass.
#[derive(Default)]
pub(in crate::opt) struct InlineWork {
    stats: InlineStats,
    /// Callees seen so far, and by symbol: index into `known`, plus one.
    known: Vec<Known>,
    by_symbol: Vec<u32>,
    sites: Vec<Site>,
    queue: BinaryHeap<(u64, Reverse<u32>, u32)>,
    uses: TupleUses,
    rare: BitSet,
    map: Vec<ValueId>,
    validator: Validator,
}

/// The result of looking up a name.
struct Known {
    found: Result<(Arc<Procedure>, CalleeInfo), Declined>,
}

/// A candidate: a call by name.
#[derive(Clone, Copy)]
struct Site {
    place: CallPosition,
    /// Index into the known names.
    callee: usize,
    /// Approximate number of executions.
    heat: f64,
    /// Inlining depth: the number of copies it is nested in, and the site that the innermost of them replaced.
    depth: u32,
    inside: Option<usize>,
}

/// Minimum heat of a hot call: executions per execution of the procedure.
const HOT: f64 = 2.0;

/// Assumed trip count of loops without a profile, and the maximum loop depth that counts.
const ASSUMED_TRIP_COUNT: f64 = 8.0;
const MAX_LOOP_DEPTH: u32 = 6;

pub(in crate::opt) fn inline_calls(proc: &mut Procedure, cx: &mut Context) {
    let Some(callees) = cx.inlining.callees.clone() else { return };
    let mut work = cx.scratch.take::<InlineWork>();
    let mut pass =
        Pass { budget: callees.budget(), callees: &*callees, work: &mut work, before: 0, frame: 0 };
    pass.find_sites(proc, cx);
    if !pass.work.queue.is_empty() {
        pass.run(proc, cx);
    }
    work.known.clear();
    work.by_symbol.clear();
    work.sites.clear();
    work.queue.clear();
    cx.inlining.stats = std::mem::take(&mut work.stats);
    cx.scratch.put(work);
}

/// Inlines one call, regardless of cost: for front ends that decide themselves. `origin` maps the origin of a copied
/// value, given those of the call and of the value in the callee; see [`Callees::origin`]. The procedure is unchanged
/// if the call is declined.
///
/// # Errors
/// Fails with the reason if the call cannot be inlined; with [`Declined::Invalid`] if either procedure is not valid.
pub fn inline_call(
    proc: &mut Procedure,
    call: ValueId,
    callee: &Procedure,
    origin: &mut dyn FnMut(Origin, Origin) -> Origin,
) -> Result<(), Declined> {
    let mut validator = Validator::new();
    let contents = validator.validate(proc).map_err(|_| Declined::Invalid)?.contents();
    let shape = CalleeInfo::of(callee, u32::MAX / 8, &mut validator)?;
    let mut uses = TupleUses::default();
    uses.find(proc, 0);
    let in_block = |block: BlockId| {
        let position = proc.block_values(block).iter().position(|id| *id == call)?;
        Some(CallPosition { block, position, call })
    };
    let place = proc.block_ids().find_map(in_block).ok_or(Declined::NoCall)?;
    fits(proc, contents, place, callee, &shape, &uses)?;
    replace(proc, place, (callee, &shape), &uses, &mut Vec::new(), origin).ok_or(Declined::NoCall)?;
    Ok(())
}

struct Pass<'a> {
    budget: InlineBudget,
    callees: &'a dyn Callees,
    work: &'a mut InlineWork,
    /// Number of values before the pass.
    before: u64,
    /// Bytes of stack slots added so far.
    frame: u32,
}

impl Pass<'_> {
    /// Finds the calls whose callees can be copied.
    fn find_sites(&mut self, proc: &mut Procedure, cx: &mut Context) {
        for block in proc.block_ids() {
            for position in 0..proc.block_values(block).len() {
                let call = proc.block_values(block)[position];
                let opcode = proc.value(call).opcode();
                self.before += u64::from(opcode != Opcode::Nop);
                if opcode == Opcode::CCall {
                    self.add_site(proc, CallPosition { block, position, call }, 0.0, None);
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
        if self.work.sites.is_empty() {
            return;
        }
        find_rare(proc, &mut self.work.rare);
        let has_profile = proc.block_ids().any(|block| proc.frequency(block) != 1.0);
        let has_loops = cx.contents.contains(Contents::BACKWARD_EDGES);
        if !has_profile && has_loops {
            cx.find_loops(proc);
        }
        for site in 0..self.work.sites.len() {
            let block = self.work.sites[site].place.block;
            let depth = || cx.flow.loops.node_depth(block.index()).min(MAX_LOOP_DEPTH) as i32;
            self.work.sites[site].heat = match has_profile {
                true => proc.frequency(block),
                false if has_loops => ASSUMED_TRIP_COUNT.powi(depth()),
                false => 1.0,
            };
            match self.work.rare.contains(block.index()) || !goes_on_normally(proc, block) {
                true => self.work.stats.decline(Declined::Rare),
                false => self.enqueue(site),
            }
        }
    }

    /// Adds a call to the sites if its callee can be copied. Returns the index of the site.
    fn add_site(
        &mut self,
        proc: &Procedure,
        place: CallPosition,
        heat: f64,
        inside: Option<usize>,
    ) -> Option<usize> {
        let data = call_data(proc, place.call)?;
        if !data.callee.is_valid() {
            self.work.stats.decline(Declined::Address);
            return None;
        }
        let callee = self.known(proc, data.callee);
        if let Err(reason) = &self.work.known[callee].found {
            let reason = *reason;
            self.work.stats.decline(reason);
            return None;
        }
        let depth = inside.map_or(0, |outer| self.work.sites[outer].depth + 1);
        self.work.sites.push(Site { place, callee, heat, depth, inside });
        Some(self.work.sites.len() - 1)
    }

    /// Looks up a name, once per symbol. Returns an index into the known names.
    fn known(&mut self, proc: &Procedure, symbol: SymbolId) -> usize {
        if self.work.by_symbol.len() < proc.symbols().len() {
            self.work.by_symbol.resize(proc.symbols().len(), 0);
        }
        if let Some(&known @ 1..) = self.work.by_symbol.get(symbol.index()) {
            return known as usize - 1;
        }
        let name = proc.symbols().get(symbol).map_or("", |symbol| &symbol.name);
        let found = match self.callees.callee(name) {
            None => Err(Declined::Unknown),
            Some(mut callee) => {
                let InlineBudget { callee: hot, callee_once, callee_recursive, .. } = self.budget;
                let most = hot.max(callee_once).max(callee_recursive);
                let mut shape = CalleeInfo::of(&callee, most, &mut self.work.validator);
                if callee.has_hints() && shape.is_ok() {
                    // As the pipeline does with the caller. Then other edges are rare.
                    estimate_frequencies(Arc::make_mut(&mut callee), &mut Context::default());
                    if let Ok(shape) = &mut shape {
                        shape::find_rare(&callee, &mut shape.rare);
                    }
                }
                shape.map(|shape| (callee, shape))
            }
        };
        self.work.known.push(Known { found });
        if let Some(known) = self.work.by_symbol.get_mut(symbol.index()) {
            *known = self.work.known.len() as u32;
        }
        self.work.known.len() - 1
    }

    /// Queues a site. Hot sites come first, then those at a smaller depth. Within a block the last one comes first, so
    /// the positions of earlier calls stay valid.
    fn enqueue(&mut self, site: usize) {
        let Site { heat, depth, .. } = self.work.sites[site];
        // Bits of positive floats compare like the numbers.
        self.work.queue.push((heat.max(0.0).to_bits(), Reverse(depth), site as u32));
    }

    fn run(&mut self, proc: &mut Procedure, cx: &mut Context) {
        let tuples = cx.contents.contains(Contents::TUPLES)
            || self.work.known.iter().any(|known| {
                known.found.as_ref().is_ok_and(|(_, shape)| shape.contents.contains(Contents::TUPLES))
            });
        self.work.uses.clear();
        if tuples {
            self.work.uses.find(proc, 0);
        }
        let InlineBudget { growth_percent, growth, .. } = self.budget;
        // Growth budget that is left, not counting recursive copies; negative if those have used more.
        let percents = self.before.saturating_mul(growth_percent.into()) / 100;
        let mut growth_left = i64::try_from(percents).unwrap_or(i64::MAX).saturating_add(growth.into());
        while let Some((_, _, site)) = self.work.queue.pop() {
            let site = site as usize;
            if let Err(reason) = self.check_budget(proc, cx, site, growth_left) {
                self.work.stats.decline(reason);
                continue;
            }
            if !cx.fuel.take() {
                break;
            }
            growth_left -= i64::from(self.inline(proc, cx, site, tuples));
        }
    }

    /// Checks that the budget allows a call to be inlined, and that the callee fits.
    fn check_budget(
        &self,
        proc: &Procedure,
        cx: &Context,
        at: usize,
        growth_left: i64,
    ) -> Result<(), Declined> {
        let site = &self.work.sites[at];
        let budget = &self.budget;
        let known = &self.work.known[site.callee];
        let (callee, shape) = known.found.as_ref().map_err(|reason| *reason)?;
        fits(proc, cx.contents, site.place, callee, shape, &self.work.uses)?;
        let mut recursion = u32::from(callee.name == proc.name);
        let mut outer = site.inside;
        while let Some(around) = outer {
            recursion += u32::from(self.work.sites[around].callee == site.callee);
            outer = self.work.sites[around].inside;
        }
        let (largest, growth_left) = match recursion {
            0 if site.heat >= HOT => (budget.callee, growth_left),
            0 => (budget.callee_once, growth_left),
            _ => (budget.callee_recursive, growth_left.saturating_add(budget.growth_recursive.into())),
        };
        let checks = [
            (shape.size > largest, Declined::TooLarge),
            (shape.returns == 0, Declined::Rare),
            (site.depth >= budget.depth, Declined::Depth),
            (recursion > budget.recursion, Declined::Recursion),
            (i64::from(shape.size) > growth_left, Declined::Growth),
            // Phis and Upsilons come on top of the copies.
            (shape.size as usize > cx.room(proc) / 2, Declined::Growth),
            (self.frame.saturating_add(shape.slot_bytes) > budget.frame, Declined::Frame),
            (self.work.stats.inlined >= budget.calls, Declined::Calls),
        ];
        checks.into_iter().find(|(holds, _)| *holds).map_or(Ok(()), |(_, reason)| Err(reason))
    }

    /// Inlines a call. Returns the number of values copied.
    fn inline(&mut self, proc: &mut Procedure, cx: &mut Context, at: usize, tuples: bool) -> u32 {
        let Site { place, callee: known, heat, .. } = self.work.sites[at];
        let Ok((callee, shape)) = &self.work.known[known].found else { return 0 };
        let (callee, rare) = (callee.clone(), shape.rare.clone());
        let (size, first_value) = (shape.size, proc.value_count());
        cx.work += (proc.block_values(place.block).len() - place.position) as u64;
        let callees = self.callees;
        let origin = &mut |call, of| callees.origin(call, &callee.name, of);
        let uses = &self.work.uses;
        let Some(parts) = replace(proc, place, (&callee, shape), uses, &mut self.work.map, origin) else {
            return 0;
        };
        cx.contents |= shape.contents
            | Contents::PHIS
            | Contents::NOPS_AND_IDENTITIES
            | Contents::OUTSIDE_USES
            | Contents::BACKWARD_EDGES;
        cx.edges_changed();
        cx.work += u64::from(size);
        self.frame += shape.slot_bytes;
        self.work.stats.inlined += 1;
        self.work.stats.copied += size;
        if tuples {
            self.work.uses.find(proc, first_value);
        }
        let root = callee.frequency(Procedure::ROOT);
        for (block, own) in parts {
            for position in 0..proc.block_values(block).len() {
                let call = proc.block_values(block)[position];
                if proc.value(call).opcode() != Opcode::CCall {
                    continue;
                }
                let scale = if root > 0.0 { callee.frequency(own) / root } else { 1.0 };
                let place = CallPosition { block, position, call };
                let Some(site) = self.add_site(proc, place, heat * scale, Some(at)) else { continue };
                match rare.contains(own.index()) || !goes_on_normally(proc, block) {
                    true => self.work.stats.decline(Declined::Rare),
                    false => self.enqueue(site),
                }
            }
        }
        size
    }
}

/// True if a block does not end in a Trap or Oops.
fn goes_on_normally(proc: &Procedure, block: BlockId) -> bool {
    let ends = |id: ValueId| matches!(proc.value(id).opcode(), Opcode::Trap | Opcode::Oops);
    !proc.terminal(block).is_some_and(ends)
}
