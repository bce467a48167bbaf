//! Unwind information for Windows: a table of functions, in the block after the code.
//!
//! Every x86-64 procedure begins with `push rbp; mov rbp, rsp`, and saves registers below. As `UNWIND_INFO` this is:
//! push rbp, allocate room, and set rbp to that distance above the stack pointer; the saved registers are in this room.
//! All operations take effect at the end of the `mov`, so the information is wrong for a fault in the rest of the
//! prologue, before all registers are saved. Assemblies of several procedures, and veneers, have no entry.
//!
//! Source: Microsoft, "x64 exception handling" (`RUNTIME_FUNCTION`, `UNWIND_INFO`, `UNWIND_CODE`).

use super::Linkable;
use crate::base::Bank;
use crate::isa::FrameInfo;

/// True if the system uses such tables.
const IS_SUPPORTED: bool = cfg!(all(windows, target_arch = "x86_64"));

/// Bytes of a `RUNTIME_FUNCTION`: begin, end, and offset of the `UNWIND_INFO`.
const FUNCTION_SIZE: usize = 12;
/// The encoding of rbp.
const RBP: u8 = 5;
/// Ends of `push rbp` and of `mov rbp, rsp`.
const PUSHED: u8 = 1;
const SET: u8 = 4;

/// The functions of a group, with their unwind information.
#[derive(Default)]
pub(super) struct Functions {
    /// Start offset, end offset (exclusive), and `UNWIND_INFO`.
    all: Vec<(u32, u32, Vec<u8>)>,
}

impl Functions {
    /// Describes procedures that begin at these offsets. Empty if the system has no such tables.
    pub(super) fn of(procedures: &[Linkable<'_>], starts: &[u32]) -> Functions {
        let mut all = Vec::new();
        if IS_SUPPORTED {
            for (procedure, &start) in procedures.iter().zip(starts) {
                let code = procedure.code;
                if let (None, Some(info)) = (&code.pieces, unwind_info(&code.frame)) {
                    all.push((start, start + code.code_size, info));
                }
            }
        }
        Functions { all }
    }

    /// Size in bytes.
    pub(super) fn size(&self) -> usize {
        self.all.iter().map(|(_, _, info)| FUNCTION_SIZE + info.len()).sum()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Writes the table, then the unwind information, at offset `at`, a multiple of 4.
    pub(super) fn write(&self, bytes: &mut [u8], at: usize) {
        let mut info_at = at + self.all.len() * FUNCTION_SIZE;
        for (n, (start, end, info)) in self.all.iter().enumerate() {
            for (field, number) in [*start, *end, info_at as u32].into_iter().enumerate() {
                bytes[at + n * FUNCTION_SIZE + field * 4..][..4].copy_from_slice(&number.to_le_bytes());
            }
            bytes[info_at..][..info.len()].copy_from_slice(info);
            info_at += info.len();
        }
    }
}

/// The `UNWIND_INFO` of a procedure: a multiple of four bytes. `None` if a register is saved too far from rbp to be
/// encoded.
fn unwind_info(frame: &FrameInfo) -> Option<Vec<u8>> {
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
        codes.extend([SET, operation | reg.number() << 4]);
        codes.extend((above / scale).to_le_bytes());
    }
    // UWOP_SET_FPREG.
    codes.extend([SET, 3]);
    match room {
        0 => {}
        // UWOP_ALLOC_SMALL, 8 to 128 bytes; UWOP_ALLOC_LARGE.
        1..=128 => codes.extend([SET, 2 | ((room / 8 - 1) as u8) << 4]),
        _ => {
            codes.extend([SET, 1]);
            codes.extend(((room / 8) as u16).to_le_bytes());
        }
    }
    // UWOP_PUSH_NONVOL.
    codes.extend([PUSHED, RBP << 4]);
    let count = u8::try_from(codes.len() / 2).ok()?;
    let mut info = vec![1, SET, count, RBP | ((room / 16) as u8) << 4];
    info.extend(codes);
    info.resize(info.len().next_multiple_of(4), 0);
    Some(info)
}

/// A function table registered with the system; unregistered on drop.
pub(super) struct FunctionTable(Option<usize>);

impl FunctionTable {
    /// Registers the functions of a block with the system.
    ///
    /// # Safety
    /// [`Functions::write`] has written `count` functions to `table`. The table and the code stay until this is
    /// dropped.
    pub(super) unsafe fn add(base: usize, table: usize, count: usize) -> FunctionTable {
        // SAFETY: guaranteed by the caller.
        let is_registered = count != 0 && unsafe { system::add(base, table, count) };
        FunctionTable(is_registered.then_some(table))
    }
}

impl Drop for FunctionTable {
    fn drop(&mut self) {
        if let Some(table) = self.0 {
            // SAFETY: the table is registered.
            unsafe { system::unregister(table) };
        }
    }
}

#[cfg(all(windows, target_arch = "x86_64"))]
mod system {
    #[link(name = "kernel32")]
    unsafe extern "system" {
        fn RtlAddFunctionTable(table: usize, count: u32, base: u64) -> u8;
        fn RtlDeleteFunctionTable(table: usize) -> u8;
    }

    /// # Safety
    /// As for [`FunctionTable::add`](super::FunctionTable::add).
    pub(super) unsafe fn add(base: usize, table: usize, count: usize) -> bool {
        // SAFETY: guaranteed by the caller.
        unsafe { RtlAddFunctionTable(table, count as u32, base as u64) != 0 }
    }

    /// # Safety
    /// The table is registered.
    pub(super) unsafe fn unregister(table: usize) {
        // SAFETY: guaranteed by the caller.
        unsafe { RtlDeleteFunctionTable(table) };
    }
}

#[cfg(not(all(windows, target_arch = "x86_64")))]
mod system {
    /// # Safety
    /// None needed.
    pub(super) unsafe fn add(_base: usize, _table: usize, _count: usize) -> bool {
        false
    }

    /// # Safety
    /// None needed.
    pub(super) unsafe fn unregister(_table: usize) {}
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
            let info = unwind_info(&frame).expect("they are near");
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
        assert!(unwind_info(&saving(Reg::gp(3), -240)).is_some());
        assert_eq!(unwind_info(&saving(Reg::gp(3), -248)), None, "too far");
        assert_eq!(unwind_info(&saving(Reg::gp(3), 8)), None, "above");
        assert_eq!(unwind_info(&saving(Reg::gp(3), -12)), None, "between two words");
        assert_eq!(unwind_info(&saving(Reg::fp(6), -24)), None, "between two vectors");
    }

    #[test]
    fn function_tables_refer_to_unwind_info() {
        let functions = Functions { all: vec![(0, 40, vec![1; 8]), (48, 60, vec![2; 12])] };
        let mut bytes = vec![0; 64];
        functions.write(&mut bytes, 20);
        assert_eq!((functions.len(), functions.size()), (2, 44));
        let words: Vec<u32> =
            bytes[20..44].chunks(4).map(|word| u32::from_le_bytes(word.try_into().expect("four"))).collect();
        assert_eq!(words, [0, 40, 44, 48, 60, 52]);
        assert_eq!((&bytes[44..52], &bytes[52..64]), (&[1; 8][..], &[2; 12][..]));
    }
}
