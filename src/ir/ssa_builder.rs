//! From variables to SSA form, while a front end builds a procedure.
//!
//! The algorithm is that of Braun, Buchwald, Hack, Leißa, Mallon and Zwinkau, "Simple and Efficient Construction
//! of Static Single Assignment Form" (CC 2013): a use looks for the definition in its block, else in the
//! predecessors; where several meet, or not all are known yet, it puts a Phi. A Phi of one value and itself is
//! trivial and is replaced, and then the Phis that use it are looked at again. Reducible procedures come out
//! with the fewest Phis possible.
//!
//! Where the paper recurses there is a work list of Phis whose operands are to be found. Phis and Upsilons go
//! into their blocks at the end, each block being rewritten once.

use super::{BlockId, Opcode, Procedure, ValueId};
use crate::analysis::Order;
use crate::base::Type;
use crate::support::{Entity, List, ListPool, SideTable, entity};
use rustc_hash::FxHashMap;
use std::fmt;

entity!(
    /// A variable of an [`SsaBuilder`].
    SsaVariable, "ssa"
);

/// A block was sealed, and then got another predecessor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LatePredecessor {
    /// The block that had been sealed.
    pub block: BlockId,
    /// The predecessor that came too late.
    pub predecessor: BlockId,
}

impl fmt::Display for LatePredecessor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was sealed before its predecessor {} was ended", self.block, self.predecessor)
    }
}

impl std::error::Error for LatePredecessor {}

/// Turns variables into values, Phis and Upsilons.
///
/// For each block, in any order: [`define`](SsaBuilder::define) and [`use_var`](SsaBuilder::use_var) variables,
/// append the terminal, and [`end_block`](SsaBuilder::end_block), which reads its successors.
/// [`seal`](SsaBuilder::seal) a block when all its predecessors are ended: the earlier, the fewer Phis. At last,
/// [`finish`](SsaBuilder::finish) seals what is left and inserts Phis and Upsilons; before that the procedure is
/// not valid.
///
/// A variable that has no definition on a path is zero there. (If the root has predecessors, and only then, it
/// has unspecified bits where the procedure is entered.) Foreign blocks and variables have no definitions.
#[derive(Clone, Debug, Default)]
pub struct SsaBuilder {
    variables: Vec<Variable>,
    blocks: Vec<BlockState>,
    /// Definitions but for the latest of each variable. A relation of two ids that is sparse: a table would have
    /// as many entries as there are variables times blocks. Nobody iterates over it.
    definitions: FxHashMap<(SsaVariable, BlockId), ValueId>,
    phis: Vec<PhiState>,
    /// The index in `phis` of a Phi, plus one.
    phi_of: SideTable<ValueId, u32>,
    blocks_pool: ListPool<BlockId>,
    operands: ListPool<ValueId>,
    numbers: ListPool<u32>,
    /// Values for the beginnings of blocks, other than Phis.
    zeros: Vec<(BlockId, ValueId)>,
    /// Phis whose operands are to be found.
    work: Vec<u32>,
    /// Phis that may have become trivial.
    suspects: Vec<u32>,
    /// The blocks that a use passed through.
    chain: Vec<BlockId>,
    walk: u32,
    order: Order,
    late: Option<LatePredecessor>,
}

#[derive(Clone, Copy, Debug)]
struct Variable {
    ty: Type,
    /// The block with the latest definition, and the definition.
    block: BlockId,
    value: ValueId,
}

#[derive(Clone, Copy, Debug, Default)]
struct BlockState {
    sealed: bool,
    ended: bool,
    /// The last walk that passed through.
    walk: u32,
    predecessors: List,
    /// Phis that wait for the block to be sealed.
    waiting: List,
}

#[derive(Clone, Copy, Debug)]
struct PhiState {
    value: ValueId,
    variable: SsaVariable,
    block: BlockId,
    /// What it was replaced with; itself if it was not.
    replacement: ValueId,
    /// One per predecessor of the block; of the root, and one for the entry. Empty until they are found.
    operands: List,
    /// Phis that have it as an operand.
    users: List,
    /// Two different operands other than itself, as long as nobody knows better.
    witnesses: [ValueId; 2],
    /// True if the client has seen it.
    escaped: bool,
}

/// What a Phi has besides itself.
enum Operands {
    /// Nothing: no path leads here.
    None,
    /// One value: the Phi is trivial.
    One(ValueId),
    Many,
}

impl SsaBuilder {
    /// A builder without variables.
    pub fn new() -> SsaBuilder {
        SsaBuilder::default()
    }

    /// Adds a variable of a scalar or tuple type.
    pub fn declare(&mut self, ty: Type) -> SsaVariable {
        let variable = Variable { ty, block: BlockId::INVALID, value: ValueId::INVALID };
        self.variables.push(variable);
        SsaVariable::from_index(self.variables.len() - 1)
    }

    /// From here to the end of the block, or to the next definition in it, the variable is `value`.
    ///
    /// A value that ends its block, such as a call with an exceptional successor, is defined in a successor.
    pub fn define(&mut self, variable: SsaVariable, block: BlockId, value: ValueId) {
        let definitions = &mut self.definitions;
        if let Some(latest) = self.variables.get_mut(variable.index()) {
            if latest.block != block && latest.block.is_valid() {
                definitions.insert((variable, latest.block), latest.value);
            }
            (latest.block, latest.value) = (block, value);
        }
    }

    /// The value of a variable here, at the end of what the block has so far.
    pub fn use_var(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> ValueId {
        if !proc.blocks.contains(block) || variable.index() >= self.variables.len() {
            return proc.nop(BlockId::INVALID);
        }
        self.grow(proc);
        let value = self.read(proc, variable, block);
        self.drain(proc);
        let value = self.resolve(value);
        if let Some(phi) = self.phi_index(value) {
            self.phis[phi].escaped = true;
        }
        value
    }

    /// Tells that a block has its terminal: the block becomes a predecessor of its successors.
    pub fn end_block(&mut self, proc: &Procedure, block: BlockId) {
        self.grow(proc);
        match self.blocks.get_mut(block.index()) {
            Some(state) if !state.ended => state.ended = true,
            _ => return,
        }
        let successors = proc.successors(block);
        for (i, edge) in successors.iter().enumerate() {
            let target = edge.block();
            let Some(state) = self.blocks.get_mut(target.index()) else { continue };
            // A block is ended once, so if it is a predecessor already, it is the last one.
            if i > 0 && self.blocks_pool.get(state.predecessors).last() == Some(&block) {
                continue;
            }
            self.blocks_pool.push(&mut state.predecessors, block);
            if state.sealed && self.late.is_none() {
                self.late = Some(LatePredecessor { block: target, predecessor: block });
            }
        }
    }

    /// Tells that all predecessors of a block are ended.
    pub fn seal(&mut self, proc: &mut Procedure, block: BlockId) {
        self.grow(proc);
        let Some(state) = self.blocks.get_mut(block.index()) else { return };
        state.sealed = true;
        let mut waiting = std::mem::take(&mut state.waiting);
        self.work.extend_from_slice(self.numbers.get(waiting));
        self.numbers.release(&mut waiting);
        self.drain(proc);
    }

    /// Ends and seals what is left.
    pub fn seal_all(&mut self, proc: &mut Procedure) {
        for block in proc.block_ids() {
            self.end_block(proc, block);
        }
        for block in proc.block_ids() {
            if !self.blocks[block.index()].sealed {
                self.seal(proc, block);
            }
        }
    }

    /// Ends and seals what is left, inserts Phis at the beginnings of blocks and Upsilons before their
    /// terminals, and forgets everything, to be used again.
    ///
    /// An error says that a block was sealed too early. Then some uses may have missed a definition.
    pub fn finish(&mut self, proc: &mut Procedure) -> Result<(), LatePredecessor> {
        self.seal_all(proc);
        self.insert(proc);
        let late = self.late;
        self.variables.clear();
        self.blocks.clear();
        self.definitions.clear();
        self.phis.clear();
        self.phi_of.reset(0);
        self.blocks_pool.clear();
        self.operands.clear();
        self.numbers.clear();
        self.zeros.clear();
        (self.walk, self.late) = (0, None);
        late.map_or(Ok(()), Err)
    }

    fn grow(&mut self, proc: &Procedure) {
        if self.blocks.len() < proc.block_count() {
            self.blocks.resize(proc.block_count(), BlockState::default());
        }
    }

    fn phi_index(&self, value: ValueId) -> Option<usize> {
        (self.phi_of[value] as usize).checked_sub(1)
    }

    /// What a value is, after the replacements so far. Shortens the way for the next time.
    fn resolve(&mut self, value: ValueId) -> ValueId {
        let mut last = value;
        while let Some(phi) = self.phi_index(last).filter(|phi| self.phis[*phi].replacement != last) {
            last = self.phis[phi].replacement;
        }
        let mut at = value;
        while at != last {
            let Some(phi) = self.phi_index(at) else { break };
            at = std::mem::replace(&mut self.phis[phi].replacement, last);
        }
        last
    }

    fn definition(&self, variable: SsaVariable, block: BlockId) -> Option<ValueId> {
        let latest = &self.variables[variable.index()];
        if latest.block == block {
            return Some(latest.value);
        }
        self.definitions.get(&(variable, block)).copied()
    }

    /// The value of a variable at the end of a block; may be a Phi whose operands are still to be found.
    fn read(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> ValueId {
        if let Some(value) = self.definition(variable, block) {
            return self.resolve(value);
        }
        self.walk += 1;
        let mut at = block;
        let value = loop {
            if let Some(value) = self.definition(variable, at) {
                break self.resolve(value);
            }
            self.chain.push(at);
            let state = self.blocks[at.index()];
            let predecessors = self.blocks_pool.get(state.predecessors);
            if !state.sealed {
                let phi = self.add_phi(proc, variable, at);
                self.numbers.push(&mut self.blocks[at.index()].waiting, phi);
                break self.phis[phi as usize].value;
            }
            match predecessors {
                // Nothing leads here, or only what came along here does.
                [] => break self.zero(proc, variable, at),
                _ if state.walk == self.walk => break self.zero(proc, variable, at),
                [one] if at != Procedure::ROOT => {
                    let one = *one;
                    self.blocks[at.index()].walk = self.walk;
                    at = one;
                }
                _ => {
                    let phi = self.add_phi(proc, variable, at);
                    self.work.push(phi);
                    break self.phis[phi as usize].value;
                }
            }
        };
        while let Some(at) = self.chain.pop() {
            self.define(variable, at, value);
        }
        value
    }

    /// A zero at the beginning of a block.
    fn zero(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> ValueId {
        let ty = self.variables[variable.index()].ty;
        let value = if ty.is_tuple() {
            proc.bottom_tuple(BlockId::INVALID, ty)
        } else {
            proc.add_constant(BlockId::INVALID, ty, 0)
        };
        self.zeros.push((block, value));
        value
    }

    fn add_phi(&mut self, proc: &mut Procedure, variable: SsaVariable, block: BlockId) -> u32 {
        let value = proc.phi(BlockId::INVALID, self.variables[variable.index()].ty);
        self.phis.push(PhiState {
            value,
            variable,
            block,
            replacement: value,
            operands: List::default(),
            users: List::default(),
            witnesses: [ValueId::INVALID; 2],
            escaped: false,
        });
        self.phi_of.set(value, self.phis.len() as u32);
        self.phis.len() as u32 - 1
    }

    /// Finds the operands of all Phis that are to have them, and replaces those that are trivial.
    fn drain(&mut self, proc: &mut Procedure) {
        while let Some(phi) = self.work.pop() {
            let PhiState { variable, block, .. } = self.phis[phi as usize];
            let predecessors = self.blocks[block.index()].predecessors;
            for i in 0..predecessors.len() {
                let predecessor = self.blocks_pool.get(predecessors)[i];
                let operand = self.read(proc, variable, predecessor);
                self.add_operand(phi, operand);
            }
            if block == Procedure::ROOT || predecessors.is_empty() {
                let entry = self.zero(proc, variable, block);
                self.add_operand(phi, entry);
            }
            self.suspects.push(phi);
        }
        // The last Phi is the closest to the definitions. Beginning there, a Phi is seldom replaced with another
        // that is replaced later, with all its users.
        self.replace_trivial(proc);
    }

    fn add_operand(&mut self, phi: u32, operand: ValueId) {
        self.operands.push(&mut self.phis[phi as usize].operands, operand);
        if let Some(used) = self.phi_index(operand) {
            self.numbers.push(&mut self.phis[used].users, phi);
        }
    }

    /// Replaces suspects that have one operand besides themselves, and suspects what uses them.
    fn replace_trivial(&mut self, proc: &mut Procedure) {
        while let Some(phi) = self.suspects.pop() {
            let state = self.phis[phi as usize];
            if state.replacement != state.value || state.operands.is_empty() {
                continue;
            }
            let only = match self.only_operand(phi) {
                Operands::Many => continue,
                Operands::One(only) => only,
                Operands::None => self.zero(proc, state.variable, state.block),
            };
            self.phis[phi as usize].replacement = only;
            proc.replace_with_identity(state.value, only);
            let mut users = std::mem::take(&mut self.phis[phi as usize].users);
            self.suspects.extend_from_slice(self.numbers.get(users));
            if let Some(used) = self.phi_index(only) {
                for i in 0..users.len() {
                    let user = self.numbers.get(users)[i];
                    let PhiState { value, replacement, .. } = self.phis[user as usize];
                    if replacement == value {
                        self.numbers.push(&mut self.phis[used].users, user);
                    }
                }
            }
            self.numbers.release(&mut users);
        }
    }

    /// The operands of a Phi besides itself.
    fn only_operand(&mut self, phi: u32) -> Operands {
        let PhiState { value, operands, witnesses: [a, b], .. } = self.phis[phi as usize];
        if a.is_valid() {
            let [a, b] = [self.resolve(a), self.resolve(b)];
            if a != b && a != value && b != value {
                return Operands::Many;
            }
        }
        let mut only = None;
        for i in 0..operands.len() {
            let operand = self.operands.get(operands)[i];
            let operand = self.resolve(operand);
            match only {
                _ if operand == value => {}
                None => only = Some(operand),
                Some(only) if only == operand => {}
                Some(only) => {
                    self.phis[phi as usize].witnesses = [only, operand];
                    return Operands::Many;
                }
            }
        }
        only.map_or(Operands::None, Operands::One)
    }

    /// Puts everything that was made into its block.
    fn insert(&mut self, proc: &mut Procedure) {
        const BEGINNING: u8 = 0;
        const AFTER_PHIS: u8 = 1;
        const END: u8 = 2;
        self.order.compute(proc);
        let mut insertions: Vec<(BlockId, u8, ValueId)> = Vec::new();
        insertions.extend(self.zeros.iter().map(|(block, value)| (*block, BEGINNING, *value)));
        for i in 0..self.phis.len() {
            let PhiState { value, block, operands, escaped, .. } = self.phis[i];
            let replacement = self.resolve(value);
            if replacement != value {
                if escaped {
                    if self.order.number(block.index()).is_some() {
                        proc.replace_with_identity(value, replacement);
                    } else {
                        // Where nothing runs, a value may come to depend on itself through the Phi.
                        let ty = proc.type_of(value);
                        if ty.is_tuple() {
                            proc.replace(value, Opcode::BottomTuple, &[]);
                        } else {
                            proc.replace_with_constant(value, 0);
                        }
                    }
                    insertions.push((block, AFTER_PHIS, value));
                } else {
                    proc.replace_with_nop(value);
                }
                continue;
            }
            insertions.push((block, BEGINNING, value));
            // The operand for the entry, if there is one, comes last and has no predecessor.
            let predecessors = self.blocks[block.index()].predecessors;
            for p in 0..predecessors.len().min(operands.len()) {
                let predecessor = self.blocks_pool.get(predecessors)[p];
                let operand = self.operands.get(operands)[p];
                let operand = self.resolve(operand);
                insertions.push((predecessor, END, proc.upsilon(BlockId::INVALID, operand, value)));
            }
        }
        insertions.sort_by_key(|(block, place, _)| (*block, *place));
        let mut values = Vec::new();
        let mut rest = &insertions[..];
        while let Some(&(block, ..)) = rest.first() {
            let (here, after) = rest.split_at(rest.partition_point(|(other, ..)| *other == block));
            let (beginning, end) = here.split_at(here.partition_point(|(_, place, _)| *place != END));
            let old = proc.block_values(block);
            let (last, body) = old.split_last().map_or((None, old), |(last, body)| (Some(last), body));
            values.clear();
            values.extend(beginning.iter().map(|(.., value)| *value));
            values.extend_from_slice(body);
            values.extend(end.iter().map(|(.., value)| *value));
            values.extend(last);
            proc.set_block_values(block, &values);
            rest = after;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::{Lists, Random, random_graph};
    use crate::ir::testing::target;
    use crate::ir::validate;

    const I32: Type = Type::Int32;

    fn count(proc: &Procedure, opcode: Opcode) -> usize {
        let all = proc.block_ids().flat_map(|block| proc.block_values(block));
        all.filter(|id| proc.value(**id).opcode() == opcode).count()
    }

    fn blocks<const N: usize>(proc: &mut Procedure) -> [BlockId; N] {
        std::array::from_fn(|_| proc.add_block())
    }

    #[test]
    fn a_loop_has_one_phi_for_what_changes() {
        let mut p = Procedure::new(&target());
        let mut ssa = SsaBuilder::new();
        let [root, head, body, exit] = blocks(&mut p);
        let (i, fixed) = (ssa.declare(I32), ssa.declare(I32));
        let zero = p.add_const32(root, 0);
        let seven = p.add_const32(root, 7);
        ssa.define(i, root, zero);
        ssa.define(fixed, root, seven);
        p.add_jump(root, head);
        ssa.end_block(&p, root);
        // The header is not sealed: the use of `fixed` is a Phi for now.
        let (at, limit) = (ssa.use_var(&mut p, i, head), ssa.use_var(&mut p, fixed, head));
        let more = p.less_than(head, at, limit);
        p.add_branch(head, more, body, exit);
        ssa.end_block(&p, head);
        ssa.seal(&mut p, body);
        let at = ssa.use_var(&mut p, i, body);
        let next = p.add(body, at, limit);
        ssa.define(i, body, next);
        p.add_jump(body, head);
        ssa.end_block(&p, body);
        ssa.seal(&mut p, head);
        let result = ssa.use_var(&mut p, i, exit);
        p.add_return(exit, Some(result));
        assert_eq!(ssa.finish(&mut p), Ok(()));
        assert_eq!(
            (count(&p, Opcode::Phi), count(&p, Opcode::Upsilon), count(&p, Opcode::Identity)),
            (1, 2, 2)
        );
        validate(&p).expect("valid");
    }

    #[test]
    fn what_is_undefined_is_zero_and_what_is_foreign_does_not_panic() {
        let mut p = Procedure::new(&target());
        let mut ssa = SsaBuilder::new();
        let [root, island] = blocks(&mut p);
        let (number, pair) = (ssa.declare(Type::Double), p.tuple_type(&[I32, I32]));
        let pair = ssa.declare(pair);
        ssa.seal(&mut p, root);
        let value = ssa.use_var(&mut p, number, root);
        assert_eq!((p.value(value).opcode(), p.value(value).bits()), (Opcode::ConstDouble, 0));
        let value = ssa.use_var(&mut p, pair, root);
        assert_eq!(p.value(value).opcode(), Opcode::BottomTuple);
        // An island whose only predecessor is itself.
        p.add_return(root, None);
        p.add_jump(island, island);
        ssa.end_block(&p, island);
        ssa.seal(&mut p, island);
        ssa.use_var(&mut p, number, island);
        for block in [BlockId::INVALID, BlockId::new(7)] {
            let nop = ssa.use_var(&mut p, number, block);
            assert_eq!(p.value(nop).opcode(), Opcode::Nop);
            ssa.define(number, block, nop);
            ssa.seal(&mut p, block);
            ssa.end_block(&p, block);
        }
        ssa.define(SsaVariable::INVALID, root, value);
        ssa.use_var(&mut p, SsaVariable::new(9), root);
        assert_eq!(ssa.finish(&mut p), Ok(()));
        validate(&p).expect("valid");
    }

    #[test]
    fn sealing_too_early_is_an_error() {
        let mut p = Procedure::new(&target());
        let mut ssa = SsaBuilder::new();
        let [root, head] = blocks(&mut p);
        p.add_jump(root, head);
        ssa.end_block(&p, root);
        ssa.seal(&mut p, head);
        p.add_jump(head, head);
        let error = ssa.finish(&mut p).unwrap_err();
        assert_eq!(error, LatePredecessor { block: head, predecessor: head });
        assert_eq!(error.to_string(), "#1 was sealed before its predecessor #1 was ended");
        assert_eq!(ssa.finish(&mut p), Ok(()), "a builder is as new after finishing");
    }

    /// What a block of a random program does with its variables.
    enum Step {
        /// Defines a variable as a number.
        Number(SsaVariable, i32),
        /// Defines the first as the sum of the others; the value built for it.
        Sum(SsaVariable, [SsaVariable; 2], ValueId),
    }

    /// Builds a program whose blocks are filled in random order, and sealed as early as may be, or at the end.
    fn build(graph: &Lists, random: &mut Random, ssa: &mut SsaBuilder) -> (Procedure, Vec<Vec<Step>>) {
        let mut p = Procedure::new(&target());
        let len = graph.0.len();
        let ids: Vec<BlockId> = (0..len).map(|_| p.add_block()).collect();
        let variables: Vec<SsaVariable> = (0..4).map(|_| ssa.declare(I32)).collect();
        let targets = |i: usize| graph.0[i].iter().map(|t| *t as usize).filter(move |t| *t < len);
        let mut steps: Vec<Vec<Step>> = (0..len).map(|_| Vec::new()).collect();
        let mut order: Vec<usize> = (0..len).collect();
        for i in 1..len {
            order.swap(i, random.below(i + 1));
        }
        let eager = random.below(2) == 0;
        let mut ended = vec![false; len];
        for at in order {
            let block = ids[at];
            for _ in 0..random.below(4) {
                let mut any = || variables[random.below(4)];
                let (to, from) = (any(), [any(), any()]);
                steps[at].push(if random.below(3) == 0 {
                    let number = random.below(1000) as i32;
                    let value = p.add_const32(block, number);
                    ssa.define(to, block, value);
                    Step::Number(to, number)
                } else {
                    let [a, b] = from.map(|from| ssa.use_var(&mut p, from, block));
                    let sum = p.add(block, a, b);
                    ssa.define(to, block, sum);
                    Step::Sum(to, from, sum)
                });
            }
            let successors: Vec<BlockId> = targets(at).map(|t| ids[t]).collect();
            match successors[..] {
                [] => p.add_return(block, None),
                [one] => p.add_jump(block, one),
                _ => {
                    let selector = p.add_const32(block, 0);
                    let (last, cases) = successors.split_last().unwrap();
                    let cases: Vec<(i64, BlockId)> = (0..).zip(cases.iter().copied()).collect();
                    p.add_switch(block, selector, &cases, *last)
                }
            };
            ssa.end_block(&p, block);
            ended[at] = true;
            for sealable in (0..len).filter(|_| eager) {
                if (0..len).all(|p| ended[p] || !targets(p).any(|t| t == sealable)) {
                    ssa.seal(&mut p, ids[sealable]);
                }
            }
        }
        assert_eq!(ssa.finish(&mut p), Ok(()));
        (p, steps)
    }

    /// Runs the values of a block.
    fn run(p: &Procedure, block: BlockId, values: &mut [i32], locations: &mut [i32]) {
        for &id in p.block_values(block) {
            let child = |i: usize| values[p.children(id)[i].index()];
            match p.value(id).opcode() {
                Opcode::Const32 => values[id.index()] = p.value(id).int().unwrap() as i32,
                Opcode::Add => values[id.index()] = child(0).wrapping_add(child(1)),
                Opcode::Identity => values[id.index()] = child(0),
                Opcode::Phi => values[id.index()] = locations[id.index()],
                Opcode::Upsilon => locations[p.value(id).phi().index()] = child(0),
                _ => {}
            }
        }
    }

    #[test]
    fn random_programs_compute_what_their_variables_say() {
        let mut random = Random(23);
        let mut ssa = SsaBuilder::new();
        for round in 0..400 {
            let graph = random_graph(&mut random, 1 + round % 20);
            let (p, steps) = build(&graph, &mut random, &mut ssa);
            if let Err(violations) = validate(&p) {
                panic!("{}: {:?}", violations[0], graph.0);
            }
            for _ in 0..4 {
                let mut values = vec![0; p.value_count()];
                let mut locations = vec![0; p.value_count()];
                let mut variables = [0i32; 4];
                let mut block = Procedure::ROOT;
                for _ in 0..60 {
                    run(&p, block, &mut values, &mut locations);
                    for step in &steps[block.index()] {
                        match *step {
                            Step::Number(to, number) => variables[to.index()] = number,
                            Step::Sum(to, [a, b], sum) => {
                                let expected = variables[a.index()].wrapping_add(variables[b.index()]);
                                variables[to.index()] = expected;
                                assert_eq!(
                                    values[sum.index()],
                                    expected,
                                    "{sum} in {block} of {:?}",
                                    graph.0
                                );
                            }
                        }
                    }
                    let successors = p.successors(block);
                    if successors.is_empty() {
                        break;
                    }
                    block = successors[random.below(successors.len())].block();
                }
            }
        }
    }

    #[test]
    fn no_phi_is_trivial() {
        let mut random = Random(29);
        let mut ssa = SsaBuilder::new();
        for round in 0..200 {
            let graph = random_graph(&mut random, 1 + round % 20);
            let (p, _) = build(&graph, &mut random, &mut ssa);
            let all: Vec<ValueId> = p.block_ids().flat_map(|block| p.block_values(block)).copied().collect();
            let resolve = |mut id: ValueId| {
                while p.value(id).opcode() == Opcode::Identity {
                    id = p.children(id)[0];
                }
                id
            };
            let leads_to_root = graph.0.iter().flatten().any(|t| *t == 0);
            for phi in all.iter().copied().filter(|id| p.value(*id).opcode() == Opcode::Phi) {
                let mut operands: Vec<ValueId> = all
                    .iter()
                    .filter(|id| p.value(**id).opcode() == Opcode::Upsilon && p.value(**id).phi() == phi)
                    .map(|id| resolve(p.children(*id)[0]))
                    .filter(|operand| *operand != phi)
                    .collect();
                operands.sort();
                operands.dedup();
                let in_root = p.block_values(Procedure::ROOT).contains(&phi);
                assert!(operands.len() > 1 || in_root && leads_to_root, "{phi} of {:?}", graph.0);
            }
        }
    }

    #[test]
    fn long_chains_take_linear_time_and_no_stack() {
        let len = 100_000;
        let mut p = Procedure::new(&target());
        let mut ssa = SsaBuilder::new();
        let ids: Vec<BlockId> = (0..len).map(|_| p.add_block()).collect();
        let (far, near) = (ssa.declare(I32), ssa.declare(I32));
        let one = p.add_const32(ids[0], 1);
        ssa.define(far, ids[0], one);
        ssa.define(near, ids[0], one);
        // Ladders: every block goes on, or to the one after the next.
        for i in 0..len {
            let value = ssa.use_var(&mut p, near, ids[i]);
            let value = p.add(ids[i], value, one);
            ssa.define(near, ids[i], value);
            match &ids[i + 1..] {
                [] => {
                    let far = ssa.use_var(&mut p, far, ids[i]);
                    let sum = p.add(ids[i], value, far);
                    p.add_return(ids[i], Some(sum));
                }
                [next] | [next, _] => _ = p.add_jump(ids[i], *next),
                [next, after, ..] if i % 3 == 0 => _ = p.add_branch(ids[i], one, *next, *after),
                [next, ..] => _ = p.add_jump(ids[i], *next),
            }
            ssa.end_block(&p, ids[i]);
            if i % 2 == 0 && i + 1 < len && i > 2 {
                ssa.seal(&mut p, ids[i - 1]);
            }
        }
        assert_eq!(ssa.finish(&mut p), Ok(()));
        validate(&p).expect("valid");
        assert_eq!(count(&p, Opcode::Phi), (len - 3).div_ceil(3));
    }

    #[test]
    fn one_phi_may_have_many_operands_that_are_replaced_one_by_one() {
        let mut p = Procedure::new(&target());
        let mut ssa = SsaBuilder::new();
        let [root, join] = blocks(&mut p);
        let variable = ssa.declare(I32);
        let one = p.add_const32(root, 1);
        ssa.define(variable, root, one);
        let cases: Vec<(i64, BlockId)> = (0..20_000).map(|i| (i, p.add_block())).collect();
        p.add_switch(root, one, &cases, cases[0].1);
        ssa.end_block(&p, root);
        for (i, (_, block)) in cases.iter().enumerate() {
            // Not sealed: a Phi each, which turns out to be trivial.
            ssa.use_var(&mut p, variable, *block);
            if i == 0 {
                let two = p.add_const32(*block, 2);
                ssa.define(variable, *block, two);
            }
            p.add_jump(*block, join);
            ssa.end_block(&p, *block);
        }
        ssa.seal(&mut p, join);
        let result = ssa.use_var(&mut p, variable, join);
        p.add_return(join, Some(result));
        assert_eq!(ssa.finish(&mut p), Ok(()));
        validate(&p).expect("valid");
        assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon)), (1, 20_000));
    }
}
