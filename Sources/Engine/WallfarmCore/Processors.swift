internal import Files

/// The processors available to this process.
public enum Processors {
  /// The number of processors, or 1 if the number is unknown.
  ///
  /// Unlike `sysconf`, this property respects `taskset` and cpusets.
  public static var count: Int {
    guard let status = try? Files.read("/proc/self/status") else { return 1 }
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    // A hexadecimal mask, such as "Cpus_allowed:      ff,ffffffff".
    let mask = lines.first { $0.hasPrefix("Cpus_allowed:") }?.split(separator: "\t").last ?? ""
    return max(1, mask.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) })
  }
}
