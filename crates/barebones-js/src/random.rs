//! Random JavaScript programs that end and print what they compute, for comparison of engines.
//!
//! Programs use integers, doubles, strings, objects, arrays, closures, exceptions, block scopes, destructuring and classes.
//! What they print is the same in each engine that follows the standard: no order of unspecified kind, no text of errors.

use std::collections::BTreeMap;
use std::fmt::Write;

/// Which constructs programs have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Features {
    /// Generator functions, and loops over them.
    pub generators: bool,
    /// Classes, `let` and `const`: what Hermes 0.12 lacks or treats otherwise.
    pub later: bool,
}

/// Kinds of nodes that [`program`] generates, in the order of their counts.
pub const KINDS: &[&str] = &[
    "number",
    "string",
    "variable",
    "binary",
    "unary",
    "conditional",
    "logical",
    "array",
    "object",
    "member",
    "call",
    "closure",
    "template",
    "assignment",
    "update",
    "declaration",
    "if",
    "for",
    "for-of",
    "for-in",
    "while",
    "switch",
    "try",
    "throw",
    "break",
    "return",
    "destructuring",
    "block",
    "class",
    "method-call",
    "spread",
    "generator",
];

/// A program.
pub struct Program {
    /// Source.
    pub source: String,
    /// Number of nodes of each kind, beside [`KINDS`].
    pub coverage: Vec<u64>,
}

/// The program of a seed and a number.
pub fn program(seed: u64, number: u64, features: Features) -> Program {
    let state =
        seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_add(1).wrapping_mul(0xd1b5_4a32_d192_ed03);
    let mut writer = Writer {
        state,
        out: String::new(),
        indent: 0,
        scopes: vec![Vec::new()],
        functions: Vec::new(),
        names: 0,
        features,
        counts: BTreeMap::new(),
        budget: 60,
        loops: 0,
        in_function: false,
    };
    for _ in 0..4 {
        writer.next();
    }
    writer.program();
    let coverage = KINDS.iter().map(|kind| writer.counts.get(kind).copied().unwrap_or(0)).collect();
    Program { source: writer.out, coverage }
}

/// Prints a value in a form that all engines agree on.
const PRELUDE: &str = "\
if (typeof print === 'undefined') globalThis.print = function () { console.log(Array.prototype.join.call(arguments, ' ')); };
function show(v) {
  var t = typeof v;
  if (t === 'function') return 'function';
  if (t === 'number') return v === 0 && 1 / v < 0 ? '-0' : '' + v;
  if (t !== 'object' || v === null) return t + ' ' + v;
  var s = '', n = 0;
  for (var k in v) { if (n++ > 5) break; var w = v[k]; s += k + ':' + (typeof w === 'object' && w !== null ? 'o' : typeof w === 'function' ? 'f' : w) + ','; }
  return '{' + s + '}';
}
var fuel = 300;
function burn() { return fuel-- > 0; }
";

struct Writer {
    state: u64,
    out: String,
    indent: usize,
    /// Names of variables that can be assigned, by scope.
    scopes: Vec<Vec<String>>,
    functions: Vec<String>,
    names: u32,
    features: Features,
    counts: BTreeMap<&'static str, u64>,
    budget: u32,
    loops: u32,
    in_function: bool,
}

impl Writer {
    /// A random number (xorshift*).
    fn next(&mut self) -> u64 {
        if self.state == 0 {
            self.state = 0x2545_f491_4f6c_dd1d;
        }
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit.max(1)
    }

    fn pick<'s>(&mut self, list: &[&'s str]) -> &'s str {
        let index = self.below(list.len() as u64) as usize;
        list[index]
    }

    fn count(&mut self, kind: &'static str) {
        *self.counts.entry(kind).or_insert(0) += 1;
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "  ".repeat(self.indent));
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn declare(&mut self, name: &str) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(name.to_string());
        }
    }

    fn variable(&mut self) -> Option<String> {
        let names: Vec<&String> = self.scopes.iter().flatten().collect();
        let count = names.len() as u64;
        let index = self.next().checked_rem(count)?;
        self.scopes.iter().flatten().nth(index as usize).cloned()
    }

    fn keyword(&mut self) -> &'static str {
        if self.features.later { self.pick(&["var", "let", "let"]) } else { "var" }
    }

    fn program(&mut self) {
        self.out.push_str(PRELUDE);
        for _ in 0..2 + self.below(3) {
            self.function();
        }
        for _ in 0..3 {
            self.declaration();
        }
        if self.features.later && self.below(2) == 0 {
            self.class();
        }
        while self.budget > 0 {
            self.statement(0);
        }
        let names: Vec<String> = self.scopes[0].clone();
        for name in names {
            self.line(&format!("print('{name}', show({name}));"));
        }
    }

    fn function(&mut self) {
        let name = self.fresh("f");
        let generator = self.features.generators && self.below(4) == 0;
        self.count(if generator { "generator" } else { "closure" });
        let params: Vec<String> = (0..self.below(4)).map(|_| self.fresh("p")).collect();
        let star = if generator { "*" } else { "" };
        self.line(&format!("function{star} {name}({}) {{", params.join(", ")));
        self.body(params, generator);
        self.line("}");
        if generator {
            let wrapper = self.fresh("g");
            self.line(&format!(
                "function {wrapper}(a, b) {{ var s = []; for (var x of {name}(a, b)) {{ s.push(x); if (s.length > 4) break; }} return s; }}"
            ));
            self.functions.push(wrapper);
        } else {
            self.functions.push(name);
        }
    }

    /// The body of a function: statements in which the function calls only those before it, and a return.
    fn body(&mut self, params: Vec<String>, generator: bool) {
        let (outer_loops, outer) =
            (std::mem::take(&mut self.loops), std::mem::replace(&mut self.in_function, true));
        self.scopes.push(params);
        self.indent += 1;
        self.line("if (!burn()) return 0;");
        for _ in 0..1 + self.below(3) {
            if generator {
                let value = self.expression(2);
                let yielded = self.fresh("y");
                self.line(&format!("var {yielded} = yield {value};"));
                self.declare(&yielded);
            }
            self.statement(2);
        }
        let value = self.expression(2);
        self.count("return");
        self.line(&format!("return {value};"));
        self.indent -= 1;
        self.scopes.pop();
        self.loops = outer_loops;
        self.in_function = outer;
    }

    fn class(&mut self) {
        self.count("class");
        let name = self.fresh("C");
        let field = self.expression(1);
        self.line(&format!("class {name} {{"));
        self.indent += 1;
        self.line(&format!("constructor(a) {{ this.a = a; this.b = {field}; }}"));
        let value = self.expression(1);
        self.line(&format!("m(x) {{ return burn() ? this.a + x : {value}; }}"));
        self.line("get twice() { return this.a * 2; }");
        self.line("static make(v) { return new this(v); }");
        self.indent -= 1;
        self.line("}");
        let derived = self.fresh("C");
        self.line(&format!(
            "class {derived} extends {name} {{ constructor(a) {{ super(a); this.c = super.m(1); }} m(x) {{ return 'd' + super.m(x); }} }}"
        ));
        for _ in 0..2 {
            let object = self.fresh("v");
            let argument = self.expression(1);
            let class = if self.below(2) == 0 { &name } else { &derived };
            self.count("method-call");
            let make = if self.below(2) == 0 {
                format!("new {class}({argument})")
            } else {
                format!("{class}.make({argument})")
            };
            self.line(&format!("var {object} = {make};"));
            self.line(&format!("print(show({object}.m(3)), show({object}.twice), show({object}));"));
            self.declare(&object);
        }
    }

    fn declaration(&mut self) {
        self.count("declaration");
        let value = self.expression(3);
        let keyword = self.keyword();
        let name = self.fresh("v");
        self.line(&format!("{keyword} {name} = {value};"));
        self.declare(&name);
    }

    fn nested(&mut self, depth: u32) {
        self.indent += 1;
        self.scopes.push(Vec::new());
        for _ in 0..1 + self.below(3) {
            self.statement(depth + 1);
        }
        self.scopes.pop();
        self.indent -= 1;
    }

    fn statement(&mut self, depth: u32) {
        self.budget = self.budget.saturating_sub(1);
        let simple = depth > 3;
        match self.below(if simple { 4 } else { 16 }) {
            0 => self.declaration(),
            1 | 2 => self.assignment(),
            3 => {
                let value = self.expression(3);
                self.line(&format!("print(show({value}));"));
            }
            4 => {
                self.count("if");
                let test = self.expression(2);
                self.line(&format!("if ({test}) {{"));
                self.nested(depth);
                if self.below(2) == 0 {
                    self.line("} else {");
                    self.nested(depth);
                }
                self.line("}");
            }
            5 | 6 => {
                self.count("for");
                let (index, limit) = (self.fresh("i"), 1 + self.below(5));
                let keyword = self.keyword();
                self.line(&format!("for ({keyword} {index} = 0; {index} < {limit}; {index}++) {{"));
                self.loop_body(depth, &index);
                self.line("}");
            }
            7 => {
                self.count("for-of");
                let array = self.array(2);
                let (name, keyword) = (self.fresh("e"), self.keyword());
                self.line(&format!("for ({keyword} {name} of {array}) {{"));
                self.loop_body(depth, &name);
                self.line("}");
            }
            8 => {
                self.count("for-in");
                let object = self.object(2);
                let (name, keyword) = (self.fresh("k"), self.keyword());
                self.line(&format!("for ({keyword} {name} in {object}) {{"));
                self.loop_body(depth, &name);
                self.line("}");
            }
            9 => {
                self.count("while");
                let test = self.expression(2);
                self.line(&format!("while (burn() && {test}) {{"));
                self.loop_body(depth, "fuel");
                self.line("}");
            }
            10 => {
                self.count("switch");
                let value = self.expression(2);
                self.line(&format!("switch ({value}) {{"));
                for case in 0..2 + self.below(2) {
                    let label = if self.below(2) == 0 { format!("{case}") } else { format!("'s{case}'") };
                    self.line(&format!("case {label}: {{"));
                    self.nested(depth);
                    let end = self.pick(&["}", "} break;"]);
                    self.line(end);
                }
                self.line("default: {");
                self.nested(depth);
                self.line("} }");
            }
            11 | 12 => self.try_statement(depth),
            13 => {
                self.count("destructuring");
                let (a, b, value) = (self.fresh("d"), self.fresh("d"), self.array(2));
                let (keyword, default) = (self.keyword(), self.expression(1));
                self.line(&format!("{keyword} [{a}, {b} = {default}] = {value};"));
                self.declare(&a);
                self.declare(&b);
            }
            14 => {
                self.count("block");
                self.line("{");
                self.nested(depth);
                self.line("}");
            }
            _ => {
                let name = self.fresh("c");
                self.count("closure");
                self.line(&format!("var {name} = function (x) {{"));
                self.body(vec![String::from("x")], false);
                self.line("};");
                let argument = self.expression(1);
                self.line(&format!("print(show({name}({argument})));"));
            }
        }
    }

    fn loop_body(&mut self, depth: u32, variable: &str) {
        self.loops += 1;
        self.nested(depth);
        self.loops -= 1;
        if self.below(3) == 0 {
            self.count("break");
            let word = self.pick(&["break", "continue"]);
            let test = self.expression(1);
            self.line(&format!("  if (show({variable}) === show({test})) {word};"));
        }
    }

    fn try_statement(&mut self, depth: u32) {
        self.count("try");
        self.line("try {");
        self.nested(depth);
        if self.below(2) == 0 {
            self.count("throw");
            let (test, value) = (self.expression(2), self.expression(2));
            self.line(&format!("  if ({test}) throw {value};"));
        }
        if self.in_function && self.below(4) == 0 {
            let (test, value) = (self.expression(1), self.expression(2));
            self.line(&format!("  if ({test}) return {value};"));
        }
        let catch = self.below(3) > 0;
        if catch {
            let name = self.fresh("x");
            self.line(&format!(
                "}} catch ({name}) {{ print('caught', {name} instanceof Error ? {name}.name : show({name}));"
            ));
            self.nested(depth);
        }
        if !catch || self.below(2) == 0 {
            self.line("} finally {");
            self.nested(depth);
        }
        self.line("}");
    }

    fn assignment(&mut self) {
        let value = self.expression(3);
        let Some(name) = self.variable() else { return self.declaration() };
        self.count("assignment");
        let operator = self.pick(&["=", "=", "+=", "-=", "*=", "|=", "&=", "^=", "<<=", ">>=", ">>>="]);
        self.line(&format!("{name} {operator} {value};"));
        // Keep texts short.
        self.line(&format!(
            "if (typeof {name} === 'string' && {name}.length > 40) {name} = {name}.slice(0, 3);"
        ));
    }

    fn array(&mut self, depth: u32) -> String {
        self.count("array");
        let elements: Vec<String> = (0..self.below(4)).map(|_| self.expression(depth - 1)).collect();
        if self.below(5) == 0 {
            self.count("spread");
            return format!("[...[{}], 7]", elements.join(", "));
        }
        format!("[{}]", elements.join(", "))
    }

    fn object(&mut self, depth: u32) -> String {
        self.count("object");
        let properties: Vec<String> = (0..self.below(4))
            .map(|_| {
                let key = self.pick(&["a", "b", "c", "length", "x1"]);
                format!("{key}: {}", self.expression(depth - 1))
            })
            .collect();
        format!("{{ {} }}", properties.join(", "))
    }

    fn expression(&mut self, depth: u32) -> String {
        if depth == 0 {
            return self.leaf();
        }
        match self.below(16) {
            0..=3 => self.leaf(),
            4..=6 => {
                self.count("binary");
                let operator = self.pick(&[
                    "+", "+", "-", "*", "/", "%", "|", "&", "^", "<<", ">>", ">>>", "<", "<=", ">", ">=",
                    "==", "!=", "===", "!==",
                ]);
                format!("({} {operator} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
            7 => {
                self.count("unary");
                let operator = self.pick(&["-", "+", "~", "!", "typeof ", "void "]);
                format!("({operator}{})", self.expression(depth - 1))
            }
            8 => {
                self.count("conditional");
                let (test, yes) = (self.expression(depth - 1), self.expression(depth - 1));
                format!("({test} ? {yes} : {})", self.expression(depth - 1))
            }
            9 => {
                self.count("logical");
                let operator = self.pick(&["&&", "||", "??"]);
                format!("({} {operator} {})", self.expression(depth - 1), self.expression(depth - 1))
            }
            10 => format!("({})", self.array(depth)),
            11 => format!("({})", self.object(depth)),
            12 => {
                self.count("member");
                let key = self.pick(&["a", "b", "length", "x1"]);
                let dot = self.pick(&["?.", "?.", "."]);
                format!("({}){dot}{key}", self.object(depth))
            }
            13 if !self.functions.is_empty() => {
                self.count("call");
                let index = self.below(self.functions.len() as u64) as usize;
                let name = self.functions[index].clone();
                let arguments: Vec<String> = (0..self.below(3)).map(|_| self.expression(depth - 1)).collect();
                format!("(burn() ? {name}({}) : 0)", arguments.join(", "))
            }
            14 => {
                self.count("closure");
                let value = self.expression(depth - 1);
                format!("((z) => {value})({})", self.expression(depth - 1))
            }
            _ => {
                self.count("template");
                format!("show({})", self.expression(depth - 1))
            }
        }
    }

    fn leaf(&mut self) -> String {
        match self.below(8) {
            0..=2 => {
                self.count("number");
                let numbers = [
                    "0",
                    "1",
                    "2",
                    "3",
                    "7",
                    "-1",
                    "255",
                    "65536",
                    "2147483647",
                    "-2147483648",
                    "0.5",
                    "1.25",
                    "1e21",
                    "-0",
                ];
                format!("({})", self.pick(&numbers))
            }
            3 => {
                self.count("string");
                self.pick(&["''", "'a'", "'12'", "'s1'", "'xyz'", "'0x10'"]).to_string()
            }
            4 => self.pick(&["true", "false", "null", "undefined"]).to_string(),
            5 => match self.variable() {
                Some(name) => {
                    self.count("update");
                    let operator = self.pick(&["++", "--"]);
                    format!("({name}{operator})")
                }
                None => String::from("0"),
            },
            _ => match self.variable() {
                Some(name) => {
                    self.count("variable");
                    name
                }
                None => String::from("1"),
            },
        }
    }
}
