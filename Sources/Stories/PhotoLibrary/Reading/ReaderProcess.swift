internal import Files
internal import Processes
internal import SourceJSON
import WallfarmPluginKit

/// A process that reads photos, with its pending requests.
///
/// The process's first line of output lists the missing layers of the fence; each subsequent line
/// is an answer.
final class ReaderProcess {
  private let helper: HelperProcess
  private var questions: [(number: Int, bytes: Int)] = []
  private(set) var hasEnded = false
  /// Whether the fence is ready and the process accepts requests.
  private(set) var isReady = false
  private(set) var missing: Set<String> = []
  /// The time of the last answer or, if the process was idle, of the first request since then.
  private var lastMove: SuspendingClock.Instant

  /// Maximum size of unread answers in bytes; the facts of a photo take less than 4 KB.
  private static let mostBytes = 1 << 20

  /// Starts a process.
  ///
  /// - Throws: `input-failed`.
  init(_ command: [String], at now: SuspendingClock.Instant) throws(RenderError) {
    lastMove = now
    do throws(ChildProcess.Failure) {
      helper = try HelperProcess(command, most: ReaderProcess.mostBytes)
    } catch {
      throw RenderError(
        .inputFailed,
        "the process that reads photos cannot be started: \(SystemError.message(error.number))")
    }
  }

  /// The numbers of the pending requests, in the order in which they were sent.
  var asked: [Int] { questions.map(\.number) }

  /// The maximum number of pending requests.
  ///
  /// It is large enough to keep the process busy, but small enough to balance the load.
  private static let mostAsked = 8

  /// Whether another request fits.
  var hasRoom: Bool {
    !hasEnded && questions.count < Self.mostAsked
      && questions.reduce(0) { $0 + $1.bytes } < 32 << 10
  }

  /// The time spent on the current photo so far.
  func idleTime(at now: SuspendingClock.Instant) -> Duration { now - lastMove }

  func ask(_ number: Int, _ question: JSONValue, at now: SuspendingClock.Instant) {
    let line = Array((question.text(pretty: false) + "\n").utf8)
    if questions.isEmpty { lastMove = now }
    questions.append((number, line.count))
    helper.pipes.send(line)
  }

  /// Waits, up to a timeout, and returns the indices of the processes that have written output or
  /// exited.
  static func wait(
    for processes: [ReaderProcess], at places: [Int], milliseconds: Int32
  ) -> [Int] {
    HelperPipes.wait(for: places.map { processes[$0].helper.pipes }, milliseconds: milliseconds)
      .map { places[$0] }
  }

  /// Returns the answers that are available after ``wait(for:at:milliseconds:)``; a malformed
  /// answer is `nil`.
  func answers(at now: SuspendingClock.Instant) -> [(Int, JSONNode?)] {
    let pipes = helper.pipes
    pipes.receive()
    var answers: [(Int, JSONNode?)] = []
    while let line = pipes.takeLine() {
      lastMove = now
      let node = try? JSONNode(parsing: String(decoding: line, as: UTF8.self))
      if !isReady {
        missing = Set(node?["missing"]?.elements?.compactMap(\.string) ?? [])
        isReady = true
      } else if !questions.isEmpty {
        answers.append((questions.removeFirst().number, node))
      } else {
        // The process sent an answer without a request. Stop using it, because such an answer could
        // be assigned to the next photo.
        hasEnded = true
      }
    }
    hasEnded = hasEnded || pipes.hasClosedOutput || pipes.isOverfull
    return answers
  }
}
