//! Code memory over mappers that refuse.

use super::*;
use crate::jit::{Access, Mapper, MemoryError, MemoryRequest, Reservation, SystemMapper};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// What a [`Refusing`] mapper was asked.
#[derive(Default)]
struct Log {
    calls: AtomicUsize,
    /// The number of the call to refuse, from 1.
    refuse: AtomicUsize,
    reservations: AtomicUsize,
    /// True if the refused call was to make pages writable, which happens when a block is dropped.
    refused_a_drop: AtomicBool,
}

/// The system's memory, refused once.
struct Refusing {
    system: SystemMapper,
    log: Arc<Log>,
    largest: usize,
}

impl Refusing {
    fn ask(&self, request: MemoryRequest, bytes: usize) -> Result<(), MemoryError> {
        let call = self.log.calls.fetch_add(1, Relaxed) + 1;
        if call == self.log.refuse.load(Relaxed) {
            Err(MemoryError::Refused { request, bytes, os_error: None })
        } else {
            Ok(())
        }
    }
}

// SAFETY: it is the system's, or nothing happens.
unsafe impl Mapper for Refusing {
    fn mode(&self) -> MappingMode {
        self.system.mode()
    }

    fn page_size(&self) -> usize {
        self.system.page_size()
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        self.ask(MemoryRequest::Reserve, size)?;
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
        self.ask(MemoryRequest::Commit, size)?;
        // SAFETY: the caller's.
        unsafe { self.system.commit(reservation, offset, size) }
    }

    unsafe fn protect(
        &self,
        reservation: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        self.ask(MemoryRequest::Protect, size)
            .inspect_err(|_| self.log.refused_a_drop.store(access == Access::Write, Relaxed))?;
        // SAFETY: the caller's.
        unsafe { self.system.protect(reservation, offset, size, access) }
    }

    unsafe fn release(&self, reservation: Reservation) {
        self.log.reservations.fetch_sub(1, Relaxed);
        // SAFETY: the caller's.
        unsafe { self.system.release(reservation) };
    }
}

const MIB: usize = 1 << 20;

fn refusing(mode: MappingMode, reservation: usize, largest: usize) -> (CodeMemory, Arc<Log>) {
    let log = Arc::new(Log::default());
    let system = SystemMapper::with_mode(mode).expect("both modes work where tests run");
    let mapper = Refusing { system, log: log.clone(), largest };
    (CodeMemory::with_mapper(Box::new(mapper), reservation), log)
}

/// Fills more than one region, drops, and fills again. Each link that fails for memory is repeated.
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
            // Every second one goes at once.
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
            // One more block makes the memory try again what was refused when a block was dropped.
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
fn everything_that_is_no_block_is_traps() {
    in_both_modes(|memory| {
        let mut first = memory.allocate(100, 16).expect("memory");
        assert!(first.bytes_mut().iter().all(|&byte| byte == 0xCC));
        first.bytes_mut().fill(1);
        first.truncate(10);
        let start = first.address();
        let first = first.publish(10).expect("memory");
        assert_eq!(first.bytes(), [1; 10]);
        if memory.mode() == MappingMode::Dual {
            // SAFETY: committed memory that belongs to no block.
            let behind = unsafe { std::slice::from_raw_parts(start.wrapping_add(16), 100) };
            assert_eq!(behind, [0xCC; 100]);
        }
        let unpublished = memory.allocate(100, 16).expect("memory");
        drop((first, unpublished));
        assert_eq!(memory.stats().used, 0);
        let mut again = memory.allocate(1000, 16).expect("memory");
        assert_eq!(again.address(), start);
        assert!(again.bytes_mut().iter().all(|&byte| byte == 0xCC));
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
