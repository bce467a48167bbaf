//! Live ranges of the temporaries of machine IR, by liveness: a backward analysis of blocks, then of instructions.

use barebones::air::{Arg, Code, Inst, Tmp};
use barebones::support::{BitSet, Entity};

/// Maximum product of blocks and temporaries for which liveness is computed: the sets of larger code need more than
/// 250 MB.
const MAX_FACTS: usize = 1 << 30;

/// Ranges of instructions, by number of a temporary.
type Ranges = Vec<Vec<[u32; 2]>>;

/// The ranges in which each temporary is live, by its number. False if the code is too large: then they only reach from
/// the start of each block to the last mention in it.
pub(crate) fn find_ranges(code: &Code) -> (Ranges, bool) {
    let exact = code.blocks.len().saturating_mul(code.tmps.len()) <= MAX_FACTS;
    let live_out = if exact { live_out_sets(code) } else { vec![BitSet::default(); code.blocks.len()] };
    let mut ranges: Ranges = vec![Vec::new(); code.tmps.len()];
    let mut end: Vec<Option<u32>> = vec![None; code.tmps.len()];
    // Blocks and instructions from the last to the first, so that ranges are found in reverse.
    for (id, block) in code.blocks.iter().rev() {
        let mut open: Vec<usize> = Vec::new();
        let last = block.insts.end.saturating_sub(1);
        for tmp in live_out.get(id.index()).into_iter().flat_map(BitSet::iter) {
            end[tmp] = Some(last);
            open.push(tmp);
        }
        for (number, inst) in block.insts.clone().zip(code.block_insts(block)).rev() {
            let (mut close, mut used) = (Vec::new(), Vec::new());
            mentions(code, inst, |tmp, is_def, is_use| {
                if is_rematerialized(code, tmp) {
                    add(&mut ranges[tmp], number, number);
                    return;
                }
                if end[tmp].is_none() {
                    end[tmp] = Some(number);
                    open.push(tmp);
                }
                if is_def {
                    close.push(tmp);
                }
                if is_use {
                    used.push(tmp);
                }
            });
            if exact {
                // What an instruction reads and writes lives before it, too.
                for tmp in close.into_iter().filter(|tmp| !used.contains(tmp)) {
                    if let Some(end) = end[tmp].take() {
                        add(&mut ranges[tmp], number, end);
                    }
                }
            }
        }
        for tmp in open {
            if let Some(end) = end[tmp].take() {
                add(&mut ranges[tmp], block.insts.start, end);
            }
        }
    }
    ranges.iter_mut().for_each(|ranges| ranges.reverse());
    (ranges, exact)
}

/// Adds a range before the ranges so far; joins it with the next one.
fn add(ranges: &mut Vec<[u32; 2]>, from: u32, to: u32) {
    match ranges.last_mut() {
        Some(next) if next[0] <= to.saturating_add(1) => next[0] = from,
        _ => ranges.push([from, to]),
    }
}

fn live_out_sets(code: &Code) -> Vec<BitSet> {
    let count = code.blocks.len();
    let mut live_in = vec![BitSet::default(); count];
    let mut live_out = vec![BitSet::default(); count];
    let mut predecessors = vec![Vec::new(); count];
    for (id, block) in code.blocks.iter() {
        for to in &block.successors {
            if let Some(list) = predecessors.get_mut(to.index()) {
                list.push(id.index());
            }
        }
    }
    // Blocks that are used before they are defined, and blocks that define.
    let mut defined = vec![BitSet::default(); count];
    for (id, block) in code.blocks.iter() {
        let (used, defined) = (&mut live_in[id.index()], &mut defined[id.index()]);
        for inst in code.block_insts(block) {
            mentions(code, inst, |tmp, _, is_use| {
                if is_use && !defined.contains(tmp) && !is_rematerialized(code, tmp) {
                    used.insert(tmp);
                }
            });
            mentions(code, inst, |tmp, is_def, _| {
                if is_def {
                    defined.insert(tmp);
                }
            });
        }
    }
    let mut waiting: Vec<usize> = (0..count).collect();
    let mut is_waiting = vec![true; count];
    while let Some(block) = waiting.pop() {
        is_waiting[block] = false;
        for before in &predecessors[block] {
            let mut grew = false;
            for tmp in live_in[block].iter().collect::<Vec<_>>() {
                if !live_out[*before].contains(tmp) {
                    live_out[*before].insert(tmp);
                    if !defined[*before].contains(tmp) && !live_in[*before].contains(tmp) {
                        live_in[*before].insert(tmp);
                        grew = true;
                    }
                }
            }
            if grew && !is_waiting[*before] {
                is_waiting[*before] = true;
                waiting.push(*before);
            }
        }
    }
    live_out
}

/// True if a temporary has no definition, because it is computed where it is needed: it lives at its uses only.
fn is_rematerialized(code: &Code, tmp: usize) -> bool {
    code.tmps.get(tmp).is_some_and(|info| info.remat.is_valid())
}

/// Calls a function with each temporary of an instruction: its number, whether it is defined, and whether it is used.
fn mentions(code: &Code, inst: &Inst, mut each: impl FnMut(usize, bool, bool)) {
    let args = code.buffer.get_args(inst).unwrap_or(&[]);
    let specs = code.operands(inst, args);
    let skipped = args.len().saturating_sub(specs.len());
    let mut mention = |tmp: Tmp, is_def, is_use| {
        if let Some(number) = tmp.number().filter(|number| (*number as usize) < code.tmps.len()) {
            each(number as usize, is_def, is_use);
        }
    };
    for (place, arg) in args.iter().enumerate() {
        let role = place.checked_sub(skipped).and_then(|place| specs.get(place)).map(|spec| spec.role);
        match *arg {
            Arg::Tmp(tmp) => {
                let is_def = role.is_some_and(|role| role.def_timing().is_some());
                let is_use = role.is_none_or(|role| role.use_timing().is_some());
                mention(tmp, is_def, is_use);
            }
            Arg::Addr { base, .. } => mention(base, false, true),
            Arg::Index { base, index, .. } => {
                mention(base, false, true);
                mention(index, false, true);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use barebones::air::parse_code;
    use barebones::base::Target;
    use barebones::isa::target_by_name;
    use barebones::targets;

    /// A loop, a value that is read and written in one instruction, and one that is rematerialized.
    const LOOP: &str = "air 1 target=x86_64-linux
special0 = [D:%rdi:64, D:%rsi:64]
special1 = [U:%rax:64]
%t1: global
%t2: global
%t3: global
%t4: global remat=Move(7)
#0:
    Entry special0, %t0, %t1
    Move %t0, %t3
    Move 0, %t2
    Jump -> #1
#1:
    Add64 %t2, %t3, %t5
    Move %t5, %t2
    Add64 %t3, 8, %t3
    Branch64 NotEqual, %t3, %t1 -> #1, #2
#2:
    Add64 %t2, %t4, %t6
    Ret special1, %t6
";

    #[test]
    fn ranges_follow_the_loop() {
        let host = Target::baseline(target_by_name("x86_64-linux").expect("it exists"));
        let code = parse_code(LOOP, &targets(host)).expect("it is valid");
        let (ranges, exact) = find_ranges(&code);
        assert!(exact);
        let expected: [&[[u32; 2]]; 7] = [
            &[[0, 1]],
            // The limit is needed in each iteration.
            &[[0, 7]],
            // The sum is written again directly after its last use: ranges that touch are one.
            &[[2, 8]],
            &[[1, 7]],
            // Where it is needed only.
            &[[8, 8]],
            &[[4, 5]],
            &[[8, 9]],
        ];
        assert_eq!(ranges, expected);
    }
}
