//! Payloads of values, and terminals.

use super::walk::Walk;
use super::{Contents, Rule, tables};
use crate::base::{CallConv, ConvId, EffectFlags, Effects, MemoryOrder, RegSet, Target, Type, Width};
use crate::ir::opcode::Payload;
use crate::ir::{BlockId, CallData, Opcode, Procedure, Value, ValueId};
use crate::support::Entity;

/// The convention with this id, if the target has it.
pub(super) fn convention(target: &Target, id: ConvId) -> Option<&'static CallConv> {
    target.desc.conventions.get(id.index())
}

/// True if a convention has locations for results of these types.
pub(super) fn results_fit(convention: &CallConv, results: &[Type]) -> bool {
    let count = |bank| results.iter().filter(|ty| ty.bank() == bank).count();
    convention.result_area
        || count(crate::base::Bank::Gp) <= convention.results_gp.len()
            && count(crate::base::Bank::Fp) <= convention.results_fp.len()
}

/// True if the operation can have this order.
fn has_order(value: &Value, order: Option<MemoryOrder>) -> bool {
    order.is_some_and(|order| value.opcode.allows_order(order))
}

/// True if the width of an atomic access fits its type. Other types than integers are reported elsewhere.
fn has_width(proc: &Procedure, value: &Value) -> bool {
    let width = value.atomic().map(|access| access.width);
    match proc.atomic_type(value) {
        Type::Int32 => matches!(width, Some(Width::W8 | Width::W16 | Width::W32)),
        Type::Int64 => width == Some(Width::W64),
        _ => true,
    }
}

/// Fast check of one-word payloads: true if it is certainly valid; only the rest needs the full check. Always false for
/// other payloads, terminals, and values whose operands do not exist.
#[inline(never)]
pub(super) fn is_valid_payload(proc: &Procedure, value: &Value, payload: Payload) -> bool {
    let first = || proc.type_of(value.children[0]);
    match payload {
        Payload::Variable => {
            let ty = if value.opcode == Opcode::Get { value.ty } else { first() };
            proc.variables.get(value.variable()).is_some_and(|variable| variable.ty == ty)
        }
        Payload::Index => {
            let tuple = first();
            tuple.is_tuple() && proc.tuple_elements(tuple).get(value.index()) == Some(&value.ty)
        }
        Payload::Register => {
            let reg = value.reg();
            let ty = if value.opcode == Opcode::SetPinned { first() } else { value.ty };
            value.aux as usize == reg.index()
                && tables::is_free(proc.target(), reg)
                && reg.bank() == ty.bank()
                && proc.pinned.contains(reg) != (value.opcode == Opcode::ArgumentReg)
        }
        Payload::Slot => proc.slots.contains(value.slot()),
        Payload::Symbol => proc.symbols.contains(value.symbol()),
        Payload::Ranges => {
            let is_fence = value.opcode == Opcode::Fence;
            proc.ranges.contains(value.ranges()) && (!is_fence || has_order(value, value.fence_order()))
        }
        Payload::Atomic => {
            proc.ranges.contains(value.ranges())
                && has_order(value, value.atomic().map(|access| access.order))
                && has_width(proc, value)
                && proc.children_of(value).last().is_some_and(|address| {
                    proc.get_value(*address).is_some_and(|address| address.opcode != Opcode::SlotBase)
                })
        }
        Payload::Trap => value.opcode != Opcode::Trap && value.trap_code().is_some(),
        Payload::Vector => proc.vectors.table.contains(value.vector()),
        Payload::Lane | Payload::LaneIndex => has_lanes(proc, value),
        _ => false,
    }
}

/// Fast check of a call that does not end its block and has at most one result: true if its payload is certainly valid
/// for these operands. Always false for other calls.
///
/// `preserving` caches, as bits, the conventions whose calls are known to change no pinned register.
pub(super) fn is_valid_call(
    proc: &Procedure,
    value: &Value,
    children: &[ValueId],
    preserving: &mut u32,
) -> bool {
    let Some(call) = proc.calls.get(value.call()) else { return false };
    let Some(convention) = convention(proc.target(), call.conv) else { return false };
    let by_address = !call.callee.is_valid();
    let is_callable = if by_address {
        children.first().is_some_and(|address| proc.type_of(*address) == Type::Int64)
    } else {
        proc.symbols.contains(call.callee)
    };
    let leaves = call.effects.flags.contains(EffectFlags::EXITS_SIDEWAYS);
    is_callable
        && preserves_pinned(proc, convention, call.conv, preserving)
        && children.iter().all(|child| proc.type_of(*child).is_scalar())
        && call.variadic_start.is_none_or(|start| start as usize + usize::from(by_address) <= children.len())
        && !call.exceptional
        && !call.state.is_valid()
        && !call.effects.flags.contains(EffectFlags::TERMINAL)
        && !(leaves && call.effects.reads.is_empty())
        && match value.ty {
            Type::Void => true,
            ty => ty.is_scalar() && results_fit(convention, &[ty]),
        }
}

/// True if calls with this convention change no pinned register, or the callee shares them.
#[inline(always)]
fn preserves_pinned(proc: &Procedure, convention: &CallConv, id: ConvId, preserving: &mut u32) -> bool {
    let bit = 1u32.checked_shl(id.number()).unwrap_or(0);
    if *preserving & bit != 0 || proc.pinned.is_empty() {
        return true;
    }
    let keeps = clobbered_pinned(proc, convention).is_empty();
    if keeps {
        *preserving |= bit;
    }
    keeps
}

/// The pinned registers that calls with this convention change.
#[inline(never)]
fn clobbered_pinned(proc: &Procedure, convention: &CallConv) -> RegSet {
    let lost = if convention.shares_pinned { RegSet::EMPTY } else { convention.clobbered };
    proc.pinned.intersection(lost.union(convention.passing_registers()))
}

/// True if the operation admits the lanes, has one with the index, and has their type where it takes or gives a lane.
fn has_lanes(proc: &Procedure, value: &Value) -> bool {
    let Some(lane) = value.lane().filter(|lane| value.opcode.lanes().contains(*lane)) else { return false };
    let count = if value.opcode.row().payload == Payload::LaneIndex { lane.count() } else { 1 };
    value.lane_index() < count && value.opcode.lane_type(proc, value).is_none_or(|ty| ty == lane.scalar())
}

impl Walk<'_> {
    pub(super) fn check_access(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let proc = self.proc;
        if let Some(&address) = proc.children_of(value).last()
            && let Some(outside) = proc.access_outside_slot(value, address, 0)
        {
            let (begin, end, slot) = (outside.begin, outside.end, proc.value(address).slot());
            let message = format!("bytes {begin}..{end} of {slot}, expected 0..{}", outside.size);
            self.wrong(Rule::SlotAccess, block, id, message);
        }
    }

    /// Checks other payloads, and terminals.
    #[inline(never)]
    pub(super) fn check_payload(&mut self, block: BlockId, id: ValueId, value: &Value, is_last: bool) {
        let proc = self.proc;
        let payload = value.opcode.row().payload;
        if is_valid_payload(proc, value, payload) {
            return;
        }
        if !is_last && self.is_terminal(value) {
            self.wrong(
                Rule::TerminalLast,
                block,
                id,
                String::from("a terminal is not the last of its block"),
            );
        }
        match payload {
            Payload::Phi => self.check_upsilon(block, id, value),
            Payload::Variable => self.check_variable(block, id, value),
            Payload::None if value.opcode == Opcode::Return => self.check_return(block, id, value),
            Payload::None if value.opcode == Opcode::EntrySwitch => self.check_entry_switch(block, id),
            Payload::Call => self.check_call(block, id, value),
            Payload::Stackmap => self.check_stackmap(block, id, value),
            Payload::Switch => self.check_switch(block, id, value),
            Payload::Index => self.check_extract(block, id, value),
            Payload::Register if value.opcode == Opcode::ArgumentReg => {
                self.check_argument_reg(block, id, value);
            }
            Payload::Register => self.check_pinned(block, id, value),
            Payload::Slot => {
                self.wrong(Rule::SlotBase, block, id, format!("{} does not exist", value.slot()));
            }
            Payload::Symbol => {
                self.wrong(Rule::Symbol, block, id, format!("{} does not exist", value.symbol()));
            }
            Payload::Ranges | Payload::Atomic if !proc.ranges.contains(value.ranges()) => {
                self.wrong(Rule::Ranges, block, id, format!("{} does not exist", value.ranges()));
            }
            Payload::Ranges => self.check_order(block, id, value, value.fence_order()),
            Payload::Atomic => self.check_atomic(block, id, value),
            Payload::Vector => {
                self.wrong(Rule::Vector, block, id, format!("{} does not exist", value.vector()));
            }
            Payload::Lane | Payload::LaneIndex => {
                let name = value.opcode.name();
                let message = match value.lane() {
                    Some(lane) if !value.opcode.lanes().contains(lane) => {
                        format!("{name} has no lanes {lane}")
                    }
                    Some(lane) if value.lane_index() >= lane.count() => {
                        format!("there is no lane {} of {lane}", value.lane_index())
                    }
                    Some(lane) => format!("a lane of {lane} has type {}", lane.scalar()),
                    None => format!("the lanes of {name} have the number {:#x}", value.aux),
                };
                self.wrong(Rule::Lanes, block, id, message);
            }
            Payload::Trap if value.trap_code().is_none() => {
                self.wrong(Rule::TrapCode, block, id, format!("no trap code has the bits {:#x}", value.aux));
            }
            _ => {}
        }
    }

    fn check_order(&mut self, block: BlockId, id: ValueId, value: &Value, order: Option<MemoryOrder>) {
        if !has_order(value, order) {
            let order = order.map_or("?", MemoryOrder::name);
            let message = format!("{} has the order {order}", value.opcode.name());
            self.wrong(Rule::MemoryOrder, block, id, message);
        }
    }

    fn check_atomic(&mut self, block: BlockId, id: ValueId, value: &Value) {
        self.check_order(block, id, value, value.atomic().map(|access| access.order));
        if let Some(access) = value.atomic()
            && !has_width(self.proc, value)
        {
            let (bits, ty) = (access.width.bits(), self.proc.atomic_type(value));
            self.wrong(Rule::AtomicWidth, block, id, format!("an access of {bits} bits to {ty}"));
        }
        self.check_access(block, id, value);
    }

    fn check_upsilon(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let (phi, ty) = (value.phi(), self.proc.type_of(value.children[0]));
        match self.proc.get_value(phi) {
            Some(other) if other.opcode == Opcode::Phi => {
                // A Void operand is reported elsewhere.
                if other.ty != ty && ty != Type::Void {
                    let message = format!("the operand has type {ty}, and {phi} has type {}", other.ty);
                    self.wrong(Rule::Upsilon, block, id, message);
                }
            }
            Some(other) => {
                let message = format!("{phi} is {}, expected Phi", other.opcode.name());
                self.wrong(Rule::Upsilon, block, id, message);
            }
            None => self.wrong(Rule::Upsilon, block, id, format!("{phi} is no value of the procedure")),
        }
    }

    fn check_variable(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let name = value.variable();
        let ty = if value.opcode == Opcode::Get { value.ty } else { self.proc.type_of(value.children[0]) };
        match self.proc.variables.get(name) {
            None => {
                self.wrong(Rule::VariableAccess, block, id, format!("{name} does not exist"));
            }
            Some(variable) if variable.ty != ty && ty != Type::Void => {
                let message = format!("the type is {ty}, and {name} has type {}", variable.ty);
                self.wrong(Rule::VariableAccess, block, id, message);
            }
            Some(_) => {}
        }
    }

    fn check_extract(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let tuple = self.proc.type_of(value.children[0]);
        if tuple.is_vector() {
            // Its code is that of tuples, so the types were not checked.
            let message = String::from("operand 1 has type V128, expected a tuple of the procedure");
            return self.wrong(Rule::OperandType, block, id, message);
        }
        if !tuple.is_tuple() {
            return; // reported as a wrong operand
        }
        let elements = self.proc.tuple_elements(tuple);
        match elements.get(value.index()) {
            Some(element) if *element == value.ty => {}
            Some(element) => {
                let message = format!("the type is {}, expected {element}", value.ty);
                self.wrong(Rule::Extract, block, id, message);
            }
            None => {
                let message = format!("there is no element {} of {}", value.index(), elements.len());
                self.wrong(Rule::Extract, block, id, message);
            }
        }
    }

    fn check_return(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let proc = self.proc;
        let (operands, results) = (proc.children_of(value), &proc.signature.results);
        if operands.len() != results.len() {
            let message = format!("there are {} operands, expected {}", operands.len(), results.len());
            return self.wrong(Rule::Return, block, id, message);
        }
        for (i, (operand, expected)) in operands.iter().zip(results).enumerate() {
            let ty = proc.type_of(*operand);
            if ty != *expected && ty != Type::Void {
                let message = format!("operand {} has type {ty}, expected {expected}", i + 1);
                self.wrong(Rule::Return, block, id, message);
            }
        }
    }

    fn check_argument_reg(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let (reg, desc) = (value.reg(), self.proc.target().desc);
        let name = desc.names.name(reg);
        let message = if !desc.names.contains(reg) || value.aux as usize != reg.index() {
            format!("the target has no register {}", value.aux)
        } else if self.proc.pinned.contains(reg) {
            let message = format!("%{name} is pinned, and must be read by GetPinned");
            return self.wrong(Rule::PinnedAccess, block, id, message);
        } else if reg == desc.stack_pointer || reg == desc.frame_pointer {
            format!("%{name} is no argument: it is reserved for the frame")
        } else if reg.bank() != value.ty.bank() {
            format!("%{name} does not hold {}", value.ty)
        } else {
            return;
        };
        self.wrong(Rule::ArgumentReg, block, id, message);
    }

    fn check_pinned(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let (reg, desc) = (value.reg(), self.proc.target().desc);
        let reads = value.opcode == Opcode::GetPinned;
        let ty = if reads { value.ty } else { self.proc.type_of(value.children[0]) };
        let name = desc.names.name(reg);
        let message = if !desc.names.contains(reg) || value.aux as usize != reg.index() {
            format!("the target has no register {}", value.aux)
        } else if !self.proc.pinned.contains(reg) {
            format!("%{name} is not pinned")
        } else if reg.bank() != ty.bank() && ty != Type::Void {
            format!("%{name} does not hold {ty}")
        } else {
            return;
        };
        self.wrong(Rule::PinnedAccess, block, id, message);
    }

    fn check_switch(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let proc = self.proc;
        let cases = proc.switch_cases(value);
        if proc.type_of(value.children[0]) == Type::Int32 {
            for case in cases {
                if i32::try_from(*case).is_err() {
                    self.wrong(Rule::Switch, block, id, format!("the case {case} is no Int32"));
                }
            }
        }
        if cases.is_sorted_by(|a, b| a < b) {
            return;
        }
        let mut sorted = std::mem::take(self.cases);
        sorted.clear();
        sorted.extend_from_slice(cases);
        sorted.sort_unstable();
        for pair in sorted.windows(2) {
            if pair[0] == pair[1] {
                self.wrong(Rule::Switch, block, id, format!("the case {} occurs twice", pair[0]));
            }
        }
        *self.cases = sorted;
    }

    fn check_entry_switch(&mut self, block: BlockId, id: ValueId) {
        let proc = self.proc;
        let (found, expected) = (proc.successors(block).len(), proc.entry_count);
        if block != Procedure::ROOT {
            self.wrong(
                Rule::EntrySwitch,
                block,
                id,
                format!("it ends {block}, expected {}", Procedure::ROOT),
            );
        }
        if found != expected as usize {
            let message = format!("there are {found} successors, expected {expected}, the number of entries");
            self.wrong(Rule::EntrySwitch, block, id, message);
        }
        let leads =
            |from: &BlockId| proc.successors(*from).iter().any(|edge| edge.block() == Procedure::ROOT);
        // In another block it is already wrong, and there may be many.
        let from = if block == Procedure::ROOT { proc.block_ids().find(leads) } else { None };
        if let Some(from) = from {
            let message = format!("{from} branches to the root, which has an EntrySwitch");
            self.wrong(Rule::EntrySwitch, block, id, message);
        }
    }

    fn check_call(&mut self, block: BlockId, id: ValueId, value: &Value) {
        let proc = self.proc;
        let Some(call) = proc.calls.get(value.call()) else {
            let message = format!("{} does not exist", value.call());
            return self.wrong(Rule::CallData, block, id, message);
        };
        let children = proc.children_of(value);
        let arguments = if call.callee.is_valid() {
            if !proc.symbols.contains(call.callee) {
                self.wrong(Rule::Symbol, block, id, format!("{} does not exist", call.callee));
            }
            children
        } else {
            match children.split_first() {
                Some((address, arguments)) => {
                    let ty = proc.type_of(*address);
                    if ty != Type::Int64 && ty != Type::Void {
                        let message = format!("the address has type {ty}, expected Int64");
                        self.wrong(Rule::OperandType, block, id, message);
                    }
                    arguments
                }
                None => {
                    let message = String::from("there is neither a name nor an address to call");
                    return self.wrong(Rule::OperandCount, block, id, message);
                }
            }
        };
        for argument in arguments {
            let ty = proc.type_of(*argument);
            if !ty.is_single() && ty != Type::Void {
                let message = format!("the argument {argument} has type {ty}, expected a scalar or V128");
                self.wrong(Rule::CallTypes, block, id, message);
            }
        }
        if let Some(start) = call.variadic_start
            && start as usize > arguments.len()
        {
            let message = format!("{start} arguments are fixed, but there are only {}", arguments.len());
            self.wrong(Rule::CallData, block, id, message);
        }
        if value.opcode == Opcode::Poll {
            self.check_poll(block, id, call, arguments);
        }
        let is_tail = value.opcode == Opcode::TailCall;
        let claims_end = call.effects.flags.contains(EffectFlags::TERMINAL);
        if is_tail && call.exceptional || !is_tail && claims_end && !call.exceptional {
            let message = if is_tail {
                "a TailCall has no successors, not even an exceptional one"
            } else {
                "a call whose effects end the block has exceptional set"
            };
            self.wrong(Rule::CallData, block, id, String::from(message));
        }
        if call.state.is_valid() && is_tail {
            let message =
                String::from("a TailCall is never active in a frame of its own, and so has no exit state");
            self.wrong(Rule::CallData, block, id, message);
        } else if call.state.is_valid() && !proc.states.contains(call.state) {
            self.wrong(Rule::CallData, block, id, format!("{} does not exist", call.state));
        } else if call.state.is_valid() {
            self.check_state(block, id, call.state);
        }
        self.check_effects(block, id, call.effects);
        self.check_convention(block, id, value, call.conv);
    }

    /// Checks that a Poll has a word to test, and continues after itself.
    fn check_poll(&mut self, block: BlockId, id: ValueId, call: &CallData, arguments: &[ValueId]) {
        match arguments.first().map(|word| self.proc.type_of(*word)) {
            Some(Type::Int64 | Type::Void) => {}
            Some(ty) => {
                let message = format!("the address of the word has type {ty}, expected Int64");
                self.wrong(Rule::OperandType, block, id, message);
            }
            None => {
                let message = String::from("there is no address of a word to test");
                self.wrong(Rule::OperandCount, block, id, message);
            }
        }
        if call.exceptional || call.variadic_start.is_some() {
            let message = String::from("the function of a Poll is not variadic, and does not throw");
            self.wrong(Rule::CallData, block, id, message);
        }
    }

    /// Checks the convention of a call, and that the results fit it.
    fn check_convention(&mut self, block: BlockId, id: ValueId, value: &Value, conv: ConvId) {
        let proc = self.proc;
        let Some(convention) = convention(proc.target(), conv) else {
            let message = format!("the target has no convention {conv}");
            return self.wrong(Rule::CallData, block, id, message);
        };
        let scalar = [value.ty];
        let results = match value.ty {
            Type::Void => &[][..],
            ty if ty.is_tuple() => proc.tuple_elements(ty),
            _ => &scalar[..],
        };
        let arguments = proc.children_of(value).iter().map(|child| proc.type_of(*child));
        if !convention.passes_vectors && results.iter().copied().chain(arguments).any(Type::is_vector) {
            let message = format!("a V128, which {} passes by reference", convention.name);
            self.wrong(Rule::CallTypes, block, id, message);
        }
        if !results_fit(convention, results) {
            let message = format!("results {results:?} do not fit {}", convention.name);
            self.wrong(Rule::CallTypes, block, id, message);
        }
        let changed = match value.opcode {
            Opcode::Poll => proc.pinned.intersection(convention.passing_registers()),
            _ => clobbered_pinned(proc, convention),
        };
        if let Some(reg) = changed.first() {
            let (name, convention) = (proc.target().desc.names.name(reg), convention.name);
            let message = format!("%{name} is pinned, and a call in {convention} changes it");
            self.wrong(Rule::PinnedCall, block, id, message);
        }
        if value.opcode == Opcode::TailCall && !(convention.callee_pops && conv == proc.convention()) {
            let own = proc.target().convention(proc.convention()).name;
            let message = format!(
                "the convention is {}, and the procedure's is {own}; expected the same, one in which the callee \
                 pops",
                convention.name
            );
            self.wrong(Rule::TailCall, block, id, message);
        }
    }

    /// Checks effects given by the client.
    pub(super) fn check_effects(&mut self, block: BlockId, id: ValueId, effects: Effects) {
        if effects.flags.contains(EffectFlags::SAFEPOINT) {
            self.contents |= Contents::SAFEPOINTS;
        }
        if effects.flags.contains(EffectFlags::EXITS_SIDEWAYS) && effects.reads.is_empty() {
            let message = String::from("the effects include an exit, but no reads");
            self.wrong(Rule::ExitReads, block, id, message);
        }
    }
}
