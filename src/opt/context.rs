//! What passes work in: memory that is kept from one to the next, and analyses that hold until somebody changes an
//! edge.

use super::InputProfile;
use super::cfg::infer_selects::SelectWork;
use super::cfg::thread_jumps::JumpWork;
use super::inline::inline_calls::{InlineStats, InlineWork};
use super::loops::hoist_loop_invariants::HoistWork;
use super::loops::retire_old_values::OldWork;
use super::loops::unroll_by_four::FourWork;
use super::loops::unroll_loops::UnrollWork;
use super::loops::widen_counters::WideWork;
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

/// The room that passes work in. Nothing in it but the contents and the analyses means anything to the next pass.
#[derive(Debug, Default)]
pub struct Context {
    /// What the procedure may have; a pass that makes something new adds it.
    pub contents: Contents,
    /// How many values and edges the pass looked at so far.
    pub work: u64,
    pub(super) pass: Option<&'static str>,
    /// What the procedure comes from.
    pub(super) input: InputProfile,
    /// Blocks from this one on are copies, or were made for these, if the procedure has some.
    pub(super) first_copy: usize,
    /// What is known of the procedure's edges: what a pass finds, those behind it have, until one changes an edge.
    pub(super) flow: ControlFlow,
    /// A set of values.
    pub(super) marks: BitSet,
    /// Values to look at.
    pub(super) values: Vec<ValueId>,
    /// A block's values in the making.
    pub(super) kept: Vec<ValueId>,
    /// Blocks to look at.
    pub(super) blocks: Vec<BlockId>,
    /// By block: how many edges lead to it.
    pub(super) counts: Vec<u32>,
    /// A block's edges in the making.
    pub(super) edges: Vec<Successor>,
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
    pub(super) old_values: OldWork,
    pub(super) counters: WideWork,
    pub(super) unrolling: UnrollWork,
    pub(super) by_four: FourWork,
    pub(super) strength: super::scalar::reduce_strength::Work,
    pub(super) ranges: super::scalar::propagate_ranges::Work,
}

/// Flags that say what a value is to the garbage collector: values that differ in them are different.
pub(super) const KIND: ValueFlags = ValueFlags::REFERENCE.union(ValueFlags::DERIVED);

impl Context {
    /// Forgets the last procedure. What the client left behind are no leftovers of passes: selection does without it.
    pub(super) fn begin(&mut self, contents: Contents) {
        self.contents = contents - Contents::LEFTOVERS;
        self.flow.forget();
        self.inline.stats = InlineStats::default();
    }

    /// Finds predecessors and dominators, unless they are known.
    pub fn find_dominators(&mut self, proc: &Procedure) {
        if self.flow.find_dominators(proc) {
            self.work += proc.block_count() as u64;
        }
    }

    /// Finds the loops, and predecessors and dominators, unless they are known.
    pub fn find_loops(&mut self, proc: &Procedure) {
        self.find_dominators(proc);
        if self.flow.find_loops(proc) {
            self.work += proc.block_count() as u64;
        }
    }

    /// Finds the blocks that can be reached: `blocks` lists them, `marks` has them.
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

    /// Removes the Upsilons of what is no Phi any more.
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

    /// An edge or a block is not what it was.
    pub fn edges_changed(&mut self) {
        self.flow.forget();
    }
}

/// What a value is an Identity of, of the same kind; itself if it is none.
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

/// Removes a value of which [`count_uses`] knows no use any more: Identities that nobody uses may name it, and must go on
/// to name something of its type.
pub(super) fn remove_unused(proc: &mut Procedure, id: ValueId) {
    let child = proc.children(id)[0];
    proc.replace_with_identity(id, child);
}

/// Counts by value how often it is used, by values and exit states; what uses an Identity uses what that is one of.
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
                    // One of another kind is a use itself.
                    let (of, count) = (resolve(proc, *id), uses[id.index()]);
                    let child = resolve(proc, proc.children(*id)[0]);
                    let (of, count) = if of == *id { (child, 1) } else { (of, count) };
                    uses[of.index()] += count;
                }
            }
        }
    }
}

/// Visits the values that exit states and objects of the procedure name, as often as they do.
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

/// Visits exit states, each frame and object once in a walk.
#[derive(Debug, Default)]
pub(super) struct StateWalk {
    frames: BitSet,
    objects: BitSet,
    pending: Vec<ObjectId>,
}

impl StateWalk {
    /// Forgets what was visited.
    pub(super) fn begin(&mut self, proc: &Procedure) {
        self.frames.reset(proc.states().len());
        self.objects.reset(proc.objects().len());
    }

    /// Puts what entries of the state, and of its objects, name through `map`, and tells `visit` of each value then;
    /// but for frames and objects that this walk has seen. The number of entries seen.
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

    /// The entry in its place, if it is another one.
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
