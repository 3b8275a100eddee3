import Arguments
import Files
import PhotoLibrary
import Processes
import SourceJSON
import WallfarmPluginKit

/// `wallfarm library-reader`: reads the headers or contents of photos in a fenced process.
struct LibraryReaderVerb: CommandVerb {
  static let folders = Operand(
    "folder", repeats: true, summary: "Files and folders that the process may read.")
  static let bodies = Flag(
    "bodies", summary: "Analyze pictures and hash whole files, instead of reading only headers.")
  static let command = Command(
    "library-reader", summary: "Read the photos named on standard input.",
    discussion: """
      Internal: 'wallfarm library scan' starts this process. It opens only files in the given
      folders and, to decode pictures, system files. It does not change files and has no
      network access. Its first output line lists the fence layers that the machine does not
      support.
      """,
    accepts: [.operand(folders), .flag(bodies)], isPlumbing: true)

  let invocation: Invocation

  /// Returns the arguments that start this program as a reader of photo headers or, with `bodies`,
  /// of photo contents.
  static func arguments(bodies: Bool, _ folders: [String]) -> [String] {
    [CurrentProgram.path, "library-reader"] + (bodies ? ["--\(Self.bodies.long)"] : []) + ["--"]
      + folders
  }

  /// The memory limit, 1 GiB, which is enough for a picture of 100 megapixels and the decoder's
  /// buffers.
  private static let mostMemory: UInt = 1 << 30

  func run() throws(RenderError) -> ExitStatus {
    let readsBodies = invocation.isOn(Self.bodies)
    // Decoders are loaded on first use, so their files must be readable.
    let report = try Fence.lockReaderIn(
      invocation.operands(Self.folders) + (readsBodies ? Fence.installed : []),
      mostMemory: Self.mostMemory)
    let first: JSONValue = ["missing": .array(report.namesOfMissing.map { .string($0) })]
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

extension Fence {
  /// Confines this process to reading the given files and folders, using every fence layer that the
  /// machine supports.
  ///
  /// - Throws: `input-failed`.
  @discardableResult static func lockReaderIn(
    _ readable: [String], mostMemory: UInt
  ) throws(RenderError) -> Report {
    var fence = Fence(readable: readable)
    fence.mostMemory = mostMemory
    guard let report = fence.lockIn() else {
      throw RenderError(.inputFailed, "the reader's fence cannot be set up")
    }
    return report
  }
}
