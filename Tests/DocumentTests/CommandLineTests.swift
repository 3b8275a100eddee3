import Foundation
import Synchronization
import Testing

/// All commands in the documents are valid.
@Suite struct CommandLineTests {
  @Test func theReadmeShowsCommands() throws {
    #expect(try ShownCommand.all(in: "README.md").count >= 3)
  }

  @Test(arguments: Document.paths)
  func everyCommandShownUsesVerbsAndOptionsThatExist(_ path: String) throws {
    let text = try Document(path).text
    for command in try ShownCommand.all(in: path) {
      guard let verb = command.words.first else { continue }
      // Skip a command that a tutorial adds, because the program does not have it.
      if text.contains("\n    \"\(verb)\", summary: ") { continue }
      if verb.hasPrefix("-") {
        #expect(["--version", "--help", "-h"].contains(verb), "\(path): \(command)")
        continue
      }
      let help = try #require(
        verb == "help" ? Help.text(of: []) : command.help, "\(path): \(command)")
      for option in command.options {
        #expect(Help.options(in: help).contains(option), "\(path): \(command): \(option)")
      }
    }
  }

  /// No command is inside the comment of another command, which would happen if a code block were
  /// wrapped like prose.
  @Test(arguments: Document.paths)
  func noCommandIsInTheCommentOfAnother(_ path: String) throws {
    for line in try ShownCommand.lines(in: path) {
      let words = line.split(separator: " ").map(String.init)
      for (name, verb) in zip(words, words.dropFirst()).drop(while: { !$0.0.hasPrefix("#") })
      where name == "wallfarm" {
        #expect(Help.text(of: [verb]) == nil, "\(path): \(line)")
      }
    }
  }
}

/// An invocation of the program in a shell code block.
private struct ShownCommand: CustomStringConvertible {
  let words: [String]

  var description: String { "wallfarm " + words.joined(separator: " ") }

  /// The help text for the command's nested verb, such as `queue list`, or for its verb if there is
  /// no nested verb.
  var help: String? {
    Help.text(of: Array(words.prefix(2))) ?? Help.text(of: Array(words.prefix(1)))
  }

  /// The options without their values, up to `--`.
  var options: [String] {
    words.dropFirst().prefix { $0 != "--" }.filter { $0.hasPrefix("-") && $0 != "-" }.map { word in
      word.hasPrefix("--") ? String(word.prefix { $0 != "=" }) : String(word.prefix(2))
    }
  }

  static func all(in path: String) throws -> [ShownCommand] {
    try lines(in: path).flatMap { commands(in: $0) }
  }

  /// Returns the lines of all shell code blocks, with continued lines joined.
  static func lines(in path: String) throws -> [String] {
    let document = try Document(path)
    // In a console session, use only the lines that the user types. ConsoleTests checks the output.
    let typed = document.blocks("console").map { session in
      session.split(separator: "\n").filter { $0.hasPrefix("$ ") }.joined(separator: "\n")
    }
    return (["sh", "shell", "bash"].flatMap(document.blocks) + typed).flatMap { block in
      block.replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
    }
  }

  /// Returns every invocation of the program on a line, including those in pipelines and `$(…)`.
  private static func commands(in line: String) -> [ShownCommand] {
    var words: [String] = []
    var found: [ShownCommand] = []
    var isInside = false
    func finish() {
      if isInside { found.append(ShownCommand(words: words)) }
      (words, isInside) = ([], false)
    }
    for word in shellWords(line) {
      if ["|", "&&", "||", ";", ">", "<", "&", ")", "done"].contains(word) {
        finish()
      } else if word.hasPrefix("#") {
        break
      } else if isInside {
        words.append(word)
      } else if word == "wallfarm" || word.hasSuffix("/wallfarm") && !word.hasPrefix("-") {
        isInside = true
      }
    }
    finish()
    return found
  }

  /// Splits a line into words like a shell, with each operator that ends a command as a separate
  /// word.
  private static func shellWords(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        (quote, word) = (character, word ?? "")
      } else if character.isWhitespace || "|;<>&()".contains(character) {
        if let ended = word { words.append(ended) }
        word = nil
        if !character.isWhitespace { words.append(String(character)) }
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

private enum Help {
  /// A cache of help texts, because documents show most verbs many times.
  private static let known = Mutex<[[String]: String?]>([:])

  /// Returns the output of `wallfarm help VERB`, or `nil` for an unknown verb.
  static func text(of verb: [String]) -> String? {
    if let text = known.withLock({ $0[verb] }) { return text }
    let program = buildFolder.appendingPathComponent("wallfarm").path
    let (output, status) = run(program, ["help"] + verb)
    let text = status == 0 ? output : nil
    known.withLock { $0[verb] = .some(text) }
    return text
  }

  static func options(in help: String) -> Set<String> {
    Set(help.matches(of: #/(?:^|[\s,\[\/])(--?[a-z][a-z-]*)/#).map { String($0.1) })
      .union(help.matches(of: #/--no-[a-z-]+/#).map { String($0.0) })
  }
}
