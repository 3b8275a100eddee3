internal import CResources
internal import Files

/// Files of this module that are compiled into the program.
enum Resources {
  static var errorsDocument: [UInt8] { wallfarm_program_errors_md().array }
}
