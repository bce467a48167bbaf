//! The generated code: the hot path, traps, and generators that exit by returning.

use super::support::*;
use barebones::Compiler;
use barebones::base::TrapCode;
use barebones::ir::{Module, Opcode, Stackmap};
use barebones::patchpoint::GeneratorRegistry;

/// A check without generator and exit state traps, as nothing can handle the exit.
#[test]
fn without_generator_and_state_it_traps() {
    for (opcode, code) in
        [(Opcode::CheckAdd, TrapCode::IntegerOverflow), (Opcode::Check, TrapCode::Unreachable)]
    {
        let (mut proc, [a, b]) = procedure([I32, I32]);
        let own = if opcode == Opcode::Check { vec![a] } else { vec![a, b] };
        let ty = if opcode == Opcode::Check { barebones::base::Type::Void } else { I32 };
        proc.at(ROOT).stackmap_value(opcode, ty, &own, Stackmap::default());
        proc.at(ROOT).ret([b]);
        for options in configurations() {
            let mut compiler =
                barebones::Compiler::with_options(options).expect("a machine with code generation");
            let compiled = compiler.compile(proc.clone()).expect("it can be compiled");
            assert_eq!(run(&compiled, &[MAX32, MAX32], &[]), End::Trapped(code));
            assert_eq!(run(&compiled, &[0, 5], &[]), End::Returned(vec![5]));
        }
    }
}

/// A check exits by returning from a procedure that uses many callee-saved registers, to a caller with values in them.
#[test]
fn a_generator_may_return() {
    let (mut callee, [a, b]) = procedure([I64, I64]);
    callee.name = String::from("callee");
    // Many values live across a call.
    let nothing = callee.symbol("nothing");
    let values: Vec<_> = (0..20)
        .map(|n| {
            let n = callee.at(ROOT).const64(n);
            let n = callee.at(ROOT).apply_typed(Opcode::Opaque, I64, &[n]);
            callee.at(ROOT).mul(a, n)
        })
        .collect();
    callee.at(ROOT).ccall(barebones::base::Type::Void, nothing, &[]);
    let sum = values.iter().fold(a, |sum, value| callee.at(ROOT).add(sum, *value));
    let id = callee.add_generator("return");
    let map = Stackmap { generator: id, ..Stackmap::default() };
    let result = callee.at(ROOT).stackmap_value(Opcode::CheckAdd, I64, &[sum, b, values[3]], map);
    callee.at(ROOT).ret([result]);
    let (mut caller, params) = procedure([I64; 6]);
    caller.name = String::from("caller");
    let symbol = caller.symbol("callee");
    let products: Vec<_> =
        (0..18).map(|n| caller.at(ROOT).mul(params[n % 6], params[(n + n / 6) % 6])).collect();
    let called = caller.at(ROOT).ccall(I64, symbol, &[params[0], params[1]]);
    let all = products.iter().chain(&params).fold(called, |sum, value| caller.at(ROOT).add(sum, *value));
    caller.at(ROOT).ret([all]);
    let (mut nothing, []) = procedure([]);
    nothing.name = String::from("nothing");
    nothing.at(ROOT).ret([]);
    let mut registry = GeneratorRegistry::new();
    registry.add("return", |masm, params| {
        // Returns the stackmap operand, negated.
        let result = masm.gpr(barebones::isa::x64::registers::RAX)?;
        masm.mov(result, params.operand(0)?);
        masm.neg64(result, result);
        let saved: Vec<_> = params.callee_saves().collect();
        assert!(saved.iter().all(|(_, offset)| *offset < 0));
        params.emit_epilogue(masm)
    });
    let numbers = [3_u64, 10, 1 << 40, 77, 5, 9];
    let value_of = |first: u64, called: u64| {
        let mut params = numbers;
        params[1] = first;
        let products = (0..18).map(|n| params[n % 6].wrapping_mul(params[(n + n / 6) % 6]));
        products.chain(params).fold(called, u64::wrapping_add)
    };
    for options in configurations() {
        let mut module =
            Module { procedures: vec![caller.clone(), callee.clone(), nothing.clone()], ..Module::default() };
        assert!(registry.resolve_module(&mut module).is_empty());
        let mut compiler = Compiler::with_options(options).expect("a machine with code generation");
        let codes = compiler.compile_module(module, &|_| None).expect("it can be compiled");
        // Of 3: 3 + 3 * (0 + ... + 19), and 3 * 3.
        for (second, called) in [(10, 573 + 10), (MAX64, 9_u64.wrapping_neg())] {
            let mut args = numbers;
            args[1] = second;
            assert_eq!(run(&codes[0], &args, &[]), End::Returned(vec![value_of(second, called)]));
        }
    }
}
