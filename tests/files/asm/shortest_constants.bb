barebones 1
; A constant in a register uses the shortest of four instructions; a floating-point constant comes from the pool, except
; 0, and is a memory operand where one is allowed.
;! asm x86_64-linux -O 2
;; check: zero:
;; not: mov eax
;; check: xor eax, eax
;; check: ret
;; check: half:
;; not: movabs
;; check: mov eax, 0xffffffff
;; check: ret
;; check: negative:
;; not: movabs
;; check: mov rax, 0xfffffffffffffffe
;; check: ret
;; check: wide:
;; check: mov rax, 0x100000000
;; check: ret
;; check: floating_zero:
;; check: xorps
;; not: [
;; check: ret
;; check: floating:
;; check: movsd xmm0, [
;; check: ret
;; check: operand:
;; not: movsd
;; check: addsd xmm0, [
;; check: ret
;; check: operand_zero:
;; not: [
;; check: addsd
;; not: [
;; check: ret
;! run
;; run zero() == 0
;; run half() == 0xffffffff
;; run negative() == -2
;; run wide() == 0x100000000
;; run floating_zero() == 0.0
;; run floating() == 1.5
;; run operand(1.0) == 2.5
;; run operand_zero(1.0) == 1.0

proc zero() -> Int64 {
#0:
    Int64 @0 = Const64(0)
    Void @1 = Return(@0)
}

proc half() -> Int64 {
#0:
    Int64 @0 = Const64(0xffffffff)
    Void @1 = Return(@0)
}

proc negative() -> Int64 {
#0:
    Int64 @0 = Const64(-2)
    Void @1 = Return(@0)
}

proc wide() -> Int64 {
#0:
    Int64 @0 = Const64(0x100000000)
    Void @1 = Return(@0)
}

proc floating_zero() -> Double {
#0:
    Double @0 = ConstDouble(0.0)
    Void @1 = Return(@0)
}

proc floating() -> Double {
#0:
    Double @0 = ConstDouble(1.5)
    Void @1 = Return(@0)
}

proc operand(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ConstDouble(1.5)
    Double @2 = Add(@1, @0)
    Void @3 = Return(@2)
}

proc operand_zero(Double) -> Double {
#0:
    Double @0 = ArgumentReg(%fa0)
    Double @1 = ConstDouble(0.0)
    Double @2 = Add(@1, @0)
    Void @3 = Return(@2)
}
