//! An independent definition of what each opcode computes.

use super::operands::{Case, switches};
use barebones::air::{Arg, Form, Opcode};
use barebones::base::{Bank, FloatCondition, IntCondition, Type, Width};
use barebones::ir;
use barebones::ir::evaluate::{Evaluated, evaluate};

/// The outcome of an instruction.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The results in definition order, and the number of the successor.
    Results(Vec<u64>, Option<u32>),
    Traps,
}

fn sign_extend(value: u64, width: Width) -> i64 {
    let unused = 64 - width.bits().min(64);
    ((value << unused) as i64) >> unused
}

fn zero_extend(value: u64, width: Width) -> u64 {
    value & (u64::MAX >> (64 - width.bits().min(64)))
}

fn int_condition(condition: IntCondition, a: u64, b: u64, width: Width) -> bool {
    use IntCondition::*;
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    let (a, b) = (zero_extend(a, width), zero_extend(b, width));
    match condition {
        Equal => a == b,
        NotEqual => a != b,
        LessThan => sa < sb,
        LessEqual => sa <= sb,
        GreaterThan => sa > sb,
        GreaterEqual => sa >= sb,
        Below => a < b,
        BelowEqual => a <= b,
        Above => a > b,
        AboveEqual => a >= b,
    }
}

fn float_condition(condition: FloatCondition, a: f64, b: f64) -> bool {
    use FloatCondition::*;
    let unordered = a.is_nan() || b.is_nan();
    match condition {
        EqualAndOrdered => a == b,
        NotEqualOrUnordered => a != b,
        LessThanAndOrdered => a < b,
        LessEqualAndOrdered => a <= b,
        GreaterThanAndOrdered => a > b,
        GreaterEqualAndOrdered => a >= b,
        LessThanOrUnordered => a < b || unordered,
        LessEqualOrUnordered => a <= b || unordered,
        GreaterThanOrUnordered => a > b || unordered,
        GreaterEqualOrUnordered => a >= b || unordered,
        EqualOrUnordered => a == b || unordered,
        NotEqualAndOrdered => a != b && !unordered,
    }
}

/// The exact value of a float or double.
fn float(bits: u64, width: Width) -> f64 {
    if width == Width::W32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

/// The opcode's name without the type, and whether it is a comparison.
fn family(opcode: Opcode) -> (&'static str, bool) {
    let name = opcode.name();
    let types =
        ["TestBit32", "TestBit64", "Test8", "Test32", "Test64", "8", "16", "32", "64", "Float", "Double"];
    let consumers = ["Compare", "Test", "Branch", "TrapIf", "MoveConditionally", "MoveDoubleConditionally"];
    let stem = |suffix: &&str| name.strip_suffix(*suffix);
    let comparison = types.iter().filter_map(stem).find(|stem| consumers.contains(stem) || stem.is_empty());
    match (comparison, name) {
        (_, "TestBit32" | "TestBit64" | "Test8" | "Test32" | "Test64") => ("Compare", true),
        (Some(stem), _) => (stem, true),
        (None, "Store8" | "Store16") => (name, false),
        (None, _) => {
            let widths = ["8", "16", "32", "64"];
            (widths.iter().find_map(|width| name.strip_suffix(*width)).unwrap_or(name), false)
        }
    }
}

/// Executes an instruction with these operands. Scratch registers and conditions are passed as 0.
pub(crate) fn execute(form: &Form, case: &Case, values: &[u64]) -> Option<Outcome> {
    let opcode = form.opcode;
    let done = |value: u64| Some(Outcome::Results(vec![value], None));
    let (stem, is_comparison) = family(opcode);
    if is_comparison {
        let width = form.operands[1].width;
        let holds = match case.args[0] {
            Arg::IntCondition(condition) if opcode.name().contains("TestBit") => {
                let bit = values[1] >> (values[2] & u64::from(width.bits() - 1)) & 1;
                int_condition(condition, bit, 0, width)
            }
            Arg::IntCondition(condition) if opcode.name().contains("Test") => {
                int_condition(condition, values[1] & values[2], 0, width)
            }
            Arg::IntCondition(condition) => int_condition(condition, values[1], values[2], width),
            Arg::FloatCondition(condition) => {
                float_condition(condition, float(values[1], width), float(values[2], width))
            }
            _ => return None,
        };
        return match stem {
            "Compare" => done(holds.into()),
            "Branch" => Some(Outcome::Results(vec![], Some(case.successors[usize::from(!holds)]))),
            "TrapIf" if holds => Some(Outcome::Traps),
            "TrapIf" => Some(Outcome::Results(vec![], None)),
            _ => done(values[if holds { 3 } else { 4 }]),
        };
    }
    if form.operands.first().is_some_and(|spec| spec.bank == Bank::Fp) {
        return float_operation(form, values);
    }
    integer_operation(form, stem, case, values)
}

fn integer_operation(form: &Form, stem: &str, case: &Case, values: &[u64]) -> Option<Outcome> {
    let width = form.operands.first().map_or(Width::W64, |spec| spec.width);
    let done = |value: u64| Some(Outcome::Results(vec![value], None));
    let result = |value: u64| done(zero_extend(value, width));
    let value = |i: usize| values.get(i).copied().unwrap_or(0);
    let (a, b) = (zero_extend(value(0), width), zero_extend(value(1), width));
    let (sa, sb) = (sign_extend(a, width), sign_extend(b, width));
    let bits = width.bits();
    let count = (value(1) & u64::from(bits - 1)) as u32;
    match stem {
        "Move" | "Store8" | "Store16" | "Store" | "Lea" => result(a),
        "ZeroExtend8To" | "ZeroExtend16To" => done(a),
        "SignExtend8To" | "SignExtend16To" | "SignExtend32To" => {
            done(zero_extend(sa as u64, form.operands[1].width))
        }
        "Move32ToFloat" | "Move64ToDouble" => done(a),
        "Add" => result(a.wrapping_add(b)),
        "And" => result(a & b),
        "Or" => result(a | b),
        "Xor" => result(a ^ b),
        "Sub" if form.operands.len() == 2 => result(b.wrapping_sub(a)), // the second one is overwritten
        "Sub" => result(a.wrapping_sub(b)),
        "Mul" => result(a.wrapping_mul(b)),
        "Neg" => result(a.wrapping_neg()),
        "Not" => result(!a),
        "AndNot" => result(!a & b),
        "LowestBit" => result(a & a.wrapping_neg()),
        "ClearLowestBit" => result(a & a.wrapping_sub(1)),
        "Lshift" => result(a << count),
        "Rshift" => result((sa >> count) as u64),
        "Urshift" => result(a >> count),
        "RotateRight" => result(a >> count | a << ((bits - count) % bits)),
        "RotateLeft" => result(a << count | a >> ((bits - count) % bits)),
        "Div" | "Mod" if b == 0 || sb == -1 && sa == sign_extend(1 << (bits - 1), width) => {
            Some(Outcome::Traps)
        }
        "UDiv" | "UMod" if b == 0 => Some(Outcome::Traps),
        "Div" => result((sa / sb) as u64),
        "Mod" => result((sa % sb) as u64),
        "UDiv" => result(a / b),
        "UMod" => result(a % b),
        "ChillDiv" => result(if b == 0 { 0 } else { sa.wrapping_div(sb) as u64 }),
        "ChillMod" => result(if b == 0 { 0 } else { sa.wrapping_rem(sb) as u64 }),
        "MulHigh" => result(((i128::from(sa) * i128::from(sb)) >> bits) as u64),
        "UMulHigh" => result(((u128::from(a) * u128::from(b)) >> bits) as u64),
        "AddCarry" | "SubBorrow" => {
            let carry = i128::from(value(2) as u32 != 0);
            let (a, b) = (i128::from(a), i128::from(b));
            let exact = if stem == "AddCarry" { a + b + carry } else { a - b - carry };
            let low = zero_extend(exact as u64, width);
            Some(Outcome::Results(vec![low, u64::from(exact != i128::from(low))], None))
        }
        "Clz" => result((a << (64 - bits)).leading_zeros().min(bits).into()),
        "Ctz" => result(a.trailing_zeros().min(bits).into()),
        "PopCount" => result(a.count_ones().into()),
        "ByteSwap" => result(a.swap_bytes() >> (64 - bits)),
        "ConvertInt32ToFloat" | "ConvertInt64ToFloat" => done((sa as f32).to_bits().into()),
        "ConvertInt32ToDouble" | "ConvertInt64ToDouble" => done((sa as f64).to_bits()),
        "ConvertUInt64ToFloat" => done((a as f32).to_bits().into()),
        "ConvertUInt64ToDouble" => done((a as f64).to_bits()),
        // The cases test the first entry.
        "Jump" | "EntrySwitch" => Some(Outcome::Results(vec![], Some(case.successors[0]))),
        "Switch" => {
            let Arg::Switch(id) = case.args[0] else { return None };
            let width = form.operands[1].width;
            let cases = &switches(width)[id.number() as usize % switches(width).len()];
            let found = cases.iter().position(|case| *case == sign_extend(value(1), width));
            Some(Outcome::Results(vec![], Some(case.successors[found.unwrap_or(cases.len())])))
        }
        "UMulWide" => {
            let product = u128::from(a) * u128::from(b);
            Some(Outcome::Results(vec![product as u64, (product >> 64) as u64], None))
        }
        "ShiftLeftDouble" => {
            let count = (value(2) & u64::from(bits - 1)) as u32;
            let both = u128::from(a) << bits | u128::from(b);
            done(zero_extend((both << count >> bits) as u64, width))
        }
        "AddCarries" | "SubBorrows" | "AddWide" | "SubWide" => {
            let has_carry = matches!(stem, "AddCarries" | "SubBorrows");
            let carry = u128::from(has_carry && value(4) as u32 != 0);
            let wide = |low: usize| u128::from(value(low)) | u128::from(value(low + 2)) << 64;
            let (a, b) = (wide(0), wide(1));
            let (exact, out) = match stem.starts_with("Add") {
                true => {
                    let (sum, first) = a.overflowing_add(b);
                    let (sum, second) = sum.overflowing_add(carry);
                    (sum, first || second)
                }
                false => {
                    let (difference, first) = a.overflowing_sub(b);
                    let (difference, second) = difference.overflowing_sub(carry);
                    (difference, first || second)
                }
            };
            let mut results = vec![exact as u64, (exact >> 64) as u64];
            results.extend(has_carry.then_some(u64::from(out)));
            Some(Outcome::Results(results, None))
        }
        "AddOverflow" | "SubOverflow" | "MulOverflow" => {
            let (a, b) = (i128::from(sa), i128::from(sb));
            let exact = match stem {
                "AddOverflow" => a + b,
                "SubOverflow" => a - b,
                _ => a * b,
            };
            let low = zero_extend(exact as u64, width);
            let overflows = exact != i128::from(sign_extend(low, width));
            Some(Outcome::Results(vec![low, overflows.into()], None))
        }
        "UAddOverflow" | "USubOverflow" | "UMulOverflow" => {
            let (a, b) = (i128::from(a), i128::from(b));
            let low = zero_extend(
                match stem {
                    "UAddOverflow" => a + b,
                    "USubOverflow" => a - b,
                    _ => (a as u128).wrapping_mul(b as u128) as i128,
                } as u64,
                width,
            );
            let overflows = match stem {
                "UAddOverflow" => a + b != i128::from(low),
                "USubOverflow" => a < b,
                _ => (a as u128).wrapping_mul(b as u128) != u128::from(low),
            };
            Some(Outcome::Results(vec![low, overflows.into()], None))
        }
        _ => None,
    }
}

fn float_operation(form: &Form, values: &[u64]) -> Option<Outcome> {
    let name = form.opcode.name();
    let done = |value: u64| Some(Outcome::Results(vec![value], None));
    let value = |i: usize| values.get(i).copied().unwrap_or(0);
    match name {
        "MoveFloat" | "MoveFloatTo32" => return done(value(0) & 0xffff_ffff),
        "MoveDouble" | "MoveDoubleTo64" => return done(value(0)),
        "MoveZeroToDouble" => return done(0),
        "AndDouble" => return done(value(0) & value(1)),
        "OrDouble" => return done(value(0) | value(1)),
        "XorDouble" => return done(value(0) ^ value(1)),
        _ => {}
    }
    let width = form.operands[0].width;
    let narrow = width == Width::W32;
    let (a, b, c) = (float(value(0), width), float(value(1), width), float(value(2), width));
    if let Some(rest) = name.strip_prefix("TruncateFloatTo").or(name.strip_prefix("TruncateDoubleTo")) {
        let whole = a.trunc();
        let (min, max, saturated) = match rest.trim_end_matches("Sat").trim_end_matches("Trap") {
            "Int32" => (-2147483648.0, 2147483648.0, u64::from(a as i32 as u32)),
            "UInt32" => (0.0, 4294967296.0, u64::from(a as u32)),
            "Int64" => (-9223372036854775808.0, 9223372036854775808.0, a as i64 as u64),
            _ => (0.0, 18446744073709551616.0, a as u64),
        };
        let fits = whole >= min && whole < max;
        return if rest.ends_with("Trap") && !fits { Some(Outcome::Traps) } else { done(saturated) };
    }
    // Float operations are double operations, rounded: exact enough for one operation, but not for two.
    let round = |exact: f64| if narrow { u64::from((exact as f32).to_bits()) } else { exact.to_bits() };
    let smaller = |a: f64, b: f64| match (a.is_nan() || b.is_nan(), a == b) {
        (true, _) => f64::NAN,
        (_, true) => {
            if a.is_sign_negative() {
                a
            } else {
                b
            }
        }
        _ => a.min(b),
    };
    let stem = name.strip_suffix("Float").or(name.strip_suffix("Double")).unwrap_or(name);
    done(match stem {
        "Add" => round(a + b),
        "Sub" => round(a - b),
        "Mul" => round(a * b),
        "Div" => round(a / b),
        "Sqrt" => round(a.sqrt()),
        "Ceil" => round(a.ceil()),
        "Floor" => round(a.floor()),
        "Trunc" => round(a.trunc()),
        "Nearest" => round(a.round_ties_even()),
        "FMin" => round(smaller(a, b)),
        "FMax" => round(-smaller(-a, -b)),
        // This C library's function rounds twice; comparison with other C libraries confirms our result.
        "MulAdd" if cfg!(all(windows, target_env = "gnu")) => {
            let ty = if narrow { Type::Float } else { Type::Double };
            match evaluate(ir::Opcode::Fma, ty, ty, &[value(0), value(1), value(2)])? {
                Evaluated::Bits(bits) => bits,
                _ => return None,
            }
        }
        "MulAdd" if narrow => f32::mul_add(a as f32, b as f32, c as f32).to_bits().into(),
        "MulAdd" => round(a.mul_add(b, c)),
        "PurifyNaN" if a.is_nan() && narrow => 0x7fc0_0000,
        "PurifyNaN" if a.is_nan() => 0x7ff8_0000_0000_0000,
        "PurifyNaN" => round(a),
        "ConvertFloatTo" => a.to_bits(),
        "ConvertDoubleTo" => u64::from((a as f32).to_bits()),
        _ => return None,
    })
}
