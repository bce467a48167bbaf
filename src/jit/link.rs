//! Linking: turns the compiled code of a module into runnable code.
//!
//! The procedures of a group are laid out consecutively in one block, followed by veneers. A branch to an address
//! outside the group that may be out of reach goes through a veneer; each distinct address has one. All errors of the
//! input are found before memory is allocated. Only distances from the block to outside addresses are checked later.

use super::code::{Data, Group, Procedure, Site};
use super::function_table::{FunctionTable, Functions};
use super::link_sites::check_sites;
use super::points::{BranchEncoding, ImmediateEncoding, PointEncoding, page_field};
use super::registration::{self, Linked};
use super::tables::Tables;
use super::unwind_tables::{self, UnwindTable};
use super::{Code, CodeMemory, LinkError, MappingMode, host_arch, lib_calls, shadow_stack, thunk};
use crate::base::{Arch, CallConv, Signature, SymbolId};
use crate::isa::unwind::{CallFrameTable, CodeAddresses, FrameState, FrameStates};
use crate::isa::{BranchRole, CompiledCode, PatchableKind, RelocKind, RelocTarget, Relocation};
use crate::support::Entity;
use std::ops::Range;

/// One procedure to link.
#[derive(Clone, Copy, Debug)]
pub struct Linkable<'a> {
    /// Its name, for errors and listings.
    pub name: &'a str,
    /// Its code. The tables in it are sorted by offset.
    pub code: &'a CompiledCode,
    /// The types of its parameters and results.
    pub signature: &'a Signature,
    /// Its calling convention.
    pub convention: &'static CallConv,
}

/// What a symbol of a procedure resolves to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// The first entry of a procedure of the group, by index.
    Procedure(usize),
    /// A data object of the group, by index.
    Data(usize),
    /// An address outside the group: a host function, data, or code of another group. The caller of the group's code
    /// must ensure that the address is right and that its target stays alive.
    Address(*const u8),
}

/// Links the procedures of a module as one group, and returns a handle to each.
///
/// `data` is copied to memory of the group; each data object is aligned to 16 bytes and zero-padded.
/// `resolve(procedure, symbol)` resolves a symbol of a procedure, given its index.
///
/// # Errors
/// Fails if the input is inconsistent, a symbol is unresolved, or no memory is available. Nothing stays allocated then.
pub fn link(
    memory: &CodeMemory,
    procedures: &[Linkable<'_>],
    data: &[&[u8]],
    resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
) -> Result<Vec<Code>, LinkError> {
    let Some(first) = procedures.first() else { return Ok(Vec::new()) };
    let host = host_arch();
    for procedure in procedures {
        if host != Some(procedure.code.arch) {
            let (procedure, found) = (procedure.name.into(), procedure.code.arch);
            return Err(LinkError::WrongArch { procedure, found, host });
        }
        check(procedure)?;
        let returns_elsewhere = !procedure.code.handlers.is_empty() || procedure.code.retpolines;
        if returns_elsewhere && shadow_stack::forbids_other_returns() {
            return Err(LinkError::ShadowStack { procedure: procedure.name.into() });
        }
        check_sites(procedure.name, procedure.code)?;
        if memory.is_guarded() && !procedure.code.landing_pads {
            return Err(LinkError::NoLandingPads { procedure: procedure.name.into() });
        }
    }
    let rules = Rules::of(first.code.arch);
    let data = Data::new(data)?;
    let mut image = Image::lay_out(rules, procedures, || memory.distance())?;
    if memory.has_unwind_tables() {
        image.functions = Functions::of(procedures, &image.starts);
    }
    image.lay_out_sites(procedures, memory.mode(), memory.data_alignment())?;
    image.resolve(procedures, &data, resolve)?;

    let mut block = memory.allocate(image.total_size(), image.alignment)?;
    let base = block.address() as u64;
    image.keep_veneers_for_far_targets(base);
    block.truncate(image.total_size());
    block.write(|bytes| image.write(procedures, base, bytes))?;

    let (mut tables, mut sites) = (Tables::of(procedures), Vec::new());
    let linked = procedures.iter().enumerate().map(|(index, procedure)| {
        image.sites_of(procedures, index, &mut sites);
        Procedure::new(procedure, image.starts[index], tables.add(procedure, &sites))
    });
    let linked = linked.collect();
    let block = block.publish(image.size_of_code())?;
    let table = base as usize + image.functions_start();
    // SAFETY: the table was written there, and the group unregisters it before it frees the memory.
    let functions = unsafe { FunctionTable::add(base as usize, table, image.functions.len()) };
    let described = procedures.iter().zip(&image.starts);
    let described =
        described.map(|(linkable, &start)| Linked { name: linkable.name, code: linkable.code, start });
    let registered = registration::register(memory, &block, described, &|| image.call_frames(procedures));
    let registered = registered.map(Box::new);
    let unwind_table = match memory.has_unwind_tables() && unwind_tables::IS_SUPPORTED {
        // SAFETY: the group drops it before it frees the memory, when no thread runs the code.
        true => unsafe {
            let frames = image.call_frames(procedures);
            UnwindTable::register(&frames, base as usize, block.region_start() as usize)
        },
        false => UnwindTable::default(),
    };
    Ok(Code::all(Group::publish(block, data, linked, tables, functions, unwind_table, registered)))
}

/// Parameters of linking for an instruction set.
struct Rules {
    arch: Arch,
    /// The PC-relative relocation of branches.
    branch: RelocKind,
    /// Branch target = field content + field address - `bias`.
    bias: i64,
    /// Every distance in `-reach..reach` can be encoded.
    reach: i64,
    /// Maximum size of a group in bytes: every branch inside reaches.
    max_group: u64,
    /// A jump to any address, stored in the eight bytes that follow.
    veneer: [u8; 8],
}

/// A veneer is a jump and an address. On x86-64 the jump is padded to align the address.
pub(super) const VENEER_SIZE: u64 = 16;

/// The jump of a veneer.
pub(super) fn veneer_of(arch: Arch) -> [u8; 8] {
    Rules::of(arch).veneer
}

impl Rules {
    fn of(arch: Arch) -> &'static Rules {
        match arch {
            Arch::X64 => &Rules {
                arch: Arch::X64,
                branch: RelocKind::X64Rel32,
                bias: -4,
                reach: (1 << 31) - 4096,
                max_group: 1 << 30,
                // `xchg ax, ax; jmp [rip]`.
                veneer: [0x66, 0x90, 0xFF, 0x25, 0, 0, 0, 0],
            },
            Arch::A64 => &Rules {
                arch: Arch::A64,
                branch: RelocKind::A64Branch26,
                bias: 0,
                reach: 1 << 27,
                max_group: (1 << 27) - 4096,
                // `ldr x16, #8; br x16`.
                veneer: [0x50, 0x00, 0x00, 0x58, 0x00, 0x02, 0x1F, 0xD6],
            },
        }
    }
}

/// Rejects inconsistent code.
fn check(procedure: &Linkable<'_>) -> Result<(), LinkError> {
    let code = procedure.code;
    let size = code.bytes.len();
    let name = || procedure.name.to_string();
    let expect = |holds: bool, expected: &'static str, found: u64| {
        if holds { Ok(()) } else { Err(LinkError::Malformed { procedure: name(), expected, found }) }
    };
    let alignment = code.alignment;
    expect(
        alignment.is_power_of_two() && alignment <= 4096,
        "an alignment of 1, 2, .. 4096",
        alignment.into(),
    )?;
    expect(code.code_size as usize <= size, "no more instructions than bytes", code.code_size.into())?;
    expect(!code.entries.is_empty(), "at least one entry", 0)?;
    for &entry in &code.entries {
        expect(entry < code.code_size, "entries inside the instructions", entry.into())?;
    }
    let in_order = |misplaced: Option<u32>, expected: &'static str| {
        expect(misplaced.is_none(), expected, misplaced.unwrap_or(0).into())
    };
    let misplaced = out_of_order(&code.trap_sites, |site| site.offset, |a, b| a < b);
    in_order(misplaced, "trap sites sorted by offset")?;
    let frameless = code.trap_sites.iter().find(|site| site.exit.is_valid() && !site.has_frame);
    expect(
        frameless.is_none(),
        "a frame at trap sites with exits",
        frameless.map_or(0, |site| site.offset).into(),
    )?;
    let misplaced = out_of_order(&code.handlers, |handler| handler.call, |a, b| a < b);
    in_order(misplaced, "handlers sorted by offset")?;
    for handler in &code.handlers {
        let inside = handler.call <= code.code_size && handler.handler < code.code_size;
        expect(inside, "handlers inside the instructions", handler.handler.into())?;
    }
    let misplaced = out_of_order(&code.origins, |origin| origin.offset, |a, b| a <= b);
    in_order(misplaced, "origins sorted by offset")?;
    let mut end = 0;
    for piece in code.pieces.iter().flatten() {
        let Range { start, end: next } = piece.range;
        expect(end <= start && start <= next, "pieces sorted by offset", start.into())?;
        expect(next <= code.code_size, "pieces inside the instructions", next.into())?;
        end = next;
    }
    for &Relocation { offset, kind, .. } in &code.relocations {
        let (width, alignment, arch) = match kind {
            RelocKind::Abs64 => (8, 1, code.arch),
            RelocKind::X64Rel32 => (4, 1, Arch::X64),
            RelocKind::A64Branch26 | RelocKind::A64Page21 | RelocKind::A64PageWord12 => (4, 4, Arch::A64),
        };
        if arch != code.arch {
            return Err(LinkError::WrongKind { procedure: name(), offset, kind, arch: code.arch });
        }
        if size.checked_sub(width).is_none_or(|last| offset as usize > last) || offset % alignment != 0 {
            return Err(LinkError::BadOffset { procedure: name(), offset, size });
        }
    }
    Ok(())
}

/// The first offset that is out of order, if any.
fn out_of_order<T>(
    facts: &[T],
    offset: impl Fn(&T) -> u32,
    follows: impl Fn(u32, u32) -> bool,
) -> Option<u32> {
    let mut before = offset(facts.first()?);
    facts[1..].iter().map(offset).find(|&next| !follows(std::mem::replace(&mut before, next), next))
}

const CELL_SIZE: u64 = 8;

/// Target of a relocation.
#[derive(Clone, Copy)]
enum FixupTarget {
    /// An offset in the group.
    Inside(u64),
    /// A cell of the group, by index.
    Cell(u32),
    /// An absolute address.
    Outside(u64),
}

/// The parts of a patchable site outside of the procedure's code, by index.
#[derive(Clone, Copy, Default)]
struct SiteParts {
    cell: Option<u32>,
    /// Code that tests the cell of an invalidation point, where running code cannot be patched; or that jumps to the
    /// address in the cell of a branch.
    stub: Option<u32>,
}

/// A resolved relocation that only lacks the group's address.
struct Fixup {
    /// Index of the procedure.
    procedure: u32,
    relocation: Relocation,
    target: FixupTarget,
}

/// The layout of a group before it has an address.
struct Image {
    rules: &'static Rules,
    /// Offset of each procedure.
    starts: Vec<u32>,
    /// Size of all procedures in bytes.
    size: u64,
    alignment: u32,
    fixups: Vec<Fixup>,
    /// Addresses that have a veneer, sorted.
    veneers: Vec<u64>,
    /// The sites of all procedures, concatenated. `first_site` is the index of each procedure's first.
    sites: Vec<SiteParts>,
    first_site: Vec<usize>,
    stubs: u64,
    cells: u64,
    /// Alignment of the first cell.
    cell_alignment: u64,
    /// True if running code cannot be patched.
    toggles: bool,
    /// The unwind information for the system.
    functions: Functions,
}

impl Image {
    fn lay_out(
        rules: &'static Rules,
        procedures: &[Linkable<'_>],
        mut distance: impl FnMut() -> u64,
    ) -> Result<Image, LinkError> {
        let mut starts = Vec::with_capacity(procedures.len());
        let mut size = 0u64;
        let mut alignment = 16;
        for procedure in procedures {
            alignment = alignment.max(procedure.code.alignment);
            // The block already begins at a random distance.
            let distance = if starts.is_empty() { 0 } else { distance() };
            let start = (size + distance).next_multiple_of(u64::from(procedure.code.alignment.max(16)));
            size = start + procedure.code.bytes.len() as u64;
            if size > rules.max_group {
                return Err(LinkError::GroupTooLarge { bytes: size, limit: rules.max_group });
            }
            starts.push(start as u32);
        }
        Ok(Image {
            rules,
            functions: Functions::default(),
            starts,
            size,
            alignment,
            fixups: Vec::new(),
            veneers: Vec::new(),
            sites: Vec::new(),
            first_site: vec![0; procedures.len()],
            stubs: 0,
            cells: 0,
            cell_alignment: CELL_SIZE,
            toggles: false,
        })
    }

    /// Assigns cells to the sites that need them. Branches have a cell and a stub for targets out of their reach. Where
    /// running code cannot be patched, every site needs a cell: invalidation points branch to a stub that tests it,
    /// branches always lead to their stub, and constants are read from it.
    fn lay_out_sites(
        &mut self,
        procedures: &[Linkable<'_>],
        mode: MappingMode,
        alignment: usize,
    ) -> Result<(), LinkError> {
        self.toggles = mode == MappingMode::Toggling;
        for (procedure, first) in procedures.iter().zip(&mut self.first_site) {
            *first = self.sites.len();
            for site in &procedure.code.patchable_sites {
                let mut parts = SiteParts::default();
                let is_branch = matches!(site.kind, PatchableKind::Branch { .. });
                if site.kind.is_cell() || is_branch || self.toggles {
                    parts.cell = Some(self.cells as u32);
                    self.cells += 1;
                }
                if is_branch || self.toggles && matches!(site.kind, PatchableKind::Invalidation { .. }) {
                    parts.stub = Some(self.stubs as u32);
                    self.stubs += 1;
                }
                self.sites.push(parts);
            }
        }
        if self.cells != 0 {
            self.cell_alignment = alignment as u64;
            self.alignment = self.alignment.max(alignment.min(4096) as u32);
            let bytes =
                self.size + self.stubs * self.stub_size() + self.cells * CELL_SIZE + self.cell_alignment;
            if bytes > self.rules.max_group {
                return Err(LinkError::GroupTooLarge { bytes, limit: self.rules.max_group });
            }
        }
        Ok(())
    }

    /// Stores the patchable sites of a procedure in `memory`, which is reused across procedures.
    fn sites_of(&self, procedures: &[Linkable<'_>], index: usize, memory: &mut Vec<Site>) {
        let first = self.first_site[index];
        let sites = &procedures[index].code.patchable_sites;
        let parts = &self.sites[first..first + sites.len()];
        let start = self.starts[index];
        let linked = sites.iter().zip(parts).map(|(site, parts)| match (site.kind, parts.cell) {
            (PatchableKind::Branch { offset, .. }, Some(cell)) => Site::Branch {
                instruction: start + offset,
                stub: self.stub_offset(parts.stub.unwrap_or(0)),
                cell: self.cell_offset(cell),
            },
            (PatchableKind::Immediate { offset, size, .. }, None) => {
                Site::Immediate(start + offset + ImmediateEncoding::of(size).field)
            }
            (_, Some(cell)) => Site::Cell(self.cell_offset(cell)),
            (PatchableKind::Invalidation { offset, .. }, _) => Site::Point(start + offset),
            (_, None) => Site::Cell(u32::MAX),
        });
        memory.clear();
        memory.extend(linked);
    }

    fn stub_size(&self) -> u64 {
        PointEncoding::of(self.rules.arch).stub_size
    }

    fn stub_offset(&self, stub: u32) -> u32 {
        (self.stubs_start() + u64::from(stub) * self.stub_size()) as u32
    }

    fn stubs_start(&self) -> u64 {
        self.size_with_veneers() as u64
    }

    fn functions_start(&self) -> usize {
        (self.stubs_start() + self.stubs * self.stub_size()).next_multiple_of(4) as usize
    }

    /// Size of code, stubs and function table; data follows.
    fn size_of_code(&self) -> usize {
        match self.functions.len() {
            0 => (self.stubs_start() + self.stubs * self.stub_size()) as usize,
            _ => self.functions_start() + self.functions.size(),
        }
    }

    fn cell_offset(&self, cell: u32) -> u32 {
        let start = (self.size_of_code() as u64).next_multiple_of(self.cell_alignment);
        (start + u64::from(cell) * CELL_SIZE) as u32
    }

    fn total_size(&self) -> usize {
        if self.cells == 0 { self.size_of_code() } else { self.cell_offset(self.cells as u32) as usize }
    }

    /// Writes the initial content of the cells, and the stubs.
    fn write_sites(&self, procedures: &[Linkable<'_>], base: u64, bytes: &mut [u8]) {
        let branches = BranchEncoding(self.rules.arch);
        for (index, procedure) in procedures.iter().enumerate() {
            let (start, first) = (self.starts[index], self.first_site[index]);
            for (site, parts) in procedure.code.patchable_sites.iter().zip(&self.sites[first..]) {
                let Some(cell) = parts.cell.map(|cell| self.cell_offset(cell)) else { continue };
                let content = match site.kind {
                    PatchableKind::Invalidation { .. } => 0,
                    PatchableKind::Jump { target } => base + u64::from(start) + u64::from(target),
                    PatchableKind::Constant { bits } | PatchableKind::Immediate { bits, .. } => bits,
                    PatchableKind::Branch { offset, target, role } => {
                        let (at, initial) = match role {
                            BranchRole::Nop => (start + offset, start + offset + branches.size()),
                            _ => (start + offset, start + target),
                        };
                        let stub = self.stub_offset(parts.stub.unwrap_or(0));
                        branches.write_stub(bytes, base, stub, cell, initial);
                        if self.toggles
                            && let Some(branch) = branches.branch(role, at.into(), stub.into())
                        {
                            branch.write(bytes, at);
                        }
                        branches.initial_content(base + u64::from(initial))
                    }
                };
                bytes[cell as usize..][..8].copy_from_slice(&content.to_le_bytes());
                if let (PatchableKind::Invalidation { offset, exit }, Some(stub)) = (site.kind, parts.stub) {
                    let stub = self.stub_offset(stub);
                    let point = (start + offset, start + exit);
                    PointEncoding::of(self.rules.arch).write_stub(bytes, base, stub, cell, point);
                }
                if let PatchableKind::Immediate { offset, size, .. } = site.kind {
                    ImmediateEncoding::of(size).read_cell(bytes, start + offset, cell);
                }
            }
        }
    }

    fn veneers_start(&self) -> u64 {
        self.size.next_multiple_of(VENEER_SIZE)
    }

    fn size_with_veneers(&self) -> usize {
        let veneers = self.veneers.len() as u64 * VENEER_SIZE;
        (if veneers == 0 { self.size } else { self.veneers_start() + veneers }) as usize
    }

    /// The call-frame information of procedures, veneers and stubs.
    fn call_frames(&self, procedures: &[Linkable<'_>]) -> CallFrameTable {
        let arch = self.rules.arch;
        let mut table = CallFrameTable::new(arch, CodeAddresses::Absolute);
        for (procedure, &start) in procedures.iter().zip(&self.starts) {
            table.add(&procedure.code.frame_states, procedure.code.code_size, start.into());
        }
        // Calls and tail calls go through veneers.
        let veneers = self.veneers.len() as u64 * VENEER_SIZE;
        if veneers != 0 {
            let state = FrameState::at_entry(arch);
            table.add_uniform(&FrameStates::default(), state, veneers as u32, self.veneers_start());
        }
        for (procedure, first) in procedures.iter().zip(&self.first_site) {
            let states = &procedure.code.frame_states;
            for (site, parts) in procedure.code.patchable_sites.iter().zip(&self.sites[*first..]) {
                let Some(stub) = parts.stub else { continue };
                let state = match site.kind {
                    PatchableKind::Branch { role: BranchRole::Call, .. } => Some(FrameState::at_entry(arch)),
                    PatchableKind::Branch { offset, .. } | PatchableKind::Invalidation { offset, .. } => {
                        states.at(offset).copied()
                    }
                    _ => None,
                };
                if let Some(state) = state {
                    table.add_uniform(states, state, self.stub_size() as u32, self.stub_offset(stub).into());
                }
            }
        }
        table
    }

    /// Resolves every relocation, and collects all addresses that may need a veneer.
    fn resolve(
        &mut self,
        procedures: &[Linkable<'_>],
        data: &Data,
        resolve: &dyn Fn(usize, SymbolId) -> Option<Resolved>,
    ) -> Result<(), LinkError> {
        self.fixups.reserve(procedures.iter().map(|p| p.code.relocations.len()).sum());
        for (index, procedure) in procedures.iter().enumerate() {
            for &relocation in &procedure.code.relocations {
                let target = match relocation.target {
                    RelocTarget::Site(site) => {
                        let parts = self.sites.get(self.first_site[index] + site.index());
                        FixupTarget::Cell(parts.and_then(|parts| parts.cell).unwrap_or(u32::MAX))
                    }
                    RelocTarget::Code => FixupTarget::Inside(self.starts[index].into()),
                    RelocTarget::ExitThunk if shadow_stack::forbids_other_returns() => {
                        return Err(LinkError::ShadowStack { procedure: procedure.name.into() });
                    }
                    RelocTarget::ExitThunk => match thunk::address() {
                        Some(address) => FixupTarget::Outside(address as u64),
                        None => return Err(LinkError::NoExits { procedure: procedure.name.into() }),
                    },
                    RelocTarget::LibCall(call) => FixupTarget::Outside(lib_calls::address(call) as u64),
                    RelocTarget::Symbol(symbol) => {
                        let name = || procedure.name.to_string();
                        let unknown = |index: usize, count: usize| LinkError::UnknownIndex {
                            procedure: name(),
                            symbol,
                            index,
                            count,
                        };
                        match resolve(index, symbol) {
                            None => {
                                return Err(LinkError::UnresolvedSymbol { procedure: name(), symbol });
                            }
                            Some(Resolved::Address(address)) => FixupTarget::Outside(address as u64),
                            Some(Resolved::Data(i)) => {
                                let piece = data.get(i).ok_or_else(|| unknown(i, data.len()))?;
                                FixupTarget::Outside(piece.cast::<u8>() as u64)
                            }
                            Some(Resolved::Procedure(i)) => {
                                let callee = procedures.get(i).ok_or_else(|| unknown(i, procedures.len()))?;
                                FixupTarget::Inside(
                                    u64::from(self.starts[i]) + u64::from(callee.code.entries[0]),
                                )
                            }
                        }
                    }
                };
                if let FixupTarget::Outside(address) = target
                    && relocation.kind == self.rules.branch
                {
                    if !is_branch(self.rules.arch, &procedure.code.bytes, relocation.offset as usize) {
                        let (procedure, offset) = (procedure.name.into(), relocation.offset);
                        return Err(LinkError::NotABranch { procedure, offset });
                    }
                    self.veneers.push(self.destination(address, &relocation));
                }
                self.fixups.push(Fixup { procedure: index as u32, relocation, target });
            }
        }
        self.veneers.sort_unstable();
        self.veneers.dedup();
        Ok(())
    }

    /// The address to which a branch relocation leads, independent of the encoding's bias.
    fn destination(&self, address: u64, relocation: &Relocation) -> u64 {
        address.wrapping_add_signed(relocation.addend).wrapping_add_signed(-self.rules.bias)
    }

    /// Drops the veneers of addresses within reach of the whole group.
    fn keep_veneers_for_far_targets(&mut self, base: u64) {
        let (end, reach) = (base + self.total_size() as u64, self.rules.reach);
        let near = |from: u64, to: u64| (-reach..reach).contains(&(to.wrapping_sub(from) as i64));
        self.veneers.retain(|&address| !(near(base, address) && near(end, address)));
    }

    /// Writes the group, as it runs at `base`.
    fn write(&self, procedures: &[Linkable<'_>], base: u64, bytes: &mut [u8]) -> Result<(), LinkError> {
        for (procedure, &start) in procedures.iter().zip(&self.starts) {
            let code = &procedure.code.bytes;
            bytes[start as usize..][..code.len()].copy_from_slice(code);
        }
        for (i, address) in self.veneers.iter().enumerate() {
            let veneer = &mut bytes[self.veneer_offset(i) as usize..][..VENEER_SIZE as usize];
            veneer[..8].copy_from_slice(&self.rules.veneer);
            veneer[8..].copy_from_slice(&address.to_le_bytes());
        }
        for fixup in &self.fixups {
            let Fixup { relocation: Relocation { offset, kind, addend, .. }, target, .. } = *fixup;
            let field = self.starts[fixup.procedure as usize] as usize + offset as usize;
            let value = match target {
                FixupTarget::Inside(offset) => (base + offset).wrapping_add_signed(addend),
                FixupTarget::Cell(cell) => {
                    (base + u64::from(self.cell_offset(cell))).wrapping_add_signed(addend)
                }
                FixupTarget::Outside(address) => {
                    let veneer = match kind == self.rules.branch {
                        true => {
                            self.veneers.binary_search(&self.destination(address, &fixup.relocation)).ok()
                        }
                        false => None,
                    };
                    match veneer {
                        Some(i) => (base + self.veneer_offset(i)).wrapping_add_signed(self.rules.bias),
                        None => address.wrapping_add_signed(addend),
                    }
                }
            };
            let distance = value.wrapping_sub(base + field as u64) as i64;
            if !apply(kind, value, distance, &mut bytes[field..]) {
                let procedure = procedures[fixup.procedure as usize].name.into();
                return Err(LinkError::OutOfReach { procedure, offset, distance });
            }
        }
        self.write_sites(procedures, base, bytes);
        self.functions.write(bytes, self.functions_start());
        Ok(())
    }

    fn veneer_offset(&self, index: usize) -> u64 {
        self.veneers_start() + index as u64 * VENEER_SIZE
    }
}

/// True if the field at `offset` belongs to a direct jump or call.
fn is_branch(arch: Arch, bytes: &[u8], offset: usize) -> bool {
    match arch {
        // `E8` call, `E9` jmp, `0F 80..8F` jcc. Any other relative field follows a ModRM byte, 05 + 8n, which is none
        // of these.
        Arch::X64 => match bytes[..offset] {
            [.., 0xE8 | 0xE9] => true,
            [.., 0x0F, second] => second & 0xF0 == 0x80,
            _ => false,
        },
        // `b` and `bl`.
        Arch::A64 => bytes[offset + 3] & 0x7C == 0x14,
    }
}

/// Writes a field: the value or the distance, depending on the kind. False if it does not fit.
fn apply(kind: RelocKind, value: u64, distance: i64, field: &mut [u8]) -> bool {
    match kind {
        RelocKind::Abs64 => field[..8].copy_from_slice(&value.to_le_bytes()),
        RelocKind::X64Rel32 => {
            let Ok(distance) = i32::try_from(distance) else { return false };
            field[..4].copy_from_slice(&distance.to_le_bytes());
        }
        RelocKind::A64Branch26 => {
            if distance % 4 != 0 || !(-(1 << 27)..1 << 27).contains(&distance) {
                return false;
            }
            let Some((word, _)) = field.split_first_chunk_mut::<4>() else { return false };
            let opcode = u32::from_le_bytes(*word) & 0xFC00_0000;
            *word = (opcode | (distance >> 2) as u32 & 0x03FF_FFFF).to_le_bytes();
        }
        RelocKind::A64Page21 => {
            let Some((word, _)) = field.split_first_chunk_mut::<4>() else { return false };
            let from = value.wrapping_sub_signed(distance);
            let Some(changed) = page_field(u32::from_le_bytes(*word), from, value) else { return false };
            *word = changed.to_le_bytes();
        }
        RelocKind::A64PageWord12 => {
            let Some((word, _)) = field.split_first_chunk_mut::<4>() else { return false };
            if !value.is_multiple_of(8) {
                return false;
            }
            let opcode = u32::from_le_bytes(*word) & 0xFFC0_03FF;
            *word = (opcode | (value as u32 & 0xFFF) >> 3 << 10).to_le_bytes();
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::LibCall;
    use crate::base::{ExitId, Origin, RegEnv, RegSet, StackArgs, TrapCode, Variadic};
    use crate::isa::{CodeOrigin, ExitTable, FrameInfo, GcMap, TrapSite};

    static CONVENTION: CallConv = CallConv {
        name: "test",
        args_gp: &[],
        args_fp: &[],
        positional: false,
        results_gp: &[],
        results_fp: &[],
        result_area: false,
        clobbered: RegSet::EMPTY,
        clobbered_high: RegSet::EMPTY,
        callee_saved: RegSet::EMPTY,
        env: RegEnv::EMPTY,
        stack_args: StackArgs::Words,
        variadic: Variadic::Same,
        shadow_space: 0,
        red_zone: 0,
        stack_align: 16,
        passes_vectors: true,
        callee_pops: false,
        shares_pinned: false,
        probe_interval: 4096,
    };
    static SIGNATURE: Signature = Signature { params: Vec::new(), results: Vec::new() };

    fn compiled(arch: Arch, bytes: &[u8], relocations: &[Relocation]) -> CompiledCode {
        CompiledCode {
            arch,
            bytes: bytes.into(),
            code_size: bytes.len() as u32,
            alignment: 16,
            landing_pads: false,
            retpolines: false,
            entries: vec![0],
            functions: Vec::new(),
            relocations: relocations.into(),
            trap_sites: Vec::new(),
            patchable_sites: Vec::new(),
            handlers: Vec::new(),
            origins: Vec::new(),
            exits: ExitTable::default(),
            osr_entries: Vec::new(),
            gc_map: GcMap::default(),
            frame: FrameInfo::default(),
            frame_states: FrameStates::default(),
            pieces: None,
        }
    }

    /// Links a group at an address; works on any host.
    fn image(
        codes: &[&CompiledCode],
        base: u64,
        resolved: Option<Resolved>,
    ) -> Result<(Vec<u8>, usize), LinkError> {
        let procedure = |code| Linkable { name: "p", code, signature: &SIGNATURE, convention: &CONVENTION };
        let procedures: Vec<_> = codes.iter().copied().map(procedure).collect();
        procedures.iter().try_for_each(check)?;
        procedures.iter().try_for_each(|procedure| check_sites(procedure.name, procedure.code))?;
        let data = Data::new(&[b"data"])?;
        let mut image = Image::lay_out(Rules::of(codes[0].arch), &procedures, || 0)?;
        image.lay_out_sites(&procedures, MappingMode::Dual, 64)?;
        image.resolve(&procedures, &data, &|_, _| resolved)?;
        image.keep_veneers_for_far_targets(base);
        let mut bytes = vec![0; image.total_size()];
        image.write(&procedures, base, &mut bytes)?;
        Ok((bytes, image.veneers.len()))
    }

    fn relocation(offset: u32, kind: RelocKind, target: RelocTarget, addend: i64) -> Relocation {
        Relocation { offset, kind, target, addend }
    }

    const SYMBOL: RelocTarget = RelocTarget::Symbol(SymbolId::new(3));
    const BASE: u64 = 0x7000_0000_0000;
    const NOP: [u8; 4] = [0x1F, 0x20, 0x03, 0xD5];

    fn address(address: u64) -> Option<Resolved> {
        Some(Resolved::Address(std::ptr::without_provenance(address as usize)))
    }

    /// `nop; bl symbol`.
    fn a64_call(addend: i64) -> CompiledCode {
        let bytes = [NOP, [0, 0, 0, 0x94]].concat();
        compiled(Arch::A64, &bytes, &[relocation(4, RelocKind::A64Branch26, SYMBOL, addend)])
    }

    #[test]
    fn a64_branches_and_veneers() {
        let call = a64_call(0);
        let word = |bytes: &[u8], at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
        let (bytes, veneers) = image(&[&call, &call], BASE, Some(Resolved::Procedure(0))).expect("links");
        assert_eq!((veneers, bytes.len()), (0, 24));
        assert_eq!((word(&bytes, 4), word(&bytes, 20)), (0x97FF_FFFF, 0x97FF_FFFB), "-1 and -5 words");

        let near = BASE - (1 << 27) + 24;
        let (bytes, veneers) = image(&[&call, &call], BASE, address(near + 64)).expect("links");
        assert_eq!((veneers, bytes.len()), (0, 24));
        assert_eq!(word(&bytes, 4), 0x9600_0000 + (64 + 24 - 4) / 4);

        let far = BASE + (1 << 27) + 4;
        let (bytes, veneers) = image(&[&call, &call], BASE, address(far)).expect("links");
        assert_eq!((veneers, bytes.len()), (1, 48));
        assert_eq!((word(&bytes, 4), word(&bytes, 20)), (0x9400_0007, 0x9400_0003), "both to 32");
        assert_eq!((word(&bytes, 32), word(&bytes, 36)), (0x5800_0050, 0xD61F_0200));
        assert_eq!(bytes[40..], far.to_le_bytes());

        let there = a64_call(8);
        let (bytes, veneers) = image(&[&call, &there], BASE, address(far)).expect("links");
        assert_eq!((veneers, bytes.len()), (2, 64), "one for each address");
        assert_eq!(bytes[56..], (far + 8).to_le_bytes());
    }

    #[test]
    fn x64_veneers_hold_the_address() {
        let bytes = [0xE8, 0, 0, 0, 0, 0x0F, 0x84, 0, 0, 0, 0];
        let relocations = [1, 7].map(|offset| relocation(offset, RelocKind::X64Rel32, SYMBOL, -4));
        let code = compiled(Arch::X64, &bytes, &relocations);
        let (bytes, veneers) = image(&[&code], BASE, address(0x1234)).expect("links");
        assert_eq!((veneers, bytes.len()), (1, 32));
        assert_eq!(bytes[..11], [0xE8, 11, 0, 0, 0, 0x0F, 0x84, 5, 0, 0, 0], "both to 16");
        assert_eq!(bytes[16..24], [0x66, 0x90, 0xFF, 0x25, 0, 0, 0, 0]);
        assert_eq!(bytes[24..], 0x1234u64.to_le_bytes());
    }

    #[test]
    fn constants_are_relative_to_the_code() {
        // `movsd xmm0, [rip + constant]; ret`, padding, the constant at 16.
        let mut bytes = vec![0xF2, 0x0F, 0x10, 0x05, 0, 0, 0, 0, 0xC3];
        bytes.resize(24, 0);
        let code =
            compiled(Arch::X64, &bytes, &[relocation(4, RelocKind::X64Rel32, RelocTarget::Code, 16 - 4)]);
        let (bytes, _) = image(&[&code, &code], BASE, None).expect("links");
        assert_eq!((&bytes[4..8], &bytes[36..40]), (&8i32.to_le_bytes()[..], &8i32.to_le_bytes()[..]));
    }

    #[test]
    fn symbols_must_exist() {
        let code = a64_call(0);
        let (procedure, symbol) = ("p".to_string(), SymbolId::new(3));
        let error = image(&[&code], BASE, None).expect_err("unresolved");
        assert_eq!(error, LinkError::UnresolvedSymbol { procedure: procedure.clone(), symbol });
        assert_eq!(error.to_string(), "no definition of symbol3, which `p` refers to");
        for resolved in [Resolved::Procedure(1), Resolved::Data(1)] {
            let error = image(&[&code], BASE, Some(resolved)).expect_err("no such index");
            let (procedure, index, count) = (procedure.clone(), 1, 1);
            assert_eq!(error, LinkError::UnknownIndex { procedure, symbol, index, count });
        }
    }

    #[test]
    fn fields_must_be_inside() {
        let procedure = || "p".to_string();
        for (kind, arch, offset, good) in [
            (RelocKind::Abs64, Arch::X64, 4, true),
            (RelocKind::Abs64, Arch::X64, 5, false),
            (RelocKind::Abs64, Arch::X64, u32::MAX, false),
            (RelocKind::X64Rel32, Arch::X64, 8, true),
            (RelocKind::X64Rel32, Arch::X64, 9, false),
            (RelocKind::Abs64, Arch::A64, 3, true),
            (RelocKind::A64Branch26, Arch::A64, 8, true),
            (RelocKind::A64Branch26, Arch::A64, 6, false),
            (RelocKind::A64Branch26, Arch::A64, 12, false),
        ] {
            let code = compiled(arch, &[0; 12], &[relocation(offset, kind, RelocTarget::Code, 0)]);
            let error = LinkError::BadOffset { procedure: procedure(), offset, size: 12 };
            let result = image(&[&code], BASE, None).map(|_| ());
            assert_eq!(result, if good { Ok(()) } else { Err(error) }, "{kind:?} {offset}");
        }
        let small = compiled(Arch::X64, &[0; 3], &[relocation(0, RelocKind::X64Rel32, RelocTarget::Code, 0)]);
        let error = LinkError::BadOffset { procedure: procedure(), offset: 0, size: 3 };
        assert_eq!(image(&[&small], BASE, None), Err(error));
        for (kind, arch) in [(RelocKind::X64Rel32, Arch::A64), (RelocKind::A64Branch26, Arch::X64)] {
            let code = compiled(arch, &[0; 12], &[relocation(0, kind, RelocTarget::Code, 0)]);
            let error = LinkError::WrongKind { procedure: procedure(), offset: 0, kind, arch };
            assert_eq!(image(&[&code], BASE, None), Err(error));
        }
    }

    #[test]
    fn only_branches_may_target_outside_addresses() {
        let lea = [0x48, 0x8D, 0x05, 0, 0, 0, 0];
        let target = RelocTarget::LibCall(LibCall::Fmod);
        let error = Err(LinkError::NotABranch { procedure: "p".into(), offset: 3 });
        let code = |target| compiled(Arch::X64, &lea, &[relocation(3, RelocKind::X64Rel32, target, -4)]);
        assert_eq!(image(&[&code(target)], BASE, None), error, "even where it is near");
        assert_eq!(image(&[&code(SYMBOL)], BASE, address(BASE)), error);
        assert_eq!(image(&[&code(SYMBOL)], BASE, Some(Resolved::Data(0))), error);
        assert!(image(&[&code(SYMBOL)], BASE, Some(Resolved::Procedure(0))).is_ok());
        let nop = compiled(Arch::A64, &NOP, &[relocation(0, RelocKind::A64Branch26, target, 0)]);
        let error = LinkError::NotABranch { procedure: "p".into(), offset: 0 };
        assert_eq!(image(&[&nop], BASE, None), Err(error));
    }

    #[test]
    fn distances_must_fit() {
        let here = Some(Resolved::Procedure(0));
        for (addend, good) in
            [((1 << 27) - 4 + 4, true), ((1 << 27) + 4, false), (2, false), (i64::MIN, false)]
        {
            let result = image(&[&a64_call(addend)], BASE, here).map(|_| ());
            let distance = addend.wrapping_sub(4);
            let error = LinkError::OutOfReach { procedure: "p".into(), offset: 4, distance };
            assert_eq!(result, if good { Ok(()) } else { Err(error) }, "{addend}");
        }
        for (addend, good) in [(i64::from(i32::MAX) + 1, true), (i64::from(i32::MAX) + 2, false)] {
            let relocations = [relocation(1, RelocKind::X64Rel32, SYMBOL, addend)];
            let code = compiled(Arch::X64, &[0xE8, 0, 0, 0, 0], &relocations);
            assert_eq!(image(&[&code], BASE, here).is_ok(), good);
        }
    }

    #[test]
    fn a64_page_relocations_split_page_and_offset() {
        // `adrp x0, place; ldr x0, [x0, place]`, as an assembler encodes both for a place in the next page.
        let bytes = [0x9000_0000_u32, 0xf940_0000].map(u32::to_le_bytes).concat();
        let code = |addend| {
            let field = |offset, kind| relocation(offset, kind, RelocTarget::Code, addend);
            let fields = [field(0, RelocKind::A64Page21), field(4, RelocKind::A64PageWord12)];
            compiled(Arch::A64, &bytes, &fields)
        };
        assert_eq!(BASE % 4096, 0);
        let words = |addend| image(&[&code(addend)], BASE, None).map(|(bytes, _)| bytes[..8].to_vec());
        assert_eq!(words(0x1ff8), Ok([0xb000_0000_u32, 0xf947_fc00].map(u32::to_le_bytes).concat()));
        assert_eq!(words(-8), Ok([0xf0ff_ffe0_u32, 0xf947_fc00].map(u32::to_le_bytes).concat()));
        let (procedure, distance) = ("p".into(), 0x1ff4 - 4);
        assert_eq!(words(0x1ff4), Err(LinkError::OutOfReach { procedure, offset: 4, distance }));
    }

    #[test]
    fn inconsistent_code_is_rejected() {
        let error = |change: &dyn Fn(&mut CompiledCode)| {
            let mut code = compiled(Arch::X64, &[0x90; 8], &[]);
            code.trap_sites = [1, 3]
                .map(|offset| TrapSite {
                    offset,
                    code: TrapCode::User(0),
                    origin: Origin(0),
                    exit: ExitId::INVALID,
                    has_frame: true,
                })
                .into();
            code.origins = [0, 0].map(|offset| CodeOrigin { offset, origin: Origin(0) }).into();
            change(&mut code);
            image(&[&code], BASE, None).err().map(|error| error.to_string())
        };
        let expected = |text: &str| Some(format!("p: expected {text}"));
        assert_eq!(error(&|_| ()), None);
        assert_eq!(error(&|c| c.alignment = 0), expected("an alignment of 1, 2, .. 4096; found 0"));
        assert_eq!(error(&|c| c.alignment = 8192), expected("an alignment of 1, 2, .. 4096; found 8192"));
        assert_eq!(error(&|c| c.code_size = 9), expected("no more instructions than bytes; found 9"));
        assert_eq!(error(&|c| c.entries.clear()), expected("at least one entry; found 0"));
        assert_eq!(error(&|c| c.entries.push(8)), expected("entries inside the instructions; found 8"));
        let leave = |code: &mut CompiledCode| {
            (code.trap_sites[1].exit, code.trap_sites[1].has_frame) = (ExitId::new(0), false);
        };
        assert_eq!(error(&leave), expected("a frame at trap sites with exits; found 3"));
        assert_eq!(error(&|c| c.trap_sites[1].offset = 1), expected("trap sites sorted by offset; found 1"));
        assert_eq!(error(&|c| c.origins[0].offset = 1), expected("origins sorted by offset; found 0"));
    }

    #[test]
    fn group_size_is_limited() {
        let code = compiled(Arch::A64, &vec![0; 64 << 20], &[]);
        let procedure = Linkable { name: "p", code: &code, signature: &SIGNATURE, convention: &CONVENTION };
        let rules = Rules::of(Arch::A64);
        assert!(Image::lay_out(rules, &[procedure], || 0).is_ok());
        let error = Image::lay_out(rules, &[procedure, procedure], || 0).err();
        let limit = (128 << 20) - 4096;
        assert_eq!(error, Some(LinkError::GroupTooLarge { bytes: 128 << 20, limit }));
    }

    #[test]
    fn code_for_other_instruction_sets_is_rejected() {
        let other = if host_arch() == Some(Arch::X64) { Arch::A64 } else { Arch::X64 };
        let Ok(memory) = CodeMemory::new() else { return };
        let code = compiled(other, &NOP, &[]);
        let procedure = Linkable { name: "p", code: &code, signature: &SIGNATURE, convention: &CONVENTION };
        let error = link(&memory, &[procedure], &[], &|_, _| None).expect_err("another machine's");
        let (procedure, found, host) = ("p".into(), other, host_arch());
        assert_eq!(error, LinkError::WrongArch { procedure, found, host });
    }
}
