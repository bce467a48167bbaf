//! Liveness of global temporaries as bitsets: for each block, a row of bits for its entry and one for its exit.
//!
//! Solves the usual backward dataflow equations by passes from the last block to the first. Most edges lead forward in
//! block order, so one pass suffices without loops, and a few with them. Each column of words is solved separately:
//! most columns hold temporaries that live near each other and converge quickly. A pass visits only blocks with
//! changes. The cost is a step per word, not per fact; callers ensure that the words do not far outnumber the
//! instructions.

use crate::support::refill;

/// Maximum number of passes per column; usual loop depths need fewer.
const MAX_PASSES: u32 = 8;

/// The rows of all blocks.
#[derive(Debug, Default)]
pub(in crate::regalloc) struct LiveSets {
    /// Words in a row.
    words: usize,
    /// Live-in. Before [`LiveSets::solve`]: read before written (upward exposed).
    ins: Vec<u64>,
    outs: Vec<u64>,
    /// Written (kill).
    kills: Vec<u64>,
    /// For each column, a bitset of blocks to visit: with an upward-exposed read, or whose live-out grew since.
    pending: Vec<u64>,
    /// Words per column in `pending`.
    chunks: usize,
}

impl LiveSets {
    /// Clears the rows for this many blocks and temporaries.
    pub(in crate::regalloc) fn begin(&mut self, blocks: usize, numbers: usize) {
        self.words = numbers.div_ceil(64);
        for rows in [&mut self.ins, &mut self.outs, &mut self.kills] {
            refill(rows, blocks * self.words, 0);
        }
        self.chunks = blocks.div_ceil(64);
        refill(&mut self.pending, self.chunks * self.words, 0);
    }

    /// Marks a block for a visit.
    #[inline]
    fn mark_pending(&mut self, block: u32, number: u32) {
        self.pending[number as usize / 64 * self.chunks + block as usize / 64] |= 1 << (block % 64);
    }

    /// Adds an upward-exposed read of a temporary in a block, or a write.
    #[inline]
    pub(in crate::regalloc) fn note(&mut self, block: u32, number: u32, writes: bool) {
        let rows = if writes { &mut self.kills } else { &mut self.ins };
        rows[block as usize * self.words + number as usize / 64] |= 1 << (number % 64);
        if !writes {
            self.mark_pending(block, number);
        }
    }

    /// Adds a read before all accesses of the block added so far.
    #[inline]
    pub(in crate::regalloc) fn read_before(&mut self, block: u32, number: u32) {
        self.note(block, number, false);
    }

    /// Adds a write before all accesses of the block added so far.
    #[inline]
    pub(in crate::regalloc) fn write_before(&mut self, block: u32, number: u32) {
        let word = block as usize * self.words + number as usize / 64;
        self.ins[word] &= !(1 << (number % 64));
        self.kills[word] |= 1 << (number % 64);
    }

    /// True if the block has an upward-exposed read of the temporary.
    #[inline]
    pub(in crate::regalloc) fn is_read_before(&self, block: u32, number: u32) -> bool {
        self.ins[block as usize * self.words + number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Solves the equations. Returns false, with a useless result, if that takes too many passes.
    pub(in crate::regalloc) fn solve<'a>(&mut self, predecessors: impl Fn(u32) -> &'a [u32]) -> bool {
        (0..self.words).all(|word| (0..MAX_PASSES).any(|pass| !self.pass(word, pass == 0, &predecessors)))
    }

    /// One pass over a column, visiting only marked blocks. Returns true if it marked a block that it had already
    /// passed. Passes after the first only propagate what is new.
    fn pass<'a>(&mut self, word: usize, first: bool, predecessors: impl Fn(u32) -> &'a [u32]) -> bool {
        let LiveSets { words, ins, outs, kills, pending, chunks } = self;
        let pending = &mut pending[word * *chunks..(word + 1) * *chunks];
        let mut again = false;
        for chunk in (0..*chunks).rev() {
            let mut ahead = u64::MAX;
            while pending[chunk] & ahead != 0 {
                let bit = 63 - (pending[chunk] & ahead).leading_zeros();
                pending[chunk] &= !(1 << bit);
                ahead = !(u64::MAX << bit);
                let block = chunk * 64 + bit as usize;
                let at = block * *words + word;
                let passing = outs[at] & !kills[at];
                let (live, more) = (ins[at] | passing, passing & !ins[at]);
                ins[at] = live;
                if live == 0 || !first && more == 0 {
                    continue;
                }
                for &from in predecessors(block as u32) {
                    let out = &mut outs[from as usize * *words + word];
                    if live & !*out != 0 {
                        *out |= live;
                        pending[from as usize / 64] |= 1 << (from % 64);
                        again |= from as usize >= block;
                    }
                }
            }
        }
        again
    }

    /// Number of facts: pairs of a block and a temporary live-in there.
    pub(in crate::regalloc) fn count(&self) -> usize {
        self.ins.iter().map(|word| word.count_ones() as usize).sum()
    }
    #[inline]
    pub(in crate::regalloc) fn live_in(&self, block: u32) -> &[u64] {
        &self.ins[block as usize * self.words..(block as usize + 1) * self.words]
    }
    #[inline]
    pub(in crate::regalloc) fn live_out(&self, block: u32) -> &[u64] {
        &self.outs[block as usize * self.words..(block as usize + 1) * self.words]
    }
    #[inline]
    pub(in crate::regalloc) fn is_live_out(&self, block: u32, number: u32) -> bool {
        self.outs[block as usize * self.words + number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// The temporaries that are live-in, live-out or written in a block.
    pub(in crate::regalloc) fn touched(&self, block: u32) -> impl Iterator<Item = u64> {
        let row = block as usize * self.words..(block as usize + 1) * self.words;
        let live = self.ins[row.clone()].iter().zip(&self.outs[row.clone()]).zip(&self.kills[row]);
        live.map(|((ins, outs), kills)| ins | outs | kills)
    }

    /// Clears, in all live-in and live-out rows, the temporaries not in `kept`.
    pub(in crate::regalloc) fn keep(&mut self, kept: &[u64]) {
        for rows in [&mut self.ins, &mut self.outs] {
            for row in rows.chunks_exact_mut(self.words.max(1)) {
                row.iter_mut().zip(kept).for_each(|(word, kept)| *word &= kept);
            }
        }
    }

    /// Clears the live-in row of the first block.
    pub(in crate::regalloc) fn clear_entry(&mut self) {
        self.ins[..self.words].fill(0);
    }
}

/// Calls `visit` with the index of each set bit, ascending.
#[inline]
pub(in crate::regalloc) fn each_bit(row: impl Iterator<Item = u64>, mut visit: impl FnMut(u32)) {
    let mut first = 0;
    for bits in row {
        let mut rest = bits;
        while rest != 0 {
            visit(first + rest.trailing_zeros());
            rest &= rest - 1;
        }
        first += 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regalloc::registers::Random;

    /// Reference implementation: true if some path from the block reads the temporary before writing it.
    fn is_live(path: &mut Vec<u32>, edges: &[Vec<u32>], notes: &[(u32, bool)], block: u32) -> bool {
        if notes.contains(&(block, false)) {
            return true;
        }
        if notes.contains(&(block, true)) || path.contains(&block) {
            return false;
        }
        path.push(block);
        edges[block as usize].iter().any(|to| is_live(path, edges, notes, *to))
    }

    #[test]
    fn bitsets_equal_path_search() {
        let mut random = Random::new(3);
        let mut given_up = 0;
        for _ in 0..300 {
            let (used, numbers) = (1 + random.below(12), 1 + random.below(150));
            // Spreads the blocks, so that their bits are in several words.
            let apart = [1, 23][random.below(2)];
            let blocks = used * apart;
            let any = |random: &mut Random| (random.below(used) * apart) as u32;
            let mut edges = vec![Vec::new(); blocks];
            let mut predecessors = vec![Vec::new(); blocks];
            for from in (0..blocks as u32).step_by(apart) {
                for to in (0..random.below(3)).map(|_| any(&mut random)).collect::<Vec<_>>() {
                    edges[from as usize].push(to);
                    if !predecessors[to as usize].contains(&from) {
                        predecessors[to as usize].push(from);
                    }
                }
            }
            let mut sets = LiveSets::default();
            sets.begin(blocks, numbers);
            let mut notes = vec![Vec::new(); numbers];
            for (number, notes) in (0..).zip(&mut notes) {
                for _ in 0..random.below(5) {
                    let (block, writes) = (any(&mut random), random.below(2) == 0);
                    sets.note(block, number, writes);
                    notes.push((block, writes));
                }
            }
            if !sets.solve(|block| &predecessors[block as usize]) {
                given_up += 1;
                continue;
            }
            let mut facts = 0;
            for block in 0..blocks as u32 {
                let mut live = Vec::new();
                each_bit(sets.live_in(block).iter().copied(), |number| live.push(number));
                let is_live =
                    |number: &u32| is_live(&mut Vec::new(), &edges, &notes[*number as usize], block);
                let expected: Vec<u32> = (0..numbers as u32).filter(is_live).collect();
                assert_eq!(live, expected, "{edges:?} {notes:?}");
                facts += live.len();
                let follow = edges[block as usize].iter().map(|to| sets.live_in(*to).to_vec());
                let none = vec![0; sets.words];
                let follow = follow.fold(none, |all, row| all.iter().zip(row).map(|(a, b)| a | b).collect());
                assert_eq!(sets.live_out(block), follow);
            }
            assert_eq!(sets.count(), facts);
            let mut kept = vec![u64::MAX; sets.words];
            kept[0] &= !1;
            sets.keep(&kept);
            assert!(
                (0..blocks as u32).all(|block| (sets.live_in(block)[0] | sets.live_out(block)[0]) & 1 == 0)
            );
        }
        assert!(given_up < 10, "{given_up}");
    }

    #[test]
    fn deep_loop_nests_are_given_up() {
        // Each block branches only to the previous one: each pass makes the temporary live-in in one more block.
        let blocks = 40u32;
        let predecessors: Vec<[u32; 1]> = (0..blocks).map(|block| [(block + 1) % blocks]).collect();
        let mut sets = LiveSets::default();
        sets.begin(blocks as usize, 1);
        sets.note(0, 0, false);
        assert!(!sets.solve(|block| &predecessors[block as usize]));
    }
}
