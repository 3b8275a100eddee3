internal import CGLib

extension String {
  /// The same for all names that a file system may take for one: case folded in full, so that `ß`
  /// is `ss`, and in Unicode's normal form C.
  ///
  /// Disks of Macs and Windows, many network shares and memory cards keep only one of such names.
  var foldedName: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return lowercased() }
    // Folding may undo a normal form, and characters fold only in the decomposed one.
    guard let parts = g_utf8_normalize(self, -1, G_NORMALIZE_NFD) else { return self }
    defer { g_free(parts) }
    guard let folded = g_utf8_casefold(parts, -1) else { return self }
    defer { g_free(folded) }
    guard let joined = g_utf8_normalize(folded, -1, G_NORMALIZE_NFC) else { return self }
    defer { g_free(joined) }
    return String(cString: joined)
  }
}
