//! Inlining of small functions of the same module.
//!
//! A function with a short body is translated a second time, without a stack check: its code runs in the frame of the
//! caller, which has checked the stack. The library decides which calls to inline. Such functions may call each
//! other. A function can therefore inline any function that it reaches by calls of small functions. This set does not
//! depend on the order of compilation or on the number of threads. Only functions whose size is within the library's
//! budget are kept, and a limited number of them; others are translated again when a caller needs them.
//!
//! The origin of a value is the offset of its operator in the module. The origin of an inlined value is an index into
//! a list that accompanies the code. An entry has the function of the operator and the origin of the call, which may
//! be inlined itself. Backtraces are therefore the same as without inlining.

use crate::config::Config;
use crate::info::Bodies;
use crate::translate::{Environment, FrameOf, Translated, Translator, function_of_symbol};
use barebones::base::{Origin, Target};
use barebones::ir::{Opcode, Procedure, ValueId};
use barebones::opt::{Callees, InlineBudget};
use barebones::{Compiler, OptLevel};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Maximum size in bytes of the body of an inlined function.
pub(crate) const MAX_BODY_BYTES: u64 = 64;

/// Origins from this number on are indices of copies; offsets in modules are smaller.
const COPIES: u32 = 1 << 31;

/// An operator of an inlined function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Copied {
    /// The inlined function.
    pub(crate) function: u32,
    /// Offset of the operator in the module.
    pub(crate) offset: u32,
    /// Origin of the call: an offset in the module, or the index of an inlined call.
    pub(crate) call: Origin,
}

/// Operators that were inlined into a function, by index.
pub(crate) type Copies = Box<[Copied]>;

/// Expands an origin in the code of `function` to functions and module offsets, innermost first. `copies` belongs to
/// the code.
pub(crate) fn frames(
    function: u32,
    copies: &[Copied],
    origin: Origin,
) -> impl Iterator<Item = (u32, Option<u32>)> + '_ {
    let mut next = Some(origin);
    std::iter::from_fn(move || {
        let origin = next?;
        let copy = origin.0.checked_sub(COPIES).and_then(|number| copies.get(number as usize));
        // A call is recorded before the operators inlined for it, so its index is lower. Saved modules may violate
        // this; the check prevents an endless loop.
        next = copy.map(|copy| if copy.call < origin { copy.call } else { Origin::NONE });
        Some(match copy {
            Some(copy) => (copy.function, Some(copy.offset)),
            None => (function, (origin != Origin::NONE).then_some(origin.0)),
        })
    })
}

/// Maximum number of functions that a worker keeps for inlining into later ones.
const MAX_KEPT: usize = 512;

/// The module whose functions are inlined, and how they are compiled.
pub(super) struct ModuleOf<'a> {
    pub(super) environment: Environment<'a>,
    pub(super) target: &'a Target,
    pub(super) bodies: &'a dyn Bodies,
}

/// Budget of the library for inlining into a function.
const BUDGET: InlineBudget =
    InlineBudget { callee: 12, callee_once: 5, growth_percent: 10, growth: 16, ..InlineBudget::DEFAULT };

/// The same for better code: a function gets it because it runs often, so calls outside of its loops do, too.
const BUDGET_OF_BETTER_CODE: InlineBudget = InlineBudget { callee_once: 12, growth: 32, ..BUDGET };

/// A function that may be inlined, and its callees.
struct SmallFunction {
    procedure: Arc<Procedure>,
    callees: Box<[u32]>,
}

/// Cache of the small functions of a module: a function that is not in it is translated again. In better code, what a
/// cached one calls may have got its last code since; the call still loads the address of the current code.
#[derive(Default)]
pub(super) struct Inlinable {
    /// The functions translated last; `None` for those that only themselves may inline.
    functions: FxHashMap<u32, Option<Arc<SmallFunction>>>,
    /// The functions of the cache that may be inlined, oldest first.
    kept: VecDeque<u32>,
    /// Worklist of functions to examine, with the depth of a copy of them.
    pending: VecDeque<(u32, u32)>,
}

/// The functions that a function may inline, and a record of what was inlined into it.
pub(super) struct CalleesOf {
    functions: FxHashMap<u32, Arc<SmallFunction>>,
    copies: Mutex<Vec<Copied>>,
    budget: InlineBudget,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// True if calls are inlined at all.
pub(super) fn is_inlining_enabled(config: &Config, compiler: &Compiler) -> bool {
    config.inline && compiler.options().opt_level == OptLevel::O2
}

impl Inlinable {
    pub(super) fn clear(&mut self) {
        *self = Inlinable::default();
    }

    /// Finds the functions that `caller`, which calls `callees`, may inline. `None` if there are none.
    pub(super) fn callees_of(
        &mut self,
        caller: u32,
        callees: &[u32],
        of: &ModuleOf<'_>,
        translator: &mut Translator,
    ) -> Option<Arc<CalleesOf>> {
        let mut functions = FxHashMap::default();
        self.pending.clear();
        self.pending.extend(callees.iter().map(|callee| (*callee, 0)));
        // Breadth first: a function is found at its least depth first.
        while let Some((function, depth)) = self.pending.pop_front() {
            if functions.contains_key(&function) {
                continue;
            }
            let Some(small) = self.get(caller, function, of, translator) else { continue };
            if depth + 1 < BUDGET.depth {
                self.pending.extend(small.callees.iter().map(|callee| (*callee, depth + 1)));
            }
            functions.insert(function, small);
        }
        let budget = if of.environment.known.is_some() { BUDGET_OF_BETTER_CODE } else { BUDGET };
        (!functions.is_empty()).then(|| Arc::new(CalleesOf { functions, copies: Mutex::default(), budget }))
    }

    /// Returns a function if `caller` may inline it.
    fn get(
        &mut self,
        caller: u32,
        function: u32,
        of: &ModuleOf<'_>,
        translator: &mut Translator,
    ) -> Option<Arc<SmallFunction>> {
        let own = (function as usize).checked_sub(of.environment.info.imported_functions)?;
        let range = of.bodies.range(own)?;
        if range.end - range.start > MAX_BODY_BYTES || range.end >= u64::from(COPIES) {
            return None;
        }
        match self.functions.get(&function) {
            Some(Some(small)) => return Some(small.clone()),
            Some(None) if function != caller => return None,
            _ => {}
        }
        let (validated, body) = of.bodies.body(own)?;
        // An error in it is reported when the function itself is compiled.
        let translated =
            translator.translate(&of.environment, of.target, (validated, &body), FrameOf::Caller);
        let small = translated.ok().and_then(|Translated { procedure, callees, .. }| {
            let size = size(&procedure);
            let is_small = size <= BUDGET.callee.max(BUDGET.callee_once);
            // A copy has no unused capacity. The original's memory is reused.
            let small = (is_small || function == caller && size <= BUDGET.callee_recursive).then(|| {
                Arc::new(SmallFunction {
                    procedure: Arc::new(Procedure::clone(&procedure)),
                    callees: callees.into(),
                })
            });
            translator.recycle(procedure);
            small.map(|small| (small, is_small))
        });
        let kept = small.as_ref().filter(|(_, is_small)| *is_small).map(|(small, _)| small.clone());
        if kept.is_some() {
            self.kept.push_back(function);
        }
        self.functions.insert(function, kept);
        if self.kept.len() > MAX_KEPT {
            self.kept.pop_front().map(|oldest| self.functions.remove(&oldest));
        }
        small.map(|(small, _)| small)
    }
}

/// Size of a function as the budget counts it: without Nops and the values that read parameters.
fn size(proc: &Procedure) -> u32 {
    let opcode = |id: ValueId| proc.value(id).opcode();
    let counts = |id: &&ValueId| match opcode(**id) {
        Opcode::Nop | Opcode::ArgumentReg => false,
        Opcode::Trunc => proc.children(**id).iter().all(|child| opcode(*child) != Opcode::ArgumentReg),
        Opcode::Load => proc.children(**id).iter().all(|child| opcode(*child) != Opcode::FramePointer),
        _ => true,
    };
    proc.block_ids().map(|block| proc.block_values(block).iter().filter(counts).count() as u32).sum()
}

impl Callees for CalleesOf {
    fn callee(&self, name: &str) -> Option<Arc<Procedure>> {
        Some(self.functions.get(&function_of_symbol(name)?)?.procedure.clone())
    }

    fn budget(&self) -> InlineBudget {
        self.budget
    }

    fn origin(&self, call: Origin, callee: &str, origin: Origin) -> Origin {
        let Some(function) = function_of_symbol(callee) else { return origin };
        let mut copies = lock(&self.copies);
        let copied = Copied { function, offset: origin.0, call };
        if copies.last() != Some(&copied) {
            copies.push(copied);
        }
        // Functions are too small for this number to overflow.
        Origin(COPIES | (copies.len() - 1) as u32)
    }
}

impl CalleesOf {
    pub(super) fn take_copies(&self) -> Copies {
        std::mem::take(&mut *lock(&self.copies)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate::Linkage;
    use crate::worker::Worker;

    /// Compiles the functions of a module one after the other. Returns the number of inlined calls, and the worker.
    fn compile(text: &str) -> (u64, Worker) {
        let buffer = wast::parser::ParseBuffer::new(text).expect("tokens");
        let bytes = wast::parser::parse::<wast::Wat<'_>>(&buffer).and_then(|mut wat| wat.encode());
        let (bytes, config) = (bytes.expect("a module"), Config::at(OptLevel::O2));
        let (sections, bodies) =
            crate::module::parse::parse(&config, &crate::type_registry::TypeRegistry::new(), &bytes)
                .expect("valid");
        let mut worker = Worker::new(&config, OptLevel::O2, false).expect("works where tests run");
        for (function, body) in (0..).zip(&bodies) {
            let (linkage, info) = (Linkage::plain(), &sections.info);
            let environment = Environment { config: &config, linkage, info, known: None };
            let compiled = worker.compile(&environment, function, body, Some(&&bodies[..]), &mut |_, _| {});
            compiled.expect("compiles");
        }
        (worker.take_stats().inlined, worker)
    }

    #[test]
    fn functions_above_the_budget_are_not_kept() {
        let link = |at: u32| {
            format!(
                "(func (param i32) (result i32) (if (result i32) (local.get 0)
                    (then (call {} (i32.sub (i32.mul (local.get 0) (i32.const 3)) (i32.const 1)))) (else (i32.const {}))))",
                at + 1,
                at + 10
            )
        };
        let chain: String = (0..100).map(link).collect();
        let (inlined, worker) =
            compile(&format!("(module {chain} (func (param i32) (result i32) (local.get 0)))"));
        assert_eq!((inlined, worker.inlinable.kept.len()), (1, 1));
    }

    #[test]
    fn the_number_of_kept_functions_is_limited() {
        let count = MAX_KEPT as u32 + 100;
        let pair = |at: u32| {
            let callee = 2 * at;
            format!("(func (result i32) (i32.const {at})) (func (result i32) (call {callee}))")
        };
        let pairs: String = (0..count).map(pair).collect();
        // A function that is no longer kept is translated again.
        let (inlined, worker) = compile(&format!("(module {pairs} (func (result i32) (call 0)))"));
        assert_eq!(inlined, u64::from(count) + 1);
        assert_eq!(worker.inlinable.kept.len(), MAX_KEPT);
        assert_eq!(worker.inlinable.functions.len(), MAX_KEPT);
    }

    #[test]
    fn a_function_above_the_budget_of_others_inlines_itself() {
        let factorial = "(func $f (param i64) (result i64) (if (result i64) (i64.eqz (local.get 0))
            (then (i64.const 1))
            (else (i64.mul (i64.or (local.get 0) (i64.const 0x1000)) (call $f (i64.sub (local.get 0) (i64.const 1)))))))";
        let caller = "(func (result i64) (call $f (i64.const 5)))";
        // Before and after the caller has examined it.
        for module in [format!("(module {factorial} {caller})"), format!("(module {caller} {factorial})")] {
            let (inlined, worker) = compile(&module);
            assert!(inlined > 0, "{module}");
            assert_eq!(worker.inlinable.kept.len(), 0, "{module}");
        }
    }
}
