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
      do throws(RenderError) {
        kept.append(try resolved(member))
      } catch {
        problems.append(error)
      }
    }
    return JSONNode(content: .object(kept), place: root.place)
  }

  private static func mayName(_ member: JSONMember) -> Bool {
    switch member.key {
    case "theme": member.value.members != nil || member.value.string.map(UploadName.isName) == true
    case "fonts", "set": true
    default: false
    }
  }

  private mutating func resolved(_ member: JSONMember) throws(RenderError) -> JSONMember {
    switch member.key {
    case "theme":
      let file: String
      if let name = member.value.string, UploadName.isName(name) {
        file = try add(theme: name, at: member.value.place, in: RenderPlanner.body, of: client)
      } else if member.value.members != nil {
        file = try add(inline: member.value)
      } else {
        return member
      }
      let value = JSONNode(content: .string(file), place: member.value.place)
      return JSONMember(key: member.key, keyPlace: member.keyPlace, value: value)
    case "fonts", "set":
      try addNames(in: member.value, file: RenderPlanner.body, of: client)
      return member
    default: return member
    }
  }

  /// Adds a theme that is part of the request; returns its path.
  private mutating func add(inline theme: JSONNode) throws(RenderError) -> String {
    let bytes = Array(theme.plain.text(pretty: true).utf8)
    guard bytes.count <= UsedUploads.mostInlineBytes else {
      throw RenderError(
        .notOverHTTP,
        "the theme has \(bytes.count) bytes; the limit in a request is "
          + "\(UsedUploads.mostInlineBytes)", origin: theme.place.origin(in: RenderPlanner.body),
        hint: "upload the theme: PUT /v1/themes returns its name")
    }
    let input = try HeldInput(bytes)
    let file = input.name + ".json"
    let text = try JSONFile.parse(bytes, file: file)
    inline = (file, theme, text)
    inputs[file] = input
    do throws(RenderError) {
      try addParts(of: text, file: file, of: client)
    } catch {
      throw located(error)
    }
    return file
  }

  /// Adds an uploaded theme and the uploads that it names; returns its path.
  private mutating func add(
    theme name: String, at place: SourcePlace, in file: String, of client: String
  ) throws(RenderError) -> String {
    let path = name + ".json"
    guard inputs[path] == nil else { return path }
    let found = try upload(name, at: place, in: file, of: client)
    try hold(found.input, as: path)
    let node = try JSONFile.parse(try found.input.bytes(), file: path)
    // The files of a shared theme belong to the client that shares the theme.
    try addParts(of: node, file: path, of: found.owner)
    return path
  }

  /// Adds the uploads that a theme names.
  mutating func addParts(
    of theme: JSONNode, file: String, of client: String
  ) throws(RenderError) {
    for member in theme.members ?? [] {
      if member.key == "extends", let name = member.value.string, UploadName.isName(name) {
        _ = try add(theme: name, at: member.value.place, in: file, of: client)
      } else if member.key == "fontFiles" {
        for font in member.value.elements ?? [] {
          let path = font["file"] ?? font
          if let text = path.string, !UploadName.isName(text) {
            throw .fontIsPath(text, origin: path.place.origin(in: file))
          }
        }
        try addNames(in: member.value, file: file, of: client)
      } else {
        try addNames(in: member.value, file: file, of: client)
      }
    }
  }

  private mutating func addNames(
    in node: JSONNode, file: String, of client: String
  ) throws(RenderError) {
    for item in node.elements ?? [] { try addNames(in: item, file: file, of: client) }
    for member in node.members ?? [] { try addNames(in: member.value, file: file, of: client) }
    guard let name = node.string, UploadName.isName(name), inputs[name] == nil else { return }
    try hold(try upload(name, at: node.place, in: file, of: client).input, as: name)
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
  fileprivate func bytes() throws(RenderError) -> [UInt8] {
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
