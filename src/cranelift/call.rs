//! Calls of C functions, of procedures, and of library functions.

use super::translate::{Translator, scalar};
use super::{LIBRARY, Result, SYMBOLS, convention};
use crate::base::{ConvId, LibCall, Type, Variadic};
use crate::ir::ValueId;
use cranelift_codegen::ir as clif;
use cranelift_codegen::ir::InstBuilder;
use smallvec::SmallVec;

impl Translator<'_> {
    pub(super) fn call(&mut self, id: ValueId) -> Result {
        let Some(&data) = self.proc.calls().get(self.proc.value(id).call()) else {
            return self.unsupported("a call without data");
        };
        if data.state.is_valid() {
            return self.unsupported("an exit state of a call");
        }
        if data.exceptional {
            return self.unsupported("an exceptional successor of a call");
        }
        let conv = self.proc.target().convention(data.conv);
        let Some(clif_conv) = convention(conv) else {
            return self.unsupported("a call in a convention where the callee pops");
        };
        let children = self.proc.children(id);
        let arguments = if data.callee.is_valid() { children } else { &children[1..] };
        let types: SmallVec<[Type; 8]> = arguments.iter().map(|a| self.proc.type_of(*a)).collect();
        let results = self.proc.scalars(self.proc.type_of(id));
        if let Some(start) = data.variadic_start {
            let variable = &types[(start as usize).min(types.len())..];
            let expressible = match conv.variadic {
                Variadic::Same => true,
                Variadic::CountFp(_) => false,
                Variadic::CopyFpToGp => variable.iter().all(|ty| ty.is_int()),
                Variadic::Stack => variable.is_empty(),
                Variadic::General => types.iter().all(|ty| ty.is_int()),
            };
            if !expressible {
                return self.unsupported("a call of a variadic function");
            }
        }
        if conv.assign(&types, results, types.len()).is_none() {
            return self.unsupported("a call with more results than its convention has registers");
        }
        let mut signature = clif::Signature::new(clif_conv);
        signature.params.extend(types.iter().map(|ty| clif::AbiParam::new(scalar(*ty))));
        signature.returns.extend(results.iter().map(|ty| clif::AbiParam::new(scalar(*ty))));
        let mut operands: SmallVec<[clif::Value; 8]> = SmallVec::new();
        for &argument in arguments {
            operands.push(self.get(argument)?);
        }
        let call = if data.callee.is_valid() {
            let function = self.function(SYMBOLS, data.callee.number(), signature);
            self.builder.ins().call(function, &operands)
        } else {
            let callee = self.get(children[0])?;
            let signature = self.signature(signature);
            self.builder.ins().call_indirect(signature, callee, &operands)
        };
        let results: SmallVec<[clif::Value; 2]> = SmallVec::from_slice(self.builder.inst_results(call));
        if !results.is_empty() {
            self.define_elements(id, &results);
        }
        Ok(())
    }

    /// Calls a library function in the system's C convention.
    pub(super) fn library_call(
        &mut self,
        function: LibCall,
        arguments: &[clif::Value],
        result: Option<clif::Type>,
    ) -> Result<Option<clif::Value>> {
        let Some(conv) = convention(self.proc.target().convention(ConvId::new(0))) else {
            return self.unsupported(function.name());
        };
        let mut signature = clif::Signature::new(conv);
        let types = arguments.iter().map(|value| self.builder.func.dfg.value_type(*value));
        signature.params.extend(types.map(clif::AbiParam::new));
        signature.returns.extend(result.map(clif::AbiParam::new));
        let number = LibCall::ALL.iter().position(|known| *known == function).unwrap_or(LibCall::ALL.len());
        let function = self.function(LIBRARY, number as u32, signature);
        let call = self.builder.ins().call(function, arguments);
        Ok(self.builder.inst_results(call).first().copied())
    }

    fn signature(&mut self, signature: clif::Signature) -> clif::SigRef {
        if let Some(known) = self.signatures.get(&signature) {
            return *known;
        }
        let made = self.builder.import_signature(signature.clone());
        self.signatures.insert(signature, made);
        made
    }

    /// A function called by a near call; the linker inserts a veneer if it is out of range.
    fn function(&mut self, namespace: u32, index: u32, signature: clif::Signature) -> clif::FuncRef {
        let signature = self.signature(signature);
        let key = (namespace, index, signature);
        if let Some(known) = self.functions.get(&key) {
            return *known;
        }
        let name = clif::UserExternalName::new(namespace, index);
        let name = self.builder.func.declare_imported_user_function(name);
        let made = self.builder.import_function(clif::ExtFuncData {
            name: clif::ExternalName::user(name),
            signature,
            colocated: true,
            patchable: false,
        });
        self.functions.insert(key, made);
        made
    }
}
