#!/bin/sh
# `parse_run_command` of cranelift-reader checks arguments, but neither the function's name nor what follows.
#
# Version: cranelift-reader 0.135.8.
# Expected: a `run:` directive that names another function, or that has text after the expected value, is an error.
# Seen: both are accepted. Too many arguments are an error, and so is a missing colon.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-run-command"
version = "0.0.0"
edition = "2021"

[dependencies]
cranelift-codegen = { version = "=0.135.8", default-features = false, features = ["std", "unwind", "x86"] }
cranelift-reader = "=0.135.8"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use cranelift_reader::{parse_functions, parse_run_command, RunCommand};

fn main() {
    let text = "function %f(i32) -> i32 {\nblock0(v0: i32):\n    return v0\n}\n";
    let signature = &parse_functions(text).unwrap()[0].signature;
    for command in [
        "run: %f(1) == 1",
        "run: %g(1) == 1",
        "run: %f(1) == 1 == 2",
        "run: %f(1, 2) == 1",
        "run %f(1) == 1",
    ] {
        match parse_run_command(command, signature) {
            Ok(Some(RunCommand::Run(call, _, expected))) => println!("{command}: {} gives {expected:?}", call.func),
            Ok(other) => println!("{command}: {other:?}"),
            Err(error) => println!("{command}: {error}"),
        }
    }
}
END
cat >expected <<'END'
run: %f(1) == 1: f gives [I32(1)]
run: %g(1) == 1: g gives [I32(1)]
run: %f(1) == 1 == 2: f gives [I32(1)]
run: %f(1, 2) == 1: 1: expected invocation parentheses, e.g. %fn(...)
run %f(1) == 1: 1: unable to parse the run command
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
