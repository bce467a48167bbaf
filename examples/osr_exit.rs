//! A tiny speculating virtual machine: a loop is compiled for numbers that are small integers. When one overflows in
//! the middle of an expression, compiled code takes an exit to the bytecode interpreter, which resumes with floats at
//! exactly that point. Compiled code has two entries: the program's start, and the loop, where the interpreter enters
//! it (OSR entry).
//!
//! ```sh
//! cargo run --release --example osr_exit
//! ```

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::base::Type;
use barebones::interp::ExitEntry;
use barebones::ir::{BlockId, Opcode, Procedure, Stackmap, ValueId};
use barebones::jit::{ExitReply, TypedCode};
use barebones::{Compiler, host_target};
use std::collections::HashMap;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A value of the language: numbers are integers while they fit 32 bits.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Number {
    Int(i32),
    Float(f64),
}

/// An instruction of a stack machine with locals.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// Pushes a constant.
    Push(i32),
    /// Pushes a local.
    Get(usize),
    /// Pops into a local.
    Set(usize),
    /// Pops two numbers and pushes the result.
    Add,
    Sub,
    Mul,
    /// Start of a loop: the stack is empty, and compiled code can be entered.
    Loop,
    /// Pops a number and jumps if it is positive.
    JumpIfPositive(usize),
    /// Returns the top of the stack.
    Return,
}

/// `a = 1; while (n > 0) { a = a * 3 + (a - n); n = n - 1 } return a`, in a language without types.
const PROGRAM: &[Op] = {
    use Op::*;
    &[
        Push(1),
        Set(1),
        Loop, // 2
        Get(1),
        Push(3),
        Mul,
        Get(1),
        Get(0),
        Sub,
        Add,
        Set(1),
        Get(0),
        Push(1),
        Sub,
        Set(0),
        Get(0),
        JumpIfPositive(2),
        Get(1),
        Return,
    ]
};
const LOCALS: usize = 2;
const LOOP: usize = 2;

// ---- The interpreter --------------------------------------------------------------------------------------------

fn arithmetic(op: Op, a: Number, b: Number) -> Number {
    if let (Number::Int(a), Number::Int(b)) = (a, b) {
        let exact = match op {
            Op::Add => a.checked_add(b),
            Op::Sub => a.checked_sub(b),
            _ => a.checked_mul(b),
        };
        if let Some(exact) = exact {
            return Number::Int(exact);
        }
    }
    let float = |number| match number {
        Number::Int(int) => f64::from(int),
        Number::Float(float) => float,
    };
    let (a, b) = (float(a), float(b));
    Number::Float(match op {
        Op::Add => a + b,
        Op::Sub => a - b,
        _ => a * b,
    })
}

/// A frame of the interpreter; described by exit states.
#[derive(Clone, PartialEq, Debug)]
struct Frame {
    pc: usize,
    locals: [Number; LOCALS],
    stack: Vec<Number>,
}

/// Runs a frame to its end. At a loop, `compiled` may take over.
fn interpret(mut frame: Frame, compiled: &dyn Fn(&Frame) -> Option<Number>) -> Number {
    loop {
        let op = PROGRAM[frame.pc];
        frame.pc += 1;
        let mut pop = || frame.stack.pop().expect("the program is well formed");
        match op {
            Op::Push(int) => frame.stack.push(Number::Int(int)),
            Op::Get(local) => frame.stack.push(frame.locals[local]),
            Op::Set(local) => frame.locals[local] = pop(),
            Op::Add | Op::Sub | Op::Mul => {
                let (b, a) = (pop(), pop());
                frame.stack.push(arithmetic(op, a, b));
            }
            Op::Loop => {
                if let Some(result) = compiled(&frame) {
                    return result;
                }
            }
            Op::JumpIfPositive(target) => match pop() {
                Number::Int(int) if int > 0 => frame.pc = target,
                Number::Float(float) if float > 0.0 => frame.pc = target,
                _ => {}
            },
            Op::Return => return pop(),
        }
    }
}

// ---- The compiler -----------------------------------------------------------------------------------------------

/// Number of the entry at the loop.
const AT_LOOP: usize = 1;

/// Compiles the program with all numbers in 32 bits: `(locals) -> result as a float`. Its entries are the start and the
/// loop.
fn compile() -> Result<Procedure, Box<dyn Error>> {
    let mut proc = Procedure::new(&host_target()?);
    let entry = proc.add_block();
    let arguments: Vec<ValueId> = (0..LOCALS).map(|_| proc.at(entry).argument(Type::Int32)).collect();
    let [start, at_loop, head] = [(); 3].map(|()| proc.add_block());
    proc.entry_count = 2;
    proc.at(entry).entry_switch(&[start.into(), at_loop.into()]);
    // One Phi per local in the loop header, which both entries reach.
    let phis: Vec<ValueId> = (0..LOCALS).map(|_| proc.at(head).phi(Type::Int32)).collect();
    for (argument, phi) in arguments.iter().zip(&phis) {
        proc.at(at_loop).upsilon(*argument, *phi);
    }
    proc.at(at_loop).jump(head);
    let mut block: BlockId = start;
    let mut locals = arguments;
    let mut stack: Vec<ValueId> = Vec::new();
    for pc in 0..PROGRAM.len() {
        let mut pop = || stack.pop().expect("the program is well formed");
        match PROGRAM[pc] {
            Op::Push(int) => stack.push(proc.at(block).const32(int)),
            Op::Get(local) => stack.push(locals[local]),
            Op::Set(local) => locals[local] = pop(),
            op @ (Op::Add | Op::Sub | Op::Mul) => {
                let (b, a) = (pop(), pop());
                // On overflow, the interpreter executes this operation again, with its operands on the stack.
                let state = proc.exit_state(0, pc as u32).locals(&locals).stack(&stack).stack([a, b]).add();
                let map = Stackmap { state, ..Stackmap::default() };
                let opcode = match op {
                    Op::Add => Opcode::CheckAdd,
                    Op::Sub => Opcode::CheckSub,
                    _ => Opcode::CheckMul,
                };
                stack.push(proc.at(block).stackmap_value(opcode, Type::Int32, &[a, b], map));
            }
            Op::JumpIfPositive(target) => {
                assert_eq!(target, LOOP, "the program has one loop");
                let number = pop();
                let zero = proc.at(block).const32(0);
                let positive = proc.at(block).greater_than(number, zero);
                for (local, phi) in locals.iter().zip(&phis) {
                    proc.at(block).upsilon(*local, *phi);
                }
                let after = proc.add_block();
                proc.at(block).branch(positive, head, after);
                block = after;
            }
            Op::Return => {
                let result = pop();
                let float = proc.at(block).itod(result);
                proc.at(block).ret([float]);
            }
            Op::Loop => {
                for (local, phi) in locals.iter().zip(&phis) {
                    proc.at(block).upsilon(*local, *phi);
                }
                proc.at(block).jump(head);
                (block, locals) = (head, phis.clone());
            }
        }
    }
    Ok(proc)
}

/// Counts entries into and exits from compiled code.
#[derive(Default)]
struct Counts {
    entered: AtomicU64,
    left: AtomicU64,
    left_at: [AtomicU64; 32],
}

/// A function of the locals.
type Compiled = TypedCode<extern "C" fn(i32, i32) -> f64>;

/// The compiled program, which exits to the interpreter.
struct Machine {
    whole: Compiled,
    at_loop: Compiled,
    counts: Arc<Counts>,
}

fn as_float(number: Number) -> f64 {
    match number {
        Number::Int(int) => f64::from(int),
        Number::Float(float) => float,
    }
}

impl Machine {
    fn new() -> Result<Machine, Box<dyn Error>> {
        let counts = Arc::new(Counts::default());
        let mut compiler = Compiler::host()?;
        let seen = counts.clone();
        compiler.set_exit_handler(move |exit| {
            let values = exit.values().expect("compiled code describes its exits");
            let frame = &values.frames[0];
            let pc = frame.pc as usize;
            seen.left.fetch_add(1, Relaxed);
            seen.left_at[pc].fetch_add(1, Relaxed);
            let number = |entry: &ExitEntry| match *entry {
                ExitEntry::Scalar(Type::Int32, bits) => Number::Int(bits as i32),
                _ => panic!("the state has integers only"),
            };
            let (locals, stack) = frame.entries.split_at(LOCALS);
            let locals = [number(&locals[0]), number(&locals[1])];
            let stack = stack.iter().map(number).collect();
            // The numbers are floats from here on: compiled code would take an exit at once.
            let result = interpret(Frame { pc, locals, stack }, &|_| None);
            ExitReply::Return(vec![as_float(result).to_bits()])
        });
        let code = compiler.compile(compile()?)?;
        // SAFETY: the code only computes with its arguments, and its handler is the one above.
        let (whole, at_loop) = unsafe { (code.typed()?, code.typed_entry(AT_LOOP)?) };
        Ok(Machine { whole, at_loop, counts })
    }

    /// Runs the program: interpreted up to the loop, compiled from there, and interpreted again after an overflow.
    fn run(&self, n: i32) -> f64 {
        let start = Frame { pc: 0, locals: [Number::Int(n), Number::Int(0)], stack: vec![] };
        let enter = |frame: &Frame| match frame.locals {
            [Number::Int(n), Number::Int(a)] => {
                self.counts.entered.fetch_add(1, Relaxed);
                Some(Number::Float(self.at_loop.call(n, a)))
            }
            _ => None,
        };
        as_float(interpret(start, &enter))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let machine = Machine::new()?;
    let mut exits: HashMap<bool, u32> = HashMap::new();
    for n in 1..60 {
        let start = Frame { pc: 0, locals: [Number::Int(n), Number::Int(0)], stack: vec![] };
        let expected = as_float(interpret(start, &|_| None));
        let before = machine.counts.left.load(Relaxed);
        let found = machine.run(n);
        assert_eq!(found.to_bits(), expected.to_bits(), "{n}");
        // Also check the compiled code from the start.
        assert_eq!(machine.whole.call(n, 0).to_bits(), expected.to_bits(), "{n}");
        *exits.entry(machine.counts.left.load(Relaxed) != before).or_default() += 1;
    }
    // Speculation holds for small inputs, and fails in the middle of an expression for large ones.
    println!("{} runs stayed compiled, {} left", exits[&false], exits[&true]);
    for (pc, count) in machine.counts.left_at.iter().enumerate() {
        let count = count.load(Relaxed);
        if count != 0 {
            println!("  {count} left at {pc}: {:?}", PROGRAM[pc]);
        }
    }
    assert_eq!(machine.counts.entered.load(Relaxed), 59);
    assert!(exits[&true] > 20 && exits[&false] > 5);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn failed_speculation_resumes_in_the_interpreter() {
        super::main().expect("runs");
    }
}
