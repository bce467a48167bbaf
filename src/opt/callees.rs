//! The client's interface to inlining: the callees and budget it provides, and the statistics it gets.

use crate::base::Origin;
use crate::ir::{Module, Procedure};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// Provides the callees of calls by name.
///
/// A symbol must mean the same in a callee as in any caller it is copied into. If a generator's value has the effect
/// that its code may exit with an exit state, the client promises that it leaves all frames of that state, not only the
/// innermost: a callee may be copied into its caller.
pub trait Callees: Send + Sync {
    /// Returns the procedure of this name if calls of it may be inlined: as it was built, before any pass. It may be
    /// the caller itself. Called once for each name in a procedure.
    fn callee(&self, name: &str) -> Option<Arc<Procedure>>;

    /// Maps the origin of a value copied to the place of a call, given the origin of the call (which may itself be a
    /// copy), the name of the callee, and the value's origin there. Called once for each copied value, in order; runs
    /// of equal arguments are common.
    fn origin(&self, _call: Origin, _callee: &str, origin: Origin) -> Origin {
        origin
    }

    /// Limits of inlining.
    fn budget(&self) -> InlineBudget {
        InlineBudget::default()
    }
}

/// The client's callees, and what became of the calls of the last procedure.
#[derive(Default)]
pub(super) struct Inlining {
    pub(super) callees: Option<Arc<dyn Callees>>,
    pub(super) stats: InlineStats,
}

impl fmt::Debug for Inlining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Inlining({})", if self.callees.is_some() { "with callees" } else { "no callees" })
    }
}

/// Limits of inlining into one procedure. Sizes count values in blocks, without Nops and the callee's parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InlineBudget {
    /// Maximum size of a callee that is called in a loop.
    pub callee: u32,
    /// Maximum size of a callee for any other call.
    pub callee_once: u32,
    /// Maximum size of a procedure that is inlined into itself, or into a copy of itself.
    pub callee_recursive: u32,
    /// Maximum growth of a procedure, in percent of its size;
    pub growth_percent: u32,
    /// further growth allowed, in values;
    pub growth: u32,
    /// and growth allowed for recursive copies, in values.
    pub growth_recursive: u32,
    /// Maximum nesting depth of copies.
    pub depth: u32,
    /// Maximum number of copies of one procedure nested in each other.
    pub recursion: u32,
    /// Maximum growth of the frame by stack slots, in bytes.
    pub frame: u32,
    /// Maximum number of inlined calls.
    pub calls: u32,
}

impl InlineBudget {
    /// The default limits.
    pub const DEFAULT: InlineBudget = InlineBudget {
        callee: 32,
        callee_once: 12,
        callee_recursive: 60,
        growth_percent: 20,
        growth: 32,
        growth_recursive: 120,
        depth: 4,
        recursion: 2,
        frame: 512,
        calls: 256,
    };
}

impl Default for InlineBudget {
    fn default() -> InlineBudget {
        InlineBudget::DEFAULT
    }
}

macro_rules! reasons {
    ($($name:ident: $sentence:literal;)*) => {
        /// Why a call was not inlined.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Declined {
            $(#[doc = $sentence] $name,)*
        }

        impl Declined {
            /// All reasons.
            pub const ALL: &[Declined] = &[$(Declined::$name),*];

            /// The reason as a sentence.
            pub fn sentence(self) -> &'static str {
                const SENTENCES: &[&str] = &[$($sentence),*];
                SENTENCES[self as usize]
            }
        }
    };
}

reasons! {
    NoCall: "The value is not a CCall of the procedure.";
    Address: "The call is indirect: its target is an address, not a name.";
    Unknown: "The client provides no procedure of this name.";
    Invalid: "The callee is not a valid procedure.";
    Target: "The callee was built for another target.";
    Signature: "The argument or result types of the call do not match the callee.";
    Convention: "The calling conventions of call and callee differ.";
    Variadic: "The call has variable arguments.";
    Pinned: "Caller and callee have different pinned registers.";
    References: "Caller or callee has references, which the garbage collector may move.";
    Entries: "The callee has several entries.";
    EntryBlock: "The call is in the root block of a procedure with several entries.";
    TailCall: "The callee contains a tail call.";
    ArgumentRegister: "The callee reads an argument register that holds no parameter.";
    FramePointer: "The callee uses its frame pointer for other purposes than loading its arguments.";
    StackPointer: "The callee uses its stack pointer.";
    ForcedSlot: "The callee has a stack slot at a forced offset.";
    GeneratorSlots: "The callee has stack slots, and generators that may refer to them by number.";
    LeavesByGenerator: "The callee ends in a patchpoint without successors.";
    ExitWithoutState: "The callee may exit at a value without an exit state.";
    NoState: "The callee has exit states, and the call has none.";
    CallWithoutState: "The call has an exit state, and a call or patchpoint in the callee has none.";
    MayThrow: "A patchpoint of the callee may throw, and the call has an exceptional successor.";
    TupleUse: "The call's result tuple has a use other than Extract.";
    TooLarge: "The callee is too large.";
    Rare: "The call is rarely executed or does not return.";
    Depth: "The inlining depth reached its limit.";
    Recursion: "The recursion depth reached its limit.";
    Growth: "The growth of the procedure reached its limit.";
    Frame: "The growth of the frame reached its limit.";
    Calls: "The number of inlined calls reached its limit.";
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}

impl std::error::Error for Declined {}

/// Statistics of the calls of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InlineStats {
    /// Number of inlined calls.
    pub inlined: u32,
    /// Number of copied values.
    pub copied: u32,
    declined: [u32; Declined::ALL.len()],
}

impl InlineStats {
    /// Number of calls that were not inlined for this reason.
    pub fn declined(&self, reason: Declined) -> u32 {
        self.declined[reason as usize]
    }

    /// Adds the counts of other statistics.
    pub fn add(&mut self, other: &InlineStats) {
        self.inlined += other.inlined;
        self.copied += other.copied;
        self.declined.iter_mut().zip(other.declined).for_each(|(sum, more)| *sum += more);
    }

    pub(super) fn decline(&mut self, reason: Declined) {
        self.declined[reason as usize] += 1;
    }
}

/// The procedures of a module as [`Callees`] of each other.
#[derive(Clone, Debug, Default)]
pub struct ModuleCallees {
    procedures: FxHashMap<String, Arc<Procedure>>,
    budget: InlineBudget,
}

impl ModuleCallees {
    /// Copies the procedures as they are now, and their generators with their current closures.
    pub fn new(module: &Module) -> ModuleCallees {
        ModuleCallees::with_budget(module, InlineBudget::default())
    }

    /// As [`ModuleCallees::new`], with this budget.
    pub fn with_budget(module: &Module, budget: InlineBudget) -> ModuleCallees {
        let named = |proc: &Procedure| (proc.name.clone(), Arc::new(proc.clone()));
        ModuleCallees { procedures: module.procedures.iter().map(named).collect(), budget }
    }
}

impl Callees for ModuleCallees {
    fn callee(&self, name: &str) -> Option<Arc<Procedure>> {
        self.procedures.get(name).cloned()
    }

    fn budget(&self) -> InlineBudget {
        self.budget
    }
}
