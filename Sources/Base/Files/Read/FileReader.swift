package import Diagnostics
package import SourceJSON

/// Reads a JSON file and collects all errors instead of stopping at the first error.
package struct FileReader {
  /// The path of the file.
  package let file: String
  /// The name of the installed pack that contains the file; `nil` if there is none.
  package let pack: String?
  /// The errors so far.
  package private(set) var problems: [RenderError] = []
  /// The correct spellings of misspelled keys, with the positions of the objects that contain them.
  private var meant: Set<MissingKey> = []

  /// Creates a reader; messages refer to the given file.
  package init(file: String, pack: String? = nil) { (self.file, self.pack) = (file, pack) }

  /// The origin of a value in the file.
  package func origin(_ node: JSONNode) -> Origin { node.place.origin(in: file) }

  private struct MissingKey: Hashable {
    let object: Origin
    let key: String
  }

  /// Adds an error.
  package mutating func report(_ error: RenderError) { problems.append(error) }

  /// Returns the members of an object; if the value is not an object, reports an error and returns
  /// no members.
  ///
  /// If an object has more than `most` members, reports an error and returns only the first `most`
  /// members. This limits the processing time for a malicious file.
  package mutating func members(
    _ node: JSONNode, _ what: String, most: Int = 1000
  ) -> [JSONMember] {
    guard let members = node.members else {
      report(wrong(node, what, "an object"))
      return []
    }
    guard members.count <= most else {
      report(
        .invalidValue(
          what, expected: "at most \(most)", got: "an object with \(members.count) entries",
          origin: origin(node),
          hint: "remove unneeded entries"))
      return Array(members.prefix(most))
    }
    return members
  }

  /// Checks that a value is an object with only known keys.
  ///
  /// - Returns: The object, in which sections with misspelled names have the correct names, so that
  ///   they are checked, too; `nil` if the value is not an object.
  package mutating func object(_ node: JSONNode, _ what: String, keys: [String]) -> JSONNode? {
    guard node.members != nil else {
      report(wrong(node, what, "an object"))
      return nil
    }
    var sections: [String: String] = [:]
    for member in members(node, what) where !keys.contains(member.key) {
      report(
        .unknownKey(
          member.key, in: what, known: keys, origin: member.keyPlace.origin(in: file)))
      if let key = RenderError.keyMeant(by: member.key, among: keys) {
        meant.insert(MissingKey(object: origin(node), key: key))
        let isTaken = node[key] != nil || sections.values.contains(key)
        if member.value.members != nil, !isTaken { sections[member.key] = key }
      }
    }
    return sections.isEmpty ? node : node.renaming(sections)
  }

  /// Reports a missing key, unless a misspelling of the key has already been reported.
  package mutating func missing(_ key: String, in what: String, _ node: JSONNode) {
    guard !meant.contains(MissingKey(object: origin(node), key: key)) else { return }
    report(.missingKey(key, in: what, origin: origin(node)))
  }

  /// Reads a required string.
  package mutating func text(
    _ key: String, of node: JSONNode, _ what: String
  ) -> (text: String, origin: Origin)? {
    guard let value = node[key] else {
      missing(key, in: what, node)
      return nil
    }
    guard let text = value.string else {
      report(wrong(value, "'\(key)'", "text"))
      return nil
    }
    return (text, origin(value))
  }

  /// Checks the version of the format, which must be 1.
  ///
  /// - Returns: false if the version is newer than 1, in which case the rest of the file cannot be
  ///   checked.
  package mutating func checkFormat(_ node: JSONNode, _ what: String) -> Bool {
    guard let format = node["format"] else {
      missing("format", in: what, node)
      return true
    }
    if let number = format.number, number > 1 {
      let newer = RenderError.newerFormat(
        JSONValue.number(number).text(pretty: false), origin: origin(format))
      problems = [newer]
      return false
    }
    if format.number != 1 {
      var problem = wrong(format, "'format'", "1")
      problem.hint = format.string == "1" ? "write 1 without quotation marks" : "write 1"
      report(problem)
    }
    return true
  }

  /// Returns the error for an invalid value; `words` are the candidates for a spelling suggestion.
  package func wrong(
    _ node: JSONNode, _ what: String, _ expected: String, among words: [String] = []
  ) -> RenderError {
    let got: String =
      switch node.content {
      case .array(let items) where !items.isEmpty: node.shown
      case .array, .object: node.typeName
      default: node.plain.text(pretty: false)
      }
    let meant = node.string.flatMap { closestSpelling(to: $0, among: words) }
    return .invalidValue(
      what, expected: expected, got: got, origin: origin(node),
      hint: meant.map { "did you mean '\($0)'?" })
  }
}

extension JSONNode {
  /// The object with other names for some of its members.
  fileprivate func renaming(_ names: [String: String]) -> JSONNode {
    let members = (members ?? []).map { member in
      JSONMember(
        key: names[member.key] ?? member.key, keyPlace: member.keyPlace, value: member.value)
    }
    return JSONNode(content: .object(members), place: place)
  }
}
