//! Copies of the body of an inner loop, one per iteration: what both unrollers share.
//!
//! Finds the inner loops that can be copied (here), and copies them block by block ([`copier`]). `ir::copy_blocks` is
//! for copies into another procedure, with all its tables; these copies stay in the procedure and share its states and
//! lists.

pub(in crate::opt) mod copier;

use super::induction::{UPSILON_WINDOW, leading_phis};
use crate::analysis::{ControlFlow, LoopId};
use crate::ir::{BlockId, Opcode, Procedure, Value, ValueId};
use crate::opt::context::{Context, KIND, visit_states};
use crate::support::Entity;
use copier::Copier;

/// Maximum number of blocks of a loop: copies of larger bodies rarely pay.
pub(in crate::opt) const MAX_BLOCKS: usize = 8;
/// Maximum number of values of a block, and of Phis of a header: see above.
const MAX_BODY: usize = 96;
/// A procedure may grow by this fraction of its values, ..
pub(in crate::opt) const GROWTH: usize = 10;
/// .. and by this number of values.
pub(in crate::opt) const FREE_GROWTH: usize = 256;

/// Block or value in no loop that is copied.
pub(super) const NONE: u32 = u32::MAX;

/// A loop that is to be copied.
#[derive(Debug)]
pub(in crate::opt) struct CopiedLoop {
    pub(in crate::opt) header: BlockId,
    /// The only latch, and the only predecessor of the header outside of the loop.
    pub(in crate::opt) latch: BlockId,
    pub(in crate::opt) entry: BlockId,
    /// Its blocks in reverse post-order: a range of [`CopyWork::blocks`].
    pub(in crate::opt) blocks: [usize; 2],
    /// Its header Phis: a range of [`CopyWork::phis`].
    pub(in crate::opt) phis: [usize; 2],
    /// The block whose Branch ends the loop.
    pub(in crate::opt) exit: BlockId,
    /// Number of copies of the body.
    pub(in crate::opt) copies: usize,
    /// There is no other exit edge.
    pub(in crate::opt) has_one_exit: bool,
    pub(in crate::opt) is_used_outside: bool,
    /// Exit states name its values.
    pub(in crate::opt) is_named: bool,
}

impl CopiedLoop {
    /// A loop of which nothing but its shape is known.
    pub(in crate::opt) fn new(
        [header, entry, latch, exit]: [BlockId; 4],
        [blocks, phis]: [[usize; 2]; 2],
        copies: usize,
        has_one_exit: bool,
    ) -> CopiedLoop {
        CopiedLoop {
            header,
            latch,
            entry,
            blocks,
            phis,
            exit,
            copies,
            has_one_exit,
            is_used_outside: false,
            is_named: false,
        }
    }

    /// True if each use can be given the right copy: with several exits, the last iteration is unknown.
    pub(in crate::opt) fn may_be_copied(&self) -> bool {
        !self.is_named && (self.has_one_exit || !self.is_used_outside)
    }
}

/// Size of a loop.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::opt) struct Size {
    /// Number of values that compute something, and of all.
    pub(in crate::opt) computing: usize,
    pub(in crate::opt) all: usize,
    /// Number of exit edges.
    pub(in crate::opt) exits: usize,
}

/// A header Phi, its start value, and its value in the next iteration.
#[derive(Clone, Copy, Debug)]
pub(in crate::opt) struct Carried {
    pub(in crate::opt) phi: ValueId,
    pub(in crate::opt) start: ValueId,
    pub(in crate::opt) next: ValueId,
}

/// Examines a loop: returns the copy to make, and the number of values in it.
type Examine<'a> = dyn FnMut(&mut CopyWork, &mut Context, LoopId) -> Option<(CopiedLoop, usize)> + 'a;

/// Reusable memory of both unrollers.
#[derive(Debug, Default)]
pub(in crate::opt) struct CopyWork {
    pub(in crate::opt) loops: Vec<CopiedLoop>,
    pub(in crate::opt) blocks: Vec<BlockId>,
    pub(in crate::opt) phis: Vec<Carried>,
    /// By block, and by value: the copied loop that contains it.
    pub(super) owner: Vec<u32>,
    pub(super) value_owner: Vec<u32>,
    pub(in crate::opt) copier: Copier,
}

impl CopyWork {
    /// Finds the innermost loops that `examine` accepts, within the growth budget of the procedure.
    pub(in crate::opt) fn find_inner_loops(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        examine: &mut Examine<'_>,
    ) {
        self.loops.clear();
        self.blocks.clear();
        self.phis.clear();
        let loops = &cx.flow.loops;
        // Marks the loops that contain others.
        cx.scratch.marks.reset(loops.len());
        loops
            .ids()
            .filter_map(|id| loops.parent(id))
            .for_each(|outer| _ = cx.scratch.marks.insert(outer.index()));
        // Phis and bounds come on top of the copies.
        let mut room = (proc.value_count() / GROWTH + FREE_GROWTH).min(cx.room(proc) / 2);
        for id in cx.flow.loops.ids() {
            cx.work += 1;
            let (blocks, phis) = (self.blocks.len(), self.phis.len());
            let found = if cx.scratch.marks.contains(id.index()) { None } else { examine(self, cx, id) };
            match found {
                Some((copied, size)) if size <= room => {
                    room -= size;
                    self.loops.push(copied);
                }
                _ => {
                    self.blocks.truncate(blocks);
                    self.phis.truncate(phis);
                }
            }
        }
    }

    /// Finds the start and next values of the Phis of a header with one entry edge and one latch.
    pub(in crate::opt) fn find_phis(
        &mut self,
        proc: &Procedure,
        cx: &mut Context,
        header: BlockId,
        from: [BlockId; 2],
    ) -> Option<[usize; 2]> {
        let first = self.phis.len();
        for &phi in leading_phis(proc, header) {
            let value = proc.value(phi);
            if value.opcode() == Opcode::Phi {
                if self.phis.len() - first == MAX_BODY {
                    return None;
                }
                self.phis.push(Carried { phi, start: ValueId::INVALID, next: ValueId::INVALID });
            }
        }
        let phis = &mut self.phis[first..];
        for (edge, from) in from.into_iter().enumerate() {
            let values = proc.block_values(from);
            for id in &values[values.len().saturating_sub(UPSILON_WINDOW)..] {
                let value = proc.value(*id);
                if value.opcode() == Opcode::Upsilon
                    && let Some(carried) = phis.iter_mut().find(|carried| carried.phi == value.phi())
                {
                    // Of several Upsilons the last one counts.
                    *if edge == 0 { &mut carried.start } else { &mut carried.next } =
                        proc.children_of(value)[0];
                }
                cx.work += 1;
            }
        }
        let is_written = |carried: &Carried| carried.start.is_valid() && carried.next.is_valid();
        phis.iter().all(is_written).then_some([first, self.phis.len()])
    }

    /// Finds the blocks of a loop with one latch.
    pub(in crate::opt) fn find_blocks(
        &mut self,
        cx: &mut Context,
        header: BlockId,
        latch: BlockId,
    ) -> Option<[usize; 2]> {
        let first = self.blocks.len();
        self.blocks.push(header);
        if latch != header {
            self.blocks.push(latch);
        }
        let mut at = first + 1;
        while let Some(&block) = self.blocks.get(at) {
            at += 1;
            for &from in cx.flow.predecessors.of(block.index()) {
                cx.work += 1;
                let body = &self.blocks[first..];
                if !body.contains(&BlockId::new(from)) {
                    if !cx.flow.dominators.is_reachable(from as usize) || body.len() == MAX_BLOCKS {
                        return None;
                    }
                    self.blocks.push(BlockId::new(from));
                }
            }
        }
        let order = &cx.flow.order;
        self.blocks[first..].sort_unstable_by_key(|block| order.number(block.index()));
        Some([first, self.blocks.len()])
    }

    /// The size of a loop of these blocks. `None` if a value cannot be copied; Checks may be ignored.
    pub(in crate::opt) fn size_of(
        &self,
        proc: &Procedure,
        cx: &mut Context,
        blocks: [usize; 2],
        id: LoopId,
        ignores_checks: bool,
    ) -> Option<Size> {
        let mut size = Size::default();
        for &block in &self.blocks[blocks[0]..blocks[1]] {
            size.computing += self.size_of_block(proc, cx, block, self.blocks[blocks[0]], ignores_checks)?;
            size.all += proc.block_values(block).len();
            size.exits +=
                proc.successors(block).iter().filter(|edge| !is_in(&cx.flow, edge.block(), id)).count();
        }
        Some(size)
    }

    /// The number of values of a block that compute something. `None` if one cannot be copied.
    fn size_of_block(
        &self,
        proc: &Procedure,
        cx: &mut Context,
        block: BlockId,
        header: BlockId,
        ignores_checks: bool,
    ) -> Option<usize> {
        let values = proc.block_values(block);
        let begin = leading_phis(proc, block).len();
        if values.len() > MAX_BODY {
            return None;
        }
        cx.work += values.len() as u64;
        let mut size = 0;
        for (place, &id) in values.iter().enumerate() {
            let value = proc.value(id);
            if ignores_checks && value.opcode() == Opcode::Check {
                continue;
            }
            let may_stay = match value.opcode() {
                Opcode::Phi => {
                    place < begin && (block == header || self.is_written_by_all(proc, cx, block, id))
                }
                _ => may_copy(value),
            };
            if !may_stay || value.flags.intersects(KIND) {
                return None;
            }
            size += usize::from(computes(value));
        }
        Some(size)
    }

    /// True if all predecessors of a block write this Phi.
    fn is_written_by_all(&self, proc: &Procedure, cx: &mut Context, block: BlockId, phi: ValueId) -> bool {
        cx.flow.predecessors.of(block.index()).iter().all(|&from| {
            let values = proc.block_values(BlockId::new(from));
            let last = &values[values.len().saturating_sub(UPSILON_WINDOW)..];
            cx.work += last.len() as u64;
            last.iter().any(|id| {
                let value = proc.value(*id);
                value.opcode() == Opcode::Upsilon && value.phi() == phi
            })
        })
    }

    /// Finds the loops whose values are used outside, or named by exit states.
    pub(in crate::opt) fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        self.owner.clear();
        self.owner.resize(proc.block_count(), NONE);
        self.value_owner.clear();
        self.value_owner.resize(proc.value_count(), NONE);
        for (n, copied) in (0..).zip(&self.loops) {
            for block in &self.blocks[copied.blocks[0]..copied.blocks[1]] {
                self.owner[block.index()] = n;
                proc.block_values(*block).iter().for_each(|id| self.value_owner[id.index()] = n);
            }
        }
        for block in proc.block_ids() {
            let values = proc.block_values(block);
            cx.work += values.len() as u64;
            for child in values.iter().flat_map(|id| proc.children(*id)) {
                let of = self.value_owner[child.index()];
                if of != self.owner[block.index()]
                    && let Some(copied) = self.loops.get_mut(of as usize)
                {
                    copied.is_used_outside = true;
                }
            }
        }
        visit_states(proc, |id| {
            if let Some(of) = self.value_owner.get(id.index())
                && let Some(copied) = self.loops.get_mut(*of as usize)
            {
                copied.is_named = true;
            }
        });
    }
}

/// The only predecessor of a header outside of the loop, and the only latch. `None` if there are more, or if the loop
/// is rarely executed.
pub(in crate::opt) fn entry_and_latch(
    proc: &Procedure,
    cx: &mut Context,
    header: BlockId,
) -> Option<[BlockId; 2]> {
    let (mut latch, mut entry) = (BlockId::INVALID, BlockId::INVALID);
    for &from in cx.flow.predecessors.of(header.index()) {
        cx.work += 1;
        let is_back = cx.flow.dominators.dominates(header.index(), from as usize);
        let place = if is_back { &mut latch } else { &mut entry };
        if place.is_valid() {
            return None;
        }
        *place = BlockId::new(from);
    }
    let entry_edge = proc.successors(entry).iter().find(|edge| edge.block() == header)?;
    let is_rare = entry_edge.is_rare() || proc.frequency(header) < proc.frequency(Procedure::ROOT);
    (header != Procedure::ROOT && !is_rare).then_some([entry, latch])
}

/// True if a block is in this innermost loop.
pub(in crate::opt) fn is_in(flow: &ControlFlow, block: BlockId, id: LoopId) -> bool {
    flow.loops.innermost(block.index()) == Some(id)
}

/// True for values that can be executed any number of times, with no list of operands.
fn may_copy(value: &Value) -> bool {
    let opcode = value.opcode();
    opcode.arity().is_some() && !matches!(opcode, Opcode::Switch | Opcode::EntrySwitch)
}

/// True if a copy of a value is more than a name.
pub(in crate::opt) fn computes(value: &Value) -> bool {
    let opcode = value.opcode();
    let is_name =
        matches!(opcode, Opcode::Phi | Opcode::Upsilon | Opcode::Identity | Opcode::Nop | Opcode::Jump);
    !is_name && !opcode.is_constant()
}
