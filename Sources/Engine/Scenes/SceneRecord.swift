public import Graphics
public import WallfarmCore
public import WallfarmPluginKit

/// What is known of a picture, kept so that a later one can be told from it in words.
public struct SceneRecord: Sendable, Hashable {
  private let facts: SceneFacts

  /// Writes down the facts of a picture.
  ///
  /// - Parameters:
  ///   - drawn: the picture.
  ///   - engine: what its text was set with.
  /// - Throws: what shaping its text again throws, which was shaped before.
  public init(of drawn: borrowing DrawnPicture, engine: TextEngine) throws(RenderError) {
    facts = try SceneReader.facts(of: drawn, engine: engine)
  }

  /// What is different now, the most telling first; without the words of notes, which are private.
  public func changes(since before: SceneRecord) -> [SceneChange] {
    var hasWords = false
    return SceneComparison(expected: before.facts, actual: facts, tolerance: 0.05).changes
      .compactMap { change in
        guard change.kind == .wording else { return change }
        guard !hasWords else { return nil }
        hasWords = true
        return SceneChange(.wording, "some words are other ones")
      }
  }
}
