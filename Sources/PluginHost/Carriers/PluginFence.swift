internal import CPluginHost
internal import Glibc
internal import WallfarmCore

/// What a program may read: its own folder, and what is installed on the machine.
///
/// A program that a person downloads has no business with the person's files. What it is told and what it
/// answers goes through pipes, which were opened for it.
public enum PluginFence {
  /// The version of landlock(7) that the kernel has: 1 is for files, 4 for TCP, 6 for signals; 0 for
  /// none, and programs are left as they are.
  public static var landlockVersion: Int { Int(wallfarm_fence_version()) }

  /// Programs, libraries and what they are set up with, and what the kernel tells a program of itself
  /// and of the machine, but not of other programs.
  private static let installed = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/etc", "/nix/store",
    "/gnu/store", "/snap", "/sys", "/proc/self", "/proc/sys", "/proc/cpuinfo", "/proc/meminfo",
    "/proc/stat", "/proc/filesystems", "/proc/version", "/proc/uptime", "/proc/loadavg",
  ]

  /// What a program may read and run.
  ///
  /// - Parameters:
  ///   - folder: the folder of the plugin.
  ///   - code: the path of its code, which may be a link.
  ///   - command: the program that is started.
  /// - Returns: files and folders; some of them may not be there.
  static func readable(folder: String, code: String, command: [String]) -> [String] {
    let named = [code, command.first ?? ""].filter { $0.contains("/") }.map(folderOfTarget)
    let searched = (folders("PATH").map(wholeInstallation) + folders("LD_LIBRARY_PATH"))
    let home = folders("WALLFARM_HOME")
    return ([folder] + installed + named + searched + home).filter {
      $0.hasPrefix("/") && $0 != "/"
    }
  }

  private static func folders(_ variable: String) -> [String] {
    guard let value = getenv(variable) else { return [] }
    return String(cString: value).split(separator: ":").map(String.init)
  }

  /// What stands beside `bin` belongs to what is in it; not so in a person's home.
  private static func wholeInstallation(_ folder: String) -> String {
    guard folder.hasSuffix("/bin") else { return folder }
    let parent = String(folder.dropLast("/bin".count))
    return folders("HOME").contains(parent) ? folder : parent
  }

  /// Where a file really lies; of one that was replaced since it was started, where it lay.
  private static func folderOfTarget(_ path: String) -> String {
    Files.folder(of: Files.resolved(path) ?? link(path) ?? "")
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
