//! Hermes IR to the interpreter's register code.
//!
//! Each instruction has a register, and so has each parameter. Values of Phis are copied at the end of predecessors.

use super::RunError;
use super::classes::{Builtin, named};
use crate::heap::{Heap, Value};
use crate::hir::{self, BlockId, Function, FunctionId, InstId, Literal, Module, Opcode, Operator};
use std::collections::HashMap;

/// Where an operand is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Source {
    Register(u32),
    Constant(u32),
    This,
    Global,
}

/// Functions of the virtual machine that the interpreter executes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Helper {
    CopyRestArgs,
    ThrowTypeError,
    Apply,
    ArraySpread,
    CopyDataProperties,
    EnsureObject,
}

/// One instruction of the register code; the first register of those that have a result is the destination.
#[derive(Clone, Debug)]
pub(super) enum Op {
    Jump(u32),
    Return(Source),
    Branch(Source, u32, u32),
    Compare(Operator, Source, Source, u32, u32),
    Switch(Source, u32, Vec<(Source, u32)>),
    Throw(Source),
    /// Names of a base; where they, their index and their number are; the block if there are none, and the other.
    GetNames {
        base: Source,
        names: u32,
        index: u32,
        size: u32,
        empty: u32,
        some: u32,
    },
    NextName {
        name: u32,
        base: Source,
        names: u32,
        index: u32,
        size: u32,
        last: u32,
        some: u32,
    },
    IteratorBegin(u32, u32),
    IteratorNext(u32, u32, u32),
    Catch(u32),
    TryStart(u32),
    TryEnd,
    Move(u32, Source),
    LoadFrame(u32, u32, u32),
    StoreFrame(Source, u32, u32),
    AsNumber(u32, Source),
    AddEmptyString(u32, Source),
    Binary(u32, Operator, Source, Source),
    Unary(u32, Operator, Source),
    ThrowIfEmpty(u32, Source),
    NewTarget(u32),
    CreateFunction(u32, u32),
    /// Number of variables; the parent, or the function's own environment.
    CreateScope(u32, u32, Option<Source>),
    CreateScopedFunction(u32, u32, Source),
    LoadScope(u32, Source, u32),
    StoreScope(Source, Source, u32),
    Builtin(u32, Builtin, Vec<Source>),
    Call(u32, Vec<Source>),
    Construct(u32, Vec<Source>),
    Helper(u32, Helper, Vec<Source>),
    CreateArguments(u32),
    Load(u32, Source, Source),
    TryLoadGlobal(u32, Source),
    Store(Source, Source, Source),
    TryStoreGlobal(Source, Source),
    Delete(u32, Source, Source),
    StoreOwn(Source, Source, Source, bool),
    StoreAccessor([Source; 4], bool),
    AllocObject(u32, Option<Source>),
    AllocObjectLiteral(u32, Vec<(Source, Source)>),
    AllocArray(u32, Vec<Source>),
}

/// The code of a function.
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    /// Offset of the source of each operation.
    pub(super) offsets: Vec<u32>,
    pub(super) registers: u32,
    /// First register of the parameters.
    pub(super) params: u32,
    pub(super) param_count: u32,
    pub(super) variables: u32,
    pub(super) strict: bool,
    pub(super) arrow: bool,
    /// True if `new` accepts the function.
    pub(super) constructs: bool,
    pub(super) length: u32,
    pub(super) name: String,
}

/// Translates all functions. Literals become constants, each once.
///
/// # Errors
/// An instruction that the interpreter does not execute.
pub(super) fn compile(module: &Module, heap: &mut Heap) -> Result<(Vec<Code>, Vec<Value>), RunError> {
    let mut parents: Vec<Option<FunctionId>> = vec![None; module.functions.len()];
    for (index, function) in module.functions.iter().enumerate() {
        for operand in function.insts.iter().flat_map(|inst| &inst.operands) {
            if let hir::Operand::Function(child) = operand {
                parents[child.0 as usize] = Some(FunctionId(index as u32));
            }
        }
    }
    for inst in module.functions.iter().flat_map(|function| &function.insts) {
        match (inst.opcode, &inst.operands[..]) {
            (Opcode::CreateScope, [hir::Operand::Scope(child), hir::Operand::Scope(parent), _])
            | (
                Opcode::CreateScopedFunction,
                [hir::Operand::Function(child), hir::Operand::Scope(parent), _],
            ) => parents[child.0 as usize] = Some(*parent),
            _ => {}
        }
    }
    refuse_mapped_arguments(module)?;
    let mut constants = Constants { heap, values: Vec::new(), known: HashMap::new() };
    let mut all = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let compiler = Compiler {
            module,
            function,
            id,
            parents: &parents,
            constants: &mut constants,
            ops: Vec::new(),
            offsets: Vec::new(),
            offset: 0,
        };
        all.push(compiler.compile()?);
    }
    Ok((all, constants.values))
}

/// Refuses sloppy functions in which a change of a parameter or of the arguments object would be seen in the other.
fn refuse_mapped_arguments(module: &Module) -> Result<(), RunError> {
    let mut writes: HashMap<hir::VariableId, u32> = HashMap::new();
    for inst in module.functions.iter().flat_map(|function| &function.insts) {
        if let (Opcode::StoreFrame, Some(hir::Operand::Variable(variable))) =
            (inst.opcode, inst.operands.last())
        {
            *writes.entry(*variable).or_insert(0) += 1;
        }
    }
    for (index, function) in module.functions.iter().enumerate() {
        if function.hidden.strict || function.params.is_empty() {
            continue;
        }
        let is_live = |id: &InstId| function.inst(*id).opcode == Opcode::CreateArguments;
        let Some(created) = function.blocks.iter().flat_map(|block| &block.insts).copied().find(is_live)
        else {
            continue;
        };
        let uses = function
            .insts
            .iter()
            .flat_map(|inst| inst.operands.iter().enumerate().map(move |use_| (inst, use_)));
        let escapes = uses.into_iter().any(|(inst, (position, operand))| {
            let is_use = *operand == hir::Operand::Value(hir::Value::Inst(created));
            is_use && (inst.opcode != Opcode::LoadProperty || position != 0)
        });
        let variables = (0..function.variables.len() as u32)
            .map(|variable| hir::VariableId { function: FunctionId(index as u32), index: variable });
        let is_param = |variable: &hir::VariableId| {
            let name = &function.variables[variable.index as usize].name;
            function.params.iter().any(|param| param.name == *name)
        };
        let written =
            variables.into_iter().any(|v| is_param(&v) && writes.get(&v).is_some_and(|count| *count > 1));
        if escapes || written {
            let what = "`arguments` beside parameters that change, in sloppy code";
            return Err(RunError::Unsupported(format!("{what}, in function `{}`", function.name)));
        }
    }
    Ok(())
}

struct Constants<'a> {
    heap: &'a mut Heap,
    values: Vec<Value>,
    known: HashMap<String, u32>,
}

impl Constants<'_> {
    fn add(&mut self, literal: &Literal) -> Result<Source, RunError> {
        let key = format!("{literal:?}");
        if let Some(known) = self.known.get(&key) {
            return Ok(Source::Constant(*known));
        }
        let value = match literal {
            Literal::Undefined => Value::UNDEFINED,
            Literal::Null => Value::NULL,
            Literal::Boolean(value) => Value::boolean(*value),
            Literal::Number(value) => Value::number(*value),
            Literal::String(units) => self.heap.new_string(units.clone()),
            Literal::Empty | Literal::DefaultParent => Value::EMPTY,
            Literal::BigInt(_) => return Err(RunError::Unsupported(String::from("BigInt literals"))),
        };
        self.values.push(value);
        self.known.insert(key, self.values.len() as u32 - 1);
        Ok(Source::Constant(self.values.len() as u32 - 1))
    }
}

struct Compiler<'a, 'c> {
    module: &'a Module,
    function: &'a Function,
    id: FunctionId,
    parents: &'a [Option<FunctionId>],
    constants: &'a mut Constants<'c>,
    ops: Vec<Op>,
    offsets: Vec<u32>,
    offset: u32,
}

impl Compiler<'_, '_> {
    fn compile(mut self) -> Result<Code, RunError> {
        let function = self.function;
        let count = function.insts.len() as u32;
        let mut starts = vec![0; function.blocks.len()];
        for (index, block) in function.blocks.iter().enumerate() {
            starts[index] = self.ops.len() as u32;
            for inst in &block.insts {
                self.offset = function.inst(*inst).offset;
                self.inst(*inst, BlockId(index as u32))?;
            }
        }
        // Targets are block numbers until all blocks have a place.
        for op in &mut self.ops {
            let targets: Vec<&mut u32> = match op {
                Op::Jump(to) | Op::TryStart(to) => vec![to],
                Op::GetNames { empty, some, .. } => vec![empty, some],
                Op::NextName { last, some, .. } => vec![last, some],
                Op::Branch(_, a, b) | Op::Compare(_, _, _, a, b) => vec![a, b],
                Op::Switch(_, default, cases) => {
                    cases.iter_mut().map(|(_, to)| to).chain(std::iter::once(default)).collect()
                }
                _ => Vec::new(),
            };
            for target in targets {
                *target = starts[*target as usize];
            }
        }
        let params = function.params.len() as u32;
        Ok(Code {
            ops: self.ops,
            offsets: self.offsets,
            registers: count + params,
            params: count,
            param_count: params,
            variables: function.variables.len() as u32,
            strict: function.hidden.strict,
            arrow: function.kind == hir::FunctionKind::Arrow,
            constructs: matches!(function.kind, hir::FunctionKind::Function | hir::FunctionKind::Constructor),
            length: function.hidden.length,
            name: function.hidden.source_name.as_deref().unwrap_or(&function.name).to_string(),
        })
    }

    fn push(&mut self, op: Op) {
        self.ops.push(op);
        self.offsets.push(self.offset);
    }

    fn value(&mut self, value: &hir::Value) -> Result<Source, RunError> {
        Ok(match value {
            hir::Value::Inst(inst) => Source::Register(inst.0),
            hir::Value::Param(index) => Source::Register(self.function.insts.len() as u32 + index),
            hir::Value::This => Source::This,
            hir::Value::GlobalObject => Source::Global,
            hir::Value::Literal(literal) => self.constants.add(literal)?,
        })
    }

    /// How many environments outwards a function's variables are.
    fn depth(&self, owner: FunctionId) -> Result<u32, RunError> {
        let mut depth = 0;
        let mut walk = self.id;
        while walk != owner {
            match self.parents[walk.0 as usize] {
                Some(parent) if depth < 1000 => walk = parent,
                _ => return Err(RunError::Unsupported(String::from("a variable of no enclosing function"))),
            }
            depth += 1;
        }
        Ok(depth)
    }

    /// Copies the values that Phis of a successor have for this block.
    fn phi_moves(&mut self, from: BlockId, to: BlockId) -> Result<(), RunError> {
        let function = self.function;
        let mut moves = Vec::new();
        for inst in &function.blocks[to.0 as usize].insts {
            let data = function.inst(*inst);
            if data.opcode != Opcode::Phi {
                break;
            }
            for pair in data.operands.chunks(2) {
                if let [hir::Operand::Value(value), hir::Operand::Block(block)] = pair
                    && *block == from
                {
                    moves.push((inst.0, self.value(value)?));
                    break;
                }
            }
        }
        let written: Vec<u32> = moves.iter().map(|(to, _)| *to).collect();
        let overlaps =
            moves.iter().any(|(_, from)| matches!(from, Source::Register(r) if written.contains(r)));
        if moves.len() > 1 && overlaps {
            return Err(RunError::Unsupported(String::from("Phis that use each other")));
        }
        moves.into_iter().for_each(|(to, from)| self.push(Op::Move(to, from)));
        Ok(())
    }

    fn inst(&mut self, id: InstId, block: BlockId) -> Result<(), RunError> {
        let function = self.function;
        let data = function.inst(id);
        let mut sources = Vec::new();
        let mut blocks = Vec::new();
        for operand in &data.operands {
            match operand {
                hir::Operand::Value(value) => sources.push(self.value(value)?),
                hir::Operand::Block(block) => blocks.push(block.0),
                _ => {}
            }
        }
        let to = id.0;
        let s = |index: usize| sources[index];
        if data.opcode.row().terminator {
            // The front end uses a Phi in the expression that it belongs to, so a copy before a conditional branch does
            // not overwrite a value that the other successor needs.
            for successor in data.successors() {
                self.phi_moves(block, successor)?;
            }
        }
        let register = |index: usize| match sources.get(index) {
            Some(Source::Register(register)) => *register,
            _ => to,
        };
        let op = match data.opcode {
            Opcode::GetPNames => Op::GetNames {
                base: s(1),
                names: register(0),
                index: register(2),
                size: register(3),
                empty: blocks[0],
                some: blocks[1],
            },
            Opcode::GetNextPName => Op::NextName {
                name: register(0),
                base: s(1),
                names: register(4),
                index: register(2),
                size: register(3),
                last: blocks[0],
                some: blocks[1],
            },
            Opcode::IteratorBegin => Op::IteratorBegin(to, register(0)),
            Opcode::IteratorNext => Op::IteratorNext(to, register(0), register(1)),
            // Iterators are indices of arrays, which need no end.
            Opcode::IteratorClose => return Ok(()),
            Opcode::Branch => Op::Jump(blocks[0]),
            Opcode::Return => Op::Return(s(0)),
            Opcode::CondBranch => Op::Branch(s(0), blocks[0], blocks[1]),
            Opcode::CompareBranch => {
                Op::Compare(data.operator.unwrap_or(Operator::Equal), s(0), s(1), blocks[0], blocks[1])
            }
            Opcode::Switch => {
                let cases = sources[1..].iter().copied().zip(blocks[1..].iter().copied());
                Op::Switch(s(0), blocks[0], cases.collect())
            }
            Opcode::Phi | Opcode::AllocStack | Opcode::Debugger => return Ok(()),
            Opcode::Throw => Op::Throw(s(0)),
            Opcode::Catch => Op::Catch(to),
            Opcode::TryStart => {
                self.push(Op::TryStart(blocks[0]));
                Op::Jump(blocks[1])
            }
            Opcode::TryEnd => Op::TryEnd,
            Opcode::LoadStack => Op::Move(to, s(0)),
            Opcode::StoreStack => match s(1) {
                Source::Register(stack) => Op::Move(stack, s(0)),
                _ => return Err(RunError::Unsupported(String::from("a store to no stack variable"))),
            },
            Opcode::LoadFrame | Opcode::StoreFrame => {
                let variable = data.operands.iter().find_map(|operand| match operand {
                    hir::Operand::Variable(variable) => Some(*variable),
                    _ => None,
                });
                let Some(variable) = variable else { return Ok(()) };
                let depth = self.depth(variable.function)?;
                match data.opcode {
                    Opcode::LoadFrame => Op::LoadFrame(to, depth, variable.index),
                    _ => Op::StoreFrame(s(0), depth, variable.index),
                }
            }
            Opcode::AsNumber | Opcode::AsNumeric => Op::AsNumber(to, s(0)),
            Opcode::AddEmptyString => Op::AddEmptyString(to, s(0)),
            Opcode::BinaryOperator => Op::Binary(to, data.operator.unwrap_or(Operator::Add), s(0), s(1)),
            Opcode::UnaryOperator => Op::Unary(to, data.operator.unwrap_or(Operator::Void), s(0)),
            Opcode::ThrowIfEmpty => Op::ThrowIfEmpty(to, s(0)),
            Opcode::GetNewTarget => Op::NewTarget(to),
            Opcode::CreateFunction => match &data.operands[0] {
                hir::Operand::Function(function) => Op::CreateFunction(to, function.0),
                _ => return Ok(()),
            },
            Opcode::CreateScope => {
                let hir::Operand::Scope(scope) = &data.operands[0] else { return Ok(()) };
                let count = self.module.function(*scope).variables.len() as u32;
                let own = matches!(
                    data.operands.get(2),
                    Some(hir::Operand::Value(hir::Value::Literal(Literal::Empty)))
                );
                Op::CreateScope(to, count, (!own).then(|| s(0)))
            }
            Opcode::CreateScopedFunction => match &data.operands[0] {
                hir::Operand::Function(function) => Op::CreateScopedFunction(to, function.0, s(0)),
                _ => return Ok(()),
            },
            Opcode::LoadScope | Opcode::StoreScope => {
                let Some(hir::Operand::Variable(variable)) = data.operands.last() else { return Ok(()) };
                match data.opcode {
                    Opcode::LoadScope => Op::LoadScope(to, s(0), variable.index),
                    _ => Op::StoreScope(s(0), s(1), variable.index),
                }
            }
            Opcode::Call => Op::Call(to, sources),
            Opcode::Construct => Op::Construct(to, sources),
            Opcode::CallBuiltin => {
                let name = match &data.operands[0] {
                    hir::Operand::Builtin(name) => &**name,
                    _ => "",
                };
                if let Some(builtin) = named(name) {
                    let values = sources.split_off(1);
                    self.push(Op::Builtin(to, builtin, values));
                    return Ok(());
                }
                let helper = match name {
                    "HermesBuiltin.copyRestArgs" => Helper::CopyRestArgs,
                    "HermesBuiltin.throwTypeError" => Helper::ThrowTypeError,
                    "HermesBuiltin.apply" => Helper::Apply,
                    "HermesBuiltin.arraySpread" => Helper::ArraySpread,
                    "HermesBuiltin.copyDataProperties" => Helper::CopyDataProperties,
                    "HermesBuiltin.ensureObject" => Helper::EnsureObject,
                    name => return Err(RunError::Unsupported(format!("the builtin {name}"))),
                };
                Op::Helper(to, helper, sources.split_off(1))
            }
            Opcode::CreateArguments => Op::CreateArguments(to),
            Opcode::LoadProperty => Op::Load(to, s(0), s(1)),
            Opcode::TryLoadGlobalProperty => Op::TryLoadGlobal(to, s(1)),
            Opcode::StoreProperty => Op::Store(s(0), s(1), s(2)),
            Opcode::TryStoreGlobalProperty => Op::TryStoreGlobal(s(0), s(2)),
            Opcode::DeleteProperty => Op::Delete(to, s(0), s(1)),
            Opcode::StoreOwnProperty | Opcode::StoreNewOwnProperty => {
                Op::StoreOwn(s(0), s(1), s(2), is_true(data.operands.last()))
            }
            Opcode::StoreGetterSetter => {
                Op::StoreAccessor([s(0), s(1), s(2), s(3)], is_true(data.operands.last()))
            }
            Opcode::AllocObject => {
                let default = matches!(
                    data.operands.get(1),
                    Some(hir::Operand::Value(hir::Value::Literal(Literal::DefaultParent)))
                );
                Op::AllocObject(to, (!default).then(|| s(1)))
            }
            Opcode::AllocObjectLiteral => {
                Op::AllocObjectLiteral(to, sources.chunks(2).map(|pair| (pair[0], pair[1])).collect())
            }
            Opcode::AllocArray => Op::AllocArray(to, sources.split_off(1)),
            other => {
                let name = &self.module.function(self.id).name;
                return Err(RunError::Unsupported(format!("{} in function `{name}`", other.name())));
            }
        };
        self.push(op);
        Ok(())
    }
}

fn is_true(operand: Option<&hir::Operand>) -> bool {
    matches!(operand, Some(hir::Operand::Value(hir::Value::Literal(Literal::Boolean(true)))))
}
