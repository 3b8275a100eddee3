import Arguments
import CFence
import Files
import Glibc
import PhotoLibrary
import RenderPool
import SourceJSON
import WallfarmPluginKit

/// `wallfarm library-reader`: reads heads of photos, locked in.
struct LibraryReaderVerb {
  static let folders = Operand("folder", repeats: true, summary: "What it may read.")
  static let command = Command(
    "library-reader", summary: "Read the heads of photos that are named on standard input.",
    discussion: """
      For programs, not for people: 'wallfarm library scan' starts it. It opens nothing but what is below the folders
      that are named, changes nothing, and reaches no network. Its first line says what the machine cannot lock it in
      with.
      """,
    accepts: [.operand(folders)], isPlumbing: true)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The words that make the program one that reads heads.
  static let arguments = ["/proc/self/exe", "library-reader"]

  func run() throws(RenderError) -> ExitStatus {
    let missing = try WorkerFence.lockReaderIn(invocation.operands(Self.folders))
    let names = missing.map(\.rawValue).sorted()
    let first: JSONValue = ["missing": .array(names.map { .string($0) })]
    Terminal.print(first.text(pretty: false))
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

extension WorkerFence {
  /// Locks this process in to read files of a person, and nothing else.
  ///
  /// - Parameter readable: files and folders that it may read.
  /// - Returns: the layers that this machine cannot build.
  /// - Throws: `input-failed`.
  static func lockReaderIn(_ readable: [String]) throws(RenderError) -> Set<Layer> {
    wallfarm_limit(Int32(RLIMIT_CORE.rawValue), 0)
    var layers = readable.withCStrings { wallfarm_fence_files($0, [nil], 0) }
    guard layers & UInt32(WALLFARM_FENCE_FAILED) == 0 else {
      throw RenderError(.inputFailed, "what locks the reader in could not be built")
    }
    layers |= wallfarm_fence_calls(WALLFARM_FENCE_RENDER, -1)
    return Set(Layer.allCases).subtracting(WorkerFence.layers(layers))
  }
}
