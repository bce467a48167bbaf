//! A virtual machine for a small bytecode, with an interpreter and a compiler. Compiled code
//! - leaves through an exit state when a sum overflows, and the interpreter continues with larger numbers,
//! - reads globals by a patchpoint that has the value in its code, which is patched when the global changes,
//! - calls host functions that may throw, to a handler in the same function.
//!
//! ```sh
//! cargo run --release --example bytecode_vm
//! ```

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::isa::ConstantSite;
use barebones::jit::{Thrown, throwing, thrown_function, with_context};
use barebones::patchpoint::LocalGenerators;
use barebones::prelude::*;
use std::cell::RefCell;
use std::error::Error;

/// An instruction. Numbers are integers of any size; compiled code has those of 64 bits.
#[derive(Clone, Copy, Debug)]
enum Op {
    Push(i64),
    Get(usize),
    Set(usize),
    Global(usize),
    Add,
    /// Pops a number and pushes its square root. Throws 1 for a negative number.
    Root,
    /// Pops a number and jumps if it is not zero. Jumps backwards have an empty stack.
    JumpIf(usize),
    Return,
}

const LOCALS: usize = 2; // the first one is the argument
const GLOBALS: usize = 1;

/// Bytecode, and the instruction at which it continues after a throw, with the thrown number on the stack.
struct Function {
    code: Vec<Op>,
    handler: usize,
}

fn root(number: i64) -> Result<i64, Thrown> {
    if number < 0 { Err(Thrown([1, 0])) } else { Ok(number.isqrt()) }
}

// ---- The interpreter --------------------------------------------------------------------------------------------

#[derive(Debug)]
struct Frame {
    pc: usize,
    locals: Vec<i128>,
    stack: Vec<i128>,
}

/// The state of the machine, and the context of exits.
#[derive(Default)]
struct Vm {
    globals: [i64; GLOBALS],
    exits: u32,
}

impl Vm {
    fn interpret(&self, function: &Function, mut frame: Frame) -> i128 {
        loop {
            let op = function.code[frame.pc];
            frame.pc += 1;
            let mut pop = || frame.stack.pop().expect("the code is well formed");
            match op {
                Op::Push(number) => frame.stack.push(number.into()),
                Op::Get(local) => frame.stack.push(frame.locals[local]),
                Op::Set(local) => frame.locals[local] = pop(),
                Op::Global(global) => frame.stack.push(self.globals[global].into()),
                Op::Add => {
                    let sum = pop() + pop();
                    frame.stack.push(sum);
                }
                Op::Root => match pop() {
                    number @ 0.. => frame.stack.push(number.isqrt()),
                    _ => (frame.pc, frame.stack) = (function.handler, vec![1]),
                },
                Op::JumpIf(target) if pop() != 0 => frame.pc = target,
                Op::JumpIf(_) => {}
                Op::Return => return pop(),
            }
        }
    }
}

// ---- The compiler -----------------------------------------------------------------------------------------------

/// Compiled code of a function, and the places that have a global's value in them.
struct Compiled {
    call: TypedCode<extern "C" fn(i64) -> f64>,
    sites: Vec<(usize, ConstantSite)>,
}

/// Builds the procedure of a function: `fn(argument: i64) -> f64`. The n-th generator reads the n-th global.
fn build(compiler: &Compiler, function: &Function) -> Procedure {
    let mut proc = Procedure::new(compiler.target());
    let entry = proc.add_block();
    let blocks: Vec<BlockId> = function.code.iter().map(|_| proc.add_block()).collect();
    let locals: Vec<_> = (0..LOCALS).map(|_| proc.add_variable(Type::Int64)).collect();
    let globals: Vec<_> = (0..GLOBALS).map(|_| proc.add_generator("global")).collect();
    let throwing_root = throwing(root).expect("the library throws on this machine").address() as i64;
    let thrown = thrown_function() as i64;

    let mut b = proc.at(entry);
    let argument = b.argument(Type::Int64);
    b.set(argument, locals[0]);
    let zero = b.const64(0);
    locals[1..].iter().for_each(|local| _ = b.set(zero, *local));
    b.jump(blocks[0]);

    let mut stack: Vec<ValueId> = Vec::new();
    for (pc, op) in function.code.iter().enumerate() {
        let mut b = proc.at(blocks[pc]);
        if pc == function.handler {
            let (callee, first) = (b.const64(thrown), b.const64(0));
            stack = vec![b.ccall(Type::Int64, callee, &[first])];
        }
        let mut pop = || stack.pop().expect("the code is well formed");
        match *op {
            Op::Push(number) => stack.push(b.const64(number)),
            Op::Get(local) => stack.push(b.get(locals[local])),
            Op::Set(local) => _ = b.set(pop(), locals[local]),
            Op::Global(global) => {
                let read = b.patchpoint(Type::Int64).shared_generator(globals[global]);
                stack.push(read.append());
            }
            Op::Add => {
                let (y, x) = (pop(), pop());
                // On overflow the interpreter executes this instruction again.
                let values: Vec<ValueId> = locals.iter().map(|local| b.get(*local)).collect();
                let state = b.proc.exit_state(0, pc as u32).locals(values);
                let state = state.stack(stack.iter().copied().chain([x, y])).add();
                stack.push(b.check_add(x, y).exit_state(state).append());
            }
            Op::Root => {
                let (callee, number) = (b.const64(throwing_root), pop());
                let handler = Successor::rare(blocks[function.handler]);
                stack.push(b.throwing_ccall(Type::Int64, callee, &[number], blocks[pc + 1], handler));
                continue;
            }
            Op::JumpIf(target) => {
                b.branch(pop(), blocks[target], blocks[pc + 1]);
                continue;
            }
            Op::Return => {
                let float = b.itod(pop());
                b.ret([float]);
                continue;
            }
        }
        b.jump(blocks[pc + 1]);
    }
    proc
}

fn compile(compiler: &mut Compiler, vm: &Vm, function: &Function) -> Result<Compiled, Box<dyn Error>> {
    let proc = build(compiler, function);
    let sites = RefCell::new(Vec::new());
    let mut generators = LocalGenerators::new();
    for (global, generator) in proc.generators().ids().enumerate() {
        let sites = &sites;
        generators.add(generator, move |masm, params| {
            let site = masm.patchable_move(params.result(0).gpr()?, vm.globals[global] as u64);
            sites.borrow_mut().push((global, site));
            Ok(())
        });
    }
    let code = compiler.compile_with(proc, &mut generators)?;
    drop(generators);
    // SAFETY: the code computes with its argument, and calls `root` as its signature permits.
    Ok(Compiled { call: unsafe { code.typed()? }, sites: sites.into_inner() })
}

impl Compiled {
    fn run(&self, vm: &mut Vm, argument: i64) -> f64 {
        with_context(vm, |_| self.call.call(argument))
    }

    /// Changes a global, also in the code.
    fn set_global(&self, vm: &mut Vm, global: usize, value: i64) -> Result<(), Box<dyn Error>> {
        vm.globals[global] = value;
        for (_, site) in self.sites.iter().filter(|(of, _)| *of == global) {
            // SAFETY: the code is right for any number.
            unsafe { self.call.code().patch_constant(*site, value as u64)? };
        }
        Ok(())
    }
}

/// Continues in the interpreter after an exit.
fn resume(exit: &mut TakenExit<'_>, function: &Function) -> Result<f64, Box<dyn Error>> {
    let values = exit.values()?;
    let frame = &values.frames[0];
    let numbers = |entries: &[ExitEntry]| -> Result<Vec<i128>, Box<dyn Error>> {
        entries.iter().map(|entry| Ok(entry.int64()?.into())).collect()
    };
    let (locals, stack) = (numbers(frame.locals())?, numbers(frame.stack())?);
    let pc = frame.pc as usize;
    let vm = exit.context::<Vm>().ok_or("a call without context")?;
    vm.exits += 1;
    Ok(vm.interpret(function, Frame { pc, locals, stack }) as f64)
}

// ---- A session --------------------------------------------------------------------------------------------------

/// The sum of the roots of n + the global, from the argument down to 1; 1000 more than what was thrown.
fn sum_of_roots() -> Function {
    use Op::*;
    let sum = [Get(0), Global(0), Add, Root, Get(1), Add, Set(1)];
    let count = [Get(0), Push(-1), Add, Set(0), Get(0), JumpIf(0), Get(1), Return];
    let handler = [Push(1000), Add, Return];
    Function { handler: sum.len() + count.len(), code: [&sum[..], &count, &handler].concat() }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut vm = Vm::default();
    let mut compiler = Compiler::host()?;
    compiler.set_exit_handler(|exit| {
        let result = resume(exit, &sum_of_roots()).expect("the compiler describes its exits");
        ExitReply::Return(vec![result.to_bits()])
    });
    let function = sum_of_roots();
    let compiled = compile(&mut compiler, &vm, &function)?;
    // Plain; with a patched global; with numbers of more than 64 bits; with a throw.
    for (global, exits) in [(0, 0), (100, 0), (i64::MAX, 1), (-50, 0)] {
        compiled.set_global(&mut vm, 0, global)?;
        vm.exits = 0;
        let frame = Frame { pc: 0, locals: vec![100, 0], stack: Vec::new() };
        let expected = vm.interpret(&function, frame) as f64;
        let found = compiled.run(&mut vm, 100);
        println!("with {global}: {found}, {} exits", vm.exits);
        assert_eq!((found, vm.exits), (expected, exits));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn compiled_code_leaves_is_patched_and_catches() {
        super::main().expect("runs");
    }
}
