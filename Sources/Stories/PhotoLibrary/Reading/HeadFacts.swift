package import SourceJSON
import WallfarmPluginKit

/// The facts from a photo's head, which are stored in the index.
///
/// Of the head, only these facts leave the process that reads the photo.
package struct HeadFacts: Hashable, Sendable {
  /// The format; `nil` if the file is not a photo.
  package var format: PhotoHeader.Format?
  /// The reason why the photo is unusable; `nil` if it is usable.
  package var damage: PhotoDamage?
  package var width = 0
  package var height = 0
  /// The EXIF orientation, 1…8.
  package var orientation = 1
  /// The local day, in days since 1970.
  package var day: Int?
  /// The time in seconds since 1970 in UTC; if the UTC offset is unknown, the local time
  /// interpreted as UTC.
  package var moment: Int?
  /// The UTC offset in minutes, positive to the east; `nil` if unknown.
  package var offset: Int?
  /// Whether the day is in UTC and may differ from the local day.
  package var isUTC = false
  /// The source of the date.
  package var dateSource: TakenDate.Source?
  package var latitude: Double?
  package var longitude: Double?
  package var isScreenshot = false
  /// The SHA-256 of the file's size, head and tail, which does not change if the file is moved or
  /// copied.
  package var content = ""
  /// The time that reading took, in seconds; it is not stored.
  package var seconds = 0.0

  package init() {}

  /// Creates the facts for an unreadable photo.
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

  /// The JSON form that is sent to another process.
  package var words: JSONValue { .object(members) }

  /// The members of the JSON form, to which a caller can add others.
  package var members: [String: JSONValue] {
    var words = shared
    words["content"] = .string(content)
    words["damage"] = damage?.words
    return words
  }

  /// The JSON form that is stored in the index, where damage and content have separate columns.
  package var keptWords: JSONValue { .object(shared) }

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

  /// Decodes the JSON form that another process sent; returns `nil` if it is malformed.
  package init?(_ node: JSONNode) {
    guard let content = node["content"]?.string else { return nil }
    self.init(kept: node, content: content)
    if let node = node["damage"] {
      guard let damage = PhotoDamage(node) else { return nil }
      self.damage = damage
    }
  }

  /// Decodes the JSON form that is stored in the index; returns `nil` if it is malformed.
  package init?(kept node: JSONNode, content: String) {
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
  /// The JSON form that is sent to another process.
  var words: JSONValue { .array([.string(kind.rawValue), .string(reason)]) }

  /// Decodes the JSON form; returns `nil` if it is malformed.
  init?(_ node: JSONNode) {
    guard let parts = node.elements?.compactMap(\.string), parts.count == 2,
      let kind = Kind(rawValue: parts[0])
    else { return nil }
    self.init(kind, parts[1])
  }
}
