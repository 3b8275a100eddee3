import WallfarmPluginKit

/// The digits of the numbers before notes.
///
/// A list uses one system of digits: the system that all of its notes use or, if they differ, the
/// default system of the language (CLDR, through ICU).
struct Numerals {
  /// The digits 0 to 9.
  private let digits: [String]

  /// The digits 0 to 9 of ASCII.
  static let latin = Numerals(digits: (0...9).map(String.init))

  private init(digits: [String]) { self.digits = digits }

  /// Chooses the digits of a list.
  ///
  /// - Parameters:
  ///   - notes: The notes of the list.
  ///   - others: Other words of the list, such as due dates.
  ///   - words: The words of the language.
  /// - Throws: `language-failed`.
  init(
    of notes: [Note], _ others: [String], _ words: any LanguageWords
  ) throws(RenderError) {
    let used = Set((notes.map(\.text) + others).flatMap(Numerals.zeros))
    if used.count == 1, let zero = used.first, zero == "0" || Numerals.areMostlyNotLatin(notes) {
      digits = (0...9).map { String(Unicode.Scalar(zero.value + $0).map(Character.init) ?? "0") }
      return
    }
    var digits: [String] = []
    for digit in 0...9 { digits.append(try words.number(Double(digit), .plain(decimals: 0))) }
    self.digits = digits
  }

  /// A number of 0 or more, without separators.
  func text(_ number: Int) -> String {
    String(number).compactMap(\.wholeNumberValue).map { digits[$0] }.joined()
  }

  /// The zeros of the digit systems that a string uses; fullwidth digits count as ASCII digits.
  private static func zeros(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.compactMap { scalar in
      guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
      else { return nil }
      return scalar.value < 0xFF00 ? Unicode.Scalar(scalar.value - UInt32(value)) : "0"
    }
  }

  /// Whether most notes contain no ASCII letters, so that an English list with one Arabic note
  /// keeps its digits.
  private static func areMostlyNotLatin(_ notes: [Note]) -> Bool {
    notes.count { note in !note.text.contains { $0.isASCII && $0.isLetter } } * 2 > notes.count
  }
}
