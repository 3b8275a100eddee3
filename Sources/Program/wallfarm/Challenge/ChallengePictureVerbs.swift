import Arguments
import Challenge
import Designs
import Files
import Graphics
import Mockup
import RenderPool
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// The options of challenge pictures, and the functions that render them.
enum ChallengePictures {
  static let output = Option(
    "output", short: "o", value: "file", default: "challenge.png",
    completion: .files(extensions: ["png", "jpg", "webp"]),
    summary: "Output file; its extension determines the format.")
  static let card = Option(
    "output", short: "o", value: "file", default: "share.png",
    completion: .files(extensions: ["png"]), summary: "Output PNG file.")
  static let theme = RenderOptions.theme

  /// The options of challenge pictures that can be written in any supported format.
  static let options: [Declaration] = [.option(output)] + others

  /// The options that all challenge pictures share, which do not include the output file.
  static let others: [Declaration] =
    [
      .option(RenderOptions.oneDevice), .option(theme), .option(ChallengeVerb.language),
      .flag(RenderOptions.quiet),
    ] + PoolOptions.all

  static func device(_ invocation: Invocation) throws(RenderError) -> Device {
    guard let name = invocation.value(of: RenderOptions.device) else { throw .noDevice() }
    return try DeviceCatalog.known.single(name)
  }

  /// Renders one picture and writes it.
  static func make(
    _ request: RenderRequest, _ invocation: Invocation
  ) throws(RenderError) -> ExitStatus {
    let path = invocation.value(of: output) ?? "challenge.png"
    let isPiped = PipedFile.output(path) != nil
    guard let format = ImageFormat(fileName: path) ?? (isPiped ? .png : nil) else {
      throw RenderError(
        .outputPattern, "'\(path)' does not have a picture file extension",
        origin: .option(output.long),
        hint: "use the extension .png, .jpg or .webp")
    }
    let sink = OutputSink(path)
    try sink.check(.option(output.long), isText: false)
    var request = request
    request.theme = invocation.value(of: theme)
    request.format = format
    let picture = try picture(request, invocation)
    try sink.write([picture.bytes], origin: .option(output.long))
    if !invocation.isOn(RenderOptions.quiet) {
      for warning in picture.warnings { Terminal.report("\(warning)") }
      sink.tell(path, picture.pixels, bytes: picture.bytes.count)
    }
    return .success
  }

  /// Opens the challenge photo, verifies its digest, and keeps the file open until the photo is
  /// drawn.
  ///
  /// - Throws: `input-changed` if the file's digest differs from the recorded digest.
  static func hold(_ kept: ChallengeStore.Kept) throws(RenderError) {
    let photo = try HeldInput(file: kept.photoPath, digest: kept.challenge.photo.digest)
    HeldFiles.set([kept.photoPath: try photo.open()])
  }

  static func picture(
    _ request: RenderRequest, _ invocation: Invocation
  ) throws(RenderError) -> RenderedPicture {
    let pictures = try PoolArguments(invocation: invocation).pictures(
      try .findForUser(), usesPlugins: true)
    return try pictures.pictures(of: [request])[0]
  }
}

/// `wallfarm challenge render`: renders the lock screen in its current state.
struct ChallengeRenderVerb: CommandVerb {
  static let success = Flag(
    "success", summary: "Render the final card: the sharp photo with the results.")
  static let command = Command(
    "render", summary: "Render the challenge's lock screen with its current blur.",
    discussion: """
      The blur decreases with each full percent of the goal. The photo is sharp only when the goal
      is reached.

        wallfarm challenge render --device iphone15 -o lock.png
        wallfarm challenge render --device iphone15 --success -o unlocked.png
      """,
    accepts: ChallengePictures.options + [.flag(success), .option(ChallengeVerb.state)])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let device = try ChallengePictures.device(invocation).id
    let kept = try ChallengeVerb.book(invocation).shown()
    try ChallengePictures.hold(kept)
    let picture = try ChallengePicture(
      kept.challenge, photo: kept.photoPath, language: invocation.value(of: ChallengeVerb.language))
    let request =
      invocation.isOn(Self.success) ? try picture.success(on: device) : picture.lock(on: device)
    return try ChallengePictures.make(request, invocation)
  }
}

/// `wallfarm challenge preview`: renders the initial state of a challenge.
struct ChallengePreviewVerb: CommandVerb {
  /// The goal option, which has a default because a preview does not start a challenge.
  private static let goal = Option(
    ChallengeNewVerb.goal.long, value: ChallengeNewVerb.goal.valueName, default: "10000",
    summary: ChallengeNewVerb.goal.summary)

  static let command = Command(
    "preview", summary: "Show how a photo looks at the start of a challenge, without starting one.",
    discussion: "  wallfarm challenge preview --goal epic --photo beach.jpg --device iphone15",
    accepts: ChallengePictures.options + [
      .option(goal), .option(ChallengeNewVerb.photo),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let device = try ChallengePictures.device(invocation).id
    guard let photo = invocation.value(of: ChallengeNewVerb.photo) else {
      throw RenderError(
        .optionMissing, "no photo was given", origin: .option(ChallengeNewVerb.photo.long),
        hint: "add --photo beach.jpg")
    }
    let picture = try ChallengePicture(
      beginningOf: try ChallengeNewVerb.goal(invocation), photo: photo,
      language: invocation.value(of: ChallengeVerb.language))
    return try ChallengePictures.make(picture.lock(on: device), invocation)
  }
}

/// `wallfarm challenge share`: renders the final card on a phone mockup.
struct ChallengeShareVerb: CommandVerb {
  static let command = Command(
    "share", summary: "Render the final card inside a phone frame, as a picture to share.",
    discussion: "  wallfarm challenge share --device iphone15 -o share.png",
    accepts: [.option(ChallengePictures.card), .option(ChallengeVerb.state)]
      + ChallengePictures.others)

  let invocation: Invocation

  /// The width of the picture in pixels, sufficient for social media feeds.
  private static let width = 1080

  func run() throws(RenderError) -> ExitStatus {
    let device = try ChallengePictures.device(invocation)
    let path = invocation.value(of: ChallengePictures.card) ?? "share.png"
    guard path.hasSuffix(".png") || PipedFile.output(path) != nil else {
      throw RenderError(
        .outputPattern, "'\(path)' does not have the extension .png",
        origin: .option(ChallengePictures.card.long), hint: "use the extension .png")
    }
    let sink = OutputSink(path)
    try sink.check(.option(ChallengePictures.card.long), isText: false)
    let kept = try ChallengeVerb.book(invocation).shown()
    try ChallengePictures.hold(kept)
    let language = invocation.value(of: ChallengeVerb.language)
    let picture = try ChallengePicture(
      kept.challenge, photo: kept.photoPath, language: language)
    let card = try Self.card(picture, device, invocation)
    try sink.write(card.file.pieces, origin: .option(ChallengePictures.card.long))
    if !invocation.isOn(RenderOptions.quiet) {
      sink.tell(path, card.size, bytes: card.file.byteCount)
    }
    return .success
  }

  /// Renders the final card on a phone mockup as PNG.
  static func card(
    _ picture: ChallengePicture, _ device: Device, _ invocation: Invocation
  ) throws(RenderError) -> MockupFile {
    var request = try picture.success(on: device.id)
    request.theme = invocation.value(of: ChallengePictures.theme)
    let made = try ChallengePictures.picture(request, invocation)
    if !invocation.isOn(RenderOptions.quiet) {
      for warning in made.warnings { Terminal.report("\(warning)") }
    }
    var mockup = PhoneMockup(device)
    mockup.backdrop = PhoneMockup.pageGray
    let scale = Double(width) / mockup.size.width
    let fonts = try Installation.findForUser().openFonts()
    return try mockup.file(
      with: try PhotoDecoder(made.bytes, file: "unlocked"),
      text: fonts.textEngine(scale: Scale(x: scale, y: scale)), width: width, effort: .balanced)
  }
}
