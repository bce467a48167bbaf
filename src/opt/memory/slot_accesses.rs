//! Removes accesses outside stack slots, which a pass uncovers when it finds that an address is a slot's.
//!
//! Such an access is valid at `Add(SlotBase, 0)`, at a Select, a Phi or an argument of an inlined call, and undefined
//! if executed. At the slot's address itself it would break rule V26. Any pass that replaces a value by an equal one
//! can uncover it, so no pass checks this. It is removed after the pass instead.

use crate::base::Type;
use crate::ir::opcode::Payload;
use crate::ir::validate::Contents;
use crate::ir::{Procedure, ValueId};
use crate::opt::context::{Context, resolve};

/// Turn this: a load or store outside of a stack slot, at the slot's address
/// Into this: a zero, or nothing.
///
/// Is not limited by fuel: without it, the procedure is not valid. A zero rather than an Oops, because a load that is
/// not control dependent may have been hoisted to a place where nothing uses it.
pub(in crate::opt) fn remove_accesses_outside_slots(proc: &mut Procedure, cx: &mut Context) {
    if !cx.contents.contains(Contents::SLOTS) {
        return;
    }
    for block in proc.block_ids() {
        for place in 0..proc.block_values(block).len() {
            let id = proc.block_values(block)[place];
            if is_outside_slot(proc, id) {
                if proc.type_of(id) == Type::Void {
                    proc.replace_with_nop(id);
                    cx.contents |= Contents::NOPS_AND_IDENTITIES;
                } else {
                    proc.replace_with_constant(id, 0);
                }
            }
        }
        cx.work += proc.block_values(block).len() as u64;
    }
}

fn is_outside_slot(proc: &Procedure, id: ValueId) -> bool {
    let value = proc.value(id);
    if !matches!(value.opcode().row().payload, Payload::Memory | Payload::Atomic) {
        return false;
    }
    let Some(&address) = proc.children_of(value).last() else { return false };
    proc.access_outside_slot(value, resolve(proc, address), 0).is_some()
}
