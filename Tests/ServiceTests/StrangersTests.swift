import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests that the service rejects invalid requests early and with short, helpful errors.
@Suite struct StrangersTests {
  /// An invalid token is rejected after the header, without waiting for the body.
  @Test func aBodyNeedsAToken() throws {
    let service = try RunningService(in: TemporaryFolder())
    let token = "w" + String(repeating: "A", count: 43)
    for token in ["x", token, "r" + token.dropFirst()] {
      for path in ["", "/content", "/health", "/challenge", "/state-notewall"] {
        let answer = try service.ask(
          "/p/\(token)\(path)",
          [
            "-X", "PUT", "-H", "Content-Type: application/json", "-H", "Content-Length: 4000000",
            "-H", "Expect:",
            "-d", "x",
          ])
        #expect(answer.status == 404 && answer.codes == ["not-found"], "\(path)")
      }
    }
    // With a valid token, the body is read.
    let made = try service.ask(
      "/v1/people", ["-d", #"{"device": "iphonese3", "lock": {}, "home": "keep", "notes": ["a"]}"#])
    let write = try #require(made.json?["write"]?.string)
    let put = try service.ask(write + "/content", ["-X", "PUT", "-d", #"{"notes": ["b"]}"#])
    #expect(put.status == 204, "\(put.text)")
    let read = try #require(made.json?["read"]?.string)
    #expect(
      try service.ask(read + "/content", ["-X", "PUT", "-d", #"{"notes": ["b"]}"#]).status == 404)
  }

  /// If a key or value is several megabytes long, the error does not repeat it.
  @Test func anErrorIsShort() throws {
    let folder = try TemporaryFolder()
    let service = try RunningService(in: folder)
    let long = String(repeating: "k", count: 3_000_000)
    for body in [
      #"{"devices": "iphonese3", "notes": ["x"], "\#(long)": 1}"#,
      #"{"devices": "\#(long)", "notes": ["x"]}"#,
      #"{"devices": "iphonese3", "notes": ["x"], "theme": "\#(long)"}"#,
      #"{"devices": "iphonese3", "notes": [{"\#(long)": "x"}]}"#,
      #"{"devices": "iphonese3", "content": {"\#(long)": []}}"#,
      #"{"devices": "iphonese3", "notes": ["x"], "set": {"\#(long)": 1}}"#,
    ] {
      try folder.write(body, to: "body")
      let answer = try service.render("@" + folder.file("body"))
      #expect(answer.status >= 400 && answer.body.count < 20_000, "\(answer.body.count)")
    }
  }

  /// An invalid lifetime is an error; the service does not fall back to the default of a month.
  @Test func aLifetimeIsANumberOfSeconds() throws {
    let service = try RunningService(in: TemporaryFolder())
    let request = #"{"devices": "iphonese3", "notes": ["a"]}"#
    for (lifetime, status) in [
      ("abc", 400), ("0", 400), ("-5", 400), ("1.5", 400), ("", 400), ("60s", 400), ("(x)", 400),
      ("60", 201),
      ("99999999999999999999999", 201),
    ] {
      let answer = try service.render(
        request, ["-H", "Prefer: return=representation; lifetime=\(lifetime)"])
      #expect(answer.status == status, "\(lifetime): \(answer.text.prefix(300))")
      #expect(status == 201 || answer.codes == ["invalid-request"])
    }
  }

  /// Hints mention fields of the request, not command-line options.
  @Test func hintsAreNotForShells() throws {
    let service = try RunningService(in: TemporaryFolder())
    for body in [
      "{", "{}", #"{"devices": "x9"}"#, #"{"devices": "iphonese3"}"#,
      #"{"devices": "iphonese3", "notes": ["a"], "theme": "zzzzz"}"#,
      #"{"devices": "iphonese3", "notes": ["a"], "template": "zzzzz"}"#,
      #"{"devices": "iphonese3", "notes": ["a"], "set": {"zzzz": 1}}"#,
      #"{"devices": "iphonese3", "notes": ["a"], "clock": "large", "format": "gif"}"#,
      #"{"devices": "iphonese3", "notes": ["a"], "template": "year-dots"}"#,
      #"{"devices": "iphonese3", "content": {"zzzz": []}}"#,
      #"{"devices": "iphonese3", "notes": ["a"], "color": "nvy"}"#,
    ] {
      let answer = try service.render(body)
      for error in answer.json?["errors"]?.elements ?? [] {
        let hint = error["hint"]?.string ?? ""
        #expect(!hint.contains("--") && !hint.contains("wallfarm "), "\(body): \(hint)")
      }
    }
  }
}
