import Flows
internal import WallfarmCore
package import WallfarmPluginKit

/// Prepares the steps of a flow to be rendered as pictures for stores, documents and reviews.
package struct FlowCards {
  /// A step, prepared for rendering.
  package struct Card: Sendable {
    /// The number and name of the step, as used in a file name, such as `03-preset`.
    package let name: String
    /// The template of the picture.
    package let template: String
    package let content: Content
    /// The position of the step among the entries of its kind in `content`, starting at 1.
    package let number: Int
  }

  private let story: Story
  private let texts: FlowTexts

  package init(_ story: Story, language: String?) {
    self.story = story
    texts = story.texts(in: language)
  }

  /// The language of the texts, which may be a fallback.
  package var language: String { texts.language }

  /// Returns the cards of all steps, with asides last.
  package func cards() -> [Card] {
    let steps = story.flow.steps.filter { !$0.isAside } + story.flow.steps.filter(\.isAside)
    let pointing = steps.filter { $0.tip != nil }
    let plain = steps.filter { $0.tip == nil }
    var content = Content()
    content[.steps] = plain.map { ContentEntry(entry(of: $0)) }
    content[.tips] = pointing.map { step in
      var values = entry(of: step)
      if let tip = step.tip { values["target"] = .rect(Self.place(of: tip.target)) }
      return ContentEntry(values)
    }
    return steps.enumerated().map { place, step in
      let isTip = step.tip != nil
      let number = (isTip ? pointing : plain).firstIndex { $0.name == step.name } ?? 0
      return Card(
        name: (place < 9 ? "0" : "") + "\(place + 1)-\(step.name)",
        template: isTip ? "spotlight" : "step-card", content: content, number: number + 1)
    }
  }

  private func entry(of step: Step) -> [String: ContentValue] {
    let state = FlowState(story.flow)
    func text(_ key: String) -> String { texts.text("\(step.name).\(key)", story.flow, state) }
    let body = step.show.flatMap { block -> [String] in
      switch block.content {
      case .text(let name): [text(name)]
      case .picture: []
      case .film(_, let names): [text(names[0])]
      }
    }
    var values: [String: ContentValue] = ["title": .text(text("title"))]
    if !body.isEmpty { values["body"] = .text(body.joined(separator: "\n")) }
    return values
  }

  /// Returns a placeholder position for an element whose actual position only the host knows.
  ///
  /// The position is arbitrary but stable, and is given in fractions of the screen.
  private static func place(of target: String) -> Rect {
    // Use FNV-1a (Fowler, Noll, Vo), because it has the same result on every platform.
    var hash: UInt32 = 0x811c_9dc5
    for byte in target.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let (column, row) = (hash % 3, hash / 3 % 5)
    return Rect(
      x: 0.1 + 0.28 * Double(column), y: 0.32 + 0.12 * Double(row), width: 0.24, height: 0.06)
  }
}
