//! Direct `eval`: the names that its text may use, and how that text reaches them.
//!
//! A call of `eval` by its name gives the virtual machine a closure beside the text: it reads and writes each variable that is
//! visible at the call, by a number. A string describes the names. The text is a program of its own, whose outer scopes are
//! made from that string; uses of their names call the closure.

use super::Result;
use super::builder::{Binding, Generator, boolean, number, text, undefined};
use super::dynamic::{BODY_VARS, Scope, VARS, WITH, is_direct_eval};
use crate::hir::{FunctionKind, Named, Opcode, Operand, Operator, Type, Value, VariableId};
use oxc_ast::ast::CallExpression;
use std::rc::Rc;

/// What a name at the call of a direct `eval` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameKind {
    /// A variable of the function's own scope, which a `var` of the text may declare again.
    Variable,
    /// Another variable that a `var` of the text may hide: of `catch`.
    Hidden,
    /// A variable that a `var` of the text may not hide.
    Lexical,
    /// The name of a function expression in itself.
    OwnName,
    /// The object of a `with`.
    With,
    /// The object with the variables that `eval` declares in a function.
    Variables,
}

const KINDS: [(NameKind, char); 6] = [
    (NameKind::Variable, 'v'),
    (NameKind::Hidden, 'h'),
    (NameKind::Lexical, 'l'),
    (NameKind::OwnName, 'o'),
    (NameKind::With, 'w'),
    (NameKind::Variables, 'e'),
];

/// What the text of a direct `eval` may use, as its call describes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Site {
    /// Names from the innermost scope; the closure knows each by its index.
    pub(crate) names: Vec<(NameKind, Rc<str>)>,
    /// True in a function: `new.target` is allowed.
    pub(crate) in_function: bool,
    /// True where `super` properties are allowed.
    pub(crate) has_home: bool,
    pub(crate) strict: bool,
    /// True in constructors of derived classes: `this` may have no value.
    pub(crate) derived: bool,
    /// True where `arguments` is not allowed: in initialisers of fields.
    pub(crate) no_arguments: bool,
}

impl Site {
    /// The site as text: flags, then each name after the letter of its kind.
    fn describe(&self) -> String {
        let flags = [
            (self.in_function, 'f'),
            (self.has_home, 'm'),
            (self.strict, 's'),
            (self.derived, 'd'),
            (self.no_arguments, 'i'),
        ];
        let mut text: String = std::iter::once('!')
            .chain(flags.into_iter().filter_map(|(set, letter)| set.then_some(letter)))
            .collect();
        for (kind, name) in &self.names {
            text.push(' ');
            text.extend(KINDS.iter().find(|(known, _)| known == kind).map(|(_, letter)| *letter));
            text.push_str(name);
        }
        text
    }

    /// Reads what `describe` has written.
    pub(crate) fn parse(text: &str) -> Site {
        let (flags, names) = text.split_once(' ').unwrap_or((text, ""));
        let names = names.split(' ').filter_map(|word| {
            let letter = word.chars().next()?;
            let (kind, _) = KINDS.iter().find(|(_, known)| *known == letter)?;
            Some((*kind, Rc::from(&word[1..])))
        });
        Site {
            names: names.collect(),
            in_function: flags.contains('f'),
            has_home: flags.contains('m'),
            strict: flags.contains('s'),
            derived: flags.contains('d'),
            no_arguments: flags.contains('i'),
        }
    }

    /// Index of the object that gets the variables which the text declares; none if those are global.
    pub(crate) fn variables(&self) -> Option<usize> {
        self.names.iter().position(|(kind, _)| *kind == NameKind::Variables)
    }

    /// The names that a variable which the text declares passes on its way out.
    fn passed(&self) -> &[(NameKind, Rc<str>)] {
        &self.names[..self.variables().unwrap_or(self.names.len())]
    }

    /// True if a variable which the text declares is one that exists.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.passed().iter().any(|(kind, known)| *kind == NameKind::Variable && &**known == name)
    }

    /// The names that no variable of the text may have.
    pub(crate) fn lexical(&self) -> impl Iterator<Item = &Rc<str>> {
        self.passed().iter().filter(|(kind, _)| *kind == NameKind::Lexical).map(|(_, name)| name)
    }

    /// The scopes that the names make.
    fn scopes(&self) -> Vec<Scope> {
        let mut scopes = vec![Scope::default()];
        for (index, (kind, name)) in self.names.iter().enumerate() {
            let binding = Binding::Outer { index: index as u32, kind: *kind };
            let key = match kind {
                NameKind::With => Rc::from(WITH),
                NameKind::Variables => Rc::from(VARS),
                _ => name.clone(),
            };
            if let Some(scope) = scopes.last_mut() {
                scope.insert(key, binding);
            }
            if matches!(kind, NameKind::With | NameKind::Variables) {
                scopes.push(Scope::default());
            }
        }
        scopes
    }
}

/// The closure that reaches the names, in the program of an `eval`.
pub(super) struct Reach {
    pub(super) site: Site,
    accessor: Option<VariableId>,
}

impl<'a> Generator<'a> {
    /// Makes the program of a direct `eval`: its outer scopes are those of the call.
    pub(super) fn set_site(&mut self, site: Site) {
        self.outer = site.scopes();
        self.has_dynamic =
            site.names.iter().any(|(kind, _)| matches!(kind, NameKind::With | NameKind::Variables));
        self.reach = Some(Reach { site, accessor: None });
    }

    /// Starts that program: its operands are the closure and `new.target`.
    pub(super) fn begin_eval(&mut self) {
        let Some(derived) = self.reach.as_ref().map(|reach| reach.site.derived) else { return };
        let mut variables = Vec::new();
        for (index, hint) in ["accessor", "new.target"].into_iter().enumerate() {
            let name = self.anonymous(hint);
            self.function().params.push(Named { name: name.clone(), ty: Type::ANY });
            let variable = self.add_variable(name);
            self.store_frame(Value::Param(index as u32), variable);
            variables.push(variable);
        }
        let name = self.anonymous("this");
        let this = self.add_variable(name);
        self.store_frame(Value::This, this);
        let context = self.context();
        // As in an arrow function, these values are those of the code outside.
        context.arrow = true;
        context.this = Some(this);
        context.derived = derived;
        context.new_target = variables.pop();
        let accessor = variables.pop();
        if let Some(reach) = &mut self.reach {
            reach.accessor = accessor;
        }
    }

    /// True in the program of a direct `eval` whose variables are those of the code around the call: names do not mean them
    /// before what is between the two.
    pub(super) fn declares_outside(&self) -> bool {
        self.contexts.len() == 1 && !self.is_strict() && self.reach.is_some()
    }

    /// Writes a variable that the program of a direct `eval` has declared in the code around the call.
    pub(super) fn store_outside(&mut self, name: &str, value: Value) -> Result<()> {
        let Some(site) = self.reach.as_ref().map(|reach| &reach.site) else { return Ok(()) };
        let index =
            site.names.iter().position(|(kind, known)| *kind == NameKind::Variable && &**known == name);
        match (site.has_variable(name).then_some(index).flatten(), site.variables()) {
            (Some(index), _) => {
                self.call_accessor(vec![number(index as f64), boolean(true), value])?;
            }
            (None, Some(object)) => {
                let object = self.call_accessor(vec![number(object as f64)])?;
                self.set_in(object, name, value);
            }
            (None, None) => self.store_global(Opcode::StoreProperty, name, value),
        }
        Ok(())
    }

    fn call_accessor(&mut self, operands: Vec<Value>) -> Result<Value> {
        let accessor = self.reach.as_ref().and_then(|reach| reach.accessor);
        let Some(accessor) = accessor else { return Err(super::function::unbound("eval")) };
        let accessor = self.load_frame(accessor);
        let operands = [accessor, undefined()].into_iter().chain(operands).map(Operand::from);
        Ok(self.value(Opcode::Call, operands.collect()))
    }

    pub(super) fn load_outer(&mut self, index: u32) -> Result<Value> {
        self.call_accessor(vec![number(f64::from(index))])
    }

    pub(super) fn store_outer(&mut self, index: u32, value: Value) -> Result<()> {
        self.call_accessor(vec![number(f64::from(index)), boolean(true), value])?;
        Ok(())
    }

    /// A call of `eval` by its name: a direct `eval` if the value of the name is the function of the library.
    pub(super) fn direct_eval(&mut self, it: &'a CallExpression<'a>) -> Result<Value> {
        debug_assert!(is_direct_eval(it));
        let (callee, this) = self.callee(&it.callee, None)?;
        let spread = super::expression::spreads(&it.arguments);
        let mut values = Vec::new();
        if spread {
            values.push(self.argument_array(&it.arguments)?);
        } else {
            for argument in it.arguments.iter().filter_map(|argument| argument.as_expression()) {
                values.push(self.expression(argument)?);
            }
        }
        self.offset = it.span.start;
        let is_eval = self.builtin("isEval", vec![callee.clone()]);
        let (direct, other, next) = (self.new_block(), self.new_block(), self.new_block());
        self.cond_branch(is_eval, direct, other);
        self.set_block(direct);
        let source = match values.first() {
            Some(array) if spread => self.load_property(array.clone(), number(0.0)),
            Some(first) => first.clone(),
            None => undefined(),
        };
        let (site, bindings) = self.site();
        let accessor = match bindings.is_empty() {
            true => undefined(),
            false => self.accessor(&site, &bindings)?,
        };
        let this_value = match self.current().this {
            Some(this) if self.current().derived => self.load_frame(this),
            _ => self.this_value(),
        };
        let target = if site.in_function { self.new_target() } else { undefined() };
        let operands = vec![source, text(&site.describe()), accessor, this_value, target];
        let value = self.builtin("directEval", operands);
        let end = self.block();
        self.branch(next);
        self.set_block(other);
        let other_value = if spread {
            self.builtin("apply", vec![callee, values.swap_remove(0), this])
        } else {
            let operands = [callee, this].into_iter().chain(values).map(Operand::from).collect();
            self.value(Opcode::Call, operands)
        };
        let other_end = self.block();
        self.branch(next);
        self.set_block(next);
        Ok(self.phi(vec![(value, end), (other_value, other_end)]))
    }

    /// The names that are visible here, with their bindings.
    fn site(&self) -> (Site, Vec<Binding>) {
        let outside = self.reach.as_ref().map(|reach| &reach.site);
        // What holds in the innermost function that is no arrow function, or else outside.
        let functions = self.contexts.iter().enumerate().rev();
        let function = functions.skip_while(|(_, context)| context.arrow).find(|(index, _)| *index > 0);
        let function = function.map(|(_, context)| context);
        let mut site = Site {
            names: Vec::new(),
            in_function: function.is_some() || outside.is_some_and(|site| site.in_function),
            has_home: matches!(
                self.lookup(super::class::HOME),
                Some(Binding::Variable { .. } | Binding::Outer { .. })
            ),
            strict: self.is_strict(),
            derived: self.current().derived,
            no_arguments: match function {
                Some(context) => context.no_arguments,
                None => outside.is_some_and(|site| site.no_arguments),
            },
        };
        let mut bindings: Vec<Binding> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (index, context) in self.contexts.iter().enumerate().rev() {
            for (level, scope) in context.scopes.iter().enumerate().rev() {
                let mut names: Vec<_> = scope.keys().filter(|name| !is_object(name)).cloned().collect();
                names.sort_unstable();
                for name in names {
                    let Some(Binding::Variable { dead_zone, own_name, .. }) = scope.get(&name) else {
                        seen.insert(name);
                        continue;
                    };
                    let param = level == 0 && context.params.contains(&name);
                    let kind = match (dead_zone, own_name) {
                        (_, true) => NameKind::OwnName,
                        // Among them `arguments`.
                        _ if level == 0 && context.in_params => NameKind::Lexical,
                        (true, _) if !param => NameKind::Lexical,
                        _ if level == 0 && index + self.outer.len() > 0 => NameKind::Variable,
                        _ => NameKind::Hidden,
                    };
                    if seen.insert(name.clone()) {
                        bindings.extend(scope.get(&name).cloned());
                        site.names.push((kind, name));
                    }
                }
                add_objects(scope, &mut site, &mut bindings);
            }
        }
        for scope in &self.outer {
            let mut names: Vec<_> = scope.keys().filter(|name| !is_object(name)).cloned().collect();
            names.sort_unstable();
            for name in names {
                if let Some(Binding::Outer { kind, .. }) = scope.get(&name)
                    && seen.insert(name.clone())
                {
                    bindings.extend(scope.get(&name).cloned());
                    site.names.push((*kind, name));
                }
            }
            add_objects(scope, &mut site, &mut bindings);
        }
        (site, bindings)
    }

    /// The closure that reads the variable of a number, or writes it if the second argument is true.
    fn accessor(&mut self, site: &Site, bindings: &[Binding]) -> Result<Value> {
        let strict = self.is_strict();
        let id = self.begin_function(FunctionKind::Arrow, "");
        self.function().hidden.strict = strict;
        for name in ["index", "writes", "value"] {
            self.function().params.push(Named { name: Rc::from(name), ty: Type::ANY });
        }
        let missing = self.new_block();
        let blocks: Vec<_> = bindings.iter().map(|_| self.new_block()).collect();
        let mut operands: Vec<Operand> = vec![Value::Param(0).into(), missing.into()];
        for (index, block) in blocks.iter().enumerate() {
            operands.extend([Operand::from(number(index as f64)), Operand::from(*block)]);
        }
        self.emit(Opcode::Switch, operands);
        self.set_block(missing);
        self.emit(Opcode::Return, vec![undefined().into()]);
        for ((block, binding), (_, name)) in blocks.into_iter().zip(bindings).zip(&site.names) {
            self.set_block(block);
            let (write, read) = (self.new_block(), self.new_block());
            let writes = self.binary(Operator::StrictlyEqual, Value::Param(1), boolean(true));
            self.cond_branch(writes, write, read);
            self.set_block(write);
            self.store_binding(Some(binding.clone()), name, Value::Param(2), false)?;
            self.emit(Opcode::Return, vec![undefined().into()]);
            self.set_block(read);
            let value = self.load_binding(binding, name)?;
            self.emit(Opcode::Return, vec![value.into()]);
        }
        self.contexts.pop();
        Ok(self.closure(id))
    }
}

fn is_object(name: &str) -> bool {
    [WITH, VARS, BODY_VARS].contains(&name)
}

/// Adds the objects of a scope to the names of a site.
fn add_objects(scope: &Scope, site: &mut Site, bindings: &mut Vec<Binding>) {
    for (key, kind) in [(WITH, NameKind::With), (BODY_VARS, NameKind::Variables), (VARS, NameKind::Variables)]
    {
        if let Some(binding) = scope.get(key) {
            bindings.push(binding.clone());
            site.names.push((kind, Rc::from("")));
        }
    }
}
