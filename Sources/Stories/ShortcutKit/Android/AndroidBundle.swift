import Designs
import Files
import RenderPool
import WallfarmCore
import WallfarmPluginKit

extension BundleMaker {
  /// Makes a bundle for an Android phone or tablet: the pictures, which a person or an app sets, and
  /// a guide.
  ///
  /// - Throws: any code of the plugin kit.
  func makeForAndroid(
    _ request: BundleRequest, _ device: Device
  ) throws(RenderError) -> Made {
    if request.guideLink != nil { throw .onlyForApple("guide-link") }
    if !request.motions.isEmpty { throw .onlyForApple("motion") }
    var wanted = [(BundleLayout.lock, try picture(request.lock, device))]
    var notes: [String] = []
    if let home = home(request, device) {
      wanted.append((BundleLayout.home, home))
    } else {
      notes.append("the home screen stays as it is; there is no file for it")
    }
    let photos = BundlePhotos(wanted.map(\.1))
    let made = try pictures.pictures(of: wanted.map(\.1))
    try photos.check()
    guard let lock = made.first else { preconditionFailure("a picture is missing") }
    var files = zip(wanted, made).map { BundleFile(path: $0.0, bytes: $1.bytes, pixels: $1.pixels) }
    let facts = GuideFacts(
      device: device, way: .copied, hasHome: request.home != .keep,
      hasWidgets: request.lock.widgets)
    let strings = GuideStrings(request.language, for: .android)
    var guide = try SetupGuide(facts: facts, strings: strings)
    guide.clock = request.lock.clock
    files.append(
      BundleFile(path: BundleLayout.guide, bytes: try guide.page(lock: lock, installation)))
    let manifest = BundleManifest(
      facts, language: request.language, home: request.home.word, fingerprint: lock.fingerprint,
      films: .none, files: files)
    files.append(BundleFile(path: BundleManifest.name, bytes: manifest.bytes))
    return Made(files: files, notes: notes, warnings: lock.warnings)
  }

  /// Rejects the parts of a request that only the Shortcuts app supports.
  func checkAndroid(_ request: AddressRequest) throws(RenderError) {
    if request.choice != nil { throw .onlyForApple("shortcuts") }
    if !request.motions.isEmpty { throw .onlyForApple("motion") }
  }

  /// The system of a device.
  ///
  /// - Throws: `invalid-value` for a computer or television, `conflicting-options` for a picture that
  ///   is wider than the screen, because lock screens do not scroll.
  func system(
    of device: Device, _ request: RenderRequest
  ) throws(RenderError) -> DeviceSystem {
    guard let system = DeviceSystem(device) else { throw .notForBundles(device) }
    guard request.scroll == nil else {
      throw RenderError(
        .conflictingOptions, "a lock screen does not scroll", origin: .option("scroll"),
        hint: "remove it, or make the picture of the home screen with 'wallfarm render'")
    }
    return system
  }
}

extension RenderError {
  fileprivate static func notForBundles(_ device: Device) -> RenderError {
    .invalidValue(
      "the device of a bundle", expected: "a phone or tablet", got: "'\(device.id)'",
      origin: .option("device"), hint: "make the pictures with 'wallfarm render'")
  }

  fileprivate static func onlyForApple(_ option: String) -> RenderError {
    RenderError(
      .conflictingOptions, "--\(option) is only for an iPhone or iPad", origin: .option(option),
      hint: "remove it for this device")
  }
}
