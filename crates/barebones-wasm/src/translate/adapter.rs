//! Adapters between the host and WebAssembly, one per signature.

use super::call::call_and_push;
use super::signature::{Abi, CONVENTION, HOST_CONVENTION, Linkage, call_data, offsets};
use crate::error::user;
use crate::layout::{Builtin, WORD, context, func, host_status, runtime};
use crate::types::FuncType;
use barebones::base::{HeapRange, Target, TrapCode, Type};
use barebones::ir::{BlockId, Procedure, StackSlotKind, Successor, ValueId};

/// Builds the entry code `(function, values)` in the host's C convention. It calls the function whose words are at
/// `function`. The words of `values` are the arguments before the call, and the results after it.
pub(crate) fn entry(target: &Target, linkage: Linkage, ty: &FuncType) -> Procedure {
    let mut proc = Procedure::new(target);
    proc.name = format!("enter{ty}");
    linkage.pin(&mut proc);
    let root = proc.add_block();
    let abi = Abi::new(target, linkage, ty);
    let mut b = proc.at(root);
    let [function, values] = [0; 2].map(|_| b.argument(Type::Int64));
    let code = b.load(Type::Int64, function, func::CODE);
    let context = b.load(Type::Int64, function, func::CONTEXT);
    if let Some(reg) = linkage.context {
        b.set_pinned(context, reg);
    }
    if let Some(reg) = linkage.memory {
        let base = b.load(Type::Int64, context, context::MEMORY);
        b.set_pinned(base, reg);
    }
    let mut arguments = Vec::new();
    if abi.has_first {
        arguments.push(if linkage.words { function } else { context });
    }
    let result_offsets = offsets(&abi.results);
    if abi.results_in_memory() {
        let offset = proc.at(root).const64(result_offsets[abi.in_registers].into());
        arguments.push(proc.at(root).add(values, offset));
    }
    let given = &abi.params[abi.hidden_params()..];
    for (ty, offset) in given.iter().zip(offsets(given)) {
        arguments.push(proc.at(root).load(*ty, values, offset));
    }
    let mut results = Vec::new();
    call_and_push(&mut proc, root, &abi, code.into(), &arguments, call_data(CONVENTION), &mut results);
    for (value, offset) in results.into_iter().zip(result_offsets) {
        proc.at(root).store(value, values, offset);
    }
    proc.at(root).ret([]);
    proc
}

/// Builds the exit code in the WebAssembly convention, which runs in the context of a host function. It calls
/// [`runtime::CALL_HOST`] with (context, values). If that fails, it traps or throws.
pub(crate) fn exit(target: &Target, linkage: Linkage, ty: &FuncType) -> Procedure {
    let mut proc = Procedure::with_convention(target, CONVENTION);
    proc.name = format!("leave{ty}");
    linkage.pin(&mut proc);
    let root = proc.add_block();
    let abi = Abi::new(target, linkage, ty);
    proc.set_signature(abi.signature());
    let start = root;
    let arguments = proc.at(root).arguments();
    let (hidden, given) = arguments.split_at(abi.hidden_params());
    let context = match linkage.context {
        Some(reg) => proc.at(root).get_pinned(reg),
        None if linkage.words => proc.at(root).load(Type::Int64, hidden[0], func::CONTEXT),
        None => hidden[0],
    };
    let words = ty.words().max(1) as u32;
    let slot = proc.add_stack_slot(words * WORD as u32, StackSlotKind::Locked);
    let mut b = proc.at(root);
    let values = b.slot_base(slot);
    for (value, offset) in given.iter().zip(offsets(&abi.params[abi.hidden_params()..])) {
        b.store(*value, values, offset);
    }
    let runtime = b.load(Type::Int64, context, context::RUNTIME);
    let caller = b.load(Type::Int64, runtime, runtime::CALL_HOST);
    let status = b.ccall_with(Type::Int32, caller, &[context, values], call_data(HOST_CONVENTION));
    let [failed, root] = [failed_block(&mut proc, [context, runtime], status), proc.add_block()];
    proc.at(start).branch(status, Successor::rare(failed), root);
    let mut results: Vec<ValueId> = Vec::new();
    for ((i, ty), offset) in abi.results.iter().enumerate().zip(offsets(&abi.results)) {
        let value = proc.at(root).load(*ty, values, offset);
        match hidden.last() {
            Some(address) if i >= abi.in_registers => {
                let store = proc.at(root).store(value, *address, abi.offset(i));
                proc.set_range(store, HeapRange::TOP);
            }
            _ => results.push(value),
        }
    }
    proc.at(root).ret(results.iter().copied());
    proc
}

/// Adds the block for a host function that has not returned: throws, or traps.
fn failed_block(proc: &mut Procedure, [context, runtime]: [ValueId; 2], status: ValueId) -> BlockId {
    let block = proc.add_block();
    let mut b = proc.at(block);
    let threw = b.const32(host_status::THREW as i32);
    let failed = b.not_equal(status, threw);
    b.trap_if(failed, user::HOST);
    let raise = b.load(Type::Int64, runtime, Builtin::Raise.offset());
    let unused = b.const64(0);
    b.ccall_with(Type::Void, raise, &[context, unused], call_data(HOST_CONVENTION));
    b.trap(TrapCode::Unreachable);
    block
}
