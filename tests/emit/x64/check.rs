//! Checks what the code of a case reads and writes, along every path through it.

use super::emitted::{Emitted, decode, whole_register};
use super::mnemonics;
use super::operands::{Case, SLOTS};
use barebones::air::opcode::Properties;
use barebones::air::{Arg, Form, Opcode, Role, Timing};
use barebones::base::{Origin, Reg, RegSet, TrapCode};
use barebones::isa::TrapSite;
use barebones::isa::x64::registers::{RBP, RSP};
use barebones_testing::instructions::jump_table;
use iced_x86::{FlowControl, Instruction, InstructionInfoFactory, Mnemonic, OpAccess, OpKind, Register};
use std::collections::{BTreeMap, BTreeSet};

/// The address of an instruction. Without a base it is relative to the start of the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Address {
    base: Option<Reg>,
    index: Option<Reg>,
    scale: u32,
    disp: i64,
}

struct Access {
    address: Address,
    bytes: u32,
    reads: bool,
    writes: bool,
}

/// An instruction and its effects.
struct Step {
    at: u32,
    end: u32,
    instruction: Instruction,
    reads: RegSet,
    writes: RegSet,
    accesses: Vec<Access>,
}

/// The end of a path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Exit {
    /// After the last instruction.
    End,
    Block(u32),
    /// Out of line, at this offset.
    Cold(u32),
    /// An instruction that only traps.
    Trap,
}

/// Effects along a path.
#[derive(Clone)]
struct Path {
    next: usize,
    written: RegSet,
    /// Number of accesses to the memory operand.
    accesses: u32,
}

/// Failures of one case.
type Failures = Vec<String>;

/// What the form allows a case to do.
struct Contract<'a> {
    form: &'a Form,
    case: &'a Case,
    inputs: RegSet,
    outputs: RegSet,
    defined: RegSet,
    /// The memory operand: its number, address, size in bytes and role.
    memory: Option<(usize, Address, u32, Role)>,
    constant: Option<(u64, u32)>,
}

fn only(tmp: barebones::air::Tmp) -> Reg {
    tmp.reg().expect("cases have registers only")
}

impl<'a> Contract<'a> {
    fn new(form: &'a Form, case: &'a Case) -> Contract<'a> {
        let mut contract = Contract {
            form,
            case,
            inputs: RegSet::EMPTY,
            outputs: form.clobbers,
            defined: RegSet::EMPTY,
            memory: None,
            constant: None,
        };
        for (i, (arg, spec)) in case.args.iter().zip(form.operands).enumerate() {
            let address = match *arg {
                Arg::Tmp(tmp) => {
                    if spec.role.is_use() {
                        contract.inputs.insert(only(tmp));
                    }
                    if spec.role.def_timing().is_some() {
                        contract.outputs.insert(only(tmp));
                    }
                    if spec.role.is_def() {
                        contract.defined.insert(only(tmp));
                    }
                    continue;
                }
                Arg::Const { bits, width } => {
                    contract.constant = Some((bits, width.bytes()));
                    continue;
                }
                Arg::Addr { base, offset } => (Some(only(base)), None, 0, i64::from(offset)),
                Arg::Index { base, index, shift, offset, .. } => {
                    (Some(only(base)), Some(only(index)), shift, i64::from(offset))
                }
                Arg::Stack { slot, offset } => {
                    (Some(RBP), None, 0, i64::from(SLOTS[slot.number() as usize] + offset))
                }
                Arg::CallArg { offset } => (Some(RSP), None, 0, i64::from(offset)),
                _ => continue,
            };
            let (base, index, shift, disp) = address;
            [base, index].into_iter().flatten().for_each(|reg| contract.inputs.insert(reg));
            let address = Address { base, index, scale: 1 << shift, disp };
            assert!(contract.memory.is_none(), "one operand in memory");
            contract.memory = Some((i, address, spec.width.bytes(), spec.role));
        }
        if form.opcode == Opcode::StackLimitCheck {
            contract.inputs.insert(RSP);
        }
        contract
    }

    /// The late uses, which must not be overwritten before the end.
    fn late(&self) -> RegSet {
        let operands = self.case.args.iter().zip(self.form.operands);
        let late = operands.filter(|(_, spec)| spec.role.address_timing() == Timing::Late);
        let mut set = RegSet::EMPTY;
        for (arg, _) in late {
            let mut arg = *arg;
            if let Some(tmp) = arg.as_tmp() {
                set.insert(only(tmp));
            }
            arg.for_each_address_tmp(|tmp| set.insert(only(*tmp)));
        }
        set
    }
}

fn address_of(instruction: &Instruction) -> Address {
    let register =
        |register: Register| if register == Register::None { None } else { whole_register(register) };
    Address {
        base: if instruction.is_ip_rel_memory_operand() { None } else { register(instruction.memory_base()) },
        index: register(instruction.memory_index()),
        scale: instruction.memory_index_scale(),
        disp: instruction.memory_displacement64() as i64,
    }
}

fn is_read(access: OpAccess) -> bool {
    use OpAccess::*;
    matches!(access, Read | CondRead | ReadWrite | ReadCondWrite)
}

fn is_written(access: OpAccess) -> bool {
    use OpAccess::*;
    matches!(access, Write | CondWrite | ReadWrite | ReadCondWrite)
}

fn step(factory: &mut InstructionInfoFactory, instruction: Instruction) -> Step {
    let info = factory.info(&instruction);
    let (mut reads, mut writes) = (RegSet::EMPTY, RegSet::EMPTY);
    for used in info.used_registers() {
        let Some(reg) = whole_register(used.register()) else { continue };
        let is_written = is_written(used.access());
        // A conditional move keeps the old value if it does not move, which counts as a read.
        let is_read = is_read(used.access()) || used.access() == OpAccess::CondWrite;
        // Bit scans keep the destination if the source is zero; emission does not rely on that.
        let is_scan = matches!(instruction.mnemonic(), Mnemonic::Bsf | Mnemonic::Bsr);
        // A register that is compared with itself becomes ones.
        let is_ones = instruction.mnemonic() == Mnemonic::Pcmpeqd
            && instruction.op0_register() == instruction.op1_register();
        if is_read && !is_ones && !(is_scan && is_written) {
            reads.insert(reg);
        }
        if is_written {
            writes.insert(reg);
        }
    }
    let mut accesses = Vec::new();
    let explicit = (0..instruction.op_count()).any(|i| instruction.op_kind(i) == OpKind::Memory);
    for memory in info.used_memory() {
        let address = if explicit {
            address_of(&instruction)
        } else {
            Address { base: whole_register(memory.base()), index: None, scale: 1, disp: 0 }
        };
        accesses.push(Access {
            address,
            bytes: memory.memory_size().size() as u32,
            reads: is_read(memory.access()),
            writes: is_written(memory.access()),
        });
    }
    if instruction.mnemonic() == Mnemonic::Lea {
        accesses.clear();
    }
    let (at, end) = (instruction.ip() as u32, instruction.next_ip() as u32);
    Step { at, end, instruction, reads, writes, accesses }
}

/// Checks cases and counts instructions and paths.
pub(crate) struct Checker {
    factory: InstructionInfoFactory,
    pub(crate) instructions: usize,
    pub(crate) paths: usize,
}

impl Checker {
    pub(crate) fn new() -> Checker {
        Checker { factory: InstructionInfoFactory::new(), instructions: 0, paths: 0 }
    }

    /// All faults in the code of cases of a form.
    pub(crate) fn check(&mut self, form: &Form, cases: &[Case], emitted: &Emitted) -> Vec<(usize, String)> {
        let mut failures = Vec::new();
        let mut sites: BTreeMap<u32, TrapSite> = BTreeMap::new();
        for site in &emitted.code.trap_sites {
            if sites.insert(site.offset, *site).is_some() {
                failures.push((0, format!("two trap sites at {:#x}", site.offset)));
            }
        }
        let in_order = emitted.code.trap_sites.is_sorted_by_key(|site| site.offset);
        if !in_order {
            failures.push((0, "trap sites out of order".to_string()));
        }
        for (number, case) in cases.iter().enumerate() {
            let found = self.check_case(form, case, emitted, number, &mut sites);
            failures.extend(found.into_iter().map(|failure| (number, failure)));
        }
        for site in sites.values() {
            failures.push((site.origin.0 as usize, format!("a trap site too many: {site:?}")));
        }
        let cold = decode(&emitted.code.bytes, emitted.cold, emitted.code.code_size);
        if let Some(other) = cold.iter().find(|i| i.mnemonic() != Mnemonic::Ud2) {
            failures.push((0, format!("out of line: {other}")));
        }
        failures
    }

    fn check_case(
        &mut self,
        form: &Form,
        case: &Case,
        emitted: &Emitted,
        number: usize,
        sites: &mut BTreeMap<u32, TrapSite>,
    ) -> Failures {
        let contract = Contract::new(form, case);
        let mut failures = Failures::new();
        let (start, end) = (emitted.starts[number], emitted.starts[number + 1]);
        let instructions = decode(&emitted.code.bytes[..emitted.code.code_size as usize], start, end);
        let steps: Vec<Step> = instructions.into_iter().map(|i| step(&mut self.factory, i)).collect();
        self.instructions += steps.len();
        let ends_there = steps.last().map_or(start, |last| last.end) == end;
        if !ends_there || steps.iter().any(|step| step.instruction.is_invalid()) {
            failures.push("bytes that are no instruction".to_string());
            return failures;
        }
        check_mnemonics(&contract, &steps, &mut failures);
        let written: RegSet = steps.iter().flat_map(|step| step.writes.iter()).collect();
        if written != emitted.recorded_writes[number] {
            failures.push(format!("writes {written:?}, noted {:?}", emitted.recorded_writes[number]));
        }
        if !contract.late().intersection(contract.outputs).is_empty() {
            failures.push("the case breaks the timings".to_string());
        }
        let wrong = written.difference(contract.outputs);
        if !wrong.is_empty() {
            failures.push(format!("writes {wrong:?} besides its results"));
        }
        for step in &steps {
            step.accesses.iter().for_each(|access| {
                check_access(&contract, emitted, step, access, &mut failures);
            });
        }
        let exits = self.walk(&contract, emitted, &steps, end, &mut failures);
        check_exits(&contract, &exits, &mut failures);
        check_traps(&contract, &steps, &exits, number, sites, &mut failures);
        failures
    }

    /// Follows every path and returns their ends.
    fn walk(
        &mut self,
        contract: &Contract<'_>,
        emitted: &Emitted,
        steps: &[Step],
        end: u32,
        failures: &mut Failures,
    ) -> BTreeSet<Exit> {
        let mut exits = BTreeSet::new();
        let mut read = RegSet::EMPTY;
        let mut waiting = vec![Path { next: 0, written: RegSet::EMPTY, accesses: 0 }];
        while let Some(mut path) = waiting.pop() {
            self.paths += 1;
            let exit = loop {
                let Some(step) = steps.get(path.next) else { break Exit::End };
                self.take(contract, step, &mut path, &mut read, failures);
                let targets = match targets(step, steps, emitted) {
                    Ok(targets) => targets,
                    Err(failure) => {
                        failures.push(failure);
                        return exits;
                    }
                };
                let place = |target: u32| -> Result<usize, Exit> {
                    match target {
                        _ if target >= emitted.cold => Err(Exit::Cold(target)),
                        _ if target >= emitted.blocks => Err(Exit::Block(target - emitted.blocks)),
                        _ if target == end => Err(Exit::End),
                        _ => Ok(steps.iter().position(|s| s.at == target).unwrap_or(usize::MAX)),
                    }
                };
                let Some((&last, others)) = targets.split_last() else { break Exit::Trap };
                let mut follow = |target: u32| match place(target) {
                    Ok(next) if next <= path.next || next == usize::MAX => {
                        failures
                            .push(format!("a jump backward or into an instruction: {}", step.instruction));
                        Err(Exit::Trap)
                    }
                    other => other,
                };
                for other in others {
                    match follow(*other) {
                        Ok(next) => waiting.push(Path { next, ..path.clone() }),
                        Err(exit) => {
                            exits.insert(exit);
                        }
                    }
                }
                match follow(last) {
                    Ok(next) => path.next = next,
                    Err(exit) => break exit,
                }
            };
            finish_path(contract, &path, exit, failures);
            exits.insert(exit);
        }
        // A value that is already in the register of the result need not be read.
        let unread = contract.inputs.difference(read).difference(contract.defined);
        if !unread.is_empty() && !is_constant(contract.case, contract.form) {
            failures.push(format!("never reads {unread:?}"));
        }
        exits
    }

    fn take(
        &self,
        contract: &Contract<'_>,
        step: &Step,
        path: &mut Path,
        read: &mut RegSet,
        failures: &mut Failures,
    ) {
        let before = step.reads.difference(path.written);
        let wrong = before.difference(contract.inputs);
        if !wrong.is_empty() {
            failures.push(format!("reads {wrong:?}, which is no operand: {}", step.instruction));
        }
        *read = read.union(before);
        if let Some((_, address, ..)) = contract.memory {
            let is_operand = step.accesses.iter().any(|access| access.address == address);
            if is_operand {
                path.accesses += 1;
                let registers = [address.base, address.index].into_iter().flatten();
                if registers.into_iter().any(|reg| path.written.contains(reg)) {
                    failures.push(format!("the address is overwritten: {}", step.instruction));
                }
            }
        }
        path.written = path.written.union(step.writes);
    }
}

/// True if the result does not depend on the operands: x ^ x, x - x of integers, and a switch without cases.
fn is_constant(case: &Case, form: &Form) -> bool {
    match form.opcode {
        Opcode::Xor32
        | Opcode::Xor64
        | Opcode::XorDouble
        | Opcode::VectorXor
        | Opcode::VectorSub
        | Opcode::VectorSubSat => case.args[0] == case.args[1],
        Opcode::Switch32 | Opcode::Switch64 => case.successors.len() == 1,
        _ => false,
    }
}

/// Offsets at which execution may continue after an instruction.
fn targets(step: &Step, steps: &[Step], emitted: &Emitted) -> Result<Vec<u32>, String> {
    let branch = step.instruction.near_branch_target() as u32;
    Ok(match step.instruction.flow_control() {
        FlowControl::Next => vec![step.end],
        FlowControl::ConditionalBranch => vec![step.end, branch],
        FlowControl::UnconditionalBranch => vec![branch],
        FlowControl::Exception => vec![],
        FlowControl::IndirectBranch => {
            // The last comparison and the last table address before it are the range check and the table.
            let before = || steps.iter().filter(|s| s.at < step.at).map(|s| &s.instruction).rev();
            let table = before().find(|i| i.mnemonic() == Mnemonic::Lea && i.is_ip_rel_memory_operand());
            let check = before().find(|i| i.mnemonic() == Mnemonic::Cmp);
            let (Some(table), Some(check)) = (table, check) else {
                return Err("an indirect jump without table".to_string());
            };
            let start = table.memory_displacement64() as u32;
            let count = check.immediate(1) as usize + 1;
            let mut targets: Vec<u32> = jump_table(&emitted.code, start).take(count).collect();
            if targets.len() != count {
                return Err(format!("a jump table at {start:#x} of {count} outside"));
            }
            targets.dedup();
            targets
        }
        other => return Err(format!("{other:?} in {}", step.instruction)),
    })
}

fn check_mnemonics(contract: &Contract<'_>, steps: &[Step], failures: &mut Failures) {
    let opcode = contract.form.opcode;
    let Some((main, others)) = mnemonics::expected(opcode) else {
        failures.push("the opcode is in no table of this test".to_string());
        return;
    };
    for step in steps {
        let mnemonic = step.instruction.mnemonic();
        if !main.contains(&mnemonic) && !others.contains(&mnemonic) {
            failures.push(format!("an unexpected instruction: {}", step.instruction));
        }
    }
    let copies_itself = opcode.has(Properties::MOVE) && contract.case.args[0] == contract.case.args[1];
    let (next, successors) = (contract.case.next, &contract.case.successors);
    let falls = match opcode {
        Opcode::Jump | Opcode::EntrySwitch => next == successors.first().copied(),
        // Few cases are compared one by one, and the default may be the fall-through.
        Opcode::Switch32 | Opcode::Switch64 => successors.len() <= 4 && next == successors.last().copied(),
        _ => false,
    };
    // a - b in the register of b, and a sum of registers, use other instructions.
    let has_main = steps.iter().any(|step| main.contains(&step.instruction.mnemonic()));
    if has_main == (copies_itself || falls) {
        failures.push(format!("none of {main:?}, or one too many"));
    }
}

fn check_access(
    contract: &Contract<'_>,
    emitted: &Emitted,
    step: &Step,
    access: &Access,
    failures: &mut Failures,
) {
    let opcode = contract.form.opcode;
    let mut fail = |what: &str| failures.push(format!("{what}: {}", step.instruction));
    let address = access.address;
    if let Some((_, expected, bytes, role)) = contract.memory
        && expected == address
    {
        if access.bytes != bytes {
            fail("the operand has another size");
        }
        if (access.reads, access.writes) != (role.is_use(), role.is_def()) {
            fail("the operand is accessed otherwise");
        }
        return;
    }
    if access.writes {
        return fail("a store besides the operands");
    }
    if address.base.is_some() {
        let is_table = matches!(opcode, Opcode::Switch32 | Opcode::Switch64) && access.bytes == 4;
        if !(is_table && address.scale == 4 && address.disp == 0) {
            fail("a load besides the operands");
        }
        return;
    }
    let place = address.disp as u64 as usize;
    let Some(bytes) = emitted.code.bytes.get(place..place + access.bytes as usize) else {
        return fail("a constant outside of the code");
    };
    if place < emitted.code.code_size as usize || !place.is_multiple_of(access.bytes as usize) {
        fail("a constant in the code, or not aligned");
    }
    match contract.constant {
        Some((bits, width)) => {
            let pattern = [bits.to_le_bytes(), bits.to_le_bytes()].concat();
            if width != access.bytes || bytes != &pattern[..width as usize] {
                fail("another constant than the operand");
            }
        }
        None => {
            let name = opcode.name();
            let source = contract.form.operands[0].width.bytes();
            let has_own = name.starts_with("Truncate") || name.starts_with("Purify");
            if !has_own || source != access.bytes {
                fail("a constant besides the operands");
            }
        }
    }
}

fn finish_path(contract: &Contract<'_>, path: &Path, exit: Exit, failures: &mut Failures) {
    if let Some((_, _, _, role)) = contract.memory {
        let expected = u32::from(role != Role::UseAddr);
        if path.accesses != expected {
            failures.push(format!("{} accesses to the operand on the path to {exit:?}", path.accesses));
        }
    }
    // A result in the register of an operand may already be there.
    let undefined = contract.defined.difference(contract.inputs).difference(path.written);
    if exit == Exit::End && !undefined.is_empty() {
        failures.push(format!("does not write {undefined:?}"));
    }
}

fn check_exits(contract: &Contract<'_>, exits: &BTreeSet<Exit>, failures: &mut Failures) {
    let case = contract.case;
    let blocks: BTreeSet<u32> = exits
        .iter()
        .filter_map(|exit| match exit {
            Exit::End if contract.form.opcode.has(Properties::TERMINAL) => {
                Some(case.next.unwrap_or(u32::MAX))
            }
            Exit::Block(block) => Some(*block),
            _ => None,
        })
        .collect();
    if contract.form.opcode.has(Properties::TERMINAL) {
        let successors: BTreeSet<u32> = case.successors.iter().copied().collect();
        if blocks != successors {
            failures.push(format!("branches to {blocks:?} instead of {successors:?}"));
        }
    } else if !blocks.is_empty() || !exits.contains(&Exit::End) {
        failures.push(format!("leaves its block: {exits:?}"));
    }
}

/// Checks that the trap sites of the case are the instructions that can trap. Removes them from `sites`.
fn check_traps(
    contract: &Contract<'_>,
    steps: &[Step],
    exits: &BTreeSet<Exit>,
    number: usize,
    sites: &mut BTreeMap<u32, TrapSite>,
    failures: &mut Failures,
) {
    use TrapCode::*;
    let (case, opcode) = (contract.case, contract.form.opcode);
    let mut inline: Vec<(u32, TrapCode)> = Vec::new();
    for step in steps {
        let mnemonic = step.instruction.mnemonic();
        let chill = opcode.name().starts_with("Chill");
        if matches!(mnemonic, Mnemonic::Div | Mnemonic::Idiv) && !chill {
            inline.push((step.at, IntegerDivisionByZero));
        }
        if mnemonic == Mnemonic::Ud2
            && let Some(Arg::Trap(code)) = case.args.first()
        {
            inline.push((step.at, *code));
        }
        if case.traps && !step.accesses.is_empty() {
            inline.push((step.at, HeapOutOfBounds));
        }
    }
    let operand = case.args.iter().find_map(|arg| match arg {
        Arg::Trap(code) if opcode != Opcode::Trap => Some(*code),
        _ => None,
    });
    let mut cold = BTreeSet::from_iter(operand);
    if opcode.name().starts_with("Truncate") && opcode.name().ends_with("Trap") {
        cold.extend([BadConversion, IntegerOverflow]);
    }
    let mut take = |at: u32, failures: &mut Failures| match sites.remove(&at) {
        Some(site) if site.origin == Origin(number as u32) => Some(site.code),
        other => {
            failures.push(format!("no trap site of its own at {at:#x}: {other:?}"));
            None
        }
    };
    for (at, code) in inline {
        if take(at, failures) != Some(code) {
            failures.push(format!("not {code} at {at:#x}"));
        }
    }
    let outside = exits.iter().filter_map(|exit| match exit {
        Exit::Cold(at) => Some(*at),
        _ => None,
    });
    let found: Vec<TrapCode> = outside.filter_map(|at| take(at, failures)).collect();
    if found.len() != cold.len() || BTreeSet::from_iter(found.iter().copied()) != cold {
        failures.push(format!("traps with {found:?} instead of {cold:?}"));
    }
}
