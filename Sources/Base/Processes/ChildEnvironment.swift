internal import Glibc

/// The allow-list of environment variables that workers and helper processes inherit.
///
/// A process that decodes an untrusted photo must not have database passwords, object store keys,
/// queue addresses or CI tokens.
package enum ChildEnvironment {
  /// The name of an environment variable that lists further variables to pass to children.
  ///
  /// The names in the list are separated by commas or spaces. For example, a preloaded library may
  /// need an additional variable.
  package static let passVariable = "WALLFARM_PASS"

  /// The variables for search paths, folders, language, time zone, and sanitizer settings.
  private static let names: Set<String> = [
    "PATH", "HOME", "TMPDIR", "LANG", "LANGUAGE", "TZ", "TZDIR", "XDG_DATA_HOME", "XDG_DATA_DIRS",
    "XDG_CACHE_HOME", "WALLFARM_HOME", "WALLFARM_PLUGINS", "WALLFARM_KEY_FILE", "LD_LIBRARY_PATH",
    "LD_PRELOAD",
    "ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS", "SWIFT_BACKTRACE",
    "LLVM_PROFILE_FILE", passVariable,
  ]
  private static let prefixes = ["LC_", "MALLOC_", "GLIBC_TUNABLES"]

  /// The variables of this process that a child inherits, each as `NAME=value`.
  package static var inherited: [String] {
    let passed = getenv(passVariable).map { String(cString: $0) } ?? ""
    return select(from: variables, passing: passed)
  }

  /// Selects the variables that a child inherits.
  ///
  /// - Parameters:
  ///   - variables: the variables, each as `NAME=value`.
  ///   - passed: additional names, separated by commas or spaces.
  /// - Returns: the selected variables, in the order given.
  package static func select(from variables: [String], passing passed: String) -> [String] {
    let more = Set(passed.split { $0 == "," || $0 == " " }.map(String.init))
    return variables.filter { variable in
      let name = String(variable.prefix { $0 != "=" })
      return names.contains(name) || more.contains(name)
        || prefixes.contains(where: name.hasPrefix)
    }
  }

  private static var variables: [String] {
    var all: [String] = []
    var next = environ
    while let variable = next.pointee {
      all.append(String(cString: variable))
      next += 1
    }
    return all
  }
}
