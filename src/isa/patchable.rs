//! Places that can be patched while the code runs: invalidation points, and branches and constants of generators.
//!
//! Other threads may execute the code meanwhile, so every change must be atomic. Patching an invalidation point changes
//! one byte or one aligned word of a single instruction. No thread can be in its middle, and no label, return address
//! or other site is inside it. On x86-64 the changed bytes of branches and immediates are inside one aligned word of
//! eight bytes. Other jumps and constants are loaded as data from *cells*: aligned words after the code.

use super::code_buffer::{CodeBuffer, EmitError, Label};
use crate::base::{Origin, SiteId};
use crate::support::Entity;

/// A place that can be patched while the code runs. Its number is its [`SiteId`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatchableSite {
    /// The kind of the place.
    pub kind: PatchableKind,
    /// Its origin.
    pub origin: Origin,
}

/// A patchable jump or call of some code: what [`Code::patch_jump`](crate::jit::Code::patch_jump) redirects.
///
/// It is returned by [`MacroAssembler::patchable_jump`](super::masm::MacroAssembler::patchable_jump) and similar methods
/// when the jump is emitted, or found by [`Code::jump_sites`](crate::jit::Code::jump_sites).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct JumpSite(SiteId);

impl JumpSite {
    pub(crate) const fn new(site: SiteId) -> JumpSite {
        JumpSite(site)
    }

    /// The number of the site.
    pub const fn id(self) -> SiteId {
        self.0
    }
}

/// A patchable constant of some code: what [`Code::patch_constant`](crate::jit::Code::patch_constant) changes.
///
/// It is returned by [`MacroAssembler::patchable_move`](super::masm::MacroAssembler::patchable_move) when the move is
/// emitted, or found by [`Code::constant_sites`](crate::jit::Code::constant_sites).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ConstantSite(SiteId);

impl ConstantSite {
    pub(crate) const fn new(site: SiteId) -> ConstantSite {
        ConstantSite(site)
    }

    /// The number of the site.
    pub const fn id(self) -> SiteId {
        self.0
    }
}

/// The kinds of patchable places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PatchableKind {
    /// An invalidation point: a no-op until it is patched to a jump to `exit`.
    Invalidation {
        /// The offset of the instruction.
        offset: u32,
        /// The offset of the exit path.
        exit: u32,
    },
    /// A jump to the address in a cell.
    Jump {
        /// The offset of the initial target.
        target: u32,
    },
    /// A load of a register from a cell.
    Constant {
        /// The initial contents of the cell.
        bits: u64,
    },
    /// A direct branch, which is rewritten in place. Targets out of its reach are reached through a cell.
    Branch {
        /// The offset of the instruction.
        offset: u32,
        /// The offset of the initial target.
        target: u32,
        /// The instruction.
        role: BranchRole,
    },
    /// A constant in an instruction (x86-64), which is rewritten in place.
    Immediate {
        /// The offset of the instruction.
        offset: u32,
        /// The size of the constant in bytes: 4 in a comparison, 8 in a move.
        size: u32,
        /// The initial constant.
        bits: u64,
    },
}

/// The instruction of a [`PatchableKind::Branch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BranchRole {
    /// A jump.
    Jump,
    /// A call.
    Call,
    /// A no-op until it is patched to a jump.
    Nop,
}

impl PatchableKind {
    /// True if the site is a cell that the code reads.
    pub fn is_cell(self) -> bool {
        matches!(self, PatchableKind::Jump { .. } | PatchableKind::Constant { .. })
    }

    /// True for a jump, a call or a no-op that can become a jump.
    pub fn is_jump(self) -> bool {
        matches!(self, PatchableKind::Jump { .. } | PatchableKind::Branch { .. })
    }

    /// True for a constant, in a cell or in an instruction.
    pub fn is_constant(self) -> bool {
        matches!(self, PatchableKind::Constant { .. } | PatchableKind::Immediate { .. })
    }
}

/// A site in code under construction.
#[derive(Clone, Copy, Debug)]
enum Pending {
    Invalidation { offset: u32, exit: Label },
    Jump { target: Label },
    Constant { bits: u64 },
    Branch { offset: u32, target: Label, role: BranchRole },
    Immediate { offset: u32, size: u32, bits: u64 },
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

    /// The sites of the finished code.
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
                Pending::Branch { offset, target, role } => {
                    PatchableKind::Branch { offset: place(offset), target: label(target)?, role }
                }
                Pending::Immediate { offset, size, bits } => {
                    PatchableKind::Immediate { offset: place(offset), size, bits }
                }
            };
            Ok(PatchableSite { kind, origin })
        };
        self.sites.iter().map(finished).collect()
    }
}

impl CodeBuffer {
    fn add_site(&mut self, site: Pending) -> SiteId {
        let origin = self.client_origin(self.origin());
        self.patchable.sites.push((site, origin));
        SiteId::from_index(self.patchable.sites.len() - 1)
    }

    /// Records that the next instruction is an invalidation point, which branches to `exit` once patched.
    pub(super) fn add_invalidation_point(&mut self, exit: Label) -> SiteId {
        self.add_site(Pending::Invalidation { offset: self.offset(), exit })
    }

    /// Adds a cell with the address of a place in this code, for a jump.
    pub(super) fn add_jump_cell(&mut self, target: Label) -> SiteId {
        self.add_site(Pending::Jump { target })
    }

    /// Adds a cell with an eight-byte constant.
    pub(super) fn add_constant_cell(&mut self, bits: u64) -> SiteId {
        self.add_site(Pending::Constant { bits })
    }

    /// Records that the next instruction is a branch to `target`, or a no-op, that can be rewritten.
    pub(super) fn add_patchable_branch(&mut self, target: Label, role: BranchRole) -> SiteId {
        self.add_site(Pending::Branch { offset: self.offset(), target, role })
    }

    /// Records that the next instruction has a constant of `size` bytes that can be rewritten.
    pub(super) fn add_patchable_immediate(&mut self, size: u32, bits: u64) -> SiteId {
        self.add_site(Pending::Immediate { offset: self.offset(), size, bits })
    }
}
