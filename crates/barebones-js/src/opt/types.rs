//! Type inference: the types of results follow from those of operands, up to a fixpoint.
//!
//! Types start at the empty set and only grow, so Phis of loops get the least type.

use super::{instructions, type_of};
use crate::hir::{Function, Inst, InstId, Opcode, Operand, Operator, Type, Value};

pub(super) fn run(function: &mut Function) {
    let all: Vec<InstId> = instructions(function).collect();
    let none = Type::NONE;
    for inst in &all {
        function.insts[inst.0 as usize].ty = none;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for inst in &all {
            let data = function.inst(*inst);
            let ty = data.ty.union(result(function, data));
            changed |= ty != data.ty;
            function.insts[inst.0 as usize].ty = ty;
        }
    }
    // What is not computed has no value, and every type prints.
    for inst in &all {
        let ty = &mut function.insts[inst.0 as usize].ty;
        if *ty == none {
            *ty = Type::ANY;
        }
    }
}

/// Numbers, or integers of any size if the operands may be some.
fn numeric(operands: Type) -> Type {
    if operands == Type::NONE {
        return Type::NONE;
    }
    let never =
        Type::NUMBER.union(Type::STRING).union(Type::BOOLEAN).union(Type::NULL).union(Type::UNDEFINED);
    if operands.is_in(never) { Type::NUMBER } else { Type::NUMERIC }
}

fn result(function: &Function, inst: &Inst) -> Type {
    let operand = |index: usize| match inst.operands.get(index) {
        Some(Operand::Value(value)) => type_of(function, value),
        _ => Type::ANY,
    };
    let (a, b) = (operand(0), operand(1));
    match inst.opcode {
        Opcode::Phi => {
            let values = inst.operands.iter().filter_map(|operand| match operand {
                Operand::Value(value) => Some(type_of(function, value)),
                _ => None,
            });
            values.fold(Type::NONE, Type::union)
        }
        Opcode::HbcLoadConst | Opcode::Mov => a,
        Opcode::AsNumber | Opcode::AsInt32 => Type::NUMBER,
        Opcode::AsNumeric => numeric(a),
        Opcode::AddEmptyString => Type::STRING,
        Opcode::ThrowIfEmpty => a,
        Opcode::UnaryOperator => match inst.operator {
            Some(Operator::Void) => Type::UNDEFINED,
            Some(Operator::TypeOf) => Type::STRING,
            Some(Operator::Bang | Operator::Delete) => Type::BOOLEAN,
            Some(Operator::Plus) => Type::NUMBER,
            _ => numeric(a),
        },
        Opcode::BinaryOperator => match inst.operator {
            Some(Operator::Add) => sum(a, b),
            Some(
                Operator::Subtract
                | Operator::Multiply
                | Operator::Divide
                | Operator::Modulo
                | Operator::Exponent
                | Operator::And
                | Operator::Or
                | Operator::Xor
                | Operator::ShiftLeft
                | Operator::ShiftRight,
            ) => {
                // Both operands are integers of any size, or none is.
                if a == Type::NONE || b == Type::NONE {
                    Type::NONE
                } else if numeric(a) == Type::NUMBER || numeric(b) == Type::NUMBER {
                    Type::NUMBER
                } else {
                    Type::NUMERIC
                }
            }
            Some(Operator::UnsignedShiftRight) => Type::NUMBER,
            _ => Type::BOOLEAN,
        },
        other => other.row().result,
    }
}

/// Type of an addition.
fn sum(a: Type, b: Type) -> Type {
    if a == Type::NONE || b == Type::NONE {
        return Type::NONE;
    }
    let texts = Type::STRING;
    if a == texts || b == texts {
        return texts;
    }
    let never = Type::NUMBER.union(Type::BOOLEAN).union(Type::NULL).union(Type::UNDEFINED);
    if a.is_in(never) && b.is_in(never) {
        return Type::NUMBER;
    }
    Type::STRING.union(Type::NUMERIC)
}

/// True if no value of the type is the marker of a variable without a value.
pub(super) fn is_never_empty(function: &Function, value: &Value) -> bool {
    !Type::EMPTY.is_in(type_of(function, value))
}
