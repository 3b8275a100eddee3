/// A change to a scene, described in words.
public struct SceneChange: Sendable, Hashable {
  /// The kind of change, ordered so that likely causes precede their effects.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The screen size changed.
    case screen
    /// The free area of the screen changed.
    case freeArea = "free-area"
    /// Notes were added or removed.
    case notes
    /// The number of lines in a note changed.
    case lines
    /// A note became truncated, or is no longer truncated.
    case clipped
    /// The type size changed.
    case typeSize = "type-size"
    /// The font family or weight changed.
    case font
    /// The text changed.
    case wording
    /// A color changed.
    case color
    /// A shadow was added, removed or changed.
    case shadow
    /// The placement or effects of a photo changed.
    case photo
    /// A layer was added or removed.
    case layers
    /// The background changed.
    case background
    /// A position changed.
    case moved
    /// A size changed.
    case resized
    /// The legibility aid changed.
    case legibility
    /// The line layout changed, but the text did not.
    case setting
    /// The warnings changed.
    case warnings
    /// Any other change.
    case other
    /// The pixels differ, but the scene is the same.
    case pixels

    /// Orders the kinds as they are declared.
    public static func < (one: Kind, other: Kind) -> Bool {
      (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// A summary that applies to many pictures, even if they changed by different amounts.
    public var phrase: String {
      switch self {
      case .screen: "the screen differs"
      case .freeArea: "the free area differs"
      case .notes: "different notes are shown"
      case .lines: "notes wrap differently"
      case .clipped: "notes are cut off differently"
      case .typeSize: "the type size differs"
      case .font: "the font differs"
      case .wording: "the wording differs"
      case .color: "colors differ"
      case .shadow: "shadows differ"
      case .photo: "the photo is shown differently"
      case .layers: "layers were added or removed"
      case .background: "the background differs"
      case .moved: "layers moved"
      case .resized: "layer sizes differ"
      case .legibility: "the legibility aid differs"
      case .setting: "the line layout differs"
      case .warnings: "warnings differ"
      case .other: "other properties differ"
      case .pixels: "pixels differ, but the layout does not"
      }
    }
  }

  /// The brief form of a pixel change, without numbers, because the numbers differ between
  /// pictures.
  package static let pixelsBrief = "pixels"

  /// The kind of the change.
  public let kind: Kind
  /// The change with numbers, such as `note 2 is 3 px lower (1 pt)`.
  public let sentence: String
  /// The change without device-specific values, such as `note 2 is 1 pt lower`.
  public let brief: String

  /// Creates a change; `brief` defaults to the sentence.
  public init(_ kind: Kind, _ sentence: String, brief: String? = nil) {
    (self.kind, self.sentence, self.brief) = (kind, sentence, brief ?? sentence)
  }
}
