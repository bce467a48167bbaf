//! Memory for code.
//!
//! A region of addresses is reserved at once, large enough for many modules and small enough for near branches inside
//! it. Memory is committed in groups of pages as the region fills. Blocks are packed: a page holds many. A block starts
//! as a [`WritableBlock`], which is not executed. It becomes an [`ExecutableBlock`], of which only patchable sites are
//! written. Dropping either frees it. Committed memory outside of blocks is filled with trap instructions.
//!
//! In [`MappingMode::Dual`] blocks are written through the second view while their neighbours run. In
//! [`MappingMode::Toggling`] a block owns whole pages: they become executable when it is published, and writable again
//! when it is freed. In [`MappingMode::PerThread`] a thread selects writing for itself only, while neighbours run on
//! other threads.
//!
//! A forked child shares the pages of [`MappingMode::Dual`] with its parent, and sees its changes: see [`CodeMemory`].
//! The child never writes them: its new blocks are in new regions, and it does not reuse blocks of its parent that it
//! frees.

use super::fork_guard::ForkGuard;
use super::free_ranges::FreeRanges;
use super::mapper::WriteGuard;
use super::points::PatchStore;
use super::{Access, Mapper, MappingMode, MemoryError, Reservation, SystemMapper, icache};
use crate::support::SecretRandom;
use std::any::Any;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// Granule of blocks where pages keep their protection: the alignment of entry points.
const MIN_GRANULE: usize = 16;
/// Unit in which memory is committed, in bytes.
const COMMIT_GROUP: usize = 64 << 10;
/// The smallest region to try after the system refused larger ones.
const MIN_RESERVATION: usize = 1 << 20;
/// Maximum size of a block, and so of a region.
const MAX_BLOCK: usize = 1 << 30;
/// Maximum alignment of a block: the minimum page size.
const MAX_ALIGNMENT: u32 = 4096;
/// The page sizes that a mapper may have, in bytes.
const PAGE_SIZES: RangeInclusive<usize> = MAX_ALIGNMENT as usize..=MIN_RESERVATION;

/// How code memory is reserved and mapped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryOptions {
    /// Bytes of addresses to reserve at a time. Halved, down to 1 MiB, if the system refuses.
    pub reservation: usize,
    /// The mapping mode; `None` selects the best that works.
    pub mode: Option<MappingMode>,
    /// Requires code with [landing pads](crate::base::BranchProtection): [`link`](super::link) rejects other code with
    /// [`LinkError::NoLandingPads`](super::LinkError::NoLandingPads). If the system and the processor support it (so
    /// far Linux on AArch64, Armv8.5), pages are mapped so that indirect branches may only arrive at landing pads: a
    /// thread that branches elsewhere gets SIGILL. On other machines pads are only required.
    pub guarded: bool,
    /// The seed of random places for code; `None` packs it. Code starts at a random place of a region, a random distance
    /// after what precedes it, in one of the free ranges that fit it best. The distances belong to the code that follows
    /// them, and are traps. Equal seeds give equal places for equal sequences of requests, within a region, whose address
    /// the system chooses.
    pub placement: Option<u64>,
}

/// 256 MiB at a time, in the best mode, not guarded, packed.
impl Default for MemoryOptions {
    fn default() -> MemoryOptions {
        MemoryOptions { reservation: 256 << 20, mode: None, guarded: false, placement: None }
    }
}

/// The size of code memory, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryStats {
    /// Reserved addresses. [`MappingMode::Dual`] reserves the same amount again for writing.
    pub reserved: usize,
    /// Committed memory.
    pub committed: usize,
    /// Memory in blocks.
    pub used: usize,
}

/// A handle to memory for code. Clones share the memory, which lives as long as any handle or block.
///
/// # Forked children
///
/// In [`MappingMode::Dual`], the default on Linux, a forked child shares the code with its parent: if the parent drops,
/// patches or redefines code, that code changes in the child too, even while the child owns a handle and runs it. So the
/// caller of `fork` ensures that the child runs such code only while the parent keeps it unchanged, or not at all:
/// [`Code::is_shared_with_parent`](super::Code::is_shared_with_parent) is true for it. Programs that fork after they
/// compiled, and run the code in the children, use [`MappingMode::Toggling`]: there, each process has its own copy.
///
/// The child may create code memory, compilers and linkers of its own, and use those. It uses the parent's only if no
/// other thread of the parent was using them during the fork: such a thread leaves locks behind that are held for ever,
/// and registered threads that do not exist in the child.
///
/// # Limits
///
/// On AArch64 under Linux, a processor may still execute the instructions of code that was freed before, at the same
/// address, if the kernel has no `membarrier` (before Linux 4.16) or a sandbox forbids it, and the thread has not entered
/// the kernel since the new code was linked.
#[derive(Clone)]
pub struct CodeMemory {
    arena: Arc<Arena>,
}

impl CodeMemory {
    /// Uses the system's memory, with default options. Nothing is reserved before it is needed.
    ///
    /// # Errors
    /// Fails if the system has no executable memory for this process.
    pub fn new() -> Result<CodeMemory, MemoryError> {
        CodeMemory::with_options(MemoryOptions::default())
    }

    /// Uses the system's memory.
    ///
    /// # Errors
    /// Fails if the system has no executable memory for this process in this mode.
    pub fn with_options(options: MemoryOptions) -> Result<CodeMemory, MemoryError> {
        let mapper = match options.mode {
            None => SystemMapper::new()?,
            Some(mode) => SystemMapper::with_mode(mode)?,
        };
        let mapper = if options.guarded { mapper.guarded() } else { mapper };
        CodeMemory::placed(Box::new(mapper), options.reservation, options.placement)
    }

    /// Uses the client's own memory, from a mapper, with `reservation` bytes of addresses at a time: see
    /// `docs/code_memory.md` in the repository.
    ///
    /// # Errors
    /// [`MemoryError::BrokenContract`] if the page size is not one that the contract of [`Mapper`] permits.
    pub fn with_mapper(mapper: Box<dyn Mapper>, reservation: usize) -> Result<CodeMemory, MemoryError> {
        CodeMemory::placed(mapper, reservation, None)
    }

    fn placed(
        mapper: Box<dyn Mapper>,
        reservation: usize,
        placement: Option<u64>,
    ) -> Result<CodeMemory, MemoryError> {
        let page = mapper.page_size();
        if !page.is_power_of_two() || !PAGE_SIZES.contains(&page) {
            return Err(MemoryError::BrokenContract {
                expected: "a page size that is a power of two from 4096 to 1048576",
                found: page,
            });
        }
        let mode = mapper.mode();
        let arena = Arena {
            mode,
            granule: if mode == MappingMode::Toggling { page } else { MIN_GRANULE },
            commit_group: COMMIT_GROUP.max(page),
            reservation: reservation.clamp(MIN_RESERVATION, MAX_BLOCK),
            fork_guard: (mode == MappingMode::Dual).then(ForkGuard::new),
            mapper,
            tools: RwLock::new(None),
            unwind_tables: AtomicBool::new(true),
            state: Mutex::new(State { placement: placement.map(Placement::new), ..State::default() }),
        };
        Ok(CodeMemory { arena: Arc::new(arena) })
    }

    /// True if code must have landing pads: see [`MemoryOptions::guarded`].
    pub fn is_guarded(&self) -> bool {
        self.arena.mapper.is_guarded()
    }

    /// Sets whether code that is linked from now on is described to the system's unwinder (default: true), so that
    /// panics and exceptions pass through it, and backtraces show its callers: see `docs/unwinding.md` in the repository.
    pub fn set_unwind_tables(&self, enabled: bool) {
        self.arena.unwind_tables.store(enabled, Relaxed);
    }

    /// True if code that is linked now is described to the system's unwinder.
    pub fn has_unwind_tables(&self) -> bool {
        self.arena.unwind_tables.load(Relaxed)
    }

    /// How this memory becomes executable.
    pub fn mode(&self) -> MappingMode {
        self.arena.mode
    }

    /// Current sizes.
    pub fn stats(&self) -> MemoryStats {
        let state = self.arena.lock();
        let mut stats = MemoryStats { used: state.used, ..MemoryStats::default() };
        for region in state.regions.iter().flatten() {
            stats.reserved += region.reservation.size;
            stats.committed += region.committed - region.unused;
        }
        stats
    }

    /// A random distance between two procedures of one block, in bytes: a multiple of [`MIN_GRANULE`]; 0 if code is
    /// packed.
    pub(super) fn distance(&self) -> u64 {
        let mut state = self.arena.lock();
        state.placement.as_mut().map_or(0, |placement| u64::from(placement.units()) * MIN_GRANULE as u64)
    }

    pub(super) fn set_tools(&self, tools: Option<Attached>) {
        *self.arena.tools.write().unwrap_or_else(PoisonError::into_inner) = tools;
    }

    /// The debuggers and profilers that get to know linked code.
    pub(super) fn tools(&self) -> Option<Attached> {
        self.arena.tools.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Required alignment of data that follows code in a block and is written while the code runs. It shares no page
    /// with code where pages change their protection, and no cache line elsewhere.
    pub(super) fn data_alignment(&self) -> usize {
        const LINE: usize = 64;
        if self.arena.mode == MappingMode::Toggling { self.arena.granule } else { LINE }
    }

    /// Allocates a block of at least `size` bytes, filled with traps and aligned to at least 16 bytes.
    pub(super) fn allocate(&self, size: usize, alignment: u32) -> Result<WritableBlock, MemoryError> {
        let block = self.arena.allocate(size, alignment)?;
        Ok(WritableBlock { block, len: size })
    }
}

impl fmt::Debug for CodeMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CodeMemory").field(&self.mode()).field(&self.stats()).finish()
    }
}

/// What the registration with debuggers and profilers keeps with a memory, which knows nothing of it.
pub(super) type Attached = Arc<dyn Any + Send + Sync>;

struct Arena {
    mapper: Box<dyn Mapper>,
    mode: MappingMode,
    /// The unit of [`FreeRanges`], in bytes.
    granule: usize,
    commit_group: usize,
    reservation: usize,
    /// Only in [`MappingMode::Dual`], where a forked child must not write pages shared with its parent.
    fork_guard: Option<ForkGuard>,
    /// Debuggers and profilers that get to know code.
    tools: RwLock<Option<Attached>>,
    /// Whether linked code is described to the system's unwinder.
    unwind_tables: AtomicBool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Blocks refer to regions by index, so a released region leaves a hole.
    regions: Vec<Option<Region>>,
    /// Free ranges that the system refused to make writable so far: (region, start, size).
    pending_free: Vec<(usize, u32, u32)>,
    /// Bytes in blocks.
    used: usize,
    /// Chooses random places.
    placement: Option<Placement>,
}

struct Region {
    reservation: Reservation,
    /// The process that may write it, see [`Arena::process`].
    process: u32,
    free: FreeRanges,
    /// Bytes from the start that are committed, or will never be used. All later bytes are free.
    committed: usize,
    /// Bytes at the start that will never be used.
    unused: usize,
}

/// The random numbers of [`MemoryOptions::placement`].
struct Placement {
    random: SecretRandom,
}

impl Placement {
    /// Number of different distances between blocks.
    const DISTANCES: u32 = 16;

    fn new(seed: u64) -> Placement {
        Placement { random: SecretRandom::new(seed, "places of code") }
    }

    /// A distance: between blocks in granules, between the procedures of a block in units of [`MIN_GRANULE`].
    fn units(&mut self) -> u32 {
        self.random.below(Placement::DISTANCES)
    }

    /// A number below `limit`, which is not 0.
    fn below(&mut self, limit: usize) -> usize {
        self.random.below(u32::try_from(limit).unwrap_or(u32::MAX)) as usize
    }
}

impl Arena {
    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic never leaves the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn writing(&self) -> WriteGuard<'_> {
        WriteGuard::new(self.mapper.as_ref())
    }

    /// Identifies the process, where processes must not write each other's regions.
    fn process(&self) -> u32 {
        self.fork_guard.as_ref().map_or(0, ForkGuard::process)
    }

    fn allocate(self: &Arc<Arena>, size: usize, alignment: u32) -> Result<Block, MemoryError> {
        if !alignment.is_power_of_two() || alignment > MAX_ALIGNMENT {
            return Err(MemoryError::BadAlignment { alignment, limit: MAX_ALIGNMENT });
        }
        if size > MAX_BLOCK - MAX_ALIGNMENT as usize {
            return Err(MemoryError::TooLarge { bytes: size, limit: MAX_BLOCK - MAX_ALIGNMENT as usize });
        }
        let units = size.max(1).div_ceil(self.granule) as u32;
        let alignment = (alignment as usize / self.granule).max(1) as u32;
        let process = self.process();
        let mut guard = self.lock();
        let state = &mut *guard;
        self.retry_pending_free(state);
        // Distance from the preceding block. Keeps the alignment.
        let lead =
            state.placement.as_mut().map_or(0, |placement| placement.units().next_multiple_of(alignment));
        let units = units + lead;
        let State { regions, placement, .. } = state;
        let place = regions.iter_mut().enumerate().find_map(|(index, region)| {
            let region = region.as_mut().filter(|region| region.process == process)?;
            let start = match placement {
                None => region.free.take(units, alignment)?,
                Some(placement) => {
                    region.free.take_one_of(units, alignment, |count| placement.below(count))?
                }
            };
            Some((index, start))
        });
        let (index, start) = match place {
            Some(place) => place,
            None => self.take_from_new_region(state, process, units, alignment)?,
        };
        let region = state.regions[index].as_mut().expect("just found");
        let end = (start + units) as usize * self.granule;
        if let Err(error) = self.commit_up_to(region, end) {
            region.free.release(start, units);
            self.release_spare_region(state, index);
            return Err(error);
        }
        let reservation = region.reservation;
        state.used += units as usize * self.granule;
        Ok(Block { arena: self.clone(), reservation, region: index, process, start, lead, units })
    }

    fn take_from_new_region(
        &self,
        state: &mut State,
        process: u32,
        units: u32,
        alignment: u32,
    ) -> Result<(usize, u32), MemoryError> {
        let least = (units as usize * self.granule).next_multiple_of(self.commit_group).max(MIN_RESERVATION);
        let mut size = self.reservation.max(least).next_multiple_of(self.commit_group);
        let reservation = loop {
            match self.mapper.reserve(size) {
                Ok(reservation) => break reservation,
                Err(error) if size <= least => return Err(error),
                Err(_) => size = (size / 2).max(least).next_multiple_of(self.commit_group),
            }
        };
        self.check(state, reservation, size)?;
        // The unused start is never committed.
        let spare = (reservation.size - least) / self.commit_group;
        let unused = state.placement.as_mut().map_or(0, |placement| placement.below(spare / 2 + 1));
        let committed = unused * self.commit_group;
        let mut free =
            FreeRanges::new((committed / self.granule) as u32..(reservation.size / self.granule) as u32);
        // A region starts at a page, and so does the used part of it: every alignment holds.
        let start = free.take(units, alignment).expect("the region has at least this size");
        let region = Some(Region { reservation, process, free, committed, unused: committed });
        let index = match state.regions.iter().position(Option::is_none) {
            Some(hole) => {
                state.regions[hole] = region;
                hole
            }
            None => {
                state.regions.push(region);
                state.regions.len() - 1
            }
        };
        Ok((index, start))
    }

    /// Checks what the mapper answered to a request for `size` bytes, before any of it is accessed. A reservation that
    /// breaks the contract is released, unless it overlaps others: then to whom the addresses belong is unknown.
    fn check(&self, state: &State, reservation: Reservation, size: usize) -> Result<(), MemoryError> {
        let live = || state.regions.iter().flatten().map(|region| region.reservation);
        let Err(error) = reservation.check(self.mode, self.mapper.page_size(), size) else {
            return reservation.check_disjoint(live());
        };
        if reservation.check_disjoint(live()).is_ok() {
            // SAFETY: it is from this mapper, and was never used.
            unsafe { self.mapper.release(reservation) };
        }
        Err(error)
    }

    /// Commits the first `end` bytes of a region, and fills them with traps.
    fn commit_up_to(&self, region: &mut Region, end: usize) -> Result<(), MemoryError> {
        if end <= region.committed {
            return Ok(());
        }
        let start = region.committed;
        let size = end.next_multiple_of(self.commit_group).min(region.reservation.size) - start;
        // SAFETY: the range is inside the reservation, which is from this mapper; groups are whole pages.
        unsafe { self.mapper.commit(&region.reservation, start, size)? };
        let _writing = self.writing();
        // SAFETY: the range is committed and writable (contract of `Mapper`) and belongs to no block.
        unsafe { fill_with_traps(region.reservation.writable.add(start), size) };
        region.committed = start + size;
        Ok(())
    }

    /// Frees a range of a region, in the region's process.
    ///
    /// # Safety
    /// The range was allocated and is committed; nothing runs or uses it.
    unsafe fn free(&self, reservation: &Reservation, index: usize, start: u32, units: u32) {
        // SAFETY: guaranteed by the caller. The lock is not held, because this takes time.
        let cleared = unsafe { self.clear(reservation, start, units) };
        let mut state = self.lock();
        state.used -= units as usize * self.granule;
        match cleared {
            Ok(()) => self.release(&mut state, index, start, units),
            Err(_) => state.pending_free.push((index, start, units)),
        }
    }

    /// Prepares a range for reuse: makes it writable and fills it with traps.
    ///
    /// # Safety
    /// The range is committed, belongs to the caller alone, and does not run.
    unsafe fn clear(&self, reservation: &Reservation, start: u32, units: u32) -> Result<(), MemoryError> {
        let (offset, size) = (start as usize * self.granule, units as usize * self.granule);
        icache::serialize_after_patches();
        if self.mode == MappingMode::Toggling {
            // SAFETY: the range is inside the reservation, whole pages, and owned by the caller.
            unsafe { self.mapper.protect(reservation, offset, size, Access::Write)? };
        }
        let _writing = self.writing();
        // SAFETY: the range is inside the reservation, writable, and owned by the caller.
        unsafe { fill_with_traps(reservation.writable.add(offset), size) };
        Ok(())
    }

    fn release(&self, state: &mut State, index: usize, start: u32, units: u32) {
        region_of_block(state, index).free.release(start, units);
        self.release_spare_region(state, index);
    }

    /// Retries freeing ranges that could not be made writable.
    fn retry_pending_free(&self, state: &mut State) {
        for (index, start, units) in std::mem::take(&mut state.pending_free) {
            let reservation = region_of_block(state, index).reservation;
            // SAFETY: the range was allocated and freed, but is not in `FreeRanges`, so nothing else uses it.
            match unsafe { self.clear(&reservation, start, units) } {
                Ok(()) => self.release(state, index, start, units),
                Err(_) => state.pending_free.push((index, start, units)),
            }
        }
    }

    /// Releases an unused region if there is another one. One is kept, so that a program that repeatedly links and
    /// drops a module does not map and unmap.
    fn release_spare_region(&self, state: &mut State, index: usize) {
        let process = region_of_block(state, index).process;
        let is_spare = |region: &Region| region.process == process && region.free.is_all_free();
        if state.regions.iter().flatten().filter(|region| is_spare(region)).count() < 2 {
            return;
        }
        if let Some(region) = state.regions[index].take_if(|region| is_spare(region)) {
            // SAFETY: it is from this mapper, and contains no block.
            unsafe { self.mapper.release(region.reservation) };
        }
    }
}

/// Makes all cores execute what [`ExecutableBlock::store_code`] stored before. False if the system may not do it.
pub(super) fn serialize_cores() -> bool {
    icache::serialize_cores()
}

/// The region of a range that is, or was until now, allocated.
fn region_of_block(state: &mut State, index: usize) -> &mut Region {
    state.regions[index].as_mut().expect("a region is released only when nothing is taken in it")
}

impl Drop for Arena {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        for region in state.regions.drain(..).flatten() {
            // SAFETY: it is from this mapper, and every block would have kept the arena alive.
            unsafe { self.mapper.release(region.reservation) };
        }
    }
}

/// # Safety
/// The range is writable, and belongs to the caller alone.
unsafe fn fill_with_traps(start: NonNull<u8>, size: usize) {
    if cfg!(target_arch = "aarch64") {
        // `brk #0`.
        const BRK: [u8; 4] = 0xD420_0000_u32.to_le_bytes();
        for offset in (0..size).step_by(4) {
            // SAFETY: guaranteed by the caller; blocks and groups are multiples of four bytes, and so aligned.
            unsafe { start.add(offset).cast::<[u8; 4]>().write(BRK) };
        }
    } else {
        // `int3`. SAFETY: guaranteed by the caller.
        unsafe { start.write_bytes(0xCC, size) };
    }
}

/// An allocated range of a region. Freed on drop.
struct Block {
    arena: Arc<Arena>,
    reservation: Reservation,
    region: usize,
    /// The process that allocated it, see [`Arena::process`].
    process: u32,
    start: u32,
    /// Granules at the start that stay traps.
    lead: u32,
    /// All granules.
    units: u32,
}

impl Block {
    /// Offset of the first used byte.
    fn offset(&self) -> usize {
        (self.start + self.lead) as usize * self.arena.granule
    }

    fn executable(&self) -> NonNull<u8> {
        // SAFETY: `FreeRanges` gives ranges inside the reservation only.
        unsafe { self.reservation.executable.add(self.offset()) }
    }

    fn writable(&self) -> NonNull<u8> {
        // SAFETY: as above.
        unsafe { self.reservation.writable.add(self.offset()) }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if self.arena.process() == self.process {
            // SAFETY: the range belongs to this block, which ends here; its owner guarantees that it does not run.
            unsafe { self.arena.free(&self.reservation, self.region, self.start, self.units) };
        }
    }
}

/// Memory that will become code: writable, not executed.
pub(super) struct WritableBlock {
    block: Block,
    len: usize,
}

impl WritableBlock {
    /// Address at which the first byte will run.
    pub(super) fn address(&self) -> *const u8 {
        self.block.executable().as_ptr()
    }

    /// Calls `write` with the bytes.
    pub(super) fn write<R>(&mut self, write: impl FnOnce(&mut [u8]) -> R) -> R {
        let _writing = self.block.arena.writing();
        // SAFETY: the range is committed, initialized with traps, writable until published, and owned by this block.
        // Its executable view is accessible only after publication.
        write(unsafe { std::slice::from_raw_parts_mut(self.block.writable().as_ptr(), self.len) })
    }

    /// Frees all but the first `len` bytes.
    pub(super) fn truncate(&mut self, len: usize) {
        let block = &mut self.block;
        let units = block.lead + len.max(1).div_ceil(block.arena.granule) as u32;
        self.len = self.len.min(len);
        if units < block.units {
            let (start, rest) = (block.start + units, block.units - units);
            block.units = units;
            // SAFETY: the range was the end of this block, which no longer includes it; it never ran.
            unsafe { block.arena.free(&block.reservation, block.region, start, rest) };
        }
    }

    /// Makes the first `code` bytes executable. From then on only [`ExecutableBlock::store_code`] changes them. The
    /// rest is data, at a multiple of [`CodeMemory::data_alignment`], which only [`ExecutableBlock::swap_word`]
    /// changes.
    ///
    /// # Errors
    /// Fails if the system refuses; the memory is freed then.
    pub(super) fn publish(self, code: usize) -> Result<ExecutableBlock, MemoryError> {
        let block = &self.block;
        if block.arena.mode == MappingMode::Toggling {
            let all = (block.units - block.lead) as usize * block.arena.granule;
            let size = if code < self.len { code.next_multiple_of(block.arena.granule) } else { all };
            // SAFETY: the range is committed, whole pages, and owned by this block, which is not written any more.
            unsafe { block.arena.mapper.protect(&block.reservation, block.offset(), size, Access::Execute)? };
        }
        icache::synchronize(block.executable(), code);
        Ok(ExecutableBlock { block: self.block, code, len: self.len })
    }
}

/// Executable code, followed by data that the code reads.
pub(super) struct ExecutableBlock {
    block: Block,
    code: usize,
    len: usize,
}

impl ExecutableBlock {
    /// The code, at the address where it runs. Not a reference, because [`ExecutableBlock::store_code`] may change it at
    /// any time.
    pub(super) fn code(&self) -> *const [u8] {
        std::ptr::slice_from_raw_parts(self.block.executable().as_ptr(), self.code)
    }

    /// The start of the region that contains the block, as executable memory.
    pub(super) fn region_start(&self) -> *const u8 {
        self.block.reservation.executable.as_ptr()
    }

    /// A copy of a range of the code. If it is being patched, each byte is the old or the new one.
    pub(super) fn copy_code(&self, range: Range<usize>) -> Vec<u8> {
        let byte = |offset: usize| {
            assert!(offset < self.code, "inside the code");
            // SAFETY: inside the code, which is readable. It is only changed by atomic stores.
            let byte = unsafe { AtomicU8::from_ptr(self.block.executable().add(offset).as_ptr()) };
            byte.load(Relaxed)
        };
        range.map(byte).collect()
    }

    /// True if code can be patched while it runs.
    pub(super) fn is_changeable(&self) -> bool {
        self.block.arena.mode != MappingMode::Toggling
    }

    /// True if this process may write the data: false in a forked child, if its parent allocated the block.
    pub(super) fn is_writable(&self) -> bool {
        self.block.arena.process() == self.block.process
    }

    /// The writable address of a byte; `None` in a forked child, which shares it with its parent.
    fn writable(&self, offset: usize) -> Option<*mut u8> {
        let inside = offset < self.len && self.is_writable();
        // SAFETY: the offset is inside the block.
        inside.then(|| unsafe { self.block.writable().add(offset).as_ptr() })
    }

    /// Patches code that threads may be running. They execute the old or the new instruction, until their cores
    /// serialize: see [`serialize_cores`]. The offset of a word must be a multiple of 4; bytes must be inside a multiple
    /// of 8. False if this process may not patch it.
    pub(super) fn store_code(&self, offset: usize, change: PatchStore) -> bool {
        let (size, is_aligned) = match change {
            PatchStore::Byte(_) => (1, true),
            PatchStore::Word(_) => (4, offset.is_multiple_of(4)),
            PatchStore::Bytes(_, size) => (size, size <= 8 && offset % 8 + size <= 8),
        };
        let is_code = self.is_changeable() && is_aligned && offset + size <= self.code;
        let Some(place) = self.writable(offset).filter(|_| is_code) else { return false };
        let writing = self.block.arena.writing();
        // SAFETY: committed and, through this view, writable. All writes are done here, and blocks begin at multiples
        // of 16 and have a multiple of 16 bytes.
        unsafe {
            match change {
                PatchStore::Byte(byte) => AtomicU8::from_ptr(place).store(byte, SeqCst),
                PatchStore::Word(word) => AtomicU32::from_ptr(place.cast()).store(word.to_le(), SeqCst),
                PatchStore::Bytes(bytes, size) => {
                    let start = offset % 8;
                    let word = AtomicU64::from_ptr(place.sub(start).cast());
                    let replace = |old: u64| {
                        let mut new = old.to_ne_bytes();
                        new[start..start + size].copy_from_slice(&bytes[..size]);
                        Some(u64::from_ne_bytes(new))
                    };
                    // Other sites may be in the same word.
                    let _ = word.fetch_update(SeqCst, SeqCst, replace);
                }
            }
        }
        drop(writing);
        // SAFETY: the offset is inside the block.
        icache::publish_running(unsafe { self.block.executable().add(offset) });
        icache::count_patch();
        true
    }

    /// Reads four bytes of the code.
    pub(super) fn code_word(&self, offset: usize) -> Option<[u8; 4]> {
        let end = offset.checked_add(4).filter(|end| *end <= self.code)?;
        self.copy_code(offset..end).try_into().ok()
    }

    /// Replaces the data word at an offset that is a multiple of 8, and returns the old one. `None` if there is no such
    /// word, or this process may not write it.
    pub(super) fn swap_word(&self, offset: usize, content: u64) -> Option<u64> {
        let place = self.word(offset)?;
        let _writing = self.block.arena.writing();
        Some(place.swap(content, SeqCst))
    }

    /// Reads the data word at an offset that is a multiple of 8. `None` as for [`ExecutableBlock::swap_word`].
    pub(super) fn load_word(&self, offset: usize) -> Option<u64> {
        self.word(offset).map(|place| place.load(SeqCst))
    }

    fn word(&self, offset: usize) -> Option<&AtomicU64> {
        let is_data = offset >= self.code && offset + 8 <= self.len && offset.is_multiple_of(8);
        let place = self.writable(offset).filter(|_| is_data)?;
        // SAFETY: committed, readable and aligned: blocks begin at multiples of 16. Compiled code only reads it; all
        // other accesses are here.
        Some(unsafe { AtomicU64::from_ptr(place.cast()) })
    }
}
