//! Registers call-frame information with the system's unwinder, on systems that use DWARF tables.
//!
//! The unwinders differ in what a registration costs and accepts:
//!
//! - libgcc before version 13 searches a list of registered objects, so one for each group would make every throw slow.
//!   There, groups in the same 64 KiB of a code region share an object: an array of tables. Adding a group registers a
//!   new array before the old one is unregistered, so that other threads find their frames at any time. An object's
//!   groups must not alternate with those of other objects: so objects do not cross regions.
//! - libgcc since version 13 searches a tree, in which the ranges of objects must not overlap: one object for a group.
//! - LLVM's libunwind takes one FDE at a time.
//!
//! All take the address of an FDE that a word of zeros or more FDEs follow.

use crate::isa::unwind::CallFrameTable;

/// True if the system uses such tables.
pub(super) const IS_SUPPORTED: bool = cfg!(all(unix, any(target_arch = "x86_64", target_arch = "aarch64")));

/// The call-frame information of a group, registered with the system until it is dropped.
#[derive(Debug, Default)]
pub(super) struct UnwindTable {
    #[cfg(unix)]
    _registered: Option<registered::Registered>,
}

impl UnwindTable {
    /// Registers a table for code at `base`, in the region of code memory that begins at `region`.
    ///
    /// # Safety
    /// The code stays until the result is dropped, and no thread unwinds frames of it then.
    pub(super) unsafe fn register(table: &CallFrameTable, base: usize, region: usize) -> UnwindTable {
        #[cfg(unix)]
        // SAFETY: guaranteed by the caller.
        return UnwindTable { _registered: unsafe { registered::Registered::new(table, base, region) } };
        #[cfg(not(unix))]
        {
            _ = (table, base, region);
            UnwindTable {}
        }
    }
}

#[cfg(unix)]
pub(super) use registered::SharedObjects;

/// What the registry keeps for tables.
#[cfg(not(unix))]
pub(super) struct SharedObjects;

#[cfg(not(unix))]
impl SharedObjects {
    pub(super) const fn new() -> SharedObjects {
        SharedObjects
    }
}

#[cfg(unix)]
mod registered {
    use super::super::{host_arch, registry};
    use crate::isa::unwind::{CallFrameTable, CodeAddresses, FrameState, FrameStates};
    use std::collections::BTreeMap;
    use std::ffi::{CStr, c_void};
    use std::ptr::{null, null_mut};
    use std::sync::OnceLock;

    unsafe extern "C" {
        fn __register_frame(begin: *const u8);
        fn __deregister_frame(begin: *const u8);
    }

    type RegisterTable = unsafe extern "C" fn(*const *const u8);

    /// What the unwinder of this process takes.
    #[derive(Clone, Copy)]
    enum Unwinder {
        /// libgcc before version 13, with its function that registers an array of tables.
        List(RegisterTable),
        /// libgcc since version 13, and all others that take a table.
        Tree,
        /// LLVM's libunwind.
        SingleFdes,
    }

    fn unwinder() -> Unwinder {
        static UNWINDER: OnceLock<Unwinder> = OnceLock::new();
        *UNWINDER.get_or_init(find_unwinder)
    }

    fn find_unwinder() -> Unwinder {
        // In the same library as the function that is called below: a process may contain two unwinders.
        let own = library_of(__register_frame as *const c_void);
        let find = |name: &CStr| -> Option<*mut c_void> {
            // SAFETY: the name ends with a zero.
            let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
            (!found.is_null() && own.is_some() && library_of(found) == own).then_some(found)
        };
        if cfg!(target_vendor = "apple") || find(c"__unw_add_dynamic_fde").is_some() {
            return Unwinder::SingleFdes;
        }
        let functions = [c"__register_frame_info", c"__deregister_frame_info", c"__register_frame_table"];
        let [Some(register), Some(unregister), Some(table)] = functions.map(find) else {
            return Unwinder::Tree;
        };
        type RegisterObject = unsafe extern "C" fn(*const u8, *mut c_void);
        type UnregisterObject = unsafe extern "C" fn(*const u8) -> *mut c_void;
        // SAFETY: the functions of libgcc have these types.
        let (register, unregister, table) = unsafe {
            (
                std::mem::transmute::<*mut c_void, RegisterObject>(register),
                std::mem::transmute::<*mut c_void, UnregisterObject>(unregister),
                std::mem::transmute::<*mut c_void, RegisterTable>(table),
            )
        };
        // SAFETY: as above.
        match unsafe { links_objects(register, unregister) } {
            true => Unwinder::List(table),
            false => Unwinder::Tree,
        }
    }

    /// True if the unwinder links objects to a list: then one refers to the one that was registered before. If other
    /// threads register tables at the same time, the answer may be false for a list.
    ///
    /// # Safety
    /// The functions are those of libgcc.
    unsafe fn links_objects(
        register: unsafe extern "C" fn(*const u8, *mut c_void),
        unregister: unsafe extern "C" fn(*const u8) -> *mut c_void,
    ) -> bool {
        /// Larger than a `struct object`.
        type Object = [usize; 16];
        let Some(arch) = host_arch() else { return false };
        // Functions of four bytes, in memory that contains no code.
        let tables = [0, 8].map(|offset| {
            let mut table = CallFrameTable::new(arch, CodeAddresses::Absolute);
            table.add_uniform(&FrameStates::default(), FrameState::at_entry(arch), 4, offset);
            table
        });
        let place: Box<[u64; 2]> = Box::default();
        let placed = tables.map(|table| (table.first_fde(), aligned(&table, &raw const *place as usize)));
        let mut objects = [Box::<Object>::default(), Box::<Object>::default()];
        let begins = placed.each_ref().map(|(first, words)| {
            // SAFETY: inside the table.
            unsafe { words.as_ptr().cast::<u8>().add(*first) }
        });
        for (begin, object) in begins.iter().zip(&mut objects) {
            // SAFETY: table and object live until they are unregistered below, and the object is large enough.
            unsafe { register(*begin, (&raw mut **object).cast()) };
        }
        let first = &raw const *objects[0] as usize;
        let is_linked = objects[1].contains(&first);
        for begin in begins {
            // SAFETY: registered above.
            unsafe { unregister(begin) };
        }
        is_linked
    }

    /// The start of the library that contains an address.
    fn library_of(address: *const c_void) -> Option<usize> {
        let mut info = libc::Dl_info {
            dli_fname: null(),
            dli_fbase: null_mut(),
            dli_sname: null(),
            dli_saddr: null_mut(),
        };
        // SAFETY: it only looks up the address.
        let found = unsafe { libc::dladdr(address, &mut info) };
        (found != 0).then_some(info.dli_fbase as usize)
    }

    /// A table for code at `base`, as words.
    fn aligned(table: &CallFrameTable, base: usize) -> Box<[u64]> {
        let word = |bytes: &[u8]| u64::from_ne_bytes(bytes.try_into().expect("chunks of eight"));
        let bytes = table.place(base as u64, 0).expect("absolute addresses reach everywhere");
        bytes.chunks_exact(8).map(word).collect()
    }

    /// A registered table.
    #[derive(Debug)]
    pub(in super::super) struct Registered {
        table: Box<[u64]>,
        /// Offset of the first FDE.
        first: usize,
        /// The object that contains it, of [`SharedObjects`].
        object: Option<usize>,
    }

    /// Size of the part of a region that has one object.
    const OBJECT_BYTES: usize = 64 << 10;

    impl Registered {
        /// # Safety
        /// As for [`UnwindTable::register`](super::UnwindTable::register).
        pub(super) unsafe fn new(table: &CallFrameTable, base: usize, region: usize) -> Option<Registered> {
            if table.is_empty() {
                return None;
            }
            let (first, table) = (table.first_fde(), aligned(table, base));
            let mut registered = Registered { table, first, object: None };
            match unwinder() {
                Unwinder::List(register) => {
                    let object = region + (base - region) / OBJECT_BYTES * OBJECT_BYTES;
                    registered.object = Some(object);
                    // SAFETY: the table describes live code (caller), and is unregistered before it is freed.
                    registry::with_unwind_objects(|objects| unsafe {
                        objects.change(object, register, |tables| tables.push(registered.begin()));
                    });
                }
                // SAFETY: as above.
                Unwinder::Tree => unsafe { __register_frame(registered.begin()) },
                Unwinder::SingleFdes => {
                    // SAFETY: as above.
                    registered.fdes().for_each(|fde| unsafe { __register_frame(fde) });
                }
            }
            Some(registered)
        }

        fn begin(&self) -> *const u8 {
            self.table.as_ptr().cast::<u8>().wrapping_add(self.first)
        }

        /// The FDEs. All entries have lengths of four bytes, and the last a length of zero.
        fn fdes(&self) -> impl Iterator<Item = *const u8> {
            let mut at = self.first;
            std::iter::from_fn(move || {
                let here = at;
                let word = self.table.get(here / 8)?.to_ne_bytes();
                let len = u32::from_ne_bytes([word[0], word[1], word[2], word[3]]) as usize;
                at += 4 + len;
                (len != 0).then(|| self.table.as_ptr().cast::<u8>().wrapping_add(here))
            })
        }
    }

    impl Drop for Registered {
        fn drop(&mut self) {
            match (unwinder(), self.object) {
                (Unwinder::List(register), Some(object)) => {
                    let begin = self.begin();
                    // SAFETY: as in `new`; the table is removed.
                    registry::with_unwind_objects(|objects| unsafe {
                        objects.change(object, register, |tables| tables.retain(|table| *table != begin));
                    });
                }
                (Unwinder::SingleFdes, _) => {
                    // SAFETY: registered in `new`.
                    self.fdes().for_each(|fde| unsafe { __deregister_frame(fde) });
                }
                // SAFETY: registered in `new`.
                _ => unsafe { __deregister_frame(self.begin()) },
            }
        }
    }

    /// The objects of [`Unwinder::List`], by address: arrays of tables that end with a null pointer.
    pub(in super::super) struct SharedObjects(BTreeMap<usize, Box<[*const u8]>>);

    // SAFETY: the pointers are only passed to the unwinder, under the lock.
    unsafe impl Send for SharedObjects {}

    impl SharedObjects {
        pub(in super::super) const fn new() -> SharedObjects {
            SharedObjects(BTreeMap::new())
        }

        /// Replaces an object by one with other tables.
        ///
        /// # Safety
        /// The tables are valid until they are removed. A table that is removed has no frames on any stack.
        unsafe fn change(
            &mut self,
            object: usize,
            register: RegisterTable,
            change: impl FnOnce(&mut Vec<*const u8>),
        ) {
            let old = self.0.remove(&object);
            let mut tables: Vec<*const u8> = Vec::with_capacity(old.as_ref().map_or(2, |old| old.len() + 1));
            if let Some([old @ .., _]) = old.as_deref() {
                tables.extend_from_slice(old);
            }
            change(&mut tables);
            if !tables.is_empty() {
                tables.push(null());
                let new = tables.into_boxed_slice();
                // SAFETY: an array of valid tables, which ends with null, and stays until it is unregistered.
                unsafe { register(new.as_ptr()) };
                self.0.insert(object, new);
            }
            if let Some(old) = old {
                // SAFETY: it was registered when it was inserted. The unwinder does not use it after this call.
                unsafe { __deregister_frame(old.as_ptr().cast()) };
            }
        }
    }
}
