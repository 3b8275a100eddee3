public import Graphics
public import WallfarmCore
public import WallfarmPluginKit

/// The facts of a picture, stored so that a later picture can be compared with it.
public struct SceneRecord: Sendable, Hashable {
  private let facts: SceneFacts

  /// Records the facts of a picture.
  ///
  /// - Parameters:
  ///   - drawn: The picture.
  ///   - engine: The text engine that drew the picture.
  /// - Throws: Errors from shaping the text again.
  public init(of drawn: borrowing DrawnPicture, engine: TextEngine) throws(RenderError) {
    facts = try SceneReader.facts(of: drawn, engine: engine)
  }

  /// The changes since an earlier record, most significant first, without the private text of
  /// notes.
  public func changes(since before: SceneRecord) -> [SceneChange] {
    var hasWords = false
    return SceneComparison(expected: before.facts, actual: facts, tolerance: 0.05).changes
      .compactMap { change in
        guard change.kind == .wording else { return change }
        guard !hasWords else { return nil }
        hasWords = true
        return SceneChange(.wording, "some words differ")
      }
  }
}
