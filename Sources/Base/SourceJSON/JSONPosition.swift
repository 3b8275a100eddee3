package import Diagnostics

/// A value in a document, found by its line and column.
package struct JSONPosition {
  /// The pointer from the root of the search to the value.
  package let pointer: JSONPointer
  /// The value.
  package let value: JSONNode
  /// The object or list that contains the value, or nil for the root.
  package let parent: JSONNode?
}

extension JSONNode {
  /// Finds the value whose position, or whose key's position, is at a line and column.
  ///
  /// The search takes logarithmic time in each list and object.
  ///
  /// - Returns: nil if there is no value at that position, or if the values were not parsed from
  ///   one document.
  package func position(line: Int, column: Int) -> JSONPosition? {
    let target = SourcePlace(line: line, column: column, offset: 0)
    guard isParsed else { return nil }
    if place.isAt(target) { return JSONPosition(pointer: JSONPointer(), value: self, parent: nil) }
    var (node, tokens) = (self, [String]())
    while true {
      guard let child = node.child(before: target) else { return nil }
      tokens.append(child.token)
      if child.place.isAt(target) || child.value.place.isAt(target) {
        return JSONPosition(pointer: JSONPointer(tokens), value: child.value, parent: node)
      }
      node = child.value
    }
  }

  /// Whether the first child, if there is one, is positioned after this value, as in a parsed
  /// document.
  private var isParsed: Bool {
    guard let first = members?.first?.keyPlace ?? elements?.first?.place else { return true }
    return !first.isAtOrBefore(place)
  }

  /// The last child that starts at or before a position.
  private func child(
    before target: SourcePlace
  ) -> (token: String, place: SourcePlace, value: JSONNode)? {
    switch content {
    case .object(let members):
      // Members that a program appended do not have their own positions.
      let parsed = members[..<((members.lastIndex { !$0.keyPlace.isAtOrBefore(place) } ?? -1) + 1)]
      let after = parsed.firstIndex(sorted: { target.isBefore($0.keyPlace) })
      guard after > 0 else { return nil }
      let member = members[after - 1]
      return (member.key, member.keyPlace, member.value)
    case .array(let elements):
      let after = elements[...].firstIndex(sorted: { target.isBefore($0.place) })
      guard after > 0 else { return nil }
      return ("\(after - 1)", elements[after - 1].place, elements[after - 1])
    case .null, .bool, .number, .string: return nil
    }
  }
}

extension ArraySlice {
  /// The first index at which a condition holds, or the end index if there is none.
  ///
  /// The condition must also hold at all later indices.
  fileprivate func firstIndex(sorted condition: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SourcePlace {
  fileprivate func isAt(_ other: SourcePlace) -> Bool {
    (line, column) == (other.line, other.column)
  }

  fileprivate func isBefore(_ other: SourcePlace) -> Bool {
    (line, column) < (other.line, other.column)
  }

  fileprivate func isAtOrBefore(_ other: SourcePlace) -> Bool { !other.isBefore(self) }
}
