//! What a random module is made from: plain numbers.
//!
//! [`super::build()`] gives every recipe a meaning, so that numbers may be removed or zeroed and a valid program
//! remains. Zero always means the simplest choice.

use super::random::Random;

/// How large and how wild random modules are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// At most this many procedures.
    pub procedures: u32,
    /// At most this many blocks each.
    pub blocks: u32,
    /// At most this many steps each.
    pub steps: u32,
    /// May trap; such programs run in a process of their own.
    pub traps: bool,
    /// May call functions as if they took any number of arguments. The other backend cannot always do that.
    pub variadic: bool,
    /// Conventions in which the callee removes arguments, and tail calls.
    pub internal: bool,
    /// Checks, which fail when they have been counted down.
    pub checks: bool,
    /// Whether there are patchpoints, some of which end blocks, and exit states of calls.
    pub patchpoints: bool,
    /// Whether there are functions that throw, and calls with exceptional successors.
    pub exceptions: bool,
    /// Whether some procedures have several entries.
    pub entries: bool,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            procedures: 3,
            blocks: 7,
            steps: 14,
            traps: false,
            variadic: true,
            internal: true,
            checks: false,
            patchpoints: true,
            exceptions: true,
            entries: true,
        }
    }
}

/// A module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recipe {
    /// May trap.
    pub traps: bool,
    /// May call functions as if they took any number of arguments.
    pub variadic: bool,
    /// May use conventions in which the callee removes arguments, and tail calls.
    pub internal: bool,
    /// Has checks.
    pub checks: bool,
    /// Whether there are patchpoints, some of which end blocks, and exit states of calls.
    pub patchpoints: bool,
    /// Whether there are functions that throw, and calls with exceptional successors.
    pub exceptions: bool,
    /// Whether some procedures have several entries.
    pub entries: bool,
    /// The procedures; the last is the one that is called. Each may call those before it.
    pub procedures: Vec<ProcedureRecipe>,
}

/// A procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProcedureRecipe {
    /// Choices about the procedure: conventions, loops to the root.
    pub flags: u16,
    /// Parameters after the first, which is a buffer.
    pub params: Vec<u16>,
    /// Results.
    pub results: Vec<u16>,
    /// Stack slots.
    pub slots: Vec<u16>,
    /// Variables.
    pub variables: Vec<u16>,
    /// Phis that the root writes first.
    pub phis: Vec<u16>,
    /// Blocks; one at least is made.
    pub blocks: Vec<BlockRecipe>,
}

/// A block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockRecipe {
    /// Phis at its head, which all predecessors write.
    pub phis: Vec<u16>,
    /// What it does.
    pub steps: Vec<Step>,
    /// How it ends.
    pub end: End,
}

/// An action: a value or a few.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Which action.
    pub action: u16,
    /// A choice among types.
    pub ty: u16,
    /// Choices of operands.
    pub operands: [u16; 3],
    /// Choices of the action's own.
    pub detail: u16,
}

/// The end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// Which terminal.
    pub kind: u16,
    /// A choice of operands.
    pub operands: [u16; 3],
    /// Successors, modulo the number of blocks.
    pub targets: [u16; 4],
    /// Choices of the terminal's own.
    pub detail: u16,
}

fn words(random: &mut Random, most: u64) -> Vec<u16> {
    (0..random.below(most + 1)).map(|_| random.word()).collect()
}

impl Recipe {
    /// A random recipe.
    pub fn random(random: &mut Random, shape: &Shape) -> Recipe {
        let count = 1 + random.below(u64::from(shape.procedures.max(1)));
        let procedures = (0..count).map(|_| ProcedureRecipe::random(random, shape)).collect();
        let Shape { traps, variadic, internal, checks, patchpoints, exceptions, entries, .. } = *shape;
        Recipe { traps, variadic, internal, checks, patchpoints, exceptions, entries, procedures }
    }
}

impl ProcedureRecipe {
    fn random(random: &mut Random, shape: &Shape) -> ProcedureRecipe {
        let many_params = random.below(6) == 0;
        ProcedureRecipe {
            flags: random.word(),
            params: words(random, if many_params { 24 } else { 4 }),
            results: words(random, 3),
            slots: words(random, 3),
            variables: words(random, 3),
            phis: words(random, 3),
            blocks: (0..1 + random.below(u64::from(shape.blocks.max(1))))
                .map(|_| BlockRecipe {
                    phis: if random.below(3) == 0 { words(random, 3) } else { Vec::new() },
                    steps: (0..random.below(u64::from(shape.steps) + 1))
                        .map(|_| Step {
                            action: random.word(),
                            ty: random.word(),
                            operands: random.words(),
                            detail: random.word(),
                        })
                        .collect(),
                    end: End {
                        kind: random.word(),
                        operands: random.words(),
                        targets: random.words(),
                        detail: random.word(),
                    },
                })
                .collect(),
        }
    }
}
