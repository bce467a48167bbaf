//! Executes functions by the meaning of their expressions, without the library.

mod effect;
mod memory;
mod value;

use crate::check::Checked;
use crate::code::{Class, Code, Mode, ROWS, StoreFlag};
use crate::tree::{Body, Expr, RegNote};
use barebones::base::TrapCode;
use memory::Memory;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Maximum depth of recursive calls.
const MAX_CALLS: u32 = 100;

/// How a call ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It returned: the bits of the result, if the function has one.
    Returned(Vec<u128>),
    /// It trapped.
    Trapped(TrapCode),
    /// The manual gives no meaning to what was executed.
    Undefined(String),
    /// The limit of steps or of nested calls was reached.
    Limit,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Returned(values) => {
                f.write_str("returned")?;
                values.iter().try_for_each(|value| write!(f, " {value:#x}"))
            }
            Outcome::Trapped(code) => write!(f, "trapped: {code}"),
            Outcome::Undefined(why) => write!(f, "undefined: {why}"),
            Outcome::Limit => f.write_str("a limit was reached"),
        }
    }
}

/// Why an execution stopped without a return.
enum Stop {
    Trap(TrapCode),
    Undefined(String),
    Limit,
}

type Result<T> = std::result::Result<T, Stop>;

fn undefined<T>(why: impl Into<String>) -> Result<T> {
    Err(Stop::Undefined(why.into()))
}

/// The state of a call.
#[derive(Default)]
struct Frame {
    registers: BTreeMap<u32, u128>,
    /// Registers that a REG_DEAD note ended.
    dead: BTreeSet<u32>,
    /// What was compared last, by the place of the condition codes.
    conditions: BTreeMap<Option<u32>, (Mode, u128, u128)>,
    /// The registers that addresses of this insn change, with their new values.
    changed: Vec<(u32, u128)>,
}

/// Where control goes after an insn.
enum Next {
    Insn,
    /// The label with this number.
    Label(u32),
    Return,
}

/// An interpreter of a function.
pub struct Oracle<'f> {
    checked: &'f Checked,
    /// What a relation that holds is as a value.
    pub store_flag: StoreFlag,
    /// Maximum number of insns that a call executes.
    pub limit: u64,
    memory: Memory,
    executions: Vec<u64>,
    steps: u64,
    depth: u32,
}

impl<'f> Oracle<'f> {
    /// An interpreter of a function, in which a relation that holds is 1.
    pub fn new(checked: &'f Checked) -> Oracle<'f> {
        Oracle {
            checked,
            store_flag: StoreFlag::One,
            limit: 1_000_000,
            memory: Memory::default(),
            executions: vec![0; ROWS.len()],
            steps: 0,
            depth: 0,
        }
    }

    /// How often each code was executed, in the order of [`ROWS`].
    pub fn executions(&self) -> &[u64] {
        &self.executions
    }

    /// Calls the function with the bits of its arguments, with the initial contents of its data. Missing arguments are
    /// zero.
    pub fn call(&mut self, arguments: &[u128]) -> Outcome {
        (self.steps, self.depth) = (0, 0);
        self.memory = Memory::of(self.checked);
        // Control reaches neither tables nor barriers: they count once a call.
        for insn in &self.checked.function.insns {
            match insn.pattern().map(|pattern| pattern.code) {
                Some(code @ (Code::AddrVec | Code::AddrDiffVec)) => self.executions[code as usize] += 1,
                None if insn.body == Body::Barrier => self.executions[insn.code as usize] += 1,
                _ => {}
            }
        }
        match self.run(arguments) {
            Ok(result) => Outcome::Returned(result.into_iter().collect()),
            Err(Stop::Trap(code)) => Outcome::Trapped(code),
            Err(Stop::Undefined(why)) => Outcome::Undefined(why),
            Err(Stop::Limit) => Outcome::Limit,
        }
    }

    /// Executes the function in a new frame.
    fn run(&mut self, arguments: &[u128]) -> Result<Option<u128>> {
        let function = &self.checked.function;
        if self.depth == MAX_CALLS {
            return Err(Stop::Limit);
        }
        self.depth += 1;
        let mut frame = Frame::default();
        for (index, param) in function.params.iter().enumerate() {
            let bits = arguments.get(index).copied().unwrap_or(0);
            frame.registers.insert(param.reg().unwrap_or(0), bits & param.mode.mask());
        }
        if let Some((reg, size)) = &function.frame {
            let address = self.memory.push_frame(*size);
            frame.registers.insert(reg.reg().unwrap_or(0), u128::from(address));
        }
        let mut at = 0;
        while let Some(insn) = function.insns.get(at) {
            self.steps += 1;
            if self.steps > self.limit {
                return Err(Stop::Limit);
            }
            self.executions[insn.code as usize] += 1;
            at += 1;
            let Body::Pattern { pattern, notes, links, .. } = &insn.body else { continue };
            self.executions[Code::InsnList as usize] += links.len() as u64;
            self.executions[Code::ExprList as usize] += notes.len() as u64;
            for (kind, reg) in notes {
                let number = reg.reg().unwrap_or(0);
                if *kind == RegNote::Was0 && frame.registers.get(&number).is_some_and(|bits| *bits != 0) {
                    return undefined(format!("REG_WAS_0 of register {number}, which is not zero"));
                }
            }
            let next = self.effects(&mut frame, at - 1, pattern)?;
            for (reg, bits) in std::mem::take(&mut frame.changed) {
                self.set_register(&mut frame, reg, bits);
            }
            let dead = notes.iter().filter(|(kind, _)| *kind == RegNote::Dead);
            frame.dead.extend(dead.filter_map(|(_, reg)| reg.reg()));
            match next {
                Next::Insn => {}
                Next::Return => break,
                Next::Label(uid) => match self.checked.labels.get(&uid) {
                    Some(crate::check::Label::Code(index)) => at = *index,
                    _ => return Err(Stop::Trap(TrapCode::Unreachable)),
                },
            }
        }
        self.depth -= 1;
        if function.frame.is_some() {
            self.memory.pop_frame();
        }
        function.result.as_ref().map(|result| self.register(&frame, result)).transpose()
    }

    fn register(&self, frame: &Frame, reg: &Expr) -> Result<u128> {
        let number = reg.reg().unwrap_or(0);
        if frame.dead.contains(&number) {
            return undefined(format!("register {number} is read after REG_DEAD"));
        }
        Ok(frame.registers.get(&number).copied().unwrap_or(0))
    }

    fn set_register(&self, frame: &mut Frame, reg: u32, bits: u128) {
        let mode = self.checked.registers.get(&reg).copied().unwrap_or(Mode::Void);
        frame.dead.remove(&reg);
        frame.registers.insert(reg, bits & mode.mask());
    }

    /// Counts an execution of an expression.
    fn count(&mut self, expr: &Expr) {
        self.executions[expr.code as usize] += 1;
    }

    /// True if an address changes its register.
    fn is_increment(expr: &Expr) -> bool {
        expr.code.row().class == Class::Increment
    }
}
