internal import CPango

/// Stretches of a text in one script, as bytes.
///
/// Digits and punctuation of ASCII stay in the family of the text, so that numbers look alike
/// everywhere; other signs that belong to no script go with what stands before them.
struct ScriptRanges {
  private let text: String

  init(of text: String) { self.text = text }

  /// The stretches whose script is set in a way of its own.
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

  /// The code of the script of a character.
  static func code(of scalar: Unicode.Scalar) -> String {
    code(of: g_unichar_get_script(scalar.value))
  }

  /// GLib packs the four letters of an ISO 15924 code into 32 bits, first letter highest.
  static func code(of script: GUnicodeScript) -> String {
    let packed = g_unicode_script_to_iso15924(script)
    let letters = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: packed >> $0) }
    return String(decoding: letters, as: UTF8.self)
  }
}
