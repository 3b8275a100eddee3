internal import SourceJSON
package import WallfarmPluginKit

/// A fast parser for the exact output of ``JSONText/measurement(_:)``: fixed key order, no
/// whitespace.
///
/// For six new notes, each measured at four or more sizes, a general JSON parser takes 0.3 ms
/// longer, which is a fifth of the protocol overhead. If the input has any other form, the result
/// is nil, and the caller uses the general parser.
package struct WrittenMeasurements {
  private var cursor: SourceCursor

  /// The measurements in `{"type":"measured","texts":[…]}`.
  package static func read(_ bytes: [UInt8]) -> [TextMeasurement]? {
    var reader = WrittenMeasurements(cursor: SourceCursor(bytes))
    return reader.all()
  }

  private mutating func all() -> [TextMeasurement]? {
    guard skip("{\"type\":\"measured\",\"texts\":[") else { return nil }
    var found: [TextMeasurement] = []
    repeat {
      guard let one = measurement() else { return nil }
      found.append(one)
    } while skip(",")
    return skip("]}") && cursor.byte == nil ? found : nil
  }

  private mutating func measurement() -> TextMeasurement? {
    guard skip("{\"size\":{\"width\":"), let width = number(), skip(",\"height\":"),
      let height = number(), skip("},\"ink\":"), let ink = rect(), skip(",\"lines\":[")
    else { return nil }
    var lines: [TextLine] = []
    if !skip("]") {
      repeat {
        guard let line = line() else { return nil }
        lines.append(line)
      } while skip(",")
      guard skip("]") else { return nil }
    }
    guard skip(",\"direction\":\""), let direction = direction(), skip("\",\"isClipped\":") else {
      return nil
    }
    let isClipped = skip("true")
    guard isClipped || skip("false"), skip("}") else { return nil }
    return TextMeasurement(
      size: Size(width: width, height: height), ink: ink, lines: lines, direction: direction,
      isClipped: isClipped)
  }

  private mutating func line() -> TextLine? {
    guard skip("{\"frame\":"), let frame = rect(), skip(",\"ink\":"), let ink = rect(),
      skip(",\"baseline\":"), let baseline = number(), skip(",\"range\":["),
      let low = number().flatMap(Int.init(exactly:)), skip(","),
      let high = number().flatMap(Int.init(exactly:)), skip("]"), 0 <= low, low <= high
    else { return nil }
    let isHyphenated = skip(",\"hyphenated\":true")
    guard skip("}") else { return nil }
    return TextLine(
      frame: frame, ink: ink, baseline: baseline, range: low..<high, isHyphenated: isHyphenated)
  }

  private mutating func rect() -> Rect? {
    guard skip("{\"x\":"), let x = number(), skip(",\"y\":"), let y = number(),
      skip(",\"width\":"), let width = number(), skip(",\"height\":"), let height = number(),
      skip("}")
    else { return nil }
    return Rect(x: x, y: y, width: width, height: height)
  }

  private mutating func direction() -> TextDirection? {
    if skip("ltr") { return .leftToRight }
    if skip("rtl") { return .rightToLeft }
    return skip("auto") ? .automatic : nil
  }

  private mutating func number() -> Double? { cursor.number() }

  private mutating func skip(_ literal: StaticString) -> Bool { cursor.skip(literal) }
}
