import Arguments
import Designs
import Files
import Graphics
import Mockup
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm preview`: draws a wallpaper on a phone mockup.
struct PreviewVerb: CommandVerb {
  static let image = Operand(
    "image", completion: .files(extensions: ["png", "jpg", "jpeg", "webp", "heic", "avif"]),
    summary: "Picture to preview.")
  static let clock = Option(
    RenderOptions.clock.long, value: RenderOptions.clock.valueName,
    default: RenderOptions.clock.defaultText, allowed: RenderOptions.clock.allowed,
    summary: "Style of the clock to draw.")
  static let widgets = Flag(
    RenderOptions.widgets.long, invertible: true, default: true,
    summary: "Draw the lock-screen widgets.")
  static let date = Option("date", value: "text", summary: "Text above the time.")
  static let time = Option(
    "time", value: "text", default: PhoneMockup.standardTime, summary: "Text of the clock.")
  static let width = Option(
    "width", value: "pixels", default: "900",
    summary: "Width of the drawing in pixels, from 100 to 4000.")
  static let output = Option(
    "output", short: "o", value: "file", default: "preview.png",
    completion: .files(extensions: ["png"]), summary: "Output PNG file.")
  static let quiet = Flag("quiet", short: "q", summary: "Print only errors.")

  static let command = Command(
    "preview", summary: "Draw a wallpaper on a phone, with clock, widgets and buttons.",
    discussion: """
      The date, clock, widgets and buttons are drawn where the device shows them.

        wallfarm preview lock-iphone15.png --device iphone15
        wallfarm preview beach.jpg --device iphonese3 --no-widgets -o beach-se.png
      """,
    accepts: [
      .operand(image), .option(RenderOptions.oneDevice), .option(RenderOptions.orientation),
      .option(clock), .flag(widgets), .option(date), .option(time), .option(width), .option(output),
      .option(DeviceOptions.devices), .flag(quiet),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let file = invocation.operands(Self.image).first ?? ""
    let output = invocation.value(of: Self.output) ?? "preview.png"
    let sink = OutputSink(output)
    guard PipedFile.output(output) != nil || output.hasSuffix(".png") else {
      throw RenderError(
        .outputPattern, "'\(output)' does not have the extension .png", origin: .option("output"),
        hint: "use the extension .png")
    }
    guard PipedFile.output(output) != nil || !PathComparison.isSame(file, output) else {
      throw .excluding(
        .option("output"), "image", hint: "'\(output)' is the input; name another file")
    }
    try sink.check(.option("output"), isText: false)
    let mockup = try mockup()
    let width = try invocation.whole(Self.width, in: 100...4000) ?? 900
    guard let bytes = try WrittenFile.bytes(of: file, limit: PhotoLimits().bytes) else {
      throw .fileUnreadable(file, "no such file or directory")
    }
    let decoder = try PhotoDecoder(bytes, file: file)
    if decoder.size != mockup.device.pixels, !invocation.isOn(Self.quiet) {
      Terminal.note(
        "'\(file)' has \(decoder.size) pixels, and the screen has \(mockup.device.pixels); the "
          + "preview crops the picture")
    }
    let installation = try Installation.findForUser()
    let fonts = try installation.openFonts()
    let scale = Double(width) / mockup.size.width
    let made = try draw(
      mockup, decoder, fonts.textEngine(scale: Scale(x: scale, y: scale)), width)
    if let warning = made.warning { Terminal.note("\(warning)") }
    try sink.write(made.file.pieces, origin: .option("output"))
    if !invocation.isOn(Self.quiet) { sink.tell(output, made.size, bytes: made.file.byteCount) }
    return .success
  }

  private func draw(
    _ mockup: PhoneMockup, _ wallpaper: PhotoDecoder, _ text: TextEngine, _ width: Int
  ) throws(RenderError) -> MockupFile {
    do throws(RenderError) {
      return try mockup.file(with: wallpaper, text: text, width: width, effort: .fast)
    } catch {
      guard error.code == .missingGlyph else { throw error }
      var problem = error
      problem.hint = "remove the character from --date or --time"
      throw problem
    }
  }

  private func mockup() throws(RenderError) -> PhoneMockup {
    guard let name = invocation.value(of: RenderOptions.device) else {
      throw .noDevice()
    }
    let request = try invocation.request(.orientation, .clock)
    let device = try DeviceCatalog.known.single(name)
    var mockup = PhoneMockup(try device.turned(to: request.orientation))
    mockup.clock = request.clock
    mockup.backdrop = PhoneMockup.pageGray
    mockup.widgets = invocation.isOn(Self.widgets)
    if let date = try text(Self.date) { mockup.date = date }
    if let time = try text(Self.time) { mockup.time = time }
    return mockup
  }

  private func text(_ option: Option) throws(RenderError) -> String? {
    guard let text = invocation.value(of: option) else { return nil }
    guard !CleanText.hasControls(.string(text)) else {
      throw RenderError(
        .invalidParameter, "'\(text.visible)' contains control characters",
        origin: .option(option.long),
        hint: "remove the control characters")
    }
    return text
  }
}
