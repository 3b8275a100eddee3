import Designs
import Graphics
import RenderPool
import WallfarmCore
public import WallfarmPluginKit

extension BundleMaker {
  /// Creates the guide for a phone that downloads its wallpaper: a page, QR codes and a manifest,
  /// but no wallpapers.
  ///
  /// - Throws: any error code of the plugin kit.
  public func make(_ request: AddressRequest) throws(RenderError) -> Made {
    let device = try DeviceCatalog.known.device(request.example.device)
    let system = try system(of: device, request.example)
    let strings = GuideStrings(request.language, for: system)
    if system == .android {
      try Self.rejectOnAndroid([
        "shortcuts": request.choice != nil, "motion": !request.motions.isEmpty,
      ])
    }
    let shown = try pictures.pictures(of: [picture(example(request, strings), device)])
    guard let lock = shown.first else { preconditionFailure("the picture is missing") }
    let facts = GuideFacts(
      device: device, way: way(request, strings, on: system), hasHome: request.home == .address,
      hasWidgets: request.example.widgets)
    let films = try BundleFilms(request.motions, for: facts, in: request.language, studio)
    var guide = try SetupGuide(facts: facts, strings: strings)
    (guide.clock, guide.films) = (request.example.clock, films.pages)
    var files = try guide.codeFiles() + films.files
    let page = try guide.page(lock: lock, installation)
    files.append(BundleFile(path: BundleLayout.guide, bytes: page))
    let manifest = BundleManifest(
      facts, language: request.language, home: request.home.rawValue, lock: lock, films: films,
      files: files)
    files.append(BundleFile(path: BundleManifest.name, bytes: manifest.bytes))
    return Made(
      files: files, notes: notes(on: request, facts) + films.notes, warnings: lock.warnings)
  }

  /// Returns how the picture reaches the phone.
  ///
  /// An Android phone uses an app. An Apple device uses the operator's shortcut or, if there is
  /// none, a shortcut that the user makes under a name that is easy to type.
  private func way(
    _ request: AddressRequest, _ strings: GuideStrings, on system: DeviceSystem
  ) -> PictureWay {
    if system == .android { return .fetched(request.address) }
    return request.choice.map { .address(request.address, $0) }
      ?? .byHand(request.address, name: strings.text("make.name"))
  }

  /// The request for an example picture, which has example notes because only the service knows the
  /// user's notes.
  private func example(_ request: AddressRequest, _ strings: GuideStrings) -> RenderRequest {
    var example = request.example
    if example.content.kinds.isEmpty, example.template == "lock" {
      let words = ["example.1", "example.2", "example.3"].map { strings.text($0) }
      example.content = Content(notes: words.map { Note($0) })
      example.language = example.language ?? request.language.rawValue
    }
    return example
  }

  private func notes(on request: AddressRequest, _ facts: GuideFacts) -> [String] {
    var notes = ["the guide contains the person's secret address: send it only to that person"]
    if !facts.hasHome { notes.append("the home screen stays as it is") }
    if let fallback = request.choice?.fallback {
      notes.append(fallback + "; the guide shows how to choose the wallpaper in it")
    }
    return notes
  }
}

extension SetupGuide {
  /// The QR codes as files, for users who want to show them at a larger size.
  func codeFiles() throws(RenderError) -> [BundleFile] {
    var files: [BundleFile] = []
    for name in GuideCode.allCases {
      guard let code = codes[name] else { continue }
      files.append(BundleFile(path: "\(name.file).png", bytes: try code.png()))
      files.append(
        BundleFile(
          path: "\(name.file).svg",
          bytes: Array(code.svg(title: facts.way.name ?? facts.device.name).utf8)))
    }
    return files
  }
}
