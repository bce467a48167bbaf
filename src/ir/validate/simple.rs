//! The short way through the walk: values and blocks that are as most are.
//!
//! All the time that validation of ordinary code takes is here: one function without calls, so that everything
//! is in registers. It reports nothing: whatever is not plainly right it leaves to the rest of the walk, which
//! looks closely and sends it on.

use super::facts::Place;
use super::types::{CHECKS, MOST_BITS, Shape, VOID, code_of_bits, field};
use super::{Contents, Facts, UseFlags, payload};
use crate::analysis::ForwardDominators;
use crate::base::Type;
use crate::ir::{BlockId, Opcode, Procedure, Value, ValueId};
use crate::support::Entity;

/// Where the walk is, and what it has seen.
#[derive(Debug)]
pub(super) struct Walked {
    pub(super) block: usize,
    /// In the block's list; its length: at the block's end.
    pub(super) position: usize,
    /// The place of a block that dominates this one, but for the root: what is defined there may be used here.
    /// It begins as the closest that is known, and becomes the one that was asked for last. The block's own, if
    /// there is none.
    pub(super) near: u32,
    /// [`Contents`], and [`RELIED`].
    pub(super) seen: u32,
    /// How many values blocks list.
    pub(super) placed: usize,
    pub(super) edges: usize,
}

/// Something was accepted because [`ForwardDominators`] said so. No bit of [`Contents`].
pub(super) const RELIED: u32 = 1 << 31;

/// The place of the root.
const ROOT: u32 = 0;

const _: () = assert!(Procedure::ROOT.number() == 0);
const _: () = assert!(Contents::all().bits() & RELIED == 0);

impl Walked {
    /// Before the first block.
    pub(super) fn new() -> Walked {
        Walked { block: 0, position: 0, near: 0, seen: 0, placed: 0, edges: 0 }
    }

    /// Goes on to the next block.
    pub(super) fn enter_next(&mut self, forward: &ForwardDominators) {
        self.block += 1;
        self.position = 0;
        self.near = near_of(self.block, forward);
    }
}

/// What [`Walked::near`] begins as.
#[inline(always)]
fn near_of(block: usize, forward: &ForwardDominators) -> u32 {
    Place::in_block(BlockId::from_index(forward.above(block).unwrap_or(block)))
}

/// Ends blocks, and takes their values, from where the walk is, as long as they are as most are: values that
/// [`take_values`] takes, blocks that end with a jump, branch or return. What follows has not been touched.
#[inline(never)]
pub(super) fn take_simple(
    proc: &Procedure,
    facts: &mut Facts,
    forward: &mut ForwardDominators,
    walked: &mut Walked,
) {
    let table = proc.values.as_slice();
    let places = &mut facts.places[..table.len()];
    let flags = &mut facts.flags[..table.len()];
    while let Some(block) = proc.blocks.as_slice().get(walked.block) {
        let Some((last, ids)) = proc.ids.try_get(block.values).and_then(|ids| ids.split_last()) else {
            return;
        };
        if walked.position < ids.len() && !take_values(proc, places, flags, forward, ids, walked) {
            return;
        }
        // The end. Its value is taken only if the whole end is as it should be.
        let Some(value) = table.get(last.index()) else { return };
        let Some(successors) = proc.edges.try_get(block.successors) else { return };
        // What is negative has more bits.
        let ordinary = block.frequency.to_bits() < f64::INFINITY.to_bits();
        let is_plain = value.ty == Type::Void && value.flags.is_empty();
        if !is_plain || places[last.index()].is_known() || !ordinary {
            return;
        }
        let right = match (value.opcode, successors) {
            (Opcode::Jump, [_]) => true,
            (Opcode::Branch, [_, _]) => take_condition(places, flags, forward, value, walked),
            (Opcode::Return, []) => take_return(proc, places, flags, forward, value, walked),
            _ => false,
        };
        if !right {
            return;
        }
        let Some(back) = forward.add_edges::<Procedure>(walked.block, successors) else { return };
        walked.seen |= u32::from(back) * Contents::BACKWARD_EDGES.bits();
        places[last.index()].word = Place::in_block(BlockId::from_index(walked.block)) | u32::from(VOID);
        walked.placed += ids.len() + 1;
        walked.edges += successors.len();
        walked.enter_next(forward);
    }
}

/// Counts the operands of values and places them, from where the walk is in the block of these, as long as they
/// are as most are: values with operands that were defined earlier, types that are right, and neither flags nor
/// payload to look at closely. True if that was all of them.
#[inline(always)]
fn take_values(
    proc: &Procedure,
    places: &mut [Place],
    flags: &mut [UseFlags],
    forward: &ForwardDominators,
    ids: &[ValueId],
    walked: &mut Walked,
) -> bool {
    let table = proc.values.as_slice();
    let places = &mut places[..table.len()];
    let here = Place::in_block(BlockId::from_index(walked.block));
    let (mut position, mut seen) = (walked.position, walked.seen);
    'stop: {
        // The code of the type of an operand, if it was defined before.
        macro_rules! look {
            ($child:expr) => {{
                let Some(place) = places.get($child) else { break 'stop };
                match place.code_in(here) {
                    Some(code) => code,
                    None => {
                        let Some(code) = elsewhere(*place, flags, forward, $child, walked) else {
                            break 'stop;
                        };
                        code
                    }
                }
            }};
        }
        while let Some(id) = ids.get(position) {
            let Some(value) = table.get(id.index()) else { break 'stop };
            let check = &CHECKS[value.opcode as usize];
            if places[id.index()].is_known()
                || !value.flags.is_empty() && value.flags.intersects(check.refused)
            {
                break 'stop;
            }
            let own = u32::from(value.ty.bits());
            // First, because of all shapes it is the one that comes most often.
            if check.is_binary {
                let [a, b, _] = value.children.map(ValueId::index);
                let (first, second) = (look!(a), look!(b));
                if !check.accepts_rest(first, own | second << field(1)) {
                    break 'stop;
                }
                places[a].count();
                places[b].count();
            } else {
                let a = value.children[0].index();
                match check.shape {
                    Shape::Leaf => {
                        if !check.accepts_rest(own, 0) || value.payload > check.largest {
                            break 'stop;
                        }
                        seen |= 1 << code_of_bits(own);
                    }
                    Shape::Unary => {
                        if !check.accepts_rest(look!(a), own) {
                            break 'stop;
                        }
                        places[a].count();
                    }
                    Shape::Upsilon => {
                        let first = look!(a);
                        let Some(phi) = table.get(value.phi().index()) else { break 'stop };
                        if !check.accepts_rest(first, own)
                            || phi.opcode != Opcode::Phi
                            || code_of_bits(u32::from(phi.ty.bits())) != first
                        {
                            break 'stop;
                        }
                        places[a].count();
                    }
                    Shape::Load => {
                        let first = look!(a);
                        if !check.accepts_rest(own, first << field(0)) || table[a].opcode == Opcode::SlotBase
                        {
                            break 'stop;
                        }
                        seen |= 1 << code_of_bits(own);
                        places[a].count();
                    }
                    Shape::Store | Shape::Plain | Shape::Carrying => {
                        if !take_any(proc, places, flags, forward, value, walked) {
                            break 'stop;
                        }
                        seen |= 1 << code_of_bits(own);
                    }
                    // Jump, Branch and Return are the last of their block.
                    Shape::Binary | Shape::End | Shape::Other => break 'stop,
                }
            }
            seen |= check.contents.bits();
            places[id.index()].word = here | code_of_bits(own);
            position += 1;
        }
        (walked.position, walked.seen) = (position, walked.seen | seen);
        return true;
    }
    (walked.position, walked.seen) = (position, walked.seen | seen);
    false
}

/// A store, or what [`Check::accepts`] judges, with payload or without: true if it is right, and its operands are
/// counted.
#[inline(never)]
fn take_any(
    proc: &Procedure,
    places: &mut [Place],
    flags: &mut [UseFlags],
    forward: &ForwardDominators,
    value: &Value,
    walked: &mut Walked,
) -> bool {
    let check = &CHECKS[value.opcode as usize];
    let children = &value.children[..usize::from(check.arity).min(3)];
    let mut key = u32::from(value.ty.bits());
    if key > MOST_BITS {
        return false;
    }
    for (i, child) in children.iter().enumerate() {
        let Some(code) = operand(places, flags, forward, *child, walked) else { return false };
        key |= code << field(i);
    }
    let is_right = match check.shape {
        Shape::Store => proc.values.get(children[1]).is_some_and(|to| to.opcode != Opcode::SlotBase),
        Shape::Carrying => payload::is_right(proc, value),
        _ => true,
    };
    if !is_right || !check.accepts(key) {
        return false;
    }
    for child in children {
        places[child.index()].count();
    }
    true
}

/// The condition of a Branch, as [`take_any`].
#[inline(always)]
fn take_condition(
    places: &mut [Place],
    flags: &mut [UseFlags],
    forward: &ForwardDominators,
    value: &Value,
    walked: &mut Walked,
) -> bool {
    let condition = value.children[0];
    let Some(code) = operand(places, flags, forward, condition, walked) else { return false };
    let right = CHECKS[Opcode::Branch as usize].accepts_rest(code, u32::from(Type::Void.bits()));
    if right {
        places[condition.index()].count();
    }
    right
}

/// The operands of a Return, as [`take_any`].
#[inline(never)]
fn take_return(
    proc: &Procedure,
    places: &mut [Place],
    flags: &mut [UseFlags],
    forward: &ForwardDominators,
    value: &Value,
    walked: &mut Walked,
) -> bool {
    let (children, results) = (proc.children_of(value), &proc.signature.results);
    let mut right = children.len() == results.len();
    for (child, result) in children.iter().zip(results) {
        let code = operand(places, flags, forward, *child, walked);
        right &= code == Some(code_of_bits(u32::from(result.bits())));
    }
    if right {
        children.iter().for_each(|child| places[child.index()].count());
    }
    right
}

/// The code of the type of an operand, if it was defined before.
#[inline(always)]
fn operand(
    places: &[Place],
    flags: &mut [UseFlags],
    forward: &ForwardDominators,
    child: ValueId,
    walked: &mut Walked,
) -> Option<u32> {
    let place = places.get(child.index())?;
    let here = Place::in_block(BlockId::from_index(walked.block));
    place.code_in(here).or_else(|| elsewhere(*place, flags, forward, child.index(), walked))
}

/// The code of the type of an operand that is not defined earlier in its block, but in the root, in the block
/// near that dominates the use, or in another one that does, which becomes the one near.
#[inline(always)]
fn elsewhere(
    place: Place,
    flags: &mut [UseFlags],
    forward: &ForwardDominators,
    child: usize,
    walked: &mut Walked,
) -> Option<u32> {
    *flags.get_mut(child)? |= UseFlags::OUTSIDE;
    // The root dominates whatever runs.
    if let Some(code) = place.code_in(ROOT) {
        walked.seen |= Contents::OUTSIDE_USES.bits();
        return Some(code);
    }
    walked.seen |= Contents::OUTSIDE_USES.bits() | RELIED;
    if place.code_in(walked.near).is_none() {
        walked.near = dominating(place, forward, walked.block)?;
    }
    place.code_in(walked.near)
}

/// The block of an operand, if it is known to dominate the one of the use.
#[inline(never)]
fn dominating(place: Place, forward: &ForwardDominators, block: usize) -> Option<u32> {
    let definition = place.block();
    let dominates = definition.index() < block && forward.dominates(definition.index(), block);
    dominates.then(|| Place::in_block(definition))
}
