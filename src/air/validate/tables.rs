//! Checks the tables of the code: slots, temporaries, rematerializations, switches, specials, register sets.

use super::{Report, Rule};
use crate::air::opcode::Properties;
use crate::air::{Arg, Code, Opcode, Remat, SlotKind, Tmp};
use crate::base::{Bank, RegSet};

/// Bytes of the saved frame pointer and the return address, between the frame and the caller's area above it.
const ABOVE_RETURN_ADDRESS: i64 = 16;

/// Opcodes that may rematerialize a value.
const REMAT_OPCODES: [Opcode; 9] = [
    Opcode::Move,
    Opcode::Move32,
    Opcode::Lea64,
    Opcode::MoveFloat,
    Opcode::MoveDouble,
    Opcode::MoveZeroToDouble,
    Opcode::MoveVector,
    Opcode::MoveZeroToVector,
    Opcode::TableAddress,
];

/// Checks everything outside blocks.
pub(super) fn check(code: &Code, report: &mut Report<'_>) {
    if code.blocks.is_empty() {
        report.table(Rule::Root, String::from("there is no block"));
    }
    check_saved(code, report);
    check_slots(code, report);
    check_tmps(code, report);
    for (id, switch) in code.switches.iter() {
        let mut cases = switch.cases.clone();
        cases.sort_unstable();
        if let Some(pair) = cases.windows(2).find(|pair| pair[0] == pair[1]) {
            report.table(Rule::Cases, format!("{id} has the case {} twice", pair[0]));
        }
    }
    let names = code.target.desc.names;
    let known: RegSet = RegSet::all(Bank::Gp)
        .union(RegSet::all(Bank::Fp))
        .iter()
        .filter(|reg| names.contains(*reg))
        .collect();
    let mut check_set = |what: &dyn std::fmt::Display, set: RegSet| {
        if let Some(reg) = set.difference(known).first() {
            report.table(Rule::Registers, format!("{what} has {reg:?}, which the target does not have"));
        }
    };
    check_set(&"the pinned set", code.pinned);
    check_set(&"the kept set", code.kept);
    for (id, special) in code.specials.iter() {
        let fixed: RegSet = special.operands.iter().filter_map(|spec| spec.fixed()).collect();
        [special.clobbers, special.clobbers_early, special.clobbers_high, fixed]
            .into_iter()
            .for_each(|set| check_set(&id, set));
    }
    for (id, special) in code.specials.iter() {
        for (n, spec) in special.operands.iter().enumerate() {
            if let Some(reg) = spec.fixed()
                && reg.bank() != spec.bank
            {
                let (reg, bank) = (names.name(reg), spec.bank);
                report.table(Rule::FixedBank, format!("{id} fixes operand {n} of {bank:?} in %{reg}"));
            }
        }
    }
}

fn check_saved(code: &Code, report: &mut Report<'_>) {
    let names = code.target.desc.names;
    let known = code.env().allocatable_set().difference(code.env().callee_saved).difference(code.pinned);
    if let Some(reg) = code.kept.difference(known).first() {
        report.table(Rule::Registers, format!("%{} cannot be kept", names.name(reg)));
    }
    if code.target.desc.conventions.get(code.convention.number() as usize).is_none() {
        report.table(Rule::Saved, format!("the target has no convention {}", code.convention));
    }
    if let Some(reg) = code.saved.difference(code.callee_saved()).first() {
        report.table(Rule::Saved, format!("%{} is not callee-saved", names.name(reg)));
    } else if !code.allocated && !code.saved.difference(code.pinned).is_empty() {
        report.table(Rule::Saved, String::from("only pinned registers are saved before allocation"));
    }
}

fn check_slots(code: &Code, report: &mut Report<'_>) {
    for (id, slot) in code.slots.iter() {
        if !slot.align.is_power_of_two() {
            report.table(Rule::Slot, format!("{id} has the alignment {}", slot.align));
        }
        match slot.offset {
            Some(offset) => {
                let start = i64::from(offset);
                let in_frame =
                    start >= -i64::from(code.frame_bytes) && start + i64::from(slot.size.max(1)) <= 0;
                let saves = -i64::from(code.save_area)..0;
                if in_frame && start + i64::from(slot.size.max(1)) > saves.start {
                    report.table(Rule::Slot, format!("{id} is in the area of saved registers"));
                }
                if !in_frame && start < ABOVE_RETURN_ADDRESS {
                    let (size, frame) = (slot.size, code.frame_bytes);
                    let message = format!("{id} has {size} bytes at {offset} in a frame of {frame}");
                    report.table(Rule::Slot, message);
                }
            }
            None if code.allocated => {
                report.table(Rule::Allocated, format!("{id} has no offset"));
            }
            None => {}
        }
    }
}

fn check_tmps(code: &Code, report: &mut Report<'_>) {
    for (number, info) in (0..).zip(&code.tmps) {
        let tmp = Tmp::new(info.bank, number);
        if info.home.is_valid() && code.slots.get(info.home).is_none_or(|slot| slot.kind != SlotKind::Spill) {
            report.table(
                Rule::TmpInfo,
                format!("{tmp:?} has the home {}, which is not a spill slot", info.home),
            );
        }
        if !info.remat.is_valid() {
            continue;
        }
        match code.remats.get(info.remat) {
            None => report.table(Rule::TmpInfo, format!("{tmp:?} has {}, which does not exist", info.remat)),
            Some(remat) => {
                if let Some(wrong) = wrong_remat(code, remat, tmp) {
                    report.table(Rule::Remat, format!("{} of {tmp:?} {wrong}", remat.opcode.name()));
                }
            }
        }
    }
}

/// Describes what is wrong with a rematerialization; `None` if it is valid.
fn wrong_remat(code: &Code, remat: &Remat, tmp: Tmp) -> Option<&'static str> {
    if !REMAT_OPCODES.contains(&remat.opcode) || remat.opcode.has(Properties::EFFECTS) {
        return Some("cannot be rematerialized");
    }
    let allocatable = code.env().allocatable_set();
    match remat.arg {
        Some(Arg::Tmp(from)) if from.reg().is_none_or(|reg| allocatable.contains(reg)) => {
            return Some("copies a value that may change");
        }
        Some(Arg::Stack { slot, .. }) if !code.slots.contains(slot) => return Some("has no such slot"),
        Some(Arg::Stack { .. }) if remat.opcode != Opcode::Lea64 => {
            return Some("copies a value that may change");
        }
        Some(Arg::Switch(switch)) if !code.switches.contains(switch) => return Some("has no such switch"),
        Some(Arg::Symbol(symbol)) if !symbol.is_valid() => return Some("has no symbol"),
        Some(Arg::Addr { .. } | Arg::Index { .. } | Arg::CallArg { .. }) => {
            return Some("copies a value that may change");
        }
        _ => {}
    }
    let Some(form) = remat.form.get().filter(|form| form.opcode == remat.opcode) else {
        return Some("has a form of another opcode");
    };
    let args = [remat.arg.unwrap_or(tmp.into()), tmp.into()];
    let args = if remat.arg.is_some() { &args[..] } else { &args[..1] };
    let kinds = [args[0].kinds(), crate::air::Kinds::TMP];
    if !form.admits(code.target.desc.arch, code.target.features, &kinds[..args.len()]) {
        return Some("does not fit its form on this target");
    }
    let bank = form.operands.last().map(|spec| spec.bank);
    (bank != Some(tmp.bank())).then_some("computes a value of the other bank")
}
