public import WallfarmPluginKit

/// A measurer without fonts: every character is a box half as wide as it is high.
///
/// The measurer wraps text at spaces and breaks words that are wider than a line, so plugin tests
/// can state exact positions.
public struct BoxMeasurer: TextMeasurer {
  /// Creates a measurer.
  public init() {}

  /// Measures lines that are 1.2 em high, with characters that are 0.5 em wide.
  public func measure(_ block: TextBlock, width: Double?) -> TextMeasurement {
    let size = block.style.size
    let most = width.map { max(1, Int($0 / (size * 0.5) + 1e-9)) } ?? .max
    var lines = wrap(block.text, most)
    let limit = block.lineLimit ?? .max
    let isClipped = lines.count > limit
    if isClipped { lines = Array(lines.prefix(limit)) }
    let pitch = size * (1.2 + block.style.lineGap)
    let measured = lines.enumerated().map { index, line in
      let frame = Rect(
        x: 0, y: Double(index) * pitch, width: Double(line.count) * size * 0.5,
        height: size * 1.2)
      return TextLine(
        frame: frame, ink: frame, baseline: frame.y + size,
        range: offset(line.startIndex, in: block.text)..<offset(line.endIndex, in: block.text))
    }
    let ink = measured.reduce(Rect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.ink) }
    return TextMeasurement(
      size: ink.size, ink: ink, lines: measured, direction: .leftToRight, isClipped: isClipped)
  }

  private func offset(_ index: String.Index, in text: String) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  private func wrap(_ text: String, _ most: Int) -> [Substring] {
    var lines: [Substring] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = paragraph
      while rest.count > most {
        let head = rest.prefix(most)
        let cut = head.lastIndex(of: " ") ?? head.endIndex
        lines.append(rest[..<cut])
        rest = rest[cut...].drop { $0 == " " }
      }
      lines.append(rest)
    }
    return lines
  }
}
