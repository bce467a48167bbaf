//! Functions that the program compiled itself.

use barebones::base::{Arch, SymbolId};
use barebones::isa::unwind::FrameStates;
use barebones::isa::{CompiledCode, ExitTable, FrameInfo, GcMap, RelocKind, RelocTarget, Relocation};
use cranelift_codegen::binemit::Reloc;
use cranelift_module::{FuncId, ModuleReloc, ModuleRelocTarget};

/// Smallest alignment of code in bytes.
const MIN_ALIGN: u32 = 16;

/// Code of bytes, and the targets of its symbols.
///
/// # Errors
/// Names what the linker has no name for.
pub(crate) fn code(
    id: FuncId,
    arch: Arch,
    alignment: u64,
    bytes: &[u8],
    relocs: &[ModuleReloc],
) -> Result<(CompiledCode, Vec<ModuleRelocTarget>), String> {
    let size = u32::try_from(bytes.len()).map_err(|_| String::from("code of more than 4 GiB"))?;
    let alignment = u32::try_from(alignment).ok().filter(|alignment| alignment.is_power_of_two());
    let Some(alignment) = alignment else { return Err(String::from("an alignment that is no power of two")) };
    let mut targets: Vec<ModuleRelocTarget> = Vec::new();
    let mut relocations = Vec::with_capacity(relocs.len());
    for reloc in relocs {
        let kind = match reloc.kind {
            Reloc::Abs8 => RelocKind::Abs64,
            Reloc::X86PCRel4 | Reloc::X86CallPCRel4 | Reloc::X86CallPLTRel4 => RelocKind::X64Rel32,
            Reloc::Arm64Call => RelocKind::A64Branch26,
            other => return Err(format!("the relocation {other}")),
        };
        let (target, addend) = match &reloc.name {
            ModuleRelocTarget::FunctionOffset(function, offset) if *function == id => {
                (RelocTarget::Code, reloc.addend + i64::from(*offset))
            }
            ModuleRelocTarget::FunctionOffset(function, offset) => {
                let target = ModuleRelocTarget::user(0, function.as_u32());
                (symbol(&mut targets, &target), reloc.addend + i64::from(*offset))
            }
            target => (symbol(&mut targets, target), reloc.addend),
        };
        relocations.push(Relocation { offset: reloc.offset, kind, target, addend });
    }
    relocations.sort_by_key(|relocation| relocation.offset);
    let code = CompiledCode {
        arch,
        bytes: bytes.to_vec(),
        code_size: size,
        alignment: alignment.max(MIN_ALIGN),
        landing_pads: false,
        retpolines: false,
        entries: vec![0],
        functions: Vec::new(),
        relocations,
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
    };
    Ok((code, targets))
}

/// The symbol of a target. Each use has its own.
fn symbol(targets: &mut Vec<ModuleRelocTarget>, target: &ModuleRelocTarget) -> RelocTarget {
    let symbol = SymbolId::new(targets.len() as u32);
    targets.push(target.clone());
    RelocTarget::Symbol(symbol)
}
