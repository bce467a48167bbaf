#!/bin/sh
# iced-x86 reports that `lea eax, [rax+rcx]` reads EAX and ECX, not RAX and RCX.
#
# Version: iced-x86 1.22.0.
# Expected: the base and index registers of a memory operand are read in full, as they appear in the operand.
# Seen: for `lea`, the used registers are narrowed to the operand size, because the upper half cannot change the result.
#   The operand itself still has RAX and RCX. A 32-bit write, in contrast, is widened: the written register is RAX.
#   A search for reads of RAX by equality misses this instruction.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-iced-lea-registers"
version = "0.0.0"
edition = "2021"

[dependencies]
iced-x86 = "=1.22.0"

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use iced_x86::{Decoder, DecoderOptions, InstructionInfoFactory};

fn main() {
    for (text, bytes) in [
        ("lea rax, [rax+rcx]", &[0x48, 0x8d, 0x04, 0x08][..]),
        ("lea eax, [rax+rcx]", &[0x8d, 0x04, 0x08]),
        ("mov eax, [rax+rcx]", &[0x8b, 0x04, 0x08]),
    ] {
        let instruction = Decoder::new(64, bytes, DecoderOptions::NONE).decode();
        let mut factory = InstructionInfoFactory::new();
        let used: Vec<_> = factory
            .info(&instruction)
            .used_registers()
            .iter()
            .map(|used| format!("{:?} {:?}", used.access(), used.register()))
            .collect();
        println!(
            "{text}: {}; operand {:?} {:?}",
            used.join(", "),
            instruction.memory_base(),
            instruction.memory_index()
        );
    }
}
END
cat >expected <<'END'
lea rax, [rax+rcx]: Write RAX, Read RAX, Read RCX; operand RAX RCX
lea eax, [rax+rcx]: Write RAX, Read EAX, Read ECX; operand RAX RCX
mov eax, [rax+rcx]: Write RAX, Read RAX, Read RCX; operand RAX RCX
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
