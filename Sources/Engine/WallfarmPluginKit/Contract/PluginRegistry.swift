/// The plugins available to a renderer, by id.
public struct PluginRegistry: Sendable {
  /// The backgrounds in order of registration.
  public private(set) var backgrounds: [any RegisteredBackground]
  /// The layouts in order of registration.
  public private(set) var layouts: [any RegisteredLayout]
  /// The errors of unusable plugins, by id.
  public private(set) var unusable: [String: RenderError] = [:]

  /// Creates a registry of built-in plugins.
  ///
  /// - Precondition: All ids are unique.
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

  /// Returns a registry with additional built-in plugins.
  ///
  /// - Precondition: The ids are not in use.
  public func adding(
    backgrounds: [any BackgroundPlugin.Type] = [], layouts: [any LayoutPlugin.Type] = []
  ) -> PluginRegistry {
    registering(
      backgrounds: backgrounds.map(BuiltInBackground.init),
      layouts: layouts.map(BuiltInLayout.init))
  }

  /// Returns a registry with additional plugins from other sources.
  ///
  /// - Parameters:
  ///   - backgrounds: Backgrounds whose ids are not in use.
  ///   - layouts: Layouts whose ids are not in use.
  ///   - unusable: The errors to report when unusable plugins are requested, by plugin id.
  /// - Returns: A registry of all plugins.
  public func registering(
    backgrounds: [any RegisteredBackground] = [], layouts: [any RegisteredLayout] = [],
    unusable: [String: RenderError] = [:]
  ) -> PluginRegistry {
    var more = PluginRegistry(
      backgrounds: self.backgrounds + backgrounds, layouts: self.layouts + layouts)
    more.unusable = self.unusable.merging(unusable) { first, _ in first }
    return more
  }

  /// Returns a registry without the plugin with the given id, so that it can be replaced.
  public func without(_ id: String) -> PluginRegistry {
    PluginRegistry(
      backgrounds: backgrounds.filter { $0.id != id }, layouts: layouts.filter { $0.id != id })
  }

  /// All plugins, backgrounds first.
  public var all: [any RegisteredPlugin] {
    backgrounds.map { $0 as any RegisteredPlugin } + layouts.map { $0 as any RegisteredPlugin }
  }

  /// Returns the plugin with the given id.
  public func plugin(_ id: String) -> (any RegisteredPlugin)? { all.first { $0.id == id } }

  /// Returns the background with the given id.
  public func background(_ id: String) -> (any RegisteredBackground)? {
    backgrounds.first { $0.id == id }
  }

  /// Returns the layout with the given id.
  public func layout(_ id: String) -> (any RegisteredLayout)? { layouts.first { $0.id == id } }
}
