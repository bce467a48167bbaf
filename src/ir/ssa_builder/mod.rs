//! On-the-fly SSA construction from variables, for front ends.
//!
//! The algorithm is that of Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau, "Simple and Efficient Construction of
//! Static Single Assignment Form" (CC 2013). A use looks for a definition in its block, then in the predecessors. Where
//! several may meet, or not all predecessors are known, it creates a Phi. A Phi whose only operands are one value and
//! itself is trivial: it is replaced, and its users are checked again. For reducible control flow the result is minimal
//! SSA form.
//!
//! There are two differences from the paper. Worklists replace recursion. And if blocks are filled dominators first, a
//! use does not walk from block to block: [`definitions`] finds the reaching definition, or the merge at which several
//! may meet. At that merge the predecessors are searched first, and a Phi is created only if they differ. The paper's
//! order, a Phi first and its operands later, remains for blocks that are filled before they are sealed, or in another
//! order.
//!
//! Phis and Upsilons are inserted at the end; each block is rewritten once.
//!
//! For fast compilation, variables may also stay variables: [`kept`].

mod definitions;
mod kept_variables;

#[cfg(test)]
mod tests;

use super::procedure::ReorderMemory;
use super::{BlockId, Opcode, Procedure, ValueId};
use crate::analysis::Order;
use crate::base::Type;
use crate::support::{Entity, List, ListPool, SideTable, entity, error_type};
use definitions::{Definition, Definitions, Entry, LAZY_PHI, NONE, ReachingDef};
use kept_variables::Kept;
use rustc_hash::FxHashMap;
use std::fmt;

entity!(
    /// A variable of an [`SsaBuilder`].
    SsaVariable, "ssa"
);

/// A sealed block got another predecessor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LatePredecessor {
    /// The sealed block.
    pub block: BlockId,
    /// The additional predecessor.
    pub predecessor: BlockId,
}

impl fmt::Display for LatePredecessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was sealed before its predecessor {} was ended", self.block, self.predecessor)
    }
}

error_type!(LatePredecessor);

/// Converts variables to values, Phis and Upsilons.
///
/// For each block, in any order: [`define`](SsaBuilder::define) and [`use_var`](SsaBuilder::use_var) variables, append
/// the terminal, and call [`end_block`](SsaBuilder::end_block), which reads the successors. [`seal`](SsaBuilder::seal)
/// a block when all its predecessors are ended: early sealing saves Phis and time. Finally,
/// [`finish`](SsaBuilder::finish) seals the remaining blocks and inserts Phis and Upsilons; until then the procedure is
/// not valid.
///
/// The fastest order fills each block after its predecessors and seals it before filling it. For loop headers, call
/// [`begin_loop`](SsaBuilder::begin_loop) with the variables that the loop defines.
///
/// On a path without a definition a variable is zero. (Only if the root has predecessors, it is unspecified at entry.)
/// Foreign blocks and variables have no definitions.
#[derive(Clone, Debug, Default)]
pub struct SsaBuilder {
    blocks: Vec<BlockState>,
    definitions: Definitions,
    /// Values of variables at the beginnings of places, where later places have definitions. The relation is sparse; a
    /// table would have (variables x places) entries. Never iterated.
    beginnings: FxHashMap<(SsaVariable, u32), ValueId>,
    /// Definitions in blocks that are not registered yet.
    early: Vec<(SsaVariable, BlockId, ValueId)>,
    phis: Vec<PhiState>,
    /// The index of a Phi in `phis`, plus one.
    phi_of: SideTable<ValueId, u32>,
    blocks_pool: ListPool<BlockId>,
    operands: ListPool<ValueId>,
    operand_count: u64,
    numbers: ListPool<u32>,
    /// Zeros for the beginnings of blocks.
    zeros: Vec<(BlockId, ValueId)>,
    /// Phis whose operands must be found.
    work: Vec<u32>,
    /// Phis that may be trivial.
    suspects: Vec<u32>,
    /// The stack of merges whose predecessors are being searched, and the values found so far.
    merges: Vec<Merge>,
    answers: Vec<ValueId>,
    replaced: Vec<(BlockId, ValueId)>,
    /// Values to insert: Phis and zeros at the beginnings of blocks, Upsilons before their terminals.
    insertions: (Insertions, Insertions),
    values: Vec<ValueId>,
    order: Order,
    filled: Vec<BlockId>,
    reorder_memory: ReorderMemory,
    late: Option<LatePredecessor>,
    /// True if variables stay variables, which are in `kept`.
    keeps: bool,
    kept: Kept,
}

#[derive(Clone, Copy, Debug)]
struct BlockState {
    sealed: bool,
    ended: bool,
    /// The latest place of the block.
    place: u32,
    predecessors: List,
    /// Phis whose operands are found when the block is sealed.
    waiting: List,
}

impl Default for BlockState {
    fn default() -> BlockState {
        let (predecessors, waiting) = (List::default(), List::default());
        BlockState { sealed: false, ended: false, place: NONE, predecessors, waiting }
    }
}

#[derive(Clone, Copy, Debug)]
struct PhiState {
    value: ValueId,
    variable: SsaVariable,
    block: BlockId,
    /// Its replacement; itself if it was not replaced.
    replacement: ValueId,
    /// One operand per predecessor of the block, and for the root one more for entry. Empty until they are found.
    operands: List,
    /// Phis that have this one as an operand.
    users: List,
    /// Two different operands other than itself that prove that it is not trivial, as of the last check.
    witnesses: [ValueId; 2],
    /// True if the client has seen the value.
    escaped: bool,
}

/// A merge, or a block with one predecessor, whose predecessors are being searched for a variable.
#[derive(Clone, Copy, Debug)]
struct Merge {
    place: u32,
    /// The number of predecessors searched, and the total.
    asked: u32,
    count: u32,
}

/// The operands of a Phi other than itself.
enum Operands {
    /// None: the block is unreachable.
    None,
    /// One value: the Phi is trivial.
    One(ValueId),
    Many,
}

/// The value of a variable at the beginning of a merge or root.
enum EntryValue {
    Value(ValueId),
    /// Depends on this many predecessors, which must be searched.
    Asked(u32),
}

impl SsaBuilder {
    /// A builder without variables.
    pub fn new() -> SsaBuilder {
        SsaBuilder::default()
    }

    /// Sets whether variables stay variables of the procedure, with Gets and Sets, instead of SSA values (default:
    /// false). That is faster here and at O0, where the code is also smaller and executes fewer instructions; with
    /// optimization passes it is slower. Everything else is unchanged. Must be called before any declaration; it
    /// discards all other state.
    pub fn keep_variables(&mut self, keeps: bool) {
        self.clear();
        self.keeps = keeps;
    }

    /// True if variables stay variables.
    #[inline]
    pub fn keeps_variables(&self) -> bool {
        self.keeps
    }

    /// Adds a variable of a scalar or tuple type.
    pub fn declare(&mut self, ty: Type) -> SsaVariable {
        if self.keeps { self.kept.declare(ty) } else { self.definitions.declare(ty) }
    }

    /// Defines the variable as `value`, up to the end of the block or the next definition in it.
    ///
    /// The result of a terminal value, such as a call with an exceptional successor, must be defined in a successor.
    pub fn define(&mut self, variable: SsaVariable, block: BlockId, value: ValueId) {
        if self.keeps {
            return self.kept.define(variable, block, value);
        }
        let Some(place) = self.place_to_fill(block) else {
            return self.early.push((variable, block, value));
        };
        let phi = self.phi_of[value];
        self.definitions.define(variable, place, value, phi);
    }

    /// The value of a variable at the current end of the block.
    #[inline]
    pub fn use_var(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> ValueId {
        if self.keeps {
            return self.kept.use_var(proc, variable, block);
        }
        // Fast path, taken by most uses.
        if self.definitions.is_filled(block)
            && let Some(Definition { value, phi: 0, .. }) = self.definitions.latest(variable)
        {
            return value;
        }
        self.use_phi(proc, variable, block)
    }

    /// [`SsaBuilder::use_var`] if the latest definition is not a value from the client.
    fn use_phi(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> ValueId {
        if self.definitions.is_filled(block)
            && let Some(Definition { phi, .. }) = self.definitions.latest(variable)
            && let Some(state) = self.phis.get_mut((phi as usize).wrapping_sub(1))
            && state.replacement == state.value
        {
            state.escaped = true;
            return state.value;
        }
        let value = self.search(proc, variable, block);
        if let Some(phi) = self.phi_index(value) {
            self.phis[phi].escaped = true;
        }
        value
    }

    /// Declares a block as a loop header, before it is filled. Its current predecessors must be the entries of the
    /// loop, all later ones must be dominated by it, and the paths from it to them must define no variables but
    /// `assigned`. The header must still be sealed when all its predecessors are ended.
    ///
    /// Without this, every variable used in the loop gets a Phi, which is replaced later if it is trivial; with it,
    /// only those in `assigned` do. Superfluous entries cost little. But if a definition is missing from `assigned`,
    /// uses in the loop do not see its value of the previous iteration. Does nothing for blocks that are filled, sealed
    /// or have no predecessors yet, the root, and foreign blocks; foreign variables are ignored.
    pub fn begin_loop(&mut self, proc: &Procedure, header: BlockId, assigned: &[SsaVariable]) {
        if self.keeps {
            return;
        }
        self.grow(proc);
        let Some(state) = self.blocks.get(header.index()) else { return };
        let is_new = state.place == NONE && !state.sealed && header != Procedure::ROOT;
        let Some(entry) = self.entry(header).filter(|_| is_new) else { return };
        let place = self.definitions.open(header, Some(entry));
        self.blocks[header.index()].place = place;
        for &variable in assigned {
            self.definitions.define(variable, place, ValueId::INVALID, LAZY_PHI);
        }
    }

    /// Declares that a block has its terminal: it becomes a predecessor of its successors.
    pub fn end_block(&mut self, proc: &Procedure, block: BlockId) {
        if self.keeps {
            return self.kept.end_block(proc, block);
        }
        self.grow(proc);
        match self.blocks.get_mut(block.index()) {
            Some(state) if !state.ended => state.ended = true,
            _ => return,
        }
        if self.blocks[block.index()].place == NONE {
            self.open(block);
        }
        let successors = proc.successors(block);
        for (i, edge) in successors.iter().enumerate() {
            let target = edge.block();
            let Some(state) = self.blocks.get_mut(target.index()) else { continue };
            // A block is ended once, so an earlier edge from it is the last predecessor.
            if i > 0 && self.blocks_pool.get(state.predecessors).last() == Some(&block) {
                continue;
            }
            self.blocks_pool.push(&mut state.predecessors, block);
            if state.sealed && self.late.is_none() {
                self.late = Some(LatePredecessor { block: target, predecessor: block });
            }
        }
    }

    /// Declares that all predecessors of a block are ended.
    pub fn seal(&mut self, proc: &mut Procedure, block: BlockId) {
        if self.keeps {
            return;
        }
        self.grow(proc);
        let Some(state) = self.blocks.get_mut(block.index()) else { return };
        state.sealed = true;
        if state.waiting.is_empty() {
            return;
        }
        let mut waiting = std::mem::take(&mut state.waiting);
        self.work.extend_from_slice(self.numbers.get(waiting));
        self.numbers.release(&mut waiting);
        self.drain(proc);
    }

    /// The number of operands of all Phis so far, each of which may become an Upsilon, plus those added if the block
    /// were sealed with its current predecessors. It can reach variables times predecessors, so clients with untrusted
    /// input should limit it.
    #[inline]
    pub fn phi_operands(&self, to_be_sealed: Option<BlockId>) -> u64 {
        let state = to_be_sealed.and_then(|block| self.blocks.get(block.index()));
        let more = state.map_or(0, |state| state.waiting.len() as u64 * state.predecessors.len() as u64);
        self.operand_count + more
    }

    /// Ends and seals all remaining blocks.
    pub fn seal_all(&mut self, proc: &mut Procedure) {
        if self.keeps {
            return;
        }
        self.grow(proc);
        if self.blocks.iter().all(|block| block.ended & block.sealed) {
            return;
        }
        for block in proc.block_ids() {
            if !self.blocks[block.index()].ended {
                self.end_block(proc, block);
            }
        }
        for block in proc.block_ids() {
            if !self.blocks[block.index()].sealed {
                self.seal(proc, block);
            }
        }
    }

    /// Ends and seals all remaining blocks, inserts Phis at the beginnings of blocks and Upsilons before their
    /// terminals, and resets the builder.
    ///
    /// # Errors
    /// A block was sealed too early; some uses may have missed a definition.
    pub fn finish(&mut self, proc: &mut Procedure) -> Result<(), LatePredecessor> {
        self.complete(proc);
        let late = self.late;
        self.clear();
        late.map_or(Ok(()), Err)
    }

    /// As [`SsaBuilder::finish`], but also renumbers the blocks in the order in which they were filled, after the root.
    ///
    /// A front end must create a merge block before it fills the predecessors. If it fills blocks after all their
    /// predecessors except latches, the new ids are in the same order. That speeds up compilation and, because code at
    /// O0 is laid out by block id, saves jumps.
    ///
    /// # Errors
    /// As [`SsaBuilder::finish`].
    pub fn finish_in_order(&mut self, proc: &mut Procedure) -> Result<(), LatePredecessor> {
        self.complete(proc);
        self.filled.clear();
        self.filled.push(Procedure::ROOT);
        let filled = self.definitions.first_places().map(|place| place.block).chain(self.kept.blocks());
        self.filled.extend(filled.filter(|block| *block != Procedure::ROOT));
        if !self.filled.is_sorted() {
            proc.reorder_blocks(&self.filled, &mut self.reorder_memory);
        }
        let late = self.late;
        self.clear();
        late.map_or(Ok(()), Err)
    }

    /// Ends and seals all remaining blocks, and inserts all new values.
    fn complete(&mut self, proc: &mut Procedure) {
        if self.keeps {
            return self.kept.finish(proc);
        }
        self.seal_all(proc);
        self.insert(proc);
    }

    /// Resets the builder, including all declarations; keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.clear();
        self.definitions.clear();
        self.beginnings.clear();
        self.early.clear();
        self.phis.clear();
        self.phi_of.reset(0);
        self.blocks_pool.clear();
        self.operands.clear();
        self.operand_count = 0;
        self.numbers.clear();
        self.zeros.clear();
        self.work.clear();
        self.suspects.clear();
        self.late = None;
        self.kept.clear();
    }

    // ---- Places -----------------------------------------------------------------------------------------

    #[inline]
    fn grow(&mut self, proc: &Procedure) {
        if self.blocks.len() < proc.block_count() {
            self.grow_to(proc.block_count());
        }
    }

    fn grow_to(&mut self, blocks: usize) {
        self.blocks.resize(blocks, BlockState::default());
        if self.early.is_empty() {
            return;
        }
        let mut early = std::mem::take(&mut self.early);
        for (variable, block, value) in early.drain(..) {
            // A block that is still unknown is foreign.
            if block.index() < blocks {
                self.define(variable, block, value);
            }
        }
        self.early = early;
    }

    /// The place at which a block is being filled; `None` for unknown blocks.
    #[inline]
    fn place_to_fill(&mut self, block: BlockId) -> Option<u32> {
        if self.definitions.is_filled(block) {
            return Some(self.definitions.latest_place());
        }
        let place = self.blocks.get(block.index())?.place;
        if place == NONE {
            return Some(self.open(block));
        }
        let place = self.definitions.open_again(place);
        self.blocks[block.index()].place = place;
        Some(place)
    }

    fn open(&mut self, block: BlockId) -> u32 {
        let is_known = self.blocks[block.index()].sealed && block != Procedure::ROOT;
        let entry = self.entry(block).filter(|_| is_known);
        let place = self.definitions.open(block, entry);
        self.blocks[block.index()].place = place;
        place
    }

    /// The known entries of a block; `None` without predecessors.
    fn entry(&self, block: BlockId) -> Option<Entry> {
        let predecessors = self.blocks_pool.get(self.blocks[block.index()].predecessors);
        let least = predecessors.iter().map(|block| self.blocks[block.index()].place).min()?;
        Some(Entry { least, count: predecessors.len() as u32 })
    }

    // ---- Uses -------------------------------------------------------------------------------------------

    fn phi_index(&self, value: ValueId) -> Option<usize> {
        (self.phi_of[value] as usize).checked_sub(1)
    }

    /// The value after all replacements so far. Compresses the path.
    fn resolve(&mut self, value: ValueId) -> ValueId {
        let mut last = value;
        while let Some(phi) = self.phi_index(last).filter(|phi| self.phis[*phi].replacement != last) {
            last = self.phis[phi].replacement;
        }
        let mut at = value;
        while at != last {
            let Some(phi) = self.phi_index(at) else { break };
            at = std::mem::replace(&mut self.phis[phi].replacement, last);
        }
        last
    }

    /// Slow path: the value of a variable at the current end of a block.
    fn search(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> ValueId {
        self.grow(proc);
        if !proc.blocks.contains(block) || !self.definitions.contains(variable) {
            return proc.detached().nop();
        }
        let place = match self.blocks[block.index()].place {
            NONE => self.open(block),
            place => place,
        };
        let mut value = self.read(proc, variable, place);
        if !self.work.is_empty() {
            self.drain(proc);
            value = self.resolve(value);
        }
        // Cache the value for the next use.
        if self.definitions.is_latest(place) && self.definitions.latest(variable).is_none() {
            self.definitions.define(variable, place, value, self.phi_of[value]);
        }
        value
    }

    /// The value of a variable at the end of a place; may be a Phi whose operands are still unknown.
    fn read(&mut self, proc: &mut Procedure, variable: SsaVariable, place: u32) -> ValueId {
        let outside = self.merges.len();
        let mut at = place;
        loop {
            let mut value = match self.definitions.reach(variable, at) {
                ReachingDef::Definition(number, definition) => {
                    self.value_of(proc, variable, number, definition)
                }
                ReachingDef::BlockEntry(place) => match self.beginning(proc, variable, place) {
                    EntryValue::Value(value) => value,
                    EntryValue::Asked(count) => {
                        self.merges.push(Merge { place, asked: 1, count });
                        at = self.place_before(place, 0);
                        continue;
                    }
                },
            };
            // Return the value to the pending merges, until one has another predecessor to search.
            loop {
                if self.merges.len() == outside {
                    return value;
                }
                self.answers.push(value);
                let Some(merge) = self.merges.last_mut() else { return value };
                if merge.asked < merge.count {
                    merge.asked += 1;
                    let Merge { place, asked, .. } = *merge;
                    at = self.place_before(place, asked - 1);
                    break;
                }
                let Merge { place, count, .. } = *merge;
                self.merges.pop();
                value = self.merge(proc, variable, place, count);
                self.set_entry_value(variable, place, value);
            }
        }
    }

    /// The value of the definition with this number; creates a promised Phi.
    #[inline(always)]
    fn value_of(
        &mut self,
        proc: &mut Procedure,
        variable: SsaVariable,
        number: u32,
        definition: Definition,
    ) -> ValueId {
        match definition.phi {
            0 => return definition.value,
            LAZY_PHI => {}
            _ => return self.resolve(definition.value),
        }
        let value = self.start_phi(proc, variable, definition.place);
        self.definitions.set_value(variable, number, value, self.phi_of[value]);
        value
    }

    /// The value of a variable at the beginning of a merge or root, unless predecessors must be searched for it.
    fn beginning(&mut self, proc: &mut Procedure, variable: SsaVariable, place: u32) -> EntryValue {
        if !self.beginnings.is_empty()
            && let Some(value) = self.beginnings.get(&(variable, place)).copied()
        {
            return EntryValue::Value(self.resolve(value));
        }
        let &definitions::Place { block, above, entries, before, .. } = self.definitions.place(place);
        if above != NONE {
            return EntryValue::Asked(entries);
        }
        if before != NONE {
            return EntryValue::Asked(1);
        }
        let state = self.blocks[block.index()];
        let value = match *self.blocks_pool.get(state.predecessors) {
            [] if state.sealed => self.zero(proc, variable, block),
            [one] if state.sealed && block != Procedure::ROOT && self.blocks[one.index()].place < place => {
                return EntryValue::Asked(1);
            }
            _ => self.start_phi(proc, variable, place),
        };
        self.set_entry_value(variable, place, value);
        EntryValue::Value(value)
    }

    /// The last place of the n-th predecessor of a place, or the previous place of the same block.
    fn place_before(&self, place: u32, n: u32) -> u32 {
        let &definitions::Place { block, before, .. } = self.definitions.place(place);
        if before != NONE {
            return before;
        }
        let predecessors = self.blocks_pool.get(self.blocks[block.index()].predecessors);
        self.blocks[predecessors[n as usize].index()].place
    }

    /// Records the value of a variable at the beginning of a place.
    fn set_entry_value(&mut self, variable: SsaVariable, place: u32, value: ValueId) {
        if !self.definitions.define(variable, place, value, self.phi_of[value]) {
            self.beginnings.insert((variable, place), value);
        }
    }

    /// Merges the last `count` answers: returns their common value, or a Phi.
    fn merge(&mut self, proc: &mut Procedure, variable: SsaVariable, place: u32, count: u32) -> ValueId {
        let first = self.answers.len() - count as usize;
        let one = self.answers[first];
        if self.answers[first..].iter().all(|answer| *answer == one) {
            self.answers.truncate(first);
            return one;
        }
        let block = self.definitions.place(place).block;
        let state = self.blocks[block.index()];
        if !state.sealed || state.predecessors.len() != count as usize {
            // A loop header whose other predecessors have no answer yet.
            self.answers.truncate(first);
            return self.start_phi(proc, variable, place);
        }
        let phi = self.add_phi(proc, variable, block);
        for i in first..self.answers.len() {
            self.add_operand(phi, self.answers[i]);
        }
        self.answers.truncate(first);
        self.phis[phi as usize].value
    }

    /// Creates a zero at the beginning of a block.
    fn zero(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> ValueId {
        let ty = self.definitions.type_of(variable);
        let value =
            if ty.is_tuple() { proc.detached().bottom_tuple(ty) } else { proc.detached().constant(ty, 0) };
        self.zeros.push((block, value));
        value
    }

    // ---- Phis -------------------------------------------------------------------------------------------

    /// Creates a Phi whose operands are found when its block is sealed; if it is sealed, in the next `drain`.
    fn start_phi(&mut self, proc: &mut Procedure, variable: SsaVariable, place: u32) -> ValueId {
        let block = self.definitions.place(place).block;
        let phi = self.add_phi(proc, variable, block);
        let state = &mut self.blocks[block.index()];
        if state.sealed {
            self.work.push(phi);
        } else {
            self.numbers.push(&mut state.waiting, phi);
        }
        self.phis[phi as usize].value
    }

    fn add_phi(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> u32 {
        let value = proc.detached().phi(self.definitions.type_of(variable));
        self.phis.push(PhiState {
            value,
            variable,
            block,
            replacement: value,
            operands: List::default(),
            users: List::default(),
            witnesses: [ValueId::INVALID; 2],
            escaped: false,
        });
        self.phi_of.set(value, self.phis.len() as u32);
        self.phis.len() as u32 - 1
    }

    /// Finds the operands of all Phis in the worklist, and replaces trivial Phis.
    fn drain(&mut self, proc: &mut Procedure) {
        while let Some(phi) = self.work.pop() {
            let PhiState { variable, block, .. } = self.phis[phi as usize];
            let predecessors = self.blocks[block.index()].predecessors;
            for i in 0..predecessors.len() {
                let predecessor = self.blocks_pool.get(predecessors)[i];
                let operand = self.read(proc, variable, self.blocks[predecessor.index()].place);
                self.add_operand(phi, operand);
            }
            if block == Procedure::ROOT || predecessors.is_empty() {
                let entry = self.zero(proc, variable, block);
                self.add_operand(phi, entry);
            }
            self.suspects.push(phi);
        }
        // The last Phi is closest to the definitions. In this order, a Phi is rarely replaced by one that is replaced
        // later together with all its users.
        self.replace_trivial(proc);
    }

    fn add_operand(&mut self, phi: u32, operand: ValueId) {
        self.operand_count += 1;
        self.operands.push(&mut self.phis[phi as usize].operands, operand);
        if let Some(used) = self.phi_index(operand) {
            self.numbers.push(&mut self.phis[used].users, phi);
        }
    }

    /// Replaces trivial suspects, and adds their users to the suspects.
    fn replace_trivial(&mut self, proc: &mut Procedure) {
        while let Some(phi) = self.suspects.pop() {
            let state = self.phis[phi as usize];
            if state.replacement != state.value || state.operands.is_empty() {
                continue;
            }
            let only = match self.only_operand(phi) {
                Operands::Many => continue,
                Operands::One(only) => only,
                Operands::None => self.zero(proc, state.variable, state.block),
            };
            self.phis[phi as usize].replacement = only;
            proc.replace_with_identity(state.value, only);
            let mut users = std::mem::take(&mut self.phis[phi as usize].users);
            self.suspects.extend_from_slice(self.numbers.get(users));
            if let Some(used) = self.phi_index(only) {
                for i in 0..users.len() {
                    let user = self.numbers.get(users)[i];
                    let PhiState { value, replacement, .. } = self.phis[user as usize];
                    if replacement == value {
                        self.numbers.push(&mut self.phis[used].users, user);
                    }
                }
            }
            self.numbers.release(&mut users);
        }
    }

    /// The operands of a Phi other than itself.
    fn only_operand(&mut self, phi: u32) -> Operands {
        let PhiState { value, operands, witnesses: [a, b], .. } = self.phis[phi as usize];
        if a.is_valid() {
            let [a, b] = [self.resolve(a), self.resolve(b)];
            if a != b && a != value && b != value {
                return Operands::Many;
            }
        }
        let mut only = None;
        for i in 0..operands.len() {
            let operand = self.operands.get(operands)[i];
            let operand = self.resolve(operand);
            match only {
                _ if operand == value => {}
                None => only = Some(operand),
                Some(only) if only == operand => {}
                Some(only) => {
                    self.phis[phi as usize].witnesses = [only, operand];
                    return Operands::Many;
                }
            }
        }
        only.map_or(Operands::None, Operands::One)
    }

    // ---- Insertion --------------------------------------------------------------------------------------

    fn insert(&mut self, proc: &mut Procedure) {
        if self.phis.is_empty() && self.zeros.is_empty() {
            return;
        }
        let mut replaced = std::mem::take(&mut self.replaced);
        let [mut beginnings, mut ends] = [&mut self.insertions.0, &mut self.insertions.1].map(std::mem::take);
        beginnings.reset(proc.block_count());
        ends.reset(proc.block_count());
        self.zeros.iter().for_each(|(block, value)| beginnings.push(*block, *value));
        for i in 0..self.phis.len() {
            let PhiState { value, block, operands, escaped, .. } = self.phis[i];
            let replacement = self.resolve(value);
            if replacement != value {
                if escaped {
                    replaced.push((block, value));
                } else {
                    proc.replace_with_nop(value);
                }
                continue;
            }
            beginnings.push(block, value);
            // The operand for entry, if any, is last and has no predecessor.
            let predecessors = self.blocks[block.index()].predecessors;
            for p in 0..predecessors.len().min(operands.len()) {
                let predecessor = self.blocks_pool.get(predecessors)[p];
                let operand = self.operands.get(operands)[p];
                let operand = self.resolve(operand);
                ends.push(predecessor, proc.detached().upsilon(operand, value));
            }
        }
        self.make_identities(proc, &replaced);
        // Identities follow the Phis.
        replaced.drain(..).for_each(|(block, value)| beginnings.push(block, value));
        for block in proc.block_ids() {
            if ends.has(block) {
                self.values.clear();
                self.values.extend(ends.of(block));
                proc.insert_before_terminal(block, &self.values);
            }
            if beginnings.has(block) {
                self.values.clear();
                self.values.extend(beginnings.of(block));
                self.values.extend_from_slice(proc.block_values(block));
                proc.set_block_values(block, &self.values);
            }
        }
        (self.replaced, self.insertions) = (replaced, (beginnings, ends));
    }

    /// Converts replaced Phis that the client has seen to Identities.
    fn make_identities(&mut self, proc: &mut Procedure, replaced: &[(BlockId, ValueId)]) {
        if replaced.is_empty() {
            return;
        }
        let is_certain =
            |block: BlockId| self.definitions.is_known_reachable(self.blocks[block.index()].place);
        let all_reached = replaced.iter().all(|(block, _)| is_certain(*block));
        if !all_reached {
            self.order.compute(proc);
        }
        for &(block, value) in replaced {
            if all_reached || self.order.number(block.index()).is_some() {
                let replacement = self.resolve(value);
                proc.replace_with_identity(value, replacement);
                continue;
            }
            // In unreachable code, a value may depend on itself through the Phi.
            let ty = proc.type_of(value);
            if ty.is_tuple() {
                proc.replace(value, Opcode::BottomTuple, &[]);
            } else {
                proc.replace_with_constant(value, 0);
            }
        }
    }
}

/// Values to insert into blocks, in order for each block.
#[derive(Clone, Debug, Default)]
struct Insertions {
    /// The first and the last entry of each block.
    blocks: Vec<[u32; 2]>,
    /// Values, each with the number of the next entry.
    entries: Vec<(ValueId, u32)>,
}

impl Insertions {
    fn reset(&mut self, blocks: usize) {
        self.blocks.clear();
        self.blocks.resize(blocks, [NONE; 2]);
        self.entries.clear();
    }

    fn push(&mut self, block: BlockId, value: ValueId) {
        let number = self.entries.len() as u32;
        let [first, last] = &mut self.blocks[block.index()];
        match self.entries.get_mut(*last as usize) {
            Some((_, next)) => *next = number,
            None => *first = number,
        }
        *last = number;
        self.entries.push((value, NONE));
    }

    #[inline(always)]
    fn has(&self, block: BlockId) -> bool {
        self.blocks[block.index()][0] != NONE
    }

    fn of(&self, block: BlockId) -> impl Iterator<Item = ValueId> + '_ {
        let mut next = self.blocks[block.index()][0];
        std::iter::from_fn(move || {
            let (value, following) = *self.entries.get(next as usize)?;
            next = following;
            Some(value)
        })
    }
}
