import Graphics
import WallfarmPluginKit

extension Legibility {
  /// Whether each layout has light or dark text directly on the photo; nil for a layout without
  /// text there.
  func letters(of found: [Adapted?], over ground: Ground) throws(RenderError) -> [Letters?] {
    // Usually all layouts have the same kind of text color.
    let all = found.compactMap(\.self).flatMap(\.layers).flatMap(\.texts)
    let looks = Set(all.map { Letters($0.content.block.style.color) })
    guard looks.count > 1 else { return found.map { _ in nil } }
    return try found.map { (found) throws(RenderError) in
      try found.flatMap { (found) throws(RenderError) in
        try letters(of: found.layers, over: ground)
      }
    }
  }

  /// Whether most text without a card or disc behind it is light or dark.
  private func letters(of layers: [Layer], over ground: Ground) throws(RenderError) -> Letters? {
    var balance = 0
    for text in try measure(layers, over: ground, forAids: true) {
      let uncovered = text.lines.samples.joined().count(where: { $0.cover < 0.5 })
      balance += Letters(text.lines.colors[0]) == .light ? uncovered : -uncovered
    }
    return balance == 0 ? nil : balance > 0 ? .light : .dark
  }
}
