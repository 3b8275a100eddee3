import BuiltInPlugins
import Designs
import Files
import Graphics
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The time of a picture, from the request to the receipt.
@Suite(.tags(.torture)) struct TimeTests {
  private static func renderer(at moment: String = "2026-11-23T22:59:59Z") throws -> Renderer {
    let moment = try #require(Moment(moment))
    return try Renderer(
      installation: Workspace.installation, plugins: .builtIn, key: .known,
      clock: .standing(at: moment))
  }

  private static func request(_ dates: [(String, String)], now: String? = nil) throws
    -> RenderRequest
  {
    var request = RenderRequest(template: "countdown", device: "iphonese3")
    request.content[.dates] = try dates.map { title, date in
      ContentEntry(["title": .text(title), "date": .when(try #require(When(date)))])
    }
    request.now = now.flatMap(When.init)
    request.zone = "Europe/Berlin"
    return request
  }

  private static func texts(_ renderer: Renderer, _ request: RenderRequest) throws -> [String] {
    try renderer.compose(try renderer.resolve(request)).scene.foreground.flatMap(\.allTexts)
      .map { $0.content.block.text }
  }

  @Test func theDayIsThatOfTheZone() throws {
    let renderer = try Self.renderer()
    var request = try Self.request([("x", "2026-12-24")])
    #expect(try Self.texts(renderer, request).first == "31")
    // One second later, a new day starts in Berlin but not yet in UTC.
    let later = try Self.renderer(at: "2026-11-23T23:00:00Z")
    #expect(try Self.texts(later, request).first == "30")
    request.zone = "UTC"
    #expect(try Self.texts(later, request).first == "31")
    request.now = When("2026-12-24T10:00")
    #expect(try Self.texts(later, request).first == "Today")
  }

  @Test func onlyTheDayCountsForFingerprintAndFile() throws {
    let renderer = try Self.renderer()
    func receipt(_ now: String) throws -> RenderReceipt {
      try renderer.render(try Self.request([("x", "2026-12-24")], now: now))
    }
    let morning = try receipt("2026-11-23T08:00")
    let evening = try receipt("2026-11-23T23:59:59")
    #expect(morning.sha256 == evening.sha256 && morning.fingerprint == evening.fingerprint)
    #expect(morning.expires == Moment("2026-11-24T00:00:00+01:00"))
    #expect(morning.now?.written == "2026-11-23T00:00:00+01:00")
    let next = try receipt("2026-11-24")
    #expect(next.fingerprint != morning.fingerprint)
    #expect(morning.line.contains(#""expires":"2026-11-24T00:00:00+01:00""#))
  }

  @Test func aLayoutThatLooksAtNoTimeIsTrueForEver() throws {
    let renderer = try Self.renderer()
    var request = RenderRequest(device: "iphonese3", notes: [Note("a")])
    let plain = try renderer.render(request)
    request.now = When("2030-01-01")
    request.zone = "Asia/Kathmandu"
    let other = try renderer.render(request)
    #expect(plain.sha256 == other.sha256 && plain.fingerprint == other.fingerprint)
    #expect(plain.now == nil && plain.expires == nil && !plain.line.contains("expires"))
  }

  @Test func theClockIsReadOnceForAllPictures() throws {
    let reads = Counter()
    let renderer = try Renderer(
      installation: Workspace.installation, plugins: .builtIn,
      clock: TimeSource { reads.next() })
    var requests = try ["iphonese3", "iphone15"].map { device in
      var request = try Self.request([("x", "2026-12-24")])
      request.device = device
      return request
    }
    requests[1].zone = nil
    _ = try renderer.render(requests)
    #expect(reads.count == 1)
  }

  @Test func planningFindsTheSame() throws {
    let checker = try RequestChecker(
      installation: Workspace.installation, plugins: .builtIn, key: .known,
      clock: .standing(at: try #require(Moment("2026-11-23T22:59:59Z"))))
    let request = try Self.request([("x", "2026-12-24")])
    let checked = try checker.check(request)
    #expect(checked.looksAtTime)
    #expect(try Self.renderer().render(request).fingerprint == checked.fingerprint)
    #expect(
      try !checker.check(RenderRequest(device: "iphonese3", notes: [Note("a")])).looksAtTime)
  }

  @Test func aFrozenRequestSaysItsTime() throws {
    let moment = try #require(Moment("2026-11-23T22:59:59Z"))
    let request = try Self.request([("x", "2026-12-24")])
    let frozen = request.frozen(at: moment, in: "UTC")
    #expect(frozen.now == .moment(moment) && frozen.zone == "Europe/Berlin")
    #expect(
      try Self.request([], now: "2030-01-01").frozen(at: moment, in: "UTC").now
        == When("2030-01-01"))
    let node = try JSONNode(parsing: JSONValue.object(frozen.fields).text(pretty: false))
    let members = Dictionary(
      uniqueKeysWithValues: (node.members ?? []).map { ($0.key, $0.value) })
    let read = try RequestReader(members, files: .init()).request()
    #expect(read.now == frozen.now && read.zone == frozen.zone)
  }

  @Test(arguments: [
    ("now", "tomorrow", "invalid-parameter"), ("now", "2026-02-30", "invalid-parameter"),
    ("zone", "Berlin/Europe", "unknown-zone"),
  ])
  func whatIsNoTimeIsRefused(_ field: String, _ text: String, _ code: String) throws {
    let values = [field: JSONNode(.string(text))]
    let error = try #require(throws: RenderError.self) {
      try RequestReader(values, files: FileScope()).request()
    }
    #expect(error.code.rawValue == code && error.origin == .option(field))
  }

  /// The picture is the same at `expires` − 1 s and differs at `expires`.
  @Test func aPictureIsTrueUntilItExpires() throws {
    let renderer = try Self.renderer()
    var random = SeededGenerator()
    let zones = [
      "Europe/Berlin", "America/Santiago", "Asia/Beirut", "Pacific/Apia", "UTC", "+05:45",
    ]
    var never = 0
    for round in 0..<(Torture.isOn ? 120 : 40) {
      let start = Moment(seconds: .random(in: 1_700_000_000...2_000_000_000, using: &random))
      var request = RenderRequest(template: "countdown", device: "iphonese3")
      request.zone = zones.randomElement(using: &random)
      request.settings = [
        Setting(key: "past", value: Bool.random(using: &random) ? "hide" : "count-up")
      ]
      request.content[.dates] = (0..<Int.random(in: 0...3, using: &random)).map { index in
        let at = start.adding(.random(in: -200_000...400_000, using: &random))
        let day = Now(at, in: .utc).day
        return ContentEntry([
          "title": .text("date \(index)"),
          "date": .when(Bool.random(using: &random) ? .moment(at) : .day(day)),
        ])
      }
      func scene(_ moment: Moment) throws -> (Composition, RenderPlan) {
        request.now = .moment(moment)
        let plan = try renderer.resolve(request)
        return (try renderer.compose(plan), plan)
      }
      let (first, _) = try scene(start)
      guard let expires = first.expires else {
        never += 1
        #expect(try scene(start.adding(86_400 * 400)).0.scene == first.scene, "round \(round)")
        continue
      }
      #expect(expires > start)
      #expect(try scene(expires.adding(-1)).0.scene == first.scene, "round \(round)")
      #expect(try scene(expires).0.scene != first.scene, "round \(round)")
    }
    #expect(never > 0)
  }

  /// Counts reads of the clock.
  private final class Counter: @unchecked Sendable {
    // The tests render on one thread.
    private(set) var count = 0

    func next() -> Moment {
      count += 1
      return Moment(seconds: 1_800_000_000 + count)
    }
  }
}
