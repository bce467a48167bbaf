//! The decisions of the allocators of O1 and O2, for people: what every temporary got, and why.
//!
//! A [`Why`] is filled by [`super::LinearScan::explain`] and [`super::allocate`] and is nothing but a list of facts; only [`Why::comments`]
//! makes text of it. Without one, a decision costs the test whether there is one.

use crate::air::{BlockId, Code, SlotId, Tmp};
use crate::base::{Names, Reg};
use std::fmt::{self, Display, Formatter};

/// Why two sides of a move did not get one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Both are live at some point, and may differ there.
    LiveTogether,
    /// One of them is in memory between blocks, or is made again instead of loaded.
    InMemory,
    /// They are of different banks.
    OtherBank,
    /// Comparing their lives would take too long.
    TooMuchWork,
}

/// Why a temporary is in memory wherever a block begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Homed {
    /// The code has more liveness facts than its size allows, and this one's are many.
    TooManyFacts,
    /// Its value is made again wherever a block needs it.
    MadeAgain,
    /// A test wants it.
    Force,
}

/// Why a register was a temporary's wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// It was in it before.
    Before,
    /// An instruction reads it, or hands it over, in this register.
    Fixed {
        /// The instruction.
        inst: u32,
    },
    /// It is the result of an instruction, and an operand that ends there is in it: a move, or a tied operand.
    Operand {
        /// The instruction.
        inst: u32,
    },
    /// It is an operand that ends in an instruction whose result is in it.
    Result {
        /// The instruction.
        inst: u32,
    },
    /// A test wants it.
    Force,
}

/// Why a piece got a register.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Reason {
    /// It is free for the whole piece, and using it saves a move.
    Wished(Wish),
    /// It is the first that is free for the whole piece.
    Free,
    /// It is free for the longest time, if not to the end.
    FreeForAWhile {
        /// What going on from there costs.
        price: f32,
    },
    /// Nothing else is cheaper than to save and restore it.
    CalleeSaved {
        /// What saving and restoring costs.
        price: f32,
        /// What being in memory would have cost; `None` if that cannot be.
        memory: Option<f32>,
    },
    /// It was taken from another.
    Evicted {
        /// The other one, if there was one.
        from: Option<Tmp>,
        /// What that costs.
        price: f32,
        /// What being in memory would have cost; `None` if that cannot be.
        memory: Option<f32>,
    },
}

/// Why a temporary of several blocks lives where it does, all its life.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum ForLife {
    /// It comes to the procedure in this register.
    Arrives,
    /// The register is the first that is free wherever it lives.
    Free,
    /// The same; saving and restoring it is cheaper than memory.
    CalleeSaved {
        /// What saving and restoring costs.
        price: f32,
    },
    /// A test wants it there.
    Force,
    /// In memory: every register has another owner somewhere, is destroyed or fixed, or not worth saving.
    NoneFree,
    /// In memory: others would have to be, in crowded blocks.
    Crowded {
        /// What that would cost them.
        price: f32,
    },
    /// In memory: an instruction in one of its blocks needs nearly all registers.
    NoRoom,
}

/// Why a piece ends before its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// A call destroys the register.
    Call,
    /// An instruction other than a call needs or destroys the register.
    Claim,
    /// Another piece comes back to the register after a hole.
    Hole,
    /// The life has too many holes to look at all at once, or too many pieces wait for the register.
    LongLife,
    /// A test wants it.
    Force,
}

/// What was decided about a temporary, or about the bundle that it is the first of.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Decision {
    /// It and another one share every place.
    Joined {
        /// The other side of a move.
        with: Tmp,
    },
    /// A move's two sides have each a place of their own.
    Refused {
        /// The other side.
        with: Tmp,
        /// Why.
        because: Refusal,
    },
    /// It is in memory wherever a block begins.
    Homed(Homed),
    /// It lives in a register, or in memory between blocks, all its life.
    Lives {
        /// The register; `None` for memory.
        reg: Option<Reg>,
        /// How often it is mentioned, by the frequencies of blocks.
        weight: f32,
        /// Why.
        because: ForLife,
    },
    /// It gets a register for a while.
    Takes {
        /// The register.
        reg: Reg,
        /// The instruction at which the piece ends.
        end: u32,
        /// Why.
        because: Reason,
    },
    /// It leaves its register before its life is over.
    Split {
        /// The register, if it has one already.
        reg: Option<Reg>,
        /// The instruction where the reason is.
        conflict: u32,
        /// The reason.
        because: Split,
        /// It leaves in front of the loop in which that instruction is.
        at_loop: bool,
    },
    /// It loses its register to another.
    Evicted {
        /// The register.
        reg: Reg,
        /// The other one.
        by: Tmp,
        /// The instruction at which that happened.
        at: u32,
        /// What it costs that it is in memory from here on.
        price: f32,
        /// What it would have cost the other one; `None` if that must be in a register.
        other: Option<f32>,
        /// It leaves in front of the loop in which that instruction is.
        at_loop: bool,
    },
    /// No register is worth its price: it is in memory up to the next use that needs one.
    LeftInMemory {
        /// What that costs.
        price: f32,
        /// The cheapest register.
        register: Option<f32>,
    },
    /// It was in memory and is to get a register again, here.
    SecondChance {
        /// The use that asks for it.
        for_use: u32,
        /// In front of the loop in which that use is.
        at_loop: bool,
    },
    /// An instruction works on its slot.
    InPlace {
        /// The slot.
        slot: SlotId,
    },
    /// Its value is made again.
    MadeAgain {
        /// Where.
        reg: Reg,
    },
    /// A rare call destroys its register: it is stored before and loaded behind.
    SavedAroundCall {
        /// The register.
        reg: Reg,
    },
    /// It has a slot of the frame.
    Slot {
        /// The slot.
        slot: SlotId,
        /// Who had it before.
        after: Option<Tmp>,
        /// The slot is written at each definition, and not where the value leaves its register.
        at_definitions: bool,
        /// How often definitions happen.
        definitions: f32,
        /// How often it leaves its register.
        leaves: f32,
    },
    /// Moves of an edge have a block of their own.
    EdgeBlock {
        /// Where the edge comes from, before allocation.
        from: BlockId,
        /// Where it leads, before allocation.
        to: BlockId,
        /// How many moves.
        moves: u32,
    },
    /// Moves that happen at once form a ring.
    Cycle,
}

impl Decision {
    /// What kind of decision it is, as the text says it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Decision::Joined { .. } => "joined",
            Decision::Refused { .. } => "refused",
            Decision::Homed(_) => "homed",
            Decision::Lives { .. } => "lives",
            Decision::Takes { .. } => "takes",
            Decision::Split { .. } => "split",
            Decision::Evicted { .. } => "evicted",
            Decision::LeftInMemory { .. } => "left in memory",
            Decision::SecondChance { .. } => "second chance",
            Decision::InPlace { .. } => "in place",
            Decision::MadeAgain { .. } => "made again",
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
    /// The instruction, by its number before allocation; of an edge block, the one after allocation.
    pub inst: u32,
    /// Whose decision it is; a register if it is nobody's.
    pub tmp: Option<Tmp>,
    /// What was decided.
    pub decision: Decision,
}

/// All decisions about a procedure.
#[derive(Clone, Debug, Default)]
pub struct Why {
    pub(super) entries: Vec<Entry>,
    /// The code that was allocated.
    pub(super) program: Option<Box<Code>>,
    /// Where the code of each instruction begins in the result.
    pub(super) places: Vec<u32>,
    /// What else is in the bundles of these.
    pub(super) members: Vec<(Tmp, Vec<Tmp>)>,
    /// The prices that the scan compared last.
    pub(super) memory_price: Option<f32>,
    pub(super) price: f32,
    pub(super) register_price: Option<f32>,
    pub(super) placing: Option<Tmp>,
}

impl Why {
    /// One with nothing in it.
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

    /// Lines for [`Code::with_comments`]: in front of the instructions that became of each instruction, that
    /// instruction as it was, and what was decided there.
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
    names: &'a Names,
}

impl EntryText<'_> {
    fn reg(&self, reg: Reg) -> impl Display + '_ {
        Tmp::from(reg).display(self.names)
    }

    fn reason(&self, f: &mut Formatter<'_>, because: &Reason) -> fmt::Result {
        match *because {
            Reason::Free => f.write_str("the first that is free"),
            Reason::Wished(Wish::Before) => f.write_str("hinted: it was in it before"),
            Reason::Wished(Wish::Fixed { inst }) => write!(f, "hinted: wanted there at {inst}"),
            Reason::Wished(Wish::Operand { inst }) => write!(f, "hinted: an operand of {inst} leaves it"),
            Reason::Wished(Wish::Result { inst }) => write!(f, "hinted: the result of {inst} is in it"),
            Reason::Wished(Wish::Force) => f.write_str("by force"),
            Reason::FreeForAWhile { price } => write!(f, "free for a while, price of going on {price:.2}"),
            Reason::CalleeSaved { price, memory } => {
                write!(f, "callee-saved: save and restore {price:.2} < {} in memory", Price(memory))
            }
            Reason::Evicted { from: Some(from), price, memory } => {
                let memory = Price(memory);
                write!(f, "from {from:?}, whose price {price:.2} < {memory} in memory")
            }
            Reason::Evicted { from: None, .. } => f.write_str("the only one left"),
        }
    }
}

/// A price, or that it cannot be paid.
struct Price(Option<f32>);

impl Display for Price {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(price) => write!(f, "{price:.2}"),
            None => f.write_str("any price"),
        }
    }
}

impl Display for EntryText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Entry { tmp, decision, .. } = self.entry;
        if let Some(tmp) = tmp {
            write!(f, "{tmp:?}")?;
            if !matches!(decision, Decision::Joined { .. } | Decision::Refused { .. })
                && let Some((_, others)) = self.why.members.iter().find(|(first, _)| first == tmp)
            {
                let shown: Vec<String> = others.iter().take(4).map(|tmp| format!("{tmp:?}")).collect();
                let more = if others.len() > 4 { ", .." } else { "" };
                write!(f, " (and {}{more})", shown.join(", "))?;
            }
            f.write_str(" ")?;
        }
        let in_front = |at_loop: &bool| if *at_loop { ", in front of the loop" } else { "" };
        match decision {
            Decision::Joined { with } => write!(f, "and {with:?} joined in one bundle"),
            Decision::Refused { with, because } => {
                let because = match because {
                    Refusal::LiveTogether => "live at the same time",
                    Refusal::InMemory => "one is in memory between blocks, or made again",
                    Refusal::OtherBank => "of different banks",
                    Refusal::TooMuchWork => "too long to compare",
                };
                write!(f, "and {with:?} not joined: {because}")
            }
            Decision::Homed(because) => {
                f.write_str("in memory between blocks: ")?;
                f.write_str(match because {
                    Homed::TooManyFacts => "spilled for life above the liveness limit",
                    Homed::MadeAgain => "it is made again",
                    Homed::Force => "by force",
                })
            }
            Decision::Lives { reg, weight, because } => {
                match reg {
                    Some(reg) => write!(f, "lives in {}", self.reg(*reg))?,
                    None => f.write_str("in memory between blocks")?,
                }
                write!(f, ", mentioned {weight:.2} times: ")?;
                match because {
                    ForLife::Arrives => f.write_str("it comes there"),
                    ForLife::Free => f.write_str("the first that is free"),
                    ForLife::CalleeSaved { price } => {
                        write!(f, "callee-saved, save and restore {price:.2}")
                    }
                    ForLife::Force => f.write_str("by force"),
                    ForLife::NoneFree => f.write_str("no register is free wherever it lives"),
                    ForLife::Crowded { price } => write!(f, "price for others {price:.2}"),
                    ForLife::NoRoom => f.write_str("an instruction needs nearly all registers"),
                }
            }
            Decision::Takes { reg, end, because } => {
                write!(f, "gets {} up to {end}: ", self.reg(*reg))?;
                self.reason(f, because)
            }
            Decision::Split { reg, conflict, because, at_loop } => {
                let because = match because {
                    Split::Call => "a call destroys it",
                    Split::Claim => "claim of a fixed register",
                    Split::Hole => "another comes back to it",
                    Split::LongLife => "too many holes",
                    Split::Force => "by force",
                };
                match reg {
                    Some(reg) => write!(f, "leaves {}", self.reg(*reg))?,
                    None => f.write_str("goes on in another piece")?,
                }
                write!(f, ": split at {conflict}, {because}")?;
                f.write_str(in_front(at_loop))
            }
            Decision::Evicted { reg, by, at, price, other, at_loop } => {
                write!(f, "leaves {}: evicted by {by:?} at {at}", self.reg(*reg))?;
                write!(f, ", its price {price:.2} < {}{}", Price(*other), in_front(at_loop))
            }
            Decision::LeftInMemory { price, register } => {
                write!(f, "left in memory: price {price:.2}, a register's {}", Price(*register))
            }
            Decision::SecondChance { for_use, at_loop } => {
                write!(f, "gets a second chance for its use at {for_use}{}", in_front(at_loop))
            }
            Decision::InPlace { slot } => write!(f, "used in place, in {slot}"),
            Decision::MadeAgain { reg } => write!(f, "made again in {}", self.reg(*reg)),
            Decision::SavedAroundCall { reg } => {
                write!(f, "saved around a rare call that destroys {}", self.reg(*reg))
            }
            Decision::Slot { slot, after, at_definitions, definitions, leaves } => {
                write!(f, "lives in {slot} when in memory")?;
                if let Some(after) = after {
                    write!(f, ", as {after:?} did before")?;
                }
                let stored = if *at_definitions { "at definitions" } else { "where it leaves its register" };
                write!(f, ", stored {stored}: definitions {definitions:.2}, leaving {leaves:.2}")
            }
            Decision::EdgeBlock { from, to, moves } => {
                write!(f, "block made for {moves} moves on the edge from {from} to {to}")
            }
            Decision::Cycle => f.write_str("cycle of moves, broken with a scratch"),
        }
    }
}
