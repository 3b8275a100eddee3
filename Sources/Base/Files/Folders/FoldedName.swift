internal import CGLib

extension String {
  /// A key that is the same for all names that a file system may treat as equal.
  ///
  /// The key is the result of full case folding (`ß` becomes `ss`) and Unicode normalization form
  /// C. The file systems of macOS and Windows, many network shares and memory cards are
  /// case-insensitive.
  package var foldedName: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    // Case folding is defined for the decomposed form and may denormalize the string.
    guard let parts = g_utf8_normalize(self, -1, G_NORMALIZE_NFD) else { return self }
    defer { g_free(parts) }
    guard let folded = g_utf8_casefold(parts, -1) else { return self }
    defer { g_free(folded) }
    guard let joined = g_utf8_normalize(folded, -1, G_NORMALIZE_NFC) else { return self }
    defer { g_free(joined) }
    return String(cString: joined)
  }
}
