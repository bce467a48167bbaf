//! Limits of execution time: fuel and interruption.

use super::Store;
use super::store::word;
use crate::error::Error;
use crate::layout::runtime;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Interrupts the code of a store from any thread. The code traps with [`crate::TrapKind::Interrupted`] at the next
/// function entry or loop iteration. Clones interrupt the same store.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    /// Compiled code reads it, and traps if it is nonzero.
    flag: Arc<AtomicU32>,
}

impl InterruptHandle {
    /// Interrupts running code, and all later calls until [`InterruptHandle::clear`].
    pub fn interrupt(&self) {
        self.flag.store(1, Ordering::Relaxed);
    }

    /// Permits execution again.
    pub fn clear(&self) {
        self.flag.store(0, Ordering::Relaxed);
    }

    /// True between [`InterruptHandle::interrupt`] and [`InterruptHandle::clear`].
    pub fn is_interrupted(&self) -> bool {
        self.flag.load(Ordering::Relaxed) != 0
    }

    pub(super) fn address(&self) -> u64 {
        Arc::as_ptr(&self.flag).expose_provenance() as u64
    }
}

impl Store {
    /// Returns the fuel that is left. An executed operator costs 1, except for `nop`, `block`, `loop`, `else` and
    /// `end`, which cost nothing. Operators without a branch between them are paid for together, before the first of
    /// them. If too little fuel is left, none of them is executed or paid for, and the code traps with
    /// [`crate::TrapKind::OutOfFuel`]. A new store has no fuel.
    ///
    /// # Errors
    /// The engine does not count fuel ([`crate::Config::fuel`]).
    pub fn fuel(&self) -> Result<u64, Error> {
        self.has_fuel()?;
        Ok(word(&self.runtime, runtime::FUEL).get())
    }

    /// Sets the fuel that is left. Host functions may call it, too.
    ///
    /// # Errors
    /// The engine does not count fuel ([`crate::Config::fuel`]).
    pub fn set_fuel(&mut self, fuel: u64) -> Result<(), Error> {
        self.has_fuel()?;
        word(&self.runtime, runtime::FUEL).set(fuel);
        Ok(())
    }

    fn has_fuel(&self) -> Result<(), Error> {
        if self.engine.config().fuel { Ok(()) } else { Err(Error::NotConfigured { option: "fuel" }) }
    }

    /// Returns a handle that interrupts the code of this store.
    ///
    /// # Errors
    /// The engine does not support interruption ([`crate::Config::interruption`]).
    pub fn interrupt_handle(&self) -> Result<InterruptHandle, Error> {
        if self.engine.config().interruption {
            Ok(self.interrupt.clone())
        } else {
            Err(Error::NotConfigured { option: "interruption" })
        }
    }
}
