barebones 1
; Where addresses with an index take no constant, sums stay as they are.
;! opt reduce_strength eliminate_dead_code

proc where_it_is_no_address(Int64) -> Int64 target=aarch64-linux {
#0:
    Int64 @0 = ArgumentReg(%x0)
    Int32 @1 = Trunc(@0)
    Int32 @2 = Const32(3)
    Int32 @3 = Shl(@1, @2)
    Int32 @4 = Const32(3)
    Int32 @5 = Add(@3, @4)
    Int64 @6 = ZExt32(@5)
    Void @7 = Return(@6)
}
;; check: @5 = Add(@3, @4)
;; check: @6 = ZExt32(@5)
