import Arguments
import SourceJSON
import WallfarmPluginKit

/// How errors, warnings and remarks come to standard error: as text, or an object on each line.
enum ErrorOutput {
  static let option = Option(
    "errors", value: "form", default: "text; json with --json", allowed: ["text", "json"],
    summary: "How errors are told on standard error: text, or an object on each line.")

  /// Set once by `main`, before there are threads.
  nonisolated(unsafe) private(set) static var isJSON = false

  /// Takes what a call asks for; with `--json` a program reads the output, and so the errors too.
  static func choose(for invocation: Invocation) {
    isJSON =
      invocation.value(of: option).map { $0 == "json" }
      ?? (invocation.flag(named: "json") == true || invocation.text(named: "json") == "-")
  }

  /// The same before the words are parsed, for mistakes in them.
  static func choose(for words: [String]) {
    var form: String?
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word == "--errors" { form = next }
      if word.hasPrefix("--errors=") { form = String(word.dropFirst("--errors=".count)) }
    }
    isJSON =
      form.map { $0 == "json" } ?? words.contains { $0 == "--json" || $0.hasPrefix("--json=") }
  }

  /// A command, and those below it, with the option.
  static func accepting(_ command: Command) -> Command {
    let canRun = command.subcommands.isEmpty || command.standard != nil
    return Command(
      command.name, aliases: command.aliases, summary: command.summary,
      discussion: command.discussion,
      accepts: command.accepts + (canRun ? [.option(option)] : []),
      subcommands: command.subcommands.map(accepting), standard: command.standard,
      isPlumbing: command.isPlumbing, wordHint: command.wordHint)
  }

  /// What stands on a line for words that are neither error nor warning.
  static func remark(_ text: String) -> String {
    JSONValue.object(["severity": "note", "message": .string(text)]).text(pretty: false)
  }
}

extension Terminal {
  /// Tells an error, with lines of its file where they may be shown.
  ///
  /// - Parameters:
  ///   - error: what is told.
  ///   - excerpt: the lines, if any.
  ///   - part: what it is about where there are several, such as a unit, for programs.
  static func report(
    _ error: RenderError, excerpt: String? = nil, of part: (key: String, name: String)? = nil
  ) {
    guard ErrorOutput.isJSON else { return reportPainted(error.description(excerpt: excerpt)) }
    var members = error.json(excerpt: excerpt).members
    if let part { members[part.key] = .string(part.name) }
    reportLine(JSONValue.object(members).text(pretty: false))
  }

  /// Tells something worth knowing that is neither error nor warning.
  static func note(_ text: String) { report(ErrorOutput.isJSON ? text : "note: \(text)") }

  /// Tells a warning; `device` is the picture it is about, where there are several.
  static func report(_ warning: RenderWarning, device: String? = nil, excerpt: String? = nil) {
    guard ErrorOutput.isJSON else {
      let start = device.map { "\($0): " } ?? ""
      return reportPainted(start + warning.description(excerpt: excerpt))
    }
    var members = warning.json(excerpt: excerpt).members
    members["device"] = device.map(JSONValue.string)
    reportLine(JSONValue.object(members).text(pretty: false))
  }

  /// Tells what is wrong with the words of a call.
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

  /// Tells something else.
  static func report(_ text: String) {
    if ErrorOutput.isJSON { reportLine(ErrorOutput.remark(text)) } else { reportPainted(text) }
  }
}

extension JSONValue {
  fileprivate var members: [String: JSONValue] {
    if case .object(let members) = self { members } else { [:] }
  }
}
