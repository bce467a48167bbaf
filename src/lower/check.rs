//! Checks: one instruction that computes or compares, and may exit through out-of-line code.
//!
//! The instruction of a check has the operands of its hidden instruction, then those of the stackmap, then the values
//! of the exit state. All but those of the hidden instruction are cold: they may be in memory or constants, and cost
//! nothing on the path that does not exit.
//!
//! They are read at the exit, after the result is written. The operands of an addition, subtraction or negation may
//! still be overwritten if they are in the exit state at the same or a narrower width: the exit undoes the operation
//! first. Loads are folded into comparisons but not into arithmetic, where undoing the operation would repeat them.
//!
//! An invalidation point is a check without a hidden instruction: it exits once the code is invalidated.

use super::select::{Lowering, Result};
use crate::air::{Arg, ExitCause, InstFlags, Opcode as Air, OperandSpec, Role, Special, find_form};
use crate::base::{TrapCode, Type, ValueRep, Width};
use crate::ir::{Opcode, Stackmap, ValueId};
use smallvec::SmallVec;

/// The instruction that decides whether a check exits.
struct HiddenInst {
    opcode: Air,
    args: SmallVec<[Arg; 4]>,
    flags: InstFlags,
    /// The trap code if there is no generator.
    trap: TrapCode,
}

/// The number of bits that a value of this type occupies.
fn width(ty: Type) -> Width {
    match ty.size() {
        4 => Width::W32,
        16 => Width::W128,
        _ => Width::W64,
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Selects Check: exits if the operand is not zero.
    pub(super) fn check(&mut self, id: ValueId) -> Result {
        // The stackmap operands get temporaries first, so that no load among them is folded.
        let rest = self.stackmap_operands(id, 1)?;
        let predicate = self.child(id, 0);
        // An argument is stored between the hidden instruction and those that set the flags.
        let stores = rest.iter().any(|operand| matches!(operand.rep, ValueRep::StackArgument(_)));
        if !stores && let Some(condition) = self.exit_on_flags(predicate)? {
            return self.emit_condition_check(
                id,
                Air::BranchOnFlags,
                &[condition],
                InstFlags::empty(),
                &rest,
            );
        }
        for (number, part) in self.alternatives(predicate).into_iter().enumerate() {
            // Not folded: a load, and its trap, would be skipped if an earlier condition exits.
            let comparison = self.condition_of(part, number == 0)?;
            let args = [comparison.condition, comparison.a, comparison.b];
            self.emit_condition_check(id, comparison.branch(), &args, comparison.flags, &rest)?;
        }
        Ok(())
    }

    /// Emits a check that exits if this branch is taken.
    fn emit_condition_check(
        &mut self,
        id: ValueId,
        opcode: Air,
        args: &[Arg],
        flags: InstFlags,
        rest: &[ExitOperand],
    ) -> Result {
        let hidden =
            HiddenInst { opcode, args: SmallVec::from_slice(args), flags, trap: TrapCode::Unreachable };
        self.emit_check(id, hidden, rest)
    }

    /// Selects CheckAdd, CheckSub and CheckMul.
    pub(super) fn checked_arithmetic(&mut self, id: ValueId) -> Result {
        let rest = self.stackmap_operands(id, 2)?;
        let value = self.proc.value(id);
        let wide = value.ty == Type::Int64;
        let of = |narrow, opcode| if wide { opcode } else { narrow };
        let [mut a, mut b] = [self.child(id, 0), self.child(id, 1)];
        let commutes = value.opcode() != Opcode::CheckSub;
        if commutes && self.immediate(a).is_some() && self.immediate(b).is_none() {
            std::mem::swap(&mut a, &mut b);
        }
        let is = |id, number| self.immediate(id) == Some(Arg::Imm(number));
        // A sum and a negation overflow for the same operands as the products with 2 and -1.
        let doubles = value.opcode() == Opcode::CheckMul && is(b, 2);
        let opcode = match value.opcode() {
            Opcode::CheckAdd => of(Air::Add32, Air::Add64),
            Opcode::CheckMul if doubles => of(Air::Add32, Air::Add64),
            Opcode::CheckMul if is(b, -1) => of(Air::Neg32, Air::Neg64),
            Opcode::CheckMul => of(Air::Mul32, Air::Mul64),
            _ if is(a, 0) => of(Air::Neg32, Air::Neg64),
            _ => of(Air::Sub32, Air::Sub64),
        };
        let mut args: SmallVec<[Arg; 4]> = SmallVec::new();
        if matches!(opcode, Air::Neg32 | Air::Neg64) {
            let negated = if commutes { a } else { b };
            args.push(self.tmp(negated)?.into());
        } else {
            args.push(self.tmp(a)?.into());
            args.push(if doubles { self.tmp(a)?.into() } else { self.tmp_or_imm(b)? });
        }
        args.push(self.tmp(id)?.into());
        let hidden = HiddenInst { opcode, args, flags: InstFlags::empty(), trap: TrapCode::IntegerOverflow };
        self.emit_check(id, hidden, &rest)
    }

    /// Selects InvalidationPoint: no code inline, and the operands of an exit out of line.
    pub(super) fn invalidation_point(&mut self, id: ValueId) -> Result {
        let rest = self.stackmap_operands(id, 0)?;
        let mut special = self.code.new_special();
        special.trap = Some(TrapCode::Unreachable);
        if let Some(map) = self.proc.stackmaps().get(self.proc.value(id).stackmap()) {
            (special.generator, special.state) = (map.generator, map.state);
        }
        let mut args = SmallVec::new();
        for operand in &rest {
            self.add_exit_operand(&mut special, &mut args, *operand, false)?;
        }
        let special = self.emit_special_flagged(Air::InvalidationPoint, special, &args, InstFlags::empty());
        self.state.patchpoints.push((special, id));
        Ok(())
    }

    /// The operands of the exit: the children from index `own` on and the values of the exit state.
    fn stackmap_operands(&mut self, id: ValueId, own: usize) -> Result<SmallVec<[ExitOperand; 8]>> {
        let proc = self.proc;
        let Some(map) = proc.stackmaps().get(proc.value(id).stackmap()) else {
            return self.unsupported("a check without stackmap");
        };
        let Stackmap { reps, state, .. } = map;
        let mut operands = SmallVec::new();
        for (n, child) in proc.children(id).iter().skip(own).enumerate() {
            let rep = reps.get(n).copied().unwrap_or(ValueRep::ColdAny);
            operands.push(self.exit_operand(*child, rep)?);
        }
        let mut values = std::mem::take(&mut self.state.state_values);
        for value in proc.state_values(*state, &mut values) {
            let mut operand = self.exit_operand(*value, ValueRep::ColdAny)?;
            operand.in_state = true;
            operands.push(operand);
        }
        self.state.state_values = values;
        Ok(operands)
    }

    fn exit_operand(&mut self, id: ValueId, rep: ValueRep) -> Result<ExitOperand> {
        let ty = self.proc.type_of(id);
        let arg = match rep {
            ValueRep::WarmAny | ValueRep::ColdAny | ValueRep::LateColdAny => self.constant_or_tmp(id, ty)?,
            _ => self.tmp(id)?.into(),
        };
        Ok(ExitOperand { arg, rep, ty, in_state: false })
    }

    fn emit_check(&mut self, id: ValueId, hidden: HiddenInst, rest: &[ExitOperand]) -> Result {
        let HiddenInst { opcode, mut args, flags, trap } = hidden;
        let (Some(exit_cause), Some(form)) =
            (opcode.exit_cause(), find_form(opcode, self.arch, self.target.features, &args))
        else {
            return self.unsupported(&format!("{} with {args:?} in a check", opcode.name()));
        };
        let map = self.proc.stackmaps().get(self.proc.value(id).stackmap());
        let mut special = self.code.new_special();
        special.hidden = Some(form);
        special.trap = Some(trap);
        if let Some(map) = map {
            (special.generator, special.state) = (map.generator, map.state);
        }
        let result = form.get().map_or(&[][..], |form| form.operands);
        special.operands.extend_from_slice(result);
        let (own, result) = (args.len(), result.last().map_or(Width::W64, |spec| spec.width));
        for operand in rest {
            let undone = exit_cause == ExitCause::UndoableOverflow
                && width(operand.ty) <= result
                && args[..own.saturating_sub(1)].contains(&operand.arg);
            let late = exit_cause != ExitCause::Condition && !undone;
            self.add_exit_operand(&mut special, &mut args, *operand, late)?;
        }
        let special = self.emit_special_flagged(Air::Check, special, &args, flags);
        self.state.patchpoints.push((special, id));
        Ok(())
    }

    /// Adds an operand with the role that its constraint requires. `late` is true if it must outlive the result.
    fn add_exit_operand(
        &mut self,
        special: &mut Special,
        args: &mut SmallVec<[Arg; 4]>,
        operand: ExitOperand,
        late: bool,
    ) -> Result {
        let ExitOperand { mut arg, rep, ty, in_state } = operand;
        let cold = if late { Role::LateColdUse } else { Role::ColdUse };
        let spec = |role| OperandSpec::new(role, ty.bank(), width(ty));
        let spec = match rep {
            ValueRep::WarmAny => {
                let role = if late { Role::LateUse } else { Role::Use };
                OperandSpec::anywhere(role, ty.bank(), width(ty))
            }
            ValueRep::ColdAny => spec(cold),
            ValueRep::LateColdAny => spec(Role::LateColdUse),
            // A value in a register of its own is not undone.
            ValueRep::SomeRegister => spec(Role::LateUse),
            ValueRep::Register(reg) | ValueRep::LateRegister(reg) => {
                OperandSpec::in_reg(Role::LateUse, reg, width(ty))
            }
            ValueRep::StackArgument(offset) => {
                let place = self.stack_argument(offset, ty);
                self.emit(Self::move_of(ty), &[arg, place])?;
                arg = place;
                spec(cold)
            }
            _ => return self.unsupported(&format!("{rep:?} in a check")),
        };
        special.operands.push(spec);
        special.state_operands += u32::from(in_state);
        args.push(arg);
        Ok(())
    }
}

/// An operand of a stackmap, or a value of an exit state.
#[derive(Clone, Copy)]
struct ExitOperand {
    arg: Arg,
    rep: ValueRep,
    ty: Type,
    in_state: bool,
}
