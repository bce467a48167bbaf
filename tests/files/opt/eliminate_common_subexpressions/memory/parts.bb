barebones 1
; Loads of known memory contents: parts of a value, at merges, and next to stores to other addresses.
;! opt eliminate_common_subexpressions
;! run

data words = u64:0x8182838485868788 u64:0 u64:0 u64:0

; A narrower load is a part of the known value.
proc low_half(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Int32 @3 = Load(@0)
    Void @4 = Return(@3)
}
;; check: @3 = Trunc(@1)
;; run low_half(@data:words, 0x1ffffffff) == -1

proc low_half_loaded(Int64) -> (Int64, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Load(@0)
    Int32 @2 = Load(@0)
    Void @3 = Return(@1, @2)
}
;; check: @2 = Trunc(@1)
;; run low_half_loaded(@data:words) == 0x8182838485868788, 0x85868788

; The upper half is at another offset.
proc high_half(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Int32 @3 = Load(@0, offset=4)
    Void @4 = Return(@3)
}
;; check: @3 = Load(
;; run high_half(@data:words, 0x1ffffffff) == 1

; Only part of a wider load is known.
proc wider(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Int64 @4 = Load(@0)
    Void @5 = Return(@4)
}
;; check: @4 = Load(
;; run wider(@data:words, 5) == 0x8182838400000005

proc other_type(Int64, Int64) -> Double {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Double @3 = Load(@0)
    Void @4 = Return(@3)
}
;; check: @3 = BitwiseCast(@1)
;; run other_type(@data:words, 0x3ff0000000000000) == 1.0

proc other_type_back(Int64, Double) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Void @2 = Store(@1, @0)
    Int64 @3 = Load(@0)
    Void @4 = Return(@3)
}
;; check: @3 = BitwiseCast(@1)
;; run other_type_back(@data:words, 1.0) == 0x3ff0000000000000

proc single(Int64, Int64) -> Float {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Float @4 = Load(@0)
    Void @5 = Return(@4)
}
;; check: @4 = BitwiseCast(@2)
;; run single(@data:words, 0x3f800000) == 1.0

proc single_back(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Float @1 = Load(@0)
    Int32 @2 = Load(@0)
    Int32 @3 = BitwiseCast(@1)
    Int32 @4 = Sub(@3, @2)
    Void @5 = Return(@4)
}
;; check: @2 = BitwiseCast(@1)
;; run single_back(@data:words) == 0

; No operation extracts half of a double.
proc half_of_double(Int64, Double) -> (Float, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Double @1 = ArgumentReg(%fa0)
    Void @2 = Store(@1, @0)
    Float @3 = Load(@0)
    Int32 @4 = Load(@0)
    Void @5 = Return(@3, @4)
}
;; check: @3 = Load(
;; check: @4 = BitwiseCast(@3)
;; run half_of_double(@data:words, 1.0) == 0.0, 0

proc stored8(Int64, Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store8(@2, @0)
    Int32 @4 = Load8Z(@0)
    Int32 @5 = Load8S(@0)
    Void @6 = Return(@4, @5)
}
;; check: @7 = Const32(255)
;; check: @4 = BitAnd(@2, @7)
;; check: @5 = SExt8(@2)
;; run stored8(@data:words, 0x1fe) == 0xfe, -2
;; run stored8(@data:words, 0x17e) == 0x7e, 0x7e

proc stored16(Int64, Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store16(@2, @0)
    Int32 @4 = Load16Z(@0)
    Int32 @5 = Load16S(@0)
    Void @6 = Return(@4, @5)
}
;; check: @7 = Const32(65535)
;; check: @4 = BitAnd(@2, @7)
;; check: @5 = SExt16(@2)
;; run stored16(@data:words, 0x1fffe) == 0xfffe, -2

proc of_words(Int64, Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Trunc(@1)
    Void @3 = Store(@2, @0)
    Int32 @4 = Load16S(@0)
    Int32 @5 = Load8Z(@0)
    Void @6 = Return(@4, @5)
}
;; check: @4 = SExt16(@2)
;; check: @5 = BitAnd(@2, @7)
;; run of_words(@data:words, 0x12348182) == 0xffff8182, 0x82

; A byte does not determine its neighbour.
proc of_bytes(Int64) -> (Int32, Int32) {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Load8S(@0)
    Int32 @2 = Load8Z(@0)
    Int32 @3 = Load16Z(@0)
    Int32 @4 = Sub(@3, @1)
    Void @5 = Return(@2, @4)
}
;; check: @2 = BitAnd(@1, @6)
;; check: @3 = Load16Z(
;; run of_bytes(@data:words) == 0x88, 0x8800

; That would be two operations.
proc of_long(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Void @2 = Store(@1, @0)
    Int32 @3 = Load8Z(@0)
    Void @4 = Return(@3)
}
;; check: @3 = Load8Z(
;; run of_long(@data:words, 0x1234) == 0x34
