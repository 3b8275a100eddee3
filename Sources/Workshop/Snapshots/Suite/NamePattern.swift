/// A name pattern in which `*` matches any number of characters.
package struct NamePattern {
  private let parts: [Substring]

  package init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
  }

  package func matches(_ name: String) -> Bool {
    guard parts.count > 1 else { return parts.first.map(String.init) == name }
    var rest = name[...]
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts[1..<parts.count - 1] where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
