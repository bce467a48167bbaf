//! Whether what is read can have been written.

use super::{At, Report, Rule};
use crate::air::{Arg, BlockId, Code, Tmp};
use crate::analysis::{Graph, Order};
use crate::support::Entity;

struct Blocks<'a>(&'a Code);

impl Graph for Blocks<'_> {
    type Edge = BlockId;

    fn len(&self) -> usize {
        self.0.blocks.len()
    }

    fn successors(&self, node: usize) -> &[BlockId] {
        &self.0.blocks[BlockId::from_index(node)].successors
    }

    fn target(edge: BlockId) -> usize {
        edge.index()
    }
}

/// A temporary that is read where its block has not written it.
struct Exposed<'a> {
    at: At<'a>,
    tmp: Tmp,
    /// Its place among the temporaries that are exposed anywhere.
    bit: u32,
}

const NONE: u32 = u32::MAX;

/// Reports uses that no definition reaches.
pub(super) fn check(code: &Code, report: &mut Report<'_>) {
    let mut order = Order::new();
    order.compute(&Blocks(code));
    let mut bits = vec![NONE; code.tmps.len()];
    let mut exposed = Vec::new();
    let mut count = 0;
    let mut written_in = vec![NONE; code.tmps.len()];
    for node in order.nodes() {
        let block = BlockId::from_index(node);
        for (index, inst) in (0..).zip(code.block_insts(&code.blocks[block])) {
            let args = code.buffer.get_args(inst).unwrap_or(&[]);
            let at = At { block, index, inst, args };
            for_each_tmp(code, at, |tmp, number, read, _| {
                if read && written_in[number] != block.number() {
                    if bits[number] == NONE {
                        (bits[number], count) = (count, count + 1);
                    }
                    exposed.push(Exposed { at, tmp, bit: bits[number] });
                }
            });
            for_each_tmp(code, at, |_, number, _, written| {
                if written {
                    written_in[number] = block.number();
                }
            });
        }
    }
    if exposed.is_empty() {
        return;
    }
    let (reached, words) = propagate(code, &order, &bits, count as usize);
    for use_ in &exposed {
        let row = use_.at.block.index() * words;
        let bit = use_.bit as usize;
        if reached[row + bit / 64] >> (bit % 64) & 1 == 0 {
            report.inst(Rule::Reached, use_.at, format!("nothing has written {:?}", use_.tmp));
        }
    }
}

/// For each block, which exposed temporaries some path to it may have written; and the words of a row.
fn propagate(code: &Code, order: &Order, bits: &[u32], count: usize) -> (Vec<u64>, usize) {
    let words = count.div_ceil(64);
    let mut written = vec![0_u64; code.blocks.len() * words];
    for node in order.nodes() {
        let block = BlockId::from_index(node);
        for inst in code.block_insts(&code.blocks[block]) {
            let args = code.buffer.get_args(inst).unwrap_or(&[]);
            for_each_tmp(code, At { block, index: 0, inst, args }, |_, number, _, write| {
                if write && bits[number] != NONE {
                    let bit = bits[number] as usize;
                    written[node * words + bit / 64] |= 1 << (bit % 64);
                }
            });
        }
    }
    let mut reached = vec![0_u64; written.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for node in order.nodes() {
            for successor in &code.blocks[BlockId::from_index(node)].successors {
                if !code.blocks.contains(*successor) {
                    continue;
                }
                for word in 0..words {
                    let out = reached[node * words + word] | written[node * words + word];
                    let into = &mut reached[successor.index() * words + word];
                    changed |= out & !*into != 0;
                    *into |= out;
                }
            }
        }
    }
    (reached, words)
}

/// Calls `f` for each temporary that is not rematerialised: it, its number, whether it is read, and written.
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
