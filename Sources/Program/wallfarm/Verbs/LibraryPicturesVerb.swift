import Arguments
import LibraryPages
import Processes
import WallfarmPluginKit

/// `wallfarm library-pictures`: creates thumbnails of photos in a fenced process.
struct LibraryPicturesVerb: CommandVerb {
  static let command = Command(
    "library-pictures", summary: "Make thumbnails of the photos on standard input.",
    discussion: """
      Internal: 'wallfarm library page --pictures' starts this process. It does not open photos
      itself, does not change files, and has no network access.
      """, isPlumbing: true)

  /// The arguments that start this program as a thumbnail server.
  static let arguments = [CurrentProgram.path, "library-pictures"]

  /// The memory limit, 3 GiB, which is enough for a photo of 100 megapixels, its file, and the
  /// decoder's buffers.
  private static let mostMemory: UInt = 3 << 30
  /// System paths that decoders open on first use; they do not contain personal data.
  private static let installed = [
    "/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/proc/self",
    "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu",
  ]

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    // Ignore fence layers that the machine does not support: `wallfarm doctor` reports them, and
    // the answers contain only thumbnails.
    try Fence.lockReaderIn(Self.installed, mostMemory: Self.mostMemory)
    PictureServer.serve()
    return .success
  }
}
