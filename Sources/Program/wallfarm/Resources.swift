internal import CResources
internal import Files

/// The files that the program carries for this module; the names are those of the files.
enum Resources {
  static var errorsDocument: [UInt8] { wallfarm_program_errors_md().array }
}
