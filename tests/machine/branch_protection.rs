//! Landing pads and signed return addresses: which instructions are emitted (on any machine), and what they prevent (on
//! AArch64).
#![allow(unsafe_code)] // the test calls compiled code

use barebones::base::{BranchProtection, Target, Type, ValueRep};
use barebones::error::CompileError;
use barebones::ir::{Module, Procedure, Successor, parse_module};
use barebones::isa::a64::{Assembler, Landing};
use barebones::isa::{CodeBuffer, CompiledCode, EmitError, FrameInfo, target_by_name};
use barebones::jit::{Bits, Code, CodeMemory, LinkError, MappingMode, MemoryOptions};
use barebones::{Backend, Compiler, OptLevel, Options, host_target, targets};
use barebones_testing::hostile::Spec;
use barebones_testing::instructions::a64_words;
use barebones_testing::native::compiler_in;
use std::sync::Arc;
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_arm::armv8::a64::InstDecoder;

const BTI_C: u32 = 0xd503_245f;
const BTI_J: u32 = 0xd503_249f;
const BTI_JC: u32 = 0xd503_24df;
const PACIASP: u32 = 0xd503_233f;
const AUTIASP: u32 = 0xd503_23bf;
const AUTIA1716: u32 = 0xd503_219f;
const XPACLRI: u32 = 0xd503_20ff;
/// `stp x29, x30, [sp, #-16]!`
const STORE_RECORD: u32 = 0xa9bf_7bfd;
/// `ldp x29, x30, [sp], #16`
const LOAD_RECORD: u32 = 0xa8c1_7bfd;
const RET: u32 = 0xd65f_03c0;
/// `br x17`
const BR_X17: u32 = 0xd61f_0220;

pub(crate) const PADS: BranchProtection = BranchProtection { landing_pads: true, sign_return_address: false };
const SIGNED: BranchProtection = BranchProtection { landing_pads: false, sign_return_address: true };
const ALL: [BranchProtection; 4] = [BranchProtection::NONE, PADS, SIGNED, BranchProtection::FULL];

/// Several entries; a switch with a table, one case of which is a loop header; tail calls by name and by address, and
/// one with more stack arguments than its caller.
const PROCEDURES: &str = "barebones 1
proc entries(Int64) -> Int64 {
    entries 2
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = EntrySwitch(#1, #2)
#1:
    Int64 @2 = Const64(10)
    Int64 @3 = Add(@0, @2)
    Void @4 = Return(@3)
#2:
    Int64 @5 = Const64(20)
    Int64 @6 = Add(@0, @5)
    Void @7 = Return(@6)
}
proc switch(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Upsilon(@0, ^@3)
    Void @2 = Jump(#1)
#1:
    Int64 @3 = Phi()
    Void @4 = Switch(@3, 3: #2, 4: #3, 5: #4, 7: #5, 8: #6, 9: #1, default: #7)
#2:
    Int64 @5 = Const64(30)
    Void @6 = Return(@5)
#3:
    Int64 @7 = Const64(40)
    Void @8 = Return(@7)
#4:
    Int64 @9 = Const64(50)
    Void @10 = Return(@9)
#5:
    Int64 @11 = Const64(70)
    Void @12 = Return(@11)
#6:
    Int64 @13 = Const64(4)
    Void @14 = Upsilon(@13, ^@3)
    Void @15 = Jump(#1)
#7:
    Int64 @16 = Const64(-1)
    Void @17 = Return(@16)
}
proc digits(Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(10)
    Int64 @3 = Mul(@0, @2)
    Int64 @4 = Add(@3, @1)
    Void @5 = Return(@4)
}
proc turned(Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = TailCall(digits, @1, @0, conv=internal)
}
proc by_address(Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = TailCall(@0, @1, @1, conv=internal)
}
proc address() -> Int64 {
#0:
    Int64 @0 = SymbolAddress(digits)
    Int64 @1 = Const64(4)
    Int64 @2 = CCall(by_address, @0, @1, conv=internal)
    Int64 @3 = CCall(turned, @2, @1, conv=internal)
    Int64 @4 = CCall(turned_much, @3, conv=internal)
    Void @5 = Return(@4)
}
proc much(Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(1)
    Int64 @2 = Add(@0, @1)
    Void @3 = Return(@2)
}
proc turned_much(Int64) -> Int64 conv=internal {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = TailCall(much, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, @0, conv=internal)
}
";

fn a64() -> Target {
    Target::baseline(target_by_name("aarch64-linux").expect("a target"))
}

fn module(text: &str, target: Target) -> Module {
    parse_module(text, &targets(target)).unwrap_or_else(|error| panic!("{error}"))
}

/// A level, and a protection.
pub(crate) type Way = (OptLevel, BranchProtection);

pub(crate) fn compiler(target: Target, (level, protection): Way) -> Compiler {
    let mut options = Options::at(level);
    (options.check_allocation, options.branch_protection) = (true, protection);
    Compiler::for_target(target, options)
}

/// The code of one of the procedures.
pub(crate) fn code_of(name: &str, target: Target, way: Way) -> CompiledCode {
    let module = module(PROCEDURES, target);
    let code = compiler(target, way).emit(module.procedure(name).expect("one of them"));
    code.unwrap_or_else(|error| panic!("{name}, {way:?}: {error}"))
}

/// The code of one of the procedures, and its words.
fn emit(name: &str, way: Way) -> (CompiledCode, Vec<u32>) {
    let code = code_of(name, a64(), way);
    let words = a64_words(&code);
    (code, words)
}

/// A patchpoint with two successors, to which its generator may jump in any way.
pub(crate) fn two_successors(target: Target) -> Procedure {
    let mut proc = Procedure::new(&target);
    let root = proc.add_block();
    let x = proc.at(root).argument(Type::Int64);
    let blocks = [proc.add_block(), proc.add_block()];
    let inputs = vec![(x, ValueRep::SomeRegister)];
    Spec { inputs, successors: blocks.map(Successor::from).to_vec(), ..Spec::default() }
        .append(&mut proc, root);
    for (block, number) in blocks.into_iter().zip([5, 6]) {
        let mut b = proc.at(block);
        let number = b.const64(number);
        let sum = b.add(x, number);
        b.ret([sum]);
    }
    proc
}

/// A compiler for this machine whose memory has this mode, and is guarded if there are pads.
fn host_compiler((level, protection): Way, mode: MappingMode) -> Compiler {
    let mut options = Options::at(level);
    options.branch_protection = protection;
    compiler_in(mode, options)
}

fn call(code: &Code, entry: usize, args: &[u64]) -> u64 {
    let args: Vec<Bits> = args.iter().map(|bits| Bits { ty: Type::Int64, bits: *bits }).collect();
    // SAFETY: the tests call the code with its own signature.
    unsafe { code.call_raw_entry(entry, &args) }.expect("these are its arguments")[0]
}

/// Runs the procedures on this machine, and compares their results.
pub(crate) fn run_protected(way: Way, mode: MappingMode) {
    let mut compiler = host_compiler(way, mode);
    let codes = compiler.compile_module(module(PROCEDURES, *compiler.target()), &|_| None);
    let codes = codes.unwrap_or_else(|failure| panic!("{failure}"));
    let code = |name: &str| codes.iter().find(|code| code.name() == name).expect("one of them");
    assert_eq!([0, 1].map(|entry| call(code("entries"), entry, &[5])), [15, 25]);
    let switched = [2, 3, 4, 5, 6, 7, 8].map(|n| call(code("switch"), 0, &[n]) as i64);
    assert_eq!(switched, [-1, 30, 40, 50, -1, 70, 40], "{way:?} {mode:?}");
    assert_eq!(call(code("address"), 0, &[]), 10 * 4 + 44 + 1, "{way:?} {mode:?}");
}

fn count(words: &[u32], word: u32) -> usize {
    words.iter().filter(|other| **other == word).count()
}

fn each_configuration() -> impl Iterator<Item = Way> {
    OptLevel::ALL.into_iter().flat_map(|level| ALL.into_iter().map(move |protection| (level, protection)))
}

#[test]
fn hints_have_the_right_encodings() {
    let mut buffer = CodeBuffer::new(barebones::base::Arch::A64);
    let mut asm = Assembler::new(&mut buffer);
    asm.bti(Landing::Call);
    asm.bti(Landing::Jump);
    asm.bti(Landing::Any);
    asm.paciasp();
    asm.autiasp();
    asm.autia1716();
    asm.xpaclri();
    let code = buffer.finish(FrameInfo::default()).expect("nothing is wrong");
    assert_eq!(a64_words(&code), [BTI_C, BTI_J, BTI_JC, PACIASP, AUTIASP, AUTIA1716, XPACLRI]);
    let text = |word: &[u8]| {
        let instruction = InstDecoder::default().decode(&mut U8Reader::new(word)).expect("an instruction");
        instruction.to_string()
    };
    let signing = ["paciasp", "autiasp", "autia1716", "xpaclri"];
    let texts: Vec<String> = code.bytes[..code.code_size as usize].chunks(4).map(text).collect();
    // The disassembler has no name for `bti`; it prints the hints 34, 36 and 38.
    let pads = ["hint #0x22", "hint #0x24", "hint #0x26"];
    assert_eq!((&texts[..3], &texts[3..]), (&pads.map(String::from)[..], &signing.map(String::from)[..]));
}

#[test]
fn every_entry_begins_with_its_pad() {
    for (level, protection) in each_configuration() {
        let (code, words) = emit("entries", (level, protection));
        assert_eq!((code.entries.len(), code.landing_pads), (2, protection.landing_pads));
        assert_eq!(code.frame.signs_return_address, protection.sign_return_address);
        let first = match (protection.sign_return_address, protection.landing_pads) {
            (true, _) => Some(PACIASP), // is a landing pad, too
            (false, true) => Some(BTI_C),
            (false, false) => None,
        };
        for entry in &code.entries {
            let at = &words[*entry as usize / 4..];
            let expected = first.into_iter().chain([STORE_RECORD]);
            assert!(
                expected.eq(at[..1 + usize::from(first.is_some())].iter().copied()),
                "{level:?} {protection:?}"
            );
        }
    }
}

#[test]
fn jump_tables_target_landing_pads() {
    for (level, protection) in each_configuration() {
        let (_, words) = emit("switch", (level, protection));
        assert_eq!(count(&words, BR_X17), 1, "{level:?}: there is a table");
        // Six cases and the default, which is also the target of the hole: each has a block of its own or shares one.
        let pads = count(&words, BTI_J);
        if protection.landing_pads {
            assert!((5..=7).contains(&pads), "{level:?}: {pads}")
        } else {
            assert_eq!(pads, 0)
        }
    }
}

#[test]
fn return_addresses_are_authenticated_on_every_exit() {
    for (level, protection) in each_configuration() {
        for name in ["entries", "switch", "turned", "by_address"] {
            let (_, words) = emit(name, (level, protection));
            let ways = count(&words, LOAD_RECORD);
            // A leaf without protection needs no frame.
            let has_frame = level == OptLevel::O0 || protection != BranchProtection::NONE;
            let expected = match name {
                "switch" => 5 * usize::from(has_frame),
                "entries" => 2,
                _ => 1,
            };
            assert_eq!(ways, expected, "{name} {level:?} {protection:?}");
            let checked = words.windows(2).filter(|pair| *pair == [LOAD_RECORD, AUTIASP]).count();
            assert_eq!(checked, if protection.sign_return_address { ways } else { 0 }, "{name} {level:?}");
            assert_eq!(count(&words, AUTIASP), checked);
            assert_eq!(count(&words, PACIASP), if checked == 0 { 0 } else { count(&words, STORE_RECORD) });
        }
        // The frame record is already popped when the stack pointer has its entry value.
        let (_, words) = emit("turned_much", (level, protection));
        assert_eq!(count(&words, AUTIA1716), usize::from(protection.sign_return_address), "{level:?}");
        assert_eq!(count(&words, RET) + count(&words, LOAD_RECORD) + count(&words, AUTIASP), 0);
    }
}

/// Landing pads of entries accept indirect jumps through x16 and x17 only.
#[test]
fn tail_calls_by_address_go_through_x17() {
    for (level, protection) in each_configuration() {
        let (_, words) = emit("by_address", (level, protection));
        assert_eq!(count(&words, BR_X17), usize::from(protection.landing_pads), "{level:?}");
    }
}

/// A generator may reach successors by an address, or by a patched jump.
#[test]
fn successors_of_patchpoints_begin_with_pads() {
    let proc = two_successors(a64());
    for (level, protection) in each_configuration() {
        let code = compiler(a64(), (level, protection)).emit(&proc);
        let words = a64_words(&code.unwrap_or_else(|error| panic!("{level:?}: {error}")));
        assert_eq!(count(&words, BTI_J), if protection.landing_pads { 2 } else { 0 }, "{level:?}");
    }
}

#[test]
fn client_entries_need_landing_pads() {
    for protection in ALL {
        for pad in [false, true] {
            let mut compiler = compiler(a64(), (OptLevel::O1, protection));
            let mut assembly = compiler.assemble();
            let entry = assembly.buffer().new_label();
            assembly.add_entry(entry);
            let mut masm = assembly.masm();
            masm.bind(entry);
            if pad {
                masm.landing_pad();
            }
            masm.ret();
            match assembly.finish() {
                Ok(assembled) => {
                    assert!(pad || !protection.landing_pads);
                    let expected = [BTI_JC, RET];
                    assert_eq!(a64_words(&assembled.code), expected[usize::from(!protection.landing_pads)..]);
                }
                Err(CompileError::Emission { error: EmitError::NoLandingPad { offset: 0 }, .. }) => {
                    assert!(!pad && protection.landing_pads);
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn patched_jumps_need_landing_pads() {
    for pad in [false, true] {
        let mut compiler = compiler(a64(), (OptLevel::O1, PADS));
        let mut assembly = compiler.assemble();
        let [entry, target] = [(); 2].map(|()| assembly.buffer().new_label());
        assembly.add_entry(entry);
        let mut masm = assembly.masm();
        masm.bind(entry);
        masm.landing_pad();
        masm.patchable_jump(target);
        masm.bind(target);
        if pad {
            masm.landing_pad();
        }
        masm.ret();
        match assembly.finish() {
            Ok(_) => assert!(pad),
            Err(CompileError::Emission { error: EmitError::NoLandingPad { offset: 16 }, .. }) => {
                assert!(!pad)
            }
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn there_is_no_protection_elsewhere() {
    let x64 = Target::baseline(target_by_name("x86_64-linux").expect("a target"));
    let unprotected = |target: Target, backend, protection| {
        let proc = Procedure::new(&target);
        let mut options = Options::at(OptLevel::O1);
        (options.branch_protection, options.backend) = (protection, backend);
        let mut compiler = Compiler::for_target(target, options);
        let emitted = compiler.emit(&proc).map(|_| ());
        let prepared = compiler.prepare(proc).map(|_| ()).map_err(|failure| failure.error);
        (emitted, prepared)
    };
    let (emitted, prepared) = unprotected(x64, Backend::Barebones, SIGNED);
    assert!(matches!(emitted, Err(CompileError::NoBranchProtection { by: "x86_64-linux" })), "{emitted:?}");
    assert!(matches!(prepared, Err(CompileError::NoBranchProtection { .. })), "{prepared:?}");
    if Backend::Cranelift.is_built() {
        let (emitted, _) = unprotected(a64(), Backend::Cranelift, PADS);
        assert!(matches!(emitted, Err(CompileError::NoBranchProtection { by: "cranelift" })), "{emitted:?}");
    }
}

#[test]
fn guarded_memory_rejects_code_without_pads() {
    let memory = CodeMemory::with_options(MemoryOptions { guarded: true, ..MemoryOptions::default() });
    let memory = Arc::new(memory.expect("memory"));
    assert!(memory.is_guarded() && !CodeMemory::new().expect("memory").is_guarded());
    let host = host_target().expect("a host");
    let mut proc = module(PROCEDURES, host).procedures.swap_remove(0);
    proc.name = String::from("plain");
    let mut compiler = Compiler::host().expect("a host");
    compiler.set_memory(memory);
    let failure = compiler.compile(proc).expect_err("it has no pads");
    match failure.error {
        CompileError::Link(LinkError::NoLandingPads { procedure }) => assert_eq!(procedure, "plain"),
        error => panic!("{error}"),
    }
}

/// Executes the protected code.
#[cfg(target_arch = "aarch64")]
mod here {
    use super::*;
    use barebones::jit::{Access, Mapper, MemoryError, Reservation, SystemMapper, walk_frames};
    use barebones_testing::native::{mapping_modes, this_program};
    use std::cell::RefCell;

    fn ways() -> impl Iterator<Item = (Way, MappingMode)> {
        each_configuration().flat_map(|way| mapping_modes().iter().map(move |mode| (way, *mode)))
    }

    #[test]
    fn protected_code_runs() {
        ways().for_each(|(way, mode)| run_protected(way, mode));
    }

    thread_local! {
        static SEEN: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    }

    extern "C" fn look(frame: *const u8) -> u64 {
        // SAFETY: the compiled code passes its own frame.
        for frame in unsafe { walk_frames(frame, std::ptr::null()) } {
            SEEN.with_borrow_mut(|seen| seen.push(frame.code().name().to_string()));
        }
        5
    }

    const LOOKING: &str = "barebones 1
    extern look(Int64) -> Int64
    proc inner() -> Int64 {
    #0:
        Int64 @0 = FramePointer()
        Int64 @1 = CCall(\"look\", @0, conv={})
        Void @2 = Return(@1)
    }
    proc outer() -> Int64 {
    #0:
        Int64 @0 = CCall(inner)
        Int64 @1 = CCall(inner)
        Int64 @2 = Add(@0, @1)
        Void @3 = Return(@2)
    }";

    fn looking() -> Module {
        let host = host_target().expect("a host");
        module(&LOOKING.replace("conv={}", &format!("conv={}", host.desc.conventions[0].name)), host)
    }

    #[test]
    fn walks_strip_signatures() {
        for (way, mode) in ways() {
            let externs = |name: &str| (name == "look").then_some(look as *const u8);
            let codes = host_compiler(way, mode).compile_module(looking(), &externs);
            let codes = codes.unwrap_or_else(|failure| panic!("{failure}"));
            SEEN.with_borrow_mut(Vec::clear);
            assert_eq!(call(&codes[1], 0, &[]), 10);
            assert_eq!(SEEN.with_borrow(Clone::clone), ["outer"; 2], "{way:?}");
        }
    }

    /// Runs this test again as a child process that does `action`, and returns the signal that ended it.
    fn signal_of_child(test: &str, variant: &str) -> Option<i32> {
        let mut command = this_program();
        command
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .env("BAREBONES_TEST_CHILD", variant);
        let output = command.output().expect("the program can be started");
        let signal = std::os::unix::process::ExitStatusExt::signal(&output.status);
        assert!(signal.is_some() || output.status.success(), "{output:?}");
        signal
    }

    /// A mapper whose pages are guarded without reporting it, so that code without pads is placed there.
    struct UnreportedGuard(SystemMapper);

    // SAFETY: delegates to the system's mapper.
    unsafe impl Mapper for UnreportedGuard {
        fn mode(&self) -> MappingMode {
            self.0.mode()
        }
        fn page_size(&self) -> usize {
            self.0.page_size()
        }
        fn reserve(&self, size: usize) -> Result<Reservation, MemoryError> {
            self.0.reserve(size)
        }
        unsafe fn commit(&self, of: &Reservation, offset: usize, size: usize) -> Result<(), MemoryError> {
            // SAFETY: the caller guarantees it.
            unsafe { self.0.commit(of, offset, size) }
        }
        unsafe fn protect(
            &self,
            of: &Reservation,
            offset: usize,
            size: usize,
            access: Access,
        ) -> Result<(), MemoryError> {
            // SAFETY: the caller guarantees it.
            unsafe { self.0.protect(of, offset, size, access) }
        }
        unsafe fn release(&self, of: Reservation) {
            // SAFETY: the caller guarantees it.
            unsafe { self.0.release(of) }
        }
    }

    #[test]
    fn jumps_to_code_without_a_pad_fault() {
        if let Ok(variant) = std::env::var("BAREBONES_TEST_CHILD") {
            let (mode, pads) = match variant.as_str() {
                "dual" => (MappingMode::Dual, false),
                "toggling" => (MappingMode::Toggling, false),
                "dual, pads" => (MappingMode::Dual, true),
                _ => (MappingMode::Toggling, true),
            };
            let mapper = UnreportedGuard(SystemMapper::with_mode(mode).expect("works here").guarded());
            let protection = BranchProtection { landing_pads: pads, sign_return_address: false };
            let mut compiler = host_compiler((OptLevel::O1, protection), mode);
            compiler.set_memory(CodeMemory::with_mapper(Box::new(mapper), 1 << 20).expect("a mapper").into());
            let proc = module(PROCEDURES, host_target().expect("a host")).procedures.swap_remove(0);
            let code = compiler.compile(proc).expect("compiles");
            assert_eq!(call(&code, 0, &[5]), 15);
            return;
        }
        if !std::arch::is_aarch64_feature_detected!("bti") {
            return; // the machine does not check
        }
        for mode in ["dual", "toggling"] {
            let test = "branch_protection::here::jumps_to_code_without_a_pad_fault";
            assert_eq!(signal_of_child(test, mode), Some(SIGILL), "{mode}");
            assert_eq!(signal_of_child(test, &format!("{mode}, pads")), None, "{mode}");
        }
    }

    const SIGILL: i32 = 4;

    /// Replaces a signed return address by an unsigned one.
    extern "C" fn forge(frame: *mut u64) -> u64 {
        // SAFETY: a frame of compiled code: the return address follows the caller's frame pointer.
        unsafe {
            let address = frame.add(1);
            address.write(address.read() & 0xffff_ffff_ffff);
        }
        5
    }

    #[test]
    fn forged_return_addresses_are_detected() {
        if let Ok(variant) = std::env::var("BAREBONES_TEST_CHILD") {
            let protection = if variant == "signed" { SIGNED } else { BranchProtection::NONE };
            let externs = |name: &str| (name == "look").then_some(forge as *const u8);
            let mut compiler = host_compiler((OptLevel::O1, protection), mapping_modes()[0]);
            let codes = compiler.compile_module(looking(), &externs);
            assert_eq!(call(&codes.unwrap_or_else(|failure| panic!("{failure}"))[1], 0, &[]), 10);
            return;
        }
        let test = "branch_protection::here::forged_return_addresses_are_detected";
        assert_eq!(signal_of_child(test, "plain"), None);
        if std::arch::is_aarch64_feature_detected!("paca") {
            assert!(signal_of_child(test, "signed").is_some());
        }
    }
}
