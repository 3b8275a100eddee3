internal import Files
package import SourceJSON
package import WallfarmPluginKit

/// Creates the JSON Patch for an error from its remedies.
extension WrittenPlaces {
  /// A parsed part of the file, such as a job, with its position in the patched document.
  struct Document: Sendable {
    let node: JSONNode
    let pointer: JSONPointer
  }

  /// The maximum number of members in an object whose keys can be renamed or added; real requests
  /// have fewer.
  private static let mostMembers = 1000

  /// Adds a parsed object that contains values of the request.
  ///
  /// The request object itself must be added first. If no object is added, errors have no fix.
  ///
  /// - Parameters:
  ///   - node: the object as it was parsed.
  ///   - pointer: the position of the object in the document that a client patches.
  package mutating func add(document node: JSONNode, at pointer: JSONPointer) {
    documents.append(Document(node: node, pointer: pointer))
  }

  /// Returns the error with its remedies replaced by a JSON Patch.
  func fixed(_ error: RenderError) -> RenderError {
    guard !error.remedies.isEmpty else { return error }
    var error = error
    error.fix = error.code.isFixable ? patch(of: error) : nil
    error.remedies = []
    return error
  }

  /// Returns the patch operations of all remedies; nil if any remedy does not apply to a position
  /// in the document.
  ///
  /// The result is also nil if an operation contains a long key, because errors do not repeat long
  /// keys.
  private func patch(of error: RenderError) -> [PatchOperation]? {
    var operations: [PatchOperation] = []
    for remedy in error.remedies {
      if hidesUnknownKeys, error.code == .unknownKey, remedy.change == .remove { return nil }
      guard let spot = spot(of: remedy.origin ?? error.origin),
        let next = spot.operations(remedy.change)
      else { return nil }
      operations += next
    }
    return operations.contains(where: \.hasLongKey) ? nil : operations
  }

  private func spot(of origin: Origin?) -> Spot? {
    switch origin {
    case nil: documents.first.map { Spot(pointer: $0.pointer, value: $0.node, parent: nil) }
    case .option("device"): spot(ofKey: "devices")
    case .option("note"), .notes, .note: spot(ofKey: "notes")
    case .option(let name): spot(ofKey: name)
    case .setting(let key): spot(ofSetting: key)
    case .file(let path, let line?, let column?) where path == file || path == Self.ownFile:
      documents.lazy.compactMap { document in
        document.node.position(line: line, column: column).map { found in
          Spot(
            pointer: JSONPointer(document.pointer.tokens + found.pointer.tokens),
            value: found.value, parent: found.parent)
        }
      }.first
    case .file, .argument, .environment, .layer, .job, .parameter: nil
    }
  }

  private func spot(ofKey key: String) -> Spot? {
    guard !typed.contains(key), let own = documents.first else { return nil }
    guard let place = place(of: key) else {
      if renamed.contains(key) { return nil }
      // Notes can also be part of the content; in that case, the request has no other notes.
      if key == "notes", let content = own.node["content"], let notes = content["notes"] {
        let pointer = own.pointer.appending("content").appending(key)
        return Spot(pointer: pointer, value: notes, parent: content)
      }
      return Spot(pointer: own.pointer.appending(key), value: nil, parent: own.node)
    }
    return spot(of: key, at: place) { $0 }
  }

  private func spot(ofSetting key: String) -> Spot? {
    place(ofSetting: key).flatMap { spot(of: key, at: $0, under: "set") { $0["set"] } }
  }

  /// Finds the member with the given key at the given source position in the documents.
  private func spot(
    of key: String, at place: SourcePlace, under outer: String? = nil,
    in object: (JSONNode) -> JSONNode?
  ) -> Spot? {
    for document in documents {
      // A member that a program added, such as an uploaded photo, has the same source position as
      // the enclosing object, so it is skipped.
      guard let parent = object(document.node), place != document.node.place,
        let value = parent[key], value.place == place
      else { continue }
      let pointer = outer.map(document.pointer.appending) ?? document.pointer
      return Spot(pointer: pointer.appending(key), value: value, parent: parent)
    }
    return nil
  }

  /// A value in the document, or the position of a missing member.
  private struct Spot {
    let pointer: JSONPointer
    let value: JSONNode?
    let parent: JSONNode?

    func operations(_ change: Remedy.Change) -> [PatchOperation]? {
      switch change {
      case .replace(let new):
        guard let value else { return [.add(pointer, new)] }
        return PatchValue(value.plain) == new ? nil : [.replace(pointer, new)]
      case .rename(let key): return rename(to: key)
      case .remove: return value == nil || pointer.tokens.isEmpty ? nil : [.remove(pointer)]
      case .wrap: return wrap()
      case .add(let key, let new):
        guard let value else { return [.add(pointer, .object([key: new]))] }
        return value.members == nil ? nil : [.add(pointer.appending(key), new)]
      case .exchange(let one, let other):
        guard let first = value?[one]?.plain, let second = value?[other]?.plain else { return nil }
        return [
          .replace(pointer.appending(one), PatchValue(second)),
          .replace(pointer.appending(other), PatchValue(first)),
        ]
      }
    }

    private func rename(to key: String) -> [PatchOperation]? {
      guard let object = pointer.parent, let keys, value != nil else { return nil }
      return keys.contains(key)
        ? [.remove(pointer)] : [.move(from: pointer, to: object.appending(key))]
    }

    /// Wraps the value in a list: moves the value aside, adds an empty list in its place, and moves
    /// the value into the list.
    private func wrap() -> [PatchOperation]? {
      guard let object = pointer.parent, let keys, let name = pointer.tokens.last, value != nil
      else { return nil }
      var aside = name + "-moved"
      while keys.contains(aside) { aside += "-moved" }
      let away = object.appending(aside)
      return [
        .move(from: pointer, to: away), .add(pointer, .array([])),
        .move(from: away, to: pointer.appending("0")),
      ]
    }

    /// The keys of the object that contains the value; nil if the value is in a list, or if the
    /// object is very large.
    private var keys: [String]? {
      guard let members = parent?.members, members.count <= WrittenPlaces.mostMembers else {
        return nil
      }
      return members.map(\.key)
    }
  }
}

extension PatchOperation {
  /// The maximum length of a key in a patch, in bytes.
  private static let longestKey = 200

  fileprivate var hasLongKey: Bool {
    let pointers: [JSONPointer]
    switch self {
    case .add(let pointer, _), .replace(let pointer, _), .remove(let pointer): pointers = [pointer]
    case .move(let from, let to): pointers = [from, to]
    }
    return pointers.contains { $0.tokens.contains { $0.utf8.count > Self.longestKey } }
  }
}
