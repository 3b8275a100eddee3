public import Designs
import Files
import Graphics
package import Motion
public import RenderPool
import SourceJSON
internal import WallfarmCore
public import WallfarmPluginKit

/// Creates a bundle: wallpapers, the red placeholder picture, the guide, its QR codes, and a
/// manifest.
///
/// The wallpapers are in the folders `LockScreen` and `HomeScreen`, from which the shortcut reads
/// them. The manifest `bundle.json` lists all files with their digests.
public struct BundleMaker {
  let pictures: any PictureMaker
  let installation: Installation
  /// Renders the films; nil if no request contains films.
  package var studio: FilmStudio?

  /// Creates a maker of bundles.
  ///
  /// - Parameters:
  ///   - pictures: renders the wallpapers.
  ///   - installation: provides the fonts of the guide.
  public init(pictures: any PictureMaker, installation: Installation) {
    self.pictures = pictures
    self.installation = installation
  }

  /// A bundle in memory.
  public struct Made: Sendable {
    package let files: [BundleFile]
    /// Notes for the user, such as the note that the home screen is not changed.
    public let notes: [String]
    /// Warnings from rendering the lock screen.
    public let warnings: [RenderWarning]
    /// The time until which the lock screen picture is true; nil if it never changes.
    public var lifetime: PictureLifetime?
    /// The number of files.
    public var count: Int { files.count }
    /// The total size of all files in bytes.
    public var byteCount: Int { files.reduce(0) { $0 + $1.bytes.count } }
  }

  /// Renders all files in memory.
  ///
  /// - Throws: any error code of the plugin kit.
  public func make(_ request: BundleRequest) throws(RenderError) -> Made {
    let device = try DeviceCatalog.known.device(request.lock.device)
    let system = try system(of: device, request.lock)
    if system == .android {
      try Self.rejectOnAndroid([
        "guide-link": request.guideLink != nil, "motion": !request.motions.isEmpty,
      ])
    }
    let choice = system == .apple ? request.map.choice(for: request.preset) : nil
    let strings = GuideStrings(request.language, for: system)
    var wanted = [(BundleLayout.lock, try picture(request.lock, device))]
    var notes: [String] = []
    if let home = home(request, device) {
      wanted.append((BundleLayout.home, home))
    } else {
      notes.append("the home screen stays as it is; there is no file for it")
    }
    if let choice {
      if let fallback = choice.fallback {
        notes.append(fallback + "; the guide shows how to choose the wallpaper in it")
      }
      wanted.append((BundleLayout.instruction, instruction(request, device, strings, choice)))
      let cards = PresetCards(for: device, in: request.language)
      wanted += Preset.all.map { (BundleLayout.card($0), cards.request(for: $0)) }
    }
    let photos = BundlePhotos(wanted.map(\.1))
    let made = try pictures.pictures(of: wanted.map(\.1))
    try photos.check()
    let named = Dictionary(uniqueKeysWithValues: zip(wanted.map(\.0), made))
    var files = zip(wanted, made).map { BundleFile(path: $0.0, bytes: $1.bytes, pixels: $1.pixels) }
    guard let lock = named[BundleLayout.lock] else { preconditionFailure("a picture is missing") }
    let facts = GuideFacts(
      device: device, way: choice.map(PictureWay.folders) ?? .copied,
      hasHome: request.home != .keep, hasWidgets: request.lock.widgets)
    let films = try BundleFilms(request.motions, for: facts, in: request.language, studio)
    var guide = try SetupGuide(facts: facts, strings: strings)
    (guide.clock, guide.films) = (request.lock.clock, films.pages)
    files += try guide.codeFiles() + films.files
    let page = try guide.page(
      lock: lock, card: choice.flatMap { named[BundleLayout.card($0.preset)] },
      red: named[BundleLayout.instruction], installation)
    files.append(BundleFile(path: BundleLayout.guide, bytes: page))
    let manifest = BundleManifest(
      facts, language: request.language, home: request.home.word, lock: lock, films: films,
      files: files)
    files.append(BundleFile(path: BundleManifest.name, bytes: manifest.bytes))
    return Made(
      files: files, notes: notes + films.notes + (lock.lifetime.map { [$0.note] } ?? []),
      warnings: lock.warnings, lifetime: lock.lifetime)
  }

  /// Returns a request that renders a wallpaper for the Shortcuts app: an opaque PNG at the screen
  /// size.
  func picture(
    _ request: RenderRequest, _ device: Device
  ) throws(RenderError) -> RenderRequest {
    if case .none = request.background {
      throw RenderError(
        .conflictingOptions, "a lock screen cannot be transparent", origin: .option("background"),
        hint: "use a photo, a color or a theme")
    }
    var request = request
    request.device = device.id
    request.format = .png
    request.output = .memory
    return request
  }

  private func home(_ request: BundleRequest, _ device: Device) -> RenderRequest? {
    var home = RenderRequest(template: "home", device: device.id)
    home.files = request.lock.files
    home.photoLimits = request.lock.photoLimits
    home.colorSpace = request.lock.colorSpace
    switch request.home {
    case .keep: return nil
    case .photo(let file): home.background = .photo(file: file)
    case .color(let quick): home.background = .color(quick.rawValue)
    }
    return home
  }

  private func instruction(
    _ request: BundleRequest, _ device: Device, _ strings: GuideStrings, _ choice: ShortcutChoice
  ) -> RenderRequest {
    var red = RenderRequest(template: "instruction", device: device.id)
    red.language = request.language.rawValue
    let steps = (1...3).map { JSONValue.string(strings.text("instruction.step\($0)")) }
    red.settings = [
      Setting(key: "text", value: .string(strings.text("instruction.title"))),
      Setting(key: "steps", value: .array(steps)),
    ]
    if let link = request.guideLink {
      red.settings.append(Setting(key: "link", value: .string(link)))
    }
    return red
  }
}

/// The identities of a bundle's photos before the bundle was rendered.
///
/// The pictures are rendered one after the other, but all pictures that use the same photo must be
/// rendered from the same bytes.
private struct BundlePhotos {
  private let before: [String: Files.Identity]

  init(_ requests: [RenderRequest]) {
    var found: [String: Files.Identity] = [:]
    for request in requests {
      guard case .photo(let file) = request.background else { continue }
      let path = Files.join(request.files.folder, file)
      found[path] = try? Files.identity(of: path)
    }
    before = found
  }

  /// Checks that no photo has changed since this value was created.
  ///
  /// - Throws: `input-changed`, `file-unreadable`.
  func check() throws(RenderError) {
    for (path, identity) in before {
      guard try Files.identity(of: path) != identity else { continue }
      throw RenderError(
        .inputChanged, "'\(path)' changed while the bundle was made", origin: .file(path),
        hint: "make the bundle again after the file has stopped changing")
    }
  }
}
