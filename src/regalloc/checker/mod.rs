//! Proves an allocation correct without knowing how it was made.
//!
//! **Statement.** A trace holds every instruction twice: with temporaries, and with the registers and slots that
//! replaced them. The proof is about facts "location L holds temporary T". A use of T in L is correct if that fact
//! holds on every path to it.
//!
//! **Lattice.** For each program point the set of facts, ordered by inclusion. The meet at a block's entry is the
//! intersection over its predecessors; at an entry of the procedure the set is empty.
//!
//! **Transfer functions.** An inserted move replaces the facts of its destination by those of its source. A verified
//! rematerialization adds a fact. A move of the program adds its destination to the facts of its source's location: a
//! value may have several names. A dropped copy only adds a name. A definition kills all facts about its temporary,
//! since copies of the old value are useless, and all about its location, and adds one. Clobbers, scratches and early
//! definitions kill the facts about their locations. Within an instruction, early writes precede early reads, and late
//! writes precede late reads; so two operands that share a register against their roles' timings are an error.
//!
//! **Results of terminals.** A terminal leaves them in fixed registers. Where they are read, nothing has changed those
//! registers since the block's entry, and every predecessor leaves results in them.
//!
//! **Callee-saved registers.** Only those in `Code::saved` are written: the prologue saves them and every return
//! restores them. The others are never written, not even by a clobber.
//!
//! **Pinned registers.** They hold no temporary. Only an instruction of the program that names one writes it: no
//! inserted instruction, no operand that was a temporary, no clobber.
//!
//! **Safepoints.** One redefines every reference, and every pointer derived from one: no location holds the new value.
//! It must be reloaded from a root, a slot. That slots hold the right values is proved on the program ([`roots`]):
//! every root that a safepoint lists holds the temporary, and a reload follows a safepoint that lists the root.
//!
//! **Why this suffices.** By induction over an execution: if every fact is true before an instruction, every use reads
//! its temporary's value, so results agree with the program's, and every fact is true after it.
//!
//! **Why this is near linear.** The sets at block entries are never built. Each block is walked once with symbolic
//! entry contents, "the content of L at the entry". A use that needs such a content becomes an *obligation* of the
//! entry. It is propagated to every predecessor. There it is met, or broken, or becomes an obligation of the
//! predecessor's entry if the predecessor changes neither location nor temporary. Obligations are assumed to hold
//! around loops; that is the greatest solution, as intersection requires. The cost is one walk plus the facts needed
//! across blocks.

mod block;
mod roots;

use super::Trace;
use super::trace::Location;
use crate::air::{BlockId, Code, Opcode, Slot, Tmp};
use crate::base::RegSet;
use crate::support::BitSet;
use block::BlockWalk;
use rustc_hash::FxHashSet;
use std::fmt;

/// The kinds of errors in an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckErrorKind {
    /// A location that is read does not hold the temporary, at least on one path.
    WrongValue {
        /// The temporary.
        tmp: Tmp,
        /// The block at whose end the value is lost, if it is another block.
        lost_in: Option<BlockId>,
    },
    /// A local temporary is read in another block.
    NotGlobal {
        /// The temporary.
        tmp: Tmp,
    },
    /// Two operands are in one register at the same time.
    Conflict,
    /// A fixed operand is not in its register.
    NotFixed,
    /// An operand differs from the program's in a way that allocation does not allow.
    WrongOperand,
    /// The operands do not fit the instruction's form.
    WrongForm,
    /// A pinned register is written but not named there, or one that is not allocatable or not restored is written.
    ForbiddenRegister,
    /// A slot is used that is not a complete spill slot, or two slots overlap.
    WrongSlot,
    /// An instruction is not the temporary's rematerialization, or a rematerialized temporary is defined.
    WrongRemat {
        /// The temporary.
        tmp: Tmp,
    },
    /// An inserted instruction is not a move between registers and slots.
    NotAMove,
    /// The instructions before and after allocation do not match.
    Mismatch,
    /// An instruction follows the terminal or precedes the entry.
    OutOfBlock,
    /// A result is read from a register in which a predecessor's terminal does not leave one.
    NoResult,
    /// A safepoint lists a root that does not hold its reference, or a reload reads one.
    WrongRoot {
        /// The root's temporary.
        tmp: Tmp,
    },
}

/// One error and its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckError {
    /// The block.
    pub block: BlockId,
    /// The index of the allocated instruction in the block, in forward order.
    pub inst: u32,
    /// Its opcode.
    pub opcode: Opcode,
    /// The kind of error.
    pub kind: CheckErrorKind,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, instruction {} ({}): ", self.block, self.inst, self.opcode.name())?;
        match self.kind {
            CheckErrorKind::WrongValue { tmp, lost_in: None } => {
                write!(f, "{tmp:?} is not in the location that is read")
            }
            CheckErrorKind::WrongValue { tmp, lost_in: Some(block) } => {
                write!(f, "{tmp:?} is not in the location that is read on the path through {block}")
            }
            CheckErrorKind::NotGlobal { tmp } => {
                write!(f, "{tmp:?} is defined in another block, but is not global")
            }
            CheckErrorKind::Conflict => f.write_str("two operands are in one register at the same time"),
            CheckErrorKind::NotFixed => f.write_str("a fixed operand is not in its register"),
            CheckErrorKind::WrongOperand => f.write_str("an operand differs from the program's"),
            CheckErrorKind::WrongForm => f.write_str("the operands do not fit the form"),
            CheckErrorKind::ForbiddenRegister => f.write_str("a register that must be preserved is written"),
            CheckErrorKind::WrongSlot => f.write_str("not a complete spill slot, or overlapping slots"),
            CheckErrorKind::WrongRemat { tmp } => write!(f, "this does not rematerialize {tmp:?}"),
            CheckErrorKind::NotAMove => f.write_str("an inserted instruction is not a move"),
            CheckErrorKind::Mismatch => f.write_str("the code before and after allocation does not match"),
            CheckErrorKind::OutOfBlock => {
                f.write_str("an instruction follows the terminal or precedes the entry")
            }
            CheckErrorKind::WrongRoot { tmp } => write!(f, "{tmp:?} is not in its root"),
            CheckErrorKind::NoResult => f.write_str("no result is in the register that is read"),
        }
    }
}

/// The content of a location at the end of a block.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    pub(super) location: Location,
    /// The location whose content at the block's entry this is, if any.
    pub(super) entry: Option<Location>,
    /// The temporaries that it holds, in `Summary::held`.
    pub(super) held: std::ops::Range<u32>,
}

/// The effect of a block on facts. Locations and temporaries not mentioned are unchanged.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Sorted by location.
    pub(super) exits: Vec<Exit>,
    pub(super) held: Vec<u32>,
    /// The numbers of the temporaries defined, sorted.
    pub(super) defined: Vec<u32>,
    /// Sorted pairs of a defined temporary and the temporary whose value at the block's entry it has.
    pub(super) aliases: Vec<(u32, u32)>,
    /// True if the block is an entry of the procedure.
    pub(super) is_entry: bool,
    /// True if the block has a safepoint, which redefines all references.
    pub(super) moves: bool,
    /// Registers in which the terminal leaves results.
    pub(super) left: RegSet,
    /// True if the results are there only on the edge to the first successor.
    pub(super) left_for_first: bool,
    /// Registers in which the block reads results of its predecessors' terminals.
    pub(super) landed: RegSet,
}

/// A fact that must hold at a block's entry, and the use that needs it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obligation {
    pub(super) block: BlockId,
    pub(super) location: Location,
    pub(super) tmp: Tmp,
    pub(super) user: CheckError,
}

/// Proves that the allocation in `trace` computes the same as the program in it.
///
/// `code` is the code after allocation. Uses the blocks' successors, temporaries, slots, specials and the target. If it
/// is a complete procedure, its instructions must be those of the trace.
///
/// # Errors
///
/// Returns all errors in the order of the trace; errors between blocks come last.
pub fn check(code: &Code, trace: &Trace) -> Result<(), Vec<CheckError>> {
    let mut errors = Vec::new();
    check_slots(code, &mut errors);
    let mut summaries: Vec<Option<Summary>> = vec![None; code.blocks.len()];
    let mut walk = BlockWalk::new(code, trace);
    for traced in &trace.blocks {
        let summary = walk.run(traced);
        match summaries.get_mut(traced.block.number() as usize) {
            Some(place @ None) => *place = Some(summary),
            _ => errors.push(at_start(traced.block, CheckErrorKind::Mismatch)), // unknown or duplicate block
        }
    }
    let (mut obligations, block_errors) = walk.finish();
    errors.extend(block_errors);
    check_landings(code, &summaries, &mut errors);
    discharge(code, &summaries, &mut obligations, &mut errors);
    roots::check(code, trace, &summaries, &mut errors);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn at_start(block: BlockId, kind: CheckErrorKind) -> CheckError {
    CheckError { block, inst: 0, opcode: Opcode::Nop, kind }
}

/// Fails if two slots overlap.
fn check_slots(code: &Code, errors: &mut Vec<CheckError>) {
    let place = |slot: &Slot| Some((slot.offset?, slot.size));
    let mut places: Vec<_> = code.slots.values().filter_map(place).collect();
    places.sort_unstable();
    let overlap = |pair: &[(i32, u32)]| i64::from(pair[0].0) + i64::from(pair[0].1) > i64::from(pair[1].0);
    if places.windows(2).any(overlap) {
        errors.push(at_start(BlockId::new(0), CheckErrorKind::WrongSlot));
    }
}

/// Checks that every predecessor of a block that reads results leaves them in those registers.
fn check_landings(code: &Code, summaries: &[Option<Summary>], errors: &mut Vec<CheckError>) {
    if summaries.iter().flatten().all(|summary| summary.landed.is_empty()) {
        return;
    }
    for ((block, data), summary) in code.blocks.iter().zip(summaries) {
        let entered = block.number() == 0 || summary.as_ref().is_some_and(|summary| summary.is_entry);
        if entered && summary.as_ref().is_some_and(|summary| !summary.landed.is_empty()) {
            errors.push(at_start(block, CheckErrorKind::NoResult));
        }
        let (left, for_first) =
            summary.as_ref().map_or_else(Default::default, |summary| (summary.left, summary.left_for_first));
        for (n, &successor) in data.successors.iter().enumerate() {
            let left = if n > 0 && for_first { RegSet::EMPTY } else { left };
            let taken = summaries.get(successor.number() as usize).and_then(Option::as_ref);
            if taken.is_some_and(|taken| !taken.landed.difference(left).is_empty()) {
                errors.push(at_start(successor, CheckErrorKind::NoResult));
            }
        }
    }
}

/// Propagates obligations until they are met or broken.
fn discharge(
    code: &Code,
    summaries: &[Option<Summary>],
    work: &mut Vec<Obligation>,
    errors: &mut Vec<CheckError>,
) {
    let (reachable, entries) = reach(code, summaries);
    let predecessors = predecessors(code, &reachable);
    let moving = roots::moving(code);
    let mut seen = FxHashSet::default();
    work.reverse(); // a stack: the first obligation comes first
    while let Some(obligation) = work.pop() {
        let Obligation { block, location, tmp, user } = obligation;
        if !reachable.contains(block.number() as usize) || !seen.insert((block, location, tmp)) {
            continue;
        }
        let mut fail = |lost_in| {
            let kind = CheckErrorKind::WrongValue { tmp, lost_in: Some(lost_in) };
            errors.push(CheckError { kind, ..user });
        };
        if entries.contains(block.number() as usize) {
            fail(block);
            continue;
        }
        for &predecessor in predecessors.of(block) {
            let Some(summary) = summaries.get(predecessor.number() as usize).and_then(Option::as_ref) else {
                fail(predecessor);
                continue;
            };
            let alias = summary.aliases.binary_search_by_key(&tmp.number(), |alias| Some(alias.0));
            let name = alias.map_or(tmp, |at| Tmp::new(tmp.bank(), summary.aliases[at].1));
            // An alias stands for the other temporary at the block's entry; later definitions of that do not matter.
            let is_defined = |n: u32| summary.defined.binary_search(&n).is_ok();
            let is_moved = |n: u32| summary.moves && moving.contains(n as usize);
            let defined = alias.is_err() && tmp.number().is_some_and(|n| is_defined(n) || is_moved(n));
            let through = match summary.exits.binary_search_by_key(&location, |exit| exit.location) {
                Ok(index) => {
                    let exit = &summary.exits[index];
                    let held = &summary.held[exit.held.start as usize..exit.held.end as usize];
                    if held.iter().any(|number| Some(*number) == tmp.number()) {
                        continue;
                    }
                    exit.entry
                }
                Err(_) => Some(location),
            };
            match through {
                Some(location) if !defined => {
                    work.push(Obligation { block: predecessor, location, tmp: name, user });
                }
                _ => fail(predecessor),
            }
        }
    }
}

/// The reachable blocks, and the entry blocks.
fn reach(code: &Code, summaries: &[Option<Summary>]) -> (BitSet, BitSet) {
    let (mut reachable, mut entries) = (BitSet::default(), BitSet::default());
    let mut work = Vec::new();
    for (block, summary) in code.blocks.ids().zip(summaries) {
        if block.number() == 0 || summary.as_ref().is_some_and(|summary| summary.is_entry) {
            entries.insert(block.number() as usize);
            reachable.insert(block.number() as usize);
            work.push(block);
        }
    }
    while let Some(block) = work.pop() {
        for &successor in code.blocks.get(block).map_or(&[][..], |data| &data.successors) {
            if reachable.insert(successor.number() as usize) {
                work.push(successor);
            }
        }
    }
    (reachable, entries)
}

/// For each block, its reachable predecessors.
struct Predecessors {
    starts: Vec<u32>,
    blocks: Vec<BlockId>,
}

impl Predecessors {
    fn of(&self, block: BlockId) -> &[BlockId] {
        let index = block.number() as usize;
        match (self.starts.get(index), self.starts.get(index + 1)) {
            (Some(&start), Some(&end)) => &self.blocks[start as usize..end as usize],
            _ => &[],
        }
    }
}

fn predecessors(code: &Code, reachable: &BitSet) -> Predecessors {
    let edges = || {
        let from = code.blocks.iter().filter(|(block, _)| reachable.contains(block.number() as usize));
        let known = |to: &BlockId| code.blocks.contains(*to);
        from.flat_map(move |(block, data)| {
            data.successors.iter().copied().filter(known).map(move |to| (block, to))
        })
    };
    let mut starts = vec![0; code.blocks.len() + 1];
    edges().for_each(|(_, to)| starts[to.number() as usize + 1] += 1);
    for i in 1..starts.len() {
        starts[i] += starts[i - 1];
    }
    let mut next = starts.clone();
    let mut blocks = vec![BlockId::INVALID; starts.last().map_or(0, |end| *end as usize)];
    for (from, to) in edges() {
        let place = &mut next[to.number() as usize];
        blocks[*place as usize] = from;
        *place += 1;
    }
    Predecessors { starts, blocks }
}
