barebones 1
; AddCarry and SubBorrow: any carry in that is not zero counts as one; carry out is zero or one. 64 bits.
;! run

proc add64(Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; c
    ; r, out = AddCarry(a, b, c)
    (Int64, Int32) @4 = AddCarry(@0, @1, @3)
    Int64 @5 = Extract(@4, 0)                       ; r
    Int32 @6 = Extract(@4, 1)                       ; out
    ; return r
    Void @7 = Return(@5)
}
;; run add64(0, 0, 0) == 0
;; run add64(0, 0, 1) == 1
;; run add64(0, 1, 0) == 1
;; run add64(0, 1, 1) == 2
;; run add64(0, -1, 0) == -1
;; run add64(0, -1, 1) == 0
;; run add64(0, 0x8000000000000000, 0) == 0x8000000000000000
;; run add64(0, 0x8000000000000000, 1) == 0x8000000000000001
;; run add64(0, 0x7fffffffffffffff, 0) == 0x7fffffffffffffff
;; run add64(0, 0x7fffffffffffffff, 1) == 0x8000000000000000
;; run add64(1, 0, 0) == 1
;; run add64(1, 0, 1) == 2
;; run add64(1, 1, 0) == 2
;; run add64(1, 1, 1) == 3
;; run add64(1, -1, 0) == 0
;; run add64(1, -1, 1) == 1
;; run add64(1, 0x8000000000000000, 0) == 0x8000000000000001
;; run add64(1, 0x8000000000000000, 1) == 0x8000000000000002
;; run add64(1, 0x7fffffffffffffff, 0) == 0x8000000000000000
;; run add64(1, 0x7fffffffffffffff, 1) == 0x8000000000000001
;; run add64(-1, 0, 0) == -1
;; run add64(-1, 0, 1) == 0
;; run add64(-1, 1, 0) == 0
;; run add64(-1, 1, 1) == 1
;; run add64(-1, -1, 0) == -2
;; run add64(-1, -1, 1) == -1
;; run add64(-1, 0x8000000000000000, 0) == 0x7fffffffffffffff
;; run add64(-1, 0x8000000000000000, 1) == 0x8000000000000000
;; run add64(-1, 0x7fffffffffffffff, 0) == 0x7ffffffffffffffe
;; run add64(-1, 0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run add64(0x8000000000000000, 0, 0) == 0x8000000000000000
;; run add64(0x8000000000000000, 0, 1) == 0x8000000000000001
;; run add64(0x8000000000000000, 1, 0) == 0x8000000000000001
;; run add64(0x8000000000000000, 1, 1) == 0x8000000000000002
;; run add64(0x8000000000000000, -1, 0) == 0x7fffffffffffffff
;; run add64(0x8000000000000000, -1, 1) == 0x8000000000000000
;; run add64(0x8000000000000000, 0x8000000000000000, 0) == 0
;; run add64(0x8000000000000000, 0x8000000000000000, 1) == 1
;; run add64(0x8000000000000000, 0x7fffffffffffffff, 0) == -1
;; run add64(0x8000000000000000, 0x7fffffffffffffff, 1) == 0
;; run add64(0x7fffffffffffffff, 0, 0) == 0x7fffffffffffffff
;; run add64(0x7fffffffffffffff, 0, 1) == 0x8000000000000000
;; run add64(0x7fffffffffffffff, 1, 0) == 0x8000000000000000
;; run add64(0x7fffffffffffffff, 1, 1) == 0x8000000000000001
;; run add64(0x7fffffffffffffff, -1, 0) == 0x7ffffffffffffffe
;; run add64(0x7fffffffffffffff, -1, 1) == 0x7fffffffffffffff
;; run add64(0x7fffffffffffffff, 0x8000000000000000, 0) == -1
;; run add64(0x7fffffffffffffff, 0x8000000000000000, 1) == 0
;; run add64(0x7fffffffffffffff, 0x7fffffffffffffff, 0) == -2
;; run add64(0x7fffffffffffffff, 0x7fffffffffffffff, 1) == -1
;; run add64(5, 3, 2) == 9
;; run add64(5, 3, -1) == 9
;; run add64(5, 3, 0x80000000) == 9

proc add64_out(Int64, Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; c
    ; r, out = AddCarry(a, b, c)
    (Int64, Int32) @4 = AddCarry(@0, @1, @3)
    Int64 @5 = Extract(@4, 0)                       ; r
    Int32 @6 = Extract(@4, 1)                       ; out
    ; return out
    Void @7 = Return(@6)
}
;; run add64_out(0, 0, 0) == 0
;; run add64_out(0, 0, 1) == 0
;; run add64_out(0, 1, 0) == 0
;; run add64_out(0, 1, 1) == 0
;; run add64_out(0, -1, 0) == 0
;; run add64_out(0, -1, 1) == 1
;; run add64_out(0, 0x8000000000000000, 0) == 0
;; run add64_out(0, 0x8000000000000000, 1) == 0
;; run add64_out(0, 0x7fffffffffffffff, 0) == 0
;; run add64_out(0, 0x7fffffffffffffff, 1) == 0
;; run add64_out(1, 0, 0) == 0
;; run add64_out(1, 0, 1) == 0
;; run add64_out(1, 1, 0) == 0
;; run add64_out(1, 1, 1) == 0
;; run add64_out(1, -1, 0) == 1
;; run add64_out(1, -1, 1) == 1
;; run add64_out(1, 0x8000000000000000, 0) == 0
;; run add64_out(1, 0x8000000000000000, 1) == 0
;; run add64_out(1, 0x7fffffffffffffff, 0) == 0
;; run add64_out(1, 0x7fffffffffffffff, 1) == 0
;; run add64_out(-1, 0, 0) == 0
;; run add64_out(-1, 0, 1) == 1
;; run add64_out(-1, 1, 0) == 1
;; run add64_out(-1, 1, 1) == 1
;; run add64_out(-1, -1, 0) == 1
;; run add64_out(-1, -1, 1) == 1
;; run add64_out(-1, 0x8000000000000000, 0) == 1
;; run add64_out(-1, 0x8000000000000000, 1) == 1
;; run add64_out(-1, 0x7fffffffffffffff, 0) == 1
;; run add64_out(-1, 0x7fffffffffffffff, 1) == 1
;; run add64_out(0x8000000000000000, 0, 0) == 0
;; run add64_out(0x8000000000000000, 0, 1) == 0
;; run add64_out(0x8000000000000000, 1, 0) == 0
;; run add64_out(0x8000000000000000, 1, 1) == 0
;; run add64_out(0x8000000000000000, -1, 0) == 1
;; run add64_out(0x8000000000000000, -1, 1) == 1
;; run add64_out(0x8000000000000000, 0x8000000000000000, 0) == 1
;; run add64_out(0x8000000000000000, 0x8000000000000000, 1) == 1
;; run add64_out(0x8000000000000000, 0x7fffffffffffffff, 0) == 0
;; run add64_out(0x8000000000000000, 0x7fffffffffffffff, 1) == 1
;; run add64_out(0x7fffffffffffffff, 0, 0) == 0
;; run add64_out(0x7fffffffffffffff, 0, 1) == 0
;; run add64_out(0x7fffffffffffffff, 1, 0) == 0
;; run add64_out(0x7fffffffffffffff, 1, 1) == 0
;; run add64_out(0x7fffffffffffffff, -1, 0) == 1
;; run add64_out(0x7fffffffffffffff, -1, 1) == 1
;; run add64_out(0x7fffffffffffffff, 0x8000000000000000, 0) == 0
;; run add64_out(0x7fffffffffffffff, 0x8000000000000000, 1) == 1
;; run add64_out(0x7fffffffffffffff, 0x7fffffffffffffff, 0) == 0
;; run add64_out(0x7fffffffffffffff, 0x7fffffffffffffff, 1) == 0
;; run add64_out(-1, -1, 2) == 1
;; run add64_out(-1, -1, -1) == 1
;; run add64_out(-1, -1, 0x80000000) == 1

proc sub64(Int64, Int64, Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; c
    ; r, out = SubBorrow(a, b, c)
    (Int64, Int32) @4 = SubBorrow(@0, @1, @3)
    Int64 @5 = Extract(@4, 0)                       ; r
    Int32 @6 = Extract(@4, 1)                       ; out
    ; return r
    Void @7 = Return(@5)
}
;; run sub64(0, 0, 0) == 0
;; run sub64(0, 0, 1) == -1
;; run sub64(0, 1, 0) == -1
;; run sub64(0, 1, 1) == -2
;; run sub64(0, -1, 0) == 1
;; run sub64(0, -1, 1) == 0
;; run sub64(0, 0x8000000000000000, 0) == 0x8000000000000000
;; run sub64(0, 0x8000000000000000, 1) == 0x7fffffffffffffff
;; run sub64(0, 0x7fffffffffffffff, 0) == 0x8000000000000001
;; run sub64(0, 0x7fffffffffffffff, 1) == 0x8000000000000000
;; run sub64(1, 0, 0) == 1
;; run sub64(1, 0, 1) == 0
;; run sub64(1, 1, 0) == 0
;; run sub64(1, 1, 1) == -1
;; run sub64(1, -1, 0) == 2
;; run sub64(1, -1, 1) == 1
;; run sub64(1, 0x8000000000000000, 0) == 0x8000000000000001
;; run sub64(1, 0x8000000000000000, 1) == 0x8000000000000000
;; run sub64(1, 0x7fffffffffffffff, 0) == 0x8000000000000002
;; run sub64(1, 0x7fffffffffffffff, 1) == 0x8000000000000001
;; run sub64(-1, 0, 0) == -1
;; run sub64(-1, 0, 1) == -2
;; run sub64(-1, 1, 0) == -2
;; run sub64(-1, 1, 1) == -3
;; run sub64(-1, -1, 0) == 0
;; run sub64(-1, -1, 1) == -1
;; run sub64(-1, 0x8000000000000000, 0) == 0x7fffffffffffffff
;; run sub64(-1, 0x8000000000000000, 1) == 0x7ffffffffffffffe
;; run sub64(-1, 0x7fffffffffffffff, 0) == 0x8000000000000000
;; run sub64(-1, 0x7fffffffffffffff, 1) == 0x7fffffffffffffff
;; run sub64(0x8000000000000000, 0, 0) == 0x8000000000000000
;; run sub64(0x8000000000000000, 0, 1) == 0x7fffffffffffffff
;; run sub64(0x8000000000000000, 1, 0) == 0x7fffffffffffffff
;; run sub64(0x8000000000000000, 1, 1) == 0x7ffffffffffffffe
;; run sub64(0x8000000000000000, -1, 0) == 0x8000000000000001
;; run sub64(0x8000000000000000, -1, 1) == 0x8000000000000000
;; run sub64(0x8000000000000000, 0x8000000000000000, 0) == 0
;; run sub64(0x8000000000000000, 0x8000000000000000, 1) == -1
;; run sub64(0x8000000000000000, 0x7fffffffffffffff, 0) == 1
;; run sub64(0x8000000000000000, 0x7fffffffffffffff, 1) == 0
;; run sub64(0x7fffffffffffffff, 0, 0) == 0x7fffffffffffffff
;; run sub64(0x7fffffffffffffff, 0, 1) == 0x7ffffffffffffffe
;; run sub64(0x7fffffffffffffff, 1, 0) == 0x7ffffffffffffffe
;; run sub64(0x7fffffffffffffff, 1, 1) == 0x7ffffffffffffffd
;; run sub64(0x7fffffffffffffff, -1, 0) == 0x8000000000000000
;; run sub64(0x7fffffffffffffff, -1, 1) == 0x7fffffffffffffff
;; run sub64(0x7fffffffffffffff, 0x8000000000000000, 0) == -1
;; run sub64(0x7fffffffffffffff, 0x8000000000000000, 1) == -2
;; run sub64(0x7fffffffffffffff, 0x7fffffffffffffff, 0) == 0
;; run sub64(0x7fffffffffffffff, 0x7fffffffffffffff, 1) == -1
;; run sub64(5, 3, 2) == 1
;; run sub64(5, 3, -1) == 1
;; run sub64(5, 3, 0x80000000) == 1

proc sub64_out(Int64, Int64, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; a
    Int64 @1 = ArgumentReg(%a1)                     ; b
    Int64 @2 = ArgumentReg(%a2)
    Int32 @3 = Trunc(@2)                            ; c
    ; r, out = SubBorrow(a, b, c)
    (Int64, Int32) @4 = SubBorrow(@0, @1, @3)
    Int64 @5 = Extract(@4, 0)                       ; r
    Int32 @6 = Extract(@4, 1)                       ; out
    ; return out
    Void @7 = Return(@6)
}
;; run sub64_out(0, 0, 0) == 0
;; run sub64_out(0, 0, 1) == 1
;; run sub64_out(0, 1, 0) == 1
;; run sub64_out(0, 1, 1) == 1
;; run sub64_out(0, -1, 0) == 1
;; run sub64_out(0, -1, 1) == 1
;; run sub64_out(0, 0x8000000000000000, 0) == 1
;; run sub64_out(0, 0x8000000000000000, 1) == 1
;; run sub64_out(0, 0x7fffffffffffffff, 0) == 1
;; run sub64_out(0, 0x7fffffffffffffff, 1) == 1
;; run sub64_out(1, 0, 0) == 0
;; run sub64_out(1, 0, 1) == 0
;; run sub64_out(1, 1, 0) == 0
;; run sub64_out(1, 1, 1) == 1
;; run sub64_out(1, -1, 0) == 1
;; run sub64_out(1, -1, 1) == 1
;; run sub64_out(1, 0x8000000000000000, 0) == 1
;; run sub64_out(1, 0x8000000000000000, 1) == 1
;; run sub64_out(1, 0x7fffffffffffffff, 0) == 1
;; run sub64_out(1, 0x7fffffffffffffff, 1) == 1
;; run sub64_out(-1, 0, 0) == 0
;; run sub64_out(-1, 0, 1) == 0
;; run sub64_out(-1, 1, 0) == 0
;; run sub64_out(-1, 1, 1) == 0
;; run sub64_out(-1, -1, 0) == 0
;; run sub64_out(-1, -1, 1) == 1
;; run sub64_out(-1, 0x8000000000000000, 0) == 0
;; run sub64_out(-1, 0x8000000000000000, 1) == 0
;; run sub64_out(-1, 0x7fffffffffffffff, 0) == 0
;; run sub64_out(-1, 0x7fffffffffffffff, 1) == 0
;; run sub64_out(0x8000000000000000, 0, 0) == 0
;; run sub64_out(0x8000000000000000, 0, 1) == 0
;; run sub64_out(0x8000000000000000, 1, 0) == 0
;; run sub64_out(0x8000000000000000, 1, 1) == 0
;; run sub64_out(0x8000000000000000, -1, 0) == 1
;; run sub64_out(0x8000000000000000, -1, 1) == 1
;; run sub64_out(0x8000000000000000, 0x8000000000000000, 0) == 0
;; run sub64_out(0x8000000000000000, 0x8000000000000000, 1) == 1
;; run sub64_out(0x8000000000000000, 0x7fffffffffffffff, 0) == 0
;; run sub64_out(0x8000000000000000, 0x7fffffffffffffff, 1) == 0
;; run sub64_out(0x7fffffffffffffff, 0, 0) == 0
;; run sub64_out(0x7fffffffffffffff, 0, 1) == 0
;; run sub64_out(0x7fffffffffffffff, 1, 0) == 0
;; run sub64_out(0x7fffffffffffffff, 1, 1) == 0
;; run sub64_out(0x7fffffffffffffff, -1, 0) == 1
;; run sub64_out(0x7fffffffffffffff, -1, 1) == 1
;; run sub64_out(0x7fffffffffffffff, 0x8000000000000000, 0) == 1
;; run sub64_out(0x7fffffffffffffff, 0x8000000000000000, 1) == 1
;; run sub64_out(0x7fffffffffffffff, 0x7fffffffffffffff, 0) == 0
;; run sub64_out(0x7fffffffffffffff, 0x7fffffffffffffff, 1) == 1
;; run sub64_out(-1, -1, 2) == 1
;; run sub64_out(-1, -1, -1) == 1
;; run sub64_out(-1, -1, 0x80000000) == 1
