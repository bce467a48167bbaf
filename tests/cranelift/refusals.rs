//! Anything that Cranelift cannot express is an error that names it.

use crate::{compiler, host_procedure, options};
use barebones::base::{ConvId, Effects, SymbolId, TrapCode, Type};
use barebones::error::CompileError;
use barebones::ir::{CallData, Opcode, Procedure, StackSlotKind, Stackmap};
use barebones::isa::target_by_name;
use barebones::{Backend, Compiler, OptLevel, host_target};

#[track_caller]
fn refused(proc: &Procedure, part: &str) {
    for level in OptLevel::ALL {
        let mut compiler = compiler(level);
        match compiler.emit(proc) {
            Err(CompileError::Unsupported { what, .. }) => assert!(what.contains(part), "{what}"),
            other => panic!("{other:?}\n{proc}"),
        }
        // The compiler is still usable.
        let mut fine = host_procedure();
        let root = fine.add_block();
        fine.at(root).ret([]);
        assert!(compiler.emit(&fine).is_ok());
    }
}

#[test]
fn code_of_the_client() {
    for (opcode, ty) in [
        (Opcode::Patchpoint, Type::Int64),
        (Opcode::CheckAdd, Type::Int64),
        (Opcode::CheckSub, Type::Int64),
        (Opcode::CheckMul, Type::Int64),
        (Opcode::Check, Type::Void),
        (Opcode::InvalidationPoint, Type::Void),
    ] {
        let mut proc = host_procedure();
        let root = proc.add_block();
        let one = proc.at(root).const64(1);
        let children = match opcode {
            Opcode::CheckAdd | Opcode::CheckSub | Opcode::CheckMul => &[one, one][..],
            Opcode::Check => &[one],
            _ => &[],
        };
        let generator = proc.add_generator("client");
        let stackmap = Stackmap { generator, ..Stackmap::default() };
        let value = proc.at(root).stackmap_value(opcode, ty, children, stackmap);
        proc.at(root).ret((ty != Type::Void).then_some(value));
        if barebones::ir::validate(&proc).is_ok() {
            refused(&proc, opcode.name());
        } else {
            assert!(matches!(compiler(OptLevel::O0).emit(&proc), Err(CompileError::Invalid(_))), "{proc}");
        }
    }
}

#[test]
fn registers_and_frames() {
    let mut proc = host_procedure();
    let root = proc.add_block();
    let slot = proc.add_stack_slot(8, StackSlotKind::Locked);
    proc.stack_slot_mut(slot).expect("just made").forced_offset = Some(-64);
    proc.at(root).ret([]);
    refused(&proc, "the forced frame offset of slot0");

    let target = host_target().expect("a machine with code generation");
    let mut proc = host_procedure();
    let root = proc.add_block();
    let saved = target.desc.names.reg("r12").or_else(|| target.desc.names.reg("x20")).expect("a register");
    let read = proc.at(root).argument_reg(saved);
    proc.at(root).ret([read]);
    refused(&proc, "at entry");

    let mut proc = host_procedure();
    let root = proc.add_block();
    proc.pinned.insert(saved);
    proc.at(root).ret([]);
    refused(&proc, "pinned registers");

    let mut proc = host_procedure();
    let root = proc.add_block();
    for _ in 0..3 {
        proc.add_stack_slot(u32::MAX / 4, StackSlotKind::Locked);
    }
    proc.at(root).ret([]);
    let error = compiler(OptLevel::O2).emit(&proc).expect_err("3 GiB");
    assert!(matches!(error, CompileError::Emission { .. } | CompileError::Invalid(_)), "{error}");
}

#[test]
fn conventions_and_entries() {
    let target = host_target().expect("a machine with code generation");
    let internal = target.convention_by_name("internal").expect("every target has it");
    let mut proc = Procedure::with_convention(&target, internal);
    let root = proc.add_block();
    proc.at(root).ret([]);
    refused(&proc, "callee pops");

    let mut data = CallData {
        conv: internal,
        callee: SymbolId::INVALID,
        variadic_start: None,
        effects: Effects::for_call(),
        exceptional: false,
        state: barebones::base::StateId::INVALID,
    };
    let mut proc = host_procedure();
    let root = proc.add_block();
    let symbol = proc.symbol("f");
    proc.at(root).ccall_with(Type::Void, symbol, &[], data);
    proc.at(root).ret([]);
    refused(&proc, "callee pops");

    data.conv = ConvId::new(0);
    data.exceptional = true;
    let mut proc = host_procedure();
    let root = proc.add_block();
    let (normal, handler) = (proc.add_block(), proc.add_block());
    let symbol = proc.symbol("f");
    proc.at(root).ccall_with(Type::Void, symbol, &[], data);
    proc.set_successors(root, &[normal.into(), handler.into()]);
    proc.at(normal).ret([]);
    proc.at(handler).ret([]);
    refused(&proc, "an exceptional successor of a call");
    data.exceptional = false;

    data.variadic_start = Some(0);
    let mut proc = host_procedure();
    let root = proc.add_block();
    let symbol = proc.symbol("f");
    let mut b = proc.at(root);
    let number = b.const_double(1.5);
    b.ccall_with(Type::Void, symbol, &[number], data);
    b.ret([]);
    if cfg!(target_arch = "x86_64") {
        refused(&proc, "variadic");
    }

    let mut proc = host_procedure();
    let root = proc.add_block();
    let (first, second) = (proc.add_block(), proc.add_block());
    proc.entry_count = 2;
    proc.at(root).entry_switch(&[first.into(), second.into()]);
    proc.at(first).ret([]);
    proc.at(second).ret([]);
    refused(&proc, "EntrySwitch");
}

#[test]
fn more_trap_codes_than_cranelift_has() {
    let mut proc = host_procedure();
    let root = proc.add_block();
    let mut b = proc.at(root);
    let which = b.argument(Type::Int64);
    for i in 0..300 {
        b.trap_if(which, TrapCode::User(i));
    }
    b.ret([]);
    refused(&proc, "trap codes");
}

#[test]
fn another_target_than_the_procedure_s() {
    let desc = target_by_name("aarch64-linux").expect("a target");
    let target = barebones::base::Target::baseline(desc);
    let error = Compiler::for_target(target, options(OptLevel::O2)).emit(&{
        let mut proc = host_procedure();
        let root = proc.add_block();
        proc.at(root).ret([]);
        proc
    });
    let host = host_target().expect("a machine with code generation");
    if host.name() != "aarch64-linux" {
        assert!(matches!(error, Err(CompileError::WrongTarget { .. })), "{error:?}");
    }
    assert!(Backend::Cranelift.is_built());
}

/// Long chains of dependent values and of blocks do not overflow the stack.
#[test]
fn long_procedures_compile() {
    let mut proc = host_procedure();
    let mut block = proc.add_block();
    let x = proc.at(block).argument(Type::Int64);
    let mut last = x;
    for _ in 0..20_000 {
        last = proc.at(block).mul(last, x);
        last = proc.at(block).bit_xor(last, x);
    }
    for _ in 0..5_000 {
        let (side, next) = (proc.add_block(), proc.add_block());
        proc.at(block).branch(last, side, next);
        proc.at(side).jump(next);
        block = next;
    }
    proc.at(block).ret([last]);
    for level in OptLevel::ALL {
        let mut options = options(level);
        options.check_allocation = false;
        let mut compiler = Compiler::with_options(options).expect("a machine with code generation");
        assert!(compiler.emit(&proc).expect("valid").code_size > 100_000);
    }
}
