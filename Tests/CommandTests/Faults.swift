import Foundation
import Testing
import WallfarmTesting

/// A way for a call to fail.
///
/// Named as the library knows them.
enum FaultKind: String, Sendable {
  /// There is no memory.
  case memory
  /// The disk is broken.
  case EIO  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The disk is full.
  case ENOSPC  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A signal came first; the call is to be made again.
  case EINTR  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// About half of the bytes were moved.
  case short
}

/// What the library counted.
struct FaultCalls: Sendable {
  let count: Int
  let isMet: Bool
  /// The call that failed and what it was about.
  let call: String
}

/// The libraries of `Tests/FaultInjection`, for LD_PRELOAD; each is built once for all tests.
enum FaultLibrary {
  static let isAllowed =
    Tool.output(of: "gcc", ["--version"]) != nil
    && ProcessInfo.processInfo.environment["LD_PRELOAD"] == nil

  /// `fail.c`: one call fails.
  private static let failing = build("fail")
  /// `hostile.c`: a decoder that was taken over.
  static let hostile = build("hostile")
  /// `network.c`: a disk that several machines share.
  static let network = build("network")
  /// `later.c`: a clock that is an hour ahead.
  static let later = build("later")
  /// `older.c`: a kernel that knows less of landlock.
  static let older = build("older")
  /// `fetch.c`: a program, behind the fence of fetches.
  static let fetcher: Result<(path: String, folder: TemporaryFolder), any Error> = {
    let fence = "\(Workspace.root)/Sources/C/CFence"
    let parts = (try? FileManager.default.contentsOfDirectory(atPath: fence)) ?? []
    let sources = parts.filter { $0.hasSuffix(".c") }.map { "\(fence)/\($0)" }
    return build("fetch", as: ["-I\(fence)/include"] + sources, with: ["-lseccomp", "-lcurl"])
  }()

  /// A library, and the folder that goes with it.
  private static func build(
    _ name: String, as kind: [String] = ["-fPIC", "-shared"], with libraries: [String] = []
  ) -> Result<(path: String, folder: TemporaryFolder), any Error> {
    Result {
      let folder = try TemporaryFolder()
      let library = folder.file(name + ".so")
      let (text, status) = Tool.run(
        "gcc",
        ["-std=gnu11", "-O1", "-fno-builtin", "-Wall", "-Wextra", "-Werror"] + kind
          + ["-o", library, "\(Workspace.root)/Tests/FaultInjection/\(name).c"] + libraries,
        withErrors: true)
      try #require(status == 0, "\(text)")
      return (library, folder)
    }
  }

  /// Runs the program with one fault.
  ///
  /// - Parameters:
  ///   - words: what it is given.
  ///   - folder: where files for it are.
  ///   - start: the folder in there that it is started in.
  ///   - kind: how the call fails.
  ///   - at: which call, from 1; 0 counts only.
  ///   - call: counts those of that name only.
  ///   - below: the folders that the call has to be about; all where there are none.
  ///   - added: variables for the program.
  /// - Returns: how it ended, and what was counted.
  /// - Throws: what keeps the library from being built, or the program from being started.
  static func run(
    _ words: [String], in folder: TemporaryFolder, from start: String = "", _ kind: FaultKind,
    at: Int, call: String? = nil, below: [String], environment added: [String: String] = [:]
  ) throws -> (Finished, FaultCalls) {
    let state = try TemporaryFolder()
    try state.write(Array(repeating: 0, count: 256), to: "state")
    var environment = [
      "LD_PRELOAD": try failing.get().path, "FAIL_PROGRAM": Program.path,
      "FAIL_STATE": state.file("state"), "FAIL_KIND": kind.rawValue, "FAIL_AT": "\(at)",
      "FAIL_BELOW": below.joined(separator: ":"),
      // The same calls in each run, and no minute of work on the trace of a crash.
      "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no",
    ]
    environment["FAIL_CALL"] = call
    environment.merge(added) { $1 }
    let finished = try Program.run(words, in: folder, from: start, environment: environment)
    let bytes = try state.bytes("state")
    func number(_ start: Int) -> Int {
      bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let call = String(decoding: bytes[16...].prefix { $0 != 0 }, as: UTF8.self)
    return (finished, FaultCalls(count: number(0), isMet: number(8) == 1, call: call))
  }
}

/// Which calls fail.
enum FaultPoints {
  static let isWhole = Torture.isOn

  /// Calls `body` with points from 1 to `count`, on all cores.
  ///
  /// - Parameters:
  ///   - count: how many there are.
  ///   - spread: how many are taken, at the same distance, the first in the middle of its part.
  ///   - most: how many are taken in torture: a program asks for memory a million times. Nil: all.
  ///   - body: tries one.
  /// - Throws: the first of what `body` threw.
  static func each(
    of count: Int, spread: Int, most: Int? = nil, _ body: @Sendable (Int) throws -> Void
  ) throws {
    #expect(count > 0, "no call was counted")
    let wanted = min(count, isWhole ? most ?? count : spread)
    let points = (0..<wanted).map { (2 * $0 + 1) * count / (2 * wanted) + 1 }
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: points.count) { index in
      do { try body(min(points[index], count)) } catch { failures.add(error) }
    }
    if let first = failures.first { throw first }
  }

  /// Errors from any thread.
  private final class Failures: @unchecked Sendable {
    // Only touched under the lock.
    private let lock = NSLock()
    private var errors: [any Error] = []

    func add(_ error: any Error) { lock.withLock { errors.append(error) } }
    var first: (any Error)? { lock.withLock { errors.first } }
  }
}
