//! Random functions beside Cranelift: its code, the interpreter and compiled code at all levels have the same results.
//!
//! `BAREBONES_CLIF_SEED` and `BAREBONES_CLIF_COUNT` set the first seed and the number of functions. A failure prints the
//! text of the function.
#![cfg(feature = "cranelift")]

mod generator;

use barebones::{OptLevel, host_target};
use barebones_clif::ast::DataValue;
use barebones_clif::types::Type;
use barebones_clif::{Engine, Report, Vectors, run};
use generator::{Random, Types, function, shape};
use std::collections::BTreeMap;

/// The types that Cranelift computes with on x86-64.
const OF_CRANELIFT: Types = Types {
    floats: &["f32", "f64"],
    int_vectors: &["i8x16", "i16x8", "i32x4", "i64x2"],
    float_vectors: &["f32x4", "f64x2"],
    params: &["i8", "i16", "i32", "i64", "i128", "f32", "f64"],
    has: |inst, ty| match inst {
        "band_not" => false, // not an instruction of its version of the language
        "imul" => ty != "i8x16",
        "rotl" | "rotr" | "fcopysign" => shape(ty).1 == 1,
        "udiv" | "sdiv" | "urem" | "srem" | "umul_overflow" | "smul_overflow" => ty != "i128",
        "fcvt_from_sint" | "fcvt_from_uint" => ty != "i128",
        "fcvt_to_sint_sat" | "fcvt_to_uint_sat" => matches!(ty, "i32" | "i64"),
        "smin" | "umin" | "smax" | "umax" => ty != "i64x2",
        "sadd_sat" | "uadd_sat" | "ssub_sat" | "usub_sat" | "avg_round" => matches!(ty, "i8x16" | "i16x8"),
        _ => true,
    },
};

/// The text of a function, and of four calls whose results are printed.
fn with_calls(seed: u64) -> String {
    let (text, _) = function(seed, &OF_CRANELIFT);
    let mut text = format!("set enable_multi_ret_implicit_sret\n{text}");
    let mut random = Random(!seed);
    for _ in 0..4 {
        let args = OF_CRANELIFT.params.iter().map(|name| {
            let ty = Type::from_name(name).expect("a type");
            let bits = u128::from(random.edge()) << 64 | u128::from(random.edge());
            DataValue { ty, bits: bits & (u128::MAX >> (128 - 8 * ty.bytes())) }.to_string()
        });
        text += &format!("; print: %f({})\n", args.collect::<Vec<_>>().join(", "));
    }
    text
}

fn report(text: &str, engine: Engine, vectors: Vectors) -> Report {
    let target = host_target().expect("this machine");
    run("random", text, engine, &target, vectors).expect("traps can be caught")
}

#[test]
fn cranelift_agrees_on_random_functions() {
    if cfg!(not(target_arch = "x86_64")) {
        println!("skipped: the instructions are those that Cranelift has on x86-64");
        return;
    }
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let first = number("BAREBONES_CLIF_SEED").unwrap_or(1);
    let count = number("BAREBONES_CLIF_COUNT").unwrap_or(150);
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    let mut compared = 0;
    for seed in first..first + count {
        let text = with_calls(seed);
        let expected = report(&text, Engine::Interpreter, Vectors::Registers).printed;
        assert_eq!(expected.len(), 4, "seed {seed}\n{text}");
        for level in OptLevel::ALL {
            for vectors in [Vectors::Lanes, Vectors::Registers] {
                let found = report(&text, Engine::Compiled(level), vectors).printed;
                assert_eq!(found, expected, "seed {seed}: {level:?}, {vectors:?}\n{text}");
            }
        }
        for level in [OptLevel::O0, OptLevel::O2] {
            // Its panics are counted, and not printed.
            let hook = std::panic::take_hook();
            std::panic::set_hook(Box::new(|_| ()));
            let found = report(&text, Engine::Cranelift(level), Vectors::Registers);
            std::panic::set_hook(hook);
            assert!(found.failures.is_empty(), "seed {seed}: {}\n{text}", found.failures[0]);
            if found.skipped.is_empty() {
                assert_eq!(found.printed, expected, "seed {seed}: Cranelift at {level:?}\n{text}");
                compared += 1;
            }
            for (reason, calls) in found.skipped {
                *skipped.entry(reason).or_default() += calls;
            }
        }
    }
    println!("{compared} of {} compiled functions compared; calls skipped: {skipped:#?}", 2 * count);
    assert!(compared > count, "fewer than half of them were compared");
}
