//! Handles to linked code, and the groups that own it.

use super::caller_rows::CallerRow;
use super::exit_index::{ExitIndex, LazyIndex};
use super::exit_slots::{ExitSlot, ExitSlots, HandlerCell};
use super::exits::{ExitHandler, ExitReply, TakenExit};
use super::function_table::FunctionTable;
use super::memory::ExecutableBlock;
use super::patch::{NO_NODE, Targets};
use super::registration::Registered;
use super::registry;
use super::tables::{Spans, Tables};
use super::unwind_tables::UnwindTable;
use super::{Linkable, MemoryError, MemoryRequest};
use crate::base::{Assignment, CallConv, ExitId, Origin, OsrLayout, Signature, SiteId};
use crate::isa::{
    CodeOrigin, CodePiece, EntryFunction, ExitTable, ExitTableError, FrameInfo, GcMap, Handler,
    PatchableSite, TrapSite,
};
use crate::support::Entity;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::num::NonZero;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, AtomicUsize};
use std::sync::{Arc, OnceLock, Weak};

/// A handle to one linked procedure.
///
/// Procedures linked together form a group. Every handle to any of them keeps the whole group alive. Dropping the last
/// handle frees the memory of code and data: no thread may be running the code then, or keep an address in it for later
/// use. [`super::TypedCode`] owns such a handle, so calls through it are safe from that.
pub struct Code {
    /// Counts this handle in [`Group::handles`].
    group: Arc<Group>,
    index: u32,
}

/// A handle to a procedure that does not keep it alive: for data that the code itself refers to, which would otherwise
/// keep its own code alive for ever. Created by [`Code::downgrade`].
#[derive(Clone, Default)]
pub struct WeakCode {
    group: Weak<Group>,
    index: u32,
}

impl WeakCode {
    /// A handle to no code.
    pub const fn new() -> WeakCode {
        WeakCode { group: Weak::new(), index: 0 }
    }

    /// True if the code was freed. False does not mean that it can still be upgraded.
    pub(super) fn is_freed(&self) -> bool {
        self.group.strong_count() == 0
    }

    /// Returns a handle that keeps the code alive; `None` if the code was freed, or is about to be. While a thread
    /// executes the code, something keeps it alive, so functions that it calls get a handle.
    pub fn upgrade(&self) -> Option<Code> {
        let group = self.group.upgrade()?;
        let counted = registry::with_graph(|graph| graph.add_found_handle(&group));
        // Here the last owner of the group may be dropped, without the lock.
        counted.then(|| Code::counted(group, self.index))
    }
}

impl fmt::Debug for WeakCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.upgrade() {
            Some(code) => write!(f, "WeakCode({code:?})"),
            None => f.write_str("WeakCode(freed)"),
        }
    }
}

/// Procedures linked together, and the resources they own.
pub(super) struct Group {
    /// Declared before `block`, which contains the table, so that it is dropped first.
    _functions: FunctionTable,
    /// Registrations with debuggers and profilers; dropped before `block` as well.
    _registered: Option<Box<Registered>>,
    _unwind_table: UnwindTable,
    pub(super) block: ExecutableBlock,
    data: Data,
    /// Sorted by offset.
    procedures: Box<[Procedure]>,
    tables: Tables,
    /// Called when code of the group takes an exit.
    pub(super) exit_handler: HandlerCell,
    /// Other groups that patched jumps of this group lead to; keeps them alive.
    pub(super) targets: Targets,
    /// The number of exits that were ever linked to other code.
    pub(super) links: AtomicU32,
    /// The number of handles: owners of the group apart from other groups.
    pub(super) handles: AtomicUsize,
    /// The group's number in the graph of groups that patched jumps connect, or [`NO_NODE`]. Changed under its lock.
    pub(super) node: AtomicU32,
}

/// A patchable site, by its offset in the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Site {
    /// An invalidation point, whose opcode is patched.
    Point(u32),
    /// A data cell.
    Cell(u32),
    /// A branch, a stub in its reach that jumps to the address in a cell, and the cell.
    Branch { instruction: u32, stub: u32, cell: u32 },
    /// The constant in an instruction.
    Immediate(u32),
}

pub(super) struct Procedure {
    /// The procedure's ranges in the group's tables.
    spans: Spans,
    /// Offset in the block.
    start: u32,
    size: u32,
    code_size: u32,
    functions: Box<[EntryFunction]>,
    exits: ExitTable,
    osr_entries: Box<[OsrLayout]>,
    gc_map: GcMap,
    exit_index: LazyIndex,
    exit_slots: ExitSlots,
    whole: Piece,
    /// For an assembly of several procedures: these procedures, sorted by offset.
    pieces: Option<Box<[Piece]>>,
}

/// A procedure as needed to inspect its frames.
pub(super) struct Piece {
    range: Range<u32>,
    pub(super) frame: FrameInfo,
    pub(super) signature: Signature,
    pub(super) convention: &'static CallConv,
    assignment: OnceLock<Box<Assignment>>,
}

impl Piece {
    fn new(piece: CodePiece) -> Piece {
        let CodePiece { range, frame, signature, convention } = piece;
        Piece { range, frame, signature, convention, assignment: OnceLock::new() }
    }

    /// The places of its parameters and results.
    pub(super) fn assignment(&self) -> &Assignment {
        self.assignment.get_or_init(|| {
            let Signature { params, results } = &self.signature;
            // The procedure was compiled, so everything has its place.
            Box::new(self.convention.assign(params, results, params.len()).unwrap_or_default())
        })
    }
}

impl Group {
    /// Creates a group and registers it, so that its code can be found by address.
    pub(super) fn publish(
        block: ExecutableBlock,
        data: Data,
        procedures: Box<[Procedure]>,
        tables: Tables,
        functions: FunctionTable,
        unwind_table: UnwindTable,
        registered: Option<Box<Registered>>,
    ) -> Arc<Group> {
        let group = Group {
            _functions: functions,
            _unwind_table: unwind_table,
            _registered: registered,
            block,
            data,
            procedures,
            tables,
            exit_handler: HandlerCell::default(),
            targets: Targets::default(),
            links: AtomicU32::new(0),
            handles: AtomicUsize::new(0),
            node: AtomicU32::new(NO_NODE),
        };
        let group = Arc::new(group);
        registry::add(&group);
        group
    }

    /// The address range of the code.
    pub(super) fn addresses(&self) -> Range<usize> {
        let code = self.block.code();
        let start = code.cast::<u8>() as usize;
        // An empty block still occupies an address of its own.
        start..start + code.len().max(1)
    }

    /// Index of the procedure that contains an address, and the offset of the address in it.
    pub(super) fn procedure_at(&self, address: usize) -> Option<(usize, u32)> {
        let offset = address.checked_sub(self.addresses().start)?;
        let after = self.procedures.partition_point(|procedure| procedure.start as usize <= offset);
        let index = after.checked_sub(1)?;
        let procedure = &self.procedures[index];
        let inside = offset - procedure.start as usize;
        (inside < procedure.size as usize).then_some((index, inside as u32))
    }

    /// The trap of the instruction at an offset of a procedure.
    fn trap_of(&self, procedure: &Procedure, offset: u32) -> Option<TrapSite> {
        let sites = self.tables.trap_sites.get(procedure.spans.trap_sites);
        let index = sites.binary_search_by_key(&offset, |site| site.offset).ok()?;
        Some(sites[index])
    }

    /// The name of a procedure.
    pub(super) fn name_of(&self, index: usize) -> &str {
        self.tables.name(&self.procedures[index].spans)
    }

    /// The address of the first byte of a procedure.
    pub(super) fn address_in(&self, index: usize) -> usize {
        self.addresses().start + self.procedures[index].start as usize
    }

    /// The exit states of a procedure.
    pub(super) fn exits_of(&self, index: usize) -> &ExitTable {
        &self.procedures[index].exits
    }

    /// The exit of a procedure's call with this return offset: the call's own, or that of the patchpoint that contains
    /// the call.
    pub(super) fn exit_of_call(
        &self,
        index: usize,
        return_offset: u32,
    ) -> Result<Option<ExitId>, ExitTableError> {
        Ok(self.procedures[index].exit_index()?.of_call(return_offset))
    }

    /// What the runtime keeps for an exit of a procedure; `None` if there is no such exit.
    pub(super) fn exit_slot(&self, index: usize, exit: ExitId) -> Option<&ExitSlot> {
        let procedure = &self.procedures[index];
        procedure.exit_slots.get(&procedure.exits, exit)
    }

    /// The procedure whose instruction is at an offset of a procedure or assembly.
    pub(super) fn piece_in(&self, index: usize, offset: u32) -> Option<&Piece> {
        self.procedures[index].piece_at(offset)
    }

    /// The maps of references of a procedure.
    pub(super) fn gc_map_of(&self, index: usize) -> &GcMap {
        &self.procedures[index].gc_map
    }

    /// Bytes of the frame below the frame pointer; `None` in code emitted by the client itself.
    pub(super) fn frame_size_at(&self, index: usize, offset: u32) -> Option<u32> {
        self.procedures[index].piece_at(offset).map(|piece| piece.frame.size)
    }

    /// How to find the caller of the instruction at an offset of a procedure; `None` if it is unknown.
    pub(super) fn caller_row(&self, index: usize, offset: u32) -> Option<CallerRow> {
        let procedure = &self.procedures[index];
        let is_code = offset < procedure.code_size;
        CallerRow::at(self.tables.callers.get(procedure.spans.callers), offset).filter(|_| is_code)
    }

    /// The origin of the instruction that contains an offset of a procedure.
    pub(super) fn origin_in(&self, index: usize, offset: u32) -> Option<Origin> {
        let procedure = &self.procedures[index];
        let origins = self.tables.origins.get(procedure.spans.origins);
        let after = origins.partition_point(|origin| origin.offset <= offset);
        let origin = origins[after.checked_sub(1)?].origin;
        (offset < procedure.code_size && origin != Origin::NONE).then_some(origin)
    }

    /// The trap of the instruction at an address and, if it takes an exit, the size in bytes of the frame below the
    /// frame pointer: `link` rejects exits without a frame. Called in signal handlers: it only reads.
    pub(super) fn trap_site_at(&self, address: usize) -> Option<(TrapSite, Option<u32>)> {
        let (index, offset) = self.procedure_at(address)?;
        let procedure = &self.procedures[index];
        let site = self.trap_of(procedure, offset)?;
        let takes_exit = site.exit.is_valid() && self.exit_handler.is_set();
        let piece = if takes_exit { procedure.piece_at(offset) } else { None };
        Some((site, piece.map(|piece| piece.frame.size)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        registry::remove(self);
    }
}

impl Procedure {
    pub(super) fn new(procedure: &Linkable<'_>, start: u32, spans: Spans) -> Procedure {
        let code = procedure.code;
        Procedure {
            spans,
            start,
            size: code.bytes.len() as u32,
            code_size: code.code_size,
            functions: code.functions.clone().into_boxed_slice(),
            exits: code.exits.clone(),
            osr_entries: code.osr_entries.clone().into_boxed_slice(),
            gc_map: code.gc_map.clone(),
            exit_index: LazyIndex::default(),
            exit_slots: ExitSlots::default(),
            whole: Piece::new(CodePiece {
                range: 0..code.code_size,
                frame: code.frame.clone(),
                signature: procedure.signature.clone(),
                convention: procedure.convention,
            }),
            pieces: code.pieces.as_ref().map(|pieces| pieces.iter().cloned().map(Piece::new).collect()),
        }
    }

    fn exit_index(&self) -> Result<&ExitIndex, ExitTableError> {
        self.exit_index.of(&self.exits)
    }

    fn piece_at(&self, offset: u32) -> Option<&Piece> {
        let Some(pieces) = &self.pieces else {
            return self.whole.range.contains(&offset).then_some(&self.whole);
        };
        let after = pieces.partition_point(|piece| piece.range.start <= offset);
        pieces[..after].last().filter(|piece| piece.range.contains(&offset))
    }
}

impl Code {
    /// Returns a handle to each procedure of a group.
    pub(super) fn all(group: Arc<Group>) -> Vec<Code> {
        (0..group.procedures.len() as u32).map(|index| Code::new(group.clone(), index)).collect()
    }

    /// A handle to a new group, or to one for which a handle exists.
    fn new(group: Arc<Group>, index: u32) -> Code {
        group.add_handle();
        Code { group, index }
    }

    /// A handle that the group has counted already.
    pub(super) fn counted(group: Arc<Group>, index: u32) -> Code {
        Code { group, index }
    }

    fn procedure(&self) -> &Procedure {
        &self.group.procedures[self.index as usize]
    }

    /// The procedure's name.
    pub fn name(&self) -> &str {
        self.group.tables.name(&self.procedure().spans)
    }

    /// The types of its parameters and results.
    pub fn signature(&self) -> &Signature {
        &self.procedure().whole.signature
    }

    /// Its calling convention.
    pub fn convention(&self) -> &'static CallConv {
        self.procedure().whole.convention
    }

    fn entry_offsets(&self) -> &[u32] {
        self.group.tables.entries.get(self.procedure().spans.entries)
    }

    /// The address of the first entry point. Calling it is `unsafe`: no handle keeps the code alive meanwhile.
    pub fn entry(&self) -> *const u8 {
        self.at_offset(self.entry_offsets()[0])
    }

    /// The number of entry points.
    pub fn entry_count(&self) -> usize {
        self.entry_offsets().len()
    }

    /// The address of the entry point of this number, if it exists. See [`Code::entry`].
    pub fn entry_at(&self, entry: usize) -> Option<*const u8> {
        self.entries().nth(entry)
    }

    /// The number of the entry point with this name: see
    /// [`Assembly::add_function`](crate::assembly::Assembly::add_function).
    pub fn entry_named(&self, name: &str) -> Option<usize> {
        let function = self.procedure().functions.iter().find(|function| function.name == name);
        function.map(|function| function.entry as usize)
    }

    /// The name and the signature of an entry point.
    pub(super) fn function_at(&self, entry: usize) -> (&str, &Signature) {
        let own = self.procedure().functions.iter().find(|function| function.entry as usize == entry);
        own.map_or((self.name(), self.signature()), |function| (&function.name, &function.signature))
    }

    /// The names and offsets of the entry points that have a name of their own.
    pub(super) fn entry_functions(&self) -> impl Iterator<Item = (&str, u32)> {
        let entries = self.entry_offsets();
        let named = self.procedure().functions.iter();
        named.filter_map(|function| Some((&function.name[..], *entries.get(function.entry as usize)?)))
    }

    /// The number of bytes that are instructions.
    pub(super) fn instructions_size(&self) -> u32 {
        self.procedure().code_size
    }

    /// The addresses of all entry points.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = *const u8> {
        self.entry_offsets().iter().map(|&entry| self.at_offset(entry))
    }

    /// The address of the first byte. See [`Code::entry`].
    pub fn start(&self) -> *const u8 {
        self.group.block.code().cast::<u8>().wrapping_add(self.procedure().start as usize)
    }

    /// The number of linked bytes: instructions, padding, constants.
    pub fn size(&self) -> usize {
        self.procedure().size as usize
    }

    /// The address of the byte at this offset, if it exists. See [`Code::entry`].
    pub fn address_of(&self, offset: u32) -> Option<*const u8> {
        ((offset as usize) < self.size()).then(|| self.at_offset(offset))
    }

    /// The address of a byte of the procedure.
    pub(super) fn at_offset(&self, offset: u32) -> *const u8 {
        self.start().wrapping_add(offset as usize)
    }

    /// A copy of the linked bytes as they are now: instructions, padding, constants. Not a reference, because
    /// [`Code::invalidate`] may change them.
    pub fn bytes(&self) -> Vec<u8> {
        self.copy(self.size())
    }

    /// A copy of the instructions as they are now, for disassembly. Padding may precede the first.
    pub fn instructions(&self) -> Vec<u8> {
        self.copy(self.procedure().code_size as usize)
    }

    fn copy(&self, size: usize) -> Vec<u8> {
        let start = self.procedure().start as usize;
        self.group.block.copy_code(start..start + size)
    }

    /// The frame. For an assembly of several procedures: an empty frame.
    pub fn frame(&self) -> &FrameInfo {
        &self.procedure().whole.frame
    }

    /// The procedure whose instruction is at an offset; `None` in code emitted by the client itself.
    pub(super) fn piece_at(&self, offset: u32) -> Option<&Piece> {
        self.procedure().piece_at(offset)
    }

    /// The procedure, if this is no assembly of several.
    pub(super) fn only_piece(&self) -> Option<&Piece> {
        let procedure = self.procedure();
        procedure.pieces.is_none().then_some(&procedure.whole)
    }

    /// All instructions that may trap, by offset.
    pub fn trap_sites(&self) -> &[TrapSite] {
        self.group.tables.trap_sites.get(self.procedure().spans.trap_sites)
    }

    /// All sites that may be patched while the code runs, by number.
    pub fn patchable_sites(&self) -> &[PatchableSite] {
        self.group.tables.patchable_sites.get(self.procedure().spans.patchable_sites)
    }

    /// The location of a patchable site.
    pub(super) fn site(&self, site: SiteId) -> Option<Site> {
        self.group.tables.sites.get(self.procedure().spans.sites).get(site.index()).copied()
    }

    /// The group that owns the code.
    pub(super) fn group(&self) -> &Arc<Group> {
        &self.group
    }

    /// The procedure's index in its group; identifies the procedure of a site.
    pub(super) fn index(&self) -> u32 {
        self.index
    }

    /// All calls with an exceptional successor, by offset.
    pub fn handlers(&self) -> &[Handler] {
        self.group.tables.handlers.get(self.procedure().spans.handlers)
    }

    /// The offset of the handler for exceptions thrown by a call, given the call's return offset. `None` if the call
    /// has no exceptional successor.
    pub fn handler_of_call(&self, return_offset: u32) -> Option<u32> {
        let handlers = self.handlers();
        let found = handlers.binary_search_by_key(&return_offset, |handler| handler.call);
        found.ok().map(|index| handlers[index].handler)
    }

    /// All origins, by offset.
    pub fn origins(&self) -> &[CodeOrigin] {
        self.group.tables.origins.get(self.procedure().spans.origins)
    }

    /// The trap of the instruction at this address; `None` if it is not a trapping instruction of this procedure.
    pub fn trap_at(&self, address: *const u8) -> Option<TrapSite> {
        self.group.trap_of(self.procedure(), self.offset_of(address)?)
    }

    /// The origin of the instruction that contains this address, if the address is in this procedure and has one.
    pub fn origin_at(&self, address: *const u8) -> Option<Origin> {
        self.origin_of(self.offset_of(address)?)
    }

    /// The origin of the instruction that contains this offset, if it has one.
    pub fn origin_of(&self, offset: u32) -> Option<Origin> {
        self.group.origin_in(self.index as usize, offset)
    }

    /// The maps of references of its safepoints.
    pub fn gc_map(&self) -> &GcMap {
        &self.procedure().gc_map
    }

    /// The buffer that an entry point takes over frames from; `None` if it is no OSR entry.
    pub fn osr_layout(&self, entry: u32) -> Option<&OsrLayout> {
        self.procedure().osr_entries.iter().find(|layout| layout.entry == entry)
    }

    /// The exit states; public as [`Code::exits`].
    pub(super) fn exit_table(&self) -> &ExitTable {
        &self.procedure().exits
    }

    pub(super) fn exit_index(&self) -> Result<&ExitIndex, ExitTableError> {
        self.procedure().exit_index()
    }

    /// What the runtime keeps for each exit.
    pub(super) fn exit_slots(&self) -> &ExitSlots {
        &self.procedure().exit_slots
    }

    /// Sets the handler called when code of the procedure, or of another one linked with it, takes an exit on any
    /// thread. The group owns the handler: a handler that owns a handle to the group keeps it alive for ever.
    ///
    /// # Safety
    /// The handler's reply determines what the code computes. Every promise made about the code, to [`Code::typed`] for
    /// example, must hold with this handler too.
    pub unsafe fn set_exit_handler(
        &self,
        handler: impl Fn(&mut TakenExit<'_>) -> ExitReply + Send + Sync + 'static,
    ) {
        self.install_exit_handler(Arc::new(handler));
    }

    /// Like [`Code::set_exit_handler`], for a handler that several groups share.
    ///
    /// # Safety
    /// As for [`Code::set_exit_handler`].
    pub unsafe fn share_exit_handler(&self, handler: ExitHandler) {
        self.install_exit_handler(handler);
    }

    /// Safe [`Code::share_exit_handler`], for code about which no promise was made yet.
    pub(crate) fn install_exit_handler(&self, handler: ExitHandler) {
        self.group.exit_handler.set(handler);
    }

    /// Returns a handle to the procedure of the same group that contains this address.
    pub fn procedure_at(&self, address: *const u8) -> Option<Code> {
        let (index, _) = self.group.procedure_at(address as usize)?;
        Some(Code::new(self.group.clone(), index as u32))
    }

    /// Returns a handle that does not keep the code alive.
    pub fn downgrade(&self) -> WeakCode {
        WeakCode { group: Arc::downgrade(&self.group), index: self.index }
    }

    /// Returns a handle to the procedure that contains this address, in any group for which a handle exists or to which a
    /// patched jump of another one leads.
    pub fn at(address: *const u8) -> Option<Code> {
        registry::find(address as usize)
    }

    /// As [`Code::at`], without locks, for code that this thread is running.
    ///
    /// # Safety
    /// If the address is in compiled code, the thread is executing that code, or has not returned from a call there.
    pub(super) unsafe fn running(address: *const u8) -> Option<Code> {
        // SAFETY: guaranteed by the caller.
        unsafe { registry::find_running(address as usize) }
    }

    /// Returns handles to all procedures of the group, with this one, in the order in which they were linked.
    pub fn siblings(&self) -> Vec<Code> {
        Code::all(self.group.clone())
    }

    /// True if this process was forked after the code was linked, and its parent's changes of the code are seen here: see
    /// [`CodeMemory`](super::CodeMemory#forked-children).
    pub fn is_shared_with_parent(&self) -> bool {
        !self.group.block.is_writable()
    }

    /// A data object of the group, which lives as long as the group. Compiled code may be changing it concurrently.
    pub fn data(&self, index: usize) -> Option<*mut [u8]> {
        self.group.data.get(index)
    }

    /// Keeps what the group was compiled from.
    pub(crate) fn keep_source(&self, source: registry::Source) {
        registry::keep_source(&self.group, source);
    }

    /// What the group was compiled from, if it was kept.
    pub(crate) fn source(&self) -> Option<registry::Source> {
        registry::source(&self.group)
    }

    pub(super) fn offset_of(&self, address: *const u8) -> Option<u32> {
        let offset = (address as usize).checked_sub(self.start() as usize)?;
        (offset < self.size()).then_some(offset as u32)
    }
}

impl Clone for Code {
    fn clone(&self) -> Code {
        Code::new(self.group.clone(), self.index)
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        self.group.remove_handle();
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({} at {:?}, {} bytes)", self.name(), self.entry(), self.size())
    }
}

/// The data objects of a group: ordinary memory that compiled code reads and writes.
pub(super) struct Data {
    memory: NonNull<u8>,
    layout: Layout,
    /// Offset and size of each data object.
    objects: Box<[(usize, usize)]>,
}

// SAFETY: it owns its memory, like a `Box`.
unsafe impl Send for Data {}
// SAFETY: a shared reference only gives raw pointers; their users must rule out data races.
unsafe impl Sync for Data {}

impl Data {
    const ALIGNMENT: NonZero<usize> = NonZero::new(16).unwrap();

    /// Allocates data objects with these contents.
    pub(super) fn new(contents: &[&[u8]]) -> Result<Data, MemoryError> {
        let mut size = 0usize;
        let refused =
            |bytes: usize| MemoryError::Refused { request: MemoryRequest::Data, bytes, os_error: None };
        let mut objects = Vec::with_capacity(contents.len());
        for content in contents {
            objects.push((size, content.len()));
            let padded = content.len().checked_next_multiple_of(Data::ALIGNMENT.get());
            size = padded.and_then(|padded| size.checked_add(padded)).ok_or_else(|| refused(usize::MAX))?;
        }
        let layout = Layout::from_size_align(size, Data::ALIGNMENT.get()).map_err(|_| refused(size))?;
        let memory = if size == 0 {
            NonNull::without_provenance(Data::ALIGNMENT)
        } else {
            // SAFETY: the layout's size is not zero.
            NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(|| refused(size))?
        };
        let data = Data { memory, layout, objects: objects.into() };
        for (index, content) in contents.iter().enumerate() {
            let object = data.get(index).expect("as many objects as contents");
            // SAFETY: the object has the content's size and is not shared yet.
            unsafe { object.cast::<u8>().copy_from_nonoverlapping(content.as_ptr(), content.len()) };
        }
        Ok(data)
    }

    pub(super) fn len(&self) -> usize {
        self.objects.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<*mut [u8]> {
        let &(offset, size) = self.objects.get(index)?;
        // SAFETY: the offset is inside the memory, or at its end for an empty object.
        let start = unsafe { self.memory.add(offset) };
        Some(std::ptr::slice_from_raw_parts_mut(start.as_ptr(), size))
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        if self.layout.size() != 0 {
            // SAFETY: allocated with this layout in `new`; the group's code no longer runs.
            unsafe { dealloc(self.memory.as_ptr(), self.layout) };
        }
    }
}
