//! Tests of trap recovery.

use super::*;
use crate::base::{ExitId, Origin, TrapCode};
use crate::isa::{CodeOrigin, TrapSite};
use crate::jit::{Bits, Trap, TrapRecovery, TypedCode, raise_trap};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

fn recovery() -> TrapRecovery {
    TrapRecovery::install().expect("works where tests run")
}

fn site(offset: u32, code: TrapCode) -> TrapSite {
    TrapSite { offset, code, origin: Origin(offset + 100), exit: ExitId::INVALID, has_frame: true }
}

/// A procedure with a frame that traps depending on its argument: `push rbp; mov rbp, rsp; mov rax, [rdi]; test rax,
/// rax; je over; ud2; over: pop rbp; ret`. The load is at 4, the trap at 12.
fn loading() -> CompiledCode {
    let bytes = [0x55, 0x48, 0x89, 0xE5, 0x48, 0x8B, 0x07, 0x48, 0x85, 0xC0, 0x74, 2, 0x0F, 0x0B, 0x5D, 0xC3];
    let trap_sites = vec![site(4, TrapCode::NullReference), site(12, TrapCode::User(3))];
    let origins = [0, 4, 12].map(|offset| CodeOrigin { offset, origin: Origin(offset + 100) }).into();
    CompiledCode { trap_sites, origins, ..compiled(&bytes) }
}

/// Clobbers all callee-saved registers but the frame pointer, and calls a symbol: `push rbp; mov rbp, rsp; push rbx;
/// push r12; .. push r15; sub rsp, 8; mov ebx, 1; .. mov r15d, 1; call symbol; ..; pop ..; pop rbp; ret`.
fn clobbering_and_calling(symbol: u32) -> CompiledCode {
    let mut bytes = vec![0x55, 0x48, 0x89, 0xE5, 0x53, 0x41, 0x54, 0x41, 0x55, 0x41, 0x56, 0x41, 0x57];
    bytes.extend([0x48, 0x83, 0xEC, 8, 0xBB, 1, 0, 0, 0]);
    for reg in 4..8 {
        bytes.extend([0x41, 0xB8 | reg, 1, 0, 0, 0]);
    }
    bytes.push(0xE8);
    let offset = bytes.len() as u32;
    bytes.extend([0, 0, 0, 0, 0x48, 0x83, 0xC4, 8]);
    bytes.extend([0x41, 0x5F, 0x41, 0x5E, 0x41, 0x5D, 0x41, 0x5C, 0x5B, 0x5D, 0xC3]);
    let target = RelocTarget::Symbol(SymbolId::new(symbol));
    CompiledCode {
        origins: vec![CodeOrigin { offset: 0, origin: Origin(7) }],
        ..relocated(&bytes, offset, RelocKind::X64Rel32, target)
    }
}

/// Return offset of the call in `clobbering_and_calling`.
const RETURN_OFFSET: u32 = 51;

fn typed(code: &Code) -> TypedCode<LongToLong> {
    // SAFETY: each test calls it only with arguments for which the code is defined.
    unsafe { code.typed() }.expect("the types of the code")
}

fn link_typed(memory: &CodeMemory, code: &CompiledCode) -> TypedCode<LongToLong> {
    typed(&link_one(memory, code, &long_to_long()).expect("links"))
}

fn calling_host(memory: &CodeMemory, host: LongToLong) -> TypedCode<LongToLong> {
    let code = clobbering_and_calling(0);
    let resolve = |_, _| Some(Resolved::Address(host as *const u8));
    let signature = long_to_long();
    let mut codes = link(memory, &[linkable("caller", &code, &signature)], &[], &resolve).expect("links");
    typed(&codes.remove(0))
}

/// An argument for `loading`: it returns 0 if the value is 0, else traps.
fn at(value: &i64) -> i64 {
    &raw const *value as i64
}

fn assert_null_reference(trap: &Trap, address: usize) {
    assert_eq!((trap.code, trap.fault_address), (TrapCode::NullReference, Some(address)));
    let site = trap.site.as_ref().expect("an instruction trapped");
    assert_eq!((site.offset, site.origin), (4, Origin(104)));
    assert!(trap.callers.is_empty() && trap.payload.is_none());
}

#[test]
fn traps_are_errors_and_the_thread_continues() {
    in_both_modes(|memory| {
        let (recovery, load) = (recovery(), link_typed(&memory, &loading()));
        let (zero, one) = (0i64, 1i64);
        for _ in 0..3 {
            assert_eq!(load.call_catching(recovery, at(&zero)).expect("no trap"), 0);
            assert_null_reference(&load.call_catching(recovery, 8).expect_err("null"), 8);
            let trap = load.call_catching(recovery, at(&one)).expect_err("ud2");
            assert_eq!((trap.code, trap.fault_address), (TrapCode::User(3), None));
            assert_eq!(trap.site.as_ref().map(|site| (site.offset, site.origin)), Some((12, Origin(112))));
            assert_eq!(trap.to_string(), "User(3), in test+0xc");
        }
        // A non-canonical address is not in the system's report.
        let trap = load.call_catching(recovery, i64::MIN / 2).expect_err("not canonical");
        assert_eq!((trap.code, trap.fault_address), (TrapCode::NullReference, None));
    });
}

#[test]
fn a_trapping_division_is_an_error() {
    // `mov eax, 1; cqo; idiv rdi; ret`.
    let mut code = compiled(&[0xB8, 1, 0, 0, 0, 0x48, 0x99, 0x48, 0xF7, 0xFF, 0xC3]);
    code.trap_sites = vec![site(7, TrapCode::IntegerDivisionByZero)];
    let memory = CodeMemory::new().expect("works where tests run");
    let (recovery, divide) = (recovery(), link_typed(&memory, &code));
    assert_eq!(divide.call_catching(recovery, 1).expect("no trap"), 1);
    let trap = divide.call_catching(recovery, 0).expect_err("a division by zero");
    assert_eq!((trap.code, trap.fault_address), (TrapCode::IntegerDivisionByZero, None));
}

#[test]
fn raw_calls_catch_too() {
    let memory = CodeMemory::new().expect("works where tests run");
    let load = link_one(&memory, &loading(), &long_to_long()).expect("links");
    let zero = 0i64;
    let call = |address: i64| {
        let argument = Bits { ty: Type::Int64, bits: address as u64 };
        // SAFETY: all undefined operations are trap sites.
        unsafe { load.call_raw_catching(recovery(), &[argument]) }.expect("the right arguments")
    };
    assert_eq!(call(at(&zero)).expect("no trap"), [0]);
    assert_null_reference(&call(16).expect_err("null"), 16);
    // SAFETY: never called.
    assert!(unsafe { load.call_raw_catching(recovery(), &[]) }.is_err());
}

#[test]
fn callers_are_reported_and_registers_are_preserved() {
    in_both_modes(|memory| {
        let signature = long_to_long();
        let (caller, callee) = (clobbering_and_calling(1), loading());
        let group = [linkable("caller", &caller, &signature), linkable("callee", &callee, &signature)];
        let codes = link(&memory, &group, &[], &|_, _| Some(Resolved::Procedure(1))).expect("links");
        let caller = typed(&codes[0]);
        drop(codes);
        // Values that the compiler keeps in registers across the call must be preserved.
        let kept: [u64; 8] = std::hint::black_box([1, 2, 3, 5, 7, 11, 13, 17]);
        let mut sum = 0;
        for round in 0..10 {
            let trap = caller.call_catching(recovery(), 24).expect_err("null");
            let places = trap.places().map(|place| (place.code.name(), place.offset, place.origin));
            let expected = [("callee", 4, Origin(104)), ("caller", RETURN_OFFSET, Origin(7))];
            assert_eq!(places.collect::<Vec<_>>(), expected);
            sum += kept.iter().map(|k| k * round).sum::<u64>();
        }
        assert_eq!(sum, 59 * 45);
    });
}

#[test]
fn callers_are_bounded() {
    // Calls itself until the argument is zero, then traps: `push rbp; mov rbp, rsp; sub rdi, 1; jb trap; call itself;
    // pop rbp; ret; trap: ud2`.
    let bytes = [0x55, 0x48, 0x89, 0xE5, 0x48, 0x83, 0xEF, 1, 0x72, 7, 0xE8, 0xF1, 0xFF, 0xFF, 0xFF];
    let mut code = compiled(&[&bytes[..], &[0x5D, 0xC3, 0x0F, 0x0B]].concat());
    code.trap_sites = vec![site(17, TrapCode::Unreachable)];
    let memory = CodeMemory::new().expect("works where tests run");
    let recurse = link_typed(&memory, &code);
    for depth in [0, 1, 63, 64, 65, 1000] {
        let trap = recurse.call_catching(recovery(), depth as i64).expect_err("it always traps");
        assert_eq!(trap.callers.len(), depth.min(Trap::MAX_CALLERS));
        assert!(trap.callers.iter().all(|caller| caller.offset == 15));
    }
}

thread_local! {
    static INNER: Cell<Option<TypedCode<LongToLong>>> = const { Cell::new(None) };
}

/// Calls the thread's inner procedure; returns 1000 if it traps.
extern "C" fn call_inner(argument: i64) -> i64 {
    let inner = INNER.take().expect("the test sets it");
    let result = inner.call_catching(recovery(), argument).unwrap_or(1000);
    INNER.set(Some(inner));
    result
}

#[test]
fn a_trap_ends_the_innermost_call() {
    let memory = CodeMemory::new().expect("works where tests run");
    let outer = calling_host(&memory, call_inner);
    INNER.set(Some(link_typed(&memory, &loading())));
    let zero = 0i64;
    assert_eq!(outer.call_catching(recovery(), at(&zero)).expect("no trap"), 0);
    assert_eq!(outer.call_catching(recovery(), 8).expect("the inner call had it"), 1000);
    // The outer call is the innermost one again.
    assert_null_reference(
        &link_typed(&memory, &loading()).call_catching(recovery(), 8).expect_err("null"),
        8,
    );
    INNER.set(None);
}

extern "C" fn raise(argument: i64) -> i64 {
    if argument == 0 {
        return 42;
    }
    // SAFETY: nothing here has a destructor.
    unsafe { raise_trap(TrapCode::User(9), Some(Box::new(argument)), std::ptr::null()) }
}

#[test]
fn host_functions_raise_traps() {
    let memory = CodeMemory::new().expect("works where tests run");
    let code = calling_host(&memory, raise);
    assert_eq!(code.call_catching(recovery(), 0).expect("no trap"), 42);
    let trap = code.call_catching(recovery(), 5).expect_err("raised");
    assert_eq!((trap.code, trap.site.is_none(), trap.callers.len()), (TrapCode::User(9), true, 0));
    let mut payload = trap.payload.expect("it was raised with one");
    *payload.get_mut().downcast_mut::<i64>().expect("a number") += 1;
    let payload = payload.downcast::<String>().expect_err("a number");
    assert_eq!(payload.downcast::<i64>().ok().as_deref(), Some(&6));
    // A later trap does not get the payload of an earlier one.
    let trap = link_typed(&memory, &loading()).call_catching(recovery(), 8).expect_err("null");
    assert_null_reference(&trap, 8);
}

/// Raises a trap for the frame in its argument.
extern "C" fn raise_with_frame(frame: i64) -> i64 {
    let frame = std::ptr::with_exposed_provenance(frame as usize);
    // SAFETY: nothing here has a destructor; the frame is the caller's.
    unsafe { raise_trap(TrapCode::User(1), None, frame) }
}

#[test]
fn a_raised_trap_reports_the_callers_of_a_frame() {
    let memory = CodeMemory::new().expect("works where tests run");
    // `push rbp; mov rbp, rsp; mov rdi, rbp; call host; pop rbp; ret`.
    let bytes = [0x55, 0x48, 0x89, 0xE5, 0x48, 0x89, 0xEF, 0xE8, 0, 0, 0, 0, 0x5D, 0xC3];
    let leaf = relocated(&bytes, 8, RelocKind::X64Rel32, RelocTarget::Symbol(SymbolId::new(0)));
    let (caller, signature) = (clobbering_and_calling(1), long_to_long());
    let group = [linkable("caller", &caller, &signature), linkable("leaf", &leaf, &signature)];
    let host: LongToLong = raise_with_frame;
    let resolve = |procedure, _| match procedure {
        0 => Some(Resolved::Procedure(1)),
        _ => Some(Resolved::Address(host as *const u8)),
    };
    let codes = link(&memory, &group, &[], &resolve).expect("links");
    let trap = typed(&codes[0]).call_catching(recovery(), 0).expect_err("raised");
    assert!(trap.site.is_none());
    let callers: Vec<_> = trap.callers.iter().map(|place| (place.code.name(), place.offset)).collect();
    assert_eq!(callers, [("caller", RETURN_OFFSET)]);
}

#[test]
fn code_is_found_by_address_while_it_lives() {
    in_both_modes(|memory| {
        let signature = long_to_long();
        let small = adding(1, 0);
        let large = adding(2, 200_000); // in several chunks
        let group = [linkable("small", &small, &signature), linkable("large", &large, &signature)];
        let codes = link(&memory, &group, &[], &no_symbols).expect("links");
        let (start, size) = (codes[1].start(), codes[1].size());
        for offset in [0, 1, 65_536, 131_072, size - 1] {
            let found = Code::at(start.wrapping_add(offset)).expect("it lives");
            assert_eq!(found.name(), "large");
        }
        assert_eq!(Code::at(codes[0].entry()).map(|code| code.name().to_string()).as_deref(), Some("small"));
        let (first, last) = (codes[0].entry(), start.wrapping_add(size - 1));
        let end = last.wrapping_add(1);
        assert!(Code::at(end).is_none() && Code::at(std::ptr::null()).is_none());
        drop(codes);
        assert!(Code::at(first).is_none() && Code::at(last).is_none());
    });
}

#[test]
fn threads_trap_while_others_link_and_drop() {
    in_both_modes(|memory| {
        let (recovery, running) = (recovery(), AtomicBool::new(true));
        let load = link_typed(&memory, &loading());
        let trapped = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            let trapping: Vec<_> = (0..3)
                .map(|_| {
                    scope.spawn(|| {
                        for round in 0..2_000 {
                            let trap = load.call_catching(recovery, 8 * round).expect_err("null");
                            assert_null_reference(&trap, 8 * round as usize);
                            trapped.fetch_add(1, SeqCst);
                        }
                    })
                })
                .collect();
            let linking = || {
                while running.load(SeqCst) {
                    let codes: Vec<_> = (0..20).map(|_| link_typed(&memory, &loading())).collect();
                    for code in codes {
                        assert_null_reference(&code.call_catching(recovery, 8).expect_err("null"), 8);
                    }
                }
            };
            scope.spawn(linking);
            for thread in trapping {
                thread.join().expect("no assertion failed");
            }
            running.store(false, SeqCst);
        });
        assert_eq!(trapped.load(SeqCst), 6_000);
    });
}

// ---- Other signals, in processes of their own ------------------------------------------------------------------

/// The exit status of a fork of this process that calls `run`.
fn status_of(run: impl FnOnce()) -> c_int {
    // SAFETY: no other thread of the process is active.
    let child = unsafe { libc::fork() };
    if child == 0 {
        run();
        // SAFETY: ends the child without running the parent's exit handlers.
        unsafe { libc::_exit(0) };
    }
    let mut status = 0;
    // SAFETY: `status` is valid for writes.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    status
}

fn killed_by(status: c_int) -> Option<c_int> {
    libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status))
}

fn exited_with(status: c_int) -> Option<c_int> {
    libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status))
}

extern "C" fn exit_with_7(_signal: c_int, info: *mut libc::siginfo_t, _context: *mut c_void) {
    // SAFETY: the system passes it; `_exit` is allowed in handlers.
    unsafe { libc::_exit(if info.is_null() { 8 } else { 7 }) };
}

extern "C" fn exit_with_signal(signal: c_int) {
    // SAFETY: `_exit` is allowed in handlers.
    unsafe { libc::_exit(signal) };
}

fn set_handler(signal: c_int, handler: libc::sighandler_t, flags: c_int) {
    // SAFETY: all zeros is a valid action, and the handlers passed here are valid handlers.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        (action.sa_sigaction, action.sa_flags) = (handler, flags);
        assert_eq!(libc::sigaction(signal, &action, std::ptr::null_mut()), 0);
    }
}

/// Reads address 8, in a host function.
extern "C" fn fault_in_host(_argument: i64) -> i64 {
    let nowhere: *const i64 = std::ptr::without_provenance(std::hint::black_box(8));
    // SAFETY: none; the fault is what is tested.
    unsafe { std::ptr::read_volatile(nowhere) }
}

/// Sends itself a signal that an instruction could have raised.
extern "C" fn send_signal(_argument: i64) -> i64 {
    // SAFETY: sending a signal is allowed.
    i64::from(unsafe { libc::raise(libc::SIGFPE) })
}

#[test]
fn other_signals_reach_the_previous_handler() {
    const NAME: &str = "recovery::other_signals_reach_the_previous_handler";
    if !is_child(NAME) {
        return in_child(NAME);
    }
    let memory = CodeMemory::new().expect("works where tests run");
    let load = link_typed(&memory, &loading());
    let unknown = link_typed(&memory, &CompiledCode { trap_sites: Vec::new(), ..loading() });
    let one = 1i64;
    let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = exit_with_7;
    let simple: extern "C" fn(c_int) = exit_with_signal;
    let faulty = calling_host(&memory, fault_in_host);
    let sending = calling_host(&memory, send_signal);

    // Without a previous handler: the system's default action.
    let default = |signal| set_handler(signal, libc::SIG_DFL, 0);
    let deaths: [(&dyn Fn(TrapRecovery), c_int); 5] = [
        (&|recovery| drop(faulty.call_catching(recovery, 0)), libc::SIGSEGV),
        (&|recovery| drop(sending.call_catching(recovery, 0)), libc::SIGFPE),
        (&|recovery| drop(unknown.call_catching(recovery, 8)), libc::SIGSEGV),
        (&|recovery| drop(unknown.call_catching(recovery, at(&one))), libc::SIGILL),
        (&|_| assert_eq!(load.call(8), 0), libc::SIGSEGV), // an uncaught trap
    ];
    for (i, (run, signal)) in deaths.into_iter().enumerate() {
        let status = status_of(|| {
            [libc::SIGSEGV, libc::SIGFPE, libc::SIGILL].into_iter().for_each(default);
            run(recovery());
        });
        assert_eq!(killed_by(status), Some(signal), "{i}");
        let status = status_of(|| {
            set_handler(signal, handler as libc::sighandler_t, libc::SA_SIGINFO);
            run(recovery());
        });
        assert_eq!(exited_with(status), Some(7), "{i}");
        let status = status_of(|| {
            set_handler(signal, simple as libc::sighandler_t, 0);
            run(recovery());
        });
        assert_eq!(exited_with(status), Some(signal), "{i}");
        let status = status_of(|| {
            set_handler(signal, libc::SIG_IGN, 0);
            run(recovery());
        });
        // An ignored signal that was sent is still ignored.
        let expected = if signal == libc::SIGFPE { None } else { Some(signal) };
        assert_eq!(killed_by(status), expected, "{i}");
    }
    // A caught trap does not affect later signals.
    let status = status_of(|| {
        set_handler(libc::SIGSEGV, handler as libc::sighandler_t, libc::SA_SIGINFO);
        assert_null_reference(&load.call_catching(recovery(), 8).expect_err("null"), 8);
        fault_in_host(0);
    });
    assert_eq!(exited_with(status), Some(7));
    // Outside of catching calls, raising a trap aborts.
    let status = status_of(|| {
        recovery();
        raise(1);
    });
    assert_eq!(killed_by(status), Some(libc::SIGABRT));
}

#[test]
fn a_forked_child_catches_too() {
    const NAME: &str = "recovery::a_forked_child_catches_too";
    if !is_child(NAME) {
        return in_child(NAME);
    }
    in_both_modes(|memory| {
        let (recovery, load) = (recovery(), link_typed(&memory, &loading()));
        let check = || {
            assert_null_reference(&load.call_catching(recovery, 8).expect_err("null"), 8);
            let own = link_typed(&memory, &loading());
            assert_null_reference(&own.call_catching(recovery, 16).expect_err("null"), 16);
        };
        check();
        assert_eq!(exited_with(status_of(check)), Some(0));
        check();
    });
}

extern "C" fn overflow(code: *mut c_void) -> *mut c_void {
    // SAFETY: the test passes its code, and waits for the thread.
    let code = unsafe { &*code.cast::<TypedCode<LongToLong>>() };
    let result = code.call_catching(recovery(), 0);
    drop(result);
    std::ptr::null_mut()
}

/// A stack overflow is not a trap, but its handler needs a stack: also on a thread without an alternate signal stack.
#[test]
fn signal_handlers_run_after_stack_overflow() {
    const NAME: &str = "recovery::signal_handlers_run_after_stack_overflow";
    if !is_child(NAME) {
        return in_child(NAME);
    }
    let memory = CodeMemory::new().expect("works where tests run");
    let code = link_typed(&memory, &compiled(&[0xE8, 0xFB, 0xFF, 0xFF, 0xFF])); // `call itself`
    let status = status_of(|| {
        let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = exit_with_7;
        set_handler(libc::SIGSEGV, handler as libc::sighandler_t, libc::SA_SIGINFO | libc::SA_ONSTACK);
        // SAFETY: the argument has the type that the thread expects, and outlives it.
        unsafe {
            let mut thread = std::mem::zeroed();
            let argument = (&raw const code).cast_mut().cast();
            assert_eq!(libc::pthread_create(&mut thread, std::ptr::null(), overflow, argument), 0);
            libc::pthread_join(thread, std::ptr::null_mut());
        }
    });
    assert_eq!(exited_with(status), Some(7));
}
