//! The tables: one row for each operation.

use crate::cases::*;
use crate::machine::{Kind, Place, low, signed};
use Width::{W8, W16, W32, W64, W128};
use barebones::base::{FloatCondition, IntCondition, RegSet, Width};
use barebones::isa::masm::{Address, MacroAssembler, Operand, ResultCondition, Scale};

/// `name f`: the method of this name.
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

fn integers(t: &mut Cases) {
    rows! { t.binary(W32) |m, d, a, b|
        add32 = |a, b| a.wrapping_add(b);
        sub32 = |a, b| a.wrapping_sub(b);
        mul32 = |a, b| a.wrapping_mul(b);
        and32 = |a, b| a & b;
        or32 = |a, b| a | b;
        xor32 = |a, b| a ^ b;
        lshift32 = |a, b| a << (b & 31);
        rshift32 = |a, b| (a as i32 >> (b & 31)) as u64;
        urshift32 = |a, b| a >> (b & 31);
        rotate_right32 = |a, b| (a as u32).rotate_right(b as u32 & 31).into();
        rotate_left32 = |a, b| (a as u32).rotate_left(b as u32 & 31).into();
    }
    rows! { t.binary(W64) |m, d, a, b|
        add64 = |a, b| a.wrapping_add(b);
        sub64 = |a, b| a.wrapping_sub(b);
        mul64 = |a, b| a.wrapping_mul(b);
        and64 = |a, b| a & b;
        or64 = |a, b| a | b;
        xor64 = |a, b| a ^ b;
        lshift64 = |a, b| a << (b & 63);
        rshift64 = |a, b| (a as i64 >> (b & 63)) as u64;
        urshift64 = |a, b| a >> (b & 63);
        rotate_right64 = |a, b| a.rotate_right(b as u32 & 63);
        rotate_left64 = |a, b| a.rotate_left(b as u32 & 63);
    }
    rows! { t.unary(W32) |m, d, a|
        neg32 = |a| low(a.wrapping_neg(), W32);
        not32 = |a| low(!a, W32);
        count_leading_zeros32 = |a| (a as u32).leading_zeros().into();
        count_trailing_zeros32 = |a| (a as u32).trailing_zeros().into();
        count_population32 = |a| a.count_ones().into();
        byte_swap32 = |a| (a as u32).swap_bytes().into();
        zero_extend32_to_64 = |a| a;
        sign_extend32_to_64 = |a| signed(a, W32) as u64;
    }
    rows! { t.unary(W64) |m, d, a|
        neg64 = |a| a.wrapping_neg();
        not64 = |a| !a;
        count_leading_zeros64 = |a| a.leading_zeros().into();
        count_trailing_zeros64 = |a| a.trailing_zeros().into();
        count_population64 = |a| a.count_ones().into();
        byte_swap64 = |a| a.swap_bytes();
    }
    rows! { t.unary(W8) |m, d, a|
        zero_extend8 = |a| a;
        sign_extend8_to_32 = |a| low(signed(a, W8) as u64, W32);
        sign_extend8_to_64 = |a| signed(a, W8) as u64;
    }
    rows! { t.unary(W16) |m, d, a|
        zero_extend16 = |a| a;
        sign_extend16_to_32 = |a| low(signed(a, W16) as u64, W32);
        sign_extend16_to_64 = |a| signed(a, W16) as u64;
    }
    for imm in IMMEDIATES {
        t.add("mov", imm, &[0], move |m, c| m.mov(c.r[0], imm), move |s| s.gp[0] = imm as u64);
        t.add("mov32", imm, &[0], move |m, c| m.mov32(c.r[0], imm), move |s| s.gp[0] = low(imm as u64, W32));
    }
    t.unary("mov", W64, |m, d, a| m.mov(d, a), |a| a);
    t.unary("mov32", W32, |m, d, a| m.mov32(d, a), |a| a);
    t.load("mov", W64, |m, d, a| m.mov(d, a), |a| a);
    t.load("mov32", W32, |m, d, a| m.mov32(d, a), |a| a);
    for (a, b) in [(0, 1), (2, 2)] {
        t.add("swap", (a, b), &[a, b], move |m, c| m.swap(c.r[a], c.r[b]), move |s| s.gp.swap(a, b));
    }
}

fn memory(t: &mut Cases) {
    rows! { t.load(W8) |m, d, a|
        load8 = |a| a;
        load8_signed_to_32 = |a| low(signed(a, W8) as u64, W32);
        load8_signed_to_64 = |a| signed(a, W8) as u64;
    }
    rows! { t.load(W16) |m, d, a|
        load16 = |a| a;
        load16_signed_to_32 = |a| low(signed(a, W16) as u64, W32);
        load16_signed_to_64 = |a| signed(a, W16) as u64;
    }
    rows! { t.load(W32) |m, d, a|
        load32 = |a| a;
        load32_signed_to_64 = |a| signed(a, W32) as u64;
    }
    rows! { t.load(W64) |m, d, a| load64 = |a| a; }
    rows! { t.to_memory(W8) |m, a, v| store8 = |_, v| v; }
    rows! { t.to_memory(W16) |m, a, v| store16 = |_, v| v; }
    rows! { t.to_memory(W32) |m, a, v|
        store32 = |_, v| v;
        add32_memory = |a, b| a.wrapping_add(b);
        sub32_memory = |a, b| a.wrapping_sub(b);
        and32_memory = |a, b| a & b;
        or32_memory = |a, b| a | b;
        xor32_memory = |a, b| a ^ b;
    }
    rows! { t.to_memory(W64) |m, a, v|
        store64 = |_, v| v;
        add64_memory = |a, b| a.wrapping_add(b);
        sub64_memory = |a, b| a.wrapping_sub(b);
        and64_memory = |a, b| a & b;
        or64_memory = |a, b| a | b;
        xor64_memory = |a, b| a ^ b;
    }
    t.float_memory(
        ["load_float", "store_float"],
        W32,
        |m, f, a| m.load_float(f, a),
        |m, f, a| m.store_float(a, f),
    );
    t.float_memory(
        ["load_double", "store_double"],
        W64,
        |m, f, a| m.load_double(f, a),
        |m, f, a| m.store_double(a, f),
    );
    t.float_memory(
        ["load_vector", "store_vector"],
        W128,
        |m, f, a| m.load_vector(f, a),
        |m, f, a| m.store_vector(a, f),
    );
    // An address, by what is there.
    t.load(
        "lea",
        W64,
        |m, d, a| {
            m.lea(d, a);
            m.load64(d, Address::new(d, 0))
        },
        |a| a,
    );
    let offsets = [0, 1, -1, 0xfff, -0xfff, 0x1000, 0xfff_ffff, -0x12_3456, 0x12_3456, i32::MAX, i32::MIN];
    for offset in offsets {
        for (d, b) in [(0, 1), (0, 0)] {
            t.add(
                "lea",
                (d, b, offset),
                &[d],
                move |m, c| m.lea(c.r[d], Address::new(c.r[b], offset)),
                move |s| {
                    s.gp[d] = s.gp[b].wrapping_add(offset as i64 as u64);
                },
            );
        }
        for [d, b, i] in [[0, 1, 2], [0, 0, 1], [0, 1, 0], [0, 0, 0]] {
            for scale in Scale::ALL {
                t.add(
                    "lea",
                    (d, b, i, scale, offset),
                    &[d],
                    move |m, c| m.lea(c.r[d], Address::indexed(c.r[b], c.r[i], scale, offset)),
                    move |s| {
                        let index = s.gp[i].wrapping_mul(scale.factor().into());
                        s.gp[d] = s.gp[b].wrapping_add(index).wrapping_add(offset as i64 as u64);
                    },
                );
            }
        }
    }
}

fn atomics(t: &mut Cases) {
    t.exchange("atomic_exchange8", W8, |m, d, a, s| m.atomic_exchange8(d, a, s), |_, new| new);
    t.exchange(
        "atomic_exchange_add8",
        W8,
        |m, d, a, s| m.atomic_exchange_add8(d, a, s),
        |a, b| a.wrapping_add(b),
    );
    t.cas(
        ["atomic_strong_cas8", "branch_atomic_strong_cas8"],
        W8,
        |m, e, n, a| m.atomic_strong_cas8(e, n, a),
        |m, ok, e, n, a, l| m.branch_atomic_strong_cas8(ok, e, n, a, l),
    );
    t.load_aligned("load_acquire8", W8, |m, d, a| m.load_acquire8(d, a));
    t.to_places("atomic_add8", W8, |m, a, v| m.atomic_add8(a, v), |a, b| a.wrapping_add(b), &Place::ALIGNED);
    t.to_places("atomic_and8", W8, |m, a, v| m.atomic_and8(a, v), |a, b| a & b, &Place::ALIGNED);
    t.to_places("atomic_or8", W8, |m, a, v| m.atomic_or8(a, v), |a, b| a | b, &Place::ALIGNED);
    t.to_places("atomic_xor8", W8, |m, a, v| m.atomic_xor8(a, v), |a, b| a ^ b, &Place::ALIGNED);
    for place in Place::ALIGNED {
        t.add(
            "store_release8",
            place,
            &[],
            move |m, c| m.store_release8(place.address(c), c.r[1]),
            move |s| s.store(place.at(), W8, s.gp[1]),
        )
        .place = Some(place);
    }
    t.exchange("atomic_exchange16", W16, |m, d, a, s| m.atomic_exchange16(d, a, s), |_, new| new);
    t.exchange(
        "atomic_exchange_add16",
        W16,
        |m, d, a, s| m.atomic_exchange_add16(d, a, s),
        |a, b| a.wrapping_add(b),
    );
    t.cas(
        ["atomic_strong_cas16", "branch_atomic_strong_cas16"],
        W16,
        |m, e, n, a| m.atomic_strong_cas16(e, n, a),
        |m, ok, e, n, a, l| m.branch_atomic_strong_cas16(ok, e, n, a, l),
    );
    t.load_aligned("load_acquire16", W16, |m, d, a| m.load_acquire16(d, a));
    t.to_places(
        "atomic_add16",
        W16,
        |m, a, v| m.atomic_add16(a, v),
        |a, b| a.wrapping_add(b),
        &Place::ALIGNED,
    );
    t.to_places("atomic_and16", W16, |m, a, v| m.atomic_and16(a, v), |a, b| a & b, &Place::ALIGNED);
    t.to_places("atomic_or16", W16, |m, a, v| m.atomic_or16(a, v), |a, b| a | b, &Place::ALIGNED);
    t.to_places("atomic_xor16", W16, |m, a, v| m.atomic_xor16(a, v), |a, b| a ^ b, &Place::ALIGNED);
    for place in Place::ALIGNED {
        t.add(
            "store_release16",
            place,
            &[],
            move |m, c| m.store_release16(place.address(c), c.r[1]),
            move |s| s.store(place.at(), W16, s.gp[1]),
        )
        .place = Some(place);
    }
    t.exchange("atomic_exchange32", W32, |m, d, a, s| m.atomic_exchange32(d, a, s), |_, new| new);
    t.exchange(
        "atomic_exchange_add32",
        W32,
        |m, d, a, s| m.atomic_exchange_add32(d, a, s),
        |a, b| a.wrapping_add(b),
    );
    t.cas(
        ["atomic_strong_cas32", "branch_atomic_strong_cas32"],
        W32,
        |m, e, n, a| m.atomic_strong_cas32(e, n, a),
        |m, ok, e, n, a, l| m.branch_atomic_strong_cas32(ok, e, n, a, l),
    );
    t.load_aligned("load_acquire32", W32, |m, d, a| m.load_acquire32(d, a));
    t.to_places(
        "atomic_add32",
        W32,
        |m, a, v| m.atomic_add32(a, v),
        |a, b| a.wrapping_add(b),
        &Place::ALIGNED,
    );
    t.to_places("atomic_and32", W32, |m, a, v| m.atomic_and32(a, v), |a, b| a & b, &Place::ALIGNED);
    t.to_places("atomic_or32", W32, |m, a, v| m.atomic_or32(a, v), |a, b| a | b, &Place::ALIGNED);
    t.to_places("atomic_xor32", W32, |m, a, v| m.atomic_xor32(a, v), |a, b| a ^ b, &Place::ALIGNED);
    for place in Place::ALIGNED {
        t.add(
            "store_release32",
            place,
            &[],
            move |m, c| m.store_release32(place.address(c), c.r[1]),
            move |s| s.store(place.at(), W32, s.gp[1]),
        )
        .place = Some(place);
    }
    t.exchange("atomic_exchange64", W64, |m, d, a, s| m.atomic_exchange64(d, a, s), |_, new| new);
    t.exchange(
        "atomic_exchange_add64",
        W64,
        |m, d, a, s| m.atomic_exchange_add64(d, a, s),
        |a, b| a.wrapping_add(b),
    );
    t.cas(
        ["atomic_strong_cas64", "branch_atomic_strong_cas64"],
        W64,
        |m, e, n, a| m.atomic_strong_cas64(e, n, a),
        |m, ok, e, n, a, l| m.branch_atomic_strong_cas64(ok, e, n, a, l),
    );
    t.load_aligned("load_acquire64", W64, |m, d, a| m.load_acquire64(d, a));
    t.to_places(
        "atomic_add64",
        W64,
        |m, a, v| m.atomic_add64(a, v),
        |a, b| a.wrapping_add(b),
        &Place::ALIGNED,
    );
    t.to_places("atomic_and64", W64, |m, a, v| m.atomic_and64(a, v), |a, b| a & b, &Place::ALIGNED);
    t.to_places("atomic_or64", W64, |m, a, v| m.atomic_or64(a, v), |a, b| a | b, &Place::ALIGNED);
    t.to_places("atomic_xor64", W64, |m, a, v| m.atomic_xor64(a, v), |a, b| a ^ b, &Place::ALIGNED);
    for place in Place::ALIGNED {
        t.add(
            "store_release64",
            place,
            &[],
            move |m, c| m.store_release64(place.address(c), c.r[1]),
            move |s| s.store(place.at(), W64, s.gp[1]),
        )
        .place = Some(place);
    }
    t.add("memory_fence", (), &[], |m, _| m.memory_fence(), |_| {});
    t.add("load_fence", (), &[], |m, _| m.load_fence(), |_| {});
    t.add("store_fence", (), &[], |m, _| m.store_fence(), |_| {});
}

fn conditions(t: &mut Cases) {
    t.comparison(
        ["branch8", "compare8", "move_conditionally8", "move_double_conditionally8"],
        W8,
        &IntCondition::ALL,
        compares,
        |m, k, a, b, l| m.branch8(k, a, b, l),
        |m, k, d, a, b| m.compare8(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally8(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally8(k, a, b, d, x, y),
    );
    t.comparison(
        ["branch_test8", "test8", "move_conditionally_test8", "move_double_conditionally_test8"],
        W8,
        &ResultCondition::ALL,
        tests,
        |m, k, a, b, l| m.branch_test8(k, a, b, l),
        |m, k, d, a, b| m.test8(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally_test8(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally_test8(k, a, b, d, x, y),
    );
    t.comparison(
        ["branch16", "compare16", "move_conditionally16", "move_double_conditionally16"],
        W16,
        &IntCondition::ALL,
        compares,
        |m, k, a, b, l| m.branch16(k, a, b, l),
        |m, k, d, a, b| m.compare16(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally16(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally16(k, a, b, d, x, y),
    );
    t.comparison(
        ["branch_test16", "test16", "move_conditionally_test16", "move_double_conditionally_test16"],
        W16,
        &ResultCondition::ALL,
        tests,
        |m, k, a, b, l| m.branch_test16(k, a, b, l),
        |m, k, d, a, b| m.test16(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally_test16(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally_test16(k, a, b, d, x, y),
    );
    t.comparison(
        ["branch32", "compare32", "move_conditionally32", "move_double_conditionally32"],
        W32,
        &IntCondition::ALL,
        compares,
        |m, k, a, b, l| m.branch32(k, a, b, l),
        |m, k, d, a, b| m.compare32(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally32(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally32(k, a, b, d, x, y),
    );
    t.comparison(
        ["branch_test32", "test32", "move_conditionally_test32", "move_double_conditionally_test32"],
        W32,
        &ResultCondition::ALL,
        tests,
        |m, k, a, b, l| m.branch_test32(k, a, b, l),
        |m, k, d, a, b| m.test32(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally_test32(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally_test32(k, a, b, d, x, y),
    );
    t.comparison(
        ["branch64", "compare64", "move_conditionally64", "move_double_conditionally64"],
        W64,
        &IntCondition::ALL,
        compares,
        |m, k, a, b, l| m.branch64(k, a, b, l),
        |m, k, d, a, b| m.compare64(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally64(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally64(k, a, b, d, x, y),
    );
    t.comparison(
        ["branch_test64", "test64", "move_conditionally_test64", "move_double_conditionally_test64"],
        W64,
        &ResultCondition::ALL,
        tests,
        |m, k, a, b, l| m.branch_test64(k, a, b, l),
        |m, k, d, a, b| m.test64(k, d, a, b),
        |m, k, a, b, d, x, y| m.move_conditionally_test64(k, a, b, d, x, y),
        |m, k, a, b, d, x, y| m.move_double_conditionally_test64(k, a, b, d, x, y),
    );
}

fn overflow(exact: i128, width: Width) -> bool {
    i128::from(signed(exact as u64, width)) != exact
}

fn results(t: &mut Cases) {
    fn add(a: u64, b: u64, width: Width) -> (u64, bool, bool) {
        let exact = i128::from(signed(a, width)) + i128::from(signed(b, width));
        let carry = u128::from(a) + u128::from(b) >> width.bits() != 0;
        (a.wrapping_add(b), overflow(exact, width), carry)
    }
    fn sub(a: u64, b: u64, width: Width) -> (u64, bool, bool) {
        let exact = i128::from(signed(a, width)) - i128::from(signed(b, width));
        (a.wrapping_sub(b), overflow(exact, width), a < b)
    }
    fn mul(a: u64, b: u64, width: Width) -> (u64, bool, bool) {
        let exact = i128::from(signed(a, width)) * i128::from(signed(b, width));
        (a.wrapping_mul(b), overflow(exact, width), false)
    }
    t.branch_arithmetic("branch_add32", W32, |m, k, d, a, b, l| m.branch_add32(k, d, a, b, l), add, true);
    t.branch_arithmetic("branch_sub32", W32, |m, k, d, a, b, l| m.branch_sub32(k, d, a, b, l), sub, true);
    t.branch_arithmetic("branch_mul32", W32, |m, k, d, a, b, l| m.branch_mul32(k, d, a, b, l), mul, false);
    t.branch_arithmetic(
        "branch_and32",
        W32,
        |m, k, d, a, b, l| m.branch_and32(k, d, a, b, l),
        |a, b, _| (a & b, false, false),
        true,
    );
    t.branch_arithmetic(
        "branch_or32",
        W32,
        |m, k, d, a, b, l| m.branch_or32(k, d, a, b, l),
        |a, b, _| (a | b, false, false),
        true,
    );
    t.branch_arithmetic(
        "branch_xor32",
        W32,
        |m, k, d, a, b, l| m.branch_xor32(k, d, a, b, l),
        |a, b, _| (a ^ b, false, false),
        true,
    );
    for condition in ResultCondition::ALL {
        for (d, a) in [(0, 1), (0, 0)] {
            t.add(
                "branch_neg32",
                (condition, d, a),
                &[d],
                move |m, c| m.branch_neg32(condition, c.r[d], c.r[a], c.taken),
                move |s| {
                    let (result, overflow, carry) = sub(0, low(s.gp[a], W32), W32);
                    s.gp[d] = low(result, W32);
                    s.taken = u64::from(result_is(condition, s.gp[d], overflow, carry, W32));
                },
            );
        }
    }
    t.branch_arithmetic("branch_add64", W64, |m, k, d, a, b, l| m.branch_add64(k, d, a, b, l), add, true);
    t.branch_arithmetic("branch_sub64", W64, |m, k, d, a, b, l| m.branch_sub64(k, d, a, b, l), sub, true);
    t.branch_arithmetic("branch_mul64", W64, |m, k, d, a, b, l| m.branch_mul64(k, d, a, b, l), mul, false);
    t.branch_arithmetic(
        "branch_and64",
        W64,
        |m, k, d, a, b, l| m.branch_and64(k, d, a, b, l),
        |a, b, _| (a & b, false, false),
        true,
    );
    t.branch_arithmetic(
        "branch_or64",
        W64,
        |m, k, d, a, b, l| m.branch_or64(k, d, a, b, l),
        |a, b, _| (a | b, false, false),
        true,
    );
    t.branch_arithmetic(
        "branch_xor64",
        W64,
        |m, k, d, a, b, l| m.branch_xor64(k, d, a, b, l),
        |a, b, _| (a ^ b, false, false),
        true,
    );
    for condition in ResultCondition::ALL {
        for (d, a) in [(0, 1), (0, 0)] {
            t.add(
                "branch_neg64",
                (condition, d, a),
                &[d],
                move |m, c| m.branch_neg64(condition, c.r[d], c.r[a], c.taken),
                move |s| {
                    let (result, overflow, carry) = sub(0, low(s.gp[a], W64), W64);
                    s.gp[d] = low(result, W64);
                    s.taken = u64::from(result_is(condition, s.gp[d], overflow, carry, W64));
                },
            );
        }
    }
}

fn floats(t: &mut Cases) {
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
    t.to_float(
        "convert_int32_to_float",
        W32,
        W32,
        |m, d, a| m.convert_int32_to_float(d, a),
        |a| bits32(a as i32 as f32),
    );
    t.to_float(
        "convert_int32_to_double",
        W32,
        W64,
        |m, d, a| m.convert_int32_to_double(d, a),
        |a| (a as i32 as f64).to_bits(),
    );
    t.to_float(
        "convert_int64_to_float",
        W64,
        W32,
        |m, d, a| m.convert_int64_to_float(d, a),
        |a| bits32(a as i64 as f32),
    );
    t.to_float(
        "convert_int64_to_double",
        W64,
        W64,
        |m, d, a| m.convert_int64_to_double(d, a),
        |a| (a as i64 as f64).to_bits(),
    );
    t.to_float(
        "convert_uint32_to_float",
        W32,
        W32,
        |m, d, a| m.convert_uint32_to_float(d, a),
        |a| bits32(a as u32 as f32),
    );
    t.to_float(
        "convert_uint32_to_double",
        W32,
        W64,
        |m, d, a| m.convert_uint32_to_double(d, a),
        |a| (a as u32 as f64).to_bits(),
    );
    t.to_float(
        "convert_uint64_to_float",
        W64,
        W32,
        |m, d, a| m.convert_uint64_to_float(d, a),
        |a| bits32(a as u64 as f32),
    );
    t.to_float(
        "convert_uint64_to_double",
        W64,
        W64,
        |m, d, a| m.convert_uint64_to_double(d, a),
        |a| (a as u64 as f64).to_bits(),
    );
    t.to_float("move32_to_float", W32, W32, |m, d, a| m.move32_to_float(d, a), |a| a);
    t.to_float("move64_to_double", W64, W64, |m, d, a| m.move64_to_double(d, a), |a| a);
    t.from_float("move_float_to_32", W32, |m, d, a| m.move_float_to_32(d, a), Some);
    t.from_float("move_double_to_64", W64, |m, d, a| m.move_double_to_64(d, a), Some);
    t.from_float(
        "truncate_float_to_int32",
        W32,
        |m, d, a| m.truncate_float_to_int32(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -2147483649.0 && x < 2147483648.0).then_some(x as i32 as u32 as u64)
        },
    );
    t.from_float(
        "truncate_float_to_int64",
        W32,
        |m, d, a| m.truncate_float_to_int64(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -9223372036854777856.0 && x < 9223372036854775808.0).then_some(x as i64 as u64)
        },
    );
    t.from_float(
        "truncate_float_to_uint32",
        W32,
        |m, d, a| m.truncate_float_to_uint32(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -1.0 && x < 4294967296.0).then_some(x as u32 as u64)
        },
    );
    t.from_float(
        "truncate_float_to_uint64",
        W32,
        |m, d, a| m.truncate_float_to_uint64(d, a),
        |a| {
            let x = f64::from(f32_of(a));
            (x > -1.0 && x < 18446744073709551616.0).then_some(x as u64)
        },
    );
    t.from_float(
        "truncate_double_to_int32",
        W64,
        |m, d, a| m.truncate_double_to_int32(d, a),
        |a| {
            let x = f64_of(a);
            (x > -2147483649.0 && x < 2147483648.0).then_some(x as i32 as u32 as u64)
        },
    );
    t.from_float(
        "truncate_double_to_int64",
        W64,
        |m, d, a| m.truncate_double_to_int64(d, a),
        |a| {
            let x = f64_of(a);
            (x > -9223372036854777856.0 && x < 9223372036854775808.0).then_some(x as i64 as u64)
        },
    );
    t.from_float(
        "truncate_double_to_uint32",
        W64,
        |m, d, a| m.truncate_double_to_uint32(d, a),
        |a| {
            let x = f64_of(a);
            (x > -1.0 && x < 4294967296.0).then_some(x as u32 as u64)
        },
    );
    t.from_float(
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
            let holds = move |s: &crate::machine::State| {
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
                move |s: &crate::machine::State| float_compares(condition, f64_of(s.fp[a]), f64_of(s.fp[b]));
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

fn control(t: &mut Cases) {
    t.add("jump", (), &[], |m, c| m.jump(c.taken), |s| s.taken = 1);
    // Where it goes is known to lead on: the register and the memory are as before.
    t.add(
        "far_jump",
        "register",
        &[0],
        |m, c| {
            let there = m.new_label();
            m.lea_label(c.r[0], there);
            m.far_jump(c.r[0]);
            m.trap();
            m.bind(there);
            m.mov(c.r[0], 5);
        },
        |s| s.gp[0] = 5,
    );
    t.add(
        "lea_label",
        "memory",
        &[0],
        |m, c| {
            let there = m.new_label();
            m.lea_label(c.r[0], there);
            m.store64(Place::Near.address(c), c.r[0]);
            m.far_jump(Place::Near.address(c));
            m.trap();
            m.bind(there);
            m.mov(c.r[0], 5);
            m.store64(Place::Near.address(c), 6);
        },
        |s| {
            s.gp[0] = 5;
            s.store(Place::Near.at(), W64, 6);
        },
    );
    t.add(
        "near_call",
        (),
        &[0],
        |m, c| m.near_call(c.callee, RegSet::of(&[c.r[0].reg()])),
        |s| s.gp[0] = s.gp[0].wrapping_add(1),
    );
    t.add(
        "call",
        "register",
        &[0, 1],
        |m, c| {
            m.lea_label(c.r[1], c.callee);
            m.call(c.r[1], RegSet::of(&[c.r[0].reg()]));
            m.mov(c.r[1], 0);
        },
        |s| (s.gp[0], s.gp[1]) = (s.gp[0].wrapping_add(1), 0),
    );
    t.add(
        "call",
        "memory",
        &[0, 1],
        |m, c| {
            m.lea_label(c.r[1], c.callee);
            m.store64(Place::Scaled.address(c), c.r[1]);
            m.call(Place::Scaled.address(c), RegSet::of(&[c.r[0].reg()]));
            m.store64(Place::Scaled.address(c), 0);
            m.mov(c.r[1], 0);
        },
        |s| {
            (s.gp[0], s.gp[1]) = (s.gp[0].wrapping_add(1), 0);
            s.store(Place::Scaled.at(), W64, 0);
        },
    );
    let nothing: [(&'static str, fn(&mut MacroAssembler<'_>)); 4] = [
        ("nop", |m| m.nop()),
        ("pause", |m| m.pause()),
        ("align", |m| m.align(32)),
        ("trap", |m| {
            let end = m.new_label();
            m.jump(end);
            m.trap();
            m.bind(end);
        }),
    ];
    for (name, emit) in nothing {
        t.add(name, (), &[], move |m, _| emit(m), |_| {});
    }
    t.add(
        "breakpoint",
        (),
        &[],
        |m, _| {
            let end = m.new_label();
            m.jump(end);
            m.breakpoint();
            m.bind(end);
        },
        |_| {},
    );
    // A function of its own: what is there returns.
    t.add(
        "ret",
        (),
        &[0],
        |m, c| {
            let (function, end) = (m.new_label(), m.new_label());
            m.near_call(function, RegSet::of(&[c.r[0].reg()]));
            m.jump(end);
            m.bind(function);
            m.mov(c.r[0], 9);
            m.ret();
            m.trap();
            m.bind(end);
        },
        |s| s.gp[0] = 9,
    );
}

/// Every assignment of four registers from four, and some with constants and memory.
fn arguments(t: &mut Cases) {
    for code in 0..256usize {
        let from: [usize; 4] = std::array::from_fn(|i| code >> (2 * i) & 3);
        t.add(
            "set_arguments",
            from,
            &[0, 1, 2, 3],
            move |m, c| {
                let arguments: Vec<_> = (0..4).map(|i| (c.r[i], Operand::Reg(c.r[from[i]]))).collect();
                m.set_arguments(&arguments);
            },
            move |s| {
                let before = s.gp;
                (0..4).for_each(|i| s.gp[i] = before[from[i]]);
            },
        );
        t.add(
            "set_float_arguments",
            from,
            &[],
            move |m, c| {
                let arguments: Vec<_> = (0..4).map(|i| (c.f[i], c.f[from[i]])).collect();
                m.set_float_arguments(&arguments);
            },
            move |s| {
                let before = s.fp;
                (0..4).for_each(|i| s.fp[i] = before[from[i]]);
            },
        )
        .writes
        .1 = vec![0, 1, 2, 3];
    }
    let mixed = [
        [Kind::Imm(7), Kind::Reg(0), Kind::Mem(Place::Near), Kind::Reg(1)],
        [Kind::Mem(Place::Pointer(1)), Kind::Mem(Place::Pointer(0)), Kind::Reg(3), Kind::Reg(2)],
        [Kind::Mem(Place::Pointer(0)), Kind::Reg(0), Kind::Reg(0), Kind::Imm(-1)],
        [Kind::Reg(1), Kind::Mem(Place::Pointer(0)), Kind::Reg(2), Kind::Mem(Place::Absolute)],
    ];
    for kinds in mixed {
        let case = t.add(
            "set_arguments",
            kinds,
            &[0, 1, 2, 3],
            move |m, c| {
                let arguments: Vec<_> = (0..4).map(|i| (c.r[i], kinds[i].operand(c))).collect();
                m.set_arguments(&arguments);
            },
            move |s| {
                let before = s.clone();
                (0..4).for_each(|i| s.gp[i] = kinds[i].value(&before, W64));
            },
        );
        for kind in kinds {
            if let Kind::Mem(Place::Pointer(role)) = kind {
                case.pointers.push(role);
            }
        }
    }
}

pub fn all() -> Cases {
    let mut t = Cases::default();
    integers(&mut t);
    memory(&mut t);
    atomics(&mut t);
    conditions(&mut t);
    results(&mut t);
    floats(&mut t);
    control(&mut t);
    arguments(&mut t);
    t
}
