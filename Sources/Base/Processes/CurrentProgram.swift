import Glibc

/// The executable of this process.
public enum CurrentProgram {
  /// The path that starts the same executable again, even if its file has since been replaced.
  ///
  /// In an emulator, such as valgrind or QEMU, the executable of the process is the emulator. The
  /// emulator returns the file of the program as the target of the link, so the path is that file.
  public static let path: String = {
    let link = "/proc/self/exe"
    var (own, file) = (stat(), stat())
    guard let target = realpath(link, nil) else { return link }
    defer { free(target) }
    guard stat(link, &own) == 0, stat(target, &file) == 0 else { return link }
    return own.st_dev == file.st_dev && own.st_ino == file.st_ino ? link : String(cString: target)
  }()
}
