//! AArch64: text of instructions that assembles to the same bytes.

use std::fmt::Write;
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::{InstDecoder, Opcode, Operand, SizeCode};

const EXTENSIONS: [&str; 8] = ["uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx"];

/// Disassembles an instruction, as text from which an assembler creates the same bytes; `None` for an invalid one.
///
/// The disassembler omits what distinguishes some encodings; this function adds it.
pub fn a64_text(bytes: [u8; 4]) -> Option<String> {
    let instruction = InstDecoder::default().decode(&mut U8Reader::new(&bytes)).ok()?;
    let text = instruction.to_string().replace('$', ".");
    let word = u32::from_le_bytes(bytes);
    let text = match (instruction.opcode, instruction.operands) {
        // `mov` of a constant means the first possible encoding of MOVZ, MOVN and ORR.
        (Opcode::MOVZ, [Operand::Register(size, to), Operand::ImmShift(0, shift @ 1..), ..]) => {
            format!("movz {}, #0, lsl #{shift}", register(size, to))
        }
        (Opcode::MOVN, [Operand::Register(size, to), Operand::ImmShift(imm, shift), ..])
            if (imm == 0 && shift > 0) || (imm == 0xffff && size == SizeCode::W) =>
        {
            format!("movn {}, #{imm:#x}, lsl #{shift}", register(size, to))
        }
        (Opcode::ORR, [Operand::RegisterOrSP(size, to), Operand::Register(_, 31), imm, ..])
            if constant(imm).is_some_and(|imm| is_wide_move(size, imm)) =>
        {
            orr(size, to, constant(imm)?)
        }
        // An addition or subtraction with an extended operand.
        _ if word & 0x1f20_0000 == 0x0b20_0000 => extended_operand(&text, word),
        // An unscaled index, and one scaled by one.
        _ if word & 0x3b20_1c00 == 0x3820_0800 => text.replace(" #0]", "]"),
        _ if word & 0x3b20_1c00 == 0x3820_1800 && !text.contains('#') => {
            let scale = if text.contains("xt") { " #0]" } else { ", lsl #0]" };
            text.replace(']', scale)
        }
        // One lane in each lane, for which the disassembler has the name of the move of one lane.
        _ if word & 0xffe0_fc00 == 0x4e00_0400 => text.replacen("mov", "dup", 1),
        _ if ["lsl", "lsr", "asr", "ror"].iter().any(|shift| text.ends_with(shift)) => format!("{text} #0"),
        _ => text,
    };
    Some(text)
}

fn register(size: SizeCode, number: u16) -> String {
    let letter = if size == SizeCode::X { 'x' } else { 'w' };
    if number == 31 { format!("{letter}zr") } else { format!("{letter}{number}") }
}

fn constant(operand: Operand) -> Option<u64> {
    match operand {
        Operand::Immediate(imm) => Some(imm.into()),
        Operand::Imm64(imm) => Some(imm),
        _ => None,
    }
}

/// True if MOVZ or MOVN builds the constant.
fn is_wide_move(size: SizeCode, imm: u64) -> bool {
    let (bits, mask) = if size == SizeCode::X { (64, u64::MAX) } else { (32, u32::MAX.into()) };
    [imm, !imm].iter().any(|imm| (0..bits).step_by(16).any(|shift| imm & mask & !(0xffff << shift) == 0))
}

fn orr(size: SizeCode, to: u16, imm: u64) -> String {
    let (to, zero) = match (size, to) {
        (SizeCode::X, 31) => (String::from("sp"), "xzr"),
        (SizeCode::X, _) => (register(size, to), "xzr"),
        (_, 31) => (String::from("wsp"), "wzr"),
        _ => (register(size, to), "wzr"),
    };
    format!("orr {to}, {zero}, #{imm:#x}")
}

/// Replaces the extension by the encoded one. The disassembler omits or prints as `lsl` those that extend nothing in
/// their own width, although the same instruction without an extension has another encoding.
fn extended_operand(text: &str, word: u32) -> String {
    let end = EXTENSIONS.iter().chain(&["lsl"]).find_map(|name| text.rfind(&format!(", {name}")));
    let mut out = String::from(&text[..end.unwrap_or(text.len())]);
    let (extension, shift) = (EXTENSIONS[(word >> 13 & 7) as usize], word >> 10 & 7);
    // Writing to a string cannot fail.
    _ = write!(out, ", {extension}");
    if shift > 0 {
        _ = write!(out, " #{shift}");
    }
    out
}

/// True for a branch that has its target: not in a register.
pub(super) fn is_branch(bytes: [u8; 4]) -> bool {
    let word = u32::from_le_bytes(bytes);
    // b and bl; b.cond; cbz, cbnz, tbz and tbnz
    word & 0x7c00_0000 == 0x1400_0000
        || word & 0xff00_0000 == 0x5400_0000
        || word & 0x7c00_0000 == 0x3400_0000
}

/// The offset of what an instruction refers to, relative to the instruction: of a branch, an address or a literal.
pub(super) fn target(bytes: [u8; 4]) -> Option<i64> {
    let word = u32::from_le_bytes(bytes);
    // Sign-extends a field of `bits` bits that starts at bit `at`.
    let field = |at: u32, bits: u32| i64::from((word << (32 - at - bits)) as i32 >> (32 - bits));
    match word {
        // b, bl
        _ if word & 0x7c00_0000 == 0x1400_0000 => Some(field(0, 26) * 4),
        // b.cond; cbz and cbnz; loads of literals
        _ if word & 0xff00_0000 == 0x5400_0000
            || word & 0x7e00_0000 == 0x3400_0000
            || word & 0x3b00_0000 == 0x1800_0000 =>
        {
            Some(field(5, 19) * 4)
        }
        // tbz, tbnz
        _ if word & 0x7e00_0000 == 0x3600_0000 => Some(field(5, 14) * 4),
        // adr
        _ if word & 0x9f00_0000 == 0x1000_0000 => Some(field(5, 19) * 4 + i64::from(word >> 29 & 3)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_of_branches_and_literals() {
        let target = |word: u32| target(word.to_le_bytes());
        assert_eq!(target(0x9400_0002), Some(8), "bl");
        assert_eq!(target(0x17ff_ffff), Some(-4), "b");
        assert_eq!(target(0x54ff_ffe1), Some(-4), "b.ne");
        assert_eq!(target(0xb400_0040), Some(8), "cbz");
        assert_eq!(target(0x3607_fffe), Some(-4), "tbz");
        assert_eq!(target(0x5800_0050), Some(8), "ldr x16");
        assert_eq!(target(0x1000_0000), Some(0), "adr");
        assert_eq!(target(0x7000_0000), Some(3), "adr");
        assert_eq!(target(0x1400_0000), Some(0), "b of itself");
        assert_eq!(target(0xd65f_03c0), None, "ret");
        assert_eq!(target(0xf940_0000), None, "ldr x0, [x0]");
        let is_branch = |word: u32| is_branch(word.to_le_bytes());
        let branches = [0x9400_0002, 0x17ff_ffff, 0x54ff_ffe1, 0xb400_0040, 0x3607_fffe, 0xb73f_0000];
        assert!(branches.into_iter().all(is_branch));
        assert!(
            ![0x5800_0050, 0x1000_0000, 0x7000_0000, 0xd65f_03c0, 0xd61f_0200].into_iter().any(is_branch)
        );
    }
}
