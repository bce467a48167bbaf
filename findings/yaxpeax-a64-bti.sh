#!/bin/sh
# yaxpeax-arm knows pointer authentication, memory tagging and `bc.cond`, but not `bti` and `cfinv`.
#
# Version: yaxpeax-arm 0.4.0. GNU objdump 2.40 prints `bti c` and `cfinv`.
# Expected: a decoder that prints `paciasp`, `irg` and `setf8` also prints `bti c`, which is older than `bc.cond` and
#   begins most functions that are built with branch protection, and `cfinv`, which is of the same extension as `setf8`.
# Seen: `bti c` is a numbered hint, and `cfinv` is a write to an unnamed field of PSTATE.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-yaxpeax-a64-bti"
version = "0.0.0"
edition = "2021"

[dependencies]
yaxpeax-arch = "=0.3.3"
yaxpeax-arm = "=0.4.0"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use yaxpeax_arch::{Arch, Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::ARMv8;

fn show(word: u32) -> String {
    let bytes = word.to_le_bytes();
    let decoder = <ARMv8 as Arch>::Decoder::default();
    match decoder.decode(&mut U8Reader::new(&bytes)) {
        Ok(instruction) => instruction.to_string(),
        Err(error) => error.to_string(),
    }
}

fn main() {
    for word in [
        0xd503233f, // paciasp
        0x9adf1020, // irg x0, x1
        0x3a00080d, // setf8 w0
        0x54000050, // bc.eq
        0xd503245f, // bti c
        0xd50324df, // bti jc
        0xd500401f, // cfinv
    ] {
        println!("{word:08x} {}", show(word));
    }
}
END
cat >expected <<'END'
d503233f paciasp
9adf1020 irg x0, x1, xzr
3a00080d setf8 w0
54000050 bc.eq $+0x8
d503245f hint #0x22
d50324df hint #0x26
d500401f msr pstate.0x0, #0x0
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
