//! Rust functions that compiled code can call.

use crate::base::Type;
use std::marker::PhantomData;

/// A Rust function that compiled code can call, in the C convention: one that may throw ([`throwing`](super::throwing)),
/// or that may walk and update the frames of its callers ([`transition`](super::transition)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HostFunction {
    pub(super) address: usize,
    pub(super) params: &'static [Type],
    pub(super) results: &'static [Type],
}

impl HostFunction {
    /// The address to call, in the C convention.
    pub fn address(&self) -> *const u8 {
        std::ptr::with_exposed_provenance(self.address)
    }

    /// The types of the arguments.
    pub fn params(&self) -> &'static [Type] {
        self.params
    }

    /// The type of the result, if there is one.
    pub fn results(&self) -> &'static [Type] {
        self.results
    }
}

/// Proof that a value of a type was given: only the functions that take one create it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Given<F>(PhantomData<F>);

impl<F> Given<F> {
    pub(super) fn new(_: &F) -> Given<F> {
        Given(PhantomData)
    }
}
