import Flows

/// Exports a flow as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html).
package struct MermaidGraph {
  private let story: Story
  private let texts: FlowTexts

  package init(_ story: Story, language: String?) {
    self.story = story
    texts = story.texts(in: language)
  }

  package var text: String {
    let flow = story.flow
    let plan = GraphPlan(flow)
    let state = FlowState(flow)
    var lines = ["flowchart TD"]
    for step in flow.steps {
      let title = texts.text("\(step.name).title", flow, state)
      let (open, close) = step.isAside ? ("([", "])") : ("[", "]")
      lines.append("  \(name(step.name))\(open)\"\(quoted(title))\"\(close)")
    }
    if plan.edges.contains(where: { $0.to == nil }) { lines.append("  finish(((\" \")))") }
    for edge in plan.edges {
      let arrow = edge.isGate ? "==>" : "-->"
      let to = edge.to.map { name(flow.steps[$0].name) } ?? "finish"
      lines.append(
        "  \(name(flow.steps[edge.from].name)) \(arrow)|\"\(quoted(edge.name))\"| \(to)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the step's name with a prefix, because Mermaid has keywords such as `end`.
  private func name(_ step: String) -> String { "s-" + step }

  private func quoted(_ text: String) -> String {
    text.replacing("#", with: "#35;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;")
      .replacing("\n", with: " ")
  }
}
