import Foundation
import Testing

/// The counts in the README are correct.
@Suite struct CountTests {
  @Test(arguments: [
    (["device", "list"], "the pixels of {} iPhones and iPads"), (["theme", "list"], "{} themes"),
  ])
  func theReadmeCountsWhatIsListed(_ verb: [String], _ sentence: String) throws {
    let words = ["twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16]
    let program = buildFolder.appendingPathComponent("wallfarm").path
    let listed = run(program, verb + ["--names"]).text.split(separator: "\n").count
    let parts = sentence.components(separatedBy: "{}")
    let text = try Document("README.md").text
    let pattern =
      NSRegularExpression.escapedPattern(for: parts[0]) + "([0-9]+|[a-z]+)"
      + NSRegularExpression.escapedPattern(for: parts[1])
    let found = try NSRegularExpression(pattern: pattern)
      .matches(in: text, range: NSRange(text.startIndex..., in: text))
      .compactMap { Range($0.range(at: 1), in: text).map { String(text[$0]) } }
      .compactMap { Int($0) ?? words[$0] }
    #expect(found == [listed], "\(found) in the README, \(listed) listed")
  }

  /// A table of shipped items has a row for each.
  @Test(arguments: [
    (["flow", "list", "--names"], "Flows/README.md"), (["motion", "--names"], "Motions/README.md"),
  ])
  func everyOneHasARow(_ verb: [String], _ path: String) throws {
    let program = buildFolder.appendingPathComponent("wallfarm").path
    let listed = Set(run(program, verb).text.split(separator: "\n").map(String.init))
    let rows = Set(try Document(path).rows.compactMap { $0.first?.filter { $0 != "`" } })
    #expect(listed.subtracting(rows).isEmpty, "\(listed.subtracting(rows))")
    #expect(!listed.isEmpty)
  }
}
