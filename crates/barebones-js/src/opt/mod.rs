//! Optimisations of Hermes IR, and its lowering to the target's instructions.

mod cse;
mod dce;
mod inline;
mod lower;
mod mem2reg;
mod simplify;
mod stack_promotion;
mod types;

use crate::hir::{
    BlockId, Function, FunctionId, Inst, InstId, Module, Opcode, Operand, Operator, Type, Value,
};
use std::collections::HashMap;

/// Optimises all functions; the result is high-level IR.
pub fn optimise(module: &mut Module) {
    inline::run(module);
    stack_promotion::run(module);
    for index in 0..module.functions.len() {
        let function = &mut module.functions[index];
        dce::remove_unreachable(function);
        mem2reg::run(function);
        types::run(function);
        simplify::run(function);
        types::run(function);
        cse::run(function);
        dce::run(function);
    }
}

/// Replaces high-level instructions by those of the target, and cleans up.
pub fn lower(module: &mut Module) {
    let scopes = lower::Scopes::new(module);
    for index in 0..module.functions.len() {
        lower::run(module, FunctionId(index as u32), &scopes);
        let function = &mut module.functions[index];
        types::run(function);
        cse::run(function);
        dce::run(function);
    }
}

/// True if an instruction is in a region, or begins one.
fn has_handlers(function: &Function) -> bool {
    instructions(function).any(|inst| function.inst(inst).opcode == Opcode::TryStart)
}

fn is_generator(function: &Function) -> bool {
    let first = function.blocks[0].insts.first();
    first.is_some_and(|inst| function.inst(*inst).opcode == Opcode::StartGenerator)
}

/// Instructions in layout order.
fn instructions(function: &Function) -> impl Iterator<Item = InstId> + '_ {
    function.blocks.iter().flat_map(|block| block.insts.iter().copied())
}

/// Adds an instruction to the arena.
fn append(function: &mut Function, opcode: Opcode, operands: Vec<Operand>, offset: u32) -> InstId {
    let ty = opcode.row().result;
    function.insts.push(Inst { opcode, operator: None, operands, ty, offset });
    InstId(function.insts.len() as u32 - 1)
}

/// Replaces uses of instructions by other values, also where those are replaced in turn.
fn replace(function: &mut Function, replaced: &HashMap<InstId, Value>) {
    if replaced.is_empty() {
        return;
    }
    let resolve = |value: &Value| {
        let mut value = value.clone();
        // A chain is no longer than the number of replacements.
        for _ in 0..=replaced.len() {
            match &value {
                Value::Inst(inst) if replaced.contains_key(inst) => value = replaced[inst].clone(),
                _ => break,
            }
        }
        value
    };
    for inst in &mut function.insts {
        for operand in &mut inst.operands {
            if let Operand::Value(value @ Value::Inst(_)) = operand {
                *value = resolve(value);
            }
        }
    }
}

fn predecessors(function: &Function) -> Vec<Vec<BlockId>> {
    let mut all = vec![Vec::new(); function.blocks.len()];
    for index in 0..function.blocks.len() {
        let block = BlockId(index as u32);
        for successor in function.terminator(block).into_iter().flat_map(|inst| inst.successors()) {
            let list: &mut Vec<BlockId> = &mut all[successor.0 as usize];
            if !list.contains(&block) {
                list.push(block);
            }
        }
    }
    all
}

/// Blocks that are reachable, in reverse postorder.
fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let successors = |block: BlockId| -> Vec<BlockId> {
        function.terminator(block).into_iter().flat_map(|inst| inst.successors()).collect()
    };
    let mut seen = vec![false; function.blocks.len()];
    seen[0] = true;
    let mut stack = vec![(BlockId(0), successors(BlockId(0)))];
    let mut order = Vec::new();
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) if std::mem::replace(&mut seen[next.0 as usize], true) => {}
            Some(next) => stack.push((next, successors(next))),
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// Immediate dominators of reachable blocks; the entry is its own.
fn dominators(function: &Function, order: &[BlockId], predecessors: &[Vec<BlockId>]) -> Vec<Option<BlockId>> {
    let mut rank = vec![usize::MAX; function.blocks.len()];
    for (index, block) in order.iter().enumerate() {
        rank[block.0 as usize] = index;
    }
    let mut all: Vec<Option<BlockId>> = vec![None; function.blocks.len()];
    all[0] = Some(BlockId(0));
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().skip(1) {
            let mut new: Option<BlockId> = None;
            for other in &predecessors[block.0 as usize] {
                if all[other.0 as usize].is_none() {
                    continue;
                }
                let (mut a, mut b) = (*other, new.unwrap_or(*other));
                while a != b {
                    let step = if rank[a.0 as usize] > rank[b.0 as usize] { &mut a } else { &mut b };
                    match all[step.0 as usize] {
                        Some(up) => *step = up,
                        None => break,
                    }
                }
                new = Some(a);
            }
            if new.is_some() && all[block.0 as usize] != new {
                all[block.0 as usize] = new;
                changed = true;
            }
        }
    }
    all
}

/// Type of a value.
fn type_of(function: &Function, value: &Value) -> Type {
    match value {
        Value::Inst(inst) => function.inst(*inst).ty,
        Value::Param(index) => function.params[*index as usize].ty,
        Value::This => Type::ANY,
        Value::GlobalObject => Type::OBJECT,
        Value::Literal(literal) => literal.ty(),
    }
}

/// True if an instruction can be removed when nothing uses its result, and computed again or once.
fn is_pure(function: &Function, inst: &Inst) -> bool {
    let number = |index: usize| match inst.operands.get(index) {
        Some(Operand::Value(value)) => type_of(function, value) == Type::NUMBER,
        _ => false,
    };
    match inst.opcode {
        Opcode::BinaryOperator => {
            let throws = matches!(inst.operator, Some(Operator::In | Operator::InstanceOf));
            number(0) && number(1) && !throws
        }
        Opcode::UnaryOperator | Opcode::AsNumber | Opcode::AsNumeric | Opcode::AsInt32 => number(0),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{lower, optimise};
    use crate::front::{Options, translate};
    use crate::hir::{Module, Opcode, validate};

    fn optimised(source: &str) -> Module {
        let mut module = translate(source, Options::default()).expect("JavaScript");
        optimise(&mut module);
        assert_eq!(validate(&module), [], "{}", module.to_dump());
        module
    }

    fn count(module: &Module, opcode: Opcode) -> usize {
        let functions = module.functions.iter();
        functions
            .flat_map(|f| super::instructions(f).map(|inst| f.inst(inst).opcode))
            .filter(|o| *o == opcode)
            .count()
    }

    #[test]
    fn variables_that_nothing_captures_become_values() {
        let loops = "function f(n) { var s = 0; for (var i = 0; i < n; i++) s += i; return s }";
        let module = optimised(loops);
        assert_eq!(count(&module, Opcode::LoadFrame) + count(&module, Opcode::StoreFrame), 0);
        assert_eq!(
            count(&module, Opcode::LoadStack) + count(&module, Opcode::AllocStack),
            0,
            "{}",
            module.to_dump()
        );
        let captured = optimised("function f(n) { return function () { return n } }");
        assert_eq!(count(&captured, Opcode::LoadFrame), 1);
    }

    #[test]
    fn lowering_leaves_no_high_level_instruction() {
        let mut module =
            optimised("function f(a) { return () => new a(this, 1, ...a) } print(f(2) < 3 ? {} : [1])");
        lower(&mut module);
        assert_eq!(validate(&module), [], "{}", module.to_dump());
        for opcode in [Opcode::CreateFunction, Opcode::LoadFrame, Opcode::StoreFrame, Opcode::CondBranch] {
            assert_eq!(count(&module, opcode), 0, "{}", module.to_dump());
        }
        assert!(count(&module, Opcode::HbcCreateFunction) > 0 && count(&module, Opcode::CompareBranch) > 0);
    }

    #[test]
    fn literals_and_numbers_are_folded() {
        let module = optimised("function f() { var a = 2, b = 3; return a * b + 1 }");
        assert_eq!(count(&module, Opcode::BinaryOperator), 0, "{}", module.to_dump());
        let module = optimised("function f(a) { return a ? 0 : -0 }");
        assert_eq!(count(&module, Opcode::Phi), 1, "zeros of both signs: {}", module.to_dump());
        let module = optimised("function f(o) { return (o.x - 0) + 1 }");
        assert_eq!(count(&module, Opcode::BinaryOperator), 2, "the subtraction may run `valueOf`");
    }

    /// Calls that are left in the functions of a program, but for its own code.
    fn calls(source: &str) -> usize {
        let mut module = optimised(source);
        let inner = module.functions[1..]
            .iter()
            .flat_map(|function| super::instructions(function).map(|i| function.inst(i)));
        let count = inner.filter(|inst| inst.opcode == Opcode::Call).count();
        lower(&mut module);
        assert_eq!(validate(&module), [], "{}", module.to_dump());
        count
    }

    #[test]
    fn small_functions_take_the_place_of_their_calls() {
        let module = optimised("function f() { function add(a, b) { return a + b } return add(2, 3) }");
        assert_eq!(
            count(&module, Opcode::Call) + count(&module, Opcode::BinaryOperator),
            0,
            "{}",
            module.to_dump()
        );
        // The closure and its variables are gone, too.
        assert_eq!(count(&module, Opcode::CreateFunction), 1, "{}", module.to_dump());
        let sign = "const sign = x => { if (x < 0) return -1; return x > 0 ? 1 : 0 };";
        assert_eq!(calls(&format!("function f(x) {{ {sign} return sign(x) + sign(-x) }}")), 0);
        assert_eq!(calls("function f(x) { return (function (a) { var b = a; b++; return b })(x) }"), 0);
        assert_eq!(calls("function f(o) { function g(x) { return o.p + x } return () => g(1) }"), 0);
        assert_eq!(
            calls(
                "function f(x) { function g(y) { return y * 2 } for (;;) try { x = g(x) } catch (e) { return g(e) } }"
            ),
            0
        );
        assert_eq!(
            calls("function* f(x) { function g(y) { return y * 2 } for (;;) x = yield g(x) }"),
            1,
            "its variables are written after the start"
        );
    }

    #[test]
    fn calls_of_what_may_be_another_function_stay() {
        assert_eq!(calls("function f() { function g() { return 1 } h = () => { g = 2 }; return g() }"), 1);
        assert_eq!(calls("function f() { let g; f.h = () => g(); g = () => 1 }"), 1);
        assert_eq!(calls("function f() { var r = g(); var g = () => 1; return r }"), 1);
        assert_eq!(calls("function f(g) { return g() }"), 1);
        // Beside the call of what `eval` may be instead.
        assert_eq!(calls("function f() { function g() { return 1 } eval('g = 2'); return g() }"), 2);
        assert_eq!(calls("function f() { function g() { return arguments.length } return g(1) }"), 1);
        assert_eq!(calls("function f() { 'use strict'; function g() { return 1 } return g() }"), 0);
        assert_eq!(calls("function f() { function g() { 'use strict'; return 1 } return g() }"), 1);
        assert_eq!(
            calls("function f(n) { function g(n) { return n ? g(n - 1) : 0 } return g(n) }"),
            2,
            "two levels"
        );
    }

    #[test]
    fn variables_that_no_handler_reads_become_values() {
        let stacks = |source: &str| count(&optimised(source), Opcode::AllocStack);
        let of_program = stacks("var f");
        let function = |source: &str| stacks(source) - of_program;
        // What remains are the two variables of the iterator.
        assert_eq!(function("function f(a) { var s = 0; for (var x of a) s += x; return s }"), 2);
        assert_eq!(function("function f(g) { var s = 1; try { g() } catch (e) { return s + e } }"), 0);
        assert_eq!(function("function f(g) { var s = 1; try { s = g(); g() } catch (e) { return s } }"), 1);
        assert_eq!(function("function f(g) { var s; try { s = g() } finally { s = 2 } return s }"), 0);
        assert_eq!(
            function(
                "function f(g) { var s = 0; try { try { s = 1; g() } finally { g() } } catch (e) { return s } }"
            ),
            1
        );
        // The variables of a generator that remain say whether it shall return.
        assert_eq!(function("function* f(n) { for (var i = 0; i < n; i++) yield i }"), 2);
        assert_eq!(function("function* f(n) { var i = 0; try { i = 1; yield n } catch (e) { yield i } }"), 4);
    }
}
