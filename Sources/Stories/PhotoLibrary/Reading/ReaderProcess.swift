internal import Files
internal import Glibc
internal import Processes
internal import SourceJSON
import WallfarmPluginKit

/// A process that reads photos, with its pending requests.
///
/// Its first line of output lists missing features of the fence; each further line is an answer.
final class ReaderProcess {
  private let process: PipedProcess
  private var rest: [UInt8] = []
  private var questions: [(number: Int, bytes: Int)] = []
  private(set) var hasEnded = false
  /// Whether the fence is ready and the process accepts requests.
  private(set) var isReady = false
  private(set) var missing: Set<String> = []
  /// The time of the last answer, or of the first request after idling.
  private var lastMove: SuspendingClock.Instant

  /// Starts a process.
  ///
  /// - Throws: `input-failed`.
  init(_ command: [String], at now: SuspendingClock.Instant) throws(RenderError) {
    lastMove = now
    do throws(ChildProcess.Failure) {
      process = try PipedProcess(command)
    } catch {
      throw RenderError(
        .inputFailed,
        "the process that reads photos cannot be started: \(SystemError.message(error.number))")
    }
  }

  /// The numbers of the pending requests, in order.
  var asked: [Int] { questions.map(\.number) }

  /// The maximum number of pending requests: enough to keep the process busy, few enough to balance
  /// the load.
  private static let mostAsked = 8

  /// Whether another request fits; pending requests must fit in the pipe buffer to avoid a
  /// deadlock.
  var hasRoom: Bool {
    !hasEnded && questions.count < Self.mostAsked
      && questions.reduce(0) { $0 + $1.bytes } < 32 << 10
  }

  /// The time spent on the current photo.
  func idleTime(at now: SuspendingClock.Instant) -> Duration { now - lastMove }

  func ask(_ number: Int, _ question: JSONValue, at now: SuspendingClock.Instant) {
    let line = Array((question.text(pretty: false) + "\n").utf8)
    if questions.isEmpty { lastMove = now }
    questions.append((number, line.count))
    // Ignore write errors: the end of output reveals that the process has exited.
    _ = line.withUnsafeBytes { AtomicFile.writeAll($0, to: process.input) }
  }

  /// The processes with output or an exit.
  static func wait(
    for processes: [ReaderProcess], at places: [Int], milliseconds: Int32
  ) -> [Int] {
    var outputs = places.map {
      pollfd(fd: processes[$0].process.output, events: Int16(POLLIN), revents: 0)
    }
    // On a signal, return to the caller as after a timeout.
    guard poll(&outputs, nfds_t(outputs.count), milliseconds) > 0 else { return [] }
    return zip(places, outputs).filter { $0.1.revents != 0 }.map(\.0)
  }

  /// The answers available after ``wait(for:at:milliseconds:)``; `nil` for a malformed one.
  func answers(at now: SuspendingClock.Instant) -> [(Int, JSONNode?)] {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let got = Files.untilNotInterrupted { Glibc.read(process.output, &buffer, buffer.count) }
    guard got > 0 else {
      hasEnded = true
      return []
    }
    lastMove = now
    rest += buffer[..<got]
    var answers: [(Int, JSONNode?)] = []
    var start = 0
    while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let node = try? JSONNode(parsing: String(decoding: rest[start..<end], as: UTF8.self))
      start = end + 1
      if isReady, !questions.isEmpty {
        answers.append((questions.removeFirst().number, node))
      } else {
        missing = Set(node?["missing"]?.elements?.compactMap(\.string) ?? [])
        isReady = true
      }
    }
    rest.removeFirst(start)
    return answers
  }

  func end() { process.end() }
}
