//! Division by constants without a division instruction, at O1 and O2.
//!
//! A power of two becomes shifts. For other divisors, the product with a number close to 2^p / d is shifted right by p,
//! where p is large enough that the error never reaches the next integer (Granlund and Montgomery, "Division by
//! Invariant Integers using Multiplication", 1994; the numbers are computed as in Hacker's Delight, chapter 10). A
//! remainder is computed from the quotient.

use super::combinations::Rule;
use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air, Tmp};
use crate::base::{Bank, Type};
use crate::ir::{Opcode, ValueId};

/// A magic number: the factor, and the power of two by which the product is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Magic {
    factor: u128,
    power: u32,
}

/// The magic number for signed division of `bits`-bit numbers. `divisor` is at least 3, not a power of two, and less
/// than 2^(`bits` - 1). The factor fits in `bits` bits.
fn signed_magic(divisor: u128, bits: u32) -> Magic {
    let half = 1u128 << (bits - 1);
    // The largest dividend with remainder `divisor - 1`.
    let largest = half - 1 - half % divisor;
    let error = |power: u32| divisor - (1u128 << power) % divisor;
    let power = (bits..2 * bits - 1).find(|power| 1u128 << *power > largest * error(*power));
    let power = power.unwrap_or(2 * bits - 1);
    Magic { factor: (1u128 << power) / divisor + 1, power }
}

/// The magic number for unsigned division, with the same requirements. The factor may have `bits` + 1 bits.
fn unsigned_magic(divisor: u128, bits: u32) -> Magic {
    let all = 1u128 << bits;
    let largest = all - 1 - (all - divisor) % divisor;
    let error = |power: u32| divisor - 1 - ((1u128 << power) - 1) % divisor;
    let power = (bits..2 * bits - 1).find(|power| 1u128 << *power > largest * error(*power));
    let power = power.unwrap_or(2 * bits - 1);
    Magic { factor: ((1u128 << power) - 1) / divisor + 1, power }
}

/// A constant divisor: its number, sign-extended from its type, and its magnitude.
#[derive(Clone, Copy)]
pub(super) struct Divisor {
    pub(super) number: i64,
    pub(super) size: u64,
    pub(super) is_signed: bool,
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// The divisor, if it is a constant by which [`Lowering::divide_by_constant`] divides without a division.
    pub(super) fn constant_divisor(&self, id: ValueId) -> Option<Divisor> {
        use Opcode::{ChillDiv, ChillMod, Div, Mod};
        let value = self.proc.value(id);
        let wide = value.ty == Type::Int64;
        let Some(Arg::Imm(number)) = self.immediate(value.child(1)) else { return None };
        let is_signed = matches!(value.opcode(), Div | Mod | ChillDiv | ChillMod);
        let size = match (is_signed, wide) {
            (true, _) => number.unsigned_abs(),
            (false, true) => number as u64,
            (false, false) => u64::from(number as u32),
        };
        let fits = size >= 2 && size < if wide { 1 << 63 } else { 1 << 31 };
        fits.then_some(Divisor { number, size, is_signed })
    }

    /// Emits a division by a constant. Returns false and emits nothing if the divisor is not a constant, or if its
    /// magnitude is 0, 1, or at least 2^(bits - 1).
    pub(super) fn divide_by_constant(&mut self, id: ValueId) -> Result<bool> {
        use Opcode::{ChillDiv, Div, UDiv};
        let Some(divisor) = self.constant_divisor(id) else { return Ok(false) };
        let value = self.proc.value(id);
        let wide = value.ty == Type::Int64;
        let size = divisor.size;
        self.took(Rule::DivisionByConstant, &[self.child(id, 1)]);
        let (from, to) = (self.tmp(self.child(id, 0))?, self.tmp(id)?);
        if matches!(value.opcode(), Div | ChillDiv | UDiv) {
            self.constant_quotient(divisor, from, to, wide)?;
            return Ok(true);
        }
        if size.is_power_of_two() {
            if divisor.is_signed {
                return self.mask_signed(from, i64::from(size.trailing_zeros()), to, wide);
            }
            let mask = self.number(size as i64 - 1)?;
            return self.operate([Air::And32, Air::And64], from, mask, to, wide);
        }
        let quotient = self.scratch(Bank::Gp);
        match divisor.is_signed {
            true => self.quotient_signed(from, size, false, quotient, wide)?,
            false => self.quotient_unsigned(from, size, quotient, wide)?,
        }
        // The sign of the divisor does not affect the remainder.
        if self.state.fuses_operations {
            let opcode = if wide { Air::MulSub64 } else { Air::MulSub32 };
            let size = self.remat(Bank::Gp, Air::Move, Some(Arg::Imm(size as i64)))?;
            self.emit(opcode, &[quotient, size, from, to].map(Arg::Tmp))?;
            return Ok(true);
        }
        let size = self.number(size as i64)?;
        let product = self.fresh(Air::Mul32, Air::Mul64, wide, quotient, size)?;
        self.operate([Air::Sub32, Air::Sub64], from, product.into(), to, wide)
    }

    /// Emits the quotient by a constant.
    pub(super) fn constant_quotient(&mut self, divisor: Divisor, from: Tmp, to: Tmp, wide: bool) -> Result {
        let Divisor { number, size, is_signed } = divisor;
        let shift = i64::from(size.trailing_zeros());
        match (size.is_power_of_two(), is_signed) {
            (true, true) => self.shift_signed(from, shift, number < 0, to, wide).map(drop),
            (true, false) => {
                self.operate([Air::Urshift32, Air::Urshift64], from, Arg::Imm(shift), to, wide).map(drop)
            }
            (false, true) => self.quotient_signed(from, size, number < 0, to, wide),
            (false, false) => self.quotient_unsigned(from, size, to, wide),
        }
    }

    fn operate(
        &mut self,
        [narrow_op, wide_op]: [Air; 2],
        a: Tmp,
        b: Arg,
        to: Tmp,
        wide: bool,
    ) -> Result<bool> {
        self.emit(if wide { wide_op } else { narrow_op }, &[a.into(), b, to.into()])?;
        Ok(true)
    }

    /// A constant as an operand.
    pub(super) fn number(&mut self, number: i64) -> Result<Arg> {
        match i32::try_from(number) {
            Ok(_) => Ok(Arg::Imm(number)),
            Err(_) => Ok(Arg::Tmp(self.remat(Bank::Gp, Air::Move, Some(Arg::Imm(number)))?)),
        }
    }

    /// Adds 2^shift - 1 to a negative number, so that an arithmetic shift right rounds toward zero.
    fn biased(&mut self, from: Tmp, shift: i64, wide: bool) -> Result<Tmp> {
        let bits = if wide { 64 } else { 32 };
        let mut sign = from;
        if shift > 1 {
            sign = self.fresh(Air::Rshift32, Air::Rshift64, wide, from, Arg::Imm(bits - 1))?;
        }
        if self.state.fuses_operations {
            let opcode = if wide { Air::AddUnsignedRightShift64 } else { Air::AddUnsignedRightShift32 };
            let sum = self.scratch(Bank::Gp);
            self.emit(opcode, &[from.into(), sign.into(), Arg::Imm(bits - shift), sum.into()])?;
            return Ok(sum);
        }
        let bias = self.fresh(Air::Urshift32, Air::Urshift64, wide, sign, Arg::Imm(bits - shift))?;
        self.fresh(Air::Add32, Air::Add64, wide, bias, from.into())
    }

    fn shift_signed(&mut self, from: Tmp, shift: i64, negate: bool, to: Tmp, wide: bool) -> Result<bool> {
        let sum = self.biased(from, shift, wide)?;
        let shifted = if negate { self.scratch(Bank::Gp) } else { to };
        self.operate([Air::Rshift32, Air::Rshift64], sum, Arg::Imm(shift), shifted, wide)?;
        if negate {
            self.emit(if wide { Air::Neg64 } else { Air::Neg32 }, &[shifted.into(), to.into()])?;
        }
        Ok(true)
    }

    fn mask_signed(&mut self, from: Tmp, shift: i64, to: Tmp, wide: bool) -> Result<bool> {
        let sum = self.biased(from, shift, wide)?;
        let mask = self.number(-1 << shift)?;
        let multiple = self.fresh(Air::And32, Air::And64, wide, sum, mask)?;
        self.operate([Air::Sub32, Air::Sub64], from, multiple.into(), to, wide)
    }

    /// Emits a signed quotient. Subtracting the sign corrects the product, which is one too small for negative
    /// dividends.
    fn quotient_signed(&mut self, from: Tmp, size: u64, negate: bool, to: Tmp, wide: bool) -> Result {
        let bits = if wide { 64 } else { 32 };
        let Magic { factor, power } = signed_magic(size.into(), bits);
        let high = if wide {
            let high = self.high_product(Air::MulHigh64, from, factor as u64)?;
            let high = match factor >> 63 {
                0 => high,
                // The multiplication treats the factor as signed, and so as smaller by 2^64.
                _ => self.fresh(Air::Add32, Air::Add64, true, high, from.into())?,
            };
            match power - 64 {
                0 => high,
                shift => self.fresh(Air::Rshift32, Air::Rshift64, true, high, Arg::Imm(shift.into()))?,
            }
        } else {
            let product = match i32::try_from(factor) {
                Ok(factor) if self.state.fuses_operations => {
                    self.product_of_extended_by(Air::MulSignExtend32, from, factor.into())?
                }
                _ => {
                    let extended = self.scratch(Bank::Gp);
                    self.emit(Air::SignExtend32To64, &[from.into(), extended.into()])?;
                    let factor = self.number(factor as i64)?;
                    self.fresh(Air::Mul32, Air::Mul64, true, extended, factor)?
                }
            };
            self.fresh(Air::Rshift32, Air::Rshift64, true, product, Arg::Imm(power.into()))?
        };
        if self.state.fuses_operations && !negate {
            let opcode = if wide { Air::SubRightShift64 } else { Air::SubRightShift32 };
            let last = Arg::Imm(i64::from(bits) - 1);
            return self.emit(opcode, &[high.into(), from.into(), last, to.into()]);
        }
        let sign = self.fresh(Air::Rshift32, Air::Rshift64, wide, from, Arg::Imm(i64::from(bits) - 1))?;
        let [a, b] = if negate { [sign, high] } else { [high, sign] };
        self.operate([Air::Sub32, Air::Sub64], a, b.into(), to, wide)?;
        Ok(())
    }

    fn quotient_unsigned(&mut self, from: Tmp, size: u64, to: Tmp, wide: bool) -> Result {
        if wide {
            return self.quotient_unsigned_64(from, size, to);
        }
        let Magic { factor, power } = unsigned_magic(size.into(), 32);
        if self.state.fuses_operations && factor >> 32 == 0 {
            let product = self.product_of_extended_by(Air::MulZeroExtend32, from, factor as i64)?;
            self.operate([Air::Urshift32, Air::Urshift64], product, Arg::Imm(power.into()), to, true)?;
            return Ok(());
        }
        let extended = self.scratch(Bank::Gp);
        self.emit(Air::Move32, &[from.into(), extended.into()])?;
        if factor >> 32 == 0 {
            let factor = self.number(factor as i64)?;
            let product = self.fresh(Air::Mul32, Air::Mul64, true, extended, factor)?;
            self.operate([Air::Urshift32, Air::Urshift64], product, Arg::Imm(power.into()), to, true)?;
            return Ok(());
        }
        // With 64 fraction bits the error is too small for any 32-bit dividend.
        let high = self.high_product(Air::UMulHigh64, extended, u64::MAX / size + 1)?;
        self.emit(Air::Move, &[high.into(), to.into()])
    }

    fn quotient_unsigned_64(&mut self, from: Tmp, size: u64, to: Tmp) -> Result {
        let Magic { factor, power } = unsigned_magic(size.into(), 64);
        let shift = i64::from(power - 64);
        let mut high = self.high_product(Air::UMulHigh64, from, factor as u64)?;
        let mut left = shift;
        if factor >> 64 != 0 {
            // The factor's highest bit contributes `from`; the sum may exceed 64 bits.
            let difference = self.fresh(Air::Sub32, Air::Sub64, true, from, high.into())?;
            let half = self.fresh(Air::Urshift32, Air::Urshift64, true, difference, Arg::Imm(1))?;
            high = self.fresh(Air::Add32, Air::Add64, true, half, high.into())?;
            left -= 1;
        }
        match left {
            0 => self.emit(Air::Move, &[high.into(), to.into()]),
            left => self.emit(Air::Urshift64, &[high.into(), Arg::Imm(left), to.into()]),
        }
    }

    /// The 64-bit product of a 32-bit number and a 32-bit constant.
    fn product_of_extended_by(&mut self, opcode: Air, from: Tmp, factor: i64) -> Result<Tmp> {
        let factor = self.remat(Bank::Gp, Air::Move, Some(Arg::Imm(factor)))?;
        let product = self.scratch(Bank::Gp);
        self.emit(opcode, &[from, factor, product].map(Arg::Tmp))?;
        Ok(product)
    }

    /// The high half of a product with a constant.
    fn high_product(&mut self, opcode: Air, a: Tmp, factor: u64) -> Result<Tmp> {
        let factor = self.remat(Bank::Gp, Air::Move, Some(Arg::Imm(factor as i64)))?;
        let high = self.scratch(Bank::Gp);
        self.emit(opcode, &[a.into(), factor.into(), high.into()])?;
        Ok(high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dividends near the smallest and largest multiples of a divisor in the range, and near the ends of the range.
    fn dividends(divisor: i128, least: i128, most: i128) -> Vec<i128> {
        let ends = [least, -1, 0, 1, most, least - least % divisor, most - most % divisor, most / 2];
        let near = ends.into_iter().flat_map(|end| (-2..=2).map(move |by| end + by));
        let near = near.flat_map(|x| [x, x + divisor, x - divisor]);
        near.filter(|x| (least..=most).contains(x)).collect()
    }

    fn divisors(bits: u32) -> impl Iterator<Item = u128> {
        let powers = (1..bits - 1).flat_map(|power| {
            (1..40).flat_map(move |by| [(1u128 << power) + by, (1u128 << power).saturating_sub(by)])
        });
        let small = 3..2000;
        small.chain(powers).filter(move |it| *it > 2 && *it < 1 << (bits - 1) && !it.is_power_of_two())
    }

    #[test]
    fn magic_products_equal_quotients() {
        for bits in [32, 64] {
            for divisor in divisors(bits) {
                let Magic { factor, power } = signed_magic(divisor, bits);
                assert!(factor < 1 << bits && power < 2 * bits, "{divisor}: {factor} {power}");
                let half = 1i128 << (bits - 1);
                for x in dividends(divisor as i128, -half, half - 1) {
                    // At most 127 bits: the factor has at most 64 and the dividend 63.
                    let found = ((x * factor as i128) >> power) + i128::from(x < 0);
                    assert_eq!(found, x / divisor as i128, "{x} / {divisor} of {bits} bits");
                }
                let Magic { factor, power } = unsigned_magic(divisor, bits);
                assert!(factor < 2 << bits && power < 2 * bits, "{divisor}: {factor} {power}");
                let all = 1i128 << bits;
                for x in dividends(divisor as i128, 0, all - 1) {
                    let (x, low) = (x as u128, factor & ((1 << bits) - 1));
                    let carried = ((x * low) >> bits) + if factor >> bits == 0 { 0 } else { x };
                    assert_eq!(carried >> (power - bits), x / divisor, "{x} / {divisor} of {bits} bits");
                    if bits == 32 {
                        let found = (x * u128::from(u64::MAX / divisor as u64 + 1)) >> 64;
                        assert_eq!(found, x / divisor, "{x} / {divisor} by 64 bits");
                    }
                }
            }
        }
    }
}
