//! Calls compiled code and catches its traps.
//!
//! Unwinding never skips a Rust frame: a failing host function returns to the code that called it, which then traps.

use crate::engine::Signature;
use crate::error::{Error, Stopped};
use crate::layout::func;
use crate::runtime::{Store, word};
use barebones::error::CompileError;
use barebones::jit::{Code, TrapRecovery, TypedCode};

/// Installs the handlers for traps.
///
/// # Errors
/// Traps of this machine cannot be caught.
pub(crate) fn prepare() -> Result<TrapRecovery, Error> {
    TrapRecovery::install().map_err(|_| Error::UnsupportedHost)
}

/// Entry code `(function, values)`: calls a WebAssembly function with arguments in memory.
#[derive(Clone)]
pub(crate) struct Entry(TypedCode<extern "C" fn(u64, *mut u64)>);

impl Entry {
    /// Wraps code compiled from [`crate::translate::adapter::entry`].
    pub(crate) fn new(code: &Code) -> Result<Entry, Error> {
        // SAFETY: only `call` calls it, with the arguments that the code expects.
        let typed = unsafe { code.typed() };
        typed
            .map(Entry)
            .map_err(|_| Error::compile(None, CompileError::UnsupportedTarget { target: "this machine" }))
    }
}

/// Calls the function of a store at this address with this signature. `values` has the arguments and receives the
/// results. Returns why the function did not return, if it did not.
///
/// # Errors
/// The address is not a function of the store, the signature differs, or `values` is too short.
pub(crate) fn call(
    store: &mut Store,
    address: u64,
    signature: &Signature,
    values: &mut [u64],
) -> Result<Option<Stopped>, Error> {
    let (words, ty) = store.function(address)?;
    let of_store = word(words, func::SIGNATURE).get() == signature.number;
    if !of_store || values.len() < ty.words() {
        return Err(Error::WrongStore);
    }
    let Some(entry) = &signature.entry else { return super::interp::call(store, address, values) };
    let recovery = store.engine().recovery();
    // An address on the stack, slightly above the frames of the code.
    let here = &raw const recovery as u64;
    let outer = store.begin_call(here);
    // The entry code fits the function: the function belongs to the store and has this signature, and the store keeps
    // all code alive. The store stays mutably borrowed until the call returns; meanwhile only functions that the code
    // calls use it. Host functions always return to the code.
    let result = entry.0.call_catching(recovery, address, values.as_mut_ptr());
    store.end_call(outer);
    Ok(result.err().map(|trap| match trap.thrown() {
        Some(_) => Stopped::Exception,
        None => Stopped::Trap(store.trap(&trap)),
    }))
}
