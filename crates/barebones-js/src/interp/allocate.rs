//! Register allocation: virtual registers of a function get registers of its frame.
//!
//! Live ranges are exact lists of intervals over the operations in layout order. Phis are coalesced with their operands where
//! the ranges are disjoint; then classes are coloured in the order of their starts.

use super::bytecode::{Op, Reg, Role};
use super::objects::Key;

/// A block of virtual code.
#[derive(Default)]
pub(super) struct Block {
    /// Operations from the first up to the end.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) successors: Vec<u32>,
    /// Handlers of the operations, which are successors from any operation.
    pub(super) handlers: Vec<u32>,
    /// Results of Phis.
    pub(super) phis: Vec<Reg>,
    /// Copies at the end, for each successor that has Phis.
    pub(super) moves: Vec<(u32, Vec<(Reg, Reg)>)>,
}

/// What the allocation reads.
pub(super) struct Input<'a> {
    pub(super) ops: &'a mut [Op],
    pub(super) operands: &'a mut [Reg],
    pub(super) literals: &'a [Vec<Key>],
    pub(super) blocks: &'a mut [Block],
    /// Number of virtual registers.
    pub(super) count: usize,
    /// True for variables: a write does not end the life of the value before, since a handler may read it.
    pub(super) variables: &'a [bool],
    /// True for the operations that begin the life of a variable.
    pub(super) births: &'a [(usize, Reg)],
    /// Gets the registers that each yield saves, by the number that the operation names.
    pub(super) saved: &'a mut Vec<Box<[Reg]>>,
}

type Ranges = Vec<(u32, u32)>;

/// Replaces virtual registers by those of the frame, and returns their number.
pub(super) fn allocate(input: &mut Input<'_>) -> usize {
    let ranges = live_ranges(input);
    let mut class: Vec<u32> = (0..input.count as u32).collect();
    let mut ranges = ranges;
    coalesce(input, &mut class, &mut ranges);
    let colours = colour(&class, &ranges);
    save_live(input, &ranges, &colours);
    let frame = colours.iter().map(|colour| usize::from(*colour) + 1).max().unwrap_or(0);
    let map = |reg: &mut Reg| *reg = colours[usize::from(*reg)];
    for op in input.ops.iter_mut() {
        op.registers(&mut |reg, _| map(reg));
    }
    input.operands.iter_mut().for_each(map);
    for block in input.blocks.iter_mut() {
        for (_, moves) in &mut block.moves {
            for (to, from) in moves.iter_mut() {
                map(to);
                map(from);
            }
            moves.retain(|(to, from)| to != from);
        }
        block.moves.retain(|(_, moves)| !moves.is_empty());
    }
    frame
}

/// Lowers yields: finds which registers each one saves, which are those whose values are used after it.
fn save_live(input: &mut Input<'_>, ranges: &[Ranges], colours: &[Reg]) {
    for at in 0..input.ops.len() {
        let Op::Yield(_, _, saved) = &mut input.ops[at] else { continue };
        *saved = input.saved.len() as u32;
        // After the operation has read its operand.
        let position = 2 * at as u32 + 1;
        let lives = |ranges: &Ranges| ranges.iter().any(|(start, end)| *start <= position && position < *end);
        let live = (0..ranges.len()).filter(|reg| lives(&ranges[*reg]));
        let mut live: Vec<Reg> = live.map(|reg| colours[reg]).collect();
        live.sort_unstable();
        live.dedup();
        input.saved.push(live.into());
    }
}

/// A set of virtual registers.
struct Set(Vec<u64>);

impl Set {
    fn new(count: usize) -> Set {
        Set(vec![0; count.div_ceil(64)])
    }

    fn insert(&mut self, reg: Reg) {
        self.0[usize::from(reg) / 64] |= 1 << (reg % 64);
    }

    fn remove(&mut self, reg: Reg) {
        self.0[usize::from(reg) / 64] &= !(1 << (reg % 64));
    }

    /// Adds a set, and returns true if that changed this one.
    fn add(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *other & !*word != 0;
            *word |= other;
        }
        changed
    }

    fn each(&self, mut f: impl FnMut(Reg)) {
        for (index, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                f((index * 64 + rest.trailing_zeros() as usize) as Reg);
                rest &= rest - 1;
            }
        }
    }
}

/// Registers of an operation in the order in which a backward walk sees them: writes first.
fn roles(input: &Input<'_>, at: usize, out: &mut Vec<(Reg, Role)>) {
    out.clear();
    let mut op = input.ops[at];
    op.registers(&mut |reg, role| out.push((*reg, role)));
    if let Some((start, count, role)) = op.listed(input.literals) {
        out.extend(input.operands[start..start + count].iter().map(|reg| (*reg, role)));
    }
    out.sort_by_key(|(_, role)| *role != Role::Write);
}

/// A backward step over an operation.
fn step(input: &Input<'_>, at: usize, live: &mut Set, buffer: &mut Vec<(Reg, Role)>) {
    roles(input, at, buffer);
    for (reg, role) in buffer.iter() {
        match role {
            Role::Write if !input.variables[usize::from(*reg)] => live.remove(*reg),
            Role::Write => {}
            Role::Read | Role::Update => live.insert(*reg),
        }
    }
}

fn live_ranges(input: &Input<'_>) -> Vec<Ranges> {
    let count = input.blocks.len();
    let mut live_in: Vec<Set> = (0..count).map(|_| Set::new(input.count)).collect();
    let mut buffer = Vec::new();
    let mut births: std::collections::HashMap<usize, Vec<Reg>> = std::collections::HashMap::new();
    for (at, reg) in input.births {
        births.entry(*at).or_default().push(*reg);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for index in (0..count).rev() {
            let mut live = live_out(input, index, &live_in);
            let block = &input.blocks[index];
            for at in (block.start..block.end).rev() {
                step(input, at, &mut live, &mut buffer);
                births.get(&at).into_iter().flatten().for_each(|reg| live.remove(*reg));
            }
            block.phis.iter().for_each(|phi| live.remove(*phi));
            changed |= live_in[index].add(&live);
        }
    }
    let mut ranges: Vec<Ranges> = vec![Vec::new(); input.count];
    // Ends of open ranges; 0 if there is none. Blocks are visited backwards, so ranges are in descending order.
    let mut open = vec![0_u32; input.count];
    for index in (0..count).rev() {
        let block = &input.blocks[index];
        let (first, last) = (2 * block.start as u32, 2 * block.end as u32);
        live_out(input, index, &live_in).each(|reg| open[usize::from(reg)] = last);
        for at in (block.start..block.end).rev() {
            let position = 2 * at as u32;
            roles(input, at, &mut buffer);
            for (reg, role) in &buffer {
                let slot = usize::from(*reg);
                match role {
                    Role::Write => {
                        if open[slot] == 0 {
                            ranges[slot].push((position + 1, position + 2));
                        } else if !input.variables[slot] {
                            ranges[slot].push((position + 1, open[slot]));
                            open[slot] = 0;
                        }
                    }
                    Role::Read => open[slot] = open[slot].max(position + 1),
                    Role::Update => open[slot] = open[slot].max(position + 2),
                }
            }
            for reg in births.get(&at).into_iter().flatten().map(|reg| usize::from(*reg)) {
                if open[reg] != 0 {
                    ranges[reg].push((position, open[reg]));
                    open[reg] = 0;
                }
            }
        }
        for phi in &block.phis {
            let end = std::mem::take(&mut open[usize::from(*phi)]).max(first + 1);
            ranges[usize::from(*phi)].push((first, end));
        }
        live_in[index].each(|reg| {
            let end = std::mem::take(&mut open[usize::from(reg)]);
            if end > first {
                ranges[usize::from(reg)].push((first, end));
            }
        });
        // What is open is read here without a value on some path, such as a variable of unreachable code.
        for (reg, end) in open.iter_mut().enumerate().filter(|(_, end)| **end != 0) {
            ranges[reg].push((first, std::mem::take(end)));
        }
    }
    for list in &mut ranges {
        *list = normal(std::mem::take(list));
    }
    ranges
}

fn live_out(input: &Input<'_>, index: usize, live_in: &[Set]) -> Set {
    let mut live = Set::new(input.count);
    let block = &input.blocks[index];
    for successor in block.successors.iter().chain(&block.handlers) {
        live.add(&live_in[*successor as usize]);
    }
    for (_, from) in block.moves.iter().flat_map(|(_, moves)| moves) {
        live.insert(*from);
    }
    live
}

/// Ranges in order, with those that touch joined.
fn normal(mut list: Ranges) -> Ranges {
    list.sort_unstable();
    let mut out: Ranges = Vec::with_capacity(list.len());
    for (start, end) in list {
        match out.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => out.push((start, end)),
        }
    }
    out
}

fn overlap(a: &Ranges, b: &Ranges) -> bool {
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].1 <= b[j].0 {
            i += 1;
        } else if b[j].1 <= a[i].0 {
            j += 1;
        } else {
            return true;
        }
    }
    false
}

fn find(class: &mut [u32], reg: Reg) -> usize {
    let mut root = usize::from(reg);
    while class[root] as usize != root {
        class[root] = class[class[root] as usize];
        root = class[root] as usize;
    }
    root
}

/// Joins sources and destinations of copies whose ranges are disjoint.
fn coalesce(input: &Input<'_>, class: &mut [u32], ranges: &mut [Ranges]) {
    let phis =
        input.blocks.iter().flat_map(|block| block.moves.iter().flat_map(|(_, moves)| moves.iter().copied()));
    let copies = input.ops.iter().filter_map(|op| match op {
        Op::Move(to, from) => Some((*to, *from)),
        _ => None,
    });
    for (to, from) in phis.chain(copies) {
        let (a, b) = (find(class, to), find(class, from));
        if a != b && !overlap(&ranges[a], &ranges[b]) {
            let mut joined = std::mem::take(&mut ranges[b]);
            joined.extend_from_slice(&ranges[a]);
            ranges[a] = normal(joined);
            class[b] = a as u32;
        }
    }
}

/// The register of each virtual register.
fn colour(class: &[u32], ranges: &[Ranges]) -> Vec<Reg> {
    let mut order: Vec<usize> = (0..class.len()).filter(|reg| class[*reg] as usize == *reg).collect();
    order.retain(|reg| !ranges[*reg].is_empty());
    order.sort_by_key(|reg| ranges[*reg][0]);
    // Ranges by start in each register.
    let mut taken: Vec<std::collections::BTreeMap<u32, u32>> = Vec::new();
    let mut colours: Vec<Reg> = vec![0; class.len()];
    for reg in order {
        let free = |used: &std::collections::BTreeMap<u32, u32>| {
            ranges[reg].iter().all(|(start, end)| {
                let before = used.range(..*end).next_back();
                before.is_none_or(|(_, other)| *other <= *start)
            })
        };
        let found = taken.iter().position(free).unwrap_or_else(|| {
            taken.push(std::collections::BTreeMap::new());
            taken.len() - 1
        });
        taken[found].extend(ranges[reg].iter().copied());
        colours[reg] = found as Reg;
    }
    let mut class = class.to_vec();
    for reg in 0..class.len() {
        let root = find(&mut class, reg as Reg);
        colours[reg] = colours[root];
    }
    colours
}
