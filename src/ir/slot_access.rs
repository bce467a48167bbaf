//! Which loads and stores are within their stack slot: rule V26, and what passes must keep of it.

use super::opcode::Payload;
use super::{Opcode, Procedure, Value, ValueId};

/// The bytes that a load or store accesses, counted from the start of a stack slot that does not contain them all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutsideSlot {
    pub(crate) begin: i64,
    /// One past the last.
    pub(crate) end: i64,
    /// Size of the slot in bytes.
    pub(crate) size: u32,
}

impl Procedure {
    /// Returns the bytes that `value`, a load, store or atomic access, would access at this address plus `added`, if
    /// `address` is a slot's and the slot does not contain them. `None` for other operations, addresses and slots that
    /// do not exist.
    pub(crate) fn access_outside_slot(
        &self,
        value: &Value,
        address: ValueId,
        added: i64,
    ) -> Option<OutsideSlot> {
        let address = self.get_value(address).filter(|address| address.opcode == Opcode::SlotBase)?;
        let offset = match value.opcode.row().payload {
            Payload::Memory => value.offset(),
            Payload::Atomic => value.atomic()?.offset,
            _ => return None,
        };
        let bytes = self.access_bytes(value);
        let size = self.slots.get(address.slot())?.size;
        let begin = i64::from(offset).saturating_add(added);
        let end = begin.saturating_add(i64::from(bytes));
        (begin < 0 || end > i64::from(size)).then_some(OutsideSlot { begin, end, size })
    }

    /// The number of bytes that a load, store or atomic access accesses.
    pub(crate) fn access_bytes(&self, value: &Value) -> u32 {
        match value.opcode {
            Opcode::Load8Z | Opcode::Load8S | Opcode::Store8 => 1,
            Opcode::Load16Z | Opcode::Load16S | Opcode::Store16 => 2,
            Opcode::Store => self.type_of(value.children[0]).size(),
            _ => value.atomic().map_or_else(|| value.ty.size(), |access| access.width.bytes()),
        }
    }
}
