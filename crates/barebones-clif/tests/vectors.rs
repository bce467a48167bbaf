//! Vectors of 128 bits are values of type V128: instructions on them are operations on whole vectors.

use barebones::host_target;
use barebones_clif::{Settings, Vectors, read_file, translate};
#[cfg(target_arch = "x86_64")]
use {
    barebones::OptLevel,
    barebones_clif::{Engine, run},
};

/// Instructions on `v0` and `v1`, with the types of both and of the result, and the operations that they become.
const ROWS: &[(&str, [&str; 3], &[&str])] = &[
    ("iadd v0, v1", ["i8x16", "i8x16", "i8x16"], &["VectorAdd"]),
    ("imul v0, v1", ["i64x2", "i64x2", "i64x2"], &["VectorMul"]),
    ("imul v0, v1", ["i8x16", "i8x16", "i8x16"], &["VectorMul", "VectorShr"]),
    ("smulhi v0, v1", ["i16x8", "i16x8", "i16x8"], &["VectorExtendLow", "VectorShuffle"]),
    ("umin v0, v1", ["i16x8", "i16x8", "i16x8"], &["VectorMin"]),
    ("sadd_sat v0, v1", ["i8x16", "i8x16", "i8x16"], &["VectorAddSat"]),
    ("sadd_sat v0, v1", ["i32x4", "i32x4", "i32x4"], &["VectorBitSelect"]),
    ("ssub_sat v0, v1", ["i64x2", "i64x2", "i64x2"], &["VectorBitSelect"]),
    ("uadd_sat v0, v1", ["i32x4", "i32x4", "i32x4"], &["VectorLessThan"]),
    ("usub_sat v0, v1", ["i64x2", "i64x2", "i64x2"], &["VectorAndNot"]),
    ("avg_round v0, v1", ["i8x16", "i8x16", "i8x16"], &["VectorAverage"]),
    ("avg_round v0, v1", ["i64x2", "i64x2", "i64x2"], &["VectorSub"]),
    ("popcnt v0", ["i8x16", "i8x16", "i8x16"], &["VectorPopCount"]),
    ("popcnt v0", ["i64x2", "i64x2", "i64x2"], &["VectorPopCount"]),
    ("sqmul_round_sat v0, v1", ["i16x8", "i16x8", "i16x8"], &["VectorMulQ15"]),
    ("band_not v0, v1", ["f32x4", "f32x4", "f32x4"], &["VectorAndNot"]),
    ("icmp ult v0, v1", ["i32x4", "i32x4", "i32x4"], &["VectorLessThan"]),
    ("fcmp one v0, v1", ["f64x2", "f64x2", "i64x2"], &["VectorOr"]),
    ("fmin v0, v1", ["f32x4", "f32x4", "f32x4"], &["VectorMin"]),
    ("fmax_pseudo v0, v1", ["f32x4", "f32x4", "f32x4"], &["VectorPMax"]),
    ("fcopysign v0, v1", ["f64x2", "f64x2", "f64x2"], &["VectorBitSelect"]),
    ("sqrt v0", ["f64x2", "f64x2", "f64x2"], &["VectorSqrt"]),
    ("fma v0, v1, v0", ["f32x4", "f32x4", "f32x4"], &["VectorFma"]),
    ("uwiden_high v0", ["i8x16", "i8x16", "i16x8"], &["VectorExtendHigh"]),
    ("snarrow v0, v1", ["i16x8", "i16x8", "i8x16"], &["VectorNarrow"]),
    ("uunarrow v0, v1", ["i32x4", "i32x4", "i16x8"], &["VectorMin", "VectorNarrow"]),
    ("fcvt_from_uint.f32x4 v0", ["i32x4", "i32x4", "f32x4"], &["VectorConvert"]),
    ("fcvt_to_sint_sat.i32x4 v0", ["f32x4", "f32x4", "i32x4"], &["VectorTruncSat"]),
    ("fvpromote_low v0", ["f32x4", "f32x4", "f64x2"], &["VectorPromote"]),
    ("fvdemote v0", ["f64x2", "f64x2", "f32x4"], &["VectorDemote"]),
    ("swizzle v0, v1", ["i8x16", "i8x16", "i8x16"], &["VectorSwizzle"]),
    ("shuffle v0, v1, [0 17 2 19 4 21 6 23 8 25 10 27 12 29 14 31]", ["i8x16"; 3], &["VectorShuffle"]),
    ("iadd_pairwise v0, v1", ["i32x4", "i32x4", "i32x4"], &["VectorShuffle", "VectorAdd"]),
    ("bitselect v0, v1, v0", ["i8x16", "i8x16", "i8x16"], &["VectorBitSelect"]),
    ("vany_true v0", ["i32x4", "i32x4", "i8"], &["VectorAnyTrue"]),
    ("vall_true v0", ["i32x4", "i32x4", "i8"], &["VectorEqual", "VectorAnyTrue"]),
    ("vhigh_bits.i32 v0", ["i8x16", "i8x16", "i32"], &["VectorBitmask"]),
    ("bitcast.f64x2 little v0", ["i8x16", "i8x16", "f64x2"], &[]),
    ("ishl v0, v1", ["i16x8", "i32", "i16x8"], &["VectorShl"]),
    ("rotl v0, v1", ["i32x4", "i32", "i32x4"], &["VectorShl", "VectorShr"]),
    ("insertlane v0, v1, 3", ["i32x4", "i32", "i32x4"], &["VectorReplaceLane"]),
    ("load.i16x8 v1", ["i16x8", "i64", "i16x8"], &["V128 @"]),
];

#[test]
fn instructions_are_operations_on_whole_vectors() {
    let target = host_target().expect("this machine");
    for (instruction, [first, second, result], operations) in ROWS {
        let text = format!(
            "function %f({first}, {second}) -> {result} {{
block0(v0: {first}, v1: {second}):
    v2 = {instruction}
    return v2
}}
"
        );
        let file = read_file(&text).unwrap_or_else(|error| panic!("{instruction}: {error}"));
        let settings = Settings { pinned: None, vectors: Vectors::Registers };
        let translated = translate(&file.functions[0], &target, settings);
        let proc = translated.unwrap_or_else(|error| panic!("{instruction}: {error}")).procedure.to_string();
        for operation in *operations {
            assert!(proc.contains(operation), "{instruction} is not {operation}:\n{proc}");
        }
        assert!(!proc.contains("VectorExtractLane"), "{instruction} is lane by lane:\n{proc}");
    }
}

/// The NaNs of vector extremes have the bits of Cranelift's code for x86-64. On AArch64 they are the machine's.
#[cfg(target_arch = "x86_64")]
const NANS: &str = "test run
function %fmin_bits(f32x4, f32x4) -> i32x4 {
block0(v0: f32x4, v1: f32x4):
    v2 = fmin v0, v1
    v3 = bitcast.i32x4 little v2
    return v3
}
; run: %fmin_bits([+NaN 0x1.0 -NaN 0x2.0], [0x1.0 +NaN 0x1.0 0x1.0]) == [-4194304 -4194304 -4194304 1065353216]
; run: %fmin_bits([+NaN:0x1 +NaN -0.0 0.0], [-NaN -NaN 0.0 -0.0]) == [-4194304 -4194304 0x80000000 0x80000000]

function %fmax_bits(f32x4, f32x4) -> i32x4 {
block0(v0: f32x4, v1: f32x4):
    v2 = fmax v0, v1
    v3 = bitcast.i32x4 little v2
    return v3
}
; run: %fmax_bits([+NaN 0x1.0 -NaN 0x2.0], [0x1.0 +NaN 0x1.0 0x1.0]) == [0x7fc00000 0x7fc00000 -4194304 0x40000000]
; run: %fmax_bits([+NaN:0x1 +NaN -0.0 0.0], [-NaN +NaN 0.0 -0.0]) == [-4194304 0x7fc00000 0 0]

function %fmin_wide_bits(f64x2, f64x2) -> i64x2 {
block0(v0: f64x2, v1: f64x2):
    v2 = fmin v0, v1
    v3 = bitcast.i64x2 little v2
    return v3
}
; run: %fmin_wide_bits([+NaN 0x1.0], [0x1.0 0x2.0]) == [0xfff8000000000000 0x3ff0000000000000]

function %fmax_wide_bits(f64x2, f64x2) -> i64x2 {
block0(v0: f64x2, v1: f64x2):
    v2 = fmax v0, v1
    v3 = bitcast.i64x2 little v2
    return v3
}
; run: %fmax_wide_bits([+NaN -NaN], [0x1.0 0x2.0]) == [0x7ff8000000000000 0xfff8000000000000]
";

#[cfg(target_arch = "x86_64")]
#[test]
fn extremes_return_the_nans_of_cranelift() {
    let target = host_target().expect("this machine");
    let compiled = OptLevel::ALL.map(Engine::Compiled);
    for engine in compiled.into_iter().chain([Engine::Interpreter]) {
        for vectors in [Vectors::Registers, Vectors::Lanes] {
            let report = run("nans", NANS, engine, &target, vectors).expect("traps can be caught");
            assert!(report.failures.is_empty(), "{engine:?}, {vectors:?}: {:?}", report.failures);
            assert_eq!(report.passed, 6);
        }
    }
}
