#!/bin/sh
# cranelift-reader fills gaps in the numbers of stack slots with slots of no bytes.
#
# Version: cranelift-reader 0.135.8.
# Expected: a function that declares only `ss2` has one stack slot; or the gap is an error.
# Seen: it has three, and the printed function declares `ss0` and `ss1` as well, with 0 bytes. Reading the printed text
# gives the same function. Gaps in the numbers of values and blocks leave nothing behind.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-slot-numbers"
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
    let text = "function %f() -> i64 {\n    ss2 = explicit_slot 16\nblock5:\n    v9 = stack_addr.i64 ss2\n    return v9\n}\n";
    let function = &parse_functions(text).unwrap()[0];
    println!("{} slots", function.sized_stack_slots.len());
    for (slot, data) in &function.sized_stack_slots {
        println!("{slot}: {} bytes", data.size);
    }
    let printed = function.to_string();
    println!("{} lines declare slots", printed.lines().filter(|line| line.contains("explicit_slot")).count());
    println!("{} blocks in the layout", function.layout.blocks().count());
    let again = parse_functions(&printed).unwrap()[0].to_string();
    println!("reads back: {}", again == printed);
}
END
cat >expected <<'END'
3 slots
ss0: 0 bytes
ss1: 0 bytes
ss2: 16 bytes
3 lines declare slots
1 blocks in the layout
reads back: true
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
