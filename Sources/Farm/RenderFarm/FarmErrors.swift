internal import Diagnostics
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
      hint: hint ?? "see to room and permissions there; nothing in it is lost")
  }

  static func queueDamaged(_ path: String, _ reason: String) -> RenderError {
    RenderError(
      .queueDamaged, "the queue '\(path)' is damaged: \(reason)", origin: .file(path),
      hint: "the job file makes a new one; 'wallfarm batch' sets this one aside")
  }

  static func queueMissing(_ path: String) -> RenderError {
    RenderError(
      .queueFailed, "there is no queue in '\(path)'", origin: .file(path),
      hint: "give the folder that was --output of 'wallfarm batch'")
  }

  static func queueBusy(_ path: String) -> RenderError {
    RenderError(
      .queueBusy, "another batch renders from '\(path)'", origin: .file(path),
      hint: "wait for it, watch it with 'wallfarm queue status', or give another --output")
  }

  static func outputBusy(_ path: String) -> RenderError {
    RenderError(
      .queueBusy, "another batch writes into '\(path)', from another queue",
      origin: .option("output"),
      hint: "wait for it, or give another --output; shares of one job file need --shard")
  }

  /// A power failure could undo the rename of the picture.
  static func nameNotSafe(_ output: String, _ reason: String) -> RenderError {
    RenderError(
      .outputFailed, "the folder of '\(output)' cannot be synced: \(reason)",
      origin: .option("output"),
      hint: "see whether the disk is sound; the picture is made again")
  }

  static func unknownUnit(_ id: String) -> RenderError {
    RenderError(
      .unknownUnit, "the queue has no unit '\(id)'", origin: .job(id),
      hint: "'wallfarm queue list' shows all")
  }

  static func leaseExpired() -> RenderError {
    RenderError(
      .leaseExpired, "its lease ran out: the batch that had it is gone, or was stopped for long",
      hint: "it is tried again; see whether that machine is overloaded, or raise --lease")
  }

  static func cancelled() -> RenderError {
    RenderError(.cancelled, "it was cancelled", hint: "'wallfarm queue retry' queues it again")
  }

  static func noFilmsHere() -> RenderError {
    RenderError(
      .invalidJob, "films are not made here", origin: .option("motion"),
      hint: "'wallfarm motion' and 'wallfarm batch' make them")
  }

  static func noReproOfFilm() -> RenderError {
    RenderError(
      .invalidJob, "a film is not packed up",
      hint: "'wallfarm motion' with the words of its job makes the same film")
  }

  static func payloadDamaged() -> RenderError {
    RenderError(
      .payloadDamaged, "what is to be rendered was changed in the queue, or damaged there",
      hint: "start the batch with its job file, which writes it anew; 'wallfarm queue retry' then")
  }

  /// The error for a queue that was created with a different key.
  public static func wrongKey(_ path: String) -> RenderError {
    RenderError(
      .wrongKey, "the queue in '\(path)' was made with another key", origin: .option("key"),
      hint: "give the key of then with --key, or the job file, to make all with notes anew")
  }
}

extension RenderError {
  /// The error as JSON on one line.
  var line: String { json.text(pretty: false) }

  /// Decodes ``line``; returns `nil` if the text is invalid.
  init?(line: String) {
    guard let node = try? JSONNode(parsing: line) else { return nil }
    self.init(json: node)
  }
}
