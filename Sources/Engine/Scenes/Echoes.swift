/// Separates primary differences from the differences that they cause.
///
/// For example, larger type makes every line wider and moves every note, but only the change in
/// type size is reported.
struct Echoes {
  private let all: [SceneComparison.Difference]
  /// The changed properties by subject.
  private let properties: [String: Set<String>]
  /// The subjects that were added or removed.
  private let gone: Set<String>

  /// The text properties that, if changed, can cause new line breaks.
  private static let letters: Set = ["type", "font", "weight", "spacing", "gap", "features"]

  init(of all: [SceneComparison.Difference]) {
    self.all = all
    properties = Dictionary(grouping: all, by: \.subject)
      .mapValues { Set($0.map(\.property)) }
    gone = Set(all.filter { $0.property == "presence" }.map(\.subject))
  }

  /// The differences that are not caused by another difference.
  var tellable: [SceneComparison.Difference] { all.filter { !isEcho($0) } }

  private func isEcho(_ difference: SceneComparison.Difference) -> Bool {
    let name = SubjectName(difference.subject)
    switch difference.property {
    case "presence": return isPartOfWhatCameOrWent(name) || (name.line != nil && wraps(name))
    case "at":
      return name.isNotePart && (hasOtherLetters(name) || movesWithItsNote(difference, name))
    case "size" where name.role == "place": return wraps(name)
    case "size": return name.isNotePart && (hasOtherLetters(name) || isGrownWithItsNote(name))
    case "type": return has("type", "size")
    case "width", "from", "baseline":
      return name.line != nil
        && (hasOtherLetters(name) || has(name.owner, "says") || has(difference.subject, "text")
          || has(difference.subject, "set-in"))
    case "text": return has("type", "size") || wraps(name) || has(name.owner, "says")
    case "set-in": return has(name.owner, "font")
    default: return false
    }
  }

  private func has(_ subject: String, _ property: String) -> Bool {
    properties[subject]?.contains(property) == true
  }

  private func place(_ name: SubjectName) -> String { "note.\(name.note ?? 0).place" }

  private func wraps(_ name: SubjectName) -> Bool { has(place(name), "lines") }

  private func hasOtherLetters(_ name: SubjectName) -> Bool {
    let text = name.note.map { "note.\($0).text" } ?? name.owner
    let changed = (properties[text] ?? []).union(properties[name.owner] ?? [])
    return has("type", "size") || wraps(name) || !changed.isDisjoint(with: Self.letters)
  }

  private func isPartOfWhatCameOrWent(_ name: SubjectName) -> Bool {
    name.owners.first(where: gone.contains) != name.full
  }

  /// Returns whether the subject moves together with its note; if it does, the move is reported
  /// only for the note.
  private func movesWithItsNote(
    _ difference: SceneComparison.Difference, _ name: SubjectName
  ) -> Bool {
    all.contains {
      $0.subject == place(name) && $0.property == "at" && difference.isShifted(like: $0)
    }
  }

  private func isGrownWithItsNote(_ name: SubjectName) -> Bool { has(place(name), "size") }
}
