//! Runtime functions that compiled code calls.
//!
//! Each receives the context of its caller, finds the store through it, and does its work in safe code. Panics are
//! caught here, so none unwinds through compiled code.

use super::mapping::atomic_access;
use crate::error::{Error, HostFailure};
use crate::layout::{Builtin, Change, WORD, context, host_status, runtime};
use crate::runtime::Store;
use barebones::jit::throw_function;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The addresses in [`crate::layout::runtime`], from [`runtime::CALL_HOST`] on.
pub(crate) fn addresses() -> [u64; 17] {
    [
        call_host as *const () as u64,
        memory_grow as *const () as u64,
        memory_init as *const () as u64,
        data_drop as *const () as u64,
        table_grow as *const () as u64,
        table_fill as *const () as u64,
        table_copy as *const () as u64,
        table_init as *const () as u64,
        elem_drop as *const () as u64,
        compile as *const () as u64,
        tier_up as *const () as u64,
        throw as *const () as u64,
        raise(),
        atomic as *const () as u64,
        wait as *const () as u64,
        notify as *const () as u64,
        is_other_type as *const () as u64,
    ]
}

/// The address of [`Builtin::Raise`], which takes the context and another word.
pub(super) fn raise() -> u64 {
    // Where nothing can throw, the code that calls it traps: no engine exists there.
    throw_function().map_or(cannot_throw as *const () as u64, |function| function.expose_provenance() as u64)
}

extern "C" fn cannot_throw(_: u64, _: u64) {}

/// Reads the word at a byte offset.
///
/// # Safety
///
/// The word exists.
unsafe fn word(address: *const u64, offset: i32) -> u64 {
    // SAFETY: guaranteed by the caller.
    unsafe { *address.add((offset / WORD) as usize) }
}

/// The running store, and the number of the context's owner.
///
/// # Safety
///
/// Compiled code was called with this context, and the store is not borrowed elsewhere.
unsafe fn store<'a>(context: *const u64) -> (&'a mut Store, usize) {
    // SAFETY: contexts and runtimes have these words. The caller of the compiled code borrows the store mutably and
    // does not use it until the code returns.
    unsafe {
        let runtime = std::ptr::with_exposed_provenance::<u64>(word(context, context::RUNTIME) as usize);
        let store = std::ptr::with_exposed_provenance_mut::<Store>(word(runtime, runtime::STORE) as usize);
        (&mut *store, word(context, context::OWNER) as usize)
    }
}

/// The running store and the number of the owner of this context, for interpreted code.
///
/// # Safety
///
/// The context belongs to a store with a running call, which is not borrowed elsewhere.
pub(super) unsafe fn running_store<'a>(context: u64) -> (&'a mut Store, usize) {
    // SAFETY: guaranteed by the caller.
    unsafe { store(std::ptr::with_exposed_provenance(context as usize)) }
}

/// Calls the host function with this context for interpreted code: `values` has a word for each argument and result.
/// Returns how it ended.
pub(super) fn call_store_host(context: u64, values: &mut [u64]) -> u32 {
    call_host(std::ptr::with_exposed_provenance(context as usize), values.as_mut_ptr())
}

/// Calls the runtime function at this address for interpreted code; `None` if there is none. The arguments are those of
/// the function's [`Builtin`], after the context.
pub(super) fn call_runtime(address: u64, args: &[u64]) -> Option<u64> {
    let builtins = addresses().into_iter().skip(1).zip(Builtin::ALL);
    let (_, builtin) = builtins.into_iter().find(|(other, _)| *other == address)?;
    let arg = |i: usize| args.get(i).copied().unwrap_or(0);
    let [a, b, d, e] = [1, 2, 4, 5].map(|i| arg(i) as u32);
    let context = std::ptr::with_exposed_provenance(arg(0) as usize);
    Some(match builtin {
        Builtin::MemoryGrow => memory_grow(context, a, arg(2)),
        Builtin::MemoryInit => memory_init(context, a, b, arg(3), d, e).into(),
        Builtin::DataDrop => {
            data_drop(context, a);
            0
        }
        Builtin::TableGrow => table_grow(context, a, arg(2), arg(3)),
        Builtin::TableFill => table_fill(context, a, arg(2), arg(3), arg(4)).into(),
        Builtin::TableCopy => table_copy(context, a, b, arg(3), arg(4), arg(5)).into(),
        Builtin::TableInit => table_init(context, a, b, arg(3), d, e).into(),
        Builtin::ElemDrop => {
            elem_drop(context, a);
            0
        }
        Builtin::Throw => throw(context, a, std::ptr::with_exposed_provenance(arg(2) as usize)).into(),
        Builtin::Atomic => atomic(context, a, arg(2), arg(3), arg(4)),
        Builtin::Wait => wait(context, a, b, arg(3), arg(4), arg(5)).into(),
        Builtin::Notify => notify(context, a, b, arg(3)).into(),
        Builtin::IsOtherType => is_other_type(context, arg(1), arg(2)).into(),
        // Interpreted functions are never replaced. The caller throws.
        Builtin::Compile | Builtin::TierUp | Builtin::Raise => return None,
    })
}

/// Runs the body of a runtime function. Keeps a panic for the caller of the compiled code.
fn guarded<T>(store: &mut Store, panicked: T, work: impl FnOnce(&mut Store) -> T) -> T {
    match catch_unwind(AssertUnwindSafe(|| work(store))) {
        Ok(result) => result,
        Err(panic) => {
            store.fail(HostFailure::Panic(panic));
            panicked
        }
    }
}

/// 0 for success, 1 for a failure.
fn status(result: Result<(), Error>) -> u32 {
    result.is_err().into()
}

extern "C" fn call_host(context: *const u64, values: *mut u64) -> u32 {
    // SAFETY: called by compiled code.
    let (store, function) = unsafe { store(context) };
    let (id, words) = (store.id(), store.host_words(function));
    // SAFETY: the exit code for the function's signature provides this number of words.
    let values = unsafe { std::slice::from_raw_parts_mut(values, words) };
    let status = guarded(store, host_status::FAILED, |store| {
        let thrown = match store.call_host(function, values) {
            Ok(()) => return host_status::RETURNED,
            Err(error) => store.throw_error(error),
        };
        match thrown {
            Ok(()) => host_status::THREW,
            Err(error) => {
                store.fail(HostFailure::Error(error));
                host_status::FAILED
            }
        }
    });
    if store.id() != id {
        // Compiled code would continue with data of the replaced store, which may have been freed.
        std::process::abort();
    }
    status
}

extern "C" fn memory_grow(context: *const u64, memory: u32, pages: u64) -> u64 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, u64::MAX, |store| store.grow_memory(instance, memory, pages).unwrap_or(u64::MAX))
}

extern "C" fn memory_init(
    context: *const u64,
    memory: u32,
    data: u32,
    to: u64,
    from: u32,
    count: u32,
) -> u32 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, 1, |store| status(store.init_memory(instance, memory, data, to, [from, count])))
}

extern "C" fn data_drop(context: *const u64, data: u32) {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, (), |store| store.drop_data(instance, data));
}

extern "C" fn table_grow(context: *const u64, table: u32, element: u64, count: u64) -> u64 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, u64::MAX, |store| store.grow_table(instance, table, element, count).unwrap_or(u64::MAX))
}

extern "C" fn table_fill(context: *const u64, table: u32, to: u64, element: u64, count: u64) -> u32 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, 1, |store| status(store.fill_table(instance, table, to, element, count)))
}

extern "C" fn table_copy(context: *const u64, to: u32, from: u32, at: u64, source: u64, count: u64) -> u32 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, 1, |store| status(store.copy_table(instance, [to, from], [at, source, count])))
}

extern "C" fn table_init(
    context: *const u64,
    table: u32,
    elements: u32,
    to: u64,
    from: u32,
    count: u32,
) -> u32 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, 1, |store| status(store.init_table(instance, table, elements, to, [from, count])))
}

extern "C" fn elem_drop(context: *const u64, elements: u32) {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, (), |store| store.drop_elements(instance, elements));
}

extern "C" fn compile(context: *const u64, function: u64) -> u64 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, 0, |store| match store.compile_function(instance, function) {
        Ok(address) => address,
        Err(error) => {
            store.fail(HostFailure::Compile(error));
            0
        }
    })
}

extern "C" fn tier_up(context: *const u64, function: u32) {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, (), |store| store.request_tier_up(instance, function));
}

extern "C" fn throw(context: *const u64, tag: u32, values: *const u64) -> u32 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, 1, |store| {
        let read = |count: usize| match count {
            0 => Vec::new(),
            // SAFETY: the code has stored this number of words for the tag.
            count => unsafe { std::slice::from_raw_parts(values, count) }.to_vec(),
        };
        status(store.throw(instance, tag, read))
    })
}

extern "C" fn atomic(_: *const u64, kind: u32, address: u64, operand: u64, new: u64) -> u64 {
    let change = Change::ALL.get((kind / 16) as usize).copied().unwrap_or(Change::Load);
    // SAFETY: called by interpreted code, which has checked bounds and alignment. Other stores access a shared memory
    // atomically, too.
    unsafe { atomic_access(address, kind % 16, change, [operand, new]) }
}

extern "C" fn wait(
    context: *const u64,
    memory: u32,
    bytes: u32,
    at: u64,
    expected: u64,
    timeout: u64,
) -> u32 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    let interrupted = Builtin::WAIT_INTERRUPTED;
    guarded(store, interrupted, |store| store.wait(instance, memory, bytes, at, [expected, timeout]))
}

extern "C" fn notify(context: *const u64, memory: u32, count: u32, at: u64) -> u32 {
    // SAFETY: called by compiled code.
    let (store, instance) = unsafe { store(context) };
    guarded(store, 0, |store| store.notify(instance, memory, count, at))
}

extern "C" fn is_other_type(context: *const u64, found: u64, wanted: u64) -> u32 {
    // SAFETY: called by compiled code.
    let (store, _) = unsafe { store(context) };
    guarded(store, 1, |store| {
        let types = store.engine().types();
        (!types.is_subtype(types.id(found), types.id(wanted))).into()
    })
}
