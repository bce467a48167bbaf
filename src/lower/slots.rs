//! The layout of a procedure's stack slots in the frame.

use crate::air::{Code, Slot, SlotKind};
use crate::base::StackSlotId;
use crate::ir::{Procedure, StackSlotKind};

/// Bytes of all registers that the code must save if it changes them.
fn save_area(code: &Code) -> u32 {
    let bytes = code.env().saved_bytes;
    let area: u32 = code.callee_saved().iter().map(|reg| bytes[reg.bank() as usize]).sum();
    area.next_multiple_of(16)
}

/// Assigns offsets to the procedure's stack slots: forced ones first, the others below all of them.
///
/// # Errors
/// The slot and its forced offset, if that overlaps something else.
pub(super) fn lay_out_slots(proc: &Procedure, code: &mut Code) -> Result<(), (StackSlotId, i32)> {
    let slots = proc.stack_slots();
    let mut forced: Vec<(i64, i64, StackSlotId)> = slots
        .iter()
        .filter_map(|(id, slot)| {
            let start = i64::from(slot.forced_offset?);
            Some((start, start + i64::from(slot.size.max(1)), id))
        })
        .collect();
    forced.sort_unstable();
    let mut lowest = 0;
    let mut previous_end = i64::MIN;
    for &(start, end, slot) in &forced {
        // The saved frame pointer and the return address are at 0..16; the frame is below 0.
        let collides = start < previous_end || (start < 16 && end > 0) || start < i64::from(i32::MIN / 2);
        if collides {
            return Err((slot, start as i32));
        }
        previous_end = end;
        lowest = lowest.max(-start);
    }
    // Where unwind tables describe only registers near the frame pointer, these are saved above all slots.
    let area = if code.target.desc.shrink_wrapping { 0 } else { save_area(code) };
    if forced.iter().all(|(start, end, _)| *start >= 16 || *end <= -i64::from(area)) {
        code.save_area = area;
        lowest = lowest.max(area.into());
    }
    code.frame_bytes = u32::try_from(lowest).unwrap_or(0);
    for (_, slot) in slots.iter() {
        let kind = match slot.kind {
            StackSlotKind::Anonymous => SlotKind::Spill,
            StackSlotKind::Locked => SlotKind::Locked,
        };
        match slot.forced_offset {
            Some(offset) => {
                let slot = Slot { size: slot.size, align: slot.align, kind, offset: Some(offset) };
                code.slots.push(slot);
            }
            None => {
                code.add_slot(slot.size, slot.align, kind);
            }
        }
    }
    Ok(())
}
