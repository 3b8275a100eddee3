internal import CPango
package import WallfarmPluginKit

/// Determines the base direction of a paragraph by rules P2 and P3 of UAX #9.
package enum BaseDirection {
  /// Returns the direction of the first strong character outside isolates, or left to right if
  /// there is none.
  package static func ofFirstStrong(in text: String) -> TextDirection {
    var depth = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069: depth = max(0, depth - 1)
      default:
        guard depth == 0, let direction = strongDirection(of: scalar) else { continue }
        return direction
      }
    }
    return .leftToRight
  }

  /// Returns the direction of a character of bidi type L, R or AL, or `nil` for all other types,
  /// including embeddings.
  private static func strongDirection(of scalar: Unicode.Scalar) -> TextDirection? {
    let type = fribidi_get_bidi_type(scalar.value).rawValue
    guard type & Mask.strong != 0, type & Mask.explicit == 0 else { return nil }
    return type & Mask.rightToLeft != 0 ? .rightToLeft : .leftToRight
  }

  /// Bit masks for FriBidi types, which FriBidi's header defines as macros that Swift cannot
  /// import.
  private enum Mask {
    static let rightToLeft: UInt32 = 0x1
    static let strong: UInt32 = 0x10
    static let explicit: UInt32 = 0x1000
  }
}
