import ContentSources
import Foundation
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Excessive text from every kind of input.
@Suite struct HostileTextTests {
  /// A text, and a title that stands for it in the log because the text is too long.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let limit: String

    init(_ title: String, _ text: String, _ limit: String = "") {
      (testDescription, self.text, self.limit) = (title, text, limit)
    }
  }

  static let texts = [
    Case("joined emoji", String(repeating: "👩\u{200D}", count: 6000), "64"),
    Case("marks", "e" + String(repeating: "\u{301}", count: 19_000), "64"),
    Case("viramas", "क" + String(repeating: "\u{94D}", count: 10_000), "64"),
    Case("directions", String(repeating: "\u{202E}", count: 4000) + "abc", "32"),
    Case("lines", String(repeating: "a\n", count: 5000) + "a", "1000"),
  ]

  @Test(arguments: texts)
  func aNoteIsRefusedByItsNumber(_ hostile: Case) throws {
    let request = try RenderRequest.quick(notes: ["Buy milk", hostile.text])
    let error = #expect(throws: RenderError.self) { try makeRenderer().render(request) }
    #expect(error?.code == .invalidNotes)
    #expect(error?.message.names(["note 2", hostile.limit]) == true)
    let json = try JSONEncoder().encode(["Buy milk", hostile.text])
    let read = #expect(throws: RenderError.self) {
      try NotesReader.parse(Array(json), file: "n.json")
    }
    #expect(read?.message.names(["note 2", hostile.limit]) == true)
  }

  @Test(arguments: texts)
  func aSettingIsRefusedByItsKey(_ hostile: Case) throws {
    let request = try RenderRequest.quick(
      template: "banner", settings: ["message=\(hostile.text)"])
    let error = #expect(throws: RenderError.self) { try makeRenderer().render(request) }
    #expect(error?.code == .invalidParameter)
    #expect(error?.origin?.description == "--set message")
    #expect((error?.description.utf8.count ?? .max) < 1000)
  }

  @Test func aTextOfATemplateIsRefusedByItsPlace() throws {
    let folder = try TemporaryFolder()
    let installation = try folder.installation()
    let json = """
      {
        "format": 1, "summary": "x", "theme": "midnight", "background": "theme",
        "layouts": [{ "plugin": "banner", "parameters": { "message": "\(Self.texts[0].text)" } }]
      }
      """
    let own = URL(fileURLWithPath: folder.file("Templates/own"))
    try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
    try folder.write(json, to: "Templates/own/template.json")
    let error = #expect(throws: RenderError.self) {
      try makeRenderer(installation).render(.quick(template: "own"))
    }
    #expect(error?.code == .invalidParameter, "\(String(describing: error))")
    #expect(error?.message.contains(Self.texts[0].limit) == true)
    #expect(
      error?.origin?.description.contains("template.json:3:") == true, "\(error?.origin ?? .notes)")
  }

  @Test func moreThan500NotesAreTooManyByEveryWay() throws {
    let many = Array(repeating: "a", count: 501)
    let request = try RenderRequest.quick(notes: many)
    let drawn = #expect(throws: RenderError.self) { try makeRenderer().render(request) }
    #expect(drawn?.message.contains("500") == true)
    var reader = RequestReader()
    reader.notes = many.map { Note($0) }
    let read = #expect(throws: RenderError.self) { try reader.request() }
    #expect(
      read?.message.contains("500") == true && read?.origin?.description == "--note")
    let long = Array(repeating: String(repeating: "abc ", count: 200), count: 400)
    let error = #expect(throws: RenderError.self) {
      try NotesReader.parse(Array(long.joined(separator: "\n").utf8), file: "n.txt")
    }
    #expect(
      error?.message.numbers == [251, 200_000])
  }

  /// Parsing stops at the first note over the limit, so the remaining notes cost only the memory of
  /// their bytes.
  @Test func aHugeListOfNotesCostsLittleMoreThanItsBytes() async {
    await #expect(processExitsWith: .success) {
      let size = 16_000_000
      func many(_ part: String, of head: String) -> [UInt8] {
        Array((head + String(repeating: part, count: size / part.utf8.count)).utf8)
      }
      let text = many("a\n", of: "")
      let json = many("\"a\",", of: "[")
      let nested = many("[1", of: "[{\"text\":")
      let wide = many("1,", of: "[{\"text\":[")
      let before = Self.peak
      for (bytes, file) in [
        (text, "n.txt"), (json, "n.json"), (nested, "n.json"), (wide, "n.json"),
      ] {
        #expect(throws: RenderError.self) { try NotesReader.parse(bytes, file: file) }
      }
      #expect(Self.peak - before < 4 * size)
    }
  }

  /// The peak memory of this process, in bytes.
  private static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Int(usage.ru_maxrss) * 1024
  }

  /// Text just below a limit is drawn, or is rejected only because it does not fit.
  @Test(arguments: [
    Case("64 parts", "e" + String(repeating: "\u{301}", count: 63)),
    Case("31 joined emoji", String(repeating: "👩\u{200D}", count: 31) + "👩"),
    Case("31 joined consonants", String(repeating: "क\u{94D}", count: 31) + "क"),
    Case("many marks", String(repeating: "e" + String(repeating: "\u{301}", count: 60), count: 12)),
    Case("32 directions", String(repeating: "\u{202E}a", count: 32)),
  ])
  func textAtTheBoundsIsDrawnOrDoesNotFit(_ near: Case) throws {
    let request = try RenderRequest.quick(notes: [near.text]).with { $0.allowsMissingGlyphs = true }
    do {
      _ = try makeRenderer().render(request)
    } catch let error as RenderError {
      #expect([.notesDoNotFit, .textDoesNotFit].contains(error.code), "\(error)")
    }
  }
}
