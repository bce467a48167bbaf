//! Where the caller's frame is, instruction by instruction: `.debug_frame`.
//!
//! Between prologue and epilogue the frame pointer leads to the frame record. Around them the bytes are searched for the
//! instructions with which each prologue begins and each epilogue ends. A tail call of x86-64 is not described between the
//! end of its frame and its jump. Source: DWARF 4, section 6.4; the supplements of both machines.

use super::writer::Writer;
use super::{Described, DescribedProcedure};
use crate::base::{Arch, Bank, Reg};
use crate::isa::FrameInfo;
use std::ops::Range;

/// Where the frame of the caller ends (the canonical frame address).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Frame {
    /// As at the entry.
    None,
    /// The frame record was stored, but the frame pointer is the caller's.
    Pushed,
    /// The frame pointer leads to the frame record.
    Set,
    /// As `Set`, and callee-saved registers are saved.
    Saved,
}

/// What holds from an offset on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) offset: u32,
    pub(super) frame: Frame,
    /// True if the return address is signed.
    pub(super) signed: bool,
}

/// `push rbp; mov rbp, rsp`.
const X64_PROLOGUE: [u8; 4] = [0x55, 0x48, 0x89, 0xE5];
const X64_LEAVE: u8 = 0xC9;
/// `ret`, and `ret` that pops arguments.
const X64_RETURNS: [u8; 2] = [0xC3, 0xC2];
/// `stp x29, x30, [sp, #-16]!` and `ldp x29, x30, [sp], #16`.
const A64_PUSH: u32 = 0xA9BF_7BFD;
const A64_POP: u32 = 0xA8C1_7BFD;
/// `paciasp`, `autiasp`.
const A64_SIGN: u32 = 0xD503_233F;
const A64_AUTHENTICATE: u32 = 0xD503_23BF;

/// Computes the rows of a range of code. `bodies` are offsets at which registers are saved, if a prologue precedes.
pub(super) fn rows(
    arch: Arch,
    code: &[u8],
    range: Range<u32>,
    frameless: &[Range<u32>],
    bodies: &[u32],
) -> Vec<Row> {
    let mut changes: Vec<Row> = Vec::new();
    let mut change = |offset: u32, frame, signed| changes.push(Row { offset, frame, signed });
    let bytes = code.get(range.start as usize..range.end as usize).unwrap_or_default();
    let is_frameless = |offset: u32| frameless.iter().any(|range| range.contains(&offset));
    // The end of a prologue whose frame pointer is set at `set`.
    let saved = |set: u32| bodies.iter().copied().find(|body| *body >= set).unwrap_or(set);
    change(range.start, Frame::None, false);
    for without in frameless {
        if without.start >= range.start && without.end <= range.end {
            change(without.start, Frame::None, false);
        }
    }
    match arch {
        Arch::X64 => {
            for (at, window) in bytes.windows(4).enumerate() {
                let at = range.start + at as u32;
                if window == X64_PROLOGUE {
                    change(at, Frame::None, false);
                    change(at + 1, Frame::Pushed, false);
                    change(at + 4, Frame::Set, false);
                    change(saved(at + 4), Frame::Saved, false);
                }
            }
            for (at, window) in bytes.windows(2).enumerate() {
                let at = range.start + at as u32;
                if window[0] == X64_LEAVE && X64_RETURNS.contains(&window[1]) && !is_frameless(at) {
                    let after = at + if window[1] == X64_RETURNS[0] { 2 } else { 4 };
                    change(at + 1, Frame::None, false);
                    change(after, if is_frameless(after) { Frame::None } else { Frame::Saved }, false);
                }
            }
        }
        Arch::A64 => {
            let words =
                bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap_or_default()));
            let (mut signs, mut ended) = (false, false);
            for (index, word) in words.enumerate() {
                let at = range.start + index as u32 * 4;
                match word {
                    A64_SIGN => {
                        signs = true;
                        change(at, Frame::None, false);
                        change(at + 4, Frame::None, true);
                    }
                    A64_PUSH => {
                        if !signs {
                            change(at, Frame::None, false);
                        }
                        change(at + 4, Frame::Pushed, signs);
                        change(at + 8, Frame::Set, signs);
                        change(saved(at + 8), Frame::Saved, signs);
                    }
                    A64_POP => {
                        ended = true;
                        change(at + 4, Frame::None, signs);
                    }
                    A64_AUTHENTICATE => change(at + 4, Frame::None, false),
                    // b; br and ret
                    _ if ended
                        && (word & 0xFC00_0000 == 0x1400_0000 || word & 0xFF9F_FC1F == 0xD61F_0000) =>
                    {
                        ended = false;
                        match is_frameless(at + 4) {
                            true => change(at + 4, Frame::None, false),
                            false => change(at + 4, Frame::Saved, signs),
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    for without in frameless {
        // Framed code follows, unless a prologue does.
        let prologue = changes.iter().any(|row| row.offset == without.end && row.frame == Frame::None);
        if without.end > range.start && without.end < range.end && !prologue {
            let signed = changes.iter().any(|row| row.frame == Frame::Set && row.signed);
            changes.push(Row { offset: without.end, frame: Frame::Saved, signed });
        }
    }
    // The last change at an offset holds; code without a frame has none, whatever was found there.
    changes.sort_by_key(|row| row.offset);
    let mut rows: Vec<Row> = Vec::new();
    for row in changes.into_iter().filter(|row| row.offset < range.end) {
        rows.pop_if(|last| last.offset == row.offset);
        if rows.last().is_none_or(|last| (last.frame, last.signed) != (row.frame, row.signed)) {
            rows.push(row);
        }
    }
    rows
}

/// Numbers of registers in DWARF.
struct Numbers {
    stack_pointer: u8,
    frame_pointer: u8,
    return_address: u8,
    /// Bytes that a call stores on the stack.
    called: u8,
}

const fn numbers(arch: Arch) -> Numbers {
    match arch {
        Arch::X64 => Numbers { stack_pointer: 7, frame_pointer: 6, return_address: 16, called: 8 },
        Arch::A64 => Numbers { stack_pointer: 31, frame_pointer: 29, return_address: 30, called: 0 },
    }
}

/// The number of a register in DWARF.
fn number(arch: Arch, reg: Reg) -> u8 {
    const X64: [u8; 8] = [0, 2, 1, 3, 7, 6, 4, 5];
    match (arch, reg.bank()) {
        (Arch::X64, Bank::Gp) => X64.get(usize::from(reg.number())).copied().unwrap_or(reg.number()),
        (Arch::X64, Bank::Fp) => 17 + reg.number(),
        (Arch::A64, Bank::Gp) => reg.number(),
        (Arch::A64, Bank::Fp) => 64 + reg.number(),
    }
}

/// The register that the frame pointer is in, for `DW_AT_frame_base`.
pub(super) fn frame_pointer(arch: Arch) -> u8 {
    numbers(arch).frame_pointer
}

/// All offsets from the frame record to saved registers are multiples of this.
const DATA_ALIGNMENT: i64 = -8;

/// Writes `.debug_frame`.
pub(super) fn section(group: &Described<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    let start = out.begin();
    out.u32(u32::MAX);
    out.bytes(&[1, 0]); // version, no augmentation
    let Numbers { stack_pointer, return_address, called, .. } = numbers(group.arch);
    out.uleb(1); // code alignment
    out.sleb(DATA_ALIGNMENT);
    out.bytes(&[return_address]);
    out.bytes(&[0x0c, stack_pointer, called]); // def_cfa
    if group.arch == Arch::X64 {
        out.bytes(&[0x80 | return_address, 1]); // at cfa - 8
    }
    out.pad(start, 8);
    out.end(start);
    for procedure in &group.procedures {
        let code = procedure.code;
        match &code.pieces {
            None => entry(&mut out, group, procedure, 0..code.code_size, &code.frame),
            Some(pieces) => {
                for piece in pieces {
                    entry(&mut out, group, procedure, piece.range.clone(), &piece.frame);
                }
            }
        }
    }
    out.0
}

fn entry(
    out: &mut Writer,
    group: &Described<'_>,
    procedure: &DescribedProcedure<'_>,
    range: Range<u32>,
    frame: &FrameInfo,
) {
    let code = procedure.code;
    let bodies: Vec<u32> = code.origins.iter().map(|origin| origin.offset).collect();
    let rows = rows(group.arch, &code.bytes, range.clone(), &code.frameless, &bodies);
    let Numbers { stack_pointer, frame_pointer, return_address, called } = numbers(group.arch);
    let start = out.begin();
    out.u32(0); // the only CIE
    out.u64(procedure.address(group) + u64::from(range.start));
    out.u64(u64::from(range.end - range.start));
    let (mut at, mut before) = (range.start, Row { offset: range.start, frame: Frame::None, signed: false });
    for row in rows {
        if row.offset > at {
            out.bytes(&[0x04]); // advance_loc4
            out.u32(row.offset - at);
            at = row.offset;
        }
        if row.signed != before.signed {
            out.bytes(&[0x2d]); // AARCH64_negate_ra_state
        }
        if row.frame != before.frame {
            match row.frame {
                Frame::None => out.bytes(&[0x0c, stack_pointer, called]),
                Frame::Pushed => out.bytes(&[0x0c, stack_pointer, 16]),
                Frame::Set | Frame::Saved => out.bytes(&[0x0c, frame_pointer, 16]),
            }
            let is_stored = row.frame != Frame::None;
            if is_stored != (before.frame != Frame::None) {
                let record = [(frame_pointer, 2), (return_address, 1)];
                let own = if group.arch == Arch::X64 { &record[..1] } else { &record[..] };
                own.iter().for_each(|(number, slot)| save(out, *number, *slot, is_stored));
            }
            let is_saved = row.frame == Frame::Saved;
            if is_saved != (before.frame == Frame::Saved) {
                for &(reg, offset) in &frame.callee_saves {
                    let slot = (i64::from(offset) - 16) / DATA_ALIGNMENT;
                    save(out, number(group.arch, reg), slot, is_saved);
                }
            }
        }
        before = row;
    }
    out.pad(start, 8);
    out.end(start);
}

/// Writes that a register is saved, in units of [`DATA_ALIGNMENT`] from the frame's end, or that it has its value again.
fn save(out: &mut Writer, register: u8, slot: i64, is_saved: bool) {
    match (is_saved, u64::try_from(slot)) {
        (true, Ok(slot)) => {
            out.bytes(&[0x05, register]); // offset_extended
            out.uleb(slot);
        }
        _ => out.bytes(&[0x08, register]), // same_value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_follow_prologues_and_epilogues_of_x86_64() {
        // test edi, edi; je 1f; push rbp; mov rbp, rsp; push rbx at 8; nop; leave; ret; 1: ret
        let code = [0x85, 0xFF, 0x74, 0x08, 0x55, 0x48, 0x89, 0xE5, 0x53, 0x90, 0xC9, 0xC3, 0xC3];
        let found = rows(Arch::X64, &code, 0..13, &[0..4, 12..13], &[0, 9]);
        let found: Vec<(u32, Frame)> = found.iter().map(|row| (row.offset, row.frame)).collect();
        let expected =
            [(0, Frame::None), (5, Frame::Pushed), (8, Frame::Set), (9, Frame::Saved), (11, Frame::None)];
        assert_eq!(found, expected);
    }

    #[test]
    fn rows_follow_prologues_and_epilogues_of_aarch64() {
        // paciasp; stp; mov x29, sp; nop; ldp; autiasp; ret; nop
        let words = [
            A64_SIGN,
            A64_PUSH,
            0x9100_03FD,
            0xD503_201F,
            A64_POP,
            A64_AUTHENTICATE,
            0xD65F_03C0,
            0xD503_201F,
        ];
        let code = words.map(u32::to_le_bytes).concat();
        let found = rows(Arch::A64, &code, 0..32, &[], &[0, 12]);
        let found: Vec<(u32, Frame, bool)> =
            found.iter().map(|row| (row.offset, row.frame, row.signed)).collect();
        let expected = [
            (0, Frame::None, false),
            (4, Frame::None, true),
            (8, Frame::Pushed, true),
            (12, Frame::Saved, true),
            (20, Frame::None, true),
            (24, Frame::None, false),
            (28, Frame::Saved, true),
        ];
        assert_eq!(found, expected);
    }
}
