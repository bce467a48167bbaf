#!/bin/sh
# iced-x86 classifies `syscall` as a call, next to `call`, not as a plain instruction or an interrupt.
#
# Version: iced-x86 1.22.0.
# Expected: `syscall` falls through like `cpuid`, or is an interrupt like `int 0x80`.
# Seen: its flow control is Call. So code that follows every Call to a target, or counts calls, meets an instruction
#   without a branch operand, and `near_branch_target` is 0. It also reads and writes all flags.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-iced-syscall-call"
version = "0.0.0"
edition = "2021"

[dependencies]
iced-x86 = "=1.22.0"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use iced_x86::{Decoder, DecoderOptions};

fn main() {
    for (text, bytes) in [
        ("cpuid", &[0x0f, 0xa2][..]),
        ("int 0x80", &[0xcd, 0x80]),
        ("call", &[0xe8, 0, 0, 0, 0]),
        ("syscall", &[0x0f, 0x05]),
    ] {
        let instruction = Decoder::with_ip(64, bytes, 0x1000, DecoderOptions::NONE).decode();
        println!(
            "{text}: {:?}, target {:#x}, {} operands, flags modified {:#x}",
            instruction.flow_control(),
            instruction.near_branch_target(),
            instruction.op_count(),
            instruction.rflags_modified()
        );
    }
}
END
cat >expected <<'END'
cpuid: Next, target 0x0, 0 operands, flags modified 0x0
int 0x80: Interrupt, target 0x0, 1 operands, flags modified 0x0
call: Call, target 0x1005, 1 operands, flags modified 0x0
syscall: Call, target 0x0, 0 operands, flags modified 0x1ff
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
