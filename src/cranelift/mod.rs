//! A second backend: the IR as CLIF, compiled by Cranelift. Optional: the cargo feature `cranelift`.
//!
//! It is an independent oracle (another selection, another register allocator, another emitter), a yardstick,
//! and a source of code for targets that have no emitter here yet. The result is an ordinary
//! [`CompiledCode`]: linking, handles, traps, data and calls are those of the other backend.
//!
//! Everything scalar is translated, with exactly the meaning of `docs/ir.md`; where the IR leaves bits open they
//! are zeros. What Cranelift has no words for (code of the client's inside code, fixed frame offsets, pinned
//! registers, several entries ...) is [`CraneliftError::Unsupported`], which says what.
//!
//! A value is the CLIF value of its block; a Phi or variable is a `Variable` of cranelift-frontend, which makes
//! block parameters of it: Upsilon and Set define it, Phi and Get use it where they stand, so a Phi keeps what
//! it read when its location is written again. Constants, addresses and extensions of comparisons are made
//! where they are used.
//!
//! - Requires: valid IR and the facts that validation collects.
//! - Cost: linear here; then whatever Cranelift does.

mod call;
mod operations;
mod translate;

use crate::analysis::Order;
use crate::base::{Arch, CallConv, ExitId, Features, LibCall, Origin, SymbolId, Target, TrapCode};
use crate::ir::{Facts, Procedure, ValueId};
use crate::isa::{CodeOrigin, CompiledCode, FrameInfo, RelocKind, RelocTarget, Relocation, TrapSite};
use crate::lower::order::BlockOrder;
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
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CraneliftError {
    /// Cranelift cannot express something.
    Unsupported {
        /// Where.
        value: ValueId,
        /// What.
        what: String,
    },
    /// Cranelift makes no code for the target, or was built without it.
    UnsupportedTarget {
        /// The target's name.
        target: &'static str,
    },
    /// The stack slots take more bytes than a frame may have.
    FrameTooLarge {
        /// How many.
        bytes: u64,
    },
    /// The translation is wrong, or Cranelift is.
    Internal(String),
}

impl fmt::Display for CraneliftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CraneliftError::Unsupported { value, what } => {
                write!(f, "{value}: {what} cannot be compiled by Cranelift")
            }
            CraneliftError::UnsupportedTarget { target } => {
                write!(f, "Cranelift makes no code for {target} here")
            }
            CraneliftError::FrameTooLarge { bytes } => {
                write!(f, "stack slots of {bytes} bytes are more than a frame may have")
            }
            CraneliftError::Internal(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for CraneliftError {}

type Result<T = (), E = CraneliftError> = std::result::Result<T, E>;

/// What Cranelift is to do with a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Optimise: its `opt_level` is `speed`, else `none`.
    pub optimize: bool,
    /// Allocate registers in one pass over each block, and not with live ranges of the whole procedure.
    pub single_pass: bool,
    /// Run its verifier and the checker of its register allocator.
    pub verify: bool,
}

/// The largest sum of stack slots: offsets in a frame are signed 32-bit numbers, and there is more in a frame.
const MAX_SLOT_BYTES: u64 = 1 << 30;

/// The memory of the backend, kept between procedures.
#[derive(Default)]
pub struct CraneliftBackend {
    /// The machine, for the target and effort that it was made for.
    isa: Option<(Target, Effort, OwnedTargetIsa)>,
    /// The function, and what its compilation needs.
    context: Option<Box<Context>>,
    builder: FunctionBuilderContext,
    order: Order,
    traps: Traps,
}

impl CraneliftBackend {
    /// Translates a procedure, for the machine with the features of `target`. [`CraneliftBackend::finish`] compiles
    /// it.
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
        let translator = Translator::new(proc, facts, func, &mut self.builder, &mut self.traps);
        let result = translator.and_then(|translator| translator.run(&self.order, layout, config));
        if result.is_err() {
            self.builder = FunctionBuilderContext::new(); // it is in the middle of a function
        }
        result
    }

    /// Compiles what was translated last.
    ///
    /// # Errors
    /// [`CraneliftError::Internal`], or a limit of Cranelift's was reached.
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

    /// The procedure as CLIF, as it was translated last; after [`CraneliftBackend::finish`] optimised.
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

/// Cranelift's flag for each of our features that implies others of its own.
const FEATURES: [(Features, &[&str]); 8] = [
    (Features::SSE41, &["has_sse3", "has_ssse3", "has_sse41"]),
    (Features::POPCNT, &["has_popcnt"]),
    (Features::LZCNT, &["has_lzcnt"]),
    (Features::BMI1, &["has_bmi1"]),
    (Features::BMI2, &["has_bmi2"]),
    (Features::AVX, &["has_sse3", "has_ssse3", "has_sse41", "has_sse42", "has_avx"]),
    (Features::FMA, &["has_fma"]),
    (Features::LSE, &["has_lse"]),
];

/// The machine with the target's features and the settings that our contracts need.
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
        // FramePointer, stack arguments and stack walks need it.
        ("preserve_frame_pointers", "true"),
        // Our linker makes veneers.
        ("use_colocated_libcalls", "true"),
        ("probestack_strategy", "inline"),
        ("unwind_info", "false"),
        // Where blocks begin; tells where instructions end.
        ("machine_code_cfg_info", "true"),
    ];
    for (name, value) in settings {
        flags.set(name, value).map_err(|error| failed(&error))?;
    }
    let mut builder = codegen::isa::lookup(triple).map_err(|_| unsupported())?;
    for (feature, names) in FEATURES {
        let is_of_x64 = feature != Features::LSE;
        if target.features.contains(feature) && is_of_x64 == (target.desc.arch == Arch::X64) {
            names.iter().try_for_each(|name| builder.enable(name)).map_err(|error| failed(&error))?;
        }
    }
    builder.finish(codegen::settings::Flags::new(flags)).map_err(|error| failed(&error))
}

/// Cranelift's name of a convention; `None` if it has none.
fn convention(conv: &CallConv) -> Option<codegen::isa::CallConv> {
    use codegen::isa::CallConv as Clif;
    if conv.callee_pops || conv.result_area {
        return None;
    }
    Some(match conv.stack_args {
        crate::base::StackArgs::Packed => Clif::AppleAarch64,
        crate::base::StackArgs::Words if conv.positional => Clif::WindowsFastcall,
        crate::base::StackArgs::Words => Clif::SystemV,
    })
}

/// Namespaces of external names: symbols of the procedure, functions of the library.
const SYMBOLS: u32 = 0;
const LIBRARY: u32 = 1;

/// Cranelift's code becomes ours.
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
        Ok(CompiledCode {
            arch,
            bytes: buffer.data().to_vec(),
            code_size: code_size(compiled, arch),
            alignment: buffer.alignment.max(16),
            landing_pads: false,
            entries: vec![0],
            relocations,
            trap_sites,
            patchable_sites: Vec::new(),
            handlers: Vec::new(),
            origins,
            exits: crate::isa::ExitTable::default(),
            frame: self.frame(buffer),
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

    /// The code of a trap; of one that Cranelift makes itself, with the origin of the instruction.
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

    /// Source locations are values; where none is given, code belongs to nobody.
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
            callee_saves: Vec::new(), // Cranelift does not say
            signs_return_address: false,
        }
    }
}

fn origin_at(origins: &[CodeOrigin], offset: u32) -> Origin {
    let after = origins.partition_point(|origin| origin.offset <= offset);
    after.checked_sub(1).map_or(Origin::NONE, |i| origins[i].origin)
}

/// How many bytes are instructions. Cranelift does not say; constants come last, and every instruction of the
/// procedure has a source location but moves and jumps of its own, which are in blocks.
fn code_size(compiled: &codegen::CompiledCode, arch: Arch) -> u32 {
    let buffer = &compiled.buffer;
    let trap = if arch == Arch::X64 { 2 } else { 4 };
    let located = buffer.get_srclocs_sorted().iter().map(|range| range.end);
    let trapping = buffer.traps().iter().map(|site| site.offset + trap);
    let end = located.chain(trapping).max().unwrap_or(0);
    let last_block = compiled.bb_starts.iter().copied().max().unwrap_or(0);
    if end > last_block { end.min(buffer.total_size()) } else { buffer.total_size() }
}
