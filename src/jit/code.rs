//! Handles that own code.

use super::exits::{ExitHandler, ExitReply, TakenExit};
use super::frame_values::LazyIndex;
use super::function_table::FunctionTable;
use super::memory::ExecutableBlock;
use super::patch::Targets;
use super::registry;
use super::tables::{Spans, Tables};
use super::{Linkable, MemoryError, MemoryRequest};
use crate::base::{CallConv, Origin, Signature, SiteId};
use crate::isa::{CodeOrigin, CodePiece, ExitTable, FrameInfo, Handler, PatchableSite, TrapSite};
use crate::support::Entity;
use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::fmt;
use std::num::NonZero;
use std::ops::Range;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, Ordering::Acquire, Ordering::Release};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// A handle to one procedure that was linked.
///
/// Procedures linked together are one group, and every handle to any of them keeps the whole group alive. When
/// the last handle is dropped, the memory of code and data is free again: nobody may be running it, or hold an
/// address in it to use later. [`super::TypedCode`] owns such a handle, so calls through it are safe of that.
#[derive(Clone)]
pub struct Code {
    group: Arc<Group>,
    index: u32,
}

/// Procedures linked together, and what they own.
pub(super) struct Group {
    /// Goes before the block in which it is.
    _functions: FunctionTable,
    pub(super) block: ExecutableBlock,
    data: Data,
    /// In order of their offsets.
    procedures: Box<[Procedure]>,
    tables: Tables,
    /// Asked when code leaves by an exit.
    exit_handler: RwLock<Option<ExitHandler>>,
    /// True when there is one. For handlers of signals, which cannot wait for a lock.
    handles_exits: AtomicBool,
    /// Other groups to which jumps of this one lead.
    pub(super) targets: Targets,
}

/// A place that may be changed: its offset in the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Site {
    /// An invalidation point whose opcode changes.
    Point(u32),
    /// A cell.
    Cell(u32),
}

/// A procedure of a group.
pub(super) struct Procedure {
    /// What is in the group's tables of it.
    spans: Spans,
    /// Offset in the block.
    start: u32,
    size: u32,
    code_size: u32,
    exits: ExitTable,
    exit_index: LazyIndex,
    whole: Piece,
    /// Of code that was put together: the procedures in it, by offset.
    pieces: Option<Box<[Piece]>>,
}

/// A procedure, as those see it who look at its frames.
pub(super) struct Piece {
    range: Range<u32>,
    pub(super) frame: FrameInfo,
    pub(super) signature: Signature,
    pub(super) convention: &'static CallConv,
    incoming_bytes: OnceLock<u32>,
}

impl Piece {
    fn new(piece: CodePiece) -> Piece {
        let CodePiece { range, frame, signature, convention } = piece;
        Piece { range, frame, signature, convention, incoming_bytes: OnceLock::new() }
    }

    /// Bytes of arguments and results above the return address.
    pub(super) fn incoming_bytes(&self) -> u32 {
        *self.incoming_bytes.get_or_init(|| {
            let Signature { params, results } = &self.signature;
            let assignment = self.convention.assign(params, results, params.len());
            assignment.map_or(0, |assignment| assignment.stack_bytes)
        })
    }
}

impl Group {
    /// A group whose code others can find by address.
    pub(super) fn publish(
        block: ExecutableBlock,
        data: Data,
        procedures: Box<[Procedure]>,
        tables: Tables,
        functions: FunctionTable,
    ) -> Arc<Group> {
        let group = Group {
            _functions: functions,
            block,
            data,
            procedures,
            tables,
            exit_handler: RwLock::default(),
            handles_exits: AtomicBool::new(false),
            targets: Targets::default(),
        };
        let group = Arc::new(group);
        registry::add(&group);
        group
    }

    /// Where the code is.
    pub(super) fn addresses(&self) -> Range<usize> {
        let bytes = self.block.bytes().as_ptr_range();
        // An empty block still has an address of its own.
        bytes.start as usize..(bytes.end as usize).max(bytes.start as usize + 1)
    }

    /// The procedure that contains an address, by index, and the address's offset in it.
    fn procedure_at(&self, address: usize) -> Option<(usize, u32)> {
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

    /// The trap of the instruction at an address, and, if it leaves by an exit, the bytes of the frame below the frame
    /// pointer. For handlers of signals: it only reads.
    pub(super) fn trap_site_at(&self, address: usize) -> Option<(TrapSite, Option<u32>)> {
        let (index, offset) = self.procedure_at(address)?;
        let procedure = &self.procedures[index];
        let site = self.trap_of(procedure, offset)?;
        let leaves = site.exit.is_valid() && self.handles_exits.load(Acquire);
        let piece = if leaves { procedure.piece_at(offset) } else { None };
        Some((site, piece.map(|piece| piece.frame.size)))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        registry::remove(self);
        // One after the other: groups may lead to each other in a chain of any length.
        let mut targets = self.targets.take();
        while let Some(target) = targets.pop() {
            if let Some(mut group) = Arc::into_inner(target.group) {
                targets.append(&mut group.targets.take());
            }
        }
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
            exits: code.exits.clone(),
            exit_index: LazyIndex::new(),
            whole: Piece::new(CodePiece {
                range: 0..code.code_size,
                frame: code.frame.clone(),
                signature: procedure.signature.clone(),
                convention: procedure.convention,
            }),
            pieces: code.pieces.as_ref().map(|pieces| pieces.iter().cloned().map(Piece::new).collect()),
        }
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
    /// A handle to each procedure of a group.
    pub(super) fn all(group: Arc<Group>) -> Vec<Code> {
        (0..group.procedures.len() as u32).map(|index| Code { group: group.clone(), index }).collect()
    }

    fn procedure(&self) -> &Procedure {
        &self.group.procedures[self.index as usize]
    }

    /// The procedure's name.
    pub fn name(&self) -> &str {
        self.group.tables.name(&self.procedure().spans)
    }

    /// What it takes and gives.
    pub fn signature(&self) -> &Signature {
        &self.procedure().whole.signature
    }

    /// How it is called.
    pub fn convention(&self) -> &'static CallConv {
        self.procedure().whole.convention
    }

    fn entry_offsets(&self) -> &[u32] {
        self.group.tables.entries.get(self.procedure().spans.entries)
    }

    /// The address of the first entry point. Calling it is `unsafe`: no handle is kept meanwhile.
    pub fn entry(&self) -> *const u8 {
        &raw const self.bytes()[self.entry_offsets()[0] as usize]
    }

    /// The number of entry points.
    pub fn entry_count(&self) -> usize {
        self.entry_offsets().len()
    }

    /// The address of an entry point, if there is one of this number. As [`Code::entry`].
    pub fn entry_at(&self, entry: usize) -> Option<*const u8> {
        self.entries().nth(entry)
    }

    /// The addresses of all entry points.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = *const u8> {
        self.entry_offsets().iter().map(|&entry| &raw const self.bytes()[entry as usize])
    }

    /// Everything that was linked of this procedure, where it runs: instructions, padding, constants.
    pub fn bytes(&self) -> &[u8] {
        let procedure = self.procedure();
        &self.group.block.bytes()[procedure.start as usize..][..procedure.size as usize]
    }

    /// The instructions, for disassembly.
    pub fn instructions(&self) -> &[u8] {
        &self.bytes()[..self.procedure().code_size as usize]
    }

    /// The frame; of an assembly of several procedures an empty one.
    pub fn frame(&self) -> &FrameInfo {
        &self.procedure().whole.frame
    }

    /// The procedure whose instruction is at an offset; `None` in code that a client emitted himself.
    pub(super) fn piece_at(&self, offset: u32) -> Option<&Piece> {
        self.procedure().piece_at(offset)
    }

    /// All instructions that may trap, by offset.
    pub fn trap_sites(&self) -> &[TrapSite] {
        self.group.tables.trap_sites.get(self.procedure().spans.trap_sites)
    }

    /// All places that may be changed while the code runs, by number.
    pub fn patchable_sites(&self) -> &[PatchableSite] {
        self.group.tables.patchable_sites.get(self.procedure().spans.patchable_sites)
    }

    /// Where a site is.
    pub(super) fn site(&self, site: SiteId) -> Option<Site> {
        self.group.tables.sites.get(self.procedure().spans.sites).get(site.index()).copied()
    }

    /// What owns the code.
    pub(super) fn owner(&self) -> &Arc<Group> {
        &self.group
    }

    /// Whose sites these are, among the procedures of the group.
    pub(super) fn index(&self) -> u32 {
        self.index
    }

    /// All calls with an exceptional successor, by offset.
    pub fn handlers(&self) -> &[Handler] {
        self.group.tables.handlers.get(self.procedure().spans.handlers)
    }

    /// Where what a call throws goes, by the offset behind the call: `None` if it has no exceptional successor.
    pub fn handler_of_call(&self, return_offset: u32) -> Option<u32> {
        let handlers = self.handlers();
        let found = handlers.binary_search_by_key(&return_offset, |handler| handler.call);
        found.ok().map(|index| handlers[index].handler)
    }

    /// All origins, by offset.
    pub fn origins(&self) -> &[CodeOrigin] {
        self.group.tables.origins.get(self.procedure().spans.origins)
    }

    /// The trap of the instruction at this address, if it is one of this procedure that may trap.
    pub fn trap_at(&self, address: *const u8) -> Option<TrapSite> {
        self.group.trap_of(self.procedure(), self.offset_of(address)?)
    }

    /// The origin of the instruction that contains this address, if it is in this procedure and has one.
    pub fn origin_at(&self, address: *const u8) -> Option<Origin> {
        self.origin_of(self.offset_of(address)?)
    }

    /// The origin of the instruction that contains this offset, if it has one.
    pub fn origin_of(&self, offset: u32) -> Option<Origin> {
        if offset >= self.procedure().code_size {
            return None;
        }
        let origins = self.origins();
        let after = origins.partition_point(|origin| origin.offset <= offset);
        let origin = origins[after.checked_sub(1)?].origin;
        (origin != Origin::NONE).then_some(origin)
    }

    /// The exit states; [`Code::exits`] is the public name.
    pub(super) fn exit_table(&self) -> &ExitTable {
        &self.procedure().exits
    }

    pub(super) fn lazy_exit_index(&self) -> &LazyIndex {
        &self.procedure().exit_index
    }

    /// From now on this handler is asked when code of the procedure, or of another one linked with it, leaves by an
    /// exit on any thread. The group keeps the handler: one that keeps a handle to the group keeps it alive for
    /// ever.
    ///
    /// # Safety
    ///
    /// What the handler replies is what the code computes. So whatever was promised of the code, to [`Code::typed`] for
    /// example, holds with this handler too.
    pub unsafe fn set_exit_handler(
        &self,
        handler: impl Fn(&mut TakenExit<'_>) -> ExitReply + Send + Sync + 'static,
    ) {
        self.install_exit_handler(Arc::new(handler));
    }

    /// As [`Code::set_exit_handler`], for a handler that several groups share.
    ///
    /// # Safety
    ///
    /// As for [`Code::set_exit_handler`].
    pub unsafe fn share_exit_handler(&self, handler: ExitHandler) {
        self.install_exit_handler(handler);
    }

    /// [`Code::share_exit_handler`], for code of which nobody has promised anything yet.
    pub(crate) fn install_exit_handler(&self, handler: ExitHandler) {
        let place = self.group.exit_handler.write();
        let before = place.unwrap_or_else(PoisonError::into_inner).replace(handler);
        self.group.handles_exits.store(true, Release);
        // What it owned may drop code, or ask for the handler: the lock is free.
        drop(before);
    }

    /// The handler of the group.
    pub(super) fn exit_handler(&self) -> Option<ExitHandler> {
        self.group.exit_handler.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A handle to the procedure of the same group that contains this address.
    pub fn procedure_at(&self, address: *const u8) -> Option<Code> {
        let (index, _) = self.group.procedure_at(address as usize)?;
        Some(Code { group: self.group.clone(), index: index as u32 })
    }

    /// A handle to the procedure that contains this address, of whichever group that is alive.
    pub fn at(address: *const u8) -> Option<Code> {
        registry::find(address as usize)
    }

    /// The handle to the procedure of this group that contains the address.
    pub(super) fn containing(group: Arc<Group>, address: usize) -> Option<Code> {
        let (index, _) = group.procedure_at(address)?;
        Some(Code { group, index: index as u32 })
    }

    /// Handles to all procedures of the group, in the order in which they were linked.
    pub fn group(&self) -> Vec<Code> {
        Code::all(self.group.clone())
    }

    /// A piece of the group's data, which lives as long as the group. Compiled code may be changing it.
    pub fn data(&self, index: usize) -> Option<*mut [u8]> {
        self.group.data.get(index)
    }

    /// The offset of an address in this procedure.
    pub(super) fn offset_of(&self, address: *const u8) -> Option<u32> {
        let bytes = self.bytes();
        let offset = (address as usize).checked_sub(bytes.as_ptr() as usize)?;
        (offset < bytes.len()).then_some(offset as u32)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({} at {:?}, {} bytes)", self.name(), self.entry(), self.bytes().len())
    }
}

/// The data of a group: ordinary memory that compiled code reads and writes.
pub(super) struct Data {
    memory: NonNull<u8>,
    layout: Layout,
    /// Offset and size of each piece.
    pieces: Box<[(usize, usize)]>,
}

// SAFETY: it owns its memory as a box does.
unsafe impl Send for Data {}
// SAFETY: a shared reference gives raw pointers only; whoever uses them answers for races.
unsafe impl Sync for Data {}

impl Data {
    const ALIGNMENT: NonZero<usize> = NonZero::new(16).unwrap();

    /// Memory with these pieces in it.
    pub(super) fn new(contents: &[&[u8]]) -> Result<Data, MemoryError> {
        let mut size = 0usize;
        let refused =
            |bytes: usize| MemoryError::Refused { request: MemoryRequest::Data, bytes, os_error: None };
        let mut pieces = Vec::with_capacity(contents.len());
        for content in contents {
            pieces.push((size, content.len()));
            let padded = content.len().checked_next_multiple_of(Data::ALIGNMENT.get());
            size = padded.and_then(|padded| size.checked_add(padded)).ok_or_else(|| refused(usize::MAX))?;
        }
        let layout = Layout::from_size_align(size, Data::ALIGNMENT.get()).map_err(|_| refused(size))?;
        let memory = if size == 0 {
            NonNull::without_provenance(Data::ALIGNMENT)
        } else {
            // SAFETY: the layout has a size.
            NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or_else(|| refused(size))?
        };
        let data = Data { memory, layout, pieces: pieces.into() };
        for (index, content) in contents.iter().enumerate() {
            let piece = data.get(index).expect("as many pieces as contents");
            // SAFETY: the piece has the content's size, is ours, and nobody else knows it yet.
            unsafe { piece.cast::<u8>().copy_from_nonoverlapping(content.as_ptr(), content.len()) };
        }
        Ok(data)
    }

    /// How many pieces there are.
    pub(super) fn len(&self) -> usize {
        self.pieces.len()
    }

    /// A piece.
    pub(super) fn get(&self, index: usize) -> Option<*mut [u8]> {
        let &(offset, size) = self.pieces.get(index)?;
        // SAFETY: the offset is inside the memory, or at its end for an empty piece.
        let start = unsafe { self.memory.add(offset) };
        Some(std::ptr::slice_from_raw_parts_mut(start.as_ptr(), size))
    }
}

impl Drop for Data {
    fn drop(&mut self) {
        if self.layout.size() != 0 {
            // SAFETY: allocated with this layout in `new`; the group's code is not running any more.
            unsafe { dealloc(self.memory.as_ptr(), self.layout) };
        }
    }
}
