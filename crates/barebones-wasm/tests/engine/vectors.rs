//! Vectors wherever values pass: parameters, results, globals, host functions, tables, blocks, tiers.

use super::common::bytes;
use barebones::OptLevel;
use barebones_wasm::{
    BoundsChecks, Caller, Config, Engine, Error, Extern, Func, Global, GlobalType, Instance, Linker, Module,
    Pins, Store, TrapKind, Val, ValType, WasmFeatures,
};

/// Every way to run a function.
fn configs() -> Vec<Config> {
    let mut configs = OptLevel::ALL.map(Config::at).to_vec();
    let changes: [fn(&mut Config); 7] = [
        |config| config.interpret = true,
        |config| config.lazy = true,
        |config| config.tier_up = Some(1),
        |config| config.bounds_checks = BoundsChecks::Explicit,
        |config| config.pins = Pins::Nothing,
        |config| (config.fuel, config.interruption) = (true, true),
        |config| config.inline = false,
    ];
    for change in changes {
        let mut config = Config::at(OptLevel::O2);
        change(&mut config);
        configs.push(config);
    }
    configs
}

/// Instantiates a module in each way.
fn everywhere(text: &str, check: impl Fn(&mut Store, &mut dyn FnMut(&mut Store, &Linker) -> Instance)) {
    for config in configs() {
        let fuel = config.fuel;
        let engine = Engine::new(config).expect("works where tests run");
        let module = Module::new(&engine, &bytes(text)).expect("compiles");
        // With tier-up, the second instance has the new code.
        for _ in 0..2 {
            let mut store = Store::new(&engine);
            if fuel {
                store.set_fuel(1 << 30).expect("counts fuel");
            }
            check(&mut store, &mut |store, linker| linker.instantiate(store, &module).expect("an instance"));
            engine.wait_for_tier_up();
        }
    }
}

const A: u128 = 0x0f0e_0d0c_0b0a_0908_0706_0504_0302_0100;
const B: u128 = 0xfff1_e2d3_c4b5_a697_8879_6a5b_4c3d_2e1f;

#[test]
fn host_functions_and_globals_have_vectors() {
    let text = r#"(module
        (import "h" "mix" (func $mix (param v128 i32 v128) (result i64 v128 v128)))
        (import "h" "given" (global $given v128))
        (import "h" "shared" (global $shared (mut v128)))
        (global $first (mut i32) (i32.const 7))
        (global $own (export "own") (mut v128) (v128.const i64x2 3 4))
        (global $last (export "last") i64 (i64.const 9))
        (global $copy (export "copy") v128 (global.get $given))
        (func (export "run") (param v128 i32 v128) (result i64 v128 v128)
            (global.set $shared (v128.not (global.get $shared)))
            (global.set $own (i64x2.add (global.get $own) (global.get $copy)))
            (global.set $first (i32.const -1))
            local.get 0 local.get 1 local.get 2 call $mix))"#;
    everywhere(text, |store, instantiate| {
        let mut linker = Linker::new();
        let mix = |_: &mut Caller<'_>, a: u128, b: i32, c: u128| (i64::from(b) + 1, !c, a.rotate_left(4));
        linker.wrap(store, "h", "mix", mix).expect("memory");
        let ty = |mutable| GlobalType { content: ValType::V128, mutable };
        let given = Global::new(store, ty(false), Val::V128(A)).expect("a vector");
        let shared = Global::new(store, ty(true), Val::V128(B)).expect("a vector");
        assert!(matches!(Global::new(store, ty(true), Val::I64(0)), Err(Error::Type { .. })));
        linker.define("h", "given", Extern::Global(given));
        linker.define("h", "shared", Extern::Global(shared));
        let instance = instantiate(store, &linker);
        let run = instance.func(store, "run").expect("exists");
        let dynamic = run.call(store, &[Val::V128(A), Val::I32(-3), Val::V128(B)]).expect("returns");
        assert_eq!(dynamic, [Val::I64(-2), Val::V128(!B), Val::V128(A.rotate_left(4))]);
        let typed = run.typed::<(u128, i32, u128), (i64, u128, u128)>(store).expect("its type");
        assert_eq!(typed.call(store, (B, 5, A)).expect("returns"), (6, !A, B.rotate_left(4)));
        assert!(run.typed::<(u128, i32, u64), (i64, u128, u128)>(store).is_err());
        assert_eq!(shared.get(store).expect("its store"), Val::V128(B));
        shared.set(store, Val::V128(A)).expect("mutable");
        let global = |store: &Store, name: &str| match instance.export(store, name) {
            Some(Extern::Global(global)) => global.get(store).expect("its store"),
            other => panic!("{other:?}"),
        };
        // Twice A in lanes of 64 bits.
        let low = 3u64.wrapping_add((A as u64).wrapping_mul(2));
        let high = 4u64.wrapping_add(((A >> 64) as u64).wrapping_mul(2));
        assert_eq!(global(store, "own"), Val::V128(u128::from(high) << 64 | u128::from(low)));
        assert_eq!(global(store, "last"), Val::I64(9));
        assert_eq!(global(store, "copy"), Val::V128(A));
    });
}

/// More parameters and results than there are registers, of both banks, through a table and a tail call.
#[test]
fn many_vectors_pass_in_memory() {
    const COUNT: usize = 12;
    let pairs = "v128 i32 ".repeat(COUNT);
    let gets: String = (0..2 * COUNT).rev().map(|i| format!("local.get {} ", i ^ 1)).collect();
    let all: String = (0..2 * COUNT).map(|i| format!("local.get {i} ")).collect();
    let text = format!(
        r#"(module
            (type $all (func (param {pairs}) (result {pairs})))
            (import "h" "same" (func $same (type $all)))
            (table funcref (elem $reverse $same $tail))
            (func $reverse (type $all) {gets})
            (func $tail (type $all) {all} (return_call $reverse))
            (func (export "run") (param $which i32) (param {pairs}) (result {pairs})
                {rest} local.get $which call_indirect (type $all)))"#,
        rest = (1..=2 * COUNT).map(|i| format!("local.get {i} ")).collect::<String>()
    );
    let args: Vec<Val> =
        (0..COUNT).flat_map(|i| [Val::V128(A.rotate_left(i as u32 * 8)), Val::I32(i as i32 - 5)]).collect();
    let reversed: Vec<Val> = args.chunks(2).rev().flatten().copied().collect();
    everywhere(&text, |store, instantiate| {
        let types = args.iter().map(Val::ty).collect::<Vec<_>>();
        let ty = barebones_wasm::FuncType::new(&types, &types);
        let same = Func::new(store, ty, |_, args| Ok(args.to_vec())).expect("memory");
        let mut linker = Linker::new();
        linker.define("h", "same", Extern::Func(same));
        let instance = instantiate(store, &linker);
        let run = instance.func(store, "run").expect("exists");
        for (which, expected) in [(0, &reversed), (1, &args), (2, &reversed)] {
            let all: Vec<Val> = [Val::I32(which)].iter().chain(&args).copied().collect();
            assert_eq!(run.call(store, &all).expect("returns"), *expected, "function {which}");
        }
    });
}

/// Locals, operands of blocks and loops, selections, and a call that is inlined.
#[test]
fn vectors_flow_through_control() {
    let text = r#"(module
        (func $twice (param v128) (result v128) (i32x4.add (local.get 0) (local.get 0)))
        (func (export "run") (param v128 i32) (result v128 v128)
            (local $unset v128) (local $sum v128)
            (v128.const i32x4 1 2 3 4)
            (loop $again (param v128) (result v128)
                (call $twice)
                (local.tee $sum)
                (local.set 1 (i32.sub (local.get 1) (i32.const 1)))
                (br_if $again (i32.gt_s (local.get 1) (i32.const 0))))
            (if (param v128) (result v128) (i32x4.all_true (local.get 0))
                (then (i32x4.sub (local.get 0)))
                (else (select (local.get 0) (local.get $unset) (v128.any_true (local.get 0))) (v128.or)))
            (local.get $sum)))"#;
    let lanes = |lanes: [u32; 4]| lanes.iter().rev().fold(0, |all, lane| all << 32 | u128::from(*lane));
    everywhere(text, |store, instantiate| {
        let run = instantiate(store, &Linker::new()).func(store, "run").expect("exists");
        let run = run.typed::<(u128, i32), (u128, u128)>(store).expect("its type");
        let sum = lanes([8, 16, 24, 32]);
        assert_eq!(run.call(store, (lanes([1; 4]), 3)).expect("returns"), (lanes([7, 15, 23, 31]), sum));
        assert_eq!(
            run.call(store, (lanes([1, 0, 1, 1]), 3)).expect("returns"),
            (lanes([9, 16, 25, 33]), sum)
        );
        assert_eq!(run.call(store, (0, 3)).expect("returns"), (sum, sum));
    });
}

/// The last byte of an access decides, and an access that traps stores nothing.
#[test]
fn accesses_outside_the_memory_trap() {
    let accesses = [
        ("v128.load", 16),
        ("v128.load8x8_s", 8),
        ("v128.load32x2_u", 8),
        ("v128.load8_splat", 1),
        ("v128.load16_splat", 2),
        ("v128.load32_zero", 4),
        ("v128.load64_zero", 8),
    ];
    let mut text = String::from("(module (memory (export \"m\") 1)");
    for (i, (name, _)) in accesses.iter().enumerate() {
        text += &format!("(func (export \"{i}\") (param i32) (result v128) ({name} offset=3 (local.get 0)))");
    }
    for (bits, _) in [(8, 1), (16, 2), (32, 4), (64, 8)] {
        text += &format!(
            "(func (export \"load{bits}\") (param i32) (result v128)
                (v128.load{bits}_lane offset=3 1 (local.get 0) (v128.const i64x2 0 0)))
            (func (export \"store{bits}\") (param i32)
                (v128.store{bits}_lane offset=3 1 (local.get 0) (v128.const i64x2 -1 -1)))"
        );
    }
    text +=
        "(func (export \"store\") (param i32) (v128.store offset=3 (local.get 0) (v128.const i64x2 -1 -1))))";
    everywhere(&text, |store, instantiate| {
        let instance = instantiate(store, &Linker::new());
        let memory = instance.memory(store, "m").expect("exists");
        let mut all: Vec<(String, i32)> =
            accesses.iter().enumerate().map(|(i, (_, size))| (i.to_string(), *size)).collect();
        for (bits, size) in [(8, 1), (16, 2), (32, 4), (64, 8)] {
            all.extend([(format!("load{bits}"), size), (format!("store{bits}"), size)]);
        }
        all.push((String::from("store"), 16));
        for (name, size) in all {
            let func = instance.func(store, &name).expect("exists");
            let last = 65536 - 3 - size;
            memory.data_mut(store).expect("its store").fill(0);
            for address in [last + 1, last + size, -1, i32::MIN] {
                match func.call(store, &[Val::I32(address)]) {
                    Err(Error::Trap(trap)) => assert_eq!(trap.kind, TrapKind::MemoryOutOfBounds, "{name}"),
                    other => panic!("{name} at {address}: {other:?}"),
                }
            }
            assert!(memory.data(store).expect("its store").iter().all(|byte| *byte == 0), "{name}");
            func.call(store, &[Val::I32(last)]).expect("in bounds");
            let written = memory.data(store).expect("its store").iter().filter(|byte| **byte != 0).count();
            assert_eq!(written, if name.starts_with("store") { size as usize } else { 0 }, "{name}");
        }
    });
}

/// Relaxed instructions have one result on all machines, also where the specification admits several.
#[test]
fn relaxed_results_are_those_of_the_deterministic_profile() {
    let text = r#"(module
        (func (export "swizzle") (param v128 v128) (result v128)
            (i8x16.relaxed_swizzle (local.get 0) (local.get 1)))
        (func (export "trunc") (param v128) (result v128) (i32x4.relaxed_trunc_f32x4_u (local.get 0)))
        (func (export "madd") (param v128 v128 v128) (result v128)
            (f64x2.relaxed_madd (local.get 0) (local.get 1) (local.get 2)))
        (func (export "nmadd") (param v128 v128 v128) (result v128)
            (f64x2.relaxed_nmadd (local.get 0) (local.get 1) (local.get 2)))
        (func (export "select") (param v128 v128 v128) (result v128)
            (i8x16.relaxed_laneselect (local.get 0) (local.get 1) (local.get 2)))
        (func (export "min") (param v128 v128) (result v128) (f32x4.relaxed_min (local.get 0) (local.get 1)))
        (func (export "q15") (param v128 v128) (result v128) (i16x8.relaxed_q15mulr_s (local.get 0) (local.get 1)))
        (func (export "dot") (param v128 v128) (result v128)
            (i16x8.relaxed_dot_i8x16_i7x16_s (local.get 0) (local.get 1)))
        (func (export "dots") (param v128 v128 v128) (result v128)
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get 0) (local.get 1) (local.get 2))))"#;
    let doubles = |a: f64, b: f64| u128::from(b.to_bits()) << 64 | u128::from(a.to_bits());
    let floats =
        |lanes: [f32; 4]| lanes.iter().rev().fold(0, |all, lane| all << 32 | u128::from(lane.to_bits()));
    // Rounded once, the sum is not 0.
    let (third, product) = (1.0 / 3.0, (1.0f64 / 3.0) * 3.1);
    let each16 = |lane: u16| (0..8).fold(0, |all, _| all << 16 | u128::from(lane));
    let cases: [(&str, Vec<u128>, u128); 11] = [
        ("swizzle", vec![A << 8 | 0xff, 0x8010_0f00 << 96], 0x0000_0eff_ffff_ffff_ffff_ffff_ffff_ffff),
        ("trunc", vec![floats([f32::NAN, -1.0, 1e30, 2.5])], 2 << 96 | 0xffff_ffff << 64),
        ("madd", vec![doubles(third, 2.0), doubles(3.1, 3.0), doubles(-product, 1.0)], doubles(0.0, 7.0)),
        ("nmadd", vec![doubles(third, 2.0), doubles(3.1, 3.0), doubles(product, 1.0)], doubles(0.0, -5.0)),
        ("select", vec![A, B, each16(0x8001)], A & each16(0x8001) | B & !each16(0x8001)),
        (
            "min",
            vec![floats([0.0, -0.0, 1.0, 2.0]), floats([-0.0, 0.0, 2.0, 1.0])],
            floats([-0.0, -0.0, 1.0, 1.0]),
        ),
        ("q15", vec![each16(0x8000), each16(0x8000)], each16(0x7fff)),
        ("dot", vec![each16(0x8080), each16(0x7f7f)], each16(-0x7f00i16 as u16)),
        ("dot", vec![each16(0x8080), each16(0x8080)], each16(0x8000)),
        ("dot", vec![each16(0x02ff), each16(0x8003)], each16(-259i16 as u16)),
        ("dots", vec![each16(0x02ff), each16(0x0503), 0], (0..4).fold(0, |all, _| all << 32 | 14)),
    ];
    everywhere(text, |store, instantiate| {
        let instance = instantiate(store, &Linker::new());
        for (name, args, expected) in &cases {
            let args: Vec<Val> = args.iter().map(|bits| Val::V128(*bits)).collect();
            let found = instance.func(store, name).expect("exists").call(store, &args).expect("returns");
            assert_eq!(found, [Val::V128(*expected)], "{name}");
        }
    });
}

#[test]
fn the_proposals_can_be_disabled() {
    let refused = |features: WasmFeatures, text: &str| {
        let mut config = Config::default();
        config.features -= features;
        let engine = Engine::new(config).expect("works where tests run");
        Module::new(&engine, &bytes(text)).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let simd = "(module (func (param v128) (result v128) (v128.not (local.get 0))))";
    let found = refused(WasmFeatures::SIMD | WasmFeatures::RELAXED_SIMD, simd);
    assert!(found.contains("SIMD support is not enabled"), "{found}");
    let relaxed = "(module (func (param v128) (result v128)
        (i8x16.relaxed_swizzle (local.get 0) (local.get 0))))";
    let found = refused(WasmFeatures::RELAXED_SIMD, relaxed);
    assert!(found.contains("relaxed SIMD support is not enabled"), "{found}");
}
