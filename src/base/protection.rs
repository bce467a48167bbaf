//! How code defends itself against jumps to where nobody meant to go.

/// What code does so that a bug elsewhere in the process cannot make it run from places of an attacker's choice. For
/// AArch64 only: both are instructions that older processors take for `nop`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BranchProtection {
    /// Where indirect branches may arrive, code begins with an instruction that says so (`bti`, Armv8.5). On pages that
    /// are mapped guarded the processor refuses to arrive anywhere else.
    pub landing_pads: bool,
    /// Return addresses in frames are signed with a key of the process (`paciasp`, Armv8.3), and checked before they are
    /// used.
    pub sign_return_address: bool,
}

impl BranchProtection {
    /// Neither.
    pub const NONE: BranchProtection = BranchProtection { landing_pads: false, sign_return_address: false };

    /// Both.
    pub const FULL: BranchProtection = BranchProtection { landing_pads: true, sign_return_address: true };
}
