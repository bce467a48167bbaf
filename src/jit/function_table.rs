//! What Windows wants to know of code to unwind its frames: a table of functions, in the block behind the code.
//!
//! Every procedure of x86-64 begins with `push rbp; mov rbp, rsp`, and saves registers at places below that. In the
//! terms of an `UNWIND_INFO`: rbp was pushed, room was made, and rbp was set that far above the stack pointer; what is
//! saved is in this room. All of it counts from the end of the `mov` on: a fault in the rest of the prologue, where not
//! all is saved yet, is told wrongly. Code that was put together of several pieces, and veneers, have no entry.
//!
//! Source: Microsoft, "x64 exception handling" (`RUNTIME_FUNCTION`, `UNWIND_INFO`, `UNWIND_CODE`).

use super::Linkable;
use crate::base::Bank;
use crate::isa::FrameInfo;

/// True where the system has such tables.
const IS_WANTED: bool = cfg!(all(windows, target_arch = "x86_64"));

/// Bytes of a `RUNTIME_FUNCTION`: where it begins and ends, and where its `UNWIND_INFO` is.
const FUNCTION_SIZE: usize = 12;
/// The number of rbp.
const RBP: u8 = 5;
/// Where `push rbp` ends, and `mov rbp, rsp`.
const PUSHED: u8 = 1;
const SET: u8 = 4;

/// The functions of a group and what is to be known of them.
#[derive(Default)]
pub(super) struct Functions {
    /// Offsets of the first instruction and behind the last one, and the `UNWIND_INFO`.
    all: Vec<(u32, u32, Vec<u8>)>,
}

impl Functions {
    /// Those of procedures that begin at these offsets; none where nobody asks for them.
    pub(super) fn of(procedures: &[Linkable<'_>], starts: &[u32]) -> Functions {
        let mut all = Vec::new();
        if IS_WANTED {
            for (procedure, &start) in procedures.iter().zip(starts) {
                let code = procedure.code;
                if let (None, Some(info)) = (&code.pieces, unwind_info(&code.frame)) {
                    all.push((start, start + code.code_size, info));
                }
            }
        }
        Functions { all }
    }

    /// How many bytes they take.
    pub(super) fn size(&self) -> usize {
        self.all.iter().map(|(_, _, info)| FUNCTION_SIZE + info.len()).sum()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Writes them to an offset, a multiple of 4: first the table.
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

/// The `UNWIND_INFO` of a procedure: a multiple of four bytes. `None` if registers are saved too far from rbp to
/// say so.
fn unwind_info(frame: &FrameInfo) -> Option<Vec<u8>> {
    let lowest = frame.callee_saves.iter().map(|(_, offset)| *offset).min().unwrap_or(0);
    // rbp is at most fifteen times sixteen bytes above what is saved.
    let room = u32::try_from(-i64::from(lowest)).ok()?.next_multiple_of(16);
    if room > 15 * 16 {
        return None;
    }
    // Two bytes each: the offset behind the instruction, the operation with four bits of its own, and perhaps a number.
    let mut codes: Vec<u8> = Vec::new();
    for (reg, offset) in &frame.callee_saves {
        let above = u16::try_from(i64::from(room) + i64::from(*offset)).ok()?;
        // UWOP_SAVE_NONVOL, in eight bytes; UWOP_SAVE_XMM128, in sixteen.
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
        // UWOP_ALLOC_SMALL, from 8 to 128 bytes; UWOP_ALLOC_LARGE.
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

/// A table that the system knows. It forgets it when this is dropped.
pub(super) struct FunctionTable(Option<usize>);

impl FunctionTable {
    /// Tells the system of functions of a block.
    ///
    /// # Safety
    ///
    /// [`Functions::write`] has written so many to `table`, which stays, as does the code, until this is dropped.
    pub(super) unsafe fn add(base: usize, table: usize, count: usize) -> FunctionTable {
        // SAFETY: the caller's.
        let is_known = count != 0 && unsafe { system::add(base, table, count) };
        FunctionTable(is_known.then_some(table))
    }
}

impl Drop for FunctionTable {
    fn drop(&mut self) {
        if let Some(table) = self.0 {
            // SAFETY: it was added, and is there yet.
            unsafe { system::forget(table) };
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
    ///
    /// As of [`FunctionTable::add`](super::FunctionTable::add).
    pub(super) unsafe fn add(base: usize, table: usize, count: usize) -> bool {
        // SAFETY: the caller's.
        unsafe { RtlAddFunctionTable(table, count as u32, base as u64) != 0 }
    }

    /// # Safety
    ///
    /// It was added, and not forgotten.
    pub(super) unsafe fn forget(table: usize) {
        // SAFETY: the caller's.
        unsafe { RtlDeleteFunctionTable(table) };
    }
}

#[cfg(not(all(windows, target_arch = "x86_64")))]
mod system {
    /// # Safety
    ///
    /// None needed.
    pub(super) unsafe fn add(_base: usize, _table: usize, _count: usize) -> bool {
        false
    }

    /// # Safety
    ///
    /// None needed.
    pub(super) unsafe fn forget(_table: usize) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Reg;

    /// What the system does: from the stack pointer, rbp and memory behind the prologue, what they were before the
    /// call, and the other registers that are restored.
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
            // The return address is where the stack pointer is now.
            assert_eq!((rsp, rbp), (RBP_HERE + 8, RBP_HERE ^ 0x5555));
            let expected = callee_saves
                .iter()
                .map(|(reg, offset)| (*reg, RBP_HERE.wrapping_add_signed((*offset).into()) ^ 0x5555));
            assert_eq!(restored, expected.collect::<Vec<_>>(), "{general} {floating}");
        }
    }

    #[test]
    fn what_cannot_be_said_is_not() {
        let saving = |reg, offset| FrameInfo { callee_saves: vec![(reg, offset)], ..FrameInfo::default() };
        assert!(unwind_info(&saving(Reg::gp(3), -240)).is_some());
        assert_eq!(unwind_info(&saving(Reg::gp(3), -248)), None, "too far");
        assert_eq!(unwind_info(&saving(Reg::gp(3), 8)), None, "above");
        assert_eq!(unwind_info(&saving(Reg::gp(3), -12)), None, "between two words");
        assert_eq!(unwind_info(&saving(Reg::fp(6), -24)), None, "between two vectors");
    }

    #[test]
    fn tables_lead_to_what_is_said() {
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
