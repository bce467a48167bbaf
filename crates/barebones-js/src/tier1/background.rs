//! Compilations on another thread. The thread of the program translates a function to a procedure, since it reads the function's profile
//! and the heap's hidden classes, and goes on in the lower tier. The other thread makes machine code, which takes most of the time. The
//! program's thread takes the finished code at its next pause or at the next call that looks for code.

use super::raw::{self, CodeRef, Function};
use super::{Goal, Tier1};
use crate::interp::Vm;
use barebones::base::CancelToken;
use barebones::ir::Procedure;
use barebones::tiering::{CompileQueue, Worker};
use barebones::{Compiler, OptLevel, Options};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The compilers of both tiers, each made at its first use.
#[derive(Default)]
pub(super) struct Compilers {
    first: Option<Compiler>,
    optimiser: Option<Compiler>,
    token: Option<CancelToken>,
}

/// Machine code of a procedure, with the time that it took.
pub(super) struct Generated {
    pub(super) function: Function,
    pub(super) code: barebones::jit::Code,
    pub(super) time: Duration,
}

impl Compilers {
    /// The compiler of a level: O0 for tier 1, O2 for code that speculates.
    ///
    /// # Errors
    /// A host that the library does not support.
    pub(super) fn at(&mut self, level: OptLevel) -> Result<&mut Compiler, String> {
        let place = if level == OptLevel::O0 { &mut self.first } else { &mut self.optimiser };
        let compiler = match place {
            Some(compiler) => compiler,
            none => {
                let compiler = Compiler::with_options(Options::at(level));
                let mut compiler = compiler.map_err(|error| error.to_string())?;
                compiler.set_exit_handler(raw::leave_by_exit);
                none.insert(compiler)
            }
        };
        compiler.set_cancel_token(self.token.clone());
        Ok(compiler)
    }

    /// Makes machine code.
    ///
    /// # Errors
    /// What the library refuses.
    pub(super) fn generate(&mut self, level: OptLevel, procedure: Procedure) -> Result<Generated, String> {
        let start = Instant::now();
        let code = self.at(level)?.compile(procedure).map_err(|failure| failure.to_string())?;
        let function = raw::function(&code).ok_or("a procedure of another type")?;
        Ok(Generated { function, code, time: start.elapsed() })
    }
}

impl Worker for Compilers {
    fn begin(&mut self, token: &CancelToken) {
        self.token = Some(token.clone());
    }
}

/// What the other thread has finished.
#[derive(Default)]
struct Finished {
    /// True if the list has entries.
    any: AtomicBool,
    list: Mutex<Vec<(u64, Result<Generated, String>)>>,
}

impl Finished {
    fn list(&self) -> MutexGuard<'_, Vec<(u64, Result<Generated, String>)>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, number: u64, result: Result<Generated, String>) {
        self.list().push((number, result));
        self.any.store(true, Ordering::Release);
    }
}

/// The other thread, and what it was asked for.
pub(super) struct Background {
    queue: CompileQueue<u64, Compilers>,
    finished: Arc<Finished>,
    pending: HashMap<u64, (CodeRef, Goal)>,
    next: u64,
}

impl Background {
    /// Starts the thread; none if the system refuses.
    pub(super) fn start() -> Option<Background> {
        let queue = CompileQueue::start(1, Compilers::default).ok()?;
        Some(Background { queue, finished: Arc::default(), pending: HashMap::new(), next: 0 })
    }

    /// Asks for the machine code of a procedure. Code of tier 1 comes first.
    fn request(&mut self, code: CodeRef, goal: Goal, procedure: Procedure) {
        let (number, level, finished) = (self.next, goal.level(), self.finished.clone());
        self.next += 1;
        self.pending.insert(number, (code, goal));
        let priority = u64::from(level == OptLevel::O0);
        self.queue.request(number, priority, move |compilers: &mut Compilers| {
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                compilers.generate(level, procedure)
            }));
            let failed = || Err(String::from("an internal error of the compiler"));
            finished.add(number, result.unwrap_or_else(|_| failed()));
        });
    }

    /// What was finished since the last call.
    fn take(&mut self) -> Vec<(CodeRef, Goal, Result<Generated, String>)> {
        if !self.finished.any.swap(false, Ordering::Acquire) {
            return Vec::new();
        }
        let finished = std::mem::take(&mut *self.finished.list());
        finished
            .into_iter()
            .filter_map(|(number, result)| {
                let (code, goal) = self.pending.remove(&number)?;
                Some((code, goal, result))
            })
            .collect()
    }
}

impl Tier1 {
    /// Makes machine code of a procedure: here, or on the other thread, which returns none.
    pub(super) fn generate(
        &mut self,
        code: CodeRef,
        goal: Goal,
        procedure: Procedure,
    ) -> Option<(Goal, Result<Generated, String>)> {
        if let Some(on_procedure) = self.on_procedure {
            on_procedure(&procedure, goal.level());
        }
        if let Some(background) = &mut self.background {
            background.request(code, goal, procedure);
            return None;
        }
        let result = self.compilers.generate(goal.level(), procedure);
        if let Ok(generated) = &result {
            self.statistics.generation += generated.time;
        }
        Some((goal, result))
    }
}

impl Vm {
    /// Uses the code that the other thread has finished.
    #[inline]
    pub(crate) fn publish_finished(&mut self) {
        if self.tier1.background.is_some() {
            self.publish_all();
        }
    }

    fn publish_all(&mut self) {
        let Some(background) = &mut self.tier1.background else { return };
        for (code, goal, result) in background.take() {
            if let Ok(generated) = &result {
                self.tier1.statistics.background += generated.time;
            }
            self.tier1.publish(&code, goal, result);
        }
    }
}
