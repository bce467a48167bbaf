//! State that passes share: facts about the procedure, and analyses, which are valid until a pass changes an edge.

use super::InputProfile;
use super::callees::{InlineStats, Inlining};
use super::work::Scratch;
use crate::analysis::ControlFlow;
use crate::base::{ObjectId, StateId};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, StateEntry, ValueFlags, ValueId};
use crate::support::{BitSet, Entity};

/// How many rewrites the passes over a procedure may still make.
///
/// A pass takes one before each rewrite that leaves the procedure valid, whatever follows: an applied rule, a hoisted
/// value, an unrolled loop. So any prefix of the rewrites is a valid optimization, and bisection finds a wrong one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fuel(u64);

/// Without limit.
impl Default for Fuel {
    fn default() -> Fuel {
        Fuel(u64::MAX)
    }
}

impl Fuel {
    pub(super) fn new(limit: Option<u64>) -> Fuel {
        limit.map_or(Fuel::default(), Fuel)
    }

    /// True if another rewrite may be made.
    #[inline]
    pub(super) fn is_left(self) -> bool {
        self.0 != 0
    }

    /// Takes one rewrite. Returns false if none is left.
    #[inline]
    pub(super) fn take(&mut self) -> bool {
        let is_left = self.is_left();
        self.0 -= u64::from(is_left);
        is_left
    }

    /// Number of rewrites taken since.
    pub(super) fn taken_since(self, before: Fuel) -> u64 {
        before.0 - self.0
    }
}

/// State that passes share. The contents and the analyses carry over to the next pass; `Scratch` does not.
#[derive(Debug, Default)]
pub struct Context {
    /// What the procedure may contain. A pass that introduces something new adds it.
    pub contents: Contents,
    /// Number of values and edges that the current pass has visited.
    pub work: u64,
    pub(super) pass: Option<&'static str>,
    /// Maximum number of rewrites of a procedure.
    pub(super) limit: Option<u64>,
    /// Rewrites that are left for the current procedure.
    pub(super) fuel: Fuel,
    /// What produced the procedure.
    pub(super) input: InputProfile,
    /// Number of values that passes do not exceed when they copy code, if limited.
    pub(super) max_values: Option<usize>,
    /// Index of the first block that unrolling created, if `contents` includes copies.
    pub(super) first_copy: usize,
    /// Control-flow analyses: passes share the results until one changes an edge.
    pub(super) flow: ControlFlow,
    /// Which calls may be inlined, and which were.
    pub(super) inlining: Inlining,
    /// Result of the last [`Context::find_reachable`].
    pub(super) reachable: Reachable,
    /// Memory of passes.
    pub(super) scratch: Scratch,
}

/// The blocks that are reachable from the root.
#[derive(Debug, Default)]
pub(super) struct Reachable {
    pub(super) blocks: Vec<BlockId>,
    pub(super) set: BitSet,
}

pub(super) use crate::ir::KIND;

impl Context {
    /// Starts a new procedure. The client's own Nops and Identities need no cleanup pass, because selection skips them.
    pub(super) fn begin(&mut self, contents: Contents) {
        self.contents = contents - Contents::NOPS_AND_IDENTITIES;
        self.fuel = Fuel::new(self.limit);
        self.flow.invalidate();
        self.inlining.stats = InlineStats::default();
    }

    /// Returns the number of values by which passes that copy code may let the procedure grow.
    pub(super) fn room(&self, proc: &Procedure) -> usize {
        self.max_values.unwrap_or(usize::MAX).saturating_sub(proc.value_count())
    }

    /// Finds predecessors and dominators, unless they are known.
    pub fn find_dominators(&mut self, proc: &Procedure) {
        if self.flow.find_dominators(proc) {
            self.work += proc.block_count() as u64;
        }
    }

    /// Finds loops, predecessors and dominators, unless they are known.
    pub fn find_loops(&mut self, proc: &Procedure) {
        self.find_dominators(proc);
        if self.flow.find_loops(proc) {
            self.work += proc.block_count() as u64;
        }
    }

    /// Finds the reachable blocks and stores them in `reachable`.
    pub(super) fn find_reachable(&mut self, proc: &Procedure) {
        let Reachable { blocks, set } = &mut self.reachable;
        set.reset(proc.block_count());
        blocks.clear();
        set.insert(Procedure::ROOT.index());
        blocks.push(Procedure::ROOT);
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            next += 1;
            for edge in proc.successors(block) {
                if set.insert(edge.block().index()) {
                    blocks.push(edge.block());
                }
            }
            self.work += proc.successors(block).len() as u64;
        }
    }

    /// Removes Upsilons whose target is no longer a Phi.
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
        self.flow.invalidate();
    }
}

/// See [`Procedure::resolve`].
pub(super) fn resolve(proc: &Procedure, id: ValueId) -> ValueId {
    proc.resolve(id)
}

/// Removes a value without uses according to [`count_uses`]. Unused Identities may still name it, so it becomes an
/// Identity of its first operand, which keeps its type.
pub(super) fn remove_unused(proc: &mut Procedure, id: ValueId) {
    let child = proc.children(id)[0];
    proc.replace_with_identity(id, child);
}

/// Counts the uses of each value by values and exit states. A use of an Identity counts for its source.
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
                    // An Identity that changes the kind is a use itself.
                    let (of, count) = (resolve(proc, *id), uses[id.index()]);
                    let child = resolve(proc, proc.children(*id)[0]);
                    let (of, count) = if of == *id { (child, 1) } else { (of, count) };
                    uses[of.index()] += count;
                }
            }
        }
    }
}

/// Visits the values that exit states and objects of the procedure name, once per occurrence.
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

/// Visits exit states, each frame and object once per walk.
#[derive(Debug, Default)]
pub(super) struct StateWalk {
    frames: BitSet,
    objects: BitSet,
    pending: Vec<ObjectId>,
}

impl StateWalk {
    /// Starts a new walk.
    pub(super) fn begin(&mut self, proc: &Procedure) {
        self.frames.reset(proc.states().len());
        self.objects.reset(proc.objects().len());
    }

    /// Replaces the values that a state, its parents and its objects name by `map`, and then calls `visit` for each.
    /// Skips frames and objects that this walk has visited. Returns the number of visited entries.
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

    /// Returns the replacement of an entry if it differs.
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
