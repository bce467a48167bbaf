//! Code between the host and WebAssembly, one piece per signature.

use super::call::call_and_push;
use super::signature::{Abi, CONVENTION, HOST_CONVENTION, call_data};
use crate::error::user;
use crate::layout::{WORD, context, runtime};
use crate::types::FuncType;
use barebones::base::{HeapRange, Target, Type};
use barebones::ir::{Procedure, StackSlotKind, ValueId};

/// A function of the host's C convention, (code, context, values), that calls code with a context. The words of
/// `values` are the arguments before the call, and the results after it.
pub(crate) fn entry(target: &Target, ty: &FuncType) -> Procedure {
    let mut proc = Procedure::new(target);
    proc.name = format!("enter{ty}");
    let root = proc.add_block();
    let abi = Abi::new(target, ty);
    let [code, context, values] = [0; 3].map(|_| proc.add_argument(root, Type::Int64));
    let mut arguments = vec![context];
    if abi.hidden_params() == 2 {
        let offset = proc.add_const64(root, abi.in_registers as i64 * i64::from(WORD));
        arguments.push(proc.add(root, values, offset));
    }
    for (i, ty) in (0..).zip(&ty.params) {
        arguments.push(proc.load(root, ty.machine(), values, i * WORD));
    }
    let mut results = Vec::new();
    call_and_push(&mut proc, root, &abi, code.into(), &arguments, &mut results);
    for (i, value) in (0..).zip(results) {
        proc.store(root, value, values, i * WORD);
    }
    proc.add_return(root, None);
    proc
}

/// A function of WebAssembly's convention whose context is one of a function of the host: calls
/// [`runtime::CALL_HOST`] with (context, values), and traps if that fails.
pub(crate) fn exit(target: &Target, ty: &FuncType) -> Procedure {
    let mut proc = Procedure::with_convention(target, CONVENTION);
    proc.name = format!("leave{ty}");
    let root = proc.add_block();
    let abi = Abi::new(target, ty);
    proc.set_signature(abi.signature());
    let arguments = proc.add_arguments(root);
    let words = ty.params.len().max(ty.results.len()).max(1) as u32;
    let slot = proc.add_stack_slot(words * WORD as u32, StackSlotKind::Locked);
    let values = proc.slot_base(root, slot);
    for (i, value) in (0..).zip(&arguments[abi.hidden_params()..]) {
        proc.store(root, *value, values, i * WORD);
    }
    let runtime = proc.load(root, Type::Int64, arguments[0], context::RUNTIME);
    let caller = proc.load(root, Type::Int64, runtime, runtime::CALL_HOST);
    let failed =
        proc.add_ccall_with(root, Type::Int32, caller, &[arguments[0], values], call_data(HOST_CONVENTION));
    proc.trap_if(root, failed, user::HOST);
    let mut results: Vec<ValueId> = Vec::new();
    for (i, ty) in abi.results.iter().enumerate() {
        let value = proc.load(root, *ty, values, i as i32 * WORD);
        if i < abi.in_registers {
            results.push(value);
        } else {
            let store = proc.store(root, value, arguments[1], abi.offset(i));
            proc.set_range(store, HeapRange::TOP);
        }
    }
    proc.add_returns(root, &results);
    proc
}
