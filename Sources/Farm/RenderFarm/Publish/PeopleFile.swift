package import Files
package import Requests
import SourceJSON
package import WallfarmPluginKit

/// The file that lists the people of `wallfarm publish`.
package struct PeopleFile: Sendable {
  /// A person in the file.
  package struct Person: Sendable {
    /// The key of the person in the file.
    package let id: String
    /// The number of the person's link; another number leads to another address.
    package let link: Int
    /// The description, or the error in it.
    package let description: Result<PersonDescription, RenderError>
  }

  /// The path, for messages.
  package let path: String
  /// The folder to which paths in the file are relative.
  package let files: FileScope
  /// The people, in the order of the file.
  package let people: [Person]

  /// The format of the file.
  private static let format = 1
  /// The keys of the file.
  private static let keys: Set<String> = ["$schema", "format", "people"]
  /// The key of the number of a link.
  private static let linkKey = "link"
  /// Maximum length of the identifier of a person in bytes.
  private static let mostIDBytes = 100
  /// Maximum size of the file in bytes.
  private static let mostBytes = 64 << 20
  /// Keys of a request that only job files and single requests can use.
  private static let reserved: Set<String> = ["output", "priority", "timeout"]

  /// Reads a file; an error in the description of one person does not affect the others.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - allowsOutside: Whether descriptions may name files outside the folder of the file.
  /// - Throws: `file-unreadable`, `file-too-large`, `invalid-json`, `invalid-person`,
  ///   `unknown-key`.
  package init(_ path: String, allowsOutside: Bool) throws(RenderError) {
    self.path = path
    let root = try JSONFile.parse(try Files.read(path, limit: PeopleFile.mostBytes), file: path)
    guard let folder = Files.resolved(Files.folder(of: path)) else {
      throw .fileUnreadable(path, "its folder does not exist")
    }
    files = FileScope(folder: folder, isConfined: !allowsOutside)
    let document = PeopleFile.document(path, noun: "the file")
    try document.check(root, has: PeopleFile.keys)
    guard let format = root["format"], format.whole == PeopleFile.format else {
      throw document.error(
        root["format"] == nil ? "'format' is missing" : "'format' is not \(PeopleFile.format)",
        (root["format"] ?? root).place, #"write "format": \#(PeopleFile.format)"#)
    }
    guard let people = root["people"], let members = people.members else {
      throw document.error(
        "'people' is missing or not an object", (root["people"] ?? root).place,
        #"write "people": {"ana": {"device": "iphone15", "lock": {}, "notes": ["Buy milk"]}}"#)
    }
    self.people = members.map { PeopleFile.person($0, in: path) }
  }

  private static func document(_ path: String, noun: String) -> PersonDocument {
    PersonDocument(
      file: path, noun: noun, code: .invalidPerson,
      deviceHint: "name a device; 'wallfarm device list' lists them", reserved: reserved)
  }

  private static func person(_ member: JSONMember, in path: String) -> Person {
    let (id, words) = (member.key, member.value)
    let document = document(path, noun: "the person '\(id.prefix(40))'")
    let link = words[linkKey].map { $0.whole ?? 0 } ?? 1
    do throws(RenderError) {
      guard (1...mostIDBytes).contains(id.utf8.count),
        !id.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
      else {
        throw document.error(
          "a key of 'people' is empty, too long, or contains control characters", member.keyPlace,
          "use 1 to \(mostIDBytes) bytes")
      }
      guard link > 0 else {
        throw document.error(
          "'\(linkKey)' is not a whole number from 1", (words[linkKey] ?? words).place,
          #"write "link": 2 to give the person another address"#)
      }
      // Without the key that only this file has, this is the description of a person.
      let own = words.members.map { members in
        JSONNode(
          content: .object(members.filter { $0.key != linkKey }), place: words.place)
      }
      let description = try PersonDescription(own ?? words, in: document)
      return Person(id: id, link: link, description: .success(description))
    } catch {
      return Person(id: id, link: link, description: .failure(error))
    }
  }
}
