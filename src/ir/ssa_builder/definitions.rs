//! Which definition of a variable reaches a place: the part of the construction that knows neither values nor
//! Phis.
//!
//! A block becomes a *place* when it is first filled, and places are numbered in that order. A place that is
//! entered only from places below another one is put below that one: so there are trees, in which what is above
//! dominates what is below. The places between the root of a tree and the latest one are its *path*; others are
//! closed. What is below a place has consecutive numbers.
//!
//! The definitions of a variable are in order of their places, so that the latest one is mostly the one that is
//! asked for: it is if its place is on the path. If it is not, the numbers say whether it can come along to a
//! merge above the place that asks; if it cannot, the search goes on with the definition that was valid where it
//! was made. So nothing is stored for blocks that a use only passes through, and nothing is copied or undone at
//! the beginning or end of a block.
//!
//! Cost: constant for the latest place if the latest definition is on the path. Else a step for each merge
//! between, and one for each definition nested in the latest one, once; whoever asked adds what was found as
//! another definition. For other places, a binary search before that.

use super::SsaVariable;
use crate::base::Type;
use crate::ir::{BlockId, Procedure, ValueId};
use crate::support::{Entity, List, ListPool};

/// No place, no definition.
pub(super) const NONE: u32 = u32::MAX;

/// As the number of a definition's Phi: it will have one when somebody asks for it.
pub(super) const PROMISED: u32 = u32::MAX;

/// As the last place below one: it is on the path.
const OPEN: u32 = u32::MAX;

/// A block from when it was filled. (Of a size that a shift multiplies by: they are looked up all the time.)
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Place {
    pub(super) block: BlockId,
    /// The place above; none: the root of a tree.
    pub(super) above: u32,
    /// The closest merge or root above, or itself. All others have one predecessor, the place above.
    head: u32,
    /// The root of the tree.
    root: u32,
    /// The last place below it.
    last: u32,
    /// Of a merge: how many predecessors the block had when it was filled first.
    pub(super) entries: u32,
    /// The place of the same block from when it was filled before, if there is one.
    pub(super) before: u32,
}

/// A definition of a variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub(super) place: u32,
    /// The definition that was valid where this one was made, or comes along there to a merge; of those with
    /// lower places.
    outer: u32,
    pub(super) value: ValueId,
    /// The number of the Phi that the value is, plus one; or [`PROMISED`].
    pub(super) phi: u32,
}

impl Default for Definition {
    fn default() -> Definition {
        Definition { place: NONE, outer: NONE, value: ValueId::INVALID, phi: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(align(32))] // as a place
struct Variable {
    ty: Type,
    /// The definition with the highest place.
    latest: Definition,
    /// All others, in order of their places.
    older: List,
}

/// What reaches a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reach {
    /// This definition, with its number.
    Definition(u32, Definition),
    /// What the variable is at the beginning of this place, a merge or a root.
    Beginning(u32),
}

/// How a block is entered, as far as that is known when it is filled first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The lowest place of a predecessor.
    pub(super) least: u32,
    /// How many predecessors there are.
    pub(super) count: u32,
}

/// Variables, places and definitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Definitions {
    variables: Vec<Variable>,
    places: Vec<Place>,
    /// The block of the latest place.
    latest: BlockId,
    path: Vec<u32>,
    older: ListPool<Definition>,
}

impl Definitions {
    /// Forgets everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.variables.clear();
        self.places.clear();
        self.latest = BlockId::INVALID;
        self.path.clear();
        self.older.clear();
    }

    pub(super) fn declare(&mut self, ty: Type) -> SsaVariable {
        self.variables.push(Variable { ty, latest: Definition::default(), older: List::default() });
        SsaVariable::from_index(self.variables.len() - 1)
    }

    pub(super) fn contains(&self, variable: SsaVariable) -> bool {
        variable.index() < self.variables.len()
    }

    pub(super) fn type_of(&self, variable: SsaVariable) -> Type {
        self.variables[variable.index()].ty
    }

    pub(super) fn place(&self, place: u32) -> &Place {
        &self.places[place as usize]
    }

    /// True if the place is below that of the root, which was filled first: then there is a way to it.
    pub(super) fn is_surely_reached(&self, place: u32) -> bool {
        let root = self.places.get(place as usize).map(|place| place.root);
        root == Some(0) && self.places.first().is_some_and(|first| first.block == Procedure::ROOT)
    }

    /// The places of blocks that were filled for the first time, in this order.
    pub(super) fn first_places(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.before == NONE)
    }

    /// True for the block of the place that came last.
    #[inline]
    pub(super) fn is_filled(&self, block: BlockId) -> bool {
        block == self.latest && block.is_valid()
    }

    /// The number of the place that came last, if there is one.
    #[inline]
    pub(super) fn latest_place(&self) -> u32 {
        (self.places.len() as u32).wrapping_sub(1)
    }

    /// True for the place that came last.
    pub(super) fn is_latest(&self, place: u32) -> bool {
        place as usize + 1 == self.places.len()
    }

    /// Makes a place of a block: below another one, if all its entries are and no others will come.
    pub(super) fn open(&mut self, block: BlockId, entry: Option<Entry>) -> u32 {
        let place = self.places.len() as u32;
        while let Some(&top) = self.path.last() {
            if entry.is_some_and(|entry| top <= entry.least) {
                break;
            }
            self.places[top as usize].last = place - 1;
            self.path.pop();
        }
        let (mut head, mut root, mut above, mut entries) = (place, place, NONE, 0);
        if let (Some(entry), Some(&top)) = (entry, self.path.last()) {
            (above, root) = (top, self.path[0]);
            if entry.count == 1 && entry.least == top {
                head = self.places[top as usize].head;
            } else {
                entries = entry.count;
            }
        }
        self.latest = block;
        self.places.push(Place { block, above, head, root, last: OPEN, entries, before: NONE });
        self.path.push(place);
        place
    }

    /// Makes another place of a block that is filled again after others were.
    pub(super) fn open_again(&mut self, before: u32) -> u32 {
        let place = self.open(self.places[before as usize].block, None);
        self.places[place as usize].before = before;
        place
    }

    /// The latest definition of a variable, if it reaches the latest place.
    #[inline]
    pub(super) fn latest(&self, variable: SsaVariable) -> Option<Definition> {
        let definition = self.variables.get(variable.index())?.latest;
        let place = self.places.get(definition.place as usize)?;
        (place.last == OPEN).then_some(definition)
    }

    /// What a variable is at the end of a place.
    #[inline(always)]
    pub(super) fn reach(&self, variable: SsaVariable, place: u32) -> Reach {
        let variable = &self.variables[variable.index()];
        let Variable { latest, older, .. } = *variable;
        if latest.place <= place && self.places[latest.place as usize].last >= place {
            return Reach::Definition(older.len() as u32, latest);
        }
        self.reach_older(variable, place)
    }

    /// As [`Definitions::reach`], also if it is not the latest definition.
    fn reach_older(&self, variable: &Variable, place: u32) -> Reach {
        let older = self.older.get(variable.older);
        let mut at = at_or_before(variable, older, place);
        let Place { mut head, root, .. } = self.places[place as usize];
        while at != NONE {
            let definition = older.get(at as usize).copied().unwrap_or(variable.latest);
            if self.places[definition.place as usize].last >= place {
                return Reach::Definition(at, definition);
            }
            loop {
                // On another way from the same merge.
                if definition.place > head {
                    at = definition.outer;
                    break;
                }
                let above = self.places[head as usize].above;
                if above == NONE || definition.place > above {
                    return Reach::Beginning(head);
                }
                head = self.places[above as usize].head;
            }
        }
        Reach::Beginning(root)
    }

    /// Says what the value of a definition is.
    pub(super) fn set_value(&mut self, variable: SsaVariable, number: u32, value: ValueId, phi: u32) {
        let variable = &mut self.variables[variable.index()];
        let definition = match self.older.get_mut(variable.older).get_mut(number as usize) {
            Some(older) => older,
            None => &mut variable.latest,
        };
        (definition.value, definition.phi) = (value, phi);
    }

    /// Adds a definition, or replaces the one of the same place. False, and nothing done, if there is one of a
    /// later place.
    #[inline]
    pub(super) fn define(&mut self, variable: SsaVariable, place: u32, value: ValueId, phi: u32) -> bool {
        let Some(Variable { latest, .. }) = self.variables.get_mut(variable.index()) else { return true };
        if latest.place == place {
            (latest.value, latest.phi) = (value, phi);
            return true;
        }
        self.add(variable, Definition { place, outer: NONE, value, phi })
    }

    fn add(&mut self, id: SsaVariable, mut definition: Definition) -> bool {
        let Variable { latest, older, .. } = &mut self.variables[id.index()];
        if latest.place != NONE {
            if latest.place > definition.place {
                return false;
            }
            self.older.push(older, *latest);
            definition.outer = outer(&self.places, self.older.get(*older), definition.place);
        }
        *latest = definition;
        true
    }
}

/// The last of the older definitions that is above this place or comes along to a merge above.
fn outer(places: &[Place], older: &[Definition], place: u32) -> u32 {
    let head = places[place as usize].head;
    let mut at = older.len() as u32 - 1;
    while let Some(definition) = older.get(at as usize) {
        let is_above = places[definition.place as usize].last >= place;
        if is_above || definition.place < head {
            break;
        }
        at = definition.outer;
    }
    at
}

/// The last definition that is not behind a place.
fn at_or_before(variable: &Variable, older: &[Definition], place: u32) -> u32 {
    if variable.latest.place <= place {
        return older.len() as u32;
    }
    if variable.latest.place == NONE {
        return NONE;
    }
    (older.partition_point(|definition| definition.place <= place) as u32).wrapping_sub(1)
}
