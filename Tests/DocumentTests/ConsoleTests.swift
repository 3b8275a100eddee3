import Foundation
import Testing
import WallfarmTesting

/// The output shown in documents is the actual output.
@Suite struct ConsoleTests {
  /// GuideTests runs the step-by-step guides instead.
  @Test(arguments: Document.paths.filter { !GuideTests.guides.contains($0) })
  func everyOutputShownIsTheOutput(_ path: String) throws {
    let document = try Document(path)
    let folder = try TemporaryFolder()
    try document.writeFiles(into: folder)

    for session in document.blocks("console").map(ConsoleSession.init) where session.isSafe {
      let said = session.isMake ? session.run(in: Document.file("")) : session.run(in: folder.path)
      #expect(normalized(said) == normalized(session.output), "\(path): \(session.command)")
      for (shown, real) in zip(sizes(session.output), sizes(said)) {
        #expect(
          abs(shown - real) * 10 <= max(real, 20),
          "\(path): \(session.command): \(shown), \(real) KB")
      }
    }
  }

  @Test func thereAreOutputsToCompare() throws {
    let all = try Document.paths.flatMap { try Document($0).blocks("console") }
    #expect(all.map(ConsoleSession.init).filter(\.isSafe).count >= 9)
  }

  /// Returns the sizes in KB in a text.
  ///
  /// They depend on library versions, so a difference of 10% is allowed.
  private func sizes(_ text: String) -> [Int] {
    text.matches(of: /([0-9]+) KB/).compactMap { Int($0.1) }
  }

  /// Returns the text with the numbers of sizes in KB replaced by an ellipsis.
  private func normalized(_ text: String) -> String {
    text.trimmingCharacters(in: .newlines)
      .replacingOccurrences(of: "[0-9]+ KB", with: "… KB", options: .regularExpression)
  }
}

/// A command and its output, as shown in a document.
private struct ConsoleSession {
  let command: String
  let output: String

  init(_ block: String) {
    let lines = block.components(separatedBy: "\n")
    command = String((lines.first ?? "").dropFirst(2))
    output = lines.dropFirst().joined(separator: "\n")
  }

  var isMake: Bool { command == "make help" }

  /// Whether the command leaves the checkout unchanged.
  var isSafe: Bool {
    isMake || command.hasPrefix("wallfarm ") || command.hasPrefix("mkdir -p out && wallfarm ")
  }

  func run(in folder: String) -> String {
    // "make test" passes its flags to nested `make` processes, which then print messages. Also
    // unset CI, because the documents assume an interactive user.
    let line = """
      unset MAKEFLAGS MAKELEVEL CI; PATH="\(buildFolder.path):$PATH"; cd "\(folder)" && \(command)
      """
    return DocumentTests.run("sh", ["-c", line]).text
  }
}

extension Document {
  /// Writes the JSON blocks that follow a comment such as `<!-- file: harbour.json -->`.
  fileprivate func writeFiles(into folder: TemporaryFolder) throws {
    let pattern = /<!-- file: (\S+) -->\n```json\n([\s\S]*?)\n```/
    for match in text.matches(of: pattern) {
      try folder.write(String(match.2), to: String(match.1))
    }
  }
}
