barebones 1
; The convention of Windows passes vectors by reference, which the library does not do.
;! invalid
;; error: V23 in f: V128 in the signature (V128) -> Void, which windows_x64 passes by reference
proc f(V128) -> Void target=x86_64-windows conv=windows_x64 {
#0:
    Void @0 = Return()
}
