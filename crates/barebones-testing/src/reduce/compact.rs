//! Removes from a module what edits have left over: blocks that became unreachable, and declarations that nothing
//! names. Numbers the rest without gaps.
//!
//! Works on the text, because a procedure has no operation that removes a block or a declaration.

use barebones::base::Targets;
use barebones::ir::opcode::Payload;
use barebones::ir::{BlockId, Module, Opcode, Procedure, StateEntry, ValueId, parse_module};
use barebones::isa::TARGETS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The kinds of numbered names: values, blocks and declarations.
const VALUE: &str = "@";
const BLOCK: &str = "#";
const DECLARATIONS: [&str; 5] = ["slot", "var", "generator", "state", "object"];

/// A numbered name: its kind and its number.
type Name = (&'static str, u32);

/// Returns the compacted module; `None` if its text cannot be read, as that of an invalid one. Blocks that were
/// unreachable in the module `before` the edit are kept, unless they are empty: they may be what is interesting.
pub(super) fn compact(module: &Module, before: &Module) -> Option<Module> {
    let shell = Module { procedures: Vec::new(), ..module.clone() };
    let mut text = shell.to_string();
    for proc in &module.procedures {
        text.push('\n');
        let mut proc = proc.clone();
        let reachable = kept_blocks(&proc, before.procedure(&proc.name));
        forget_unreachable(&mut proc, &reachable);
        write_compacted(&proc, &reachable, &mut text);
    }
    let host = *module.procedures.first()?.target();
    parse_module(&text, &Targets { all: &TARGETS, host }).ok()
}

/// The blocks to keep, as a set of their numbers.
fn kept_blocks(proc: &Procedure, before: Option<&Procedure>) -> BTreeSet<u32> {
    let mut roots = vec![Procedure::ROOT];
    if let Some(before) = before {
        let reached = reachable(before, vec![Procedure::ROOT]);
        let blocks = proc.block_ids().filter(|block| !reached.contains(&block.number()));
        roots.extend(blocks.filter(|block| !proc.block_values(*block).is_empty()));
    }
    reachable(proc, roots)
}

/// The blocks that are not reachable from the root.
pub(super) fn unreachable_blocks(proc: &Procedure) -> Vec<BlockId> {
    let reached = reachable(proc, vec![Procedure::ROOT]);
    proc.block_ids().filter(|block| !reached.contains(&block.number())).collect()
}

/// The blocks that are reachable from some blocks, as a set of their numbers.
fn reachable(proc: &Procedure, mut pending: Vec<BlockId>) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    while let Some(block) = pending.pop() {
        if found.insert(block.number()) {
            pending.extend(proc.successors(block).iter().map(|edge| edge.block()));
        }
    }
    found
}

/// Removes the Upsilons of unreachable Phis, and unreachable values from exit states.
fn forget_unreachable(proc: &mut Procedure, reachable: &BTreeSet<u32>) {
    let blocks = || proc.block_ids().filter(|block| reachable.contains(&block.number()));
    let kept: BTreeSet<ValueId> = blocks().flat_map(|block| proc.block_values(block)).copied().collect();
    for block in blocks().collect::<Vec<_>>() {
        let mut values = proc.block_values(block).to_vec();
        values.retain(|id| {
            let value = proc.value(*id);
            value.opcode() != Opcode::Upsilon || kept.contains(&value.phi())
        });
        proc.set_block_values(block, &values);
    }
    let forget = |entry: &mut StateEntry| match entry {
        StateEntry::Value(id) | StateEntry::Reference(id) if !kept.contains(id) => *entry = StateEntry::Dead,
        _ => {}
    };
    for state in proc.states().ids() {
        proc.state_entries_mut(state).iter_mut().for_each(forget);
    }
    for object in proc.objects().ids() {
        proc.object_fields_mut(object).iter_mut().for_each(forget);
    }
}

fn write_compacted(proc: &Procedure, reachable: &BTreeSet<u32>, out: &mut String) {
    let text = proc.to_string();
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    let mut declarations: Vec<(Option<Name>, &str)> = Vec::new();
    let mut body: Vec<&str> = Vec::new();
    let mut block = None;
    for line in lines {
        if line.starts_with('#') {
            block = names(line).first().map(|(_, name)| name.1);
        }
        match block {
            None => declarations.push((names(line).first().map(|(_, name)| *name), line)),
            Some(number) if reachable.contains(&number) || line == "}" => body.push(line),
            Some(_) => {}
        }
    }

    // A declared state or object names others.
    let mut used: BTreeSet<Name> = body.iter().flat_map(|line| names(line)).map(|(_, name)| name).collect();
    loop {
        let before = used.len();
        for (name, line) in &declarations {
            if name.is_none_or(|name| used.contains(&name)) {
                used.extend(names(line).into_iter().map(|(_, name)| name));
            }
        }
        if used.len() == before {
            break;
        }
    }
    declarations.retain(|(name, _)| name.is_none_or(|name| used.contains(&name)));

    // Values are numbered in the order of the text; declarations and blocks keep theirs.
    let mut numbers: BTreeMap<Name, u32> = BTreeMap::new();
    for kind in DECLARATIONS.into_iter().chain([BLOCK]) {
        let of_kind = used.iter().filter(|(other, _)| *other == kind);
        numbers.extend((0..).zip(of_kind).map(|(new, name)| (*name, new)));
    }
    let blocks = proc.block_ids().filter(|block| reachable.contains(&block.number()));
    numbers.extend((0..).zip(blocks).map(|(new, block): (u32, BlockId)| ((BLOCK, block.number()), new)));
    let blocks = proc.block_ids().filter(|block| reachable.contains(&block.number()));
    let values = blocks.flat_map(|block| proc.block_values(block));
    numbers.extend((0..).zip(values).map(|(new, id)| ((VALUE, id.number()), new)));

    out.push_str(header);
    out.push('\n');
    for line in declarations.iter().map(|(_, line)| *line).chain(body) {
        let mut rest = 0;
        for (at, name) in names(line) {
            let Some(number) = numbers.get(&name) else { continue };
            let digits = at + name.0.len();
            out.push_str(&line[rest..digits]);
            let _ = write!(out, "{number}");
            rest = digits + line[digits..].bytes().take_while(u8::is_ascii_digit).count();
        }
        out.push_str(&line[rest..]);
        out.push('\n');
    }
}

/// The numbered names in a line, with their positions. Skips strings.
fn names(line: &str) -> Vec<(usize, Name)> {
    let bytes = line.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$".contains(&byte);
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                continue;
            }
            b'@' | b'#' => at += 1,
            byte if is_word(byte) => {}
            _ => {
                at += 1;
                continue;
            }
        }
        while at < bytes.len() && is_word(bytes[at]) {
            at += 1;
        }
        let word = &line[start..at];
        let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
        let prefix = &word[..word.len() - digits.len()];
        if prefix != VALUE && is_symbol(&line[..start]) {
            continue;
        }
        let kind = [VALUE, BLOCK].into_iter().chain(DECLARATIONS).find(|kind| *kind == prefix);
        if let (Some(kind), Ok(number)) = (kind, digits.parse()) {
            found.push((start, (kind, number)));
        }
    }
    found
}

/// True if the name of a callee or symbol follows this part of a line, or a value that is the callee: the first argument
/// of an opcode that has one.
fn is_symbol(before: &str) -> bool {
    let opcode = before.strip_suffix('(').and_then(|before| before.rsplit(' ').next());
    let opcode = opcode.and_then(Opcode::from_name);
    opcode.is_some_and(|opcode| matches!(opcode.row().payload, Payload::Symbol | Payload::Call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_may_look_like_declarations() {
        let numbers = |line| names(line).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(numbers("    Int64 @1 = CCall(slot0, @2)"), [("@", 1), ("@", 2)]);
        assert_eq!(numbers("    Int64 @1 = CCall(@3, @2)"), [("@", 1), ("@", 3), ("@", 2)]);
        assert_eq!(numbers("    Int64 @1 = SymbolAddress(var3)"), [("@", 1)]);
        assert_eq!(numbers("    Int64 @1 = SlotBase(slot0)"), [("@", 1), ("slot", 0)]);
    }

    #[test]
    fn unused_things_are_removed_and_the_rest_is_numbered() {
        let text = "barebones 1
proc f(Int64) -> Int64 target=x86_64-linux {
    slot0 = stack 8 locked
    slot1 = stack 8 locked
    generator0 = \"slot1 @9\"
    generator1 = \"used\"
    state0 = frame function=0 pc=1 [@5]
    state1 = frame function=0 pc=2 []
    state2 = frame function=0 pc=3 parent=state1 [@5, @8, object1]
    object0 = object shape=1 []
    object1 = object shape=2 [@5]
#0:
    Int64 @5 = ArgumentReg(%a0)
    Void @6 = Jump(#2)
#1:
    Int64 @8 = Phi()
    Void @9 = Oops()
#2:
    Void @4 = Upsilon(@5, ^@8)
    Int64 @1 = SlotBase(slot1)
    Void @2 = Patchpoint(generator=generator1, state=state2)
    Void @3 = Return(@1)
}";
        let host = barebones::base::Target::baseline(TARGETS[0]);
        let module = parse_module(text, &Targets { all: &TARGETS, host }).expect("it parses");
        let expected = "barebones 1

proc f(Int64) -> Int64 target=x86_64-linux conv=system_v {
    slot0 = stack 8 locked
    generator0 = \"used\"
    state0 = frame function=0 pc=2 []
    state1 = frame function=0 pc=3 parent=state0 [@0, dead, object0]
    object0 = object shape=2 [@0]
#0:
    Int64 @0 = ArgumentReg(%rdi)
    Void @1 = Jump(#1)
#1:
    Int64 @2 = SlotBase(slot0)
    Void @3 = Patchpoint(generator=generator0, state=state1)
    Void @4 = Return(@2)
}
";
        let mut before = module.clone();
        before.procedures[0]
            .set_successors(Procedure::ROOT, &[BlockId::new(1).into(), BlockId::new(2).into()]);
        assert_eq!(compact(&module, &before).expect("it is valid").to_string(), expected);
        let kept = compact(&module, &module).expect("it is valid");
        assert_eq!(kept.procedures[0].block_count(), 3, "a block that was unreachable before");
    }
}
