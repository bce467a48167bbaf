//! The oracle: executes the document's own meaning.
//!
//! Integers are exact, poison is a value, memory is bytes in one of four states, pointers have provenance, and
//! undefined behaviour is an outcome with its reason and place. It is written to be read, not to be fast.

mod execute;
mod float;
mod integer;
mod memory;
mod outcome;
mod value;

pub use outcome::{ExternReply, Limit, Outcome, Place, UndefinedReason};
pub use value::{Byte, Pointer, PoisonSource, Value};

use crate::ir::{BlockId, Function, Inst, Module, Operand, Payload, Type, ValueId};
use crate::table::{Division, Op, ROWS};
use crate::widths::{callee, definitions};
use memory::{Kind, Memory};
use std::collections::HashMap;

/// Limits of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Number of executed instructions.
    pub steps: u64,
    /// Number of frames.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1 << 20, depth: 1000 }
    }
}

/// What ends the execution of an instruction other than its success.
#[derive(Debug)]
enum Stop {
    Undefined(UndefinedReason),
    Limit(Limit),
    Trap,
}

impl From<UndefinedReason> for Stop {
    fn from(reason: UndefinedReason) -> Stop {
        Stop::Undefined(reason)
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Stop {
        Stop::Limit(limit)
    }
}

/// A function outside the module.
type Extern<'m> = Box<dyn FnMut(&[Value]) -> ExternReply + 'm>;

/// The oracle interpreter of a module, which must be valid.
pub struct Oracle<'m> {
    module: &'m Module,
    /// How `div` and `rem` round.
    pub division: Division,
    /// Limits of each call.
    pub limits: Limits,
    /// True if the first poison that is made ends the call with [`Outcome::Poison`].
    pub stop_at_poison: bool,
    externs: HashMap<String, Extern<'m>>,
    memory: Memory,
    /// Pointers to functions and data, and to instances of thread-local data.
    symbols: HashMap<String, Pointer>,
    thread_local: HashMap<String, Pointer>,
    first_poison: Option<(PoisonSource, Place)>,
    steps: u64,
    /// Number of allocations of functions and data.
    initial: usize,
    executions: Vec<u64>,
}

/// A frame of a function that is being executed.
struct Frame<'m> {
    function: &'m Function,
    block: BlockId,
    /// Index of the instruction in its block.
    at: usize,
    arguments: Vec<Value>,
    values: Vec<Option<Value>>,
    /// Second results of calls, by their tokens.
    second: HashMap<ValueId, Value>,
    slots: Vec<Pointer>,
    /// What a callee threw, in its cleanup block.
    thrown: u64,
}

/// What an instruction does besides setting its results.
enum Next<'m> {
    /// The next instruction follows.
    Follows,
    /// Control is at another block.
    Branched,
    /// This function is called.
    Calls(&'m Function, Vec<Value>),
    /// The function returns these values.
    Returns(Vec<Value>),
    /// A callee outside the module threw.
    Throws(u64),
}

impl<'m> Oracle<'m> {
    /// An oracle with the module's initial data.
    pub fn new(module: &'m Module) -> Oracle<'m> {
        let mut oracle = Oracle {
            module,
            division: Division::default(),
            limits: Limits::default(),
            stop_at_poison: false,
            externs: HashMap::new(),
            memory: Memory::default(),
            symbols: HashMap::new(),
            thread_local: HashMap::new(),
            first_poison: None,
            steps: 0,
            initial: 0,
            executions: vec![0; ROWS.len()],
        };
        for (index, function) in module.functions.iter().enumerate() {
            if let Ok(pointer) = oracle.memory.allocate(Vec::new(), Kind::Function(index)) {
                oracle.symbols.insert(function.name.clone(), pointer);
            }
        }
        for data in &module.data {
            let bytes = data.bytes.iter().map(|byte| Byte::Bits(*byte)).collect();
            if let Ok(pointer) = oracle.memory.allocate(bytes, Kind::Data) {
                oracle.symbols.insert(data.name.clone(), pointer);
            }
        }
        oracle.initial = oracle.memory.count();
        oracle.relocate();
        oracle
    }

    /// Writes addresses into the data.
    fn relocate(&mut self) {
        for data in &self.module.data {
            for (offset, symbol) in &data.relocations {
                let at = self.symbols.get(&data.name).copied();
                if let (Some(at), Ok(pointer)) = (at, self.symbol(symbol)) {
                    let to = Pointer { address: at.address + u64::from(*offset), ..at };
                    let bytes = Value::Ptr(pointer).encode(&Type::Ptr, &crate::Annotation::default());
                    // A rule makes sure that the bytes are inside the data.
                    let _ = self.memory.write(to, &bytes);
                }
            }
        }
    }

    /// Restores the initial data, and frees all other memory.
    pub fn reset(&mut self) {
        let initial = self.initial;
        self.memory.truncate(initial);
        let is_initial =
            |pointer: &Pointer| pointer.allocation.is_some_and(|index| (index as usize) < initial);
        self.symbols.retain(|_, pointer| is_initial(pointer));
        self.thread_local.clear();
        for data in &self.module.data {
            if let Some(at) = self.symbols.get(&data.name) {
                let bytes: Vec<Byte> = data.bytes.iter().map(|byte| Byte::Bits(*byte)).collect();
                let _ = self.memory.write(*at, &bytes); // the allocation has this size
            }
        }
        self.relocate();
    }

    /// Number of times that each instruction was executed, in the order of [`ROWS`].
    pub fn executions(&self) -> &[u64] {
        &self.executions
    }

    /// Defines a function outside the module.
    pub fn define(&mut self, name: &str, function: impl FnMut(&[Value]) -> ExternReply + 'm) {
        self.externs.insert(name.into(), Box::new(function));
    }

    /// Allocates memory of the caller's, which is uninitialised, and returns a pointer to it.
    ///
    /// # Errors
    /// The limit of memory is reached.
    pub fn allocate(&mut self, bytes: usize) -> Result<Pointer, Limit> {
        self.memory.allocate(vec![Byte::Uninitialised; bytes], Kind::Data)
    }

    /// Bytes of memory.
    ///
    /// # Errors
    /// The pointer cannot access them.
    pub fn read(&self, pointer: Pointer, count: u64) -> Result<&[Byte], UndefinedReason> {
        self.memory.read(pointer, count)
    }

    /// Sets bytes of memory.
    ///
    /// # Errors
    /// The pointer cannot access them.
    pub fn write(&mut self, pointer: Pointer, bytes: &[Byte]) -> Result<(), UndefinedReason> {
        self.memory.write(pointer, bytes)
    }

    /// Where the first poison of the last call was made.
    pub fn first_poison(&self) -> Option<(PoisonSource, &Place)> {
        self.first_poison.as_ref().map(|(source, place)| (*source, place))
    }

    /// Number of instructions that the last call executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The pointer to a symbol. One that the module does not define is a function outside of it.
    fn symbol(&mut self, name: &str) -> Result<Pointer, Limit> {
        if let Some(pointer) = self.symbols.get(name) {
            return Ok(*pointer);
        }
        let pointer = self.memory.allocate(Vec::new(), Kind::Extern(name.into()))?;
        self.symbols.insert(name.into(), pointer);
        Ok(pointer)
    }

    /// Calls a function with these arguments.
    pub fn call(&mut self, name: &str, arguments: &[Value]) -> Outcome {
        (self.first_poison, self.steps) = (None, 0);
        let Some(function) = self.module.function(name) else {
            return Outcome::NotCalled(format!("there is no function @{name}"));
        };
        let fits = |(value, param): (&Value, &crate::ir::Parameter)| value.is_of(&param.ty);
        if arguments.len() != function.params.len() || !arguments.iter().zip(&function.params).all(fits) {
            return Outcome::NotCalled(format!("the arguments are not those of @{name}"));
        }
        let mut frames = Vec::new();
        self.enter(&mut frames, function, arguments.to_vec());
        let outcome = self.run(&mut frames);
        for slot in frames.iter().flat_map(|frame| &frame.slots) {
            self.memory.free(*slot);
        }
        outcome
    }

    fn enter(&mut self, frames: &mut Vec<Frame<'m>>, function: &'m Function, mut arguments: Vec<Value>) {
        let mut violated = false;
        for (value, param) in arguments.iter_mut().zip(&function.params) {
            if !value.satisfies(&param.annotation) {
                *value = Value::Poison;
                violated = true;
            }
        }
        let mut frame = Frame {
            function,
            block: BlockId(0),
            at: 0,
            arguments,
            values: vec![None; function.values.len()],
            second: HashMap::new(),
            slots: Vec::new(),
            thrown: 0,
        };
        for param in function.blocks.first().into_iter().flat_map(|block| &block.params) {
            frame.values[param.index()] = Some(Value::Token);
        }
        // A call that names its callee answers for the arguments; else the place is the callee's first instruction.
        let at_call = frames.last().filter(|_| violated).and_then(|frame| {
            let call = &frame.function.blocks[frame.block.index()].insts[frame.at];
            callee(self.module, &definitions(frame.function), call).map(|_| place_of(frame, call))
        });
        frames.push(frame);
        if violated {
            let place = at_call.unwrap_or_else(|| place(frames));
            self.poison(PoisonSource::ParameterAnnotation, place);
        }
    }

    /// Records that poison was made.
    fn poison(&mut self, source: PoisonSource, place: Place) {
        self.first_poison.get_or_insert((source, place));
    }

    fn run(&mut self, frames: &mut Vec<Frame<'m>>) -> Outcome {
        loop {
            if let Some((source, place)) = self.first_poison.clone().filter(|_| self.stop_at_poison) {
                return Outcome::Poison { source, place };
            }
            if self.steps >= self.limits.steps {
                return Outcome::OutOfSteps;
            }
            self.steps += 1;
            let depth = frames.len();
            let Some(frame) = frames.last_mut() else { return Outcome::Returned(Vec::new()) };
            let Some(inst) = frame.function.blocks[frame.block.index()].insts.get(frame.at) else {
                return Outcome::NotCalled(String::from("a block has no terminator"));
            };
            self.executions[inst.op as usize] += 1;
            match self.execute(frame, inst) {
                Ok(Next::Follows) => frame.at += 1,
                Ok(Next::Branched) => {}
                Ok(Next::Calls(..)) if depth >= self.limits.depth => {
                    return Outcome::Limit { limit: Limit::Depth, place: place(frames) };
                }
                Ok(Next::Calls(function, arguments)) => self.enter(frames, function, arguments),
                Ok(Next::Returns(values)) => {
                    let at = place(frames);
                    let values = self.leave(frames, values, at);
                    match (values, self.first_poison.clone().filter(|_| self.stop_at_poison)) {
                        (_, Some((source, place))) => return Outcome::Poison { source, place },
                        (Some(values), None) => return Outcome::Returned(values),
                        (None, None) => {}
                    }
                }
                Ok(Next::Throws(word)) => {
                    if let Some(outcome) = self.unwind(frames, word) {
                        return outcome;
                    }
                }
                Err(Stop::Undefined(reason)) => return Outcome::Undefined { reason, place: place(frames) },
                Err(Stop::Limit(limit)) => return Outcome::Limit { limit, place: place(frames) },
                Err(Stop::Trap) => return Outcome::Trapped { place: place(frames) },
            }
        }
    }

    /// Returns to the caller; the values if there is none.
    fn leave(
        &mut self,
        frames: &mut Vec<Frame<'m>>,
        mut values: Vec<Value>,
        at: Place,
    ) -> Option<Vec<Value>> {
        let frame = frames.pop()?;
        frame.slots.iter().for_each(|slot| self.memory.free(*slot));
        if let (Some((_, annotation)), Some(first)) = (&frame.function.result, values.first_mut())
            && !first.satisfies(annotation)
        {
            *first = Value::Poison;
            self.poison(PoisonSource::ReturnAnnotation, at);
        }
        let Some(caller) = frames.last_mut() else { return Some(values) };
        let inst = &caller.function.blocks[caller.block.index()].insts[caller.at];
        self.finish_call(caller, inst, values);
        caller.at += 1;
        None
    }

    /// Sets the results of a call.
    fn finish_call(&mut self, frame: &mut Frame<'m>, inst: &Inst, values: Vec<Value>) {
        let mut values = values.into_iter();
        let first = values.next();
        if let (Some(token), Some(second)) = (inst.results.first(), values.next()) {
            frame.second.insert(*token, second);
        }
        let mut results: Vec<Value> =
            std::iter::once(Value::Token).chain(first).take(inst.results.len()).collect();
        if let (Payload::Call(Some((_, annotation)), _), Some(result)) = (&inst.payload, results.get_mut(1))
            && !result.satisfies(annotation)
        {
            self.poison(PoisonSource::ResultAnnotation, place_of(frame, inst));
            *result = Value::Poison;
        }
        self.set_results(frame, inst, results);
    }

    /// Enters the cleanup block of the innermost call that has one; the outcome if there is none.
    fn unwind(&mut self, frames: &mut Vec<Frame<'m>>, word: u64) -> Option<Outcome> {
        while let Some(frame) = frames.last_mut() {
            let inst = &frame.function.blocks[frame.block.index()].insts[frame.at];
            if let Payload::Call(_, Some(cleanup)) = inst.payload {
                for param in &frame.function.blocks[cleanup.index()].params {
                    frame.values[param.index()] = Some(Value::Token);
                }
                (frame.block, frame.at, frame.thrown) = (cleanup, 0, word);
                return None;
            }
            frame.slots.iter().for_each(|slot| self.memory.free(*slot));
            frames.pop();
        }
        Some(Outcome::Thrown(word))
    }

    /// Sets the results of an instruction; those outside their annotation are poison.
    fn set_results(&mut self, frame: &mut Frame<'m>, inst: &Inst, values: Vec<Value>) {
        for (result, mut value) in inst.results.iter().zip(values) {
            if !value.satisfies(&frame.function.values[result.index()].annotation) {
                self.poison(PoisonSource::ResultAnnotation, place_of(frame, inst));
                value = Value::Poison;
            }
            frame.values[result.index()] = Some(value);
        }
    }

    /// The value of an operand; poison, with `true`, if it violates the annotation of this use.
    fn operand(&mut self, frame: &Frame<'m>, inst: &Inst, operand: &Operand) -> (Value, bool) {
        let value = frame.values[operand.value.index()].clone().unwrap_or(Value::Poison);
        if value.satisfies(&operand.annotation) {
            return (value, false);
        }
        self.poison(PoisonSource::UseAnnotation, place_of(frame, inst));
        (Value::Poison, true)
    }

    /// Branches to a block with these arguments.
    fn branch(&mut self, frame: &mut Frame<'m>, inst: &Inst, to: BlockId, arguments: &[Operand]) {
        let values: Vec<Value> =
            arguments.iter().map(|operand| self.operand(frame, inst, operand).0).collect();
        for (param, mut value) in frame.function.blocks[to.index()].params.iter().zip(values) {
            if !value.satisfies(&frame.function.values[param.index()].annotation) {
                self.poison(PoisonSource::ResultAnnotation, place_of(frame, inst));
                value = Value::Poison;
            }
            frame.values[param.index()] = Some(value);
        }
        (frame.block, frame.at) = (to, 0);
    }

    /// The function that a call calls, or the reply of one outside the module.
    fn callee(&mut self, frame: &mut Frame<'m>, inst: &'m Inst) -> Result<Next<'m>, Stop> {
        let mut operands = inst.operands.iter().map(|operand| self.operand(frame, inst, operand).0);
        let callee = match operands.next() {
            Some(Value::Ptr(pointer)) => pointer,
            _ => return Err(UndefinedReason::PoisonCallee.into()),
        };
        let mut arguments: Vec<Value> = operands.collect();
        arguments.pop(); // the token
        let wanted = match &inst.payload {
            Payload::Call(Some((ty, _)), _) => Some(ty),
            _ => None,
        };
        let kind = self.memory.kind(callee).cloned().ok_or(UndefinedReason::NotAFunction)?;
        match kind {
            Kind::Data => Err(UndefinedReason::NotAFunction.into()),
            Kind::Function(index) => {
                let function = &self.module.functions[index];
                let types = inst.operands[1..inst.operands.len() - 1].iter();
                let types = types.map(|operand| frame.function.type_of(operand.value));
                let same = types.eq(function.params.iter().map(|param| &param.ty))
                    && wanted == function.result.as_ref().map(|(ty, _)| ty);
                if !same {
                    return Err(UndefinedReason::OtherSignature.into());
                }
                Ok(Next::Calls(function, arguments))
            }
            Kind::Extern(name) => {
                let function = self.externs.get_mut(&name).ok_or(Limit::Extern(name))?;
                match function(&arguments) {
                    ExternReply::Throws(word) => Ok(Next::Throws(word)),
                    ExternReply::Returns(values) => {
                        let fits = match (wanted, values.first()) {
                            (Some(ty), Some(value)) => value.is_of(ty),
                            (wanted, found) => wanted.is_none() && found.is_none(),
                        };
                        if !fits {
                            return Err(UndefinedReason::OtherSignature.into());
                        }
                        self.finish_call(frame, inst, values);
                        Ok(Next::Follows)
                    }
                }
            }
        }
    }
}

fn place_of(frame: &Frame<'_>, inst: &Inst) -> Place {
    Place { function: frame.function.name.clone(), position: inst.position, op: Some(inst.op) }
}

/// Where the innermost frame is.
fn place(frames: &[Frame<'_>]) -> Place {
    let Some(frame) = frames.last() else { return Place::default() };
    match frame.function.blocks[frame.block.index()].insts.get(frame.at) {
        Some(inst) => place_of(frame, inst),
        None => Place { function: frame.function.name.clone(), ..Place::default() },
    }
}

/// True if a violated annotation of an operand poisons the operand only, and not the results.
fn keeps_effects(op: Op) -> bool {
    op.row().results.contains('m') || op.is_terminator()
}
