//! Scopes whose names are known at run time only: the objects of `with`, and the variables that a direct `eval` declares in
//! the function around it.
//!
//! Such a scope has a hidden variable with an object. A use of a name asks the objects between it and the binding of the
//! name, from the innermost.

use super::Result;
use super::builder::{Binding, Generator, boolean, text, undefined};
use crate::hir::{BlockId, Literal, Opcode, Operator, Value};
use oxc_ast::ast::{
    CallExpression, Expression, FormalParameters, Function, IdentifierReference, Statement, WithStatement,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;
use std::rc::Rc;

/// Key of the object of a `with` statement. No identifier has a dot.
pub(super) const WITH: &str = "scope.with";

/// Key of the object with the variables that a direct `eval` in parameters declares, or in a body without such parameters.
pub(super) const VARS: &str = "scope.vars";

/// Key of the object with the variables that a direct `eval` in a body declares.
pub(super) const BODY_VARS: &str = "scope.vars.body";

/// A scope of the translation: what its names mean.
pub(super) type Scope = std::collections::HashMap<Rc<str>, Binding>;

/// The object of a scope.
pub(super) struct Dynamic {
    /// True for an object of `with`, which is `this` of calls of its properties.
    pub(super) is_with: bool,
    pub(super) binding: Binding,
}

/// Calls of `eval` by its name in a function's own code, and in its arrow functions.
#[derive(Default)]
pub(super) struct Evals {
    pub(super) own: bool,
    pub(super) any: bool,
    arrows: u32,
}

impl Evals {
    pub(super) fn of_params<'a>(params: &FormalParameters<'a>) -> Evals {
        let mut evals = Evals::default();
        evals.visit_formal_parameters(params);
        evals
    }

    pub(super) fn of_body<'a>(statements: &'a [Statement<'a>], expression: Option<&Expression<'a>>) -> Evals {
        let mut evals = Evals::default();
        statements.iter().for_each(|statement| evals.visit_statement(statement));
        if let Some(expression) = expression {
            evals.visit_expression(expression);
        }
        evals
    }
}

impl<'a> Visit<'a> for Evals {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, it: &oxc_ast::ast::ArrowFunctionExpression<'a>) {
        self.arrows += 1;
        walk::walk_arrow_function_expression(self, it);
        self.arrows -= 1;
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if is_direct_eval(it) {
            self.any = true;
            self.own |= self.arrows == 0;
        }
        walk::walk_call_expression(self, it);
    }
}

/// True for a call that may be a direct `eval`.
pub(super) fn is_direct_eval(it: &CallExpression<'_>) -> bool {
    !it.optional && matches!(it.callee.without_parentheses(), Expression::Identifier(id) if id.name == "eval")
}

/// Finds uses of `arguments` outside of functions that have their own.
#[derive(Default)]
pub(super) struct UsesArguments(pub(super) bool);

impl<'a> Visit<'a> for UsesArguments {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.0 |= it.name == "arguments";
    }
}

impl<'a> Generator<'a> {
    /// The scopes around the current place, from the innermost.
    pub(super) fn scopes_outwards(&self) -> impl Iterator<Item = &Scope> {
        let own = self.contexts.iter().rev().flat_map(|context| context.scopes.iter().rev());
        own.chain(&self.outer)
    }

    /// The objects that may have a name, from the innermost.
    pub(super) fn dynamic_scopes(&self, name: &str) -> Vec<Dynamic> {
        let mut found = Vec::new();
        if !self.has_dynamic || name.contains(['.', '#']) {
            return found;
        }
        for scope in self.scopes_outwards() {
            if scope.contains_key(name) {
                break;
            }
            for key in [WITH, BODY_VARS, VARS] {
                if let Some(binding) = scope.get(key) {
                    found.push(Dynamic { is_with: key == WITH, binding: binding.clone() });
                }
            }
        }
        found
    }

    /// Declares the object of a scope in the innermost one.
    pub(super) fn bind_object(&mut self, key: &str, object: Value) {
        let name = self.anonymous("scope");
        // A mapped arguments object expects the parameters to be the first variables of their environment.
        let id = if key == WITH { self.add_scoped_variable(name) } else { self.add_variable(name) };
        self.store_frame(object, id);
        self.bind(Rc::from(key), Self::plain(id));
        self.has_dynamic = true;
    }

    /// Declares the object for the variables that a direct `eval` declares.
    pub(super) fn bind_eval_variables(&mut self, key: &str) {
        let operands = vec![super::builder::number(0.0).into(), Literal::Null.into()];
        let object = self.value(Opcode::AllocObject, operands);
        self.bind_object(key, object);
    }

    pub(super) fn with_statement(&mut self, it: &'a WithStatement<'a>) -> Result<()> {
        if self.options.hermes_compat {
            return self.unsupported(it.span, "`with`");
        }
        let object = self.expression(&it.object)?;
        let object = self.builtin("withObject", vec![object]);
        self.in_scope(|this| {
            if this.current().loops > 0 {
                this.begin_environment();
            }
            this.bind_object(WITH, object);
            this.statement(&it.body)
        })
    }

    /// Branches by whether an object has a name: goes on where it has, and returns the object and the block where not.
    fn ask(&mut self, dynamic: &Dynamic, name: &str) -> Result<(Value, BlockId)> {
        let object = self.load_binding(&dynamic.binding, name)?;
        let has = self.builtin("scopeHas", vec![object.clone(), text(name)]);
        let (found, missing) = (self.new_block(), self.new_block());
        self.cond_branch(has, found, missing);
        self.set_block(found);
        Ok((object, missing))
    }

    fn get_from(&mut self, object: Value, name: &str) -> Value {
        let strict = boolean(self.is_strict());
        self.builtin("scopeGet", vec![object, text(name), strict])
    }

    pub(super) fn set_in(&mut self, object: Value, name: &str, value: Value) {
        let strict = boolean(self.is_strict());
        self.builtin("scopeSet", vec![object, text(name), value, strict]);
    }

    /// Reads a name, and `this` for a call of its value.
    pub(super) fn dynamic_name(
        &mut self,
        scopes: &[Dynamic],
        name: &str,
        quiet: bool,
    ) -> Result<(Value, Value)> {
        let [result, this] = ["name", "this"].map(|hint| self.alloc_stack(hint));
        let next = self.new_block();
        for dynamic in scopes {
            let (object, missing) = self.ask(dynamic, name)?;
            let value = self.get_from(object.clone(), name);
            self.store_stack(value, result);
            self.store_stack(if dynamic.is_with { object } else { undefined() }, this);
            self.branch(next);
            self.set_block(missing);
        }
        let value = self.static_identifier(name, quiet)?;
        self.store_stack(value, result);
        self.store_stack(undefined(), this);
        self.branch(next);
        self.set_block(next);
        let value = self.load_stack(result);
        Ok((value, self.load_stack(this)))
    }

    /// Finds the object that has a name: a stack variable, which is undefined if the binding of the name is meant.
    pub(super) fn dynamic_base(&mut self, scopes: &[Dynamic], name: &str) -> Result<crate::hir::InstId> {
        let base = self.alloc_stack("base");
        let next = self.new_block();
        for dynamic in scopes {
            let (object, missing) = self.ask(dynamic, name)?;
            self.store_stack(object, base);
            self.branch(next);
            self.set_block(missing);
        }
        self.store_stack(undefined(), base);
        self.branch(next);
        self.set_block(next);
        Ok(base)
    }

    /// Branches by whether a base is an object: goes on where it is, and returns it and the block where not.
    fn split_base(&mut self, base: crate::hir::InstId) -> (Value, BlockId) {
        let object = self.load_stack(base);
        let missing = self.binary(Operator::StrictlyEqual, object.clone(), undefined());
        let (found, other) = (self.new_block(), self.new_block());
        self.cond_branch(missing, other, found);
        self.set_block(found);
        (object, other)
    }

    pub(super) fn load_base(&mut self, base: crate::hir::InstId, name: &str) -> Result<Value> {
        let result = self.alloc_stack("name");
        let next = self.new_block();
        let (object, other) = self.split_base(base);
        let value = self.get_from(object, name);
        self.store_stack(value, result);
        self.branch(next);
        self.set_block(other);
        let value = self.static_identifier(name, false)?;
        self.store_stack(value, result);
        self.branch(next);
        self.set_block(next);
        Ok(self.load_stack(result))
    }

    pub(super) fn store_base(
        &mut self,
        base: crate::hir::InstId,
        name: &str,
        value: Value,
        declares: bool,
    ) -> Result<()> {
        let next = self.new_block();
        let (object, other) = self.split_base(base);
        self.set_in(object, name, value.clone());
        self.branch(next);
        self.set_block(other);
        self.store_name(name, value, declares)?;
        self.branch(next);
        self.set_block(next);
        Ok(())
    }

    /// Deletes a name.
    pub(super) fn delete_name(&mut self, name: &str) -> Result<Value> {
        let scopes = self.dynamic_scopes(name);
        if scopes.is_empty() {
            return Ok(self.delete_static(name));
        }
        let result = self.alloc_stack("deleted");
        let next = self.new_block();
        for dynamic in &scopes {
            let (object, missing) = self.ask(dynamic, name)?;
            let deleted = self.value(Opcode::DeleteProperty, vec![object.into(), text(name).into()]);
            self.store_stack(deleted, result);
            self.branch(next);
            self.set_block(missing);
        }
        let deleted = self.delete_static(name);
        self.store_stack(deleted, result);
        self.branch(next);
        self.set_block(next);
        Ok(self.load_stack(result))
    }

    fn delete_static(&mut self, name: &str) -> Value {
        match self.lookup(name) {
            Some(Binding::Variable { .. } | Binding::Outer { .. }) => boolean(false),
            _ if name == "arguments" && !self.is_global_code() => boolean(false),
            _ => {
                let operands = vec![Value::GlobalObject.into(), text(name).into()];
                self.value(Opcode::DeleteProperty, operands)
            }
        }
    }
}
