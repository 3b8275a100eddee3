internal import Languages

extension LineJoints {
  /// Returns the byte ranges inside which Pango must not break a line, so that no line ends at a
  /// joint.
  ///
  /// - Parameters:
  ///   - kind: The lowest kind of joint to include.
  ///   - text: The text that contains the joints.
  /// - Returns: Disjoint byte ranges in ascending order.
  func ranges(from kind: Kind, in text: String) -> [Range<UInt32>] {
    let places = joints.filter { $0.kind >= kind }.map(\.place)
    guard !places.isEmpty else { return [] }
    var ranges: [Range<UInt32>] = []
    let bytes = Array(text.utf8)
    for place in places {
      // Pango forbids breaks only between the characters of a range, so the range must include the
      // characters before and after the joint. The range also includes white space before the
      // joint, because a line must not break there either.
      var start = place
      repeat { start = JoinedBytes.before(start, bytes) } while start > 0 && bytes[start] == 0x20
      let end = JoinedBytes.after(place, bytes)
      if let last = ranges.last, last.upperBound > start {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, UInt32(end))
      } else {
        ranges.append(UInt32(start)..<UInt32(end))
      }
    }
    return ranges
  }
}

/// Finds the byte offsets of the previous and next characters in UTF-8 text.
private enum JoinedBytes {
  static func before(_ place: Int, _ bytes: [UInt8]) -> Int {
    var place = max(0, place - 1)
    while place > 0, bytes[place] & 0xC0 == 0x80 { place -= 1 }
    return place
  }

  static func after(_ place: Int, _ bytes: [UInt8]) -> Int {
    var place = min(bytes.count, place + 1)
    while place < bytes.count, bytes[place] & 0xC0 == 0x80 { place += 1 }
    return place
  }
}
