//! Branches and constants in instructions that are patched while other threads execute them, and assumptions.
#![allow(unsafe_code)] // calls compiled code, and patches its sites

use barebones::base::{ConvId, IntCondition, Origin, RegSet, Signature, Type};
use barebones::ir::Procedure;
use barebones::isa::masm::MacroAssembler;
use barebones::isa::{BranchRole, ConstantSite, GeneratorError, JumpSite, Label, PatchableKind};
use barebones::jit::{Assumption, Code, ExitReply, Mapper, MappingMode, Quiescence, SystemMapper, TypedCode};
use barebones::{Compiler, OptLevel, exit_state};
use barebones_testing::native::{compiler_in, is_emulated, mapping_modes, options_at};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

type Unary = extern "C" fn(i64) -> i64;

fn compiler(mode: MappingMode) -> Compiler {
    compiler_in(mode, options_at(OptLevel::O2))
}

fn typed(code: &Code) -> TypedCode<Unary> {
    // SAFETY: the code only computes with its argument.
    unsafe { code.typed::<Unary>() }.expect("these types")
}

fn call(code: &Code, x: i64) -> i64 {
    typed(code).call(x)
}

/// Returns its argument plus a number.
fn adding(compiler: &mut Compiler, number: i64) -> Code {
    let mut proc = Procedure::new(compiler.target());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let number = b.const64(number);
    let sum = b.add(x, number);
    b.ret([sum]);
    compiler.compile(proc).expect("compiles")
}

/// A function of the client's assembler. `body` gets a label for its end.
fn assembled<R>(
    compiler: &mut Compiler,
    body: impl FnOnce(&mut MacroAssembler<'_>, Label) -> Result<R, GeneratorError>,
) -> (Code, R) {
    let mut assembly = compiler.assemble();
    let entry = assembly.masm().new_label();
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.bind(entry);
    masm.landing_pad();
    let end = masm.new_label();
    let site = body(&mut masm, end).expect("assembles");
    masm.bind(end);
    masm.ret();
    let assembled = assembly.finish().expect("assembles");
    let signature = Signature { params: vec![Type::Int64], results: vec![Type::Int64] };
    let code = compiler.link_assembled(&assembled, "site", &signature, ConvId::new(0), &|_| None);
    (code.expect("links"), site)
}

/// A function that returns what the branch leads to: 0 for the next instruction, 1 for its label, which leaves the
/// argument alone otherwise. A number of no-ops before it gives the branch each alignment.
fn branching(compiler: &mut Compiler, role: BranchRole, padding: usize) -> (Code, JumpSite) {
    let conv = compiler.target().convention(ConvId::C);
    if role == BranchRole::Call {
        let mut site = None;
        let (code, ()) = assembled(compiler, |masm, end| {
            let callee = masm.new_label();
            masm.function(RegSet::EMPTY, 0, |masm, _| {
                (0..padding).for_each(|_| masm.nop());
                site = Some(masm.patchable_call(callee, conv.clobbered));
            });
            masm.bind(callee);
            masm.landing_pad();
            let result = masm.gpr(conv.results_gp[0])?;
            masm.mov(result, 1);
            masm.jump(end);
            Ok(())
        });
        return (code, site.expect("emitted"));
    }
    assembled(compiler, |masm, end| {
        let own = masm.new_label();
        let result = masm.gpr(conv.results_gp[0])?;
        (0..padding).for_each(|_| masm.nop());
        let site = match role {
            BranchRole::Nop => masm.patchable_nop(own),
            _ => masm.patchable_near_jump(own),
        };
        masm.mov(result, 0);
        masm.jump(end);
        masm.bind(own);
        masm.landing_pad();
        masm.mov(result, 1);
        Ok(site)
    })
}

/// A function that returns a constant of 64 bits.
fn returning(compiler: &mut Compiler, bits: u64, padding: usize) -> (Code, ConstantSite) {
    let conv = compiler.target().convention(ConvId::C);
    assembled(compiler, |masm, _| {
        let result = masm.gpr(conv.results_gp[0])?;
        (0..padding).for_each(|_| masm.nop());
        Ok(masm.patchable_immediate(result, bits))
    })
}

/// A function that returns 1 if the low half of its argument is a constant, else 0.
fn comparing(compiler: &mut Compiler, bits: u32, padding: usize) -> (Code, ConstantSite) {
    let conv = compiler.target().convention(ConvId::C);
    assembled(compiler, |masm, end| {
        let (x, result) = (masm.gpr(conv.args_gp[0])?, masm.gpr(conv.results_gp[0])?);
        let equal = masm.new_label();
        (0..padding).for_each(|_| masm.nop());
        let site = masm.patchable_branch32(IntCondition::Equal, x, bits, equal);
        masm.mov(result, 0);
        masm.jump(end);
        masm.bind(equal);
        masm.mov(result, 1);
        Ok(site)
    })
}

const ROLES: [BranchRole; 3] = [BranchRole::Jump, BranchRole::Call, BranchRole::Nop];

#[test]
fn branches_lead_where_they_were_patched_to() {
    for &mode in mapping_modes() {
        let mut compiler = compiler(mode);
        let targets = [10, 11].map(|number| adding(&mut compiler, number));
        for role in ROLES {
            for padding in 0..9 {
                let (code, site) = branching(&mut compiler, role, padding);
                let sites: Vec<_> = code.jump_sites().collect();
                assert_eq!(sites, [(site, Origin::NONE)]);
                let PatchableKind::Branch { offset, .. } = code.patchable_sites()[0].kind else { panic!() };
                let fits =
                    if cfg!(target_arch = "x86_64") { offset % 8 <= 3 } else { offset.is_multiple_of(4) };
                assert!(fits, "{offset} of {role:?}");
                let first = i64::from(role != BranchRole::Nop);
                assert_eq!(call(&code, 5), first);
                // The callee and the targets have the same type as the function; nothing has changed before the branch.
                // SAFETY: as above.
                unsafe {
                    assert!(code.patch_jump(site, &targets[0], 0).expect("patches").is_none());
                    assert_eq!(call(&code, 5), 15, "{mode:?} {role:?} {padding}");
                    assert!(code.patch_jump(site, &targets[1], 0).expect("patches").is_some());
                    assert_eq!(call(&code, 5), 16);
                    assert!(code.take_jump(site).expect("patches").is_some());
                    assert_eq!(call(&code, 5), 1);
                    code.patch_jump(site, &targets[0], 0).expect("patches");
                    assert!(code.reset_jump(site).expect("patches").is_some());
                    assert_eq!(call(&code, 5), first);
                }
            }
        }
    }
}

#[test]
fn constants_have_their_patched_bits() {
    for &mode in mapping_modes() {
        let mut compiler = compiler(mode);
        for padding in 0..9 {
            let (code, site) = returning(&mut compiler, u64::MAX, padding);
            assert_eq!(call(&code, 0), -1);
            // SAFETY: the code returns any bits.
            let before = unsafe { code.patch_constant(site, 0x0123_4567_89ab_cdef) };
            assert_eq!((before, call(&code, 0)), (Ok(u64::MAX), 0x0123_4567_89ab_cdef), "{mode:?} {padding}");
            let (code, site) = comparing(&mut compiler, 7, padding);
            assert_eq!([7, 8, 7 | 1 << 40].map(|x| call(&code, x)), [1, 0, 1]);
            // SAFETY: the code compares with any bits.
            let before = unsafe { code.patch_constant(site, 0xffff_ffff) };
            assert_eq!(before, Ok(7));
            assert_eq!([7, -1, 0xffff_ffff].map(|x| call(&code, x)), [0, 1, 1], "{mode:?} {padding}");
            assert_eq!(code.constant_sites().count(), 1);
        }
    }
}

/// A target out of the branch's reach is reached through the stub and its cell.
#[test]
fn far_targets_are_reached_through_cells() {
    if !cfg!(target_os = "linux") || is_emulated() {
        return;
    }
    let mut near = compiler(MappingMode::Dual);
    let codes = ROLES.map(|role| branching(&mut near, role, 0));
    // Addresses between both memories. Memory of earlier attempts fills gaps that are nearer.
    let system = SystemMapper::with_mode(MappingMode::Dual).expect("memory");
    let (mut between, mut nearer) = (Vec::new(), Vec::new());
    let is_far = |target: &Code| codes[0].0.entry().addr().abs_diff(target.entry().addr()) > 2 << 30;
    let target = loop {
        between.push(system.reserve(4 << 30).expect("addresses"));
        let mut far = compiler(MappingMode::Dual);
        let target = adding(&mut far, 100);
        if is_far(&target) {
            break target;
        }
        nearer.push((far, target));
        assert!(nearer.len() < 50, "no memory is far enough for the test");
    };
    let close = adding(&mut near, 1000);
    for (code, site) in &codes {
        // SAFETY: as in other tests.
        unsafe {
            code.patch_jump(*site, &target, 0).expect("patches");
            assert_eq!(call(code, 1), 101);
            code.patch_jump(*site, &close, 0).expect("patches");
            assert_eq!(call(code, 1), 1001);
            code.patch_jump(*site, &target, 0).expect("patches");
            assert_eq!(call(code, 1), 101);
            code.reset_jump(*site).expect("patches");
        }
    }
    for reservation in between {
        // SAFETY: it is from this mapper, and was never used.
        unsafe { system.release(reservation) };
    }
}

/// How often each kind is patched while two threads execute it: `BAREBONES_PATCHES`, or few.
fn patches() -> u64 {
    let given = std::env::var("BAREBONES_PATCHES").ok().and_then(|count| count.parse().ok());
    given.unwrap_or(if is_emulated() { 2_000 } else { 20_000 })
}

/// Calls `f` in two threads, while `patch` runs in this one with numbers from 0. `f` returns false for a wrong result.
fn executing(f: impl Fn() -> bool + Sync, mut patch: impl FnMut(u64)) {
    let (started, stop) = (Barrier::new(3), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| {
            scope.spawn(|| {
                let (mut calls, mut wrong) = (1_u64, u64::from(!f()));
                started.wait();
                while !stop.load(SeqCst) {
                    wrong += u64::from(!f());
                    calls += 1;
                }
                (calls, wrong)
            })
        });
        started.wait();
        for number in 0..patches() {
            patch(number);
        }
        std::thread::sleep(Duration::from_millis(5));
        stop.store(true, SeqCst);
        for thread in threads {
            let (calls, wrong) = thread.join().expect("no panic");
            assert_eq!(wrong, 0, "of {calls} calls");
        }
    });
}

#[test]
fn two_threads_execute_branches_that_a_third_patches() {
    for &mode in mapping_modes() {
        let mut compiler = compiler(mode);
        let targets = [10, 11].map(|number| adding(&mut compiler, number));
        for role in ROLES {
            let (code, site) = branching(&mut compiler, role, 0);
            let memory = compiler.memory().expect("memory").clone();
            let (used, function) = (memory.stats().used, typed(&code));
            executing(
                || matches!(function.call(5), 0 | 1 | 15 | 16),
                // SAFETY: as in other tests; the targets live longer than all calls.
                |number| unsafe {
                    let before = match number % 4 {
                        0 => code.patch_jump(site, &targets[0], 0),
                        1 => code.take_jump(site),
                        2 => code.patch_jump(site, &targets[1], 0),
                        _ => code.reset_jump(site),
                    };
                    drop(before.expect("patches"));
                },
            );
            assert_eq!(memory.stats().used, used, "patching takes no memory");
        }
    }
}

#[test]
fn two_threads_execute_constants_that_a_third_patches() {
    const HALVES: [u64; 2] = [0x1111_1111_1111_1111, 0x7777_7777_7777_7777];
    for &mode in mapping_modes() {
        let mut compiler = compiler(mode);
        let (code, site) = returning(&mut compiler, HALVES[1], 0);
        let function = typed(&code);
        executing(
            || HALVES.contains(&(function.call(0) as u64)),
            // SAFETY: the code returns any bits.
            |number| unsafe {
                let _ = code.patch_constant(site, HALVES[number as usize % 2]).expect("patches");
            },
        );
        let (code, site) = comparing(&mut compiler, 0x7777_7777, 0);
        let function = typed(&code);
        executing(
            // A torn constant would be one of these.
            || [0x1111_7777, 0x7777_1111, 0x7711_1111, 0x1177_7777].iter().all(|x| function.call(*x) == 0),
            // SAFETY: the code compares with any bits.
            |number| unsafe {
                let _ = code.patch_constant(site, HALVES[number as usize % 2]).expect("patches");
            },
        );
    }
}

/// Each target is dropped when both threads have passed a quiescent point.
#[test]
fn targets_are_retired_while_threads_execute_the_branch() {
    let rounds = patches() / 20;
    for &mode in mapping_modes() {
        for role in ROLES {
            let mut compiler = compiler(mode);
            let (code, site) = branching(&mut compiler, role, 0);
            let (domain, stop, function) = (Quiescence::new(), AtomicBool::new(false), typed(&code));
            let memory = compiler.memory().expect("memory").clone();
            let used = memory.stats().used;
            std::thread::scope(|scope| {
                let threads = [(); 2].map(|()| {
                    let mut thread = domain.register_thread();
                    let (stop, function) = (&stop, &function);
                    scope.spawn(move || {
                        let mut right = true;
                        while !stop.load(SeqCst) {
                            let result = function.call(5);
                            right &= result == 0 || result == 1 || result > 5;
                            thread.quiescent();
                        }
                        right
                    })
                });
                for number in 0..rounds {
                    let target = adding(&mut compiler, 1 + number as i64);
                    // SAFETY: the types are equal, and both threads are registered with the domain.
                    let before = unsafe { code.patch_jump(site, &target, 0) }.expect("patches");
                    domain.retire(before);
                }
                stop.store(true, SeqCst);
                assert!(threads.into_iter().all(|thread| thread.join().expect("no panic")));
            });
            assert_eq!(domain.reclaim(), 0);
            // SAFETY: no thread runs the target.
            drop(unsafe { code.reset_jump(site) });
            assert_eq!(memory.stats().used, used, "{rounds} targets were freed");
        }
    }
}

/// A procedure with this number of invalidation points, with origins 0, 1, ... It returns 42, and 54 by an exit.
fn assuming(compiler: &mut Compiler, points: u32) -> Code {
    let mut proc = Procedure::new(compiler.target());
    let root = proc.add_block();
    let mut b = proc.at(root);
    let answer = b.const64(42);
    let state = exit_state![b.proc, frame { function: 1, pc: 0, locals: [], stack: [] }];
    for origin in 0..points {
        proc.at(root).with_origin(Origin(origin)).invalidation_point().exit_state(state).append();
    }
    proc.at(root).ret([answer]);
    compiler.set_exit_handler(|_| ExitReply::Return(vec![54]));
    compiler.compile(proc).expect("compiles")
}

fn answer(code: &Code) -> i64 {
    // SAFETY: the code computes nothing.
    unsafe { code.typed::<extern "C" fn() -> i64>() }.expect("these types").call()
}

#[test]
fn an_assumption_ends_for_all_code_at_once() {
    for &mode in mapping_modes() {
        let mut compiler = compiler(mode);
        let codes = [(); 3].map(|()| assuming(&mut compiler, 2));
        let dropped = assuming(&mut compiler, 1);
        let (nop, _) = branching(&mut compiler, BranchRole::Nop, 0);
        let other = Assumption::new();
        let assumption = Assumption::new();
        assert_eq!(assumption.depend(&codes[0]), Ok(2));
        assert_eq!(assumption.depend_where(&codes[1], |site| site.origin == Origin(1)), Ok(1));
        assert_eq!(assumption.depend(&dropped), Ok(1));
        assert_eq!(assumption.depend(&nop), Ok(0), "no invalidation point");
        assert_eq!(assumption.depend_where(&nop, |_| true), Ok(1));
        assert_eq!(other.depend(&codes[2]), Ok(2));
        drop(dropped);
        assert!(assumption.is_valid());
        assert_eq!((codes.each_ref().map(answer), call(&nop, 5)), ([42; 3], 0));
        assert_eq!(assumption.clone().invalidate(), Ok(4));
        assert_eq!((codes.each_ref().map(answer), call(&nop, 5)), ([54, 54, 42], 1), "{mode:?}");
        assert!(!assumption.is_valid() && other.is_valid());
        assert_eq!(assumption.invalidate(), Ok(0));
        assert_eq!(assumption.depend(&codes[2]), Ok(2), "diverted at once");
        assert_eq!(answer(&codes[2]), 54);
        assert_eq!(
            format!("{assumption:?}, {other:?}"),
            "Assumption(ended) { dependents: 0 }, Assumption { dependents: 1 }"
        );
    }
}

/// Code that was freed does not stay in the list.
#[test]
fn assumptions_forget_code_that_was_freed() {
    let mut compiler = compiler(mapping_modes()[0]);
    let assumption = Assumption::new();
    for _ in 0..1000 {
        let code = assuming(&mut compiler, 1);
        assumption.depend(&code).expect("depends");
    }
    assert!(format!("{assumption:?}").len() <= "Assumption { dependents: 64 }".len());
    assert_eq!(assumption.invalidate(), Ok(0));
}

/// A million sites a second would be too slow for a class hierarchy; printed with `--nocapture`.
#[test]
fn ten_thousand_sites_are_invalidated_in_little_time() {
    for &mode in mapping_modes() {
        let mut compiler = compiler(mode);
        let codes: Vec<Code> = (0..100).map(|_| assuming(&mut compiler, 100)).collect();
        let assumption = Assumption::new();
        codes.iter().for_each(|code| assert_eq!(assumption.depend(code), Ok(100)));
        let start = Instant::now();
        assert_eq!(assumption.invalidate(), Ok(10_000));
        let time = start.elapsed();
        println!("10,000 sites, {mode:?}: {time:?}");
        // A hundred times the aim: other tests run meanwhile, and builds may have no optimisation.
        assert!(time < Duration::from_millis(200) || is_emulated(), "{time:?}");
        assert!(codes.iter().all(|code| answer(code) == 54));
    }
}

/// After the return of `invalidate` no thread passes a site.
#[test]
fn no_thread_passes_a_site_after_its_assumption_has_ended() {
    for &mode in mapping_modes() {
        for _ in 0..if is_emulated() { 5 } else { 100 } {
            let mut compiler = compiler(mode);
            let code = assuming(&mut compiler, 1);
            let (assumption, ended) = (Assumption::new(), AtomicBool::new(false));
            assumption.depend(&code).expect("depends");
            std::thread::scope(|scope| {
                let threads = [(); 2].map(|()| {
                    scope.spawn(|| {
                        loop {
                            let must_exit = ended.load(SeqCst);
                            let result = answer(&code);
                            if must_exit {
                                return result;
                            }
                        }
                    })
                });
                assert_eq!(assumption.invalidate(), Ok(1));
                ended.store(true, SeqCst);
                for thread in threads {
                    assert_eq!(thread.join().expect("no panic"), 54);
                }
            });
        }
    }
}
