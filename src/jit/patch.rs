//! Patching running code: fires invalidation points, and changes patchable jumps and constants.
//!
//! All threads see each change atomically, and patching allocates no code. If code pages cannot be written while they
//! run ([`MappingMode::Toggling`](super::MappingMode::Toggling)), an invalidation point tests a data word instead; only
//! the linker handles this difference.

use super::code::{Group, Site};
use super::ownership::Ownership;
use super::points::PointEncoding;
use super::{Code, host_arch, registry};
use crate::base::{Origin, SiteId};
use crate::isa::{ConstantSite, JumpSite, PatchableKind, PatchableSite};
use crate::support::{Entity, error_type};
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

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

/// The target of a patched jump.
struct Target {
    /// The procedure of the jump, and its site.
    procedure: u32,
    site: SiteId,
    group: Arc<Group>,
    /// The target procedure in its group.
    index: u32,
}

/// The targets of patched jumps of a group, in other groups.
#[derive(Default)]
pub(super) struct Targets(Mutex<Vec<Target>>);

impl Targets {
    fn lock(&self) -> MutexGuard<'_, Vec<Target>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of a group that is not in the graph.
pub(super) const NO_NODE: u32 = u32::MAX;

/// The groups that patched jumps lead from and to. Groups whose jumps lead to each other are freed when no handle and no
/// other group refers to one of them.
pub(super) struct GroupGraph {
    ownership: Ownership,
    /// By number.
    groups: Vec<Weak<Group>>,
}

impl GroupGraph {
    pub(super) const fn new() -> GroupGraph {
        GroupGraph { ownership: Ownership::new(), groups: Vec::new() }
    }

    /// The number of a group for which a handle exists, or that is in the graph.
    fn number(&mut self, group: &Arc<Group>) -> u32 {
        let known = group.node.load(SeqCst);
        if known != NO_NODE {
            return known;
        }
        let number = self.ownership.add();
        if number as usize == self.groups.len() {
            self.groups.push(Weak::new());
        }
        self.groups[number as usize] = Arc::downgrade(group);
        group.node.store(number, SeqCst);
        number
    }

    /// Records whether a handle to a group exists. Returns groups to drop after the lock is released.
    #[must_use]
    fn update(&mut self, group: &Group) -> Vec<Arc<Group>> {
        let number = group.node.load(SeqCst);
        if number == NO_NODE {
            return Vec::new();
        }
        let (is_held, was_held) = (group.handles.load(SeqCst) != 0, self.ownership.is_held(number));
        let mut dead = Vec::new();
        match (was_held, is_held) {
            (false, true) => self.ownership.acquire(number),
            (true, false) => self.ownership.release(number, &mut dead),
            _ => {}
        }
        self.remove(dead)
    }

    /// Counts a new handle of a group to which none may exist. False if the group is dead: its jumps no longer keep
    /// their targets alive.
    pub(super) fn add_handle(&mut self, group: &Group) -> bool {
        if group.is_dead.load(SeqCst) {
            return false;
        }
        group.handles.fetch_add(1, SeqCst);
        let dead = self.update(group);
        debug_assert!(dead.is_empty(), "a new owner leaves nothing without one");
        true
    }

    /// Records the targets of a group. Returns groups to drop after the lock is released.
    #[must_use]
    fn set_targets(&mut self, group: &Arc<Group>, targets: &[Target]) -> Vec<Arc<Group>> {
        let number = self.number(group);
        let owned = targets.iter().map(|target| self.number(&target.group)).collect();
        let mut dead = Vec::new();
        self.ownership.set_owned(number, owned, &mut dead);
        self.remove(dead)
    }

    /// Takes dead groups out of the graph. They do not refer to each other any more, so that a chain of any length is
    /// dropped without recursion.
    fn remove(&mut self, dead: Vec<u32>) -> Vec<Arc<Group>> {
        let mut groups = Vec::new();
        for number in dead {
            if let Some(group) = std::mem::take(&mut self.groups[number as usize]).upgrade() {
                group.node.store(NO_NODE, SeqCst);
                group.is_dead.store(true, SeqCst);
                groups.extend(group.targets.lock().drain(..).map(|target| target.group));
                groups.push(group);
            }
        }
        groups
    }
}

impl Group {
    /// Counts a new handle.
    pub(super) fn add_handle(&self) {
        if self.handles.fetch_add(1, SeqCst) == 0 {
            self.update_graph();
        }
    }

    /// Counts a handle that is dropped.
    pub(super) fn remove_handle(&self) {
        if self.handles.fetch_sub(1, SeqCst) == 1 {
            self.update_graph();
        }
    }

    fn update_graph(&self) {
        if self.node.load(SeqCst) != NO_NODE {
            let dead = registry::with_graph(|graph| graph.update(self));
            drop(dead);
        }
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
    /// runs it any more. Code whose jumps lead to each other is freed when no handle to any of it exists, and no other
    /// code jumps there.
    ///
    /// # Errors
    /// Fails if the entry does not exist, or the site is one of other code and this code has none of its number and kind;
    /// [`PatchError::Forked`].
    ///
    /// A constant is not a jump:
    ///
    /// ```compile_fail,E0308
    /// # use barebones::isa::ConstantSite;
    /// # use barebones::jit::Code;
    /// fn redirect(code: &Code, site: ConstantSite) {
    ///     let _ = unsafe { code.patch_jump(site, code, 0) };
    /// }
    /// ```
    ///
    /// # Safety
    /// The site is one of this code, and the other code can be entered from it, with the machine state of the jump.
    pub unsafe fn patch_jump(
        &self,
        site: JumpSite,
        target: &Code,
        entry: usize,
    ) -> Result<Option<Code>, PatchError> {
        let site = site.id();
        let kind = self.kind(site)?;
        let cell = match (kind, self.site(site)) {
            (PatchableKind::Jump { .. }, Some(Site::Cell(cell))) => cell,
            _ => return Err(self.wrong_kind(site, "a patchable jump")),
        };
        let entries = target.entry_count();
        let no_entry = || PatchError::NoEntry { target: target.name().into(), entry, entries };
        let address = target.entry_at(entry).ok_or_else(no_entry)?;
        // A group that owned itself would be a cycle of its own.
        let target = (!target.is_linked_with(self)).then_some(target);
        self.redirect(site, cell, address, target)
    }

    /// Redirects a patchable jump to its original target. Returns the handle to the previous target.
    ///
    /// # Errors
    /// As [`Code::patch_jump`].
    pub fn reset_jump(&self, site: JumpSite) -> Result<Option<Code>, PatchError> {
        let site = site.id();
        let (target, cell) = match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Jump { target }, Some(Site::Cell(cell))) => (target, cell),
            _ => return Err(self.wrong_kind(site, "a patchable jump")),
        };
        self.redirect(site, cell, &raw const self.bytes()[target as usize], None)
    }

    /// Stores an address in the cell of a jump, and replaces the target that the jump keeps alive. Returns the previous
    /// one.
    fn redirect(
        &self,
        site: SiteId,
        cell: u32,
        address: *const u8,
        target: Option<&Code>,
    ) -> Result<Option<Code>, PatchError> {
        let (owner, procedure) = (self.owner(), self.index());
        let replace = |graph: &mut GroupGraph| {
            let mut targets = owner.targets.lock();
            self.swap_word(cell, address as u64)?;
            let same = |target: &Target| (target.procedure, target.site) == (procedure, site);
            let before = targets.iter().position(same).map(|place| targets.swap_remove(place));
            if let Some(target) = target {
                let (group, index) = (target.owner().clone(), target.index());
                targets.push(Target { procedure, site, group, index });
            }
            let mut dead = Vec::new();
            if let Some(before) = &before {
                // It has a handle from now on, and so does not die with the edge.
                before.group.handles.fetch_add(1, SeqCst);
                dead = graph.update(&before.group);
            }
            if before.is_some() || target.is_some() {
                dead.extend(graph.set_targets(owner, &targets));
            }
            Ok((before, dead))
        };
        let (before, dead) = registry::with_graph(replace)?;
        drop(dead);
        Ok(before.map(|target| Code::counted(target.group, target.index)))
    }

    /// Changes the value of a patchable constant. Returns the old value.
    ///
    /// # Errors
    /// Fails if the site is one of other code and this code has none of its number and kind; [`PatchError::Forked`].
    ///
    /// # Safety
    /// The site is one of this code, and with this value the code's behaviour must be defined.
    pub unsafe fn patch_constant(&self, site: ConstantSite, bits: u64) -> Result<u64, PatchError> {
        let site = site.id();
        match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Constant { .. }, Some(Site::Cell(cell))) => self.swap_word(cell, bits),
            _ => Err(self.wrong_kind(site, "a patchable constant")),
        }
    }

    /// All patchable jumps of the procedure, with their origins. A generator may have emitted several.
    pub fn jump_sites(&self) -> impl Iterator<Item = (JumpSite, Origin)> {
        self.sites_of(|kind| matches!(kind, PatchableKind::Jump { .. }))
            .map(|(site, origin)| (JumpSite::new(site), origin))
    }

    /// All patchable constants of the procedure, with their origins. A generator may have emitted several.
    pub fn constant_sites(&self) -> impl Iterator<Item = (ConstantSite, Origin)> {
        self.sites_of(|kind| matches!(kind, PatchableKind::Constant { .. }))
            .map(|(site, origin)| (ConstantSite::new(site), origin))
    }

    fn sites_of(&self, is_one: fn(PatchableKind) -> bool) -> impl Iterator<Item = (SiteId, Origin)> {
        let sites = self.patchable_sites().iter().enumerate();
        sites.filter(move |(_, site)| is_one(site.kind)).map(|(n, site)| (SiteId::from_index(n), site.origin))
    }

    /// True if both were linked together, and so keep each other alive.
    pub fn is_linked_with(&self, other: &Code) -> bool {
        Arc::ptr_eq(self.owner(), other.owner())
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
