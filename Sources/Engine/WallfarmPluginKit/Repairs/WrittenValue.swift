package import SourceJSON

/// Reads values that have the wrong type or notation, to propose a correction of a request.
extension JSONValue {
  /// The number of `20`, `"20"`, `"20 pt"`, `"1,5"` or `[20]`, and whether it is a percentage.
  package var writtenNumber: (value: Double, isPercent: Bool)? {
    switch self {
    case .number(let number): (number, false)
    case .string(let text): Self.number(in: text)
    case .array(let items) where items.count == 1: items[0].writtenNumber
    case .null, .bool, .array, .object: nil
    }
  }

  /// The Boolean of `true`, `"true"`, `"yes"`, `"on"`, `1`, and their opposites.
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

  /// The text of a text, a number, a Boolean or a list with one of them.
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

  /// The longest text that is read as a number, in bytes.
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

/// Finds the word that was meant by a value.
package enum WrittenWord {
  /// Words of other programs for words of this one.
  private static let synonyms = [
    "left": "start", "right": "end", "middle": "center", "centre": "center", "dot": "period",
    "jpg": "jpeg", "tif": "png", "tiff": "png", "gif": "png", "bmp": "png", "heic": "jpeg",
    "heif": "jpeg", "avif": "webp", "vertical": "portrait", "horizontal": "landscape",
    "night": "dark", "day": "light", "default": "auto", "p3": "display-p3", "srgb": "srgb",
    "best": "small", "slow": "small", "quick": "fast", "big": "large", "normal": "standard",
  ]

  /// The word of a list that a text means; nil if none is close.
  package static func meant(by text: String, among words: [String]) -> String? {
    let plain = text.lowercased()
    if let word = synonyms[plain], words.contains(word) { return word }
    return closestSpelling(to: String(text.prefix(60)), among: words)
  }
}
