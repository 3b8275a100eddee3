/// A number in any common notation: `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`, `12,34,567`.
package struct WrittenNumber: Equatable {
  /// A character that some languages use as the decimal separator and others use to group digits.
  package enum Mark: Hashable {
    case point
    case comma

    var other: Mark { self == .point ? .comma : .point }
  }

  /// The possible interpretations of a number.
  package enum Reading: Equatable {
    /// An unambiguous value, and the decimal separator that its notation implies, if any.
    case known(Double, decimals: Mark?)
    /// An ambiguous value such as `8.340`, which has one mark followed by three digits.
    case open(Mark, decimals: Double, thousands: Double)
  }

  package let reading: Reading

  /// Reads a number; nil for other text.
  package init?(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    let isSigned = scalars.first.map { "+-\u{2212}".unicodeScalars.contains($0) } ?? false
    let body = scalars.dropFirst(isSigned ? 1 : 0)
    let sign = isSigned && scalars[0] != "+" ? -1.0 : 1
    guard body.contains(where: Self.isDigit) else { return nil }
    if let plain = Self.scientific(body) {
      reading = .known(sign * plain.value, decimals: plain.mark)
      return
    }
    guard let found = Self.grouped(body) else { return nil }
    switch found {
    case .known(let value, let decimals): reading = .known(sign * value, decimals: decimals)
    case .open(let mark, let decimals, let thousands):
      reading = .open(mark, decimals: sign * decimals, thousands: sign * thousands)
    }
  }

  private typealias Scalars = ArraySlice<Unicode.Scalar>

  /// Parses a number with an exponent, such as `1.5e3`.
  private static func scientific(_ body: Scalars) -> (value: Double, mark: Mark?)? {
    guard body.contains(where: { $0 == "e" || $0 == "E" }),
      body.allSatisfy({ isDigit($0) || "eE.,+-".unicodeScalars.contains($0) })
    else { return nil }
    let mark: Mark? = body.contains(".") ? .point : body.contains(",") ? .comma : nil
    let text = String(String.UnicodeScalarView(body)).replacing(",", with: ".")
    return Double(text).flatMap { $0.isFinite ? ($0, mark) : nil }
  }

  private static func grouped(_ body: Scalars) -> Reading? {
    var groups: [[Unicode.Scalar]] = [[]]
    var marks: [Unicode.Scalar] = []
    for scalar in body {
      if isDigit(scalar) {
        groups[groups.count - 1].append(scalar)
      } else {
        guard let mark = separators[scalar] else { return nil }
        marks.append(mark)
        groups.append([])
      }
    }
    guard let last = marks.last else { return value(groups, []).map { .known($0, decimals: nil) } }
    let kinds = Set(marks)
    // Spaces and apostrophes always group digits; they are never decimal separators.
    guard let mark = decimalMarks[last] else {
      guard kinds.count == 1, isGrouped(groups) else { return nil }
      return value(groups, []).map { .known($0, decimals: nil) }
    }
    let whole = Array(groups.dropLast())
    if marks.count == 1 {
      guard let decimals = value(whole, groups[1]) else { return nil }
      guard groups[1].count == 3, isGrouped(groups), let thousands = value(groups, []) else {
        return .known(decimals, decimals: mark)
      }
      return .open(mark, decimals: decimals, thousands: thousands)
    }
    if kinds.count == 1 {
      guard isGrouped(groups) else { return nil }
      return value(groups, []).map { .known($0, decimals: mark.other) }
    }
    guard kinds.count == 2, marks.dropLast().allSatisfy({ $0 != last }), isGrouped(whole) else {
      return nil
    }
    return value(whole, groups[groups.count - 1]).map { .known($0, decimals: mark) }
  }

  /// Whether digits are grouped in threes or, as in India, in twos before the last three.
  private static func isGrouped(_ groups: [[Unicode.Scalar]]) -> Bool {
    guard let first = groups.first, (1...3).contains(first.count), first[0] != "0",
      groups.last?.count == 3
    else { return false }
    let middle = groups.dropFirst().dropLast()
    return middle.allSatisfy { $0.count == 3 }
      || (first.count <= 2 && middle.allSatisfy { $0.count == 2 })
  }

  private static func value(_ whole: [[Unicode.Scalar]], _ decimals: [Unicode.Scalar]) -> Double? {
    let digits = whole.flatMap(\.self)
    guard !digits.isEmpty || !decimals.isEmpty else { return nil }
    let text =
      (digits.isEmpty ? "0" : String(String.UnicodeScalarView(digits)))
      + (decimals.isEmpty ? "" : "." + String(String.UnicodeScalarView(decimals)))
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value)
  }

  /// The characters that can separate digits, each with its canonical form.
  private static let separators: [Unicode.Scalar: Unicode.Scalar] = [
    ".": ".", ",": ",", "'": "'", "\u{2019}": "'", " ": " ", "\u{A0}": " ", "\u{202F}": " ",
    "\u{2009}": " ", "_": " ",
  ]
  private static let decimalMarks: [Unicode.Scalar: Mark] = [".": .point, ",": .comma]
}

/// Resolves ambiguous numbers in a table, using the other numbers in the column, then the numbers
/// in the whole table, and finally the cell separator.
struct TableNumbers {
  private var columns: [Int: Set<WrittenNumber.Mark>] = [:]
  private var table: Set<WrittenNumber.Mark> = []
  /// The default decimal separator; nil for semicolon-separated tables, where a comma is a decimal
  /// separator and a point is ambiguous.
  private let usual: WrittenNumber.Mark?

  /// Creates a resolver without any recorded numbers.
  init(separator: UInt8) { usual = separator == UInt8(ascii: ";") ? nil : .point }

  /// Records which decimal separator a cell uses, if the cell is unambiguous.
  mutating func learn(_ text: String, column: Int) {
    guard case .known(_, let mark?)? = WrittenNumber(text)?.reading else { return }
    columns[column, default: []].insert(mark)
    table.insert(mark)
  }

  /// The result of reading a cell.
  enum Value: Equatable {
    case number(Double)
    /// An ambiguous number with its two interpretations.
    case unclear(Double, Double)
    case none
  }

  /// The value of a cell.
  func value(_ text: String, column: Int) -> Value {
    switch WrittenNumber(text)?.reading {
    case nil: return .none
    case .known(let value, _): return .number(value)
    case .open(let mark, let decimals, let thousands):
      guard let before = decimalMark(column) ?? (mark == .comma ? usual ?? .comma : usual),
        columns[column]?.count ?? 0 < 2, columns[column] != nil || table.count < 2
      else { return .unclear(decimals, thousands) }
      return .number(mark == before ? decimals : thousands)
    }
  }

  private func decimalMark(_ column: Int) -> WrittenNumber.Mark? {
    columns[column]?.first ?? table.first
  }
}
