//! Patching running code: fires invalidation points, and changes patchable jumps and constants.
//!
//! All threads see each change atomically, and patching allocates no code. If code pages cannot be written while they
//! run ([`MappingMode::Toggling`](super::MappingMode::Toggling)), an invalidation point tests a data word instead; only
//! the linker handles this difference.

use super::code::Site;
use super::points::PointEncoding;
use super::{Code, host_arch};
use crate::base::SiteId;
use crate::isa::{PatchableKind, PatchableSite};
use crate::support::{Entity, error_type};
use std::sync::{Mutex, PoisonError};

/// Why code was not patched.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatchError {
    /// The procedure has no site of this number.
    NoSite {
        /// The procedure.
        procedure: String,
        /// The number.
        site: SiteId,
        /// The number of sites it has.
        count: usize,
    },
    /// The site has another kind.
    WrongKind {
        /// The procedure.
        procedure: String,
        /// The site.
        site: SiteId,
        /// The expected kind.
        expected: &'static str,
    },
    /// The process was forked after the code was linked. It shares the code with its parent, which would see the
    /// change.
    Forked,
    /// The target procedure has no entry of this number.
    NoEntry {
        /// The target procedure.
        target: String,
        /// The number.
        entry: usize,
        /// The number of entries it has.
        entries: usize,
    },
}

error_type!(PatchError {
    PatchError::NoSite { procedure, site, count } =>
        "no {site} of `{procedure}`, which has {count} patchable sites";
    PatchError::WrongKind { procedure, site, expected } => "{site} of `{procedure}` is not {expected}";
    PatchError::Forked => "the code belongs to the process that this one was forked from";
    PatchError::NoEntry { target, entry, entries } =>
        "no entry {entry} of `{target}`, which has {entries}";
});

/// Handles to the targets of patched jumps of a group, by procedure and site.
#[derive(Default)]
pub(super) struct Targets(Mutex<Vec<(u32, SiteId, Code)>>);

impl Targets {
    /// Removes and returns all handles.
    pub(super) fn take(&mut self) -> Vec<Code> {
        let targets = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        targets.drain(..).map(|(.., code)| code).collect()
    }
}

impl Code {
    /// Invalidates all invalidation points of the procedure. Returns their number.
    ///
    /// From now on a thread that reaches such a point leaves there, by its generator or its exit. This includes frames
    /// that are suspended in a call. It cannot be undone: if the code's assumption holds again, compile it again.
    ///
    /// # Errors
    /// [`PatchError::Forked`]; nothing was changed.
    pub fn invalidate(&self) -> Result<usize, PatchError> {
        self.invalidate_where(|_| true)
    }

    /// Like [`Code::invalidate`], for chosen invalidation points only, for example by origin.
    ///
    /// # Errors
    /// As for [`Code::invalidate`].
    pub fn invalidate_where(
        &self,
        mut chosen: impl FnMut(&PatchableSite) -> bool,
    ) -> Result<usize, PatchError> {
        let mut count = 0;
        for (index, site) in self.patchable_sites().iter().enumerate() {
            if !site.kind.is_cell() && chosen(site) {
                self.invalidate_site(SiteId::from_index(index))?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Like [`Code::invalidate`], for a single invalidation point.
    ///
    /// # Errors
    /// As for [`Code::invalidate`]. Also fails if the site does not exist, or is not an invalidation point.
    pub fn invalidate_site(&self, site: SiteId) -> Result<(), PatchError> {
        let done = match self.point(site)? {
            (Site::Point(offset), rules, (point, exit)) => {
                self.owner().block.store_code(offset as usize, rules.invalidating_store(point, exit))
            }
            (Site::Cell(offset), ..) => self.owner().block.swap_word(offset as usize, 1).is_some(),
        };
        if done { Ok(()) } else { Err(PatchError::Forked) }
    }

    /// True if this invalidation point was invalidated.
    ///
    /// # Errors
    /// Fails if the site does not exist, or is not an invalidation point.
    pub fn is_invalidated(&self, site: SiteId) -> Result<bool, PatchError> {
        match self.point(site)? {
            (Site::Point(offset), rules, _) => Ok(self
                .owner()
                .block
                .code_word(offset as usize)
                .is_some_and(|word| rules.is_invalidated(word))),
            (Site::Cell(offset), ..) => {
                Ok(self.owner().block.load_word(offset as usize).ok_or(PatchError::Forked)? != 0)
            }
        }
    }

    /// Redirects a patchable jump to an entry of other code. Threads that already read the old target may still jump
    /// there.
    ///
    /// The site keeps the new target alive. The handle to the previous target is returned; drop it only when no thread
    /// runs it any more. Code that jumps back keeps this code alive: such a cycle lasts until [`Code::reset_jump`].
    ///
    /// # Errors
    /// Fails if the site or entry does not exist, or the site is not a jump; [`PatchError::Forked`].
    ///
    /// # Safety
    /// The other code can be entered from the site, with the machine state of the jump.
    pub unsafe fn patch_jump(
        &self,
        site: SiteId,
        target: &Code,
        entry: usize,
    ) -> Result<Option<Code>, PatchError> {
        let kind = self.kind(site)?;
        let cell = match (kind, self.site(site)) {
            (PatchableKind::Jump { .. }, Some(Site::Cell(cell))) => cell,
            _ => return Err(self.wrong_kind(site, "a patchable jump")),
        };
        let entries = target.entry_count();
        let no_entry = || PatchError::NoEntry { target: target.name().into(), entry, entries };
        let address = target.entry_at(entry).ok_or_else(no_entry)?;
        let mut targets = self.owner().targets.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.swap_word(cell, address as u64)?;
        let same = |(procedure, other, _): &(u32, SiteId, Code)| *procedure == self.index() && *other == site;
        let before = targets.iter().position(same).map(|place| targets.swap_remove(place).2);
        // A group that owned a handle to itself would never be freed.
        if !target.is_linked_with(self) {
            targets.push((self.index(), site, target.clone()));
        }
        Ok(before)
    }

    /// Redirects a patchable jump to its original target. Returns the handle to the previous target.
    ///
    /// # Errors
    /// Fails if the site does not exist, or is not a jump; [`PatchError::Forked`].
    pub fn reset_jump(&self, site: SiteId) -> Result<Option<Code>, PatchError> {
        let (target, cell) = match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Jump { target }, Some(Site::Cell(cell))) => (target, cell),
            _ => return Err(self.wrong_kind(site, "a patchable jump")),
        };
        let mut targets = self.owner().targets.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = &raw const self.bytes()[target as usize];
        self.swap_word(cell, address as u64)?;
        let same = |(procedure, other, _): &(u32, SiteId, Code)| *procedure == self.index() && *other == site;
        Ok(targets.iter().position(same).map(|place| targets.swap_remove(place).2))
    }

    /// Changes the value of a patchable constant. Returns the old value.
    ///
    /// # Errors
    /// Fails if the site does not exist, or is not a constant; [`PatchError::Forked`].
    ///
    /// # Safety
    /// With this value the code's behaviour must be defined.
    pub unsafe fn patch_constant(&self, site: SiteId, bits: u64) -> Result<u64, PatchError> {
        match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Constant { .. }, Some(Site::Cell(cell))) => self.swap_word(cell, bits),
            _ => Err(self.wrong_kind(site, "a patchable constant")),
        }
    }

    /// True if both were linked together, and so keep each other alive.
    pub fn is_linked_with(&self, other: &Code) -> bool {
        std::sync::Arc::ptr_eq(self.owner(), other.owner())
    }

    fn kind(&self, site: SiteId) -> Result<PatchableKind, PatchError> {
        let sites = self.patchable_sites();
        let count = sites.len();
        let no_site = || PatchError::NoSite { procedure: self.name().into(), site, count };
        Ok(sites.get(site.index()).ok_or_else(no_site)?.kind)
    }

    fn wrong_kind(&self, site: SiteId, expected: &'static str) -> PatchError {
        PatchError::WrongKind { procedure: self.name().into(), site, expected }
    }

    /// An invalidation point: the location to patch, the rules for it, and the offsets of the point and its exit in the
    /// procedure.
    fn point(&self, site: SiteId) -> Result<(Site, &'static PointEncoding, (u32, u32)), PatchError> {
        match (self.kind(site)?, self.site(site), host_arch()) {
            (PatchableKind::Invalidation { offset, exit }, Some(place), Some(arch)) => {
                Ok((place, PointEncoding::of(arch), (offset, exit)))
            }
            _ => Err(self.wrong_kind(site, "an invalidation point")),
        }
    }

    fn swap_word(&self, cell: u32, content: u64) -> Result<u64, PatchError> {
        self.owner().block.swap_word(cell as usize, content).ok_or(PatchError::Forked)
    }
}
