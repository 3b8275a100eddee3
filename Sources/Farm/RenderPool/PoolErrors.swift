import Files
internal import Glibc
import WallfarmPluginKit

// Errors that the pool reports.

extension RenderError {
  static func messageDamaged() -> RenderError {
    RenderError(
      .messageDamaged, "a message between the pool and the worker was truncated or changed",
      hint: "the unit is retried; if the error repeats, check the memory of the machine")
  }

  static func workerTimeout(_ timeout: Duration) -> RenderError {
    RenderError(
      .workerTimeout, "the render took longer than \(seconds(timeout)) s",
      hint: "raise 'timeout' in the job, or raise --timeout")
  }

  static func workerMemory(_ megabytes: Int) -> RenderError {
    RenderError(
      .workerMemory, "the worker exceeded \(megabytes) MB of memory",
      hint: "raise --worker-memory, or lower the limits on photos")
  }

  /// Whether a retry is pointless because the worker program is missing or cannot be executed.
  var isPermanent: Bool { code == .workerCrashed && origin != nil }

  /// The error for a worker that crashed; `how` says how it exited, and `said` is the last line of
  /// its standard error.
  static func workerCrashed(_ how: String, said: String?) -> RenderError {
    RenderError(
      .workerCrashed, "the worker \(how)" + (said.map { "; its last output was '\($0)'" } ?? ""),
      hint: "'wallfarm queue repro' packs the unit for a bug report")
  }

  static func workerKilled() -> RenderError {
    RenderError(
      .workerKilled, "another process or the kernel killed the worker",
      hint: "check the kernel log; if memory is low, reduce --workers")
  }

  static func workersDoNotStart(_ how: String, said: String?) -> RenderError {
    RenderError(
      .workerCrashed,
      "workers do not start; the last worker \(how)"
        + (said.map { "; its last output was '\($0)'" } ?? ""),
      hint: "check the installation with 'wallfarm doctor'")
  }

  /// The error for a worker that the system cannot start; `number` is the `errno`.
  static func workerCannotStart(_ command: [String], _ number: Int32) -> RenderError {
    var error = workersDoNotStart("cannot be started: \(SystemError.message(number))", said: nil)
    if [ENOENT, EACCES, ENOEXEC].contains(number) { error.origin = .file(command[0]) }
    return error
  }

  static func workerSilent(_ silence: Duration) -> RenderError {
    RenderError(
      .workerSilent, "the worker did not respond for \(seconds(silence)) s",
      hint: "check for suspended processes or an overloaded machine, or raise --lease")
  }

  /// The error for a system call that the fence rejected; `call` is `nil` if the call is unknown.
  static func workerRefused(_ call: String?) -> RenderError {
    RenderError(
      .workerRefused,
      "the worker made a system call that its fence rejects"
        + (call.map { ": '\($0)'" } ?? ""),
      hint: "report this photo: it either is an attack or triggers a bug in a decoder")
  }

  static func orderLate(_ deadline: Duration) -> RenderError {
    RenderError(
      .orderLate,
      "the order missed its deadline of \(seconds(deadline)) s, which includes the time in the "
        + "queue",
      hint: "extend the deadline, or check the load on the pool")
  }

  static func notWanted() -> RenderError {
    RenderError(.orderWithdrawn, "the order was withdrawn")
  }

  static func noMemoryFile(_ number: Int32) -> RenderError {
    RenderError(
      .outputFailed, "there is not enough memory for the picture: \(SystemError.message(number))",
      hint: "check the free memory and the limit on open files of this machine")
  }

  private static func seconds(_ duration: Duration) -> String {
    let value = duration / .seconds(1)
    let parts = value < 1 ? 1000.0 : 10.0
    return Int(exactly: value).map(String.init) ?? "\((value * parts).rounded() / parts)"
  }
}
