import Foundation
import Testing
import WallfarmTesting

/// Caches, which contain photos, and queues, which contain notes, are private regardless of the
/// umask.
///
/// A cache or queue file that other users could change is not used.
@Suite(.tags(.sanitized)) struct PrivateFilesTests {
  private static let render = [
    "render", "-q", "-d", "iphone8", "-n", "a", "--photo", "p.jpg", "-o", "a.png",
  ]

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let made = Tool.run("convert", ["-size", "90x70", "plasma:tan-navy", folder.file("p.jpg")])
    try #require(made.status == 0)
    try folder.write(
      #"[{"id": "a", "devices": "iphone8", "notes": ["a"], "photo": "p.jpg"}]"#, to: "jobs.json")
    return folder
  }

  private func modes(_ name: String, _ folder: TemporaryFolder) -> [String] {
    Tool.run("sh", ["-c", "cd '\(folder.path)' && find \(name) -printf '%m %y\\n' | sort -u"]).text
      .split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["000", "022", "077"])
  func nobodyElseMayReadThem(_ mask: String) throws {
    let folder = try folder()
    let line = """
      umask \(mask)
      "$wallfarm" render -q -d iphone8 -n a --photo p.jpg -o a.png --cache new/cache &&
      "$wallfarm" batch jobs.json --output out --quiet --cache cache2 &&
      "$wallfarm" queue repro out a/iphone8 --output packed
      """
    let finished = try Program.bash(line, in: folder)
    #expect(finished.status == 0, "\(finished.error)")
    #expect(modes("new cache2 out/.wallfarm packed", folder) == ["600 f", "700 d"])
    #expect(folder.names(in: "new/cache").contains("key"))
  }

  @Test func whatIsOursIsNarrowed() throws {
    let folder = try folder()
    let batch = ["batch", "jobs.json", "--output", "out", "--quiet"]
    #expect(try Program.run(batch, in: folder).status == 0)
    #expect(try Program.run(Self.render + ["--cache", "cache"], in: folder).status == 0)
    let wide = Tool.run(
      "sh", ["-c", "cd '\(folder.path)' && chmod -R a+rwX out/.wallfarm cache"])
    #expect(wide.status == 0)
    #expect(try Program.run(batch, in: folder).status == 0)
    #expect(modes("out/.wallfarm", folder) == ["600 f", "700 d"])
    let key = try folder.bytes("cache/key")
    #expect(try Program.run(Self.render + ["--cache", "cache"], in: folder).status == 0)
    #expect(modes("cache", folder) == ["600 f", "700 d"])
    // A key file that other users could read is replaced.
    #expect(try folder.bytes("cache/key") != key)
  }

  @Test func aFolderWithOtherFilesKeepsItsMode() throws {
    let folder = try folder()
    for option in [["render", "--cache"], ["batch", "--queue"]] {
      try folder.write("mine", to: "shared/letter.txt")
      chmod(folder.file("shared"), 0o755)
      let words =
        option[0] == "render" ? Self.render : ["batch", "jobs.json", "--output", "out", "--quiet"]
      let finished = try Program.run(words + [option[1], "shared"], in: folder)
      #expect(finished.hasFailedAsDocumented)
      #expect(finished.problem.message.contains("'letter.txt'"), "\(finished.error)")
      #expect(finished.problem.hint?.contains("chmod 700") == true)
      #expect(modes("shared", folder) == ["644 f", "755 d"])
      #expect(folder.names(in: "shared") == ["letter.txt"])
    }
  }

  @Test func aLinkIsNotFollowed() throws {
    let folder = try folder()
    try folder.write("mine", to: "real/letter.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("cache"), withDestinationPath: folder.file("real"))
    try folder.write("", to: "out/keep")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("out/.wallfarm"), withDestinationPath: folder.file("real"))
    for words in [
      Self.render + ["--cache", "cache"], ["batch", "jobs.json", "--output", "out", "--quiet"],
    ] {
      let finished = try Program.run(words, in: folder)
      #expect(
        finished.hasFailedAsDocumented && finished.error.contains("it is a link"),
        "\(finished.error)")
    }
    #expect(folder.names(in: "real") == ["letter.txt"])
  }

  @Test(
    .enabled(if: getuid() == 0, "only root can give files away"),
    arguments: ["cache", "out/.wallfarm", "out/.wallfarm/queue.sqlite", "out/.wallfarm/lock"])
  func whatBelongsToSomebodyElseIsRefused(_ name: String) throws {
    let folder = try folder()
    let batch = ["batch", "jobs.json", "--output", "out", "--quiet"]
    #expect(try Program.run(batch, in: folder).status == 0)
    #expect(try Program.run(Self.render + ["--cache", "cache"], in: folder).status == 0)
    chown(folder.file(name), 12345, 12345)
    let finished = try Program.run(
      name == "cache" ? Self.render + ["--cache", "cache"] : batch, in: folder)
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.error.contains("belongs to another user"), "\(finished.error)")
  }
}
