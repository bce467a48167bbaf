//! Operands of AArch64 instructions, and the immediates that they can encode.
//!
//! Source: "Arm Architecture Reference Manual for A-profile architecture" (DDI 0487), part C.

use crate::air::IndexExtend;
use crate::base::{IntCondition, Reg, Width};
use crate::isa::code_buffer::Label;

/// A condition on the flags; the discriminant is its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)] // the manual's suffixes
pub enum Cond {
    Eq,
    Ne,
    Hs,
    Lo,
    Mi,
    Pl,
    Vs,
    Vc,
    Hi,
    Ls,
    Ge,
    Lt,
    Gt,
    Le,
}

impl Cond {
    /// All conditions; a condition and its inverse are adjacent.
    pub const ALL: [Cond; 14] = {
        use Cond::*;
        [Eq, Ne, Hs, Lo, Mi, Pl, Vs, Vc, Hi, Ls, Ge, Lt, Gt, Le]
    };

    /// The negated condition.
    pub const fn inverted(self) -> Cond {
        Cond::ALL[self as usize ^ 1]
    }
}

/// The condition code of `a condition b` after `cmp a, b`.
impl From<IntCondition> for Cond {
    fn from(condition: IntCondition) -> Cond {
        match condition {
            IntCondition::Equal => Cond::Eq,
            IntCondition::NotEqual => Cond::Ne,
            IntCondition::LessThan => Cond::Lt,
            IntCondition::GreaterEqual => Cond::Ge,
            IntCondition::GreaterThan => Cond::Gt,
            IntCondition::LessEqual => Cond::Le,
            IntCondition::Below => Cond::Lo,
            IntCondition::AboveEqual => Cond::Hs,
            IntCondition::Above => Cond::Hi,
            IntCondition::BelowEqual => Cond::Ls,
        }
    }
}

impl From<IndexExtend> for Extend {
    fn from(extend: IndexExtend) -> Extend {
        match extend {
            IndexExtend::Whole => Extend::Zero64,
            IndexExtend::Zero32 => Extend::Zero32,
            IndexExtend::Sign32 => Extend::Sign32,
        }
    }
}

/// True if loading these bits takes three or four instructions.
pub(super) fn is_long_constant(bits: u64) -> bool {
    let halves = [0, 16, 32, 48].map(|shift| (bits >> shift) as u16);
    let are_many = |same: u16| halves.iter().filter(|half| **half == same).count() >= 2;
    !are_many(0) && !are_many(0xffff) && logical_immediate(bits, Width::W64).is_none()
}

/// The shift of the last register operand; the discriminant is its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum ShiftKind {
    /// Left.
    Lsl,
    /// Right, logically.
    Lsr,
    /// Right, arithmetically.
    Asr,
    /// Rotated right; logical instructions only.
    Ror,
}

/// The extension of the last register operand; the discriminant is its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)] // zero or sign extension, and the source width
pub enum Extend {
    Zero8,
    Zero16,
    Zero32,
    Zero64,
    Sign8,
    Sign16,
    Sign32,
    Sign64,
}

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mem {
    /// `[base, #disp]`: a multiple of the size below 4096 times the size, or -256 to 255.
    Base {
        /// Any general register; 31 is sp.
        base: Reg,
        /// Displacement.
        disp: i32,
    },
    /// `[base, index, extend #scale]`
    Index {
        /// Any general register; 31 is sp.
        base: Reg,
        /// Any general register; 31 is zero.
        index: Reg,
        /// Extension of the index, which has 32 or 64 bits.
        extend: Extend,
        /// True if the index is multiplied by the size of the access.
        scaled: bool,
    },
    /// `[base, #disp]!`: updates the base before the access. -256 to 255, for pairs -64 to 63 times the size.
    PreIndex {
        /// Any general register; 31 is sp.
        base: Reg,
        /// Displacement.
        disp: i32,
    },
    /// `[base], #disp`: updates the base after the access. Ranges as for `PreIndex`.
    PostIndex {
        /// Any general register; 31 is sp.
        base: Reg,
        /// Displacement.
        disp: i32,
    },
    /// A constant in the pool. Only loads of at least 32 bits.
    Label(Label),
}

impl Mem {
    /// `[base, #disp]`
    pub const fn base(base: Reg, disp: i32) -> Mem {
        Mem::Base { base, disp }
    }
}

/// The field of add and subtract for `imm`: twelve bits, and a bit for a left shift by twelve.
pub const fn arithmetic_immediate(imm: u64) -> Option<u32> {
    if imm < 1 << 12 {
        Some(imm as u32)
    } else if imm < 1 << 24 && imm & 0xfff == 0 {
        Some(1 << 12 | (imm >> 12) as u32)
    } else {
        None
    }
}

/// The field of a logical instruction for `imm`: N, immr, imms in thirteen bits.
///
/// The valid values repeat an element of 2, 4, ... 64 bits that is a rotated run of ones, but not all ones. At 32
/// bits the upper half of `imm` is ignored.
pub const fn logical_immediate(imm: u64, width: Width) -> Option<u32> {
    let imm = match width {
        Width::W64 => imm,
        _ => imm as u32 as u64 | imm << 32,
    };
    if imm == 0 || imm == u64::MAX {
        return None;
    }
    let mut size = 64;
    while size > 2 {
        let half = size / 2;
        if (imm ^ imm >> half) & (u64::MAX >> (64 - half)) != 0 {
            break;
        }
        size = half;
    }
    let mask = u64::MAX >> (64 - size);
    let element = imm & mask;
    // The complement of a run that wraps around does not.
    let wraps = element & 1 != 0 && element >> (size - 1) != 0;
    let run = if wraps { !element & mask } else { element };
    let start = run.trailing_zeros();
    let len = run.count_ones();
    if run >> start != u64::MAX >> (64 - len) {
        return None;
    }
    let (start, ones) = if wraps { (start + len, size - len) } else { (start, len) };
    let rotation = (size - start) & (size - 1);
    let n = (size == 64) as u32;
    Some(n << 12 | rotation << 6 | (!(size - 1) << 1 | (ones - 1)) & 0x3f)
}

/// The field of `fmov` for a floating-point constant, given as the bits of a double: a sign, three bits of exponent,
/// four bits of mantissa. The magnitudes are 16 to 31 sixteenths times 2 to the power of -3 to 4.
pub const fn float_immediate(double_bits: u64) -> Option<u32> {
    let exponent = double_bits >> 52 & 0x7ff;
    let small = exponent >= 0x3fc && exponent <= 0x403;
    if !small || double_bits & ((1 << 48) - 1) != 0 {
        return None;
    }
    let sign = (double_bits >> 63) as u32;
    let mantissa = (double_bits >> 48 & 15) as u32;
    // Bit 6 is the inverse of bit 10 of the exponent.
    Some(sign << 7 | ((exponent as u32 - 0x3fc + 4) & 7) << 4 | mantissa)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value of every element size, by definition.
    fn logical_values(bits: u32) -> Vec<u64> {
        let mut values = Vec::new();
        for size in [2u32, 4, 8, 16, 32, 64].into_iter().filter(|size| *size <= bits) {
            for ones in 1..size {
                for rotation in 0..size {
                    let run = u128::MAX >> (128 - ones);
                    let element = (run | run << size) >> rotation & (u128::MAX >> (128 - size));
                    let copies = (0..bits / size).map(|i| element << (i * size));
                    values.push(copies.fold(0, |all, copy| all | copy) as u64);
                }
            }
        }
        values.sort_unstable();
        values.dedup();
        values
    }

    /// The value of a field, by definition (`DecodeBitMasks` in the manual).
    fn decoded(field: u32) -> u64 {
        let (n, rotation, imms) = (field >> 12, field >> 6 & 63, field & 63);
        let size = 1u32 << (31 - (n << 6 | !imms & 63).leading_zeros());
        let run = u128::MAX >> (128 - ((imms & (size - 1)) + 1));
        let rotation = rotation & (size - 1);
        let element = (run | run << size) >> rotation & (u128::MAX >> (128 - size));
        (0..64 / size).fold(0, |all, i| all | element << (i * size)) as u64
    }

    #[test]
    fn logical_immediates_are_exactly_the_rotated_runs() {
        let all = logical_values(64);
        assert_eq!(all.len(), 5334);
        for value in &all {
            let field = logical_immediate(*value, Width::W64).unwrap();
            assert_eq!(decoded(field), *value);
            // Values with one bit inverted are valid only if they are in the list.
            for bit in 0..64 {
                let near = value ^ 1 << bit;
                let found = logical_immediate(near, Width::W64);
                assert_eq!(found.is_some(), all.binary_search(&near).is_ok(), "{near:#x}");
            }
        }
        let all = logical_values(32);
        assert_eq!(all.len(), 1302);
        for value in &all {
            let field = logical_immediate(*value, Width::W32).unwrap();
            assert_eq!((decoded(field) as u32, field >> 12), (*value as u32, 0));
            assert_eq!(logical_immediate(value | 0xabcd << 32, Width::W32), Some(field));
        }
        assert_eq!(logical_immediate(0xffff_ffff, Width::W32), None);
        assert!(logical_immediate(0xffff_ffff, Width::W64).is_some());
    }

    #[test]
    fn arithmetic_immediates() {
        let fields = [0, 1, 0xfff, 0x1000, 0x1001, 0xff_f000, 0x100_0000, u64::MAX].map(arithmetic_immediate);
        assert_eq!(fields, [Some(0), Some(1), Some(0xfff), Some(0x1001), None, Some(0x1fff), None, None]);
    }

    #[test]
    fn float_immediates_are_exactly_256_values() {
        let mut fields = Vec::new();
        for sign in [1.0, -1.0] {
            for exponent in -3..=4 {
                for sixteenths in 16..32 {
                    let value = sign * f64::from(sixteenths) / 16.0 * 2f64.powi(exponent);
                    let field = float_immediate(value.to_bits()).unwrap();
                    // `VFPExpandImm` in the manual.
                    let scale = (field >> 4 & 7 ^ 4) as i32 - 3;
                    let magnitude = f64::from(16 + (field & 15)) / 16.0 * 2f64.powi(scale);
                    assert_eq!(if field >> 7 != 0 { -magnitude } else { magnitude }, value);
                    fields.push(field);
                }
            }
        }
        fields.sort_unstable();
        assert!(fields.into_iter().eq(0..256));
        for value in [0.0, -0.0, 0.1, 33.0, 32.0, 0.0625, 1.03125, f64::NAN, f64::INFINITY] {
            assert_eq!(float_immediate(value.to_bits()), None, "{value}");
        }
    }
}
