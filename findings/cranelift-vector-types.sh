#!/bin/sh
# Cranelift IL: `swizzle` and `shuffle` refuse the type that other instructions on vectors take, and only the conversion
# that saturates has vectors.
#
# Version: cranelift-codegen and cranelift-reader 0.135.8.
# Expected: as `bitselect.i8x16`, every instruction on vectors may have its controlling type; `swizzle` has one for each
#   type of lanes, as `splat` has; `fcvt_to_sint` converts what `fcvt_to_sint_sat` converts.
# Seen: `swizzle` and `shuffle` only exist for `i8x16` and must not name it. The trapping conversion has no vectors.
#   A cast between vectors needs an order of bytes only if the number of lanes changes.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-vector-types"
version = "0.0.0"
edition = "2021"

[dependencies]
cranelift-codegen = { version = "=0.135.8", default-features = false, features = ["std", "unwind", "x86"] }
cranelift-reader = "=0.135.8"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use cranelift_codegen::settings::{builder, Flags};
use cranelift_codegen::verifier::verify_function;
use cranelift_reader::parse_functions;

/// What the reader or the verifier says of an instruction.
fn check(line: &str) -> String {
    let text = format!("function %f(i8x16, i16x8, i32x4, f32x4) {{\nblock0(v0: i8x16, v1: i16x8, v2: i32x4, v3: f32x4):\n    v4 = {line}\n    return\n}}\n");
    match parse_functions(&text) {
        Err(error) => format!("reader: {error}"),
        Ok(functions) => match verify_function(&functions[0], &Flags::new(builder())) {
            Ok(()) => "ok".into(),
            Err(error) => format!("verifier: {}", error.to_string().lines().next().unwrap_or_default()),
        },
    }
}

fn main() {
    for line in [
        "bitselect.i8x16 v0, v0, v0",
        "swizzle.i8x16 v0, v0",
        "shuffle.i8x16 v0, v0, [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]",
        "swizzle v0, v0",
        "swizzle v1, v1",
        "fcvt_to_sint_sat.i32x4 v3",
        "fcvt_to_sint.i32x4 v3",
        "bitcast.f32x4 v2",
        "bitcast.i16x8 v2",
        "bitcast.i16x8 little v2",
    ] {
        println!("{line}: {}", check(line));
    }
}
END
cat >expected <<'END'
bitselect.i8x16 v0, v0, v0: ok
swizzle.i8x16 v0, v0: reader: 3: swizzle does not take a typevar
shuffle.i8x16 v0, v0, [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]: reader: 3: shuffle does not take a typevar
swizzle v0, v0: ok
swizzle v1, v1: verifier: - inst0 (v4 = swizzle v1, v1): arg 0 (v1) has type i16x8, expected i8x16
fcvt_to_sint_sat.i32x4 v3: ok
fcvt_to_sint.i32x4 v3: reader: 3: i32x4 is not a valid typevar for fcvt_to_sint
bitcast.f32x4 v2: ok
bitcast.i16x8 v2: verifier: - inst0: Byte order specifier required for bitcast instruction changing lane count
bitcast.i16x8 little v2: ok
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
