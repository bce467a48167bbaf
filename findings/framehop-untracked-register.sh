#!/bin/sh
# framehop follows a guess, not an error, if call-frame information has a rule that it cannot represent.
#
# Version: framehop 0.16.0 on x86-64.
# Expected: if the CFA or the return address is in a register that framehop does not track, `unwind_frame` is an error.
# Seen: it is `Ok` with a caller. With the return address in r11, framehop reads the word at CFA-8. With the CFA in rbx,
#   it follows the frame pointer, although the tables describe this address. A return address in rbp is found.
#   Below, each word on the stack is 0x100000 plus its address.
# Set FINDINGS_TARGET_DIR to a folder to share built crates between scripts.
set -eu
command -v cargo >/dev/null || { echo "skipped: cargo is missing"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
mkdir src
cat >Cargo.toml <<'END'
[package]
name = "finding-framehop-untracked-register"
version = "0.0.0"
edition = "2021"

[dependencies]
framehop = "=0.16.0"
gimli = { version = "=0.33.0", features = ["write"] }

[profile.dev]
debug = false
END
cat >src/main.rs <<'END'
use framehop::x86_64::{CacheX86_64, UnwindRegsX86_64, UnwinderX86_64};
use framehop::{ExplicitModuleSectionInfo, FrameAddress, Module, Unwinder};
use gimli::write::{Address, CallFrameInstruction, CommonInformationEntry, EhFrame, EndianVec};
use gimli::write::{FrameDescriptionEntry, FrameTable};
use gimli::{Encoding, Format, LittleEndian, X86_64};

fn unwind(instruction: Option<CallFrameInstruction>) -> String {
    let mut table = FrameTable::default();
    let encoding = Encoding { address_size: 8, format: Format::Dwarf32, version: 1 };
    let mut cie = CommonInformationEntry::new(encoding, 1, -8, X86_64::RA);
    cie.add_instruction(CallFrameInstruction::Cfa(X86_64::RSP, 16));
    cie.add_instruction(CallFrameInstruction::Offset(X86_64::RA, -8));
    let cie = table.add_cie(cie);
    let mut fde = FrameDescriptionEntry::new(Address::Constant(0x1000), 32);
    if let Some(instruction) = instruction {
        fde.add_instruction(0, instruction);
    }
    table.add_fde(cie, fde);
    let mut section = EhFrame::from(EndianVec::new(LittleEndian));
    table.write_eh_frame(&mut section).unwrap();
    let mut bytes = section.0.into_vec();
    bytes.extend([0; 4]);

    let mut unwinder: UnwinderX86_64<Vec<u8>> = UnwinderX86_64::new();
    let sections = ExplicitModuleSectionInfo {
        base_svma: 0x1000,
        text_svma: Some(0x1000..0x2000),
        eh_frame_svma: Some(0x3000..0x3000 + bytes.len() as u64),
        eh_frame: Some(bytes),
        ..Default::default()
    };
    unwinder.add_module(Module::new("code".into(), 0x1000..0x4000, 0x1000, sections));
    let mut cache: CacheX86_64 = CacheX86_64::new();
    let mut registers = UnwindRegsX86_64::new(0x1010, 0x7000, 0x7020);
    let mut read = |address| if (0x7000..0x7100).contains(&address) { Ok(0x100000 + address) } else { Err(()) };
    let frame = FrameAddress::from_instruction_pointer(0x1010);
    let caller = unwinder.unwind_frame(frame, &mut registers, &mut cache, &mut read);
    format!("{caller:x?}, sp {:x}, bp {:x}", registers.sp(), registers.bp())
}

fn main() {
    println!("sp 7000, bp 7020, CFA rsp+16, return address at CFA-8: {}", unwind(None));
    for (name, register) in [("rbp", X86_64::RBP), ("r11", X86_64::R11)] {
        println!("return address in {name}: {}", unwind(Some(CallFrameInstruction::Register(X86_64::RA, register))));
    }
    println!("CFA rbx+16: {}", unwind(Some(CallFrameInstruction::Cfa(X86_64::RBX, 16))));
}
END
cat >expected <<'END'
sp 7000, bp 7020, CFA rsp+16, return address at CFA-8: Ok(Some(107008)), sp 7010, bp 7020
return address in rbp: Ok(Some(7020)), sp 7010, bp 7020
return address in r11: Ok(Some(107008)), sp 7010, bp 7020
CFA rbx+16: Ok(Some(107028)), sp 7030, bp 107020
END
CARGO_TARGET_DIR="${FINDINGS_TARGET_DIR:-$dir/target}" cargo run -q -j 1 >output
cat output
diff expected output
