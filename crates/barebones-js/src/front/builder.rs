//! State of the translation: functions under construction, blocks, scopes and temporaries.

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
        /// True if each iteration of a loop has a variable of its own.
        per_iteration: bool,
        /// True for the name of a function expression in itself, to which assignments do nothing.
        own_name: bool,
    },
    /// A property of the global object that the program declares.
    Global,
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
    pub(super) arguments: Option<InstId>,
    pub(super) this: Option<VariableId>,
    pub(super) new_target: Option<VariableId>,
    pub(super) captured_arguments: Option<VariableId>,
    /// The completion value, in global code.
    pub(super) completion: Option<InstId>,
    pub(super) arrow: bool,
    pub(super) loops: u32,
    /// Blocks that turned out to be needless; the end of the function removes them.
    pub(super) removed: Vec<BlockId>,
    anonymous: u32,
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
            names: HashMap::new(),
        }
    }

    pub(super) fn unsupported<T>(&self, span: Span, feature: &str) -> Result<T> {
        Err(FrontError::Unsupported { offset: span.start, feature: feature.to_string() })
    }

    /// Runs a step of the walk one level deeper.
    pub(super) fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let feature = String::from("expressions or statements nested deeper than 400 levels");
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
        });
        self.contexts.push(Context {
            id,
            block: BlockId(0),
            labels: Vec::new(),
            pending: Vec::new(),
            tries: Vec::new(),
            scopes: vec![HashMap::new()],
            arguments: None,
            this: None,
            new_target: None,
            captured_arguments: None,
            completion: None,
            arrow: kind == FunctionKind::Arrow,
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

    pub(super) fn add_variable(&mut self, name: Rc<str>) -> VariableId {
        let id = self.current().id;
        let variables = &mut self.function().variables;
        variables.push(Named { name, ty: Type::ANY });
        VariableId { function: id, index: variables.len() as u32 - 1 }
    }

    pub(super) fn load_frame(&mut self, variable: VariableId) -> Value {
        self.value(Opcode::LoadFrame, vec![variable.into()])
    }

    pub(super) fn store_frame(&mut self, value: Value, variable: VariableId) {
        self.emit(Opcode::StoreFrame, vec![value.into(), variable.into()]);
    }

    pub(super) fn builtin(&mut self, name: &str, arguments: Vec<Value>) -> Value {
        let name = Operand::Builtin(Rc::from(format!("HermesBuiltin.{name}")));
        let mut operands = vec![name, Literal::Undefined.into()];
        operands.extend(arguments.into_iter().map(Operand::from));
        self.value(Opcode::CallBuiltin, operands)
    }

    /// The binding of a name, from the innermost scope of the current function to the outermost function.
    pub(super) fn lookup(&self, name: &str) -> Option<&Binding> {
        let scopes = self.contexts.iter().rev().flat_map(|context| context.scopes.iter().rev());
        scopes.into_iter().find_map(|scope| scope.get(name))
    }

    pub(super) fn bind(&mut self, name: Rc<str>, binding: Binding) {
        let scope = self.context().scopes.last_mut().expect("a function has a scope");
        scope.insert(name, binding);
    }

    /// A binding of a variable that behaves as `var`.
    pub(super) fn plain(id: VariableId) -> Binding {
        Binding::Variable { id, dead_zone: false, constant: false, per_iteration: false, own_name: false }
    }

    /// A binding of a variable that the current iteration of a loop creates.
    pub(super) fn local(&self, id: VariableId, own_name: bool) -> Binding {
        let per_iteration = self.current().loops > 0 && !self.options.hermes_compat;
        let own_name = own_name && !self.options.hermes_compat;
        Binding::Variable { id, dead_zone: false, constant: false, per_iteration, own_name }
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
