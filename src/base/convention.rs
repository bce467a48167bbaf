//! Calling conventions as data, and the assignment of locations to arguments and results.

use super::{Bank, Reg, RegEnv, RegSet, Type};

/// How the variable arguments of a C function differ from its named ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variadic {
    /// They do not (AAPCS64).
    Same,
    /// This register holds the number of floating-point argument registers in use (System V x86-64).
    CountFp(Reg),
    /// A variable floating-point argument is also copied to the general register of its position (Windows x64).
    CopyFpToGp,
    /// Variable arguments are all on the stack, eight bytes each (Apple arm64).
    Stack,
    /// All floating-point arguments of a variadic function, also the named ones, are passed like integers of their
    /// size (Windows arm64): see [`CallConv::variadic_type`].
    General,
}

/// How arguments are laid out on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackArgs {
    /// Eight bytes each.
    Words,
    /// Natural size and alignment of each type (Apple arm64).
    Packed,
}

/// A calling convention.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallConv {
    /// The name in the text format.
    pub name: &'static str,
    /// Argument registers of the general bank, in order.
    pub args_gp: &'static [Reg],
    /// Argument registers of the floating-point bank, in order.
    pub args_fp: &'static [Reg],
    /// True if the n-th argument uses the n-th register of its bank (Windows x64), instead of the next free one.
    pub positional: bool,
    /// Result registers of the general bank, in order.
    pub results_gp: &'static [Reg],
    /// Result registers of the floating-point bank, in order.
    pub results_fp: &'static [Reg],
    /// True if results that have no register are passed in an area above the stack arguments; otherwise they are an
    /// error.
    pub result_area: bool,
    /// Caller-saved registers.
    pub clobbered: RegSet,
    /// Registers of which a callee preserves only the low 64 bits.
    pub clobbered_high: RegSet,
    /// Callee-saved registers.
    pub callee_saved: RegSet,
    /// Registers available to the allocator in a procedure with this convention.
    pub env: RegEnv,
    /// Layout of arguments on the stack.
    pub stack_args: StackArgs,
    /// Rules for variable arguments.
    pub variadic: Variadic,
    /// Bytes between the return address and the first stack argument that the callee may use (Windows: 32).
    pub shadow_space: u32,
    /// Bytes below the stack pointer that signal handlers and callees do not overwrite.
    pub red_zone: u32,
    /// Alignment of the stack pointer at a call, in bytes.
    pub stack_align: u32,
    /// True if vectors are passed by value, like floats; otherwise they cannot be passed.
    pub passes_vectors: bool,
    /// True if the callee removes the stack arguments (the internal convention), which makes tail calls possible.
    pub callee_pops: bool,
    /// True if caller and callee have the same pinned registers, and the caller sees what the callee writes to them
    /// (the internal convention).
    pub shares_pinned: bool,
    /// A frame that grows by more than this many bytes must touch the stack at this distance.
    pub probe_interval: u32,
}

/// The location of one argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ArgLocation {
    /// In a register.
    Reg(Reg),
    /// On the stack, at this offset in bytes from the stack pointer just before the call instruction.
    Stack(u32),
}

/// The locations of all arguments and results of a call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assignment {
    /// One location per parameter.
    pub params: Vec<ArgLocation>,
    /// One location per result.
    pub results: Vec<ArgLocation>,
    /// Bytes of shadow space and stack arguments, which the callee removes if [`CallConv::callee_pops`].
    pub param_bytes: u32,
    /// Size of the outgoing stack area in bytes, with shadow space and result area; a multiple of the alignment.
    pub stack_bytes: u32,
    /// The number of floating-point argument registers in use.
    pub fp_args: u32,
    /// General registers that also get the bits of a floating-point parameter: (index of the parameter, register).
    pub copies: Vec<(usize, Reg)>,
}

impl CallConv {
    /// The registers that may hold arguments, results, or the number of variable floating-point arguments.
    pub fn passing_registers(&self) -> RegSet {
        let lists = [self.args_gp, self.args_fp, self.results_gp, self.results_fp];
        let mut passing_registers =
            lists.into_iter().fold(RegSet::EMPTY, |all, list| all.union(RegSet::of(list)));
        if let Variadic::CountFp(reg) = self.variadic {
            passing_registers.insert(reg);
        }
        passing_registers
    }

    /// The type as which an argument of a variadic function is passed. [`CallConv::assign`] takes these types for a
    /// call of one.
    pub fn variadic_type(&self, ty: Type) -> Type {
        match (self.variadic, ty) {
            (Variadic::General, Type::Double) => Type::Int64,
            (Variadic::General, Type::Float) => Type::Int32,
            _ => ty,
        }
    }

    /// Assigns locations to parameters and results, which must all be scalars.
    ///
    /// `variadic_start` is the index of the first variable argument, or the number of parameters. Returns `None` if a
    /// result has no location, or if the arguments take 2 GiB or more.
    pub fn assign(&self, params: &[Type], results: &[Type], variadic_start: usize) -> Option<Assignment> {
        self.assign_into(Assignment::default(), params, results, variadic_start)
    }

    /// As [`CallConv::assign`], but reuses the memory of an old assignment.
    pub fn assign_into(
        &self,
        memory: Assignment,
        params: &[Type],
        results: &[Type],
        variadic_start: usize,
    ) -> Option<Assignment> {
        // No offset can overflow: an argument takes at most its size and as much padding.
        if (params.len() + results.len()) as u64 * 32 + u64::from(self.shadow_space) > i32::MAX as u64 {
            return None;
        }
        let mut out = memory;
        out.params.clear();
        out.results.clear();
        out.copies.clear();
        let mut stack = self.shadow_space;
        let mut used = [0usize; 2];
        for (i, ty) in params.iter().enumerate() {
            let variable = i >= variadic_start;
            let bank = ty.bank();
            let regs = if bank == Bank::Gp { self.args_gp } else { self.args_fp };
            let next = if self.positional { i } else { used[bank as usize] };
            let on_stack = variable && self.variadic == Variadic::Stack;
            let location = match regs.get(next) {
                Some(reg) if !on_stack => {
                    used[bank as usize] += 1;
                    if variable && bank == Bank::Fp && self.variadic == Variadic::CopyFpToGp {
                        out.copies.extend(self.args_gp.get(next).map(|copy| (i, *copy)));
                    }
                    ArgLocation::Reg(*reg)
                }
                _ => {
                    let packed = self.stack_args == StackArgs::Packed && !variable;
                    let size = if packed { ty.size().max(1) } else { ty.size().max(8) };
                    stack = stack.next_multiple_of(size) + size;
                    ArgLocation::Stack(stack - size)
                }
            };
            out.params.push(location);
        }
        out.fp_args = used[Bank::Fp as usize] as u32;
        // A callee that pops its arguments must leave the stack pointer aligned. In a tail call its arguments end where
        // those of its caller ended.
        stack = stack.next_multiple_of(if self.callee_pops { self.stack_align } else { 8 });
        out.param_bytes = stack;
        let mut used = [0usize; 2];
        for ty in results {
            let regs = if ty.bank() == Bank::Gp { self.results_gp } else { self.results_fp };
            let next = &mut used[ty.bank() as usize];
            out.results.push(match regs.get(*next) {
                Some(reg) => {
                    *next += 1;
                    ArgLocation::Reg(*reg)
                }
                None if self.result_area => {
                    let size = ty.size().max(8);
                    stack = stack.next_multiple_of(size) + size;
                    ArgLocation::Stack(stack - size)
                }
                None => return None,
            });
        }
        out.stack_bytes = stack.next_multiple_of(self.stack_align);
        Some(out)
    }
}
