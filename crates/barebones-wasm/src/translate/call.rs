//! Calls: of functions of the module, of imported ones, through tables, and of the runtime.

use super::signature::{Abi, CONVENTION, HOST_CONVENTION, call_data};
use super::{Function, abi_of, heap, symbol_name};
use crate::error::user;
use crate::layout::{Builtin, context, func};
use crate::types::FuncType;
use barebones::base::{SymbolId, TrapCode, Type};
use barebones::ir::{Callee, Procedure, StackSlotKind, ValueId};
use wasmparser::Operator;

impl Function<'_> {
    /// Translates an operator of this family; false if it is of another.
    pub(super) fn call(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::Call { function_index } => self.call_function(function_index),
            Operator::CallIndirect { type_index, table_index } => {
                self.call_indirect(type_index, table_index);
            }
            Operator::ReturnCall { function_index } => {
                let (callee, context) = self.function_callee(function_index);
                self.tail_call_with(callee, context, self.info.type_of(function_index));
            }
            Operator::ReturnCallIndirect { type_index, table_index } => {
                let (callee, context) = self.indirect_callee(type_index, table_index);
                self.tail_call_with(callee, context, &self.info.types[type_index as usize]);
            }
            _ => return false,
        }
        true
    }

    fn call_function(&mut self, function: u32) {
        let (callee, context) = self.function_callee(function);
        self.call_with(callee, context, self.info.functions[function as usize]);
    }

    fn call_indirect(&mut self, ty: u32, table: u32) {
        let (callee, context) = self.indirect_callee(ty, table);
        self.call_with(callee, context, ty);
    }

    /// The code of a function, and its context.
    fn function_callee(&mut self, function: u32) -> (Callee, ValueId) {
        let info = self.info;
        if (function as usize) >= info.imported_functions {
            if info.replaceable {
                return self.replaceable_callee(function);
            }
            return (self.callee(function).into(), self.context);
        }
        let offset = info.layout.function(function);
        let code = self.constant_load(Type::Int64, self.context, offset + func::CODE);
        let context = self.constant_load(Type::Int64, self.context, offset + func::CONTEXT);
        (code.into(), context)
    }

    /// The code of the function that the topmost operand selects in a table, and its context.
    fn indirect_callee(&mut self, ty: u32, table: u32) -> (Callee, ValueId) {
        let info = self.info;
        let index = self.pop();
        let address = self.element(table, index, user::UNDEFINED_ELEMENT);
        let function = self.load(Type::Int64, address, 0, heap::TABLES);
        let null = self.const64(0);
        let is_null = self.proc.equal(self.at, function, null);
        self.trap_if(is_null, TrapCode::NullReference);
        let found = self.load(Type::Int64, function, func::SIGNATURE, heap::CONTEXT);
        let expected = self.constant_load(Type::Int64, self.context, info.layout.signature(ty));
        let differs = self.proc.not_equal(self.at, found, expected);
        self.trap_if(differs, user::WRONG_SIGNATURE);
        let code = self.load(Type::Int64, function, func::CODE, heap::CONTEXT);
        let context = self.load(Type::Int64, function, func::CONTEXT, heap::CONTEXT);
        (code.into(), context)
    }

    /// The symbol of a function of the module.
    fn callee(&mut self, function: u32) -> SymbolId {
        if let Some(symbol) = self.s.symbols.get(&function) {
            return *symbol;
        }
        let symbol = self.proc.symbol(&symbol_name(function));
        self.s.symbols.insert(function, symbol);
        self.callees.push(function);
        symbol
    }

    /// Calls with the topmost operands, and pushes the results.
    fn call_with(&mut self, callee: Callee, context: ValueId, ty: u32) {
        self.calls = true;
        let abi = abi_of(self.abis, self.info, self.proc.target(), ty);
        let ty = &self.info.types[ty as usize];
        let mut arguments = std::mem::take(&mut self.s.arguments);
        arguments.clear();
        arguments.push(context);
        if abi.hidden_params() == 2 {
            let address = self.results_slot(abi.results_size());
            arguments.push(address);
        }
        let first = self.s.stack.len() - ty.params.len();
        arguments.extend(self.s.stack.drain(first..));
        call_and_push(&mut self.proc, self.at, &abi, callee, &arguments, &mut self.s.stack);
        for (i, ty) in abi.results.iter().enumerate().skip(abi.in_registers) {
            let value = self.load(*ty, arguments[1], abi.offset(i), heap::RESULTS);
            self.push(value);
        }
        self.s.arguments = arguments;
    }

    /// Calls with the topmost operands in place of this function.
    fn tail_call_with(&mut self, callee: Callee, context: ValueId, ty: &FuncType) {
        self.calls = true;
        let first = self.s.stack.len() - ty.params.len();
        let mut arguments = vec![context];
        if self.abi.hidden_params() == 2 {
            // The callee has the same results, and puts them where this function's caller wants them.
            arguments.push(self.results_address);
        }
        arguments.extend(self.s.stack.drain(first..));
        self.proc.add_tail_call(self.at, callee, &arguments, call_data(CONVENTION));
        self.leave();
    }

    /// The address of memory for results of callees.
    fn results_slot(&mut self, size: u32) -> ValueId {
        let (slot, most) = match self.results_slot {
            Some(slot) => slot,
            None => (self.proc.add_stack_slot(8, StackSlotKind::Locked), 8),
        };
        self.results_slot = Some((slot, most.max(size)));
        self.proc.slot_base(self.at, slot)
    }

    // ---- The runtime ------------------------------------------------------------------------------------

    /// Calls a function of the runtime.
    pub(super) fn call_builtin(&mut self, builtin: Builtin, ty: Type, arguments: &[ValueId]) -> ValueId {
        self.calls = true;
        let runtime = self.constant_load(Type::Int64, self.context, context::RUNTIME);
        let code = self.constant_load(Type::Int64, runtime, builtin.offset());
        let mut all = vec![self.context];
        all.extend_from_slice(arguments);
        self.proc.add_ccall_with(self.at, ty, code, &all, call_data(HOST_CONVENTION))
    }

    /// Calls a function of the runtime, and traps if it says that it failed.
    pub(super) fn call_checked_builtin(&mut self, builtin: Builtin, arguments: &[ValueId], code: TrapCode) {
        let failed = self.call_builtin(builtin, Type::Int32, arguments);
        self.trap_if(failed, code);
    }
}

/// Calls, and pushes those results that are in registers.
pub(super) fn call_and_push(
    proc: &mut Procedure,
    at: barebones::ir::BlockId,
    abi: &Abi,
    callee: Callee,
    arguments: &[ValueId],
    results: &mut Vec<ValueId>,
) {
    let types = &abi.results[..abi.in_registers];
    let ty = match types {
        [] => Type::Void,
        [one] => *one,
        several => proc.tuple_type(several),
    };
    let call = proc.add_ccall_with(at, ty, callee, arguments, call_data(CONVENTION));
    match types {
        [] => {}
        [_] => results.push(call),
        several => results.extend((0..several.len() as u32).map(|i| proc.extract(at, call, i))),
    }
}
