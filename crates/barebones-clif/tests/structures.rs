//! Structures by value, between translated functions and functions with the system's convention for C.

use barebones::jit::Bits;
use barebones::{Compiler, OptLevel, base::Type, host_target};
use barebones_clif::{read_file, translate_file};
use barebones_testing::native;

#[derive(Clone, Copy)]
#[repr(C)]
struct Four([i64; 4]);

#[derive(Clone, Copy)]
#[repr(C)]
struct Three([i64; 3]);

type Sum = extern "C" fn(i64, Four, f64, i64, Three, i64, i64, i64, i64, i64) -> i64;

/// A different factor for each part, so that no two can be exchanged.
#[allow(clippy::too_many_arguments)] // more than there are registers
extern "C" fn sum(a: i64, s: Four, b: f64, c: i64, t: Three, d: i64, e: i64, f: i64, g: i64, h: i64) -> i64 {
    let parts = [a, s.0[0], s.0[1], s.0[2], s.0[3], b as i64, c, t.0[0], t.0[1], t.0[2], d, e, f, g, h];
    parts.into_iter().fold(0, |sum: i64, part| sum.wrapping_mul(31).wrapping_add(part))
}

type Small = extern "C" fn(i64, Three) -> i64;

/// Most registers for arguments are unused.
extern "C" fn call_small(function: Small, seed: i64) -> i64 {
    function(seed, arguments(seed).1)
}

extern "C" fn small(a: i64, t: Three) -> i64 {
    t.0[0].wrapping_mul(31).wrapping_add(t.0[2]).wrapping_mul(31).wrapping_add(a)
}

fn arguments(seed: i64) -> (Four, Three) {
    (Four([seed, seed + 1, seed + 2, seed + 3]), Three([seed + 4, seed + 5, seed + 6]))
}

extern "C" fn call_back(function: Sum, seed: i64) -> i64 {
    let (four, three) = arguments(seed);
    function(seed + 7, four, 5.0, seed + 8, three, 1, 2, 3, 4, seed)
}

/// The code that adds a part: `sum * 31 + part`.
fn folded(parts: &[&str]) -> String {
    let mut text = String::from("    v100 = iconst.i64 0\n    v101 = iconst.i64 31\n");
    for (index, part) in parts.iter().enumerate() {
        let (before, product, after) = (100 + 2 * index, 103 + 2 * index, 102 + 2 * index);
        let before = if index == 0 { 100 } else { before };
        text += &format!("    v{product} = imul v{before}, v101\n    v{after} = iadd v{product}, {part}\n");
    }
    text
}

#[test]
fn structures_are_passed_as_by_c() {
    let signature = "i64, i64 sarg(32), f64, i64, i64 sarg(24), i64, i64, i64, i64, i64) -> i64 system_v";
    let parts =
        ["v0", "v20", "v21", "v22", "v23", "v24", "v3", "v25", "v26", "v27", "v5", "v6", "v7", "v8", "v9"];
    // The callee writes to its copy, which the caller does not see.
    let text = format!(
        "function %sum({signature} {{
block0(v0: i64, v1: i64, v2: f64, v3: i64, v4: i64, v5: i64, v6: i64, v7: i64, v8: i64, v9: i64):
    v20 = load.i64 v1
    v21 = load.i64 v1+8
    v22 = load.i64 v1+16
    v23 = load.i64 v1+24
    v24 = fcvt_to_sint.i64 v2
    v25 = load.i64 v4
    v26 = load.i64 v4+8
    v27 = load.i64 v4+16
    store v2, v1
    store v2, v4+16
{}    return v130
}}

function %both(i64) -> i64, i64 system_v {{
    ss0 = explicit_slot 32
    ss1 = explicit_slot 24
    fn0 = %rust_sum({signature}
    fn1 = colocated %sum({signature}
block0(v0: i64):
    v1 = iadd_imm v0, 1
    v2 = iadd_imm v0, 2
    v3 = iadd_imm v0, 3
    v4 = iadd_imm v0, 4
    v5 = iadd_imm v0, 5
    v6 = iadd_imm v0, 6
    v7 = iadd_imm v0, 7
    v8 = iadd_imm v0, 8
    v10 = stack_addr.i64 ss0
    v11 = stack_addr.i64 ss1
    store v0, v10
    store v1, v10+8
    store v2, v10+16
    store v3, v10+24
    store v4, v11
    store v5, v11+8
    store v6, v11+16
    v12 = f64const 0x5.0
    v13 = iconst.i64 1
    v14 = iconst.i64 2
    v15 = iconst.i64 3
    v16 = iconst.i64 4
    v17 = call fn1(v7, v10, v12, v8, v11, v13, v14, v15, v16, v0)
    v18 = call fn0(v7, v10, v12, v8, v11, v13, v14, v15, v16, v0)
    return v17, v18
}}

function %back(i64) -> i64 system_v {{
    fn0 = colocated %sum({signature}
    fn1 = %rust_call_back(i64, i64) -> i64 system_v
block0(v0: i64):
    v1 = func_addr.i64 fn0
    v2 = call fn1(v1, v0)
    return v2
}}

function %small(i64, i64 sarg(24)) -> i64 system_v {{
block0(v0: i64, v1: i64):
    v2 = load.i64 v1
    v3 = load.i64 v1+16
    v4 = iconst.i64 31
    v5 = imul v2, v4
    v6 = iadd v5, v3
    v7 = imul v6, v4
    v8 = iadd v7, v0
    return v8
}}

function %back_small(i64) -> i64, i64 system_v {{
    ss0 = explicit_slot 24
    fn0 = colocated %small(i64, i64 sarg(24)) -> i64 system_v
    fn1 = %rust_call_small(i64, i64) -> i64 system_v
    fn2 = %rust_small(i64, i64 sarg(24)) -> i64 system_v
block0(v0: i64):
    v1 = func_addr.i64 fn0
    v2 = call fn1(v1, v0)
    v3 = stack_addr.i64 ss0
    v4 = iadd_imm v0, 4
    v5 = iadd_imm v0, 6
    store v4, v3
    store v5, v3+16
    store v0, v3+8
    v6 = call fn2(v0, v3)
    return v2, v6
}}

function %first(i64, i64 sarg(16)) -> i64 tail {{
block0(v0: i64, v1: i64):
    v2 = load.i64 v1+8
    v3 = isub v2, v0
    store v0, v1+8
    return v3
}}

function %internal(i64) -> i64, i64 {{
    ss0 = explicit_slot 16
    fn0 = %first(i64, i64 sarg(16)) -> i64 tail
block0(v0: i64):
    v1 = stack_addr.i64 ss0
    store v0, v1
    v2 = iadd_imm v0, 9
    store v2, v1+8
    v3 = call fn0(v0, v1)
    v4 = load.i64 v1+8
    return v3, v4
}}
",
        folded(&parts)
    );
    let target = host_target().expect("this machine");
    let file = read_file(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let module = translate_file(&file, &target).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let resolve = |name: &str| match name {
        "rust_sum" => Some(sum as Sum as *const u8),
        "rust_call_back" => Some(call_back as extern "C" fn(Sum, i64) -> i64 as *const u8),
        "rust_small" => Some(small as Small as *const u8),
        "rust_call_small" => Some(call_small as extern "C" fn(Small, i64) -> i64 as *const u8),
        _ => None,
    };
    for level in OptLevel::ALL {
        let mut compiler = Compiler::for_target(target, native::options_at(level));
        compiler.set_memory(native::shared_memory());
        let codes = compiler.compile_module(module.clone(), &resolve);
        let codes = codes.unwrap_or_else(|error| panic!("{level:?}: {error}\n{module}"));
        let call = |name: &str, seed: i64| {
            let code = codes.iter().find(|code| code.name() == name).expect("it was compiled");
            native::call(code, &[Bits { ty: Type::Int64, bits: seed as u64 }]).expect("one argument")
        };
        for seed in [0, 1, -1000, i64::from(u32::MAX) << 20] {
            let expected = call_back(sum, seed) as u64;
            assert_eq!(call("both", seed), [expected, expected], "{level:?} of {seed}");
            assert_eq!(call("back", seed), [expected], "{level:?} of {seed}");
            assert_eq!(call("back_small", seed), [call_small(small, seed) as u64; 2], "{level:?} of {seed}");
            assert_eq!(call("internal", seed), [9, seed.wrapping_add(9) as u64], "{level:?} of {seed}");
        }
    }
}
