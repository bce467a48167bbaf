//! Validation of machine code, before and after allocation.
//!
//! Blocks
//! - A1: Code has a block.
//! - A2: The instructions of a block are in the buffer.
//! - A3: An instruction is in one block only.
//! - A4: A block ends with a terminal.
//! - A5: Only the last instruction of a block is a terminal.
//! - A6: A block has as many successors as its terminal needs.
//! - A7: A successor is a block of the code.
//! - A8: A block's frequency is finite and not negative.
//! - A9: Entry is the first instruction of its block.
//!
//! Tables
//! - A10: A slot's alignment is a power of two, and it is in the frame below the saves, or above the return address.
//! - A11: A temporary's home is a spill slot, and its rematerialization is in the table.
//! - A12: A rematerialization is an instruction of the target that computes a value of the temporary's bank.
//! - A13: The cases of a switch differ.
//! - A14: Registers of specials and pinned ones exist on the target; kept ones are other allocatable ones.
//! - A15: A register that a special fixes is of its operand's bank.
//!
//! Operands
//! - A16: An instruction's form is one of its opcode and admits its operands.
//! - A17: An instruction's form is one of the target with its features.
//! - A18: A special describes each operand that follows it.
//! - A19: An operand that a special describes is of a kind that its role admits.
//! - A20: A slot, special, switch or symbol of an operand exists.
//! - A21: A temporary is in the table, with its bank; a register is the target's.
//! - A22: A register operand is of the bank that its specification requires.
//! - A23: An address is computed from general registers.
//! - A24: An index is scaled by at most 8, is not the stack pointer, and is extended only if the target supports it.
//! - A25: An access to a slot is inside the slot.
//! - A26: An access to outgoing arguments is inside their area.
//! - A27: A constant in memory has 32, 64 or 128 bits, and at least as many as are read.
//! - A28: Only memory accesses have the trap flag, and only allocated code has inserted instructions.
//!
//! Operands together
//! - A29: An instruction writes no register or temporary twice, and a scratch is no other operand.
//! - A30: A late use is not defined late by the same instruction.
//! - A31: An early definition is not used by the same instruction.
//! - A32: A fixed register holds at most one value at a time.
//!
//! Before allocation
//! - A33: Code names no allocatable register.
//! - A34: A rematerialized temporary has no defining instruction.
//! - A35: A use in reachable code is reached by a definition on some path.
//!
//! After allocation
//! - A36: There are no temporaries, and every slot has an offset.
//! - A37: An operand with a fixed register is in it.
//! - A38: Saved registers are kept, or callee-saved in a convention of the target; before allocation, pinned.
//! - A39: A register that the caller requires preserved is written only if it is saved.
//!
//! Pinned registers
//! - A40: No instruction clobbers a pinned register, and none that allocation inserted writes one.
//!
//! Terminals with results
//! - A41: The results of a terminal are in fixed registers.
//! - A42: Only inserted instructions precede Landing in its block.
//! - A43: All predecessors of Landing are terminals with results in its registers.
//!
//! Stackmaps
//! - A44: The values of an exit state are cold uses before the scratches; late uses in patchpoints.
//!
//! Checks
//! - A45: A check hides an operation that can trigger its exit, with its form's roles first; nothing else does.
//! - A46: A check's operands fit its form (allocated: any of the opcode); if undone, not in client memory.
//! - A47: A check's exit operands are late uses, unless its operation has no result or is undone.
//!
//! Entries
//! - A48: An EntrySwitch ends the first block, which has no predecessor, and has a successor.
//!
//! Flags
//! - A49: An instruction that reads flags directly follows one that sets them, except for inserted instructions.
//!
//! Jump tables
//! - A50: One TableSwitch uses a switch's table; before allocation, its address is rematerialized.
//!
//! Overflow
//! - A51: Only moves are between arithmetic that is marked as tested and the one test of its overflow, marked too.
//!
//! A35 requires one path only. A temporary may be written on one side of a branch and read after the join only when
//! that side was taken; only the program knows. A read that no write can reach is a fault. Proving that an allocation
//! is correct is the task of the allocation checker.
//!
//! Cost: one pass over the operands. A35 adds another one. It also adds a dataflow pass over the blocks for every 64
//! temporaries that some block reads before it writes them, which repeats once per nested loop.

mod check;
mod inst;
mod landing;
mod reach;
mod switches;
mod tables;

use super::opcode::Properties;
use super::{Arg, Block, BlockId, Code, Inst, Opcode};
use std::fmt;

macro_rules! rules {
    ($($name:ident: $sentence:literal;)*) => {
        /// A rule of the list in [`mod@crate::air::validate`].
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $sentence] $name,)*
        }

        impl Rule {
            /// All rules, in order of their numbers.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// The rule as a sentence.
            pub fn sentence(self) -> &'static str {
                const SENTENCES: &[&str] = &[$($sentence),*];
                SENTENCES[self as usize]
            }
        }
    };
}

rules! {
    Root: "Code has a block.";
    InstRange: "The instructions of a block are in the buffer.";
    InstOnce: "An instruction is in one block only.";
    BlockEnd: "A block ends with a terminal.";
    TerminalLast: "Only the last instruction of a block is a terminal.";
    SuccessorCount: "A block has as many successors as its terminal needs.";
    SuccessorExists: "A successor is a block of the code.";
    Frequency: "A block's frequency is finite and not negative.";
    EntryFirst: "Entry is the first instruction of its block.";
    Slot: "A slot's alignment is a power of two, and it is in the frame below the saves, or above the return address.";
    TmpInfo: "A temporary's home is a spill slot, and its rematerialization is in the table.";
    Remat: "A rematerialization is an instruction of the target that computes a value of the temporary's bank.";
    Cases: "The cases of a switch differ.";
    Registers: "Registers of specials and pinned ones exist on the target; kept ones are other allocatable ones.";
    FixedBank: "A register that a special fixes is of its operand's bank.";
    Form: "An instruction's form is one of its opcode and admits its operands.";
    FormTarget: "An instruction's form is one of the target with its features.";
    SpecialCount: "A special describes each operand that follows it.";
    SpecialKind: "An operand that a special describes is of a kind that its role admits.";
    Exists: "A slot, special, switch or symbol of an operand exists.";
    Tmp: "A temporary is in the table, with its bank; a register is the target's.";
    OperandBank: "A register operand is of the bank that its specification requires.";
    AddressBank: "An address is computed from general registers.";
    Index: "An index is scaled by at most 8, is not the stack pointer, and is extended only if the target supports it.";
    StackAccess: "An access to a slot is inside the slot.";
    CallArea: "An access to outgoing arguments is inside their area.";
    Constant: "A constant in memory has 32, 64 or 128 bits, and at least as many as are read.";
    Flags: "Only memory accesses have the trap flag, and only allocated code has inserted instructions.";
    WrittenOnce: "An instruction writes no register or temporary twice, and a scratch is no other operand.";
    LateUse: "A late use is not defined late by the same instruction.";
    EarlyDef: "An early definition is not used by the same instruction.";
    FixedConflict: "A fixed register holds at most one value at a time.";
    Allocatable: "Code names no allocatable register.";
    RematDef: "A rematerialized temporary has no defining instruction.";
    Reached: "A use in reachable code is reached by a definition on some path.";
    Allocated: "There are no temporaries, and every slot has an offset.";
    FixedPlace: "An operand with a fixed register is in it.";
    Saved:
        "Saved registers are kept, or callee-saved in a convention of the target; before allocation, pinned.";
    Kept: "A register that the caller requires preserved is written only if it is saved.";
    Pinned: "No instruction clobbers a pinned register, and none that allocation inserted writes one.";
    TerminalResult: "The results of a terminal are in fixed registers.";
    LandingFirst: "Only inserted instructions precede Landing in its block.";
    LandingFrom: "All predecessors of Landing are terminals with results in its registers.";
    StateOperands: "The values of an exit state are cold uses before the scratches; late uses in patchpoints.";
    Hidden: "A check hides an operation that can trigger its exit, with its form's roles first; nothing else does.";
    HiddenForm: "A check's operands fit its form (allocated: any of the opcode); if undone, not in client memory.";
    ReadAfter: "A check's exit operands are late uses, unless its operation has no result or is undone.";
    EntrySwitch: "An EntrySwitch ends the first block, which has no predecessor, and has a successor.";
    FlagsSet: "An instruction that reads flags directly follows one that sets them, except for inserted instructions.";
    Table: "One TableSwitch uses a switch's table; before allocation, its address is rematerialized.";
    Tested: "Only moves are between arithmetic that is marked as tested and the one test of its overflow, marked too.";
}

impl Rule {
    /// Its number in the list.
    pub fn number(self) -> usize {
        self as usize + 1
    }
}

/// `A7`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A{}", self.number())
    }
}

/// A broken rule and its location.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    /// The broken rule.
    pub rule: Rule,
    /// The block, unless the violation is not in a block.
    pub block: Option<BlockId>,
    /// The instruction, as its index in the block.
    pub inst: Option<u32>,
    /// The instruction as text; empty if there is none.
    pub text: String,
    /// What was found and what was expected.
    pub message: String,
}

/// `A22 at #3, instruction 4 (Move %ft1, %t2): operand 0 ...`.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule)?;
        if let Some(block) = self.block {
            write!(f, " at {block}")?;
        }
        if let Some(inst) = self.inst {
            write!(f, ", instruction {inst} ({})", self.text)?;
        }
        write!(f, ": {}", self.message)
    }
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Maximum number of violations that are collected.
pub const MAX_VIOLATIONS: usize = 1000;

/// The instruction being checked.
#[derive(Clone, Copy)]
struct At<'a> {
    block: BlockId,
    index: u32,
    inst: &'a Inst,
    args: &'a [Arg],
}

/// Collects violations.
struct Report<'a> {
    code: &'a Code,
    violations: Vec<Violation>,
}

impl Report<'_> {
    #[cold]
    fn add(&mut self, violation: Violation) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(violation);
        }
    }

    #[cold]
    fn table(&mut self, rule: Rule, message: String) {
        self.add(Violation { rule, block: None, inst: None, text: String::new(), message });
    }

    #[cold]
    fn block(&mut self, rule: Rule, block: BlockId, message: String) {
        self.add(Violation { rule, block: Some(block), inst: None, text: String::new(), message });
    }

    #[cold]
    fn inst(&mut self, rule: Rule, at: At<'_>, message: String) {
        let text = at.inst.display(&self.code.target, at.args).to_string();
        self.add(Violation { rule, block: Some(at.block), inst: Some(at.index), text, message });
    }
}

/// Checks all rules.
///
/// # Errors
/// The violations, at most [`MAX_VIOLATIONS`]: first those in tables, then in the order of the code.
pub fn validate(code: &Code) -> Result<(), Vec<Violation>> {
    let mut report = Report { code, violations: Vec::new() };
    tables::check(code, &mut report);
    let mut insts = inst::InstChecker::new(code);
    // The instruction ranges of the blocks that have instructions.
    let mut ranges = Vec::with_capacity(code.blocks.len());
    for (id, block) in code.blocks.iter() {
        if check_block(code, id, block, &mut report) {
            ranges.push((block.insts.start, block.insts.end, id));
        }
        for (index, inst) in (0..).zip(code.block_insts(block)) {
            match code.buffer.get_args(inst) {
                Some(args) => insts.check(At { block: id, index, inst, args }, &mut report),
                None => {
                    let at = At { block: id, index, inst, args: &[] };
                    report.inst(Rule::Form, at, String::from("the operands are not in the buffer"));
                }
            }
        }
    }
    ranges.sort_unstable_by_key(|(start, _, id)| (*start, id.number()));
    let mut covered = (0, BlockId::INVALID);
    for (start, end, id) in ranges {
        if start < covered.0 {
            report.block(Rule::InstOnce, id, format!("shares instructions with {}", covered.1));
        }
        if end > covered.0 {
            covered = (end, id);
        }
    }
    landing::check(code, &mut report);
    switches::check(code, &mut report);
    if !code.allocated {
        reach::check(code, &mut report);
    }
    if report.violations.is_empty() { Ok(()) } else { Err(report.violations) }
}

/// Checks a block except for its instructions. Returns true if it has any.
fn check_block(code: &Code, id: BlockId, block: &Block, report: &mut Report<'_>) -> bool {
    if !(block.frequency.is_finite() && block.frequency >= 0.0) {
        report.block(Rule::Frequency, id, format!("the frequency is {}", block.frequency));
    }
    for successor in &block.successors {
        if !code.blocks.contains(*successor) {
            report.block(Rule::SuccessorExists, id, format!("{successor} does not exist"));
        }
    }
    let insts = code.block_insts(block);
    if insts.len() as u32 != block.insts.end.wrapping_sub(block.insts.start) {
        let count = code.buffer.insts.len();
        report.block(Rule::InstRange, id, format!("it has {:?} of {count} instructions", block.insts));
        return false;
    }
    let Some((last, before)) = insts.split_last() else {
        report.block(Rule::BlockEnd, id, String::from("it has no instruction"));
        return false;
    };
    for (index, inst) in (0..).zip(before) {
        if inst.opcode.has(Properties::TERMINAL) {
            let at = At { block: id, index, inst, args: code.buffer.get_args(inst).unwrap_or(&[]) };
            report.inst(Rule::TerminalLast, at, String::from("instructions follow it"));
        }
    }
    let args = code.buffer.get_args(last).unwrap_or(&[]);
    let at = At { block: id, index: before.len() as u32, inst: last, args };
    let switches = |inst: &Inst| inst.opcode == Opcode::EntrySwitch;
    let root = code.blocks.values().next();
    if switches(last) && (id != BlockId::new(0) || block.successors.is_empty()) {
        let message = format!("it ends {id}, with {} successors", block.successors.len());
        report.inst(Rule::EntrySwitch, at, message);
    } else if block.successors.contains(&BlockId::new(0))
        && root.and_then(|root| code.block_insts(root).last()).is_some_and(switches)
    {
        report.block(
            Rule::EntrySwitch,
            id,
            String::from("it branches to the first block, which has an EntrySwitch"),
        );
    }
    if !last.opcode.has(Properties::TERMINAL) {
        report.inst(Rule::BlockEnd, at, String::from("the last instruction is not a terminal"));
    } else if let Some(expected) = successor_count(code, last.opcode, args)
        && block.successors.len() != expected
    {
        let found = block.successors.len();
        report.inst(Rule::SuccessorCount, at, format!("it has {found} successors, expected {expected}"));
    }
    true
}

/// Number of successors that a terminal needs. `None` if it may have any number or its switch is missing.
fn successor_count(code: &Code, opcode: Opcode, args: &[Arg]) -> Option<usize> {
    use Opcode::*;
    match opcode {
        Ret | TailCall | Trap => Some(0),
        Jump => Some(1),
        // One successor per entry.
        EntrySwitch => None,
        Switch32 | Switch64 | TableSwitch32 | TableSwitch64 => match args.first() {
            Some(Arg::Switch(id)) => Some(code.switches.get(*id)?.cases.len() + 1),
            _ => None,
        },
        TerminalPatch => None,
        _ => Some(2),
    }
}
