//! Parallel moves in sequence.
//!
//! A set of moves that read all sources before they write any destination becomes a sequence. A move whose
//! destination nobody reads any more goes first; what is left are cycles, each broken through a scratch
//! location. Linear in the number of moves when locations are few; see Leroy et al., "Tilting at windmills
//! with Coq" (2008), for the algorithm and its proof.

/// One move of a parallel set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelMove<L> {
    /// Where the value is.
    pub from: L,
    /// Where it must be.
    pub to: L,
}

/// Calls `emit(from, to)` for each step of a sequence with the effect of `moves`, which are consumed.
///
/// Destinations must be distinct. `scratch(from)` is asked once for each cycle for a location that no move
/// mentions and that can hold what is in `from`; it is free again before the next cycle is begun.
pub fn sequentialize<L: Copy + Eq>(
    moves: &mut Vec<ParallelMove<L>>,
    mut scratch: impl FnMut(L) -> L,
    mut emit: impl FnMut(L, L),
) {
    moves.retain(|m| m.from != m.to);
    while !moves.is_empty() {
        let mut progress = false;
        let mut i = 0;
        while i < moves.len() {
            let ParallelMove { from, to } = moves[i];
            if moves.iter().any(|m| m.from == to) {
                i += 1;
            } else {
                emit(from, to);
                moves.swap_remove(i);
                progress = true;
            }
        }
        // Only cycles are left: save one source, so that its location may be written.
        if !progress {
            let from = moves[0].from;
            let saved = scratch(from);
            emit(from, saved);
            moves.iter_mut().filter(|m| m.from == from).for_each(|m| m.from = saved);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every function from 5 destinations to 5 sources, and to nothing.
    #[test]
    fn all_small_move_sets() {
        const N: u32 = 5;
        const SCRATCH: u32 = N;
        let mut cycles = 0;
        for code in 0..(N + 1).pow(N) {
            let mut rest = code;
            let mut moves = Vec::new();
            let mut expected: Vec<u32> = (0..N).collect();
            for to in 0..N {
                let from = rest % (N + 1);
                rest /= N + 1;
                if from < N {
                    moves.push(ParallelMove { from, to });
                    expected[to as usize] = from;
                }
            }
            let mut state: Vec<u32> = (0..=N).collect();
            sequentialize(
                &mut moves,
                |_| {
                    cycles += 1;
                    SCRATCH
                },
                |from, to| state[to as usize] = state[from as usize],
            );
            assert_eq!(state[..N as usize], expected, "{code}");
        }
        assert!(cycles > 0);
    }
}
