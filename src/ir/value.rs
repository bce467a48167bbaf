//! Values, 32 bytes each.

use super::{CallId, Opcode, RangesId, StackmapId, ValueId, VariableId};
use crate::base::{HeapRange, MemoryOrder, Origin, Reg, StackSlotId, SymbolId, TrapCode, Type};
use crate::support::List;

bitflags::bitflags! {
    /// Properties of a value that its opcode does not imply.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct ValueFlags: u8 {
        /// A faulting access traps with HeapOutOfBounds instead of being undefined. Memory operations only.
        const TRAPS = 1;
        /// The value is a reference that the garbage collector may move.
        const REFERENCE = 1 << 1;
        /// Computed from a reference; the procedure's table of derived values has the base.
        const DERIVED = 1 << 2;
        /// The load may be hoisted to any point where its operands are available. Loads only.
        const NOT_CONTROL_DEPENDENT = 1 << 3;
        /// The memory never changes. Loads only.
        const IMMUTABLE = 1 << 4;
        /// The access is executed exactly as often as the program says, with its width, and in order with other volatile
        /// accesses, calls and fences. Loads and stores only; overrides [`ValueFlags::IMMUTABLE`] and
        /// [`ValueFlags::NOT_CONTROL_DEPENDENT`].
        const VOLATILE = 1 << 5;
    }
}

/// A value of a procedure.
///
/// The payload kind of the opcode's row ([`super::opcode::Payload`]) defines the meaning of `aux` and `payload`. The
/// accessors below return meaningless results for other payload kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    pub(super) opcode: Opcode,
    /// Properties that the opcode does not imply.
    pub flags: ValueFlags,
    /// The type of the result.
    pub ty: Type,
    /// Its source position, in the client's numbering.
    pub origin: Origin,
    /// Up to three children, or the two words of a list.
    pub(super) children: [ValueId; 3],
    pub(super) aux: u32,
    pub(super) payload: u64,
}

const _: () = assert!(size_of::<Value>() == 32);

impl Value {
    /// A value without children and payload.
    #[inline]
    pub(super) fn new(opcode: Opcode, ty: Type) -> Value {
        Value {
            opcode,
            flags: ValueFlags::empty(),
            ty,
            origin: Origin::NONE,
            children: [ValueId::INVALID; 3],
            aux: 0,
            payload: 0,
        }
    }

    /// A value of an opcode with `N` children, without payload.
    #[inline(always)]
    pub(super) fn with_children<const N: usize>(opcode: Opcode, ty: Type, children: [ValueId; N]) -> Value {
        let mut value = Value::new(opcode, ty);
        value.children[..N].copy_from_slice(&children);
        value
    }

    /// The type, flags and opcode in one word, so that a single comparison covers them all.
    #[inline(always)]
    pub(super) fn head(&self) -> u32 {
        u32::from(self.ty.bits()) | u32::from(self.flags.bits()) << 16 | (self.opcode as u32) << 24
    }

    /// The [`Value::head`] of a value without flags.
    pub(super) const fn head_of(opcode: Opcode, ty: Type) -> u32 {
        ty.bits() as u32 | (opcode as u32) << 24
    }

    /// The opcode.
    pub fn opcode(&self) -> Opcode {
        self.opcode
    }

    /// The n-th child, for an opcode with fixed arity.
    #[inline(always)]
    pub(crate) fn child(&self, n: usize) -> ValueId {
        debug_assert!(self.opcode.arity().is_some_and(|arity| n < arity));
        self.children[n]
    }

    /// The list of children, for a variadic opcode.
    pub(super) fn list(&self) -> List {
        List::from_words(self.children[0].number(), self.children[1].number())
    }

    pub(super) fn set_list(&mut self, list: List) {
        let [start, len] = list.to_words();
        self.children = [ValueId::new(start), ValueId::new(len), ValueId::INVALID];
    }

    /// The bits of a constant, zero-extended.
    pub fn bits(&self) -> u64 {
        self.payload
    }

    /// The value of an integer constant, sign-extended; `None` for other values.
    pub fn int(&self) -> Option<i64> {
        match self.opcode {
            Opcode::Const32 => Some(i64::from(self.payload as i32)),
            Opcode::Const64 => Some(self.payload as i64),
            _ => None,
        }
    }

    /// The offset of a load or store, in bytes; that of an atomic access is in [`Value::atomic`].
    pub fn offset(&self) -> i32 {
        self.aux as i32
    }

    /// The heap range of a load or store.
    pub fn range(&self) -> HeapRange {
        HeapRange::from_bits(self.payload)
    }

    /// The order of an atomic access; `None` if the payload has no valid one.
    pub(super) fn memory_order(&self) -> Option<MemoryOrder> {
        MemoryOrder::from_number(self.payload >> 40)
    }

    /// The slot of a SlotBase.
    pub fn slot(&self) -> StackSlotId {
        StackSlotId::new(self.aux)
    }

    /// The register of an ArgumentReg, GetPinned or SetPinned.
    pub fn reg(&self) -> Reg {
        Reg::from_index(self.aux as u8)
    }

    /// The symbol of a SymbolAddress.
    pub fn symbol(&self) -> SymbolId {
        SymbolId::new(self.aux)
    }

    /// The variable of a Get or Set.
    pub fn variable(&self) -> VariableId {
        VariableId::new(self.aux)
    }

    /// The Phi that an Upsilon writes.
    pub fn phi(&self) -> ValueId {
        ValueId::new(self.aux)
    }

    /// The index of an Extract.
    pub fn index(&self) -> usize {
        self.aux as usize
    }

    /// The ranges of a MemoryCopy, MemoryFill, Fence or atomic access.
    pub fn ranges(&self) -> RangesId {
        RangesId::new(self.aux)
    }

    /// The call of a CCall or TailCall.
    pub fn call(&self) -> CallId {
        CallId::new(self.aux)
    }

    /// The stackmap of a patchpoint or check.
    pub fn stackmap(&self) -> StackmapId {
        StackmapId::new(self.aux)
    }

    /// The code of a Trap or TrapIf.
    pub fn trap_code(&self) -> Option<TrapCode> {
        TrapCode::from_bits(self.aux)
    }

    /// The payload, for comparison of pure values (together with opcode, type and children).
    pub(crate) fn payload_words(&self) -> (u32, u64) {
        (self.aux, self.payload)
    }

    /// The list of cases of a Switch.
    pub(super) fn cases(&self) -> List {
        List::from_words(self.payload as u32, (self.payload >> 32) as u32)
    }

    pub(super) fn set_cases(&mut self, list: List) {
        let [start, len] = list.to_words();
        self.payload = u64::from(start) | u64::from(len) << 32;
    }
}
