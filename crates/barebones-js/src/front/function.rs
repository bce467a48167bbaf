//! Functions: prologues, parameters, hoisting, closures and generators.

use super::builder::{Binding, Body, Generator, number, text, undefined};
use super::declarations::{
    Info, annex_b, assigns_arguments, declared_function, functions, lexical_names, shares_arguments,
};
use super::dynamic::{BODY_VARS, Evals, VARS};
use super::{FrontError, Goal, Result};
use crate::hir::{BlockId, FunctionId, FunctionKind, Literal, Module, Named, Opcode, Operand, Type, Value};
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BindingPattern, Directive, Expression, FormalParameters,
    Function, Program, Statement,
};
use oxc_ast_visit::Visit;
use std::rc::Rc;

/// The parts of a function's source.
#[derive(Clone, Copy)]
pub(super) struct Parts<'a> {
    params: &'a FormalParameters<'a>,
    statements: &'a [Statement<'a>],
    /// The value of an arrow function without statements.
    expression: Option<&'a Expression<'a>>,
}

/// How a function whose body a generator executes is called.
#[derive(Clone, Copy)]
struct Shape {
    kind: FunctionKind,
    body: Body,
    /// True for `function*`: parameters are bound by the call, not by the first step.
    generator: bool,
    strict: bool,
}

/// Which of the two functions of a generator a prologue belongs to.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Ordinary,
    OuterGenerator,
    InnerGenerator,
}

/// Names of the global object that a program of `hermesc` does not declare, though it may have a `var` for them.
const PREDEFINED: &str = "\
    Array ArrayBuffer BigInt64Array BigUint64Array Boolean DataView Date Error EvalError Float32Array \
    Float64Array Function HermesInternal Infinity Int16Array Int32Array Int8Array JSON Map Math NaN Number \
    Object Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError \
    Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakSet decodeURI decodeURIComponent \
    encodeURI encodeURIComponent escape eval gc globalThis isFinite isNaN parseFloat parseInt print \
    undefined unescape";

impl<'a> Generator<'a> {
    pub(super) fn program(mut self, program: &'a Program<'a>) -> Result<Module> {
        self.begin_function(FunctionKind::Function, "global");
        self.function().hidden.strict = is_strict(&program.directives);
        self.begin_eval();
        let mut info = Info::new(self.options.hermes_compat);
        info.collect(&program.body);
        self.hoisted(&program.body, &[], &mut info);
        if self.options.hermes_compat {
            self.emit(Opcode::CreateArguments, Vec::new());
            self.context().arguments = Some(crate::hir::InstId(0));
        }
        let is_lexical = |name: &Rc<str>| info.lexical.contains(name);
        for name in info.variables.iter().filter(|name| is_lexical(name)) {
            let id = self.add_variable(name.clone());
            self.bind(name.clone(), Self::plain(id));
            self.store_frame(undefined(), id);
        }
        let names = info.variables.iter().filter(|name| !is_lexical(name)).cloned();
        let declared = info.functions.iter().filter_map(|function| function.id.as_ref());
        self.module.global_functions = declared.map(|id| Rc::from(id.name.as_str())).collect();
        let declared = self.module.global_functions.clone();
        let mut globals: Vec<Rc<str>> = Vec::new();
        for name in names.chain(declared) {
            if self.options.hermes_compat && PREDEFINED.split(' ').any(|known| known == &*name) {
                continue;
            }
            if !globals.contains(&name) {
                globals.push(name.clone());
            }
            if !self.declares_outside() {
                self.bind(name, Binding::Global);
            }
        }
        self.module.globals = globals;
        let goal = self.options.goal;
        if matches!(goal, Goal::Eval | Goal::StrictEval) && self.is_strict() {
            // The variables of a strict `eval` are its own.
            let globals = std::mem::take(&mut self.module.globals);
            self.module.global_functions.clear();
            for name in &globals {
                self.context().scopes[0].remove(name);
            }
            self.declare_body(&info);
        }
        self.capture_for_arrows(&info);
        let lexicals = lexical_names(&program.body);
        let shared = goal == Goal::Shared && !lexicals.is_empty();
        if shared {
            self.begin_environment();
        }
        self.declare_lexical(&program.body)?;
        if shared {
            self.share_lexicals(&lexicals);
        }
        self.hoist_functions(&info)?;
        let completion = self.alloc_stack("ret");
        self.store_stack(undefined(), completion);
        self.context().completion = Some(completion);
        let own = usize::from(goal == Goal::StrictEval);
        for directive in program.directives.iter().skip(own) {
            let value = text(&directive.expression.value);
            self.store_stack(value, completion);
        }
        self.statements(&program.body)?;
        let value = self.load_stack(completion);
        self.end_function(value);
        Ok(self.module)
    }

    /// Makes the variables of the innermost environment known to later scripts.
    fn share_lexicals(&mut self, names: &[Rc<str>]) {
        let (_, environment) = self.enclosing_environment();
        let mut operands = vec![environment];
        for name in names {
            let constant = matches!(self.lookup(name), Some(Binding::Variable { constant: true, .. }));
            operands.extend([text(name), super::builder::boolean(constant)]);
        }
        self.builtin("globalLexicals", operands);
        self.module.lexicals = names.to_vec();
    }

    /// Finds the functions that the statements of a function or a program declare. Those of blocks that sloppy code also
    /// binds as `var` become variables.
    fn hoisted(&mut self, statements: &'a [Statement<'a>], params: &[Rc<str>], info: &mut Info<'a>) {
        if self.options.hermes_compat {
            functions(statements, &mut info.functions);
            return;
        }
        info.functions.extend(statements.iter().filter_map(declared_function));
        if self.is_strict() {
            return;
        }
        let mut blocked = lexical_names(statements);
        blocked.extend_from_slice(params);
        if let Some(reach) = self.reach.as_ref().filter(|_| self.is_global_code()) {
            blocked.extend(reach.site.lexical().cloned());
        }
        let mut found = Vec::new();
        annex_b(statements, &mut blocked, true, &mut found);
        for function in found {
            let Some(id) = &function.id else { continue };
            self.annex_b.insert(function.span.start);
            let name: Rc<str> = Rc::from(id.name.as_str());
            let declared = info.functions.iter().filter_map(|function| function.id.as_ref());
            if !info.variables.contains(&name) && !declared.into_iter().any(|id| id.name == *name) {
                info.variables.push(name);
            }
        }
    }

    /// Stores the values that arrow functions take from the function around them.
    pub(super) fn capture_for_arrows(&mut self, info: &Info<'a>) {
        if !info.has_arrows || self.current().arrow {
            return;
        }
        if self.current().this.is_none() {
            let name = self.anonymous("this");
            let this = self.add_variable(name);
            self.store_frame(Value::This, this);
            self.context().this = Some(this);
        }
        let name = self.anonymous("new.target");
        let variable = self.add_variable(name);
        let new_target = self.value(Opcode::GetNewTarget, Vec::new());
        self.store_frame(new_target, variable);
        self.context().new_target = Some(variable);
        if info.arrows_use_arguments
            && let Some(arguments) = self.current().arguments
        {
            let name = self.anonymous("arguments");
            let variable = self.add_variable(name);
            self.store_frame(arguments.into(), variable);
            self.context().captured_arguments = Some(variable);
        }
    }

    fn hoist_functions(&mut self, info: &Info<'a>) -> Result<()> {
        let outside = self.declares_outside();
        for function in &info.functions {
            let Some(id) = &function.id else { continue };
            let closure = self.create_function(function, id.name.as_str())?;
            if outside {
                self.store_outside(id.name.as_str(), closure)?;
            } else {
                self.store_name(id.name.as_str(), closure, true)?;
            }
        }
        Ok(())
    }

    /// Emits the closure of a function that has the given name.
    pub(super) fn create_function(&mut self, function: &'a Function<'a>, name: &str) -> Result<Value> {
        self.deeper(|this| this.create_function_inner(function, name))
    }

    fn create_function_inner(&mut self, function: &'a Function<'a>, name: &str) -> Result<Value> {
        let offset = self.offset;
        let method = std::mem::take(&mut self.method);
        self.offset = function.span.start;
        if function.r#async && self.options.hermes_compat {
            return self.unsupported(function.span, "async functions");
        }
        let Some(body) = &function.body else {
            return self.unsupported(function.span, "functions without a body");
        };
        let parts = Parts { params: &function.params, statements: &body.statements, expression: None };
        let strict = is_strict(&body.directives) || self.is_strict();
        let kind = if method { FunctionKind::Method } else { FunctionKind::Function };
        let generator = function.generator;
        let id = match (function.r#async, generator) {
            (false, false) => self.plain_function(kind, name, parts, strict)?,
            (false, true) => {
                let shape = Shape { kind: FunctionKind::Function, body: Body::Plain, generator, strict };
                self.generator_function(name, parts, shape)?
            }
            (true, false) => {
                let shape = Shape { kind: FunctionKind::Method, body: Body::Async, generator, strict };
                self.generator_function(name, parts, shape)?
            }
            (true, true) => {
                let kind = FunctionKind::Function;
                let shape = Shape { kind, body: Body::AsyncGenerator, generator, strict };
                self.generator_function(name, parts, shape)?
            }
        };
        self.offset = offset;
        Ok(self.closure(id))
    }

    pub(super) fn create_arrow(
        &mut self,
        arrow: &'a ArrowFunctionExpression<'a>,
        name: &str,
    ) -> Result<Value> {
        let offset = self.offset;
        self.offset = arrow.span.start;
        if arrow.r#async && self.options.hermes_compat {
            return self.unsupported(arrow.span, "async functions");
        }
        let (statements, directives, expression): (&'a [Statement<'a>], &[Directive<'a>], _) =
            match &arrow.body {
                ArrowFunctionBody::FunctionBody(body) => (&body.statements, &body.directives, None),
                body => (&[], &[], body.as_expression()),
            };
        let parts = Parts { params: &arrow.params, statements, expression };
        let strict = is_strict(directives) || self.is_strict();
        let id = if arrow.r#async {
            let shape = Shape { kind: FunctionKind::Arrow, body: Body::Async, generator: false, strict };
            self.generator_function(name, parts, shape)?
        } else {
            self.plain_function(FunctionKind::Arrow, name, parts, strict)?
        };
        self.offset = offset;
        Ok(self.closure(id))
    }

    pub(super) fn is_strict(&self) -> bool {
        self.contexts
            .last()
            .is_some_and(|context| context.classes > 0 || self.module.function(context.id).hidden.strict)
    }

    /// Gives the current arrow function what its outer function captured for it.
    fn inherit_captured(&mut self) {
        let outer = &self.contexts[self.contexts.len() - 2];
        let captured = (outer.this, outer.new_target, outer.captured_arguments, outer.derived);
        let context = self.context();
        (context.this, context.new_target, context.captured_arguments, context.derived) = captured;
    }

    fn plain_function(
        &mut self,
        kind: FunctionKind,
        name: &str,
        parts: Parts<'a>,
        strict: bool,
    ) -> Result<FunctionId> {
        let id = self.begin_function(kind, name);
        self.function().hidden.strict = strict;
        self.function().hidden.length = expected_length(parts.params);
        if kind == FunctionKind::Arrow {
            self.inherit_captured();
        }
        self.prologue(parts, Role::Ordinary)?;
        self.body(parts)?;
        Ok(id)
    }

    /// The constructor of a class, after `start`.
    pub(super) fn constructor_function(
        &mut self,
        name: &str,
        function: &'a Function<'a>,
        derived: bool,
        start: impl FnOnce(&mut Self),
    ) -> Result<FunctionId> {
        let Some(body) = &function.body else {
            return self.unsupported(function.span, "functions without a body");
        };
        let parts = Parts { params: &function.params, statements: &body.statements, expression: None };
        let id = self.begin_function(FunctionKind::Constructor, name);
        self.function().hidden.strict = true;
        self.function().hidden.length = expected_length(parts.params);
        self.context().derived = derived;
        start(self);
        self.prologue(parts, Role::Ordinary)?;
        self.body(parts)?;
        Ok(id)
    }

    /// A function of class bodies that has no source of its own: `body` emits its code.
    pub(super) fn synthetic_function(
        &mut self,
        kind: FunctionKind,
        name: &str,
        info: &Info<'a>,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<FunctionId> {
        let id = self.begin_function(kind, name);
        self.function().hidden.strict = true;
        self.capture_for_arrows(info);
        body(self)?;
        self.end_function(undefined());
        Ok(id)
    }

    /// The code of a static block of a class.
    pub(super) fn static_block(&mut self, statements: &'a [Statement<'a>]) -> Result<FunctionId> {
        let mut info = Info::new(false);
        info.collect(statements);
        self.begin_function(FunctionKind::Method, "");
        self.function().hidden.strict = true;
        self.context().no_arguments = true;
        let id = self.current().id;
        self.hoisted(statements, &[], &mut info);
        self.capture_for_arrows(&info);
        self.declare_body(&info);
        self.declare_lexical(statements)?;
        self.hoist_functions(&info)?;
        self.statements(statements)?;
        self.end_function(undefined());
        Ok(id)
    }

    /// Declares the variables and the names of functions of a body.
    fn declare_body(&mut self, info: &Info<'a>) {
        let functions = info.functions.iter().filter_map(|function| function.id.as_ref());
        let functions = functions.map(|id| Rc::from(id.name.as_str()));
        for name in info.variables.iter().cloned().chain(functions) {
            if !self.current().scopes[0].contains_key(&name) {
                let id = self.add_variable(name.clone());
                self.bind(name, Self::plain(id));
                self.store_frame(undefined(), id);
            }
        }
    }

    /// Statements and the implicit return.
    fn body(&mut self, parts: Parts<'a>) -> Result<()> {
        match parts.expression {
            Some(expression) => {
                let value = self.expression(expression)?;
                self.emit(Opcode::Return, vec![value.into()]);
                let next = self.new_block();
                self.set_block(next);
            }
            None => self.statements(parts.statements)?,
        }
        let value = self.returned(undefined())?;
        self.end_function(value);
        Ok(())
    }

    /// Emits the last return, and removes an arguments object that nothing uses.
    fn end_function(&mut self, value: Value) {
        self.emit(Opcode::Return, vec![value.into()]);
        let Some(context) = self.contexts.pop() else { return };
        let function = &mut self.module.functions[context.id.0 as usize];
        remove_blocks(function, &context.removed);
        let Some(arguments) = context.arguments else { return };
        let user = Operand::Value(Value::Inst(arguments));
        if !function.insts.iter().any(|inst| inst.operands.contains(&user)) {
            for block in &mut function.blocks {
                block.insts.retain(|inst| *inst != arguments);
            }
        }
    }

    /// Declares variables, stores parameters and creates hoisted functions.
    fn prologue(&mut self, parts: Parts<'a>, role: Role) -> Result<()> {
        let mut info = Info::new(self.options.hermes_compat);
        info.visit_formal_parameters(parts.params);
        info.variables.clear();
        info.collect(parts.statements);
        if let Some(expression) = parts.expression {
            info.visit_expression(expression);
        }
        if role != Role::OuterGenerator {
            let names = Self::parameter_names(parts.params);
            self.hoisted(parts.statements, &names, &mut info);
        }
        if !self.current().arrow && role != Role::OuterGenerator {
            let arguments = self.emit(Opcode::CreateArguments, Vec::new());
            self.context().arguments = Some(arguments);
        }
        // By the standard, default values of parameters do not see the variables of the body.
        let early = !self.options.hermes_compat && role != Role::OuterGenerator;
        if early {
            self.capture_for_arrows(&info);
            let names = Self::parameter_names(parts.params);
            let evals = (Evals::of_params(parts.params), Evals::of_body(parts.statements, parts.expression));
            let mapped = !self.is_strict()
                && !self.current().arrow
                && simple(parts.params)
                && !names.is_empty()
                && names.iter().all(|name| &**name != "arguments")
                && (evals.0.any || evals.1.any || shares_arguments(&names, parts.statements));
            if mapped {
                self.begin_environment();
            }
            self.context().params.clone_from(&names);
            if !self.is_strict() && (evals.0.own || (evals.1.own && simple(parts.params))) {
                self.bind_eval_variables(VARS);
            }
            let arguments: Rc<str> = Rc::from("arguments");
            if (evals.0.any || evals.1.any)
                && !names.contains(&arguments)
                && let Some(value) = self.current().arguments
            {
                // The text of an `eval` may use it by its name.
                let id = self.add_variable(arguments.clone());
                self.bind(arguments, Self::plain(id));
                self.store_frame(value.into(), id);
            }
            self.context().in_params = true;
            self.parameters(parts.params)?;
            self.context().in_params = false;
            if !self.is_strict() && evals.1.own && !simple(parts.params) {
                self.bind_eval_variables(BODY_VARS);
            }
            if mapped {
                self.map_arguments(&names);
            }
            let name: Rc<str> = Rc::from("arguments");
            let bound = names.contains(&name) || lexical_names(parts.statements).contains(&name);
            if !self.current().arrow
                && !self.is_strict()
                && !bound
                && !info.variables.contains(&name)
                && assigns_arguments(parts.statements)
            {
                info.variables.push(name);
            }
        }
        for name in &info.variables {
            let known = self.current().scopes[0].get(name).cloned();
            let mut initial = undefined();
            if early && let Some(Binding::Variable { id, .. }) = known {
                if simple(parts.params) {
                    continue;
                }
                // Closures of default values keep the parameter; the body has a variable that starts with its value.
                initial = self.load_frame(id);
            } else if early
                && &**name == "arguments"
                && let Some(arguments) = self.arguments_value()
            {
                initial = arguments;
            }
            let id =
                if early { self.add_scoped_variable(name.clone()) } else { self.add_variable(name.clone()) };
            self.bind(name.clone(), Self::plain(id));
            self.store_frame(initial, id);
        }
        for function in &info.functions {
            let Some(id) = &function.id else { continue };
            let name: Rc<str> = Rc::from(id.name.as_str());
            if early && !simple(parts.params) && !info.variables.contains(&name) {
                let variable = self.add_scoped_variable(name.clone());
                self.bind(name, Self::plain(variable));
            } else if !self.current().scopes[0].contains_key(&name) {
                let variable = self.add_variable(name.clone());
                self.bind(name, Self::plain(variable));
            }
        }
        if !early {
            self.capture_for_arrows(&info);
        }
        if role == Role::OuterGenerator {
            return Ok(());
        }
        if !early {
            self.parameters(parts.params)?;
        }
        if role == Role::Ordinary || simple(parts.params) {
            self.declare_lexical(parts.statements)?;
            self.hoist_functions(&info)?;
        }
        Ok(())
    }

    fn parameter_names(params: &FormalParameters<'a>) -> Vec<Rc<str>> {
        let patterns = params.items.iter().map(|item| &item.pattern);
        let rest = params.rest.iter().map(|rest| &rest.rest.argument);
        patterns.chain(rest).flat_map(super::declarations::bound_names).collect()
    }

    fn parameters(&mut self, params: &'a FormalParameters<'a>) -> Result<()> {
        for name in Self::parameter_names(params) {
            let mapped = !self.current().environments.is_empty();
            let id =
                if mapped { self.add_scoped_variable(name.clone()) } else { self.add_variable(name.clone()) };
            let mut binding = Self::plain(id);
            if mapped {
                // The environment has a slot for each, as `map_arguments` expects.
                self.store_frame(undefined(), id);
            }
            if let Binding::Variable { dead_zone, .. } = &mut binding
                && !self.options.hermes_compat
                && !simple(params)
            {
                *dead_zone = true;
                self.store_frame(Literal::Empty.into(), id);
            }
            self.bind(name, binding);
        }
        for (index, item) in params.items.iter().enumerate() {
            let name = match &item.pattern {
                BindingPattern::BindingIdentifier(id) => Rc::from(id.name.as_str()),
                _ => self.anonymous("param"),
            };
            self.function().params.push(Named { name, ty: Type::ANY });
            let mut value = Value::Param(index as u32);
            if let Some(initializer) = &item.initializer {
                let hint = pattern_name(&item.pattern);
                value = self.default_value(value, initializer, &hint)?;
            }
            self.bind_pattern(&item.pattern, value, true)?;
        }
        if let Some(rest) = &params.rest {
            let count = number(params.items.len() as f64);
            let value = self.builtin("copyRestArgs", vec![count]);
            self.bind_pattern(&rest.rest.argument, value, true)?;
        }
        Ok(())
    }

    /// Connects the arguments object with the parameters, which are the first variables of the innermost environment.
    fn map_arguments(&mut self, names: &[Rc<str>]) {
        let Some(arguments) = self.current().arguments else { return };
        let (_, environment) = self.enclosing_environment();
        let mut operands = vec![arguments.into(), environment];
        for (index, name) in names.iter().enumerate() {
            // Of parameters with the same name, the last is the variable.
            let last = !names[index + 1..].contains(name);
            operands.push(if last { number(index as f64) } else { undefined() });
        }
        self.builtin("mapArguments", operands);
    }

    fn generator_function(&mut self, name: &str, parts: Parts<'a>, shape: Shape) -> Result<FunctionId> {
        let outer = self.begin_function(shape.kind, name);
        self.function().hidden.strict = shape.strict;
        self.function().hidden.is_async = shape.body != Body::Plain;
        self.function().hidden.length = expected_length(parts.params);
        let inner_name = self.anonymous(name);
        let is_arrow = shape.kind == FunctionKind::Arrow;
        if is_arrow {
            self.inherit_captured();
        }
        if self.options.hermes_compat {
            self.prologue(parts, Role::OuterGenerator)?;
        }
        let mut scopes = Vec::new();
        let outer_context = self.contexts.len() - 1;
        std::mem::swap(&mut scopes, &mut self.contexts[outer_context].scopes);
        let kind = if is_arrow { FunctionKind::Arrow } else { FunctionKind::Function };
        let inner = self.begin_function(kind, &inner_name);
        if is_arrow {
            self.inherit_captured();
        }
        self.context().body = shape.body;
        self.function().hidden.strict = shape.strict;
        self.function().hidden.generator = true;
        self.function().hidden.length = expected_length(parts.params);
        self.emit(Opcode::StartGenerator, Vec::new());
        let is_return = self.alloc_stack("isReturn_prologue");
        let next = self.new_block();
        self.resume_generator(is_return, next, false)?;
        if !shape.generator {
            self.prologue(parts, Role::Ordinary)?;
        } else if simple(parts.params) {
            self.prologue(parts, Role::InnerGenerator)?;
        } else {
            let is_return = self.alloc_stack("isReturn_entry");
            let resume = self.new_block();
            self.prologue(parts, Role::InnerGenerator)?;
            self.emit(Opcode::SaveAndYield, vec![undefined().into(), resume.into()]);
            self.set_block(resume);
            let next = self.new_block();
            self.resume_generator(is_return, next, false)?;
            let mut info = Info::new(true);
            if self.options.hermes_compat {
                functions(parts.statements, &mut info.functions);
            } else {
                info.functions.extend(parts.statements.iter().filter_map(declared_function));
            }
            self.declare_lexical(parts.statements)?;
            self.hoist_functions(&info)?;
        }
        self.body(parts)?;
        std::mem::swap(&mut scopes, &mut self.contexts[outer_context].scopes);
        let generator = self.value(Opcode::CreateGenerator, vec![inner.into()]);
        if shape.generator && !simple(parts.params) && !self.options.hermes_compat {
            // Whatever the program made of `next`.
            self.builtin("startGenerator", vec![generator.clone()]);
        } else if shape.generator && !simple(parts.params) {
            let next = self.value(Opcode::LoadProperty, vec![generator.clone().into(), text("next").into()]);
            self.emit(Opcode::Call, vec![next.into(), generator.clone().into()]);
        }
        let result = match shape.body {
            Body::Plain => generator,
            Body::Async => self.builtin("spawnAsync", vec![generator]),
            Body::AsyncGenerator => self.builtin("asyncGenerator", vec![generator]),
        };
        self.end_function(result);
        Ok(outer)
    }

    /// Emits the start of a block in which a generator resumes, and goes on in `next`.
    pub(super) fn resume_generator(
        &mut self,
        is_return: crate::hir::InstId,
        next: crate::hir::BlockId,
        cleanups: bool,
    ) -> Result<Value> {
        let resumed = self.value(Opcode::ResumeGenerator, vec![is_return.into()]);
        let leave = self.new_block();
        let condition = self.load_stack(is_return);
        self.cond_branch(condition, leave, next);
        self.set_block(leave);
        let mut returned = resumed.clone();
        if self.current().body == Body::AsyncGenerator && cleanups {
            returned = self.await_value(returned);
        }
        if cleanups {
            self.leave_tries(0, true)?;
        }
        self.emit(Opcode::Return, vec![returned.into()]);
        self.set_block(next);
        Ok(resumed)
    }

    /// `this` of the function, or of the function around an arrow function.
    pub(super) fn this_value(&mut self) -> Value {
        let (arrow, captured) = (self.current().arrow, self.current().this);
        let derived = self.current().derived;
        match captured {
            Some(variable) if derived => {
                let value = self.load_frame(variable);
                self.value(Opcode::ThrowIfEmpty, vec![value.into()])
            }
            Some(variable) if arrow => self.load_frame(variable),
            _ => Value::This,
        }
    }

    /// The value of a return: in constructors of derived classes, an object, or else `this`.
    pub(super) fn returned(&mut self, value: Value) -> Result<Value> {
        let context = self.current();
        match context.this {
            Some(this) if context.derived && !context.arrow => {
                let this = self.load_frame(this);
                Ok(self.builtin("constructorResult", vec![value, this]))
            }
            _ => Ok(value),
        }
    }

    /// Emits `await` for a value.
    pub(super) fn await_value(&mut self, value: Value) -> Value {
        let value = match self.current().body {
            Body::AsyncGenerator => self.driver_pair(true, value),
            _ => value,
        };
        let resume = self.new_block();
        let is_return = self.alloc_stack("isReturn");
        self.emit(Opcode::SaveAndYield, vec![value.into(), resume.into()]);
        self.set_block(resume);
        self.value(Opcode::ResumeGenerator, vec![is_return.into()])
    }

    /// What an async generator gives its driver: whether it is an `await`, and the value.
    pub(super) fn driver_pair(&mut self, awaits: bool, value: Value) -> Value {
        let operands = vec![number(2.0).into(), super::builder::boolean(awaits).into()];
        let pair = self.value(Opcode::AllocArray, operands);
        let operands = [value, pair.clone(), number(1.0), super::builder::boolean(true)].map(Into::into);
        self.emit(Opcode::StoreOwnProperty, operands.into());
        pair
    }

    pub(super) fn new_target(&mut self) -> Value {
        let (arrow, captured) = (self.current().arrow, self.current().new_target);
        match captured {
            Some(variable) if arrow => self.load_frame(variable),
            _ => self.value(Opcode::GetNewTarget, Vec::new()),
        }
    }

    /// True if `arguments` is the object of the function, although a function outside may have a variable of that name.
    pub(super) fn has_own_arguments(&self) -> bool {
        for context in self.contexts.iter().skip(1).rev() {
            if context.scopes.iter().any(|scope| scope.contains_key("arguments")) {
                return false;
            }
            if !context.arrow {
                return true;
            }
        }
        false
    }

    /// The arguments object.
    pub(super) fn arguments_value(&mut self) -> Option<Value> {
        let (arguments, captured) = (self.current().arguments, self.current().captured_arguments);
        match (arguments, captured) {
            (Some(arguments), _) => Some(arguments.into()),
            (None, Some(variable)) => Some(self.load_frame(variable)),
            (None, None) => None,
        }
    }
}

/// Removes blocks to which nothing branches, and numbers the others anew.
fn remove_blocks(function: &mut crate::hir::Function, removed: &[BlockId]) {
    if removed.is_empty() {
        return;
    }
    let mut numbers = Vec::with_capacity(function.blocks.len());
    let mut next = 0;
    for index in 0..function.blocks.len() {
        numbers.push(BlockId(next));
        next += u32::from(!removed.contains(&BlockId(index as u32)));
    }
    let mut index = 0;
    function.blocks.retain(|_| {
        index += 1;
        !removed.contains(&BlockId(index - 1))
    });
    for operand in function.insts.iter_mut().flat_map(|inst| &mut inst.operands) {
        if let Operand::Block(id) = operand {
            *id = numbers[id.0 as usize];
        }
    }
}

/// The name of an identifier pattern, for the function that initialises it.
pub(super) fn pattern_name(pattern: &BindingPattern<'_>) -> Rc<str> {
    match pattern {
        BindingPattern::BindingIdentifier(id) => Rc::from(id.name.as_str()),
        _ => Rc::from(""),
    }
}

fn simple(params: &FormalParameters<'_>) -> bool {
    params.rest.is_none()
        && params.items.iter().all(|item| {
            item.initializer.is_none() && matches!(item.pattern, BindingPattern::BindingIdentifier(_))
        })
}

/// Number of parameters before the first with a default value.
fn expected_length(params: &FormalParameters<'_>) -> u32 {
    params.items.iter().take_while(|item| item.initializer.is_none()).count() as u32
}

fn is_strict(directives: &[Directive<'_>]) -> bool {
    directives.iter().any(|directive| directive.directive == "use strict")
}

/// The error of a name that is not bound where it must be.
pub(super) fn unbound(name: &str) -> FrontError {
    FrontError::Unsupported { offset: 0, feature: format!("the name `{name}` here") }
}

impl<'a> Generator<'a> {
    /// A literal `null`.
    pub(super) fn null() -> Value {
        Value::Literal(Literal::Null)
    }
}
