internal import CPango

/// The byte ranges of a string, by script.
///
/// ASCII digits and punctuation use the family of the text, so that numbers look the same
/// everywhere. Other characters without a script of their own use the script of the preceding text.
/// Chinese and Japanese punctuation uses the font family for Han.
struct ScriptRanges {
  private let text: String

  init(of text: String) { self.text = text }

  /// Returns the byte ranges to which a script style applies, with their styles.
  func styles(_ styles: [String: ScriptStyle]) -> [(range: Range<UInt32>, style: ScriptStyle)] {
    guard !styles.isEmpty else { return [] }
    var found: [(range: Range<UInt32>, style: ScriptStyle)] = []
    var current: ScriptStyle?
    var offset: UInt32 = 0
    for scalar in text.unicodeScalars {
      let length = UInt32(UTF8.width(scalar))
      let script = g_unichar_get_script(scalar.value)
      if scalar.isASCII && script == G_UNICODE_SCRIPT_COMMON {
        if scalar != " " { current = nil }
      } else if scalar.isEastAsianMark, let han = styles["Hani"], han.family != nil {
        current = han
      } else if script != G_UNICODE_SCRIPT_COMMON && script != G_UNICODE_SCRIPT_INHERITED {
        current = styles[Self.code(of: script)]
      }
      if let current {
        if let last = found.last, last.style == current, last.range.upperBound == offset {
          found[found.count - 1].range = last.range.lowerBound..<offset + length
        } else {
          found.append((offset..<offset + length, current))
        }
      }
      offset += length
    }
    return found
  }

  /// Returns the ISO 15924 code of a scalar's script.
  static func code(of scalar: Unicode.Scalar) -> String {
    code(of: g_unichar_get_script(scalar.value))
  }

  /// Returns the ISO 15924 code of a script.
  ///
  /// GLib packs the code into 32 bits, with the first letter in the highest bits.
  static func code(of script: GUnicodeScript) -> String {
    let packed = g_unicode_script_to_iso15924(script)
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: packed >> $0) }
    return String(decoding: letters, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is Chinese or Japanese punctuation.
  fileprivate var isEastAsianMark: Bool {
    (0x3000...0x3030).contains(value) || (0xFF00...0xFF0F).contains(value)
      || (0xFF1A...0xFF20).contains(value) || (0xFF3B...0xFF65).contains(value)
  }
}
