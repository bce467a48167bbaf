//! Checks functions, and finds the mode of every expression.

mod insn;
mod value;

use crate::code::{Code, Mode};
use crate::tree::{Body, Expr, Function, Position, RegNote};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Why a function is refused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// Numbers of insns are positive and unique, and each names its neighbours.
    Chain,
    /// A value has the mode that its use needs.
    Mode,
    /// The mode of operands can be found from one of them.
    NoMode,
    /// An expression is where its code is allowed.
    Operand,
    /// A register has one mode.
    RegisterMode,
    /// A condition follows the insn that sets the condition codes, without a label or a call between them.
    Condition,
    /// A label is that of code, or of a table, as its use needs.
    Label,
    /// A bit field lies in its place.
    BitField,
    /// A part of a register lies in it.
    Subreg,
    /// A register that an address changes is named once in its insn.
    Increment,
    /// Two effects of an insn set different registers.
    Destination,
    /// What is unchanging is set at most once; memory never.
    Unchanging,
    /// The facts about registers hold.
    RegNote,
    /// No path reaches a barrier.
    Barrier,
    /// The words of arguments are those of the registers that the call uses.
    Call,
    /// A block operation names its size.
    Block,
    /// Names of data, and registers of arguments, differ.
    Name,
    /// The library has no counterpart.
    Unsupported,
}

impl Rule {
    /// All rules, with what they require.
    pub const ALL: [(Rule, &'static str); 18] = [
        (Rule::Chain, "numbers of insns are positive and unique, and each names its neighbours"),
        (Rule::Mode, "a value has the mode that its use needs"),
        (Rule::NoMode, "the mode of operands can be found from one of them"),
        (Rule::Operand, "an expression is where its code is allowed"),
        (Rule::RegisterMode, "a register has one mode"),
        (
            Rule::Condition,
            "a condition follows the insn that sets the condition codes, without a label or a call between them",
        ),
        (Rule::Label, "a label is that of code, or of a table, as its use needs"),
        (Rule::BitField, "a bit field lies in its place"),
        (Rule::Subreg, "a part of a register lies in it"),
        (Rule::Increment, "a register that an address changes is named once in its insn"),
        (Rule::Destination, "two effects of an insn set different registers"),
        (Rule::Unchanging, "what is unchanging is set at most once; memory never"),
        (Rule::RegNote, "the facts about registers hold"),
        (Rule::Barrier, "no path reaches a barrier"),
        (Rule::Call, "the words of arguments are those of the registers that the call uses"),
        (Rule::Block, "a block operation names its size"),
        (Rule::Name, "names of data, and registers of arguments, differ"),
        (Rule::Unsupported, "the library has a counterpart"),
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Rule::ALL.iter().find(|(rule, _)| rule == self).map_or("", |(_, text)| text))
    }
}

/// A violated rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The rule.
    pub rule: Rule,
    /// What violates it.
    pub found: String,
    /// Where.
    pub position: Position,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}: {}; {}", self.position, self.rule, self.found, self.rule)
    }
}

impl std::error::Error for Refusal {}

/// What a label is before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    /// Code, from this index of the chain.
    Code(usize),
    /// The table at this index of the chain.
    Table(usize),
}

/// A function that satisfies all rules.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The function; every expression has its mode in [`Expr::resolved`].
    pub function: Function,
    /// The mode of each register.
    pub registers: BTreeMap<u32, Mode>,
    /// The labels, by the numbers of their insns.
    pub labels: BTreeMap<u32, Label>,
    /// The labels of code whose addresses are values.
    pub taken: BTreeSet<u32>,
    /// For each insn, by index, that jumps relative to `pc`: the label of the table that follows it.
    pub next_table: BTreeMap<usize, u32>,
}

impl Checked {
    /// The name of the data that contains a table.
    pub fn table_name(&self, label: u32) -> String {
        format!("{}.table{label}", self.function.name)
    }

    /// The bytes of a table: for each element its label's number, less that of the base.
    pub fn table(&self, index: usize) -> Vec<u8> {
        let Some(pattern) = self.function.insns.get(index).and_then(|insn| insn.pattern()) else {
            return Vec::new();
        };
        let base = pattern.sub(0).and_then(Expr::number).unwrap_or(0);
        let bytes = pattern.mode.bytes() as usize;
        let elements = pattern.vector().iter().map(|label| label.number().unwrap_or(0) - base);
        elements.flat_map(|element| element.to_le_bytes().into_iter().take(bytes)).collect()
    }
}

pub(crate) type Result<T> = std::result::Result<T, Refusal>;

pub(crate) fn refuse<T>(rule: Rule, position: Position, found: impl Into<String>) -> Result<T> {
    Err(Refusal { rule, found: found.into(), position })
}

/// Checks a function.
///
/// # Errors
/// The first rule that it violates.
pub fn check(function: Function) -> Result<Checked> {
    let mut checker = Checker::new(&function)?;
    let mut function = function;
    let mut insns = std::mem::take(&mut function.insns);
    for (index, insn) in insns.iter_mut().enumerate() {
        checker.insn(index, insn)?;
    }
    let sets = |reg: u32| checker.sets.get(&reg).copied().unwrap_or(0);
    for (reg, position) in &checker.unchanging {
        if sets(*reg) > 1 {
            return refuse(
                Rule::Unchanging,
                *position,
                format!("register {reg} is set by {} insns", sets(*reg)),
            );
        }
    }
    for insn in &insns {
        let Body::Pattern { notes, pattern, .. } = &insn.body else { continue };
        for (kind, reg) in notes {
            let number = reg.reg().unwrap_or(0);
            let holds = match kind {
                RegNote::Const => {
                    let is_set = pattern.code == Code::Set
                        && pattern.sub(0).and_then(Expr::reg) == Some(number)
                        && pattern.sub(1).is_some_and(is_constant);
                    is_set && sets(number) == 1
                }
                RegNote::Inc => {
                    let mut found = false;
                    pattern.each(&mut |expr| {
                        found |= expr.code.row().class == crate::code::Class::Increment
                            && expr.sub(0).and_then(Expr::reg) == Some(number);
                    });
                    found
                }
                RegNote::Dead | RegNote::Was0 => true,
            };
            if !holds {
                return refuse(Rule::RegNote, reg.position, format!("REG_{kind:?} of register {number}"));
            }
        }
    }
    function.insns = insns;
    let Checker { registers, labels, taken, next_table, .. } = checker;
    Ok(Checked { function, registers, labels, taken, next_table })
}

fn is_constant(expr: &Expr) -> bool {
    matches!(expr.code, Code::ConstInt | Code::ConstDouble | Code::SymbolRef | Code::Const)
}

struct Checker {
    data: Vec<String>,
    registers: BTreeMap<u32, Mode>,
    labels: BTreeMap<u32, Label>,
    taken: BTreeSet<u32>,
    next_table: BTreeMap<usize, u32>,
    /// The mode of the last comparison of each place of condition codes; `None` is `cc0`.
    conditions: BTreeMap<Option<u32>, Mode>,
    /// Number of insns that set each register; the entry counts for arguments.
    sets: BTreeMap<u32, u32>,
    unchanging: BTreeMap<u32, Position>,
    /// The label of the table that follows the insn being checked.
    table: Option<u32>,
    /// True if control can reach the next element of the chain.
    continues: bool,
}

impl Checker {
    /// Checks the chain, the labels and the names.
    fn new(function: &Function) -> Result<Checker> {
        let mut checker = Checker {
            data: Vec::new(),
            registers: BTreeMap::new(),
            labels: BTreeMap::new(),
            taken: BTreeSet::new(),
            next_table: BTreeMap::new(),
            conditions: BTreeMap::new(),
            sets: BTreeMap::new(),
            unchanging: BTreeMap::new(),
            table: None,
            continues: true,
        };
        let start = Position { line: 1, column: 1 };
        for data in &function.data {
            if data.name == function.name || checker.data.contains(&data.name) {
                return refuse(Rule::Name, start, format!("data {:?} again", data.name));
            }
            checker.data.push(data.name.clone());
        }
        let frame = function.frame.iter().map(|(reg, _)| reg);
        for reg in function.params.iter().chain(frame) {
            let mode = checker.register(reg)?;
            if !mode.is_scalar() {
                return refuse(Rule::Mode, reg.position, format!("an argument of mode {mode}"));
            }
            let number = reg.reg().unwrap_or(0);
            if checker.sets.insert(number, 1).is_some() {
                return refuse(Rule::Name, reg.position, format!("register {number} again"));
            }
        }
        if let Some((reg, _)) = &function.frame
            && reg.mode != Mode::POINTER
        {
            return refuse(Rule::Mode, reg.position, format!("the frame's address of mode {}", reg.mode));
        }
        if let Some(reg) = &function.result {
            let mode = checker.register(reg)?;
            if !mode.is_scalar() {
                return refuse(Rule::Mode, reg.position, format!("a result of mode {mode}"));
            }
        }
        checker.chain(function)?;
        Ok(checker)
    }

    fn chain(&mut self, function: &Function) -> Result<()> {
        let insns = &function.insns;
        let mut known = BTreeSet::new();
        for (index, insn) in insns.iter().enumerate() {
            let uid =
                |index: Option<usize>| index.and_then(|index| insns.get(index)).map_or(0, |insn| insn.uid);
            if insn.uid == 0 || !known.insert(insn.uid) {
                return refuse(Rule::Chain, insn.position, format!("insn {}", insn.uid));
            }
            let (previous, next) = (uid(index.checked_sub(1)), uid(Some(index + 1)));
            if (insn.previous, insn.next) != (previous, next) {
                let found = format!("insn {} is between {} and {}", insn.uid, insn.previous, insn.next);
                return refuse(Rule::Chain, insn.position, format!("{found}, not {previous} and {next}"));
            }
            if let Body::Label(_) = insn.body {
                let rest = insns.get(index + 1..).unwrap_or_default();
                let after = rest.iter().position(|insn| !matches!(insn.body, Body::Note(_)));
                let table = after.map(|after| index + 1 + after).filter(|after| {
                    let code = insns[*after].pattern().map(|pattern| pattern.code);
                    matches!(code, Some(Code::AddrVec | Code::AddrDiffVec))
                });
                self.labels.insert(insn.uid, table.map_or(Label::Code(index), Label::Table));
            }
        }
        // A label has the same number nowhere else.
        let numbers = insns.iter().filter_map(|insn| match insn.body {
            Body::Label(number) => Some((number, insn.position)),
            _ => None,
        });
        let mut known = BTreeSet::new();
        for (number, position) in numbers {
            if !known.insert(number) {
                return refuse(Rule::Label, position, format!("label {number} again"));
            }
        }
        Ok(())
    }

    /// The mode of a register, which is the same everywhere.
    fn register(&mut self, reg: &Expr) -> Result<Mode> {
        let number = reg.reg().unwrap_or(0);
        let mode = reg.mode;
        if !mode.is_scalar() && mode != Mode::Cc {
            return refuse(Rule::Mode, reg.position, format!("register {number} of mode {mode}"));
        }
        let known = *self.registers.entry(number).or_insert(mode);
        if known != mode {
            let found = format!("register {number} of mode {known} as {mode}");
            return refuse(Rule::RegisterMode, reg.position, found);
        }
        if reg.flags.unchanging {
            self.unchanging.entry(number).or_insert(reg.position);
        }
        Ok(mode)
    }
}
