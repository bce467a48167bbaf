//! Reaching definitions of variables, without values and Phis: a part of SSA construction.
//!
//! A block becomes a *place* when it is first filled; places are numbered in that order. A place that is entered only
//! from descendants of another place (or from that place itself) becomes its child. The places thus form trees in which
//! ancestors dominate descendants, like a partial dominator tree. The descendants of a place have consecutive numbers.
//! The places from the root of a tree to the latest one are its *path*; all others are closed.
//!
//! The definitions of a variable are ordered by place. The latest one usually reaches the use: it does if its place is
//! on the path. Otherwise the numbers show whether it can reach a merge above the use. If it cannot, the search
//! continues with its `outer` definition, the one that was valid where it was made. Blocks that a use only passes
//! through store nothing, and nothing is copied or undone at the start or end of a block.
//!
//! Cost of a use at the latest place: constant if the latest definition is on the path. Otherwise one step for each
//! merge between, and one for each definition nested in the latest one. The caller then adds the result as a new
//! definition, so that this cost is paid once. Other places need a binary search first.

use super::SsaVariable;
use crate::base::Type;
use crate::ir::{BlockId, Procedure, ValueId};
use crate::support::{Entity, List, ListPool};

/// No place, or no definition.
pub(super) const NONE: u32 = u32::MAX;

/// In place of the number of a definition's Phi: the Phi is created on the first use.
pub(super) const LAZY_PHI: u32 = u32::MAX;

/// As `last` of a place: it is on the path.
const OPEN: u32 = u32::MAX;

/// A block as of when it was filled. (The alignment makes indexing a shift, because lookups are frequent.)
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Place {
    pub(super) block: BlockId,
    /// The parent, or none for the root of a tree.
    pub(super) above: u32,
    /// The nearest merge or root among the place and its ancestors. All places below it have one predecessor, their
    /// parent.
    head: u32,
    root: u32,
    /// Its last descendant.
    last: u32,
    /// For a merge, the number of predecessors when the block was first filled.
    pub(super) entries: u32,
    /// The previous place of the same block, if the block is filled again.
    pub(super) before: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    pub(super) place: u32,
    /// The definition that was valid where this one was made, or that reaches a merge above; one with a lower place.
    outer: u32,
    pub(super) value: ValueId,
    /// The number of the Phi that is the value, plus one; or [`LAZY_PHI`].
    pub(super) phi: u32,
}

impl Default for Definition {
    fn default() -> Definition {
        Definition { place: NONE, outer: NONE, value: ValueId::INVALID, phi: 0 }
    }
}

#[derive(Clone, Copy, Debug)]
#[repr(align(32))] // as for places
struct Variable {
    ty: Type,
    /// The definition with the highest place.
    latest: Definition,
    /// The other definitions, ascending by place.
    older: List,
}

/// What reaches a place.
#[derive(Clone, Copy, Debug)]
pub(super) enum ReachingDef {
    /// This definition, and its number.
    Definition(u32, Definition),
    /// The value of the variable at the beginning of this place, a merge or a root.
    BlockEntry(u32),
}

/// The known predecessors of a block when it is first filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The lowest place of a predecessor.
    pub(super) least: u32,
    /// The number of predecessors.
    pub(super) count: u32,
}

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
    /// Resets; keeps the memory.
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

    /// True if the place is in the tree of the procedure's root, which must have been filled first; it is then
    /// reachable.
    pub(super) fn is_known_reachable(&self, place: u32) -> bool {
        let root = self.places.get(place as usize).map(|place| place.root);
        root == Some(0) && self.places.first().is_some_and(|first| first.block == Procedure::ROOT)
    }

    /// The first places of all blocks, in order.
    pub(super) fn first_places(&self) -> impl Iterator<Item = &Place> {
        self.places.iter().filter(|place| place.before == NONE)
    }

    /// True if the block has the latest place.
    #[inline]
    pub(super) fn is_filled(&self, block: BlockId) -> bool {
        block == self.latest && block.is_valid()
    }

    /// The latest place; [`NONE`] if there is none.
    #[inline]
    pub(super) fn latest_place(&self) -> u32 {
        (self.places.len() as u32).wrapping_sub(1)
    }

    pub(super) fn is_latest(&self, place: u32) -> bool {
        place as usize + 1 == self.places.len()
    }

    /// Opens a place for a block. It becomes a child if all its entries are known and are descendants of one place.
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

    /// Opens another place for a block that is filled again after others.
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

    /// What reaches the end of a place, for a variable.
    #[inline(always)]
    pub(super) fn reach(&self, variable: SsaVariable, place: u32) -> ReachingDef {
        let variable = &self.variables[variable.index()];
        let Variable { latest, older, .. } = *variable;
        if latest.place <= place && self.places[latest.place as usize].last >= place {
            return ReachingDef::Definition(older.len() as u32, latest);
        }
        self.reach_older(variable, place)
    }

    /// [`Definitions::reach`] for all but the latest definition.
    fn reach_older(&self, variable: &Variable, place: u32) -> ReachingDef {
        let older = self.older.get(variable.older);
        let mut at = at_or_before(variable, older, place);
        let Place { mut head, root, .. } = self.places[place as usize];
        while at != NONE {
            let definition = older.get(at as usize).copied().unwrap_or(variable.latest);
            if self.places[definition.place as usize].last >= place {
                return ReachingDef::Definition(at, definition);
            }
            loop {
                // The definition is on another path from the same merge.
                if definition.place > head {
                    at = definition.outer;
                    break;
                }
                let above = self.places[head as usize].above;
                if above == NONE || definition.place > above {
                    return ReachingDef::BlockEntry(head);
                }
                head = self.places[above as usize].head;
            }
        }
        ReachingDef::BlockEntry(root)
    }

    pub(super) fn set_value(&mut self, variable: SsaVariable, number: u32, value: ValueId, phi: u32) {
        let variable = &mut self.variables[variable.index()];
        let definition = match self.older.get_mut(variable.older).get_mut(number as usize) {
            Some(older) => older,
            None => &mut variable.latest,
        };
        (definition.value, definition.phi) = (value, phi);
    }

    /// Adds a definition, or replaces the one of the same place. Returns false, without a change, if a later place has
    /// one.
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

/// The last older definition whose place is an ancestor of this place, or that reaches a merge above it.
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

/// The last definition at or before a place.
fn at_or_before(variable: &Variable, older: &[Definition], place: u32) -> u32 {
    if variable.latest.place <= place {
        return older.len() as u32;
    }
    if variable.latest.place == NONE {
        return NONE;
    }
    (older.partition_point(|definition| definition.place <= place) as u32).wrapping_sub(1)
}
