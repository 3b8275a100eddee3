internal import CPluginHost
internal import Graphics
internal import PluginMessages
internal import SourceJSON
internal import Synchronization
internal import WallfarmPluginKit

/// Sends requests to plugin programs and keeps idle processes for later renders.
///
/// Renderers on several threads can share one carrier. Each request has a process to itself, and
/// idle processes are reused.
final class ProgramCarrier: PluginCarrier {
  private let manifest: PluginManifest
  private let command: [String]
  private let limits: PluginLimits
  private let idle = Mutex<[Idle]>([])

  /// Wraps a process for the pool of idle processes.
  ///
  /// `@unchecked Sendable` is safe because a process is removed from the pool before use, so only
  /// one thread has it.
  private struct Idle: @unchecked Sendable {
    let process: PluginProcess
  }

  /// Creates a carrier that runs a command in the plugin folder.
  init(_ manifest: PluginManifest, command: [String], limits: PluginLimits) {
    (self.manifest, self.command, self.limits) = (manifest, command, limits)
  }

  /// Creates a carrier for the program that a manifest names; returns `nil` if the plugin is a
  /// library.
  convenience init?(_ manifest: PluginManifest, limits: PluginLimits) {
    guard case .program(_, let runner) = manifest.carrier else { return nil }
    self.init(manifest, command: [runner, manifest.code].compactMap(\.self), limits: limits)
  }

  /// The paths that the program can read and execute.
  var readable: [String] {
    PluginFence.readable(folder: manifest.folder, code: manifest.code, command: command)
  }

  /// Registers the program with the launcher; returns 0 or an `errno` value.
  func introduce() -> Int32 {
    PluginProcess.withProgram(manifest, command) { wallfarm_launcher_add(&$0) }
  }

  func ask(_ order: PluginOrder, _ desk: any PluginServices) throws(RenderError) -> PluginAnswer {
    let process: PluginProcess
    if let known = takeIdle() { process = known } else { process = try start(order.call) }
    process.begin(order.call)
    desk.ran(behind: process.fence)
    // Terminate orphaned plugin processes even if the request fails.
    defer { wallfarm_end_orphans() }
    do throws(RenderError) {
      let answer = try ask(process, order, desk)
      try process.checkFamily()
      for line in process.saidLines { desk.log(line) }
      // A process with unread output or running child processes is not reused. It is terminated
      // with its descendants when this method returns.
      if process.isIdle { idle.withLock { $0.append(Idle(process: process)) } }
      return answer
    } catch {
      for line in process.saidLines { desk.log(line) }
      throw error
    }
  }

  /// Returns an idle process, and discards processes that have exited or written output in the
  /// meantime.
  private func takeIdle() -> PluginProcess? {
    while let process = idle.withLock({ $0.popLast()?.process }) {
      if process.isIdle { return process }
    }
    return nil
  }

  private func start(_ call: String) throws(RenderError) -> PluginProcess {
    let process = try PluginProcess(manifest, command: command, limits: limits)
    process.begin("describe")
    try process.say(
      Array("{\"type\":\"describe\",\"contract\":\(PluginManifest.contract)}".utf8))
    try checkIdentity(try process.nextMessage())
    return process
  }

  /// Compares the program's description of itself with the manifest.
  private func checkIdentity(_ message: (type: String, node: JSONEntry)) throws(RenderError) {
    guard message.type == "describe" else {
      throw manifest.answer(
        "it answered 'describe' with a message of type '\(message.type.prefix(24))'")
    }
    guard let contract = message.node["contract"]?.number, let id = message.node["id"]?.string,
      let version = message.node["version"]?.number
    else { throw manifest.answer("its 'describe' needs 'contract', 'id' and 'version'") }
    if contract > Double(PluginManifest.contract) { throw manifest.tooNew(shortest(contract)) }
    guard contract == Double(PluginManifest.contract) else {
      throw manifest.mismatch("it uses contract \(shortest(contract))")
    }
    if id != manifest.id { throw manifest.mismatch("its id is '\(id.onOneLine.prefix(64))'") }
    if version != Double(manifest.description.version) {
      throw manifest.mismatch(
        "its version is \(shortest(version)), not \(manifest.description.version)")
    }
  }

  private func ask(
    _ process: PluginProcess, _ order: PluginOrder, _ desk: any PluginServices
  ) throws(RenderError) -> PluginAnswer {
    let count = order.screen.map { $0.size.area * 4 }
    if count != nil, !process.preparePixels() {
      throw manifest.unloadable(
        "there is not enough memory for its pixels", hint: "try again later")
    }
    try process.say(message(order))
    while true {
      let (type, node) = try process.nextMessage(desk)
      switch type {
      case "done":
        guard let count else { return .said(node) }
        guard node["layers"] == nil else {
          throw manifest.answer("it answered 'fill' with layers")
        }
        return .pixels(process.readPixels(most: count + 1))
      case "error":
        guard node["message"] != nil else { throw manifest.answer("its error has no 'message'") }
        return .said(node)
      case "log":
        guard let line = node["line"]?.string else {
          throw manifest.answer("its 'log' message needs the key 'line'")
        }
        desk.log(line)
      default:
        guard let answer = try desk.answer(type, node) else {
          throw manifest.answer(
            "it sent a message of the unknown type '\(type.onOneLine.prefix(24))'")
        }
        try process.say(answer)
      }
    }
  }

  private func message(_ order: PluginOrder) -> [UInt8] {
    var text = JSONText()
    text.object { text in
      text.member("type", order.call)
      text.key("parameters")
      text.raw(order.parameters)
      text.key("context")
      text.raw(order.context)
      guard let screen = order.screen else { return }
      text.key("pixels")
      text.object { text in
        text.member("width", screen.size.width)
        text.member("height", screen.size.height)
        text.member("stride", screen.size.width * 4)
        text.key("scale")
        text.object { text in
          text.member("x", screen.scale.x)
          text.member("y", screen.scale.y)
        }
        text.member("descriptor", 3)
      }
    }
    return text.bytes
  }
}
