//! State of the translation: functions under construction, blocks, scopes and temporaries.

use super::dynamic::Scope;
use super::site::{NameKind, Reach};
use super::{FrontError, Options, Result};
use crate::hir::{
    Block, BlockId, Function, FunctionId, FunctionKind, Hidden, Inst, InstId, Literal, Module, Named, Opcode,
    Operand, Operator, Type, Value, VariableId,
};
use oxc_ast::ast::Statement;
use oxc_span::Span;
use std::collections::HashMap;
use std::rc::Rc;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    /// A variable of a frame.
    Variable {
        id: VariableId,
        /// True if a use may precede the initialisation.
        dead_zone: bool,
        constant: bool,
        /// True for the name of a function expression in itself, to which assignments do nothing, or throw in strict code.
        own_name: bool,
    },
    /// A variable around the call of a direct `eval` whose text is translated: its number there.
    Outer { index: u32, kind: NameKind },
    /// A property of the global object that the program declares.
    Global,
    /// A name of the translation that an inner class hides and does not have.
    Absent,
}

/// What leaving a region of a try statement requires.
#[derive(Clone, Copy)]
pub(super) enum Cleanup<'a> {
    /// Nothing but the end of the region.
    None,
    /// The statements of `finally`.
    Finally(&'a oxc_ast::ast::BlockStatement<'a>),
    /// The end of an iteration, if it is left for good.
    Iterator(InstId),
    /// The end of an iteration that an array pattern began, unless the stack variable says that it is done.
    Pattern { iterator: InstId, done: InstId },
    /// The same for an iterator object whose results are awaited.
    AsyncIterator(InstId),
}

/// Target of `break` and `continue`.
pub(super) struct Label {
    pub(super) name: Option<Rc<str>>,
    pub(super) break_to: BlockId,
    pub(super) continue_to: Option<BlockId>,
    /// Number of enclosing try regions.
    pub(super) depth: usize,
    /// True if only a `break` with the name has this target.
    pub(super) named_only: bool,
    /// True for a loop whose innermost region ends its iterator: `continue` leaves the region, but not the iteration.
    pub(super) iterates: bool,
}

/// A block scope with an environment of its own, since closures of each iteration have their own variables.
#[derive(Clone, Copy)]
pub(super) struct Environment {
    /// The entry of the module that has the variables.
    pub(super) scope: FunctionId,
    /// The stack variable that has the environment.
    pub(super) stack: InstId,
    /// Number of scopes of the function up to this one.
    level: usize,
}

/// A function under construction.
pub(super) struct Context<'a> {
    pub(super) id: FunctionId,
    pub(super) block: BlockId,
    pub(super) labels: Vec<Label>,
    /// Labels of the statement that comes next.
    pub(super) pending: Vec<Rc<str>>,
    pub(super) tries: Vec<Cleanup<'a>>,
    pub(super) scopes: Vec<HashMap<Rc<str>, Binding>>,
    pub(super) environments: Vec<Environment>,
    pub(super) arguments: Option<InstId>,
    pub(super) this: Option<VariableId>,
    pub(super) new_target: Option<VariableId>,
    pub(super) captured_arguments: Option<VariableId>,
    /// The completion value, in global code.
    pub(super) completion: Option<InstId>,
    pub(super) arrow: bool,
    /// True in the constructor of a derived class, and in its arrow functions: `this` has no value before `super()`.
    pub(super) derived: bool,
    /// What `yield` and `await` mean.
    pub(super) body: Body,
    /// Names of the parameters, and whether their default values are translated now.
    pub(super) params: Vec<Rc<str>>,
    pub(super) in_params: bool,
    /// True for functions of fields and static blocks, where `arguments` is not allowed.
    pub(super) no_arguments: bool,
    /// Number of class bodies around the current place, whose code is strict.
    pub(super) classes: u32,
    pub(super) loops: u32,
    /// Blocks that turned out to be needless; the end of the function removes them.
    pub(super) removed: Vec<BlockId>,
    anonymous: u32,
}

/// Kind of a function's body.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Body {
    Plain,
    /// `await` yields to the driver.
    Async,
    /// `await` and `yield` give the driver arrays that tell which of them it is.
    AsyncGenerator,
}

pub(super) struct Generator<'a> {
    pub(super) options: Options,
    pub(super) module: Module,
    pub(super) contexts: Vec<Context<'a>>,
    pub(super) templates: u32,
    pub(super) offset: u32,
    pub(super) depth: u32,
    /// True while the function that is created next is a method or an accessor.
    pub(super) method: bool,
    /// Starts of the function declarations in blocks that are also bound as `var`.
    pub(super) annex_b: std::collections::HashSet<u32>,
    /// Scopes around the call of a direct `eval` whose text is translated, from the innermost.
    pub(super) outer: Vec<Scope>,
    /// What that text may use.
    pub(super) reach: Option<Reach>,
    /// True if there is a scope whose names are known at run time only.
    pub(super) has_dynamic: bool,
    names: HashMap<Rc<str>, u32>,
}

/// Maximum depth of nested expressions and statements.
const MAX_DEPTH: u32 = 400;

impl<'a> Generator<'a> {
    pub(super) fn new(options: Options) -> Generator<'a> {
        Generator {
            options,
            module: Module::default(),
            contexts: Vec::new(),
            templates: 0,
            offset: 0,
            depth: 0,
            method: false,
            annex_b: Default::default(),
            outer: Vec::new(),
            reach: None,
            has_dynamic: false,
            names: HashMap::new(),
        }
    }

    pub(super) fn unsupported<T>(&self, span: Span, feature: &str) -> Result<T> {
        Err(FrontError::Unsupported { offset: span.start, feature: feature.to_string() })
    }

    /// Runs a step of the walk one level deeper.
    pub(super) fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let limit = if self.options.large_stack { super::nesting::MAX_NESTING_LARGE } else { MAX_DEPTH };
        if self.depth == limit {
            let feature = format!("expressions or statements nested deeper than {limit} levels");
            return Err(FrontError::Unsupported { offset: self.offset, feature });
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    pub(super) fn context(&mut self) -> &mut Context<'a> {
        self.contexts.last_mut().expect("a function is under construction")
    }

    pub(super) fn current(&self) -> &Context<'a> {
        self.contexts.last().expect("a function is under construction")
    }

    /// Adds a function with an entry block, and makes it the current one.
    pub(super) fn begin_function(&mut self, kind: FunctionKind, name: &str) -> FunctionId {
        let id = FunctionId(self.module.functions.len() as u32);
        let unique = self.unique_name(name);
        let source_name = (*unique != *name).then(|| Rc::from(name));
        let hidden = Hidden { source_name, ..Hidden::default() };
        self.module.functions.push(Function {
            kind,
            name: unique,
            params: Vec::new(),
            result: Type::ANY,
            variables: Vec::new(),
            blocks: vec![Block::default()],
            insts: Vec::new(),
            hidden,
            inlined: Vec::new(),
        });
        self.contexts.push(Context {
            id,
            block: BlockId(0),
            labels: Vec::new(),
            pending: Vec::new(),
            tries: Vec::new(),
            scopes: vec![HashMap::new()],
            environments: Vec::new(),
            arguments: None,
            this: None,
            new_target: None,
            captured_arguments: None,
            completion: None,
            arrow: kind == FunctionKind::Arrow,
            derived: false,
            body: Body::Plain,
            params: Vec::new(),
            in_params: false,
            no_arguments: false,
            classes: 0,
            loops: 0,
            removed: Vec::new(),
            anonymous: 0,
        });
        id
    }

    fn unique_name(&mut self, name: &str) -> Rc<str> {
        let count = self.names.entry(Rc::from(name)).or_insert(0);
        let number = *count;
        *count += 1;
        if number == 0 { Rc::from(name) } else { Rc::from(format!("{name} {number}#")) }
    }

    pub(super) fn function(&mut self) -> &mut Function {
        let id = self.current().id;
        &mut self.module.functions[id.0 as usize]
    }

    pub(super) fn new_block(&mut self) -> BlockId {
        let function = self.function();
        function.blocks.push(Block::default());
        BlockId(function.blocks.len() as u32 - 1)
    }

    pub(super) fn set_block(&mut self, block: BlockId) {
        self.context().block = block;
    }

    pub(super) fn block(&self) -> BlockId {
        self.current().block
    }

    pub(super) fn emit(&mut self, opcode: Opcode, operands: Vec<Operand>) -> InstId {
        self.emit_operator(opcode, None, operands)
    }

    pub(super) fn emit_operator(
        &mut self,
        opcode: Opcode,
        operator: Option<Operator>,
        operands: Vec<Operand>,
    ) -> InstId {
        let (block, offset) = (self.block(), self.offset);
        let function = self.function();
        let id = InstId(function.insts.len() as u32);
        function.insts.push(Inst { opcode, operator, operands, ty: opcode.row().result, offset });
        function.blocks[block.0 as usize].insts.push(id);
        id
    }

    /// Emits an instruction with a result.
    pub(super) fn value(&mut self, opcode: Opcode, operands: Vec<Operand>) -> Value {
        Value::Inst(self.emit(opcode, operands))
    }

    /// Records the type of an instruction's result.
    pub(super) fn set_type(&mut self, value: &Value, ty: Type) {
        if let Value::Inst(inst) = value {
            self.function().insts[inst.0 as usize].ty = ty;
        }
    }

    pub(super) fn binary(&mut self, operator: Operator, a: Value, b: Value) -> Value {
        Value::Inst(self.emit_operator(Opcode::BinaryOperator, Some(operator), vec![a.into(), b.into()]))
    }

    pub(super) fn unary(&mut self, operator: Operator, a: Value) -> Value {
        Value::Inst(self.emit_operator(Opcode::UnaryOperator, Some(operator), vec![a.into()]))
    }

    pub(super) fn branch(&mut self, to: BlockId) {
        self.emit(Opcode::Branch, vec![to.into()]);
    }

    pub(super) fn cond_branch(&mut self, condition: Value, on_true: BlockId, on_false: BlockId) {
        self.emit(Opcode::CondBranch, vec![condition.into(), on_true.into(), on_false.into()]);
    }

    pub(super) fn phi(&mut self, entries: Vec<(Value, BlockId)>) -> Value {
        let operands = entries.into_iter().flat_map(|(value, block)| [value.into(), block.into()]);
        self.value(Opcode::Phi, operands.collect())
    }

    /// A name for a temporary, unique in the function.
    pub(super) fn anonymous(&mut self, hint: &str) -> Rc<str> {
        let context = self.context();
        context.anonymous += 1;
        Rc::from(format!("?anon_{}_{hint}", context.anonymous - 1))
    }

    pub(super) fn alloc_stack(&mut self, hint: &str) -> InstId {
        let label = self.anonymous(hint);
        self.emit(Opcode::AllocStack, vec![Operand::Label(label)])
    }

    pub(super) fn load_stack(&mut self, stack: InstId) -> Value {
        self.value(Opcode::LoadStack, vec![stack.into()])
    }

    pub(super) fn store_stack(&mut self, value: Value, stack: InstId) {
        self.emit(Opcode::StoreStack, vec![value.into(), stack.into()]);
    }

    /// Adds a variable to the function's frame.
    pub(super) fn add_variable(&mut self, name: Rc<str>) -> VariableId {
        let id = self.current().id;
        self.add_variable_to(id, name)
    }

    /// Adds a variable to the innermost scope: to its environment if it has one, else to the function's frame.
    pub(super) fn add_scoped_variable(&mut self, name: Rc<str>) -> VariableId {
        let context = self.current();
        let owner = match context.environments.last() {
            Some(environment) if environment.level == context.scopes.len() => environment.scope,
            _ => context.id,
        };
        let variables = &self.module.functions[owner.0 as usize].variables;
        let taken = variables.iter().filter(|variable| {
            *variable.name == *name
                || variable
                    .name
                    .strip_suffix('\'')
                    .and_then(|rest| rest.split_once(' '))
                    .is_some_and(|(base, _)| base == &*name)
        });
        let taken = taken.count();
        let unique = if taken == 0 { name } else { Rc::from(format!("{name} {taken}'")) };
        self.add_variable_to(owner, unique)
    }

    fn add_variable_to(&mut self, owner: FunctionId, name: Rc<str>) -> VariableId {
        let variables = &mut self.module.functions[owner.0 as usize].variables;
        variables.push(Named { name, ty: Type::ANY });
        VariableId { function: owner, index: variables.len() as u32 - 1 }
    }

    /// The environment that has a variable, if the current function created it for a block.
    fn environment_of(&self, variable: VariableId) -> Option<InstId> {
        let environments = &self.current().environments;
        environments
            .iter()
            .find(|environment| environment.scope == variable.function)
            .map(|found| found.stack)
    }

    pub(super) fn load_frame(&mut self, variable: VariableId) -> Value {
        match self.environment_of(variable) {
            Some(stack) => {
                let environment = self.load_stack(stack);
                self.value(Opcode::LoadScope, vec![environment.into(), variable.into()])
            }
            None => self.value(Opcode::LoadFrame, vec![variable.into()]),
        }
    }

    pub(super) fn store_frame(&mut self, value: Value, variable: VariableId) {
        match self.environment_of(variable) {
            Some(stack) => {
                let environment = self.load_stack(stack);
                self.emit(Opcode::StoreScope, vec![value.into(), environment.into(), variable.into()]);
            }
            None => {
                self.emit(Opcode::StoreFrame, vec![value.into(), variable.into()]);
            }
        }
    }

    /// Gives the innermost scope an environment.
    pub(super) fn begin_environment(&mut self) {
        let name = self.unique_name("scope");
        let scope = FunctionId(self.module.functions.len() as u32);
        let leave = Inst {
            opcode: Opcode::Return,
            operator: None,
            operands: vec![Operand::from(undefined())],
            ty: Type::ANY,
            offset: self.offset,
        };
        self.module.functions.push(Function {
            kind: FunctionKind::Function,
            name,
            params: Vec::new(),
            result: Type::ANY,
            variables: Vec::new(),
            blocks: vec![Block { insts: vec![InstId(0)] }],
            insts: vec![leave],
            hidden: Hidden::default(),
            inlined: Vec::new(),
        });
        let stack = self.alloc_stack("scope");
        let level = self.current().scopes.len();
        let (parent, value) = self.enclosing_environment();
        let operands = vec![Operand::Scope(scope), Operand::Scope(parent), value.into()];
        let created = self.value(Opcode::CreateScope, operands);
        self.store_stack(created, stack);
        self.context().environments.push(Environment { scope, stack, level });
    }

    /// The innermost environment: its scope, and its value. That of the function has the value `empty`.
    pub(super) fn enclosing_environment(&mut self) -> (FunctionId, Value) {
        match self.current().environments.last().copied() {
            Some(Environment { scope, stack, .. }) => (scope, self.load_stack(stack)),
            None => (self.current().id, Literal::Empty.into()),
        }
    }

    /// Replaces the innermost scope's environment by a copy, as the next iteration of a loop has it.
    pub(super) fn copy_environment(&mut self) {
        let context = self.current();
        let Some(environment) = context.environments.last().copied() else { return };
        if environment.level != context.scopes.len() {
            return;
        }
        let outer = context.environments.len() - 1;
        self.context().environments.truncate(outer);
        let (parent, value) = self.enclosing_environment();
        self.context().environments.push(environment);
        let operands = vec![Operand::Scope(environment.scope), Operand::Scope(parent), value.into()];
        let copy = self.value(Opcode::CreateScope, operands);
        let old = self.load_stack(environment.stack);
        let count = self.module.functions[environment.scope.0 as usize].variables.len();
        for index in 0..count as u32 {
            let variable = VariableId { function: environment.scope, index };
            let value = self.value(Opcode::LoadScope, vec![old.clone().into(), variable.into()]);
            self.emit(Opcode::StoreScope, vec![value.into(), copy.clone().into(), variable.into()]);
        }
        self.store_stack(copy, environment.stack);
    }

    /// Emits a closure over the innermost environment.
    pub(super) fn closure(&mut self, function: FunctionId) -> Value {
        if self.current().environments.is_empty() {
            return self.value(Opcode::CreateFunction, vec![function.into()]);
        }
        let (scope, environment) = self.enclosing_environment();
        let operands = vec![function.into(), Operand::Scope(scope), environment.into()];
        self.value(Opcode::CreateScopedFunction, operands)
    }

    /// Ends the innermost scope.
    pub(super) fn end_scope(&mut self) {
        let context = self.context();
        let level = context.scopes.len();
        context.environments.retain(|environment| environment.level != level);
        context.scopes.pop();
    }

    pub(super) fn builtin(&mut self, name: &str, arguments: Vec<Value>) -> Value {
        let name = Operand::Builtin(Rc::from(format!("HermesBuiltin.{name}")));
        let mut operands = vec![name, Literal::Undefined.into()];
        operands.extend(arguments.into_iter().map(Operand::from));
        self.value(Opcode::CallBuiltin, operands)
    }

    /// The binding of a name, from the innermost scope of the current function to the outermost function.
    pub(super) fn lookup(&self, name: &str) -> Option<&Binding> {
        self.scopes_outwards().find_map(|scope| scope.get(name))
    }

    pub(super) fn bind(&mut self, name: Rc<str>, binding: Binding) {
        let scope = self.context().scopes.last_mut().expect("a function has a scope");
        scope.insert(name, binding);
    }

    /// A binding of a variable that behaves as `var`.
    pub(super) fn plain(id: VariableId) -> Binding {
        Binding::Variable { id, dead_zone: false, constant: false, own_name: false }
    }

    /// True in the function that is the program itself.
    pub(super) fn is_global_code(&self) -> bool {
        self.contexts.len() == 1
    }

    /// Emits the statements of a list.
    pub(super) fn statements(&mut self, statements: &'a [Statement<'a>]) -> Result<()> {
        statements.iter().try_for_each(|statement| self.statement(statement))
    }
}

/// `undefined`.
pub(super) fn undefined() -> Value {
    Value::Literal(Literal::Undefined)
}

pub(super) fn number(value: f64) -> Value {
    Value::Literal(Literal::Number(value))
}

pub(super) fn boolean(value: bool) -> Value {
    Value::Literal(Literal::Boolean(value))
}

pub(super) fn text(value: &str) -> Value {
    Value::Literal(Literal::string(value))
}

/// The units of a string of the tree, in which `U+FFFD` and four hexadecimal digits encode a lone surrogate.
pub(super) fn units(value: &str, lone_surrogates: bool) -> Value {
    if !lone_surrogates {
        return text(value);
    }
    let mut units = Vec::new();
    let mut rest = value;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let code = rest.get(..4).and_then(|hex| u16::from_str_radix(hex, 16).ok());
        match code {
            Some(code) if c == '\u{fffd}' => {
                units.push(code);
                rest = &rest[4..];
            }
            _ => units.extend(c.encode_utf16(&mut [0; 2]).iter()),
        }
    }
    Value::Literal(Literal::String(units.into()))
}
