import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the links to a person: creating them, using them, and revoking them one by one.
@Suite struct LinkTests {
  private struct Person {
    let service: RunningService
    let write: String
    let read: String

    func link(_ kind: String, _ label: String = "") throws -> (id: String, path: String) {
      let answer = try service.ask(
        write + "/links", ["-d", #"{"kind": "\#(kind)", "label": "\#(label)"}"#])
      #expect(answer.status == 201)
      var path = try #require(answer.json?["address"]?.string)
      if kind == "write" { #expect(path.removeLast() == "/") }
      return (try #require(answer.json?["id"]?.string), path)
    }

    func links() throws -> [JSONNode] {
      try #require(try service.ask(write + "/links").json?["links"]?.elements)
    }

    func revoke(_ id: String, with path: String? = nil) throws -> Answer {
      try service.ask((path ?? write) + "/links/" + id, ["-X", "DELETE"])
    }
  }

  private static func person(
    _ folder: TemporaryFolder, _ options: [String] = ["--people"]
  ) throws -> Person {
    let service = try RunningService(options, in: folder)
    let answer = try service.ask(
      "/v1/people", ["-d", #"{"device": "iphonese3", "notes": ["Buy milk"]}"#])
    return Person(
      service: service, write: try #require(answer.json?["write"]?.string),
      read: try #require(answer.json?["read"]?.string))
  }

  @Test func aLinkWorksUntilItIsRevoked() throws {
    let folder = try TemporaryFolder()
    let person = try Self.person(folder)
    let other = try person.link("write", "iPad")
    let shortcut = try person.link("read", "Shortcut")
    #expect(try person.service.ask(other.path).json?["person"]?["notes"]?.elements?.count == 1)
    let first = try person.service.ask(person.read + "/lock.png")
    let second = try person.service.ask(shortcut.path + "/lock.png")
    #expect(first.status == 200 && first.body == second.body)
    // A link for pictures cannot read or change anything else.
    #expect(try person.service.ask(shortcut.path).status == 404)
    #expect(try person.service.ask(shortcut.path + "/links").status == 404)
    // A change with one link reaches the pictures of all.
    #expect(
      try person.service.ask(
        other.path + "/content", ["-X", "PUT", "-d", #"{"notes": ["Tea"]}"#]
      ).status == 204)
    let changed = try person.service.ask(shortcut.path + "/lock.png")
    #expect(changed.status == 200 && changed.body != first.body)
    #expect(try person.service.ask(person.read + "/lock.png").body == changed.body)

    #expect(try person.revoke(other.id).status == 204)
    #expect(try person.service.ask(other.path).status == 404)
    #expect(try person.revoke(shortcut.id).status == 204)
    #expect(try person.service.ask(shortcut.path + "/lock.png").status == 404)
    #expect(try person.revoke(shortcut.id).status == 404)
    #expect(try person.links().count == 2)
  }

  /// The two links with which a person was created can be revoked too, but not the last link that
  /// can change the person; a picture in memory is not sent to the holder of a revoked link.
  @Test func theFirstLinksCanBeRevoked() throws {
    let folder = try TemporaryFolder()
    let person = try Self.person(folder)
    let links = try person.links()
    let writer = try #require(links.first { $0["kind"]?.string == "write" }?["id"]?.string)
    let reader = try #require(links.first { $0["kind"]?.string == "read" }?["id"]?.string)
    #expect(try person.revoke(writer).codes == ["last-link"])
    let other = try person.link("write")
    let shortcut = try person.link("read")
    #expect(try person.service.ask(person.read + "/lock.png").status == 200)
    #expect(try person.revoke(reader).status == 204)
    #expect(try person.service.ask(shortcut.path + "/lock.png").status == 200)
    #expect(try person.service.ask(person.read + "/lock.png").status == 404)
    #expect(try person.revoke(writer, with: other.path).status == 204)
    #expect(try person.service.ask(person.write).status == 404)
    #expect(try person.revoke(other.id, with: other.path).codes == ["last-link"])
    let left = try #require(
      try person.service.ask(other.path + "/links").json?["links"]?.elements)
    #expect(left.compactMap { $0["current"]?.bool } == [true, false])
  }

  /// A change that began before its link was revoked is not stored.
  @Test func aChangeWithARevokedLinkIsNotStored() throws {
    let folder = try TemporaryFolder()
    let person = try Self.person(
      folder, ["--people", "--metrics", "unix:\(folder.file("figures"))"])
    let stolen = try person.link("write")
    person.service.holdWorkers(true)
    let answers = try TemporaryFolder()
    let late = try PersonChangeTests.start(
      person.service,
      [
        "-X", "PUT", "-d", #"{"notes": ["Stolen"]}"#,
        person.service.way.base + stolen.path + "/content",
      ], in: answers, as: "late")
    #expect(eventually { person.service.figure("pictures_in_progress") == 1 })
    #expect(try person.revoke(stolen.id).status == 204)
    person.service.holdWorkers(false)
    late.waitUntilExit()
    #expect(try answers.text("late.status") == "404")
    let notes = try person.service.ask(person.write).json?["person"]?["notes"]
    #expect(notes?.elements?.compactMap(\.string) == ["Buy milk"])
  }

  /// The file of the store contains no token and no label, and the list shows only tokens that
  /// cannot change anything.
  @Test func linksSurviveARestartAndRevealNothing() throws {
    let folder = try TemporaryFolder()
    let state = folder.file("state")
    var person = try Self.person(folder, ["--people", "--state", state])
    let other = try person.link("write", "Secret iPad")
    let shortcut = try person.link("read", "Shortcut")
    let (write, read) = (person.write, person.read)
    person.service.tellToEnd()
    #expect(person.service.status() == 0)
    for name in folder.names(in: "state") where !name.hasSuffix("photos") {
      guard let bytes = try? Data(folder.bytes("state/" + name)) else { continue }
      for secret in [other.path, shortcut.path, "/Secret iPad", write] {
        let text = String(try #require(secret.split(separator: "/").last))
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)")
      }
    }
    person = Person(
      service: try RunningService(["--people", "--state", state], in: folder), write: write,
      read: read)
    let links = try person.links()
    #expect(links.compactMap { $0["label"]?.string } == ["", "", "Secret iPad", "Shortcut"])
    #expect(links.map { $0["address"]?.string } == [nil, nil, nil, shortcut.path])
    #expect(try person.service.ask(other.path).status == 200)
    #expect(try person.service.ask(write, ["-X", "DELETE"]).status == 204)
    for path in [other.path, shortcut.path + "/lock.png", write] {
      #expect(try person.service.ask(path).status == 404)
    }
  }

  @Test func invalidLinksAreRefused() throws {
    let folder = try TemporaryFolder()
    let person = try Self.person(folder)
    for body in [
      "{}", #"{"kind": "both"}"#, #"{"kind": "read", "label": 3}"#, #"{"kind": "read", "x": 1}"#,
      "{\"kind\": \"read\", \"label\": \"\(String(repeating: "é", count: 101))\"}",
    ] {
      let answer = try person.service.ask(person.write + "/links", ["-d", body])
      #expect([["invalid-request"], ["unknown-key"]].contains(answer.codes), "\(answer.text)")
    }
    for number in 1...32 { _ = try person.link("read", "\(number)") }
    let answer = try person.service.ask(person.write + "/links", ["-d", #"{"kind": "read"}"#])
    #expect(answer.status == 409 && answer.codes == ["too-many-links"])
  }
}
