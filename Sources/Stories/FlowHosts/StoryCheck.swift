import Flows
package import Motion
package import WallfarmPluginKit

/// Checks a flow in all of its variants.
package struct StoryCheck: Sendable {
  /// The findings of a check.
  package struct Report: Sendable {
    package let problems: [RenderError]
    package let orders: [Order]

    package init(problems: [RenderError], orders: [Order]) {
      (self.problems, self.orders) = (problems, orders)
    }

    /// Whether there are no problems and all states were explored.
    package var isGood: Bool { problems.isEmpty && orders.allSatisfy { $0.unvisited == 0 } }
  }

  /// The size of the explored state graph of a variant.
  package struct Order: Sendable {
    /// The variant; nil for the first.
    package let variant: String?
    package let states: Int
    package let moves: Int
    package let unvisited: Int
  }

  private let story: Story

  package init(_ story: Story) { self.story = story }

  /// Texts that are missing in a language.
  package var missingTexts: [RenderError] {
    staticChecks.findings().filter { $0.code == .flowTextMissing }.map(\.error)
  }

  private var staticChecks: StaticChecks {
    let folder = story.folder
    return StaticChecks(story.flow, story.texts) { "\(folder)/texts-\($0).json" }
  }

  /// Reads a flow and checks all of its variants.
  ///
  /// Problems that several variants share are reported once. Films are checked only if `motions` is
  /// not nil.
  ///
  /// - Throws: `unknown-flow`, `file-unreadable`, `invalid-json`.
  package static func report(
    on name: String, in library: FlowLibrary, motions: MotionLibrary? = nil, most: Int
  ) throws(RenderError) -> Report {
    let (first, mistakes) = try library.read(name)
    guard let first else { return Report(problems: mistakes, orders: []) }
    var (problems, orders, stories) = (mistakes, [Order](), [first])
    for variant in first.variants {
      let (story, mistakes) = try library.read(name, variant: variant)
      problems += mistakes.filter { !problems.contains($0) }
      if let story { stories.append(story) }
    }
    // Unused texts can be found only if all variants were read.
    if stories.count == first.variants.count + 1 {
      problems += StaticChecks.unusedTexts(stories.map(\.flow), first.texts) {
        "\(first.folder)/texts-\($0).json"
      }.map(\.error)
    }
    problems += first.flow.links.filter { library.folder(of: $0.flow, linkedFrom: first) == nil }
      .map {
        RenderError(
          .unknownFlow, "no flow is named '\($0.flow)'", origin: $0.origin,
          hint: "link to a flow in the same folder, or to a bundled flow")
      }
    for story in stories {
      let films = motions.map { FlowFilms(story, library: $0).problems } ?? []
      problems += films.filter { !problems.contains($0) }
      let statics = StoryCheck(story).staticChecks.findings().map(\.error)
      problems += statics.filter { !problems.contains($0) }
      // Do not explore a flow in which steps form a cycle without input: the engine ignores every
      // move that enters the cycle.
      if statics.contains(where: { $0.code == .flowPassCircle }) { continue }
      var checker = FlowChecker(story.flow)
      checker.most = most
      let report = checker.explore()
      orders.append(
        Order(
          variant: story.flow.variant, states: report.states, moves: report.moves,
          unvisited: report.unvisited))
      for finding in report.findings {
        let isKnown = problems.contains { $0.code == finding.code && $0.origin == finding.origin }
        if !isKnown { problems.append(finding.error) }
      }
    }
    return Report(problems: problems, orders: orders)
  }
}
