internal import CPango
public import FontFormats

/// The characters of a font by script.
public struct FontScripts: Sendable {
  /// The characters of one script.
  public struct Share: Sendable, Hashable {
    /// The number of characters.
    public fileprivate(set) var count = 0
    /// The first letters, at most ten.
    public fileprivate(set) var letters = ""
  }

  /// The characters by ISO 15924 code, without those that several scripts share, and without
  /// characters for private use.
  public private(set) var shares: [String: Share] = [:]

  /// Counts the characters of all faces.
  public init(of faces: [FontFace]) {
    for range in Set(faces.flatMap(\.characters.ranges)) {
      for value in range {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let script = g_unichar_get_script(value)
        guard script != G_UNICODE_SCRIPT_COMMON, script != G_UNICODE_SCRIPT_INHERITED,
          script != G_UNICODE_SCRIPT_UNKNOWN
        else { continue }
        var share = shares[ScriptRanges.code(of: script)] ?? Share()
        share.count += 1
        if share.letters.unicodeScalars.count < 10, scalar.properties.isAlphabetic {
          share.letters.unicodeScalars.append(scalar)
        }
        shares[ScriptRanges.code(of: script)] = share
      }
    }
  }
}
