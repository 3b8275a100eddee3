internal import Files
public import WallfarmPluginKit

// Errors of backups and checks of a service's state.

extension ErrorCode {
  /// A backup cannot be created.
  public static let backupFailed = ErrorCode("backup-failed", .storage)
  /// A part of a service's state is damaged, missing or readable by other users.
  public static let stateDamaged = ErrorCode("state-damaged", .storage)
}

extension RenderError {
  /// The error for a backup that cannot be created.
  static func backupFailed(
    _ reason: String, origin: Origin, hint: String = "check the free space and permissions there"
  ) -> RenderError {
    RenderError(
      .backupFailed, "the backup cannot be created: \(reason)", origin: origin, hint: hint)
  }

  /// The error for a failed system call on a file of a backup; `errno` holds the cause.
  static func backupFailed(_ path: String, _ number: Int32) -> RenderError {
    .backupFailed("'\(path)': \(SystemError.message(number))", origin: .file(path))
  }

  /// The error for a damaged part of a service's state.
  static func stateDamaged(_ path: String, _ problem: String, hint: String? = nil) -> RenderError {
    RenderError(
      .stateDamaged, "'\(path)' \(problem)", origin: .file(path),
      hint: hint ?? "restore the folder from a backup")
  }

  /// The error for a folder that contains no database of a service.
  static func noState(_ folder: String) -> RenderError {
    RenderError(
      .storeFailed, "'\(folder)' contains no state of a service", origin: .file(folder),
      hint: "name the folder of 'wallfarm serve --state', or a backup of it")
  }

  /// The error for a database that a newer version created.
  static func newerState(_ path: String, _ version: Int) -> RenderError {
    RenderError(
      .storeFailed,
      "'\(path)' has version \(version), but this program supports up to version "
        + "\(ServiceStore.version)", origin: .file(path),
      hint: "use the newer version of wallfarm that created it")
  }
}
