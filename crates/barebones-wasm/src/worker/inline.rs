//! Small functions that are inlined into those that call them.
//!
//! A function whose body has few bytes is translated once more, without a check of the stack: the frame is its
//! caller's, which has checked it. The library decides which calls become copies. Such functions call each other,
//! so what a function may inline is what it reaches by calls of small functions: that does not depend on which were
//! compiled before, nor on how many threads.
//!
//! The origin of a value is where its operator is in the module. That of a copy is a number in a list that goes
//! with the code, which says which function the operator is of and where the call is, which may be a copy itself.
//! So backtraces have all functions, as if none had been inlined.

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

/// The largest body, in bytes, of a function that is inlined.
const MOST_BYTES: u64 = 64;

/// Origins from here on are numbers of copies. Modules are smaller.
const COPIES: u32 = 1 << 31;

/// An operator of a function that was inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Copied {
    /// The function it is of.
    pub(crate) function: u32,
    /// Where it is in the module.
    pub(crate) offset: u32,
    /// The origin of the call: where that is in the module, or the number of a copy of it.
    pub(crate) call: Origin,
}

/// What was copied into a function, by number.
pub(crate) type Copies = Box<[Copied]>;

/// What an origin in the code of a function stands for: the functions and where they were, the innermost first.
/// `copies` are those of the code.
pub(crate) fn frames(
    function: u32,
    copies: &[Copied],
    origin: Origin,
) -> impl Iterator<Item = (u32, Option<u32>)> + '_ {
    let mut next = Some(origin);
    std::iter::from_fn(move || {
        let origin = next?;
        let copy = origin.0.checked_sub(COPIES).and_then(|number| copies.get(number as usize));
        // A copy is of what was there before: calls have lower numbers. Nobody vouches for what was saved.
        next = copy.map(|copy| if copy.call < origin { copy.call } else { Origin::NONE });
        Some(match copy {
            Some(copy) => (copy.function, Some(copy.offset)),
            None => (function, (origin != Origin::NONE).then_some(origin.0)),
        })
    })
}

/// A function that may be inlined, and whom it calls.
struct Small {
    procedure: Arc<Procedure>,
    callees: Vec<u32>,
}

/// The small functions of a module that were asked for; nothing for others.
type Smalls = FxHashMap<u32, Option<Small>>;

/// The small functions of a module.
#[derive(Default)]
pub(super) struct Inlinable {
    functions: Arc<Mutex<Smalls>>,
    /// Functions to look at.
    pending: Vec<u32>,
}

/// What a function may inline, and what was copied into it.
pub(super) struct CalleesOf {
    functions: Arc<Mutex<Smalls>>,
    copies: Mutex<Vec<Copied>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether functions are inlined at all.
pub(super) fn is_wanted(config: &Config, compiler: &Compiler, linkage: Linkage) -> bool {
    config.inline && compiler.options().opt_level == OptLevel::O2 && !linkage.is_replaceable()
}

impl Inlinable {
    /// Forgets the module.
    pub(super) fn clear(&mut self) {
        *self = Inlinable::default();
    }

    /// What a function that calls these may inline; `None` if that is nothing.
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
                if range.end - range.start > MOST_BYTES || range.end >= u64::from(COPIES) {
                    return None;
                }
                let FuncToValidate { resources, index, ty, features } = validated;
                let (resources, index, ty, features) = (resources.clone(), *index, *ty, *features);
                let validated = FuncToValidate { resources, index, ty, features };
                // If it is not valid, the function says so when it is compiled itself.
                let of = (validated, body);
                let translated =
                    translator.translate(info, config, linkage, target, of, FrameOf::Caller).ok()?;
                Some(Small { procedure: Arc::from(translated.procedure), callees: translated.callees })
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
        // A function is too small for so many copies in it.
        Origin(COPIES | (copies.len() - 1) as u32)
    }
}

impl CalleesOf {
    /// What was copied, by number.
    pub(super) fn take_copies(&self) -> Copies {
        std::mem::take(&mut *lock(&self.copies)).into()
    }
}
