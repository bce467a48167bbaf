//! Replies of exit handlers that throw, and handlers with a context per call.

use barebones::base::{TrapCode, Type};
use barebones::ir::{Module, Procedure, parse_module};
use barebones::jit::{
    self, Bits, Code, ExitReply, Thrown, TrapRecovery, TypedCode, raise_trap, with_context,
};
use barebones::{Compiler, OptLevel, host_target, targets};
use barebones_testing::native::options_at;

/// `inner` takes its exit for large arguments, and `outer` catches. `middle` keeps values of its own in registers, and has
/// no handler.
pub(super) const THROWING: &str = "barebones 1
    extern thrown(Int64) -> Int64
    proc inner(Int64, Int64) -> Int64 conv=internal {
        state0 = frame function=1 pc=2 [@0 | @1]
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = CheckMul(@0, @1, state=state0)
        Void @3 = Return(@2)
    }
    proc middle(Int64, Int64) -> Int64 conv={} {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = BitXor(@0, @1)
        Int64 @3 = CCall(inner, @0, @1, conv=internal)
        Int64 @4 = Add(@3, @2)
        Void @5 = Return(@4)
    }
    proc outer(Int64, Int64) -> Int64 conv={} {
    #0:
        Int64 @0 = ArgumentReg(%a0)
        Int64 @1 = ArgumentReg(%a1)
        Int64 @2 = Add(@0, @1)
        Int64 @3 = CCall(middle, @0, @1, #1, #2:rare, exceptional)
    #1:
        Void @4 = Return(@3)
    #2:
        Int64 @5 = Const64(0)
        Int64 @6 = CCall(thrown, @5)
        Int64 @7 = Const64(1)
        Int64 @8 = CCall(thrown, @7)
        Int64 @9 = Add(@6, @8)
        Int64 @10 = Add(@9, @2)
        Void @11 = Return(@10)
    }
";

fn throwing_module() -> Module {
    let host = host_target().expect("a host");
    let text = THROWING.replace("conv={}", &format!("conv={}", host.desc.conventions[0].name));
    parse_module(&text, &targets(host)).expect("parses")
}

fn compile(level: OptLevel) -> Vec<Code> {
    let mut options = options_at(level);
    options.check_allocation = true;
    let mut compiler = Compiler::with_options(options).expect("a host");
    compiler.set_exit_handler(|exit| {
        let values = exit.values().expect("the compiler described them");
        let [frame] = &values.frames[..] else { panic!("one frame") };
        let [local, operand] = [frame.locals(), frame.stack()].map(|entries| entries[0].bits());
        ExitReply::Throw(Thrown([local.expect("a scalar"), operand.expect("a scalar")]))
    });
    let externs = |name: &str| (name == "thrown").then(jit::thrown_function);
    compiler.compile_module(throwing_module(), &externs).unwrap_or_else(|failure| panic!("{}", failure.error))
}

#[test]
fn an_exit_throws_to_the_handler_of_an_outer_call() {
    for level in OptLevel::ALL {
        let codes = compile(level);
        // SAFETY: the code computes with its arguments, and its handler throws.
        let outer: TypedCode<extern "C" fn(i64, i64) -> i64> =
            unsafe { codes[2].typed() }.expect("of this type");
        assert_eq!(outer.call(6, 7), 42 + (6 ^ 7), "{level:?}");
        let large = 1 << 40;
        for _ in 0..3 {
            assert_eq!(outer.call(large, large + 9), 2 * (large + large + 9), "{level:?}");
        }
    }
}

#[test]
fn an_uncaught_throw_of_an_exit_ends_the_catching_call() {
    let Ok(recovery) = TrapRecovery::install() else { return };
    for level in OptLevel::ALL {
        let codes = compile(level);
        let args = [1 << 40, 1 << 41].map(|bits| Bits { ty: Type::Int64, bits });
        // SAFETY: the code computes with its arguments.
        let ended = unsafe { codes[1].call_raw_catching(recovery, &args) }.expect("these are its arguments");
        let trap = ended.expect_err("nothing catches it in the code");
        assert_eq!(trap.thrown(), Some(Thrown([1 << 40, 1 << 41])), "{level:?}");
    }
}

/// x * x; an exit for large x.
fn square() -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let state = b.proc.exit_state(0, 0).locals([x]).add();
    let square = b.check_mul(x, x).exit_state(state).append();
    b.ret([square]);
    proc
}

type Square = TypedCode<extern "C" fn(i64) -> i64>;

/// The state of a thread.
struct Vm {
    number: u64,
    exits: Vec<i64>,
    /// Called by the handler of exits.
    nested: Option<Square>,
}

fn compile_square(nested: Option<&Square>) -> Square {
    let mut compiler = Compiler::host().expect("a host");
    let has_nested = nested.is_some();
    compiler.set_exit_handler(move |exit| {
        let values = exit.values().expect("the compiler described them");
        let x = values.frames[0].locals()[0].int64().expect("an Int64");
        assert!(exit.context::<String>().is_none(), "of another type");
        let Some(vm) = exit.context::<Vm>() else { return ExitReply::Return(vec![0]) };
        vm.exits.push(x);
        if has_nested && let Some(nested) = vm.nested.take() {
            // The context is this handler's, until it passes it on.
            assert_eq!(nested.call(x), 0);
            assert_eq!(with_context(vm, |_| nested.call(x + 1)), vm.number as i64);
            vm.nested = Some(nested);
        }
        ExitReply::Return(vec![vm.number])
    });
    let code = compiler.compile(square()).expect("compiles");
    // SAFETY: the code computes with its argument, and the handler returns an integer.
    unsafe { code.typed() }.expect("of this type")
}

/// A host function that sets a context of its own, and then traps.
extern "C" fn trap_with_context(_: i64) -> i64 {
    let mut vm = Vm { number: 5, exits: Vec::new(), nested: None };
    with_context(&mut vm, |_| {
        // SAFETY: the vector is empty, so nothing needs to be dropped.
        unsafe { raise_trap(TrapCode::Unreachable, None, std::ptr::null()) }
    })
}

#[test]
fn a_trap_restores_the_context() {
    let Ok(recovery) = TrapRecovery::install() else { return };
    let mut proc = Procedure::new(&host_target().expect("a host"));
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let function = b.const64(trap_with_context as *const u8 as i64);
    let result = b.ccall(Type::Int64, function, &[x]);
    b.ret([result]);
    let code = Compiler::host().expect("a host").compile(proc).expect("compiles");
    // SAFETY: the code calls the function above, which owns nothing.
    let trapping: Square = unsafe { code.typed() }.expect("of this type");
    let square = compile_square(None);
    let trap = || assert!(trapping.call_catching(recovery, 1).is_err());
    trap();
    assert_eq!(square.call(1 << 40), 0, "there is none");
    let mut vm = Vm { number: 9, exits: Vec::new(), nested: None };
    let result = with_context(&mut vm, |_| {
        trap();
        square.call(1 << 40)
    });
    assert_eq!((result, vm.exits), (9, vec![1 << 40]));
}

#[test]
fn each_thread_has_its_context() {
    let inner = compile_square(None);
    let outer = compile_square(Some(&inner));
    let run = &|number: u64| {
        let mut vm = Vm { number, exits: Vec::new(), nested: Some(inner.clone()) };
        for round in 0..200 {
            let large = (1 << 40) + round;
            let results =
                with_context(&mut vm, |_| (outer.call(round), outer.call(large), outer.call(large)));
            assert_eq!(results, (round * round, number as i64, number as i64));
            assert_eq!(vm.exits, [large, large + 1].repeat(2));
            vm.exits.clear();
        }
        // Outside there is none.
        assert_eq!(outer.call(1 << 40), 0);
    };
    std::thread::scope(|scope| {
        for number in [77, 88] {
            scope.spawn(move || run(number));
        }
    });
}
