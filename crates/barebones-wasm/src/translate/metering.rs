//! Metering: fuel, and interruption by another thread. Without these options no code is emitted.
//!
//! Fuel is paid for a run of operators at once, before the first of them. Control enters a run only at its start, and
//! leaves it only at its end or by a trap or an exception. A run begins at a function entry, at a branch target or merge, and after a
//! branch that was not taken; only calls in a `try_table` end it. If less fuel is left than the run costs, the code traps and pays
//! nothing, so the counter never wraps. The cost is known only at the end of the run; until then it is a placeholder
//! constant.
//!
//! An interrupt sets a word in memory, which is read at function entries and in loop headers.

use super::{Function, heap};
use crate::error::user;
use crate::layout::{context, runtime};
use barebones::base::Type;
use barebones::ir::{BlockId, ValueId};
use wasmparser::Operator;

/// State of metering within a function.
#[derive(Default)]
pub(super) struct Metering {
    fuel: bool,
    interruption: bool,
    /// Address of the runtime data, if anything is metered.
    runtime: ValueId,
    /// Address of the interrupt word.
    flag: ValueId,
    /// The block of the current run.
    block: Option<BlockId>,
    /// Cost of the current run so far, and its placeholder constant.
    cost: u64,
    constant: Option<ValueId>,
}

/// Cost of an operator: 0 for those without code.
fn cost(operator: &Operator<'_>) -> u64 {
    match operator {
        Operator::Nop
        | Operator::Block { .. }
        | Operator::Loop { .. }
        | Operator::TryTable { .. }
        | Operator::Else
        | Operator::End => 0,
        _ => 1,
    }
}

impl Function<'_> {
    /// Emits loads of the metering data at the function entry.
    pub(super) fn begin_metering(&mut self, fuel: bool, interruption: bool) {
        self.metering = Metering { fuel, interruption, ..Metering::default() };
        if !fuel && !interruption {
            return;
        }
        // Loaded in every function; the load of the stack check may be removed.
        let context = self.context();
        self.metering.runtime = self.constant_load(Type::Int64, context, context::RUNTIME);
        if interruption {
            self.metering.flag = self.constant_load(Type::Int64, self.metering.runtime, runtime::INTERRUPT);
            self.check_interrupt();
        }
    }

    /// Meters a reachable operator, before its translation.
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

    /// Checks for interruption in a loop header, in each iteration.
    pub(super) fn meter_loop(&mut self) {
        if self.metering.interruption {
            self.check_interrupt();
        }
    }

    /// Ends a run: replaces its placeholder by the cost.
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
        // Not a shared constant, because it is replaced later.
        let constant = self.cursor().const64(0);
        let left = self.load(Type::Int64, self.metering.runtime, runtime::FUEL, heap::RUNTIME);
        let too_little = self.cursor().below(left, constant);
        self.trap_if(too_little, user::OUT_OF_FUEL);
        let after = self.cursor().sub(left, constant);
        self.store(after, self.metering.runtime, runtime::FUEL, heap::RUNTIME);
        self.metering.constant = Some(constant);
    }

    fn check_interrupt(&mut self) {
        // Another thread writes the word: opaque, so that no pass treats it as loop-invariant.
        let flag = self.metering.flag;
        let flag = self.cursor().opaque(flag);
        let interrupted = self.load(Type::Int32, flag, 0, heap::RUNTIME);
        self.trap_if(interrupted, user::INTERRUPTED);
    }
}
