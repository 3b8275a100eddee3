import Foundation
import WallfarmTesting

/// A document in the checkout.
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

  /// Returns the absolute path of a file in the checkout.
  static func file(_ path: String) -> String { "\(Workspace.root)/\(path)" }

  /// Returns the content of every code block in this language.
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

  /// The cell texts of all table rows, without header rows and separator rows.
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
    // Ignore the status of `find`, because folders that it cannot read do not belong to the
    // project.
    let found = run("find", ["-L", root, "-name", ".*", "-prune", "-o", "-name", "*.md", "-print"])
    return found.text.split(separator: "\n").filter {
      $0.hasPrefix(root + "/") && $0.hasSuffix(".md")
    }
    .map { String($0.dropFirst(root.count + 1)) }
    .filter { path in !made.contains { path.hasPrefix($0) } && !path.contains("/Resources/") }
    .sorted()
  }()
}

/// Runs a command, and returns its standard output and error as one text, and its status.
func run(_ command: String, _ arguments: [String]) -> (text: String, status: Int32) {
  Tool.run(
    command, arguments, withErrors: true,
    environment: [
      "WALLFARM_HOME": Workspace.root, "LC_ALL": "C.UTF-8", "WALLFARM_KEY_FILE": Program.keyFile,
    ].merging(Program.noContentFolders) { $1 })
}

/// The folder that contains the build products, including this test bundle.
let buildFolder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
  .deletingLastPathComponent()
