/// Visits everything that can happen in a flow and tells what is wrong.
package struct FlowChecker: Sendable {
  /// What was found, and how much was looked at.
  package struct Report: Sendable {
    package let findings: [FlowFinding]
    /// States that were visited.
    package let states: Int
    /// Moves between them.
    package let moves: Int
    /// States that were met and not visited, because there were too many.
    package let unvisited: Int
  }

  private let flow: Flow
  /// States that are visited at most: ten times what the longest story that ships has.
  package var most = 200_000

  package init(_ flow: Flow) { self.flow = flow }

  /// Plays every move in every state.
  package func explore() -> Report {
    let exploration = Exploration(flow, most: most)
    let looks = ExplorationChecks(flow, exploration)
    let report = { (findings: [FlowFinding]) in
      Report(
        findings: findings, states: exploration.count - exploration.unvisited,
        moves: exploration.targets.count, unvisited: exploration.unvisited)
    }
    var findings = looks.tips() + looks.endings() + looks.gates()
    // What was not seen cannot be said to be missing.
    guard exploration.unvisited == 0 else { return report(findings) }
    findings += looks.unreachable() + looks.traps() + looks.criteria()
    // Where the end cannot be reached anyway, each effect would be blamed for it.
    if !findings.contains(where: { [.flowTrap, .flowDeadEnd, .flowEndless].contains($0.code) }) {
      findings += looks.effects()
    }
    return report(findings)
  }
}
