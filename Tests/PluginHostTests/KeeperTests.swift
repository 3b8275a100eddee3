import Foundation
import Testing
import WallfarmTesting

/// `plugin add` and `remove` copy nothing from outside the plugin and delete none of the user's
/// files.
@Suite struct KeeperTests {
  private static let plugins = ".data/wallfarm/plugins"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    #expect(try wallfarm(folder, "plugin", "new", "my-notes").status == 0)
    return folder
  }

  private func wallfarm(_ folder: TemporaryFolder, _ words: String...) throws -> Finished {
    try Program.run(
      words, in: folder,
      environment: ["XDG_DATA_HOME": folder.file(".data"), "WALLFARM_PLUGINS": ""])
  }

  private func shell(_ folder: TemporaryFolder, _ line: String) throws {
    let done = Tool.run("sh", ["-c", "cd '\(folder.path)' && \(line)"], withErrors: true)
    try #require(done.status == 0, "\(done.text)")
  }

  /// A symbolic link in a downloaded plugin could point to a private key, and the plugin could then
  /// read the copied key.
  @Test(arguments: [
    ("ln -s ../secret my-notes/palette.bin", "'palette.bin' is a link"),
    ("mkdir my-notes/sub; ln -s ../../secret my-notes/sub/x", "'sub/x' is a link"),
    ("ln -s /usr/share my-notes/data", "'data' is a link"),
    ("ln -s plugin.json my-notes/other.json", "'other.json' is a link"),
    ("mkfifo my-notes/pipe", "'pipe' is a named pipe"),
    ("mv my-notes/plugin.json p; ln -s ../p my-notes/plugin.json", "'plugin.json' is a link"),
    ("touch my-notes/a.png my-notes/A.png", "the same name as 'A.png'"),
    ("mkdir -p my-notes/1/2/3/4/5/6/7/8/9", "'1/2/3/4/5/6/7/8/9' is nested too deep"),
  ])
  func whatLeadsOutIsNotCopied(command: String, words: String) throws {
    let folder = try folder()
    try folder.write("secret", to: "secret")
    try shell(folder, command)
    let finished = try wallfarm(folder, "plugin", "add", "my-notes")
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "plugin-not-copied", "\(finished.error)")
    #expect(finished.problem.message.contains(words), "\(finished.error)")
    #expect(folder.names(in: Self.plugins) == [])
  }

  @Test func aCopyIsNeverWiderThanItsSource() throws {
    let folder = try folder()
    try folder.write("private", to: "my-notes/private.txt")
    try folder.write("#!/bin/sh", to: "my-notes/run.sh")
    try shell(
      folder, "chmod 600 my-notes/private.txt && chmod 4777 my-notes/run.sh && umask 0")
    #expect(try wallfarm(folder, "plugin", "add", "my-notes").status == 0)
    let place = "\(Self.plugins)/my-notes"
    let modes = Tool.run(
      "stat", ["-c", "%a", folder.file("\(place)/private.txt"), folder.file("\(place)/run.sh")])
    #expect(modes.text == "600\n755\n")
  }

  /// Removing a plugin does not delete a file that the user added to the installed plugin or
  /// changed in it.
  @Test(arguments: [
    ("echo mine > %/letter.txt", "a file that was added after installation: 'letter.txt'"),
    ("mkdir %/mine", "a folder that was added after installation: 'mine'"),
    ("echo mine >> %/README.md", "its file 'README.md' was changed"),
    ("rm %/.wallfarm-added.json", "was not installed by"),
    ("ln -s /etc/passwd %/passwd", "a link that was added after installation: 'passwd'"),
  ])
  func whatIsAPersonsIsNotDeleted(command: String, words: String) throws {
    let folder = try folder()
    #expect(try wallfarm(folder, "plugin", "add", "my-notes").status == 0)
    try shell(folder, command.replacing("%", with: Self.plugins + "/my-notes"))
    let before = folder.names(in: Self.plugins + "/my-notes")
    let finished = try wallfarm(folder, "plugin", "remove", "my-notes")
    #expect(finished.hasFailedAsDocumented && finished.problem.code == "plugin-not-ours")
    #expect(finished.problem.message.contains(words), "\(finished.error)")
    #expect(folder.names(in: Self.plugins + "/my-notes") == before)
  }

  @Test func whatPythonLeavesBehindGoesWithIt() throws {
    let folder = try folder()
    #expect(try wallfarm(folder, "plugin", "add", "my-notes").status == 0)
    try folder.write("x", to: Self.plugins + "/my-notes/__pycache__/x.pyc")
    #expect(try wallfarm(folder, "plugin", "remove", "my-notes").status == 0)
    #expect(folder.names(in: Self.plugins) == [])
  }

  /// A partial folder that a killed run left behind does not prevent adding the plugin again.
  @Test func whatAKilledRunLeftIsTakenAway() throws {
    let folder = try folder()
    #expect(try wallfarm(folder, "plugin", "add", "my-notes").status == 0)
    try shell(
      folder,
      "cd \(Self.plugins) && mv my-notes .wallfarm-adding-my-notes"
        + " && rm .wallfarm-adding-my-notes/README.md"
        + " && echo half > .wallfarm-adding-my-notes/plugin.json")
    #expect(try wallfarm(folder, "plugin", "add", "my-notes").status == 0)
    #expect(folder.names(in: Self.plugins) == ["my-notes"])
    #expect(folder.names(in: Self.plugins + "/my-notes").contains("README.md"))
  }
}
