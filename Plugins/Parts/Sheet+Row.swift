public import WallfarmPluginKit

extension Sheet {
  /// Adds a row with a leading text and a trailing text, which share a baseline.
  ///
  /// - Parameters:
  ///   - name: the prefix of the layer names.
  ///   - first: the leading text, which may wrap.
  ///   - last: the trailing text, which stays on one line if it needs at most half of the width.
  ///   - gap: the gap above the row in points; ignored if the row is the first element.
  ///   - between: the gap between the texts in points; nil for 0.8 times the leading type size.
  ///   - names: the suffixes of the layer names.
  /// - Throws: `missing-glyph`.
  public mutating func addRow(
    _ name: String, _ first: TextBlock, _ last: TextBlock, gap: Double,
    between: Double? = nil, names: (first: String, last: String) = ("first", "last")
  ) throws(RenderError) {
    space(gap)
    var (first, last) = (first, last)
    (first.alignment, last.alignment) = (.start, .end)
    let between = between ?? first.style.size * 0.8
    let wished = try measure(last).size.width.rounded(.up) + 1
    let lastWidth = min(wished, (area.width - between) / 2)
    let firstWidth = area.width - lastWidth - between
    try keepWords(of: first, in: firstWidth)
    let title = try measure(first, width: firstWidth)
    let count = try measure(last, width: lastWidth)
    // Digits have no direction of their own, so they take the direction of the picture.
    let hasLetters = first.text.contains { $0.isLetter }
    let isMirrored =
      hasLetters && !isList ? title.direction == .rightToLeft : self.isMirrored
    if !hasLetters, first.direction == .automatic {
      first.direction = isMirrored ? .rightToLeft : .leftToRight
    } else {
      first = standing(first, title)
    }
    // Both texts share a baseline, regardless of their scripts.
    let base = max(title.firstBaseline, count.firstBaseline)
    let firstFrame = Rect(
      x: isMirrored ? area.maxX - firstWidth : area.x, y: y + base - title.firstBaseline,
      width: firstWidth, height: title.size.height)
    let lastFrame = Rect(
      x: isMirrored ? area.x : area.maxX - lastWidth, y: y + base - count.firstBaseline,
      width: lastWidth, height: count.size.height)
    // The trailing text stays on its side, regardless of its script.
    if (count.direction == .rightToLeft) != isMirrored { last.alignment = .start }
    draw("\(name).\(names.first)", first, in: firstFrame)
    draw("\(name).\(names.last)", last, in: lastFrame)
    let bottom = max(firstFrame.maxY, lastFrame.maxY)
    take(Size(width: title.size.width + between + count.size.width, height: bottom - y))
  }
}
