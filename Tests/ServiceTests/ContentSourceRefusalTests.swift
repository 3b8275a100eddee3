import SourceJSON
import Testing
import WallfarmTesting

/// The service does not fetch content: it refuses URLs in requests.
@Suite struct ContentSourceRefusalTests {
  @Test(arguments: [
    (#"{"notes": ["a"], "sources": ["URL"]}"#, "sources-refused"), (#""URL""#, "not-over-http"),
  ])
  func contentOverHTTPNamesNoURLs(_ content: String, _ code: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(#"["Tea"]"#, to: "notes.json")
    let server = try PhotoServer(documents: folder)
    let service = try RunningService(in: folder)
    let written = content.replacing("URL", with: server.address("/documents/notes.json"))
    let answer = try service.render(#"{"devices": "iphone15", "content": \#(written)}"#)
    #expect(answer.status == 422 && answer.codes == [code], "\(answer.text)")
    #expect(try server.requests().isEmpty)
  }
}
