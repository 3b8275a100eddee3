import Foundation
import Testing

/// What the documents show below a command is what the command says.
@Suite struct ConsoleTests {
  @Test(arguments: Document.paths)
  func everyOutputShownIsTheOutput(_ path: String) throws {
    let document = try Document(path)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("wallfarm-documents-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try document.writeFiles(into: folder)

    for session in document.blocks("console").map(ConsoleSession.init) where session.isSafe {
      let said = session.isMake ? session.run(in: Document.file("")) : session.run(in: folder.path)
      #expect(normalized(said) == normalized(session.output), "\(path): \(session.command)")
    }
  }

  @Test func thereAreOutputsToCompare() throws {
    let all = try Document.paths.flatMap { try Document($0).blocks("console") }
    #expect(all.map(ConsoleSession.init).filter(\.isSafe).count >= 9)
  }

  /// A size in KB belongs to the versions of the libraries, so only its presence is compared.
  private func normalized(_ text: String) -> String {
    text.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: "[0-9]+ KB", with: "… KB", options: .regularExpression)
  }
}

/// A command and what it says, as a document shows them.
private struct ConsoleSession {
  let command: String
  let output: String

  init(_ block: String) {
    let lines = block.components(separatedBy: "\n")
    command = String((lines.first ?? "").dropFirst(2))
    output = lines.dropFirst().joined(separator: "\n")
  }

  var isMake: Bool { command == "make help" }

  /// Other commands would change the checkout.
  var isSafe: Bool {
    isMake || command.hasPrefix("wallfarm ") || command.hasPrefix("mkdir -p out && wallfarm ")
  }

  func run(in folder: String) -> String {
    // "make test" hands its own flags to every make below it, and then they greet.
    let line = """
      unset MAKEFLAGS MAKELEVEL; PATH="\(buildFolder.path):$PATH"; cd "\(folder)" && \(command)
      """
    return DocumentTests.run("sh", ["-c", line]).text
  }
}

extension Document {
  /// Writes the JSON blocks below a comment such as `<!-- file: harbour.json -->`.
  fileprivate func writeFiles(into folder: URL) throws {
    let pattern = /<!-- file: (\S+) -->\n```json\n([\s\S]*?)\n```/
    for match in text.matches(of: pattern) {
      let file = folder.appendingPathComponent(String(match.1))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(match.2.utf8).write(to: file)
    }
  }
}
