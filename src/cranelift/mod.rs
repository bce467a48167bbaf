//! An alternative backend: translates the IR to CLIF, which Cranelift compiles. Optional: the cargo feature
//! `cranelift`.
//!
//! It serves as an independent test oracle (with its own selection, register allocator and emitter), as a benchmark
//! reference, and as a code generator for targets without an emitter here. The result is an ordinary [`CompiledCode`]:
//! linking, handles, traps, data and calls are the same as for the main backend.
//!
//! All scalar operations are translated with the exact semantics of `docs/ir.md`; bits that the IR leaves unspecified
//! are zero. What Cranelift cannot express (generators, fixed frame offsets, pinned registers, several entries ...) is
//! a [`CraneliftError::Unsupported`], which names it.
//!
//! A value becomes a CLIF value in its block. A Phi or variable becomes a `Variable` of cranelift-frontend, which
//! creates block parameters for it. Upsilon and Set define it; Phi and Get use it at their places, so a Phi keeps the
//! value it read when its shadow is written again. Constants, addresses and extensions of comparisons are created at
//! their uses.
//!
//! - Requires: valid IR and the facts that validation collects.
//! - Cost: the translation is linear; Cranelift's compilation comes on top.

mod atomic;
mod call;
mod operations;
mod translate;
mod unwind;
mod vector;

use crate::analysis::Order;
use crate::base::{Arch, CallConv, ExitId, Features, LibCall, Origin, SymbolId, Target, TrapCode};
use crate::ir::{Facts, Procedure, ValueId};
use crate::isa::{CodeOrigin, CompiledCode, FrameInfo, RelocKind, RelocTarget, Relocation, TrapSite};
use crate::lower::order::BlockOrder;
use crate::support::error_type;
use cranelift_codegen as codegen;
use cranelift_codegen::binemit::Reloc;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir as clif;
use cranelift_codegen::isa::OwnedTargetIsa;
use cranelift_codegen::settings::Configurable;
use cranelift_codegen::{Context, FinalizedRelocTarget, MachBufferFinalized};
use cranelift_frontend::FunctionBuilderContext;
use std::fmt;
use std::str::FromStr;
use translate::{Translator, Traps};

/// Why a procedure was not compiled.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CraneliftError {
    /// Cranelift cannot express an operation.
    Unsupported {
        /// The value.
        value: ValueId,
        /// The operation or feature.
        what: String,
    },
    /// Cranelift does not support the target, or was built without it.
    UnsupportedTarget {
        /// The target's name.
        target: &'static str,
    },
    /// The stack slots exceed the maximum frame size.
    FrameTooLarge {
        /// Their size in bytes.
        bytes: u64,
    },
    /// A bug in the translation or in Cranelift.
    Internal(String),
}

error_type!(CraneliftError {
    CraneliftError::Unsupported { value, what } => "{value}: {what} cannot be compiled by Cranelift";
    CraneliftError::UnsupportedTarget { target } => "Cranelift has no backend for {target} in this build";
    CraneliftError::FrameTooLarge { bytes } => "stack slots of {bytes} bytes exceed the maximum frame size";
    CraneliftError::Internal(message) => "{message}";
});

type Result<T = (), E = CraneliftError> = std::result::Result<T, E>;

/// Options for the compilation of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Optimise: sets `opt_level` to `speed`, else to `none`.
    pub optimize: bool,
    /// Use the single-pass register allocator instead of the backtracking one.
    pub single_pass: bool,
    /// Run Cranelift's verifier and the checker of its register allocator.
    pub verify: bool,
}

/// Maximum sum of stack slot sizes. Frame offsets are signed 32-bit numbers, and the frame contains more than slots.
const MAX_SLOT_BYTES: u64 = 1 << 30;

/// The state of the backend; its memory is reused across procedures.
#[derive(Default)]
pub struct CraneliftBackend {
    /// Cranelift's target ISA, with the target and effort that it was created for.
    isa: Option<(Target, Effort, OwnedTargetIsa)>,
    /// The function and the state of its compilation.
    context: Option<Box<Context>>,
    builder: FunctionBuilderContext,
    order: Order,
    traps: Traps,
}

impl CraneliftBackend {
    /// Translates a procedure for a machine with the features of `target`. [`CraneliftBackend::finish`] compiles it.
    ///
    /// # Errors
    /// All but [`CraneliftError::Internal`].
    pub fn translate(
        &mut self,
        proc: &Procedure,
        facts: &Facts,
        layout: &BlockOrder,
        target: Target,
        effort: Effort,
    ) -> Result {
        let slots = proc.stack_slots().iter().map(|(_, slot)| u64::from(slot.size) + 16);
        let bytes = slots.sum();
        if bytes > MAX_SLOT_BYTES {
            return Err(CraneliftError::FrameTooLarge { bytes });
        }
        if self.isa.as_ref().is_none_or(|(for_target, with, _)| (*for_target, *with) != (target, effort)) {
            self.isa = Some((target, effort, machine(&target, effort)?));
        }
        let Some((_, _, isa)) = &self.isa else { return Err(internal("no machine")) };
        let context = self.context.get_or_insert_with(|| Box::new(Context::new()));
        context.clear();
        self.order.compute(proc);
        self.traps.clear();
        let (func, config) = (&mut context.func, isa.frontend_config());
        let translator = Translator::new(proc, facts, func, &mut self.builder, &mut self.traps, &target);
        let result = translator.and_then(|translator| translator.run(&self.order, layout, config));
        if result.is_err() {
            self.builder = FunctionBuilderContext::new(); // it is left in the middle of a function
        }
        result
    }

    /// Compiles the procedure that was translated last.
    ///
    /// # Errors
    /// [`CraneliftError::Internal`], or [`CraneliftError::Unsupported`] if a limit of Cranelift was exceeded.
    pub fn finish(&mut self, proc: &Procedure) -> Result<CompiledCode> {
        let (Some((_, _, isa)), Some(context)) = (&self.isa, &mut self.context) else {
            return Err(internal("nothing was translated"));
        };
        match context.compile(&**isa, &mut ControlPlane::default()) {
            Ok(_) => {}
            Err(error) => {
                use codegen::CodegenError::{CodeTooLarge, ImplLimitExceeded, Unsupported};
                let value = proc.terminal(Procedure::ROOT).unwrap_or_default();
                let unsupported = |what: String| CraneliftError::Unsupported { value, what };
                return Err(match &error.inner {
                    ImplLimitExceeded | CodeTooLarge => {
                        unsupported(String::from("a procedure beyond its limits"))
                    }
                    Unsupported(what) => unsupported(what.clone()),
                    inner => internal(&format!("{inner:?}\n{}", error.func.display())),
                });
            }
        }
        let Some(compiled) = context.compiled_code() else { return Err(internal("no code")) };
        Finish { proc, func: &context.func, traps: &self.traps }.code(compiled)
    }

    /// The CLIF of the procedure translated last; optimised after [`CraneliftBackend::finish`].
    pub fn clif(&self) -> String {
        self.context.as_ref().map_or_else(String::new, |context| context.func.display().to_string())
    }
}

impl fmt::Debug for CraneliftBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CraneliftBackend").finish_non_exhaustive()
    }
}

fn internal(message: &str) -> CraneliftError {
    CraneliftError::Internal(message.to_string())
}

/// Cranelift's flags for each CPU feature, including the features that it implies.
const FEATURES: [(Features, &[&str]); 9] = [
    (Features::SSE41, &["has_sse3", "has_ssse3", "has_sse41"]),
    (Features::POPCNT, &["has_popcnt"]),
    (Features::LZCNT, &["has_lzcnt"]),
    (Features::BMI1, &["has_bmi1"]),
    (Features::BMI2, &["has_bmi2"]),
    (Features::AVX, &["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_avx"]),
    (Features::FMA, &["has_fma"]),
    (Features::LSE, &["has_lse"]),
    (Features::JSCVT, &[]),
];

/// Creates the target ISA with the target's features and the settings that this library requires.
fn machine(target: &Target, effort: Effort) -> Result<OwnedTargetIsa> {
    let unsupported = || CraneliftError::UnsupportedTarget { target: target.name() };
    let failed = |error: &dyn fmt::Display| internal(&format!("Cranelift's settings: {error}"));
    let triple = target_lexicon::Triple::from_str(target.desc.triple).map_err(|_| unsupported())?;
    let mut flags = codegen::settings::builder();
    let settings = [
        ("opt_level", if effort.optimize { "speed" } else { "none" }),
        ("regalloc_algorithm", if effort.single_pass { "single_pass" } else { "backtracking" }),
        ("enable_verifier", if effort.verify { "true" } else { "false" }),
        ("regalloc_checker", if effort.verify { "true" } else { "false" }),
        // Required by FramePointer, stack arguments and stack walks.
        ("preserve_frame_pointers", "true"),
        // The linker inserts veneers.
        ("use_colocated_libcalls", "true"),
        ("probestack_strategy", "inline"),
        ("unwind_info", "true"),
        // Block offsets, from which the end of the instructions is computed.
        ("machine_code_cfg_info", "true"),
    ];
    for (name, value) in settings {
        flags.set(name, value).map_err(|error| failed(&error))?;
    }
    let mut builder = codegen::isa::lookup(triple).map_err(|_| unsupported())?;
    for (feature, names) in FEATURES {
        let is_of_x64 = !matches!(feature, Features::LSE | Features::JSCVT);
        if target.features.contains(feature) && is_of_x64 == (target.desc.arch == Arch::X64) {
            names.iter().try_for_each(|name| builder.enable(name)).map_err(|error| failed(&error))?;
        }
    }
    builder.finish(codegen::settings::Flags::new(flags)).map_err(|error| failed(&error))
}

/// Cranelift's calling convention for a convention; `None` if it has none.
fn convention(conv: &CallConv) -> Option<codegen::isa::CallConv> {
    use codegen::isa::CallConv as Clif;
    if conv.callee_pops || conv.result_area || conv.variadic == crate::base::Variadic::General {
        return None;
    }
    Some(match conv.stack_args {
        crate::base::StackArgs::Packed => Clif::AppleAarch64,
        crate::base::StackArgs::Words if conv.positional => Clif::WindowsFastcall,
        crate::base::StackArgs::Words => Clif::SystemV,
    })
}

/// Namespaces of external names: symbols of the procedure, and library functions.
const SYMBOLS: u32 = 0;
const LIBRARY: u32 = 1;

/// Converts Cranelift's code to [`CompiledCode`].
struct Finish<'a> {
    proc: &'a Procedure,
    func: &'a clif::Function,
    traps: &'a Traps,
}

impl Finish<'_> {
    fn code(&self, compiled: &codegen::CompiledCode) -> Result<CompiledCode> {
        let buffer = &compiled.buffer;
        let arch = self.proc.target().desc.arch;
        let mut relocations = buffer
            .relocs()
            .iter()
            .map(|reloc| self.relocation(reloc.offset, reloc.kind, &reloc.target, reloc.addend))
            .collect::<Result<Vec<_>>>()?;
        relocations.sort_by_key(|relocation| relocation.offset);
        let origins = self.origins(buffer);
        let mut trap_sites = Vec::with_capacity(buffer.traps().len());
        for trap in buffer.traps() {
            let (code, origin) = self.trap(trap.code, || origin_at(&origins, trap.offset))?;
            trap_sites.push(TrapSite {
                offset: trap.offset,
                code,
                origin,
                exit: ExitId::INVALID,
                has_frame: true,
            });
        }
        trap_sites.sort_by_key(|site| site.offset);
        trap_sites.dedup_by_key(|site| site.offset);
        let (frame_states, callee_saves) = unwind::frame_states(arch, &buffer.unwind_info);
        Ok(CompiledCode {
            arch,
            bytes: buffer.data().to_vec(),
            code_size: code_size(compiled, arch),
            alignment: buffer.alignment.max(16),
            landing_pads: false,
            retpolines: false,
            entries: vec![0],
            functions: Vec::new(),
            relocations,
            trap_sites,
            patchable_sites: Vec::new(),
            handlers: Vec::new(),
            origins,
            exits: crate::isa::ExitTable::default(),
            gc_map: crate::isa::GcMap::default(),
            osr_entries: Vec::new(),
            frame: FrameInfo { callee_saves, ..self.frame(buffer) },
            frame_states,
            pieces: None,
        })
    }

    fn relocation(
        &self,
        offset: u32,
        kind: Reloc,
        target: &FinalizedRelocTarget,
        addend: i64,
    ) -> Result<Relocation> {
        let kind = match kind {
            Reloc::Abs8 => RelocKind::Abs64,
            Reloc::X86PCRel4 | Reloc::X86CallPCRel4 => RelocKind::X64Rel32,
            Reloc::Arm64Call => RelocKind::A64Branch26,
            other => return Err(internal(&format!("a relocation {other:?}"))),
        };
        let (target, addend) = match target {
            FinalizedRelocTarget::Func(offset) => (RelocTarget::Code, addend + i64::from(*offset)),
            FinalizedRelocTarget::ExternalName(name) => (self.external(name)?, addend),
        };
        Ok(Relocation { offset, kind, target, addend })
    }

    fn external(&self, name: &clif::ExternalName) -> Result<RelocTarget> {
        use clif::LibCall as Clif;
        let unknown = || internal(&format!("a reference to {name:?}"));
        Ok(match name {
            clif::ExternalName::User(id) => match self.func.params.user_named_funcs().get(*id) {
                Some(name) if name.namespace == SYMBOLS => RelocTarget::Symbol(SymbolId::new(name.index)),
                Some(name) if name.namespace == LIBRARY => {
                    let function = LibCall::ALL.get(name.index as usize).copied();
                    RelocTarget::LibCall(function.ok_or_else(unknown)?)
                }
                _ => return Err(unknown()),
            },
            clif::ExternalName::LibCall(function) => RelocTarget::LibCall(match function {
                Clif::CeilF32 => LibCall::Ceilf,
                Clif::CeilF64 => LibCall::Ceil,
                Clif::FloorF32 => LibCall::Floorf,
                Clif::FloorF64 => LibCall::Floor,
                Clif::TruncF32 => LibCall::Truncf,
                Clif::TruncF64 => LibCall::Trunc,
                Clif::NearestF32 => LibCall::Nearestf,
                Clif::NearestF64 => LibCall::Nearest,
                Clif::FmaF32 => LibCall::Fmaf,
                Clif::FmaF64 => LibCall::Fma,
                _ => return Err(unknown()),
            }),
            _ => return Err(unknown()),
        })
    }

    /// The trap code and origin of a trap. Traps that Cranelift adds itself have the origin of the instruction.
    fn trap(&self, code: clif::TrapCode, origin: impl FnOnce() -> Origin) -> Result<(TrapCode, Origin)> {
        Ok(match code {
            clif::TrapCode::STACK_OVERFLOW => (TrapCode::StackOverflow, origin()),
            clif::TrapCode::INTEGER_OVERFLOW => (TrapCode::IntegerOverflow, origin()),
            clif::TrapCode::HEAP_OUT_OF_BOUNDS => (TrapCode::HeapOutOfBounds, origin()),
            clif::TrapCode::INTEGER_DIVISION_BY_ZERO => (TrapCode::IntegerDivisionByZero, origin()),
            clif::TrapCode::BAD_CONVERSION_TO_INTEGER => (TrapCode::BadConversion, origin()),
            other => match self.traps.meaning(other) {
                Some((code, Some(origin))) => (code, origin),
                Some((code, None)) => (code, origin()),
                None => return Err(internal(&format!("a trap {other}"))),
            },
        })
    }

    /// Source locations are value ids. Code without one has no origin.
    fn origins(&self, buffer: &MachBufferFinalized<codegen::Final>) -> Vec<CodeOrigin> {
        let mut origins: Vec<CodeOrigin> = Vec::new();
        let mut push = |offset: u32, origin: Origin| {
            if origins.last().is_some_and(|last| last.offset == offset) {
                origins.pop();
            }
            if origins.last().map_or(Origin::NONE, |last| last.origin) != origin {
                origins.push(CodeOrigin { offset, origin });
            }
        };
        let mut end = 0;
        for range in buffer.get_srclocs_sorted().iter().filter(|range| range.start < range.end) {
            if range.start > end {
                push(end, Origin::NONE);
            }
            let value = self.proc.get_value(ValueId::new(range.loc.bits()));
            push(range.start, value.map_or(Origin::NONE, |value| value.origin));
            end = end.max(range.end);
        }
        if end < buffer.total_size() {
            push(end, Origin::NONE);
        }
        origins
    }

    fn frame(&self, buffer: &MachBufferFinalized<codegen::Final>) -> FrameInfo {
        let Some(layout) = buffer.frame_layout() else { return FrameInfo::default() };
        let to_fp = layout.frame_to_fp_offset;
        let offset = |slot| Some(layout.stackslots[slot].offset as i32 - to_fp as i32);
        FrameInfo {
            size: to_fp,
            slots: self.func.sized_stack_slots.keys().map(offset).collect(),
            callee_saves: Vec::new(),
            signs_return_address: false,
        }
    }
}

fn origin_at(origins: &[CodeOrigin], offset: u32) -> Origin {
    let after = origins.partition_point(|origin| origin.offset <= offset);
    after.checked_sub(1).map_or(Origin::NONE, |i| origins[i].origin)
}

/// Size of the instructions in bytes, without constants, which come last. Cranelift does not report it. All
/// instructions have source locations, except moves and jumps that Cranelift adds, which are in blocks.
fn code_size(compiled: &codegen::CompiledCode, arch: Arch) -> u32 {
    let buffer = &compiled.buffer;
    let trap = if arch == Arch::X64 { 2 } else { 4 };
    let located = buffer.get_srclocs_sorted().iter().map(|range| range.end);
    let trapping = buffer.traps().iter().map(|site| site.offset + trap);
    let end = located.chain(trapping).max().unwrap_or(0);
    let last_block = compiled.bb_starts.iter().copied().max().unwrap_or(0);
    if end > last_block { end.min(buffer.total_size()) } else { buffer.total_size() }
}
