//! Simplification of single instructions: folding of literals, conversions of values that have the type already, Phis with
//! one value, and branches on literals.

use super::{replace, type_of, types};
use crate::hir::{BlockId, Function, Inst, InstId, Literal, Opcode, Operand, Operator, Type, Value};
use std::collections::HashMap;

pub(super) fn run(function: &mut Function) {
    // Each round removes an instruction or a branch; more rounds than these find little.
    for _ in 0..4 {
        let mut replaced: HashMap<InstId, Value> = HashMap::new();
        for block in &function.blocks {
            for inst in &block.insts {
                if let Some(value) = simpler(function, *inst, function.inst(*inst)) {
                    replaced.insert(*inst, value);
                }
            }
        }
        for block in &mut function.blocks {
            block.insts.retain(|inst| !replaced.contains_key(inst));
        }
        replace(function, &replaced);
        let branches = fold_branches(function);
        if replaced.is_empty() && !branches {
            return;
        }
        super::dce::remove_unreachable(function);
    }
}

/// The value that an instruction always has.
fn simpler(function: &Function, id: InstId, inst: &Inst) -> Option<Value> {
    let value = |index: usize| match inst.operands.get(index) {
        Some(Operand::Value(value)) => Some(value),
        _ => None,
    };
    let keep = |ty: Type| value(0).filter(|value| type_of(function, value) == ty).cloned();
    match inst.opcode {
        Opcode::Phi => {
            let mut only = None;
            for operand in &inst.operands {
                match operand {
                    Operand::Value(Value::Inst(own)) if *own == id => {}
                    Operand::Value(value) if only.is_none_or(|only| is_same(only, value)) => {
                        only = Some(value)
                    }
                    Operand::Value(_) => return None,
                    _ => {}
                }
            }
            only.cloned()
        }
        Opcode::AsNumber | Opcode::AsNumeric => keep(Type::NUMBER),
        Opcode::AddEmptyString => keep(Type::STRING),
        Opcode::ThrowIfEmpty => value(0).filter(|value| types::is_never_empty(function, value)).cloned(),
        Opcode::UnaryOperator => fold_unary(inst.operator?, value(0)?.literal()?).map(Value::Literal),
        Opcode::BinaryOperator => {
            fold_binary(inst.operator?, value(0)?.literal()?, value(1)?.literal()?).map(Value::Literal)
        }
        _ => None,
    }
}

/// True if two values are the same in every use: zeros of both signs are equal, but not the same.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Literal(Literal::Number(a)), Value::Literal(Literal::Number(b))) => {
            a.to_bits() == b.to_bits()
        }
        _ => a == b,
    }
}

fn fold_unary(operator: Operator, literal: &Literal) -> Option<Literal> {
    Some(match (operator, literal) {
        (Operator::Minus, Literal::Number(number)) => Literal::Number(-number),
        (Operator::Plus, Literal::Number(number)) => Literal::Number(*number),
        (Operator::Increment, Literal::Number(number)) => Literal::Number(number + 1.0),
        (Operator::Decrement, Literal::Number(number)) => Literal::Number(number - 1.0),
        (Operator::Void, _) => Literal::Undefined,
        (Operator::Bang, literal) => Literal::Boolean(!truth(literal)?),
        _ => return None,
    })
}

fn fold_binary(operator: Operator, a: &Literal, b: &Literal) -> Option<Literal> {
    let (Literal::Number(a), Literal::Number(b)) = (a, b) else { return None };
    Some(match operator {
        Operator::Add => Literal::Number(a + b),
        Operator::Subtract => Literal::Number(a - b),
        Operator::Multiply => Literal::Number(a * b),
        Operator::Divide => Literal::Number(a / b),
        Operator::Less => Literal::Boolean(a < b),
        Operator::LessEqual => Literal::Boolean(a <= b),
        Operator::Greater => Literal::Boolean(a > b),
        Operator::GreaterEqual => Literal::Boolean(a >= b),
        Operator::Equal | Operator::StrictlyEqual => Literal::Boolean(a == b),
        Operator::NotEqual | Operator::StrictlyNotEqual => Literal::Boolean(a != b),
        _ => return None,
    })
}

fn truth(literal: &Literal) -> Option<bool> {
    match literal {
        Literal::Undefined | Literal::Null => Some(false),
        Literal::Boolean(value) => Some(*value),
        Literal::Number(number) => Some(*number != 0.0 && !number.is_nan()),
        Literal::String(units) => Some(!units.is_empty()),
        _ => None,
    }
}

/// Replaces branches on literals, and returns whether there was one.
fn fold_branches(function: &mut Function) -> bool {
    let mut changed = false;
    for index in 0..function.blocks.len() {
        let Some(last) = function.blocks[index].insts.last().copied() else { continue };
        let inst = function.inst(last);
        if inst.opcode != Opcode::CondBranch {
            continue;
        }
        let [Operand::Value(Value::Literal(literal)), Operand::Block(yes), Operand::Block(no)] =
            &*inst.operands
        else {
            continue;
        };
        let Some(truth) = truth(literal) else { continue };
        let (taken, left) = if truth { (*yes, *no) } else { (*no, *yes) };
        let inst = &mut function.insts[last.0 as usize];
        inst.opcode = Opcode::Branch;
        inst.operands = vec![taken.into()];
        if taken != left {
            forget(function, left, BlockId(index as u32));
        }
        changed = true;
    }
    changed
}

/// Removes the entries of a former predecessor from the Phis of a block.
pub(super) fn forget(function: &mut Function, block: BlockId, predecessor: BlockId) {
    for inst in function.blocks[block.0 as usize].insts.clone() {
        let inst = &mut function.insts[inst.0 as usize];
        if inst.opcode != Opcode::Phi {
            break;
        }
        let pairs = inst.operands.chunks(2).filter(|pair| pair.get(1) != Some(&Operand::Block(predecessor)));
        inst.operands = pairs.flatten().cloned().collect();
    }
}
