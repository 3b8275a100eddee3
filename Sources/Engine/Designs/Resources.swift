internal import CResources
internal import Files

/// Files of this module that are embedded in the binary.
enum Resources {
  static var devicesJSON: [UInt8] { wallfarm_designs_devices_json().array }
}
