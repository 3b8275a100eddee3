internal import ContentSources
public import Files
public import SourceJSON
public import WallfarmPluginKit

/// A request that is written as a JSON object, such as a job or a snapshot.
public struct WrittenRequest {
  /// What it says.
  public private(set) var words: RequestWords
  /// Values of the wrong kind; each names its key as a command line does, `--theme`.
  public private(set) var problems: [RenderError] = []

  /// Reads values by key; those that are not of a request are left out.
  public init(_ values: [String: JSONNode], files: FileScope) {
    words = RequestWords()
    words.files = files
    words.texts["output"] = values["output"]?.string
    for field in RequestField.all where field.kind != .devices {
      guard let node = values[field.name] else { continue }
      read(field, node)
    }
  }

  private mutating func read(_ field: RequestField, _ node: JSONNode) {
    switch (field.kind, node.content) {
    case (.notes, .array): notes(node)
    case (.content, .object):
      let (content, problems) = ContentReader.read(node, file: WrittenPlaces.ownFile)
      words.content = content
      self.problems += problems
    case (.content, .string("-")): wrong(field.name, "an object of content, or a path", node)
    case (.notes, .string("-")): wrong(field.name, "a list of notes, or a path", node)
    case (.text, .string(let text)), (.time, .string(let text)), (.choice, .string(let text)),
      (.file, .string(let text)),
      (.quality, .string(let text)), (.notes, .string(let text)),
      (.content, .string(let text)):
      words.texts[field.name] = text
    case (.count, .number), (.quality, .number):
      words.texts[field.name] = node.plain.text(pretty: false)
    case (.flag, .bool(let isOn)): words.flags[field.name] = isOn
    case (.settings, .object(let members)):
      for member in members { words.settings.append("\(member.key)=\(text(of: member.value))") }
    default:
      wrong(field.name, field.accepted, node)
    }
  }

  private mutating func notes(_ node: JSONNode) {
    do throws(RenderError) {
      words.notes = try NotesReader.notes(in: node)
    } catch {
      problems.append(error)
    }
  }

  private mutating func wrong(_ key: String, _ expected: String, _ node: JSONNode) {
    problems.append(
      .invalidValue("'\(key)'", expected: expected, got: node.shown, origin: .option(key)))
  }

  /// A value as `--set` takes it: texts as they are, anything else as JSON.
  private func text(of node: JSONNode) -> String { node.string ?? node.plain.text(pretty: false) }
}
