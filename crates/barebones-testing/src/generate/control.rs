//! Terminals and calls of random procedures.

use super::body::Body;
use super::branches::IN_BLOCKS;
use super::flow::Ending;
use super::memory::pick;
use super::recipe::{End, ProcedureRecipe, Step};
use crate::externs::{EXTERNS, ExternFunction, ExternKind, THROWN_WORD};
use barebones::base::{ConvId, Effects, SymbolId, Type, Variadic};
use barebones::ir::{BlockId, CallData, Callee, Module, Opcode, Procedure, Successor, ValueId};

/// True if the procedure has weights of edges and cold blocks, not frequencies.
pub(super) fn gives_weights(recipe: &ProcedureRecipe) -> bool {
    recipe.blocks.len() % 2 == 1
}

impl Body<'_> {
    /// Ends the block of the current node.
    pub(super) fn end(&mut self, at: usize) {
        let node = self.flow.nodes[at].clone();
        let end = self.recipe.blocks.get(node.recipe).map(|block| block.end).unwrap_or_default();
        if matches!(node.ending, Ending::Return | Ending::Jump | Ending::Branch | Ending::Switch) {
            self.small_loops(&end);
            self.counted_loop(&end);
            self.dispatched_loop(&end);
        }
        let block = self.block;
        let [a, b, c] = end.operands;
        let successors: Vec<Successor> = node
            .successors
            .iter()
            .map(|&(target, rare)| {
                let target = BlockId::new(target as u32);
                if rare { Successor::rare(target) } else { Successor::new(target) }
            })
            .collect();
        match node.ending {
            Ending::Return => {
                self.digest(end.detail as usize % 8);
                if self.tail_call(&end) {
                    return;
                }
                let types = self.proc.signature().results.clone();
                let words = [a, b, c];
                let values: Vec<ValueId> =
                    types.iter().enumerate().map(|(i, ty)| self.exact_operand(*ty, words[i % 3])).collect();
                self.proc.at(block).ret(values.iter().copied());
            }
            Ending::Jump => {
                self.proc.at(block).jump(successors[0]);
            }
            Ending::Branch => {
                let predicate = match self.counted(at, end.operands) {
                    Some(continues) => continues,
                    None if a % 8 == 3 => self.swap_predicate(end.operands, end.detail),
                    None => self.predicate(a, b, c),
                };
                if end.detail & IN_BLOCKS == 0 {
                    self.proc.at(block).branch(predicate, successors[0], successors[1]);
                } else {
                    self.merged_branch(predicate, &successors, end.operands, end.detail);
                }
            }
            Ending::Guard => {
                let never_true = self.never_true(a, b);
                self.proc.at(block).branch(never_true, successors[0], successors[1]);
            }
            Ending::Fuel => {
                let more = self.burn_fuel();
                self.proc.at(block).branch(more, successors[0], successors[1]);
            }
            Ending::Switch => self.switch(&successors, end.operands, end.detail),
            Ending::Patch => self.patchpoint_end(successors, &end),
            Ending::Throw => self.throwing_call(at, &successors, &end),
            Ending::Entries => {
                self.proc.entry_count = successors.len() as u32;
                self.proc.at(block).entry_switch(&successors);
            }
            // Oops is permitted only in a block that only trapping programs reach.
            Ending::Trap if end.detail & 4 != 0 && !node.has_steps && node.returned_from.is_none() => {
                self.proc.at(block).add_oops();
            }
            Ending::Trap => {
                self.proc.at(block).trap(super::trap_code(end.detail >> 3));
            }
        }
        if gives_weights(self.recipe) {
            self.hints(block, &end);
        }
    }

    /// Gives the successors of a block weights, mostly, and sometimes marks one as cold.
    fn hints(&mut self, block: BlockId, end: &End) {
        let Some(first) = self.proc.successors(block).first().copied() else { return };
        let count = self.proc.successors(block).len();
        let mut weights: Vec<u32> =
            (0..count).map(|n| u32::from(end.operands[n % 3] >> (n % 13)) % 100).collect();
        if weights.iter().all(|weight| *weight == 0) {
            weights[0] = u32::MAX;
        }
        if !end.detail.is_multiple_of(4) {
            self.proc.set_weights(block, &weights);
        }
        if end.operands[0] % 16 == 1 {
            self.proc.set_cold(first.block(), true);
        }
    }

    /// Ends the procedure with a tail call, if there is a suitable callee.
    fn tail_call(&mut self, end: &End) -> bool {
        let module = self.module;
        let conv = self.proc.convention();
        if end.detail & 0x300 == 0 || !self.proc.target().convention(conv).callee_pops {
            return false;
        }
        let results = &self.proc.signature().results;
        let fits = |other: &&Procedure| other.convention() == conv && other.signature().results == *results;
        let others: Vec<&Procedure> = self.callable(module).filter(fits).collect();
        let step = Step { operands: end.operands, detail: end.detail, ..Step::default() };
        let Some(&callee) = pick(&others, end.detail) else { return false };
        let mut arguments = vec![self.buffer];
        arguments.extend(self.arguments(&callee.signature().params[1..], &step));
        let symbol = self.proc.symbol(&callee.name);
        let callee = self.callee(symbol, &step);
        self.proc.at(self.block).tail_call(callee, &arguments, call_data(conv, Effects::for_call()));
        true
    }

    /// A callee by name, or by address.
    fn callee(&mut self, symbol: SymbolId, step: &Step) -> Callee {
        match step.detail & 0x8000 {
            0 => Callee::Symbol(symbol),
            _ => Callee::Address(self.proc.at(self.block).symbol_address(symbol)),
        }
    }

    /// A Switch with dense, spread, sparse or extreme cases, on a selector that often matches one of them. Or the
    /// equivalent comparisons.
    fn switch(&mut self, successors: &[Successor], [a, b, c]: [u16; 3], detail: u16) {
        let block = self.block;
        let ty = if b & 1 == 0 { Type::Int32 } else { Type::Int64 };
        let count = 1 + usize::from(c) % 15;
        let first = [0, -3, 1, 1 << 20, -(1 << 31), (1 << 31) - 12, 100, -100][(b >> 1) as usize % 8];
        let step = [1, 1, 1, 2, 3, 1000, 1 << 24, 7][(b >> 4) as usize % 8];
        let mut cases: Vec<i64> = Vec::new();
        for i in 0..count as i64 {
            let case = first + i * step;
            let case = if ty == Type::Int32 { i64::from(case as i32) } else { case };
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        if detail & 8 != 0 {
            cases.reverse();
        }
        if ty == Type::Int64 && detail & 16 != 0 {
            let extremes = [i64::MIN, i64::MAX, 1 << 32, -(1 << 33)];
            cases.extend(extremes.into_iter().filter(|extreme| !cases.contains(extreme)).collect::<Vec<_>>());
        }
        let mut selector = self.operand(ty, a);
        if detail & 0x60 != 0 {
            let constant = |this: &mut Self, value: i64| this.proc.at(block).constant(ty, value as u64);
            // From one before the first case to slightly past the last.
            let mask = constant(self, (count as i64 + 1).cast_unsigned().next_power_of_two() as i64 - 1);
            selector = self.proc.at(block).bit_and(selector, mask);
            if detail & 0x80 != 0 {
                let one = constant(self, 1);
                selector = self.proc.at(block).sub(selector, one);
            }
            let factor = constant(self, step);
            selector = self.proc.at(block).mul(selector, factor);
            let first = constant(self, first);
            selector = self.proc.at(block).add(selector, first);
        }
        let pairs: Vec<(i64, Successor)> =
            cases.iter().enumerate().map(|(i, case)| (*case, successors[i % successors.len()])).collect();
        let default = successors[successors.len() - 1];
        if detail & IN_BLOCKS == 0 {
            self.proc.at(block).switch(selector, &pairs, default);
        } else {
            self.comparisons(selector, &pairs, default, detail);
        }
    }

    /// Arguments of these types.
    fn arguments(&mut self, params: &[Type], step: &Step) -> Vec<ValueId> {
        let mut word = step.operands[0];
        params
            .iter()
            .enumerate()
            .map(|(i, ty)| {
                word = word.rotate_left(5).wrapping_add(step.operands[i % 3] ^ i as u16);
                self.exact_operand(*ty, word)
            })
            .collect()
    }

    /// Calls a function. The result becomes visible, unless the call ends the block.
    fn call(
        &mut self,
        symbol: SymbolId,
        ty: Type,
        arguments: &[ValueId],
        mut data: CallData,
        step: &Step,
    ) -> ValueId {
        let block = self.block;
        let callee = self.callee(symbol, step);
        data.callee = SymbolId::INVALID;
        if self.patchpoints && data.effects == Effects::for_call() && step.ty & 0x30 == 0x10 {
            data.state = self.call_state(step);
        }
        let id = self.proc.at(block).ccall_with(ty, callee, arguments, data);
        if !data.exceptional {
            self.push(id, true);
            if ty.is_tuple() && step.ty & 1 == 0 {
                self.push_elements(id);
            }
        }
        id
    }

    /// Procedures that may be called without an exceptional successor.
    fn callable<'m>(&self, module: &'m Module) -> impl Iterator<Item = &'m Procedure> + use<'m> {
        let allowed: Vec<bool> = self.throws.iter().map(|throws| !throws || !self.is_main).collect();
        module.procedures.iter().zip(allowed).filter(|(_, allowed)| *allowed).map(|(proc, _)| proc)
    }

    /// Ends the block with a call that may throw: of a throwing extern function, or of any procedure.
    fn throwing_call(&mut self, at: usize, successors: &[Successor], end: &End) {
        let module = self.module;
        let step = Step { operands: end.operands, detail: end.detail, ty: end.kind, ..Step::default() };
        let callee = if end.detail & 0x300 == 0 { None } else { pick(&module.procedures, end.detail) };
        self.calls[at] = match callee {
            Some(callee) => self.call_procedure(callee, &step, true),
            None => {
                let throwing: Vec<_> = EXTERNS.iter().filter(|f| f.kind == ExternKind::Throws).collect();
                let function = throwing[end.kind as usize % throwing.len()];
                let arguments = self.arguments(function.params, &step);
                let symbol = self.proc.symbol(function.name);
                let data = CallData { exceptional: true, ..call_data(ConvId::new(0), Effects::for_call()) };
                self.call(symbol, function.result, &arguments, data, &step)
            }
        };
        self.proc.set_successors(self.block, successors);
    }

    /// At the start of a handler: reads the caught exception.
    pub(super) fn read_thrown(&mut self) {
        for n in 0..2 {
            let index = self.proc.at(self.block).const64(n);
            let symbol = self.proc.symbol(THROWN_WORD);
            let data = call_data(ConvId::new(0), Effects::for_call());
            let word = self.proc.at(self.block).ccall_with(Type::Int64, symbol, &[index], data);
            self.push(word, true);
        }
    }

    /// Calls a procedure of the module.
    pub(super) fn call_step(&mut self, step: &Step) {
        let callable: Vec<&Procedure> = self.callable(self.module).collect();
        match pick(&callable, step.detail) {
            Some(callee) => _ = self.call_procedure(callee, step, false),
            None => self.call_extern_step(step),
        }
    }

    fn call_procedure(&mut self, callee: &Procedure, step: &Step, exceptional: bool) -> ValueId {
        let signature = callee.signature();
        let mut arguments = vec![self.buffer];
        arguments.extend(self.arguments(&signature.params[1..], step));
        let ty = match &signature.results[..] {
            [] => Type::Void,
            [one] => *one,
            many => self.proc.tuple_type(many),
        };
        let symbol = self.proc.symbol(&callee.name);
        let data = CallData { exceptional, ..call_data(callee.convention(), Effects::for_call()) };
        self.call(symbol, ty, &arguments, data, step)
    }

    /// Calls a function outside the module.
    pub(super) fn call_extern_step(&mut self, step: &Step) {
        if self.pins.only_shared {
            return;
        }
        let may_call = |function: &&ExternFunction| match function.kind {
            ExternKind::Plain => true,
            ExternKind::Throws => self.exceptions && !self.is_main,
            ExternKind::Thrown => false,
        };
        let functions: Vec<&ExternFunction> = EXTERNS.iter().filter(may_call).collect();
        let function = functions[step.detail as usize % functions.len()];
        let mut params = function.params;
        let mut arguments = Vec::new();
        if function.takes_buffer {
            arguments.push(self.buffer);
            params = &params[1..];
        }
        arguments.extend(self.arguments(params, step));
        let symbol = self.proc.symbol(function.name);
        let effects =
            if function.pure && step.detail & 0x4000 == 0 { Effects::NONE } else { Effects::for_call() };
        let mut data = call_data(ConvId::new(0), effects);
        data.variadic_start = self.variadic_start(arguments.len(), step);
        self.call(symbol, function.result, &arguments, data, step);
    }

    /// Sometimes declares arguments variadic from some index on, where the convention passes them in the same
    /// registers. A call by name must match the declared function, so all its arguments are fixed.
    fn variadic_start(&self, arguments: usize, step: &Step) -> Option<u32> {
        let convention = self.proc.target().convention(ConvId::new(0));
        let harmless = !matches!(convention.variadic, Variadic::Stack | Variadic::General);
        if !self.variadic || !harmless || step.operands[1] & 3 != 0 {
            return None;
        }
        let by_name = step.detail & 0x8000 == 0;
        let fixed = if by_name { arguments } else { step.operands[2] as usize % (arguments + 1) };
        Some(fixed as u32)
    }
}

/// True if an exception may propagate out of a procedure. Its callees are in the module already.
pub(super) fn may_throw(proc: &Procedure, module: &Module) -> bool {
    let throws = |name: &str| {
        let thrower =
            |function: &ExternFunction| function.name == name && function.kind == ExternKind::Throws;
        EXTERNS.iter().any(thrower) || module.procedure(name).is_some_and(|callee| may_throw(callee, module))
    };
    proc.value_ids().map(|id| (id, proc.value(id))).any(|(id, value)| {
        if !matches!(value.opcode(), Opcode::CCall | Opcode::TailCall) {
            return false;
        }
        let call = proc.calls()[value.call()];
        let callee = match call.callee.is_valid() {
            true => Some(call.callee),
            false => proc.children(id).first().map(|address| proc.value(*address).symbol()),
        };
        let name = callee.and_then(|symbol| proc.symbols().get(symbol)).map(|symbol| &symbol.name);
        !call.exceptional && name.is_some_and(|name| throws(name))
    })
}

pub(super) fn call_data(conv: ConvId, effects: Effects) -> CallData {
    CallData {
        conv,
        callee: SymbolId::INVALID,
        variadic_start: None,
        effects,
        exceptional: false,
        state: barebones::base::StateId::INVALID,
    }
}

/// True for opcodes that random steps do not use: they need generators, are checks, have steps of their own, or are used
/// by [`crate::gc`].
pub fn is_reserved(opcode: Opcode) -> bool {
    use Opcode::*;
    matches!(opcode, CheckAdd | CheckSub | CheckMul | Check | InvalidationPoint | EntrySwitch | Poll)
}
