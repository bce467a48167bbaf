//! Patchpoints as clients build them: a closure that emits code once registers are known.
//!
//! ```
//! use barebones::base::Type;
//! use barebones::ir::Procedure;
//! use barebones::patchpoint::Constraint;
//! use barebones::{Compiler, host_target};
//!
//! let mut proc = Procedure::new(&host_target()?);
//! let root = proc.add_block();
//! let x = proc.add_argument(root, Type::Int64);
//! let y = proc.add_argument(root, Type::Int64);
//! let sum = proc
//!     .patchpoint(root, Type::Int64)
//!     .input(x, Constraint::SomeRegister)
//!     .input(y, Constraint::WarmAny)
//!     .generator("add", |masm, params| {
//!         masm.add64(params.gpr(0)?, params.gpr(1)?, params.operand(2)?);
//!         Ok(())
//!     })
//!     .append();
//! proc.add_return(root, Some(sum));
//! let code = Compiler::host()?.compile(proc)?;
//! // SAFETY: the code adds its arguments and touches no memory.
//! let add = unsafe { code.typed::<extern "C" fn(i64, i64) -> i64>()? };
//! assert_eq!(add.call(40, 2), 42);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/inline_cache.rs` is an inline cache: a check of a shape, a load, and out of line a call of the runtime.
//!
//! A generator runs when code is emitted: as often as its patchpoint was duplicated, and never if that cannot be
//! reached. What it is given, registers above all, it cannot keep:
//!
//! ```compile_fail
//! # use barebones::{base::Type, ir::Procedure, isa::masm::Gpr};
//! fn keep<'a>(proc: &mut Procedure, kept: &'static std::sync::Mutex<Option<Gpr<'static>>>) {
//!     let block = proc.add_block();
//!     proc.patchpoint(block, Type::Int64).generator("keep", |_, params| {
//!         *kept.lock().unwrap() = Some(params.gpr(0)?);
//!         Ok(())
//!     });
//! }
//! ```

use crate::base::{EffectFlags, Effects, GeneratorId, Reg, StateId, Type, ValueRep};
use crate::ir::{BlockId, Meaning, Module, Opcode, Outcome, Procedure, Stackmap, Successor, ValueId};
use crate::isa::masm::MacroAssembler;
use crate::isa::{Generated, GeneratorError, Generators, StackmapParams};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where an operand or a result may be: see [`ValueRep`].
pub type Constraint = ValueRep;

/// Emits the code of a patchpoint or of the way out of a check.
pub type GeneratorFn =
    dyn for<'g> Fn(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError> + Send + Sync;

/// The closure of a generator, as the procedure keeps it.
struct Closure(Arc<GeneratorFn>);

fn keep(closure: Arc<GeneratorFn>) -> Arc<dyn Any + Send + Sync> {
    Arc::new(Closure(closure))
}

/// The closures of a procedure's generators, for emission.
pub(crate) struct Closures<'a>(pub(crate) &'a Procedure);

impl Generators for Closures<'_> {
    fn generate<'g>(
        &mut self,
        generator: GeneratorId,
        masm: &mut MacroAssembler<'g>,
        params: &StackmapParams<'g>,
    ) -> Result<Generated, GeneratorError> {
        let closure = self.0.generators().get(generator).and_then(|generator| generator.closure.as_ref());
        match closure.and_then(|closure| closure.downcast_ref::<Closure>()) {
            Some(Closure(closure)) => closure(masm, params).map(|()| Generated::Code),
            None => Ok(Generated::Missing),
        }
    }
}

/// Adds a generator with this closure.
pub(crate) fn add_generator(proc: &mut Procedure, name: &str, closure: Arc<GeneratorFn>) -> GeneratorId {
    let id = proc.add_generator(name);
    if let Some(generator) = proc.generator_mut(id) {
        generator.closure = Some(keep(closure));
    }
    id
}

impl Procedure {
    /// Begins a patchpoint at the end of `block` with results of type `ty`: a scalar, a tuple, or Void.
    ///
    /// Until something else is said it has the effects of a call of unknown code, no operands and no generator, and
    /// results are wherever there is a register. Without a generator it traps.
    pub fn patchpoint(&mut self, block: BlockId, ty: Type) -> PatchpointBuilder<'_> {
        PatchpointBuilder {
            proc: self,
            block,
            ty,
            children: Vec::new(),
            map: Stackmap::default(),
            meaning: None,
            successors: Vec::new(),
        }
    }
}

/// A patchpoint that is being put together; [`PatchpointBuilder::append`] ends it.
#[must_use = "a patchpoint is there when it is appended"]
pub struct PatchpointBuilder<'p> {
    proc: &'p mut Procedure,
    block: BlockId,
    ty: Type,
    children: Vec<ValueId>,
    map: Stackmap,
    meaning: Option<Meaning>,
    successors: Vec<Successor>,
}

impl PatchpointBuilder<'_> {
    /// Passes a value. One value may be passed several times, each time with another constraint.
    pub fn input(mut self, value: ValueId, constraint: Constraint) -> Self {
        self.children.push(value);
        self.map.reps.push(constraint);
        self
    }

    /// Passes several values in the same way.
    pub fn inputs(self, values: impl IntoIterator<Item = ValueId>, constraint: Constraint) -> Self {
        values.into_iter().fold(self, |builder, value| builder.input(value, constraint))
    }

    /// Says where the next result is: the only one, or the next element of the tuple.
    pub fn result(mut self, constraint: Constraint) -> Self {
        self.map.results.push(constraint);
        self
    }

    /// The code destroys these registers before it has read all operands: no operand is there, unless its constraint
    /// is [`ValueRep::Register`]. Such a register it destroys when it has read it.
    pub fn clobber_early(mut self, regs: impl IntoIterator<Item = Reg>) -> Self {
        regs.into_iter().for_each(|reg| self.map.clobber_early.insert(reg));
        self
    }

    /// The code destroys these registers after it has read its operands: they may be there, unless they are late.
    /// [`ValueRep::LateRegister`] of a register that is destroyed, early or late, is invalid.
    pub fn clobber_late(mut self, regs: impl IntoIterator<Item = Reg>) -> Self {
        regs.into_iter().for_each(|reg| self.map.clobber_late.insert(reg));
        self
    }

    /// The code gets so many general registers for itself.
    pub fn scratch_gprs(mut self, count: u8) -> Self {
        self.map.scratch_gp = count;
        self
    }

    /// The code gets so many floating-point registers for itself.
    pub fn scratch_fprs(mut self, count: u8) -> Self {
        self.map.scratch_fp = count;
        self
    }

    /// What the code does besides giving results. Whether it ends the block, [`PatchpointBuilder::successors`] says.
    pub fn effects(mut self, effects: Effects) -> Self {
        let terminal = self.map.effects.flags & EffectFlags::TERMINAL;
        self.map.effects = Effects { flags: effects.flags | terminal, ..effects };
        self
    }

    /// The exit state that holds at the patchpoint.
    pub fn state(mut self, state: StateId) -> Self {
        self.map.state = state;
        self
    }

    /// The patchpoint ends its block, and the code goes to one of these.
    pub fn successors(mut self, successors: impl IntoIterator<Item = Successor>) -> Self {
        self.successors.extend(successors);
        self.map.effects.flags |= EffectFlags::TERMINAL;
        self
    }

    /// What the code does, for the interpreter: the operands' bits in, those of the results out.
    pub fn meaning(mut self, meaning: impl Fn(&[u64]) -> Outcome + Send + Sync + 'static) -> Self {
        self.meaning = Some(Arc::new(meaning));
        self
    }

    /// The closure that emits the code, and the name by which text and errors know it.
    pub fn generator(
        mut self,
        name: &str,
        closure: impl for<'g> Fn(&mut MacroAssembler<'g>, &StackmapParams<'g>) -> Result<(), GeneratorError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.map.generator = add_generator(self.proc, name, Arc::new(closure));
        self
    }

    /// As [`PatchpointBuilder::generator`], one that the procedure has.
    pub fn shared_generator(mut self, generator: GeneratorId) -> Self {
        self.map.generator = generator;
        self
    }

    /// Appends the patchpoint, and returns its result.
    #[track_caller]
    pub fn append(self) -> ValueId {
        let PatchpointBuilder { proc, block, ty, children, mut map, meaning, successors } = self;
        if let Some(meaning) = meaning {
            if !map.generator.is_valid() {
                map.generator = proc.add_generator("");
            }
            if let Some(generator) = proc.generator_mut(map.generator) {
                generator.meaning = Some(meaning);
            }
        }
        let terminal = map.effects.flags.contains(EffectFlags::TERMINAL);
        let value = proc.add_stackmap_value(block, Opcode::Patchpoint, ty, &children, map);
        if terminal {
            proc.set_successors(block, &successors);
        }
        value
    }
}

/// Generators by name: what a procedure that was read from text does not bring along.
#[derive(Clone, Default)]
pub struct GeneratorRegistry {
    generators: BTreeMap<String, Registered>,
}

#[derive(Clone)]
struct Registered {
    closure: Arc<GeneratorFn>,
    meaning: Option<Meaning>,
}

impl GeneratorRegistry {
    /// A registry without generators.
    pub fn new() -> GeneratorRegistry {
        GeneratorRegistry::default()
    }

    /// Registers a closure, in place of one that had the name before.
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

    /// Says what the code of a generator that is registered does. False if it is not.
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

    /// Gives the generators of a procedure that have none their closures and meanings. Returns the names of those
    /// that are not registered: their patchpoints trap.
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

    /// As [`GeneratorRegistry::resolve`], of all procedures of a module.
    pub fn resolve_module(&self, module: &mut Module) -> Vec<String> {
        module.procedures.iter_mut().flat_map(|proc| self.resolve(proc)).collect()
    }
}
