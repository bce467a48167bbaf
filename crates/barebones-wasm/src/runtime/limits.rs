//! What stops code that runs for too long: fuel and interruption.

use super::Store;
use super::store::word;
use crate::error::Error;
use crate::layout::runtime;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Stops the code of a store from any thread: it traps with [`crate::TrapKind::Interrupted`] as soon as it begins
/// a function or an iteration of a loop. Clones are of the same store.
#[derive(Clone, Debug, Default)]
pub struct InterruptHandle {
    /// Compiled code reads it, and stops if it is not zero.
    flag: Arc<AtomicU32>,
}

impl InterruptHandle {
    /// Stops the code that runs now, and all that is called from now on.
    pub fn interrupt(&self) {
        self.flag.store(1, Ordering::Relaxed);
    }

    /// Lets code run again.
    pub fn clear(&self) {
        self.flag.store(0, Ordering::Relaxed);
    }

    /// True from [`InterruptHandle::interrupt`] to [`InterruptHandle::clear`].
    pub fn is_interrupted(&self) -> bool {
        self.flag.load(Ordering::Relaxed) != 0
    }

    /// Where compiled code reads.
    pub(super) fn address(&self) -> u64 {
        Arc::as_ptr(&self.flag).expose_provenance() as u64
    }
}

impl Store {
    /// How much fuel is left. Every operator that is executed costs 1, except those that only give structure: `nop`,
    /// `block`, `loop`, `else`, `end`. Operators without a branch between them are paid together before the first
    /// of them; if there is less left, none is executed, nothing is paid, and the code traps with
    /// [`crate::TrapKind::OutOfFuel`]. A new store has no fuel.
    ///
    /// # Errors
    /// The engine does not count fuel ([`crate::Config::fuel`]).
    pub fn fuel(&self) -> Result<u64, Error> {
        self.has_fuel()?;
        Ok(word(&self.runtime, runtime::FUEL).get())
    }

    /// Sets how much fuel is left; a function of the host may do so, too.
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

    /// What stops the code of this store from other threads.
    ///
    /// # Errors
    /// The engine's code cannot be stopped ([`crate::Config::interruption`]).
    pub fn interrupt_handle(&self) -> Result<InterruptHandle, Error> {
        if self.engine.config().interruption {
            Ok(self.interrupt.clone())
        } else {
            Err(Error::NotConfigured { option: "interruption" })
        }
    }
}
