internal import Glibc

extension Files {
  /// The folder for user data (XDG Base Directory Specification 0.8), or nil if neither
  /// `XDG_DATA_HOME` nor `HOME` is set.
  package static var userData: String? { own("XDG_DATA_HOME", inHome: ".local/share") }

  /// The folder for caches (XDG Base Directory Specification 0.8), or nil if neither
  /// `XDG_CACHE_HOME` nor `HOME` is set.
  package static var userCache: String? { own("XDG_CACHE_HOME", inHome: ".cache") }

  private static func own(_ variable: String, inHome folder: String) -> String? {
    func path(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return (path(variable) ?? path("HOME").map { "\($0)/\(folder)" }).map { $0 + "/wallfarm" }
  }
}
