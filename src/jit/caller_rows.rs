//! How to find the caller of an interrupted procedure: the frame states of emission, packed.

use crate::base::Arch;
use crate::isa::unwind::{CallerPlace, FrameRow, FrameState};

/// How to find the caller from an offset to that of the next row: a [`FrameState`] in eight bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CallerRow {
    offset: u32,
    /// The distance of the canonical frame address from its base, a multiple of 8, and flags; or [`CallerRow::UNKNOWN`].
    packed: i32,
}

impl CallerRow {
    /// The base is the frame pointer instead of the stack pointer.
    const FROM_FRAME: i32 = 1;
    /// The frame record was pushed.
    const HAS_RECORD: i32 = 2;
    const FLAGS: i32 = 7;
    const UNKNOWN: i32 = i32::MIN | 4;

    pub(super) fn of(arch: Arch, row: &FrameRow) -> CallerRow {
        let packed = row.state.and_then(|state| pack(arch, state));
        CallerRow { offset: row.offset, packed: packed.unwrap_or(CallerRow::UNKNOWN) }
    }

    /// The row of the instruction at an offset.
    pub(super) fn at(rows: &[CallerRow], offset: u32) -> Option<CallerRow> {
        let after = rows.partition_point(|row| row.offset <= offset);
        rows.get(after.checked_sub(1)?).copied().filter(|row| row.packed != CallerRow::UNKNOWN)
    }

    /// The canonical frame address, and the frame pointer and the return address of the caller, from registers of the
    /// interrupted thread.
    ///
    /// # Safety
    /// The thread was interrupted at an instruction of this row, with these registers.
    pub(super) unsafe fn caller(
        self,
        stack_pointer: usize,
        frame_pointer: usize,
        link: usize,
    ) -> (usize, usize, usize) {
        let base = match self.packed & CallerRow::FROM_FRAME {
            0 => stack_pointer,
            _ => frame_pointer,
        };
        let frame_address = base.wrapping_add_signed((self.packed & !CallerRow::FLAGS) as isize);
        let has_record = self.packed & CallerRow::HAS_RECORD != 0;
        let word = |below: usize| {
            let place: *const usize = std::ptr::with_exposed_provenance(frame_address.wrapping_sub(below));
            // SAFETY: the frame was set up as far as the row says (caller). On x86-64 the call has pushed the return address.
            unsafe { place.read_unaligned() }
        };
        let frame_pointer = if has_record { word(16) } else { frame_pointer };
        let in_link = cfg!(target_arch = "aarch64") && !has_record;
        (frame_address, frame_pointer, if in_link { link } else { word(8) })
    }
}

/// `None` if the state cannot be packed. Emitted prologues and epilogues have no such states.
fn pack(arch: Arch, state: FrameState) -> Option<i32> {
    use CallerPlace::{Entry, Frame};
    let record = match (state.frame_pointer, state.return_address) {
        (Entry, Entry) => 0,
        (Frame(-16), Entry | Frame(-8)) => CallerRow::HAS_RECORD,
        _ => return None,
    };
    let base = match state.base {
        base if base == FrameState::at_entry(arch).base => 0,
        base if base == FrameState::framed(arch, false).base => CallerRow::FROM_FRAME,
        _ => return None,
    };
    (state.offset & CallerRow::FLAGS == 0).then_some(state.offset | base | record)
}
