/// The plugins a renderer can use, each found by its id.
public struct PluginRegistry: Sendable {
  /// Backgrounds in the order they were registered.
  public private(set) var backgrounds: [any RegisteredBackground]
  /// Layouts in the order they were registered.
  public private(set) var layouts: [any RegisteredLayout]
  /// Why plugins that are there cannot be used, by their ids.
  public private(set) var unusable: [String: RenderError] = [:]

  /// Collects plugins; two with one id are a mistake of the host and trap.
  public init(backgrounds: [any BackgroundPlugin.Type], layouts: [any LayoutPlugin.Type]) {
    self.init(
      backgrounds: backgrounds.map(BuiltInBackground.init),
      layouts: layouts.map(BuiltInLayout.init))
  }

  private init(backgrounds: [any RegisteredBackground], layouts: [any RegisteredLayout]) {
    let ids = backgrounds.map(\.id) + layouts.map(\.id)
    precondition(Set(ids).count == ids.count, "two plugins share an id: \(ids)")
    self.backgrounds = backgrounds
    self.layouts = layouts
  }

  /// The same with plugins of a program of one's own; ids that are taken trap.
  public func adding(
    backgrounds: [any BackgroundPlugin.Type] = [], layouts: [any LayoutPlugin.Type] = []
  ) -> PluginRegistry {
    registering(
      backgrounds: backgrounds.map(BuiltInBackground.init),
      layouts: layouts.map(BuiltInLayout.init))
  }

  /// The same with plugins that were found elsewhere.
  ///
  /// - Parameters:
  ///   - backgrounds: backgrounds with ids that are not taken.
  ///   - layouts: layouts with ids that are not taken.
  ///   - unusable: what to say where one of these is asked for.
  /// - Returns: all of them.
  public func registering(
    backgrounds: [any RegisteredBackground] = [], layouts: [any RegisteredLayout] = [],
    unusable: [String: RenderError] = [:]
  ) -> PluginRegistry {
    var more = PluginRegistry(
      backgrounds: self.backgrounds + backgrounds, layouts: self.layouts + layouts)
    more.unusable = self.unusable.merging(unusable) { first, _ in first }
    return more
  }

  /// The same without the plugin of an id, for one that takes its place.
  public func without(_ id: String) -> PluginRegistry {
    PluginRegistry(
      backgrounds: backgrounds.filter { $0.id != id }, layouts: layouts.filter { $0.id != id })
  }

  /// Every plugin, backgrounds first.
  public var all: [any RegisteredPlugin] {
    backgrounds.map { $0 as any RegisteredPlugin } + layouts.map { $0 as any RegisteredPlugin }
  }

  /// The plugin of that id.
  public func plugin(_ id: String) -> (any RegisteredPlugin)? { all.first { $0.id == id } }

  /// The background of that id.
  public func background(_ id: String) -> (any RegisteredBackground)? {
    backgrounds.first { $0.id == id }
  }

  /// The layout of that id.
  public func layout(_ id: String) -> (any RegisteredLayout)? { layouts.first { $0.id == id } }
}
