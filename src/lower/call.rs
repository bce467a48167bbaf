//! Calls and returns: operands in the registers and on the stack that a convention says.

use super::assignments::Taken;
use super::patchpoint::Landed;
use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air, OperandSpec, Role, Special, SpecialId, Tmp};
use crate::base::{
    Arch, ArgLocation, Bank, CallConv, ConvId, LibCall, Reg, RegSet, StateId, Type, Variadic, Width,
};
use crate::ir::{FIRST_STACK_ARGUMENT, ValueId};
use smallvec::{SmallVec, smallvec};

/// The bits of a register that a value of this type occupies.
fn width(ty: Type) -> Width {
    if ty.size() == 4 { Width::W32 } else { Width::W64 }
}

/// A call that is being put together.
struct PendingCall {
    conv: &'static CallConv,
    taken: Taken,
    callee: Arg,
    /// The memory of the selector.
    arguments: Vec<(Type, Arg)>,
    results: SmallVec<[(Type, Tmp); 2]>,
    /// Whether the number of floating-point arguments must be told.
    variadic: bool,
    /// The exit state while the call is active.
    state: StateId,
    /// What is called may throw, and this procedure goes on then: the call, which ends its block.
    throwing: Option<ValueId>,
}

/// The registers that moving this procedure's return address and the arguments of its tail call destroys: none of
/// those that a convention passes anything in.
fn tail_call_scratches(arch: Arch, own: u32, needed: u32) -> RegSet {
    match arch {
        Arch::X64 if needed > own => crate::isa::x64::TAIL_CALL_SCRATCHES,
        Arch::X64 if needed < own => RegSet::of(&[crate::isa::x64::POP_SCRATCH]),
        Arch::X64 | Arch::A64 => RegSet::EMPTY,
    }
}

impl Lowering<'_> {
    /// CCall.
    pub(super) fn call(&mut self, id: ValueId) -> Result {
        let types = self.proc.scalars(self.proc.type_of(id));
        let mut call = self.pending_call(id, types)?;
        match (types, call.throwing) {
            ([], _) => {}
            ([ty], None) if !self.proc.type_of(id).is_tuple() => call.results.push((*ty, self.tmp(id)?)),
            (_, None) => call.results.extend(types.iter().copied().zip(self.tmps_of(id)?)),
            // What lands where the callee has returned takes their registers, and nobody reads these.
            (_, Some(_)) => types.iter().for_each(|ty| call.results.push((*ty, self.scratch(ty.bank())))),
        }
        self.emit_call(call)
    }

    /// TailCall: the arguments go where this procedure's own are, and the callee returns to its caller.
    ///
    /// If there is room for them, they are stored there at once: nothing of this procedure reads its arguments any
    /// more. If not, they would be stored over its frame; so they are put where those of a call are, and the
    /// instruction, which knows how to do it, moves them over the frame when nothing of that is needed any more.
    pub(super) fn tail_call(&mut self, id: ValueId) -> Result {
        let results = &self.proc.signature().results;
        let PendingCall { conv, taken, callee, arguments, .. } = self.pending_call(id, results)?;
        let assignment = &taken.assignment;
        if !conv.env.callee_saved.is_empty() {
            return self.unsupported("a tail call in a convention with callee-saved registers");
        }
        let (own, needed) = (self.code.popped_bytes, assignment.param_bytes);
        let frame_pointer = Tmp::from_reg(self.target.desc.frame_pointer);
        let place = |offset: u32| match needed <= own {
            true => {
                let offset = FIRST_STACK_ARGUMENT + (own - needed + offset) as i32;
                Arg::Addr { base: frame_pointer, offset }
            }
            false => Arg::CallArg { offset: offset as i32 },
        };
        let mut special = Special {
            popped_bytes: needed,
            clobbers_early: tail_call_scratches(self.arch, own, needed),
            ..self.code.new_special()
        };
        let mut operands: SmallVec<[Arg; 12]> = SmallVec::new();
        special.operands.push(OperandSpec::new(Role::Use, Bank::Gp, Width::W64));
        operands.push(callee);
        for ((ty, argument), location) in arguments.iter().zip(&assignment.params) {
            match *location {
                ArgLocation::Stack(offset) => {
                    self.emit(Self::move_of(*ty), &[*argument, place(offset)])?;
                }
                ArgLocation::Reg(reg) => {
                    special.operands.push(OperandSpec::in_reg(Role::Use, reg, width(*ty)));
                    operands.push(*argument);
                }
            }
        }
        if needed > own {
            self.code.call_area = self.code.call_area.max(needed);
        }
        self.keep_assignment(taken);
        self.state.call_arguments = arguments;
        self.emit_special(Air::TailCall, special, &operands);
        Ok(())
    }

    /// What a call, which gives results of these types, calls and passes.
    fn pending_call(&mut self, id: ValueId, result_types: &[Type]) -> Result<PendingCall> {
        let Some(&data) = self.proc.calls().get(self.proc.value(id).call()) else {
            return self.unsupported("a call without data");
        };
        let conv = self.target.convention(data.conv);
        let children = self.proc.children(id);
        let (callee, arguments) = match data.callee.is_valid() {
            true => (Arg::Symbol(data.callee), children),
            false => (Arg::Tmp(self.tmp(children[0])?), &children[1..]),
        };
        let mut params = std::mem::take(&mut self.state.call_params);
        params.clear();
        params.extend(arguments.iter().map(|argument| self.proc.type_of(*argument)));
        let fixed = data.variadic_start.map_or(params.len(), |start| start as usize);
        let taken = self.assign(conv, &params, result_types, fixed);
        self.state.call_params = params;
        let Some(taken) = taken else {
            return self.unsupported("a call with more results than its convention has registers");
        };
        let mut operands = std::mem::take(&mut self.state.call_arguments);
        operands.clear();
        for (argument, location) in arguments.iter().zip(&taken.assignment.params) {
            let ty = self.proc.type_of(*argument);
            let operand = match location {
                ArgLocation::Stack(_) if ty.is_int() => self.tmp_or_imm(*argument)?,
                _ => Arg::Tmp(self.tmp(*argument)?),
            };
            operands.push((ty, operand));
        }
        let variadic = data.variadic_start.is_some();
        let results = SmallVec::new();
        Ok(PendingCall {
            conv,
            taken,
            callee,
            arguments: operands,
            results,
            variadic,
            state: data.state,
            throwing: data.exceptional.then_some(id),
        })
    }

    /// Calls a function of the library in the system's C convention.
    pub(super) fn library_call(
        &mut self,
        function: LibCall,
        arguments: &[(Type, Arg)],
        result: Option<(Type, Tmp)>,
    ) -> Result {
        let conv = self.target.convention(ConvId::new(0));
        let params: SmallVec<[Type; 4]> = arguments.iter().map(|(ty, _)| *ty).collect();
        let results: SmallVec<[Type; 1]> = result.iter().map(|(ty, _)| *ty).collect();
        let Some(taken) = self.assign(conv, &params, &results, params.len()) else {
            return self.unsupported(function.name());
        };
        self.emit_call(PendingCall {
            conv,
            taken,
            callee: Arg::LibCall(function),
            arguments: arguments.to_vec(),
            results: result.into_iter().collect(),
            variadic: false,
            state: StateId::INVALID,
            throwing: None,
        })
    }

    /// Stack arguments, then the call with its register operands, then results from the stack.
    fn emit_call(&mut self, call: PendingCall) -> Result {
        let PendingCall { conv, taken, callee, arguments, results, variadic, state, throwing } = call;
        let assignment = &taken.assignment;
        let mut special = Special {
            clobbers: self.clobbered_by_call(conv, callee)?,
            clobbers_high: conv.clobbered_high,
            popped_bytes: if conv.callee_pops { assignment.param_bytes } else { 0 },
            ..self.code.new_special()
        };
        // The special itself, then the callee: a register for it may be any that no argument is in.
        let mut operands: SmallVec<[Arg; 12]> = smallvec![Arg::Special(SpecialId::INVALID), callee];
        special.operands.push(OperandSpec::new(Role::Use, Bank::Gp, Width::W64));
        let mut add = |special: &mut Special, role, reg: Reg, width, tmp: Arg| {
            special.operands.push(OperandSpec::in_reg(role, reg, width));
            operands.push(tmp);
        };
        for ((ty, argument), location) in arguments.iter().zip(&assignment.params) {
            if let ArgLocation::Stack(offset) = location {
                self.emit(Self::move_of(*ty), &[*argument, Arg::CallArg { offset: *offset as i32 }])?;
            }
        }
        for ((ty, argument), location) in arguments.iter().zip(&assignment.params) {
            if let ArgLocation::Reg(reg) = location {
                add(&mut special, Role::Use, *reg, width(*ty), *argument);
            }
        }
        for (parameter, reg) in &assignment.copies {
            let (ty, argument) = arguments[*parameter];
            let bits = self.scratch(Bank::Gp);
            let opcode = if ty == Type::Float { Air::MoveFloatTo32 } else { Air::MoveDoubleTo64 };
            self.emit(opcode, &[argument, bits.into()])?;
            add(&mut special, Role::Use, *reg, Width::W64, bits.into());
        }
        if let (true, Variadic::CountFp(reg)) = (variadic, conv.variadic) {
            let count = self.remat(Bank::Gp, Air::Move32, Some(Arg::Imm(i64::from(assignment.fp_args))))?;
            add(&mut special, Role::Use, reg, Width::W32, count.into());
        }
        for ((ty, tmp), location) in results.iter().zip(&assignment.results) {
            if let ArgLocation::Reg(reg) = location {
                add(&mut special, Role::Def, *reg, width(*ty), Arg::Tmp(*tmp));
            }
        }
        if state.is_valid() {
            self.add_call_state(state, &mut special, &mut operands)?;
        }
        self.code.call_area = self.code.call_area.max(assignment.stack_bytes);
        if let Some(id) = throwing {
            self.emit_special_in_place(Air::Invoke, special, &mut operands);
            for (n, ((ty, _), place)) in results.iter().zip(&assignment.results).enumerate() {
                self.add_landed(Landed::of_call(id, n, *ty, *place));
            }
            self.keep_assignment(taken);
            self.state.call_arguments = arguments;
            return Ok(());
        }
        self.emit_special_in_place(Air::Call, special, &mut operands);
        for ((ty, tmp), location) in results.iter().zip(&assignment.results) {
            if let ArgLocation::Stack(offset) = location {
                self.emit(Self::move_of(*ty), &[Arg::CallArg { offset: *offset as i32 }, Arg::Tmp(*tmp)])?;
            }
        }
        self.keep_assignment(taken);
        self.state.call_arguments = arguments;
        Ok(())
    }

    /// The values of an exit state: they outlive the call, so that who walks over the stack finds them.
    fn add_call_state(
        &mut self,
        state: StateId,
        special: &mut Special,
        operands: &mut SmallVec<[Arg; 12]>,
    ) -> Result {
        let mut values = std::mem::take(&mut self.state.state_values);
        for n in 0..self.proc.state_values(state, &mut values).len() {
            let value = values.values()[n];
            let ty = self.proc.type_of(value);
            operands.push(self.constant_or_tmp(value, ty)?);
            special.operands.push(OperandSpec::new(Role::LateColdUse, ty.bank(), width(ty)));
        }
        special.state = state;
        special.state_operands = values.values().len() as u32;
        self.state.state_values = values;
        Ok(())
    }

    /// Return.
    pub(super) fn return_values(&mut self, id: ValueId) -> Result {
        let conv = self.target.convention(self.proc.convention());
        let params = &self.proc.signature().params;
        let results: SmallVec<[Type; 2]> =
            self.proc.children(id).iter().map(|c| self.proc.type_of(*c)).collect();
        let Some(taken) = self.assign(conv, params, &results, params.len()) else {
            return self.unsupported("more results than the convention has registers");
        };
        let assignment = &taken.assignment;
        let mut special = self.code.new_special();
        let mut operands: SmallVec<[Arg; 4]> = SmallVec::new();
        for (n, (ty, location)) in results.iter().zip(&assignment.results).enumerate() {
            let tmp = Arg::Tmp(self.tmp(self.child(id, n))?);
            match location {
                ArgLocation::Reg(reg) => {
                    special.operands.push(OperandSpec::in_reg(Role::Use, *reg, width(*ty)));
                    operands.push(tmp);
                }
                ArgLocation::Stack(offset) => {
                    let base = Tmp::from_reg(self.target.desc.frame_pointer);
                    let offset = FIRST_STACK_ARGUMENT + *offset as i32;
                    self.emit(Self::move_of(*ty), &[tmp, Arg::Addr { base, offset }])?;
                }
            }
        }
        self.keep_assignment(taken);
        self.emit_special(Air::Ret, special, &operands);
        Ok(())
    }
}
