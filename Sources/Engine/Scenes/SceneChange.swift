/// One thing that is different about a scene, in words.
public struct SceneChange: Sendable, Hashable {
  /// What sort of change it is; the first ones are the reason of many of the others.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The screen has another size.
    case screen
    /// What is left of the screen begins or ends elsewhere.
    case freeArea = "free-area"
    /// Notes appeared or went.
    case notes
    /// A note takes another number of lines.
    case lines
    /// A note is cut off, or no longer.
    case clipped
    /// Letters have another size.
    case typeSize = "type-size"
    /// Letters are of another family or weight.
    case font
    /// Other words.
    case wording
    /// Something has another colour.
    case color
    /// A shadow appeared, went or changed.
    case shadow
    /// A photo is shown otherwise.
    case photo
    /// A layer appeared or went.
    case layers
    /// The background is another one.
    case background
    /// Something stands elsewhere.
    case moved
    /// Something has another size.
    case resized
    /// Another aid makes text readable.
    case legibility
    /// Lines stand otherwise although their text is the same.
    case setting
    /// There are other warnings.
    case warnings
    /// Anything else.
    case other
    /// The scene is the same, and pixels differ.
    case pixels

    /// Orders them as they are listed above.
    public static func < (one: Kind, other: Kind) -> Bool {
      (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }

    /// What is said of many pictures that changed so by different amounts.
    public var phrase: String {
      switch self {
      case .screen: "another screen"
      case .freeArea: "another free area"
      case .notes: "other notes are shown"
      case .lines: "notes wrap otherwise"
      case .clipped: "notes are cut off otherwise"
      case .typeSize: "type of another size"
      case .font: "another font"
      case .wording: "other words"
      case .color: "other colours"
      case .shadow: "other shadows"
      case .photo: "the photo is shown otherwise"
      case .layers: "layers came or went"
      case .background: "another background"
      case .moved: "layers stand elsewhere"
      case .resized: "layers have another size"
      case .legibility: "another aid for legibility"
      case .setting: "text is set otherwise"
      case .warnings: "other warnings"
      case .other: "other properties"
      case .pixels: "pixels differ, and the layout does not"
      }
    }
  }

  /// The short form of a change of pixels; each picture has figures of its own.
  package static let pixelsBrief = "pixels"

  /// What sort of change it is.
  public let kind: Kind
  /// What changed, with numbers: `note 2 is 3 px lower (1 pt)`.
  public let sentence: String
  /// The same without what is different from screen to screen: `note 2 is 1 pt lower`.
  public let brief: String

  /// Makes a change; `brief` is the sentence where nothing in it depends on the screen.
  public init(_ kind: Kind, _ sentence: String, brief: String? = nil) {
    (self.kind, self.sentence, self.brief) = (kind, sentence, brief ?? sentence)
  }
}
