import Challenge
internal import Digests
import Files
import Graphics
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// Someone whose pictures can be fetched at an address: a device, what its screens look like, and what they show.
struct Person: Sendable {
  /// What was said of the person, and the content that was put since.
  private(set) var words: JSONNode
  /// How far the person is in flows, by their names; written by the pages that play them.
  var states: [String: JSONValue] = [:]
  /// The person's challenge, the last one; its picture stands in the place of the lock screen until it has ended.
  var ledger: ChallengeLedger?
  /// One that this version cannot read: it is kept as it is.
  private(set) var unreadLedger: String?

  /// A screen of the phone.
  enum Screen: String, CaseIterable { case lock, home }

  /// Keys of a person.
  static let keys: Set<String> = [
    "device", "zone", "language", "lock", "home", "notes", "content",
  ]
  /// Those that can be replaced.
  static let contentKeys: Set<String> = ["notes", "content"]
  /// What a screen may not say, because it stands beside it.
  private static let outside: Set<String> = contentKeys.union([
    "devices", "zone", "language", "format", "now", "id",
  ])

  /// Reads one; what its requests are made of is looked at when they are planned.
  ///
  /// - Throws: `invalid-request`, with the place.
  init(_ words: JSONNode) throws(RenderError) {
    try Person.check(words, has: Person.keys)
    guard words["device"]?.string != nil else {
      throw .person("'device' is missing, or no text", words.place, "name one: GET /v1/devices")
    }
    for screen in Screen.allCases {
      guard let node = words[screen.rawValue] else { continue }
      if screen == .home, node.string == "keep" { continue }
      guard let members = node.members else {
        throw .person(
          "'\(screen.rawValue)' is \(node.typeName)", node.place,
          "write an object with keys of a request" + (screen == .home ? ", or \"keep\"" : ""))
      }
      for member in members where Person.outside.contains(member.key) {
        throw .person(
          "'\(member.key)' stands in '\(screen.rawValue)'", member.keyPlace,
          Person.keys.contains(member.key) ? "write it beside it" : "leave it out")
      }
    }
    self.words = words
  }

  /// Reads one that was kept.
  init(kept words: JSONNode) {
    let members = words.members ?? []
    self.words = JSONNode(
      content: .object(members.filter { ![Person.statesKey, Person.ledgerKey].contains($0.key) }),
      place: words.place)
    if let text = words[Person.ledgerKey]?.string {
      do throws(RenderError) {
        ledger = try ChallengeLedger(parsing: text, file: Person.ledgerKey)
      } catch {
        unreadLedger = text
      }
    }
    for member in words[Person.statesKey]?.members ?? [] {
      states[member.key] = member.value.plain
    }
  }

  private static let statesKey = "states"
  private static let ledgerKey = "ledger"

  /// Everything, as it is kept.
  var kept: JSONValue {
    guard case .object(var members) = words.plain else { return words.plain }
    if !states.isEmpty { members[Person.statesKey] = .object(states) }
    members[Person.ledgerKey] = (ledger?.text ?? unreadLedger).map { .string($0) }
    return .object(members)
  }

  /// What was said of somebody, with the states of this one.
  mutating func replaceWords(with other: Person) { words = other.words }

  /// Replaces what is shown.
  ///
  /// - Throws: `invalid-request`, with the place.
  mutating func replaceContent(_ content: JSONNode) throws(RenderError) {
    try Person.check(content, has: Person.contentKeys)
    let left = (words.members ?? []).filter { !Person.contentKeys.contains($0.key) }
    words = JSONNode(
      content: .object(left + (content.members ?? [])), place: content.place)
  }

  /// Digests of the photos that the person's pictures show.
  var photoDigests: Set<String> {
    let own = Screen.allCases.map { words[$0.rawValue]?["photo"]?.plain.photoDigest }
    let challenge = ledger.map(\.challenge).flatMap { $0.end == nil ? $0.photo.digest : nil }
    return Set((own + [challenge]).compactMap { $0 })
  }

  /// Digests of photos that a page may show again, because a state of a flow names them.
  var photoDigestsOfStates: Set<String> {
    states.values.reduce(into: []) { $0.formUnion($1.photoDigestsInside) }
  }

  /// What is kept.
  var plain: JSONValue { words.plain }

  /// The zone that was said of the person.
  var zone: String? { words["zone"]?.string }

  /// The request for a screen; nil for one that is kept as it is.
  func request(for screen: Screen, format: ImageFormat) -> JSONNode? {
    let own = words[screen.rawValue]?.members
    guard screen == .lock || own != nil else { return nil }
    if screen == .lock, let picture = challengeMembers(own ?? []) {
      return request(of: picture, format: format)
    }
    var members = own ?? []
    let hasTemplate = members.contains { $0.key == "template" }
    if screen == .home, !hasTemplate { members.append(member("template", "home")) }
    // A home screen that is only a background shows none of it.
    if screen == .lock || hasTemplate {
      for key in Person.contentKeys.sorted() {
        guard let value = words[key] else { continue }
        members.append(JSONMember(key: key, keyPlace: value.place, value: value))
      }
    }
    return request(of: members, format: format)
  }

  /// A request with what stands beside all screens.
  private func request(of members: [JSONMember], format: ImageFormat) -> JSONNode {
    var members = members
    for (key, value) in [("devices", "device"), ("zone", "zone"), ("language", "language")] {
      guard let value = words[value] else { continue }
      members.append(JSONMember(key: key, keyPlace: value.place, value: value))
    }
    members.append(member("format", .string(format.rawValue)))
    return JSONNode(content: .object(members), place: words.place)
  }

  private func member(_ key: String, _ value: JSONValue) -> JSONMember {
    JSONMember(key: key, keyPlace: words.place, value: JSONNode(value))
  }

  /// What the lock screen is made of while there is a challenge: the looks of the person's own, the picture of the
  /// challenge.
  private func challengeMembers(_ own: [JSONMember]) -> [JSONMember]? {
    guard let challenge = ledger?.challenge, challenge.end == nil,
      let picture = try? ChallengePicture(
        challenge, photo: "sha256-" + challenge.photo.digest,
        language: words["language"]?.string)
    else { return nil }
    let looks = own.filter { ["theme", "variant", "widgets", "clock"].contains($0.key) }
    return looks + picture.lockWords.sorted { $0.key < $1.key }.map { member($0.key, $0.value) }
  }

  private static func check(_ words: JSONNode, has keys: Set<String>) throws(RenderError) {
    guard let members = words.members else {
      throw .person("the body is \(words.typeName)", words.place, "write an object")
    }
    for member in members where !keys.contains(member.key) {
      throw .unknownKey(
        String(member.key.prefix(64)), in: "the body", known: keys.sorted(),
        origin: member.keyPlace.origin(in: RenderPlanner.body))
    }
  }
}

extension RenderError {
  fileprivate static func person(
    _ message: String, _ place: SourcePlace, _ hint: String
  ) -> RenderError {
    RenderError(.invalidRequest, message, origin: place.origin(in: RenderPlanner.body), hint: hint)
  }
}

extension JSONValue {
  /// Digests of all photos that are named somewhere in it.
  fileprivate var photoDigestsInside: Set<String> {
    switch self {
    case .string: Set([photoDigest].compactMap { $0 }.filter { $0.utf8.count == 64 })
    case .array(let values): values.reduce(into: []) { $0.formUnion($1.photoDigestsInside) }
    case .object(let members):
      members.values.reduce(into: []) { $0.formUnion($1.photoDigestsInside) }
    default: []
    }
  }
}
