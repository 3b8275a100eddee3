import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Clients of a service can use the themes and templates in the data folders of its user and of the
/// system.
@Suite struct UserContentTests {
  @Test func aThemeOfTheUserIsListedAndRenderedBehindTheFence() throws {
    let folder = try TemporaryFolder()
    let themes = "data/wallfarm/themes"
    try folder.write(
      #"""
      {"format": 1, "summary": "Sea", "extends": "site",
       "background": {"plugin": "photo", "parameters": {"file": "sea.jpg"}}}
      """#, to: "\(themes)/harbour/harbour.json")
    _ = Tool.run(
      "convert",
      ["-size", "900x1800", "gradient:navy-gray", folder.file("\(themes)/harbour/sea.jpg")])
    try folder.write(
      #"{"format": 1, "summary": "Site", "extends": "fog"}"#, to: "system/wallfarm/themes/site.json"
    )
    try folder.write("{", to: "\(themes)/broken.json")
    let environment = [
      "XDG_DATA_HOME": folder.file("data"), "XDG_DATA_DIRS": folder.file("system"),
    ]
    let service = try RunningService(in: folder, environment: environment)

    let list = try JSONNode(
      parsing: String(decoding: service.ask("/v1/themes").body, as: UTF8.self))
    let origins = (list.elements ?? []).map { ($0["name"]?.string, $0["origin"]?.string) }
    #expect(origins.suffix(2).map(\.0) == ["harbour", "site"])
    #expect(origins.suffix(2).map(\.1) == ["user", "system"])
    #expect(origins.first?.1 == "built-in")
    #expect(service.log.contains("error[invalid-json]"))

    let answer = try service.render(
      #"{"devices": "iphone8", "theme": "harbour", "notes": ["Buy milk"]}"#)
    #expect(answer.status == 200, "\(String(decoding: answer.body.prefix(500), as: UTF8.self))")
    let direct = try Program.run(
      ["render", "--theme", "harbour", "-d", "iphone8", "-n", "Buy milk", "-q", "-o", "a.png"],
      in: folder, environment: environment)
    #expect(direct.status == 0, "\(direct.error)")
    #expect(try answer.body == folder.bytes("a.png"))
  }
}
