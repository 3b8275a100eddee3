import Arguments
import BuiltInPlugins
import Designs
import Files
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm preset cards`: makes twenty numbered wallpapers that identify the presets.
struct PresetCardsVerb: CommandVerb {
  static let out = Option(
    "output", short: "o", value: "folder", completion: .directories,
    summary: "Folder for the cards.")
  static let command = Command(
    "cards", summary: "Make twenty wallpapers with large numbers.",
    discussion: """
      Set them, one for each wallpaper of the lock screen: then the number of the one that is shown
      can be read.

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
        .optionMissing, "no folder was named for the cards", origin: .option("output"),
        hint: "add --output cards")
    }
    let device = try DeviceCatalog.shipped.single(name)
    let language =
      GuideLanguage(rawValue: invocation.value(of: BundleVerb.language) ?? "en") ?? .english
    let pictures = try PoolArguments(invocation: invocation).pictures(
      try .find(), usesPlugins: false)
    try WholeFile.makeFolder(out)
    let count = try PresetCards(for: device, in: language).write(to: out, with: pictures)
    if !invocation.isOn(RenderOptions.quiet) {
      Terminal.printLine("\(count) cards of \(device.pixels) in \(out)")
    }
    return .success
  }
}
