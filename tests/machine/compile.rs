//! The driver from a client's view: procedures in, handles out, precise errors.
#![allow(unsafe_code)] // the test calls compiled code

use barebones::base::{ConvId, Effects, SymbolId, Type};
use barebones::error::CompileError;
use barebones::ir::{CallData, Extern, Module, Procedure, StackSlotKind, ValueId};
use barebones::isa::TARGETS;
use barebones::jit::{CodeMemory, Mapper, MappingMode, MemoryError, Reservation};
use barebones::opt::PassSet;
use barebones::{Compiler, Observer, OptLevel, Options, Progress, Stage, host_target};
use barebones_testing::calls::return_weighted_sum;
use barebones_testing::native::options_at;
use std::sync::Arc;
use std::thread;

fn compiler(level: OptLevel) -> Compiler {
    let mut options = options_at(level);
    options.check_allocation = true;
    Compiler::with_options(options).expect("a machine with code generation")
}

fn host_procedure() -> Procedure {
    Procedure::new(&host_target().expect("a machine with code generation"))
}

/// `extern "C" fn(i64) -> i64` that adds one.
fn increment() -> Procedure {
    let mut proc = host_procedure();
    let root = proc.add_block();
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let one = b.const64(1);
    let sum = b.add(x, one);
    b.ret([sum]);
    proc
}

#[test]
fn frames_at_the_entry_can_be_requested() {
    for (level, is_late) in [(OptLevel::O0, true), (OptLevel::O1, false), (OptLevel::O2, false)] {
        // With branch protection, which the environment may request, the prologue is always at the entry.
        let mut options = Options::at(level);
        options.shrink_wrapping = is_late;
        let with_frame =
            Compiler::with_options(options.clone()).expect("a host").emit(&increment()).expect("valid");
        options.shrink_wrapping = true;
        let code =
            Compiler::with_options(options.clone()).expect("a host").emit(&increment()).expect("valid");
        let may_be_late = host_target().expect("a host").desc.shrink_wrapping && level > OptLevel::O0;
        assert_eq!(code.code_size < with_frame.code_size, may_be_late, "{level:?}");
        let mut own_request = increment();
        own_request.keeps_frame_pointer = true;
        let code = Compiler::with_options(options).expect("a host").emit(&own_request).expect("valid");
        assert_eq!(code.code_size, with_frame.code_size, "{level:?}");
    }
}

#[test]
fn a_procedure_becomes_a_function() {
    for level in OptLevel::ALL {
        let code = compiler(level).compile(increment()).expect("valid");
        // SAFETY: the code is a pure function.
        let inc = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of the procedure");
        drop(code);
        assert_eq!((inc.call(41), inc.call(i64::MAX)), (42, i64::MIN));
    }
}

/// The sum of the odd numbers below x, with its blocks created in this order.
fn sum_of_odd(order: [usize; 6]) -> Procedure {
    let mut proc = host_procedure();
    let made: Vec<_> = (0..6).map(|_| proc.add_block()).collect();
    let [root, header, body, odd, next, exit] = order.map(|place| made[place]);
    let [i, sum] = [Type::Int64; 2].map(|ty| proc.add_variable(ty));
    let mut b = proc.at(root);
    let x = b.argument(Type::Int64);
    let [zero, one] = [0, 1].map(|n| b.const64(n));
    b.set(zero, i);
    b.set(zero, sum);
    b.jump(header);
    let mut b = proc.at(header);
    let here = b.get(i);
    let goes_on = b.less_than(here, x);
    b.branch(goes_on, body, exit);
    let mut b = proc.at(body);
    let bit = b.bit_and(here, one);
    let is_odd = b.equal(bit, one);
    b.branch(is_odd, odd, next);
    let mut b = proc.at(odd);
    let before = b.get(sum);
    let after = b.add(before, here);
    b.set(after, sum);
    b.jump(next);
    let mut b = proc.at(next);
    let more = b.add(here, one);
    b.set(more, i);
    b.jump(header);
    let result = proc.at(exit).get(sum);
    proc.at(exit).ret([result]);
    proc
}

/// Records the machine IR after selection.
#[derive(Default)]
struct Selected(String);

impl Observer for Selected {
    fn after(&mut self, stage: Stage, progress: Progress<'_>) {
        if let (Stage::Select, Progress::Code(code)) = (stage, progress) {
            self.0 = code.to_string();
        }
    }
}

/// A front end may create blocks in another order than they execute, for example exits first.
#[test]
fn the_order_of_block_creation_does_not_matter_at_o2() {
    let selected = |order| {
        let mut selected = Selected::default();
        compiler(OptLevel::O2).emit_observed(&sum_of_odd(order), &mut selected).expect("valid");
        selected.0
    };
    let expected = selected([0, 1, 2, 3, 4, 5]);
    assert!(expected.lines().count() > 10, "{expected}");
    for order in [[0, 5, 4, 3, 2, 1], [0, 2, 3, 5, 1, 4], [0, 3, 2, 5, 4, 1]] {
        assert_eq!(selected(order), expected, "{order:?}");
    }
    let code = compiler(OptLevel::O2).compile(sum_of_odd([0, 4, 2, 5, 3, 1])).expect("valid");
    // SAFETY: the code is a pure function.
    let sum = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of the procedure");
    assert_eq!([0, 1, 2, 10].map(|x| sum.call(x)), [0, 0, 1, 25]);
}

/// At O2, accesses at absolute addresses, which are constants, share a base register; their addresses stay the same.
#[test]
fn accesses_at_absolute_addresses_keep_their_addresses() {
    for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2] {
        let memory: Vec<u64> = (0..1024).map(|n| n * 0x0101_0101_0101).collect();
        let begin = memory.as_ptr() as i64;
        let mut proc = host_procedure();
        let root = proc.add_block();
        let mut sum = proc.at(root).argument(Type::Int64);
        let mut expected = 5_i64;
        for at in [8, 0, 255, 4096, 1, 8184, 24, 2047 * 4 + 3] {
            let mut b = proc.at(root);
            let address = b.const64(begin + at - 4);
            let byte = b.load8z(address, 4);
            let byte = b.zext32(byte);
            sum = b.add(sum, byte);
            expected += i64::from(memory[at as usize / 8].to_ne_bytes()[at as usize % 8]);
        }
        let mut b = proc.at(root);
        let address = b.const64(begin + 16);
        let whole = b.load(Type::Int64, address, 0);
        let used = b.bit_xor(whole, address);
        sum = b.add(sum, used);
        expected = expected.wrapping_add(memory[2] as i64 ^ (begin + 16));
        proc.at(root).ret([sum]);
        let code = compiler(level).compile(proc).expect("valid");
        // SAFETY: the code reads only `memory`, which is still alive.
        let sum = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of the procedure");
        assert_eq!(sum.call(5), expected, "{level:?}");
        drop(memory);
    }
}

/// A compiler does not keep what it found out about the edges of the previous procedure, with or without passes.
#[test]
fn a_compiler_forgets_the_edges_of_the_last_procedure() {
    for passes in [PassSet::NONE, PassSet::ALL] {
        let mut options = options_at(OptLevel::O2);
        options.passes = passes;
        let mut compiler = Compiler::with_options(options).expect("a machine with code generation");
        for _ in 0..2 {
            let sum = compiler.compile(sum_of_odd([0, 1, 2, 3, 4, 5])).expect("valid");
            let next = compiler.compile(increment()).expect("valid");
            // SAFETY: both are pure functions.
            let [sum, next] = unsafe {
                [sum.typed::<extern "C" fn(i64) -> i64>(), next.typed::<extern "C" fn(i64) -> i64>()]
            };
            assert_eq!(sum.expect("the types of the procedure").call(10), 25);
            assert_eq!(next.expect("the types of the procedure").call(10), 11);
        }
    }
}

#[test]
fn a_handle_is_checked_against_the_signature() {
    let code = compiler(OptLevel::O0).compile(increment()).expect("valid");
    // SAFETY: nothing is called.
    unsafe {
        assert!(code.typed::<extern "C" fn(i64, i64) -> i64>().is_err());
        assert!(code.typed::<extern "C" fn(i32) -> i64>().is_err());
        assert!(code.typed::<extern "C" fn(i64) -> f64>().is_err());
        assert!(code.typed::<extern "C" fn(*const u8) -> *const u8>().is_ok());
    }
}

#[test]
fn every_kind_of_argument_arrives() {
    // Twelve arguments of four types: registers of both banks and the stack.
    let types = [Type::Int32, Type::Double, Type::Int64, Type::Float].repeat(3);
    for level in OptLevel::ALL {
        let mut proc = host_procedure();
        return_weighted_sum(&mut proc, &types);
        let code = compiler(level).compile(proc).expect("valid");
        type F = extern "C" fn(i32, f64, i64, f32, i32, f64, i64, f32, i32, f64, i64, f32) -> f64;
        // SAFETY: the code is a pure function.
        let f = unsafe { code.typed::<F>() }.expect("the types of the procedure");
        let found = f.call(-1, 2.5, 3, 4.5, 5, 6.5, -7, 8.5, 9, 10.5, 11, -12.5);
        let values = [-1.0, 2.5, 3.0, 4.5, 5.0, 6.5, -7.0, 8.5, 9.0, 10.5, 11.0, -12.5];
        let expected: f64 = values.iter().enumerate().map(|(i, v)| v * f64::from(1 << i)).sum();
        assert_eq!(found, expected, "{level:?}");
    }
}

#[cfg(any(target_os = "linux", windows))]
#[test]
fn a_variadic_c_function_is_called() {
    unsafe extern "C" {
        fn snprintf(buffer: *mut std::ffi::c_char, size: usize, format: *const std::ffi::c_char, ...) -> i32;
    }
    for level in OptLevel::ALL {
        // int f(char *buffer, size_t size, const char *format, int a, double b, long long c)
        let mut proc = host_procedure();
        let root = proc.add_block();
        let types = [Type::Int64, Type::Int64, Type::Int64, Type::Int32, Type::Double, Type::Int64];
        let mut arguments: Vec<ValueId> = types.iter().map(|ty| proc.at(root).argument(*ty)).collect();
        // More than fit into registers, so that variable arguments are also on the stack.
        arguments.extend_from_within(3..);
        let symbol = proc.symbol("snprintf");
        let data = CallData {
            conv: ConvId::new(0),
            callee: SymbolId::INVALID,
            variadic_start: Some(3),
            effects: Effects::for_call(),
            exceptional: false,
            state: barebones::base::StateId::INVALID,
        };
        let written = proc.at(root).ccall_with(Type::Int32, symbol, &arguments, data);
        proc.at(root).ret([written]);
        let params = vec![Type::Int64, Type::Int64, Type::Int64];
        let signature = barebones::base::Signature { params, results: vec![Type::Int32] };
        let externs = vec![Extern { name: "snprintf".into(), signature }];
        let module = Module { externs, data: Vec::new(), procedures: vec![proc] };
        let address = snprintf as *const u8;
        let codes = compiler(level).compile_module(module, &|_| Some(address)).expect("valid");
        let mut buffer = [0u8; 64];
        type F = extern "C" fn(*mut u8, usize, *const u8, i32, f64, i64) -> i32;
        // SAFETY: the buffer has the length that is passed, and the format fits the arguments.
        let f = unsafe { codes[0].typed::<F>() }.expect("the types of the procedure");
        let format = c"%d %.2f %lld|%d %.1f %lld";
        let length = f.call(buffer.as_mut_ptr(), buffer.len(), format.as_ptr().cast(), -7, 2.5, 1 << 40);
        let text = String::from_utf8_lossy(&buffer[..length as usize]);
        assert_eq!(text, "-7 2.50 1099511627776|-7 2.5 1099511627776", "{level:?}");
    }
}

#[test]
fn a_failure_hands_the_procedure_back() {
    let mut proc = increment();
    let text = proc.to_string();
    let failure = compiler(OptLevel::O0);
    let mut other = failure;
    // An invalid id is reported with the value that uses it.
    let root = Procedure::ROOT;
    let foreign = ValueId::new(1000);
    proc.at(root).add(foreign, foreign);
    let broken = proc.to_string();
    let failure = other.compile(proc).expect_err("an operand that is not there");
    let CompileError::Invalid(violations) = &failure.error else { panic!("{failure}") };
    assert!(!violations.is_empty() && failure.to_string().contains("@1000"), "{failure}");
    assert_eq!(failure.input.to_string(), broken);
    assert_ne!(broken, text);
    // The compiler is still usable.
    assert!(other.compile(increment()).is_ok());
}

#[cfg(not(feature = "cranelift"))]
#[test]
fn a_backend_that_is_not_built_is_a_named_error() {
    let mut options = options_at(OptLevel::O2);
    options.backend = barebones::Backend::Cranelift;
    let mut compiler = Compiler::with_options(options).expect("a machine with code generation");
    let failure = compiler.compile(increment()).expect_err("it is not built");
    assert!(matches!(failure.error, CompileError::BackendNotBuilt { .. }), "{failure}");
    assert!(failure.to_string().contains("feature `cranelift`"), "{failure}");
}

#[test]
fn a_procedure_for_another_target_is_refused() {
    let host = host_target().expect("a machine with code generation");
    let other = TARGETS.iter().find(|desc| desc.name != host.name()).expect("more than one target");
    let mut proc = Procedure::new(&barebones::base::Target::baseline(other));
    let root = proc.add_block();
    proc.at(root).ret([]);
    let failure = compiler(OptLevel::O0).compile(proc).expect_err("another target");
    assert!(matches!(failure.error, CompileError::WrongTarget { .. }), "{failure}");
}

#[test]
fn bytes_do_not_depend_on_the_checker_or_earlier_compilations() {
    let proc = increment();
    for level in OptLevel::ALL {
        let mut options = options_at(level);
        options.check_allocation = false;
        let unchecked = Compiler::with_options(options).expect("a target").emit(&proc).expect("valid");
        let mut checked = compiler(level);
        assert_eq!(checked.emit(&proc).expect("valid"), unchecked);
        assert_eq!(checked.emit(&proc).expect("valid"), unchecked);
    }
}

#[test]
fn stack_slots_are_where_the_frame_says() {
    for level in OptLevel::ALL {
        let mut proc = host_procedure();
        let root = proc.add_block();
        let forced = proc.add_stack_slot(8, StackSlotKind::Locked);
        proc.stack_slot_mut(forced).expect("just made").forced_offset = Some(-64);
        let free = proc.add_stack_slot(24, StackSlotKind::Locked);
        let mut b = proc.at(root);
        let frame = b.frame_pointer();
        let addresses = [forced, free].map(|slot| {
            let address = b.slot_base(slot);
            b.sub(address, frame)
        });
        let thousand = b.const64(1000);
        let high = b.mul(addresses[0], thousand);
        let both = b.add(high, addresses[1]);
        b.ret([both]);
        let code = compiler(level).compile(proc).expect("valid");
        let offset = code.frame().slot_offset(free).expect("it is used");
        assert_eq!(code.frame().slot_offset(forced), Some(-64));
        assert!(offset + 24 <= -64 || offset >= -56, "the slots do not overlap: {offset}");
        // SAFETY: the code is a pure function.
        let f = unsafe { code.typed::<extern "C" fn() -> i64>() }.expect("the types of the procedure");
        assert_eq!(f.call(), -64_000 + i64::from(offset), "{level:?}");
    }
}

#[test]
fn colliding_forced_offsets_are_an_error() {
    let mut proc = host_procedure();
    let root = proc.add_block();
    for offset in [-48, -32] {
        let slot = proc.add_stack_slot(24, StackSlotKind::Locked);
        proc.stack_slot_mut(slot).expect("just made").forced_offset = Some(offset);
    }
    proc.at(root).ret([]);
    let failure = compiler(OptLevel::O0).compile(proc).expect_err("they overlap");
    assert!(matches!(failure.error, CompileError::SlotCollision { offset: -32, .. }), "{failure}");
    assert!(failure.to_string().starts_with("slot1 in `main` is forced to offset -32"), "{failure}");
}

#[test]
fn a_frame_that_cannot_be_addressed_is_an_error() {
    let mut proc = host_procedure();
    let root = proc.add_block();
    for _ in 0..3 {
        proc.add_stack_slot(u32::MAX / 4, StackSlotKind::Locked);
    }
    proc.at(root).ret([]);
    let failure = compiler(OptLevel::O0).compile(proc).expect_err("3 GiB");
    assert!(matches!(failure.error, CompileError::Emission { .. } | CompileError::Invalid(_)), "{failure}");
}

#[test]
fn unknown_functions_are_named() {
    let mut proc = host_procedure();
    let root = proc.add_block();
    proc.name = String::from("caller");
    let symbol = proc.symbol("nowhere");
    proc.at(root).ccall(Type::Void, symbol, &[]);
    proc.at(root).ret([]);
    let mut address = host_procedure();
    address.name = String::from("reader");
    let root = address.add_block();
    let symbol = address.symbol("table");
    let taken = address.at(root).symbol_address(symbol);
    address.at(root).ret([taken]);
    let externs = vec![Extern { name: "nowhere".into(), signature: Default::default() }];
    let module = Module { externs, data: Vec::new(), procedures: vec![proc.clone()] };
    let failure =
        compiler(OptLevel::O0).compile_module(module, &|_| None).expect_err("the symbol is unresolved");
    assert!(matches!(failure.error, CompileError::UnresolvedSymbol { .. }), "{failure}");
    assert_eq!(failure.input.procedures.len(), 1);
    for level in OptLevel::ALL {
        let error = |proc: &Procedure| compiler(level).compile(proc.clone()).expect_err("unresolved").error;
        let (called, taken) = (error(&proc), error(&address));
        assert_eq!(called.to_string(), "no definition of `nowhere`, called from `caller` at @0");
        assert_eq!(taken.to_string(), "no definition of `table`, whose address `reader` takes at @0");
    }
}

#[test]
fn a_procedure_calls_itself() {
    // f(x) = x == 0 ? 0 : x + f(x - 1)
    let recursive = |argument: Type| {
        let mut proc = host_procedure();
        proc.name = String::from("f");
        let (root, more, done) = (proc.add_block(), proc.add_block(), proc.add_block());
        let x = proc.at(root).argument(Type::Int64);
        proc.at(root).branch(x, more, done);
        let one = proc.at(more).const64(1);
        let less = proc.at(more).sub(x, one);
        let less = if argument == Type::Int64 { less } else { proc.at(more).trunc(less) };
        let own = proc.symbol("f");
        let rest = proc.at(more).ccall(Type::Int64, own, &[less]);
        let sum = proc.at(more).add(x, rest);
        proc.at(more).ret([sum]);
        proc.at(done).ret([x]);
        proc
    };
    for level in OptLevel::ALL {
        let code = compiler(level).compile(recursive(Type::Int64)).expect("valid");
        // SAFETY: the code is a pure function.
        let f = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("the types of the procedure");
        assert_eq!((f.call(0), f.call(100)), (0, 5050), "{level:?}");
        // A call with other types than its own is a violation, as in a module.
        let failure = compiler(level).compile(recursive(Type::Int32)).expect_err("not valid");
        let CompileError::Invalid(violations) = &failure.error else { panic!("{failure}") };
        let text = violations.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        assert!(text.contains("in f at #1"), "{text}");
        assert!(text.contains("it calls (Int32) -> Int64, and the function is (Int64) -> Int64"), "{text}");
    }
}

/// A mapper that always refuses memory.
struct Refusing;

// SAFETY: it never returns a reservation, so no guarantee about one is needed.
#[allow(unsafe_code)]
unsafe impl Mapper for Refusing {
    fn mode(&self) -> MappingMode {
        MappingMode::Toggling
    }
    fn page_size(&self) -> usize {
        4096
    }
    fn reserve(&self, _: usize) -> Result<Reservation, MemoryError> {
        Err(MemoryError::Unsupported)
    }
    unsafe fn commit(&self, _: &Reservation, _: usize, _: usize) -> Result<(), MemoryError> {
        Err(MemoryError::Unsupported)
    }
    unsafe fn protect(
        &self,
        _: &Reservation,
        _: usize,
        _: usize,
        _: barebones::jit::Access,
    ) -> Result<(), MemoryError> {
        Err(MemoryError::Unsupported)
    }
    unsafe fn release(&self, _: Reservation) {}
}

#[test]
fn refused_memory_is_an_error() {
    let mut compiler = compiler(OptLevel::O0);
    compiler.set_memory(CodeMemory::with_mapper(Box::new(Refusing), 1 << 20).expect("a mapper").into());
    let failure = compiler.compile(increment()).expect_err("no memory");
    assert!(failure.to_string().len() > 10, "{failure}");
    assert_eq!(failure.input.to_string(), increment().to_string());
}

#[test]
fn handles_are_called_and_dropped_by_many_threads() {
    let memory = Arc::new(CodeMemory::new().expect("memory for code"));
    let kept = {
        let mut compiler = compiler(OptLevel::O0);
        compiler.set_memory(memory.clone());
        compiler.compile(increment()).expect("valid")
    };
    let threads: Vec<_> = (0..4)
        .map(|_| {
            let (kept, memory) = (kept.clone(), memory.clone());
            thread::spawn(move || {
                // SAFETY: the code is a pure function.
                let shared = unsafe { kept.typed::<extern "C" fn(i64) -> i64>() }.expect("its types");
                let mut compiler = compiler(OptLevel::O0);
                compiler.set_memory(memory);
                for i in 0..200 {
                    let code = compiler.compile(increment()).expect("valid");
                    // SAFETY: the code is a pure function.
                    let own = unsafe { code.typed::<extern "C" fn(i64) -> i64>() }.expect("its types");
                    assert_eq!((own.call(i), shared.call(i)), (i + 1, i + 1));
                }
            })
        })
        .collect();
    drop(kept);
    threads.into_iter().for_each(|thread| thread.join().expect("no panic"));
    assert_eq!(memory.stats().used, 0);
}

/// In an interpreter with this many instructions, tail duplication does not copy the dispatch to each of them.
#[test]
fn code_grows_by_a_part_when_dispatches_are_copied() {
    const INSTRUCTIONS: i64 = 4000;
    let mut proc = host_procedure();
    let [root, head, end] = [(); 3].map(|()| proc.add_block());
    let code = proc.at(root).argument(Type::Int64);
    let [next, sum] = [(); 2].map(|()| proc.at(head).phi(Type::Int64));
    let mut b = proc.at(root);
    b.upsilon(code, next);
    b.upsilon(code, sum);
    b.jump(head);
    let mask = proc.at(head).const64(4095);
    let asked = proc.at(head).bit_and(next, mask);
    let blocks: Vec<_> = (0..INSTRUCTIONS).map(|case| (case, proc.add_block())).collect();
    proc.at(head).switch(asked, &blocks, end);
    for (case, block) in blocks {
        let mut b = proc.at(block);
        let term = b.const64(case + 1);
        let total = b.add(sum, term);
        b.upsilon(total, sum);
        let rest = b.sub(next, total);
        b.upsilon(rest, next);
        b.jump(head);
    }
    proc.at(end).ret([sum]);
    let bytes = compiler(OptLevel::O2).emit(&proc).expect("emission").bytes.len();
    // About twenty without copies, forty with one for each.
    assert!(bytes < 28 * INSTRUCTIONS as usize, "{bytes} bytes");
}

/// A branch, a switch and a constant are more than a megabyte away from their targets: out of range of some machines'
/// instructions.
#[test]
fn code_of_more_than_a_megabyte() {
    const STEPS: i64 = 150_000;
    const CONSTANT: f64 = 1234.5678;
    let factor = |step: i64| 11 + (step & 15) * 6;
    let mut proc = host_procedure();
    let [root, start, long, end] = [(); 4].map(|()| proc.add_block());
    let x = proc.at(root).argument(Type::Int64);
    let float = proc.at(root).argument(Type::Double);
    let result = proc.at(end).phi(Type::Int64);
    let minus = proc.at(root).const64(-1);
    proc.at(root).upsilon(minus, result);
    let cases: Vec<_> = (0..8).map(|case| (case, if case == 5 { end } else { start })).collect();
    proc.at(root).switch(x, &cases, start);
    let mut b = proc.at(start);
    let zero = b.const64(0);
    let negative = b.less_than(x, zero);
    b.upsilon(x, result);
    b.branch(negative, end, long);
    let constant = proc.at(long).const_double(CONSTANT);
    let mut sum = proc.at(long).add(float, constant);
    let mut value = x;
    for step in 0..STEPS {
        let mut b = proc.at(long);
        let by = b.const64(factor(step));
        let product = b.mul(value, by);
        value = b.bit_xor(product, x);
    }
    let mut b = proc.at(long);
    let constant = b.const_double(-CONSTANT);
    sum = b.add(sum, constant);
    let bits = b.bitwise_cast(sum);
    value = b.bit_xor(value, bits);
    b.upsilon(value, result);
    b.jump(end);
    proc.at(end).ret([result]);
    let expected = |x: i64, float: f64| match x {
        5 => -1,
        ..0 => x,
        _ => {
            let value = (0..STEPS).fold(x, |value, step| value.wrapping_mul(factor(step)) ^ x);
            value ^ (float + CONSTANT - CONSTANT).to_bits() as i64
        }
    };
    for level in [OptLevel::O0, OptLevel::O1] {
        let code = compiler(level).compile(proc.clone()).expect("valid");
        assert!(code.size() > 1 << 20, "{level:?}");
        // SAFETY: the code is a pure function.
        let f = unsafe { code.typed::<extern "C" fn(i64, f64) -> i64>() }.expect("its types");
        for x in [5, -3, 4, 6, 8, i64::MAX] {
            assert_eq!(f.call(x, 0.5), expected(x, 0.5), "{level:?}, {x}");
        }
    }
}
