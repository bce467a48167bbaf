barebones 1
; Lanes one by one, shuffles by their patterns, lanes of other widths, and floats: the instruction where there is one.
;! asm x86_64-linux -O 2 as X64
;! asm aarch64-linux -O 2 as A64

proc sign_extended_lane(V128) -> Int32 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorExtractLane(@0, i16x8, 3)
    Void @2 = Return(@1)
}
;; check X64: pextrw eax, xmm0, 3
;; check X64: movsx eax, ax
;; check A64: umov w0, v0.h[3]
;; check A64: sxth w0, w0

proc pairs_from_two(V128, V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = ArgumentReg(%fa1)
    V128 @2 = VectorShuffle(@0, @1, 0x1303120211011000, 0x1707160615051404)
    Void @3 = Return(@2)
}
;; check X64: punpcklbw xmm0, xmm1
;; check X64: ret

proc shifted(V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = Const32(35)
    V128 @2 = VectorShr(@0, @1, u32x4)
    Void @3 = Return(@2)
}
;; check X64: psrld xmm
;; check A64: ushr v0.4s, v0.4s,

proc down(V128) -> V128 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    V128 @1 = VectorFloor(@0, f32x4)
    Void @2 = Return(@1)
}
;; check A64: frintm v0.4s, v0.4s

proc signs(V128) -> Int32 {
#0:
    V128 @0 = ArgumentReg(%fa0)
    Int32 @1 = VectorBitmask(@0, i8x16)
    Void @2 = Return(@1)
}
;; check X64: pmovmskb eax, xmm0
;; check X64: ret
;; check A64: sshr v
;; check A64: addp v
