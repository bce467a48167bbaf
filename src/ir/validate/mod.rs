//! The validity rules of procedures and modules.
//!
//! Blocks
//! - V1: A procedure has a root, and no more than 2^28 blocks.
//! - V2: A block ends with a terminal.
//! - V3: Only the last value of a block is a terminal.
//! - V4: A block has as many successors as its terminal needs.
//! - V5: A successor is a block of the procedure.
//! - V6: A block's frequency is finite and not negative.
//! - V7: Each entry of a block is a value of the procedure, listed once.
//! - V8: Every value but Nop is in a block.
//!
//! Operands
//! - V9: An operand is a value of the procedure, is in a block, and is not Void.
//! - V10: A value has at least the operands of its opcode.
//! - V11: An operand is defined before its use: earlier in the block, or in a block that dominates it.
//! - V12: A value in unreachable code does not depend on itself.
//!
//! Types and flags
//! - V13: An operand has the type that the opcode takes.
//! - V14: A value has the type that the opcode gives.
//! - V15: A tuple has elements, at most 1,024, and they are scalars.
//! - V16: A flag is set only where it has a meaning.
//!
//! Payloads
//! - V17: A 32-bit constant has 32 bits.
//! - V18: An Upsilon writes a Phi of its operand's type.
//! - V19: Get and Set name a variable, and have its type.
//! - V20: A variable is a scalar or a tuple.
//! - V21: Extract names an element of its operand, and has its type.
//! - V22: Return has the results of the signature.
//! - V23: The signature has scalars, and its results fit the convention, which the target has.
//! - V24: SlotBase names a stack slot.
//! - V25: A stack slot can be laid out, and a forced one does not overlap the saved frame pointer and return address.
//! - V26: An access at a constant offset from a stack slot is inside the slot.
//! - V27: ArgumentReg names a register of the target, but the stack and frame pointers, of its type's bank.
//! - V28: A symbol is one of the procedure.
//! - V29: An operation with two heap ranges has them.
//! - V30: A call has data that fits it: a convention, fixed arguments, and successors only if it is exceptional.
//! - V31: A call passes scalars, and its results fit its convention.
//! - V32: TailCall is in the procedure's convention, in which the callee pops.
//! - V33: Code that may leave the procedure reads memory, because the code that continues may.
//! - V34: A value with a stackmap has it; its generator and exit state are the procedure's.
//! - V35: A stackmap has no more constraints than operands and results.
//! - V36: A constraint suits its operand or result, names no pinned register, and has a location of its own.
//! - V37: Clobbers and scratch registers are not reserved by the target; no clobber is pinned.
//! - V38: The cases of a Switch differ and have its operand's type.
//! - V39: An EntrySwitch ends the root, which has no predecessors, with one successor per entry.
//! - V40: A trap has a code.
//! - V41: Pinned registers can be pinned on the target.
//! - V42: A frame of an exit state has a parent that is not inside it; its objects and constants exist.
//! - V43: A value in an exit state is a scalar defined before; a reference is marked as one.
//! - V44: A derived value is an Int64 and no reference; its base is a reference that is defined before.
//! - V45: A value computed from a reference and not declared derived is not live across a safepoint.
//!
//! Modules
//! - V46: A name is defined once in a module.
//! - V47: A symbol is defined in the module.
//! - V48: A call by name agrees with what it calls: parameters, results, convention.
//! - V49: Procedures of a module have the same target.
//!
//! Pinned registers
//! - V50: GetPinned and SetPinned name a pinned register of their value's bank, and ArgumentReg names none.
//! - V51: Conventions in use pass nothing in pinned registers, and those of calls preserve or share them.
//! - V52: A procedure called with a convention that shares pinned registers has the same as its caller.
//!
//! Calls that throw
//! - V53: A throwing call's result is used only where its normal successor, entered by it only, dominates.
//! - V54: A block with weights has one for each successor, and not only zeros; a cold block is one of the procedure.
//!
//! Atomic accesses
//! - V55: An atomic access or fence has an order that its opcode allows.
//! - V56: An atomic access has 64 bits for an Int64, and 8, 16 or 32 for an Int32.
//!
//! OSR entries
//! - V57: The state of an OSR entry has loads, in the entry's block, of words from the buffer in the first argument.
//!
//! Vectors
//! - V58: A constant vector has its bits.
//! - V59: A vector operation has lanes that its opcode admits, and takes or gives a lane of their type and number.
//!
//! Not errors: the root may have predecessors, as in B3, unless there are several entries. Unreachable code is checked
//! like any other, except for dominance across blocks, which is meaningless there. A Phi read before any Upsilon is
//! valid and has unspecified bits.
//!
//! Cost: one pass over the edges, and one over the values, with one table lookup per value for its types and one entry
//! of [`Facts`] per operand. If dominators come first in layout order, dominance follows from the edges alone
//! ([`ForwardDominators`]). For other orders, [`Dominators`] are computed when an operand is neither in the root nor in
//! the same block. Everything is linear except dominators and exit states, of which each frame is visited once per
//! block that names it. The properties of all values found on the way are kept as [`Facts`] for instruction selection.

#[cfg(test)]
mod atomic_cases;
mod facts;
mod fast_path;
#[cfg(test)]
mod hint_cases;
mod hints;
mod module;
mod payload;
mod references;
mod stackmap;
mod states;
mod tables;
#[cfg(test)]
mod throwing_call_cases;
mod throwing_calls;
mod types;
mod walk;

#[cfg(test)]
mod cases;
#[cfg(test)]
mod pinned_cases;
#[cfg(test)]
mod stackmap_cases;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod vector_cases;

pub use facts::{Contents, Facts, UseFlags, ValueFacts};
pub use module::validate_module;
pub(crate) use module::{validate_links, validate_own_calls};

use super::{BlockId, Procedure, ValueId};
use crate::analysis::{Dominators, ForwardDominators, Predecessors};
use crate::support::Entity;
use std::fmt;
use std::panic::Location;

macro_rules! rules {
    ($($name:ident: $sentence:literal;)*) => {
        /// A rule of the list in [`crate::ir::validate`](mod@crate::ir::validate).
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $sentence] $name,)*
        }

        impl Rule {
            /// All rules, in order of their numbers.
            pub const ALL: &[Rule] = &[$(Rule::$name),*];

            /// The text of the rule.
            pub fn sentence(self) -> &'static str {
                const SENTENCES: &[&str] = &[$($sentence),*];
                SENTENCES[self as usize]
            }
        }
    };
}

rules! {
    Root: "A procedure has a root, and no more than 2^28 blocks.";
    BlockEnd: "A block ends with a terminal.";
    TerminalLast: "Only the last value of a block is a terminal.";
    SuccessorCount: "A block has as many successors as its terminal needs.";
    SuccessorExists: "A successor is a block of the procedure.";
    Frequency: "A block's frequency is finite and not negative.";
    ListedOnce: "Each entry of a block is a value of the procedure, listed once.";
    InBlock: "Every value but Nop is in a block.";
    OperandExists: "An operand is a value of the procedure, is in a block, and is not Void.";
    OperandCount: "A value has at least the operands of its opcode.";
    DefinedBefore: "An operand is defined before its use: earlier in the block, or in a block that dominates it.";
    NoCycle: "A value in unreachable code does not depend on itself.";
    OperandType: "An operand has the type that the opcode takes.";
    ResultType: "A value has the type that the opcode gives.";
    Tuple: "A tuple has elements, at most 1,024, and they are scalars.";
    Flags: "A flag is set only where it has a meaning.";
    ConstantBits: "A 32-bit constant has 32 bits.";
    Upsilon: "An Upsilon writes a Phi of its operand's type.";
    VariableAccess: "Get and Set name a variable, and have its type.";
    Variable: "A variable is a scalar or a tuple.";
    Extract: "Extract names an element of its operand, and has its type.";
    Return: "Return has the results of the signature.";
    Signature: "The signature has scalars, and its results fit the convention, which the target has.";
    SlotBase: "SlotBase names a stack slot.";
    StackSlot:
        "A stack slot can be laid out, and a forced one does not overlap the saved frame pointer and return address.";
    SlotAccess: "An access at a constant offset from a stack slot is inside the slot.";
    ArgumentReg:
        "ArgumentReg names a register of the target, but the stack and frame pointers, of its type's bank.";
    Symbol: "A symbol is one of the procedure.";
    Ranges: "An operation with two heap ranges has them.";
    CallData: "A call has data that fits it: a convention, fixed arguments, and successors only if it is exceptional.";
    CallTypes: "A call passes scalars, and its results fit its convention.";
    TailCall: "TailCall is in the procedure's convention, in which the callee pops.";
    ExitReads: "Code that may leave the procedure reads memory, because the code that continues may.";
    Stackmap: "A value with a stackmap has it; its generator and exit state are the procedure's.";
    RepCount: "A stackmap has no more constraints than operands and results.";
    Rep: "A constraint suits its operand or result, names no pinned register, and has a location of its own.";
    Clobber: "Clobbers and scratch registers are not reserved by the target; no clobber is pinned.";
    Switch: "The cases of a Switch differ and have its operand's type.";
    EntrySwitch: "An EntrySwitch ends the root, which has no predecessors, with one successor per entry.";
    TrapCode: "A trap has a code.";
    Pinned: "Pinned registers can be pinned on the target.";
    StateFrame: "A frame of an exit state has a parent that is not inside it; its objects and constants exist.";
    StateValue: "A value in an exit state is a scalar defined before; a reference is marked as one.";
    Derived: "A derived value is an Int64 and no reference; its base is a reference that is defined before.";
    Safepoint:
        "A value computed from a reference and not declared derived is not live across a safepoint.";
    UniqueName: "A name is defined once in a module.";
    DefinedSymbol: "A symbol is defined in the module.";
    CallAgrees: "A call by name agrees with what it calls: parameters, results, convention.";
    SameTarget: "Procedures of a module have the same target.";
    PinnedAccess:
        "GetPinned and SetPinned name a pinned register of their value's bank, and ArgumentReg names none.";
    PinnedCall:
        "Conventions in use pass nothing in pinned registers, and those of calls preserve or share them.";
    PinnedShared: "A procedure called with a convention that shares pinned registers has the same as its caller.";
    ThrownResult: "A throwing call's result is used only where its normal successor, entered by it only, dominates.";
    Hints: "A block with weights has one for each successor, and not only zeros; a cold block is one of the procedure.";
    MemoryOrder: "An atomic access or fence has an order that its opcode allows.";
    AtomicWidth: "An atomic access has 64 bits for an Int64, and 8, 16 or 32 for an Int32.";
    OsrEntry: "The state of an OSR entry has loads, in the entry's block, of words from the buffer in the first argument.";
    Vector: "A constant vector has its bits.";
    Lanes: "A vector operation has lanes that its opcode admits, and takes or gives a lane of their type and number.";
}

impl Rule {
    /// The number of the rule in the list.
    pub fn number(self) -> usize {
        self as usize + 1
    }
}

/// `V7`: the text format.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{}", self.number())
    }
}

/// A violation of a rule.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The procedure, if a module was validated.
    pub procedure: Option<String>,
    /// The block; `None` if the violation is not in a block.
    pub block: Option<BlockId>,
    /// The value that violates the rule, if any.
    pub value: Option<ValueId>,
    /// The value as text; empty if there is none.
    pub text: String,
    /// What was found, and what was expected.
    pub message: String,
    /// The source location that built the value, if recorded.
    pub place: Option<&'static Location<'static>>,
}

/// `V13 at #3 @12 (Int32 @12 = Add(@1, @2)): operand 2 has type Int64, expected Int32`, then the source location.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule)?;
        if let Some(procedure) = &self.procedure {
            write!(f, " in {procedure}")?;
        }
        if let Some(block) = self.block {
            write!(f, " at {block}")?;
        }
        if let Some(value) = self.value {
            write!(f, "{} {value} ({})", if self.block.is_some() { "" } else { " at" }, self.text)?;
        }
        write!(f, ": {}", self.message)?;
        match self.place {
            Some(place) => write!(f, ", built at {place}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Maximum number of violations collected.
pub const MAX_VIOLATIONS: usize = 1000;

#[derive(Debug, Default)]
struct Report {
    violations: Vec<Violation>,
}

impl Report {
    /// Adds a violation by a value, a block, or the procedure.
    #[cold]
    #[inline(never)]
    fn add(
        &mut self,
        proc: &Procedure,
        rule: Rule,
        block: Option<BlockId>,
        value: Option<ValueId>,
        message: String,
    ) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(Violation {
                rule,
                procedure: None,
                block,
                value,
                text: value.map_or(String::new(), |id| shortened(proc.display_value(id, block))),
                message,
                place: value.and_then(|id| proc.place(id)),
            });
        }
    }
}

/// Maximum size of a value's text in a violation, in bytes. A value may have a million operands, and violate a rule
/// with each.
const MAX_TEXT: usize = 1000;

fn shortened(text: impl fmt::Display) -> String {
    struct Beginning(String);

    impl fmt::Write for Beginning {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            let room = MAX_TEXT - self.0.len().min(MAX_TEXT);
            if part.len() <= room {
                self.0.push_str(part);
                return Ok(());
            }
            let end = (0..=room).rev().find(|at| part.is_char_boundary(*at));
            self.0.push_str(&part[..end.unwrap_or(0)]);
            self.0.push_str("...");
            Err(fmt::Error)
        }
    }

    let mut beginning = Beginning(String::new());
    // An error means that the buffer is full, which is intended.
    let _ = fmt::write(&mut beginning, format_args!("{text}"));
    beginning.0
}

/// Validates procedures, one after another, and reuses its memory.
#[derive(Debug, Default)]
pub struct Validator {
    facts: Facts,
    late: Vec<walk::DeferredUse>,
    forward: ForwardDominators,
    predecessors: Predecessors,
    dominators: Dominators,
    marks: states::Marks,
    cases: Vec<i64>,
    references: references::References,
    cycles: walk::Cycles,
    /// Disables the fast path of the walk, for comparison in tests.
    skip_fast_path: bool,
}

impl Validator {
    /// A validator without allocated memory.
    pub fn new() -> Validator {
        Validator::default()
    }

    /// Checks all rules of a procedure. Returns the facts about its values that instruction selection needs.
    ///
    /// # Errors
    /// Up to [`MAX_VIOLATIONS`] violations, in layout order.
    pub fn validate(&mut self, proc: &Procedure) -> Result<&Facts, Vec<Violation>> {
        let mut report = Report::default();
        self.facts.reset(proc);
        self.late.clear();
        tables::check(proc, &mut report);
        if proc.block_count() > facts::Place::MAX_BLOCKS {
            return Err(report.violations);
        }
        states::check_frames(proc, &mut self.marks, &mut report);
        walk::check(self, proc, &mut report);
        if proc.has_hints() {
            hints::check(proc, &mut report);
            self.facts.contents |= Contents::HINTS;
        }
        if self.facts.contents().contains(Contents::REFERENCES.union(Contents::SAFEPOINTS)) {
            self.check_references(proc, &mut report);
        }
        if report.violations.is_empty() && proc.calls().values().any(|call| call.exceptional) {
            throwing_calls::check(self, proc, &mut report);
        }
        if report.violations.is_empty() {
            return Ok(&self.facts);
        }
        self.sort(proc, &mut report.violations);
        Err(report.violations)
    }

    #[cold]
    fn sort(&self, proc: &Procedure, violations: &mut [Violation]) {
        let mut positions = vec![None; proc.value_count()];
        for block in proc.block_ids() {
            for (position, id) in proc.block_values(block).iter().enumerate() {
                if self.facts.value(*id).block() == block {
                    positions[id.index()].get_or_insert(position);
                }
            }
        }
        let position = |id: ValueId| positions.get(id.index()).copied().flatten();
        violations.sort_by_key(|v| (v.block, v.value.and_then(position), v.rule));
    }

    /// The facts of the last [`Validator::validate`]; unreliable if it failed.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    #[cold]
    fn check_references(&mut self, proc: &Procedure, report: &mut Report) {
        self.references.check(proc, &self.facts, &mut self.marks, &mut self.predecessors, report);
    }
}

/// Checks all rules of a procedure; see [`Validator::validate`].
pub fn validate(proc: &Procedure) -> Result<Facts, Vec<Violation>> {
    let mut validator = Validator::new();
    validator.validate(proc)?;
    Ok(validator.facts)
}
