//! Deferred freeing: drops garbage once no thread can still be using it.
//!
//! Threads that use shared objects without locks register. A registered thread is *online* while it may use objects, and
//! *offline* while it declares that it uses none, for example because it waits. An online thread passes a *quiescent
//! point* when it holds no reference to such an object: for code, when it is not executing any.
//!
//! An object is first unlinked, so that no thread can find it any more, and then *retired*. It is dropped once each
//! thread that was online at that time has passed a quiescent point, went offline or unregistered. The period until then
//! is the *grace period*.
//!
//! Readers pay nothing but the quiescent points: two loads, a store and a branch each. There is one epoch for all
//! garbage: retiring advances it, and a quiescent point copies it to the thread's own word. Source: "User-Level
//! Implementations of Read-Copy Update" (Desnoyers, McKenney, Stern, Dagenais, Walpole, 2012), the variant based on
//! quiescent states.

use std::cell::Cell;
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
    /// The threads that are dropping garbage, by [`this_thread`].
    reclaiming: Vec<usize>,
}

/// A number that no other running thread has. Also works while the thread's local data is being destroyed.
fn this_thread() -> usize {
    thread_local! {
        static PLACE: Cell<u8> = const { Cell::new(0) };
    }
    PLACE.with(|place| place.as_ptr().addr())
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
    /// point drops it, on the thread that passes it. An object that is retired by the drop of another is dropped after
    /// it, not during it.
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

    /// True if the thread is registered with this domain.
    pub(super) fn has(&self, thread: &RegisteredThread) -> bool {
        Arc::ptr_eq(&self.shared, &thread.shared)
    }

    /// Drops all garbage whose grace period is over. Returns the number of objects that still wait. Called by the drop of
    /// an object of this domain, it drops nothing: the caller of that drop continues with what is ready.
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

    /// Drops all garbage whose grace period is over, and what becomes ready meanwhile. Does nothing in the drop of an
    /// object: otherwise drops that retire further objects would recurse without limit.
    fn reclaim(&self) {
        /// A thread that is dropping garbage, until this is dropped: even if an object panics.
        struct Reclaiming<'a>(&'a Shared, usize);

        impl Drop for Reclaiming<'_> {
            fn drop(&mut self) {
                self.0.lock().reclaiming.retain(|thread| *thread != self.1);
            }
        }

        let this = this_thread();
        let mut state = self.lock();
        if state.reclaiming.contains(&this) {
            return;
        }
        let mut ready = self.take_ready(&mut state);
        if ready.is_empty() {
            return;
        }
        state.reclaiming.push(this);
        drop(state);
        let _reclaiming = Reclaiming(self, this);
        while !ready.is_empty() {
            // Without the lock: what is dropped may retire further objects.
            drop(ready);
            ready = self.take_ready(&mut self.lock());
        }
    }

    /// Removes the garbage whose grace period is over.
    fn take_ready(&self, state: &mut State) -> Vec<(u64, Box<dyn Send>)> {
        // Orders the unlinking of all garbage before the loads below. A thread that goes online has a fence, too:
        // either its word is seen here, or it sees the objects unlinked. So has a thread that goes offline: either that
        // is seen here, or the thread sees that garbage waits.
        fence(Ordering::SeqCst);
        let seen = state.threads.iter().map(|thread| thread.load(Ordering::Acquire));
        let oldest = seen.filter(|&epoch| epoch != OFFLINE).min().unwrap_or(u64::MAX);
        let count = state.garbage.partition_point(|(epoch, _)| *epoch <= oldest);
        let ready = state.garbage.drain(..count).collect();
        self.waiting.store(state.garbage.len(), Ordering::Relaxed);
        ready
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
    /// end of each iteration of an event loop, and [go offline](RegisteredThread::offline) to wait. Garbage that another
    /// thread retires at the same time may wait for the next quiescent point.
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

        // First: dropping garbage may panic, too.
        let _online = Online(self);
        self.go_offline();
        f()
    }

    fn go_online(&self) {
        // Releases what the thread did before it went offline: a thread that loads this value may never have loaded
        // `OFFLINE`.
        self.seen.store(self.shared.epoch.load(Ordering::Acquire), Ordering::Release);
        // See `Shared::take_ready`.
        fence(Ordering::SeqCst);
    }

    fn go_offline(&self) {
        self.seen.store(OFFLINE, Ordering::Release);
        // See `Shared::take_ready`.
        fence(Ordering::SeqCst);
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
    fn a_thread_is_online_again_after_garbage_panics() {
        struct Panics;

        impl Drop for Panics {
            fn drop(&mut self) {
                panic!("expected");
            }
        }

        let (domain, counter) = (Quiescence::new(), Counter::new());
        let mut thread = domain.register_thread();
        domain.retire(Panics);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| thread.offline(|| ())));
        assert!(panicked.is_err());
        domain.retire(counter.object());
        assert_eq!((counter.dropped(), domain.reclaim()), (0, 1), "the thread may use it");
        thread.quiescent();
        assert_eq!((counter.dropped(), domain.reclaim()), (1, 0));
    }

    /// A thread goes offline while another one retires an object: one of them drops it.
    #[test]
    fn no_garbage_waits_for_an_offline_thread() {
        const ROUNDS: usize = if cfg!(target_arch = "x86_64") { 50_000 } else { 1000 };
        let (domain, counter) = (Quiescence::new(), Counter::new());
        let mut thread = domain.register_thread();
        let [start, offline, checked] = [(); 3].map(|()| AtomicUsize::new(0));
        let wait = |word: &AtomicUsize, round: usize| {
            let mut spins = 0_u32;
            while word.load(Ordering::SeqCst) != round {
                spins += 1;
                // Another thread may need this processor.
                if spins.is_multiple_of(1000) { std::thread::yield_now() } else { std::hint::spin_loop() }
            }
        };
        let mut waiting = 0;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for round in 1..=ROUNDS {
                    wait(&start, round);
                    (0..round % 23).for_each(|_| std::hint::spin_loop());
                    thread.offline(|| {
                        offline.store(round, Ordering::SeqCst);
                        wait(&checked, round);
                    });
                }
            });
            for round in 1..=ROUNDS {
                let object = counter.object();
                start.store(round, Ordering::SeqCst);
                (0..round % 29).for_each(|_| std::hint::spin_loop());
                domain.retire(object);
                wait(&offline, round);
                waiting += usize::from(counter.dropped() != round);
                domain.reclaim();
                checked.store(round, Ordering::SeqCst);
            }
        });
        assert_eq!(waiting, 0);
    }

    #[test]
    fn nested_drops_do_not_recurse() {
        /// Retires the next one when it is dropped.
        struct Chain(Quiescence, Option<Box<Chain>>, Arc<AtomicUsize>);

        impl Drop for Chain {
            fn drop(&mut self) {
                self.2.fetch_add(1, Ordering::SeqCst);
                self.1.take().into_iter().for_each(|next| self.0.retire(next));
                self.0.reclaim();
            }
        }

        const LENGTH: usize = 50_000;
        let small_stack = std::thread::Builder::new().stack_size(1 << 20).spawn(|| {
            let (domain, dropped) = (Quiescence::new(), Arc::new(AtomicUsize::new(0)));
            let mut first = None;
            for _ in 0..LENGTH {
                first = Some(Box::new(Chain(domain.clone(), first, dropped.clone())));
            }
            domain.retire(first);
            assert_eq!(dropped.load(Ordering::SeqCst), LENGTH);
        });
        small_stack.expect("a thread").join().expect("no overflow");
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
