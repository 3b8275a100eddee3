import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Runs every snippet of the step-by-step guides in order, in one folder.
@Suite struct GuideTests {
  static let guides = ["docs/writing-a-theme.md", "docs/writing-a-plugin.md"]

  @Test(arguments: guides)
  func everySnippetWorksInItsOrder(_ path: String) throws {
    let folder = try TemporaryFolder()
    // This file stands in for the photo that a reader provides.
    try FileManager.default.copyItem(
      atPath: Document.file("Templates/timeline/harbor.jpg"), toPath: folder.file("beach.jpg"))
    let steps = try GuideStep.all(in: Document(path))
    #expect(steps.count >= 20)
    for step in steps { try carryOut(step, in: folder) }
  }

  private func carryOut(_ step: GuideStep, in folder: TemporaryFolder) throws {
    switch step {
    case .file, .edit, .lines: try step.apply(in: folder.path)
    case .session(let text):
      let lines = text.components(separatedBy: "\n")
      let command = String(lines[0].dropFirst(2))
      let said = shell(command, in: folder).text.trimmingCharacters(in: .newlines)
      #expect(said == lines.dropFirst().joined(separator: "\n"), "\(command)")
    case .commands(let text):
      for command in text.replacing("\\\n", with: " ").split(separator: "\n").map(String.init) {
        let isEndless = command.contains("--watch")
        let result = shell(isEndless ? Self.untilItSpeaks(command) : command, in: folder)
        #expect(result.status == 0, "\(command): \(result.text)")
        if let output = output(of: command) {
          #expect(FileManager.default.fileExists(atPath: folder.file(output)), "\(command)")
        }
      }
    }
  }

  /// Returns a script that runs an endless command and kills it after its first picture.
  ///
  /// The script uses SIGKILL, because test threads block other signals and child processes inherit
  /// the blocked signals.
  private static func untilItSpeaks(_ command: String) -> String {
    """
    : > said.log && {
      \(command) > said.log 2>&1 &
      watch=$!; tries=0
      until grep -q '\\.\\(png\\|html\\)  ' said.log; do
        kill -0 $watch && tries=$((tries + 1)) && [ $tries -lt 30000 ] || break
        sleep 0.01
      done
      cat said.log; kill -KILL $watch && grep -q '\\.\\(png\\|html\\)  ' said.log && ! grep -q 'error' said.log
      ended=$?
      rm said.log; exit $ended
    }
    """
  }

  /// Returns the file that a command writes, or `nil` if the command has no `--output` option.
  private func output(of command: String) -> String? {
    command.firstMatch(of: /--output (\S+)/).map { String($0.1) }
  }

  private func shell(_ command: String, in folder: TemporaryFolder) -> (text: String, status: Int32)
  {
    let line = """
      unset CI; export XDG_DATA_HOME='\(folder.file(".data"))'
      PATH="\(buildFolder.path):$PATH"; cd "\(folder.path)" && \(command)
      """
    return run("sh", ["-c", line])
  }

  /// Every bundled theme is shown with a picture, a summary and credits.
  @Test func everyThemeIsShown() throws {
    let text = try Document("Templates/themes/README.md").text
    let listed = run(
      buildFolder.appendingPathComponent("wallfarm").path, ["theme", "list", "--names"])
    let names = listed.text.split(separator: "\n").map(String.init)
    #expect(names.count == 12)
    for name in names {
      let file = try JSONNode(
        parsing: String(
          contentsOfFile: Document.file("Templates/themes/\(name).json"), encoding: .utf8))
      let credits = file["credits"]?.elements?.compactMap(\.string) ?? []
      #expect(!credits.isEmpty && credits.allSatisfy { text.contains($0) }, "\(name)")
      #expect(text.contains("](\(name).png)") && text.contains("### \(name)\n"))
      #expect(text.contains(file["summary"]?.string ?? "?"), "\(name)")
      #expect(file["$schema"]?.string == "../../docs/theme.schema.json", "\(name)")
    }
  }

  /// The table of tokens matches the program's description of themes.
  @Test func theReferenceHasARowForEveryToken() throws {
    let described = run(
      buildFolder.appendingPathComponent("wallfarm").path, ["describe", "themes"])
    let lines = described.text.split(separator: "\n").dropFirst()
    let rows = try Document("docs/theme-reference.md").rows.filter { row in
      row[0].contains(".") && row.count == 4
    }
    #expect(rows.count == lines.count)
    for (row, line) in zip(rows, lines) {
      let words = line.split(separator: /\s{2,}/).map(String.init)
      let cells = row.map { $0.trimmingCharacters(in: ["`"]) }
      #expect(cells == words, "\(cells[0])")
    }
  }
}
