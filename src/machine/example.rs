//! An example of each form: its bytes and instructions.

use crate::air::opcode::Signature;
use crate::air::{
    Arg, BlockId, Code, InstFlags, Kinds, Opcode, Role, SlotId, SwitchId, SwitchTable, find_form,
};
use crate::base::semantics::Effect;
use crate::base::{
    Arch, Bank, Features, FloatCondition, IntCondition, LibCall, MemoryOrder, Origin, Reg, SymbolId, Target,
    TrapCode, Width,
};
use crate::isa::{BlockContext, CodeBuffer, EmitState, FrameInfo, Label, NoGenerators, TARGETS, emitter};

/// Emits examples.
pub(super) struct Examples {
    target: Target,
    code: Code,
    state: EmitState,
}

impl Examples {
    pub(super) fn new(arch: Arch) -> Examples {
        let desc = TARGETS.into_iter().find(|target| target.arch == arch).unwrap_or(TARGETS[0]);
        let target = Target { features: Features::all(), ..Target::baseline(desc) };
        let mut code = Code::new(target);
        code.allocated = true;
        code.switches.push(SwitchTable { cases: vec![0, 1, 2, 3] });
        Examples { target, code, state: EmitState::default() }
    }

    /// Bytes and instructions of an example of a form; 0 and nothing if another form comes first or it is not emitted
    /// alone.
    pub(super) fn of(&mut self, opcode: Opcode, signature: &Signature, kinds: &[Kinds]) -> (u32, String) {
        // Constants of bit operations on vector registers have 128 bits.
        let widths = [None, Some(Width::W128)];
        let mut all = widths.into_iter().map(|width| self.with_constants(opcode, signature, kinds, width));
        all.find(|(size, _)| *size != 0).unwrap_or_default()
    }

    /// The example whose constants have this width, or that of their operand.
    fn with_constants(
        &mut self,
        opcode: Opcode,
        signature: &Signature,
        kinds: &[Kinds],
        width: Option<Width>,
    ) -> (u32, String) {
        // An earlier form with other features must not win.
        let mut target = self.target;
        target.features = target.desc.baseline.union(signature.features);
        let Some(args) = self.args(opcode, signature, kinds, width) else { return (0, String::new()) };
        let Some(form) = find_form(opcode, target.desc.arch, target.features, &args) else {
            return (0, String::new());
        };
        let Some(emitter) = emitter(target.desc.arch) else { return (0, String::new()) };
        let mut buffer = CodeBuffer::new(target.desc.arch);
        self.state.clear();
        self.code.target = target;
        let labels: Vec<Label> = (0..6).map(|_| buffer.new_label()).collect();
        let successors: Vec<BlockId> = (1..6).map(BlockId::new).collect();
        let context =
            BlockContext { labels: &labels, successors: &successors, next: None, entry: 0, near: [false; 2] };
        let mut insts = std::mem::take(&mut self.code.buffer);
        insts.clear();
        insts.push(opcode, form, &args, Origin::NONE, InstFlags::empty());
        let generators = &mut NoGenerators;
        emitter.emit_block(
            &mut buffer,
            &mut self.state,
            &self.code,
            &insts,
            0..1,
            false,
            &context,
            generators,
        );
        self.code.buffer = insts;
        let size = buffer.offset();
        labels.iter().for_each(|label| buffer.bind(*label));
        emitter.emit_cold(&mut buffer, &mut self.state, &self.code, generators);
        match buffer.finish(FrameInfo::default()) {
            Ok(compiled) => (size, text(&compiled, size)),
            Err(_) => (0, String::new()),
        }
    }

    /// Operands of a form: registers in their order, each once, but for a use and a result that are tied.
    fn args(
        &self,
        opcode: Opcode,
        signature: &Signature,
        kinds: &[Kinds],
        constants: Option<Width>,
    ) -> Option<Vec<Arg>> {
        let env = &self.target.convention(self.code.convention).env;
        let taken: Vec<Reg> = signature
            .operands
            .iter()
            .filter_map(|spec| spec.fixed())
            .chain(signature.clobbers.iter().copied())
            .collect();
        let mut free = [Bank::Gp, Bank::Fp].map(|bank| {
            let regs = env.allocatable[bank as usize].iter().copied();
            regs.filter(|reg| !taken.contains(reg)).collect::<Vec<_>>().into_iter()
        });
        let semantics = signature.semantics.unwrap_or(opcode.row().semantics);
        let mut args: Vec<Arg> = Vec::new();
        for (number, (spec, kinds)) in signature.operands.iter().zip(kinds).enumerate() {
            let shared = signature.tied.filter(|(_, result)| usize::from(*result) == number);
            let shared = shared.and_then(|(user, _)| args.get(usize::from(user))?.as_tmp());
            let mut register = |bank: Bank| free[bank as usize].next();
            let arg = if kinds.contains(Kinds::TMP) {
                let reg = match (spec.fixed(), shared) {
                    (Some(reg), _) => reg,
                    (None, Some(tmp)) => tmp.reg()?,
                    (None, None) => register(spec.bank)?,
                };
                Arg::Tmp(reg.into())
            } else if kinds.contains(Kinds::ADDR) {
                Arg::Addr {
                    base: register(Bank::Gp)?.into(),
                    offset: if spec.role == Role::UseAddr { 24 } else { 8 },
                }
            } else if kinds.contains(Kinds::CONST) {
                Arg::Const { bits: 0x4008_0000_0000_0000, width: constants.unwrap_or(spec.width) }
            } else if kinds.contains(Kinds::IMM64) {
                Arg::Imm(1 << 40)
            } else if kinds.contains(Kinds::IMM32) {
                Arg::Imm(100)
            } else if kinds.contains(Kinds::SHIFT) {
                let is_order = semantics.effects().contains(&Effect::Order(number as u8));
                Arg::Imm(if is_order { MemoryOrder::SeqCst as i64 } else { 4 })
            } else if kinds.contains(Kinds::SYMBOL) {
                Arg::Symbol(SymbolId::new(0))
            } else if kinds.contains(Kinds::LIB_CALL) {
                Arg::LibCall(LibCall::Memmove)
            } else if kinds.contains(Kinds::INT_CONDITION) {
                Arg::IntCondition(IntCondition::LessThan)
            } else if kinds.contains(Kinds::FLOAT_CONDITION) {
                Arg::FloatCondition(FloatCondition::LessThanAndOrdered)
            } else if kinds.contains(Kinds::TRAP) {
                Arg::Trap(TrapCode::Unreachable)
            } else if kinds.contains(Kinds::SWITCH) {
                Arg::Switch(SwitchId::new(0))
            } else if kinds.contains(Kinds::STACK) {
                Arg::Stack { slot: SlotId::new(0), offset: 0 }
            } else {
                return None;
            };
            args.push(arg);
        }
        Some(args)
    }
}

/// The instructions in the first bytes of code.
#[cfg(feature = "disasm")]
fn text(compiled: &crate::isa::CompiledCode, size: u32) -> String {
    let all = compiled.disassemble("example", &|_| None);
    let own = all.instructions.iter().filter(|instruction| instruction.offset < size);
    own.map(|instruction| instruction.text.clone()).collect::<Vec<_>>().join("; ")
}

/// Without a disassembler there is no text.
#[cfg(not(feature = "disasm"))]
fn text(_: &crate::isa::CompiledCode, _: u32) -> String {
    String::new()
}
