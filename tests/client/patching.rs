//! Jumps and constants of generators that are patched while the code runs.
#![allow(unsafe_code)] // calls compiled code, and patches its sites

use barebones::base::{ConvId, IntCondition, Origin, Signature, Type, ValueRep};
use barebones::ir::Procedure;
use barebones::isa::masm::{Address, MacroAssembler};
use barebones::isa::{ConstantSite, JumpSite, PatchableKind, RelocTarget};
use barebones::jit::{Code, CodeMemory, LinkError, PatchError, WeakCode};
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::native::{mapping_modes, memory_in, options_at};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, OnceLock};

const I64: Type = Type::Int64;

fn compiler(level: OptLevel, memory: &Arc<CodeMemory>) -> Compiler {
    let mut options = options_at(level);
    options.check_allocation = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    compiler.set_memory(memory.clone());
    compiler
}

fn modes() -> impl Iterator<Item = (OptLevel, Arc<CodeMemory>)> {
    OptLevel::ALL
        .into_iter()
        .flat_map(|level| mapping_modes().iter().map(move |mode| (level, memory_in(*mode))))
}

fn call(code: &Code, x: i64) -> i64 {
    // SAFETY: the code only computes with its argument.
    unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("these types").call(x)
}

/// x + a patchable constant, or the result of `slow` if x is negative.
fn adding(sites: &Arc<Mutex<Vec<ConstantSite>>>) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let x = proc.at(root).argument(I64);
    let sites = sites.clone();
    let sum = proc
        .at(root)
        .patchpoint(I64)
        .input(x, ValueRep::SomeRegister)
        .result(ValueRep::SomeEarlyRegister)
        .generator("adding", move |masm, params| {
            let (dst, x) = (params.gpr(0)?, params.gpr(1)?);
            let site = masm.patchable_move(dst, 1);
            sites.lock().expect("no panic").push(site);
            masm.add64(dst, dst, x);
            Ok(())
        })
        .append();
    proc.at(root).ret([sum]);
    proc
}

#[test]
fn constants_have_their_patched_value() {
    for (level, memory) in modes() {
        let sites = Arc::new(Mutex::new(Vec::new()));
        let code = compiler(level, &memory).compile(adding(&sites)).expect("compiles");
        let site = sites.lock().expect("no panic")[0];
        assert_eq!(code.patchable_sites()[0].kind, PatchableKind::Constant { bits: 1 });
        assert_eq!(call(&code, 41), 42);
        // SAFETY: the code accepts any number.
        let before = unsafe { code.patch_constant(site, (1 << 40) + 5) };
        assert_eq!((before, call(&code, 1)), (Ok(1), (1 << 40) + 6), "{level:?} {:?}", memory.mode());
        // SAFETY: as above.
        assert_eq!(unsafe { code.patch_constant(site, 7) }, Ok((1 << 40) + 5));
        assert_eq!(call(&code, -7), 0);
        let procedure = code.name().into();
        let wrong = PatchError::WrongKind { procedure, site: site.id(), expected: "an invalidation point" };
        assert_eq!(code.invalidate_site(site.id()), Err(wrong.clone()));
        assert_eq!(code.is_invalidated(site.id()), Err(wrong));
        assert_eq!(code.invalidate(), Ok(0));
        drop(code);
        assert_eq!(memory.stats().used, 0);
    }
}

/// Data of an access whose slow path changes the code: the expected shape is a constant in the code.
#[derive(Default)]
struct Access {
    code: OnceLock<WeakCode>,
    expected: Mutex<Vec<ConstantSite>>,
    misses: AtomicU64,
}

/// The slow path of [`Access`]: makes the shape the expected one. Returns its double.
extern "C" fn miss(shape: i64, access: &Access) -> i64 {
    access.misses.fetch_add(1, SeqCst);
    let code = access.code.get().and_then(WeakCode::upgrade).expect("it is running");
    for site in access.expected.lock().expect("no panic").iter() {
        // SAFETY: the code is right for every expected shape.
        unsafe { code.patch_constant(*site, shape as u64) }.expect("a constant of this code");
    }
    2 * shape
}

/// Twice its argument: on a fast path if that is the expected one.
fn accessing(access: &Arc<Access>) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root).with_origin(Origin(5));
    let shape = b.argument(I64);
    let access = access.clone();
    let double = b
        .patchpoint(I64)
        .input(shape, ValueRep::SomeRegister)
        .result(ValueRep::SomeRegister)
        .calls_c()
        .scratch_gprs(1)
        .generator("access", move |masm, params| {
            let (double, shape, expected) = (params.result(0).gpr()?, params.gpr(1)?, params.gp_scratch(0)?);
            let arguments = [shape.into(), std::ptr::from_ref::<Access>(&access).into()];
            let slow = params.slow_call(masm, miss as *const (), &arguments, double);
            access.expected.lock().expect("no panic").push(masm.patchable_move(expected, u64::MAX));
            masm.branch64(IntCondition::NotEqual, shape, expected, slow.entry);
            masm.add64(double, shape, shape);
            masm.bind(slow.done);
            Ok(())
        })
        .append();
    b.ret([double]);
    proc
}

#[test]
fn slow_paths_find_and_patch_their_own_code() {
    for (level, memory) in modes() {
        let access = Arc::new(Access::default());
        let code = compiler(level, &memory).compile(accessing(&access)).expect("compiles");
        access.code.set(code.downgrade()).expect("once");
        let found: Vec<_> = code.constant_sites().collect();
        assert_eq!(found, [(access.expected.lock().expect("no panic")[0], Origin(5))]);
        assert_eq!(code.jump_sites().count(), 0);
        for (n, shape) in [(1, 5), (1, 5), (2, 6), (3, 5), (3, 5)] {
            assert_eq!((call(&code, shape), access.misses.load(SeqCst)), (2 * shape, n));
        }
        // The data of the access does not keep the code alive.
        let (weak, other) = (code.downgrade(), code.clone());
        drop(code);
        assert_eq!(weak.upgrade().map(|code| code.entry()), Some(other.entry()));
        drop(other);
        assert!(weak.upgrade().is_none() && WeakCode::new().upgrade().is_none());
        assert_eq!(memory.stats().used, 0);
    }
}

#[test]
fn weak_handles_to_code_that_jumps_keep_alive() {
    let memory = memory_in(mapping_modes()[0]);
    let mut compiler = compiler(OptLevel::O1, &memory);
    let [a, b] = [0; 2].map(|_| replaceable(&mut compiler));
    let weak = b.0.downgrade();
    assert!(lead(&a, &b).is_none() && lead(&b, &a).is_none());
    drop(b);
    // Only the jump of `a` keeps `b` alive; then a handle does.
    let b = weak.upgrade().expect("a jump leads there");
    let (_, site) = a;
    drop(a);
    assert_eq!(memory.stats().used > 0, weak.upgrade().is_some());
    assert!(reset(&(b.clone(), site)).is_some(), "the jump of `b` kept `a` alive");
    drop(b);
    assert!(weak.upgrade().is_none());
    assert_eq!(memory.stats().used, 0);
}

/// Links code of one function from a number to a number, which `emit` emits after its landing pad.
fn assembled<R>(
    compiler: &mut Compiler,
    name: &str,
    emit: impl FnOnce(&mut MacroAssembler<'_>) -> R,
) -> (Code, R) {
    let mut assembly = compiler.assemble();
    let entry = assembly.buffer().bind_new_label();
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.landing_pad();
    let sites = emit(&mut masm);
    let assembled = assembly.finish().expect("nothing is wrong with it");
    let signature = Signature { params: vec![I64], results: vec![I64] };
    let code = compiler.link_assembled(&assembled, name, &signature, ConvId::new(0), &|_| None);
    (code.expect("links"), sites)
}

/// A function that starts with a jump, which first leads to its own code: twice its argument.
fn replaceable(compiler: &mut Compiler) -> (Code, JumpSite) {
    let target = host_target().expect("a host");
    let convention = target.convention(ConvId::new(0));
    assembled(compiler, "replaceable", |masm| {
        let own = masm.new_label();
        let site = masm.patchable_jump(own);
        masm.nop();
        masm.bind(own);
        masm.landing_pad();
        let [argument, result] = [convention.args_gp[0], convention.results_gp[0]];
        let (argument, result) = (masm.gpr(argument).expect("there"), masm.gpr(result).expect("there"));
        masm.lea(result, Address::indexed(argument, argument, barebones::isa::masm::Scale::One, 0));
        masm.ret();
        site
    })
}

#[test]
fn patched_jumps_keep_their_targets_alive() {
    for (level, memory) in modes() {
        let mut compiler = compiler(level, &memory);
        let (code, site) = replaceable(&mut compiler);
        assert_eq!(call(&code, 21), 42);
        let sites = Arc::new(Mutex::new(Vec::new()));
        let other = compiler.compile(adding(&sites)).expect("compiles");
        let entry = other.entry();
        // SAFETY: both are functions of these types, and the registers at the jump are still those of the entry.
        let before = unsafe { code.patch_jump(site, &other, 0) };
        assert!(before.expect("a jump").is_none());
        drop(other);
        assert_eq!(call(&code, 21), 22, "{level:?} {:?}: kept alive", memory.mode());
        let entries = 1;
        // SAFETY: the call is rejected.
        let refused = unsafe { code.patch_jump(site, &code, 1) };
        assert_eq!(
            refused.err(),
            Some(PatchError::NoEntry { target: code.name().into(), entry: 1, entries })
        );
        let other = reset(&(code.clone(), site)).expect("it led there");
        // Sites of other code with the same number.
        let constant = sites.lock().expect("no panic")[0];
        let wrong = |code: &Code, expected| {
            let procedure = code.name().to_string();
            Some(PatchError::WrongKind { procedure, site: site.id(), expected })
        };
        // SAFETY: the calls are rejected.
        unsafe {
            assert_eq!(code.patch_constant(constant, 1).err(), wrong(&code, "a patchable constant"));
            assert_eq!(other.patch_jump(site, &code, 0).err(), wrong(&other, "a patchable jump"));
            assert_eq!(other.reset_jump(site).err(), wrong(&other, "a patchable jump"));
        }
        assert_eq!((other.entry(), call(&code, 21)), (entry, 42));
        // A jump to its own code does not keep the code alive. It would not terminate, so it is never called.
        // SAFETY: see above.
        assert!(unsafe { code.patch_jump(site, &code, 0) }.expect("a jump").is_none());
        drop((code, other));
        assert_eq!(memory.stats().used, 0, "{level:?} {:?}", memory.mode());
    }
}

/// A long chain of replaced functions, each of which jumps to the next: all are freed with the first.
#[test]
fn chains_of_jumps_of_any_length_are_dropped() {
    const LINKS: usize = 30_000;
    let small_stack = std::thread::Builder::new().stack_size(1 << 20).spawn(|| {
        let (level, memory) = modes().next().expect("a mode");
        let mut compiler = compiler(level, &memory);
        let first = replaceable(&mut compiler).0;
        let mut last = first.clone();
        for _ in 0..LINKS {
            let (next, site) = replaceable(&mut compiler);
            // SAFETY: both are functions of these types, and are not called.
            let before = unsafe { next.patch_jump(site, &last, 0) };
            assert!(before.expect("a jump").is_none());
            last = next;
        }
        drop((first, last));
        assert_eq!(memory.stats().used, 0);
    });
    small_stack.expect("a thread").join().expect("no overflow");
}

/// Patches the jump of `from` to lead to `to`.
fn lead(from: &(Code, JumpSite), to: &(Code, JumpSite)) -> Option<Code> {
    // SAFETY: both are functions of the same type, and the registers at the jump are still those of the entry.
    unsafe { from.0.patch_jump(from.1, &to.0, 0) }.expect("a jump")
}

/// Resets the jump.
fn reset(from: &(Code, JumpSite)) -> Option<Code> {
    // SAFETY: no thread is running the code when the result is dropped.
    unsafe { from.0.reset_jump(from.1) }.expect("a jump")
}

/// Code resets the jump that leads to it, and returns.
#[test]
fn a_jump_is_reset_by_its_target() {
    static JUMP: Mutex<Option<(Code, JumpSite)>> = Mutex::new(None);
    static PREVIOUS: Mutex<Option<Code>> = Mutex::new(None);
    extern "C" fn reset_it(x: i64) -> i64 {
        let previous = reset(JUMP.lock().expect("no panic").as_ref().expect("set below"));
        *PREVIOUS.lock().expect("no panic") = previous;
        x + 1
    }
    let memory = memory_in(mapping_modes()[0]);
    let mut compiler = compiler(OptLevel::O1, &memory);
    let jump = replaceable(&mut compiler);
    let used = memory.stats().used;
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(I64);
    let function = b.const64(reset_it as *const u8 as i64);
    let result = b.ccall(I64, function, &[x]);
    let sum = b.add(result, x);
    b.ret([sum]);
    let target = compiler.compile(proc).expect("compiles");
    assert!(lead(&jump, &(target, jump.1)).is_none());
    *JUMP.lock().expect("no panic") = Some((jump.0.clone(), jump.1));
    assert_eq!((call(&jump.0, 20), call(&jump.0, 20)), (41, 40));
    assert!(memory.stats().used > used);
    drop(PREVIOUS.lock().expect("no panic").take());
    assert_eq!(memory.stats().used, used);
    JUMP.lock().expect("no panic").take();
}

/// Cycles that are too large for the search after a change are freed on request.
#[test]
fn large_cycles_of_jumps_are_collected() {
    const SIZE: usize = 100;
    let memory = memory_in(mapping_modes()[0]);
    let mut compiler = compiler(OptLevel::O0, &memory);
    let other = replaceable(&mut compiler);
    let each = memory.stats().used;
    let ring: Vec<_> = (0..SIZE).map(|_| replaceable(&mut compiler)).collect();
    (0..SIZE).for_each(|n| assert!(lead(&ring[n], &ring[(n + 1) % SIZE]).is_none()));
    Code::collect();
    assert_eq!(memory.stats().used, (SIZE + 1) * each);
    drop(ring);
    Code::collect();
    assert_eq!((memory.stats().used, call(&other.0, 21)), (each, 42));
}

/// Code with patchable jumps, which is not called.
fn with_jumps(compiler: &mut Compiler, count: usize) -> (Code, Vec<JumpSite>) {
    assembled(compiler, "jumps", |masm| {
        let own = masm.new_label();
        let sites = (0..count).map(|_| masm.patchable_jump(own)).collect();
        masm.bind(own);
        masm.landing_pad();
        masm.ret();
        sites
    })
}

#[test]
fn each_jump_has_its_target() {
    const JUMPS: usize = 7;
    let memory = memory_in(mapping_modes()[0]);
    let mut compiler = compiler(OptLevel::O0, &memory);
    let (code, sites) = with_jumps(&mut compiler, JUMPS);
    for order in [[0, 1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1, 0], [3, 0, 6, 2, 5, 1, 4]] {
        let targets: Vec<_> = (0..JUMPS).map(|_| replaceable(&mut compiler)).collect();
        let entries: Vec<_> = targets.iter().map(|target| target.0.entry()).collect();
        for (site, target) in sites.iter().zip(&targets) {
            assert!(lead(&(code.clone(), *site), target).is_none());
        }
        drop(targets);
        for n in order {
            let before = reset(&(code.clone(), sites[n])).expect("it led there");
            assert_eq!(before.entry(), entries[n], "{order:?}");
            drop(before);
            assert!(Code::at(entries[n]).is_none());
        }
    }
    drop(code);
    assert_eq!(memory.stats().used, 0);
}

/// Replaces jump after jump of the same code. The time for each does not grow with their number.
#[test]
fn patching_does_not_depend_on_the_number_of_jumps() {
    const JUMPS: usize = 16_000;
    const BATCH: usize = 500;
    let memory = memory_in(mapping_modes()[0]);
    let mut compiler = compiler(OptLevel::O0, &memory);
    let (code, sites) = with_jumps(&mut compiler, JUMPS);
    let targets = [0; 2].map(|_| replaceable(&mut compiler).0);
    for target in &targets {
        let mut times: Vec<_> = Vec::new();
        for batch in sites.chunks(BATCH) {
            let start = std::time::Instant::now();
            for &site in batch {
                // SAFETY: the code is not called.
                drop(unsafe { code.patch_jump(site, target, 0) }.expect("a jump"));
            }
            times.push(start.elapsed());
        }
        let quarter = times.len() / 4;
        let best = |times: &[std::time::Duration]| times.iter().min().copied().unwrap_or_default();
        let (first, last) = (best(&times[..quarter]), best(&times[times.len() - quarter..]));
        assert!(last < 5 * first, "{first:?} for the first {BATCH}, {last:?} for the last");
    }
    drop((code, targets));
    assert_eq!(memory.stats().used, 0);
}

#[test]
fn cycles_of_jumps_are_dropped() {
    for (level, memory) in modes() {
        let mut compiler = compiler(level, &memory);
        let [first, second, third, outside] = [0; 4].map(|_| replaceable(&mut compiler));
        let each = memory.stats().used / 4;
        assert!(lead(&first, &second).is_none() && lead(&second, &third).is_none());
        assert!(lead(&third, &first).is_none() && lead(&outside, &second).is_none());
        let address = first.0.entry();
        drop((first, second));
        assert_eq!(memory.stats().used, 4 * each, "the third one refers to all");
        let found = Code::at(address).expect("alive");
        drop(third);
        drop(found);
        assert_eq!(memory.stats().used, 4 * each, "code outside of the cycle jumps there");
        let second = reset(&outside).expect("it led there");
        assert_eq!(memory.stats().used, 4 * each, "the handle refers to it");
        drop(second);
        assert_eq!(memory.stats().used, each);
        assert!(Code::at(address).is_none());
        assert_eq!(call(&outside.0, 21), 42);
    }
}

/// Threads connect code by jumps in cycles, and drop it.
#[test]
fn cycles_are_made_and_dropped_by_several_threads() {
    let rounds = if cfg!(target_arch = "aarch64") { 50 } else { 500 };
    let (level, memory) = modes().next().expect("a mode");
    let shared = replaceable(&mut compiler(level, &memory));
    let each = memory.stats().used;
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut compiler = compiler(level, &memory);
                for _ in 0..rounds {
                    let [first, second] = [0; 2].map(|_| replaceable(&mut compiler));
                    lead(&first, &second);
                    lead(&second, &first);
                    // The cycle of another thread may be the one that loses its last owner here.
                    drop(lead(&shared, &first));
                    drop(first);
                    drop(second);
                }
            });
        }
    });
    assert_eq!(memory.stats().used, 3 * each, "the last one is kept");
    drop(reset(&shared));
    assert_eq!(memory.stats().used, each);
}

/// Two threads call while a third one patches the jump and the constant.
#[test]
fn all_threads_see_atomic_changes() {
    const FLIPS: u64 = 200_000;
    for mode in mapping_modes() {
        let memory = memory_in(*mode);
        let mut compiler = compiler(OptLevel::O2, &memory);
        let (code, jump) = replaceable(&mut compiler);
        let sites = Arc::new(Mutex::new(Vec::new()));
        let other = compiler.compile(adding(&sites)).expect("compiles");
        let constant = sites.lock().expect("no panic")[0];
        let (done, calls) = (AtomicBool::new(false), AtomicU64::new(0));
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !done.load(SeqCst) {
                        let found = call(&code, 1 << 20);
                        let added = found - (1 << 20);
                        // Both halves of the constant are equal in every read.
                        let whole = added as u64 >> 32 == added as u64 & 0xffff_ffff;
                        assert!(found == 2 << 20 || added == 1 || whole, "{found:#x}");
                        calls.fetch_add(1, SeqCst);
                    }
                });
            }
            for n in 0..FLIPS {
                let bits = n << 32 | n;
                // SAFETY: the code accepts any number, and both are functions of these types.
                unsafe {
                    other.patch_constant(constant, bits).expect("ours");
                    code.patch_jump(jump, &other, 0).expect("ours");
                }
                if n % 3 == 0 {
                    // SAFETY: `other` has another handle.
                    unsafe { code.reset_jump(jump) }.expect("ours");
                }
            }
            while calls.load(SeqCst) < 1000 {
                std::hint::spin_loop();
            }
            done.store(true, SeqCst);
        });
    }
}

#[test]
fn sites_that_contradict_the_code_are_errors() {
    let memory = memory_in(mapping_modes()[0]);
    let mut compiler = compiler(OptLevel::O0, &memory);
    let sites = Arc::new(Mutex::new(Vec::new()));
    let proc = adding(&sites);
    let good = compiler.emit(&proc).expect("compiles");
    let linked = |change: &dyn Fn(&mut barebones::isa::CompiledCode)| {
        let mut code = good.clone();
        change(&mut code);
        let convention = proc.target().convention(proc.convention());
        let (name, signature) = ("p", proc.signature());
        let linkable = barebones::jit::Linkable { name, code: &code, signature, convention };
        match barebones::jit::link(&memory, &[linkable], &[], &|_, _| None) {
            Ok(_) => None,
            Err(LinkError::Malformed { expected, found, .. }) => Some((expected, found)),
            Err(other) => panic!("{other}"),
        }
    };
    let cells = Some(("relocations of sites that are cells", 0));
    assert_eq!(linked(&|_| ()), None);
    assert_eq!(linked(&|code| code.patchable_sites.clear()), cells);
    let point = |offset, exit| PatchableKind::Invalidation { offset, exit };
    assert_eq!(linked(&|code| code.patchable_sites[0].kind = point(0, 0)).map(|e| e.1), Some(0));
    let far = u32::MAX - 3;
    assert_eq!(
        linked(&|code| code.patchable_sites[0].kind = point(far, 0)),
        Some(("invalidation points at their instructions", u64::from(far)))
    );
    assert_eq!(
        linked(&|code| code.patchable_sites[0].kind = PatchableKind::Jump { target: far }),
        Some(("targets of jumps inside the instructions", u64::from(far)))
    );
    // Two points at the same offset, and an invalid exit.
    let with_points = |offsets: [u32; 2], exit: u32| {
        linked(&|code| {
            let origin = code.patchable_sites[0].origin;
            let nop = if cfg!(target_arch = "x86_64") { [0xa9; 4] } else { [0x1f, 0x20, 0x03, 0xd5] };
            code.bytes.splice(0..0, [nop; 4].concat());
            code.code_size += 16;
            for relocation in &mut code.relocations {
                relocation.offset += 16;
                if relocation.target == RelocTarget::Code {
                    relocation.addend += 16;
                }
            }
            code.patchable_sites.extend(
                offsets.map(|offset| barebones::isa::PatchableSite { kind: point(offset, exit), origin }),
            );
        })
    };
    assert_eq!(with_points([8, 0], 4), None);
    assert_eq!(with_points([8, 8], 4), Some(("invalidation points that do not overlap", 8)));
    assert_eq!(
        with_points([0, 8], far),
        Some(("exits of invalidation points inside the instructions", u64::from(far)))
    );
    if cfg!(target_arch = "x86_64") {
        assert_eq!(with_points([8, 4], 4), Some(("invalidation points that do not overlap", 8)));
    } else {
        assert_eq!(with_points([0, 2], 4), Some(("invalidation points at their instructions", 2)));
        assert_eq!(with_points([0, 8], 2), Some(("exits of invalidation points inside the instructions", 2)));
    }
}
