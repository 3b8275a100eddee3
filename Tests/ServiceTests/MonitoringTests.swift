import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the dashboard and the alert rules against the metrics of a service.
@Suite struct MonitoringTests {
  private static let folder = Workspace.root + "/docs/monitoring"

  /// Runs a service until it has a value for each metric, and returns the metrics.
  private static func metrics(in folder: TemporaryFolder) throws -> String {
    let collector = "http://127.0.0.1:9/v1/traces"
    let service = try RunningService(
      ["--metrics", "unix:\(folder.file("figures"))", "--traces", collector], in: folder)
    #expect(try service.render(#"{"devices": "iphonese3", "notes": ["a"]}"#).status == 200)
    #expect(try service.render(#"{"devices": "nope", "notes": ["a"]}"#).status == 422)
    let address = try service.render(
      #"{"devices": "iphonese3", "notes": ["b"]}"#, ["-H", "Prefer: return=representation"])
    let path = try #require(address.json?["address"]?.string)
    #expect(try service.ask(path).status == 200)
    // A damaged photo fails in a worker.
    let lake = URL(fileURLWithPath: Workspace.root + "/Flows/unwalk/lake.jpg")
    let photo = try Data(contentsOf: lake)
    try photo.prefix(photo.count / 2).write(to: URL(fileURLWithPath: folder.file("half.jpg")))
    let kept = try service.ask("/v1/photos", ["-T", folder.file("half.jpg")])
    let name = try #require(kept.json?["photo"]?.string, "\(kept.text)")
    let damaged = try service.render(
      #"{"devices": "iphonese3", "notes": ["a"], "photo": "\#(name)"}"#)
    #expect(damaged.status == 422, "\(damaged.text)")
    service.killWorkers()
    #expect(
      eventually {
        (service.metrics ?? "").contains("wallfarm_worker_restarts_total{")
          && service.figure("ready") == 1
      })
    return try #require(service.metrics)
  }

  private static func check(_ folder: TemporaryFolder, _ dashboard: String) -> String {
    Tool.run(
      Workspace.root + "/.build/python/bin/python",
      [
        "-B", Workspace.root + "/Tests/ServiceTests/monitoring.py", folder.file("metrics"),
        dashboard, self.folder + "/alerts.yml", Workspace.root + "/docs/operations.md",
      ], withErrors: true
    ).text
  }

  @Test func theDashboardAndTheAlertsUseTheMetrics() throws {
    let folder = try TemporaryFolder()
    try folder.write(try Self.metrics(in: folder), to: "metrics")
    let said = Self.check(folder, Self.folder + "/dashboard.json")
    let counts = try #require(
      said.wholeMatch(of: #/checked (\d+) samples and (\d+) expressions\n/#), "\(said)")
    #expect(try #require(Int(counts.output.1)) > 150, "\(said)")
    #expect(try #require(Int(counts.output.2)) > 50, "\(said)")

    // The check finds an unknown metric, an unknown label, and a counter without a rate.
    let dashboard = try String(contentsOfFile: Self.folder + "/dashboard.json", encoding: .utf8)
    for (found, replacement, problem) in [
      ("wallfarm_waiting_pictures", "wallfarm_pictures_waiting", "no metric is named"),
      ("sum by (stage)", "sum by (stages)", "has no label stages"),
      (#"found=\"yes\""#, #"found=\"maybe\""#, "has no found maybe"),
      ("sum(rate(wallfarm_requests_total", "sum((wallfarm_requests_total", "panel 'Requests'"),
    ] {
      try #require(dashboard.contains(found), "\(found)")
      try folder.write(dashboard.replacing(found, with: replacement), to: "dashboard.json")
      #expect(Self.check(folder, folder.file("dashboard.json")).contains(problem), "\(found)")
    }
  }
}
