//! Unwind information for Windows: entries of function tables, and the information of x86-64.
//!
//! On x86-64 every procedure begins with `push rbp; mov rbp, rsp`, and saves registers below. As `UNWIND_INFO` this
//! is: push rbp, allocate room, and set rbp to that distance above the stack pointer; the saved registers are in this
//! room. All operations take effect at the end of the `mov`, so the information is wrong for a fault in the rest of
//! the prologue, before all registers are saved.
//!
//! Source: Microsoft, "x64 exception handling" (`UNWIND_INFO`, `UNWIND_CODE`).

use super::{UnwindEntry, windows_a64};
use crate::base::{Arch, Bank};
use crate::isa::{CompiledCode, FrameInfo};

/// The entries of a procedure, in order. `None` if the system's format cannot describe its frame: a register is saved
/// too far from the frame pointer, because slots have fixed places near it; or the code has several procedures.
pub fn unwind_entries(code: &CompiledCode) -> Option<Vec<UnwindEntry>> {
    if code.pieces.is_some() {
        return None;
    }
    match code.arch {
        Arch::X64 => {
            let info = unwind_info(&code.frame, code.landing_pads)?;
            Some(vec![UnwindEntry { range: 0..code.code_size, info }])
        }
        Arch::A64 => windows_a64::unwind_entries(code),
    }
}

/// The encoding of rbp.
const RBP: u8 = 5;
/// Ends of `push rbp` and of `mov rbp, rsp`.
const PUSHED: u8 = 1;
const SET: u8 = 4;
/// Bytes of a landing pad before them.
const PAD: u8 = 4;

/// The `UNWIND_INFO` of a procedure: a multiple of four bytes. `None` if a register is saved too far from rbp to be
/// encoded.
fn unwind_info(frame: &FrameInfo, has_pad: bool) -> Option<Vec<u8>> {
    let [pushed, set] = [PUSHED, SET].map(|end| if has_pad { end + PAD } else { end });
    let lowest = frame.callee_saves.iter().map(|(_, offset)| *offset).min().unwrap_or(0);
    // The encoded distance from the saved registers to rbp is at most 15 * 16 bytes.
    let room = u32::try_from(-i64::from(lowest)).ok()?.next_multiple_of(16);
    if room > 15 * 16 {
        return None;
    }
    // A code has two bytes: the offset after the instruction, then the operation with four bits of info. An operand may
    // follow.
    let mut codes: Vec<u8> = Vec::new();
    for (reg, offset) in &frame.callee_saves {
        let above = u16::try_from(i64::from(room) + i64::from(*offset)).ok()?;
        // UWOP_SAVE_NONVOL, scaled by 8; UWOP_SAVE_XMM128, scaled by 16.
        let (operation, scale) = if reg.bank() == Bank::Gp { (4, 8) } else { (8, 16) };
        if above % scale != 0 {
            return None;
        }
        codes.extend([set, operation | reg.number() << 4]);
        codes.extend((above / scale).to_le_bytes());
    }
    // UWOP_SET_FPREG.
    codes.extend([set, 3]);
    match room {
        0 => {}
        // UWOP_ALLOC_SMALL, 8 to 128 bytes; UWOP_ALLOC_LARGE.
        1..=128 => codes.extend([set, 2 | ((room / 8 - 1) as u8) << 4]),
        _ => {
            codes.extend([set, 1]);
            codes.extend(((room / 8) as u16).to_le_bytes());
        }
    }
    // UWOP_PUSH_NONVOL.
    codes.extend([pushed, RBP << 4]);
    let count = u8::try_from(codes.len() / 2).ok()?;
    let mut info = vec![1, set, count, RBP | ((room / 16) as u8) << 4];
    info.extend(codes);
    info.resize(info.len().next_multiple_of(4), 0);
    Some(info)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Reg;

    /// Interprets unwind information as the system does. Takes the rbp and memory after the prologue; returns the rsp
    /// and rbp of before the call, and the other restored registers.
    fn unwind(info: &[u8], rbp: u64, read: &dyn Fn(u64) -> u64) -> (u64, u64, Vec<(Reg, u64)>) {
        assert_eq!((info[0], info[1], info.len() % 4), (1, SET, 0));
        assert_eq!(info[3] & 15, RBP);
        let base = rbp - u64::from(info[3] >> 4) * 16;
        let words: Vec<u16> =
            info[4..].chunks(2).map(|word| u16::from_le_bytes(word.try_into().expect("two"))).collect();
        let (mut at, mut rsp, mut rbp_before, mut restored) = (0, 0, 0, Vec::new());
        let mut last = u8::MAX;
        while at < usize::from(info[2]) {
            let ([offset, operation], number) = (words[at].to_le_bytes(), words.get(at + 1));
            assert!(offset <= last, "the last one first");
            last = offset;
            let (own, number) = (operation >> 4, number.map_or(0, |number| u64::from(*number)));
            at += match operation & 15 {
                4 => {
                    restored.push((Reg::gp(own), read(base + number * 8)));
                    2
                }
                8 => {
                    assert_eq!((base + number * 16) % 16, 0);
                    restored.push((Reg::fp(own), read(base + number * 16)));
                    2
                }
                3 => {
                    rsp = base;
                    1
                }
                2 => {
                    rsp += u64::from(own) * 8 + 8;
                    1
                }
                1 => {
                    assert_eq!(own, 0);
                    rsp += number * 8;
                    2
                }
                0 => {
                    assert_eq!(own, RBP);
                    rbp_before = read(rsp);
                    rsp += 8;
                    1
                }
                other => panic!("operation {other}"),
            };
        }
        (rsp, rbp_before, restored)
    }

    #[test]
    fn frames_are_unwound_to_their_callers() {
        const RBP_HERE: u64 = 0x10_0000;
        let gp = [3, 12, 13, 14, 15, 6, 7].map(Reg::gp);
        for (general, floating) in [(0, 0), (1, 0), (2, 0), (5, 0), (7, 0), (0, 1), (3, 2), (7, 10), (6, 10)]
        {
            let mut callee_saves = Vec::new();
            let mut offset = 0;
            for reg in &gp[..general] {
                offset -= 8;
                callee_saves.push((*reg, offset));
            }
            offset = -((-offset + 15) / 16 * 16);
            for number in 0..floating {
                offset -= 16;
                callee_saves.push((Reg::fp(6 + number), offset));
            }
            let frame = FrameInfo { callee_saves: callee_saves.clone(), ..FrameInfo::default() };
            let info = unwind_info(&frame, false).expect("they are near");
            let padded = unwind_info(&frame, true).expect("they are near");
            // After a landing pad everything takes effect later, and the rest is the same.
            assert_eq!(padded.len(), info.len());
            let moved = padded.iter().zip(&info).filter(|(padded, plain)| padded != plain);
            assert!(moved.clone().all(|(padded, plain)| *padded == plain + PAD));
            assert_eq!(moved.count(), 1 + 2 + general + floating as usize + usize::from(offset != 0));
            let (rsp, rbp, restored) = unwind(&info, RBP_HERE, &|address| address ^ 0x5555);
            // The return address is at the stack pointer now.
            assert_eq!((rsp, rbp), (RBP_HERE + 8, RBP_HERE ^ 0x5555));
            let expected = callee_saves
                .iter()
                .map(|(reg, offset)| (*reg, RBP_HERE.wrapping_add_signed((*offset).into()) ^ 0x5555));
            assert_eq!(restored, expected.collect::<Vec<_>>(), "{general} {floating}");
        }
    }

    #[test]
    fn registers_too_far_from_rbp_have_no_unwind_info() {
        let saving = |reg, offset| FrameInfo { callee_saves: vec![(reg, offset)], ..FrameInfo::default() };
        assert!(unwind_info(&saving(Reg::gp(3), -240), false).is_some());
        assert_eq!(unwind_info(&saving(Reg::gp(3), -248), false), None, "too far");
        assert_eq!(unwind_info(&saving(Reg::gp(3), 8), false), None, "above");
        assert_eq!(unwind_info(&saving(Reg::gp(3), -12), false), None, "between two words");
        assert_eq!(unwind_info(&saving(Reg::fp(6), -24), false), None, "between two vectors");
    }
}
