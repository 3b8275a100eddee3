package import SourceJSON
import WallfarmPluginKit

/// What is kept of a photo: all that leaves the process that reads it.
package struct HeadFacts: Hashable, Sendable {
  /// Nil for what is no photo.
  package var format: PhotoHeader.Format?
  /// Why it cannot be used; nil where it can.
  package var damage: PhotoDamage?
  package var width = 0
  package var height = 0
  /// 1 to 8, as EXIF numbers it.
  package var orientation = 1
  /// The day that a calendar showed there, in days since 1970.
  package var day: Int?
  /// Seconds since 1970, UTC; on a clock without an offset as if it were in UTC.
  package var moment: Int?
  /// Minutes east of UTC; nil where that is not told.
  package var offset: Int?
  /// Whether the day is one of a clock in UTC: where the photo was taken it may have been another.
  package var isUTC = false
  /// What says when it was taken.
  package var dateSource: TakenDate.Source?
  package var latitude: Double?
  package var longitude: Double?
  package var isScreenshot = false
  /// SHA-256 of size, head and tail: the same for a file that was moved, and for its copies.
  package var content = ""
  /// How long reading it has taken, in seconds; not kept.
  package var seconds = 0.0

  package init() {}

  /// What is known of a photo that cannot be read.
  package init(damage: PhotoDamage) { self.damage = damage }
}

extension HeadFacts {
  /// Sets the date and its source.
  mutating func take(_ taken: TakenDate) {
    dateSource = taken.source
    day = taken.day.number
    isUTC = taken.clock == .utc
    offset = taken.clock == .utc ? 0 : taken.offset
    moment = taken.moment?.seconds ?? taken.time.map { taken.day.number * 86_400 + $0.seconds }
  }

  /// As one process tells it another.
  package var words: JSONValue { .object(members) }

  /// The same, for somebody who adds to it.
  package var members: [String: JSONValue] {
    var words = shared
    words["content"] = .string(content)
    words["damage"] = damage?.words
    return words
  }

  /// As an index keeps it, which has damage and content beside it.
  var keptWords: JSONValue { .object(shared) }

  private var shared: [String: JSONValue] {
    var words: [String: JSONValue] = [:]
    words["format"] = format.map { .string($0.rawValue) }
    if width > 0 { words["size"] = .array([.number(Double(width)), .number(Double(height))]) }
    if orientation != 1 { words["turn"] = .number(Double(orientation)) }
    words["day"] = day.map { .number(Double($0)) }
    words["moment"] = moment.map { .number(Double($0)) }
    words["offset"] = offset.map { .number(Double($0)) }
    if isUTC { words["utc"] = true }
    words["by"] = dateSource.map { .string($0.rawValue) }
    if let latitude, let longitude {
      words["place"] = .array([.number(latitude), .number(longitude)])
    }
    if isScreenshot { words["screen"] = true }
    return words
  }

  /// Reads what another process told; nil for what is none.
  package init?(_ node: JSONNode) {
    guard let content = node["content"]?.string else { return nil }
    self.init(kept: node, content: content)
    if let node = node["damage"] {
      guard let damage = PhotoDamage(node) else { return nil }
      self.damage = damage
    }
  }

  /// Reads what an index has kept; nil for what is none.
  init?(kept node: JSONNode, content: String) {
    guard node.members != nil else { return nil }
    self.init()
    self.content = content
    format = node["format"]?.string.flatMap { PhotoHeader.Format(rawValue: $0) }
    if let size = node["size"]?.elements?.compactMap(\.whole), size.count == 2 {
      (width, height) = (size[0], size[1])
    }
    orientation = node["turn"]?.whole ?? 1
    (day, moment, offset) = (node["day"]?.whole, node["moment"]?.whole, node["offset"]?.whole)
    isUTC = node["utc"]?.bool ?? false
    dateSource = node["by"]?.string.flatMap { TakenDate.Source(rawValue: $0) }
    if let place = node["place"]?.elements?.compactMap(\.number), place.count == 2 {
      (latitude, longitude) = (place[0], place[1])
    }
    isScreenshot = node["screen"]?.bool ?? false
  }
}

extension PhotoDamage {
  /// As one process tells it another.
  var words: JSONValue { .array([.string(kind.rawValue), .string(reason)]) }

  /// Reads what another process told; nil for what is none.
  init?(_ node: JSONNode) {
    guard let parts = node.elements?.compactMap(\.string), parts.count == 2,
      let kind = Kind(rawValue: parts[0])
    else { return nil }
    self.init(kind, parts[1])
  }
}
