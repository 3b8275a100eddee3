import Graphics
import Mockup
import Pages
import WallfarmCore
import WallfarmPluginKit

/// The guide of a bundle: one page, in the words of a friend, with pictures and codes in it.
struct SetupGuide {
  let device: Device
  let strings: GuideStrings
  let choice: ShortcutChoice
  let install: QRCode
  let run: QRCode
  /// Whether there is a picture for the home screen.
  let hasHome: Bool

  /// Width of the drawn phones, in pixels.
  private static let phoneWidth = 480

  /// The page.
  ///
  /// - Parameters:
  ///   - lock: the lock screen that was rendered.
  ///   - red: the red picture.
  ///   - renderer: makes the card that is shown.
  /// - Returns: the bytes of the page.
  /// - Throws: any code of the plugin kit.
  func page(
    lock: RenderReceipt, red: RenderReceipt, _ renderer: Renderer
  ) throws(RenderError) -> [UInt8] {
    let installation = renderer.installation
    let text = try installation.openFonts()
      .textEngine(scale: Scale(x: 2, y: 2))
    text.defaultLanguage = strings.language.rawValue
    var values: [String: String] = [:]
    for picture in GuidePicture.allCases {
      try add(try picture.draw(strings, text: text), as: picture.rawValue, to: &values)
    }
    let card = try renderer.render(
      PresetCards(for: device, in: strings.language).request(for: choice.preset))
    for (name, receipt) in [("result", lock), ("card", card)] {
      try add(try mockup(of: receipt, text), as: name, to: &values)
    }
    let fields = ["preset": "\(choice.preset.number)", "name": choice.shortcut.name]
    values["lang"] = strings.language.rawValue
    values["dir"] = strings.language.isRightToLeft ? "rtl" : "ltr"
    values["link"] = choice.shortcut.link.url
    values["run"] = choice.shortcut.runAddress()
    values["name"] = choice.shortcut.name
    values["preset"] = "\(choice.preset.number)"
    values["device"] = device.name
    values["qr.link"] = install.svg(title: nil)
    values["qr.run"] = run.svg(title: nil)
    switch choice.source {
    case .own: break
    case .general: values["fallback"] = strings.text("fallback.general")
    case .preset(let other):
      values["fallback"] = strings.text("fallback.number", ["fallback": "\(other.number)"])
    }
    values["home"] = hasHome ? "" : nil
    let page = PageTemplate(PackageResources.setup_html).filled { name in
      if name.hasPrefix("t.") { return strings.text(String(name.dropFirst(2)), fields) }
      if name.hasPrefix("alt.") { return strings.text(name, fields) }
      return values[name]
    }
    return Array(page.utf8)
  }

  /// A rendered wallpaper on a phone of its own.
  private func mockup(
    of receipt: RenderReceipt, _ text: TextEngine
  ) throws(RenderError) -> ImageSurface {
    var mockup = PhoneMockup(device)
    mockup.date = strings.text("date")
    let photo = try PhotoDecoder(receipt.bytes ?? [], file: "wallpaper").decode()
    return try mockup.draw(photo, text: text, width: Self.phoneWidth)
  }

  private func add(
    _ picture: consuming ImageSurface, as name: String, to values: inout [String: String]
  ) throws(RenderError) {
    let size = picture.size
    let file = try PNGEncoder().encode(picture, EncodingSettings(effort: .balanced)).bytes
    values["pic.\(name)"] = "data:image/png;base64," + Base64.text(of: file)
    values["picw.\(name)"] = "\(size.width)"
    values["pich.\(name)"] = "\(size.height)"
  }
}
