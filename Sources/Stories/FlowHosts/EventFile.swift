internal import Files
package import Flows
internal import Glibc
internal import SourceJSON
package import WallfarmPluginKit

/// A log of the steps that users reach, written as JSON lines without the users' answers.
///
/// The log is written only if a file is specified. It stays on the machine and does not identify
/// users. A line looks like this: `{"flow": "notewall", "version": 3, "run": "5f…", "step":
/// "welcome"}`.
package final class EventFile {
  private let path: String
  private let flow: Flow
  /// A random identifier of the run.
  private let run: String
  private var last: String?

  /// Opens a log for appending.
  ///
  /// - Throws: `output-failed` if the file is not writable.
  package init(_ path: String, of flow: Flow) throws(RenderError) {
    (self.path, self.flow) = (path, flow)
    run = String(UInt64.random(in: .min ... .max), radix: 16)
    try add(nil)
  }

  /// Logs the step of a state if it differs from the last logged step.
  ///
  /// - Throws: `output-failed`.
  package func note(_ state: FlowState) throws(RenderError) {
    let step = state.step.map { flow.steps[$0].name } ?? (state.finished == nil ? nil : "finish")
    guard let step, step != last else { return }
    last = step
    var members: [String: JSONValue] = [
      "flow": .string(flow.name), "version": .number(Double(flow.version)), "run": .string(run),
      "step": .string(step),
    ]
    if let variant = flow.variant { members["variant"] = .string(variant) }
    try add(JSONValue.object(members).text(pretty: false) + "\n")
  }

  /// Appends a line in a single write, so that processes can share the file.
  ///
  /// If the line is nil, only checks that the file can be opened.
  private func add(_ line: String?) throws(RenderError) {
    let descriptor = Files.untilNotInterrupted {
      open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    }
    guard descriptor >= 0 else {
      throw .outputFailed(path, SystemError.message(errno), origin: .option("events"))
    }
    defer { close(descriptor) }
    guard let line else { return }
    let reason = Array(line.utf8).withUnsafeBytes { AtomicFile.writeAll($0, to: descriptor) }
    if let reason { throw .outputFailed(path, reason, origin: .option("events")) }
  }
}
