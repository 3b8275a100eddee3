import Diagnostics

/// The exit status of the program.
///
/// Scripts use the status to decide whether to correct the call (64), correct the input (65),
/// repair the machine and retry (69, 74), or run the same command again (75). The values from 64 to
/// 77 are defined in `sysexits.h`. If a signal terminates a program, the shell reports 128 plus the
/// signal number.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  /// Part of the work failed, or a check found a problem.
  case failure = 1
  /// A comparison found a difference.
  case differs = 2
  /// The command line is invalid (`EX_USAGE`).
  case usage = 64
  /// An input is invalid or does not exist (`EX_DATAERR`).
  case data = 65
  /// A required resource is missing, busy or too slow (`EX_UNAVAILABLE`).
  case unavailable = 69
  /// A file cannot be read or written (`EX_IOERR`).
  case inputOutput = 74
  /// Work remains; run the same command again to continue.
  case paused = 75
  /// A plugin failed.
  case plugin = 77
  /// The program stopped because of Ctrl-C, after the work in progress finished.
  case interrupted = 130
  /// The program stopped because of SIGTERM or SIGHUP, after the work in progress finished.
  case terminated = 143

  /// The exit status for an error.
  init(_ code: ErrorCode) { self = ExitStatus(rawValue: code.errorClass.exitStatus) ?? .failure }

  /// The common exit status of several errors, or ``failure`` if their statuses differ.
  init(_ codes: [ErrorCode]) {
    let statuses = Set(codes.map { ExitStatus($0) })
    self = statuses.count == 1 ? statuses.first ?? .failure : .failure
  }

  /// A short description for `wallfarm describe errors`.
  var meaning: String {
    switch self {
    case .success: "success"
    case .failure: "part of the work failed, or a check found a problem"
    case .differs: "a comparison found a difference"
    case .usage: "the command line is invalid"
    case .data: "an input is invalid or does not exist"
    case .unavailable: "a required resource is missing, busy or too slow"
    case .inputOutput: "a file cannot be read or written"
    case .paused: "work remains; the same command continues it"
    case .plugin: "a plugin failed"
    case .interrupted: "interrupted by Ctrl-C; the work in progress was finished"
    case .terminated: "stopped by SIGTERM; the work in progress was finished"
    }
  }
}
