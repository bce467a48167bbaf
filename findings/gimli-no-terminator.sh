#!/bin/sh
# `FrameTable::write_eh_frame` of gimli writes no terminator.
#
# Version: gimli 0.33.0.
# Expected: the section ends with an entry of length zero, as the one of a linked program does. `__register_frame` of
#   libgcc reads entries until it meets that length, so the bytes of the writer could be registered as they are.
# Seen: the last entry ends at the end of the section. A linker appends the terminator (from crtend.o), so a JIT must
#   append four zero bytes itself. gimli's reader also accepts the section without them.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-gimli-no-terminator"
version = "0.0.0"
edition = "2021"

[dependencies]
gimli = { version = "=0.33.0", default-features = false, features = ["read", "std", "write"] }

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use gimli::write::{Address, CallFrameInstruction, CommonInformationEntry, EhFrame, EndianVec};
use gimli::write::{FrameDescriptionEntry, FrameTable};
use gimli::{BaseAddresses, Encoding, Format, LittleEndian, UnwindSection, X86_64};

fn main() {
    let mut table = FrameTable::default();
    let encoding = Encoding { address_size: 8, format: Format::Dwarf32, version: 1 };
    let mut cie = CommonInformationEntry::new(encoding, 1, -8, X86_64::RA);
    cie.add_instruction(CallFrameInstruction::Cfa(X86_64::RSP, 8));
    cie.add_instruction(CallFrameInstruction::Offset(X86_64::RA, -8));
    let cie = table.add_cie(cie);
    table.add_fde(cie, FrameDescriptionEntry::new(Address::Constant(0x1000), 16));
    let mut section = EhFrame::from(EndianVec::new(LittleEndian));
    table.write_eh_frame(&mut section).unwrap();
    let bytes = section.0.into_vec();

    let mut at = 0;
    while at < bytes.len() {
        let length = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        println!("{}", if length == 0 { "terminator" } else { "entry" });
        at += 4 + length as usize;
    }
    println!("bytes after the last entry: {}", bytes.len() - at);
    let section = gimli::EhFrame::new(&bytes, LittleEndian);
    let bases = BaseAddresses::default();
    let mut entries = section.entries(&bases);
    let mut count = 0;
    while entries.next().unwrap().is_some() {
        count += 1;
    }
    println!("entries read: {count}");
}
END
cat >expected <<'END'
entry
entry
bytes after the last entry: 0
entries read: 2
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
