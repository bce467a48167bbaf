barebones 1
; Binary trees after the Computer Language Benchmarks Game, in a region of memory with a pointer that is bumped.
;
; Known answers: a full tree of depth d has 2^(d+1) - 1 nodes. The sum of the keys of a search tree of the numbers
; of a permutation, and its depth: Python.
;! run

; Nodes have 24 bytes: left, right, key.
data region = zero:393216
data top = u64:0

proc forget_all() -> Void {
#0:
    ; i64[addr(top)] = addr(region)
    Int64 @0 = SymbolAddress(top)
    Int64 @1 = SymbolAddress(region)
    Void @2 = Store(@1, @0)
    Void @3 = Return()
}

proc new_node(Int64, Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; left
    Int64 @1 = ArgumentReg(%a1)                     ; right
    Int64 @2 = ArgumentReg(%a2)                     ; key
    ; node: i64 = i64[addr(top)]
    Int64 @3 = SymbolAddress(top)
    Int64 @4 = Load(@3)                             ; node
    ; next: i64 = node + 24
    Int64 @5 = Const64(24)
    Int64 @6 = Add(@4, @5)                          ; next
    ; trapif next >u addr(region) + 393216 User(12)
    Int64 @7 = SymbolAddress(region)
    Int64 @8 = Const64(393216)
    Int64 @9 = Add(@7, @8)
    Int32 @10 = Above(@6, @9)
    Void @11 = TrapIf(@10, User(12))
    ; i64[node] = left
    Void @12 = Store(@0, @4)
    ; i64[node, 8] = right
    Void @13 = Store(@1, @4, offset=8)
    ; i64[node, 16] = key
    Void @14 = Store(@2, @4, offset=16)
    ; i64[addr(top)] = next
    Int64 @15 = SymbolAddress(top)
    Void @16 = Store(@6, @15)
    ; return node
    Void @17 = Return(@4)
}

proc bottom_up(Int32) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; depth
    ; if depth == 0
    Int32 @2 = Const32(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return call new_node(0, 0, 0)
    Int64 @5 = Const64(0)
    Int64 @6 = CCall(new_node, @5, @5, @5)
    Void @7 = Return(@6)
#2:        ; endif
    ; left: i64 = call bottom_up(depth - 1)
    Int32 @8 = Const32(1)
    Int32 @9 = Sub(@1, @8)
    Int64 @10 = CCall(bottom_up, @9)                ; left
    ; right: i64 = call bottom_up(depth - 1)
    Int32 @11 = Sub(@1, @8)
    Int64 @12 = CCall(bottom_up, @11)               ; right
    ; return call new_node(left, right, SExt32(depth))
    Int64 @13 = SExt32(@1)
    Int64 @14 = CCall(new_node, @10, @12, @13)
    Void @15 = Return(@14)
}

proc count_nodes(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; node
    ; if i64[node] == 0
    Int64 @1 = Load(@0)
    Int64 @2 = Const64(0)
    Int32 @3 = Equal(@1, @2)
    Void @4 = Branch(@3, #1, #2)
#1:        ; then
    ; return 1
    Int32 @5 = Const32(1)
    Void @6 = Return(@5)
#2:        ; endif
    ; return 1 + call count_nodes(i64[node]) + call count_nodes(i64[node, 8])
    Int64 @7 = Load(@0)
    Int32 @8 = CCall(count_nodes, @7)
    Int32 @9 = Const32(1)
    Int32 @10 = Add(@9, @8)
    Int64 @11 = Load(@0, offset=8)
    Int32 @12 = CCall(count_nodes, @11)
    Int32 @13 = Add(@10, @12)
    Void @14 = Return(@13)
}

; The nodes of a full tree of this depth, counted.
proc full_tree(Int32) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)
    Int32 @1 = Trunc(@0)                            ; depth
    ; call forget_all()
    Void @2 = CCall(forget_all)
    ; return call count_nodes(call bottom_up(depth))
    Int64 @3 = CCall(bottom_up, @1)
    Int32 @4 = CCall(count_nodes, @3)
    Void @5 = Return(@4)
}
;; run full_tree(0) == 1
;; run full_tree(4) == 31
;; run full_tree(13) == 16383
;; run full_tree(14) traps User(12)

; Inserts a key and returns the root.
proc insert(Int64, Int64) -> Int64 {
    slot0 = stack 8 locked
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; root
    Int64 @1 = ArgumentReg(%a1)                     ; key
    ; `link` is where the new node will hang; for the root it is a stack slot.
    ; link: i64 = SlotBase(slot0)
    Int64 @2 = SlotBase(slot0)                      ; link
    ; i64[link] = root
    Void @3 = Store(@0, @2)
    Void @4 = Upsilon(@0, ^@7)
    Void @5 = Upsilon(@2, ^@8)
    Void @6 = Jump(#1)
#1:        ; while
    Int64 @7 = Phi()                                ; node
    Int64 @8 = Phi()                                ; link
    ; node: i64 = root
    ; while node != 0
    Int64 @9 = Const64(0)
    Int32 @10 = NotEqual(@7, @9)
    Void @11 = Branch(@10, #2, #5)
#2:        ; body
    ; k: i64 = i64[node, 16]
    Int64 @12 = Load(@7, offset=16)                 ; k
    ; if key == k rare
    Int32 @13 = Equal(@1, @12)
    Void @14 = Branch(@13, #3:rare, #4)
#3:        ; then
    ; return root
    Void @15 = Return(@0)
#4:        ; endif
    ; link = node + Select(key < k, 0L, 8L)
    Int32 @16 = LessThan(@1, @12)
    Int64 @17 = Const64(0)
    Int64 @18 = Const64(8)
    Int64 @19 = Select(@16, @17, @18)
    Int64 @20 = Add(@7, @19)                        ; link
    ; node = i64[link]
    Int64 @21 = Load(@20)                           ; node
    Void @22 = Upsilon(@21, ^@7)
    Void @23 = Upsilon(@20, ^@8)
    Void @24 = Jump(#1)
#5:        ; done
    ; i64[link] = call new_node(0, 0, key)
    Int64 @25 = Const64(0)
    Int64 @26 = CCall(new_node, @25, @25, @1)
    Void @27 = Store(@26, @8)
    ; return i64[SlotBase(slot0)]
    Int64 @28 = SlotBase(slot0)
    Int64 @29 = Load(@28)
    Void @30 = Return(@29)
}

; A search tree of k * 619 modulo 1009 for k = 1 .. n.
proc search_tree(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; call forget_all()
    Void @1 = CCall(forget_all)
    ; root: i64 = 0
    Int64 @2 = Const64(0)                           ; root
    ; for k = 1L until n + 1
    Int64 @3 = Const64(1)
    Int64 @4 = Add(@0, @3)
    Void @5 = Upsilon(@3, ^@8)
    Void @6 = Upsilon(@2, ^@9)
    Void @7 = Jump(#1)
#1:        ; for k
    Int64 @8 = Phi()                                ; k
    Int64 @9 = Phi()                                ; root
    Int32 @10 = LessThan(@8, @4)
    Void @11 = Branch(@10, #2, #4)
#2:        ; body
    ; root = call insert(root, k * 619 % 1009)
    Int64 @12 = Const64(619)
    Int64 @13 = Mul(@8, @12)
    Int64 @14 = Const64(1009)
    Int64 @15 = Mod(@13, @14)
    Int64 @16 = CCall(insert, @9, @15)              ; root
    Void @17 = Jump(#3)
#3:        ; next k
    Int64 @18 = Const64(1)
    Int64 @19 = Add(@8, @18)
    Void @20 = Upsilon(@19, ^@8)
    Void @21 = Upsilon(@16, ^@9)
    Void @22 = Jump(#1)
#4:        ; done
    ; return root
    Void @23 = Return(@9)
}

proc depth(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; node
    ; if node == 0
    Int64 @1 = Const64(0)
    Int32 @2 = Equal(@0, @1)
    Void @3 = Branch(@2, #1, #2)
#1:        ; then
    ; return 0
    Int32 @4 = Const32(0)
    Void @5 = Return(@4)
#2:        ; endif
    ; left: i32 = call depth(i64[node])
    Int64 @6 = Load(@0)
    Int32 @7 = CCall(depth, @6)                     ; left
    ; right: i32 = call depth(i64[node, 8])
    Int64 @8 = Load(@0, offset=8)
    Int32 @9 = CCall(depth, @8)                     ; right
    ; return Select(left > right, left, right) + 1
    Int32 @10 = GreaterThan(@7, @9)
    Int32 @11 = Select(@10, @7, @9)
    Int32 @12 = Const32(1)
    Int32 @13 = Add(@11, @12)
    Void @14 = Return(@13)
}

proc search_tree_depth(Int64) -> Int32 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; return call depth(call search_tree(n))
    Int64 @1 = CCall(search_tree, @0)
    Int32 @2 = CCall(depth, @1)
    Void @3 = Return(@2)
}
;; run search_tree_depth(1) == 1
;; run search_tree_depth(1000) == 14

; Visits keys in order: hash = 31 hash + key.
proc in_order(Int64, Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; node
    Int64 @1 = ArgumentReg(%a1)                     ; hash
    Void @2 = Upsilon(@0, ^@5)
    Void @3 = Upsilon(@1, ^@6)
    Void @4 = Jump(#1)
#1:        ; while
    Int64 @5 = Phi()                                ; node
    Int64 @6 = Phi()                                ; hash
    ; while node != 0
    Int64 @7 = Const64(0)
    Int32 @8 = NotEqual(@5, @7)
    Void @9 = Branch(@8, #2, #3)
#2:        ; body
    ; hash = call in_order(i64[node], hash)
    Int64 @10 = Load(@5)
    Int64 @11 = CCall(in_order, @10, @6)            ; hash
    ; hash = hash * 31 + i64[node, 16]
    Int64 @12 = Const64(31)
    Int64 @13 = Mul(@11, @12)
    Int64 @14 = Load(@5, offset=16)
    Int64 @15 = Add(@13, @14)                       ; hash
    ; node = i64[node, 8]
    Int64 @16 = Load(@5, offset=8)                  ; node
    Void @17 = Upsilon(@16, ^@5)
    Void @18 = Upsilon(@15, ^@6)
    Void @19 = Jump(#1)
#3:        ; done
    ; return hash
    Void @20 = Return(@6)
}

proc search_tree_checksum(Int64) -> Int64 {
#0:
    Int64 @0 = ArgumentReg(%a0)                     ; n
    ; return call in_order(call search_tree(n), 0)
    Int64 @1 = CCall(search_tree, @0)
    Int64 @2 = Const64(0)
    Int64 @3 = CCall(in_order, @1, @2)
    Void @4 = Return(@3)
}
;; run search_tree_checksum(1000) == 0xebbb154d7896ed18
