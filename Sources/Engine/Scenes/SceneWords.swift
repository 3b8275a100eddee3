/// Describes differences in sentences, and groups equal changes in one sentence.
struct SceneWords {
  /// The horizontal and vertical pixels per point.
  let scale: (x: Double, y: Double)
  /// The number of notes in the picture.
  let notes: Int
  /// The subjects of the background.
  let background: Set<String>

  func changes(_ differences: [SceneComparison.Difference]) -> [SceneChange] {
    var groups: [(key: String, kind: SceneChange.Kind, members: [SceneComparison.Difference])] = []
    for difference in differences {
      let kind = kind(of: difference)
      let key =
        "\(SubjectName(difference.subject).family) \(difference.property) "
        + sameness(difference, kind)
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].members.append(difference)
      } else {
        groups.append((key, kind, [difference]))
      }
    }
    let sorted = groups.enumerated().sorted {
      ($0.element.kind, $0.offset) < ($1.element.kind, $1.offset)
    }
    return sorted.map { group in
      let members = group.element.members
      return SceneChange(
        group.element.kind, ChangeSentence(members, scale: scale, notes: notes).text,
        brief: ChangeSentence(members, scale: nil, notes: notes).text)
    }
  }

  /// Returns the part of the grouping key that is the same for equal changes, so that they share a
  /// sentence.
  private func sameness(
    _ difference: SceneComparison.Difference, _ kind: SceneChange.Kind
  ) -> String {
    if [.moved, .resized].contains(kind), let shift = difference.shift {
      // Round to 0.01 pt, as in the sentences.
      return "\(shift.map { Int(($0 * 100).rounded()) })"
    }
    if kind == .setting { return difference.property == "text" ? difference.subject : "" }
    return "\(difference.old?.written ?? "") \(difference.new?.written ?? "")"
  }

  private func kind(of difference: SceneComparison.Difference) -> SceneChange.Kind {
    let name = SubjectName(difference.subject)
    switch (difference.subject, difference.property) {
    case ("screen", _): return .screen
    case ("free-area", _), ("clock", _), ("widgets", _), ("controls", _): return .freeArea
    case ("type", _): return .typeSize
    case ("legibility", _): return .legibility
    case ("warnings", _): return .warnings
    case (_, "presence"):
      if name.line != nil { return .setting }
      return name.note != nil && (name.role == "place" || name.role.isEmpty) ? .notes : .layers
    case (_, "lines") where name.role == "place": return .lines
    case (_, "clipped"): return .clipped
    case (_, "type"): return .typeSize
    case (_, "font"), (_, "weight"), (_, "italic"), (_, "features"), (_, "set-in"): return .font
    case (_, "text"), (_, "says"): return .wording
    case (_, "color"), (_, "line"), (_, "style"): return .color
    case (_, "shadow"): return .shadow
    case (_, "focus"), (_, "zoom"), (_, "fit"), (_, "blur"), (_, "saturation"), (_, "cells"):
      return .photo
    case (_, "fill"): return background.contains(name.full) ? .background : .color
    case (_, "width"), (_, "from"), (_, "baseline"): return .setting
    case (_, "at"): return .moved
    case (_, "size"), (_, "radius"): return .resized
    default: return .other
    }
  }
}
