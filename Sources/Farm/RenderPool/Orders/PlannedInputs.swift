import Files
public import WallfarmCore
import WallfarmPluginKit

/// Truncated digests of the template, theme, plugins, photos and content that a picture was planned
/// with.
///
/// Rendering fails if an input has changed since planning. The program, its libraries and fonts are
/// excluded, so that a newer version can finish a queue.
public struct PlannedInputs: Sendable, Hashable {
  /// Digest prefixes by the name of the fingerprint part.
  public var digests: [String: String]

  private static let names = [
    "template": "template", "theme": "theme", "plugins": "plugins", "photos": "photo",
    "notes": "notes or content",
  ]
  private static let length = 24

  /// Restores stored digests.
  public init(digests: [String: String]) { self.digests = digests }

  /// Takes the digests from a fingerprint.
  public init(_ fingerprint: Fingerprint) {
    digests = Dictionary(
      uniqueKeysWithValues: fingerprint.parts.filter { Self.names[$0.name] != nil }
        .map { ($0.name, String($0.digest.prefix(Self.length))) })
  }

  /// Checks that the inputs of a picture are those that were planned.
  ///
  /// - Throws: `input-changed`.
  func check(_ drawn: Fingerprint) throws(RenderError) {
    let found = PlannedInputs(drawn).digests
    let changed = Self.names.keys.sorted().filter { found[$0] != digests[$0] }
    guard !changed.isEmpty else { return }
    let names = changed.compactMap { Self.names[$0] }.joined(separator: ", ")
    throw RenderError(
      .inputChanged, "an input of the picture has changed since it was planned: \(names)",
      hint: "submit the job file again to plan the picture with its current inputs")
  }
}
