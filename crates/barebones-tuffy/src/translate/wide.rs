//! Integer instructions that need more than 64 bits.
//!
//! Operations are exact, on signed integers of as many limbs as the operands and the exact result need. What reads low
//! bits only is computed in the register of its result.

use super::{CoreValue, Translator};
use crate::Range;
use crate::annotation::power;
use crate::ir::{Inst, Operand, Payload};
use crate::refusal::Refusal;
use crate::table::{Division, IntPredicate, Op};
use crate::widths::Interval;
use barebones_widths::helpers::Helper;
use barebones_widths::int::{self, Excess, Int, Relation, Shift, Sign, container};
use num_bigint::BigInt;

/// The register in which integers of all intervals are signed integers.
fn signed_register(intervals: &[&Interval]) -> Option<u32> {
    let bits = |interval: &&Interval| Some(interval.bits()? + u32::from(interval.is_natural()));
    let all: Option<Vec<u32>> = intervals.iter().map(bits).collect();
    Some(container(all?.into_iter().max().unwrap_or(1).max(65)))
}

impl Translator<'_> {
    /// True if registers of 64 bits are enough for an instruction.
    pub(super) fn is_narrow(&self, inst: &Inst) -> Result<bool, Refusal> {
        let uses: Vec<Interval> = inst.operands.iter().map(|operand| self.use_interval(operand)).collect();
        let fits = |interval: &Interval| crate::widths::fit(interval) <= 64;
        let common = |intervals: &[&Interval]| super::integer::common(intervals).is_some();
        let result = |index: usize| self.computed(inst.results[index]);
        let width = inst.width();
        let all: Vec<&Interval> = uses.iter().collect();
        Ok(match inst.op {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor | Op::Merge | Op::Clmul => {
                let signs = inst.op != Op::Clmul || !self.is_checked() || uses.iter().all(fits);
                result(0)? <= 64 && signs
            }
            Op::ZExt => result(0)? <= 64,
            Op::SExt => result(0)? <= 64 && fits(&uses[0]),
            Op::Shl => result(0)? <= 64 && fits(&uses[1]),
            Op::Shr => common(&[&uses[0]]) && fits(&uses[1]),
            Op::Div | Op::Rem => common(&[&uses[0], &uses[1], &self.result_interval(inst)]),
            Op::CountOnes | Op::Ctz => {
                common(&[&uses[0].intersect(&Interval::natural())]) && (!self.is_checked() || fits(&uses[0]))
            }
            Op::Clz | Op::BitReverse => width <= 64,
            Op::BSwap => width <= 8,
            Op::RotL | Op::RotR => width <= 64 && fits(&uses[1]),
            Op::Split => common(&[&uses[0]]) && result(1)? <= 64,
            Op::Min | Op::Max | Op::ICmp => {
                let mixed = |a: &Interval, b: &Interval| a.fits_signed(64) && b.fits_unsigned(64);
                common(&all) || mixed(&uses[0], &uses[1]) || mixed(&uses[1], &uses[0])
            }
            _ => {
                let exact = exact(inst, &uses);
                let signed = Range { signed: true, bits: 64 };
                let is_signed = is_signed(inst.op);
                let fits =
                    |i: &Interval| if is_signed { i.is_in(&signed.interval()) } else { i.fits_unsigned(64) };
                let all: Vec<&Interval> = uses.iter().chain([&exact]).collect();
                common(&all) && width <= 64 || width == 64 && uses.iter().all(fits)
            }
        })
    }

    /// The register of an exact computation with these intervals.
    fn exact_register(&self, inst: &Inst, intervals: &[&Interval]) -> Result<u32, Refusal> {
        match signed_register(intervals) {
            Some(bits) if bits <= crate::ir::MAX_WIDTH + 64 => Ok(bits),
            _ => {
                let widest = intervals.iter().max_by_key(|interval| interval.bits().unwrap_or(u32::MAX));
                Err(self.not_held(widest.copied().unwrap_or(&Interval::ALL), inst))
            }
        }
    }

    /// Why no register holds an interval that an instruction needs.
    pub(super) fn not_held(&self, interval: &Interval, inst: &Inst) -> Refusal {
        let value = inst.operands.first().map_or(crate::ir::ValueId(0), |operand| operand.value);
        let (position, op) = (inst.position, inst.op);
        match interval.bits() {
            Some(bits) => Refusal::TooWide { value, bits, position, op },
            None => Refusal::Unbounded { value, position, op },
        }
    }

    /// Translates an integer instruction with registers of any number of bits.
    pub(super) fn wide(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let width = inst.width();
        match inst.op {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => {
                let bits = self.computed(inst.results[0])?;
                let (x, y) = (self.wide_int(&of[0], bits), self.wide_int(&of[1], bits));
                let mut b = self.b();
                let value = match inst.op {
                    Op::Add => int::add(&mut b, &x, &y),
                    Op::Sub => int::sub(&mut b, &x, &y),
                    Op::Mul => int::mul(&mut b, &x, &y),
                    Op::And => int::and(&mut b, &x, &y),
                    Op::Or => int::or(&mut b, &x, &y),
                    _ => int::xor(&mut b, &x, &y),
                };
                self.define_int(inst, 0, &value)
            }
            Op::Div | Op::Rem => self.wide_divide(inst),
            Op::Shl | Op::Shr => self.wide_shift(inst),
            Op::CountOnes | Op::Ctz => {
                self.check_sign(inst, &of[0])?;
                let interval = self.use_interval(&of[0]).intersect(&Interval::natural());
                let bits = self.fit(&interval, of[0].value)?;
                let x = self.wide_int(&of[0], bits);
                let mut b = self.b();
                let count =
                    if inst.op == Op::Ctz { int::trailing_zeros(&mut b, &x) } else { int::ones(&mut b, &x) };
                self.define_int(inst, 0, &count)
            }
            Op::Clz | Op::BSwap | Op::BitReverse => {
                let bits = if inst.op == Op::BSwap { width.saturating_mul(8) } else { width };
                self.field_register(inst, bits)?;
                let x = self.wide_int(&of[0], bits);
                let mut b = self.b();
                let value = match inst.op {
                    Op::Clz => int::leading_zeros(&mut b, &x),
                    Op::BSwap => int::reversed_bytes(&mut b, &x),
                    _ => int::reversed_bits(&mut b, &x),
                };
                self.define_int(inst, 0, &value)
            }
            Op::RotL | Op::RotR => {
                self.field_register(inst, width)?;
                let x = self.wide_int(&of[0], width);
                let amount = self.rotation_amount(inst)?;
                let shift = if inst.op == Op::RotL { Shift::RotateLeft } else { Shift::RotateRight };
                let value = int::shift(&mut self.b(), shift, &x, amount, Excess::Wraps);
                self.define_int(inst, 0, &value)
            }
            Op::Merge => {
                let bits = self.computed(inst.results[0])?;
                let (x, y) = (self.wide_int(&of[0], bits), self.wide_int(&of[1], bits));
                if width >= bits {
                    return self.define_int(inst, 0, &y);
                }
                let mask = self.big_constant(bits, &(power(width) - 1));
                let others = self.big_constant(bits, &-power(width));
                let mut b = self.b();
                let (low, high) = (int::and(&mut b, &y, &mask), int::and(&mut b, &x, &others));
                let value = int::or(&mut b, &high, &low);
                self.define_int(inst, 0, &value)
            }
            Op::Split => {
                if self.computed(inst.results[0])? != 0 {
                    let bits = self.exact_register(inst, &[&self.use_interval(&of[0])])?;
                    let x = self.wide_int(&of[0], bits);
                    let high = int::shift_by(&mut self.b(), Shift::Right(Sign::Signed), &x, width);
                    self.define_int(inst, 0, &high)?;
                }
                let bits = self.computed(inst.results[1])?;
                if bits != 0 {
                    let low = self.low_part(&of[0], bits, width);
                    self.define_int(inst, 1, &low)?;
                }
                Ok(())
            }
            Op::ZExt => {
                let bits = self.computed(inst.results[0])?;
                let value = self.low_part(&of[0], bits, width);
                self.define_int(inst, 0, &value)
            }
            Op::SExt => {
                let interval = self.use_interval(&of[0]);
                let bits = self.fit(&interval, of[0].value)?;
                let value = self.wide_int(&of[0], bits);
                let annotation = crate::Annotation {
                    ranges: vec![Range { signed: true, bits: width }],
                    ..crate::Annotation::default()
                };
                self.check_range(self.code(inst), &value, &interval, &annotation)?;
                if self.computed(inst.results[0])? == 0 {
                    return Ok(());
                }
                self.define_int(inst, 0, &value)
            }
            Op::Clmul => self.wide_clmul(inst),
            Op::Min | Op::Max | Op::ICmp => {
                let predicate = match inst.payload {
                    Payload::Int(predicate) => predicate,
                    _ if inst.op == Op::Min => IntPredicate::Le,
                    _ => IntPredicate::Ge,
                };
                let (a, b) = (self.use_interval(&of[0]), self.use_interval(&of[1]));
                let bits = self.exact_register(inst, &[&a, &b])?;
                let (x, y) = (self.wide_int(&of[0], bits), self.wide_int(&of[1], bits));
                let holds = int::compare(&mut self.b(), relation(predicate), &x, &y);
                if inst.op == Op::ICmp {
                    self.define_scalar(inst, 0, holds);
                    return Ok(());
                }
                let value = int::select(&mut self.b(), holds, &x, &y);
                self.define_int(inst, 0, &value)
            }
            _ => self.exactly(inst),
        }
    }

    /// Refuses a field of more bits than an integer has.
    fn field_register(&self, inst: &Inst, bits: u32) -> Result<(), Refusal> {
        if bits > crate::ir::MAX_WIDTH {
            return Err(self.not_held(&Interval::width(false, bits), inst));
        }
        Ok(())
    }

    /// The low `width` bits of an operand in a register, zero-extended.
    fn low_part(&mut self, operand: &Operand, bits: u32, width: u32) -> Int {
        let x = self.wide_int(operand, bits);
        if width >= bits {
            return x;
        }
        let mut b = self.b();
        if width == 0 {
            return int::constant(&mut b, bits, &[]);
        }
        let low = int::truncated(&mut b, &x, width);
        int::widened(&mut b, &low, bits, Sign::Unsigned)
    }

    /// Saturation, overflow and `carrying_mul_add`, from the exact result.
    fn exactly(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let uses: Vec<Interval> = of.iter().map(|operand| self.use_interval(operand)).collect();
        let exact = exact(inst, &uses);
        let width = inst.width();
        let range = Range { signed: is_signed(inst.op), bits: width };
        self.field_register(inst, width)?;
        let field = range.interval();
        let all: Vec<&Interval> = uses.iter().chain([&exact, &field]).collect();
        let bits = self.exact_register(inst, &all)?;
        let values: Vec<Int> = of.iter().map(|operand| self.wide_int(operand, bits)).collect();
        let mut value = {
            let mut b = self.b();
            match inst.op {
                Op::UAddSat | Op::SAddSat | Op::SAddOverflow | Op::UAddOverflow => {
                    int::add(&mut b, &values[0], &values[1])
                }
                Op::USubSat | Op::SSubSat | Op::SSubOverflow | Op::USubOverflow => {
                    int::sub(&mut b, &values[0], &values[1])
                }
                _ => int::mul(&mut b, &values[0], &values[1]),
            }
        };
        for addend in values.iter().skip(2) {
            value = int::add(&mut self.b(), &value, addend);
        }
        let (low, high) = range.bounds();
        let (low, high) = (self.big_constant(bits, &low), self.big_constant(bits, &high));
        let mut b = self.b();
        let above = |b: &mut _, value: &Int| int::compare(b, Relation::Greater(Sign::Signed), value, &high);
        let below = |b: &mut _, value: &Int| int::compare(b, Relation::Less(Sign::Signed), value, &low);
        let wrap = |b: &mut _, value: &Int| {
            let low = int::truncated(b, value, width);
            int::widened(b, &low, bits, if range.signed { Sign::Signed } else { Sign::Unsigned })
        };
        match inst.op {
            Op::UAddSat | Op::USubSat | Op::SAddSat | Op::SSubSat => {
                if inst.op != Op::USubSat {
                    let beyond = above(&mut b, &value);
                    value = int::select(&mut b, beyond, &high, &value);
                }
                if inst.op != Op::UAddSat {
                    let beyond = below(&mut b, &value);
                    value = int::select(&mut b, beyond, &low, &value);
                }
                self.define_int(inst, 0, &value)
            }
            Op::SCarryingMulAdd | Op::UCarryingMulAdd => {
                let upper = int::shift_by(&mut b, Shift::Right(Sign::Signed), &value, width);
                let results = [wrap(&mut b, &value), wrap(&mut b, &upper)];
                for (index, value) in results.iter().enumerate() {
                    if self.computed(inst.results[index])? != 0 {
                        self.define_int(inst, index, value)?;
                    }
                }
                Ok(())
            }
            _ => {
                let flag = match inst.op {
                    // A negative sum or product is not above the range.
                    Op::UAddOverflow | Op::UMulOverflow => above(&mut b, &value),
                    Op::USubOverflow => below(&mut b, &value),
                    _ => {
                        let (over, under) = (above(&mut b, &value), below(&mut b, &value));
                        b.bit_or(over, under)
                    }
                };
                let wrapped = wrap(&mut b, &value);
                self.define_scalar(inst, 1, flag);
                if self.computed(inst.results[0])? != 0 {
                    self.define_int(inst, 0, &wrapped)?;
                }
                Ok(())
            }
        }
    }

    fn wide_shift(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        self.check_sign(inst, &of[1])?;
        let (bits, shift) = if inst.op == Op::Shl {
            (self.computed(inst.results[0])?, Shift::Left)
        } else {
            (self.exact_register(inst, &[&self.use_interval(&of[0])])?, Shift::Right(Sign::Signed))
        };
        if bits == 0 {
            return Ok(());
        }
        let x = self.wide_int(&of[0], bits);
        let amount = self.amount(&of[1])?;
        let value = int::shift(&mut self.b(), shift, &x, amount, Excess::Empties);
        self.define_int(inst, 0, &value)
    }

    /// A shift amount as an Int32, the largest if it does not fit. A negative one is any amount.
    fn amount(&mut self, operand: &Operand) -> Result<CoreValue, Refusal> {
        let interval = self.use_interval(operand);
        if let (Some(low), true) = (&interval.low, interval.low == interval.high) {
            let constant = i32::try_from(low).unwrap_or(i32::MAX);
            return Ok(self.b().const32(constant));
        }
        let bits = self.fit(&interval, operand.value)?;
        let amount = self.wide_int(operand, bits);
        Ok(int::as_amount(&mut self.b(), &amount))
    }

    /// The amount of a rotation modulo its width, as an Int32.
    fn rotation_amount(&mut self, inst: &Inst) -> Result<CoreValue, Refusal> {
        let operand = &inst.operands[1];
        let (interval, width) = (self.use_interval(operand), inst.width());
        let divisor = Interval::new(width, width);
        let bits = signed_register(&[&interval, &divisor]);
        if width.is_power_of_two() {
            let amount = self.int(operand, 32);
            let mask = self.b().const32(width as i32 - 1);
            return Ok(self.b().bit_and(amount, mask));
        }
        let Some(bits) = bits else { return Err(self.not_held(&interval, inst)) };
        let (amount, divisor) = (self.wide_int(operand, bits), self.big_constant(bits, &BigInt::from(width)));
        let (_, remainder) = self.divided(&amount, &divisor, true);
        let mut b = self.b();
        let negative = int::is_negative(&mut b, &remainder);
        let more = int::add(&mut b, &remainder, &divisor);
        let amount = int::select(&mut b, negative, &more, &remainder);
        Ok(int::truncated(&mut b, &amount, 32).low())
    }

    /// Carry-less multiplication, limb by limb.
    fn wide_clmul(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        self.check_sign(inst, &of[0])?;
        self.check_sign(inst, &of[1])?;
        let bits = self.computed(inst.results[0])?;
        if bits == 0 {
            return Ok(());
        }
        // Limbs that an interval leaves no bits are not multiplied.
        let limbs = |this: &Self, operand: &Operand| {
            let interval = this.use_interval(operand).intersect(&Interval::natural());
            interval.bits().unwrap_or(bits).min(bits).div_ceil(64) as usize
        };
        let (rows, columns) = (limbs(self, &of[1]), limbs(self, &of[0]));
        let wide = bits.max(64);
        let (x, y) = (self.wide_int(&of[0], wide), self.wide_int(&of[1], wide));
        let zero = self.constant(64, 0);
        let mut product = vec![zero; x.leaves().len()];
        for (row, y) in y.leaves().iter().take(rows).enumerate() {
            for (column, x) in x.leaves().iter().take(columns).enumerate() {
                let helper = Helper::CarrylessProduct;
                let halves = self.helpers.call(&mut self.proc.at(self.block), helper, &[*x, *y]);
                for (half, to) in halves.into_iter().zip(row + column..product.len()) {
                    product[to] = self.b().bit_xor(product[to], half);
                }
            }
        }
        self.define_int(inst, 0, &Int::new(wide, product))
    }

    /// Quotient and remainder of a divisor that is not 0.
    fn divided(&mut self, x: &Int, y: &Int, signed: bool) -> (Int, Int) {
        let sign = if signed { Sign::Signed } else { Sign::Unsigned };
        int::divide(&mut self.proc.at(self.block), &mut self.helpers, x, y, sign)
    }

    fn wide_divide(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let (x, y) = (self.use_interval(&of[0]), self.use_interval(&of[1]));
        let result = self.result_interval(inst);
        let natural = x.is_natural() && y.is_natural();
        let bits = match (natural, self.fit(&x.hull(&y), of[0].value)) {
            (true, Ok(bits)) => bits,
            _ => self.exact_register(inst, &[&x, &y, &result])?,
        };
        let (a, d) = (self.wide_int(&of[0], bits), self.wide_int(&of[1], bits));
        let zero = int::constant(&mut self.b(), bits, &[]);
        let is_zero = int::compare(&mut self.b(), Relation::Equal, &d, &zero);
        if self.is_checked() {
            self.trap_if(self.code(inst), is_zero);
        }
        // A divisor of 0, which may be poison, is replaced by 1.
        let one = int::constant(&mut self.b(), bits, &[1]);
        let d = int::select(&mut self.b(), is_zero, &one, &d);
        let (mut quotient, mut remainder) = self.divided(&a, &d, !natural);
        if !natural && self.options.division == Division::Euclidean {
            let minus = self.big_constant(bits, &BigInt::from(-1));
            let mut b = self.b();
            let negative = int::is_negative(&mut b, &remainder);
            let below = int::is_negative(&mut b, &d);
            let step = int::select(&mut b, below, &one, &minus);
            let corrected = int::add(&mut b, &quotient, &step);
            quotient = int::select(&mut b, negative, &corrected, &quotient);
            let magnitude = int::abs(&mut b, &d);
            let corrected = int::add(&mut b, &remainder, &magnitude);
            remainder = int::select(&mut b, negative, &corrected, &remainder);
        }
        let value = if inst.op == Op::Div { quotient } else { remainder };
        self.define_int(inst, 0, &value)
    }
}

impl Range {
    /// The integers of the range.
    fn interval(self) -> Interval {
        Interval::width(self.signed, self.bits)
    }
}

fn is_signed(op: Op) -> bool {
    matches!(
        op,
        Op::SAddSat
            | Op::SSubSat
            | Op::SAddOverflow
            | Op::SSubOverflow
            | Op::SMulOverflow
            | Op::SCarryingMulAdd
    )
}

/// The exact results of saturating operations, operations with overflow and `carrying_mul_add`.
fn exact(inst: &Inst, uses: &[Interval]) -> Interval {
    match inst.op {
        Op::UAddSat | Op::SAddSat | Op::SAddOverflow | Op::UAddOverflow => uses[0].add(&uses[1]),
        Op::USubSat | Op::SSubSat | Op::SSubOverflow | Op::USubOverflow => uses[0].sub(&uses[1]),
        _ => uses.iter().skip(2).fold(uses[0].mul(&uses[1]), |sum, addend| sum.add(addend)),
    }
}

fn relation(predicate: IntPredicate) -> Relation {
    match predicate {
        IntPredicate::Eq => Relation::Equal,
        IntPredicate::Ne => Relation::NotEqual,
        IntPredicate::Lt => Relation::Less(Sign::Signed),
        IntPredicate::Le => Relation::LessEqual(Sign::Signed),
        IntPredicate::Gt => Relation::Greater(Sign::Signed),
        IntPredicate::Ge => Relation::GreaterEqual(Sign::Signed),
    }
}
