import Foundation
import Testing

/// The counts in the README are correct.
@Suite struct CountTests {
  @Test func theReadmeCountsTheThemes() throws {
    let words = ["twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16]
    let program = buildFolder.appendingPathComponent("wallfarm").path
    let listed = run(program, ["theme", "list", "--names"]).text.split(separator: "\n").count
    let found = try Document("README.md").text.matches(of: /([0-9]+|[a-z]+) themes/)
      .compactMap { Int($0.1) ?? words[String($0.1)] }
    #expect(found == [listed], "\(found) in the README, \(listed) listed")
  }

  /// A table of bundled items has a row for each item.
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
