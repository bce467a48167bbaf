//! Checks Landings, which define the results of terminals on their edges.

use super::{At, Report, Rule};
use crate::air::opcode::Properties;
use crate::air::{BlockId, Code, InstFlags, Opcode};
use crate::base::RegSet;

pub(super) fn check(code: &Code, report: &mut Report<'_>) {
    if !code.buffer.insts.iter().any(|inst| inst.opcode == Opcode::Landing) {
        return;
    }
    for (id, block) in code.blocks.iter() {
        let insts = code.block_insts(block);
        for (index, inst) in (0..).zip(insts) {
            if inst.opcode != Opcode::Landing {
                continue;
            }
            let at = At { block: id, index, inst, args: code.buffer.get_args(inst).unwrap_or(&[]) };
            if !insts[..index as usize].iter().all(|inst| inst.flags.contains(InstFlags::INSERTED)) {
                report.inst(Rule::LandingFirst, at, String::from("instructions precede it"));
            }
            check_origins(code, at, report);
        }
    }
}

/// Checks that each predecessor is a terminal with the results that a Landing takes.
fn check_origins(code: &Code, at: At<'_>, report: &mut Report<'_>) {
    let wanted = code.fixed_results(at.args);
    if at.block == BlockId::new(0) {
        report.inst(Rule::LandingFrom, at, String::from("its block is an entry"));
    }
    for (from, block) in code.blocks.iter().filter(|(_, block)| block.successors.contains(&at.block)) {
        let last = code.block_insts(block).last().filter(|inst| inst.opcode.has(Properties::TERMINAL));
        let args = last.and_then(|inst| code.buffer.get_args(inst)).unwrap_or(&[]);
        // The exceptional edge has no results.
        let throws = last.is_some_and(|inst| inst.opcode == Opcode::Invoke)
            && block.successors.iter().skip(1).any(|to| *to == at.block);
        let given = if throws { RegSet::EMPTY } else { code.fixed_results(args) };
        if let Some(reg) = wanted.difference(given).first() {
            let name = code.target.desc.names.name(reg);
            report.inst(Rule::LandingFrom, at, format!("{from} has no result in %{name}"));
        }
    }
}
