//! Options for code that is compiled from hostile input.

/// What compiled code does against input that wants to choose its bytes, its addresses or its speculation.
/// `docs/security.md` says what each option promises.
///
/// All options off, the default, leave the code as it is, byte for byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hardening {
    /// Constants of the input are not in the code: each is computed from two numbers, one of which is random. Integers
    /// of 16 bits, masks of low bits, and floats and vectors of two significant bytes stay.
    pub blind_constants: bool,
    /// The processor does not speculate to the targets that it predicts for indirect branches, nor beyond the end of
    /// jump tables. On x86-64 each indirect branch is a return that is predicted to end in a loop (a retpoline); on
    /// AArch64 a barrier precedes it.
    pub indirect_branches: bool,
    /// Code is at random places: random distances precede each procedure, and are filled with traps. Applies to memory
    /// that the compiler creates; for other memory, see [`MemoryOptions::placement`](crate::jit::MemoryOptions).
    pub random_placement: bool,
    /// Selects the random numbers. Equal seeds repeat them, so that failures can be repeated: the seed is a secret, best
    /// from [`Hardening::system_seed`].
    pub seed: u64,
}

impl Hardening {
    /// No hardening.
    pub const NONE: Hardening =
        Hardening { blind_constants: false, indirect_branches: false, random_placement: false, seed: 0 };

    /// Everything, with this seed.
    pub const fn full(seed: u64) -> Hardening {
        Hardening { blind_constants: true, indirect_branches: true, random_placement: true, seed }
    }

    /// The seed of the places of code, if they are random.
    pub fn placement(&self) -> Option<u64> {
        self.random_placement.then_some(self.seed)
    }

    /// A number that the system chose at random.
    pub fn system_seed() -> u64 {
        use std::hash::{BuildHasher, RandomState};
        RandomState::new().hash_one(0)
    }
}
