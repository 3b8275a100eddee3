import Foundation
import Testing
import WallfarmTesting

/// On a full disk or at a file size limit, a picture is either complete or absent.
@Suite struct DiskTests {
  private static let picture =
    #""$wallfarm" render -d iphone8 -t home --set kind=radial -o a.png"#

  @Test func keepsTheOldPictureWhereFilesMayNotGrow() throws {
    let folder = try TemporaryFolder()
    try folder.write("old", to: "a.png")
    // The limit is 4 KB per file. SIGXFSZ is ignored, so that the write fails and the signal does
    // not end the program.
    let finished = try Program.bash("trap '' XFSZ; ulimit -f 4; \(Self.picture)", in: folder)

    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "output-failed")
    #expect(finished.problem.message == "'a.png' cannot be written: file too large")
    #expect(try folder.text("a.png") == "old")
    #expect(folder.names == ["a.png"])
  }

  @Test func leavesNothingBehindWhereFilesMayNotGrow() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.bash("trap '' XFSZ; ulimit -f 4; \(Self.picture)", in: folder)

    #expect(finished.hasFailedAsDocumented)
    #expect(folder.names == [])
  }

  @Test(.enabled(if: SmallDisk.isAllowed, "a disk of one's own needs user namespaces or root"))
  func keepsTheOldPictureWhenTheDiskIsFull() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "disk/here")
    let finished = try Program.bash(
      SmallDisk.line("echo old > a.png; \(Self.picture); echo $?; cat a.png; ls -A"), in: folder)

    #expect(finished.lines == ["74", "old", "a.png"])
    #expect(finished.problem.code == "output-failed")
    #expect(finished.problem.message == "'a.png' cannot be written: no space left on device")
    #expect(finished.problem.hint?.contains("free disk space") == true)
  }

  @Test func saysSoWhereStandardOutputIsFull() throws {
    let folder = try TemporaryFolder()
    let finished = try Program.bash(
      #""$wallfarm" render -d iphone8 -t home --color=navy -o - > /dev/full"#, in: folder)

    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "output-failed")
    #expect(finished.problem.message.hasSuffix("no space left on device"))
  }

  /// A script must be able to distinguish a truncated list from a complete list.
  @Test(arguments: ["device list --json", "describe lock", "manual", "completions bash", "--help"])
  func printingToAFullDiskIsNoSuccess(_ arguments: String) throws {
    let finished = try Program.bash(
      #""$wallfarm" \#(arguments) > /dev/full"#, in: TemporaryFolder())
    #expect(finished.status != 0)
  }

  @Test(.enabled(if: getuid() != 0, "root may write everywhere"))
  func saysWhyAFolderTakesNoFile() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "closed/old")
    chmod(folder.file("closed"), 0o500)
    defer { chmod(folder.file("closed"), 0o700) }
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-t", "home", "--color=navy", "-o", "closed/a.png"], in: folder)

    #expect(finished.problem.code == "output-failed")
    #expect(finished.problem.message.contains("'closed/a.png'"))
    #expect(folder.names(in: "closed") == ["old"])
  }

  @Test func aFolderNamedLikeAPictureGetsThePictureInside() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "a.png/old")
    let finished = try Program.run(
      ["render", "-d", "iphone8", "-t", "home", "--color=navy", "-o", "a.png"], in: folder)

    #expect(finished.status == 0)
    #expect(folder.names(in: "a.png") == ["home-iphone8.png", "old"])
  }

  /// Pictures can be stored on a shared disk, but a queue cannot, because SQLite could corrupt it
  /// there.
  @Test(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"))
  func aQueueIsNotKeptOnADiskOfSeveralMachines() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"id":"a","devices":"iphone8","notes":["x"]}]"#, to: "jobs.json")
    let finished = try Program.run(
      ["batch", "jobs.json", "--output", "out"], in: folder,
      environment: ["LD_PRELOAD": try FaultLibrary.network.get().path])
    #expect(finished.hasFailedAsDocumented)
    #expect(finished.problem.code == "queue-failed")
    #expect(finished.problem.message.contains("NFS"), "\(finished.error)")
    #expect(finished.problem.hint?.contains("--queue") == true)
    #expect(folder.names(in: "out").filter { $0.hasSuffix(".png") || $0.contains("sqlite") } == [])
  }
}

/// A 16 KB disk that is visible only to the commands in `line` and disappears when they end.
enum SmallDisk {
  static let isAllowed =
    (try? Program.bash("mkdir disk; \(line("true"))", in: TemporaryFolder()))?.status == 0

  static func line(_ commands: String) -> String {
    let mount = "mount -t tmpfs -o size=16k tmpfs disk && cd disk"
    let script = "\(mount) && { \(commands); }"
    return "unshare -rm bash -c '\(script)'"
  }
}
