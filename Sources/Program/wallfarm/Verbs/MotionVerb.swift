import Arguments
import BuiltInPlugins
import Designs
import Files
import Films
import Graphics
import Motion
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm motion`: renders motions as films for screens and feeds.
struct MotionVerb: CommandVerb {
  static let motion = Operand(
    "motion", required: false, completion: .shellCommand("wallfarm motion --names"),
    summary: "A motion: its name, or the path of its file. Without one: those that ship.")
  static let device = Option(
    "device", short: "d", value: "id", default: "iphone15",
    completion: .shellCommand("wallfarm device list --names"),
    summary:
      "A device, or \(MotionScreen.tall): an upright film of 1080 × 1920 pixels. With --gallery "
      + "several, and groups of them.")
  static let output = Option(
    "output", short: "o", value: "file",
    completion: .files(extensions: ["mp4", "webp", "png", "html"]),
    summary:
      "A film (.mp4, .webp), a folder for a PNG file of each picture (folder/), or one picture "
      + "(.png). Default: MOTION-DEVICE.mp4.")
  static let rate = Option(
    "fps", value: "number", default: "30", summary: "Pictures a second, 24 to 60.")
  static let moment = Option(
    "at", value: "seconds", summary: "One moment as a picture, and no film.")
  static let frames = Option(
    "frames", value: "A-B",
    summary: "Some pictures only, counted from 0; B is the last. Also A..B, open at either end.")
  static let language = Option(
    "language", value: "tag", summary: "The language of its words; default: its first.")
  static let workers = Option(
    "workers", short: "j", aliases: ["-w"], value: "count", default: "one for each processor",
    summary: "How many segments are made at once.")
  static let reduced = Flag(
    "reduced", summary: "Without motion: moments that stand still, one after the other.")
  static let still = Flag(
    "still", summary: "The one moment that stands for the film, as a picture.")
  static let strip = Flag("strip", summary: "Twelve moments side by side, as a picture.")
  static let gallery = Flag(
    "gallery",
    summary:
      "A page (.html) with strips of moments: of one film or all of them, on several devices.")
  static let text = Flag("text", summary: "Print what somebody is told who cannot see it.")
  static let names = Flag("names", summary: "Print names only, one on each line.")
  static let times = Flag("times", summary: "Say where the time went.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")

  static let command = Command(
    "motion", summary: "Make films of templates: what flies in, counts, or becomes clear.",
    discussion: """
      How a motion is written: docs/motion.md. 'wallfarm check FILE' finds every mistake in one.

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
      .flag(names), .option(workers), .flag(times), .flag(quiet),
    ] + PluginOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let installation = try Installation.find()
    let library = MotionLibrary(folder: installation.motions)
    if invocation.isOn(Self.gallery) { return try gallery(library, installation) }
    guard let word = invocation.operands(Self.motion).first else { return try list(library) }
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
    let motions = try (named.isEmpty ? library.names : named).map { (name) throws(RenderError) in
      try library.motion(name)
    }
    return try MotionPage(invocation, installation).write(motions)
  }

  /// The resolved path of the named photo; fails if the motion shows no photo.
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
    let rows = try library.names.map { (name) throws(RenderError) -> [Table.Cell] in
      let motion = try library.motion(name)
      return [
        .text(name), .text(Self.seconds(motion.seconds)),
        .text(motion.languages.joined(separator: ", ")), .text(motion.summary),
      ]
    }
    Terminal.print(Table(["name", "length", "languages", "summary"], rows).text)
    return .success
  }

  /// A duration rounded to tenths, such as `1.5 s`.
  static func seconds(_ seconds: Double) -> String {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " s"
  }
}
