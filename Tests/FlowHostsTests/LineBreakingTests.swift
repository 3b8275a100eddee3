import Diagnostics
import FlowHosts
import Flows
import SourceJSON
import Testing
import WallfarmTesting

/// Lines break between words at any width, and no text is lost.
@Suite struct LineBreakingTests {
  @Test(arguments: [60, 80, 100], ["en", "ar", "ja"])
  func everyStepFits(_ columns: Int, _ language: String) throws {
    for name in shippedFlows.names {
      let story = try shippedFlows.story(name)
      for step in story.flow.steps.indices {
        var state = FlowState(story.flow)
        state.step = step
        for line in Conversation(story, language: language, state: state).lines {
          let broken = line.broken(at: columns)
          for part in broken.split(separator: "\n") {
            #expect(width(part) <= columns, "\(name) \(story.flow.steps[step].name): \(part)")
          }
          #expect(
            broken.filter { !$0.isWhitespace } == line.filter { !$0.isWhitespace }, "\(broken)")
        }
      }
    }
  }

  private func width(_ text: Substring) -> Int {
    text.reduce(0) { $0 + min(2, $1.unicodeScalars.reduce(0) { max($0, $1.printedWidth) }) }
  }

  @Test(arguments: [
    ("  1  one two three", 14, "  1  one two\n     three"),
    ("  a  one two three", 14, "  a  one two\n     three"),
    ("12. one two three", 11, "12. one two\n    three"), ("one two", 3, "one\ntwo"),
    ("a-very-long-address.example", 10, "a-very-long-address.example"), ("", 10, ""),
    ("one\n\ntwo", 10, "one\n\ntwo"), ("one  two", 8, "one  two"),
    ("メモを書く。", 10, "メモを書\nく。"), ("「メモ」を書く", 8, "「メモ」\nを書く"),
    ("1. メモを書く", 9, "1. メモを\n   書く"),
  ])
  func linesContinueBelowTheirFirstWord(_ text: String, _ columns: Int, _ expected: String) {
    #expect(text.broken(at: columns) == expected)
  }
}
