//! The edits that make a module smaller. An edit need not keep the meaning, only validity, and that is checked later.

use super::compact::unreachable_blocks;
use barebones::base::{ArgLocation, EffectFlags, Origin, Reg, RegSet, Type};
use barebones::ir::opcode::Payload;
use barebones::ir::{
    BlockId, CallData, Callee, Extern, Module, Opcode, Procedure, StackmapId, StateEntry, Successor, ValueId,
};

/// An edit, at a place of the module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edit {
    /// Removes a procedure. Calls of it become calls of an extern function.
    Procedure(usize),
    /// Removes data.
    Data(usize),
    /// Removes the second half of the bytes of data.
    Bytes(usize),
    /// Removes an extern function.
    Extern(usize),
    /// Removes an unreachable block.
    Block(usize, BlockId),
    /// Ends a block without successors: with a return of zeros, or in Oops if this is false.
    End(usize, BlockId, bool),
    /// Ends a block with a jump to one of its successors.
    Jump(usize, BlockId, usize),
    /// Removes a case of a switch.
    Case(usize, BlockId, usize),
    /// Removes the exceptional edge of a call that ends a block.
    Exceptional(usize, BlockId),
    /// Removes a parameter of a procedure, and the argument of its calls by name. Its uses become zeros.
    Parameter(usize, usize),
    /// Removes a parameter of an extern function, and the argument of its calls.
    ExternParameter(usize, usize),
    /// Removes an argument of a call by address.
    Argument(usize, ValueId, usize),
    /// Appends the only successor, which has no other predecessor, to a block.
    Merge(usize, BlockId),
    /// Removes a value; its uses become zeros.
    Value(usize, ValueId),
    /// Lets the uses of a value use one of its operands; of a Phi, that of one of its Upsilons.
    Operand(usize, ValueId, usize),
    /// Lets the uses of a constant use an equal one at an earlier place.
    Share(usize, ValueId),
    /// Removes an entry of an exit state.
    StateEntry(usize, u32, usize),
    /// Removes a field of a virtual object.
    ObjectField(usize, u32, usize),
    /// Removes the last frames of an exit state.
    State(usize, ValueId),
    /// Removes an operand of a patchpoint or check.
    Input(usize, ValueId, usize),
    /// Removes clobbers, scratch registers, and the generator of a patchpoint or check.
    Constraints(usize, ValueId),
    /// Sets a constant to zero, or halves it.
    Constant(usize, ValueId, bool),
    /// Removes origins, frequencies and other attributes of a procedure.
    Attributes(usize),
}

/// The kinds of edits, in the order in which they are tried: those that remove most first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Procedures,
    Blocks,
    Ends,
    Jumps,
    Values,
    Operands,
    Merges,
    Cases,
    Calls,
    Shared,
    Stackmaps,
    Items,
    Constants,
}

impl Class {
    pub(super) const ALL: [Class; 13] = [
        Class::Procedures,
        Class::Blocks,
        Class::Ends,
        Class::Jumps,
        Class::Values,
        Class::Operands,
        Class::Merges,
        Class::Cases,
        Class::Calls,
        Class::Shared,
        Class::Stackmaps,
        Class::Items,
        Class::Constants,
    ];

    /// All edits of this kind. Later parts of a module come first: values are used after their definition.
    pub(super) fn edits(self, module: &Module) -> Vec<Edit> {
        let mut edits = Vec::new();
        match self {
            Class::Procedures => edits.extend((0..module.procedures.len()).map(Edit::Procedure)),
            Class::Items => {
                edits.extend((0..module.data.len()).flat_map(|n| [Edit::Bytes(n), Edit::Data(n)]));
                edits.extend((0..module.externs.len()).map(Edit::Extern));
                edits.extend((0..module.procedures.len()).map(Edit::Attributes));
            }
            _ => {
                if self == Class::Calls {
                    for (index, function) in module.externs.iter().enumerate() {
                        let count = function.signature.params.len();
                        edits.extend((0..count).map(|n| Edit::ExternParameter(index, n)));
                    }
                }
                for (index, proc) in module.procedures.iter().enumerate() {
                    self.edits_of(index, proc, &mut edits);
                }
            }
        }
        edits.reverse();
        edits
    }

    fn edits_of(self, index: usize, proc: &Procedure, edits: &mut Vec<Edit>) {
        if self == Class::Stackmaps {
            for state in proc.states().ids() {
                let count = proc.state_entries(state).len();
                edits.extend((0..count).map(|n| Edit::StateEntry(index, state.number(), n)));
            }
            for object in proc.objects().ids() {
                let count = proc.object_fields(object).len();
                edits.extend((0..count).map(|n| Edit::ObjectField(index, object.number(), n)));
            }
        }
        if self == Class::Calls {
            edits.extend((0..proc.signature().params.len()).map(|n| Edit::Parameter(index, n)));
        }
        if self == Class::Blocks {
            edits.extend(unreachable_blocks(proc).into_iter().map(|block| Edit::Block(index, block)));
        }
        for block in proc.block_ids() {
            let successors = proc.successors(block).len();
            match self {
                Class::Ends => edits.extend([true, false].map(|returns| Edit::End(index, block, returns))),
                Class::Jumps if successors > 1 => {
                    edits.extend((0..successors).map(|n| Edit::Jump(index, block, n)));
                }
                Class::Cases => {
                    let cases = proc.terminal(block).map_or(0, |id| proc.switch_cases(proc.value(id)).len());
                    edits.extend((0..cases).map(|n| Edit::Case(index, block, n)));
                }
                Class::Calls => {
                    let terminal = proc.terminal(block).filter(|id| call_of(proc, *id).is_some());
                    edits.extend(terminal.map(|_| Edit::Exceptional(index, block)));
                }
                Class::Merges if successors == 1 => edits.push(Edit::Merge(index, block)),
                _ => {}
            }
            let values = proc.block_values(block);
            for &id in &values[..values.len().saturating_sub(1)] {
                self.edits_of_value(index, proc, id, edits);
            }
        }
    }

    fn edits_of_value(self, index: usize, proc: &Procedure, id: ValueId, edits: &mut Vec<Edit>) {
        let value = proc.value(id);
        match self {
            Class::Values => edits.push(Edit::Value(index, id)),
            Class::Operands if value.ty != Type::Void => {
                let count = sources(proc, id).len();
                edits.extend((0..count).map(|n| Edit::Operand(index, id, n)));
            }
            Class::Calls => {
                let by_address = call_of(proc, id).filter(|data| !data.callee.is_valid());
                let count = by_address.map_or(0, |_| proc.children(id).len().saturating_sub(1));
                edits.extend((0..count).map(|n| Edit::Argument(index, id, n)));
            }
            Class::Shared if is_constant(proc, id) => edits.push(Edit::Share(index, id)),
            Class::Stackmaps if value.opcode().row().payload == Payload::Stackmap => {
                let extra = proc.children(id).len() - value.opcode().row().operands.len();
                edits.extend((0..extra).map(|n| Edit::Input(index, id, n)));
                edits.extend([Edit::State(index, id), Edit::Constraints(index, id)]);
            }
            Class::Constants if is_constant(proc, id) => {
                edits.extend([false, true].map(|zero| Edit::Constant(index, id, zero)));
            }
            _ => {}
        }
    }
}

/// Numbers that edits make smaller; a smaller list is a smaller module.
pub(super) fn measure(module: &Module) -> [u64; 11] {
    let mut sum = [0; 11];
    sum[0] = module.procedures.len() as u64;
    let lengths = module.data.iter().map(|data| data.bytes.len() as u64 + 1);
    let externs = module.externs.iter().map(|function| function.signature.params.len() as u64 + 1);
    sum[8] = lengths.sum::<u64>() + externs.sum::<u64>();
    for proc in &module.procedures {
        sum[1] += proc.block_count() as u64;
        sum[5] += proc.signature().params.len() as u64;
        let entries = proc.states().ids().map(|state| proc.state_entries(state));
        let entries = entries.chain(proc.objects().ids().map(|object| proc.object_fields(object)));
        sum[6] += entries.flatten().filter(|entry| **entry != StateEntry::Dead).count() as u64;
        sum[6] += (proc.states().len() + proc.objects().len()) as u64;
        for block in proc.block_ids() {
            sum[2] += proc.successors(block).len() as u64;
            sum[10] += u64::from(proc.frequency(block) != 1.0);
            sum[10] += u64::from(proc.is_cold(block)) + proc.weights(block).len() as u64;
            sum[10] += proc.successors(block).iter().filter(|edge| edge.is_rare()).count() as u64;
            for &id in proc.block_values(block) {
                let value = proc.value(id);
                sum[if is_constant(proc, id) { 4 } else { 3 }] += 1;
                sum[5] += proc.children(id).len() as u64 + u64::from(value.opcode() == Opcode::Return);
                sum[10] += u64::from(value.origin != Origin::NONE);
                if is_constant(proc, id) {
                    sum[9] += u64::from(64 - value.bits().leading_zeros());
                }
                if let Some(map) = proc.stackmaps().get(value.stackmap())
                    && value.opcode().row().payload == Payload::Stackmap
                {
                    let registers = map.clobber_early.iter().count() + map.clobber_late.iter().count();
                    sum[7] += registers as u64 + u64::from(map.scratch_gp) + u64::from(map.scratch_fp);
                    sum[7] += u64::from(map.generator.is_valid()) + u64::from(map.state.is_valid());
                }
            }
        }
    }
    sum
}

fn is_constant(proc: &Procedure, id: ValueId) -> bool {
    proc.value(id).opcode().is_constant()
}

/// The values that can replace a value: operands of its type, and what the Upsilons of a Phi give it.
fn sources(proc: &Procedure, id: ValueId) -> Vec<ValueId> {
    let ty = proc.type_of(id);
    let mut found: Vec<ValueId> = proc.children(id).to_vec();
    if proc.value(id).opcode() == Opcode::Phi {
        for &other in proc.block_ids().flat_map(|block| proc.block_values(block)) {
            let value = proc.value(other);
            if value.opcode() == Opcode::Upsilon && value.phi() == id {
                found.push(proc.children(other)[0]);
            }
        }
    }
    found.retain(|source| proc.type_of(*source) == ty && *source != id);
    found.dedup();
    found
}

impl Edit {
    /// Makes the edit. Returns false if it has no effect here.
    pub(super) fn apply(self, module: &mut Module) -> bool {
        match self {
            Edit::Procedure(index) => remove_procedure(module, index),
            Edit::Data(index) if index < module.data.len() => {
                module.data.remove(index);
                true
            }
            Edit::Extern(index) if index < module.externs.len() => {
                module.externs.remove(index);
                true
            }
            Edit::Bytes(index) if module.data.get(index).is_some_and(|data| data.bytes.len() > 1) => {
                let bytes = &mut module.data[index].bytes;
                bytes.truncate(bytes.len() / 2);
                true
            }
            Edit::Data(_) | Edit::Bytes(_) | Edit::Extern(_) => false,
            Edit::Parameter(index, n) => remove_parameter(module, index, n).is_some(),
            Edit::ExternParameter(index, n) => remove_extern_parameter(module, index, n).is_some(),
            Edit::Block(index, ..)
            | Edit::End(index, ..)
            | Edit::Jump(index, ..)
            | Edit::Case(index, ..)
            | Edit::Exceptional(index, ..)
            | Edit::Argument(index, ..)
            | Edit::Merge(index, ..)
            | Edit::Value(index, ..)
            | Edit::Operand(index, ..)
            | Edit::Share(index, ..)
            | Edit::StateEntry(index, ..)
            | Edit::ObjectField(index, ..)
            | Edit::State(index, ..)
            | Edit::Input(index, ..)
            | Edit::Constraints(index, ..)
            | Edit::Constant(index, ..)
            | Edit::Attributes(index) => {
                module.procedures.get_mut(index).is_some_and(|proc| self.apply_to(proc).is_some())
            }
        }
    }

    fn apply_to(self, proc: &mut Procedure) -> Option<()> {
        match self {
            Edit::Block(_, block) => {
                proc.set_block_values(block, &[]);
                proc.set_successors(block, &[]);
                Some(())
            }
            Edit::End(_, block, returns) => end_block(proc, block, returns),
            Edit::Jump(_, block, n) => {
                let to = proc.successors(block).get(n)?.block();
                remove_terminal(proc, block)?;
                proc.at(block).jump(to);
                Some(())
            }
            Edit::Case(_, block, n) => remove_case(proc, block, n),
            Edit::Merge(_, block) => merge(proc, block),
            Edit::Exceptional(_, block) => remove_exceptional_edge(proc, block),
            Edit::Argument(_, id, n) => remove_argument(proc, id, n),
            Edit::Value(_, id) => remove_value(proc, id),
            Edit::Operand(_, id, n) => {
                let source = *sources(proc, id).get(n)?;
                replace_uses(proc, id, source);
                Some(())
            }
            Edit::Share(_, id) => {
                let value = *proc.value(id);
                let (opcode, bits) = (value.opcode(), value.bits());
                let root = proc.block_values(Procedure::ROOT);
                let earlier = root.iter().take_while(|other| **other != id).copied().find(|other| {
                    let other = proc.value(*other);
                    other.opcode() == opcode && other.bits() == bits
                });
                replace_uses(proc, id, earlier?);
                Some(())
            }
            Edit::StateEntry(_, state, n) => {
                let state = proc.states().ids().nth(state as usize)?;
                kill(proc.state_entries_mut(state).get_mut(n)?)
            }
            Edit::ObjectField(_, object, n) => {
                let object = proc.objects().ids().nth(object as usize)?;
                kill(proc.object_fields_mut(object).get_mut(n)?)
            }
            Edit::State(_, id) => {
                let map = stackmap(proc, id)?;
                let parent = proc.states().get(proc.stackmaps().get(map)?.state)?.parent;
                proc.stackmap_mut(map)?.state = parent;
                Some(())
            }
            Edit::Input(_, id, n) => remove_input(proc, id, n),
            Edit::Constraints(_, id) => {
                let map = stackmap(proc, id)?;
                let map = proc.stackmap_mut(map)?;
                (map.clobber_early, map.clobber_late) = (RegSet::EMPTY, RegSet::EMPTY);
                (map.scratch_gp, map.scratch_fp, map.generator) = (0, 0, Default::default());
                Some(())
            }
            Edit::Constant(_, id, zero) => {
                let value = proc.get_value(id).filter(|value| value.opcode().is_constant())?;
                let bits = if zero { 0 } else { value.bits() / 2 };
                (bits != value.bits()).then(|| proc.replace_with_constant(id, bits))
            }
            Edit::Attributes(_) => {
                for id in proc.value_ids() {
                    proc.get_value_mut(id)?.origin = Origin::NONE;
                }
                for block in proc.block_ids() {
                    proc.set_frequency(block, 1.0);
                    proc.set_cold(block, false);
                    let plain: Vec<Successor> =
                        proc.successors(block).iter().map(|edge| Successor::new(edge.block())).collect();
                    proc.set_successors(block, &plain);
                }
                proc.keeps_frame_pointer = false;
                Some(())
            }
            Edit::Procedure(_) | Edit::Data(_) | Edit::Bytes(_) | Edit::Extern(_) => None,
            Edit::Parameter(..) | Edit::ExternParameter(..) => None,
        }
    }
}

fn kill(entry: &mut StateEntry) -> Option<()> {
    (*entry != StateEntry::Dead).then(|| *entry = StateEntry::Dead)
}

fn remove_procedure(module: &mut Module, index: usize) -> bool {
    if index >= module.procedures.len() || module.procedures.len() == 1 {
        return false;
    }
    let removed = module.procedures.remove(index);
    let names = |proc: &Procedure| proc.symbols().values().any(|symbol| symbol.name == removed.name);
    if module.procedures.iter().any(names) {
        module.externs.push(Extern { name: removed.name.clone(), signature: removed.signature().clone() });
    }
    true
}

/// The stackmap of a value that has one.
fn stackmap(proc: &Procedure, id: ValueId) -> Option<StackmapId> {
    let value = proc.get_value(id)?;
    (value.opcode().row().payload == Payload::Stackmap).then(|| value.stackmap())
}

/// Removes the terminal of a block. Without an EntrySwitch, the procedure has one entry.
fn remove_terminal(proc: &mut Procedure, block: BlockId) -> Option<()> {
    let values = proc.block_values(block).to_vec();
    let (terminal, rest) = values.split_last()?;
    if proc.value(*terminal).opcode() == Opcode::EntrySwitch {
        proc.entry_count = 1;
    }
    proc.set_block_values(block, rest);
    proc.set_successors(block, &[]);
    Some(())
}

fn end_block(proc: &mut Procedure, block: BlockId, returns: bool) -> Option<()> {
    let is_end = proc.successors(block).is_empty();
    match proc.value(proc.terminal(block)?).opcode() {
        Opcode::Oops => return None,
        Opcode::Return if returns => return None,
        // Only a block that ends already is made one that does not return.
        _ if !returns && !is_end => return None,
        _ => {}
    }
    let results = match returns {
        true => {
            let types = proc.signature().results.clone();
            types.iter().map(|ty| zero(proc, *ty)).collect::<Option<Vec<_>>>()?
        }
        false => Vec::new(),
    };
    remove_terminal(proc, block)?;
    let mut b = proc.at(block);
    if returns {
        b.ret(results)
    } else {
        b.add_oops()
    };
    Some(())
}

fn remove_case(proc: &mut Procedure, block: BlockId, n: usize) -> Option<()> {
    let terminal = *proc.value(proc.terminal(block)?);
    let selector = *proc.children(proc.terminal(block)?).first()?;
    let numbers = proc.switch_cases(&terminal).to_vec();
    let successors = proc.successors(block).to_vec();
    let (default, targets) = successors.split_last()?;
    let mut cases: Vec<(i64, Successor)> = numbers.into_iter().zip(targets.iter().copied()).collect();
    if n >= cases.len() {
        return None;
    }
    cases.remove(n);
    remove_terminal(proc, block)?;
    proc.at(block).switch(selector, &cases, *default);
    Some(())
}

/// The data of a call.
fn call_of(proc: &Procedure, id: ValueId) -> Option<CallData> {
    let value = proc.get_value(id)?;
    let is_call = matches!(value.opcode(), Opcode::CCall | Opcode::TailCall);
    is_call.then(|| proc.calls().get(value.call()).copied()).flatten()
}

/// Puts a value in the place of another one, in its block and its uses.
fn put_in_place(proc: &mut Procedure, id: ValueId, new: ValueId) -> Option<()> {
    let block = proc.block_ids().find(|block| proc.block_values(*block).contains(&id))?;
    let mut values = proc.block_values(block).to_vec();
    *values.iter_mut().find(|other| **other == id)? = new;
    proc.set_block_values(block, &values);
    substitute(proc, id, new);
    Some(())
}

/// Replaces a call by one with other arguments and data, in its place. Returns the new one.
fn replace_call(proc: &mut Procedure, id: ValueId, arguments: &[ValueId], data: CallData) -> Option<ValueId> {
    let value = *proc.get_value(id)?;
    let callee = match data.callee.is_valid() {
        true => Callee::Symbol(data.callee),
        false => Callee::Address(*proc.children(id).first()?),
    };
    let mut b = proc.detached().with_origin(value.origin);
    let new = match value.opcode() {
        Opcode::TailCall => b.tail_call(callee, arguments, data),
        _ => b.ccall_with(value.ty, callee, arguments, data),
    };
    put_in_place(proc, id, new)?;
    Some(new)
}

fn remove_argument(proc: &mut Procedure, id: ValueId, n: usize) -> Option<()> {
    let data = call_of(proc, id).filter(|data| data.variadic_start.is_none())?;
    let mut arguments = proc.children(id)[usize::from(!data.callee.is_valid())..].to_vec();
    if n >= arguments.len() {
        return None;
    }
    arguments.remove(n);
    replace_call(proc, id, &arguments, data).map(|_| ())
}

/// Removes an argument of all calls of a name.
fn remove_argument_of(module: &mut Module, name: &str, n: usize) -> Option<()> {
    for proc in &mut module.procedures {
        let calls: Vec<ValueId> = proc
            .block_ids()
            .flat_map(|block| proc.block_values(block))
            .copied()
            .filter(|id| {
                let symbol = call_of(proc, *id).and_then(|data| proc.symbols().get(data.callee));
                symbol.is_some_and(|symbol| symbol.name == name)
            })
            .collect();
        for id in calls {
            remove_argument(proc, id, n)?;
        }
    }
    Some(())
}

fn remove_extern_parameter(module: &mut Module, index: usize, n: usize) -> Option<()> {
    let function = module.externs.get_mut(index)?;
    if n >= function.signature.params.len() {
        return None;
    }
    function.signature.params.remove(n);
    let name = function.name.clone();
    remove_argument_of(module, &name, n)
}

/// Only parameters in registers: where others are is in the addresses of loads.
fn remove_parameter(module: &mut Module, index: usize, n: usize) -> Option<()> {
    let proc = module.procedures.get_mut(index)?;
    let convention = proc.target().convention(proc.convention());
    let mut signature = proc.signature().clone();
    let registers = |params: &[Type]| -> Option<Vec<Reg>> {
        let places = convention.assign(params, &[], params.len())?.params;
        let reg = |place: &ArgLocation| if let ArgLocation::Reg(reg) = place { Some(*reg) } else { None };
        places.iter().map(reg).collect()
    };
    let mut before = registers(&signature.params)?;
    if n >= before.len() {
        return None;
    }
    signature.params.remove(n);
    let (removed, after) = (before.remove(n), registers(&signature.params)?);
    proc.set_signature(signature);
    for id in
        proc.value_ids().filter(|id| proc.value(*id).opcode() == Opcode::ArgumentReg).collect::<Vec<_>>()
    {
        let reg = proc.value(id).reg();
        if reg == removed {
            proc.replace_with_constant(id, 0);
        } else if let Some(at) = before.iter().position(|other| *other == reg)
            && after[at] != reg
        {
            let new = proc.detached().argument_reg(after[at]);
            // A value that an earlier edit removed has no place.
            let _ = put_in_place(proc, id, new);
        }
    }
    let name = proc.name.clone();
    remove_argument_of(module, &name, n)
}

fn remove_exceptional_edge(proc: &mut Procedure, block: BlockId) -> Option<()> {
    let id = proc.terminal(block)?;
    let data = call_of(proc, id).filter(|data| data.exceptional)?;
    let to = proc.successors(block).first()?.block();
    let arguments = proc.children(id)[usize::from(!data.callee.is_valid())..].to_vec();
    let mut data = CallData { exceptional: false, ..data };
    data.effects.flags -= EffectFlags::TERMINAL;
    replace_call(proc, id, &arguments, data)?;
    proc.set_successors(block, &[]);
    proc.at(block).jump(to);
    Some(())
}

fn merge(proc: &mut Procedure, block: BlockId) -> Option<()> {
    let [edge] = proc.successors(block) else { return None };
    let to = edge.block();
    let edges = proc.block_ids().flat_map(|from| proc.successors(from)).filter(|edge| edge.block() == to);
    if edges.count() != 1 || to == block || to == Procedure::ROOT {
        return None;
    }
    let (mut values, more) = (proc.block_values(block).to_vec(), proc.block_values(to).to_vec());
    if values.pop().is_none_or(|id| proc.value(id).opcode() != Opcode::Jump) {
        return None;
    }
    values.extend(more);
    let successors = proc.successors(to).to_vec();
    proc.set_block_values(block, &values);
    proc.set_successors(block, &successors);
    // It is unreachable now.
    proc.set_successors(to, &[]);
    proc.set_block_values(to, &[]);
    Some(())
}

fn remove_input(proc: &mut Procedure, id: ValueId, n: usize) -> Option<()> {
    let value = *proc.get_value(id)?;
    let map = stackmap(proc, id)?;
    let fixed = value.opcode().row().operands.len();
    let mut children = proc.children(id).to_vec();
    if fixed + n >= children.len() {
        return None;
    }
    children.remove(fixed + n);
    let mut data = proc.stackmaps().get(map)?.clone();
    if n < data.reps.len() {
        data.reps.remove(n);
    }
    let block = proc.block_ids().find(|block| proc.block_values(*block).contains(&id))?;
    let mut values = proc.block_values(block).to_vec();
    let new =
        proc.detached().with_origin(value.origin).stackmap_value(value.opcode(), value.ty, &children, data);
    *values.iter_mut().find(|other| **other == id)? = new;
    proc.set_block_values(block, &values);
    substitute(proc, id, new);
    Some(())
}

/// Removes a value from its block. Its uses become zeros.
fn remove_value(proc: &mut Procedure, id: ValueId) -> Option<()> {
    let ty = proc.get_value(id)?.ty;
    if ty != Type::Void && is_used(proc, id) {
        if is_constant(proc, id) && proc.value(id).bits() == 0 {
            return None; // another zero would take its place
        }
        let replacement = zero(proc, ty)?;
        replace_uses(proc, id, replacement);
        return Some(());
    }
    drop_values(proc, |other| other == id);
    Some(())
}

fn is_used(proc: &Procedure, id: ValueId) -> bool {
    let is_id =
        |entry: &StateEntry| matches!(entry, StateEntry::Value(v) | StateEntry::Reference(v) if *v == id);
    proc.block_ids()
        .flat_map(|block| proc.block_values(block))
        .any(|user| proc.children(*user).contains(&id) || proc.base(*user) == Some(id))
        || proc.states().ids().any(|state| proc.state_entries(state).iter().any(is_id))
        || proc.objects().ids().any(|object| proc.object_fields(object).iter().any(is_id))
}

/// Removes values from blocks, and the Upsilons of those that are Phis.
fn drop_values(proc: &mut Procedure, dropped: impl Fn(ValueId) -> bool) {
    for block in proc.block_ids() {
        let mut values = proc.block_values(block).to_vec();
        let goes = |id: &ValueId| {
            let value = proc.value(*id);
            dropped(*id) || (value.opcode() == Opcode::Upsilon && dropped(value.phi()))
        };
        values.retain(|id| !goes(id));
        proc.set_block_values(block, &values);
    }
}

/// Lets the uses of a value use another one, and removes it.
fn replace_uses(proc: &mut Procedure, id: ValueId, other: ValueId) {
    substitute(proc, id, other);
    drop_values(proc, |dropped| dropped == id);
}

fn substitute(proc: &mut Procedure, id: ValueId, other: ValueId) {
    for user in proc.value_ids() {
        for child in proc.children_mut(user) {
            if *child == id {
                *child = other;
            }
        }
        if proc.base(user) == Some(id) {
            proc.set_derived(user, other);
        }
    }
    let mapped = |entry: &mut StateEntry| match entry {
        StateEntry::Value(value) | StateEntry::Reference(value) if *value == id => *value = other,
        _ => {}
    };
    for state in proc.states().ids() {
        proc.state_entries_mut(state).iter_mut().for_each(mapped);
    }
    for object in proc.objects().ids() {
        proc.object_fields_mut(object).iter_mut().for_each(mapped);
    }
}

/// A zero of a type at the start of the root: one that is there, or a new one. `None` for a type without zero.
fn zero(proc: &mut Procedure, ty: Type) -> Option<ValueId> {
    let root = proc.block_values(Procedure::ROOT).to_vec();
    let is_zero =
        |id: &ValueId| proc.type_of(*id) == ty && is_constant(proc, *id) && proc.value(*id).bits() == 0;
    if let Some(found) = root.iter().take_while(|id| is_constant(proc, **id)).copied().find(is_zero) {
        return Some(found);
    }
    let mut b = proc.detached();
    let new = match ty {
        Type::Int32 | Type::Int64 | Type::Float | Type::Double => b.constant(ty, 0),
        ty if ty.is_tuple() => b.bottom_tuple(ty),
        _ => return None,
    };
    let mut values = vec![new];
    values.extend(root);
    proc.set_block_values(Procedure::ROOT, &values);
    Some(new)
}
