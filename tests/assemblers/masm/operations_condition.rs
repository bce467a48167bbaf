//! The tables for atomic operations and conditions.

use super::cases::*;
use super::machine::{Place, low, signed};
use Width::{W8, W16, W32, W64};
use barebones::base::{IntCondition, Width};
use barebones::isa::masm::ResultCondition;

pub(crate) fn atomics(t: &mut Cases) {
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
    t.places_op("atomic_add8", W8, |m, a, v| m.atomic_add8(a, v), |a, b| a.wrapping_add(b), &Place::ALIGNED);
    t.places_op("atomic_and8", W8, |m, a, v| m.atomic_and8(a, v), |a, b| a & b, &Place::ALIGNED);
    t.places_op("atomic_or8", W8, |m, a, v| m.atomic_or8(a, v), |a, b| a | b, &Place::ALIGNED);
    t.places_op("atomic_xor8", W8, |m, a, v| m.atomic_xor8(a, v), |a, b| a ^ b, &Place::ALIGNED);
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
    t.places_op(
        "atomic_add16",
        W16,
        |m, a, v| m.atomic_add16(a, v),
        |a, b| a.wrapping_add(b),
        &Place::ALIGNED,
    );
    t.places_op("atomic_and16", W16, |m, a, v| m.atomic_and16(a, v), |a, b| a & b, &Place::ALIGNED);
    t.places_op("atomic_or16", W16, |m, a, v| m.atomic_or16(a, v), |a, b| a | b, &Place::ALIGNED);
    t.places_op("atomic_xor16", W16, |m, a, v| m.atomic_xor16(a, v), |a, b| a ^ b, &Place::ALIGNED);
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
    t.places_op(
        "atomic_add32",
        W32,
        |m, a, v| m.atomic_add32(a, v),
        |a, b| a.wrapping_add(b),
        &Place::ALIGNED,
    );
    t.places_op("atomic_and32", W32, |m, a, v| m.atomic_and32(a, v), |a, b| a & b, &Place::ALIGNED);
    t.places_op("atomic_or32", W32, |m, a, v| m.atomic_or32(a, v), |a, b| a | b, &Place::ALIGNED);
    t.places_op("atomic_xor32", W32, |m, a, v| m.atomic_xor32(a, v), |a, b| a ^ b, &Place::ALIGNED);
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
    t.places_op(
        "atomic_add64",
        W64,
        |m, a, v| m.atomic_add64(a, v),
        |a, b| a.wrapping_add(b),
        &Place::ALIGNED,
    );
    t.places_op("atomic_and64", W64, |m, a, v| m.atomic_and64(a, v), |a, b| a & b, &Place::ALIGNED);
    t.places_op("atomic_or64", W64, |m, a, v| m.atomic_or64(a, v), |a, b| a | b, &Place::ALIGNED);
    t.places_op("atomic_xor64", W64, |m, a, v| m.atomic_xor64(a, v), |a, b| a ^ b, &Place::ALIGNED);
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

pub(crate) fn conditions(t: &mut Cases) {
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

pub(crate) fn results(t: &mut Cases) {
    fn add(a: u64, b: u64, width: Width) -> (u64, bool, bool) {
        let exact = i128::from(signed(a, width)) + i128::from(signed(b, width));
        let carry = (u128::from(a) + u128::from(b)) >> width.bits() != 0;
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
    t.branch_arithmetic("branch_add8", W8, |m, k, d, a, b, l| m.branch_add8(k, d, a, b, l), add, true);
    t.branch_arithmetic("branch_sub8", W8, |m, k, d, a, b, l| m.branch_sub8(k, d, a, b, l), sub, true);
    t.branch_arithmetic("branch_add16", W16, |m, k, d, a, b, l| m.branch_add16(k, d, a, b, l), add, true);
    t.branch_arithmetic("branch_sub16", W16, |m, k, d, a, b, l| m.branch_sub16(k, d, a, b, l), sub, true);
    t.branch_memory("branch_add8_memory", W8, |m, k, a, b, l| m.branch_add8_memory(k, a, b, l), add);
    t.branch_memory("branch_sub8_memory", W8, |m, k, a, b, l| m.branch_sub8_memory(k, a, b, l), sub);
    t.branch_memory("branch_add16_memory", W16, |m, k, a, b, l| m.branch_add16_memory(k, a, b, l), add);
    t.branch_memory("branch_sub16_memory", W16, |m, k, a, b, l| m.branch_sub16_memory(k, a, b, l), sub);
    t.branch_memory("branch_add32_memory", W32, |m, k, a, b, l| m.branch_add32_memory(k, a, b, l), add);
    t.branch_memory("branch_sub32_memory", W32, |m, k, a, b, l| m.branch_sub32_memory(k, a, b, l), sub);
    t.branch_memory("branch_add64_memory", W64, |m, k, a, b, l| m.branch_add64_memory(k, a, b, l), add);
    t.branch_memory("branch_sub64_memory", W64, |m, k, a, b, l| m.branch_sub64_memory(k, a, b, l), sub);
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
