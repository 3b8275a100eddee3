import Arguments
import Designs
import Files
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm shortcut`: shows how an operator builds the shortcuts, which only Apple can sign.
struct ShortcutVerb: CommandVerb {
  static let preset = Option(
    "preset", short: "p", value: "1…20|all", default: "3",
    summary: "Number of the lock screen wallpaper, from 1 to 20, or all.")
  static let source = Option(
    "for", value: "what", default: "folders",
    allowed: ShortcutRecipe.Source.allCases.map(\.rawValue),
    summary: "Source of the pictures: the folders of a bundle, or a person's address.")
  static let language = Option(
    "guide", value: "language", default: "en", allowed: GuideLanguage.allCases.map(\.rawValue),
    summary: "Language of the recipe and of the shortcut's messages.")
  static let out = Option(
    "output", short: "o", value: "file", completion: .files(extensions: ["html", "txt"]),
    summary: "Output page, or text if the name ends in .txt; - writes the page to standard output.")

  static let recipe = Command(
    "recipe", summary: "Show the actions and settings to build a shortcut by hand.",
    discussion: """
      Without --output, the command prints the recipe as text. In an HTML page, each action has a
      card with a checkbox.

        wallfarm shortcut recipe --preset 3
        wallfarm shortcut recipe --preset all --output recipe.html
        wallfarm shortcut recipe --for address --shortcuts fetching.json --guide ja -o recipe.html
      """)
  static let command = Command(
    "shortcut", summary: "Show how to build the shortcuts for the twenty presets.",
    discussion: """
      Only Apple can sign a shortcut, so an operator builds each one by hand on an iPhone and shares
      its link. Without a subcommand, the command shows the recipe.
      """,
    accepts: [
      .option(preset), .option(source), .option(language), .option(PresetLinkVerb.map),
      .option(out), .flag(RenderOptions.quiet),
    ],
    subcommands: [recipe], standard: recipe.name)

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    let presets = try presets()
    let sink = try invocation.value(of: Self.out).map { (path) throws(RenderError) in
      try Self.sink(path)
    }
    try sink?.check(.option("output"), isText: true)
    let recipe = try recipe(for: presets)
    let language =
      GuideLanguage(rawValue: invocation.value(of: Self.language) ?? "en") ?? .english
    guard let sink else {
      Terminal.print(recipe.text(in: language))
      return .success
    }
    let isText = invocation.value(of: Self.out)?.hasSuffix(".txt") == true
    let bytes = isText ? Array((recipe.text(in: language) + "\n").utf8) : recipe.page(in: language)
    try sink.write([bytes], origin: .option("output"))
    if !invocation.isOn(RenderOptions.quiet), !sink.isStandardOutput {
      Terminal.printLine("\(invocation.value(of: Self.out) ?? "")  \(bytes.count / 1024) KB")
    }
    return .success
  }

  /// Returns the presets for which shortcuts are built.
  private func presets() throws(RenderError) -> [Preset] {
    let text = invocation.value(of: Self.preset) ?? "\(Preset.standard.number)"
    if text == "all" { return Preset.all }
    do throws(RenderError) {
      return [try Preset(text)]
    } catch {
      guard let number = Int(text), number > Preset.all.count else { throw error }
      var error = error
      error.hint =
        "only the first twenty lock screen wallpapers have shortcuts; edit one of them and "
        + "use its number"
      throw error
    }
  }

  private func recipe(for presets: [Preset]) throws(RenderError) -> ShortcutRecipe {
    let installation = try Installation.findForUser()
    let own = invocation.value(of: PresetLinkVerb.map)
    let map = try PresetMap.find(own, in: installation)
    // The recipe names the map file. A map that is read from a pipe has no file name, so use the
    // standard name.
    let isPiped = own.map { PipedFile.input($0) != nil } ?? false
    let path = isPiped ? "shortcuts.json" : own ?? installation.templates + "/shortcuts.json"
    let source =
      invocation.value(of: Self.source).flatMap(ShortcutRecipe.Source.init(rawValue:)) ?? .folders
    return ShortcutRecipe(
      for: presets, from: source, map: map, in: .init(path, isOwn: own != nil))
  }

  /// Checks the extension, `.html` for a page or `.txt` for text, and returns the output sink.
  private static func sink(_ path: String) throws(RenderError) -> OutputSink {
    guard path.hasSuffix(".html") || path.hasSuffix(".txt") || PipedFile.output(path) != nil else {
      throw RenderError(
        .outputPattern, "'\(path)' does not have the extension .html or .txt",
        origin: .option("output"),
        hint: "use the extension .html for a page with pictures, or .txt for text")
    }
    return OutputSink(path)
  }
}
