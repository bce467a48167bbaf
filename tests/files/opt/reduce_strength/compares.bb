barebones 1
; Comparisons that are decided, joined, or simplified by comparing their operands; unsigned ones differ from signed ones.
;! opt reduce_strength eliminate_dead_code
;! run

data bytes = 0x80 0x81 0 0

proc decided(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load8Z(@0)
    Int32 @3 = Const32(256)
    Int32 @4 = Below(@2, @3)
    Void @99 = Return(@4)
}
;; check: Const32(1)
;; check: Return(
;; run decided(@data:bytes, 0) == 1

proc open(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load8Z(@0)
    Int32 @3 = Const32(255)
    Int32 @4 = Below(@2, @3)
    Void @99 = Return(@4)
}
;; check: Below(@2, @3)
;; run open(@data:bytes, 0) == 1

proc open_with_sign(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Load8S(@0)
    Int32 @3 = Const32(256)
    Int32 @4 = Below(@2, @3)
    Void @99 = Return(@4)
}
;; check: Below(@2, @3)
;; run open_with_sign(@data:bytes, 0) == 0

proc between(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(10)
    Int64 @3 = Const64(20)
    Int32 @4 = GreaterEqual(@0, @2)
    Int32 @5 = LessThan(@0, @3)
    Int32 @6 = BitAnd(@4, @5)
    Void @99 = Return(@6)
}
;; check: Const64(-10)
;; check: Add(@0,
;; check: BelowEqual(
;; run between(9, 0) == 0
;; run between(10, 0) == 1
;; run between(19, 0) == 1
;; run between(20, 0) == 0
;; run between(-1, 0) == 0

proc between_of_two(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(10)
    Int64 @3 = Const64(20)
    Int32 @4 = GreaterEqual(@0, @2)
    Int32 @5 = LessThan(@1, @3)
    Int32 @6 = BitAnd(@4, @5)
    Void @99 = Return(@6)
}
;; check: BitAnd(@4, @5)
;; run between_of_two(9, 0) == 0
;; run between_of_two(10, 0) == 1

proc less_or_equal(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = Equal(@1, @0)
    Int32 @6 = BitOr(@4, @5)
    Void @99 = Return(@6)
}
;; check: LessEqual(@0, @1)
;; run less_or_equal(7, 3) == 0
;; run less_or_equal(-1, 0x8000000000000000) == 0

proc less_or_below(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @4 = LessThan(@0, @1)
    Int32 @5 = Below(@0, @1)
    Int32 @6 = BitOr(@4, @5)
    Void @99 = Return(@6)
}
;; check: BitOr(@4, @5)
;; run less_or_below(7, 3) == 0
;; run less_or_below(-1, 0x8000000000000000) == 0

proc moved(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(10)
    Int64 @3 = Add(@0, @2)
    Int64 @4 = Const64(3)
    Int32 @5 = Equal(@3, @4)
    Void @99 = Return(@5)
}
;; check: Const64(-7)
;; check: Equal(@0,
;; run moved(-7, 0) == 1
;; run moved(3, 0) == 0

proc moved_not(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int64 @2 = Const64(10)
    Int64 @3 = Add(@0, @2)
    Int64 @4 = Const64(3)
    Int32 @5 = LessThan(@3, @4)
    Void @99 = Return(@5)
}
;; check: LessThan(@3, @4)
;; run moved_not(-7, 0) == 0
;; run moved_not(0x7fffffffffffffff, 0) == 1

proc inverted(Int64, Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Below(@0, @1)
    Int32 @3 = Const32(1)
    Int32 @4 = BitXor(@2, @3)
    Void @99 = Return(@4)
}
;; check: AboveEqual(@0, @1)
;; run inverted(7, 3) == 1
;; run inverted(-1, 0x8000000000000000) == 1

proc chosen(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Equal(@0, @1)
    Int64 @3 = Select(@2, @0, @1)
    Void @99 = Return(@3)
}
;; check: Return(@1)
;; run chosen(7, 3) == 3
;; run chosen(-1, 0x8000000000000000) == -9223372036854775808

proc as_number(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Below(@0, @1)
    Int64 @3 = Const64(7)
    Int64 @4 = Const64(8)
    Int64 @5 = Select(@2, @3, @4)
    Void @99 = Return(@5)
}
;; check: AboveEqual(@0, @1)
;; check: ZExt32(
;; check: Add(
;; run as_number(7, 3) == 8
;; run as_number(-1, 0x8000000000000000) == 8

proc as_choice(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = ArgumentReg(%a1)
    Int32 @2 = Below(@0, @1)
    Int64 @3 = Const64(7)
    Int64 @4 = Const64(10)
    Int64 @5 = Select(@2, @3, @4)
    Void @99 = Return(@5)
}
;; check: Select(@2, @3, @4)
;; run as_choice(7, 3) == 10
;; run as_choice(-1, 0x8000000000000000) == 10

; The sum has another use: it is compared, not its operands.
proc moved_and_kept(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @1 = Const64(5)
    Int64 @2 = Add(@0, @1)
    Int64 @3 = Const64(9)
    Int32 @4 = Equal(@2, @3)
    Int64 @5 = ZExt32(@4)
    Int64 @6 = Add(@2, @5)
    Void @7 = Return(@6)
}
;; check: Equal(@2, @3)
;; run moved_and_kept(4) == 10
;; run moved_and_kept(5) == 10

proc negated_and_kept(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int64 @2 = Neg(@0)
    Int64 @3 = Const64(9)
    Int32 @4 = NotEqual(@2, @3)
    Int64 @5 = ZExt32(@4)
    Int64 @6 = Add(@2, @5)
    Void @7 = Return(@6)
}
;; check: NotEqual(@2, @3)
;; run negated_and_kept(3) == -2
;; run negated_and_kept(-9) == 9
