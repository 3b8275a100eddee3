import Designs
import Motion
import Scenes
import WallfarmPluginKit

extension MomentFacts {
  /// A moment's facts as scene facts: the shot, the animated settings, and the
  /// pose of each layer.
  func scene(on device: Device) -> SceneFacts {
    var facts = SceneFacts()
    facts.add("screen", "size", .numbers([device.points.width, device.points.height]))
    facts.add("screen", "scale", .numbers([device.scale.x, device.scale.y]))
    facts.add("moment", "shot", .count(shot))
    facts.add("moment", "seconds", .number(time))
    if let leaving {
      facts.add("moment", "comes-by", .words(leaving.kind))
      facts.add("moment", "share", .number(leaving.share))
    }
    for (name, value) in settings { facts.add("moment", "set-\(name)", .number(value)) }
    var names = ["screen": 1, "moment": 1, "warnings": 1]
    for layer in layers {
      // A layer such as `note.1` keeps its name, because the name identifies the note, as in other
      // pictures.
      let isNote = layer.name.hasPrefix("note.") && Int(layer.name.dropFirst(5)) != nil
      let name = isNote ? layer.name : SubjectName.plain(layer.name)
      names[name, default: 0] += 1
      let number = names[name] ?? 1
      let subject = number == 1 ? name : "\(name)#\(number)"
      facts.add(subject, "at", .numbers([layer.middle.x, layer.middle.y]))
      let pose = layer.pose
      if pose.scale != 1 { facts.add(subject, "scale", .number(pose.scale)) }
      if pose.rotation != 0 { facts.add(subject, "turned", .number(pose.rotation)) }
      if pose.opacity != 1 { facts.add(subject, "opacity", .number(pose.opacity)) }
      if pose.blur != 0 { facts.add(subject, "blur", .number(pose.blur)) }
      if let count = pose.count { facts.add(subject, "count", .count(count)) }
    }
    let codes = Set(warnings.map(\.code.rawValue)).sorted()
    facts.add("warnings", "codes", .words(codes.isEmpty ? "none" : codes.joined(separator: " ")))
    return facts
  }
}
