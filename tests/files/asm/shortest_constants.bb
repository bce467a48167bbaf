barebones 1
; A constant in a register uses the shortest of four instructions; a floating-point constant comes from the pool, except
; 0, and is a memory operand where one is allowed.
;! asm x86_64-linux -O 2
;! run

proc zero() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Void @1 = Return(@0)
}
;; not: mov eax
;; check: xor eax, eax
;; check: ret
;; run zero() == 0

proc half() -> Int64 {
#0:
    Int64 @0 = Const64(0xffffffff)
    Void @1 = Return(@0)
}
;; not: movabs
;; check: mov eax, 0xffffffff
;; check: ret
;; run half() == 0xffffffff

proc negative() -> Int64 {
#0:
    Int64 @0 = Const64(-2)
    Void @1 = Return(@0)
}
;; not: movabs
;; check: mov rax, 0xfffffffffffffffe
;; check: ret
;; run negative() == -2

proc wide() -> Int64 {
#0:
    Int64 @0 = Const64(0x100000000)
    Void @1 = Return(@0)
}
;; check: mov rax, 0x100000000
;; check: ret
;; run wide() == 0x100000000

proc floating_zero() -> Double {
#0:
    Double @0 = ConstDouble(0.0)
    Void @1 = Return(@0)
}
;; check: xorps
;; not: [
;; check: ret
;; run floating_zero() == 0.0

proc floating() -> Double {
#0:
    Double @0 = ConstDouble(1.5)
    Void @1 = Return(@0)
}
;; check: movsd xmm0, [
;; check: ret
;; run floating() == 1.5

proc operand(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ConstDouble(1.5)
    Double @2 = Add(@1, @0)
    Void @3 = Return(@2)
}
;; not: movsd
;; check: addsd xmm0, [
;; check: ret
;; run operand(1.0) == 2.5

proc operand_zero(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ConstDouble(0.0)
    Double @2 = Add(@1, @0)
    Void @3 = Return(@2)
}
;; not: [
;; check: addsd
;; not: [
;; check: ret
;; run operand_zero(1.0) == 1.0
