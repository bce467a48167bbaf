//! What the runtime keeps for each exit of a procedure: how often it was taken, and its decoded description.
//!
//! The slots of a procedure are allocated when it takes its first exit. From then on an exit finds everything here,
//! without locks and without allocating.

use super::Code;
use super::exits::{ExitHandler, ExitReply, TakenExit};
use crate::base::ExitId;
use crate::isa::{ExitDescription, ExitTable, ExitTableError};
use crate::support::Entity;
use std::ptr::null_mut;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The slots of a procedure's exits, by number. Empty until the first exit is taken.
#[derive(Debug, Default)]
pub(super) struct ExitSlots(OnceLock<Box<[ExitSlot]>>);

/// The slot of one exit.
#[derive(Debug, Default)]
pub(super) struct ExitSlot {
    /// How often the exit was taken. A load and a store, so that simultaneous exits may count once.
    count: AtomicU64,
    /// Where to continue instead of calling the handler; null if the exit is not linked.
    link: AtomicPtr<u8>,
    /// The number of the link in the targets of the group, plus 1; 0 if the exit was never linked.
    pub(super) link_number: AtomicU32,
    /// Boxed: most exits are never described.
    description: OnceLock<Box<Result<ExitDescription, ExitTableError>>>,
}

impl ExitSlots {
    /// The slot of an exit. `None` if the table has no such exit, or is malformed.
    pub(super) fn get(&self, exits: &ExitTable, exit: ExitId) -> Option<&ExitSlot> {
        let new = || (0..exits.len().unwrap_or(0)).map(|_| ExitSlot::default()).collect();
        self.0.get_or_init(new).get(exit.index())
    }

    /// The slot of an exit, if any exit of the procedure was taken or linked.
    pub(super) fn existing(&self, exit: ExitId) -> Option<&ExitSlot> {
        self.0.get()?.get(exit.index())
    }
}

impl ExitSlot {
    /// Counts an execution of the exit.
    pub(super) fn count(&self) {
        self.count.store(self.count.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// Where to continue instead of calling the handler.
    pub(super) fn link(&self) -> Option<*mut u8> {
        let place = self.link.load(Acquire);
        (!place.is_null()).then_some(place)
    }

    /// Sets or removes the place to continue at.
    pub(super) fn set_link(&self, place: Option<*mut u8>) {
        self.link.store(place.unwrap_or(null_mut()), Release);
    }

    /// The description of the exit, which is decoded once.
    pub(super) fn description(
        &self,
        exits: &ExitTable,
        exit: ExitId,
    ) -> Result<&ExitDescription, ExitTableError> {
        let description = self.description.get_or_init(|| Box::new(exits.describe(exit)));
        description.as_ref().as_ref().map_err(|error| *error)
    }
}

/// Counters of exits, see [`Code::exit_count`].
impl Code {
    /// How often an exit of the procedure was taken since it was linked or its counters were reset. Exits that are
    /// [linked](Code::link_exit) are counted, too. Threads that take the same exit at the same time may count once.
    pub fn exit_count(&self, exit: ExitId) -> u64 {
        self.exit_slots().existing(exit).map_or(0, |slot| slot.count.load(Relaxed))
    }

    /// Sets the counters of all exits of the procedure to 0.
    pub fn reset_exit_counts(&self) {
        for slot in self.exit_slots().0.get().into_iter().flatten() {
            slot.count.store(0, Relaxed);
        }
    }
}

impl TakenExit<'_> {
    /// How often the exit was taken, including this time: see [`Code::exit_count`].
    pub fn count(&self) -> u64 {
        self.slot().map_or(0, |slot| slot.count.load(Relaxed))
    }
}

// ---- The handler ------------------------------------------------------------------------------------------------

/// The exit handler of a group. An exit reads it with one atomic addition, and one subtraction when it has returned;
/// it is replaced without waiting for either.
#[derive(Default)]
pub(super) struct HandlerCell {
    current: AtomicPtr<ExitHandler>,
    /// Number of exits that may use a handler, current or replaced.
    readers: AtomicUsize,
    /// Replaced handlers that an exit may still use.
    #[allow(clippy::vec_box)] // exits refer to the handler in its box
    retired: Mutex<Vec<Box<ExitHandler>>>,
    has_retired: AtomicBool,
}

impl HandlerCell {
    /// True if there is a handler.
    pub(super) fn is_set(&self) -> bool {
        !self.current.load(Acquire).is_null()
    }

    /// Replaces the handler. The old one is dropped when no exit uses it.
    pub(super) fn set(&self, handler: ExitHandler) {
        let before = self.current.swap(Box::into_raw(Box::new(handler)), SeqCst);
        if !before.is_null() {
            // SAFETY: created by `Box::into_raw` above, and replaced. It is not dropped before its readers are done.
            let before = unsafe { Box::from_raw(before) };
            self.lock().push(before);
            self.has_retired.store(true, SeqCst);
        }
        self.drop_retired();
    }

    /// Calls the handler. `None` if there is none.
    pub(super) fn call(&self, exit: &mut TakenExit<'_>) -> Option<ExitReply> {
        /// Ends the use of the handler also if it panics.
        struct Reader<'a>(&'a HandlerCell);

        impl Drop for Reader<'_> {
            fn drop(&mut self) {
                if self.0.readers.fetch_sub(1, SeqCst) == 1 && self.0.has_retired.load(SeqCst) {
                    self.0.drop_retired();
                }
            }
        }

        self.readers.fetch_add(1, SeqCst);
        let _reader = Reader(self);
        // SAFETY: not dropped while there is a reader.
        let handler = unsafe { self.current.load(SeqCst).as_ref()? };
        Some(handler(exit))
    }

    /// Drops replaced handlers if no exit may use them.
    fn drop_retired(&self) {
        let mut retired = self.lock();
        // A reader that comes later finds the current handler.
        let dropped = match self.readers.load(SeqCst) {
            0 => {
                self.has_retired.store(false, SeqCst);
                std::mem::take(&mut *retired)
            }
            _ => Vec::new(),
        };
        // What the handlers own may drop code, or set a handler.
        drop(retired);
        drop(dropped);
    }

    #[allow(clippy::vec_box)] // as above
    fn lock(&self) -> MutexGuard<'_, Vec<Box<ExitHandler>>> {
        self.retired.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for HandlerCell {
    fn drop(&mut self) {
        let current = *self.current.get_mut();
        if !current.is_null() {
            // SAFETY: created by `Box::into_raw`; the code of the group does not run any more.
            drop(unsafe { Box::from_raw(current) });
        }
    }
}
