import Foundation
import Testing
import WallfarmTesting

/// Tests the tags of tests, and `scripts/tagged`, which selects tests by tag.
@Suite struct TagTests {
  /// A suite or a test with tags.
  private struct Tagged: Sendable {
    let module: String
    let name: String
    let tags: [String]

    /// The end of the filter expression that selects the suite or test.
    let pattern: String
  }

  static let declared: [String] =
    ((try? Document("Tests/WallfarmTesting/Tags.swift").text) ?? "")
    .matches(of: /static var (\w+): Self/).map { String($0.1) }

  private static let sources: [(path: String, text: String)] = {
    let tests = Document.file("Tests")
    let files = FileManager.default.enumerator(atPath: tests)?.compactMap { $0 as? String } ?? []
    return files.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      (path, (try? String(contentsOfFile: "\(tests)/\(path)", encoding: .utf8)) ?? "")
    }
  }()

  /// All tagged suites and tests, found by a regex independent of the script.
  private static let tagged: [Tagged] = sources.flatMap { path, text in
    let attribute = /@(?:Suite|Test)\([^@]*?\.tags\(([^)]*)\)[^@]*?\b(struct|class|func) (\w+)/
    return text.matches(of: attribute).map {
      let name = String($0.3)
      return Tagged(
        module: String(path.prefix { $0 != "/" }), name: name,
        tags: $0.1.split(separator: ", ").map { String($0.dropFirst()) },
        pattern: $0.2 == "func" ? "/\(name)\\(" : "\(name)(/|$)")
    }
  }

  private static func select(_ tags: [String]) -> (text: String, status: Int32) {
    Tool.run(Document.file("scripts/tagged"), tags, withErrors: true)
  }

  @Test(arguments: declared)
  func theScriptSelectsExactlyWhatHasTheTag(_ tag: String) throws {
    let expected = Self.tagged.filter { $0.tags.contains(tag) }
    #expect(!expected.isEmpty)
    let run = Self.select([tag])
    #expect(run.status == 0, "\(run.text)")
    for one in expected {
      #expect(run.text.contains(one.pattern) && run.text.contains("\(one.module)\\."), "\(one)")
    }
    #expect(run.text.matches(of: /\w+\\\.\w+/).count == expected.count, "\(run.text)")
  }

  /// Several tags select all tests that have at least one of them, without duplicates.
  @Test func tagsAreJoined() throws {
    let both = Self.select(["seeded", "torture"]).text
    for tag in ["seeded", "torture"] {
      let one = try #require(Self.select([tag]).text.wholeMatch(of: /\^\((.*)\)\n/)).1
      #expect(one.matches(of: /\w+\\\.\w+/).allSatisfy { both.contains($0.0) })
    }
    #expect(Self.select(["sanitized", "sanitized"]).text == Self.select(["sanitized"]).text)
  }

  /// If no test has the tag, the script fails, because an empty expression would select every test.
  @Test(arguments: [[], ["no-such-tag"]])
  func nothingIsSelectedWithoutATag(_ tags: [String]) {
    let run = Self.select(tags)
    #expect(run.status == 1 && run.text.contains("is one of"), "\(run.text)")
  }

  @Test func everyTagIsDeclaredAndUsed() throws {
    #expect(Self.declared.count >= 8)
    #expect(Set(Self.tagged.flatMap(\.tags)) == Set(Self.declared))
    let makefile = try Document("Makefile").text
    let used = makefile.matches(of: /scripts\/tagged ([a-z ]+)\)/).flatMap {
      $0.1.split(separator: " ").map(String.init)
    }
    #expect(Set(used) == Set(Self.declared))
  }

  /// `make torture` includes every suite and test that runs more cases under torture.
  @Test func whatReadsTortureHasATagOfMakeTorture() {
    let tag = /\.tags\([^)]*\.(torture|seeded)\b/
    for (path, text) in Self.sources
    where !path.hasPrefix("WallfarmTesting/") && text.contains("Torture.") {
      // The first part is the suite with its properties; each later part is a test with its
      // helpers.
      let parts = text.components(separatedBy: "@Test")
      if parts.count == 1 || parts[0].contains(tag) { continue }
      for part in parts where part.contains(/\bTorture\.(isOn|all)\b/) {
        let attribute = part.components(separatedBy: " func ")[0]
        #expect(attribute.contains(tag), "\(path) reads Torture: tag it '.torture'")
      }
    }
  }

  /// A file that starts a browser or a server has a tag, so that `make test` excludes it.
  @Test func filesThatStartABrowserOrAServerHaveItsTag() {
    let servers = [
      "PostgresServer.", "ObjectStoreServer.", "FarmTorture/torture", "systemd-analyze",
      "systemd-socket",
    ]
    for (path, text) in Self.sources
    where !path.hasPrefix("WallfarmTesting/") && !path.hasSuffix("/TagTests.swift") {
      let scripts =
        !text.contains(".py\"")
        ? []
        : text.matches(of: /\/(Tests\/[\w\/-]+\.py)"/).map {
          (try? Document(String($0.1)).text) ?? ""
        }
      if text.contains("\"chromium\"")
        || scripts.contains(where: { $0.contains(/\bBrowser\b|webdriver/) })
      {
        #expect(text.contains(/\.tags\([^)]*\.web\b/), "\(path) opens a browser: tag it '.web'")
      }
      if servers.contains(where: { text.contains($0) }) {
        #expect(text.contains(/\.tags\([^)]*\.farm\b/), "\(path) starts a server: tag it '.farm'")
      }
    }
  }
}
