import Foundation
import Testing
import WallfarmTesting

/// The tutorials in `docs/adding` extend the project with a new device, a new layout and so on.
///
/// They cannot be applied twice to the same copy of the project.
@Suite(.disabled(if: isApplied, "the tutorials are already applied here")) struct TutorialTests {
  static let tutorials = ["device", "layout", "background", "kind-of-content", "route", "command"]
    .map { "docs/adding/\($0).md" }

  @Test func everyTutorialIsListed() {
    #expect(Document.paths.filter { $0.hasPrefix("docs/adding/") } == Self.tutorials.sorted())
  }

  /// Each file that a tutorial creates is new, and each edit matches exactly one position.
  @Test(arguments: tutorials.map { [$0] } + [tutorials])
  func everyEditApplies(_ paths: [String]) throws {
    let copy = try TemporaryFolder()
    for path in paths {
      let document = try Document(path)
      let steps = try GuideStep.all(in: document)
      #expect(steps.contains { $0.file != nil })
      for step in steps {
        guard let file = step.file else { continue }
        let original = Document.file(file)
        let isThere = FileManager.default.fileExists(atPath: original)
        if case .file = step {
          #expect(!isThere, "\(path): \(file) exists")
        } else if !FileManager.default.fileExists(atPath: copy.file(file)) {
          try copy.write(Data(contentsOf: URL(fileURLWithPath: original)), to: file)
        }
        #expect(document.prose.contains { $0.contains("`\(file)`") }, "\(path): \(file)")
        try step.apply(in: copy.path)
      }
    }
  }

  /// `CommandLineTests` checks the commands and options of the program.
  @Test(arguments: tutorials)
  func everyCommandExists(_ path: String) throws {
    let targets = try Document("Makefile").lines
    var count = 0
    for line in try GuideStep.all(in: Document(path)).flatMap(\.commandLines) {
      for command in line.replacing(/[0-9]?>&?\s*\S+/, with: "").split(separator: /[|;&]+/) {
        let words = command.split(separator: " ").map(String.init)
        guard let program = words.first else { continue }
        count += 1
        if program == "make" {
          #expect(targets.contains { $0.hasPrefix("\(words[1]):") }, "\(path): \(line)")
        } else if program != ".build/release/wallfarm" {
          let found = runPlainly("command -v '\(program)'", in: Workspace.root)
          #expect(found.status == 0, "\(path): \(program)")
        }
      }
    }
    #expect(count >= 3)
  }

  /// The plugins that the tutorials add compile with the built modules and the package's settings.
  @Test func everyNewPluginCompiles() throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for case .file(let name, let text) in try Self.tutorials.flatMap({
      try GuideStep.all(in: Document($0))
    }) where name.hasPrefix("Plugins/") && name.hasSuffix(".swift") {
      files.append(try folder.write(text, to: name))
    }
    let modules = buildFolder.appendingPathComponent("Modules").path
    let (said, status) = run("swiftc", ["-typecheck", "-I", modules] + Self.settings + files)
    #expect(files.count == 2)
    #expect(status == 0 && !said.contains("warning:"), "\(said)")
  }

  /// The compiler settings that `Package.swift` uses for plugins.
  private static let settings =
    ["-swift-version", "6", "-parse-as-library"]
    + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"]
    .flatMap { ["-enable-upcoming-feature", $0] }

  @Test func theSettingsAboveAreThoseOfThePackage() throws {
    let package = try Document("Package.swift").text
    let features = package.matches(of: #/enableUpcomingFeature\("(\w+)"\)/#).map { String($0.1) }
    #expect(Self.settings.filter(features.contains) == features)
    #expect(package.contains(".swiftLanguageMode(.v6)"))
  }

  /// Every command succeeds with the output shown in its tutorial, and all tests of the project
  /// pass.
  ///
  /// All tutorials are applied to a single copy of the project before the first command runs.
  @Test(.tags(.torture), .enabled(if: Torture.isOn, "builds the project twice"))
  func everyCommandWorksInACopy() throws {
    let copy = try ProjectCopy(in: Document.file(".build/tutorials/wallfarm"))
    let steps = try Self.tutorials.flatMap { try GuideStep.all(in: Document($0)) }
    for step in steps { try step.apply(in: copy.path) }

    // Run each `make` command only once, because a command that builds, records or tests covers all
    // tutorials. Run the tests last.
    let blocks = steps.compactMap(\.commands)
    let tests = "make test"
    var done: Set = [tests]
    for block in blocks where !block.text.hasPrefix("make ") || done.insert(block.text).inserted {
      let (said, status) = copy.run("set -e\n\(block.text)")
      #expect(status == 0, "\(block.text): \(said.suffix(4000))")
      if let output = block.output {
        #expect(said.trimmingCharacters(in: .newlines) == output, "\(block.text)")
      }
    }
    let (said, status) = copy.run("\(isAppliedVariable)=yes \(tests)")
    #expect(status == 0, "\(said.suffix(8000))")
  }
}

/// The variable that marks the copy in which all tutorials are applied.
private let isAppliedVariable = "APPLIED_TUTORIALS"
private let isApplied = ProcessInfo.processInfo.environment[isAppliedVariable] != nil

extension GuideStep {
  /// The commands of the step, and the output that the step shows, if any.
  fileprivate var commands: (text: String, output: String?)? {
    switch self {
    case .commands(let text): return (text, nil)
    case .session(let text):
      let lines = text.components(separatedBy: "\n")
      return (String(lines[0].dropFirst(2)), lines.dropFirst().joined(separator: "\n"))
    case .file, .edit, .lines: return nil
    }
  }

  fileprivate var commandLines: [String] {
    (commands?.text ?? "").replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
  }
}
