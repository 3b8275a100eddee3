import Arguments
import BuiltInPlugins
import Designs
import Files
import Glibc
import Motion
import ShortcutKit
import SourceJSON
import WallfarmCore
import WallfarmPluginKit

/// `wallfarm bundle`: creates or verifies the files for a phone: pictures, a guide and QR codes.
///
/// With `--address`, it creates a guide for a phone that downloads its own pictures.
struct BundleVerb: CommandVerb {
  static let folder = Operand(
    "folder", completion: .directories, summary: "Bundle folder.")
  static let home = Option(
    "home", value: "what", default: "keep",
    summary: "Picture for the home screen: keep, black, gray, white, or the path of a photo; with "
      + "--address, keep or address.")
  static let address = Option(
    "address", value: "url",
    summary:
      "A person's read address from 'wallfarm serve'; the guide then shows how the phone downloads "
      + "its pictures; - reads the address from standard input.")
  static let out = Option(
    "output", short: "o", value: "folder|file.zip", completion: .directories,
    summary:
      "Output folder or .zip file; only an unchanged bundle is replaced; - writes a "
      + "ZIP file to standard output."
  )
  static let language = Option(
    "guide", value: "language", default: "en", allowed: GuideLanguage.allCases.map(\.rawValue),
    summary: "Language of the guide and of the text on the red placeholder photo.")
  static let preset = Option(
    "preset", short: "p", value: "1…20", default: "3",
    summary: "Number of the lock screen wallpaper, from 1 to 20.")
  static let motion = Option(
    "motion", value: "name", repeats: true,
    completion: .shellCommand("wallfarm motion --names"),
    summary:
      "Film to add to the bundle, with its poster frame and text; the guide shows the films "
      + "heads-up, how-to-fix, install, permissions and all-set.")
  static let json = Flag("json", summary: "Print the result as JSON.")
  static let link = Option(
    "guide-link", value: "address",
    summary:
      "URL of the guide, shown as a QR code on the red placeholder photo; a person sets this "
      + "photo once, and the shortcut then replaces it.")

  static let command = Command(
    "bundle", summary: "Make or verify the pictures, guide and QR codes for a phone or tablet.",
    discussion: """
      A bundle contains the folder LockScreen, and the folder HomeScreen unless the home screen
      stays unchanged. On an iPhone or iPad, a shortcut reads these folders; on Android, a person
      sets the pictures.

        wallfarm bundle make --device iphone15 --notes notes.json --home black --output mine
        wallfarm bundle make --device iphone15 --note 'Buy milk' --preset 2 --output mine.zip
        wallfarm bundle make -d iphone15 --note 'Buy milk' --motion how-to-fix -o mine
        wallfarm bundle make --device pixel9 --note 'Buy milk' --home black --output mine
        wallfarm bundle verify mine

      With --address, the phone downloads its own picture: the guide shows a two-action shortcut
      to build by hand, or the one from --shortcuts. On Android, the guide shows how automation
      apps do this. The rendered picture is only an example.

        wallfarm bundle make --address https://wallpapers.example/p/TOKEN -d iphone15 -o ana
      """,
    subcommands: [
      Command(
        "make", summary: "Make a bundle as a folder or a ZIP file.",
        accepts: [
          .option(RenderOptions.oneDevice), .option(RenderOptions.theme),
          .option(RenderOptions.variant),
        ] + RenderOptions.look + [
          .option(home), .option(address), .option(preset), .option(PresetLinkVerb.map),
          .option(language), .option(motion),
          .option(link), .option(out), .flag(RenderOptions.quiet), .option(KeyOptions.key),
        ] + PoolOptions.all + PluginOptions.all, wordHint: WordHints.picture),
      Command(
        "verify", summary: "Check picture sizes, opacity, digests, links and the guide.",
        accepts: [.operand(folder), .flag(json)]),
    ])

  let invocation: Invocation

  func run() throws(RenderError) -> ExitStatus {
    invocation.path.last == "verify" ? try verify() : try makeBundle()
  }

  private func verify() throws(RenderError) -> ExitStatus {
    let folder = invocation.operands(Self.folder).first ?? ""
    if Files.kind(of: folder) == .regular {
      throw RenderError(
        .fileUnreadable, "'\(folder)' is a file, not a bundle folder",
        origin: .argument(Self.folder.name),
        hint: "unpack it first: unzip \(folder) -d mine")
    }
    var check = BundleCheck(folder)
    let problems = try check.problems()
    if invocation.isOn(Self.json) {
      let facts: JSONValue = [
        "folder": .string(folder), "problems": .array(problems.map(\.json)),
      ]
      Terminal.print(facts.text(pretty: true))
      return problems.isEmpty ? .success : .failure
    }
    for problem in problems { Terminal.report(problem) }
    let count = problems.count
    Terminal.print(
      count == 0 ? "\(folder): valid" : "\(folder): \(count) error\(count == 1 ? "" : "s")")
    return count == 0 ? .success : .failure
  }

  private func makeBundle() throws(RenderError) -> ExitStatus {
    guard let out = invocation.value(of: Self.out) else {
      throw RenderError(
        .optionMissing, "no output path was given for the bundle", origin: .option("output"),
        hint: "add --output mine or --output mine.zip")
    }
    let descriptor = PipedFile.output(out)
    if let descriptor {
      try OutputSink.descriptor(descriptor).check(.option("output"), isText: false)
    } else {
      try BundleMaker.checkPlace(out)
    }
    let installation = try Installation.findForUser()
    let wanted = try wanted(installation)
    // Load the plugins now, so that their errors are reported before a worker starts.
    let plugins = try PluginArguments(invocation).registry(installation)
    let key = try KeyArguments(invocation: invocation).key(
      making: true, isQuiet: invocation.isOn(RenderOptions.quiet))
    let pictures = try PoolArguments(invocation: invocation).pictures(installation, key: key)
    let made: BundleMaker.Made
    do throws(RenderError) {
      var maker = BundleMaker(pictures: pictures, installation: installation)
      maker.studio = FilmStudio(
        installation: installation, plugins: plugins,
        workers: try invocation.count(PoolOptions.workers, most: 1024) ?? Processors.count)
      switch wanted {
      case .folders(let request): made = try maker.make(request)
      case .address(let request): made = try maker.make(request)
      }
    } catch {
      throw blamed(error)
    }
    if let descriptor {
      try WholeFile.write([try made.zip()], to: descriptor, origin: .option("output"))
    } else if out.hasSuffix(".zip") {
      try made.writeZip(to: out)
    } else {
      try made.write(to: out)
    }
    guard !invocation.isOn(RenderOptions.quiet) else { return .success }
    for warning in made.warnings { Terminal.report(warning) }
    for note in made.notes { Terminal.note(note) }
    let line = "\(out)  \(made.count) files  \(made.byteCount / 1024) KB"
    if descriptor == STDOUT_FILENO {
      Terminal.report(line.visible)
    } else {
      Terminal.printLine(line)
    }
    return .success
  }

  /// The kind of bundle to create.
  private enum Wanted {
    case folders(BundleRequest)
    case address(AddressRequest)
  }

  /// Reads the request for the bundle, and thereby validates all arguments.
  private func wanted(_ installation: Installation) throws(RenderError) -> Wanted {
    let motions = try motions(installation)
    guard let address = invocation.value(of: Self.address) else {
      var wanted = try request(installation)
      wanted.motions = motions
      return .folders(wanted)
    }
    let arguments = AddressArguments(invocation: invocation)
    var wanted = try arguments.request(address, example: lock(), installation)
    wanted.motions = motions
    return .address(wanted)
  }

  /// The requested motions.
  private func motions(_ installation: Installation) throws(RenderError) -> [Motion] {
    let library = MotionLibrary(installation)
    var motions: [Motion] = []
    for name in invocation.values(of: Self.motion) {
      let motion = try library.motion(name, origin: .option(Self.motion.long))
      // Motions with the same name would write to the same file.
      guard !motions.contains(where: { $0.name == motion.name }) else {
        throw RenderError(
          .conflictingOptions, "two films have the name '\(motion.name)'",
          origin: .option(Self.motion.long), hint: "use each motion only once")
      }
      motions.append(motion)
    }
    return motions
  }

  private func request(_ installation: Installation) throws(RenderError) -> BundleRequest {
    var request = BundleRequest(
      lock: try lock(), home: try HomeChoice(invocation.value(of: Self.home) ?? "keep"),
      preset: try Preset(invocation.value(of: Self.preset) ?? "3"),
      map: try PresetMap.find(invocation.value(of: PresetLinkVerb.map), in: installation),
      language: Self.language(of: invocation))
    request.guideLink = try guideLink()
    return request
  }

  /// Returns the request for the lock screen.
  private func lock() throws(RenderError) -> RenderRequest {
    guard let device = invocation.value(of: RenderOptions.device) else {
      throw .noDevice()
    }
    var lock = try CommandLineRequests(invocation: invocation).commonRequest()
    let known = try DeviceCatalog.known.single(device)
    lock.device = known.id
    if known.system == .android {
      try BundleMaker.rejectOnAndroid([
        Self.preset.long: invocation.value(of: Self.preset) != nil,
        PresetLinkVerb.map.long: invocation.value(of: PresetLinkVerb.map) != nil,
      ])
    }
    return lock
  }

  /// Returns the language of the guide.
  static func language(of invocation: Invocation) -> GuideLanguage {
    GuideLanguage(rawValue: invocation.value(of: Self.language) ?? "en") ?? .english
  }

  /// Returns the URL of the guide after checking that a phone can open it from the QR code.
  private func guideLink() throws(RenderError) -> String? {
    guard let link = invocation.value(of: Self.link) else { return nil }
    let host = ["https://", "http://"].first { link.lowercased().hasPrefix($0) }
      .map { link.dropFirst($0.count) }
    guard let first = host?.first, first.isLetter || first.isNumber,
      link.utf8.allSatisfy({ (0x21..<0x7F).contains($0) })
    else {
      throw RenderError(
        .invalidParameter, "'\(link)' is not the URL of a page", origin: .option(Self.link.long),
        hint:
          "write a URL such as https://example.org/guide, and percent-encode spaces (%20) and "
          + "non-ASCII characters"
      )
    }
    return link
  }

  /// Attributes a photo error to `--home` if `--photo` is absent, because `--home` can also name a
  /// photo.
  private func blamed(_ error: RenderError) -> RenderError {
    guard error.origin == .option(RenderOptions.photo.long),
      invocation.value(of: RenderOptions.photo) == nil
    else { return error }
    var error = error
    error.origin = .option(Self.home.long)
    return error
  }
}
