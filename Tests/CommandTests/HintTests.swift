import Testing
import WallfarmTesting

/// Hints that refer to a list do not give the number of its entries, because this number may
/// change.
@Suite struct HintTests {
  @Test(arguments: [
    (["render", "-d", "qqqqqq", "-n", "x"], "'wallfarm device list' shows all names"),
    (
      ["render", "-d", "iphone8", "-n", "x", "--theme", "qqqqqq"],
      "'wallfarm theme list' shows all names"
    ),
    (
      ["render", "-d", "iphone8", "-n", "x", "--template", "qqqqqq"],
      "'wallfarm template list' shows all names"
    ),
    (
      ["render", "-d", "iphone8", "-n", "x", "--set", "font=qqqqqqqq"],
      "'wallfarm font list' shows all names"
    ),
    (["render", "-n", "x"], "add --device iphone15; 'wallfarm device list' lists all devices"),
    (["motion", "hook", "-d", "qqqqqqq"], "'wallfarm device list' shows all names"),
    (["check", "fonts.json"], "'wallfarm font list' shows all names"),
  ])
  func aHintNamesAListWithoutACount(_ words: [String], _ hint: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"format": 1, "extends": "midnight", "summary": "x", "fonts": {"text": "Qqqqqqqq"}}"#,
      to: "fonts.json")
    let finished = try Program.run(words, in: folder)
    #expect(finished.problem.hint == hint, "\(finished.error)")
  }
}
