//! Checks which jump tables TableSwitches use.

use super::{At, Report, Rule};
use crate::air::{Arg, Code, Opcode, Tmp};
use crate::support::{BitSet, Entity};

pub(super) fn check(code: &Code, report: &mut Report<'_>) {
    let mut seen = BitSet::with_len(code.switches.len());
    for (id, block) in code.blocks.iter() {
        let insts = code.block_insts(block);
        let Some((last, before)) = insts.split_last() else { continue };
        if !matches!(last.opcode, Opcode::TableSwitch32 | Opcode::TableSwitch64) {
            continue;
        }
        let args = code.buffer.get_args(last).unwrap_or(&[]);
        let at = At { block: id, index: before.len() as u32, inst: last, args };
        let [Arg::Switch(switch), _, Arg::Tmp(address), ..] = *args else { continue };
        if code.switches.contains(switch) && !seen.insert(switch.index()) {
            report.inst(Rule::Table, at, format!("another TableSwitch uses the table of {switch}"));
        }
        if !code.allocated && !is_address(code, address, Arg::Switch(switch)) {
            report.inst(Rule::Table, at, format!("{address:?} is not the address of the table of {switch}"));
        }
    }
}

/// True if the temporary is rematerialized as the address of the switch's table.
fn is_address(code: &Code, tmp: Tmp, switch: Arg) -> bool {
    let info = tmp.number().and_then(|number| code.tmps.get(number as usize));
    let remat = info.and_then(|info| code.remats.get(info.remat));
    remat.is_some_and(|remat| remat.opcode == Opcode::TableAddress && remat.arg == Some(switch))
}
