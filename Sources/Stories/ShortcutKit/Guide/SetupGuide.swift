import Designs
internal import Digests
import Graphics
import Mockup
import Motion
import Pages
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// The guide of a bundle: one page, in the words of a friend, with pictures and codes in it.
struct SetupGuide {
  let facts: GuideFacts
  let strings: GuideStrings
  /// Codes by what they are of.
  let codes: [GuideCode: QRCode]
  /// Films by the names of their motions.
  var films: [String: PageFilm] = [:]
  /// How the clock of the lock screen is set.
  var clock = ClockStyle.standard

  /// Width of the drawn phones, in pixels.
  private static let phoneWidth = 480

  /// A picture as the page has it.
  struct Picture {
    let address: String
    let size: PixelSize
  }

  /// Prepares a guide, and makes its codes.
  ///
  /// - Throws: `invalid-parameter` for a name that fits no code.
  init(facts: GuideFacts, strings: GuideStrings) throws(RenderError) {
    (self.facts, self.strings) = (facts, strings)
    var codes: [GuideCode: QRCode] = [:]
    for code in GuideCode.allCases {
      if let address = code.address(facts.way) { codes[code] = try QRCode(address) }
    }
    self.codes = codes
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - lock: the lock screen that was rendered.
  ///   - card: the card of its preset, where a guide with folders is about one.
  ///   - red: the red picture, where a guide with folders shows it.
  ///   - installation: has the fonts.
  /// - Returns: the bytes of the page.
  /// - Throws: any code of the plugin kit.
  func page(
    lock: RenderedPicture, card: RenderedPicture? = nil, red: RenderedPicture? = nil,
    _ installation: Installation
  ) throws(RenderError) -> [UInt8] {
    let text = try installation.openFonts().textEngine(scale: Scale(x: 2, y: 2))
    text.defaultLanguage = strings.language.rawValue
    var pictures: [String: Picture] = [:]
    let red = try red.map(RedPicture.init)
    for picture in GuidePicture.all(for: facts.way) {
      pictures[picture.rawValue] = try Self.picture(of: picture.draw(strings, red: red, text: text))
    }
    pictures["result"] = try phone(with: lock, text)
    if let card, facts.choice?.source == .own {
      pictures["card"] = try phone(with: card, text)
    }
    return Array(page(with: pictures).utf8)
  }

  /// The page with pictures that are drawn already.
  func page(with pictures: [String: Picture]) -> String {
    let values: [String: String?] = [
      "lang": strings.language.rawValue, "dir": strings.language.isRightToLeft ? "rtl" : "ltr",
      "link": facts.choice?.shortcut.link.url, "run": facts.way.run,
      "lock": facts.way.address?.lock, "home": facts.hasHome ? facts.way.address?.home : nil,
      "films": films.isEmpty ? nil : "",
      "preset": (facts.preset?.number).map(String.init), "device": facts.device.name,
    ]
    return PageTemplate(Resources.setupPage).filled { name in
      if let value = values[name] { return value }
      guard let dot = name.firstIndex(of: ".") else {
        preconditionFailure("the page has no value for '\(name)'")
      }
      let rest = String(name[name.index(after: dot)...])
      switch name[..<dot] {
      case "t": return strings.text(rest, for: facts)
      case "alt": return strings.text(name, for: facts)
      case "film": return films[rest].map { GuideFilm(film: $0, strings: strings).markup }
      case "qr": return GuideCode(rawValue: rest).flatMap { codes[$0] }?.svg(title: nil)
      case "pic": return pictures[rest]?.address
      case "picw": return (pictures[rest]?.size.width).map(String.init)
      case "pich": return (pictures[rest]?.size.height).map(String.init)
      default: preconditionFailure("the page has no value for '\(name)'")
      }
    }
  }

  /// A rendered wallpaper on a phone of its own.
  private func phone(
    with wallpaper: RenderedPicture, _ text: TextEngine
  ) throws(RenderError) -> Picture {
    var mockup = PhoneMockup(facts.device)
    mockup.date = strings.text("date")
    (mockup.widgets, mockup.clock) = (facts.hasWidgets, clock)
    let made = try mockup.file(
      with: try PhotoDecoder(wallpaper.bytes, file: "wallpaper"), text: text,
      width: Self.phoneWidth, effort: .balanced)
    return Picture(made.file, size: made.size)
  }

  private static func picture(of surface: consuming ImageSurface) throws(RenderError) -> Picture {
    let size = surface.size
    let file = try PNGEncoder().encode(surface, EncodingSettings(effort: .balanced))
    return Picture(file, size: size)
  }
}

extension SetupGuide.Picture {
  /// A PNG.
  fileprivate init(_ file: EncodedFile, size: PixelSize) {
    self.init(address: "data:image/png;base64," + Base64.text(of: file.bytes), size: size)
  }
}

/// What a code on a page is of.
enum GuideCode: String, CaseIterable {
  /// Installs the shortcut.
  case link
  /// Runs it.
  case run
  /// Where the picture of the lock screen is.
  case address

  /// The beginning of the names of its files.
  var file: String {
    switch self {
    case .link: "qr-install"
    case .run: "qr-run"
    case .address: "qr-address"
    }
  }

  /// Those on a guide.
  static func all(for way: PictureWay) -> Set<GuideCode> {
    Set(allCases.filter { $0.address(way) != nil })
  }

  /// What a camera finds; nil where the way has no such thing.
  func address(_ way: PictureWay) -> String? {
    switch self {
    case .link: way.choice?.shortcut.link.url
    case .run: way.run
    case .address: way.address?.lock
    }
  }
}
