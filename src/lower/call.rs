//! Calls and returns: operands in the registers and on the stack that a convention says.

use super::select::{Lowering, Result};
use crate::air::{Arg, Opcode as Air, OperandSpec, Role, Special, Tmp};
use crate::base::{ArgLocation, Assignment, Bank, CallConv, ConvId, LibCall, Reg, Type, Variadic, Width};
use crate::ir::{FIRST_STACK_ARGUMENT, ValueId};
use smallvec::SmallVec;

/// The bits of a register that a value of this type occupies.
fn width(ty: Type) -> Width {
    if ty.size() == 4 { Width::W32 } else { Width::W64 }
}

/// A call that is being put together.
struct PendingCall<'a> {
    conv: &'a CallConv,
    assignment: Assignment,
    callee: Arg,
    arguments: SmallVec<[(Type, Arg); 8]>,
    results: SmallVec<[(Type, Tmp); 4]>,
    /// Whether the number of floating-point arguments must be told.
    variadic: bool,
}

impl Lowering<'_> {
    /// CCall.
    pub(super) fn call(&mut self, id: ValueId) -> Result {
        let Some(&data) = self.proc.calls().get(self.proc.value(id).call()) else {
            return self.unsupported("a call without data");
        };
        if data.exceptional {
            return self.unsupported("an exceptional successor of a call");
        }
        let conv = self.target.convention(data.conv);
        if conv.callee_pops {
            return self.unsupported("a call in a convention where the callee pops");
        }
        let children = self.proc.children(id);
        let (callee, arguments) = match data.callee.is_valid() {
            true => (Arg::Symbol(data.callee), children),
            false => (Arg::Tmp(self.tmp(children[0])?), &children[1..]),
        };
        let params: SmallVec<[Type; 8]> = arguments.iter().map(|a| self.proc.type_of(*a)).collect();
        let result_types = self.proc.scalars(self.proc.type_of(id));
        let fixed = data.variadic_start.map_or(params.len(), |start| start as usize);
        let Some(assignment) = self.assign(conv, &params, &result_types, fixed) else {
            return self.unsupported("a call with more results than its convention has registers");
        };
        let mut operands = SmallVec::new();
        for (argument, location) in arguments.iter().zip(&assignment.params) {
            let ty = self.proc.type_of(*argument);
            let operand = match location {
                ArgLocation::Stack(_) if ty.is_int() => self.tmp_or_imm(*argument)?,
                _ => Arg::Tmp(self.tmp(*argument)?),
            };
            operands.push((ty, operand));
        }
        let wanted = self.proc.type_of(id) != Type::Void;
        let results = if wanted { self.tmps_of(id)? } else { SmallVec::new() };
        let results = result_types.into_iter().zip(results).collect();
        let variadic = data.variadic_start.is_some();
        self.emit_call(PendingCall { conv, assignment, callee, arguments: operands, results, variadic })
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
        let Some(assignment) = self.assign(conv, &params, &results, params.len()) else {
            return self.unsupported(function.name());
        };
        self.emit_call(PendingCall {
            conv,
            assignment,
            callee: Arg::LibCall(function),
            arguments: arguments.iter().copied().collect(),
            results: result.into_iter().collect(),
            variadic: false,
        })
    }

    /// Stack arguments, then the call with its register operands, then results from the stack.
    fn emit_call(&mut self, call: PendingCall<'_>) -> Result {
        let PendingCall { conv, assignment, callee, arguments, results, variadic } = call;
        let mut special = Special {
            clobbers: conv.clobbered,
            clobbers_high: conv.clobbered_high,
            ..self.code.new_special()
        };
        let mut operands: SmallVec<[Arg; 12]> = SmallVec::new();
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
        // The callee comes first. A register for it may be any that no argument is in.
        special.operands.insert(0, OperandSpec::new(Role::Use, Bank::Gp, Width::W64));
        operands.insert(0, callee);
        self.code.call_area = self.code.call_area.max(assignment.stack_bytes);
        self.emit_special(Air::Call, special, &operands);
        for ((ty, tmp), location) in results.iter().zip(&assignment.results) {
            if let ArgLocation::Stack(offset) = location {
                self.emit(Self::move_of(*ty), &[Arg::CallArg { offset: *offset as i32 }, Arg::Tmp(*tmp)])?;
            }
        }
        self.keep_assignment(assignment);
        Ok(())
    }

    /// Return.
    pub(super) fn return_values(&mut self, id: ValueId) -> Result {
        let conv = self.target.convention(self.proc.convention());
        if conv.callee_pops {
            return self.unsupported("a return in a convention where the callee pops");
        }
        let params = &self.proc.signature().params;
        let results: SmallVec<[Type; 2]> =
            self.proc.children(id).iter().map(|c| self.proc.type_of(*c)).collect();
        let Some(assignment) = self.assign(conv, params, &results, params.len()) else {
            return self.unsupported("more results than the convention has registers");
        };
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
        self.keep_assignment(assignment);
        self.emit_special(Air::Ret, special, &operands);
        Ok(())
    }
}
