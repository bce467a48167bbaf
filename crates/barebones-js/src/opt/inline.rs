//! Inlining: the body of a small function takes the place of a call, if the callee is known.
//!
//! A callee is known if the caller itself creates the closure, or reads it from a variable to which nothing else is ever
//! written. Both are then in the same activation of the same functions, so what the callee reads of outer frames, the caller
//! reads in the same place.
//!
//! Requires that no program that runs later writes the variables: modules with a direct `eval` keep their calls. Calls that
//! remain, and what they may throw, keep their order. Each caller grows by at most [`MAX_GROWTH`] instructions.

use super::{append, dce, instructions, is_generator, replace};
use crate::hir::opcode::Effect;
use crate::hir::{
    Block, BlockId, Function, FunctionId, FunctionKind, INLINED, Inlined, InstId, Literal, Module, Opcode,
    Operand, Value, VariableId,
};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Most instructions of a callee.
const MAX_SIZE: usize = 30;

/// Most instructions that a caller gains.
const MAX_GROWTH: usize = 300;

/// Levels of calls that become one function.
const ROUNDS: usize = 2;

pub(super) fn run(module: &mut Module) {
    for function in &mut module.functions {
        dce::remove_unreachable(function);
    }
    let has_eval = |function: &Function| {
        instructions(function).any(|inst| function.inst(inst).opcode == Opcode::DirectEval)
    };
    if module.functions.iter().any(has_eval) {
        return;
    }
    let mut inlined = false;
    for _ in 0..ROUNDS {
        let closures = closures(module);
        let callees: Vec<Option<Function>> =
            module.functions.iter().map(|function| is_small(function).then(|| function.clone())).collect();
        let mut changed = false;
        for index in 0..module.functions.len() {
            changed |= calls_of(module, FunctionId(index as u32), &closures, &callees);
        }
        inlined |= changed;
        if !changed {
            break;
        }
    }
    if inlined {
        drop_unused(module);
    }
}

/// The closure that a variable holds.
#[derive(Clone, Copy)]
struct Closure {
    function: FunctionId,
    /// True if no code can see the variable before it holds the closure.
    early: bool,
}

/// Variables to which only closures of one function are written, by the function that owns the variable.
fn closures(module: &Module) -> HashMap<VariableId, Closure> {
    let mut all: HashMap<VariableId, Closure> = HashMap::new();
    let mut unknown: HashSet<VariableId> = HashSet::new();
    // Those that are undefined first: code that runs before the closure is written sees it.
    let mut undefined: HashSet<VariableId> = HashSet::new();
    for (index, function) in module.functions.iter().enumerate() {
        for (number, block) in function.blocks.iter().enumerate() {
            let mut quiet = number == 0;
            for id in &block.insts {
                let inst = function.inst(*id);
                for operand in &inst.operands {
                    let Operand::Variable(variable) = operand else { continue };
                    match (inst.opcode, inst.operands.first()) {
                        (Opcode::LoadFrame, _) => {}
                        (Opcode::StoreFrame, Some(Operand::Value(Value::Literal(Literal::Empty))))
                            if !all.contains_key(variable) => {}
                        (Opcode::StoreFrame, Some(Operand::Value(Value::Literal(Literal::Undefined))))
                            if quiet
                                && variable.function.0 as usize == index
                                && !all.contains_key(variable) =>
                        {
                            undefined.insert(*variable);
                        }
                        (Opcode::StoreFrame, Some(Operand::Value(Value::Inst(value))))
                            if variable.function.0 as usize == index =>
                        {
                            match created(function, *value) {
                                Some(callee) => {
                                    let closure = Closure { function: callee, early: quiet };
                                    let known = all.entry(*variable).or_insert(closure);
                                    if known.function != callee {
                                        unknown.insert(*variable);
                                    }
                                }
                                None => _ = unknown.insert(*variable),
                            }
                        }
                        _ => _ = unknown.insert(*variable),
                    }
                }
                quiet &= inst.opcode == Opcode::StoreFrame || inst.opcode.row().effect == Effect::None;
            }
        }
    }
    all.retain(|variable, closure| {
        !unknown.contains(variable) && (closure.early || !undefined.contains(variable))
    });
    all
}

/// The function of the closure that an instruction creates over the frame.
fn created(function: &Function, inst: InstId) -> Option<FunctionId> {
    match (function.inst(inst).opcode, &*function.inst(inst).operands) {
        (Opcode::CreateFunction, [Operand::Function(callee)]) => Some(*callee),
        _ => None,
    }
}

/// True for functions whose bodies mean the same in another frame, apart from their variables.
fn is_small(function: &Function) -> bool {
    let plain = function.kind != FunctionKind::Constructor
        && !function.hidden.generator
        && !function.hidden.is_async
        && !is_generator(function);
    let movable = |inst: InstId| {
        let inst = function.inst(inst);
        let uses_this = inst.operands.contains(&Operand::Value(Value::This));
        let kept = matches!(
            inst.opcode,
            Opcode::CreateFunction
                | Opcode::CreateGenerator
                | Opcode::CreateScope
                | Opcode::CreateScopedFunction
                | Opcode::CreateArguments
                | Opcode::GetNewTarget
                | Opcode::CallBuiltin
                | Opcode::TryStart
                | Opcode::Catch
                | Opcode::TryEnd
                | Opcode::Unreachable
                | Opcode::Debugger
        );
        !(kept || uses_this && function.kind == FunctionKind::Arrow)
    };
    plain && instructions(function).count() <= MAX_SIZE && instructions(function).all(movable)
}

/// Inlines calls of a function, and returns whether there was one.
fn calls_of(
    module: &mut Module,
    caller: FunctionId,
    closures: &HashMap<VariableId, Closure>,
    callees: &[Option<Function>],
) -> bool {
    let function = &mut module.functions[caller.0 as usize];
    let mut room = MAX_GROWTH;
    let mut changed = false;
    // Only blocks that were there are searched, and what follows an inlined call.
    let mut work: Vec<BlockId> = (0..function.blocks.len() as u32).map(BlockId).collect();
    while let Some(block) = work.pop() {
        for position in 0..function.blocks[block.0 as usize].insts.len() {
            let id = function.blocks[block.0 as usize].insts[position];
            let inst = function.inst(id);
            let (Opcode::Call, Some(Operand::Value(Value::Inst(closure)))) =
                (inst.opcode, inst.operands.first())
            else {
                continue;
            };
            let Some(known) = known_callee(function, *closure, closures) else { continue };
            let Some(callee) = callees.get(known.0 as usize).and_then(Option::as_ref) else { continue };
            let size = instructions(callee).count() + 2 * callee.variables.len();
            if known == caller || callee.hidden.strict != function.hidden.strict || size > room {
                continue;
            }
            room -= size;
            changed = true;
            work.push(inline(function, block, position, callee, known));
            break;
        }
    }
    changed
}

fn known_callee(
    function: &Function,
    value: InstId,
    closures: &HashMap<VariableId, Closure>,
) -> Option<FunctionId> {
    let loaded = |inst: InstId| match (function.inst(inst).opcode, &*function.inst(inst).operands) {
        (Opcode::LoadFrame, [Operand::Variable(variable)]) => closures.get(variable),
        _ => None,
    };
    match (function.inst(value).opcode, &*function.inst(value).operands) {
        (Opcode::CreateFunction, _) => created(function, value),
        (Opcode::ThrowIfEmpty, [Operand::Value(Value::Inst(inner))]) => {
            loaded(*inner).map(|closure| closure.function)
        }
        _ => loaded(value).filter(|closure| closure.early).map(|closure| closure.function),
    }
}

/// Replaces a call by the body of its callee, and returns the block with what follows.
fn inline(
    function: &mut Function,
    block: BlockId,
    position: usize,
    callee: &Function,
    callee_id: FunctionId,
) -> BlockId {
    let insts = &mut function.blocks[block.0 as usize].insts;
    let rest = insts.split_off(position + 1);
    let call_id = insts[position];
    insts.truncate(position);
    let call = function.inst(call_id).clone();
    let next = BlockId(function.blocks.len() as u32);
    function.blocks.push(Block { insts: rest });
    let successors: Vec<BlockId> =
        function.terminator(next).into_iter().flat_map(|inst| inst.successors()).collect();
    for successor in successors {
        rename_predecessor(function, successor, block, next);
    }
    let argument = |index: usize| match call.operands.get(index) {
        Some(Operand::Value(value)) => value.clone(),
        _ => Value::Literal(Literal::Undefined),
    };
    let mut before: Vec<InstId> = Vec::new();
    let mut stacks: Vec<InstId> = Vec::new();
    for variable in &callee.variables {
        let label = vec![Operand::Label(variable.name.clone())];
        let stack = append(function, Opcode::AllocStack, label, call.offset);
        let undefined = Operand::from(Literal::Undefined);
        let store = append(function, Opcode::StoreStack, vec![undefined, stack.into()], call.offset);
        before.extend([stack, store]);
        stacks.push(stack);
    }
    let uses_this =
        instructions(callee).any(|inst| callee.inst(inst).operands.contains(&Operand::Value(Value::This)));
    let this = match argument(1) {
        this if callee.hidden.strict || !uses_this => this,
        Value::Literal(Literal::Undefined | Literal::Null) | Value::GlobalObject => Value::GlobalObject,
        this => {
            let coerced = append(function, Opcode::CoerceThisNS, vec![this.into()], call.offset);
            before.push(coerced);
            coerced.into()
        }
    };
    let first = function.blocks.len() as u32;
    let moved = |target: BlockId| BlockId(first + target.0);
    before.push(append(function, Opcode::Branch, vec![moved(BlockId(0)).into()], call.offset));
    function.blocks[block.0 as usize].insts.extend(before);

    // Ids first, since Phis name instructions of later blocks.
    let mut ids: HashMap<InstId, InstId> = HashMap::new();
    let mut places: HashMap<u32, u32> = HashMap::new();
    for inst in instructions(callee) {
        let mut copy = callee.inst(inst).clone();
        copy.offset = inlined_place(function, callee, copy.offset, call.offset, &mut places);
        function.insts.push(copy);
        ids.insert(inst, InstId(function.insts.len() as u32 - 1));
    }
    let value = |value: &Value| match value {
        Value::Inst(inst) => ids.get(inst).map_or(Value::Literal(Literal::Undefined), |id| Value::Inst(*id)),
        Value::Param(index) => argument(*index as usize + 2),
        Value::This => this.clone(),
        other => other.clone(),
    };
    let mut returned: Vec<Operand> = Vec::new();
    for (index, body) in callee.blocks.iter().enumerate() {
        let copy: Vec<InstId> = body.insts.iter().map(|inst| ids[inst]).collect();
        for inst in &copy {
            let inst = &mut function.insts[inst.0 as usize];
            for operand in &mut inst.operands {
                match operand {
                    Operand::Value(old) => *old = value(old),
                    Operand::Block(target) => *target = moved(*target),
                    Operand::Variable(variable) if variable.function == callee_id => {
                        *operand = stacks[variable.index as usize].into();
                    }
                    _ => {}
                }
            }
            let of_stack = matches!(inst.operands.last(), Some(Operand::Value(_)));
            match inst.opcode {
                Opcode::LoadFrame if of_stack => inst.opcode = Opcode::LoadStack,
                Opcode::StoreFrame if of_stack => inst.opcode = Opcode::StoreStack,
                Opcode::Return => {
                    inst.opcode = Opcode::Branch;
                    returned.append(&mut inst.operands);
                    returned.push(moved(BlockId(index as u32)).into());
                    inst.operands.push(next.into());
                }
                _ => {}
            }
        }
        function.blocks.push(Block { insts: copy });
    }
    match &*returned {
        // Every path throws, or never ends.
        [] => replace(function, &HashMap::from([(call_id, Value::Literal(Literal::Undefined))])),
        [Operand::Value(value), _] => {
            let value = value.clone();
            replace(function, &HashMap::from([(call_id, value)]));
        }
        _ => {
            let phi = &mut function.insts[call_id.0 as usize];
            phi.opcode = Opcode::Phi;
            phi.operands = returned;
            function.blocks[next.0 as usize].insts.insert(0, call_id);
        }
    }
    next
}

/// The place in a caller of what was at a place of its inlined callee.
fn inlined_place(
    function: &mut Function,
    callee: &Function,
    place: u32,
    call: u32,
    known: &mut HashMap<u32, u32>,
) -> u32 {
    if let Some(known) = known.get(&place) {
        return *known;
    }
    let inner = if place & INLINED == 0 { None } else { callee.inlined.get((place & !INLINED) as usize) };
    let inlined = match inner {
        None => Inlined { name: Rc::from(callee.source_name()), offset: place, call },
        // The callee has inlined functions itself. Levels are few.
        Some(inner) => {
            Inlined { call: inlined_place(function, callee, inner.call, call, known), ..inner.clone() }
        }
    };
    let new = INLINED | function.inlined.len() as u32;
    function.inlined.push(inlined);
    known.insert(place, new);
    new
}

fn rename_predecessor(function: &mut Function, block: BlockId, old: BlockId, new: BlockId) {
    for inst in function.blocks[block.0 as usize].insts.clone() {
        let inst = &mut function.insts[inst.0 as usize];
        if inst.opcode != Opcode::Phi {
            break;
        }
        for operand in &mut inst.operands {
            if *operand == Operand::Block(old) {
                *operand = Operand::Block(new);
            }
        }
    }
}

/// Empties functions that nothing creates any more, so that their uses of variables do not count.
fn drop_unused(module: &mut Module) {
    // The loads of inlined callees go first, then the stores that they read, then the closures.
    module.functions.iter_mut().for_each(dce::run);
    remove_dead_stores(module);
    module.functions.iter_mut().for_each(dce::run);
    let mut used: HashSet<FunctionId> = HashSet::from([FunctionId(0)]);
    let mut work = vec![FunctionId(0)];
    while let Some(id) = work.pop() {
        let function = &module.functions[id.0 as usize];
        for operand in instructions(function).flat_map(|inst| &function.inst(inst).operands) {
            let other = match operand {
                Operand::Function(other) | Operand::Scope(other) => *other,
                Operand::Variable(variable) => variable.function,
                _ => continue,
            };
            if used.insert(other) {
                work.push(other);
            }
        }
    }
    for (index, function) in module.functions.iter_mut().enumerate() {
        if used.contains(&FunctionId(index as u32)) || instructions(function).next().is_none() {
            continue;
        }
        function.insts.clear();
        function.blocks.clear();
        let end = append(function, Opcode::Return, vec![Literal::Undefined.into()], 0);
        function.blocks.push(Block { insts: vec![end] });
    }
}

/// Removes stores to variables of frames that nothing reads. Scopes are left as they are: other scripts and arguments
/// objects may read their variables.
fn remove_dead_stores(module: &mut Module) {
    let mut read: HashSet<VariableId> = HashSet::new();
    let mut scopes: HashSet<FunctionId> = HashSet::new();
    for function in &module.functions {
        for inst in instructions(function).map(|inst| function.inst(inst)) {
            for operand in &inst.operands {
                match operand {
                    Operand::Variable(variable) if inst.opcode != Opcode::StoreFrame => {
                        _ = read.insert(*variable)
                    }
                    Operand::Scope(scope) => _ = scopes.insert(*scope),
                    _ => {}
                }
            }
        }
    }
    for function in &mut module.functions {
        let insts = &function.insts;
        for block in &mut function.blocks {
            block.insts.retain(|inst| {
                let inst = &insts[inst.0 as usize];
                match (inst.opcode, inst.operands.last()) {
                    (Opcode::StoreFrame, Some(Operand::Variable(to))) => {
                        read.contains(to) || scopes.contains(&to.function)
                    }
                    _ => true,
                }
            });
        }
    }
}
