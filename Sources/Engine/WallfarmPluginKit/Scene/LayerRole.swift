/// The role of a layer in a note, used to describe differences between pictures.
///
/// In JSON: `{"note": 2, "part": "text"}`, or `{"note": 2}` for the layer that contains the whole
/// note.
public struct LayerRole: Hashable, Sendable {
  /// The number of the note, starting at 1.
  public var note: Int
  /// The part of the note, such as `text` or `number.badge`; `nil` for the whole note.
  ///
  /// A part consists of words that are separated by hyphens or dots. The words contain only the
  /// letters a–z, and the part has at most ``longestPart`` characters.
  public var part: String?

  /// The part for the number of a note, which has a lower contrast requirement than text.
  public static let number = "number"

  /// The maximum length of a part in characters.
  public static let longestPart = 40

  /// Creates a role, by default for the whole note.
  public init(note: Int, part: String? = nil) {
    (self.note, self.part) = (note, part)
  }

  /// Returns whether a string is a valid part.
  public static func isPart(_ text: String) -> Bool {
    let words = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x2E }
    return text.utf8.count <= longestPart
      && words.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      }
  }
}
