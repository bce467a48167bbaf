//! Checks of the sanitiser: each annotation and each other source of poison is a `TrapIf`.

use super::{CoreValue, Refusal, Translator};
use crate::annotation::{Annotation, CLASSES, Range};
use crate::ir::{Inst, Operand, Type};
use crate::table::{FloatType, Op};
use crate::widths::Interval;
use barebones::base::TrapCode;
use barebones_widths::int::{self, Int, Relation, Sign};
use num_bigint::{BigInt, BigUint};

impl Translator<'_> {
    /// The trap code of an instruction's checks: its number.
    pub(super) fn code(&self, inst: &Inst) -> TrapCode {
        let number = self.numbers.get(&std::ptr::from_ref(inst)).copied().unwrap_or(0);
        TrapCode::User(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// Traps if the predicate holds.
    pub(super) fn trap_if(&mut self, code: TrapCode, predicate: CoreValue) {
        self.b().trap_if(predicate, code);
    }

    pub(super) fn is_checked(&self) -> bool {
        self.options.check_annotations
    }

    /// Checks an integer, which is exact in its register, against an annotation.
    pub(super) fn check_range(
        &mut self,
        code: TrapCode,
        value: &Int,
        interval: &Interval,
        annotation: &Annotation,
    ) -> Result<(), Refusal> {
        if !self.is_checked() {
            return Ok(());
        }
        let bits = value.bits();
        let natural = interval.is_natural() && interval.fits_unsigned(bits);
        for range in &annotation.ranges {
            self.check_bounds(code, value, natural, interval, *range);
        }
        let (mask, ones) = annotation.known_bits();
        if mask == BigUint::ZERO {
            return Ok(());
        }
        let (mask_low, ones_low) = (self.low_bits(bits, &mask), self.low_bits(bits, &ones));
        let masked = int::and(&mut self.b(), value, &mask_low);
        let wrong = int::compare(&mut self.b(), Relation::NotEqual, &masked, &ones_low);
        self.trap_if(code, wrong);
        // Bits above the register repeat its sign; a known bit there is compared with that.
        let (mask_high, ones_high) = (&mask >> bits, &ones >> bits);
        if mask_high == BigUint::ZERO {
            return Ok(());
        }
        let negative = if natural { None } else { Some(int::is_negative(&mut self.b(), value)) };
        let (has_ones, has_zeros) = (ones_high != BigUint::ZERO, ones_high != mask_high);
        let one = self.b().const32(1);
        let wrong = match (has_ones, has_zeros, negative) {
            (true, true, _) | (true, false, None) => Some(one),
            (true, false, Some(negative)) => Some(self.b().bit_xor(negative, one)),
            (false, _, negative) => negative,
        };
        wrong.into_iter().for_each(|wrong| self.trap_if(code, wrong));
        Ok(())
    }

    /// The low bits of a number, as a constant of a register.
    fn low_bits(&mut self, bits: u32, value: &BigUint) -> Int {
        self.big_constant(bits, &BigInt::from(value.clone()))
    }

    fn check_bounds(
        &mut self,
        code: TrapCode,
        value: &Int,
        natural: bool,
        interval: &Interval,
        range: Range,
    ) {
        let (low, high) = range.bounds();
        if interval.low.as_ref().is_none_or(|least| *least < low) {
            // The least integer of the range fits the register: the interval reaches below it.
            let bound = self.big_constant(value.bits(), &low);
            let wrong = int::compare(&mut self.b(), Relation::Less(Sign::Signed), value, &bound);
            self.trap_if(code, wrong);
        }
        if interval.high.as_ref().is_none_or(|most| *most > high) {
            let bound = self.big_constant(value.bits(), &high);
            let sign = if natural { Sign::Unsigned } else { Sign::Signed };
            let wrong = int::compare(&mut self.b(), Relation::Greater(sign), value, &bound);
            self.trap_if(code, wrong);
        }
    }

    /// Checks the annotations of an instruction's uses, except those that a branch passes: these are the same code.
    pub(super) fn check_uses(&mut self, inst: &Inst) -> Result<(), Refusal> {
        if !self.is_checked() {
            return Ok(());
        }
        for operand in inst.operands.iter().filter(|operand| !operand.annotation.is_empty()) {
            self.check_use(inst, operand)?;
        }
        Ok(())
    }

    fn check_use(&mut self, inst: &Inst, operand: &Operand) -> Result<(), Refusal> {
        match self.type_of(operand) {
            Type::Int => {
                let interval = self.widths.intervals.annotated[operand.value.index()].clone();
                let bits = self.fit(&interval, operand.value)?;
                let from = self.widths.registers[operand.value.index()];
                let leaves = self.leaves[operand.value.index()].clone();
                if leaves.is_empty() {
                    return Ok(());
                }
                let value = self.resize_int(&Int::new(from, leaves), bits, &interval);
                self.check_range(self.code(inst), &value, &interval, &operand.annotation)
            }
            Type::Float(ty) => {
                let value = self.scalar(operand);
                self.check_float(self.code(inst), value, *ty, &operand.annotation);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Checks the arguments of a branch's target.
    pub(super) fn check_arguments(&mut self, inst: &Inst, arguments: &[Operand]) -> Result<(), Refusal> {
        let uses = arguments
            .iter()
            .filter(|operand| !operand.annotation.is_empty() && self.options.check_annotations);
        let uses: Vec<Operand> = uses.cloned().collect();
        uses.iter().try_for_each(|operand| self.check_use(inst, operand))
    }

    /// Checks the classes of float results.
    pub(super) fn check_class(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let function = self.function;
        for result in &inst.results {
            let data = &function.values[result.index()];
            if let (Type::Float(ty), Some(value)) = (&data.ty, self.leaves[result.index()].first().copied()) {
                self.check_float(self.code(inst), value, *ty, &data.annotation);
            }
        }
        Ok(())
    }

    /// Traps if a float is of an excluded class.
    pub(super) fn check_float(
        &mut self,
        code: TrapCode,
        value: CoreValue,
        ty: FloatType,
        annotation: &Annotation,
    ) {
        if !self.is_checked() || annotation.excluded.0 == 0 || ty == FloatType::F128 {
            return;
        }
        let bits = if ty == FloatType::F64 { 64 } else { 32 };
        let is_core = matches!(ty, FloatType::F32 | FloatType::F64);
        let word = if is_core { self.b().bitwise_cast(value) } else { value };
        let (exponent_bits, fraction_bits) = ty.layout();
        let infinity = ((1u64 << exponent_bits) - 1) << fraction_bits;
        let sign = 1u64 << (exponent_bits + fraction_bits);
        let constants =
            [sign - 1, sign, infinity, infinity | 1 << (fraction_bits - 1), 1 << fraction_bits, 0];
        let [magnitude_mask, sign, infinity, quiet, least, zero] =
            constants.map(|constant| self.constant(bits, constant as i64));
        let mut b = self.b();
        let magnitude = b.bit_and(word, magnitude_mask);
        let sign = b.bit_and(word, sign);
        let negative = b.not_equal(sign, zero);
        let positive = b.equal(sign, zero);
        for (_, class) in CLASSES[..10].iter().filter(|(_, class)| annotation.excluded.0 & class != 0) {
            let mut b = self.b();
            let (first, second) = match class {
                1 => (b.above(magnitude, infinity), b.below(magnitude, quiet)),
                2 => (b.above_equal(magnitude, quiet), b.above(magnitude, infinity)),
                4 | 512 => (b.equal(magnitude, infinity), if *class == 4 { negative } else { positive }),
                32 | 64 => (b.equal(magnitude, zero), if *class == 32 { negative } else { positive }),
                16 | 128 => {
                    let (below, above) = (b.below(magnitude, least), b.above(magnitude, zero));
                    (b.bit_and(below, above), if *class == 16 { negative } else { positive })
                }
                _ => {
                    let (below, above) = (b.below(magnitude, infinity), b.above_equal(magnitude, least));
                    (b.bit_and(below, above), if *class == 8 { negative } else { positive })
                }
            };
            let wrong = self.b().bit_and(first, second);
            self.trap_if(code, wrong);
        }
    }

    /// Checks parameters against the signature, as the caller's promises. The code is that of the first instruction.
    pub(super) fn check_parameters(&mut self) -> Result<(), Refusal> {
        let function = self.function;
        let Some(inst) = function.blocks.first().and_then(|block| block.insts.first()) else { return Ok(()) };
        self.block = self.core_block(crate::ir::BlockId(0));
        for (param, leaves) in function.params.iter().zip(self.arguments.clone()) {
            match (&param.ty, leaves.first()) {
                (Type::Int, Some(_)) => {
                    let bits = crate::widths::abi_register(&param.annotation).unwrap_or(64);
                    let natural = param.annotation.range().is_some_and(|range| !range.signed);
                    let whole = Interval::width(!natural, bits);
                    self.check_range(self.code(inst), &Int::new(bits, leaves), &whole, &param.annotation)?;
                }
                (Type::Float(ty), Some(value)) => {
                    self.check_float(self.code(inst), *value, *ty, &param.annotation)
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks an argument against the callee's parameter, or a returned value against the signature.
    pub(super) fn check_promise(
        &mut self,
        inst: &Inst,
        operand: &Operand,
        annotation: &Annotation,
    ) -> Result<(), Refusal> {
        let code = self.code(inst);
        if !self.is_checked() || annotation.is_empty() {
            return Ok(());
        }
        match self.type_of(operand) {
            Type::Int => {
                let interval = self.widths.intervals.of_use(operand);
                let bits = self.fit(&interval, operand.value)?;
                let value = self.wide_int(operand, bits);
                self.check_range(code, &value, &interval, annotation)
            }
            Type::Float(ty) => {
                let value = self.scalar(operand);
                self.check_float(code, value, *ty, annotation);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Checks that an integer operand is not negative, or that it is positive.
    pub(super) fn check_sign(&mut self, inst: &Inst, operand: &Operand) -> Result<(), Refusal> {
        let interval = self.widths.intervals.of_use(operand);
        let positive = inst.op == Op::Ctz;
        let least = BigInt::from(i32::from(positive));
        if !self.is_checked() || interval.low.as_ref().is_some_and(|low| *low >= least) {
            return Ok(());
        }
        let bits = self.fit(&interval, operand.value)?;
        let value = self.wide_int(operand, bits);
        let zero = int::constant(&mut self.b(), bits, &[]);
        let relation = match (positive, interval.is_natural()) {
            (true, true) => Relation::Equal,
            (true, false) => Relation::LessEqual(Sign::Signed),
            _ => Relation::Less(Sign::Signed),
        };
        let wrong = int::compare(&mut self.b(), relation, &value, &zero);
        self.trap_if(self.code(inst), wrong);
        Ok(())
    }
}

/// The low 64 bits of an integer.
pub(super) fn low_word(value: &BigInt) -> i64 {
    u64::try_from(value & (crate::annotation::power(64) - 1)).unwrap_or(0) as i64
}
