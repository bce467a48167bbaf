#!/bin/sh
# `parse_functions` of cranelift-reader interprets test commands, settings and targets.
#
# Version: cranelift-reader 0.135.8.
# Expected: its documentation says that test commands and target declarations are ignored, so they cannot fail and
#   cannot change a function.
# Seen: a `set` after the last `target` is an error, an unknown architecture is an error, and `test run` changes the
#   default calling convention of the function from `fast` to that of the host. A known target changes nothing.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-parse-functions"
version = "0.0.0"
edition = "2021"

[dependencies]
cranelift-codegen = { version = "=0.135.8", default-features = false, features = ["std", "unwind", "x86"] }
cranelift-reader = "=0.135.8"
target-lexicon = "=0.13.5"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use cranelift_reader::parse_functions;

fn main() {
    for head in [
        "",
        "target aarch64\n",
        "test run\n",
        "set opt_level=speed\ntarget x86_64\n",
        "target x86_64\nset opt_level=speed\n",
        "target nonsense\n",
    ] {
        let text = format!("{head}\nfunction %f(i32) {{\nblock0(v0: i32):\n    return\n}}\n");
        let result = parse_functions(&text);
        let seen = match &result {
            Ok(functions) if functions[0].signature.call_conv == host() => "the convention of the host".to_string(),
            Ok(functions) => functions[0].signature.call_conv.to_string(),
            Err(error) => error.to_string(),
        };
        println!("{head:?}: {seen}");
    }
}

fn host() -> cranelift_codegen::isa::CallConv {
    cranelift_codegen::isa::CallConv::triple_default(&target_lexicon::Triple::host())
}
END
cat >expected <<'END'
"": fast
"target aarch64\n": fast
"test run\n": the convention of the host
"set opt_level=speed\ntarget x86_64\n": fast
"target x86_64\nset opt_level=speed\n": 2: dangling 'set' command after ISA specification has no effect.
"target nonsense\n": 1: Unrecognized architecture: nonsense
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
