internal import ContentSources
import Designs
import Graphics
import SourceJSON
import WallfarmPluginKit

extension RequestField {
  /// The template.
  public static let template = text(
    "template", \.template, short: "t", "name", .apart("template", "the digest of its file"),
    "Template: a name, or the path of a folder.")
  /// The devices; a separate request is created for each device.
  public static let device = RequestField(
    name: "device", kind: .devices, standard: nil,
    summary: "Devices or groups, separated by commas: a name, a size such as 1440x3120@3, or a "
      + "group such as all, iphones, tablets, pixel, 2022… or 2020…2023.",
    option: CommandLineForm(short: "d", value: "id,…"),
    digest: .apart("device", "the properties of the screen"),
    read: { _, _, _ in }, write: { _ in nil })
  /// Portrait or landscape.
  public static let orientation = choice(
    "orientation", \.orientation, "way",
    .apart("orientation", "the width and height of the screen in this orientation"),
    "Orientation of the screen; landscape is for tablets.")
  /// The colors and fonts.
  public static let theme = text(
    "theme", \.theme, "name", .apart("theme", "the digest of its file"),
    "Theme: a name, or the path of a file. Default: the theme of the template.")
  /// The look of the theme.
  public static let variant = choice(
    "variant", \.variant, or: "auto", "look",
    .property(.text("variant") { $0.variant?.rawValue }),
    "Look of the theme: light or dark; auto chooses the look that suits the photo or, without a "
      + "photo, uses the default look of the theme.")
  /// The custom fonts.
  public static let fonts = RequestField(
    name: "fonts", kind: .fonts, standard: nil,
    summary: "Font files to use in addition to the bundled fonts: a folder, or a TTF, OTF, TTC or "
      + "OTC file.",
    option: CommandLineForm(short: nil, value: "folder|file"),
    digest: .apart("fonts", "the digests of the files"),
    read: { $2.readFonts($1, $0) },
    write: { request in
      request.fonts.isEmpty ? nil : .array(request.fonts.map(JSONValue.string))
    })
  /// The notes.
  public static let notes = RequestField(
    name: "notes", kind: .notes, standard: nil,
    summary: "Notes: a JSON list, or one note per line, with [x] for done; - is standard input.",
    option: CommandLineForm(short: nil, value: "file"), digest: .part,
    read: { $2.readNotes($1, $0) },
    write: { request in
      request.contentFiles.notes.map(JSONValue.string)
        ?? request.notes.map { .array($0.map(\.json)) }
    })
  /// The content other than notes.
  public static let content = RequestField(
    name: "content", kind: .content, standard: nil,
    summary: "Dates, events, figures and more: JSON, as 'wallfarm describe content' shows; - is "
      + "standard input.",
    option: CommandLineForm(short: nil, value: "file"),
    digest: .apart("content", "a keyed digest"),
    read: { $2.readContent($1, $0) },
    write: { request in
      if let file = request.contentFiles.content { return .string(file) }
      let content = request.content
      return content.entries.isEmpty && content.warnings.isEmpty && content.sky == nil
        ? nil : content.carriedWithoutNotes
    })
  /// The time for which the picture is rendered.
  public static let now = RequestField(
    name: "now", kind: .time, standard: nil,
    summary: "Date or time that the picture shows, such as 2026-12-24 or 2026-12-24T18:00. "
      + "Default: the current time.",
    option: CommandLineForm(short: nil, value: "time"),
    digest: .apart(
      "now", "the date and time, at the precision that the layouts need"),
    read: { field, node, draft in
      guard let text = draft.text(node, field) else { return }
      draft.request.now = draft.trying { () throws(RenderError) in try When.now(text) }
    },
    write: { ($0.now?.description).map(JSONValue.string) })
  /// The time zone of calendars and clocks.
  public static let zone = text(
    "zone", \.zone, "name", .apart("zone", "included with the time if a layout uses the time"),
    "Time zone, such as Europe/Berlin or +05:30. Default: the time zone of the machine."
  ) { (name) throws(RenderError) in
    _ = try ZoneFile.zone(name, origin: .option("zone"))
    return name
  }
  /// A photo as the background.
  public static let photo = background(
    "photo", .file, "file", .part, "Photo that covers the screen.",
    read: { .photo(file: $0) },
    write: { choice in if case .photo(let file) = choice { file } else { nil } })
  /// A single color as the background.
  public static let color = background(
    "color", .text, "color", .part,
    "Color of the background: a CSS name, such as black, gray or white, or a hex code.",
    read: { .color($0) },
    write: { choice in if case .color(let color) = choice { color } else { nil } })
  /// No background, or a background plugin.
  public static let background = background(
    "background", .text, "none|plugin",
    .property(.text("background") { $0.background.canonical }),
    "Background: none for a transparent picture, or the id of a background plugin.",
    read: { $0 == "none" ? .none : .plugin($0) },
    write: { choice in
      switch choice {
      case .none: "none"
      case .plugin(let name): name
      case .theme, .photo, .color: nil
      }
    })
  /// Whether the row of lock-screen widgets is kept clear.
  public static let widgets = flag(
    "widgets", \.widgets, .property(.flag("widgets") { $0.widgets }),
    "Keep the row of lock-screen widgets clear.")
  /// The style of the clock, which determines the area to keep clear for it.
  public static let clock = choice(
    "clock", \.clock, "style", .property(.text("clock") { $0.clock.rawValue }),
    "Style of the clock; large reserves space for the stretched clock in iOS 26, and compact "
      + "reserves space for the small clock in iOS 27.")
  /// The distances from screen edges to the free area, for the edges whose default distances the
  /// request overrides.
  public static let inset = RequestField(
    name: "inset", kind: .text, standard: nil,
    summary: "Points from the edges to the free area, such as top=220,bottom=90; replaces "
      + "estimated areas.",
    option: CommandLineForm(short: nil, value: "edge=points,…"),
    digest: .property(.perhaps("inset") { $0.inset?.text }),
    read: { field, node, draft in
      guard let text = draft.text(node, field) else { return }
      draft.request.inset = draft.trying { () throws(RenderError) in
        try ScreenInset(parsing: text)
      }
    },
    write: { ($0.inset?.text).map(JSONValue.string) })
  /// The width and page count of a picture that scrolls with the home screen.
  public static let scroll = RequestField(
    name: "scroll", kind: .text, standard: nil,
    summary: "Picture width in screens for Android home screens that scroll, such as 2 or "
      + "1.5,pages=4; text stays visible on every page.",
    option: CommandLineForm(short: nil, value: "screens"),
    digest: .property(.perhaps("scroll") { $0.scroll?.text }),
    read: { field, node, draft in
      guard let text = draft.text(orNumber: node, field) else { return }
      draft.request.scroll = draft.trying { () throws(RenderError) in
        try ScreenScroll(parsing: text)
      }
    },
    write: { ($0.scroll?.text).map(JSONValue.string) })
  /// The size of a preview.
  public static let preview = RequestField(
    name: "preview", kind: .text, standard: nil,
    summary: "Size of a preview as a fraction of the screen's width and height, from 0.1 to 1; the "
      + "layout is unchanged.",
    option: CommandLineForm(short: nil, value: "fraction"),
    digest: .property(.perhaps("preview") { $0.preview?.text }),
    read: { field, node, draft in
      guard let text = draft.text(orNumber: node, field) else { return }
      draft.request.preview = draft.trying { () throws(RenderError) in
        try ScreenPreview(parsing: text)
      }
    },
    write: { ($0.preview?.text).map(JSONValue.string) })
  /// The color space of the file.
  public static let colorSpace = choice(
    "color-space", \.colorSpace, "space", .property(.text("colorSpace") { $0.colorSpace.rawValue }),
    "Color space of the file; display-p3 keeps the wide gamut of phone photos.")
  /// Parameters of plugins.
  public static let set = RequestField(
    name: "set", kind: .settings, standard: nil,
    summary: "A parameter of a plugin; 'wallfarm describe PLUGIN' lists them.",
    option: CommandLineForm(short: "s", value: "key=value"),
    digest: .apart("settings", "the plugin, key and checked value of each setting"),
    // The settings are not written here, because their order matters and JSON objects are
    // unordered; see ``RenderRequest/members``.
    read: { $2.readSettings($1, $0) }, write: { _ in nil })
  /// The policy for notes that do not fit.
  public static let overflow = choice(
    "overflow", \.overflow, "policy", .property(.text("overflow") { $0.overflow.rawValue }),
    "Action if notes do not fit: fail, shorten them, or omit some and show the number omitted.")
  /// The base direction of notes.
  public static let direction = choice(
    "direction", \.direction, "direction", .property(.text("direction") { $0.direction.rawValue }),
    "Base text direction of the notes.")
  /// The language of the text, as a BCP 47 tag.
  public static let language = text(
    "language", \.language, "tag", .property(.text("language") { $0.language }),
    "Language of the text, such as ja or zh-TW: selects Han glyph variants, line breaking and "
      + "hyphenation."
  ) { (tag) throws(RenderError) in try LanguageTag.checked(tag) }
  /// The policy for characters that no font has.
  public static let missing = choice(
    "missing", \.missing, "fail|box",
    // Digests still use the property's original name.
    .property(.flag("missing", as: "allowsMissingGlyphs") { $0.missing == .box }),
    "Action if a character is missing from all bundled fonts: fail, or draw a labeled box. "
      + "Default: fail.")
  /// The deprecated name of `missing: box`.
  public static let allowMissingGlyphs = RequestField(
    name: "allow-missing-glyphs", kind: .flag(false), standard: nil,
    summary: "Deprecated; use --missing box.",
    option: CommandLineForm(short: nil, value: ""), digest: .part,
    read: { $2.allowsBoxes = $2.flag($1, $0) ?? false }, write: { _ in nil })
  /// Whether the clock, widgets, controls, free area and note frames are drawn over the picture.
  public static let showAreas = flag(
    "show-areas", \.showsAreas, .property(.flag("showsAreas") { $0.showsAreas }),
    "Draw the clock, widgets, controls, free area and note frames over the picture.")
  /// The format of the file.
  public static let format = RequestField(
    name: "format", kind: .choice(ImageFormat.allCases.map(\.rawValue)), standard: nil,
    summary: "File format. Default: from the extension of --output, otherwise png.",
    option: CommandLineForm(short: "f", value: "format"),
    digest: .property(.text("format", .file) { $0.format.rawValue }),
    read: { field, node, draft in draft.format = draft.choice(node, field) },
    write: { .string($0.format.rawValue) })
  /// The effort to reduce the file size.
  public static let effort = choice(
    "effort", \.effort, "effort", .property(.text("effort", .file) { $0.effort.rawValue }),
    "Effort to reduce the file size; small takes several seconds.")
  /// The quality of a JPEG or WebP file.
  public static let quality = RequestField(
    name: "quality", kind: .quality, standard: nil,
    summary: "Quality of a JPEG (default 92) or WebP (default 90); lossless is for WebP only.",
    option: CommandLineForm(short: nil, value: "1…100|lossless"),
    digest: .property(.text("quality", .file) { $0.quality.map(\.canonical) }),
    read: { field, node, draft in
      guard let text = draft.text(orNumber: node, field) else { return }
      draft.request.quality = draft.trying { () throws(RenderError) in
        try EncodingQuality.reading(text)
      }
    },
    write: { request in
      switch request.quality {
      case .none: nil
      case .level(let level): .number(Double(level))
      case .lossless: "lossless"
      }
    })
  /// Whether any warning makes the request fail.
  public static let strict = flag(
    "strict", \.isStrict, .property(.flag("isStrict", .permission) { $0.isStrict }),
    "Fail at the first warning.")
  /// The maximum size of a photo file in bytes.
  public static let maxPhotoBytes = limit(
    "max-photo-bytes", "bytes", \.bytes, "Maximum size of a photo file in bytes.")
  /// The maximum number of pixels in a photo.
  public static let maxPhotoPixels = limit(
    "max-photo-pixels", "pixels", \.pixels, "Maximum number of pixels in a photo.")
  /// The maximum width and height of a photo in pixels; cairo surfaces are limited to 32,767.
  public static let maxPhotoSide = limit(
    "max-photo-side", "side", \.side, most: 32_767, value: "pixels",
    "Maximum width and height of a photo in pixels.")
  /// The maximum memory in bytes for decoding a photo, excluding the decoded pixels.
  public static let maxPhotoMemory = limit(
    "max-photo-memory", "memory", \.memory,
    "Maximum memory in bytes for decoding a photo, excluding its pixels.")
  /// The maximum number of scans in a progressive JPEG.
  public static let maxPhotoScans = limit(
    "max-photo-scans", "scans", \.scans, most: 1 << 20,
    "Maximum number of scans in a progressive JPEG.")

  /// All fields: the fields of the picture, then the fields of its file, and then strictness and
  /// limits.
  ///
  /// Help, documents and digests list the fields in this order.
  public static let all: [RequestField] = [
    template, device, orientation, theme, variant, fonts, notes, content, now, zone, photo, color,
    background, widgets, clock, inset, scroll, preview, colorSpace, set, overflow, direction,
    language,
    missing,
    allowMissingGlyphs, showAreas, format, effort, quality, strict, maxPhotoBytes, maxPhotoPixels,
    maxPhotoSide, maxPhotoMemory, maxPhotoScans,
  ]

  /// Declares a field that sets the background.
  private static func background(
    _ name: String, _ kind: Kind, _ value: String, _ digest: Digest, _ summary: String,
    read: @escaping @Sendable (String) -> BackgroundChoice,
    write: @escaping @Sendable (BackgroundChoice) -> String?
  ) -> RequestField {
    RequestField(
      name: name, kind: kind, standard: nil, summary: summary,
      option: CommandLineForm(short: nil, value: value), digest: digest,
      read: { field, node, draft in
        guard let text = draft.text(node, field) else { return }
        draft.backgrounds.append((field.name, read(text)))
      },
      write: { write($0.background).map(JSONValue.string) })
  }
}
