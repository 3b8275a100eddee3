import Foundation
import Testing
import WallfarmTesting

/// Tests the service against its OpenAPI document with requests that schemathesis generates.
///
/// The tests run only in `make torture`, because they request thousands of pictures.
@Suite(.enabled(if: Torture.isOn, "takes some minutes"), .tags(.torture))
struct ContractTests {
  private static let program = Workspace.root + "/.build/python/bin/st"

  @Test(arguments: [false, true])
  func whatIsAnsweredIsWhatIsDescribed(_ hasKeys: Bool) throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let key = "1234567890123456789012"
    try folder.write("tester \(key)\n", to: "keys")
    let service = try RunningService(
      hasKeys ? ["--keys", folder.file("keys")] : [], in: folder, port: port)
    let (said, status) = Tool.run(
      Self.program,
      [
        "--config-file", "\(Workspace.root)/Tests/ServiceTests/schemathesis.toml", "run",
        "http://127.0.0.1:\(port)/openapi.json", "--max-examples", "100", "--request-timeout",
        "600",
        "--no-color",
      ] + (hasKeys ? ["--header", "Authorization: Bearer \(key)"] : []), withErrors: true)
    #expect(status == 0, "\(said.suffix(20_000))")
    #expect(try service.ask("/readyz").status == 200)
  }

  /// Generates a client from the document, and calls every operation with the document's examples.
  @Test func everyOperationIsCalledByAGeneratedClient() throws {
    let folder = try TemporaryFolder()
    let port = try #require(RunningService.freePort)
    let key = "1234567890123456789012"
    try folder.write("tester \(key)\n", to: "keys")
    let service = try RunningService(
      [
        "--keys", folder.file("keys"), "--flow", "notewall", "--webhook-to", "app.example.com",
      ], in: folder, port: port)
    try folder.write(try service.ask("/openapi.json").text, to: "openapi.json")
    try folder.write("post_hooks: []\n", to: "config.yml")
    let tools = Workspace.root + "/.build/python/bin/"
    let (made, status) = Tool.run(
      tools + "openapi-python-client",
      [
        "generate", "--path", folder.file("openapi.json"), "--meta", "none", "--output-path",
        folder.file("client"), "--config", folder.file("config.yml"),
      ], withErrors: true)
    #expect(status == 0, "\(made.suffix(2000))")
    let (said, result) = Tool.run(
      tools + "python",
      [
        "-B", Workspace.root + "/Tests/ServiceTests/generated.py", "http://127.0.0.1:\(port)",
        folder.path, key, Workspace.root + "/Flows/unwalk/lake.jpg",
      ], withErrors: true)
    #expect(result == 0, "\(said.suffix(5000))")
    #expect(said.split(separator: "\n").count { $0.hasPrefix("ok:") } > 120, "\(said.suffix(2000))")
  }
}
