public import WallfarmPluginKit

/// The result of the compose stage: a scene, and the properties that are known before it is drawn.
public struct Composition: Sendable, Hashable {
  /// The layers in paint order.
  public var scene: Scene
  /// Layers that are drawn on top of the design: the areas for `--show-areas`.
  public var overlay: [Layer] = []
  /// The layouts in order, with their areas.
  public private(set) var layouts: [LayoutPlacement] = []
  /// The type size of the first layout with text, in points.
  public var fontSize: Double?
  /// The placement of each note.
  public var notes: [NotePlacement]
  /// The files of the photos in the scene.
  public var photos: [String] { scene.images.map(\.file) }
  /// The external plugins that contributed to the picture, with their log lines.
  public var said: [PluginWords] = []
  /// The time at which the picture first changes; `nil` if it never changes.
  public private(set) var expires: Moment?
  /// The warnings for the user.
  public var warnings: [RenderWarning]

  /// Adds a layout's arrangement.
  mutating func add(
    _ arrangement: Arrangement, of layout: String, in area: Rect, stack: Int?,
    expires: Moment?, isBackdrop: Bool = false
  ) {
    let first = scene.foreground.count
    if isBackdrop {
      scene.background += arrangement.layers
    } else {
      scene.foreground += arrangement.layers
    }
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

  /// Whether the text is laid out as in another composition, regardless of its position.
  func isSet(like other: Composition) -> Bool {
    fontSize == other.fontSize && warnings == other.warnings
      && notes.map(\.lines) == other.notes.map(\.lines)
      && layouts.map(\.fontSize) == other.layouts.map(\.fontSize)
      && layouts.map(\.notes) == other.layouts.map(\.notes)
  }

  /// The layer range of each layout if all layouts are in the same stack; otherwise empty.
  package var partsApart: [Range<Int>] {
    layouts.allSatisfy { $0.stack != nil && $0.stack == layouts.first?.stack }
      ? layouts.map(\.layers) : []
  }

  /// Replaces the expiration time of the picture with the given moment if that moment is earlier.
  mutating func expires(at moment: Moment?) {
    guard let moment, moment != .never else { return }
    expires = min(expires ?? moment, moment)
  }
}

/// A plan with the layers from its plugins.
struct ComposedPlan {
  let plan: RenderPlan
  let composition: Composition
}
