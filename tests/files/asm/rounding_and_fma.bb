barebones 1
; Rounding, and fused multiply-add, are one instruction where the machine has it and calls elsewhere. An instruction that
; writes only the low half of a register depends on the old value, so it is cleared first, unless it is the operand.
;! asm x86_64-linux+sse4.1+avx+fma -O 2 as fma
;! asm x86_64-linux -O 2 as baseline
;! run

data numbers = f64:0.5

proc rounded(Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = Floor(@0)
    Double @3 = Add(@1, @2)
    Double @4 = Sub(@0, @2)
    Double @5 = Sub(@3, @4)
    Double @6 = Add(@5, @4)
    Double @7 = Nearest(@6)
    Void @8 = Return(@7)
}
;; not fma: call
;; check fma: xorps
;; check fma: roundsd
;; check fma: ret
;; not baseline: roundsd
;; check baseline: call
;; check baseline: ret
;; run rounded(2.5, 1.0) == 3.0
;; run rounded(-2.5, 1.0) == -2.0

proc fused(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = ArgumentReg(%fa2)
    Double @3 = Fma(@0, @1, @2)
    Void @4 = Return(@3)
}
;; not fma: call
;; check fma: vfmadd213sd
;; check fma: ret
;; not baseline: vfmadd
;; check baseline: call
;; check baseline: ret
;; run fused(2.0, 3.0, 1.0) == 7.0

proc fused_with_memory(Double, Double, Int64) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int64 @2 = ArgumentReg(%a0)
    Double @3 = Load(@2)
    Double @4 = Fma(@0, @1, @3)
    Void @5 = Return(@4)
}
;; not fma: @3
;; check fma: vfmadd213sd
;; check fma: ret
;; run fused_with_memory(2.0, 3.0, @data:numbers) == 6.5

; Rounded twice, as specified.
proc product_and_sum(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = ArgumentReg(%fa2)
    Double @3 = Mul(@0, @1)
    Double @4 = Add(@3, @2)
    Void @5 = Return(@4)
}
;; not fma: vfmadd
;; check fma: mulsd
;; check fma: addsd
;; check fma: ret
;; run product_and_sum(2.0, 3.0, 1.0) == 7.0

proc converted(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}
;; check fma: xorps xmm0, xmm0
;; check fma: cvtsi2sd xmm0, rdi
;; check fma: ret
;; run converted(-7) == -7.0

proc root(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = Sqrt(@0)
    Double @2 = Add(@1, @0)
    Void @3 = Return(@2)
}
;; check fma: xorps
;; check fma: sqrtsd
;; check fma: ret
;; run root(9.0) == 12.0

proc root_in_place(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
;; not fma: xorps
;; check fma: sqrtsd xmm0, xmm0
;; check fma: ret
;; run root_in_place(9.0) == 3.0
