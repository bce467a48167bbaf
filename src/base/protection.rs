//! Hardening of indirect branches and returns (control-flow integrity).

/// Which branch protections compiled code uses against control-flow hijacking. AArch64 only; older processors execute
/// both instructions as `nop`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BranchProtection {
    /// Emit `bti` (Armv8.5) at each target of indirect branches. On guarded pages the processor faults on indirect
    /// branches to anything else.
    pub landing_pads: bool,
    /// Sign return addresses in frames with a key of the process (`paciasp`, Armv8.3), and authenticate them before
    /// use.
    pub sign_return_address: bool,
}

impl BranchProtection {
    /// No protection.
    pub const NONE: BranchProtection = BranchProtection { landing_pads: false, sign_return_address: false };

    /// Both protections.
    pub const FULL: BranchProtection = BranchProtection { landing_pads: true, sign_return_address: true };
}
