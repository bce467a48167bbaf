//! Operations of single instructions, and the layout of the code.

use super::RunError;
use super::allocate::{Input, allocate};
use super::bytecode::{Code, Helper, Op, Reg, Switch};
use super::compile::{Compiler, is_int};
use crate::hir::{self, FunctionKind, Inst, InstId, Literal, Opcode, Operand, Operator};

/// Maximum length of a table of targets, as a multiple of the number of cases.
const DENSITY: usize = 4;

impl Compiler<'_, '_> {
    pub(super) fn inst(&mut self, id: InstId) -> Result<(), RunError> {
        let function = self.function;
        let data = function.inst(id);
        let to = id.0 as Reg;
        match data.opcode {
            // Moves of Phis are at the ends of predecessors. Regions are a table.
            Opcode::Phi => {
                if let Some(block) = self.blocks.last_mut() {
                    block.phis.push(to);
                }
                return Ok(());
            }
            Opcode::AllocStack => {
                self.births.push((self.code.ops.len(), to));
                return Ok(());
            }
            Opcode::TryEnd | Opcode::Debugger | Opcode::HbcProfilePoint => return Ok(()),
            Opcode::Switch | Opcode::SwitchImm => return self.switch(data),
            Opcode::HbcLoadConst => {
                if let Operand::Value(hir::Value::Literal(literal)) = &data.operands[0] {
                    self.load(to, literal)?;
                }
                return Ok(());
            }
            _ => {}
        }
        if self.object_inst(to, data)? {
            return Ok(());
        }
        let s = self.sources(data)?;
        let block = |index: usize, this: &Self| this.block(&data.operands[index]);
        let op = match data.opcode {
            Opcode::Branch => Op::Jump(block(0, self)),
            Opcode::TryStart => Op::Jump(block(1, self)),
            Opcode::Return => Op::Return(s[0]),
            Opcode::CondBranch => {
                self.push(Op::If(s[0], block(1, self)));
                Op::Jump(block(2, self))
            }
            Opcode::CompareBranch => {
                let branch = compare(data.operator.unwrap_or(Operator::Equal), s[0], s[1], block(2, self));
                self.push(branch);
                Op::Jump(block(3, self))
            }
            Opcode::Throw => Op::Throw(s[0]),
            Opcode::Catch => Op::Catch(to),
            Opcode::Unreachable => Op::Unreachable,
            Opcode::GetPNames => {
                let (start, _) = self.list(&s);
                self.push(Op::GetNames(start, block(4, self)));
                Op::Jump(block(5, self))
            }
            Opcode::GetNextPName => {
                let (start, _) = self.list(&s);
                self.push(Op::NextName(start, block(5, self)));
                Op::Jump(block(6, self))
            }
            Opcode::CheckHasInstance => {
                // A result that is known at once is stored; otherwise the other operands decide by their prototypes.
                self.push(Op::CheckHasInstance(s[0], s[1], s[2], block(3, self)));
                Op::Jump(block(4, self))
            }
            Opcode::IteratorBegin => Op::IteratorBegin(to, s[0]),
            Opcode::IteratorNext => Op::IteratorNext(to, s[0], s[1]),
            Opcode::IteratorClose => Op::IteratorClose(s[0], is_true(data.operands.last())),
            Opcode::LoadStack => Op::Move(to, s[0]),
            Opcode::StoreStack => Op::Move(s[1], s[0]),
            Opcode::Mov | Opcode::ImplicitMov | Opcode::HbcSpillMov => Op::Move(to, s[0]),
            Opcode::LoadFrame | Opcode::StoreFrame => return self.frame_access(to, data, &s),
            Opcode::AsNumber => Op::AsNumber(to, s[0]),
            Opcode::AsNumeric => Op::AsNumeric(to, s[0]),
            Opcode::AsInt32 => Op::AsInt32(to, s[0]),
            Opcode::AddEmptyString => Op::AddEmptyString(to, s[0]),
            Opcode::BinaryOperator => binary(data.operator.unwrap_or(Operator::Add), to, s[0], s[1]),
            Opcode::UnaryOperator => match data.operator.unwrap_or(Operator::Void) {
                Operator::Bang => Op::Not(to, s[0]),
                Operator::Increment => Op::Increment(to, s[0]),
                Operator::Decrement => Op::Decrement(to, s[0]),
                operator => Op::Unary(operator, to, s[0]),
            },
            Opcode::CoerceThisNS => Op::CoerceThis(to, s[0]),
            Opcode::ThrowIfEmpty => Op::ThrowIfEmpty(to, s[0]),
            Opcode::GetNewTarget => Op::NewTarget(to),
            Opcode::CreateScope => {
                let Operand::Scope(scope) = data.operands[0] else { return Ok(()) };
                let parent = if is_scope_of_function(data) { self.environment.unwrap_or(0) } else { s[0] };
                Op::NewScope(to, parent, self.slots[scope.0 as usize] as u16)
            }
            Opcode::CreateScopedFunction => self.closure(to, data, s[0]),
            Opcode::LoadScope => Op::LoadSlot(to, s[0], self.slot(data)),
            Opcode::StoreScope => Op::StoreSlot(s[0], s[1], self.slot(data)),
            Opcode::CreateFunction | Opcode::CreateGenerator => {
                let environment = self.environment.unwrap_or(0);
                self.closure(to, data, environment)
            }
            Opcode::HbcCreateFunction | Opcode::HbcCreateGenerator => self.closure(to, data, s[0]),
            Opcode::Call | Opcode::HbcCallN => {
                let (start, count) = self.list(&s);
                Op::Call(to, start, count)
            }
            Opcode::Construct => {
                let (start, count) = self.list(&s);
                Op::Construct(to, start, count)
            }
            Opcode::HbcConstruct => {
                let (start, count) = self.list(&s);
                Op::ConstructWith(to, start, count)
            }
            Opcode::HbcCallDirect => {
                let Operand::Function(callee) = data.operands[0] else { return Ok(()) };
                // Only functions that need no environment are called so.
                let undefined = self.register();
                self.load(undefined, &Literal::Undefined)?;
                let callable = self.register();
                self.push(Op::Closure(callable, undefined, self.first + callee.0));
                let mut all = vec![callable];
                all.extend_from_slice(&s);
                let (start, count) = self.list(&all);
                Op::Call(to, start, count)
            }
            Opcode::CallBuiltin if builtin_name(data) == "HermesBuiltin.referenceKey" && s.len() == 3 => {
                Op::Key(to, s[1], s[2])
            }
            Opcode::CallBuiltin => {
                let helper = self.helper(builtin_name(data))?;
                let (start, count) = self.list(&s[1..]);
                Op::Helper(to, helper, start, count)
            }
            Opcode::GetBuiltinClosure => {
                self.code.helpers.push(Helper::Library(builtin_name(data).to_string()));
                Op::BuiltinClosure(to, self.code.helpers.len() as u16 - 1)
            }
            Opcode::CallIntrinsic => {
                let Some(hir::Operand::Value(hir::Value::Literal(Literal::Number(number)))) =
                    data.operands.first()
                else {
                    return Ok(());
                };
                self.code.helpers.push(Helper::Intrinsic(*number as u32));
                let (start, count) = self.list(&s[1..]);
                Op::Helper(to, self.code.helpers.len() as u16 - 1, start, count)
            }
            Opcode::DirectEval => Op::DirectEval(to, s[0]),
            Opcode::CreateArguments => Op::CreateArguments(to),
            Opcode::HbcGetGlobalObject => Op::Global(to),
            Opcode::HbcLoadParam => match data.operands.first() {
                Some(Operand::Value(hir::Value::Literal(Literal::Number(number)))) if *number >= 1.0 => {
                    Op::Param(to, (*number as u16).saturating_sub(1))
                }
                _ => Op::RawThis(to),
            },
            Opcode::HbcCreateEnvironment => Op::NewEnvironment(to),
            Opcode::HbcResolveEnvironment => {
                let Operand::Scope(owner) = data.operands[0] else { return Ok(()) };
                match self.depth(owner)? {
                    0 => Op::NewEnvironment(to),
                    depth => Op::OuterEnvironment(to, depth),
                }
            }
            Opcode::HbcLoadFromEnvironment => Op::LoadSlot(to, s[0], self.slot(data)),
            Opcode::HbcStoreToEnvironment => Op::StoreSlot(s[1], s[0], self.slot(data)),
            Opcode::HbcGetThisNS => Op::This(to),
            Opcode::HbcCreateThis => Op::CreateThis(to, s[0], s[1]),
            Opcode::HbcGetConstructedObject => Op::SelectObject(to, s[0], s[1]),
            Opcode::HbcGetArgumentsLength => Op::ArgumentsLength(to, s[0]),
            Opcode::HbcGetArgumentsPropByVal => Op::ArgumentsAt(to, s[0], s[1]),
            Opcode::HbcReifyArguments => Op::ReifyArguments(s[0]),
            Opcode::StartGenerator => Op::StartGenerator,
            Opcode::SaveAndYield => Op::Yield(s[0], block(1, self), 0),
            Opcode::ResumeGenerator => Op::Resume(to, s[0]),
            other => return Err(RunError::Unsupported(format!("{} in `{}`", other.name(), function.name))),
        };
        self.push(op);
        Ok(())
    }

    /// Registers of the operands that are values, and that the operation reads at run time.
    fn sources(&mut self, data: &Inst) -> Result<Vec<Reg>, RunError> {
        let mut all = Vec::new();
        for (index, operand) in data.operands.iter().enumerate() {
            let kind = data.opcode.row().kind(index);
            if let (Operand::Value(value), Some(hir::opcode::Kind::Value | hir::opcode::Kind::Stack)) =
                (operand, kind)
            {
                all.push(self.value(value)?);
            }
        }
        if data.opcode == Opcode::CallIntrinsic {
            all.insert(0, 0);
        }
        Ok(all)
    }

    /// Instructions that work on objects. Returns false for others.
    fn object_inst(&mut self, to: Reg, data: &Inst) -> Result<bool, RunError> {
        let value = |index: usize| match &data.operands[index] {
            Operand::Value(value) => value.clone(),
            _ => hir::Value::Literal(Literal::Undefined),
        };
        let name = |value: &hir::Value| match value {
            hir::Value::Literal(Literal::String(units)) => Some(units.clone()),
            _ => None,
        };
        let op = match data.opcode {
            Opcode::LoadProperty => {
                let object = self.value(&value(0))?;
                match name(&value(1)) {
                    Some(units) => Op::GetName(to, object, self.site(&units)),
                    None => Op::GetValue(to, object, self.value(&value(1))?),
                }
            }
            Opcode::TryLoadGlobalProperty | Opcode::TryStoreGlobalProperty => {
                let load = data.opcode == Opcode::TryLoadGlobalProperty;
                let Some(units) = name(&value(if load { 1 } else { 2 })) else {
                    return Err(RunError::Unsupported(String::from(
                        "a global property without a literal name",
                    )));
                };
                let site = self.site(&units);
                if load { Op::TryGetGlobal(to, site) } else { Op::TryPutGlobal(self.value(&value(0))?, site) }
            }
            Opcode::StoreProperty => {
                let stored = self.value(&value(0))?;
                let object = self.value(&value(1))?;
                match name(&value(2)) {
                    Some(units) => Op::PutName(stored, object, self.site(&units)),
                    None => Op::PutValue(stored, object, self.value(&value(2))?),
                }
            }
            Opcode::DeleteProperty => Op::Delete(to, self.value(&value(0))?, self.value(&value(1))?),
            Opcode::StoreOwnProperty | Opcode::StoreNewOwnProperty => {
                let stored = self.value(&value(0))?;
                let object = self.value(&value(1))?;
                let enumerable = is_true(data.operands.last());
                match name(&value(2)) {
                    Some(units) => Op::DefineName(stored, object, self.site(&units), enumerable),
                    None => Op::DefineValue(stored, object, self.value(&value(2))?, enumerable),
                }
            }
            Opcode::StoreGetterSetter => {
                let mut all = [0; 4];
                for (index, reg) in all.iter_mut().enumerate() {
                    *reg = self.value(&value(index))?;
                }
                Op::DefineAccessor(all[0], all[1], all[2], all[3], is_true(data.operands.last()))
            }
            Opcode::AllocObject => match value(1) {
                hir::Value::Literal(Literal::DefaultParent) => Op::NewObject(to),
                parent => Op::NewObjectWithParent(to, self.value(&parent)?),
            },
            Opcode::AllocObjectLiteral | Opcode::HbcAllocObjectFromBuffer => {
                let skipped = data.opcode.row().operands.len();
                let mut keys = Vec::new();
                let mut values = Vec::new();
                for pair in data.operands[skipped..].chunks(2) {
                    let [Operand::Value(hir::Value::Literal(key)), Operand::Value(value)] = pair else {
                        continue;
                    };
                    keys.push(match key {
                        Literal::String(units) => self.key(units),
                        Literal::Number(number) => {
                            let text: Vec<u16> = hir::number_text(*number).encode_utf16().collect();
                            self.key(&text)
                        }
                        _ => return Err(RunError::Unsupported(String::from("a key that is no string"))),
                    });
                    values.push(self.value(value)?);
                }
                let (start, _) = self.list(&values);
                self.code.literals.push(keys);
                self.code.literal_shapes.push(std::cell::Cell::new(super::bytecode::NO_SHAPE));
                Op::NewLiteral(to, self.code.literals.len() as u16 - 1, start)
            }
            Opcode::AllocArray => {
                let mut constants = Vec::new();
                for operand in &data.operands[1..] {
                    if let Operand::Value(hir::Value::Literal(literal)) = operand {
                        constants.push(self.constants.add(literal)?);
                    }
                }
                self.code.arrays.push(constants);
                Op::NewArray(to, self.code.arrays.len() as u32 - 1)
            }
            Opcode::CreateRegExp => {
                let mut literals = Vec::new();
                for index in 0..2 {
                    if let hir::Value::Literal(literal) = value(index) {
                        literals.push(self.constants.add(&literal)?);
                    }
                }
                self.code.arrays.push(literals);
                Op::NewRegExp(to, self.code.arrays.len() as u32 - 1)
            }
            _ => return Ok(false),
        };
        self.push(op);
        Ok(true)
    }

    fn frame_access(&mut self, to: Reg, data: &Inst, sources: &[Reg]) -> Result<(), RunError> {
        let variable = data.operands.iter().find_map(|operand| match operand {
            Operand::Variable(variable) => Some(*variable),
            _ => None,
        });
        let Some(variable) = variable else { return Ok(()) };
        let load = data.opcode == Opcode::LoadFrame;
        let depth = self.depth(variable.function)?;
        let op = match (self.captured.get(&variable), depth) {
            (None, _) => {
                let home = self.home(super::compile::Home::Variable(variable), false);
                if load { Op::Move(to, home) } else { Op::Move(home, sources[0]) }
            }
            (Some(slot), 0) => {
                let environment = self.environment.unwrap_or(0);
                if load {
                    Op::LoadSlot(to, environment, *slot)
                } else {
                    Op::StoreSlot(sources[0], environment, *slot)
                }
            }
            (Some(slot), depth) if load => Op::LoadOuter(to, depth, *slot),
            (Some(slot), depth) => Op::StoreOuter(sources[0], depth, *slot),
        };
        self.push(op);
        Ok(())
    }

    fn slot(&self, data: &Inst) -> u16 {
        let slot = data.operands.iter().find_map(|operand| match operand {
            Operand::Variable(variable) => self.captured.get(variable),
            _ => None,
        });
        slot.copied().unwrap_or(0)
    }

    fn closure(&mut self, to: Reg, data: &Inst, environment: Reg) -> Op {
        let function = match data.operands[0] {
            Operand::Function(function) => self.first + function.0,
            _ => self.first,
        };
        match data.opcode {
            Opcode::CreateFunction | Opcode::CreateScopedFunction | Opcode::HbcCreateFunction => {
                Op::Closure(to, environment, function)
            }
            _ => Op::CreateGenerator(to, environment, function),
        }
    }

    fn helper(&mut self, name: &str) -> Result<u16, RunError> {
        let helper = match name {
            "HermesBuiltin.copyRestArgs" => Helper::CopyRestArgs,
            "HermesBuiltin.throwTypeError" => Helper::ThrowTypeError,
            "HermesBuiltin.apply" => Helper::Apply,
            "HermesBuiltin.arraySpread" => Helper::ArraySpread,
            "HermesBuiltin.copyDataProperties" => Helper::CopyDataProperties,
            "HermesBuiltin.ensureObject" => Helper::EnsureObject,
            "HermesBuiltin.getMethod" => Helper::GetMethod,
            "HermesBuiltin.generatorSetDelegated" => Helper::SetDelegated,
            "HermesBuiltin.getTemplateObject" => Helper::TemplateObject,
            "HermesBuiltin.spawnAsync" => Helper::SpawnAsync,
            "HermesBuiltin.exponentiationOperator" => Helper::Exponent,
            other => match super::classes::named(other) {
                Some(builtin) => Helper::Builtin(builtin),
                None => Helper::Library(other.to_string()),
            },
        };
        if self.code.helpers.len() > usize::from(u16::MAX) {
            return Err(RunError::Unsupported(String::from("so many builtin calls in a function")));
        }
        self.code.helpers.push(helper);
        Ok(self.code.helpers.len() as u16 - 1)
    }

    fn switch(&mut self, data: &Inst) -> Result<(), RunError> {
        let Operand::Value(value) = &data.operands[0] else { return Ok(()) };
        let value = self.value(value)?;
        let mut switch = Switch { default: self.block(&data.operands[1]), ..Switch::default() };
        let mut ints = Vec::new();
        let fixed = data.opcode.row().operands.len();
        for pair in data.operands[fixed..].chunks(2) {
            let [Operand::Value(hir::Value::Literal(literal)), target] = pair else { continue };
            switch.cases.push((self.constants.add(literal)?, self.block(target)));
            if let Literal::Number(number) = literal
                && is_int(*number)
            {
                ints.push(*number as i32);
            }
        }
        if let (Some(first), Some(last)) = (ints.iter().min(), ints.iter().max())
            && ints.len() == switch.cases.len()
            && (i64::from(*last) - i64::from(*first)) < (DENSITY * ints.len()) as i64
        {
            switch.first = *first;
            switch.dense = vec![u32::MAX; (*last - *first) as usize + 1];
            for (int, (_, target)) in ints.iter().zip(&switch.cases) {
                switch.dense[(*int - *first) as usize] = *target;
            }
        }
        self.code.switches.push(switch);
        self.push(Op::Switch(value, self.code.switches.len() as u32 - 1));
        Ok(())
    }

    pub(super) fn allocate(&mut self) {
        let mut input = Input {
            ops: &mut self.code.ops,
            operands: &mut self.code.operands,
            literals: &self.code.literals,
            blocks: &mut self.blocks,
            count: self.next,
            variables: &self.variables,
            births: &self.births,
            saved: &mut self.code.saved,
        };
        let registers = allocate(&mut input);
        self.layout(registers as Reg);
        // One more for cycles of copies.
        self.code.registers = registers as u32 + 1;
    }

    /// Puts blocks and copies of edges in order, and resolves targets. Numbers past those of blocks are edges.
    fn layout(&mut self, scratch: Reg) {
        let ops = std::mem::take(&mut self.code.ops);
        let offsets = std::mem::take(&mut self.code.offsets);
        let handlers = std::mem::take(&mut self.handlers);
        let blocks = std::mem::take(&mut self.blocks);
        let mut out = Layout::default();
        let mut starts = vec![0_u32; blocks.len()];
        let mut edges: Vec<Edge> = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            starts[index] = out.ops.len() as u32;
            // Only a plain jump has its copies before it: a branch reads its operands first, also if its targets are the same.
            let branches = ops[block.start..block.end].iter().filter(|op| {
                let mut op = **op;
                op.target().is_some() || matches!(op, Op::Switch(..))
            });
            let jumps = matches!(ops[block.start..block.end].last(), Some(Op::Jump(_)));
            let single = jumps && branches.count() == 1;
            for at in block.start..block.end {
                let mut op = ops[at];
                let place = (offsets[at], handlers[at]);
                if let Op::Move(to, from) = op
                    && to == from
                {
                    continue;
                }
                if single && at + 1 == block.end {
                    block.moves.iter().for_each(|(_, moves)| out.copy(moves, scratch, place));
                }
                let mut redirect = |target: &mut u32| {
                    let moves = block.moves.iter().find(|(to, _)| to == target);
                    if let Some((_, moves)) = moves.filter(|_| !single && *target != u32::MAX) {
                        let known = edges
                            .iter()
                            .position(|edge| edge.1 == *target && edge.0 == *moves && edge.2 == index as u32);
                        let edge = known.unwrap_or_else(|| {
                            edges.push((moves.clone(), *target, index as u32, place.1));
                            edges.len() - 1
                        });
                        *target = (blocks.len() + edge) as u32;
                    }
                };
                if let Some(target) = op.target() {
                    redirect(target);
                }
                if let Op::Switch(_, table) = op {
                    let table = &mut self.code.switches[table as usize];
                    redirect(&mut table.default);
                    table.cases.iter_mut().for_each(|(_, target)| redirect(target));
                    table.dense.iter_mut().for_each(&mut redirect);
                }
                out.push(op, place);
            }
            out.fall_through(index as u32 + 1, starts[index] as usize);
        }
        for (moves, target, _, handler) in edges {
            starts.push(out.ops.len() as u32);
            out.copy(&moves, scratch, (0, handler));
            out.push(Op::Jump(target), (0, handler));
        }
        for op in &mut out.ops {
            if let Some(target) = op.target() {
                *target = starts[*target as usize];
            }
        }
        for table in &mut self.code.switches {
            table.default = starts[table.default as usize];
            table.cases.iter_mut().for_each(|(_, target)| *target = starts[*target as usize]);
            for target in table.dense.iter_mut().filter(|target| **target != u32::MAX) {
                *target = starts[*target as usize];
            }
        }
        for (at, handler) in out.handlers.iter().enumerate() {
            let Some(handler) = handler.map(|handler| starts[handler as usize]) else { continue };
            let at = at as u32;
            match self.code.handlers.last_mut() {
                Some((_, end, known)) if *end == at && *known == handler => *end += 1,
                _ => self.code.handlers.push((at, at + 1, handler)),
            }
        }
        self.code.ops = out.ops;
        self.code.offsets = out.offsets;
    }

    pub(super) fn finish(mut self) -> Code {
        let function = self.function;
        if self.code.ops.is_empty() {
            self.code.ops = vec![Op::Unreachable];
            self.code.offsets = vec![0];
        }
        let creates = |opcode| matches!(opcode, Opcode::CreateGenerator | Opcode::HbcCreateGenerator);
        self.code.is_async = function.hidden.is_async;
        // The outer function of an async function that is no generator is a method or an arrow function.
        let is_generator = !function.hidden.is_async || function.kind == FunctionKind::Function;
        self.code.generator = is_generator && function.insts.iter().any(|inst| creates(inst.opcode));
        self.code.strict = function.hidden.strict;
        let ordinary = matches!(function.kind, FunctionKind::Function | FunctionKind::Constructor);
        self.code.delegates = self.code.helpers.iter().any(|helper| matches!(helper, Helper::SetDelegated));
        self.code.constructs = ordinary && !self.code.generator && !self.code.is_async;
        self.code.length = function.hidden.length;
        self.code.arrow = function.kind == FunctionKind::Arrow;
        self.code.name = self.name().to_string();
        self.code.inlined.clone_from(&function.inlined);
        let offsets = std::mem::take(&mut self.code.offsets);
        self.code.set_places(&offsets);
        self.code
    }
}

/// Copies on the edge to a block, from the block with an index; the handler of the branch.
type Edge = (Vec<(Reg, Reg)>, u32, u32, Option<u32>);

/// Operations in their final order.
#[derive(Default)]
struct Layout {
    ops: Vec<Op>,
    offsets: Vec<u32>,
    handlers: Vec<Option<u32>>,
}

impl Layout {
    fn push(&mut self, op: Op, (offset, handler): (u32, Option<u32>)) {
        self.ops.push(op);
        self.offsets.push(offset);
        self.handlers.push(handler);
    }

    fn pop(&mut self) {
        self.ops.pop();
        self.offsets.pop();
        self.handlers.pop();
    }

    /// Copies in parallel.
    fn copy(&mut self, moves: &[(Reg, Reg)], scratch: Reg, place: (u32, Option<u32>)) {
        let mut rest: Vec<(Reg, Reg)> = moves.iter().copied().filter(|(to, from)| to != from).collect();
        while !rest.is_empty() {
            let ready = rest.iter().position(|(to, _)| rest.iter().all(|(_, from)| from != to));
            match ready {
                Some(index) => {
                    let (to, from) = rest.swap_remove(index);
                    self.push(Op::Move(to, from), place);
                }
                None => {
                    let broken = rest[0].1;
                    self.push(Op::Move(scratch, broken), place);
                    rest.iter_mut().filter(|(_, from)| *from == broken).for_each(|(_, from)| *from = scratch);
                }
            }
        }
    }

    /// Drops a jump to the block that follows, if need be by inverting the branch before it.
    fn fall_through(&mut self, next: u32, start: usize) {
        let length = self.ops.len();
        let Some(Op::Jump(target)) = self.ops.last().copied() else { return };
        if target == next {
            self.pop();
            return;
        }
        if length >= start + 2
            && let Some(mut inverted) = self.ops[length - 2].inverted()
            && let Some(to) = inverted.target()
            && *to == next
        {
            *to = target;
            self.ops[length - 2] = inverted;
            self.pop();
        }
    }
}

fn compare(operator: Operator, a: Reg, b: Reg, to: u32) -> Op {
    match operator {
        Operator::Less => Op::Less(a, b, to),
        Operator::LessEqual => Op::LessEqual(a, b, to),
        Operator::StrictlyEqual => Op::Same(a, b, to),
        Operator::StrictlyNotEqual => Op::NotSame(a, b, to),
        other => Op::Compare(other, true, a, b, to),
    }
}

fn binary(operator: Operator, to: Reg, a: Reg, b: Reg) -> Op {
    match operator {
        Operator::Add => Op::Add(to, a, b),
        Operator::Subtract => Op::Subtract(to, a, b),
        Operator::Multiply => Op::Multiply(to, a, b),
        Operator::Divide => Op::Divide(to, a, b),
        Operator::Modulo => Op::Modulo(to, a, b),
        Operator::And => Op::And(to, a, b),
        Operator::Or => Op::Or(to, a, b),
        Operator::Xor => Op::Xor(to, a, b),
        Operator::ShiftLeft => Op::ShiftLeft(to, a, b),
        Operator::ShiftRight => Op::ShiftRight(to, a, b),
        Operator::UnsignedShiftRight => Op::UnsignedShiftRight(to, a, b),
        other => Op::Binary(other, to, a, b),
    }
}

fn builtin_name(data: &Inst) -> &str {
    match &data.operands[0] {
        Operand::Builtin(name) => name,
        _ => "",
    }
}

fn is_true(operand: Option<&Operand>) -> bool {
    matches!(operand, Some(Operand::Value(hir::Value::Literal(Literal::Boolean(true)))))
}

/// True if the environment around a new scope is that of the function.
pub(crate) fn is_scope_of_function(data: &Inst) -> bool {
    let empty = Operand::Value(hir::Value::Literal(Literal::Empty));
    data.opcode == Opcode::CreateScope && data.operands.last() == Some(&empty)
}
