//! Phis and variables: Upsilon and Set write their shadows, Phi and Get read them.
//!
//! Between an Upsilon and its Phi the old value of the Phi may be needed, so in general the shadow is separate from the
//! Phi. That costs a copy, at O0 a store and a load. A Phi needs no shadow if all of its Upsilons are at the end of
//! their blocks, before a jump to the Phi's block, and no later Upsilon there reads the Phi. Every edge to the Phi must
//! have an Upsilon, or the temporary might not be written on some path.
//!
//! At O0, a variable in the frame is a memory operand if the Get has no other user ([`Lowering::slot_of_get`]).

use super::select::{FOLDED, Lowering, NONE, Result, Selector};
use crate::air::{Arg, Code, Opcode as Air, SlotId, Tmp};
use crate::base::Type;
use crate::ir::{BlockId, Facts, Opcode, Procedure, ValueFlags, ValueId};
use crate::support::{Entity, refill};

/// The shadow of a Phi whose Upsilons write its temporary.
pub(super) const NO_SHADOW: u32 = NONE - 1;

/// Counts of the Upsilons of a Phi.
#[derive(Clone, Copy, Default)]
#[repr(align(16))] // one per value, so that each is written at once
pub(super) struct UpsilonCounts {
    /// Number of Upsilons.
    all: u32,
    /// Number of Upsilons after which the Phi's old value is dead; at most one per block is counted.
    direct: u32,
    /// The block of the last one counted in `direct`.
    last_block: BlockId,
}

/// Maximum distance, in values, between a Get and its user for the Get to become a memory operand.
const MAX_DISTANCE: usize = 16;

/// Maximum number of Phis read by Upsilons at the end of one block that are tracked.
const MAX_READ: usize = 16;

impl Selector {
    /// Finds the Phis that need no shadow, and creates their temporaries.
    pub(super) fn find_unshadowed_phis(&mut self, proc: &Procedure, facts: &Facts, code: &mut Code) {
        refill(&mut self.writes, proc.value_count(), UpsilonCounts::default());
        refill(&mut self.predecessor_counts, proc.block_count(), 0);
        self.unshadowed_phis.clear();
        let mut counted = 0;
        for block in proc.block_ids() {
            let (values, edges) = (proc.block_values(block), proc.successors(block));
            edges.iter().for_each(|edge| self.predecessor_counts[edge.block().index()] += 1);
            let Some((last, others)) = values.split_last() else { continue };
            let to = match edges {
                [edge] if proc.value(*last).opcode() == Opcode::Jump => edge.block(),
                _ => BlockId::INVALID,
            };
            counted += self.examine_block_end(proc, facts, others, [block, to]);
        }
        if counted != facts.upsilons() {
            self.count_upsilons(proc, facts);
        }
        for phi in &self.unshadowed_phis {
            let (value, writes) = (proc.value(*phi), self.writes[phi.index()]);
            if writes.direct == writes.all
                && writes.direct == self.predecessor_counts[facts.block_of(*phi).index()]
                && !value.ty.is_tuple()
            {
                let reference = value.flags.contains(ValueFlags::REFERENCE);
                let tmp = code.add_value_tmp(value.ty.bank(), true, reference);
                self.tmps[phi.index()] = tmp.bits();
                self.shadows[phi.index()] = NO_SHADOW;
            }
        }
    }

    /// Examines the Upsilons at the end of `block`. Those before a jump to `to`, which must not be the root, may write
    /// the temporary of a Phi of `to`. Returns the number of Upsilons at the end, whatever the terminal is.
    fn examine_block_end(
        &mut self,
        proc: &Procedure,
        facts: &Facts,
        values: &[ValueId],
        [block, to]: [BlockId; 2],
    ) -> u32 {
        self.read_phis.clear();
        let mut may_write_directly = to.is_valid() && to != Procedure::ROOT;
        let mut counted = 0;
        for id in values.iter().rev() {
            let upsilon = proc.value(*id);
            if upsilon.opcode() != Opcode::Upsilon {
                break;
            }
            counted += 1;
            let phi = upsilon.phi();
            let writes = &mut self.writes[phi.index()];
            writes.all += 1;
            if !may_write_directly || self.read_phis.len() > MAX_READ {
                continue;
            }
            if facts.block_of(phi) == to && writes.last_block != block && !self.read_phis.contains(&phi) {
                if writes.direct == 0 {
                    self.unshadowed_phis.push(phi);
                }
                (writes.direct, writes.last_block) = (writes.direct + 1, block);
            }
            let read = proc.children(*id)[0];
            match proc.value(read).opcode() {
                Opcode::Phi => self.read_phis.push(read),
                // The value may be in the temporary of a Phi.
                Opcode::Identity | Opcode::Opaque | Opcode::Trunc | Opcode::ZExt32 | Opcode::Extract => {
                    may_write_directly = false;
                }
                _ => {}
            }
        }
        counted
    }

    /// Counts the Upsilons of each Phi, including those not at the end of their blocks.
    #[cold]
    fn count_upsilons(&mut self, proc: &Procedure, facts: &Facts) {
        self.writes.iter_mut().for_each(|writes| writes.all = 0);
        for (id, value) in proc.values.iter() {
            if value.opcode() == Opcode::Upsilon && facts.block_of(id).is_valid() {
                self.writes[value.phi().index()].all += 1;
            }
        }
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// The shadow of one element of a Phi or variable, given the index in the table of shadows.
    #[inline]
    fn shadow(&mut self, index: usize, ty: Type, element: usize, element_type: Type) -> Arg {
        let first = match self.state.shadows[index] {
            NONE => self.new_shadow(index, ty),
            first => first,
        };
        let number = first + element as u32;
        match self.state.shadows_are_tmps {
            true => Arg::Tmp(Tmp::new(element_type.bank(), number)),
            false => Arg::Stack { slot: SlotId::new(number), offset: 0 },
        }
    }

    /// The temporary of a Phi without shadow. All its bits are written, as for a spill slot.
    fn own(&self, phi: usize) -> Arg {
        Arg::Tmp(Tmp::from_bits(self.state.tmps[phi]))
    }

    #[inline(never)]
    fn new_shadow(&mut self, index: usize, ty: Type) -> u32 {
        let tmps = self.state.shadows_are_tmps;
        let first = if tmps { self.code.tmps.len() } else { self.code.slots.len() } as u32;
        self.state.shadows[index] = first;
        let types = self.proc.scalars(ty);
        for element in types {
            if tmps {
                self.code.add_value_tmp(element.bank(), true, false);
            } else {
                self.code.add_spill_slot(element.bank());
            }
        }
        first
    }

    fn shadow_of_phi(&self, phi: ValueId) -> usize {
        phi.number() as usize
    }

    fn shadow_of_variable(&self, variable: crate::ir::VariableId) -> usize {
        self.proc.value_count() + variable.number() as usize
    }

    /// Selects Upsilon and Set: writes the shadow.
    pub(super) fn write_shadow(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let index = match value.opcode() {
            Opcode::Upsilon => self.shadow_of_phi(value.phi()),
            _ => self.shadow_of_variable(value.variable()),
        };
        let child = value.child(0);
        let ty = self.proc.type_of(child);
        if !ty.is_tuple() {
            let own = self.state.shadows[index] == NO_SHADOW;
            let shadow = if own { self.own(index) } else { self.shadow(index, ty, 0, ty) };
            return match self.small_constant(child) {
                Some(constant) => self.write_scalar(ty, Arg::Imm(constant), shadow, own),
                None => {
                    let from = Arg::Tmp(self.tmp(child)?);
                    self.write_scalar(ty, from, shadow, own)
                }
            };
        }
        let types = self.proc.scalars(ty);
        let tmps = self.tmps_of(child)?;
        for (i, (tmp, element)) in tmps.iter().zip(types).enumerate() {
            let shadow = self.shadow(index, ty, i, *element);
            self.emit(self.copy_of(*element, Arg::Tmp(*tmp)), &[Arg::Tmp(*tmp), shadow])?;
        }
        Ok(())
    }

    /// Stores a scalar to a shadow. Inlined so that matches on constant arguments are resolved at compile time.
    #[inline(always)]
    fn write_scalar(&mut self, ty: Type, from: Arg, shadow: Arg, own: bool) -> Result {
        let opcode = match own && !self.state.shadows_are_tmps {
            true if ty.is_int() => Air::Move,
            true if ty.is_vector() => Air::MoveVector,
            true => Air::MoveDouble,
            false => self.copy_of(ty, from),
        };
        self.emit(opcode, &[from, shadow])
    }

    /// The slot of a variable as a memory operand, if the value is a Get that only the value being selected uses, at
    /// most [`MAX_DISTANCE`] values later and without a Set of the variable in between. The Get is not selected.
    #[inline]
    pub(super) fn slot_of_get(&mut self, id: ValueId) -> Option<Arg> {
        if !self.state.folds_gets || self.proc.value(id).opcode() != Opcode::Get {
            return None;
        }
        self.find_get(id)
    }

    fn find_get(&mut self, id: ValueId) -> Option<Arg> {
        let value = self.proc.value(id);
        let (variable, number) = (value.variable(), id.number() as usize);
        // A comparison may be emitted more than once and fold the Get each time.
        let is_free = matches!(self.state.tmps[number], NONE | FOLDED);
        if value.ty.is_tuple() || !is_free || !self.is_used_once(id) {
            return None;
        }
        let before = self.proc.block_values(self.block).get(..self.place)?;
        for other in before.iter().rev().take(MAX_DISTANCE) {
            if *other == id {
                self.state.tmps[number] = FOLDED;
                let index = self.shadow_of_variable(variable);
                return Some(self.shadow(index, value.ty, 0, value.ty));
            }
            let other = self.proc.value(*other);
            if other.opcode() == Opcode::Set && other.variable() == variable {
                return None;
            }
        }
        None
    }

    /// Selects Phi and Get: reads the shadow.
    pub(super) fn read_shadow(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let index = match value.opcode() {
            Opcode::Phi => self.shadow_of_phi(id),
            _ if self.is_folded(id) => return Ok(()),
            _ => self.shadow_of_variable(value.variable()),
        };
        if value.flags.contains(ValueFlags::DERIVED) {
            self.keep_base(id);
        }
        if self.state.shadows[index] == NO_SHADOW {
            return Ok(());
        }
        if !value.ty.is_tuple() {
            let shadow = self.shadow(index, value.ty, 0, value.ty);
            let to = self.tmp(id)?.into();
            return self.emit(self.copy_of(value.ty, shadow), &[shadow, to]);
        }
        let types = self.proc.scalars(value.ty);
        let tmps = self.tmps_of(id)?;
        for (i, (tmp, element)) in tmps.iter().zip(types).enumerate() {
            let shadow = self.shadow(index, value.ty, i, *element);
            self.emit(self.copy_of(*element, shadow), &[shadow, Arg::Tmp(*tmp)])?;
        }
        Ok(())
    }
}
