//! Limits of a compilation, its cancellation from another thread, and the gauge that checks both.

use crate::support::error_type;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Upper bounds of the compilation of one procedure (default: [`Limits::NONE`]).
///
/// Everything is counted, and nothing is measured: the same procedure with the same options reaches the same limit in
/// the same stage, on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// Values of the IR, as given and after each pass. Inlining and unrolling stay within the limit.
    pub values: u64,
    /// Blocks of the IR, as given and after each pass.
    pub blocks: u64,
    /// Bytes of the code, with its constants and out-of-line parts.
    pub code_bytes: u64,
    /// Bytes of the frame.
    pub frame_bytes: u64,
    /// Work units: roughly, the values, edges, instructions and live ranges that each stage and pass visits. A unit
    /// takes 5 to 50 ns.
    pub work: u64,
    /// Bytes of the IR, of the machine instructions, and of the tables of register allocation, as counted from their
    /// lengths. The process may use up to about three times as much.
    pub memory: u64,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits {
        values: u64::MAX,
        blocks: u64::MAX,
        code_bytes: u64::MAX,
        frame_bytes: u64::MAX,
        work: u64::MAX,
        memory: u64::MAX,
    };

    /// Sets a limit from `NAME=NUMBER`, with the [name](Budget::name) of its budget. `None`, and no change, if the text is
    /// none.
    pub fn set(&mut self, assignment: &str) -> Option<()> {
        let (name, limit) = assignment.split_once('=')?;
        let (budget, limit) = (Budget::named(name)?, limit.parse().ok()?);
        *self.get_mut(budget) = limit;
        Some(())
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::NONE
    }
}

/// What the compilation of one procedure used of each limit: the largest numbers that were compared with [`Limits`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Usage {
    /// Values of the IR: see [`Limits::values`].
    pub values: u64,
    /// Blocks of the IR: see [`Limits::blocks`].
    pub blocks: u64,
    /// Bytes of the code: see [`Limits::code_bytes`].
    pub code_bytes: u64,
    /// Bytes of the frame: see [`Limits::frame_bytes`].
    pub frame_bytes: u64,
    /// Work units: see [`Limits::work`].
    pub work: u64,
    /// Bytes of memory: see [`Limits::memory`].
    pub memory: u64,
}

/// Implements access to the field of a budget.
macro_rules! per_budget {
    ($name:ident, $of:literal) => {
        impl $name {
            #[doc = concat!("Returns ", $of, " of one budget.")]
            pub const fn get(&self, budget: Budget) -> u64 {
                match budget {
                    Budget::Values => self.values,
                    Budget::Blocks => self.blocks,
                    Budget::CodeBytes => self.code_bytes,
                    Budget::FrameBytes => self.frame_bytes,
                    Budget::Work => self.work,
                    Budget::Memory => self.memory,
                }
            }

            #[doc = concat!("Returns ", $of, " of one budget, to change it.")]
            pub const fn get_mut(&mut self, budget: Budget) -> &mut u64 {
                match budget {
                    Budget::Values => &mut self.values,
                    Budget::Blocks => &mut self.blocks,
                    Budget::CodeBytes => &mut self.code_bytes,
                    Budget::FrameBytes => &mut self.frame_bytes,
                    Budget::Work => &mut self.work,
                    Budget::Memory => &mut self.memory,
                }
            }
        }
    };
}

per_budget!(Limits, "the limit");
per_budget!(Usage, "the usage");

/// What [`Limits`] limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[non_exhaustive]
pub enum Budget {
    /// [`Limits::values`].
    Values,
    /// [`Limits::blocks`].
    Blocks,
    /// [`Limits::code_bytes`].
    CodeBytes,
    /// [`Limits::frame_bytes`].
    FrameBytes,
    /// [`Limits::work`].
    Work,
    /// [`Limits::memory`].
    Memory,
}

impl Budget {
    /// All budgets.
    pub const ALL: &'static [Budget] = &[
        Budget::Values,
        Budget::Blocks,
        Budget::CodeBytes,
        Budget::FrameBytes,
        Budget::Work,
        Budget::Memory,
    ];

    /// The name, as the command's `--budget` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Budget::Values => "values",
            Budget::Blocks => "blocks",
            Budget::CodeBytes => "code_bytes",
            Budget::FrameBytes => "frame_bytes",
            Budget::Work => "work",
            Budget::Memory => "memory",
        }
    }

    /// The budget of this name.
    pub fn named(name: &str) -> Option<Budget> {
        Budget::ALL.iter().copied().find(|budget| budget.name() == name)
    }
}

/// What is counted, in the plural.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Budget::Values => "values",
            Budget::Blocks => "blocks",
            Budget::CodeBytes => "bytes of code",
            Budget::FrameBytes => "bytes of frame",
            Budget::Work => "work units",
            Budget::Memory => "bytes of memory",
        })
    }
}

/// Cancels compilations from any thread. Clones cancel the same compilations.
///
/// A running compilation stops at its next check, a few thousand work units or one pass later.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that has not cancelled anything.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Cancels the compilations that check this token, and those that will, until [`CancelToken::reset`].
    pub fn cancel(&self) {
        // No data is passed with it.
        self.0.store(true, Relaxed);
    }

    /// Allows compilations again.
    pub fn reset(&self) {
        self.0.store(false, Relaxed);
    }

    /// True if compilations are cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Why a stage stopped before its end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// A [`CancelToken`] cancelled the compilation.
    Cancelled,
    /// The compilation needs more than a limit.
    Budget {
        /// What is limited.
        budget: Budget,
        /// The limit.
        limit: u64,
        /// What the compilation needs at least.
        needed: u64,
    },
}

error_type!(Stop {
    Stop::Cancelled => "the compilation was cancelled";
    Stop::Budget { budget, limit, needed } =>
        "the compilation needs at least {needed} {budget}; the limit is {limit}";
});

/// Parts of a compilation whose memory adds up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryOf {
    /// The procedure.
    Ir,
    /// The selected machine instructions.
    Machine,
    /// Live ranges and their uses.
    Allocation,
    /// The emitted bytes and their relocations.
    Code,
}

/// Work units between two checks of the token.
const CHECK_INTERVAL: u64 = 4096;

/// Counts what a compilation uses, and compares it with the limits.
#[derive(Clone, Debug)]
pub struct Gauge {
    limits: Limits,
    cancel: Option<CancelToken>,
    usage: Usage,
    /// Bytes of each part.
    memory: [u64; 4],
    /// Work at which the next check is due.
    next_check: u64,
}

impl Default for Gauge {
    fn default() -> Gauge {
        Gauge::new(Limits::NONE, None)
    }
}

impl Gauge {
    /// A gauge for a compilation that begins.
    pub fn new(limits: Limits, cancel: Option<CancelToken>) -> Gauge {
        // The first check is due at once: the compilation may have been cancelled before.
        Gauge { limits, cancel, usage: Usage::default(), memory: [0; 4], next_check: 0 }
    }

    /// The largest numbers so far.
    pub fn usage(&self) -> &Usage {
        &self.usage
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts work units.
    ///
    /// # Errors
    /// [`Stop`] if the limit is exceeded or the compilation cancelled. The latter is checked at intervals.
    #[inline]
    pub fn work(&mut self, units: u64) -> Result<(), Stop> {
        self.usage.work = self.usage.work.saturating_add(units);
        if self.usage.work < self.next_check { Ok(()) } else { self.check() }
    }

    /// Fails if the compilation is cancelled. Counts nothing, so it may be called at any place.
    ///
    /// # Errors
    /// [`Stop::Cancelled`].
    #[inline]
    pub fn poll(&self) -> Result<(), Stop> {
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            Err(Stop::Cancelled)
        } else {
            Ok(())
        }
    }

    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        self.poll()?;
        let (work, limit) = (self.usage.work, self.limits.work);
        if work > limit {
            return Err(Stop::Budget { budget: Budget::Work, limit, needed: work });
        }
        self.next_check = work.saturating_add(CHECK_INTERVAL).min(limit.saturating_add(1));
        Ok(())
    }

    /// Notes that something has this size now.
    ///
    /// # Errors
    /// [`Stop`] if the limit is exceeded.
    #[inline]
    pub fn size(&mut self, budget: Budget, size: u64) -> Result<(), Stop> {
        let used = self.usage.get_mut(budget);
        *used = size.max(*used);
        let limit = self.limits.get(budget);
        if size <= limit { Ok(()) } else { Err(Stop::Budget { budget, limit, needed: size }) }
    }

    /// Notes that a part takes this number of bytes now.
    ///
    /// # Errors
    /// [`Stop`] if all parts together exceed the limit.
    pub fn memory(&mut self, of: MemoryOf, bytes: u64) -> Result<(), Stop> {
        self.memory[of as usize] = bytes;
        self.size(Budget::Memory, self.memory.iter().fold(0, |sum: u64, part| sum.saturating_add(*part)))
    }
}

/// The bytes of these items.
pub(crate) fn bytes_of<T>(items: usize) -> u64 {
    (items as u64).saturating_mul(size_of::<T>() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_limited_exactly() {
        let mut limits = Limits::NONE;
        limits.work = 10_000;
        let mut gauge = Gauge::new(limits, None);
        assert_eq!((0..).find(|_| gauge.work(1).is_err()), Some(10_000));
        assert_eq!(gauge.usage().work, 10_001);
        let stop = Stop::Budget { budget: Budget::Work, limit: 10_000, needed: 10_002 };
        assert_eq!(gauge.work(1), Err(stop));
    }

    /// The limit is one of all parts together; a part that shrinks makes room.
    #[test]
    fn memory_is_the_sum_of_its_parts() {
        let mut limits = Limits::NONE;
        limits.memory = 100;
        let mut gauge = Gauge::new(limits, None);
        assert_eq!(gauge.memory(MemoryOf::Ir, 60), Ok(()));
        assert_eq!(gauge.memory(MemoryOf::Machine, 40), Ok(()));
        assert_eq!(gauge.memory(MemoryOf::Ir, 50), Ok(()));
        assert_eq!(gauge.memory(MemoryOf::Code, 10), Ok(()));
        assert_eq!(gauge.usage().memory, 100);
        let stop = Stop::Budget { budget: Budget::Memory, limit: 100, needed: 101 };
        assert_eq!(gauge.memory(MemoryOf::Allocation, 1), Err(stop));
    }

    #[test]
    fn a_token_stops_the_first_unit_and_later_ones() {
        let token = CancelToken::new();
        token.clone().cancel();
        assert_eq!(Gauge::new(Limits::NONE, Some(token.clone())).work(0), Err(Stop::Cancelled));
        token.reset();
        let mut gauge = Gauge::new(Limits::NONE, Some(token.clone()));
        assert_eq!((gauge.work(1), gauge.poll()), (Ok(()), Ok(())));
        token.cancel();
        assert_eq!(gauge.poll(), Err(Stop::Cancelled));
        let stopped = (0..).find(|_| gauge.work(1).is_err()).expect("it stops");
        assert!(stopped < CHECK_INTERVAL);
    }

    #[test]
    fn budgets_have_names() {
        for (i, budget) in Budget::ALL.iter().copied().enumerate() {
            assert_eq!(Budget::named(budget.name()), Some(budget));
            let mut limits = Limits::NONE;
            *limits.get_mut(budget) = i as u64;
            assert_eq!(limits.get(budget), i as u64);
            assert_eq!(Budget::ALL.iter().filter(|other| limits.get(**other) == u64::MAX).count(), 5);
        }
        assert_eq!(Budget::named("pages"), None);
        let mut limits = Limits::NONE;
        assert_eq!((limits.set("work=12"), limits.work), (Some(()), 12));
        for wrong in ["work", "pages=1", "work=-1", "work=", "=1"] {
            assert_eq!((limits.set(wrong), limits.work), (None, 12), "{wrong}");
        }
    }
}
