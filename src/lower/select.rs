//! Bottom-up instruction selection, one block at a time.
//!
//! A block's values are visited from the last to the first. A value is selected if it must execute, if it is used in
//! another block, or if a later value of the block uses its temporary. So values that were folded into their users
//! disappear without a separate pass. Each value's instructions are emitted in forward order and then reversed in
//! place: the buffer is in reverse order, as the local allocator consumes it.
//!
//! - Requires: valid IR and the facts that validation collects.
//! - Ensures: every temporary that is used is defined on all paths, or has a `Remat`.
//! - Cost: constant per value and operand, plus one lookup in an opcode's few forms per instruction.
//!
//! Values across blocks: a value that is used outside its block has one temporary, marked `global`. A Phi or variable
//! has a *shadow*, unless Upsilons can write the Phi's temporary directly: Upsilon and Set write the shadow, Phi and
//! Get copy it to a temporary. The shadow is a slot at O0, and a temporary if allocation covers the whole procedure.
//! Constants and addresses have temporaries with a `Remat`, so no block depends on a copy in another block.

use super::assignments::{AssignmentIndex, Assignments};
use super::combinations::{Combinations, Rule};
use super::motion::Motion;
use super::order::Node;
use super::patchpoint::Landed;
use super::references::references_move;
use super::shadows::UpsilonCounts;
use crate::air::{
    Arg, Code, FormCache, InstBuffer, InstFlags, Opcode as Air, SlotId, Special, SpecialId, SplitEdge,
    SwitchTable, Tmp, find_form,
};
use crate::base::{
    Arch, Assignment, Bank, CallConv, ConvId, ImmediateOf, Origin, Reg, StackSlotId, Target, Type, Width,
};
use crate::ir::validate::Contents;
use crate::ir::{BlockId, Facts, Opcode, Procedure, StateValues, Value, ValueFlags, ValueId};
use crate::support::{error_type, refill};

/// Why a procedure cannot be selected.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SelectError {
    /// The operation is not implemented, or not on this target.
    Unsupported {
        /// The value.
        value: ValueId,
        /// The operation.
        what: String,
    },
    /// The forced offset of a stack slot overlaps something else.
    SlotCollision {
        /// The slot.
        slot: StackSlotId,
        /// Its forced offset.
        offset: i32,
    },
}

error_type!(SelectError {
    SelectError::Unsupported { value, what } => "{value}: {what} cannot be compiled yet";
    SelectError::SlotCollision { slot, offset } =>
        "{slot} is forced to offset {offset}, which overlaps another part of the frame";
});

/// No temporary is assigned yet.
pub(super) const NONE: u32 = u32::MAX;

/// Marks a load that is folded into the instruction that uses it.
pub(super) const FOLDED: u32 = NONE - 1;

/// Maximum number of copies that are looked through at once. A longer chain gets a copy in between, so that it takes
/// linear time.
const MAX_COPIES: usize = 8;

/// The state of selection; its memory is reused across procedures.
#[derive(Default)]
pub struct Selector {
    /// For a scalar value the bits of its temporary; for a tuple the index of its first element in `elements`.
    pub(super) tmps: Vec<u32>,
    /// The temporaries of tuple elements, contiguous per tuple.
    pub(super) elements: Vec<Tmp>,
    /// The first shadow of each Phi, by value, then of each variable: a slot, a temporary, or [`NO_SHADOW`].
    ///
    /// [`NO_SHADOW`]: super::shadows::OWN
    pub(super) shadows: Vec<u32>,
    /// State of [`Selector::find_unshadowed_phis`].
    pub(super) writes: Vec<UpsilonCounts>,
    pub(super) predecessor_counts: Vec<u32>,
    pub(super) unshadowed_phis: Vec<ValueId>,
    pub(super) read_phis: Vec<ValueId>,
    /// True if shadows are temporaries: for an allocator that covers the whole procedure.
    pub shadows_are_tmps: bool,
    /// With `patterns`: the temporary of each symbol's address, then of each slot's, shared by the whole procedure.
    addresses: Vec<u32>,
    /// The ArgumentReg values.
    argument_values: Vec<ValueId>,
    /// True once a block has been selected, so that the arguments are in temporaries.
    started: bool,
    /// Temporaries of argument registers.
    arguments: Vec<(Reg, Tmp)>,
    assignments: Assignments,
    pub(super) call_params: Vec<Type>,
    pub(super) call_arguments: Vec<(Type, Arg)>,
    /// True if loads may be folded into arithmetic and comparisons: with `patterns`, on targets that support it.
    pub(super) folds_loads: bool,
    /// True if variables in the frame may be memory operands: without `patterns`, on targets that support it.
    pub(super) folds_gets: bool,
    /// True if an operation may be fused with its user: with `patterns`, on targets that support it.
    pub(super) fuses_operations: bool,
    /// True to match patterns that take time to find: folded loads and several operations in one instruction.
    pub patterns: bool,
    /// Set if the block selected last ends in two branches, see [`Code::split_blocks`].
    pub split: Option<SplitEdge>,
    pub(super) motion: Motion,
    /// Values of the current block that are selected together with a later one: low limbs, halves of products.
    pub(super) low_limbs: Vec<ValueId>,
    /// Pairs of a quotient and a remainder of the current block, in the block's order, whose first is not yet selected.
    pub(super) divisions: Vec<(ValueId, ValueId)>,
    forms: FormCache,
    /// The results of terminals, contiguous per terminal.
    pub(super) landed: Vec<Landed>,
    /// For each value the index of its first entry in `landed`.
    pub(super) first_landed: Vec<u32>,
    pub(super) state_values: StateValues,
    /// True if the procedure has references and safepoints.
    pub references_move: bool,
    /// The special and the value of each patchpoint, in ascending order.
    pub(super) patchpoints: Vec<(SpecialId, ValueId)>,
    /// What is combined, if that is recorded.
    pub(super) combinations: Option<Box<Combinations>>,
    /// Why the current block cannot be selected.
    failure: Option<SelectError>,
}

impl Selector {
    /// Prepares for a procedure. Its stack slots become the first slots of the frame.
    ///
    /// # Errors
    /// [`SelectError::SlotCollision`] if a forced offset overlaps the saved frame pointer, the return address or
    /// another forced slot.
    pub fn begin(&mut self, proc: &Procedure, facts: &Facts, code: &mut Code) -> Result<(), SelectError> {
        refill(&mut self.tmps, proc.value_count(), NONE);
        refill(&mut self.shadows, proc.value_count() + proc.variables().len(), NONE);
        refill(&mut self.addresses, proc.symbols().len() + proc.stack_slots().len(), NONE);
        self.elements.clear();
        self.forms.set_target(code.target.desc.arch, code.target.features);
        code.tmps.reserve(proc.value_count());
        self.arguments.clear();
        self.started = false;
        self.landed.clear();
        self.first_landed.clear();
        self.patchpoints.clear();
        self.argument_values.clear();
        self.argument_values.extend_from_slice(facts.arguments());
        self.argument_values.sort_unstable();
        if facts.contents().contains(Contents::PHIS) {
            self.find_unshadowed_phis(proc, facts, code);
        }
        self.references_move = references_move(facts);
        code.convention = proc.convention();
        let has_memory = super::fold::is_supported(code.target);
        self.folds_loads = self.patterns && has_memory;
        self.folds_gets = !self.patterns && !self.shadows_are_tmps && has_memory;
        self.fuses_operations = self.patterns && super::fuse::is_supported(code.target);
        (code.pinned, code.saved) = (proc.pinned, super::pinned::pinned_to_save(proc));
        if self.patterns {
            code.kept = super::pinned::reusable_pinned(proc, facts);
            code.pinned = code.pinned.difference(code.kept);
        }
        // Tuples and vectors share a bit of the contents.
        code.has_vectors = facts.contents().contains(Contents::TUPLES) && proc.has_vectors();
        if code.has_vectors {
            code.vectors.clone_from(proc.vectors());
        }
        code.popped_bytes = self.popped_bytes(proc);
        super::slots::lay_out_slots(proc, code)
            .map_err(|(slot, offset)| SelectError::SlotCollision { slot, offset })
    }

    /// The patchpoints of the procedure selected last, with their specials.
    pub fn patchpoints(&self) -> &[(SpecialId, ValueId)] {
        &self.patchpoints
    }

    /// Bytes of stack arguments that the procedure pops when it returns.
    fn popped_bytes(&mut self, proc: &Procedure) -> u32 {
        let conv = proc.target().convention(proc.convention());
        if !conv.callee_pops {
            return 0;
        }
        let params = &proc.signature().params;
        let found = self.assignments.find(conv, params, &[], params.len());
        found.map_or(0, |found| self.assignments.get(found).param_bytes)
    }

    /// Selects one place of the block order into `out`, in reverse order. The first place also defines the arguments.
    ///
    /// # Errors
    /// [`SelectError::Unsupported`] if an operation is not implemented.
    pub fn select_block(
        &mut self,
        proc: &Procedure,
        facts: &Facts,
        node: Node,
        code: &mut Code,
        out: &mut InstBuffer,
    ) -> Result<(), SelectError> {
        if self.combinations.is_none() {
            return self.select_place::<false>(proc, facts, node, code, out);
        }
        let start = code.buffer.insts.len();
        self.select_place::<true>(proc, facts, node, code, out)?;
        self.place_groups(out.insts.len(), start);
        Ok(())
    }

    fn select_place<const RECORDS: bool>(
        &mut self,
        proc: &Procedure,
        facts: &Facts,
        node: Node,
        code: &mut Code,
        out: &mut InstBuffer,
    ) -> Result<(), SelectError> {
        let target = code.target;
        let is_first = !std::mem::replace(&mut self.started, true);
        let patterns = self.patterns;
        self.motion.clear();
        self.low_limbs.clear();
        self.divisions.clear();
        self.split = None;
        let mut lowering = Lowering::<RECORDS> {
            proc,
            facts,
            block: if let Node::Block(block) = node { block } else { BlockId::INVALID },
            code,
            out,
            state: self,
            arch: target.desc.arch,
            target,
            current: ValueId::INVALID,
            place: 0,
            origin: Origin::NONE,
            patterns,
        };
        let selected = lowering.select_node(node, is_first);
        match (selected, self.failure.take()) {
            (Ok(()), None) => Ok(()),
            (_, Some(failure)) => Err(failure),
            (Err(Failed(())), None) => {
                Err(SelectError::Unsupported { value: ValueId::INVALID, what: String::from("a value") })
            }
        }
    }
}

/// True if registers that the procedure's convention preserves may need to be saved: calls or patchpoints may clobber
/// them, or the procedure sets one itself. Calls of library functions are always assumed.
pub fn may_save(proc: &Procedure) -> bool {
    if !super::pinned::pinned_to_save(proc).is_empty() {
        return true;
    }
    let target = proc.target();
    let kept = target.convention(proc.convention()).env.callee_saved;
    if !proc.stackmaps().is_empty() && super::patchpoint::may_save(proc, kept) {
        return true;
    }
    let destroys = |id: ConvId| !target.convention(id).clobbered.intersection(kept).is_empty();
    destroys(ConvId::new(0)) || proc.calls().values().any(|call| destroys(call.conv))
}

/// The state of lowering one block. With `RECORDS`, what is combined is recorded.
pub(super) struct Lowering<'a, const RECORDS: bool> {
    pub(super) proc: &'a Procedure,
    pub(super) facts: &'a Facts,
    pub(super) block: BlockId,
    pub(super) code: &'a mut Code,
    pub(super) out: &'a mut InstBuffer,
    pub(super) state: &'a mut Selector,
    pub(super) arch: Arch,
    pub(super) target: Target,
    /// The value being selected. All instructions emitted for it execute at its place.
    pub(super) current: ValueId,
    /// Its index in the block.
    pub(super) place: usize,
    pub(super) origin: Origin,
    /// See [`Selector::patterns`].
    pub(super) patterns: bool,
}

/// Selection failed; the selector's `failure` has the reason, which [`Lowering::unsupported`] sets. Zero-sized, so that
/// results are returned in registers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failed(());

pub(super) type Result<T = (), E = Failed> = std::result::Result<T, E>;

impl<const RECORDS: bool> Lowering<'_, RECORDS> {
    /// Selects one place of the block order.
    #[inline(always)]
    fn select_node(&mut self, node: Node, is_first: bool) -> Result {
        if is_first {
            self.declare_arguments();
        }
        match node {
            Node::Block(block) => {
                let values = self.proc.block_values(block);
                self.out.reserve(values.len());
                for (place, &value) in values.iter().enumerate().rev() {
                    self.place = place;
                    self.select(value)?;
                }
                if RECORDS {
                    self.find_missed();
                }
            }
            Node::Entry => self.emit(Air::Jump, &[])?,
            Node::Edge(block, _) => {
                let start = self.out.insts.len();
                self.land_results(block)?;
                self.out.insts[start..].reverse();
            }
        }
        if is_first { self.emit_entry() } else { Ok(()) }
    }

    /// Selects a value if it is needed.
    #[inline(always)]
    fn select(&mut self, id: ValueId) -> Result {
        let proc = self.proc;
        let value = proc.value(id);
        let wanted = self.state.tmps[id.number() as usize] != NONE || self.facts.is_used_outside(id);
        if self.is_materialized_at_uses(value.opcode())
            || !wanted && !self.proc.effects_of(value).must_execute()
        {
            return Ok(());
        }
        (self.current, self.origin) = (id, value.origin);
        let start = self.out.insts.len();
        self.begin_group(id);
        self.lower(id, value)?;
        self.end_group(start..self.out.insts.len());
        if self.out.insts.len() > start + 1 {
            self.out.insts[start..].reverse();
        }
        Ok(())
    }

    /// True for values without instructions of their own, which are materialized at their uses.
    #[inline(always)]
    fn is_materialized_at_uses(&self, opcode: Opcode) -> bool {
        use Opcode::*;
        matches!(
            opcode,
            Const32
                | Const64
                | ConstFloat
                | ConstDouble
                | Const128
                | Nop
                | SlotBase
                | SymbolAddress
                | FramePointer
                | ArgumentReg
                | BottomTuple
        )
    }

    /// Selects a value that is used or must execute.
    #[inline(always)]
    fn lower(&mut self, id: ValueId, value: &Value) -> Result {
        use Opcode::*;
        if self.patterns && self.pattern(id)? {
            return Ok(());
        }
        match value.opcode() {
            Nop | Const32 | Const64 | ConstFloat | ConstDouble | Const128 | SlotBase | SymbolAddress
            | FramePointer | ArgumentReg | BottomTuple => Ok(()),
            Identity | Opaque => self.copy(id, self.child(id, 0)),
            Extract => self.extract(id),

            Add | Sub | Mul | BitAnd | BitOr | BitXor | Div | Mod | UDiv | UMod | ChillDiv | ChillMod
            | MulHigh | UMulHigh | Neg | Shl | SShr | ZShr | RotR | RotL | Clz | Ctz | PopCount
            | ByteSwap | BitReverse | Abs | Ceil | Floor | FTrunc | Nearest | Sqrt | FMin | FMax
            | CopySign | Fma | PurifyNaN
                if value.ty.is_float() =>
            {
                self.float_operation(id)
            }
            Add | Sub | Mul | BitAnd | BitOr | BitXor | Div | Mod | UDiv | UMod | ChillDiv | ChillMod
            | MulHigh | UMulHigh | Neg | Shl | SShr | ZShr | RotR | RotL | Clz | Ctz | PopCount
            | ByteSwap | BitReverse => self.integer_operation(id),
            AddCarry | SubBorrow => self.carry_operation(id),
            AddOverflow | SubOverflow | MulOverflow | UAddOverflow | USubOverflow | UMulOverflow => {
                self.overflow_operation(id)
            }
            SMin | SMax | UMin | UMax => self.minimum_or_maximum(id),
            SExt8 | SExt16 | SExt8To64 | SExt16To64 | SExt32 | ZExt32 | Trunc | BitwiseCast => self.cast(id),
            Abs | Ceil | Floor | FTrunc | Nearest | Sqrt | FMin | FMax | CopySign | Fma | PurifyNaN => {
                self.float_operation(id)
            }
            IToD | IToF | UToD | UToF | FloatToDouble | DoubleToFloat | DoubleToInt32 | FToISat | FToUSat
            | FToIMin | FToITrap | FToUTrap => self.float_conversion(id),
            Equal | NotEqual | LessThan | GreaterThan | LessEqual | GreaterEqual | Above | Below
            | AboveEqual | BelowEqual | EqualOrUnordered => self.compare_to_register(id),
            Select if value.ty.is_vector() => self.select_vector(id),
            Select => self.select_value(id),
            VectorAnd | VectorOr | VectorXor | VectorAndNot | VectorNot | VectorAdd | VectorSub
            | VectorMul | VectorDiv | VectorNeg | VectorAbs | VectorMin | VectorMax | VectorPMin
            | VectorPMax | VectorAddSat | VectorSubSat | VectorAverage | VectorEqual | VectorLessThan
            | VectorLessEqual | VectorBitSelect => self.vector_operation(id),
            VectorSplat => self.vector_splat(id),
            VectorExtractLane => self.vector_extract(id),
            VectorReplaceLane => self.vector_replace(id),
            VectorShl | VectorShr => self.vector_shift(id),
            VectorPopCount => self.vector_pop_count(id),
            VectorAnyTrue => self.vector_any_true(id),
            VectorBitmask => self.vector_bitmask(id),
            VectorShuffle => self.vector_shuffle(id),
            VectorSwizzle => self.vector_swizzle(id),
            VectorNarrow => self.vector_narrow(id),
            VectorExtendLow | VectorExtendHigh => self.vector_extend(id),
            VectorDot | VectorMulQ15 => self.vector_product(id),
            VectorCeil | VectorFloor | VectorTrunc | VectorNearest => self.vector_round(id),
            VectorSqrt => self.vector_sqrt(id),
            VectorFma => self.vector_fma(id),
            VectorConvert | VectorConvertLow | VectorTruncSat | VectorTruncSatLow | VectorPromote
            | VectorDemote => self.vector_conversion(id),

            Load8Z | Load8S | Load16Z | Load16S | Load => self.load(id),
            Store8 | Store16 | Store => self.store(id),
            MemoryCopy | MemoryFill => self.bulk_memory(id),
            StackPointer => self.stack_pointer(id),
            Fence => self.fence(id),
            AtomicLoad | AtomicStore | AtomicXchg | AtomicXchgAdd | AtomicXchgSub | AtomicXchgAnd
            | AtomicXchgOr | AtomicXchgXor | AtomicWeakCAS | AtomicStrongCAS => self.atomic(id),

            Upsilon | Set => self.write_shadow(id),
            Phi | Get => self.read_shadow(id),
            GetPinned => self.get_pinned(id),
            SetPinned => self.set_pinned(id),

            CCall | Poll => self.call(id),
            TailCall => self.tail_call(id),
            TrapIf => self.trap_if(id),
            StackLimitCheck => self.stack_limit_check(id),
            Jump => self.emit(Air::Jump, &[]),
            Branch => self.branch(id),
            Switch => self.switch(id),
            Return => self.return_values(id),
            Trap => self.trap(id),
            Oops => self.emit(Air::Trap, &[Arg::Trap(crate::base::TrapCode::Unreachable)]),

            Check => self.check(id),
            CheckAdd | CheckSub | CheckMul => self.checked_arithmetic(id),
            Patchpoint => self.patchpoint(id),
            InvalidationPoint => self.invalidation_point(id),
            EntrySwitch => self.emit(Air::EntrySwitch, &[]),
        }
    }

    #[cold]
    pub(super) fn unsupported<T>(&mut self, what: &str) -> Result<T> {
        let (value, what) = (self.current, what.to_string());
        self.state.failure = Some(SelectError::Unsupported { value, what });
        Err(Failed(()))
    }

    // ---- Emitting -------------------------------------------------------------------------------------

    /// Emits an instruction and looks up its form.
    #[inline(always)]
    pub(super) fn emit(&mut self, opcode: Air, args: &[Arg]) -> Result {
        self.emit_flagged(opcode, args, InstFlags::empty())
    }

    /// Like [`Lowering::emit`], with flags.
    #[inline(always)]
    pub(super) fn emit_flagged(&mut self, opcode: Air, args: &[Arg], flags: InstFlags) -> Result {
        // Mostly inlined with a constant operand count, so that this match costs nothing at run time.
        match *args {
            [a, b] => self.emit_few(opcode, &[a, b], flags),
            [a, b, c] => self.emit_few(opcode, &[a, b, c], flags),
            [] => self.emit_few(opcode, &[], flags),
            _ => self.emit_many(opcode, args, flags),
        }
    }

    fn emit_few<const N: usize>(&mut self, opcode: Air, args: &[Arg; N], flags: InstFlags) -> Result {
        match self.state.forms.known(opcode, args) {
            Some(form) if self.out.has_room(N) => {
                self.out.push(opcode, form, args, self.origin, flags);
                Ok(())
            }
            // A tail call, so that nothing is kept in registers across it.
            _ => self.emit_first(opcode, args, flags),
        }
    }

    /// Like `emit_few`, for a form that is not cached.
    #[inline(never)]
    fn emit_first<const N: usize>(&mut self, opcode: Air, args: &[Arg; N], flags: InstFlags) -> Result {
        match self.state.forms.find(opcode, args) {
            Some(form) => {
                self.out.push(opcode, form, args, self.origin, flags);
                Ok(())
            }
            None => self.no_form(opcode, args),
        }
    }

    fn emit_many(&mut self, opcode: Air, args: &[Arg], flags: InstFlags) -> Result {
        match find_form(opcode, self.arch, self.target.features, args) {
            Some(form) => {
                self.out.push(opcode, form, args, self.origin, flags);
                Ok(())
            }
            None => self.no_form(opcode, args),
        }
    }

    #[cold]
    pub(super) fn no_form(&mut self, opcode: Air, args: &[Arg]) -> Result {
        self.unsupported(&format!("{} with {args:?} on {}", opcode.name(), self.target.name()))
    }

    /// Emits an instruction if the target has a form for it; returns true if so.
    pub(super) fn try_emit(&mut self, opcode: Air, args: &[Arg]) -> bool {
        let form = find_form(opcode, self.arch, self.target.features, args);
        if let Some(form) = form {
            self.out.push(opcode, form, args, self.origin, InstFlags::empty());
        }
        form.is_some()
    }

    /// Emits an instruction with a special, which describes `operands` in order.
    pub(super) fn emit_special(&mut self, opcode: Air, special: Special, operands: &[Arg]) -> SpecialId {
        self.emit_special_flagged(opcode, special, operands, InstFlags::empty())
    }

    /// Like [`Lowering::emit_special`], with flags.
    pub(super) fn emit_special_flagged(
        &mut self,
        opcode: Air,
        special: Special,
        operands: &[Arg],
        flags: InstFlags,
    ) -> SpecialId {
        let id: SpecialId = self.code.specials.push(special);
        let mut args: smallvec::SmallVec<[Arg; 16]> = smallvec::smallvec![Arg::Special(id)];
        args.extend_from_slice(operands);
        self.push_special(opcode, &args, flags);
        id
    }

    /// Like [`Lowering::emit_special`]; the first operand is replaced by the special.
    pub(super) fn emit_special_in_place(&mut self, opcode: Air, special: Special, operands: &mut [Arg]) {
        operands[0] = Arg::Special(self.code.specials.push(special));
        self.push_special(opcode, operands, InstFlags::empty());
    }

    /// Finds the locations of arguments and results of a call, see [`CallConv::assign`].
    pub(super) fn assign(
        &mut self,
        conv: &'static CallConv,
        params: &[Type],
        results: &[Type],
        variadic_start: usize,
    ) -> Option<AssignmentIndex> {
        self.state.assignments.find(conv, params, results, variadic_start)
    }

    /// The assignment that [`Lowering::assign`] found last.
    #[inline(always)]
    pub(super) fn assignment(&self, found: AssignmentIndex) -> &Assignment {
        self.state.assignments.get(found)
    }

    /// True if the target has a form with these operand kinds.
    pub(super) fn has_form(&self, opcode: Air, args: &[Arg]) -> bool {
        find_form(opcode, self.arch, self.target.features, args).is_some()
    }

    /// A new temporary that is local to the instructions of one value.
    pub(super) fn scratch(&mut self, bank: Bank) -> Tmp {
        self.code.add_tmp(bank)
    }

    pub(super) fn add_switch(&mut self, cases: &[i64]) -> Arg {
        Arg::Switch(self.code.switches.push(SwitchTable { cases: cases.to_vec() }))
    }

    // ---- Values and their temporaries -----------------------------------------------------------------

    pub(super) fn child(&self, id: ValueId, n: usize) -> ValueId {
        self.proc.children(id)[n]
    }

    /// The value whose temporary holds `id`. Looks through copies and truncations, which cost nothing.
    ///
    /// Only copies that are used in this block alone are looked through, so that their source is known to be used here.
    /// The result may have a wider type; [`Lowering::through_copies`] preserves the type.
    #[inline]
    pub(super) fn resolve(&self, id: ValueId) -> ValueId {
        match self.proc.value(id).opcode() {
            Opcode::Identity | Opcode::Opaque | Opcode::Trunc => self.resolve_copy(id, true),
            _ => id,
        }
    }

    /// The value that `id` is a copy of.
    #[inline]
    pub(super) fn through_copies(&self, id: ValueId) -> ValueId {
        match self.proc.value(id).opcode() {
            Opcode::Identity | Opcode::Opaque => self.resolve_copy(id, false),
            _ => id,
        }
    }

    #[inline(never)]
    fn resolve_copy(&self, mut id: ValueId, for_tmp: bool) -> ValueId {
        for _ in 0..MAX_COPIES {
            let opcode = self.proc.value(id).opcode();
            let copies = matches!(opcode, Opcode::Identity | Opcode::Opaque);
            let free = copies || (for_tmp && opcode == Opcode::Trunc);
            // A copy has its own temporary where a long chain was cut.
            let is_made = for_tmp && self.state.tmps[id.number() as usize] != NONE;
            if self.state.references_move && for_tmp && self.changes_kind(id) {
                return id;
            }
            if !free || is_made || !self.is_local(id) {
                return id;
            }
            id = self.child(id, 0);
        }
        id
    }

    /// True if the value is defined in this block and used in no other.
    pub(super) fn is_local(&self, id: ValueId) -> bool {
        !self.facts.is_used_outside(id) && self.facts.block_of(id) == self.block
    }

    /// True if the value is defined in this block, so that its children can be used here.
    pub(super) fn is_in_block(&self, id: ValueId) -> bool {
        self.facts.block_of(id) == self.block
    }

    /// True if the value has one use, which is in this block.
    pub(super) fn is_used_once(&self, id: ValueId) -> bool {
        self.facts.value(id).uses() == 1 && self.is_local(id)
    }

    /// An integer constant as an immediate, sign-extended from its type.
    #[inline]
    pub(super) fn immediate(&self, id: ValueId) -> Option<Arg> {
        self.proc.value(self.through_copies(id)).int().map(Arg::Imm)
    }

    /// The temporary of a scalar value. Marks the value as needed.
    #[inline]
    pub(super) fn tmp(&mut self, id: ValueId) -> Result<Tmp> {
        self.needs_in_register(id);
        match self.known_tmp(id) {
            Some(tmp) => Ok(tmp),
            None => self.new_tmp(id),
        }
    }

    #[inline(never)]
    fn new_tmp(&mut self, id: ValueId) -> Result<Tmp> {
        use Opcode::*;
        let value = self.proc.value(id);
        if matches!(
            value.opcode(),
            Identity
                | Opaque
                | Trunc
                | Const32
                | Const64
                | ConstFloat
                | ConstDouble
                | Const128
                | SlotBase
                | FramePointer
                | SymbolAddress
                | ArgumentReg
                | Extract
                | ZExt32
        ) {
            return self.shared_or_remat_tmp(id);
        }
        if self.code.tmps.len() == self.code.tmps.capacity() {
            // A tail call, so that nothing is kept in registers across it.
            return self.shared_or_remat_tmp(id);
        }
        let tmp = self.add_tmp(value, id, value.ty.bank());
        self.state.tmps[id.number() as usize] = tmp.bits();
        Ok(tmp)
    }

    /// The temporary of a value that may share another value's, or is rematerialized at its uses.
    #[inline(never)]
    fn shared_or_remat_tmp(&mut self, id: ValueId) -> Result<Tmp> {
        let value = self.proc.value(id);
        let tmp = match value.opcode() {
            Opcode::Identity | Opcode::Opaque | Opcode::Trunc => {
                let seen = self.resolve_copy(id, true);
                if seen != id {
                    return self.tmp_of_source(seen);
                }
                self.add_tmp(value, id, value.ty.bank())
            }
            Opcode::Const32 => {
                self.remat(Bank::Gp, Air::Move32, Some(Arg::Imm(i64::from(value.bits() as i32))))?
            }
            Opcode::Const64 => self.remat(Bank::Gp, Air::Move, Some(Arg::Imm(value.bits() as i64)))?,
            Opcode::ConstFloat => self.float_constant(value.bits(), Width::W32)?,
            Opcode::ConstDouble => self.float_constant(value.bits(), Width::W64)?,
            Opcode::Const128 => self.vector_constant(value)?,
            Opcode::SlotBase => {
                let slot = SlotId::new(value.slot().number());
                let index = self.proc.symbols().len() + slot.number() as usize;
                self.address_tmp(index, Air::Lea64, Arg::Stack { slot, offset: 0 })?
            }
            Opcode::FramePointer => {
                let frame_pointer = Tmp::from_reg(self.target.desc.frame_pointer);
                self.remat(Bank::Gp, Air::Move, Some(Arg::Tmp(frame_pointer)))?
            }
            Opcode::SymbolAddress => {
                let symbol = value.symbol();
                self.address_tmp(symbol.number() as usize, Air::Move, Arg::Symbol(symbol))?
            }
            Opcode::ArgumentReg => self.argument(value.reg()),
            // A local element has no temporary of its own, so nothing is recorded.
            Opcode::Extract if self.is_local(id) => return self.element(self.child(id, 0), value.index()),
            Opcode::ZExt32 if self.is_free_extension(id) => {
                self.took(Rule::FreeExtension, &[id]);
                self.tmp(self.child(id, 0))?
            }
            _ => self.add_tmp(value, id, value.ty.bank()),
        };
        self.state.tmps[id.number() as usize] = tmp.bits();
        Ok(tmp)
    }

    /// The temporary of a constant address. With `patterns`, values of one address share it: fewer rematerializations.
    fn address_tmp(&mut self, index: usize, opcode: Air, arg: Arg) -> Result<Tmp> {
        match self.state.addresses.get(index).copied() {
            Some(bits) if bits != NONE && self.patterns => return Ok(Tmp::from_bits(bits)),
            _ => {}
        }
        let tmp = self.remat(Bank::Gp, opcode, Some(arg))?;
        if let Some(known) = self.state.addresses.get_mut(index) {
            *known = tmp.bits();
        }
        Ok(tmp)
    }

    /// The temporary of a value at which looking through copies stopped; it may be a copy itself.
    fn tmp_of_source(&mut self, id: ValueId) -> Result<Tmp> {
        let value = self.proc.value(id);
        match (self.known_tmp(id), value.opcode()) {
            (None, Opcode::Identity | Opcode::Opaque | Opcode::Trunc) => {
                let tmp = self.add_tmp(value, id, value.ty.bank());
                self.state.tmps[id.number() as usize] = tmp.bits();
                Ok(tmp)
            }
            _ => self.tmp(id),
        }
    }

    /// Adds a temporary for a value or an element of it, with the properties of the value.
    fn add_tmp(&mut self, value: &Value, id: ValueId, bank: Bank) -> Tmp {
        let global = self.facts.is_used_outside(id);
        if value.flags.contains(ValueFlags::DERIVED) {
            self.keep_base(id);
        }
        self.code.add_value_tmp(bank, global, value.flags.contains(ValueFlags::REFERENCE))
    }

    /// The temporary of a scalar value, if one is assigned.
    #[inline(always)]
    fn known_tmp(&self, id: ValueId) -> Option<Tmp> {
        match self.state.tmps[id.number() as usize] {
            NONE => None,
            bits => Some(Tmp::from_bits(bits)),
        }
    }

    /// The temporary of one element of a tuple value.
    pub(super) fn element(&mut self, tuple: ValueId, index: usize) -> Result<Tmp> {
        let tuple = self.resolve(tuple);
        let value = self.proc.value(tuple);
        let elements = self.proc.tuple_elements(value.ty);
        if value.opcode() == Opcode::BottomTuple {
            return self.zero(elements[index]);
        }
        if self.state.tmps[tuple.number() as usize] == NONE {
            self.state.tmps[tuple.number() as usize] = self.state.elements.len() as u32;
            for ty in elements {
                let tmp = self.add_tmp(value, tuple, ty.bank());
                self.state.elements.push(tmp);
            }
        }
        Ok(self.state.elements[self.state.tmps[tuple.number() as usize] as usize + index])
    }

    /// The temporaries of a value, one per scalar of its type; none for `Void`.
    pub(super) fn tmps_of(&mut self, id: ValueId) -> Result<smallvec::SmallVec<[Tmp; 4]>> {
        let ty = self.proc.type_of(id);
        if ty.is_tuple() {
            (0..self.proc.tuple_elements(ty).len()).map(|i| self.element(id, i)).collect()
        } else if ty == Type::Void {
            Ok(smallvec::SmallVec::new())
        } else {
            Ok(smallvec::smallvec![self.tmp(id)?])
        }
    }

    fn zero(&mut self, ty: Type) -> Result<Tmp> {
        match ty.bank() {
            Bank::Gp => self.remat(Bank::Gp, Air::Move, Some(Arg::Imm(0))),
            Bank::Fp if ty.is_vector() => self.remat(Bank::Fp, Air::MoveZeroToVector, None),
            Bank::Fp => self.remat(Bank::Fp, Air::MoveZeroToDouble, None),
        }
    }

    fn float_constant(&mut self, bits: u64, width: Width) -> Result<Tmp> {
        let load = if width == Width::W32 { Air::MoveFloat } else { Air::MoveDouble };
        match bits {
            0 => self.remat(Bank::Fp, Air::MoveZeroToDouble, None),
            _ => self.remat(Bank::Fp, load, Some(Arg::Const { bits, width })),
        }
    }

    /// Adds a temporary that is rematerialized at its uses.
    pub(super) fn remat(&mut self, bank: Bank, opcode: Air, arg: Option<Arg>) -> Result<Tmp> {
        match self.code.add_remat(bank, opcode, arg) {
            Some(tmp) => Ok(tmp),
            None => self.unsupported(opcode.name()),
        }
    }

    /// Like [`Lowering::tmp_or_encodable`], for a value whose immediate is already known.
    #[inline(always)]
    pub(super) fn immediate_or_tmp(
        &mut self,
        immediate: Option<Arg>,
        id: ValueId,
        of: ImmediateOf,
    ) -> Result<Arg> {
        match immediate {
            Some(Arg::Imm(value)) if i32::try_from(value).is_ok() && !self.state.fuses_operations => {
                self.took(Rule::ImmediateInOperand, &[id]);
                Ok(Arg::Imm(value))
            }
            Some(_) => self.tmp_or_encodable(id, of),
            None => Ok(Arg::Tmp(self.tmp(id)?)),
        }
    }

    /// The operand for a value: an immediate if it is a constant that fits `Imm32`, else its temporary.
    #[inline]
    pub(super) fn tmp_or_imm(&mut self, id: ValueId) -> Result<Arg> {
        match self.small_constant(id) {
            Some(value) => {
                self.took(Rule::ImmediateInOperand, &[id]);
                Ok(Arg::Imm(value))
            }
            None => Ok(Arg::Tmp(self.tmp(id)?)),
        }
    }

    /// The value of a constant that fits `Imm32`.
    #[inline(always)]
    pub(super) fn small_constant(&self, id: ValueId) -> Option<i64> {
        use Opcode::{Const32, Const64, Identity, Opaque};
        let may_be = matches!(self.proc.value(id).opcode(), Const32 | Const64 | Identity | Opaque);
        match self.immediate(id).filter(|_| may_be) {
            Some(Arg::Imm(value)) if i32::try_from(value).is_ok() => Some(value),
            _ => None,
        }
    }

    /// Like [`Lowering::tmp_or_imm`]. A constant with several users that this operation would need in a register is in
    /// a temporary, so that it may stay in a register.
    pub(super) fn tmp_or_encodable(&mut self, id: ValueId, of: ImmediateOf) -> Result<Arg> {
        if self.state.fuses_operations && self.facts.value(id).uses() > 1 && !self.is_encodable(id, of) {
            Ok(self.tmp(id)?.into())
        } else {
            self.tmp_or_imm(id)
        }
    }

    /// True for a constant that the target encodes as the second operand of this operation.
    pub(super) fn is_encodable(&self, id: ValueId, of: ImmediateOf) -> bool {
        let width = if self.proc.type_of(id) == Type::Int64 { Width::W64 } else { Width::W32 };
        let holds = self.target.desc.is_legal_immediate;
        matches!(self.immediate(id), Some(Arg::Imm(value)) if holds(of, value, width))
    }

    /// The instruction that copies a value of this type.
    pub(super) fn move_of(ty: Type) -> Air {
        match ty {
            Type::Int32 => Air::Move32,
            Type::Float => Air::MoveFloat,
            Type::Double => Air::MoveDouble,
            Type::V128 => Air::MoveVector,
            _ => Air::Move,
        }
    }

    /// The instruction that copies a temporary. If shadows are temporaries, all bits are copied, so that the copy can
    /// be coalesced: the upper bits are unspecified, but the source may be part of a wider value.
    pub(super) fn copy_of(&self, ty: Type, from: Arg) -> Air {
        match from {
            Arg::Tmp(_) if self.state.shadows_are_tmps => self.code.whole_move(ty.bank()),
            _ => Self::move_of(ty),
        }
    }

    /// Copies `from` to `id`, element by element.
    fn copy(&mut self, id: ValueId, from: ValueId) -> Result {
        if self.resolve(id) != id {
            return Ok(()); // users look through the copy
        }
        let types = self.proc.scalars(self.proc.type_of(id));
        let (from, to) = (self.tmps_of(from)?, self.tmps_of(id)?);
        for ((from, to), ty) in from.iter().zip(&to).zip(types) {
            self.emit(self.copy_of(*ty, Arg::Tmp(*from)), &[Arg::Tmp(*from), Arg::Tmp(*to)])?;
        }
        Ok(())
    }

    fn extract(&mut self, id: ValueId) -> Result {
        if self.is_local(id) {
            return Ok(());
        }
        let from = self.element(self.child(id, 0), self.proc.value(id).index())?;
        let to = self.tmp(id)?;
        self.emit(self.copy_of(self.proc.type_of(id), Arg::Tmp(from)), &[Arg::Tmp(from), Arg::Tmp(to)])
    }

    // ---- Arguments ------------------------------------------------------------------------------------

    /// Creates the temporaries of all argument registers before their uses.
    fn declare_arguments(&mut self) {
        for index in 0..self.state.argument_values.len() {
            let id = self.state.argument_values[index];
            let tmp = self.argument(self.proc.value(id).reg());
            let elsewhere = self.facts.value(id).used_outside() || self.facts.value(id).block() != self.block;
            if let Some(info) = tmp.number().and_then(|n| self.code.tmps.get_mut(n as usize)) {
                info.global |= elsewhere;
            }
        }
    }

    /// The temporary that holds the value of `reg` at entry.
    fn argument(&mut self, reg: Reg) -> Tmp {
        match self.state.arguments.iter().find(|(r, _)| *r == reg) {
            Some((_, tmp)) => *tmp,
            None => {
                let tmp = self.code.add_tmp(reg.bank());
                self.state.arguments.push((reg, tmp));
                tmp
            }
        }
    }

    /// Emits the first instruction of the procedure, which copies argument registers to temporaries.
    fn emit_entry(&mut self) -> Result {
        use crate::air::{OperandSpec, Role};
        if self.state.arguments.is_empty() {
            return Ok(());
        }
        let arguments = std::mem::take(&mut self.state.arguments);
        self.code.entry_regs = arguments.iter().map(|(reg, _)| *reg).collect();
        self.origin = Origin::NONE;
        let usable = self.code.env().allocatable_set().difference(self.code.pinned);
        let (own, others) = (
            arguments.iter().filter(|(reg, _)| usable.contains(*reg)),
            arguments.iter().filter(|(reg, _)| !usable.contains(*reg)),
        );
        // The procedure does not change other registers: copy them after the entry. Code is emitted in reverse order.
        for &(reg, tmp) in others {
            self.emit(self.code.whole_move(reg.bank()), &[Tmp::from_reg(reg).into(), tmp.into()])?;
        }
        let mut special = self.code.new_special();
        let has_vectors = self.code.has_vectors;
        let spec = |(reg, _): &(Reg, Tmp)| {
            let width = if has_vectors && reg.bank() == Bank::Fp { Width::W128 } else { Width::W64 };
            OperandSpec::in_reg(Role::Def, *reg, width)
        };
        special.operands.extend(own.clone().map(spec));
        let args: smallvec::SmallVec<[Arg; 8]> = own.map(|(_, tmp)| Arg::Tmp(*tmp)).collect();
        self.emit_special(Air::Entry, special, &args);
        self.state.arguments = arguments;
        Ok(())
    }
}
