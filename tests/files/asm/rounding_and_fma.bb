barebones 1
; Rounding, and fused multiply-add, are one instruction where the machine has it and calls elsewhere. An instruction that
; writes only the low half of a register depends on the old value, so it is cleared first, unless it is the operand.
;! asm x86_64-linux+sse4.1+avx+fma -O 2
;; check: rounded:
;; not: call
;; check: xorps
;; check: roundsd
;; check: ret
;; check: fused:
;; not: call
;; check: vfmadd213sd
;; check: ret
;; check: fused_with_memory:
;; not: @3
;; check: vfmadd213sd
;; check: ret
;; check: product_and_sum:
;; not: vfmadd
;; check: mulsd
;; check: addsd
;; check: ret
;; check: converted:
;; check: xorps xmm0, xmm0
;; check: cvtsi2sd xmm0, rdi
;; check: ret
;; check: root:
;; check: xorps
;; check: sqrtsd
;; check: ret
;; check: root_in_place:
;; not: xorps
;; check: sqrtsd xmm0, xmm0
;; check: ret
;! asm x86_64-linux -O 2
;; check: rounded:
;; not: roundsd
;; check: call
;; check: ret
;; check: fused:
;; not: vfmadd
;; check: call
;; check: ret
;! run
;; run rounded(2.5, 1.0) == 3.0
;; run rounded(-2.5, 1.0) == -2.0
;; run fused(2.0, 3.0, 1.0) == 7.0
;; run fused_with_memory(2.0, 3.0, @data:numbers) == 6.5
;; run product_and_sum(2.0, 3.0, 1.0) == 7.0
;; run converted(-7) == -7.0
;; run root(9.0) == 12.0
;; run root_in_place(9.0) == 3.0

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

proc fused(Double, Double, Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Double @2 = ArgumentReg(%fa2)
    Double @3 = Fma(@0, @1, @2)
    Void @4 = Return(@3)
}

proc fused_with_memory(Double, Double, Int64) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ArgumentReg(%fa1)
    Int64 @2 = ArgumentReg(%a0)
    Double @3 = Load(@2)
    Double @4 = Fma(@0, @1, @3)
    Void @5 = Return(@4)
}

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

proc converted(Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = IToD(@0)
    Void @2 = Return(@1)
}

proc root(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = Sqrt(@0)
    Double @2 = Add(@1, @0)
    Void @3 = Return(@2)
}

proc root_in_place(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = Sqrt(@0)
    Void @2 = Return(@1)
}
