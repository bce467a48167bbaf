barebones 1
; Windows on AArch64: variadic functions get floating-point arguments, also named ones, in general registers, then on the
; stack. Other functions get them in floating-point registers.
;! asm aarch64-windows -O 0 as O0
;! asm aarch64-windows -O 2 as O2

extern print(Double, Int64) -> Int32
extern plain(Double, Int64) -> Int32

proc variadic(Double, Int64) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = CCall("print", @0, @1, @0, @1, @0, @1, @0, @1, @0, variadic=2)
    Void @3 = Return(@2)
}
;; check O0: fmov x
;; check O0: bl
;; check O2: fmov x
;; check O2: bl

proc named(Double, Int64) -> Int32 {
#0:
    Double @0 = ArgumentReg(%fa0)
    Int64 @1 = ArgumentReg(%a0)
    Int32 @2 = CCall("plain", @0, @1)
    Void @3 = Return(@2)
}
;; not O0: fmov x
;; check O0: bl
;; not O2: fmov x
;; check O2: bl
