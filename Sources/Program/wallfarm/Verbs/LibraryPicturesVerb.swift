import Arguments
import CFence
import Glibc
import LibraryPages
import RenderPool
import WallfarmPluginKit

/// `wallfarm library-pictures`: makes small copies of photos, locked in.
struct LibraryPicturesVerb {
  static let command = Command(
    "library-pictures", summary: "Make small copies of the photos that come on standard input.",
    discussion: """
      For programs, not for people: 'wallfarm library page --pictures' starts it. It opens no photo itself, changes
      nothing, and reaches no network.
      """, isPlumbing: true)

  /// The words that make the program one that makes copies.
  static let arguments = ["/proc/self/exe", "library-pictures"]

  /// Most memory: a photo of 100 megapixels, its file, and what decoding takes beside them.
  private static let mostMemory: UInt = 3 << 30
  /// What decoders open when they are first used; nothing of a person is here.
  private static let installed = [
    "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/proc/self",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
  ]

  func run() throws(RenderError) -> ExitStatus {
    wallfarm_limit(Int32(RLIMIT_AS.rawValue), Self.mostMemory)
    // What the machine lacks for it, 'wallfarm doctor' says; what is answered here are copies and nothing else.
    _ = try WorkerFence.lockReaderIn(Self.installed)
    PictureServer.serve(from: STDIN_FILENO, to: STDOUT_FILENO)
    return .success
  }
}
