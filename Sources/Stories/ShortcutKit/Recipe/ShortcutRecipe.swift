internal import Diagnostics
internal import SourceJSON
public import WallfarmCore

/// Language-independent instructions for making a shortcut manually: all actions and their
/// settings.
///
/// Only Apple can sign a shortcut, so the shortcut must be made on an iPhone. The source of the
/// pictures determines the actions. The shortcuts for the twenty presets differ only in their name
/// and in the number of the wallpaper that they set.
public struct ShortcutRecipe: Sendable, Hashable {
  /// The source of a shortcut's pictures.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The folders `LockScreen` and `HomeScreen`.
    case folders
    /// A URL that each user enters when installing the shortcut.
    case address
  }

  /// The map file to which the user adds the links to the shortcuts.
  public struct MapFile: Sendable, Hashable {
    let path: String
    let isOwn: Bool

    /// Creates a reference to a map file.
    ///
    /// - Parameters:
    ///   - path: the path as the user types it.
    ///   - isOwn: whether the file belongs to the operator and is not the installed file.
    public init(_ path: String, isOwn: Bool) { (self.path, self.isOwn) = (path.visible, isOwn) }
  }

  /// A shortcut that the recipe makes.
  package struct Product: Sendable, Hashable {
    /// The wallpaper that the shortcut sets.
    package let preset: Preset
    /// The shortcut's exact name.
    let name: String
    /// Whether the map already has a link to the shortcut.
    let hasLink: Bool
  }

  package let source: Source
  package let products: [Product]
  let file: MapFile

  /// Creates a recipe.
  ///
  /// - Parameters:
  ///   - presets: the wallpapers that get a shortcut; one recipe can cover several of them.
  ///   - source: the source of the pictures.
  ///   - map: names the shortcuts, and lists the existing links.
  ///   - file: the file that contains `map`.
  public init(
    for presets: [Preset], from source: Source, map: PresetMap, in file: MapFile
  ) {
    (self.source, self.file) = (source, file)
    products = presets.map { preset in
      Product(
        preset: preset, name: map.name(for: preset).visible,
        hasLink: map.choice(for: preset).source == .own)
    }
  }

  /// The shortcut; nil if the recipe is for several shortcuts.
  var product: Product? { products.count == 1 ? products.first : nil }

  /// Whether the operator needs a separate map, because the shortcuts in the installed map read
  /// folders.
  var needsOwnMap: Bool { source == .address && !file.isOwn }
}
