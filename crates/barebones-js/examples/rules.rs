//! A rule engine: rules are JavaScript functions that the host keeps, and call functions of the host. A rule that runs for
//! too long is interrupted, one that fails is reported, and the others go on.

use barebones_js::{Handle, Options, Runtime, ScriptError, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

const RULES: &str = "
let seen = 0;
rule('discount', order => {
    if (order.total > 100) order.total -= Math.round(order.total / 10);
});
rule('gift', order => {
    if (order.items.some(item => item.startsWith('book'))) order.items.push('bookmark');
});
rule('faulty', order => order.customer.name.length);
rule('endless', order => { while (order.total > 500) seen++; });
rule('report', order => { log(++seen + ': ' + JSON.stringify(order)) });
";

struct Rule {
    name: String,
    function: Handle,
}

const LOG: &str = "\
rule faulty: TypeError: Cannot read properties of undefined (reading 'name')
    at rules.js:9:40
1: {\"total\":80,\"items\":[\"book about compilers\",\"pen\",\"bookmark\"]}
rule faulty: TypeError: Cannot read properties of undefined (reading 'name')
    at rules.js:9:40
rule endless: interrupted
";

fn main() -> Result<(), ScriptError> {
    assert_eq!(run()?, LOG);
    Ok(())
}

/// Applies all rules to two orders, and returns what was logged.
fn run() -> Result<String, ScriptError> {
    let mut runtime = Runtime::new(Options { heap_limit: 64 << 20, ..Options::default() });
    let rules: Rc<RefCell<Vec<Rule>>> = Rc::default();
    let log: Rc<RefCell<String>> = Rc::default();
    let known = rules.clone();
    runtime.register("rule", 2, move |_, _, arguments| match arguments {
        [Value::Text(name), Value::Object(function), ..] => {
            known.borrow_mut().push(Rule { name: name.clone(), function: function.clone() });
            Ok(Value::Undefined)
        }
        _ => Err(ScriptError::type_error("rule(name, function)")),
    })?;
    let lines = log.clone();
    runtime.register("log", 1, move |context, _, arguments| {
        for value in arguments {
            let text = context.to_text(value)?;
            lines.borrow_mut().push_str(&(text + "\n"));
        }
        Ok(Value::Undefined)
    })?;
    runtime.eval(RULES, "rules.js")?;

    for (total, items) in [(80.0, ["book about compilers", "pen"]), (900.0, ["lamp", "chair"])] {
        let mut context = runtime.context();
        let order = context.object();
        let items = context.array(&items.map(Value::from))?;
        context.set(&order, "total", &Value::Number(total))?;
        context.set(&order, "items", &items)?;
        for rule in rules.borrow().iter() {
            let watch = Watch::new(&runtime);
            let result =
                runtime.call(&Value::from(&rule.function), &Value::Undefined, std::slice::from_ref(&order));
            drop(watch);
            match result {
                Ok(_) => {}
                Err(error @ ScriptError::Interrupted) => {
                    log.borrow_mut().push_str(&format!("rule {}: {error}\n", rule.name));
                    // The order may be half done.
                    break;
                }
                Err(ScriptError::Thrown(exception)) => {
                    let text = format!("rule {}: {}\n{}\n", rule.name, exception.message, exception.stack);
                    log.borrow_mut().push_str(&text);
                }
                Err(error) => return Err(error),
            }
        }
    }
    let logged = log.take();
    Ok(logged)
}

/// Interrupts a runtime unless it is dropped in time.
struct Watch(Option<std::sync::mpsc::Sender<()>>, Option<std::thread::JoinHandle<()>>);

impl Watch {
    fn new(runtime: &Runtime) -> Watch {
        let handle = runtime.interrupt_handle();
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let thread = std::thread::spawn(move || {
            // An error means that the sender is gone: the rule has ended.
            if receiver.recv_timeout(Duration::from_millis(500))
                == Err(std::sync::mpsc::RecvTimeoutError::Timeout)
            {
                handle.interrupt();
            }
        });
        Watch(Some(sender), Some(thread))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.take();
        if let Some(thread) = self.1.take() {
            thread.join().ok();
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn rules_are_applied() {
        super::main().unwrap();
    }
}
