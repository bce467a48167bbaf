//! f16 and bf16 in the oracle, the library's interpreter and compiled code.

use barebones_tuffy::table::FloatType;
use barebones_tuffy::testing::{Plan, compare};
use barebones_tuffy::{Module, Value, parse, validate};

fn module(text: &str) -> Module {
    let module = parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    assert_eq!(validate(&module), [], "{text}");
    module
}

/// Zeros, subnormal numbers, ends, halves of the last bit, infinities, NaNs of both kinds.
fn numbers(ty: FloatType) -> Vec<Value> {
    let (_, fraction) = ty.layout();
    let infinity = ((1u128 << (15 - fraction)) - 1) << fraction;
    let one = (infinity >> 1) & (infinity << 1);
    let positive = [
        0,
        1,
        2,
        (1 << fraction) - 1,
        1 << fraction,
        one,
        one + 1,
        one - 1,
        infinity - 1,
        infinity,
        infinity + 1,
        0x7FFF,
    ];
    positive.iter().flat_map(|bits| [Value::Float(ty, *bits), Value::Float(ty, *bits | 0x8000)]).collect()
}

#[test]
fn small_floats_agree() {
    for ty in [FloatType::F16, FloatType::BF16] {
        let name = ty.name();
        let values = numbers(ty);
        let pairs: Vec<Vec<Value>> =
            values.iter().flat_map(|a| values.iter().map(move |b| vec![a.clone(), b.clone()])).collect();
        let mut bodies: Vec<(String, String)> =
            ["fadd", "fsub", "fmul", "fdiv", "fminnum", "fmaxnum", "frem", "copysign"]
                .iter()
                .map(|op| (String::from(name), format!("v2 = {op} v0, v1 ret v2")))
                .collect();
        for predicate in ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "une"] {
            bodies.push((String::from("bool"), format!("v2 = fcmp.{predicate} v0, v1 ret v2")));
        }
        bodies.extend([
            (
                String::from(name),
                String::from("v2:nofpclass(inf) = fadd v0, v1 v3:nofpclass(nan) = fmul v2, v1 ret v3"),
            ),
            (
                String::from("f32"),
                String::from("v2: f32 = fp_convert v0 v3: f32 = fp_convert v1 v4 = fadd v2, v3 ret v4"),
            ),
            (
                String::from("f64"),
                String::from("v2: f64 = fp_convert v0 v3: f64 = fp_convert v1 v4 = fmul v2, v3 ret v4"),
            ),
            (String::from("int:s32"), String::from("v2 = fadd v0, v1 v3:s32 = fp_to_si v2 ret v3")),
            (String::from("int:u70"), String::from("v2 = fmul v0, v1 v3:u70 = fp_to_ui v2 ret v3")),
            (String::from("f16"), String::from("v2 = fmul v0, v1 v3: f16 = fp_convert v2 ret v3")),
            (String::from("bf16"), String::from("v2 = fmul v0, v1 v3: bf16 = fp_convert v2 ret v3")),
        ]);
        for (result, body) in bodies {
            let text =
                format!("func @f({name}, {name}) -> {result} {{ bb0: v0 = param 0 v1 = param 1 {body} }}");
            for check_annotations in [false, true] {
                let plan = Plan { check_annotations, ..Plan::everything() };
                let tally = compare(&module(&text), "f", &pairs, &plan)
                    .unwrap_or_else(|failure| panic!("{text}\n{failure:?}"));
                assert_eq!(tally.compared as usize, pairs.len(), "{text}");
            }
        }
    }
}

/// Conversions round once.
#[test]
fn conversions_to_small_floats_agree() {
    for name in ["f16", "bf16"] {
        let integers: [i64; 14] = [
            0,
            1,
            -1,
            255,
            257,
            2049,
            2051,
            -4098,
            65504,
            65519,
            65520,
            i64::MAX,
            i64::MIN,
            (1 << 53) + (1 << 45) + 1,
        ];
        let calls: Vec<Vec<Value>> = integers.iter().map(|n| vec![Value::int(*n)]).collect();
        let text = format!(
            "func @f(int:s64) -> {name} {{ bb0: v0 = param 0 v1 = si_to_fp v0 -> {name} v2 = zext v0, 64 v3 = mul v2, v2
                v4 = ui_to_fp v3 -> {name} v5 = fsub v4, v1 ret v5 }}"
        );
        compare(&module(&text), "f", &calls, &Plan::everything())
            .unwrap_or_else(|failure| panic!("{failure:?}"));
        let doubles = [
            0.0,
            -0.0,
            1e-8,
            6e-8,
            2.98e-8,
            65519.99,
            65520.0,
            1e-40,
            1e-41,
            3.4e38,
            1.00390625,
            1.001953125,
            f64::NAN,
        ];
        let calls: Vec<Vec<Value>> = doubles.iter().map(|x| vec![Value::f64(*x)]).collect();
        let text = format!(
            "func @f(f64) -> {name} {{ bb0: v0 = param 0 v1: {name} = fp_convert v0 v2: f32 = fp_convert v0 v3: {name} = fp_convert v2
                v4 = fsub v1, v3 v5 = fadd v4, v1 ret v5 }}"
        );
        compare(&module(&text), "f", &calls, &Plan::everything())
            .unwrap_or_else(|failure| panic!("{failure:?}"));
    }
}
