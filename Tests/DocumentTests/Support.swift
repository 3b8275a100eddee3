import Foundation
import WallfarmTesting

/// A document of the checkout.
struct Document: Sendable, CustomStringConvertible {
  /// Its path relative to the checkout.
  let path: String
  let text: String

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOfFile: Document.file(path), encoding: .utf8)
  }

  var description: String { path }
  var lines: [String] { text.components(separatedBy: "\n") }

  /// The absolute path of a file of the checkout.
  static func file(_ path: String) -> String { "\(Workspace.root)/\(path)" }

  /// The content of every code block with this language.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var block: [String]?
    for line in lines {
      let word = line.drop { $0 == " " }
      if word.hasPrefix("```") {
        if let ended = block { blocks.append(ended.joined(separator: "\n")) }
        block = block == nil && word == "```" + language ? [] : nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// The lines outside of code blocks.
  var prose: [String] {
    var isCode = false
    return lines.filter { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }
  }

  /// The cell texts of all table rows, without headers and rulers.
  var rows: [[String]] {
    let cells = lines.map { line -> [String]? in
      guard line.hasPrefix("|") else { return nil }
      return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return cells.indices.compactMap { index in
      guard let row = cells[index], !isRuler(row) else { return nil }
      let next = index + 1 < cells.count ? cells[index + 1] : nil
      return next.map(isRuler) == true ? nil : row
    }
  }

  private func isRuler(_ row: [String]) -> Bool {
    row.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "-" || $0 == ":" } }
  }
}

extension Document {
  /// The paths of all handwritten Markdown files, relative to the checkout.
  static let paths: [String] = {
    let made = ["out/", "docs/reference/", "Fonts/files/", "Fonts/rare/", "Fonts/cache/"]
    let root = URL(fileURLWithPath: Workspace.root).resolvingSymlinksInPath().path
    // Unreadable folders do not belong to the project, so the status is ignored.
    let found = run("find", ["-L", root, "-name", ".*", "-prune", "-o", "-name", "*.md", "-print"])
    return found.text.split(separator: "\n").filter {
      $0.hasPrefix(root + "/") && $0.hasSuffix(".md")
    }
    .map { String($0.dropFirst(root.count + 1)) }
    .filter { path in !made.contains { path.hasPrefix($0) } && !path.contains("/Resources/") }
    .sorted()
  }()
}

/// The output of a command on standard output and error, and its status.
func run(_ command: String, _ arguments: [String]) -> (text: String, status: Int32) {
  Tool.run(
    command, arguments, withErrors: true,
    environment: [
      "WALLFARM_HOME": Workspace.root, "LC_ALL": "C.UTF-8", "WALLFARM_KEY_FILE": Program.keyFile,
    ])
}

/// The folder of the build products, including this test bundle.
let buildFolder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent()
