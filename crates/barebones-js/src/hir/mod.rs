//! Hermes IR: data, table of instructions, rules, and text in the dialect of `hermesc` 0.12.

mod module;
pub mod opcode;
mod parse;
mod print;
mod types;
mod validate;

pub use module::{
    Block, BlockId, Function, FunctionId, FunctionKind, Hidden, INLINED, Inlined, Inst, InstId, Literal,
    Module, Named, Operand, Value, VariableId,
};
pub use opcode::{Opcode, Operator};
pub use parse::{ParseError, parse};
pub use types::Type;
pub use validate::{RuleViolation, validate};

/// A number as JavaScript prints it, but with the sign of a negative zero.
pub(crate) fn number_text(value: f64) -> String {
    if value == 0.0 && value.is_sign_negative() {
        return String::from("-0");
    }
    ryu_js::Buffer::new().format(value).to_string()
}
