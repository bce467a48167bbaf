//! Known bits and bounds of values, found on demand.
//!
//! Both follow a limited number of operations from the queried value, so a query has constant cost. Rules query only
//! where a constant operand makes the answer useful.

use super::reducer::Reducer;
use crate::ir::{Opcode, ValueId};
use crate::opt::scalar::known_bits::{Known, low_bits};

/// Maximum depth of operations followed.
const DEPTH: u32 = 4;

/// Signed bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    pub(super) min: i64,
    pub(super) max: i64,
}

impl Range {
    fn union(self, other: Range) -> Range {
        Range { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// The intersection; `other` if that is empty, as happens in unreachable code only.
    fn intersection(self, other: Range) -> Range {
        let both = Range { min: self.min.max(other.min), max: self.max.min(other.max) };
        if both.min <= both.max { both } else { other }
    }
}

impl Reducer<'_> {
    pub(super) fn known(&self, id: ValueId) -> Known {
        self.known_within(id, DEPTH)
    }

    /// True if the value is 0 or 1.
    pub(super) fn is_bool(&self, id: ValueId) -> bool {
        self.ty(id).is_int() && self.known_within(id, 2).zeros | 1 == u64::MAX
    }

    pub(super) fn is_non_negative(&self, id: ValueId) -> bool {
        self.range(id).min >= 0
    }

    fn known_within(&self, id: ValueId, depth: u32) -> Known {
        use Opcode::*;
        let value = self.proc.value(id);
        let ty = value.ty;
        let arithmetic = self.arithmetic;
        let bits = arithmetic.bits(ty);
        let top = Known::below(bits);
        if !ty.is_int() {
            return Known { zeros: 0, ones: 0 };
        }
        match value.opcode() {
            Const32 | Const64 => return Known::of_constant(value.bits()),
            Equal | NotEqual | LessThan | GreaterThan | LessEqual | GreaterEqual | Above | Below
            | AboveEqual | BelowEqual | EqualOrUnordered => return Known::below(1),
            Load8Z => return Known::below(arithmetic.byte()),
            Load16Z => return Known::below(arithmetic.half()),
            Clz | Ctz | PopCount => return Known::below(bits.ilog2() + 1),
            _ if depth == 0 => return top,
            _ => {}
        }
        let of = |place| self.known_within(self.child(id, place), depth - 1);
        let amount = || Some((self.int(self.child(id, 1))? as u32) & (bits - 1));
        match value.opcode() {
            Identity | ZExt32 => of(0),
            BitAnd => of(0).and(of(1)),
            BitOr => of(0).or(of(1)),
            BitXor => of(0).xor(of(1)),
            Shl => of(0).shl(amount(), bits),
            ZShr => of(0).zshr(amount(), bits),
            SShr => of(0).sshr(amount(), bits),
            SExt8 | SExt8To64 => of(0).sign_extended(arithmetic.byte(), bits),
            SExt16 | SExt16To64 => of(0).sign_extended(arithmetic.half(), bits),
            SExt32 => of(0).sign_extended(arithmetic.unit, bits),
            Trunc => of(0).truncated(bits),
            Select => self.known_within(self.child(id, 1), depth - 1).both(of(2)),
            Add => of(0).add(of(1), bits),
            Sub => of(0).sub(of(1), bits),
            Neg => of(0).neg(bits),
            Mul => of(0).mul(of(1), bits),
            UDiv => of(0).udiv(bits),
            UMod => of(0).umod(of(1), bits),
            _ => top,
        }
    }

    pub(super) fn range(&self, id: ValueId) -> Range {
        self.range_within(id, DEPTH)
    }

    fn range_within(&self, id: ValueId, depth: u32) -> Range {
        use Opcode::*;
        let value = self.proc.value(id);
        let ty = value.ty;
        let (min, max) = self.arithmetic.limits(ty);
        let top = Range { min, max };
        if let Some(bits) = self.int(id) {
            let number = self.arithmetic.signed(ty, bits);
            return Range { min: number, max: number };
        }
        let of_width = |bits: u32| {
            let limit = 1i64 << (bits - 1);
            Range { min: -limit, max: limit - 1 }
        };
        let within = |min: i128, max: i128| match (i64::try_from(min), i64::try_from(max)) {
            (Ok(min), Ok(max)) if top.min <= min && max <= top.max => Range { min, max },
            _ => top,
        };
        if depth == 0 {
            return top;
        }
        let of = |place| self.range_within(self.child(id, place), depth - 1);
        let amount = || Some((self.int(self.child(id, 1))? as u32) & (self.bits(id) - 1));
        let (byte, half) = (self.arithmetic.byte(), self.arithmetic.half());
        let found = match value.opcode() {
            Load8S => of_width(byte),
            Load16S => of_width(half),
            SExt8 | SExt8To64 => of_width(byte).intersection_if(of(0)),
            SExt16 | SExt16To64 => of_width(half).intersection_if(of(0)),
            SExt32 => of(0),
            SShr => match amount() {
                Some(by) => {
                    let a = of(0);
                    Range { min: a.min >> by, max: a.max >> by }
                }
                None => top,
            },
            Add | CheckAdd => {
                let (a, b) = (of(0), of(1));
                within(a.min as i128 + b.min as i128, a.max as i128 + b.max as i128)
            }
            Sub | CheckSub => {
                let (a, b) = (of(0), of(1));
                within(a.min as i128 - b.max as i128, a.max as i128 - b.min as i128)
            }
            Mul | CheckMul => {
                let (a, b) = (of(0), of(1));
                let products =
                    [a.min, a.max].map(|x| [b.min, b.max].map(|y| i128::from(x) * i128::from(y))).concat();
                let least = products.iter().copied().min().unwrap_or(i128::MIN);
                let most = products.iter().copied().max().unwrap_or(i128::MAX);
                within(least, most)
            }
            Neg => {
                let a = of(0);
                within(-i128::from(a.max), -i128::from(a.min))
            }
            Mod | ChillMod => match self.int(self.child(id, 1)) {
                // The remainder has the dividend's sign; its magnitude is below the divisor's.
                Some(divisor) if divisor != 0 => {
                    let a = of(0);
                    let most = (i128::from(self.arithmetic.signed(ty, divisor)).abs() - 1) as i64;
                    Range { min: if a.min >= 0 { 0 } else { -most }, max: if a.max <= 0 { 0 } else { most } }
                }
                _ => top,
            },
            Select => self.range_within(self.child(id, 1), depth - 1).union(of(2)),
            _ => self.range_of_known(id, depth),
        };
        debug_assert!(found.min <= found.max);
        found
    }

    fn range_of_known(&self, id: ValueId, depth: u32) -> Range {
        let ty = self.ty(id);
        let (min, max) = self.arithmetic.limits(ty);
        let known = self.known_within(id, depth);
        let sign = self.arithmetic.sign_bit(ty);
        match (known.zeros & sign != 0, known.ones & sign != 0) {
            (true, _) => Range { min: known.ones as i64, max: !known.zeros as i64 },
            (_, true) => Range {
                min: self.arithmetic.signed(ty, known.ones),
                max: self.arithmetic.signed(ty, !known.zeros & self.arithmetic.mask(ty)),
            },
            _ => Range { min, max },
        }
    }

    pub(super) fn unsigned_range(&self, id: ValueId) -> (u64, u64) {
        let (least, most) = self.known(id).unsigned();
        let Range { min, max } = self.range(id);
        // For non-negative numbers signed bounds are unsigned bounds.
        if min >= 0 { (least.max(min as u64), most.min(max as u64)) } else { (least, most) }
    }

    /// A value with the same bits under a mask that takes fewer operations.
    ///
    /// Turn this: `x | constant`, `x ^ constant`, `x + constant`, where the constant has no bit of the mask
    /// Into this: `x`; also for extensions of at least the mask's bits, and for `x & constant` with all bits of the
    /// mask.
    pub(super) fn simplify_demanded(&self, id: ValueId, mask: u64) -> Option<ValueId> {
        use Opcode::*;
        let arithmetic = self.arithmetic;
        let width = 64 - mask.leading_zeros();
        Some(match self.opcode(id) {
            SExt8 if width <= arithmetic.byte() => self.child(id, 0),
            SExt16 if width <= arithmetic.half() => self.child(id, 0),
            BitAnd => {
                let [a, b] = self.pair(id);
                (self.int(b)? & mask == mask).then_some(a)?
            }
            BitOr | BitXor => {
                let [a, b] = self.pair(id);
                match self.int(b) {
                    Some(bits) => (bits & mask == 0).then_some(a)?,
                    None if self.known_within(b, 2).zeros & mask == mask => a,
                    None if self.known_within(a, 2).zeros & mask == mask => b,
                    None => return None,
                }
            }
            Add | Sub => {
                let [a, b] = self.pair(id);
                (self.int(b)? & low_bits(width) == 0).then_some(a)?
            }
            _ => return None,
        })
    }
}

impl Range {
    /// The bounds of an extension with this result range: the operand's, if the extension does not change it.
    fn intersection_if(self, inner: Range) -> Range {
        if self.min <= inner.min && inner.max <= self.max { self.intersection(inner) } else { self }
    }
}
