//! The modes and places of values.

use super::{Checker, Label, Result, Rule, refuse};
use crate::code::{Class, Code, Mode};
use crate::tree::{Expr, Operand};

/// The mode that an expression has without its context; [`Mode::Void`] if it needs one.
fn own_mode(expr: &Expr) -> Mode {
    match expr.code {
        _ if expr.mode != Mode::Void => expr.mode,
        Code::SymbolRef | Code::LabelRef => Mode::POINTER,
        Code::Const => expr.sub(0).map_or(Mode::Void, own_mode),
        _ => Mode::Void,
    }
}

/// An operand that is an expression. The code's format guarantees it unless `(nil)` was written.
pub(super) fn operand(expr: &mut Expr, index: usize) -> Result<&mut Expr> {
    let (code, position) = (expr.code, expr.position);
    match expr.sub_mut(index) {
        Some(operand) => Ok(operand),
        None => refuse(Rule::Operand, position, format!("(nil) in {}", code.name())),
    }
}

impl Checker {
    /// Requires a mode.
    fn require(&self, expr: &Expr, holds: bool, what: &str) -> Result<()> {
        if holds {
            return Ok(());
        }
        let found = format!("{} of mode {}: expected {what}", expr.code.name(), expr.resolved);
        refuse(Rule::Mode, expr.position, found)
    }

    /// The mode of two operands that must have the same one.
    fn common_mode(&self, expr: &Expr) -> Result<Mode> {
        let modes = [0, 1].map(|index| expr.sub(index).map_or(Mode::Void, own_mode));
        match modes {
            [Mode::Void, Mode::Void] => {
                refuse(Rule::NoMode, expr.position, format!("the operands of {}", expr.code.name()))
            }
            [Mode::Void, mode] | [mode, _] => Ok(mode),
        }
    }

    /// Checks a value that is used as one of mode `want`, or of any mode.
    pub(super) fn value(&mut self, expr: &mut Expr, want: Mode) -> Result<Mode> {
        let own = own_mode(expr);
        let mode = match (own, want) {
            (Mode::Void, Mode::Void) => {
                return refuse(Rule::NoMode, expr.position, expr.code.name());
            }
            (Mode::Void, mode) | (mode, Mode::Void) => mode,
            (own, want) if own != want => {
                let found = format!("{} of mode {own}: expected {want}", expr.code.name());
                return refuse(Rule::Mode, expr.position, found);
            }
            (mode, _) => mode,
        };
        expr.resolved = mode;
        self.require(expr, mode.is_scalar(), "a mode of values")?;
        let row = expr.code.row();
        match row.class {
            Class::Constant => self.constant(expr, mode)?,
            Class::Place => self.place_value(expr, mode)?,
            Class::Unary | Class::Binary | Class::Shift => self.arithmetic(expr, mode)?,
            Class::Comparison => {
                self.require(expr, mode.is_int(), "an integer mode")?;
                self.comparison(expr)?;
            }
            Class::Conversion => self.conversion(expr, mode)?,
            Class::Declaration => {
                let inner = operand(expr, 0)?;
                let allowed = if row.code == Code::Volatile { Code::Mem } else { Code::Reg };
                if inner.code != allowed {
                    return refuse(
                        Rule::Operand,
                        inner.position,
                        format!("{} in {}", inner.code.name(), row.name),
                    );
                }
                inner.flags.volatile |= row.code == Code::Volatile;
                inner.flags.unchanging |= row.code == Code::Unchanging;
                self.value(inner, mode)?;
            }
            Class::Value if row.code == Code::IfThenElse => {
                self.condition(operand(expr, 0)?)?;
                self.value(operand(expr, 1)?, mode)?;
                self.value(operand(expr, 2)?, mode)?;
            }
            _ => return refuse(Rule::Operand, expr.position, format!("{} as a value", row.name)),
        }
        Ok(mode)
    }

    fn constant(&mut self, expr: &mut Expr, mode: Mode) -> Result<()> {
        match expr.code {
            Code::ConstInt => self.require(expr, mode.is_int(), "an integer mode"),
            Code::ConstDouble => self.require(expr, mode.is_float() || mode == Mode::Ti, "SF, DF or TI"),
            Code::Const => self.value(operand(expr, 0)?, mode).map(drop),
            Code::SymbolRef => self.require(expr, mode == Mode::POINTER, "DI"),
            _ => {
                self.require(expr, mode == Mode::POINTER, "DI")?;
                let label = self.label(expr)?;
                if let Label::Code(_) = label {
                    self.taken.insert(expr.number().and_then(|uid| u32::try_from(uid).ok()).unwrap_or(0));
                }
                Ok(())
            }
        }
    }

    /// The label that a `label_ref` names.
    pub(super) fn label(&self, expr: &Expr) -> Result<Label> {
        let uid = expr.number().and_then(|uid| u32::try_from(uid).ok());
        match uid.and_then(|uid| self.labels.get(&uid)) {
            Some(label) => Ok(*label),
            None => refuse(Rule::Label, expr.position, format!("{expr} names no code_label")),
        }
    }

    /// Requires a `label_ref` of code.
    pub(super) fn code_label(&self, expr: &Expr) -> Result<()> {
        if expr.code != Code::LabelRef {
            return refuse(
                Rule::Operand,
                expr.position,
                format!("{} instead of label_ref", expr.code.name()),
            );
        }
        match self.label(expr)? {
            Label::Code(_) => Ok(()),
            Label::Table(_) => refuse(Rule::Label, expr.position, "a jump into a table"),
        }
    }

    fn place_value(&mut self, expr: &mut Expr, mode: Mode) -> Result<()> {
        match expr.code {
            Code::Reg => self.register(expr).map(drop),
            Code::Subreg => self.subreg(expr, mode),
            Code::Mem => self.memory(expr),
            Code::SignExtract | Code::ZeroExtract => self.field(expr, mode),
            code => refuse(Rule::Operand, expr.position, format!("{} as a value", code.name())),
        }
    }

    /// A part of a register, from a word of 32 bits.
    pub(super) fn subreg(&mut self, expr: &mut Expr, mode: Mode) -> Result<()> {
        let word = expr.number().unwrap_or(0);
        let position = expr.position;
        let inner = operand(expr, 0)?;
        if inner.code != Code::Reg {
            return refuse(Rule::Operand, inner.position, format!("{} in subreg", inner.code.name()));
        }
        let whole = self.register(inner)?;
        inner.resolved = whole;
        // A part that is wider than the register has only its low word.
        let fits = word * 32 + i128::from(mode.bits()) <= i128::from(whole.bits()) || word == 0;
        if !fits || !whole.is_scalar() {
            return refuse(Rule::Subreg, position, format!("word {word} in {mode} of a register in {whole}"));
        }
        Ok(())
    }

    /// The address of memory, and what its mode allows.
    pub(super) fn memory(&mut self, expr: &mut Expr) -> Result<()> {
        let (mode, position) = (expr.resolved, expr.position);
        let address = operand(expr, 0)?;
        if address.code.row().class != Class::Increment {
            return self.value(address, Mode::POINTER).map(drop);
        }
        if !mode.is_scalar() {
            return refuse(Rule::Operand, position, format!("{} of a block", address.code.name()));
        }
        if !matches!(address.mode, Mode::Void | Mode::POINTER) {
            return refuse(Rule::Mode, address.position, format!("an address of mode {}", address.mode));
        }
        address.resolved = Mode::POINTER;
        let reg = operand(address, 0)?;
        if reg.code != Code::Reg {
            return refuse(
                Rule::Operand,
                reg.position,
                format!("{} that an address changes", reg.code.name()),
            );
        }
        self.value(reg, Mode::POINTER)?;
        *self.sets.entry(reg.reg().unwrap_or(0)).or_insert(0) += 1;
        Ok(())
    }

    /// A bit field: place, size, position.
    pub(super) fn field(&mut self, expr: &mut Expr, mode: Mode) -> Result<()> {
        let whole_position = expr.position;
        let place = operand(expr, 0)?;
        let in_memory = match place.code {
            Code::Reg => false,
            Code::Mem | Code::Volatile => true,
            code => return refuse(Rule::Operand, place.position, format!("a bit field of {}", code.name())),
        };
        let (whole, incremented) = (self.value(place, Mode::Void)?, increments(place));
        if !whole.is_int() || !mode.is_int() || mode == Mode::Ti || incremented {
            let found =
                format!("a bit field of {whole} in {mode}, or with an address that changes its register");
            return refuse(Rule::BitField, whole_position, found);
        }
        self.value(operand(expr, 1)?, Mode::Si)?;
        self.value(operand(expr, 2)?, Mode::Si)?;
        let constant = |index: usize| {
            let operand = expr.sub(index).filter(|operand| operand.code == Code::ConstInt);
            operand.and_then(Expr::number)
        };
        let Some(size) = constant(1).filter(|size| (1..=i128::from(mode.bits())).contains(size)) else {
            return refuse(Rule::BitField, whole_position, "a size that is no constant from 1 to the mode's");
        };
        let limit = i128::from(if in_memory { 64 } else { whole.bits() });
        let fits = match constant(2) {
            Some(position) => position >= 0 && position + size <= limit,
            None => !in_memory && size <= limit,
        };
        if !fits {
            return refuse(Rule::BitField, whole_position, format!("{size} bits beyond {limit}"));
        }
        Ok(())
    }

    fn arithmetic(&mut self, expr: &mut Expr, mode: Mode) -> Result<()> {
        let floats_only = expr.code == Code::Sqrt;
        let takes_floats = matches!(
            expr.code,
            Code::Plus | Code::Minus | Code::Neg | Code::Mult | Code::Div | Code::Abs | Code::Sqrt
        );
        self.require(expr, !floats_only || mode.is_float(), "a floating-point mode")?;
        self.require(expr, takes_floats || mode.is_int(), "an integer mode")?;
        let mut operands = mode;
        if matches!(expr.code, Code::Mult | Code::Umult) {
            // Narrower operands of one mode: the whole product.
            let common = self.common_mode(expr).unwrap_or(mode);
            if common != mode && common.is_int() && mode.bits() == 2 * common.bits() {
                operands = common;
            }
        }
        self.value(operand(expr, 0)?, operands)?;
        match expr.code.row().class {
            Class::Unary => Ok(()),
            Class::Shift => self.value(operand(expr, 1)?, Mode::Si).map(drop),
            _ => self.value(operand(expr, 1)?, operands).map(drop),
        }
    }

    fn conversion(&mut self, expr: &mut Expr, mode: Mode) -> Result<()> {
        let from = self.value(operand(expr, 0)?, Mode::Void)?;
        let wider = from.bits() < mode.bits();
        let narrower = from.bits() > mode.bits();
        let (ints, floats) = (from.is_int() && mode.is_int(), from.is_float() && mode.is_float());
        let fits = match expr.code {
            Code::SignExtend | Code::ZeroExtend => ints && wider,
            Code::Truncate => ints && narrower,
            Code::FloatExtend => floats && wider,
            Code::FloatTruncate => floats && narrower,
            Code::Float => from.is_int() && mode.is_float(),
            _ => from.is_float() && mode.is_int(),
        };
        if fits && matches!(expr.code, Code::Float | Code::Fix) && [from, mode].contains(&Mode::Ti) {
            return refuse(Rule::Unsupported, expr.position, format!("{} of TI", expr.code.name()));
        }
        self.require(expr, fits, &format!("another conversion from {from}"))
    }

    /// A relation, of values or of condition codes.
    fn comparison(&mut self, expr: &mut Expr) -> Result<()> {
        let unsigned = matches!(expr.code, Code::Gtu | Code::Ltu | Code::Geu | Code::Leu);
        let first = operand(expr, 0)?;
        let key = match first.code {
            Code::Cc0 => Some(None),
            Code::Reg if first.mode == Mode::Cc => {
                self.register(first)?;
                Some(first.reg())
            }
            _ => None,
        };
        let mode = match key {
            Some(key) => {
                let second = operand(expr, 1)?;
                if second.code != Code::ConstInt || second.number() != Some(0) {
                    return refuse(
                        Rule::Operand,
                        second.position,
                        "condition codes compared with other than 0",
                    );
                }
                match self.conditions.get(&key) {
                    Some(mode) => *mode,
                    None => return refuse(Rule::Condition, expr.position, expr.code.name()),
                }
            }
            None => {
                let mode = self.common_mode(expr)?;
                self.value(operand(expr, 0)?, mode)?;
                self.value(operand(expr, 1)?, mode)?;
                mode
            }
        };
        if unsigned && mode.is_float() {
            return refuse(Rule::Mode, expr.position, format!("{} of floats", expr.code.name()));
        }
        Ok(())
    }

    /// The condition of a choice.
    pub(super) fn condition(&mut self, expr: &mut Expr) -> Result<()> {
        if expr.code.row().class != Class::Comparison {
            return refuse(Rule::Operand, expr.position, format!("{} as a condition", expr.code.name()));
        }
        if !matches!(expr.mode, Mode::Void) && !expr.mode.is_int() {
            return refuse(Rule::Mode, expr.position, format!("a condition of mode {}", expr.mode));
        }
        expr.resolved = if expr.mode == Mode::Void { Mode::Si } else { expr.mode };
        self.comparison(expr)
    }

    /// What condition codes are set to: a comparison, or a value that is compared with zero. The mode of the operands.
    pub(super) fn compared(&mut self, expr: &mut Expr) -> Result<Mode> {
        if expr.code != Code::Compare {
            return self.value(expr, Mode::Void);
        }
        let mode = self.common_mode(expr)?;
        if mode != Mode::Blk {
            self.value(operand(expr, 0)?, mode)?;
            self.value(operand(expr, 1)?, mode)?;
            return Ok(mode);
        }
        for index in [0, 1] {
            self.block(operand(expr, index)?)?;
        }
        Ok(mode)
    }

    /// Memory of mode BLK.
    pub(super) fn block(&mut self, expr: &mut Expr) -> Result<()> {
        if expr.code != Code::Mem || expr.mode != Mode::Blk {
            return refuse(Rule::Operand, expr.position, format!("{} instead of a block", expr.code.name()));
        }
        expr.resolved = Mode::Blk;
        self.memory(expr)
    }
}

/// True if an expression contains an address that changes its register.
fn increments(expr: &Expr) -> bool {
    let mut found = false;
    expr.each(&mut |expr| found |= expr.code.row().class == Class::Increment);
    found
}

/// The registers that addresses in an expression change.
pub(super) fn incremented(expr: &Expr) -> Vec<u32> {
    let mut found = Vec::new();
    expr.each(&mut |expr| {
        if expr.code.row().class == Class::Increment
            && let Some(Operand::Expr(reg)) = expr.operands.first()
        {
            found.extend(reg.reg());
        }
    });
    found
}
