//! Tiering: when a function gets better code, and threads that compile it.
//!
//! A runtime with several tiers counts executions ([`Counter`]), requests code from threads in the background
//! ([`CompileQueue`]), publishes it ([`crate::Compiler::define`] redirects all callers), and stops speculating where
//! speculation fails ([`BackOff`]). The parts are independent of each other and of what the tiers are.

mod back_off;
mod counter;
mod queue;

pub use back_off::{BackOff, BackOffPolicy, ExitVerdict};
pub use counter::{CountDown, Counter, count_down};
pub use queue::{CancelledJob, CompileQueue, QueueStats, Requested, Worker};

#[cfg(test)]
mod tests;
