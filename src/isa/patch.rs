//! Emission of patchpoints: runs their generators, and at the end of the procedure their late paths.

use super::emit::{BlockContext, EmitState};
use super::masm::MacroAssembler;
use super::stackmap_params::{Generated, Generators, LatePath, PatchSite, StackmapParams};
use super::{CodeBuffer, EmitError, ExitKind, Label, RelocTarget};
use super::{a64, x64};
use crate::air::{Arg, Code, Inst};
use crate::base::{Arch, ExitId, RegSet, TrapCode, ValueRep};
use std::cell::RefCell;

/// The pending late paths of one site.
pub(super) struct LateSite {
    site: PatchSite,
    paths: Vec<LatePath>,
}

/// Restores the operands of an operation that overflowed.
pub(super) enum Undo {
    X64(x64::Undo),
    A64(a64::Undo),
}

/// The out-of-line exit path of a check, emitted after the code of the procedure.
pub(super) struct ColdCheck {
    pub(super) label: Label,
    pub(super) undo: Undo,
    pub(super) site: PatchSite,
}

pub(super) fn emit_patch(
    buffer: &mut CodeBuffer,
    state: &mut EmitState,
    code: &Code,
    inst: &Inst,
    args: &[Arg],
    context: &BlockContext<'_>,
    generators: &mut dyn Generators,
) {
    let Some(mut site) = PatchSite::new(code, inst.origin, args, 0) else {
        return buffer.fail(EmitError::UnexpectedOperands { opcode: inst.opcode.name() });
    };
    if let Some(trap) = code.specials.get(site.special).and_then(|special| special.trap) {
        return emit_trap(buffer, code, trap);
    }
    if inst.opcode.has(crate::air::opcode::Properties::TERMINAL) {
        site.successors = (0..context.successors.len()).map(|n| context.successor(n)).collect();
        site.falls_through = (0..context.successors.len()).map(|n| context.is_next(n)).collect();
    }
    let paths = run(buffer, state, code, &mut site, ExitKind::Patchpoint, |masm, params| {
        match generators.generate(params.generator(), masm, params)? {
            Generated::Code => {}
            // The same as for a patchpoint that has no generator at all.
            Generated::Missing => {
                masm.buffer().add_trap_site(TrapCode::Unreachable);
                masm.trap();
            }
        }
        Ok(())
    });
    if !paths.is_empty() {
        state.late.push(LateSite { site, paths });
    }
}

/// Emits the exit paths of all pending checks. They never return to the procedure's code.
pub(super) fn emit_checks(
    buffer: &mut CodeBuffer,
    state: &mut EmitState,
    code: &Code,
    generators: &mut dyn Generators,
) {
    for check in std::mem::take(&mut state.checks) {
        let ColdCheck { label, undo, mut site } = check;
        site.is_out_of_line = true;
        let generator = code.specials.get(site.special).map(|special| special.generator);
        let has_generator = generator.is_some_and(|id| id.is_valid());
        if generator.is_some_and(|id| generators.has_code(id)) {
            buffer.emit_near_island(); // its code has any length
        }
        buffer.emit_island_if_needed();
        buffer.bind(label);
        buffer.set_origin(site.inst_origin);
        match undo {
            Undo::X64(undo) => undo.emit(buffer),
            Undo::A64(undo) => undo.emit(buffer),
        }
        let trap = code.specials.get(site.special).and_then(|special| special.trap);
        let trap = trap.unwrap_or(TrapCode::Unreachable);
        // A generator may call a function that walks the stack, so its site must be found by return address, too.
        let kind = if has_generator { ExitKind::Patchpoint } else { ExitKind::Check };
        let paths = run(buffer, state, code, &mut site, kind, |masm, params| {
            let generated = match params.generator().is_valid() {
                true => generators.generate(params.generator(), masm, params)?,
                false => Generated::Missing,
            };
            match (generated, params.exit()) {
                (Generated::Code, _) => {}
                (Generated::Missing, Some(exit)) => emit_exit(masm.buffer(), exit),
                (Generated::Missing, None) => {
                    masm.buffer().add_trap_site(trap);
                    masm.trap();
                }
            }
            Ok(())
        });
        if !paths.is_empty() {
            state.late.push(LateSite { site, paths });
        }
    }
}

fn emit_exit(buffer: &mut CodeBuffer, exit: ExitId) {
    match buffer.arch() {
        Arch::X64 => x64::Assembler::new(buffer).exit(exit),
        Arch::A64 => a64::Assembler::new(buffer).exit(exit),
    }
}

fn emit_trap(buffer: &mut CodeBuffer, code: &Code, trap: TrapCode) {
    buffer.add_trap_site(trap);
    MacroAssembler::new(buffer, code.target).trap();
}

/// Emits the pending late paths of all patchpoints, and the late paths that these add.
pub(super) fn emit_late(buffer: &mut CodeBuffer, state: &mut EmitState, code: &Code) {
    while !state.late.is_empty() {
        for LateSite { mut site, paths } in std::mem::take(&mut state.late) {
            site.falls_through.clear();
            site.is_out_of_line = true;
            for path in paths {
                buffer.emit_near_island(); // the path has any length
                buffer.emit_island_if_needed();
                buffer.set_origin(site.inst_origin);
                let more = run(buffer, state, code, &mut site, ExitKind::Patchpoint, path);
                if !more.is_empty() {
                    state.late.push(LateSite { site: site.clone(), paths: more });
                }
            }
        }
    }
}

/// Runs a generator or a late path, checks the registers that it writes, and returns the late paths that it adds.
fn run(
    buffer: &mut CodeBuffer,
    state: &EmitState,
    code: &Code,
    site: &mut PatchSite,
    kind: ExitKind,
    generator: impl for<'g> FnOnce(
        &mut MacroAssembler<'g>,
        &StackmapParams<'g>,
    ) -> Result<(), super::GeneratorError>,
) -> Vec<LatePath> {
    let exit = code.specials.get(site.special).filter(|special| special.state.is_valid());
    let exit = exit.map(|special| buffer.add_exit_site(kind, special.state, &site.state));
    site.exit = exit;
    site.origin = buffer.client_origin(site.inst_origin);
    buffer.take_all_written();
    let start = buffer.offset();
    let (relocations, traps) = (buffer.relocations().len(), buffer.trap_sites.len());
    let late = RefCell::new(Vec::new());
    let params = StackmapParams::new(site, code, &late);
    let result = generator(&mut MacroAssembler::new(buffer, code.target), &params);
    if let Err(error) = result {
        buffer.fail(EmitError::Generator { special: site.special, error });
    }
    if let Some(exit) = exit {
        buffer.end_exit_site(exit);
    }
    if let Some(special) = code.specials.get(site.special).filter(|special| special.safepoint) {
        buffer.add_safepoint(start, &special.roots);
    }
    let written = buffer.take_all_written();
    let mut later = buffer.relocations().iter().skip(relocations);
    let mut traps = buffer.trap_sites.iter().skip(traps);
    let by_state = later.any(|relocation| relocation.target == RelocTarget::ExitThunk)
        || traps.any(|trap| trap.exit.is_valid());
    let mut undeclared = match site.leaves {
        false => written.difference(site.may_write),
        // The exit path of a check may write any register, unless it takes an exit that finds a value in it.
        true if by_state => {
            let of_state = |rep: &ValueRep| if let ValueRep::Register(reg) = *rep { Some(reg) } else { None };
            written.intersection(site.state.iter().filter_map(of_state).collect())
        }
        true => RegSet::EMPTY,
    };
    undeclared.remove(code.target.desc.stack_pointer);
    if state.check_writes && !undeclared.is_empty() {
        buffer.fail(EmitError::UndeclaredWrite { special: site.special, regs: undeclared });
    }
    late.into_inner()
}
