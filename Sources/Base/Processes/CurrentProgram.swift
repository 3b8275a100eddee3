internal import Files

/// The executable of this process.
public enum CurrentProgram {
  /// The path that starts the same executable again, even if its file has since been replaced.
  ///
  /// Under an emulator such as valgrind or QEMU, the executable of the process is the emulator, but
  /// the link `/proc/self/exe` resolves to the emulated program's file. In this case, the value is
  /// the path of that file.
  public static let path: String = {
    let link = "/proc/self/exe"
    guard let file = Files.resolved(link), let program = try? Files.identity(of: file),
      let own = try? Files.identity(of: link), own != program
    else { return link }
    return file
  }()
}
