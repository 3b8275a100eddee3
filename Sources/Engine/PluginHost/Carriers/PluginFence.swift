internal import CPluginHost
internal import Files
internal import Glibc
public import WallfarmCore
public import WallfarmPluginKit

/// What a program may read: its own folder, and what is installed on the machine.
///
/// A program that a person downloads has no business with the person's files. What it is told and what it
/// answers goes through pipes, which were opened for it.
public enum PluginFence {
  /// What of a fence this machine can build: a process builds it as a program would, and ends.
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

  /// What to say before many pictures are made with plugins of a registry: nil where all of them are
  /// built in, or the whole fence can be built.
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

  /// What a process reads itself that uses the plugins of a registry and starts no program of them: their
  /// folders, and libraries where those lie.
  public static func folders(of plugins: PluginRegistry) -> [String] {
    let outside = outside(plugins)
    guard !outside.isEmpty else { return [] }
    // What libraries load, and files of plugins link to.
    return installed + folders("LD_LIBRARY_PATH")
      + outside.flatMap { [$0.folder, targetAndFolder($0.code)] }
  }

  /// Programs, libraries and what they are set up with, and what the kernel tells a program of itself
  /// and of the machine, but not of other programs.
  private static let installed = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store",
    "/gnu/store", "/snap", "/sys", "/proc/self", "/proc/sys", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/stat", "/proc/filesystems", "/proc/version", "/proc/uptime", "/proc/loadavg",
  ]

  /// What everybody may read of `/etc`: a program that root runs has no business with the rest either.
  private static let settings: [String] = open(below: "/etc", depth: 8)

  /// Entries of a folder that others than their owner may read.
  ///
  /// Of a folder that holds closed ones those that are open; what lies deeper than that is closed.
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
      // A link is judged where it leads, by the rules of that place.
      guard name != ".", name != "..", lstat(path, &status) == 0,
        status.st_mode & S_IFMT != S_IFLNK
      else { return false }
      if status.st_mode & 0o004 == 0 { return true }
      guard status.st_mode & S_IFMT == S_IFDIR else { return false }
      return depth == 0 || holdsClosed(path, depth: depth - 1)
    }
  }

  /// What a program may read and run.
  ///
  /// - Parameters:
  ///   - folder: the folder of the plugin.
  ///   - code: the path of its code, which may be a link.
  ///   - command: the program that is started.
  /// - Returns: files and folders; some of them may not be there.
  static func readable(folder: String, code: String, command: [String]) -> [String] {
    let run = command.prefix(1).compactMap(found)
    let named = ([code] + run).map(targetAndFolder)
    // Of what a person keeps at home only that which runs this program.
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

  /// The path of a command, looked for in `PATH` as the kernel's caller does.
  private static func found(_ command: String) -> String? {
    guard !command.contains("/") else { return command }
    return folders("PATH").map { "\($0)/\(command)" }.first { access($0, X_OK) == 0 }
  }

  /// What stands beside `bin` belongs to what is in it.
  private static func wholeInstallation(_ folder: String) -> String {
    folder.hasSuffix("/bin") ? String(folder.dropLast("/bin".count)) : folder
  }

  /// Below a home only what holds interpreters and nothing else: a version manager's folder, or an
  /// environment of Python.
  private static func interpreters(_ folder: String) -> String? {
    // A command may be a manager's shim, or already the interpreter of a version below it.
    let managers: Set<Substring> = [".pyenv", ".rbenv", ".nodenv", ".nvm", ".asdf", ".volta"]
    let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
    if let last = parts.firstIndex(where: managers.contains) {
      return parts[...last].joined(separator: "/")
    }
    let parent = Files.folder(of: folder)
    let marks = ["pyvenv.cfg", "conda-meta"]
    return marks.contains { access("\(parent)/\($0)", F_OK) == 0 } ? parent : nil
  }

  /// Whether a folder is a home or lies below one: what a person keeps beside programs there, such as
  /// the credentials of a package manager, is none of a plugin's business.
  private static func isAtHome(_ folder: String) -> Bool {
    let real = Files.resolved(folder) ?? folder
    return (folders("HOME") + ["/home", "/root"]).contains { home in
      let home = Files.resolved(home) ?? home
      return home.count > 1 && (real == home || real.hasPrefix(home + "/"))
    }
  }

  /// Where a file really lies: its folder with what belongs to it, but below a home nothing but the
  /// file; of one that was replaced since it was started, where it lay.
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
  /// The layers that are set in what was reported of a program.
  init(bits: UInt32) {
    let known: [(Int, FenceLayer)] = [
      (WALLFARM_FENCE_FILES, .files), (WALLFARM_FENCE_LENGTHS, .lengths),
      (WALLFARM_FENCE_NETWORK, .network), (WALLFARM_FENCE_SIGNALS, .signals),
    ]
    self.init(layers: Set(known.filter { Int(bits) & $0.0 != 0 }.map(\.1)))
  }
}
