//! Running compiled code, and catching its traps.
//!
//! No Rust frame is ever skipped: functions of the host return to the code that called them, which traps then.

use crate::engine::Signature;
use crate::error::Error;
use crate::layout::func;
use crate::runtime::{Store, word};
use barebones::error::CompileError;
use barebones::jit::{Code, Trap, TrapRecovery, TypedCode};

/// Prepares the process for code that traps.
///
/// # Errors
/// Traps of this machine cannot be caught.
pub(crate) fn prepare() -> Result<TrapRecovery, Error> {
    TrapRecovery::install().map_err(|_| Error::UnsupportedHost)
}

/// Entry code, (function, values): calls a function of WebAssembly with arguments in memory.
#[derive(Clone)]
pub(crate) struct Entry(TypedCode<extern "C" fn(u64, *mut u64)>);

impl Entry {
    /// Code that [`crate::translate::adapter::entry`] made.
    pub(crate) fn new(code: &Code) -> Result<Entry, Error> {
        // SAFETY: only `call` calls it, which has the right arguments.
        let typed = unsafe { code.typed() };
        typed
            .map(Entry)
            .map_err(|_| Error::compile(None, CompileError::UnsupportedTarget { target: "this machine" }))
    }
}

/// Calls the function of a store at this address, which has this signature. `values` has the arguments, and gets
/// the results. The trap, if the function trapped.
///
/// # Errors
/// It is none of the store's functions, or has another signature, or there is no room for values.
pub(crate) fn call(
    store: &mut Store,
    address: u64,
    signature: &Signature,
    values: &mut [u64],
) -> Result<Option<Trap>, Error> {
    let (words, ty) = store.function(address)?;
    let of_store = word(words, func::SIGNATURE).get() == signature.number;
    if !of_store || values.len() < ty.params.len().max(ty.results.len()) {
        return Err(Error::WrongStore);
    }
    let recovery = store.engine().recovery();
    // On the stack, a little above the frames of the code.
    let here = &raw const recovery as u64;
    let outer = store.begin_call(here);
    // Entry and function belong together, because the words there are those of a function of the store with this
    // signature, and the store keeps all code alive. The store is borrowed mutably until the call returns, and only
    // what the code calls uses it meanwhile. Functions of the host that the code calls return, whatever happens.
    let result = signature.entry.0.call_catching(recovery, address, values.as_mut_ptr());
    store.end_call(outer);
    Ok(result.err())
}
