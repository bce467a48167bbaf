//! Inlining of small functions of the same module.
//!
//! A function with a short body is translated a second time, without a stack check: its code runs in the frame of the
//! caller, which has checked the stack. The library decides which calls to inline. Such functions may call each
//! other. A function can therefore inline any function that it reaches by calls of small functions. This set does not
//! depend on the order of compilation or on the number of threads.
//!
//! The origin of a value is the offset of its operator in the module. The origin of an inlined value is an index into
//! a list that accompanies the code. An entry has the function of the operator and the origin of the call, which may
//! be inlined itself. Backtraces are therefore the same as without inlining.

use crate::config::Config;
use crate::info::{Body, ModuleInfo};
use crate::translate::{FrameOf, Linkage, Translator, function_of_symbol};
use barebones::base::{Origin, Target};
use barebones::ir::Procedure;
use barebones::opt::{Callees, InlineBudget};
use barebones::{Compiler, OptLevel};
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wasmparser::FuncToValidate;

/// Maximum size in bytes of the body of an inlined function.
const MAX_BODY_BYTES: u64 = 64;

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

/// A function that may be inlined, and its callees.
struct SmallFunction {
    procedure: Arc<Procedure>,
    callees: Vec<u32>,
}

/// The functions examined so far; `None` for those that are not small.
type SmallFunctions = FxHashMap<u32, Option<SmallFunction>>;

/// Cache of the small functions of a module.
#[derive(Default)]
pub(super) struct Inlinable {
    functions: Arc<Mutex<SmallFunctions>>,
    /// Worklist of functions to examine.
    pending: Vec<u32>,
}

/// The functions that a function may inline, and a record of what was inlined into it.
pub(super) struct CalleesOf {
    functions: Arc<Mutex<SmallFunctions>>,
    copies: Mutex<Vec<Copied>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// True if calls are inlined at all.
pub(super) fn is_inlining_enabled(config: &Config, compiler: &Compiler, linkage: Linkage) -> bool {
    config.inline && compiler.options().opt_level == OptLevel::O2 && !linkage.is_replaceable()
}

impl Inlinable {
    pub(super) fn clear(&mut self) {
        *self = Inlinable::default();
    }

    /// Finds the functions that a caller of `callees` may inline. `None` if there are none.
    pub(super) fn callees_of(
        &mut self,
        callees: &[u32],
        bodies: &[Body<'_>],
        info: &ModuleInfo,
        (config, linkage, target): (&Config, Linkage, &Target),
        translator: &mut Translator,
    ) -> Option<Arc<CalleesOf>> {
        let mut functions = lock(&self.functions);
        self.pending.clear();
        self.pending.extend_from_slice(callees);
        let mut found = false;
        while let Some(function) = self.pending.pop() {
            let is_known = functions.contains_key(&function);
            let small = functions.entry(function).or_insert_with(|| {
                let own = (function as usize).checked_sub(info.imported_functions)?;
                let (validated, body) = bodies.get(own)?;
                let range = body.range();
                if range.end - range.start > MAX_BODY_BYTES || range.end >= u64::from(COPIES) {
                    return None;
                }
                let FuncToValidate { resources, index, ty, features } = validated;
                let (resources, index, ty, features) = (resources.clone(), *index, *ty, *features);
                let validated = FuncToValidate { resources, index, ty, features };
                // An error in it is reported when the function itself is compiled.
                let of = (validated, body);
                let translated =
                    translator.translate(info, config, linkage, target, of, FrameOf::Caller).ok()?;
                Some(SmallFunction {
                    procedure: Arc::from(translated.procedure),
                    callees: translated.callees,
                })
            });
            if let Some(small) = small {
                found = true;
                if !is_known {
                    self.pending.extend_from_slice(&small.callees);
                }
            }
        }
        drop(functions);
        found.then(|| Arc::new(CalleesOf { functions: self.functions.clone(), copies: Mutex::default() }))
    }
}

impl Callees for CalleesOf {
    fn callee(&self, name: &str) -> Option<Arc<Procedure>> {
        let functions = lock(&self.functions);
        Some(functions.get(&function_of_symbol(name)?)?.as_ref()?.procedure.clone())
    }

    fn budget(&self) -> InlineBudget {
        InlineBudget { callee: 12, callee_once: 5, growth_percent: 10, growth: 16, ..InlineBudget::default() }
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
