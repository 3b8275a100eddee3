import Arguments
import CFence
import Files
import Glibc
import PhotoLibrary
import RenderPool
import SourceJSON
import WallfarmPluginKit

/// `wallfarm library-reader`: reads heads or bodies of photos, locked in.
struct LibraryReaderVerb {
  static let folders = Operand("folder", repeats: true, summary: "What it may read.")
  static let bodies = Flag(
    "bodies", summary: "Look at pictures and digest whole files, instead of heads.")
  static let command = Command(
    "library-reader", summary: "Read the photos that are named on standard input.",
    discussion: """
      For programs, not for people: 'wallfarm library scan' starts it. It opens nothing but what is below the folders
      that are named, and for pictures what is installed; it changes nothing, and reaches no network. Its first line says
      what the machine cannot lock it in with.
      """,
    accepts: [.operand(folders), .flag(bodies)], isPlumbing: true)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  /// The words that make the program one that reads heads, or bodies.
  static func arguments(bodies: Bool, _ folders: [String]) -> [String] {
    ["/proc/self/exe", "library-reader"] + (bodies ? ["--\(Self.bodies.long)"] : []) + ["--"]
      + folders
  }

  /// Most memory: a picture of 100 megapixels, and what its decoder takes.
  private static let mostMemory: UInt = 1 << 30

  func run() throws(RenderError) -> ExitStatus {
    let readsBodies = invocation.isOn(Self.bodies)
    wallfarm_limit(Int32(RLIMIT_AS.rawValue), Self.mostMemory)
    // Decoders are loaded when they are needed.
    let missing = try WorkerFence.lockReaderIn(
      invocation.operands(Self.folders) + (readsBodies ? WorkerFence.installed : []))
    let first: JSONValue = ["missing": .array(missing.map { .string($0) })]
    Terminal.print(first.text(pretty: false))
    while let line = readLine(), let node = try? JSONNode(parsing: line) {
      let start = SuspendingClock().now
      guard var words = readsBodies ? Self.body(node) : Self.head(node) else { break }
      words["took"] = .number(((SuspendingClock().now - start) / .microseconds(1)).rounded())
      Terminal.print(JSONValue.object(words).text(pretty: false))
    }
    return .success
  }

  private static func head(_ node: JSONNode) -> [String: JSONValue]? {
    guard let path = node["path"]?.string,
      let modified = node["modified"]?.string.flatMap({ Int64($0) })
    else { return nil }
    return HeadReading.facts(
      of: path, modified: modified, readsPlaces: node["places"]?.bool ?? false
    ).members
  }

  private static func body(_ node: JSONNode) -> [String: JSONValue]? {
    BodyQuestion(node).map { BodyReading.facts(for: $0).members }
  }
}

extension WorkerFence {
  /// What a reader calls what it lacks where it has interfaces of a network to see.
  static let namespace = "namespace"

  /// Locks this process in to read files of a person, and nothing else.
  ///
  /// - Parameter readable: files and folders that it may read.
  /// - Returns: what this machine cannot lock it in with, in words for its owner: layers, and ``namespace``.
  /// - Throws: `input-failed`.
  static func lockReaderIn(_ readable: [String]) throws(RenderError) -> [String] {
    // The filter below keeps it off the network as well; without interfaces there would be nothing to reach.
    let isAlone = wallfarm_leave_network() != 0
    wallfarm_limit(Int32(RLIMIT_CORE.rawValue), 0)
    var layers = readable.withCStrings { wallfarm_fence_files($0, [nil], 0) }
    guard layers & UInt32(WALLFARM_FENCE_FAILED) == 0 else {
      throw RenderError(.inputFailed, "what locks the reader in could not be built")
    }
    layers |= wallfarm_fence_calls(WALLFARM_FENCE_RENDER, -1)
    let missing = Set(Layer.allCases).subtracting(WorkerFence.layers(layers))
    return Layer.allCases.filter(missing.contains).map(\.rawValue) + (isAlone ? [] : [namespace])
  }
}
