//! Where a stackmap operand may be, and where it is.

use super::{Reg, Width};

/// A constraint on a stackmap operand, or the place where it ended up (B3's `ValueRep`).
///
/// As a constraint: all but [`ValueRep::Stack`] and [`ValueRep::Constant`]. As a place: `Register`, `Stack`,
/// `StackArgument`, `Constant`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ValueRep {
    /// A register, a slot or a constant; counts as a use.
    WarmAny,
    /// As `WarmAny`, but costs nothing to keep in a slot.
    ColdAny,
    /// As `ColdAny`, and read after the results are written and the late clobbers happened.
    LateColdAny,
    /// Some register. A result in one may share it with an operand.
    SomeRegister,
    /// Some register that the generator may destroy, at any time: no other operand is in it, not even one of the same
    /// value. Operands of patchpoints only.
    SomeRegisterWithClobber,
    /// A result that is written before the operands are read.
    SomeEarlyRegister,
    /// An operand that is read after the results are written. Patchpoints only.
    SomeLateRegister,
    /// This register.
    Register(Reg),
    /// This register, read after the results are written. Operands only.
    LateRegister(Reg),
    /// The area of outgoing arguments, at this offset in bytes from the stack pointer.
    StackArgument(i32),
    /// Memory at this offset in bytes from the frame pointer. Only a place.
    Stack(i32),
    /// These bits. Only a place.
    Constant {
        /// The bits, zero-extended.
        bits: u64,
        /// How many of them count.
        width: Width,
    },
}
