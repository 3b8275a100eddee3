import Arguments
import Authoring
import BuiltInPlugins
import Designs
import Files
import Films
import Graphics
import Motion
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm motion`: renders motions as films for screens and feeds.
struct MotionVerb: CommandVerb {
  static let motion = Operand(
    "motion", required: false, completion: .shellCommand("wallfarm motion --names"),
    summary: "Name or file of a motion; if omitted, all motions are listed.")
  static let device = Option(
    "device", short: "d", value: "id", default: "iphone15",
    completion: .shellCommand("wallfarm device list --names"),
    summary:
      "Device, or \(MotionScreen.tall) for a vertical film of 1080 × 1920 pixels. With --gallery, "
      + "several devices or groups.")
  static let output = Option(
    "output", short: "o", value: "file",
    completion: .files(extensions: ["mp4", "webp", "png", "html"]),
    summary:
      "Output film (.mp4, .webp), folder for PNG files of all frames (folder/), or one picture "
      + "(.png). Default: MOTION-DEVICE.mp4.")
  static let rate = Option(
    "fps", value: "number", default: "30", summary: "Frames per second, from 24 to 60.")
  static let moment = Option(
    "at", value: "seconds", summary: "Render one frame at this time as a picture.")
  static let frames = Option(
    "frames", value: "A-B",
    summary:
      "Render only these frames, counted from 0, including B; A..B may be open at either end.")
  static let language = Option(
    "language", value: "tag",
    summary: "Language of the texts; default: the first language of the motion.")
  static let workers = Option(
    "workers", short: "j", aliases: ["-w"], value: "count", default: "one per processor",
    summary: "Number of segments to render in parallel.")
  static let reduced = Flag(
    "reduced", summary: "Render with reduced motion, as a sequence of still frames.")
  static let still = Flag(
    "still", summary: "Render the poster frame of the film as a picture.")
  static let strip = Flag("strip", summary: "Render twelve frames side by side as a picture.")
  static let gallery = Flag(
    "gallery",
    summary:
      "Write an HTML page that shows strips of one film, or of all films, on several devices.")
  static let text = Flag(
    "text", summary: "Print the text description of the film for people who cannot see it.")
  static let names = Flag("names", summary: "Print only names, one per line.")
  static let json = Flag("json", summary: "Print the list of motions as JSON.")
  static let times = Flag("times", summary: "Print the time that each stage takes.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")

  static let command = Command(
    "motion", summary: "Render motions (animated templates) as films for screens and feeds.",
    discussion: """
      See docs/motion.md for the format. 'wallfarm check FILE' validates a motion.

        wallfarm motion hook --device iphone15 -o hook.mp4
        wallfarm motion all-set --device \(MotionScreen.tall) --fps 60 -o all-set.mp4
        wallfarm motion hook --strip -o hook-strip.png
        wallfarm motion reveal --photo beach.jpg -o reveal.mp4
        wallfarm motion --gallery -o motions.html
        wallfarm motion ./mine.json --at 1.5 -o moment.png
      """,
    accepts: [
      .operand(motion), .option(device), .option(output), .option(rate), .option(moment),
      .option(frames), .option(language), .option(RenderOptions.photo), .flag(reduced),
      .flag(still), .flag(strip), .flag(gallery), .flag(text),
      .flag(names), .flag(json), .option(workers), .flag(times), .flag(quiet),
    ] + PluginOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.findForUser()
    let library = MotionLibrary(installation)
    if invocation.isOn(Self.gallery) { return try gallery(library, installation) }
    guard let word = invocation.operands(Self.motion).first else { return try list(library) }
    guard !invocation.isOn(Self.json) else {
      throw .excluding(
        .option(Self.json.long), "a motion",
        hint: "omit the motion to list all motions; 'wallfarm describe \(word) --json' describes it"
      )
    }
    let motion = try library.motion(word)
    let language = invocation.value(of: Self.language)
    LanguageNote.tell(language, known: motion.languages)
    if invocation.isOn(Self.text) {
      let isOwn = try photo(for: motion) != nil
      for sentence in motion.spoken(in: language, ofOwnPhoto: isOwn) {
        Terminal.printLine(sentence)
      }
      return .success
    }
    let device = try MotionScreen.named(invocation.value(of: Self.device) ?? "iphone15")
    var request = FilmRequest(motion, on: device, as: .mp4)
    request.manner = invocation.isOn(Self.reduced) ? .reduced : .full
    request.language = language
    request.photo = try photo(for: motion)
    request.software = Wallfarm.title
    let options = MotionArguments(invocation)
    request.framesPerSecond = try options.rate()
    let plugins = try PluginArguments(invocation).registry(installation)
    let maker = FilmMaker(
      on: device, installation: installation, plugins: plugins, workers: try options.workers())
    if let times = try options.moments(of: request) {
      return try MotionPictures(invocation, request).write(times, maker)
    }
    request.frames = try options.frames(of: request)
    return try MotionFilm(invocation, request).write(maker)
  }

  private func gallery(
    _ library: MotionLibrary, _ installation: Installation
  ) throws(RenderError) -> ExitStatus {
    let named = invocation.operands(Self.motion)
    guard named.isEmpty else {
      let motions = try named.map { (name) throws(RenderError) in try library.motion(name) }
      return try MotionPage(invocation, installation).write(motions)
    }
    let all = try library.index.listing { (name) throws(RenderError) in try library.motion(name) }
    return try MotionPage(invocation, installation).write(ListVerb.items(of: all))
  }

  /// Returns the resolved path of the specified photo, if any; throws an error if the motion does
  /// not show a photo.
  private func photo(for motion: Motion) throws(RenderError) -> String? {
    guard let photo = invocation.value(of: RenderOptions.photo) else { return nil }
    try motion.checkShowsPhoto()
    return Files.resolvedAsFar(photo) ?? photo
  }

  private func list(_ library: MotionLibrary) throws(RenderError) -> ExitStatus {
    if invocation.isOn(Self.names) {
      for name in library.names { Terminal.printLine(name) }
      return .success
    }
    let listing = try library.index.listing { (name) throws(RenderError) in
      (name, try library.motion(name))
    }
    let rows = ListVerb.items(of: listing).map { name, motion -> [Table.Cell] in
      [
        .text(name), .text(Self.seconds(motion.seconds)), .list(motion.languages),
        .text(motion.summary),
      ]
    }
    let table = Table(["name", "length", "languages", "summary"], rows)
      .with(listing.items.map(\.origin))
    Terminal.print(invocation.isOn(Self.json) ? table.json.text(pretty: true) : table.text)
    return .success
  }

  /// Returns a duration rounded to tenths, such as `1.5 s`.
  static func seconds(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " s"
  }
}
