//! A breakpoint at every instruction of compiled code: the unwinder must find all callers there, and the values of the
//! registers that they keep.

use super::{PRESERVED, Seen, backtrace, compile};
use barebones::OptLevel;
use barebones::jit::{Code, MappingMode};
use std::mem::zeroed;
use std::ptr::null_mut;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering::SeqCst};

/// What [`call_with_values`] has in preserved registers when it calls.
const VALUES: [u64; PRESERVED.len()] = {
    let mut values = [0; PRESERVED.len()];
    let mut n = 0;
    while n < values.len() {
        values[n] = 0x1100 + n as u64;
        n += 1;
    }
    values
};

/// Calls a function with [`VALUES`] in the registers that it must preserve.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C" fn call_with_values(function: *const u8, argument: u64) -> u64 {
    std::arch::naked_asm!(
        ".cfi_startproc",
        "push rbp",
        "push rbx",
        "push r12",
        "push r13",
        "push r14",
        "push r15",
        "sub rsp, 8",
        ".cfi_def_cfa_offset 64",
        ".cfi_offset rbp, -16",
        ".cfi_offset rbx, -24",
        ".cfi_offset r12, -32",
        ".cfi_offset r13, -40",
        ".cfi_offset r14, -48",
        ".cfi_offset r15, -56",
        "mov rax, rdi",
        "mov rdi, rsi",
        "mov rbx, 0x1100",
        "mov r12, 0x1101",
        "mov r13, 0x1102",
        "mov r14, 0x1103",
        "mov r15, 0x1104",
        "mov rbp, 0x1105",
        "call rax",
        "add rsp, 8",
        "pop r15",
        "pop r14",
        "pop r13",
        "pop r12",
        "pop rbx",
        "pop rbp",
        "ret",
        ".cfi_endproc",
    )
}

/// Calls a function with [`VALUES`] in the registers that it must preserve.
#[cfg(target_arch = "aarch64")]
#[unsafe(naked)]
unsafe extern "C" fn call_with_values(function: *const u8, argument: u64) -> u64 {
    std::arch::naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-160]!",
        "stp x19, x20, [sp, #16]",
        "stp x21, x22, [sp, #32]",
        "stp x23, x24, [sp, #48]",
        "stp x25, x26, [sp, #64]",
        "stp x27, x28, [sp, #80]",
        "stp d8, d9, [sp, #96]",
        "stp d10, d11, [sp, #112]",
        "stp d12, d13, [sp, #128]",
        "stp d14, d15, [sp, #144]",
        ".cfi_def_cfa_offset 160",
        ".cfi_offset x29, -160",
        ".cfi_offset x30, -152",
        ".cfi_offset x19, -144",
        ".cfi_offset x20, -136",
        ".cfi_offset x21, -128",
        ".cfi_offset x22, -120",
        ".cfi_offset x23, -112",
        ".cfi_offset x24, -104",
        ".cfi_offset x25, -96",
        ".cfi_offset x26, -88",
        ".cfi_offset x27, -80",
        ".cfi_offset x28, -72",
        ".cfi_offset d8, -64",
        ".cfi_offset d9, -56",
        ".cfi_offset d10, -48",
        ".cfi_offset d11, -40",
        ".cfi_offset d12, -32",
        ".cfi_offset d13, -24",
        ".cfi_offset d14, -16",
        ".cfi_offset d15, -8",
        "mov x16, x0",
        "mov x0, x1",
        "mov x19, #0x1100",
        "mov x20, #0x1101",
        "mov x21, #0x1102",
        "mov x22, #0x1103",
        "mov x23, #0x1104",
        "mov x24, #0x1105",
        "mov x25, #0x1106",
        "mov x26, #0x1107",
        "mov x27, #0x1108",
        "mov x28, #0x1109",
        "mov x29, #0x110a",
        "fmov d8, x29",
        "mov x29, #0x110b",
        "fmov d9, x29",
        "mov x29, #0x110c",
        "fmov d10, x29",
        "mov x29, #0x110d",
        "fmov d11, x29",
        "mov x29, #0x110e",
        "fmov d12, x29",
        "mov x29, #0x110f",
        "fmov d13, x29",
        "mov x29, #0x1110",
        "fmov d14, x29",
        "mov x29, #0x1111",
        "fmov d15, x29",
        "mov x29, #0x1112",
        "blr x16",
        "ldp x19, x20, [sp, #16]",
        "ldp x21, x22, [sp, #32]",
        "ldp x23, x24, [sp, #48]",
        "ldp x25, x26, [sp, #64]",
        "ldp x27, x28, [sp, #80]",
        "ldp d8, d9, [sp, #96]",
        "ldp d10, d11, [sp, #112]",
        "ldp d12, d13, [sp, #128]",
        "ldp d14, d15, [sp, #144]",
        "ldp x29, x30, [sp], #160",
        "ret",
        ".cfi_endproc",
    )
}

const BREAKPOINT: &[u8] = if cfg!(target_arch = "x86_64") { &[0xcc] } else { &[0, 0, 0x20, 0xd4] };

/// A procedure with breakpoints.
struct Broken {
    name: String,
    start: usize,
    original: Vec<u8>,
    /// Number of compiled frames, with its own, when it runs.
    depth: usize,
    /// The offsets of instructions that were reached.
    reached: Vec<bool>,
}

impl Broken {
    fn new(name: String, start: usize, original: Vec<u8>, depth: usize) -> Broken {
        let reached = vec![false; original.len()];
        Broken { name, start, original, depth, reached }
    }

    fn of(code: &Code, depth: usize) -> Broken {
        Broken::new(code.name().to_string(), code.start() as usize, code.instructions(), depth)
    }
}

struct Session {
    procedures: Vec<Broken>,
    /// The stack pointer of [`call_with_values`] at its call.
    stack_pointer: Option<usize>,
    /// What was wrong: the procedure, the offset, and why.
    wrong: Vec<(usize, usize, &'static str)>,
}

static SESSION: AtomicPtr<Session> = AtomicPtr::new(null_mut());
/// Held while a session runs.
static ALONE: Mutex<()> = Mutex::new(());

/// The address of the trapped breakpoint, in the signal context.
fn address_in(context: *mut libc::c_void) -> *mut u64 {
    let context = context.cast::<libc::ucontext_t>();
    // SAFETY: the system passed it.
    unsafe {
        #[cfg(target_arch = "x86_64")]
        return (&raw mut (*context).uc_mcontext.gregs[libc::REG_RIP as usize]).cast();
        #[cfg(target_arch = "aarch64")]
        return &raw mut (*context).uc_mcontext.pc;
    }
}

extern "C" fn trapped(_: i32, _: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let place = address_in(context);
    // SAFETY: only the thread that runs the session traps, and only it uses the session meanwhile.
    let (session, address) = unsafe {
        // On x86-64 the address is that after the breakpoint.
        *place -= if cfg!(target_arch = "x86_64") { 1 } else { 0 };
        (&mut *SESSION.load(SeqCst), *place as usize)
    };
    let is_in = |procedure: &Broken, address: usize| {
        (procedure.start..procedure.start + procedure.original.len()).contains(&address)
    };
    let Some(number) = session.procedures.iter().position(|procedure| is_in(procedure, address)) else {
        std::process::abort();
    };
    let frames = backtrace();
    let seen = &frames.seen[..frames.count];
    let why = check(session, number, address, seen, &is_in);
    let procedure = &mut session.procedures[number];
    let offset = address - procedure.start;
    if let Some(why) = why {
        session.wrong.push((number, offset, why));
    }
    procedure.reached[offset] = true;
    let len = BREAKPOINT.len();
    // SAFETY: the page is writable for this session.
    unsafe { write_code(address, &procedure.original[offset..offset + len]) };
}

/// What is wrong with the frames seen at an instruction.
fn check(
    session: &mut Session,
    number: usize,
    address: usize,
    seen: &[Seen],
    is_in: &dyn Fn(&Broken, usize) -> bool,
) -> Option<&'static str> {
    let Some(first) = seen.iter().position(|frame| frame.address == address) else {
        return Some("the interrupted frame was not found");
    };
    let compiled = seen[first..]
        .iter()
        .take_while(|frame| {
            session
                .procedures
                .iter()
                .any(|procedure| is_in(procedure, frame.address - 1) || frame.address == address)
        })
        .count();
    if compiled != session.procedures[number].depth {
        return Some("another number of compiled frames");
    }
    let Some(caller) = seen.get(first + compiled) else { return Some("the caller was not found") };
    let entry = call_with_values as *const () as usize;
    if !(entry..entry + 400).contains(&caller.address) {
        return Some("another caller");
    }
    if caller.preserved != VALUES {
        return Some("other values in preserved registers");
    }
    if *session.stack_pointer.get_or_insert(caller.stack_pointer) != caller.stack_pointer {
        return Some("another stack pointer of the caller");
    }
    if seen.len() < first + compiled + 4 {
        return Some("callers of the caller were not found");
    }
    None
}

/// # Safety
/// The code is writable.
unsafe fn write_code(address: usize, bytes: &[u8]) {
    let place = std::ptr::with_exposed_provenance_mut::<u8>(address);
    // SAFETY: guaranteed by the caller.
    unsafe { place.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    #[cfg(target_arch = "aarch64")]
    // SAFETY: only makes the change visible to the instruction fetch.
    unsafe {
        std::arch::asm!("dc cvau, {0}", "dsb ish", "ic ivau, {0}", "dsb ish", "isb", in(reg) address);
    }
}

/// Offsets of instructions.
fn instructions(bytes: &[u8]) -> Vec<usize> {
    if cfg!(target_arch = "aarch64") {
        return (0..bytes.len()).step_by(4).collect();
    }
    let mut decoder = iced_x86::Decoder::with_ip(64, bytes, 0, iced_x86::DecoderOptions::NONE);
    let mut offsets = Vec::new();
    while decoder.can_decode() {
        offsets.push(decoder.decode().ip() as usize);
    }
    offsets
}

/// Calls the first procedure with these arguments, with breakpoints everywhere. `depths` are the numbers of compiled
/// frames when each procedure runs.
fn step(text: &str, level: OptLevel, depths: &[usize], arguments: &[(u64, u64)]) {
    let codes = compile(text, level, Some(MappingMode::Toggling), &|_| None);
    let procedures = codes.iter().zip(depths).map(|(code, &depth)| Broken::of(code, depth)).collect();
    step_in(procedures, codes[0].entry(), level, arguments);
}

/// Calls a function with these arguments, with breakpoints in these procedures of one group in toggled memory.
fn step_in(procedures: Vec<Broken>, entry: *const u8, level: OptLevel, arguments: &[(u64, u64)]) {
    let _alone = ALONE.lock().unwrap_or_else(|error| error.into_inner());
    let mut session = Session { procedures, stack_pointer: None, wrong: Vec::with_capacity(1000) };
    let page = 4095;
    for Broken { start, original, .. } in &session.procedures {
        let end = (start + original.len() + page) & !page;
        let first = std::ptr::with_exposed_provenance_mut(start & !page);
        // SAFETY: the pages of this module's code, which only this thread runs.
        let done = unsafe {
            libc::mprotect(first, end - (start & !page), libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC)
        };
        assert_eq!(done, 0);
        for offset in instructions(original) {
            // SAFETY: just made writable.
            unsafe { write_code(start + offset, BREAKPOINT) };
        }
    }
    // SAFETY: the handler is removed below, and uses the session only until then.
    unsafe {
        let (mut action, mut before): (libc::sigaction, libc::sigaction) = (zeroed(), zeroed());
        action.sa_sigaction = trapped as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO;
        SESSION.store(&mut session, SeqCst);
        assert_eq!(libc::sigaction(libc::SIGTRAP, &action, &mut before), 0);
        for &(argument, expected) in arguments {
            let found = call_with_values(entry, argument);
            assert_eq!(found, expected, "{level:?}");
        }
        libc::sigaction(libc::SIGTRAP, &before, null_mut());
        SESSION.store(null_mut(), SeqCst);
    }
    let wrong = session
        .wrong
        .iter()
        .map(|&(number, offset, why)| format!("{} + {offset:#x}: {why}", session.procedures[number].name));
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{level:?}: {wrong:#?}");
    for procedure in &session.procedures {
        let all = instructions(&procedure.original).len();
        let reached = procedure.reached.iter().filter(|reached| **reached).count();
        assert!(reached * 2 > all, "{level:?}: {reached} of {all} of {}", procedure.name);
    }
}

/// An early return, a large frame that is probed, and many values that are live across a call.
const FRAMES: &str = "barebones 1
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Void @1 = Branch(@0, #1, #2)
    #1:
        Int64 @2 = CCall(middle, @0)
        Int64 @3 = Add(@0, @2)
        Void @4 = Return(@3)
    #2:
        Void @5 = Return(@0)
    }
    proc middle(Int64) -> Int64 {
        slot0 = stack 70000 locked align=8
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = SlotBase(slot0)
        Void @2 = Store(@0, @1)
        Int64 @3 = CCall(inner, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0)
        Int64 @4 = Load(@1)
        Int64 @5 = Add(@3, @4)
        Void @6 = Return(@5)
    }
    proc inner(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Mul(@0, @0)
        Int64 @2 = Mul(@1, @0)
        Int64 @3 = Mul(@2, @0)
        Int64 @4 = Mul(@3, @0)
        Int64 @15 = Mul(@4, @0)
        Double @16 = IToD(@15)
        Double @17 = Add(@16, @16)
        Int64 @5 = CCall(leaf, @0)
        Int64 @6 = Add(@1, @2)
        Int64 @7 = Add(@6, @3)
        Int64 @8 = Add(@7, @4)
        Int64 @18 = BitwiseCast(@17)
        Int64 @9 = Add(@8, @5)
        Int64 @11 = Add(@9, @15)
        Int64 @12 = Add(@11, @18)
        Void @10 = Return(@12)
    }
    proc leaf(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Void @1 = Branch(@0, #1, #2)
    #1:
        Int64 @2 = Const64(1)
        Int64 @3 = Add(@0, @2)
        Void @4 = Return(@3)
    #2:
        Void @5 = Return(@0)
    }";

#[test]
fn callers_are_found_at_every_instruction() {
    for level in OptLevel::ALL {
        step(
            FRAMES,
            level,
            &[1, 2, 3, 4],
            &[(0, 0), (2, 4 + 8 + 16 + 32 + 3 + 64 + 2 + 2 + 128f64.to_bits())],
        );
    }
}

/// Tail calls with more and with fewer stack arguments than the procedure has, and with none.
const TAILS: &str = "barebones 1
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = CCall(few, @0, @0, conv=internal)
        Int64 @2 = Add(@1, @0)
        Void @3 = Return(@2)
    }
    proc few(Int64, Int64) -> Int64 conv=internal {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = CCall(twice, @0, conv=internal)
        Void @3 = TailCall(many, @0, @1, @0, @1, @0, @1, @0, @1, @0, @1, @0, @1, @0, @2, conv=internal)
    }
    proc many(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 conv=internal {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = CCall(twice, @0, conv=internal)
        Int64 @3 = Add(@1, @2)
        Void @4 = TailCall(fewer, @0, @3, @0, @1, @0, @1, @0, @1, @0, @2, conv=internal)
    }
    proc fewer(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 conv=internal {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Void @2 = TailCall(last, @0, @1, conv=internal)
    }
    proc last(Int64, Int64) -> Int64 conv=internal {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }
    proc twice(Int64) -> Int64 conv=internal {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = Add(@0, @0)
        Void @2 = Return(@1)
    }";

#[test]
fn callers_are_found_in_tail_calls() {
    for level in OptLevel::ALL {
        step(TAILS, level, &[1, 2, 2, 2, 2, 3], &[(5, 5 + 5 + 10 + 5)]);
    }
}

/// A function far from all other code, which adds one to its argument.
struct Far {
    page: *mut u8,
}

impl Far {
    const CODE: &[u8] = if cfg!(target_arch = "x86_64") {
        &[0x48, 0x8d, 0x47, 0x01, 0xc3] // lea rax, [rdi + 1]; ret
    } else {
        &[0x00, 0x04, 0x00, 0x91, 0xc0, 0x03, 0x5f, 0xd6] // add x0, x0, #1; ret
    };

    fn new() -> Far {
        let wanted = std::ptr::with_exposed_provenance_mut(0x10_0000_0000);
        let (access, flags) =
            (libc::PROT_READ | libc::PROT_WRITE | libc::PROT_EXEC, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: new memory, at an address that is only a wish.
        let page = unsafe { libc::mmap(wanted, 4096, access, flags, -1, 0) };
        assert_ne!(page, libc::MAP_FAILED);
        // SAFETY: just mapped.
        unsafe { write_code(page.addr(), Far::CODE) };
        Far { page: page.cast() }
    }
}

impl Drop for Far {
    fn drop(&mut self) {
        // SAFETY: the code that calls it was dropped.
        unsafe { libc::munmap(self.page.cast(), 4096) };
    }
}

const CALLS_FAR: &str = "barebones 1
    extern far(Int64) -> Int64
    proc outer(Int64) -> Int64 {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = CCall(\"far\", @0)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }";

/// The veneer of the only call.
fn veneer(code: &Code) -> Broken {
    let (start, bytes) = (code.start() as usize, code.instructions());
    #[cfg(target_arch = "x86_64")]
    let target = {
        let mut decoder =
            iced_x86::Decoder::with_ip(64, &bytes, start as u64, iced_x86::DecoderOptions::NONE);
        let call = decoder.iter().find(|line| line.flow_control() == iced_x86::FlowControl::Call);
        call.expect("a call within reach").near_branch_target() as usize
    };
    #[cfg(target_arch = "aarch64")]
    let target = {
        let words =
            bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")));
        let (at, call) =
            words.enumerate().find(|(_, word)| word >> 26 == 0b10_0101).expect("a call within reach");
        (start + 4 * at).wrapping_add_signed(((call << 6) as i32 >> 4) as isize)
    };
    assert!(target >= start + bytes.len(), "the call does not lead to a veneer");
    // SAFETY: a veneer, two instructions of eight bytes in all, follows the procedure, which is alive.
    let instructions = unsafe { std::slice::from_raw_parts(std::ptr::with_exposed_provenance(target), 8) };
    Broken::new("veneer".into(), target, instructions.to_vec(), 2)
}

#[test]
fn callers_are_found_in_veneers() {
    let far = Far::new();
    for level in OptLevel::ALL {
        let codes = compile(CALLS_FAR, level, Some(MappingMode::Toggling), &|_| Some(far.page));
        let procedures = vec![Broken::of(&codes[0], 1), veneer(&codes[0])];
        step_in(procedures, codes[0].entry(), level, &[(5, 11)]);
    }
}
