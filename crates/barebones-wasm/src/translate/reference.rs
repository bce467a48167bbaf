//! References: null, functions, and calls through them.
//!
//! Validation proves the type of a referenced function, so calls compare none. A reference whose type excludes null is not
//! compared with null either. A reference to a function of the module, which `ref.func` made in the same function, is called
//! like the function itself, and can be inlined.

use super::Function;
use super::call::CallTarget;
use crate::decode::TypesOf;
use crate::error::{Error, user};
use crate::layout::func;
use barebones::base::{TrapCode, Type};
use barebones::ir::ValueId;
use wasmparser::{FuncValidator, Operator, ValidatorResources};

const CALL_REF: u8 = 0x14;
const RETURN_CALL_REF: u8 = 0x15;
const REF_AS_NON_NULL: u8 = 0xd4;
const BR_ON_NULL: u8 = 0xd5;
const BR_ON_NON_NULL: u8 = 0xd6;

/// True if an operator tests its topmost operand for null.
pub(super) fn tests_null(opcode: u8) -> bool {
    matches!(opcode, CALL_REF | RETURN_CALL_REF | REF_AS_NON_NULL | BR_ON_NULL | BR_ON_NON_NULL)
}

/// True if the topmost operand is a reference whose type excludes null.
#[cold]
pub(super) fn has_non_null_operand(validator: &FuncValidator<ValidatorResources>) -> bool {
    let operand = validator.get_operand_type(0).flatten();
    operand.and_then(|ty| ty.as_reference_type()).is_some_and(|ty| !ty.is_nullable())
}

impl Function<'_> {
    /// Translates an operator of this family; returns false for other operators.
    #[inline(always)]
    pub(super) fn reference(&mut self, operator: &Operator<'_>, offset: u64) -> Result<bool, Box<Error>> {
        match *operator {
            Operator::RefNull { hty } => {
                TypesOf(&self.info.ids).heap(hty, offset)?;
                let null = self.const64(0);
                self.push(null);
            }
            Operator::RefFunc { function_index } => {
                let reference = self.function_reference(function_index);
                self.push(reference);
            }
            Operator::CallRef { type_index } => {
                let target = self.operand_target();
                self.call_with(target, type_index);
            }
            Operator::ReturnCallRef { type_index } => {
                let target = self.operand_target();
                self.tail_call_with(target, type_index);
            }
            Operator::RefAsNonNull => {
                let reference = self.pop();
                self.trap_if_null_operand(reference, user::NULL_REFERENCE);
                self.push(reference);
            }
            Operator::BrOnNull { relative_depth } => {
                // The branch does not take the reference.
                let reference = self.pop();
                if !self.is_non_null {
                    self.branch_on((reference, true), relative_depth);
                }
                self.push(reference);
            }
            Operator::BrOnNonNull { relative_depth } => {
                if self.is_non_null {
                    self.branch(relative_depth);
                } else {
                    let reference = self.s.stack.last().copied().unwrap_or_default();
                    self.branch_on((reference, false), relative_depth);
                }
                self.pop();
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Pops the reference to the function of a call.
    fn operand_target(&mut self) -> CallTarget {
        let reference = self.pop();
        if let Some(function) = self.s.references.get(&reference) {
            return self.function_target(*function);
        }
        self.trap_if_null_operand(reference, user::NULL_FUNCTION);
        self.reference_target(reference)
    }

    fn trap_if_null_operand(&mut self, reference: ValueId, code: TrapCode) {
        if !self.is_non_null {
            self.trap_if_null(reference, code);
        }
    }

    pub(super) fn trap_if_null(&mut self, reference: ValueId, code: TrapCode) {
        let null = self.const64(0);
        let is_null = self.cursor().equal(reference, null);
        self.trap_if(is_null, code);
    }

    fn function_reference(&mut self, function: u32) -> ValueId {
        if (function as usize) < self.info.imported_functions {
            let (context, offset) = (self.context(), self.info.layout.function(function));
            return self.constant_load(Type::Int64, context, offset + func::ADDRESS);
        }
        let reference = self.words_of(function);
        self.s.references.insert(reference, function);
        reference
    }

    /// The address of the words of a defined function.
    pub(super) fn words_of(&mut self, function: u32) -> ValueId {
        let offset = self.const64(self.info.layout.function(function).into());
        let context = self.context();
        self.cursor().add(context, offset)
    }
}
