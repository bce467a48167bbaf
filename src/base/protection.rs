//! Protection of indirect branches and returns (control-flow integrity).

/// Which branch protections compiled code uses against control-flow hijacking. Older processors execute the instructions
/// as `nop`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BranchProtection {
    /// Emit `bti` (Armv8.5) or `endbr64` (CET) at each target of indirect branches. On guarded pages of AArch64 the
    /// processor faults on indirect branches to anything else.
    pub landing_pads: bool,
    /// Sign return addresses in frames with a key of the process (`paciasp`, Armv8.3), and authenticate them before
    /// use. AArch64 only.
    pub sign_return_address: bool,
}

impl BranchProtection {
    /// No protection.
    pub const NONE: BranchProtection = BranchProtection { landing_pads: false, sign_return_address: false };

    /// Both protections.
    pub const FULL: BranchProtection = BranchProtection { landing_pads: true, sign_return_address: true };
}
