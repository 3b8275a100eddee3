import Foundation
import Testing
import WallfarmTesting

/// Checks drawings and pictures of flows with independent programs.
@Suite struct PictureTests {
  @Test func aDrawingOfAFlowIsSVGThatOthersRead() throws {
    let folder = try TemporaryFolder()
    for name in ["notewall", "nevernote", "chronomap", "unwalk"] {
      let made = try Program.run(["flow", "graph", name, "-q"], in: folder)
      #expect(made.status == 0, "\(made.error)")
      let drawn = Tool.run(
        "/usr/bin/rsvg-convert", [folder.file("\(name).svg"), "-o", folder.file("\(name).png")],
        withErrors: true)
      #expect(drawn.status == 0, "\(drawn.text)")
      #expect(try folder.bytes("\(name).png").count > 20_000)
    }
  }

  @Test func mermaidNamesEachStepAndEachWay() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(
      ["flow", "graph", "nevernote", "-f", "mermaid", "-o", "-", "-q"], in: folder)
    let lines = String(decoding: made.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(lines.first == "flowchart TD")
    for step in ["welcome", "writing", "gestures", "settings", "tasks", "done"] {
      #expect(lines.contains { $0.hasPrefix("  s-\(step)[") }, "\(step)")
    }
    #expect(lines.contains(#"  s-welcome -->|"next"| s-writing"#))
    #expect(lines.contains { $0.hasSuffix("| finish") })
  }

  /// Each step is drawn as one card at the pixel size of the screen; a tip is drawn as a spotlight.
  @Test func eachStepIsAPictureForEachDevice() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(
      ["flow", "cards", "nevernote", "-d", "iphone8,ipad10", "-o", "cards"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    let names = folder.names(in: "cards")
    #expect(names.count == 12)
    #expect(names.contains("01-welcome-iphone8.png") && names.contains("06-done-ipad10.png"))
    for (name, size) in [("iphone8", "750x1334"), ("ipad10", "1640x2360")] {
      let seen = Tool.run(
        "/usr/bin/identify", ["-format", "%wx%h", folder.file("cards/03-gestures-\(name).png")])
      #expect(seen.text == size)
    }
  }
}
