//! Trapping instructions with an exit state: the exit handler gets the state with all values.

use barebones::base::{Effects, StateId, TrapCode, Type, ValueRep};
use barebones::interp::ExitEntry;
use barebones::ir::{Opcode, Procedure, StateEntry, ValueId};
use barebones::isa::masm::Address;
use barebones::isa::{ExitKind, GeneratorError};
use barebones::jit::{Bits, Code, ExitReply, TrapRecovery};
use barebones::regalloc::Forced;
use barebones::{Compiler, OptLevel, host_target};
use barebones_testing::native::options_at;

const I64: Type = Type::Int64;
const F64: Type = Type::Double;

/// The access at the trap site of the generator.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Access {
    Load,
    /// Stores a constant that is too wide for an immediate: two instructions.
    Store,
    /// Stores in a late path.
    Late,
}

/// ((x + y) * x) of the word at an address plus 8, with eight values live in the state.
fn reader(access: Access, has_state: bool) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root);
    let [pointer, x, y] = [I64, I64, I64].map(|ty| b.argument(ty));
    let d = b.argument(F64);
    let sum = b.add(x, y);
    let product = b.mul(sum, x);
    let twice = b.add(d, d);
    let values = [pointer, x, y, sum, product, d, twice];
    let mut entries: Vec<StateEntry> = values.map(|value: ValueId| StateEntry::Value(value)).into();
    entries.push(StateEntry::Constant(I64, 77));
    let state = match has_state {
        true => proc.add_state(StateId::INVALID, 5, 55, &entries),
        false => StateId::INVALID,
    };
    let mut b = proc.at(root);
    let loaded = b
        .patchpoint(I64)
        .input(pointer, ValueRep::SomeRegister)
        .result(ValueRep::SomeEarlyRegister)
        .scratch_gprs(1)
        .exit_state(state)
        .effects(Effects::for_call())
        .generator("read", move |masm, params| {
            let (dst, pointer, scratch) = (params.gpr(0)?, params.gpr(1)?, params.gp_scratch(0)?);
            masm.give_scratch(scratch);
            masm.mov(dst, 1);
            match access {
                Access::Load => {
                    params.add_trap_exit(masm, TrapCode::NullReference)?;
                    masm.load64(dst, Address::new(pointer, 8));
                }
                Access::Store => {
                    params.add_trap_exit(masm, TrapCode::NullReference)?;
                    masm.store64(Address::new(pointer, 8), 0x1234_5678_9abc_def0_i64);
                }
                Access::Late => {
                    let (there, back) = (masm.new_label(), masm.new_label());
                    masm.jump(there);
                    masm.bind(back);
                    params.add_late_path(move |masm, params| {
                        masm.bind(there);
                        params.add_trap_exit(masm, TrapCode::NullReference)?;
                        masm.load64(params.gpr(0)?, Address::new(params.gpr(1)?, 8));
                        masm.jump(back);
                        Ok(())
                    });
                }
            }
            Ok(())
        })
        .append();
    let result = b.add(loaded, product);
    let wide = b.apply_typed(Opcode::FToISat, I64, &[twice]);
    let result = b.add(result, wide);
    b.ret([result]);
    proc
}

fn compiler(level: OptLevel) -> Compiler {
    let mut options = options_at(level);
    options.check_allocation = true;
    Compiler::with_options(options).expect("a host")
}

fn arguments(pointer: u64) -> [Bits; 4] {
    let bits = [pointer, 7, 11, 2.5_f64.to_bits()];
    let types = [I64, I64, I64, F64];
    [0, 1, 2, 3].map(|n| Bits { ty: types[n], bits: bits[n] })
}

fn call(code: &Code, pointer: u64) -> u64 {
    // SAFETY: the code reads two words at the pointer, or exits.
    unsafe { code.call_raw(&arguments(pointer)) }.expect("its arguments")[0]
}

#[test]
fn a_fault_exits_with_all_values() {
    TrapRecovery::install().expect("Linux");
    // With forced spilling, values are all over a frame that is larger than what a signal could overwrite unnoticed.
    let configurations = OptLevel::ALL.map(|level| [(level, Forced::None), (level, Forced::SpillAll)]);
    for (level, forced) in configurations.into_iter().flatten() {
        for access in [Access::Load, Access::Store, Access::Late] {
            let mut options = options_at(level);
            (options.check_allocation, options.forced) = (true, forced);
            let mut compiler = Compiler::with_options(options).expect("a host");
            compiler.set_exit_handler(|exit| {
                let values = exit.values().expect("the compiler wrote them");
                let scalar = |bits| ExitEntry::Scalar(I64, bits);
                let float = |value: f64| ExitEntry::Scalar(F64, value.to_bits());
                let integers = [0, 7, 11, 18, 126].map(scalar);
                let expected = [&integers[..], &[float(2.5), float(5.0), scalar(77)]].concat();
                assert_eq!((values.frames[0].function, values.frames[0].pc), (5, 55));
                assert_eq!(values.frames[0].entries, expected);
                ExitReply::Return(vec![1_000_000])
            });
            let code = compiler.compile(reader(access, true)).expect("compiles");
            let mut words = [1_u64, 2, 3];
            let found = call(&code, words.as_mut_ptr().expose_provenance() as u64);
            let read = if access == Access::Store { 1 } else { 2 };
            assert_eq!(found, read + 126 + 5, "{level:?} {access:?}");
            let second = if access == Access::Store { 0x1234_5678_9abc_def0 } else { 2 };
            assert_eq!(words, [1, second, 3]);
            // Several times, as no state of the signal may remain.
            for _ in 0..3 {
                assert_eq!(call(&code, 0), 1_000_000, "{level:?} {access:?}");
            }
            let site = code.trap_sites().iter().find(|site| site.exit.is_valid()).expect("the trap site");
            assert_eq!(code.exit_of_trap(site.offset), Ok(Some(site.exit)));
            let places = code.exits().places().expect("the compiler wrote them");
            assert!(places.iter().any(|place| place.kind == ExitKind::Trap && place.offset == site.offset));
        }
    }
}

/// Without an exit handler it is an ordinary trap, and likewise if the handler replies with a trap.
#[test]
fn without_a_handler_it_traps() {
    let recovery = TrapRecovery::install().expect("Linux");
    for level in OptLevel::ALL {
        let code = compiler(level).compile(reader(Access::Load, true)).expect("compiles");
        // SAFETY: the code traps, and there is nothing to drop.
        let ended = unsafe { code.call_raw_catching(recovery, &arguments(0)) }.expect("its arguments");
        let trap = ended.expect_err("a null pointer");
        assert_eq!((trap.code, trap.fault_address), (TrapCode::NullReference, Some(8)), "{level:?}");
        // SAFETY: the reply only traps.
        unsafe { code.set_exit_handler(|_| ExitReply::Trap(TrapCode::User(9), None)) };
        // SAFETY: as above.
        let ended = unsafe { code.call_raw_catching(recovery, &arguments(0)) }.expect("its arguments");
        assert_eq!(ended.expect_err("the handler replies with a trap").code, TrapCode::User(9), "{level:?}");
    }
}

#[test]
fn traps_without_a_state_do_not_exit() {
    let failure = compiler(OptLevel::O1).compile(reader(Access::Load, false)).expect_err("no state");
    let expected = GeneratorError::new("there is no exit state");
    assert!(failure.to_string().contains(expected.message()), "{failure}");
}

/// Many threads exit at once, each with its own signal stack.
#[test]
fn threads_exit_concurrently() {
    TrapRecovery::install().expect("Linux");
    let mut compiler = compiler(OptLevel::O2);
    compiler.set_exit_handler(|exit| {
        let values = exit.values().expect("the compiler wrote them");
        let ExitEntry::Scalar(_, pointer) = values.frames[0].entries[0] else { panic!("a pointer") };
        ExitReply::Return(vec![pointer + 1])
    });
    let code = compiler.compile(reader(Access::Load, true)).expect("compiles");
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let code = &code;
            scope.spawn(move || (0..500).for_each(|n| assert_eq!(call(code, n + thread), n + thread + 1)));
        }
    });
}
