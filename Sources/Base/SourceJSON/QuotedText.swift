internal import Diagnostics

/// Puts `text` in single quotes for a message, truncating long text and escaping control
/// characters.
func quoted(_ text: String, limit: Int = 40) -> String {
  var shown = ""
  for (index, scalar) in text.unicodeScalars.enumerated() {
    if index == limit { return "'\(shown)…'" }
    shown += scalar.isSafeToPrint ? String(scalar) : controlEscape(scalar)
  }
  return "'\(shown)'"
}
