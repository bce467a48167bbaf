//! Origins that are lines of the text format.

use super::{Module, ValueId};
use crate::base::Origin;
use crate::support::lex::{Cursor, Token, unescape};

/// Sets the origin of each value to its line in a text of the module: the one it was parsed from, or its `to_string`.
/// Debuggers can then show that text: see [`LineMap`](crate::jit::LineMap). Values that are not in the text keep their
/// origins.
///
/// ```
/// use barebones::ir::{parse_module, set_origins_to_lines};
/// # use barebones::{host_target, targets};
/// let text = "barebones 1\nproc f() -> Void {\n#0:\n    Void @0 = Return()\n}\n";
/// let mut module = parse_module(text, &targets(host_target()?))?;
/// set_origins_to_lines(&mut module, text);
/// let values = module.procedures[0].block_values(barebones::ir::BlockId::new(0));
/// assert_eq!(module.procedures[0].get_value(values[0]).map(|value| value.origin.0), Some(4));
/// # use barebones::support::Entity;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn set_origins_to_lines(module: &mut Module, text: &str) {
    let mut cursor = Cursor::new(text);
    let (mut line, mut counted) = (1, 0);
    let (mut previous, mut procedure) = (Token::End, None);
    while cursor.token() != Token::End {
        let offset = cursor.offset();
        line += text.as_bytes()[counted..offset].iter().filter(|byte| **byte == b'\n').count() as u32;
        counted = offset;
        let token = cursor.advance();
        if previous == Token::Word("proc") {
            let is_it = |name: &str| match token {
                Token::Word(word) => word == name,
                Token::String(content) => *unescape(content) == *name.as_bytes(),
                _ => false,
            };
            procedure = module.procedures.iter().position(|proc| is_it(&proc.name));
        }
        if let (Token::Numbered('@', number), Some(procedure)) = (token, procedure)
            && cursor.at("=")
            && let Some(value) = module.procedures[procedure].get_value_mut(ValueId::new(number))
        {
            value.origin = Origin(line);
        }
        previous = token;
    }
}
