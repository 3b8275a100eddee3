import Foundation
import RenderPool
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// All processes that a plugin starts end together with the batch worker, regardless of how the
/// worker ends.
struct OutsideProgramTests {
  /// Python code that starts a daemon by forking twice, with a new session in between.
  ///
  /// The daemon and the plugin process then wait.
  private static let daemon = """
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    os.wait()
    time.sleep(1000)
    """

  private func batch(_ plugin: OutsideProgram, _ more: String...) throws -> [String] {
    try plugin.folder.write(
      #"{"id":"a","devices":"iphonese3","template":"./flat","notes":["Buy milk"]}"#,
      to: "jobs.jsonl")
    return ["batch", "jobs.jsonl", "--output", "out", "-j", "1", "--report", "report.json"]
      + OutsideProgram.options + more
  }

  private func row(_ plugin: OutsideProgram) throws -> [String: Any] {
    let report = try #require(try plugin.folder.json("report.json") as? [String: Any])
    return try #require((report["units"] as? [[String: Any]])?.first)
  }

  @Test func nothingOutlivesAWorkerThatIsKilled() throws {
    let plugin = try OutsideProgram()
    try plugin.before(Self.daemon)
    let finished = try Program.run(
      batch(plugin, "--timeout", "3", "--attempts", "1", "-q"), in: plugin.folder)
    #expect(finished.status == 1)
    let error = try row(plugin)["error"] as? [String: Any]
    #expect(error?["code"] as? String == ErrorCode.workerTimeout.rawValue)
    eventually { plugin.processes.isEmpty }
    #expect(plugin.processes == [])
  }

  @Test func nothingOutlivesABatchThatIsKilled() throws {
    let plugin = try OutsideProgram()
    try plugin.before(Self.daemon)
    let process = try Program.start(batch(plugin, "-q"), in: plugin.folder)
    // Wait for two processes: the plugin and its daemon.
    #expect(eventually { plugin.processes.count == 2 || !process.isRunning })
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    eventually { plugin.processes.isEmpty }
    #expect(plugin.processes == [])
  }

  /// Plugin processes end when the batch is killed, even if their launcher is stopped.
  @Test func nothingOutlivesAWorkerWhoseStarterIsStopped() throws {
    let plugin = try OutsideProgram()
    try plugin.before("time.sleep(1000)")
    let process = try Program.start(batch(plugin, "--attempts", "1", "-q"), in: plugin.folder)
    eventually { !plugin.processes.isEmpty || !process.isRunning }
    let launcher = try #require(OutsideProgram.launcher(of: process))
    kill(launcher, SIGSTOP)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(eventually { plugin.processes.isEmpty })
    // The launcher may be a zombie that is waiting for its parent to collect its exit status.
    let status = "/proc/\(launcher)/status"
    #expect(
      eventually {
        let text = try? String(contentsOfFile: status, encoding: .utf8)
        return text?.contains("State:\tZ") ?? true
      })
  }

  /// If the process that launches a worker's plugins is killed, another worker renders the unit.
  @Test func withoutTheProcessThatStartsProgramsAWorkerIsReplaced() throws {
    let plugin = try OutsideProgram()
    try plugin.before("while not os.path.exists('../../go'): time.sleep(0.01)")
    let process = try Program.start(batch(plugin, "-q"), in: plugin.folder)
    eventually { !plugin.processes.isEmpty || !process.isRunning }
    let launcher = try #require(OutsideProgram.launcher(of: process))
    kill(launcher, SIGKILL)
    try plugin.folder.write("", to: "go")
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(try row(plugin)["state"] as? String == "done")
    #expect(try row(plugin)["attempts"] as? Int == 2)
    #expect(plugin.processes == [])
  }

  /// Two plugins that are each below the memory limit can exceed it together.
  @Test func memoryOfProgramsIsCountedTogether() throws {
    let plugin = try OutsideProgram(others: ["other"])
    // Write to every page, because untouched pages do not count as memory.
    let grow = "memory = bytearray(300 << 20)\nmemory[::4096] = b'1' * (len(memory) // 4096)"
    try plugin.before(grow)
    try plugin.before(grow + "\ntime.sleep(1000)", in: "other")
    let finished = try Program.run(
      batch(plugin, "--worker-memory", "150", "--plugin-memory", "400", "--attempts", "1", "-q"),
      in: plugin.folder)
    #expect(finished.status == 1)
    let error = try row(plugin)["error"] as? [String: Any]
    #expect(error?["code"] as? String == ErrorCode.workerMemory.rawValue)
  }
}
