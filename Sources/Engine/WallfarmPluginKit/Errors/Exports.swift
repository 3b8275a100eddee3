// Re-exported because plugins throw and catch these errors.
@_exported public import Diagnostics
