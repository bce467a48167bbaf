//! Back-off: how long to wait before speculating again.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// When code with failing speculation is discarded, and when a function is compiled again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackOffPolicy {
    /// Exits of the first code of a function until it is discarded. Each further code may take twice as many.
    pub exits: u32,
    /// Budget of executions before the first compilation, for [`super::Counter`]. Doubled with each discarded code.
    pub budget: u32,
    /// Discarded codes after which the function gets code without speculation.
    pub attempts: u32,
}

impl Default for BackOffPolicy {
    /// 100 exits, 1,000 executions, 4 attempts.
    fn default() -> BackOffPolicy {
        BackOffPolicy { exits: 100, budget: 1_000, attempts: 4 }
    }
}

/// What to do after an exit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitVerdict {
    /// The code stays.
    Keep,
    /// Discard the code, continue in the lower tier, and compile again after this number of executions, with the
    /// profile gathered until then.
    Discard {
        /// The next budget for [`super::Counter`].
        budget: u32,
    },
    /// Discard the code, and compile without speculation.
    GiveUp,
}

/// Counts the exits of one function's code, on any thread.
///
/// Numbers double with each attempt, so the time lost in exits and compilations stays a bounded part of the time gained,
/// whatever the program does.
#[derive(Debug)]
pub struct BackOff {
    policy: BackOffPolicy,
    /// Exits that the current code may still take.
    left: AtomicU32,
    /// Discarded codes.
    discarded: AtomicU32,
}

impl BackOff {
    /// A function that has not been compiled.
    pub const fn new(policy: BackOffPolicy) -> BackOff {
        BackOff { policy, left: AtomicU32::new(policy.exits), discarded: AtomicU32::new(0) }
    }

    /// The budget of executions before the next compilation.
    pub fn budget(&self) -> u32 {
        doubled(self.policy.budget, self.discarded())
    }

    /// The number of codes that were discarded.
    pub fn discarded(&self) -> u32 {
        self.discarded.load(Relaxed)
    }

    /// True if the next code may speculate.
    pub fn may_speculate(&self) -> bool {
        self.discarded() < self.policy.attempts
    }

    /// Counts an exit. Of the threads that exit from one code, exactly one is told to discard it; the others, and
    /// threads that exit while it is discarded, are told to keep it.
    pub fn exited(&self) -> ExitVerdict {
        let spent = self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1));
        // The thread that takes the last one discards. At zero, the code is being discarded.
        if spent != Ok(1) {
            return ExitVerdict::Keep;
        }
        let discarded = self.discarded.fetch_add(1, Relaxed).saturating_add(1);
        if discarded >= self.policy.attempts {
            ExitVerdict::GiveUp
        } else {
            ExitVerdict::Discard { budget: doubled(self.policy.budget, discarded) }
        }
    }

    /// Notes that new code is published: its exits count from zero.
    pub fn published(&self) {
        self.left.store(doubled(self.policy.exits, self.discarded()).max(1), Relaxed);
    }
}

/// A number doubled several times.
fn doubled(number: u32, times: u32) -> u32 {
    let factor = 1u32.checked_shl(times).unwrap_or(u32::MAX);
    number.saturating_mul(factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_double_until_speculation_ends() {
        let back_off = BackOff::new(BackOffPolicy { exits: 2, budget: 10, attempts: 3 });
        let mut exits = Vec::new();
        let mut verdicts = Vec::new();
        while back_off.may_speculate() {
            let budget = back_off.budget();
            back_off.published();
            let mut count = 1;
            let verdict = loop {
                match back_off.exited() {
                    ExitVerdict::Keep => count += 1,
                    verdict => break verdict,
                }
            };
            exits.push((budget, count));
            verdicts.push(verdict);
        }
        assert_eq!(exits, [(10, 2), (20, 4), (40, 8)]);
        let discard = |budget| ExitVerdict::Discard { budget };
        assert_eq!(verdicts, [discard(20), discard(40), ExitVerdict::GiveUp]);
        assert_eq!(back_off.exited(), ExitVerdict::Keep, "the code without speculation is not counted");
    }

    #[test]
    fn one_thread_is_told_to_discard() {
        let back_off = BackOff::new(BackOffPolicy { exits: 1_000, ..BackOffPolicy::default() });
        back_off.published();
        let exit = || (0..1_000).filter(|_| back_off.exited() != ExitVerdict::Keep).count();
        let told: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(exit)).collect();
            threads.into_iter().map(|thread| thread.join().expect("it counts")).sum()
        });
        assert_eq!(told, 1);
    }

    #[test]
    fn numbers_saturate() {
        assert_eq!(doubled(3, 31), u32::MAX);
        assert_eq!(doubled(1, 31), 1 << 31);
        assert_eq!(doubled(1, 500), u32::MAX);
        let back_off = BackOff::new(BackOffPolicy { exits: 0, budget: 0, attempts: 0 });
        back_off.published();
        assert!(!back_off.may_speculate());
        assert_eq!(back_off.exited(), ExitVerdict::GiveUp);
    }
}
