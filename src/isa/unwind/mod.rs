//! Describes the frame at every instruction, for unwinders and debuggers.
//!
//! Emission records a [`FrameState`] whenever the frame changes: in prologues, after epilogues, before blocks without a
//! frame. [`CallFrameTable`] encodes the states of finished code as DWARF call-frame information (`.eh_frame`).
//!
//! - Requires: a call preserves the frame pointer, so a state holds over calls.
//! - Ensures: following a row gives the caller's stack pointer, frame pointer, callee-saved registers and return address
//!   at the instruction, also where the row's code is interrupted.
//! - Cost: a comparison for each block, and 32 bytes for each change.

mod bytes;
mod dwarf;
mod recorder;
pub mod windows;
mod windows_a64;

pub(crate) use dwarf::register_number;
pub use dwarf::{CallFrameTable, CodeAddresses};
pub(super) use recorder::FrameRecorder;

use super::{a64, x64};
use crate::base::{Arch, Reg};
use std::ops::Range;

/// The place of a value of the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallerPlace {
    /// The register that held it at the entry. On x86-64 the return address is on the stack there, where the call
    /// pushed it.
    Entry,
    /// Memory at this offset from the canonical frame address.
    Frame(i32),
    /// Memory at this offset from the stack pointer.
    Stack(i32),
    /// Another register.
    Register(Reg),
}

/// How to find the caller's registers at an instruction.
///
/// The canonical frame address (CFA) is the caller's stack pointer before the call pushed the return address: on
/// AArch64, the stack pointer at the entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameState {
    /// The CFA is this register, the stack pointer or the frame pointer,
    pub base: Reg,
    /// plus this offset.
    pub offset: i32,
    /// The caller's frame pointer.
    pub frame_pointer: CallerPlace,
    /// The return address.
    pub return_address: CallerPlace,
    /// True if the return address is signed (AArch64, A key; the modifier is the CFA).
    pub is_signed: bool,
    /// The other saved registers: an index of [`FrameStates::saves`]. They are in their registers if there is none.
    pub saves: Option<u32>,
}

impl FrameState {
    /// The state at an entry point.
    pub const fn at_entry(arch: Arch) -> FrameState {
        FrameState {
            base: stack_pointer(arch),
            offset: match arch {
                Arch::X64 => 8,
                Arch::A64 => 0,
            },
            frame_pointer: CallerPlace::Entry,
            return_address: CallerPlace::Entry,
            is_signed: false,
            saves: None,
        }
    }

    /// The state after the frame record was pushed: the caller's frame pointer and the return address.
    pub(crate) fn pushed(arch: Arch, is_signed: bool) -> FrameState {
        FrameState {
            offset: RECORD,
            frame_pointer: CallerPlace::Frame(-RECORD),
            return_address: match arch {
                Arch::X64 => CallerPlace::Entry,
                Arch::A64 => CallerPlace::Frame(-8),
            },
            is_signed,
            ..FrameState::at_entry(arch)
        }
    }

    /// The state once the frame pointer points to the frame record, before other registers are saved.
    pub(crate) fn framed(arch: Arch, is_signed: bool) -> FrameState {
        FrameState { base: frame_pointer(arch), ..FrameState::pushed(arch, is_signed) }
    }
}

/// Bytes of the frame record. The CFA is at its end.
const RECORD: i32 = 16;

const fn stack_pointer(arch: Arch) -> Reg {
    match arch {
        Arch::X64 => x64::registers::RSP,
        Arch::A64 => a64::registers::SP,
    }
}

const fn frame_pointer(arch: Arch) -> Reg {
    match arch {
        Arch::X64 => x64::registers::RBP,
        Arch::A64 => a64::registers::FP,
    }
}

/// The state of the code from an offset to that of the next row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameRow {
    /// Offset of the first instruction.
    pub offset: u32,
    /// The state; `None` where it is unknown: in code of the client, and in padding.
    pub state: Option<FrameState>,
}

/// An entry of a function table of Windows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnwindEntry {
    /// The instructions that it describes, as offsets.
    pub range: Range<u32>,
    /// The unwind information: a multiple of four bytes.
    pub info: Vec<u8>,
}

/// Saved registers and their places.
pub type SavedRegisters = Vec<(Reg, CallerPlace)>;

/// The frame states of finished code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrameStates {
    /// The states, by offset. Code before the first row is unknown.
    pub rows: Vec<FrameRow>,
    /// The saved registers of states.
    pub saves: Vec<SavedRegisters>,
}

impl FrameStates {
    /// The state at an offset, if it is known.
    pub fn at(&self, offset: u32) -> Option<&FrameState> {
        let after = self.rows.partition_point(|row| row.offset <= offset);
        self.rows.get(after.checked_sub(1)?)?.state.as_ref()
    }

    /// The saved registers of a state.
    pub fn saves_of(&self, state: &FrameState) -> &[(Reg, CallerPlace)] {
        state.saves.and_then(|saves| self.saves.get(saves as usize)).map_or(&[], Vec::as_slice)
    }

    /// The longest ranges of code before `end` whose states are all known, with their rows.
    fn known_ranges(&self, end: u32) -> impl Iterator<Item = (Range<u32>, &[FrameRow])> {
        let mut rest = &self.rows[..self.rows.partition_point(|row| row.offset < end)];
        std::iter::from_fn(move || {
            let first = rest.iter().position(|row| row.state.is_some())?;
            let known = &rest[first..];
            let len = known.iter().position(|row| row.state.is_none()).unwrap_or(known.len());
            let (range, after) = known.split_at(len);
            rest = after;
            Some((range[0].offset..after.first().map_or(end, |row| row.offset), range))
        })
    }
}
