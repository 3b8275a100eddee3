/// The components of a subject name such as `note.2.text.line1`.
package struct SubjectName: Hashable {
  let full: String
  /// The number of the note, if any.
  let note: Int?
  /// The role of the layer in its note, such as `text` or `number`; empty for the note's group.
  let role: String
  /// The line number within the text, if any.
  package let line: Int?

  package init(_ full: String) {
    self.full = full
    var parts = full.split(separator: ".").map(String.init)
    if let last = parts.last, last.hasPrefix("line"), let number = Int(last.dropFirst(4)) {
      line = number
      parts.removeLast()
    } else {
      line = nil
    }
    if parts.first == "note", parts.count > 1, let number = Int(parts[1]) {
      note = number
      role = parts.dropFirst(2).joined(separator: ".")
    } else {
      note = nil
      role = parts.joined(separator: ".")
    }
  }

  /// Returns the name of a layer that is not part of a note, with invalid characters replaced.
  ///
  /// If the result would be parsed as part of a note or as a line, the dot that causes this is also
  /// replaced.
  package static func plain(_ name: String) -> String {
    let letters = name.unicodeScalars.map { scalar in
      scalar.value > 0x20 && scalar != ":" && scalar.value < 0x7F ? Character(scalar) : "_"
    }
    var text = String(letters)
    if SubjectName(text).note != nil { text.replace(".", with: "_", maxReplacements: 1) }
    guard SubjectName(text).line != nil else { return text }
    guard let point = text.lastIndex(of: ".") else { return "_" + text }
    text.replaceSubrange(point...point, with: "_")
    return text
  }

  /// The subject name without the line.
  var owner: String {
    line == nil ? full : String(full[..<(full.lastIndex(of: ".") ?? full.endIndex)])
  }

  /// All prefixes of the name that end before a dot, and the name itself.
  var owners: [String] {
    var names: [String] = []
    for index in full.indices where full[index] == "." { names.append(String(full[..<index])) }
    return names + [full]
  }

  /// Whether the subject is a layer within a note, as opposed to the note's group, its placement or
  /// a line of text.
  var isNotePart: Bool { note != nil && !role.isEmpty && role != "place" && line == nil }

  /// The grouping key; subjects with the same role share a sentence.
  var family: String { (note == nil ? "" : "note.") + role + (line == nil ? "" : ".line") }
}
