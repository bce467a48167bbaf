//! Cost of checks and exit states: bytes of code and of exit states per check, time of a check that holds, and time of
//! an exit.
//!
//! `cargo bench --bench patchpoints`; with `-- sizes` only the sizes, which are deterministic.

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::base::{ExitId, StateId, Type};
use barebones::ir::{BlockId, Opcode, Procedure, Stackmap, ValueId};
use barebones::jit::{Code, CodeMemory, ExitReply, ExitValues, TypedCode, with_context};
use barebones::{Compiler, OptLevel, Options, host_target};
use std::hint::black_box;
use std::time::Instant;

/// Deterministic random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % bound
    }
}

/// Builds a function of a language with locals and an expression stack, as a speculating client would: each operation
/// is checked, and exits with the frame that the interpreter needs.
struct Body<'r> {
    proc: Procedure,
    random: &'r mut Random,
    block: BlockId,
    locals: Vec<ValueId>,
    stack: Vec<ValueId>,
    checks: u32,
    /// Uses plain operations instead of checks, as a baseline.
    plain: bool,
}

impl Body<'_> {
    fn check(&mut self, opcode: Opcode, a: ValueId, b: ValueId, state: StateId) -> ValueId {
        self.checks += 1;
        if self.plain {
            let (block, proc) = (self.block, &mut self.proc);
            return match opcode {
                Opcode::CheckAdd => proc.at(block).add(a, b),
                Opcode::CheckSub => proc.at(block).sub(a, b),
                _ => proc.at(block).mul(a, b),
            };
        }
        let map = Stackmap { state, ..Stackmap::default() };
        self.proc.at(self.block).stackmap_value(opcode, Type::Int32, &[a, b], map)
    }

    /// The frame before an operation, including everything on its stack.
    fn state(&mut self, around: StateId, function: u32, pc: u32, extra: &[ValueId]) -> StateId {
        let frame = self.proc.exit_state(function, pc).locals(&self.locals).stack(&self.stack);
        frame.stack(extra).inlined_in(around).add()
    }

    /// Builds operations of one function, and occasionally those of a function inlined into it.
    fn operations(&mut self, count: u32, function: u32, around: StateId) {
        for pc in 0..count {
            match self.random.below(10) {
                0 | 1 => {
                    let local = self.locals[self.random.below(self.locals.len() as u64) as usize];
                    self.stack.push(local);
                }
                2 => {
                    let constant = self.proc.at(self.block).const32(pc as i32);
                    self.stack.push(constant);
                }
                3 | 4 if !self.stack.is_empty() => {
                    let local = self.random.below(self.locals.len() as u64) as usize;
                    self.locals[local] = self.stack.pop().expect("is not empty");
                }
                5 if function == 0 && pc % 4 == 0 => {
                    // An inlined call: it has its own locals and stack, and its caller's frame.
                    let caller = self.state(around, function, pc * 3, &[]);
                    let (locals, stack) = (self.locals.clone(), std::mem::take(&mut self.stack));
                    self.locals.truncate(3);
                    self.operations(12, function + 1, caller);
                    let result = self.locals[0];
                    (self.locals, self.stack) = (locals, stack);
                    self.stack.push(result);
                }
                _ => {
                    let random = self.random.below(6);
                    let mut operand = || match self.stack.pop() {
                        Some(value) => value,
                        None => self.locals[random as usize % self.locals.len()],
                    };
                    let (b, a) = (operand(), operand());
                    let state = self.state(around, function, pc * 3, &[a, b]);
                    let opcode =
                        [Opcode::CheckAdd, Opcode::CheckSub, Opcode::CheckMul][self.random.below(3) as usize];
                    let result = self.check(opcode, a, b, state);
                    self.stack.push(result);
                }
            }
        }
    }
}

/// Builds a function with `count` operations. Returns it and its number of checks.
fn typical(seed: u64, count: u32, plain: bool) -> (Procedure, u32) {
    let mut proc = Procedure::new(&host_target().expect("a host that code is made for"));
    let block = proc.add_block();
    let memory = proc.at(block).argument(Type::Int64);
    let load = |i: i32, proc: &mut Procedure| proc.at(block).load(Type::Int32, memory, i * 4);
    let locals = (0..8).map(|i| load(i, &mut proc)).collect();
    let random = &mut Random(seed);
    let mut body = Body { proc, random, block, locals, stack: Vec::new(), checks: 0, plain };
    body.operations(count, 0, StateId::INVALID);
    let Body { mut proc, locals, stack, checks, .. } = body;
    let rest = stack.last().copied().unwrap_or(locals[0]);
    for (i, local) in locals.iter().enumerate() {
        proc.at(block).store(*local, memory, i as i32 * 4);
    }
    proc.at(block).ret([rest]);
    (proc, checks)
}

fn sizes() {
    println!("sizes: functions of 60 to 240 operations, 8 locals, some calls inlined");
    println!("{:>5} {:>8} {:>18} {:>18}", "", "checks", "code per check", "states per check");
    for level in OptLevel::ALL {
        let mut compiler = Compiler::with_options(Options::at(level)).expect("a host that code is made for");
        let (mut checks, mut code, mut states) = (0, 0, 0);
        for seed in 0..60 {
            let count = 60 + 3 * seed as u32;
            let (checked, number) = typical(seed, count, false);
            let (plain, _) = typical(seed, count, true);
            let checked = compiler.emit(&checked).expect("is valid");
            let plain = compiler.emit(&plain).expect("is valid");
            checks += number;
            code += i64::from(checked.code_size) - i64::from(plain.code_size);
            states += checked.exits.bytes().len();
        }
        let per_check = |bytes: f64| bytes / f64::from(checks);
        println!(
            "{:>5} {checks:>8} {:>12.2} bytes {:>12.2} bytes",
            format!("{level:?}"),
            per_check(code as f64),
            per_check(states as f64)
        );
    }
}

// ---- Times --------------------------------------------------------------------------------------------------------

type Loop = extern "C" fn(*const u64, i64) -> i64;

/// Builds `for _ in 0..n { sum += body }`; `body` appends to the block and returns a value.
fn loop_of(body: impl FnOnce(&mut Procedure, BlockId, ValueId, &[ValueId], ValueId) -> ValueId) -> Procedure {
    let mut proc = Procedure::new(&host_target().expect("a host that code is made for"));
    let [entry, head, done] = [0; 3].map(|_| proc.add_block());
    let mut b = proc.at(entry);
    let (object, count) = (b.argument(Type::Int64), b.argument(Type::Int64));
    let cold: Vec<ValueId> = (0..20).map(|i| b.load(Type::Int64, object, 64 + 8 * i)).collect();
    let zero = b.const64(0);
    let (sum, left) = (proc.at(head).phi(Type::Int64), proc.at(head).phi(Type::Int64));
    let mut b = proc.at(entry);
    b.upsilon(zero, sum);
    b.upsilon(count, left);
    b.jump(head);
    let value = body(&mut proc, head, object, &cold, sum);
    let mut b = proc.at(head);
    let one = b.const64(1);
    let (next, rest) = (b.add(sum, value), b.sub(left, one));
    b.upsilon(next, sum);
    b.upsilon(rest, left);
    let again = b.not_equal(rest, zero);
    b.branch(again, head, done);
    proc.at(done).ret([next]);
    proc
}

fn field(proc: &mut Procedure, block: BlockId, object: ValueId) -> ValueId {
    proc.at(block).load(Type::Int64, object, 8)
}

fn compile(proc: Procedure) -> Code {
    let mut compiler = Compiler::host().expect("a host that code is made for");
    compiler.set_exit_handler(|exit| {
        let values = exit.values().expect("is well formed");
        ExitReply::Return(vec![black_box(values).frames.len() as u64])
    });
    compiler.compile(proc).unwrap_or_else(|failure| panic!("{}", failure.error))
}

fn nanoseconds(code: Code) -> f64 {
    const ITERATIONS: i64 = 2_000_000;
    // SAFETY: the loops have this type, and read an object of this size.
    let run: TypedCode<Loop> = unsafe { code.typed() }.expect("has this type");
    let object = [7u64; 64];
    let once = || {
        let start = Instant::now();
        black_box(run.call(object.as_ptr(), ITERATIONS));
        start.elapsed().as_secs_f64() * 1e9 / ITERATIONS as f64
    };
    (0..7).map(|_| once()).fold(f64::INFINITY, f64::min)
}

extern "C" fn get_field(object: *const u64) -> u64 {
    // SAFETY: the loop passes its object.
    unsafe { *object.add(1) }
}

fn times() {
    let plain = compile(loop_of(|proc, block, object, _, _| field(proc, block, object)));
    let shape_check = |entries: usize| {
        compile(loop_of(move |proc, block, object, cold, sum| {
            let shape = proc.at(block).load(Type::Int32, object, 0);
            let expected = proc.at(block).const32(7);
            let other = proc.at(block).not_equal(shape, expected);
            let state = proc.exit_state(0, 1).locals(&cold[..entries]).stack([sum, object]).add();
            let map = Stackmap { state, ..Stackmap::default() };
            proc.at(block).stackmap_value(Opcode::Check, Type::Void, &[other], map);
            field(proc, block, object)
        }))
    };
    let call = compile(loop_of(|proc, block, object, _, _| {
        let address = proc.at(block).const64(get_field as *const u8 as i64);
        proc.at(block).ccall(Type::Int64, address, &[object])
    }));
    println!("times: one iteration of a loop that adds a field of an object");
    for (name, code) in [
        ("plain load", plain),
        ("shape check that holds, load", shape_check(0)),
        ("the same, 20 cold operands in its state", shape_check(20)),
        ("call through a pointer", call),
    ] {
        println!("{name:>42} {:>8.2} ns", nanoseconds(code));
    }
    exit_times();
}

/// The state of a virtual machine: memory for the values of exits.
struct Vm {
    values: ExitValues,
}

/// The time of an exit with four values: through a handler that reads them into new memory and into memory of its own,
/// and linked to other code.
fn exit_times() {
    let mut proc = Procedure::new(&host_target().expect("a host that code is made for"));
    let root = proc.add_block();
    let x = proc.at(root).argument(Type::Int64);
    let fails = proc.at(root).const32(1);
    let state = proc.exit_state(0, 1).locals([x; 4]).add();
    let map = Stackmap { state, ..Stackmap::default() };
    proc.at(root).stackmap_value(Opcode::Check, Type::Void, &[fails], map);
    proc.at(root).ret([x]);
    let mut lower = Procedure::new(&host_target().expect("a host that code is made for"));
    let root = lower.add_block();
    let mut b = lower.at(root);
    let buffer = b.argument(Type::Int64);
    let values: [ValueId; 4] = std::array::from_fn(|n| b.load(Type::Int64, buffer, 8 * n as i32));
    let state = lower.exit_state(0, 1).locals(values).add();
    lower.add_osr_entry(0, state);
    lower.at(root).ret([values[3]]);
    let code = compile(proc);
    // SAFETY: it has this type and accesses no memory.
    let leave: TypedCode<extern "C" fn(i64) -> i64> = unsafe { code.typed() }.expect("has this type");
    let mut vm = Vm { values: ExitValues::default() };
    let mut row = |name: &str| {
        const EXITS: u32 = 100_000;
        let mut once = || {
            with_context(&mut vm, |_| {
                let start = Instant::now();
                (0..EXITS).for_each(|i| _ = black_box(leave.call(i64::from(i))));
                start.elapsed().as_secs_f64() * 1e9 / f64::from(EXITS)
            })
        };
        let exit = (0..7).map(|_| once()).fold(f64::INFINITY, f64::min);
        println!("{name:>42} {exit:>8.2} ns");
    };
    row("exit, new memory for its values");
    // SAFETY: the code returns what the handler returns.
    unsafe {
        code.set_exit_handler(|exit| {
            let mut values = std::mem::take(&mut exit.context::<Vm>().expect("is set").values);
            exit.read_values(&mut values).expect("is well formed");
            let result = values.frames[0].locals()[3].bits().unwrap_or(0);
            exit.context::<Vm>().expect("is set").values = values;
            ExitReply::ReturnOne(result)
        });
    }
    row("exit, values into memory of the client");
    let memory = CodeMemory::new().expect("memory for code");
    let lower = Compiler::host().expect("a host that code is made for").compile(lower);
    let lower = lower.unwrap_or_else(|failure| panic!("{}", failure.error));
    // SAFETY: the entry takes this state.
    unsafe { code.link_exit(&memory, ExitId::new(0), &lower, 0) }.expect("they fit");
    row("exit, linked to code with an OSR entry");
}

fn main() {
    sizes();
    if !std::env::args().any(|argument| argument == "sizes" || argument == "--test") {
        times();
    }
}
