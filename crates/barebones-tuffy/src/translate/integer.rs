//! Integer instructions.

use super::check::low_word;
use super::{CoreValue, Translator};
use crate::ir::{Inst, Operand, Payload};
use crate::refusal::Refusal;
use crate::table::{Division, IntPredicate, Op};
use crate::widths::Interval;
use barebones::base::Type as CoreType;
use barebones::ir::Opcode;
use num_bigint::BigInt;

/// The register of at most 64 bits in which several intervals fit with one sign, and whether they are read as signed.
pub(super) fn common(intervals: &[&Interval]) -> Option<(u32, bool)> {
    let natural = intervals.iter().all(|interval| interval.is_natural());
    let unsigned =
        [32, 64].into_iter().find(|bits| natural && intervals.iter().all(|i| i.fits_unsigned(*bits)));
    let signed = || [32, 64].into_iter().find(|bits| intervals.iter().all(|i| i.fits_signed(*bits)));
    unsigned.map(|bits| (bits, false)).or_else(|| signed().map(|bits| (bits, true)))
}

impl Translator<'_> {
    fn common(&self, inst: &Inst, intervals: &[&Interval]) -> Result<(u32, bool), Refusal> {
        match common(intervals) {
            Some(found) => Ok(found),
            None => Err(self.not_held(intervals.first().copied().unwrap_or(&Interval::ALL), inst)),
        }
    }

    pub(super) fn use_interval(&self, operand: &Operand) -> Interval {
        self.widths.intervals.of_use(operand)
    }

    /// What the first result is before its annotation in code with checks, else after it.
    pub(super) fn result_interval(&self, inst: &Inst) -> Interval {
        let index = inst.results[0].index();
        let intervals = &self.widths.intervals;
        if self.is_checked() { intervals.raw[index].clone() } else { intervals.annotated[index].clone() }
    }

    /// A comparison, as 0 or 1.
    fn compare(&mut self, predicate: IntPredicate, signed: bool, a: CoreValue, b: CoreValue) -> CoreValue {
        let opcode = match (predicate, signed) {
            (IntPredicate::Eq, _) => Opcode::Equal,
            (IntPredicate::Ne, _) => Opcode::NotEqual,
            (IntPredicate::Lt, true) => Opcode::LessThan,
            (IntPredicate::Le, true) => Opcode::LessEqual,
            (IntPredicate::Gt, true) => Opcode::GreaterThan,
            (IntPredicate::Ge, true) => Opcode::GreaterEqual,
            (IntPredicate::Lt, false) => Opcode::Below,
            (IntPredicate::Le, false) => Opcode::BelowEqual,
            (IntPredicate::Gt, false) => Opcode::Above,
            (IntPredicate::Ge, false) => Opcode::AboveEqual,
        };
        self.b().apply_typed(opcode, CoreType::Int32, &[a, b])
    }

    /// Compares the two operands, and gives the register in which they were compared. If one is signed and the other
    /// needs 64 unsigned bits, the signed one is the smaller if it is negative; else they are compared unsigned.
    fn compare_uses(&mut self, inst: &Inst, predicate: IntPredicate) -> Result<(CoreValue, u32), Refusal> {
        let of = &inst.operands;
        let (x, y) = (self.use_interval(&of[0]), self.use_interval(&of[1]));
        if let Some(holds) = x.decides(predicate, &y) {
            // What annotations decide needs no comparison.
            let bits = common(&[&x, &y]).map_or(64, |(bits, _)| bits);
            return Ok((self.b().const32(i32::from(holds)), bits));
        }
        if let Some((bits, signed)) = common(&[&x, &y]) {
            let (a, b) = (self.int(&of[0], bits), self.int(&of[1], bits));
            return Ok((self.compare(predicate, signed, a, b), bits));
        }
        let first_is_signed = x.fits_signed(64) && y.fits_unsigned(64);
        let second_is_signed = y.fits_signed(64) && x.fits_unsigned(64);
        if !(first_is_signed || second_is_signed) {
            return Err(self.not_held(&x, inst));
        }
        let (a, b) = (self.int(&of[0], 64), self.int(&of[1], 64));
        let unsigned = self.compare(predicate, false, a, b);
        let zero = self.constant(64, 0);
        let negative = self.b().less_than(if first_is_signed { a } else { b }, zero);
        let if_negative = match predicate {
            IntPredicate::Eq => false,
            IntPredicate::Ne => true,
            IntPredicate::Lt | IntPredicate::Le => first_is_signed,
            IntPredicate::Gt | IntPredicate::Ge => !first_is_signed,
        };
        let constant = self.b().const32(i32::from(if_negative));
        Ok((self.b().select(negative, constant, unsigned), 64))
    }

    pub(super) fn integer(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let width = inst.width();
        let is_width = inst.op.row().syntax == crate::table::Syntax::Width;
        if is_width && width == 0 {
            return self.zero_width(inst);
        }
        if let (Op::ICmp, Some(holds)) = (inst.op, self.widths.intervals.decides(inst)) {
            let value = self.b().const32(i32::from(holds));
            self.define_scalar(inst, 0, value);
            return Ok(());
        }
        if !self.is_narrow(inst)? {
            return self.wide(inst);
        }
        match inst.op {
            Op::Add | Op::Sub | Op::Mul | Op::And | Op::Or | Op::Xor => {
                let bits = self.computed(inst.results[0])?;
                let (x, y) = (self.int(&of[0], bits), self.int(&of[1], bits));
                let mut b = self.b();
                let value = match inst.op {
                    Op::Add => b.add(x, y),
                    Op::Sub => b.sub(x, y),
                    Op::Mul => b.mul(x, y),
                    Op::And => b.bit_and(x, y),
                    Op::Or => b.bit_or(x, y),
                    _ => b.bit_xor(x, y),
                };
                self.define(inst, 0, value, bits)
            }
            Op::Div | Op::Rem => self.divide(inst),
            Op::Shl | Op::Shr => self.shift(inst),
            Op::CountOnes | Op::Ctz => {
                self.check_sign(inst, &of[0])?;
                let interval = self.use_interval(&of[0]).intersect(&Interval::natural());
                let (bits, _) = self.common(inst, &[&interval])?;
                let x = self.int(&of[0], bits);
                let value = if inst.op == Op::Ctz { self.b().ctz(x) } else { self.b().pop_count(x) };
                self.define(inst, 0, value, bits)
            }
            Op::Clz | Op::BSwap | Op::BitReverse => self.field(inst),
            Op::RotL | Op::RotR => self.rotate(inst),
            Op::Merge => {
                let bits = self.computed(inst.results[0])?;
                let (x, y) = (self.int(&of[0], bits), self.int(&of[1], bits));
                if width >= bits {
                    return self.define(inst, 0, y, bits);
                }
                let mask = self.mask(bits, width);
                let low = self.b().bit_and(y, mask);
                let ones = self.constant(bits, -1);
                let others = self.b().bit_xor(mask, ones);
                let high = self.b().bit_and(x, others);
                let value = self.b().bit_or(high, low);
                self.define(inst, 0, value, bits)
            }
            Op::Split => self.split(inst),
            Op::Clmul => self.clmul(inst),
            Op::UAddSat | Op::USubSat | Op::SAddSat | Op::SSubSat => self.saturate(inst),
            Op::SAddOverflow | Op::UAddOverflow | Op::SSubOverflow | Op::USubOverflow => self.overflow(inst),
            Op::SMulOverflow | Op::UMulOverflow => self.overflow(inst),
            Op::SCarryingMulAdd | Op::UCarryingMulAdd => self.carrying(inst),
            Op::Min | Op::Max => {
                let predicate = if inst.op == Op::Min { IntPredicate::Le } else { IntPredicate::Ge };
                let (first, bits) = self.compare_uses(inst, predicate)?;
                let (x, y) = (self.int(&of[0], bits), self.int(&of[1], bits));
                let value = self.b().select(first, x, y);
                self.define(inst, 0, value, bits)
            }
            Op::ICmp => {
                let Payload::Int(predicate) = inst.payload else { return Ok(()) };
                let (value, _) = self.compare_uses(inst, predicate)?;
                self.define_scalar(inst, 0, value);
                Ok(())
            }
            Op::SExt => {
                let interval = self.use_interval(&of[0]);
                if self.is_checked() {
                    let bits = self.fit(&interval, of[0].value)?;
                    let value = self.wide_int(&of[0], bits);
                    let annotation = crate::Annotation {
                        ranges: vec![crate::Range { signed: true, bits: width }],
                        ..crate::Annotation::default()
                    };
                    self.check_range(self.code(inst), &value, &interval, &annotation)?;
                }
                let bits = self.computed(inst.results[0])?;
                if bits == 0 {
                    return Ok(());
                }
                let value = self.int(&of[0], bits);
                self.define(inst, 0, value, bits)
            }
            Op::ZExt => {
                let bits = self.computed(inst.results[0])?;
                let value = self.int(&of[0], bits);
                let value = if width == 0 { self.constant(bits, 0) } else { self.low(value, bits, width) };
                self.define(inst, 0, value, bits)
            }
            op => Err(Refusal::Library(format!("`{op}` is not an operation on integers"))),
        }
    }

    /// A width of 0 makes poison, which is any value.
    fn zero_width(&mut self, inst: &Inst) -> Result<(), Refusal> {
        if self.is_checked() {
            let one = self.b().const32(1);
            self.trap_if(self.code(inst), one);
        }
        for (index, result) in inst.results.iter().enumerate() {
            if *self.function.type_of(*result) == crate::ir::Type::Int {
                let bits = self.widths.registers[result.index()];
                if bits != 0 {
                    let zero = self.constant(bits, 0);
                    self.leaves[result.index()] = vec![zero];
                }
            } else {
                let zero = self.b().const32(0);
                self.define_scalar(inst, index, zero);
            }
        }
        Ok(())
    }

    /// A constant of the low `width` bits.
    fn mask(&mut self, bits: u32, width: u32) -> CoreValue {
        let ones = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        self.constant(bits, ones as i64)
    }

    /// The low `width` bits of a register, zero-extended.
    fn low(&mut self, value: CoreValue, bits: u32, width: u32) -> CoreValue {
        if width >= bits {
            return value;
        }
        let mask = self.mask(bits, width);
        self.b().bit_and(value, mask)
    }

    /// The low `width` bits of a register, sign-extended.
    fn signed_low(&mut self, value: CoreValue, bits: u32, width: u32) -> CoreValue {
        self.extend(value, bits, width, true)
    }

    /// A shift by a constant that is below the register's width.
    fn shift_by(&mut self, opcode: Opcode, value: CoreValue, amount: u32) -> CoreValue {
        if amount == 0 {
            return value;
        }
        let amount = self.b().const32(amount as i32);
        self.b().apply(opcode, &[value, amount])
    }

    /// True if a divisor is a constant other than 0. An interval without 0 is not enough: poison may be 0.
    fn is_nonzero_constant(&self, operand: &Operand) -> bool {
        let definition = self.definitions.get(&operand.value);
        definition.is_some_and(|inst| {
            matches!(&inst.payload, Payload::Integer(value) if *value != BigInt::ZERO)
                && self.function.values[operand.value.index()].annotation.is_empty()
        })
    }

    fn divide(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let (x, y) = (self.use_interval(&of[0]), self.use_interval(&of[1]));
        let result = self.result_interval(inst);
        let (bits, signed) = self.common(inst, &[&x, &y, &result])?;
        let (a, d) = (self.int(&of[0], bits), self.int(&of[1], bits));
        let zero = self.constant(bits, 0);
        if self.is_checked() {
            let wrong = self.b().equal(d, zero);
            self.trap_if(self.code(inst), wrong);
        }
        let value = match (signed, inst.op) {
            (false, op) => {
                // A divisor that may be 0 is replaced by 1.
                let d = if self.is_nonzero_constant(&of[1]) {
                    d
                } else {
                    let is_zero = self.b().equal(d, zero);
                    let one = self.constant(bits, 1);
                    self.b().select(is_zero, one, d)
                };
                if op == Op::Div { self.b().udiv(a, d) } else { self.b().umod(a, d) }
            }
            (true, op) => {
                let quotient = self.b().chill_div(a, d);
                let remainder = self.b().chill_mod(a, d);
                if self.options.division == Division::Truncating {
                    if op == Op::Div { quotient } else { remainder }
                } else {
                    let negative = self.b().less_than(remainder, zero);
                    let below = self.b().less_than(d, zero);
                    let (one, minus) = (self.constant(bits, 1), self.constant(bits, -1));
                    let (more, less) = (self.b().add(quotient, one), self.b().add(quotient, minus));
                    let (up, down) = (self.b().sub(remainder, d), self.b().add(remainder, d));
                    let (corrected, kept) = if op == Op::Div {
                        (self.b().select(below, more, less), quotient)
                    } else {
                        (self.b().select(below, up, down), remainder)
                    };
                    self.b().select(negative, corrected, kept)
                }
            }
        };
        self.define(inst, 0, value, bits)
    }

    fn shift(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        self.check_sign(inst, &of[1])?;
        let amounts = self.use_interval(&of[1]).intersect(&Interval::natural());
        let amount_bits = self.fit(&self.use_interval(&of[1]), of[1].value)?;
        let (bits, opcode, signed) = if inst.op == Op::Shl {
            (self.computed(inst.results[0])?, Opcode::Shl, false)
        } else {
            let (bits, signed) = self.common(inst, &[&self.use_interval(&of[0])])?;
            (bits, if signed { Opcode::SShr } else { Opcode::ZShr }, signed)
        };
        if bits == 0 {
            return Ok(());
        }
        let value = self.int(&of[0], bits);
        let amount = self.int(&of[1], amount_bits);
        let low = if amount_bits == 64 { self.b().trunc(amount) } else { amount };
        let value = if amounts.is_in(&Interval::new(0, bits - 1)) {
            self.b().apply(opcode, &[value, low])
        } else {
            let limit = self.constant(amount_bits, i64::from(bits));
            let beyond = self.b().above_equal(amount, limit);
            if signed {
                let most = self.b().const32(bits as i32 - 1);
                let low = self.b().select(beyond, most, low);
                self.b().apply(opcode, &[value, low])
            } else {
                let shifted = self.b().apply(opcode, &[value, low]);
                let zero = self.constant(bits, 0);
                self.b().select(beyond, zero, shifted)
            }
        };
        self.define(inst, 0, value, bits)
    }

    /// `clz`, `bswap` and `bitreverse`: operations on the low bits of the operand.
    fn field(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let width = if inst.op == Op::BSwap { inst.width().saturating_mul(8) } else { inst.width() };
        let bits = match width {
            0..=32 => 32,
            33..=64 => 64,
            _ => return self.wide(inst),
        };
        let value = self.int(&inst.operands[0], bits);
        let spare = bits - width;
        let value = match inst.op {
            Op::Clz => {
                let top = self.shift_by(Opcode::Shl, value, spare);
                // A one below the field ends the count there.
                let top = if spare == 0 {
                    top
                } else {
                    let end = self.constant(bits, 1i64.checked_shl(spare - 1).unwrap_or(0));
                    self.b().bit_or(top, end)
                };
                self.b().clz(top)
            }
            Op::BSwap => {
                let swapped = self.b().byte_swap(value);
                self.shift_by(Opcode::ZShr, swapped, spare)
            }
            _ => {
                let reversed = self.b().bit_reverse(value);
                self.shift_by(Opcode::ZShr, reversed, spare)
            }
        };
        self.define(inst, 0, value, bits)
    }

    fn rotate(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let width = inst.width();
        let bits = match width {
            1..=32 => 32,
            33..=64 => 64,
            _ => return self.wide(inst),
        };
        let field = self.int(&of[0], bits);
        let field = self.low(field, bits, width);
        // The amount modulo the width, not negative.
        let amounts = self.use_interval(&of[1]);
        let amount_bits = self.fit(&amounts, of[1].value)?;
        let amount = self.int(&of[1], amount_bits);
        let amount = if width.is_power_of_two() {
            self.low(amount, amount_bits, width.trailing_zeros())
        } else {
            let divisor = self.constant(amount_bits, i64::from(width));
            if amounts.is_natural() {
                self.b().umod(amount, divisor)
            } else {
                let remainder = self.b().chill_mod(amount, divisor);
                let zero = self.constant(amount_bits, 0);
                let negative = self.b().less_than(remainder, zero);
                let more = self.b().add(remainder, divisor);
                self.b().select(negative, more, remainder)
            }
        };
        let amount = if amount_bits == 64 { self.b().trunc(amount) } else { amount };
        let left = inst.op == Op::RotL;
        let value = if width == bits {
            if left { self.b().rotl(field, amount) } else { self.b().rotr(field, amount) }
        } else {
            let width_value = self.b().const32(width as i32);
            let other = self.b().sub(width_value, amount);
            let (up, down) = if left { (amount, other) } else { (other, amount) };
            let high = self.b().shl(field, up);
            let low = self.b().zshr(field, down);
            let both = self.b().bit_or(high, low);
            self.low(both, bits, width)
        };
        self.define(inst, 0, value, bits)
    }

    fn split(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let operand = &inst.operands[0];
        let width = inst.width();
        if self.computed(inst.results[0])? != 0 {
            let (bits, signed) = self.common(inst, &[&self.use_interval(operand)])?;
            let value = self.int(operand, bits);
            let high = match (signed, width >= bits) {
                (true, _) => self.shift_by(Opcode::SShr, value, width.min(bits - 1)),
                (false, true) => self.constant(bits, 0),
                (false, false) => self.shift_by(Opcode::ZShr, value, width),
            };
            self.define(inst, 0, high, bits)?;
        }
        let bits = self.computed(inst.results[1])?;
        if bits != 0 {
            let value = self.int(operand, bits);
            let low = self.low(value, bits, width);
            self.define(inst, 1, low, bits)?;
        }
        Ok(())
    }

    fn clmul(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        self.check_sign(inst, &of[0])?;
        self.check_sign(inst, &of[1])?;
        let bits = self.computed(inst.results[0])?;
        if bits == 0 {
            return Ok(());
        }
        let (x, y) = (self.int(&of[0], bits), self.int(&of[1], bits));
        let rows = self.use_interval(&of[1]).intersect(&Interval::natural()).bits().unwrap_or(bits).min(bits);
        let mut product = self.constant(bits, 0);
        for row in 0..rows {
            let shifted = self.shift_by(Opcode::Shl, x, row);
            // The bit as a mask: shifted to the top, and back by its sign.
            let top = self.shift_by(Opcode::Shl, y, bits - 1 - row);
            let mask = self.shift_by(Opcode::SShr, top, bits - 1);
            let term = self.b().bit_and(shifted, mask);
            product = self.b().bit_xor(product, term);
        }
        self.define(inst, 0, product, bits)
    }

    fn saturate(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let (x, y) = (self.use_interval(&of[0]), self.use_interval(&of[1]));
        let is_add = matches!(inst.op, Op::UAddSat | Op::SAddSat);
        let exact = if is_add { x.add(&y) } else { x.sub(&y) };
        let range = crate::Range { signed: matches!(inst.op, Op::SAddSat | Op::SSubSat), bits: inst.width() };
        let (low, high) = range.bounds();
        let Some((bits, signed)) = common(&[&x, &y, &exact]) else { return self.saturate_wide(inst, &x, &y) };
        let (a, b) = (self.int(&of[0], bits), self.int(&of[1], bits));
        let mut value = if is_add { self.b().add(a, b) } else { self.b().sub(a, b) };
        if inst.op != Op::USubSat && exact.high.as_ref().is_none_or(|most| *most > high) {
            let bound = self.constant(bits, low_word(&high));
            let beyond = self.compare(IntPredicate::Gt, signed, value, bound);
            value = self.b().select(beyond, bound, value);
        }
        if inst.op != Op::UAddSat && exact.low.as_ref().is_none_or(|least| *least < low) {
            let bound = self.constant(bits, low_word(&low));
            let beyond = self.compare(IntPredicate::Lt, signed, value, bound);
            value = self.b().select(beyond, bound, value);
        }
        self.define(inst, 0, value, bits)
    }

    /// Saturation where the exact sum needs more than 64 bits: operands and bounds of 64 bits.
    fn saturate_wide(&mut self, inst: &Inst, x: &Interval, y: &Interval) -> Result<(), Refusal> {
        let of = &inst.operands;
        let signed = matches!(inst.op, Op::SAddSat | Op::SSubSat);
        let fits = |i: &Interval| if signed { i.fits_signed(64) } else { i.fits_unsigned(64) };
        if inst.width() != 64 || !fits(x) || !fits(y) {
            return self.wide(inst);
        }
        let (a, c) = (self.int(&of[0], 64), self.int(&of[1], 64));
        let value = match inst.op {
            Op::UAddSat => {
                let sum = self.b().add(a, c);
                let wrapped = self.b().below(sum, a);
                let most = self.constant(64, -1);
                self.b().select(wrapped, most, sum)
            }
            Op::USubSat => {
                let difference = self.b().sub(a, c);
                let wrapped = self.b().below(a, c);
                let zero = self.constant(64, 0);
                self.b().select(wrapped, zero, difference)
            }
            op => {
                let is_add = op == Op::SAddSat;
                let (wrapped, overflow) = self.signed_overflow(is_add, a, c);
                // The bound on the side of the first operand's sign.
                let sign = self.shift_by(Opcode::SShr, a, 63);
                let most = self.constant(64, i64::MAX);
                let bound = self.b().bit_xor(sign, most);
                self.b().select(overflow, bound, wrapped)
            }
        };
        self.define(inst, 0, value, 64)
    }

    /// A sum or difference of 64 bits, and 1 if it overflowed.
    fn signed_overflow(&mut self, is_add: bool, a: CoreValue, c: CoreValue) -> (CoreValue, CoreValue) {
        let op = if is_add { Op::SAddOverflow } else { Op::SSubOverflow };
        self.word_overflow(op, a, c)
    }

    /// The result of an operation on machine words, and 1 if it overflows their width.
    fn word_overflow(&mut self, op: Op, a: CoreValue, c: CoreValue) -> (CoreValue, CoreValue) {
        let mut b = self.b();
        let both = match op {
            Op::SAddOverflow => b.add_overflow(a, c),
            Op::UAddOverflow => b.uadd_overflow(a, c),
            Op::SSubOverflow => b.sub_overflow(a, c),
            Op::USubOverflow => b.usub_overflow(a, c),
            Op::SMulOverflow => b.mul_overflow(a, c),
            _ => b.umul_overflow(a, c),
        };
        (b.extract(both, 0), b.extract(both, 1))
    }

    /// The wrapped result and the flag of an operation with overflow.
    fn overflow(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let (x, y) = (self.use_interval(&of[0]), self.use_interval(&of[1]));
        let width = inst.width();
        let signed = matches!(inst.op, Op::SAddOverflow | Op::SSubOverflow | Op::SMulOverflow);
        let exact = match inst.op {
            Op::SAddOverflow | Op::UAddOverflow => x.add(&y),
            Op::SSubOverflow | Op::USubOverflow => x.sub(&y),
            _ => x.mul(&y),
        };
        let (low, high) = crate::Range { signed, bits: width }.bounds();
        let never = match inst.op {
            Op::UAddOverflow | Op::UMulOverflow => exact.high.as_ref().is_some_and(|most| *most <= high),
            Op::USubOverflow => exact.is_natural(),
            _ => exact.is_in(&Interval::new(low, high)),
        };
        let fits = |i: &Interval| if signed { i.fits_signed(width) } else { i.fits_unsigned(width) };
        let (value, flag, bits) = if !never && matches!(width, 32 | 64) && fits(&x) && fits(&y) {
            let (a, c) = (self.int(&of[0], width), self.int(&of[1], width));
            let (value, flag) = self.word_overflow(inst.op, a, c);
            (value, flag, width)
        } else if let Some((bits, exact_signed)) = common(&[&x, &y, &exact]) {
            let bits = if width > 32 { 64 } else { bits };
            let (a, c) = (self.int(&of[0], bits), self.int(&of[1], bits));
            let value = match inst.op {
                Op::SAddOverflow | Op::UAddOverflow => self.b().add(a, c),
                Op::SSubOverflow | Op::USubOverflow => self.b().sub(a, c),
                _ => self.b().mul(a, c),
            };
            let zero = self.constant(bits, 0);
            let flag = match inst.op {
                // What annotations exclude needs no comparison.
                _ if never => self.b().const32(0),
                // A negative sum or product is not above the range.
                Op::UAddOverflow | Op::UMulOverflow => self.above_width(value, bits, width, exact_signed),
                Op::USubOverflow => self.b().less_than(value, zero),
                _ if exact_signed => {
                    let wrapped = self.signed_low(value, bits, width);
                    self.b().not_equal(wrapped, value)
                }
                _ => self.above_width(value, bits, width - 1, false),
            };
            let wrapped =
                if signed { self.signed_low(value, bits, width) } else { self.low(value, bits, width) };
            (wrapped, flag, bits)
        } else {
            return self.wide(inst);
        };
        self.define_scalar(inst, 1, flag);
        if self.computed(inst.results[0])? != 0 {
            self.define(inst, 0, value, bits)?;
        }
        Ok(())
    }

    /// 1 if an integer is above the unsigned range of a width.
    fn above_width(&mut self, value: CoreValue, bits: u32, width: u32, signed: bool) -> CoreValue {
        if width >= bits || (signed && width >= bits - 1) {
            return self.b().const32(0);
        }
        let bound = self.mask(bits, width);
        self.compare(IntPredicate::Gt, signed, value, bound)
    }

    fn carrying(&mut self, inst: &Inst) -> Result<(), Refusal> {
        let of = &inst.operands;
        let intervals: Vec<Interval> = of.iter().map(|operand| self.use_interval(operand)).collect();
        let full = intervals[0].mul(&intervals[1]).add(&intervals[2]).add(&intervals[3]);
        let signed = inst.op == Op::SCarryingMulAdd;
        let width = inst.width();
        let all: Vec<&Interval> = intervals.iter().chain([&full]).collect();
        let (low, high, bits) = if let Some((bits, full_signed)) = common(&all) {
            let bits = if width > 32 { 64 } else { bits };
            let values: Vec<CoreValue> = of.iter().map(|operand| self.int(operand, bits)).collect();
            let product = self.b().mul(values[0], values[1]);
            let sum = self.b().add(product, values[2]);
            let sum = self.b().add(sum, values[3]);
            let high = match (width >= bits, full_signed) {
                (_, true) => self.shift_by(Opcode::SShr, sum, width.min(bits - 1)),
                (true, false) => self.constant(bits, 0),
                (false, false) => self.shift_by(Opcode::ZShr, sum, width),
            };
            let wrap = |this: &mut Self, value| {
                if signed { this.signed_low(value, bits, width) } else { this.low(value, bits, width) }
            };
            (wrap(self, sum), wrap(self, high), bits)
        } else {
            let fits = |i: &Interval| if signed { i.fits_signed(64) } else { i.fits_unsigned(64) };
            if width != 64 || !intervals.iter().all(fits) {
                return self.wide(inst);
            }
            let values: Vec<CoreValue> = of.iter().map(|operand| self.int(operand, 64)).collect();
            let mut low = self.b().mul(values[0], values[1]);
            let mut high = if signed {
                self.b().mul_high(values[0], values[1])
            } else {
                self.b().umul_high(values[0], values[1])
            };
            for addend in &values[2..] {
                let no_carry = self.b().const32(0);
                let sum = self.b().add_carry(low, *addend, no_carry);
                let carry = self.b().extract(sum, 1);
                low = self.b().extract(sum, 0);
                let above =
                    if signed { self.shift_by(Opcode::SShr, *addend, 63) } else { self.constant(64, 0) };
                let sum = self.b().add_carry(high, above, carry);
                high = self.b().extract(sum, 0);
            }
            (low, high, 64)
        };
        for (index, value) in [low, high].into_iter().enumerate() {
            if self.computed(inst.results[index])? != 0 {
                self.define(inst, index, value, bits)?;
            }
        }
        Ok(())
    }
}
