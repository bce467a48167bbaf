//! Calls of defined and imported functions, indirect calls, and calls of the runtime.

use super::pins::CalleeInstance;
use super::signature::{Abi, HOST_CONVENTION, call_data, preserving_pins};
use super::{Function, abi_of, heap, put_symbol_name};
use crate::error::user;
use crate::info::{ConstantTable, EntryType};
use crate::layout::{Builtin, WORD, context, func};
use crate::types::{HeapType, RefType, ValType};
use barebones::base::{SymbolId, TrapCode, Type};
use barebones::ir::{BlockId, CallData, Callee, Procedure, StackSlotKind, Successor, ValueFlags, ValueId};
use wasmparser::Operator;

pub(super) struct CallTarget {
    code: Callee,
    /// First argument, if the convention has one: the callee's context, or the address of its words.
    first: ValueId,
    instance: CalleeInstance,
}

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn call(&mut self, operator: &Operator<'_>) -> bool {
        match *operator {
            Operator::Call { function_index } => self.call_function(function_index),
            Operator::CallIndirect { type_index, table_index } => {
                self.call_indirect(type_index, table_index);
            }
            Operator::ReturnCall { function_index } => {
                let target = self.function_target(function_index);
                self.tail_call_with(target, self.info.functions[function_index as usize]);
            }
            Operator::ReturnCallIndirect { type_index, table_index } => {
                let target = self.indirect_target(type_index, table_index);
                self.tail_call_with(target, type_index);
            }
            _ => return false,
        }
        true
    }

    fn call_function(&mut self, function: u32) {
        let target = self.function_target(function);
        self.call_with(target, self.info.functions[function as usize]);
    }

    fn call_indirect(&mut self, ty: u32, table: u32) {
        let target = self.indirect_target(ty, table);
        self.call_with(target, ty);
    }

    pub(super) fn function_target(&mut self, function: u32) -> CallTarget {
        let info = self.info;
        if (function as usize) >= info.imported_functions {
            let first = if self.linkage.words { self.words_of(function) } else { self.context };
            let is_direct = !self.linkage.words || self.known.is_some_and(|known| known.is_direct(function));
            let code = match is_direct {
                true => self.callee(function).into(),
                false => self.replaceable_callee(function),
            };
            return CallTarget { code, first, instance: CalleeInstance::Own };
        }
        let (at, offset) = (self.context(), info.layout.function(function));
        let context = self.constant_load(Type::Int64, at, offset + func::CONTEXT);
        let instance = CalleeInstance::Other(context);
        if self.linkage.words {
            let first = self.constant_load(Type::Int64, at, offset + func::ADDRESS);
            return CallTarget { code: self.current_code(first), first, instance };
        }
        let code = self.constant_load(Type::Int64, at, offset + func::CODE).into();
        CallTarget { code, first: context, instance }
    }

    /// Looks up the callee of an indirect call; its table index is the topmost operand.
    fn indirect_target(&mut self, ty: u32, table: u32) -> CallTarget {
        if let Some(target) = self.constant_target(ty, table) {
            return target;
        }
        let info = self.info;
        let index = self.pop();
        let address = self.element(table, index, user::UNDEFINED_ELEMENT);
        let function = self.load(Type::Int64, address, 0, heap::TABLES);
        let ValType::Ref(RefType { nullable, heap }) = info.tables[table as usize].element else {
            return self.reference_target(function);
        };
        if nullable {
            self.trap_if_null(function, TrapCode::NullReference);
        }
        // Elements of a type need no check.
        if heap != HeapType::Type(info.ids[ty as usize]) {
            self.check_type(function, ty);
        }
        self.reference_target(function)
    }

    /// Traps if a function has neither a type nor a subtype of it.
    fn check_type(&mut self, function: ValueId, ty: u32) {
        let found = self.load(Type::Int64, function, func::SIGNATURE, heap::CONTEXT);
        let own = self.context();
        let expected = self.constant_load(Type::Int64, own, self.info.layout.signature(ty));
        let differs = self.cursor().not_equal(found, expected);
        if !self.info.open[ty as usize] {
            return self.trap_if(differs, user::WRONG_SIGNATURE);
        }
        let [look, next] = [self.proc.add_block(), self.proc.add_block()];
        self.cursor().branch(differs, Successor::rare(look), next);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, look);
        self.at = look;
        let is_other = self.call_builtin(Builtin::IsOtherType, Type::Int32, &[found, expected]);
        self.trap_if(is_other, user::WRONG_SIGNATURE);
        self.cursor().jump(next);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, next);
        self.at = next;
    }

    /// The function to which a reference refers that is not null.
    pub(super) fn reference_target(&mut self, function: ValueId) -> CallTarget {
        self.sample(function);
        let context = self.load(Type::Int64, function, func::CONTEXT, heap::CONTEXT);
        let instance = CalleeInstance::Other(context);
        if self.linkage.words {
            return CallTarget { code: self.current_code(function), first: function, instance };
        }
        let code = self.load(Type::Int64, function, func::CODE, heap::CONTEXT).into();
        CallTarget { code, first: context, instance }
    }

    /// The current code of the function with these words, where code may be replaced.
    fn current_code(&mut self, function: ValueId) -> Callee {
        let place = self.load(Type::Int64, function, func::PLACE, heap::CONTEXT);
        self.load(Type::Int64, place, 0, heap::CODES).into()
    }

    /// The same for a table with a copy of code addresses in the context. `None` for other tables, and if no function
    /// of the table has the type.
    fn constant_target(&mut self, ty: u32, table: u32) -> Option<CallTarget> {
        let info = self.info;
        let ConstantTable { len, code } = *info.constant_table(table)?;
        let code = code?;
        let is_open = info.open[ty as usize];
        let ty = info.first_types[ty as usize];
        let is_other = match code.ty {
            EntryType::All(other) => other != ty,
            // Some elements may have a subtype.
            EntryType::Beside => is_open,
        };
        if self.linkage.words || is_other {
            return None;
        }
        let index = self.pop();
        let index = self.index(index);
        let len = self.const64(len as i64);
        self.trap_unless_below(index, len, user::UNDEFINED_ELEMENT);
        let shift = self.const32((code.stride() as i32 * WORD).ilog2() as i32);
        let distance = self.cursor().shl(index, shift);
        let context = self.context();
        let entry = self.cursor().add(context, distance);
        let target = self.fixed_load(entry, code.offset);
        let null = self.const64(0);
        let is_null = self.cursor().equal(target, null);
        self.trap_if(is_null, TrapCode::NullReference);
        if code.ty == EntryType::Beside {
            let found = self.fixed_load(entry, code.offset + WORD);
            let expected = self.const64(ty.into());
            let differs = self.cursor().not_equal(found, expected);
            self.trap_if(differs, user::WRONG_SIGNATURE);
        }
        let (code, first, instance) = (target.into(), self.context, CalleeInstance::Own);
        Some(CallTarget { code, first, instance })
    }

    /// Loads a word of the context that does not change, from an address that is only valid here.
    fn fixed_load(&mut self, address: ValueId, offset: i32) -> ValueId {
        let load = self.load(Type::Int64, address, offset, heap::CONTEXT);
        if let Some(value) = self.proc.get_value_mut(load) {
            value.flags |= ValueFlags::IMMUTABLE;
        }
        load
    }

    /// The symbol of a defined function.
    fn callee(&mut self, function: u32) -> SymbolId {
        if let Some(symbol) = self.s.symbols.get(&function) {
            return *symbol;
        }
        put_symbol_name(&mut self.s.name, function);
        let symbol = self.proc.symbol(&self.s.name);
        self.s.symbols.insert(function, symbol);
        self.callees.push(function);
        symbol
    }

    /// Calls with the topmost operands, and pushes the results.
    pub(super) fn call_with(&mut self, target: CallTarget, ty: u32) {
        self.calls = true;
        let abi = abi_of(self.abis, self.info, self.linkage, self.proc.target(), ty);
        let params = self.info.types[ty as usize].params.len();
        let mut arguments = std::mem::take(&mut self.s.arguments);
        arguments.clear();
        if abi.has_first {
            arguments.push(target.first);
        }
        let mut results_address = ValueId::INVALID;
        if abi.results_in_memory() {
            results_address = self.results_slot(abi.results_size());
            arguments.push(results_address);
        }
        let first = self.s.stack.len() - params;
        arguments.extend(self.s.stack.drain(first..));
        let profiled = self.profiled(target.instance);
        let before = self.block_len();
        let saved = self.set_callee_pins(target.instance);
        let call = self.call_data_with(self.linkage.convention, saved);
        let before = before..self.block_len();
        let call = self.call_or_catch(&abi, target.code, &arguments, call);
        let after = self.block_len();
        self.restore_pins(saved);
        if let Some(context) = profiled {
            self.note_indirect_call((call, ty), context, before, after..self.block_len());
        }
        self.s.known.drop_addresses();
        for (i, ty) in abi.results.iter().enumerate().skip(abi.in_registers) {
            let value = self.load(*ty, results_address, abi.offset(i), heap::RESULTS);
            self.push(value);
        }
        self.s.arguments = arguments;
    }

    /// Calls, and pushes the results that are in registers. In a `try_table` the call ends the block. Returns the call.
    fn call_or_catch(&mut self, abi: &Abi, callee: Callee, arguments: &[ValueId], call: CallData) -> ValueId {
        let Some(handler) = self.handler() else {
            return call_and_push(&mut self.proc, self.at, abi, callee, arguments, call, &mut self.s.stack);
        };
        let next = self.proc.add_block();
        let types = &abi.results[..abi.in_registers];
        let ty = result_type(&mut self.proc, types);
        let successors = [next.into(), Successor::rare(handler)];
        let result = self.cursor().throwing_ccall_with(ty, callee, arguments, call, successors);
        self.ssa.end_block(&self.proc, self.at);
        self.ssa.seal(&mut self.proc, next);
        self.at = next;
        push_results(&mut self.proc, next, types, result, &mut self.s.stack);
        result
    }

    /// Tail-calls with the topmost operands.
    pub(super) fn tail_call_with(&mut self, target: CallTarget, ty: u32) {
        self.calls = true;
        let params = self.info.types[ty as usize].params.len();
        let first = self.s.stack.len() - params;
        let mut arguments = Vec::new();
        if self.abi.has_first {
            arguments.push(target.first);
        }
        if self.abi.results_in_memory() {
            // The callee has the same results, and writes them where this function's caller expects them.
            arguments.push(self.results_address);
        }
        arguments.extend(self.s.stack.drain(first..));
        let profiled = self.profiled(target.instance);
        let before = self.block_len();
        if let CalleeInstance::Other(_) = target.instance {
            self.surprises.cross_instance_tail_call = self.linkage.context.is_some();
            self.set_callee_pins(target.instance);
        }
        let before = before..self.block_len();
        let data = call_data(self.linkage.convention);
        let call = self.cursor().tail_call(target.code, &arguments, data);
        if let Some(context) = profiled {
            self.note_indirect_call((call, ty), context, before, 0..0);
        }
        self.finish_block();
    }

    /// Address of the stack slot for results of callees; grows the slot to `size`.
    pub(super) fn results_slot(&mut self, size: u32) -> ValueId {
        let (slot, most) = match self.results_slot {
            Some(slot) => slot,
            None => (self.proc.add_stack_slot(8, StackSlotKind::Locked), 8),
        };
        self.results_slot = Some((slot, most.max(size)));
        self.cursor().slot_base(slot)
    }

    // ---- The runtime ------------------------------------------------------------------------------------

    pub(super) fn call_builtin(&mut self, builtin: Builtin, ty: Type, arguments: &[ValueId]) -> ValueId {
        self.calls = true;
        let context = self.context();
        let runtime = self.constant_load(Type::Int64, context, context::RUNTIME);
        let code = self.constant_load(Type::Int64, runtime, builtin.offset());
        let mut all = vec![context];
        all.extend_from_slice(arguments);
        let call = preserving_pins(call_data(HOST_CONVENTION));
        let result = self.cursor().ccall_with(ty, code, &all, call);
        self.s.known.drop_addresses();
        result
    }

    /// Calls a function of the runtime, and traps if it reports failure.
    pub(super) fn call_checked_builtin(&mut self, builtin: Builtin, arguments: &[ValueId], code: TrapCode) {
        let failed = self.call_builtin(builtin, Type::Int32, arguments);
        self.trap_if(failed, code);
    }
}

/// Calls, and pushes the results that are in registers. Returns the call.
pub(super) fn call_and_push(
    proc: &mut Procedure,
    at: BlockId,
    abi: &Abi,
    callee: Callee,
    arguments: &[ValueId],
    call: CallData,
    results: &mut Vec<ValueId>,
) -> ValueId {
    let types = &abi.results[..abi.in_registers];
    let ty = result_type(proc, types);
    let call = proc.at(at).ccall_with(ty, callee, arguments, call);
    push_results(proc, at, types, call, results);
    call
}

/// The type of a call with results of these types in registers.
fn result_type(proc: &mut Procedure, types: &[Type]) -> Type {
    match types {
        [] => Type::Void,
        [one] => *one,
        several => proc.tuple_type(several),
    }
}

/// Pushes the results of these types that a call has.
fn push_results(
    proc: &mut Procedure,
    at: BlockId,
    types: &[Type],
    call: ValueId,
    results: &mut Vec<ValueId>,
) {
    match types {
        [] => {}
        [_] => results.push(call),
        several => results.extend((0..several.len() as u32).map(|i| proc.at(at).extract(call, i))),
    }
}
