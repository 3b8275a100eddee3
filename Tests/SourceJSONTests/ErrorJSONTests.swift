import Diagnostics
import SourceJSON
import Testing

@Suite struct ErrorJSONTests {
  static let origins: [(Origin, text: String)] = [
    (.option("theme"), "--theme"), (.setting("max-size"), "--set max-size"),
    (.argument("folder"), "folder"), (.environment("WALLFARM_HOME"), "WALLFARM_HOME"),
    (.file("a.json"), "a.json"), (.file("n.txt", line: 3), "n.txt:3"),
    (.file("dusk.json", line: 3, column: 12), "dusk.json:3:12"),
    (.file("-", line: 1, column: 2), "standard input:1:2"), (.layer("note 1"), "layer 'note 1'"),
    (.job("a/iphone15"), "a/iphone15"), (.parameter("photo"), "photo"), (.notes, "notes"),
    (.note(7), "note 7"),
  ]

  @Test(arguments: origins)
  func anOriginIsTheSameAfterItWasWrittenAndRead(_ origin: Origin, text: String) throws {
    #expect(origin.description == text)
    let written = origin.json.text(pretty: false)
    let read = try JSONNode(parsing: written)
    #expect(Origin.read(read) == origin, "\(written)")
    #expect(read["text"]?.string == text)
  }

  @Test func anErrorIsTheSameAfterItWasWrittenAndRead() throws {
    var error = RenderError(
      .invalidParameter, "it is \u{202E}wrong", origin: .file("x\n.json", line: 1, column: 2),
      hint: "change it", also: "it was right in y.json")
    error.said = ["Traceback", "  ValueError"]
    let written = error.json.text(pretty: false)
    #expect(!written.contains("\n"))
    #expect(RenderError(json: try JSONNode(parsing: written)) == error)
  }

  @Test func whatIsUnknownIsNull() throws {
    let written = RenderError(.invalidParameter, "none").json.text(pretty: false)
    #expect(
      written
        == #"{"class":"invalid","code":"invalid-parameter","hint":null,"message":"none","#
        + #""origin":null,"severity":"error"}"#)
    let warning = RenderWarning(.photoSmall, "small").json(excerpt: "  1 | {\n    | ^")
    let read = try JSONNode(parsing: warning.text(pretty: false))
    #expect(read["severity"]?.string == "warning")
    #expect(read["excerpt"]?.string == "  1 | {\n    | ^")
  }

  @Test(arguments: ErrorClass.allCases)
  func theClassTravelsWithTheCode(_ errorClass: ErrorClass) throws {
    let error = RenderError(ErrorCode("a-code", errorClass), "x")
    let read = RenderError(json: try JSONNode(parsing: error.json.text(pretty: false)))
    #expect(read?.code.errorClass == errorClass)
  }

  @Test(arguments: [
    #"{"code": "a-code", "message": "x"}"#, #"{"code": "a-code", "message": "x", "class": "moon"}"#,
  ])
  func aCodeWithoutAKnownClassIsUnclassified(_ text: String) throws {
    let read = try #require(RenderError(json: try JSONNode(parsing: text)))
    #expect(read.code.rawValue == "a-code" && read.code.errorClass == .unclassified)
    #expect(!read.code.errorClass.isRetryable)
  }

  @Test(arguments: [
    "3", #""--theme""#, "{}", #"{"kind": "file"}"#, #"{"kind": "moon", "name": "x"}"#,
  ])
  func whatIsNoOriginIsNone(_ text: String) throws {
    #expect(Origin.read(try JSONNode(parsing: text)) == nil)
  }

  @Test(arguments: [#"{"message": "x"}"#, #"{"code": "moon", "message": "x"}"#, "[]"])
  func whatIsNoErrorIsNone(_ text: String) throws {
    #expect(RenderError(json: try JSONNode(parsing: text)) == nil)
  }
}
