//! The decisions of the allocators of O1 and O2, with their reasons: for people and tests.
//!
//! [`super::LinearScan::allocate_within`] and [`super::allocate`] fill a [`Why`], a list of facts. Only
//! [`Why::comments`] creates text. Without a [`Why`], each decision costs one test.

use crate::air::{BlockId, Code, SlotId, Tmp};
use crate::base::{Reg, RegNames};
use std::fmt::{self, Display, Formatter};

/// Why two sides of a move were not coalesced.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Both are live at some point, and may differ there.
    LiveTogether,
    /// One is in memory between blocks, or rematerialized.
    InMemory,
    /// They are in different banks.
    OtherBank,
    /// Comparing their ranges would exceed the budget.
    BudgetSpent,
}

/// Why a temporary is in memory at every block entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Homed {
    /// The code has more liveness facts than its size allows, and this temporary has many.
    TooManyFacts,
    /// It is rematerialized where a block needs it.
    Rematerialized,
    /// A forced mode.
    Force,
}

/// The source of a register hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HintSource {
    /// An earlier interval of the same bundle was in it.
    Before,
    /// An instruction reads or defines the value in this fixed register.
    Fixed {
        /// The instruction.
        inst: u32,
    },
    /// It is a result, and an operand that dies at the instruction is in the register: a move, or a tied operand.
    Operand {
        /// The instruction.
        inst: u32,
    },
    /// It is an operand that dies at an instruction whose result is in the register.
    Result {
        /// The instruction.
        inst: u32,
    },
    /// A forced mode.
    Force,
}

/// Why an interval got its register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// A hint: the register is free for the whole interval and saves a move.
    Hinted(HintSource),
    /// The first register that is free for the whole interval.
    Free,
    /// The register that is free for longest, but not to the end.
    FreeForAWhile {
        /// The spill cost from the end of that part on.
        price: f32,
    },
    /// A new callee-saved register, cheaper than any alternative.
    CalleeSaved {
        /// The cost of saving and restoring it.
        price: f32,
        /// The cost of memory instead; `None` if memory is impossible.
        memory: Option<f32>,
    },
    /// Its occupant was evicted.
    Evicted {
        /// The occupant, if there was one.
        from: Option<Tmp>,
        /// The cost of that.
        price: f32,
        /// The cost of memory instead; `None` if memory is impossible.
        memory: Option<f32>,
    },
}

/// Why a global temporary has a register for its whole lifetime, or is in memory between blocks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum LifetimeReason {
    /// It arrives in this register at the procedure's entry.
    Arrives,
    /// The first register that is free in all of its blocks.
    Free,
    /// The same, for a callee-saved register that is cheaper to save and restore than memory.
    CalleeSaved {
        /// The cost of saving and restoring.
        price: f32,
    },
    /// A forced mode.
    Force,
    /// In memory: in some of its blocks, each register is assigned, fixed or clobbered, or it is not worth saving.
    NoneFree,
    /// In memory: in crowded blocks, local values would have to be spilled.
    Crowded {
        /// The cost of spilling them.
        price: f32,
    },
    /// In memory: an instruction in one of its blocks needs nearly all registers.
    NoRoom,
}

/// Why an interval was split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// A call clobbers the register.
    Call,
    /// Another instruction fixes or clobbers the register.
    FixedRange,
    /// An inactive interval resumes in the register after its lifetime hole.
    Hole,
    /// Too many lifetime holes to examine at once, or too many inactive intervals in the register.
    TooManyHoles,
    /// A forced mode.
    Force,
}

/// A decision about a temporary, or about the bundle that it represents.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Decision {
    /// Coalesced with another temporary.
    Coalesced {
        /// The other side of the move.
        with: Tmp,
    },
    /// The sides of a move were not coalesced.
    Refused {
        /// The other side.
        with: Tmp,
        /// The reason.
        because: Refusal,
    },
    /// In memory at every block entry.
    Homed(Homed),
    /// Has a register for its whole lifetime, or is in memory between blocks.
    GlobalReg {
        /// The register; `None` for memory.
        reg: Option<Reg>,
        /// Number of mentions, weighted by block frequency.
        weight: f32,
        /// The reason.
        because: LifetimeReason,
    },
    /// An interval gets a register.
    Takes {
        /// The register.
        reg: Reg,
        /// The instruction at which the interval ends.
        end: u32,
        /// The reason.
        because: Reason,
    },
    /// An interval ends before its value dies.
    Split {
        /// The register, if it has one already.
        reg: Option<Reg>,
        /// The instruction with the conflict.
        conflict: u32,
        /// The reason.
        because: Split,
        /// True if it ends before the loop that contains that instruction.
        at_loop: bool,
    },
    /// An interval is evicted.
    Evicted {
        /// The register.
        reg: Reg,
        /// The temporary that gets the register.
        by: Tmp,
        /// The instruction at which that gets it.
        at: u32,
        /// The spill cost of the evicted temporary from here on.
        price: f32,
        /// The spill cost of the other one; `None` if that needs a register.
        other: Option<f32>,
        /// True if the eviction takes effect before the loop that contains that instruction.
        at_loop: bool,
    },
    /// No register is worth its cost: in memory up to the next use that needs one.
    LeftInMemory {
        /// The spill cost.
        price: f32,
        /// The cost of the cheapest register, if any.
        register: Option<f32>,
    },
    /// A value in memory gets another interval here.
    SecondChance {
        /// The use that needs it.
        for_use: u32,
        /// True if the interval starts before the loop that contains that use.
        at_loop: bool,
    },
    /// An instruction accesses the value in its slot.
    InPlace {
        /// The slot.
        slot: SlotId,
    },
    /// The value is rematerialized.
    Rematerialized {
        /// In this register.
        reg: Reg,
    },
    /// A rare call clobbers its register: stored before the call and reloaded after it.
    SavedAroundCall {
        /// The register.
        reg: Reg,
    },
    /// Has a spill slot.
    Slot {
        /// The slot.
        slot: SlotId,
        /// The previous owner of the slot.
        after: Option<Tmp>,
        /// True if it is stored after its definitions, false if where it leaves its register.
        at_definitions: bool,
        /// The weight of the definitions.
        definitions: f32,
        /// The weight of the points where it leaves its register.
        leaves: f32,
    },
    /// The moves of an edge get a block of their own.
    EdgeBlock {
        /// The source of the edge, before allocation.
        from: BlockId,
        /// The target of the edge, before allocation.
        to: BlockId,
        /// Number of moves.
        moves: u32,
    },
    /// A parallel move contains a cycle.
    Cycle,
}

impl Decision {
    /// The kind of the decision, as in the text.
    pub const fn kind(&self) -> &'static str {
        match self {
            Decision::Coalesced { .. } => "coalesced",
            Decision::Refused { .. } => "refused",
            Decision::Homed(_) => "homed",
            Decision::GlobalReg { .. } => "lives",
            Decision::Takes { .. } => "takes",
            Decision::Split { .. } => "split",
            Decision::Evicted { .. } => "evicted",
            Decision::LeftInMemory { .. } => "left in memory",
            Decision::SecondChance { .. } => "second chance",
            Decision::InPlace { .. } => "in place",
            Decision::Rematerialized { .. } => "rematerialized",
            Decision::SavedAroundCall { .. } => "saved around a call",
            Decision::Slot { .. } => "slot",
            Decision::EdgeBlock { .. } => "edge block",
            Decision::Cycle => "cycle",
        }
    }
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Entry {
    /// The instruction number before allocation; for an edge block, after allocation.
    pub inst: u32,
    /// The temporary concerned, if any.
    pub tmp: Option<Tmp>,
    /// The decision.
    pub decision: Decision,
}

/// All decisions about a procedure.
#[derive(Clone, Debug, Default)]
pub struct Why {
    pub(super) entries: Vec<Entry>,
    /// The code before allocation.
    pub(super) program: Option<Box<Code>>,
    /// By instruction, the position of its code in the result.
    pub(super) places: Vec<u32>,
    /// The representatives of bundles, and their other temporaries.
    pub(super) members: Vec<(Tmp, Vec<Tmp>)>,
    /// The costs compared by the scan last.
    pub(super) memory_price: Option<f32>,
    pub(super) price: f32,
    pub(super) register_price: Option<f32>,
    pub(super) placing: Option<Tmp>,
}

impl Why {
    /// An empty list.
    pub fn new() -> Why {
        Why::default()
    }

    /// All decisions, in the order in which they were made.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The code that instruction numbers refer to.
    pub fn program(&self) -> Option<&Code> {
        self.program.as_deref()
    }

    /// A decision as a sentence, with the names of the registers of a target.
    pub fn sentence<'a>(&'a self, entry: &'a Entry, names: &'a RegNames) -> impl Display + 'a {
        EntryText { why: self, entry, names }
    }

    /// Lines for [`Code::with_comments`]: each original instruction and its decisions, before its code.
    pub fn comments(&self, allocated: &Code) -> Vec<(u32, String)> {
        let names = allocated.target.desc.names;
        let mut lines = Vec::new();
        let at_edge = |entry: &&Entry| matches!(entry.decision, Decision::EdgeBlock { .. });
        let mut entries: Vec<&Entry> = self.entries.iter().filter(|entry| !at_edge(entry)).collect();
        entries.sort_by_key(|entry| entry.inst);
        let mut next = entries.into_iter().peekable();
        for (number, place) in (0..).zip(&self.places) {
            let program = self.program().map(|code| (code, code.buffer.insts.get(number as usize)));
            if let Some((code, Some(inst))) = program {
                let args = code.buffer.get_args(inst).unwrap_or(&[]);
                lines.push((*place, format!("{number}: {}", inst.display(&code.target, args))));
            }
            while let Some(entry) = next.next_if(|entry| entry.inst <= number) {
                lines.push((*place, format!("    {}", EntryText { why: self, entry, names })));
            }
        }
        for entry in self.entries.iter().filter(at_edge) {
            lines.push((entry.inst, EntryText { why: self, entry, names }.to_string()));
        }
        lines.sort_by_key(|line| line.0);
        lines
    }
}

struct EntryText<'a> {
    why: &'a Why,
    entry: &'a Entry,
    names: &'a RegNames,
}

impl EntryText<'_> {
    fn reg(&self, reg: Reg) -> impl Display + '_ {
        Tmp::from(reg).display(self.names)
    }

    fn reason(&self, f: &mut Formatter<'_>, because: &Reason) -> fmt::Result {
        match *because {
            Reason::Free => f.write_str("the first that is free"),
            Reason::Hinted(HintSource::Before) => f.write_str("hinted: its register before"),
            Reason::Hinted(HintSource::Fixed { inst }) => write!(f, "hinted: fixed operand of {inst}"),
            Reason::Hinted(HintSource::Operand { inst }) => {
                write!(f, "hinted: an operand of {inst} dies in it")
            }
            Reason::Hinted(HintSource::Result { inst }) => write!(f, "hinted: the result of {inst} is in it"),
            Reason::Hinted(HintSource::Force) => f.write_str("by force"),
            Reason::FreeForAWhile { price } => write!(f, "free for a part, cost of the rest {price:.2}"),
            Reason::CalleeSaved { price, memory } => {
                write!(f, "callee-saved: save and restore {price:.2} < {} in memory", Price(memory))
            }
            Reason::Evicted { from: Some(from), price, memory } => {
                let memory = Price(memory);
                write!(f, "from {from:?}, whose cost {price:.2} < {memory} in memory")
            }
            Reason::Evicted { from: None, .. } => f.write_str("the only one left"),
        }
    }
}

/// A cost; `None` if no cost is too high.
struct Price(Option<f32>);

impl Display for Price {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(price) => write!(f, "{price:.2}"),
            None => f.write_str("any cost"),
        }
    }
}

impl Display for EntryText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Entry { tmp, decision, .. } = self.entry;
        if let Some(tmp) = tmp {
            write!(f, "{tmp:?}")?;
            if !matches!(decision, Decision::Coalesced { .. } | Decision::Refused { .. })
                && let Some((_, others)) = self.why.members.iter().find(|(first, _)| first == tmp)
            {
                let shown: Vec<String> = others.iter().take(4).map(|tmp| format!("{tmp:?}")).collect();
                let more = if others.len() > 4 { ", .." } else { "" };
                write!(f, " (and {}{more})", shown.join(", "))?;
            }
            f.write_str(" ")?;
        }
        let in_front = |at_loop: &bool| if *at_loop { ", before the loop" } else { "" };
        match decision {
            Decision::Coalesced { with } => write!(f, "and {with:?} coalesced"),
            Decision::Refused { with, because } => {
                let because = match because {
                    Refusal::LiveTogether => "live at the same time",
                    Refusal::InMemory => "one is in memory between blocks, or rematerialized",
                    Refusal::OtherBank => "of different banks",
                    Refusal::BudgetSpent => "budget for comparisons spent",
                };
                write!(f, "and {with:?} not coalesced: {because}")
            }
            Decision::Homed(because) => {
                f.write_str("in memory between blocks: ")?;
                f.write_str(match because {
                    Homed::TooManyFacts => "above the liveness limit",
                    Homed::Rematerialized => "rematerialized",
                    Homed::Force => "by force",
                })
            }
            Decision::GlobalReg { reg, weight, because } => {
                match reg {
                    Some(reg) => write!(f, "global register {}", self.reg(*reg))?,
                    None => f.write_str("in memory between blocks")?,
                }
                write!(f, ", mentioned {weight:.2} times: ")?;
                match because {
                    LifetimeReason::Arrives => f.write_str("arrives there"),
                    LifetimeReason::Free => f.write_str("the first that is free"),
                    LifetimeReason::CalleeSaved { price } => {
                        write!(f, "callee-saved, save and restore {price:.2}")
                    }
                    LifetimeReason::Force => f.write_str("by force"),
                    LifetimeReason::NoneFree => f.write_str("no register is free in all of its blocks"),
                    LifetimeReason::Crowded { price } => write!(f, "cost for local values {price:.2}"),
                    LifetimeReason::NoRoom => f.write_str("an instruction needs nearly all registers"),
                }
            }
            Decision::Takes { reg, end, because } => {
                write!(f, "gets {} up to {end}: ", self.reg(*reg))?;
                self.reason(f, because)
            }
            Decision::Split { reg, conflict, because, at_loop } => {
                let because = match because {
                    Split::Call => "a call destroys it",
                    Split::FixedRange => "fixed register",
                    Split::Hole => "another interval resumes in it",
                    Split::TooManyHoles => "too many lifetime holes",
                    Split::Force => "by force",
                };
                match reg {
                    Some(reg) => write!(f, "leaves {}", self.reg(*reg))?,
                    None => f.write_str("continues in another interval")?,
                }
                write!(f, ": split at {conflict}, {because}")?;
                f.write_str(in_front(at_loop))
            }
            Decision::Evicted { reg, by, at, price, other, at_loop } => {
                write!(f, "leaves {}: evicted by {by:?} at {at}", self.reg(*reg))?;
                write!(f, ", its cost {price:.2} < {}{}", Price(*other), in_front(at_loop))
            }
            Decision::LeftInMemory { price, register } => {
                write!(f, "left in memory: cost {price:.2}, a register's {}", Price(*register))
            }
            Decision::SecondChance { for_use, at_loop } => {
                write!(f, "gets a second chance for its use at {for_use}{}", in_front(at_loop))
            }
            Decision::InPlace { slot } => write!(f, "used in place, in {slot}"),
            Decision::Rematerialized { reg } => write!(f, "rematerialized in {}", self.reg(*reg)),
            Decision::SavedAroundCall { reg } => {
                write!(f, "saved around a rare call that clobbers {}", self.reg(*reg))
            }
            Decision::Slot { slot, after, at_definitions, definitions, leaves } => {
                write!(f, "spill slot {slot}")?;
                if let Some(after) = after {
                    write!(f, ", reused after {after:?}")?;
                }
                let stored = if *at_definitions { "at definitions" } else { "where it leaves its register" };
                write!(f, ", stored {stored}: definitions {definitions:.2}, leaving {leaves:.2}")
            }
            Decision::EdgeBlock { from, to, moves } => {
                write!(f, "block added for {moves} moves on the edge from {from} to {to}")
            }
            Decision::Cycle => f.write_str("cycle of moves, broken with a scratch"),
        }
    }
}
