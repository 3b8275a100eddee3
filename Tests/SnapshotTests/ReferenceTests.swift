import BuiltInPlugins
import Files
import Snapshots
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests references as text: how they are written, read and compared.
@Suite(.tags(.sanitized)) struct ReferenceTests {
  /// The references of the project.
  private static let store = ReferenceStore(
    SuiteFolder("\(Workspace.root)/\(ProjectSnapshotTests.folder)"))

  /// Reads only the texts of the references; ``ProjectSnapshotTests`` reads their pictures.
  @Test func everyReferenceOfTheProjectReadsBackAsItWasWritten() throws {
    let store = Self.store
    #expect(store.names.count > 200)
    for name in store.names {
      let reference = try #require(try store.read(name))
      let text = try #require(try WrittenFile.bytes(of: store.textPath(name)))
      #expect(reference.text == String(decoding: text, as: UTF8.self), "\(name)")
    }
  }

  @Test func anyEndThatIsMissingIsMissed() throws {
    let store = Self.store
    let bytes = Array(try #require(try store.read("lock/iphone15")).text.utf8)
    // Truncate at every position in the header and near the end, but only at every seventh position
    // between them, because testing all positions took ten seconds.
    let head = try #require(bytes.firstRange(of: Array("\n\n".utf8))).upperBound
    for count in 0..<bytes.count - 1
    where count < head || count % 7 == 0 || count > bytes.count - 200 {
      var code: ErrorCode?
      do throws(RenderError) {
        _ = try Reference(reading: Array(bytes.prefix(count)), path: "a")
      } catch {
        code = error.code
      }
      #expect(code == .referenceBroken, "the first \(count) bytes")
    }
  }

  @Test func lineEndsOfWindowsAreRead() throws {
    let store = Self.store
    let reference = try #require(try store.read("lock/iphone15"))
    let text = reference.text.replacing("\n", with: "\r\n")
    #expect(try Reference(reading: Array(text.utf8), path: "a") == reference)
  }

  @Test(arguments: [
    ("lock/*", "lock/iphone15", true), ("*", "a/b", true), ("lock/iphone15", "lock/iphone15", true),
    ("lock/iphone1", "lock/iphone15", false), ("*/iphone15", "lock/iphone15", true),
    ("l*k/*5", "lock/iphone15", true), ("l*k/*6", "lock/iphone15", false), ("", "a", false),
    ("a*a", "a", false), ("*a*b*", "xaxbx", true), ("*b*a*", "xaxb", false),
  ])
  func aStarStandsForAnyLetters(pattern: String, name: String, matches: Bool) {
    #expect(NamePattern(pattern).matches(name) == matches)
  }
}
