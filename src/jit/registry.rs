//! Finds the code at an address.
//!
//! Every group of linked procedures is registered here while it lives. Signal handlers look up the trap site at an
//! address, without locks and without allocating; all other code may look up a handle.
//!
//! The address space is divided into chunks. A two-level table maps a chunk to its list of groups, sorted by address.
//! Lists are immutable: linking or dropping code replaces a list, and frees the old one once no reader is left that may
//! have seen it. So readers never block or delay writers, and the cost of linking depends on the amount of code in a
//! chunk, not on the total.

use super::Code;
use super::code::Group;
use super::patch::GroupGraph;
use super::unwind_tables::SharedObjects;
use crate::isa::TrapSite;
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ptr::{null, null_mut};
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::Acquire, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Size of a chunk as a power of two: 64 KiB.
const CHUNK_BITS: u32 = 16;
/// Chunks of a second-level table, as a power of two.
const TABLE_BITS: u32 = 16;
/// Second-level tables, as a power of two. Together these cover 48-bit addresses; systems return higher ones only on
/// request.
const ROOT_BITS: u32 = 16;

/// The address range of one group.
#[derive(Clone, Copy)]
struct Entry {
    start: usize,
    end: usize,
    group: *const Group,
}

/// The groups with code in a chunk, sorted by address.
type List = Box<[Entry]>;
type Table = [AtomicPtr<List>; 1 << TABLE_BITS];
type Root = [AtomicPtr<Table>; 1 << ROOT_BITS];

/// The first level. Allocated on first use; tables are never freed.
static ROOT: AtomicPtr<Root> = AtomicPtr::new(null_mut());

/// Number of readers that may hold a reference to a list.
static READERS: AtomicUsize = AtomicUsize::new(0);

/// Number of changes of any list, counted before each.
static CHANGES: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The number of changes before the thread's last search, and what it found.
    static LAST: Cell<(usize, Entry)> = const { Cell::new((0, Entry { start: 0, end: 0, group: null() })) };
}

static WRITER: Mutex<Writer> = Mutex::new(Writer {
    groups: BTreeMap::new(),
    sources: BTreeMap::new(),
    retired: Vec::new(),
    graph: GroupGraph::new(),
    unwind_objects: SharedObjects::new(),
});

/// What the client keeps with the code of a group.
pub(crate) type Source = Arc<dyn Any + Send + Sync>;

/// State that is changed under the lock.
struct Writer {
    /// All groups by start address.
    groups: BTreeMap<usize, Weak<Group>>,
    /// What is kept with some of them, by start address.
    sources: BTreeMap<usize, Source>,
    /// Replaced lists that a reader may still use.
    retired: Vec<Retired>,
    /// The groups that patched jumps connect.
    graph: GroupGraph,
    /// What is registered with the system's unwinder. Here, because the lock is held across forks.
    #[cfg_attr(not(unix), expect(dead_code, reason = "only used where tables are registered"))]
    unwind_objects: SharedObjects,
}

/// A replaced list.
struct Retired(*mut List);

// SAFETY: it owns the list; addresses in its entries are only compared.
unsafe impl Send for Retired {}

fn lock() -> MutexGuard<'static, Writer> {
    #[cfg(unix)]
    fork::prepare_once();
    // A panic never leaves it inconsistent.
    WRITER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Holds the lock across forks. Otherwise a fork while another thread holds it would leave it locked for ever in the
/// child, which may link code of its own. The locks of a code memory, linker or quiescence are not held: the child
/// creates its own, see [`CodeMemory`](super::CodeMemory#forked-children).
#[cfg(unix)]
mod fork {
    use super::*;
    use std::cell::UnsafeCell;
    use std::sync::Once;

    /// The lock's guard, while a thread forks.
    struct GuardInFork(UnsafeCell<Option<MutexGuard<'static, Writer>>>);

    // SAFETY: only the thread that holds the lock accesses it.
    unsafe impl Sync for GuardInFork {}

    static GUARD_IN_FORK: GuardInFork = GuardInFork(UnsafeCell::new(None));

    pub(super) fn prepare_once() {
        static ONCE: Once = Once::new();
        // SAFETY: these functions may be called around forks. If registering them fails for lack of memory, forks
        // remain unprotected.
        ONCE.call_once(|| unsafe {
            libc::pthread_atfork(Some(before), Some(after), Some(in_child));
        });
    }

    extern "C" fn before() {
        let guard = WRITER.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: this thread holds the lock.
        unsafe { *GUARD_IN_FORK.0.get() = Some(guard) };
    }

    extern "C" fn after() {
        // SAFETY: this thread took the lock in `before`, or is its copy in the child.
        let guard = unsafe { (*GUARD_IN_FORK.0.get()).take() };
        drop(guard); // only now: the next holder of the lock writes `GUARD_IN_FORK`
    }

    extern "C" fn in_child() {
        // Other threads, which may have been readers, do not exist in the child.
        READERS.store(0, SeqCst);
        after();
    }
}

/// Registers a group.
pub(super) fn add(group: &Arc<Group>) {
    let range = group.addresses();
    let entry = Entry { start: range.start, end: range.end, group: Arc::as_ptr(group) };
    let mut writer = lock();
    writer.groups.insert(entry.start, Arc::downgrade(group));
    writer.change(entry, |list| {
        let place = list.partition_point(|other| other.start < entry.start);
        list.insert(place, entry);
    });
}

/// Unregisters a group, before its memory is freed.
pub(super) fn remove(group: &Group) {
    let range = group.addresses();
    let entry = Entry { start: range.start, end: range.end, group };
    let mut writer = lock();
    writer.groups.remove(&entry.start);
    let source = writer.sources.remove(&entry.start);
    writer.change(entry, |list| list.retain(|other| other.start != entry.start));
    // Dropped after the lock is released: closures in it may own code.
    drop(writer);
    drop(source);
}

/// Keeps a source with the code of a group until the group is dropped.
pub(super) fn keep_source(group: &Group, source: Source) {
    let before = lock().sources.insert(group.addresses().start, source);
    drop(before);
}

/// Returns what is kept with the code of a group.
pub(super) fn source(group: &Group) -> Option<Source> {
    lock().sources.get(&group.addresses().start).cloned()
}

/// Calls a function with the graph of groups that patched jumps connect. It must not drop a group.
pub(super) fn with_graph<R>(f: impl FnOnce(&mut GroupGraph) -> R) -> R {
    f(&mut lock().graph)
}

/// Calls a function with what is registered with the system's unwinder.
#[cfg(unix)]
pub(super) fn with_unwind_objects<R>(f: impl FnOnce(&mut SharedObjects) -> R) -> R {
    f(&mut lock().unwind_objects)
}

/// Returns a handle to the procedure at this address. `None` if its group is being freed.
pub(super) fn find(address: usize) -> Option<Code> {
    let group; // dropped after the lock is released: it may be the last reference
    let mut writer = lock();
    group = writer.groups.range(..=address).next_back()?.1.upgrade()?;
    let (index, _) = group.procedure_at(address)?;
    let is_alive = writer.graph.add_found_handle(&group);
    drop(writer);
    is_alive.then(|| Code::counted(group, index as u32))
}

impl Writer {
    /// Replaces the lists of all chunks that contain a part of an entry.
    fn change(&mut self, entry: Entry, change: impl Fn(&mut Vec<Entry>)) {
        CHANGES.fetch_add(1, SeqCst);
        for chunk in entry.start >> CHUNK_BITS..=(entry.end - 1) >> CHUNK_BITS {
            let Some(slot) = get_or_allocate_slot(chunk) else { return };
            let old = slot.load(SeqCst);
            // SAFETY: only writers free lists, while holding the lock, and after replacing them.
            let mut list = if old.is_null() { Vec::new() } else { unsafe { (*old).to_vec() } };
            change(&mut list);
            let new = if list.is_empty() { null_mut() } else { Box::into_raw(Box::new(list.into())) };
            slot.store(new, SeqCst);
            if !old.is_null() {
                self.retired.push(Retired(old));
            }
        }
        // Later readers see the new lists.
        if READERS.load(SeqCst) == 0 {
            for Retired(list) in self.retired.drain(..) {
                // SAFETY: created by `Box::into_raw` above, replaced, and without readers.
                drop(unsafe { Box::from_raw(list) });
            }
        }
    }
}

/// Returns a level, allocating it zeroed if needed. Never freed.
fn get_or_allocate<T>(place: &AtomicPtr<T>) -> *mut T {
    let found = place.load(SeqCst);
    if !found.is_null() {
        return found;
    }
    let layout = Layout::new::<T>();
    // SAFETY: a level's size is not zero.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    place.store(memory, SeqCst); // under the lock, so no other thread allocates it
    memory
}

/// The slot of a chunk's list, allocated if needed; `None` for an address above 48 bits.
fn get_or_allocate_slot(chunk: usize) -> Option<&'static AtomicPtr<List>> {
    let root = get_or_allocate(&ROOT);
    // SAFETY: an array of pointers, valid when zeroed, and never freed.
    let table = get_or_allocate(unsafe { (*root).get(chunk >> TABLE_BITS)? });
    // SAFETY: as above.
    Some(unsafe { &(*table)[chunk & ((1 << TABLE_BITS) - 1)] })
}

/// The slot of a chunk's list, if its table was allocated.
fn slot(chunk: usize) -> Option<&'static AtomicPtr<List>> {
    // SAFETY: levels are arrays of pointers, initialized before they are published, and never freed.
    unsafe {
        let table = ROOT.load(SeqCst).as_ref()?.get(chunk >> TABLE_BITS)?.load(SeqCst).as_ref()?;
        Some(&table[chunk & ((1 << TABLE_BITS) - 1)])
    }
}

/// The entry that contains an address. For signal handlers: takes no lock and does not allocate.
fn entry(address: usize) -> Option<Entry> {
    READERS.fetch_add(1, SeqCst);
    let found = slot(address >> CHUNK_BITS).and_then(|slot| {
        // SAFETY: this is a reader now, and a list replaced from now on is only freed when there are no readers.
        let list = unsafe { slot.load(SeqCst).as_ref()? };
        let after = list.partition_point(|entry| entry.start <= address);
        list.get(after.checked_sub(1)?).copied().filter(|entry| address < entry.end)
    });
    READERS.fetch_sub(1, SeqCst);
    found
}

/// As [`find`], without locks except if no handle exists.
///
/// # Safety
/// If the address is in a group, the group stays alive until this returns: the calling thread has not left its code.
pub(super) unsafe fn find_running(address: usize) -> Option<Code> {
    let group = entry(address)?.group;
    // SAFETY: the group is alive (caller), and an `Arc` owns it.
    let group = unsafe {
        Arc::increment_strong_count(group);
        Arc::from_raw(group)
    };
    let (index, _) = group.procedure_at(address)?;
    if group.add_to_handles() { Some(Code::counted(group, index as u32)) } else { find(address) }
}

/// As [`running`], and fast for an address near that of the thread's last search. Not for signal handlers.
///
/// # Safety
/// As for [`running`].
pub(super) unsafe fn running_again<'a>(address: usize) -> Option<(&'a Group, usize, u32)> {
    // The address is in live code that was registered before the thread ran it. So a cached entry that contains it is
    // that of another group only if the registry has changed since.
    let changes = CHANGES.load(Acquire);
    let (known, mut found) = LAST.get();
    if known != changes || address < found.start || address >= found.end {
        found = entry(address)?;
        LAST.set((changes, found));
    }
    // SAFETY: the group is alive (caller).
    let group = unsafe { &*found.group };
    let (index, offset) = group.procedure_at(address)?;
    Some((group, index, offset))
}

/// The group that contains an address, the index of the procedure there, and the offset in it. For signal handlers:
/// takes no lock and does not allocate.
///
/// # Safety
/// If the address is in a group, the group stays alive as long as the result is used: the calling thread has not left
/// its code.
pub(super) unsafe fn running<'a>(address: usize) -> Option<(&'a Group, usize, u32)> {
    // SAFETY: the group is alive (caller).
    let group = unsafe { &*entry(address)?.group };
    let (index, offset) = group.procedure_at(address)?;
    Some((group, index, offset))
}

/// True if the address is in live code. For signal handlers: takes no lock and does not allocate.
pub(super) fn is_code(address: usize) -> bool {
    entry(address).is_some()
}

/// The trap site at this address, and, if it takes an exit, the size in bytes of the frame below the frame pointer. For
/// signal handlers: takes no lock and does not allocate.
///
/// # Safety
/// The calling thread is executing the instruction at this address, or was when it was interrupted. If the address is
/// in a group, the group stays alive until the thread has left it.
#[cfg_attr(
    not(any(
        all(
            any(target_os = "linux", target_os = "android"),
            any(target_arch = "x86_64", target_arch = "aarch64")
        ),
        all(windows, target_arch = "x86_64")
    )),
    expect(dead_code, reason = "only used by signal handlers")
)]
pub(super) unsafe fn trap_site_at(address: usize) -> Option<(TrapSite, Option<u32>)> {
    let group = entry(address)?.group;
    // SAFETY: the group lives while its code is executed (caller).
    unsafe { &*group }.trap_site_at(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_without_code_are_not_found() {
        for address in [0, 1, 0x1000, usize::MAX, usize::MAX >> 16, 1 << 47, (1 << 48) - 1] {
            assert!(!is_code(address) && find(address).is_none(), "{address:#x}");
        }
    }
}
