internal import Files
internal import SourceJSON
internal import WallfarmCore
internal import WallfarmPluginKit

// Error messages about external plugins.

extension RenderError {
  static func pluginTooNew(_ contract: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginTooNew,
      "the plugin speaks contract \(contract); this wallfarm speaks \(PluginManifest.contract)",
      origin: origin, hint: "update wallfarm, or get an older version of the plugin")
  }

  static func pluginTwice(_ id: String, _ first: String, _ second: String) -> RenderError {
    RenderError(
      .pluginTwice, "two plugins have the id '\(id)'", origin: .file(second),
      hint: "remove one of them, or give it another id", also: "the other one is \(first)")
  }

  static func pluginBuiltIn(_ id: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginBuiltIn, "the id '\(id)' is that of a built-in plugin", origin: origin,
      hint: "give it an id of its own, such as 'my-\(id)'")
  }

  /// An error for files that cannot be copied; `problems` gives the path and the reason of each.
  static func pluginNotCopied(
    _ problems: [(path: String, what: String)], folder: String
  ) -> RenderError {
    let named = problems.prefix(3).map { "'\($0.path)' \($0.what)" }.joined(separator: ", ")
    let more = problems.count > 3 ? ", and \(problems.count - 3) more" : ""
    return RenderError(
      .pluginNotCopied, "the plugin cannot be copied: \(named)\(more)", origin: .file(folder),
      hint: "put plain files and folders in their place; nothing outside of a plugin is copied")
  }

  /// An error for a plugin folder with files that wallfarm did not install or that have changed.
  static func pluginForeign(
    _ name: String, _ foreign: MadeFolder.Foreign, folder: String
  ) -> RenderError {
    let what =
      switch foreign {
      case .unlisted: "it was not put there by 'wallfarm plugin add'"
      case .added(let path, let kind): "'\(path)' in it is \(kind.words) that was added since"
      case .changed(let path): "'\(path)' in it was changed since"
      }
    return RenderError(
      .pluginNotOurs, "'\(name)' is not deleted: \(what)", origin: .file("\(folder)/\(name)"),
      hint: "move away what is yours, then delete the folder by hand")
  }

  /// An error for a plugin folder that another process has locked.
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
        ? "build it: run 'make' in the folder of the plugin" : "put it beside plugin.json")
  }

  static func pluginNotExecutable(_ file: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginIncomplete, "the plugin's file '\(file)' cannot be executed", origin: origin,
      hint: "run 'chmod +x \(file)', or name what runs it: \"runner\": \"python3\"")
  }

  static func pluginWithoutRunner(_ runner: String, origin: Origin) -> RenderError {
    RenderError(
      .pluginIncomplete, "the plugin needs '\(runner)', which is not in PATH", origin: origin,
      hint: "install it, or name another runner; it is a command without a path")
  }

  static func pluginFileOutside(_ file: String, origin: Origin) -> RenderError {
    RenderError(
      .pathOutside, "'\(file)' leads out of the folder of the plugin", origin: origin,
      hint: "a plugin's code lies in its own folder, without links to elsewhere")
  }
}

extension PluginManifest {
  /// An error of this plugin; `what` completes the sentence "the plugin 'rings' …".
  func error(_ code: ErrorCode, _ what: String, hint: String) -> RenderError {
    RenderError(code, "the plugin '\(id)' \(what)", origin: .file(file), hint: hint)
  }

  func unloadable(_ why: String, hint: String = "build it again, for this machine") -> RenderError {
    error(.pluginUnloadable, "cannot be started: \(why)", hint: hint)
  }

  func mismatch(_ what: String) -> RenderError {
    error(
      .pluginMismatch, "is not what its plugin.json says: \(what)",
      hint: "build it again, or correct plugin.json")
  }

  func tooNew(_ contract: String) -> RenderError {
    error(
      .pluginTooNew, "speaks contract \(contract); this wallfarm speaks \(PluginManifest.contract)",
      hint: "update wallfarm, or get an older version of the plugin")
  }

  /// An error for invalid JSON; the message quotes no text, because the text may come from a note.
  func notJSON(_ what: String, _ error: JSONSyntaxError) -> RenderError {
    answer("\(what) is no JSON at \(error.place): \(error.messageWithoutWords)")
  }

  func answer(_ what: String) -> RenderError {
    error(
      .pluginAnswer, "broke the contract: \(what)",
      hint: "see docs/plugin-contract.md, and try it with 'wallfarm plugin check'")
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
      hint: "see what it keeps, or allow more with --plugin-memory")
  }

  func startedTooMany(_ call: String, _ count: Int) -> RenderError {
    error(
      .pluginProcesses,
      "started too many processes in '\(call)': \(count) ran at once, "
        + "at most \(PluginLimits.mostProcesses) may",
      hint: "a plugin needs few; what it starts ends with the picture")
  }

  func saidTooMuch(_ call: String) -> RenderError {
    error(
      .pluginOutput, "said more than \(PluginLimits.mostBytes >> 20) MB in '\(call)'",
      hint: "an answer is at most that long, with everything before it")
  }
}
