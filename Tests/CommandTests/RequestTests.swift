import Foundation
import Requests
import Testing
import WallfarmCore
import WallfarmTesting

/// `render --request` accepts the fields of a job and produces the same picture as the options.
@Suite struct RequestTests {
  private static let request = #"""
    { "devices": ["iphone8", "ipad10"], "notes": ["Buy milk", {"text": "Call Ana", "done": true}],
      "theme": "paper", "set": {"max-size": 24}, "widgets": false, "effort": "balanced",
      "output": "{id}-{device}.{format}", "id": "ana", "priority": 3, "timeout": 9.5 }
    """#

  @Test func itMakesTheFilesThatTheOptionsMake() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.request.utf8, to: "sub/request.json")
    let asked = try Program.run(["render", "--request", "sub/request.json"], in: folder)
    #expect(asked.status == 0, "\(asked.error)")
    try folder.write("Buy milk\n[x] Call Ana\n".utf8, to: "notes.txt")
    let typed = try Program.run(
      [
        "render", "-d", "iphone8,ipad10", "--notes", "notes.txt", "--theme", "paper", "-s",
        "max-size=24", "--no-widgets", "--effort", "balanced", "-o", "typed-{device}.png",
      ], in: folder)
    #expect(typed.status == 0, "\(typed.error)")
    for device in ["iphone8", "ipad10"] {
      let one = try folder.bytes("ana-\(device).png")
      #expect(one == (try folder.bytes("typed-\(device).png")), "\(device)")
    }
  }

  @Test func itComesFromStandardInputAndGoesToStandardOutput() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(
      ["render", "--request", "-", "-o", "-"], in: folder,
      input: #"{"devices": "iphone8", "notes": ["a"]}"#)
    #expect(made.status == 0 && made.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(made.error)")
    let wrong = try Program.run(
      ["render", "--request", "-"], in: folder, input: #"{"devices": "iphone51"}"#)
    #expect(wrong.problem.origin == "standard input:1:13", "\(wrong.error)")
  }

  @Test(arguments: WrongRequest.all)
  func aMistakeHasItsPlaceAndNothingIsWritten(_ wrong: WrongRequest) throws {
    let folder = try TemporaryFolder()
    try folder.write(wrong.text.utf8, to: "in/r.json")
    try folder.write([], to: "in/photo.jpg")
    let before = folder.names
    let found = try Program.run(["render", "--request", "in/r.json"] + wrong.options, in: folder)
    #expect(found.hasFailedAsDocumented)
    let problem = found.problem
    #expect(problem.code == wrong.code && problem.origin == wrong.origin, "\(found.error)")
    #expect(problem.hint?.isEmpty == false && !found.error.contains("secret"))
    #expect(folder.names == before)
  }

  @Test func aTypedOutputSaysTheFormOfTheFile() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"devices": "iphone8", "notes": ["a"], "output": "q.webp"}"#, to: "r.json")
    let made = try Program.run(["render", "--request", "r.json", "-o", "x.jpg"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    #expect(try folder.bytes("x.jpg").starts(with: [0xFF, 0xD8]))
    let own = try Program.run(["render", "--request", "r.json"], in: folder)
    #expect(own.status == 0, "\(own.error)")
    #expect(try folder.bytes("q.webp").starts(with: "RIFF".utf8))
  }

  @Test(
    arguments: [
      (["--device", "nope", "--theme", "nope", "--template", "nope", "--note", "x"], "", 3),
      (["--device", "iphone15", "--theme", "nope", "--template", "nope"], "", 2),
      (["-d", "nope", "-n", "x", "-s", "nope=1"], "", 2),
      (["--request", "-"], #"{"devices": "nope", "theme": "nope", "template": "nope"}"#, 3),
      (["--request", "-"], #"{"devices": "iphone8", "theme": "nope", "template": "nope"}"#, 2),
      (["-d", "nope", "-n", "x"], "", 1),
      (["-d", "nope", "-n", "x", "--quality", "nope", "--now", "nope", "--theme", "nope"], "", 4),
    ])
  func allWrongNamesAreToldAtOnce(_ words: [String], _ input: String, _ count: Int) throws {
    let folder = try TemporaryFolder()
    let found = try Program.run(
      ["render", "--errors", "json"] + words, in: folder, input: input)
    let lines = found.error.split(separator: "\n")
    #expect(lines.count == count && lines.allSatisfy { $0.contains("'nope'") }, "\(found.error)")
    #expect(Set(lines).count == count && found.status == 65 && folder.names.isEmpty)
  }

  @Test func allMistakesOfItsWordsAreToldAtOnce() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"devices": 3, "format": "gif", "notes": [""], "divices": 1}"#.utf8, to: "r.json")
    let found = try Program.run(
      ["render", "--request", "r.json", "--errors", "json"], in: folder)
    let told = found.error.split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let codes = Set(told.compactMap { $0["code"] as? String })
    #expect(codes == ["invalid-value", "invalid-parameter", "invalid-notes", "unknown-key"])
    #expect(told.count == 4 && told.allSatisfy { $0["severity"] as? String == "error" })
  }

  @Test func whatLiesOutsideIsReadOnlyWhereThatIsAllowed() throws {
    let folder = try TemporaryFolder()
    try folder.write("Buy milk".utf8, to: "notes.txt")
    try folder.write(
      #"{"devices": "iphone8", "notes": "../notes.txt", "output": "../out.png"}"#.utf8,
      to: "in/r.json")
    let call = ["render", "--request", "r.json"]
    #expect(try Program.run(call, in: folder, from: "in").problem.code == "path-outside")
    let made = try Program.run(call + ["--allow-outside"], in: folder, from: "in")
    #expect(made.status == 0 && folder.names.contains("out.png"), "\(made.error)")
  }

  @Test func everyOptionThatDecidesThePictureIsAKeyOfIt() throws {
    let folder = try TemporaryFolder()
    let help = try Program.run(["render", "--help"], in: folder).output
    let keys = Set(JobField.ofRequests.map(\.name))
    for field in RequestField.all where field.kind != .devices {
      let isOption = help.contains("--\(field.name)") || field.name == "widgets"
      #expect(keys.contains(field.name) && isOption, "\(field.name)")
    }
    #expect(keys.isSuperset(of: ["devices", "output", "widgets"]))
    let described = try Program.run(["describe", "request"], in: folder).output
    for key in keys { #expect(described.contains("\n\(key) "), "\(key)") }
  }
}

struct WrongRequest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  var options: [String] = []
  let code: String
  var origin: String

  private init(
    _ title: String, _ text: String, beside options: [String] = [], _ code: String,
    in origin: String
  ) {
    (testDescription, self.text, self.options) = (title, text, options)
    (self.code, self.origin) = (code, origin)
  }

  private static let start = #"{"devices": "iphone8", "notes": ["a"], "#

  static let all = [
    WrongRequest("a list", "[]", "invalid-job", in: "in/r.json:1:1"),
    WrongRequest("nothing", "", "invalid-json", in: "in/r.json:1:1"),
    WrongRequest("no device", #"{"notes": ["a"]}"#, "unknown-device", in: "in/r.json:1:1"),
    WrongRequest("no notes", #"{"devices": "iphone8"}"#, "no-notes", in: "in/r.json:1:1"),
    WrongRequest(
      "an unknown key", start + #""sizes": 3}"#, "unknown-key", in: "in/r.json:1:40"),
    WrongRequest(
      "an unknown theme", start + #""theme": "papre"}"#, "unknown-theme", in: "in/r.json:1:49"),
    WrongRequest(
      "an unknown parameter", start + #""set": {"max-siz": 3}}"#, "unknown-parameter",
      in: "in/r.json:1:59"),
    WrongRequest(
      "no photo", start + #""photo": "photo.jpg"}"#, "photo-format", in: "in/r.json:1:49"),
    WrongRequest(
      "an output above", start + #""output": "../x.png"}"#, "path-outside", in: "in/r.json:1:50"),
    WrongRequest(
      "an output that it reads", start + #""output": "in/r.json", "format": "png"}"#,
      "conflicting-options", in: "in/r.json:1:50"),
    WrongRequest(
      "an output that is standard output", start + #""output": "-"}"#, "invalid-value",
      in: "in/r.json:1:50"),
    WrongRequest(
      "a typed output of another form", start + #""format": "png"}"#, beside: ["-o", "x.jpg"],
      "conflicting-options", in: "--output"),
    WrongRequest(
      "a note where a path belongs", #"{"devices": "iphone8", "notes": "/secret words"}"#,
      "path-outside", in: "in/r.json:1:33"),
    WrongRequest(
      "the same text as notes and photo",
      #"{"devices": "iphone8", "notes": "secret words", "photo": "secret words"}"#,
      "file-unreadable", in: "in/r.json:1:33"),
    WrongRequest(
      "a field that is none", start + #""output": "{size}.png"}"#, "output-pattern",
      in: "in/r.json:1:50"),
    WrongRequest(
      "a device on the command line", start + #""id": "a"}"#, beside: ["-d", "iphone8"],
      "conflicting-options", in: "--request"),
    WrongRequest(
      "strict on the command line", start + #""id": "a"}"#, beside: ["--strict"],
      "conflicting-options",
      in: "--request"),
    WrongRequest(
      "a folder that is missing", start + #""id": "a"}"#, beside: ["-o", "no/x.png"],
      "output-failed",
      in: "--output"),
  ]
}
