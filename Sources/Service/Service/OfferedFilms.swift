package import Motion
package import WallfarmPluginKit

/// The installed films, read once at startup.
package struct OfferedFilms: Sendable {
  private let library: MotionLibrary
  private let motions: [String: Motion]

  /// Reads all films.
  ///
  /// - Throws: The first error in a film.
  package init(_ library: MotionLibrary) throws(RenderError) {
    self.library = library
    var motions: [String: Motion] = [:]
    for name in library.names { motions[name] = try library.motion(name) }
    self.motions = motions
  }

  /// Returns a film by name, or `nil` if the name contains dots or slashes.
  ///
  /// - Throws: `unknown-motion` with a suggestion.
  func motion(_ name: String) throws(RenderError) -> Motion? {
    if let motion = motions[name] { return motion }
    // The library would interpret a word with a slash or an extension as a path.
    _ = try library.file(
      of: name.filter { $0 != "." && $0 != "/" }, origin: .option("motion"))
    return nil
  }
}
