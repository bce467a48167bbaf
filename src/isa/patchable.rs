//! Places in code that are changed while the code runs: invalidation points, and the jumps and constants of generators.
//!
//! Other threads may be executing the code that is changed, so no change may ever be seen by halves. An invalidation
//! point is an instruction of its own, of which one byte changes, or one aligned word: no thread can be in its middle,
//! and no label, return address or other site can be inside of it. Jumps and constants are read from *cells*, aligned
//! words behind the code, as data.

use super::code_buffer::{CodeBuffer, EmitError, Label};
use crate::base::{Origin, SiteId};
use crate::support::Entity;

/// A place in code that may be changed while the code runs. Its number is its [`SiteId`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatchableSite {
    /// What it is.
    pub kind: PatchableKind,
    /// Whose.
    pub origin: Origin,
}

/// What is at a place that may be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatchableKind {
    /// An invalidation point: an instruction that does nothing until it becomes a jump to `exit`.
    Invalidation {
        /// The offset of the instruction.
        offset: u32,
        /// The offset of the way out.
        exit: u32,
    },
    /// A jump to the address in a cell.
    Jump {
        /// The offset to which it goes at first.
        target: u32,
    },
    /// A register is loaded from a cell.
    Constant {
        /// What is in the cell at first.
        bits: u64,
    },
}

impl PatchableKind {
    /// True if the site is a cell in any case.
    pub fn is_cell(self) -> bool {
        !matches!(self, PatchableKind::Invalidation { .. })
    }
}

/// A site while code is being made.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Invalidation { offset: u32, exit: Label },
    Jump { target: Label },
    Constant { bits: u64 },
}

/// The sites of a buffer, by [`SiteId`].
#[derive(Debug, Default)]
pub(super) struct PatchableSites {
    sites: Vec<(Pending, Origin)>,
}

impl PatchableSites {
    pub(super) fn clear(&mut self) {
        self.sites.clear();
    }

    /// The sites in finished code.
    pub(super) fn finished(
        &self,
        place: impl Fn(u32) -> u32,
        label: impl Fn(Label) -> Result<u32, EmitError>,
    ) -> Result<Vec<PatchableSite>, EmitError> {
        let finished = |&(site, origin): &(Pending, Origin)| {
            let kind = match site {
                Pending::Invalidation { offset, exit } => {
                    PatchableKind::Invalidation { offset: place(offset), exit: label(exit)? }
                }
                Pending::Jump { target } => PatchableKind::Jump { target: label(target)? },
                Pending::Constant { bits } => PatchableKind::Constant { bits },
            };
            Ok(PatchableSite { kind, origin })
        };
        self.sites.iter().map(finished).collect()
    }
}

impl CodeBuffer {
    fn add_site(&mut self, site: Pending) -> SiteId {
        let origin = self.origin();
        self.patchable.sites.push((site, origin));
        SiteId::from_index(self.patchable.sites.len() - 1)
    }

    /// The next instruction is an invalidation point, which leaves by the code at `exit`.
    pub(super) fn add_invalidation_point(&mut self, exit: Label) -> SiteId {
        self.add_site(Pending::Invalidation { offset: self.offset(), exit })
    }

    /// A cell with the address of a place in this code, for a jump.
    pub(super) fn add_jump_cell(&mut self, target: Label) -> SiteId {
        self.add_site(Pending::Jump { target })
    }

    /// A cell with eight bytes.
    pub(super) fn add_constant_cell(&mut self, bits: u64) -> SiteId {
        self.add_site(Pending::Constant { bits })
    }
}
