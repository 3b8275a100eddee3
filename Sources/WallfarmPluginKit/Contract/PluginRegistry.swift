/// The plugins a renderer can use, each found by its id.
public struct PluginRegistry: Sendable {
  /// Backgrounds in the order they were registered.
  public let backgrounds: [any BackgroundPlugin.Type]
  /// Layouts in the order they were registered.
  public let layouts: [any LayoutPlugin.Type]

  /// Collects plugins; two with one id are a mistake of the host and trap.
  public init(backgrounds: [any BackgroundPlugin.Type], layouts: [any LayoutPlugin.Type]) {
    let ids = backgrounds.map { $0.id } + layouts.map { $0.id }
    precondition(Set(ids).count == ids.count, "two plugins share an id: \(ids)")
    self.backgrounds = backgrounds
    self.layouts = layouts
  }

  /// Every plugin, backgrounds first.
  public var all: [any WallpaperPlugin.Type] {
    backgrounds.map { $0 as any WallpaperPlugin.Type }
      + layouts.map { $0 as any WallpaperPlugin.Type }
  }

  /// The background of that id.
  public func background(_ id: String) -> (any BackgroundPlugin.Type)? {
    backgrounds.first { $0.id == id }
  }

  /// The layout of that id.
  public func layout(_ id: String) -> (any LayoutPlugin.Type)? { layouts.first { $0.id == id } }
}
