//! Operators as the reader of WebAssembly finds them: validated and handed on with one look at what each is.

use crate::error::Error;
use std::mem::{ManuallyDrop, needs_drop};
use wasmparser::{FrameKind, FrameStack, Operator, VisitOperator};

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

impl<V: FrameStack, F> FrameStack for Valid<V, F> {
    fn current_frame(&self) -> Option<FrameKind> {
        self.0.current_frame()
    }
}
