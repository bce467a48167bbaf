//! Disassembly of linked code, and of assemblies.

use super::{Disassembly, Operand, decode, place_name};
use crate::assembly::Assembled;
use crate::base::Arch;
use crate::isa::RelocTarget;
use crate::jit::{Code, host_arch, name_of};

impl Code {
    /// Disassembles the procedure at its addresses, with the names of live compiled code and the origins. The bytes are
    /// those at the time of the call: [`Code::invalidate`] may change them.
    pub fn disassemble(&self) -> Disassembly {
        self.disassemble_with(&|_| None)
    }

    /// As [`Code::disassemble`]. `names` returns the names of addresses outside of compiled code: of functions and data
    /// of the host.
    pub fn disassemble_with(&self, names: &dyn Fn(*const u8) -> Option<String>) -> Disassembly {
        let (base, bytes) = (self.start().addr() as u64, self.bytes());
        let size = self.instructions().len().min(bytes.len());
        let (code, constants) = bytes.split_at(size);
        let name_at = |address: u64| {
            let address = std::ptr::without_provenance::<u8>(address as usize);
            let own =
                (address as usize).checked_sub(self.start().addr()).filter(|offset| *offset < bytes.len());
            match own {
                Some(offset) => Some(place_name(self.name(), offset as u32)),
                None => names(address).or_else(|| name_of(address).map(|found| found.to_string())),
            }
        };
        // Only code of this machine can be linked.
        let Some(arch) = host_arch() else {
            return Disassembly { name: self.name().into(), instructions: Vec::new(), constants: bytes };
        };
        let resolve = |operand: &Operand| match (operand.is_address, arch) {
            (true, _) => {
                let behind = self.veneer_target(std::ptr::without_provenance(operand.address as usize));
                name_at(behind.map_or(operand.address, |to| to.addr() as u64))
            }
            (false, Arch::X64) => name_at(operand.address),
            (false, Arch::A64) => None,
        };
        let mut instructions = decode(arch, code, base, &resolve);
        for instruction in &mut instructions {
            instruction.origin = self.origin_of(instruction.offset);
        }
        Disassembly { name: self.name().into(), instructions, constants: constants.to_vec() }
    }
}

impl Assembled {
    /// Disassembles the assembly, with the names of its symbols.
    pub fn disassemble(&self, name: &str) -> Disassembly {
        let names = |target: RelocTarget| match target {
            RelocTarget::Symbol(symbol) => self.symbols.get(symbol.number() as usize).cloned(),
            RelocTarget::LibCall(call) => Some(format!("{call:?}")),
            RelocTarget::ExitThunk => Some(String::from("exit")),
            RelocTarget::Site(site) => Some(site.to_string()),
            RelocTarget::Code => None,
        };
        self.code.disassemble(name, &names)
    }
}
