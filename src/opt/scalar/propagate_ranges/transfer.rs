//! Transfer functions: the fact of a result, given the facts of the operands.
//!
//! Each function is an over-approximation; the tests check them against all integers of a small width.

use super::compare::Order;
use super::fact::{Fact, limits};
use crate::base::Type;
use crate::ir::Opcode;
use crate::opt::scalar::known_bits::{Known, low_bits};

/// Widths of the integer types: an Int32 has this many bits, an Int64 twice as many. 32 except in tests.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths(pub(super) u32);

impl Widths {
    pub(super) const REAL: Widths = Widths(32);

    #[inline]
    pub(super) fn of(self, ty: Type) -> u32 {
        if ty == Type::Int64 { 2 * self.0 } else { self.0 }
    }

    fn byte(self) -> u32 {
        self.0 / 4
    }

    fn half(self) -> u32 {
        self.0 / 2
    }
}

/// The fact of the result of an operation. `operand` is the type of the first operand, `a` and `b` are the facts of the
/// first two; facts of operands that are not integers are ignored.
pub(super) fn transfer(widths: Widths, opcode: Opcode, ty: Type, operand: Type, a: &Fact, b: &Fact) -> Fact {
    use Opcode::*;
    let width = widths.of(ty);
    let top = || Fact::top(width);
    match opcode {
        Add => add(width, a, b),
        Sub => sub(width, a, b),
        Mul => mul(width, a, b),
        CheckAdd => checked(width, opcode, a, b, add(width, a, b)),
        CheckSub => checked(width, opcode, a, b, sub(width, a, b)),
        CheckMul => checked(width, opcode, a, b, mul(width, a, b)),
        Neg => sub(width, &Fact::constant(width, 0), a),
        Div | ChillDiv => div(width, a, b),
        Mod | ChillMod => modulo(width, a, b),
        UDiv => Fact::unsigned(width, a.low / b.high.max(1), a.high / b.low.max(1)),
        UMod if a.high < b.low => *a,
        UMod if b.high != 0 => Fact::unsigned(width, 0, a.high.min(b.high - 1)),
        UMulHigh => {
            let of = |x: u64, y: u64| ((u128::from(x) * u128::from(y)) >> width) as u64;
            Fact::unsigned(width, of(a.low, b.low), of(a.high, b.high))
        }
        MulHigh => {
            let (least, most) = products(a, b);
            Fact::signed(width, (least >> width) as i64, (most >> width) as i64)
        }
        BitAnd => {
            let both = Fact::with_bits(width, a.known.and(b.known));
            both.meet_or_self(&Fact::unsigned(width, 0, a.high.min(b.high)), width)
        }
        BitOr => {
            let both = Fact::with_bits(width, a.known.or(b.known));
            both.meet_or_self(&Fact::unsigned(width, a.low.max(b.low), low_bits(width)), width)
        }
        BitXor => Fact::with_bits(width, a.known.xor(b.known)),
        Shl => shl(width, a, b),
        ZShr => zshr(width, a, b),
        SShr => sshr(width, a, b),
        RotL | RotR => match b.as_constant() {
            Some(by) => {
                let by = by as u32 & (width - 1);
                let left = if opcode == RotL { by } else { (width - by) & (width - 1) };
                Fact::with_bits(width, rotate(width, a.known, left))
            }
            None => top(),
        },
        Clz => {
            let zeros = |x: u64| u64::from(x.leading_zeros() - (64 - width));
            Fact::unsigned(width, zeros(a.high), zeros(a.low))
        }
        Ctz => {
            let most = if a.known.ones == 0 { width } else { a.known.ones.trailing_zeros() };
            Fact::unsigned(width, u64::from(a.known.trailing().min(most)), u64::from(most))
        }
        PopCount => {
            let most = (!a.known.zeros).count_ones();
            Fact::unsigned(width, u64::from(a.known.ones.count_ones()), u64::from(most))
        }
        SExt8 | SExt8To64 => sign_extend(width, widths.byte(), a),
        SExt16 | SExt16To64 => sign_extend(width, widths.half(), a),
        SExt32 => sign_extend(width, widths.0, a),
        ZExt32 => Fact { low: a.low, high: a.high, known: a.known, ..top() }
            .tightened(width)
            .unwrap_or(Fact::unsigned(width, 0, low_bits(widths.0))),
        Trunc => truncate(width, a),
        Load8Z => Fact::unsigned(width, 0, low_bits(widths.byte())),
        Load16Z => Fact::unsigned(width, 0, low_bits(widths.half())),
        Load8S => sign_extend(width, widths.byte(), &top()),
        Load16S => sign_extend(width, widths.half(), &top()),
        _ => match Order::of(opcode) {
            Some((order, outcomes)) if operand.is_int() => {
                match order.decide(outcomes, super::compare::outcomes(a, b)) {
                    Some(holds) => Fact::constant(width, holds.into()),
                    None => Fact::bool(width),
                }
            }
            Some(_) => Fact::bool(width),
            None => top(),
        },
    }
}

/// The fact of a sum or difference with these exact bounds. Bounds that wrap the same number of times give wrapped
/// bounds; otherwise that kind of bound is unknown.
fn wrapped(width: u32, signed: (i128, i128), unsigned: (i128, i128), known: Known) -> Fact {
    let (top, size) = (Fact::top(width), 1i128 << width);
    let wrap_count =
        |number: i128, least: i128| i128::from(number >= least + size) - i128::from(number < least);
    let wrap_bits = |(first, last): (i128, i128), least: i128| {
        let (from, to) = (wrap_count(first, least), wrap_count(last, least));
        (from == to).then(|| (first - (from << width), last - (from << width)))
    };
    let mut fact = Fact { known, ..top };
    if let Some((min, max)) = wrap_bits(signed, top.min.into()) {
        (fact.min, fact.max) = (min as i64, max as i64);
    }
    if let Some((low, high)) = wrap_bits(unsigned, 0) {
        (fact.low, fact.high) = (low as u64, high as u64);
    }
    fact.tightened(width).unwrap_or(top)
}

fn add(width: u32, a: &Fact, b: &Fact) -> Fact {
    let signed = (i128::from(a.min) + i128::from(b.min), i128::from(a.max) + i128::from(b.max));
    let unsigned = (i128::from(a.low) + i128::from(b.low), i128::from(a.high) + i128::from(b.high));
    wrapped(width, signed, unsigned, a.known.add(b.known, width))
}

fn sub(width: u32, a: &Fact, b: &Fact) -> Fact {
    let signed = (i128::from(a.min) - i128::from(b.max), i128::from(a.max) - i128::from(b.min));
    let unsigned = (i128::from(a.low) - i128::from(b.high), i128::from(a.high) - i128::from(b.low));
    wrapped(width, signed, unsigned, a.known.sub(b.known, width))
}

/// Minimum and maximum of the exact signed product.
fn products(a: &Fact, b: &Fact) -> (i128, i128) {
    let of = |x: i64, y: i64| i128::from(x) * i128::from(y);
    let all = [of(a.min, b.min), of(a.min, b.max), of(a.max, b.min), of(a.max, b.max)];
    all.iter().fold((all[0], all[0]), |(least, most), it| (least.min(*it), most.max(*it)))
}

fn mul(width: u32, a: &Fact, b: &Fact) -> Fact {
    let mut fact = Fact { known: a.known.mul(b.known, width), ..Fact::top(width) };
    let (least, most) = products(a, b);
    if i128::from(fact.min) <= least && most <= i128::from(fact.max) {
        (fact.min, fact.max) = (least as i64, most as i64);
    }
    let high = u128::from(a.high) * u128::from(b.high);
    if high <= u128::from(fact.high) {
        (fact.low, fact.high) = (a.low * b.low, high as u64);
    }
    fact.tightened(width).unwrap_or(Fact::top(width))
}

/// Signed bounds of an exact sum, difference or product, before wrapping.
pub(super) fn exact(opcode: Opcode, a: &Fact, b: &Fact) -> (i128, i128) {
    let [x, y] = [a, b].map(|fact| [i128::from(fact.min), i128::from(fact.max)]);
    match opcode {
        Opcode::CheckAdd => (x[0] + y[0], x[1] + y[1]),
        Opcode::CheckSub => (x[0] - y[1], x[1] - y[0]),
        _ => products(a, b),
    }
}

/// The fact of a checked operation that did not exit: its exact result is in range.
fn checked(width: u32, opcode: Opcode, a: &Fact, b: &Fact, plain: Fact) -> Fact {
    let (min, max) = limits(width);
    let (least, most) = exact(opcode, a, b);
    let (least, most) = (least.max(min.into()), most.min(max.into()));
    if least > most {
        return plain;
    }
    plain.meet_or_self(&Fact::signed(width, least as i64, most as i64), width)
}

/// Division rounds toward zero. An undefined result may be anything.
fn div(width: u32, a: &Fact, b: &Fact) -> Fact {
    let [min, max, from, to] = [a.min, a.max, b.min, b.max].map(i128::from);
    let (least, most) = if from > 0 {
        let all = [min / from, min / to, max / from, max / to];
        (all.iter().copied().min().unwrap_or(min), all.iter().copied().max().unwrap_or(max))
    } else {
        // The quotient's magnitude is at most the dividend's.
        let far = min.abs().max(max.abs());
        (-far, far)
    };
    let (bottom, top) = limits(width);
    Fact::signed(width, least.max(bottom.into()) as i64, most.min(top.into()) as i64)
}

/// The remainder has the dividend's sign; its magnitude is below the divisor's and at most the dividend's.
fn modulo(width: u32, a: &Fact, b: &Fact) -> Fact {
    let [min, max, from, to] = [a.min, a.max, b.min, b.max].map(i128::from);
    if min >= 0 && max < from {
        return *a;
    }
    let most = from.abs().max(to.abs()) - 1;
    if most < 0 {
        return Fact::top(width);
    }
    let least = if min >= 0 { 0 } else { min.max(-most) };
    let most = if max <= 0 { 0 } else { max.min(most) };
    Fact::signed(width, least as i64, most as i64)
}

/// Minimum and maximum shift amount.
fn amounts(width: u32, b: &Fact) -> (u32, u32) {
    match b.as_constant() {
        Some(by) => (by as u32 & (width - 1), by as u32 & (width - 1)),
        None if b.high < u64::from(width) => (b.low as u32, b.high as u32),
        None => (0, width - 1),
    }
}

fn shl(width: u32, a: &Fact, b: &Fact) -> Fact {
    let (least, most) = amounts(width, b);
    let mut fact = Fact { known: a.known.shl((least == most).then_some(most), width), ..Fact::top(width) };
    let shifted = |number: i64, by: u32| i128::from(number) << by;
    let (min, max) = (
        shifted(a.min, if a.min < 0 { most } else { least }),
        shifted(a.max, if a.max < 0 { least } else { most }),
    );
    if i128::from(fact.min) <= min && max <= i128::from(fact.max) {
        (fact.min, fact.max) = (min as i64, max as i64);
    }
    let high = u128::from(a.high) << most;
    if high <= u128::from(fact.high) {
        (fact.low, fact.high) = (a.low << least, high as u64);
    }
    fact.tightened(width).unwrap_or(Fact::top(width))
}

fn zshr(width: u32, a: &Fact, b: &Fact) -> Fact {
    let (least, most) = amounts(width, b);
    let known = a.known.zshr((least == most).then_some(most), width);
    let fact = Fact { low: a.low >> most, high: a.high >> least, known, ..Fact::top(width) };
    fact.tightened(width).unwrap_or(Fact::top(width))
}

fn sshr(width: u32, a: &Fact, b: &Fact) -> Fact {
    let (least, most) = amounts(width, b);
    let known = a.known.sshr((least == most).then_some(most), width);
    let min = a.min >> if a.min < 0 { least } else { most };
    let max = a.max >> if a.max < 0 { most } else { least };
    Fact { min, max, known, ..Fact::top(width) }.tightened(width).unwrap_or(Fact::top(width))
}

fn rotate(width: u32, known: Known, left: u32) -> Known {
    let mask = low_bits(width);
    let wrap_bits = |bits: u64| {
        let bits = bits & mask;
        if left == 0 { bits } else { (bits << left | bits >> (width - left)) & mask }
    };
    Known { zeros: wrap_bits(known.zeros) | !mask, ones: wrap_bits(known.ones) }
}

/// Sign-extends the lowest `from` bits; keeps the bounds if they fit in these bits.
fn sign_extend(width: u32, from: u32, a: &Fact) -> Fact {
    let (min, max) = limits(from);
    let known = a.known.sign_extended(from, width);
    let bounds = if min <= a.min && a.max <= max { (a.min, a.max) } else { (min, max) };
    let fact = Fact { min: bounds.0, max: bounds.1, known, ..Fact::top(width) };
    fact.tightened(width).unwrap_or(Fact::signed(width, min, max))
}

/// Truncates to the lowest bits.
pub(super) fn truncate(width: u32, a: &Fact) -> Fact {
    let top = Fact::top(width);
    let mut fact = Fact { known: a.known.truncated(width), ..top };
    if a.high <= top.high {
        (fact.low, fact.high) = (a.low, a.high);
    }
    if top.min <= a.min && a.max <= top.max {
        (fact.min, fact.max) = (a.min, a.max);
    }
    fact.tightened(width).unwrap_or(top)
}
