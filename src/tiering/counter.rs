//! Counters of executions.

use crate::base::Type;
use crate::ir::{BlockId, Cursor, Successor, ValueId};
use std::sync::atomic::{AtomicI32, Ordering::Relaxed};

/// The budget of a function: the executions that are left until it should get better code.
///
/// Interpreters call [`Counter::count`]. Compiled code decrements the word in memory ([`count_down`]), so the counter
/// must not move while such code exists. Updates are a load and a store, not one atomic operation: threads that count at
/// the same time may lose executions, which only delays the request.
#[derive(Debug)]
#[repr(transparent)]
pub struct Counter {
    left: AtomicI32,
}

impl Counter {
    /// A counter with this budget.
    pub const fn new(budget: i32) -> Counter {
        Counter { left: AtomicI32::new(budget) }
    }

    /// Counts executions with this weight: calls often weigh more than iterations. Returns true if the budget is used
    /// up. Until [`Counter::reset`], all further calls return true.
    pub fn count(&self, weight: i32) -> bool {
        let left = self.left.load(Relaxed).saturating_sub(weight);
        self.left.store(left, Relaxed);
        left <= 0
    }

    /// What is left of the budget. Zero and less: it is used up.
    pub fn left(&self) -> i32 {
        self.left.load(Relaxed)
    }

    /// Sets a new budget.
    pub fn reset(&self, budget: i32) {
        self.left.store(budget, Relaxed);
    }

    /// The address of the 32-bit word, as a constant for compiled code.
    pub fn address(&self) -> i64 {
        self.left.as_ptr().addr() as i64
    }
}

/// The two ways on after [`count_down`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountDown {
    /// Executed if the budget is used up: an empty block, to which the client appends a request and a jump to `next`.
    /// It is marked as rare.
    pub spent: BlockId,
    /// Executed otherwise: an empty block.
    pub next: BlockId,
}

/// Ends the cursor's block with code that subtracts `weight` from the counter at the address `counter` (`Int64`).
/// On x86-64 that is one subtraction in memory and a branch.
///
/// The word is not protected from overflow: after a budget is used up, `spent` sets a new one ([`Counter::reset`]), or
/// the function is replaced before 2^31 further executions.
///
/// ```
/// use barebones::prelude::*;
/// use barebones::tiering::{Counter, count_down};
///
/// static HOT: Counter = Counter::new(2);
///
/// extern "C" fn request() {
///     HOT.reset(1000); // and add a job to a queue
/// }
///
/// let mut compiler = Compiler::host()?;
/// let mut proc = Procedure::new(compiler.target());
/// let root = proc.add_block();
/// let mut b = proc.at(root);
/// let counter = b.const64(HOT.address());
/// let ways = count_down(&mut b, counter, 1);
/// let mut b = proc.at(ways.spent);
/// let callee = b.const64(request as *const () as i64);
/// b.ccall(Type::Void, callee, &[]);
/// b.jump(ways.next);
/// let mut b = proc.at(ways.next);
/// b.ret([]);
/// let code = compiler.compile(proc)?;
/// // SAFETY: the procedure has no arguments and no result; `request` exists, and the counter is a static.
/// let counted = unsafe { code.typed::<extern "C" fn()>()? };
/// counted.call();
/// assert_eq!(HOT.left(), 1);
/// counted.call();
/// assert_eq!(HOT.left(), 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_down(b: &mut Cursor<'_>, counter: ValueId, weight: i32) -> CountDown {
    let before = b.load(Type::Int32, counter, 0);
    let weight = b.const32(weight);
    let after = b.sub(before, weight);
    b.store(after, counter, 0);
    let zero = b.const32(0);
    let is_spent = b.less_equal(after, zero);
    let ways = CountDown { spent: b.proc.add_block(), next: b.proc.add_block() };
    b.branch(is_spent, Successor::rare(ways.spent), ways.next);
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_used_up_once_and_for_all() {
        let counter = Counter::new(10);
        assert!(!counter.count(9));
        assert_eq!(counter.left(), 1);
        assert!(counter.count(1));
        assert!(counter.count(i32::MAX) && counter.count(i32::MAX), "it stays used up at the least number");
        assert_eq!(counter.left(), i32::MIN);
        counter.reset(2);
        assert!(!counter.count(1));
        assert!(counter.count(1));
    }
}
