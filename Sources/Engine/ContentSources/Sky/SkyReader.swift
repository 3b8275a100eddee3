internal import Diagnostics
internal import Files
import SourceJSON
import WallfarmPluginKit

/// Reads the key `sky` of content and collects all errors.
struct SkyReader {
  let file: String
  private(set) var problems: [RenderError] = []

  private static let keys = ["latitude", "longitude", "show"]
  private static let hint = #"write {"latitude": 52.52, "longitude": 13.405}"#

  init(file: String) { self.file = file }

  /// Reads a sky; returns `nil` and reports the errors if it is invalid.
  mutating func sky(_ node: JSONNode) -> Sky? {
    guard let members = node.members else {
      report("'sky' is \(node.typeName), not an object", node)
      return nil
    }
    for member in members where !Self.keys.contains(member.key) {
      problems.append(
        .unknownContentKey(
          member.key, in: "'sky'", known: Self.keys, origin: member.keyPlace.origin(in: file)))
    }
    let latitude = degrees("latitude", in: Sky.latitudes, node)
    let longitude = degrees("longitude", in: Sky.longitudes, node)
    let show = node["show"].map { items($0) }
    guard problems.isEmpty, let latitude, let longitude else { return nil }
    return Sky(latitude: latitude, longitude: longitude, show: show)
  }

  private mutating func degrees(
    _ key: String, in range: ClosedRange<Double>, _ node: JSONNode
  ) -> Double? {
    guard let value = node[key] else {
      report("'sky' has no \"\(key)\"", node)
      return nil
    }
    if let number = value.number, range.contains(number) { return number }
    report(
      "'\(key)' of the sky cannot be \(EntryReader.shown(value)): expected a number of degrees "
        + "from \(Int(range.lowerBound)) to \(Int(range.upperBound))", value)
    return nil
  }

  private mutating func items(_ node: JSONNode) -> [SkyItem] {
    let known = SkyItem.allCases.map(\.rawValue)
    let hint = "the items are " + known.joined(separator: ", ")
    guard let elements = node.elements, !elements.isEmpty else {
      report("'show' of the sky must be a list of items", node, hint: hint)
      return []
    }
    var items: [SkyItem] = []
    for element in elements.prefix(known.count + 1) {
      guard let item = element.string.flatMap(SkyItem.init(rawValue:)) else {
        let meant = element.string.flatMap { closestSpelling(to: $0, among: known) }
        let shown = meant == nil ? EntryReader.shown(element) : "'\(element.string ?? "")'"
        report(
          "'show' of the sky cannot contain \(shown)", element,
          hint: meant.map { "did you mean '\($0)'?" } ?? hint)
        continue
      }
      guard !items.contains(item) else {
        report("'show' of the sky contains '\(item.rawValue)' twice", element, hint: "remove it")
        continue
      }
      items.append(item)
    }
    return items
  }

  private mutating func report(_ message: String, _ node: JSONNode, hint: String? = nil) {
    problems.append(
      .invalidContent(message, origin: node.place.origin(in: file), hint: hint ?? Self.hint))
  }
}
