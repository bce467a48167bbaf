//! Functions as they are read: expressions and the chain of insns.

use crate::code::{Code, Mode};
use std::fmt;

/// A place in the text, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The flags that a dump prints after a code: `/u`, `/v`, `/s`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags {
    /// `/u`: unchanging. Memory that is never written, or a register that is set once.
    pub unchanging: bool,
    /// `/v`: volatile memory, or a register of a variable of the user, which means nothing to execution.
    pub volatile: bool,
    /// `/s`: in a structure. It means nothing to execution.
    pub in_struct: bool,
}

/// An operand of an expression.
#[derive(Clone, PartialEq, Debug)]
pub enum Operand {
    /// An expression.
    Expr(Expr),
    /// No expression: `(nil)`.
    Null,
    /// Several expressions.
    Vector(Vec<Expr>),
    /// A number.
    Number(i128),
    /// The bits of a constant.
    Bits(u128),
    /// A string.
    Text(String),
}

/// An expression. Equality ignores where it was read and what checking found.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The code.
    pub code: Code,
    /// The mode as written; [`Mode::Void`] if none is.
    pub mode: Mode,
    /// The flags.
    pub flags: Flags,
    /// The operands, as the code's format says.
    pub operands: Vec<Operand>,
    /// The mode that the expression has where it is used, once checked.
    pub resolved: Mode,
    /// Where it was read.
    pub position: Position,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        (self.code, self.mode, self.flags) == (other.code, other.mode, other.flags)
            && self.operands == other.operands
    }
}

impl Expr {
    /// An expression that was not read from a text.
    pub fn new(code: Code, mode: Mode, operands: Vec<Operand>) -> Expr {
        Expr {
            code,
            mode,
            flags: Flags::default(),
            operands,
            resolved: Mode::Void,
            position: Position::default(),
        }
    }

    /// An operand that is an expression.
    pub fn sub(&self, index: usize) -> Option<&Expr> {
        match self.operands.get(index) {
            Some(Operand::Expr(expr)) => Some(expr),
            _ => None,
        }
    }

    /// As [`Expr::sub`], to be changed.
    pub(crate) fn sub_mut(&mut self, index: usize) -> Option<&mut Expr> {
        match self.operands.get_mut(index) {
            Some(Operand::Expr(expr)) => Some(expr),
            _ => None,
        }
    }

    /// The first operand that is a number: of a register, a word, a label or a constant.
    pub fn number(&self) -> Option<i128> {
        self.operands.iter().find_map(|operand| match operand {
            Operand::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// The number of a register.
    pub fn reg(&self) -> Option<u32> {
        (self.code == Code::Reg)
            .then(|| self.number())
            .flatten()
            .and_then(|number| u32::try_from(number).ok())
    }

    /// The elements of a vector.
    pub fn vector(&self) -> &[Expr] {
        self.operands
            .iter()
            .find_map(|operand| match operand {
                Operand::Vector(elements) => Some(elements.as_slice()),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// Calls a function with the expression and all expressions in it.
    pub fn each<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        visit(self);
        for operand in &self.operands {
            match operand {
                Operand::Expr(expr) => expr.each(visit),
                Operand::Vector(elements) => elements.iter().for_each(|expr| expr.each(visit)),
                _ => {}
            }
        }
    }
}

/// A fact about a register in an insn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegNote {
    /// The register is not read after the insn before it is set again.
    Dead,
    /// An address of the insn changes the register.
    Inc,
    /// The register always has the value that the insn copies into it.
    Const,
    /// The register contains zero before the insn.
    Was0,
}

impl RegNote {
    /// All facts with their names.
    pub const ALL: [(RegNote, &'static str); 4] = [
        (RegNote::Dead, "REG_DEAD"),
        (RegNote::Inc, "REG_INC"),
        (RegNote::Const, "REG_CONST"),
        (RegNote::Was0, "REG_WAS_0"),
    ];
}

/// What a `note` marks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum NoteKind {
    /// A line of a source file.
    Line(String, u32),
    /// `NOTE_INSN_DELETED`
    Deleted,
    /// `NOTE_INSN_BLOCK_BEG`
    BlockBegin,
    /// `NOTE_INSN_BLOCK_END`
    BlockEnd,
    /// `NOTE_INSN_LOOP_BEG`
    LoopBegin,
    /// `NOTE_INSN_LOOP_END`
    LoopEnd,
}

impl NoteKind {
    /// The marks with their names.
    pub const MARKS: [(NoteKind, &'static str); 5] = [
        (NoteKind::Deleted, "NOTE_INSN_DELETED"),
        (NoteKind::BlockBegin, "NOTE_INSN_BLOCK_BEG"),
        (NoteKind::BlockEnd, "NOTE_INSN_BLOCK_END"),
        (NoteKind::LoopBegin, "NOTE_INSN_LOOP_BEG"),
        (NoteKind::LoopEnd, "NOTE_INSN_LOOP_END"),
    ];
}

/// What an element of the chain is.
#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    /// An `insn`, `jump_insn` or `call_insn`.
    Pattern {
        /// The side effect.
        pattern: Expr,
        /// The number of the pattern of the machine description; -1 if none was matched.
        insn_code: i32,
        /// LOG_LINKS.
        links: Vec<u32>,
        /// REG_NOTES.
        notes: Vec<(RegNote, Expr)>,
    },
    /// A `code_label` with its number in the compilation.
    Label(u32),
    /// A `barrier`.
    Barrier,
    /// A `note`.
    Note(NoteKind),
}

/// An element of the chain.
#[derive(Clone, Debug)]
pub struct Insn {
    /// The code.
    pub code: Code,
    /// The number, unique in the function.
    pub uid: u32,
    /// The number of the previous one, 0 for none.
    pub previous: u32,
    /// The number of the next one, 0 for none.
    pub next: u32,
    /// The rest.
    pub body: Body,
    /// Where it was read.
    pub position: Position,
}

impl PartialEq for Insn {
    fn eq(&self, other: &Insn) -> bool {
        (self.code, self.uid, self.previous, self.next) == (other.code, other.uid, other.previous, other.next)
            && self.body == other.body
    }
}

impl Insn {
    /// The side effect of an instruction.
    pub fn pattern(&self) -> Option<&Expr> {
        match &self.body {
            Body::Pattern { pattern, .. } => Some(pattern),
            _ => None,
        }
    }
}

/// Bytes with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Data {
    /// The name.
    pub name: String,
    /// The initial contents.
    pub bytes: Vec<u8>,
}

/// A function.
#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The registers that contain the arguments at entry.
    pub params: Vec<Expr>,
    /// The register that contains the result at a return.
    pub result: Option<Expr>,
    /// The data that it can name.
    pub data: Vec<Data>,
    /// The register that contains the address of a block of zeros at entry, and the block's size in bytes.
    pub frame: Option<(Expr, u32)>,
    /// The chain.
    pub insns: Vec<Insn>,
}
