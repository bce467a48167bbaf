//! Functions of the virtual machine that instructions call.

use super::bytecode::Helper;
use super::frames::Frame;
use super::operators::to_int32;
use super::{Completion, Intrinsic, Stop, Vm};
use crate::front::Goal;
use crate::heap::{Attributes, Value};
use crate::hir::Operator;

impl Vm {
    pub(super) fn helper(&mut self, frame: &Frame, helper: u16, values: &[Value]) -> Completion<Value> {
        let value = |index: usize| values.get(index).copied().unwrap_or(Value::UNDEFINED);
        let code = frame.code;
        match &code.helpers[usize::from(helper)] {
            Helper::CopyRestArgs => {
                let from = value(0).as_number().unwrap_or(0.0) as usize;
                let elements = self.arguments_from(frame, from);
                Ok(self.new_array(elements))
            }
            Helper::ThrowTypeError => {
                let message = values.iter().rev().find(|value| self.heap.string(**value).is_some());
                let message = message.map_or_else(String::new, |message| self.text_of(*message));
                self.type_error(&message)
            }
            Helper::EnsureObject => {
                if self.heap.object(value(0)).is_some() {
                    return Ok(value(0));
                }
                let message = self.text_of(value(1));
                self.type_error(&message)
            }
            Helper::GetMethod => {
                let method = self.get(value(0), value(1))?;
                if method.is_nullish() {
                    return Ok(Value::UNDEFINED);
                }
                if self.is_callable(method) {
                    Ok(method)
                } else {
                    self.type_error("a method is not callable")
                }
            }
            Helper::SetDelegated => {
                self.set_delegated(frame);
                Ok(Value::UNDEFINED)
            }
            Helper::SpawnAsync => self.spawn_async(value(0)),
            Helper::Exponent => self.binary(Operator::Exponent, value(0), value(1)),
            Helper::TemplateObject => self.template_object(frame, values),
            Helper::Builtin(builtin) => builtin(self, values),
            Helper::Apply => self.apply_array(value(0), value(1), values.get(2).copied()),
            Helper::ArraySpread => self.spread(value(0), value(1), value(2)),
            Helper::CopyDataProperties => self.copy_properties(value(0), value(1), value(2)),
            Helper::Intrinsic(number) => self.intrinsic_function(*number, value(0), value(1)),
            Helper::Library(path) => {
                let (this, function) = self.library(path)?;
                let this = if path.contains('.') { this } else { Value::UNDEFINED };
                self.call_moving(function, this, values)
            }
        }
    }

    /// A function of the library by the names that lead to it, and the object that has it.
    pub(super) fn library(&mut self, path: &str) -> Completion<(Value, Value)> {
        if path.starts_with("HermesBuiltin.") {
            return Err(Stop::Unsupported(format!("the builtin {path}")));
        }
        let mut value = self.intrinsic(Intrinsic::Global);
        let mut holder = value;
        for name in path.split('.') {
            holder = value;
            let name = self.heap.atom(name);
            value = self.get_atom(holder, name)?;
        }
        Ok((holder, value))
    }

    /// The array of a tagged template, one per place in the program: number, whether raw and cooked strings are the same,
    /// raw strings, cooked strings.
    fn template_object(&mut self, frame: &Frame, values: &[Value]) -> Completion<Value> {
        let number = values.first().and_then(|value| value.as_number()).unwrap_or(0.0) as u32;
        let place = (std::ptr::from_ref(&*frame.code).addr(), number);
        if let Some(index) = self.templates.iter().position(|known| *known == place) {
            return Ok(self.template_objects[index]);
        }
        let same = values.get(1) == Some(&Value::TRUE);
        let strings = values.get(2..).unwrap_or(&[]);
        let (raw, cooked) = if same { (strings, strings) } else { strings.split_at(strings.len() / 2) };
        let raw = self.new_array(raw.to_vec());
        let array = self.new_array(cooked.to_vec());
        let name = self.heap.atom("raw");
        let fixed = Attributes { writable: false, enumerable: false, configurable: false, accessor: false };
        self.define(array, name, raw, fixed);
        for object in [raw, array] {
            crate::builtins::freeze(self, object)?;
        }
        self.templates.push(place);
        self.template_objects.push(array);
        Ok(array)
    }

    /// An intrinsic of asm.js: arithmetic on 32-bit integers.
    fn intrinsic_function(&mut self, number: u32, a: Value, b: Value) -> Completion<Value> {
        let (a, b) = (to_int32(self.number_of(a)?), to_int32(self.number_of(b)?));
        let result = match number {
            0 => a.wrapping_add(b),
            1 => a.wrapping_sub(b),
            2 => a.wrapping_mul(b),
            3 if b != 0 => a.wrapping_div(b),
            4 if b != 0 => ((a as u32) / (b as u32)) as i32,
            3 | 4 => 0,
            other => return Err(Stop::Unsupported(format!("the intrinsic {other}"))),
        };
        Ok(Value::number(f64::from(result)))
    }

    /// `eval` of text as a program of its own: local variables are not visible.
    pub(super) fn direct_eval(&mut self, value: Value, strict: bool) -> Completion<Value> {
        if !self.heap.is_string(value) {
            return Ok(value);
        }
        let source = self.text_of(value);
        let closure = self.load(&source, "eval", if strict { Goal::StrictEval } else { Goal::Eval })?;
        let global = self.intrinsic(Intrinsic::Global);
        self.call_moving(closure, global, &[])
    }
}
