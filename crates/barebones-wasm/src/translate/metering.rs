//! What makes code stop that runs for too long: fuel, and interruption by another thread. Code that asks for
//! neither has nothing of it.
//!
//! Fuel is paid for a run of operators at once, before the first of them: one that control enters only there, and
//! leaves only at its end or by a trap. A run begins at the beginning of a function, where branches meet or go to,
//! and behind a branch that was not taken; a call does not end it. If less is left than it costs, the code traps and
//! nothing is paid, so what is left never wraps. What a run costs is known at its end only: until then it is a
//! constant to be filled in.
//!
//! Whoever interrupts sets a word in memory, which is read at the beginning of functions and loops.

use super::{Function, heap};
use crate::error::user;
use crate::layout::{context, runtime};
use barebones::base::Type;
use barebones::ir::{BlockId, ValueId};
use wasmparser::Operator;

/// What is metered, and how far that is.
#[derive(Default)]
pub(super) struct Metering {
    fuel: bool,
    interruption: bool,
    /// The address of the runtime, if something is metered.
    runtime: ValueId,
    /// The address of the word that interrupts.
    flag: ValueId,
    /// The block in which the operators are that are counted, if one has begun.
    block: Option<BlockId>,
    /// What they cost, and the constant that is to become that.
    cost: u64,
    constant: Option<ValueId>,
}

/// What an operator costs: nothing if there is nothing to do for it.
fn cost(operator: &Operator<'_>) -> u64 {
    match operator {
        Operator::Nop | Operator::Block { .. } | Operator::Loop { .. } | Operator::Else | Operator::End => 0,
        _ => 1,
    }
}

impl Function<'_> {
    /// Loads what is needed, at the beginning of the function.
    pub(super) fn begin_metering(&mut self, fuel: bool, interruption: bool) {
        self.metering = Metering { fuel, interruption, ..Metering::default() };
        if !fuel && !interruption {
            return;
        }
        // It is used in every function, also in those that need no check of the stack.
        let context = self.context();
        self.metering.runtime = self.constant_load(Type::Int64, context, context::RUNTIME);
        if interruption {
            self.metering.flag = self.constant_load(Type::Int64, self.metering.runtime, runtime::INTERRUPT);
            self.check_interrupt();
        }
    }

    /// Before an operator that can be reached.
    #[inline(always)]
    pub(super) fn meter(&mut self, operator: &Operator<'_>) {
        if !self.metering.fuel {
            return;
        }
        if self.metering.block != Some(self.at) {
            self.end_metering();
            self.metering.block = Some(self.at);
        }
        self.pay(cost(operator));
    }

    /// In the header of a loop, before anything else of it: every iteration comes here.
    pub(super) fn meter_loop(&mut self) {
        if self.metering.interruption {
            self.check_interrupt();
        }
    }

    /// Fills in what the operators cost that were counted last.
    pub(super) fn end_metering(&mut self) {
        if let Some(constant) = self.metering.constant.take() {
            self.proc.replace_with_constant(constant, self.metering.cost);
        }
        self.metering.cost = 0;
    }

    fn pay(&mut self, cost: u64) {
        self.metering.cost += cost;
        if cost == 0 || self.metering.constant.is_some() {
            return;
        }
        // Not one of those that are shared: its value changes.
        let constant = self.proc.add_const64(self.at, 0);
        let left = self.load(Type::Int64, self.metering.runtime, runtime::FUEL, heap::RUNTIME);
        let too_little = self.proc.below(self.at, left, constant);
        self.trap_if(too_little, user::OUT_OF_FUEL);
        let after = self.proc.sub(self.at, left, constant);
        self.store(after, self.metering.runtime, runtime::FUEL, heap::RUNTIME);
        self.metering.constant = Some(constant);
    }

    fn check_interrupt(&mut self) {
        // Another thread writes the word: no pass may believe that it is the same in all turns of a loop.
        let flag = self.proc.opaque(self.at, self.metering.flag);
        let interrupted = self.load(Type::Int32, flag, 0, heap::RUNTIME);
        self.trap_if(interrupted, user::INTERRUPTED);
    }
}
