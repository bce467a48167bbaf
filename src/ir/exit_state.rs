//! Builder of exit states, and a notation for it.

use super::{ObjectId, Procedure, StateEntry, ValueId};
use crate::base::{StateId, Type};
use smallvec::SmallVec;
use std::ops::RangeTo;

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

/// The entry itself.
impl<T: Copy + Into<StateEntry>> From<&T> for StateEntry {
    fn from(entry: &T) -> StateEntry {
        (*entry).into()
    }
}

/// An item of a list in [`exit_state!`](crate::exit_state): an entry, or `..` with an iterator of entries.
pub trait StateItem {
    /// Appends the entries.
    fn append_to(self, entries: &mut StateEntries);
}

/// Entries of a frame.
pub type StateEntries = SmallVec<[StateEntry; 8]>;

impl<T: Into<StateEntry>> StateItem for T {
    fn append_to(self, entries: &mut StateEntries) {
        entries.push(self.into());
    }
}

impl<I: IntoIterator<Item: Into<StateEntry>>> StateItem for RangeTo<I> {
    fn append_to(self, entries: &mut StateEntries) {
        entries.extend(self.end.into_iter().map(Into::into));
    }
}

/// A frame of an exit state that is not yet part of a procedure.
#[derive(Clone, Debug)]
pub struct StateFrame {
    /// The client's number of the function.
    pub function: u32,
    /// The client's number of the position in it.
    pub pc: u32,
    /// The locals.
    pub locals: StateEntries,
    /// The expression stack, the bottom first.
    pub stack: StateEntries,
}

impl StateFrame {
    /// Creates a frame without entries.
    pub fn new(function: u32, pc: u32) -> StateFrame {
        StateFrame { function, pc, locals: StateEntries::new(), stack: StateEntries::new() }
    }
}

/// Builds a frame of an exit state: see [`Procedure::exit_state`].
#[derive(Debug)]
#[must_use = "the state only exists after `add`"]
pub struct StateBuilder<'p> {
    proc: &'p mut Procedure,
    frame: StateFrame,
    parent: StateId,
}

impl StateBuilder<'_> {
    /// Adds locals, after those added before.
    pub fn locals(mut self, entries: impl IntoIterator<Item: Into<StateEntry>>) -> Self {
        self.frame.locals.extend(entries.into_iter().map(Into::into));
        self
    }

    /// Adds entries on top of the expression stack.
    pub fn stack(mut self, entries: impl IntoIterator<Item: Into<StateEntry>>) -> Self {
        self.frame.stack.extend(entries.into_iter().map(Into::into));
        self
    }

    /// Sets the frame of the caller, into which this function was inlined.
    pub fn inlined_in(mut self, caller: StateId) -> Self {
        self.parent = caller;
        self
    }

    /// Adds the frame to the procedure and returns the id of the state.
    pub fn add(self) -> StateId {
        self.proc.add_frames([self.frame], self.parent)
    }
}

impl Procedure {
    /// Begins an exit state: the frame of `function` at `pc`, numbers of the client's. The lists accept whatever
    /// converts into a [`StateEntry`]: values, references to them, constants, objects, and `None` for a dead entry.
    /// [`exit_state!`](crate::exit_state) is a notation for it.
    ///
    /// ```
    /// use barebones::base::Type;
    /// use barebones::ir::{Procedure, ValueId};
    ///
    /// # let target = barebones::host_target()?;
    /// let mut proc = Procedure::new(&target);
    /// let root = proc.add_block();
    /// let mut b = proc.at(root);
    /// let variables: Vec<ValueId> = (0..3).map(|_| b.argument(Type::Int64)).collect();
    /// let [x, y] = [variables[0], variables[1]];
    /// let state = b.proc.exit_state(0, 7).locals(&variables).stack([x, y]).add();
    /// let sum = b.check_add(x, y).exit_state(state).append();
    /// b.ret([sum]);
    ///
    /// assert_eq!(proc.states()[state].local_count(), Some(3));
    /// assert_eq!(proc.state_entries(state).len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exit_state(&mut self, function: u32, pc: u32) -> StateBuilder<'_> {
        StateBuilder { proc: self, frame: StateFrame::new(function, pc), parent: StateId::INVALID }
    }

    /// Adds the frames of an exit state, innermost first, and returns the innermost. `around` is the parent of the
    /// outermost frame, or invalid.
    pub fn add_frames<const N: usize>(&mut self, frames: [StateFrame; N], around: StateId) -> StateId {
        frames.into_iter().rev().fold(around, |parent, StateFrame { function, pc, locals, stack }| {
            let local_count = Some(locals.len() as u32);
            let mut entries = locals;
            entries.extend(stack);
            self.push_state(parent, [function, pc], local_count, &entries)
        })
    }
}

/// Adds an exit state to a procedure: the frame in which an interpreter continues, and for inlined code the frames of
/// its callers. Returns the [`StateId`](crate::base::StateId) for a check, a patchpoint or a call.
///
/// An entry is a value, a constant, the id of a [`VirtualObject`](crate::ir::VirtualObject), or a
/// [`StateEntry`](crate::ir::StateEntry), for example a reference or `Dead`. `..` inserts the entries of an iterator.
/// Checks with the same callers can share their frames: `in` gives the parent of the outermost frame listed.
/// [`Procedure::exit_state`](crate::ir::Procedure::exit_state) is the same as a chain of methods.
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
/// // Lists from iterators.
/// let (variables, temporaries) = (vec![x, y], [y]);
/// let listed = exit_state![
///     &mut proc,
///     frame { function: 2, pc: 9, locals: [..&variables], stack: [..temporaries, x] },
/// ];
/// assert_eq!(proc.state_entries(listed).len(), 4);
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
    }),+ $(, in $around:expr)? $(,)?) => {{
        let frames = [$({
            #[allow(unused_mut)] // a frame may have no entries
            let mut frame = $crate::ir::StateFrame::new($function, $pc);
            $($($crate::ir::StateItem::append_to($local, &mut frame.locals);)*)?
            $($($crate::ir::StateItem::append_to($stack, &mut frame.stack);)*)?
            frame
        }),+];
        let around = [$($around,)? $crate::base::StateId::INVALID][0];
        $crate::ir::Procedure::add_frames($proc, frames, around)
    }};
}
