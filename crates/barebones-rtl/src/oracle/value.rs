//! Values of expressions.

use super::{Frame, Oracle, Result, Stop, undefined};
use crate::code::{Class, Code, Mode, StoreFlag};
use crate::tree::{Expr, Operand};
use barebones::base::TrapCode;

/// The signed integer that the bits of a mode are.
pub(super) fn signed(bits: u128, mode: Mode) -> i128 {
    let above = 128 - mode.bits();
    (bits << above) as i128 >> above
}

/// The low bits that a field of this size has.
pub(super) fn ones(size: u32) -> u128 {
    if size == 0 { 0 } else { u128::MAX >> (128 - size) }
}

/// A number of either floating-point mode.
fn number(bits: u128, mode: Mode) -> f64 {
    match mode {
        Mode::Sf => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    }
}

/// A bit field: where its place is, and which bits of it.
pub(super) enum Field {
    Register {
        reg: u32,
        low: u32,
        size: u32,
    },
    /// The bytes that it spans.
    Memory {
        address: u64,
        bytes: u32,
        low: u32,
        size: u32,
    },
}

impl Oracle<'_> {
    /// An operand that checking found to be there.
    pub(super) fn sub(expr: &Expr, index: usize) -> Result<&Expr> {
        expr.sub(index).ok_or_else(|| Stop::Undefined(format!("(nil) in {}", expr.code.name())))
    }

    fn operand(&mut self, frame: &mut Frame, expr: &Expr, index: usize) -> Result<u128> {
        self.value(frame, Self::sub(expr, index)?)
    }

    /// The bits of a value in its mode.
    pub(super) fn value(&mut self, frame: &mut Frame, expr: &Expr) -> Result<u128> {
        self.count(expr);
        let mode = expr.resolved;
        let bits = match expr.code.row().class {
            Class::Constant => self.constant(frame, expr)?,
            Class::Place => self.place_value(frame, expr)?,
            Class::Unary => {
                let operand = self.operand(frame, expr, 0)?;
                if mode.is_float() {
                    float_unary(expr.code, operand, mode)
                } else {
                    unary(expr.code, operand, mode)
                }
            }
            Class::Binary => {
                let (x, y) = (self.operand(frame, expr, 0)?, self.operand(frame, expr, 1)?);
                let operands = Self::sub(expr, 0)?.resolved;
                if mode.is_float() {
                    float_binary(expr.code, x, y, mode)
                } else {
                    binary(expr.code, x, y, operands)?
                }
            }
            Class::Shift => {
                let (x, amount) = (self.operand(frame, expr, 0)?, self.operand(frame, expr, 1)?);
                shift(expr.code, x, (amount % u128::from(mode.bits())) as u32, mode)
            }
            Class::Comparison => match (self.holds(frame, expr)?, self.store_flag) {
                (false, _) => 0,
                (true, StoreFlag::One) => 1,
                (true, StoreFlag::MinusOne) => u128::MAX,
            },
            Class::Conversion => {
                let from = Self::sub(expr, 0)?.resolved;
                convert(expr.code, self.operand(frame, expr, 0)?, from, mode)
            }
            Class::Value => {
                self.count(Self::sub(expr, 0)?);
                let condition = self.holds(frame, Self::sub(expr, 0)?)?;
                let (then, otherwise) = (self.operand(frame, expr, 1)?, self.operand(frame, expr, 2)?);
                if condition { then } else { otherwise }
            }
            Class::Declaration => self.operand(frame, expr, 0)?,
            _ => return undefined(format!("{} as a value", expr.code.name())),
        };
        Ok(bits & mode.mask())
    }

    fn constant(&mut self, frame: &mut Frame, expr: &Expr) -> Result<u128> {
        Ok(match (expr.code, expr.operands.first()) {
            (Code::ConstInt, _) => expr.number().unwrap_or(0) as u128,
            (Code::Const, _) => self.operand(frame, expr, 0)?,
            (Code::LabelRef, _) => {
                let uid = expr.number().unwrap_or(0);
                match u32::try_from(uid).ok().and_then(|uid| Some((uid, self.checked.labels.get(&uid)?))) {
                    Some((uid, crate::check::Label::Table(_))) => {
                        let name = self.checked.table_name(uid);
                        u128::from(self.memory.address(&name))
                    }
                    _ => uid as u128,
                }
            }
            (_, Some(Operand::Bits(bits))) => *bits,
            (_, Some(Operand::Text(name))) => u128::from(self.memory.address(name)),
            _ => 0,
        })
    }

    fn place_value(&mut self, frame: &mut Frame, expr: &Expr) -> Result<u128> {
        match expr.code {
            Code::Reg => self.register(frame, expr),
            Code::Subreg => {
                let whole = self.operand(frame, expr, 0)?;
                Ok(whole >> (32 * expr.number().unwrap_or(0) as u32))
            }
            Code::Mem => {
                let address = self.address(frame, expr)?;
                self.memory.load(address, expr.resolved.bytes())
            }
            Code::SignExtract | Code::ZeroExtract => {
                let (bits, size) = match self.field(frame, expr)? {
                    Field::Register { reg, low, size } => {
                        (frame.registers.get(&reg).copied().unwrap_or(0) >> low & ones(size), size)
                    }
                    Field::Memory { address, bytes, low, size } => {
                        (self.memory.load(address, bytes)? >> low & ones(size), size)
                    }
                };
                let above = 128 - size;
                let is_signed = expr.code == Code::SignExtract;
                Ok(if is_signed { ((bits << above) as i128 >> above) as u128 } else { bits })
            }
            code => undefined(format!("{} as a value", code.name())),
        }
    }

    /// The bits of a bit field's place.
    pub(super) fn field(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Field> {
        let size = self.operand(frame, expr, 1)? as u32;
        let position = self.operand(frame, expr, 2)? as u32;
        let mut place = Self::sub(expr, 0)?;
        self.count(place);
        if place.code == Code::Volatile {
            place = Self::sub(place, 0)?;
            self.count(place);
        }
        if place.code == Code::Reg {
            self.register(frame, place)?;
            let low = position % place.resolved.bits();
            return Ok(Field::Register { reg: place.reg().unwrap_or(0), low, size });
        }
        let address = self.address(frame, place)?.wrapping_add(u64::from(position / 8));
        let low = position % 8;
        Ok(Field::Memory { address, bytes: (low + size).div_ceil(8), low, size })
    }

    /// The address of memory. Records the change of a register.
    pub(super) fn address(&mut self, frame: &mut Frame, memory: &Expr) -> Result<u64> {
        let address = Self::sub(memory, 0)?;
        if !Self::is_increment(address) {
            return Ok(self.value(frame, address)? as u64);
        }
        self.count(address);
        let reg = Self::sub(address, 0)?;
        let old = self.value(frame, reg)? as u64;
        let size = u64::from(memory.resolved.bytes());
        let new = match address.code {
            Code::PreInc | Code::PostInc => old.wrapping_add(size),
            _ => old.wrapping_sub(size),
        };
        frame.changed.push((reg.reg().unwrap_or(0), u128::from(new)));
        Ok(if matches!(address.code, Code::PreInc | Code::PreDec) { new } else { old })
    }

    /// True if a relation holds.
    pub(super) fn holds(&mut self, frame: &mut Frame, expr: &Expr) -> Result<bool> {
        let first = Self::sub(expr, 0)?;
        let key = match first.code {
            Code::Cc0 => Some(None),
            Code::Reg if first.mode == Mode::Cc => Some(first.reg()),
            _ => None,
        };
        let (mode, x, y) = match key {
            Some(key) => {
                self.count(first);
                let known = frame.conditions.get(&key).copied();
                known.ok_or_else(|| Stop::Undefined(String::from("no condition codes")))?
            }
            None => (first.resolved, self.operand(frame, expr, 0)?, self.operand(frame, expr, 1)?),
        };
        Ok(relation(expr.code, x, y, mode))
    }
}

fn relation(code: Code, x: u128, y: u128, mode: Mode) -> bool {
    if mode.is_float() {
        let (x, y) = (number(x, mode), number(y, mode));
        return match code {
            Code::Eq => x == y,
            Code::Ne => x != y,
            Code::Gt => x > y,
            Code::Lt => x < y,
            Code::Ge => x >= y,
            _ => x <= y,
        };
    }
    let (a, b) = (signed(x, mode), signed(y, mode));
    match code {
        Code::Eq => x == y,
        Code::Ne => x != y,
        Code::Gt => a > b,
        Code::Gtu => x > y,
        Code::Lt => a < b,
        Code::Ltu => x < y,
        Code::Ge => a >= b,
        Code::Geu => x >= y,
        Code::Le => a <= b,
        _ => x <= y,
    }
}

fn unary(code: Code, x: u128, mode: Mode) -> u128 {
    match code {
        Code::Neg => x.wrapping_neg(),
        Code::Not => !x,
        Code::Abs => signed(x, mode).wrapping_abs() as u128,
        _ if x == 0 => 0,
        _ => u128::from(x.trailing_zeros() + 1),
    }
}

fn float_unary(code: Code, x: u128, mode: Mode) -> u128 {
    let sign = 1u128 << (mode.bits() - 1);
    match (code, mode) {
        (Code::Neg, _) => x ^ sign,
        (Code::Abs, _) => x & !sign,
        (_, Mode::Sf) => u128::from(f32::from_bits(x as u32).sqrt().to_bits()),
        _ => u128::from(f64::from_bits(x as u64).sqrt().to_bits()),
    }
}

/// An operation on integers of a mode. The result of a widening product has more bits.
fn binary(code: Code, x: u128, y: u128, mode: Mode) -> Result<u128> {
    let (a, b) = (signed(x, mode), signed(y, mode));
    let divides = matches!(code, Code::Div | Code::Udiv | Code::Mod | Code::Umod);
    if divides && y == 0 {
        return Err(Stop::Trap(TrapCode::IntegerDivisionByZero));
    }
    Ok(match code {
        Code::Plus => x.wrapping_add(y),
        Code::Minus => x.wrapping_sub(y),
        Code::Mult => a.wrapping_mul(b) as u128,
        Code::Umult => x.wrapping_mul(y),
        Code::Div => a.wrapping_div(b) as u128,
        Code::Udiv => x / y,
        Code::Mod => a.wrapping_rem(b) as u128,
        Code::Umod => x % y,
        Code::And => x & y,
        Code::Ior => x | y,
        _ => x ^ y,
    })
}

fn float_binary(code: Code, x: u128, y: u128, mode: Mode) -> u128 {
    if mode == Mode::Sf {
        let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
        let result = match code {
            Code::Plus => x + y,
            Code::Minus => x - y,
            Code::Mult => x * y,
            _ => x / y,
        };
        return u128::from(result.to_bits());
    }
    let (x, y) = (f64::from_bits(x as u64), f64::from_bits(y as u64));
    let result = match code {
        Code::Plus => x + y,
        Code::Minus => x - y,
        Code::Mult => x * y,
        _ => x / y,
    };
    u128::from(result.to_bits())
}

fn shift(code: Code, x: u128, amount: u32, mode: Mode) -> u128 {
    let bits = mode.bits();
    match code {
        Code::Ashift | Code::Lshift => x << amount,
        Code::Ashiftrt => (signed(x, mode) >> amount) as u128,
        Code::Lshiftrt => x >> amount,
        _ if amount == 0 => x,
        Code::Rotate => x << amount | x >> (bits - amount),
        _ => x >> amount | x << (bits - amount),
    }
}

fn convert(code: Code, x: u128, from: Mode, to: Mode) -> u128 {
    match code {
        Code::SignExtend => signed(x, from) as u128,
        Code::ZeroExtend | Code::Truncate => x,
        Code::FloatExtend => u128::from(number(x, from).to_bits()),
        Code::FloatTruncate => u128::from((number(x, from) as f32).to_bits()),
        Code::Float => {
            let integer = signed(x, from) as i64;
            match to {
                Mode::Sf => u128::from((integer as f32).to_bits()),
                _ => u128::from((integer as f64).to_bits()),
            }
        }
        _ => {
            let number = number(x, from);
            let integer = match to {
                Mode::Qi => i64::from(number as i8),
                Mode::Hi => i64::from(number as i16),
                Mode::Si => i64::from(number as i32),
                _ => number as i64,
            };
            integer as u128
        }
    }
}
