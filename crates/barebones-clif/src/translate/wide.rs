//! Integers of 128 bits.

use super::int::{Binary, Shift, binary};
use super::leaves::sign;
use super::{Leaves, Missing, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::Type;
use barebones::ir::ValueId;
use barebones_widths::int::{self, Excess, Int, Relation, Sign};

/// The width of these integers.
const BITS: u32 = 128;

/// The relation of a condition; `None` for one on overflow.
pub(super) fn relation(cc: IntCc) -> Option<Relation> {
    Some(match cc {
        IntCc::Equal => Relation::Equal,
        IntCc::NotEqual => Relation::NotEqual,
        IntCc::SignedLess => Relation::Less(Sign::Signed),
        IntCc::SignedGreaterEqual => Relation::GreaterEqual(Sign::Signed),
        IntCc::SignedGreater => Relation::Greater(Sign::Signed),
        IntCc::SignedLessEqual => Relation::LessEqual(Sign::Signed),
        IntCc::UnsignedLess => Relation::Less(Sign::Unsigned),
        IntCc::UnsignedGreaterEqual => Relation::GreaterEqual(Sign::Unsigned),
        IntCc::UnsignedGreater => Relation::Greater(Sign::Unsigned),
        IntCc::UnsignedLessEqual => Relation::LessEqual(Sign::Unsigned),
        IntCc::Overflow | IntCc::NotOverflow => return None,
    })
}

impl Translator<'_> {
    /// True if the first operand or result is an `i128`, or an `f128`, on which bitwise operations are the same.
    pub(super) fn is_wide(&self, inst: &Inst) -> bool {
        let mut values = inst.args.first().into_iter().chain(inst.results.first());
        let is_wide = |ty| matches!(ty, Some(Type::I128 | Type::F128));
        self.has_other && values.any(|value| is_wide(self.function.type_of(*value)))
    }

    /// An operand of 128 bits.
    fn wide_arg(&self, inst: &Inst, index: usize) -> Result<Int> {
        match self.arg_leaves(inst, index)? {
            leaves if leaves.len() == 2 => Ok(Int::new(BITS, leaves)),
            _ => self.invalid("operands of different types"),
        }
    }

    /// The second operand of a binary operation: a value, or a sign-extended immediate.
    fn wide_second(&mut self, inst: &Inst) -> Result<Int> {
        match inst.imm {
            Immediate::Int(value) => Ok(int::signed_constant(&mut self.b(), BITS, i128::from(value))),
            _ => self.wide_arg(inst, 1),
        }
    }

    fn set_wide(&mut self, inst: &Inst, index: usize, result: Int) {
        self.set_leaves(inst, index, result.into_leaves());
    }

    /// Translates an operation on integers of 128 bits; false if the instruction is another.
    pub(super) fn wide_int(&mut self, inst: &Inst) -> Result<bool> {
        if let Some((operation, immediate)) = binary(inst.opcode) {
            return self.wide_binary(inst, operation, immediate).map(|()| true);
        }
        match inst.opcode {
            Opcode::Iconst => {
                let value = self.immediate(inst)?;
                let result = int::signed_constant(&mut self.b(), BITS, i128::from(value));
                self.set_wide(inst, 0, result);
            }
            Opcode::IrsubImm => {
                let (x, constant) = (self.wide_arg(inst, 0)?, self.wide_second(inst)?);
                let result = int::sub(&mut self.b(), &constant, &x);
                self.set_wide(inst, 0, result);
            }
            Opcode::Icmp | Opcode::IcmpImm => {
                let (x, y) = (self.wide_arg(inst, 0)?, self.wide_second(inst)?);
                let result = self.compare(inst, x.leaves(), y.leaves(), Type::I128)?;
                self.set(inst, 0, result);
            }
            Opcode::Ifcmp | Opcode::IfcmpImm => {
                let (x, y) = (self.wide_arg(inst, 0)?, self.wide_second(inst)?);
                self.remember(inst, 0, x.into_leaves(), y.into_leaves())?;
            }
            Opcode::Ineg | Opcode::Iabs | Opcode::Bnot => {
                let x = self.wide_arg(inst, 0)?;
                let mut b = self.b();
                let result = match inst.opcode {
                    Opcode::Ineg => int::neg(&mut b, &x),
                    Opcode::Iabs => int::abs(&mut b, &x),
                    _ => int::not(&mut b, &x),
                };
                self.set_wide(inst, 0, result);
            }
            Opcode::Clz | Opcode::Ctz | Opcode::Cls | Opcode::Popcnt | Opcode::Bitrev | Opcode::Bswap => {
                let x = self.wide_arg(inst, 0)?;
                let mut b = self.b();
                let result = match inst.opcode {
                    Opcode::Clz => int::leading_zeros(&mut b, &x),
                    Opcode::Ctz => int::trailing_zeros(&mut b, &x),
                    Opcode::Cls => int::leading_signs(&mut b, &x),
                    Opcode::Popcnt => int::ones(&mut b, &x),
                    Opcode::Bitrev => int::reversed_bits(&mut b, &x),
                    _ => int::reversed_bytes(&mut b, &x),
                };
                self.set_wide(inst, 0, result);
            }
            Opcode::Bmask => {
                let condition = self.condition(inst, 0)?;
                let to = self.controlling(inst)?;
                let half = self.mask(condition, if to.bits == 128 { Type::I64 } else { to });
                let leaves = std::iter::repeat_n(half, self.leaf_count(to));
                self.set_leaves(inst, 0, leaves.collect());
            }
            Opcode::Ireduce => {
                let x = self.wide_arg(inst, 0)?;
                let to = self.controlling(inst)?;
                let result = int::truncated(&mut self.b(), &x, u32::from(to.bits));
                self.set_wide(inst, 0, result);
            }
            Opcode::Uextend | Opcode::Sextend => {
                let (value, from) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
                let signed = inst.opcode == Opcode::Sextend;
                let low = self.extend(value, from.bits, 64, signed);
                let result = int::widened(&mut self.b(), &Int::new(64, [low]), BITS, sign(signed));
                self.set_wide(inst, 0, result);
            }
            Opcode::Isplit => {
                let x = self.wide_arg(inst, 0)?;
                self.set(inst, 0, x.low());
                self.set(inst, 1, x.top());
            }
            Opcode::Iconcat => {
                let [low, high] = [self.arg(inst, 0)?, self.arg(inst, 1)?];
                self.set_leaves(inst, 0, Leaves::from_slice(&[low, high]));
            }
            _ => return self.wide_carries(inst),
        }
        Ok(true)
    }

    fn wide_binary(&mut self, inst: &Inst, operation: Binary, immediate: bool) -> Result<()> {
        if let Binary::Shift(shift) = operation {
            let amount = match (immediate, inst.args.get(1)) {
                (true, _) => {
                    let amount = self.immediate(inst)?;
                    self.b().const32(amount as i32)
                }
                (false, Some(amount)) => self.low(*amount)?,
                _ => return self.invalid("an operand is missing"),
            };
            let x = self.wide_arg(inst, 0)?;
            let shift = match shift {
                Shift::Left => int::Shift::Left,
                Shift::Unsigned => int::Shift::Right(Sign::Unsigned),
                Shift::Signed => int::Shift::Right(Sign::Signed),
                Shift::RotateLeft => int::Shift::RotateLeft,
                Shift::RotateRight => int::Shift::RotateRight,
            };
            let result = int::shift(&mut self.b(), shift, &x, amount, Excess::Wraps);
            self.set_wide(inst, 0, result);
            return Ok(());
        }
        let (x, y) = (self.wide_arg(inst, 0)?, self.wide_second(inst)?);
        let b = &mut self.proc.at(self.block);
        let result = match operation {
            Binary::Add => int::add(b, &x, &y),
            Binary::Sub => int::sub(b, &x, &y),
            Binary::Mul => int::mul(b, &x, &y),
            Binary::MulHigh { signed } => int::mul_high(b, &x, &y, sign(signed)),
            Binary::And => int::and(b, &x, &y),
            Binary::Or => int::or(b, &x, &y),
            Binary::Xor => int::xor(b, &x, &y),
            Binary::AndNot | Binary::OrNot | Binary::XorNot => {
                let y = int::not(b, &y);
                match operation {
                    Binary::AndNot => int::and(b, &x, &y),
                    Binary::OrNot => int::or(b, &x, &y),
                    _ => int::xor(b, &x, &y),
                }
            }
            Binary::Least { signed } => int::min(b, &x, &y, sign(signed)),
            Binary::Greatest { signed } => int::max(b, &x, &y, sign(signed)),
            Binary::Divide { signed } | Binary::Remainder { signed } => {
                int::trap_zero_divisor(b, &y);
                let is_quotient = matches!(operation, Binary::Divide { .. });
                if signed && is_quotient {
                    int::trap_overflowing_quotient(b, &x, &y);
                }
                let (quotient, remainder) = int::divide(b, &mut self.helpers, &x, &y, sign(signed));
                if is_quotient { quotient } else { remainder }
            }
            Binary::Shift(_) => return self.invalid("an amount is missing"),
        };
        self.set_wide(inst, 0, result);
        Ok(())
    }

    /// Translates an operation with a carry or an overflow; false if the instruction is another.
    fn wide_carries(&mut self, inst: &Inst) -> Result<bool> {
        use Opcode as O;
        let (signed, subtract) = match inst.opcode {
            O::UmulOverflow | O::SmulOverflow => {
                let [x, y] = [self.wide_arg(inst, 0)?, self.wide_arg(inst, 1)?];
                let sign = sign(inst.opcode == O::SmulOverflow);
                let (result, overflow) = int::mul_overflow(&mut self.b(), &x, &y, sign);
                self.set_wide(inst, 0, result);
                self.set(inst, 1, overflow);
                return Ok(true);
            }
            opcode => match super::int::sum(opcode) {
                Some(kind) => kind,
                None => return Ok(false),
            },
        };
        let [x, y] = [self.wide_arg(inst, 0)?, self.wide_arg(inst, 1)?];
        let carry = match inst.args.len() {
            3 => Some(self.condition(inst, 2)?),
            _ => None,
        };
        let mut b = self.b();
        let (result, overflow) = if subtract {
            int::sub_overflow(&mut b, &x, &y, carry, sign(signed))
        } else {
            int::add_overflow(&mut b, &x, &y, carry, sign(signed))
        };
        let overflow = self.bit(overflow);
        if inst.opcode == O::UaddOverflowTrap {
            let code = self.code(inst)?;
            self.b().trap_if(overflow, code);
        }
        self.set_wide(inst, 0, result);
        self.set(inst, 1, overflow);
        Ok(true)
    }

    /// A comparison of integers of 128 bits.
    pub(super) fn wide_compare(&mut self, cc: IntCc, x: &[ValueId], y: &[ValueId]) -> Result<ValueId> {
        let Some(relation) = relation(cc) else { return self.unsupported(Missing::OverflowCondition) };
        let [x, y] = [x, y].map(|leaves| Int::new(BITS, leaves.iter().copied()));
        let result = int::compare(&mut self.b(), relation, &x, &y);
        Ok(self.bit(result))
    }
}
