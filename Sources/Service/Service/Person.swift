import Challenge
internal import ContentSources
internal import Digests
import Files
import Graphics
package import Requests
package import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// A person whose pictures have addresses: the description with the latest content, and the state
/// that the service keeps.
package struct Person: Sendable {
  /// The description of the person, with the latest content.
  private(set) var described: PersonDescription
  /// States of flows by flow name, written by the pages that play them.
  package var states: [String: JSONValue] = [:]
  /// The most recent challenge; until it ends, its picture replaces the lock screen.
  var ledger: ChallengeLedger?
  /// A ledger that this version cannot read, kept unchanged.
  private(set) var unreadLedger: String?

  package typealias Screen = PersonDescription.Screen

  static let devicesKey = PersonDescription.devicesKey
  /// The description in the body of a request.
  static let document = PersonDocument(
    file: RenderPlanner.body, noun: "the body", code: .invalidRequest,
    deviceHint: "name a device; GET /v1/devices lists them")

  /// Parses a description; the requests for its screens are checked later, when they are planned.
  ///
  /// - Throws: `invalid-request` with the position.
  package init(_ words: JSONNode) throws(RenderError) {
    described = try PersonDescription(words, in: Person.document)
  }

  /// Decodes a stored person.
  init(kept words: JSONNode) {
    let members = words.members ?? []
    described = PersonDescription(
      kept: JSONNode(
        content: .object(
          members.filter { ![Person.statesKey, Person.ledgerKey].contains($0.key) }),
        place: words.place))
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

  /// The description as JSON, with the latest content.
  var words: JSONNode { described.words }

  /// All pictures of the person; a picture that the person keeps unchanged is included.
  var displays: [PersonDisplay] { described.displays }

  /// Whether the person has a device with this name; the main device has none.
  func has(_ device: String?) -> Bool { described.has(device) }

  /// The person as JSON, in the format in which it is stored.
  var kept: JSONValue {
    guard case .object(var members) = words.plain else { return words.plain }
    if !states.isEmpty { members[Person.statesKey] = .object(states) }
    members[Person.ledgerKey] = (ledger?.text ?? unreadLedger).map { .string($0) }
    return .object(members)
  }

  /// Replaces the description but keeps the flow states and the ledger.
  package mutating func replaceWords(with other: Person) { described = other.described }

  /// Replaces the content.
  ///
  /// - Throws: `invalid-request` with the position.
  mutating func replaceContent(_ content: JSONNode) throws(RenderError) {
    described = try described.replacingContent(with: content, in: Person.document)
  }

  /// The URLs in the content.
  var sources: [ContentSource] { Person.sources(in: words) }

  /// Returns the URLs in a description or in its content; the list is empty if one of them is
  /// invalid, because the planner reports the error.
  static func sources(in words: JSONNode) -> [ContentSource] {
    PersonDescription.sources(in: words, of: RenderPlanner.body)
  }

  /// Digests of the photos, themes, fonts and images in the person's pictures.
  package var uploadDigests: Set<String> {
    var digests: Set<String> = []
    for display in displays {
      digests.formUnion(described.look(of: display)?.plain.uploadDigests ?? [])
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
    guard display.screen == .lock, let device = described.device(of: display),
      let picture = challengeMembers(described.look(of: display)?.members ?? [])
    else { return described.request(for: display, format: format) }
    return described.request(of: picture, on: device, format: format)
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
    return looks
      + picture.lockWords.sorted { $0.key < $1.key }.map { described.member($0.key, $0.value) }
  }
}
