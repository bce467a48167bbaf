//! Calls and returns: places operands in the registers and stack locations of a calling convention.

use super::assignments::AssignmentIndex;
use super::patchpoint::Landed;
use super::select::{Lowering, Result};
use crate::air::{
    Arg, FormId, InstFlags, MAX_ARGS, Opcode as Air, OperandSpec, Role, Special, SpecialId, Tmp,
};
use crate::base::{
    Arch, ArgLocation, Bank, CallConv, ConvId, EffectFlags, LibCall, Reg, RegSet, StateId, Type, Variadic,
    Width,
};
use crate::ir::{FIRST_STACK_ARGUMENT, Opcode, ValueId};
use smallvec::{SmallVec, smallvec};

/// The number of register bits that a value of this type occupies.
fn width(ty: Type) -> Width {
    match ty.size() {
        4 => Width::W32,
        16 => Width::W128,
        _ => Width::W64,
    }
}

/// A call under construction.
struct PendingCall {
    conv: &'static CallConv,
    assignment: AssignmentIndex,
    callee: Arg,
    /// Memory of the selector.
    arguments: Vec<(Type, Arg)>,
    /// True if the number of floating-point arguments must be passed.
    variadic: bool,
    /// True if the garbage collector may move references during the call.
    safepoint: bool,
    /// The exit state during the call.
    state: StateId,
    /// The call, if its callee may throw and this procedure then continues; it ends its block.
    throwing: Option<ValueId>,
    /// True if the callee preserves all registers that the allocator assigns: the handler of a Poll.
    preserves: bool,
}

/// The registers clobbered when the return address and the arguments of a tail call are moved. No convention passes
/// anything in them.
fn tail_call_scratches(arch: Arch, own: u32, needed: u32) -> RegSet {
    match arch {
        Arch::X64 if needed > own => crate::isa::x64::TAIL_CALL_SCRATCHES,
        Arch::X64 if needed < own => RegSet::of(&[crate::isa::x64::POP_SCRATCH]),
        Arch::X64 | Arch::A64 => RegSet::EMPTY,
    }
}

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Appends an instruction with a special, unless it has more operands than any instruction can have.
    pub(super) fn push_special(&mut self, opcode: Air, args: &[Arg], flags: InstFlags) {
        if args.len() > MAX_ARGS {
            let (name, found) = (opcode.name(), args.len());
            _ = self
                .unsupported::<()>(&format!("{name} with {found} operands, expected at most {MAX_ARGS},"));
        } else {
            self.out.push(opcode, FormId::SPECIAL, args, self.origin, flags);
        }
    }

    /// Selects CCall, and Poll in its cold block: [`expand_polls`](super::expand_polls) has tested the word before.
    pub(super) fn call(&mut self, id: ValueId) -> Result {
        let types = self.proc.scalars(self.proc.type_of(id));
        let call = self.pending_call(id, types)?;
        let results: SmallVec<[(Type, Tmp); 4]> = match (types, call.throwing) {
            ([], _) => SmallVec::new(),
            ([ty], None) if !self.proc.type_of(id).is_tuple() => smallvec![(*ty, self.tmp(id)?)],
            (_, None) => types.iter().copied().zip(self.tmps_of(id)?).collect(),
            // Landing at the normal successor defines the results; these temporaries are never read.
            (_, Some(_)) => types.iter().map(|ty| (*ty, self.scratch(ty.bank()))).collect(),
        };
        self.emit_call(call, &results)
    }

    /// Selects TailCall: the arguments replace this procedure's own, and the callee returns to the caller.
    ///
    /// If there is room, they are stored there directly, because the procedure does not read its own arguments any
    /// more. If not, they would overwrite the frame. So they are stored in the outgoing argument area, and the emitted
    /// instruction moves them over the frame when the frame is dead.
    pub(super) fn tail_call(&mut self, id: ValueId) -> Result {
        let results = &self.proc.signature().results;
        let PendingCall { conv, assignment, callee, arguments, .. } = self.pending_call(id, results)?;
        if !conv.env.callee_saved.is_empty() {
            return self.unsupported("a tail call in a convention with callee-saved registers");
        }
        let (own, needed) = (self.code.popped_bytes, self.assignment(assignment).param_bytes);
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
        for (n, (ty, argument)) in arguments.iter().enumerate() {
            match self.assignment(assignment).params[n] {
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
        self.state.call_arguments = arguments;
        self.emit_special(Air::TailCall, special, &operands);
        Ok(())
    }

    /// Collects the callee, the arguments and the assignment of a call with results of these types.
    fn pending_call(&mut self, id: ValueId, result_types: &[Type]) -> Result<PendingCall> {
        let Some(&data) = self.proc.calls().get(self.proc.value(id).call()) else {
            return self.unsupported("a call without data");
        };
        let conv = self.target.convention(data.conv);
        let children = self.proc.children(id);
        let (callee, arguments) = match data.callee.is_valid() {
            true => (Arg::Symbol(data.callee), children),
            false => (self.callee(children[0])?, &children[1..]),
        };
        let mut params = std::mem::take(&mut self.state.call_params);
        params.clear();
        let variadic = data.variadic_start.is_some();
        let passed = |ty: Type| if variadic { conv.variadic_type(ty) } else { ty };
        params.extend(arguments.iter().map(|argument| passed(self.proc.type_of(*argument))));
        let fixed = data.variadic_start.map_or(params.len(), |start| start as usize);
        let assignment = self.assign(conv, &params, result_types, fixed);
        self.state.call_params = params;
        let Some(assignment) = assignment else {
            return self.unsupported("a call with more results than its convention has registers");
        };
        let mut operands = std::mem::take(&mut self.state.call_arguments);
        operands.clear();
        for (n, argument) in arguments.iter().enumerate() {
            let ty = self.proc.type_of(*argument);
            let operand = match self.assignment(assignment).params[n] {
                ArgLocation::Stack(_) if ty.is_int() => self.tmp_or_imm(*argument)?,
                _ => Arg::Tmp(self.tmp(*argument)?),
            };
            if passed(ty) != ty {
                let bits = self.scratch(Bank::Gp);
                self.emit(bits_of(ty), &[operand, bits.into()])?;
                operands.push((passed(ty), bits.into()));
                continue;
            }
            operands.push((ty, operand));
        }
        Ok(PendingCall {
            conv,
            assignment,
            callee,
            arguments: operands,
            variadic,
            safepoint: self.state.references_move && data.effects.flags.contains(EffectFlags::SAFEPOINT),
            state: data.state,
            throwing: data.exceptional.then_some(id),
            preserves: self.proc.value(id).opcode() == Opcode::Poll,
        })
    }

    /// The operand for the address of a callee. On x86-64 a constant is read from memory by the call itself, without a
    /// register.
    fn callee(&mut self, address: ValueId) -> Result<Arg> {
        let value = self.proc.value(address);
        match value.opcode() {
            Opcode::Const64 if self.arch == Arch::X64 => {
                Ok(Arg::Const { bits: value.bits(), width: Width::W64 })
            }
            _ => Ok(Arg::Tmp(self.tmp(address)?)),
        }
    }

    /// Calls a library function in the system's C convention.
    pub(super) fn library_call(
        &mut self,
        function: LibCall,
        arguments: &[(Type, Arg)],
        result: Option<(Type, Tmp)>,
    ) -> Result {
        let conv = self.target.convention(ConvId::new(0));
        let params: SmallVec<[Type; 4]> = arguments.iter().map(|(ty, _)| *ty).collect();
        let results: SmallVec<[Type; 1]> = result.iter().map(|(ty, _)| *ty).collect();
        let Some(assignment) = self.assign(conv, &params, &results, params.len()) else {
            return self.unsupported(function.name());
        };
        let call = PendingCall {
            conv,
            assignment,
            callee: Arg::LibCall(function),
            arguments: arguments.to_vec(),
            variadic: false,
            safepoint: false,
            state: StateId::INVALID,
            throwing: None,
            preserves: false,
        };
        self.emit_call(call, result.as_slice())
    }

    /// Emits stack arguments, then the call with its register operands, then loads of results on the stack.
    fn emit_call(&mut self, call: PendingCall, results: &[(Type, Tmp)]) -> Result {
        let PendingCall { conv, assignment: found, callee, arguments, variadic, safepoint, state, .. } = call;
        let PendingCall { throwing, preserves, .. } = call;
        let clobbers = match preserves {
            true => conv.clobbered.difference(conv.env.allocatable_set()).difference(self.proc.pinned),
            false => self.clobbered_by_call(conv, callee)?,
        };
        let assignment = self.assignment(found);
        let (stack_bytes, param_bytes) = (assignment.stack_bytes, assignment.param_bytes);
        if param_bytes != 0 {
            for (n, (ty, argument)) in arguments.iter().enumerate() {
                if let ArgLocation::Stack(offset) = self.assignment(found).params[n] {
                    self.emit(Self::move_of(*ty), &[*argument, Arg::CallArg { offset: offset as i32 }])?;
                }
            }
        }
        let mut special = Special {
            clobbers,
            clobbers_high: if preserves { RegSet::EMPTY } else { conv.clobbered_high },
            popped_bytes: if conv.callee_pops { param_bytes } else { 0 },
            safepoint,
            ..self.code.new_special()
        };
        // The special itself, then the callee, which may be in any register without an argument.
        let mut operands: SmallVec<[Arg; 12]> = smallvec![Arg::Special(SpecialId::INVALID), callee];
        special.operands.push(OperandSpec::new(Role::Use, Bank::Gp, Width::W64));
        let mut add = |special: &mut Special, role, reg: Reg, width, tmp: Arg| {
            special.operands.push(OperandSpec::in_reg(role, reg, width));
            operands.push(tmp);
        };
        for ((ty, argument), location) in arguments.iter().zip(&self.assignment(found).params) {
            if let ArgLocation::Reg(reg) = location {
                add(&mut special, Role::Use, *reg, width(*ty), *argument);
            }
        }
        for n in 0..self.assignment(found).copies.len() {
            let (parameter, reg) = self.assignment(found).copies[n];
            let (ty, argument) = arguments[parameter];
            let bits = self.scratch(Bank::Gp);
            self.emit(bits_of(ty), &[argument, bits.into()])?;
            add(&mut special, Role::Use, reg, Width::W64, bits.into());
        }
        if let (true, Variadic::CountFp(reg)) = (variadic, conv.variadic) {
            let count = Arg::Imm(i64::from(self.assignment(found).fp_args));
            let count = self.remat(Bank::Gp, Air::Move32, Some(count))?;
            add(&mut special, Role::Use, reg, Width::W32, count.into());
        }
        for ((ty, tmp), location) in results.iter().zip(&self.assignment(found).results) {
            if let ArgLocation::Reg(reg) = location {
                add(&mut special, Role::Def, *reg, width(*ty), Arg::Tmp(*tmp));
            }
        }
        if state.is_valid() {
            self.add_call_state(state, &mut special, &mut operands)?;
        }
        self.state.call_arguments = arguments;
        self.code.call_area = self.code.call_area.max(stack_bytes);
        let opcode = if throwing.is_some() { Air::Invoke } else { Air::Call };
        self.emit_special_in_place(opcode, special, &mut operands);
        for (n, (ty, tmp)) in results.iter().enumerate() {
            let place = self.assignment(found).results[n];
            match (throwing, place) {
                (Some(id), place) => self.add_landed(Landed::of_call(id, n, *ty, place)),
                (None, ArgLocation::Stack(offset)) => {
                    let place = Arg::CallArg { offset: offset as i32 };
                    self.emit(Self::move_of(*ty), &[place, Arg::Tmp(*tmp)])?;
                }
                (None, ArgLocation::Reg(_)) => {}
            }
        }
        Ok(())
    }

    /// Adds the values of an exit state. They are late uses, live across the call, so that a stack walk finds them.
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

    pub(super) fn return_values(&mut self, id: ValueId) -> Result {
        let conv = self.target.convention(self.proc.convention());
        let params = &self.proc.signature().params;
        let results: SmallVec<[Type; 2]> =
            self.proc.children(id).iter().map(|c| self.proc.type_of(*c)).collect();
        let Some(assignment) = self.assign(conv, params, &results, params.len()) else {
            return self.unsupported("more results than the convention has registers");
        };
        let mut special = self.code.new_special();
        let mut operands: SmallVec<[Arg; 4]> = SmallVec::new();
        for (n, ty) in results.iter().enumerate() {
            let tmp = Arg::Tmp(self.tmp(self.child(id, n))?);
            match self.assignment(assignment).results[n] {
                ArgLocation::Reg(reg) => {
                    special.operands.push(OperandSpec::in_reg(Role::Use, reg, width(*ty)));
                    operands.push(tmp);
                }
                ArgLocation::Stack(offset) => {
                    let base = Tmp::from_reg(self.target.desc.frame_pointer);
                    let offset = FIRST_STACK_ARGUMENT + offset as i32;
                    self.emit(Self::move_of(*ty), &[tmp, Arg::Addr { base, offset }])?;
                }
            }
        }
        self.emit_special(Air::Ret, special, &operands);
        Ok(())
    }
}

/// The instruction that moves a float to a general register.
fn bits_of(ty: Type) -> Air {
    if ty == Type::Float { Air::MoveFloatTo32 } else { Air::MoveDoubleTo64 }
}
