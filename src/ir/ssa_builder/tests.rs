use super::*;
use crate::analysis::testing::{Lists, Random, random_graph};
use crate::ir::testing::target;
use crate::ir::{Successor, validate};

const I32: Type = Type::Int32;

fn count(proc: &Procedure, opcode: Opcode) -> usize {
    let all = proc.block_ids().flat_map(|block| proc.block_values(block));
    all.filter(|id| proc.value(**id).opcode() == opcode).count()
}

fn blocks<const N: usize>(proc: &mut Procedure) -> [BlockId; N] {
    std::array::from_fn(|_| proc.add_block())
}

#[test]
fn a_loop_has_phis_only_for_changed_variables() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, head, body, exit] = blocks(&mut p);
    let (i, fixed) = (ssa.declare(I32), ssa.declare(I32));
    let zero = p.at(root).const32(0);
    let seven = p.at(root).const32(7);
    ssa.define(i, root, zero);
    ssa.define(fixed, root, seven);
    p.at(root).jump(head);
    ssa.end_block(&p, root);
    // The header is not sealed, so the use of `fixed` is a Phi for now.
    let (at, limit) = (ssa.use_var(&mut p, i, head), ssa.use_var(&mut p, fixed, head));
    let more = p.at(head).less_than(at, limit);
    p.at(head).branch(more, body, exit);
    ssa.end_block(&p, head);
    ssa.seal(&mut p, body);
    let at = ssa.use_var(&mut p, i, body);
    let next = p.at(body).add(at, limit);
    ssa.define(i, body, next);
    p.at(body).jump(head);
    ssa.end_block(&p, body);
    ssa.seal(&mut p, head);
    let result = ssa.use_var(&mut p, i, exit);
    p.at(exit).ret([result]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon), count(&p, Opcode::Identity)), (1, 2, 2));
    validate(&p).expect("valid");
}

#[test]
fn a_replaced_phi_seen_by_the_client_becomes_an_identity() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, head, body, exit] = blocks(&mut p);
    let (fixed, other) = (ssa.declare(I32), ssa.declare(I32));
    let one = p.at(root).const32(1);
    ssa.define(fixed, root, one);
    p.at(root).jump(head);
    ssa.end_block(&p, root);
    ssa.define(other, head, one);
    p.at(head).jump(body);
    ssa.end_block(&p, head);
    ssa.define(other, body, one);
    p.at(body).branch(one, head, exit);
    ssa.end_block(&p, body);
    ssa.seal(&mut p, head);
    // The search reaches the body, which is filled last and is not sealed, so it gets a Phi.
    ssa.use_var(&mut p, fixed, head);
    let seen = ssa.use_var(&mut p, fixed, body);
    assert_eq!(p.value(seen).opcode(), Opcode::Phi);
    p.at(exit).ret([seen]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    assert_eq!((count(&p, Opcode::Phi), p.value(seen).opcode()), (0, Opcode::Identity));
    validate(&p).expect("valid");
}

#[test]
fn undefined_variables_are_zero_and_foreign_ids_do_not_panic() {
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
    // An unreachable block whose only predecessor is itself.
    p.at(root).ret([]);
    p.at(island).jump(island);
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
    p.at(root).jump(head);
    ssa.end_block(&p, root);
    ssa.seal(&mut p, head);
    p.at(head).jump(head);
    let error = ssa.finish(&mut p).unwrap_err();
    assert_eq!(error, LatePredecessor { block: head, predecessor: head });
    assert_eq!(error.to_string(), "#1 was sealed before its predecessor #1 was ended");
    assert_eq!(ssa.finish(&mut p), Ok(()), "a builder is reset by finish");
}

/// An action of a random program on its variables.
enum Step {
    /// Defines a variable as a number.
    Number(SsaVariable, i32),
    /// Defines the first variable as the sum of the others; with the value built for it.
    Sum(SsaVariable, [SsaVariable; 2], ValueId),
}

/// Builds a program. Blocks are filled in random order, and sealed either as early as possible or at the end.
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
                let value = p.at(block).const32(number);
                ssa.define(to, block, value);
                Step::Number(to, number)
            } else {
                let [a, b] = from.map(|from| ssa.use_var(&mut p, from, block));
                let sum = p.at(block).add(a, b);
                ssa.define(to, block, sum);
                Step::Sum(to, from, sum)
            });
        }
        let successors: Vec<BlockId> = targets(at).map(|t| ids[t]).collect();
        match successors[..] {
            [] => p.at(block).ret([]),
            [one] => p.at(block).jump(one),
            _ => {
                let selector = p.at(block).const32(0);
                let (last, cases) = successors.split_last().unwrap();
                let cases: Vec<(i64, BlockId)> = (0..).zip(cases.iter().copied()).collect();
                p.at(block).switch(selector, &cases, *last)
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

/// Executes the values of a block.
fn run(p: &Procedure, block: BlockId, values: &mut [i32], locations: &mut [i32]) {
    for &id in p.block_values(block) {
        let child = |i: usize| values[p.children(id)[i].index()];
        match p.value(id).opcode() {
            Opcode::Const32 => values[id.index()] = p.value(id).int().unwrap() as i32,
            Opcode::Add => values[id.index()] = child(0).wrapping_add(child(1)),
            Opcode::Identity => values[id.index()] = child(0),
            Opcode::Phi => values[id.index()] = locations[id.index()],
            Opcode::Upsilon => locations[p.value(id).phi().index()] = child(0),
            Opcode::Get => values[id.index()] = locations[p.value_count() + p.value(id).variable().index()],
            Opcode::Set => locations[p.value_count() + p.value(id).variable().index()] = child(0),
            _ => {}
        }
    }
}

/// Asserts on random paths that values agree with the variables.
fn assert_meaning(p: &Procedure, steps: &[Vec<Step>], random: &mut Random) {
    for _ in 0..4 {
        let mut values = vec![0; p.value_count()];
        let mut locations = vec![0; p.value_count() + p.variables().len()];
        let mut variables = [0i32; 4];
        let mut block = Procedure::ROOT;
        for _ in 0..60 {
            run(p, block, &mut values, &mut locations);
            for step in &steps[block.index()] {
                match *step {
                    Step::Number(to, number) => variables[to.index()] = number,
                    Step::Sum(to, [a, b], sum) => {
                        let expected = variables[a.index()].wrapping_add(variables[b.index()]);
                        variables[to.index()] = expected;
                        assert_eq!(values[sum.index()], expected, "{sum} in {block} of\n{p}");
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

#[test]
fn random_programs_agree_with_their_variables() {
    let mut random = Random(23);
    let mut ssa = SsaBuilder::new();
    for round in 0..800 {
        ssa.keep_variables(round % 2 == 1);
        let graph = random_graph(&mut random, 1 + round % 20);
        let (p, steps) = build(&graph, &mut random, &mut ssa);
        if let Err(violations) = validate(&p) {
            panic!("{}: {:?}", violations[0], graph.0);
        }
        assert_meaning(&p, &steps, &mut random);
    }
}

/// Asserts that every Phi has two different operands, except those of a root with predecessors.
fn assert_no_phi_is_trivial(p: &Procedure, leads_to_root: bool) {
    let all: Vec<ValueId> = p.block_ids().flat_map(|block| p.block_values(block)).copied().collect();
    let resolve = |mut id: ValueId| {
        while p.value(id).opcode() == Opcode::Identity {
            id = p.children(id)[0];
        }
        id
    };
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
        assert!(operands.len() > 1 || in_root && leads_to_root, "{phi} of\n{p}");
    }
}

#[test]
fn no_phi_is_trivial() {
    let mut random = Random(29);
    let mut ssa = SsaBuilder::new();
    for round in 0..200 {
        let graph = random_graph(&mut random, 1 + round % 20);
        let (p, _) = build(&graph, &mut random, &mut ssa);
        let leads_to_root = graph.0.iter().flatten().any(|t| *t == 0);
        assert_no_phi_is_trivial(&p, leads_to_root);
    }
}

#[test]
fn long_chains_take_linear_time_without_recursion() {
    let len = 100_000;
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let ids: Vec<BlockId> = (0..len).map(|_| p.add_block()).collect();
    let (far, near) = (ssa.declare(I32), ssa.declare(I32));
    let one = p.at(ids[0]).const32(1);
    ssa.define(far, ids[0], one);
    ssa.define(near, ids[0], one);
    // A ladder: every block branches to the next, or to the one after it.
    for i in 0..len {
        let value = ssa.use_var(&mut p, near, ids[i]);
        let value = p.at(ids[i]).add(value, one);
        ssa.define(near, ids[i], value);
        match &ids[i + 1..] {
            [] => {
                let far = ssa.use_var(&mut p, far, ids[i]);
                let sum = p.at(ids[i]).add(value, far);
                p.at(ids[i]).ret([sum]);
            }
            [next] | [next, _] => _ = p.at(ids[i]).jump(*next),
            [next, after, ..] if i % 3 == 0 => _ = p.at(ids[i]).branch(one, *next, *after),
            [next, ..] => _ = p.at(ids[i]).jump(*next),
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
fn many_operands_of_one_phi_may_be_replaced_one_by_one() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, join] = blocks(&mut p);
    let variable = ssa.declare(I32);
    let one = p.at(root).const32(1);
    ssa.define(variable, root, one);
    let cases: Vec<(i64, BlockId)> = (0..20_000).map(|i| (i, p.add_block())).collect();
    p.at(root).switch(one, &cases, cases[0].1);
    ssa.end_block(&p, root);
    for (i, (_, block)) in cases.iter().enumerate() {
        // Not sealed: each block gets a Phi that is trivial.
        ssa.use_var(&mut p, variable, *block);
        if i == 0 {
            let two = p.at(*block).const32(2);
            ssa.define(variable, *block, two);
        }
        p.at(*block).jump(join);
        ssa.end_block(&p, *block);
    }
    ssa.seal(&mut p, join);
    let result = ssa.use_var(&mut p, variable, join);
    p.at(join).ret([result]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon)), (1, 20_000));
}

/// An operator of a structured program.
#[derive(Clone, Copy)]
enum Op {
    /// Defines a variable as a number.
    Number(usize, i32),
    /// Defines the first variable as the sum of the others.
    Sum(usize, [usize; 2]),
    Block,
    Loop,
    If,
    End,
    Break(usize),
    BreakIf(usize),
}

/// A random structured program with balanced frames.
fn structured(random: &mut Random, len: usize) -> Vec<Op> {
    let (mut ops, mut depth) = (Vec::new(), 0);
    while ops.len() < len {
        let mut any = || random.below(4);
        let (to, from) = (any(), [any(), any()]);
        ops.push(match random.below(12) {
            0 => Op::Block,
            1 => Op::Loop,
            2 => Op::If,
            3 | 4 if depth > 0 => Op::End,
            5 if depth > 0 && random.below(3) == 0 => Op::Break(random.below(depth)),
            6 | 7 if depth > 0 => Op::BreakIf(random.below(depth)),
            8 => Op::Number(to, random.below(1000) as i32),
            _ => Op::Sum(to, from),
        });
        match ops.last() {
            Some(Op::Block | Op::Loop | Op::If) => depth += 1,
            Some(Op::End) => depth -= 1,
            _ => {}
        }
    }
    ops.extend((0..depth).map(|_| Op::End));
    ops
}

/// The variables that the loop beginning here defines.
fn assigned(ops: &[Op], variables: &[SsaVariable]) -> Vec<SsaVariable> {
    let (mut depth, mut found) = (0, Vec::new());
    for op in ops {
        match *op {
            Op::Block | Op::Loop | Op::If => depth += 1,
            Op::End => depth -= 1,
            Op::Number(to, _) | Op::Sum(to, _) => found.push(variables[to]),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}

/// Builds a structured program in one pass, as a front end does. `declares`: declare what loops define.
fn build_structured(ops: &[Op], ssa: &mut SsaBuilder, declares: bool) -> (Procedure, Vec<Vec<Step>>) {
    let mut p = Procedure::new(&target());
    let mut at = p.add_block();
    let variables: Vec<SsaVariable> = (0..4).map(|_| ssa.declare(I32)).collect();
    // Branch targets, whether each is a loop header, and whether any edge leads there.
    let mut frames: Vec<(BlockId, bool, bool)> = Vec::new();
    let mut steps: Vec<Vec<Step>> = Vec::new();
    let (mut reachable, mut skipped) = (true, 0);
    ssa.seal(&mut p, at);
    for (i, op) in ops.iter().enumerate() {
        steps.resize_with(p.block_count(), Vec::new);
        if !reachable {
            let was_skipped = skipped > 0;
            match op {
                Op::Block | Op::Loop | Op::If => skipped += 1,
                Op::End if skipped == 0 => {}
                Op::End => skipped -= 1,
                _ => {}
            }
            if skipped > 0 || !matches!(op, Op::End) || was_skipped {
                continue;
            }
        }
        match *op {
            Op::Number(to, number) => {
                let value = p.at(at).const32(number);
                ssa.define(variables[to], at, value);
                steps[at.index()].push(Step::Number(variables[to], number));
            }
            Op::Sum(to, from) => {
                let [a, b] = from.map(|from| ssa.use_var(&mut p, variables[from], at));
                let sum = p.at(at).add(a, b);
                ssa.define(variables[to], at, sum);
                steps[at.index()].push(Step::Sum(variables[to], from.map(|from| variables[from]), sum));
            }
            Op::Block => frames.push((p.add_block(), false, false)),
            Op::Loop => {
                let header = p.add_block();
                p.at(at).jump(header);
                ssa.end_block(&p, at);
                if declares {
                    ssa.begin_loop(&p, header, &assigned(&ops[i..], &variables));
                }
                frames.push((header, true, true));
                at = header;
            }
            Op::If | Op::BreakIf(_) => {
                let next = p.add_block();
                let target = if let Op::BreakIf(depth) = *op {
                    let frame = frames.len() - 1 - depth;
                    frames[frame].2 = true;
                    frames[frame].0
                } else {
                    frames.push((p.add_block(), false, true));
                    frames[frames.len() - 1].0
                };
                let condition = p.at(at).const32(1);
                p.at(at).branch(condition, next, target);
                ssa.end_block(&p, at);
                ssa.seal(&mut p, next);
                at = next;
            }
            Op::Break(depth) => {
                let frame = frames.len() - 1 - depth;
                frames[frame].2 = true;
                p.at(at).jump(frames[frame].0);
                ssa.end_block(&p, at);
                reachable = false;
            }
            Op::End => {
                let (target, is_loop, is_used) = frames.pop().unwrap();
                if is_loop {
                    ssa.seal(&mut p, target);
                    continue;
                }
                if reachable {
                    p.at(at).jump(target);
                    ssa.end_block(&p, at);
                }
                (at, reachable) = (target, reachable || is_used);
                ssa.seal(&mut p, at);
                if !reachable {
                    p.at(at).add_oops();
                }
            }
        }
    }
    steps.resize_with(p.block_count(), Vec::new);
    if reachable {
        p.at(at).ret([]);
    }
    assert_eq!(ssa.finish(&mut p), Ok(()));
    (p, steps)
}

#[test]
fn structured_programs_agree_with_their_variables_and_have_minimal_phis() {
    let mut random = Random(31);
    let mut ssa = SsaBuilder::new();
    let mut kept = SsaBuilder::new();
    let (mut phis, mut sets) = (0, 0);
    for round in 0..1500 {
        let ops = structured(&mut random, 1 + round % 70);
        let counts = [true, false].map(|declares| {
            let (p, steps) = build_structured(&ops, &mut ssa, declares);
            if let Err(violations) = validate(&p) {
                panic!("{} of\n{p}", violations[0]);
            }
            assert_meaning(&p, &steps, &mut random);
            assert_no_phi_is_trivial(&p, false);
            [count(&p, Opcode::Phi), count(&p, Opcode::Upsilon)]
        });
        assert_eq!(counts[0], counts[1]);
        phis += counts[0][0];
        kept.keep_variables(true);
        let (p, steps) = build_structured(&ops, &mut kept, round % 2 == 0);
        if let Err(violations) = validate(&p) {
            panic!("{} of\n{p}", violations[0]);
        }
        assert_meaning(&p, &steps, &mut random);
        assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon)), (0, 0));
        sets += count(&p, Opcode::Set);
    }
    assert!(phis > 1000, "{phis}");
    assert!(sets > 1000, "{sets}");
}

/// A procedure, and a builder that keeps variables.
fn builder_with_kept_variables() -> (Procedure, SsaBuilder) {
    let mut ssa = SsaBuilder::new();
    ssa.keep_variables(true);
    (Procedure::new(&target()), ssa)
}

/// A loop that counts one variable down and adds it to another. A third variable is only read in the block that defines
/// it, and a fourth never.
fn kept_loop() -> (Procedure, [BlockId; 3]) {
    let (mut p, mut ssa) = builder_with_kept_variables();
    let ids @ [root, head, exit] = blocks(&mut p);
    let [counter, sum, local, unread] = [(); 4].map(|_| ssa.declare(I32));
    let ten = p.at(root).const32(10);
    ssa.define(counter, root, ten);
    ssa.define(unread, root, ten);
    p.at(root).jump(head);
    ssa.end_block(&p, root);
    let [before, more] = [counter, sum].map(|variable| ssa.use_var(&mut p, variable, head));
    let after = p.at(head).add(before, ten);
    ssa.define(local, head, after);
    let after = ssa.use_var(&mut p, local, head);
    ssa.define(counter, head, after);
    let more = p.at(head).add(more, after);
    ssa.define(sum, head, more);
    p.at(head).branch(after, head, exit);
    ssa.end_block(&p, head);
    let result = ssa.use_var(&mut p, sum, exit);
    p.at(exit).ret([result]);
    ssa.end_block(&p, exit);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    (p, ids)
}

#[test]
fn a_kept_variable_is_set_only_where_it_is_live() {
    let (p, [root, head, exit]) = kept_loop();
    let sets = |block| {
        let values = p.block_values(block).iter().map(|id| p.value(*id));
        values.filter(|value| value.opcode() == Opcode::Set).count()
    };
    // The sum is set to zero at the beginning; variables that no other block reads are not set.
    assert_eq!((sets(root), sets(head), sets(exit)), (2, 2, 0));
    assert_eq!((p.variables().len(), count(&p, Opcode::Get)), (2, 3));
    let first = p.block_values(root)[1];
    assert_eq!(p.value(first).opcode(), Opcode::Set);
    assert_eq!(p.value(p.children(first)[0]).bits(), 0);
}

#[test]
fn kept_variables_are_zeroed_only_if_the_root_has_no_predecessors() {
    let (mut p, mut ssa) = builder_with_kept_variables();
    assert!(ssa.keeps_variables());
    let root = p.add_block();
    let variable = ssa.declare(I32);
    let before = ssa.use_var(&mut p, variable, root);
    let after = p.at(root).add(before, before);
    ssa.define(variable, root, after);
    p.at(root).jump(root);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    // Only the Set at the end: one at the beginning would reset the variable in each iteration.
    assert_eq!(count(&p, Opcode::Set), 1);
}

#[test]
fn blocks_with_kept_variables_may_be_filled_alternately() {
    let (mut p, mut ssa) = builder_with_kept_variables();
    let [root, left, right, join] = blocks(&mut p);
    let variable = ssa.declare(I32);
    let zero = p.at(root).const32(0);
    p.at(root).branch(zero, left, right);
    let mut last = [zero; 2];
    for _ in 0..3 {
        for (i, side) in [left, right].into_iter().enumerate() {
            last[i] = p.at(side).add(last[i], zero);
            ssa.define(variable, side, last[i]);
        }
        for (i, side) in [right, left].into_iter().enumerate() {
            assert_eq!(ssa.use_var(&mut p, variable, side), last[1 - i]);
        }
    }
    for side in [left, right] {
        p.at(side).jump(join);
        ssa.end_block(&p, side);
    }
    let result = ssa.use_var(&mut p, variable, join);
    p.at(join).ret([result]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    // The last Set of a block is the one that matters.
    for (side, last) in [left, right].into_iter().zip(last) {
        let is_set = |id: &&ValueId| p.value(**id).opcode() == Opcode::Set;
        let set = p.block_values(side).iter().rfind(is_set);
        assert_eq!(set.map(|id| p.children(*id)[0]), Some(last));
    }
}

#[test]
fn foreign_ids_do_not_panic_with_kept_variables() {
    let (mut p, mut ssa) = builder_with_kept_variables();
    let [root, island] = blocks(&mut p);
    let pair = p.tuple_type(&[I32, I32]);
    let [number, pair] = [Type::Double, pair].map(|ty| ssa.declare(ty));
    for variable in [number, pair] {
        let value = ssa.use_var(&mut p, variable, root);
        assert_eq!(p.value(value).opcode(), Opcode::Get);
    }
    p.at(root).ret([]);
    p.at(island).jump(island);
    ssa.end_block(&p, island);
    ssa.end_block(&p, island);
    for block in [BlockId::INVALID, BlockId::new(7)] {
        let nop = ssa.use_var(&mut p, number, block);
        assert_eq!(p.value(nop).opcode(), Opcode::Nop);
        ssa.define(number, block, nop);
        ssa.seal(&mut p, block);
        ssa.end_block(&p, block);
    }
    let nop = ssa.use_var(&mut p, SsaVariable::new(9), root);
    ssa.define(SsaVariable::INVALID, root, nop);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
}

#[test]
fn liveness_is_conservative_beyond_the_work_limit() {
    let (mut p, mut ssa) = builder_with_kept_variables();
    let ids: Vec<BlockId> = (0..9000).map(|_| p.add_block()).collect();
    let variables: Vec<SsaVariable> = (0..20_000).map(|_| ssa.declare(I32)).collect();
    let one = p.at(ids[0]).const32(1);
    for (i, block) in ids.iter().enumerate() {
        match i {
            0 => variables.iter().for_each(|variable| ssa.define(*variable, *block, one)),
            1 => variables.iter().for_each(|variable| _ = ssa.use_var(&mut p, *variable, *block)),
            _ => ssa.define(variables[i], *block, one),
        }
        match ids.get(i + 1) {
            Some(next) => _ = p.at(*block).jump(*next),
            None => _ = p.at(*block).ret([]),
        }
        ssa.end_block(&p, *block);
    }
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    assert_eq!(count(&p, Opcode::Set), 20_000 + 20_000 + ids.len() - 2);
}

/// A loop that adds `step` to `i`, and uses `fixed`. Its blocks are root, header, body, exit.
fn a_loop(begin: impl FnOnce(&mut SsaBuilder, &Procedure, BlockId, [SsaVariable; 2])) -> Procedure {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, head, body, exit] = blocks(&mut p);
    let [i, fixed] = [ssa.declare(I32), ssa.declare(I32)];
    ssa.seal(&mut p, root);
    for variable in [i, fixed] {
        let number = p.at(root).const32(7);
        ssa.define(variable, root, number);
    }
    p.at(root).jump(head);
    ssa.end_block(&p, root);
    begin(&mut ssa, &p, head, [i, fixed]);
    let [at, limit] = [i, fixed].map(|variable| ssa.use_var(&mut p, variable, head));
    let more = p.at(head).less_than(at, limit);
    p.at(head).branch(more, body, exit);
    ssa.end_block(&p, head);
    ssa.seal(&mut p, body);
    let [at, step] = [i, fixed].map(|variable| ssa.use_var(&mut p, variable, body));
    let next = p.at(body).add(at, step);
    ssa.define(i, body, next);
    p.at(body).jump(head);
    ssa.end_block(&p, body);
    ssa.seal(&mut p, head);
    ssa.seal(&mut p, exit);
    let result = ssa.use_var(&mut p, i, exit);
    p.at(exit).ret([result]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    p
}

#[test]
fn begin_loop_prevents_trivial_phis() {
    let made = |p: &Procedure| {
        [Opcode::Phi, Opcode::Upsilon, Opcode::Identity, Opcode::Nop]
            .map(|opcode| p.value_ids().filter(|id| p.value(*id).opcode() == opcode).count())
    };
    let told = a_loop(|ssa, p, head, [i, _]| ssa.begin_loop(p, head, &[i]));
    assert_eq!(made(&told), [1, 2, 0, 0]);
    let silent = a_loop(|_, _, _, _| {});
    assert_eq!(made(&silent), [1, 2, 1, 0]);
    // Superfluous or repeated variables cost as much as no declaration.
    let both = a_loop(|ssa, p, head, [i, fixed]| ssa.begin_loop(p, head, &[i, fixed, i]));
    assert_eq!(made(&both), [1, 2, 1, 0]);
}

#[test]
fn undeclared_definitions_in_a_loop_are_not_seen() {
    let wrong = a_loop(|ssa, p, head, _| ssa.begin_loop(p, head, &[]));
    assert_eq!((count(&wrong, Opcode::Phi), count(&wrong, Opcode::Upsilon)), (0, 0));
}

#[test]
fn invalid_begin_loop_does_nothing() {
    // Foreign blocks and variables, blocks without predecessors, and the root.
    let right = a_loop(|ssa, p, head, [i, _]| {
        for block in [BlockId::INVALID, BlockId::new(99), Procedure::ROOT, BlockId::new(3)] {
            ssa.begin_loop(p, block, &[]);
        }
        ssa.begin_loop(p, head, &[i, SsaVariable::INVALID, SsaVariable::new(77)]);
        // The loop has already begun.
        ssa.begin_loop(p, head, &[]);
    });
    assert_eq!((count(&right, Opcode::Phi), count(&right, Opcode::Upsilon)), (1, 2));
    // A sealed block has all its predecessors.
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, next] = blocks(&mut p);
    let variable = ssa.declare(I32);
    p.at(root).jump(next);
    ssa.end_block(&p, root);
    ssa.seal(&mut p, next);
    ssa.begin_loop(&p, next, &[variable]);
    let value = ssa.use_var(&mut p, variable, next);
    p.at(next).ret([value]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    assert_eq!(count(&p, Opcode::Phi), 0);
    validate(&p).expect("valid");
}

#[test]
fn blocks_may_be_filled_alternately() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, left, right, join] = blocks(&mut p);
    let variable = ssa.declare(I32);
    let zero = p.at(root).const32(0);
    p.at(root).branch(zero, left, right);
    ssa.define(variable, root, zero);
    ssa.end_block(&p, root);
    ssa.seal(&mut p, left);
    ssa.seal(&mut p, right);
    let mut last = [zero; 2];
    for _ in 0..3 {
        for (i, side) in [left, right].into_iter().enumerate() {
            assert_eq!(ssa.use_var(&mut p, variable, side), last[i]);
            last[i] = p.at(side).add(last[i], zero);
            ssa.define(variable, side, last[i]);
        }
    }
    for side in [left, right] {
        p.at(side).jump(join);
        ssa.end_block(&p, side);
    }
    ssa.seal(&mut p, join);
    let result = ssa.use_var(&mut p, variable, join);
    p.at(join).ret([result]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    let upsilons = p.value_ids().filter(|id| p.value(*id).opcode() == Opcode::Upsilon);
    assert_eq!(upsilons.map(|id| p.children(id)[0]).collect::<Vec<_>>(), last);
}

#[test]
fn many_switch_arms_take_linear_time() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, join] = blocks(&mut p);
    let variables: Vec<SsaVariable> = (0..8).map(|_| ssa.declare(I32)).collect();
    ssa.seal(&mut p, root);
    let one = p.at(root).const32(1);
    variables.iter().for_each(|variable| ssa.define(*variable, root, one));
    let cases: Vec<(i64, BlockId)> = (0..20_000).map(|i| (i, p.add_block())).collect();
    p.at(root).switch(one, &cases, join);
    ssa.end_block(&p, root);
    for (i, (_, block)) in cases.iter().enumerate() {
        ssa.seal(&mut p, *block);
        for variable in &variables {
            assert_eq!(ssa.use_var(&mut p, *variable, *block), one);
        }
        // Nested scopes: the next arm does not search definitions of the previous one.
        let mut at = *block;
        for _ in 0..i % 7 {
            let next = p.add_block();
            p.at(at).branch(one, next, join);
            ssa.define(variables[i % 8], at, one);
            ssa.end_block(&p, at);
            ssa.seal(&mut p, next);
            at = next;
        }
        p.at(at).jump(join);
        ssa.end_block(&p, at);
    }
    ssa.seal(&mut p, join);
    assert_eq!(ssa.use_var(&mut p, variables[0], join), one);
    p.at(join).ret([]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
    assert_eq!(count(&p, Opcode::Phi), 0);
}

#[test]
fn clear_discards_an_abandoned_function() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, next] = blocks(&mut p);
    let variable = ssa.declare(I32);
    p.at(root).jump(next);
    ssa.end_block(&p, root);
    ssa.use_var(&mut p, variable, next);
    ssa.define(variable, BlockId::new(5), ValueId::INVALID);
    ssa.clear();
    let mut p = Procedure::new(&target());
    let [root] = blocks(&mut p);
    let value = ssa.use_var(&mut p, variable, root);
    assert_eq!(p.value(value).opcode(), Opcode::Nop, "the variable is foreign now");
    p.at(root).ret([]);
    assert_eq!(ssa.finish(&mut p), Ok(()));
    validate(&p).expect("valid");
}

#[test]
fn an_irreducible_loop_has_phis_for_differing_variables() {
    for is_used_inside in [true, false] {
        let mut p = Procedure::new(&target());
        let mut ssa = SsaBuilder::new();
        let [root, left, right, head, body, exit] = blocks(&mut p);
        let [differs, agrees] = [ssa.declare(I32), ssa.declare(I32)];
        let number = p.at(root).const32(5);
        ssa.define(agrees, root, number);
        p.at(root).branch(number, left, right);
        ssa.end_block(&p, root);
        for side in [left, right] {
            ssa.seal(&mut p, side);
            let number = p.at(side).const32(1);
            ssa.define(differs, side, number);
            p.at(side).jump(head);
            ssa.end_block(&p, side);
        }
        ssa.begin_loop(&p, head, &[]);
        p.at(head).branch(number, body, exit);
        ssa.end_block(&p, head);
        ssa.seal(&mut p, body);
        if is_used_inside {
            ssa.use_var(&mut p, differs, body);
        }
        p.at(body).jump(head);
        ssa.end_block(&p, body);
        ssa.seal(&mut p, head);
        ssa.seal(&mut p, exit);
        let results = [differs, agrees].map(|variable| ssa.use_var(&mut p, variable, exit));
        assert_eq!(results[1], number);
        p.at(exit).ret([results[0]]);
        assert_eq!(ssa.finish(&mut p), Ok(()));
        validate(&p).expect("valid");
        // One Upsilon for each side, and one that keeps the value.
        assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon)), (1, 3));
        assert_no_phi_is_trivial(&p, false);
    }
}

#[test]
fn finish_in_order_renumbers_blocks() {
    let mut ssa = SsaBuilder::new();
    for in_order in [true, false, true] {
        let mut p = Procedure::new(&target());
        // Created in a front end's order: merge blocks before their predecessors.
        let [root, exit, head, case, other, body] = blocks(&mut p);
        let variable = ssa.declare(I32);
        let number = p.at(root).const32(1);
        ssa.define(variable, root, number);
        p.at(root).jump(head);
        ssa.end_block(&p, root);
        ssa.begin_loop(&p, head, &[variable]);
        let value = ssa.use_var(&mut p, variable, head);
        p.at(head).branch(value, body, Successor::rare(exit));
        p.set_weights(head, &[3, 1]);
        p.set_cold(exit, true);
        ssa.end_block(&p, head);
        ssa.seal(&mut p, body);
        p.at(body).switch(value, &[(7, case)], other);
        ssa.end_block(&p, body);
        for block in [case, other] {
            ssa.seal(&mut p, block);
            let number = p.at(block).const32(block.number() as i32);
            ssa.define(variable, block, number);
            p.at(block).jump(head);
            ssa.end_block(&p, block);
        }
        ssa.seal(&mut p, head);
        ssa.seal(&mut p, exit);
        let result = ssa.use_var(&mut p, variable, exit);
        p.at(exit).ret([result]);
        let finished = if in_order { ssa.finish_in_order(&mut p) } else { ssa.finish(&mut p) };
        assert_eq!(finished, Ok(()));
        validate(&p).expect("valid");
        assert_eq!((count(&p, Opcode::Phi), count(&p, Opcode::Upsilon)), (1, 3));
        let edges: Vec<String> = p
            .block_ids()
            .map(|block| p.successors(block).iter().map(|edge| format!("{edge} ")).collect())
            .collect();
        let [filled, made] = [
            ["#1 ", "#2 #5:rare ", "#3 #4 ", "#1 ", "#1 ", ""],
            ["#2 ", "", "#5 #1:rare ", "#2 ", "#2 ", "#3 #4 "],
        ];
        assert_eq!(edges, if in_order { filled } else { made });
        let [head, exit] = if in_order { [1, 5].map(BlockId::new) } else { [head, exit] };
        assert_eq!((p.weights(head), p.is_cold(exit)), (&[3, 1][..], true));
        let numbers =
            p.block_ids().flat_map(|block| p.block_values(block)).filter_map(|id| p.value(*id).int());
        assert_eq!(numbers.collect::<Vec<_>>(), [1, 3, 4]);
    }
}

#[test]
fn the_fill_order_begins_with_the_root_and_is_complete() {
    let mut p = Procedure::new(&target());
    let mut ssa = SsaBuilder::new();
    let [root, unreached, last] = blocks(&mut p);
    let variable = ssa.declare(I32);
    let value = ssa.use_var(&mut p, variable, last);
    p.at(last).ret([value]);
    ssa.end_block(&p, last);
    let number = p.at(root).const32(1);
    ssa.define(variable, root, number);
    p.at(root).jump(last);
    ssa.end_block(&p, root);
    p.at(unreached).jump(unreached);
    // `last` was filled first, so it follows the root; `finish_in_order` adds `unreached`.
    assert_eq!(ssa.finish_in_order(&mut p), Ok(()));
    validate(&p).expect("valid");
    let edges =
        p.block_ids().map(|block| p.successors(block).iter().map(|edge| edge.block().number()).collect());
    assert_eq!(edges.collect::<Vec<Vec<u32>>>(), [vec![1], vec![], vec![2]]);
}
