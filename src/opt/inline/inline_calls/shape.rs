//! Properties of a callee that decide whether it can be inlined, independent of the call.

use super::Declined;
use super::replace::may_throw;
use crate::base::{ArgLocation, EffectFlags, Type};
use crate::ir::opcode::Payload;
use crate::ir::validate::Contents;
use crate::ir::{
    BlockId, FIRST_STACK_ARGUMENT, Opcode, Procedure, StateEntry, Validator, ValueFlags, ValueId,
};
use crate::support::{BitSet, Entity};

#[derive(Debug, Default)]
pub(super) struct CalleeInfo {
    /// Number of values that are copied: those in blocks, without Nops and parameters.
    pub(super) size: u32,
    pub(super) contents: Contents,
    /// Values that are a parameter, with its number.
    pub(super) parameters: Vec<(ValueId, usize)>,
    /// Registers of narrow parameters with uses of the full register, with the parameter's number.
    pub(super) wide_registers: Vec<(ValueId, usize)>,
    pub(super) returns: u32,
    pub(super) slot_bytes: u32,
    /// True if a call in it may throw out of it; if the code of a patchpoint may.
    pub(super) calls_may_throw: bool,
    pub(super) may_throw_by_generator: bool,
    /// True if some value has an exit state.
    pub(super) has_states: bool,
    /// True if some call or patchpoint has none.
    pub(super) has_stateless: bool,
    /// Blocks that are reachable only by rare edges.
    pub(super) rare: BitSet,
}

/// Number of values in blocks, without Nops.
pub(super) fn size(proc: &Procedure) -> u32 {
    let counts = |id: &&ValueId| proc.value(**id).opcode() != Opcode::Nop;
    proc.block_ids().map(|block| proc.block_values(block).iter().filter(counts).count() as u32).sum()
}

/// Finds the blocks that are reachable only by rare edges. Linear.
pub(super) fn find_rare(proc: &Procedure, rare: &mut BitSet) {
    rare.reset(proc.block_count());
    proc.block_ids().for_each(|block| _ = rare.insert(block.index()));
    rare.remove(Procedure::ROOT.index());
    let mut work = vec![Procedure::ROOT];
    while let Some(block) = work.pop() {
        for edge in proc.successors(block) {
            if !edge.is_rare() && rare.remove(edge.block().index()) {
                work.push(edge.block());
            }
        }
    }
}

impl CalleeInfo {
    /// Examines a callee. Linear; gives up early if it has many more values than `most`, or a large side table.
    pub(super) fn of(
        callee: &Procedure,
        most: u32,
        validator: &mut Validator,
    ) -> Result<CalleeInfo, Declined> {
        let most_tables = 16 * most as usize + 256;
        let tables = [
            callee.value_count(),
            callee.block_count(),
            callee.symbols().len(),
            callee.variables().len(),
            callee.stack_slots().len(),
            callee.generators().len(),
            callee.range_pairs().len(),
            callee.states().len(),
            callee.objects().len(),
        ];
        // Copying takes side tables too, not only values in blocks; reject before any further work.
        if tables.into_iter().any(|len| len > most_tables) {
            return Err(Declined::TooLarge);
        }
        let contents = validator.validate(callee).map_err(|_| Declined::Invalid)?.contents();
        let mut shape = CalleeInfo { contents, ..CalleeInfo::default() };
        if contents.contains(Contents::REFERENCES) {
            return Err(Declined::References);
        }
        if callee.entry_count != 1 {
            return Err(Declined::Entries);
        }
        let slots = callee.stack_slots();
        if slots.values().any(|slot| slot.forced_offset.is_some()) {
            return Err(Declined::ForcedSlot);
        }
        if !slots.is_empty() && callee.generators().values().any(|generator| generator.closure.is_some()) {
            return Err(Declined::GeneratorSlots);
        }
        shape.slot_bytes = slots.values().fold(0, |sum, slot| sum.saturating_add(slot.size));
        let params = &callee.signature().params;
        let convention = callee.target().convention(callee.convention());
        let assigned = convention.assign(params, &[], params.len()).ok_or(Declined::Signature)?;
        let place = |wanted: ArgLocation| assigned.params.iter().position(|location| *location == wanted);
        for block in callee.block_ids() {
            for &id in callee.block_values(block) {
                shape.examine(callee, block, id, params, &place)?;
            }
        }
        shape.examine_states(callee, &place)?;
        shape.size = size(callee) - shape.parameters.len() as u32;
        if shape.size > most {
            return Err(Declined::TooLarge);
        }
        find_rare(callee, &mut shape.rare);
        Ok(shape)
    }

    fn examine(
        &mut self,
        callee: &Procedure,
        block: BlockId,
        id: ValueId,
        params: &[Type],
        place: &impl Fn(ArgLocation) -> Option<usize>,
    ) -> Result<(), Declined> {
        let value = callee.value(id);
        let effects = callee.effects(id).flags;
        match value.opcode() {
            Opcode::TailCall => return Err(Declined::TailCall),
            Opcode::Return => self.returns += 1,
            Opcode::ArgumentReg => {
                let param = place(ArgLocation::Reg(value.reg())).ok_or(Declined::ArgumentRegister)?;
                if value.ty.is_vector() != params[param].is_vector() {
                    return Err(Declined::ArgumentRegister);
                }
                self.parameters.push((id, param));
            }
            Opcode::CCall => {
                self.calls_may_throw |= may_throw(callee, id);
                self.has_stateless |= !callee.state_of(value).is_valid();
            }
            Opcode::StackPointer => return Err(Declined::StackPointer),
            Opcode::Patchpoint
                if effects.contains(EffectFlags::TERMINAL) && callee.successors(block).is_empty() =>
            {
                return Err(Declined::LeavesByGenerator);
            }
            _ => {}
        }
        let has_state = callee.state_of(value).is_valid();
        self.has_states |= has_state;
        if value.opcode().row().payload == Payload::Stackmap {
            let exits = effects.contains(EffectFlags::EXITS_SIDEWAYS);
            if exits && !has_state {
                return Err(Declined::ExitWithoutState);
            }
            let is_patchpoint = value.opcode() == Opcode::Patchpoint;
            self.may_throw_by_generator |= is_patchpoint && exits;
            self.has_stateless |= is_patchpoint && !has_state;
        }
        for &child in callee.children(id) {
            let of = callee.value(child);
            match of.opcode() {
                Opcode::FramePointer => {
                    let offset = value.offset().checked_sub(FIRST_STACK_ARGUMENT);
                    let offset = offset.and_then(|offset| u32::try_from(offset).ok());
                    let param = offset.and_then(|offset| place(ArgLocation::Stack(offset)));
                    match param {
                        Some(param)
                            if value.opcode() == Opcode::Load
                                && value.ty == params[param]
                                && !value.flags.intersects(ValueFlags::TRAPS | ValueFlags::VOLATILE) =>
                        {
                            self.parameters.push((id, param));
                        }
                        _ => return Err(Declined::FramePointer),
                    }
                }
                Opcode::ArgumentReg => {
                    let Some(param) = place(ArgLocation::Reg(of.reg())) else { continue };
                    if params[param].size() >= 8 {
                        continue;
                    }
                    if value.opcode() == Opcode::Trunc && value.ty == params[param] {
                        self.parameters.push((id, param));
                    } else {
                        self.wide_registers.push((child, param));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Examines the registers and frame pointers named in exit states.
    fn examine_states(
        &mut self,
        callee: &Procedure,
        place: &impl Fn(ArgLocation) -> Option<usize>,
    ) -> Result<(), Declined> {
        let states = callee.states().ids().map(|state| callee.state_entries(state));
        let objects = callee.objects().ids().map(|object| callee.object_fields(object));
        for entry in states.chain(objects).flatten() {
            let StateEntry::Value(id) = *entry else { continue };
            let Some(value) = callee.get_value(id) else { continue };
            match value.opcode() {
                Opcode::FramePointer => return Err(Declined::FramePointer),
                Opcode::ArgumentReg => {
                    self.wide_registers.extend(place(ArgLocation::Reg(value.reg())).map(|param| (id, param)));
                }
                _ => {}
            }
        }
        Ok(())
    }
}
