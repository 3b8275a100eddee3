import Glibc

/// The open file limit of this process.
enum OpenFiles {
  /// Raises the soft limit to the hard limit.
  ///
  /// - Parameters:
  ///   - kept: The number of descriptors reserved for uses other than connections.
  ///   - most: The maximum number of connections wanted.
  /// - Returns: The number of connections that can be open at the same time, from 16 to `most`.
  static func raised(keeping kept: Int, atMost most: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return most }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let files = limit.rlim_cur == rlim_t.max ? Int.max : Int(clamping: limit.rlim_cur)
    return min(most, max(16, files - kept))
  }
}
