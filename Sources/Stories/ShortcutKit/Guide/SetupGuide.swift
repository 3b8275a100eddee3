import Designs
internal import Digests
import Graphics
import Mockup
import Motion
import Pages
import RenderPool
import WallfarmCore
package import WallfarmPluginKit

/// The guide of a bundle: a single page with embedded pictures and QR codes.
package struct SetupGuide {
  let facts: GuideFacts
  let strings: GuideStrings
  /// QR codes by purpose.
  let codes: [GuideCode: QRCode]
  /// Films by motion name.
  var films: [String: PageFilm] = [:]
  /// The clock style of the lock screen.
  var clock = ClockStyle.standard

  /// Width of the phone mockups in pixels.
  private static let phoneWidth = 480

  /// An embedded picture.
  package struct Picture {
    let address: String
    let size: PixelSize

    package init(address: String, size: PixelSize) {
      (self.address, self.size) = (address, size)
    }
  }

  /// Creates a guide, including its QR codes.
  ///
  /// - Throws: `invalid-parameter` for a shortcut name that does not fit in a QR code.
  package init(facts: GuideFacts, strings: GuideStrings) throws(RenderError) {
    (self.facts, self.strings) = (facts, strings)
    var codes: [GuideCode: QRCode] = [:]
    for code in GuideCode.allCases {
      if let address = code.address(facts.way) { codes[code] = try QRCode(address) }
    }
    self.codes = codes
  }

  /// Renders the page.
  ///
  /// - Parameters:
  ///   - lock: the rendered lock screen.
  ///   - card: the card of the preset, for a guide with folders.
  ///   - red: the red picture, for a guide with folders.
  ///   - installation: provides the fonts.
  /// - Returns: the bytes of the page.
  /// - Throws: any error code of the plugin kit.
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

  /// Fills in the page with rendered pictures.
  package func page(with pictures: [String: Picture]) -> String {
    let values: [String: String?] = [
      "lang": strings.language.rawValue, "dir": strings.language.isRightToLeft ? "rtl" : "ltr",
      "link": facts.choice?.shortcut.link.url, "run": facts.way.run,
      "lock": facts.way.address?.lock, "home": facts.hasHome ? facts.way.address?.home : nil,
      "films": films.isEmpty ? nil : "",
      "preset": (facts.preset?.number).map(String.init), "device": facts.device.name,
      "style": String(decoding: Resources.guideStyle, as: UTF8.self),
    ]
    func value(of name: String) -> String? {
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
    let isAndroid = facts.way.system == .android
    let rest = PageTemplate(isAndroid ? Resources.androidPage : Resources.setupPage)
      .filled(value)
    return PageTemplate(Resources.guidePage).filled { $0 == "rest" ? rest : value(of: $0) }
  }

  /// Draws a phone mockup with a rendered wallpaper on its screen.
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
  /// Embeds a PNG file as a data URL.
  fileprivate init(_ file: EncodedFile, size: PixelSize) {
    self.init(address: "data:image/png;base64," + Base64.text(of: file.bytes), size: size)
  }
}

/// The purpose of a QR code on a page.
package enum GuideCode: String, CaseIterable {
  /// The link that installs the shortcut.
  case link
  /// The link that runs the shortcut.
  case run
  /// The URL of the lock screen.
  case address

  /// The base name of the files that contain the QR code.
  var file: String {
    switch self {
    case .link: "qr-install"
    case .run: "qr-run"
    case .address: "qr-address"
    }
  }

  /// The QR codes in a guide.
  package static func all(for way: PictureWay) -> Set<GuideCode> {
    Set(allCases.filter { $0.address(way) != nil })
  }

  /// The URL in the QR code; nil if the guide does not have this code.
  package func address(_ way: PictureWay) -> String? {
    switch self {
    case .link: way.choice?.shortcut.link.url
    case .run: way.run
    case .address: way.address?.lock
    }
  }
}
