import Challenge
internal import ContentSources
internal import Digests
import Files
import Graphics
package import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// A person whose pictures have addresses, described by a device, the appearance of the screens,
/// and the content.
package struct Person: Sendable {
  /// The description of the person, with the latest content.
  private(set) var words: JSONNode
  /// States of flows by flow name, written by the pages that play them.
  package var states: [String: JSONValue] = [:]
  /// The most recent challenge; until it ends, its picture replaces the lock screen.
  var ledger: ChallengeLedger?
  /// A ledger that this version cannot read, kept unchanged.
  private(set) var unreadLedger: String?

  /// A screen of the phone.
  package enum Screen: String, Sendable, CaseIterable { case lock, home }

  /// The valid keys of a person's description.
  static let keys: Set<String> = [
    "device", devicesKey, "zone", "language", "lock", "home", "notes", "content",
  ]
  /// The keys of the content, which can be replaced separately.
  static let contentKeys: Set<String> = ["notes", "content"]
  /// Request keys that a screen must not have, because they apply to the whole person or are set by
  /// the service.
  private static let outside: Set<String> = contentKeys.union([
    devicesKey, "zone", "language", "format", "now", "id", "preview",
  ])

  /// Parses a description; the requests for its screens are checked later, when they are planned.
  ///
  /// - Throws: `invalid-request` with the position.
  package init(_ words: JSONNode) throws(RenderError) {
    try Person.check(words, has: Person.keys)
    guard words["device"]?.string != nil else {
      throw .person(
        "'device' is missing or not a string", words.place,
        "name a device; GET /v1/devices lists them")
    }
    try Person.checkScreens(in: words)
    try Person.checkDevices(in: words)
    self.words = words
  }

  /// Checks the screens of a person or of a device.
  static func checkScreens(in words: JSONNode) throws(RenderError) {
    for screen in Screen.allCases {
      guard let node = words[screen.rawValue] else { continue }
      if screen == .home, node.string == "keep" { continue }
      guard let members = node.members else {
        throw .person(
          "'\(screen.rawValue)' is \(node.typeName)", node.place,
          "write an object with the keys of a request" + (screen == .home ? ", or \"keep\"" : ""))
      }
      for member in members where Person.outside.contains(member.key) {
        throw .person(
          "'\(member.key)' is not valid in '\(screen.rawValue)'", member.keyPlace,
          Person.keys.contains(member.key)
            ? "move it to the same level as '\(screen.rawValue)'" : "remove it")
      }
    }
  }

  /// Decodes a stored person.
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

  /// The person as JSON, in the format in which it is stored.
  var kept: JSONValue {
    guard case .object(var members) = words.plain else { return words.plain }
    if !states.isEmpty { members[Person.statesKey] = .object(states) }
    members[Person.ledgerKey] = (ledger?.text ?? unreadLedger).map { .string($0) }
    return .object(members)
  }

  /// Replaces the description but keeps the flow states and the ledger.
  package mutating func replaceWords(with other: Person) { words = other.words }

  /// Replaces the content.
  ///
  /// - Throws: `invalid-request` with the position.
  mutating func replaceContent(_ content: JSONNode) throws(RenderError) {
    try Person.check(content, has: Person.contentKeys)
    let left = (words.members ?? []).filter { !Person.contentKeys.contains($0.key) }
    words = JSONNode(
      content: .object(left + (content.members ?? [])), place: content.place)
  }

  /// The URLs in the content.
  var sources: [ContentSource] { Person.sources(in: words) }

  /// Returns the URLs in a description or in its content; the list is empty if one of them is
  /// invalid, because the planner reports the error.
  static func sources(in words: JSONNode) -> [ContentSource] {
    words["content"]?[ContentReader.sourcesKey].map {
      ContentSource.list($0, file: RenderPlanner.body).sources.map(\.0)
    } ?? []
  }

  /// Digests of the photos, themes, fonts and images in the person's pictures.
  package var uploadDigests: Set<String> {
    var digests: Set<String> = []
    for display in displays {
      digests.formUnion(look(of: display)?.plain.uploadDigests ?? [])
    }
    if let challenge = ledger?.challenge, challenge.end == nil {
      digests.insert(challenge.photo.digest)
    }
    return digests
  }

  /// Digests of the photos in flow states; a page may show these photos again.
  var photoDigestsOfStates: Set<String> {
    states.values.reduce(into: []) { $0.formUnion($1.uploadDigestsInside) }
  }

  /// Whether the picture of a challenge replaces the lock screen.
  var hasChallenge: Bool { ledger.map { $0.challenge.end == nil } ?? false }

  /// The description as JSON.
  package var plain: JSONValue { words.plain }

  /// The time zone in the description.
  var zone: String? { words["zone"]?.string }

  /// Returns the request for a picture, or `nil` if the person keeps the screen unchanged or has no
  /// such device.
  func request(for display: PersonDisplay, format: ImageFormat) -> JSONNode? {
    let (screen, own) = (display.screen, look(of: display)?.members)
    guard screen == .lock || own != nil, let device = device(of: display) else { return nil }
    if screen == .lock, let picture = challengeMembers(own ?? []) {
      return request(of: picture, on: device, format: format)
    }
    var members = own ?? []
    let hasTemplate = members.contains { $0.key == "template" }
    if screen == .home, !hasTemplate { members.append(member("template", "home")) }
    // A home screen without a template consists only of a background.
    if screen == .lock || hasTemplate {
      for key in Person.contentKeys.sorted() {
        guard let value = words[key] else { continue }
        members.append(JSONMember(key: key, keyPlace: value.place, value: value))
      }
    }
    return request(of: members, on: device, format: format)
  }

  /// Returns a request with the given members and with the settings that all screens share.
  private func request(
    of members: [JSONMember], on device: JSONNode, format: ImageFormat
  ) -> JSONNode {
    var members = members
    members.append(JSONMember(key: "devices", keyPlace: device.place, value: device))
    for key in ["zone", "language"] {
      guard let value = words[key] else { continue }
      members.append(JSONMember(key: key, keyPlace: value.place, value: value))
    }
    members.append(member("format", .string(format.rawValue)))
    return JSONNode(content: .object(members), place: words.place)
  }

  private func member(_ key: String, _ value: JSONValue) -> JSONMember {
    JSONMember(key: key, keyPlace: words.place, value: JSONNode(value))
  }

  /// Returns the request members of the lock screen during a challenge: the person's appearance
  /// settings and the challenge picture.
  private func challengeMembers(_ own: [JSONMember]) -> [JSONMember]? {
    guard let challenge = ledger?.challenge, challenge.end == nil,
      let picture = try? ChallengePicture(
        challenge, photo: "sha256-" + challenge.photo.digest,
        language: words["language"]?.string)
    else { return nil }
    let looks = own.filter { ["theme", "variant", "widgets", "clock"].contains($0.key) }
    return looks + picture.lockWords.sorted { $0.key < $1.key }.map { member($0.key, $0.value) }
  }

  static func check(
    _ words: JSONNode, has keys: Set<String>, as name: String = "the body"
  ) throws(RenderError) {
    guard let members = words.members else {
      throw .person("\(name) is \(words.typeName)", words.place, "write an object")
    }
    for member in members where !keys.contains(member.key) {
      throw .unknownKey(
        String(member.key.prefix(64)), in: name, known: keys.sorted(),
        origin: member.keyPlace.origin(in: RenderPlanner.body))
    }
  }
}

extension RenderError {
  static func person(
    _ message: String, _ place: SourcePlace, _ hint: String
  ) -> RenderError {
    RenderError(.invalidRequest, message, origin: place.origin(in: RenderPlanner.body), hint: hint)
  }
}
