public import WallfarmPluginKit

extension Sheet {
  /// Words where reading begins, and others on the far side, on one base line.
  ///
  /// - Parameters:
  ///   - name: begins the names of the layers, which end in `first` and `last`.
  ///   - first: wraps where it needs to.
  ///   - last: stays on one line where it takes no more than half.
  ///   - gap: room above them, where something stands there, in points.
  ///   - names: other ends of the names.
  /// - Throws: `missing-glyph`.
  public mutating func addRow(
    _ name: String, _ first: TextBlock, _ last: TextBlock, gap: Double,
    names: (first: String, last: String) = ("first", "last")
  ) throws(RenderError) {
    space(gap)
    var (first, last) = (first, last)
    (first.alignment, last.alignment) = (.start, .end)
    let between = first.style.size * 0.8
    let wished = try measure(last).size.width.rounded(.up) + 1
    let lastWidth = min(wished, (area.width - between) / 2)
    let firstWidth = area.width - lastWidth - between
    try keepWords(of: first, in: firstWidth)
    let title = try measure(first, width: firstWidth)
    let count = try measure(last, width: lastWidth)
    // Digits read in no direction: they stand where the picture begins.
    let hasLetters = first.text.contains { $0.isLetter }
    let isMirrored =
      hasLetters && !isList ? title.direction == .rightToLeft : self.isMirrored
    if !hasLetters, first.direction == .automatic {
      first.direction = isMirrored ? .rightToLeft : .leftToRight
    } else {
      first = standing(first, title)
    }
    // Both stand on one base line, whatever alphabets they are of.
    let base = max(title.firstBaseline, count.firstBaseline)
    let firstFrame = Rect(
      x: isMirrored ? area.maxX - firstWidth : area.x, y: y + base - title.firstBaseline,
      width: firstWidth, height: title.size.height)
    let lastFrame = Rect(
      x: isMirrored ? area.x : area.maxX - lastWidth, y: y + base - count.firstBaseline,
      width: lastWidth, height: count.size.height)
    // A count in another alphabet than its title still stands on the far side.
    if (count.direction == .rightToLeft) != isMirrored { last.alignment = .start }
    draw("\(name).\(names.first)", first, in: firstFrame)
    draw("\(name).\(names.last)", last, in: lastFrame)
    let bottom = max(firstFrame.maxY, lastFrame.maxY)
    take(Size(width: title.size.width + between + count.size.width, height: bottom - y))
  }
}
