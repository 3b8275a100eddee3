import Dispatch
import Service
import SourceJSON
import Synchronization
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// Requests that wait for the same remote photo, each with its own deadline.
@Suite struct RemoteWaitingTests {
  /// A photo server that answers on command and fails a set number of times.
  private final class Elsewhere: Sendable {
    let state = Mutex((asked: 0, failures: 0))
    let gate = DispatchSemaphore(value: 0)

    init(failing failures: Int = 0) { state.withLock { $0.failures = failures } }

    func photo() throws(RenderError) -> [UInt8] {
      let fails = state.withLock { state in
        state.asked += 1
        defer { state.failures -= 1 }
        return state.failures > 0
      }
      gate.wait()
      if fails { throw RenderError(.serviceBusy, "a test") }
      return [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0] + [UInt8](repeating: 1, count: 86)
        + [0xFF, 0xD9]
    }
  }

  private static func remote(
    _ elsewhere: Elsewhere, most: Int = 100, deadline: Duration = .seconds(100)
  ) throws -> RemotePhotos {
    RemotePhotos(
      uploads: try .inMemory(mostBytes: 4 << 20), most: most, deadline: deadline,
      download: { (_) throws(RenderError) in try elsewhere.photo() })
  }

  private final class Ends: Sendable {
    let codes = Mutex<[String: String]>([:])
    var all: [String: String] { codes.withLock { $0 } }

    func ask(
      _ remote: RemotePhotos, _ name: String, for client: String = "a", address: String = "x",
      since began: SuspendingClock.Instant = SuspendingClock().now
    ) throws {
      let root = try JSONNode(parsing: #"{"photo": "https://a.example/\#(address)"}"#)
      remote.replace(in: root, for: client, since: began) { result in
        let code: String
        switch result {
        case .success: code = "a photo"
        case .failure(let error): code = error.code.rawValue
        }
        self.codes.withLock { $0[name] = ($0[name].map { $0 + "+" } ?? "") + code }
      }
    }
  }

  /// If one request times out before the photo is fetched, other requests for the photo continue.
  @Test func theOthersGoOnWhereTheFirstIsTooLate() throws {
    let (elsewhere, ends) = (Elsewhere(), Ends())
    let remote = try Self.remote(elsewhere)
    // Keep all threads busy with other photos.
    for number in 1...4 { try ends.ask(remote, "other \(number)", address: "\(number)") }
    #expect(eventually { elsewhere.state.withLock { $0.asked } == 4 })
    try ends.ask(remote, "first", since: SuspendingClock().now - .seconds(1000))
    try ends.ask(remote, "second")
    for _ in 1...5 { elsewhere.gate.signal() }
    #expect(eventually { ends.all.count == 6 })
    #expect(ends.all["first"] == "order-late" && ends.all["second"] == "a photo")
  }

  /// Requests that arrive during a fetch share a new fetch if the first fetch fails.
  @Test func aFailureIsToldToThoseThatItWasFor() throws {
    let (elsewhere, ends) = (Elsewhere(failing: 1), Ends())
    let remote = try Self.remote(elsewhere)
    try ends.ask(remote, "first")
    #expect(eventually { elsewhere.state.withLock { $0.asked } == 1 })
    for name in ["second", "third"] { try ends.ask(remote, name) }
    for _ in 1...2 { elsewhere.gate.signal() }
    #expect(eventually { ends.all.count == 3 })
    #expect(
      ends.all == ["first": "service-busy", "second": "a photo", "third": "a photo"])
    #expect(elsewhere.state.withLock { $0.asked } == 2)
  }

  /// If a request is displaced by another client, other requests for the same photo are queued
  /// again, or rejected if the queue is full.
  @Test func theOthersGoOnWhereTheFirstLosesItsPlace() throws {
    let (elsewhere, ends) = (Elsewhere(), Ends())
    let remote = try Self.remote(elsewhere, most: 2)
    // Only two requests may wait, so each of these requests must be on its thread before the next
    // one arrives.
    for number in 1...4 {
      try ends.ask(remote, "other \(number)", address: "\(number)")
      #expect(eventually { elsewhere.state.withLock { $0.asked } == number })
    }
    for number in 5...6 { try ends.ask(remote, "a \(number)", address: "\(number)") }
    try ends.ask(remote, "a 6 too", address: "6")
    // Client `b` displaces the request `a 6`; `a 6 too` is then queued again, but rejected because
    // the queue is full.
    try ends.ask(remote, "b", for: "b", address: "7")
    #expect(ends.all["a 6"] == "service-busy")
    for _ in 1...8 { elsewhere.gate.signal() }
    #expect(eventually { ends.all.count == 8 })
    #expect(ends.all["b"] == "a photo" && ends.all["a 5"] == "a photo")
    #expect(ends.all["a 6 too"] == "service-busy")
  }
}
