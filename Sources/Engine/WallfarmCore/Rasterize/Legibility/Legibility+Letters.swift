import Graphics
import WallfarmPluginKit

extension Legibility {
  /// Returns, for each layout, whether most text directly on the photo is light or dark; `nil` if
  /// there is no text there.
  ///
  /// All values are `nil` if all layouts have light text, or if all layouts have dark text.
  func letters(of found: [Adapted?], over ground: Ground) throws(RenderError) -> [Letters?] {
    // Usually, all layouts have light text or all layouts have dark text. In that case, nothing
    // needs to be measured.
    let all = found.compactMap(\.self).flatMap(\.layers).flatMap(\.texts)
    let looks = Set(all.map { Letters($0.content.block.style.color) })
    guard looks.count > 1 else { return found.map { _ in nil } }
    return try found.map { (found) throws(RenderError) in
      try found.flatMap { (found) throws(RenderError) in
        try letters(of: found.layers, over: ground)
      }
    }
  }

  /// Returns whether most of the text that is not on a card or disc is light or dark.
  private func letters(of layers: [Layer], over ground: Ground) throws(RenderError) -> Letters? {
    var balance = 0
    for text in try measure(layers, over: ground, forAids: true) {
      let uncovered = text.lines.samples.joined().count(where: { $0.cover < 0.5 })
      balance += Letters(text.lines.colors[0]) == .light ? uncovered : -uncovered
    }
    return balance == 0 ? nil : balance > 0 ? .light : .dark
  }
}
