//! Memory for code from the client.
#![allow(unsafe_code)] // implements mappers, and calls compiled code

use barebones::base::Type;
use barebones::error::{CompileError, LinkError};
use barebones::ir::Procedure;
use barebones::jit::{
    Access, CodeMemory, Mapper, MappingMode, MemoryError, MemoryRequest, Reservation, SystemMapper,
};
use barebones::{Compiler, OptLevel};
use barebones_testing::native::{branch_protection, mapping_modes, options_at};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// What a mapper was asked for, and what it answers.
#[derive(Default)]
struct Requests {
    /// Requests but releases.
    made: AtomicUsize,
    /// The number of the request to refuse, from 1.
    refused: AtomicUsize,
    /// Reservations that were not released.
    live: Mutex<Vec<Reservation>>,
}

/// A mapper of the client: refuses a request, or changes the answers to reservations.
struct Client {
    system: SystemMapper,
    page_size: usize,
    requests: Arc<Requests>,
    answer: fn(&Requests, Reservation) -> Reservation,
}

fn correct(_: &Requests, reservation: Reservation) -> Reservation {
    reservation
}

impl Client {
    fn new(mode: MappingMode) -> (Client, Arc<Requests>) {
        let system = SystemMapper::with_mode(mode).expect("the mode works here");
        let system = if branch_protection().landing_pads { system.guarded() } else { system };
        let requests = Arc::new(Requests::default());
        let page_size = system.page_size();
        (Client { system, page_size, requests: requests.clone(), answer: correct }, requests)
    }

    fn admit(&self, request: MemoryRequest, bytes: usize) -> Result<(), MemoryError> {
        let number = self.requests.made.fetch_add(1, Relaxed) + 1;
        match number == self.requests.refused.load(Relaxed) {
            true => Err(MemoryError::Mapper { request, bytes, reason: format!("request {number}") }),
            false => Ok(()),
        }
    }
}

// SAFETY: the system's mapper maps the memory. Wrong answers are for tests that the library rejects them.
unsafe impl Mapper for Client {
    fn mode(&self) -> MappingMode {
        self.system.mode()
    }

    fn page_size(&self) -> usize {
        self.page_size
    }

    fn is_guarded(&self) -> bool {
        self.system.is_guarded()
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        self.admit(MemoryRequest::Reserve, size)?;
        let reservation = self.system.reserve(size)?;
        let answer = (self.answer)(&self.requests, reservation);
        let mut live = self.requests.live.lock().expect("no panic");
        live.push(reservation);
        Ok(answer)
    }

    unsafe fn commit(&self, of: &Reservation, offset: usize, size: usize) -> Result<(), MemoryError> {
        self.admit(MemoryRequest::Commit, size)?;
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.commit(of, offset, size) }
    }

    unsafe fn protect(
        &self,
        of: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        self.admit(MemoryRequest::Protect, size)?;
        // SAFETY: guaranteed by the caller.
        unsafe { self.system.protect(of, offset, size, access) }
    }

    fn set_writing(&self, writing: bool) {
        self.system.set_writing(writing);
    }

    unsafe fn release(&self, reservation: Reservation) {
        let mut live = self.requests.live.lock().expect("no panic");
        // A wrong answer differs from the reservation that it was made of.
        let near = |one: &Reservation| {
            one.executable.addr().get().abs_diff(reservation.executable.addr().get())
                < self.system.page_size()
        };
        let place = live.iter().position(near).expect("it is reserved, and is released once");
        // SAFETY: it is from the system's mapper, and nothing uses it any more (caller).
        unsafe { self.system.release(live.swap_remove(place)) };
    }
}

/// Returns its argument. Has at least `size` bytes of code.
fn identity(compiler: &Compiler, size: usize) -> Procedure {
    let mut proc = Procedure::new(compiler.target());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    b.patchpoint(Type::Void)
        .generator("padding", move |masm, _| {
            let after = masm.new_label();
            masm.jump(after);
            (0..size).for_each(|_| masm.trap());
            masm.bind(after);
            Ok(())
        })
        .append();
    b.ret([x]);
    proc
}

fn compiler(memory: CodeMemory) -> Compiler {
    let mut compiler = Compiler::with_options(options_at(OptLevel::O1)).expect("a host");
    compiler.set_memory(Arc::new(memory));
    compiler
}

/// Compiles functions, calls and drops them. Returns the errors; compiling is repeated after one.
fn compile_call_and_drop(compiler: &mut Compiler) -> Vec<MemoryError> {
    let mut errors = Vec::new();
    for _ in 0..3 {
        let mut codes = Vec::new();
        while codes.len() < 3 {
            match compiler.compile(identity(compiler, 0)) {
                Ok(code) => codes.push(code),
                Err(failure) => match failure.error {
                    CompileError::Link(LinkError::Memory(error)) => errors.push(error),
                    error => panic!("{error}"),
                },
            }
        }
        for code in &codes {
            // SAFETY: the code returns its argument.
            let identity = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("its types");
            assert_eq!(identity.call(3), 3);
        }
    }
    errors
}

#[test]
fn each_request_may_fail_with_an_error_of_the_mapper() {
    for &mode in mapping_modes() {
        let (client, requests) = Client::new(mode);
        let memory = CodeMemory::with_mapper(Box::new(client), 1 << 20).expect("a correct page size");
        assert_eq!(compile_call_and_drop(&mut compiler(memory)), []);
        let count = requests.made.load(Relaxed);
        assert!(count >= 2 && requests.live.lock().expect("no panic").is_empty());
        let mut found = 0;
        for refused in 1..=count {
            let (client, requests) = Client::new(mode);
            requests.refused.store(refused, Relaxed);
            let memory = CodeMemory::with_mapper(Box::new(client), 1 << 20).expect("a correct page size");
            let mut compiler = compiler(memory.clone());
            for error in compile_call_and_drop(&mut compiler) {
                let MemoryError::Mapper { bytes, reason, .. } = &error else { panic!("{error}") };
                assert_eq!(*reason, format!("request {refused}"));
                assert!(*bytes >= 4096, "{error}");
                found += 1;
            }
            drop(compiler.compile(identity(&compiler, 0)).expect("only one request is refused"));
            assert_eq!(memory.stats().used, 0, "{mode:?} {refused}");
            drop((memory, compiler));
            assert!(requests.live.lock().expect("no panic").is_empty(), "{mode:?} {refused}");
        }
        assert!(found >= 2, "{mode:?}: reserving and committing");
    }
}

#[test]
fn reservations_that_break_the_contract_are_rejected_and_released() {
    const SIZE: &str = "a reservation of the requested size";
    const PAGE: &str = "a reservation that starts at a page";
    type Answer = fn(&Requests, Reservation) -> Reservation;
    fn moved(view: NonNull<u8>, by: usize) -> NonNull<u8> {
        NonNull::new(view.as_ptr().wrapping_add(by)).expect("not at the start of the address space")
    }
    let answers: [(&str, Answer); 4] = [
        (SIZE, |_, it| Reservation { size: it.size - 4096, ..it }),
        (SIZE, |_, it| Reservation { size: it.size + 4096, ..it }),
        (PAGE, |_, it| Reservation { executable: moved(it.executable, 8), ..it }),
        (PAGE, |_, it| Reservation { writable: moved(it.writable, 8), ..it }),
    ];
    let views: Answer = |_, it| match it.executable == it.writable {
        true => Reservation { writable: moved(it.writable, it.size), ..it },
        false => Reservation { writable: it.executable, ..it },
    };
    for &mode in mapping_modes() {
        let of_views = match mode {
            MappingMode::Dual => "views at different addresses",
            MappingMode::Toggling | MappingMode::PerThread => "one view of the memory",
        };
        for (expected, answer) in answers.into_iter().chain([(of_views, views)]) {
            let (mut client, requests) = Client::new(mode);
            client.answer = answer;
            let memory = CodeMemory::with_mapper(Box::new(client), 1 << 20).expect("a correct page size");
            let mut compiler = compiler(memory.clone());
            let failure = compiler.compile(identity(&compiler, 0)).expect_err("a wrong answer");
            assert!(failure.to_string().contains(expected), "{mode:?}: {failure}");
            assert_eq!((memory.stats().reserved, requests.made.load(Relaxed)), (0, 1), "it is not used");
            assert!(requests.live.lock().expect("no panic").is_empty(), "{mode:?}: {expected}");
        }
    }
}

#[test]
fn overlapping_reservations_are_rejected_and_the_first_one_stays() {
    for &mode in mapping_modes() {
        let (mut client, requests) = Client::new(mode);
        // The second one is the first one again.
        client.answer = |requests, it| requests.live.lock().expect("no panic").first().copied().unwrap_or(it);
        let memory = CodeMemory::with_mapper(Box::new(client), 1 << 20).expect("a correct page size");
        let mut compiler = compiler(memory.clone());
        let mut codes = Vec::new();
        let failure = loop {
            match compiler.compile(identity(&compiler, 100 << 10)) {
                Ok(code) => codes.push(code),
                Err(failure) => break failure,
            }
        };
        assert!(failure.to_string().contains("a reservation that overlaps no other"), "{failure}");
        assert_eq!(memory.stats().reserved, 1 << 20);
        drop((codes, compiler, memory));
        assert_eq!(requests.live.lock().expect("no panic").len(), 1);
    }
}

#[test]
fn page_sizes_that_break_the_contract_are_rejected() {
    for page in [0, 1, 2048, 4097, 12288, 2 << 20, usize::MAX] {
        let (mut client, _) = Client::new(mapping_modes()[0]);
        client.page_size = page;
        let error = CodeMemory::with_mapper(Box::new(client), 1 << 20).expect_err("an odd page size");
        assert!(
            matches!(error, MemoryError::BrokenContract { found, .. } if found == page),
            "{page}: {error}"
        );
    }
}
