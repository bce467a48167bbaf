//! Deferred freeing: drops garbage once no thread can still be using it.
//!
//! Threads that use shared objects without locks register. A thread passes a *quiescent point* when it holds no
//! reference to such an object: for code, when it is not executing any. An object is first unlinked, so that no thread
//! can find it any more, and then retired. It is dropped once each thread that was online at that time has passed a
//! quiescent point, went offline or unregistered. The period until then is the grace period.
//!
//! Readers pay nothing but the quiescent points: a load and a store each. There is one epoch for all garbage: retiring
//! advances it, and a quiescent point copies it to the thread's own word. Source: "User-Level Implementations of
//! Read-Copy Update" (Desnoyers, McKenney, Stern, Dagenais, Walpole, 2012), the variant based on quiescent states.

use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The epoch of a thread that is offline. Epochs begin at 1.
const OFFLINE: u64 = 0;

/// Registered threads, and garbage that waits for them. Clones share both.
#[derive(Clone)]
pub struct Quiescence {
    shared: Arc<Shared>,
}

struct Shared {
    /// The number of retired objects so far, plus 1.
    epoch: AtomicU64,
    /// The length of [`State::garbage`], for the fast path of quiescent points.
    waiting: AtomicUsize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last epoch that each registered thread saw at a quiescent point, or [`OFFLINE`].
    threads: Vec<Arc<AtomicU64>>,
    /// Retired objects, each with its epoch, in order. An object waits for threads that saw an earlier epoch.
    garbage: VecDeque<(u64, Box<dyn Send>)>,
}

impl Quiescence {
    /// Creates a domain without threads.
    pub fn new() -> Quiescence {
        let (epoch, waiting) = (AtomicU64::new(OFFLINE + 1), AtomicUsize::new(0));
        Quiescence { shared: Arc::new(Shared { epoch, waiting, state: Mutex::default() }) }
    }

    /// Registers a thread, which is online from now on. It is unregistered when the result is dropped.
    pub fn register_thread(&self) -> RegisteredThread {
        let seen = Arc::new(AtomicU64::new(OFFLINE));
        self.shared.lock().threads.push(seen.clone());
        let thread = RegisteredThread { shared: self.shared.clone(), seen };
        thread.go_online();
        thread
    }

    /// Drops an object once no thread can be using it: at once if no thread is online. Otherwise a later quiescent
    /// point drops it, on the thread that passes it.
    ///
    /// The caller has unlinked the object: a thread that passes a quiescent point from now on cannot find it.
    pub fn retire(&self, object: impl Send + 'static) {
        let mut state = self.shared.lock();
        let epoch = self.shared.epoch.fetch_add(1, Ordering::SeqCst) + 1;
        state.garbage.push_back((epoch, Box::new(object)));
        self.shared.waiting.store(state.garbage.len(), Ordering::Relaxed);
        drop(state);
        self.shared.reclaim();
    }

    /// Drops all garbage whose grace period is over. Returns the number of objects that still wait.
    pub fn reclaim(&self) -> usize {
        self.shared.reclaim();
        self.shared.waiting.load(Ordering::Relaxed)
    }
}

impl Default for Quiescence {
    fn default() -> Quiescence {
        Quiescence::new()
    }
}

impl fmt::Debug for Quiescence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.shared.lock();
        let (threads, waiting) = (state.threads.len(), state.garbage.len());
        f.debug_struct("Quiescence").field("threads", &threads).field("waiting", &waiting).finish()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic never leaves the state inconsistent: objects are dropped without the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reclaim(&self) {
        let mut state = self.lock();
        // Orders the unlinking of all garbage before the loads below. A thread that goes online has a fence, too:
        // either its word is seen here, or it sees the objects unlinked.
        fence(Ordering::SeqCst);
        let seen = state.threads.iter().map(|thread| thread.load(Ordering::Acquire));
        let oldest = seen.filter(|&epoch| epoch != OFFLINE).min().unwrap_or(u64::MAX);
        let count = state.garbage.partition_point(|(epoch, _)| *epoch <= oldest);
        let free: Vec<_> = state.garbage.drain(..count).collect();
        self.waiting.store(state.garbage.len(), Ordering::Relaxed);
        drop(state);
        // Without the lock: what is dropped may retire further objects.
        drop(free);
    }
}

/// The registration of a thread with a [`Quiescence`]. The thread is online, except in
/// [`RegisteredThread::offline`].
///
/// Objects of the domain are used through `&RegisteredThread`; so the borrow checker refuses a quiescent point, which
/// takes `&mut RegisteredThread`, during such a use.
///
/// ```compile_fail,E0502
/// use barebones::jit::{RegisteredThread, TypedFunction};
///
/// fn call_and_pass(function: &TypedFunction<extern "C" fn() -> i64>, thread: &mut RegisteredThread) {
///     let during_the_call = &*thread;
///     thread.quiescent();
///     function.call(during_the_call);
/// }
/// ```
pub struct RegisteredThread {
    shared: Arc<Shared>,
    seen: Arc<AtomicU64>,
}

impl RegisteredThread {
    /// Declares that this thread uses no object of the domain: for code, that it is not executing any. Drops the
    /// garbage that waited for this thread only.
    ///
    /// An online thread that never calls this delays the freeing of all garbage. Call it between requests, or at the
    /// end of each iteration of an event loop, and [go offline](RegisteredThread::offline) to wait.
    pub fn quiescent(&mut self) {
        // Acquires what was unlinked before the epoch began. Releases this thread's uses of the objects.
        let epoch = self.shared.epoch.load(Ordering::Acquire);
        self.seen.store(epoch, Ordering::Release);
        if self.shared.waiting.load(Ordering::Relaxed) != 0 {
            self.shared.reclaim();
        }
    }

    /// Calls a function during which this thread is offline: garbage does not wait for it. For anything that blocks.
    pub fn offline<R>(&mut self, f: impl FnOnce() -> R) -> R {
        /// Goes online again, even if the function panics.
        struct Online<'a>(&'a RegisteredThread);

        impl Drop for Online<'_> {
            fn drop(&mut self) {
                self.0.go_online();
            }
        }

        self.go_offline();
        let _online = Online(self);
        f()
    }

    fn go_online(&self) {
        self.seen.store(self.shared.epoch.load(Ordering::Acquire), Ordering::Relaxed);
        // See `Shared::reclaim`.
        fence(Ordering::SeqCst);
    }

    fn go_offline(&self) {
        self.seen.store(OFFLINE, Ordering::Release);
        if self.shared.waiting.load(Ordering::Relaxed) != 0 {
            self.shared.reclaim();
        }
    }
}

impl Drop for RegisteredThread {
    fn drop(&mut self) {
        self.shared.lock().threads.retain(|thread| !Arc::ptr_eq(thread, &self.seen));
        self.shared.reclaim();
    }
}

impl fmt::Debug for RegisteredThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RegisteredThread").field("seen", &self.seen).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicPtr};

    const fn is_send_and_sync<T: Send + Sync>() {}
    const _: () = is_send_and_sync::<Quiescence>();
    const _: () = is_send_and_sync::<RegisteredThread>();

    /// Counts drops.
    struct Counted(Arc<AtomicUsize>);

    impl Drop for Counted {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    struct Counter(Arc<AtomicUsize>);

    impl Counter {
        fn new() -> Counter {
            Counter(Arc::default())
        }

        fn object(&self) -> Counted {
            Counted(self.0.clone())
        }

        fn dropped(&self) -> usize {
            self.0.load(Ordering::SeqCst)
        }
    }

    #[test]
    fn garbage_waits_for_each_online_thread() {
        let (domain, counter) = (Quiescence::new(), Counter::new());
        domain.retire(counter.object());
        assert_eq!(counter.dropped(), 1, "no thread is registered");
        let (mut first, mut second) = (domain.register_thread(), domain.register_thread());
        domain.retire(counter.object());
        first.quiescent();
        assert_eq!((counter.dropped(), domain.reclaim()), (1, 1));
        domain.retire(counter.object());
        second.quiescent();
        assert_eq!((counter.dropped(), domain.reclaim()), (2, 1), "the later one waits for the first thread");
        // A thread that registers later cannot be using it.
        let third = domain.register_thread();
        first.quiescent();
        assert_eq!((counter.dropped(), domain.reclaim()), (3, 0));
        domain.retire(counter.object());
        drop((first, second));
        assert_eq!(counter.dropped(), 3);
        drop(third);
        assert_eq!(counter.dropped(), 4, "dropping a registration is a quiescent point");
    }

    #[test]
    fn garbage_does_not_wait_for_offline_threads() {
        let (domain, counter) = (Quiescence::new(), Counter::new());
        let mut thread = domain.register_thread();
        domain.retire(counter.object());
        assert_eq!(counter.dropped(), 0);
        thread.offline(|| {
            assert_eq!(counter.dropped(), 1);
            domain.retire(counter.object());
            assert_eq!(counter.dropped(), 2);
        });
        domain.retire(counter.object());
        assert_eq!(counter.dropped(), 2, "online again");
        let panicked =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| thread.offline(|| panic!("expected"))));
        assert!(panicked.is_err());
        domain.retire(counter.object());
        assert_eq!((counter.dropped(), domain.reclaim()), (3, 1), "online after a panic, too");
        drop(thread);
        assert_eq!(counter.dropped(), 4);
    }

    #[test]
    fn dropped_garbage_may_retire_more() {
        struct Nested(Quiescence, Option<Counted>);

        impl Drop for Nested {
            fn drop(&mut self) {
                self.0.retire(self.1.take());
            }
        }

        let (domain, counter) = (Quiescence::new(), Counter::new());
        let mut thread = domain.register_thread();
        domain.retire(Nested(domain.clone(), Some(counter.object())));
        thread.quiescent();
        assert_eq!(counter.dropped(), 0, "retired at the quiescent point");
        thread.quiescent();
        assert_eq!(counter.dropped(), 1);
    }

    #[test]
    fn a_domain_drops_its_garbage_last() {
        let (domain, counter) = (Quiescence::new(), Counter::new());
        let thread = domain.register_thread();
        domain.retire(counter.object());
        drop(domain);
        assert_eq!(counter.dropped(), 0);
        drop(thread);
        assert_eq!(counter.dropped(), 1);
    }

    /// Threads read a shared object that another thread replaces. A reader never sees one that was dropped.
    #[test]
    fn readers_never_see_dropped_objects() {
        /// Marks itself when it is dropped; its memory is never freed.
        struct Marked(&'static AtomicBool);

        impl Drop for Marked {
            fn drop(&mut self) {
                self.0.store(true, Ordering::SeqCst);
            }
        }

        let new_flag = || Box::leak(Box::new(AtomicBool::new(false)));
        let domain = Quiescence::new();
        let place: AtomicPtr<AtomicBool> = AtomicPtr::new(new_flag());
        let stop = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for reader in 0..3 {
                let mut thread = domain.register_thread();
                let (place, stop) = (&place, &stop);
                scope.spawn(move || {
                    let mut round = 0_u32;
                    while !stop.load(Ordering::Relaxed) {
                        for _ in 0..16 {
                            // SAFETY: a leaked box.
                            let flag = unsafe { &*place.load(Ordering::Acquire) };
                            for _ in 0..8 {
                                assert!(!flag.load(Ordering::Relaxed));
                            }
                        }
                        round += 1;
                        if round % 4 == reader {
                            thread.offline(std::thread::yield_now);
                        } else {
                            thread.quiescent();
                        }
                    }
                });
            }
            for _ in 0..20_000 {
                let old = place.swap(new_flag(), Ordering::SeqCst);
                // SAFETY: a leaked box.
                domain.retire(Marked(unsafe { &*old }));
            }
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(domain.reclaim(), 0);
    }
}
