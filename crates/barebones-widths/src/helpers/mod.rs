//! Helper procedures: long operations as procedures of the IR.
//!
//! An operation that needs one calls it by name, and records it in [`Helpers`]. The client adds
//! [`Helpers::procedures`] to the module. They are pure and never trap; a caller that must trap does so before.

mod carryless;
mod divide;

use crate::Leaves;
use crate::int::Sign;
use barebones::base::{ConvId, EffectFlags, Effects, Reg, Signature, StateId, SymbolId, Target, Type};
use barebones::ir::{CallData, Cursor, Procedure, ValueId};
use std::collections::BTreeSet;

/// A helper procedure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Helper {
    /// The quotient and the remainder of two integers of this many limbs, at least 2. For a zero divisor the result is
    /// unspecified.
    Divide {
        /// The number of limbs of each operand.
        limbs: u8,
        /// How they are interpreted.
        sign: Sign,
    },
    /// The carry-less product of two Int64: its low and its high half.
    CarrylessProduct,
}

/// The convention of helpers.
fn convention(target: &Target) -> ConvId {
    target.convention_by_name("internal").unwrap_or(ConvId::new(0))
}

impl Helper {
    /// The name of the procedure.
    pub fn name(self) -> String {
        match self {
            Helper::Divide { limbs, sign } => {
                let sign = if sign.is_signed() { "signed" } else { "unsigned" };
                format!("barebones.divide.{sign}.{}", u32::from(limbs) * 64)
            }
            Helper::CarrylessProduct => String::from("barebones.carryless_product"),
        }
    }

    /// The signature of the procedure.
    pub fn signature(self) -> Signature {
        match self {
            Helper::Divide { limbs, .. } => {
                let both = vec![Type::Int64; 2 * usize::from(limbs)];
                Signature { params: both.clone(), results: both }
            }
            Helper::CarrylessProduct => {
                Signature { params: vec![Type::Int64; 2], results: vec![Type::Int64; 2] }
            }
        }
    }

    /// The procedure, and the helpers that it calls.
    ///
    /// It pins the same registers as its callers, because they share a convention.
    pub fn procedure(self, target: &Target, pinned: &[Reg]) -> (Procedure, Helpers) {
        let mut proc = Procedure::with_convention(target, convention(target));
        proc.name = self.name();
        pinned.iter().for_each(|reg| proc.pin_register(*reg));
        proc.set_signature(self.signature());
        let root = proc.add_block();
        let arguments = proc.at(root).arguments();
        let mut helpers = Helpers::default();
        match self {
            Helper::Divide { limbs: 2, sign: Sign::Unsigned } => divide::two_limbs(&mut proc, &arguments),
            Helper::Divide { sign: Sign::Unsigned, .. } => divide::limbs(&mut proc, &arguments),
            Helper::Divide { sign: Sign::Signed, .. } => {
                divide::signed(&mut proc.at(root), &mut helpers, &arguments);
            }
            Helper::CarrylessProduct => carryless::product(&mut proc, &arguments),
        }
        (proc, helpers)
    }
}

/// The helpers that procedures call.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Helpers {
    needed: BTreeSet<Helper>,
}

impl Helpers {
    /// Appends a call, and returns its results.
    pub fn call(&mut self, b: &mut Cursor<'_>, helper: Helper, arguments: &[ValueId]) -> Leaves {
        self.needed.insert(helper);
        let results = helper.signature().results;
        let ty = if let [one] = results[..] { one } else { b.proc.tuple_type(&results) };
        let callee = b.proc.symbol(&helper.name());
        let data = CallData {
            conv: convention(b.proc.target()),
            callee: SymbolId::INVALID,
            variadic_start: None,
            effects: Effects::of(EffectFlags::CONTROL_DEPENDENT),
            exceptional: false,
            state: StateId::INVALID,
        };
        let value = b.ccall_with(ty, callee, arguments, data);
        match results.len() {
            1 => Leaves::from_slice(&[value]),
            count => (0..count as u32).map(|index| b.extract(value, index)).collect(),
        }
    }

    /// The helpers that were called.
    pub fn iter(&self) -> impl Iterator<Item = Helper> + '_ {
        self.needed.iter().copied()
    }

    /// True if none was called.
    pub fn is_empty(&self) -> bool {
        self.needed.is_empty()
    }

    /// Adds those of another procedure.
    pub fn extend(&mut self, other: &Helpers) {
        self.needed.extend(other.iter());
    }

    /// The procedures of all helpers that were called, and of those that they call.
    ///
    /// They pin the same registers as the callers, because they share a convention.
    pub fn procedures(&self, target: &Target, pinned: &[Reg]) -> Vec<Procedure> {
        let mut done = BTreeSet::new();
        let mut pending: Vec<Helper> = self.iter().collect();
        let mut procedures = Vec::new();
        while let Some(helper) = pending.pop() {
            if done.insert(helper) {
                let (procedure, callees) = helper.procedure(target, pinned);
                procedures.push(procedure);
                pending.extend(callees.iter());
            }
        }
        procedures.sort_by(|one, other| one.name.cmp(&other.name));
        procedures
    }
}
