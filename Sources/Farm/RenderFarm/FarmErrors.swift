package import Diagnostics
internal import Files
internal import RenderPool
internal import Requests
internal import SourceJSON
import WallfarmCore
public import WallfarmPluginKit

// Errors of the farm.

extension RenderError {
  static func queueFailed(
    _ path: String, _ reason: String, hint: String? = nil
  ) -> RenderError {
    RenderError(
      .queueFailed, "the queue '\(path)' cannot be used: \(reason)", origin: .file(path),
      hint: hint ?? "check the free space and permissions there; the queue loses no data")
  }

  static func queueDamaged(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .queueDamaged, "the queue '\(path)' is damaged: \(reason)", origin: .file(path),
      hint: "run 'wallfarm batch' with the job file to rebuild the queue")
  }

  static func queueMissing(_ path: String) -> RenderError {
    RenderError(
      .queueFailed, "'\(path)' contains no queue", origin: .file(path),
      hint: "specify a job file, or the --output folder of an earlier batch")
  }

  static func queueBusy(_ path: String) -> RenderError {
    RenderError(
      .queueBusy, "another batch is rendering from '\(path)'", origin: .file(path),
      hint: "wait until it finishes, check 'wallfarm queue status', or use another --output")
  }

  static func outputBusy(_ path: String) -> RenderError {
    RenderError(
      .queueBusy, "another batch with a different queue is writing to '\(path)'",
      origin: .option("output"),
      hint: "wait until it finishes, or use another --output; to split one job file, use --shard")
  }

  /// The error for a renamed picture whose folder cannot be synced.
  ///
  /// In this state, a power failure could undo the rename.
  static func nameNotSafe(_ output: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed, "the folder of '\(output)' cannot be synced: \(reason)",
      origin: .option("output"),
      hint: "check the disk; the picture is rendered again")
  }

  static func unknownUnit(_ id: String) -> RenderError {
    RenderError(
      .unknownUnit, "the queue has no unit '\(id)'", origin: .job(id),
      hint: "'wallfarm queue list' lists all units")
  }

  static func leaseExpired() -> RenderError {
    RenderError(
      .leaseExpired,
      "the lease expired because the batch or machine that held it exited or was suspended",
      hint: "the unit is retried; check the load on the machine, or raise --lease")
  }

  package static func cancelled() -> RenderError {
    RenderError(.cancelled, "the unit was canceled", hint: "'wallfarm queue retry' queues it again")
  }

  static func noFilmsHere() -> RenderError {
    RenderError(
      .invalidJob, "films are not supported here", origin: .option("motion"),
      hint: "use 'wallfarm motion' or 'wallfarm batch'")
  }

  static func noReproOfFilm() -> RenderError {
    RenderError(
      .invalidJob, "films cannot be packed",
      hint: "render the film with 'wallfarm motion' and the options of its job")
  }

  static func payloadDamaged() -> RenderError {
    RenderError(
      .payloadDamaged, "the unit was changed or damaged in the queue",
      hint:
        "run the batch with its job file to repair the unit, and then run 'wallfarm queue retry'")
  }

  /// The error for a queue that was created with a different key.
  public static func wrongKey(_ path: String, isFarm: Bool = false) -> RenderError {
    RenderError(
      .wrongKey, "the queue in '\(path)' was created with a different key", origin: .option("key"),
      hint: isFarm
        ? "use the key file that this queue was created with"
        : "use --key with the original key, or add the job file to render pictures with notes again"
    )
  }
}

extension RenderError {
  /// The error as JSON on one line.
  var line: String { json.text(pretty: false) }

  /// Decodes ``line``; returns `nil` if it is invalid.
  init?(line: String) {
    guard let node = try? JSONNode(parsing: line) else { return nil }
    self.init(json: node)
  }
}
