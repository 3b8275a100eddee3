// Re-exported, because a plain value, `JSONValue`, is also part of the fix of an error.
@_exported public import Diagnostics
