import Foundation
import SourceJSON
import Synchronization
import Testing
import WallfarmTesting

/// The parts of the configuration that SIGHUP reloads while the service answers requests.
@Suite struct ReloadTests {
  /// Sends requests from another thread until it ends, and counts those that fail.
  private final class Traffic: Sendable {
    private struct State {
      var isEnding = false
      var hasEnded = false
      var sent = 0
      var failed: [Int] = []
    }

    private let state = Mutex(State())

    init(_ send: @escaping @Sendable (Int) -> Int) {
      Thread.detachNewThread { [self] in
        while !state.withLock(\.isEnding) {
          let number = state.withLock { state in
            state.sent += 1
            return state.sent
          }
          let status = send(number)
          if status != 200 { state.withLock { $0.failed.append(status) } }
        }
        state.withLock { $0.hasEnded = true }
      }
    }

    var sent: Int { state.withLock(\.sent) }

    /// Stops sending, and returns the statuses of the requests that failed.
    func end() -> [Int] {
      state.withLock { $0.isEnding = true }
      #expect(eventually { state.withLock(\.hasEnded) })
      return state.withLock(\.failed)
    }
  }

  /// Hosts in the configuration file, and themes in the user's folder, take effect without a restart
  /// and without a failed request.
  @Test func hostsAndThemesAreReloaded() throws {
    let folder = try TemporaryFolder()
    func configure(_ hosts: [String]) throws {
      let list = hosts.map { #""\#($0)""# }.joined(separator: ", ")
      try folder.write(
        #"{"photos-from": [\#(list)], "content-from": [\#(list)]}"#, to: "serve.json")
    }
    try configure([])
    // Workers can read only the folders that exist when they start.
    try folder.write("", to: "data/wallfarm/themes/.keep")
    let service = try RunningService(
      ["--config", folder.file("serve.json")], in: folder,
      environment: ["XDG_DATA_HOME": folder.file("data")])
    let (options, base) = service.way
    let traffic = Traffic { number in
      let request = #"{"devices": "iphonese3", "notes": ["\#(number)"]}"#
      let status = Tool.output(
        of: "curl",
        ["-sS", "-o", "/dev/null", "-w", "%{http_code}", "-d", request, base + "/v1/render"]
          + options)
      return status.flatMap { Int($0) } ?? 0
    }
    func photoCode() throws -> String? {
      try service.render(
        #"{"devices": "iphonese3", "notes": ["a"], "photo": "https://photos.invalid/a.jpg"}"#
      ).codes.first
    }
    func contentCode() throws -> String? {
      let person = #"""
        {"device": "iphonese3",
         "content": {"sources": ["https://photos.invalid/a.json"]}}
        """#
      return try service.ask("/v1/people", ["-d", person]).codes.first
    }
    func hasTheme() throws -> Bool {
      try service.ask("/v1/themes").text.contains("\"dusk\"")
    }
    func reload() {
      let before = service.log.split(separator: "hosts reloaded").count
      kill(service.processID, SIGHUP)
      #expect(eventually { service.log.split(separator: "hosts reloaded").count > before })
    }
    let (photo, content) = (try photoCode(), try contentCode())
    #expect(photo == "not-over-http" && content == "sources-refused")
    try configure(["photos.invalid"])
    try folder.write(
      ##"{"format": 1, "summary": "Dusk.", "extends": "paper"}"##,
      to: "data/wallfarm/themes/dusk.json")
    #expect(try !hasTheme())
    reload()
    #expect(try eventually { try hasTheme() })
    // The name does not resolve, so the fetch fails, but the host is allowed.
    #expect(try photoCode() == "fetch-failed" && contentCode() == "fetch-failed")
    // A name that was unknown is looked up again after a second.
    let request = #"{"devices": "iphonese3", "notes": ["a"], "theme": "dusk"}"#
    #expect(try eventually { try service.render(request).status == 200 })
    // A host can be withdrawn; an invalid file changes nothing.
    try configure(["other.invalid"])
    reload()
    #expect(try photoCode() == "host-refused" && contentCode() == "host-refused")
    try configure(["not a host"])
    kill(service.processID, SIGHUP)
    #expect(eventually { service.log.contains("the current configuration is kept") })
    #expect(try photoCode() == "host-refused")
    try configure([])
    reload()
    #expect(try photoCode() == "not-over-http" && contentCode() == "sources-refused")
    #expect(traffic.end() == [] && traffic.sent > 5)
  }
}
