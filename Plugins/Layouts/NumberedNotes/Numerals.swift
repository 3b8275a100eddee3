import WallfarmPluginKit

/// The digits of the numbers before the notes.
///
/// All numbers of a list use one digit system. If all digits in the list belong to one system, that
/// system is used; a system other than ASCII also requires that most notes contain no ASCII
/// letters. Otherwise, the numbers use the default system of the language (CLDR, through ICU).
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
  ///   - others: Other text in the list, such as due dates.
  ///   - words: The formats of the language, which provide its default digits.
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

  /// Returns a number of 0 or more as text, without separators.
  func text(_ number: Int) -> String {
    String(number).compactMap(\.wholeNumberValue).map { digits[$0] }.joined()
  }

  /// Returns, for each digit in a string, the zero of its digit system; fullwidth digits count as
  /// ASCII digits.
  private static func zeros(in text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.compactMap { scalar in
      guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
      else { return nil }
      return scalar.value < 0xFF00 ? Unicode.Scalar(scalar.value - UInt32(value)) : "0"
    }
  }

  /// Returns whether most notes contain no ASCII letters.
  ///
  /// This condition prevents a single Arabic note from changing the digits of an English list.
  private static func areMostlyNotLatin(_ notes: [Note]) -> Bool {
    notes.count { note in !note.text.contains { $0.isASCII && $0.isLetter } } * 2 > notes.count
  }
}
