//! Writing saved code.
//!
//! After the magic bytes: the version and its length in a byte; the size of the content, and its checksum, in eight bytes
//! each; the content. Numbers in the content are LEB128, signed ones zigzagged. Lists are preceded by their length.
//! Offsets in lists are relative to the previous one. Arithmetic wraps, so every [`SavedCode`] can be written.

use super::{MAGIC, SavedCode, SavedFunction, VERSION, checksum};
use crate::base::{LibCall, Origin, OsrLayout, OsrSlot, Signature, Type};
use crate::isa::{BranchRole, CodePiece, CompiledCode, FrameInfo, PatchableKind, RelocKind, RelocTarget};

impl SavedCode {
    /// Encodes the code. Equal code has equal bytes, on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut content = Writer::default();
        content.text(self.target.name());
        content.u32(self.target.features.bits());
        content.0.extend(self.key.0);
        content.bytes(&self.client_bytes);
        content.list(&self.data, |out, data| {
            out.text(&data.name);
            out.bytes(&data.bytes);
        });
        content.list(&self.functions, Writer::function);
        let Writer(content) = content;
        let mut bytes = Vec::with_capacity(MAGIC.len() + 1 + VERSION.len() + 16 + content.len());
        bytes.extend(MAGIC);
        bytes.push(VERSION.len() as u8);
        bytes.extend(VERSION.as_bytes());
        bytes.extend((content.len() as u64).to_le_bytes());
        bytes.extend(checksum(&content).to_le_bytes());
        bytes.extend(content);
        bytes
    }
}

/// The numbers of [`RelocKind`]s.
pub(super) const RELOC_KINDS: [RelocKind; 5] = [
    RelocKind::Abs64,
    RelocKind::X64Rel32,
    RelocKind::A64Branch26,
    RelocKind::A64Page21,
    RelocKind::A64PageWord12,
];

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    fn u32(&mut self, value: u32) {
        self.number(value.into());
    }

    fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63) as u64);
    }

    fn flag(&mut self, value: bool) {
        self.0.push(value.into());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Writer, &T)) {
        self.number(items.len() as u64);
        items.iter().for_each(|item| each(self, item));
    }

    /// A list of items at ascending offsets.
    fn list_by_offset<T>(&mut self, items: &[T], offset: impl Fn(&T) -> u32, each: impl Fn(&mut Writer, &T)) {
        let mut last = 0;
        self.list(items, |out, item| {
            out.u32(offset(item).wrapping_sub(std::mem::replace(&mut last, offset(item))));
            each(out, item);
        });
    }

    /// The number after that of the origin: that of none is 0.
    fn origin(&mut self, origin: Origin) {
        self.u32(origin.0.wrapping_add(1));
    }

    fn signature(&mut self, signature: &Signature) {
        for types in [&signature.params, &signature.results] {
            self.list(types, |out, ty| out.ty(*ty));
        }
    }

    fn ty(&mut self, ty: Type) {
        self.u32(ty.bits().into());
    }

    fn function(&mut self, function: &SavedFunction) {
        let SavedFunction { name, signature, convention, code, symbols, uses, client_bytes } = function;
        self.text(name);
        self.signature(signature);
        self.text(convention.name);
        self.list(symbols, |out, symbol| out.text(symbol));
        self.list(uses, |out, used| {
            out.u32(used.symbol.number());
            out.u32(used.value);
            out.flag(used.call.is_some());
            if let Some((signature, convention)) = &used.call {
                out.signature(signature);
                out.text(convention.name);
            }
        });
        self.bytes(client_bytes);
        self.code(code);
    }

    fn code(&mut self, code: &CompiledCode) {
        let CompiledCode {
            arch: _, // that of the target
            bytes,
            code_size,
            alignment,
            landing_pads,
            retpolines,
            entries,
            functions,
            relocations,
            trap_sites,
            patchable_sites,
            handlers,
            origins,
            exits,
            osr_entries,
            gc_map,
            frame,
            frame_states,
            pieces,
        } = code;
        self.bytes(bytes);
        self.u32(*code_size);
        self.u32(*alignment);
        self.flag(*landing_pads);
        self.flag(*retpolines);
        self.list(entries, |out, entry| out.u32(*entry));
        self.list(functions, |out, function| {
            out.u32(function.entry);
            out.text(&function.name);
            out.signature(&function.signature);
        });
        self.list_by_offset(
            relocations,
            |relocation| relocation.offset,
            |out, relocation| {
                let kind = RELOC_KINDS.iter().position(|kind| *kind == relocation.kind).unwrap_or(0) as u8;
                let (target, number) = match relocation.target {
                    RelocTarget::Symbol(symbol) => (0, symbol.number()),
                    RelocTarget::LibCall(call) => (1, number_of(call)),
                    RelocTarget::Code => (2, 0),
                    RelocTarget::ExitThunk => (3, 0),
                    RelocTarget::Site(site) => (4, site.number()),
                };
                out.0.push(kind | target << 4);
                out.u32(number);
                out.signed(relocation.addend);
            },
        );
        self.list_by_offset(
            trap_sites,
            |site| site.offset,
            |out, site| {
                out.u32(site.code.to_bits() << 1 | u32::from(site.has_frame));
                out.origin(site.origin);
                out.u32(site.exit.number().wrapping_add(1));
            },
        );
        self.list(patchable_sites, |out, site| {
            match site.kind {
                PatchableKind::Invalidation { offset, exit } => {
                    out.0.push(0);
                    out.u32(offset);
                    out.u32(exit);
                }
                PatchableKind::Jump { target } => {
                    out.0.push(1);
                    out.u32(target);
                }
                PatchableKind::Constant { bits } => {
                    out.0.push(2);
                    out.number(bits);
                }
                PatchableKind::Branch { offset, target, role } => {
                    out.0.push(3);
                    out.u32(offset);
                    out.u32(target);
                    out.0.push(match role {
                        BranchRole::Jump => 0,
                        BranchRole::Call => 1,
                        BranchRole::Nop => 2,
                    });
                }
                PatchableKind::Immediate { offset, size, bits } => {
                    out.0.push(4);
                    out.u32(offset);
                    out.u32(size);
                    out.number(bits);
                }
            }
            out.origin(site.origin);
        });
        self.list_by_offset(handlers, |handler| handler.call, |out, handler| out.u32(handler.handler));
        self.list_by_offset(origins, |origin| origin.offset, |out, origin| out.origin(origin.origin));
        self.bytes(exits.bytes());
        self.list(osr_entries, Writer::osr_layout);
        self.bytes(gc_map.bytes());
        self.frame(frame);
        self.bytes(&frame_states.to_bytes());
        self.flag(pieces.is_some());
        self.list(pieces.as_deref().unwrap_or_default(), Writer::piece);
    }

    fn frame(&mut self, frame: &FrameInfo) {
        self.u32(frame.size);
        self.list(&frame.slots, |out, slot| match slot {
            None => out.flag(false),
            Some(offset) => {
                out.flag(true);
                out.signed((*offset).into());
            }
        });
        self.list(&frame.callee_saves, |out, (reg, offset)| {
            out.0.push(reg.index() as u8);
            out.signed((*offset).into());
        });
        self.flag(frame.signs_return_address);
    }

    fn osr_layout(&mut self, layout: &OsrLayout) {
        self.u32(layout.entry);
        self.list(&layout.frames, |out, frame| {
            out.u32(frame.function);
            out.u32(frame.pc);
            out.u32(frame.local_count.map_or(0, |count| count.saturating_add(1)));
            out.list(&frame.slots, |out, slot| match *slot {
                OsrSlot::Dead => out.0.push(0),
                OsrSlot::Word { index, ty, is_reference } => {
                    out.0.push(1 + u8::from(is_reference));
                    out.u32(index);
                    out.ty(ty);
                }
                OsrSlot::Constant(ty, bits) => {
                    out.0.push(3);
                    out.ty(ty);
                    out.number(bits);
                }
            });
        });
    }

    fn piece(&mut self, piece: &CodePiece) {
        self.u32(piece.range.start);
        self.u32(piece.range.end);
        self.frame(&piece.frame);
        self.signature(&piece.signature);
        self.text(piece.convention.name);
    }
}

/// The number of a library function: its index among all.
fn number_of(call: LibCall) -> u32 {
    LibCall::ALL.iter().position(|other| *other == call).unwrap_or(0) as u32
}
