internal import Motion
import WallfarmPluginKit

/// The films that ship, read once: a service has those of its start.
struct OfferedFilms: Sendable {
  private let library: MotionLibrary
  private let motions: [String: Motion]

  /// Reads them.
  ///
  /// - Throws: the first mistake in one of them.
  init(_ library: MotionLibrary) throws(RenderError) {
    self.library = library
    var motions: [String: Motion] = [:]
    for name in library.names { motions[name] = try library.motion(name) }
    self.motions = motions
  }

  /// A film by its name; nil where none is meant.
  ///
  /// - Throws: `unknown-motion`, which says what was meant.
  func motion(_ name: String) throws(RenderError) -> Motion? {
    if let motion = motions[name] { return motion }
    // The library would take a word with a slash or an ending for a path.
    _ = try library.file(
      of: name.filter { $0 != "." && $0 != "/" }, origin: .option("motion"))
    return nil
  }
}
