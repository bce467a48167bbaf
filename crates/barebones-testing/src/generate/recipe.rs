//! Recipes: the numbers from which a random module is built.
//!
//! [`super::build()`] gives every recipe a meaning, so numbers may be removed or zeroed and the program remains
//! valid. Zero always means the simplest choice.

use super::random::Random;

/// Size and features of random modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Maximum number of procedures.
    pub procedures: u32,
    /// Maximum number of blocks of a procedure.
    pub blocks: u32,
    /// Maximum number of steps of a block.
    pub steps: u32,
    /// True if programs may trap; these run in a process of their own.
    pub traps: bool,
    /// True if calls may be variadic, which the other backend does not always support.
    pub variadic: bool,
    /// True if there are tail calls, and conventions in which the callee pops arguments.
    pub internal: bool,
    /// True if there are checks, which fail when the countdown reaches zero.
    pub checks: bool,
    /// True if there are patchpoints, some of them terminal, and exit states of calls.
    pub patchpoints: bool,
    /// True if there are throwing functions, and calls with exceptional successors.
    pub exceptions: bool,
    /// True if some procedures have several entries.
    pub entries: bool,
    /// True if there are stack slots, and data objects.
    pub objects: bool,
    /// True if some accesses are volatile.
    pub volatile: bool,
    /// True if half of the programs have vectors.
    pub vectors: bool,
}

impl Shape {
    /// The default shape.
    pub const DEFAULT: Shape = Shape {
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
        objects: true,
        volatile: true,
        vectors: true,
    };
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::DEFAULT
    }
}

/// The recipe of a module.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recipe {
    /// True if it may trap.
    pub traps: bool,
    /// True if calls may be variadic.
    pub variadic: bool,
    /// True if there are tail calls, and conventions in which the callee pops arguments.
    pub internal: bool,
    /// True if it has checks.
    pub checks: bool,
    /// True if there are patchpoints, some of them terminal, and exit states of calls.
    pub patchpoints: bool,
    /// True if there are throwing functions, and calls with exceptional successors.
    pub exceptions: bool,
    /// True if some procedures have several entries.
    pub entries: bool,
    /// True if there are data objects.
    pub objects: bool,
    /// True if some accesses are volatile.
    pub volatile: bool,
    /// True if there are vectors.
    pub vectors: bool,
    /// The procedures; the last one is called. Each may call those before it.
    pub procedures: Vec<ProcedureRecipe>,
}

/// The recipe of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProcedureRecipe {
    /// Choices for the procedure, such as its convention and loops to the root.
    pub flags: u16,
    /// Parameters after the first, which is the buffer.
    pub params: Vec<u16>,
    /// Results.
    pub results: Vec<u16>,
    /// Stack slots.
    pub slots: Vec<u16>,
    /// Variables.
    pub variables: Vec<u16>,
    /// Phis that the root initializes.
    pub phis: Vec<u16>,
    /// Blocks; an empty list counts as one block.
    pub blocks: Vec<BlockRecipe>,
}

/// The recipe of a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockRecipe {
    /// Phis at its head, which all predecessors write.
    pub phis: Vec<u16>,
    /// The actions of the block.
    pub steps: Vec<Step>,
    /// The terminal.
    pub end: End,
}

/// An action: one or a few values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// Choice of the action.
    pub action: u16,
    /// Choice of a type.
    pub ty: u16,
    /// Choices of operands.
    pub operands: [u16; 3],
    /// Choices specific to the action.
    pub detail: u16,
}

/// The end of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct End {
    /// Choice of the terminal.
    pub kind: u16,
    /// Choices of operands.
    pub operands: [u16; 3],
    /// Successors, modulo the number of blocks.
    pub targets: [u16; 4],
    /// Choices specific to the terminal.
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
        let Shape {
            traps,
            variadic,
            internal,
            checks,
            patchpoints,
            exceptions,
            entries,
            objects,
            volatile,
            vectors,
            ..
        } = *shape;
        // Code with vectors has other spill slots and moves, so half of the programs have none.
        let vectors = vectors && random.below(2) == 0;
        Recipe {
            traps,
            variadic,
            internal,
            checks,
            patchpoints,
            exceptions,
            entries,
            objects,
            volatile,
            vectors,
            procedures,
        }
    }
}

impl ProcedureRecipe {
    fn random(random: &mut Random, shape: &Shape) -> ProcedureRecipe {
        let many_params = random.below(6) == 0;
        ProcedureRecipe {
            flags: random.word(),
            params: words(random, if many_params { 24 } else { 4 }),
            results: words(random, 3),
            slots: if shape.objects { words(random, 3) } else { Vec::new() },
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
