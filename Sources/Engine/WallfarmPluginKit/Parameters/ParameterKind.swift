public import SourceJSON

/// The type and range of a parameter, for validation and help.
public enum ParameterKind: Sendable, Hashable {
  /// An integer within a range.
  case integer(ClosedRange<Int>)
  /// A number within a range, in a unit.
  case number(ClosedRange<Double>, ParameterUnit)
  /// A Boolean value.
  case boolean
  /// Text of at most `limit` characters.
  case text(limit: Int)
  /// A list of at most `limit` strings.
  case texts(limit: Int)
  /// A subset of the given words.
  case words([String])
  /// One of the given words.
  case choice([String])
  /// A color, or `none` if optional.
  case color(optional: Bool)
  /// A list of 2 to 16 gradient stops.
  case stops
  /// The name of a font family, or `none` if optional.
  case font(optional: Bool)
  /// The path of a file.
  case file
}

/// The unit of a number.
public enum ParameterUnit: String, Sendable, Hashable, CaseIterable {
  /// A number without a unit.
  case none = ""
  /// Points on the screen.
  case points = "pt"
  /// Points on a screen that is 430 pt wide; multiply them by ``ComposeContext/typeScale``.
  case typePoints = "pt on a screen 430 pt wide"
  /// A multiple of the type size.
  case em = "em"
  /// Degrees, clockwise from the vertical, as in CSS.
  case degrees = "°"
  /// A fraction, 0…1.
  case fraction = "fraction"
}

extension ParameterKind {
  /// Returns whether a value has this type and range.
  public func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.integer(let range), .number(let number)):
      Int(exactly: number).map(range.contains) ?? false
    case (.number(let range, _), .number(let number)): range.contains(number)
    case (.boolean, .bool): true
    case (.text(let limit), .string(let text)): text.count <= limit
    case (.texts(let limit), .array(let items)):
      items.count <= limit && items.allSatisfy { if case .string = $0 { true } else { false } }
    case (.words(let words), .array(let items)):
      items.count <= words.count
        && items.allSatisfy {
          if case .string(let text) = $0 { words.contains(text) } else { false }
        }
    case (.choice(let words), .string(let text)): words.contains(text)
    case (.color(let optional), .string(let text)):
      Color(text) != nil || (optional && text == "none")
    case (.stops, .array): GradientStop.list(from: value) != nil
    case (.font, .string(let text)): !text.isEmpty
    case (.file, .string): true
    default: false
    }
  }

  /// A description of the accepted values, for "expected …" in messages.
  public var accepted: String {
    switch self {
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(let range, let unit):
      "a number from \(shortest(range.lowerBound)) to \(shortest(range.upperBound))"
        + (unit == .none ? "" : " (\(unit.rawValue))")
    case .boolean: "true or false"
    case .text(let limit): "text of at most \(limit) characters"
    case .texts(let limit): "a list of at most \(limit) strings"
    case .words(let words): "a list of any of " + words.joined(separator: ", ")
    case .choice(let words): "one of " + words.joined(separator: ", ")
    case .color(let optional):
      "a color such as #1c1c1e or 'navy'" + (optional ? ", or none" : "")
    case .stops:
      "a list of 2 to 16 colors such as '#102030' or '#102030 40%', with ascending positions"
    case .font(let optional):
      "the name of a font family ('wallfarm font list' shows the bundled ones)"
        + (optional ? ", or none" : "")
    case .file: "the path of a file"
    }
  }

  /// Parses the text of `--set key=text`; returns `nil` if the value is invalid.
  ///
  /// Lists are written as JSON or separated by commas: `--set 'colors=#102030,#405060'`.
  public func value(fromText text: String) -> JSONValue? {
    let value: JSONValue
    switch self {
    case .integer, .number:
      guard let number = Double(text) else { return nil }
      value = .number(number)
    case .boolean:
      switch text {
      case "true", "yes", "on": value = .bool(true)
      case "false", "no", "off": value = .bool(false)
      default: return nil
      }
    case .texts, .words, .stops:
      value = list(fromText: text)
    case .text, .choice, .color, .font, .file:
      value = .string(text)
    }
    return accepts(value) ? value : nil
  }

  private func list(fromText text: String) -> JSONValue {
    if text.hasPrefix("["), let node = try? JSONNode(parsing: text) { return node.plain }
    return .array(
      text.split(separator: ",").map { item in
        .string(String(item.drop(while: \.isWhitespace)))
      })
  }
}

/// Returns the shortest decimal form of a number, without `.0` for integers.
package func shortest(_ number: Double) -> String {
  Int(exactly: number).map(String.init) ?? "\(number)"
}

extension GradientStop {
  /// Parses gradient stops and spaces stops without a percentage evenly; returns `nil` if the value
  /// is invalid.
  package static func list(from value: JSONValue) -> [GradientStop]? {
    guard case .array(let items) = value, (2...16).contains(items.count) else { return nil }
    var colors: [Color] = []
    var positions: [Double?] = []
    for item in items {
      guard case .string(let text) = item else { return nil }
      let words = text.split(separator: " ", omittingEmptySubsequences: true)
      guard let name = words.first, let color = Color(String(name)), words.count <= 2
      else { return nil }
      colors.append(color)
      if words.count == 2 {
        guard words[1].hasSuffix("%"), let percent = Double(words[1].dropLast()),
          (0...100).contains(percent)
        else { return nil }
        positions.append(percent / 100)
      } else {
        positions.append(nil)
      }
    }
    let filled = spread(positions)
    guard zip(filled, filled.dropFirst()).allSatisfy({ $0 <= $1 }) else { return nil }
    return zip(filled, colors).map { GradientStop($0, $1) }
  }

  /// Describes the problem with a value as the predicate of a sentence; returns `nil` if the value
  /// is a valid list of stops.
  package static func mistake(in value: JSONValue) -> String? {
    guard list(from: value) == nil else { return nil }
    if let why = whyNoList(value) { return "is not a list of colors: \(why)" }
    return "has positions that are not in ascending order"
      + (descent(in: value).map { ": \($0)" } ?? "")
  }

  /// Explains why a value is not a list of colors with optional positions; returns `nil` if it is
  /// such a list.
  ///
  /// The order of the positions is not checked.
  private static func whyNoList(_ value: JSONValue) -> String? {
    guard case .array(let items) = value else { return "it is \(value.typeName)" }
    guard items.count >= 2 else { return items.isEmpty ? "it is empty" : "it has only one color" }
    guard items.count <= 16 else { return "it has \(items.count) colors" }
    for item in items {
      guard case .string(let text) = item else { return "\(item.typeName) is not a color" }
      let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      guard let name = words.first, Color(name) != nil else {
        return "'\(text.prefix(40))' is not a color"
      }
      guard words.count <= 2 else {
        return "'\(text.prefix(40))' contains more than a color and a position"
      }
      guard words.count == 2 else { continue }
      guard words[1].hasSuffix("%"), let place = Double(words[1].dropLast()),
        (0...100).contains(place)
      else { return "'\(words[1].prefix(20))' is not a position from 0% to 100%" }
    }
    return nil
  }

  /// Describes the first position that is lower than the previous one, such as `40% comes after
  /// 60%`.
  private static func descent(in value: JSONValue) -> String? {
    guard case .array(let items) = value else { return nil }
    let places = items.compactMap { item -> Double? in
      guard case .string(let text) = item, let word = text.split(separator: " ").last,
        word.hasSuffix("%")
      else { return nil }
      return Double(word.dropLast())
    }
    return zip(places, places.dropFirst()).first { $0 > $1 }.map { before, after in
      "\(shortest(after))% comes after \(shortest(before))%"
    }
  }

  /// Fills missing positions as CSS does: 0 and 1 at the ends, and evenly spaced positions between
  /// known ones.
  private static func spread(_ given: [Double?]) -> [Double] {
    var positions = given
    positions[0] = positions[0] ?? 0
    positions[positions.count - 1] = positions[positions.count - 1] ?? 1
    var result = [positions[0] ?? 0]
    var index = 1
    while index < positions.count {
      let next = positions[index...].firstIndex { $0 != nil } ?? positions.count - 1
      let (from, to) = (result[index - 1], positions[next] ?? 1)
      for step in index..<next {
        result.append(from + (to - from) * Double(step - index + 1) / Double(next - index + 1))
      }
      // Use the given position exactly, because an interpolated position could exceed the next stop
      // by a rounding error.
      result.append(to)
      index = next + 1
    }
    return result
  }
}
