//! Checks of everything besides blocks: signature, tuples, variables, stack slots, registers, entries.

use super::facts::Place;
use super::payload::{convention, results_fit};
use super::{Report, Rule};
use crate::base::{Reg, RegSet, Target};
use crate::ir::osr_entry::OsrFault;
use crate::ir::{Opcode, Procedure};

/// Maximum number of elements of a tuple. A copy of a tuple is one move per element, so without a bound a short text
/// could require unlimited code.
const MAX_TUPLE_ELEMENTS: usize = 1024;

/// The offsets from the frame pointer of the saved frame pointer and the return address.
const FRAME_RECORD: std::ops::Range<i64> = 0..16;

/// Maximum alignment of a stack slot.
const MAX_ALIGN: u32 = 16;

/// True if a procedure may name the register: all registers of the target but the stack and frame pointers.
pub(super) fn is_free(target: &Target, reg: Reg) -> bool {
    let desc = target.desc;
    desc.names.contains(reg) && reg != desc.stack_pointer && reg != desc.frame_pointer
}

/// The first register of a set that a procedure may not name.
pub(super) fn first_taken(target: &Target, set: RegSet) -> Option<Reg> {
    if set.is_empty() { None } else { set.iter().find(|reg| !is_free(target, *reg)) }
}

/// Checks everything that is neither a value nor a block.
pub(super) fn check(proc: &Procedure, report: &mut Report) {
    let mut wrong = |rule, message| report.add(proc, rule, None, None, message);
    if proc.block_count() == 0 {
        wrong(Rule::Root, String::from("the procedure has no block"));
    }
    if proc.block_count() > Place::MAX_BLOCKS {
        wrong(Rule::Root, format!("the procedure has {} blocks", proc.block_count()));
    }
    let signature = proc.signature();
    // Report only the first, because a signature may be long.
    if let Some(ty) = signature.params.iter().chain(&signature.results).find(|ty| !ty.is_single()) {
        wrong(Rule::Signature, format!("{ty} in the signature {signature}, expected a scalar or V128"));
    }
    match convention(proc.target(), proc.convention()) {
        None => wrong(Rule::Signature, format!("the target has no convention {}", proc.convention())),
        Some(convention)
            if !convention.passes_vectors
                && signature.params.iter().chain(&signature.results).any(|ty| ty.is_vector()) =>
        {
            let name = convention.name;
            wrong(
                Rule::Signature,
                format!("V128 in the signature {signature}, which {name} passes by reference"),
            );
        }
        Some(convention) if !results_fit(convention, &signature.results) => {
            wrong(Rule::Signature, format!("the results of {signature} do not fit {}", convention.name));
        }
        Some(_) => {}
    }
    for (index, elements) in proc.tuples.iter().enumerate() {
        if elements.is_empty() || elements.iter().any(|ty| !ty.is_single()) {
            wrong(
                Rule::Tuple,
                format!("tuple {index} is {elements:?}, expected one or more scalars or V128"),
            );
        } else if elements.len() > MAX_TUPLE_ELEMENTS {
            let count = elements.len();
            wrong(
                Rule::Tuple,
                format!("tuple {index} has {count} elements, expected at most {MAX_TUPLE_ELEMENTS}"),
            );
        }
    }
    for (id, variable) in proc.variables.iter() {
        let known = variable.ty.tuple_index().is_some_and(|index| index < proc.tuples.len());
        if !variable.ty.is_single() && !known {
            let message = format!("{id} has type {}, expected a scalar, V128 or a tuple", variable.ty);
            wrong(Rule::Variable, message);
        }
    }
    for (id, slot) in proc.slots.iter() {
        if !slot.align.is_power_of_two() || slot.align > MAX_ALIGN {
            let message = format!("{id} has alignment {}, expected a power of two up to 16", slot.align);
            wrong(Rule::StackSlot, message);
        } else if slot.size > i32::MAX as u32 {
            wrong(Rule::StackSlot, format!("{id} has {} bytes, expected less than 2^31", slot.size));
        } else if let Some(offset) = slot.forced_offset {
            let (start, end) = (i64::from(offset), i64::from(offset) + i64::from(slot.size));
            if start < FRAME_RECORD.end && end > FRAME_RECORD.start {
                wrong(
                    Rule::StackSlot,
                    format!("{id} is at {start}..{end}, over the frame record {FRAME_RECORD:?}"),
                );
            } else if offset.rem_euclid(slot.align as i32) != 0 {
                wrong(Rule::StackSlot, format!("{id} is at {start}, expected a multiple of {}", slot.align));
            }
        }
    }
    let desc = proc.target().desc;
    if let Some(reg) = proc.pinned.difference(desc.pinnable).first() {
        wrong(Rule::Pinned, format!("%{} cannot be pinned", desc.names.name(reg)));
    } else if let Some(convention) = convention(proc.target(), proc.convention())
        && let Some(reg) = proc.pinned.intersection(convention.passing_registers()).first()
    {
        let name = desc.names.name(reg);
        wrong(Rule::PinnedCall, format!("%{name} is pinned, and {} passes values in it", convention.name));
    }
    for osr in proc.osr_entries() {
        let Err(fault) = proc.layout_of(osr) else { continue };
        let (entry, state) = (osr.entry, osr.state);
        let message = match fault {
            OsrFault::Entry => format!("entry {entry} does not exist or is described twice"),
            OsrFault::State => format!("entry {entry} has the state {state}, which does not exist"),
            OsrFault::Object => format!("{state} has an object, expected values, constants and dead entries"),
            OsrFault::Value(id) => {
                format!("{id} in {state} is no load of a word of the buffer in the block of entry {entry}")
            }
        };
        wrong(Rule::OsrEntry, message);
    }
    if proc.entry_count != 1 {
        let end = proc.terminal(Procedure::ROOT).and_then(|id| proc.get_value(id));
        if proc.entry_count == 0 || end.is_none_or(|end| end.opcode() != Opcode::EntrySwitch) {
            let message = format!("there are {} entries and no EntrySwitch in the root", proc.entry_count);
            wrong(Rule::EntrySwitch, message);
        }
    }
}
