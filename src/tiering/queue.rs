//! The queue of compilations in the background.

use crate::base::CancelToken;
use crate::compiler::Compiler;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::{fmt, io};

/// What a thread of a [`CompileQueue`] keeps between jobs: a [`Compiler`], or a translator with one.
pub trait Worker {
    /// Called before each job. What the job compiles has to check this token.
    fn begin(&mut self, token: &CancelToken);
}

impl Worker for Compiler {
    fn begin(&mut self, token: &CancelToken) {
        self.set_cancel_token(Some(token.clone()));
    }
}

/// What became of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requested {
    /// The job waits for a thread.
    Added,
    /// A job with this key waits already. It keeps its place if its priority is as high, else it has the new priority.
    /// The new job is dropped.
    Waiting,
    /// A job with this key is running and not cancelled. The new one is dropped.
    Running,
}

/// What [`CompileQueue::cancel`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CancelledJob {
    /// The job had not started; it is dropped.
    Waiting,
    /// The job is running. Its token is cancelled, so its compilation ends soon with an error. A job with the same key
    /// can be added again at once.
    Running,
}

/// Numbers of jobs since the queue started.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct QueueStats {
    /// Jobs that were added.
    pub added: u64,
    /// Requests that found a job with their key.
    pub duplicates: u64,
    /// Jobs that ran to their end, cancelled or not.
    pub finished: u64,
    /// Jobs that were cancelled before they started, or while they ran.
    pub cancelled: u64,
    /// Jobs that panicked.
    pub panicked: u64,
    /// Jobs that wait for a thread.
    pub waiting: usize,
    /// Jobs that are running.
    pub running: usize,
}

/// Threads that compile in the background: jobs with keys, in the order of their priorities.
///
/// A key stands for what is compiled, for example a function and its tier: of the jobs with one key only one waits or
/// runs. A job publishes its result itself, usually with [`Compiler::define`], which redirects all callers. Dropping the
/// queue drops the waiting jobs, cancels the running ones and waits for the threads.
///
/// ```
/// use barebones::ir::parse_module;
/// use barebones::tiering::{CompileQueue, Requested};
/// use barebones::{Compiler, OptLevel, Options, host_target, targets};
/// use std::sync::{Arc, OnceLock};
///
/// let target = host_target()?;
/// let mut first = Compiler::with_options(Options::at(OptLevel::O0))?;
/// let memory = first.memory()?.clone();
/// let queue = CompileQueue::start(2, move || {
///     let mut compiler = Compiler::for_target(target.clone(), Options::at(OptLevel::O2));
///     compiler.set_memory(memory.clone()); // all threads compile into one arena
///     compiler
/// })?;
///
/// let text = "barebones 1
///     proc twice(Int64) -> Int64 {
///     #0:
///         Int64 @0 = ArgumentReg(%a0)
///         Int64 @1 = Add(@0, @0)
///         Void @2 = Return(@1)
///     }";
/// let module = parse_module(text, &targets(host_target()?))?;
/// let result = Arc::new(OnceLock::new());
/// let publish = result.clone();
/// let job = move |compiler: &mut Compiler| {
///     _ = publish.set(compiler.compile_module(module, &|_| None).map(|mut codes| codes.remove(0)));
/// };
/// assert_eq!(queue.request("twice", 1, job), Requested::Added);
/// queue.wait();
/// let code = result.get().ok_or("the job did not run")?.as_ref().map_err(|failure| failure.to_string())?;
/// // SAFETY: the procedure computes with its argument.
/// let twice = unsafe { code.typed::<extern "C" fn(i64) -> i64>()? };
/// assert_eq!(twice.call(21), 42);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CompileQueue<K, W = Compiler> {
    shared: Arc<Shared<K, W>>,
    threads: Vec<JoinHandle<()>>,
}

type Job<W> = Box<dyn FnOnce(&mut W) + Send>;

/// Higher priorities first, then older jobs. The number is unique.
type Place = (Reverse<u64>, u64);

struct Shared<K, W> {
    state: Mutex<State<K, W>>,
    /// Notified when a job is added, and when the threads have to end.
    added: Condvar,
    /// Notified when no job waits or runs.
    idle: Condvar,
}

struct State<K, W> {
    order: BTreeMap<Place, (K, Job<W>)>,
    waiting: HashMap<K, Place>,
    /// The jobs that run, by thread.
    running: Vec<Option<Running<K>>>,
    next: u64,
    is_stopped: bool,
    stats: QueueStats,
}

struct Running<K> {
    key: K,
    token: CancelToken,
}

impl<K: Clone + Eq + Hash + Send + 'static, W: Worker + 'static> CompileQueue<K, W> {
    /// Starts threads, at least one. Each makes a worker of its own, at its start and again after a job that panicked.
    ///
    /// # Errors
    /// That of the operating system if a thread does not start. Those that did end.
    pub fn start(
        threads: usize,
        make_worker: impl Fn() -> W + Send + Sync + 'static,
    ) -> io::Result<CompileQueue<K, W>> {
        let count = threads.max(1);
        let state = State {
            order: BTreeMap::new(),
            waiting: HashMap::new(),
            running: (0..count).map(|_| None).collect(),
            next: 0,
            is_stopped: false,
            stats: QueueStats::default(),
        };
        let shared =
            Arc::new(Shared { state: Mutex::new(state), added: Condvar::new(), idle: Condvar::new() });
        let make_worker = Arc::new(make_worker);
        let mut queue = CompileQueue { shared, threads: Vec::with_capacity(count) };
        for number in 0..count {
            let (shared, make_worker) = (queue.shared.clone(), make_worker.clone());
            let thread = thread::Builder::new().name(format!("compiler {number}"));
            queue.threads.push(thread.spawn(move || shared.work(number, &*make_worker))?);
        }
        Ok(queue)
    }

    /// Adds a job, unless one with its key waits or runs. Jobs with higher priorities run first; among equal ones, older
    /// ones.
    pub fn request(&self, key: K, priority: u64, job: impl FnOnce(&mut W) + Send + 'static) -> Requested {
        let mut state = self.shared.lock();
        if let Some(place) = state.waiting.get(&key).copied() {
            state.stats.duplicates += 1;
            state.raise(&key, place, priority);
            return Requested::Waiting;
        }
        if state.running_with(&key).any(|running| !running.token.is_cancelled()) {
            state.stats.duplicates += 1;
            return Requested::Running;
        }
        state.stats.added += 1;
        let place = (Reverse(priority), state.next);
        state.next += 1;
        state.waiting.insert(key.clone(), place);
        state.order.insert(place, (key, Box::new(job)));
        drop(state);
        self.shared.added.notify_one();
        Requested::Added
    }

    /// Drops the waiting job with this key, or cancels the running one. Returns `None` if there is neither.
    pub fn cancel(&self, key: &K) -> Option<CancelledJob> {
        let mut state = self.shared.lock();
        if let Some(place) = state.waiting.remove(key) {
            let job = state.order.remove(&place);
            state.stats.cancelled += 1;
            let is_idle = state.is_idle();
            drop(state);
            if is_idle {
                self.shared.idle.notify_all();
            }
            // What the job holds may use the queue when it is dropped.
            drop(job);
            return Some(CancelledJob::Waiting);
        }
        let running = state.running_with(key).find(|running| !running.token.is_cancelled())?;
        running.token.cancel();
        state.stats.cancelled += 1;
        Some(CancelledJob::Running)
    }

    /// Waits until no job waits or runs. A job must not call this.
    pub fn wait(&self) {
        let mut state = self.shared.lock();
        while !state.is_idle() {
            state = self.shared.idle.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Numbers of jobs so far.
    pub fn stats(&self) -> QueueStats {
        let state = self.shared.lock();
        let running = state.running.iter().flatten().count();
        QueueStats { waiting: state.order.len(), running, ..state.stats }
    }
}

impl<K, W> Drop for CompileQueue<K, W> {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_stopped = true;
        state.waiting.clear();
        let jobs = std::mem::take(&mut state.order);
        state.running.iter().flatten().for_each(|running| running.token.cancel());
        drop(state);
        self.shared.added.notify_all();
        self.shared.idle.notify_all();
        drop(jobs);
        // A job may own the last reference to the queue: its thread cannot join itself, and ends after the job.
        let own = thread::current().id();
        for thread in self.threads.drain(..).filter(|thread| thread.thread().id() != own) {
            // The threads do not panic: panics of jobs are caught.
            let _ = thread.join();
        }
    }
}

impl<K, W> fmt::Debug for CompileQueue<K, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.shared.lock();
        let mut debug = f.debug_struct("CompileQueue");
        debug.field("threads", &self.threads.len()).field("waiting", &state.order.len());
        debug.field("running", &state.running.iter().flatten().count()).finish()
    }
}

impl<K, W> Shared<K, W> {
    fn lock(&self) -> MutexGuard<'_, State<K, W>> {
        // No code of a client runs with the lock but comparisons of keys.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Clone + Eq + Hash, W: Worker> Shared<K, W> {
    /// What a thread does until the queue is dropped.
    fn work(&self, number: usize, make_worker: &dyn Fn() -> W) {
        let mut worker = None;
        while let Some((job, token)) = self.take(number) {
            let run = || {
                let worker = worker.get_or_insert_with(make_worker);
                worker.begin(&token);
                job(worker);
            };
            let panicked = catch_unwind(AssertUnwindSafe(run)).is_err();
            if panicked {
                // It may be in any state. A panic of its drop is no worse than the first one.
                let _ = catch_unwind(AssertUnwindSafe(|| worker = None));
            }
            let mut state = self.lock();
            state.running[number] = None;
            let done = if panicked { &mut state.stats.panicked } else { &mut state.stats.finished };
            *done += 1;
            if state.is_idle() {
                drop(state);
                self.idle.notify_all();
            }
        }
    }

    /// Waits for the next job. Returns `None` when the thread has to end.
    fn take(&self, number: usize) -> Option<(Job<W>, CancelToken)> {
        let mut state = self.lock();
        loop {
            if state.is_stopped {
                return None;
            }
            if let Some((_, (key, job))) = state.order.pop_first() {
                state.waiting.remove(&key);
                let token = CancelToken::new();
                state.running[number] = Some(Running { key, token: token.clone() });
                return Some((job, token));
            }
            state = self.added.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl<K, W> State<K, W> {
    fn is_idle(&self) -> bool {
        self.is_stopped || self.order.is_empty() && self.running.iter().all(Option::is_none)
    }
}

impl<K: Clone + Eq + Hash, W> State<K, W> {
    fn running_with<'a>(&'a self, key: &'a K) -> impl Iterator<Item = &'a Running<K>> {
        self.running.iter().flatten().filter(move |running| running.key == *key)
    }

    /// Gives a waiting job a priority, if that is higher than its own.
    fn raise(&mut self, key: &K, place: Place, priority: u64) {
        let raised = (Reverse(priority), place.1);
        if raised < place
            && let Some(job) = self.order.remove(&place)
        {
            self.order.insert(raised, job);
            self.waiting.insert(key.clone(), raised);
        }
    }
}
