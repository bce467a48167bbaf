//! Puts a copy of a callee in the place of a call.

use super::Declined;
use super::shape::Shape;
use crate::base::{Bank, EffectFlags, Origin, Type};
use crate::ir::validate::Contents;
use crate::ir::{BlockCopy, BlockId, CallData, Opcode, Procedure, Successor, ValueId};
use crate::support::Entity;
use smallvec::SmallVec;

/// Where a call is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) block: BlockId,
    /// Which value of the block it is.
    pub(super) position: usize,
    pub(super) call: ValueId,
}

/// What uses there are of results that are tuples.
#[derive(Debug, Default)]
pub(super) struct TupleUses {
    /// By value: the Extract of it that was found last, or of an Extract the one before that.
    extracts: Vec<ValueId>,
    /// By value: whether something else uses it.
    escapes: Vec<bool>,
}

impl TupleUses {
    pub(super) fn clear(&mut self) {
        self.extracts.clear();
        self.escapes.clear();
    }

    /// Looks at the values from this one on. Linear.
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

    /// Whether something other than an Extract uses a tuple.
    pub(super) fn escapes(&self, tuple: ValueId) -> bool {
        self.escapes[tuple.index()]
    }
}

/// What the call of a value says; nothing if it is no CCall.
pub(super) fn call_data(proc: &Procedure, call: ValueId) -> Option<CallData> {
    let value = proc.get_value(call).filter(|value| value.opcode() == Opcode::CCall)?;
    proc.calls().get(value.call()).copied()
}

/// Whether a valid call can be replaced by a copy of a callee of this shape.
pub(super) fn fits(
    proc: &Procedure,
    contents: Contents,
    Place { block, call, .. }: Place,
    callee: &Procedure,
    shape: &Shape,
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

/// A block of a copy, and the callee's block that it is one of, or a part of one.
pub(super) type Part = (BlockId, BlockId);

/// Puts a copy of the callee in the place of a call that [`fits`]. Gives the blocks of the copy. What is before the call
/// in its block stays there.
pub(super) fn replace(
    proc: &mut Procedure,
    place: Place,
    (callee, shape): (&Procedure, &Shape),
    uses: &TupleUses,
    map: &mut Vec<ValueId>,
    origin: &mut dyn FnMut(Origin, Origin) -> Origin,
) -> Option<Vec<Part>> {
    let Place { block, position, call } = place;
    let data = call_data(proc, call)?;
    let call_origin = proc.value(call).origin;
    let outer_origin = std::mem::replace(&mut proc.origin, call_origin);
    let operands: SmallVec<[ValueId; 16]> = proc.children(call).into();
    let values: Vec<ValueId> = proc.block_values(block).into();
    let edges: SmallVec<[Successor; 4]> = proc.successors(block).into();
    let frequency = proc.frequency(block);
    proc.set_block_values(block, values.get(..position)?);

    map.clear();
    map.resize(callee.value_count(), ValueId::INVALID);
    for &(id, param) in &shape.whole {
        if !map[id.index()].is_valid() {
            map[id.index()] = widened(proc, block, operands[param], callee.signature().params[param]);
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
    proc.add_jump(block, first);

    // What was behind the call, and its results at the beginning of that.
    let next = proc.add_block_with_frequency(frequency);
    let results = proc.scalars(proc.type_of(call)).to_vec();
    let mut heads: SmallVec<[ValueId; 4]> = SmallVec::new();
    let returned = return_to(proc, first, callee, shape.returns, next, &results, call, &mut heads);
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
        // Where the call has returned.
        proc.set_block_values(next, &heads);
        proc.add_jump(next, edges[0]);
    } else {
        heads.extend_from_slice(&values[position + 1..]);
        proc.set_block_values(next, &heads);
        proc.set_successors(next, &edges);
    }
    let mut parts: Vec<Part> =
        callee.block_ids().map(|own| (BlockId::new(first.number() + own.number()), own)).collect();
    if data.exceptional && shape.calls_may_throw {
        catch(proc, edges[1], &mut parts);
    }
    proc.origin = outer_origin;
    Some(parts)
}

/// What calls of a copy throw out of it goes where the call itself would have thrown it. What is behind one of them in
/// its block becomes a block of its own. Linear.
fn catch(proc: &mut Procedure, thrown: Successor, parts: &mut Vec<Part>) {
    for at in 0..parts.len() {
        let (mut block, own) = parts[at];
        let values: Vec<ValueId> = proc.block_values(block).into();
        let calls: Vec<usize> = (0..values.len()).filter(|at| may_throw(proc, values[*at])).collect();
        let Some(&first) = calls.first() else { continue };
        let edges: SmallVec<[Successor; 4]> = proc.successors(block).into();
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
    }
}

/// Whether a value is a call that may throw out of its procedure.
pub(super) fn may_throw(proc: &Procedure, id: ValueId) -> bool {
    call_data(proc, id)
        .is_some_and(|data| !data.exceptional && proc.effects(id).flags.contains(EffectFlags::EXITS_SIDEWAYS))
}

/// The register of a narrow argument: the rest of it is zero.
fn widened(proc: &mut Procedure, block: BlockId, operand: ValueId, ty: Type) -> ValueId {
    if ty.size() == 8 {
        return operand;
    }
    if ty.bank() == Bank::Gp {
        return proc.zext32(block, operand);
    }
    let bits = proc.bitwise_cast(block, operand);
    let wide = proc.zext32(block, bits);
    proc.bitwise_cast(block, wide)
}

/// Makes Returns of a copy go to this block. Gives the results: one call's own value becomes a Phi if there are several
/// Returns, and is not given then. Phis go to the block's beginning.
#[allow(clippy::too_many_arguments)] // the parts of `replace`
fn return_to(
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
        phis.extend(results.iter().map(|ty| proc.phi(BlockId::INVALID, *ty)));
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
        let upsilons = given.iter().zip(to).map(|(value, phi)| proc.upsilon(BlockId::INVALID, *value, *phi));
        values.extend(upsilons);
        values.push(last);
        proc.set_block_values(block, &values);
    }
    returned
}
