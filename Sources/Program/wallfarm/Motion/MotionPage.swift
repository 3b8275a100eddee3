import Arguments
import BuiltInPlugins
import Designs
import Files
import Gallery
import Motion
import WallfarmCore
import WallfarmPluginKit

/// Writes an HTML page with film strips for several devices.
struct MotionPage {
  /// The default devices: a small phone, a medium phone, a tablet, and the vertical format of
  /// social feeds.
  static let spread = "iphonese3,iphone15,ipadpro13,\(MotionScreen.tall)"

  private let invocation: Invocation
  private let installation: Installation

  init(_ invocation: Invocation, _ installation: Installation) {
    (self.invocation, self.installation) = (invocation, installation)
  }

  func write(_ motions: [Motion]) throws(RenderError) -> ExitStatus {
    let output = invocation.value(of: MotionVerb.output) ?? "motions.html"
    guard PipedFile.output(output) != nil || output.hasSuffix(".html") else {
      throw RenderError(
        .outputPattern, "'\(output)' does not have the extension .html",
        origin: .option("output"),
        hint: "use the extension .html")
    }
    try refuseParts()
    let sink = OutputSink(output)
    try sink.check(.option("output"), isText: true)
    let devices = try MotionScreen.catalog.devices(
      in: invocation.value(of: MotionVerb.device) ?? Self.spread)
    let maker = MotionGalleryMaker(
      installation: installation,
      plugins: try PluginArguments(invocation).registry(installation),
      workers: try MotionArguments(invocation).workers())
    let gallery = maker.gallery(
      of: motions, on: devices, language: invocation.value(of: MotionVerb.language))
    // If every strip failed, there is no page to write.
    if let failure = gallery.failures.first, gallery.failures.count == gallery.count {
      throw failure.error
    }
    let pieces = MotionGalleryPage(gallery).pieces
    try sink.write(pieces, origin: .option("output"))
    for failure in gallery.failures {
      Terminal.report("\(failure.strip): \(failure.error.description)")
    }
    if !invocation.isOn(MotionVerb.quiet) {
      let bytes = pieces.reduce(0) { $0 + $1.count }
      sink.tell("\(output)  \(counted(gallery.count, "strip"))  \(bytes / 1024) KB")
    }
    return gallery.failures.isEmpty ? .success : .failure
  }

  /// Rejects options that a gallery does not support, such as options that select a part of a film.
  private func refuseParts() throws(RenderError) {
    let flags = [
      MotionVerb.still, MotionVerb.strip, MotionVerb.reduced, MotionVerb.text, MotionVerb.names,
      MotionVerb.times,
    ].filter { invocation.isOn($0) }.map(\.long)
    let options = [
      MotionVerb.moment, MotionVerb.frames, MotionVerb.rate, RenderOptions.photo,
    ].filter { invocation.value(of: $0) != nil }.map(\.long)
    guard let first = (flags + options).first else { return }
    throw .excluding(
      .option(first), "--\(MotionVerb.gallery.long)",
      hint: "remove it, because a gallery shows strips of complete films, with and without "
        + "reduced motion")
  }
}
