internal import Files
package import Flows
internal import Glibc
internal import SourceJSON
package import WallfarmPluginKit

/// Notes which steps somebody reached, a line of JSON for each, and nothing that they answered.
///
/// It is off unless a file is named, stays on the machine, and knows no person: `{"flow": "notewall", "version": 3,
/// "run": "5f…", "step": "welcome"}`.
package final class EventFile {
  private let path: String
  private let flow: Flow
  /// Tells one run from another, and nothing else.
  private let run: String
  private var last: String?

  /// Prepares to add to a file.
  ///
  /// - Throws: `output-failed` where it cannot be written.
  package init(_ path: String, of flow: Flow) throws(RenderError) {
    (self.path, self.flow) = (path, flow)
    run = String(UInt64.random(in: .min ... .max), radix: 16)
    try add(nil)
  }

  /// Notes the step of a state, where it is another than before.
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

  /// Adds a line with one call, so that several processes may share the file; nil looks whether that can be done.
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
