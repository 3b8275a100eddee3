internal import CResources
internal import Files

/// Embedded files of this module.
enum Resources {
  static var reportPage: [UInt8] { wallfarm_snapshots_report_html().array }
}
