package import Diagnostics
package import SourceJSON

/// Reads one file and collects every mistake in it instead of stopping at the first.
package struct FileReader {
  /// Its path.
  package let file: String
  /// Every mistake so far.
  package private(set) var problems: [RenderError] = []
  /// Keys that an unknown one was most likely meant for, by the place of their object.
  private var meant: Set<MissingKey> = []

  /// Begins with a file, which messages name.
  package init(file: String) { self.file = file }

  /// Where a value stands, as messages say it.
  package func origin(_ node: JSONNode) -> Origin { node.place.origin(in: file) }

  private struct MissingKey: Hashable {
    let object: Origin
    let key: String
  }

  /// Adds a mistake.
  package mutating func report(_ error: RenderError) { problems.append(error) }

  /// The members of an object; a mistake and none for anything else.
  ///
  /// More than `most` are a mistake too: nobody writes them, and each costs time.
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
          what, expected: "at most \(most)", got: "\(members.count) entries", origin: origin(node),
          hint: "leave out what is not needed"))
      return Array(members.prefix(most))
    }
    return members
  }

  /// The object itself, after its keys have been compared with those it may have.
  package mutating func object(_ node: JSONNode, _ what: String, keys: [String]) -> JSONNode? {
    guard node.members != nil else {
      report(wrong(node, what, "an object"))
      return nil
    }
    for member in members(node, what) where !keys.contains(member.key) {
      report(
        .unknownKey(
          member.key, in: what, known: keys, origin: member.keyPlace.origin(in: file)))
      if let key = RenderError.keyMeant(by: member.key, among: keys) {
        meant.insert(MissingKey(object: origin(node), key: key))
      }
    }
    return node
  }

  /// Reports a key that is not there, unless it is there and misspelt: that was told.
  package mutating func missing(_ key: String, in what: String, _ node: JSONNode) {
    guard !meant.contains(MissingKey(object: origin(node), key: key)) else { return }
    report(.missingKey(key, in: what, origin: origin(node)))
  }

  /// Text that must be there.
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
  /// - Returns: false for a newer one, in which nothing else can be judged.
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

  /// A value of the wrong type or out of range; `words` are those it may have been meant for.
  package func wrong(
    _ node: JSONNode, _ what: String, _ expected: String, among words: [String] = []
  ) -> RenderError {
    let got: String =
      switch node.content {
      case .array, .object: node.typeName
      default: node.plain.text(pretty: false)
      }
    let meant = node.string.flatMap { closestSpelling(to: $0, among: words) }
    return .invalidValue(
      what, expected: expected, got: got, origin: origin(node),
      hint: meant.map { "did you mean '\($0)'?" })
  }
}
