public import WallfarmPluginKit

/// The result of compose: a scene, and what is known about it without drawing.
public struct Composition: Sendable, Hashable {
  /// Layers in paint order.
  public var scene: Scene
  /// Drawn over everything, and no part of the design: the areas of `--show-areas`.
  public var overlay: [Layer] = []
  /// Type size of the layout that shows text, in points.
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

  /// It is true until the first of its parts is not.
  mutating func expires(at moment: Moment?) {
    guard let moment, moment != .never else { return }
    expires = min(expires ?? moment, moment)
  }
}
