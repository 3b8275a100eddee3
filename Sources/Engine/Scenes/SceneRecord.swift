public import Graphics
public import WallfarmCore
public import WallfarmPluginKit

/// The facts of a picture, stored to describe the changes of a later picture.
public struct SceneRecord: Sendable, Hashable {
  private let facts: SceneFacts

  /// Records the facts of a picture.
  ///
  /// - Parameters:
  ///   - drawn: The picture.
  ///   - engine: The text engine that drew it.
  /// - Throws: Errors of shaping the text again.
  public init(of drawn: borrowing DrawnPicture, engine: TextEngine) throws(RenderError) {
    facts = try SceneReader.facts(of: drawn, engine: engine)
  }

  /// The changes since a record, most significant first; the private text of notes is omitted.
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
