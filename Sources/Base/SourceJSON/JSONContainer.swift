/// The JSON containers: lists and objects.
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

/// A list or object that has not been closed yet, and the position where it begins.
struct Opener {
  let container: JSONContainer
  let place: SourcePlace
}

/// Detects duplicate keys: by linear search for few keys, and by hashing for more.
struct KeyPlaces {
  private static let fewKeys = 32
  /// The token index of the object's first key.
  private let first: Int
  private var places: [String: SourcePlace] = [:]

  init(first: Int) { self.first = first }

  /// The position of the earlier key, among the previous `count` keys, that equals the key at
  /// `index`; nil if there is none.
  mutating func earlierPlace(
    of index: Int, after count: Int, in tokens: JSONTokens
  ) -> SourcePlace? {
    if count < Self.fewKeys {
      var key = first
      for _ in 0..<count {
        if tokens.areSame(key, index) { return tokens.list[key].place }
        key = tokens.end(of: key + 1)
      }
      return nil
    }
    if places.isEmpty {
      var key = first
      for _ in 0..<count {
        places[tokens.text(key) ?? ""] = tokens.list[key].place
        key = tokens.end(of: key + 1)
      }
    }
    return places.updateValue(tokens.list[index].place, forKey: tokens.text(index) ?? "")
  }
}
