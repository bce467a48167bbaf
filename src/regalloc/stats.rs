//! What allocation cost the code.

use std::ops::AddAssign;

/// Counts over everything allocated since [`super::LocalAllocator::begin`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllocStats {
    /// Stores of definitions to their homes.
    pub stores: u32,
    /// Loads from homes.
    pub reloads: u32,
    /// Values made again.
    pub remats: u32,
    /// Moves between registers that were inserted.
    pub moves: u32,
    /// Moves of the program that vanished.
    pub dropped_moves: u32,
    /// Temporaries that lost their register before their definition.
    pub evictions: u32,
    /// Operands read or written in their homes.
    pub in_place: u32,
    /// Cycles in parallel moves.
    pub cycles: u32,
    /// Pieces that ended where their registers were claimed.
    pub splits: u32,
    /// Moves of the program between temporaries that got one place.
    pub joined_moves: u32,
}

impl AddAssign for AllocStats {
    fn add_assign(&mut self, other: AllocStats) {
        self.stores += other.stores;
        self.reloads += other.reloads;
        self.remats += other.remats;
        self.moves += other.moves;
        self.dropped_moves += other.dropped_moves;
        self.evictions += other.evictions;
        self.in_place += other.in_place;
        self.cycles += other.cycles;
        self.splits += other.splits;
        self.joined_moves += other.joined_moves;
    }
}
