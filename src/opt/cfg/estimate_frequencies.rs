//! Computes how often blocks are executed from the weights that the client gave to edges.
//!
//! Edges to cold blocks and edges of weight 0 become rare. If the procedure has other weights, and the client gave no
//! frequencies of blocks, each block gets its frequency relative to the root: the sum over its incoming edges of the
//! frequency of the predecessor times the share of the edge. A loop multiplies what enters it by the sum of all powers
//! of the probability of another iteration. At a branch without weights, each edge has the same share, except exits of
//! loops, which are taken once in [`ITERATIONS`], and rare edges.
//!
//! - Requires: valid IR. Runs before passes that change edges, which would forget the weights.
//! - Ensures: no hints. All frequencies are finite and positive.
//! - Keeps: values; edges, but not whether they are rare.
//! - Cost: without hints, nothing. Else, one visit of each edge, and one for each loop around it, of which at most
//!   [`MAX_DEPTH`] count; a visit of an edge that enters loops takes a step for each.
//! - Source: Wu and Larus, "Static branch frequency and program profile analysis", 1994, for the propagation.

use crate::analysis::LoopId;
use crate::ir::{BlockId, BranchHints, Procedure, Successor};
use crate::opt::context::Context;
use crate::support::Entity;

/// Assumed iterations of a loop whose exit has no weights.
const ITERATIONS: f64 = 8.0;
/// Maximum number of iterations of a loop.
const MAX_ITERATIONS: f64 = 4096.0;
/// Share of a rare edge, relative to another edge without a weight.
const RARE_SHARE: f64 = 1.0 / 64.0;
/// Maximum number of loops around a block, from the inside, whose iterations are computed.
const MAX_DEPTH: usize = 6;
/// The range of frequencies.
const FREQUENCIES: [f64; 2] = [1e-6, 1e12];

pub(in crate::opt) fn estimate_frequencies(proc: &mut Procedure, cx: &mut Context) {
    // The hints are applied as one rewrite.
    if !proc.has_hints() || !cx.fuel.take() {
        return;
    }
    let Some(hints) = proc.take_hints() else { return };
    mark_rare_edges(proc, &hints);
    if hints.weights.is_empty() || proc.block_ids().any(|block| proc.frequency(block) != 1.0) {
        return;
    }
    cx.find_loops(proc);
    cx.flow.find_order(proc);
    let mut estimate = Estimate {
        hints: &hints,
        shares: vec![0.0; proc.block_count()],
        iterations: vec![ITERATIONS; cx.flow.loops.len()],
        weights: Vec::new(),
    };
    // Inner loops first: an outer loop takes an inner one as a block that multiplies.
    let mut inside = members(proc, cx);
    inside.sort_by_key(|(id, _)| *id);
    for blocks in inside.chunk_by(|a, b| a.0 == b.0) {
        let id = blocks[0].0;
        let header = cx.flow.loops.header(id).unwrap_or(0);
        let again = estimate.propagate(proc, cx, Some(id), header, blocks.iter().map(|(_, block)| *block));
        estimate.iterations[id.index()] = 1.0 / (1.0 - again.min(1.0 - 1.0 / MAX_ITERATIONS));
    }
    let all: Vec<usize> = cx.flow.order.nodes().collect();
    estimate.propagate(proc, cx, None, Procedure::ROOT.index(), all.iter().copied());
    let [least, most] = FREQUENCIES;
    // The root may be the header of a loop.
    let root = estimate.shares[Procedure::ROOT.index()];
    for block in all {
        let frequency = (estimate.shares[block] / root).clamp(least, most);
        proc.set_frequency(BlockId::from_index(block), frequency);
    }
}

/// Makes edges rare that lead to cold blocks or have the weight 0.
fn mark_rare_edges(proc: &mut Procedure, hints: &BranchHints) {
    for block in proc.block_ids() {
        let weights = hints.weights.get(&block);
        for (n, edge) in proc.successors_mut(block).iter_mut().enumerate() {
            let is_never_taken = weights.is_some_and(|weights| weights.get(n) == Some(&0));
            if is_never_taken || hints.cold.contains(&edge.block()) {
                *edge = Successor::rare(edge.block());
            }
        }
    }
}

/// The blocks of each loop, in reverse postorder for each.
fn members(proc: &Procedure, cx: &mut Context) -> Vec<(LoopId, usize)> {
    let loops = &cx.flow.loops;
    let mut inside = Vec::new();
    for block in cx.flow.order.nodes() {
        let mut around = loops.innermost(block);
        for _ in 0..MAX_DEPTH {
            let Some(id) = around else { break };
            inside.push((id, block));
            around = loops.parent(id);
        }
    }
    cx.work += (proc.block_count() + inside.len()) as u64;
    inside
}

struct Estimate<'a> {
    hints: &'a BranchHints,
    /// By block: executions, relative to the first block of the part that is propagated.
    shares: Vec<f64>,
    /// By loop: iterations each time it is entered.
    iterations: Vec<f64>,
    /// The weights of the edges of one block.
    weights: Vec<f64>,
}

impl Estimate<'_> {
    /// Computes the shares of blocks, given in reverse postorder: those of a loop, or all. Returns how often the part
    /// branches back to its first block.
    fn propagate(
        &mut self,
        proc: &Procedure,
        cx: &Context,
        part: Option<LoopId>,
        first: usize,
        blocks: impl Iterator<Item = usize> + Clone,
    ) -> f64 {
        let flow = &cx.flow;
        blocks.clone().for_each(|block| self.shares[block] = 0.0);
        self.shares[first] = 1.0;
        let mut again = 0.0;
        for block in blocks {
            let own = flow.loops.innermost(block);
            if let Some(inner) = own.filter(|id| own != part && flow.loops.header(*id) == Some(block)) {
                self.shares[block] *= self.iterations[inner.index()];
            }
            let here = self.shares[block];
            let sum = self.find_weights(proc, cx, block);
            for (edge, weight) in proc.successors(BlockId::from_index(block)).iter().zip(&self.weights) {
                let to = edge.block().index();
                let taken = here * weight / sum;
                if to == first {
                    again += taken;
                } else if flow.order.number(to) > flow.order.number(block) {
                    // Blocks outside of the part get a share that is not used.
                    self.shares[to] += taken;
                }
            }
        }
        again
    }

    /// Finds the weights of a block's edges: those of the client, or assumed ones. Returns their sum, at least the
    /// smallest positive number.
    fn find_weights(&mut self, proc: &Procedure, cx: &Context, block: usize) -> f64 {
        let id = BlockId::from_index(block);
        let edges = proc.successors(id);
        self.weights.clear();
        match self.hints.weights.get(&id) {
            Some(weights) => self.weights.extend(weights.iter().map(|weight| f64::from(*weight))),
            None => {
                let leaves = |edge: &Successor| leaves_loop(cx, block, edge.block().index());
                let ends = |edge: &Successor| if leaves(edge) { 1.0 / (ITERATIONS - 1.0) } else { 1.0 };
                self.weights.extend(edges.iter().map(ends));
                // If all edges leave, or none, this changes no share.
                for (weight, _) in self.weights.iter_mut().zip(edges).filter(|(_, edge)| edge.is_rare()) {
                    *weight = if edges.len() > 1 { RARE_SHARE } else { *weight };
                }
            }
        }
        self.weights.iter().sum::<f64>().max(f64::MIN_POSITIVE)
    }
}

/// True if the edge from a block to another leaves the innermost loop of the block.
fn leaves_loop(cx: &Context, block: usize, to: usize) -> bool {
    let loops = &cx.flow.loops;
    let Some(own) = loops.innermost(block) else { return false };
    let mut around = loops.innermost(to);
    while let Some(id) = around.filter(|id| *id != own) {
        around = loops.parent(id).filter(|_| loops.depth(id) > loops.depth(own));
    }
    around.is_none()
}
