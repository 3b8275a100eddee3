import Glibc

/// How many files a process may have open.
enum OpenFiles {
  /// Raises what it may have to what it may be raised to.
  ///
  /// - Parameters:
  ///   - kept: for everything but connections.
  ///   - most: how many connections are wanted.
  /// - Returns: how many connections there can be, at least 16.
  static func raised(keeping kept: Int, atMost most: Int) -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return most }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let files = limit.rlim_cur == rlim_t.max ? Int.max : Int(clamping: limit.rlim_cur)
    return min(most, max(16, files - kept))
  }
}
