import Files
import Requests
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The position of a fix in each form of a job file.
@Suite struct JobFixTests {
  struct Case: Sendable, CustomStringConvertible {
    let file: String
    let text: String
    let fix: [PatchOperation]?

    var description: String { text }
  }

  private static let cases = [
    Case(
      file: "jobs.json", text: #"[{"devices": "ipad10"}, {"devices": "ipad10", "priority": "5"}]"#,
      fix: [.replace(JSONPointer(["1", "priority"]), .number(5))]),
    Case(
      file: "jobs.json", text: #"{"jobs": [{"devices": "ipad10", "timeout": 100000}]}"#,
      fix: [.replace(JSONPointer(["jobs", "0", "timeout"]), .number(86_400))]),
    Case(
      file: "jobs.json",
      text: #"{"defaults": {"priority": 2000}, "jobs": [{"devices": "ipad10"}]}"#,
      fix: [.replace(JSONPointer(["defaults", "priority"]), .number(1000))]),
    Case(
      file: "jobs.json", text: #"{"defaults": {"themee": "fog"}, "jobs": [{"devices": "ipad10"}]}"#,
      fix: [
        .move(
          from: JSONPointer(["defaults", "themee"]), to: JSONPointer(["defaults", "theme"]))
      ]),
    Case(
      file: "jobs.jsonl", text: "{\"devices\": \"ipad10\"}\n{\"devices\": \"ipad1O\"}\n",
      fix: [.replace(JSONPointer(["devices"]), .string("ipad10"))]),
    Case(
      file: "jobs.json", text: #"[{"devices": ["ipads", "ipad1O,iphones"]}]"#,
      fix: [.replace(JSONPointer(["0", "devices", "1"]), .string("ipad10,iphones"))]),
    Case(
      file: "jobs.json", text: #"[{"device": "ipad10"}]"#,
      fix: [.move(from: JSONPointer(["0", "device"]), to: JSONPointer(["0", "devices"]))]),
    Case(
      file: "jobs.json", text: #"[{"devices": "ipad10", "device": "ipad10"}]"#,
      fix: [.remove(JSONPointer(["0", "device"]))]),
    // An unknown key may contain private text, so no fix repeats the key.
    Case(
      file: "jobs.json", text: #"[{"devices": "ipad10", "a/b~c": 1}]"#,
      fix: nil),
    Case(
      file: "jobs.json", text: #"[{"devices": "ipad10", "notes": {"text": "a"}}]"#,
      fix: [
        .move(from: JSONPointer(["0", "notes"]), to: JSONPointer(["0", "notes-moved"])),
        .add(JSONPointer(["0", "notes"]), .array([])),
        .move(from: JSONPointer(["0", "notes-moved"]), to: JSONPointer(["0", "notes", "0"])),
      ]),
    Case(
      file: "jobs.json",
      text:
        #"[{"devices": "ipad10", "content": {"dates": [{"titel": "a", "date": "2030-12-24"}]}}]"#,
      fix: [
        .move(
          from: JSONPointer(["0", "content", "dates", "0", "titel"]),
          to: JSONPointer(["0", "content", "dates", "0", "title"]))
      ]),
  ]

  @Test(arguments: cases) func theFixOfTheFirstErrorPointsIntoTheFile(_ item: Case) throws {
    let folder = try TemporaryFolder()
    try folder.write(item.text, to: item.file)
    #expect(try errors(in: folder.file(item.file)).first?.fix == item.fix)
  }

  /// If one fix renames a key to a required key, no other fix adds a sample of that key, because
  /// the sample would replace its value.
  @Test func aRenamedKeyIsNotOverwritten() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"device": "ipad10"}, {"notes": []}]"#, to: "jobs.json")
    let fixes = try errors(in: folder.file("jobs.json")).map(\.fix)
    #expect(
      fixes == [
        [.move(from: JSONPointer(["0", "device"]), to: JSONPointer(["0", "devices"]))], nil,
        [.add(JSONPointer(["1", "devices"]), .string("iphone15"))],
      ])
  }

  private func errors(in path: String) throws -> [RenderError] {
    var reader = JobReader(file: path, files: FileScope(), key: .known)
    var (number, found) = (0, [RenderError]())
    found += try JobFile(path: path).read(
      begin: { found += reader.setDefaults($0) },
      { entry in
        number += 1
        found += reader.read(entry, number: number).1
      })
    return found
  }
}
