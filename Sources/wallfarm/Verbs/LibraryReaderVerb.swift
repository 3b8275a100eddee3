import Arguments
import CFence
import Files
import Glibc
import PhotoLibrary
import SourceJSON
import WallfarmPluginKit

/// `wallfarm library-reader`: reads heads of photos, locked in.
struct LibraryReaderVerb {
  static let folders = Operand("folder", repeats: true, summary: "What it may read.")
  static let command = Command(
    "library-reader", summary: "Read the heads of photos that are named on standard input.",
    discussion: """
      For programs, not for people: 'wallfarm library scan' starts it. It opens nothing but what is below the folders
      that are named, changes nothing, and reaches no network.
      """,
    accepts: [.operand(folders)], isPlumbing: true)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The words that make the program one that reads heads.
  static let arguments = ["/proc/self/exe", "library-reader"]

  func run() throws(RenderError) -> ExitStatus {
    let folders = invocation.operands(Self.folders)
    wallfarm_limit(Int32(RLIMIT_CORE.rawValue), 0)
    let layers = folders.withCStrings { wallfarm_fence_files($0, [nil], 0) }
    guard layers & UInt32(WALLFARM_FENCE_FAILED) == 0 else {
      throw RenderError(.inputFailed, "what locks the reader in could not be built")
    }
    _ = wallfarm_fence_calls(WALLFARM_FENCE_RENDER, -1)
    while let line = readLine() {
      guard let node = try? JSONNode(parsing: line), let path = node["path"]?.string,
        let modified = node["modified"]?.string.flatMap({ Int64($0) })
      else { break }
      let facts = HeadReading.facts(
        of: path, modified: modified, readsPlaces: node["places"]?.bool ?? false)
      Terminal.print(facts.words.text(pretty: false))
    }
    return .success
  }
}
