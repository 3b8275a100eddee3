import Foundation
import Testing
import WallfarmTesting

/// Tests the JavaScript client in `clients/javascript` with Node and in a browser.
@Suite(.tags(.web)) struct JavaScriptClientTests {
  private static let folder = Workspace.root + "/clients/javascript"

  /// Each test file starts its own service; `recipes` runs the code of the README.
  @Test(arguments: ["client", "fix", "recipes", "transport", "types"])
  func theClientWorksOnNode(_ name: String) throws {
    let run = Tool.run(
      "node", ["--test", "--test-reporter=tap", "\(Self.folder)/tests/\(name).test.mjs"],
      withErrors: true,
      environment: [
        "WALLFARM_PROGRAM": Program.path, "WALLFARM_HOME": Workspace.root, "LC_ALL": "C.UTF-8",
        "WALLFARM_KEY_FILE": Program.keyFile,
      ])
    #expect(run.status == 0, "\(run.text.suffix(5000))")
    func count(_ kind: String) -> Int? {
      let line = run.text.split(separator: "\n").last { $0.hasPrefix("# \(kind) ") }
      return line.flatMap { Int($0.dropFirst(kind.count + 3)) }
    }
    #expect(count("fail") == 0 && count("skipped") == 0 && count("todo") == 0)
    #expect((count("pass") ?? 0) > 10)
  }

  /// The list above names every test file, because the tests in other files would not run.
  @Test func everyFileOfTestsRuns() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/tests")
    let names = files.filter { $0.hasSuffix(".test.mjs") }.map { $0.dropLast(".test.mjs".count) }
    #expect(Set(names) == ["client", "fix", "recipes", "transport", "types"])
  }

  @Test func theClientWorksInABrowser() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let key = "1234567890123456789012"
    try folder.write("app \(key)\n", to: "keys")
    let service = try RunningService(["--keys", folder.file("keys")], in: folder, port: port)
    let judge = Tool.run(
      "/usr/bin/python3",
      [
        Workspace.root + "/Tests/ServiceTests/play-client.py", "http://127.0.0.1:\(port)", key,
      ], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(3000)) \(service.log.suffix(500))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count == 14)
  }
}
