//! The state that passes share: analyses that are valid until an edge changes, reusable memory, and helpers.

use super::InputProfile;
use super::cfg::infer_selects::SelectWork;
use super::cfg::thread_jumps::JumpWork;
use super::inline::inline_calls::{InlineStats, InlineWork};
use super::loops::copy_loop::CopyWork;
use super::loops::fully_unroll_loops::UnrollWork;
use super::loops::hoist_loop_invariants::HoistWork;
use super::loops::induction::Induction;
use super::loops::shorten_phi_live_ranges::ShortenWork;
use super::loops::unroll_by_four::FourWork;
use super::loops::widen_induction_variables::WidenWork;
use super::memory::eliminate_dead_stores::StoreWork;
use super::memory::fix_ssa::FixWork;
use super::scalar::eliminate_common_subexpressions::CseWork;
use super::scalar::eliminate_dead_code::DeadWork;
use super::scalar::reassociate::ChainWork;
use super::scalar::simplify_ssa::PhiWork;
use crate::analysis::ControlFlow;
use crate::base::{ObjectId, StateId};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, StateEntry, Successor, ValueFlags, ValueId};
use crate::support::{BitSet, Entity};

/// The state that passes share. Only the contents and the analyses carry information from one pass to the next.
#[derive(Debug, Default)]
pub struct Context {
    /// What the procedure may contain. A pass adds what it creates.
    pub contents: Contents,
    /// Number of values and edges that the running pass has visited.
    pub work: u64,
    pub(super) pass: Option<&'static str>,
    /// The producer of the procedure.
    pub(super) input: InputProfile,
    /// The first block that was created for a copy of a loop body, if there are such blocks.
    pub(super) first_copy: usize,
    /// The analyses of the procedure's edges, valid for all passes until one changes an edge.
    pub(super) flow: ControlFlow,
    /// A set of values.
    pub(super) marks: BitSet,
    /// A worklist of values.
    pub(super) values: Vec<ValueId>,
    /// The new values of a block.
    pub(super) kept: Vec<ValueId>,
    /// A worklist of blocks.
    pub(super) blocks: Vec<BlockId>,
    /// By block: number of incoming edges.
    pub(super) counts: Vec<u32>,
    /// The new edges of a block.
    pub(super) edges: Vec<Successor>,
    /// Induction variables of the pass that runs.
    pub(super) induction: Induction,
    pub(super) phis: PhiWork,
    pub(super) variables: FixWork,
    pub(super) jumps: JumpWork,
    pub(super) dead: DeadWork,
    pub(super) cse: CseWork,
    pub(super) hoist: HoistWork,
    pub(super) selects: SelectWork,
    pub(super) inline: InlineWork,
    pub(super) stores: StoreWork,
    pub(super) chains: ChainWork,
    pub(super) shortening: ShortenWork,
    pub(super) widening: WidenWork,
    /// Copies of loops of the unroller that runs.
    pub(super) copying: CopyWork,
    pub(super) unrolling: UnrollWork,
    pub(super) by_four: FourWork,
    pub(super) strength: super::scalar::reduce_strength::Work,
    pub(super) ranges: super::scalar::propagate_ranges::Work,
}

/// Flags that mark references for the garbage collector. Values that differ in them are never interchangeable.
pub(super) const KIND: ValueFlags = ValueFlags::REFERENCE.union(ValueFlags::DERIVED);

impl Context {
    /// Forgets the previous procedure. Identities and Nops of the client are no leftovers: selection skips them.
    pub(super) fn begin(&mut self, contents: Contents) {
        self.contents = contents - Contents::LEFTOVERS;
        self.flow.forget();
        self.inline.stats = InlineStats::default();
    }

    /// Computes predecessors and dominators, unless they are valid.
    pub fn find_dominators(&mut self, proc: &Procedure) {
        if self.flow.find_dominators(proc) {
            self.work += proc.block_count() as u64;
        }
    }

    /// Computes loops, predecessors and dominators, unless they are valid.
    pub fn find_loops(&mut self, proc: &Procedure) {
        self.find_dominators(proc);
        if self.flow.find_loops(proc) {
            self.work += proc.block_count() as u64;
        }
    }

    /// Finds the reachable blocks: lists them in `blocks`, and marks them in `marks`.
    pub(super) fn find_reachable(&mut self, proc: &Procedure) {
        self.marks.reset(proc.block_count());
        self.blocks.clear();
        self.marks.insert(Procedure::ROOT.index());
        self.blocks.push(Procedure::ROOT);
        let mut next = 0;
        while let Some(&block) = self.blocks.get(next) {
            next += 1;
            for edge in proc.successors(block) {
                if self.marks.insert(edge.block().index()) {
                    self.blocks.push(edge.block());
                }
            }
            self.work += proc.successors(block).len() as u64;
        }
    }

    /// Removes the Upsilons of Phis that were replaced.
    pub(super) fn remove_upsilons_of_no_phi(&mut self, proc: &mut Procedure) {
        for block in proc.block_ids() {
            for place in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[place];
                let value = proc.value(id);
                if value.opcode() == Opcode::Upsilon && proc.value(value.phi()).opcode() != Opcode::Phi {
                    proc.replace_with_nop(id);
                }
            }
            self.work += proc.block_values(block).len() as u64;
        }
    }

    /// Invalidates the analyses: an edge or a block has changed.
    pub fn edges_changed(&mut self) {
        self.flow.forget();
    }
}

/// Looks through Identities of the same [`KIND`].
pub(super) fn resolve(proc: &Procedure, mut id: ValueId) -> ValueId {
    while let Some(value) = proc.get_value(id)
        && value.opcode() == Opcode::Identity
    {
        let child = proc.children_of(value)[0];
        let same = |other: &crate::ir::Value| (value.flags ^ other.flags) & KIND == ValueFlags::empty();
        if !proc.get_value(child).is_some_and(same) {
            break;
        }
        id = child;
    }
    id
}

/// Removes a value that has no uses according to [`count_uses`]. It becomes an Identity, because unused Identities may
/// still name it and need a child of its type.
pub(super) fn remove_unused(proc: &mut Procedure, id: ValueId) {
    let child = proc.children(id)[0];
    proc.replace_with_identity(id, child);
}

/// Counts the uses of each value by values and exit states. Uses of an Identity count for the value it names.
pub(super) fn count_uses(proc: &Procedure, uses: &mut Vec<u32>) {
    uses.clear();
    uses.resize(proc.value_count(), 0);
    let mut has_identity = false;
    for block in proc.block_ids() {
        for id in proc.block_values(block) {
            let value = proc.value(*id);
            if value.opcode() == Opcode::Identity {
                has_identity = true;
                continue;
            }
            proc.children_of(value).iter().for_each(|child| uses[child.index()] += 1);
            if value.flags.contains(ValueFlags::DERIVED)
                && let Some(base) = proc.base(*id)
            {
                uses[base.index()] += 1;
            }
        }
    }
    visit_states(proc, |id| uses[id.index()] += 1);
    if has_identity {
        for block in proc.block_ids() {
            for id in proc.block_values(block) {
                if proc.value(*id).opcode() == Opcode::Identity {
                    // An Identity of another kind is a use itself.
                    let (of, count) = (resolve(proc, *id), uses[id.index()]);
                    let child = resolve(proc, proc.children(*id)[0]);
                    let (of, count) = if of == *id { (child, 1) } else { (of, count) };
                    uses[of.index()] += count;
                }
            }
        }
    }
}

/// Visits the values that exit states and virtual objects name, once for each entry.
pub(super) fn visit_states(proc: &Procedure, mut visit: impl FnMut(ValueId)) {
    let mut visit_entry = |entry: &StateEntry| match *entry {
        StateEntry::Value(id) | StateEntry::Reference(id) => visit(id),
        StateEntry::Dead | StateEntry::Constant(..) | StateEntry::Object(_) => {}
    };
    for state in proc.states().ids() {
        proc.state_entries(state).iter().for_each(&mut visit_entry);
    }
    for object in proc.objects().ids() {
        proc.object_fields(object).iter().for_each(&mut visit_entry);
    }
}

/// A walk over exit states that visits each frame and object once.
#[derive(Debug, Default)]
pub(super) struct StateWalk {
    frames: BitSet,
    objects: BitSet,
    pending: Vec<ObjectId>,
}

impl StateWalk {
    /// Begins a new walk.
    pub(super) fn begin(&mut self, proc: &Procedure) {
        self.frames.reset(proc.states().len());
        self.objects.reset(proc.objects().len());
    }

    /// Replaces the values that a state and its objects name by `map`, and passes the results to `visit`. Skips frames
    /// and objects that this walk has visited. Returns the number of entries visited.
    pub(super) fn visit(
        &mut self,
        proc: &mut Procedure,
        state: StateId,
        map: impl Fn(&Procedure, ValueId) -> ValueId,
        visit: &mut impl FnMut(ValueId),
    ) -> u64 {
        let (mut at, mut seen) = (state, 0);
        while let Some(node) = proc.states().get(at).copied()
            && self.frames.insert(at.index())
        {
            for place in 0..proc.state_entries(at).len() {
                if let Some(entry) = self.entry(proc, proc.state_entries(at)[place], &map, visit) {
                    proc.state_entries_mut(at)[place] = entry;
                }
                seen += 1;
            }
            at = node.parent;
        }
        while let Some(object) = self.pending.pop() {
            for place in 0..proc.object_fields(object).len() {
                if let Some(entry) = self.entry(proc, proc.object_fields(object)[place], &map, visit) {
                    proc.object_fields_mut(object)[place] = entry;
                }
                seen += 1;
            }
        }
        seen
    }

    /// The entry that replaces an entry, if it differs.
    fn entry(
        &mut self,
        proc: &Procedure,
        entry: StateEntry,
        map: &impl Fn(&Procedure, ValueId) -> ValueId,
        visit: &mut impl FnMut(ValueId),
    ) -> Option<StateEntry> {
        let (id, make): (_, fn(ValueId) -> StateEntry) = match entry {
            StateEntry::Value(id) => (id, StateEntry::Value),
            StateEntry::Reference(id) => (id, StateEntry::Reference),
            StateEntry::Object(object) => {
                if proc.objects().contains(object) && self.objects.insert(object.index()) {
                    self.pending.push(object);
                }
                return None;
            }
            StateEntry::Dead | StateEntry::Constant(..) => return None,
        };
        let mapped = map(proc, id);
        visit(mapped);
        (mapped != id).then(|| make(mapped))
    }
}
