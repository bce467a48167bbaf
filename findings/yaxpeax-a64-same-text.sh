#!/bin/sh
# yaxpeax-arm prints different A64 instructions as the same text, which assembles to only one of them.
#
# Version: yaxpeax-arm 0.4.0. GNU objdump 2.40 prints different text for each pair.
# Expected: the printed text assembles back to the same word.
# Seen: `add` with `uxtw` or `uxtx` loses the extension, `movn w0, #0xffff, lsl #16` looks like a `movz`, and an index
#   that is shifted by zero looks like one that is not shifted. The last line shows that `sxtw` is kept.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-yaxpeax-a64-same-text"
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
        0x0b224020, // add w0, w1, w2, uxtw
        0x0b020020, // add w0, w1, w2
        0x8b226020, // add x0, x1, x2, uxtx
        0x8b020020, // add x0, x1, x2
        0x12bfffe0, // movn w0, #0xffff, lsl #16
        0x529fffe0, // movz w0, #0xffff
        0x38627820, // ldrb w0, [x1, x2, lsl #0]
        0x38626820, // ldrb w0, [x1, x2]
        0x0b22c020, // add w0, w1, w2, sxtw
    ] {
        println!("{word:08x} {}", show(word));
    }
}
END
cat >expected <<'END'
0b224020 add w0, w1, w2
0b020020 add w0, w1, w2
8b226020 add x0, x1, x2
8b020020 add x0, x1, x2
12bfffe0 mov w0, #0xffff
529fffe0 mov w0, #0xffff
38627820 ldrb w0, [x1, x2]
38626820 ldrb w0, [x1, x2]
0b22c020 add w0, w1, w2, sxtw
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
