//! Widens 32-bit induction variables to 64 bits if the loop extends values computed from them.
//!
//! Turn this: `loop { p = Phi; a = ZExt32(p + k); n = p + c; Upsilon(n, ^p); Branch(n != e) }`
//! Into this: `loop { q = Phi; a = q + k; m = q + c; Upsilon(m, ^q); Branch(m != e) }`, all of it in 64 bits
//!
//! A 32-bit sum that may wrap needs an instruction, and perhaps its extension needs another; a 64-bit sum is part of
//! the address it is used for. The extended value may be a variable that is shifted as an address shifts its index,
//! with constants added. It may wrap if it wraps in all iterations or in none, which the interval of the variable
//! shows. Other users get the low half by a Trunc, which needs no instruction.
//!
//! - Requires: valid IR. Finds the loops and their induction variables.
//! - Ensures: valid IR with the same meaning.
//! - Keeps: ids of values and blocks, edges, frequencies.
//! - Cost: that of the induction variable analysis; if a variable is bounded, one visit of all values.
//! - Source: the widening of induction variables in LLVM's IndVarSimplify.

mod rewrite;

use super::induction::{Affine, Induction, Place};
use crate::base::Type;
use crate::ir::{InsertionSet, Opcode, Procedure, ValueId};
use crate::opt::context::{Context, KIND};
use crate::support::Entity;

/// The part of the rewriting that belongs to one variable.
#[derive(Clone, Copy, Default, Debug)]
struct Widening {
    phi_at: Place,
    next_at: Place,
    /// Number of Upsilons that write the Phi.
    writes: u32,
    /// The variable is widened.
    pays: bool,
    /// The 64-bit Phi and sum.
    wide: [ValueId; 2],
}

/// A user that can use the 64-bit variable: an extension, an equality with a constant, or a Branch.
#[derive(Clone, Copy, Debug)]
struct User {
    id: ValueId,
    place: Place,
    affine: Affine,
}

/// Reusable memory of the pass.
#[derive(Debug, Default)]
pub(in crate::opt) struct WidenWork {
    induction: Induction,
    /// By variable.
    widenings: Vec<Widening>,
    users: Vec<User>,
    /// New values, each to be inserted before the value at its place.
    created: Vec<(Place, ValueId)>,
    insertions: InsertionSet,
    kept: Vec<ValueId>,
}

/// Runs the pass.
pub(in crate::opt) fn widen_induction_variables(proc: &mut Procedure, cx: &mut Context) {
    cx.find_loops(proc);
    let mut work = cx.scratch.take::<WidenWork>();
    work.find_variables(proc, cx);
    let is_bounded = work.induction.variables.iter().any(|variable| variable.values.is_some());
    if is_bounded && work.visit_values(proc, cx) {
        work.rewrite(proc, cx);
    }
    cx.work += proc.block_count() as u64;
    cx.scratch.put(work);
}

impl WidenWork {
    /// Finds the 32-bit induction variables of all loops and their intervals, outer loops first.
    fn find_variables(&mut self, proc: &Procedure, cx: &mut Context) {
        self.induction.begin();
        for id in cx.flow.loops.ids().rev() {
            let of = self.induction.add_loop(proc, &cx.flow, &mut cx.work, id, Some(Type::Int32));
            self.induction.bound_loop(proc, &cx.flow, &mut cx.work, &of);
        }
        self.widenings.clear();
        self.widenings.resize(self.induction.variables.len(), Widening::default());
    }

    /// Finds the places of variables, and their users; false if a Phi has writes that the analysis did not see.
    fn visit_values(&mut self, proc: &Procedure, cx: &mut Context) -> bool {
        self.users.clear();
        for block in proc.block_ids() {
            let values = proc.block_values(block);
            cx.work += values.len() as u64;
            for (at, &id) in (0..).zip(values) {
                let value = proc.value(id);
                match value.opcode() {
                    Opcode::Phi | Opcode::Add | Opcode::Sub => {
                        if let Some((variable, is_next)) = self.induction.name(id) {
                            let widening = &mut self.widenings[variable as usize];
                            let place = if is_next { &mut widening.next_at } else { &mut widening.phi_at };
                            *place = Place { block, at };
                        }
                    }
                    Opcode::Upsilon => {
                        if let Some((variable, _)) = self.induction.name(value.phi()) {
                            self.widenings[variable as usize].writes += 1;
                        }
                    }
                    Opcode::ZExt32 | Opcode::SExt32 | Opcode::Equal | Opcode::NotEqual | Opcode::Branch => {
                        let tested = proc.children_of(value)[0];
                        let affine = if value.ty == Type::Int64 {
                            self.induction.affine(proc, tested)
                        } else {
                            self.induction.variable(proc, tested)
                        };
                        if let Some(affine) = affine
                            && !value.flags.intersects(KIND)
                            && cx.flow.dominators.is_reachable(block.index())
                        {
                            self.users.push(User { id, place: Place { block, at }, affine });
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut variables = self.induction.variables.iter().zip(&self.widenings);
        variables.all(|(variable, widening)| {
            !variable.has_all_starts || widening.writes == variable.entries_with_start + 1
        })
    }
}
