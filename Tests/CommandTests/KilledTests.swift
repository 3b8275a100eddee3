import Foundation
import Testing
import WallfarmTesting

/// A program that is killed while it works leaves only complete pictures.
@Suite(.enabled(if: Pictures.hasPillow, "needs a python3 with Pillow"))
struct KilledTests {
  @Test(arguments: [SIGTERM, SIGKILL], [0, 1, 3, 6])
  func leavesOnlyWholePictures(signal: Int32, afterPictures count: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "out/old")
    let process = try Program.start(
      ["render", "--device=all", "-t", "home", "--theme=dawn", "-o", "out/{device}.png"],
      in: folder)
    func pictures() -> [String] {
      folder.names(in: "out").filter { !$0.hasPrefix(".") && $0 != "old" }
    }
    eventually { !process.isRunning || pictures().count >= count }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()

    #expect(process.terminationReason == .uncaughtSignal)
    #expect((count..<45).contains(pictures().count))
    #expect(pictures().allSatisfy { $0.hasSuffix(".png") })
    #expect(try Pictures.broken(pictures().map { folder.file("out/\($0)") }) == [])
    #expect(folder.names == ["out"])
  }

  /// A service stops when it receives SIGTERM, even if the process that started it blocks this
  /// signal.
  @Test func aSignalThatTheParentBlocksIsReceived() throws {
    let folder = try TemporaryFolder()
    let script = """
      import os, signal, subprocess, sys, time
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
      one = subprocess.Popen([sys.argv[1], "serve", "--listen", "unix:s", "--fence=best"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      while not os.path.exists("s") and one.poll() is None: time.sleep(0.01)
      one.terminate()
      try: print(one.wait(300))
      finally: one.kill()
      """
    let (said, _) = Tool.run(
      "env", ["-C", folder.path, "/usr/bin/python3", "-c", script, Program.path], withErrors: true,
      environment: ["WALLFARM_HOME": Workspace.root, "WALLFARM_KEY_FILE": Program.keyFile])
    #expect(said == "0\n", "\(said)")
  }

  /// The temporary file of a killed program is private, and the next run removes it.
  @Test func theNextRunRemovesWhatAKilledOneLeft() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "out/old")
    let command = [
      "render", "--device=all", "-t", "home", "--theme=dawn", "-o", "out/{device}.png",
    ]
    func hidden() -> [String] { folder.names(in: "out").filter { $0.hasPrefix(".") } }
    // Kill the program while it writes a file. Writing files takes most of its run time.
    for _ in 0..<20 where hidden().isEmpty {
      let process = try Program.start(command, in: folder)
      eventually { !process.isRunning || !hidden().isEmpty }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    // A temporary file is private before its first byte is written, and other users can read it
    // only just before it is renamed. Therefore, a temporary file that they can read is either
    // empty or complete.
    let readable = try hidden().map { folder.file("out/\($0)") }.filter { path in
      var status = stat()
      try #require(lstat(path, &status) == 0)
      return status.st_mode & 0o077 != 0 && status.st_size > 0
    }
    #expect(try Pictures.broken(readable) == [])
    #expect(
      try Program.run(["render", "-q", "-d", "iphone8", "-o", "out/last.png"], in: folder).status
        == 0)
    #expect(hidden() == [])
  }

  @Test func whatWasThereBeforeIsThereOrReplacedAsAWhole() throws {
    let folder = try TemporaryFolder()
    let command = [
      "render", "-d", "iphone8,iphonexr,iphone12,ipad10", "-t", "home", "-o", "out/{device}.png",
    ]
    try folder.write("", to: "out/old")
    #expect(try Program.run(command + ["--color=red"], in: folder).status == 0)
    let old = try folder.bytes("out/iphonexr.png")
    let before = folder.names(in: "out").filter { $0 != "old" }
    let process = try Program.start(command + ["--color=navy"], in: folder)
    _ = try eventually { try !process.isRunning || folder.bytes("out/iphonexr.png") != old }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()

    #expect(before.count == 4)
    #expect(folder.names(in: "out").filter { before.contains($0) } == before)
    #expect(try Pictures.broken(before.map { folder.file("out/\($0)") }) == [])
  }

  @Test func theJudgeTellsAWholePictureFromHalfOfOne() throws {
    let folder = try TemporaryFolder()
    _ = try Program.run(
      ["render", "-d", "iphone8", "-t", "instruction", "-o", "whole.png"], in: folder)
    let whole = try folder.bytes("whole.png")
    try folder.write(Array(whole.prefix(whole.count / 2)), to: "half.png")
    let found = try Pictures.broken(["whole", "half"].map { folder.file("\($0).png") })

    #expect(found.count == 1)
    #expect(found.first?.contains("half.png") == true)
  }
}
