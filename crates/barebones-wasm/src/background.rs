//! The background thread of an engine that compiles better code: see [`crate::Config::tier_up`].

use crate::error::Error;
use crate::worker::Worker;
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};

/// A module whose functions get better code in the background.
pub(crate) trait Improve: Send + Sync {
    /// Compiles better code for function `own`, which the module defines, and installs it. `worker` is reused for the
    /// next function. It is `None` at first, and after a panic.
    fn recompile(&self, own: u32, worker: &mut Option<Worker>);
}

/// The background thread and its queue. Dropping this ends the thread.
pub(crate) struct Background {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

/// A function to compile. Does not keep its module alive.
struct Job {
    module: Weak<dyn Improve>,
    function: u32,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    /// Notified when a job is added or done, and when the thread has to end.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// True while the thread runs a job, which is no longer in the queue.
    busy: bool,
    stopped: bool,
}

impl Background {
    /// Starts the thread.
    pub(crate) fn start() -> Result<Background, Error> {
        let queue = Arc::new(Queue::default());
        let of_thread = queue.clone();
        let builder = thread::Builder::new().name(String::from("barebones-wasm"));
        let thread = builder.spawn(move || of_thread.work());
        let thread = thread.map_err(|_| Error::OutOfMemory { what: "a thread" })?;
        Ok(Background { queue, thread: Some(thread) })
    }

    /// Requests better code for a function that the module defines.
    pub(crate) fn ask(&self, module: Arc<dyn Improve>, function: u32) {
        self.queue.lock().jobs.push_back(Job { module: Arc::downgrade(&module), function });
        self.queue.changed.notify_all();
    }

    /// Waits until all jobs are done.
    pub(crate) fn wait(&self) {
        let mut state = self.queue.lock();
        while state.busy || !state.jobs.is_empty() {
            state = self.queue.wait(state);
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.stopped = true;
        state.jobs.clear();
        drop(state);
        self.queue.changed.notify_all();
        // The thread itself may drop the last module, and the engine with it. It cannot join itself; it ends after this
        // returns.
        let thread = self.thread.take().filter(|thread| thread.thread().id() != thread::current().id());
        if let Some(thread) = thread {
            // It does not panic: panics of jobs are caught.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No panic leaves the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job. Returns `None` when the thread has to end.
    fn next(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if state.stopped {
                return None;
            }
            if let Some(job) = state.jobs.pop_front() {
                state.busy = true;
                return Some(job);
            }
            state = self.wait(state);
        }
    }

    fn work(&self) {
        let mut worker: Option<Worker> = None;
        let mut last: Option<Weak<dyn Improve>> = None;
        while let Some(Job { module: job, function }) = self.next() {
            // The module may have been dropped, and may be dropped here.
            if let Some(module) = job.upgrade() {
                if last.as_ref().is_some_and(|last| !last.ptr_eq(&job))
                    && let Some(worker) = &mut worker
                {
                    worker.forget_module();
                }
                module.recompile(function, &mut worker);
            }
            last = Some(job);
            self.lock().busy = false;
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Gone;

    impl Improve for Gone {
        fn recompile(&self, _own: u32, _worker: &mut Option<Worker>) {}
    }

    #[test]
    fn the_thread_ends_with_its_owner() {
        let background = Background::start().expect("works where tests run");
        let queue = background.queue.clone();
        // A job of a dropped module is skipped.
        queue.lock().jobs.push_back(Job { module: Weak::<Gone>::new(), function: 0 });
        queue.changed.notify_all();
        background.wait();
        drop(background);
        assert_eq!(Arc::strong_count(&queue), 1, "the thread had the other");
    }
}
