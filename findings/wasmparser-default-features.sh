#!/bin/sh
# The default validator of wasmparser accepts proposals that are in no version of the WebAssembly specification.
#
# Version: wasmparser 0.263.0.
# Expected: the default is a version of the specification, 3.0 at most. Proposals need `Validator::new_with_features`.
# Seen: 128-bit addition (`i64.add128`) is valid by default. Shared memories are valid by default and even with
#   `WasmFeatures::WASM3`, although threads are not in version 3.0. Custom page sizes are invalid in both.
#   A test that relies on rejection has to name its features one by one.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-wasmparser-default-features"
version = "0.0.0"
edition = "2021"

[dependencies]
wasmparser = "=0.263.0"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use wasmparser::{Validator, WasmFeatures};

fn main() {
    let shared_memory = &[5, 4, 1, 3, 1, 1][..];
    let page_size = &[5, 4, 1, 8, 1, 0][..];
    let add128 = &[
        1, 10, 1, 0x60, 4, 0x7e, 0x7e, 0x7e, 0x7e, 2, 0x7e, 0x7e, // type: four i64 to two
        3, 2, 1, 0, // one function of this type
        10, 14, 1, 12, 0, 0x20, 0, 0x20, 1, 0x20, 2, 0x20, 3, 0xfc, 19, 0x0b, // i64.add128 of its parameters
    ][..];
    for (name, sections) in [("shared memory", shared_memory), ("i64.add128", add128), ("page size", page_size)] {
        let module = [b"\0asm\x01\0\0\0", sections].concat();
        let default = Validator::new().validate_all(&module).is_ok();
        let version_3 = Validator::new_with_features(WasmFeatures::WASM3).validate_all(&module).is_ok();
        println!("{name}: valid by default: {default}, with WASM3: {version_3}");
    }
}
END
cat >expected <<'END'
shared memory: valid by default: true, with WASM3: true
i64.add128: valid by default: true, with WASM3: false
page size: valid by default: false, with WASM3: false
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
