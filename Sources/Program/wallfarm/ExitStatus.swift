import Diagnostics

/// The exit status of the program.
///
/// Scripts use it to decide whether to correct the call (64), correct the input (65), or repair the machine
/// and try again (69, 74, 75). The numbers from 64 to 77 are those of `sysexits.h`; a shell reports a program
/// that a signal ended as 128 plus the number of the signal.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// A part of the work could not be done, or a check found something.
  case failure = 1
  /// A comparison found a difference.
  case differs = 2
  /// The command line makes no sense (`EX_USAGE`).
  case usage = 64
  /// What was given is wrong, or is not there by that name (`EX_DATAERR`).
  case data = 65
  /// Something that is needed is missing, busy or too slow (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// A file cannot be read or written (`EX_IOERR`).
  case inputOutput = 74
  /// There is work left; the same call goes on (`EX_TEMPFAIL`).
  case paused = 75
  /// The code of a plugin failed.
  case plugin = 77
  /// Ctrl-C, after what ran was finished.
  case interrupted = 130
  /// SIGTERM, the same.
  case terminated = 143

  /// The exit status for an error.
  init(_ code: ErrorCode) { self = ExitStatus(rawValue: code.errorClass.exitStatus) ?? .failure }

  /// The exit status for several errors: ``failure`` where their own differ.
  init(_ codes: [ErrorCode]) {
    let statuses = Set(codes.map { ExitStatus($0) })
    self = statuses.count == 1 ? statuses.first ?? .failure : .failure
  }

  /// In a few words, for `wallfarm describe errors`.
  var meaning: String {
    switch self {
    case .success: "all is well"
    case .failure: "a part of the work could not be done, or a check found something"
    case .differs: "a comparison found a difference"
    case .usage: "the command line makes no sense"
    case .data: "what was given is wrong, or is not there by that name"
    case .unavailable: "something that is needed is missing, busy or too slow"
    case .inputOutput: "a file cannot be read or written"
    case .paused: "there is work left; the same call goes on"
    case .plugin: "the code of a plugin failed"
    case .interrupted: "Ctrl-C, after what ran was finished"
    case .terminated: "SIGTERM, after what ran was finished"
    }
  }
}
