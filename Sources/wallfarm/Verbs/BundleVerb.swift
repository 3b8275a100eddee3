import Arguments
import BuiltInPlugins
import Designs
import Files
import ShortcutKit
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm bundle`: everything that a person with an iPhone needs, in one folder.
struct BundleVerb {
  static let check = Operand(
    "verify", required: false, repeats: true, completion: .directories,
    summary: "verify FOLDER checks a bundle; without it one is made.")
  static let home = Option(
    "home", value: "what", default: "keep",
    summary: "The home screen: keep, black, gray, white, or the path of a photo.")
  static let out = Option(
    "out", short: "o", value: "folder|file.zip", completion: .directories,
    summary: "A folder, or a .zip; a bundle that is there as it was made is replaced, nothing else."
  )
  static let language = Option(
    "guide", value: "language", default: "en", allowed: GuideLanguage.allCases.map(\.rawValue),
    summary: "Language of the guide and of the red picture.")
  static let link = Option(
    "guide-link", value: "address",
    summary: "Where the guide can be read; the red picture gets a QR code of it.")

  static let command = Command(
    "bundle", summary: "Make all that an iPhone needs: pictures, guide, codes; or check it.",
    discussion: """
      A bundle has the folders that the shortcut reads: LockScreen, and HomeScreen unless the home
      screen stays as it is. 'verify' checks sizes, opacity, digests, links and what the guide says.

        wallfarm bundle --device iphone15 --notes notes.json --home black --out mine
        wallfarm bundle --device iphone15 --note 'Buy milk' --preset 2 --out mine.zip
        wallfarm bundle verify mine
      """,
    accepts: [
      .operand(check), .option(RenderOptions.device), .option(RenderOptions.theme),
      .option(RenderOptions.variant),
    ] + RenderOptions.content + [
      .option(home), .option(ShortcutVerb.preset), .option(ShortcutVerb.map), .option(language),
      .option(link), .option(out), .flag(RenderOptions.quiet),
      .option(KeyOptions.key),
    ] + PoolOptions.all + PluginOptions.all)

  let invocation: Invocation

  init(_ invocation: Invocation) { self.invocation = invocation }

  func run() throws(RenderError) -> ExitStatus {
    let words = invocation.operands(Self.check)
    if words.isEmpty { return try makeBundle() }
    guard words.count == 2, words[0] == "verify" else {
      throw RenderError(
        .conflictingOptions, "'\(words.joined(separator: " "))' is nothing that bundle does",
        origin: .argument("verify"),
        hint: "write: wallfarm bundle verify FOLDER, or options alone to make one"
      )
    }
    return try verify(words[1])
  }

  private func verify(_ folder: String) throws(RenderError) -> ExitStatus {
    var check = BundleCheck(folder)
    let problems = try check.problems()
    for problem in problems { Terminal.report(problem) }
    let count = problems.count
    Terminal.print(
      count == 0 ? "\(folder): good" : "\(folder): \(count) mistake\(count == 1 ? "" : "s")")
    return count == 0 ? .success : .failure
  }

  private func makeBundle() throws(RenderError) -> ExitStatus {
    guard let out = invocation.value(of: Self.out) else {
      throw RenderError(
        .outputFailed, "no folder was named for the bundle", origin: .option("out"),
        hint: "add --out mine, or --out mine.zip")
    }
    try BundleMaker.checkPlace(out)
    let installation = try Installation.find()
    let request = try request(installation)
    // What is wrong with a plugin is told before a worker finds it.
    _ = try PluginArguments(invocation).registry(installation)
    let key = try KeyArguments(invocation: invocation).key(
      making: true, isQuiet: invocation.isOn(RenderOptions.quiet))
    let pictures = try PoolArguments(invocation: invocation).pictures(installation, key: key)
    let made = try BundleMaker(pictures: pictures, installation: installation).make(request)
    if out.hasSuffix(".zip") { try made.writeZip(to: out) } else { try made.write(to: out) }
    guard !invocation.isOn(RenderOptions.quiet) else { return .success }
    for warning in made.warnings { Terminal.report(warning) }
    for note in made.notes { Terminal.note(note) }
    Terminal.printLine("\(out)  \(made.count) files  \(made.byteCount / 1024) KB")
    return .success
  }

  private func request(_ installation: Installation) throws(RenderError) -> BundleRequest {
    guard let device = invocation.value(of: RenderOptions.device) else {
      throw .noDevice()
    }
    var lock = try CommandLineRequests(invocation: invocation).commonRequest()
    lock.device = try DeviceCatalog.shipped.device(device).id
    let language = GuideLanguage(rawValue: invocation.value(of: Self.language) ?? "en") ?? .english
    var request = BundleRequest(
      lock: lock, home: try HomeChoice(invocation.value(of: Self.home) ?? "keep"),
      preset: try Preset(invocation.value(of: ShortcutVerb.preset) ?? "3"),
      map: try PresetMap.find(invocation.value(of: ShortcutVerb.map), in: installation),
      language: language)
    request.guideLink = invocation.value(of: Self.link)
    return request
  }
}
