#!/bin/sh
# The default calling convention of a CLIF file depends on `test run`, not on its target.
#
# Version: cranelift-reader 0.135.8.
# Expected: a function without a convention gets the one of the file's target, or the same one for all test commands.
# Seen: it gets `fast`, whatever the target, until the file has a `test run`. Then it gets the convention of the host,
#   even if the target is another system, and even over `ParseOptions::default_calling_convention`.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-run-convention"
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
use cranelift_codegen::isa::CallConv;
use cranelift_reader::{parse_test, ParseOptions};

fn main() {
    let host = CallConv::triple_default(&target_lexicon::Triple::host());
    let other = if host == CallConv::WindowsFastcall { "x86_64-unknown-linux" } else { "x86_64-pc-windows-msvc" };
    for test in ["compile", "interpret", "run"] {
        for convention in [CallConv::Fast, CallConv::Tail] {
            let text = format!("test {test}\ntarget {other}\n\nfunction %f() {{\nblock0:\n    return\n}}\n");
            let mut options = ParseOptions::default();
            options.default_calling_convention = convention;
            let seen = parse_test(&text, options).unwrap().functions[0].0.signature.call_conv;
            let seen = if seen == host { "the convention of the host".to_string() } else { seen.to_string() };
            println!("test {test}, default {convention}: {seen}");
        }
    }
}
END
cat >expected <<'END'
test compile, default fast: fast
test compile, default tail: tail
test interpret, default fast: fast
test interpret, default tail: tail
test run, default fast: the convention of the host
test run, default tail: the convention of the host
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
