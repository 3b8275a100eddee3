internal import Files
package import Flows
internal import SourceJSON
package import WallfarmPluginKit

/// A private file that contains a flow's state and is replaced atomically.
package struct StateFile: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// Reads the state; if the file is missing, returns a new state.
  ///
  /// - Throws: `file-unreadable`, `invalid-json`, `flow-state-wrong`.
  package func read(_ flow: Flow) throws(RenderError) -> FlowState {
    guard Files.exists(path) else { return FlowState(flow) }
    let node = try JSONFile.read(path)
    do {
      return try FlowState(node.plain, of: flow)
    } catch {
      throw .stateWrong(error, flow, path)
    }
  }

  /// Writes a state; if writing fails, the previous state is kept.
  ///
  /// - Throws: `output-failed`.
  package func write(_ state: FlowState, of flow: Flow) throws(RenderError) {
    let text = state.json(flow).text(pretty: true) + "\n"
    try WholeFile.makeFolder(Files.folder(of: path))
    try WholeFile.write(to: path, origin: .option("state"), isPrivate: true) { write in
      write(text)
    }
  }
}

extension RenderError {
  fileprivate static func stateWrong(
    _ refusal: FlowState.Refusal, _ flow: Flow, _ path: String
  ) -> RenderError {
    let message =
      switch refusal {
      case .malformed: "the file does not contain the state of a flow"
      case .otherFlow(let name):
        "the file contains the state of the flow '\(name)', not of '\(flow.name)'"
      case .newer: "a newer version of the program or the flow wrote this state"
      }
    return RenderError(
      .flowStateWrong, message, origin: .file(path),
      hint: refusal == .newer
        ? "use the version that wrote it" : "move the file away to start over")
  }
}
