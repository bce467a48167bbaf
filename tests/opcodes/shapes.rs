//! One procedure per opcode, types and operand shape, which processes a table of operands in memory.
//!
//! `main(records, count)`: each record has three words of operands, then two words per result.

use crate::records::over_records;
use barebones::base::{ConvId, Effects, Signature, SymbolId, Target, Type};
use barebones::ir::opcode::{Class, Payload, Properties, ROWS, ResultRule, Rule};
use barebones::ir::{BlockId, CallData, Extern, Module, Opcode, Procedure, ValueId};

/// An opcode with the types of its operands and its result.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) opcode: Opcode,
    pub(crate) operands: Vec<Type>,
    /// For AddCarry and SubBorrow the type of the first element.
    pub(crate) result: Type,
    /// True if the result is a tuple of that and an Int32.
    pub(crate) pair: bool,
}

/// The sources of an operation's operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// All in registers.
    Registers,
    /// This operand is a load with a single use.
    Loaded(usize),
    /// This operand is a constant, a different one for each result.
    Constant(usize),
    /// All are live across a call that clobbers registers.
    AcrossCall,
    /// The first two are the same value.
    Same,
    /// All in registers, with a use after the operation: stored as a second result.
    Survive,
    /// The result, a condition, is the predicate of a Select.
    Selected,
    /// The result is inverted, and the predicate of a Branch.
    Branched,
}

/// All operations on scalars whose only effect may be a trap.
pub(crate) fn operations() -> Vec<Operation> {
    let mut all = Vec::new();
    for row in ROWS {
        let converts = matches!(row.opcode, Opcode::FToITrap | Opcode::FToUTrap);
        let pure = row.properties.contains(Properties::PURE) || converts || row.opcode == Opcode::Opaque;
        let own = row.result == ResultRule::Own;
        let takes = !row.operands.is_empty() && !row.operands.contains(&Rule::AnyTuple);
        if !pure || !takes || row.payload != Payload::None || row.opcode.is_vector() {
            continue;
        }
        let ts: Vec<Type> = match row.class {
            Class::Any if !row.operands.contains(&Rule::T) => vec![Type::Int32],
            Class::Any => Type::SCALARS.to_vec(),
            class => Type::SCALARS.into_iter().filter(|ty| class.contains(*ty)).collect(),
        };
        let free: &[Type] = if row.operands.contains(&Rule::AnyInt) {
            &[Type::Int32, Type::Int64]
        } else if row.operands.contains(&Rule::AnyFloat) {
            &[Type::Float, Type::Double]
        } else {
            &[Type::Int32]
        };
        for t in ts {
            for &free in free {
                let operands: Vec<Type> = row
                    .operands
                    .iter()
                    .map(|rule| match rule {
                        Rule::T | Rule::AnyTuple => t,
                        Rule::AnyInt | Rule::AnyFloat => free,
                        Rule::Int32 => Type::Int32,
                        Rule::Int64 => Type::Int64,
                        Rule::Float => Type::Float,
                        Rule::Double => Type::Double,
                        Rule::V128 => Type::V128,
                    })
                    .collect();
                let result = match row.result {
                    ResultRule::Int32 => Type::Int32,
                    ResultRule::Int64 => Type::Int64,
                    ResultRule::Float => Type::Float,
                    ResultRule::Double => Type::Double,
                    ResultRule::Half if t == Type::Int64 => Type::Int32,
                    ResultRule::Half => Type::Float,
                    ResultRule::Opposite => match t {
                        Type::Int32 => Type::Float,
                        Type::Int64 => Type::Double,
                        Type::Float => Type::Int32,
                        _ => Type::Int64,
                    },
                    _ => t,
                };
                let pair = row.result == ResultRule::WithCarry;
                debug_assert!(!own || result.is_int());
                all.push(Operation { opcode: row.opcode, operands, result, pair });
            }
        }
    }
    all
}

impl Operation {
    pub(crate) fn is_comparison(&self) -> bool {
        self.operands.len() == 2 && self.opcode.row().result == ResultRule::Int32 && !self.pair
    }

    /// The shapes that apply to the operation.
    pub(crate) fn shapes(&self) -> Vec<Shape> {
        let arity = self.operands.len();
        let mut shapes = vec![Shape::Registers, Shape::AcrossCall];
        if !self.pair {
            shapes.push(Shape::Survive);
        }
        shapes.extend((0..arity).map(Shape::Loaded));
        shapes.extend((0..arity).map(Shape::Constant));
        if arity >= 2 && self.operands[0] == self.operands[1] {
            shapes.push(Shape::Same);
        }
        if self.is_comparison() {
            shapes.extend([Shape::Selected, Shape::Branched]);
        }
        shapes
    }
}

/// Number of results of a shape with this many constants.
pub(crate) fn results(shape: Shape, constants: usize) -> usize {
    match shape {
        Shape::Survive => 2,
        _ => constants.max(1),
    }
}

/// Words of a record with this many results.
pub(crate) fn stride(results: usize) -> usize {
    3 + 2 * results
}

/// The module of an operation and shape; `constants` are for [`Shape::Constant`], otherwise empty.
pub(crate) fn module(operation: &Operation, shape: Shape, constants: &[u64], target: &Target) -> Module {
    let mut module = Module::default();
    module.externs.push(Extern {
        name: String::from("zero"),
        signature: Signature { params: Vec::new(), results: vec![Type::Int64] },
    });
    let results = results(shape, constants.len());
    let proc = over_records(target, stride(results), |proc, block, record| {
        let mut maker = Maker { proc, block, record, operation, shape };
        for n in 0..constants.len().max(1) {
            maker.result(n, constants.get(n).copied());
        }
        (maker.proc, maker.block)
    });
    module.procedures.push(proc);
    module
}

struct Maker<'a> {
    proc: Procedure,
    block: BlockId,
    record: ValueId,
    operation: &'a Operation,
    shape: Shape,
}

impl Maker<'_> {
    fn result(&mut self, n: usize, constant: Option<u64>) {
        let types = &self.operation.operands;
        let mut operands = Vec::new();
        for (i, &ty) in types.iter().enumerate() {
            let operand = match (self.shape, constant) {
                (Shape::Constant(place), Some(bits)) if place == i => {
                    self.proc.at(self.block).constant(ty, bits)
                }
                (Shape::Same, _) if i == 1 => operands[0],
                _ => {
                    let load = self.proc.at(self.block).load(ty, self.record, 8 * i as i32);
                    let folds = self.shape == Shape::Loaded(i);
                    if folds { load } else { self.proc.at(self.block).opaque(load) }
                }
            };
            operands.push(operand);
        }
        if self.shape == Shape::AcrossCall {
            let zero = self.proc.symbol("zero");
            let data = CallData {
                conv: ConvId::new(0),
                callee: SymbolId::INVALID,
                variadic_start: None,
                effects: Effects::for_call(),
                exceptional: false,
                state: barebones::base::StateId::INVALID,
            };
            self.proc.at(self.block).ccall_with(Type::Int64, zero, &operands[..0], data);
        }
        let place = 8 * (3 + 2 * n as i32);
        let block = self.block;
        let Operation { opcode, result, pair, .. } = *self.operation;
        if pair {
            let ty = self.proc.tuple_type(&[result, Type::Int32]);
            let mut b = self.proc.at(block);
            let tuple = b.apply_typed(opcode, ty, &operands);
            let (first, second) = (b.extract(tuple, 0), b.extract(tuple, 1));
            self.proc.at(block).store(first, self.record, place);
            self.proc.at(block).store(second, self.record, place + 8);
            return;
        }
        let mut value = self.proc.at(block).apply_typed(opcode, result, &operands);
        match self.shape {
            Shape::Selected => {
                let mut b = self.proc.at(block);
                let (one, zero) = (b.const32(1), b.const32(0));
                value = b.select(value, one, zero);
            }
            Shape::Branched => {
                let mut b = self.proc.at(block);
                let (zero, one) = (b.const32(0), b.const32(1));
                let inverted = b.equal(value, zero);
                let [taken, not_taken, merge] =
                    [self.proc.add_block(), self.proc.add_block(), self.proc.add_block()];
                value = self.proc.at(merge).phi(Type::Int32);
                self.proc.at(block).branch(inverted, taken, not_taken);
                for (block, number) in [(taken, zero), (not_taken, one)] {
                    self.proc.at(block).upsilon(number, value);
                    self.proc.at(block).jump(merge);
                }
                self.block = merge;
            }
            _ => {}
        }
        self.proc.at(self.block).store(value, self.record, place);
        if self.shape == Shape::Survive {
            // The first operand is stored last: among the operands for which registers are chosen, it is nearest to the
            // operation.
            for (i, operand) in operands.into_iter().take(2).enumerate().rev() {
                self.proc.at(self.block).store(operand, self.record, place + 16 + 8 * i as i32);
            }
        }
    }
}
