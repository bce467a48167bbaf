//! Phis and variables: Upsilon and Set write their shadows, Phi and Get read them.
//!
//! Between an Upsilon and its Phi the old value of the Phi may be needed, so that in general the two are apart. That
//! costs a copy, and at O0 a store and a load. A Phi has no shadow if nobody can tell: if each of its Upsilons is among
//! those that its block ends with, in front of a jump to the Phi's block, and none behind it reads the Phi. Each way to
//! the Phi must have one, or else it would not be certain that the temporary is ever written.
//!
//! At O0, an operation takes a variable that is in the frame as its second operand as it is, where the Get has no other
//! user ([`Lowering::get_in_slot`]).

use super::select::{FOLDED, Lowering, NONE, Result, Selector};
use crate::air::{Arg, Code, Opcode as Air, SlotId, SlotKind, Tmp};
use crate::base::Type;
use crate::ir::{BlockId, Facts, Opcode, Procedure, ValueFlags, ValueId};
use crate::support::{Entity, refill};

/// The shadow of a Phi whose Upsilons write its temporary.
pub(super) const OWN: u32 = NONE - 1;

/// What is known of the Upsilons of a Phi.
#[derive(Clone, Copy, Default)]
#[repr(align(16))] // there is one for each value, so that all of it is best written at once
pub(super) struct Writes {
    /// How many there are.
    all: u32,
    /// Those of them behind which nobody needs the Phi's old value, at most one in a block.
    right: u32,
    /// The block of the last of these.
    last_in: BlockId,
}

/// How far in front of its user a Get may be that becomes an operand in memory.
const MAX_DISTANCE: usize = 16;

/// How many Phis that Upsilons read are remembered at the end of one block.
const MAX_READ: usize = 16;

impl Selector {
    /// Finds the Phis that need no shadow, and makes their temporaries.
    pub(super) fn find_own(&mut self, proc: &Procedure, facts: &Facts, code: &mut Code) {
        refill(&mut self.writes, proc.value_count(), Writes::default());
        refill(&mut self.ways_in, proc.block_count(), 0);
        self.own_phis.clear();
        let mut counted = 0;
        for block in proc.block_ids() {
            let (values, edges) = (proc.block_values(block), proc.successors(block));
            edges.iter().for_each(|edge| self.ways_in[edge.block().index()] += 1);
            let Some((last, others)) = values.split_last() else { continue };
            let to = match edges {
                [edge] if proc.value(*last).opcode() == Opcode::Jump => edge.block(),
                _ => BlockId::INVALID,
            };
            counted += self.find_at_end(proc, facts, others, [block, to]);
        }
        if counted != facts.upsilons() {
            self.count_all(proc, facts);
        }
        for phi in &self.own_phis {
            let (value, writes) = (proc.value(*phi), self.writes[phi.index()]);
            if writes.right == writes.all
                && writes.right == self.ways_in[facts.block_of(*phi).index()]
                && !value.ty.is_tuple()
            {
                let reference = value.flags.contains(ValueFlags::REFERENCE);
                let tmp = code.add_value_tmp(value.ty.bank(), true, reference);
                self.tmps[phi.index()] = tmp.bits();
                self.shadows[phi.index()] = OWN;
            }
        }
    }

    /// Finds Upsilons of Phis of a block, which is not the root, among the last values of another, behind which is a
    /// jump to it. Counts all Upsilons that are last there, wherever it goes.
    fn find_at_end(
        &mut self,
        proc: &Procedure,
        facts: &Facts,
        values: &[ValueId],
        [block, to]: [BlockId; 2],
    ) -> u32 {
        self.read_phis.clear();
        let mut may_be_right = to.is_valid() && to != Procedure::ROOT;
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
            if !may_be_right || self.read_phis.len() > MAX_READ {
                continue;
            }
            if facts.block_of(phi) == to && writes.last_in != block && !self.read_phis.contains(&phi) {
                if writes.right == 0 {
                    self.own_phis.push(phi);
                }
                (writes.right, writes.last_in) = (writes.right + 1, block);
            }
            let read = proc.children(*id)[0];
            match proc.value(read).opcode() {
                Opcode::Phi => self.read_phis.push(read),
                // Perhaps it is in the temporary of a Phi.
                Opcode::Identity | Opcode::Opaque | Opcode::Trunc | Opcode::ZExt32 | Opcode::Extract => {
                    may_be_right = false;
                }
                _ => {}
            }
        }
        counted
    }

    /// Counts the Upsilons of each Phi, also those that have something else behind them.
    #[cold]
    fn count_all(&mut self, proc: &Procedure, facts: &Facts) {
        self.writes.iter_mut().for_each(|writes| writes.all = 0);
        for (id, value) in proc.values.iter() {
            if value.opcode() == Opcode::Upsilon && facts.block_of(id).is_valid() {
                self.writes[value.phi().index()].all += 1;
            }
        }
    }
}

impl Lowering<'_> {
    /// The shadow of one element of a Phi or variable, by its index in the table of shadows.
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

    /// The temporary of a Phi that has no shadow. All of it is written, as its home is.
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
                self.code.add_slot(8, 8, SlotKind::Spill);
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

    /// Upsilon and Set: store to the shadow.
    pub(super) fn write_shadow(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let index = match value.opcode() {
            Opcode::Upsilon => self.shadow_of_phi(value.phi()),
            _ => self.shadow_of_variable(value.variable()),
        };
        let child = value.child(0);
        let ty = self.proc.type_of(child);
        if !ty.is_tuple() {
            let own = self.state.shadows[index] == OWN;
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

    /// Writes a scalar to a shadow. Inlined where it is known what it is, which then need not be looked at.
    #[inline(always)]
    fn write_scalar(&mut self, ty: Type, from: Arg, shadow: Arg, own: bool) -> Result {
        let opcode = match own && !self.state.shadows_are_tmps {
            true if ty.is_int() => Air::Move,
            true => Air::MoveDouble,
            false => self.copy_of(ty, from),
        };
        self.emit(opcode, &[from, shadow])
    }

    /// The slot of a variable, as an operand that needs no register: if the value is a Get that only the value in work
    /// uses, closely behind it and with no Set of the variable between. The Get itself is not selected.
    #[inline]
    pub(super) fn get_in_slot(&mut self, id: ValueId) -> Option<Arg> {
        if !self.state.folds_gets || self.proc.value(id).opcode() != Opcode::Get {
            return None;
        }
        self.find_get(id)
    }

    fn find_get(&mut self, id: ValueId) -> Option<Arg> {
        let value = self.proc.value(id);
        let (variable, number) = (value.variable(), id.number() as usize);
        // A comparison may be made more than once, each time with it.
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

    /// Phi and Get: load from the shadow.
    pub(super) fn read_shadow(&mut self, id: ValueId) -> Result {
        let value = self.proc.value(id);
        let index = match value.opcode() {
            Opcode::Phi => self.shadow_of_phi(id),
            _ if self.is_folded(id) => return Ok(()),
            _ => self.shadow_of_variable(value.variable()),
        };
        if self.state.shadows[index] == OWN {
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
