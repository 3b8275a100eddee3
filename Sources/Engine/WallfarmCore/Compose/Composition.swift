public import WallfarmPluginKit

/// The result of compose: a scene, and what is known about it without drawing.
public struct Composition: Sendable, Hashable {
  /// Layers in paint order.
  public var scene: Scene
  /// Drawn over everything, and no part of the design: the areas of `--show-areas`.
  public var overlay: [Layer] = []
  /// Its layouts in order, with the area that each was given.
  public private(set) var layouts: [LayoutPlacement] = []
  /// Type size of the first layout that shows text, in points.
  public var fontSize: Double?
  /// Where each note went.
  public var notes: [NotePlacement]
  /// The files of the photos in it.
  public var photos: [String] { scene.images.map(\.file) }
  /// The plugins from outside that had a part in it, and what they said.
  public var said: [PluginWords] = []
  /// The first moment at which it is another picture; nil: never.
  public private(set) var expires: Moment?
  /// What a person should know.
  public var warnings: [RenderWarning]

  /// Adds what a layout made.
  mutating func add(
    _ arrangement: Arrangement, of layout: String, in area: Rect, stack: Int?,
    expires: Moment?
  ) {
    let first = scene.foreground.count
    scene.foreground += arrangement.layers
    layouts.append(
      LayoutPlacement(
        layout: layout, area: area, fontSize: arrangement.fontSize,
        notes: arrangement.notes.map(\.number), considered: arrangement.considered,
        expires: expires, stack: stack,
        layers: first..<scene.foreground.count))
    fontSize = fontSize ?? arrangement.fontSize
    notes += arrangement.notes
    warnings += arrangement.warnings
    self.expires(at: expires)
  }

  /// Whether its text is set as in another one, wherever it stands.
  func isSet(like other: Composition) -> Bool {
    fontSize == other.fontSize && warnings == other.warnings
      && notes.map(\.lines) == other.notes.map(\.lines)
      && layouts.map(\.fontSize) == other.layouts.map(\.fontSize)
      && layouts.map(\.notes) == other.layouts.map(\.notes)
  }

  /// The layers of each layout, where all of them stand apart; empty where they do not.
  var partsApart: [Range<Int>] {
    layouts.allSatisfy { $0.stack != nil && $0.stack == layouts.first?.stack }
      ? layouts.map(\.layers) : []
  }

  /// It is true until the first of its parts is not.
  private mutating func expires(at moment: Moment?) {
    guard let moment, moment != .never else { return }
    expires = min(expires ?? moment, moment)
  }
}

/// Where a layout stands, and what is known of it.
public struct LayoutPlacement: Sendable, Hashable {
  /// Its name.
  public let layout: String
  /// The area that it was given, in points.
  public let area: Rect
  /// Its type size, in points; nil when it shows no text.
  public let fontSize: Double?
  /// The numbers of the notes that it shows.
  public let notes: [Int]
  /// The settings that it considered, the one that it chose first; empty where there was no choice.
  public let considered: [ConsideredSetting]
  /// When it has another picture to show; nil: never.
  public let expires: Moment?
  /// Which of the stacks of the template it is in; nil: none.
  let stack: Int?
  /// Its layers in the foreground of the scene.
  let layers: Range<Int>
}
