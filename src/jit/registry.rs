//! Whose code is at an address?
//!
//! Every group of linked procedures is entered here while it lives. A handler of signals asks for the trap site at
//! an address, without locks and without allocating; everybody else may ask for a handle.
//!
//! Addresses are divided into chunks. A table of two levels leads to the chunk's list of groups, sorted by address.
//! A list never changes: whoever links or drops code puts another in its place, and frees the old one when no
//! reader is left that may have seen it. So a reader of lists is never in anybody's way, and the cost of linking
//! depends on the code in a chunk and not on how much there is.

use super::Code;
use super::code::Group;
use crate::isa::TrapSite;
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::collections::BTreeMap;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// Addresses in a chunk: 64 KiB.
const CHUNK_BITS: u32 = 16;
/// Chunks of one table of the second level.
const TABLE_BITS: u32 = 16;
/// Tables: together with the rest, addresses of 48 bits. Systems give higher ones only to who asks for them.
const ROOT_BITS: u32 = 16;

/// The code of one group.
#[derive(Clone, Copy)]
struct Entry {
    start: usize,
    end: usize,
    group: *const Group,
}

/// The groups with code in a chunk, sorted.
type List = Box<[Entry]>;
type Table = [AtomicPtr<List>; 1 << TABLE_BITS];
type Root = [AtomicPtr<Table>; 1 << ROOT_BITS];

/// The first level. Made when it is needed; tables are never freed.
static ROOT: AtomicPtr<Root> = AtomicPtr::new(null_mut());

/// How many readers are between loading a list and forgetting it.
static READERS: AtomicUsize = AtomicUsize::new(0);

static WRITER: Mutex<Writer> = Mutex::new(Writer { groups: BTreeMap::new(), retired: Vec::new() });

/// What is changed under the lock.
struct Writer {
    /// All groups by their first address.
    groups: BTreeMap<usize, Weak<Group>>,
    /// Lists that were replaced, and that a reader may still be reading.
    retired: Vec<Retired>,
}

/// A list out of use.
struct Retired(*mut List);

// SAFETY: the list belongs to whoever has this; its entries are addresses that are compared only.
unsafe impl Send for Retired {}

fn lock() -> MutexGuard<'static, Writer> {
    #[cfg(unix)]
    fork::prepare_once();
    // No panic leaves it half changed.
    WRITER.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A fork while another thread holds the lock would leave it locked for ever in the child, which may link code of
/// its own. So whoever forks takes the lock meanwhile.
#[cfg(unix)]
mod fork {
    use super::*;
    use std::cell::UnsafeCell;
    use std::sync::Once;

    /// The lock, while a thread forks.
    struct Held(UnsafeCell<Option<MutexGuard<'static, Writer>>>);

    // SAFETY: only who holds the lock looks at it.
    unsafe impl Sync for Held {}

    static HELD: Held = Held(UnsafeCell::new(None));

    pub(super) fn prepare_once() {
        static ONCE: Once = Once::new();
        // SAFETY: these functions may be called around forks. If there is no memory to remember them, forks are
        // what they would be without.
        ONCE.call_once(|| unsafe {
            libc::pthread_atfork(Some(before), Some(after), Some(in_child));
        });
    }

    extern "C" fn before() {
        let guard = WRITER.lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: this thread holds the lock.
        unsafe { *HELD.0.get() = Some(guard) };
    }

    extern "C" fn after() {
        // SAFETY: this thread took the lock in `before`, or is its copy in the child.
        let guard = unsafe { (*HELD.0.get()).take() };
        drop(guard); // only now: whoever has the lock next writes there
    }

    extern "C" fn in_child() {
        // Threads that were readers are not there.
        READERS.store(0, SeqCst);
        after();
    }
}

/// Enters a group.
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

/// Strikes out a group, before its memory is freed.
pub(super) fn remove(group: &Group) {
    let range = group.addresses();
    let entry = Entry { start: range.start, end: range.end, group };
    let mut writer = lock();
    writer.groups.remove(&entry.start);
    writer.change(entry, |list| list.retain(|other| other.start != entry.start));
}

/// A handle to the procedure at this address.
pub(super) fn find(address: usize) -> Option<Code> {
    let group = lock().groups.range(..=address).next_back()?.1.upgrade()?;
    Code::containing(group, address)
}

impl Writer {
    /// Replaces the lists of all chunks that an entry is in.
    fn change(&mut self, entry: Entry, change: impl Fn(&mut Vec<Entry>)) {
        for chunk in entry.start >> CHUNK_BITS..=(entry.end - 1) >> CHUNK_BITS {
            let Some(cell) = make_cell(chunk) else { return };
            let old = cell.load(SeqCst);
            // SAFETY: lists are freed by writers only, which hold the lock, after they were replaced.
            let mut list = if old.is_null() { Vec::new() } else { unsafe { (*old).to_vec() } };
            change(&mut list);
            let new = if list.is_empty() { null_mut() } else { Box::into_raw(Box::new(list.into())) };
            cell.store(new, SeqCst);
            if !old.is_null() {
                self.retired.push(Retired(old));
            }
        }
        // Whoever becomes a reader from now on sees the new lists.
        if READERS.load(SeqCst) == 0 {
            for Retired(list) in self.retired.drain(..) {
                // SAFETY: made by `Box::into_raw` above, out of use, and nobody reads it any more.
                drop(unsafe { Box::from_raw(list) });
            }
        }
    }
}

/// Memory of zeros for a level; never freed.
fn level<T>(place: &AtomicPtr<T>) -> *mut T {
    let found = place.load(SeqCst);
    if !found.is_null() {
        return found;
    }
    let layout = Layout::new::<T>();
    // SAFETY: levels have a size.
    let memory = unsafe { alloc_zeroed(layout) }.cast::<T>();
    if memory.is_null() {
        handle_alloc_error(layout);
    }
    place.store(memory, SeqCst); // under the lock: nobody else makes one
    memory
}

/// The place of a chunk's list; `None` for an address that no system gives.
fn make_cell(chunk: usize) -> Option<&'static AtomicPtr<List>> {
    let root = level(&ROOT);
    // SAFETY: an array of pointers, all zeros is valid for it, and it is never freed.
    let table = level(unsafe { (*root).get(chunk >> TABLE_BITS)? });
    // SAFETY: as above.
    Some(unsafe { &(*table)[chunk & ((1 << TABLE_BITS) - 1)] })
}

/// The place of a chunk's list, if it was ever made.
fn cell(chunk: usize) -> Option<&'static AtomicPtr<List>> {
    // SAFETY: levels are arrays of pointers, valid as soon as somebody sees them, and never freed.
    unsafe {
        let table = ROOT.load(SeqCst).as_ref()?.get(chunk >> TABLE_BITS)?.load(SeqCst).as_ref()?;
        Some(&table[chunk & ((1 << TABLE_BITS) - 1)])
    }
}

/// The entry of an address. For handlers: no lock, nothing allocated.
fn entry(address: usize) -> Option<Entry> {
    READERS.fetch_add(1, SeqCst);
    let found = cell(address >> CHUNK_BITS).and_then(|cell| {
        // SAFETY: a list that is replaced from now on is freed when there are no readers.
        let list = unsafe { cell.load(SeqCst).as_ref()? };
        let after = list.partition_point(|entry| entry.start <= address);
        list.get(after.checked_sub(1)?).copied().filter(|entry| address < entry.end)
    });
    READERS.fetch_sub(1, SeqCst);
    found
}

/// True if the address is in live code. For handlers: no lock, nothing allocated.
pub(super) fn is_code(address: usize) -> bool {
    entry(address).is_some()
}

/// The trap site at this address, and the bytes of the frame below the frame pointer if the procedure is left by an
/// exit there. For handlers: no lock, nothing allocated.
///
/// # Safety
///
/// The calling thread is executing the instruction at this address, or was when it was interrupted. If that is in a
/// group, the group's owner keeps it until the thread has left it.
#[cfg_attr(
    not(any(
        all(
            any(target_os = "linux", target_os = "android"),
            any(target_arch = "x86_64", target_arch = "aarch64")
        ),
        all(windows, target_arch = "x86_64")
    )),
    expect(dead_code, reason = "only handlers ask")
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
    fn addresses_without_code_are_nobodys() {
        for address in [0, 1, 0x1000, usize::MAX, usize::MAX >> 16, 1 << 47, (1 << 48) - 1] {
            assert!(!is_code(address) && find(address).is_none(), "{address:#x}");
        }
    }
}
