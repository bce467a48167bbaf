//! Sequentialization of parallel moves.
//!
//! A parallel move reads all sources before it writes any destination. Moves whose destination is not a pending source
//! are emitted first; the rest are cycles, each broken with a scratch location. Each step scans all pending moves,
//! which is cheap for the few moves of an edge or a call. The algorithm and its proof: Rideau, Serpette, Leroy,
//! "Tilting at windmills with Coq" (2008).

/// One move of a parallel set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParallelMove<L> {
    /// The location that has the value.
    pub from: L,
    /// The location that needs it.
    pub to: L,
}

/// Calls `emit(from, to)` for each move of a sequence equivalent to `moves`, which are consumed.
///
/// Destinations must be distinct. `scratch(from)` is called once per cycle. It returns a location that no move uses and
/// that can hold the value of `from`; the location is free again before the next cycle.
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
        // Only cycles are left: save one source, so that its location may be overwritten.
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

    /// Tests every mapping of 5 destinations to 5 sources or none.
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
