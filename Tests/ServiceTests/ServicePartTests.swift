import Designs
import Dispatch
import Files
import Glibc
import HTTP
import RenderPool
import Service
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Unit tests for the parts of a service.
@Suite struct ServicePartTests {
  @Test func thoseWhoWaitTakeTurns() {
    var queue = FairQueue<String>(most: 100)
    for number in 1...4 { #expect(queue.add("a\(number)", of: "a") == nil) }
    for number in 1...2 { #expect(queue.add("b\(number)", of: "b") == nil) }
    #expect(queue.add("c1", of: "c") == nil)
    queue.remove("a2", of: "a")
    queue.remove("nothing", of: "a")
    queue.remove("c1", of: "d")
    #expect(queue.count == 6)
    var taken: [String] = []
    while let one = queue.take() { taken.append(one) }
    #expect(taken == ["a1", "b1", "c1", "a3", "b2", "a4"])
    #expect(queue.count == 0)
  }

  /// If the queue is full, a new request displaces the last request of the client with the most
  /// requests.
  ///
  /// The new request is rejected if no other client has more requests than its own client.
  @Test func whoAsksForMuchMakesRoom() {
    var queue = FairQueue<String>(most: 4)
    for number in 1...4 { _ = queue.add("a\(number)", of: "a") }
    #expect(queue.add("a5", of: "a") == "a5")
    #expect(queue.add("b1", of: "b") == "a4")
    #expect(queue.add("b2", of: "b") == "a3")
    #expect(queue.add("b3", of: "b") == "b3")
    #expect(queue.add("c1", of: "c") == "b2")
    #expect(queue.count == 4)
  }

  /// All addresses and people of an owner share one turn in the queue.
  @Test func partsShareTheTurnOfTheirOwner() {
    var queue = FairQueue<String>(most: 100)
    for part in 1...3 {
      for number in 1...2 {
        #expect(queue.add("a\(part)\(number)", of: Turn("a", part: "\(part)")) == nil)
      }
    }
    for number in 1...3 { #expect(queue.add("b\(number)", of: Turn("b")) == nil) }
    var taken: [String] = []
    while let one = queue.take() { taken.append(one) }
    #expect(taken == ["a11", "b1", "a21", "b2", "a31", "b3", "a12", "a22", "a32"])
  }

  /// If the queue is full, a client with many addresses loses requests to another client.
  ///
  /// Within a client, the address with the most requests loses one.
  @Test func manyAddressesMakeRoom() {
    var queue = FairQueue<String>(most: 6)
    for part in 1...6 { #expect(queue.add("a\(part)", of: Turn("a", part: "\(part)")) == nil) }
    #expect(queue.add("a7", of: Turn("a", part: "7")) == "a7")
    let refused = (1...4).map { queue.add("b\($0)", of: Turn("b")) }
    #expect(refused.prefix(2).allSatisfy { $0?.hasPrefix("a") == true })
    #expect(refused[2]?.hasPrefix("a") == true && refused[3] == "b4")
    #expect(queue.count == 6)

    var own = FairQueue<String>(most: 4)
    for number in 1...4 { _ = own.add("x\(number)", of: Turn("a", part: "x")) }
    #expect(own.add("y1", of: Turn("a", part: "y")) == "x4")
    #expect(own.add("y2", of: Turn("a", part: "y")) == "x3")
    #expect(own.add("y3", of: Turn("a", part: "y")) == "y3")
    own.remove("y1", of: Turn("a", part: "x"))
    #expect(own.count == 4)
    own.remove("y1", of: Turn("a", part: "y"))
    #expect(own.count == 3)
  }

  /// No more jobs run at the same time than allowed, and every waiting job runs eventually.
  @Test(arguments: [1, 3])
  func aPlanningThreadHasItsWidth(_ threads: Int) {
    let planning = PlanningThread("test", most: 100, threads: threads)
    let counts = Mutex((now: 0, most: 0, done: 0, refused: 0))
    let gate = DispatchSemaphore(value: 0)
    for number in 0..<150 {
      planning.run(
        for: "\(number % 7)",
        {
          counts.withLock { counts in
            counts.now += 1
            counts.most = max(counts.most, counts.now)
          }
          gate.wait()
          counts.withLock { counts in
            counts.now -= 1
            counts.done += 1
          }
        }, orElse: { counts.withLock { $0.refused += 1 } })
    }
    #expect(eventually { counts.withLock { $0.now == threads } })
    // The limit applies to waiting jobs, not to running jobs.
    let refused = counts.withLock(\.refused)
    #expect((50 - threads...50).contains(refused))
    for _ in 0..<150 { gate.signal() }
    #expect(eventually { counts.withLock { $0.done + $0.refused == 150 } })
    #expect(counts.withLock { $0.most == threads })
  }

  @Test func keysAreReadAndKnown() throws {
    let folder = try TemporaryFolder()
    let key = "0123456789012345678901"
    let file = try folder.write("# a remark\n\n app  \(key) \r\nother_1 \(key)x\n", to: "keys")
    chmod(file, 0o600)
    let keys = try AccessKeys(file: file, origin: .option("keys"))
    #expect(keys.count == 2)
    // Several keys with the same name belong to one client, so that a key can be rotated.
    let both = try folder.write("app \(key)\nother \(key)o\napp \(key)n\n", to: "both")
    chmod(both, 0o600)
    let several = try AccessKeys(file: both, origin: .option("keys"))
    #expect(several.name("Bearer \(key)") == "app" && several.name("Bearer \(key)n") == "app")
    #expect(several.name("Bearer \(key)o") == "other")
    #expect(throws: RenderError.self) {
      try AddressKeys(file: both, origin: .option("address-keys"))
    }
    #expect(keys.name("Bearer \(key)") == "app")
    #expect(keys.name("bearer \(key)x") == "other_1")
    for wrong in [
      nil, "", "Bearer", "Bearer ", key, "Basic \(key)", "Bearer \(key)y", "Bearer x \(key)",
    ] {
      #expect(keys.name(wrong) == nil)
    }
  }

  @Test(arguments: [
    "", "# nothing\n", "app", "app short", "app 0123456789012345678901 more",
    "a/b 0123456789012345678901", "a 0123456789012345678901\na 0123456789012345678901",
    "a 0123456789012345678901\nb 0123456789012345678901",
  ])
  func aFileOfKeysIsSoundOrNotUsed(_ text: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "keys")
    chmod(file, 0o600)
    let error = #expect(throws: RenderError.self) {
      try AccessKeys(file: file, origin: .option("keys"))
    }
    #expect(error?.code.rawValue == "key-unusable")
    #expect(error?.description.contains("01234567890") != true)
  }

  /// A key file may be readable by its group and may be a symbolic link, like a mounted secret;
  /// wider permissions are rejected.
  @Test(
    arguments: [
      (0o600, true), (0o400, true), (0o440, true), (0o640, true), (0o644, false), (0o604, false),
      (0o660, false), (0o602, false),
    ] as [(mode_t, Bool)])
  func aFileOfKeysIsSecret(_ mode: mode_t, _ isSecret: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("app 0123456789012345678901\n", to: "keys")
    symlink(file, folder.file("link"))
    chmod(file, mode)
    for path in [file, folder.file("link")] {
      let access = Result { () throws(RenderError) in
        try AccessKeys(file: path, origin: .option("keys"))
      }
      let addresses = Result { () throws(RenderError) in
        try AddressKeys(file: path, origin: .option("address-keys"))
      }
      for error in [access.map { _ in 0 }, addresses.map { _ in 0 }].map({ result in
        if case .failure(let error) = result { error } else { nil as RenderError? }
      }) {
        #expect(
          (error == nil) == isSecret && (error == nil || error?.code.rawValue == "key-unusable"))
      }
    }
  }

  /// The service keeps its own keys in a regular file, which it creates only once.
  @Test func ownKeysAreNoLink() throws {
    let folder = try TemporaryFolder()
    let made = try AddressKeys(keptIn: folder.path, origin: .option("state"))
    let again = try AddressKeys(keptIn: folder.path, isNeeded: true, origin: .option("state"))
    #expect(made.first.code("a", "b") == again.first.code("a", "b"))
    rename(folder.file("address-keys"), folder.file("elsewhere"))
    func code() -> String? {
      let error = #expect(throws: RenderError.self) {
        try AddressKeys(keptIn: folder.path, isNeeded: true, origin: .option("state"))
      }
      return error?.code.rawValue
    }
    #expect(code() == "key-unusable")
    symlink(folder.file("elsewhere"), folder.file("address-keys"))
    #expect(code() == "key-unusable")
  }

  /// An error message remains short, regardless of how long the invalid value is.
  @Test func errorsOverHTTPAreShort() throws {
    let long = String(repeating: "ä", count: 1_000_000)
    var error = RenderError(.unknownKey, "'\(long)' is no key", hint: long, also: long)
    error.subject = long
    let answer = Problem(422, [RenderError](repeating: error, count: 60)).answer
    #expect(answer.body.count < 500_000)
    #expect(answer.headers.contains(HTTPHeader("Retry-After", "1")) == false)
  }

  /// The response for a full store has no Retry-After, because space becomes free only when an
  /// entry expires.
  @Test(
    arguments: [
      (.serviceBusy, "1"), (.serviceStopping, "1"), (.workerKilled, "1"), (.storeFull, nil),
      (.unknownTheme, nil),
    ] as [(ErrorCode, String?)])
  func onlyWhatIsSoonBetterIsTriedAgain(_ code: ErrorCode, _ seconds: String?) {
    let answer = Problem([RenderError(code, "a")]).answer
    #expect(answer.headers.first { $0.name == "Retry-After" }?.value == seconds)
  }

  @Test(arguments: [
    ("unknown-theme", "did you mean 'paper'?", "did you mean 'paper'?"),
    ("unknown-theme", "'wallfarm theme list' shows the themes", "GET /v1/themes shows the themes"),
    ("unknown-device", "'device list' shows all 46", "GET /v1/devices shows all 46"),
    (
      "wrong", "use --format png, or set a background",
      "use \"format\": \"png\", or set a background"
    ),
    (
      "wrong", "use --effort small for a smaller file, or --format jpeg or webp",
      "use \"effort\": \"small\" for a smaller file, or \"format\": \"jpeg\" or \"webp\""
    ),
    (
      "wrong", "make it smaller, or raise --max-photo-memory",
      "make it smaller, or raise \"max-photo-memory\""
    ),
    ("wrong", "'wallfarm describe content' shows its keys", "GET /v1/schema shows its keys"),
    ("wrong", "'wallfarm describe lock' shows them", "GET /v1/templates shows them"),
    (
      "no-notes", "add at least one: --note 'Buy milk'",
      "add \"notes\": [\"Buy milk\"] or \"content\""
    ),
  ])
  func hintsAreForThoseWhoSendRequests(_ code: String, _ hint: String, _ expected: String) {
    let error = RenderError(ErrorCode(code, .invalid), "a", hint: hint).overHTTP
    #expect(error.hint == expected)
  }

  @Test func originsAreForThoseWhoSendRequests() {
    let error = RenderError(ErrorCode("wrong", .invalid), "a", origin: .option("strict"))
    #expect(error.overHTTP.origin == .parameter("strict"))
  }

  @Test(arguments: [
    "see 'wallfarm doctor'", "begin one: wallfarm x new --goal 3", "'wallfarm queue list' has all",
  ])
  func noHintIsForAShell(_ hint: String) {
    let told = RenderError(ErrorCode("wrong", .invalid), "a", hint: hint).overHTTP.hint
    #expect(told?.contains("--") == false && told?.contains("operator") == true)
  }

  /// A structurally valid JPEG of 100 bytes with a single scan.
  private func photo(_ number: UInt8) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: number, count: 86)
      + [0xFF, 0xD9]
  }

  /// The least recently used photos are evicted, and a client can use only its own photos.
  ///
  /// Even a small photo counts with a minimum size, because each photo is an open file.
  @Test func photosHaveALimit() throws {
    let room = 256 << 10
    let uploads = try Uploads.inMemory(mostBytes: 3 * room)
    let names = try (1...3).map { try uploads.keep(photo($0), for: "a") }
    #expect(try uploads.keep(photo(1), for: "a") == names[0])
    #expect(uploads.bytes == 3 * room)
    _ = try uploads.photo(names[1], of: "a")
    let fourth = try uploads.keep(photo(4), for: "b")
    #expect(uploads.bytes == 3 * room)
    #expect(throws: RenderError.self) { try uploads.photo(names[2], of: "a") }
    #expect(throws: RenderError.self) { try uploads.photo(names[1], of: "b") }
    #expect(throws: RenderError.self) { try uploads.photo(fourth, of: "a") }
    #expect(try uploads.photo(fourth, of: "b").count == 100)
    #expect(throws: RenderError.self) { try uploads.keep([1, 2, 3], for: "a") }
    #expect(throws: RenderError.self) {
      try uploads.keep(
        Array(photo(1).dropLast(2)) + [UInt8](repeating: 0, count: 4 * room) + [0xFF, 0xD9],
        for: "a")
    }
  }

  /// Evicted photos still count toward the limit while requests wait for them.
  @Test func photosThatAreWaitedForHaveALimit() throws {
    let uploads = try Uploads.inMemory(mostBytes: 256 << 10)
    var held: [HeldInput] = []
    var refused: RenderError?
    for number in 1...5 where refused == nil {
      do throws(RenderError) {
        held.append(try uploads.photo(try uploads.keep(photo(UInt8(number)), for: "a"), of: "a"))
      } catch {
        refused = error
      }
    }
    #expect(refused?.code.rawValue == "service-busy")
    #expect(held.count == 3)
    held = []
    #expect(try uploads.keep(photo(9), for: "a").hasPrefix("sha256-"))
  }

  @Test(
    arguments: [
      ("localhost:8080", nil, true), ("127.0.0.1:8080", nil, true), ("[::1]:8080", nil, true),
      ("localhost:8080", "http://localhost:8080", true), ("evil.example", nil, false),
      ("localhost:8080", "https://evil.example", false), ("localhost:8080", "null", false),
      ("localhost.evil.example", nil, false), ("127.0.0.1.evil.example", nil, false),
      ("[::1]evil.example", nil, false), ("localhost:evil.example", nil, false),
      ("localhost@evil.example", nil, false), ("[::2]:8080", nil, false), ("", nil, false),
      ("[::1]", "http://[::1]", true), ("LOCALHOST", nil, true),
    ] as [(String, String?, Bool)])
  func pagesOfOtherSitesAreTold(_ host: String, _ origin: String?, _ isOwn: Bool) {
    let headers = [HTTPHeader("Host", host)] + (origin.map { [HTTPHeader("Origin", $0)] } ?? [])
    let head = HTTPHead(method: "POST", target: "/v1/render", headers: headers)
    #expect((head.crossOriginReason == nil) == isOwn)
  }

  @Test(arguments: [
    ("\"a\"", true), ("*", true), ("\"b\" , W/\"a\" ", true), ("\"a\" , \"b\"", true),
    ("\"b\"", false), ("a", false), ("", false),
  ])
  func aTagIsFoundAmongSeveral(_ tags: String, _ isThere: Bool) {
    let head = HTTPHead(
      method: "GET", target: "/", headers: [HTTPHeader("If-None-Match", tags)])
    #expect(head.matches("\"a\"") == isThere)
  }

  @Test(arguments: [
    ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
    ("00-00000000000000000000000000000000-b7ad6b7169203331-01", false),
    ("00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01", false), ("", false), ("a-b", false),
  ])
  func aTraceIsReadAsItIsWritten(_ parent: String, _ isOne: Bool) {
    let head = HTTPHead(
      method: "GET", target: "/", headers: [HTTPHeader("traceparent", parent)])
    #expect((head.traceID == "0af7651916cd43dd8448eb211c80319c") == isOne)
    #expect((head.traceID != nil) == isOne)
  }
}

extension Uploads {
  /// Creates an in-memory store of uploads that no person and no address shows.
  static func inMemory(mostBytes: Int) throws -> Uploads {
    let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
    return Uploads(
      mostBytes: mostBytes, records: store.uploadRecords(KeyRing(), memoryBytes: mostBytes))
  }
}
