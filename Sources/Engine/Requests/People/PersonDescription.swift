package import ContentSources
package import SourceJSON
package import WallfarmCore
package import WallfarmPluginKit

/// The description of a person whose pictures have addresses: a device, the appearance of the
/// screens, and the content.
package struct PersonDescription: Sendable {
  /// The description as JSON.
  package let words: JSONNode

  /// A screen of the phone.
  package enum Screen: String, Sendable, CaseIterable { case lock, home }

  /// The valid keys of a description.
  package static let keys: Set<String> = [
    "device", devicesKey, "zone", "language", "lock", "home", "notes", "content",
  ]
  /// The keys of the content.
  package static let contentKeys: Set<String> = ["notes", "content"]
  /// Request keys that a screen must not have, because they apply to the whole person or are set
  /// when the picture is rendered.
  private static let outside: Set<String> = contentKeys.union([
    devicesKey, "zone", "language", "format", "now", "id", "preview",
  ])

  /// Parses a description; the requests for its screens are checked later, when they are planned.
  ///
  /// - Throws: The code of the document, with the position.
  package init(_ words: JSONNode, in document: PersonDocument) throws(RenderError) {
    try document.check(words, has: PersonDescription.keys)
    guard words["device"]?.string != nil else {
      throw document.error(
        "'device' is missing or not a string", words.place, document.deviceHint)
    }
    try PersonDescription.checkScreens(in: words, of: document)
    try PersonDescription.checkDevices(in: words, of: document)
    self.words = words
  }

  /// Creates a description from JSON that was checked before it was stored.
  package init(kept words: JSONNode) { self.words = words }

  /// Checks the screens of a person or of a device.
  static func checkScreens(
    in words: JSONNode, of document: PersonDocument
  ) throws(RenderError) {
    for screen in Screen.allCases {
      guard let node = words[screen.rawValue] else { continue }
      if screen == .home, node.string == "keep" { continue }
      guard let members = node.members else {
        throw document.error(
          "'\(screen.rawValue)' is \(node.typeName)", node.place,
          "write an object with the keys of a request" + (screen == .home ? ", or \"keep\"" : ""))
      }
      let outside = outside.union(document.reserved)
      for member in members where outside.contains(member.key) {
        throw document.error(
          "'\(member.key)' is not valid in '\(screen.rawValue)'", member.keyPlace,
          keys.contains(member.key)
            ? "move it to the same level as '\(screen.rawValue)'" : "remove it")
      }
    }
  }

  /// Returns the description with other content.
  ///
  /// - Throws: The code of the document, with the position.
  package func replacingContent(
    with content: JSONNode, in document: PersonDocument
  ) throws(RenderError) -> PersonDescription {
    try document.check(content, has: PersonDescription.contentKeys)
    let left = (words.members ?? []).filter { !PersonDescription.contentKeys.contains($0.key) }
    return PersonDescription(
      kept: JSONNode(content: .object(left + (content.members ?? [])), place: content.place))
  }

  /// Returns the URLs in a description or in its content; the list is empty if one of them is
  /// invalid, because the error is reported when the request is read.
  package static func sources(in words: JSONNode, of file: String) -> [ContentSource] {
    words["content"]?[ContentReader.sourcesKey].map {
      ContentSource.list($0, file: file).sources.map(\.0)
    } ?? []
  }

  // MARK: - Requests

  /// Returns the request for a picture, or `nil` if the person keeps the screen unchanged or has no
  /// such device.
  package func request(for display: PersonDisplay, format: ImageFormat) -> JSONNode? {
    let (screen, own) = (display.screen, look(of: display)?.members)
    guard screen == .lock || own != nil, let device = device(of: display) else { return nil }
    var members = own ?? []
    let hasTemplate = members.contains { $0.key == "template" }
    if screen == .home, !hasTemplate { members.append(member("template", "home")) }
    // A home screen without a template consists only of a background.
    if screen == .lock || hasTemplate {
      for key in PersonDescription.contentKeys.sorted() {
        guard let value = words[key] else { continue }
        members.append(JSONMember(key: key, keyPlace: value.place, value: value))
      }
    }
    return request(of: members, on: device, format: format)
  }

  /// Returns a request with the given members and with the settings that all screens share.
  package func request(
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

  /// Returns a member of a request that is not written in the description.
  package func member(_ key: String, _ value: JSONValue) -> JSONMember {
    JSONMember(key: key, keyPlace: words.place, value: JSONNode(value))
  }
}
