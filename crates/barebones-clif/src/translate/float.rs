//! Floating-point numbers.

use super::{Leaves, Missing, Result, Translator};
use crate::ast::*;
use crate::table::Opcode;
use crate::types::Type;
use barebones::base::{self, TrapCode};
use barebones::ir::ValueId;

impl Translator<'_> {
    /// Translates an operation on floating-point numbers; false if the instruction is another.
    pub(super) fn float(&mut self, inst: &Inst) -> Result<bool> {
        match inst.opcode {
            Opcode::F16const | Opcode::F32const | Opcode::F64const => {
                let Immediate::Float(bits) = inst.imm else { return self.invalid("a constant is missing") };
                let id = match inst.opcode {
                    Opcode::F16const => self.int_const(16, bits as i64),
                    Opcode::F32const => self.b().constant(base::Type::Float, bits),
                    _ => self.b().constant(base::Type::Double, bits),
                };
                self.set(inst, 0, id);
            }
            Opcode::Fcmp => {
                let [x, y] = self.operands(inst)?;
                let Some(cc) = inst.float_cc else { return self.invalid("a condition is missing") };
                let result = self.float_compare(cc, x, y);
                self.set(inst, 0, result);
            }
            Opcode::Ffcmp => {
                let [x, y] = self.operands(inst)?;
                self.remember(inst, 0, Leaves::from_slice(&[x]), Leaves::from_slice(&[y]))?;
            }
            Opcode::Fadd
            | Opcode::Fsub
            | Opcode::Fmul
            | Opcode::Fdiv
            | Opcode::Fmin
            | Opcode::Fmax
            | Opcode::FminPseudo
            | Opcode::FmaxPseudo
            | Opcode::X86Fmin
            | Opcode::X86Fmax => {
                let [x, y] = self.operands(inst)?;
                let result = self.float_binary(inst.opcode, x, y);
                self.set(inst, 0, result);
            }
            Opcode::Fneg | Opcode::Fabs | Opcode::Fcopysign => self.signs(inst)?,
            Opcode::Sqrt | Opcode::Ceil | Opcode::Floor | Opcode::Trunc | Opcode::Nearest => {
                let x = self.number(inst, 0)?;
                let mut b = self.b();
                let result = match inst.opcode {
                    Opcode::Sqrt => b.sqrt(x),
                    Opcode::Ceil => b.ceil(x),
                    Opcode::Floor => b.floor(x),
                    Opcode::Trunc => b.ftrunc(x),
                    _ => b.nearest(x),
                };
                self.set(inst, 0, result);
            }
            Opcode::Fma => {
                let [x, y, z] = [self.number(inst, 0)?, self.number(inst, 1)?, self.number(inst, 2)?];
                let result = self.b().fma(x, y, z);
                self.set(inst, 0, result);
            }
            Opcode::Fpromote | Opcode::Fdemote => {
                let x = self.number(inst, 0)?;
                let mut b = self.b();
                let result = match (inst.opcode, inst.ty) {
                    (Opcode::Fpromote, Some(Type::F64)) => b.float_to_double(x),
                    (Opcode::Fdemote, Some(Type::F32)) => b.double_to_float(x),
                    _ => return self.unsupported(Missing::Float16Arithmetic),
                };
                self.set(inst, 0, result);
            }
            Opcode::FcvtFromSint | Opcode::FcvtFromUint => self.int_to_float(inst)?,
            Opcode::FcvtToSint | Opcode::FcvtToUint => {
                self.float_to_int(inst, inst.opcode == Opcode::FcvtToSint)?;
            }
            Opcode::FcvtToSintSat | Opcode::FcvtToUintSat => {
                self.saturate_to_int(inst, inst.opcode == Opcode::FcvtToSintSat)?;
            }
            Opcode::X86Cvtt2dq | Opcode::X86Cvtt2si => self.float_to_int_or_smallest(inst)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An operand on which arithmetic is possible.
    fn number(&mut self, inst: &Inst, index: usize) -> Result<ValueId> {
        if self.arg_type(inst, index)?.bits == 16 {
            return self.unsupported(Missing::Float16Arithmetic);
        }
        self.arg(inst, index)
    }

    fn operands(&mut self, inst: &Inst) -> Result<[ValueId; 2]> {
        Ok([self.number(inst, 0)?, self.number(inst, 1)?])
    }

    /// A comparison: 0 or 1.
    pub(super) fn float_compare(&mut self, cc: FloatCc, x: ValueId, y: ValueId) -> ValueId {
        let mut b = self.b();
        let FloatCc { less, equal, greater, unordered } = cc;
        let result = match (less, equal, greater, unordered) {
            (false, true, false, false) => b.equal(x, y),
            (true, false, true, true) => b.not_equal(x, y),
            (true, false, false, false) => b.less_than(x, y),
            (true, true, false, false) => b.less_equal(x, y),
            (false, false, true, false) => b.greater_than(x, y),
            (false, true, true, false) => b.greater_equal(x, y),
            (false, true, false, true) => b.equal_or_unordered(x, y),
            (true, true, true, false) => {
                let [x, y] = [b.equal(x, x), b.equal(y, y)];
                b.bit_and(x, y)
            }
            (false, false, false, false) => b.const32(0),
            (true, true, true, true) => b.const32(1),
            // The others are the opposite of one above.
            _ => {
                let opposite =
                    FloatCc { less: !less, equal: !equal, greater: !greater, unordered: !unordered };
                let result = self.float_compare(opposite, x, y);
                return self.not(result);
            }
        };
        self.bit(result)
    }

    fn float_binary(&mut self, opcode: Opcode, x: ValueId, y: ValueId) -> ValueId {
        let mut b = self.b();
        match opcode {
            Opcode::Fadd => b.add(x, y),
            Opcode::Fsub => b.sub(x, y),
            Opcode::Fmul => b.mul(x, y),
            Opcode::Fdiv => b.div(x, y),
            Opcode::Fmin => b.fmin(x, y),
            Opcode::Fmax => b.fmax(x, y),
            Opcode::X86Fmin => {
                let less = b.less_than(x, y);
                b.select(less, x, y)
            }
            Opcode::X86Fmax => {
                let greater = b.greater_than(x, y);
                b.select(greater, x, y)
            }
            // y < x ? y : x, and x < y ? y : x.
            Opcode::FminPseudo => {
                let less = b.less_than(y, x);
                b.select(less, y, x)
            }
            _ => {
                let less = b.less_than(x, y);
                b.select(less, y, x)
            }
        }
    }

    /// Operations on the sign bit, which change no other bit of a NaN.
    fn signs(&mut self, inst: &Inst) -> Result<()> {
        let (x, ty) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
        let result = if ty.bits == 16 {
            let y = if inst.opcode == Opcode::Fcopysign { Some(self.arg(inst, 1)?) } else { None };
            let mut b = self.b();
            let sign = b.const32(0x8000);
            let rest = b.const32(0x7FFF);
            match (inst.opcode, y) {
                (Opcode::Fneg, _) => b.bit_xor(x, sign),
                (_, None) => b.bit_and(x, rest),
                (_, Some(y)) => {
                    let magnitude = b.bit_and(x, rest);
                    let sign = b.bit_and(y, sign);
                    b.bit_or(magnitude, sign)
                }
            }
        } else {
            match inst.opcode {
                Opcode::Fneg => self.b().neg(x),
                Opcode::Fabs => self.b().abs(x),
                _ => {
                    let y = self.arg(inst, 1)?;
                    self.b().copy_sign(x, y)
                }
            }
        };
        self.set(inst, 0, result);
        Ok(())
    }

    fn int_to_float(&mut self, inst: &Inst) -> Result<()> {
        let (x, from) = (self.arg(inst, 0)?, self.arg_type(inst, 0)?);
        let signed = inst.opcode == Opcode::FcvtFromSint;
        let x = if signed { self.sext(x, from.bits) } else { self.zext(x, from.bits) };
        let mut b = self.b();
        let result = match (inst.ty, signed) {
            (Some(Type::F32), true) => b.itof(x),
            (Some(Type::F32), false) => b.utof(x),
            (Some(Type::F64), true) => b.itod(x),
            (Some(Type::F64), false) => b.utod(x),
            _ => return self.unsupported(Missing::Float16Arithmetic),
        };
        self.set(inst, 0, result);
        Ok(())
    }

    /// A conversion that traps for NaN and out of range.
    fn float_to_int(&mut self, inst: &Inst, signed: bool) -> Result<()> {
        let x = self.number(inst, 0)?;
        let to = self.controlling(inst)?;
        let core = self.core(to)?;
        let mut b = self.b();
        let result = if signed { b.ftoi_trap(core, x) } else { b.ftou_trap(core, x) };
        if to.bits < 32 {
            let cut = if signed { self.sext(result, to.bits) } else { self.zext(result, to.bits) };
            let mut b = self.b();
            let outside = b.not_equal(cut, result);
            b.trap_if(outside, TrapCode::IntegerOverflow);
        }
        self.set(inst, 0, result);
        Ok(())
    }

    /// A conversion that clamps; NaN becomes 0.
    fn saturate_to_int(&mut self, inst: &Inst, signed: bool) -> Result<()> {
        let x = self.number(inst, 0)?;
        let to = self.controlling(inst)?;
        let core = self.core(to)?;
        let mut b = self.b();
        let mut result = if signed { b.ftoi_sat(core, x) } else { b.ftou_sat(core, x) };
        if to.bits < 32 {
            let largest = self.limit(core, to.bits, signed, true);
            let mut b = self.b();
            let above = if signed { b.greater_than(result, largest) } else { b.above(result, largest) };
            result = b.select(above, largest, result);
            if signed {
                let smallest = self.limit(core, to.bits, signed, false);
                let mut b = self.b();
                let below = b.less_than(result, smallest);
                result = b.select(below, smallest, result);
            }
        }
        self.set(inst, 0, result);
        Ok(())
    }

    /// A conversion that gives the smallest integer for NaN and out of range.
    fn float_to_int_or_smallest(&mut self, inst: &Inst) -> Result<()> {
        let x = self.number(inst, 0)?;
        let to = self.controlling(inst)?;
        if to.bits < 32 {
            return self.invalid("an integer of 32 or 64 bits is required");
        }
        let core = self.core(to)?;
        let largest = self.limit(core, to.bits, true, true);
        let smallest = self.limit(core, to.bits, true, false);
        // The limit is a power of two, so it is exact.
        let exponent = if to.bits == 64 { 63 } else { 31 };
        let mut b = self.b();
        let result = b.ftoi_sat(core, x);
        let limit = match b.proc.type_of(x) {
            base::Type::Float => b.const_float((2.0_f32).powi(exponent)),
            _ => b.const_double((2.0_f64).powi(exponent)),
        };
        let fits = b.less_than(x, limit);
        let is_largest = b.equal(result, largest);
        let clamped = b.select(is_largest, smallest, result);
        // A double may be the largest i32 itself.
        let result = b.select(fits, result, clamped);
        let is_number = b.equal(x, x);
        let result = b.select(is_number, result, smallest);
        self.set(inst, 0, result);
        Ok(())
    }
}
