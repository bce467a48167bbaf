//! The interpreter on the process's own memory and functions: what compiled code does, one value after the other.

use super::raw_call::RawCallee;
use super::trampoline::{MachineState, enter};
use super::{MemoryError, MemoryRequest, Trap, TrapRecovery};
use crate::base::Reg;
use crate::interp::{Bits, ExternCall, ExternCallee, Fault, Host, HostError, Place, Reply};
use rustc_hash::FxHashMap;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ops::Range;
use std::ptr::{NonNull, with_exposed_provenance, with_exposed_provenance_mut};

/// Nothing is at addresses below this, on any system.
const FIRST_PAGE: u64 = 4096;

/// What conventions want of a stack, and data of any type.
const ALIGN: usize = 16;

/// Zeroed memory at a fixed address, which raw addresses may reach.
struct Memory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its memory, as a `Vec` does.
unsafe impl Send for Memory {}

impl Memory {
    fn new(bytes: usize) -> Result<Memory, MemoryError> {
        let limit = isize::MAX as usize - ALIGN;
        let size = bytes.clamp(1, limit).next_multiple_of(ALIGN);
        let layout = Layout::from_size_align(size, ALIGN).ok().filter(|_| bytes <= limit);
        let layout = layout.ok_or(MemoryError::TooLarge { bytes, limit })?;
        // SAFETY: the layout is not empty.
        let start = NonNull::new(unsafe { alloc_zeroed(layout) });
        let refused = MemoryError::Refused { request: MemoryRequest::Data, bytes, os_error: None };
        start.map(|start| Memory { start, layout }).ok_or(refused)
    }

    /// Its address, which anybody may use from now on.
    fn address(&self) -> u64 {
        self.start.as_ptr().expose_provenance() as u64
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and nobody else's.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

/// A function or data by name: its address.
type Symbols<'s> = Box<dyn FnMut(&str) -> Option<*const u8> + 's>;

/// A host of the interpreter whose memory is that of the process, and whose functions are those at real addresses.
///
/// So a program can run procedures in the interpreter that it would otherwise compile: to have something to compare
/// their code with, or before they are compiled at all. Loads and stores need no alignment. Arguments and results of
/// calls are where the call's convention wants them, of whatever signature.
///
/// What it does not do:
/// - *A fault is not caught.* An access to memory that is not there is a signal, and the end of the process, whether
///   or not the operation says that it traps; only for addresses in the first page of the address space, and around
///   the end of it, is it what the interpreter makes of a fault: a trap of an operation that says so, else undefined.
/// - *Procedures that are interpreted have no code.* What SymbolAddress gives for one is good for calls in the
///   interpreter alone: no function at a real address can call it.
/// - Frames of interpreted procedures are in memory of the host's, not on the thread's stack. FramePointer and the
///   comparison of StackLimitCheck are about that memory.
/// - *Pinned registers are not handed on.* A call out of a procedure that has some, in the convention that shares them,
///   is an error.
/// - Accesses are not atomic.
pub struct RawHost<'s> {
    stack: Memory,
    data: FxHashMap<String, Memory>,
    symbols: Symbols<'s>,
    registers: [Option<u64>; Reg::COUNT],
    recovery: Option<TrapRecovery>,
    is_invalidated: Box<dyn FnMut(Place) -> bool + 's>,
}

impl<'s> RawHost<'s> {
    /// A host with this many bytes for the frames of interpreted procedures. `symbols` gives the addresses of
    /// functions and data that are not added to the host.
    ///
    /// # Errors
    ///
    /// There is not so much memory.
    ///
    /// # Safety
    ///
    /// For everything that is executed with this host, as for compiled code of it:
    /// - Memory that it loads, stores, copies or fills is valid for that, and nobody else uses it in ways that exclude
    ///   it: no reference to it is used meanwhile that says otherwise, no other thread writes what it reads or reads
    ///   what it writes. Its addresses come from pointers whose provenance is exposed (`pointer as usize`,
    ///   [`expose_provenance`](https://doc.rust-lang.org/std/primitive.pointer.html#method.expose_provenance)).
    /// - What it calls at an address, or by a name for which `symbols` has an address, is a function of the signature
    ///   and the convention of the call, may be called with these arguments, keeps the frame pointer and what the C
    ///   convention of this machine keeps unless its own convention says otherwise, and returns: it does not unwind.
    pub unsafe fn new(
        stack_bytes: usize,
        symbols: impl FnMut(&str) -> Option<*const u8> + 's,
    ) -> Result<RawHost<'s>, MemoryError> {
        Ok(RawHost {
            stack: Memory::new(stack_bytes)?,
            data: FxHashMap::default(),
            symbols: Box::new(symbols),
            registers: [None; Reg::COUNT],
            recovery: None,
            is_invalidated: Box::new(|_| false),
        })
    }

    /// Makes traps inside functions that are called traps of the calls: those of compiled code, and those that host
    /// functions raise ([`raise_trap`](super::raise_trap)).
    ///
    /// # Safety
    ///
    /// The functions that are called keep the rules of [`TrapRecovery::catch`].
    pub unsafe fn catch_traps(&mut self, recovery: TrapRecovery) {
        self.recovery = Some(recovery);
    }

    /// Adds data, which lives as long as the host and replaces what had the name; its address, a multiple of 16.
    ///
    /// # Errors
    ///
    /// There is not so much memory.
    pub fn add_data(&mut self, name: &str, bytes: &[u8]) -> Result<u64, MemoryError> {
        let memory = Memory::new(bytes.len())?;
        // SAFETY: the memory is as large as this and nobody else's yet.
        unsafe { memory.start.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len()) };
        let address = memory.address();
        self.data.insert(name.to_string(), memory);
        Ok(address)
    }

    /// Says what a register that is no argument, or is pinned, holds at entry.
    pub fn set_register(&mut self, reg: Reg, bits: u64) {
        self.registers[reg.index()] = Some(bits);
    }

    /// Says which invalidation points leave when they are reached. None does unless told otherwise.
    pub fn set_invalidation(&mut self, is_invalidated: impl FnMut(Place) -> bool + 's) {
        self.is_invalidated = Box::new(is_invalidated);
    }

    /// The function of a call: its address.
    fn function(&mut self, callee: ExternCallee<'_>) -> Result<*const u8, HostError> {
        let address = match callee {
            ExternCallee::Address(address) => range(address, 1).ok().map(with_exposed_provenance),
            ExternCallee::Name(name) => (self.symbols)(name),
        };
        address.ok_or_else(|| match callee {
            ExternCallee::Name(name) => HostError::new(format!("no function {name:?}")),
            ExternCallee::Address(address) => HostError::new(format!("no function at {address:#x}")),
        })
    }
}

/// Where an access begins, unless nothing can be there.
fn range(address: u64, bytes: u64) -> Result<usize, Fault> {
    let end = address.checked_add(bytes.max(1) - 1);
    let fits = end.is_some_and(|end| usize::try_from(end).is_ok());
    match usize::try_from(address) {
        Ok(start) if fits && address >= FIRST_PAGE => Ok(start),
        _ => Err(Fault { address }),
    }
}

impl fmt::Debug for RawHost<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RawHost({} bytes of stack, {} data)", self.stack.layout.size(), self.data.len())
    }
}

impl Host for RawHost<'_> {
    fn load(&mut self, address: u64, bytes: u32) -> Result<u64, Fault> {
        let start = range(address, bytes.into())?;
        // SAFETY: whoever made the host answers for what is executed: memory of so many bytes is there to be read.
        Ok(unsafe {
            match bytes {
                1 => with_exposed_provenance::<u8>(start).read().into(),
                2 => with_exposed_provenance::<u16>(start).read_unaligned().to_le().into(),
                4 => with_exposed_provenance::<u32>(start).read_unaligned().to_le().into(),
                8 => with_exposed_provenance::<u64>(start).read_unaligned().to_le(),
                _ => return Err(Fault { address }),
            }
        })
    }

    fn store(&mut self, address: u64, bytes: u32, bits: u64) -> Result<(), Fault> {
        let start = range(address, bytes.into())?;
        // SAFETY: as for loads; this memory is there to be written.
        unsafe {
            match bytes {
                1 => with_exposed_provenance_mut::<u8>(start).write(bits as u8),
                2 => with_exposed_provenance_mut::<u16>(start).write_unaligned((bits as u16).to_le()),
                4 => with_exposed_provenance_mut::<u32>(start).write_unaligned((bits as u32).to_le()),
                8 => with_exposed_provenance_mut::<u64>(start).write_unaligned(bits.to_le()),
                _ => return Err(Fault { address }),
            }
        }
        Ok(())
    }

    fn copy(&mut self, destination: u64, source: u64, count: u64) -> Result<(), Fault> {
        if count == 0 {
            return Ok(());
        }
        let (to, from) = (range(destination, count)?, range(source, count)?);
        let (to, from) = (with_exposed_provenance_mut::<u8>(to), with_exposed_provenance::<u8>(from));
        // SAFETY: as for loads and stores; the two may overlap. The count fits, because the end of both does.
        unsafe { std::ptr::copy(from, to, count as usize) };
        Ok(())
    }

    fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault> {
        if count == 0 {
            return Ok(());
        }
        let to = with_exposed_provenance_mut::<u8>(range(destination, count)?);
        // SAFETY: as for stores. The count fits, because the end does.
        unsafe { std::ptr::write_bytes(to, byte, count as usize) };
        Ok(())
    }

    fn stack(&self) -> Range<u64> {
        let start = self.stack.address();
        start..start + self.stack.layout.size() as u64
    }

    fn symbol(&mut self, name: &str) -> Option<u64> {
        match self.data.get(name) {
            Some(data) => Some(data.address()),
            None => (self.symbols)(name).map(|address| address.expose_provenance() as u64),
        }
    }

    fn call(&mut self, call: &ExternCall<'_>) -> Result<Reply, HostError> {
        if call.shares_pinned {
            return Err(HostError::new("the callee would not get the caller's pinned registers"));
        }
        let function = self.function(call.callee)?;
        let variadic_start = call.variadic_start.map_or(call.params.len(), |start| start as usize);
        let (convention, params, results) = (call.conv, call.params, call.results);
        let callee = RawCallee { function, convention, params, results, variadic_start };
        let run = |state: &mut MachineState| match self.recovery {
            // SAFETY: the state is one for this call. Whoever made the host, and let it catch traps, answers for the
            // rest; the closure owns nothing.
            Some(recovery) => unsafe { recovery.catch(|| enter(state)) },
            None => {
                // SAFETY: as above.
                unsafe { enter(state) };
                Ok::<(), Trap>(())
            }
        };
        match callee.call(call.args.iter().copied(), run) {
            Ok(Ok(results)) => Ok(Reply::Results(Bits::from_vec(results))),
            Ok(Err(trap)) if trap.thrown().is_some() => Ok(Reply::Exception),
            Ok(Err(trap)) => Ok(Reply::Trap(trap.code)),
            Err(error) => Err(HostError::new(error.to_string())),
        }
    }

    fn is_invalidated(&mut self, point: Place) -> bool {
        (self.is_invalidated)(point)
    }

    fn register(&mut self, reg: Reg) -> Option<u64> {
        self.registers[reg.index()]
    }
}
