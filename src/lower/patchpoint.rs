//! Patchpoints: translates the constraints of operands and results to the [`Special`] of a machine instruction.
//!
//! | constraint | operand |
//! |---|---|
//! | WarmAny | a use that may stay in its slot; a constant stays a constant |
//! | ColdAny, LateColdAny | a cold use, early or late; a constant stays a constant |
//! | SomeRegister | a use; for a result a definition |
//! | SomeRegisterWithClobber | a use and definition of a copy |
//! | SomeEarlyRegister | an early definition |
//! | SomeLateRegister | a late use |
//! | Register, LateRegister | a use, early or late, in this register; for a result a definition there |
//! | StackArgument | stored before the instruction; a result is loaded after it |
//!
//! The values of an exit state are late cold uses after the explicit operands. Scratch registers come last.
//!
//! The results of a terminal get fixed registers here. They become temporaries in the edge blocks of the block order,
//! because no instruction can follow a terminal.

use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air, OperandSpec, Role, Special, Tmp};
use crate::base::{ArgLocation, Bank, EffectFlags, Reg, RegSet, TrapCode, Type, ValueRep, Width};
use crate::ir::opcode::Payload;
use crate::ir::{BlockId, Opcode, Procedure, Stackmap, ValueId};
use crate::support::Entity;
use smallvec::{SmallVec, smallvec};

/// A result of a terminal and its location on the edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landed {
    /// The terminal.
    value: ValueId,
    /// The index of the result.
    element: usize,
    ty: Type,
    place: ResultPlace,
}

#[derive(Clone, Copy, Debug)]
enum ResultPlace {
    Reg(Reg),
    StackArgument(i32),
}

impl Landed {
    /// A result of a call that ends its block.
    pub(super) fn of_call(value: ValueId, element: usize, ty: Type, location: ArgLocation) -> Landed {
        let place = match location {
            ArgLocation::Reg(reg) => ResultPlace::Reg(reg),
            ArgLocation::Stack(offset) => ResultPlace::StackArgument(offset as i32),
        };
        Landed { value, element, ty, place }
    }
}

/// An instruction under construction.
#[derive(Default)]
struct Operands {
    special: Special,
    args: SmallVec<[Arg; 12]>,
}

impl Operands {
    fn add(&mut self, spec: OperandSpec, arg: Arg) {
        self.special.operands.push(spec);
        self.args.push(arg);
    }
}

/// The number of register bits that a value of this type occupies.
fn width(ty: Type) -> Width {
    match ty.size() {
        4 => Width::W32,
        16 => Width::W128,
        _ => Width::W64,
    }
}

/// True if a patchpoint or check names a register of `kept`, or might need more registers than the others.
pub(super) fn may_save(proc: &Procedure, kept: RegSet) -> bool {
    let env = &proc.target().convention(proc.convention()).env;
    let others = env.allocatable_set().difference(kept).difference(proc.pinned);
    let needs_register = |rep: &&ValueRep| {
        use ValueRep::{ColdAny, LateColdAny, StackArgument, WarmAny};
        !matches!(rep, WarmAny | ColdAny | LateColdAny | StackArgument(_))
    };
    /// Maximum number of registers of a hidden instruction: a base, an index, another operand, a result.
    const HIDDEN: usize = 4;
    proc.value_ids().map(|id| proc.value(id)).any(|value| {
        if value.opcode().row().payload != Payload::Stackmap {
            return false;
        }
        let Some(map) = proc.stackmaps().get(value.stackmap()) else { return false };
        let results = if value.ty == Type::Void { 0 } else { proc.scalars(value.ty).len() };
        // Counts operands for both banks, because their types are not examined.
        let hidden = if value.opcode() == Opcode::Patchpoint { 0 } else { HIDDEN };
        let operands = hidden + results + map.reps.iter().filter(needs_register).count();
        let needs_more = |bank: Bank, scratches: u8| {
            let destroyed = map.clobber_early.union(map.clobber_late).intersection(others).in_bank(bank);
            operands + usize::from(scratches) + destroyed.len() > others.in_bank(bank).len()
        };
        !map.named_registers().intersection(kept).is_empty()
            || needs_more(Bank::Gp, map.scratch_gp)
            || needs_more(Bank::Fp, map.scratch_fp)
    })
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    pub(super) fn patchpoint(&mut self, id: ValueId) -> Result {
        let proc = self.proc;
        let value = proc.value(id);
        let Some(map) = proc.stackmaps().get(value.stackmap()) else {
            return self.unsupported("a patchpoint without stackmap");
        };
        let terminal = map.effects.flags.contains(EffectFlags::TERMINAL);
        let mut operands = Operands { special: self.code.new_special(), args: SmallVec::new() };
        operands.special.generator = map.generator;
        operands.special.safepoint =
            self.state.references_move && map.effects.flags.contains(EffectFlags::SAFEPOINT);
        if !map.generator.is_valid() {
            operands.special.trap = Some(TrapCode::Unreachable);
        }
        self.add_clobbers(id, map, &mut operands.special);
        if terminal {
            self.fix_results(id, map, &mut operands)?;
        } else {
            self.add_results(id, map, &mut operands)?;
        }
        for (n, child) in proc.children(id).iter().enumerate() {
            let rep = map.reps.get(n).copied().unwrap_or(ValueRep::ColdAny);
            self.add_operand(*child, rep, &mut operands)?;
        }
        self.add_state(map, &mut operands)?;
        for (bank, count) in [(Bank::Gp, map.scratch_gp), (Bank::Fp, map.scratch_fp)] {
            for _ in 0..count {
                let scratch = self.scratch(bank);
                operands.add(OperandSpec::new(Role::Scratch, bank, Width::W64), scratch.into());
            }
        }
        let Operands { special, args } = operands;
        let opcode = if terminal { Air::TerminalPatch } else { Air::Patch };
        let special = self.emit_special(opcode, special, &args);
        self.state.patchpoints.push((special, id));
        if !terminal {
            self.load_results(id, map)?;
        }
        Ok(())
    }

    /// Sets the generator's clobbers. An early clobber of a register in which an operand is read becomes a late one.
    fn add_clobbers(&mut self, id: ValueId, map: &Stackmap, special: &mut Special) {
        let own = self.proc.value(id).opcode().row().operands.len();
        let count = self.proc.children(id).len() - own;
        let (mut early, mut late) = (map.clobber_early, map.clobber_late);
        for rep in map.reps.iter().take(count) {
            if let ValueRep::Register(reg) = *rep
                && early.contains(reg)
            {
                early.remove(reg);
                late.insert(reg);
            }
        }
        (special.clobbers_early, special.clobbers) = (early, late);
    }

    fn add_state(&mut self, map: &Stackmap, operands: &mut Operands) -> Result {
        if !map.state.is_valid() {
            return Ok(());
        }
        let mut values = std::mem::take(&mut self.state.state_values);
        for n in 0..self.proc.state_values(map.state, &mut values).len() {
            self.add_operand(values.values()[n], ValueRep::LateColdAny, operands)?;
        }
        operands.special.state = map.state;
        operands.special.state_operands = values.values().len() as u32;
        self.state.state_values = values;
        Ok(())
    }

    // ---- Operands -------------------------------------------------------------------------------------

    fn add_operand(&mut self, id: ValueId, rep: ValueRep, operands: &mut Operands) -> Result {
        let ty = self.proc.type_of(id);
        let (bank, width) = (ty.bank(), width(ty));
        let (spec, arg) = match rep {
            ValueRep::WarmAny => {
                (OperandSpec::anywhere(Role::Use, bank, width), self.constant_or_tmp(id, ty)?)
            }
            ValueRep::LateColdAny => {
                (OperandSpec::new(Role::LateColdUse, bank, width), self.constant_or_tmp(id, ty)?)
            }
            ValueRep::SomeRegisterWithClobber => {
                let copy = self.scratch(bank);
                let from = if ty.is_int() { self.tmp_or_imm(id)? } else { self.tmp(id)?.into() };
                self.emit(self.copy_of(ty, from), &[from, copy.into()])?;
                (OperandSpec::new(Role::UseDef, bank, width), copy.into())
            }
            ValueRep::SomeLateRegister => {
                (OperandSpec::new(Role::LateUse, bank, width), self.tmp(id)?.into())
            }
            ValueRep::Register(reg) => (OperandSpec::in_reg(Role::Use, reg, width), self.tmp(id)?.into()),
            ValueRep::LateRegister(reg) => {
                (OperandSpec::in_reg(Role::LateUse, reg, width), self.tmp(id)?.into())
            }
            ValueRep::StackArgument(offset) => {
                let from = if ty.is_int() { self.tmp_or_imm(id)? } else { self.tmp(id)?.into() };
                let place = self.stack_argument(offset, ty);
                self.emit(Self::move_of(ty), &[from, place])?;
                (OperandSpec::new(Role::ColdUse, bank, width), place)
            }
            ValueRep::SomeRegister => (OperandSpec::new(Role::Use, bank, width), self.tmp(id)?.into()),
            // Validation rejects constraints that operands cannot have.
            _ => (OperandSpec::new(Role::ColdUse, bank, width), self.constant_or_tmp(id, ty)?),
        };
        operands.add(spec, arg);
        Ok(())
    }

    /// An operand that may be anywhere: constants as such, other values in a temporary that can be spilled.
    pub(super) fn constant_or_tmp(&mut self, id: ValueId, ty: Type) -> Result<Arg> {
        let seen = self.through_copies(id);
        let value = self.proc.value(seen);
        match value.opcode() {
            Opcode::Const32 | Opcode::Const64 => {
                return Ok(Arg::Imm(value.int().unwrap_or(0)));
            }
            Opcode::ConstFloat => return Ok(Arg::Const { bits: value.bits(), width: Width::W32 }),
            Opcode::ConstDouble => return Ok(Arg::Const { bits: value.bits(), width: Width::W64 }),
            _ => {}
        }
        let tmp = self.tmp(id)?;
        let info = tmp.number().and_then(|number| self.code.tmps.get(number as usize));
        if info.is_some_and(|info| !info.remat.is_valid()) {
            return Ok(tmp.into());
        }
        // A rematerialized address has no slot, and many of them must not need many registers.
        let copy = self.scratch(ty.bank());
        self.emit(self.code.whole_move(ty.bank()), &[tmp.into(), copy.into()])?;
        Ok(copy.into())
    }

    /// A location in the outgoing argument area, which is extended to contain it.
    pub(super) fn stack_argument(&mut self, offset: i32, ty: Type) -> Arg {
        let end = offset.unsigned_abs().saturating_add(ty.size().max(8));
        self.code.call_area = self.code.call_area.max(end);
        Arg::CallArg { offset }
    }

    // ---- Results --------------------------------------------------------------------------------------

    /// The types and constraints of the results.
    fn results_of(&self, id: ValueId, map: &Stackmap) -> SmallVec<[(Type, ValueRep); 4]> {
        let ty = self.proc.type_of(id);
        if ty == Type::Void {
            return SmallVec::new();
        }
        let reps = map.results.iter().copied().chain(std::iter::repeat(ValueRep::SomeRegister));
        self.proc.scalars(ty).iter().copied().zip(reps).collect()
    }

    /// Adds the results of a non-terminal as definitions.
    fn add_results(&mut self, id: ValueId, map: &Stackmap, operands: &mut Operands) -> Result {
        let results = self.results_of(id, map);
        if results.is_empty() {
            return Ok(());
        }
        let tmps = self.tmps_of(id)?;
        for ((ty, rep), tmp) in results.into_iter().zip(tmps) {
            let (bank, width) = (ty.bank(), width(ty));
            let spec = match rep {
                ValueRep::SomeEarlyRegister => OperandSpec::new(Role::EarlyDef, bank, width),
                ValueRep::Register(reg) => OperandSpec::in_reg(Role::Def, reg, width),
                _ => OperandSpec::new(Role::Def, bank, width),
            };
            let arg = match rep {
                ValueRep::StackArgument(offset) => self.stack_argument(offset, ty),
                _ => tmp.into(),
            };
            operands.add(spec, arg);
        }
        Ok(())
    }

    /// Loads the results in the outgoing argument area.
    fn load_results(&mut self, id: ValueId, map: &Stackmap) -> Result {
        for (n, (ty, rep)) in self.results_of(id, map).into_iter().enumerate() {
            if let ValueRep::StackArgument(offset) = rep {
                let to = self.tmps_of(id)?[n];
                self.emit(Self::move_of(ty), &[Arg::CallArg { offset }, to.into()])?;
            }
        }
        Ok(())
    }

    /// Adds the results of a terminal. These temporaries are never read: Landing on the edges takes the registers.
    fn fix_results(&mut self, id: ValueId, map: &Stackmap, operands: &mut Operands) -> Result {
        let results = self.results_of(id, map);
        let mut taken = [RegSet::EMPTY; 2];
        for (_, rep) in &results {
            if let ValueRep::Register(reg) = *rep {
                taken.iter_mut().for_each(|set| set.insert(reg));
            }
        }
        for rep in &map.reps {
            match *rep {
                ValueRep::Register(reg) => taken[1].insert(reg),
                ValueRep::LateRegister(reg) => taken.iter_mut().for_each(|set| set.insert(reg)),
                _ => {}
            }
        }
        let destroyed = [operands.special.clobbers, operands.special.clobbers_early];
        taken[0] = taken[0].union(destroyed[0]);
        taken[1] = taken[1].union(destroyed[0]).union(destroyed[1]);
        let mut places: SmallVec<[Option<ResultPlace>; 4]> = smallvec![None; results.len()];
        // Early definitions first, because they have fewer registers.
        for early in [true, false] {
            for ((ty, rep), place) in results.iter().zip(&mut places) {
                if (*rep == ValueRep::SomeEarlyRegister) != early {
                    continue;
                }
                let found = match *rep {
                    ValueRep::StackArgument(offset) => ResultPlace::StackArgument(offset),
                    ValueRep::Register(reg) => ResultPlace::Reg(reg),
                    _ => {
                        let reg = self.spare_register(ty.bank(), taken[usize::from(early)], taken[1])?;
                        taken.iter_mut().for_each(|set| set.insert(reg));
                        ResultPlace::Reg(reg)
                    }
                };
                *place = Some(found);
            }
        }
        for (element, ((ty, rep), place)) in results.into_iter().zip(places).enumerate() {
            let Some(place) = place else { continue };
            self.add_landed(Landed { value: id, element, ty, place });
            match place {
                ResultPlace::Reg(reg) => {
                    let early = rep == ValueRep::SomeEarlyRegister;
                    let role = if early { Role::EarlyDef } else { Role::Def };
                    let unused = self.scratch(ty.bank());
                    operands.add(OperandSpec::in_reg(role, reg, width(ty)), unused.into());
                }
                ResultPlace::StackArgument(offset) => {
                    let arg = self.stack_argument(offset, ty);
                    operands.add(OperandSpec::new(Role::Def, ty.bank(), width(ty)), arg);
                }
            }
        }
        Ok(())
    }

    /// A register for the result of a terminal: not in `taken`, preferably not in `disliked`. Callee-saved registers
    /// come last: [`may_save`] returns true for procedures in which only those are left.
    fn spare_register(&mut self, bank: Bank, taken: RegSet, disliked: RegSet) -> Result<Reg> {
        let env = self.code.env();
        let usable = env.allocatable_set().difference(self.code.pinned).difference(taken);
        let (saved, free) = (usable.intersection(env.callee_saved), usable.difference(env.callee_saved));
        let by_preference = [free.difference(disliked), free, saved.difference(disliked), saved];
        let mut found = by_preference
            .iter()
            .flat_map(|set| env.allocatable[bank as usize].iter().copied().filter(|reg| set.contains(*reg)));
        match found.next() {
            Some(reg) => Ok(reg),
            None => self.unsupported("a terminal patchpoint with more results than there are registers"),
        }
    }

    /// Records a result after the others of its terminal.
    pub(super) fn add_landed(&mut self, landed: Landed) {
        let (all, first) = (&mut self.state.landed, &mut self.state.first_landed);
        first.resize(self.proc.value_count(), u32::MAX);
        if all.last().is_none_or(|last| last.value != landed.value) {
            first[landed.value.index()] = all.len() as u32;
        }
        all.push(landed);
    }

    /// Emits an edge block, in which the results of the terminal of `from` become temporaries.
    pub(super) fn land_results(&mut self, from: BlockId) -> Result {
        let Some(&id) = self.proc.block_values(from).last() else {
            return self.unsupported("an edge of an empty block");
        };
        self.current = id;
        self.origin = self.proc.value(id).origin;
        let mut special = self.code.new_special();
        let mut args: SmallVec<[Arg; 4]> = SmallVec::new();
        let mut loads: SmallVec<[(Type, i32, Tmp); 2]> = SmallVec::new();
        if self.facts.value(id).used_outside() {
            let tmps = self.tmps_of(id)?;
            let first = self.state.first_landed.get(id.index()).map_or(usize::MAX, |first| *first as usize);
            for n in first..self.state.landed.len() {
                let Landed { value, element, ty, place } = self.state.landed[n];
                if value != id {
                    break;
                }
                match place {
                    ResultPlace::Reg(reg) => {
                        special.operands.push(OperandSpec::in_reg(Role::Def, reg, width(ty)));
                        args.push(tmps[element].into());
                    }
                    ResultPlace::StackArgument(offset) => loads.push((ty, offset, tmps[element])),
                }
            }
        }
        if !args.is_empty() {
            self.emit_special(Air::Landing, special, &args);
        }
        for (ty, offset, to) in loads {
            self.emit(Self::move_of(ty), &[Arg::CallArg { offset }, to.into()])?;
        }
        self.emit(Air::Jump, &[])
    }
}
