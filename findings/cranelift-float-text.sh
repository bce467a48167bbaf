#!/bin/sh
# The only decimal floating-point constant of Cranelift IL is zero, and the only way to write zero is with a point.
#
# Version: cranelift-reader 0.135.8.
# Expected: `f64const 1.5` and `f64const 0` parse. `f64const 0x1` is the hexadecimal form of one.
# Seen: other values must be hexadecimal, and every value needs a point. Zero is printed as `0.0`, also if it was
#   written in hexadecimal, so the output of the writer looks as if decimal constants were normal.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-float-text"
version = "0.0.0"
edition = "2021"

[dependencies]
cranelift-codegen = { version = "=0.135.8", default-features = false, features = ["std", "unwind", "x86"] }
cranelift-reader = "=0.135.8"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use cranelift_reader::parse_functions;

fn main() {
    for constant in ["0", "0.0", "-0.0", "0x0.0", "1.5", "0x1", "0x1.0", "0x3.0", "Inf", "NaN"] {
        let text = format!("function %f() {{\nblock0:\n    v0 = f64const {constant}\n    return\n}}\n");
        match parse_functions(&text) {
            Ok(functions) => {
                let text = functions[0].to_string();
                let line = text.lines().find(|line| line.contains("f64const")).unwrap();
                println!("{constant}: {}", line.trim());
            }
            Err(error) => println!("{constant}: {error}"),
        }
    }
}
END
cat >expected <<'END'
0: 3: expected immediate 64-bit float operand
0.0: v0 = f64const 0.0
-0.0: v0 = f64const -0.0
0x0.0: v0 = f64const 0.0
1.5: 3: Float must be hexadecimal
0x1: 3: expected immediate 64-bit float operand
0x1.0: v0 = f64const 0x1.0000000000000p0
0x3.0: v0 = f64const 0x1.8000000000000p1
Inf: v0 = f64const +Inf
NaN: v0 = f64const +NaN
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
