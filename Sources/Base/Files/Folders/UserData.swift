internal import Glibc

extension Files {
  /// The program's user data folder (XDG Base Directory Specification 0.8).
  ///
  /// The value is nil if neither `XDG_DATA_HOME` nor `HOME` contains an absolute path.
  package static var userData: String? { own("XDG_DATA_HOME", inHome: ".local/share") }

  /// The program's cache folder (XDG Base Directory Specification 0.8).
  ///
  /// The value is nil if neither `XDG_CACHE_HOME` nor `HOME` contains an absolute path.
  package static var userCache: String? { own("XDG_CACHE_HOME", inHome: ".cache") }

  /// The program's folders in the system's data folders, in order of decreasing precedence (XDG Base
  /// Directory Specification 0.8).
  package static var systemData: [String] {
    let listed = getenv("XDG_DATA_DIRS").map { String(cString: $0) } ?? ""
    // The specification requires relative paths to be ignored.
    return (listed.isEmpty ? "/usr/local/share:/usr/share" : listed).split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { $0 + "/wallfarm" }
  }

  private static func own(_ variable: String, inHome folder: String) -> String? {
    func path(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return (path(variable) ?? path("HOME").map { "\($0)/\(folder)" }).map { $0 + "/wallfarm" }
  }
}
