//! Operators as the reader of WebAssembly finds them: validated and handed on with one look at what each is.

use crate::error::Error;
use std::mem::{ManuallyDrop, needs_drop};
use wasmparser::{BinaryReader, FrameKind, FrameStack, Operator, VisitOperator};

/// Whoever looks at operators that are valid.
pub(super) trait Visit {
    /// Implementations are inlined where it is known which operator it is. The error is in a box so that results stay
    /// in registers.
    fn visit(&mut self, operator: &Operator<'_>) -> Result<(), Box<Error>>;
}

/// Validates an operator with the first, then hands it to the second.
pub(super) struct Valid<V, F>(pub(super) V, pub(super) F);

macro_rules! visit {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $ty:ty),* })? => $visit:ident ($($arity:tt)*))*) => {
        $(
            fn $visit(&mut self $($(, $arg: $ty)*)?) -> Self::Output {
                self.0.$visit($($($arg.clone()),*)?)?;
                let operator = ManuallyDrop::new(Operator::$op $({ $($arg),* })?);
                let visited = self.1.visit(&operator);
                // Asks of any operator whether it owns memory: only for those that do.
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

    wasmparser::for_each_visit_operator!(visit);
}

/// Visits the next operator, as [`BinaryReader::visit_operator`] does. That saves and restores all registers, whichever
/// of several hundred operators it is: the few that are most of all code, of which `code` is the first byte, do without.
#[inline(always)]
pub(super) fn visit_next<'a, V, F>(
    reader: &mut BinaryReader<'a>,
    code: u8,
    visitor: &mut Valid<V, F>,
) -> wasmparser::Result<Result<(), Box<Error>>>
where
    V: VisitOperator<'a, Output = wasmparser::Result<()>> + FrameStack,
    F: Visit,
{
    let is_usual = matches!(code, LOCAL_GET | LOCAL_SET | LOCAL_TEE | I32_CONST | I32_ADD);
    // That there is something behind the end is for the reader to say.
    if !is_usual || visitor.current_frame().is_none() {
        return reader.visit_operator(visitor);
    }
    reader.read_u8()?;
    Ok(match code {
        LOCAL_GET => visitor.visit_local_get(reader.read_var_u32()?),
        LOCAL_SET => visitor.visit_local_set(reader.read_var_u32()?),
        LOCAL_TEE => visitor.visit_local_tee(reader.read_var_u32()?),
        I32_CONST => visitor.visit_i32_const(reader.read_var_i32()?),
        _ => visitor.visit_i32_add(),
    })
}

const LOCAL_GET: u8 = 0x20;
const LOCAL_SET: u8 = 0x21;
const LOCAL_TEE: u8 = 0x22;
const I32_CONST: u8 = 0x41;
const I32_ADD: u8 = 0x6a;

impl<V: FrameStack, F> FrameStack for Valid<V, F> {
    fn current_frame(&self) -> Option<FrameKind> {
        self.0.current_frame()
    }
}
