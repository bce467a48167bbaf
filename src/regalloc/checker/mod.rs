//! Proves an allocation right without knowing how it was made.
//!
//! **What is proved.** A trace holds every instruction twice: with temporaries, and with the registers and
//! slots that took their place. The proof is about facts "place L holds temporary T". A use of T in L is right
//! if that fact holds on every path to it.
//!
//! **Lattice.** Per program point the set of facts, ordered by inclusion; the meet at a block's entry is the
//! intersection over its predecessors, nothing at an entry of the procedure.
//!
//! **Transfer functions.** An inserted move makes the facts about its source those about its destination. A
//! remaking instruction, once it is the temporary's own, makes one. A move of the program adds its destination to
//! what its source's place holds: a value may have several names. A copy without code is only another name. A
//! definition ends all facts about its temporary, since copies of the old value are of no use, and all about its
//! place, and begins one. Clobbers, scratches and early definitions end facts about their places. Within an
//! instruction early writes come before early reads, and late writes before late reads; so two operands that share
//! a register against the roles' timings are an error.
//!
//! **Results of terminals.** They are left in fixed registers. Where they are taken, nothing has changed those
//! registers since the block's entry, and every block that leads there leaves results in them.
//!
//! **What callers keep.** Of the registers that the convention wants kept, only those in `Code::saved` are written,
//! which the prologue saves and every return restores; the others are never written, not even by a clobber.
//!
//! **Pinned registers.** They hold no temporary. Only an instruction of the program that names one writes it:
//! nothing that allocation inserted, no operand that was a temporary, no clobber.
//!
//! **Why that suffices.** By induction over an execution: if every fact is true before an instruction, every
//! use reads its temporary's value, so results agree with the program's, and every fact is true after it.
//!
//! **How it stays near linear.** Sets at block entries are never built. Each block is walked once with unknown
//! contents, "what was in L at the entry". A use that needs such a content is an *obligation* of the entry; it
//! goes to every predecessor, where the fact is made, or lost, or, if the predecessor leaves the place and the
//! temporary alone, becomes an obligation of its entry. Assumed around loops, that is the greatest solution, as
//! with intersection. The cost is one walk plus the number of facts that cross blocks and are needed.

mod block;

use super::Trace;
use super::trace::Location;
use crate::air::{BlockId, Code, Opcode, Slot, Tmp};
use crate::base::RegSet;
use crate::support::BitSet;
use block::BlockWalk;
use rustc_hash::FxHashSet;
use std::fmt;

/// What is wrong with an instruction of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckErrorKind {
    /// A place that is read does not hold the temporary, or not on every path.
    WrongValue {
        /// The temporary.
        tmp: Tmp,
        /// The block at whose end the value is lost, if it is not the same block.
        lost_in: Option<BlockId>,
    },
    /// A temporary that lives in one block is read in another.
    NotGlobal {
        /// The temporary.
        tmp: Tmp,
    },
    /// Two operands are in one register at the same time.
    Conflict,
    /// An operand is not in the register that its instruction demands.
    NotFixed,
    /// An operand is not what the program's operand may become.
    WrongOperand,
    /// The instruction has a form that its operands do not fit.
    WrongForm,
    /// A register is written that is pinned, and not where the program names it; or callee-saved and not restored;
    /// or not for allocation.
    ForbiddenRegister,
    /// A slot is used that is no whole home.
    WrongSlot,
    /// A remaking instruction is not the temporary's.
    WrongRemat {
        /// The temporary.
        tmp: Tmp,
    },
    /// An inserted instruction is no move between registers and slots.
    NotAMove,
    /// The instructions before and after allocation do not belong together.
    Mismatch,
    /// Something follows the terminal, or precedes the entry.
    OutOfBlock,
    /// A result is taken from a register in which a terminal that leads here does not leave one.
    NoResult,
}

/// One thing that is wrong, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckError {
    /// The block.
    pub block: BlockId,
    /// The number of the allocated instruction in the block, in forward order.
    pub inst: u32,
    /// Its opcode.
    pub opcode: Opcode,
    /// What is wrong with it.
    pub kind: CheckErrorKind,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, instruction {} ({}): ", self.block, self.inst, self.opcode.name())?;
        match self.kind {
            CheckErrorKind::WrongValue { tmp, lost_in: None } => write!(f, "{tmp:?} is not where it is read"),
            CheckErrorKind::WrongValue { tmp, lost_in: Some(block) } => {
                write!(f, "{tmp:?} is not where it is read if control comes through {block}")
            }
            CheckErrorKind::NotGlobal { tmp } => {
                write!(f, "{tmp:?} comes from another block, but is not global")
            }
            CheckErrorKind::Conflict => f.write_str("two operands are in one register at the same time"),
            CheckErrorKind::NotFixed => f.write_str("an operand is not in the register demanded"),
            CheckErrorKind::WrongOperand => f.write_str("an operand is not what it was"),
            CheckErrorKind::WrongForm => f.write_str("the operands do not fit the form"),
            CheckErrorKind::ForbiddenRegister => f.write_str("a register is written that must be kept"),
            CheckErrorKind::WrongSlot => f.write_str("a slot is no whole home"),
            CheckErrorKind::WrongRemat { tmp } => write!(f, "this does not make {tmp:?} again"),
            CheckErrorKind::NotAMove => f.write_str("an inserted instruction is no move"),
            CheckErrorKind::Mismatch => {
                f.write_str("code before and after allocation do not belong together")
            }
            CheckErrorKind::OutOfBlock => f.write_str("something is behind the terminal or before the entry"),
            CheckErrorKind::NoResult => f.write_str("no result is where one is taken"),
        }
    }
}

/// What a place holds when a block is left.
#[derive(Clone, Debug)]
pub(super) struct Exit {
    pub(super) location: Location,
    /// The place whose content at the block's entry this is, if it is one.
    pub(super) entry: Option<Location>,
    /// Temporaries that it holds, in `Summary::held`.
    pub(super) held: std::ops::Range<u32>,
}

/// What a block does to facts. Places and temporaries that are not mentioned are left alone.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    /// Sorted by location.
    pub(super) exits: Vec<Exit>,
    pub(super) held: Vec<u32>,
    /// The numbers of the temporaries defined, sorted.
    pub(super) defined: Vec<u32>,
    /// Pairs of those of them that have a value which a temporary had at the block's entry, and that one; sorted.
    pub(super) aliases: Vec<(u32, u32)>,
    /// True if control enters the procedure here.
    pub(super) is_entry: bool,
    /// Registers in which the terminal leaves results.
    pub(super) left: RegSet,
    /// They are there on the way to the first successor only.
    pub(super) left_for_first: bool,
    /// Registers in which results of the terminals that lead here are taken.
    pub(super) landed: RegSet,
}

/// A fact that must hold at a block's entry, and for which use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obligation {
    pub(super) block: BlockId,
    pub(super) location: Location,
    pub(super) tmp: Tmp,
    pub(super) user: CheckError,
}

/// Proves that the allocation in `trace` computes what the program in it does.
///
/// `code` is the code after allocation: of it are used the blocks' successors, temporaries, slots, specials
/// and the target; and, if it is whole code, its instructions, which must be those of the trace.
///
/// # Errors
///
/// Everything that is wrong, in the order of the trace; what is wrong between blocks comes last.
pub fn check(code: &Code, trace: &Trace) -> Result<(), Vec<CheckError>> {
    let mut errors = Vec::new();
    check_slots(code, &mut errors);
    let mut summaries: Vec<Option<Summary>> = vec![None; code.blocks.len()];
    let mut walk = BlockWalk::new(code, trace);
    for traced in &trace.blocks {
        let summary = walk.run(traced);
        match summaries.get_mut(traced.block.number() as usize) {
            Some(place @ None) => *place = Some(summary),
            _ => errors.push(at_start(traced.block, CheckErrorKind::Mismatch)), // unknown, or twice
        }
    }
    let (mut obligations, block_errors) = walk.finish();
    errors.extend(block_errors);
    check_landings(code, &summaries, &mut errors);
    discharge(code, &summaries, &mut obligations, &mut errors);
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

fn at_start(block: BlockId, kind: CheckErrorKind) -> CheckError {
    CheckError { block, inst: 0, opcode: Opcode::Nop, kind }
}

/// No two slots overlap.
fn check_slots(code: &Code, errors: &mut Vec<CheckError>) {
    let place = |slot: &Slot| Some((slot.offset?, slot.size));
    let mut places: Vec<_> = code.slots.values().filter_map(place).collect();
    places.sort_unstable();
    let overlap = |pair: &[(i32, u32)]| i64::from(pair[0].0) + i64::from(pair[0].1) > i64::from(pair[1].0);
    if places.windows(2).any(overlap) {
        errors.push(at_start(BlockId::new(0), CheckErrorKind::WrongSlot));
    }
}

/// Whatever leads to a block that takes results has left them there.
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

/// Follows obligations to where they are met or broken.
fn discharge(
    code: &Code,
    summaries: &[Option<Summary>],
    work: &mut Vec<Obligation>,
    errors: &mut Vec<CheckError>,
) {
    let (reachable, entries) = reach(code, summaries);
    let predecessors = predecessors(code, &reachable);
    let mut seen = FxHashSet::default();
    work.reverse(); // a stack: the first obligation is the first to be followed
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
            // An alias is what the other temporary was at the block's entry, whatever became of that since.
            let is_defined = |n: u32| summary.defined.binary_search(&n).is_ok();
            let defined = alias.is_err() && tmp.number().is_some_and(is_defined);
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

/// The blocks that control can reach, and those where it enters.
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

/// For each block the reachable blocks that go to it.
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
