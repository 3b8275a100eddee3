import Flows

/// The edges between the steps of a flow, and the row of each step in a diagram.
struct GraphPlan {
  struct Edge: Hashable {
    let from: Int
    /// The target step; nil for the end of the story.
    let to: Int?
    let name: String
    let isGate: Bool
  }

  let flow: Flow
  /// The edges between different steps, and those to the end of the story; equal edges are listed
  /// once.
  let edges: [Edge]
  /// The row of each step: its distance from the start, or the last row for unreachable steps and
  /// asides.
  let rows: [Int]

  init(_ flow: Flow) {
    self.flow = flow
    var edges: [Edge] = []
    func add(_ from: Int, _ target: Target?, _ name: String, isGate: Bool = false) {
      let edge: Edge
      switch target {
      case .step(let to) where to != from:
        edge = Edge(from: from, to: to, name: name, isGate: isGate)
      case .finish: edge = Edge(from: from, to: nil, name: name, isGate: isGate)
      default: return
      }
      if !edges.contains(edge) { edges.append(edge) }
    }
    for (place, step) in flow.steps.enumerated() {
      for action in step.actions {
        for target in action.doing.targets {
          add(place, target, action.name, isGate: action.need != nil)
        }
      }
      for target in step.enter?.targets ?? [] { add(place, target, "…") }
      for target in step.after?.doing.targets ?? [] { add(place, target, "⏱") }
      add(place, step.pass?.target, "–")
    }
    self.edges = edges
    var rows = [Int?](repeating: nil, count: flow.steps.count)
    rows[flow.start] = 0
    var queue = [flow.start]
    while !queue.isEmpty {
      let step = queue.removeFirst()
      for edge in edges where edge.from == step {
        guard let to = edge.to, rows[to] == nil else { continue }
        rows[to] = (rows[step] ?? 0) + 1
        queue.append(to)
      }
    }
    let last = (rows.compactMap(\.self).max() ?? 0) + 1
    self.rows = rows.map { $0 ?? last }
  }
}
