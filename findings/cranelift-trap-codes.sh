#!/bin/sh
# User trap codes of Cranelift IL are 1 to 250.
#
# Version: cranelift-codegen and cranelift-reader 0.135.8.
# Expected: a user trap code is any 16-bit number, as it was for years, with `user0` as the first.
# Seen: `user0` and `user251` are errors. A trap code is one non-zero byte, and the five highest are predefined.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-trap-codes"
version = "0.0.0"
edition = "2021"

[dependencies]
cranelift-codegen = { version = "=0.135.8", default-features = false, features = ["std", "unwind", "x86"] }
cranelift-reader = "=0.135.8"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use cranelift_codegen::ir::TrapCode;
use cranelift_reader::parse_functions;

fn main() {
    for code in ["user0", "user1", "user250", "user251", "user65535", "heap_oob"] {
        let text = format!("function %f() {{\nblock0:\n    trap {code}\n}}\n");
        println!("{code}: {}", parse_functions(&text).map(|_| "parsed".to_string()).unwrap_or_else(|e| e.to_string()));
    }
    println!("bytes of TrapCode: {}, of Option<TrapCode>: {}", size_of::<TrapCode>(), size_of::<Option<TrapCode>>());
}
END
cat >expected <<'END'
user0: 3: expected trap code
user1: parsed
user250: parsed
user251: 3: expected trap code
user65535: 3: expected trap code
heap_oob: parsed
bytes of TrapCode: 1, of Option<TrapCode>: 1
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
