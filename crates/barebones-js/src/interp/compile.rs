//! Hermes IR of any stage to the interpreter's register code.
//!
//! Blocks are laid out in reverse postorder. Each value gets a virtual register, and so does each stack variable and each
//! variable of a frame that no other function uses; `allocate` maps them to the frame. Try regions become a table of handlers.

use super::RunError;
use super::allocate::Block;
use super::bytecode::{Code, Op, Reg, Site};
use super::objects::{Key, index_of};
use crate::heap::{Heap, Value};
use crate::hir::{self, BlockId, Function, FunctionId, Literal, Module, Opcode, Operand, VariableId};
use std::collections::{HashMap, HashSet};

/// Maximum number of virtual registers of a function.
const MAX_REGISTERS: usize = 65_000;

/// Indices of the first function and constant of a module.
#[derive(Clone, Copy, Default)]
pub(super) struct First {
    pub(super) function: u32,
    pub(super) constant: u32,
}

/// Translates all functions. Literals become constants, each once.
///
/// # Errors
/// A literal that the interpreter does not have, or a function with too many values.
pub(super) fn compile(
    module: &Module,
    heap: &mut Heap,
    first: First,
) -> Result<(Vec<Code>, Vec<Value>), RunError> {
    let mut parents: Vec<Option<FunctionId>> = vec![None; module.functions.len()];
    let mut captured = HashSet::new();
    for (index, function) in module.functions.iter().enumerate() {
        for inst in function.blocks.iter().flat_map(|block| &block.insts).map(|id| function.inst(*id)) {
            // The parent of a scope, or of a function in one, is a scope.
            if let (
                Opcode::CreateScope | Opcode::CreateScopedFunction,
                [Operand::Scope(child) | Operand::Function(child), Operand::Scope(parent), _],
            ) = (inst.opcode, &inst.operands[..])
            {
                parents[child.0 as usize] = Some(*parent);
            }
            for operand in &inst.operands {
                match operand {
                    Operand::Function(child) if inst.opcode != Opcode::HbcCallDirect => {
                        parents[child.0 as usize].get_or_insert(FunctionId(index as u32));
                    }
                    Operand::Variable(variable) => {
                        let frame = matches!(inst.opcode, Opcode::LoadFrame | Opcode::StoreFrame);
                        if !frame || variable.function.0 as usize != index {
                            captured.insert(*variable);
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    let mut captured: Vec<VariableId> = captured.into_iter().collect();
    captured.sort_unstable();
    let mut slots = vec![0; module.functions.len()];
    let captured: HashMap<VariableId, u16> = captured
        .into_iter()
        .map(|variable| {
            let slot = &mut slots[variable.function.0 as usize];
            *slot += 1;
            (variable, (*slot - 1_u32) as u16)
        })
        .collect();
    if slots.iter().any(|count| *count > u32::from(u16::MAX)) {
        return Err(RunError::Unsupported(String::from(
            "a function with more than 65535 captured variables",
        )));
    }
    let mut constants = Constants { heap, first: first.constant, values: Vec::new(), known: HashMap::new() };
    let mut all = Vec::new();
    for (index, function) in module.functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let mut compiler = Compiler {
            function,
            id,
            first: first.function,
            parents: &parents,
            captured: &captured,
            slots: &slots,
            constants: &mut constants,
            code: Code::default(),
            offset: 0,
            blocks: Vec::new(),
            order: Vec::new(),
            place: Vec::new(),
            next: 0,
            variables: Vec::new(),
            births: Vec::new(),
            frame: HashMap::new(),
            environment: None,
            handlers: Vec::new(),
            regions: Vec::new(),
            handler: None,
        };
        // Code that nothing creates is not entered.
        if index == 0 || parents[index].is_some() || is_called_directly(module, id) {
            compiler.compile()?;
        }
        compiler.code.slots = slots[index];
        all.push(compiler.finish());
    }
    Ok((all, constants.values))
}

fn is_called_directly(module: &Module, id: FunctionId) -> bool {
    let mut insts = module.functions.iter().flat_map(|function| &function.insts);
    insts.any(|inst| inst.opcode == Opcode::HbcCallDirect && inst.operands[0] == Operand::Function(id))
}

pub(super) struct Constants<'a> {
    pub(super) heap: &'a mut Heap,
    first: u32,
    values: Vec<Value>,
    known: HashMap<String, u32>,
}

impl Constants<'_> {
    pub(super) fn add(&mut self, literal: &Literal) -> Result<u32, RunError> {
        let key = format!("{literal:?}");
        if let Some(known) = self.known.get(&key) {
            return Ok(*known);
        }
        let value = match literal {
            Literal::Undefined => Value::UNDEFINED,
            Literal::Null => Value::NULL,
            Literal::Boolean(value) => Value::boolean(*value),
            Literal::Number(value) => Value::number(*value),
            Literal::String(units) => self.heap.new_string(units.clone()),
            Literal::Empty | Literal::DefaultParent => Value::EMPTY,
            Literal::BigInt(text) => match super::bigint::parse(text) {
                Some(number) => self.heap.new_bigint(number),
                None => return Err(RunError::Unsupported(format!("the BigInt literal {text}"))),
            },
        };
        self.values.push(value);
        Ok(*self.known.entry(key).or_insert(self.first + self.values.len() as u32 - 1))
    }
}

pub(super) struct Compiler<'a, 'c> {
    pub(super) function: &'a Function,
    pub(super) id: FunctionId,
    /// Index of the module's first function among those of the program.
    pub(super) first: u32,
    pub(super) parents: &'a [Option<FunctionId>],
    /// Slots of the variables that are in environments.
    pub(super) captured: &'a HashMap<VariableId, u16>,
    /// Number of slots in the environments of each function and scope.
    pub(super) slots: &'a [u32],
    pub(super) constants: &'a mut Constants<'c>,
    pub(super) code: Code,
    pub(super) offset: u32,
    pub(super) blocks: Vec<Block>,
    pub(super) order: Vec<BlockId>,
    /// Place of each block in the order.
    pub(super) place: Vec<u32>,
    /// Number of virtual registers after those of instructions.
    pub(super) next: usize,
    pub(super) variables: Vec<bool>,
    pub(super) births: Vec<(usize, Reg)>,
    /// Registers of parameters, `this` and variables of the frame.
    pub(super) frame: HashMap<Home, Reg>,
    pub(super) environment: Option<Reg>,
    /// Handler of each operation.
    pub(super) handlers: Vec<Option<u32>>,
    /// Handlers of each block at its start, from the outermost.
    pub(super) regions: Vec<Option<Vec<BlockId>>>,
    /// Handler of the operations that follow.
    pub(super) handler: Option<u32>,
}

/// What has a register beside instructions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Home {
    Param(u32),
    This,
    Variable(VariableId),
}

impl Compiler<'_, '_> {
    fn compile(&mut self) -> Result<(), RunError> {
        let function = self.function;
        self.next = function.insts.len();
        self.variables = vec![false; self.next];
        if self.next > MAX_REGISTERS {
            return self.too_large();
        }
        self.find_regions();
        self.order_blocks();
        let has_handlers = function.insts.iter().any(|inst| inst.opcode == Opcode::TryStart);
        if has_handlers {
            for (index, inst) in function.insts.iter().enumerate() {
                self.variables[index] = inst.opcode == Opcode::AllocStack;
            }
        }
        for index in 0..self.order.len() {
            let id = self.order[index];
            let block = Block { start: self.code.ops.len(), ..Block::default() };
            self.blocks.push(block);
            let mut region = self.regions[id.0 as usize].clone().unwrap_or_default();
            self.cover(&region);
            if index == 0 {
                self.prologue(has_handlers)?;
            }
            for inst in &function.blocks[id.0 as usize].insts {
                let data = function.inst(*inst);
                self.offset = data.offset;
                if data.opcode.row().terminator {
                    self.phi_moves(id)?;
                }
                self.inst(*inst)?;
                if data.opcode == Opcode::TryEnd {
                    region.pop();
                    self.cover(&region);
                }
            }
            self.blocks[index].end = self.code.ops.len();
            if self.next > MAX_REGISTERS {
                return self.too_large();
            }
        }
        let name: Vec<u16> = self.name().encode_utf16().collect();
        self.code.name_constant = self.constants.add(&Literal::String(name.into()))?;
        self.allocate();
        Ok(())
    }

    /// Value of the function's `name`.
    pub(super) fn name(&self) -> &str {
        self.function.source_name()
    }

    fn too_large(&self) -> Result<(), RunError> {
        Err(RunError::Unsupported(format!("the size of function `{}`", self.function.name)))
    }

    /// Records the innermost handler of the operations that follow.
    fn cover(&mut self, region: &[BlockId]) {
        self.handler = region.last().map(|handler| self.place[handler.0 as usize]);
        if let (Some(handler), Some(block)) = (self.handler, self.blocks.last_mut())
            && !block.handlers.contains(&handler)
        {
            block.handlers.push(handler);
        }
    }

    fn find_regions(&mut self) {
        let function = self.function;
        self.regions = vec![None; function.blocks.len()];
        self.regions[0] = Some(Vec::new());
        let mut work = std::collections::VecDeque::from([BlockId(0)]);
        while let Some(block) = work.pop_front() {
            let mut region = self.regions[block.0 as usize].clone().unwrap_or_default();
            for inst in &function.blocks[block.0 as usize].insts {
                if function.inst(*inst).opcode == Opcode::TryEnd {
                    region.pop();
                }
            }
            let Some(terminator) = function.terminator(block) else { continue };
            let mut handler = None;
            for (position, successor) in terminator.successors().enumerate() {
                let mut inner = region.clone();
                if terminator.opcode == Opcode::TryStart {
                    match position {
                        0 => handler = Some(successor),
                        _ => inner.extend(handler),
                    }
                }
                let known = &mut self.regions[successor.0 as usize];
                if known.is_none() {
                    *known = Some(inner);
                    work.push_back(successor);
                }
            }
        }
    }

    fn order_blocks(&mut self) {
        let function = self.function;
        let successors = |block: BlockId| -> Vec<BlockId> {
            let Some(inst) = function.terminator(block) else { return Vec::new() };
            let mut all: Vec<BlockId> = inst.successors().collect();
            // The successor that is visited last follows the block.
            if inst.opcode != Opcode::TryStart {
                all.reverse();
            }
            all
        };
        let mut seen = vec![false; function.blocks.len()];
        let mut stack = vec![(BlockId(0), successors(BlockId(0)), 0)];
        seen[0] = true;
        while let Some((block, list, next)) = stack.last_mut() {
            match list.get(*next).copied() {
                Some(successor) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[successor.0 as usize], true) {
                        stack.push((successor, successors(successor), 0));
                    }
                }
                None => {
                    self.order.push(*block);
                    stack.pop();
                }
            }
        }
        self.order.reverse();
        self.place = vec![u32::MAX; function.blocks.len()];
        for (index, block) in self.order.iter().enumerate() {
            self.place[block.0 as usize] = index as u32;
        }
    }

    /// Loads parameters and `this`, creates the environment, and initialises variables of the frame.
    fn prologue(&mut self, has_handlers: bool) -> Result<(), RunError> {
        let function = self.function;
        let mut needs_environment = false;
        let mut stored = HashSet::new();
        let mut uninitialised = Vec::new();
        for (index, block) in self.order.clone().into_iter().enumerate() {
            for inst in &function.blocks[block.0 as usize].insts {
                let data = function.inst(*inst);
                for operand in &data.operands {
                    match operand {
                        Operand::Value(hir::Value::Param(param)) => {
                            let home = Home::Param(*param);
                            if !self.frame.contains_key(&home) {
                                let to = self.home(home, false);
                                self.push(Op::Param(to, *param as u16));
                            }
                        }
                        Operand::Value(hir::Value::This) if !self.frame.contains_key(&Home::This) => {
                            let to = self.home(Home::This, false);
                            self.push(Op::This(to));
                        }
                        Operand::Variable(variable)
                            if variable.function == self.id
                                && matches!(data.opcode, Opcode::LoadFrame | Opcode::StoreFrame) =>
                        {
                            if self.captured.contains_key(variable) {
                                needs_environment = true;
                            } else {
                                self.home(Home::Variable(*variable), has_handlers);
                                let store = data.opcode == Opcode::StoreFrame;
                                if store && index == 0 {
                                    stored.insert(*variable);
                                } else if !stored.contains(variable) && !uninitialised.contains(variable) {
                                    uninitialised.push(*variable);
                                }
                            }
                        }
                        _ => {}
                    }
                }
                needs_environment |= matches!(data.opcode, Opcode::CreateFunction | Opcode::CreateGenerator)
                    || super::emit::is_scope_of_function(data);
            }
        }
        for variable in uninitialised {
            let to = self.home(Home::Variable(variable), has_handlers);
            let undefined = self.constants.add(&Literal::Undefined)?;
            self.push(Op::Constant(to, undefined));
        }
        if needs_environment {
            let to = self.register();
            self.push(Op::NewEnvironment(to));
            self.environment = Some(to);
        }
        Ok(())
    }

    pub(super) fn home(&mut self, home: Home, variable: bool) -> Reg {
        if let Some(reg) = self.frame.get(&home) {
            return *reg;
        }
        let reg = self.register();
        self.variables[usize::from(reg)] = variable;
        self.frame.insert(home, reg);
        reg
    }

    /// A new virtual register. More than there can be are refused after the block.
    pub(super) fn register(&mut self) -> Reg {
        self.next += 1;
        self.variables.push(false);
        (self.next - 1).min(usize::from(Reg::MAX)) as Reg
    }

    pub(super) fn push(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.offsets.push(self.offset);
        self.handlers.push(self.handler);
    }

    pub(super) fn value(&mut self, value: &hir::Value) -> Result<Reg, RunError> {
        Ok(match value {
            hir::Value::Inst(inst) => inst.0 as Reg,
            hir::Value::Param(index) => self.home(Home::Param(*index), false),
            hir::Value::This => self.home(Home::This, false),
            hir::Value::GlobalObject => {
                let to = self.register();
                self.push(Op::Global(to));
                to
            }
            hir::Value::Literal(literal) => {
                let to = self.register();
                self.load(to, literal)?;
                to
            }
        })
    }

    pub(super) fn load(&mut self, to: Reg, literal: &Literal) -> Result<(), RunError> {
        let op = match literal {
            Literal::Number(number) if is_int(*number) => Op::Int(to, *number as i32),
            literal => Op::Constant(to, self.constants.add(literal)?),
        };
        self.push(op);
        Ok(())
    }

    /// How many functions outwards the owner of a variable is.
    pub(super) fn depth(&self, owner: FunctionId) -> Result<u16, RunError> {
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

    /// Copies for the Phis of all successors of a block.
    fn phi_moves(&mut self, from: BlockId) -> Result<(), RunError> {
        let function = self.function;
        let Some(terminator) = function.terminator(from) else { return Ok(()) };
        let mut all: Vec<(u32, Vec<(Reg, Reg)>)> = Vec::new();
        let mut successors: Vec<BlockId> = terminator.successors().collect();
        successors.sort_unstable();
        successors.dedup();
        for to in &successors {
            let mut moves = Vec::new();
            for inst in &function.blocks[to.0 as usize].insts {
                let data = function.inst(*inst);
                if data.opcode != Opcode::Phi {
                    break;
                }
                let pair = data.operands.chunks(2).find(|pair| pair[1] == Operand::Block(from));
                if let Some([Operand::Value(value), _]) = pair {
                    let source = self.value(value)?;
                    moves.push((inst.0 as Reg, source));
                }
            }
            if !moves.is_empty() {
                all.push((self.place[to.0 as usize], moves));
            }
        }
        let places = successors.iter().map(|to| self.place[to.0 as usize]).collect();
        if let Some(block) = self.blocks.last_mut() {
            block.successors = places;
            block.moves = all;
        }
        Ok(())
    }

    /// Puts operands into the table, and returns where they are.
    pub(super) fn list(&mut self, operands: &[Reg]) -> (u32, u16) {
        let start = self.code.operands.len() as u32;
        self.code.operands.extend_from_slice(operands);
        (start, operands.len() as u16)
    }

    pub(super) fn site(&mut self, units: &[u16]) -> u32 {
        let key = self.key(units);
        self.code.sites.push(Site::new(key));
        self.code.sites.len() as u32 - 1
    }

    pub(super) fn key(&mut self, units: &[u16]) -> Key {
        match index_of(units) {
            Some(index) => Key::Index(index),
            None => Key::Name(self.constants.heap.intern(units)),
        }
    }

    pub(super) fn block(&self, operand: &Operand) -> u32 {
        match operand {
            Operand::Block(block) => self.place[block.0 as usize],
            _ => 0,
        }
    }
}

pub(super) fn is_int(number: f64) -> bool {
    f64::from(number as i32) == number && !(number == 0.0 && number.is_sign_negative())
}
