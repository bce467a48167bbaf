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
use barebones::interp::{EntryError, ExitEntry};
use barebones::ir::{Cursor, Procedure, ValueId};
use barebones::jit::{ExitReply, TakenExit, TypedCode, with_context};
use barebones::{Compiler, exit_state, host_target};
use std::error::Error;

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

impl Frame {
    /// The frame at the program's start.
    fn start(n: i32) -> Frame {
        Frame { pc: 0, locals: [Number::Int(n), Number::Int(0)], stack: vec![] }
    }
}

/// Runs a frame to its end. At a loop, `compiled` may take over.
fn interpret(mut frame: Frame, compiled: &mut dyn FnMut(&Frame) -> Option<Number>) -> Number {
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
    let [entry, start, at_loop, head] = [(); 4].map(|()| proc.add_block());
    proc.entry_count = 2;
    let mut b = proc.at(entry);
    let mut locals = [(); LOCALS].map(|()| b.argument(Type::Int32));
    b.entry_switch(&[start.into(), at_loop.into()]);
    // One Phi per local in the loop header, which both entries reach.
    let mut b = proc.at(head);
    let phis = [(); LOCALS].map(|()| b.phi(Type::Int32));
    let enter_head = |b: &mut Cursor<'_>, locals: [ValueId; LOCALS]| {
        locals.iter().zip(&phis).for_each(|(local, phi)| _ = b.upsilon(*local, *phi));
    };
    let mut b = proc.at(at_loop);
    enter_head(&mut b, locals);
    b.jump(head);

    let mut block = start;
    let mut stack: Vec<ValueId> = Vec::new();
    for (pc, op) in PROGRAM.iter().enumerate() {
        let mut b = proc.at(block);
        let mut pop = || stack.pop().expect("the program is well formed");
        match *op {
            Op::Push(int) => stack.push(b.const32(int)),
            Op::Get(local) => stack.push(locals[local]),
            Op::Set(local) => locals[local] = pop(),
            Op::Add | Op::Sub | Op::Mul => {
                let (y, x) = (pop(), pop());
                // On overflow, the interpreter executes this operation again, with its operands on the stack.
                let state = exit_state![
                    b.proc,
                    frame { function: 0, pc: pc as u32, locals: [..locals], stack: [..&stack, x, y] }
                ];
                let checked = match op {
                    Op::Add => b.check_add(x, y),
                    Op::Sub => b.check_sub(x, y),
                    _ => b.check_mul(x, y),
                };
                stack.push(checked.exit_state(state).append());
            }
            Op::JumpIfPositive(target) => {
                assert_eq!(target, LOOP, "the program has one loop");
                let zero = b.const32(0);
                let positive = b.greater_than(pop(), zero);
                enter_head(&mut b, locals);
                block = b.proc.add_block();
                b.branch(positive, head, block);
            }
            Op::Return => {
                let float = b.itod(pop());
                b.ret([float]);
            }
            Op::Loop => {
                enter_head(&mut b, locals);
                b.jump(head);
                (block, locals) = (head, phis);
            }
        }
    }
    Ok(proc)
}

/// Counts entries into and exits from compiled code: the context of a run.
#[derive(Default)]
struct Counts {
    entered: u64,
    left: u64,
    left_at: [u64; PROGRAM.len()],
}

/// A function of the locals.
type Compiled = TypedCode<extern "C" fn(i32, i32) -> f64>;

/// The compiled program, which exits to the interpreter.
struct Machine {
    whole: Compiled,
    at_loop: Compiled,
}

fn as_float(number: Number) -> f64 {
    match number {
        Number::Int(int) => f64::from(int),
        Number::Float(float) => float,
    }
}

/// Continues in the interpreter after an exit.
fn resume(exit: &mut TakenExit<'_>) -> Result<f64, Box<dyn Error>> {
    let values = exit.values()?;
    let frame = &values.frames[0];
    let pc = frame.pc as usize;
    let counts = exit.context::<Counts>().ok_or("a call without context")?;
    counts.left += 1;
    counts.left_at[pc] += 1;
    let numbers = |entries: &[ExitEntry]| -> Result<Vec<Number>, EntryError> {
        entries.iter().map(|entry| entry.int32().map(Number::Int)).collect()
    };
    let locals = numbers(frame.locals())?.try_into().map_err(|_| "another number of locals")?;
    // The numbers are floats from here on: compiled code would take an exit at once.
    Ok(as_float(interpret(Frame { pc, locals, stack: numbers(frame.stack())? }, &mut |_| None)))
}

impl Machine {
    fn new() -> Result<Machine, Box<dyn Error>> {
        let mut compiler = Compiler::host()?;
        compiler.set_exit_handler(|exit| {
            let result = resume(exit).expect("compiled code describes its exits");
            ExitReply::Return(vec![result.to_bits()])
        });
        let code = compiler.compile(compile()?)?;
        // SAFETY: the code only computes with its arguments, and its handler is the one above.
        let (whole, at_loop) = unsafe { (code.typed()?, code.typed_entry(AT_LOOP)?) };
        Ok(Machine { whole, at_loop })
    }

    /// Runs the program: interpreted up to the loop, compiled from there, and interpreted again after an overflow.
    fn run(&self, n: i32, counts: &mut Counts) -> f64 {
        let mut enter = |frame: &Frame| match frame.locals {
            [Number::Int(n), Number::Int(a)] => {
                counts.entered += 1;
                Some(Number::Float(with_context(counts, |_| self.at_loop.call(n, a))))
            }
            _ => None,
        };
        as_float(interpret(Frame::start(n), &mut enter))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let machine = Machine::new()?;
    let mut counts = Counts::default();
    let mut stayed = 0;
    for n in 1..60 {
        let expected = as_float(interpret(Frame::start(n), &mut |_| None));
        let before = counts.left;
        assert_eq!(machine.run(n, &mut counts).to_bits(), expected.to_bits(), "{n}");
        stayed += u32::from(counts.left == before);
        // Also check the compiled code from the start.
        let whole = with_context(&mut Counts::default(), |_| machine.whole.call(n, 0));
        assert_eq!(whole.to_bits(), expected.to_bits(), "{n}");
    }
    // Speculation holds for small inputs, and fails in the middle of an expression for large ones.
    println!("{stayed} runs stayed compiled, {} left", counts.left);
    for (pc, count) in counts.left_at.iter().enumerate().filter(|(_, count)| **count != 0) {
        println!("  {count} left at {pc}: {:?}", PROGRAM[pc]);
    }
    assert_eq!(counts.entered, 59);
    assert!(counts.left > 20 && stayed > 5);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn failed_speculation_resumes_in_the_interpreter() {
        super::main().expect("runs");
    }
}
