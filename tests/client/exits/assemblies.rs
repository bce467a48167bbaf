//! Exits of procedures in code assembled from several procedures and code of the client.

use barebones::base::{Arch, ConvId, ExitId, Reg, Signature, StackSlotId, StateId, TrapCode, Type};
use barebones::interp::ExitEntry;
use barebones::ir::{Procedure, parse_module};
use barebones::isa::masm::MacroAssembler;
use barebones::isa::{ExitKind, a64, x64};
use barebones::jit::{Bits, Code, Continuation, ExitReply, TrapRecovery, walk_frames};
use barebones::patchpoint::GeneratorRegistry;
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;
use std::cell::RefCell;
use std::sync::Mutex;

const I64: Type = Type::Int64;

fn procedures(text: &str) -> Vec<Procedure> {
    let target = host_target().expect("a host");
    parse_module(&format!("barebones 1\n{text}"), &targets(target)).expect("valid text").procedures
}

fn call(code: &Code, args: &[u64]) -> Vec<u64> {
    let args: Vec<Bits> = args.iter().map(|bits| Bits { ty: I64, bits: *bits }).collect();
    // SAFETY: the tests call the code with its own signature.
    unsafe { code.call_raw(&args) }.expect("these are its arguments")
}

/// Three procedures: one without a frame; one that keeps a value across a call in a callee-saved register and passes
/// two arguments on; one that exits while registers of its caller are saved in its frame.
const THREE: &str = "extern look(Int64) -> Int64
proc nothing(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Return(@0)
}
proc calling(Int64) -> Int64 {
    state0 = frame function=1 pc=10 [@0]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(40)
    Int64 @2 = CCall(leaving, @0, @1, state=state0)
    Int64 @3 = Add(@2, @0)
    Void @4 = Return(@3)
}
proc leaving(Int64, Int64) -> Int64 {
    slot0 = stack 64 locked
    state0 = frame function=2 pc=20 [@0, @1, @4]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = SlotBase(slot0)
    Void @3 = Store(@1, @2)
    Int64 @4 = CCall(look, @1)
    Int32 @5 = Trunc(@0)
    Void @6 = Check(@5, state=state0)
    Int64 @7 = Load(@2)
    Void @8 = Return(@7)
}";

extern "C" fn look(number: u64) -> u64 {
    number + 1
}

/// Each exit uses the frame and the signature of its own procedure: registers are restored, and slots and values have
/// the right addresses. Callers are found up to the client's own code, whose frame is not read.
#[test]
fn exits_belong_to_their_procedure() {
    let convention = host_target().expect("a host").convention(ConvId::new(0));
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(options_at(level)).expect("a host");
        compiler.set_exit_handler(|exit| {
            let values = exit.values().expect("is well formed");
            let scalar = |bits| ExitEntry::Scalar(I64, bits);
            assert_eq!(values.frames[0].entries, [scalar(5), scalar(40), scalar(41)]);
            let slot = exit.stack_slot(StackSlotId::new(0)).expect("it has a slot").cast::<u64>();
            // SAFETY: the procedure stored a number there.
            assert_eq!(unsafe { slot.read() }, 40);
            let callers: Vec<_> = exit.callers().collect();
            assert_eq!(callers.len(), 1, "the client's own code is no procedure");
            // SAFETY: the frame is active.
            let outer = unsafe { callers[0].values() }.expect("all are known").expect("it has a state");
            assert_eq!(outer.frames[0].entries, [scalar(5)]);
            ExitReply::Return(vec![1000])
        });
        let prepared: Vec<_> =
            procedures(THREE).into_iter().map(|proc| compiler.prepare(proc).expect("valid")).collect();
        // At O0 all values are in the frame; at O1 those with few uses are.
        let saves = !prepared[2].frame().callee_saves.is_empty();
        assert_eq!(saves, level == OptLevel::O2, "otherwise nothing is restored");
        let mut assembly = compiler.assemble();
        let entry = assembly.buffer().new_label();
        assembly.add_entry(entry);
        assembly.generate(&prepared[0]).expect("generates");
        // The entry takes two arguments; the frame pointer does not point to a frame.
        assembly.masm().bind(entry);
        let mut masm = assembly.masm();
        masm.landing_pad();
        save(&mut masm);
        let frame_pointer = masm.target().desc.frame_pointer;
        let [frame, kept, a, b, result] = [
            frame_pointer,
            kept_register(&masm),
            convention.args_gp[0],
            convention.args_gp[1],
            convention.results_gp[0],
        ]
        .map(|reg| masm.gpr(reg).expect("a register"));
        masm.mov(frame, 1);
        masm.mov(kept, 77);
        masm.mov(a, b);
        let function = masm.new_label();
        masm.near_call(function, convention.clobbered);
        masm.add64(result, result, kept);
        restore(&mut masm);
        masm.ret();
        masm.bind(function);
        assembly.generate(&prepared[1]).expect("generates");
        assembly.generate(&prepared[2]).expect("generates");
        let assembled = assembly.finish().expect("nothing is wrong");
        let signature = Signature { params: vec![I64; 2], results: vec![I64] };
        let externs = |name: &str| (name == "look").then_some(look as *const u8);
        let code = compiler.link_assembled(&assembled, "all", &signature, ConvId::new(0), &externs);
        let code = code.expect("links");
        assert_eq!(call(&code, &[9, 0]), [40 + 77], "{level:?}: no exit");
        assert_eq!(call(&code, &[9, 5]), [1000 + 5 + 77], "{level:?}");
    }
}

/// A callee-saved register other than the frame pointer.
fn kept_register(masm: &MacroAssembler<'_>) -> Reg {
    if masm.target().desc.arch == Arch::X64 { x64::registers::RBX } else { a64::registers::X19 }
}

/// Prologue of the client's code: saves callee-saved registers and keeps the stack pointer aligned.
fn save(masm: &mut MacroAssembler<'_>) {
    let (frame_pointer, kept) = (masm.target().desc.frame_pointer, kept_register(masm));
    if let Some(mut asm) = masm.x64() {
        [frame_pointer, kept, kept].into_iter().for_each(|reg| asm.push_r(reg));
    } else if let Some(mut asm) = masm.a64() {
        use a64::{Mem, Pair, registers::*};
        asm.store_pair(Pair::Gp64, frame_pointer, LR, Mem::PreIndex { base: SP, disp: -32 });
        asm.store_pair(Pair::Gp64, kept, kept, Mem::base(SP, 16));
    }
}

/// Restores what [`save`] saved.
fn restore(masm: &mut MacroAssembler<'_>) {
    let (frame_pointer, kept) = (masm.target().desc.frame_pointer, kept_register(masm));
    if let Some(mut asm) = masm.x64() {
        [kept, kept, frame_pointer].into_iter().for_each(|reg| asm.pop_r(reg));
    } else if let Some(mut asm) = masm.a64() {
        use a64::{Access, Mem, Pair, registers::*};
        asm.access(Access::Load64, kept, Mem::base(SP, 16));
        asm.load_pair(Pair::Gp64, frame_pointer, LR, Mem::PostIndex { base: SP, disp: 32 });
    }
}

static WALKED: Mutex<usize> = Mutex::new(0);

extern "C" fn count(frame: *const u8) -> u64 {
    // SAFETY: the compiled code passes its own frame.
    *WALKED.lock().unwrap() = unsafe { walk_frames(frame, std::ptr::null()) }.count();
    7
}

/// A walk ends at the client's own code, also if the procedure has no other caller.
#[test]
fn walks_end_at_client_code() {
    let text = "extern count(Int64) -> Int64
proc counting() -> Int64 {
#0:
    Int64 @0 = FramePointer()
    Int64 @1 = CCall(count, @0)
    Void @2 = Return(@1)
}";
    let convention = host_target().expect("a host").convention(ConvId::new(0));
    let mut compiler = Compiler::host().expect("a host");
    let prepared = compiler.prepare(procedures(text).swap_remove(0)).expect("valid");
    let mut assembly = compiler.assemble();
    let [entry, function] = [(); 2].map(|()| assembly.buffer().new_label());
    assembly.add_entry(entry);
    let mut masm = assembly.masm();
    masm.bind(entry);
    save(&mut masm);
    let frame = masm.gpr(masm.target().desc.frame_pointer).expect("a register");
    masm.mov(frame, -1);
    masm.near_call(function, convention.clobbered);
    restore(&mut masm);
    masm.ret();
    masm.bind(function);
    assembly.generate(&prepared).expect("generates");
    let assembled = assembly.finish().expect("nothing is wrong");
    let signature = Signature { params: vec![], results: vec![I64] };
    let externs = |name: &str| (name == "count").then_some(count as *const u8);
    let code = compiler.link_assembled(&assembled, "all", &signature, ConvId::new(0), &externs);
    *WALKED.lock().unwrap() = 99;
    assert_eq!(call(&code.expect("links"), &[]), [7]);
    assert_eq!(*WALKED.lock().unwrap(), 0);
}

const LEAVING_AND_TRAPPING: &str = "proc leaving(Int64) -> Int64 {
    state0 = frame function=2 pc=20 [@0]
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Const32(1)
    Void @2 = Check(@1, state=state0)
    Void @3 = Return(@0)
}
proc trapping(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Void @1 = Oops()
}";

/// A handler calls code that traps, with its own catching call; the call around the exit does not see the trap.
#[test]
fn traps_in_a_handler_belong_to_the_handler() {
    let recovery = TrapRecovery::install().expect("works where tests run");
    let mut compiler = Compiler::host().expect("a host");
    let mut both = procedures(LEAVING_AND_TRAPPING);
    let trapping = compiler.compile(both.remove(1)).expect("compiles");
    let code = compiler.compile(both.remove(0)).expect("compiles");
    super::handle(&code, move |_| {
        let args = [Bits { ty: I64, bits: 1 }];
        // SAFETY: the code only traps.
        let inner = unsafe { trapping.call_raw_catching(recovery, &args) }.expect("its arguments");
        let trap = inner.expect_err("it traps");
        assert_eq!(trap.callers.len(), 0);
        ExitReply::Trap(TrapCode::User(9), Some(Box::new(trap.code)))
    });
    let args = [Bits { ty: I64, bits: 1 }];
    for _ in 0..3 {
        // SAFETY: the code exits, and the handler owns nothing at the end.
        let outer = unsafe { code.call_raw_catching(recovery, &args) }.expect("its arguments");
        assert_eq!(outer.expect_err("it traps").code, TrapCode::User(9));
    }
}

/// A trap that the handler does not catch is not caught by the call around the exit either, as that would skip the
/// handler's frames. The process ends.
#[test]
fn traps_do_not_jump_over_a_handler() {
    const NAME: &str = "exits::assemblies::traps_do_not_jump_over_a_handler";
    if std::env::var_os("BAREBONES_TEST_CHILD").is_none() {
        let mut command = barebones_testing::native::this_program();
        command.args(["--exact", NAME, "--nocapture", "--test-threads=1"]).env("BAREBONES_TEST_CHILD", NAME);
        let output = command.output().expect("the program can be started");
        #[cfg(unix)]
        let how = std::os::unix::process::ExitStatusExt::signal(&output.status).map(|signal| signal as u32);
        #[cfg(windows)]
        let how = output.status.code().map(|code| code as u32);
        let invalid_instruction = if cfg!(windows) { 0xc000_001d } else { 4 };
        assert_eq!(how, Some(invalid_instruction), "an invalid instruction: {output:?}");
        return;
    }
    let recovery = TrapRecovery::install().expect("works where tests run");
    let mut compiler = Compiler::host().expect("a host");
    let mut both = procedures(LEAVING_AND_TRAPPING);
    let trapping = compiler.compile(both.remove(1)).expect("compiles");
    let code = compiler.compile(both.remove(0)).expect("compiles");
    super::handle(&code, move |_| ExitReply::Return(call(&trapping, &[1])));
    let args = [Bits { ty: I64, bits: 1 }];
    // SAFETY: the tests call the code with its own signature.
    let outcome = unsafe { code.call_raw_catching(recovery, &args) };
    println!("the trap was caught: {outcome:?}");
}

/// An exit outside of all procedures is rejected: it would shift the numbers of the others.
#[test]
fn exits_in_client_code_are_rejected() {
    let mut compiler = Compiler::host().expect("a host");
    let prepared = compiler.prepare(procedures(LEAVING_AND_TRAPPING).swap_remove(0)).expect("valid");
    for place in 0..2 {
        let mut assembly = compiler.assemble();
        for step in 0..2 {
            if step == place {
                assembly.buffer().add_exit_site(ExitKind::Check, StateId::new(0), &[]);
            } else {
                assembly.generate(&prepared).expect("generates");
            }
        }
        let error = assembly.finish().expect_err("an exit outside of procedures").to_string();
        assert!(error.contains("expected each exit in the range of exactly one procedure"), "{error}");
    }
}

thread_local! {
    static IN_GENERATOR: RefCell<Vec<Option<ExitId>>> = const { RefCell::new(Vec::new()) };
}

extern "C" fn look_from_generator(frame: *const u8, return_address: *const u8) -> u64 {
    // SAFETY: the generator passes its frame and the return address of the call.
    let frames = unsafe { walk_frames(frame, return_address) };
    let exits = frames.map(|frame| frame.code().exit_of_call(frame.offset()).expect("is well formed"));
    IN_GENERATOR.set(exits.collect());
    0
}

/// A call in the generator of a check has the state of the check, which then uses no registers that calls clobber.
#[test]
fn calls_in_generators_of_checks_have_a_state() {
    let text = "proc checked(Int64) -> Int64 {
    generator0 = \"looks\"
    state0 = frame function=2 pc=20 []
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)
    Void @2 = Check(@1, state=state0, generator=generator0)
    Void @3 = Return(@0)
}";
    let mut proc = procedures(text).swap_remove(0);
    let mut registry = GeneratorRegistry::new();
    registry.add("looks", |masm, params| {
        let convention = masm.target().convention(ConvId::new(0));
        let exit = params.exit().expect("it has a state");
        let after = masm.new_label();
        let [frame, address] = [0, 1].map(|n| masm.gpr(convention.args_gp[n]).expect("a register"));
        masm.lea_label(address, after);
        masm.mov(frame, masm.gpr(masm.target().desc.frame_pointer).expect("the frame pointer"));
        masm.call(look_from_generator as *const u8 as u64, convention.clobbered);
        masm.bind(after);
        match masm.x64() {
            Some(mut asm) => asm.exit(exit),
            None => masm.a64().expect("the other one").exit(exit),
        }
        Ok(())
    });
    registry.resolve(&mut proc);
    let mut compiler = Compiler::host().expect("a host");
    let code = compiler.compile(proc).expect("compiles");
    super::handle(&code, |_| ExitReply::Return(vec![1]));
    assert_eq!(call(&code, &[3]), [1]);
    assert_eq!(IN_GENERATOR.take(), [Some(ExitId::new(0))]);
}

/// The entries of an assembly have signatures of their own.
#[test]
fn continuations_take_the_arguments_of_their_entry() {
    let leaves = "proc leaves(Int64) -> Int64 {
        state0 = frame function=1 pc=1 [@0]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int32 @1 = Trunc(@0)
        Void @2 = Check(@1, state=state0)
        Void @3 = Return(@0)
    }";
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(options_at(level)).expect("a host");
        let conv = compiler.target().convention(ConvId::C);
        let mut assembly = compiler.assemble();
        let labels = [(); 2].map(|()| assembly.buffer().new_label());
        for (label, params) in labels.into_iter().zip(1..) {
            let signature = Signature { params: vec![I64; params], results: vec![I64] };
            assembly.add_function(label, &format!("of{params}"), &signature);
        }
        let mut masm = assembly.masm();
        let registers = [conv.args_gp[0], conv.args_gp[1], conv.results_gp[0]];
        let [a, b, result] = registers.map(|reg| masm.gpr(reg).expect("a register"));
        masm.bind(labels[0]);
        masm.landing_pad();
        masm.add64(result, a, 1);
        masm.ret();
        masm.bind(labels[1]);
        masm.landing_pad();
        masm.add64(result, a, b);
        masm.ret();
        let assembled = assembly.finish().expect("nothing is wrong");
        let other = compiler.link_assembled(&assembled, "all", &Signature::default(), ConvId::C, &|_| None);
        let other = other.expect("links");
        // SAFETY: the code computes with its arguments, and lives as long as the handler.
        let next = move |entry, args| unsafe { Continuation::new(other.clone(), entry, args) };
        assert!(next(0, vec![1]).is_ok() && next(0, vec![1, 2]).is_err() && next(1, vec![1]).is_err());
        compiler.set_exit_handler(move |_| match next(1, vec![30, 12]) {
            Ok(next) => ExitReply::Continue(next),
            Err(error) => panic!("{error}"),
        });
        let code = compiler.compile(procedures(leaves).remove(0)).expect("compiles");
        assert_eq!((call(&code, &[0]), call(&code, &[1])), (vec![0], vec![42]), "{level:?}");
    }
}
