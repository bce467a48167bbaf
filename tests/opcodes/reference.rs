//! The meaning of opcodes in Rust's own arithmetic, independent of the library's evaluator except for one opcode on one
//! system.

use barebones::base::{TrapCode, Type};
use barebones::ir::Opcode;
use barebones::ir::evaluate::{Evaluated, evaluate};

/// The expected result of an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Expected {
    Bits(u64),
    /// Any NaN of the result's type.
    Nan,
    Pair(u64, u64),
    Trap(TrapCode),
    Undefined,
}

/// A bool as an Int32.
fn truth(value: bool) -> Expected {
    Expected::Bits(u64::from(value))
}

macro_rules! integer {
    ($name:ident, $int:ident, $unsigned:ident, $double:ident, $double_unsigned:ident) => {
        fn $name(opcode: Opcode, args: &[u64]) -> Option<Expected> {
            const BITS: u32 = $int::BITS;
            let word = |n: usize| args.get(n).copied().unwrap_or(0);
            let (a, b) = (word(0) as $int, word(1) as $int);
            let (ua, ub) = (a as $unsigned, b as $unsigned);
            let amount = word(1) as u32 % BITS;
            let carry = $unsigned::from(word(2) as u32 != 0);
            let bits = |value: $int| Expected::Bits(value as $unsigned as u64);
            let zero_or_overflow = b == 0 || (a == $int::MIN && b == -1);
            Some(match opcode {
                Opcode::Add => bits(a.wrapping_add(b)),
                Opcode::Sub => bits(a.wrapping_sub(b)),
                Opcode::Mul => bits(a.wrapping_mul(b)),
                Opcode::Div | Opcode::Mod if zero_or_overflow => Expected::Undefined,
                Opcode::Div => bits(a / b),
                Opcode::Mod => bits(a % b),
                Opcode::ChillDiv => bits(if b == 0 { 0 } else { a.wrapping_div(b) }),
                Opcode::ChillMod => bits(if b == 0 { 0 } else { a.wrapping_rem(b) }),
                Opcode::UDiv | Opcode::UMod if b == 0 => Expected::Undefined,
                Opcode::UDiv => bits((ua / ub) as $int),
                Opcode::UMod => bits((ua % ub) as $int),
                Opcode::Neg => bits(a.wrapping_neg()),
                Opcode::MulHigh => bits(($double::from(a) * $double::from(b) >> BITS) as $int),
                Opcode::UMulHigh => {
                    bits(($double_unsigned::from(ua) * $double_unsigned::from(ub) >> BITS) as $int)
                }
                Opcode::AddCarry => {
                    let (sum, first) = ua.overflowing_add(ub);
                    let (sum, second) = sum.overflowing_add(carry);
                    Expected::Pair(sum as u64, u64::from(first || second))
                }
                Opcode::SubBorrow => {
                    let (difference, first) = ua.overflowing_sub(ub);
                    let (difference, second) = difference.overflowing_sub(carry);
                    Expected::Pair(difference as u64, u64::from(first || second))
                }
                Opcode::AddOverflow => {
                    let exact = $double::from(a) + $double::from(b);
                    Expected::Pair(exact as $unsigned as u64, u64::from($int::try_from(exact).is_err()))
                }
                Opcode::SubOverflow => {
                    let exact = $double::from(a) - $double::from(b);
                    Expected::Pair(exact as $unsigned as u64, u64::from($int::try_from(exact).is_err()))
                }
                Opcode::MulOverflow => {
                    let exact = $double::from(a) * $double::from(b);
                    Expected::Pair(exact as $unsigned as u64, u64::from($int::try_from(exact).is_err()))
                }
                Opcode::UAddOverflow => {
                    Expected::Pair(ua.wrapping_add(ub) as u64, u64::from(ua > $unsigned::MAX - ub))
                }
                Opcode::USubOverflow => Expected::Pair(ua.wrapping_sub(ub) as u64, u64::from(ua < ub)),
                Opcode::UMulOverflow => {
                    let exact = $double_unsigned::from(ua) * $double_unsigned::from(ub);
                    Expected::Pair(exact as $unsigned as u64, u64::from(exact >> BITS != 0))
                }
                Opcode::SMin => bits(if a < b { a } else { b }),
                Opcode::SMax => bits(if a > b { a } else { b }),
                Opcode::UMin => bits(if ua < ub { a } else { b }),
                Opcode::UMax => bits(if ua > ub { a } else { b }),
                Opcode::BitAnd => bits(a & b),
                Opcode::BitOr => bits(a | b),
                Opcode::BitXor => bits(a ^ b),
                Opcode::Shl => bits(a << amount),
                Opcode::SShr => bits(a >> amount),
                Opcode::ZShr => bits((ua >> amount) as $int),
                Opcode::RotR => bits(a.rotate_right(amount)),
                Opcode::RotL => bits(a.rotate_left(amount)),
                Opcode::Clz => bits(a.leading_zeros() as $int),
                Opcode::Ctz => bits(a.trailing_zeros() as $int),
                Opcode::PopCount => bits(a.count_ones() as $int),
                Opcode::ByteSwap => bits(a.swap_bytes()),
                Opcode::BitReverse => bits(a.reverse_bits()),
                Opcode::Equal => truth(a == b),
                Opcode::NotEqual => truth(a != b),
                Opcode::LessThan => truth(a < b),
                Opcode::GreaterThan => truth(a > b),
                Opcode::LessEqual => truth(a <= b),
                Opcode::GreaterEqual => truth(a >= b),
                Opcode::Above => truth(ua > ub),
                Opcode::Below => truth(ua < ub),
                Opcode::AboveEqual => truth(ua >= ub),
                Opcode::BelowEqual => truth(ua <= ub),
                _ => return None,
            })
        }
    };
}

integer!(int32, i32, u32, i64, u64);
integer!(int64, i64, u64, i128, u128);

macro_rules! floating {
    ($name:ident, $float:ident, $word:ident) => {
        fn $name(opcode: Opcode, args: &[u64]) -> Option<Expected> {
            const SIGN: u64 = 1 << ($word::BITS - 1);
            const TYPE: Type = if $word::BITS == 32 { Type::Float } else { Type::Double };
            let word = |n: usize| args.get(n).copied().unwrap_or(0);
            let [a, b, c] = [0, 1, 2].map(|n| $float::from_bits(word(n) as $word));
            let (x, y) = (word(0), word(1));
            let number = |value: $float| {
                if value.is_nan() { Expected::Nan } else { Expected::Bits(u64::from(value.to_bits())) }
            };
            let extreme = |first: bool, zero: u64| match (a.is_nan() || b.is_nan(), a == b) {
                (true, _) => Expected::Nan,
                // Equal numbers differ at most in the sign of zero.
                (_, true) => Expected::Bits(zero),
                _ => Expected::Bits(if first { x } else { y }),
            };
            Some(match opcode {
                Opcode::Add => number(a + b),
                Opcode::Sub => number(a - b),
                Opcode::Mul => number(a * b),
                Opcode::Div => number(a / b),
                Opcode::Mod => number(a % b),
                Opcode::Neg => Expected::Bits(x ^ SIGN),
                Opcode::Abs => Expected::Bits(x & !SIGN),
                Opcode::CopySign => Expected::Bits(x & !SIGN | y & SIGN),
                Opcode::BitAnd => Expected::Bits(x & y),
                Opcode::BitOr => Expected::Bits(x | y),
                Opcode::BitXor => Expected::Bits(x ^ y),
                Opcode::Ceil => number(a.ceil()),
                Opcode::Floor => number(a.floor()),
                Opcode::FTrunc => number(a.trunc()),
                Opcode::Nearest => number(a.round_ties_even()),
                Opcode::Sqrt => number(a.sqrt()),
                Opcode::FMin => extreme(a < b, x | y),
                Opcode::FMax => extreme(a > b, x & y),
                // This C library's function rounds twice; comparison with other C libraries confirms our result.
                Opcode::Fma if cfg!(all(windows, target_env = "gnu")) => {
                    match evaluate(opcode, TYPE, TYPE, args)? {
                        Evaluated::Bits(bits) => number($float::from_bits(bits as $word)),
                        _ => return None,
                    }
                }
                Opcode::Fma => number(a.mul_add(b, c)),
                Opcode::PurifyNaN if a.is_nan() => {
                    Expected::Bits(if $word::BITS == 32 { 0x7fc0_0000 } else { 0x7ff8_0000_0000_0000 })
                }
                Opcode::PurifyNaN => Expected::Bits(x),
                Opcode::Equal => truth(a == b),
                Opcode::NotEqual => truth(a != b),
                Opcode::LessThan => truth(a < b),
                Opcode::GreaterThan => truth(a > b),
                Opcode::LessEqual => truth(a <= b),
                Opcode::GreaterEqual => truth(a >= b),
                Opcode::EqualOrUnordered => truth(a == b || a.is_nan() || b.is_nan()),
                _ => return None,
            })
        }
    };
}

floating!(float, f32, u32);
floating!(double, f64, u64);

/// Converts a number, exact as a Double, to an integer of `ty`.
fn to_integer(opcode: Opcode, number: f64, ty: Type) -> Expected {
    let signed = matches!(opcode, Opcode::FToISat | Opcode::FToIMin | Opcode::FToITrap);
    let traps = matches!(opcode, Opcode::FToITrap | Opcode::FToUTrap);
    let whole = number.trunc();
    let bits = if ty == Type::Int32 { 32 } else { 64 };
    let (low, high) =
        if signed { (-(2f64.powi(bits - 1)), 2f64.powi(bits - 1)) } else { (0.0, 2f64.powi(bits)) };
    if traps && number.is_nan() {
        return Expected::Trap(TrapCode::BadConversion);
    }
    if traps && !(whole >= low && whole < high) {
        return Expected::Trap(TrapCode::IntegerOverflow);
    }
    if opcode == Opcode::FToIMin && !(whole >= low && whole < high) {
        return Expected::Bits(1 << (bits - 1));
    }
    Expected::Bits(match (signed, ty) {
        (true, Type::Int32) => u64::from(number as i32 as u32),
        (true, _) => number as i64 as u64,
        (false, Type::Int32) => u64::from(number as u32),
        (false, _) => number as u64,
    })
}

/// The result of `opcode` for arguments of these types, with result type `result`.
pub(crate) fn reference(opcode: Opcode, types: &[Type], result: Type, args: &[u64]) -> Expected {
    let a = args[0];
    let first = types[0];
    let single = |value: f32| {
        if value.is_nan() { Expected::Nan } else { Expected::Bits(u64::from(value.to_bits())) }
    };
    let double_bits =
        |value: f64| if value.is_nan() { Expected::Nan } else { Expected::Bits(value.to_bits()) };
    let wide = first == Type::Int64;
    match opcode {
        Opcode::Identity | Opcode::Opaque | Opcode::BitwiseCast => Expected::Bits(a),
        Opcode::Select => Expected::Bits(if a != 0 { args[1] } else { args[2] }),
        Opcode::SExt8 => Expected::Bits(u64::from(a as i8 as i32 as u32)),
        Opcode::SExt16 => Expected::Bits(u64::from(a as i16 as i32 as u32)),
        Opcode::SExt8To64 => Expected::Bits(a as i8 as i64 as u64),
        Opcode::SExt16To64 => Expected::Bits(a as i16 as i64 as u64),
        Opcode::SExt32 => Expected::Bits(a as i32 as i64 as u64),
        Opcode::ZExt32 | Opcode::Trunc => Expected::Bits(a & 0xffff_ffff),
        Opcode::IToD if wide => double_bits(a as i64 as f64),
        Opcode::IToD => double_bits(f64::from(a as i32)),
        Opcode::IToF if wide => single(a as i64 as f32),
        Opcode::IToF => single(a as i32 as f32),
        Opcode::UToD if wide => double_bits(a as f64),
        Opcode::UToD => double_bits(f64::from(a as u32)),
        Opcode::UToF if wide => single(a as f32),
        Opcode::UToF => single(a as u32 as f32),
        Opcode::FloatToDouble => double_bits(f64::from(f32::from_bits(a as u32))),
        Opcode::DoubleToFloat => single(f64::from_bits(a) as f32),
        Opcode::DoubleToInt32 => {
            let rest = f64::from_bits(a).trunc() % 2f64.powi(32); // exact
            Expected::Bits(u64::from(rest as i64 as u32))
        }
        Opcode::FToISat | Opcode::FToUSat | Opcode::FToIMin | Opcode::FToITrap | Opcode::FToUTrap => {
            let number =
                if first == Type::Float { f64::from(f32::from_bits(a as u32)) } else { f64::from_bits(a) };
            to_integer(opcode, number, result)
        }
        _ => match first {
            Type::Int32 => int32(opcode, args),
            Type::Int64 => int64(opcode, args),
            Type::Float => float(opcode, args),
            _ => double(opcode, args),
        }
        .unwrap_or_else(|| panic!("no reference for {} of {first}", opcode.name())),
    }
}
