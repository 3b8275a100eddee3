import Foundation
import Testing
import WallfarmTesting

/// The modules and tags that the Makefile selects exist, because a filter without matches would
/// pass silently.
@Suite struct FilterTests {
  /// The literal expressions that the Makefile passes to `--filter` and `--skip`.
  private static let filters: [String] = {
    var text = (try? Document("Makefile").text) ?? ""
    // Expand Makefile variables, because a filter may be stored in one.
    for match in text.matches(of: /\n([A-Z_]+) := (.*)/) {
      text = text.replacing("$(\(match.1))", with: match.2)
    }
    return text.matches(of: /--(?:filter|skip) '([^']*)'/).map { String($0.1) }
  }()

  @Test func everyFilterOfTheMakefileNamesModules() throws {
    #expect(Self.filters.count >= 4)
    for filter in Self.filters {
      let match = try #require(filter.wholeMatch(of: /\^\(([\w|]+)\)Tests\\\./), "\(filter)")
      for module in match.1.split(separator: "|") {
        let folder = Document.file("Tests/\(module)Tests")
        #expect(FileManager.default.fileExists(atPath: folder), "no tests of '\(module)'")
      }
    }
  }

  /// The script that `make fuzz` runs lists every fuzzer.
  @Test func everyFuzzerIsInTheListOfTheScript() throws {
    let script = try Document("scripts/fuzz").lines.joined(separator: "\n")
    let fuzz = Workspace.root + "/Fuzz"
    // Ignore empty folders, which version control may leave behind.
    let fuzzers = try FileManager.default.contentsOfDirectory(atPath: fuzz).filter {
      try !FileManager.default.contentsOfDirectory(atPath: "\(fuzz)/\($0)").isEmpty
    }
    #expect(fuzzers.count >= 2)
    let package = try Document("Package.swift").lines.joined(separator: "\n")
    for name in fuzzers {
      #expect(script.contains(" \(name) "), "scripts/fuzz does not run \(name)")
      #expect(package.contains("\"\(name)\""), "Package.swift does not build \(name)")
    }
  }

  /// A target of the format fuzzer would never run if it were not in the script.
  @Test func everyTargetOfTheFuzzerIsRun() throws {
    let script = try Document("scripts/fuzz").lines
    let fuzzer = try Document("Fuzz/FormatFuzzer/FormatFuzzer.swift").lines
    let targets = fuzzer.compactMap { $0.wholeMatch(of: /^ {2}case (\w+)$/).map { String($0.1) } }
    #expect(targets.count >= 12)
    for target in targets {
      #expect(script.contains { $0.hasPrefix("\(target) FormatFuzzer ") }, "\(target)")
    }
  }
}
