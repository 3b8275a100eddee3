internal import Diagnostics
package import SourceJSON

extension FileReader {
  /// Reads a Boolean; returns nil if it is missing or invalid, and reports an invalid value.
  package mutating func yesNo(_ key: String, of node: JSONNode) -> Bool? {
    guard let value = node[key] else { return nil }
    guard let flag = value.bool else {
      report(wrong(value, "'\(key)'", "true or false"))
      return nil
    }
    return flag
  }

  /// Reads an integer in a range; returns nil if it is missing or invalid, and reports an invalid
  /// value.
  package mutating func whole(
    _ key: String, of node: JSONNode, _ range: ClosedRange<Int>
  ) -> Int? {
    guard let value = node[key] else { return nil }
    guard let number = value.whole, range.contains(number) else {
      report(
        wrong(value, "'\(key)'", "a whole number from \(range.lowerBound) to \(range.upperBound)"))
      return nil
    }
    return number
  }

  /// Reads one of the given words; returns nil if it is missing or invalid, and reports an invalid
  /// value.
  package mutating func word(_ key: String, of node: JSONNode, _ words: [String]) -> String? {
    guard let value = node[key] else { return nil }
    guard let word = value.string, words.contains(word) else {
      report(wrong(value, "'\(key)'", "one of " + words.joined(separator: ", "), among: words))
      return nil
    }
    return word
  }

  /// Reads an enumeration case; returns nil if it is missing or invalid, and reports an invalid
  /// value.
  package mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of node: JSONNode, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    word(key, of: node, Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
  }
}
