//! A just-in-time compiler for brainf*** in the macro assembler: the same code makes machine code for x86-64 and
//! AArch64. It has a frame of its own, branches within the code, addresses with an index, and calls of Rust functions.
//!
//! ```sh
//! cargo run --release --example brainf
//! cargo run --release --example brainf -- PROGRAM.bf < INPUT
//! ```

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::assembly::Assembled;
use barebones::base::{Bank, ConvId, IntCondition, Reg, RegSet, Target};
use barebones::isa::masm::{Address, Scale};
use barebones::isa::target_by_name;
use barebones::jit::TypedCode;
use barebones::{Compiler, Options};
use std::error::Error;
use std::ffi::c_void;
use std::io::{Read, Write};

/// The number of cells, a power of two; the index wraps around.
const CELLS: usize = 1 << 16;

/// What compiled code needs while it runs. The tape comes first, so that its address is that of the machine.
#[repr(C)]
struct Machine<'a> {
    tape: [u8; CELLS],
    input: &'a mut dyn Read,
    output: &'a mut dyn Write,
    failure: Option<std::io::Error>,
}

/// The next byte of the input, or 0 at its end.
///
/// # Safety
/// The machine is valid during the call.
unsafe extern "C" fn read_byte(machine: *mut Machine<'_>) -> u32 {
    // SAFETY: guaranteed by the caller.
    let machine = unsafe { &mut *machine };
    let mut byte = [0];
    match machine.input.read(&mut byte) {
        Ok(0) => 0,
        Ok(_) => u32::from(byte[0]),
        Err(error) => {
            machine.failure = Some(error);
            0
        }
    }
}

/// Writes a byte. Returns 0, or 1 if that failed.
///
/// # Safety
/// The machine is valid during the call.
unsafe extern "C" fn write_byte(machine: *mut Machine<'_>, byte: u32) -> u32 {
    // SAFETY: guaranteed by the caller.
    let machine = unsafe { &mut *machine };
    machine.failure = machine.output.write_all(&[byte as u8]).err();
    u32::from(machine.failure.is_some())
}

/// The operations of a program, runs of equal ones taken together.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Op {
    Move(i32),
    Add(i32),
    Read,
    Write,
    Open,
    Close,
}

/// Reads a program. Fails at a bracket without its partner.
fn parse(source: &str) -> Result<Vec<Op>, String> {
    let (mut ops, mut open): (Vec<Op>, Vec<usize>) = (Vec::new(), Vec::new());
    for (position, character) in source.chars().enumerate() {
        let op = match character {
            '>' => Op::Move(1),
            '<' => Op::Move(-1),
            '+' => Op::Add(1),
            '-' => Op::Add(-1),
            ',' => Op::Read,
            '.' => Op::Write,
            '[' => Op::Open,
            ']' => Op::Close,
            _ => continue,
        };
        match op {
            Op::Open => open.push(position),
            Op::Close if open.pop().is_none() => return Err(format!("`]` at {position} closes nothing")),
            _ => {}
        }
        match (ops.last_mut(), op) {
            (Some(Op::Move(by)), Op::Move(more)) => *by = (*by + more) % CELLS as i32,
            (Some(Op::Add(by)), Op::Add(more)) => *by = (*by + more) % 256,
            _ => ops.push(op),
        }
    }
    open.pop().map_or(Ok(ops), |position| Err(format!("`[` at {position} is not closed")))
}

/// The compiled program, which takes a [`Machine`]: 0, or 1 if output failed.
type Program = unsafe extern "C" fn(*mut c_void) -> u32;

fn assemble(compiler: &mut Compiler, ops: &[Op]) -> Result<Assembled, Box<dyn Error>> {
    let target: Target = *compiler.target();
    let conv = target.convention(ConvId::C);
    // Two registers that calls preserve, and two that they do not.
    let preserved: Vec<Reg> = conv.env.callee_saved.in_bank(Bank::Gp).iter().take(2).collect();
    let others = conv.clobbered.difference(conv.passing_registers()).in_bank(Bank::Gp);
    let others: Vec<Reg> = others.iter().take(2).collect();

    let mut assembly = compiler.assemble();
    let entry = assembly.buffer().new_label();
    assembly.add_entry(entry);
    // AArch64 needs it for large immediates.
    assembly.give_scratch(others[1])?;
    let mut masm = assembly.masm();
    let (machine, index) = (masm.gpr(preserved[0])?, masm.gpr(preserved[1])?);
    let (argument, result) = (masm.gpr(conv.args_gp[0])?, masm.gpr(conv.results_gp[0])?);
    let byte = masm.gpr(others[0])?;
    let cell = Address::indexed(machine, index, Scale::One, 0);

    masm.bind(entry);
    masm.function(RegSet::of(&preserved), 0, |masm, frame| -> Result<(), Box<dyn Error>> {
        masm.mov(machine, argument);
        masm.mov(index, 0);
        let mut loops = Vec::new();
        for op in ops {
            match *op {
                Op::Move(by) => {
                    masm.add32(index, index, by);
                    masm.and32(index, index, CELLS as i32 - 1);
                }
                Op::Add(by) => {
                    masm.load8(byte, cell);
                    masm.add32(byte, byte, by);
                    masm.store8(cell, byte);
                }
                Op::Read => {
                    masm.call_c(read_byte as *const (), &[machine.into()], byte)?;
                    masm.store8(cell, byte);
                }
                Op::Write => {
                    masm.load8(byte, cell);
                    masm.call_c(write_byte as *const (), &[machine.into(), byte.into()], result)?;
                    masm.branch32(IntCondition::NotEqual, result, 0, frame.exit());
                }
                Op::Open => {
                    let (start, end) = (masm.new_label(), masm.new_label());
                    masm.branch8(IntCondition::Equal, cell, 0, end);
                    masm.bind(start);
                    loops.push((start, end));
                }
                Op::Close => {
                    let (start, end) = loops.pop().ok_or("a bracket without its partner")?;
                    masm.branch8(IntCondition::NotEqual, cell, 0, start);
                    masm.bind(end);
                }
            }
        }
        masm.mov(result, 0);
        Ok(())
    })?;
    Ok(assembly.finish()?)
}

fn compile(compiler: &mut Compiler, source: &str) -> Result<TypedCode<Program>, Box<dyn Error>> {
    let assembled = assemble(compiler, &parse(source)?)?;
    let code = compiler.link_function::<Program>(&assembled, "program")?;
    // SAFETY: the function has this type; its callers guarantee that the machine is valid.
    Ok(unsafe { code.typed()? })
}

fn run(
    program: &TypedCode<Program>,
    input: &mut dyn Read,
    output: &mut dyn Write,
) -> Result<(), std::io::Error> {
    let mut machine = Box::new(Machine { tape: [0; CELLS], input, output, failure: None });
    // SAFETY: the code accesses cells of the tape only, and the machine is valid during the call.
    unsafe { program.call((&raw mut *machine).cast()) };
    machine.failure.map_or(Ok(()), Err)
}

fn output_of(compiler: &mut Compiler, source: &str, input: &str) -> Result<String, Box<dyn Error>> {
    let mut output = Vec::new();
    run(&compile(compiler, source)?, &mut input.as_bytes(), &mut output)?;
    Ok(String::from_utf8(output)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    // One compiler for all programs: it keeps its memory.
    let mut compiler = Compiler::host()?;
    if let Some(file) = std::env::args().nth(1) {
        let program = compile(&mut compiler, &std::fs::read_to_string(file)?)?;
        return Ok(run(&program, &mut std::io::stdin(), &mut std::io::stdout())?);
    }
    check(&mut compiler)
}

fn check(compiler: &mut Compiler) -> Result<(), Box<dyn Error>> {
    // 8 * 10 - 1 is `O`.
    assert_eq!(output_of(compiler, "++++++++[>++++++++++<-]>-.----.", "")?, "OK");
    const REVERSE: &str = ">,[>,]<[.<]";
    assert_eq!(output_of(compiler, REVERSE, "live")?, "evil");
    // The index and the cells wrap around.
    assert_eq!(output_of(compiler, "<-[>+<-]>[<+>-]<+[.,]", "")?, "");
    for (source, expected) in [("[", "`[` at 0 is not closed"), ("+]", "`]` at 1 closes nothing")] {
        assert_eq!(compile(compiler, source).map_err(|error| error.to_string()).err(), Some(expected.into()));
    }
    for name in ["x86_64-linux", "aarch64-linux"] {
        let target = Target::baseline(target_by_name(name).ok_or("a target")?);
        let assembled = assemble(&mut Compiler::for_target(target, Options::default()), &parse(REVERSE)?)?;
        println!("{name}: {} bytes of code for `{REVERSE}`", assembled.code.code_size);
    }
    Ok(())
}

#[test]
fn the_example_runs() {
    let mut compiler = Compiler::host().expect("a machine with code generation");
    check(&mut compiler).expect("the programs print what they should");
}
