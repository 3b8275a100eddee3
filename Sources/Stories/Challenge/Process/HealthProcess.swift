internal import Files
internal import Processes
internal import SourceJSON
package import WallfarmPluginKit

/// Has an export read by a process of its own, which is locked in: an export may be made to harm, and what reads it
/// has libraries in C.
package struct HealthProcess: Sendable {
  /// The program, and what makes it one that reads.
  private let command: [String]
  /// A processor reads the largest export that is taken in some ten seconds.
  private let patience: Duration
  /// The days and reasons that it may answer with are few.
  private static let mostBytes = 1 << 20

  /// - Parameters:
  ///   - command: the program and its first words; a goal, a start, a moment and a name follow.
  ///   - patience: how long it may take.
  package init(_ command: [String], patience: Duration = .seconds(120)) {
    (self.command, self.patience) = (command, patience)
  }

  /// Counts the steps of a file.
  ///
  /// - Parameters:
  ///   - descriptor: the file, from its beginning; it has to be one that can be read at any place.
  ///   - name: what it is called in messages.
  ///   - challenge: whose start and goal it is about.
  ///   - now: the present moment.
  /// - Returns: what it says.
  /// - Throws: what reading throws, and `health-damaged` where the process ended
  ///   without an answer.
  package func count(
    _ descriptor: Int32, named name: String, for challenge: Challenge, now: Moment
  ) throws(RenderError) -> HealthCount {
    let words = ["\(challenge.goal.steps)", "\(challenge.start)", "\(now)", "--", name]
    let said: [UInt8]?
    do throws(ChildProcess.Failure) {
      said = try ChildProcess.answer(
        of: command + words, reading: descriptor, limit: HealthProcess.mostBytes,
        by: SuspendingClock().now + patience)
    } catch {
      throw .healthProcess(SystemError.message(error.number))
    }
    guard let node = said.flatMap({ try? JSONNode(parsing: String(decoding: $0, as: UTF8.self)) })
    else {
      throw RenderError(
        .healthDamaged, "'\(name)' has ended the process that reads it, or takes too long",
        origin: .file(name), hint: "export anew, and give that file")
    }
    if let count = HealthCount(node) { return count }
    throw RenderError(json: node) ?? .healthProcess("it answers with something else")
  }
}

extension RenderError {
  fileprivate static func healthProcess(_ reason: String) -> RenderError {
    RenderError(.inputFailed, "the process that reads health data cannot be started: \(reason)")
  }
}
