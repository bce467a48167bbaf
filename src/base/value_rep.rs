//! Constraints on stackmap operands, and their locations.

use super::{Reg, Width};

/// A constraint on a stackmap operand, or its location in the generated code (B3's `ValueRep`).
///
/// Constraints are all but [`ValueRep::Stack`] and [`ValueRep::Constant`]. Locations are `Register`, `Stack`,
/// `StackArgument` and `Constant`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ValueRep {
    /// A register, a spill slot or a constant; counts as a use in the spill costs.
    WarmAny,
    /// As `WarmAny`, but does not count as a use: it may be spilled at no cost.
    ColdAny,
    /// As `ColdAny`, but read after the results are written and the late clobbers have happened.
    LateColdAny,
    /// Any register. A result in one may share it with an operand.
    SomeRegister,
    /// Any register, which the generator may overwrite at any time: it holds no other operand, not even one with the
    /// same value. Operands of patchpoints only.
    SomeRegisterWithClobber,
    /// Any register; the result is written before the operands are read (early clobber).
    SomeEarlyRegister,
    /// Any register; the operand is read after the results are written. Patchpoints only.
    SomeLateRegister,
    /// This register.
    Register(Reg),
    /// This register; read after the results are written. Operands only.
    LateRegister(Reg),
    /// In the area of outgoing arguments, at this offset in bytes from the stack pointer.
    StackArgument(i32),
    /// In memory, at this offset in bytes from the frame pointer. Only as a location.
    Stack(i32),
    /// A constant. Only as a location.
    Constant {
        /// The bits, zero-extended.
        bits: u64,
        /// How many of the bits are significant.
        width: Width,
    },
}
