//! Library functions called by compiled code.

/// A library function that compiled code calls for operations without a machine instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)] // C's functions of the same names; the suffix `f` is the 32-bit one
pub enum LibCall {
    Fmod,
    Fmodf,
    Ceil,
    Ceilf,
    Floor,
    Floorf,
    Trunc,
    Truncf,
    /// Ties to even.
    Nearest,
    /// Ties to even.
    Nearestf,
    Fma,
    Fmaf,
    Memmove,
    Memset,
}

impl LibCall {
    /// All functions, in order of their discriminants.
    pub const ALL: [LibCall; 14] = {
        use LibCall::*;
        [
            Fmod, Fmodf, Ceil, Ceilf, Floor, Floorf, Trunc, Truncf, Nearest, Nearestf, Fma, Fmaf, Memmove,
            Memset,
        ]
    };

    /// The name in dumps.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 14] = [
            "fmod", "fmodf", "ceil", "ceilf", "floor", "floorf", "trunc", "truncf", "nearest", "nearestf",
            "fma", "fmaf", "memmove", "memset",
        ];
        NAMES[self as usize]
    }

    /// The function with this name.
    pub fn from_name(name: &str) -> Option<LibCall> {
        LibCall::ALL.into_iter().find(|function| function.name() == name)
    }
}
