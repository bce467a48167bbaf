#!/bin/sh
# Cranelift IL has no `iadd_imm` any more, although the instruction builder still has a method of that name.
#
# Version: cranelift-codegen and cranelift-reader 0.135.8.
# Expected: `v1 = iadd_imm v0, 5` parses, as it is in most published CLIF text, and `ins().iadd_imm(v0, 5)` emits it.
# Seen: the reader does not know the opcode. The builder's method is deprecated and emits an `iconst` and
#   an `iadd`.
#   In declarations of global values, `iadd_imm` is still a word of the text format.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-cranelift-imm-opcodes"
version = "0.0.0"
edition = "2021"

[dependencies]
cranelift-codegen = { version = "=0.135.8", default-features = false, features = ["std", "unwind", "x86"] }
cranelift-reader = "=0.135.8"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
#![allow(deprecated)]
use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::InstBuilder;
use cranelift_reader::parse_functions;

fn parse(declaration: &str, line: &str) -> Result<cranelift_codegen::ir::Function, String> {
    let text = format!("function %f(i32) {{\n{declaration}\nblock0(v0: i32):\n{line}\n    return\n}}\n");
    parse_functions(&text).map(|mut functions| functions.remove(0)).map_err(|error| error.to_string())
}

fn main() {
    for opcode in ["iadd_imm", "imul_imm", "band_imm", "ishl_imm", "icmp_imm eq"] {
        println!("{opcode}: {}", parse("", &format!("    v1 = {opcode} v0, 5")).unwrap_err());
    }
    let global = parse("gv0 = vmctx\ngv1 = iadd_imm.i64 gv0, 8", "");
    println!("global value: {:?}", global.map(|function| function.global_values.len()));

    let mut function = parse("", "").unwrap();
    let block = function.layout.entry_block().unwrap();
    let value = function.dfg.block_params(block)[0];
    FuncCursor::new(&mut function).at_first_insertion_point(block).ins().iadd_imm(value, 5);
    let opcode = |inst| function.dfg.insts[inst].opcode().to_string();
    let opcodes: Vec<_> = function.layout.block_insts(block).map(opcode).collect();
    println!("builder: {}", opcodes.join(", "));
}
END
cat >expected <<'END'
iadd_imm: 4: Unknown opcode: 'iadd_imm'
imul_imm: 4: Unknown opcode: 'imul_imm'
band_imm: 4: Unknown opcode: 'band_imm'
ishl_imm: 4: Unknown opcode: 'ishl_imm'
icmp_imm eq: 4: Unknown opcode: 'icmp_imm'
global value: Ok(2)
builder: iconst, iadd, return
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
