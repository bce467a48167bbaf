//! Decodes operators for validation and translation with a single dispatch on the opcode.

use crate::error::Error;
use std::mem::{ManuallyDrop, needs_drop};
use wasmparser::{
    BinaryReader, BlockType, FrameKind, FrameStack, MemArg, MemArgTarget, Operator, VisitOperator,
    VisitSimdOperator,
};

/// A visitor of validated operators.
pub(super) trait Visit {
    /// Implementations are inlined where the operator is known. The error is boxed so that results fit in registers.
    fn visit(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>>;

    /// Visits a vector instruction. Implementations are not inlined: there are hundreds of instructions.
    fn visit_vector(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>>;
}

/// Validates an operator with the first visitor, then passes it to the second.
pub(super) struct Valid<V, F>(pub(super) V, pub(super) F);

macro_rules! visit {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($arity:tt)*))*) => {
        $(
            fn $visit(&mut self $($(, $arg: $ty)*)?) -> Self::Output {
                self.0.$visit($($($arg.clone()),*)?)?;
                let operator = ManuallyDrop::new(Operator::$op $({ $($arg),* })?);
                let visited = self.1.visit(&operator);
                // Dropping an `Operator` tests its variant; only variants with owned memory need it.
                if needs_drop::<($($($ty,)*)?)>() {
                    drop(ManuallyDrop::into_inner(operator));
                }
                visited
            }
        )*
    };
}

impl<'a, V, F> VisitOperator<'a> for Valid<V, F>
where
    V: VisitOperator<'a, Output = wasmparser::Result<()>>,
    F: Visit,
{
    type Output = Result<(), Box<Error>>;

    fn simd_visitor(&mut self) -> Option<&mut dyn VisitSimdOperator<'a, Output = Self::Output>> {
        Some(self)
    }

    wasmparser::for_each_visit_operator!(visit);
}

macro_rules! visit_vector {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($arity:tt)*))*) => {
        $(
            fn $visit(&mut self $($(, $arg: $ty)*)?) -> Self::Output {
                let Some(validator) = self.0.simd_visitor() else {
                    return Err(Box::new(Error::unsupported("a vector instruction", 0)));
                };
                validator.$visit($($($arg),*)?)?;
                self.1.visit_vector(&Operator::$op $({ $($arg),* })?)
            }
        )*
    };
}

impl<'a, V, F> VisitSimdOperator<'a> for Valid<V, F>
where
    V: VisitOperator<'a, Output = wasmparser::Result<()>>,
    F: Visit,
{
    wasmparser::for_each_visit_simd_operator!(visit_vector);
}

/// Visits the next operator if it is one of the most frequent ones, like [`BinaryReader::visit_operator`]. That function
/// has cases for several hundred operators, and saves and restores all registers for each. `code` begins with the next
/// operator. Returns `None`, and reads nothing, for other operators.
#[inline(always)]
pub(super) fn visit_frequent<'a, V, F>(
    reader: &mut BinaryReader<'a>,
    code: &[u8],
    visitor: &mut Valid<V, F>,
) -> wasmparser::Result<Option<Result<(), Box<Error>>>>
where
    V: VisitOperator<'a, Output = wasmparser::Result<()>> + FrameStack,
    F: Visit,
{
    // The reader reports operators after the end of the function.
    if visitor.current_frame().is_none() {
        return Ok(None);
    }
    Ok(Some(match *code {
        [LOCAL_GET, ..] => visitor.visit_local_get(skip_byte(reader)?.read_var_u32()?),
        [LOCAL_SET, ..] => visitor.visit_local_set(skip_byte(reader)?.read_var_u32()?),
        [LOCAL_TEE, ..] => visitor.visit_local_tee(skip_byte(reader)?.read_var_u32()?),
        [I32_CONST, ..] => visitor.visit_i32_const(skip_byte(reader)?.read_var_i32()?),
        [CALL, ..] => visitor.visit_call(skip_byte(reader)?.read_var_u32()?),
        [BR, ..] => visitor.visit_br(skip_byte(reader)?.read_var_u32()?),
        [BR_IF, ..] => visitor.visit_br_if(skip_byte(reader)?.read_var_u32()?),
        [I32_ADD, ..] => skip_byte(reader).map(|_| visitor.visit_i32_add())?,
        [I32_SUB, ..] => skip_byte(reader).map(|_| visitor.visit_i32_sub())?,
        [I32_SHL, ..] => skip_byte(reader).map(|_| visitor.visit_i32_shl())?,
        [SELECT, ..] => skip_byte(reader).map(|_| visitor.visit_select())?,
        [END, ..] => skip_byte(reader).map(|_| visitor.visit_end())?,
        [BLOCK, NO_TYPE, ..] => {
            skip_byte(skip_byte(reader)?).map(|_| visitor.visit_block(BlockType::Empty))?
        }
        [LOOP, NO_TYPE, ..] => skip_byte(skip_byte(reader)?).map(|_| visitor.visit_loop(BlockType::Empty))?,
        [IF, NO_TYPE, ..] => skip_byte(skip_byte(reader)?).map(|_| visitor.visit_if(BlockType::Empty))?,
        [I32_LOAD, ref argument @ ..] if is_short(argument) => {
            visitor.visit_i32_load(short_argument(reader, 2)?)
        }
        [I64_LOAD, ref argument @ ..] if is_short(argument) => {
            visitor.visit_i64_load(short_argument(reader, 3)?)
        }
        [I32_LOAD8_U, ref argument @ ..] if is_short(argument) => {
            visitor.visit_i32_load8_u(short_argument(reader, 0)?)
        }
        [I32_STORE, ref argument @ ..] if is_short(argument) => {
            visitor.visit_i32_store(short_argument(reader, 2)?)
        }
        [I64_STORE, ref argument @ ..] if is_short(argument) => {
            visitor.visit_i64_store(short_argument(reader, 3)?)
        }
        _ => return Ok(None),
    }))
}

/// Advances the reader by one byte.
#[inline(always)]
fn skip_byte<'a, 'b>(reader: &'b mut BinaryReader<'a>) -> wasmparser::Result<&'b mut BinaryReader<'a>> {
    reader.read_u8()?;
    Ok(reader)
}

/// True if an alignment without flags follows, and an offset that has the same encoding as a 32-bit and a 64-bit
/// number.
#[inline(always)]
fn is_short(argument: &[u8]) -> bool {
    matches!(argument, [0..0x10, 0..0x80, ..] | [0..0x10, _, 0..0x80, ..])
}

/// Decodes the argument of an access for which [`is_short`] is true.
#[inline(always)]
fn short_argument(reader: &mut BinaryReader<'_>, max_align: u8) -> wasmparser::Result<MemArg> {
    let reader = skip_byte(reader)?;
    let (align, offset) = (reader.read_u8()?, reader.read_var_u32()?);
    Ok(MemArg { align, max_align, offset: offset.into(), target: MemArgTarget::Memory(0), ordering: None })
}

const BLOCK: u8 = 0x02;
const LOOP: u8 = 0x03;
const IF: u8 = 0x04;
/// The type of a block without operands and results.
const NO_TYPE: u8 = 0x40;
const END: u8 = 0x0b;
const BR: u8 = 0x0c;
const BR_IF: u8 = 0x0d;
const CALL: u8 = 0x10;
const SELECT: u8 = 0x1b;
const LOCAL_GET: u8 = 0x20;
const LOCAL_SET: u8 = 0x21;
const LOCAL_TEE: u8 = 0x22;
const I32_LOAD: u8 = 0x28;
const I64_LOAD: u8 = 0x29;
const I32_LOAD8_U: u8 = 0x2d;
const I32_STORE: u8 = 0x36;
const I64_STORE: u8 = 0x37;
const I32_CONST: u8 = 0x41;
const I32_ADD: u8 = 0x6a;
const I32_SUB: u8 = 0x6b;
const I32_SHL: u8 = 0x74;

impl<V: FrameStack, F> FrameStack for Valid<V, F> {
    fn current_frame(&self) -> Option<FrameKind> {
        self.0.current_frame()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasmparser::WasmFeatures;

    /// A validator that accepts everything.
    struct Anything;

    macro_rules! accept {
        ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($arity:tt)*))*) => {
            $(
                fn $visit(&mut self $($(, $arg: $ty)*)?) -> Self::Output {
                    $($(let _ = $arg;)*)?
                    Ok(())
                }
            )*
        };
    }

    impl<'a> VisitOperator<'a> for Anything {
        type Output = wasmparser::Result<()>;

        fn simd_visitor(&mut self) -> Option<&mut dyn VisitSimdOperator<'a, Output = Self::Output>> {
            Some(self)
        }

        wasmparser::for_each_visit_operator!(accept);
    }

    impl VisitSimdOperator<'_> for Anything {
        wasmparser::for_each_visit_simd_operator!(accept);
    }

    impl FrameStack for Anything {
        fn current_frame(&self) -> Option<FrameKind> {
            Some(FrameKind::Block)
        }
    }

    /// The visited operators, as text.
    #[derive(Default, PartialEq, Debug)]
    struct Seen(Vec<String>);

    impl Visit for Seen {
        fn visit(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>> {
            self.0.push(format!("{operator:?}"));
            Ok(())
        }

        fn visit_vector(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>> {
            self.visit(operator)
        }
    }

    #[test]
    fn operators_are_decoded_like_wasmparser() {
        let mut random = super::super::random_numbers();
        for iteration in 0..200_000u32 {
            // Small numbers, flags of accesses, and long numbers; possibly truncated.
            let mut code = vec![iteration as u8];
            code.extend((0..random(13)).map(|_| match random(5) {
                4 => NO_TYPE,
                0 => random(0x10) as u8,
                1 => random(0x80) as u8,
                2 => 0x80 + random(0x80) as u8,
                _ => random(0x10) as u8 | 0x80,
            }));
            for features in [crate::config::SUPPORTED, crate::config::SUPPORTED | WasmFeatures::MEMORY64] {
                let read = |quickly: bool| {
                    let mut reader = BinaryReader::new(&code, 0);
                    reader.set_features(features);
                    let mut visitor = Valid(Anything, Seen::default());
                    let frequent = match quickly {
                        true => visit_frequent(&mut reader, &code, &mut visitor),
                        false => Ok(None),
                    };
                    let result = match frequent {
                        Ok(Some(visited)) => Ok(visited),
                        Ok(None) => reader.visit_operator(&mut visitor),
                        Err(error) => Err(error),
                    };
                    let result = result.map(|visited| visited.is_ok()).map_err(|error| error.to_string());
                    (result.clone(), visitor.1, result.is_ok().then(|| reader.original_position()))
                };
                assert_eq!(read(true), read(false), "{code:x?}");
            }
        }
    }
}
