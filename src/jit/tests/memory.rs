//! Tests of code memory with mappers that refuse requests.

use super::*;
use crate::base::{Origin, SiteId};
use crate::isa::{PatchableKind, PatchableSite};
use crate::jit::{Access, Mapper, MemoryError, MemoryRequest, Reservation, SystemMapper};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The requests made to a [`Refusing`] mapper.
#[derive(Default)]
struct Log {
    calls: AtomicUsize,
    /// The number of the request to refuse, from 1.
    refuse: AtomicUsize,
    reservations: AtomicUsize,
    /// True if the refused request was to make pages writable, which happens when a block is dropped.
    refused_a_drop: AtomicBool,
}

/// Passes requests to the system, except one.
struct Refusing {
    system: SystemMapper,
    log: Arc<Log>,
    largest: usize,
}

impl Refusing {
    fn check_request(&self, request: MemoryRequest, bytes: usize) -> Result<(), MemoryError> {
        let call = self.log.calls.fetch_add(1, Relaxed) + 1;
        if call == self.log.refuse.load(Relaxed) {
            Err(MemoryError::Refused { request, bytes, os_error: None })
        } else {
            Ok(())
        }
    }
}

// SAFETY: requests are passed to the system's mapper, or have no effect.
unsafe impl Mapper for Refusing {
    fn mode(&self) -> MappingMode {
        self.system.mode()
    }

    fn page_size(&self) -> usize {
        self.system.page_size()
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        self.check_request(MemoryRequest::Reserve, size)?;
        if size > self.largest {
            return Err(MemoryError::Refused {
                request: MemoryRequest::Reserve,
                bytes: size,
                os_error: None,
            });
        }
        let reservation = self.system.reserve(size)?;
        self.log.reservations.fetch_add(1, Relaxed);
        Ok(reservation)
    }

    unsafe fn commit(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
    ) -> Result<(), MemoryError> {
        self.check_request(MemoryRequest::Commit, size)?;
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.commit(reservation, offset, size) }
    }

    unsafe fn protect(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        self.check_request(MemoryRequest::Protect, size)
            .inspect_err(|_| self.log.refused_a_drop.store(access == Access::Write, Relaxed))?;
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.protect(reservation, offset, size, access) }
    }

    unsafe fn release(&self, reservation: Reservation) {
        self.log.reservations.fetch_sub(1, Relaxed);
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.release(reservation) };
    }
}

const MIB: usize = 1 << 20;

fn refusing(mode: MappingMode, reservation: usize, largest: usize) -> (CodeMemory, Arc<Log>) {
    let log = Arc::new(Log::default());
    let system = SystemMapper::with_mode(mode).expect("both modes work where tests run");
    let mapper = Refusing { system, log: log.clone(), largest };
    (CodeMemory::with_mapper(Box::new(mapper), reservation).expect("a mapper"), log)
}

/// Fills more than one region, drops, and fills again. A link that fails for lack of memory is repeated.
fn fill_and_drop(memory: &CodeMemory, mut failed: impl FnMut(MemoryError)) {
    let signature = long_to_long();
    let sizes = [100, 200_000, 700_000, 900_000, 40, 1_500_000];
    for _ in 0..2 {
        let mut codes = Vec::new();
        for (n, size) in sizes.into_iter().enumerate() {
            let code = adding(n as u8, size);
            let linked = link_one(memory, &code, &signature).or_else(|error| {
                match error {
                    LinkError::Memory(error) => failed(error),
                    error => panic!("{error}"),
                }
                link_one(memory, &code, &signature)
            });
            codes.push(linked.expect("refused only once"));
            // Drops every second one early.
            if n % 2 == 1 {
                codes.remove(0);
            }
        }
        for code in &codes {
            // SAFETY: the code is a pure function of these types.
            let add = unsafe { code.typed::<LongToLong>() }.expect("the types of the code");
            assert_eq!(add.call(0), i64::from(code.bytes()[3]));
        }
    }
}

#[test]
fn every_request_may_be_refused() {
    for mode in [MappingMode::Dual, MappingMode::Toggling] {
        let (memory, log) = refusing(mode, MIB, usize::MAX);
        fill_and_drop(&memory, |error| panic!("{error}"));
        let calls = log.calls.load(Relaxed);
        assert!(calls > 8, "{calls}");
        for refuse in 1..=calls {
            let (memory, log) = refusing(mode, MIB, usize::MAX);
            log.refuse.store(refuse, Relaxed);
            let mut errors = 0;
            fill_and_drop(&memory, |error| {
                assert!(matches!(error, MemoryError::Refused { os_error: None, .. }), "{error}");
                errors += 1;
            });
            let silent = log.refused_a_drop.load(Relaxed);
            assert_eq!(errors, if silent { 0 } else { 1 }, "{mode:?} {refuse}");
            assert!(!silent || mode == MappingMode::Toggling);
            // Allocating another block retries the request that was refused when a block was dropped.
            drop(link_one(&memory, &adding(0, 0), &long_to_long()).expect("refused only once"));
            assert_eq!((memory.stats().used, log.reservations.load(Relaxed)), (0, 1), "{mode:?} {refuse}");
            drop(memory);
            assert_eq!(log.reservations.load(Relaxed), 0, "{mode:?} {refuse}");
        }
    }
}

#[test]
fn smaller_regions_are_tried() {
    let (memory, _) = refusing(MappingMode::Dual, 256 * MIB, 5 * MIB);
    let code = link_one(&memory, &adding(1, 0), &long_to_long()).expect("links");
    assert_eq!(memory.stats().reserved, 4 * MIB);
    drop(code);
    let (memory, log) = refusing(MappingMode::Dual, 256 * MIB, MIB - 1);
    let error = link_one(&memory, &adding(1, 0), &long_to_long()).expect_err("less than the minimum");
    let refused = MemoryError::Refused { request: MemoryRequest::Reserve, bytes: MIB, os_error: None };
    assert_eq!((error, log.calls.load(Relaxed)), (LinkError::Memory(refused), 9));
}

#[test]
fn large_blocks_get_large_regions() {
    let (memory, _) = refusing(MappingMode::Dual, MIB, usize::MAX);
    let code = link_one(&memory, &adding(1, 3 * MIB), &long_to_long()).expect("links");
    assert_eq!(memory.stats().reserved, 3 * MIB);
    let small = link_one(&memory, &adding(1, 0), &long_to_long()).expect("links");
    assert_eq!(memory.stats().reserved, 4 * MIB);
    drop((code, small));
    assert_eq!(memory.stats().reserved, 3 * MIB, "the first empty region stays");
    assert_eq!(
        memory.allocate(1 << 30, 16).err().map(|error| error.to_string()),
        Some("1073741824 bytes of code in one block; at most 1073737728 are possible".into())
    );
    for alignment in [0, 24, 8192] {
        let error = MemoryError::BadAlignment { alignment, limit: 4096 };
        assert_eq!(memory.allocate(16, alignment).err(), Some(error));
    }
}

#[test]
fn free_memory_is_filled_with_traps() {
    in_both_modes(|memory| {
        let mut first = memory.allocate(100, 16).expect("memory");
        assert!(first.write(|bytes| bytes.iter().all(|&byte| byte == 0xCC)));
        first.write(|bytes| bytes.fill(1));
        first.truncate(10);
        let start = first.address();
        let first = first.publish(10).expect("memory");
        assert_eq!(first.copy_code(0..10), [1; 10]);
        if memory.mode() == MappingMode::Dual {
            // SAFETY: committed memory outside of blocks.
            let behind = unsafe { std::slice::from_raw_parts(start.wrapping_add(16), 100) };
            assert_eq!(behind, [0xCC; 100]);
        }
        let unpublished = memory.allocate(100, 16).expect("memory");
        drop((first, unpublished));
        assert_eq!(memory.stats().used, 0);
        let mut again = memory.allocate(1000, 16).expect("memory");
        assert_eq!(again.address(), start);
        assert!(again.write(|bytes| bytes.iter().all(|&byte| byte == 0xCC)));
    });
}

#[test]
fn blocks_are_packed_in_the_dual_mode_and_own_pages_in_the_other() {
    in_both_modes(|memory| {
        let blocks = [1, 2, 3].map(|_| memory.allocate(20, 16).expect("memory"));
        let step = if memory.mode() == MappingMode::Dual { 32 } else { 4096 };
        let distance = |a: usize, b: usize| blocks[b].address().addr() - blocks[a].address().addr();
        assert_eq!([distance(0, 1), distance(1, 2)], [step; 2]);
        assert_eq!(memory.stats().used, 3 * step);
    });
}

/// A mapper that imitates `MAP_JIT` on any system: pages are written or executed by all threads at once. So a write
/// without selecting writing raises a signal, as does running code while writing is selected.
struct EmulatedMapJit(std::sync::Mutex<Vec<Reservation>>, AtomicUsize);

impl EmulatedMapJit {
    fn protect_all(reservation: &Reservation, protection: libc::c_int) {
        let start = reservation.executable.as_ptr().cast();
        // SAFETY: a mapping of `reserve`, whose users selected this access.
        assert_eq!(unsafe { libc::mprotect(start, reservation.size, protection) }, 0);
    }
}

const RUN: libc::c_int = libc::PROT_READ | libc::PROT_EXEC;

// SAFETY: pages are committed on reservation, at new addresses, and have one of the two protections.
unsafe impl Mapper for Arc<EmulatedMapJit> {
    fn mode(&self) -> MappingMode {
        MappingMode::PerThread
    }

    fn page_size(&self) -> usize {
        4096
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANON;
        // SAFETY: a new mapping does not touch existing ones.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), size, RUN, flags, -1, 0) };
        assert_ne!(start, libc::MAP_FAILED);
        let start = std::ptr::NonNull::new(start.cast()).expect("no mapping begins at 0");
        let reservation = Reservation { executable: start, writable: start, size };
        self.0.lock().expect("no panic").push(reservation);
        Ok(reservation)
    }

    unsafe fn commit(&self, _: &Reservation, _: usize, _: usize) -> Result<(), MemoryError> {
        Ok(())
    }

    unsafe fn protect(&self, _: &Reservation, _: usize, _: usize, _: Access) -> Result<(), MemoryError> {
        panic!("pages keep their protection");
    }

    fn set_writing(&self, writing: bool) {
        let before = self.1.swap(usize::from(writing), Relaxed);
        assert_eq!(before, usize::from(!writing), "in turn");
        let protection = if writing { libc::PROT_READ | libc::PROT_WRITE } else { RUN };
        self.0.lock().expect("no panic").iter().for_each(|all| EmulatedMapJit::protect_all(all, protection));
    }

    unsafe fn release(&self, reservation: Reservation) {
        self.0.lock().expect("no panic").retain(|other| other.executable != reservation.executable);
        // SAFETY: guaranteed by the caller.
        unsafe { libc::munmap(reservation.executable.as_ptr().cast(), reservation.size) };
    }
}

#[test]
fn per_thread_mode_selects_writing_before_each_write() {
    let mapper = Arc::new(EmulatedMapJit(std::sync::Mutex::default(), AtomicUsize::new(0)));
    let memory = CodeMemory::with_mapper(Box::new(mapper.clone()), MIB).expect("a mapper");
    crate::jit::mapper::probe(&mapper).expect("it works");
    fill_and_drop(&memory, |error| panic!("{error}"));
    let (mut first, signature) = (memory.allocate(64, 16).expect("room"), long_to_long());
    assert!(first.write(|bytes| bytes.iter().all(|&byte| byte == 0xCC)));
    let code = link_one(&memory, &adding(3, 40), &signature).expect("links");
    // SAFETY: the code is a pure function of these types.
    assert_eq!(unsafe { code.typed::<LongToLong>() }.expect("its types").call(4), 7);
    assert_eq!(memory.stats().used, 112, "blocks are packed");
    // `test eax, 8; mov rax, [cell]; ret`; the point exits to `mov eax, 2; ret`.
    let bytes = [0xA9, 8, 0, 0, 0, 0x48, 0x8B, 5, 0, 0, 0, 0, 0xC3, 0xB8, 2, 0, 0, 0, 0xC3];
    let mut changing = relocated(&bytes, 8, RelocKind::X64Rel32, RelocTarget::Site(SiteId::new(1)));
    let point = PatchableKind::Invalidation { offset: 0, exit: 13 };
    changing.patchable_sites = [point, PatchableKind::Constant { bits: 7 }]
        .map(|kind| PatchableSite { kind, origin: Origin(0) })
        .into();
    let changing = link_one(&memory, &changing, &long_to_long()).expect("links");
    // SAFETY: the code is a constant function of these types.
    let call = || unsafe { changing.typed::<LongToLong>() }.expect("its types").call(0);
    assert_eq!(call(), 7);
    let site = changing.constant_sites().next().expect("a constant").0;
    // SAFETY: any value is valid.
    assert_eq!(unsafe { changing.patch_constant(site, 8) }, Ok(7));
    assert_eq!((call(), changing.invalidate(), call()), (8, Ok(1), 2));
    drop((first, code, changing));
    assert_eq!((memory.stats().used, mapper.1.load(Relaxed)), (0, 0));
    drop(memory);
    assert!(mapper.0.lock().expect("no panic").is_empty());
}
