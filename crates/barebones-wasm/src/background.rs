//! The thread of an engine that compiles better code: see [`crate::Config::tier_up`].

use crate::error::Error;
use crate::module::{ModuleInner, Worker};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::thread::{self, JoinHandle};

/// A thread and what it is asked to do. The thread ends when this is dropped.
pub(crate) struct Background {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

/// A function to be compiled. That keeps no module alive.
struct Job {
    module: Weak<ModuleInner>,
    function: u32,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    /// There is a job, or none is left, or the thread has to end.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    /// Whether the thread is at a job that is no longer in the queue.
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

    /// Asks for better code of a function.
    pub(crate) fn ask(&self, module: &Arc<ModuleInner>, function: u32) {
        self.queue.lock().jobs.push_back(Job { module: Arc::downgrade(module), function });
        self.queue.changed.notify_all();
    }

    /// Waits until nothing is left to do.
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
        // The thread itself may have dropped the last module, and the engine with it: it ends as soon as it is here.
        let thread = self.thread.take().filter(|thread| thread.thread().id() != thread::current().id());
        if let Some(thread) = thread {
            // It does not panic: what jobs do is caught.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No panic leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, when there is one; `None` at the end.
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
        let mut last = Weak::new();
        while let Some(Job { module: job, function }) = self.next() {
            // The module may be gone meanwhile, or go now.
            if let Some(module) = job.upgrade() {
                if !last.ptr_eq(&job)
                    && let Some(worker) = &mut worker
                {
                    worker.forget_module();
                }
                module.improve(function, &mut worker);
            }
            last = job;
            self.lock().busy = false;
            self.changed.notify_all();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thread_ends_with_its_owner() {
        let background = Background::start().expect("works where tests run");
        let queue = background.queue.clone();
        // A module that is gone is no job.
        queue.lock().jobs.push_back(Job { module: Weak::new(), function: 0 });
        queue.changed.notify_all();
        background.wait();
        drop(background);
        assert_eq!(Arc::strong_count(&queue), 1, "the thread had the other");
    }
}
