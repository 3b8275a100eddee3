import Authoring
import FlowHosts
import Flows
import SourceJSON

/// Describes a flow's facts, steps and effects as text or JSON.
struct FlowWriter {
  let story: Story
  let isJSON: Bool

  var text: String {
    let tables = [("facts", facts), ("steps", steps), ("effects", effects)]
    if isJSON {
      var members: [String: JSONValue] = [
        "name": .string(flow.name), "summary": .string(flow.summary),
        "version": .number(Double(flow.version)),
        "languages": .array(flow.languages.map(JSONValue.string)),
        "orders": .array(story.variants.map(JSONValue.string)),
      ]
      for (name, table) in tables { members[name] = table.json }
      return JSONValue.object(members).text(pretty: true)
    }
    let head = "\(flow.name), version \(flow.version): \(flow.summary)"
    let orders =
      story.variants.isEmpty ? "" : "\nvariants: " + story.variants.joined(separator: ", ")
    return head + orders + "\n\n" + tables.map { $0.1.text }.joined(separator: "\n\n")
  }

  private var flow: Flow { story.flow }

  private var facts: Table {
    let words = FlowWords(flow)
    return Table(
      ["fact", "from", "accepts", "default", "meaning"],
      flow.facts.map { fact in
        [
          .text(fact.name), .text(fact.source.rawValue), .text(fact.accepted),
          .text(fact.standard == .unknown ? "" : words.words(of: fact.standard)),
          .text(fact.summary),
        ]
      })
  }

  private var steps: Table {
    Table(
      ["step", "part", "input", "actions"],
      flow.steps.map { step in
        let actions = step.actions.map { $0.name + ($0.need == nil ? "" : " (gate)") }
        return [
          .text(step.name), .text(step.isAside ? "aside" : step.part ?? ""),
          .text(step.ask.map { flow.facts[$0].name }.joined(separator: ", ")),
          .text(actions.joined(separator: ", ")),
        ]
      })
  }

  private var effects: Table {
    Table(
      ["effect", "outcomes", "input", "output", "must succeed"],
      flow.effects.map { effect in
        [
          .text(effect.name + (effect.isTask ? " (task)" : "")),
          .text(effect.outcomes.joined(separator: ", ")),
          .text(effect.with.map { flow.facts[$0].name }.joined(separator: ", ")),
          .text(effect.gives.map { flow.facts[$0].name }.joined(separator: ", ")),
          .text(effect.mustSucceed ?? ""),
        ]
      })
  }
}
