import Files
import SourceJSON
import WallfarmCore
package import WallfarmPluginKit

/// The private record of the published pictures, which is stored next to the key.
///
/// The record contains addresses, which are secret, but neither names of people nor notes.
package struct PublishedState: Sendable {
  /// A published picture.
  struct Picture: Sendable, Hashable {
    /// The pseudonym of the person.
    var person: String
    /// The digest of everything that determines the picture, including the time.
    var digest = ""
    /// The digest without the time, or `nil` if the picture does not depend on the time.
    var lasting: String?
    /// The SHA-256 of the file; empty if it may not have been written.
    var sha256 = ""
    /// The time for which the picture was rendered.
    var made = Moment(seconds: 0)
    /// The time at which the picture expires.
    var expires: Moment?
  }

  /// The pictures of one output.
  struct Target: Sendable, Hashable {
    /// The check value of the key from which the addresses were derived.
    var key = 0
    /// The pictures by path.
    var pictures: [String: Picture] = [:]
  }

  /// The path of the record.
  package let path: String
  /// The outputs by address.
  var targets: [String: Target] = [:]

  private static let format = 1
  private static let mostBytes = 256 << 20

  /// Reads a record; a missing record is empty.
  ///
  /// - Throws: `file-unreadable`, `invalid-json`.
  package init(_ path: String) throws(RenderError) {
    self.path = path
    do throws(PrivateFiles.Refusal) {
      try PrivateFiles.check(path)
    } catch {
      throw .fileUnreadable(path, error.reason)
    }
    guard Files.exists(path) else { return }
    let root = try JSONFile.parse(
      try Files.read(path, limit: PublishedState.mostBytes), file: path)
    guard root["format"]?.whole == PublishedState.format, let all = root["targets"]?.members else {
      throw .fileUnreadable(path, "it is not a record of published pictures of this version")
    }
    for member in all {
      var target = Target(key: member.value["key"]?.string.flatMap { Int($0) } ?? 0)
      for picture in member.value["pictures"]?.members ?? [] {
        target.pictures[picture.key] = Picture(picture.value)
      }
      targets[member.key] = target
    }
  }

  /// Whether the pictures of an output were published with another key.
  package func hasOtherKey(_ check: Int?, at address: String) -> Bool {
    guard let target = targets[address], !target.pictures.isEmpty else { return false }
    return target.key != check
  }

  /// Writes the record, which only its owner can read.
  ///
  /// - Throws: `output-failed`.
  func save() throws(RenderError) {
    let root: JSONValue = [
      "format": .number(Double(PublishedState.format)),
      "targets": .object(
        targets.mapValues { target in
          [
            "key": .string("\(target.key)"),
            "pictures": .object(target.pictures.mapValues(\.json)),
          ]
        }),
    ]
    try WholeFile.write(to: path, origin: .file(path), isPrivate: true) { add in
      add(root.text(pretty: true) + "\n")
    }
  }
}

extension PublishedState.Picture {
  fileprivate init(_ node: JSONNode) {
    self.init(person: node["person"]?.string ?? "")
    digest = node["digest"]?.string ?? ""
    lasting = node["lasting"]?.string
    sha256 = node["sha256"]?.string ?? ""
    made = node["made"]?.string.flatMap(Moment.init) ?? Moment(seconds: 0)
    expires = node["expires"]?.string.flatMap(Moment.init)
  }

  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [
      "person": .string(person), "digest": .string(digest), "sha256": .string(sha256),
      "made": .string(made.description),
    ]
    members["lasting"] = lasting.map { .string($0) }
    members["expires"] = expires.map { .string($0.description) }
    return .object(members)
  }

  /// Whether the published picture is still the one that the planned request leads to now.
  func isCurrent(_ planned: PlannedPublication, at moment: Moment) -> Bool {
    guard !sha256.isEmpty else { return false }
    if digest == planned.digest { return true }
    guard let lasting, lasting == planned.lasting, made <= moment else { return false }
    return expires.map { moment < $0 } ?? false
  }
}
