internal import CPluginHost
internal import Files
internal import Glibc
public import WallfarmCore
public import WallfarmPluginKit

/// Determines the files that a plugin program can read: the folder of the plugin and the installed
/// software.
///
/// A downloaded program cannot access the user's files. Requests and answers use pipes that are
/// opened before the fence is set up.
public enum PluginFence {
  /// The fence layers that this machine supports, determined by setting them up in a child process.
  public static var available: FenceReport {
    ["/"].withCStrings { readable in
      "/".withCString { folder in
        var program = wallfarm_program(
          folder: folder, words: nil, environment: readable, readable: readable, output: -1,
          errors: -1, has_pixels: 0, input: -1, pixels: -1, fence: 0)
        return wallfarm_start_program(&program) > 0 ? FenceReport(bits: program.fence) : .none
      }
    }
  }

  /// Returns a warning if plugins run in separate processes but the machine does not support the
  /// full fence.
  ///
  /// Returns `nil` if no external plugin runs in a separate process, or if the full fence is
  /// supported.
  public static func warning(
    _ plugins: PluginRegistry, callsLibraries: Bool
  ) -> RenderWarning? {
    let programs = outside(plugins).filter { manifest in
      if case .library = manifest.carrier { !callsLibraries } else { true }
    }
    guard !programs.isEmpty else { return nil }
    return .unfenced(programs.map(\.id), available)
  }

  private static func outside(_ plugins: PluginRegistry) -> [PluginManifest] {
    plugins.backgrounds.compactMap { ($0 as? OutsideBackground)?.manifest }
      + plugins.layouts.compactMap { ($0 as? OutsideLayout)?.manifest }
  }

  /// The paths that a process must be able to read in order to use plugins without starting
  /// programs itself.
  ///
  /// They are the plugin folders and the libraries.
  public static func folders(of plugins: PluginRegistry) -> [String] {
    let outside = outside(plugins)
    guard !outside.isEmpty else { return [] }
    // The paths cover the dependencies of the libraries and the targets of links to plugin files.
    return installed + folders("LD_LIBRARY_PATH")
      + outside.flatMap { [$0.folder, targetAndFolder($0.code)] }
  }

  /// The paths of programs, libraries and their configuration, and of some kernel files.
  ///
  /// The kernel files describe the machine and the process itself, but not other processes.
  private static let installed = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store",
    "/gnu/store", "/snap", "/sys", "/proc/self", "/proc/sys", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/stat", "/proc/filesystems", "/proc/version", "/proc/uptime", "/proc/loadavg",
  ]

  /// The world-readable entries of `/etc`; even a program that runs as root cannot access the other
  /// entries.
  private static let settings: [String] = open(below: "/etc", depth: 8)

  /// The world-readable entries below a folder.
  ///
  /// If some of a folder's entries are not world-readable, the folder is replaced by its
  /// world-readable entries. Entries below the maximum depth are excluded.
  private static func open(below folder: String, depth: Int) -> [String] {
    let names = Files.namesWithHidden(in: folder).filter { $0 != "." && $0 != ".." }
    return names.flatMap { name -> [String] in
      let path = "\(folder)/\(name)"
      var status = stat()
      guard stat(path, &status) == 0 else { return [] }
      guard status.st_mode & S_IFMT == S_IFDIR else {
        return status.st_mode & 0o004 != 0 ? [path] : []
      }
      guard status.st_mode & 0o005 == 0o005 else { return [] }
      if depth > 0, !holdsClosed(path, depth: depth - 1) { return [path] }
      return depth > 0 ? open(below: path, depth: depth - 1) : []
    }
  }

  private static func holdsClosed(_ folder: String, depth: Int) -> Bool {
    Files.namesWithHidden(in: folder).contains { name in
      let path = "\(folder)/\(name)"
      var status = stat()
      // A link is subject to the permissions of its target.
      guard name != ".", name != "..", lstat(path, &status) == 0,
        status.st_mode & S_IFMT != S_IFLNK
      else { return false }
      if status.st_mode & 0o004 == 0 { return true }
      guard status.st_mode & S_IFMT == S_IFDIR else { return false }
      return depth == 0 || holdsClosed(path, depth: depth - 1)
    }
  }

  /// The paths that a program can read and execute.
  ///
  /// - Parameters:
  ///   - folder: The plugin's folder.
  ///   - code: The path of the plugin's code, which may be a link.
  ///   - command: The command line of the program.
  /// - Returns: Files and folders, some of which may not exist.
  static func readable(folder: String, code: String, command: [String]) -> [String] {
    let run = command.prefix(1).compactMap(found)
    let named = ([code] + run).map(targetAndFolder)
    // In home folders, only the installation that contains the interpreter is readable.
    let searched = folders("PATH").filter { !isAtHome($0) }.map(wholeInstallation)
    let interpreters = run.map(Files.folder).filter(isAtHome).compactMap(interpreters)
    let home = folders("WALLFARM_HOME")
    let all = [folder] + installed + settings + named + searched + interpreters
    return (all + folders("LD_LIBRARY_PATH") + home).filter { $0.hasPrefix("/") && $0 != "/" }
  }

  private static func folders(_ variable: String) -> [String] {
    guard let value = getenv(variable) else { return [] }
    return String(cString: value).split(separator: ":").map(String.init)
  }

  /// Returns the path of a command, resolved with `PATH` as `execvp` does.
  private static func found(_ command: String) -> String? {
    guard !command.contains("/") else { return command }
    return folders("PATH").map { "\($0)/\(command)" }.first { access($0, X_OK) == 0 }
  }

  /// The installation prefix of a folder named `bin`; for any other folder, the folder itself.
  private static func wholeInstallation(_ folder: String) -> String {
    folder.hasSuffix("/bin") ? String(folder.dropLast("/bin".count)) : folder
  }

  /// The root of an interpreter installation in a home folder, such as the root of a version
  /// manager or of a Python environment.
  private static func interpreters(_ folder: String) -> String? {
    // The command can be a shim of a version manager, or an interpreter inside the manager's
    // folder.
    let managers: Set<Substring> = [".pyenv", ".rbenv", ".nodenv", ".nvm", ".asdf", ".volta"]
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    if let last = parts.firstIndex(where: managers.contains) {
      return parts[...last].joined(separator: "/")
    }
    let parent = Files.folder(of: folder)
    let marks = ["pyvenv.cfg", "conda-meta"]
    return marks.contains { access("\(parent)/\($0)", F_OK) == 0 } ? parent : nil
  }

  /// Whether a folder is a home folder or is inside one.
  ///
  /// Files in home folders, such as credentials, must remain private.
  private static func isAtHome(_ folder: String) -> Bool {
    let real = Files.resolved(folder) ?? folder
    return (folders("HOME") + ["/home", "/root"]).contains { home in
      let home = Files.resolved(home) ?? home
      return home.count > 1 && (real == home || real.hasPrefix(home + "/"))
    }
  }

  /// The folder of the file to which a path resolves, or only that file if it is inside a home
  /// folder.
  ///
  /// If the path is a link to a file that was replaced after the program started, the target path
  /// in the link is used.
  private static func targetAndFolder(_ path: String) -> String {
    guard let target = Files.resolved(path) ?? link(path) else { return "" }
    let folder = Files.folder(of: target)
    return isAtHome(folder) ? target : folder
  }

  private static func link(_ path: String) -> String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let length = readlink(path, start, buffer.count)
      guard length >= 0 else { return nil }
      return String(
        decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
    }
  }
}

extension FenceReport {
  /// Creates a report from the flags that were set when a program was started.
  init(bits: UInt32) {
    let known: [(Int, FenceLayer)] = [
      (WALLFARM_FENCE_FILES, .files), (WALLFARM_FENCE_LENGTHS, .lengths),
      (WALLFARM_FENCE_NETWORK, .network), (WALLFARM_FENCE_SIGNALS, .signals),
    ]
    self.init(layers: Set(known.filter { Int(bits) & $0.0 != 0 }.map(\.1)))
  }
}
