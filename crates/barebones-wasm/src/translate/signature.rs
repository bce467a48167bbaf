//! How functions of WebAssembly are called.
//!
//! The context of the callee is in a pinned register, and the address of the first byte of its first memory in
//! another one; or the context is the first argument: see [`crate::Pins`]. If code may be replaced, the first argument
//! is the address of the callee's words. Results are in registers as long as the convention has some; the rest goes to
//! memory that the caller has, whose address is the last of these hidden arguments.
//!
//! Pinned registers are those of one instance, and whoever calls a function of another sets them before and after:
//! the callee gives back what it was called with, unless it leaves by a tail call, and then the function that is
//! called last does not know whose caller it returns to. So in modules with tail calls to functions that may be
//! another instance's ([`crate::info::ModuleInfo::leaves_by_tail_calls`]) they are set again after every call.

use crate::config::{Config, Pins};
use crate::layout::WORD;
use crate::types::FuncType;
use barebones::base::{ConvId, EffectFlags, Effects, Reg, Signature, SymbolId, Target, Type};
use barebones::ir::{CallData, Procedure};

/// The convention of functions of WebAssembly in an engine: the library's own.
pub(super) const CONVENTION: ConvId = ConvId::new(1);

/// The convention of functions of the host: the system's.
pub(super) const HOST_CONVENTION: ConvId = ConvId::new(0);

/// What a call says besides its operands: it may do anything.
pub(super) fn call_data(conv: ConvId) -> CallData {
    let (callee, effects) = (SymbolId::INVALID, Effects::for_call());
    CallData {
        conv,
        callee,
        variadic_start: None,
        effects,
        exceptional: false,
        state: barebones::base::StateId::INVALID,
    }
}

/// Of a call that gives pinned registers back as they were.
pub(super) fn keeping_pins(mut call: CallData) -> CallData {
    call.effects.flags -= EffectFlags::WRITES_PINNED;
    call
}

/// What functions of an engine know besides their arguments, and from where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Linkage {
    /// The register that the context of the instance is pinned in.
    pub(super) context: Option<Reg>,
    /// The register that the address of the first memory is pinned in.
    pub(super) memory: Option<Reg>,
    /// Whether the first argument is the address of the function's words.
    pub(super) words: bool,
    /// How functions call each other: [`CONVENTION`], but for code that is only looked at.
    pub(super) convention: ConvId,
}

impl Linkage {
    /// That of engines with this configuration.
    pub(crate) fn new(config: &Config, target: &Target) -> Linkage {
        // What functions of the host keep, too, the cheapest first: memory is used more often.
        let host = target.convention(HOST_CONVENTION);
        let kept = host.env.allocatable[0].iter().copied();
        let mut kept =
            kept.filter(|reg| host.env.callee_saved.contains(*reg) && target.desc.pinnable.contains(*reg));
        let [first, second] = [kept.next(), kept.next()];
        let (memory, context) = match config.pins {
            Pins::Nothing => (None, None),
            Pins::Instance => (None, first),
            Pins::InstanceAndMemory if second.is_none() => (None, first),
            Pins::InstanceAndMemory => (first, second),
        };
        Linkage { context, memory, words: config.is_replaceable(), convention: CONVENTION }
    }

    /// That of functions that every backend compiles: nothing is pinned, and they call each other as the system's do.
    pub(crate) fn plain() -> Linkage {
        Linkage { context: None, memory: None, words: false, convention: HOST_CONVENTION }
    }

    /// Whether code of functions may be replaced.
    pub(crate) fn is_replaceable(&self) -> bool {
        self.words
    }

    /// Whether arguments come before those of WebAssembly, and results.
    fn has_first(&self) -> bool {
        self.words || self.context.is_none()
    }

    /// Pins registers in a procedure.
    pub(super) fn pin(&self, proc: &mut Procedure) {
        self.context.into_iter().chain(self.memory).for_each(|reg| proc.pin_register(reg));
    }
}

/// How functions of a type are called.
#[derive(Clone, Debug)]
pub(super) struct Abi {
    /// The types of all arguments, the hidden ones too.
    pub(super) params: Vec<Type>,
    /// Whether the first of them is the context, or the address of the function's words.
    pub(super) has_first: bool,
    /// The types of all results.
    pub(super) results: Vec<Type>,
    /// How many of them are in registers.
    pub(super) in_registers: usize,
}

impl Abi {
    pub(super) fn new(target: &Target, linkage: Linkage, ty: &FuncType) -> Abi {
        let results: Vec<Type> = ty.results.iter().map(|ty| ty.machine()).collect();
        let convention = target.convention(linkage.convention);
        let fits = |count: &usize| convention.assign(&[], &results[..*count], 0).is_some();
        let registers = convention.results_gp.len() + convention.results_fp.len();
        let most = if convention.result_area { results.len() } else { results.len().min(registers) };
        let in_registers = (0..=most).rev().find(fits).unwrap_or(0);
        let has_first = linkage.has_first();
        let hidden = usize::from(has_first) + usize::from(in_registers < results.len());
        let mut params = vec![Type::Int64; hidden];
        params.extend(ty.params.iter().map(|ty| ty.machine()));
        Abi { params, has_first, results, in_registers }
    }

    pub(super) fn signature(&self) -> Signature {
        let results = &self.results[..self.in_registers];
        Signature { params: self.params.as_slice().into(), results: results.into() }
    }

    /// How many arguments come before those of WebAssembly.
    pub(super) fn hidden_params(&self) -> usize {
        usize::from(self.has_first) + usize::from(self.results_in_memory())
    }

    /// Whether the last of them says where results go.
    pub(super) fn results_in_memory(&self) -> bool {
        self.in_registers < self.results.len()
    }

    /// Where a result is in memory.
    pub(super) fn offset(&self, result: usize) -> i32 {
        (result - self.in_registers) as i32 * WORD
    }

    /// How many bytes of memory results take.
    pub(super) fn results_size(&self) -> u32 {
        self.offset(self.results.len()) as u32
    }
}
