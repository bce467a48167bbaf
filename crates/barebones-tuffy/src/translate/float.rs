//! Float instructions and conversions.

use super::{CoreValue, Translator};
use crate::ir::{Inst, Payload, Type};
use crate::refusal::{Feature, Refusal};
use crate::table::{FloatPredicate, FloatType, Op};
use crate::widths::Interval;
use barebones::base::Type as CoreType;
use barebones::ir::Opcode;
use barebones_widths::float::{self, Format};
use barebones_widths::int::{Above, Int, Sign};

/// True if the instruction is translated here.
pub(super) fn is_float(op: Op) -> bool {
    use Op::*;
    let arithmetic =
        matches!(op, FAdd | FSub | FMul | FDiv | FMinNum | FMaxNum | FNeg | FAbs | CopySign | FRem);
    arithmetic || matches!(op, FConst | FCmp | FpToSi | FpToUi | SiToFp | UiToFp | FpConvert)
}

/// 2 to the power of `bits` as a float of a core type; infinity if it is larger than all floats.
fn power_of_two(ty: CoreType, bits: u32) -> u64 {
    let value = if bits > 1023 { f64::INFINITY } else { 2f64.powi(bits as i32) };
    if ty == CoreType::Float { u64::from((value as f32).to_bits()) } else { value.to_bits() }
}

impl Translator<'_> {
    pub(super) fn float(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        if let Payload::Float(ty, bits) = inst.payload {
            let bits = bits as u64;
            let value = match ty {
                FloatType::F32 => self.b().constant(CoreType::Float, bits),
                FloatType::F64 => self.b().constant(CoreType::Double, bits),
                FloatType::F128 => return self.unsupported(Feature::Quadruple, inst),
                _ => self.b().const32(bits as i32),
            };
            self.define_scalar(inst, 0, value);
            return self.check_class(inst);
        }
        // The format of the float operand, or of the result of a conversion from an integer.
        let ty = match (of.first().map(|operand| self.type_of(operand)), inst.results.first()) {
            (Some(Type::Float(ty)), _) => *ty,
            (_, Some(result)) => match self.function.type_of(*result) {
                Type::Float(ty) => *ty,
                _ => FloatType::F128,
            },
            _ => FloatType::F128,
        };
        match ty {
            FloatType::F128 => return self.unsupported(Feature::Quadruple, inst),
            FloatType::F16 => return self.small_float(inst, Format::F16),
            FloatType::BF16 => return self.small_float(inst, Format::Bf16),
            _ => {}
        }
        let core = if ty == FloatType::F32 { CoreType::Float } else { CoreType::Double };
        match inst.op {
            Op::SiToFp | Op::UiToFp => return self.integer_to_float(inst, core),
            Op::FpToSi | Op::FpToUi => {
                let value = self.scalar(&of[0]);
                return self.float_to_integer(inst, value, core);
            }
            _ => {}
        }
        let x = self.scalar(&of[0]);
        let y = of.get(1).map_or(x, |operand| self.scalar(operand));
        let value = match inst.op {
            Op::FCmp => {
                let Payload::FloatPredicate(predicate) = inst.payload else { return Ok(()) };
                self.compare_floats(predicate, x, y)
            }
            Op::FpConvert => match self.function.type_of(inst.results[0]) {
                Type::Float(to) if *to == ty => x,
                Type::Float(FloatType::F64) => self.b().float_to_double(x),
                Type::Float(FloatType::F32) => self.b().double_to_float(x),
                Type::Float(FloatType::F16) => self.rounded(Format::F16, x),
                Type::Float(FloatType::BF16) => self.rounded(Format::Bf16, x),
                _ => return self.unsupported(Feature::Quadruple, inst),
            },
            op => self.arithmetic(op, x, y),
        };
        self.define_scalar(inst, 0, value);
        self.check_class(inst)
    }

    /// An operation on one or two floats of a type of the library's.
    fn arithmetic(&mut self, op: Op, x: CoreValue, y: CoreValue) -> CoreValue {
        match op {
            Op::FAdd => self.b().add(x, y),
            Op::FSub => self.b().sub(x, y),
            Op::FMul => self.b().mul(x, y),
            Op::FDiv => self.b().div(x, y),
            Op::FRem => self.b().modulo(x, y),
            Op::FNeg => self.b().neg(x),
            Op::FAbs => self.b().abs(x),
            Op::CopySign => self.b().copy_sign(x, y),
            Op::FMinNum | Op::FMaxNum => {
                let mut b = self.b();
                let both = if op == Op::FMinNum { b.fmin(x, y) } else { b.fmax(x, y) };
                let (x_nan, y_nan) = (b.not_equal(x, x), b.not_equal(y, y));
                let first = b.select(y_nan, x, both);
                b.select(x_nan, y, first)
            }
            _ => x,
        }
    }

    /// A Float or Double rounded to a format of 16 bits.
    fn rounded(&mut self, format: Format, value: CoreValue) -> CoreValue {
        float::round_to(&mut self.proc.at(self.block), &mut self.helpers, format, value).low()
    }

    /// f16 and bf16 are their bits. What changes the sign only needs no arithmetic; the rest is done in Double, and
    /// rounded.
    fn small_float(&mut self, inst: &Inst, format: Format) -> Result<(), Refusal> {
        let of = &inst.operands;
        let value = match inst.op {
            Op::SiToFp | Op::UiToFp => {
                let (value, sign) = self.converted(inst)?;
                float::from_int(&mut self.proc.at(self.block), &mut self.helpers, format, &value, sign).low()
            }
            Op::FNeg | Op::FAbs | Op::CopySign => {
                let x = self.scalar(&of[0]);
                let y = of.get(1).map_or(x, |operand| self.scalar(operand));
                let mut b = self.b();
                let (sign, others) = (b.const32(0x8000), b.const32(0x7FFF));
                match inst.op {
                    Op::FNeg => b.bit_xor(x, sign),
                    Op::FAbs => b.bit_and(x, others),
                    _ => {
                        let (magnitude, sign) = (b.bit_and(x, others), b.bit_and(y, sign));
                        b.bit_or(magnitude, sign)
                    }
                }
            }
            op => {
                let mut doubles = Vec::new();
                for operand in of {
                    let bits = Int::with_above(16, [self.scalar(operand)], Above::Zeros);
                    doubles.push(float::to_double(&mut self.b(), format, &bits));
                }
                let (x, y) = (doubles[0], doubles[doubles.len() - 1]);
                match (op, &inst.payload) {
                    (Op::FpToSi | Op::FpToUi, _) => {
                        return self.float_to_integer(inst, x, CoreType::Double);
                    }
                    (_, Payload::FloatPredicate(predicate)) => self.compare_floats(*predicate, x, y),
                    (Op::FpConvert, _) => match self.function.type_of(inst.results[0]) {
                        Type::Float(FloatType::F64) => x,
                        Type::Float(FloatType::F32) => self.b().double_to_float(x),
                        Type::Float(FloatType::F16) => self.rounded(Format::F16, x),
                        Type::Float(FloatType::BF16) => self.rounded(Format::Bf16, x),
                        _ => return self.unsupported(Feature::Quadruple, inst),
                    },
                    _ => {
                        let value = self.arithmetic(op, x, y);
                        self.rounded(format, value)
                    }
                }
            }
        };
        self.define_scalar(inst, 0, value);
        self.check_class(inst)
    }

    fn compare_floats(&mut self, predicate: FloatPredicate, x: CoreValue, y: CoreValue) -> CoreValue {
        let (opcode, negated) = match predicate {
            FloatPredicate::False => return self.b().const32(0),
            FloatPredicate::True => return self.b().const32(1),
            FloatPredicate::Oeq => (Opcode::Equal, false),
            FloatPredicate::Une => (Opcode::NotEqual, false),
            FloatPredicate::Ueq => (Opcode::EqualOrUnordered, false),
            FloatPredicate::One => (Opcode::EqualOrUnordered, true),
            FloatPredicate::Olt => (Opcode::LessThan, false),
            FloatPredicate::Ole => (Opcode::LessEqual, false),
            FloatPredicate::Ogt => (Opcode::GreaterThan, false),
            FloatPredicate::Oge => (Opcode::GreaterEqual, false),
            FloatPredicate::Uge => (Opcode::LessThan, true),
            FloatPredicate::Ugt => (Opcode::LessEqual, true),
            FloatPredicate::Ule => (Opcode::GreaterThan, true),
            FloatPredicate::Ult => (Opcode::GreaterEqual, true),
            FloatPredicate::Ord | FloatPredicate::Uno => {
                let mut b = self.b();
                let (x_nan, y_nan) = (b.not_equal(x, x), b.not_equal(y, y));
                let either = b.bit_or(x_nan, y_nan);
                if predicate == FloatPredicate::Uno {
                    return either;
                }
                let one = b.const32(1);
                return b.bit_xor(either, one);
            }
        };
        let mut b = self.b();
        let value = b.apply_typed(opcode, CoreType::Int32, &[x, y]);
        if !negated {
            return value;
        }
        let one = b.const32(1);
        b.bit_xor(value, one)
    }

    /// The integer operand of a conversion in a register, and its sign there.
    fn converted(&mut self, inst: &Inst) -> Result<(Int, Sign), Refusal> {
        let operand = &inst.operands[0];
        let mut interval = self.widths.intervals.of_use(operand);
        if inst.op == Op::UiToFp {
            self.check_sign(inst, operand)?;
            interval = interval.intersect(&Interval::natural());
        }
        let bits = self.fit(&interval, operand.value)?;
        let unsigned = interval.is_natural() && interval.fits_unsigned(bits);
        let sign = if unsigned { Sign::Unsigned } else { Sign::Signed };
        Ok((self.wide_int(operand, bits), sign))
    }

    fn integer_to_float(&mut self, inst: &Inst, to: CoreType) -> Result<(), Refusal> {
        let (value, sign) = self.converted(inst)?;
        let value = if value.bits() > 64 {
            self.wide_to_float(&value, sign == Sign::Unsigned, to)
        } else {
            let mut b = self.b();
            match (sign, to) {
                (Sign::Unsigned, CoreType::Float) => b.utof(value.low()),
                (Sign::Unsigned, _) => b.utod(value.low()),
                (Sign::Signed, CoreType::Float) => b.itof(value.low()),
                (Sign::Signed, _) => b.itod(value.low()),
            }
        };
        self.define_scalar(inst, 0, value);
        self.check_class(inst)
    }

    fn float_to_integer(&mut self, inst: &Inst, value: CoreValue, from: CoreType) -> Result<(), Refusal> {
        let result = inst.results[0];
        let annotation = &self.function.values[result.index()].annotation;
        let interval = Interval::of(annotation);
        let natural = inst.op == Op::FpToUi || interval.is_natural();
        if self.is_checked() {
            // The truncated value is finite, and inside each range, whose ends are powers of two or one less.
            let whole = self.b().ftrunc(value);
            let magnitude = self.b().abs(whole);
            let infinity = self.b().constant(from, power_of_two(from, u32::MAX));
            let finite = self.b().less_than(magnitude, infinity);
            let one = self.b().const32(1);
            let wrong = self.b().bit_xor(finite, one);
            self.trap_if(self.code(inst), wrong);
            for range in &annotation.ranges {
                let (low, high) = match (range.signed, range.bits) {
                    (true, bits) => (Some(bits.max(1) - 1), bits.max(1) - 1),
                    (false, bits) => (None, bits),
                };
                let low_bits = low.map_or(0, |bits| power_of_two(from, bits));
                let sign = if from == CoreType::Float { 1u64 << 31 } else { 1 << 63 };
                let low_bits = if low.is_some() { low_bits | sign } else { 0 };
                let low = self.b().constant(from, low_bits);
                let high = self.b().constant(from, power_of_two(from, high));
                let mut b = self.b();
                let (above, below) = (b.greater_equal(whole, low), b.less_than(whole, high));
                let inside = b.bit_and(above, below);
                let one = b.const32(1);
                let wrong = b.bit_xor(inside, one);
                self.trap_if(self.code(inst), wrong);
            }
            if inst.op == Op::FpToUi {
                let zero = self.b().constant(from, 0);
                let inside = self.b().greater_equal(whole, zero);
                let one = self.b().const32(1);
                let wrong = self.b().bit_xor(inside, one);
                self.trap_if(self.code(inst), wrong);
            }
        }
        let to = self.widths.registers[result.index()];
        if to == 0 {
            return Ok(());
        }
        // What is outside the annotation is poison, so that saturation is right.
        let bits = self.fit(&interval, result)?;
        let ty = super::core_int(bits);
        let unsigned = natural && interval.fits_unsigned(bits);
        let value = match (bits > 64, unsigned) {
            (true, _) => self.float_to_wide(value, from, bits),
            (_, true) => Int::new(bits, [self.b().ftou_sat(ty, value)]),
            _ => Int::new(bits, [self.b().ftoi_sat(ty, value)]),
        };
        let annotated = self.widths.intervals.annotated[result.index()].clone();
        let value = self.resize_int(&value, to, &annotated);
        self.leaves[result.index()] = value.into_leaves().to_vec();
        Ok(())
    }
}
