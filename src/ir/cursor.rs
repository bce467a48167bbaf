//! Cursors: positions at which values are appended.

use super::opcode::{ResultRule, first_of_t};
use super::{BlockId, Opcode, Procedure, Value, ValueId};
use crate::base::{Origin, Type};

/// The end of a block of a procedure, where values are appended.
///
/// Each method named after an opcode appends a value of that opcode and returns its id: `add` appends Add, `const64`
/// Const64, `jump` Jump. Two opcodes are keywords of Rust: Return is [`ret`](Cursor::ret), Mod is
/// [`modulo`](Cursor::modulo). Terminals take their successors.
///
/// A cursor knows no types: wrong operands result in values that validation reports.
///
/// ```
/// use barebones::base::Type;
/// use barebones::host_target;
/// use barebones::ir::Procedure;
///
/// let mut proc = Procedure::new(&host_target()?);
/// let root = proc.add_block();
/// let mut b = proc.at(root);
/// let x = b.argument(Type::Int64);
/// let square = b.mul(x, x);
/// b.ret([square]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Cursor<'p> {
    /// The procedure.
    pub proc: &'p mut Procedure,
    /// The block.
    pub block: BlockId,
    /// The origin of the values appended.
    pub origin: Origin,
}

impl Procedure {
    /// A cursor at the end of a block, with the origin [`Procedure::origin`].
    #[inline]
    pub fn at(&mut self, block: BlockId) -> Cursor<'_> {
        let origin = self.origin;
        Cursor { proc: self, block, origin }
    }

    /// A cursor that appends to no block: the values are inserted later, for example by an
    /// [`InsertionSet`](super::InsertionSet).
    #[inline]
    pub fn detached(&mut self) -> Cursor<'_> {
        self.at(BlockId::INVALID)
    }

    /// Like [`Procedure::detached`], with the origin of this value, for values that compute a part of it.
    #[inline]
    pub(crate) fn detached_for(&mut self, of: ValueId) -> Cursor<'_> {
        let origin = self.value(of).origin;
        self.detached().with_origin(origin)
    }

    /// Appends values that are in no block.
    pub(crate) fn extend_block(&mut self, block: BlockId, values: &[ValueId]) {
        if let Some(block) = self.blocks.get_mut(block) {
            values.iter().for_each(|value| self.ids.push(&mut block.values, *value));
        }
    }
}

impl Cursor<'_> {
    /// A cursor at the end of another block, with the same origin.
    #[inline]
    pub fn at(&mut self, block: BlockId) -> Cursor<'_> {
        Cursor { proc: self.proc, block, origin: self.origin }
    }

    /// This cursor, borrowed again.
    #[inline]
    pub fn reborrow(&mut self) -> Cursor<'_> {
        Cursor { proc: self.proc, block: self.block, origin: self.origin }
    }

    /// The same position with this origin.
    #[inline]
    #[must_use]
    pub fn with_origin(self, origin: Origin) -> Self {
        Cursor { origin, ..self }
    }

    /// Appends a value.
    #[inline]
    #[track_caller]
    pub(super) fn append(&mut self, mut value: Value) -> ValueId {
        value.origin = self.origin;
        self.proc.append(self.block, value)
    }

    /// Appends a value without payload whose type follows from its children. Always inlined, so that the opcode, the
    /// number of children and the type rule are constants.
    #[inline(always)]
    #[track_caller]
    pub(super) fn append_simple<const N: usize>(
        &mut self,
        opcode: Opcode,
        result: (ResultRule, u8),
        children: [ValueId; N],
    ) -> ValueId {
        let ty = self.proc.result_type(result, &children);
        self.append(Value::with_children(opcode, ty, children))
    }

    /// Appends a value of an opcode chosen at run time that has no payload. Its type follows from its children; for an
    /// opcode with a free result type, use [`Cursor::apply_typed`].
    #[track_caller]
    pub fn apply(&mut self, opcode: Opcode, children: &[ValueId]) -> ValueId {
        let row = opcode.row();
        let ty = self.proc.result_type((row.result, first_of_t(row.operands)), children);
        self.apply_typed(opcode, ty, children)
    }

    /// Appends a value of an opcode chosen at run time that has no payload, with this type.
    #[track_caller]
    pub fn apply_typed(&mut self, opcode: Opcode, ty: Type, children: &[ValueId]) -> ValueId {
        let value = self.proc.make_value(opcode, ty, children);
        self.append(value)
    }
}
