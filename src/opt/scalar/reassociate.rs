//! Reassociates sums and other chains of many terms to reduce their height.
//!
//! Turn this: `((((a + b) + s) + c) + d)`, where s is known last
//! Into this: `((a + b) + (c + d)) + s`
//!
//! A chain consists of equal associative and commutative operations of one block, whose intermediate results have no
//! other uses. The height of a value is its latency from values of other blocks and Phis. A chain whose height can be
//! reduced is computed in pairs, always of the two lowest remaining terms. In a loop, such as the rounds of a hash
//! function, the critical path then passes through one operation instead of the whole chain.
//!
//! A loop-carried term comes last: the Phi that gets the result of the chain waits for one operation per iteration,
//! whatever the number of terms.
//!
//! A chain is only changed if that shortens it, or the path from such a Phi, by [`MIN_GAIN`]. Other chains keep the
//! order of the source, which keeps few values live. Operations with a constant operand are not part of chains:
//! constants are the last terms and stay there, because an address adds a constant for free. Values computed from
//! references are not touched.
//!
//! - Requires: valid IR. No analysis.
//! - Ensures: valid IR of the same meaning. Replaced intermediate results are unused Identities. New ones are placed as
//!   soon as their operands are available.
//! - Keeps: ids of the results of chains, edges, frequencies.
//! - Cost: one visit of each value. In blocks with a chain of [`MIN_TERMS`], another one for heights; uses are counted
//!   once.
//! - Source: tree height reduction (Kuck, The Structure of Computers and Computations, 1978), with terms paired as in
//!   Huffman coding.

use crate::ir::validate::Contents;
use crate::ir::{BlockId, InsertionSet, Opcode, Procedure, Value, ValueId};
use crate::opt::context::{Context, Fuel, count_uses, remove_unused, resolve};
use crate::support::Entity;

/// Minimum number of terms of a chain: fewer have no better order.
const MIN_TERMS: u8 = 4;
/// Maximum number of terms of a chain; longer ones are split.
const MAX_TERMS: usize = 16;
/// Minimum reduction of the height.
const MIN_GAIN: u32 = 2;

/// Memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct ChainWork {
    /// By value: number of terms of the chain that ends in it, in the current block; 0 elsewhere.
    terms: Vec<u8>,
    /// Operations of the current block that may be in chains.
    links: Vec<ValueId>,
    /// By value: its height, and its position in the block plus one; 0 elsewhere.
    heights: Vec<u32>,
    places: Vec<u32>,
    /// By value: number of uses, once they are counted.
    uses: Vec<u32>,
    /// Upsilons of the current block: the Phi and its operand.
    upsilons: Vec<(ValueId, ValueId)>,
    chain: Chain,
    insertions: InsertionSet,
}

/// The current chain.
#[derive(Debug, Default)]
struct Chain {
    /// Height, position in the block plus one, and value.
    terms: Vec<(u32, u32, ValueId)>,
    /// The operations except the last, each with its distance to the last.
    between: Vec<(ValueId, u32)>,
    /// Position of the first operation, plus one.
    first: u32,
    /// The term that is a Phi written with the chain's result: its index, and the number of operations from it to the
    /// end.
    carried: Option<(usize, u32)>,
}

/// Runs the pass.
pub(in crate::opt) fn reassociate(proc: &mut Procedure, cx: &mut Context) {
    if cx.contents.contains(Contents::REFERENCES) {
        return; // a sum may be computed from one at another place, before or after it moves
    }
    let mut work = cx.scratch.take::<ChainWork>();
    work.terms.clear();
    work.terms.resize(proc.value_count(), 0);
    work.uses.clear();
    let mut changed = false;
    for block in proc.block_ids() {
        cx.work += proc.block_values(block).len() as u64;
        if work.has_chain(proc, block) {
            changed |= work.visit(proc, &mut cx.fuel, block);
        }
        for link in work.links.drain(..) {
            work.terms[link.index()] = 0;
        }
    }
    if changed {
        cx.contents |= Contents::NOPS_AND_IDENTITIES;
    }
    cx.scratch.put(work);
}

/// True for associative and commutative integer operations.
fn is_link(value: &Value) -> bool {
    use Opcode::*;
    matches!(value.opcode(), Add | Mul | BitAnd | BitOr | BitXor) && value.ty.is_int()
}

/// Returns the approximate latency of an operation on current machines, in cycles. Loads count as 1: their addresses
/// mostly do not depend on the previous iteration, so they start early.
fn latency(opcode: Opcode) -> u32 {
    use Opcode::*;
    match opcode {
        Identity | ZExt32 | Trunc | ArgumentReg | Phi => 0,
        Mul | MulHigh | UMulHigh | PopCount | Clz | Ctz => 3,
        Div | UDiv | Mod | UMod | ChillDiv | ChillMod => 12,
        _ if opcode.is_constant() => 0,
        _ => 1,
    }
}

impl ChainWork {
    /// Counts the terms of the chains of a block. Returns true if one is long enough.
    fn has_chain(&mut self, proc: &Procedure, block: BlockId) -> bool {
        let mut longest = 0;
        for id in proc.block_values(block) {
            let value = proc.value(*id);
            if !is_link(value) {
                continue;
            }
            let terms = proc.children_of(value).iter().map(|child| {
                let child = resolve(proc, *child);
                let goes_on = proc.value(child).opcode() == value.opcode();
                if goes_on { self.terms[child.index()].max(1) } else { 1 }
            });
            let terms = terms.fold(0, u8::saturating_add);
            self.terms[id.index()] = terms;
            self.links.push(*id);
            longest = longest.max(terms);
        }
        longest >= MIN_TERMS
    }

    /// Examines the chains of a block. Returns true if one was changed.
    fn visit(&mut self, proc: &mut Procedure, fuel: &mut Fuel, block: BlockId) -> bool {
        self.count_uses(proc);
        self.measure(proc, block);
        let mut changed = false;
        // From the last to the first: the end of a chain comes before its intermediate results.
        for link in (0..self.links.len()).rev() {
            let id = self.links[link];
            let is_long = self.terms[id.index()] >= MIN_TERMS && !has_constant(proc, proc.value(id));
            let rebuilt = is_long && fuel.is_left() && self.find(proc, id) && self.rebuild(proc, id);
            changed |= rebuilt && fuel.take();
        }
        let mut insertions = std::mem::take(&mut self.insertions);
        insertions.execute(proc, block);
        self.insertions = insertions;
        for id in proc.block_values(block) {
            if let Some(place) = self.places.get_mut(id.index()) {
                *place = 0;
            }
        }
        changed
    }

    /// Counts uses, and allocates heights, on the first block with a chain.
    fn count_uses(&mut self, proc: &Procedure) {
        if !self.uses.is_empty() {
            return;
        }
        count_uses(proc, &mut self.uses);
        for list in [&mut self.heights, &mut self.places] {
            list.clear();
            list.resize(proc.value_count(), 0);
        }
    }

    /// Computes heights and positions of a block's values.
    fn measure(&mut self, proc: &Procedure, block: BlockId) {
        self.upsilons.clear();
        for (place, id) in proc.block_values(block).iter().enumerate() {
            let value = proc.value(*id);
            let children = proc.children_of(value).iter().map(|child| {
                let child = resolve(proc, *child).index();
                if self.places[child] == 0 { 0 } else { self.heights[child] }
            });
            let height = children.max().unwrap_or(0) + latency(value.opcode());
            self.heights[id.index()] = height;
            self.places[id.index()] = place as u32 + 1;
            if value.opcode() == Opcode::Upsilon {
                self.upsilons.push((value.phi(), resolve(proc, proc.children_of(value)[0])));
            }
        }
    }

    /// Finds the terms of the chain that ends in a value. Returns false if there are too few.
    fn find(&mut self, proc: &Procedure, end: ValueId) -> bool {
        let (chain, opcode) = (&mut self.chain, proc.value(end).opcode());
        chain.terms.clear();
        chain.between.clear();
        (chain.first, chain.carried) = (self.places[end.index()], None);
        let (mut at, mut steps, mut next) = (end, 1, 0);
        loop {
            for child in proc.children(at) {
                let child = resolve(proc, *child);
                let (value, place) = (proc.value(child), self.places[child.index()]);
                let is_between = place != 0
                    && value.opcode() == opcode
                    && is_link(value)
                    && self.uses[child.index()] == 1
                    && chain.between.len() + 2 < MAX_TERMS
                    && !has_constant(proc, value);
                if is_between {
                    chain.between.push((child, steps + 1));
                    chain.first = chain.first.min(place);
                    continue;
                }
                if self.upsilons.contains(&(child, end)) {
                    chain.carried = Some((chain.terms.len(), steps));
                }
                let height = if place == 0 { 0 } else { self.heights[child.index()] };
                chain.terms.push((height, place, child));
            }
            let Some(link) = chain.between.get(next) else { break };
            ((at, steps), next) = (*link, next + 1);
        }
        chain.terms.len() >= usize::from(MIN_TERMS)
    }

    /// Rewrites the current chain if a lower one exists.
    fn rebuild(&mut self, proc: &mut Procedure, end: ValueId) -> bool {
        let (opcode, ty) = (proc.value(end).opcode(), proc.value(end).ty);
        let step = latency(opcode);
        let mut terms = std::mem::take(&mut self.chain.terms);
        let carried = self.chain.carried.map(|(term, steps)| (terms.swap_remove(term), steps));
        terms.sort_by(|a, b| b.cmp(a));
        let mut height = lowest(terms.iter().map(|term| term.0).collect(), step);
        if let Some((mut term, _)) = carried {
            // Highest, so that it is combined last.
            term.0 = height;
            terms.insert(0, term);
            height += step;
        }
        let waits_less = carried.is_some_and(|(_, steps)| steps > MIN_GAIN);
        let old = self.heights[end.index()];
        let better = height + MIN_GAIN <= old || waits_less && height <= old;
        while better && let (Some(a), Some(b)) = (terms.pop(), terms.pop()) {
            if terms.is_empty() {
                proc.replace(end, opcode, &[b.2, a.2]);
                break;
            }
            let pair = proc.detached_for(end).apply_typed(opcode, ty, &[a.2, b.2]);
            // After the last operand, but not before the start of the chain.
            let place = a.1.max(b.1).max(self.chain.first - 1);
            self.insertions.insert(place as usize, pair);
            let term = (a.0.max(b.0) + step, place, pair);
            let at = terms.partition_point(|other| *other > term);
            terms.insert(at, term);
        }
        if better {
            self.heights[end.index()] = height;
            for (link, _) in self.chain.between.drain(..) {
                self.terms[link.index()] = 0;
                remove_unused(proc, link);
            }
        }
        terms.clear();
        self.chain.terms = terms;
        better
    }
}

/// True if an operand is a constant.
fn has_constant(proc: &Procedure, value: &Value) -> bool {
    proc.children_of(value).iter().any(|child| proc.value(resolve(proc, *child)).opcode().is_constant())
}

/// Returns the height of a chain whose terms, sorted from highest to lowest, are combined in pairs.
fn lowest(mut heights: Vec<u32>, step: u32) -> u32 {
    while let Some(a) = heights.pop() {
        let Some(b) = heights.pop() else { return a };
        let pair = a.max(b) + step;
        let at = heights.partition_point(|other| *other > pair);
        heights.insert(at, pair);
    }
    0
}
