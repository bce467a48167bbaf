//! Values of expressions.

use super::{Result, Translator};
use crate::check::{Label, Rule, refuse};
use crate::code::{Class, Code, Mode, StoreFlag};
use crate::tree::{Expr, Operand};
use barebones::ir::ValueId;
use barebones_widths::int::{self, Above, Excess, Int, Relation, Shift, Sign};

/// A value: an integer of any mode, or a float of the library's.
#[derive(Clone)]
pub(super) enum Value {
    Int(Int),
    Float(ValueId),
}

/// The relation of integers that a code is.
fn relation(code: Code) -> Relation {
    match code {
        Code::Eq => Relation::Equal,
        Code::Ne => Relation::NotEqual,
        Code::Gt => Relation::Greater(Sign::Signed),
        Code::Gtu => Relation::Greater(Sign::Unsigned),
        Code::Lt => Relation::Less(Sign::Signed),
        Code::Ltu => Relation::Less(Sign::Unsigned),
        Code::Ge => Relation::GreaterEqual(Sign::Signed),
        Code::Geu => Relation::GreaterEqual(Sign::Unsigned),
        Code::Le => Relation::LessEqual(Sign::Signed),
        _ => Relation::LessEqual(Sign::Unsigned),
    }
}

impl Translator<'_> {
    /// An operand that checking found to be there.
    pub(super) fn sub<'e>(&self, expr: &'e Expr, index: usize) -> Result<&'e Expr> {
        match expr.sub(index) {
            Some(sub) => Ok(sub),
            None => refuse(Rule::Operand, expr.position, format!("(nil) in {}", expr.code.name())),
        }
    }

    fn operand(&mut self, expr: &Expr, index: usize) -> Result<Value> {
        let operand = self.sub(expr, index)?;
        self.value(operand)
    }

    /// An operand as an integer; a float as its bits.
    pub(super) fn int_operand(&mut self, expr: &Expr, index: usize) -> Result<Int> {
        let value = self.operand(expr, index)?;
        let mode = self.sub(expr, index)?.resolved;
        Ok(self.bits(value, mode))
    }

    /// An operand of a floating-point mode.
    fn float_operand(&mut self, expr: &Expr, index: usize) -> Result<ValueId> {
        Ok(match self.operand(expr, index)? {
            Value::Float(value) => value,
            Value::Int(int) => self.b().bitwise_cast(int.low()),
        })
    }

    /// The bits of a value.
    pub(super) fn bits(&mut self, value: Value, mode: Mode) -> Int {
        match value {
            Value::Int(int) => int,
            Value::Float(value) => Int::new(mode.bits(), [self.b().bitwise_cast(value)]),
        }
    }

    /// The value of a mode with these bits.
    pub(super) fn of_bits(&mut self, int: Int, mode: Mode) -> Value {
        if mode.is_float() { Value::Float(self.b().bitwise_cast(int.low())) } else { Value::Int(int) }
    }

    pub(super) fn constant_bits(&mut self, mode: Mode, bits: u128) -> Value {
        let int = int::constant(&mut self.b(), mode.bits(), &[bits as u64, (bits >> 64) as u64]);
        match mode {
            Mode::Sf => Value::Float(self.b().const_float(f32::from_bits(bits as u32))),
            Mode::Df => Value::Float(self.b().const_double(f64::from_bits(bits as u64))),
            _ => Value::Int(int),
        }
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Result<Value> {
        let mode = expr.resolved;
        Ok(match expr.code.row().class {
            Class::Constant => self.constant(expr, mode)?,
            Class::Place => self.place_value(expr, mode)?,
            Class::Declaration => self.operand(expr, 0)?,
            Class::Unary | Class::Binary if mode.is_float() => Value::Float(self.float_arithmetic(expr)?),
            Class::Unary => Value::Int(self.unary(expr)?),
            Class::Binary => Value::Int(self.binary(expr, mode)?),
            Class::Shift => Value::Int(self.shift(expr)?),
            Class::Comparison => {
                let condition = self.condition(expr)?;
                let mut b = self.b();
                let flag = Int::with_above(32, [condition], Above::Zeros);
                let flag = int::resized(&mut b, &flag, mode.bits(), Sign::Unsigned);
                Value::Int(match self.options.store_flag {
                    StoreFlag::One => flag,
                    StoreFlag::MinusOne => int::neg(&mut self.b(), &flag),
                })
            }
            Class::Conversion => self.conversion(expr, mode)?,
            Class::Value => {
                let condition = self.condition(self.sub(expr, 0)?)?;
                match (self.operand(expr, 1)?, self.operand(expr, 2)?) {
                    (Value::Int(x), Value::Int(y)) => {
                        Value::Int(int::select(&mut self.b(), condition, &x, &y))
                    }
                    (Value::Float(x), Value::Float(y)) => Value::Float(self.b().select(condition, x, y)),
                    _ => return refuse(Rule::Mode, expr.position, "sides of different modes"),
                }
            }
            _ => return refuse(Rule::Operand, expr.position, format!("{} as a value", expr.code.name())),
        })
    }

    fn constant(&mut self, expr: &Expr, mode: Mode) -> Result<Value> {
        Ok(match (expr.code, expr.operands.first()) {
            (Code::ConstInt, _) => self.constant_bits(mode, expr.number().unwrap_or(0) as u128),
            (Code::Const, _) => self.operand(expr, 0)?,
            (Code::LabelRef, _) => {
                let uid = expr.number().unwrap_or(0);
                let known = u32::try_from(uid).ok();
                match known.and_then(|uid| Some((uid, self.checked.labels.get(&uid)?))) {
                    Some((uid, Label::Table(_))) => {
                        let name = self.checked.table_name(uid);
                        self.symbol(&name)
                    }
                    _ => self.constant_bits(mode, uid as u128),
                }
            }
            (_, Some(Operand::Bits(bits))) => self.constant_bits(mode, *bits),
            (_, Some(Operand::Text(name))) => {
                self.use_symbol(name, None);
                self.symbol(name)
            }
            _ => self.constant_bits(mode, 0),
        })
    }

    fn symbol(&mut self, name: &str) -> Value {
        let symbol = self.proc.symbol(name);
        Value::Int(Int::new(64, [self.b().symbol_address(symbol)]))
    }

    fn place_value(&mut self, expr: &Expr, mode: Mode) -> Result<Value> {
        Ok(match expr.code {
            Code::Reg => self.register(expr.reg().unwrap_or(0)),
            Code::Subreg => {
                let whole = self.int_operand(expr, 0)?;
                let mut b = self.b();
                let amount = 32 * expr.number().unwrap_or(0) as u32;
                let low = int::shift_by(&mut b, Shift::Right(Sign::Unsigned), &whole, amount);
                let part = int::resized(&mut b, &low, mode.bits(), Sign::Unsigned);
                self.of_bits(part, mode)
            }
            Code::Mem => self.load(expr)?,
            Code::SignExtract | Code::ZeroExtract => Value::Int(self.extract(expr, mode)?),
            code => return refuse(Rule::Operand, expr.position, format!("{} as a value", code.name())),
        })
    }

    fn float_arithmetic(&mut self, expr: &Expr) -> Result<ValueId> {
        let x = self.float_operand(expr, 0)?;
        if expr.code.row().class == Class::Unary {
            let mut b = self.b();
            return Ok(match expr.code {
                Code::Neg => b.neg(x),
                Code::Abs => b.abs(x),
                _ => b.sqrt(x),
            });
        }
        let y = self.float_operand(expr, 1)?;
        let mut b = self.b();
        Ok(match expr.code {
            Code::Plus => b.add(x, y),
            Code::Minus => b.sub(x, y),
            Code::Mult => b.mul(x, y),
            _ => b.div(x, y),
        })
    }

    fn unary(&mut self, expr: &Expr) -> Result<Int> {
        let x = self.int_operand(expr, 0)?;
        let mut b = self.b();
        Ok(match expr.code {
            Code::Neg => int::neg(&mut b, &x),
            Code::Not => int::not(&mut b, &x),
            Code::Abs => int::abs(&mut b, &x),
            _ => {
                let zeros = int::trailing_zeros(&mut b, &x);
                let zeros = int::resized(&mut b, &zeros, x.bits(), Sign::Unsigned);
                let one = int::constant(&mut b, x.bits(), &[1]);
                let zero = int::constant(&mut b, x.bits(), &[]);
                let index = int::add(&mut b, &zeros, &one);
                let is_zero = int::compare(&mut b, Relation::Equal, &x, &zero);
                int::select(&mut b, is_zero, &zero, &index)
            }
        })
    }

    fn binary(&mut self, expr: &Expr, mode: Mode) -> Result<Int> {
        let (x, y) = (self.int_operand(expr, 0)?, self.int_operand(expr, 1)?);
        let sign = if matches!(expr.code, Code::Umult | Code::Udiv | Code::Umod) {
            Sign::Unsigned
        } else {
            Sign::Signed
        };
        // Not `self.b()`, which would also borrow the helpers.
        let block = self.block.unwrap_or(barebones::ir::BlockId::INVALID);
        let mut b = self.proc.at(block);
        Ok(match expr.code {
            Code::Plus => int::add(&mut b, &x, &y),
            Code::Minus => int::sub(&mut b, &x, &y),
            Code::Mult | Code::Umult if x.bits() < mode.bits() => int::wide_mul(&mut b, &x, &y, sign),
            Code::Mult | Code::Umult => int::mul(&mut b, &x, &y),
            Code::Div | Code::Udiv | Code::Mod | Code::Umod => {
                int::trap_zero_divisor(&mut b, &y);
                let (quotient, remainder) = int::divide(&mut b, &mut self.helpers, &x, &y, sign);
                if matches!(expr.code, Code::Div | Code::Udiv) { quotient } else { remainder }
            }
            Code::And => int::and(&mut b, &x, &y),
            Code::Ior => int::or(&mut b, &x, &y),
            _ => int::xor(&mut b, &x, &y),
        })
    }

    /// A shift by an amount that counts modulo the width.
    fn shift(&mut self, expr: &Expr) -> Result<Int> {
        let (x, amount) = (self.int_operand(expr, 0)?, self.int_operand(expr, 1)?);
        let shift = match expr.code {
            Code::Ashift | Code::Lshift => Shift::Left,
            Code::Ashiftrt => Shift::Right(Sign::Signed),
            Code::Lshiftrt => Shift::Right(Sign::Unsigned),
            Code::Rotate => Shift::RotateLeft,
            _ => Shift::RotateRight,
        };
        Ok(int::shift(&mut self.b(), shift, &x, amount.low(), Excess::Wraps))
    }

    fn conversion(&mut self, expr: &Expr, mode: Mode) -> Result<Value> {
        Ok(match expr.code {
            Code::SignExtend | Code::ZeroExtend | Code::Truncate => {
                let x = self.int_operand(expr, 0)?;
                let sign = if expr.code == Code::SignExtend { Sign::Signed } else { Sign::Unsigned };
                Value::Int(int::resized(&mut self.b(), &x, mode.bits(), sign))
            }
            Code::FloatExtend => {
                let x = self.float_operand(expr, 0)?;
                Value::Float(self.b().float_to_double(x))
            }
            Code::FloatTruncate => {
                let x = self.float_operand(expr, 0)?;
                Value::Float(self.b().double_to_float(x))
            }
            Code::Float => {
                let x = self.int_operand(expr, 0)?;
                let mut b = self.b();
                let x = int::extended(&mut b, &x, Sign::Signed).low();
                Value::Float(if mode == Mode::Sf { b.itof(x) } else { b.itod(x) })
            }
            _ => {
                let x = self.float_operand(expr, 0)?;
                let mut b = self.b();
                let mut integer = b.ftoi_sat(int::leaf_type(mode.bits()), x);
                if mode.bits() < 32 {
                    let limit = 1i32 << (mode.bits() - 1);
                    let (low, high) = (b.const32(-limit), b.const32(limit - 1));
                    integer = b.smax(integer, low);
                    integer = b.smin(integer, high);
                }
                Value::Int(Int::with_above(mode.bits(), [integer], Above::Signs))
            }
        })
    }

    /// A relation: an Int32 that is 0 or 1.
    pub(super) fn condition(&mut self, expr: &Expr) -> Result<ValueId> {
        let first = self.sub(expr, 0)?;
        let key = match first.code {
            Code::Cc0 => Some(None),
            Code::Reg if first.mode == Mode::Cc => Some(first.reg()),
            _ => None,
        };
        let (mode, x, y) = match key {
            Some(key) => match self.conditions.get(&key) {
                Some(known) => known.clone(),
                None => return refuse(Rule::Condition, expr.position, expr.code.name()),
            },
            None => (first.resolved, self.operand(expr, 0)?, self.operand(expr, 1)?),
        };
        let mut b = self.b();
        Ok(match (x, y) {
            (Value::Float(x), Value::Float(y)) => match expr.code {
                Code::Eq => b.equal(x, y),
                Code::Ne => b.not_equal(x, y),
                Code::Gt => b.greater_than(x, y),
                Code::Lt => b.less_than(x, y),
                Code::Ge => b.greater_equal(x, y),
                _ => b.less_equal(x, y),
            },
            (Value::Int(x), Value::Int(y)) => {
                // The result of a comparison of blocks is signed.
                let relation = match relation(expr.code) {
                    Relation::Less(_) if mode == Mode::Blk => Relation::Less(Sign::Signed),
                    Relation::LessEqual(_) if mode == Mode::Blk => Relation::LessEqual(Sign::Signed),
                    Relation::Greater(_) if mode == Mode::Blk => Relation::Greater(Sign::Signed),
                    Relation::GreaterEqual(_) if mode == Mode::Blk => Relation::GreaterEqual(Sign::Signed),
                    relation => relation,
                };
                int::compare(&mut b, relation, &x, &y)
            }
            _ => return refuse(Rule::Mode, expr.position, "operands of different modes"),
        })
    }
}
