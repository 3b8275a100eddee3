import Foundation
import Testing
import WallfarmPluginKit
import WallfarmTesting
import wallfarm

/// Command-line arguments are read correctly even if preloaded code moves the environment.
///
/// This test can fail only with a statically linked Swift runtime: the shared runtime reads the
/// arguments before the environment can move.
@Suite struct ProgramWordsTests {
  /// C code that moves the environment before `main`; the arguments are then no longer next to it,
  /// where Swift expects them.
  private static let library = """
    #define _GNU_SOURCE
    #include <stdio.h>
    #include <stdlib.h>
    __attribute__((constructor)) static void load(void) {
      char name[32];
      for (int i = 0; i < 64; i++) {
        snprintf(name, sizeof name, "PRELOADED_%d", i);
        setenv(name, "yes", 1);
      }
    }
    """

  private func run(_ words: String) throws -> Finished {
    let folder = try TemporaryFolder()
    try folder.write(Self.library, to: "early.c")
    let (text, status) = Tool.run(
      "gcc",
      ["-shared", "-fPIC", "-o", folder.file("early.so"), folder.file("early.c")],
      withErrors: true)
    try #require(status == 0, "\(text)")
    return try Program.bash("LD_PRELOAD=./early.so '\(Program.path)' " + words, in: folder)
  }

  @Test func theyAreFoundBehindCodeThatMovesTheEnvironment() throws {
    let plain = try Program.bash("\"$wallfarm\" device list", in: TemporaryFolder())
    let preloaded = try run("device list")
    #expect(preloaded.status == 0, "\(preloaded.error)")
    #expect(preloaded.output == plain.output)
    // If the job file does not exist, the batch must not be reported as a success.
    #expect(try run("batch there-is-none.json --output out").problem.code == "file-unreadable")
  }

  @Test func theyReachWorkersAndTheProgramsOfPlugins() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      #"{"jobs":[{"template":"lock","devices":"iphone8","notes":["Buy milk"]}]}"#, to: "jobs.json")
    try folder.write(Self.library, to: "early.c")
    let finished = try Program.bash(
      """
      gcc -shared -fPIC -o early.so early.c &&
        LD_PRELOAD=$PWD/early.so '\(Program.path)' batch jobs.json --output out
      """, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    let made = try FileManager.default.subpathsOfDirectory(atPath: folder.file("out"))
    #expect(made.contains { $0.hasSuffix(".png") })
  }

  @Test func emptyOnesAndBytesThatAreNoTextArriveAsSwiftHasThem() throws {
    let words = #"list '' $'caf\xe9' 'two words' "#
    let plain = try Program.bash("\"$wallfarm\" " + words, in: TemporaryFolder())
    let preloaded = try run(words)
    #expect(plain.status != 0)
    #expect(preloaded.error == plain.error)
    #expect(preloaded.status == plain.status)
  }

  @Test func withoutTheKernelsListItIsAnErrorAndNoHelp() throws {
    let error = #expect(throws: RenderError.self) {
      try ProgramWords.find(known: [], list: TemporaryFolder().file("none"))
    }
    #expect(error?.code == .argumentsUnknown)
    #expect(try ProgramWords.find(known: ["wallfarm", "list"], list: "none") == ["list"])
  }

  @Test func theKernelsListIsReadWordByWord() throws {
    let folder = try TemporaryFolder()
    func words(_ bytes: String) throws -> [String] {
      try folder.write(bytes, to: "cmdline")
      return try ProgramWords.fromKernel(folder.file("cmdline"))
    }
    #expect(try words("wallfarm\0") == [])
    #expect(try words("wallfarm\0\0a\0\0") == ["", "a", ""])
    #expect(try words("wallfarm\0a b\0é") == ["a b", "é"])
    let long = String(repeating: "x", count: 300_000)
    #expect(try words("wallfarm\0\(long)\0end\0") == [long, "end"])
    #expect(throws: RenderError.self) { try words("") }
    #expect(throws: RenderError.self) { try ProgramWords.fromKernel(folder.file("none")) }
  }
}
