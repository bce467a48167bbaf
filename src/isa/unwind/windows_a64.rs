//! Unwind information for Windows on AArch64: entries of `.xdata`.
//!
//! An entry lists the instructions of a prologue as codes, the last first: the unwinder undoes them in this order. In
//! the prologue it skips the codes of instructions that did not execute yet. Each epilogue has a list of its own, in
//! order of execution.
//!
//! Every procedure pushes the frame record, sets x29, lowers the stack pointer, and saves registers below the record.
//! In its body the stack pointer may be lower than the frame requires: so the list begins with a code that sets it
//! from x29, as if the prologue ended with that instruction. Hence the first instruction of the body counts as
//! prologue. Registers are found from the stack pointer there, and after the first of several stores: if a frame is
//! too large for the codes' offsets, unwinding from these instructions restores wrong callee-saved registers, but
//! finds the right caller.
//!
//! Prologues of further entry points, in the middle of a procedure, count as its body.
//!
//! Source: Microsoft, "ARM64 exception handling" (`.xdata` records, unwind codes).

use super::{FrameRow, FrameState, UnwindEntry, frame_pointer, stack_pointer};
use crate::base::{Arch, Bank};
use crate::isa::CompiledCode;

const NOP: u8 = 0xe3;
const END: u8 = 0xe4;
/// Ends the prologue of a part that has none of its own.
const END_OF_PARENT: u8 = 0xe5;
const SET_FP: u8 = 0xe1;
const ADD_FP: u8 = 0xe2;
const SIGN_RETURN_ADDRESS: u8 = 0xfc;
/// Pushes x29 and x30, 16 bytes.
const PUSH_RECORD: u8 = 0x81;

/// Maximum number of instructions in an entry: a field of 18 bits.
const MAX_LEN: u32 = (1 << 18) - 1;

/// Instructions that unwinding reads.
mod words {
    pub(super) const PACIASP: u32 = 0xd503_233f;
    pub(super) const AUTIASP: u32 = 0xd503_23bf;
    /// `mov sp, x29`.
    pub(super) const RESET_STACK: u32 = 0x9100_03bf;
    /// `ldp x29, x30, [sp], #16`.
    pub(super) const POP_RECORD: u32 = 0xa8c1_7bfd;
}

/// An epilogue: instructions and their codes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Epilogue {
    /// Number of its first instruction.
    start: u32,
    /// Number of the instruction after it.
    end: u32,
    codes: Vec<u8>,
}

/// The entries of a procedure: several if it is larger than one can describe. `None` if a register is saved too far
/// from x29, or is not one that the format describes.
pub(super) fn unwind_entries(code: &CompiledCode) -> Option<Vec<UnwindEntry>> {
    let prologue = prologue(code)?;
    let epilogues = epilogues(code);
    let len = code.code_size / 4;
    let mut entries = Vec::new();
    let mut start = 0;
    while start < len {
        let mut end = len.min(start + MAX_LEN);
        if let Some(cut) = epilogues.iter().find(|epilogue| epilogue.start < end && end < epilogue.end) {
            end = cut.start;
        }
        let own: Vec<&Epilogue> =
            epilogues.iter().filter(|epilogue| start <= epilogue.start && epilogue.end <= end).collect();
        let parent: &[u8] = if start == 0 { &[] } else { &[END_OF_PARENT] };
        let info = record(end - start, [parent, &prologue].concat(), start, &own)?;
        entries.push(UnwindEntry { range: 4 * start..4 * end, info });
        start = end;
    }
    Some(entries)
}

/// A record: header, epilogues, codes.
fn record(len: u32, mut codes: Vec<u8>, start: u32, epilogues: &[&Epilogue]) -> Option<Vec<u8>> {
    // Equal epilogues share their codes.
    let mut known: Vec<(&[u8], u32)> = Vec::new();
    let mut scopes = Vec::with_capacity(epilogues.len());
    for epilogue in epilogues {
        let found = known.iter().find(|(codes, _)| *codes == epilogue.codes).map(|(_, index)| *index);
        let index = found.unwrap_or_else(|| {
            let index = codes.len() as u32;
            known.push((&epilogue.codes, index));
            codes.extend(&epilogue.codes);
            index
        });
        if index >= 1 << 10 {
            return None;
        }
        scopes.push((epilogue.start - start) | (index << 22));
    }
    codes.resize(codes.len().next_multiple_of(4), NOP);
    let (count, words) = (u16::try_from(scopes.len()).ok()?, u8::try_from(codes.len() / 4).ok()?);
    let mut header = vec![len];
    if count < 32 && words < 32 {
        header[0] |= u32::from(count) << 22 | u32::from(words) << 27;
    } else {
        header.push(u32::from(count) | u32::from(words) << 16);
    }
    let mut info: Vec<u8> = header.into_iter().chain(scopes).flat_map(u32::to_le_bytes).collect();
    info.extend(codes);
    Some(info)
}

/// The codes of the prologue, the last instruction first.
fn prologue(code: &CompiledCode) -> Option<Vec<u8>> {
    let rows = &code.frame_states.rows;
    let first = |is: &dyn Fn(&FrameState) -> bool| {
        rows.iter().find(|row| row.state.as_ref().is_some_and(is)).map(|row| row.offset / 4)
    };
    let pushed = first(&|state| state.base == stack_pointer(Arch::A64) && state.offset == 16)?;
    let framed = first(&|state| state.base == frame_pointer(Arch::A64))?;
    let body = first(&|state| state.saves.is_some()).unwrap_or(framed).max(framed);
    // In order of execution.
    let mut codes: Vec<Vec<u8>> = Vec::new();
    for n in 0..pushed.checked_sub(1)? {
        let is_signing = word(code, n)? == words::PACIASP;
        codes.push(vec![if is_signing { SIGN_RETURN_ADDRESS } else { NOP }]);
    }
    codes.extend([vec![PUSH_RECORD], vec![SET_FP]]);
    if let Some(saves) = saves(code)? {
        let others = ((body - framed) as usize).saturating_sub(saves.codes.len());
        codes.extend(std::iter::repeat_n(vec![NOP], others));
        codes.extend(saves.codes);
        codes.push(vec![ADD_FP, saves.room]);
    }
    codes.reverse();
    codes.push(vec![END]);
    Some(codes.concat())
}

struct Saves {
    /// In order of execution.
    codes: Vec<Vec<u8>>,
    /// Words between the stack pointer from which registers are found, and x29.
    room: u8,
}

/// The codes of stores of callee-saved registers, if there are any.
fn saves(code: &CompiledCode) -> Option<Option<Saves>> {
    let saves = &code.frame.callee_saves;
    let (Some(lowest), Some(highest)) =
        (saves.iter().map(|(_, offset)| *offset).min(), saves.iter().map(|(_, offset)| *offset).max())
    else {
        return Some(None);
    };
    // With the stack pointer of the frame they are right at any instruction.
    let reaches = |room: u32| room <= 255 * 8 && i64::from(highest) + i64::from(room) <= 63 * 8;
    let least = u32::try_from(-i64::from(lowest)).ok()?.next_multiple_of(16);
    let room = [code.frame.size, least].into_iter().find(|room| *room >= least && reaches(*room))?;
    let mut codes = Vec::new();
    let mut rest = &saves[..];
    while let Some((&(reg, offset), tail)) = rest.split_first() {
        rest = tail;
        let pair = rest.first().filter(|(below, lower)| {
            below.bank() == reg.bank() && below.number() + 1 == reg.number() && *lower == offset - 8
        });
        let (reg, offset) = pair.copied().unwrap_or((reg, offset));
        if pair.is_some() {
            rest = &rest[1..];
        }
        let first = if reg.bank() == Bank::Gp { 19 } else { 8 };
        let number = u16::from(reg.number().checked_sub(first)?);
        if number > if reg.bank() == Bank::Gp { 9 } else { 7 } {
            return None;
        }
        let above = u16::try_from(i64::from(offset) + i64::from(room)).ok()?;
        if above % 8 != 0 {
            return None;
        }
        let operation: u16 = match (reg.bank(), pair.is_some()) {
            (Bank::Gp, true) => 0xc800,
            (Bank::Gp, false) => 0xd000,
            (Bank::Fp, true) => 0xd800,
            (Bank::Fp, false) => 0xdc00,
        };
        codes.push((operation | (number << 6) | (above / 8)).to_be_bytes().to_vec());
    }
    Some(Some(Saves { codes, room: (room / 8) as u8 }))
}

/// An instruction by number.
fn word(code: &CompiledCode, number: u32) -> Option<u32> {
    let at = number as usize * 4;
    let bytes = code.bytes.get(..code.code_size as usize)?.get(at..at + 4)?;
    Some(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
}

/// The epilogues, in order.
fn epilogues(code: &CompiledCode) -> Vec<Epilogue> {
    code.frame_states.rows.iter().filter_map(|row| epilogue_at(code, row)).collect()
}

/// The epilogue whose last load ends at a row.
fn epilogue_at(code: &CompiledCode, row: &FrameRow) -> Option<Epilogue> {
    /// Maximum number of instructions after the load.
    const LONGEST: u32 = 8;
    let loaded = row.offset / 4;
    let load = loaded.checked_sub(1)?;
    if row.state?.base != stack_pointer(Arch::A64) || word(code, load)? != words::POP_RECORD {
        return None;
    }
    let reset = load.checked_sub(1).filter(|before| word(code, *before) == Some(words::RESET_STACK));
    let mut codes = Vec::new();
    codes.extend(reset.map(|_| SET_FP));
    codes.push(PUSH_RECORD);
    for n in loaded..loaded + LONGEST {
        let word = word(code, n)?;
        // b, br, ret.
        let leaves =
            word >> 26 == 5 || word & 0xfffc_fc1f == 0xd61c_0000 || word & 0xffff_fc1f == 0xd65f_0000;
        if leaves {
            codes.push(END);
            return Some(Epilogue { start: reset.unwrap_or(load), end: n + 1, codes });
        }
        match word {
            words::AUTIASP => codes.push(SIGN_RETURN_ADDRESS),
            // add sp, sp, #n
            word if word & 0xff80_03ff == 0x9100_03ff => {
                let bytes = (word >> 10 & 0xfff) << if word & 1 << 22 == 0 { 0 } else { 12 };
                codes.extend(allocation(bytes));
            }
            _ => codes.push(NOP),
        }
    }
    None
}

/// The code that changes the stack pointer by a multiple of 16 below 2^24.
fn allocation(bytes: u32) -> Vec<u8> {
    match bytes / 16 {
        few @ 0..32 => vec![few as u8],
        some @ 32..0x800 => vec![0xc0 | (some >> 8) as u8, some as u8],
        many => (0xe000_0000 | many).to_be_bytes().to_vec(),
    }
}
