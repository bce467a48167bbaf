//! The machine IR: target instructions over unlimited temporaries (B3's "Air").
//!
//! Machine operations and the operands they admit are declared once, in [`opcode`]. The forms tell instruction
//! selection what it may fold, and register allocation what may stay in memory. Emission and the tests iterate over
//! them.

mod arg;
mod code;
mod effects;
mod form;
mod graph;
mod hidden;
pub mod opcode;
mod parse;
mod print;
mod tested;
pub mod validate;

pub use arg::{Arg, IndexExtend, Tmp};
pub use code::{
    Block, Code, Inst, InstBuffer, InstFlags, MAX_ARGS, Remat, Root, Slot, SlotKind, Special, SplitEdge,
    SwitchTable, TmpInfo,
};
pub(crate) use effects::Effects;
pub(crate) use form::FormCache;
pub use form::{
    FORMS, Form, FormId, Kinds, MAX_OPERANDS, OperandSpec, Role, Timing, find_form, find_form_of_kinds,
    find_form_with_scratches, forms_of,
};
pub use hidden::ExitCause;
pub use opcode::Opcode;
pub use parse::parse_code;
pub use validate::{Violation, validate};

use crate::support::entity;

pub use crate::support::lex::ParseError;

entity!(
    /// A basic block of machine code; block 0 is the first entry.
    BlockId, "#"
);
entity!(
    /// A stack slot of the frame.
    SlotId, "slot"
);
entity!(
    /// The operand constraints of one call, return or patchpoint.
    SpecialId, "special"
);
entity!(
    /// The case table of one switch.
    SwitchId, "switch"
);
entity!(
    /// How to rematerialize a temporary's value.
    RematId, "remat"
);
