//! The host that the tests of the standard (test262) expect: `$262`.

use super::{Arguments, Completion, Intrinsic, Outcome, RunError, RunOptions, Stop, Vm, in_thread};
use crate::front::{FrontError, Goal, Options, translate};
use crate::heap::{Attributes, Value};

/// Runs scripts one after the other in one global environment that also has `$262`, then the jobs. The first error ends
/// the run; a script that is not translated is a [`RunError::Front`].
pub fn run_in_test_host(scripts: &[&str], options: RunOptions) -> Outcome {
    in_thread(|| {
        let mut vm = Vm::new(options);
        vm.measure_stack(super::CALLS);
        vm.install_test_host();
        let mut error = None;
        for script in scripts {
            let loaded = vm.load(script, "test", Goal::Shared);
            let early = loaded.is_err();
            let result = loaded.and_then(|closure| {
                let global = vm.intrinsic(Intrinsic::Global);
                vm.call_moving(closure, global, &[])
            });
            let Err(stop) = result else { continue };
            // The front end's own error tells early errors from those of declarations.
            let options = Options { goal: Goal::Shared, ..Options::default() };
            error = Some(match translate(script, options) {
                Err(front @ FrontError::Syntax { .. }) if early => RunError::Front(front),
                _ => vm.describe(stop),
            });
            break;
        }
        if error.is_none() {
            error = vm.run_jobs().err().map(|stop| vm.describe(stop));
        }
        Outcome { output: vm.output, collections: vm.heap.collections, error }
    })
}

impl Vm {
    fn install_test_host(&mut self) {
        let host = self.plain_object();
        let functions: [(&str, u32, super::Native); 4] = [
            ("evalScript", 1, eval_script),
            ("gc", 0, collect),
            ("detachArrayBuffer", 1, detach),
            ("createRealm", 0, create_realm),
        ];
        for (name, length, native) in functions {
            let function = self.native(name, length, native);
            let atom = self.heap.atom(name);
            self.define(host, atom, function, Attributes::HIDDEN);
        }
        let global = self.intrinsic(Intrinsic::Global);
        let atom = self.heap.atom("global");
        self.define(host, atom, global, Attributes::HIDDEN);
        let atom = self.heap.atom("$262");
        self.define(global, atom, host, Attributes::HIDDEN);
    }
}

fn eval_script(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let source = vm.argument(arguments, 0);
    let source = vm.string_of(source)?;
    let source = vm.text_of(source);
    let closure = vm.load(&source, "evalScript", Goal::Shared)?;
    let global = vm.intrinsic(Intrinsic::Global);
    vm.call_function(closure, global, &[])
}

fn collect(vm: &mut Vm, _: Arguments) -> Completion<Value> {
    vm.collect().map(|()| Value::UNDEFINED)
}

fn detach(vm: &mut Vm, arguments: Arguments) -> Completion<Value> {
    let buffer = vm.argument(arguments, 0);
    vm.detach_buffer(buffer)?;
    Ok(Value::NULL)
}

fn create_realm(_: &mut Vm, _: Arguments) -> Completion<Value> {
    Err(Stop::Unsupported(String::from("a second realm")))
}
