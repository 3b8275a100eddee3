internal import Files
internal import Glibc
internal import Processes
internal import SourceJSON
import WallfarmPluginKit

/// One process that reads photos: what it was asked, and what it has answered.
///
/// Its first line says what it could not be locked in with; then there is a line for each photo.
final class ReaderProcess {
  private let process: PipedProcess
  private var rest: [UInt8] = []
  private var questions: [(number: Int, bytes: Int)] = []
  private(set) var hasEnded = false
  /// Whether it was locked in and waits for photos.
  private(set) var isReady = false
  private(set) var missing: Set<String> = []
  /// When it was last asked while it had nothing to do, or has answered.
  private var lastMove: SuspendingClock.Instant

  /// Starts one.
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

  /// What it was asked and has not answered, in order.
  var asked: [Int] { questions.map(\.number) }

  /// So many that it never waits for the next, and so few that another may take the rest.
  private static let mostAsked = 8

  /// What was not answered fits into the pipe, or both sides would wait for each other.
  var hasRoom: Bool {
    !hasEnded && questions.count < Self.mostAsked
      && questions.reduce(0) { $0 + $1.bytes } < 32 << 10
  }

  /// How long it has been at the photo that it is at.
  func idleTime(at now: SuspendingClock.Instant) -> Duration { now - lastMove }

  func ask(_ number: Int, _ question: JSONValue, at now: SuspendingClock.Instant) {
    let line = Array((question.text(pretty: false) + "\n").utf8)
    if questions.isEmpty { lastMove = now }
    questions.append((number, line.count))
    // One that has ended is seen by its silence.
    _ = line.withUnsafeBytes { AtomicFile.writeAll($0, to: process.input) }
  }

  /// Those that have answered, or ended.
  static func wait(
    for processes: [ReaderProcess], at places: [Int], milliseconds: Int32
  ) -> [Int] {
    var outputs = places.map {
      pollfd(fd: processes[$0].process.output, events: Int16(POLLIN), revents: 0)
    }
    // A signal is as good as an answer: it is looked round.
    guard poll(&outputs, nfds_t(outputs.count), milliseconds) > 0 else { return [] }
    return zip(places, outputs).filter { $0.1.revents != 0 }.map(\.0)
  }

  /// What it has answered by now, after ``wait(for:at:milliseconds:)``; nil for an answer that is none.
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
