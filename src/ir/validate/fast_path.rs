//! The fast path of the walk, for typical values and blocks.
//!
//! Validation of ordinary code spends its time here: in one function that rarely calls another, so that its state stays
//! in registers. It reports nothing. It leaves anything that is not obviously correct to the rest of the walk, which
//! checks it fully and then returns here.

use super::facts::Place;
use super::types::{Check, KEYS, Shape, VOID, check_of_head, code_of_bits, field};
use super::{Contents, Facts, payload};
use crate::analysis::{Dominators, ForwardDominators};
use crate::base::{EffectFlags, Type};
use crate::ir::{BlockId, Opcode, Procedure, Value};
use crate::support::Entity;

/// The position of the walk, and what it has seen.
#[derive(Debug)]
pub(super) struct WalkState {
    pub(super) block: usize,
    /// The index in the block's list; its length means the block's end.
    pub(super) position: usize,
    /// The word ([`Place::in_block`]) of a block other than the root that dominates this one; its definitions may be
    /// used here. Initially the nearest dominator known, later the last one queried. The block's own word if there is
    /// none.
    pub(super) near: u32,
    /// Bits of [`Contents`].
    pub(super) seen: u32,
    /// The number of values that blocks list.
    pub(super) placed: usize,
    /// True if all edges have valid targets; otherwise the fast path handles no block end.
    pub(super) edges_exist: bool,
    /// The `preserving` argument of [`payload::is_valid_call`].
    preserving: u32,
}

/// The source of dominance information.
#[derive(Clone, Copy, Debug)]
pub(super) enum DominanceSource<'a> {
    /// Computed from the edges alone; dominators come first in layout order.
    Listed(&'a ForwardDominators),
    /// None: only the root is known to dominate other blocks.
    Unknown,
    /// Computed for any order of blocks.
    Computed(&'a Dominators),
}

impl DominanceSource<'_> {
    /// The nearest known dominator of a block, if any.
    #[inline(always)]
    fn of(self, block: usize) -> Option<usize> {
        match self {
            DominanceSource::Listed(forward) => forward.above(block),
            DominanceSource::Unknown => None,
            DominanceSource::Computed(dominators) => dominators.immediate_dominator(block),
        }
    }

    /// True if `a` is known to dominate `b`, another block.
    #[inline(always)]
    pub(super) fn dominates(self, a: usize, b: usize) -> bool {
        match self {
            DominanceSource::Listed(forward) => a < b && forward.dominates(a, b),
            DominanceSource::Unknown => false,
            DominanceSource::Computed(dominators) => a != b && dominators.dominates(a, b),
        }
    }
}

/// The word of the root.
const ROOT: u32 = 0;

/// The head of a Phi, to which the code of its type is added.
const PHI: u32 = Value::head_of(Opcode::Phi, Type::Void).wrapping_sub(code_of_bits(0));

const _: () = assert!(Procedure::ROOT.number() == 0);

impl WalkState {
    /// The state before the first block.
    pub(super) fn new(edges_exist: bool) -> WalkState {
        WalkState { block: 0, position: 0, near: 0, seen: 0, placed: 0, edges_exist, preserving: 0 }
    }

    pub(super) fn enter_next(&mut self, above: DominanceSource<'_>) {
        self.block += 1;
        self.position = 0;
        self.near = near_of(self.block, above);
    }
}

/// The initial [`WalkState::near`] of a block.
#[inline(always)]
fn near_of(block: usize, above: DominanceSource<'_>) -> u32 {
    Place::in_block(BlockId::from_index(above.of(block).unwrap_or(block)))
}

/// The state used for lookup of operands.
struct OperandLookup<'a> {
    places: &'a mut [Place],
    /// The word of the block.
    here: u32,
    /// As [`WalkState::near`].
    near: u32,
    /// As [`WalkState::seen`].
    seen: u32,
}

impl OperandLookup<'_> {
    /// A copy for calls. If `self` itself were borrowed, it would have to be in memory instead of registers.
    #[inline(always)]
    fn copy(&mut self) -> OperandLookup<'_> {
        OperandLookup { places: self.places, ..*self }
    }

    /// Updates the state from a copy.
    #[inline(always)]
    fn take(&mut self, (near, seen): (u32, u32)) {
        (self.near, self.seen) = (near, seen);
    }

    /// The type code of an operand, if it is defined before.
    #[inline(always)]
    fn operand(&mut self, above: DominanceSource<'_>, child: usize) -> Option<u32> {
        match self.places.get(child)?.code_in(self.here) {
            Some(code) => Some(code),
            None => self.elsewhere(above, child),
        }
    }

    /// True if an operand is defined before and its type has this code.
    #[inline(always)]
    fn is_operand(&mut self, above: DominanceSource<'_>, child: usize, code: u32) -> bool {
        let Some(place) = self.places.get(child) else { return false };
        let found = place.word ^ self.here;
        found == code || found >= 8 && self.elsewhere(above, child) == Some(code)
    }

    /// The type code of an operand defined in another block: in the root, in the block `near`, or in another dominator,
    /// which then becomes `near`.
    #[inline(always)]
    fn elsewhere(&mut self, above: DominanceSource<'_>, child: usize) -> Option<u32> {
        let place = self.places.get_mut(child)?;
        // The root dominates all reachable blocks.
        let mut code = place.code_from_outside(ROOT);
        if code.is_none() {
            code = place.code_from_outside(self.near);
            if code.is_none() {
                self.near = dominating(*place, above, self.here)?;
                code = place.code_from_outside(self.near);
            }
        }
        self.seen |= Contents::OUTSIDE_USES.bits();
        place.mark_outside();
        code
    }

    #[inline(always)]
    fn count(&mut self, child: usize) {
        self.places[child].count();
    }

    /// Records a value whose type has this code.
    #[inline(always)]
    fn note_type(&mut self, code: u32) {
        self.seen |= 1 << code;
    }
}

/// The word of an operand's block, if that is known to dominate the block of the use.
#[inline(never)]
fn dominating(place: Place, above: DominanceSource<'_>, here: u32) -> Option<u32> {
    let (definition, user) = (place.block(), Place { word: here, uses: 0 }.block());
    above.dominates(definition.index(), user.index()).then(|| Place::in_block(definition))
}

/// Processes values and block ends from the current position, as long as they are typical: operands defined before,
/// correct types, no flags or payload that need a full check, and blocks that end with a jump, branch or return. Leaves
/// the first other one untouched.
#[inline(never)]
pub(super) fn walk_fast(
    proc: &Procedure,
    facts: &mut Facts,
    above: DominanceSource<'_>,
    walked: &mut WalkState,
) {
    let table = proc.values.as_slice();
    let (mut block, mut position) = (walked.block, walked.position);
    let Facts { places, arguments, upsilons, .. } = facts;
    let places = &mut places[..table.len()];
    let mut known = OperandLookup { places, here: 0, near: walked.near, seen: walked.seen };
    'stop: while let Some(node) = proc.blocks.as_slice().get(block) {
        let Some(ids) = proc.ids.try_get(node.values) else { break };
        known.here = Place::in_block(BlockId::from_index(block));
        let (id, value, head, shape) = loop {
            let Some(id) = ids.get(position) else { break 'stop };
            let Some(value) = table.get(id.index()) else { break 'stop };
            let head = value.head();
            let check = check_of_head(head);
            if known.places[id.index()].is_known() {
                break 'stop;
            }
            let own = head & 0xffff;
            let a = value.children[0].index();
            // First, because this is the most frequent shape.
            if check.is_binary {
                let b = value.children[1].index();
                let Some(code) = known.operand(above, a) else { break 'stop };
                if head != check.head(code) || !known.is_operand(above, b, check.other(code)) {
                    break 'stop;
                }
                known.count(a);
                known.count(b);
            } else {
                match check.shape {
                    Shape::Leaf => {
                        if head != check.head(own) || value.payload > check.largest {
                            break 'stop;
                        }
                    }
                    Shape::Phi => {
                        if head != check.head(own) {
                            break 'stop;
                        }
                        known.note_type(code_of_bits(own));
                    }
                    Shape::Unary => {
                        let Some(code) = known.operand(above, a) else { break 'stop };
                        if head != check.head(code) {
                            break 'stop;
                        }
                        known.note_type(code_of_bits(own));
                        known.count(a);
                    }
                    Shape::Upsilon => {
                        let Some(code) = known.operand(above, a) else { break 'stop };
                        let Some(phi) = table.get(value.phi().index()) else { break 'stop };
                        // A Phi with flags needs the full check.
                        if head != check.head(code) || phi.head() != PHI.wrapping_add(code) {
                            break 'stop;
                        }
                        known.count(a);
                        *upsilons += 1;
                    }
                    Shape::Load => {
                        if head & check.head_mask() != check.head(own)
                            || !known.is_operand(above, a, check.other(own))
                            || table[a].opcode == Opcode::SlotBase
                        {
                            break 'stop;
                        }
                        known.note_type(code_of_bits(own));
                        known.count(a);
                    }
                    Shape::Store => {
                        let b = value.children[1].index();
                        let Some(code) = known.operand(above, a) else { break 'stop };
                        if head & check.head_mask() != check.head(code)
                            || !known.is_operand(above, b, check.other(code))
                            || table[b].opcode == Opcode::SlotBase
                        {
                            break 'stop;
                        }
                        known.count(a);
                        known.count(b);
                    }
                    Shape::LeafWithPayload => {
                        if head != check.head(own) || !payload::is_valid_payload(proc, value, check.payload) {
                            break 'stop;
                        }
                        known.note_type(code_of_bits(own));
                        if value.opcode == Opcode::ArgumentReg {
                            arguments.push(*id);
                        }
                    }
                    Shape::UnaryWithPayload => {
                        let Some(code) = known.operand(above, a) else { break 'stop };
                        if head != check.head(code) || !payload::is_valid_payload(proc, value, check.payload)
                        {
                            break 'stop;
                        }
                        known.count(a);
                    }
                    Shape::Plain | Shape::PlainWithPayload => {
                        let Some(found) = check_any_fast(proc, above, check, value, known.copy()) else {
                            break 'stop;
                        };
                        known.take(found);
                        known.note_type(code_of_bits(own));
                    }
                    Shape::Call => {
                        let Some(found) =
                            check_call_fast(proc, above, value, known.copy(), &mut walked.preserving)
                        else {
                            break 'stop;
                        };
                        known.take(found);
                        known.note_type(code_of_bits(own));
                    }
                    Shape::Jump | Shape::Branch | Shape::Return => break (id, value, head, check.shape),
                    Shape::Binary | Shape::Other => break 'stop,
                }
            }
            known.seen |= check.contents.bits();
            known.places[id.index()].word = known.here.wrapping_add(code_of_bits(own));
            position += 1;
        };
        // The block's end. Its terminal is accepted only together with the edges and the frequency.
        let Some(successors) = proc.edges.try_get(node.successors) else { break };
        // The sign bit makes negative numbers larger.
        let is_ordinary = node.frequency.to_bits() < f64::INFINITY.to_bits();
        if !is_ordinary || position + 1 != ids.len() || !walked.edges_exist {
            break;
        }
        match (shape, successors) {
            (Shape::Jump, [_]) if head == Value::head_of(Opcode::Jump, Type::Void) => {}
            (Shape::Branch, [_, _]) => {
                let condition = value.children[0].index();
                let Some(code) = known.operand(above, condition) else { break };
                if head != check_of_head(Value::head_of(Opcode::Branch, Type::Void)).head(code) {
                    break;
                }
                known.count(condition);
            }
            (Shape::Return, []) if head == Value::head_of(Opcode::Return, Type::Void) => {
                let Some(found) = check_return_fast(proc, above, value, known.copy()) else { break };
                known.take(found);
            }
            _ => break,
        }
        known.places[id.index()].word = known.here | u32::from(VOID);
        walked.placed += ids.len();
        (block, position) = (block + 1, 0);
        known.near = near_of(block, above);
    }
    (walked.block, walked.position, walked.near, walked.seen) = (block, position, known.near, known.seen);
}

/// Checks a value by [`Keys::accept`], and its payload if any. If it is correct, counts its operands and returns the
/// state for [`OperandLookup::take`].
#[inline(never)]
fn check_any_fast(
    proc: &Procedure,
    above: DominanceSource<'_>,
    check: &Check,
    value: &Value,
    mut known: OperandLookup<'_>,
) -> Option<(u32, u32)> {
    let children = &value.children[..usize::from(check.arity).min(3)];
    if value.flags.intersects(check.refused) || value.ty.bits() > Type::Double.bits() {
        return None;
    }
    let mut key = u32::from(value.ty.bits());
    for (i, child) in children.iter().enumerate() {
        key |= known.operand(above, child.index())? << field(i);
    }
    if !KEYS[value.opcode as usize].accept(key)
        || check.shape == Shape::PlainWithPayload && !payload::is_valid_payload(proc, value, check.payload)
    {
        return None;
    }
    children.iter().for_each(|child| known.count(child.index()));
    Some((known.near, known.seen))
}

/// Checks a call, as [`check_any_fast`].
#[inline(never)]
fn check_call_fast(
    proc: &Procedure,
    above: DominanceSource<'_>,
    value: &Value,
    mut known: OperandLookup<'_>,
    preserving: &mut u32,
) -> Option<(u32, u32)> {
    let children = proc.ids.try_get(value.list())?;
    if value.head() != Value::head_of(Opcode::CCall, value.ty)
        || !payload::is_valid_call(proc, value, children, preserving)
    {
        return None;
    }
    for child in children {
        known.operand(above, child.index())?;
    }
    children.iter().for_each(|child| known.count(child.index()));
    if proc.calls[value.call()].effects.flags.contains(EffectFlags::SAFEPOINT) {
        known.seen |= Contents::SAFEPOINTS.bits();
    }
    Some((known.near, known.seen))
}

/// Checks the operands of a Return, as [`check_any_fast`].
#[inline(never)]
fn check_return_fast(
    proc: &Procedure,
    above: DominanceSource<'_>,
    value: &Value,
    mut known: OperandLookup<'_>,
) -> Option<(u32, u32)> {
    let (children, results) = (proc.ids.try_get(value.list())?, &proc.signature.results);
    if children.len() != results.len() {
        return None;
    }
    for (child, result) in children.iter().zip(results) {
        // A vector has no code of its own, so it needs the full check.
        if result.is_vector()
            || !known.is_operand(above, child.index(), code_of_bits(u32::from(result.bits())))
        {
            return None;
        }
    }
    children.iter().for_each(|child| known.count(child.index()));
    Some((known.near, known.seen))
}
