//! Memory for code from the program itself: all code is inside one region of fixed size, for example to keep it in
//! reach of other code, or to limit it.
//!
//! ```sh
//! cargo run --release --example code_memory
//! ```

// A mapper is unsafe to implement: the library executes and writes the memory that it returns.
#![allow(unsafe_code)]

use barebones::base::Type;
use barebones::ir::Procedure;
use barebones::jit::{
    Access, CodeMemory, Mapper, MappingMode, MemoryError, MemoryRequest, Reservation, SystemMapper,
};
use barebones::{Compiler, host_target};
use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};

/// Unit of allocation in bytes: what the library reserves at least.
const PART: usize = 1 << 20;

/// One region of addresses, in parts.
struct Arena {
    system: SystemMapper,
    whole: Reservation,
    /// For each part, whether it is reserved.
    taken: Mutex<Vec<bool>>,
}

impl Arena {
    fn new(parts: usize) -> Result<Arena, MemoryError> {
        let system = SystemMapper::new()?;
        let whole = system.reserve(parts * PART)?;
        Ok(Arena { system, whole, taken: Mutex::new(vec![false; parts]) })
    }

    /// The offset of a reservation in the region.
    fn offset_of(&self, reservation: &Reservation) -> usize {
        reservation.executable.addr().get() - self.whole.executable.addr().get()
    }

    /// Sets whether all parts of a range are reserved.
    fn set_taken(&self, first: usize, bytes: usize, is_taken: bool) {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken[first..first + bytes.div_ceil(PART)].fill(is_taken);
    }
}

// SAFETY: each part of the region is in one reservation at most. The system's mapper maps the region.
unsafe impl Mapper for Arena {
    fn mode(&self) -> MappingMode {
        self.system.mode()
    }

    fn page_size(&self) -> usize {
        self.system.page_size()
    }

    fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
        let count = size.div_ceil(PART);
        let free = {
            let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
            taken.windows(count).position(|parts| !parts.contains(&true))
        };
        let Some(first) = free else {
            let reason = "the arena is full".into();
            return Err(MemoryError::Mapper { request: MemoryRequest::Reserve, bytes: size, reason });
        };
        self.set_taken(first, size, true);
        // SAFETY: the parts are inside both views of the region.
        let start = |view: std::ptr::NonNull<u8>| unsafe { view.add(first * PART) };
        Ok(Reservation {
            executable: start(self.whole.executable),
            writable: start(self.whole.writable),
            size,
        })
    }

    unsafe fn commit(&self, of: &Reservation, offset: usize, size: usize) -> Result<(), MemoryError> {
        // SAFETY: guaranteed by the caller; the reservation is a part of the region.
        unsafe { self.system.commit(&self.whole, self.offset_of(of) + offset, size) }
    }

    unsafe fn protect(
        &self,
        of: &Reservation,
        offset: usize,
        size: usize,
        access: Access,
    ) -> Result<(), MemoryError> {
        // SAFETY: as for `commit`.
        unsafe { self.system.protect(&self.whole, self.offset_of(of) + offset, size, access) }
    }

    fn set_writing(&self, writing: bool) {
        self.system.set_writing(writing);
    }

    unsafe fn release(&self, reservation: Reservation) {
        self.set_taken(self.offset_of(&reservation) / PART, reservation.size, false);
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: it is from this mapper. The memory owns the arena, and is dropped after all code in it.
        unsafe { self.system.release(self.whole) };
    }
}

/// A procedure that adds `n` to its argument, in at least `size` bytes of code.
fn adding(n: i64, size: usize) -> Result<Procedure, Box<dyn Error>> {
    let mut proc = Procedure::new(&host_target()?);
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let n = b.const64(n);
    let sum = b.add(x, n);
    b.patchpoint(Type::Void)
        .generator("padding", move |masm, _| {
            let after = masm.new_label();
            masm.jump(after);
            (0..size).for_each(|_| masm.trap());
            masm.bind(after);
            Ok(())
        })
        .append();
    b.ret([sum]);
    Ok(proc)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arena = Arena::new(4)?;
    let start = arena.whole.executable.addr().get();
    let memory = Arc::new(CodeMemory::with_mapper(Box::new(arena), PART)?);
    let mut compiler = Compiler::host()?;
    compiler.set_memory(memory.clone());

    // Fills the arena.
    let mut codes = Vec::new();
    let error = loop {
        match compiler.compile(adding(codes.len() as i64, 100 << 10)?) {
            Ok(code) => codes.push(code),
            Err(failure) => break failure.to_string(),
        }
    };
    println!("{} functions fit; then: {error}", codes.len());
    assert!(error.ends_with("the arena is full"));
    for (n, code) in (0..).zip(&codes) {
        let address = code.entry().addr();
        assert!((start..start + 4 * PART).contains(&address));
        // SAFETY: the code adds to its argument.
        let add = unsafe { code.typed::<extern "C" fn(i64) -> i64>()? };
        assert_eq!(add.call(40), 40 + n);
    }
    println!("all inside {} bytes at {start:#x}", 4 * PART);

    // Memory that is freed is used again.
    let count = codes.len();
    codes.truncate(count / 2);
    while codes.len() < count {
        codes.push(compiler.compile(adding(1, 100 << 10)?)?);
    }
    drop(codes);
    assert_eq!(memory.stats().used, 0);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_code_is_inside_one_region() {
        super::main().expect("runs");
    }
}
