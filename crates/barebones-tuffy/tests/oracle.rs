//! Each instruction in the oracle: values, ends of widths, poison and undefined behaviour.

use barebones_tuffy::table::ROWS;
use barebones_tuffy::{Division, ExternReply, Limits, Oracle, Outcome, Value, parse, validate};

/// A result type, the instructions of a function, and the outcome. `v90` is poison, `m` the token.
type Case = (&'static str, &'static str, &'static str);

const PROLOGUE: &str = "v0 = iconst 300 v90:u8 = add v0, v0";

const CASES: &[Case] = &[
    // ---- Constants -----------------------------------------------------------------------------------
    ("int", "v1 = iconst -5 ret v1", "returned -5"),
    (
        "int",
        "v1 = iconst 0x100000000000000000000000000000000 ret v1",
        "returned 340282366920938463463374607431768211456",
    ),
    ("int", "v1:s8 = iconst 128 ret v1", "returned poison"),
    ("int", "v1:s8 = iconst -128 ret v1", "returned -128"),
    ("bool", "v1 = bconst true ret v1", "returned true"),
    ("bool", "v1 = bconst false ret v1", "returned false"),
    ("f32", "v1 = fconst f32 0x3fc00000 ret v1", "returned 1.5f32"),
    (
        "f128",
        "v1 = fconst f128 0x3fff0000000000000000000000000000 ret v1",
        "returned f128 0x3fff0000000000000000000000000000",
    ),
    // ---- Integer arithmetic --------------------------------------------------------------------------
    ("int", "v1 = iconst 0xffffffffffffffff v2 = add v1, v1 ret v2", "returned 36893488147419103230"),
    ("int", "v1 = iconst 2147483647 v2 = iconst 1 v3:s32 = add v1, v2 ret v3", "returned poison"),
    ("int", "v2 = iconst 1 v3 = add v90, v2 ret v3", "returned poison"),
    ("int", "v1 = iconst 0 v2 = iconst 1 v3 = sub v1, v2 ret v3", "returned -1"),
    ("int", "v1 = iconst 0 v2 = iconst 1 v3:u64 = sub v1, v2 ret v3", "returned poison"),
    (
        "int",
        "v1 = iconst -9223372036854775808 v2 = mul v1, v1 ret v2",
        "returned 85070591730234615865843651857942052864",
    ),
    ("int", "v1 = iconst 2 v2 = mul v90, v1 ret v2", "returned poison"),
    ("int", "v1 = iconst -7 v2 = iconst 2 v3 = div v1, v2 ret v3", "returned -3"),
    ("int", "v1 = iconst -2147483648 v2 = iconst -1 v3 = div v1, v2 ret v3", "returned 2147483648"),
    ("int", "v1 = iconst 7 v2 = iconst 0 v3 = div v1, v2 ret v3", "returned poison"),
    ("int", "v1 = iconst -7 v2 = iconst 2 v3 = rem v1, v2 ret v3", "returned -1"),
    ("int", "v1 = iconst 7 v2 = iconst 0 v3 = rem v1, v2 ret v3", "returned poison"),
    ("int", "v1 = iconst -1 v2 = iconst 0xf0 v3 = and v1, v2 ret v3", "returned 240"),
    ("int", "v1 = iconst -256 v2 = iconst 0xf0 v3 = or v1, v2 ret v3", "returned -16"),
    ("int", "v1 = iconst -1 v2 = iconst 0xf0 v3 = xor v1, v2 ret v3", "returned -241"),
    ("bool", "v1 = bconst true v2 = bconst false v3 = band v1, v2 ret v3", "returned false"),
    ("bool", "v1 = bconst true v2 = bconst false v3 = bor v1, v2 ret v3", "returned true"),
    ("bool", "v1 = bconst true v2 = bxor v1, v1 ret v2", "returned false"),
    ("bool", "v1 = bconst false v2 = icmp.eq v90, v0 v3 = band v1, v2 ret v3", "returned poison"),
    ("int", "v1 = iconst -3 v2 = iconst 70 v3 = shl v1, v2 ret v3", "returned -3541774862152233910272"),
    ("int", "v1 = iconst 1 v2 = iconst -1 v3 = shl v1, v2 ret v3", "returned poison"),
    ("int", "v1 = iconst 0 v2 = iconst 1000000 v3 = shl v1, v2 ret v3", "returned 0"),
    (
        "int",
        "v1 = iconst 1 v2 = iconst 5000 v3 = shl v1, v2 ret v3",
        "limit at `shl`: a left shift by more than 4096",
    ),
    ("int", "v1 = iconst -3 v2 = iconst 1 v3 = shr v1, v2 ret v3", "returned -2"),
    ("int", "v1 = iconst -3 v2 = iconst 999999999999 v3 = shr v1, v2 ret v3", "returned -1"),
    ("int", "v1 = iconst 3 v2 = iconst -1 v3 = shr v1, v2 ret v3", "returned poison"),
    // ---- Bits ----------------------------------------------------------------------------------------
    ("int", "v1 = iconst 0xffffffffffffffffff v2 = count_ones v1 ret v2", "returned 72"),
    ("int", "v1 = iconst -1 v2 = count_ones v1 ret v2", "returned poison"),
    ("int", "v1 = iconst -1 v2 = clz.8 v1 ret v2", "returned 0"),
    ("int", "v1 = iconst 256 v2 = clz.8 v1 ret v2", "returned 8"),
    ("int", "v1 = iconst 1 v2 = clz.0 v1 ret v2", "returned poison"),
    ("int", "v1 = iconst 0x800 v2 = ctz v1 ret v2", "returned 11"),
    ("int", "v1 = iconst 0 v2 = ctz v1 ret v2", "returned poison"),
    ("int", "v1 = iconst -2 v2 = ctz v1 ret v2", "returned poison"),
    ("int", "v1 = iconst 0x1234 v2 = bswap.3 v1 ret v2", "returned 3412480"),
    ("int", "v1 = iconst -2 v2 = bswap.2 v1 ret v2", "returned 65279"),
    ("int", "v1 = iconst 1 v2 = bswap.0 v1 ret v2", "returned poison"),
    ("int", "v1 = iconst -8 v2 = bitreverse.5 v1 ret v2", "returned 3"),
    ("int", "v1 = iconst 1 v2 = bitreverse.0 v1 ret v2", "returned poison"),
    ("int", "v1 = iconst 0x81 v2 = iconst 9 v3 = rotl.8 v1, v2 ret v3", "returned 3"),
    ("int", "v1 = iconst 0x81 v2 = iconst -1 v3 = rotl.8 v1, v2 ret v3", "returned 192"),
    ("int", "v1 = iconst 1 v2 = iconst 1 v3 = rotl.0 v1, v2 ret v3", "returned poison"),
    ("int", "v1 = iconst 0x81 v2 = iconst 1 v3 = rotr.8 v1, v2 ret v3", "returned 192"),
    ("int", "v1 = iconst 0x81 v2 = iconst 0 v3 = rotr.8 v1, v2 ret v3", "returned 129"),
    ("int", "v1 = iconst 1 v2 = iconst 1 v3 = rotr.0 v1, v2 ret v3", "returned poison"),
    ("int", "v1 = iconst -1 v2 = iconst 0x123 v3 = merge.8 v1, v2 ret v3", "returned -221"),
    ("int", "v1 = iconst 1 v3 = merge.0 v1, v1 ret v3", "returned poison"),
    ("int", "v1 = iconst -1 v2, v3 = split.8 v1 ret v2", "returned -1"),
    ("int", "v1 = iconst -1 v2, v3 = split.8 v1 ret v3", "returned 255"),
    ("int", "v1 = iconst 1 v2, v3 = split.0 v1 ret v3", "returned poison"),
    ("int", "v1 = iconst 11 v2 = iconst 7 v3 = clmul v1, v2 ret v3", "returned 49"),
    ("int", "v1 = iconst -1 v2 = iconst 7 v3 = clmul v1, v2 ret v3", "returned poison"),
    // ---- Saturation and overflow ---------------------------------------------------------------------
    ("int", "v1 = iconst 200 v2 = uadd_sat.8 v1, v1 ret v2", "returned 255"),
    ("int", "v1 = iconst -5 v2 = iconst 1 v3 = uadd_sat.8 v1, v2 ret v3", "returned -4"),
    ("int", "v1 = iconst 1 v2 = uadd_sat.0 v1, v1 ret v2", "returned poison"),
    ("int", "v1 = iconst 1 v2 = iconst 2 v3 = usub_sat.8 v1, v2 ret v3", "returned 0"),
    ("int", "v1 = iconst 1 v2 = usub_sat.0 v1, v1 ret v2", "returned poison"),
    ("int", "v1 = iconst 100 v2 = sadd_sat.8 v1, v1 ret v2", "returned 127"),
    ("int", "v1 = iconst -100 v2 = sadd_sat.8 v1, v1 ret v2", "returned -128"),
    ("int", "v1 = iconst 1 v2 = sadd_sat.0 v1, v1 ret v2", "returned poison"),
    ("int", "v1 = iconst -100 v2 = iconst 100 v3 = ssub_sat.8 v1, v2 ret v3", "returned -128"),
    ("int", "v1 = iconst 1 v2 = ssub_sat.0 v1, v1 ret v2", "returned poison"),
    ("int", "v1 = iconst 127 v2 = iconst 1 v3, v4 = sadd_overflow.8 v1, v2 ret v3", "returned -128"),
    ("bool", "v1 = iconst 127 v2 = iconst 1 v3, v4 = sadd_overflow.8 v1, v2 ret v4", "returned true"),
    ("bool", "v1 = iconst 1 v3, v4 = sadd_overflow.0 v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst 255 v2 = iconst 1 v3, v4 = uadd_overflow.8 v1, v2 ret v3", "returned 0"),
    ("bool", "v1 = iconst 255 v2 = iconst 0 v3, v4 = uadd_overflow.8 v1, v2 ret v4", "returned false"),
    ("bool", "v1 = iconst 1 v3, v4 = uadd_overflow.0 v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst -128 v2 = iconst 1 v3, v4 = ssub_overflow.8 v1, v2 ret v3", "returned 127"),
    ("bool", "v1 = iconst -128 v2 = iconst 1 v3, v4 = ssub_overflow.8 v1, v2 ret v4", "returned true"),
    ("bool", "v1 = iconst 1 v3, v4 = ssub_overflow.0 v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst 0 v2 = iconst 1 v3, v4 = usub_overflow.8 v1, v2 ret v3", "returned 255"),
    ("bool", "v1 = iconst 0 v2 = iconst 1 v3, v4 = usub_overflow.8 v1, v2 ret v4", "returned true"),
    ("bool", "v1 = iconst 1 v3, v4 = usub_overflow.0 v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst -128 v2 = iconst -1 v3, v4 = smul_overflow.8 v1, v2 ret v3", "returned -128"),
    ("bool", "v1 = iconst -128 v2 = iconst -1 v3, v4 = smul_overflow.8 v1, v2 ret v4", "returned true"),
    ("bool", "v1 = iconst 1 v3, v4 = smul_overflow.0 v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst 16 v3, v4 = umul_overflow.8 v1, v1 ret v3", "returned 0"),
    ("bool", "v1 = iconst 16 v3, v4 = umul_overflow.8 v1, v1 ret v4", "returned true"),
    ("bool", "v1 = iconst 1 v3, v4 = umul_overflow.0 v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst -128 v3, v4 = scarrying_mul_add.8 v1, v1, v1, v1 ret v3", "returned 0"),
    ("int", "v1 = iconst -128 v3, v4 = scarrying_mul_add.8 v1, v1, v1, v1 ret v4", "returned 63"),
    ("int", "v1 = iconst 1 v3, v4 = scarrying_mul_add.0 v1, v1, v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst 255 v3, v4 = ucarrying_mul_add.8 v1, v1, v1, v1 ret v3", "returned 255"),
    ("int", "v1 = iconst 255 v3, v4 = ucarrying_mul_add.8 v1, v1, v1, v1 ret v4", "returned 255"),
    ("int", "v1 = iconst 1 v3, v4 = ucarrying_mul_add.0 v1, v1, v1, v1 ret v4", "returned poison"),
    ("int", "v1 = iconst -1 v2 = iconst 1 v3 = min v1, v2 ret v3", "returned -1"),
    ("int", "v1 = iconst -1 v3 = min v1, v90 ret v3", "returned poison"),
    ("int", "v1 = iconst -1 v2 = iconst 1 v3 = max v1, v2 ret v3", "returned 1"),
    // ---- Floats --------------------------------------------------------------------------------------
    ("f32", "v1 = fconst f32 0x3fc00000 v2 = fadd reassoc v1, v1 ret v2", "returned 3.0f32"),
    ("f16", "v1 = fconst f16 0x7bff v2 = fadd v1, v1 ret v2", "returned f16 0x7c00"),
    (
        "f128",
        "v1 = fconst f128 0 v2 = fadd v1, v1 ret v2",
        "limit at `fadd`: arithmetic of f128 is not supported",
    ),
    ("f64", "v1 = fconst f64 0x3ff0000000000000 v2 = fsub v1, v1 ret v2", "returned 0.0f64"),
    ("f64", "v1 = fconst f64 0x4008000000000000 v2 = fmul contract v1, v1 ret v2", "returned 9.0f64"),
    (
        "f64",
        "v1 = fconst f64 0x3ff0000000000000 v2 = fconst f64 0 v3 = fdiv v1, v2 ret v3",
        "returned inff64",
    ),
    (
        "f64",
        "v1 = fconst f64 0x3ff0000000000000 v2 = fconst f64 0 v3:nofpclass(inf) = fdiv v1, v2 ret v3",
        "returned poison",
    ),
    (
        "f32",
        "v1 = fconst f32 0x7fc00000 v2 = fconst f32 0x3f800000 v3 = fminnum v1, v2 ret v3",
        "returned 1.0f32",
    ),
    ("f32", "v1 = fconst f32 0x80000000 v2 = fconst f32 0 v3 = fminnum v2, v1 ret v3", "returned -0.0f32"),
    (
        "f32",
        "v1 = fconst f32 0x7fc00000 v2 = fconst f32 0x3f800000 v3 = fmaxnum v2, v1 ret v3",
        "returned 1.0f32",
    ),
    ("bf16", "v1 = fconst bf16 0x3f80 v2 = fneg v1 ret v2", "returned bf16 0xbf80"),
    ("f32", "v1 = fconst f32 0xbf800000 v2 = fabs v1 ret v2", "returned 1.0f32"),
    (
        "f32",
        "v1 = fconst f32 0x3f800000 v2 = fconst f32 0x80000000 v3 = copysign v1, v2 ret v3",
        "returned -1.0f32",
    ),
    (
        "f64",
        "v1 = fconst f64 0xc014000000000000 v2 = fconst f64 0x4000000000000000 v3 = frem v1, v2 ret v3",
        "returned -1.0f64",
    ),
    ("bool", "v1 = fconst f64 0x7ff8000000000000 v2 = fcmp.uno v1, v1 ret v2", "returned true"),
    ("bool", "v1 = fconst f64 0x7ff8000000000000 v2 = fcmp.oeq v1, v1 ret v2", "returned false"),
    (
        "bool",
        "v1 = fconst f64 0x8000000000000000 v2 = fconst f64 0 v3 = fcmp.oeq v1, v2 ret v3",
        "returned true",
    ),
    // ---- Comparison ----------------------------------------------------------------------------------
    ("bool", "v1 = iconst -1 v2 = iconst 0xffffffffffffffff v3 = icmp.lt v1, v2 ret v3", "returned true"),
    ("bool", "v1 = iconst -1 v2 = icmp.ge v1, v1:u8 ret v2", "returned poison"),
    ("int", "v1 = bconst true v2 = iconst 7 v3 = select v1, v2, v90 ret v3", "returned 7"),
    ("int", "v1 = bconst false v2 = iconst 7 v3 = select v1, v2, v90 ret v3", "returned poison"),
    ("int", "v1 = icmp.eq v90, v0 v2 = iconst 7 v3 = select v1, v2, v2 ret v3", "returned poison"),
    // ---- Memory --------------------------------------------------------------------------------------
    (
        "int",
        "v1 = stack_slot 4 v2 = iconst -2 v3 = store v2:s16, v1, m v4:s16 = load v1, v3 -> int ret v4",
        "returned -2",
    ),
    (
        "int",
        "v1 = stack_slot 4 v2 = iconst -2 v3 = store v2:s16, v1, m v4:u8 = load v1, v3 -> int ret v4",
        "returned 254",
    ),
    ("int", "v1 = stack_slot 4 v4:u8 = load v1, m -> int ret v4", "returned poison"),
    (
        "int",
        "v1 = stack_slot 4 v4:s64 = load v1, m -> int ret v4",
        "undefined at `load`: an access outside its allocation",
    ),
    (
        "int",
        "v1 = stack_slot 4 v2 = ptradd v1, v90 v4:u8 = load v2, m -> int ret v4",
        "undefined at `load`: an access at a poison address",
    ),
    (
        "int",
        "v1 = stack_slot 4 v2 = store v90:s32, v1, m v4:s32 = load v1, v2 -> int ret v4",
        "returned poison",
    ),
    (
        "byte(3)",
        "v1 = stack_slot 4 v2 = iconst 7 v3 = store v2:u8, v1, m v4 = load v1, v3 -> byte(3) ret v4",
        "returned bytes 07 -- --",
    ),
    (
        "bool",
        "v1 = stack_slot 1 v2 = iconst 2 v3 = store v2:u8, v1, m v4 = load v1, v3 -> bool ret v4",
        "returned poison",
    ),
    (
        "struct{int:s8, f32}",
        "v1 = stack_slot 8 v2 = fconst f32 0x3f800000 v3 = iconst -1 v4 = store v3:s8, v1, m v5 = iconst 1 v6 = ptradd v1, v5 v7 = store v2, v6, v4 v8 = load v1, v7 -> struct{int:s8, f32} ret v8",
        "returned {-1, 1.0f32}",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 0x1234 v3 = store v2:u32, v1, m v4 = iconst 4 v5 = ptradd v1, v4 v6 = memcpy v5, v1, v4, align=4, v3 v7:u32 = load v5, v6 -> int ret v7",
        "returned 4660",
    ),
    (
        "int",
        "v1 = stack_slot 8 v4 = iconst 4 v6 = memcpy v1, v1, v4, align=1, m ret v4",
        "undefined at `memcpy`: ranges of `memcpy` that overlap",
    ),
    (
        "int",
        "v1 = stack_slot 8 v4 = iconst 4 v6 = memcpy v1, v1, v90, align=1, m ret v4",
        "undefined at `memcpy`: a poison count",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 0x1234 v3 = store v2:u32, v1, m v4 = iconst 4 v5 = iconst 1 v8 = ptradd v1, v5 v6 = memmove v8, v1, v4, align=1, v3 v7:u32 = load v1, v6 -> int ret v7",
        "returned 1193012",
    ),
    (
        "int",
        "v1 = stack_slot 8 v5 = iconst 1 v8 = ptradd v1, v5 v6 = memmove v8, v1, v5, align=2, m ret v5",
        "undefined at `memmove`: an address without the alignment that is promised",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 0x1ff v3 = iconst 4 v4 = memset v1, v2, v3, align=1, m v5:s32 = load v1, v4 -> int ret v5",
        "returned -1",
    ),
    (
        "int",
        "v1 = stack_slot 8 v3 = iconst -4 v4 = memset v1, v3, v3, align=1, m ret v3",
        "undefined at `memset`: a negative count",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 5 v3 = store v2:u32, v1, m v4, v5:u32 = load.atomic.acquire v1, v3 ret v5",
        "returned 5",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 5 v3 = store.atomic.release v2:u32, v1, m v5:u32 = load v1, v3 -> int ret v5",
        "returned 5",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 5 v3 = store v2:u8, v1, m v4, v5:u8 = rmw.sub.seqcst v1, v2:u8, v3 v6:u8 = load v1, v4 -> int ret v6",
        "returned 0",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 5 v3 = store v2:u8, v1, m v4, v5:u8 = rmw.xchg.relaxed v1, v2:u8, v3 ret v5",
        "returned 5",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 5 v3 = store v2:u8, v1, m v6 = iconst 9 v4, v5:u8 = cmpxchg.seqcst.relaxed v1, v2:u8, v6:u8, v3 v7:u8 = load v1, v4 -> int ret v7",
        "returned 9",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 5 v3 = store v2:u8, v1, m v6 = iconst 9 v4, v5:u8 = cmpxchg.seqcst.relaxed v1, v6:u8, v6:u8, v3 ret v5",
        "returned 5",
    ),
    ("int", "v1 = iconst 1 v2 = fence.seqcst m ret v1", "returned 1"),
    // ---- Conversions ---------------------------------------------------------------------------------
    ("f32", "v1 = iconst 0x3f800000 v2: f32 = bitcast v1:u32 ret v2", "returned 1.0f32"),
    ("int", "v1 = fconst f32 0xbf800000 v2:s32 = bitcast v1 ret v2", "returned -1082130432"),
    ("int", "v1 = fconst f32 0xbf800000 v2 = bitcast v1 ret v2", "returned 3212836864"),
    ("int", "v1 = iconst -1 v2 = sext v1, 8 ret v2", "returned -1"),
    ("int", "v1 = iconst 128 v2 = sext v1, 8 ret v2", "returned poison"),
    ("int", "v1 = iconst -1 v2 = zext v1, 8 ret v2", "returned 255"),
    ("int", "v1 = fconst f64 0xc00e000000000000 v2:s32 = fp_to_si v1 ret v2", "returned -3"),
    ("int", "v1 = fconst f64 0x7ff8000000000000 v2:s32 = fp_to_si v1 ret v2", "returned poison"),
    ("int", "v1 = fconst f64 0x43e0000000000000 v2:s64 = fp_to_si v1 ret v2", "returned poison"),
    ("int", "v1 = fconst f64 0xbfe0000000000000 v2:u32 = fp_to_ui v1 ret v2", "returned 0"),
    ("int", "v1 = fconst f64 0xbff0000000000000 v2:u32 = fp_to_ui v1 ret v2", "returned poison"),
    ("f32", "v1 = iconst 16777217 v2 = si_to_fp v1 -> f32 ret v2", "returned 16777216.0f32"),
    (
        "f64",
        "v1 = iconst 0xffffffffffffffff v2 = ui_to_fp v1 -> f64 ret v2",
        "returned 1.8446744073709552e19f64",
    ),
    ("f64", "v1 = iconst -1 v2 = ui_to_fp v1 -> f64 ret v2", "returned poison"),
    ("f16", "v1 = fconst f64 0x3ff0000000000000 v2: f16 = fp_convert v1 ret v2", "returned f16 0x3c00"),
    // ---- Pointers ------------------------------------------------------------------------------------
    ("int", "v1 = stack_slot 8 v2 = iconst 3 v3 = ptradd v1, v2 v4 = ptrdiff v1, v3 ret v4", "returned -3"),
    ("int", "v1 = stack_slot 8 v2 = stack_slot 8 v4 = ptrdiff v1, v2 ret v4", "returned poison"),
    (
        "int",
        "v1 = stack_slot 8 v2 = iconst 5 v3 = store v2:u8, v1, m v4 = ptrtoint v1 v5 = inttoptr v4 v6:u8 = load v5, v3 -> int ret v6",
        "returned 5",
    ),
    (
        "int",
        "v1 = stack_slot 8 v4 = ptrtoaddr v1 v5 = inttoptr v4 v6:u8 = load v5, m -> int ret v6",
        "undefined at `load`: an access that no exposed allocation permits",
    ),
    (
        "int",
        "v1 = stack_slot 8 v2 = stack_slot 8 v3 = store v1, v2, m v4 = load v2, v3 -> ptr v5 = ptrdiff v4, v1 ret v5",
        "returned 0",
    ),
    // ---- Aggregates ----------------------------------------------------------------------------------
    (
        "int",
        "v1 = stack_slot 2 v2 = iconst 0x201 v3 = store v2:u16, v1, m v4 = load v1, v3 -> [int:u8; 2] v5 = extractvalue v4, 1 ret v5",
        "returned 2",
    ),
    (
        "[int:u8; 2]",
        "v1 = stack_slot 2 v2 = iconst 0x201 v3 = store v2:u16, v1, m v4 = load v1, v3 -> [int:u8; 2] v5 = insertvalue v4, v2, 0 ret v5",
        "returned {poison, 2}",
    ),
    // ---- Symbols, calls ------------------------------------------------------------------------------
    ("int", "v1 = symbol_addr @twice v2 = iconst 21 v3, v4 = call v1(v2), m -> int ret v4", "returned 42"),
    (
        "int",
        "v1 = symbol_addr @twice v2 = iconst 21 v3, v4 = call v1(v2), m -> int v5 = call_ret2 v3 ret v5",
        "returned 21",
    ),
    (
        "int",
        "v1 = symbol_addr @twice v2 = iconst 2000 v3, v4 = call v1(v2), m -> int ret v4",
        "returned poison",
    ),
    (
        "int",
        "v1 = symbol_addr @twice v2 = call v1(), m ret v0",
        "undefined at `call`: a call with another signature",
    ),
    ("int", "v1 = symbol_addr @table v2:u8 = load v1, m -> int ret v2", "returned 65"),
    ("int", "v1 = tls_symbol_addr @table v2:u8 = load v1, m -> int ret v2", "returned 65"),
    ("int", "v1 = symbol_addr @outside v2 = iconst 2 v3, v4 = call v1(v2), m -> int ret v4", "returned 3"),
    (
        "int",
        "v1 = symbol_addr @table v2 = call v1(), m ret v0",
        "undefined at `call`: a call of what is no function",
    ),
    ("int", "v1 = symbol_addr @missing v2 = call v1(), m ret v0", "limit at `call`: @missing is not defined"),
    ("int", "v1 = symbol_addr @throws v2 = call v1(), m ret v0", "threw 0x2a"),
    (
        "int",
        "v1 = symbol_addr @throws v2 = call v1(), m cleanup bb9 ret v0 bb9(v20: mem): v21 = landing_pad v22 = ptrtoaddr v21 ret v22",
        "returned 42",
    ),
    // ---- Ends of blocks ------------------------------------------------------------------------------
    ("int", "v1 = iconst 2 br bb1(v1) bb1(v2: int): ret v2", "returned 2"),
    ("int", "br bb1(v90) bb1(v2: int): ret v2", "returned poison"),
    ("int", "br bb1(v0) bb1(v2: int:u8): ret v2", "returned poison"),
    ("int", "v1 = bconst false brif v1, bb1, bb2(v0) bb1: trap bb2(v3: int): ret v3", "returned 300"),
    ("int", "v1 = icmp.eq v90, v0 brif v1, bb1, bb1 bb1: ret v0", "undefined at `brif`: a branch on poison"),
    (
        "int",
        "br bb1(v0) region loop { bb1(v1: int): v2 = iconst 1 v3 = sub v1, v2 v4 = icmp.gt v3, v2 brif v4, bb2, bb3 bb2: continue v3 } bb3: ret v1",
        "returned 2",
    ),
    ("int", "br bb1 region plain { bb1: v1 = iconst 9 region_yield v1 } bb2(v2: int): ret v2", "returned 9"),
    ("int", "unreachable", "undefined at `unreachable`: `unreachable` was reached"),
    ("int", "trap", "trapped at `trap`"),
];

/// The text of a case: a function @f, and what it may use.
fn text((ty, body, _): &Case) -> String {
    // The token is written `m`.
    let body: Vec<String> = body
        .split(' ')
        .map(|word| match word.strip_prefix('m') {
            Some(rest @ ("" | ",")) => format!("v99{rest}"),
            _ => word.to_string(),
        })
        .collect();
    let body = body.join(" ");
    format!(
        "func @f() -> {ty} {{ bb0(v99: mem):\n{PROLOGUE} {body} }}
        data @table = \"ABC\"
        func @twice(int:s8) -> int:s8 {{ bb0(v0: mem): v1 = param 0 v2 = add v1, v1 ret v2, v1, v0 }}"
    )
}

fn run(case: &Case) -> Outcome {
    let text = text(case);
    let module = parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let violations = validate(&module);
    assert!(violations.is_empty(), "{text}\n{violations:?}");
    let printed = module.to_string();
    let again = parse(&printed).unwrap_or_else(|error| panic!("{printed}\n{error}"));
    assert_eq!(again.to_string(), printed);
    let mut oracle = Oracle::new(&module);
    oracle.define("outside", |args| match args {
        [Value::Int(value)] => ExternReply::Returns(vec![Value::Int(value + 1)]),
        _ => ExternReply::Returns(Vec::new()),
    });
    oracle.define("throws", |_| ExternReply::Throws(42));
    oracle.call("f", &[])
}

/// An outcome without `2:70 of @f, `.
fn without_position(outcome: &str) -> String {
    match (outcome.find(" at "), outcome.find(" of @f, ")) {
        (Some(at), Some(of)) => format!("{}{}", &outcome[..at + 4], &outcome[of + 8..]),
        _ => outcome.to_string(),
    }
}

#[test]
fn each_instruction_has_its_values() {
    let outcomes = CASES.iter().map(|case| (case, without_position(&run(case).to_string())));
    let wrong = outcomes.filter(|(case, outcome)| outcome != case.2);
    let wrong: Vec<String> = wrong
        .map(|((_, body, expected), outcome)| format!("{body}: {outcome}, expected {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_instruction_has_a_case() {
    for row in ROWS {
        let is_used = |body: &str| {
            let mut rests = body.split(' ').filter_map(|word| word.strip_prefix(row.name));
            rests.any(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let used = CASES.iter().any(|(_, body, _)| is_used(body)) || row.name == "param";
        assert!(used, "{}", row.name);
    }
}

fn call(text: &str, args: &[i64]) -> String {
    let module = parse(text).unwrap_or_else(|error| panic!("{error}"));
    let args: Vec<Value> = args.iter().map(|arg| Value::int(*arg)).collect();
    Oracle::new(&module).call("f", &args).to_string()
}

#[test]
fn parameters_are_promises_of_the_caller() {
    let text =
        "func @f(%a: int:u8, int) -> int:s8 { bb0: v0 = param %a v1 = param 1 v2 = add v0, v1 ret v2 }";
    assert_eq!(call(text, &[100, 20]), "returned 120");
    assert_eq!(call(text, &[100, 100]), "returned poison");
    assert_eq!(call(text, &[256, 1]), "returned poison");
    assert_eq!(call(text, &[1]), "the arguments are not those of @f");
}

#[test]
fn the_factorial_of_the_document() {
    let text = include_str!("programs/factorial.tuffy").replace("@factorial", "@f");
    assert_eq!(call(&text, &[12]), "returned 479001600");
    assert_eq!(call(&text, &[13]), "returned poison");
    assert_eq!(call(&text, &[-5]), "returned 1");
}

#[test]
fn division_rounds_as_the_switch_says() {
    let text = "func @f(int, int) -> int { bb0: v0 = param 0 v1 = param 1 v2 = OP v0, v1 ret v2 }";
    for (a, b) in (-7..=7).flat_map(|a| (-3..=3).map(move |b| (a, b))).filter(|(_, b)| *b != 0) {
        for (op, truncated, euclidean) in
            [("div", a / b, i64::div_euclid(a, b)), ("rem", a % b, i64::rem_euclid(a, b))]
        {
            let module = parse(&text.replace("OP", op)).expect("a module");
            let mut oracle = Oracle::new(&module);
            let args = [Value::int(a), Value::int(b)];
            assert_eq!(oracle.call("f", &args).to_string(), format!("returned {truncated}"), "{a} {op} {b}");
            oracle.division = Division::Euclidean;
            assert_eq!(oracle.call("f", &args).to_string(), format!("returned {euclidean}"), "{a} {op} {b}");
        }
    }
}

#[test]
fn limits_end_executions() {
    let endless = "func @f() { bb0(v0: mem): br bb1 region loop { bb1: continue } }";
    assert_eq!(call(endless, &[]), "out of steps");
    let deep = "func @f() { bb0(v0: mem): v1 = symbol_addr @f v2 = call v1(), v0 ret v2 }";
    let module = parse(deep).expect("a module");
    let mut oracle = Oracle::new(&module);
    oracle.limits = Limits { steps: 1000, depth: 10 };
    assert_eq!(oracle.call("f", &[]).to_string(), "limit at 1:47 of @f, `call`: too many frames");
    let grows = "func @f() -> int { bb0: v0 = iconst 3 br bb1(v0) region loop { bb1(v1: int): v2 = mul v1, v1 continue v2 } }";
    assert_eq!(call(grows, &[]), "limit at 1:78 of @f, `mul`: an integer of more than 8192 bits");
}

#[test]
fn memory_of_a_function_that_returned_is_freed() {
    let text = "func @f() -> int { bb0(v0: mem): v1 = symbol_addr @g v2, v3 = call v1(), v0 -> ptr v4:u8 = load v3, v2 -> int ret v4, v2 }
        func @g() -> ptr { bb0: v0 = stack_slot 4 ret v0 }";
    assert_eq!(
        call(text, &[]),
        "undefined at 1:84 of @f, `load`: an access to memory of a function that returned"
    );
}

#[test]
fn poison_is_found_where_it_is_made() {
    let module = parse("func @f() -> int { bb0: v0 = iconst 1 v1:s1 = add v0, v0 v2 = iconst 2 ret v2 }")
        .expect("a module");
    let mut oracle = Oracle::new(&module);
    assert_eq!(oracle.call("f", &[]).to_string(), "returned 2");
    assert_eq!(
        oracle.first_poison().map(|(source, place)| format!("{place}: {source}")),
        Some(String::from("1:39 of @f, `add`: a result outside its annotation"))
    );
    oracle.stop_at_poison = true;
    assert_eq!(
        oracle.call("f", &[]).to_string(),
        "poison at 1:39 of @f, `add`: a result outside its annotation"
    );
}
