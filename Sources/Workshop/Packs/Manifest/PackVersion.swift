/// A semantic version of three numbers, such as `1.4.0`.
package struct PackVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  private let numbers: [Int]

  /// Parses a version; returns `nil` unless the text is three numbers of at most six digits without
  /// leading zeros.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      guard (1...6).contains(part.count), part.allSatisfy({ $0.isASCII && $0.isNumber }),
        part == "0" || part.first != "0"
      else { return nil }
      return Int(part)
    }
    guard parts.count == 3, numbers.count == 3 else { return nil }
    self.numbers = numbers
  }

  /// The version as text.
  package var description: String { numbers.map { "\($0)" }.joined(separator: ".") }

  /// Returns whether one version is older than another.
  package static func < (one: PackVersion, other: PackVersion) -> Bool {
    one.numbers.lexicographicallyPrecedes(other.numbers)
  }
}
