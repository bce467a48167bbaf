//! An engine for expressions over the columns of a table, as queries, spreadsheets and rules have them. Each expression
//! has a name and is compiled on its own. Expressions refer to each other, in any order, and can be replaced while
//! another thread evaluates them. Errors in a text, in a name or in a value change no expression that is defined; a name
//! that was new stays declared.
//!
//! ```sh
//! cargo run --release --example expression_engine
//! ```

// Calling compiled code is unsafe: only this program can guarantee what the code does.
#![allow(unsafe_code)]

use barebones::jit::{Function, Linker, RegisteredThread, Trap, TrapRecovery, TypedFunction};
use barebones::prelude::*;
use std::collections::HashMap;
use std::error::Error;

const COLUMNS: [&str; 3] = ["price", "quantity", "weight"];
type Row = [i64; COLUMNS.len()];

/// What an expression becomes: a function of a row.
type Compiled = extern "C" fn(*const Row) -> i64;

// ---- The compiler -----------------------------------------------------------------------------------------------

/// Translates a text to the values of a procedure, without a tree between them.
struct Translator<'a, 't> {
    text: &'t str,
    at: usize,
    cursor: Cursor<'a>,
    row: ValueId,
    /// The names of other expressions.
    names: Vec<&'t str>,
}

type Translated = Result<ValueId, String>;

impl<'t> Translator<'_, 't> {
    fn peek(&mut self) -> Option<char> {
        self.at += self.text[self.at..].len() - self.text[self.at..].trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.peek().filter(|found| wanted.contains(found))?;
        self.at += 1;
        Some(found)
    }

    fn expected(&self, what: &str) -> String {
        format!("column {}: expected {what}", self.at + 1)
    }

    /// The characters from here on that fulfil a condition.
    fn word(&mut self, accept: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find(|c| !accept(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn sum(&mut self) -> Translated {
        let mut left = self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let right = self.product()?;
            left = match operator {
                '+' => self.cursor.add(left, right),
                _ => self.cursor.sub(left, right),
            };
        }
        Ok(left)
    }

    fn product(&mut self) -> Translated {
        let mut left = self.factor()?;
        while let Some(operator) = self.take(&['*', '/']) {
            let right = self.factor()?;
            let b = &mut self.cursor;
            left = if operator == '*' {
                b.mul(left, right)
            } else {
                let zero = b.const64(0);
                let is_zero = b.equal(right, zero);
                b.trap_if(is_zero, TrapCode::IntegerDivisionByZero);
                b.chill_div(left, right) // the least number divided by -1 is itself
            };
        }
        Ok(left)
    }

    fn factor(&mut self) -> Translated {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let inner = self.sum()?;
                self.take(&[')']).map(|_| inner).ok_or_else(|| self.expected("`)`"))
            }
            Some('0'..='9') => {
                let digits = self.word(|c| c.is_ascii_digit());
                let number = digits.parse().map_err(|_| self.expected("a number of 64 bits"))?;
                Ok(self.cursor.const64(number))
            }
            Some('a'..='z') => {
                let name = self.word(|c| c.is_ascii_lowercase() || c == '_');
                if let Some(column) = COLUMNS.iter().position(|column| *column == name) {
                    return Ok(self.cursor.load(Type::Int64, self.row, 8 * column as i32));
                }
                self.names.push(name);
                let symbol = self.cursor.proc.symbol(name);
                Ok(self.cursor.ccall(Type::Int64, symbol, &[self.row]))
            }
            _ => Err(self.expected("a number, a name or `(`")),
        }
    }
}

struct Engine {
    compiler: Compiler,
    linker: Linker,
    /// The handles keep expressions alive.
    expressions: HashMap<String, Function>,
}

impl Engine {
    fn new() -> Result<Engine, Box<dyn Error>> {
        let mut compiler = Compiler::host()?;
        let linker = compiler.linker()?;
        Ok(Engine { compiler, linker, expressions: HashMap::new() })
    }

    /// Defines an expression, or replaces it.
    fn define(&mut self, name: &str, text: &str) -> Result<(), Box<dyn Error>> {
        let mut proc = Procedure::new(self.compiler.target());
        proc.name = name.into();
        let root = proc.add_block();
        let mut cursor = proc.at(root);
        let row = cursor.argument(Type::Int64);
        let mut translator = Translator { text, at: 0, cursor, row, names: Vec::new() };
        let result = translator.sum()?;
        if translator.peek().is_some() {
            return Err(translator.expected("an operator").into());
        }
        translator.cursor.ret([result]);
        let types = Signature { params: vec![Type::Int64], results: vec![Type::Int64] };
        for other in translator.names {
            // It may be defined later.
            let function = self.compiler.declare(&self.linker, other, &types)?;
            self.expressions.entry(other.into()).or_insert(function);
        }
        let function = self.compiler.define(&self.linker, proc)?;
        self.expressions.insert(name.into(), function);
        Ok(())
    }

    fn query(&self, name: &str) -> Result<Query, Box<dyn Error>> {
        let function = self.expressions.get(name).ok_or_else(|| format!("no expression `{name}`"))?;
        // SAFETY: the code only reads the row, and its callers pass one of them and a thread of the engine.
        Ok(Query { function: unsafe { function.typed()? }, recovery: TrapRecovery::install()? })
    }
}

/// An expression that can be evaluated, in its current definition.
struct Query {
    function: TypedFunction<Compiled>,
    recovery: TrapRecovery,
}

impl Query {
    /// The sum over all rows.
    fn sum(&self, thread: &RegisteredThread, rows: &[Row]) -> Result<i64, Trap> {
        rows.iter().map(|row| self.function.call_catching(thread, self.recovery, row)).sum()
    }
}

// ---- A session --------------------------------------------------------------------------------------------------

fn main() -> Result<(), Box<dyn Error>> {
    let rows: Vec<Row> = (1..=1000).map(|n| [n, 2, n % 10]).collect();
    let mut engine = Engine::new()?;
    let mut thread = engine.linker.register_thread();
    engine.define("revenue", "price * quantity - discount")?;
    let revenue = engine.query("revenue")?;
    let error = revenue.sum(&thread, &rows).expect_err("nothing is defined as `discount`");
    println!("revenue: {error}");
    assert_eq!(error.undefined_function(), Some("discount"));

    engine.define("discount", "price / 10")?;
    println!("revenue: {}", revenue.sum(&thread, &rows)?);
    assert_eq!(revenue.sum(&thread, &rows)?, 1_001_000 - 49_600);

    // Errors in the middle of the session.
    let error = engine.define("discount", "price / (weight + ").expect_err("the text ends too early");
    println!("discount: {error}");
    assert_eq!(error.to_string(), "column 19: expected a number, a name or `(`");
    engine.define("per_weight", "price / weight")?;
    let error = engine.query("per_weight")?.sum(&thread, &rows).expect_err("some rows have no weight");
    println!("per_weight: {error}");
    assert_eq!(error.code, TrapCode::IntegerDivisionByZero);

    // A second thread evaluates while `discount` is replaced: each row has the old or the new one.
    let linker = engine.linker.clone();
    let (revenue, rows) = (&revenue, &rows[..]);
    let (sums, replacements) = std::thread::scope(|scope| -> Result<_, Box<dyn Error>> {
        let worker = scope.spawn(move || {
            let mut thread = linker.register_thread();
            let evaluate = |_| {
                let sum = revenue.sum(&thread, rows);
                thread.quiescent();
                sum
            };
            (0..200).map(evaluate).collect::<Result<Vec<i64>, Trap>>()
        });
        let mut replacements = 0;
        while !worker.is_finished() {
            engine.define("discount", &format!("price * {} / 100", replacements % 100))?;
            replacements += 1;
            thread.quiescent();
        }
        Ok((worker.join().map_err(|_| "the worker panicked")??, replacements))
    })?;
    println!("revenue: {} sums, while the discount was replaced {replacements} times", sums.len());
    assert!(sums.iter().all(|sum| (500_500..=1_001_000).contains(sum)));
    engine.define("discount", "0")?;
    assert_eq!(revenue.sum(&thread, rows)?, 1_001_000);
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn expressions_are_defined_replaced_and_refused() {
        super::main().expect("runs");
    }
}
