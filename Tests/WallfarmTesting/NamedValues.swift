/// Checks a message for the values that it must contain, regardless of its wording, which
/// `Tests/Wording` records.
extension String {
  /// Whether the text contains every value, such as a quoted name or a number.
  public func names(_ values: [String]) -> Bool { values.allSatisfy { contains($0) } }

  /// The whole numbers in the text, in order, such as the counts in a summary.
  public var numbers: [Int] {
    split { !("0"..."9").contains($0) }.compactMap { Int($0) }
  }
}

extension String? {
  /// Whether the text exists and contains every value, or, if `values` is `nil`, whether there is
  /// no text.
  public func names(_ values: [String]?) -> Bool {
    guard let self, let values else { return self == nil && values == nil }
    return self.names(values)
  }
}
