//! Equal long constants of a loop become one, and accesses at absolute addresses share a base.
//!
//! A long constant is one that a register must hold: an integer that is longer than 32 bits, or a floating-point number.
//! Selection gives each such value a temporary that is made where it is needed: in front of the outermost loop around its
//! use, or in the block. The allocator may make it again under pressure. So where a constant is in the IR costs nothing;
//! what costs is how many a loop or a block needs.
//!
//! Turn this: `#1: @1 = Const64(c); ...; #2: @2 = Const64(c)`
//! Into this: `#0: @3 = Const64(c); ...; #1: @1 = Identity(@3); ...; #2: @2 = Identity(@3)`
//!
//! That is for constants of one innermost loop, of [`MAX_LOOP`] values at most: each of them would have a register of its
//! own through the loop. Copies of turns leave many, and so do clients that make a constant for each use.
//!
//! Turn this: `Load(c); Store(x, c + 24)`
//! Into this: `Load(c); Store(x, c, offset=24)`
//!
//! A base is a constant that its place needs anyway; a place is the small loop or the block. The accesses at the lowest
//! address have the base for all that they reach, and so has what else computes with a constant. So no place needs more
//! constants than before, and what is cold gives nothing to do to what is hot. What is reached is what one instruction
//! adds to a base (`TargetDesc::reaches`).
//!
//! References stay what they are.
//!
//! - Requires: valid IR. Loops, if there are edges back.
//! - Ensures: valid IR that means the same. Constants that became others are Identities.
//! - Keeps: edges, frequencies.
//! - Cost: one visit of each value; if there are an absolute address and two long integers, another of it and its
//!   operands, and sorting the uses of those. Nothing without long constants.
//! - Source: B3's moveConstants, which chooses places itself and looks for a base above an access.
//! - Tried: one constant for all equal ones of a procedure, a large loop or a block. Where registers are few, each piece
//!   of its life makes it again, which is more often than its uses: quickjs had 905 instructions more, of 186,633.

use super::context::{Context, KIND, resolve};
use super::footprint::width;
use crate::base::Type;
use crate::ir::validate::{Contents, is_long};
use crate::ir::{BlockId, Opcode, Procedure, Value, ValueId};
use crate::support::Entity;
use rustc_hash::FxHashMap;

/// A constant, and the place that it is in.
type Key = (Opcode, u64, BlockId);

/// A loop that has more values is no place.
const MAX_LOOP: usize = 128;

/// A use of a long integer constant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Use {
    /// The header of the small loop around it, or its block.
    place: BlockId,
    constant: i64,
    /// The access whose address it is; `None` if it is anything else.
    access: Option<ValueId>,
    /// The constant's value.
    id: ValueId,
}

/// An access that gets another base.
#[derive(Clone, Copy, Debug)]
struct Move {
    access: ValueId,
    /// The first use of the base in its place.
    base: usize,
    offset: i32,
}

/// What the pass works in.
#[derive(Debug, Default)]
pub(super) struct ConstantWork {
    /// Of constants that are equal, the first, or the one that all are.
    firsts: FxHashMap<Key, ValueId>,
    /// By block: the header of the small loop around it, if there is one.
    places: Vec<BlockId>,
    /// By loop, how many values it has that are in no loop inside of it.
    sizes: Vec<usize>,
    uses: Vec<Use>,
    moves: Vec<Move>,
    /// How many values there were.
    old: usize,
    /// Constants that were not there, which the root gets.
    made: Vec<ValueId>,
}

/// Runs the pass.
pub(super) fn move_constants(proc: &mut Procedure, cx: &mut Context) {
    let mut work = cx.scratch.take::<ConstantWork>();
    let outer = proc.origin;
    work.made.clear();
    work.find_places(proc, cx);
    if work.join_equal(proc, cx) {
        work.find_uses(proc, cx);
        work.find_bases(proc);
        work.give_bases(proc);
    }
    work.put_in(proc, cx);
    proc.origin = outer;
    cx.scratch.put(work);
}

impl ConstantWork {
    /// Finds the small loops.
    fn find_places(&mut self, proc: &Procedure, cx: &mut Context) {
        self.places.clear();
        self.places.resize(proc.block_count(), BlockId::INVALID);
        cx.work += proc.block_count() as u64;
        if !cx.contents.contains(Contents::BACKWARD_EDGES) {
            return;
        }
        cx.find_loops(proc);
        let loops = &cx.flow.loops;
        self.sizes.clear();
        self.sizes.resize(loops.len(), 0);
        for block in proc.block_ids() {
            if let Some(of) = loops.innermost(block.index()) {
                self.sizes[of.index()] += proc.block_values(block).len();
            }
        }
        for (block, place) in self.places.iter_mut().enumerate() {
            let of = loops.innermost(block).filter(|of| self.sizes[of.index()] <= MAX_LOOP);
            if let Some(header) = of.and_then(|of| loops.header(of)) {
                *place = BlockId::from_index(header);
            }
        }
    }

    /// Makes one constant of those of a small loop that are equal. True if an access is at an absolute address, and there
    /// are two long integers.
    fn join_equal(&mut self, proc: &mut Procedure, cx: &mut Context) -> bool {
        self.firsts.clear();
        self.old = proc.value_count();
        let (mut integers, mut addresses) = (0, 0);
        for block in proc.block_ids() {
            let place = self.places[block.index()];
            for at in 0..proc.block_values(block).len() {
                let id = proc.block_values(block)[at];
                let value = proc.value(id);
                if is_access(value.opcode()) {
                    addresses +=
                        u32::from(proc.children_of(value).last().is_some_and(|id| is_address(proc, *id)));
                    continue;
                }
                if !is_long_constant(value) {
                    continue;
                }
                integers += u32::from(value.opcode() == Opcode::Const64);
                if !place.is_valid() {
                    continue;
                }
                let first = self.firsts.entry((value.opcode(), value.bits(), place)).or_insert(id);
                if *first == id {
                    continue;
                }
                if first.index() < self.old {
                    let one = make(proc, *first, &mut self.made);
                    proc.replace_with_identity(*first, one);
                    *first = one;
                }
                proc.replace_with_identity(id, *first);
            }
            cx.work += proc.block_values(block).len() as u64;
        }
        integers > 1 && addresses > 0
    }

    /// Finds what uses long integers.
    fn find_uses(&mut self, proc: &Procedure, cx: &mut Context) {
        self.uses.clear();
        for block in proc.block_ids() {
            let place = Some(self.places[block.index()]).filter(|place| place.is_valid()).unwrap_or(block);
            for &user in proc.block_values(block) {
                let value = proc.value(user);
                if value.opcode() == Opcode::Identity {
                    continue;
                }
                let children = proc.children_of(value);
                for (n, child) in children.iter().enumerate() {
                    let id = resolve(proc, *child);
                    if is_address(proc, id) {
                        let is_address = n + 1 == children.len() && is_access(value.opcode());
                        let access = is_address.then_some(user);
                        self.uses.push(Use { place, constant: proc.value(id).bits() as i64, access, id });
                    }
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
    }

    /// Finds a base for each access that is within reach of one.
    fn find_bases(&mut self, proc: &Procedure) {
        self.uses.sort_unstable();
        self.moves.clear();
        let mut base = 0;
        let mut at = 0;
        for equal in self.uses.chunk_by(|a, b| (a.place, a.constant) == (b.place, b.constant)) {
            let begin = self.moves.len();
            for one in equal {
                let Some(access) = one.access else { break };
                let Some(offset) = reached(proc, access, &self.uses[base], one) else { break };
                self.moves.push(Move { access, base, offset });
            }
            if self.moves.len() - begin < equal.len() {
                self.moves.truncate(begin);
                base = at;
            }
            at += equal.len();
        }
    }

    /// Gives accesses their bases, which go to the root: there they are above all accesses.
    fn give_bases(&mut self, proc: &mut Procedure) {
        for of_base in self.moves.chunk_by(|a, b| a.base == b.base) {
            let Use { place, constant, .. } = self.uses[of_base[0].base];
            let equal = self.uses[of_base[0].base..].iter();
            let equal = equal.take_while(|one| (one.place, one.constant) == (place, constant));
            let known = equal.clone().map(|one| resolve(proc, one.id)).find(|id| id.index() >= self.old);
            let one = known.unwrap_or_else(|| make(proc, self.uses[of_base[0].base].id, &mut self.made));
            for other in equal {
                if resolve(proc, other.id).index() < self.old {
                    proc.replace_with_identity(other.id, one);
                }
            }
            for &Move { access, offset, .. } in of_base {
                if let Some(address) = proc.children_mut(access).last_mut() {
                    *address = one;
                }
                proc.set_offset(access, offset);
            }
        }
    }

    /// Puts what was made behind the Phis of the root.
    fn put_in(&mut self, proc: &mut Procedure, cx: &mut Context) {
        if self.made.is_empty() {
            return;
        }
        cx.contents |= Contents::LEFTOVERS;
        let values = proc.block_values(Procedure::ROOT);
        let phis = values.iter().take_while(|id| proc.value(**id).opcode() == Opcode::Phi).count();
        cx.scratch.kept.clear();
        cx.scratch.kept.extend_from_slice(&values[..phis]);
        cx.scratch.kept.extend_from_slice(&self.made);
        cx.scratch.kept.extend_from_slice(&values[phis..]);
        proc.set_block_values(Procedure::ROOT, &cx.scratch.kept);
        cx.work += cx.scratch.kept.len() as u64;
    }
}

/// A constant equal to another, for the root.
fn make(proc: &mut Procedure, like: ValueId, made: &mut Vec<ValueId>) -> ValueId {
    let value = *proc.value(like);
    proc.origin = value.origin;
    let id = proc.add_constant(BlockId::INVALID, value.ty, value.bits());
    made.push(id);
    id
}

/// The offset of an access from a base, if that is in its place and it is within reach.
fn reached(proc: &Procedure, access: ValueId, base: &Use, one: &Use) -> Option<i32> {
    if base.place != one.place || base.constant == one.constant {
        return None;
    }
    let value = proc.value(access);
    let offset = one.constant.checked_sub(base.constant)?.checked_add(value.offset().into())?;
    let ty = if value.ty == Type::Void { proc.type_of(proc.children_of(value)[0]) } else { value.ty };
    let reaches = proc.target().desc.reaches;
    i32::try_from(offset).ok().filter(|_| reaches(offset, width(value.opcode(), ty)))
}

/// True for a constant that a register must hold, and that is no reference.
fn is_long_constant(value: &Value) -> bool {
    match value.opcode() {
        Opcode::Const64 => is_long(value.bits()) && !value.flags.intersects(KIND),
        Opcode::ConstFloat | Opcode::ConstDouble => true,
        _ => false,
    }
}

/// True for a load or store of one value.
fn is_access(opcode: Opcode) -> bool {
    use Opcode as O;
    matches!(
        opcode,
        O::Load | O::Load8Z | O::Load8S | O::Load16Z | O::Load16S | O::Store | O::Store8 | O::Store16
    )
}

/// True for a long integer, or an Identity of one.
fn is_address(proc: &Procedure, id: ValueId) -> bool {
    let value = proc.value(resolve(proc, id));
    value.opcode() == Opcode::Const64 && is_long_constant(value)
}
