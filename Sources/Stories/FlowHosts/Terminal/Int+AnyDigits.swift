extension Int {
  /// Parses an integer that is written in the digits of any script.
  ///
  /// For example, Arabic and Japanese keyboards have their own digits.
  init?(anyDigits text: String) {
    guard !text.isEmpty, text.count <= 9 else { return nil }
    var number = 0
    for character in text {
      guard let digit = character.wholeNumberValue, (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    self = number
  }
}
