barebones 1
; Days and dates of the proleptic Gregorian calendar: divisions by constants, signed, with negative years.
;
; Known answers: Python's datetime (from year 1); 0000-03-01 is day -719468.
;! run

data lengths = 31 28 31 30 31 30 31 31 30 31 30 31

; 1 in a leap year.
proc is_leap(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; year
    ; return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    Int32 @2 = Const32(4)
    Int32 @3 = Mod(@1, @2)
    Int32 @4 = Const32(0)
    Int32 @5 = Equal(@3, @4)
    Int32 @6 = Const32(100)
    Int32 @7 = Mod(@1, @6)
    Int32 @8 = NotEqual(@7, @4)
    Int32 @9 = Const32(400)
    Int32 @10 = Mod(@1, @9)
    Int32 @11 = Equal(@10, @4)
    Int32 @12 = BitOr(@8, @11)
    Int32 @13 = BitAnd(@5, @12)
    Void @14 = Return(@13)
}

proc days_in_month(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; year
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; month
    ; length: i32 = u8[addr(lengths) + SExt32(month), -1, immutable]
    Int64 @4 = SymbolAddress(lengths)
    Int64 @5 = SExt32(@3)
    Int64 @6 = Add(@4, @5)
    Int32 @7 = Load8Z(@6, offset=-1, immutable)     ; length
    ; return length + ((month == 2) & call is_leap(year))
    Int32 @8 = Const32(2)
    Int32 @9 = Equal(@3, @8)
    Int32 @10 = CCall(is_leap, @1)
    Int32 @11 = BitAnd(@9, @10)
    Int32 @12 = Add(@7, @11)
    Void @13 = Return(@12)
}

; Quotient rounded down, for a positive divisor.
proc floor_div(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; a
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; b
    ; return (a - Select(a < 0, b - 1, 0)) / b
    Int32 @4 = Const32(0)
    Int32 @5 = LessThan(@1, @4)
    Int32 @6 = Const32(1)
    Int32 @7 = Sub(@3, @6)
    Int32 @8 = Select(@5, @7, @4)
    Int32 @9 = Sub(@1, @8)
    Int32 @10 = Div(@9, @3)
    Void @11 = Return(@10)
}

; Days since 1970-01-01; years begin in March, so the leap day comes last.
proc days(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; year
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; month
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; day
    ; trapif month - 1 >=u 12 User(1)
    Int32 @6 = Const32(1)
    Int32 @7 = Sub(@3, @6)
    Int32 @8 = Const32(12)
    Int32 @9 = AboveEqual(@7, @8)
    Void @10 = TrapIf(@9, User(1))
    ; trapif day - 1 >=u call days_in_month(year, month) User(2)
    Int32 @11 = Sub(@5, @6)
    Int32 @12 = CCall(days_in_month, @1, @3)
    Int32 @13 = AboveEqual(@11, @12)
    Void @14 = TrapIf(@13, User(2))
    ; y: i32 = year - (month <= 2)
    Int32 @15 = Const32(2)
    Int32 @16 = LessEqual(@3, @15)
    Int32 @17 = Sub(@1, @16)                        ; y
    ; era: i32 = call floor_div(y, 400)
    Int32 @18 = Const32(400)
    Int32 @19 = CCall(floor_div, @17, @18)          ; era
    ; year_of_era: i32 = y - era * 400
    Int32 @20 = Mul(@19, @18)
    Int32 @21 = Sub(@17, @20)                       ; year_of_era
    ; month_from_march: i32 = month + Select(month > 2, -3, 9)
    Int32 @22 = GreaterThan(@3, @15)
    Int32 @23 = Const32(-3)
    Int32 @24 = Const32(9)
    Int32 @25 = Select(@22, @23, @24)
    Int32 @26 = Add(@3, @25)                        ; month_from_march
    ; day_of_year: i32 = (153 * month_from_march + 2) / 5 + day - 1
    Int32 @27 = Const32(153)
    Int32 @28 = Mul(@27, @26)
    Int32 @29 = Add(@28, @15)
    Int32 @30 = Const32(5)
    Int32 @31 = Div(@29, @30)
    Int32 @32 = Add(@31, @5)
    Int32 @33 = Sub(@32, @6)                        ; day_of_year
    ; day_of_era: i32 = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year
    Int32 @34 = Const32(365)
    Int32 @35 = Mul(@21, @34)
    Int32 @36 = Const32(4)
    Int32 @37 = Div(@21, @36)
    Int32 @38 = Add(@35, @37)
    Int32 @39 = Const32(100)
    Int32 @40 = Div(@21, @39)
    Int32 @41 = Sub(@38, @40)
    Int32 @42 = Add(@41, @33)                       ; day_of_era
    ; return era * 146097 + day_of_era - 719468
    Int32 @43 = Const32(146097)
    Int32 @44 = Mul(@19, @43)
    Int32 @45 = Add(@44, @42)
    Int32 @46 = Const32(719468)
    Int32 @47 = Sub(@45, @46)
    Void @48 = Return(@47)
}
;; run days(1970, 1, 1) == 0
;; run days(2000, 3, 1) == 11017
;; run days(1, 1, 1) == -719162
;; run days(0, 3, 1) == -719468
;; run days(-1, 12, 31) == -719529
;; run days(9999, 12, 31) == 2932896
;; run days(2023, 2, 29) traps User(2)

; The inverse: year, month and day, as three words at `out`.
proc civil_to(Int32, Int64) -> Void {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; day_number
    Int64 @2 = ArgumentReg(%a1)                     ; out
    ; z: i32 = day_number + 719468
    Int32 @3 = Const32(719468)
    Int32 @4 = Add(@1, @3)                          ; z
    ; era: i32 = call floor_div(z, 146097)
    Int32 @5 = Const32(146097)
    Int32 @6 = CCall(floor_div, @4, @5)             ; era
    ; day_of_era: i32 = z - era * 146097
    Int32 @7 = Mul(@6, @5)
    Int32 @8 = Sub(@4, @7)                          ; day_of_era
    ; year_of_era: i32 = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365
    Int32 @9 = Const32(1460)
    Int32 @10 = Div(@8, @9)
    Int32 @11 = Sub(@8, @10)
    Int32 @12 = Const32(36524)
    Int32 @13 = Div(@8, @12)
    Int32 @14 = Add(@11, @13)
    Int32 @15 = Const32(146096)
    Int32 @16 = Div(@8, @15)
    Int32 @17 = Sub(@14, @16)
    Int32 @18 = Const32(365)
    Int32 @19 = Div(@17, @18)                       ; year_of_era
    ; day_of_year: i32 = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100)
    Int32 @20 = Mul(@18, @19)
    Int32 @21 = Const32(4)
    Int32 @22 = Div(@19, @21)
    Int32 @23 = Add(@20, @22)
    Int32 @24 = Const32(100)
    Int32 @25 = Div(@19, @24)
    Int32 @26 = Sub(@23, @25)
    Int32 @27 = Sub(@8, @26)                        ; day_of_year
    ; from_march: i32 = (5 * day_of_year + 2) / 153
    Int32 @28 = Const32(5)
    Int32 @29 = Mul(@28, @27)
    Int32 @30 = Const32(2)
    Int32 @31 = Add(@29, @30)
    Int32 @32 = Const32(153)
    Int32 @33 = Div(@31, @32)                       ; from_march
    ; day: i32 = day_of_year - (153 * from_march + 2) / 5 + 1
    Int32 @34 = Mul(@32, @33)
    Int32 @35 = Add(@34, @30)
    Int32 @36 = Div(@35, @28)
    Int32 @37 = Sub(@27, @36)
    Int32 @38 = Const32(1)
    Int32 @39 = Add(@37, @38)                       ; day
    ; month: i32 = from_march + Select(from_march < 10, 3, -9)
    Int32 @40 = Const32(10)
    Int32 @41 = LessThan(@33, @40)
    Int32 @42 = Const32(3)
    Int32 @43 = Const32(-9)
    Int32 @44 = Select(@41, @42, @43)
    Int32 @45 = Add(@33, @44)                       ; month
    ; i32[out] = year_of_era + era * 400 + (month <= 2)
    Int32 @46 = Const32(400)
    Int32 @47 = Mul(@6, @46)
    Int32 @48 = Add(@19, @47)
    Int32 @49 = LessEqual(@45, @30)
    Int32 @50 = Add(@48, @49)
    Void @51 = Store(@50, @2)
    ; i32[out, 4] = month
    Void @52 = Store(@45, @2, offset=4)
    ; i32[out, 8] = day
    Void @53 = Store(@39, @2, offset=8)
    Void @54 = Return()
}

; The date as a decimal number: 19700101.
proc date(Int32) -> Int32 {
    slot0 = stack 12 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; day_number
    ; call civil_to(day_number, SlotBase(slot0))
    Int64 @2 = SlotBase(slot0)
    Void @3 = CCall(civil_to, @1, @2)
    ; p: i64 = SlotBase(slot0)
    Int64 @4 = SlotBase(slot0)                      ; p
    ; return i32[p] * 10000 + i32[p, 4] * 100 + i32[p, 8]
    Int32 @5 = Load(@4)
    Int32 @6 = Const32(10000)
    Int32 @7 = Mul(@5, @6)
    Int32 @8 = Load(@4, offset=4)
    Int32 @9 = Const32(100)
    Int32 @10 = Mul(@8, @9)
    Int32 @11 = Add(@7, @10)
    Int32 @12 = Load(@4, offset=8)
    Int32 @13 = Add(@11, @12)
    Void @14 = Return(@13)
}
;; run date(0) == 19700101
;; run date(11016) == 20000229
;; run date(-719162) == 10101
;; run date(19999) == 20241003

; 0 for Sunday.
proc weekday(Int32, Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; year
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; month
    Int64 @4 = ArgumentReg(%a2)
    Int32 @5 = Trunc(@4)                            ; day
    ; d: i32 = call days(year, month, day)
    Int32 @6 = CCall(days, @1, @3, @5)              ; d
    ; return ((d + 4) % 7 + 7) % 7
    Int32 @7 = Const32(4)
    Int32 @8 = Add(@6, @7)
    Int32 @9 = Const32(7)
    Int32 @10 = Mod(@8, @9)
    Int32 @11 = Add(@10, @9)
    Int32 @12 = Mod(@11, @9)
    Void @13 = Return(@12)
}
;; run weekday(2024, 2, 29) == 4
;; run weekday(1582, 10, 15) == 5

proc fridays_13th(Int32, Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; from
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; until_year
    ; count: i32 = 0
    Int32 @4 = Const32(0)                           ; count
    ; for year = from until until_year
    Void @5 = Upsilon(@1, ^@8)
    Void @6 = Upsilon(@4, ^@9)
    Void @7 = Jump(#1)
#1:        ; for year
    Int32 @8 = Phi()                                ; year
    Int32 @9 = Phi()                                ; count
    Int32 @10 = LessThan(@8, @3)
    Void @11 = Branch(@10, #2, #10)
#2:        ; body
    ; for month = 1 until 13
    Int32 @12 = Const32(1)
    Int32 @13 = Const32(13)
    Void @14 = Upsilon(@12, ^@17)
    Void @15 = Upsilon(@9, ^@18)
    Void @16 = Jump(#3)
#3:        ; for month
    Int32 @17 = Phi()                               ; month
    Int32 @18 = Phi()                               ; count
    Int32 @19 = LessThan(@17, @13)
    Void @20 = Branch(@19, #4, #8)
#4:        ; body
    ; if call weekday(year, month, 13) == 5 rare
    Int32 @21 = Const32(13)
    Int32 @22 = CCall(weekday, @8, @17, @21)
    Int32 @23 = Const32(5)
    Int32 @24 = Equal(@22, @23)
    Void @25 = Upsilon(@18, ^@31)
    Void @26 = Branch(@24, #5:rare, #6)
#5:        ; then
    ; count = count + 1
    Int32 @27 = Const32(1)
    Int32 @28 = Add(@18, @27)                       ; count
    Void @29 = Upsilon(@28, ^@31)
    Void @30 = Jump(#6)
#6:        ; endif
    Int32 @31 = Phi()                               ; count
    Void @32 = Jump(#7)
#7:        ; next month
    Int32 @33 = Const32(1)
    Int32 @34 = Add(@17, @33)
    Void @35 = Upsilon(@34, ^@17)
    Void @36 = Upsilon(@31, ^@18)
    Void @37 = Jump(#3)
#8:        ; done
    Void @38 = Jump(#9)
#9:        ; next year
    Int32 @39 = Const32(1)
    Int32 @40 = Add(@8, @39)
    Void @41 = Upsilon(@40, ^@8)
    Void @42 = Upsilon(@18, ^@9)
    Void @43 = Jump(#1)
#10:        ; done
    ; return count
    Void @44 = Return(@9)
}
;; run fridays_13th(1600, 2000) == 688

; Number of days that do not survive the conversion to a date and back.
proc round_trip(Int32, Int32) -> Int32 {
    slot0 = stack 12 locked
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; from
    Int64 @2 = ArgumentReg(%a1)
    Int32 @3 = Trunc(@2)                            ; end
    ; p: i64 = SlotBase(slot0)
    Int64 @4 = SlotBase(slot0)                      ; p
    ; bad: i32 = 0
    Int32 @5 = Const32(0)                           ; bad
    ; for day = from until end
    Void @6 = Upsilon(@1, ^@9)
    Void @7 = Upsilon(@5, ^@10)
    Void @8 = Jump(#1)
#1:        ; for day
    Int32 @9 = Phi()                                ; day
    Int32 @10 = Phi()                               ; bad
    Int32 @11 = LessThan(@9, @3)
    Void @12 = Branch(@11, #2, #4)
#2:        ; body
    ; call civil_to(day, p)
    Void @13 = CCall(civil_to, @9, @4)
    ; bad = bad + (call days(i32[p], i32[p, 4], i32[p, 8]) != day)
    Int32 @14 = Load(@4)
    Int32 @15 = Load(@4, offset=4)
    Int32 @16 = Load(@4, offset=8)
    Int32 @17 = CCall(days, @14, @15, @16)
    Int32 @18 = NotEqual(@17, @9)
    Int32 @19 = Add(@10, @18)                       ; bad
    Void @20 = Jump(#3)
#3:        ; next day
    Int32 @21 = Const32(1)
    Int32 @22 = Add(@9, @21)
    Void @23 = Upsilon(@22, ^@9)
    Void @24 = Upsilon(@19, ^@10)
    Void @25 = Jump(#1)
#4:        ; done
    ; return bad
    Void @26 = Return(@10)
}
;; run round_trip(-726000, -712000) == 0
