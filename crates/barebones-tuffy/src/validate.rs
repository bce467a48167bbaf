//! The numbered rules of the IR.

mod flow;

pub(crate) use flow::reverse_postorder;

use crate::annotation::Annotation;
use crate::ir::{
    BlockId, Data, Function, Inst, Module, Operand, Payload, Position, RegionKind, Type, ValueId,
};
use crate::table::{Op, Ordering, RmwOp, Syntax};
use crate::types::{element, result_type};
use std::collections::HashSet;
use std::fmt;

/// The rules, by number; the first is T1.
pub const RULES: [&str; 20] = [
    "a block ends with a terminator, which is its only one",
    "a definition dominates its uses",
    "operands have the number and the types that the instruction takes",
    "results have the number and the types that the instruction gives",
    "a branch passes what its target takes",
    "`continue` is in a loop, `region_yield` in a region that a block follows",
    "a branch into a region goes to its first block",
    "a function has a block, and its first block takes at most the memory token",
    "a parameter's index is below the number of parameters",
    "ranges and known bits are on integers, `nofpclass` on floats",
    "a memory token is used where it is the current state of memory, except by `ret`",
    "a return gives what the signature has",
    "an ordering is one that the instruction may have",
    "`call_ret2` names the token of a call",
    "an integer in memory has a width from 1 to 4096",
    "an index path is inside the aggregate",
    "`landing_pad` is the first instruction of a block that a call names as its cleanup",
    "a block takes no aggregate of no scalars, and a region is not empty",
    "a relocation is inside the data, and relocations do not overlap",
    "a cleanup block takes at most the memory token",
];

/// A violated rule.
#[derive(Clone, PartialEq, Eq)]
pub struct Violation {
    /// The rule's number, from 1.
    pub rule: usize,
    /// The function, or the data.
    pub function: String,
    /// Where.
    pub position: Position,
    /// What violates it.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: @{}: {} (T{})", self.position, self.function, self.message, self.rule)
    }
}

impl fmt::Debug for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl std::error::Error for Violation {}

/// Checks all rules; the list of violations is empty for a valid module.
pub fn validate(module: &Module) -> Vec<Violation> {
    let mut violations = Vec::new();
    module.data.iter().for_each(|data| check_data(data, &mut violations));
    for function in &module.functions {
        let mut checker = Checker::new(function);
        checker.check();
        violations.extend(checker.violations);
    }
    violations
}

fn check_data(data: &Data, violations: &mut Vec<Violation>) {
    let mut offsets: Vec<u32> = data.relocations.iter().map(|(offset, _)| *offset).collect();
    offsets.sort_unstable();
    let outside = offsets.iter().any(|offset| *offset as usize + 8 > data.bytes.len());
    if outside || offsets.windows(2).any(|pair| pair[1] - pair[0] < 8) {
        violations.push(Violation {
            rule: 19,
            function: data.name.clone(),
            position: data.position,
            message: String::from("a relocation is outside the data, or overlaps another one"),
        });
    }
}

struct Checker<'a> {
    function: &'a Function,
    /// The blocks that calls name as their cleanup.
    cleanups: HashSet<BlockId>,
    /// The tokens of calls.
    call_tokens: HashSet<ValueId>,
    violations: Vec<Violation>,
}

impl<'a> Checker<'a> {
    fn new(function: &'a Function) -> Checker<'a> {
        let (mut cleanups, mut call_tokens) = (HashSet::new(), HashSet::new());
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            if let Payload::Call(_, cleanup) = inst.payload {
                cleanups.extend(cleanup);
                call_tokens.extend(inst.results.first());
            }
        }
        Checker { function, cleanups, call_tokens, violations: Vec::new() }
    }
}

impl Checker<'_> {
    fn report(&mut self, rule: usize, position: Position, message: impl Into<String>) {
        let function = self.function.name.clone();
        self.violations.push(Violation { rule, function, position, message: message.into() });
    }

    fn check(&mut self) {
        let function = self.function;
        let Some(entry) = function.blocks.first() else {
            return self.report(8, function.position, "the function has no block");
        };
        let params = entry.params.iter().filter(|param| *function.type_of(**param) != Type::Mem).count();
        if params > 0 || entry.params.len() > 1 {
            self.report(8, entry.position, "the first block takes more than the memory token");
        }
        for region in function.regions.iter().skip(1).filter(|region| region.nodes.is_empty()) {
            self.report(18, region.position, "the region has no block");
        }
        for param in &function.params {
            self.annotation(&param.annotation, &param.ty, function.position);
        }
        if let Some((ty, annotation)) = &function.result {
            self.annotation(annotation, ty, function.position);
        }
        for value in &function.values {
            self.annotation(&value.annotation, &value.ty, value.position);
        }
        for (index, block) in function.blocks.iter().enumerate() {
            let id = BlockId(u32::try_from(index).unwrap_or(u32::MAX));
            for param in &block.params {
                if function.type_of(*param).is_aggregate() && function.type_of(*param).leaf_count() == 0 {
                    self.report(18, block.position, format!("{param} has no scalars"));
                }
            }
            let terminators = block.insts.iter().filter(|inst| inst.op.is_terminator()).count();
            if terminators != 1 || !block.insts.last().is_some_and(|inst| inst.op.is_terminator()) {
                self.report(1, block.position, format!("{id} does not end with its only terminator"));
            }
            for (at, inst) in block.insts.iter().enumerate() {
                self.instruction(id, at, inst);
            }
        }
        if self.violations.is_empty() {
            self.check_flow();
        }
    }

    fn annotation(&mut self, annotation: &Annotation, ty: &Type, position: Position) {
        let numeric = !annotation.ranges.is_empty() || !annotation.known.is_empty();
        if numeric && *ty != Type::Int || annotation.excluded.0 != 0 && !matches!(ty, Type::Float(_)) {
            self.report(10, position, format!("`{annotation}` is not an annotation of {ty}"));
        }
        // The widths of integer fields, which only memory needs, are checked there.
        if let Type::Struct(fields) = ty {
            fields.iter().for_each(|(ty, annotation)| self.annotation(annotation, ty, position));
        }
        if let Type::Array(element, _) = ty {
            self.annotation(&element.1, &element.0, position);
        }
    }

    fn instruction(&mut self, block: BlockId, at: usize, inst: &Inst) {
        let function = self.function;
        for operand in inst.uses() {
            self.annotation(&operand.annotation, function.type_of(operand.value), inst.position);
        }
        self.operands(inst);
        self.results(inst);
        self.targets(block, inst);
        match (inst.op, &inst.payload) {
            (Op::Param, Payload::Param(index)) if *index as usize >= function.params.len() => {
                let count = function.params.len();
                self.report(9, inst.position, format!("the function has {count} parameters"));
            }
            (Op::Load | Op::Store | Op::LoadAtomic | Op::StoreAtomic | Op::Rmw | Op::CmpXchg, _) => {
                let has_width = access(function, inst).is_some_and(|(ty, annotation)| {
                    let widths = ty.leaves(&annotation);
                    let has = |(ty, a): &(Type, Annotation)| {
                        *ty != Type::Int || a.bits().is_some_and(|bits| bits > 0)
                    };
                    ty != Type::Mem && widths.iter().all(has)
                });
                if !has_width {
                    let message = "an integer in memory has no width: annotate it with `:sN` or `:uN`";
                    self.report(15, inst.position, message);
                }
            }
            (Op::LandingPad, _) if at != 0 || !self.cleanups.contains(&block) => {
                let message = "`landing_pad` is not first in a block that a call names as its cleanup";
                self.report(17, inst.position, message);
            }
            (Op::CallRet2, _) => {
                let token = inst.operands.first();
                if token.is_none_or(|operand| !self.call_tokens.contains(&operand.value)) {
                    self.report(14, inst.position, "`call_ret2` does not name the token of a call");
                }
            }
            _ => {}
        }
        let refused: &[Ordering] = match inst.op {
            Op::LoadAtomic => &[Ordering::Release, Ordering::AcqRel],
            Op::StoreAtomic => &[Ordering::Acquire, Ordering::AcqRel],
            _ => &[],
        };
        let wrong = match &inst.payload {
            Payload::Order(order) => refused.contains(order),
            Payload::CmpXchg(_, failure) => matches!(failure, Ordering::Release | Ordering::AcqRel),
            _ => false,
        };
        if wrong {
            self.report(13, inst.position, format!("`{}` cannot have this ordering", inst.op));
        }
    }

    fn operands(&mut self, inst: &Inst) {
        let function = self.function;
        let row = inst.op.row();
        let types: Vec<&Type> = inst.operands.iter().map(|operand| function.type_of(operand.value)).collect();
        if inst.op == Op::Ret {
            return self.ret(inst, &types);
        }
        if matches!(row.syntax, Syntax::List | Syntax::Jump) {
            return; // the targets check them
        }
        let letters: Vec<u8> = if row.syntax == Syntax::Call {
            let middle = types.len().saturating_sub(2);
            std::iter::once(b'p').chain(std::iter::repeat_n(b'a', middle)).chain([b'm']).collect()
        } else {
            row.operands.bytes().collect()
        };
        if letters.len() != types.len() {
            let (expected, found) = (letters.len(), types.len());
            let message = format!("`{}` has {found} operands, expected {expected}", inst.op);
            return self.report(3, inst.position, message);
        }
        let first = |letter: u8| letters.iter().position(|found| *found == letter).map(|index| types[index]);
        let same = first(b'f').or(first(b't'));
        for (index, (letter, ty)) in letters.iter().zip(&types).enumerate() {
            let fits = match letter {
                b'i' => **ty == Type::Int,
                b'b' => **ty == Type::Bool,
                b'p' => **ty == Type::Ptr,
                b'm' => **ty == Type::Mem,
                b'f' => matches!(ty, Type::Float(_)) && Some(*ty) == same,
                b't' => **ty != Type::Mem && Some(*ty) == same,
                _ => **ty != Type::Mem,
            };
            if !fits {
                let message = format!("operand {} of `{}` cannot be of type {ty}", index + 1, inst.op);
                self.report(3, inst.position, message);
            }
        }
        if let (Op::ExtractValue | Op::InsertValue, Payload::Indices(path)) = (inst.op, &inst.payload) {
            match element(types[0], path) {
                None => {
                    self.report(16, inst.position, format!("no element of {} has this index path", types[0]))
                }
                Some(ty) if inst.op == Op::InsertValue && ty != types[1] => {
                    let message = format!("the element is of type {ty}, the operand of type {}", types[1]);
                    self.report(3, inst.position, message);
                }
                Some(_) => {}
            }
        }
        if matches!(inst.op, Op::Rmw | Op::CmpXchg) && types[1].is_aggregate() {
            self.report(3, inst.position, format!("`{}` takes no aggregate", inst.op));
        }
        if let Payload::Rmw(op, _) = inst.payload {
            let fits = match op {
                RmwOp::Xchg => true,
                RmwOp::Add | RmwOp::Sub => *types[1] == Type::Int,
                RmwOp::And | RmwOp::Or | RmwOp::Xor => matches!(types[1], Type::Int | Type::Bool),
            };
            if !fits {
                self.report(3, inst.position, format!("`rmw.{}` cannot be of type {}", op.name(), types[1]));
            }
        }
    }

    fn ret(&mut self, inst: &Inst, types: &[&Type]) {
        let values = match types.split_last() {
            Some((Type::Mem, values)) => values,
            _ => types,
        };
        let fits = match (&self.function.result, values) {
            (None, []) => true,
            (Some((ty, _)), [first]) => ty == *first,
            (Some((ty, _)), [first, second]) => {
                ty == *first && **second != Type::Mem && !second.is_aggregate()
            }
            _ => false,
        };
        if !fits {
            self.report(12, inst.position, "the values are not those of the signature");
        }
    }

    fn results(&mut self, inst: &Inst) {
        let expected = match &inst.payload {
            Payload::Call(None, _) => 1,
            _ => inst.op.row().results.len(),
        };
        if inst.results.len() != expected {
            let found = inst.results.len();
            let message = format!("`{}` has {found} results, expected {expected}", inst.op);
            return self.report(4, inst.position, message);
        }
        for (index, result) in inst.results.iter().enumerate() {
            let found = self.function.type_of(*result);
            let fits = match result_type(self.function, inst, index) {
                Some(expected) => expected == *found,
                None => match inst.op {
                    Op::FpConvert => matches!(found, Type::Float(_)),
                    _ => *found != Type::Mem,
                },
            };
            let to_float = inst.op.row().syntax != Syntax::ToFloat || matches!(found, Type::Float(_));
            let data = inst.op.row().results.as_bytes().get(index) != Some(&b'd') || *found != Type::Mem;
            if !fits || !to_float || !data {
                self.report(4, inst.position, format!("a result of `{}` cannot be of type {found}", inst.op));
            }
        }
    }

    fn targets(&mut self, block: BlockId, inst: &Inst) {
        let function = self.function;
        if matches!(inst.op, Op::Continue | Op::RegionYield) && function.branches(block, inst).is_empty() {
            let message = format!("`{}` has no place to go to", inst.op);
            return self.report(6, inst.position, message);
        }
        for (to, arguments) in function.branches(block, inst) {
            let target = &function.blocks[to.index()];
            if let Payload::Call(..) = inst.payload {
                let tokens = target.params.iter().all(|param| *function.type_of(*param) == Type::Mem);
                if target.params.len() > 1 || !tokens {
                    self.report(20, inst.position, format!("{to} takes more than the memory token"));
                }
            } else {
                self.arguments(inst, to, arguments);
            }
            // From the target's region outwards: each region that does not contain the branch begins with the target.
            let mut region = target.region;
            while !function.is_inside(function.blocks[block.index()].region, region) {
                if function.entry_of(region) != Some(to) {
                    self.report(7, inst.position, format!("{to} is not the first block of its region"));
                    break;
                }
                region = function.regions[region.0 as usize].parent;
            }
            // A cycle of branches to the function's first block would define its parameters twice.
            if to.0 == 0 && function.regions[target.region.0 as usize].kind == RegionKind::Function {
                self.report(8, inst.position, "a branch goes to the function's first block");
            }
        }
    }

    fn arguments(&mut self, inst: &Inst, to: BlockId, arguments: &[Operand]) {
        let function = self.function;
        let types = |ids: &mut dyn Iterator<Item = crate::ir::ValueId>| -> Vec<Type> {
            ids.map(|id| function.type_of(id).clone()).collect()
        };
        let expected = types(&mut function.blocks[to.index()].params.iter().copied());
        let found = types(&mut arguments.iter().map(|operand| operand.value));
        if expected != found {
            let names = |types: &[Type]| types.iter().map(Type::to_string).collect::<Vec<_>>().join(", ");
            let message = format!("{to} takes ({}), found ({})", names(&expected), names(&found));
            self.report(5, inst.position, message);
        }
    }
}

/// The type that an instruction reads or writes in memory, and the annotation that gives an integer its width there:
/// that of the type or the use, else that of the definition.
pub(crate) fn access(function: &Function, inst: &Inst) -> Option<(Type, Annotation)> {
    let of_operand = |index: usize| {
        let operand = inst.operands.get(index)?;
        let value = &function.values[operand.value.index()];
        let own = operand.annotation.bits().is_some();
        Some((value.ty.clone(), if own { operand.annotation.clone() } else { value.annotation.clone() }))
    };
    let of_result = |index: usize| {
        let value = &function.values[inst.results.get(index)?.index()];
        Some((value.ty.clone(), value.annotation.clone()))
    };
    match (inst.op, &inst.payload) {
        (Op::Load, Payload::Type(ty, annotation)) if annotation.bits().is_some() => {
            Some((ty.clone(), annotation.clone()))
        }
        (Op::Load, _) => of_result(0),
        (Op::LoadAtomic, _) => of_result(1),
        (Op::Store | Op::StoreAtomic, _) => of_operand(0),
        (Op::Rmw, _) => of_operand(1),
        (Op::CmpXchg, _) => {
            let (ty, annotation) = of_operand(1)?;
            if annotation.bits().is_some() { Some((ty, annotation)) } else { of_operand(2) }
        }
        _ => None,
    }
}
