//! Floating-point numbers of 16 and 128 bits, and conversions between numbers and `i128`.

use super::leaves::sign;
use super::{Leaves, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::{Kind, Type};
use barebones::base::TrapCode;
use barebones::ir::ValueId;
use barebones_widths::float::{self, Format, Quad};
use barebones_widths::int::{self, Int};

/// The format of a type.
fn format(ty: Type) -> Option<Format> {
    match (ty.kind, ty.bits, ty.lanes) {
        (Kind::Float, 16, 1) => Some(Format::F16),
        (Kind::Float, 32, 1) => Some(Format::F32),
        (Kind::Float, 64, 1) => Some(Format::F64),
        (Kind::Float, 128, 1) => Some(Format::F128),
        _ => None,
    }
}

impl Translator<'_> {
    /// Translates an operation of which an operand or result is `f16`, `f128` or `i128`; false if the instruction is
    /// another.
    pub(super) fn number(&mut self, inst: &Inst) -> Result<bool> {
        if inst.opcode == Opcode::F128const {
            return self.constant_f128(inst).map(|()| true);
        }
        let first = inst.args.first().and_then(|value| self.function.type_of(*value));
        let result = inst.results.first().and_then(|value| self.function.type_of(*value));
        let is_other = |ty: Option<Type>| matches!(ty, Some(Type::F16 | Type::F128 | Type::I128));
        let (Some(from), Some(to)) = (first, result) else { return Ok(false) };
        if !is_other(first) && !is_other(result) {
            return Ok(false);
        }
        match (inst.opcode, format(from), format(to)) {
            (Opcode::Fpromote | Opcode::Fdemote, Some(of), Some(to)) => {
                let x = self.bits_of(inst, 0, of)?;
                let result = self.converted(&x, of, to);
                self.set_number(inst, &result, to);
            }
            (Opcode::FcvtFromSint | Opcode::FcvtFromUint, None, Some(to)) => {
                let signed = inst.opcode == Opcode::FcvtFromSint;
                let x = self.integer(inst, 0, from)?;
                let b = &mut self.proc.at(self.block);
                let result = float::from_int(b, &mut self.helpers, to, &x, sign(signed));
                self.set_number(inst, &result, to);
            }
            (Opcode::FcvtToSint | Opcode::FcvtToSintSat, Some(from), None) => {
                self.number_to_integer(inst, from, to, true)?;
            }
            (Opcode::FcvtToUint | Opcode::FcvtToUintSat, Some(from), None) => {
                self.number_to_integer(inst, from, to, false)?;
            }
            (Opcode::Fcmp, Some(_), _) => {
                let [x, y] = [self.arg_leaves(inst, 0)?, self.arg_leaves(inst, 1)?];
                let Some(cc) = inst.float_cc else { return self.invalid("a condition is missing") };
                let condition = self.number_compare(cc, &x, &y, from);
                self.set(inst, 0, condition);
            }
            (_, Some(Format::F16), Some(Format::F16)) => return self.half(inst),
            (_, Some(Format::F128), Some(Format::F128)) => return self.quad(inst),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn constant_f128(&mut self, inst: &Inst) -> Result<()> {
        let Immediate::Constant(constant) = inst.imm else { return self.invalid("a constant is missing") };
        let bytes = self.function.constants.get(&constant).map(|data| data.bytes.as_slice());
        let Some(bytes) = bytes.and_then(|bytes| <[u8; 16]>::try_from(bytes).ok()) else {
            return self.invalid(format!("{constant} has not 16 bytes"));
        };
        let bits = u128::from_le_bytes(bytes);
        let mut b = self.b();
        let leaves = [b.const64(bits as i64), b.const64((bits >> 64) as i64)];
        self.set_leaves(inst, 0, Leaves::from_slice(&leaves));
        Ok(())
    }

    /// The bits of an operand.
    fn bits_of(&mut self, inst: &Inst, index: usize, format: Format) -> Result<Int> {
        let leaves = self.arg_leaves(inst, index)?;
        if leaves.len() != int::leaf_count(format.bits()) || self.arg_type(inst, index)?.is_vector() {
            return self.invalid("operands of different types");
        }
        let leaf = leaves[0];
        Ok(match format {
            Format::F32 | Format::F64 => Int::new(format.bits(), [self.b().bitwise_cast(leaf)]),
            _ => Int::new(format.bits(), leaves),
        })
    }

    fn set_number(&mut self, inst: &Inst, bits: &Int, format: Format) {
        let leaves = match format {
            Format::F32 | Format::F64 => Leaves::from_slice(&[self.b().bitwise_cast(bits.low())]),
            _ => Leaves::from_slice(bits.leaves()),
        };
        self.set_leaves(inst, 0, leaves);
    }

    fn integer(&mut self, inst: &Inst, index: usize, ty: Type) -> Result<Int> {
        if !ty.is_int() {
            return self.invalid("an integer is required");
        }
        Ok(Int::new(u32::from(ty.bits), self.arg_leaves(inst, index)?))
    }

    fn converted(&mut self, x: &Int, from: Format, to: Format) -> Int {
        let b = &mut self.proc.at(self.block);
        match (from, to) {
            (Format::F16, Format::F32) => {
                let number = float::to_float(b, from, x);
                Int::new(32, [b.bitwise_cast(number)])
            }
            (Format::F16, Format::F64) => {
                let number = float::to_double(b, from, x);
                Int::new(64, [b.bitwise_cast(number)])
            }
            _ => float::convert(b, &mut self.helpers, from, to, x),
        }
    }

    /// A conversion to an integer: clamps, or traps for NaN and out of range.
    fn number_to_integer(&mut self, inst: &Inst, from: Format, to: Type, signed: bool) -> Result<()> {
        let x = self.bits_of(inst, 0, from)?;
        let traps = matches!(inst.opcode, Opcode::FcvtToSint | Opcode::FcvtToUint);
        let (bits, sign) = (u32::from(to.bits), sign(signed));
        let b = &mut self.proc.at(self.block);
        if traps {
            let is_nan = float::is_nan(b, from, &x);
            b.trap_if(is_nan, TrapCode::BadConversion);
            let fits = float::fits_int(b, from, &x, bits, sign);
            let outside = int::not_condition(b, fits);
            b.trap_if(outside, TrapCode::IntegerOverflow);
        }
        let result = float::to_int_saturating(b, &mut self.helpers, from, &x, bits, sign);
        self.set_leaves(inst, 0, Leaves::from_slice(result.leaves()));
        Ok(())
    }

    /// A comparison of numbers of any format: 0 or 1.
    pub(super) fn number_compare(&mut self, cc: FloatCc, x: &[ValueId], y: &[ValueId], ty: Type) -> ValueId {
        let b = &mut self.proc.at(self.block);
        match (ty, x, y) {
            (Type::F16, [x], [y]) => {
                let [x, y] = [x, y].map(|x| float::to_float(b, Format::F16, &Int::new(16, [*x])));
                self.float_compare(cc, x, y)
            }
            (_, [x], [y]) => self.float_compare(cc, *x, *y),
            _ => {
                let [x, y] = [x, y].map(|leaves| Int::new(128, leaves.iter().copied()));
                let order = float::compare(b, Format::F128, &x, &y);
                let parts = [
                    (cc.less, order.less),
                    (cc.equal, order.equal),
                    (cc.greater, order.greater),
                    (cc.unordered, order.unordered),
                ];
                let mut result = b.const32(0);
                for (_, condition) in parts.into_iter().filter(|(is_in, _)| *is_in) {
                    result = b.bit_or(result, condition);
                }
                self.bit(result)
            }
        }
    }

    /// The larger or smaller of two numbers, as an instruction defines it; `None` for another instruction.
    fn chosen(&mut self, inst: &Inst, format: Format, ty: Type) -> Result<Option<Int>> {
        use Opcode as O;
        let [x, y] = match inst.args.len() {
            2 => [self.bits_of(inst, 0, format)?, self.bits_of(inst, 1, format)?],
            _ => return Ok(None),
        };
        let [none, less] = [false, true];
        let (first_is_y, cc) = match inst.opcode {
            O::Fmin => return Ok(Some(float::min(&mut self.b(), format, &x, &y))),
            O::Fmax => return Ok(Some(float::max(&mut self.b(), format, &x, &y))),
            O::X86Fmin => (none, FloatCc { less, equal: none, greater: none, unordered: none }),
            O::X86Fmax => (none, FloatCc { less: none, equal: none, greater: true, unordered: none }),
            // y < x ? y : x, and x < y ? y : x.
            O::FminPseudo => (true, FloatCc { less: none, equal: none, greater: true, unordered: none }),
            O::FmaxPseudo => (true, FloatCc { less, equal: none, greater: none, unordered: none }),
            O::Fcopysign => return Ok(Some(float::copy_sign(&mut self.b(), &x, &y))),
            _ => return Ok(None),
        };
        let condition = self.number_compare(cc, x.leaves(), y.leaves(), ty);
        let (chosen, other) = if first_is_y { (&y, &x) } else { (&x, &y) };
        Ok(Some(int::select(&mut self.b(), condition, chosen, other)))
    }

    /// Translates arithmetic on `f16`; false if the instruction is another.
    fn half(&mut self, inst: &Inst) -> Result<bool> {
        use Opcode as O;
        const FORMAT: Format = Format::F16;
        let result = match inst.opcode {
            O::Fadd | O::Fsub | O::Fmul | O::Fdiv => {
                let operands = [self.bits_of(inst, 0, FORMAT)?, self.bits_of(inst, 1, FORMAT)?];
                let b = &mut self.proc.at(self.block);
                float::compute(b, &mut self.helpers, FORMAT, &operands, |b, x| match inst.opcode {
                    O::Fadd => b.add(x[0], x[1]),
                    O::Fsub => b.sub(x[0], x[1]),
                    O::Fmul => b.mul(x[0], x[1]),
                    _ => b.div(x[0], x[1]),
                })
            }
            O::Sqrt | O::Ceil | O::Floor | O::Trunc | O::Nearest => {
                let operand = self.bits_of(inst, 0, FORMAT)?;
                let b = &mut self.proc.at(self.block);
                float::compute(b, &mut self.helpers, FORMAT, &[operand], |b, x| match inst.opcode {
                    O::Sqrt => b.sqrt(x[0]),
                    O::Ceil => b.ceil(x[0]),
                    O::Floor => b.floor(x[0]),
                    O::Trunc => b.ftrunc(x[0]),
                    _ => b.nearest(x[0]),
                })
            }
            O::Fma => {
                let x = self.bits_of(inst, 0, FORMAT)?;
                let [y, z] = [self.bits_of(inst, 1, FORMAT)?, self.bits_of(inst, 2, FORMAT)?];
                let b = &mut self.proc.at(self.block);
                float::fma(b, &mut self.helpers, FORMAT, &x, &y, &z)
            }
            O::Fneg | O::Fabs => self.signed_number(inst, FORMAT)?,
            _ => match self.chosen(inst, FORMAT, Type::F16)? {
                Some(result) => result,
                None => return Ok(false),
            },
        };
        self.set_number(inst, &result, FORMAT);
        Ok(true)
    }

    fn signed_number(&mut self, inst: &Inst, format: Format) -> Result<Int> {
        let x = self.bits_of(inst, 0, format)?;
        let mut b = self.b();
        Ok(if inst.opcode == Opcode::Fneg { float::neg(&mut b, &x) } else { float::abs(&mut b, &x) })
    }

    /// Translates arithmetic on `f128`; false if the instruction is another.
    fn quad(&mut self, inst: &Inst) -> Result<bool> {
        use Opcode as O;
        const FORMAT: Format = Format::F128;
        let operation = match inst.opcode {
            O::Fadd | O::Fsub => Some(Quad::Add),
            O::Fmul => Some(Quad::Mul),
            O::Fdiv => Some(Quad::Div),
            O::Fma => Some(Quad::Fma),
            O::Sqrt => Some(Quad::Sqrt),
            O::Ceil => Some(Quad::Ceil),
            O::Floor => Some(Quad::Floor),
            O::Trunc => Some(Quad::Trunc),
            O::Nearest => Some(Quad::Nearest),
            _ => None,
        };
        let result = if let Some(operation) = operation {
            let mut operands = Vec::with_capacity(3);
            for index in 0..operation.operand_count() {
                operands.push(self.bits_of(inst, index, FORMAT)?);
            }
            let b = &mut self.proc.at(self.block);
            if inst.opcode == O::Fsub {
                operands[1] = float::neg(b, &operands[1]);
            }
            float::quad(b, &mut self.helpers, operation, &operands)
        } else if matches!(inst.opcode, O::Fneg | O::Fabs) {
            self.signed_number(inst, FORMAT)?
        } else {
            match self.chosen(inst, FORMAT, Type::F128)? {
                Some(result) => result,
                None => return Ok(false),
            }
        };
        self.set_number(inst, &result, FORMAT);
        Ok(true)
    }
}
