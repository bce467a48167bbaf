//! The directives `run` and `print`.

use super::{Reader, Result};
use crate::ast::*;
use crate::lex::{Lexer, Token};
use crate::types::{Kind, Type};

/// Reads a comment after the function with this index; `None` if it is no directive.
pub(super) fn read(text: &str, place: Place, function: usize, file: &File) -> Result<Option<Directive>> {
    let is_directive = ["run", "print"].iter().any(|word| {
        text.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.trim_start().starts_with(':'))
    });
    let Some(last) = file.functions.get(function).filter(|_| is_directive) else { return Ok(None) };
    let mut reader = Reader { lexer: Lexer::new(text, place) };
    let word = reader.word("`run` or `print`")?;
    if reader.lexer.token == Token::End {
        if !last.signature.params.is_empty() {
            return reader.error("`:` and a call with arguments");
        }
        let expected = if word == "run" { Expectation::True } else { Expectation::Print };
        let directive = Directive { function, callee: last.name.clone(), args: Vec::new(), expected, place };
        return Ok(Some(directive));
    }
    reader.expect(":")?;
    let callee = reader.name()?;
    let called = file.functions.get(file.called(function, &callee)).unwrap_or(last);
    reader.expect("(")?;
    let args = reader.data_values(&called.signature.params)?;
    reader.expect(")")?;
    let expected = if reader.lexer.token == Token::End {
        if word == "run" { Expectation::True } else { Expectation::Print }
    } else {
        let equal = reader.accept("=");
        if !equal {
            reader.expect("!")?;
        }
        reader.expect("=")?;
        let results = &called.signature.results;
        let in_brackets = results.len() != 1;
        if in_brackets {
            reader.expect("[")?;
        }
        let values = reader.data_values(results)?;
        if in_brackets {
            reader.expect("]")?;
        }
        if equal { Expectation::Equal(values) } else { Expectation::NotEqual(values) }
    };
    if reader.lexer.token != Token::End {
        return reader.error("the end of the line");
    }
    Ok(Some(Directive { function, callee, args, expected, place }))
}

impl Reader<'_> {
    fn data_values(&mut self, params: &[Param]) -> Result<Vec<DataValue>> {
        let mut values = Vec::with_capacity(params.len());
        for param in params {
            if !values.is_empty() {
                self.expect(",")?;
            }
            values.push(self.data_value(param.ty)?);
        }
        Ok(values)
    }

    /// A value of a type. An integer may be written signed or unsigned.
    fn data_value(&mut self, ty: Type) -> Result<DataValue> {
        let ones = |bits: u32| if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        let bits = match ty.kind {
            _ if ty.is_vector() => {
                let mut bytes = [0; 16];
                let found = self.constant_bytes(Some(ty))?;
                match bytes.get_mut(..found.len()) {
                    Some(low) => low.copy_from_slice(&found),
                    None => return self.error("a vector of at most 128 bits before this"),
                }
                match found.len() == usize::from(ty.lanes) && ty.bits == 1 {
                    // A truth value in brackets is a byte, and a bit here.
                    true => bytes
                        .iter()
                        .zip(0..)
                        .fold(0, |bits, (byte, lane)| bits | u128::from(byte & 1) << lane),
                    false => u128::from_le_bytes(bytes),
                }
            }
            Kind::Float => self.float(ty.bits)?,
            Kind::Bool => match self.word("`true` or `false`")? {
                "true" => ones(u32::from(ty.bits)),
                "false" => 0,
                _ => return self.error("`true` or `false` before this"),
            },
            Kind::Int => self.int(u32::from(ty.bits))? as u128 & ones(u32::from(ty.bits)),
            Kind::IntFlags | Kind::FloatFlags => return self.error("no value of flags"),
        };
        Ok(DataValue { ty, bits })
    }
}
