/// What a layer is of a note, so that pictures can be compared in words: the text of note 2.
///
/// In JSON: `{"note": 2, "part": "text"}`, or `{"note": 2}` for what holds the whole note.
public struct LayerRole: Hashable, Sendable, Codable {
  /// The number of the note, from 1, as people count them.
  public var note: Int
  /// What it is of the note, such as `text` or `number.badge`; nil for all of it.
  ///
  /// Words of letters a–z, with hyphens or points between them, ``longestPart`` characters at most.
  public var part: String?

  /// The part that is the number of a note: it is seen and not read, so less contrast is asked of it.
  public static let number = "number"

  /// Most characters of a part.
  public static let longestPart = 40

  /// Makes a role; without a part it is all of the note.
  public init(note: Int, part: String? = nil) {
    (self.note, self.part) = (note, part)
  }

  /// Whether a text has the form of a part.
  public static func isPart(_ text: String) -> Bool {
    let words = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x2E }
    return text.utf8.count <= longestPart
      && words.allSatisfy { word in
        !word.isEmpty && word.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      }
  }
}
