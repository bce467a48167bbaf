//! Invalid IR is an error, never a panic.

use super::*;
use crate::base::{GeneratorId, Signature, StackSlotId, SymbolId};
use crate::ir::{Opcode, StackSlotKind, Stackmap, Successor, ValueId, VariableId};

/// The error message for a procedure that `build` makes invalid.
#[track_caller]
fn message(build: impl FnOnce(&mut Procedure, BlockId, ValueId)) -> String {
    let (mut proc, root) = procedure("wrong");
    let a = proc.at(root).argument(I64);
    build(&mut proc, root, a);
    Interpreter::of(&[proc]).expect_err("must be refused").to_string()
}

#[track_caller]
fn refuses(words: &str, build: impl FnOnce(&mut Procedure, BlockId, ValueId)) {
    let message = message(build);
    assert!(message.contains(words), "{message}");
}

#[test]
fn malformed_blocks_are_refused() {
    refuses("must be terminal", |_, _, _| {});
    refuses("must be terminal", |proc, root, _| {
        proc.at(root).ret([]);
        proc.at(root).ret([]);
    });
    refuses("is empty", |proc, root, _| {
        proc.at(root).ret([]);
        proc.add_block();
    });
    refuses("no block", |proc, root, _| {
        proc.at(root).jump(BlockId::new(99));
    });
    refuses("no successor", |proc, root, _| {
        proc.at(root).jump(root);
        proc.set_successors(root, &[]);
    });
    refuses("listed twice", |proc, root, a| {
        proc.at(root).ret([a]);
        let values = [&[a], proc.block_values(root)].concat();
        proc.set_block_values(root, &values);
    });
    refuses("unknown value", |proc, root, _| {
        proc.at(root).ret([]);
        proc.set_block_values(root, &[ValueId::new(1000)]);
    });
    let empty = Procedure::new(&Target::baseline(&MACHINE));
    assert!(Interpreter::of(&[empty]).is_err());
}

#[test]
fn operands() {
    refuses("expected T", |proc, root, a| {
        let b = proc.at(root).const32(1);
        let sum = proc.at(root).add(a, b);
        proc.at(root).ret([sum]);
    });
    refuses("expected", |proc, root, a| {
        let sum = proc.at(root).add(a, ValueId::new(1000));
        proc.at(root).ret([sum]);
    });
    refuses("in no block", |proc, root, a| {
        proc.set_block_values(root, &[]);
        proc.at(root).ret([a]);
    });
    refuses("does not return", |proc, root, a| {
        proc.at(root).ret([a]);
        proc.set_signature(Signature { params: vec![I64], results: vec![I32] });
    });
    refuses("expected scalars", |proc, root, _| {
        proc.at(root).ret([]);
        proc.set_signature(Signature { params: vec![Type::tuple(0)], results: vec![] });
    });
    refuses("0 operands; expected 2", |proc, root, a| {
        let map = Stackmap::default();
        proc.at(root).stackmap_value(Opcode::CheckAdd, I64, &[], map);
        proc.at(root).ret([a]);
    });
    refuses("expected T", |proc, root, a| {
        let wrong = proc.at(root).clz(a);
        proc.get_value_mut(wrong).unwrap().ty = I32;
        proc.at(root).ret([]);
    });
}

#[test]
fn foreign_ids_are_refused() {
    refuses("no stack slot", |proc, root, _| {
        proc.at(root).slot_base(StackSlotId::new(3));
        proc.at(root).ret([]);
    });
    refuses("no variable", |proc, root, a| {
        proc.at(root).set(a, VariableId::new(3));
        proc.at(root).ret([]);
    });
    refuses("no symbol", |proc, root, _| {
        proc.at(root).symbol_address(SymbolId::new(3));
        proc.at(root).ret([]);
    });
    refuses("no Phi", |proc, root, a| {
        proc.at(root).upsilon(a, a);
        proc.at(root).ret([]);
    });
    refuses("no generator", |proc, root, a| {
        let map = Stackmap { generator: GeneratorId::new(3), ..Stackmap::default() };
        proc.at(root).stackmap_value(Opcode::Check, Type::Void, &[a], map);
        proc.at(root).ret([]);
    });
    refuses("no element", |proc, root, a| {
        let mut b = proc.at(root);
        let c = b.const32(1);
        let pair = b.add_carry(a, a, c);
        let part = b.extract(pair, 1);
        b.extract(pair, 7);
        proc.get_value_mut(part).unwrap().ty = I32;
        let last = *proc.block_values(root).last().unwrap();
        proc.get_value_mut(last).unwrap().ty = I32;
        proc.at(root).ret([]);
    });
    refuses("over the saved frame pointer", |proc, root, _| {
        let slot = proc.add_stack_slot(8, StackSlotKind::Locked);
        proc.stack_slot_mut(slot).unwrap().forced_offset = Some(-4);
        proc.at(root).ret([]);
    });
    refuses("2 entries", |proc, root, _| {
        proc.entry_count = 2;
        proc.at(root).entry_switch(&[Successor::new(root)]);
    });
    refuses("scalar", |proc, root, _| {
        proc.at(root).bottom_tuple(Type::tuple(44));
        proc.at(root).ret([]);
    });
}

#[test]
fn calls_with_wrong_types_are_refused() {
    refuses("with different types", |proc, root, _| {
        let symbol = proc.symbol("wrong");
        proc.at(root).ccall(Type::Void, symbol, &[]);
        proc.at(root).ret([]);
    });
    refuses("no address", |proc, root, _| {
        let mut b = proc.at(root);
        let not_an_address = b.const32(1);
        b.ccall(Type::Void, not_an_address, &[]);
        b.ret([]);
    });
}

#[test]
fn a_use_before_its_definition_is_unspecified() {
    let (mut proc, root) = procedure("early");
    let mut b = proc.at(root);
    let one = b.const64(1);
    let sum = b.add(one, one);
    b.ret([sum]);
    let mut values = proc.block_values(root).to_vec();
    values.swap(0, 1);
    proc.set_block_values(root, &values);
    let execution = run(&[proc], &[]);
    assert_eq!((execution.unspecified.is_some(), returned(execution)), (true, vec![0]));
}

/// Pseudorandom numbers, reproducible (xorshift64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Damages one random thing.
fn damage(proc: &mut Procedure, numbers: &mut Numbers) {
    let some_value = |numbers: &mut Numbers| ValueId::new(numbers.below(proc.value_count() + 2) as u32);
    let (id, other) = (some_value(numbers), some_value(numbers));
    let block = BlockId::new(numbers.below(proc.block_count()) as u32);
    match numbers.below(7) {
        0 => {
            let children = proc.children_mut(id);
            let place = numbers.below(children.len());
            if let Some(child) = children.get_mut(place) {
                *child = other;
            }
        }
        1 => {
            let types = [Type::Void, I32, I64, F32, F64, Type::V128, Type::tuple(0), Type::tuple(9)];
            if let Some(value) = proc.get_value_mut(id) {
                value.ty = types[numbers.below(types.len())];
            }
        }
        2 => {
            let opcode = Opcode::all().nth(numbers.below(Opcode::all().count())).unwrap();
            let children: Vec<ValueId> = proc.children(id).to_vec();
            if opcode.arity().is_none_or(|arity| arity == children.len()) {
                proc.replace(id, opcode, &children);
            }
        }
        3 => {
            let mut values = proc.block_values(block).to_vec();
            let (a, b) = (numbers.below(values.len()), numbers.below(values.len()));
            if !values.is_empty() {
                values.swap(a, b);
            }
            proc.set_block_values(block, &values);
        }
        4 => {
            let target = BlockId::new(numbers.below(proc.block_count() + 1) as u32);
            proc.set_successors(block, &[Successor::new(target)]);
        }
        5 => proc.replace_with_nop(id),
        _ => proc.replace_with_identity(id, other),
    }
}

#[test]
fn damaged_procedures_are_refused_or_terminate() {
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let whole = [super::opcodes::everything(), super::control::sum()];
    let (mut refused, mut executed) = (0, 0);
    for round in 0..4000 {
        let mut proc = whole[round % 2].clone();
        for _ in 0..1 + numbers.below(3) {
            damage(&mut proc, &mut numbers);
        }
        let procs = [proc];
        match Interpreter::of(&procs) {
            Ok(interpreter) => {
                let mut host = SandboxHost::with_stack(4096);
                let limits = Limits { steps: 300, depth: 20 };
                let name = &procs[0].name;
                executed += usize::from(interpreter.call(name, &[(I64, 5)], &mut host, limits).is_ok());
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 500 && executed > 500, "{refused} {executed}");
}
