//! What code memory asks of the system.

use super::MemoryError;
use std::ptr::NonNull;

/// How writable memory becomes executable without being both at one address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MappingMode {
    /// The same pages are mapped twice: one view is written, the other one runs.
    Dual,
    /// Pages are mapped once and change their protection. A page that holds running code is never written.
    Toggling,
    /// Pages are mapped once, and each thread says for itself whether it writes or runs them: Apple's `MAP_JIT`.
    PerThread,
}

/// What may be done with pages in [`MappingMode::Toggling`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reading and writing.
    Write,
    /// Reading and running.
    Execute,
}

/// A range of addresses.
#[derive(Clone, Copy, Debug)]
pub struct Reservation {
    /// Where code runs.
    pub executable: NonNull<u8>,
    /// Where the same bytes are written. The same address, but for [`MappingMode::Dual`].
    pub writable: NonNull<u8>,
    /// The size in bytes, the same for both.
    pub size: usize,
}

// SAFETY: a reservation is numbers; what may be done at the addresses is decided by their owner, the arena.
unsafe impl Send for Reservation {}
// SAFETY: as above; nothing is reached through a shared reference.
unsafe impl Sync for Reservation {}

/// Maps memory. [`super::SystemMapper`] is the real one; a client may count, limit or refuse on top of it.
///
/// # Safety
///
/// A reservation has the size that was asked for, starts at a page, and its addresses belong to nobody else until
/// it is released. After a successful `commit` the writable view of the range can be read and written; in
/// [`MappingMode::Dual`] the executable view shows the same bytes and runs. After a successful `protect` the range
/// has the given access. In [`MappingMode::PerThread`] committed pages can be written by threads that write, and
/// are run by all others. A request that fails leaves the content as it was, and may be repeated. No address is
/// ever writable and executable at once, for one thread.
pub unsafe trait Mapper: Send + Sync {
    /// How this mapper makes memory executable.
    fn mode(&self) -> MappingMode;

    /// The size of a page: a power of two, at least 4096.
    fn page_size(&self) -> usize;

    /// True if code runs on guarded pages, where the processor lets indirect branches arrive at landing pads only, or
    /// would do so if it could: code without landing pads is refused then.
    fn is_guarded(&self) -> bool {
        false
    }

    /// Reserves addresses without memory; `size` is a multiple of the page size.
    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError>;

    /// Puts memory behind a part of a reservation: zeros, writable.
    ///
    /// # Safety
    ///
    /// The reservation is one of this mapper. Offset and size are multiples of the page size and inside it.
    unsafe fn commit(&self, reservation: &Reservation, offset: usize, size: usize)
    -> Result<(), MemoryError>;

    /// Changes what may be done with committed pages. Only called in [`MappingMode::Toggling`].
    ///
    /// # Safety
    ///
    /// As for `commit`; the range is committed, and nobody relies on the access that it had.
    unsafe fn protect(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError>;

    /// From now on the calling thread writes the pages of this mapper, or runs them. Only called in
    /// [`MappingMode::PerThread`], in turn, and no code runs in between.
    fn set_writing(&self, _writing: bool) {}

    /// Gives addresses and memory back.
    ///
    /// # Safety
    ///
    /// The reservation is one of this mapper, and nobody uses its addresses any more.
    unsafe fn release(&self, reservation: Reservation);
}

/// While it lives, the thread writes where it has to say so.
pub(super) struct Writing<'a>(Option<&'a dyn Mapper>);

impl<'a> Writing<'a> {
    pub(super) fn new(mapper: &'a dyn Mapper) -> Writing<'a> {
        let mapper = (mapper.mode() == MappingMode::PerThread).then_some(mapper);
        mapper.inspect(|mapper| mapper.set_writing(true));
        Writing(mapper)
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.0.inspect(|mapper| mapper.set_writing(false));
    }
}

/// True if memory of this mapper can be reserved, written and made executable: asked once of each mode, since
/// only a try tells what a system, a sandbox or a security policy allows.
pub(super) fn probe(mapper: &dyn Mapper) -> Result<(), MemoryError> {
    let page = mapper.page_size();
    let reservation = mapper.reserve(page)?;
    let result = (|| {
        // SAFETY: the page is the whole reservation.
        unsafe { mapper.commit(&reservation, 0, page)? };
        let writing = Writing::new(mapper);
        // SAFETY: the page is committed and writable (contract of `commit`).
        unsafe { reservation.writable.write_volatile(0xC3) };
        drop(writing);
        if mapper.mode() == MappingMode::Toggling {
            // SAFETY: the page is committed, and nobody uses it.
            unsafe { mapper.protect(&reservation, 0, page, Access::Execute)? };
        }
        // SAFETY: the page is committed and readable in either access (contracts of `commit` and `protect`).
        let seen = unsafe { reservation.executable.read_volatile() };
        if seen == 0xC3 { Ok(()) } else { Err(MemoryError::Unsupported) }
    })();
    // SAFETY: it came from this mapper, and its addresses were used only above.
    unsafe { mapper.release(reservation) };
    result
}

/// True if code that changes runs as it was written last, in the mapper's two views of [`MappingMode::Dual`]. Processors
/// do so, asked as their manuals say; some emulators of them do not, and go on with what was there (QEMU before 8.1).
#[cfg(all(unix, target_arch = "aarch64"))]
pub(super) fn runs_what_was_written(mapper: &dyn Mapper) -> Result<bool, MemoryError> {
    let page = mapper.page_size();
    let reservation = mapper.reserve(page)?;
    // SAFETY: the page is the whole reservation.
    let committed = unsafe { mapper.commit(&reservation, 0, page) };
    let results = committed.map(|()| {
        [1, 2].map(|result: u32| {
            // mov w0, #result; ret
            let code = [0x5280_0000 | result << 5, 0xd65f_03c0];
            // SAFETY: the page is committed, writable, and aligned for instructions.
            unsafe { reservation.writable.cast::<[u32; 2]>().write_volatile(code) };
            super::icache::synchronize(reservation.executable, size_of_val(&code));
            // SAFETY: a function of this type is there, whichever of the two, and its page can be run.
            let function = unsafe {
                std::mem::transmute::<*mut u8, extern "C" fn() -> u32>(reservation.executable.as_ptr())
            };
            function()
        })
    });
    // SAFETY: it came from this mapper, and its addresses were used only above.
    unsafe { mapper.release(reservation) };
    results.map(|results| results == [1, 2])
}

/// Instruction fetch sees all stores.
#[cfg(all(unix, not(target_arch = "aarch64")))]
pub(super) fn runs_what_was_written(_mapper: &dyn Mapper) -> Result<bool, MemoryError> {
    Ok(true)
}
