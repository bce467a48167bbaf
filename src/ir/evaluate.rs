//! Evaluation of the pure opcodes on bits.
//!
//! The interpreter and constant folding both use these functions, so they agree by construction.
//!
//! A 32-bit value (`Int32`, `Float`) is a `u64` with a zero upper half, both as an argument and as a result.
//!
//! The IR does not specify the bits of a NaN produced by floating-point arithmetic. Here it is the canonical quiet NaN,
//! as with PurifyNaN. (Neg, Abs, CopySign, the bitwise operations, BitwiseCast, Trunc and Select are not arithmetic;
//! they keep bits exactly.) Machines differ in the sign and payload of a NaN. So does Rust's own arithmetic, which may
//! even preserve a signalling NaN. A comparison with a machine must treat all NaNs as equal.

mod vector;

pub use vector::{VectorPayload, evaluate_vector, has_nan};

use super::opcode::Rule;
use super::{Opcode, Procedure, ValueId};
use crate::base::{TrapCode, Type};
use crate::support::MulAdd;

/// The result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluated {
    /// A scalar.
    Bits(u64),
    /// The two elements of a tuple.
    Pair(u64, u64),
    /// The arguments are outside the operation's domain: undefined behavior.
    Undefined,
    /// A trap.
    Trap(TrapCode),
}

/// The evaluation function of an opcode for fixed types: look it up once, call it often.
#[derive(Clone, Copy, Debug)]
pub enum Kernel {
    /// One argument, always defined.
    Unary(fn(u64) -> u64),
    /// Two arguments, always defined.
    Binary(fn(u64, u64) -> u64),
    /// Three arguments, always defined.
    Ternary(fn(u64, u64, u64) -> u64),
    /// One argument; may trap.
    PartialUnary(fn(u64) -> Evaluated),
    /// Two arguments; may be undefined.
    PartialBinary(fn(u64, u64) -> Evaluated),
    /// Two arguments; a result, and 1 if it overflows.
    Pair(fn(u64, u64) -> (u64, u64)),
    /// Three arguments, the last a carry; a result and a carry out.
    Carry(fn(u64, u64, u64) -> (u64, u64)),
}

impl Kernel {
    /// Calls the function; `None` for a wrong number of arguments.
    pub fn apply(self, args: &[u64]) -> Option<Evaluated> {
        Some(match (self, args) {
            (Kernel::Unary(f), &[a]) => Evaluated::Bits(f(a)),
            (Kernel::Binary(f), &[a, b]) => Evaluated::Bits(f(a, b)),
            (Kernel::Ternary(f), &[a, b, c]) => Evaluated::Bits(f(a, b, c)),
            (Kernel::PartialUnary(f), &[a]) => f(a),
            (Kernel::PartialBinary(f), &[a, b]) => f(a, b),
            (Kernel::Pair(f), &[a, b]) => {
                let (result, flag) = f(a, b);
                Evaluated::Pair(result, flag)
            }
            (Kernel::Carry(f), &[a, b, c]) => {
                let (result, carry) = f(a, b, c);
                Evaluated::Pair(result, carry)
            }
            _ => return None,
        })
    }
}

/// Evaluates `opcode` on these arguments.
///
/// `ty` is the type of the operation ([`Procedure::operation_type`]), `result` that of the value. Supports all pure
/// opcodes that compute a scalar or a pair from scalars, and the trapping conversions. `None` for other
/// opcodes, and for types or a number of arguments that the opcode does not take.
pub fn evaluate(opcode: Opcode, ty: Type, result: Type, args: &[u64]) -> Option<Evaluated> {
    kernel(opcode, ty, result)?.apply(args)
}

/// The function that [`evaluate`] uses.
pub fn kernel(opcode: Opcode, ty: Type, result: Type) -> Option<Kernel> {
    bits::kernel(opcode, ty).or_else(|| match ty {
        Type::Int32 => int32::kernel(opcode).or_else(|| from_int32(opcode)),
        Type::Int64 => int64::kernel(opcode).or_else(|| from_int64(opcode)),
        Type::Float => float::kernel(opcode).or_else(|| match result {
            Type::Int32 => float_to_int32(opcode),
            Type::Int64 => float_to_int64(opcode),
            _ => None,
        }),
        Type::Double if opcode == Opcode::DoubleToInt32 => Some(Kernel::Unary(double_to_int32_modulo)),
        Type::Double => double::kernel(opcode).or_else(|| match result {
            Type::Int32 => double_to_int32(opcode),
            Type::Int64 => double_to_int64(opcode),
            _ => None,
        }),
        _ => None,
    })
}

/// A checked operation: returns the wrapped result, and true if it overflowed.
pub type Checked = fn(u64, u64) -> (u64, bool);

/// The function of CheckAdd, CheckSub or CheckMul on integers of type `ty`; `None` for other opcodes or types.
pub fn checked(opcode: Opcode, ty: Type) -> Option<Checked> {
    match ty {
        Type::Int32 => int32::checked(opcode),
        Type::Int64 => int64::checked(opcode),
        _ => None,
    }
}

impl Procedure {
    /// The type of a value's operation: that of its operands of type T. Without any, that of its first child; without
    /// children, its own.
    pub fn operation_type(&self, id: ValueId) -> Type {
        let Some(value) = self.get_value(id) else { return Type::Void };
        let rules = value.opcode().row().operands;
        let place = rules.iter().position(|rule| *rule == Rule::T).unwrap_or(0);
        self.children(id).get(place).map_or(value.ty, |child| self.type_of(*child))
    }
}

/// Operations that are the same for all types of a class, because 32-bit values are zero-extended.
mod bits {
    use super::*;

    pub(super) fn kernel(opcode: Opcode, ty: Type) -> Option<Kernel> {
        Some(match opcode {
            _ if !ty.is_scalar() => return None,
            Opcode::Identity | Opcode::BitwiseCast => Kernel::Unary(|a| a),
            Opcode::BitAnd => Kernel::Binary(|a, b| a & b),
            Opcode::BitOr => Kernel::Binary(|a, b| a | b),
            Opcode::BitXor => Kernel::Binary(|a, b| a ^ b),
            Opcode::Select => Kernel::Ternary(|predicate, a, b| if predicate != 0 { a } else { b }),
            Opcode::Trunc if ty.size() == 8 => Kernel::Unary(|a| a & 0xffff_ffff),
            _ => return None,
        })
    }
}

/// Integer operations of one width; parameters are the unsigned and signed types, and those of double width.
macro_rules! integers {
    ($module:ident, $u:ident, $s:ident, $wide_u:ident, $wide_s:ident) => {
        mod $module {
            use super::Evaluated::{Bits, Undefined};
            use super::Kernel::{self, Binary, Carry, Pair, PartialBinary, Unary};
            use super::*;

            /// The bits of a signed result.
            fn from_signed(a: $s) -> u64 {
                a as $u as u64
            }

            pub(super) fn kernel(opcode: Opcode) -> Option<Kernel> {
                arithmetic(opcode).or_else(|| shift(opcode)).or_else(|| comparison(opcode))
            }

            fn arithmetic(opcode: Opcode) -> Option<Kernel> {
                Some(match opcode {
                    Opcode::Add => Binary(|a, b| (a as $u).wrapping_add(b as $u) as u64),
                    Opcode::Sub => Binary(|a, b| (a as $u).wrapping_sub(b as $u) as u64),
                    Opcode::Mul => Binary(|a, b| (a as $u).wrapping_mul(b as $u) as u64),
                    Opcode::Neg => Unary(|a| (a as $u).wrapping_neg() as u64),
                    Opcode::Div => PartialBinary(|a, b| {
                        (a as $s).checked_div(b as $s).map_or(Undefined, |q| Bits(from_signed(q)))
                    }),
                    Opcode::Mod => PartialBinary(|a, b| {
                        (a as $s).checked_rem(b as $s).map_or(Undefined, |r| Bits(from_signed(r)))
                    }),
                    Opcode::UDiv => PartialBinary(|a, b| {
                        (a as $u).checked_div(b as $u).map_or(Undefined, |q| Bits(q as u64))
                    }),
                    Opcode::UMod => PartialBinary(|a, b| {
                        (a as $u).checked_rem(b as $u).map_or(Undefined, |r| Bits(r as u64))
                    }),
                    Opcode::ChillDiv => Binary(|a, b| match b as $s {
                        0 => 0,
                        b => from_signed((a as $s).wrapping_div(b)),
                    }),
                    Opcode::ChillMod => Binary(|a, b| match b as $s {
                        0 => 0,
                        b => from_signed((a as $s).wrapping_rem(b)),
                    }),
                    Opcode::MulHigh => Binary(|a, b| {
                        let product = (a as $s as $wide_s) * (b as $s as $wide_s);
                        from_signed((product >> $u::BITS) as $s)
                    }),
                    Opcode::UMulHigh => Binary(|a, b| {
                        let product = (a as $u as $wide_u) * (b as $u as $wide_u);
                        (product >> $u::BITS) as $u as u64
                    }),
                    Opcode::AddCarry => Carry(|a, b, carry| {
                        let (sum, over) = (a as $u).overflowing_add(b as $u);
                        let (sum, over_again) = sum.overflowing_add((carry as u32 != 0) as $u);
                        (sum as u64, u64::from(over | over_again))
                    }),
                    Opcode::SubBorrow => Carry(|a, b, borrow| {
                        let (difference, under) = (a as $u).overflowing_sub(b as $u);
                        let (difference, under_again) =
                            difference.overflowing_sub((borrow as u32 != 0) as $u);
                        (difference as u64, u64::from(under | under_again))
                    }),
                    Opcode::AddOverflow => Pair(|a, b| flagged((a as $s).overflowing_add(b as $s))),
                    Opcode::SubOverflow => Pair(|a, b| flagged((a as $s).overflowing_sub(b as $s))),
                    Opcode::MulOverflow => Pair(|a, b| flagged((a as $s).overflowing_mul(b as $s))),
                    Opcode::UAddOverflow => Pair(|a, b| uflagged((a as $u).overflowing_add(b as $u))),
                    Opcode::USubOverflow => Pair(|a, b| uflagged((a as $u).overflowing_sub(b as $u))),
                    Opcode::UMulOverflow => Pair(|a, b| uflagged((a as $u).overflowing_mul(b as $u))),
                    Opcode::SMin => Binary(|a, b| from_signed((a as $s).min(b as $s))),
                    Opcode::SMax => Binary(|a, b| from_signed((a as $s).max(b as $s))),
                    Opcode::UMin => Binary(|a, b| (a as $u).min(b as $u) as u64),
                    Opcode::UMax => Binary(|a, b| (a as $u).max(b as $u) as u64),
                    _ => return None,
                })
            }

            /// A signed result, and 1 if it overflowed.
            fn flagged((result, overflowed): ($s, bool)) -> (u64, u64) {
                (from_signed(result), overflowed.into())
            }

            /// An unsigned result, and 1 if it overflowed.
            fn uflagged((result, overflowed): ($u, bool)) -> (u64, u64) {
                (result as u64, overflowed.into())
            }

            fn shift(opcode: Opcode) -> Option<Kernel> {
                Some(match opcode {
                    Opcode::Shl => Binary(|a, n| (a as $u).wrapping_shl(n as u32) as u64),
                    Opcode::SShr => Binary(|a, n| from_signed((a as $s).wrapping_shr(n as u32))),
                    Opcode::ZShr => Binary(|a, n| (a as $u).wrapping_shr(n as u32) as u64),
                    Opcode::RotR => Binary(|a, n| (a as $u).rotate_right(n as u32 % $u::BITS) as u64),
                    Opcode::RotL => Binary(|a, n| (a as $u).rotate_left(n as u32 % $u::BITS) as u64),
                    Opcode::Clz => Unary(|a| u64::from((a as $u).leading_zeros())),
                    Opcode::Ctz => Unary(|a| u64::from((a as $u).trailing_zeros())),
                    Opcode::PopCount => Unary(|a| u64::from((a as $u).count_ones())),
                    Opcode::ByteSwap => Unary(|a| (a as $u).swap_bytes() as u64),
                    Opcode::BitReverse => Unary(|a| (a as $u).reverse_bits() as u64),
                    _ => return None,
                })
            }

            fn comparison(opcode: Opcode) -> Option<Kernel> {
                Some(match opcode {
                    Opcode::Equal => Binary(|a, b| u64::from(a as $u == b as $u)),
                    Opcode::NotEqual => Binary(|a, b| u64::from(a as $u != b as $u)),
                    Opcode::LessThan => Binary(|a, b| u64::from((a as $s) < b as $s)),
                    Opcode::GreaterThan => Binary(|a, b| u64::from(a as $s > b as $s)),
                    Opcode::LessEqual => Binary(|a, b| u64::from(a as $s <= b as $s)),
                    Opcode::GreaterEqual => Binary(|a, b| u64::from(a as $s >= b as $s)),
                    Opcode::Above => Binary(|a, b| u64::from(a as $u > b as $u)),
                    Opcode::Below => Binary(|a, b| u64::from((a as $u) < b as $u)),
                    Opcode::AboveEqual => Binary(|a, b| u64::from(a as $u >= b as $u)),
                    Opcode::BelowEqual => Binary(|a, b| u64::from(a as $u <= b as $u)),
                    _ => return None,
                })
            }

            pub(super) fn checked(opcode: Opcode) -> Option<Checked> {
                fn with_flag((result, overflowed): ($s, bool)) -> (u64, bool) {
                    (from_signed(result), overflowed)
                }
                Some(match opcode {
                    Opcode::CheckAdd => |a, b| with_flag((a as $s).overflowing_add(b as $s)),
                    Opcode::CheckSub => |a, b| with_flag((a as $s).overflowing_sub(b as $s)),
                    Opcode::CheckMul => |a, b| with_flag((a as $s).overflowing_mul(b as $s)),
                    _ => return None,
                })
            }
        }
    };
}

integers!(int32, u32, i32, u64, i64);
integers!(int64, u64, i64, u128, i128);

/// Floating-point operations of one width; parameters are the type, and the unsigned type of its bits.
macro_rules! floats {
    ($module:ident, $f:ident, $u:ident, $canonical_nan:expr) => {
        mod $module {
            use super::Kernel::{self, Binary, Ternary, Unary};
            use super::*;

            const SIGN: u64 = 1 << ($u::BITS - 1);

            /// The number with these bits.
            pub(super) fn of(bits: u64) -> $f {
                $f::from_bits(bits as $u)
            }

            /// The bits of an arithmetic result, with a canonical NaN.
            pub(super) fn canonical_bits(a: $f) -> u64 {
                if a.is_nan() { $canonical_nan } else { u64::from(a.to_bits()) }
            }

            fn min(a: u64, b: u64) -> u64 {
                let (x, y) = (of(a), of(b));
                if x < y {
                    a
                } else if y < x {
                    b
                } else if x == y {
                    a | b // -0 if either operand is
                } else {
                    $canonical_nan
                }
            }

            fn max(a: u64, b: u64) -> u64 {
                let (x, y) = (of(a), of(b));
                if x > y {
                    a
                } else if y > x {
                    b
                } else if x == y {
                    a & b // +0 if either operand is
                } else {
                    $canonical_nan
                }
            }

            pub(super) fn kernel(opcode: Opcode) -> Option<Kernel> {
                arithmetic(opcode).or_else(|| sign(opcode)).or_else(|| comparison(opcode))
            }

            fn arithmetic(opcode: Opcode) -> Option<Kernel> {
                Some(match opcode {
                    Opcode::Add => Binary(|a, b| canonical_bits(of(a) + of(b))),
                    Opcode::Sub => Binary(|a, b| canonical_bits(of(a) - of(b))),
                    Opcode::Mul => Binary(|a, b| canonical_bits(of(a) * of(b))),
                    Opcode::Div => Binary(|a, b| canonical_bits(of(a) / of(b))),
                    Opcode::Mod => Binary(|a, b| canonical_bits(of(a) % of(b))),
                    Opcode::Ceil => Unary(|a| canonical_bits(of(a).ceil())),
                    Opcode::Floor => Unary(|a| canonical_bits(of(a).floor())),
                    Opcode::FTrunc => Unary(|a| canonical_bits(of(a).trunc())),
                    Opcode::Nearest => Unary(|a| canonical_bits(of(a).round_ties_even())),
                    Opcode::Sqrt => Unary(|a| canonical_bits(of(a).sqrt())),
                    Opcode::FMin => Binary(min),
                    Opcode::FMax => Binary(max),
                    Opcode::Fma => Ternary(|a, b, c| canonical_bits(of(a).mul_add_once(of(b), of(c)))),
                    Opcode::FloatToDouble if $u::BITS == 32 => {
                        Unary(|a| double::canonical_bits(of(a) as f64))
                    }
                    Opcode::DoubleToFloat if $u::BITS == 64 => Unary(|a| float::canonical_bits(of(a) as f32)),
                    _ => return None,
                })
            }

            fn sign(opcode: Opcode) -> Option<Kernel> {
                Some(match opcode {
                    Opcode::Neg => Unary(|a| a ^ SIGN),
                    Opcode::Abs => Unary(|a| a & !SIGN),
                    Opcode::CopySign => Binary(|a, b| a & !SIGN | b & SIGN),
                    Opcode::PurifyNaN => Unary(|a| if of(a).is_nan() { $canonical_nan } else { a }),
                    _ => return None,
                })
            }

            fn comparison(opcode: Opcode) -> Option<Kernel> {
                Some(match opcode {
                    Opcode::Equal => Binary(|a, b| u64::from(of(a) == of(b))),
                    Opcode::NotEqual => Binary(|a, b| u64::from(of(a) != of(b))),
                    Opcode::LessThan => Binary(|a, b| u64::from(of(a) < of(b))),
                    Opcode::GreaterThan => Binary(|a, b| u64::from(of(a) > of(b))),
                    Opcode::LessEqual => Binary(|a, b| u64::from(of(a) <= of(b))),
                    Opcode::GreaterEqual => Binary(|a, b| u64::from(of(a) >= of(b))),
                    Opcode::EqualOrUnordered => {
                        Binary(|a, b| u64::from(of(a) == of(b) || of(a).is_nan() || of(b).is_nan()))
                    }
                    _ => return None,
                })
            }
        }
    };
}

floats!(float, f32, u32, 0x7fc0_0000);
floats!(double, f64, u64, 0x7ff8_0000_0000_0000);

/// Conversions of an Int32. Rust's `as` rounds to nearest even.
fn from_int32(opcode: Opcode) -> Option<Kernel> {
    Some(Kernel::Unary(match opcode {
        Opcode::SExt8 => |a| a as i8 as u32 as u64,
        Opcode::SExt16 => |a| a as i16 as u32 as u64,
        Opcode::SExt8To64 => |a| a as i8 as u64,
        Opcode::SExt16To64 => |a| a as i16 as u64,
        Opcode::SExt32 => |a| a as i32 as u64,
        Opcode::ZExt32 => |a| a as u32 as u64,
        Opcode::IToD => |a| double::canonical_bits(a as i32 as f64),
        Opcode::IToF => |a| float::canonical_bits(a as i32 as f32),
        Opcode::UToD => |a| double::canonical_bits(a as u32 as f64),
        Opcode::UToF => |a| float::canonical_bits(a as u32 as f32),
        _ => return None,
    }))
}

/// Conversions of an Int64. Rust's `as` rounds to nearest even.
fn from_int64(opcode: Opcode) -> Option<Kernel> {
    Some(Kernel::Unary(match opcode {
        Opcode::IToD => |a| double::canonical_bits(a as i64 as f64),
        Opcode::IToF => |a| float::canonical_bits(a as i64 as f32),
        Opcode::UToD => |a| double::canonical_bits(a as f64),
        Opcode::UToF => |a| float::canonical_bits(a as f32),
        _ => return None,
    }))
}

/// [`Opcode::DoubleToInt32`], computed from the bits: the low 32 bits of the mantissa, shifted by the exponent.
fn double_to_int32_modulo(bits: u64) -> u64 {
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1075;
    let mantissa = bits & ((1 << 52) - 1) | 1 << 52;
    let magnitude = match exponent {
        0..32 => mantissa << exponent,
        -52..0 => mantissa >> -exponent,
        // Less than 1, a multiple of 2^32, infinite or NaN.
        _ => 0,
    };
    let low = if bits >> 63 == 1 { magnitude.wrapping_neg() } else { magnitude };
    u64::from(low as u32)
}

/// Conversions from floats of one width to integers of one width.
macro_rules! to_integer {
    ($name:ident, $module:ident, $u:ident, $s:ident) => {
        fn $name(opcode: Opcode) -> Option<Kernel> {
            use Evaluated::{Bits, Trap};
            use Kernel::{PartialUnary, Unary};
            Some(match opcode {
                // Rust's `as` rounds toward zero, clamps, and maps NaN to 0.
                Opcode::FToISat => Unary(|a| $module::of(a) as $s as $u as u64),
                Opcode::FToUSat => Unary(|a| $module::of(a) as $u as u64),
                Opcode::FToIMin => Unary(|a| {
                    let (a, limit) = ($module::of(a).trunc(), -($s::MIN as f64));
                    let wide = f64::from(a);
                    let fits = wide >= -limit && wide < limit;
                    (if fits { a as $s } else { $s::MIN }) as $u as u64
                }),
                Opcode::FToITrap => PartialUnary(|a| {
                    let (a, limit) = ($module::of(a).trunc(), -($s::MIN as f64));
                    let wide = f64::from(a); // exact, like the limit, which is a power of two
                    match wide {
                        _ if wide.is_nan() => Trap(TrapCode::BadConversion),
                        _ if wide >= -limit && wide < limit => Bits(a as $s as $u as u64),
                        _ => Trap(TrapCode::IntegerOverflow),
                    }
                }),
                Opcode::FToUTrap => PartialUnary(|a| {
                    let (a, limit) = ($module::of(a).trunc(), -2.0 * ($s::MIN as f64));
                    let wide = f64::from(a);
                    match wide {
                        _ if wide.is_nan() => Trap(TrapCode::BadConversion),
                        _ if wide >= 0.0 && wide < limit => Bits(a as $u as u64),
                        _ => Trap(TrapCode::IntegerOverflow),
                    }
                }),
                _ => return None,
            })
        }
    };
}

to_integer!(float_to_int32, float, u32, i32);
to_integer!(float_to_int64, float, u64, i64);
to_integer!(double_to_int32, double, u32, i32);
to_integer!(double_to_int64, double, u64, i64);

#[cfg(test)]
mod tests;
