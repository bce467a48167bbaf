//! The short way through the walk: values and blocks that are as most are.
//!
//! All the time that validation of ordinary code takes is here: one function without calls, so that everything
//! is in registers. It reports nothing: whatever is not plainly right it leaves to the rest of the walk, which
//! looks closely and sends it on.

use super::types::{CHECKS, Shape, VOID, field, own_code};
use super::{Contents, UseFlags, ValueFacts};
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
    ValueFacts::place_in(BlockId::from_index(forward.above(block).unwrap_or(block)))
}

/// Counts the operands of values and places them, from where the walk is, and ends blocks, as long as they are
/// as most are: values with operands that were defined earlier, types that are right, and neither flags nor
/// payload to look at closely; blocks that end with a jump or branch. What follows has not been touched.
#[inline(never)]
pub(super) fn take_simple(
    proc: &Procedure,
    facts: &mut [ValueFacts],
    forward: &mut ForwardDominators,
    walked: &mut Walked,
) {
    let table = proc.values.as_slice();
    let facts = &mut facts[..table.len()];
    let Walked { block: mut number, mut position, mut near, mut seen, mut placed, mut edges } = *walked;
    'blocks: while let Some(block) = proc.blocks.as_slice().get(number) {
        let place = ValueFacts::place_in(BlockId::from_index(number));
        'stop: {
            let Some(ids) = proc.ids.try_get(block.values) else { break 'stop };
            let Some((last, ids)) = ids.split_last() else { break 'stop };
            let Some(rest) = ids.get(position..) else { break 'stop };
            for id in rest {
                let Some(value) = table.get(id.index()) else { break 'stop };
                let check = &CHECKS[value.opcode as usize];
                if value.flags.intersects(check.refused) || facts[id.index()].is_placed() {
                    break 'stop;
                }
                let [a, b, c] = value.children.map(ValueId::index);
                let code = own_code(value.ty);
                let mut here = |child: usize| look(facts, child, place, near, &mut seen);
                // On its own: measured, because the compiler then keeps more in registers.
                if check.shape == Shape::Binary {
                    let Some(first) = here(a) else { break 'stop };
                    let Some(second) = here(b) else { break 'stop };
                    if !check.accepts_rest(first, code | second << field(1)) {
                        break 'stop;
                    }
                    facts[a].count();
                    facts[b].count();
                } else {
                    match check.shape {
                        Shape::Leaf => {
                            if !check.accepts_rest(code, 0) {
                                break 'stop;
                            }
                            seen |= 1 << code;
                        }
                        Shape::Constant32 => {
                            if !check.accepts_rest(code, 0) || value.payload > u64::from(u32::MAX) {
                                break 'stop;
                            }
                        }
                        Shape::Unary => {
                            let Some(first) = here(a) else { break 'stop };
                            if !check.accepts_rest(first, code) {
                                break 'stop;
                            }
                            facts[a].count();
                        }
                        Shape::Load => {
                            let Some(first) = here(a) else { break 'stop };
                            if !check.accepts_rest(code, first << field(0)) || is_slot(&table[a]) {
                                break 'stop;
                            }
                            seen |= 1 << code;
                            facts[a].count();
                        }
                        Shape::Store => {
                            let Some(first) = here(a) else { break 'stop };
                            let Some(second) = here(b) else { break 'stop };
                            if !check.accepts_rest(first, code | second << field(1)) || is_slot(&table[b]) {
                                break 'stop;
                            }
                            facts[a].count();
                            facts[b].count();
                        }
                        Shape::Ternary => {
                            let Some(first) = here(a) else { break 'stop };
                            let Some(second) = here(b) else { break 'stop };
                            let Some(third) = here(c) else { break 'stop };
                            if code > 7
                                || !check.accepts(
                                    code | first << field(0) | second << field(1) | third << field(2),
                                )
                            {
                                break 'stop;
                            }
                            facts[a].count();
                            facts[b].count();
                            facts[c].count();
                        }
                        Shape::Upsilon => {
                            let Some(first) = here(a) else { break 'stop };
                            let Some(phi) = table.get(value.phi().index()) else { break 'stop };
                            if !check.accepts_rest(first, code)
                                || phi.opcode != Opcode::Phi
                                || own_code(phi.ty) != first
                            {
                                break 'stop;
                            }
                            facts[a].count();
                        }
                        // Jump and Branch are the last of their block.
                        Shape::Jump | Shape::Branch => break 'stop,
                        Shape::Binary | Shape::Conversion | Shape::Other => break 'stop,
                    }
                }
                seen |= check.contents.bits();
                let facts = &mut facts[id.index()];
                (facts.place, facts.position) = (place | code, position as u32);
                position += 1;
            }
            // The end. Its value is taken only if the whole end is as it should be.
            let Some(value) = table.get(last.index()) else { break 'stop };
            let Some(successors) = proc.edges.try_get(block.successors) else { break 'stop };
            // What is negative has more bits.
            let ordinary = block.frequency.to_bits() < f64::INFINITY.to_bits();
            if value.ty != Type::Void
                || !value.flags.is_empty()
                || facts[last.index()].is_placed()
                || !ordinary
            {
                break 'stop;
            }
            match value.opcode {
                Opcode::Jump if successors.len() == 1 => {
                    let Some(back) = forward.add_edges::<Procedure>(number, successors) else { break 'stop };
                    seen |= u32::from(back) * Contents::BACKWARD_EDGES.bits();
                }
                Opcode::Branch if successors.len() == 2 => {
                    let condition = value.children[0].index();
                    let ty = look(facts, condition, place, near, &mut seen);
                    let Some(first) = ty else { break 'stop };
                    let Some(back) = forward.add_edges::<Procedure>(number, successors) else { break 'stop };
                    seen |= u32::from(back) * Contents::BACKWARD_EDGES.bits();
                    if !CHECKS[Opcode::Branch as usize].accepts_rest(first, u32::from(VOID)) {
                        break 'stop;
                    }
                    facts[condition].count();
                }
                _ => break 'stop,
            }
            let facts = &mut facts[last.index()];
            (facts.place, facts.position) = (place | u32::from(VOID), position as u32);
            placed += position + 1;
            edges += successors.len();
            number += 1;
            position = 0;
            near = near_of(number, forward);
            continue 'blocks;
        }
        break;
    }
    stop(walked, Walked { block: number, position, near, seen, placed, edges });
}

/// Leaves the short way. That this is cold tells the compiler which way is short.
#[cold]
#[inline(never)]
fn stop(walked: &mut Walked, now: Walked) {
    *walked = now;
}

/// The code of the type of an operand, if it was defined earlier in its block, in the root, or in the block near
/// that dominates the use. Marks it as used outside if so.
#[inline(always)]
fn look(facts: &mut [ValueFacts], child: usize, place: u32, near: u32, seen: &mut u32) -> Option<u32> {
    let facts = facts.get_mut(child)?;
    if let Some(code) = facts.code_in(place) {
        return Some(code);
    }
    // The root dominates whatever runs.
    let code = match facts.code_in(ValueFacts::place_in(Procedure::ROOT)) {
        Some(code) => {
            *seen |= Contents::OUTSIDE_USES.bits();
            code
        }
        None => {
            let code = facts.code_in(near)?;
            *seen |= Contents::OUTSIDE_USES.bits() | RELIED;
            code
        }
    };
    facts.flags |= UseFlags::OUTSIDE;
    Some(code)
}

/// True for the address of a stack slot, accesses to which are looked at closely.
fn is_slot(value: &Value) -> bool {
    value.opcode == Opcode::SlotBase
}
