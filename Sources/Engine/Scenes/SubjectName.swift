/// The name of a subject taken apart: `note.2.text.line1`.
package struct SubjectName: Hashable {
  let full: String
  /// The note it belongs to.
  let note: Int?
  /// What it is of its note, such as `text` or `number`; empty for the note's own group.
  let role: String
  /// Which line of its text.
  let line: Int?

  init(_ full: String) {
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

  /// The name of a layer that belongs to no note, in letters that a line of text can have.
  ///
  /// What would read as a part of a note, or as a line of text, loses the point that says so.
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

  /// The subject without its line.
  var owner: String {
    line == nil ? full : String(full[..<(full.lastIndex(of: ".") ?? full.endIndex)])
  }

  /// Longer and longer beginnings of the name, and the name itself.
  var owners: [String] {
    var names: [String] = []
    for index in full.indices where full[index] == "." { names.append(String(full[..<index])) }
    return names + [full]
  }

  /// Whether it is drawn as a part of a note.
  var isNotePart: Bool { note != nil && !role.isEmpty && role != "place" && line == nil }

  /// Subjects of the same role are told together.
  var family: String { (note == nil ? "" : "note.") + role + (line == nil ? "" : ".line") }
}
