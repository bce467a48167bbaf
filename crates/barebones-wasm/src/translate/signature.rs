//! How functions of WebAssembly are called.
//!
//! The first argument is the context of the callee. Results are in registers as long as the convention has some;
//! the rest goes to memory that the caller has, whose address is the second argument then.

use crate::layout::WORD;
use crate::types::FuncType;
use barebones::base::{ConvId, Effects, Signature, SymbolId, Target, Type};
use barebones::ir::CallData;

/// The convention of functions of WebAssembly: the library's own.
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

/// How functions of a type are called.
#[derive(Clone, Debug)]
pub(super) struct Abi {
    /// The types of all arguments, the hidden ones too.
    pub(super) params: Vec<Type>,
    /// The types of all results.
    pub(super) results: Vec<Type>,
    /// How many of them are in registers.
    pub(super) in_registers: usize,
}

impl Abi {
    pub(super) fn new(target: &Target, ty: &FuncType) -> Abi {
        let results: Vec<Type> = ty.results.iter().map(|ty| ty.machine()).collect();
        let convention = target.convention(CONVENTION);
        let fits = |count: &usize| convention.assign(&[], &results[..*count], 0).is_some();
        let registers = convention.results_gp.len() + convention.results_fp.len();
        let most = if convention.result_area { results.len() } else { results.len().min(registers) };
        let in_registers = (0..=most).rev().find(fits).unwrap_or(0);
        let mut params = vec![Type::Int64];
        if in_registers < results.len() {
            params.push(Type::Int64);
        }
        params.extend(ty.params.iter().map(|ty| ty.machine()));
        Abi { params, results, in_registers }
    }

    pub(super) fn signature(&self) -> Signature {
        let results = &self.results[..self.in_registers];
        Signature { params: self.params.as_slice().into(), results: results.into() }
    }

    /// How many arguments come before those of WebAssembly.
    pub(super) fn hidden_params(&self) -> usize {
        if self.in_registers < self.results.len() { 2 } else { 1 }
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
