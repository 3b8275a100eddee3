import BuiltInPlugins
import RenderPool
import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// Tests the fixes in HTTP errors by applying them with an independent implementation of JSON
/// Patch.
@Suite(.tags(.seeded)) struct FixTests {
  private let planner: RenderPlanner

  init() throws {
    let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
    planner = try RenderPlanner(
      Workspace.installation, .builtIn, .known,
      Uploads(
        mostBytes: 1 << 20, records: store.uploadRecords(KeyRing(), memoryBytes: 1 << 20)),
      clock: .standing(at: Moment(seconds: 1_800_000_000)))
  }

  /// A fix removes its error from a request, and the error's code is declared as fixable.
  @Test func aFixRemovesItsError() throws {
    var random = SeededGenerator()
    var fixes = 0
    for kind in BrokenRequests.kinds {
      for _ in 0..<10 {
        let broken = request(brokenBy: [kind], &random)
        for error in errors(in: broken) {
          guard let patch = patch(of: error) else { continue }
          fixes += 1
          #expect(error.code.isFixable, "\(error.code)")
          let repaired = try patch.applied(to: broken)
          #expect(
            !errors(in: repaired).contains { $0.code == error.code && $0.message == error.message },
            "seed \(random.seed): \(kind): \(error) in \(broken.text(pretty: false))")
        }
      }
    }
    #expect(fixes > 80)
  }

  /// Of 100 requests that are broken in ten ways, at least 90 are valid after three rounds in which
  /// every fix is applied.
  @Test func mostRequestsAreRepairedInThreeRounds() throws {
    var random = SeededGenerator()
    var failures: [String] = []
    for kind in BrokenRequests.kinds {
      for _ in 0..<10 {
        let broken = request(brokenBy: [kind], &random)
        #expect(!errors(in: broken).isEmpty, "seed \(random.seed): \(kind) breaks nothing")
        let left = repaired(broken)
        if let error = left.first {
          failures.append("\(kind): \(error.message) in \(broken.text(pretty: false))")
        }
      }
    }
    #expect(failures.count <= 10, "seed \(random.seed): \(failures.joined(separator: "\n"))")
  }

  /// Patches for several simultaneous errors never make a request unreadable, and repair at least
  /// 32 of 40 requests.
  @Test func severalBreakagesAreRepairedTogether() throws {
    var random = SeededGenerator()
    var valid = 0
    for _ in 0..<40 {
      let kinds = BrokenRequests.kinds.shuffled(using: &random).prefix(3)
      if repaired(request(brokenBy: Array(kinds), &random)).isEmpty { valid += 1 }
    }
    #expect(valid >= 32, "seed \(random.seed): only \(valid) of 40")
  }

  /// A request that belongs to a stored address does not come from the caller, so its errors have
  /// no fix.
  @Test func onlyABodyIsFixed() throws {
    let body = try JSONNode(parsing: #"{"devices": "iphone15", "notes": ["a"], "theme": "papre"}"#)
    for isBody in [true, false] {
      let error = try #require(errors(in: body, isBody: isBody).first)
      #expect((error.fix != nil) == isBody)
    }
  }

  /// A fix moves the text of a note and does not repeat it.
  @Test func aFixContainsNoWordsOfNotes() throws {
    let body = try JSONNode(parsing: #"{"devices": "iphone15", "notes": "secret"}"#)
    let error = try #require(errors(in: body, isBody: true).first)
    let fix = try #require(patch(of: error))
    #expect(!error.json.text(pretty: false).contains("secret"))
    let repaired = try fix.applied(to: body.plain)
    #expect(repaired == ["devices": "iphone15", "notes": ["secret"]])
  }

  private func request(
    brokenBy kinds: [BrokenRequests.Kind], _ random: inout SeededGenerator
  ) -> JSONValue {
    var members = BrokenRequests.valid(&random)
    for kind in kinds { kind.apply(&members, &random) }
    return .object(members)
  }

  /// Applies all fixes in three rounds, and returns the errors that remain.
  private func repaired(_ broken: JSONValue) -> [RenderError] {
    var request = broken
    for _ in 0..<3 {
      let found = errors(in: request)
      if found.isEmpty { return [] }
      for error in found {
        // A patch cannot be applied if an earlier patch has removed the value that it changes.
        if let next = try? patch(of: error)?.applied(to: request) { request = next }
      }
    }
    return errors(in: request)
  }

  private func patch(of error: RenderError) -> JSONPatch? {
    guard case .object(let members) = error.overHTTP.json else { return nil }
    return JSONPatch(members["fix"])
  }

  private func errors(in request: JSONValue) -> [RenderError] {
    guard let node = try? JSONNode(parsing: request.text(pretty: true)) else {
      Issue.record("the request is no JSON")
      return []
    }
    return errors(in: node, isBody: true)
  }

  private func errors(in body: JSONNode, isBody: Bool) -> [RenderError] {
    switch planner.plan(body, for: "", isBody: isBody) {
    case .success: []
    case .failure(let mistakes): mistakes.all
    }
  }
}
