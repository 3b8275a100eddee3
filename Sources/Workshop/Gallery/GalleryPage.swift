internal import Designs
internal import Digests
import Graphics
import Pages
import SourceJSON
import WallfarmCore
public import WallfarmPluginKit

/// A gallery as a self-contained page, from `Resources/gallery.html`.
public struct GalleryPage {
  private let gallery: Gallery
  private let feed: GalleryFeed?

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - gallery: the gallery.
  ///   - feed: the files with which an open page updates itself, or `nil`.
  public init(_ gallery: Gallery, feed: GalleryFeed? = nil) {
    (self.gallery, self.feed) = (gallery, feed)
  }

  /// Returns the bytes of the page as consecutive pieces.
  ///
  /// - Throws: `raster-failed` if a picture cannot be encoded.
  public func pieces() throws(RenderError) -> [[UInt8]] {
    // A page that was opened from a file has no origin, so 'self' alone may not allow its files.
    let sources = feed == nil ? "" : " 'self' file:"
    let template = String(decoding: Resources.galleryPage, as: UTF8.self)
      .replacing("{{scripts}}", with: sources)
    return SelfContainedPage.pieces(
      Array(template.utf8), title: "Gallery: \(gallery.template)", data: try data())
  }

  /// The data of the page's script.
  func data() throws(RenderError) -> JSONValue {
    let themes = gallery.request.looks.indices.map { index -> JSONValue in
      let theme = gallery.themes[index]
      return [
        "name": .string(theme.name),
        "variant": gallery.request.looks[index].variant.map { .string($0.rawValue) } ?? .null,
        "summary": .string(theme.summary),
        "credits": .array(theme.credits.map(JSONValue.string)),
        "file": .string(gallery.request.looks[index].theme),
      ]
    }
    return [
      "made": .string(Wallfarm.title), "template": .string(gallery.template),
      "feed": feed?.json ?? .null,
      "themes": .array(themes), "devices": .array(gallery.request.devices.map(device)),
      "pictures": .array(
        try gallery.tiles.map { (tile) throws(RenderError) in try picture(tile) }),
    ]
  }

  private func device(_ device: Device) -> JSONValue {
    let base = gallery.request.base
    let area = FreeArea(on: device, widgets: base.widgets, clock: base.clock)
    return [
      "id": .string(device.id), "name": .string(device.name),
      "pixels": .string(device.pixels.description), "width": .number(device.points.width),
      "height": .number(device.points.height), "cornerRadius": .number(device.cornerRadius),
      "areas": .array(
        area.obstacles.map { obstacle in
          [
            "name": .string(obstacle.kind.rawValue), "x": .number(obstacle.frame.x),
            "y": .number(obstacle.frame.y), "width": .number(obstacle.frame.width),
            "height": .number(obstacle.frame.height),
          ]
        }),
    ]
  }

  private func picture(_ tile: GalleryTile) throws(RenderError) -> JSONValue {
    let command = JSONValue.string(command(of: tile))
    switch tile.result {
    case .failure(let error):
      return [
        "image": .null, "width": 0, "height": 0, "size": .null, "contrast": .null,
        "replaced": .array([]),
        "warnings": .array([]), "command": command,
        "error": [
          "code": .string(error.code.rawValue), "message": .string(error.message),
          "hint": error.hint.map(JSONValue.string) ?? .null,
        ],
      ]
    case .success(let shown):
      let size = shown.picture.size
      return [
        "image": .string("data:image/webp;base64," + Base64.text(of: shown.picture.file)),
        "width": .number(Double(size.width)), "height": .number(Double(size.height)),
        "size": shown.fontSize.map { .number(rounded($0)) } ?? .null,
        "replaced": .array(
          (shown.legibility?.replaced ?? []).compactMap(\.sentence).map(JSONValue.string)),
        "contrast": shown.legibility.map(contrast) ?? .null,
        "warnings": .array(shown.warnings.map { .string($0.message) }), "command": command,
        "error": .null,
      ]
    }
  }

  private func contrast(_ report: LegibilityReport) -> JSONValue {
    guard let worst = report.lines.map(\.after).min() else { return .null }
    return [
      "worst": .number((worst * 100).rounded(.down) / 100), "target": .number(report.target),
      "aid": report.aid.map { .string($0.rawValue) } ?? .null,
    ]
  }

  private func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }

  /// Returns the command that renders this tile; the command does not contain the text of the
  /// notes.
  private func command(of tile: GalleryTile) -> String {
    let base = gallery.request.base
    var words = ["wallfarm", "render", "--template", base.template]
    words += ["--theme", tile.look.theme, "--device", tile.device.id]
    if let variant = tile.look.variant { words += ["--variant", variant.rawValue] }
    switch base.background {
    case .theme: break
    case .photo(let file): words += ["--photo", file]
    case .color(let color): words += ["--color", color]
    case .plugin(let id): words += ["--background", id]
    case .none: words += ["--background", "none"]
    }
    // The notes are private, so name a file instead. Without the option, the command would draw
    // other notes.
    if let file = gallery.request.contentFile {
      words += ["--content", file]
    } else {
      if base.notes != nil { words += ["--notes", gallery.request.notesFile ?? "notes.json"] }
      if !base.content.entries.isEmpty { words += ["--content", "content.json"] }
    }
    if let now = base.now { words += ["--now", now.description] }
    if let zone = base.zone { words += ["--zone", zone] }
    if !base.widgets { words.append("--no-widgets") }
    if base.clock != .standard { words += ["--clock", base.clock.rawValue] }
    for setting in base.settings { words += ["--set", "\(setting.key)=\(setting.text)"] }
    if base.overflow != .more { words += ["--overflow", base.overflow.rawValue] }
    if base.direction != .automatic { words += ["--direction", base.direction.rawValue] }
    if let language = base.language { words += ["--language", language] }
    if let missing = base.missing { words += ["--missing", missing.rawValue] }
    if base.showsAreas { words.append("--show-areas") }
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}
