//! `print` and `console`.

use super::{Row, method};
use crate::heap::Value;
use crate::interp::{Arguments, Completion, Intrinsic, Vm};

const GLOBAL: &[Row] = &[method("print", 0, print)];

const CONSOLE: &[Row] = &[
    method("debug", 0, print),
    method("error", 0, print),
    method("info", 0, print),
    method("log", 0, print),
    method("warn", 0, print),
];

pub(super) fn install(vm: &mut Vm) {
    let global = vm.intrinsic(Intrinsic::Global);
    vm.install(global, GLOBAL);
    vm.namespace("console", CONSOLE);
}

/// Prints its arguments as text, with spaces between.
fn print(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let mut line = Vec::new();
    for value in vm.operands(arguments) {
        let text = match value.as_symbol() {
            Some(symbol) => super::symbol::symbol_text(vm, symbol),
            None => vm.string_of(value)?,
        };
        line.push(vm.text_of(text));
    }
    let text = line.join(" ") + "\n";
    vm.write_output(&text);
    Ok(Value::UNDEFINED)
}
