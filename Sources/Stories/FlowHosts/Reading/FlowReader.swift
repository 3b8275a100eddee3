package import Diagnostics
import Files
package import Flows
package import SourceJSON
import WallfarmPluginKit

/// Reads a flow's file and reports all of its errors.
package struct FlowReader {
  var reader: FileReader
  var names = FlowNames()

  static let keys = [
    "format", "$schema", "version", "summary", "languages", "start", "trigger", "facts", "steps",
    "always", "notices", "effects", "milestones", "success", "finish", "news", "upgrade", "links",
    "media", "aims", "variants",
  ]

  package init(file: String) { reader = FileReader(file: file) }

  /// Reads a flow; the result is nil if the file has errors.
  ///
  /// - Parameters:
  ///   - node: the contents of the file.
  ///   - name: the name of the flow's folder.
  ///   - digest: the SHA-256 of the file.
  ///   - variant: the name of a variant; nil for the first.
  /// - Returns: the flow, and all errors.
  package mutating func read(
    _ node: JSONNode, name: String, digest: String, variant: String?
  ) -> (flow: Flow?, problems: [RenderError]) {
    guard let root = reader.object(node, "a flow", keys: Self.keys) else {
      return (nil, reader.problems)
    }
    guard reader.checkFormat(root, "a flow") else { return (nil, reader.problems) }
    let changes = change(root, variant)
    let version = version(root)
    let summary = reader.text("summary", of: root, "a flow")?.text ?? ""
    var flow = Flow(
      name: name, variant: variant, version: version ?? 1, digest: digest, summary: summary,
      languages: languages(root))
    let parts = FlowParts(root, changes)
    names = FlowNames(
      facts: parts["facts"].map(\.key), steps: parts["steps"].map(\.key),
      effects: parts["effects"].map(\.key), milestones: parts["milestones"].map(\.key),
      links: parts["links"].map(\.key), media: parts["media"].map(\.key))
    checkNames(parts)
    checkObjects(root)
    flow.facts = facts(parts["facts"])
    names.kinds = flow.facts
    flow.links = links(parts["links"])
    flow.media = parts["media"].compactMap { medium($0) }
    flow.effects = parts["effects"].map { effect($0) }
    names.outcomes = flow.effects.map(\.outcomes)
    names.tasks = Set(flow.effects.indices.filter { flow.effects[$0].isTask })
    flow.steps = parts["steps"].map { step($0) }
    flow.always = actions(of: root["always"], "'always'")
    flow.notices = parts["notices"].compactMap { notice($0) }
    flow.milestones = parts["milestones"].compactMap { milestone($0) }
    flow.success = parts["success"].compactMap { member in
      condition(on: member).map {
        Flow.Criterion(name: member.key, condition: $0, origin: reader.origin(member.value))
      }
    }
    flow.finish = settings(root["finish"], "'finish'")
    flow.trigger = trigger(root)
    flow.news = news(parts["news"])
    flow.upgrade = upgrade(root)
    flow.aims = aims(root)
    if let start = changes?["start"] ?? root["start"] {
      flow.start = step(named: start, "'start'") ?? 0
    } else {
      reader.missing("start", in: "a flow", root)
    }
    if flow.steps.isEmpty, root["steps"] == nil { reader.missing("steps", in: "a flow", root) }
    return (reader.problems.isEmpty ? flow : nil, reader.problems)
  }

  /// The changes that a variant makes to the flow; nil for the first variant.
  private mutating func change(_ root: JSONNode, _ variant: String?) -> JSONNode? {
    guard let node = root["variants"] else {
      if let variant { reader.report(.unknownVariant(variant, known: [], file: reader.file)) }
      return nil
    }
    let variants = reader.members(node, "'variants'", most: 16)
    for member in variants {
      _ = reader.object(
        member.value, "a variant", keys: ["summary", "start", "steps", "facts", "success"])
    }
    guard let variant else { return nil }
    guard let found = variants.first(where: { $0.key == variant }) else {
      reader.report(.unknownVariant(variant, known: variants.map(\.key), file: reader.file))
      return nil
    }
    return found.value
  }

  private mutating func version(_ root: JSONNode) -> Int? {
    guard let node = root["version"] else {
      reader.missing("version", in: "a flow", root)
      return nil
    }
    guard let version = node.whole, (1...1000).contains(version) else {
      reader.report(reader.wrong(node, "'version'", "a whole number from 1 to 1000"))
      return nil
    }
    return version
  }

  private mutating func languages(_ root: JSONNode) -> [String] {
    guard let node = root["languages"] else {
      reader.missing("languages", in: "a flow", root)
      return []
    }
    let languages = (node.elements ?? []).compactMap(\.string)
    let isGood = languages.allSatisfy { language in
      !language.isEmpty && language.count <= 16
        && language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
    guard isGood, !languages.isEmpty, languages.count == node.elements?.count,
      Set(languages).count == languages.count
    else {
      reader.report(
        reader.wrong(node, "'languages'", "a list of languages, such as [\"en\", \"ja\"]"))
      return ["en"]
    }
    return languages
  }

  /// Validates names, which are used in text keys and on the command line.
  private mutating func checkNames(_ parts: FlowParts) {
    for (part, members) in parts.all where part != "success" && part != "news" {
      for member in members where !Self.isName(member.key) || Self.reserved.contains(member.key) {
        reader.report(
          .invalidValue(
            "a name in '\(part)'",
            expected: Self.reserved.contains(member.key)
              ? "a word that is not reserved" : "a letter, then letters, digits or hyphens",
            got: "'\(member.key)'", origin: member.keyPlace.origin(in: reader.file),
            hint: Self.reserved.contains(member.key) ? "choose another name" : nil))
      }
      // The limit keeps packed states small, and is higher than any useful flow needs.
      if members.count > 200 {
        reader.report(
          .invalidValue(
            "the size of '\(part)'", expected: "at most 200 entries",
            got: "\(members.count) entries",
            origin: members[200].keyPlace.origin(in: reader.file),
            hint: "split the flow, and link the parts"))
      }
    }
  }

  static let reserved: Set<String> = ["back", "finish", "leave", "always", "notices", "facts"]

  static func isName(_ name: String) -> Bool {
    guard name.count <= 40, let first = name.unicodeScalars.first, first.isASCII,
      first.properties.isAlphabetic
    else { return false }
    return name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-")
    }
  }

  private mutating func checkObjects(_ root: JSONNode) {
    for key in FlowParts.names {
      if let node = root[key], node.members == nil {
        reader.report(reader.wrong(node, "'\(key)'", "an object"))
      }
    }
  }

  private mutating func trigger(_ root: JSONNode) -> Flow.Trigger {
    guard let node = root["trigger"],
      let object = reader.object(node, "'trigger'", keys: ["firstUse", "absentDays"])
    else { return Flow.Trigger() }
    return Flow.Trigger(
      firstUse: reader.yesNo("firstUse", of: object) ?? true,
      absentDays: reader.whole("absentDays", of: object, 1...3650))
  }

  private mutating func news(_ members: [JSONMember]) -> [(version: Int, step: Int)] {
    members.compactMap { member in
      guard let version = Int(member.key), version > 0 else {
        reader.report(
          .invalidValue(
            "a key of 'news'",
            expected: "the number of the newest finished version to which it applies",
            got: "'\(member.key)'", origin: member.keyPlace.origin(in: reader.file)))
        return nil
      }
      return step(named: member.value, "'news'").map { (version, $0) }
    }
  }

  private mutating func upgrade(_ root: JSONNode) -> Flow.Upgrade {
    guard let node = root["upgrade"],
      let object = reader.object(node, "'upgrade'", keys: ["steps", "facts"])
    else { return Flow.Upgrade() }
    func names(
      _ key: String, among known: [String], _ reader: inout FileReader
    ) -> [String: String] {
      guard let node = object[key] else { return [:] }
      var names: [String: String] = [:]
      for member in reader.members(node, "'\(key)'") {
        guard let name = member.value.string, known.contains(name) else {
          reader.report(
            reader.wrong(
              member.value, "the new name of '\(member.key)'", "a name in '\(key)'", among: known))
          continue
        }
        names[member.key] = name
      }
      return names
    }
    return Flow.Upgrade(
      steps: names("steps", among: self.names.steps, &reader),
      facts: names("facts", among: self.names.facts, &reader))
  }

  private mutating func aims(_ root: JSONNode) -> [Flow.Aim] {
    guard let node = root["aims"] else { return [] }
    guard let items = node.elements else {
      reader.report(reader.wrong(node, "'aims'", "a list"))
      return []
    }
    return items.compactMap { item in
      guard let object = reader.object(item, "an aim", keys: ["from", "to", "percent"]) else {
        return nil
      }
      guard let from = object["from"], let to = object["to"], let percent = object["percent"] else {
        for key in ["from", "to", "percent"] where object[key] == nil {
          reader.missing(key, in: "an aim", object)
        }
        return nil
      }
      guard let share = percent.number, (0...100).contains(share) else {
        reader.report(reader.wrong(percent, "'percent'", "a number from 0 to 100"))
        return nil
      }
      guard let first = step(named: from, "'from'"), let second = step(named: to, "'to'") else {
        return nil
      }
      return Flow.Aim(from: first, to: second, percent: share)
    }
  }
}

/// The sections of a flow file that have named members, such as `facts`, with a variant's changes
/// applied.
struct FlowParts {
  static let names = [
    "facts", "steps", "notices", "effects", "milestones", "success", "news", "links", "media",
  ]
  private var parts: [String: [JSONMember]] = [:]

  init(_ root: JSONNode, _ changes: JSONNode?) {
    for name in Self.names {
      var members = root[name]?.members ?? []
      for change in changes?[name]?.members ?? [] {
        if let place = members.firstIndex(where: { $0.key == change.key }) {
          members[place] = change
        } else {
          members.append(change)
        }
      }
      // Null in a variant removes a member.
      if changes != nil {
        members.removeAll { if case .null = $0.value.content { true } else { false } }
      }
      parts[name] = members
    }
  }

  subscript(name: String) -> [JSONMember] { parts[name] ?? [] }

  var all: [(String, [JSONMember])] { Self.names.map { ($0, self[$0]) } }
}

/// The names that a flow declares; parsed values refer to them by index.
struct FlowNames {
  var facts: [String] = []
  var steps: [String] = []
  var effects: [String] = []
  var milestones: [String] = []
  var links: [String] = []
  var media: [String] = []
  /// The facts; empty until they have been read.
  var kinds: [Fact] = []
  /// The outcomes of each effect; empty until the effects have been read.
  var outcomes: [[String]] = []
  /// Indices of the effects that are tasks.
  var tasks: Set<Int> = []
}

extension RenderError {
  static func unknownVariant(_ name: String, known: [String], file: String) -> RenderError {
    RenderError(
      .unknownVariantOfFlow, "the flow has no variant named '\(name)'",
      origin: .option("order"),
      hint: closestSpelling(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? (known.isEmpty ? "it has no variants" : "it has " + known.joined(separator: ", ")))
  }
}
