//! Inline caches: loads of properties that remember the shapes of the objects that they saw.
//!
//! A cache is empty first. The first shape is compared in the code of the access itself, whose constants are patched:
//! it is *monomorphic*. Others are compared in a stub, which the access calls if its own comparison fails: it is
//! *polymorphic*. After too many it is *megamorphic*, and calls the client's lookup each time.
//!
//! Accesses with the same shapes share a stub. A stub is freed when no cache uses it and all threads that are registered
//! with [`Caches::quiescence`] have passed a quiescent point.

use super::memory::serialize_cores;
use super::{Code, CodeMemory, LinkError, Linkable, Quiescence, WeakCode, link};
use crate::base::{BranchProtection, ConvId, IntCondition, Reg, Signature, Target, Type};
use crate::isa::masm::{Address, MacroAssembler, Scale};
use crate::isa::{CodeBuffer, ConstantSite, EmitError, FrameInfo, GeneratorError, StackmapParams};
use crate::support::error_type;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::atomic::{AtomicPtr, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Finds a property without a cache, and returns it. It is called by compiled code, with the object and the cache of the
/// access, to which it [adds](InlineCache::add) what it found.
pub type Lookup = extern "C" fn(object: *const u8, cache: &InlineCache) -> u64;

/// The property of all objects of a shape: 64 bits at an offset.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Case {
    /// The shape. `u32::MAX` is not cached.
    pub shape: u32,
    /// The offset of the property from the start of the object, in bytes.
    pub offset: i32,
}

/// The shapes that a cache knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CacheState {
    /// None.
    Empty,
    /// One, compared in the code of the access.
    Monomorphic,
    /// This number of shapes, one of them in the code of the access.
    Polymorphic(usize),
    /// Too many: all other objects are looked up.
    Megamorphic,
}

/// Why a case was not added to a cache. The access stays correct: it calls the lookup.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CacheError {
    /// The convention of the target has other registers than the stub needs.
    Registers(GeneratorError),
    /// The stub could not be emitted.
    Emit(EmitError),
    /// The stub could not be linked, for example for lack of memory.
    Link(LinkError),
}

error_type!(CacheError {
    CacheError::Registers(error) => "{error}";
    CacheError::Emit(error) => "{error}";
    CacheError::Link(error) => "{error}";
});

/// What caches share: the layout of objects, the lookup, the stubs, and the threads that run them. Clones share it, too.
#[derive(Clone)]
pub struct Caches {
    shared: Arc<Shared>,
}

struct Shared {
    memory: Arc<CodeMemory>,
    target: Target,
    shape_offset: i32,
    lookup: Lookup,
    quiescence: Quiescence,
    /// Stubs by their cases. Those that no cache uses are removed when another one is compiled.
    stubs: Mutex<FxHashMap<Box<[Case]>, WeakCode>>,
}

impl fmt::Debug for Caches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caches").field("stubs", &self.stub_count()).finish()
    }
}

/// Maximum number of shapes of a polymorphic cache.
const MAX_CASES: usize = 4;
/// The shape that no object has, in the code of an empty cache.
const NO_SHAPE: u32 = u32::MAX;

impl Caches {
    /// Creates an empty set. Objects have their shape, 32 bits, at `shape_offset`.
    ///
    /// # Safety
    /// The lookup is sound for each object that accesses get, and adds only cases that are true for all objects of the
    /// shape. Each thread that runs accesses is registered with [`Caches::quiescence`].
    pub unsafe fn new(memory: Arc<CodeMemory>, target: Target, shape_offset: i32, lookup: Lookup) -> Caches {
        let (quiescence, stubs) = (Quiescence::new(), Mutex::default());
        Caches { shared: Arc::new(Shared { memory, target, shape_offset, lookup, quiescence, stubs }) }
    }

    /// The domain with which threads that run accesses register.
    pub fn quiescence(&self) -> &Quiescence {
        &self.shared.quiescence
    }

    /// The number of stubs that exist: in use, or waiting for threads.
    pub fn stub_count(&self) -> usize {
        self.shared.stubs().values().filter(|stub| !stub.is_freed()).count()
    }

    /// Creates an empty cache, for one access.
    pub fn add_cache(&self) -> Arc<InlineCache> {
        Arc::new(InlineCache {
            function: AtomicPtr::new(self.shared.lookup as *mut ()),
            misses: AtomicU64::new(0),
            shared: self.shared.clone(),
            state: Mutex::default(),
        })
    }
}

/// The cache of one access. It must live as long as the code of the access: its generator owns it while code is compiled,
/// and the client keeps it afterwards.
#[repr(C)]
pub struct InlineCache {
    /// What the access calls if its own comparison fails: the lookup or a stub. Read by compiled code.
    function: AtomicPtr<()>,
    misses: AtomicU64,
    shared: Arc<Shared>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    cases: Vec<Case>,
    is_megamorphic: bool,
    code: WeakCode,
    /// The constants of shape and offset, for each time that the access was emitted.
    sites: Vec<(ConstantSite, ConstantSite)>,
    /// True if the first case is in the code of the access.
    is_inline: bool,
    stub: Option<Code>,
}

impl InlineCache {
    /// Emits the access: the generator of a patchpoint with the object as its first input, in a register, a result in a
    /// register, one scratch register, and `calls_c`.
    ///
    /// # Errors
    /// Fails if the patchpoint is another one.
    pub fn generate<'g>(
        self: &Arc<Self>,
        masm: &mut MacroAssembler<'g>,
        params: &StackmapParams<'g>,
    ) -> Result<(), GeneratorError> {
        let (result, object) = (params.result(0).gpr()?, params.input(0).gpr()?);
        let scratch = params.gp_scratch(0)?;
        let (miss, done) = (masm.new_label(), masm.new_label());
        masm.load32(scratch, Address::new(object, self.shared.shape_offset));
        let shape = masm.patchable_branch32(IntCondition::NotEqual, scratch, NO_SHAPE, miss);
        let offset = masm.patchable_immediate(scratch, 0);
        masm.load64(result, Address::indexed(object, scratch, Scale::One, 0));
        masm.bind(done);
        self.lock().sites.push((shape, offset));
        let cache = self.clone();
        params.add_late_path(move |masm, params| {
            let (result, object) = (params.result(0).gpr()?, params.input(0).gpr()?);
            let function = params.gp_scratch(0)?;
            masm.bind(miss);
            let address = Arc::as_ptr(&cache);
            masm.mov(function, address.expose_provenance() as i64);
            masm.load64(function, Address::new(function, 0));
            params.call_c(masm, function, &[object.into(), address.into()], result)?;
            masm.jump(done);
            Ok(())
        });
        Ok(())
    }

    /// Sets the code that contains the access, after it was compiled. Until then, and if it was compiled more than once,
    /// all shapes are compared in stubs.
    pub fn set_code(&self, code: &Code) {
        self.lock().code = code.downgrade();
    }

    /// The shapes that the cache knows.
    pub fn state(&self) -> CacheState {
        let state = self.lock();
        match state.cases.len() {
            _ if state.is_megamorphic => CacheState::Megamorphic,
            0 => CacheState::Empty,
            1 => CacheState::Monomorphic,
            count => CacheState::Polymorphic(count),
        }
    }

    /// How often a case was added, or refused because there were too many.
    pub fn misses(&self) -> u64 {
        self.misses.load(Relaxed)
    }

    /// Adds what the lookup found.
    ///
    /// # Errors
    /// Fails if a stub cannot be compiled. The case is not cached then.
    pub fn add(&self, case: Case) -> Result<CacheState, CacheError> {
        self.misses.fetch_add(1, Relaxed);
        let mut state = self.lock();
        let is_known = state.cases.iter().any(|known| known.shape == case.shape);
        if !state.is_megamorphic && !is_known && case.shape != NO_SHAPE {
            self.add_case(&mut state, case)?;
        }
        drop(state);
        Ok(self.state())
    }

    fn add_case(&self, state: &mut State, case: Case) -> Result<(), CacheError> {
        if state.cases.is_empty() && state.patch(case) {
            state.cases.push(case);
            state.is_inline = true;
            return Ok(());
        }
        let (function, stub) = if state.cases.len() == MAX_CASES {
            state.is_megamorphic = true;
            (self.shared.lookup as *mut (), None)
        } else {
            let mut cases: Vec<Case> = state.cases[usize::from(state.is_inline)..].to_vec();
            cases.push(case);
            cases.sort_unstable();
            let stub = self.shared.stub(cases)?;
            state.cases.push(case);
            (stub.entry().cast_mut().cast(), Some(stub))
        };
        self.function.store(function, SeqCst);
        let before = std::mem::replace(&mut state.stub, stub);
        // Threads may be in the stub, or have read its address.
        self.shared.quiescence.retire(before);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic never leaves the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for InlineCache {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.shared.quiescence.retire(state.stub.take());
    }
}

impl fmt::Debug for InlineCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("InlineCache").field(&self.state()).finish()
    }
}

impl State {
    /// Puts a case into the code of the access, once. The offset is there before any thread can see the shape; it never
    /// changes again, because a thread may be between the comparison and the load.
    ///
    /// The barrier orders both for threads that run the code: the instructions or, on AArch64, the loads of the two
    /// constants. Where the system has none, another thread could see the new shape and the old offset, so that the case
    /// is not put into the code.
    fn patch(&self, case: Case) -> bool {
        let Some(code) = self.code.upgrade().filter(|_| !self.sites.is_empty()) else { return false };
        let set = |site, bits| {
            // SAFETY: the code loads at this offset only from objects of the shape, for which the client promised it.
            unsafe { code.patch_constant(site, bits) }.is_ok()
        };
        let done = self.sites.iter().all(|&(_, offset)| set(offset, i64::from(case.offset) as u64));
        done && serialize_cores() && self.sites.iter().all(|&(shape, _)| set(shape, case.shape.into()))
    }
}

impl Shared {
    fn stubs(&self) -> MutexGuard<'_, FxHashMap<Box<[Case]>, WeakCode>> {
        self.stubs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A stub for sorted cases, shared with other caches.
    fn stub(&self, cases: Vec<Case>) -> Result<Code, CacheError> {
        let mut stubs = self.stubs();
        if let Some(stub) = stubs.get(&cases[..]).and_then(WeakCode::upgrade) {
            return Ok(stub);
        }
        stubs.retain(|_, stub| !stub.is_freed());
        let stub = self.compile(&cases)?;
        stubs.insert(cases.into(), stub.downgrade());
        Ok(stub)
    }

    /// A function with the arguments of the lookup, to which it jumps if no shape is the object's.
    fn compile(&self, cases: &[Case]) -> Result<Code, CacheError> {
        let convention = self.target.convention(ConvId::C);
        let (object, cache) = (convention.args_gp[0], convention.args_gp[1]);
        let result = convention.results_gp[0];
        let is_free =
            |reg: &Reg| ![object, cache, result].contains(reg) && convention.clobbered.contains(*reg);
        let mut free = convention.env.allocatable[0].iter().copied().filter(is_free);
        let (shape, scratch) = (free.next().unwrap_or(result), free.next().unwrap_or(result));
        let mut buffer = CodeBuffer::new(self.target.desc.arch);
        let landing_pads = self.memory.is_guarded();
        buffer.protect(BranchProtection { landing_pads, ..BranchProtection::default() });
        let mut masm = MacroAssembler::new(&mut buffer, self.target);
        let entry = masm.new_label();
        masm.bind(entry);
        let registers = masm.gprs([object, result, shape, scratch]);
        let [object, result, shape, scratch] = registers.map_err(CacheError::Registers)?;
        masm.give_scratch(scratch);
        masm.landing_pad();
        masm.load32(shape, Address::new(object, self.shape_offset));
        for case in cases {
            let next = masm.new_label();
            masm.branch32(IntCondition::NotEqual, shape, i64::from(case.shape as i32), next);
            masm.load64(result, Address::new(object, case.offset));
            masm.ret();
            masm.bind(next);
        }
        masm.mov(shape, self.lookup as *const () as i64);
        masm.far_jump(shape);
        buffer.add_entry(entry);
        let code = buffer.finish(FrameInfo::default()).map_err(CacheError::Emit)?;
        let signature = Signature { params: vec![Type::Int64; 2], results: vec![Type::Int64] };
        let stub = Linkable { name: "inline cache", code: &code, signature: &signature, convention };
        let mut codes = link(&self.memory, &[stub], &[], &|_, _| None).map_err(CacheError::Link)?;
        Ok(codes.swap_remove(0))
    }
}
