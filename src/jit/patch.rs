//! Changing code while it runs: invalidating what it assumed, and leading its jumps and constants elsewhere.
//!
//! What changes is seen by all threads as a whole, and needs no memory. Where the pages of code cannot be written while
//! they run ([`MappingMode::Toggling`](super::MappingMode::Toggling)), an invalidation point looks at a word of data
//! instead; nobody but the linker knows the difference.

use super::code::Site;
use super::points::PointRules;
use super::{Code, host_arch};
use crate::base::SiteId;
use crate::isa::{PatchableKind, PatchableSite};
use crate::support::Entity;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// Why code was not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PatchError {
    /// The procedure has no site of this number.
    NoSite {
        /// The number.
        site: SiteId,
        /// How many it has.
        count: usize,
    },
    /// The site is of another kind.
    WrongKind {
        /// The site.
        site: SiteId,
        /// What it should be.
        expected: &'static str,
    },
    /// The process was forked since the code was linked, and shares it with its parent, which would see the change.
    Forked,
    /// The procedure to go to has no entry of this number.
    NoEntry {
        /// The number.
        entry: usize,
        /// How many it has.
        entries: usize,
    },
}

impl fmt::Display for PatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatchError::NoSite { site, count } => {
                write!(f, "{site} is none of the {count} places that may be changed")
            }
            PatchError::WrongKind { site, expected } => write!(f, "{site}: expected {expected}"),
            PatchError::Forked => {
                f.write_str("the code belongs to the process that this one was forked from")
            }
            PatchError::NoEntry { entry, entries } => {
                write!(f, "there is no entry {entry} to go to, only {entries}")
            }
        }
    }
}

impl std::error::Error for PatchError {}

/// The groups to which jumps of a group lead, by procedure and site.
#[derive(Default)]
pub(super) struct Targets(Mutex<Vec<(u32, SiteId, Code)>>);

impl Targets {
    /// The code that they keep, which they keep no longer.
    pub(super) fn take(&mut self) -> Vec<Code> {
        let targets = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        targets.drain(..).map(|(.., code)| code).collect()
    }
}

impl Code {
    /// Invalidates all invalidation points of the procedure. Gives how many there are.
    ///
    /// From now on whoever gets to one leaves there, by its generator or its exit, also in a frame that is in the
    /// middle of a call, and on all threads. There is no way back: code whose assumption holds again is compiled
    /// again.
    ///
    /// # Errors
    /// [`PatchError::Forked`]; nothing was changed.
    pub fn invalidate(&self) -> Result<usize, PatchError> {
        self.invalidate_where(|_| true)
    }

    /// As [`Code::invalidate`], of those invalidation points that are chosen: by their origins, for example.
    ///
    /// # Errors
    /// As of [`Code::invalidate`].
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

    /// As [`Code::invalidate`], one point.
    ///
    /// # Errors
    /// As of [`Code::invalidate`]; or there is no such site, or it is no invalidation point.
    pub fn invalidate_site(&self, site: SiteId) -> Result<(), PatchError> {
        let done = match self.point(site)? {
            (Site::Point(offset), rules, (point, exit)) => {
                self.owner().block.store_code(offset as usize, rules.leaving(point, exit))
            }
            (Site::Cell(offset), ..) => self.owner().block.swap_word(offset as usize, 1).is_some(),
        };
        if done { Ok(()) } else { Err(PatchError::Forked) }
    }

    /// True if an invalidation point was invalidated.
    ///
    /// # Errors
    /// There is no such site, or it is no invalidation point.
    pub fn is_invalidated(&self, site: SiteId) -> Result<bool, PatchError> {
        match self.point(site)? {
            (Site::Point(offset), rules, _) => {
                Ok(self.owner().block.code_word(offset as usize).is_some_and(|word| rules.has_left(word)))
            }
            (Site::Cell(offset), ..) => {
                Ok(self.owner().block.load_word(offset as usize).ok_or(PatchError::Forked)? != 0)
            }
        }
    }

    /// Has a patchable jump go to an entry of other code from now on. Threads that are on their way may still go where
    /// it led before.
    ///
    /// The site keeps the other code alive. What it led to before is given back: whoever drops it answers for
    /// nobody running it any more. Code that leads back keeps this one: such a circle ends with
    /// [`Code::reset_jump`], or never.
    ///
    /// # Errors
    /// There is no such site or entry, or the site is no jump; [`PatchError::Forked`].
    ///
    /// # Safety
    ///
    /// The other code can be entered from the site, as a jump finds the machine.
    pub unsafe fn patch_jump(
        &self,
        site: SiteId,
        target: &Code,
        entry: usize,
    ) -> Result<Option<Code>, PatchError> {
        let kind = self.kind(site)?;
        let cell = match (kind, self.site(site)) {
            (PatchableKind::Jump { .. }, Some(Site::Cell(cell))) => cell,
            _ => return Err(PatchError::WrongKind { site, expected: "a patchable jump" }),
        };
        let entries = target.entry_count();
        let address = target.entry_at(entry).ok_or(PatchError::NoEntry { entry, entries })?;
        let mut targets = self.owner().targets.0.lock().unwrap_or_else(PoisonError::into_inner);
        self.swap_word(cell, address as u64)?;
        let same = |(procedure, other, _): &(u32, SiteId, Code)| *procedure == self.index() && *other == site;
        let before = targets.iter().position(same).map(|place| targets.swap_remove(place).2);
        // A group that kept itself would never end.
        if !target.is_linked_with(self) {
            targets.push((self.index(), site, target.clone()));
        }
        Ok(before)
    }

    /// Has a patchable jump go to where it went at first. Gives what it led to.
    ///
    /// # Errors
    /// There is no such site, or it is no jump; [`PatchError::Forked`].
    pub fn reset_jump(&self, site: SiteId) -> Result<Option<Code>, PatchError> {
        let (target, cell) = match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Jump { target }, Some(Site::Cell(cell))) => (target, cell),
            _ => return Err(PatchError::WrongKind { site, expected: "a patchable jump" }),
        };
        let mut targets = self.owner().targets.0.lock().unwrap_or_else(PoisonError::into_inner);
        let address = &raw const self.bytes()[target as usize];
        self.swap_word(cell, address as u64)?;
        let same = |(procedure, other, _): &(u32, SiteId, Code)| *procedure == self.index() && *other == site;
        Ok(targets.iter().position(same).map(|place| targets.swap_remove(place).2))
    }

    /// Gives a patchable constant another value. Gives the one it had.
    ///
    /// # Errors
    /// There is no such site, or it is no constant; [`PatchError::Forked`].
    ///
    /// # Safety
    ///
    /// With this value the code does nothing undefined.
    pub unsafe fn patch_constant(&self, site: SiteId, bits: u64) -> Result<u64, PatchError> {
        match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Constant { .. }, Some(Site::Cell(cell))) => self.swap_word(cell, bits),
            _ => Err(PatchError::WrongKind { site, expected: "a patchable constant" }),
        }
    }

    /// True if both were linked together, and so own each other.
    pub fn is_linked_with(&self, other: &Code) -> bool {
        std::sync::Arc::ptr_eq(self.owner(), other.owner())
    }

    fn kind(&self, site: SiteId) -> Result<PatchableKind, PatchError> {
        let sites = self.patchable_sites();
        let found = sites.get(site.index()).ok_or(PatchError::NoSite { site, count: sites.len() })?;
        Ok(found.kind)
    }

    /// An invalidation point: where it is changed, how, and its offset and its exit's in the procedure.
    fn point(&self, site: SiteId) -> Result<(Site, &'static PointRules, (u32, u32)), PatchError> {
        match (self.kind(site)?, self.site(site), host_arch()) {
            (PatchableKind::Invalidation { offset, exit }, Some(place), Some(arch)) => {
                Ok((place, PointRules::of(arch), (offset, exit)))
            }
            _ => Err(PatchError::WrongKind { site, expected: "an invalidation point" }),
        }
    }

    fn swap_word(&self, cell: u32, content: u64) -> Result<u64, PatchError> {
        self.owner().block.swap_word(cell as usize, content).ok_or(PatchError::Forked)
    }
}
