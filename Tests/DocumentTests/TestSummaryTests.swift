import Testing
import WallfarmTesting

/// `scripts/test-summary` hides passing tests but nothing that explains a failure.
@Suite struct TestSummaryTests {
  /// The output of a run, and the expected summary.
  struct Run: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let output: String
    let summary: String
    var status: Int32 = 0
  }

  private static let failure =
    "  ✘ Test a() recorded an issue at A.swift:1:2: Expectation failed\n"
    + (Array(1...20).map { "    ↳ \($0)\n" } + ["    ...\n"]
    + Array(26...45).map { "    ↳ \($0)\n" }).joined()

  static let runs = [
    Run(
      testDescription: "a suite inside another, and a test without a suite",
      output: """
        ◇ Suite Outer started.
        ◇ Test case passing 1 argument text → "✔ Suite No
        more" to inner(_:) started.
        ✔ Test inner(_:) with 1 test case passed after 0.100 seconds.
        ✔ Suite "Inner" passed after 0.200 seconds.
        ✔ Suite Outer passed after 0.300 seconds.
        ✔ Test free() passed after 0.100 seconds.
        ✔ Test run with 2 tests in 2 suites passed after 0.400 seconds.
        """,
      summary: """
        ✔ Suite "Inner" passed after 0.200 seconds.
        ✔ Suite Outer passed after 0.300 seconds.

        The whole output is in RAW.
        ✔ Test run with 2 tests in 2 suites passed after 0.400 seconds.

        """),
    Run(
      testDescription: "a long failure, which states its error at the end",
      output: "✘ Test a() recorded an issue at A.swift:1:2: Expectation failed\n"
        + (1...45).map { "↳ \($0)\n" }.joined()
        + "✘ Test run with 1 test in 1 suite failed after 0.300 seconds with 1 issue.\n",
      summary: failure + "\nFailed:\n" + failure + "\nThe whole output is in RAW.\n"
        + "✘ Test run with 1 test in 1 suite failed after 0.300 seconds with 1 issue.\n"),
    Run(
      testDescription: "a failure with values of two lines, and a skipped test",
      output: """
        ✘ Test a() recorded an issue at A.swift:1:2: Expectation failed: (text → "one
        two") == "three"
        ↳ the reason
        ◇ Test b() started.
        ➜ Test c() skipped: "no zsh"
        ✘ Test a() failed after 0.100 seconds with 1 issue.
        ↳ /// The promise of a.
        ✘ Suite Letters failed after 0.200 seconds with 1 issue.
        ✘ Test run with 3 tests in 1 suite failed after 0.300 seconds with 1 issue.
        """,
      summary: """
          ✘ Test a() recorded an issue at A.swift:1:2: Expectation failed: (text → "one
            two") == "three"
            ↳ the reason
        ✘ Suite Letters failed after 0.200 seconds with 1 issue.

        Skipped:
          ➜ Test c() skipped: "no zsh"

        Failed:
          ✘ Test a() recorded an issue at A.swift:1:2: Expectation failed: (text → "one
            two") == "three"
            ↳ the reason

        The whole output is in RAW.
        ✘ Test run with 3 tests in 1 suite failed after 0.300 seconds with 1 issue.

        """),
    Run(
      testDescription: "stray output before an event and after the summary, and colors",
      output: """
        a test prints this
        without a line end\u{1B}[92m✔\u{1B}[0m Suite Prints passed after 0.200 seconds.
        Fatal error: of a program that a test lets crash
        ✔ Test run with 1 test in 1 suite passed after 0.300 seconds.
        a program was killed
        """,
      summary: """
        ✔ Suite Prints passed after 0.200 seconds.

        The whole output is in RAW.
        ✔ Test run with 1 test in 1 suite passed after 0.300 seconds.

        """),
    Run(
      testDescription: "a run that crashes",
      output: """
        ✔ Suite Early passed after 0.200 seconds.
        ◇ Test last() started.
        Fatal error: Index out of range
        error: Exited with unexpected signal code 4
        """,
      summary: """
        ✔ Suite Early passed after 0.200 seconds.

        The whole output is in RAW.

        The last lines:
        ✔ Suite Early passed after 0.200 seconds.
        ◇ Test last() started.
        Fatal error: Index out of range
        error: Exited with unexpected signal code 4

        The test run ended without a summary.

        """, status: 1),
  ]

  @Test(arguments: runs)
  func theLastLineIsSwiftsOwnSummary(_ run: Run) throws {
    let folder = try TemporaryFolder()
    try folder.write(run.output + "\n", to: "output")
    let result = Self.summarize(in: folder)
    #expect(result.text.replacing(folder.file("raw"), with: "RAW") == run.summary)
    #expect(result.status == run.status)
    #expect(try folder.text("raw") == run.output + "\n")
  }

  /// The beginning of a crash trace is shown even if the trace has more lines than the script
  /// keeps.
  @Test func theBeginningOfALongTraceIsShown() throws {
    let folder = try TemporaryFolder()
    let frames = (1...100).map { "frame \($0)\n" }.joined()
    try folder.write("Fatal error: Index out of range\n" + frames, to: "output")
    let lines = Self.summarize(in: folder).text.split(separator: "\n")
    #expect(lines.contains("Fatal error: Index out of range"))
    #expect(lines.contains("frame 100") && !lines.contains("frame 60"))
    #expect(lines.last == "The test run ended without a summary.")
  }

  private static func summarize(in folder: TemporaryFolder) -> (text: String, status: Int32) {
    Tool.run(
      Document.file("scripts/test-summary"), ["raw=\(folder.file("raw"))", folder.file("output")],
      withErrors: true)
  }
}
