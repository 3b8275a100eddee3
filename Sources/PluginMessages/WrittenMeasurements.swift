internal import Glibc
package import WallfarmPluginKit

/// Reads measurements in the very form in which ``JSONText/measurement(_:)`` writes them: keys in
/// that order, and no blanks.
///
/// A layout has a hundred texts measured, and a tree of JSON values for each would take half of the
/// time of a picture (13 µs a text instead of 2). Anything else in the text is nil, and is then
/// read as any JSON is.
package struct WrittenMeasurements {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  /// The measurements of `{"type":"measured","texts":[…]}`.
  package static func read(_ bytes: [UInt8]) -> [TextMeasurement]? {
    // A zero at the end stops the reading of numbers.
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      var reader = WrittenMeasurements(bytes: buffer)
      return reader.all()
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func all() -> [TextMeasurement]? {
    guard skip("{\"type\":\"measured\",\"texts\":[") else { return nil }
    var found: [TextMeasurement] = []
    repeat {
      guard let one = measurement() else { return nil }
      found.append(one)
    } while skip(",")
    return skip("]}") && bytes[place] == 0 ? found : nil
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
      let high = number().flatMap(Int.init(exactly:)), skip("]}"), 0 <= low, low <= high
    else { return nil }
    return TextLine(frame: frame, ink: ink, baseline: baseline, range: low..<high)
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

  private mutating func number() -> Double? {
    let start = place
    let isNegative = skip("-")
    var (digits, isExact) = (UInt64(0), true)
    let beginsWithZero = bytes[place] == UInt8(ascii: "0")
    let count = run(&digits, &isExact)
    guard count == 1 || (count > 1 && !beginsWithZero) else { return nil }
    let decimals = skip(".") ? run(&digits, &isExact) : nil
    if decimals == 0 { return nil }
    if skip("e") || skip("E") {
      isExact = false
      if !skip("+") { _ = skip("-") }
      guard run(&digits, &isExact) > 0 else { return nil }
    }
    guard isExact, decimals ?? 0 <= 22 else { return longNumber(from: start) }
    // One exact quotient is the nearest number there is (Clinger 1990).
    let magnitude = Double(digits) / Self.powersOfTen[decimals ?? 0]
    return isNegative ? -magnitude : magnitude
  }

  private static let powersOfTen: [Double] = (0...22).map { pow(10, Double($0)) }

  /// Moves over a run of digits and says how many there were.
  private mutating func run(_ digits: inout UInt64, _ isExact: inout Bool) -> Int {
    let start = place
    while (48...57).contains(bytes[place]) {
      // Beyond 2⁵³ a Double may not hold them.
      if digits < 1 << 49 {
        digits = digits * 10 + UInt64(bytes[place] - 48)
      } else {
        isExact = false
      }
      place += 1
    }
    return place - start
  }

  private func longNumber(from start: Int) -> Double? {
    let number = bytes.baseAddress?.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      strtod($0 + start, nil)
    }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func skip(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard place + count <= bytes.count, let start = bytes.baseAddress,
      memcmp(start + place, literal.utf8Start, count) == 0
    else { return false }
    place += count
    return true
  }
}
