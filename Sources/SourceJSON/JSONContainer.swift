/// The two kinds of value that hold others.
enum JSONContainer {
  case list
  case object

  var closingByte: UInt8 {
    switch self {
    case .list: ASCII.closeBracket
    case .object: ASCII.closeBrace
    }
  }
}

/// A list or object that has been opened and not yet closed.
struct Opener {
  let container: JSONContainer
  let place: SourcePlace
}

/// Finds out whether a key was given before: by looking while there are few, by hash after that.
struct KeyPlaces {
  private static let fewKeys = 8
  private var places: [String: SourcePlace] = [:]

  /// Where `key` already stands in `members`; otherwise remembers that it stands at `place`.
  mutating func earlierPlace(
    of key: String, at place: SourcePlace, in members: [JSONMember]
  ) -> SourcePlace? {
    guard members.count >= Self.fewKeys else {
      return members.first { $0.key == key }?.keyPlace
    }
    if places.isEmpty {
      for member in members { places[member.key] = member.keyPlace }
    }
    return places.updateValue(place, forKey: key)
  }
}
