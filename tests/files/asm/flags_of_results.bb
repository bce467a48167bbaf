barebones 1
; A comparison of a result with zero uses the flags that the operation set, where they suffice.
;! asm x86_64-linux -O 2
;! run

; The sum of the numbers down to 1.
proc countdown(Int32) -> Int32 {
#0:
    Int64 @901 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@901)
    Int32 @1 = Const32(0)
    Int32 @2 = Const32(-1)
    Void @3 = Upsilon(@0, ^@6)
    Void @4 = Upsilon(@1, ^@7)
    Void @5 = Jump(#1)
#1:
    Int32 @6 = Phi()
    Int32 @7 = Phi()
    Int32 @8 = Add(@7, @6)
    Int32 @9 = Add(@6, @2)
    Void @10 = Upsilon(@9, ^@6)
    Void @11 = Upsilon(@8, ^@7)
    Void @12 = Branch(@9, #1, #2)
#2:
    Void @13 = Return(@8)
}
;; not: test
;; check: ret
;; run countdown(10) == 55
;; run countdown(1) == 1

; Every condition may follow a logical operation.
proc masked(Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @901 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@901)
    Int32 @1 = Const32(0x80000100)
    Int32 @2 = Const32(0)
    Int32 @3 = BitAnd(@0, @1)
    Void @4 = Set(@3, var0)
    Int32 @5 = GreaterThan(@3, @2)
    Void @6 = Branch(@5, #1, #2)
#1:
    Int32 @7 = Const32(1)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Get(var0)
    Int32 @10 = Const32(2)
    Int32 @11 = Const32(3)
    Int32 @12 = Const32(0x80000000)
    Int32 @13 = Equal(@9, @12)
    Int32 @14 = Select(@13, @10, @11)
    Void @15 = Return(@14)
}
;; not: test
;; check: ret
;; run masked(0x100) == 1
;; run masked(0x80000000) == 2
;; run masked(1) == 3

; The sum may overflow: less than zero means negative, independent of the overflow flag.
proc negative_sum(Int32, Int32) -> Int32 {
#0:
    Int64 @901 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@901)
    Int64 @902 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@902)
    Int32 @2 = Add(@0, @1)
    Int32 @3 = Const32(0)
    Int32 @4 = LessThan(@2, @3)
    Int32 @5 = Sub(@2, @3)
    Void @6 = Branch(@4, #1, #2)
#1:
    Int32 @7 = Const32(1)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Const32(2)
    Void @10 = Return(@9)
}
;; not: test
;; check: jns
;; check: ret
;; run negative_sum(0x7fffffff, 1) == 1
;; run negative_sum(0x80000000, 0xffffffff) == 2
;; run negative_sum(1, 1) == 2
;; run negative_sum(-2, 1) == 1

; At most zero needs the overflow flag to be clear.
proc below_or_zero_sum(Int32, Int32) -> Int32 {
#0:
    Int64 @901 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@901)
    Int64 @902 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@902)
    Int32 @2 = Add(@0, @1)
    Int32 @3 = Const32(0)
    Int32 @4 = LessEqual(@2, @3)
    Void @5 = Branch(@4, #1, #2)
#1:
    Int32 @6 = Const32(1)
    Void @7 = Return(@6)
#2:
    Int32 @8 = Const32(2)
    Void @9 = Return(@8)
}
;; check: test
;; check: ret
;; run below_or_zero_sum(0x7fffffff, 1) == 1
;; run below_or_zero_sum(0x80000000, 0xffffffff) == 2
;; run below_or_zero_sum(5, -5) == 1

; The flags are of the sum, the comparison is of an operand.
proc old_value(Int32, Int32) -> Int32 {
    var0: Int32
#0:
    Int64 @901 = ArgumentReg(%a0)
    Int32 @0 = Trunc(@901)
    Int64 @902 = ArgumentReg(%a1)
    Int32 @1 = Trunc(@902)
    Int32 @2 = Add(@0, @1)
    Void @3 = Set(@2, var0)
    Void @4 = Branch(@0, #1, #2)
#1:
    Int32 @5 = Get(var0)
    Int32 @6 = Const32(2)
    Int32 @7 = Add(@5, @6)
    Void @8 = Return(@7)
#2:
    Int32 @9 = Get(var0)
    Void @10 = Return(@9)
}
;; check: test
;; check: ret
;; run old_value(0, 1) == 1
;; run old_value(3, -3) == 2

; The flags are of 64 bits, the comparison of 32.
proc other_width(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = BitXor(@0, @1)
    Int32 @3 = Trunc(@2)
    Void @4 = Branch(@3, #1, #2)
#1:
    Int32 @5 = Const32(2)
    Void @6 = Return(@5)
#2:
    Int32 @7 = Const32(1)
    Void @8 = Return(@7)
}
;; check: test
;; check: ret
;; run other_width(0x100000000, 0) == 1
;; run other_width(1, 0) == 2
