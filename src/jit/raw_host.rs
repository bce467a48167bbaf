//! Runs the interpreter on the memory and functions of the process itself, as compiled code would.

use super::raw_call::RawCallee;
use super::trampoline::{CallState, enter};
use super::{MemoryError, MemoryRequest, Trap, TrapRecovery};
use crate::base::{Reg, Type};
use crate::interp::{Bits, ExternCall, ExternCallee, Fault, Host, HostError, Place, Reply};
use rustc_hash::FxHashMap;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::ops::Range;
use std::ptr::{NonNull, with_exposed_provenance, with_exposed_provenance_mut};

/// No system maps addresses below this.
const FIRST_PAGE: u64 = 4096;

/// Alignment that conventions require of a stack; sufficient for data of any type.
const ALIGN: usize = 16;

/// Zeroed memory at a fixed address, which may be accessed by raw address.
struct Memory {
    start: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its memory, like a `Vec`.
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

    /// Its address. The provenance is exposed, so that raw addresses may access it.
    fn address(&self) -> u64 {
        self.start.as_ptr().expose_provenance() as u64
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout, and owned by this value.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

/// Resolves the name of a function or data to its address.
type Symbols<'s> = Box<dyn FnMut(&str) -> Option<*const u8> + 's>;

/// A host of the interpreter that uses the memory of the process and functions at real addresses.
///
/// It lets a program interpret procedures that it would otherwise compile: to compare the results with compiled code,
/// or before they are compiled. Loads and stores need no alignment. Calls place arguments and results according to
/// their convention, for any signature.
///
/// Limitations:
/// - *Faults are not caught.* An access to unmapped memory raises a signal and ends the process, even if the operation
///   is marked as trapping. Only addresses in the first page, and accesses that wrap around the end of the address
///   space, are handled as faults by the interpreter: a trap if the operation is marked as trapping, else undefined.
/// - *Interpreted procedures have no code.* The value of SymbolAddress for one is only usable for calls in the
///   interpreter; a function at a real address cannot call it.
/// - Frames of interpreted procedures are in memory of the host, not on the thread's stack. FramePointer and the
///   comparison of StackLimitCheck refer to that memory.
/// - *Pinned registers are not passed on.* A call out of a procedure that has some, in the convention that shares them,
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
    /// Creates a host with this many bytes for the frames of interpreted procedures. `symbols` resolves names of
    /// functions and data that are not added to the host.
    ///
    /// # Errors
    /// Fails if the memory is not available.
    ///
    /// # Safety
    /// For everything that is executed with this host, as for compiled code:
    /// - Memory that is loaded, stored, copied or filled is valid for that. No reference is used meanwhile that forbids
    ///   the access, and there are no data races with other threads. Addresses come from pointers whose provenance is
    ///   exposed (`pointer as usize`,
    ///   [`expose_provenance`](https://doc.rust-lang.org/std/primitive.pointer.html#method.expose_provenance)).
    /// - A callee, at an address or with a name that `symbols` resolves, is a function with the signature and
    ///   convention of the call, and may be called with these arguments. It preserves the frame pointer, and the
    ///   callee-saved registers of the host's C convention unless its own convention differs. It returns: it does not
    ///   unwind.
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

    /// Reports traps inside called functions as traps of the calls: those of compiled code, and those that host
    /// functions raise ([`raise_trap`](super::raise_trap)).
    ///
    /// # Safety
    /// The called functions follow the rules of [`TrapRecovery::catch`].
    pub unsafe fn catch_traps(&mut self, recovery: TrapRecovery) {
        self.recovery = Some(recovery);
    }

    /// Adds data that lives as long as the host, replacing earlier data of this name. Returns its address, a multiple
    /// of 16.
    ///
    /// # Errors
    /// Fails if the memory is not available.
    pub fn add_data(&mut self, name: &str, bytes: &[u8]) -> Result<u64, MemoryError> {
        let memory = Memory::new(bytes.len())?;
        // SAFETY: the memory has this size and is not shared yet.
        unsafe { memory.start.copy_from_nonoverlapping(NonNull::from(bytes).cast(), bytes.len()) };
        let address = memory.address();
        self.data.insert(name.to_string(), memory);
        Ok(address)
    }

    /// Sets the value at entry of a register that is pinned, or is not an argument.
    pub fn set_register(&mut self, reg: Reg, bits: u64) {
        self.registers[reg.index()] = Some(bits);
    }

    /// Sets the predicate for invalidated points (default: none is invalidated).
    pub fn set_invalidation(&mut self, is_invalidated: impl FnMut(Place) -> bool + 's) {
        self.is_invalidated = Box::new(is_invalidated);
    }

    /// Resolves the callee of a call to its address.
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

/// The start address of an access; a fault if nothing can be mapped there.
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
        // SAFETY: the caller of `new` guarantees that memory of this size is readable there.
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
        // SAFETY: as for loads; the memory is writable.
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
        // SAFETY: as for loads and stores; the ranges may overlap. The count fits `usize`, because both ends do.
        unsafe { std::ptr::copy(from, to, count as usize) };
        Ok(())
    }

    fn fill(&mut self, destination: u64, byte: u8, count: u64) -> Result<(), Fault> {
        if count == 0 {
            return Ok(());
        }
        let to = with_exposed_provenance_mut::<u8>(range(destination, count)?);
        // SAFETY: as for stores. The count fits `usize`, because the end does.
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
            return Err(HostError::new("pinned registers are not passed on to the callee"));
        }
        let function = self.function(call.callee)?;
        let variadic_start = call.variadic_start.map_or(call.params.len(), |start| start as usize);
        let (convention, results) = (call.conv, call.results);
        let is_variadic = call.variadic_start.is_some();
        let passed = |ty: &Type| if is_variadic { convention.variadic_type(*ty) } else { *ty };
        let params = &call.params.iter().map(passed).collect::<Vec<Type>>();
        let callee =
            RawCallee { name: "host function", function, convention, params, results, variadic_start };
        let run = |state: &mut CallState| match self.recovery {
            // SAFETY: the state was built for this call; the closure owns nothing. The callers of `new` and
            // `catch_traps` guarantee the rest.
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
