//! Integers of more than 64 bits: the oracle, the library's interpreter and compiled code.

use barebones_tuffy::testing::{Plan, compare};
use barebones_tuffy::{Division, Module, Range, Value, parse, validate};
use num_bigint::BigInt;

fn module(text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(validate(&module), [], "{text}");
    module
}

/// Ends of a range, integers around the ends of limbs, and small ones.
fn integers(range: Range) -> Vec<Value> {
    let (low, high) = range.bounds();
    let mut found = vec![low.clone(), low + 1, high.clone() - 1, high];
    for bits in [32u32, 63, 64, 128, range.bits / 2] {
        found.push(BigInt::from(1) << bits);
        found.push((BigInt::from(-1) << bits) - 3);
        found.push((BigInt::from(0xDEAD_BEEF_CAFE_F00Du64) << bits) + 12345);
    }
    found.extend([-7i32, -1, 0, 1, 3, 100].map(BigInt::from));
    found.retain(|value| range.contains(value));
    found.into_iter().map(Value::Int).collect()
}

/// Compares a function of two integers of a range with all pairs, and with checks; `steps` thins out the pairs.
fn agree(range: &str, result: &str, body: &str, step: usize, division: Division) {
    let bits: u32 = range[1..].parse().expect("a number");
    let values = integers(Range { signed: range.starts_with('s'), bits });
    let text = format!(
        "func @f(int:{range}, int:{range}) -> {result} {{ bb0(v8: mem): v0 = param 0 v1 = param 1 {body} }}"
    );
    let pairs = values.iter().flat_map(|a| values.iter().map(move |b| vec![a.clone(), b.clone()]));
    let calls: Vec<Vec<Value>> = pairs.step_by(step).collect();
    for check_annotations in [false, true] {
        let plan = Plan { division, check_annotations, ..Plan::everything() };
        let tally = compare(&module(&text), "f", &calls, &plan)
            .unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
        assert!(tally.compared > 0, "{text}");
    }
}

const RANGES: [&str; 6] = ["s65", "u96", "s128", "u128", "s200", "u256"];

#[test]
fn arithmetic_agrees() {
    for range in RANGES {
        for body in [
            "v2 = add v0, v1 ret v2, v8",
            "v2 = sub v0, v1 ret v2, v8",
            "v2 = mul v0, v1 ret v2, v8",
            "v2 = and v0, v1 v3 = or v0, v1 v4 = xor v2, v3 ret v4, v8",
            "v2:s64 = add v0, v1 ret v2, v8",
            "v2 = min v0, v1 v3 = max v0, v1 v4 = sub v3, v2 ret v4, v8",
        ] {
            agree(range, "int:s600", body, 3, Division::Truncating);
        }
        for predicate in ["eq", "lt", "le", "gt", "ge", "ne"] {
            agree(
                range,
                "bool",
                &format!("v2 = icmp.{predicate} v0, v1 ret v2, v8"),
                2,
                Division::Truncating,
            );
        }
    }
}

#[test]
fn division_agrees() {
    for range in RANGES {
        for division in [Division::Truncating, Division::Euclidean] {
            agree(range, "int:s300", "v2 = div v0, v1 ret v2, v8", 2, division);
            agree(range, "int:s300", "v2 = rem v0, v1 ret v2, v8", 3, division);
        }
    }
    // Of mixed signs, which need one bit more.
    let text =
        "func @f(int:s64, int:u64) -> int:s65 { bb0: v0 = param 0 v1 = param 1 v2 = div v0, v1 ret v2 }";
    let calls: Vec<Vec<Value>> = integers(Range { signed: true, bits: 64 })
        .iter()
        .flat_map(|a| {
            integers(Range { signed: false, bits: 64 }).into_iter().map(move |b| vec![a.clone(), b])
        })
        .collect();
    compare(&module(text), "f", &calls, &Plan::everything()).unwrap_or_else(|failure| panic!("{failure:?}"));
}

#[test]
fn bits_agree() {
    for range in RANGES {
        for body in [
            "v2 = zext v1, 9 v3 = shl v0, v2 v4 = zext v3, 300 ret v4, v8",
            "v2 = zext v1, 9 v3 = shr v0, v2 ret v3, v8",
            "v2 = shr v0, v1 ret v2, v8",
            "v2 = count_ones v0 v3 = ctz v1 v4 = add v2, v3 ret v4, v8",
            "v2 = clz.128 v0 v3 = clz.99 v1 v4 = mul v2, v3 ret v4, v8",
            "v2 = bswap.16 v0 v3 = bswap.9 v1 v4 = xor v2, v3 ret v4, v8",
            "v2 = bitreverse.128 v0 v3 = bitreverse.77 v1 v4 = xor v2, v3 ret v4, v8",
            "v2 = rotl.128 v0, v1 v3 = rotr.100 v2, v1 v4 = rotl.192 v3, v0 ret v4, v8",
            "v2 = merge.70 v0, v1 ret v2, v8",
            "v2, v3 = split.70 v0 v4 = xor v2, v3 ret v4, v8",
            "v2 = zext v0, 80 v3 = zext v1, 70 v4 = clmul v2, v3 ret v4, v8",
        ] {
            agree(range, "int:s600", body, 5, Division::Truncating);
        }
    }
}

#[test]
fn saturation_and_overflow_agree() {
    for range in ["s128", "u128", "s200"] {
        for op in ["uadd_sat", "usub_sat", "sadd_sat", "ssub_sat"] {
            agree(range, "int:s300", &format!("v2 = {op}.128 v0, v1 ret v2, v8"), 3, Division::Truncating);
        }
        for op in ["sadd", "uadd", "ssub", "usub", "smul", "umul"] {
            let body =
                format!("v2, v3 = {op}_overflow.128 v0, v1 v4 = iconst 1 v5 = select v3, v4, v2 ret v5, v8");
            agree(range, "int:s300", &body, 3, Division::Truncating);
        }
        for op in ["scarrying_mul_add", "ucarrying_mul_add"] {
            for result in ["v2", "v3"] {
                let body = format!("v2, v3 = {op}.128 v0, v1, v1, v0 ret {result}, v8");
                agree(range, "int:s300", &body, 5, Division::Truncating);
            }
        }
    }
}

#[test]
fn annotations_agree() {
    for range in ["s128", "u128"] {
        for annotation in [
            ":s128",
            ":u128",
            ":s129",
            ":u65",
            ":known(1?0)",
            ":known(1xxx0000000000000000000000000000000000000000000000000000000000000000)",
        ] {
            let body = format!("v2{annotation} = sub v0, v1 ret v2, v8");
            agree(range, "int:s200", &body, 2, Division::Truncating);
            let body = format!("v2 = add v0{annotation}, v1 ret v2, v8");
            agree(range, "int:s200", &body, 3, Division::Truncating);
        }
    }
}

#[test]
fn memory_and_calls_agree() {
    for range in ["s65", "u72", "s128", "u200", "s256"] {
        let text = format!(
            "func @f(int:{range}, int:{range}) -> struct{{int:{range}, int:s16, int:s128}} {{
                bb0(v8: mem): v0 = param 0 v1 = param 1 v2 = stack_slot 128
                v3 = store v0:{range}, v2, v8 v4 = load v2, v3 -> int:{range}
                v5 = symbol_addr @g v6, v7 = call v5(v4, v1), v3 -> int:{range}
                v9 = load v2, v6 -> struct{{int:{range}, int:s16, int:s128}}
                v20, v21 = split.64 v7 v10 = insertvalue v9, v20, 1 v11 = insertvalue v10, v7, 0 v12 = zext v1, 100
                v13 = insertvalue v11, v12, 2 v14 = store v13, v2, v6
                v15 = load v2, v14 -> struct{{int:{range}, int:s16, int:s128}} ret v15, v14
            }}
            func @g(int:{range}, int:{range}) -> int:{range} {{
                bb0(v9: mem): v0 = param 0 v1 = param 1 br bb1(v0, v9)
                region loop {{
                    bb1(v2: int:{range}, v3: mem): v4 = iconst 3 v5 = shr v2, v4 v6 = icmp.eq v5, v2 brif v6, bb3, bb2
                    bb2: v7 = icmp.gt v5, v1 brif v7, bb4, bb3
                    bb4: continue v5, v3
                }}
                bb3: ret v5, v3
            }}"
        );
        let bits: u32 = range[1..].parse().expect("a number");
        let values = integers(Range { signed: range.starts_with('s'), bits });
        let pairs = values.iter().flat_map(|a| values.iter().map(move |b| vec![a.clone(), b.clone()]));
        let calls: Vec<Vec<Value>> = pairs.step_by(3).collect();
        let tally = compare(&module(&text), "f", &calls, &Plan::everything());
        assert!(tally.unwrap_or_else(|failure| panic!("{text}\n{failure:?}")).compared > 0);
    }
}

/// Conversions round once, to the nearest float, and toward zero.
#[test]
fn floats_agree() {
    for range in ["s65", "u100", "s128", "u128", "s200", "u1100", "s4096"] {
        for ty in ["f32", "f64"] {
            let op = if range.starts_with('s') { "si_to_fp" } else { "ui_to_fp" };
            let body = format!("v2 = {op} v0 -> {ty} v3 = {op} v1 -> {ty} v4 = fsub v2, v3 ret v4, v8");
            agree(range, ty, &body, 3, Division::Truncating);
        }
    }
    // Halves of the last bit, with and without a bit far below.
    for (ty, precision) in [("f32", 24u32), ("f64", 53)] {
        let text =
            format!("func @f(int:s300) -> {ty} {{ bb0: v0 = param 0 v1 = si_to_fp v0 -> {ty} ret v1 }}");
        let mut calls = Vec::new();
        for shift in [65u32, 100, 200] {
            for low in [-1i32, 0, 1] {
                for odd in [0u32, 1] {
                    let mantissa = (BigInt::from(1) << precision) + odd * 2 + 1;
                    let value: BigInt = (mantissa << shift) + low;
                    calls.extend([vec![Value::Int(value.clone())], vec![Value::Int(-value)]]);
                }
            }
        }
        compare(&module(&text), "f", &calls, &Plan::everything())
            .unwrap_or_else(|failure| panic!("{failure:?}"));
    }
    for (op, range) in [
        ("fp_to_si", "s128"),
        ("fp_to_ui", "u128"),
        ("fp_to_si", "s65"),
        ("fp_to_si", "s1025"),
        ("fp_to_ui", "u4096"),
    ] {
        for ty in ["f32", "f64"] {
            let text =
                format!("func @f({ty}) -> int:{range} {{ bb0: v0 = param 0 v1:{range} = {op} v0 ret v1 }}");
            let numbers = [
                0.0,
                -0.0,
                0.99,
                -0.99,
                1.0,
                -1.5,
                9.3e18,
                -9.3e18,
                1.8e19,
                3.7e19,
                1.7e38,
                -1.7e38,
                1.8e38,
                3.4e38,
                -3.4e38,
                1e300,
                -1e300,
                1e-310,
                f64::MAX,
                f64::MIN,
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::NAN,
            ];
            let value = |x: &f64| if ty == "f64" { Value::f64(*x) } else { Value::f32(*x as f32) };
            let calls: Vec<Vec<Value>> = numbers.iter().map(|x| vec![value(x)]).collect();
            for check_annotations in [false, true] {
                let plan = Plan { check_annotations, ..Plan::everything() };
                compare(&module(&text), "f", &calls, &plan)
                    .unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
            }
        }
    }
}

/// The limit of 4,096 bits.
#[test]
fn the_widest_integers_agree() {
    for body in [
        "v2:s4096 = xor v0, v1 ret v2, v8",
        "v2 = add v0, v1 ret v2:s4096, v8",
        "v2 = sub v0, v1 ret v2:s4096, v8",
        "v2 = iconst 4000 v3 = shr v0, v2 v4 = shr v1, v2 v5 = div v3, v4 ret v5, v8",
        "v2 = icmp.lt v0, v1 v3 = select v2, v0, v1 ret v3, v8",
        "v2 = zext v1, 13 v3 = shr v0, v2 ret v3, v8",
    ] {
        let values = integers(Range { signed: true, bits: 4096 });
        let pairs = values.iter().flat_map(|a| values.iter().map(move |b| vec![a.clone(), b.clone()]));
        let calls: Vec<Vec<Value>> = pairs.step_by(9).collect();
        let text = format!(
            "func @f(int:s4096, int:s4096) -> int:s4096 {{ bb0(v8: mem): v0 = param 0 v1 = param 1 {body} }}"
        );
        let tally = compare(&module(&text), "f", &calls, &Plan::everything());
        assert!(tally.unwrap_or_else(|failure| panic!("{text}\n{failure:?}")).compared > 0);
    }
}
