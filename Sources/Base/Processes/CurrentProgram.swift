internal import Files

/// The executable of this process.
public enum CurrentProgram {
  /// The path that starts the same executable again, even if its file has since been replaced.
  ///
  /// In an emulator, such as valgrind or QEMU, the executable of the process is the emulator, but
  /// its link leads to the file of the program. The path is then that file.
  public static let path: String = {
    let link = "/proc/self/exe"
    guard let file = Files.resolved(link), let program = try? Files.identity(of: file),
      let own = try? Files.identity(of: link), own != program
    else { return link }
    return file
  }()
}
