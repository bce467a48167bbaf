//! Cases of [`super::cases`] for pinned registers.

use super::cases::{Case, DOUBLE, I32, I64, ModuleCase, body, call_data, calls};
use super::*;
use crate::base::{ConvId, Effects, Reg, RegSet, SymbolId, Type, ValueRep};
use crate::ir::testing::target;
use crate::ir::{CallData, Module, Opcode, Procedure, Stackmap};

pub(super) const CASES: &[Case] = &[
    (Rule::Rep, |broken| {
        body(|p, root, _, b| {
            p.pin_register(Reg::gp(3));
            let reg = Reg::gp(if broken { 3 } else { 5 });
            for rep in [ValueRep::Register(reg), ValueRep::LateRegister(reg)] {
                let map = Stackmap { reps: vec![rep], ..Stackmap::default() };
                p.at(root).stackmap_value(Opcode::Patchpoint, I64, &[b], map);
            }
        })
    }),
    (Rule::Rep, |broken| {
        body(|p, root, _, _| {
            p.pin_register(Reg::gp(3));
            let results = vec![ValueRep::Register(Reg::gp(if broken { 3 } else { 5 }))];
            let map = Stackmap { results, ..Stackmap::default() };
            p.at(root).stackmap_value(Opcode::Patchpoint, I64, &[], map);
        })
    }),
    (Rule::Clobber, |broken| clobber(RegSet::of(&[Reg::gp(if broken { 3 } else { 5 })]), RegSet::EMPTY)),
    (Rule::Clobber, |broken| clobber(RegSet::EMPTY, RegSet::of(&[Reg::gp(if broken { 3 } else { 5 })]))),
    (Rule::PinnedAccess, |broken| {
        body(|p, root, _, b| {
            p.pin_register(Reg::gp(3));
            let reg = Reg::gp(if broken { 5 } else { 3 });
            p.at(root).get_pinned(reg);
            p.at(root).set_pinned(b, reg);
        })
    }),
    (Rule::PinnedAccess, |broken| {
        body(|p, root, _, b| {
            p.pinned = RegSet::of(&[Reg::gp(3), Reg::fp(2)]);
            let id = p.at(root).get_pinned(Reg::gp(3));
            p.get_value_mut(id).unwrap().ty = if broken { DOUBLE } else { I64 };
            p.at(root).set_pinned(b, if broken { Reg::fp(2) } else { Reg::gp(3) });
        })
    }),
    (Rule::PinnedAccess, |broken| {
        body(|p, root, _, _| {
            p.pin_register(Reg::gp(3));
            p.at(root).argument_reg(Reg::gp(if broken { 3 } else { 5 }));
        })
    }),
    (Rule::PinnedCall, |broken| {
        let mut p = body(|_, _, _, _| {});
        p.pinned = RegSet::of(&[if broken { Reg::gp(1) } else { Reg::gp(2) }]);
        p
    }),
    (Rule::PinnedCall, |broken| {
        body(|p, root, _, b| {
            p.pin_register(Reg::gp(if broken { 2 } else { 3 }));
            p.at(root).ccall(Type::Void, b, &[]);
        })
    }),
    // The internal convention shares the registers that it does not preserve.
    (Rule::PinnedCall, |broken| {
        body(|p, root, _, b| {
            p.pin_register(Reg::gp(2));
            let data = CallData { conv: ConvId::new(u32::from(!broken)), ..call_data(p, SymbolId::INVALID) };
            p.at(root).ccall_with(Type::Void, b, &[], data);
        })
    }),
    // Even if the call has no other effect.
    (Rule::PinnedCall, |broken| {
        body(|p, root, _, b| {
            p.pin_register(Reg::gp(if broken { 2 } else { 3 }));
            let data = CallData { effects: Effects::NONE, ..call_data(p, SymbolId::INVALID) };
            p.at(root).ccall_with(Type::Void, b, &[], data);
        })
    }),
];

pub(super) const MODULE_CASES: &[ModuleCase] = &[
    (Rule::PinnedShared, |broken| shares_pinned(broken, 1)),
    // With a convention that preserves registers, procedures may pin different ones.
    (Rule::PinnedShared, |broken| shares_pinned(true, u32::from(broken))),
];

/// `main` calls `f` with the n-th convention; one or both of them pin a register.
fn shares_pinned(broken: bool, conv: u32) -> Module {
    let mut module = calls("f", I32, None, conv);
    let mut callee = Procedure::with_convention(&target(), ConvId::new(conv));
    callee.name = String::from("f");
    let root = callee.add_block();
    let argument = callee.at(root).argument(I32);
    callee.at(root).ret([argument]);
    callee.pin_register(Reg::gp(3));
    module.procedures[1] = callee;
    if !broken {
        module.procedures[0].pin_register(Reg::gp(3));
    }
    module
}

/// Register 3 is pinned, and these are clobbered.
fn clobber(clobber_early: RegSet, clobber_late: RegSet) -> Procedure {
    body(|p, root, _, _| {
        p.pin_register(Reg::gp(3));
        let map = Stackmap { clobber_early, clobber_late, ..Stackmap::default() };
        p.at(root).stackmap_value(Opcode::Patchpoint, Type::Void, &[], map);
    })
}
