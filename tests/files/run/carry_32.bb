barebones 1
; AddCarry and SubBorrow: any carry in that is not zero counts as one; carry out is zero or one. 32 bits.
;! run

proc add32(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; r, out = AddCarry(a, b, c)
    (Int32, Int32) @6 = AddCarry(@1, @3, @5)
    Int32 @7 = Extract(@6, 0)                       ; r
    Int32 @8 = Extract(@6, 1)                       ; out
    ; return r
    Void @9 = Return(@7)
}
;; run add32(0, 0, 0) == 0
;; run add32(0, 0, 1) == 1
;; run add32(0, 1, 0) == 1
;; run add32(0, 1, 1) == 2
;; run add32(0, -1, 0) == -1
;; run add32(0, -1, 1) == 0
;; run add32(0, 0x80000000, 0) == 0x80000000
;; run add32(0, 0x80000000, 1) == 0x80000001
;; run add32(0, 0x7fffffff, 0) == 0x7fffffff
;; run add32(0, 0x7fffffff, 1) == 0x80000000
;; run add32(1, 0, 0) == 1
;; run add32(1, 0, 1) == 2
;; run add32(1, 1, 0) == 2
;; run add32(1, 1, 1) == 3
;; run add32(1, -1, 0) == 0
;; run add32(1, -1, 1) == 1
;; run add32(1, 0x80000000, 0) == 0x80000001
;; run add32(1, 0x80000000, 1) == 0x80000002
;; run add32(1, 0x7fffffff, 0) == 0x80000000
;; run add32(1, 0x7fffffff, 1) == 0x80000001
;; run add32(-1, 0, 0) == -1
;; run add32(-1, 0, 1) == 0
;; run add32(-1, 1, 0) == 0
;; run add32(-1, 1, 1) == 1
;; run add32(-1, -1, 0) == -2
;; run add32(-1, -1, 1) == -1
;; run add32(-1, 0x80000000, 0) == 0x7fffffff
;; run add32(-1, 0x80000000, 1) == 0x80000000
;; run add32(-1, 0x7fffffff, 0) == 0x7ffffffe
;; run add32(-1, 0x7fffffff, 1) == 0x7fffffff
;; run add32(0x80000000, 0, 0) == 0x80000000
;; run add32(0x80000000, 0, 1) == 0x80000001
;; run add32(0x80000000, 1, 0) == 0x80000001
;; run add32(0x80000000, 1, 1) == 0x80000002
;; run add32(0x80000000, -1, 0) == 0x7fffffff
;; run add32(0x80000000, -1, 1) == 0x80000000
;; run add32(0x80000000, 0x80000000, 0) == 0
;; run add32(0x80000000, 0x80000000, 1) == 1
;; run add32(0x80000000, 0x7fffffff, 0) == -1
;; run add32(0x80000000, 0x7fffffff, 1) == 0
;; run add32(0x7fffffff, 0, 0) == 0x7fffffff
;; run add32(0x7fffffff, 0, 1) == 0x80000000
;; run add32(0x7fffffff, 1, 0) == 0x80000000
;; run add32(0x7fffffff, 1, 1) == 0x80000001
;; run add32(0x7fffffff, -1, 0) == 0x7ffffffe
;; run add32(0x7fffffff, -1, 1) == 0x7fffffff
;; run add32(0x7fffffff, 0x80000000, 0) == -1
;; run add32(0x7fffffff, 0x80000000, 1) == 0
;; run add32(0x7fffffff, 0x7fffffff, 0) == -2
;; run add32(0x7fffffff, 0x7fffffff, 1) == -1
;; run add32(5, 3, 2) == 9
;; run add32(5, 3, -1) == 9
;; run add32(5, 3, 0x80000000) == 9

proc add32_out(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; r, out = AddCarry(a, b, c)
    (Int32, Int32) @6 = AddCarry(@1, @3, @5)
    Int32 @7 = Extract(@6, 0)                       ; r
    Int32 @8 = Extract(@6, 1)                       ; out
    ; return out
    Void @9 = Return(@8)
}
;; run add32_out(0, 0, 0) == 0
;; run add32_out(0, 0, 1) == 0
;; run add32_out(0, 1, 0) == 0
;; run add32_out(0, 1, 1) == 0
;; run add32_out(0, -1, 0) == 0
;; run add32_out(0, -1, 1) == 1
;; run add32_out(0, 0x80000000, 0) == 0
;; run add32_out(0, 0x80000000, 1) == 0
;; run add32_out(0, 0x7fffffff, 0) == 0
;; run add32_out(0, 0x7fffffff, 1) == 0
;; run add32_out(1, 0, 0) == 0
;; run add32_out(1, 0, 1) == 0
;; run add32_out(1, 1, 0) == 0
;; run add32_out(1, 1, 1) == 0
;; run add32_out(1, -1, 0) == 1
;; run add32_out(1, -1, 1) == 1
;; run add32_out(1, 0x80000000, 0) == 0
;; run add32_out(1, 0x80000000, 1) == 0
;; run add32_out(1, 0x7fffffff, 0) == 0
;; run add32_out(1, 0x7fffffff, 1) == 0
;; run add32_out(-1, 0, 0) == 0
;; run add32_out(-1, 0, 1) == 1
;; run add32_out(-1, 1, 0) == 1
;; run add32_out(-1, 1, 1) == 1
;; run add32_out(-1, -1, 0) == 1
;; run add32_out(-1, -1, 1) == 1
;; run add32_out(-1, 0x80000000, 0) == 1
;; run add32_out(-1, 0x80000000, 1) == 1
;; run add32_out(-1, 0x7fffffff, 0) == 1
;; run add32_out(-1, 0x7fffffff, 1) == 1
;; run add32_out(0x80000000, 0, 0) == 0
;; run add32_out(0x80000000, 0, 1) == 0
;; run add32_out(0x80000000, 1, 0) == 0
;; run add32_out(0x80000000, 1, 1) == 0
;; run add32_out(0x80000000, -1, 0) == 1
;; run add32_out(0x80000000, -1, 1) == 1
;; run add32_out(0x80000000, 0x80000000, 0) == 1
;; run add32_out(0x80000000, 0x80000000, 1) == 1
;; run add32_out(0x80000000, 0x7fffffff, 0) == 0
;; run add32_out(0x80000000, 0x7fffffff, 1) == 1
;; run add32_out(0x7fffffff, 0, 0) == 0
;; run add32_out(0x7fffffff, 0, 1) == 0
;; run add32_out(0x7fffffff, 1, 0) == 0
;; run add32_out(0x7fffffff, 1, 1) == 0
;; run add32_out(0x7fffffff, -1, 0) == 1
;; run add32_out(0x7fffffff, -1, 1) == 1
;; run add32_out(0x7fffffff, 0x80000000, 0) == 0
;; run add32_out(0x7fffffff, 0x80000000, 1) == 1
;; run add32_out(0x7fffffff, 0x7fffffff, 0) == 0
;; run add32_out(0x7fffffff, 0x7fffffff, 1) == 0
;; run add32_out(-1, -1, 2) == 1
;; run add32_out(-1, -1, -1) == 1
;; run add32_out(-1, -1, 0x80000000) == 1

proc sub32(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; r, out = SubBorrow(a, b, c)
    (Int32, Int32) @6 = SubBorrow(@1, @3, @5)
    Int32 @7 = Extract(@6, 0)                       ; r
    Int32 @8 = Extract(@6, 1)                       ; out
    ; return r
    Void @9 = Return(@7)
}
;; run sub32(0, 0, 0) == 0
;; run sub32(0, 0, 1) == -1
;; run sub32(0, 1, 0) == -1
;; run sub32(0, 1, 1) == -2
;; run sub32(0, -1, 0) == 1
;; run sub32(0, -1, 1) == 0
;; run sub32(0, 0x80000000, 0) == 0x80000000
;; run sub32(0, 0x80000000, 1) == 0x7fffffff
;; run sub32(0, 0x7fffffff, 0) == 0x80000001
;; run sub32(0, 0x7fffffff, 1) == 0x80000000
;; run sub32(1, 0, 0) == 1
;; run sub32(1, 0, 1) == 0
;; run sub32(1, 1, 0) == 0
;; run sub32(1, 1, 1) == -1
;; run sub32(1, -1, 0) == 2
;; run sub32(1, -1, 1) == 1
;; run sub32(1, 0x80000000, 0) == 0x80000001
;; run sub32(1, 0x80000000, 1) == 0x80000000
;; run sub32(1, 0x7fffffff, 0) == 0x80000002
;; run sub32(1, 0x7fffffff, 1) == 0x80000001
;; run sub32(-1, 0, 0) == -1
;; run sub32(-1, 0, 1) == -2
;; run sub32(-1, 1, 0) == -2
;; run sub32(-1, 1, 1) == -3
;; run sub32(-1, -1, 0) == 0
;; run sub32(-1, -1, 1) == -1
;; run sub32(-1, 0x80000000, 0) == 0x7fffffff
;; run sub32(-1, 0x80000000, 1) == 0x7ffffffe
;; run sub32(-1, 0x7fffffff, 0) == 0x80000000
;; run sub32(-1, 0x7fffffff, 1) == 0x7fffffff
;; run sub32(0x80000000, 0, 0) == 0x80000000
;; run sub32(0x80000000, 0, 1) == 0x7fffffff
;; run sub32(0x80000000, 1, 0) == 0x7fffffff
;; run sub32(0x80000000, 1, 1) == 0x7ffffffe
;; run sub32(0x80000000, -1, 0) == 0x80000001
;; run sub32(0x80000000, -1, 1) == 0x80000000
;; run sub32(0x80000000, 0x80000000, 0) == 0
;; run sub32(0x80000000, 0x80000000, 1) == -1
;; run sub32(0x80000000, 0x7fffffff, 0) == 1
;; run sub32(0x80000000, 0x7fffffff, 1) == 0
;; run sub32(0x7fffffff, 0, 0) == 0x7fffffff
;; run sub32(0x7fffffff, 0, 1) == 0x7ffffffe
;; run sub32(0x7fffffff, 1, 0) == 0x7ffffffe
;; run sub32(0x7fffffff, 1, 1) == 0x7ffffffd
;; run sub32(0x7fffffff, -1, 0) == 0x80000000
;; run sub32(0x7fffffff, -1, 1) == 0x7fffffff
;; run sub32(0x7fffffff, 0x80000000, 0) == -1
;; run sub32(0x7fffffff, 0x80000000, 1) == -2
;; run sub32(0x7fffffff, 0x7fffffff, 0) == 0
;; run sub32(0x7fffffff, 0x7fffffff, 1) == -1
;; run sub32(5, 3, 2) == 1
;; run sub32(5, 3, -1) == 1
;; run sub32(5, 3, 0x80000000) == 1

proc sub32_out(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; c
    ; r, out = SubBorrow(a, b, c)
    (Int32, Int32) @6 = SubBorrow(@1, @3, @5)
    Int32 @7 = Extract(@6, 0)                       ; r
    Int32 @8 = Extract(@6, 1)                       ; out
    ; return out
    Void @9 = Return(@8)
}
;; run sub32_out(0, 0, 0) == 0
;; run sub32_out(0, 0, 1) == 1
;; run sub32_out(0, 1, 0) == 1
;; run sub32_out(0, 1, 1) == 1
;; run sub32_out(0, -1, 0) == 1
;; run sub32_out(0, -1, 1) == 1
;; run sub32_out(0, 0x80000000, 0) == 1
;; run sub32_out(0, 0x80000000, 1) == 1
;; run sub32_out(0, 0x7fffffff, 0) == 1
;; run sub32_out(0, 0x7fffffff, 1) == 1
;; run sub32_out(1, 0, 0) == 0
;; run sub32_out(1, 0, 1) == 0
;; run sub32_out(1, 1, 0) == 0
;; run sub32_out(1, 1, 1) == 1
;; run sub32_out(1, -1, 0) == 1
;; run sub32_out(1, -1, 1) == 1
;; run sub32_out(1, 0x80000000, 0) == 1
;; run sub32_out(1, 0x80000000, 1) == 1
;; run sub32_out(1, 0x7fffffff, 0) == 1
;; run sub32_out(1, 0x7fffffff, 1) == 1
;; run sub32_out(-1, 0, 0) == 0
;; run sub32_out(-1, 0, 1) == 0
;; run sub32_out(-1, 1, 0) == 0
;; run sub32_out(-1, 1, 1) == 0
;; run sub32_out(-1, -1, 0) == 0
;; run sub32_out(-1, -1, 1) == 1
;; run sub32_out(-1, 0x80000000, 0) == 0
;; run sub32_out(-1, 0x80000000, 1) == 0
;; run sub32_out(-1, 0x7fffffff, 0) == 0
;; run sub32_out(-1, 0x7fffffff, 1) == 0
;; run sub32_out(0x80000000, 0, 0) == 0
;; run sub32_out(0x80000000, 0, 1) == 0
;; run sub32_out(0x80000000, 1, 0) == 0
;; run sub32_out(0x80000000, 1, 1) == 0
;; run sub32_out(0x80000000, -1, 0) == 1
;; run sub32_out(0x80000000, -1, 1) == 1
;; run sub32_out(0x80000000, 0x80000000, 0) == 0
;; run sub32_out(0x80000000, 0x80000000, 1) == 1
;; run sub32_out(0x80000000, 0x7fffffff, 0) == 0
;; run sub32_out(0x80000000, 0x7fffffff, 1) == 0
;; run sub32_out(0x7fffffff, 0, 0) == 0
;; run sub32_out(0x7fffffff, 0, 1) == 0
;; run sub32_out(0x7fffffff, 1, 0) == 0
;; run sub32_out(0x7fffffff, 1, 1) == 0
;; run sub32_out(0x7fffffff, -1, 0) == 1
;; run sub32_out(0x7fffffff, -1, 1) == 1
;; run sub32_out(0x7fffffff, 0x80000000, 0) == 1
;; run sub32_out(0x7fffffff, 0x80000000, 1) == 1
;; run sub32_out(0x7fffffff, 0x7fffffff, 0) == 0
;; run sub32_out(0x7fffffff, 0x7fffffff, 1) == 1
;; run sub32_out(-1, -1, 2) == 1
;; run sub32_out(-1, -1, -1) == 1
;; run sub32_out(-1, -1, 0x80000000) == 1
