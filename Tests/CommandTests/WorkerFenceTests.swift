import Foundation
import RenderPool
import SourceJSON
import Testing
import WallfarmPluginKit
import WallfarmTesting

/// The fence stops a compromised JPEG decoder in a worker, and the batch reports the attempted
/// action.
///
/// `hostile.c` replaces the decoder. Tests of layers that the kernel does not support are skipped
/// with a reason.
@Suite(.enabled(if: FaultLibrary.isAllowed, "needs gcc and no other LD_PRELOAD"))
struct WorkerFenceTests {
  /// The fence layers that this machine's kernel does not support, determined by an independent
  /// program.
  static let missing: Set<String> = {
    let question = """
      import ctypes
      print(ctypes.CDLL(None).syscall(444, None, 0, 1))
      print("trap" in open("/proc/sys/kernel/seccomp/actions_avail").read().split())
      """
    let answers =
      Tool.output(of: "/usr/bin/python3", ["-c", question])?.split(separator: "\n") ?? []
    let landlock = answers.first.flatMap { Int($0) } ?? 0
    let all = [
      ("files", landlock >= 1), ("lengths", landlock >= 3), ("calls", answers.last == "True"),
    ]
    return Set(all.filter { !$0.1 }.map(\.0))
  }()

  private struct Tried {
    let finished: Finished
    let folder: TemporaryFolder
    /// The error code of the unit with the photo, or `nil` if it succeeded.
    let code: String?
    let message: String
  }

  /// Renders a unit with a photo, using the hostile decoder, and a unit without a photo.
  ///
  /// Neither unit has text, because drawing text takes most of the rendering time.
  private func `try`(
    _ act: String, _ path: String = "", more: [String] = [],
    in folder: TemporaryFolder? = nil, kernel: [String: String] = [:]
  ) throws -> Tried {
    let folder = try folder ?? TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: "/usr/share/backgrounds/mate/nature/Aqua.jpg", toPath: folder.file("photo.jpg"))
    try folder.write("a secret", to: "secret.txt")
    try folder.write(
      #"""
      [{"id":"photo","devices":"iphone8","template":"home","photo":"photo.jpg"},
       {"id":"plain","devices":"iphone8","template":"home","color":"navy"}]
      """#, to: "jobs.json")
    let finished = try Program.run(
      [
        "batch", "jobs.json", "--output", "out", "-j", "1", "--attempts", "1", "--worker-memory",
        "500", "--report", "report.json",
      ] + more, in: folder,
      environment: [
        "LD_PRELOAD": try FaultLibrary.hostile.get().path, "HOSTILE_ACT": act,
        "HOSTILE_PATH": path.hasPrefix("/") ? path : folder.file(path),
        "SWIFT_BACKTRACE": "enable=no",
      ].merging(kernel) { $1 + ":" + $0 })
    let report = try #require(try folder.json("report.json") as? [String: Any])
    let rows = try #require(report["units"] as? [[String: Any]])
    let row = try #require(rows.first { $0["unit"] as? String == "photo/iphone8" })
    let plain = try #require(rows.first { $0["unit"] as? String == "plain/iphone8" })
    #expect(plain["state"] as? String == "done", "\(act)")
    let error = row["error"] as? [String: Any]
    return Tried(
      finished: finished, folder: folder, code: error?["code"] as? String,
      message: error?["message"] as? String ?? "")
  }

  /// The kernel rejects the decoder's call, decoding continues, and the picture is unchanged.
  @Test(
    .enabled(if: !missing.contains("files"), "the kernel has no landlock"),
    arguments: [
      ("read", "/etc/shadow"), ("read", "secret.txt"), ("read", "photo.jpg"), ("list", "/"),
      ("write", "new.txt"), ("write", "secret.txt"), ("write", "/tmp/wallfarm-hostile"),
      ("cut", "secret.txt"), ("remove", "secret.txt"), ("remove", "out/plain"),
    ].filter { $0.0 != "cut" || !missing.contains("lengths") })
  func noFileIsOpenToIt(_ act: String, path: String) throws {
    let tried = try self.try(act, path)
    #expect(tried.code == nil, "\(tried.message)")
    #expect(tried.finished.status == 0, "\(tried.finished.error)")
    #expect(try tried.folder.text("secret.txt") == "a secret")
    #expect(!tried.folder.names.contains("new.txt"))
    #expect(!FileManager.default.fileExists(atPath: "/tmp/wallfarm-hostile"))
  }

  /// A call that only an attacker would make kills the worker, and the unit's error names the call.
  @Test(
    .enabled(if: !missing.contains("calls"), "the kernel has no seccomp"),
    arguments: [
      ("exec", "'execve'"), ("fork", "'clone'"), ("daemon", "'clone'"),
      ("spawn", "its fence rejects"),
      ("ip", "'socket'"), ("udp", "'socket'"), ("path", "'socket'"), ("netlink", "'socket'"),
      ("ptrace", "'ptrace'"), ("peek", "'process_vm_readv'"), ("signal", "'kill'"),
      ("shared", "'shmget'"), ("ring", "'io_uring_setup'"), ("keys", "'keyctl'"),
      ("spaces", "'unshare'"), ("mode", "'chmod'"), ("link", "'symlink'"),
    ])
  func whatAnAttackBeginsWithEndsTheWorker(_ act: String, call: String) throws {
    let tried = try self.try(act, "secret.txt")
    #expect(tried.code == ErrorCode.workerRefused.rawValue, "\(tried.message)")
    #expect(tried.message.contains(call), "\(tried.message)")
    #expect(tried.finished.status == 1)
    #expect(tried.folder.names(in: "out/photo").filter { !$0.isEmpty } == [])
  }

  /// A worker with plugins has the same fence, because a separate launcher process starts the
  /// plugins.
  @Test(
    .enabled(if: !missing.contains("calls"), "the kernel has no seccomp"),
    arguments: [
      ("exec", "'execve'"), ("fork", "'clone'"), ("udp", "'socket'"), ("signal", "'kill'"),
      ("start others", nil), ("end others", nil),
    ])
  func aWorkerWithPluginsIsBehindTheSameFence(_ act: String, call: String?) throws {
    let plugin = try OutsideProgram()
    let tried = try self.try(
      act, "secret.txt", more: ["--plugins", "plugins"], in: plugin.folder)
    guard let call else {
      #expect(tried.code == nil, "\(tried.message)")
      #expect(tried.finished.status == 0, "\(tried.finished.error)")
      return
    }
    #expect(tried.code == ErrorCode.workerRefused.rawValue, "\(tried.message)")
    #expect(tried.message.contains(call), "\(tried.message)")
  }

  @Test func memoryWithoutEndEndsTheWorker() throws {
    let tried = try self.try("grow")
    #expect(tried.code == ErrorCode.workerMemory.rawValue, "\(tried.message)")
  }

  /// Proves that the tests above can fail: without the fence, each action succeeds.
  @Test(arguments: [("read", "/etc/passwd"), ("fork", ""), ("udp", "")])
  func withoutTheFenceItCan(_ act: String, path: String) throws {
    let tried = try self.try(act, path, more: ["--fence", "off"])
    #expect(tried.code == ErrorCode.workerCrashed.rawValue)
    #expect(tried.message.contains("'DONE \(act)'"), "\(tried.message)")
  }

  /// `bundle` also decodes its photo in a worker.
  @Test(
    .enabled(if: !missing.contains("calls"), "the kernel has no seccomp"),
    arguments: [("best", "worker-refused"), ("off", "worker-crashed")])
  func aBundleIsMadeBehindTheFence(_ fence: String, code: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: "/usr/share/backgrounds/mate/nature/Aqua.jpg", toPath: folder.file("photo.jpg"))
    let finished = try Program.run(
      [
        "bundle", "make", "--device", "iphone8", "--note", "x", "--photo", "photo.jpg", "--output",
        "mine",
        "--fence", fence,
      ], in: folder,
      environment: [
        "LD_PRELOAD": try FaultLibrary.hostile.get().path, "HOSTILE_ACT": "fork",
        "HOSTILE_PATH": "x",
        "SWIFT_BACKTRACE": "enable=no",
      ])
    #expect(finished.problem.code == code, "\(finished.error)")
    #expect(finished.hasFailedAsDocumented && folder.names.filter { $0.hasPrefix("mine") } == [])
  }

  // MARK: - Kernels that lack something

  /// Returns the environment variables that simulate a kernel with a Landlock version; 0 simulates
  /// a kernel without Landlock.
  private static func kernel(landlock version: Int) throws -> [String: String] {
    ["LD_PRELOAD": try FaultLibrary.older.get().path, "LANDLOCK_VERSION": "\(version)"]
  }

  /// Returns the missing fence layers that a batch reports.
  private func unfenced(_ finished: Finished) -> [[String]] {
    finished.output.split(separator: "\n").compactMap { line in
      let event = try? JSONNode(parsing: String(line))
      guard event?["event"]?.string == "unfenced" else { return nil }
      return event?["missing"]?.elements?.compactMap(\.string)
    }
  }

  private func jobs() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(#"[{"id":"a","devices":"iphone8","notes":["x"]}]"#, to: "jobs.json")
    return folder
  }

  /// Each missing layer is reported once, and causes an error if all layers are required.
  @Test(
    .enabled(if: missing.isEmpty, "the kernel lacks a part of the fence itself"),
    arguments: [
      (0, ["files", "lengths"]), (1, ["lengths"]), (2, ["lengths"]), (3, []), (4, []), (5, []),
    ])
  func whatAKernelLacksIsNamed(landlock version: Int, missing: [String]) throws {
    let folder = try jobs()
    let kernel = try Self.kernel(landlock: version)
    let best = try Program.run(
      ["batch", "jobs.json", "--output", "best", "--json"], in: folder, environment: kernel)
    #expect(best.status == 0, "\(best.error)")
    #expect(unfenced(best) == (missing.isEmpty ? [] : [missing]))
    let required = try Program.run(
      ["batch", "jobs.json", "--output", "required", "--fence", "required", "-q"], in: folder,
      environment: kernel)
    #expect((required.status == 0) == missing.isEmpty, "\(required.error)")
    if !missing.isEmpty {
      #expect(required.problem.code == "fence-missing", "\(required.error)")
      #expect(required.problem.message.hasSuffix(missing.joined(separator: ", ")))
    }
  }

  /// Debian 12 has Landlock version 2, which supports all file restrictions of the fence except the
  /// one on truncation.
  @Test(
    .enabled(if: missing.isEmpty, "the kernel lacks a part of the fence itself"),
    arguments: [
      ("read", "/etc/shadow"), ("read", "secret.txt"), ("list", "/"), ("write", "new.txt"),
      ("write", "secret.txt"), ("remove", "secret.txt"),
    ], [1, 2])
  func anOlderKernelKeepsFilesToo(_ attempt: (act: String, path: String), landlock: Int) throws {
    let tried = try self.try(
      attempt.act, attempt.path, kernel: Self.kernel(landlock: landlock))
    #expect(tried.code == nil, "\(tried.message)")
    #expect(try tried.folder.text("secret.txt") == "a secret")
    #expect(!tried.folder.names.contains("new.txt"))
  }

  /// Proves that the tests above can fail: without the `files` layer, the action succeeds.
  @Test(
    .enabled(if: missing.isEmpty, "the kernel lacks a part of the fence itself"),
    arguments: [("read", "secret.txt"), ("list", "/")])
  func withoutItsLayerItCan(_ act: String, path: String) throws {
    let tried = try self.try(act, path, kernel: Self.kernel(landlock: 0))
    #expect(tried.code == ErrorCode.workerCrashed.rawValue)
    #expect(tried.message.contains("'DONE \(act)'"), "\(tried.message)")
  }

  /// The reported fence agrees with an independent query of the kernel.
  @Test func theFenceIsWhatTheKernelHas() throws {
    let folder = try jobs()
    let best = try Program.run(["batch", "jobs.json", "--output", "out", "--json"], in: folder)
    #expect(Set(unfenced(best).joined()) == Self.missing)
  }

  @Test func theFenceCanBeRequired() throws {
    let folder = try jobs()
    let finished = try Program.run(
      ["batch", "jobs.json", "--output", "out", "--fence", "required", "-q"], in: folder)
    #expect((finished.status == 0) == Self.missing.isEmpty, "\(finished.error)")
    let wrong = try Program.run(
      ["batch", "jobs.json", "--output", "out", "--fence", "high"], in: folder)
    #expect(wrong.problem.code == "value-not-allowed" && wrong.hasFailedAsDocumented)
  }
}
