//! Shared memories: linear memories of several stores, on any threads.
//!
//! The size is an atomic word. Waiting threads are in queues by address; a thread compares and joins its queue under one
//! lock, so no notification between the two is lost.

use crate::config::Config;
use crate::engine::Engine;
use crate::error::{Error, TrapKind};
use crate::layout::Builtin;
use crate::raw::Mapping;
use crate::runtime::memory::{PAGE, is_guarded, page_limit, reserved_bytes};
use crate::types::{Limits, MemoryType};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a thread waits before it looks for an interrupt.
const SLICE: Duration = Duration::from_millis(10);

/// A shared linear memory, which [`Memory::from_shared`](crate::Memory::from_shared) adds to any number of stores. Clones
/// share one memory.
#[derive(Clone)]
pub struct SharedMemory {
    inner: Arc<Inner>,
}

struct Inner {
    ty: MemoryType,
    max_pages: u64,
    address: u64,
    /// True if accesses out of bounds fault.
    is_guarded: bool,
    mapping: Mutex<Mapping>,
    /// Current size in bytes, which compiled code reads.
    size: AtomicU64,
    /// Waiting threads, by the index that they wait at, first come first.
    waiters: Mutex<FxHashMap<u64, VecDeque<Arc<Waiter>>>>,
}

#[derive(Default)]
struct Waiter {
    is_woken: Mutex<bool>,
    changed: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Debug for SharedMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedMemory").field("ty", &self.inner.ty).field("pages", &self.pages()).finish()
    }
}

impl SharedMemory {
    /// Creates a memory for stores of this engine, and of engines with the same [`crate::Config::bounds_checks`].
    ///
    /// # Errors
    /// The type is not shared or has no maximum, or the system has no memory left.
    pub fn new(engine: &Engine, ty: MemoryType) -> Result<SharedMemory, Error> {
        SharedMemory::with_config(engine.config(), ty)
    }

    pub(super) fn with_config(config: &Config, ty: MemoryType) -> Result<SharedMemory, Error> {
        if !ty.shared || ty.limits.max.is_none() {
            let found = crate::types::ExternType::Memory(ty).to_string();
            return Err(Error::Type { expected: String::from("a shared memory with a maximum"), found });
        }
        let out_of_memory = || Error::OutOfMemory { what: "a linear memory" };
        let max_pages = page_limit(ty, config);
        let bytes = reserved_bytes(ty, config);
        let mapping = Mapping::reserve(bytes as usize).ok_or_else(out_of_memory)?;
        let inner = Inner {
            ty,
            max_pages,
            address: mapping.address(),
            is_guarded: is_guarded(ty, config),
            mapping: Mutex::new(mapping),
            size: AtomicU64::new(0),
            waiters: Mutex::default(),
        };
        let memory = SharedMemory { inner: Arc::new(inner) };
        memory.grow_by(ty.limits.min).ok_or_else(out_of_memory)?;
        Ok(memory)
    }

    /// Returns its type, with its current size.
    pub fn ty(&self) -> MemoryType {
        let limits = Limits { min: self.pages(), max: self.inner.ty.limits.max };
        MemoryType { limits, ..self.inner.ty }
    }

    /// Grows by `pages` and returns the previous number of pages.
    ///
    /// # Errors
    /// It cannot grow that much.
    pub fn grow(&self, pages: u64) -> Result<u64, Error> {
        self.grow_by(pages).ok_or(Error::OutOfMemory { what: "a linear memory" })
    }

    /// Copies bytes from an index of the memory, each of them atomically.
    ///
    /// # Errors
    /// They are not all in the memory.
    pub fn read(&self, from: u64, bytes: &mut [u8]) -> Result<(), Error> {
        let done = lock(&self.inner.mapping).read_shared(from, bytes);
        if done { Ok(()) } else { Err(Error::OutOfBounds { what: "memory" }) }
    }

    /// Copies bytes to an index of the memory, each of them atomically.
    ///
    /// # Errors
    /// They are not all in the memory, and nothing is copied.
    pub fn write(&self, to: u64, bytes: &[u8]) -> Result<(), Error> {
        self.write_or_trap(to, bytes).map_err(|_| Error::OutOfBounds { what: "memory" })
    }

    pub(super) fn write_or_trap(&self, to: u64, bytes: &[u8]) -> Result<(), TrapKind> {
        let done = lock(&self.inner.mapping).write_shared(to, bytes);
        if done { Ok(()) } else { Err(TrapKind::MemoryOutOfBounds) }
    }

    pub(super) fn pages(&self) -> u64 {
        self.inner.size.load(Ordering::SeqCst) / PAGE
    }

    pub(super) fn address(&self) -> u64 {
        self.inner.address
    }

    pub(super) fn size_address(&self) -> u64 {
        (&raw const self.inner.size).expose_provenance() as u64
    }

    /// True if code of an engine with this configuration may access it.
    pub(super) fn fits(&self, config: &Config) -> bool {
        self.inner.is_guarded || !is_guarded(self.inner.ty, config)
    }

    pub(super) fn grow_by(&self, delta: u64) -> Option<u64> {
        let mut mapping = lock(&self.inner.mapping);
        let before = self.pages();
        let after = before.checked_add(delta)?;
        if after > self.inner.max_pages || !mapping.commit((after * PAGE) as usize) {
            return None;
        }
        self.inner.size.store(after * PAGE, Ordering::SeqCst);
        Some(before)
    }

    // ---- Waiting ----------------------------------------------------------------------------------------

    /// `memory.atomic.wait` at an aligned index in bounds. A negative timeout, in nanoseconds, is none. Looks at
    /// `is_interrupted` from time to time, if it is given.
    pub(super) fn wait(
        &self,
        at: u64,
        bytes: u32,
        expected: u64,
        timeout: i64,
        is_interrupted: Option<&dyn Fn() -> bool>,
    ) -> u32 {
        let waiter = Arc::new(Waiter::default());
        {
            let mut waiters = lock(&self.inner.waiters);
            if lock(&self.inner.mapping).load_shared(at, bytes) != Some(expected) {
                return Builtin::WAIT_NOT_EQUAL;
            }
            waiters.entry(at).or_default().push_back(waiter.clone());
        }
        let timeout = u64::try_from(timeout).ok();
        let end = timeout.and_then(|nanos| Instant::now().checked_add(Duration::from_nanos(nanos)));
        let mut is_woken = lock(&waiter.is_woken);
        let ended = loop {
            if *is_woken {
                return Builtin::WAIT_WOKEN;
            }
            if is_interrupted.is_some_and(|is_interrupted| is_interrupted()) {
                break Builtin::WAIT_INTERRUPTED;
            }
            let left = end.map(|end| end.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                break Builtin::WAIT_TIMED_OUT;
            }
            let slice = is_interrupted.map(|_| SLICE);
            is_woken = match left.into_iter().chain(slice).min() {
                Some(time) => {
                    let waited = waiter.changed.wait_timeout(is_woken, time);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
                None => waiter.changed.wait(is_woken).unwrap_or_else(PoisonError::into_inner),
            };
        };
        drop(is_woken);
        // A thread that has left the queue meanwhile was notified.
        if self.leave(at, &waiter) { ended } else { Builtin::WAIT_WOKEN }
    }

    /// Removes a thread from its queue; false if it is in none.
    fn leave(&self, at: u64, waiter: &Arc<Waiter>) -> bool {
        let mut waiters = lock(&self.inner.waiters);
        let Some(queue) = waiters.get_mut(&at) else { return false };
        let before = queue.len();
        queue.retain(|other| !Arc::ptr_eq(other, waiter));
        let is_found = queue.len() < before;
        if queue.is_empty() {
            waiters.remove(&at);
        }
        is_found
    }

    /// Wakes up to `count` threads that wait at an index, those that came first, and returns their number.
    pub fn notify(&self, at: u64, count: u32) -> u32 {
        let mut waiters = lock(&self.inner.waiters);
        let Some(queue) = waiters.get_mut(&at) else { return 0 };
        let woken = queue.len().min(count as usize);
        for waiter in queue.drain(..woken) {
            *lock(&waiter.is_woken) = true;
            waiter.changed.notify_one();
        }
        if queue.is_empty() {
            waiters.remove(&at);
        }
        woken as u32
    }
}
