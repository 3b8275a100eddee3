internal import CGLib

/// Reads pattern files and encodes words in their character sets.
enum PatternFile {
  static func bytes(of path: String) -> [UInt8]? {
    var contents: UnsafeMutablePointer<CChar>?
    var length: gsize = 0
    guard g_file_get_contents(path, &contents, &length, nil) != 0, let contents else { return nil }
    defer { g_free(contents) }
    return UnsafeRawBufferPointer(start: contents, count: Int(length)).map(\.self)
  }

  /// Encodes each character of a word; `nil` if the character set does not contain one of the
  /// characters.
  static func encoded(_ word: [Unicode.Scalar], in set: String) -> [[UInt8]]? {
    guard set != "UTF-8" else { return word.map { Array(String($0).utf8) } }
    var found: [[UInt8]] = []
    for scalar in word {
      var written: gsize = 0
      guard let text = g_convert(String(scalar), -1, set, "UTF-8", nil, &written, nil) else {
        return nil
      }
      defer { g_free(text) }
      found.append(UnsafeRawBufferPointer(start: text, count: Int(written)).map(\.self))
    }
    return found
  }
}
