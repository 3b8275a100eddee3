internal import Glibc

extension Files {
  /// The folder of the user's own data, after the XDG Base Directory Specification, version 0.8;
  /// nil where neither `XDG_DATA_HOME` nor `HOME` names one.
  package static var userData: String? {
    func folder(_ variable: String) -> String? {
      getenv(variable).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    return (folder("XDG_DATA_HOME") ?? folder("HOME").map { $0 + "/.local/share" })
      .map { $0 + "/wallfarm" }
  }
}
