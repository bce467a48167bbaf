//! Hardened and protected code of modules, and serialized modules that have it.

use super::common::bytes;
use barebones::OptLevel;
use barebones::base::{BranchProtection, Hardening};
use barebones_wasm::{Config, Engine, Linker, Module, Store};

/// A jump table, an indirect call, and numbers of all types.
const TEXT: &str = "(module
    (table 2 funcref) (elem (i32.const 0) $twice $square)
    (memory 1)
    (func $twice (param i64) (result i64) (i64.add (local.get 0) (i64.const 0x123456789abcdef)))
    (func $square (param i64) (result i64) (i64.mul (local.get 0) (i64.const 0x7654321)))
    (func $pick (param i32) (result i64)
        (block (block (block (block (block (block
            (br_table 0 1 2 3 4 5 (local.get 0)))
            (return (i64.const 0x1111222233334444)))
            (return (i64.const 5)))
            (return (i64.trunc_f64_s (f64.const 123456.789e3))))
            (return (i64.extend_i32_s (i32.const 0x76543210))))
            (return (i64.load offset=0x1234 (i32.const 0x321))))
        (i64.const -1))
    (func (export \"run\") (param i32 i64) (result i64)
        (i64.store offset=0x1234 (i32.const 0x321) (i64.const 0x5566778899aabbcc))
        (i64.xor (call $pick (local.get 0))
            (call_indirect (param i64) (result i64) (local.get 1)
                (i32.and (local.get 0) (i32.const 1))))))";

fn results(config: Config) -> Vec<i64> {
    let engine = Engine::new(config).expect("works where tests run");
    let module = Module::new(&engine, &bytes(TEXT)).expect("compiles");
    let mut store = Store::new(&engine);
    let instance = Linker::new().instantiate(&mut store, &module).expect("instantiates");
    let run = instance.func(&store, "run").expect("exported").typed::<(i32, i64), i64>(&store);
    let run = run.expect("its type");
    (0..8).map(|n| run.call(&mut store, (n, i64::from(n) * 0x1_0001)).expect("no trap")).collect()
}

#[test]
fn hardened_modules_compute_the_same() {
    let plain = results(Config::default());
    assert_eq!(plain[5] ^ plain[7], (5 * 0x1_0001 * 0x765_4321) ^ (7 * 0x1_0001 * 0x765_4321));
    for level in OptLevel::ALL {
        for seed in 0..3 {
            for tier_up in [None, Some(1)] {
                let mut config = Config::at(level);
                config.hardening = Hardening::full(seed);
                config.branch_protection =
                    BranchProtection { landing_pads: true, sign_return_address: false };
                config.tier_up = tier_up;
                assert_eq!(results(config), plain, "{level:?} {seed} {tier_up:?}");
            }
        }
    }
}

#[test]
fn serialized_modules_keep_their_hardening() {
    let engine = |hardening| {
        let mut config = Config::default();
        config.hardening = hardening;
        Engine::new(config).expect("works where tests run")
    };
    let blinded = Hardening { blind_constants: true, ..Hardening::full(1) };
    let saved = Module::precompile(&engine(blinded), &bytes(TEXT)).expect("compiles");
    for (hardening, is_accepted) in [
        (blinded, true),
        // Another seed has other keys, and places are chosen when code is linked.
        (Hardening { seed: 2, random_placement: false, ..blinded }, true),
        (Hardening { blind_constants: false, ..blinded }, false),
        (Hardening { indirect_branches: false, ..blinded }, false),
        (Hardening::NONE, false),
    ] {
        let loaded = load(&engine(hardening), &saved);
        assert_eq!(loaded.is_ok(), is_accepted, "{hardening:?}");
    }
}

#[allow(unsafe_code)]
fn load(engine: &Engine, saved: &[u8]) -> Result<Module, barebones_wasm::Error> {
    // SAFETY: the bytes are those of `precompile`.
    unsafe { Module::load(engine, saved) }
}
