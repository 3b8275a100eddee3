import Foundation
import SourceJSON
import Testing
import WallfarmTesting

/// `render` terminates at its deadline, regardless of what blocks it.
///
/// No test depends on timing, because the blocked code never ends by itself.
@Suite(.tags(.torture)) struct DeadlineTests {
  /// A hanging library blocks the rendering thread, as a hanging decoder would; a hanging program
  /// makes the host wait.
  @Test(arguments: ["library", "program"])
  func whatNeverAnswersIsAnErrorAndLeavesNothing(_ carrier: String) throws {
    let plugins = try PluginFolder()
    try plugins.writeTemplate("hang", kind: "layout", to: "templates/hang")
    let header = "\(Workspace.root)/Plugins/SDK"
    if carrier == "library" {
      let path = try plugins.write("hang", ["carrier": ["library": "plugin.so"]])
      try plugins.folder.write(
        """
        #include "wallfarm_plugin.h"
        #include <unistd.h>
        const wallfarm_plugin *wallfarm_plugin_1(void) { for (;;) pause(); }
        """, to: "hang.c")
      let built = Tool.run(
        "gcc",
        [
          "-shared", "-fPIC", "-I", header, plugins.folder.file("hang.c"), "-o",
          path + "/plugin.so",
        ],
        withErrors: true)
      try #require(built.status == 0, "\(built.text)")
    } else {
      try plugins.write("hang")
      try plugins.folder.write(
        "import signal\nwhile True: signal.pause()\n", to: "plugins/hang/plugin.py")
    }
    let before = plugins.folder.names
    let finished = try Program.run(
      [
        "render", "--template", "templates/hang", "--device", "iphone8", "-n", "Buy milk", "-o",
        "a.png", "--plugins", "plugins", "--plugin-timeout", "86400", "--deadline", "0.5",
      ], in: plugins.folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "deadline-exceeded", "\(finished.error)")
    #expect(finished.problem.message.contains("0.5 s"))
    #expect(!finished.error.contains("Buy milk"))
    #expect(plugins.folder.names == before)
  }

  /// The default deadline is one minute, so only `make torture` runs this test.
  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["WALLFARM_TORTURE"] != nil, "takes a minute"))
  func whatNeverAnswersEndsAfterAMinute() throws {
    let plugins = try PluginFolder()
    try plugins.writeTemplate("hang", kind: "layout", to: "templates/hang")
    try plugins.write("hang")
    try plugins.folder.write(
      "import signal\nwhile True: signal.pause()\n", to: "plugins/hang/plugin.py")
    let finished = try Program.run(
      [
        "render", "--template", "templates/hang", "--device", "iphone8", "-n", "Buy milk", "-o",
        "a.png", "--plugins", "plugins", "--plugin-timeout", "86400",
      ], in: plugins.folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "deadline-exceeded", "\(finished.error)")
    #expect(finished.problem.message.contains("60 s"))
  }

  @Test(arguments: ["none", "0", "86400"])
  func aDeadlineThatIsNotReachedChangesNothing(_ deadline: String) throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-t", "home", "-o", "a.png", "--deadline", deadline], in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(folder.names == ["a.png"])
  }

  @Test(arguments: [
    ["--deadline", "soon"], ["--deadline", "-1"], ["--deadline", "9", "--watch"],
  ])
  func aDeadlineThatMakesNoSenseIsAnError(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-t", "home", "-o", "a.png"] + words, in: folder)
    #expect(finished.status != 0)
    #expect(finished.error.contains("--deadline"), "\(finished.error)")
    #expect(folder.names == [])
  }
}
