import Testing
import WallfarmTesting

/// Tests `scripts/watch-tests`, which ends test runs that hang.
@Suite struct WatchedRunTests {
  /// Runs a script as if it were a test run.
  private func watch(_ script: String, _ options: [String]) -> (text: String, status: Int32) {
    Tool.run(Document.file("scripts/watch-tests"), options + ["bash", "-c", script])
  }

  @Test func aRunThatHangsNamesItsUnfinishedTests() {
    let events = """
      ◇ Test run started.
      ◇ Suite Letters started.
      ◇ Suite Words started.
      ◇ Test a() started.
      ◇ Test b(_:) started.
      ◇ Test case passing 1 argument text → "c" to b(_:) started.
      ✔ Test b(_:) with 2 test cases passed after 0.100 seconds.
      ➜ Test d() skipped: "no zsh"
      ➜ Test a() skipped: "no fish"
      ✘ Suite Words failed after 0.200 seconds with 1 issue.
      """
    let result = watch("echo '\(events)'; sleep 1000; exit 0", ["--silence", "3"])
    #expect(result.status == 1)
    let message = "\nThe run printed nothing for 3 seconds and was ended."
    #expect(result.text.hasPrefix(events + message), "\(result.text)")
    #expect(result.text.contains(" sleep 1000"))
    #expect(
      result.text.hasSuffix("Its unfinished suites and tests:\nSuite Letters\nTest a()\n"),
      "\(result.text)")
  }

  /// The process has another session and parent, and its environment is empty.
  @Test func aProcessThatOutlivesTheRunDoesNotKeepItFromEnding() {
    let result = watch("env -i setsid sleep 1000 & exit 3", ["--leftover", "1"])
    #expect(result.status == 3)
    #expect(
      result.text.hasPrefix("These processes kept the output open after the tests had ended")
        && result.text.contains("sleep 1000"), "\(result.text)")
  }

  @Test(arguments: [0, 3] as [Int32])
  func otherwiseTheResultIsThatOfTheRun(_ status: Int32) {
    let result = watch("echo said; exit \(status)", [])
    #expect(result.text == "said\n" && result.status == status)
  }
}
