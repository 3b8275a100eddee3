import Designs
import Graphics
import WallfarmPluginKit

/// One thing that a request can say: the name of its option and of its key in a job.
///
/// Command line, job files, their schema and their documentation all read this declaration.
public struct RequestField: Sendable, Hashable {
  /// What follows the two dashes, and stands in the quotes of a job.
  public let name: String
  /// What it accepts.
  public let kind: Kind
  /// What is used where it is not given; nil where there is none, or it depends.
  public let standard: String?
  /// One line of help.
  public let summary: String

  /// The values that a field accepts.
  public enum Kind: Sendable, Hashable {
    /// Any text.
    case text
    /// One of these words.
    case choice([String])
    /// On or off; the value is the one it has when not given.
    case flag(Bool)
    /// A whole number from 1.
    case count(most: Int)
    /// The path of a file.
    case file
    /// Devices and groups of them.
    case devices
    /// Notes, or the path of a file with notes.
    case notes
    /// A day or a time.
    case time
    /// Content of all kinds, or the path of a file with it.
    case content
    /// Parameters of plugins by key.
    case settings
    /// A whole number from 1 to 100, or `lossless`.
    case quality
  }

  private init(_ name: String, _ kind: Kind, default standard: String? = nil, _ summary: String) {
    self.name = name
    self.kind = kind
    self.standard = standard
    self.summary = summary
  }
}

extension RequestField {
  /// Which arrangement.
  public static let template = RequestField(
    "template", .text, default: "lock", "Template: a name, or the path of a folder.")
  /// Which screens.
  public static let device = RequestField(
    "device", .devices, "Device, or several with commas; all, iphones, ipads, 2022…, 2020…2023.")
  /// Which way up the screen is.
  public static let orientation = RequestField(
    "orientation", .choice(ScreenOrientation.allCases.map(\.rawValue)), default: "portrait",
    "Which way up the screen is; landscape is for tablets.")
  /// Which colours and fonts.
  public static let theme = RequestField(
    "theme", .text, "Theme: a name, or the path of a file. Default: the template's.")
  /// Which look of the theme.
  public static let variant = RequestField(
    "variant", .choice(ThemeVariant.allCases.map(\.rawValue) + [automaticVariant]),
    default: automaticVariant,
    "Light or dark look of the theme; auto: as a photo asks for, without one as the theme is.")
  /// The look that a photo asks for.
  static let automaticVariant = "auto"
  /// What to show.
  public static let notes = RequestField(
    "notes", .notes,
    "Notes: a JSON list, or a note a line with [x] where done; - is standard input.")
  /// What to show of other kinds.
  public static let content = RequestField(
    "content", .content,
    "Dates, events, figures and more: JSON, as 'wallfarm describe content' shows; - is standard "
      + "input.")
  /// The time that it is for.
  public static let now = RequestField(
    "now", .time,
    "The time the picture is for, such as 2026-12-24 or 2026-12-24T18:00. Default: when it is made."
  )
  /// Where clocks are read.
  public static let zone = RequestField(
    "zone", .text, "Time zone, such as Europe/Berlin or +05:30. Default: the machine's.")
  /// A photo behind it.
  public static let photo = RequestField("photo", .file, "Photo that covers the screen.")
  /// One colour behind it.
  public static let color = RequestField(
    "color", .text, "One colour: black, gray, white …, or CSS hex.")
  /// Another background.
  public static let background = RequestField(
    "background", .text, "none for a transparent picture, or a background plugin.")
  /// Whether the person uses widgets.
  public static let widgets = RequestField(
    "widgets", .flag(true), "Keep the row of lock-screen widgets clear.")
  /// How the clock is set.
  public static let clock = RequestField(
    "clock", .choice(ClockStyle.allCases.map(\.rawValue)), default: "standard",
    "large keeps the stretched clock of iOS 26 clear.")
  /// Parameters of plugins.
  public static let set = RequestField(
    "set", .settings, "A parameter of a plugin; 'wallfarm describe' shows them.")
  /// What happens when notes do not fit.
  public static let overflow = RequestField(
    "overflow", .choice(OverflowPolicy.allCases.map(\.rawValue)), default: "more",
    "When notes do not fit: fail, shorten them, or leave some out and count the rest.")
  /// Which way notes read.
  public static let direction = RequestField(
    "direction", .choice(TextDirection.allCases.map(\.rawValue)), default: "auto",
    "Which way notes read.")
  /// Language of the text.
  public static let language = RequestField(
    "language", .text,
    "Language of the text, such as ja or zh-TW: chooses Han shapes, line breaks and hyphens.")
  /// Whether boxes may stand for characters.
  public static let missing = RequestField(
    "missing", .choice(MissingGlyphs.allCases.map(\.rawValue)),
    "Where no bundled font has a character: fail, or draw a labeled box. Default: fail; the command "
      + "render draws boxes and warns.")
  /// The older name of boxes.
  public static let allowMissingGlyphs = RequestField(
    "allow-missing-glyphs", .flag(false), "The same as missing: box; deprecated.")
  /// The form of the file.
  public static let format = RequestField(
    "format", .choice(ImageFormat.allCases.map(\.rawValue)),
    "Default: by the ending of --output, else png.")
  /// How hard to try for a small file.
  public static let effort = RequestField(
    "effort", .choice(EncodingEffort.allCases.map(\.rawValue)), default: "fast",
    "How hard to try for a small file; small takes seconds.")
  /// How much a lossy file keeps.
  public static let quality = RequestField(
    "quality", .quality,
    "How much a JPEG (default 92) or WebP (default 90) keeps; lossless is WebP's.")
  /// The colours of the file.
  public static let colorSpace = RequestField(
    "color-space", .choice(ColorSpace.allCases.map(\.rawValue)), default: "srgb",
    "Colours of the file; display-p3 keeps the wide colours of phone photos.")
  /// Largest photo file, in bytes.
  public static let maxPhotoBytes = RequestField(
    "max-photo-bytes", .count(most: 1 << 40), default: "67108864", "Largest photo file.")
  /// Most pixels of a photo.
  public static let maxPhotoPixels = RequestField(
    "max-photo-pixels", .count(most: 1 << 40), default: "100000000", "Most pixels of a photo.")
  /// Longest side of a photo, in pixels; cairo's surfaces end at 32,767.
  public static let maxPhotoSide = RequestField(
    "max-photo-side", .count(most: 32_767), default: "30000", "Longest side of a photo.")
  /// Most memory of a decoder, in bytes.
  public static let maxPhotoMemory = RequestField(
    "max-photo-memory", .count(most: 1 << 40), default: "335544320",
    "Most bytes that decoding a photo may take beside its pixels.")
  /// Most scans of a progressive JPEG.
  public static let maxPhotoScans = RequestField(
    "max-photo-scans", .count(most: 1 << 20), default: "100", "Most scans of a progressive JPEG.")
  /// Whether areas are drawn on top.
  public static let showAreas = RequestField(
    "show-areas", .flag(false),
    "Draw clock, widgets, controls, free area and note frames on top.")
  /// Whether a warning is an error.
  public static let strict = RequestField(
    "strict", .flag(false), "Make every warning an error.")

  /// Everything that says how one picture looks and is written, in the order help lists it.
  public static let all: [RequestField] = [
    template, device, orientation, theme, variant, notes, content, now, zone, photo, color,
    background, widgets,
    clock, set,
    overflow,
    direction, language, missing, allowMissingGlyphs, format, effort, quality, colorSpace,
    maxPhotoBytes,
    maxPhotoPixels, maxPhotoSide, maxPhotoMemory, maxPhotoScans, showAreas, strict,
  ]
}
