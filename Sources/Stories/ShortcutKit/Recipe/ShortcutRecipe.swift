internal import Diagnostics
internal import SourceJSON
public import WallfarmCore

/// How a shortcut is made by hand: every action with every setting, in no language yet.
///
/// Only Apple can sign a shortcut, so a person makes it on an iPhone. Which actions it has depends on where its
/// pictures come from. The number of the wallpaper and the name are all that differs between the twenty.
public struct ShortcutRecipe: Sendable, Hashable {
  /// Where a shortcut takes its pictures from.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The folders `LockScreen` and `HomeScreen`.
    case folders
    /// An address that each person gives it.
    case address
  }

  /// The file that the links belong into.
  public struct MapFile: Sendable, Hashable {
    let path: String
    let isOwn: Bool

    /// Names a file.
    ///
    /// - Parameters:
    ///   - path: the file, as a person types it.
    ///   - isOwn: whether it is the operator's own, and not that of the installation.
    public init(_ path: String, isOwn: Bool) { (self.path, self.isOwn) = (path.visible, isOwn) }
  }

  /// A shortcut that is made by the recipe.
  struct Product: Sendable, Hashable {
    /// Which wallpaper it sets.
    let preset: Preset
    /// What it is called, letter for letter.
    let name: String
    /// Whether the map has a link to it already.
    let hasLink: Bool
  }

  let source: Source
  let products: [Product]
  let file: MapFile

  /// Prepares a recipe.
  ///
  /// - Parameters:
  ///   - presets: the wallpapers that get a shortcut; of several, there is one recipe for all.
  ///   - source: where the pictures come from.
  ///   - map: names the shortcuts, and knows which of them have a link.
  ///   - file: where that map was read.
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

  /// The shortcut, where the recipe is for one.
  var product: Product? { products.count == 1 ? products.first : nil }

  /// Shortcuts that fetch need a map of their own: those of an installation read folders.
  var needsOwnMap: Bool { source == .address && !file.isOwn }
}
