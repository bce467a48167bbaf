//! The function types of an engine: equal types have equal numbers.
//!
//! Types are declared in recursion groups, and a group is known by its contents, in which members of the group are
//! relative. Two types are equal if their groups are equal and they have the same position in them. A type declares at most
//! one supertype, which precedes it.

use crate::error::Error;
use crate::types::{FuncType, FuncTypeId, HeapType, RefType, ValType};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// In place of the number of an engine: the number of the type is its position in its group.
const GROUP: u32 = u32::MAX;

impl FuncTypeId {
    /// The type at this position of the recursion group in which it is used.
    pub(crate) fn in_group(position: u32) -> FuncTypeId {
        FuncTypeId { engine: GROUP, number: position }
    }
}

/// A function type as it was declared.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct DeclaredType {
    pub(crate) ty: FuncType,
    /// True if it has no subtypes.
    pub(crate) is_final: bool,
    pub(crate) supertype: Option<FuncTypeId>,
}

/// The function types of an engine.
pub(crate) struct TypeRegistry {
    engine: u32,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// The number of the first type of each group.
    groups: FxHashMap<Box<[DeclaredType]>, u32>,
    /// All types by number, without relative references.
    types: Vec<DeclaredType>,
}

impl TypeRegistry {
    pub(crate) fn new() -> TypeRegistry {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        TypeRegistry { engine: NEXT.fetch_add(1, Ordering::Relaxed) % GROUP, known: Mutex::default() }
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of types.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.known().types.len()
    }

    /// Returns the types of a recursion group, in its order.
    pub(crate) fn add_group(&self, group: Vec<DeclaredType>) -> impl Iterator<Item = FuncTypeId> + use<> {
        let (engine, count) = (self.engine, group.len() as u32);
        let known = &mut *self.known();
        let first = match known.groups.get(&group[..]) {
            Some(first) => *first,
            None => {
                let first = known.types.len() as u32;
                known.types.extend(group.iter().map(|declared| declared.absolute(engine, first)));
                known.groups.insert(group.into(), first);
                first
            }
        };
        (first..first + count).map(move |number| FuncTypeId { engine, number })
    }

    /// Returns the type that declares these parameters and results alone, without supertypes and subtypes.
    ///
    /// # Errors
    /// It refers to a type of another engine.
    pub(crate) fn add(&self, ty: &FuncType) -> Result<FuncTypeId, Error> {
        let all = ty.params.iter().chain(&ty.results);
        for ty in all {
            if let ValType::Ref(RefType { heap: HeapType::Type(id), .. }) = ty
                && !self.has(*id)
            {
                return Err(Error::WrongEngine);
            }
        }
        let declared = DeclaredType { ty: ty.clone(), is_final: true, supertype: None };
        self.add_group(vec![declared]).next().ok_or(Error::WrongEngine)
    }

    fn has(&self, id: FuncTypeId) -> bool {
        id.engine == self.engine && (id.number as usize) < self.known().types.len()
    }

    /// What is declared for a type; `None` if it belongs to another engine.
    pub(crate) fn get(&self, id: FuncTypeId) -> Option<DeclaredType> {
        if id.engine != self.engine {
            return None;
        }
        self.known().types.get(id.number as usize).cloned()
    }

    /// The type with this number, which a function of the engine has.
    pub(crate) fn id(&self, number: u64) -> FuncTypeId {
        FuncTypeId { engine: self.engine, number: number as u32 }
    }

    /// True if functions of the first type have the second one, too.
    pub(crate) fn is_subtype(&self, ty: FuncTypeId, wanted: FuncTypeId) -> bool {
        if ty == wanted {
            return true;
        }
        if [ty.engine, wanted.engine] != [self.engine; 2] {
            return false;
        }
        let known = self.known();
        // A supertype precedes its subtypes, so this ends.
        let mut next = Some(ty);
        while let Some(ty) = next {
            if ty == wanted {
                return true;
            }
            next = known.types.get(ty.number as usize).and_then(|declared| declared.supertype);
        }
        false
    }

    /// True if values of the first type have the second one, too.
    pub(crate) fn matches(&self, ty: ValType, wanted: ValType) -> bool {
        let (ValType::Ref(ty), ValType::Ref(wanted)) = (ty, wanted) else { return ty == wanted };
        (wanted.nullable || !ty.nullable) && self.matches_heap(ty.heap, wanted.heap)
    }

    fn matches_heap(&self, ty: HeapType, wanted: HeapType) -> bool {
        match (ty, wanted) {
            (HeapType::Type(ty), HeapType::Type(wanted)) => self.is_subtype(ty, wanted),
            (HeapType::Type(_), HeapType::Func) => true,
            (HeapType::NoFunc | HeapType::NoExtern | HeapType::NoExn, wanted) => {
                ty.family() == wanted.family()
            }
            (ty, wanted) => ty == wanted,
        }
    }
}

impl DeclaredType {
    /// Replaces relative references by those to the types of a group whose first type has the number `first`.
    fn absolute(&self, engine: u32, first: u32) -> DeclaredType {
        let id = |id: FuncTypeId| match id.engine {
            GROUP => FuncTypeId { engine, number: first + id.number },
            _ => id,
        };
        let one = |ty: &ValType| match *ty {
            ValType::Ref(RefType { nullable, heap: HeapType::Type(ty) }) => {
                ValType::Ref(RefType { nullable, heap: HeapType::Type(id(ty)) })
            }
            other => other,
        };
        let all = |types: &[ValType]| types.iter().map(one).collect();
        let ty = FuncType { params: all(&self.ty.params), results: all(&self.ty.results) };
        DeclaredType { ty, is_final: self.is_final, supertype: self.supertype.map(id) }
    }
}
