import Arguments
import Graphics
import WallfarmCore
import WallfarmPluginKit

/// What `render` accepts; the names are also those of a job file.
enum RenderOptions {
  static let template = Option(
    "template", short: "t", value: "name", default: "lock",
    completion: .shellCommand("wallfarm list templates --names"),
    summary: "Template: a name, or the path of a folder.")
  static let device = Option(
    "device", short: "d", value: "id,…",
    completion: .shellCommand("wallfarm list devices --names"),
    summary: "Device, several with commas, or all.")
  static let theme = Option(
    "theme", value: "name", completion: .shellCommand("wallfarm list themes --names"),
    summary: "Theme: a name, or the path of a file. Default: the template's.")
  static let note = Option(
    "note", short: "n", value: "text", repeats: true, summary: "A note; give it once for each.")
  static let notes = Option(
    "notes", value: "file", completion: .files(extensions: ["json", "txt"]),
    summary: "Notes: a JSON list, or a note a line with [x] where done; - is standard input.")
  static let photo = Option(
    "photo", value: "file",
    completion: .files(extensions: ["jpg", "jpeg", "png", "webp", "heic", "heif", "avif"]),
    summary: "Photo that covers the screen.")
  static let color = Option(
    "color", value: "color", summary: "One colour: black, gray, white …, or CSS hex.")
  static let background = Option(
    "background", value: "none|plugin",
    completion: .shellCommand("wallfarm list plugins --names"),
    summary: "none for a transparent picture, or a background plugin.")
  static let widgets = Flag(
    "widgets", invertible: true, default: true,
    summary: "Keep the row of lock-screen widgets clear.")
  static let clock = Option(
    "clock", value: "style", default: "standard", allowed: ClockStyle.allCases.map(\.rawValue),
    summary: "large keeps the stretched clock of iOS 26 clear.")
  static let set = Option(
    "set", short: "s", value: "key=value", repeats: true,
    summary: "A parameter of a plugin; 'wallfarm describe' shows them.")
  static let overflow = Option(
    "overflow", value: "policy", default: "more", allowed: OverflowPolicy.allCases.map(\.rawValue),
    summary: "When notes do not fit: fail, shorten them, or leave some out and count the rest.")
  static let direction = Option(
    "direction", value: "direction", default: "auto",
    allowed: TextDirection.allCases.map(\.rawValue), summary: "Which way notes read.")
  static let language = Option(
    "language", value: "tag",
    summary: "Language of the text, such as ja or zh-TW: chooses Han shapes and line breaks.")
  static let allowMissingGlyphs = Flag(
    "allow-missing-glyphs", summary: "Draw a box where no bundled font has a character.")
  static let format = Option(
    "format", short: "f", value: "format", allowed: ImageFormat.allCases.map(\.rawValue),
    summary: "Default: by the ending of --output, else png.")
  static let effort = Option(
    "effort", value: "effort", default: "fast", allowed: EncodingEffort.allCases.map(\.rawValue),
    summary: "How hard to try for a small file; small takes seconds.")
  static let quality = Option(
    "quality", value: "1…100|lossless",
    summary: "How much a JPEG (default 92) or WebP (default 90) keeps; lossless is WebP's.")
  static let colorSpace = Option(
    "color-space", value: "space", default: "srgb", allowed: ColorSpace.allCases.map(\.rawValue),
    summary: "Colours of the file; display-p3 keeps the wide colours of phone photos.")
  static let maxPhotoBytes = Option(
    "max-photo-bytes", value: "count", default: "67108864", summary: "Largest photo file.")
  static let maxPhotoPixels = Option(
    "max-photo-pixels", value: "count", default: "100000000", summary: "Most pixels of a photo.")
  static let maxPhotoSide = Option(
    "max-photo-side", value: "pixels", default: "30000", summary: "Longest side of a photo.")
  static let cache = Option(
    "cache", value: "folder",
    summary: "Keep backgrounds with photos here, for the next run; any number may share it.")
  static let cacheBytes = Option(
    "cache-bytes", value: "count", default: "1073741824",
    summary: "Most bytes of --cache; the least recently used go first.")
  static let output = Option(
    "output", short: "o", value: "file|pattern", default: OutputPattern.standard,
    completion: .files(extensions: ["png", "jpg", "webp"]),
    summary: "File, folder, or pattern with {device} {template} {theme} {format}; - is standard "
      + "output.")
  static let report = Option(
    "report", value: "file", completion: .files(extensions: ["json"]),
    summary: "Write the receipt as JSON; - is standard output.")
  static let strict = Flag("strict", summary: "Make every warning an error.")
  static let showAreas = Flag(
    "show-areas", summary: "Draw clock, widgets, controls, free area and note frames on top.")
  static let quiet = Flag("quiet", short: "q", summary: "Say nothing but errors.")

  /// What decides the picture and the form of its file.
  static let picture: [Declaration] = [
    .option(template), .option(device), .option(theme), .option(note), .option(notes),
    .option(photo), .option(color), .option(background), .flag(widgets), .option(clock),
    .option(set), .option(overflow), .option(direction), .option(language),
    .flag(allowMissingGlyphs), .option(format), .option(effort), .option(quality),
    .option(colorSpace), .option(maxPhotoBytes), .option(maxPhotoPixels), .option(maxPhotoSide),
    .flag(showAreas),
  ]

  static let all: [Declaration] =
    picture + [
      .option(cache), .option(cacheBytes), .option(output), .option(report), .flag(strict),
      .flag(quiet),
    ]
}
