//! Checks that every temporary that is read may have been written.

use super::{At, Report, Rule};
use crate::air::{Arg, BlockId, Code, Tmp};
use crate::analysis::Order;
use crate::support::Entity;

/// An upward-exposed use: a temporary that is read before its block writes it.
struct Exposed<'a> {
    at: At<'a>,
    tmp: Tmp,
    /// Its number among the temporaries with exposed uses.
    bit: u32,
    /// True once a definition is found.
    reached: bool,
}

const NONE: u32 = u32::MAX;

/// Reports uses that no definition reaches.
pub(super) fn check(code: &Code, report: &mut Report<'_>) {
    let mut order = Order::new();
    order.compute(code);
    let mut bits = vec![NONE; code.tmps.len()];
    let mut exposed = find_exposed(code, &order, &mut bits);
    if exposed.is_empty() {
        return;
    }
    let mut writes = find_writes(code, &order, &bits);
    // 64 temporaries per pass: one word per block.
    writes.sort_unstable();
    let mut by_bit: Vec<u32> = (0..exposed.len() as u32).collect();
    by_bit.sort_by_key(|index| exposed[*index as usize].bit);
    let (mut rest_writes, mut rest_exposed) = (&writes[..], &by_bit[..]);
    let mut reached = vec![0; code.blocks.len()];
    while let Some(first) = rest_exposed.first() {
        let end = (exposed[*first as usize].bit / 64 + 1) * 64;
        let (writes, others) = rest_writes.split_at(rest_writes.partition_point(|(bit, _)| *bit < end));
        rest_writes = others;
        let here = rest_exposed.partition_point(|index| exposed[*index as usize].bit < end);
        propagate(code, &order, writes, &mut reached);
        for index in &rest_exposed[..here] {
            let exposed = &mut exposed[*index as usize];
            exposed.reached = reached[exposed.at.block.index()] >> (exposed.bit % 64) & 1 != 0;
        }
        rest_exposed = &rest_exposed[here..];
    }
    for exposed in exposed.iter().filter(|exposed| !exposed.reached) {
        report.inst(Rule::Reached, exposed.at, format!("no definition of {:?} reaches it", exposed.tmp));
    }
}

/// Finds the exposed uses in reachable blocks, and numbers their temporaries in `bits`.
fn find_exposed<'a>(code: &'a Code, order: &Order, bits: &mut [u32]) -> Vec<Exposed<'a>> {
    let (mut exposed, mut count) = (Vec::new(), 0);
    let mut written_in = vec![NONE; code.tmps.len()];
    for block in order.nodes().map(BlockId::from_index) {
        for (index, inst) in (0..).zip(code.block_insts(&code.blocks[block])) {
            let args = code.buffer.get_args(inst).unwrap_or(&[]);
            let at = At { block, index, inst, args };
            for_each_tmp(code, at, |tmp, number, read, _| {
                if read && written_in[number] != block.number() {
                    if bits[number] == NONE {
                        (bits[number], count) = (count, count + 1);
                    }
                    exposed.push(Exposed { at, tmp, bit: bits[number], reached: false });
                }
            });
            for_each_tmp(code, at, |_, number, _, written| {
                if written {
                    written_in[number] = block.number();
                }
            });
        }
    }
    exposed
}

/// The writes of temporaries with exposed uses in reachable blocks, as pairs of bit and block.
fn find_writes(code: &Code, order: &Order, bits: &[u32]) -> Vec<(u32, u32)> {
    let mut writes = Vec::new();
    for block in order.nodes().map(BlockId::from_index) {
        for inst in code.block_insts(&code.blocks[block]) {
            let args = code.buffer.get_args(inst).unwrap_or(&[]);
            for_each_tmp(code, At { block, index: 0, inst, args }, |_, number, _, written| {
                if written && bits[number] != NONE {
                    writes.push((bits[number], block.number()));
                }
            });
        }
    }
    writes
}

/// For each block, the set of up to 64 temporaries that are written on some path to it. Forward dataflow to a fixpoint.
fn propagate(code: &Code, order: &Order, writes: &[(u32, u32)], reached: &mut [u64]) {
    let mut written = vec![0_u64; reached.len()];
    writes.iter().for_each(|(bit, block)| written[*block as usize] |= 1 << (bit % 64));
    reached.fill(0);
    let mut changed = true;
    while changed {
        changed = false;
        for node in order.nodes() {
            let out = reached[node] | written[node];
            for successor in &code.blocks[BlockId::from_index(node)].successors {
                if let Some(into) = reached.get_mut(successor.index()) {
                    changed |= out & !*into != 0;
                    *into |= out;
                }
            }
        }
    }
}

/// Calls `f` with each temporary that is not rematerialized, its number, and whether it is read and written.
fn for_each_tmp(code: &Code, at: At<'_>, mut f: impl FnMut(Tmp, usize, bool, bool)) {
    let specs = code.operands(at.inst, at.args);
    let first = usize::from(at.inst.form.get().is_none());
    let mut see = |tmp: Tmp, read: bool, written: bool| {
        if let Some(number) = tmp.number().map(|number| number as usize)
            && code.tmps.get(number).is_some_and(|info| !info.remat.is_valid())
        {
            f(tmp, number, read, written);
        }
    };
    for (arg, spec) in at.args.iter().skip(first).zip(specs) {
        match *arg {
            Arg::Tmp(tmp) => see(tmp, spec.role.is_use(), spec.role.is_def()),
            mut arg => arg.for_each_address_tmp(|tmp| see(*tmp, true, false)),
        }
    }
}
