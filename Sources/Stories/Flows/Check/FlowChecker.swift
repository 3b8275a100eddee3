/// Explores all reachable states of a flow and reports mistakes.
package struct FlowChecker: Sendable {
  /// The findings, and the size of the explored graph.
  package struct Report: Sendable {
    package let findings: [FlowFinding]
    /// The number of states that were expanded.
    package let states: Int
    /// The number of moves between states.
    package let moves: Int
    /// The number of states that were discovered but not expanded because of the limit.
    package let unvisited: Int
  }

  private let flow: Flow
  /// The maximum number of states to expand: ten times the number of states of the longest bundled
  /// story.
  package var most = 200_000

  package init(_ flow: Flow) { self.flow = flow }

  /// Plays every possible move in every reachable state.
  package func explore() -> Report {
    let exploration = Exploration(flow, most: most)
    let looks = ExplorationChecks(flow, exploration)
    let report = { (findings: [FlowFinding]) in
      Report(
        findings: findings, states: exploration.count - exploration.unvisited,
        moves: exploration.targets.count, unvisited: exploration.unvisited)
    }
    var findings = looks.tips() + looks.endings() + looks.gates()
    // The checks that prove that something never happens require the complete graph.
    guard exploration.unvisited == 0 else { return report(findings) }
    findings += looks.unreachable() + looks.traps() + looks.criteria()
    // Skip the check of effects if the end cannot be reached for another reason, because the check
    // would then report every effect.
    if !findings.contains(where: { [.flowTrap, .flowDeadEnd, .flowEndless].contains($0.code) }) {
      findings += looks.effects()
    }
    return report(findings)
  }
}
