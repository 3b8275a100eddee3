import Authoring
import Testing

/// The report of a saved change has one line for each edit.
@Suite struct TokenChangesTests {
  private func set(_ value: String) -> TokenChanges.Token { TokenChanges.Token(value, isSet: true) }
  private func standard(_ value: String) -> TokenChanges.Token {
    TokenChanges.Token(value, isSet: false)
  }

  @Test func whatFollowsIsNotTold() {
    var (before, now) = (["fonts.weight": set("400")], ["fonts.weight": set("600")])
    for script in 1...15 {
      before["scriptWeights.s\(script)"] = standard("400")
      now["scriptWeights.s\(script)"] = standard("600")
    }
    #expect(TokenChanges.lines(from: before, to: now) == ["fonts.weight: 400 → 600"])
  }

  @Test func changesThatSomebodyMadeAreToldEach() {
    #expect(
      TokenChanges.lines(
        from: [
          "colors.a": set("#000"), "colors.b": set("#000"), "gone": set("1"), "x": standard("1"),
          "same": set("1"), "back": set("2"),
        ],
        to: [
          "colors.a": set("#fff"), "colors.b": set("#fff"), "x": set("2"), "new": set("3"),
          "same": set("1"), "back": standard("1"),
        ])
        == [
          "back: 2 → 1", "colors.a: #000 → #fff", "colors.b: #000 → #fff", "gone: 1 → none",
          "new: none → 3", "x: 1 → 2",
        ])
    #expect(TokenChanges.lines(from: [:], to: ["a": set("1")]).isEmpty)
  }
}
