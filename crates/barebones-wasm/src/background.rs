//! The background thread of an engine that compiles better code: see [`crate::Config::tier_up`].

use crate::error::Error;
use crate::worker::Worker;
use barebones::base::CancelToken;
use barebones::tiering::{self, CompileQueue};
use std::sync::{Arc, Weak};

/// A module whose functions get better code in the background.
pub(crate) trait Improve: Send + Sync {
    /// Compiles better code for function `own`, which the module defines, and installs it. `worker` is reused for the
    /// next function. It is `None` at first, and after a panic.
    fn recompile(&self, own: u32, worker: &mut Option<Worker>);
}

/// The background thread and its queue. Dropping this ends the thread.
pub(crate) struct Background {
    /// Jobs have the addresses of their modules as keys. A job keeps the allocation of its module, not the module, so no
    /// two modules with jobs have the same address.
    queue: CompileQueue<(usize, u32), ModuleWorker>,
}

/// What the thread keeps between jobs.
#[derive(Default)]
struct ModuleWorker {
    worker: Option<Worker>,
    /// The module of the last job.
    module: Option<Weak<dyn Improve>>,
}

impl tiering::Worker for ModuleWorker {
    /// Modules have a token of their own.
    fn begin(&mut self, _token: &CancelToken) {}
}

impl ModuleWorker {
    fn recompile(&mut self, of: Weak<dyn Improve>, own: u32) {
        // The module may have been dropped, and may be dropped here.
        if let Some(module) = of.upgrade() {
            if self.module.as_ref().is_some_and(|last| !last.ptr_eq(&of))
                && let Some(worker) = &mut self.worker
            {
                worker.forget_module();
            }
            module.recompile(own, &mut self.worker);
        }
        self.module = Some(of);
    }
}

impl Background {
    /// Starts the thread.
    pub(crate) fn start() -> Result<Background, Error> {
        let queue = CompileQueue::start(1, ModuleWorker::default);
        let queue = queue.map_err(|_| Error::OutOfMemory { what: "a thread" })?;
        Ok(Background { queue })
    }

    /// Requests better code for a function that the module defines.
    pub(crate) fn ask(&self, module: Arc<dyn Improve>, function: u32) {
        let module = Arc::downgrade(&module);
        let key = (module.as_ptr().addr(), function);
        self.queue.request(key, 0, move |worker| worker.recompile(module, function));
    }

    /// Waits until all jobs are done.
    pub(crate) fn wait(&self) {
        self.queue.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    #[derive(Default)]
    struct Noted(Mutex<Vec<u32>>);

    impl Improve for Noted {
        fn recompile(&self, own: u32, _worker: &mut Option<Worker>) {
            self.0.lock().expect("nothing panics with it").push(own);
        }
    }

    #[test]
    fn jobs_of_dropped_modules_are_skipped() {
        let background = Background::start().expect("works where tests run");
        let module = Arc::new(Noted::default());
        background.ask(module.clone(), 3);
        background.ask(Arc::new(Noted::default()), 4);
        background.wait();
        assert_eq!(*module.0.lock().expect("nothing panics with it"), [3]);
        drop(background);
        assert_eq!(Arc::weak_count(&module), 0, "the thread had a reference");
    }
}
