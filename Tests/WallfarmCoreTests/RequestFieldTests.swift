import Designs
import Files
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the declared request fields: how they are read and written, and their messages.
@Suite struct RequestFieldTests {
  private func read(_ values: [String: JSONValue]) throws -> RenderRequest {
    try RequestReader(values.mapValues { JSONNode($0) }, files: FileScope()).request()
  }

  /// A value that differs from the default, for each field that a request writes.
  private static let values: [(field: RequestField, value: JSONValue)] = [
    (.template, "countdown"), (.orientation, "landscape"), (.theme, "fog"), (.variant, "dark"),
    (.notes, [["text": "a", "done": true]]), (.content, ["dates": []]), (.now, "2030-07-01"),
    (.zone, "Europe/Berlin"), (.fonts, ["brand.ttf"]), (.photo, "beach.jpg"), (.color, "navy"),
    (.background, "none"),
    (.widgets, false), (.clock, "large"), (.inset, "top=220"), (.scroll, "2"), (.preview, "0.5"),
    (.colorSpace, "display-p3"),
    (.overflow, "fail"),
    (.direction, "rtl"), (.language, "ja"), (.missing, "box"), (.showAreas, true),
    (.format, "jpeg"), (.effort, "small"), (.quality, 80), (.strict, true),
    (.maxPhotoBytes, 1000), (.maxPhotoPixels, 1001), (.maxPhotoSide, 1002),
    (.maxPhotoMemory, 1003), (.maxPhotoScans, 7),
  ]

  @Test func aWrittenRequestReadsAsTheSameRequest() throws {
    let plain = try read([:])
    for (field, value) in Self.values {
      let request = try read([field.name: value])
      #expect(request != plain, "\(field.name)")
      #expect(request.fields[field.name] != nil, "\(field.name)")
      #expect(try read(request.fields) == request, "\(field.name)")
    }
    let written = Set(Self.values.map(\.field.name))
    let apart: Set = ["device", "set", "allow-missing-glyphs"]
    #expect(written.union(apart) == Set(RequestField.all.map(\.name)))
  }

  @Test func aDefaultIsNotWritten() throws {
    #expect(try Array(read([:]).fields.keys) == ["format"])
  }

  /// A value given as JSON and the same value given as text are the same setting, with the same
  /// fingerprint.
  @Test(
    arguments: [
      ("max-size", 20, "20"), ("max-size", 20.5, "20.5"), ("headings", false, "false"),
      ("headings", true, "yes"),
      ("gradient.colors", ["#102030", "#405060"], "#102030, #405060"),
    ] as [(String, JSONValue, String)])
  func aSettingInJSONEqualsItsText(_ key: String, _ value: JSONValue, _ text: String) throws {
    let renderer = try makeRenderer()
    func digest(_ setting: Setting) throws -> String {
      var request = try RenderRequest.quick(notes: ["a"])
      request.background = .plugin("gradient")
      request.settings = [setting]
      return try renderer.fingerprint(of: renderer.resolve(request)).digest
    }
    #expect(
      try digest(Setting(key: key, value: value)) == digest(Setting(key: key, value: text)))
  }

  @Test func aSettingTravelsAsJSONAndIsReadFromAnOlderVersion() throws {
    for value: JSONValue in [20, "a=b", true, ["x", "y"], .null] {
      let setting = Setting(key: "max-size", value: value)
      #expect(Setting(JSONNode(setting.json)) == setting)
    }
    #expect(Setting(JSONNode("a=b=c")) == Setting(key: "a", value: "b=c"))
    #expect(Setting(JSONNode("a")) == nil && Setting(JSONNode(["key": "a"])) == nil)
  }

  private static let conflicts:
    [(values: [String: JSONValue], written: [String], typed: [String])] = [
      (
        ["photo": "x.jpg", "color": "red"], ["'photo'", "'color'"],
        ["--photo", "--color"]
      ),
      (
        ["missing": "fail", "allow-missing-glyphs": true],
        ["'allow-missing-glyphs'", "'missing': 'fail'"],
        ["--allow-missing-glyphs", "--missing fail"]
      ),
    ]

  /// A message refers to the fields of a file by their keys, and to the fields of a command line as
  /// options.
  @Test func aConflictNamesItsFieldsAsTheyWereWritten() throws {
    for (values, written, typed) in Self.conflicts {
      let error = #expect(throws: RenderError.self) { try read(values) }
      #expect(error?.code == .conflictingOptions && error?.message.names(written) == true)
      var reader = RequestReader()
      for field in RequestField.all {
        if let value = values[field.name] {
          if case .bool(let isOn) = value { reader.take(field, isOn: isOn) }
          if case .string(let text) = value { reader.take(field, text) }
        }
      }
      let other = #expect(throws: RenderError.self) { try reader.request() }
      #expect(other?.code == .conflictingOptions && other?.message.names(typed) == true)
    }
    let notes = #expect(throws: RenderError.self) {
      try read(["notes": ["a"], "content": ["notes": ["b"]]])
    }
    #expect(notes?.message.names(["'notes'", "'content'"]) == true)
    let empty = #expect(throws: RenderError.self) { try read(["set": ["": 1]]) }
    #expect(empty?.code == .invalidParameter && empty?.message.contains("'set'") == true)
  }
}
