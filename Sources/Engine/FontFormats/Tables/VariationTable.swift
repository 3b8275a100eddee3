/// The axes of a variable font, from its table `fvar`.
enum VariationTable {
  /// The maximum number of axes; registered axes and those of parametric fonts are at most 15.
  static let mostAxes = 16
  /// The maximum number of named instances; fontconfig lists each of them as a font.
  static let mostInstances = 1024

  /// Reads the axes, and checks their order of values.
  static func axes(_ table: FontTable) throws(FontFlaw) -> [FontAxis] {
    let version = try table.uint16(at: 0)
    guard version == 1 else { throw table.flaw(at: 0, "has the unknown version \(version)") }
    let (start, count) = (try table.uint16(at: 4), try table.uint16(at: 8))
    let size = try table.uint16(at: 10)
    guard count <= mostAxes else {
      throw table.flaw(at: 8, "declares \(count) axes; the limit is \(mostAxes)")
    }
    guard count == 0 || size == 20 else {
      throw table.flaw(at: 10, "declares axes of \(size) bytes instead of 20")
    }
    try table.require(count * size, at: start)
    try checkInstances(table, at: start + count * size, axes: count)
    var axes: [FontAxis] = []
    for place in stride(from: start, to: start + count * size, by: 20) {
      let tag = try table.tag(at: place)
      guard tag.isPrintable else { throw table.flaw(at: place, "has an axis without a name") }
      let axis = FontAxis(
        tag: tag.description, minimum: try table.fixed(at: place + 4),
        standard: try table.fixed(at: place + 8), maximum: try table.fixed(at: place + 12))
      guard axis.minimum <= axis.standard, axis.standard <= axis.maximum else {
        throw table.flaw(
          at: place,
          "declares the axis '\(tag)' from \(axis.minimum) to \(axis.maximum), with the default "
            + "\(axis.standard)")
      }
      axes.append(axis)
    }
    return axes
  }

  private static func checkInstances(
    _ table: FontTable, at start: Int, axes: Int
  ) throws(FontFlaw) {
    let (count, size) = (try table.uint16(at: 12), try table.uint16(at: 14))
    guard count <= mostInstances else {
      throw table.flaw(at: 12, "declares \(count) named styles; the limit is \(mostInstances)")
    }
    guard count == 0 || size >= 4 + 4 * axes else {
      throw table.flaw(at: 14, "declares named styles of \(size) bytes")
    }
    try table.require(count * size, at: start)
  }
}
