//! Variables that stay variables instead of SSA values, for fast compilation: at O0, variables that are live in several
//! blocks are in the frame anyway.
//!
//! Within a block a variable is its last defined value, or the value of a single Get at its first use. At the end of a
//! block, each variable defined there that another block may read first gets a Set before the terminal. These variables
//! are found by backward liveness analysis when all blocks are known, over the variables that have a Get. Variables
//! that may be read before any definition are set to zero at the beginning of the root.
//!
//! - Cost: linear in definitions and uses. The analysis takes one word operation per block and 64 variables in each
//!   pass; the number of passes depends on the nesting of loops. If that exceeds [`MAX_WORK`] per definition and use,
//!   all variables with a Get are assumed to be live.

use super::SsaVariable;
use crate::base::Type;
use crate::ir::{BlockId, Procedure, Successor, ValueId, VariableId};
use crate::support::{Entity, refill};

const NONE: u32 = u32::MAX;

/// Maximum number of word operations per definition, use, block and variable.
const MAX_WORK: usize = 16;

#[derive(Clone, Copy, Debug)]
struct Variable {
    ty: Type,
    /// The block in which it was last defined or used, and its value there.
    block: BlockId,
    value: ValueId,
    /// Its entry in `defined`, if that block defines it.
    defined: u32,
    /// The number of its variable in the procedure, counting those with a Get.
    number: u32,
}

/// The value of a variable at the end of a block that defines it.
#[derive(Clone, Copy, Debug)]
struct Defined {
    block: BlockId,
    variable: SsaVariable,
    value: ValueId,
}

/// A block that has its terminal, with the end of its `sets` and the start of its edges.
#[derive(Clone, Copy, Debug)]
struct Ended {
    block: BlockId,
    sets: u32,
    edges: u32,
}

/// An edge to a block that was ended earlier, as places.
#[derive(Clone, Copy, Debug)]
struct BackEdge {
    from: u32,
    to: u32,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    variables: Vec<Variable>,
    /// Definitions in blocks that are not ended, of which there is usually one.
    defined: Vec<Defined>,
    /// True if these may be of different blocks.
    is_mixed: bool,
    /// Definitions in ended blocks, in the order of `ended`.
    sets: Vec<Defined>,
    /// Gets, as block and number of the variable.
    gets: Vec<(BlockId, u32)>,
    /// The procedure's variables, by number.
    numbered: Vec<VariableId>,
    ended: Vec<Ended>,
    /// The index of each block in `ended`.
    places: Vec<u32>,
    // Memory of `finish`.
    read: Vec<u64>,
    written: Vec<u64>,
    live: Vec<u64>,
    /// Targets of edges, as places, ordered by source.
    edges: Vec<u32>,
    back_edges: Vec<BackEdge>,
    values: Vec<ValueId>,
}

impl Kept {
    pub(super) fn clear(&mut self) {
        self.variables.clear();
        self.defined.clear();
        self.is_mixed = false;
        self.sets.clear();
        self.gets.clear();
        self.numbered.clear();
        self.ended.clear();
        self.places.clear();
    }

    pub(super) fn declare(&mut self, ty: Type) -> SsaVariable {
        let (block, value) = (BlockId::INVALID, ValueId::INVALID);
        self.variables.push(Variable { ty, block, value, defined: NONE, number: NONE });
        SsaVariable::from_index(self.variables.len() - 1)
    }

    #[inline]
    pub(super) fn define(&mut self, id: SsaVariable, block: BlockId, value: ValueId) {
        let Some(variable) = self.variables.get_mut(id.index()) else { return };
        if variable.block == block
            && let Some(defined) = self.defined.get_mut(variable.defined as usize)
        {
            (variable.value, defined.value) = (value, value);
            return;
        }
        let defined = self.defined.len() as u32;
        (variable.block, variable.value, variable.defined) = (block, value, defined);
        self.is_mixed |= self.defined.first().is_some_and(|first| first.block != block);
        self.defined.push(Defined { block, variable: id, value });
    }

    #[inline]
    pub(super) fn use_var(&mut self, proc: &mut Procedure, id: SsaVariable, block: BlockId) -> ValueId {
        match self.variables.get(id.index()) {
            Some(variable) if variable.block == block => variable.value,
            _ => self.get(proc, id, block),
        }
    }

    /// [`Kept::use_var`] for a variable last used in another block.
    #[inline(never)]
    fn get(&mut self, proc: &mut Procedure, id: SsaVariable, block: BlockId) -> ValueId {
        let Some(variable) = self.variables.get_mut(id.index()).filter(|_| proc.blocks.contains(block))
        else {
            return proc.detached().nop();
        };
        self.is_mixed |= self.defined.first().is_some_and(|first| first.block != block);
        let is_it = |(_, defined): &(usize, &Defined)| defined.block == block && defined.variable == id;
        if self.is_mixed
            && let Some((at, defined)) = self.defined.iter().enumerate().rev().find(is_it)
        {
            (variable.block, variable.value, variable.defined) = (block, defined.value, at as u32);
            return defined.value;
        }
        if variable.number == NONE {
            variable.number = self.numbered.len() as u32;
            self.numbered.push(proc.add_variable(variable.ty));
        }
        let value = proc.at(block).get(self.numbered[variable.number as usize]);
        (variable.block, variable.value, variable.defined) = (block, value, NONE);
        self.gets.push((block, variable.number));
        value
    }

    pub(super) fn end_block(&mut self, proc: &Procedure, block: BlockId) {
        if self.places.len() < proc.block_count() {
            self.places.resize(proc.block_count(), NONE);
        }
        match self.places.get_mut(block.index()) {
            Some(place) if *place == NONE => *place = self.ended.len() as u32,
            _ => return,
        }
        if self.is_mixed {
            let of_it = self.defined.iter().filter(|defined| defined.block == block);
            self.sets.extend(of_it.copied());
            // Indices into `defined` have changed; invalidate the cached ones.
            for defined in &self.defined {
                self.variables[defined.variable.index()].block = BlockId::INVALID;
            }
            self.defined.retain(|defined| defined.block != block);
            self.is_mixed = !self.defined.is_empty();
        } else if self.defined.first().is_none_or(|first| first.block == block) {
            self.sets.append(&mut self.defined);
        }
        self.ended.push(Ended { block, sets: self.sets.len() as u32, edges: 0 });
    }

    /// The blocks in the order in which they were ended.
    pub(super) fn blocks(&self) -> impl Iterator<Item = BlockId> + '_ {
        self.ended.iter().map(|ended| ended.block)
    }

    /// Ends the remaining blocks, and inserts Sets.
    pub(super) fn finish(&mut self, proc: &mut Procedure) {
        if self.ended.len() < proc.block_count() {
            for block in proc.block_ids() {
                self.end_block(proc, block);
            }
        }
        if self.numbered.is_empty() {
            return;
        }
        let words = self.numbered.len().div_ceil(64);
        let most = MAX_WORK * (self.sets.len() + self.gets.len() + self.ended.len() + self.numbered.len());
        let is_known = words * self.ended.len() <= most && self.find_live(proc, words, most);
        self.insert_sets(proc, is_known);
    }

    /// Computes the variables that are live at the beginning of each block. Returns false if that exceeds `most` work.
    fn find_live(&mut self, proc: &Procedure, words: usize, most: usize) -> bool {
        let count = self.ended.len();
        // The sets are grouped by word, so that words that converge early are not iterated again for others.
        for sets in [&mut self.read, &mut self.written, &mut self.live] {
            refill(sets, words * count, 0);
        }
        for (block, number) in &self.gets {
            let place = self.places[block.index()] as usize;
            self.read[*number as usize / 64 * count + place] |= 1 << (number % 64);
        }
        for set in &self.sets {
            let number = self.variables[set.variable.index()].number;
            if number != NONE {
                let place = self.places[set.block.index()] as usize;
                self.written[number as usize / 64 * count + place] |= 1 << (number % 64);
            }
        }
        self.find_edges(proc);
        let mut work = 0;
        let Kept { read, written, live, ended, edges, back_edges, .. } = self;
        let words =
            read.chunks_exact(count).zip(written.chunks_exact(count)).zip(live.chunks_exact_mut(count));
        for ((read, written), live) in words {
            let mut end = count;
            while end != 0 {
                work += end;
                if work > most {
                    return false;
                }
                let mut to = ended.get(end).map_or(edges.len(), |next| next.edges as usize);
                let places = ended[..end].iter().zip(&read[..end]).zip(&written[..end]);
                for (place, ((ended, read), written)) in (0..end).zip(places).rev() {
                    let from = std::mem::replace(&mut to, ended.edges as usize);
                    let after = edges[to..from].iter().fold(0, |after, to| after | live[*to as usize]);
                    live[place] = after & !written | read;
                }
                // Forward edges are up to date; only back edges with new bits require another pass, up to their source.
                let adds_live_bits = |edge: &&BackEdge| {
                    let [from, to] = [edge.from as usize, edge.to as usize];
                    live[to] & !written[from] & !live[from] != 0
                };
                end = back_edges.iter().rev().find(adds_live_bits).map_or(0, |edge| edge.from as usize + 1);
            }
        }
        true
    }

    /// Collects the edges as places.
    fn find_edges(&mut self, proc: &Procedure) {
        self.edges.clear();
        self.back_edges.clear();
        for (from, ended) in (0..).zip(&mut self.ended) {
            ended.edges = self.edges.len() as u32;
            for edge in proc.successors(ended.block) {
                let Some(&to) = self.places.get(edge.block().index()) else { continue };
                if to < from {
                    self.back_edges.push(BackEdge { from, to });
                }
                self.edges.push(to);
            }
        }
    }

    /// Inserts Sets of variables that are live at the ends of blocks; if that is unknown, of all variables with a Get.
    fn insert_sets(&mut self, proc: &mut Procedure, is_known: bool) {
        let mut values = std::mem::take(&mut self.values);
        let mut first = 0;
        for place in 0..self.ended.len() {
            let Ended { block, sets, .. } = self.ended[place];
            values.clear();
            for at in std::mem::replace(&mut first, sets as usize)..sets as usize {
                let Defined { variable, value, .. } = self.sets[at];
                let number = self.variables[variable.index()].number;
                let Some(variable) = self.numbered.get(number as usize) else { continue };
                let is_read = |edge: &Successor| self.is_live(edge.block(), number as usize);
                if !is_known || proc.successors(block).iter().any(is_read) {
                    values.push(proc.detached().set(value, *variable));
                }
            }
            if !values.is_empty() {
                proc.insert_before_terminal(block, &values);
            }
        }
        values.clear();
        self.add_zeros(proc, is_known, &mut values);
        if !values.is_empty() {
            values.extend_from_slice(proc.block_values(Procedure::ROOT));
            proc.set_block_values(Procedure::ROOT, &values);
        }
        self.values = values;
    }

    /// True if a variable is live at the beginning of a block.
    fn is_live(&self, block: BlockId, number: usize) -> bool {
        let Some(place) = self.places.get(block.index()) else { return false };
        let word = self.live.get(number / 64 * self.ended.len() + *place as usize);
        word.is_some_and(|word| word >> (number % 64) & 1 != 0)
    }

    /// Adds zeros for variables that are live at entry. If the root has predecessors, those stay unspecified.
    fn add_zeros(&self, proc: &mut Procedure, is_known: bool, values: &mut Vec<ValueId>) {
        let leads_to_root = |proc: &Procedure, block| {
            proc.successors(block).iter().any(|edge| edge.block() == Procedure::ROOT)
        };
        let mut asked = None;
        for (number, variable) in self.numbered.iter().enumerate() {
            if is_known && !self.is_live(Procedure::ROOT, number) {
                continue;
            }
            if *asked.get_or_insert_with(|| proc.block_ids().any(|block| leads_to_root(proc, block))) {
                return;
            }
            let ty = proc.variables()[*variable].ty;
            let zero = if ty.is_tuple() {
                proc.detached().bottom_tuple(ty)
            } else {
                proc.detached().constant(ty, 0)
            };
            values.push(zero);
            values.push(proc.detached().set(zero, *variable));
        }
    }
}
