//! Notation for exit states.

use super::{ObjectId, Procedure, StateEntry, ValueId};
use crate::base::{StateId, Type};

impl From<ValueId> for StateEntry {
    fn from(value: ValueId) -> StateEntry {
        StateEntry::Value(value)
    }
}

impl From<ObjectId> for StateEntry {
    fn from(object: ObjectId) -> StateEntry {
        StateEntry::Object(object)
    }
}

/// An Int32 constant.
impl From<i32> for StateEntry {
    fn from(value: i32) -> StateEntry {
        StateEntry::Constant(Type::Int32, u64::from(value as u32))
    }
}

/// An Int64 constant.
impl From<i64> for StateEntry {
    fn from(value: i64) -> StateEntry {
        StateEntry::Constant(Type::Int64, value as u64)
    }
}

/// A Float constant, with the same bits.
impl From<f32> for StateEntry {
    fn from(value: f32) -> StateEntry {
        StateEntry::Constant(Type::Float, u64::from(value.to_bits()))
    }
}

/// A Double constant, with the same bits.
impl From<f64> for StateEntry {
    fn from(value: f64) -> StateEntry {
        StateEntry::Constant(Type::Double, value.to_bits())
    }
}

/// `None` is a dead entry.
impl<T: Into<StateEntry>> From<Option<T>> for StateEntry {
    fn from(entry: Option<T>) -> StateEntry {
        entry.map_or(StateEntry::Dead, Into::into)
    }
}

impl Procedure {
    /// Adds the frames of an exit state and returns the innermost. Frames are listed innermost first: the client's
    /// numbers of a function and of a position in it, and the entries. `around` is the parent of the outermost frame,
    /// or invalid. The macro [`exit_state!`] is a notation for this method.
    ///
    /// [`exit_state!`]: crate::exit_state
    pub fn add_frames(&mut self, frames: &[(u32, u32, &[StateEntry])], around: StateId) -> StateId {
        let add = |parent, (function, pc, entries): &(u32, u32, &[StateEntry])| {
            self.add_state(parent, *function, *pc, entries)
        };
        frames.iter().rev().fold(around, add)
    }
}

/// Adds an exit state to a procedure: the frame in which an interpreter continues, and for inlined code the frames of
/// its callers. Returns the [`StateId`](crate::base::StateId) for a check, a patchpoint or a call.
///
/// In a frame, locals precede the expression stack. An entry is a value, a constant, the id of a
/// [`VirtualObject`](crate::ir::VirtualObject), or a [`StateEntry`](crate::ir::StateEntry), for example a reference or
/// `Dead`. Checks with the same callers can share their frames: `in` gives the parent of the outermost frame listed.
///
/// ```
/// use barebones::base::{StateId, Type};
/// use barebones::ir::{Procedure, StateEntry};
/// use barebones::{exit_state, host_target};
///
/// let mut proc = Procedure::new(&host_target()?);
/// let root = proc.add_block();
/// let mut b = proc.at(root);
/// let [x, y] = [b.argument(Type::Int64), b.argument(Type::Int64)];
/// let caller = exit_state![b.proc, frame { function: 1, pc: 40, locals: [x, 7i64], stack: [] }];
/// let state = exit_state![
///     b.proc,
///     frame { function: 2, pc: 3, locals: [x, StateEntry::Dead, 1.5f64], stack: [y, x] },
///     in caller
/// ];
/// // An addition that exits on overflow.
/// let sum = b.check_add(x, y).exit_state(state).append();
/// b.ret([sum]);
///
/// assert_eq!(proc.states()[state].parent, caller);
/// assert_eq!(
///     proc.state_entries(state)[1..3],
///     [StateEntry::Dead, StateEntry::Constant(Type::Double, 1.5f64.to_bits())]
/// );
/// // Or all frames at once, the innermost first.
/// let again = exit_state![
///     &mut proc,
///     frame { function: 2, pc: 3, locals: [x, StateEntry::Dead, 1.5f64], stack: [y, x] },
///     frame { function: 1, pc: 40, locals: [x, 7i64] },
/// ];
/// assert_eq!(proc.state_entries(again), proc.state_entries(state));
/// assert_eq!(proc.states()[proc.states()[again].parent].parent, StateId::INVALID);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! exit_state {
    ($proc:expr, $(frame {
        function: $function:expr, pc: $pc:expr
        $(, locals: [$($local:expr),* $(,)?])?
        $(, stack: [$($stack:expr),* $(,)?])? $(,)?
    }),+ $(, in $around:expr)? $(,)?) => {
        $crate::ir::Procedure::add_frames(
            $proc,
            &[$((
                $function,
                $pc,
                &[$($($crate::ir::StateEntry::from($local),)*)? $($($crate::ir::StateEntry::from($stack),)*)?],
            )),+],
            [$($around,)? $crate::base::StateId::INVALID][0],
        )
    };
}
