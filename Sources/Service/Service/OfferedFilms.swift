internal import Designs
package import Motion
package import WallfarmPluginKit

/// The installed films, read once at startup.
package struct OfferedFilms: Sendable {
  private let library: MotionLibrary
  private let motions: [String: Motion]

  /// Reads all films.
  ///
  /// Invalid films in content folders are omitted.
  ///
  /// - Throws: The first error in an installed film.
  package init(_ library: MotionLibrary) throws(RenderError) {
    self.library = library
    let films = try library.index.listing { (name) throws(RenderError) in
      (name, try library.motion(name))
    }
    motions = Dictionary(uniqueKeysWithValues: films.items.map(\.item))
  }

  /// Returns a film by name, or `nil` if the name matches a film only after its dots and slashes
  /// are removed.
  ///
  /// - Throws: `unknown-motion` with a suggestion.
  func motion(_ name: String) throws(RenderError) -> Motion? {
    if let motion = motions[name] { return motion }
    // Remove dots and slashes, so that the library does not interpret the word as a path.
    _ = try library.file(
      of: name.filter { $0 != "." && $0 != "/" }, origin: .option("motion"))
    return nil
  }
}
