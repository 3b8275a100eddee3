// The module is re-exported because plugins throw and catch its errors.
@_exported public import Diagnostics
