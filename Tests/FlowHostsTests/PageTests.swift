import FlowHosts
import Flows
import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// Tests the page that plays a flow, in a real browser.
@Suite(.tags(.torture)) struct PageTests {
  /// The page's script behaves like the engine, and each story is played to its end in three
  /// languages, with a mouse or only with the keyboard.
  @Test(.tags(.web)) func eachStoryIsPlayedInABrowser() throws {
    let folder = try TemporaryFolder()
    for (name, variant) in StoryTests.orders {
      let title = name + (variant.map { "-\($0)" } ?? "")
      let order = variant.map { ["--order", $0] } ?? []
      let made = try Program.run(
        ["flow", "page", name, "-q", "-o", "\(title).html"] + order, in: folder)
      #expect(made.status == 0, "\(made.error)")
      try folder.write(try walk(name, variant), to: "\(title).walk.json")
    }
    let script = Workspace.root + "/Tests/FlowHostsTests/play-page.py"
    let judge = Tool.run("/usr/bin/python3", [script, folder.path], withErrors: true)
    #expect(judge.status == 0, "\(judge.text.suffix(2000))")
    #expect(judge.text.split(separator: "\n").filter { $0.hasPrefix("ok:") }.count >= 30)
  }

  /// Returns the engine's results for random moves of all kinds, in the page's format.
  private func walk(_ name: String, _ variant: String?) throws -> String {
    let flow = try shippedFlows.story(name, variant: variant).flow
    var walk = StoryWalk(flow, seed: SeededGenerator.standardSeed &+ 1)
    let start = walk.state.json(flow)
    var turns: [JSONValue] = []
    for _ in 0..<(Torture.isOn ? 20_000 : 1500) {
      let turn = try walk.walk(readsBack: false)
      guard let move = walk.last.last, let written = Self.json(move, flow) else { continue }
      turns.append([
        "move": written, "state": turn.state.json(flow),
        "asked": .array(turn.asked.map { $0.json(flow) }),
        "ignored": turn.ignored.map { .string($0.word) } ?? .null,
      ])
    }
    return JSONValue.object(["start": start, "turns": .array(turns)]).text(pretty: false)
  }

  /// Returns the JSON of a move, or `nil` if the move refers to a position outside the flow.
  ///
  /// Such a position has no name, and such a move has no effect.
  private static func json(_ move: Move, _ flow: Flow) -> JSONValue? {
    switch move {
    case .tap(.always(let number)) where !flow.always.indices.contains(number): nil
    case .tap(.notice(let notice, let number))
    where !flow.notices.indices.contains(notice)
      || !flow.notices[notice].actions.indices.contains(number):
      nil
    default: move.json(flow)
    }
  }

  /// The page is a single file that loads no other files.
  @Test func aPageNeedsNothingElse() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(["flow", "page", "unwalk", "-q"], in: folder)
    #expect(made.status == 0, "\(made.error)")
    let text = try folder.text("unwalk.html")
    for outside in ["http://", "https://", "src=\"/", "@import", "url("] {
      let places = text.ranges(of: outside).filter { place in
        // Ignore SVG namespaces, data URLs and internal references, because a browser does not
        // fetch them.
        let rest = text[place.lowerBound...]
        return !["http://www.w3.org/", "url(\"data:", "url(#"].contains { rest.hasPrefix($0) }
      }
      #expect(places.isEmpty, "\(outside)")
    }
    // The policy allows no connections, not even to the page's own origin.
    let policy = try #require(text.firstMatch(of: /Content-Security-Policy" content="([^"]*)"/)?.1)
    #expect(policy.hasPrefix("default-src 'none'; img-src data:; "), "\(policy)")
    #expect(!policy.contains("connect-src") && !policy.contains("self"), "\(policy)")
    #expect(text.utf8.count < 900_000)
  }
}
