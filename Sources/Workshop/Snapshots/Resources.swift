internal import CResources
internal import Files

/// Files of this module that are compiled into the program.
enum Resources {
  static var reportPage: [UInt8] { wallfarm_snapshots_report_html().array }
}
