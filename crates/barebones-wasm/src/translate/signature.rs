//! Calling conventions of WebAssembly functions.
//!
//! The callee's context and the base address of its first memory are in pinned registers, or the context is the first
//! argument: see [`crate::Pins`]. With replaceable code, the first argument is the address of the callee's words.
//! Results are in registers if the convention has enough of them. The rest is in memory of the caller, whose address
//! is the last of these hidden arguments.
//!
//! Pinned registers belong to one instance. A caller of another instance's function sets them before the call and
//! restores them after it: a callee returns with their values at its entry. The exception is a callee that leaves by
//! a tail call to another instance: the last function does not know the instance that it returns to. So modules with
//! such tail calls restore the registers after every call
//! ([`crate::info::ModuleInfo::has_cross_instance_tail_calls`]).

use crate::config::{Config, Pins};
use crate::layout::WORD;
use crate::types::{FuncType, ValType};
use barebones::base::{ConvId, EffectFlags, Effects, Reg, Signature, SymbolId, Target, Type};
use barebones::ir::{CallData, Procedure};

/// The convention of WebAssembly functions: the library's own.
pub(super) const CONVENTION: ConvId = ConvId::new(1);

/// The convention of host functions: the system's.
pub(super) const HOST_CONVENTION: ConvId = ConvId::new(0);

/// Attributes of a call with arbitrary effects.
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

/// The same for a call that preserves pinned registers.
pub(super) fn preserving_pins(mut call: CallData) -> CallData {
    call.effects.flags -= EffectFlags::WRITES_PINNED;
    call
}

/// How functions of an engine receive their context, and call each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Linkage {
    /// The pinned register of the instance's context.
    pub(super) context: Option<Reg>,
    /// The pinned register of the first memory's base address.
    pub(super) memory: Option<Reg>,
    /// True if the first argument is the address of the function's words.
    pub(super) words: bool,
    /// The convention of calls: [`CONVENTION`], except for code that is only inspected.
    pub(super) convention: ConvId,
}

impl Linkage {
    /// The linkage of engines with this configuration.
    pub(crate) fn new(config: &Config, target: &Target) -> Linkage {
        if config.interpret {
            return Linkage::plain();
        }
        // Registers that host functions preserve, too, cheapest first; memory gets the first, because its uses are
        // more frequent.
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

    /// The linkage that every backend and the interpreter support: no pinned registers, and the system's convention.
    pub(crate) fn plain() -> Linkage {
        Linkage { context: None, memory: None, words: false, convention: HOST_CONVENTION }
    }

    /// True if an argument precedes the address of results and those of WebAssembly.
    fn has_first(&self) -> bool {
        self.words || self.context.is_none()
    }

    pub(super) fn pin(&self, proc: &mut Procedure) {
        self.context.into_iter().chain(self.memory).for_each(|reg| proc.pin_register(reg));
    }
}

/// What a caller outside of translated code must know of an [`Abi`].
pub(crate) struct HostAbi {
    /// Number of results in registers; the rest is in memory.
    pub(crate) in_registers: usize,
    /// Number of words of the results in registers.
    pub(crate) words_in_registers: usize,
    /// Number of arguments before those of WebAssembly: the context, then the address of results in memory.
    pub(crate) hidden_params: usize,
}

impl HostAbi {
    pub(crate) fn new(target: &Target, linkage: Linkage, ty: &FuncType) -> HostAbi {
        let abi = Abi::new(target, linkage, ty);
        let words_in_registers = ValType::words_of(&ty.results[..abi.in_registers]);
        HostAbi { in_registers: abi.in_registers, words_in_registers, hidden_params: abi.hidden_params() }
    }
}

/// How functions of a type receive arguments and return results.
#[derive(Clone, Debug)]
pub(super) struct Abi {
    /// Types of all arguments, including hidden ones.
    pub(super) params: Vec<Type>,
    /// True if the first argument is the context, or the address of the function's words.
    pub(super) has_first: bool,
    /// Types of all results.
    pub(super) results: Vec<Type>,
    /// Number of results in registers.
    pub(super) in_registers: usize,
    /// Offsets of the results in memory, and their size in bytes.
    offsets: Vec<i32>,
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
        let offsets = offsets(&results[in_registers..]);
        Abi { params, has_first, results, in_registers, offsets }
    }

    pub(super) fn signature(&self) -> Signature {
        let results = &self.results[..self.in_registers];
        Signature { params: self.params.as_slice().into(), results: results.into() }
    }

    /// Number of hidden arguments, which precede the others.
    pub(super) fn hidden_params(&self) -> usize {
        usize::from(self.has_first) + usize::from(self.results_in_memory())
    }

    /// True if the last hidden argument is the address of results in memory.
    pub(super) fn results_in_memory(&self) -> bool {
        self.in_registers < self.results.len()
    }

    /// Offset of a result in memory.
    pub(super) fn offset(&self, result: usize) -> i32 {
        self.offsets[result - self.in_registers]
    }

    /// Size of the results in memory, in bytes.
    pub(super) fn results_size(&self) -> u32 {
        self.offset(self.results.len()) as u32
    }
}

/// Offsets of values in memory in bytes, and their size: a word each, and two for a vector.
pub(super) fn offsets(types: &[Type]) -> Vec<i32> {
    let mut offsets = vec![0; types.len() + 1];
    for (i, ty) in types.iter().enumerate() {
        offsets[i + 1] = offsets[i] + if ty.is_vector() { 2 * WORD } else { WORD };
    }
    offsets
}
