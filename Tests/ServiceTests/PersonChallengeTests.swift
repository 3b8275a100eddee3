import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// A person's challenge: steps sharpen a blurred photo at the address of the lock screen.
@Suite struct PersonChallengeTests {
  private static let lake = Workspace.root + "/Flows/unwalk/lake.jpg"

  /// Returns an Apple Health export in the format that a phone writes, with steps that start now.
  ///
  /// `later` is the time of the export, in seconds from now.
  static func export(_ steps: Int, made later: Double = 3600) -> String {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
    var (left, start, records) = (steps, Date().addingTimeInterval(1), "")
    while left > 0 {
      let end = start.addingTimeInterval(600)
      let count = min(left, 1000)
      records += """
        <Record type="HKQuantityTypeIdentifierStepCount" sourceName="iPhone" unit="count" \
        startDate="\(form.string(from: start))" endDate="\(form.string(from: end))" \
        value="\(count)"/>

        """
      (left, start) = (left - count, end)
    }
    let made = form.string(from: Date().addingTimeInterval(later))
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_CZ">
      <ExportDate value="\(made)"/>
      \(records)</HealthData>
      """
  }

  private let folder: TemporaryFolder
  private let service: RunningService
  private let photo: String
  private let write: String
  private let read: String

  init() throws {
    folder = try TemporaryFolder()
    service = try RunningService(in: folder)
    let kept = try service.ask("/v1/photos", ["-T", Self.lake])
    photo = try #require(kept.json?["photo"]?.string)
    let person = #"{"device": "iphonese3", "language": "en", "notes": ["Tea"]}"#
    let answer = try service.ask("/v1/people", ["-d", person])
    write = try #require(answer.json?["write"]?.string)
    read = try #require(answer.json?["read"]?.string)
  }

  private func begin(_ goal: String = "2000") throws -> Answer {
    try service.ask(
      write + "/challenge", ["-X", "PUT", "-d", #"{"goal": \#(goal), "photo": "\#(photo)"}"#])
  }

  private func count(_ export: String, to path: String? = nil) throws -> Answer {
    try folder.write(export, to: "export.xml")
    return try service.ask(
      (path ?? write) + "/health", ["-X", "PUT", "--data-binary", "@" + folder.file("export.xml")])
  }

  private func marks(_ answer: Answer) -> [Double] {
    (answer.json?["events"]?.elements ?? []).compactMap { $0["mark"]?.number }
  }

  /// A challenge leads from the first blurred picture to the sharp picture; after it is deleted,
  /// the notes are shown again.
  @Test func stepsUnlockThePicture() throws {
    let notes = try service.ask(read + "/lock.png").body
    #expect(try begin().status == 201)
    #expect(try begin().codes == ["challenge-under-way"])
    #expect(try begin().status == 409)
    var seen = [try service.ask(read + "/lock.png").body]
    #expect(seen[0] != notes)
    for (steps, percent, told) in [
      (600, 30, [25.0]), (1999, 99, [50, 75, 99]), (2100, 100, [100]),
    ] {
      let answer = try count(Self.export(steps, made: Double(steps)))
      #expect(answer.status == 200, "\(answer.text)")
      #expect(marks(answer) == told)
      #expect(answer.json?["challenge"]?["percent"]?.number == Double(percent))
      let picture = try service.ask(read + "/lock.png").body
      #expect(!seen.contains(picture))
      seen.append(picture)
    }
    let status = try service.ask(write + "/challenge").json
    #expect(status?["state"]?.string == "reached" && status?["celebration"]?.bool == true)
    #expect(try service.ask(write + "/challenge", ["-X", "DELETE"]).status == 204)
    #expect(try service.ask(read + "/lock.png").body == notes)
    #expect(try service.ask(write + "/challenge").codes == ["no-challenge"])
    #expect(try begin("\"easy\"").status == 201)
  }

  @Test func whatCannotBeRightIsRefused() throws {
    let challenge = write + "/challenge"
    func put(_ body: String) throws -> Answer {
      try service.ask(challenge, ["-X", "PUT", "-d", body])
    }
    #expect(try count(Self.export(10)).codes == ["no-challenge"])
    #expect(try put("[]").codes == ["invalid-request"])
    #expect(try put(#"{"goal": 2000}"#).codes == ["invalid-request"])
    #expect(try put(#"{"goal": 7, "photo": "\#(photo)"}"#).codes == ["invalid-parameter"])
    #expect(
      try put(#"{"goal": 2000, "photo": "\#(photo)", "steps": 5}"#).codes == ["unknown-key"])
    #expect(
      try put(#"{"goal": 2000, "photo": "\#(photo)", "start": "2020-01-01"}"#).codes
        == ["invalid-parameter"])
    for wrong in [#""alerts": "yes""#, #""reminders": 1"#] {
      #expect(
        try put(#"{"goal": 2000, "photo": "\#(photo)", \#(wrong)}"#).codes == ["invalid-request"])
    }
    #expect(try put(#"{"goal": true, "photo": "\#(photo)"}"#).codes == ["invalid-request"])
    let unknown = "sha256-" + String(repeating: "a", count: 64)
    #expect(try put(#"{"goal": 2000, "photo": "\#(unknown)"}"#).status == 422)
    #expect(try service.ask(challenge).codes == ["no-challenge"])
    // The read token can neither start nor inspect a challenge.
    #expect(try service.ask(read + "/challenge").status == 404)
    #expect(try begin().status == 201)
    #expect(try count(Self.export(10), to: read).status == 404)
    for body in [
      "", "no export", "PK\u{3}\u{4}", "SQLite format 3\0" + String(repeating: "x", count: 4000),
    ] {
      let answer = try count(body)
      #expect(answer.status == 422 || answer.status == 400, "\(answer.text)")
    }
    #expect(try count(Self.export(500, made: 500)).status == 200)
    #expect(try count(Self.export(400, made: 900)).codes == ["steps-shrunk"])
    #expect(try count(Self.export(600, made: 100)).codes == ["health-older"])
    #expect(try service.ask(challenge).json?["steps"]?.number == 500)
    // The log contains no token and no health data.
    for word in [write, read, "HKQuantity", "iPhone"] { #expect(!service.log.contains(word)) }
  }

  /// If several clients start a challenge at the same time, one succeeds and the others receive a
  /// conflict.
  @Test func oneBeginsOfSeveral() throws {
    let address = service.way.base + write + "/challenge"
    let said = Tool.output(
      of: "curl",
      [
        "-sS", "--parallel", "--parallel-immediate", "--max-time", "600", "-w", "%{http_code}\n",
        "-X", "PUT", "-d", #"{"goal": 2000, "photo": "\#(photo)"}"#,
      ] + service.way.options
        + (0..<4).flatMap { ["-o", folder.file("answer-\($0)"), address] })
    #expect(said?.split(separator: "\n").sorted() == ["201", "409", "409", "409"])
  }

  /// During a challenge, new content is checked in the picture that is shown after the challenge,
  /// not in the challenge's picture.
  @Test func contentIsTriedDuringAChallenge() throws {
    #expect(try begin().status == 201)
    func put(_ note: String) throws -> Int {
      let person = #"{"device": "iphonese3", "lock": {"overflow": "fail"}, "notes": ["\#(note)"]}"#
      return try service.ask(write, ["-X", "PUT", "-d", person]).status
    }
    // The text does not fit in the picture that shows the notes, so it is rejected, although the
    // challenge's picture does not show it.
    #expect(try put(String(repeating: "W", count: 4000)) == 422)
    #expect(try put("Coffee") == 204)
    #expect(try service.ask(write + "/challenge").json?["steps"]?.number == 0)
  }

  /// A challenge is stored with the person and survives a restart.
  @Test func aChallengeOutlivesTheService() throws {
    let folder = try TemporaryFolder()
    var service = try RunningService(["--state", folder.file("state")], in: folder)
    let photo = try #require(
      try service.ask("/v1/photos", ["-T", Self.lake]).json?["photo"]?.string)
    let person = try service.ask(
      "/v1/people", ["-d", #"{"device": "iphonese3", "notes": ["Tea"]}"#])
    let write = try #require(person.json?["write"]?.string)
    let body = #"{"goal": 2000, "photo": "\#(photo)"}"#
    #expect(try service.ask(write + "/challenge", ["-X", "PUT", "-d", body]).status == 201)
    try folder.write(Self.export(700), to: "export.xml")
    let export = ["-X", "PUT", "--data-binary", "@" + folder.file("export.xml")]
    #expect(try service.ask(write + "/health", export).status == 200)
    service.tellToEnd()
    #expect(service.status() == 0)
    service = try RunningService(["--state", folder.file("state")], in: folder)
    #expect(try service.ask(write + "/challenge").json?["percent"]?.number == 35)
    #expect(try service.ask(write + "/lock.png").status == 200)
  }
}
