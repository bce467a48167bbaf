//! Builders of expressions, and of the chain.

use crate::code::{Code, Mode};
use crate::tree::{Body, Expr, Insn, NoteKind, Operand, Position, RegNote};

pub(super) fn expr(code: Code, mode: Mode, operands: impl IntoIterator<Item = Expr>) -> Expr {
    Expr::new(code, mode, operands.into_iter().map(Operand::Expr).collect())
}

pub(super) fn reg(mode: Mode, number: u32) -> Expr {
    Expr::new(Code::Reg, mode, vec![Operand::Number(i128::from(number))])
}

pub(super) fn int(number: i128) -> Expr {
    Expr::new(Code::ConstInt, Mode::Void, vec![Operand::Number(number)])
}

pub(super) fn float(mode: Mode, number: f64) -> Expr {
    let bits =
        if mode == Mode::Sf { u128::from((number as f32).to_bits()) } else { u128::from(number.to_bits()) };
    Expr::new(Code::ConstDouble, mode, vec![Operand::Bits(bits)])
}

pub(super) fn symbol(name: &str) -> Expr {
    Expr::new(Code::SymbolRef, Mode::Di, vec![Operand::Text(name.to_string())])
}

pub(super) fn label(uid: u32) -> Expr {
    Expr::new(Code::LabelRef, Mode::Void, vec![Operand::Number(i128::from(uid))])
}

pub(super) fn subreg(mode: Mode, of: Expr, word: u32) -> Expr {
    Expr::new(Code::Subreg, mode, vec![Operand::Expr(of), Operand::Number(i128::from(word))])
}

pub(super) fn mem(mode: Mode, address: Expr) -> Expr {
    expr(Code::Mem, mode, [address])
}

/// Memory at an offset from the address in a register.
pub(super) fn at(mode: Mode, base: u32, offset: i128) -> Expr {
    let base = reg(Mode::Di, base);
    mem(mode, if offset == 0 { base } else { expr(Code::Plus, Mode::Di, [base, int(offset)]) })
}

pub(super) fn set(place: Expr, value: Expr) -> Expr {
    expr(Code::Set, Mode::Void, [place, value])
}

pub(super) fn place(code: Code) -> Expr {
    expr(code, Mode::Void, [])
}

pub(super) fn parallel(effects: Vec<Expr>) -> Expr {
    Expr::new(Code::Parallel, Mode::Void, vec![Operand::Vector(effects)])
}

pub(super) fn uses(value: Expr) -> Expr {
    expr(Code::Use, Mode::Void, [value])
}

/// A chain that grows at its end.
#[derive(Default)]
pub(super) struct Chain {
    pub(super) insns: Vec<Insn>,
    labels: u32,
}

impl Chain {
    /// The number of the next insn.
    pub(super) fn next_uid(&self) -> u32 {
        self.insns.len() as u32 + 1
    }

    fn push(&mut self, code: Code, uid: u32, body: Body) {
        self.insns.push(Insn { code, uid, previous: 0, next: 0, body, position: Position::default() });
    }

    pub(super) fn pattern(&mut self, code: Code, pattern: Expr) {
        self.noted(code, pattern, Vec::new(), Vec::new());
    }

    pub(super) fn noted(&mut self, code: Code, pattern: Expr, links: Vec<u32>, notes: Vec<(RegNote, Expr)>) {
        let insn_code = if links.is_empty() { -1 } else { 7 };
        self.push(code, self.next_uid(), Body::Pattern { pattern, insn_code, links, notes });
    }

    pub(super) fn insn(&mut self, pattern: Expr) {
        self.pattern(Code::Insn, pattern);
    }

    pub(super) fn jump(&mut self, target: Expr) {
        self.pattern(Code::JumpInsn, set(place(Code::Pc), target));
    }

    pub(super) fn barrier(&mut self) {
        self.push(Code::Barrier, self.next_uid(), Body::Barrier);
    }

    pub(super) fn note(&mut self, kind: NoteKind) {
        self.push(Code::Note, self.next_uid(), Body::Note(kind));
    }

    /// A number for a label that is placed later.
    pub(super) fn new_label(&mut self) -> u32 {
        self.labels += 1;
        10_000 + self.labels
    }

    pub(super) fn place_label(&mut self, uid: u32) {
        self.push(Code::CodeLabel, uid, Body::Label(uid - 10_000));
    }

    /// The insns, each with the numbers of its neighbours.
    pub(super) fn finish(mut self) -> Vec<Insn> {
        let uids: Vec<u32> = self.insns.iter().map(|insn| insn.uid).collect();
        for (index, insn) in self.insns.iter_mut().enumerate() {
            insn.previous = index.checked_sub(1).map_or(0, |before| uids[before]);
            insn.next = uids.get(index + 1).copied().unwrap_or(0);
        }
        self.insns
    }
}
