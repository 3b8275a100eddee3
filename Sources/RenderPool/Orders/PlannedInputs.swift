public import WallfarmCore
import WallfarmPluginKit

/// What a picture was planned with: beginnings of the digests of its template, theme, plugins, photos and words.
///
/// A picture that is drawn later from other bytes is another one than its plan says. Program, libraries and fonts are left
/// out: a queue may be finished by a newer version.
public struct PlannedInputs: Sendable, Hashable {
  /// By the names of the parts of a fingerprint.
  public var digests: [String: String]

  private static let names = [
    "template": "template", "theme": "theme", "plugins": "plugins", "photos": "photo",
    "notes": "notes or content",
  ]
  private static let length = 24

  /// Takes over what was written down.
  public init(digests: [String: String]) { self.digests = digests }

  /// What a fingerprint says of them.
  public init(_ fingerprint: Fingerprint) {
    digests = Dictionary(
      uniqueKeysWithValues: fingerprint.parts.filter { Self.names[$0.name] != nil }
        .map { ($0.name, String($0.digest.prefix(Self.length))) })
  }

  /// Sees that a picture was drawn from what was planned.
  ///
  /// - Throws: `input-changed`.
  func check(_ drawn: Fingerprint) throws(RenderError) {
    let found = PlannedInputs(drawn).digests
    let changed = Self.names.keys.sorted().filter { found[$0] != digests[$0] }
    guard !changed.isEmpty else { return }
    let names = changed.compactMap { Self.names[$0] }.joined(separator: ", ")
    throw RenderError(
      .inputChanged, "an input of the picture has changed since it was planned: \(names)",
      hint: "give the job file again: the picture is planned as its inputs are now")
  }
}
