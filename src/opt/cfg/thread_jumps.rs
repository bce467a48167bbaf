//! Jump threading: redirects a Jump past blocks whose decision is already known at the Jump.
//!
//! Turn this: `#1: Upsilon(1, ^a); Jump(#3)` and `#2: Upsilon(x, ^a); Jump(#3)` and `#3: a = Phi(); Branch(a, #4, #5)`
//! Into this: `#1: Jump(#4)` and `#2: Jump(#3)` and `#3: Branch(x, #4, #5)`
//!
//! From a block that ends in a Jump, the pass walks forward with the constants that the block's Upsilons wrote. The
//! walk passes blocks of Phis, Upsilons and pure values as long as their successor is known. The values of these blocks
//! up to the last decision are copied before the Jump, which is redirected past them. A passed block that keeps a
//! single predecessor loses its Phis.
//!
//! With this pass `a && b`, built as a Phi of constants and a Branch on it, costs no more than the Branches.
//!
//! A walk does not pass a loop header: that would give the loop a second header or lose its preheader. It does not pass
//! a block whose values are used in another block or an exit state. Every predecessor of a passed block writes all its
//! Phis, so no Phi reads a value that was written on a removed path.
//!
//! - Requires: valid IR. Predecessors, and with back edges loops, which the pass finds.
//! - Ensures: valid IR that means the same. A block that became unreachable contains only an Oops.
//! - Keeps: ids of values and blocks. If frequencies are known, a passed block is executed less often.
//! - Changes: edges.
//! - Cost: one look at the last values of each block; walks of at most [`MAX_BLOCKS`] blocks from those that write a
//!   constant to a Phi; one count of all uses if a walk reaches a known decision.
//! - Source: Frank Mueller and David B. Whalley, "Avoiding Conditional Branches by Code Replication" (PLDI 1995); B3's
//!   duplicateTails and foldPathConstants.

use super::simplify_cfg::empty;
use crate::base::Type;
use crate::ir::evaluate::{Evaluated, evaluate};
use crate::ir::opcode::Properties;
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Opcode, Procedure, Successor, ValueFlags, ValueId};
use crate::opt::context::{Context, KIND, count_uses, resolve};
use crate::support::{BitSet, Entity};
use rustc_hash::FxHashMap;

/// Maximum number of blocks in a walk.
const MAX_BLOCKS: usize = 8;
/// Maximum number of values that are copied for one Jump.
const MAX_VALUES: usize = 6;
/// Least share of a block's executions that remains when Jumps are redirected past it.
const LEAST_SHARE: f64 = 1.0 / 64.0;
/// Maximum distance from the end of a block at which its Upsilons are searched. Also the maximum number of Phis, and of
/// other values, in a block that a walk passes.
const UPSILON_WINDOW: usize = 24;

/// Reusable working memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct JumpWork {
    /// By block: cached result of [`JumpWork::may_pass`].
    passable: Vec<Option<bool>>,
    /// By block: cached result of [`JumpWork::is_private`].
    private: Vec<Option<bool>>,
    loop_headers: BitSet,
    /// By value: number of uses; empty until needed.
    uses: Vec<u32>,
    path: Vec<BlockId>,
    /// By Phi: the last value that the previous block of the walk writes to it.
    written: FxHashMap<ValueId, Known>,
    /// By value of a passed block: its equivalent before the walk.
    same: FxHashMap<ValueId, Known>,
    /// All blocks that were passed.
    passed: Vec<BlockId>,
    /// True if a frequency is known; computed with the first redirected Jump.
    has_frequencies: bool,
}

/// Equivalent of a value of the walk.
#[derive(Clone, Copy, Debug)]
enum Known {
    Value(ValueId),
    Int(u64),
}

pub(in crate::opt) fn thread_jumps(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<JumpWork>();
    work.begin(proc, cx);
    for block in proc.block_ids() {
        if work.writes_constant(proc, cx, block) {
            work.thread_block(proc, cx, block);
        }
    }
    cx.work += proc.block_count() as u64;
    if !work.passed.is_empty() {
        work.clean_up(proc, cx);
    }
    cx.scratch.put(work);
}

impl JumpWork {
    fn begin(&mut self, proc: &Procedure, cx: &mut Context) {
        for known in [&mut self.passable, &mut self.private] {
            known.clear();
            known.resize(proc.block_count(), None);
        }
        self.loop_headers.reset(proc.block_count());
        self.uses.clear();
        self.passed.clear();
        cx.flow.find_predecessors(proc);
        if cx.contents.contains(Contents::BACKWARD_EDGES) {
            cx.find_loops(proc);
            let loops = &cx.flow.loops;
            loops.ids().filter_map(|id| loops.header(id)).for_each(|head| {
                self.loop_headers.insert(head);
            });
        }
    }

    /// True if a block ends in a Jump to a block with Phis, and one of its Upsilons writes a constant.
    fn writes_constant(&self, proc: &Procedure, cx: &mut Context, block: BlockId) -> bool {
        let [edge] = *proc.successors(block) else { return false };
        let leads_to_phi =
            proc.block_values(edge.block()).first().is_some_and(|id| is(proc, *id, Opcode::Phi));
        if !leads_to_phi || !proc.terminal(block).is_some_and(|id| is(proc, id, Opcode::Jump)) {
            return false;
        }
        cx.work += 1;
        let mut upsilons = last_values(proc, block).iter().filter(|id| is(proc, **id, Opcode::Upsilon));
        upsilons.any(|id| proc.value(resolve(proc, proc.children(*id)[0])).int().is_some())
    }

    /// Redirects a block's Jump past the last decision that is known, if the passed blocks allow it.
    fn thread_block(&mut self, proc: &mut Procedure, cx: &mut Context, from: BlockId) {
        if let Some((count, edge)) = self.walk(proc, cx, from) {
            if self.uses.is_empty() {
                count_uses(proc, &mut self.uses);
                cx.work += proc.value_count() as u64;
            }
            if (0..count).all(|at| self.is_private(proc, self.path[at])) && cx.fuel.take() {
                // Caches the answer for `from` before it changes: uses are not recounted.
                if self.may_pass(proc, cx, from) {
                    self.is_private(proc, from);
                }
                self.redirect(proc, cx, from, count, edge);
            }
        }
    }

    /// Walks forward from a block. Returns the number of blocks up to the last known decision, and the edge it takes.
    fn walk(&mut self, proc: &Procedure, cx: &mut Context, from: BlockId) -> Option<(usize, Successor)> {
        self.path.clear();
        self.same.clear();
        self.written.clear();
        for id in last_values(proc, from) {
            self.record_upsilon(proc, *id);
        }
        let (mut edge, mut copied, mut is_rare, mut found) =
            (*proc.successors(from).first()?, 0, false, None);
        while self.path.len() < MAX_BLOCKS
            && !self.path.contains(&edge.block())
            && self.may_pass(proc, cx, edge.block())
        {
            let block = edge.block();
            self.path.push(block);
            cx.work += proc.block_values(block).len() as u64;
            let Some(count) = self.pass(proc, block) else { break };
            copied += count;
            let Some(next) = self.next(proc, block).filter(|_| copied <= MAX_VALUES) else { break };
            is_rare |= edge.is_rare();
            if proc.successors(block).len() > 1 {
                let to = next.block();
                let is_rare = is_rare || next.is_rare();
                found =
                    Some((self.path.len(), if is_rare { Successor::rare(to) } else { Successor::new(to) }));
            }
            edge = next;
        }
        found
    }

    /// Records the value that an Upsilon writes.
    fn record_upsilon(&mut self, proc: &Procedure, id: ValueId) {
        if is(proc, id, Opcode::Upsilon) {
            let operand = self.known(proc, proc.children(id)[0]);
            self.written.insert(proc.value(id).phi(), operand);
        }
    }

    /// The equivalent of a value before the walk.
    fn known(&self, proc: &Procedure, id: ValueId) -> Known {
        let id = resolve(proc, id);
        self.same.get(&id).copied().unwrap_or_else(|| match proc.value(id).int() {
            Some(_) => Known::Int(proc.value(id).bits()),
            None => Known::Value(id),
        })
    }

    /// True if a walk may pass a block, apart from [`JumpWork::is_private`].
    fn may_pass(&mut self, proc: &Procedure, cx: &Context, block: BlockId) -> bool {
        let known = &mut self.passable[block.index()];
        *known.get_or_insert_with(|| {
            !self.loop_headers.contains(block.index())
                && is_threadable(proc, block)
                && all_predecessors_write(proc, cx, block)
        })
    }

    /// Finds the equivalents of a block's values. Returns the number of values to copy; `None` if a Phi is unknown.
    fn pass(&mut self, proc: &Procedure, block: BlockId) -> Option<usize> {
        let values = proc.block_values(block);
        let phis = values.iter().take_while(|id| is(proc, **id, Opcode::Phi));
        for id in phis.clone() {
            self.same.insert(*id, *self.written.get(id)?);
        }
        let count = phis.count();
        self.written.clear();
        let mut copied = 0;
        for &id in &values[count..values.len() - 1] {
            if is(proc, id, Opcode::Upsilon) {
                self.record_upsilon(proc, id);
                copied += 1;
            } else if resolve(proc, id) == id && !is(proc, id, Opcode::Nop) {
                let bits = self.bits(proc, id);
                self.same.insert(id, bits.map_or(Known::Value(id), Known::Int));
                copied += usize::from(bits.is_none());
            }
        }
        Some(copied)
    }

    /// The bits of a pure value of the walk, if it is a known integer.
    fn bits(&self, proc: &Procedure, id: ValueId) -> Option<u64> {
        evaluate_with(proc, id, |child| match self.known(proc, child) {
            Known::Int(bits) => Some(bits),
            Known::Value(_) => None,
        })
    }

    /// The edge that the terminal of a walked block takes, if known.
    fn next(&self, proc: &Procedure, block: BlockId) -> Option<Successor> {
        let terminal = proc.value(proc.terminal(block)?);
        let edges = proc.successors(block);
        let known_int = |place: usize| match self.known(proc, *proc.children_of(terminal).get(place)?) {
            Known::Int(bits) => Some(bits),
            Known::Value(_) => None,
        };
        let place = match terminal.opcode() {
            Opcode::Jump => 0,
            Opcode::Branch => usize::from(known_int(0)? == 0),
            Opcode::Switch => {
                let number = known_int(0)?;
                let is_int32 = proc.type_of(proc.children_of(terminal)[0]) == Type::Int32;
                let number = if is_int32 { i64::from(number as i32) } else { number as i64 };
                let cases = proc.switch_cases(terminal);
                cases.iter().position(|case| *case == number).unwrap_or(cases.len())
            }
            _ => return None,
        };
        edges.get(place).copied()
    }

    /// True if no other block and no exit state uses a value of the block.
    fn is_private(&mut self, proc: &Procedure, block: BlockId) -> bool {
        let values = proc.block_values(block);
        let used_here = |id: ValueId| -> usize {
            let children = values.iter().flat_map(|user| proc.children(*user));
            children.filter(|child| resolve(proc, **child) == id).count()
        };
        let uses = &self.uses;
        *self.private[block.index()].get_or_insert_with(|| {
            values.iter().all(|&id| uses[id.index()] == 0 || uses[id.index()] as usize == used_here(id))
        })
    }

    /// Copies the needed values of the first `count` blocks of the walk into a block, and redirects its Jump to `edge`.
    fn redirect(
        &mut self,
        proc: &mut Procedure,
        cx: &mut Context,
        from: BlockId,
        count: usize,
        edge: Successor,
    ) {
        let path = std::mem::take(&mut self.path);
        let is_passed = |proc: &Procedure, phi: ValueId| {
            path[..count].iter().any(|block| proc.block_values(*block).contains(&phi))
        };
        cx.scratch.kept.clear();
        cx.scratch.kept.extend_from_slice(proc.block_values(from));
        let jump = cx.scratch.kept.pop();
        cx.scratch.kept.retain(|&id| {
            let stays = !is(proc, id, Opcode::Upsilon) || !is_passed(proc, proc.value(id).phi());
            if !stays {
                proc.replace_with_nop(id);
            }
            stays
        });
        for &block in &path[..count] {
            for place in 0..proc.block_values(block).len() - 1 {
                let id = proc.block_values(block)[place];
                let value = proc.value(id);
                let is_needed = match value.opcode() {
                    Opcode::Upsilon => !is_passed(proc, value.phi()),
                    _ => matches!(self.same.get(&id), Some(Known::Value(same)) if *same == id),
                };
                if is_needed {
                    let copy = proc.copy_of(BlockId::INVALID, id);
                    for place in 0..proc.children(copy).len() {
                        let child = proc.children(copy)[place];
                        let operand = self.operand(proc, cx, child);
                        proc.children_mut(copy)[place] = operand;
                    }
                    self.same.insert(id, Known::Value(copy));
                    cx.scratch.kept.push(copy);
                }
            }
        }
        cx.scratch.kept.extend(jump);
        proc.set_block_values(from, &cx.scratch.kept);
        proc.set_successors(from, &[edge]);
        if self.passed.is_empty() {
            self.has_frequencies = proc.block_ids().any(|block| proc.frequency(block) != 1.0);
        }
        if self.has_frequencies {
            for &block in &path[..count] {
                let rest = proc.frequency(block) - proc.frequency(from);
                // Estimates need not add up.
                proc.set_frequency(block, rest.max(proc.frequency(block) * LEAST_SHARE));
            }
        }
        self.passed.extend_from_slice(&path[..count]);
        self.path = path;
    }

    /// The equivalent of an operand before the walk; adds a constant to the block if needed.
    fn operand(&self, proc: &mut Procedure, cx: &mut Context, id: ValueId) -> ValueId {
        match self.known(proc, id) {
            Known::Value(id) => id,
            Known::Int(bits) => {
                let ty = proc.type_of(id);
                let constant = proc.detached().constant(ty, bits);
                cx.scratch.kept.push(constant);
                constant
            }
        }
    }

    /// Cleans up the passed blocks: empties unreachable ones, and replaces the Phis of those with one predecessor.
    fn clean_up(&mut self, proc: &mut Procedure, cx: &mut Context) {
        cx.edges_changed();
        cx.find_reachable(proc);
        for &block in &self.passed {
            if !cx.reachable.set.contains(block.index())
                && let Some(end) = proc.terminal(block)
            {
                for place in 0..proc.block_values(block).len() {
                    proc.replace_with_nop(proc.block_values(block)[place]);
                }
                empty(proc, block, end);
            }
        }
        cx.flow.find_predecessors(proc);
        for &block in &self.passed {
            if let [from] = *cx.flow.predecessors.of(block.index()) {
                replace_phis(proc, cx, BlockId::new(from), block);
            }
        }
        cx.remove_upsilons_of_no_phi(proc);
        cx.contents |= Contents::NOPS_AND_IDENTITIES;
    }
}

/// Replaces the Phis of a block by the values that its only predecessor writes.
fn replace_phis(proc: &mut Procedure, cx: &mut Context, from: BlockId, block: BlockId) {
    for place in (0..proc.block_values(from).len()).rev() {
        let value = proc.value(proc.block_values(from)[place]);
        if value.opcode() == Opcode::Upsilon {
            let (phi, operand) = (value.phi(), proc.children_of(value)[0]);
            if is(proc, phi, Opcode::Phi) && proc.block_values(block).contains(&phi) {
                proc.replace_with_identity(phi, operand);
            }
        }
    }
    cx.work += proc.block_values(from).len() as u64;
}

/// Evaluates a pure value to an integer, if `known` gives the bits of all its operands.
pub(in crate::opt) fn evaluate_with(
    proc: &Procedure,
    id: ValueId,
    known: impl Fn(ValueId) -> Option<u64>,
) -> Option<u64> {
    let value = proc.value(id);
    let mut operands = [0; 3];
    let children = proc.children_of(value);
    if !value.ty.is_int() || children.len() > operands.len() {
        return None;
    }
    if value.int().is_some() {
        return Some(value.bits());
    }
    for (operand, child) in operands.iter_mut().zip(children) {
        *operand = known(*child)?;
    }
    match evaluate(value.opcode(), proc.operation_type(id), value.ty, &operands[..children.len()]) {
        Some(Evaluated::Bits(bits)) => Some(bits),
        _ => None,
    }
}

fn is(proc: &Procedure, id: ValueId, opcode: Opcode) -> bool {
    proc.value(id).opcode() == opcode
}

/// The last values of a block, within which Upsilons are searched.
fn last_values(proc: &Procedure, block: BlockId) -> &[ValueId] {
    let values = proc.block_values(block);
    &values[values.len().saturating_sub(UPSILON_WINDOW)..]
}

/// True if a block consists of Phis, then a few values that may be copied, and a Jump, Branch or Switch.
fn is_threadable(proc: &Procedure, block: BlockId) -> bool {
    let Some((end, values)) = proc.block_values(block).split_last() else { return false };
    let count = values.iter().take_while(|id| is(proc, **id, Opcode::Phi)).count();
    let may_copy = |id: &ValueId| {
        let value = proc.value(*id);
        let is_simple = value.opcode().has(Properties::PURE) && value.opcode().arity().is_some();
        (is_simple || value.opcode() == Opcode::Upsilon) && !value.flags.intersects(KIND)
    };
    let ends = [Opcode::Jump, Opcode::Branch, Opcode::Switch];
    count <= UPSILON_WINDOW
        && values.len() - count <= UPSILON_WINDOW
        && values[count..].iter().all(may_copy)
        && values[..count].iter().all(|id| !proc.value(*id).flags.contains(ValueFlags::DERIVED))
        && ends.contains(&proc.value(*end).opcode())
}

/// True if all predecessors of a block write all its Phis.
fn all_predecessors_write(proc: &Procedure, cx: &Context, block: BlockId) -> bool {
    let phis = proc.block_values(block).iter().take_while(|id| is(proc, **id, Opcode::Phi));
    cx.flow.predecessors.of(block.index()).iter().all(|&from| {
        let last = last_values(proc, BlockId::new(from));
        let writes = |phi| {
            let is_of = |id: &ValueId| is(proc, *id, Opcode::Upsilon) && proc.value(*id).phi() == phi;
            last.iter().any(is_of)
        };
        phis.clone().all(|phi| writes(*phi))
    })
}
