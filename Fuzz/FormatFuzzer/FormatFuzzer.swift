import Designs
import Files
import Glibc
import WallfarmCore

/// Everything wallfarm reads but the pixels of photos: one program, in which `WALLFARM_FUZZ_TARGET` chooses.
///
/// One program for all of them, because an instrumented one takes minutes to build.
enum FuzzTarget: String, CaseIterable {
  /// Themes, templates and maps of presets.
  case files
  /// Motions, and what is seen at moments of them.
  case motions
  /// Segments of films that wait for the others.
  case segments
  /// Notes, one a line or in JSON.
  case notes
  /// Content of all kinds.
  case content
  /// Content in CSV.
  case tables
  /// Notes in Markdown.
  case markdown
  /// Calendars.
  case calendars
  /// Files of the zone database.
  case zones
  /// What plugins from outside say.
  case answers
  /// plugin.json.
  case manifests
  /// Job files in their three forms.
  case jobs
  /// What a supervisor says to a worker.
  case orders
  /// What a worker asks the process outside to open, and units of a queue.
  case broker
  /// What a worker says to its supervisor.
  case results
  /// The receipts beside a queue.
  case journal
  /// repro.json, of a unit that was packed up elsewhere.
  case repro
  /// The stored truth of snapshots, and the record of a run.
  case references
  /// Entries of a cache of backgrounds.
  case cache
  /// Text as it is shaped and drawn.
  case text
  /// The bytes of a connection over HTTP.
  case connection
  /// The first line of a request over HTTP, and its headers.
  case head
  /// Forms with files.
  case multipart
  /// Headers `Prefer`.
  case preferences
  /// Requests for pictures as clients send them.
  case overhttp
  /// Addresses of pictures and of people.
  case addresses
  /// Exports of health data, and records however they lie over each other.
  case health
  /// Heads and ends of photos, and names of their files.
  case library

  /// The one that was chosen; there is no default, because a fuzzer of the wrong thing finds nothing.
  static let chosen: FuzzTarget = {
    let name = getenv("WALLFARM_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      fatalError("WALLFARM_FUZZ_TARGET is '\(name)', not one of: \(names)")
    }
    return target
  }()

  /// Reads the input; what it should not say of itself ends the program.
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
    }
  }
}

/// Hands one input of libFuzzer to the chosen target.
@c(LLVMFuzzerTestOneInput)
public func fuzzFormat(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Writes what the targets start from into the folder `WALLFARM_FUZZ_SEEDS`, and ends.
///
/// The formats that only wallfarm itself writes have no other seeds.
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
  /// Fuzzers run in the folder of the package.
  ///
  /// By its whole path, because fontconfig finds no fonts by a relative one.
  static let checkout = Installation(root: Files.resolved(".") ?? ".")
}

/// A folder below `TMPDIR` for targets that read files; who sets that variable clears up.
enum ScratchFolder {
  static let path: String = {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/wallfarm-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("no folder can be made in '\(parent)'") }
    return String(cString: made)
  }()

  /// Replaces a file of the folder, and gives its path.
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
