import Designs
import Files
import Glibc
import WallfarmCore

/// All input formats of wallfarm except photo pixels; `WALLFARM_FUZZ_TARGET` selects one format.
///
/// All formats share one program, because an instrumented build takes minutes.
enum FuzzTarget: String, CaseIterable {
  /// Themes, templates and preset maps.
  case files
  /// Motions, and the positions of their layers at several times.
  case motions
  /// Stored film segments.
  case segments
  /// Notes, one per line or as JSON.
  case notes
  /// Content of all kinds.
  case content
  /// Content in CSV.
  case tables
  /// Notes in Markdown.
  case markdown
  case calendars
  /// RSS and Atom feeds.
  case feeds
  /// Mappings of JSON documents, each with a document.
  case maps
  /// Time zone database files.
  case zones
  /// Messages of external plugins.
  case answers
  /// plugin.json.
  case manifests
  /// Job files in all three formats.
  case jobs
  /// Messages from a supervisor to a worker.
  case orders
  /// Queued units, and requests from a worker to open files.
  case broker
  /// Messages from a worker to its supervisor.
  case results
  /// The receipt journal of a queue.
  case journal
  /// The `repro.json` file of a packed unit.
  case repro
  /// Snapshot references, and the recorded results of a snapshot run.
  case references
  /// Cached backgrounds.
  case cache
  /// Text to shape and draw.
  case text
  /// The bytes of an HTTP connection.
  case connection
  /// The request line and headers of an HTTP request.
  case head
  /// Multipart forms with files.
  case multipart
  /// `Prefer` headers.
  case preferences
  /// Render requests from clients.
  case overhttp
  /// Picture URLs, photo URLs, and the bearer tokens in people's URLs.
  case addresses
  /// Health data exports and overlapping records.
  case health
  /// The beginning and end of photo files, and their file names.
  case library
  /// Font files.
  case fonts
  /// Pack files.
  case packs

  /// The selected target; there is no default, because fuzzing the wrong target finds nothing.
  static let chosen: FuzzTarget = {
    let name = getenv("WALLFARM_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("WALLFARM_FUZZ_TARGET is '\(name)', not one of: \(names)")
    }
    return target
  }()

  /// Processes the input, and traps if an invariant is violated.
  func run(_ bytes: [UInt8]) {
    switch self {
    case .files: fuzzFile(bytes)
    case .motions: fuzzMotion(bytes)
    case .segments: fuzzSegment(bytes)
    case .notes: fuzzNotes(bytes)
    case .content: fuzzContent(bytes)
    case .tables: fuzzTable(bytes)
    case .markdown: fuzzMarkdown(bytes)
    case .calendars: fuzzCalendar(bytes)
    case .feeds: fuzzFeed(bytes)
    case .maps: fuzzMap(bytes)
    case .zones: fuzzZone(bytes)
    case .answers: fuzzAnswer(bytes)
    case .manifests: fuzzManifest(bytes)
    case .jobs: fuzzJobs(bytes)
    case .orders: fuzzOrder(bytes)
    case .broker: fuzzBroker(bytes)
    case .results: fuzzResult(bytes)
    case .journal: fuzzJournal(bytes)
    case .repro: fuzzRepro(bytes)
    case .references: fuzzReference(bytes)
    case .cache: fuzzCacheEntry(bytes)
    case .text: fuzzText(bytes)
    case .connection: fuzzConnection(bytes)
    case .head: fuzzHead(bytes)
    case .multipart: fuzzMultipart(bytes)
    case .preferences: fuzzPreferences(bytes)
    case .overhttp: fuzzOverHTTP(bytes)
    case .addresses: fuzzAddress(bytes)
    case .health: fuzzHealth(bytes)
    case .library: fuzzPhotoHead(bytes)
    case .fonts: fuzzFont(bytes)
    case .packs: fuzzPack(bytes)
    }
  }
}

/// Passes one libFuzzer input to the selected target.
@c(LLVMFuzzerTestOneInput)
public func fuzzFormat(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Writes the seeds for all targets to the folder `WALLFARM_FUZZ_SEEDS` and exits.
///
/// Formats that only wallfarm writes have no other seeds.
@c(LLVMFuzzerInitialize)
public func startFuzzing(
  _ count: UnsafeMutablePointer<Int32>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> Int32 {
  guard let folder = getenv("WALLFARM_FUZZ_SEEDS").map({ String(cString: $0) }) else { return 0 }
  for (target, seeds) in FuzzSeeds.all {
    mkdir("\(folder)/\(target.rawValue)", 0o700)
    for (index, bytes) in seeds.enumerated() {
      ScratchFolder.write(bytes, to: "\(folder)/\(target.rawValue)/own-\(index)")
    }
  }
  exit(0)
}

extension Installation {
  /// The installation in the working directory, which is the package folder when a fuzzer runs.
  ///
  /// The path is absolute, because fontconfig does not find fonts in a relative path.
  static let checkout = Installation(root: Files.resolved(".") ?? ".")
}

/// A folder in `TMPDIR` for targets that read files; the caller that sets `TMPDIR` must remove the
/// folder.
enum ScratchFolder {
  static let path: String = {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/wallfarm-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      fatalError("no folder can be created in '\(parent)'")
    }
    return String(cString: made)
  }()

  /// Creates or replaces a file in the folder and returns its path.
  @discardableResult
  static func put(_ bytes: [UInt8], _ name: String) -> String {
    let file = "\(path)/\(name)"
    write(bytes, to: file)
    return file
  }

  static func write(_ bytes: [UInt8], to file: String) {
    guard let stream = fopen(file, "wb") else { fatalError("'\(file)' cannot be written") }
    guard fwrite(bytes, 1, bytes.count, stream) == bytes.count, fclose(stream) == 0 else {
      fatalError("'\(file)' cannot be written")
    }
  }
}
