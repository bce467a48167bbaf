//! Patching running code: fires invalidation points, and changes patchable jumps and constants.
//!
//! All threads see each change atomically, and patching allocates no code. If code pages cannot be written while they
//! run ([`MappingMode::Toggling`](super::MappingMode::Toggling)), an invalidation point tests a data word instead; only
//! the linker handles this difference.

use super::code::{Group, Site};
use super::memory::serialize_cores;
use super::ownership::Ownership;
use super::points::{BranchEncoding, ImmediateEncoding, PointEncoding};
use super::{Code, host_arch, registry};
use crate::base::{Origin, SiteId};
use crate::isa::{BranchRole, ConstantSite, JumpSite, PatchableKind, PatchableSite};
use crate::support::{Entity, error_type};
use rustc_hash::FxHashMap;
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
    /// The offset of the jump's cell in its group.
    cell: u32,
    group: Arc<Group>,
    /// The target procedure in its group.
    index: u32,
}

/// A jump to redirect.
struct JumpPlace {
    place: Site,
    role: BranchRole,
    /// The offset of its label in the procedure.
    target: u32,
}

/// The targets of patched jumps of a group, in other groups. Locked while the graph is.
#[derive(Default)]
pub(super) struct Targets(Mutex<TargetList>);

/// Targets, in the order of the edges of the group's node.
#[derive(Default)]
struct TargetList {
    targets: Vec<Target>,
    /// The position of each cell's target.
    positions: FxHashMap<u32, usize>,
}

impl Targets {
    fn lock(&self) -> MutexGuard<'_, TargetList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The number of a group that is not in the graph.
pub(super) const NO_NODE: u32 = u32::MAX;

/// The groups that patched jumps lead from and to. A group is freed when no handle exists to it or to a group from which
/// jumps lead to it, directly or through others; large cycles only in a collection, see [`Ownership`].
///
/// Whether a group has a handle is only changed from false to true while the graph is locked. A change to false is
/// recorded later.
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
        let (has_handle, had_handle) = (group.handles.load(SeqCst) != 0, self.ownership.has_handle(number));
        let mut dead = Vec::new();
        match (had_handle, has_handle) {
            (false, true) => self.ownership.acquire(number),
            (true, false) => self.ownership.release(number, &mut dead),
            _ => {}
        }
        self.remove(dead)
    }

    /// Counts a handle to a group that was found by its address. False if the group is being freed: it has no handle,
    /// and no jump leads to it. Its own jumps may have lost their targets then.
    pub(super) fn add_found_handle(&mut self, group: &Group) -> bool {
        let number = group.node.load(SeqCst);
        if number == NO_NODE {
            return group.add_to_handles();
        }
        group.handles.fetch_add(1, SeqCst);
        if !self.ownership.has_handle(number) {
            self.ownership.acquire(number);
        }
        true
    }

    /// Changes the target of the jump with this cell. Returns the previous target, which has a handle more, and groups to
    /// drop after the lock is released.
    #[must_use]
    fn set_target(
        &mut self,
        group: &Arc<Group>,
        cell: u32,
        target: Option<Target>,
    ) -> (Option<Target>, Vec<Arc<Group>>) {
        let mut list = group.targets.lock();
        let TargetList { targets, positions } = &mut *list;
        let (position, mut dead) = (positions.get(&cell).copied(), Vec::new());
        if let Some(position) = position {
            // So that it does not die with the edge.
            self.add_found_handle(&targets[position].group);
        }
        let before = match (position, target) {
            (Some(position), Some(target)) => {
                let (from, to) = (self.number(group), self.number(&target.group));
                self.ownership.replace_owned(from, position, to, &mut dead);
                Some(std::mem::replace(&mut targets[position], target))
            }
            (Some(position), None) => {
                let from = self.number(group);
                self.ownership.swap_remove_owned(from, position, &mut dead);
                positions.remove(&cell);
                let before = targets.swap_remove(position);
                if let Some(moved) = targets.get(position) {
                    positions.insert(moved.cell, position);
                }
                Some(before)
            }
            (None, Some(target)) => {
                let (from, to) = (self.number(group), self.number(&target.group));
                self.ownership.add_owned(from, to);
                positions.insert(cell, targets.len());
                targets.push(target);
                None
            }
            (None, None) => None,
        };
        drop(list);
        (before, self.remove(dead))
    }

    /// Removes all groups that only refer to each other. Returns groups to drop after the lock is released.
    #[must_use]
    fn collect(&mut self) -> Vec<Arc<Group>> {
        let mut dead = Vec::new();
        self.ownership.collect(&mut dead);
        self.remove(dead)
    }

    /// Takes dead groups out of the graph. They do not refer to each other any more, so that a chain of any length is
    /// dropped without recursion.
    fn remove(&mut self, dead: Vec<u32>) -> Vec<Arc<Group>> {
        let mut groups = Vec::new();
        for number in dead {
            if let Some(group) = std::mem::take(&mut self.groups[number as usize]).upgrade() {
                group.node.store(NO_NODE, SeqCst);
                let list = std::mem::take(&mut *group.targets.lock());
                groups.extend(list.targets.into_iter().map(|target| target.group));
                groups.push(group);
            }
        }
        groups
    }
}

impl Group {
    /// Counts a handle of a new group, or one more handle.
    pub(super) fn add_handle(&self) {
        self.handles.fetch_add(1, SeqCst);
    }

    /// Counts one more handle, if there is one.
    pub(super) fn add_to_handles(&self) -> bool {
        let more = |count: usize| (count != 0).then_some(count + 1);
        self.handles.fetch_update(SeqCst, SeqCst, more).is_ok()
    }

    /// Counts a handle that is dropped.
    pub(super) fn remove_handle(&self) {
        if self.handles.fetch_sub(1, SeqCst) == 1 && self.node.load(SeqCst) != NO_NODE {
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
            if matches!(site.kind, PatchableKind::Invalidation { .. }) && chosen(site) {
                self.divert(SiteId::from_index(index))?;
                count += 1;
            }
        }
        if count != 0 {
            serialize_cores();
        }
        Ok(count)
    }

    /// Like [`Code::invalidate`], for a single invalidation point.
    ///
    /// # Errors
    /// As for [`Code::invalidate`]. Also fails if the site does not exist, or is not an invalidation point.
    pub fn invalidate_site(&self, site: SiteId) -> Result<(), PatchError> {
        self.point(site)?;
        self.divert(site)?;
        serialize_cores();
        Ok(())
    }

    /// Invalidates a point, or makes a no-op a jump to its label. Threads notice when their cores serialize: see
    /// [`serialize_cores`]. Returns the code to which the no-op led, which threads may still run.
    pub(super) fn divert(&self, site: SiteId) -> Result<Option<Code>, PatchError> {
        if let (PatchableKind::Branch { target, role: role @ BranchRole::Nop, .. }, Some(place)) =
            (self.kind(site)?, self.site(site))
        {
            return self.redirect(JumpPlace { place, role, target }, Some(self.at_offset(target)), None);
        }
        let done = match self.point(site)? {
            (Site::Point(offset), rules, (point, exit)) => {
                self.group().block.store_code(offset as usize, rules.invalidating_store(point, exit))
            }
            (Site::Cell(offset), ..) => self.group().block.swap_word(offset as usize, 1).is_some(),
            _ => false,
        };
        if done { Ok(None) } else { Err(PatchError::Forked) }
    }

    /// True if this invalidation point was invalidated.
    ///
    /// # Errors
    /// Fails if the site does not exist, or is not an invalidation point.
    pub fn is_invalidated(&self, site: SiteId) -> Result<bool, PatchError> {
        match self.point(site)? {
            (Site::Point(offset), rules, _) => Ok(self
                .group()
                .block
                .code_word(offset as usize)
                .is_some_and(|word| rules.is_invalidated(word))),
            (Site::Cell(offset), ..) => {
                Ok(self.group().block.load_word(offset as usize).ok_or(PatchError::Forked)? != 0)
            }
            _ => Err(self.wrong_kind(site, "an invalidation point")),
        }
    }

    /// Redirects a patchable jump or call to an entry of other code. Threads that already read the old target may still
    /// jump there, and so may, for a jump in an instruction, threads whose core has not serialized yet: for a short
    /// time, until the system interrupts it.
    ///
    /// It allocates no code. A jump in an instruction that does not reach the target leads to a stub beside the code,
    /// which was linked with it.
    ///
    /// The site keeps the new target alive. The handle to the previous target is returned.
    ///
    /// Code whose jumps lead to each other is freed once there is no handle to any of it, and no other code jumps there:
    /// at once if it is in at most 64 groups, otherwise some time later or by [`Code::collect`].
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
    ///
    /// The returned handle may be the last one: it is dropped only when no thread runs the previous target any more, or
    /// has read its address. [`Quiescence::retire`](super::Quiescence::retire) drops it when each registered thread has
    /// left the code.
    pub unsafe fn patch_jump(
        &self,
        site: JumpSite,
        target: &Code,
        entry: usize,
    ) -> Result<Option<Code>, PatchError> {
        let place = self.jump_place(site.id())?;
        let entries = target.entry_count();
        let no_entry = || PatchError::NoEntry { target: target.name().into(), entry, entries };
        let address = target.entry_at(entry).ok_or_else(no_entry)?;
        // A group that owned itself would be a cycle of its own.
        let target = (!target.is_linked_with(self)).then_some(target);
        self.redirect(place, Some(address), target)
    }

    /// Makes a [patchable no-op](crate::isa::masm::MacroAssembler::patchable_nop) jump to its label; a jump or a call
    /// leads to its original target, as after [`Code::reset_jump`]. Returns the handle to the previous target.
    ///
    /// # Errors
    /// As [`Code::patch_jump`].
    ///
    /// # Safety
    /// As [`Code::reset_jump`].
    pub unsafe fn take_jump(&self, site: JumpSite) -> Result<Option<Code>, PatchError> {
        let place = self.jump_place(site.id())?;
        let to = (place.role == BranchRole::Nop).then(|| self.at_offset(place.target));
        self.redirect(place, to, None)
    }

    /// Redirects a patchable jump to its original target; a no-op that became a jump is a no-op again. Returns the
    /// handle to the previous target.
    ///
    /// ```compile_fail,E0133
    /// use barebones::isa::JumpSite;
    /// use barebones::jit::Code;
    ///
    /// /// Called by the code to which the jump leads, this would free it.
    /// fn free_the_caller(code: &Code, site: JumpSite) {
    ///     drop(code.reset_jump(site));
    /// }
    /// ```
    ///
    /// # Errors
    /// As [`Code::patch_jump`].
    ///
    /// # Safety
    /// The site is one of this code; and as for the handle that [`Code::patch_jump`] returns.
    pub unsafe fn reset_jump(&self, site: JumpSite) -> Result<Option<Code>, PatchError> {
        self.redirect(self.jump_place(site.id())?, None, None)
    }

    /// Replaces other code that this code keeps alive under a key, and calls `publish` before the old code can be freed.
    /// Returns a handle to the old code. Keys of cells are below 2^31.
    pub(super) fn set_link_target(
        &self,
        key: u32,
        target: Option<&Code>,
        publish: impl FnOnce(),
    ) -> Option<Code> {
        let target = target.map(|to| Target { cell: key, group: to.group().clone(), index: to.index() });
        let (before, dead) = registry::with_graph(|graph| {
            publish();
            graph.set_target(self.group(), key, target)
        });
        drop(dead);
        before.map(|target| Code::counted(target.group, target.index))
    }

    fn jump_place(&self, site: SiteId) -> Result<JumpPlace, PatchError> {
        match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Jump { target }, Some(place)) => {
                Ok(JumpPlace { place, role: BranchRole::Jump, target })
            }
            (PatchableKind::Branch { target, role, .. }, Some(place)) => {
                Ok(JumpPlace { place, role, target })
            }
            _ => Err(self.wrong_kind(site, "a patchable jump")),
        }
    }

    /// Makes a jump lead to an address, or be what it was at first, and replaces the target that the jump keeps alive.
    /// Returns the previous one.
    fn redirect(
        &self,
        jump: JumpPlace,
        to: Option<*const u8>,
        target: Option<&Code>,
    ) -> Result<Option<Code>, PatchError> {
        let cell = match jump.place {
            Site::Cell(cell) | Site::Branch { cell, .. } => cell,
            Site::Point(_) | Site::Immediate(_) => return Ok(None),
        };
        let target = target.map(|to| Target { cell, group: to.group().clone(), index: to.index() });
        let replace = |graph: &mut GroupGraph| {
            match (jump.place, host_arch()) {
                (Site::Branch { instruction, stub, cell }, Some(arch)) => {
                    self.rewrite_branch(&BranchEncoding(arch), &jump, to, [instruction, stub, cell])?;
                }
                _ => {
                    let to = to.unwrap_or_else(|| self.at_offset(jump.target));
                    self.swap_word(cell, to as u64)?;
                }
            }
            Ok(graph.set_target(self.group(), cell, target))
        };
        let (before, dead) = registry::with_graph(replace)?;
        drop(dead);
        Ok(before.map(|target| Code::counted(target.group, target.index)))
    }

    /// Makes a branch in an instruction lead to an address, directly or through its stub, or be what it was at first.
    fn rewrite_branch(
        &self,
        encoding: &BranchEncoding,
        jump: &JumpPlace,
        to: Option<*const u8>,
        [instruction, stub, cell]: [u32; 3],
    ) -> Result<(), PatchError> {
        let block = &self.group().block;
        let base = self.group().addresses().start as u64;
        let from = base + u64::from(instruction);
        let is_nop = jump.role == BranchRole::Nop;
        let to = to.map(|address| address as u64);
        let initial = || match is_nop {
            true => from + u64::from(encoding.size()),
            false => self.at_offset(jump.target) as u64,
        };
        self.swap_word(cell, to.unwrap_or_else(|| encoding.initial_content(initial())))?;
        if !block.is_changeable() {
            return Ok(());
        }
        let change = match to {
            None if is_nop => Some(encoding.nop()),
            // A group is smaller than the reach of a branch.
            _ => encoding
                .branch(jump.role, from, to.unwrap_or_else(initial))
                .or_else(|| encoding.branch(jump.role, from, base + u64::from(stub))),
        };
        let done = change.is_some_and(|change| block.store_code(instruction as usize, change));
        if done { Ok(()) } else { Err(PatchError::Forked) }
    }

    /// Frees all code that only its own patched jumps lead to, of the whole process. Without this call, code in cycles of
    /// more than 64 groups is freed later: once as many handles were dropped and jumps redirected as there are groups
    /// that patched jumps connect.
    pub fn collect() {
        let dead = registry::with_graph(GroupGraph::collect);
        drop(dead);
    }

    /// Changes the value of a patchable constant. Returns the old value. A thread whose core has not serialized yet may
    /// still use the old value of a constant in an instruction, for a short time: until the system interrupts it.
    ///
    /// # Errors
    /// Fails if the site is one of other code and this code has none of its number and kind; [`PatchError::Forked`].
    ///
    /// # Safety
    /// The site is one of this code, and with this value the code's behaviour must be defined.
    pub unsafe fn patch_constant(&self, site: ConstantSite, bits: u64) -> Result<u64, PatchError> {
        let site = site.id();
        match (self.kind(site)?, self.site(site)) {
            (PatchableKind::Constant { .. } | PatchableKind::Immediate { .. }, Some(Site::Cell(cell))) => {
                self.swap_word(cell, bits)
            }
            (PatchableKind::Immediate { size, .. }, Some(Site::Immediate(field))) => {
                let (block, start) = (&self.group().block, field as usize);
                let mut old = [0; 8];
                let bytes = block.copy_code(start..start + size as usize);
                old.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
                let done = block.store_code(start, ImmediateEncoding::of(size).store(bits));
                if done { Ok(u64::from_le_bytes(old)) } else { Err(PatchError::Forked) }
            }
            _ => Err(self.wrong_kind(site, "a patchable constant")),
        }
    }

    /// All patchable jumps of the procedure, with their origins. A generator may have emitted several.
    pub fn jump_sites(&self) -> impl Iterator<Item = (JumpSite, Origin)> {
        self.sites_of(PatchableKind::is_jump).map(|(site, origin)| (JumpSite::new(site), origin))
    }

    /// All patchable constants of the procedure, with their origins. A generator may have emitted several.
    pub fn constant_sites(&self) -> impl Iterator<Item = (ConstantSite, Origin)> {
        self.sites_of(PatchableKind::is_constant).map(|(site, origin)| (ConstantSite::new(site), origin))
    }

    fn sites_of(&self, is_one: fn(PatchableKind) -> bool) -> impl Iterator<Item = (SiteId, Origin)> {
        let sites = self.patchable_sites().iter().enumerate();
        sites.filter(move |(_, site)| is_one(site.kind)).map(|(n, site)| (SiteId::from_index(n), site.origin))
    }

    /// True if both were linked together, and so keep each other alive.
    pub fn is_linked_with(&self, other: &Code) -> bool {
        Arc::ptr_eq(self.group(), other.group())
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
        self.group().block.swap_word(cell as usize, content).ok_or(PatchError::Forked)
    }
}
