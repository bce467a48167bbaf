//! Finds stack slots that are used like variables: each part is accessed with one width and does not escape.

use super::Place;
use crate::base::{StackSlotId, Type};
use crate::ir::opcode::Payload;
use crate::ir::{Opcode, Procedure, StackSlotKind, StateEntry, ValueFlags, ValueId};
use crate::opt::context::{Context, KIND, resolve};
use crate::opt::memory::footprint::width;
use crate::support::{BitSet, Entity};

/// A load or store at a constant offset from a slot.
#[derive(Clone, Copy, Debug)]
struct Access {
    slot: StackSlotId,
    offset: i32,
    id: ValueId,
}

/// The promotable accesses of stack slots. Reuses its memory.
#[derive(Debug, Default)]
pub(super) struct SlotPlaces {
    accesses: Vec<Access>,
    /// Slots that cannot be promoted: locked, at a forced offset, or with an escaping address.
    escaped: BitSet,
    /// By value: the place it accesses, plus one.
    places: Vec<u32>,
    /// Masks for 8 and 16 bits, created on demand.
    masks: [ValueId; 2],
}

/// How a load gets its bits from the value stored in its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Conversion {
    Same,
    By(Opcode),
    /// BitAnd with this one of the masks.
    Mask(usize),
}

/// The conversion from the value of type `ty` that a store writes to the result of a load at the same address; `None`
/// if there is no such conversion. Both targets are little-endian.
fn conversion(store: Opcode, ty: Type, load: Opcode, result: Type) -> Option<Conversion> {
    use Conversion::{By, Mask, Same};
    Some(match (store, load) {
        (Opcode::Store, Opcode::Load) if ty == result => Same,
        (Opcode::Store, Opcode::Load) => match (ty, result) {
            (Type::Int32, Type::Float) | (Type::Float, Type::Int32) => By(Opcode::BitwiseCast),
            (Type::Int64, Type::Double) | (Type::Double, Type::Int64) => By(Opcode::BitwiseCast),
            (Type::Int64, Type::Int32) | (Type::Double, Type::Float) => By(Opcode::Trunc),
            _ => return None,
        },
        (Opcode::Store, _) if ty != Type::Int32 => return None,
        (Opcode::Store | Opcode::Store16 | Opcode::Store8, Opcode::Load8S) => By(Opcode::SExt8),
        (Opcode::Store | Opcode::Store16 | Opcode::Store8, Opcode::Load8Z) => Mask(0),
        (Opcode::Store | Opcode::Store16, Opcode::Load16S) => By(Opcode::SExt16),
        (Opcode::Store | Opcode::Store16, Opcode::Load16Z) => Mask(1),
        _ => return None,
    })
}

fn value_type(proc: &Procedure, id: ValueId) -> Type {
    let value = proc.value(id);
    if value.ty == Type::Void { proc.type_of(proc.children(id)[0]) } else { value.ty }
}

impl SlotPlaces {
    /// Adds a place for each part of a slot that is used like a variable.
    pub(super) fn find(&mut self, proc: &Procedure, places: &mut Vec<Place>, cx: &mut Context) {
        self.accesses.clear();
        self.places.clear();
        self.masks = [ValueId::INVALID; 2];
        self.escaped.reset(proc.stack_slots().len());
        let mut is_none = true;
        for (id, slot) in proc.stack_slots().iter() {
            if slot.kind != StackSlotKind::Anonymous || slot.forced_offset.is_some() {
                self.escaped.insert(id.index());
            } else {
                is_none = false;
            }
        }
        if is_none {
            return;
        }
        self.find_accesses(proc, cx);
        self.accesses.sort_unstable_by_key(|access| (access.slot, access.offset, access.id));
        self.places.resize(proc.value_count(), 0);
        let accesses = std::mem::take(&mut self.accesses);
        for of_slot in accesses.chunk_by(|a, b| a.slot == b.slot) {
            if !self.escaped.contains(of_slot[0].slot.index()) {
                self.add_places(proc, of_slot, places);
            }
        }
        self.accesses = accesses;
    }

    fn find_accesses(&mut self, proc: &Procedure, cx: &mut Context) {
        let slot_of = |id: ValueId| {
            let value = proc.get_value(resolve(proc, id))?;
            (value.opcode() == Opcode::SlotBase).then(|| value.slot())
        };
        for block in proc.block_ids() {
            for &id in proc.block_values(block) {
                let value = proc.value(id);
                let children = proc.children_of(value);
                for (place, &child) in children.iter().enumerate() {
                    let Some(slot) = slot_of(child) else { continue };
                    let is_access = value.opcode().row().payload == Payload::Memory
                        && place + 1 == children.len()
                        && !value.flags.intersects(ValueFlags::TRAPS | ValueFlags::VOLATILE);
                    if is_access {
                        self.accesses.push(Access { slot, offset: value.offset(), id });
                    } else if slot_of(id) != Some(slot) {
                        self.escaped.insert(slot.index());
                    }
                }
                if value.flags.intersects(KIND)
                    && let Some(slot) = slot_of(id)
                {
                    self.escaped.insert(slot.index());
                }
            }
            cx.work += proc.block_values(block).len() as u64;
        }
        let states = proc.states().ids().map(|state| proc.state_entries(state));
        let objects = proc.objects().ids().map(|object| proc.object_fields(object));
        for entry in states.chain(objects).flatten() {
            if let StateEntry::Value(id) | StateEntry::Reference(id) = *entry
                && let Some(slot) = slot_of(id)
            {
                self.escaped.insert(slot.index());
            }
        }
    }

    /// Adds the places of one slot. `accesses` are sorted by offset. Adds none if some overlap, or if a load needs a
    /// conversion that does not exist.
    fn add_places(&mut self, proc: &Procedure, accesses: &[Access], places: &mut Vec<Place>) {
        let first_place = places.len();
        let mut end = i64::MIN;
        for group in accesses.chunk_by(|a, b| a.offset == b.offset) {
            let is_store = |access: &&Access| proc.type_of(access.id) == Type::Void;
            // Without a store any bits will do, if the loads are alike.
            let model = group.iter().find(is_store).unwrap_or(&group[0]).id;
            let (opcode, ty) = (proc.value(model).opcode(), value_type(proc, model));
            let (offset, size) = (i64::from(group[0].offset), width(opcode, ty));
            let fits = |access: &Access| {
                let (other, other_ty) = (proc.value(access.id).opcode(), value_type(proc, access.id));
                (other, other_ty) == (opcode, ty) || conversion(opcode, ty, other, other_ty).is_some()
            };
            if offset < end || !group.iter().all(fits) {
                places.truncate(first_place);
                accesses.iter().for_each(|access| self.places[access.id.index()] = 0);
                return;
            }
            end = offset + size;
            places.push(Place::new(ty));
            for access in group {
                self.places[access.id.index()] = places.len() as u32;
            }
        }
    }

    pub(super) fn place(&self, id: ValueId) -> Option<usize> {
        let place = self.places.get(id.index()).copied().unwrap_or(0);
        (place != 0).then(|| place as usize - 1)
    }

    /// Replaces a read of a place by its content, converted if necessary.
    pub(super) fn read(&mut self, proc: &mut Procedure, id: ValueId, content: ValueId) {
        let (opcode, ty) = (proc.value(id).opcode(), proc.type_of(id));
        let from = proc.type_of(content);
        let conversion = match opcode {
            Opcode::Get => Conversion::Same,
            // The content of a narrow store is a full Int32, and the load takes no more bits than were stored.
            _ => conversion(Opcode::Store, from, opcode, ty).unwrap_or(Conversion::Same),
        };
        match conversion {
            Conversion::Same => proc.replace_with_identity(id, content),
            Conversion::By(opcode) => proc.replace(id, opcode, &[content]),
            Conversion::Mask(number) => {
                let mask = &mut self.masks[number];
                if !mask.is_valid() {
                    *mask = proc.at(crate::ir::BlockId::INVALID).const32([0xff, 0xffff][number]);
                }
                proc.replace(id, Opcode::BitAnd, &[content, self.masks[number]]);
            }
        }
    }

    /// The masks in use; they are in no block yet.
    pub(super) fn masks(&self) -> impl Iterator<Item = ValueId> + '_ {
        self.masks.iter().copied().filter(|mask| mask.is_valid())
    }
}
