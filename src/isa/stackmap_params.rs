//! The parameters of a generator: where its operands are and which registers it may use.

use super::emit::{callee_saved_but_not_saved, callee_saves_of};
use super::generator_error::GeneratorError;
use super::masm::{Address, CallResult, CallValue, Fpr, Gpr, MacroAssembler, Operand};
use super::{Label, a64, x64};
use crate::air::{Arg, Code, Role, SpecialId, Tmp};
use crate::base::{Bank, ExitId, GeneratorId, Origin, Reg, RegSet, StackSlotId, TrapCode, ValueRep, Width};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::fmt;

/// The outcome of running a generator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Generated {
    /// It emitted its code.
    Code,
    /// It has no closure; a trap is emitted instead.
    Missing,
}

/// Runs generators by id, so that emission does not depend on what they are.
pub trait Generators {
    /// True if the generator has code, whose length is unknown before it runs.
    fn has_code(&self, generator: GeneratorId) -> bool;

    /// Runs a generator.
    ///
    /// # Errors
    /// Returns the generator's error.
    fn generate<'g>(
        &mut self,
        generator: GeneratorId,
        masm: &mut MacroAssembler<'g>,
        params: &StackmapParams<'g>,
    ) -> Result<Generated, GeneratorError>;
}

/// An implementation in which every generator is missing.
#[derive(Clone, Copy, Debug)]
pub struct NoGenerators;

impl Generators for NoGenerators {
    fn has_code(&self, _: GeneratorId) -> bool {
        false
    }

    fn generate<'g>(
        &mut self,
        _: GeneratorId,
        _: &mut MacroAssembler<'g>,
        _: &StackmapParams<'g>,
    ) -> Result<Generated, GeneratorError> {
        Ok(Generated::Missing)
    }
}

/// Code of a generator that is emitted after the procedure's code. It gets the assembler and the parameters again,
/// and may capture labels.
pub type LatePath = Box<
    dyn for<'g> FnOnce(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError> + Send,
>;

/// One operand or result: its place and its width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Param {
    pub(super) rep: ValueRep,
    pub(super) bank: Bank,
    pub(super) width: Width,
}

/// A place where a generator emits code. Kept until its late paths have been emitted.
#[derive(Clone, Debug)]
pub(super) struct PatchSite {
    pub(super) special: SpecialId,
    pub(super) generator: GeneratorId,
    /// The client's origin.
    pub(super) origin: Origin,
    /// The origin of the instruction: another one if instructions have numbers as origins.
    pub(super) inst_origin: Origin,
    pub(super) params: SmallVec<[Param; 6]>,
    pub(super) results: usize,
    /// The places of the exit state's values.
    pub(super) state: Vec<ValueRep>,
    pub(super) exit: Option<ExitId>,
    scratches: [SmallVec<[Reg; 2]>; 2],
    /// True for the exit path of a check, which never returns.
    pub(super) leaves: bool,
    /// True if the code is emitted after all blocks, when the frame is final.
    pub(super) is_out_of_line: bool,
    live_across: RegSet,
    pub(super) may_write: RegSet,
    pub(super) successors: SmallVec<[Label; 2]>,
    pub(super) falls_through: SmallVec<[bool; 2]>,
}

impl PatchSite {
    /// The site of an allocated instruction, or `None` if its operands do not match its special. The first `hidden`
    /// operands are not visible to generators.
    pub(super) fn new(code: &Code, origin: Origin, args: &[Arg], hidden: usize) -> Option<PatchSite> {
        let Some((Arg::Special(id), args)) = args.split_first() else { return None };
        let special = code.specials.get(*id)?;
        let (args, specs) = (args.get(hidden..)?, special.operands.get(hidden..)?);
        let mut site = PatchSite {
            special: *id,
            generator: special.generator,
            origin,
            inst_origin: origin,
            params: SmallVec::new(),
            results: 0,
            state: Vec::new(),
            exit: None,
            scratches: Default::default(),
            leaves: special.hidden.is_some(),
            is_out_of_line: false,
            live_across: special.live_across,
            may_write: special.clobbers.union(special.clobbers_early),
            successors: SmallVec::new(),
            falls_through: SmallVec::new(),
        };
        for (arg, spec) in args.iter().zip(specs) {
            let reg = arg.as_tmp().and_then(Tmp::reg);
            if let Some(reg) = reg.filter(|_| spec.role.def_timing().is_some()) {
                site.may_write.insert(reg);
            }
            if spec.role == Role::Scratch {
                site.scratches[spec.bank as usize].push(reg?);
                continue;
            }
            site.results += usize::from(spec.role.is_def() && !spec.role.is_use());
            let rep = place(code, *arg, spec.width)?;
            site.params.push(Param { rep, bank: spec.bank, width: spec.width });
        }
        let explicit = site.params.len().checked_sub(special.state_operands as usize)?;
        site.state = site.params.drain(explicit..).map(|param| param.rep).collect();
        Some(site)
    }
}

/// The place of an allocated operand, or `None` if a generator cannot get such an operand.
pub(super) fn place(code: &Code, arg: Arg, width: Width) -> Option<ValueRep> {
    Some(match arg {
        Arg::Tmp(tmp) => ValueRep::Register(tmp.reg()?),
        Arg::Stack { slot, offset } => ValueRep::Stack(code.slots.get(slot)?.offset?.checked_add(offset)?),
        Arg::CallArg { offset } => ValueRep::StackArgument(offset),
        Arg::Imm(value) => {
            let bits = if width == Width::W32 { u64::from(value as u32) } else { value as u64 };
            ValueRep::Constant { bits, width }
        }
        Arg::Const { bits, width } => ValueRep::Constant { bits, width },
        _ => return None,
    })
}

/// The parameters of a generator. The results come first, then the operands, each in the order in which the client
/// added them.
///
/// The bits of a register or slot above an operand's width are undefined; a result may leave them undefined.
#[derive(Clone, Copy)]
pub struct StackmapParams<'g> {
    site: &'g PatchSite,
    code: &'g Code,
    late: &'g RefCell<Vec<LatePath>>,
}

impl fmt::Debug for StackmapParams<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StackmapParams").field("site", self.site).finish_non_exhaustive()
    }
}

impl<'g> StackmapParams<'g> {
    pub(super) fn new(
        site: &'g PatchSite,
        code: &'g Code,
        late: &'g RefCell<Vec<LatePath>>,
    ) -> StackmapParams<'g> {
        StackmapParams { site, code, late }
    }

    pub(super) fn generator(&self) -> GeneratorId {
        self.site.generator
    }

    pub(super) fn code(&self) -> &'g Code {
        self.code
    }

    /// Number of results and operands.
    pub fn len(&self) -> usize {
        self.site.params.len()
    }

    /// True if there are neither results nor operands.
    pub fn is_empty(&self) -> bool {
        self.site.params.is_empty()
    }

    /// Number of results.
    pub fn result_count(&self) -> usize {
        self.site.results
    }

    /// The `n`-th result.
    pub fn result(&self, n: usize) -> Place<'g> {
        Place { site: self.site, index: (n < self.site.results).then_some(n), what: "result", n }
    }

    /// The `n`-th operand, without the operands of a check's own operation.
    pub fn input(&self, n: usize) -> Place<'g> {
        let index = self.site.results.checked_add(n).filter(|index| *index < self.len());
        Place { site: self.site, index, what: "operand", n }
    }

    /// The place of result or operand `n`: a register, a slot at an offset from the frame pointer, an outgoing
    /// argument at an offset from the stack pointer, or a constant.
    ///
    /// # Errors
    /// If there is no such operand.
    pub fn rep(&self, n: usize) -> Result<ValueRep, GeneratorError> {
        self.place(n).rep()
    }

    /// The width of result or operand `n`.
    ///
    /// # Errors
    /// If there is no such operand.
    pub fn width(&self, n: usize) -> Result<Width, GeneratorError> {
        self.place(n).width()
    }

    /// The register bank of result or operand `n`.
    ///
    /// # Errors
    /// If there is no such operand.
    pub fn bank(&self, n: usize) -> Result<Bank, GeneratorError> {
        self.place(n).bank()
    }

    /// The general register of result or operand `n`.
    ///
    /// # Errors
    /// If it is not in a general register.
    pub fn gpr(&self, n: usize) -> Result<Gpr<'g>, GeneratorError> {
        self.place(n).gpr()
    }

    /// The floating-point register of result or operand `n`.
    ///
    /// # Errors
    /// If it is not in a floating-point register.
    pub fn fpr(&self, n: usize) -> Result<Fpr<'g>, GeneratorError> {
        self.place(n).fpr()
    }

    /// The memory address of result or operand `n`.
    ///
    /// # Errors
    /// If it is not in memory.
    pub fn address(&self, n: usize) -> Result<Address<'g>, GeneratorError> {
        self.place(n).address()
    }

    /// Operand `n`, in any place, as an operand of an integer operation.
    ///
    /// # Errors
    /// If it is in a floating-point register.
    pub fn operand(&self, n: usize) -> Result<Operand<'g>, GeneratorError> {
        self.place(n).operand()
    }

    fn place(&self, n: usize) -> Place<'g> {
        Place { site: self.site, index: (n < self.len()).then_some(n), what: "result or operand", n }
    }

    /// The `n`-th general scratch register. It is undefined before and after the generator's code, and differs from
    /// all registers of results, operands and clobbers.
    ///
    /// # Errors
    /// If the patchpoint has at most `n` of them.
    pub fn gp_scratch(&self, n: usize) -> Result<Gpr<'g>, GeneratorError> {
        let regs = &self.site.scratches[Bank::Gp as usize];
        let reg = regs.get(n).ok_or_else(|| no_scratch(n, regs.len(), "general"))?;
        Ok(Gpr::new(*reg))
    }

    /// The `n`-th floating-point scratch register, likewise.
    ///
    /// # Errors
    /// If the patchpoint has at most `n` of them.
    pub fn fp_scratch(&self, n: usize) -> Result<Fpr<'g>, GeneratorError> {
        let regs = &self.site.scratches[Bank::Fp as usize];
        let reg = regs.get(n).ok_or_else(|| no_scratch(n, regs.len(), "floating-point"))?;
        Ok(Fpr::new(*reg))
    }

    /// The registers live across the patchpoint, except results. A call in the generator's code must preserve them.
    pub fn used_registers(&self) -> RegSet {
        self.site.live_across
    }

    /// The registers that the generator's code must not change, even temporarily, without saving them: those live
    /// across it, callee-saved registers that the procedure does not save, pinned registers, the stack pointer and
    /// the frame pointer.
    pub fn unavailable_registers(&self) -> RegSet {
        let desc = self.code.target.desc;
        let fixed = RegSet::of(&[desc.stack_pointer, desc.frame_pointer]);
        let kept = callee_saved_but_not_saved(self.code);
        self.site.live_across.union(kept).union(self.code.pinned).union(fixed)
    }

    /// Number of successors of a terminal.
    pub fn successor_count(&self) -> usize {
        self.site.successors.len()
    }

    /// Makes the `n`-th successor the exception handler of the preceding call, in the code of a terminal. In the
    /// handler the results of the patchpoint and all registers that are not callee-saved are undefined; the call's
    /// clobbers must be late clobbers of the patchpoint.
    ///
    /// # Errors
    /// If there is no such successor, or within [`MacroAssembler::preserving`], whose saved registers an exception
    /// would not restore.
    pub fn catch(&self, masm: &mut MacroAssembler<'g>, n: usize) -> Result<(), GeneratorError> {
        let successor = self.successor(n)?;
        if masm.buffer().has_lowered_stack() {
            return Err(GeneratorError::new("an exception would not restore the preserved registers"));
        }
        masm.buffer().add_handler(successor);
        Ok(())
    }

    /// The label of the edge to the `n`-th successor of a terminal. The code jumps there, or falls through if
    /// [`StackmapParams::falls_through_to`] returns true.
    ///
    /// # Errors
    /// If there is no such successor.
    pub fn successor(&self, n: usize) -> Result<Label, GeneratorError> {
        let count = self.successor_count();
        let label = self.site.successors.get(n).copied();
        label.ok_or_else(|| GeneratorError::new(format!("there is no successor {n}, only {count}")))
    }

    /// True if the edge to the `n`-th successor of a terminal is its fall-through. Never for late paths.
    pub fn falls_through_to(&self, n: usize) -> bool {
        self.site.falls_through.get(n).copied().unwrap_or(false)
    }

    /// The origin of the patchpoint.
    pub fn origin(&self) -> Origin {
        self.site.origin
    }

    /// The id of the exit, if there is an exit state.
    ///
    /// Code that takes the exit must not have written registers that hold values of the state. Debug builds and
    /// [`Options::check_allocation`](crate::Options::check_allocation) may detect this and report
    /// [`CompileError::UndeclaredWrite`](crate::error::CompileError::UndeclaredWrite).
    pub fn exit(&self) -> Option<ExitId> {
        self.site.exit
    }

    /// Adds a trap site with the exit state before the next operation, for example a load that is an implicit null
    /// check. Returns the id of the exit.
    ///
    /// If the operation traps and traps are caught ([`TrapRecovery`](crate::jit::TrapRecovery)), the procedure takes
    /// the exit, whose handler gets all values. If the client has no exit handler, it traps.
    ///
    /// As with [`StackmapParams::exit`], registers of the state must not have been written, and the stack pointer
    /// must be that of the frame.
    ///
    /// # Errors
    /// If there is no exit state.
    pub fn add_trap_exit(
        &self,
        masm: &mut MacroAssembler<'g>,
        code: TrapCode,
    ) -> Result<ExitId, GeneratorError> {
        let special = self.code.specials.get(self.site.special).filter(|special| special.state.is_valid());
        let special = special.ok_or_else(|| GeneratorError::new("there is no exit state"))?;
        Ok(masm.buffer().add_trap_exit(code, special.state, &self.site.state))
    }

    /// The offset in bytes of a stack slot of the procedure from the frame pointer.
    pub fn slot_offset(&self, slot: StackSlotId) -> Option<i32> {
        self.code.slots.get(crate::air::SlotId::new(slot.number()))?.offset
    }

    /// The callee-saved registers that the procedure changes, and where the prologue saved each: the offset in bytes
    /// from the frame pointer. General registers take 8 bytes, floating-point registers 16; on AArch64 8, because
    /// callees preserve only their lower half.
    ///
    /// The exit path of a check sees the complete list. The code of a patchpoint does, too, but may not change these
    /// registers.
    pub fn callee_saves(&self) -> impl Iterator<Item = (Reg, i32)> + use<'g> {
        callee_saves_of(self.code).map(|save| (save.reg, save.offset()))
    }

    /// Bytes between the frame pointer and the stack pointer. `None` in the code of a patchpoint, which may be
    /// emitted before the size is known. Late paths and exit paths of checks get it.
    pub fn frame_size(&self) -> Option<u32> {
        let arch = self.code.target.desc.arch;
        let frame = self.site.is_out_of_line.then(|| super::emitter(arch)?.frame_info(self.code).ok())?;
        frame.map(|frame| frame.size)
    }

    /// Emits the procedure's epilogue and return. It restores the callee-saved registers, removes the frame, and
    /// removes the stack arguments if the convention makes the callee do so. Results must be in the convention's
    /// places, and not in callee-saved registers.
    ///
    /// # Errors
    /// If the size of the arguments to remove exceeds the range of the target's instructions.
    pub fn emit_epilogue(&self, masm: &mut MacroAssembler<'g>) -> Result<(), GeneratorError> {
        let emitted = masm.x64().is_some_and(|mut asm| x64::emit_epilogue(&mut asm, self.code))
            || masm.a64().is_some_and(|mut asm| a64::emit_epilogue(&mut asm, self.code));
        if emitted { Ok(()) } else { Err(GeneratorError::new("there is no epilogue for this procedure")) }
    }

    /// Calls a function with the C convention: see [`MacroAssembler::call_c`]. Saves and restores registers that the
    /// call clobbers and the patchpoint has not declared as clobbered; none if it was built with
    /// [`calls_c`](crate::patchpoint::StackmapBuilder::calls_c).
    ///
    /// # Errors
    /// As for [`MacroAssembler::call_c`].
    pub fn call_c(
        &self,
        masm: &mut MacroAssembler<'g>,
        function: impl Into<CallValue>,
        arguments: &[CallValue],
        result: impl Into<CallResult>,
    ) -> Result<(), GeneratorError> {
        let clobbered = masm.c_convention().clobbered;
        let kept = match self.site.leaves {
            false => clobbered.difference(self.site.may_write),
            // The exit path may read its operands and take the exit.
            true => {
                let places = self.site.params.iter().map(|param| &param.rep).chain(&self.site.state);
                let in_register =
                    |rep: &ValueRep| if let ValueRep::Register(reg) = *rep { Some(reg) } else { None };
                clobbered.intersection(places.filter_map(in_register).collect())
            }
        };
        let (function, result) = (function.into(), result.into());
        if kept.is_empty() {
            return masm.call_c(function, arguments, result);
        }
        masm.preserving(kept, |masm| masm.call_c(function, arguments, result))
    }

    /// Adds a late path that calls a function as [`StackmapParams::call_c`] does. Code on the fast path jumps to
    /// [`SlowCall::entry`]. It must bind [`SlowCall::done`], where execution continues after the call.
    pub fn slow_call(
        &self,
        masm: &mut MacroAssembler<'g>,
        function: impl Into<CallValue>,
        arguments: &[CallValue],
        result: impl Into<CallResult>,
    ) -> SlowCall {
        let call = SlowCall { entry: masm.new_label(), done: masm.new_label() };
        let (function, arguments, result) = (function.into(), arguments.to_vec(), result.into());
        self.add_late_path(move |masm, params| {
            masm.bind(call.entry);
            params.call_c(masm, function, &arguments, result)?;
            masm.jump(call.done);
            Ok(())
        });
        call
    }

    /// Adds a late path: code that is rarely executed and is emitted after the procedure's code.
    pub fn add_late_path(
        &self,
        path: impl for<'l> FnOnce(&mut MacroAssembler<'l>, &StackmapParams<'l>) -> Result<(), GeneratorError>
        + Send
        + 'static,
    ) {
        self.late.borrow_mut().push(Box::new(path));
    }
}

/// The labels of a call on a late path: see [`StackmapParams::slow_call`].
#[derive(Clone, Copy, Debug)]
pub struct SlowCall {
    /// The start of the call.
    pub entry: Label,
    /// Where it continues; bound by the fast path.
    pub done: Label,
}

/// The place of a result or an operand: see [`StackmapParams::result`] and [`StackmapParams::input`].
#[derive(Clone, Copy, Debug)]
pub struct Place<'g> {
    site: &'g PatchSite,
    /// `None` if there is no such result or operand.
    index: Option<usize>,
    what: &'static str,
    n: usize,
}

/// All methods fail if there is no such result or operand.
impl<'g> Place<'g> {
    fn param(self) -> Result<Param, GeneratorError> {
        let param = self.index.and_then(|index| self.site.params.get(index));
        param.copied().ok_or_else(|| {
            let (results, all) = (self.site.results, self.site.params.len());
            let counts = format!("{results} results and {} operands", all - results);
            GeneratorError::new(format!("there is no {} {}, only {counts}", self.what, self.n))
        })
    }

    /// A register, a slot at an offset from the frame pointer, an outgoing argument at an offset from the stack
    /// pointer, or a constant.
    ///
    /// # Errors
    /// If there is no such place.
    pub fn rep(self) -> Result<ValueRep, GeneratorError> {
        Ok(self.param()?.rep)
    }

    /// The width.
    ///
    /// # Errors
    /// If there is no such place.
    pub fn width(self) -> Result<Width, GeneratorError> {
        Ok(self.param()?.width)
    }

    /// The register bank.
    ///
    /// # Errors
    /// If there is no such place.
    pub fn bank(self) -> Result<Bank, GeneratorError> {
        Ok(self.param()?.bank)
    }

    /// The general register.
    ///
    /// # Errors
    /// If it is not in a general register.
    pub fn gpr(self) -> Result<Gpr<'g>, GeneratorError> {
        match self.rep()? {
            ValueRep::Register(reg) if reg.is_gp() => Ok(Gpr::new(reg)),
            _ => self.is_not("in a general register"),
        }
    }

    /// The floating-point register.
    ///
    /// # Errors
    /// If it is not in a floating-point register.
    pub fn fpr(self) -> Result<Fpr<'g>, GeneratorError> {
        match self.rep()? {
            ValueRep::Register(reg) if !reg.is_gp() => Ok(Fpr::new(reg)),
            _ => self.is_not("in a floating-point register"),
        }
    }

    /// The memory address.
    ///
    /// # Errors
    /// If it is not in memory.
    pub fn address(self) -> Result<Address<'g>, GeneratorError> {
        match self.rep()? {
            ValueRep::Stack(offset) => Ok(Address::frame(offset)),
            ValueRep::StackArgument(offset) => Ok(Address::stack(offset)),
            _ => self.is_not("in memory"),
        }
    }

    /// The value as an operand of an integer operation.
    ///
    /// # Errors
    /// If it is in a floating-point register.
    pub fn operand(self) -> Result<Operand<'g>, GeneratorError> {
        match self.rep()? {
            ValueRep::Constant { bits, width: Width::W32 } => Ok(Operand::Imm(i64::from(bits as i32))),
            ValueRep::Constant { bits, .. } => Ok(Operand::Imm(bits as i64)),
            ValueRep::Stack(_) | ValueRep::StackArgument(_) => Ok(self.address()?.into()),
            _ => Ok(self.gpr()?.into()),
        }
    }

    fn is_not<T>(self, expected: &str) -> Result<T, GeneratorError> {
        let (what, n, rep) = (self.what, self.n, self.rep()?);
        Err(GeneratorError::new(format!("{what} {n} is not {expected} but {rep:?}")))
    }
}

impl From<Place<'_>> for CallValue {
    fn from(place: Place<'_>) -> CallValue {
        CallValue::new(place.param().map(|Param { rep, bank, width }| (rep, bank, width)))
    }
}

#[cold]
fn no_scratch(n: usize, count: usize, bank: &str) -> GeneratorError {
    GeneratorError::new(format!("there is no {bank} scratch register {n}: {count} were requested"))
}
