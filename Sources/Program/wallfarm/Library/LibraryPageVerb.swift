import Arguments
import Designs
import Files
import Geography
import LibraryPages
import PhotoLibrary
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm library page`: writes an HTML page to browse photos by time and on a map.
struct LibraryPageVerb: CommandVerb {
  static let trip = Option(
    "trip", value: "id",
    summary: "Include only photos from this trip; 'wallfarm library list trips' lists the ids.")
  static let first = Option(
    "from", value: "day", summary: "First day to include, such as 2025-07-01.")
  static let last = Option("to", value: "day", summary: "Last day to include, such as 2025-07-31.")
  static let limit = Option(
    "limit", value: "count", summary: "Maximum number of photos; the latest ones are included.")
  static let pictures = Flag(
    "pictures", summary: "Include thumbnails.")
  static let withPlaces = Flag(
    "with-places",
    summary: "Include place names and a map.")
  static let language = Option(
    "language", value: "tag", default: "en", allowed: PageText.allCases.map(\.rawValue),
    summary: "Language of the page.")
  static let output = Option(
    "output", short: "o", value: "file", default: "library.html",
    completion: .files(extensions: ["html"]), summary: "Output file; - is standard output.")

  static let command = Command(
    "page", summary: "Write an HTML page that shows photos by time and on a map.",
    discussion: """
      The page is one self-contained file that does not access the network. On the page, you
      select photos and copy them as content for templates. The page always contains the paths of
      the photos. It contains places only with --with-places, and thumbnails only with --pictures.

        wallfarm library page --pictures --with-places --from 2025-01-01 -o 2025.html
      """,
    accepts: [
      .option(trip), .option(first), .option(last), .option(limit), .flag(pictures),
      .flag(withPlaces), .option(language), .option(output), .option(LibraryVerb.index),
      .option(RenderOptions.zone), .option(PoolOptions.workers), .flag(RenderOptions.quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let output = invocation.value(of: Self.output) ?? "library.html"
    try FlowVerb.check(output, endsIn: ["html"])
    let sink = OutputSink(output)
    try sink.check(.option("output"), isText: true)
    let choice = try choice()
    let library = try LibraryVerb.library(invocation)
    let photos = try choice.photos(of: library)
    let pictures = try pictures(of: photos, in: library)
    let withPlaces = invocation.isOn(Self.withPlaces) && photos.contains { $0.place != nil }
    if invocation.isOn(Self.withPlaces), !withPlaces {
      Terminal.note(
        "the page has no map, because no photo has a place; 'wallfarm library scan --places' "
          + "reads places"
      )
    }
    let language = invocation.value(of: Self.language).flatMap { PageText(rawValue: $0) }
    let page = LibraryPage(
      library, photos: photos, language: language ?? .english, withPlaces: withPlaces,
      pictures: pictures, coast: withPlaces ? try coast(of: photos) : nil,
      made: Wallfarm.title)
    let pieces = try page.pieces()
    try sink.write(pieces, origin: .option("output"))
    tell(output, photos.count, pictures, pieces.reduce(0) { $0 + $1.count }, sink)
    return .success
  }

  private func choice() throws(RenderError) -> PageChoice {
    var choice = PageChoice()
    choice.trip = invocation.value(of: Self.trip)
    choice.first = try LibraryVerb.day(Self.first, invocation)
    choice.last = try LibraryVerb.day(Self.last, invocation)
    choice.limit = try invocation.count(Self.limit, most: 1 << 40)
    return choice
  }

  /// Creates thumbnails for `--pictures` in batches, so that progress can be shown.
  private func pictures(
    of photos: [LibraryPhoto], in library: PhotoLibrary
  ) throws(RenderError) -> [[UInt8]?] {
    guard invocation.isOn(Self.pictures) else { return [] }
    guard photos.count <= LibraryPage.mostPictures else {
      throw .pageTooLarge("\(photos.count) pictures", most: "\(LibraryPage.mostPictures)")
    }
    StopSignals.ignoreBrokenPipes()
    let workers = try invocation.count(PoolOptions.workers, most: 64) ?? Processors.count
    let makers = PictureMakers(LibraryPicturesVerb.arguments, count: workers)
    let paths = photos.map { library.paths[$0.id] ?? "" }
    // A different file may have been saved at a photo's path since the scan, so compare the
    // contents.
    let contents = try LibraryIndex(try LibraryVerb.path(invocation), makes: false)
      .contents(of: Set(photos.map(\.id)))
    var made: [[UInt8]?] = []
    var bytes = 0
    while made.count < paths.count {
      let first = made.count
      let end = min(first + Self.picturesAtOnce, paths.count)
      made += try makers.pictures(of: Array(paths[first..<end])) { place, bytes in
        HeadReading.isSame(bytes, as: contents[photos[first + place].id] ?? "")
      }
      // Base64 increases the size by a third; stop as soon as the page is too large.
      bytes += made[first...].reduce(0) { $0 + ($1?.count ?? 0) / 3 * 4 }
      guard bytes <= LibraryPage.mostBytes else {
        throw .pageTooLarge(
          "more than \(bytes >> 20) MB of thumbnails", most: "\(LibraryPage.mostBytes >> 20) MB")
      }
      if Terminal.errorIsTerminal, !invocation.isOn(RenderOptions.quiet) {
        let isDone = made.count == paths.count
        Terminal.drawOver(isDone ? "" : "\(made.count) of \(paths.count) pictures")
      }
    }
    return made
  }

  private static let picturesAtOnce = 256

  private func coast(of photos: [LibraryPhoto]) throws(RenderError) -> PageCoast {
    let file = try Installation.findForUser().coasts
    let lines = CoastLines(try Files.read(file, limit: 64 << 20))
    let coast = lines.flatMap { lines in
      PageCoast(round: photos.compactMap(\.place), lines: lines.lines)
    }
    guard let coast else { throw .mapsMissing("'\(file)' is not a valid coastline file", file) }
    return coast
  }

  private func tell(
    _ output: String, _ count: Int, _ pictures: [[UInt8]?], _ bytes: Int, _ sink: OutputSink
  ) {
    guard !invocation.isOn(RenderOptions.quiet) else { return }
    let size = bytes < 1 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
    sink.tell("\(output)  \(counted(count, "photo"))  \(size)")
    let missing = pictures.count { $0 == nil }
    if missing > 0 { Terminal.note("\(counted(missing, "photo")) without a thumbnail") }
  }
}
