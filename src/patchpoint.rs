//! Patchpoints and checks built by clients: a closure emits their code once registers are assigned.
//!
//! ```
//! use barebones::base::Type;
//! use barebones::ir::Procedure;
//! use barebones::patchpoint::Constraint;
//! use barebones::{Compiler, host_target};
//!
//! let mut proc = Procedure::new(&host_target()?);
//! let root = proc.add_block();
//! let mut b = proc.at(root);
//! let x = b.argument(Type::Int64);
//! let y = b.argument(Type::Int64);
//! let sum = b
//!     .patchpoint(Type::Int64)
//!     .input(x, Constraint::SomeRegister)
//!     .input(y, Constraint::WarmAny)
//!     .generator("add", |masm, params| {
//!         let (x, y) = (params.input(0).gpr()?, params.input(1).operand()?);
//!         masm.add64(params.result(0).gpr()?, x, y);
//!         Ok(())
//!     })
//!     .append();
//! b.ret([sum]);
//! let code = Compiler::host()?.compile(proc)?;
//! // SAFETY: the code adds its arguments and touches no memory.
//! let add = unsafe { code.typed::<extern "C" fn(i64, i64) -> i64>()? };
//! assert_eq!(add.call(40, 2), 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/inline_cache.rs` is an inline cache: a shape check, a load, and an out-of-line call of the runtime.
//!
//! A generator runs when code is emitted: once per copy of its patchpoint, and never if it is unreachable. It cannot
//! keep its arguments, in particular registers:
//!
//! ```compile_fail
//! # use barebones::{base::Type, ir::Procedure, isa::masm::Gpr};
//! fn keep<'a>(proc: &mut Procedure, kept: &'static std::sync::Mutex<Option<Gpr<'static>>>) {
//!     let block = proc.add_block();
//!     proc.at(block).patchpoint(Type::Int64).generator("keep", |_, params| {
//!         *kept.lock().unwrap() = Some(params.gpr(0)?);
//!         Ok(())
//!     });
//! }
//! ```

use crate::base::{Bank, EffectFlags, Effects, GeneratorId, Reg, StateId, Type, ValueRep};
use crate::ir::{
    Cursor, GeneratorSemantics, Module, Opcode, Outcome, Procedure, Stackmap, Successor, ValueId,
};
use crate::isa::masm::MacroAssembler;
use crate::isa::{Generated, GeneratorError, Generators, StackmapParams};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// Constraint on the location of an operand or a result: see [`ValueRep`].
pub type Constraint = ValueRep;

/// Emits the code of a patchpoint or of the failure path of a check.
pub type GeneratorFn =
    dyn for<'g> Fn(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError> + Send + Sync;

/// The closure of a generator, in the form stored in the procedure.
struct Closure(Arc<GeneratorFn>);

fn keep(closure: Arc<GeneratorFn>) -> Arc<dyn Any + Send + Sync> {
    Arc::new(Closure(closure))
}

/// A closure for one compilation, which may borrow.
type LocalFn<'a> =
    dyn for<'g> FnMut(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError> + 'a;

/// Closures for one compilation, which may borrow, change what they borrow, and run only once.
///
/// The closures that [`StackmapBuilder::generator`] stores in a procedure have to outlive it, and any thread may run
/// them. Those given to [`Compiler::compile_with`](crate::Compiler::compile_with) are for generators that have none. So
/// the site of a patchable jump leaves a closure without a lock:
///
/// ```
/// use barebones::patchpoint::LocalGenerators;
/// use barebones::prelude::*;
///
/// let mut compiler = Compiler::host()?;
/// let mut proc = Procedure::new(compiler.target());
/// let root = proc.add_block();
/// let limit = proc.add_generator("limit");
/// let mut b = proc.at(root);
/// let value = b.patchpoint(Type::Int64).shared_generator(limit).append();
/// b.ret([value]);
///
/// let mut site = None;
/// let mut generators = LocalGenerators::new();
/// generators.once(limit, |masm, params| {
///     site = Some(masm.patchable_move(params.gpr(0)?, 10));
///     Ok(())
/// });
/// let code = compiler.compile_with(proc, &mut generators)?;
/// drop(generators);
/// let site = site.ok_or("the patchpoint is reachable")?;
/// // SAFETY: the code returns the constant.
/// let limit = unsafe { code.typed::<extern "C" fn() -> i64>()? };
/// assert_eq!(limit.call(), 10);
/// // SAFETY: the code is right for any constant.
/// unsafe { code.patch_constant(site, 20)? };
/// assert_eq!(limit.call(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct LocalGenerators<'a> {
    closures: FxHashMap<GeneratorId, Box<LocalFn<'a>>>,
}

impl fmt::Debug for LocalGenerators<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.closures.keys()).finish()
    }
}

impl<'a> LocalGenerators<'a> {
    /// No closures.
    pub fn new() -> LocalGenerators<'a> {
        LocalGenerators::default()
    }

    /// Sets the closure of a generator. It runs for each place at which the generator's code is emitted.
    pub fn add(
        &mut self,
        generator: GeneratorId,
        closure: impl for<'g> FnMut(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError>
        + 'a,
    ) {
        self.closures.insert(generator, Box::new(closure));
    }

    /// Sets the closure of a generator whose code is emitted at most once. Compilation fails with
    /// [`CompileError::Generator`](crate::error::CompileError::Generator) if it is emitted at a second place.
    ///
    /// Passes do not copy patchpoints and checks. But a block that several entries reach is emitted for each, and on
    /// x86-64 a check of two joined comparisons has two exit paths.
    pub fn once(
        &mut self,
        generator: GeneratorId,
        closure: impl for<'g> FnOnce(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError>
        + 'a,
    ) {
        let mut closure = Some(closure);
        self.add(generator, move |masm, params| match closure.take() {
            Some(closure) => closure(masm, params),
            None => Err(GeneratorError::new("a generator that runs once is emitted at a second place")),
        });
    }
}

impl Generators for LocalGenerators<'_> {
    fn has_code(&self, generator: GeneratorId) -> bool {
        self.closures.contains_key(&generator)
    }

    fn generate<'g>(
        &mut self,
        generator: GeneratorId,
        masm: &mut MacroAssembler<'g>,
        params: &StackmapParams<'g>,
    ) -> Result<Generated, GeneratorError> {
        match self.closures.get_mut(&generator) {
            Some(closure) => closure(masm, params).map(|()| Generated::Code),
            None => Ok(Generated::Missing),
        }
    }
}

/// The closures of a procedure's generators, and those for this compilation.
pub(crate) struct Closures<'a, 'l> {
    pub(crate) proc: &'a Procedure,
    pub(crate) local: Option<&'a mut (dyn Generators + 'l)>,
}

impl<'a> Closures<'a, '_> {
    fn closure(&self, generator: GeneratorId) -> Option<&'a Closure> {
        self.proc.generators().get(generator)?.closure.as_ref()?.downcast_ref()
    }
}

impl Generators for Closures<'_, '_> {
    fn has_code(&self, generator: GeneratorId) -> bool {
        self.closure(generator).is_some()
            || self.local.as_ref().is_some_and(|local| local.has_code(generator))
    }

    fn generate<'g>(
        &mut self,
        generator: GeneratorId,
        masm: &mut MacroAssembler<'g>,
        params: &StackmapParams<'g>,
    ) -> Result<Generated, GeneratorError> {
        match (self.closure(generator), &mut self.local) {
            (Some(Closure(closure)), _) => closure(masm, params).map(|()| Generated::Code),
            (None, Some(local)) => local.generate(generator, masm, params),
            (None, None) => Ok(Generated::Missing),
        }
    }
}

/// Adds a generator with this closure to a procedure.
pub(crate) fn add_generator(proc: &mut Procedure, name: &str, closure: Arc<GeneratorFn>) -> GeneratorId {
    let id = proc.add_generator(name);
    if let Some(generator) = proc.generator_mut(id) {
        generator.closure = Some(keep(closure));
    }
    id
}

/// A patchpoint; see [`StackmapBuilder`].
#[derive(Clone, Copy, Debug)]
pub struct Patchpoint;

/// A check or an invalidation point; see [`StackmapBuilder`].
#[derive(Clone, Copy, Debug)]
pub struct Check;

/// Builds a patchpoint: see [`Cursor::patchpoint`].
pub type PatchpointBuilder<'c> = StackmapBuilder<'c, Patchpoint>;

/// Builds a check: see [`Cursor::check`].
pub type CheckBuilder<'c> = StackmapBuilder<'c, Check>;

impl Cursor<'_> {
    /// Begins a patchpoint with results of type `ty`: a scalar, a tuple, or Void.
    ///
    /// By default it has the effects of a call of unknown code, no operands, results in any registers, and no
    /// generator. Without a generator it traps.
    pub fn patchpoint(&mut self, ty: Type) -> PatchpointBuilder<'_> {
        StackmapBuilder::new(self.reborrow(), Opcode::Patchpoint, ty, &[])
    }

    /// Begins a check, which exits if `condition` is not zero.
    ///
    /// A check needs an exit state, a generator or both: without a generator it exits through its state.
    pub fn check(&mut self, condition: ValueId) -> CheckBuilder<'_> {
        StackmapBuilder::new(self.reborrow(), Opcode::Check, Type::Void, &[condition])
    }

    /// Begins a checked signed addition, which exits on overflow.
    pub fn check_add(&mut self, a: ValueId, b: ValueId) -> CheckBuilder<'_> {
        self.checked(Opcode::CheckAdd, a, b)
    }

    /// Begins a checked signed subtraction, which exits on overflow.
    pub fn check_sub(&mut self, a: ValueId, b: ValueId) -> CheckBuilder<'_> {
        self.checked(Opcode::CheckSub, a, b)
    }

    /// Begins a checked signed multiplication, which exits on overflow.
    pub fn check_mul(&mut self, a: ValueId, b: ValueId) -> CheckBuilder<'_> {
        self.checked(Opcode::CheckMul, a, b)
    }

    /// Begins an invalidation point: it costs nothing until [`Code::invalidate`](crate::jit::Code::invalidate), after
    /// which it exits.
    pub fn invalidation_point(&mut self) -> CheckBuilder<'_> {
        StackmapBuilder::new(self.reborrow(), Opcode::InvalidationPoint, Type::Void, &[])
    }

    fn checked(&mut self, opcode: Opcode, a: ValueId, b: ValueId) -> CheckBuilder<'_> {
        let ty = self.proc.type_of(a);
        StackmapBuilder::new(self.reborrow(), opcode, ty, &[a, b])
    }
}

/// Builds a patchpoint or a check; completed by [`StackmapBuilder::append`].
#[must_use = "the value only exists after `append`"]
pub struct StackmapBuilder<'c, Kind> {
    cursor: Cursor<'c>,
    opcode: Opcode,
    ty: Type,
    children: SmallVec<[ValueId; 4]>,
    map: Stackmap,
    meaning: Option<GeneratorSemantics>,
    successors: Vec<Successor>,
    calls_c: bool,
    kind: PhantomData<Kind>,
}

impl<Kind> fmt::Debug for StackmapBuilder<'_, Kind> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StackmapBuilder { opcode, ty, children, map, .. } = self;
        write!(f, "StackmapBuilder({opcode:?}, {ty}, {children:?}, {map:?})")
    }
}

impl<'c, Kind> StackmapBuilder<'c, Kind> {
    fn new(cursor: Cursor<'c>, opcode: Opcode, ty: Type, operands: &[ValueId]) -> Self {
        StackmapBuilder {
            cursor,
            opcode,
            ty,
            children: SmallVec::from_slice(operands),
            map: Stackmap::default(),
            meaning: None,
            successors: Vec::new(),
            calls_c: false,
            kind: PhantomData,
        }
    }

    /// Adds an operand for the generator. A value may be passed several times, each time with its own constraint.
    pub fn input(mut self, value: ValueId, constraint: Constraint) -> Self {
        self.children.push(value);
        self.map.reps.push(constraint);
        self
    }

    /// Adds several operands with the same constraint.
    pub fn inputs(self, values: impl IntoIterator<Item = ValueId>, constraint: Constraint) -> Self {
        values.into_iter().fold(self, |builder, value| builder.input(value, constraint))
    }

    /// The code clobbers these registers before it has read all operands. No operand is assigned to them, except by
    /// [`ValueRep::Register`]: the code clobbers such a register after reading it.
    pub fn clobber_early(mut self, regs: impl IntoIterator<Item = Reg>) -> Self {
        regs.into_iter().for_each(|reg| self.map.clobber_early.insert(reg));
        self
    }

    /// The code clobbers these registers after it has read its operands. Operands may be in them, unless they are late.
    /// [`ValueRep::LateRegister`] of a clobbered register, early or late, is invalid.
    pub fn clobber_late(mut self, regs: impl IntoIterator<Item = Reg>) -> Self {
        regs.into_iter().for_each(|reg| self.map.clobber_late.insert(reg));
        self
    }

    /// Declares that the code calls functions with the C convention: a late clobber of each caller-saved register. See
    /// [`StackmapParams::call_c`] and [`StackmapParams::slow_call`].
    ///
    /// Operands may be in argument registers, because the call moves them in parallel. They are not available after the
    /// call, except those with late constraints. A single result that may be in any register is in that of the
    /// convention: results of other constraints share no register with the clobbers.
    pub fn calls_c(mut self) -> Self {
        self.calls_c = true;
        self
    }

    /// Adds the clobbers of a C call, and places the result.
    fn declare_c_call(&mut self) {
        let proc = &self.cursor.proc;
        let conv = &proc.target().desc.conventions[0];
        let results = if self.ty.bank() == Bank::Gp { conv.results_gp } else { conv.results_fp };
        let is_any = self.map.results.iter().all(|rep| *rep == ValueRep::SomeRegister);
        let mut clobbered = conv.clobbered.difference(proc.pinned);
        if let [reg, ..] = results
            && self.opcode == Opcode::Patchpoint
            && self.ty.is_scalar()
            && is_any
            && self.map.results.len() < 2
        {
            self.map.results = std::iter::once(ValueRep::Register(*reg)).collect();
        }
        for rep in &self.map.results {
            if let ValueRep::Register(reg) = *rep {
                clobbered.remove(reg);
            }
        }
        self.map.clobber_late = self.map.clobber_late.union(clobbered);
    }

    /// Sets the number of general scratch registers.
    pub fn scratch_gprs(mut self, count: u8) -> Self {
        self.map.scratch_gp = count;
        self
    }

    /// Sets the number of floating-point scratch registers.
    pub fn scratch_fprs(mut self, count: u8) -> Self {
        self.map.scratch_fp = count;
        self
    }

    /// Sets the exit state.
    pub fn exit_state(mut self, state: StateId) -> Self {
        self.map.state = state;
        self
    }

    /// Sets the semantics for the interpreter: maps the bits of the operands to those of the results.
    pub fn meaning(mut self, meaning: impl Fn(&[u64]) -> Outcome + Send + Sync + 'static) -> Self {
        self.meaning = Some(Arc::new(meaning));
        self
    }

    /// Sets the closure that emits the code of a patchpoint, or of the exit path of a check, and its name in text and
    /// errors.
    pub fn generator(
        mut self,
        name: &str,
        closure: impl for<'g> Fn(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.map.generator = add_generator(self.cursor.proc, name, Arc::new(closure));
        self
    }

    /// Like [`StackmapBuilder::generator`], with an existing generator of the procedure.
    pub fn shared_generator(mut self, generator: GeneratorId) -> Self {
        self.map.generator = generator;
        self
    }

    /// Appends the value to the block and returns its id.
    #[track_caller]
    pub fn append(mut self) -> ValueId {
        if self.calls_c {
            self.declare_c_call();
        }
        let StackmapBuilder { mut cursor, opcode, ty, children, mut map, meaning, successors, .. } = self;
        if let Some(meaning) = meaning {
            if !map.generator.is_valid() {
                map.generator = cursor.proc.add_generator("");
            }
            if let Some(generator) = cursor.proc.generator_mut(map.generator) {
                generator.meaning = Some(meaning);
            }
        }
        let is_terminal = map.effects.flags.contains(EffectFlags::TERMINAL);
        let value = cursor.stackmap_value(opcode, ty, &children, map);
        if is_terminal {
            cursor.proc.set_successors(cursor.block, &successors);
        }
        value
    }
}

impl PatchpointBuilder<'_> {
    /// Sets the constraint of the next result: the only one, or the next element of the tuple.
    pub fn result(mut self, constraint: Constraint) -> Self {
        self.map.results.push(constraint);
        self
    }

    /// Sets the effects of the code. Whether it ends the block is set by [`PatchpointBuilder::successors`].
    pub fn effects(mut self, effects: Effects) -> Self {
        let terminal = self.map.effects.flags & EffectFlags::TERMINAL;
        self.map.effects = Effects { flags: effects.flags | terminal, ..effects };
        self
    }

    /// Makes the patchpoint a terminal of its block: the code branches to one of these.
    pub fn successors(mut self, successors: impl IntoIterator<Item = Successor>) -> Self {
        self.successors.extend(successors);
        self.map.effects.flags |= EffectFlags::TERMINAL;
        self
    }
}

/// Generators by name, to attach to procedures that were parsed from text.
#[derive(Clone, Default)]
pub struct GeneratorRegistry {
    generators: BTreeMap<String, Registered>,
}

#[derive(Clone)]
struct Registered {
    closure: Arc<GeneratorFn>,
    meaning: Option<GeneratorSemantics>,
}

impl GeneratorRegistry {
    /// Creates an empty registry.
    pub fn new() -> GeneratorRegistry {
        GeneratorRegistry::default()
    }

    /// Registers a closure, replacing an earlier one of this name.
    pub fn add(
        &mut self,
        name: &str,
        closure: impl for<'g> Fn(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError>
        + Send
        + Sync
        + 'static,
    ) {
        let registered = Registered { closure: Arc::new(closure), meaning: None };
        self.generators.insert(name.to_string(), registered);
    }

    /// Sets the interpreter semantics of a registered generator. False if it is not registered.
    pub fn set_meaning(
        &mut self,
        name: &str,
        meaning: impl Fn(&[u64]) -> Outcome + Send + Sync + 'static,
    ) -> bool {
        match self.generators.get_mut(name) {
            Some(registered) => {
                registered.meaning = Some(Arc::new(meaning));
                true
            }
            None => false,
        }
    }

    /// Attaches closures and semantics to the generators of a procedure that have none. Returns the names of those that
    /// are not registered: their patchpoints trap.
    pub fn resolve(&self, proc: &mut Procedure) -> Vec<String> {
        let mut missing = Vec::new();
        for id in proc.generators().ids() {
            let Some(generator) = proc.generator_mut(id) else { continue };
            if generator.closure.is_some() {
                continue;
            }
            match self.generators.get(&generator.name) {
                Some(registered) => {
                    generator.closure = Some(keep(registered.closure.clone()));
                    generator.meaning = generator.meaning.take().or_else(|| registered.meaning.clone());
                }
                None => missing.push(generator.name.clone()),
            }
        }
        missing
    }

    /// Like [`GeneratorRegistry::resolve`], for all procedures of a module.
    pub fn resolve_module(&self, module: &mut Module) -> Vec<String> {
        module.procedures.iter_mut().flat_map(|proc| self.resolve(proc)).collect()
    }
}
