//! The machine IR: instructions of a target over unlimited temporaries (B3's "Air").
//!
//! Machine operations and the operands they admit are declared once, in [`opcode`]. Selection asks the forms
//! what may be folded, allocation what may stay in memory, emission and the tests walk them.

mod arg;
mod code;
mod effects;
mod form;
mod graph;
mod hidden;
pub mod opcode;
mod parse;
mod print;
pub mod validate;

pub use arg::{Arg, IndexExtend, Tmp};
pub use code::{
    Block, Code, Inst, InstBuffer, InstFlags, Remat, Slot, SlotKind, Special, SplitEdge, SwitchTable, TmpInfo,
};
pub(crate) use effects::Effects;
pub(crate) use form::FormMemo;
pub use form::{
    FORMS, Form, FormId, Kinds, MAX_OPERANDS, OperandSpec, Role, Timing, find_form, find_form_of_kinds,
    find_form_with_scratches, forms_of,
};
pub use hidden::Leaves;
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
    /// A slot of the frame.
    SlotId, "slot"
);
entity!(
    /// The operand constraints of one call, return or patchpoint.
    SpecialId, "special"
);
entity!(
    /// The cases of one switch.
    SwitchId, "switch"
);
entity!(
    /// How to make a temporary's value again instead of keeping it.
    RematId, "remat"
);
