import Foundation
import SourceJSON
import Testing

/// A block of a document whose instructions readers follow step by step.
enum GuideStep {
  /// A file that the reader writes.
  case file(String, String)
  /// A change to a JSON file; the value null removes a member.
  case edit(String, String)
  /// Lines to add and remove in a file, with context lines.
  case lines(String, String)
  /// A command with its output.
  case session(String)
  /// Commands that must succeed.
  case commands(String)

  static func all(in document: Document) throws -> [GuideStep] {
    let pattern = /(?:<!-- (file|edit): (\S+) -->\n)?```(\w+)\n([\s\S]*?)\n```/
    return try document.text.matches(of: pattern).compactMap { match in
      let text = String(match.4)
      switch (match.1, match.3) {
      case ("file", _): return .file(String(match.2 ?? ""), text)
      case ("edit", "diff"): return .lines(String(match.2 ?? ""), text)
      case ("edit", _): return .edit(String(match.2 ?? ""), text)
      case (_, "console"): return .session(text)
      case (_, "sh"): return .commands(text)
      // The block shows the output of a running program and requires no action.
      case (_, "text"): return nil
      default: throw GuideProblem(text: "nothing is done with this block: \(text)")
      }
    }
  }

  /// The file that the step writes or changes, relative to the reader's folder.
  var file: String? {
    switch self {
    case .file(let name, _), .edit(let name, _), .lines(let name, _): name
    case .session, .commands: nil
    }
  }

  /// Writes or changes the step's file; does nothing if the step contains commands.
  func apply(in folder: String) throws {
    guard let file else { return }
    let url = URL(fileURLWithPath: "\(folder)/\(file)")
    let before = try? String(contentsOf: url, encoding: .utf8)
    let after = try text(after: before)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Write in place instead of atomically, so that a script stays executable.
    try Data(after.utf8).write(to: url)
  }

  private func text(after before: String?) throws -> String {
    switch self {
    case .file(_, let text): return text + "\n"
    case .edit(_, let text):
      let change = try JSONNode(parsing: text).plain
      return try JSONNode(parsing: #require(before)).plain.changed(by: change).text(pretty: true)
        + "\n"
    case .lines(let name, let diff):
      let (before, old) = (try #require(before), diff.lines(without: "+"))
      try #require(before.components(separatedBy: old).count == 2, "\(name) has not once: \(old)")
      return before.replacing(old, with: diff.lines(without: "-"))
    case .session, .commands: return before ?? ""
    }
  }
}

private struct GuideProblem: Error { let text: String }

extension String {
  /// Returns the lines of a diff that do not start with `sign`, without their first characters.
  fileprivate func lines(without sign: String) -> String {
    components(separatedBy: "\n").filter { !$0.hasPrefix(sign) }.map { String($0.dropFirst()) }
      .joined(separator: "\n")
  }
}

extension JSONValue {
  /// Returns this value with members replaced or added, or removed if their new value is null.
  fileprivate func changed(by change: JSONValue) -> JSONValue {
    guard case .object(var members) = self, case .object(let changes) = change else {
      return change
    }
    for (key, value) in changes {
      switch value {
      case .null: members[key] = nil
      default: members[key] = (members[key] ?? .object([:])).changed(by: value)
      }
    }
    return .object(members)
  }
}
