//! Lowering: literals, parameters and variables become instructions of the target, as in dumps of `hermesc -dump-lir`.
//!
//! `ConstructInst` stays: the lowered form reads `prototype` before it knows that the callee is a constructor.

use super::{append, instructions, reverse_postorder};
use crate::hir::opcode::Kind;
use crate::hir::{
    BlockId, Function, FunctionId, FunctionKind, Inst, InstId, Literal, Module, Opcode, Operand, Operator,
    Value, VariableId,
};
use crate::interp::is_scope_of_function;
use std::collections::HashMap;

/// Minimum number of cases of a switch that becomes a table.
const MIN_CASES: usize = 8;

/// Which functions have environments.
pub(super) struct Scopes {
    has_environment: Vec<bool>,
}

impl Scopes {
    pub(super) fn new(module: &Module) -> Scopes {
        let mut has_environment = vec![false; module.functions.len()];
        for (index, function) in module.functions.iter().enumerate() {
            for inst in instructions(function).map(|inst| function.inst(inst)) {
                has_environment[index] |=
                    matches!(inst.opcode, Opcode::CreateFunction | Opcode::CreateGenerator)
                        || is_scope_of_function(inst);
                for operand in &inst.operands {
                    if let Operand::Variable(variable) = operand {
                        has_environment[variable.function.0 as usize] = true;
                    }
                }
            }
        }
        Scopes { has_environment }
    }
}

pub(super) fn run(module: &mut Module, id: FunctionId, scopes: &Scopes) {
    let function = &mut module.functions[id.0 as usize];
    fuse_comparisons(function);
    let loops = blocks_in_loops(function);
    let mut lowering = Lowering { function, id, environment: None, entry: Vec::new(), known: HashMap::new() };
    if scopes.has_environment[id.0 as usize] {
        let environment = append(lowering.function, Opcode::HbcCreateEnvironment, Vec::new(), 0);
        lowering.entry.push(environment);
        lowering.environment = Some(environment);
    }
    for index in 0..lowering.function.blocks.len() {
        lowering.block(BlockId(index as u32), loops[index]);
    }
    let entry = std::mem::take(&mut lowering.entry);
    let function = lowering.function;
    let phis = |inst: &InstId| function.insts[inst.0 as usize].opcode == Opcode::Phi;
    let first = usize::from(super::is_generator(function))
        + function.blocks[0].insts.iter().take_while(|inst| phis(inst)).count();
    function.blocks[0].insts.splice(first..first, entry);
}

/// Joins a comparison with the branch after it, if nothing else uses its result.
fn fuse_comparisons(function: &mut Function) {
    let mut uses = vec![0_u32; function.insts.len()];
    for inst in instructions(function) {
        for operand in &function.inst(inst).operands {
            if let Operand::Value(Value::Inst(used)) = operand {
                uses[used.0 as usize] += 1;
            }
        }
    }
    for block in &mut function.blocks {
        let [.., compared, branch] = &*block.insts else { continue };
        let (compared, branch) = (*compared, *branch);
        let (first, last) = (&function.insts[compared.0 as usize], &function.insts[branch.0 as usize]);
        let comparison = matches!(
            first.operator,
            Some(
                Operator::Less
                    | Operator::LessEqual
                    | Operator::Greater
                    | Operator::GreaterEqual
                    | Operator::Equal
                    | Operator::NotEqual
                    | Operator::StrictlyEqual
                    | Operator::StrictlyNotEqual
            )
        );
        let joined = first.opcode == Opcode::BinaryOperator
            && comparison
            && last.opcode == Opcode::CondBranch
            && last.operands.first() == Some(&compared.into())
            && uses[compared.0 as usize] == 1;
        if joined {
            let mut operands = first.operands.clone();
            operands.extend_from_slice(&last.operands[1..]);
            let operator = first.operator;
            let last = &mut function.insts[branch.0 as usize];
            last.opcode = Opcode::CompareBranch;
            last.operator = operator;
            last.operands = operands;
            block.insts.retain(|inst| *inst != compared);
        }
    }
}

/// True for the blocks between the target of a jump backwards and the jump, in reverse postorder.
fn blocks_in_loops(function: &Function) -> Vec<bool> {
    let order = reverse_postorder(function);
    let mut rank = vec![usize::MAX; function.blocks.len()];
    for (index, block) in order.iter().enumerate() {
        rank[block.0 as usize] = index;
    }
    let mut inside = vec![false; function.blocks.len()];
    for (index, block) in order.iter().enumerate() {
        for successor in function.terminator(*block).into_iter().flat_map(|inst| inst.successors()) {
            let first = rank[successor.0 as usize];
            for member in order.iter().take(index + 1).skip(first) {
                inside[member.0 as usize] = true;
            }
        }
    }
    inside
}

struct Lowering<'a> {
    function: &'a mut Function,
    id: FunctionId,
    environment: Option<InstId>,
    /// Instructions at the start of the function.
    entry: Vec<InstId>,
    known: HashMap<String, InstId>,
}

impl Lowering<'_> {
    fn block(&mut self, block: BlockId, in_loop: bool) {
        let old = std::mem::take(&mut self.function.blocks[block.0 as usize].insts);
        let mut new: Vec<InstId> = Vec::with_capacity(old.len());
        for id in old {
            let inst = self.function.inst(id).clone();
            let inst = self.special(inst, &mut new);
            let inst = self.operands(inst, in_loop, &mut new);
            self.function.insts[id.0 as usize] = inst;
            new.push(id);
        }
        self.function.blocks[block.0 as usize].insts = new;
    }

    /// Adds an instruction before the current one.
    fn emit(&mut self, new: &mut Vec<InstId>, opcode: Opcode, operands: Vec<Operand>, offset: u32) -> InstId {
        let inst = append(self.function, opcode, operands, offset);
        new.push(inst);
        inst
    }

    /// The instruction at the start of the function that computes an operand which is no instruction.
    fn at_entry(&mut self, opcode: Opcode, operands: Vec<Operand>) -> InstId {
        let key = format!("{opcode:?} {operands:?}");
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let inst = append(self.function, opcode, operands, 0);
        self.entry.push(inst);
        self.known.insert(key, inst);
        inst
    }

    /// Replaces the instruction itself.
    fn special(&mut self, mut inst: Inst, new: &mut Vec<InstId>) -> Inst {
        match inst.opcode {
            Opcode::CreateFunction | Opcode::CreateGenerator => {
                inst.opcode = if inst.opcode == Opcode::CreateFunction {
                    Opcode::HbcCreateFunction
                } else {
                    Opcode::HbcCreateGenerator
                };
                inst.operands.extend(self.environment.map(Operand::from));
            }
            Opcode::CreateScope if is_scope_of_function(&inst) => {
                if let (Some(environment), Some(last)) = (self.environment, inst.operands.last_mut()) {
                    *last = environment.into();
                }
            }
            Opcode::LoadFrame | Opcode::StoreFrame => {
                let Some(Operand::Variable(variable)) = inst.operands.last().cloned() else { return inst };
                let environment = self.environment_of(variable, new);
                if inst.opcode == Opcode::LoadFrame {
                    inst.opcode = Opcode::HbcLoadFromEnvironment;
                    inst.operands = vec![environment.into(), variable.into()];
                } else {
                    inst.opcode = Opcode::HbcStoreToEnvironment;
                    let value = inst.operands[0].clone();
                    inst.operands = vec![environment.into(), value, variable.into()];
                }
            }
            Opcode::Call if (3..=5).contains(&inst.operands.len()) || inst.operands.len() == 2 => {
                inst.opcode = Opcode::HbcCallN;
            }
            Opcode::BinaryOperator if inst.operator == Some(Operator::Exponent) => {
                inst.opcode = Opcode::CallBuiltin;
                inst.operator = None;
                let undefined = Operand::from(Literal::Undefined);
                let name = Operand::Builtin("HermesBuiltin.exponentiationOperator".into());
                inst.operands.splice(0..0, [name, undefined]);
            }
            Opcode::Switch => self.switch(&mut inst),
            _ => {}
        }
        inst
    }

    fn environment_of(&mut self, variable: VariableId, new: &mut Vec<InstId>) -> InstId {
        match self.environment {
            Some(environment) if variable.function == self.id => environment,
            _ => {
                let scope = vec![Operand::Scope(variable.function)];
                self.emit(new, Opcode::HbcResolveEnvironment, scope, 0)
            }
        }
    }

    /// A switch of integers that are near one another becomes a table.
    fn switch(&mut self, inst: &mut Inst) {
        let mut numbers = Vec::new();
        for case in inst.operands[2..].iter().step_by(2) {
            match case {
                Operand::Value(Value::Literal(Literal::Number(number)))
                    if number.fract() == 0.0 && (0.0..1e6).contains(number) && !number.is_sign_negative() =>
                {
                    numbers.push(*number);
                }
                _ => return,
            }
        }
        let first = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let last = numbers.iter().copied().fold(0.0, f64::max);
        let size = last - first + 1.0;
        if numbers.len() >= MIN_CASES && size <= 4.0 * numbers.len() as f64 {
            inst.opcode = Opcode::SwitchImm;
            let header = [Operand::from(Literal::Number(first)), Operand::from(Literal::Number(size))];
            inst.operands.splice(2..2, header);
        }
    }

    /// Replaces operands that are no instructions.
    fn operands(&mut self, mut inst: Inst, in_loop: bool, new: &mut Vec<InstId>) -> Inst {
        let row = inst.opcode.row();
        let phi = inst.opcode == Opcode::Phi;
        for position in 0..inst.operands.len() {
            let Operand::Value(value) = inst.operands[position].clone() else { continue };
            if row.kind(position) != Some(Kind::Value) || keeps(&inst, position, &value) {
                continue;
            }
            let replaced = match value {
                Value::Literal(literal) => {
                    let operands = vec![Operand::from(literal)];
                    // A loop does not load its literals again; a value of a Phi must be there before the block.
                    if in_loop || phi {
                        self.at_entry(Opcode::HbcLoadConst, operands)
                    } else {
                        self.emit(new, Opcode::HbcLoadConst, operands, inst.offset)
                    }
                }
                Value::Param(index) => {
                    let number = Literal::Number(f64::from(index) + 1.0);
                    self.at_entry(Opcode::HbcLoadParam, vec![number.into()])
                }
                Value::This if self.function.hidden.strict || self.function.kind == FunctionKind::Arrow => {
                    self.at_entry(Opcode::HbcLoadParam, vec![Literal::Number(0.0).into()])
                }
                Value::This => self.at_entry(Opcode::HbcGetThisNS, Vec::new()),
                Value::GlobalObject => self.at_entry(Opcode::HbcGetGlobalObject, Vec::new()),
                Value::Inst(_) => continue,
            };
            inst.operands[position] = replaced.into();
        }
        inst
    }
}

/// True for literals that the instruction itself has: names, parents of objects, unused operands.
fn keeps(inst: &Inst, position: usize, value: &Value) -> bool {
    let Value::Literal(literal) = value else { return false };
    let text = matches!(literal, Literal::String(_));
    match inst.opcode {
        Opcode::LoadProperty | Opcode::TryLoadGlobalProperty => position == 1 && text,
        Opcode::StoreProperty | Opcode::TryStoreGlobalProperty | Opcode::StoreOwnProperty => {
            position == 2 && text
        }
        Opcode::AllocObject => *literal == Literal::DefaultParent,
        Opcode::CallBuiltin | Opcode::HbcLoadConst => position == 1,
        _ => false,
    }
}
