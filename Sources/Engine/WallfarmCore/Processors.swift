internal import Files

/// The processors that this process may use.
public enum Processors {
  /// How many there are; 1 where the system does not say.
  ///
  /// Follows `taskset` and cpusets, which `sysconf` does not.
  public static var count: Int {
    guard let status = try? Files.read("/proc/self/status") else { return 1 }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    // A mask in hexadecimal, such as "Cpus_allowed:	ff,ffffffff".
    let mask = lines.first { $0.hasPrefix("Cpus_allowed:") }?.split(separator: "\t").last ?? ""
    return max(1, mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) })
  }
}
