//! The tables for floating point.

use super::cases::*;
use Width::{W32, W64};
use barebones::base::{FloatCondition, Width};

/// `name f`: the method with this name.
macro_rules! rows {
    ($t:ident.$kind:ident($width:expr) |$m:ident, $x:ident, $y:ident| $($name:ident = $f:expr;)*) => {
        $($t.$kind(stringify!($name), $width, |$m, $x, $y| $m.$name($x, $y), $f);)*
    };
    ($t:ident.$kind:ident($width:expr) |$m:ident, $x:ident, $y:ident, $z:ident| $($name:ident = $f:expr;)*) => {
        $($t.$kind(stringify!($name), $width, |$m, $x, $y, $z| $m.$name($x, $y, $z), $f);)*
    };
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

fn f64_of(bits: u64) -> f64 {
    f64::from_bits(bits)
}

fn bits32(value: f32) -> u64 {
    value.to_bits().into()
}

pub(crate) fn floats(t: &mut Cases) {
    rows! { t.float_binary(W32) |m, d, a, b|
        add_float = |a, b| bits32(f32_of(a) + f32_of(b));
        sub_float = |a, b| bits32(f32_of(a) - f32_of(b));
        mul_float = |a, b| bits32(f32_of(a) * f32_of(b));
        div_float = |a, b| bits32(f32_of(a) / f32_of(b));
        and_float = |a, b| a & b;
        or_float = |a, b| a | b;
        xor_float = |a, b| a ^ b;
    }
    rows! { t.float_binary(W64) |m, d, a, b|
        add_double = |a, b| (f64_of(a) + f64_of(b)).to_bits();
        sub_double = |a, b| (f64_of(a) - f64_of(b)).to_bits();
        mul_double = |a, b| (f64_of(a) * f64_of(b)).to_bits();
        div_double = |a, b| (f64_of(a) / f64_of(b)).to_bits();
        and_double = |a, b| a & b;
        or_double = |a, b| a | b;
        xor_double = |a, b| a ^ b;
    }
    t.float_unary(
        "move_float",
        W32,
        W32,
        |m, d, a| m.move_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(x)
        },
    );
    t.float_unary(
        "move_double",
        W64,
        W64,
        |m, d, a| m.move_double(d, a),
        |a| {
            let x = f64_of(a);
            (x).to_bits()
        },
    );
    t.float_unary(
        "abs_float",
        W32,
        W32,
        |m, d, a| m.abs_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(x.abs())
        },
    );
    t.float_unary(
        "abs_double",
        W64,
        W64,
        |m, d, a| m.abs_double(d, a),
        |a| {
            let x = f64_of(a);
            (x.abs()).to_bits()
        },
    );
    t.float_unary(
        "neg_float",
        W32,
        W32,
        |m, d, a| m.neg_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(-x)
        },
    );
    t.float_unary(
        "neg_double",
        W64,
        W64,
        |m, d, a| m.neg_double(d, a),
        |a| {
            let x = f64_of(a);
            (-x).to_bits()
        },
    );
    t.float_unary(
        "sqrt_float",
        W32,
        W32,
        |m, d, a| m.sqrt_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(x.sqrt())
        },
    );
    t.float_unary(
        "sqrt_double",
        W64,
        W64,
        |m, d, a| m.sqrt_double(d, a),
        |a| {
            let x = f64_of(a);
            (x.sqrt()).to_bits()
        },
    );
    t.float_unary(
        "ceil_float",
        W32,
        W32,
        |m, d, a| m.ceil_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(x.ceil())
        },
    );
    t.float_unary(
        "ceil_double",
        W64,
        W64,
        |m, d, a| m.ceil_double(d, a),
        |a| {
            let x = f64_of(a);
            (x.ceil()).to_bits()
        },
    );
    t.float_unary(
        "floor_float",
        W32,
        W32,
        |m, d, a| m.floor_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(x.floor())
        },
    );
    t.float_unary(
        "floor_double",
        W64,
        W64,
        |m, d, a| m.floor_double(d, a),
        |a| {
            let x = f64_of(a);
            (x.floor()).to_bits()
        },
    );
    t.float_unary(
        "trunc_float",
        W32,
        W32,
        |m, d, a| m.trunc_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(x.trunc())
        },
    );
    t.float_unary(
        "trunc_double",
        W64,
        W64,
        |m, d, a| m.trunc_double(d, a),
        |a| {
            let x = f64_of(a);
            (x.trunc()).to_bits()
        },
    );
    t.float_unary(
        "nearest_float",
        W32,
        W32,
        |m, d, a| m.nearest_float(d, a),
        |a| {
            let x = f32_of(a);
            bits32(x.round_ties_even())
        },
    );
    t.float_unary(
        "nearest_double",
        W64,
        W64,
        |m, d, a| m.nearest_double(d, a),
        |a| {
            let x = f64_of(a);
            (x.round_ties_even()).to_bits()
        },
    );
    t.float_unary(
        "convert_float_to_double",
        W32,
        W64,
        |m, d, a| m.convert_float_to_double(d, a),
        |a| f64::from(f32_of(a)).to_bits(),
    );
    t.float_unary(
        "convert_double_to_float",
        W64,
        W32,
        |m, d, a| m.convert_double_to_float(d, a),
        |a| bits32(f64_of(a) as f32),
    );
    for value in [0.0, -0.0, 1.0, -2.5, 0.1, f64::MAX, f64::NAN] {
        t.add(
            "move_double_constant",
            value,
            &[],
            move |m, c| m.move_double_constant(c.f[0], value),
            move |s| s.fp[0] = value.to_bits(),
        )
        .writes
        .1 = vec![0];
        let single = value as f32;
        let case = t.add(
            "move_float_constant",
            single,
            &[],
            move |m, c| m.move_float_constant(c.f[0], single),
            move |s| s.fp[0] = bits32(single),
        );
        case.writes.1 = vec![0];
        case.float_width = W32;
    }
    t.gp_to_float(
        "convert_int32_to_float",
        W32,
        W32,
        |m, d, a| m.convert_int32_to_float(d, a),
        |a| bits32(a as i32 as f32),
    );
    t.gp_to_float(
        "convert_int32_to_double",
        W32,
        W64,
        |m, d, a| m.convert_int32_to_double(d, a),
        |a| (a as i32 as f64).to_bits(),
    );
    t.gp_to_float(
        "convert_int64_to_float",
        W64,
        W32,
        |m, d, a| m.convert_int64_to_float(d, a),
        |a| bits32(a as i64 as f32),
    );
    t.gp_to_float(
        "convert_int64_to_double",
        W64,
        W64,
        |m, d, a| m.convert_int64_to_double(d, a),
        |a| (a as i64 as f64).to_bits(),
    );
    t.gp_to_float(
        "convert_uint32_to_float",
        W32,
        W32,
        |m, d, a| m.convert_uint32_to_float(d, a),
        |a| bits32(a as u32 as f32),
    );
    t.gp_to_float(
        "convert_uint32_to_double",
        W32,
        W64,
        |m, d, a| m.convert_uint32_to_double(d, a),
        |a| (a as u32 as f64).to_bits(),
    );
    t.gp_to_float(
        "convert_uint64_to_float",
        W64,
        W32,
        |m, d, a| m.convert_uint64_to_float(d, a),
        |a| bits32(a as f32),
    );
    t.gp_to_float(
        "convert_uint64_to_double",
        W64,
        W64,
        |m, d, a| m.convert_uint64_to_double(d, a),
        |a| (a as f64).to_bits(),
    );
    t.gp_to_float("move32_to_float", W32, W32, |m, d, a| m.move32_to_float(d, a), |a| a);
    t.gp_to_float("move64_to_double", W64, W64, |m, d, a| m.move64_to_double(d, a), |a| a);
    t.float_to_gp("move_float_to_32", W32, |m, d, a| m.move_float_to_32(d, a), Some);
    t.float_to_gp("move_double_to_64", W64, |m, d, a| m.move_double_to_64(d, a), Some);
    t.float_to_gp(
        "truncate_float_to_int32",
        W32,
        |m, d, a| m.truncate_float_to_int32(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -2147483649.0 && x < 2147483648.0).then_some(x as i32 as u32 as u64)
        },
    );
    t.float_to_gp(
        "truncate_float_to_int64",
        W32,
        |m, d, a| m.truncate_float_to_int64(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -9223372036854777856.0 && x < 9223372036854775808.0).then_some(x as i64 as u64)
        },
    );
    t.float_to_gp(
        "truncate_float_to_uint32",
        W32,
        |m, d, a| m.truncate_float_to_uint32(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -1.0 && x < 4294967296.0).then_some(x as u32 as u64)
        },
    );
    t.float_to_gp(
        "truncate_float_to_uint64",
        W32,
        |m, d, a| m.truncate_float_to_uint64(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -1.0 && x < 18446744073709551616.0).then_some(x as u64)
        },
    );
    t.float_to_gp(
        "truncate_double_to_int32",
        W64,
        |m, d, a| m.truncate_double_to_int32(d, a),
        |a| {
            let x = f64_of(a);
            (x > -2147483649.0 && x < 2147483648.0).then_some(x as i32 as u32 as u64)
        },
    );
    t.float_to_gp(
        "truncate_double_to_int64",
        W64,
        |m, d, a| m.truncate_double_to_int64(d, a),
        |a| {
            let x = f64_of(a);
            (x > -9223372036854777856.0 && x < 9223372036854775808.0).then_some(x as i64 as u64)
        },
    );
    t.float_to_gp(
        "truncate_double_to_uint32",
        W64,
        |m, d, a| m.truncate_double_to_uint32(d, a),
        |a| {
            let x = f64_of(a);
            (x > -1.0 && x < 4294967296.0).then_some(x as u32 as u64)
        },
    );
    t.float_to_gp(
        "truncate_double_to_uint64",
        W64,
        |m, d, a| m.truncate_double_to_uint64(d, a),
        |a| {
            let x = f64_of(a);
            (x > -1.0 && x < 18446744073709551616.0).then_some(x as u64)
        },
    );
    for negative_zero in [false, true] {
        t.add(
            "branch_convert_double_to_int32",
            negative_zero,
            &[0],
            move |m, c| {
                let (failure, end) = (m.new_label(), m.new_label());
                m.branch_convert_double_to_int32(c.r[0], c.f[1], negative_zero, failure);
                m.jump(end);
                m.bind(failure);
                m.mov(c.r[0], 0);
                m.jump(c.taken);
                m.bind(end);
            },
            move |s| {
                let x = f64_of(s.fp[1]);
                let is = f64::from(x as i32) == x && !(negative_zero && x == 0.0 && x.is_sign_negative());
                s.gp[0] = if is { u64::from(x as i32 as u32) } else { 0 };
                s.taken = u64::from(!is);
            },
        );
    }
    float_conditions(t);
}

fn float_conditions(t: &mut Cases) {
    for condition in FloatCondition::ALL {
        for (a, b) in [(1, 2), (1, 1), (0, 2)] {
            let holds = move |s: &super::machine::State| {
                float_compares(condition, f64::from(f32_of(s.fp[a])), f64::from(f32_of(s.fp[b])))
            };
            t.add(
                "branch_float",
                (condition, a, b),
                &[],
                move |m, c| m.branch_float(condition, c.f[a], c.f[b], c.taken),
                move |s| s.taken = u64::from(holds(s)),
            );
            t.add(
                "compare_float",
                (condition, a, b),
                &[0],
                move |m, c| m.compare_float(condition, c.r[0], c.f[a], c.f[b]),
                move |s| s.gp[0] = u64::from(holds(s)),
            );
            for [d, x, y] in [[0, 1, 2], [0, 0, 1], [0, 1, 0], [0, 0, 0], [1, 2, 0], [2, 1, 2]] {
                t.add(
                    "move_conditionally_float",
                    (condition, a, b, d, x, y),
                    &[d],
                    move |m, c| m.move_conditionally_float(condition, c.f[a], c.f[b], c.r[d], c.r[x], c.r[y]),
                    move |s| s.gp[d] = if holds(s) { s.gp[x] } else { s.gp[y] },
                );
                t.add(
                    "move_double_conditionally_float",
                    (condition, a, b, d, x, y),
                    &[],
                    move |m, c| {
                        m.move_double_conditionally_float(condition, c.f[a], c.f[b], c.f[d], c.f[x], c.f[y])
                    },
                    move |s| s.fp[d] = if holds(s) { s.fp[x] } else { s.fp[y] },
                )
                .writes
                .1 = vec![d];
            }
            let holds =
                move |s: &super::machine::State| float_compares(condition, f64_of(s.fp[a]), f64_of(s.fp[b]));
            t.add(
                "branch_double",
                (condition, a, b),
                &[],
                move |m, c| m.branch_double(condition, c.f[a], c.f[b], c.taken),
                move |s| s.taken = u64::from(holds(s)),
            );
            t.add(
                "compare_double",
                (condition, a, b),
                &[0],
                move |m, c| m.compare_double(condition, c.r[0], c.f[a], c.f[b]),
                move |s| s.gp[0] = u64::from(holds(s)),
            );
            for [d, x, y] in [[0, 1, 2], [0, 0, 1], [0, 1, 0], [0, 0, 0], [1, 2, 0], [2, 1, 2]] {
                t.add(
                    "move_conditionally_double",
                    (condition, a, b, d, x, y),
                    &[d],
                    move |m, c| {
                        m.move_conditionally_double(condition, c.f[a], c.f[b], c.r[d], c.r[x], c.r[y])
                    },
                    move |s| s.gp[d] = if holds(s) { s.gp[x] } else { s.gp[y] },
                );
                t.add(
                    "move_double_conditionally_double",
                    (condition, a, b, d, x, y),
                    &[],
                    move |m, c| {
                        m.move_double_conditionally_double(condition, c.f[a], c.f[b], c.f[d], c.f[x], c.f[y])
                    },
                    move |s| s.fp[d] = if holds(s) { s.fp[x] } else { s.fp[y] },
                )
                .writes
                .1 = vec![d];
            }
        }
    }
}
