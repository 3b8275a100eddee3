import BuiltInPlugins
import Files
import RenderFarm
import RenderPool
import Requests
import Service
import SourceJSON
import Testing
import WallfarmCore
import WallfarmPluginKit
import WallfarmTesting

/// The orders that the service makes from requests.
@Suite struct RenderPlannerTests {
  private static let moment = Moment(seconds: 1_800_000_000)

  private static let bodies = [
    #"{"devices": "iphone15", "notes": ["Buy milk"]}"#,
    #"{"devices": ["iphonese3", "ipad10"], "notes": ["ü", {"text": "b", "done": true}], "theme": "fog"}"#,
    #"{"devices": "iphone15", "content": {"notes": ["Call Ana"]}, "color": "navy", "format": "webp"}"#,
    #"{"devices": "iphone15", "notes": ["a"], "set": {"max-size": 30, "min-size": "20"}, "missing": "box"}"#,
    #"{"devices": "iphone15", "notes": ["a"], "now": "2026-12-24", "zone": "Europe/Berlin"}"#,
  ]

  /// A worker reads the same request that the client sent, with the arrival time and the time zone.
  @Test(arguments: bodies) func theRequestOfAClientReachesTheWorker(_ body: String) throws {
    let store = try ServiceStore.inMemory(mostBytes: 1 << 20)
    let planner = try RenderPlanner(
      Workspace.installation, .builtIn, .known,
      Uploads(
        mostBytes: 1 << 20, records: store.uploadRecords(KeyRing(), memoryBytes: 1 << 20)),
      clock: .standing(at: Self.moment))
    let planned = try planner.plan(JSONNode(parsing: body), for: "").get()
    let file = try RequestFile.read(
      JSONNode(parsing: body), named: "request",
      files: FileScope(folder: "/dev/null", isConfined: true)
    ).get()
    try #require(planned.count == file.requests.count)
    for (picture, request) in zip(planned, file.requests) {
      let read = try #require(try OrderedRequest(JSONNode(parsing: picture.order.request)))
      #expect(read.planned == nil)
      #expect(read.request == request.frozen(at: Self.moment, in: RenderRequest.localZone))
    }
  }
}
