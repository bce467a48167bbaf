//! An interpreter of Air: executes machine instructions by what their rows say that they compute.
//!
//! It runs a module after selection or after allocation, for any target, without the target's machine. What an
//! instruction leaves unspecified gets a fixed pattern of bits: the bits of a register above the width of a result,
//! clobbered registers, scratch registers. A temporary that is read before it is written is an error.
//!
//! The code of a patchpoint is the meaning of its generator. A check that fails, and an invalidation point of invalid
//! code, end the execution with a description of the exit: its operands and state, read where the code has them.

mod blame;
mod call;
mod compare;
mod execute;
mod frame;
mod fuzz;
pub mod operators;
mod patch;
mod vectors;

pub use blame::{blame, blame_exits};
pub use compare::{Checked, Difference, Place, check, check_exits};
pub use fuzz::{AirFailure, AirOptions, AirSummary, fuzz_air};

use barebones::air::Code;
use barebones::base::{Reg, Target, TrapCode, Type};
use barebones::interp::{Exit, Host, SandboxHost};
use barebones::ir;

/// Bits that an instruction leaves unspecified.
const UNSPECIFIED: u128 = 0xa5a5_5a5a_c3c3_3c3c_5a5a_a5a5_3c3c_c3c3;

/// Base of the addresses of procedures and library functions; no memory is mapped there.
const PROCEDURES: u64 = 0x0000_5600_0000_0000;
const LIBRARY: u64 = 0x0000_5700_0000_0000;

/// A procedure in Air.
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// Its code.
    pub code: Code,
    /// The names of its symbols, by number.
    pub symbols: Vec<String>,
    /// The types of its results.
    pub results: Vec<Type>,
    /// The IR that was selected: its generators and exit states.
    pub ir: ir::Procedure,
}

/// How an execution ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The procedure returned; results are in their registers.
    Returned,
    /// It threw an exception.
    Threw,
    /// It trapped, in the procedure of this number.
    Trapped(TrapCode, usize),
    /// It exited, with the values of the exit's operands and state.
    Exited(Box<Exit>),
    /// It executed something that the interpreter cannot: what.
    Unsupported(&'static str),
    /// It executed too many instructions.
    StepLimit,
    /// It did what no valid code does.
    Wrong(String),
}

/// Executes the procedures of a module.
pub struct Machine<'a> {
    procedures: &'a [Procedure],
    target: Target,
    host: SandboxHost,
    registers: [u128; Reg::COUNT],
    /// Instructions that may still be executed.
    steps: u64,
    depth: u32,
}

impl<'a> Machine<'a> {
    /// A machine that executes at most `steps` instructions. The host has the module's data.
    pub fn new(procedures: &'a [Procedure], target: Target, host: SandboxHost, steps: u64) -> Machine<'a> {
        Machine { procedures, target, host, registers: [UNSPECIFIED; Reg::COUNT], steps, depth: 0 }
    }

    /// The memory and data.
    pub fn host(&mut self) -> &mut SandboxHost {
        &mut self.host
    }

    /// Instructions that may still be executed.
    pub fn steps_left(&self) -> u64 {
        self.steps
    }

    /// The address of a symbol: a procedure, an external function, or data.
    fn address_of(&mut self, name: &str) -> Option<u64> {
        match self.procedures.iter().position(|procedure| procedure.name == name) {
            Some(number) => Some(PROCEDURES + 16 * number as u64),
            None => self.host.symbol(name),
        }
    }
}
