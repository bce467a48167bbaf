//! Minimizes failing recipes.

use super::random::Random;
use super::recipe::{BlockRecipe, ProcedureRecipe, Recipe, Shape};
use proptest::prelude::Rng;
use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;

/// A proptest strategy for random recipes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recipes(pub Shape);

impl Strategy for Recipes {
    type Tree = Minimizer;
    type Value = Recipe;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Recipes> {
        let seed = runner.rng().next_u64();
        Ok(Minimizer::new(Recipe::random(&mut Random::new(seed), &self.0)))
    }
}

/// A change that may reduce a recipe. Numbers are positions in the order of [`Minimizer`]'s walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    /// Removes a range of procedures.
    Procedures(usize, usize),
    /// Removes a range of blocks of a procedure.
    Blocks(usize, usize, usize),
    /// Removes a range of steps of a block of a procedure.
    Steps(usize, usize, usize, usize),
    /// Removes one number of a list of a procedure.
    List(usize, usize, usize),
    /// Zeroes a number, or halves it.
    Number(usize, bool),
}

/// A failing recipe and the changes that are still to be tried: large ranges first, then single numbers, until no
/// removal preserves the failure (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input).
#[derive(Clone, Debug)]
pub struct Minimizer {
    best: Recipe,
    current: Recipe,
    changes: Vec<Change>,
    next: usize,
    /// True if a change succeeded since the changes were listed.
    improved: bool,
}

impl Minimizer {
    /// Starts with a recipe.
    pub fn new(recipe: Recipe) -> Minimizer {
        let changes = changes(&recipe);
        Minimizer { best: recipe.clone(), current: recipe, changes, next: 0, improved: false }
    }

    /// Returns the smallest recipe found for which `fails` is true, after at most `attempts` calls of it.
    pub fn run(mut self, attempts: usize, mut fails: impl FnMut(&Recipe) -> bool) -> Recipe {
        let mut more = self.simplify();
        for _ in 0..attempts {
            if !more {
                break;
            }
            more = if fails(&self.current) { self.simplify() } else { self.complicate() };
        }
        self.best
    }

    /// Applies the next change that has an effect.
    fn advance(&mut self) -> bool {
        loop {
            let Some(&change) = self.changes.get(self.next) else {
                if !std::mem::take(&mut self.improved) {
                    return false;
                }
                (self.changes, self.next) = (changes(&self.best), 0);
                continue;
            };
            self.next += 1;
            self.current = self.best.clone();
            apply(&mut self.current, change);
            if self.current != self.best {
                return true;
            }
        }
    }
}

impl ValueTree for Minimizer {
    type Value = Recipe;

    fn current(&self) -> Recipe {
        self.current.clone()
    }

    fn simplify(&mut self) -> bool {
        if self.current != self.best {
            self.best = self.current.clone();
            self.improved = true;
        }
        self.advance()
    }

    fn complicate(&mut self) -> bool {
        let more = self.advance();
        if !more {
            self.current = self.best.clone();
        }
        more
    }
}

/// Ranges to remove from a list: all, halves, quarters, down to single items; the last items first.
fn ranges(len: usize) -> Vec<(usize, usize)> {
    let mut ranges = Vec::new();
    let mut size = len;
    while size > 0 {
        ranges.extend((0..len).step_by(size).rev().map(|start| (start, (start + size).min(len))));
        size /= 2;
    }
    ranges
}

fn lists(procedure: &mut ProcedureRecipe) -> [&mut Vec<u16>; 5] {
    let ProcedureRecipe { params, results, slots, variables, phis, .. } = procedure;
    [params, results, slots, variables, phis]
}

fn changes(recipe: &Recipe) -> Vec<Change> {
    let mut changes = Vec::new();
    changes.extend(ranges(recipe.procedures.len()).into_iter().map(|(a, b)| Change::Procedures(a, b)));
    for (p, procedure) in recipe.procedures.iter().enumerate() {
        changes.extend(ranges(procedure.blocks.len()).into_iter().map(|(a, b)| Change::Blocks(p, a, b)));
    }
    for (p, procedure) in recipe.procedures.iter().enumerate() {
        for (i, block) in procedure.blocks.iter().enumerate() {
            changes.extend(ranges(block.steps.len()).into_iter().map(|(a, b)| Change::Steps(p, i, a, b)));
        }
    }
    for (p, procedure) in recipe.procedures.iter().enumerate() {
        let lens = lists(&mut procedure.clone()).map(|list| list.len());
        for (list, len) in lens.into_iter().enumerate() {
            changes.extend((0..len).rev().map(|item| Change::List(p, list, item)));
        }
    }
    let mut count = 0;
    each_number(&mut recipe.clone(), |_| count += 1);
    changes.extend((0..count).map(|n| Change::Number(n, true)));
    changes.extend((0..count).map(|n| Change::Number(n, false)));
    changes
}

fn apply(recipe: &mut Recipe, change: Change) {
    /// Removes the rest of a range: earlier changes may have shortened the list.
    fn remove<T>(list: &mut Vec<T>, from: usize, to: usize) {
        list.drain(from.min(list.len())..to.min(list.len()));
    }
    match change {
        Change::Procedures(a, b) => remove(&mut recipe.procedures, a, b),
        Change::Blocks(p, a, b) => {
            if let Some(procedure) = recipe.procedures.get_mut(p) {
                remove(&mut procedure.blocks, a, b);
            }
        }
        Change::Steps(p, i, a, b) => {
            if let Some(block) =
                recipe.procedures.get_mut(p).and_then(|procedure| procedure.blocks.get_mut(i))
            {
                remove(&mut block.steps, a, b);
            }
        }
        Change::List(p, list, item) => {
            if let Some(procedure) = recipe.procedures.get_mut(p) {
                remove(lists(procedure)[list], item, item + 1);
            }
        }
        Change::Number(n, zero) => {
            let mut i = 0;
            each_number(recipe, |number| {
                if i == n {
                    *number = if zero { 0 } else { *number / 2 };
                }
                i += 1;
            });
        }
    }
}

/// Visits all numbers of a recipe in a fixed order.
fn each_number(recipe: &mut Recipe, mut visit: impl FnMut(&mut u16)) {
    for procedure in &mut recipe.procedures {
        visit(&mut procedure.flags);
        lists(procedure).into_iter().flatten().for_each(&mut visit);
        for BlockRecipe { phis, steps, end } in &mut procedure.blocks {
            phis.iter_mut().for_each(&mut visit);
            for step in steps {
                visit(&mut step.action);
                visit(&mut step.ty);
                step.operands.iter_mut().for_each(&mut visit);
                visit(&mut step.detail);
            }
            visit(&mut end.kind);
            end.operands.iter_mut().chain(&mut end.targets).for_each(&mut visit);
            visit(&mut end.detail);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_are_fully_minimized() {
        let fails = |recipe: &Recipe| {
            recipe
                .procedures
                .iter()
                .flat_map(|procedure| &procedure.blocks)
                .flat_map(|block| &block.steps)
                .any(|step| step.action >= 1000)
        };
        let mut random = Random::new(1);
        let recipe = Recipe::random(&mut random, &Shape::default());
        assert!(fails(&recipe));
        let small = Minimizer::new(recipe).run(100_000, fails);
        let blocks: Vec<&BlockRecipe> =
            small.procedures.iter().flat_map(|procedure| &procedure.blocks).collect();
        assert_eq!((small.procedures.len(), blocks.len(), blocks[0].steps.len()), (1, 1, 1));
        let step = blocks[0].steps[0];
        assert!((1000..2000).contains(&step.action) && step.operands == [0; 3] && step.ty == 0);
    }
}
