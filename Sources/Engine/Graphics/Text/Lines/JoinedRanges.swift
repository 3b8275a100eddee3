internal import Languages

extension LineJoints {
  /// The stretches of a text in which Pango must not end a line, so that nothing of some kinds is taken apart.
  ///
  /// - Parameters:
  ///   - kind: this one and those that are worse.
  ///   - text: in which they were found.
  /// - Returns: bytes, in ascending order, apart from one another.
  func ranges(from kind: Kind, in text: String) -> [Range<UInt32>] {
    let places = joints.filter { $0.kind >= kind }.map(\.place)
    guard !places.isEmpty else { return [] }
    var ranges: [Range<UInt32>] = []
    let bytes = Array(text.utf8)
    for place in places {
      // Pango forbids a break between two characters of a range: so it has the one before and the one after. Blanks
      // belong to the line before them, and no line may begin with one either.
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

/// Steps over the characters of UTF-8.
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
