import Foundation
import Testing
import WallfarmTesting

/// What the Makefile picks for its longer runs is there: a filter of a suite that was renamed would
/// match nothing, and look like a success.
@Suite struct FilterTests {
  private static let filters: [String] = {
    var text = (try? Document("Makefile").text) ?? ""
    // A filter may be a variable of the Makefile.
    for match in text.matches(of: /\n([A-Z_]+) := (.*)/) {
      text = text.replacing("$(\(match.1))", with: match.2)
    }
    return text.matches(of: /--(?:filter|skip) (?:'([^']*)'|(\S+))/).map {
      String($0.1 ?? $0.2 ?? "")
    }
  }()

  /// Folders of targets, and everything in them that has a name.
  private static let names: Set<String> = {
    let tests = Workspace.root + "/Tests"
    var names = Set((try? FileManager.default.contentsOfDirectory(atPath: tests)) ?? [])
    for file in FileManager.default.enumerator(atPath: tests)?.compactMap({ $0 as? String }) ?? []
    where file.hasSuffix(".swift") {
      let text = (try? String(contentsOfFile: "\(tests)/\(file)", encoding: .utf8)) ?? ""
      for match in text.matches(of: /\b(?:struct|class|enum|func) (\w+)/) {
        names.insert(String(match.1))
      }
    }
    return names
  }()

  @Test func everyFilterOfTheMakefileNamesTests() {
    #expect(Self.filters.count >= 5)
    for part in Self.filters.flatMap({ $0.split(separator: "|").map(String.init) }) {
      // The beginning of a function's name is enough for the runner.
      #expect(Self.names.contains { $0.contains(part) }, "no test is named '\(part)'")
    }
  }

  /// The judge knows what is there from what is not.
  @Test func aNameThatIsGoneIsFound() {
    #expect(Self.names.isSuperset(of: ["FilterTests", "everyFilterOfTheMakefileNamesTests"]))
    #expect(!Self.names.contains { $0.contains("Filter" + "Testing") })
  }

  /// `make fuzz` builds what is in its list, and the package has all of it.
  @Test func everyFuzzerIsInTheListOfTheScript() throws {
    let script = try Document("scripts/fuzz").lines.joined(separator: "\n")
    let fuzz = Workspace.root + "/Fuzz"
    // Version control leaves empty folders behind.
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

  /// A target of the big fuzzer that the script does not name would never run.
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
