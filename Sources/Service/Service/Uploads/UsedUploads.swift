internal import Digests
internal import Files
internal import Glibc
import RenderPool
import SourceJSON
import WallfarmPluginKit

/// The uploads that a request uses apart from its photo: its theme with the files that the theme
/// names, its fonts, and the files in its settings.
///
/// A theme in the request itself is treated as an upload that is not stored.
struct UsedUploads {
  /// The uploads by the paths under which the request and its theme refer to them.
  private(set) var inputs: [String: HeldInput] = [:]
  /// One error for each value that names no usable upload.
  private(set) var problems: [RenderError] = []
  /// The names that were looked up, each with the client that may use the upload.
  private var allowed: Set<String> = []
  /// The theme in the request itself.
  private var inline: (file: String, written: JSONNode, text: JSONNode)?

  private let uploads: Uploads
  private let client: String

  /// Maximum size of a theme in a request, in bytes.
  static let mostInlineBytes = 64 << 10
  /// Maximum number of uploads in a request; a theme can have 16 fonts and 24 images in each part.
  private static let most = 128

  init(_ uploads: Uploads, of client: String) {
    (self.uploads, self.client) = (uploads, client)
  }

  /// Finds the uploads of a request.
  ///
  /// - Returns: The request with the path of its theme. Keys whose uploads cannot be used are
  ///   omitted; ``problems`` contains their errors.
  mutating func resolve(_ root: JSONNode) -> JSONNode {
    guard let members = root.members, members.contains(where: { UsedUploads.mayName($0) }) else {
      return root
    }
    var kept: [JSONMember] = []
    for member in members {
      let count = problems.count
      let resolved = resolved(member)
      if problems.count == count { kept.append(resolved) }
    }
    problems = problems.map(located)
    return JSONNode(content: .object(kept), place: root.place)
  }

  private static func mayName(_ member: JSONMember) -> Bool {
    switch member.key {
    case "theme": member.value.members != nil || member.value.string.map(UploadName.isName) == true
    case "fonts", "set": true
    default: false
    }
  }

  private mutating func resolved(_ member: JSONMember) -> JSONMember {
    switch member.key {
    case "theme":
      let file: String?
      if let name = member.value.string, UploadName.isName(name) {
        file = add(theme: name, at: member.value.place, in: RenderPlanner.body, of: client)
      } else if member.value.members != nil {
        file = add(inline: member.value)
      } else {
        return member
      }
      let value = JSONNode(content: .string(file ?? ""), place: member.value.place)
      return JSONMember(key: member.key, keyPlace: member.keyPlace, value: value)
    case "fonts", "set": addNames(in: member.value, file: RenderPlanner.body, of: client)
    default: break
    }
    return member
  }

  /// Runs a closure, and records its error.
  private mutating func noting<Value>(
    _ body: (inout UsedUploads) throws(RenderError) -> Value
  ) -> Value? {
    do throws(RenderError) {
      return try body(&self)
    } catch {
      problems.append(error)
      return nil
    }
  }

  /// Adds a theme that is part of the request; returns its path, or `nil` if it cannot be used.
  private mutating func add(inline theme: JSONNode) -> String? {
    let bytes = Array(theme.plain.text(pretty: false).utf8)
    guard bytes.count <= UsedUploads.mostInlineBytes else {
      problems.append(
        RenderError(
          .notOverHTTP,
          "the theme has \(bytes.count) bytes as compact JSON; the limit in a request is "
            + "\(UsedUploads.mostInlineBytes)",
          origin: theme.place.origin(in: RenderPlanner.body),
          hint: "upload the theme: PUT /v1/themes returns its name"))
      return nil
    }
    return noting { (used) throws(RenderError) in
      let input = try HeldInput(bytes)
      let file = input.name + ".json"
      let text = try JSONFile.parse(bytes, file: file)
      used.inline = (file, theme, text)
      used.inputs[file] = input
      used.addParts(of: text, file: file, of: used.client)
      return file
    }
  }

  /// Adds an uploaded theme and the uploads that it names; returns its path, or `nil` if the theme
  /// cannot be used.
  private mutating func add(
    theme name: String, at place: SourcePlace, in file: String, of client: String
  ) -> String? {
    let path = name + ".json"
    return noting { (used) throws(RenderError) in
      let found = try used.upload(name, at: place, in: file, of: client)
      guard used.inputs[path] == nil else { return path }
      try used.hold(found.input, as: path)
      let node = try JSONFile.parse(try found.input.bytes(), file: path)
      // The files of a shared theme belong to the client that shares the theme.
      used.addParts(of: node, file: path, of: found.owner)
      return path
    }
  }

  /// Adds the uploads that a theme names.
  mutating func addParts(of theme: JSONNode, file: String, of client: String) {
    for member in theme.members ?? [] {
      if member.key == "extends", let name = member.value.string, UploadName.isName(name) {
        _ = add(theme: name, at: member.value.place, in: file, of: client)
        continue
      }
      if member.key == "fontFiles" {
        for font in member.value.elements ?? [] {
          let path = font["file"] ?? font
          guard let text = path.string, !UploadName.isName(text) else { continue }
          problems.append(.fontIsPath(text, origin: path.place.origin(in: file)))
        }
      }
      addNames(in: member.value, file: file, of: client)
    }
  }

  private mutating func addNames(in node: JSONNode, file: String, of client: String) {
    for item in node.elements ?? [] { addNames(in: item, file: file, of: client) }
    for member in node.members ?? [] { addNames(in: member.value, file: file, of: client) }
    guard let name = node.string, UploadName.isName(name),
      // A file that another client's theme uses is not allowed elsewhere.
      allowed.insert("\(client)\n\(name)").inserted
    else { return }
    _ = noting { (used) throws(RenderError) in
      let input = try used.upload(name, at: node.place, in: file, of: client).input
      if used.inputs[name] == nil { try used.hold(input, as: name) }
    }
  }

  private mutating func hold(_ input: HeldInput, as path: String) throws(RenderError) {
    guard inputs.count < UsedUploads.most else {
      throw RenderError(
        .notOverHTTP, "the request uses more than \(UsedUploads.most) uploads",
        hint: "use fewer fonts, images and themes")
    }
    inputs[path] = input
  }

  private func upload(
    _ name: String, at place: SourcePlace, in file: String, of client: String
  ) throws(RenderError) -> (input: HeldInput, owner: String) {
    do throws(RenderError) {
      return try uploads.file(name, of: client)
    } catch {
      var placed = error
      placed.origin = placed.origin ?? place.origin(in: file)
      throw placed
    }
  }

  /// Returns an error with a position in the text of the request's own theme replaced by the
  /// position in the request.
  func located(_ error: RenderError) -> RenderError {
    guard let inline, case .file(let path, let line?, let column?) = error.origin,
      Files.name(of: path) == inline.file
    else { return error }
    var located = error
    let place = inline.text.counterpart(ofLine: line, column, in: inline.written)
    located.origin = (place ?? inline.written.place).origin(in: RenderPlanner.body)
    return located
  }
}

extension HeldInput {
  /// Reads the bytes.
  ///
  /// - Throws: `input-failed`.
  func bytes() throws(RenderError) -> [UInt8] {
    let descriptor = try open()
    defer { close(descriptor) }
    return try Files.read("/proc/self/fd/\(descriptor)")
  }
}

extension JSONNode {
  /// Returns the position in an equal value that corresponds to a line and column of this value.
  fileprivate func counterpart(
    ofLine line: Int, _ column: Int, in other: JSONNode
  ) -> SourcePlace? {
    if place.line == line, place.column == column { return other.place }
    for member in members ?? [] {
      guard let twin = other.members?.first(where: { $0.key == member.key }) else { continue }
      if member.keyPlace.line == line, member.keyPlace.column == column { return twin.keyPlace }
      if let found = member.value.counterpart(ofLine: line, column, in: twin.value) {
        return found
      }
    }
    for (item, twin) in zip(elements ?? [], other.elements ?? []) {
      if let found = item.counterpart(ofLine: line, column, in: twin) { return found }
    }
    return nil
  }
}

extension RenderError {
  fileprivate static func fontIsPath(_ path: String, origin: Origin) -> RenderError {
    RenderError(
      .notOverHTTP, "'\(path.shortened)' would be read as a file path on the server",
      origin: origin, hint: "upload the font: PUT /v1/fonts returns its name")
  }
}
