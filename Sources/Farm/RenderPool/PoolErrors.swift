import Files
internal import Glibc
import WallfarmPluginKit

// Errors of the pool.

extension RenderError {
  static func messageDamaged() -> RenderError {
    RenderError(
      .messageDamaged, "a message between the farm and its worker was cut or changed",
      hint: "it is tried again; where it comes back, look at memory and at what else uses the pipe")
  }

  static func workerTimeout(_ timeout: Duration) -> RenderError {
    RenderError(
      .workerTimeout, "it took longer than \(seconds(timeout)) s",
      hint: "raise 'timeout' of the job, or --timeout")
  }

  static func workerMemory(_ megabytes: Int) -> RenderError {
    RenderError(
      .workerMemory, "its worker grew beyond \(megabytes) MB",
      hint: "raise --worker-memory, or lower the limits on photos")
  }

  /// Whether a retry is pointless because the worker program does not exist.
  var isForGood: Bool { code == .workerCrashed && origin != nil }

  /// `how` is how the process ended, `said` the last line of its standard error.
  static func workerCrashed(_ how: String, said: String?) -> RenderError {
    RenderError(
      .workerCrashed, "its worker \(how)" + (said.map { "; it said '\($0)'" } ?? ""),
      hint: "'wallfarm queue repro' packs up the unit for a report")
  }

  static func workerKilled() -> RenderError {
    RenderError(
      .workerKilled, "its worker was killed from outside",
      hint: "the kernel does that where memory is short: use fewer --workers, or see its log")
  }

  static func workersDoNotStart(_ how: String, said: String?) -> RenderError {
    RenderError(
      .workerCrashed,
      "workers do not start: the last one \(how)"
        + (said.map { "; it said '\($0)'" } ?? ""),
      hint: "'wallfarm doctor' looks at the installation")
  }

  /// The error for a worker that the system cannot start; `number` is the `errno`.
  static func workerCannotStart(_ command: [String], _ number: Int32) -> RenderError {
    var error = workersDoNotStart("cannot be made: \(SystemError.message(number))", said: nil)
    if [ENOENT, EACCES, ENOEXEC].contains(number) { error.origin = .file(command[0]) }
    return error
  }

  static func workerSilent(_ silence: Duration) -> RenderError {
    RenderError(
      .workerSilent, "its worker said nothing for \(seconds(silence)) s",
      hint: "see whether processes are stopped or the machine is overloaded, or raise --lease")
  }

  /// `call` is `nil` if the system call is unknown.
  static func workerRefused(_ call: String?) -> RenderError {
    RenderError(
      .workerRefused,
      "its worker made a call of the kernel that the fence refuses"
        + (call.map { ": '\($0)'" } ?? ""),
      hint: "a photo that does this is an attack, or finds a fault of a decoder: report it")
  }

  static func orderLate(_ deadline: Duration) -> RenderError {
    RenderError(
      .orderLate, "it was not done within \(seconds(deadline)) s, waiting included",
      hint: "allow more time, or see what else the pool has to do")
  }

  static func notWanted() -> RenderError {
    RenderError(.orderWithdrawn, "the picture is not wanted any more")
  }

  static func noMemoryFile(_ number: Int32) -> RenderError {
    RenderError(
      .outputFailed, "there is no memory for the picture's file: \(SystemError.message(number))",
      hint: "end what else uses memory and open files on this machine")
  }

  private static func seconds(_ duration: Duration) -> String {
    let value = duration / .seconds(1)
    return Int(exactly: value).map(String.init) ?? "\((value * 10).rounded() / 10)"
  }
}
