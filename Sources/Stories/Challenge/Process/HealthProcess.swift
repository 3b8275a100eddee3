internal import Files
internal import Processes
internal import SourceJSON
package import WallfarmPluginKit

/// Reads an export in a fenced child process, because exports are untrusted and are parsed by C
/// libraries.
package struct HealthProcess: Sendable {
  /// The program and the arguments that start the reader.
  private let command: [String]
  /// The timeout; the largest permitted export needs about ten seconds.
  private let patience: Duration
  /// Maximum response size in bytes.
  private static let mostBytes = 1 << 20

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - command: the program and its first arguments; the goal, the start, the current time and
  ///     the file name are appended.
  ///   - patience: the timeout.
  package init(_ command: [String], patience: Duration = .seconds(120)) {
    (self.command, self.patience) = (command, patience)
  }

  /// Counts the steps of a file.
  ///
  /// - Parameters:
  ///   - descriptor: a seekable file, which is read from its beginning.
  ///   - name: the file name to use in messages.
  ///   - challenge: the challenge whose start and goal apply.
  ///   - now: the current time.
  /// - Returns: the count.
  /// - Throws: the errors from reading, and `health-damaged` if the process times out or exits
  ///   without an answer.
  package func count(
    _ descriptor: Int32, named name: String, for challenge: Challenge, now: Moment
  ) throws(RenderError) -> HealthCount {
    let words = ["\(challenge.goal.steps)", "\(challenge.start)", "\(now)", "--", name]
    let said: [UInt8]?
    do throws(ChildProcess.Failure) {
      let helper = try HelperProcess(
        command + words, most: HealthProcess.mostBytes, input: descriptor)
      said = helper.output(by: SuspendingClock().now + patience)
    } catch {
      throw .healthProcess(SystemError.message(error.number))
    }
    guard let node = said.flatMap({ try? JSONNode(parsing: String(decoding: $0, as: UTF8.self)) })
    else {
      throw RenderError(
        .healthDamaged, "the process that reads '\(name)' crashed or took too long",
        origin: .file(name), hint: "create a new export, and use that file")
    }
    if let count = HealthCount(node) { return count }
    throw RenderError(json: node) ?? .healthProcess("its response is invalid")
  }
}

extension RenderError {
  fileprivate static func healthProcess(_ reason: String) -> RenderError {
    RenderError(.inputFailed, "the process that reads health data failed: \(reason)")
  }
}
