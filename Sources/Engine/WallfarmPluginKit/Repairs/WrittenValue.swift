package import SourceJSON

/// Interprets values that have the wrong type or notation, to propose a correction to a request.
extension JSONValue {
  /// The number in a value such as `20`, `"20"`, `"20 pt"`, `"1,5"` or `[20]`, and whether the
  /// number is a percentage.
  package var writtenNumber: (value: Double, isPercent: Bool)? {
    switch self {
    case .number(let number): (number, false)
    case .string(let text): Self.number(in: text)
    case .array(let items) where items.count == 1: items[0].writtenNumber
    case .null, .bool, .array, .object: nil
    }
  }

  /// The Boolean in a value such as `true`, `"true"`, `"yes"`, `"on"` or `1`, or `false`, `"no"`,
  /// `"off"` or `0`.
  package var writtenFlag: Bool? {
    switch self {
    case .bool(let isOn): isOn
    case .number(1): true
    case .number(0): false
    case .string(let text): Self.flags[text.lowercased().filter { !$0.isWhitespace }]
    case .array(let items) where items.count == 1: items[0].writtenFlag
    case .null, .number, .array, .object: nil
    }
  }

  /// The text form of a string, number or Boolean, or of a list that contains only one of these.
  package var writtenText: String? {
    switch self {
    case .string(let text): text
    case .number, .bool: self.text(pretty: false)
    case .array(let items) where items.count == 1: items[0].writtenText
    case .null, .array, .object: nil
    }
  }

  private static let flags: [String: Bool] = [
    "true": true, "yes": true, "on": true, "1": true, "t": true, "y": true,
    "false": false, "no": false, "off": false, "0": false, "f": false, "n": false,
  ]

  /// The maximum length in bytes of a string that is parsed as a number.
  private static let longestNumber = 40

  private static func number(in text: String) -> (value: Double, isPercent: Bool)? {
    let form = #/\s*([-+]?[0-9.,]+(?:[eE][-+]?[0-9]+)?)\s*(%|°|[A-Za-z]{0,7})\s*/#
    guard text.utf8.count <= longestNumber, let match = text.wholeMatch(of: form) else {
      return nil
    }
    let digits = String(match.1)
    let isDecimalComma = digits.wholeMatch(of: #/[-+]?[0-9]+,[0-9]{1,2}/#) != nil
    let plain = isDecimalComma ? digits.replacing(",", with: ".") : digits.replacing(",", with: "")
    guard let number = Double(plain), number.isFinite else { return nil }
    return (number, match.2 == "%")
  }
}

/// Finds the accepted word that a value probably means.
package enum WrittenWord {
  /// Words that other programs use, mapped to wallfarm's words.
  private static let synonyms = [
    "left": "start", "right": "end", "middle": "center", "centre": "center", "dot": "period",
    "jpg": "jpeg", "tif": "png", "tiff": "png", "gif": "png", "bmp": "png", "heic": "jpeg",
    "heif": "jpeg", "avif": "webp", "vertical": "portrait", "horizontal": "landscape",
    "night": "dark", "day": "light", "default": "auto", "p3": "display-p3", "srgb": "srgb",
    "best": "small", "slow": "small", "quick": "fast", "big": "large", "normal": "standard",
  ]

  /// Returns the word in a list that the user probably meant by a string; nil if no word is close.
  package static func meant(by text: String, among words: [String]) -> String? {
    let plain = text.lowercased()
    if let word = synonyms[plain], words.contains(word) { return word }
    return closestSpelling(to: String(text.prefix(60)), among: words)
  }
}
