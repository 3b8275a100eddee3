internal import Files
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

// Error messages about external plugins.

extension RenderError {
  static func pluginTooNew(_ contract: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginTooNew,
      "the plugin uses contract \(contract); this version of wallfarm supports only "
        + "\(PluginManifest.contract)",
      origin: origin, hint: "update wallfarm, or get an older version of the plugin")
  }

  static func pluginTwice(_ id: String, _ first: String, _ second: String) -> RenderError {
    RenderError(
      .pluginTwice, "two plugins have the id '\(id)'", origin: .file(second),
      hint: "remove one of them, or give it another id", also: "the other plugin is \(first)")
  }

  static func pluginBuiltIn(_ id: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginBuiltIn, "the id '\(id)' belongs to a built-in plugin", origin: origin,
      hint: "choose another id, such as 'my-\(id)'")
  }

  /// An error about files that cannot be copied; `problems` contains a path and a reason for each
  /// file.
  static func pluginNotCopied(
    _ problems: [(path: String, what: String)], folder: String
  ) -> RenderError {
    let named = problems.prefix(3).map { "'\($0.path)' \($0.what)" }.joined(separator: ", ")
    let more = problems.count > 3 ? ", and \(problems.count - 3) more" : ""
    return RenderError(
      .pluginNotCopied, "the plugin cannot be copied: \(named)\(more)", origin: .file(folder),
      hint: "replace them with plain files and folders; only files in the plugin folder are copied")
  }

  /// An error about a plugin folder that wallfarm did not install or that was changed after
  /// installation.
  static func pluginForeign(
    _ name: String, _ foreign: MadeFolder.Foreign, folder: String
  ) -> RenderError {
    let what =
      switch foreign {
      case .unlisted: "it was not installed by 'wallfarm plugin add'"
      case .added(let path, let kind):
        "it contains \(kind.words) that was added after installation: '\(path)'"
      case .changed(let path): "its file '\(path)' was changed after installation"
      }
    return RenderError(
      .pluginNotOurs, "'\(name)' was not deleted: \(what)", origin: .file("\(folder)/\(name)"),
      hint: "move your own files out of the folder, and then delete it manually")
  }

  /// An error about a plugin folder that is locked by another process.
  static func pluginsBusy(_ folder: String) -> RenderError {
    RenderError(
      .outputFailed, "another process is changing the plugins in '\(folder)'",
      origin: .file(folder),
      hint: "wait until that process exits")
  }

  static func pluginIncomplete(_ file: String, origin: Origin, isBuilt: Bool) -> RenderError {
    RenderError(
      .pluginIncomplete, "the plugin's file '\(file)' is missing", origin: origin,
      hint: isBuilt
        ? "build it: run 'make' in the folder of the plugin"
        : "move it into the folder that contains plugin.json")
  }

  static func pluginNotExecutable(_ file: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginIncomplete, "the plugin's file '\(file)' cannot be executed", origin: origin,
      hint: "run 'chmod +x \(file)', or name its interpreter: \"runner\": \"python3\"")
  }

  static func pluginWithoutRunner(_ runner: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginIncomplete, "the plugin needs '\(runner)', which is not in PATH", origin: origin,
      hint: "install it, or name another runner; a runner is a command without a path")
  }

  static func pluginFileOutside(_ file: String, origin: Origin) -> RenderError {
    RenderError(
      .pathOutside, "'\(file)' is outside the plugin folder", origin: origin,
      hint: "move the code into the plugin folder, and do not use links to other folders")
  }
}

extension PluginManifest {
  /// Creates an error about this plugin; `what` completes the sentence "the plugin 'rings' …".
  func error(_ code: ErrorCode, _ what: String, hint: String) -> RenderError {
    RenderError(code, "the plugin '\(id)' \(what)", origin: .file(file), hint: hint)
  }

  func unloadable(_ why: String, hint: String = "rebuild it for this machine") -> RenderError {
    error(.pluginUnloadable, "cannot be started: \(why)", hint: hint)
  }

  func mismatch(_ what: String) -> RenderError {
    error(
      .pluginMismatch, "does not match its plugin.json: \(what)",
      hint: "rebuild it, or correct plugin.json")
  }

  func tooNew(_ contract: String) -> RenderError {
    error(
      .pluginTooNew,
      "uses contract \(contract); this version of wallfarm supports only "
        + "\(PluginManifest.contract)",
      hint: "update wallfarm, or get an older version of the plugin")
  }

  /// An error about invalid JSON; the message does not quote the JSON, which may contain text from
  /// a note.
  func notJSON(_ what: String, _ error: JSONSyntaxError) -> RenderError {
    answer("\(what) is not valid JSON at \(error.place): \(error.messageWithoutWords)")
  }

  func answer(_ what: String) -> RenderError {
    error(
      .pluginAnswer, "broke the contract: \(what)",
      hint: "see docs/plugin-contract.md, and run 'wallfarm plugin check'")
  }

  func tookTooLong(_ call: String, _ limit: Duration) -> RenderError {
    let seconds = shortest((limit / .milliseconds(1)).rounded() / 1000)
    return error(
      .pluginTimeout, "took too long in '\(call)': more than \(seconds) s",
      hint: "check why the plugin does not respond, or raise --plugin-timeout")
  }

  func tookTooMuchMemory(_ call: String, _ megabytes: Int) -> RenderError {
    error(
      .pluginMemory, "used too much memory in '\(call)': more than \(megabytes) MB",
      hint: "reduce the data that it keeps in memory, or raise --plugin-memory")
  }

  func startedTooMany(_ call: String, _ count: Int) -> RenderError {
    error(
      .pluginProcesses,
      "started too many processes in '\(call)': \(count) ran at once; "
        + "the maximum is \(PluginLimits.mostProcesses)",
      hint: "start fewer processes; all of them are stopped after the picture")
  }

  func saidTooMuch(_ call: String) -> RenderError {
    error(
      .pluginOutput, "wrote more than \(PluginLimits.mostBytes >> 20) MB in '\(call)'",
      hint: "shorten the answer, or the output that precedes it")
  }
}
