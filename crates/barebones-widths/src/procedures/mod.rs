//! The code of helpers.
//!
//! This is above the operations, which call helpers by name only.

mod carryless;
mod divide;
mod root;

use crate::float;
use crate::helpers::{Helper, Helpers, convention};
use crate::int::{self, Int, Sign};
use barebones::base::{Reg, Target};
use barebones::ir::{Cursor, Procedure};
use std::collections::BTreeSet;

/// Returns a number, zero-extended.
fn ret(b: &mut Cursor<'_>, x: &Int) {
    let x = int::extended(b, x, Sign::Unsigned);
    b.ret(x.into_leaves());
}

impl Helper {
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
            Helper::SquareRoot => root::square(&mut proc, &arguments),
            Helper::Convert { from, to } => {
                let b = &mut proc.at(root);
                let result = float::convert_code(b, from, to, &Int::new(from.bits(), arguments));
                ret(b, &result);
            }
            Helper::FromInt { limbs, sign, to } => {
                let b = &mut proc.at(root);
                let x = Int::new(64 * u32::from(limbs), arguments);
                let result = float::from_int_code(b, to, &x, sign);
                ret(b, &result);
            }
            Helper::ToInt { from, bits, sign } => {
                let b = &mut proc.at(root);
                let x = Int::new(from.bits(), arguments);
                let result = float::to_int_code(b, from, &x, u32::from(bits), sign);
                b.ret(result.into_leaves());
            }
            Helper::Quad { operation } => {
                let b = &mut proc.at(root);
                let operands = arguments.chunks(2).map(|x| Int::new(128, x.iter().copied()));
                let result = float::quad_code(b, &mut helpers, operation, &operands.collect::<Vec<_>>());
                ret(b, &result);
            }
        }
        (proc, helpers)
    }
}

impl Helpers {
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
