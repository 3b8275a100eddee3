import Foundation
import Testing
import WallfarmTesting

/// A way in which a call fails.
///
/// The raw values are the names that `fail.c` uses.
enum FaultKind: String, Sendable {
  /// Out of memory.
  case memory
  /// A disk I/O error.
  case EIO  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The disk is full.
  case ENOSPC  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The call is interrupted by a signal and must be repeated.
  case EINTR  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// About half of the bytes are transferred.
  case short
  /// The program is killed before the call.
  case kill
}

/// The calls that `fail.c` counted, and the call that it made fail.
struct FaultCalls: Sendable {
  let count: Int
  let isMet: Bool
  /// The name of the call that failed, and its argument.
  let call: String
}

/// Builds the libraries and the program in `Tests/FaultInjection`, each once per test process.
///
/// The libraries are loaded with LD_PRELOAD.
enum FaultLibrary {
  static let isAllowed =
    Tool.output(of: "gcc", ["--version"]) != nil
    && ProcessInfo.processInfo.environment["LD_PRELOAD"] == nil

  /// `fail.c` makes one call fail.
  private static let failing = build("fail")
  /// `hostile.c` simulates a compromised decoder.
  static let hostile = build("hostile")
  /// `network.c` simulates a network disk.
  static let network = build("network")
  /// `later.c` sets the clock one hour ahead.
  static let later = build("later")
  /// `older.c` simulates a kernel with an earlier version of landlock.
  static let older = build("older")
  /// `exchange.c` replaces a file when the program starts a process.
  static let exchange = build("exchange")
  /// `fetch.c` is a program that runs inside the fence for fetchers.
  static let fetcher: Result<(path: String, folder: TemporaryFolder), any Error> = {
    let fence = "\(Workspace.root)/Sources/C/CFence"
    let parts = (try? FileManager.default.contentsOfDirectory(atPath: fence)) ?? []
    let sources = parts.filter { $0.hasSuffix(".c") }.map { "\(fence)/\($0)" }
    return build("fetch", as: ["-I\(fence)/include"] + sources, with: ["-lseccomp", "-lcurl"])
  }()

  /// Builds a library or program, and returns its path and the temporary folder that contains it.
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

  /// Runs the program and makes one of its calls fail.
  ///
  /// - Parameters:
  ///   - words: The arguments.
  ///   - folder: The folder with the input files.
  ///   - start: The working directory, relative to `folder`.
  ///   - kind: How the call fails.
  ///   - at: The number of the call that fails, counted from 1. If 0, calls are only counted.
  ///   - call: The name of the calls to count, or `nil` to count calls with any name.
  ///   - below: The folders to which counting is limited: only calls on paths in these folders are
  ///     counted. If empty, all calls are counted.
  ///   - added: Additional environment variables.
  /// - Returns: The result of the run and the counted calls.
  /// - Throws: An error if the library cannot be built or the program cannot be started.
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
      // Make the sequence of calls the same in every run, and skip the slow backtrace after a
      // crash.
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

/// Selects the calls that fail.
enum FaultPoints {
  static let isWhole = Torture.isOn

  /// Calls `body` on all cores with some or all of the points from 1 to `count`.
  ///
  /// - Parameters:
  ///   - count: The number of points to choose from.
  ///   - spread: The maximum number of points to test outside torture mode. The points are evenly
  ///     spaced, each in the middle of its interval.
  ///   - most: The maximum number of points to test in torture mode, or `nil` for all. A limit is
  ///     needed because a run can make a million allocations.
  ///   - body: Tests one point.
  /// - Throws: The first error that `body` throws.
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

  /// Collects errors from all threads.
  private final class Failures: @unchecked Sendable {
    // `lock` guards all access to the errors.
    private let lock = NSLock()
    private var errors: [any Error] = []

    func add(_ error: any Error) { lock.withLock { errors.append(error) } }
    var first: (any Error)? { lock.withLock { errors.first } }
  }
}
