import Arguments
import SourceJSON
import WallfarmPluginKit

/// The format of errors, warnings and notes on standard error: text, or one JSON object per line.
enum ErrorOutput {
  static let option = Option(
    "errors", value: "form", default: "text; json with --json", allowed: ["text", "json"],
    summary: "Format of errors on standard error: text, or one JSON object per line.")

  /// `main` sets this once, before any thread starts.
  nonisolated(unsafe) private(set) static var isJSON = false

  /// Applies `--errors`; by default, the format is JSON if `--json` is given without a value or
  /// with `-`.
  static func choose(for invocation: Invocation) {
    isJSON =
      invocation.value(of: option).map { $0 == "json" }
      ?? (invocation.flag(named: "json") == true || invocation.text(named: "json") == "-")
  }

  /// Applies `--errors` before the arguments are parsed, so that the format also applies to usage
  /// errors.
  static func choose(for words: [String]) {
    var form: String?
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--errors" { form = next }
      if word.hasPrefix("--errors=") { form = String(word.dropFirst("--errors=".count)) }
    }
    isJSON =
      form.map { $0 == "json" } ?? words.contains { $0 == "--json" || $0.hasPrefix("--json=") }
  }

  /// Returns a copy of a command and its subcommands, with `--errors` added to each command that
  /// can run.
  static func accepting(_ command: Command) -> Command {
    let canRun = command.subcommands.isEmpty || command.standard != nil
    return Command(
      command.name, aliases: command.aliases, summary: command.summary,
      discussion: command.discussion,
      accepts: command.accepts + (canRun ? [.option(option)] : []),
      subcommands: command.subcommands.map(accepting), standard: command.standard,
      isPlumbing: command.isPlumbing, wordHint: command.wordHint)
  }

  /// Returns the JSON line for a message that is neither an error nor a warning.
  static func remark(_ text: String) -> String {
    JSONValue.object(["severity": "note", "message": .string(text)]).text(pretty: false)
  }
}

extension Terminal {
  /// Reports an error, with an excerpt of the file that caused it if an excerpt is given.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - excerpt: The excerpt of the file, if any.
  ///   - part: The item with the error, such as a unit; it becomes a member of the JSON object.
  static func report(
    _ error: RenderError, excerpt: String? = nil, of part: (key: String, name: String)? = nil
  ) {
    guard ErrorOutput.isJSON else { return reportPainted(error.description(excerpt: excerpt)) }
    var members = error.json(excerpt: excerpt).members
    if let part { members[part.key] = .string(part.name) }
    reportLine(JSONValue.object(members).text(pretty: false))
  }

  /// Reports a note: information that is neither an error nor a warning.
  static func note(_ text: String) { report(ErrorOutput.isJSON ? text : "note: \(text)") }

  /// Reports a warning; `device` names the picture if the command renders several.
  static func report(_ warning: RenderWarning, device: String? = nil, excerpt: String? = nil) {
    guard ErrorOutput.isJSON else {
      let start = device.map { "\($0): " } ?? ""
      return reportPainted(start + warning.description(excerpt: excerpt))
    }
    var members = warning.json(excerpt: excerpt).members
    members["device"] = device.map(JSONValue.string)
    reportLine(JSONValue.object(members).text(pretty: false))
  }

  /// Reports a usage error.
  static func report(_ error: UsageError) {
    guard ErrorOutput.isJSON else {
      return reportPainted(error.description(showing: \.visible))
    }
    let (kind, name) =
      switch error.origin {
      case .option(let name, _): ("option", name)
      case .argument(let name, _): ("argument", name)
      }
    let facts = JSONValue.object([
      "severity": "error", "code": .string(error.code), "message": .string(error.message),
      "origin": [
        "kind": .string(kind), "name": .string(name.visible),
        "text": .string(error.origin.typed.visible),
      ],
      "hint": error.hint.map(JSONValue.string) ?? .null, "usage": .string(error.usage),
    ])
    reportLine(facts.text(pretty: false))
  }

  /// Reports other text, which has the severity `note` in JSON.
  static func report(_ text: String) {
    if ErrorOutput.isJSON { reportLine(ErrorOutput.remark(text)) } else { reportPainted(text) }
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}
