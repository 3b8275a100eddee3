internal import Glibc

extension Files {
  /// The folder of the user's own data, after the XDG Base Directory Specification, version 0.8;
  /// nil where neither `XDG_DATA_HOME` nor `HOME` names one.
  package static var userData: String? { own("XDG_DATA_HOME", inHome: ".local/share") }

  /// The folder of what can be made again, after the same; nil where neither `XDG_CACHE_HOME` nor `HOME` names one.
  package static var userCache: String? { own("XDG_CACHE_HOME", inHome: ".cache") }

  private static func own(_ variable: String, inHome folder: String) -> String? {
    func path(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return (path(variable) ?? path("HOME").map { "\($0)/\(folder)" }).map { $0 + "/wallfarm" }
  }
}
