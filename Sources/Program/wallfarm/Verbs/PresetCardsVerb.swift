import Arguments
import BuiltInPlugins
import Designs
import Files
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm preset cards`: renders twenty numbered wallpapers that identify the presets.
struct PresetCardsVerb: CommandVerb {
  static let out = Option(
    "output", short: "o", value: "folder", completion: .directories,
    summary: "Output folder for the cards.")
  static let command = Command(
    "cards", summary: "Render twenty wallpapers, each with its number in large digits.",
    discussion: """
      Set each card as a separate lock screen wallpaper. The lock screen then shows the number of
      its wallpaper.

        wallfarm preset cards --device iphone15 --output cards
      """,
    accepts: [
      .option(RenderOptions.oneDevice), .option(BundleVerb.language), .option(out),
      .flag(RenderOptions.quiet),
    ] + PoolOptions.all)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    guard let name = invocation.value(of: RenderOptions.device) else {
      throw .noDevice()
    }
    guard let out = invocation.value(of: Self.out) else {
      throw RenderError(
        .optionMissing, "no output folder was given", origin: .option("output"),
        hint: "add --output cards")
    }
    let device = try DeviceCatalog.known.single(name)
    let language =
      GuideLanguage(rawValue: invocation.value(of: BundleVerb.language) ?? "en") ?? .english
    let pictures = try PoolArguments(invocation: invocation).pictures(
      try .findForUser(), usesPlugins: false)
    try WholeFile.makeFolder(out)
    let count = try PresetCards(for: device, in: language).write(to: out, with: pictures)
    if !invocation.isOn(RenderOptions.quiet) {
      Terminal.printLine("\(count) cards of \(device.pixels) in \(out)")
    }
    return .success
  }
}
