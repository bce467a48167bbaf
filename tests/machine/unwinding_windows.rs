//! Windows unwinds frames of compiled code by its function tables.
#![cfg(all(windows, target_arch = "x86_64"))] // other platforms' unwind information is tested elsewhere
#![allow(unsafe_code)] // calls compiled code and the system

use barebones::ir::parse_module;
use barebones::{Compiler, OptLevel, Options, host_target, targets};
use std::cell::RefCell;
use std::ptr::null_mut;

/// A CONTEXT of winnt.h.
#[repr(C, align(16))]
struct Context([u64; 154]);

const RSP: usize = 0x98 / 8;
const RIP: usize = 0xf8 / 8;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn RtlCaptureContext(context: *mut Context);
    fn RtlLookupFunctionEntry(rip: u64, base: *mut u64, history: *mut u8) -> *mut u8;
    fn RtlVirtualUnwind(
        kind: u32,
        base: u64,
        rip: u64,
        function: *mut u8,
        context: *mut Context,
        data: *mut *mut u8,
        frame: *mut u64,
        saved: *mut u8,
    ) -> *mut u8;
}

thread_local! {
    static SEEN: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// Records the return addresses of all frames that the system finds.
extern "C" fn look(x: i64) -> i64 {
    let mut context = Context([0; 154]);
    let mut seen = Vec::new();
    // SAFETY: the context is valid, and the system unwinds frames of this thread.
    unsafe {
        RtlCaptureContext(&mut context);
        for _ in 0..40 {
            let rip = context.0[RIP];
            seen.push(rip);
            let (mut base, mut data, mut frame) = (0, null_mut(), 0);
            let function = RtlLookupFunctionEntry(rip, &mut base, null_mut());
            if rip == 0 || function.is_null() {
                break;
            }
            RtlVirtualUnwind(0, base, rip, function, &mut context, &mut data, &mut frame, null_mut());
            if context.0[RSP] == 0 {
                break;
            }
        }
    }
    SEEN.set(seen);
    x + 1
}

/// Many values are live across the call, so that callee-saved registers are saved.
const TEXT: &str = "barebones 1
    extern look(Int64) -> Int64
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = CCall(\"inner\", @0)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }
    proc inner(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Mul(@0, @0)
        Int64 @2 = Mul(@1, @0)
        Int64 @3 = Mul(@2, @0)
        Int64 @4 = Mul(@3, @0)
        Int64 @5 = CCall(\"look\", @0)
        Int64 @6 = Add(@1, @2)
        Int64 @7 = Add(@6, @3)
        Int64 @8 = Add(@7, @4)
        Int64 @9 = Add(@8, @5)
        Void @10 = Return(@9)
    }";

#[test]
fn frames_of_code_unwind_to_their_callers() {
    for level in OptLevel::ALL {
        let module = parse_module(TEXT, &targets(host_target().expect("a host"))).expect("parses");
        let mut compiler = Compiler::with_options(Options::at(level)).expect("a host");
        let find = |name: &str| (name == "look").then_some(look as *const u8);
        let codes = compiler.compile_module(module, &find);
        let codes = codes.unwrap_or_else(|failure| panic!("{level:?}: {}", failure.error));
        // SAFETY: the code only computes, and calls the function above.
        let outer = unsafe { codes[0].typed::<extern "C" fn(i64) -> i64>() }.expect("these types");
        assert_eq!(outer.call(2), 2 + 4 + 8 + 16 + 32 + 3);
        let seen = SEEN.take();
        let is_in = |code: usize, rip: &u64| {
            let start = codes[code].start() as u64;
            (start..start + codes[code].instructions().len() as u64).contains(rip)
        };
        let inner = seen.iter().position(|rip| is_in(1, rip)).expect("the frame that called");
        assert!(is_in(0, &seen[inner + 1]), "{level:?}: its caller");
        let above = &seen[inner + 2..];
        assert!(above.len() >= 3 && !above.iter().any(|rip| is_in(0, rip) || is_in(1, rip)), "{level:?}");
        // The system does not find dropped code any more.
        let address = seen[inner];
        drop((outer, codes));
        let mut base = 0;
        // SAFETY: it only looks up the address.
        assert!(unsafe { RtlLookupFunctionEntry(address, &mut base, null_mut()) }.is_null());
    }
}
