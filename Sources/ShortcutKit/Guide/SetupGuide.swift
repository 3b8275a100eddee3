import Designs
import Graphics
import Mockup
import Pages
import RenderPool
import WallfarmCore
import WallfarmPluginKit

/// The guide of a bundle: one page, in the words of a friend, with pictures and codes in it.
struct SetupGuide {
  let facts: GuideFacts
  let strings: GuideStrings
  let install: QRCode
  let run: QRCode
  /// How the clock of the lock screen is set.
  var clock = ClockStyle.standard

  /// Width of the drawn phones, in pixels.
  private static let phoneWidth = 480

  /// A picture as the page has it.
  struct Picture {
    let address: String
    let size: PixelSize
  }

  /// The page.
  ///
  /// - Parameters:
  ///   - lock: the lock screen that was rendered.
  ///   - card: the card of its preset.
  ///   - installation: has the fonts.
  /// - Returns: the bytes of the page.
  /// - Throws: any code of the plugin kit.
  func page(
    lock: RenderedPicture, card: RenderedPicture, _ installation: Installation
  ) throws(RenderError) -> [UInt8] {
    let text = try installation.openFonts().textEngine(scale: Scale(x: 2, y: 2))
    text.defaultLanguage = strings.language.rawValue
    var pictures: [String: Picture] = [:]
    for picture in GuidePicture.allCases {
      pictures[picture.rawValue] = try Self.picture(of: picture.draw(strings, text: text))
    }
    pictures["result"] = try Self.picture(of: mockup(of: lock, text))
    if facts.choice.source == .own {
      pictures["card"] = try Self.picture(of: mockup(of: card, text))
    }
    return Array(page(with: pictures).utf8)
  }

  /// The page with pictures that are drawn already.
  func page(with pictures: [String: Picture]) -> String {
    let shortcut = facts.choice.shortcut
    let values = [
      "lang": strings.language.rawValue, "dir": strings.language.isRightToLeft ? "rtl" : "ltr",
      "link": shortcut.link.url, "run": shortcut.runAddress(),
      "preset": "\(facts.choice.preset.number)", "device": facts.device.name,
      "qr.link": install.svg(title: nil), "qr.run": run.svg(title: nil),
    ]
    return PageTemplate(PackageResources.setup_html).filled { name in
      if let value = values[name] { return value }
      guard let dot = name.firstIndex(of: ".") else { return nil }
      let rest = String(name[name.index(after: dot)...])
      switch name[..<dot] {
      case "t": return strings.text(rest, for: facts)
      case "alt": return strings.text(name, for: facts)
      case "pic": return pictures[rest]?.address
      case "picw": return (pictures[rest]?.size.width).map(String.init)
      case "pich": return (pictures[rest]?.size.height).map(String.init)
      default: preconditionFailure("the page has no value for '\(name)'")
      }
    }
  }

  /// A rendered wallpaper on a phone of its own.
  private func mockup(
    of wallpaper: RenderedPicture, _ text: TextEngine
  ) throws(RenderError) -> ImageSurface {
    var mockup = PhoneMockup(facts.device)
    mockup.date = strings.text("date")
    (mockup.widgets, mockup.clock) = (facts.hasWidgets, clock)
    let photo = try PhotoDecoder(wallpaper.bytes, file: "wallpaper").decode()
    return try mockup.draw(photo, text: text, width: Self.phoneWidth)
  }

  private static func picture(of surface: consuming ImageSurface) throws(RenderError) -> Picture {
    let size = surface.size
    let file = try PNGEncoder().encode(surface, EncodingSettings(effort: .balanced)).bytes
    return Picture(address: "data:image/png;base64," + Base64.text(of: file), size: size)
  }
}
