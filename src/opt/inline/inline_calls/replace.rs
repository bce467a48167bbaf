//! Replaces a call by a copy of its callee.

use super::Declined;
use super::shape::CalleeInfo;
use crate::base::{Bank, EffectFlags, Origin, Type};
use crate::ir::validate::Contents;
use crate::ir::{BlockCopy, BlockId, CallData, Opcode, Procedure, Successor, ValueId};
use crate::support::Entity;
use smallvec::SmallVec;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CallPosition {
    pub(super) block: BlockId,
    pub(super) position: usize,
    pub(super) call: ValueId,
}

/// Uses of tuple results.
#[derive(Debug, Default)]
pub(super) struct TupleUses {
    /// By tuple: the last Extract of it found. By Extract: the one before it.
    extracts: Vec<ValueId>,
    /// By tuple: true if it has a use other than an Extract.
    escapes: Vec<bool>,
}

impl TupleUses {
    pub(super) fn clear(&mut self) {
        self.extracts.clear();
        self.escapes.clear();
    }

    /// Adds the uses by values with at least this number. Linear.
    pub(super) fn find(&mut self, proc: &Procedure, first: usize) {
        self.extracts.resize(proc.value_count(), ValueId::INVALID);
        self.escapes.resize(proc.value_count(), false);
        for user in proc.value_ids().skip(first) {
            for &used in proc.children(user) {
                if !proc.type_of(used).is_tuple() {
                    continue;
                }
                if proc.value(user).opcode() == Opcode::Extract {
                    self.extracts[user.index()] = self.extracts[used.index()];
                    self.extracts[used.index()] = user;
                } else {
                    self.escapes[used.index()] = true;
                }
            }
        }
    }

    /// True if a value other than an Extract uses a tuple.
    pub(super) fn escapes(&self, tuple: ValueId) -> bool {
        self.escapes[tuple.index()]
    }
}

/// The call data of a CCall; `None` for any other value.
pub(super) fn call_data(proc: &Procedure, call: ValueId) -> Option<CallData> {
    let value = proc.get_value(call).filter(|value| value.opcode() == Opcode::CCall)?;
    proc.calls().get(value.call()).copied()
}

/// Checks that a valid call can be replaced by a copy of a callee of this shape.
pub(super) fn fits(
    proc: &Procedure,
    contents: Contents,
    CallPosition { block, call, .. }: CallPosition,
    callee: &Procedure,
    shape: &CalleeInfo,
    uses: &TupleUses,
) -> Result<(), Declined> {
    let data = call_data(proc, call).ok_or(Declined::NoCall)?;
    let signature = callee.signature();
    if proc.target().name() != callee.target().name() {
        return Err(Declined::Target);
    }
    if !data.callee.is_valid() {
        return Err(Declined::Address);
    }
    if data.variadic_start.is_some() {
        return Err(Declined::Variadic);
    }
    if data.conv != callee.convention() {
        return Err(Declined::Convention);
    }
    let arguments = proc.children(call).iter().map(|argument| proc.type_of(*argument));
    let ty = proc.type_of(call);
    if !arguments.eq(signature.params.iter().copied()) || proc.scalars(ty) != signature.results {
        return Err(Declined::Signature);
    }
    let shares = proc.target().convention(data.conv).shares_pinned;
    if proc.pinned != callee.pinned || !(shares || proc.pinned == crate::base::RegSet::EMPTY) {
        return Err(Declined::Pinned);
    }
    if contents.contains(Contents::REFERENCES) {
        return Err(Declined::References);
    }
    if proc.entry_count != 1 && block == Procedure::ROOT {
        return Err(Declined::EntryBlock);
    }
    if data.exceptional && shape.may_throw_by_generator {
        return Err(Declined::MayThrow);
    }
    match data.state.is_valid() {
        false if shape.has_states => return Err(Declined::NoState),
        true if shape.has_stateless => return Err(Declined::CallWithoutState),
        _ => {}
    }
    if ty.is_tuple() && uses.escapes(call) {
        return Err(Declined::TupleUse);
    }
    Ok(())
}

/// A block of a copy, and the callee's block that it is a copy of, or of a part of.
pub(super) type CopiedBlock = (BlockId, BlockId);

/// Replaces a call that [`fits`] by a copy of the callee. Returns the blocks of the copy. The values before the call
/// stay in its block.
pub(super) fn replace(
    proc: &mut Procedure,
    place: CallPosition,
    (callee, shape): (&Procedure, &CalleeInfo),
    uses: &TupleUses,
    map: &mut Vec<ValueId>,
    origin: &mut dyn FnMut(Origin, Origin) -> Origin,
) -> Option<Vec<CopiedBlock>> {
    let CallPosition { block, position, call } = place;
    let data = call_data(proc, call)?;
    let call_origin = proc.value(call).origin;
    let outer_origin = std::mem::replace(&mut proc.origin, call_origin);
    let operands: SmallVec<[ValueId; 16]> = proc.children(call).into();
    // Only what follows the call is copied: of many calls in a block, the last one is replaced first.
    let after: Vec<ValueId> = proc.block_values(block).get(position + 1..)?.into();
    let edges: SmallVec<[Successor; 4]> = proc.successors(block).into();
    let weights: SmallVec<[u32; 4]> = proc.weights(block).into();
    let frequency = proc.frequency(block);
    proc.truncate_block(block, position);

    map.clear();
    map.resize(callee.value_count(), ValueId::INVALID);
    for &(id, param) in &shape.wide_registers {
        if !map[id.index()].is_valid() {
            map[id.index()] = zero_extended(proc, block, operands[param], callee.signature().params[param]);
        }
    }
    for &(id, param) in &shape.parameters {
        if !map[id.index()].is_valid() {
            map[id.index()] = operands[param];
        }
    }
    let mut copied_origin = |of: Origin| origin(call_origin, of);
    let copy = BlockCopy { from: callee, around: data.state, frequency, origin: &mut copied_origin };
    let first = proc.copy_blocks(copy, map);
    proc.at(block).jump(first);

    // The continuation: the code after the call, which starts with its results.
    let next = proc.add_block_with_frequency(frequency);
    let results = proc.scalars(proc.type_of(call)).to_vec();
    let mut heads: SmallVec<[ValueId; 4]> = SmallVec::new();
    let returned = redirect_returns(proc, first, callee, shape.returns, next, &results, call, &mut heads);
    match results.len() {
        0 => proc.replace_with_nop(call),
        1 => {
            if let [one] = *returned {
                proc.replace_with_identity(call, one);
            }
            heads.push(call);
        }
        _ => {
            let mut extract = uses.extracts[call.index()];
            while extract.is_valid() {
                let before = uses.extracts[extract.index()];
                let element = proc.value(extract).index();
                proc.replace_with_identity(extract, returned[element]);
                extract = before;
            }
            proc.replace_with_nop(call);
        }
    }
    if data.exceptional {
        // The normal successor of the call.
        proc.set_block_values(next, &heads);
        proc.at(next).jump(edges[0]);
    } else {
        heads.extend_from_slice(&after);
        proc.set_block_values(next, &heads);
        proc.set_successors(next, &edges);
        proc.set_weights(next, &weights);
    }
    let mut parts: Vec<CopiedBlock> =
        callee.block_ids().map(|own| (BlockId::new(first.number() + own.number()), own)).collect();
    if data.exceptional && shape.calls_may_throw {
        add_exceptional_edges(proc, edges[1], &mut parts);
    }
    proc.origin = outer_origin;
    Some(parts)
}

/// Gives the calls of a copy that may throw out of it the exceptional successor of the replaced call. Splits blocks
/// after these calls. Linear.
fn add_exceptional_edges(proc: &mut Procedure, thrown: Successor, parts: &mut Vec<CopiedBlock>) {
    for at in 0..parts.len() {
        let (mut block, own) = parts[at];
        let values: Vec<ValueId> = proc.block_values(block).into();
        let calls: Vec<usize> = (0..values.len()).filter(|at| may_throw(proc, values[*at])).collect();
        let Some(&first) = calls.first() else { continue };
        let edges: SmallVec<[Successor; 4]> = proc.successors(block).into();
        let weights: SmallVec<[u32; 4]> = proc.weights(block).into();
        proc.set_block_values(block, &values[..=first]);
        for (n, &call) in calls.iter().enumerate() {
            let next = calls.get(n + 1).map_or(values.len(), |next| next + 1);
            let rest = proc.add_block_with_frequency(proc.frequency(block));
            proc.set_block_values(rest, &values[call + 1..next]);
            proc.set_successors(block, &[rest.into(), thrown]);
            let data = proc.value(values[call]).call();
            proc.call_mut(data).into_iter().for_each(|data| data.exceptional = true);
            parts.push((rest, own));
            block = rest;
        }
        proc.set_successors(block, &edges);
        proc.set_weights(block, &weights);
    }
}

/// True if a value is a call that may throw out of its procedure.
pub(super) fn may_throw(proc: &Procedure, id: ValueId) -> bool {
    call_data(proc, id)
        .is_some_and(|data| !data.exceptional && proc.effects(id).flags.contains(EffectFlags::EXITS_SIDEWAYS))
}

/// The register of a narrow argument: the operand, zero-extended.
fn zero_extended(proc: &mut Procedure, block: BlockId, operand: ValueId, ty: Type) -> ValueId {
    if ty.size() >= 8 {
        return operand;
    }
    if ty.bank() == Bank::Gp {
        return proc.at(block).zext32(operand);
    }
    let bits = proc.at(block).bitwise_cast(operand);
    let wide = proc.at(block).zext32(bits);
    proc.at(block).bitwise_cast(wide)
}

/// Redirects the Returns of a copy to this block, and returns the results. With several Returns they are Phis at the
/// beginning of the block; a single result is then the call itself, turned into a Phi, and is not returned.
#[allow(clippy::too_many_arguments)] // the parts of `replace`
fn redirect_returns(
    proc: &mut Procedure,
    first: BlockId,
    callee: &Procedure,
    returns: u32,
    next: BlockId,
    results: &[Type],
    call: ValueId,
    heads: &mut SmallVec<[ValueId; 4]>,
) -> SmallVec<[ValueId; 4]> {
    let mut phis: SmallVec<[ValueId; 4]> = SmallVec::new();
    if returns != 1 && results.len() == 1 {
        proc.replace(call, Opcode::Phi, &[]);
    } else if returns != 1 {
        phis.extend(results.iter().map(|ty| proc.detached().phi(*ty)));
        heads.extend_from_slice(&phis);
    }
    let mut returned = phis.clone();
    for number in callee.block_ids() {
        let block = BlockId::new(first.number() + number.number());
        let Some(last) = proc.terminal(block) else { continue };
        if proc.value(last).opcode() != Opcode::Return {
            continue;
        }
        let given: SmallVec<[ValueId; 4]> = proc.children(last).into();
        proc.replace(last, Opcode::Jump, &[]);
        proc.set_successors(block, &[next.into()]);
        if returns == 1 {
            returned = given;
            continue;
        }
        let to = if results.len() == 1 { std::slice::from_ref(&call) } else { &phis[..] };
        let mut values: Vec<ValueId> = proc.block_values(block).into();
        values.pop();
        let upsilons = given.iter().zip(to).map(|(value, phi)| proc.detached().upsilon(*value, *phi));
        values.extend(upsilons);
        values.push(last);
        proc.set_block_values(block, &values);
    }
    returned
}
